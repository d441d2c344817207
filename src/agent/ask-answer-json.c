/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An answer as the JSON that is stored, exported and printed: written here and read back here, so
 * that both know the same members. Cells keep their digits, times are ISO 8601 in UTC.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-agent.h"

#include "agent/ask-inquiry-step.h"
#include "agent/ask-citation.h"
#include "base/ask-error.h"

/* Rows of a step's temporary table that the trace keeps. */
#define MAX_PREVIEW 50

static void
append_name (GString *json, const char *name)
{
  char last = json->str[json->len - 1];

  if (last != '{' && last != '[')
    g_string_append_c (json, ',');
  ask_json_append_string (json, name, -1);
  g_string_append_c (json, ':');
}

static void
append_string (GString *json, const char *name, const char *text)
{
  append_name (json, name);
  if (text != NULL)
    ask_json_append_string (json, text, -1);
  else
    g_string_append (json, "null");
}

static void
append_integer (GString *json, const char *name, gint64 integer)
{
  append_name (json, name);
  g_string_append_printf (json, "%" G_GINT64_FORMAT, integer);
}

static void
append_real (GString *json, const char *name, double real)
{
  g_autofree char *digits = ask_real_to_text (real);

  append_name (json, name);
  g_string_append (json, digits);
}

static void
append_node (GString *json, const char *name, JsonNode *node)
{
  g_autofree char *text = node != NULL ? ask_json_to_string (node, FALSE) : NULL;

  append_name (json, name);
  g_string_append (json, text != NULL ? text : "null");
}

static void
append_time (GString *json, const char *name, gint64 time)
{
  g_autoptr (GDateTime) seconds = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autofree char *text = NULL;

  append_name (json, name);
  if (seconds == NULL || time < 0)
    {
      g_string_append (json, "null");
      return;
    }
  text = g_date_time_format (seconds, "%Y-%m-%dT%H:%M:%S");
  g_string_append_printf (json, "\"%s.%06dZ\"", text, (int) (time % G_USEC_PER_SEC));
}

static void
append_strings (GString *json, const char *name, GPtrArray *strings)
{
  append_name (json, name);
  g_string_append_c (json, '[');
  for (guint i = 0; i < strings->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      ask_json_append_string (json, strings->pdata[i], -1);
    }
  g_string_append_c (json, ']');
}

