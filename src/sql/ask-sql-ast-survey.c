/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands anywhere in a statement, found by one walk: the names in it, its tables, and what of it
 * matters to whoever runs it. It changes nothing.
 */
#include "config.h"

#include "sql/ask-sql-analysis.h"

static gboolean
is_number (AskSqlAffinity affinity)
{
  return ask_sql_affinity_get_group (affinity) == ASK_AFFINITY_NUMERIC;
}

/* Whether @place of what an IN lists has the affinity of numbers. What was not analysed may have. */
static gboolean
lists_numbers (const AskSqlExpr *expr, guint place)
{
  for (guint i = 0; expr->kind == ASK_EXPR_IN_LIST && i < expr->list.n; i++)
    if (expr->list.items[i]->kind == ASK_EXPR_ROW && is_number (expr->list.items[i]->list.items[place]->affinity))
      return TRUE;
  if (expr->kind == ASK_EXPR_IN_LIST)
    return FALSE;
  for (guint i = 0; expr->select != NULL && i < expr->select->n_cores; i++)
    if (expr->select->cores[i]->n_outputs <= place || is_number (expr->select->cores[i]->outputs[place].affinity))
      return TRUE;
  return expr->select == NULL;
}

static gboolean
is_number_list (const AskSqlExpr *expr)
{
  if (expr->kind != ASK_EXPR_IN_LIST && expr->kind != ASK_EXPR_IN_SELECT && expr->kind != ASK_EXPR_IN_TABLE)
    return FALSE;
  if (expr->left->kind != ASK_EXPR_ROW)
    return !is_number (expr->left->affinity) && lists_numbers (expr, 0);
  for (guint i = 0; i < expr->left->list.n; i++)
    if (!is_number (expr->left->list.items[i]->affinity) && lists_numbers (expr, i))
      return TRUE;
  return FALSE;
}

static gboolean
note_expr_trait (AskSqlExpr *expr, gpointer traits)
{
  if (expr->op == ASK_OP_OR)
    *(AskSqlTraits *) traits |= ASK_SQL_HAS_OR;
  if (expr->kind == ASK_EXPR_COLLATE)
    *(AskSqlTraits *) traits |= ASK_SQL_HAS_COLLATE;
  if (is_number_list (expr))
    *(AskSqlTraits *) traits |= ASK_SQL_HAS_NUMBER_LIST;
  return TRUE;
}

static gboolean
note_from_trait (AskSqlFrom *from, gpointer traits)
{
  if (from->join == ASK_JOIN_RIGHT || from->join == ASK_JOIN_FULL)
    *(AskSqlTraits *) traits |= ASK_SQL_HAS_RIGHT_JOIN;
  return TRUE;
}

static gboolean
note_select_trait (AskSqlSelect *select, gpointer traits)
{
  if (select->limit != NULL)
    *(AskSqlTraits *) traits |= ASK_SQL_HAS_LIMIT;
  return TRUE;
}

/** ask_sql_select_get_traits: Returns: what of them stands anywhere in @select */
AskSqlTraits
ask_sql_select_get_traits (AskSqlSelect *select)
{
  AskSqlTraits traits = 0;
  AskSqlVisit visit
    = { .expr = note_expr_trait, .from = note_from_trait, .select = note_select_trait, .user_data = &traits };

  g_return_val_if_fail (select != NULL, 0);

  ask_sql_walk_select (select, &visit);
  return traits;
}

static void
add_name (GHashTable *names, const char *name)
{
  if (name != NULL)
    g_hash_table_add (names, g_ascii_strdown (name, -1));
}

static void
add_names (GHashTable *names, const char **list)
{
  for (guint i = 0; list != NULL && list[i] != NULL; i++)
    add_name (names, list[i]);
}

static void
add_window (GHashTable *names, const AskSqlWindow *window)
{
  if (window == NULL)
    return;
  add_name (names, window->name);
  add_name (names, window->base);
}

static gboolean
note_expr_names (AskSqlExpr *expr, gpointer names)
{
  add_name (names, expr->schema);
  add_name (names, expr->table);
  add_name (names, expr->name);
  add_window (names, expr->window);
  return TRUE;
}

