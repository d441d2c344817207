/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks for what makes a query empty by counting parts of it: tables alone, joins one after the other, conditions
 * alone and without each other. Each count is the query itself with parts taken out, printed anew. A count that
 * cannot be made, or takes too long, leaves its reason out: what is said was counted.
 */
#include "config.h"

#include "understand/value/ask-value-diagnose.h"

#include <glib/gi18n.h>
#include <stdarg.h>

#include "schema/names/ask-schema-reader.h"
#include "sql/ask-sql-analysis.h"
#include "sql/ask-sql-printer.h"

/* A count takes no longer, no query makes more of them, and none is begun later. */
#define COUNT_MS 2000
#define MAX_COUNTS 60
#define TOTAL_MS 5000
/* Conditions that are looked at in pairs. */
#define MAX_PAIRED 6

/**
 * Diagnosis:
 * @select, @core: what is looked at
 * @conditions: (element-type AskSqlExpr): of WHERE, joined by AND
 * @until: of g_get_monotonic_time()
 * @failure: (nullable): it was cancelled
 */
typedef struct
{
  AskEngine *engine;
  AskSqlTree *tree;
  AskSqlSelect *select;
  AskSqlCore *core;
  GPtrArray *conditions;
  GPtrArray *reasons;
  GCancellable *cancellable;
  guint n_counts;
  gint64 until;
  GError *failure;
} Diagnosis;

/**
 * ask_empty_reason_free:
 * @self: (nullable) (transfer full): a reason
 */
void
ask_empty_reason_free (AskEmptyReason *self)
{
  if (self == NULL)
    return;
  g_free (self->what);
  g_free (self->text);
  g_free (self);
}

static AskEmptyReason *add_reason (Diagnosis *self, AskEmptyKind kind, const char *what, const char *format, ...)
  G_GNUC_PRINTF (4, 5);

static AskEmptyReason *
add_reason (Diagnosis *self, AskEmptyKind kind, const char *what, const char *format, ...)
{
  AskEmptyReason *reason = g_new0 (AskEmptyReason, 1);
  va_list args;

  reason->kind = kind;
  reason->what = g_strdup (what);
  reason->without = -1;
  reason->loose = -1;
  va_start (args, format);
  reason->text = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->reasons, reason);
  return reason;
}

static void
say_more (AskEmptyReason *reason, const char *sentence)
{
  char *text = g_strconcat (reason->text, " ", sentence, NULL);

  g_free (reason->text);
  reason->text = text;
}

/* A count for a sentence: "12", "at least 1000" */
static char *
say_count (gint64 n)
{
  return n >= ASK_EMPTY_MAX_COUNT ? g_strdup_printf (_ ("at least %d"), ASK_EMPTY_MAX_COUNT)
                                  : g_strdup_printf ("%" G_GINT64_FORMAT, n);
}

/* Rows of a SELECT, up to the limit; -1 where they could not be counted. */
static gint64
count_sql (Diagnosis *self, const char *select)
{
  g_autofree char *sql
    = g_strdup_printf ("SELECT count(*) FROM (SELECT 1 FROM (%s) LIMIT %d)", select, ASK_EMPTY_MAX_COUNT);
  const AskLimits limits = { 1, 1 << 20, COUNT_MS };
  g_autoptr (GError) local = NULL;
  g_autoptr (AskResult) result = NULL;

  if (self->failure != NULL || self->n_counts++ >= MAX_COUNTS || g_get_monotonic_time () > self->until)
    return -1;
  result = ask_engine_query (self->engine, sql, &limits, NULL, self->cancellable, &local);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->failure = g_steal_pointer (&local);
  return result != NULL ? ask_rows_get (result->rows, 0, 0)->integer : -1;
}

/* Prints the core by itself as @changed says it, without ORDER BY and LIMIT, and counts its rows. */
static gint64
count_core (Diagnosis *self, const AskSqlCore *changed)
{
  AskSqlCore *core = self->core;
  const AskSqlCore saved_core = *core;
  const AskSqlSelect saved = *self->select;
  g_autofree char *sql = NULL;

  *core = *changed;
  core->compound = ASK_COMPOUND_FIRST;
  self->select->cores = &core;
  self->select->n_cores = 1;
  self->select->order.n = 0;
  self->select->limit = NULL;
  self->select->offset = NULL;
  sql = ask_sql_print_select (self->select);
  *core = saved_core;
  *self->select = saved;
  return count_sql (self, sql);
}

