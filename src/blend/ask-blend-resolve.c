/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which calls of a statement are answered when, and about which values: of several conditions under AND the one with the fewest
 * first, so that the others see only what passed. Where a LIMIT ends the statement, values are asked for until enough rows are
 * there.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "sql/ask-sql-printer.h"

/* @labels: gets what a person calls them, where @values has one column more than the @n_columns of a value. Returns: (transfer
 * full): the first @max of @values that are not known; NULL is never asked about, and 0 is no limit */
static AskRows *
find_unknown (AskBlendAnswers *answers, const AskRows *values, guint n_columns, gsize max, GPtrArray *labels)
{
  AskRows *unknown = ask_rows_new ();
  gboolean labelled = ask_rows_get_n_columns (values) > n_columns;

  /* Where nothing is wanted there is one column, and no row. */
  n_columns = MIN (n_columns, ask_rows_get_n_columns (values));
  for (guint i = 0; i < n_columns; i++)
    ask_rows_add_column (unknown, ask_rows_get_column (values, i)->name, ASK_TYPE_ANY);
  for (gsize r = 0; r < ask_rows_get_n_rows (values) && (max == 0 || ask_rows_get_n_rows (unknown) < max); r++)
    if (ask_rows_get (values, r, 0)->kind != ASK_VALUE_NULL
        && ask_blend_answers_find (answers, ask_rows_get_row (values, r), n_columns) == NULL)
      {
        ask_rows_append (unknown, ask_rows_get_row (values, r));
        g_ptr_array_add (labels, labelled ? ask_value_to_text (ask_rows_get (values, r, n_columns)) : NULL);
      }
  return unknown;
}

/* Values, and where they come from. */
typedef struct
{
  AskRows *rows;
  GPtrArray *origins; /* nullable */
} Values;

static void
values_clear (Values *self)
{
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->origins, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Values, values_clear)

/* Where a person is told of each value, what it is called is read with it. That stays here, so it is no origin. */
static gboolean
read_values (AskBlend *self, const AskBlendCall *call, const char *sql, Values *values, GError **error)
{
  g_autofree char *labelled = call->function->names_values ? ask_blend_add_label (self, sql) : NULL;
  g_autofree char *none = labelled != NULL ? g_strconcat (sql, " LIMIT 0", NULL) : NULL;
  g_autoptr (AskRows) nothing = NULL;

  if (labelled == NULL)
    values->rows = ask_blend_read_part (self, sql, &values->origins, error);
  else if ((nothing = ask_blend_read_part (self, none, &values->origins, error)) != NULL)
    values->rows = ask_engine_read_part (self->engine, labelled, NULL, error);
  return values->rows != NULL;
}

/* Asks for the first @max of @values that are not known. @n: (out): so many */
static gboolean
ask_values (AskBlend *self, AskBlendCall *call, const Values *values, gsize max, gsize *n, GError **error)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (AskRows) unknown = find_unknown (call->answers, values->rows, call->n_values, max, labels);
  g_auto (AskBlendQuestion) question = ask_blend_begin_question (self, call, values->origins);
  g_autoptr (AskRows) answers = ask_rows_new ();
  g_autoptr (GByteArray) kept = g_byte_array_new ();
  gboolean good;

  ask_blend_log_known (call, values->rows);
  *n = ask_rows_get_n_rows (unknown);
  if (*n == 0)
    return TRUE;
  question.labels = labels;
  question.kept = kept;
  ask_rows_add_column (answers, "answer", ASK_TYPE_ANY);
  call->n_rounds++;
  call->n_asked += *n;
  self->n_values += *n;
  ask_blend_log_question (call, &question);
  good = call->function->runner->map (call->function, &question, unknown, answers, error);
  ask_blend_log_map (call, &question, unknown, answers);
  if (!good)
    return FALSE;
  g_assert (ask_rows_get_n_rows (answers) == *n);
  for (gsize i = 0; i < *n; i++)
    ask_blend_answers_add (call->answers, ask_rows_get_row (unknown, i), ask_rows_get_n_columns (unknown),
                           ask_rows_get (answers, i, 0));
  return TRUE;
}

/* ask_blend_ask_missed: asks about @missed, which a run looked up in vain; it was made from @origins (nullable). @n: (out): how many
 * of them were not known */
gboolean
ask_blend_ask_missed (AskBlend *self, AskBlendCall *call, AskRows *missed, GPtrArray *origins, gsize *n, GError **error)
{
  return ask_values (self, call, &(Values) { missed, origins }, 0, n, error);
}

/* ask_blend_take_found: searches @values, which were read from @origins (nullable), for what @call looks for; its answers are their
 * ranks. They hold for this statement alone */
