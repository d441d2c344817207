/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables that are queries put in: the query in parentheses where its table stood. No CTE of the statement
 * comes between the query and its tables, and none is made from itself.
 */
#include "config.h"

#include "sql/ask-sql-define-private.h"

#include "base/ask-text.h"
#include "sql/ask-sql-name-private.h"

static gboolean
forget_expr (AskSqlExpr *expr, gpointer data)
{
  expr->span = (AskSqlSpan) { 0, 0 };
  return TRUE;
}

static gboolean
forget_from (AskSqlFrom *from, gpointer data)
{
  from->span = from->name_span = (AskSqlSpan) { 0, 0 };
  return TRUE;
}

static gboolean
forget_select (AskSqlSelect *select, gpointer data)
{
  for (guint c = 0; c < select->n_cores; c++)
    {
      AskSqlCore *core = select->cores[c];

      core->span = (AskSqlSpan) { 0, 0 };
      for (guint i = 0; i < core->n_results; i++)
        core->results[i].span = (AskSqlSpan) { 0, 0 };
      for (guint i = 0; i < core->n_windows; i++)
        core->windows[i]->span = (AskSqlSpan) { 0, 0 };
    }
  for (guint i = 0; i < select->n_ctes; i++)
    select->ctes[i]->span = (AskSqlSpan) { 0, 0 };
  return TRUE;
}

typedef struct
{
  const AskSqlCatalog *catalog;
  GPtrArray *path; /* AskSqlTable */
  GHashTable *sound; /* AskSqlTable, with all that it names */
  const AskSqlTable *again; /* nullable: is made from itself */
} Queries;

static gboolean follow_query (AskSqlFrom *from, gpointer data);

static void
follow_table (Queries *self, const AskSqlTable *table)
{
  AskSqlVisit visit = { .from = follow_query, .user_data = self };
  g_autoptr (AskSqlTree) tree = NULL;

  /* What goes deeper is refused as such. */
  if (table->query == NULL || self->again != NULL || self->path->len > ASK_SQL_MAX_ROUNDS
      || g_hash_table_contains (self->sound, table))
    return;
  if (g_ptr_array_find (self->path, table, NULL))
    {
      self->again = table;
      return;
    }
  /* One that cannot be read is told of when it is its turn. */
  tree = ask_sql_table_dup_query (table, NULL);
  if (tree == NULL || !ask_sql_analyse (tree, self->catalog, NULL))
    return;
  g_ptr_array_add (self->path, (gpointer) table);
  ask_sql_walk_select (tree->select, &visit);
  g_ptr_array_set_size (self->path, (int) self->path->len - 1);
  if (self->again == NULL)
    g_hash_table_add (self->sound, (gpointer) table);
}

static gboolean
follow_query (AskSqlFrom *from, gpointer data)
{
  if (from->catalog_table != NULL)
    follow_table (data, from->catalog_table);
  return TRUE;
}

static gboolean
add_table_name (AskSqlFrom *from, gpointer data)
{
  if (from->catalog_table != NULL && from->name != NULL)
    g_ptr_array_add (data, (gpointer) from->name);
  return TRUE;
}

typedef struct
{
  const AskSqlCte *cte;
  const char *name;
} Rename;

static gboolean
rename_use (AskSqlFrom *from, gpointer data)
{
  const Rename *rename = data;

  if (from->cte != rename->cte)
    return TRUE;
  if (from->alias == NULL)
    from->alias = from->name;
  from->name = rename->name;
  return TRUE;
}

static gboolean
is_cte_name (AskSqlSelect *select, gpointer data)
{
  GHashTable *names = data;

  for (guint i = 0; i < select->n_ctes; i++)
    g_hash_table_add (names, (gpointer) select->ctes[i]->name);
  return TRUE;
}

static gboolean
add_any_name (AskSqlFrom *from, gpointer data)
{
  GHashTable *names = data;

  if (from->name != NULL)
    g_hash_table_add (names, (gpointer) from->name);
  if (from->alias != NULL)
    g_hash_table_add (names, (gpointer) from->alias);
  return TRUE;
}

typedef struct
{
  AskSqlTree *tree;
  const AskSqlCatalog *catalog;
  GPtrArray *tables; /* names that have to mean tables */
} Clash;