static gboolean
note_from_names (AskSqlFrom *from, gpointer names)
{
  add_name (names, from->schema);
  add_name (names, from->name);
  add_name (names, from->alias);
  add_names (names, from->using);
  return TRUE;
}

static gboolean
note_select_names (AskSqlSelect *select, gpointer names)
{
  for (guint i = 0; i < select->n_ctes; i++)
    {
      add_name (names, select->ctes[i]->name);
      add_names (names, select->ctes[i]->columns);
    }
  for (guint i = 0; i < select->n_cores; i++)
    {
      const AskSqlCore *core = select->cores[i];

      for (guint r = 0; r < core->n_results; r++)
        {
          add_name (names, core->results[r].table);
          add_name (names, core->results[r].alias);
        }
      for (guint w = 0; w < core->n_windows; w++)
        add_window (names, core->windows[w]);
    }
  return TRUE;
}

/**
 * ask_sql_select_find_names:
 *
 * Returns: (transfer full) (element-type utf8): a set of all names that are written in @select, of whatever
 *   they are, in lower case
 */
GHashTable *
ask_sql_select_find_names (AskSqlSelect *select)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  AskSqlVisit visit
    = { .expr = note_expr_names, .from = note_from_names, .select = note_select_names, .user_data = names };

  g_return_val_if_fail (select != NULL, names);

  ask_sql_walk_select (select, &visit);
  return names;
}

/* @ctes: (element-type AskSqlCte): that are seen from where the walk is */
typedef struct
{
  GPtrArray *ctes;
  GArray *uses;
} Tables;

static void
note_table (const Tables *self, AskSqlTableUse use)
{
  for (guint i = 0; use.schema == NULL && i < self->ctes->len; i++)
    if (g_ascii_strcasecmp (((AskSqlCte *) self->ctes->pdata[i])->name, use.name) == 0)
      return;
  g_array_append_val (self->uses, use);
}

static gboolean
note_from_table (AskSqlFrom *from, gpointer data)
{
  if (from->kind == ASK_FROM_TABLE)
    note_table (data, (AskSqlTableUse) {
                        .from = from, .schema = from->schema, .name = from->name, .end = from->name_span.end });
  return TRUE;
}

static gboolean
note_in_table (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_IN_TABLE && expr->without_parentheses)
    note_table (data,
                (AskSqlTableUse) { .in = expr, .schema = expr->schema, .name = expr->name, .end = expr->name_end });
  return TRUE;
}

static gboolean
note_select_tables (AskSqlSelect *select, gpointer data)
{
  Tables *self = data;
  AskSqlVisit visit
    = { .expr = note_in_table, .from = note_from_table, .select = note_select_tables, .user_data = self };
  guint n = self->ctes->len;

  /* Each of them is seen by all of them, as SQLite has it. */
  for (guint i = 0; i < select->n_ctes; i++)
    g_ptr_array_add (self->ctes, select->ctes[i]);
  for (guint i = 0; i < select->n_ctes; i++)
    note_select_tables (select->ctes[i]->select, self);
  for (guint i = 0; i < select->n_cores; i++)
    ask_sql_walk_core (select->cores[i], &visit);
  for (guint i = 0; i < select->order.n; i++)
    ask_sql_walk_expr (select->order.items[i].expr, &visit);
  ask_sql_walk_expr (select->limit, &visit);
  ask_sql_walk_expr (select->offset, &visit);
  g_ptr_array_set_size (self->ctes, (int) n);
  return FALSE;
}

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const AskSqlTableUse *one = a;
  const AskSqlTableUse *other = b;

  return one->end < other->end ? -1 : one->end > other->end;
}

/**
 * ask_sql_select_find_tables:
 * @select: a statement that was not analysed
 *
 * Finds where tables are named, and leaves out what names a CTE.
 *
 * Returns: (transfer full) (element-type AskSqlTableUse): in the order of the text; they borrow from the tree
 */
GArray *
ask_sql_select_find_tables (AskSqlSelect *select)
{
  g_autoptr (GPtrArray) ctes = g_ptr_array_new ();
  Tables self = { ctes, g_array_new (FALSE, FALSE, sizeof (AskSqlTableUse)) };

  g_return_val_if_fail (select != NULL, self.uses);

  note_select_tables (select, &self);
  g_array_sort (self.uses, compare_uses);
  return self.uses;
}