/* Rows of the core with another FROM and WHERE, before it groups. */
static gint64
count (Diagnosis *self, AskSqlFrom **items, guint n_items, AskSqlExpr *where)
{
  AskSqlResult one = { .expr = ask_sql_tree_new_one (self->tree), .alias = "one" };
  AskSqlCore changed = *self->core;

  changed.distinct = FALSE;
  changed.results = &one;
  changed.n_results = 1;
  changed.from = (AskSqlFroms) { items, n_items };
  changed.where = where;
  changed.group_by.n = 0;
  changed.having = NULL;
  changed.n_windows = 0;
  return count_core (self, &changed);
}

static gint64
count_where (Diagnosis *self, AskSqlExpr *where)
{
  return count (self, self->core->from.items, self->core->from.n, where);
}

/* Rows of one item of FROM by itself. */
static gint64
count_item (Diagnosis *self, const AskSqlFrom *item, AskSqlExpr *where)
{
  AskSqlFrom alone = *item;
  AskSqlFrom *items[] = { &alone };

  alone.join = ASK_JOIN_FIRST;
  alone.natural = FALSE;
  alone.on = NULL;
  alone.using = NULL;
  return count (self, items, 1, where);
}

static char *
dup_part (const Diagnosis *self, AskSqlSpan span)
{
  return span.end > span.start ? g_strndup (self->tree->text + span.start, span.end - span.start) : g_strdup ("…");
}

static char *
dup_condition (const Diagnosis *self, const AskSqlExpr *expr)
{
  return expr->span.end > expr->span.start ? dup_part (self, expr->span) : ask_sql_print_expr (expr);
}

/* What a person calls an item of FROM. */
static const char *
get_name (const AskSqlFrom *item)
{
  const char *name = item->name != NULL ? item->name : ask_sql_from_get_name (item);

  return name != NULL ? name : _ ("a subquery");
}

static void
split (AskSqlExpr *expr, GPtrArray *conditions)
{
  while (expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_AND)
    {
      g_ptr_array_insert (conditions, 0, expr->right);
      expr = expr->left;
    }
  g_ptr_array_insert (conditions, 0, expr);
}

/* All conditions but those at @one and @other. */
static AskSqlExpr *
join_without (Diagnosis *self, guint one, guint other)
{
  AskSqlExpr *where = NULL;

  for (guint i = 0; i < self->conditions->len; i++)
    if (i != one && i != other)
      where = where == NULL ? self->conditions->pdata[i]
                            : ask_sql_tree_new_and (self->tree, where, self->conditions->pdata[i]);
  return where;
}

static AskSqlExpr *
new_call (Diagnosis *self, const char *name, AskSqlExpr *argument)
{
  AskSqlExpr *call = ask_sql_tree_new_expr (self->tree, ASK_EXPR_FUNCTION, (AskSqlSpan) { 0, 0 });

  call->name = ask_sql_tree_strdup (self->tree, name, -1);
  call->list.items = ask_sql_tree_alloc (self->tree, sizeof *call->list.items);
  call->list.items[0] = argument;
  call->list.n = 1;
  return call;
}

/* (nullable): an equality without regard to case and outer blanks */
static AskSqlExpr *
loosen (Diagnosis *self, const AskSqlExpr *expr)
{
  AskSqlExpr *loose;

  if (expr->kind != ASK_EXPR_BINARY || expr->op != ASK_OP_EQUAL)
    return NULL;
  loose = ask_sql_tree_new_expr (self->tree, ASK_EXPR_BINARY, (AskSqlSpan) { 0, 0 });
  loose->op = ASK_OP_EQUAL;
  loose->left = new_call (self, "lower", new_call (self, "trim", expr->left));
  loose->right = new_call (self, "lower", new_call (self, "trim", expr->right));
  return loose;
}

