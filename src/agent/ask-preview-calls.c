/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What calls of functions are about to cost. Their values are counted where they lie: in files of this computer, and at a server
 * that counts them itself and sends one row. No API is called for that. Where they may not be counted, what was noted of their
 * columns tells, and that is said.
 */
#include "config.h"

#include "agent/ask-preview-private.h"

#include <glib/gi18n.h>

#include "base/ask-number.h"
#include "base/ask-text.h"
#include "sql/ask-sql-parser.h"

/* Of a question, in a line. */
#define QUESTION_LENGTH 60
/* Of more values nobody looks whether their answers are kept. */
#define MAX_READ 100000

typedef struct
{
  AskWorkspace *workspace;
  AskEngine *engine;
  GCancellable *cancellable;
} Counting;

/* "WITH _given (_1, _2) AS (…) SELECT count(*), sum(…) FROM _given" */
static char *
write_count (const char *sql, guint n_columns, gboolean values, gboolean measures)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) lengths = g_string_new (NULL);

  for (guint i = 1; i <= n_columns; i++)
    {
      g_string_append_printf (names, "%s_%u", i > 1 ? ", " : "", i);
      g_string_append_printf (lengths, "%scoalesce(sum(length(_%u)), 0)", i > 1 ? " + " : "", i);
    }
  return g_strdup_printf ("WITH _given (%s) AS (%s) SELECT count(%s)%s%s FROM _given", names->str, sql,
                          values ? "_1" : "*", measures ? ", " : "", measures ? lengths->str : "");
}

/* Whether @sql asks no API, and no server for more than one row. */
static gboolean
may_run (const Counting *self, const char *sql)
{
  g_autoptr (GPtrArray) items = ask_engine_estimate (self->engine, sql, self->cancellable, NULL);

  for (guint i = 0; items != NULL && i < items->len; i++)
    {
      const AskCostItem *item = items->pdata[i];

      if (item->api || item->rows.kind != ASK_FIGURE_EXACT || item->rows.n > 1)
        return FALSE;
    }
  return items != NULL;
}

static gboolean
count_there (const Counting *self, const char *sql, AskExternalCount *count)
{
  g_autoptr (AskResult) result
    = may_run (self, sql) ? ask_engine_query (self->engine, sql, NULL, NULL, self->cancellable, NULL) : NULL;

  if (result == NULL || ask_rows_get_n_rows (result->rows) != 1)
    return FALSE;
  count->n = (AskFigure) { ASK_FIGURE_EXACT, ask_rows_get (result->rows, 0, 0)->integer };
  if (ask_rows_get_n_columns (result->rows) > 1)
    count->characters = ask_rows_get (result->rows, 0, 1)->integer;
  count->basis = ASK_EXTERNAL_COUNTED;
  return TRUE;
}

/* Returns: different values of the column, -1 where nobody counted them all */
static gint64
find_distinct (AskWorkspace *workspace, const AskEntity *entity, const AskAttribute *attribute)
{
  g_autoptr (GPtrArray) facts = entity->source != NULL && entity->table != NULL
                                  ? ask_workspace_load_facts (workspace, entity->source, entity->table, NULL)
                                  : NULL;

  for (guint i = 0; facts != NULL && i < facts->len; i++)
    {
      const AskValueFacts *one = facts->pdata[i];

      if (g_strcmp0 (one->column, attribute->column) == 0)
        return one->complete ? one->n_distinct : one->n_rows;
    }
  return -1;
}

/* What was noted: different values of a column, or else the rows of its table, however many of them conditions leave. */
static void
take_facts (const Counting *self, const AskSqlTree *tree, AskExternalCount *count)
{
  const AskSqlCore *core = tree->select->cores[0];
  gint64 n = -1;

  for (guint i = 0; i < core->n_results; i++)
    {
      const AskSqlExpr *expr = core->results[i].expr;
      const AskSqlTable *table
        = expr != NULL && expr->kind == ASK_EXPR_COLUMN && expr->from != NULL ? expr->from->catalog_table : NULL;
      const AskEntity *entity = table != NULL ? table->data : NULL;
      const AskAttribute *attribute = entity != NULL && expr->column >= 0 && (guint) expr->column < table->columns->len
                                        ? ((const AskSqlColumn *) table->columns->pdata[expr->column])->data
                                        : NULL;

      if (attribute == NULL)
        return;
      if (core->n_results == 1)
        n = find_distinct (self->workspace, entity, attribute);
      if (n < 0)
        n = MAX (n, table->rows);
    }
  if (n < 0 || tree->select->n_cores > 1)
    return;
  count->n = (AskFigure) { ASK_FIGURE_ABOUT, n };
  count->basis = ASK_EXTERNAL_FACTS;
}

