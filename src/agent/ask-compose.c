/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts the queries of earlier steps in front of a query as common table expressions. It moves parts of
 * texts, as their trees say where they are; it never changes what a query says. Of the common table expressions of one
 * WITH each sees all others, so one of the query that is called like a table of a step gets another name.
 */
#include "config.h"

#include "agent/ask-compose.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

/* A part of a text that is written otherwise. */
typedef struct
{
  gsize start;
  gsize end;
  char *text;
} Change;

static void
change_clear (gpointer change)
{
  g_free (((Change *) change)->text);
}

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const Change *one = a;
  const Change *other = b;

  return one->start < other->start ? -1 : one->start > other->start;
}

/**
 * ask_step_table_new:
 * @name: of the temporary table, "step_1"
 * @sql: the query that filled it; where it cannot be parsed, the step has no tree
 *
 * Returns: (transfer full): a step that later ones may read
 */
AskStepTable *
ask_step_table_new (const char *name, const char *sql)
{
  AskStepTable *self = g_new0 (AskStepTable, 1);

  self->name = g_strdup (name);
  self->tree = ask_sql_parse (sql, -1, NULL);
  return self;
}

/** ask_step_table_free: frees it. */
void
ask_step_table_free (AskStepTable *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_clear_pointer (&self->tree, ask_sql_tree_free);
  g_free (self);
}

static gboolean
reads (const GArray *tables, const char *name)
{
  for (guint i = 0; i < tables->len; i++)
    if (g_ascii_strcasecmp (g_array_index (tables, AskSqlTableUse, i).name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
mark_needed (const AskSqlTree *tree, GPtrArray *steps, guint before, gboolean *needed)
{
  g_autoptr (GArray) tables = ask_sql_select_find_tables (tree->select);

  for (guint i = before; i-- > 0;)
    {
      const AskStepTable *step = steps->pdata[i];

      if (needed[i] || step->tree == NULL || !reads (tables, step->name))
        continue;
      needed[i] = TRUE;
      mark_needed (step->tree, steps, i, needed);
    }
}

static void
add_names (GHashTable *names, const AskSqlTree *tree)
{
  g_autoptr (GHashTable) more = ask_sql_select_find_names (tree->select);
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, more);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_hash_table_add (names, g_strdup (name));
}

static void
add_tables (GHashTable *names, const AskSqlTree *tree)
{
  g_autoptr (GArray) tables = ask_sql_select_find_tables (tree->select);

  for (guint i = 0; i < tables->len; i++)
    g_hash_table_add (names, g_ascii_strdown (g_array_index (tables, AskSqlTableUse, i).name, -1));
}

/* @names: all that is written, in lower case; gets the new name. Returns: (transfer full) */
static char *
make_name (const char *wanted, GHashTable *names)
{
  for (guint n = 2;; n++)
    {
      g_autofree char *name = g_strdup_printf ("%s_%u", wanted, n);

      if (g_hash_table_add (names, g_ascii_strdown (name, -1)))
        return ask_sql_quote_name_if_needed (name);
    }
}

static void
add_change (GArray *changes, const AskSqlToken *token, char *text)
{
  Change change = { token->start, token->start + token->length, text };

  g_array_append_val (changes, change);
}

/* What names it in a FROM goes on to call it as before. */
static void
rename_cte (AskSqlTree *tree, AskSqlCte *cte, const char *name, GArray *changes)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (tree->text);
  g_autoptr (GArray) tables = NULL;
  const char *old = cte->name;

  /* Meanwhile nothing but its own uses names a table of the old name. */
  cte->name = name;
  tables = ask_sql_select_find_tables (tree->select);
  cte->name = old;
  for (guint i = 0, t = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      const AskSqlTableUse *use = t < tables->len ? &g_array_index (tables, AskSqlTableUse, t) : NULL;

      if (token->start == cte->span.start)
        add_change (changes, token, g_strdup (name));
      if (use == NULL || token->start + token->length != use->end)
        continue;
      t++;
      if (use->schema != NULL || g_ascii_strcasecmp (use->name, old) != 0)
        continue;
      add_change (changes, token,
                  use->from != NULL && use->from->alias == NULL
                    ? g_strdup_printf ("%s AS %.*s", name, (int) token->length, tree->text + token->start)
                    : g_strdup (name));
    }
}

/* Gives another name to what the outermost WITH calls like one of @taken. Returns: (transfer full) (element-type
 * Change): in the order of the text */
static GArray *
rename_ctes (AskSqlTree *tree, GHashTable *taken, GHashTable *names)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (Change));

  g_array_set_clear_func (changes, change_clear);
  for (guint i = 0; i < tree->select->n_ctes; i++)
    {
      AskSqlCte *cte = tree->select->ctes[i];
      g_autofree char *folded = g_ascii_strdown (cte->name, -1);
      g_autofree char *name = g_hash_table_contains (taken, folded) ? make_name (cte->name, names) : NULL;

      if (name != NULL)
        rename_cte (tree, cte, name, changes);
    }
  g_array_sort (changes, compare_changes);
  return changes;
}