static void
append_choices (GString *json, const char *name, GPtrArray *choices)
{
  append_name (json, name);
  g_string_append_c (json, '[');
  for (guint i = 0; i < choices->len; i++)
    {
      const AskAnswerChoice *choice = choices->pdata[i];

      g_string_append (json, i > 0 ? ",{" : "{");
      append_string (json, "words", choice->words);
      append_string (json, "sql", choice->sql);
      append_integer (json, "n_rows", choice->n_rows);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

static void
append_parts (GString *json, GPtrArray *parts)
{
  append_name (json, "parts");
  g_string_append_c (json, '[');
  for (guint i = 0; i < parts->len; i++)
    {
      const AskAnswerPart *part = parts->pdata[i];

      g_string_append (json, i > 0 ? ",{" : "{");
      append_string (json, "kind", part->kind);
      append_string (json, "lead", part->lead);
      append_string (json, "words", part->words);
      append_choices (json, "alternatives", part->alternatives);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

static void
append_links (GString *json, GPtrArray *links)
{
  append_name (json, "links");
  g_string_append_c (json, '[');
  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *link = links->pdata[i];

      g_string_append (json, i > 0 ? ",{" : "{");
      append_integer (json, "start", link->start);
      append_integer (json, "end", link->end);
      append_string (json, "kind", ask_link_kind_to_string (link->kind));
      append_string (json, "target", link->target);
      if (link->value != NULL)
        append_string (json, "value", link->value);
      append_real (json, "score", link->score);
      if (link->chosen)
        {
          append_name (json, "chosen");
          g_string_append (json, "true");
        }
      append_string (json, "reason", link->reason);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

static void
append_citations (GString *json, GPtrArray *citations)
{
  append_name (json, "citations");
  g_string_append_c (json, '[');
  for (guint i = 0; i < citations->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      ask_citation_append (json, citations->pdata[i]);
    }
  g_string_append_c (json, ']');
}

static const char *const step_members[] = { "n", "kind", "title", "detail", "started_at", "elapsed_ms", "preview" };

static gboolean
is_step_member (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (step_members); i++)
    if (strcmp (step_members[i], name) == 0)
      return TRUE;
  return FALSE;
}

static void
append_step (GString *json, const AskTraceStep *step)
{
  g_string_append_c (json, '{');
  append_integer (json, "n", step->n);
  append_string (json, "kind", step->kind);
  append_string (json, "title", step->title);
  append_string (json, "detail", step->detail);
  append_time (json, "started_at", step->started_at);
  append_real (json, "elapsed_ms", step->elapsed_ms);
  if (step->fields != NULL)
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *node;

      json_object_iter_init_ordered (&iter, step->fields);
      while (json_object_iter_next_ordered (&iter, &name, &node))
        if (!is_step_member (name))
          append_node (json, name, node);
    }
  if (step->rows != NULL)
    {
      append_name (json, "preview");
      g_string_append_c (json, '{');
      /* Where a cell comes from ends at a value and its answer. */
      ask_json_append_rows (json, step->rows,
                            strcmp (step->kind, ASK_STEP_FUNCTION) == 0 ? ASK_INQUIRY_MAX_ROWS : MAX_PREVIEW);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, '}');
}

/**
 * ask_answer_to_json:
 * @chart: (nullable): the specification of the chart, from ask_chart_to_json()
 * @max_rows: rows of the answer beyond these are left out, and "truncated" says so
 *
 * The JSON of `ask --format json`, on one line.
 *
 * Returns: (transfer full): the text
 */
char *
ask_answer_to_json (AskAnswer *self, JsonNode *chart, gsize max_rows)
{
  GString *json = g_string_new ("{");
  gsize n_rows = self->rows != NULL ? ask_rows_get_n_rows (self->rows) : 0;
  gboolean truncated = self->rows != NULL && (n_rows > max_rows || ask_rows_get_truncated (self->rows));

  append_string (json, "question", self->question);
  append_string (json, "status", ask_status_to_string (self->status));
  append_name (json, "answer");
  g_string_append_c (json, '{');
  append_string (json, "text", self->text);
  g_string_append_c (json, ',');
  if (self->rows != NULL)
    ask_json_append_rows (json, self->rows, max_rows);
  else
    g_string_append (json, "\"columns\":[],\"rows\":[]");
  append_integer (json, "n_rows", (gint64) MAX (self->n_rows, n_rows));
  append_name (json, "truncated");
  g_string_append (json, truncated ? "true" : "false");
  g_string_append_c (json, '}');
  append_string (json, "sql", self->sql);
  append_string (json, "executable_sql", self->executable_sql);
  append_node (json, "chart", chart);
  if (self->verified != NULL)
    {
      append_name (json, "verified");
      g_string_append_c (json, '{');
      append_integer (json, "id", self->verified->id);
      append_string (json, "question", self->verified->question);
      append_string (json, "sql", self->verified->sql);
      append_time (json, "verified_at", self->verified->verified_at);
      append_string (json, "verified_by", self->verified->verified_by);
      append_string (json, "values", self->verified_values);
      g_string_append_c (json, '}');
    }
  append_string (json, "by", ask_answer_get_by (self));
  if (self->reading != NULL)
    append_string (json, "reading", self->reading);
  if (self->words != NULL)
    append_string (json, "words", self->words);
  if (self->change != NULL)
    append_string (json, "change", self->change);
  if (self->follows != 0)
    append_integer (json, "follows", self->follows);
  if (self->before != 0)
    append_integer (json, "before", self->before);
  if (self->wish != NULL)
    append_string (json, "wish", self->wish);
  if (self->agreement != NULL)
    append_string (json, "agreement", self->agreement);
  if (self->origin != NULL)
    append_string (json, "origin", self->origin);
  if (self->only != NULL)
    append_string (json, "only", self->only);
  append_string (json, "model", self->model);
  if (self->remedy != ASK_REMEDY_NONE)
    append_string (json, "remedy", ask_remedy_to_string (self->remedy));
  if (self->remedy_place != NULL)
    append_string (json, "remedy_place", self->remedy_place);
  if (self->choices->len > 0)
    append_choices (json, "choices", self->choices);
  if (self->difference != NULL)
    {
      append_name (json, "difference");
      g_string_append_c (json, '{');
      ask_json_append_rows (json, self->difference, MAX_PREVIEW);
      append_integer (json, "n_rows", (gint64) self->n_differences);
      g_string_append_c (json, '}');
    }
  if (self->parts->len > 0)
    append_parts (json, self->parts);
  if (self->links->len > 0)
    append_links (json, self->links);
  if (self->citations->len > 0)
    append_citations (json, self->citations);
  append_strings (json, "suggestions", self->suggestions);
  append_strings (json, "sources", self->sources);
  append_name (json, "steps");
  g_string_append_c (json, '[');
  for (guint i = 0; i < self->steps->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      append_step (json, self->steps->pdata[i]);
    }
  g_string_append_c (json, ']');
  append_name (json, "stats");
  g_string_append_c (json, '{');
  append_real (json, "elapsed_ms", self->elapsed_ms);
  append_integer (json, "rows_fetched", self->rows_fetched);
  append_integer (json, "api_requests", self->api_requests);
  append_integer (json, "prompt_tokens", self->prompt_tokens);
  append_integer (json, "completion_tokens", self->completion_tokens);
  append_integer (json, "bytes_sent", self->bytes_sent);
  g_string_append_c (json, '}');
  if (self->history_id != 0)
    append_integer (json, "history_id", self->history_id);
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

static double
get_real (JsonObject *object, const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return 0;
  if (json_node_get_value_type (node) != G_TYPE_DOUBLE && json_node_get_value_type (node) != G_TYPE_INT64)
    return 0;
  return json_node_get_double (node);
}

static gint64
get_time (JsonObject *object, const char *member)
{
  const char *text = ask_json_get_string (object, member);
  g_autoptr (GDateTime) time = text != NULL ? g_date_time_new_from_iso8601 (text, NULL) : NULL;
  const char *point = text != NULL ? strchr (text, '.') : NULL;
  gint64 fraction = 0;

  if (time == NULL)
    return 0;
  /* g_date_time_get_microsecond() has been through a double; the digits have not. */
  if (point != NULL)
    for (int i = 1, unit = 100000; i <= 6 && g_ascii_isdigit (point[i]); i++, unit /= 10)
      fraction += (point[i] - '0') * unit;
  return g_date_time_to_unix (time) * G_USEC_PER_SEC + fraction;
}

static void
get_strings (JsonObject *object, const char *member, GPtrArray *strings)
{
  JsonArray *array = ask_json_get_array (object, member);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      const char *text = ask_json_element_string (array, i);

      if (text != NULL)
        g_ptr_array_add (strings, g_strdup (text));
    }
}

static AskValue
get_cell (JsonNode *node)
{
  GType type;

  if (!JSON_NODE_HOLDS_VALUE (node))
    return ASK_NULL_INIT;
  type = json_node_get_value_type (node);
  if (type == G_TYPE_STRING)
    return ask_value_text (json_node_get_string (node), -1);
  if (type == G_TYPE_DOUBLE)
    return ask_value_real (json_node_get_double (node));
  if (type == G_TYPE_BOOLEAN)
    return ask_value_integer (json_node_get_boolean (node));
  return ask_value_integer (json_node_get_int (node));
}

static void
get_choices (JsonObject *object, const char *name, GPtrArray *choices)
{
  JsonArray *array = ask_json_get_array (object, name);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *member = ask_json_element_object (array, i);
      const char *words = ask_json_get_string (member, "words");
      AskAnswerChoice *choice;

      if (words == NULL)
        continue;
      choice = g_new0 (AskAnswerChoice, 1);
      choice->words = g_strdup (words);
      choice->sql = g_strdup (ask_json_get_string (member, "sql"));
      choice->n_rows = ask_json_get_integer (member, "n_rows", -1);
      g_ptr_array_add (choices, choice);
    }
}

static void
get_parts (JsonObject *object, AskAnswer *answer)
{
  JsonArray *array = ask_json_get_array (object, "parts");

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *member = ask_json_element_object (array, i);
      const char *kind = ask_json_get_string (member, "kind");
      const char *words = ask_json_get_string (member, "words");

      if (kind != NULL && words != NULL)
        get_choices (member, "alternatives",
                     ask_answer_add_part (answer, kind, ask_json_get_string (member, "lead"), words)->alternatives);
    }
}

static void
get_links (JsonObject *object, GPtrArray *links)
{
  JsonArray *array = ask_json_get_array (object, "links");

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *member = ask_json_element_object (array, i);
      gint64 start = ask_json_get_integer (member, "start", -1);
      gint64 end = ask_json_get_integer (member, "end", -1);
      const char *target = ask_json_get_string (member, "target");
      AskLinkKind kind;
      AskLink *link;

      if (start < 0 || end <= start || end > G_MAXUINT || target == NULL
          || !ask_link_kind_from_string (ask_json_get_string (member, "kind"), &kind))
        continue;
      link = g_new0 (AskLink, 1);
      link->start = (guint) start;
      link->end = (guint) end;
      link->kind = kind;
      link->target = g_strdup (target);
      link->value = g_strdup (ask_json_get_string (member, "value"));
      link->score = get_real (member, "score");
      link->chosen = ask_json_get_boolean (member, "chosen", FALSE);
      link->reason = g_strdup (ask_json_get_string (member, "reason"));
      g_ptr_array_add (links, link);
    }
}