static void
note_loose (AskEmptyReason *reason, gint64 n)
{
  g_autofree char *count = say_count (n);
  g_autofree char *sentence = NULL;

  reason->loose = n;
  if (n <= 0)
    return;
  sentence = g_strdup_printf (ngettext ("Without regard to case and outer blanks %s row does.",
                                        "Without regard to case and outer blanks %s rows do.", (gulong) n),
                              count);
  say_more (reason, sentence);
}

static void
note_without (AskEmptyReason *reason, gint64 n)
{
  g_autofree char *count = say_count (n);
  g_autofree char *sentence = NULL;

  reason->without = n;
  if (n <= 0)
    return;
  sentence = g_strdup_printf (ngettext ("Without that condition there is %s row.",
                                        "Without that condition there are %s rows.", (gulong) n),
                              count);
  say_more (reason, sentence);
}

static gboolean diagnose_select (Diagnosis *self, AskSqlSelect *select);

/* What is in parentheses is a query with reasons of its own. */
static void
look_inside (Diagnosis *self, AskSqlSelect *select)
{
  if (select != NULL && !ask_sql_select_is_correlated (select))
    {
      Diagnosis inner = *self;

      diagnose_select (&inner, select);
      self->n_counts = inner.n_counts;
      self->failure = inner.failure;
    }
}

/* FROM alone gives nothing: a table has no row, or no row joins. */
static void
diagnose_from (Diagnosis *self)
{
  AskSqlFroms *from = &self->core->from;
  gboolean empty = FALSE;

  for (guint i = 0; i < from->n; i++)
    if (count_item (self, from->items[i], NULL) == 0)
      {
        empty = TRUE;
        add_reason (self, ASK_EMPTY_TABLE, get_name (from->items[i]), "There is no row in %s.",
                    get_name (from->items[i]));
        if (from->items[i]->kind == ASK_FROM_SELECT)
          look_inside (self, from->items[i]->select);
      }
  for (guint n = 2; !empty && n <= from->n; n++)
    {
      const AskSqlFrom *last = from->items[n - 1];
      AskSqlExpr *on = last->on;
      const char *before;
      AskSqlExpr *loose;
      g_autofree char *what = NULL;
      AskEmptyReason *reason;

      if (count (self, from->items, n, NULL) != 0)
        continue;
      before = n == 2 ? get_name (from->items[0]) : _ ("the tables before it");
      what = on != NULL ? dup_condition (self, on) : NULL;
      reason = what != NULL
                 ? add_reason (self, ASK_EMPTY_JOIN, what, _ ("No row of %s joins with %s by “%s”."), get_name (last),
                               before, what)
                 : add_reason (self, ASK_EMPTY_JOIN, NULL, _ ("No row of %s joins with %s."), get_name (last), before);
      loose = on != NULL ? loosen (self, on) : NULL;
      if (loose != NULL)
        {
          AskSqlFrom other = *last;
          g_autofree AskSqlFrom **items = g_memdup2 (from->items, n * sizeof *items);

          other.on = loose;
          items[n - 1] = &other;
          note_loose (reason, count (self, items, n, NULL));
        }
      return;
    }
}

/* The one table that a condition is about; %NULL where there are more, or none. */
static const AskSqlFrom *
find_only_table (Diagnosis *self, AskSqlExpr *condition)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  ask_sql_expr_get_items (condition, self->core, items);
  return items->len == 1 && ((AskSqlFrom *) items->pdata[0])->kind == ASK_FROM_TABLE ? items->pdata[0] : NULL;
}