/* A CTE of the statement that is called like a table that comes into its sight. */
static gboolean
rename_ctes (AskSqlSelect *select, gpointer data)
{
  const Clash *clash = data;

  for (guint i = 0; i < select->n_ctes; i++)
    {
      AskSqlCte *cte = select->ctes[i];
      g_autoptr (GHashTable) names = g_hash_table_new (ask_text_hash_no_case, ask_text_equal_no_case);
      AskSqlVisit collect = { .from = add_any_name, .select = is_cte_name, .user_data = names };
      Rename rename = { cte, NULL };
      AskSqlVisit visit = { .from = rename_use, .user_data = &rename };

      if (!g_ptr_array_find_with_equal_func (clash->tables, cte->name, ask_text_equal_no_case, NULL))
        continue;
      ask_sql_walk_select (clash->tree->select, &collect);
      for (guint n = 2; rename.name == NULL; n++)
        {
          g_autofree char *name = g_strdup_printf ("%s %u", cte->name, n);

          if (!g_hash_table_contains (names, name) && ask_sql_catalog_find_table (clash->catalog, NULL, name) == NULL)
            rename.name = ask_sql_tree_strdup (clash->tree, name, -1);
        }
      ask_sql_walk_select (clash->tree->select, &visit);
      cte->name = rename.name;
    }
  return TRUE;
}

/**
 * ask_sql_rename_ctes:
 * @tree: analysed
 * @catalog: whose tables are no names for a CTE either
 * @tables: (element-type utf8): names
 *
 * Gives another name to each CTE that is called like one of @tables, so that these names mean tables wherever
 * they come to stand. What names such a CTE has it as its alias.
 */
void
ask_sql_rename_ctes (AskSqlTree *tree, const AskSqlCatalog *catalog, GPtrArray *tables)
{
  Clash clash = { tree, catalog, tables };
  AskSqlVisit visit = { .select = rename_ctes, .user_data = &clash };

  ask_sql_walk_select (tree->select, &visit);
}

/* The analysed query behind a table. */
static AskSqlTree *
read_query (AskSqlDefine *self, const AskSqlTable *table)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  Queries queries = { self->catalog, path, self->sound, NULL };
  AskSqlTree *tree = ask_sql_table_dup_query (table, &error);

  if (tree == NULL || !ask_sql_analyse (tree, self->catalog, &error))
    {
      ask_sql_define_fail_with (self, g_steal_pointer (&error),
                                "The query that “%s” stands for cannot be used: ", table->name);
      g_clear_pointer (&tree, ask_sql_tree_free);
      return NULL;
    }
  follow_table (&queries, table);
  if (queries.again != NULL)
    {
      ask_sql_define_fail (self, "“%s” is made from itself in a circle.", queries.again->name);
      g_clear_pointer (&tree, ask_sql_tree_free);
    }
  return tree;
}

/* Whether the query gives just the table's columns, in their order and under their names. */
static gboolean
fits (const AskSqlTable *table, const AskSqlCore *core)
{
  guint n = 0;

  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskSqlColumn *column = table->columns->pdata[i];

      if (column->calculated)
        continue;
      if (n >= core->n_outputs || !ask_sql_same_name (core->outputs[n].name, column->name)
          || (column->remote != NULL && !ask_sql_same_name (column->remote, column->name)))
        return FALSE;
      n++;
    }
  return n == core->n_outputs;
}

static gboolean
gives_columns (AskSqlDefine *self, const AskSqlFrom *from, const AskSqlCore *core)
{
  for (guint i = 0; i < from->n_columns; i++)
    {
      const AskSqlColumn *column = ask_sql_define_get_column (from, i);
      const char *name = column->remote != NULL ? column->remote : column->name;
      gboolean found = FALSE;

      for (guint o = 0; o < core->n_outputs && !found; o++)
        found = ask_sql_same_name (core->outputs[o].name, name);
      if (from->used[i] && !column->calculated && !found)
        return ask_sql_define_fail (self, "The query that “%s” stands for no longer gives a column “%s”.",
                                    from->catalog_table->name, name);
    }
  return TRUE;
}

/** ask_sql_define_become_query: puts the query that the table @from stands for in its place */
void
ask_sql_define_become_query (AskSqlDefine *self, AskSqlFrom *from)
{
  const AskSqlTable *table = from->catalog_table;
  g_autoptr (AskSqlTree) tree = read_query (self, table);
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();
  AskSqlVisit collect = { .from = add_table_name, .user_data = tables };
  AskSqlVisit forget = { .expr = forget_expr, .from = forget_from, .select = forget_select, .user_data = NULL };
  AskSqlSelect *select;
  AskSqlFrom *inner;

  if (tree == NULL || !gives_columns (self, from, tree->select->cores[0]))
    return;
  ask_sql_walk_select (tree->select, &collect);
  ask_sql_rename_ctes (self->tree, self->catalog, tables);
  ask_sql_define_names (self, tree->select);
  if (!ask_sql_define_count (self, NULL, tree->select, table))
    return;
  select = ask_sql_tree_copy_select (self->tree, tree->select);
  ask_sql_walk_select (select, &forget);
  if (fits (table, tree->select->cores[0]))
    {
      ask_sql_define_become_select (self, from, select);
      return;
    }
  inner = ask_sql_tree_new_table (self->tree, "q");
  inner->kind = ASK_FROM_SELECT;
  inner->select = select;
  inner->alias = inner->name;
  inner->name = NULL;
  ask_sql_define_become_select (self, from, ask_sql_define_make_select (self, from, inner, TRUE));
}