/* The text from @start to the statement's end, without a semicolon. */
static void
append_from (GString *out, const AskSqlTree *tree, gsize start, const GArray *changes)
{
  for (guint i = 0; i < changes->len; i++)
    {
      const Change *change = &g_array_index (changes, Change, i);

      g_string_append_len (out, tree->text + start, (gssize) (change->start - start));
      g_string_append (out, change->text);
      start = change->end;
    }
  g_string_append_len (out, tree->text + start, (gssize) (tree->select->span.end - start));
}

/* Where a statement begins with the comments before it, which stay unless a semicolon is among them. */
static gsize
get_start (const AskSqlTree *tree)
{
  gsize start = tree->select->span.start;

  return memchr (tree->text, ';', start) != NULL ? start : 0;
}

static GHashTable *
names_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* SQLite takes its name in its last SELECT for a recursion, also where a WITH of its own has one of that name. */
static void
append_step (GString *out, const AskStepTable *step, GHashTable *names)
{
  g_autoptr (GHashTable) own = names_new ();
  g_autoptr (GArray) changes = NULL;

  g_hash_table_add (own, g_ascii_strdown (step->name, -1));
  changes = rename_ctes (step->tree, own, names);
  g_string_append_printf (out, "%s AS (\n", step->name);
  append_from (out, step->tree, step->tree->select->span.start, changes);
  g_string_append (out, "\n)");
}

/**
 * ask_compose_sql:
 * @sql: one SELECT
 * @steps: (element-type AskStepTable): earlier queries in order; a later one may read earlier ones
 *
 * Returns: (transfer full): @sql, the steps that it reads in front of it; @sql as it is where it is no SELECT
 */
char *
ask_compose_sql (const char *sql, GPtrArray *steps)
{
  g_autofree gboolean *needed = g_new0 (gboolean, steps->len + 1);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  g_autoptr (GHashTable) names = names_new ();
  g_autoptr (GHashTable) read = names_new ();
  g_autoptr (GArray) changes = NULL;
  const AskSqlSelect *select;
  GString *composed;
  gboolean any = FALSE;

  if (tree == NULL)
    return g_strdup (sql);
  select = tree->select;
  composed = g_string_new (NULL);
  mark_needed (tree, steps, steps->len, needed);
  add_names (names, tree);
  for (guint i = 0; i < steps->len; i++)
    if (needed[i])
      {
        const AskStepTable *step = steps->pdata[i];

        add_names (names, step->tree);
        add_tables (read, step->tree);
      }
  for (guint i = 0; i < steps->len; i++)
    if (needed[i])
      {
        g_string_append (composed, any ? ",\n" : select->recursive ? "WITH RECURSIVE " : "WITH ");
        append_step (composed, steps->pdata[i], names);
        any = TRUE;
      }
  changes = rename_ctes (tree, read, names);
  if (any)
    g_string_append (composed, select->n_ctes > 0 ? ",\n" : "\n");
  append_from (composed, tree, any && select->n_ctes > 0 ? select->ctes[0]->span.start : get_start (tree), changes);
  return g_string_free (composed, FALSE);
}
