/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before a person is asked which reading is meant: what was chosen before for the same words settles it, and readings
 * that give the same need no choice, nor do those of which one shows what the others show, and more. Else the rows are
 * found in which they differ.
 *
 * A choice is kept as an example (ask-learn.c). What it says of a word is what only the chosen query names beside what
 * only the other one names. So it is listed, renamed and forgotten with the example.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-disagree.h"
#include "agent/ask-here-private.h"
#include "base/ask-name.h"
#include "base/ask-text.h"
#include "schema/names/ask-schema-reader.h"
#include "sql/ask-sql-parser.h"
#include "store/ask-workspace-examples.h"

/* What a query is made of: "entity", "entity.attribute", "(function", "=literal". */
static gboolean
visit_expr (AskSqlExpr *expr, gpointer data)
{
  GHashTable *elements = data;
  const AskEntity *entity;
  const AskAttribute *attribute;

  if (expr->kind == ASK_EXPR_LITERAL)
    {
      g_autofree char *text = ask_value_to_text (&expr->value);

      g_hash_table_add (elements, g_strconcat ("=", text, NULL));
    }
  else if (expr->kind == ASK_EXPR_FUNCTION)
    g_hash_table_add (elements, g_strconcat ("(", expr->distinct ? "distinct " : "", expr->name, NULL));
  else if (expr->kind == ASK_EXPR_COLUMN && (attribute = ask_schema_reader_find_attribute (expr, &entity)) != NULL)
    g_hash_table_add (elements, g_strdup_printf ("%s.%s", entity->name, attribute->name));
  return TRUE;
}

static gboolean
visit_from (AskSqlFrom *from, gpointer data)
{
  const AskEntity *entity = from->catalog_table != NULL ? from->catalog_table->data : NULL;

  if (entity != NULL)
    g_hash_table_add (data, g_strdup (entity->name));
  for (guint i = 0; i < from->equalities.n; i++)
    ask_sql_walk_expr (from->equalities.items[i], &(AskSqlVisit) { visit_expr, NULL, NULL, data });
  return TRUE;
}

/* Returns: (transfer full) (nullable): what @sql is made of; NULL where the schema no longer has it */
static GHashTable *
collect (AskSchemaReader *reader, const char *sql)
{
  g_autoptr (AskSqlTree) tree = sql[0] != '\0' ? ask_schema_reader_parse (reader, sql, NULL) : NULL;
  GHashTable *elements;

  if (tree == NULL)
    return NULL;
  elements = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ask_sql_walk_select (tree->select, &(AskSqlVisit) { visit_expr, visit_from, NULL, elements });
  return elements;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* What only @one has, in order, as one text; @names: gets these */
static char *
subtract (GHashTable *one, GHashTable *other, GPtrArray *names)
{
  g_autoptr (GPtrArray) only = g_ptr_array_new ();
  GString *text = g_string_new (NULL);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, one);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!g_hash_table_contains (other, key))
      g_ptr_array_add (only, key);
  g_ptr_array_sort (only, compare_texts);
  for (guint i = 0; i < only->len; i++)
    {
      g_string_append_printf (text, "%s\x1f", (char *) only->pdata[i]);
      g_ptr_array_add (names, only->pdata[i]);
    }
  return g_string_free (text, FALSE);
}

/* Adds the stems of @text's words. */
static void
add_stems (GHashTable *stems, const char *text)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);

  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *folded = ask_text_fold (words->pdata[i]);

      if (!ask_text_is_stop_word (folded))
        g_hash_table_add (stems, ask_text_stem (folded));
    }
}

/* Adds what words of the question were taken for one of @names, and what is in these names themselves. */
static GHashTable *
list_naming (AskAgentRun *run, GPtrArray *names)
{
  GHashTable *stems = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *links = run->found != NULL ? run->found->links : run->answer->links;

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      const char *dot = strchr (name, '.');
      g_autofree char *entity = dot != NULL ? g_strndup (name, (gsize) (dot - name)) : NULL;
      g_autofree char *words = NULL;

      if (name[0] == '(')
        continue;
      words = ask_text_to_words (name[0] == '=' ? name + 1 : name);
      add_stems (stems, words);
      for (guint l = 0; l < links->len; l++)
        {
          const AskLink *link = links->pdata[l];

          if (strcmp (link->target, name) == 0 || g_strcmp0 (link->target, entity) == 0
              || (name[0] == '=' && g_strcmp0 (link->value, name + 1) == 0))
            {
              g_autofree char *span = g_strndup (run->answer->question + link->start, link->end - link->start);

              add_stems (stems, span);
            }
        }
    }
  return stems;
}

