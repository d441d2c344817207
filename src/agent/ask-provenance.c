/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the rows behind a cell, within the limits of any query, and says whether they still are what the cell says.
 */
#include "config.h"

#include "agent/ask-provenance-private.h"

#include <glib/gi18n.h>

#include "agent/ask-inquiry-step.h"
#include "agent/ask-run.h"
#include "base/ask-cell.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "engine/ask-external.h"
#include "sql/ask-sql-parser.h"
#include "understand/explain/ask-explain.h"

/* Of a value as much stands in a title. */
#define MAX_VALUE_SHOWN 60

ASK_DEFINE_ERROR ("ask-provenance-error-quark", ask_provenance_error)

/** ask_provenance_free: @self: (nullable) (transfer full): rows behind a cell */
void
ask_provenance_free (AskProvenance *self)
{
  if (self == NULL)
    return;
  g_free (self->words);
  g_free (self->sql);
  g_clear_pointer (&self->result, ask_result_free);
  g_clear_pointer (&self->asked, g_ptr_array_unref);
  g_free (self->changed);
  g_free (self);
}

static gboolean
check_place (const AskProvenancePlace *place, GError **error)
{
  g_autofree char *n_rows = g_strdup_printf ("%" G_GSIZE_FORMAT, ask_rows_get_n_rows (place->rows));
  guint n_columns = ask_rows_get_n_columns (place->rows);

  if (place->row < ask_rows_get_n_rows (place->rows) && place->column < n_columns)
    return TRUE;
  ask_error_set (error, ASK_PROVENANCE_ERROR, ASK_PROVENANCE_ERROR_CELL,
                 N_ ("There is no such cell: the answer as it is kept has %s rows and %u columns."), n_rows, n_columns);
  return FALSE;
}

/* The query of the rows, where the keys of the cell's group may have to be asked for first. */
static char *
derive (AskEngine *engine, const AskProvenanceCalls *calls, const AskProvenancePlace *place, const AskLimits *limits,
        GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (ask_engine_get_schema (engine));
  gboolean asks_keys;
  g_autofree char *sql = ask_provenance_derive (reader, place, NULL, &asks_keys, error);
  g_autoptr (AskResult) keys = NULL;

  if (sql != NULL)
    sql = ask_provenance_calls_show (calls, g_steal_pointer (&sql));
  if (sql == NULL || !asks_keys)
    return g_steal_pointer (&sql);
  keys = ask_engine_query (engine, sql, limits, NULL, cancellable, error);
  if (keys == NULL)
    return NULL;
  if (ask_rows_get_n_rows (keys->rows) == 0)
    {
      ask_error_set_literal (
        error, ASK_PROVENANCE_ERROR, ASK_PROVENANCE_ERROR_CHANGED,
        N_ ("No group looks like this row any more: the data have changed. Ask the question again."));
      return NULL;
    }
  if (ask_rows_get_n_rows (keys->rows) > 1)
    {
      ask_error_set_literal (
        error, ASK_PROVENANCE_ERROR, ASK_PROVENANCE_ERROR_NONE,
        N_ ("Several groups look like this row, as what they are grouped by is not shown. Ask for it, too."));
      return NULL;
    }
  g_free (sql);
  sql = ask_provenance_derive (reader, place, keys->rows, &asks_keys, error);
  return sql != NULL ? ask_provenance_calls_show (calls, g_steal_pointer (&sql)) : NULL;
}

/* Whether the cell is a number of rows, which they have to be. */
static gboolean
counts_rows (const AskProvenancePlace *place)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (place->sql, -1, NULL);
  const AskSqlCore *core = tree != NULL ? tree->select->cores[0] : NULL;
  const AskSqlExpr *expr;

  for (guint i = 0; core != NULL && i <= place->column && i < core->n_results; i++)
    if (core->results[i].star != 0)
      return FALSE;
  expr = core != NULL && place->column < core->n_results ? core->results[place->column].expr : NULL;
  return expr != NULL && expr->kind == ASK_EXPR_FUNCTION && expr->window == NULL && !expr->distinct
         && g_ascii_strcasecmp (expr->name, "count") == 0;
}

