/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which values of two sides belong together. What a person said of a pair goes first, and is asked of nobody; then what is equal
 * or nearly so; the model is asked about the rest. What came of it is kept in the workspace, where a person can look at it.
 */
#include "config.h"

#include "blend/ask-blend-model-private.h"
#include "blend/ask-blend-private.h"

#include <glib/gi18n.h>

#include "base/ask-json.h"
#include "blend/ask-blend-align.h"
#include "blend/ask-blend-reply.h"
#include "sql/ask-sql-parser.h"
#include "sql/ask-sql-printer.h"
#include "store/ask-workspace-pairs.h"

/* A column may be that of a subquery, and this one's that of another. */
#define MAX_DEPTH 64

/* ask_blend_name_side: @need: the query of its values. Returns: (transfer full): "shop.name", or the expression as it is written,
 * where the values are no attribute's */
char *
ask_blend_name_side (AskBlend *self, const char *need)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (need, -1, NULL);
  const AskSqlExpr *expr;

  if (tree == NULL || !ask_engine_analyse (self->engine, tree, NULL))
    return g_strdup (need);
  expr = tree->select->cores[0]->results[0].expr;
  for (guint i = 0; i < MAX_DEPTH && expr != NULL && expr->kind == ASK_EXPR_COLUMN && expr->from != NULL; i++)
    {
      const AskSqlTable *table = expr->from->catalog_table;
      gboolean known = expr->column >= 0 && (guint) expr->column < expr->from->n_columns;

      if (table != NULL && table->data != NULL && known)
        return g_strdup_printf ("%s.%s", ((const AskEntity *) table->data)->name, expr->name);
      if (table != NULL || !known || expr->from->columns[expr->column].expr == NULL)
        break;
      expr = expr->from->columns[expr->column].expr;
    }
  return expr != NULL ? ask_sql_print_expr (expr) : g_strdup (need);
}

/**
 * Matching:
 * @corrections: (nullable) (element-type AskPair): what a person said
 * @cut: pairs that are none, by ask_blend_align_key()
 * @settled: left values, as JSON, of which a person said something
 * @kept: (element-type AskPair): what is to be kept
 */
typedef struct
{
  AskBlendModel *model;
  const AskBlendQuestion *question;
  GPtrArray *corrections;
  GHashTable *cut;
  GHashTable *settled;
  GPtrArray *kept;
} Matching;

static void
matching_clear (Matching *self)
{
  g_clear_pointer (&self->corrections, g_ptr_array_unref);
  g_clear_pointer (&self->cut, g_hash_table_unref);
  g_clear_pointer (&self->settled, g_hash_table_unref);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Matching, matching_clear)

static char *
to_json (const AskValue *value)
{
  GString *json = g_string_new (NULL);

  ask_json_append_value (json, value);
  return g_string_free (json, FALSE);
}

static AskPairSides
get_sides (const AskBlendQuestion *question)
{
  return (AskPairSides) { question->sides[0], question->sides[1], question->text != NULL ? question->text : "" };
}

/* Reads what a person said of such pairs before. */
static gboolean
matching_begin (Matching *self, GError **error)
{
  AskPairSides sides = get_sides (self->question);

  self->cut = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->settled = g_hash_table_new (g_str_hash, g_str_equal);
  self->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_pair_free);
  self->corrections = ask_workspace_find_corrections (self->model->options.workspace, &sides, error);
  for (guint i = 0; self->corrections != NULL && i < self->corrections->len; i++)
    {
      const AskPair *pair = self->corrections->pdata[i];

      g_hash_table_add (self->settled, pair->left);
      if (pair->verdict == ASK_PAIR_CUT)
        g_hash_table_add (self->cut, g_strdup_printf ("%s\n%s", pair->left, pair->right));
    }
  return self->corrections != NULL;
}

/* Returns: (transfer full): value as JSON → its row, from 1 */
static GHashTable *
find_rows (const AskRows *rows)
{
  GHashTable *places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    g_hash_table_insert (places, to_json (ask_rows_get (rows, i, 0)), GSIZE_TO_POINTER (i + 1));
  return places;
}