/* Returns: (transfer full) (nullable): the word of the question that names one of @names and is in @before, too */
static char *
find_term (AskAgentRun *run, GPtrArray *names, const char *before)
{
  g_autoptr (GHashTable) naming = list_naming (run, names);
  g_autoptr (GHashTable) others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) words = ask_text_words (run->answer->question);

  add_stems (others, before);
  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *folded = ask_text_fold (words->pdata[i]);
      g_autofree char *stem = ask_text_stem (folded);

      if (g_hash_table_contains (naming, stem) && g_hash_table_contains (others, stem))
        return g_strdup (words->pdata[i]);
    }
  return NULL;
}

typedef struct
{
  AskAgentRun *run;
  AskSchemaReader *reader;
  GPtrArray *made_of; /* nullable GHashTable *: of each query */
  gboolean *out; /* of each query: something else was chosen in its place */
  char *term; /* nullable: of the first choice that tells */
} Settle;

/* Whether choosing @one over @other was the same choice as @chosen over @wrong. */
static gboolean
is_same_choice (Settle *self, GHashTable *const sets[4], const char *question)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) ignored = g_ptr_array_new ();
  g_autofree char *one = subtract (sets[0], sets[1], names);
  g_autofree char *other = subtract (sets[1], sets[0], names);
  g_autofree char *chosen = subtract (sets[2], sets[3], ignored);
  g_autofree char *wrong = subtract (sets[3], sets[2], ignored);
  g_autofree char *term = NULL;

  if (names->len == 0 || strcmp (one, chosen) != 0 || strcmp (other, wrong) != 0)
    return FALSE;
  term = find_term (self->run, names, question);
  if (term == NULL)
    return FALSE;
  if (self->term == NULL)
    self->term = g_steal_pointer (&term);
  return TRUE;
}

static void
use_example (Settle *self, const AskExample *example)
{
  g_autoptr (GHashTable) chosen = example->sql != NULL ? collect (self->reader, example->sql) : NULL;

  for (guint w = 0; chosen != NULL && w < example->wrong->len; w++)
    {
      g_autoptr (GHashTable) wrong = collect (self->reader, ((AskExampleWrong *) example->wrong->pdata[w])->sql);

      for (guint i = 0; wrong != NULL && i < self->made_of->len; i++)
        for (guint j = 0; j < self->made_of->len; j++)
          {
            GHashTable *const sets[4] = { self->made_of->pdata[i], self->made_of->pdata[j], chosen, wrong };

            /* The last choice counts where two contradict each other: what is out puts nothing else out. */
            if (i != j && sets[0] != NULL && sets[1] != NULL && !self->out[i] && !self->out[j]
                && is_same_choice (self, sets, example->question))
              self->out[j] = TRUE;
          }
    }
}

static int
compare_made (gconstpointer a, gconstpointer b)
{
  const AskExample *one = *(const AskExample *const *) a;
  const AskExample *other = *(const AskExample *const *) b;

  return one->made_at < other->made_at ? 1 : one->made_at > other->made_at ? -1 : 0;
}

static void
set_unref (gpointer set)
{
  g_clear_pointer ((GHashTable **) &set, g_hash_table_unref);
}

/* What people chose before for a word of this question. Leaves in @chosen the only query that is left, or -1. */
static gboolean
settle_by_choices (AskAgentRun *run, AskSchemaReader *reader, GPtrArray *made_of, int *chosen, GError **error)
{
  g_autoptr (GPtrArray) examples = ask_workspace_list_examples (run->workspace, FALSE, error);
  g_autofree gboolean *out = g_new0 (gboolean, made_of->len);
  Settle self = { run, reader, made_of, out, NULL };
  guint n_left = 0;

  if (examples == NULL)
    return FALSE;
  g_ptr_array_sort (examples, compare_made);
  for (guint i = 0; i < examples->len; i++)
    use_example (&self, examples->pdata[i]);
  for (guint i = 0; i < made_of->len; i++)
    if (!out[i])
      {
        *chosen = (int) i;
        n_left++;
      }
  if (n_left == 1)
    {
      /* Translators: a word of the question. */
      g_autofree char *words = g_strdup_printf (_ ("Another question with “%s” was meant so."), self.term);

      ask_run_step (run, "thought", _ ("Nobody has to be asked"), words);
    }
  else
    *chosen = -1;
  g_free (self.term);
  return TRUE;
}

