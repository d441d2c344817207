/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Common table expressions of the remote printers: those that are used, under names of their own.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

/* An anchor and a part that names the CTE itself once; of integers and text, whose types do not grow. */
static const char *
print_recursive (AskSqlPrint *self, AskSqlCte *cte, AskSqlPrintItem *item)
{
  AskSqlSelect *select = cte->select;
  g_autoptr (GArray) targets = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
  g_autoptr (GArray) shapes = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
  g_autoptr (GArray) more = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
  AskSqlShape shape = { ASK_SELECT_VALUE, TRUE, NULL };
  const char *anchor;
  const char *step;

  if (!self->ops->postgres)
    {
      ask_sql_print_refuse_server (self, "A recursion may end early in");
      return NULL;
    }
  if (select->n_cores != 2 || select->n_ctes > 0 || select->order.n > 0 || select->limit != NULL
      || select->cores[0]->n_rows > 1 || select->cores[1]->n_rows > 0 || select->cores[1]->has_aggregate
      || select->cores[1]->distinct
      || (select->cores[1]->compound != ASK_COMPOUND_UNION && select->cores[1]->compound != ASK_COMPOUND_UNION_ALL))
    {
      ask_sql_print_refuse_server (self, "This recursion has no equal in");
      return NULL;
    }
  {
    g_autoptr (GPtrArray) cores = g_ptr_array_new ();
    AskSqlSelect only = *select;

    only.n_cores = 1;
    if (!ask_sql_print_list_cores (self, &only, cores)
        || ask_sql_print_core (self, g_ptr_array_index (cores, 0), &shape, NULL, targets) == NULL)
      return NULL;
    for (guint i = 0; i < targets->len; i++)
      {
        AskSqlRep *target = &g_array_index (targets, AskSqlRep, i);
        AskSqlRep wide = { .kind = target->kind, .type = target->type };

        if (target->kind == ASK_REP_BOOLEAN)
          wide = (AskSqlRep) { .kind = ASK_REP_INTEGER, .type = ASK_TYPE_INTEGER };
        if (ask_sql_rep_is_text (target))
          wide = (AskSqlRep) { .kind = ASK_REP_TEXT, .type = ASK_TYPE_TEXT };
        if (wide.kind != ASK_REP_INTEGER && wide.kind != ASK_REP_TEXT)
          {
            ask_sql_print_refuse_server (self, "A recursion over values of this type has no equal in");
            return NULL;
          }
        *target = wide;
      }
    shape.use = ASK_SELECT_DERIVED;
    shape.targets = (const AskSqlRep *) targets->data;
    anchor = ask_sql_print_core (self, g_ptr_array_index (cores, 0), &shape, NULL, shapes);
  }
  if (anchor == NULL)
    return NULL;
  item->n_shapes = targets->len;
  item->shapes = ask_sql_print_keep_shapes (self, targets);
  g_hash_table_insert (self->ctes, cte, item);
  if ((step = ask_sql_print_core (self, select->cores[1], &shape, NULL, more)) == NULL)
    return NULL;
  return FILL2 (select->cores[1]->compound == ASK_COMPOUND_UNION ? "{a} UNION {b}" : "{a} UNION ALL {b}", anchor, step);
}

/**
 * ask_sql_print_ctes:
 * @text: gets the WITH clause and a blank, where there is one
 *
 * Returns: %FALSE with the reason set
 */
gboolean
ask_sql_print_ctes (AskSqlPrint *self, AskSqlSelect *select, GString *text)
{
  gboolean recursive = FALSE;
  guint outer = self->in_with;
  guint with = ++self->n_withs;
  guint n = 0;

  for (guint i = 0; i < select->n_ctes; i++)
    recursive |= select->ctes[i]->recursive;
  for (guint i = 0; i < select->n_ctes; i++)
    {
      AskSqlCte *cte = select->ctes[i];
      AskSqlPrintItem *item;
      const char *body;

      if (cte->n_uses == 0)
        continue;
      item = g_new0 (AskSqlPrintItem, 1);
      item->alias = ask_sql_print_new_name (self, cte->name);
      item->with = self->in_with = with;
      if (cte->recursive)
        {
          /* The table takes it in as soon as the anchor is known. */
          body = print_recursive (self, cte, item);
          if (!g_hash_table_contains (self->ctes, cte))
            g_hash_table_insert (self->ctes, cte, item);
        }
      else
        {
          g_autoptr (GArray) shapes = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
          guint derived = self->derived;

          self->derived = self->scopes->len + 1;
          body = ask_sql_print_query (self, cte->select, ASK_SELECT_DERIVED, NULL, shapes);
          self->derived = derived;
          item->n_shapes = shapes->len;
          item->shapes = ask_sql_print_keep_shapes (self, shapes);
          g_hash_table_insert (self->ctes, cte, item);
        }
      self->in_with = outer;
      if (body == NULL)
        return FALSE;
      g_string_append_printf (text, "%s%s AS (%s)",
                              n++ > 0     ? ", "
                              : recursive ? "WITH RECURSIVE "
                                          : "WITH ",
                              ask_sql_print_quote (self, item->alias), body);
    }
  if (n > 0)
    g_string_append_c (text, ' ');
  return TRUE;
}
