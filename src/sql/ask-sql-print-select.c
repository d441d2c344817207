/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SELECT for the remote printers, around its cores (ask-sql-print-core.c): compounds, a SELECT that
 * has to be wrapped in another one to be put in order, LIMIT and OFFSET.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

static const char *
print_compound (AskSqlPrint *self, const AskSqlSelect *select, GPtrArray *cores, AskSqlShape shape, GArray *shapes)
{
  static const char *const words[] = { [ASK_COMPOUND_UNION] = "({a}) UNION ({b})",
                                       [ASK_COMPOUND_UNION_ALL] = "({a}) UNION ALL ({b})",
                                       [ASK_COMPOUND_INTERSECT] = "({a}) INTERSECT ({b})",
                                       [ASK_COMPOUND_EXCEPT] = "({a}) EXCEPT ({b})" };
  g_autoptr (GArray) targets = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
  AskSqlShape first = { ASK_SELECT_VALUE, TRUE, NULL };
  const AskSqlRep *given = shape.targets;
  const char *text = NULL;

  /* Once to learn the kinds, once as they have to be for all. */
  for (guint i = 0; i < cores->len; i++)
    {
      g_autoptr (GArray) own = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));

      if (ask_sql_print_core (self, g_ptr_array_index (cores, i), &first, NULL, own) == NULL)
        return NULL;
      for (guint c = 0; i == 0 && c < own->len; c++)
        {
          AskSqlRep empty = given != NULL ? given[c] : (AskSqlRep) { .kind = ASK_REP_NULL, .not_null = TRUE };

          g_array_append_val (targets, empty);
        }
      if (own->len != targets->len)
        {
          ask_sql_print_refuse (self, "Parts of a compound have different numbers of columns");
          return NULL;
        }
      for (guint c = 0; c < own->len; c++)
        if (!ask_sql_rep_unify (self, &g_array_index (targets, AskSqlRep, c), &g_array_index (own, AskSqlRep, c)))
          return NULL;
    }
  shape.exact = TRUE;
  shape.targets = (const AskSqlRep *) targets->data;
  for (guint i = 0; i < cores->len; i++)
    {
      AskSqlCore *core = g_ptr_array_index (cores, i);
      g_autoptr (GArray) own = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
      const char *part = ask_sql_print_core (self, core, &shape, NULL, own);

      if (part == NULL)
        return NULL;
      if (i == 0)
        {
          g_array_append_vals (shapes, own->data, own->len);
          text = part;
        }
      else
        text = FILL2 (words[core->compound], text, part);
    }
  for (guint c = 0; c < shapes->len; c++)
    {
      AskSqlRep *rep = &g_array_index (shapes, AskSqlRep, c);

      rep->not_null = FALSE;
      rep->literal = NULL;
      if (ask_sql_select_compares_alike (select, c))
        continue;
      rep->mixed = TRUE;
      for (guint i = 0; i < select->n_cores; i++)
        if (ask_sql_affinity_get_group (select->cores[i]->outputs[c].affinity) == ASK_AFFINITY_NUMERIC)
          rep->affinity = ASK_AFFINITY_NUMERIC;
    }
  return text;
}

/* Of a wrapped SELECT: the result column that a term of its ORDER BY names. */
static int
find_output (AskSqlPrint *self, AskSqlExpr *expr, AskSqlCore *core, guint n)
{
  g_autoptr (GPtrArray) exprs = g_ptr_array_new ();
  gint64 position;

  if (expr->kind == ASK_EXPR_COLLATE)
    return -1;
  if (expr->kind == ASK_EXPR_LITERAL && ask_sql_print_get_integer (expr, &position))
    return position >= 1 && position <= n ? (int) position - 1 : -1;
  if (core->n_rows > 0 || !ask_sql_print_expand (self, core, exprs) || exprs->len != n)
    return -1;
  if (expr->kind == ASK_EXPR_COLUMN && expr->table == NULL)
    for (guint i = 0; i < n && core->n_results == n; i++)
      if (core->results[i].alias != NULL && g_ascii_strcasecmp (core->results[i].alias, expr->name) == 0)
        return (int) i;
  for (guint i = 0; i < n; i++)
    if (ask_sql_print_same (expr, g_ptr_array_index (exprs, i)))
      return (int) i;
  /* Of a compound the analysis may leave the name to the results. */
  if (expr->kind == ASK_EXPR_COLUMN && expr->table == NULL)
    for (guint i = 0; i < n; i++)
      {
        AskSqlExpr *output = g_ptr_array_index (exprs, i);

        if (output->kind == ASK_EXPR_COLUMN && output->name != NULL
            && g_ascii_strcasecmp (output->name, expr->name) == 0)
          return (int) i;
      }
  return -1;
}

/* "SELECT q.c1, … FROM (inner) AS q ORDER BY …": an order by bytes is none of the result columns, as
 * DISTINCT and compounds want it. */