gboolean
ask_blend_take_found (AskBlend *self, AskBlendCall *call, const AskRows *values, GPtrArray *origins, GError **error)
{
  g_auto (AskBlendQuestion) question = ask_blend_begin_question (self, call, origins);
  g_autoptr (AskRows) found = ask_rows_new ();

  call->answers = ask_blend_answers_new ();
  g_hash_table_replace (self->answers, g_strdup_printf ("search %u", call->number), call->answers);
  call->resolved = TRUE;
  call->n_asked = ask_rows_get_n_rows (values);
  call->n_rounds = 1;
  self->n_values += call->n_asked;
  ask_rows_add_column (found, "value", ASK_TYPE_ANY);
  ask_rows_add_column (found, "rank", ASK_TYPE_INTEGER);
  ask_blend_log_question (call, &question);
  if (!call->function->runner->search (call->function, &question, values, found, error))
    return FALSE;
  for (gsize i = 0; i < ask_rows_get_n_rows (found); i++)
    ask_blend_answers_add (call->answers, ask_rows_get_row (found, i), 1, ask_rows_get (found, i, 1));
  ask_blend_log_found (call, values);
  return TRUE;
}

static gboolean
refuse_join (const AskBlendCall *call, GError **error)
{
  ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
                 N_ ("%s joins columns of two tables of one FROM, and does not stand so here."), call->function->name);
  return FALSE;
}

/**
 * Candidate:
 * @values: of a call that joins its left ones
 * @right: of a call that joins
 * @sides: of a call that joins: what its values are
 * @n_unknown: how many values it would be given
 * @awaited: (nullable): the calls whose answers would have made its values fewer
 *
 * What one call would be asked for now.
 */
typedef struct
{
  AskBlendCall *call;
  Values values;
  Values right;
  char *sides[2];
  gsize n_unknown;
  GHashTable *awaited;
  guint turn;
} Candidate;

static void
candidate_clear (Candidate *self)
{
  values_clear (&self->values);
  values_clear (&self->right);
  g_clear_pointer (&self->sides[0], g_free);
  g_clear_pointer (&self->sides[1], g_free);
  g_clear_pointer (&self->awaited, g_hash_table_unref);
  self->call = NULL;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Candidate, candidate_clear)

static gboolean
find_join (AskBlend *self, AskSqlTree *tree, AskBlendCall *call, Candidate *candidate, GError **error)
{
  guint turns[] = { 0, 0 };
  g_autofree char *left = ask_blend_find_need (self, tree, call, 0, &turns[0]);
  g_autofree char *right = ask_blend_find_need (self, tree, call, 1, &turns[1]);

  candidate->call = call;
  candidate->turn = MAX (turns[0], turns[1]);
  if (candidate->turn == ASK_BLEND_NOT_YET)
    return TRUE;
  if (left == NULL || right == NULL)
    return refuse_join (call, error);
  if (!read_values (self, call, left, &candidate->values, error)
      || !read_values (self, call, right, &candidate->right, error))
    return FALSE;
  candidate->sides[0] = ask_blend_name_side (self, left);
  candidate->sides[1] = ask_blend_name_side (self, right);
  candidate->n_unknown = ask_rows_get_n_rows (candidate->values.rows) + ask_rows_get_n_rows (candidate->right.rows);
  return TRUE;
}

static gboolean
ask_join (AskBlend *self, const Candidate *candidate, GError **error)
{
  AskBlendCall *call = candidate->call;
  g_auto (AskBlendQuestion) question = ask_blend_begin_question (self, call, candidate->values.origins);
  g_autoptr (AskRows) pairs = ask_rows_new ();
  g_autoptr (GPtrArray) hows = g_ptr_array_new ();
  const AskValue yes = ask_value_integer (1);
  gboolean good;

  g_ptr_array_add (question.origins, candidate->right.origins);
  question.hows = hows;
  question.sides[0] = candidate->sides[0];
  question.sides[1] = candidate->sides[1];
  ask_rows_add_column (pairs, "left", ASK_TYPE_ANY);
  ask_rows_add_column (pairs, "right", ASK_TYPE_ANY);
  call->n_asked = candidate->n_unknown;
  self->n_values += call->n_asked;
  call->n_rounds = 1;
  ask_blend_log_question (call, &question);
  good = call->function->runner->join (call->function, &question, candidate->values.rows, candidate->right.rows, pairs,
                                       error);
  ask_blend_log_join (call, &question, pairs);
  if (!good)
    return FALSE;
  for (gsize i = 0; i < ask_rows_get_n_rows (pairs); i++)
    ask_blend_answers_add (call->answers, ask_rows_get_row (pairs, i), 2, &yes);
  return TRUE;
}

