/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A SELECT in short sentences: its steps, what is shown, where it comes from, what holds, of what there is one row each,
 * in which order. It says all that the query does, or shows it as it is; it never leaves a part out.
 */
#include "config.h"

#include "understand/explain/ask-explain-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"

/* What ORDER BY 2 stands for is said by its number where it is longer than this in the text. */
#define MAX_REPEATED 300

/**
 * ask_explain_words:
 * @name: of a table, a column or what AS gave
 *
 * Returns: (transfer full): its words; the name in quotes where it has none
 */
char *
ask_explain_words (const char *name)
{
  g_autofree char *words = ask_text_to_words (name);

  return words[0] != '\0' ? g_steal_pointer (&words) : ask_explain_quote (name);
}

/** ask_explain_quote: Returns: (transfer full): @text as it is, on one line and in quotes */
char *
ask_explain_quote (const char *text)
{
  g_autofree char *line = ask_text_to_line (text);

  return g_strdup_printf (_ ("“%s”"), line);
}

/* Which one it is of steps that are only numbered, as those of a query that was built; 0 for another name. */
static guint
get_number (const char *name)
{
  const char *digits = g_str_has_prefix (name, "step_") ? name + strlen ("step_") : "";
  guint64 number = 0;

  return g_ascii_string_to_unsigned (digits, 10, 1, G_MAXUINT, &number, NULL) ? (guint) number : 0;
}

/** ask_explain_step: Returns: (transfer full): what the query itself gave the name @name, in quotes, or its number */
char *
ask_explain_step (const char *name)
{
  guint number = get_number (name);
  g_autofree char *words = ask_text_to_words (name);

  if (number > 0)
    /* Translators: an earlier step of a query, where rows come from: "From: step 1" */
    return g_strdup_printf (_ ("step %u"), number);
  return ask_explain_quote (words[0] != '\0' ? words : name);
}

static void
append_text (GString *words, const char *text)
{
  if (words->len > 0)
    g_string_append_c (words, ' ');
  g_string_append (words, text);
}

/**
 * ask_explain_select:
 * @select: a subquery
 *
 * Returns: (transfer full): it in words, in parentheses
 */
char *
ask_explain_select (AskExplain *self, const AskSqlSelect *select)
{
  g_autoptr (GString) words = g_string_new (NULL);

  ask_explain_append_select (self, words, select);
  return g_strdup_printf ("(%s)", words->str);
}

/* ---- what is shown */

/* "revenue (sum of price)": what AS calls it is said, too, where it is something else. */
static char *
name_result (AskExplain *self, const AskSqlResult *result)
{
  g_autofree char *value = ask_explain_value (self, result->expr);
  g_autofree char *alias = NULL;

  if (result->alias == NULL || result->expr->kind == ASK_EXPR_COLUMN)
    return g_steal_pointer (&value);
  alias = ask_explain_words (result->alias);
  if (strcmp (alias, value) == 0)
    return g_steal_pointer (&value);
  return g_strdup_printf (result->expr->kind == ASK_EXPR_CASE || result->expr->kind == ASK_EXPR_SELECT ? "%s %s"
                                                                                                       : "%s (%s)",
                          alias, value);
}

static char *
name_star (const AskSqlCore *core, const AskSqlResult *result)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  ask_sql_core_get_items ((AskSqlCore *) core, items);
  if (items->len == 1 && ((const AskSqlFrom *) items->pdata[0])->catalog_table != NULL)
    return ask_explain_item (items->pdata[0]);
  for (guint i = 0; result->star == 2 && i < items->len; i++)
    if (g_ascii_strcasecmp (ask_sql_from_get_name (items->pdata[i]) != NULL ? ask_sql_from_get_name (items->pdata[i])
                                                                            : "",
                            result->table)
        == 0)
      {
        g_autofree char *name = ask_explain_item (items->pdata[i]);

        /* Translators: all attributes of an entity */
        return g_strdup_printf (_ ("all of %s"), name);
      }
  return g_strdup (_ ("everything"));
}

static char *
name_results (AskExplain *self, const AskSqlCore *core)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < core->n_results; i++)
    {
      const AskSqlResult *result = &core->results[i];
      g_autofree char *name = result->star != 0 ? name_star (core, result) : name_result (self, result);

      g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", name);
    }
  return g_strdup (all->str);
}