/* Whether they compare with the same values. Of two that do not, one is a guess, even where both give the same count. */
static gboolean
have_same_values (GPtrArray *made_of)
{
  for (guint i = 0; i < made_of->len; i++)
    for (guint j = 0; j < made_of->len; j++)
      {
        GHashTableIter iter;
        gpointer element;

        if (made_of->pdata[i] == NULL || made_of->pdata[j] == NULL)
          return FALSE;
        g_hash_table_iter_init (&iter, made_of->pdata[i]);
        while (g_hash_table_iter_next (&iter, &element, NULL))
          if (*(const char *) element == '=' && !g_hash_table_contains (made_of->pdata[j], element))
            return FALSE;
      }
  return TRUE;
}

/* A SELECT without DISTINCT, whose rows stay the same ones when less of each is shown. */
static AskSqlCore *
get_plain_core (const AskSqlTree *tree)
{
  AskSqlSelect *select = tree != NULL ? tree->select : NULL;

  return select != NULL && select->n_cores == 1 && select->n_ctes == 0 && !select->cores[0]->distinct
             && select->cores[0]->n_rows == 0
           ? select->cores[0]
           : NULL;
}

static gboolean
shows (const AskSqlCore *core, const AskSqlExpr *expr)
{
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].expr != NULL && ask_sql_expr_equal (core->results[i].expr, expr))
      return TRUE;
  return FALSE;
}

/* Whether @wide gives the rows of @narrow, each with all that @narrow shows of it. */
static gboolean
shows_all_of (const AskSqlTree *wide, const AskSqlTree *narrow)
{
  AskSqlCore *one = get_plain_core (wide);
  AskSqlCore *other = get_plain_core (narrow);
  AskSqlResult *results;
  guint n;
  gboolean same;

  if (one == NULL || other == NULL)
    return FALSE;
  for (guint i = 0; i < other->n_results; i++)
    if (other->results[i].expr == NULL || !shows (one, other->results[i].expr))
      return FALSE;
  results = other->results;
  n = other->n_results;
  other->results = one->results;
  other->n_results = one->n_results;
  same = ask_sql_select_equal (wide->select, narrow->select);
  other->results = results;
  other->n_results = n;
  return same;
}

/* Returns: the query that shows all that the others show, of the same rows; -1 where there is none */
static int
find_widest (GPtrArray *queries)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_tree_free);

  for (guint i = 0; i < queries->len; i++)
    {
      /* A reading is SQL that was printed here; "" is none, and no tree. */
      AskSqlTree *tree = *(const char *) queries->pdata[i] != '\0' ? ask_sql_parse (queries->pdata[i], -1, NULL) : NULL;

      if (tree == NULL)
        return -1;
      g_ptr_array_add (trees, tree);
    }
  for (guint i = 0; i < trees->len; i++)
    {
      gboolean all = TRUE;

      for (guint k = 0; k < trees->len && all; k++)
        all = i == k || shows_all_of (trees->pdata[i], trees->pdata[k]);
      if (all)
        return (int) i;
    }
  return -1;
}

/**
 * ask_here_settle:
 * @run: with an engine
 * @queries: (element-type utf8): SQL of what the question may mean, the likeliest first; "" is no SQL
 * @chosen: (out): the place of the one that is meant; -1 where a person has to be asked
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Where a person has to be asked, the answer has the rows in which they differ.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_settle (AskAgentRun *run, GPtrArray *queries, int *chosen, GError **error)
{
  g_autoptr (AskSchemaReader) reader = NULL;
  g_autoptr (GPtrArray) made_of = g_ptr_array_new_with_free_func (set_unref);
  g_autoptr (AskDisagreement) difference = NULL;

  *chosen = -1;
  if (queries->len < 2)
    return TRUE;
  reader = ask_schema_reader_new (ask_engine_get_schema (run->engine));
  for (guint i = 0; i < queries->len; i++)
    g_ptr_array_add (made_of, collect (reader, queries->pdata[i]));
  if (!settle_by_choices (run, reader, made_of, chosen, error))
    return FALSE;
  if (*chosen >= 0)
    return TRUE;
  *chosen = find_widest (queries);
  if (*chosen >= 0)
    {
      ask_text_set (
        &run->answer->agreement,
        _ ("The question can be read in several ways. They are about the same rows, and this shows most of each."));
      ask_run_step (run, "thought", _ ("Nobody has to be asked"), run->answer->agreement);
      return TRUE;
    }
  if (!ask_disagree_run (run, queries, &difference, error))
    return FALSE;
  if (difference != NULL && difference->same && have_same_values (made_of))
    {
      *chosen = 0;
      ask_text_set (&run->answer->agreement,
                    _ ("The question can be read in several ways. All of them give the same."));
      ask_run_step (run, "thought", _ ("Nobody has to be asked"), run->answer->agreement);
    }
  else
    ask_disagree_keep (run, difference);
  return TRUE;
}