static void
get_citations (JsonObject *object, GPtrArray *citations)
{
  JsonArray *array = ask_json_get_array (object, "citations");

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      AskCitation *citation = ask_citation_read (ask_json_element_object (array, i));

      if (citation != NULL)
        g_ptr_array_add (citations, citation);
    }
}

/* Returns NULL without columns: a result set always has one. */
static AskRows *
get_rows (JsonObject *object)
{
  JsonArray *columns = ask_json_get_array (object, "columns");
  JsonArray *array = ask_json_get_array (object, "rows");
  guint n = columns != NULL ? json_array_get_length (columns) : 0;
  g_autofree AskValue *cells = NULL;
  AskRows *rows;

  if (n == 0)
    return NULL;
  rows = ask_rows_new ();
  cells = g_new0 (AskValue, n);
  for (guint i = 0; i < n; i++)
    ask_json_read_column (ask_json_element_object (columns, i), rows);
  for (guint r = 0; array != NULL && r < json_array_get_length (array); r++)
    {
      JsonNode *node = json_array_get_element (array, r);
      JsonArray *row = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

      for (guint i = 0; i < n; i++)
        cells[i]
          = row != NULL && i < json_array_get_length (row) ? get_cell (json_array_get_element (row, i)) : ASK_NULL_INIT;
      ask_rows_append (rows, cells);
    }
  return rows;
}