/* A condition that no row of FROM fulfils. */
static void
diagnose_condition (Diagnosis *self, guint place)
{
  AskSqlExpr *condition = self->conditions->pdata[place];
  const AskSqlFrom *table = find_only_table (self, condition);
  gint64 alone = table != NULL && self->core->from.n > 1 ? count_item (self, table, condition) : 0;
  g_autofree char *what = dup_condition (self, condition);
  AskSqlExpr *loose = loosen (self, condition);
  AskEmptyReason *reason;

  if (alone > 0)
    {
      g_autofree char *rows = say_count (alone);

      reason = add_reason (self, ASK_EMPTY_CONDITION, what,
                           ngettext ("“%s” holds for %s row of %s, and it does not join.",
                                     "“%s” holds for %s rows of %s, and none of them joins.", (gulong) alone),
                           what, rows, get_name (table));
    }
  else
    {
      const AskSqlExpr *literal = condition->right;
      gboolean plain = table != NULL && condition->kind == ASK_EXPR_BINARY && condition->op == ASK_OP_EQUAL
                       && condition->left->kind == ASK_EXPR_COLUMN && literal->kind == ASK_EXPR_LITERAL;
      g_autofree char *value = plain ? dup_condition (self, literal) : NULL;

      if (plain)
        reason = add_reason (self, ASK_EMPTY_CONDITION, what, _ ("No row of %s has %s %s."), get_name (table),
                             condition->left->name, value);
      else if (table != NULL)
        reason = add_reason (self, ASK_EMPTY_CONDITION, what, _ ("No row of %s fulfils “%s”."), get_name (table), what);
      else
        reason = add_reason (self, ASK_EMPTY_CONDITION, what, _ ("No row fulfils “%s”."), what);
      if (loose != NULL)
        note_loose (reason, count_where (self, loose));
    }
  note_without (reason, count_where (self, join_without (self, place, place)));
  if (condition->kind == ASK_EXPR_IN_SELECT && !condition->negated)
    look_inside (self, condition->select);
}

/* Each condition has rows, all together have none: which two exclude each other, and what each of them costs. */
static void
diagnose_together (Diagnosis *self)
{
  guint n = self->conditions->len;

  for (guint i = 0; i < MIN (n, MAX_PAIRED); i++)
    for (guint j = i + 1; j < MIN (n, MAX_PAIRED) && n > 2; j++)
      {
        AskSqlExpr *both = ask_sql_tree_new_and (self->tree, self->conditions->pdata[i], self->conditions->pdata[j]);
        g_autofree char *one = dup_condition (self, self->conditions->pdata[i]);
        g_autofree char *other = dup_condition (self, self->conditions->pdata[j]);
        g_autofree char *what = g_strdup_printf ("%s AND %s", one, other);

        if (count_where (self, both) == 0)
          note_without (add_reason (self, ASK_EMPTY_TOGETHER, what, _ ("No row fulfils both “%s” and “%s”."), one,
                                    other),
                        count_where (self, join_without (self, i, j)));
      }
  if (n == 2 || self->reasons->len == 0)
    add_reason (self, ASK_EMPTY_TOGETHER, NULL, _ ("Each condition has rows, and no row fulfils all of them."));
  for (guint i = 0; i < n; i++)
    {
      gint64 without = count_where (self, join_without (self, i, i));
      g_autofree char *what = dup_condition (self, self->conditions->pdata[i]);
      g_autofree char *rows = say_count (without);

      if (without > 0)
        add_reason (self, ASK_EMPTY_TOGETHER, what,
                    ngettext ("Without “%s” there is %s row.", "Without “%s” there are %s rows.", (gulong) without),
                    what, rows)
          ->without
          = without;
    }
}

/* There are rows before they are grouped and limited. */
static void
diagnose_rest (Diagnosis *self, gint64 n_rows)
{
  gint64 whole = count_core (self, self->core);
  gint64 n = whole == 0 ? n_rows : whole;
  g_autofree char *rows = say_count (n);

  if (whole == 0 && self->core->having != NULL)
    {
      g_autofree char *what = dup_condition (self, self->core->having);

      add_reason (self, ASK_EMPTY_HAVING, what,
                  ngettext ("There is %s row, and no group fulfils “%s”.",
                            "There are %s rows, and no group of them fulfils “%s”.", (gulong) n),
                  rows, what)
        ->without
        = n;
    }
  else if (whole > 0 && self->select->n_cores == 1 && (self->select->limit != NULL || self->select->offset != NULL))
    add_reason (self, ASK_EMPTY_LIMIT, NULL,
                ngettext ("There is %s row, and LIMIT or OFFSET leaves it out.",
                          "There are %s rows, and LIMIT or OFFSET leaves none of them.", (gulong) n),
                rows)
      ->without
      = n;
}