static void
compare (AskProvenance *self, const AskProvenancePlace *place)
{
  const AskValue *value = ask_rows_get (place->rows, place->row, place->column);
  gsize n = ask_rows_get_n_rows (self->result->rows);

  if (ask_rows_get_truncated (self->result->rows))
    return;
  if (counts_rows (place) ? value->kind == ASK_VALUE_INTEGER && value->integer != (gint64) n : n == 0)
    self->changed = g_strdup (_ ("The data have changed since this was answered."));
}

static gboolean
is_equal (const AskValue *a, const AskValue *b)
{
  g_autofree char *first = ask_value_to_text (a);
  g_autofree char *second = ask_value_to_text (b);

  return a->kind == b->kind && g_strcmp0 (first, second) == 0;
}

/* The step of the answer that tells of the same call. */
static const AskTraceStep *
find_step (const AskProvenancePlace *place, const AskInquiry *asked)
{
  for (guint i = 0; place->steps != NULL && i < place->steps->len; i++)
    {
      const AskTraceStep *step = place->steps->pdata[i];

      if (g_str_equal (step->kind, ASK_STEP_FUNCTION) && step->rows != NULL
          && g_strcmp0 (ask_json_get_string (step->fields, "function"), asked->function) == 0
          && g_strcmp0 (ask_json_get_string (step->fields, "question"), asked->text) == 0
          && ask_rows_get_n_columns (step->rows) == ask_rows_get_n_columns (asked->rows))
        return step;
    }
  return NULL;
}

/* For a cell all answers are kept ones. Whether they were when the question was answered, its steps tell; where they do not,
 * nobody knows, and "kept" is NULL. */
static void
recall (const AskProvenancePlace *place, AskInquiry *asked)
{
  guint n = ask_rows_get_n_columns (asked->rows);
  const AskTraceStep *step = find_step (place, asked);
  AskRows *told;
  g_autofree AskValue *row = NULL;

  if (asked->joins || asked->about_rows || n < 3)
    return;
  told = ask_rows_new ();
  row = g_new0 (AskValue, n);
  for (guint i = 0; i < n; i++)
    ask_rows_add_column (told, ask_rows_get_column (asked->rows, i)->name, ask_rows_get_column (asked->rows, i)->type);
  for (gsize r = 0; r < ask_rows_get_n_rows (asked->rows); r++)
    {
      for (guint i = 0; i < n; i++)
        row[i] = *ask_rows_get (asked->rows, r, i);
      row[n - 1] = (AskValue) ASK_NULL_INIT;
      for (gsize s = 0; step != NULL && s < ask_rows_get_n_rows (step->rows); s++)
        {
          gboolean same = TRUE;

          for (guint i = 0; same && i + 2 < n; i++)
            same = is_equal (&row[i], ask_rows_get (step->rows, s, i));
          if (!same)
            continue;
          row[n - 1] = *ask_rows_get (step->rows, s, n - 1);
          break;
        }
      ask_rows_append (told, row);
    }
  ask_rows_set_truncated (told, ask_rows_get_truncated (asked->rows));
  ask_rows_unref (asked->rows);
  asked->rows = told;
}

/**
 * ask_provenance_find:
 * @engine: over the sources of the answer
 * @place: a cell
 * @limits: (nullable): of the query for the rows; what they cut off is said by ask_rows_get_truncated()
 * @cancellable: (nullable): ends it
 * @error: ASK_PROVENANCE_ERROR, or as of ask_engine_query()
 *
 * Blocks.
 *
 * Returns: (transfer full) (nullable): the rows behind the cell
 */
AskProvenance *
ask_provenance_find (AskEngine *engine, const AskProvenancePlace *place, const AskLimits *limits,
                     GCancellable *cancellable, GError **error)
{
  g_autofree char *readable = NULL;
  g_autoptr (AskProvenanceCalls) calls = NULL;
  g_autoptr (AskProvenance) self = NULL;
  AskProvenancePlace read;

  g_return_val_if_fail (engine != NULL && place != NULL && place->sql != NULL && place->rows != NULL, NULL);

  if (!check_place (place, error))
    return NULL;
  readable = g_strdup (place->sql);
  calls = ask_provenance_calls_hide (engine, &readable);
  read = *place;
  read.sql = readable;
  self = g_new0 (AskProvenance, 1);
  self->sql = derive (engine, calls, &read, limits, cancellable, error);
  if (self->sql == NULL)
    return NULL;
  self->result = ask_engine_query (engine, self->sql, limits, NULL, cancellable, error);
  if (self->result == NULL)
    return NULL;
  self->asked = g_ptr_array_ref (ask_engine_get_asked (engine));
  for (guint i = 0; i < self->asked->len; i++)
    recall (place, self->asked->pdata[i]);
  self->words = ask_provenance_calls_is_empty (calls)
                  ? ask_explain_sql (ask_engine_get_schema (engine), self->sql, error)
                  : g_strdup (_ ("The rows that this value is made of, and what a function answered about them."));
  if (self->words == NULL)
    return NULL;
  compare (self, place);
  return g_steal_pointer (&self);
}