static gboolean
count (const char *sql, gboolean values, AskExternalCount *found, gpointer data, GError **error)
{
  const Counting *self = data;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  g_autofree char *measured = NULL;
  g_autofree char *plain = NULL;

  *found = (AskExternalCount) { { ASK_FIGURE_UNKNOWN, 0 }, -1, ASK_EXTERNAL_UNCOUNTED };
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (tree == NULL || !ask_engine_analyse (self->engine, tree, NULL))
    return TRUE;
  measured = write_count (sql, tree->select->cores[0]->n_outputs, values, TRUE);
  plain = write_count (sql, tree->select->cores[0]->n_outputs, values, FALSE);
  /* A server may count values and not measure them. */
  if (!count_there (self, measured, found) && !count_there (self, plain, found))
    take_facts (self, tree, found);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

static AskRows *
read_rows (const char *sql, gpointer data)
{
  const Counting *self = data;
  const AskLimits limits = { MAX_READ, ASK_LIMITS_DEFAULT.max_bytes, ASK_LIMITS_DEFAULT.deadline_ms };
  g_autoptr (GPtrArray) items = ask_engine_estimate (self->engine, sql, self->cancellable, NULL);
  g_autoptr (AskResult) result = NULL;

  /* Rows of a server or an API are not fetched to find out what they will cost. */
  if (items == NULL || items->len > 0)
    return NULL;
  result = ask_engine_query (self->engine, sql, &limits, NULL, self->cancellable, NULL);
  return result != NULL && !ask_rows_get_truncated (result->rows) ? ask_rows_ref (result->rows) : NULL;
}

/**
 * ask_preview_add_calls:
 * @self: of a query
 * @workspace: knows facts of columns, and the price
 * @engine: as for ask_preview_of_query()
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_engine_estimate_calls()
 *
 * Adds what each call of a function in the query will be given at most, and what its model costs for that. What is counted
 * stays within the caps of @engine.
 *
 * Returns: whether it is known
 */
gboolean
ask_preview_add_calls (AskPreview *self, AskWorkspace *workspace, AskEngine *engine, GCancellable *cancellable,
                       GError **error)
{
  Counting counting = { workspace, engine, cancellable };

  g_clear_pointer (&self->calls, g_ptr_array_unref);
  self->calls
    = ask_engine_estimate_calls (engine, self->sql, &(AskExternalCounter) { count, read_rows, &counting }, error);
  for (guint i = 0; self->calls != NULL && i < self->calls->len; i++)
    {
      AskExternalCost *call = self->calls->pdata[i];
      AskPrice price;

      call->price
        = ask_workspace_get_price (workspace, call->model, &price) ? (double) call->tokens * price.prompt / 1e6 : -1;
    }
  return self->calls != NULL;
}

/* "at most 12 values (counted)" */
static void
append_values (GString *text, const AskExternalCost *call)
{
  const AskExternalCount *values = &call->values;
  g_autofree char *figure = ask_preview_say_figure (values->n);
  gulong n = values->n.kind == ASK_FIGURE_UNKNOWN ? 2 : (gulong) values->n.n;

  if (call->rows)
    /* Translators: a number of rows, such as "at most 340". */
    g_string_append_printf (text, ngettext ("%s row", "%s rows", n), figure);
  else
    /* Translators: a number of values, such as "at most 340". */
    g_string_append_printf (text, ngettext ("%s value", "%s values", n), figure);
  if (values->basis == ASK_EXTERNAL_COUNTED)
    /* Translators: behind a number of values: where it comes from. */
    g_string_append (text, _ (" (counted)"));
  else if (values->basis == ASK_EXTERNAL_FACTS)
    /* Translators: behind a number of values: where it comes from. */
    g_string_append (text, _ (" (not counted; as noted of the column)"));
  if (call->rows && call->n_kept > 0)
    g_string_append (text, _ (", the answer is kept"));
  else if (call->n_kept > 0)
    {
      g_autofree char *kept = ask_number_count (call->n_kept);

      /* Translators: how many answers are known from before; it follows a number of values that will be asked about. */
      g_string_append_printf (
        text, ngettext (", %s answer more is kept", ", %s answers more are kept", (gulong) call->n_kept), kept);
    }
}

static void
append_model (GString *text, const AskExternalCost *call)
{
  g_autofree char *requests = ask_preview_say_figure (call->requests);
  g_autofree char *characters = ask_preview_say_figure (call->characters);
  gulong n = call->requests.kind == ASK_FIGURE_UNKNOWN ? 2 : (gulong) call->requests.n;

  /* Translators: a number of calls, such as "about 340", and the model that is called; it follows a number of values. */
  g_string_append_printf (text, ngettext (", %s call of %s", ", %s calls of %s", n), requests, call->model);
  if (call->requests.kind == ASK_FIGURE_UNKNOWN)
    return;
  /* Translators: a number of characters, such as "about 1,200"; it follows a number of calls. */
  g_string_append_printf (text, _ (", %s characters"), characters);
  if (call->price >= 0)
    {
      g_autofree char *said = ask_preview_say_price (call->price);

      /* Translators: what the tokens cost, without a currency; it follows a number of characters. */
      g_string_append_printf (text, _ (", price %s and what the replies cost"), said);
    }
}

static void
append_call (GString *text, const AskExternalCost *call)
{
  g_autofree char *question = call->text != NULL ? ask_text_shorten (call->text, QUESTION_LENGTH) : NULL;

  if (text->len > 0)
    g_string_append_c (text, '\n');
  if (question != NULL)
    g_string_append_printf (text, "%s (“%s”): ", call->function, question);
  else
    g_string_append_printf (text, "%s: ", call->function);
  append_values (text, call);
  if (call->model != NULL)
    append_model (text, call);
  else if (call->refused == NULL)
    g_string_append (text, _ ("; they stay on this computer"));
  if (call->refused != NULL)
    g_string_append_printf (text, "\n· %s", call->refused);
}

/**
 * ask_preview_calls_to_lines:
 * @self: a preview
 *
 * Returns: (transfer full): a line or two for each call of a function; "" where none is known
 */
char *
ask_preview_calls_to_lines (const AskPreview *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; self->calls != NULL && i < self->calls->len; i++)
    append_call (text, self->calls->pdata[i]);
  return g_string_free (text, FALSE);
}