static void
read_step (AskAnswer *self, JsonObject *object)
{
  const char *kind = ask_json_get_string (object, "kind");
  const char *title = ask_json_get_string (object, "title");
  AskTraceStep *step = ask_answer_add_step (self, kind != NULL ? kind : "", title != NULL ? title : "",
                                            ask_json_get_string (object, "detail"));
  JsonObject *preview = ask_json_get_object (object, "preview");
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  step->n = (guint) ask_json_get_integer (object, "n", step->n);
  step->started_at = get_time (object, "started_at");
  step->elapsed_ms = get_real (object, "elapsed_ms");
  if (preview != NULL)
    step->rows = get_rows (preview);
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (!is_step_member (name))
      {
        if (step->fields == NULL)
          step->fields = json_object_new ();
        json_object_set_member (step->fields, name, json_node_copy (node));
      }
  /* Only the first rows of a step are written. */
  if (step->rows != NULL && step->fields != NULL)
    ask_rows_set_truncated (step->rows, ask_json_get_integer (step->fields, "n_rows", -1)
                                          > (gint64) ask_rows_get_n_rows (step->rows));
}

static void
read_verified (AskAnswer *self, JsonObject *object)
{
  const char *question = ask_json_get_string (object, "question");
  const char *sql = ask_json_get_string (object, "sql");

  self->verified = g_new0 (AskVerified, 1);
  self->verified->id = ask_json_get_integer (object, "id", 0);
  self->verified->question = g_strdup (question != NULL ? question : "");
  self->verified->sql = g_strdup (sql != NULL ? sql : "");
  self->verified->verified_at = get_time (object, "verified_at");
  self->verified->verified_by = g_strdup (ask_json_get_string (object, "verified_by"));
  self->verified_values = g_strdup (ask_json_get_string (object, "values"));
}