/* Whether it only says how many rows there are. */
static gboolean
is_count (const AskSqlCore *core)
{
  const AskSqlExpr *expr = core->n_results == 1 ? core->results[0].expr : NULL;

  return expr != NULL && core->from.n > 0 && core->group_by.n == 0 && core->having == NULL
         && expr->kind == ASK_EXPR_FUNCTION && expr->is_aggregate && expr->star && expr->filter == NULL
         && expr->window == NULL && g_ascii_strcasecmp (expr->name, "count") == 0;
}

static void
append_rows (AskExplain *self, GString *words, const AskSqlCore *core)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < core->n_rows; i++)
    {
      g_autofree char *row = ask_explain_values (self, &core->rows[i], ", ");

      g_string_append_printf (all, "%s%s", i > 0 ? "; " : "", row);
    }
  ask_reading_append (words, _ ("Shown:"), all->str);
}

/* ---- one SELECT */

/* What GROUP BY or ORDER BY names by its place among the results. */
static char *
name_term (AskExplain *self, const AskSqlCore *core, const AskSqlExpr *expr)
{
  const AskSqlResult *result;

  if (expr->kind != ASK_EXPR_LITERAL || expr->value.kind != ASK_VALUE_INTEGER || expr->value.integer < 1
      || expr->value.integer > core->n_results)
    return ask_explain_value (self, expr);
  result = &core->results[expr->value.integer - 1];
  if (result->star != 0 || (result->alias == NULL && result->span.end - result->span.start > MAX_REPEATED))
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, expr->value.integer);

      return g_strdup_printf (_ ("column %s"), number);
    }
  return result->alias != NULL ? ask_explain_words (result->alias) : ask_explain_value (self, result->expr);
}

static void
append_groups (AskExplain *self, GString *words, const AskSqlCore *core)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < core->group_by.n; i++)
    {
      g_autofree char *name = name_term (self, core, core->group_by.items[i]);

      g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", name);
    }
  ask_reading_append (words, _ ("For each:"), all->str);
}

static void
append_core (AskExplain *self, GString *words, AskSqlCore *core)
{
  AskSqlCore *outer = self->core;
  gboolean counted = is_count (core);
  /* Of "EXISTS (SELECT 1 …)" only matters whether there is a row. */
  gboolean skipped = self->only_rows && core->from.n > 0 && !core->has_aggregate;
  g_autofree char *from = NULL;
  g_autofree char *what = NULL;
  g_autofree char *where = NULL;

  self->core = core;
  self->only_rows = FALSE;
  from = core->from.n > 0 ? ask_explain_from (self, core) : NULL;
  if (core->n_rows > 0)
    append_rows (self, words, core);
  else if (!skipped)
    {
      what = counted ? g_strdup (from) : name_results (self, core);
      ask_reading_append (words,
                          counted          ? _ ("Counted:")
                          : core->distinct ? _ ("Shown, each once:")
                                           : _ ("Shown:"),
                          what);
    }
  if (from != NULL && g_strcmp0 (from, what) != 0)
    /* Translators: which tables are read */
    ask_reading_append (words, _ ("From:"), from);
  where = core->where != NULL ? ask_explain_conditions (self, core->where) : NULL;
  if (where != NULL)
    ask_reading_append (words, _ ("Only where:"), where);
  if (core->group_by.n > 0)
    append_groups (self, words, core);
  if (core->having != NULL)
    {
      g_autofree char *having = ask_explain_condition (self, core->having);

      ask_reading_append (words, _ ("Only groups where:"), having);
    }
  self->core = outer;
}

/* ---- order, limit, sets, steps */

static gint64
get_limit (const AskSqlExpr *limit)
{
  return limit != NULL && limit->kind == ASK_EXPR_LITERAL && limit->value.kind == ASK_VALUE_INTEGER
             && limit->value.integer >= 0
           ? limit->value.integer
           : ASK_DRAFT_NO_LIMIT;
}

static char *
name_orders (AskExplain *self, const AskSqlSelect *select, gboolean mixed)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < select->order.n; i++)
    {
      const AskSqlOrderTerm *term = &select->order.items[i];
      g_autofree char *name = name_term (self, select->cores[0], term->expr);

      g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", name);
      if (mixed)
        g_string_append_printf (all, " (%s)",
                                term->descending ? C_ ("order", "largest first") : C_ ("order", "smallest first"));
      if (term->nulls != 0)
        g_string_append_printf (all, " (%s)", term->nulls == 1 ? _ ("empty ones first") : _ ("empty ones last"));
    }
  return g_strdup (all->str);
}