/* Adds the pairs that a person confirmed, of values that are there. */
static void
take_confirmed (Matching *self, const AskRows *left, const AskRows *right, AskRows *pairs, gboolean *left_done,
                gboolean *right_done)
{
  g_autoptr (GHashTable) lefts = NULL;
  g_autoptr (GHashTable) rights = NULL;

  if (self->corrections->len == 0)
    return;
  lefts = find_rows (left);
  rights = find_rows (right);
  for (guint i = 0; i < self->corrections->len; i++)
    {
      const AskPair *pair = self->corrections->pdata[i];
      gsize l = GPOINTER_TO_SIZE (g_hash_table_lookup (lefts, pair->left));
      gsize r = GPOINTER_TO_SIZE (g_hash_table_lookup (rights, pair->right));

      if (pair->verdict != ASK_PAIR_CONFIRMED || l == 0 || r == 0)
        continue;
      ask_rows_append (pairs, (const AskValue[]) { *ask_rows_get (left, l - 1, 0), *ask_rows_get (right, r - 1, 0) });
      left_done[l - 1] = right_done[r - 1] = TRUE;
    }
}

/* A left value of which a person said something is asked about no more. */
static void
settle (const Matching *self, const AskRows *left, gboolean *left_done)
{
  for (gsize i = 0; g_hash_table_size (self->settled) > 0 && i < ask_rows_get_n_rows (left); i++)
    {
      g_autofree char *json = to_json (ask_rows_get (left, i, 0));

      left_done[i] = left_done[i] || g_hash_table_contains (self->settled, json);
    }
}

/* For the record of the call. */
static void
tell_how (const Matching *self, gsize n, const char *how)
{
  for (gsize i = 0; self->question->hows != NULL && i < n; i++)
    g_ptr_array_add (self->question->hows, (gpointer) how);
}

/* Notes the pairs of @pairs from @from on, which were found so. */
static void
note (Matching *self, const AskRows *pairs, gsize from, gsize n, AskPairHow how)
{
  tell_how (self, n, how == ASK_PAIR_EQUAL ? "equal" : how == ASK_PAIR_NEAR ? "near" : "model");
  for (gsize i = from; i < from + n; i++)
    {
      g_autofree char *left = to_json (ask_rows_get (pairs, i, 0));
      g_autofree char *right = to_json (ask_rows_get (pairs, i, 1));

      g_ptr_array_add (self->kept, ask_pair_new (left, right, how));
    }
}

static gboolean
keep (const Matching *self, const AskRows *left, gboolean asked, GError **error)
{
  const AskBlendModelOptions *options = &self->model->options;
  AskPairSides sides = get_sides (self->question);
  g_autoptr (GPtrArray) lefts = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < ask_rows_get_n_rows (left); i++)
    g_ptr_array_add (lefts, to_json (ask_rows_get (left, i, 0)));
  return ask_workspace_save_pairs (options->workspace, &sides, asked ? ask_model_get_name (options->model) : NULL,
                                   lefts, self->kept, error);
}

/* Returns: (transfer full): those rows that have no pair yet */
static AskRows *
take_rest (const AskRows *rows, const gboolean *done)
{
  AskRows *rest = ask_rows_new ();

  ask_rows_add_column (rest, "value", ASK_TYPE_ANY);
  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    if (!done[i] && ask_rows_get (rows, i, 0)->kind != ASK_VALUE_NULL)
      ask_rows_append (rest, ask_rows_get_row (rows, i));
  return rest;
}