static void
diagnose_core (Diagnosis *self)
{
  guint before = self->reasons->len;
  gboolean counted = TRUE;
  gint64 n;

  if (self->core->from.n == 0)
    return;
  if (self->core->where != NULL)
    split (self->core->where, self->conditions);
  n = count_where (self, NULL);
  if (n == 0)
    {
      diagnose_from (self);
      return;
    }
  for (guint i = 0; i < self->conditions->len; i++)
    {
      gint64 alone = count_where (self, self->conditions->pdata[i]);

      counted = counted && alone >= 0;
      if (alone == 0)
        diagnose_condition (self, i);
    }
  if (self->reasons->len > before || n < 0)
    return;
  n = self->core->where != NULL ? count_where (self, self->core->where) : n;
  if (n == 0 && counted)
    diagnose_together (self);
  else if (n > 0)
    diagnose_rest (self, n);
}

/* Whether the reasons of an empty SELECT were looked for. */
static gboolean
diagnose_select (Diagnosis *self, AskSqlSelect *select)
{
  guint before = self->reasons->len;

  self->select = select;
  for (guint i = 0; i < select->n_cores; i++)
    {
      g_autoptr (GPtrArray) conditions = g_ptr_array_new ();
      AskSqlCore *core = select->cores[i];

      /* The right side of EXCEPT takes away: that it is empty empties nothing. */
      if (core->compound == ASK_COMPOUND_EXCEPT || core->n_rows > 0)
        continue;
      self->core = core;
      self->conditions = conditions;
      diagnose_core (self);
    }
  self->conditions = NULL;
  if (self->reasons->len == before && select->n_cores == 2 && select->offset == NULL && self->failure == NULL
      && (select->cores[1]->compound == ASK_COMPOUND_EXCEPT || select->cores[1]->compound == ASK_COMPOUND_INTERSECT))
    add_reason (self, ASK_EMPTY_SIDES, NULL, _ ("Its sides give rows, and %s leaves none of them."),
                select->cores[1]->compound == ASK_COMPOUND_EXCEPT ? "EXCEPT" : "INTERSECT");
  return self->reasons->len > before;
}

static gboolean
note_api (AskSqlFrom *from, gpointer data)
{
  const AskEntity *entity = from->catalog_table != NULL ? from->catalog_table->data : NULL;
  gboolean *api = data;

  /* What a query entity reads is not looked into: it may be an API. */
  *api |= entity != NULL && (entity->kind == ASK_ENTITY_API || entity->kind == ASK_ENTITY_QUERY);
  return TRUE;
}

static gboolean
note_api_in_table (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_IN_TABLE && expr->select != NULL)
    ask_sql_walk_select (expr->select, &(AskSqlVisit) { NULL, note_api, NULL, data });
  return TRUE;
}

/**
 * ask_value_diagnose:
 * @engine: a session
 * @sql: one SELECT over its schema that gave no row
 * @cancellable: (nullable): stops it
 * @error: ASK_SQL_ERROR where @sql does not stand; %G_IO_ERROR_CANCELLED
 *
 * Counts at most 60 times, for five seconds together, up to 1,000 rows each. Of a query that calls an API nothing is said,
 * since that would call it again and again.
 *
 * Returns: (transfer full) (element-type AskEmptyReason): why there is no row, in the order in which somebody would
 *   look; empty where nothing was found
 */
GPtrArray *
ask_value_diagnose (AskEngine *engine, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSchemaReader) reader = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GPtrArray) reasons = NULL;
  Diagnosis self = { .engine = engine, .cancellable = cancellable, .until = g_get_monotonic_time () + TOTAL_MS * 1000 };
  gboolean api = FALSE;

  g_return_val_if_fail (engine != NULL && sql != NULL, NULL);

  reader = ask_schema_reader_new (ask_engine_get_schema (engine));
  tree = ask_schema_reader_parse (reader, sql, error);
  if (tree == NULL)
    return NULL;
  reasons = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_empty_reason_free);
  ask_sql_walk_select (tree->select, &(AskSqlVisit) { note_api_in_table, note_api, NULL, &api });
  if (api)
    return g_steal_pointer (&reasons);
  self.tree = tree;
  self.reasons = reasons;
  diagnose_select (&self, tree->select);
  if (self.failure != NULL)
    {
      g_propagate_error (error, self.failure);
      return NULL;
    }
  return g_steal_pointer (&reasons);
}