static gboolean
find_values (AskBlend *self, AskSqlTree *tree, AskBlendCall *call, Candidate *candidate, GError **error)
{
  g_autofree char *sql = ask_blend_find_need (self, tree, call, -1, &candidate->turn);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (AskRows) unknown = NULL;

  candidate->call = call;
  if (sql == NULL)
    return TRUE;
  if (!read_values (self, call, sql, &candidate->values, error))
    return FALSE;
  unknown = find_unknown (call->answers, candidate->values.rows, call->n_values, 0, labels);
  candidate->n_unknown = ask_rows_get_n_rows (unknown);
  return TRUE;
}

static gboolean
find_candidate (AskBlend *self, AskSqlTree *tree, AskBlendCall *call, Candidate *candidate, GError **error)
{
  /* What is looked at from here on is what this call waits for. */
  g_hash_table_unref (self->awaited);
  self->awaited = g_hash_table_new (NULL, NULL);
  candidate->awaited = g_hash_table_ref (self->awaited);
  return call->function->shape == ASK_BLEND_JOIN ? find_join (self, tree, call, candidate, error)
                                                 : find_values (self, tree, call, candidate, error);
}

/* Of two whose turn it is, one that waits for the other comes after it: the other's values are the same before and after. */
static gboolean
comes_before (const Candidate *self, const Candidate *other)
{
  gboolean waits = g_hash_table_contains (self->awaited, other->call);
  gboolean is_awaited = g_hash_table_contains (other->awaited, self->call);

  if (self->turn != other->turn)
    return self->turn < other->turn;
  return waits != is_awaited ? is_awaited : self->n_unknown < other->n_unknown;
}

/* Answers what is next: of all calls whose turn it is one that waits for no other, and of several the one with the fewest values.
 * So a call that joins comes behind conditions on one of its tables that are cheaper, and sees what they leave. @done: (out): none is left that can
 * be foreseen */
static gboolean
resolve_next (AskBlend *self, AskSqlTree *tree, guint first, gboolean *done, GError **error)
{
  g_auto (Candidate) best = { NULL };
  gsize n;

  *done = FALSE;
  for (guint i = self->calls->len; i > first; i--)
    {
      AskBlendCall *call = self->calls->pdata[i - 1];
      g_auto (Candidate) candidate = { NULL };

      if (call->resolved || call->unforeseen)
        continue;
      if (!find_candidate (self, tree, call, &candidate, error))
        return FALSE;
      if (candidate.values.rows == NULL)
        call->unforeseen = candidate.turn != ASK_BLEND_NOT_YET;
      else if (best.call == NULL || comes_before (&candidate, &best))
        {
          candidate_clear (&best);
          best = candidate;
          candidate = (Candidate) { NULL };
        }
    }
  if (best.call == NULL)
    {
      *done = TRUE;
      /* What waits for them can be foreseen no better. */
      for (guint i = first; i < self->calls->len; i++)
        {
          AskBlendCall *call = self->calls->pdata[i];

          if (!call->resolved && call->function->shape == ASK_BLEND_JOIN)
            return refuse_join (call, error);
          call->unforeseen = call->unforeseen || !call->resolved;
        }
      return TRUE;
    }
  best.call->resolved = TRUE;
  return best.call->function->shape == ASK_BLEND_JOIN ? ask_join (self, &best, error)
                                                      : ask_values (self, best.call, &best.values, 0, &n, error);
}

/* Puts the calls with fewer values first: the others see what they leave. */
static gboolean
sort_calls (AskBlend *self, AskSqlTree *tree, GPtrArray *calls, GError **error)
{
  g_autofree gsize *counts = g_new0 (gsize, calls->len);

  for (guint i = 0; i < calls->len; i++)
    {
      AskBlendCall *call = calls->pdata[i];
      g_auto (Candidate) candidate = { NULL };
      guint at = i;

      if (calls->len > 1 && !find_candidate (self, tree, call, &candidate, error))
        return FALSE;
      for (; at > 0 && counts[at - 1] > candidate.n_unknown; at--)
        {
          counts[at] = counts[at - 1];
          calls->pdata[at] = calls->pdata[at - 1];
        }
      counts[at] = candidate.n_unknown;
      calls->pdata[at] = call;
    }
  return TRUE;
}

/* Asks for a few values at a time until @enough rows are there. The calls count as answered while rows are counted: what is
 * not known makes no row. @tree: without results. @calls: (element-type AskBlendCall): all that it has */