/* @array: (transfer full) */
static char *
print_array (JsonArray *array)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);

  json_node_take_array (node, array);
  return ask_json_to_string (node, FALSE);
}

/**
 * ask_provenance_to_json:
 * @self: rows behind a cell
 * @place: the cell
 *
 * Returns: (transfer full): all of it on one line: the cell, its rows, and what brought them
 */
char *
ask_provenance_to_json (const AskProvenance *self, const AskProvenancePlace *place)
{
  GString *json = g_string_new ("{\"cell\":{");
  g_autofree char *calls = print_array (ask_run_describe_calls (self->result->calls));
  g_autofree char *remote = print_array (ask_run_describe_remote (self->result->remote));

  g_string_append_printf (json, "\"row\":%" G_GSIZE_FORMAT ",\"column\":%u,\"name\":", place->row + 1,
                          place->column + 1);
  ask_json_append_string (json, ask_rows_get_column (place->rows, place->column)->name, -1);
  g_string_append (json, ",\"value\":");
  ask_json_append_value (json, ask_rows_get (place->rows, place->row, place->column));
  g_string_append (json, "},\"words\":");
  ask_json_append_string (json, self->words, -1);
  if (self->changed != NULL)
    {
      g_string_append (json, ",\"changed\":");
      ask_json_append_string (json, self->changed, -1);
    }
  g_string_append (json, ",\"sql\":");
  ask_json_append_string (json, self->sql, -1);
  g_string_append_c (json, ',');
  ask_json_append_rows (json, self->result->rows, G_MAXSIZE);
  g_string_append_printf (json, ",\"truncated\":%s,\"sources\":[",
                          ask_rows_get_truncated (self->result->rows) ? "true" : "false");
  for (guint i = 0; i < self->result->sources->len; i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      ask_json_append_string (json, self->result->sources->pdata[i], -1);
    }
  g_string_append_printf (json, "],\"calls\":%s,\"remote\":%s,\"functions\":", calls, remote);
  ask_inquiry_append_json (json, self->asked);
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

/**
 * ask_provenance_to_answer:
 * @self: rows behind a cell
 * @place: the cell
 *
 * Returns: (transfer full): the same as an answer of one step, for whatever shows steps
 */
AskAnswer *
ask_provenance_to_answer (const AskProvenance *self, const AskProvenancePlace *place)
{
  const char *name = ask_rows_get_column (place->rows, place->column)->name;
  g_autofree char *value = ask_cell_to_text (ask_rows_get (place->rows, place->row, place->column),
                                             ask_cell_format_find (place->rows, place->column));
  g_autofree char *short_value = ask_text_shorten (value, MAX_VALUE_SHOWN);
  /* Translators: a column and its value in one row, whose origin is shown */
  g_autofree char *title = g_strdup_printf (_ ("Rows behind %s: %s"), name, short_value);
  g_autofree char *words
    = self->changed != NULL ? g_strdup_printf ("%s %s", self->changed, self->words) : g_strdup (self->words);
  AskAnswer *answer = ask_answer_new (title);
  AskTraceStep *step = ask_answer_add_step (answer, "sql", title, words);

  json_object_set_string_member (ask_run_fields (step), "sql", self->sql);
  ask_run_describe_result (step, self->result);
  step->elapsed_ms = self->result->elapsed_ms;
  for (guint i = 0; i < self->asked->len; i++)
    ask_inquiry_add_step (answer, self->asked->pdata[i]);
  answer->status = ASK_STATUS_ANSWERED;
  answer->api_requests = ask_calls_count_requests (self->result->calls);
  return answer;
}