/**
 * ask_answer_from_json:
 * @json: what ask_answer_to_json() wrote; members that are not known are left out
 * @error: %ASK_JSON_ERROR_SYNTAX, %ASK_JSON_ERROR_SHAPE
 *
 * The chart is not read: it follows from the rows.
 *
 * Returns: (transfer full): the answer, or %NULL
 */
AskAnswer *
ask_answer_from_json (const char *json, GError **error)
{
  g_autoptr (JsonNode) document = ask_json_parse (json, -1, error);
  JsonObject *object;
  const char *question, *text;
  AskStatus status;

  if (document == NULL)
    return NULL;
  object = JSON_NODE_HOLDS_OBJECT (document) ? json_node_get_object (document) : NULL;
  question = ask_json_get_string (object, "question");
  if (question == NULL || !ask_status_from_string (ask_json_get_string (object, "status"), &status))
    {
      ask_error_set_literal (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE,
                             N_ ("This is no answer: it has no question or no status. It was written "
                                 "by another program, or is damaged."));
      return NULL;
    }

  AskAnswer *self = ask_answer_new (question);
  JsonObject *answer = ask_json_get_object (object, "answer");
  JsonObject *stats = ask_json_get_object (object, "stats");
  JsonObject *verified = ask_json_get_object (object, "verified");
  JsonObject *difference = ask_json_get_object (object, "difference");
  JsonArray *steps = ask_json_get_array (object, "steps");

  self->status = status;
  text = ask_json_get_string (answer, "text");
  if (text != NULL)
    {
      g_free (self->text);
      self->text = g_strdup (text);
    }
  if (answer != NULL)
    self->rows = get_rows (answer);
  if (self->rows != NULL)
    {
      self->n_rows = (gsize) MAX (0, ask_json_get_integer (answer, "n_rows", 0));
      ask_rows_set_truncated (self->rows, ask_json_get_boolean (answer, "truncated", FALSE));
    }
  self->sql = g_strdup (ask_json_get_string (object, "sql"));
  self->executable_sql = g_strdup (ask_json_get_string (object, "executable_sql"));
  if (verified != NULL)
    read_verified (self, verified);
  self->reading = g_strdup (ask_json_get_string (object, "reading"));
  self->words = g_strdup (ask_json_get_string (object, "words"));
  self->change = g_strdup (ask_json_get_string (object, "change"));
  self->written = g_strcmp0 (ask_json_get_string (object, "by"), "person") == 0;
  self->follows = ask_json_get_integer (object, "follows", 0);
  self->before = ask_json_get_integer (object, "before", 0);
  self->wish = g_strdup (ask_json_get_string (object, "wish"));
  self->agreement = g_strdup (ask_json_get_string (object, "agreement"));
  self->origin = g_strdup (ask_json_get_string (object, "origin"));
  self->only = g_strdup (ask_json_get_string (object, "only"));
  self->model = g_strdup (ask_json_get_string (object, "model"));
  self->remedy = ask_remedy_from_string (ask_json_get_string (object, "remedy"));
  self->remedy_place = g_strdup (ask_json_get_string (object, "remedy_place"));
  get_choices (object, "choices", self->choices);
  if (difference != NULL)
    {
      self->difference = get_rows (difference);
      self->n_differences = (gsize) MAX (0, ask_json_get_integer (difference, "n_rows", 0));
    }
  get_parts (object, self);
  get_links (object, self->links);
  get_citations (object, self->citations);
  get_strings (object, "suggestions", self->suggestions);
  get_strings (object, "sources", self->sources);
  for (guint i = 0; steps != NULL && i < json_array_get_length (steps); i++)
    {
      JsonObject *step = ask_json_element_object (steps, i);

      if (step != NULL)
        read_step (self, step);
    }
  self->elapsed_ms = get_real (stats, "elapsed_ms");
  self->rows_fetched = ask_json_get_integer (stats, "rows_fetched", 0);
  self->api_requests = (guint) ask_json_get_integer (stats, "api_requests", 0);
  self->prompt_tokens = ask_json_get_integer (stats, "prompt_tokens", 0);
  self->completion_tokens = ask_json_get_integer (stats, "completion_tokens", 0);
  self->bytes_sent = ask_json_get_integer (stats, "bytes_sent", 0);
  self->history_id = ask_json_get_integer (object, "history_id", 0);
  return self;
}