static gboolean
resolve_until (AskBlend *self, AskSqlTree *tree, GPtrArray *calls, guint64 enough, GError **error)
{
  g_autofree char *text = ask_sql_print_select (tree->select);
  g_autofree char *count = g_strdup_printf ("SELECT count(*) FROM (%s)", text);
  gint64 limit = tree->select->limit->value.integer;
  gsize step = enough;

  if (!sort_calls (self, tree, calls, error))
    return FALSE;
  for (;;)
    {
      g_autoptr (AskRows) counted = NULL;
      gsize asked = 0;

      for (guint i = 0; i < calls->len; i++)
        ((AskBlendCall *) calls->pdata[i])->resolved = TRUE;
      counted = ask_engine_read_part (self->engine, count, NULL, error);
      if (counted == NULL)
        return FALSE;
      if (ask_rows_get (counted, 0, 0)->integer >= limit)
        return TRUE;
      /* The last one first: it needs the values that passed all others. */
      for (guint i = calls->len; i > 0 && asked == 0; i--)
        {
          AskBlendCall *call = calls->pdata[i - 1];
          g_auto (Values) values = { NULL, NULL };
          g_autofree char *need = NULL;

          for (guint other = 0; other < calls->len; other++)
            ((AskBlendCall *) calls->pdata[other])->resolved = other + 1 < i;
          need = ask_blend_find_need (self, tree, call, -1, NULL);
          if (!read_values (self, call, need, &values, error) || !ask_values (self, call, &values, step, &asked, error))
            return FALSE;
        }
      if (asked == 0)
        break;
      step *= 2;
    }
  for (guint i = 0; i < calls->len; i++)
    ((AskBlendCall *) calls->pdata[i])->resolved = TRUE;
  return TRUE;
}

/* Asks for the conditions of @tree until its LIMIT has its rows, where that can be said. @ended: (out): whether it can */
static gboolean
resolve_exit (AskBlend *self, AskSqlTree *tree, guint first, gboolean *ended, GError **error)
{
  g_autoptr (AskSqlTree) bare = NULL;
  g_autoptr (GPtrArray) calls = g_ptr_array_new ();
  guint64 enough = ask_blend_find_enough (self, tree, first, &bare, calls);

  *ended = enough > 0;
  return enough == 0 || resolve_until (self, bare, calls, enough, error);
}

/* The same for subqueries, the inner ones first. What they leave may change as more becomes known: so a run tells what the calls
 * around them still need. A join cannot be told of by a run. */
static gboolean
resolve_exits_within (AskBlend *self, AskSqlTree *tree, guint first, gboolean *ended, GError **error)
{
  g_autoptr (GPtrArray) selects = ask_blend_list_limited (tree);

  *ended = FALSE;
  for (guint i = first; i < self->calls->len; i++)
    if (((AskBlendCall *) self->calls->pdata[i])->function->shape == ASK_BLEND_JOIN)
      return TRUE;
  for (guint i = selects->len; i > 0; i--)
    {
      g_autoptr (AskSqlTree) within = NULL;
      gboolean one = FALSE;

      if (selects->pdata[i - 1] == tree->select)
        continue;
      within = ask_sql_tree_extract (tree, selects->pdata[i - 1]);
      if (!resolve_exit (self, within, first, &one, error))
        return FALSE;
      *ended = *ended || one;
    }
  return TRUE;
}

/* ask_blend_resolve: @first: of the calls of @tree, which is changed in place. Answers all that can be foreseen: those of
 * conditions until a LIMIT has its rows, where that can be said. Of the others a run tells what it looks up in vain */
gboolean
ask_blend_resolve (AskBlend *self, AskSqlTree *tree, guint first, GError **error)
{
  g_autoptr (GArray) limited = NULL;
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  gboolean within = FALSE, whole = FALSE, done = FALSE;

  if (!resolve_exits_within (self, tree, first, &within, error))
    return FALSE;
  for (guint i = first; within && i < self->calls->len; i++)
    if (!((AskBlendCall *) self->calls->pdata[i])->resolved)
      g_ptr_array_add (others, self->calls->pdata[i]);
  if (!resolve_exit (self, tree, first, &whole, error))
    return FALSE;
  limited = ask_blend_limit_rows (self, tree);
  while (!done)
    if (!resolve_next (self, tree, first, &done, error))
      return FALSE;
  /* Of rows that are equal in order a LIMIT may leave others the next time. */
  for (guint i = 0; i < limited->len; i++)
    ((AskBlendCall *) self->calls->pdata[g_array_index (limited, gint64, i) - 1])->unforeseen = TRUE;
  for (guint i = 0; i < others->len; i++)
    if (((AskBlendCall *) others->pdata[i])->function->shape == ASK_BLEND_MAP)
      ((AskBlendCall *) others->pdata[i])->unforeseen = TRUE;
  return TRUE;
}