static char *
list_choices (const AskRows *choices)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < ask_rows_get_n_rows (choices); i++)
    {
      g_string_append_printf (text, "%" G_GSIZE_FORMAT ": ", i + 1);
      ask_json_append_value (text, ask_rows_get (choices, i, 0));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Adds the pairs that the model finds between @left and what it may choose from. */
static gboolean
join_with (AskBlendModel *self, const AskBlendQuestion *question, const AskRows *left, const AskRows *choices,
           AskRows *pairs, GError **error)
{
  const AskBlendForm numbers = { ASK_BLEND_TYPE_INTEGER, 0, ASK_BLEND_NO_LIMIT, NULL, NULL };
  AskBlendQuestion asked = *question;
  g_autofree char *told = list_choices (choices);
  g_autoptr (GPtrArray) found = NULL;

  if (asked.text == NULL)
    asked.text = "both name the same thing";
  found = ask_blend_model_answer (self, &(AskBlendBatch) { &asked, left, &numbers, NULL, told, NULL, FALSE }, error);
  if (found == NULL)
    return FALSE;
  for (guint l = 0; l < found->len; l++)
    {
      JsonArray *list
        = JSON_NODE_HOLDS_ARRAY ((JsonNode *) found->pdata[l]) ? json_node_get_array (found->pdata[l]) : NULL;

      for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
        {
          gint64 number = json_array_get_int_element (list, i);

          /* A number of nothing belongs to nothing. */
          if (number >= 1 && number <= (gint64) ask_rows_get_n_rows (choices))
            ask_rows_append (pairs, (const AskValue[]) { *ask_rows_get (left, l, 0),
                                                         *ask_rows_get (choices, (gsize) number - 1, 0) });
        }
    }
  return TRUE;
}

/* Asks the model about what is left. @pairs: gets those that it finds, but for those that a person cut. Returns: whether they
 * could be found; @asked: (out): whether it was asked */
static gboolean
join_rest (Matching *self, const AskRows *left, const AskRows *right, AskRows *pairs, gboolean *asked, GError **error)
{
  g_autoptr (AskRows) found = ask_rows_new ();

  *asked = ask_rows_get_n_rows (left) > 0 && ask_rows_get_n_rows (right) > 0;
  if (!*asked)
    return TRUE;
  if (!ask_blend_model_may_send (self->model, self->question, error))
    return FALSE;
  ask_rows_add_column (found, "left", ASK_TYPE_ANY);
  ask_rows_add_column (found, "right", ASK_TYPE_ANY);
  for (gsize start = 0; start < ask_rows_get_n_rows (right); start += ASK_BLEND_MAX_CHOICES)
    {
      g_autoptr (AskRows) choices = ask_rows_new ();

      ask_rows_add_column (choices, "value", ASK_TYPE_ANY);
      for (gsize i = start; i < MIN (start + ASK_BLEND_MAX_CHOICES, ask_rows_get_n_rows (right)); i++)
        ask_rows_append (choices, ask_rows_get_row (right, i));
      if (!join_with (self->model, self->question, left, choices, found, error))
        return FALSE;
    }
  for (gsize i = 0; i < ask_rows_get_n_rows (found); i++)
    {
      g_autofree char *key = ask_blend_align_key (ask_rows_get (found, i, 0), ask_rows_get (found, i, 1));

      if (!g_hash_table_contains (self->cut, key))
        ask_rows_append (pairs, ask_rows_get_row (found, i));
    }
  return TRUE;
}

/* ask_blend_model_join: the join of AskBlendRunner */
gboolean
ask_blend_model_join (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *left,
                      const AskRows *right, AskRows *pairs, GError **error)
{
  g_autofree gboolean *left_done = g_new0 (gboolean, ask_rows_get_n_rows (left) + 1);
  g_autofree gboolean *right_done = g_new0 (gboolean, ask_rows_get_n_rows (right) + 1);
  g_auto (Matching) self = { (AskBlendModel *) function, question, NULL, NULL, NULL, NULL };
  g_autoptr (AskRows) left_rest = NULL;
  g_autoptr (AskRows) right_rest = NULL;
  gboolean asked = FALSE;
  gsize before, n_equal;

  if (!matching_begin (&self, error))
    return FALSE;
  take_confirmed (&self, left, right, pairs, left_done, right_done);
  before = ask_rows_get_n_rows (pairs);
  tell_how (&self, before, "person");
  n_equal = ask_blend_align (left, right, self.cut, pairs, left_done, right_done);
  note (&self, pairs, before, n_equal, ASK_PAIR_EQUAL);
  note (&self, pairs, before + n_equal, ask_rows_get_n_rows (pairs) - before - n_equal, ASK_PAIR_NEAR);
  settle (&self, left, left_done);
  left_rest = take_rest (left, left_done);
  right_rest = take_rest (right, right_done);
  before = ask_rows_get_n_rows (pairs);
  if (!join_rest (&self, left_rest, right_rest, pairs, &asked, error))
    return FALSE;
  note (&self, pairs, before, ask_rows_get_n_rows (pairs) - before, ASK_PAIR_MODEL);
  return keep (&self, left, asked, error);
}