static const char *
print_wrapped (AskSqlPrint *self, AskSqlSelect *select, const char *inner, const AskSqlOrder *order,
               const AskSqlShape *shape, GArray *shapes)
{
  const char *alias = ask_sql_print_quote (self, ask_sql_print_new_name (self, "q"));
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();
  g_autoptr (GPtrArray) terms = g_ptr_array_new ();
  g_autofree AskSqlRep *reps = g_new0 (AskSqlRep, shapes->len + 1);

  for (guint i = 0; i < shapes->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("c%u", i + 1);
      const char *quoted = ask_sql_print_quote (self, name);
      const char *output;

      ask_sql_rep_set_reference (self, &g_array_index (shapes, AskSqlRep, i), FILL2 ("{a}.{b}", alias, quoted),
                                 &reps[i]);
      g_array_index (shapes, AskSqlRep, i) = reps[i];
      output = ask_sql_print_output (self, shape, i, &g_array_index (shapes, AskSqlRep, i));
      if (output == NULL)
        return NULL;
      g_ptr_array_add (outputs, (gpointer) FILL2 ("{a} AS {b}", output, quoted));
    }
  for (guint i = 0; order != NULL && i < order->n; i++)
    {
      int found = -1;
      const char *term;

      for (guint c = 0; c < select->n_cores && found < 0; c++)
        found = find_output (self, order->items[i].expr, select->cores[c], shapes->len);
      if (found < 0)
        {
          ask_sql_print_refuse (self, "ORDER BY names something that is no result column");
          return NULL;
        }
      if (reps[found].kind == ASK_REP_NULL)
        continue;
      if ((term = ask_sql_print_order_term (self, &reps[found], &order->items[i], FALSE)) == NULL)
        return NULL;
      g_ptr_array_add (terms, (gpointer) term);
    }
  inner = FILL3 ("SELECT {a} FROM ({b}) AS {c}", ask_sql_print_join (self, outputs, ", "), inner, alias);
  if (terms->len > 0)
    inner = FILL2 ("{a} ORDER BY {b}", inner, ask_sql_print_join (self, terms, ", "));
  return inner;
}

static gboolean
read_limit (AskSqlPrint *self, const AskSqlExpr *expr, gint64 none, gint64 *limit)
{
  *limit = none;
  if (expr == NULL)
    return TRUE;
  if (!ask_sql_print_get_integer (expr, limit))
    return ask_sql_print_refuse (self, "LIMIT or OFFSET is no plain number");
  if (*limit < 0)
    *limit = none;
  return TRUE;
}

/**
 * ask_sql_print_query:
 * @target: (nullable): the kind that its one column has to have
 * @shapes: (element-type AskSqlRep): empty; gets its columns
 *
 * Returns: (transfer none) (nullable): the text, without parentheses; %NULL with the reason set
 */
const char *
ask_sql_print_query (AskSqlPrint *self, AskSqlSelect *select, AskSqlSelectUse use, const AskSqlRep *target,
                     GArray *shapes)
{
  g_autoptr (GPtrArray) cores = NULL;
  g_autoptr (GString) text = NULL;
  AskSqlCore *core = select->cores[0];
  const AskSqlOrder *order = select->order.n > 0 ? &select->order : NULL;
  const AskSqlShape wanted = { use, FALSE, target };
  AskSqlShape shape = wanted;
  gboolean compound;
  gboolean wrap;
  gint64 limit;
  gint64 offset;
  const char *inner;
  const char *why = self->ops->refuse_select != NULL ? self->ops->refuse_select (select) : NULL;
  guint derived = self->derived;

  if (why != NULL)
    {
      ask_sql_print_refuse_server (self, why);
      return NULL;
    }
  /* There a subquery of IN has no limit of its own. */
  if (use == ASK_SELECT_MEMBER && !self->ops->postgres && (select->limit != NULL || select->offset != NULL))
    {
      self->derived = self->scopes->len + 1;
      inner = ask_sql_print_query (self, select, ASK_SELECT_DERIVED, NULL, shapes);
      self->derived = derived;
      return inner != NULL ? print_wrapped (self, select, inner, NULL, &wanted, shapes) : NULL;
    }
  if (select->n_ctes > 0)
    text = g_string_new (NULL);
  if (select->n_cores > 1 || core->n_rows > 0)
    cores = g_ptr_array_new ();
  if (self->reason != NULL || (text != NULL && !ask_sql_print_ctes (self, select, text))
      || (cores != NULL && !ask_sql_print_list_cores (self, select, cores))
      || !read_limit (self, select->limit, -1, &limit) || !read_limit (self, select->offset, 0, &offset))
    return NULL;
  if (cores != NULL && cores->len == 0)
    {
      ask_sql_print_refuse (self, "There is nothing to select");
      return NULL;
    }
  if (cores != NULL)
    core = g_ptr_array_index (cores, 0);
  compound = cores != NULL && cores->len > 1;
  if (use == ASK_SELECT_VALUE)
    {
      gboolean single = !compound && core->has_aggregate && core->group_by.n == 0;

      /* SQLite takes the first row of many. */
      if (!single && (limit < 0 || limit > 1))
        limit = 1;
    }
  else if (use != ASK_SELECT_TOP && limit < 0 && offset == 0)
    order = NULL;
  wrap = order != NULL && (compound || core->distinct);
  if (wrap)
    {
      shape.use = ASK_SELECT_DERIVED;
      shape.targets = NULL;
      self->derived = self->scopes->len + 1;
    }
  if (compound)
    inner = print_compound (self, select, cores, shape, shapes);
  else
    {
      shape.exact = core->distinct;
      inner = ask_sql_print_core (self, core, &shape, wrap ? NULL : order, shapes);
    }
  self->derived = derived;
  if (inner == NULL)
    return NULL;
  if (wrap && (inner = print_wrapped (self, select, inner, order, &wanted, shapes)) == NULL)
    return NULL;
  if (text == NULL && limit < 0 && offset <= 0)
    return inner;
  if (text == NULL)
    text = g_string_new (NULL);
  g_string_append (text, inner);
  if (limit >= 0)
    g_string_append_printf (text, " LIMIT %" G_GINT64_FORMAT, limit);
  else if (offset > 0 && !self->ops->postgres)
    g_string_append (text, " LIMIT 18446744073709551615");
  if (offset > 0)
    g_string_append_printf (text, " OFFSET %" G_GINT64_FORMAT, offset);
  return ask_sql_print_keep (self, g_strdup (text->str));
}