/* ask_preview_calls_to_json: Returns: (transfer full): [{"function", "question", "values", "basis", "kept", "model", "calls",
 * "characters", "tokens", "price", "refused"}] */
JsonArray *
ask_preview_calls_to_json (const AskPreview *self)
{
  static const char *const bases[] = { "unknown", "counted", "facts" };
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->calls->len; i++)
    {
      const AskExternalCost *call = self->calls->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "function", call->function);
      if (call->text != NULL)
        json_object_set_string_member (object, "question", call->text);
      json_object_set_member (object, call->rows ? "rows" : "values", ask_preview_figure_to_json (call->values.n));
      json_object_set_string_member (object, "basis", bases[call->values.basis]);
      json_object_set_int_member (object, "kept", (gint64) call->n_kept);
      if (call->model != NULL)
        {
          json_object_set_string_member (object, "model", call->model);
          json_object_set_member (object, "calls", ask_preview_figure_to_json (call->requests));
          json_object_set_member (object, "characters", ask_preview_figure_to_json (call->characters));
          json_object_set_int_member (object, "tokens", call->tokens);
          if (call->price >= 0)
            json_object_set_double_member (object, "price", call->price);
        }
      if (call->refused != NULL)
        json_object_set_string_member (object, "refused", call->refused);
      json_array_add_object_element (array, object);
    }
  return array;
}