static void
append_order (AskExplain *self, GString *words, const AskSqlSelect *select)
{
  gint64 limit = get_limit (select->limit);
  gboolean mixed = FALSE;
  g_autofree char *by = NULL;

  for (guint i = 1; i < select->order.n; i++)
    mixed = mixed || select->order.items[i].descending != select->order.items[0].descending;
  by = select->order.n > 0 ? name_orders (self, select, mixed) : NULL;
  if (by != NULL && !mixed)
    ask_reading_append_order (words, by, select->order.items[0].descending, limit);
  else if (by != NULL)
    ask_reading_append (words, _ ("In the order of:"), by);
  if (select->limit != NULL && (by == NULL || mixed || limit == ASK_DRAFT_NO_LIMIT))
    {
      g_autofree char *first = ask_explain_value (self, select->limit);

      ask_reading_append (words, _ ("Only the first:"), first);
    }
  if (select->offset != NULL && get_limit (select->offset) != 0)
    {
      g_autofree char *skipped = ask_explain_value (self, select->offset);

      /* Translators: a number of rows that are not shown */
      ask_reading_append (words, _ ("Left out at the start:"), skipped);
    }
}

static const char *
name_compound (AskSqlCompound compound)
{
  switch (compound)
    {
    case ASK_COMPOUND_UNION_ALL:
      /* Translators: rows that come after others, whether they came before or not */
      return _ ("Followed by:");
    case ASK_COMPOUND_INTERSECT:
      return _ ("That are also in:");
    case ASK_COMPOUND_EXCEPT:
      return _ ("Without:");
    case ASK_COMPOUND_FIRST:
    case ASK_COMPOUND_UNION:
    default:
      return _ ("Together with:");
    }
}

static void
append_step (AskExplain *self, GString *words, const AskSqlCte *cte)
{
  g_autoptr (GString) step = g_string_new (NULL);
  guint number = get_number (cte->name);
  g_autofree char *name = number > 0 ? ask_explain_quote (cte->name) : ask_explain_step (cte->name);
  g_autofree char *label = NULL;

  if (cte->recursive)
    /* Translators: a part of a query that has a name and is done again and again */
    label = g_strdup_printf (_ ("Step %s, repeated until nothing is added:"), name);
  else if (number > 0)
    label = g_strdup_printf (_ ("Step %u:"), number);
  else
    /* Translators: a part of a query that has a name */
    label = g_strdup_printf (_ ("Step %s:"), name);
  ask_explain_append_select (self, step, cte->select);
  append_text (words, label);
  append_text (words, step->str);
}

/**
 * ask_explain_append_select:
 * @words: gets it
 * @select: analysed
 */
void
ask_explain_append_select (AskExplain *self, GString *words, const AskSqlSelect *select)
{
  AskSqlCore *outer = self->core;

  for (guint i = 0; i < select->n_ctes; i++)
    append_step (self, words, select->ctes[i]);
  if (select->n_ctes > 0)
    append_text (words, _ ("Then:"));
  for (guint i = 0; i < select->n_cores; i++)
    {
      if (i > 0)
        append_text (words, name_compound (select->cores[i]->compound));
      append_core (self, words, select->cores[i]);
    }
  self->core = select->cores[0];
  append_order (self, words, select);
  self->core = outer;
}

/**
 * ask_explain_tree:
 * @tree: that ask_schema_reader_parse() gave
 * @schema: the reader's
 *
 * Returns: (transfer full): what it asks for, in the user's language
 */
char *
ask_explain_tree (const AskSqlTree *tree, AskSchema *schema)
{
  AskExplain self = { schema, NULL, FALSE };
  g_autoptr (GString) words = g_string_new (NULL);

  g_return_val_if_fail (tree != NULL && schema != NULL, NULL);

  ask_explain_append_select (&self, words, tree->select);
  return g_strdup (words->str);
}

/**
 * ask_explain_sql:
 * @schema: whose names are meant
 * @sql: one SELECT over the relational view
 * @error: ASK_SQL_ERROR: what is wrong with @sql
 *
 * Looks at names alone; no source is asked anything.
 *
 * Returns: (transfer full) (nullable): what it asks for, in the user's language
 */
char *
ask_explain_sql (AskSchema *schema, const char *sql, GError **error)
{
  g_autoptr (AskSchemaReader) reader = NULL;
  g_autoptr (AskSqlTree) tree = NULL;

  g_return_val_if_fail (schema != NULL && sql != NULL, NULL);

  reader = ask_schema_reader_new (schema);
  tree = ask_schema_reader_parse (reader, sql, error);
  return tree != NULL ? ask_explain_tree (tree, schema) : NULL;
}
