/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Revenue that is worked out of the lines of what was sold, as SQL and back, and in words. The SQL says all of it, so that
 * it means the same whatever becomes of the schema.
 */
#include "config.h"

#include "understand/interpret/ask-draft-tree-private.h"

#include <glib/gi18n.h>

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"

static void
append_column (GString *sql, const AskDomain *domain, const char *alias, int attribute)
{
  g_autofree char *name = ask_sql_quote_name_if_needed (ask_domain_attribute (domain, attribute)->name);

  g_string_append (sql, alias);
  g_string_append (sql, name);
}

/* A line without a discount has none. */
static void
append_discount (GString *sql, const AskDomain *domain, const AskDomainMetric *metric, const char *alias)
{
  const AskDomainAttribute *discount = ask_domain_attribute (domain, metric->discount);
  gboolean may_lack = discount->n_empty != 0 && (discount->attribute == NULL || discount->attribute->nullable);

  g_string_append (sql, may_lack ? "coalesce(" : "");
  append_column (sql, domain, alias, metric->discount);
  g_string_append (sql, may_lack ? ", 0)" : "");
  g_string_append (sql, metric->percent ? " / 100.0" : "");
}

/*
 * ask_draft_append_product:
 * @sql: (inout): gets it
 * @domain: what @metric is of
 * @metric: without a definition
 * @alias: "T2.", or "" where none is needed
 *
 * "sum(unit_price * quantity * (1 - discount))"
 */
void
ask_draft_append_product (GString *sql, const AskDomain *domain, const AskDomainMetric *metric, const char *alias)
{
  g_string_append (sql, "sum(");
  append_column (sql, domain, alias, metric->price);
  if (metric->quantity >= 0)
    {
      g_string_append (sql, " * ");
      append_column (sql, domain, alias, metric->quantity);
    }
  if (metric->discount >= 0)
    {
      g_string_append (sql, " * (1 - ");
      append_discount (sql, domain, metric, alias);
      g_string_append_c (sql, ')');
    }
  g_string_append_c (sql, ')');
  if (metric->per >= 0)
    {
      g_string_append (sql, " * 1.0 / count(DISTINCT ");
      append_column (sql, domain, alias, metric->per);
      g_string_append_c (sql, ')');
    }
}

static gboolean
is_same (const AskSqlExpr *a, const AskSqlExpr *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (a->kind != b->kind || a->op != b->op || a->list.n != b->list.n || a->distinct != b->distinct || a->filter != NULL
      || a->window != NULL)
    return FALSE;
  if ((a->kind == ASK_EXPR_COLUMN || a->kind == ASK_EXPR_FUNCTION) && g_ascii_strcasecmp (a->name, b->name) != 0)
    return FALSE;
  if (a->kind == ASK_EXPR_LITERAL && ask_value_compare (&a->value, &b->value) != 0)
    return FALSE;
  for (guint i = 0; i < a->list.n; i++)
    if (!is_same (a->list.items[i], b->list.items[i]))
      return FALSE;
  return is_same (a->left, b->left) && is_same (a->right, b->right);
}

/*
 * ask_draft_tree_read_product:
 * @scope: a block whose FROM was read
 * @expr: of it
 * @term: (out): what it says
 *
 * Returns: whether it is revenue that is worked out, of an entity in FROM
 */
gboolean
ask_draft_tree_read_product (const AskDraftScope *scope, const AskSqlExpr *expr, AskDraftTerm *term)
{
  for (guint m = 0; m < scope->domain->metrics->len && scope->products; m++)
    {
      const AskDomainMetric *metric = ask_domain_metric (scope->domain, m);
      g_autoptr (GString) sql = g_string_new ("SELECT ");
      g_autoptr (AskSqlTree) tree = NULL;
      gboolean here = FALSE;

      for (guint i = 0; i < scope->entities->len; i++)
        here = here || g_array_index (scope->entities, guint, i) == metric->entity;
      if (metric->metric != NULL || !here || (metric->quantity < 0 && metric->per < 0))
        continue;
      ask_draft_append_product (sql, scope->domain, metric, "");
      tree = ask_sql_parse (sql->str, -1, NULL);
      if (tree != NULL && is_same (expr, tree->select->cores[0]->results[0].expr))
        {
          *term = (AskDraftTerm) { ASK_DRAFT_COUNT, FALSE, ASK_DOMAIN_STAR, .metric = m + 1 };
          return TRUE;
        }
    }
  return FALSE;
}

static char *
name_revenue (const AskDomain *domain, const AskDomainMetric *metric)
{
  g_autofree char *price = ask_text_to_words (ask_domain_attribute (domain, metric->price)->name);
  g_autofree char *quantity = NULL;
  g_autofree char *discount = NULL;

  if (metric->quantity < 0)
    return g_strdup_printf (_ ("revenue (sum of %s)"), price);
  quantity = ask_text_to_words (ask_domain_attribute (domain, metric->quantity)->name);
  if (metric->discount < 0)
    return g_strdup_printf (_ ("revenue (%s × %s)"), price, quantity);
  discount = ask_text_to_words (ask_domain_attribute (domain, metric->discount)->name);
  return g_strdup_printf (metric->percent ? _ ("revenue (%s × %s × (1 − %s ÷ 100))")
                                          : _ ("revenue (%s × %s × (1 − %s))"),
                          price, quantity, discount);
}

/*
 * ask_draft_name_product:
 * @domain: what @metric is of
 * @metric: without a definition
 *
 * Returns: (transfer full): "revenue (unit price × quantity × (1 − discount))"
 */
char *
ask_draft_name_product (const AskDomain *domain, const AskDomainMetric *metric)
{
  g_autofree char *revenue = name_revenue (domain, metric);
  g_autofree char *per = NULL;

  if (metric->per < 0)
    return g_steal_pointer (&revenue);
  per = ask_text_to_words (ask_domain_attribute (domain, metric->per)->name);
  /* Translators: a figure, and the key of what it is shared out among: "revenue (sum of total) ÷ different order id". */
  return g_strdup_printf (_ ("%s ÷ different %s"), revenue, per);
}
