/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts together what goes into a file: of an answer what a person could see of it, and nothing that leads back to the
 * workspace. What a steward has hidden stays out: an answer that reads it is refused, a step that does loses its query and
 * its rows, and its names are taken out of all texts.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-inquiry-step.h"
#include "agent/ask-compose.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "bundle/ask-bundle-private.h"
#include "store/ask-workspace-looks.h"

/* What goes in, so that nothing does that nobody has thought of here. What was offered, numbers of the history and
 * remedies mean something in their workspace only. */
static const char *const of_answer[]
  = { "question", "status", "answer",    "sql",    "executable_sql", "verified", "by",      "reading", "words",
      "change",   "wish",   "agreement", "origin", "only",           "model",    "sources", "steps",   "stats" };
static const char *const of_verified[] = { "question", "sql", "verified_at", "verified_by", "values" };
static const char *const of_step[]
  = { "n",          "kind",           "title",      "detail",   "started_at",    "elapsed_ms",
      "sql",        "executable_sql", "temp_table", "n_rows",   "calls",         "n_calls",
      "remote",     "plan",           "columns",    "sources",  "entities",      "joins",
      "unknown",    "host",           "bytes",      "values",   "prompt_tokens", "completion_tokens",
      "function",   "question",       "model",      "n_values", "n_kept",        "n_unanswered",
      "n_requests", "requests",       "price",      "answer" };
/* Members of a step's query. */
static const char *const of_query[] = { "detail", "sql",     "executable_sql", "calls",      "n_calls",  "remote",
                                        "plan",   "columns", "n_rows",         "temp_table", "question", "answer" };

/* Members of a step that asked a function, which go with what was sent. */
static const char *const of_asked[] = { "n_rows", "answer", "detail" };

/**
 * Collecting:
 * @earlier: (element-type AskStepTable): steps that later ones may read
 * @lost: names of steps that lost their query
 * @n_names: names that were taken out
 * @n_steps: steps that lost their query
 */
typedef struct
{
  AskBundle *bundle;
  AskBundleHidden *hidden;
  GPtrArray *earlier;
  GHashTable *lost;
  gboolean bodies;
  guint n_names;
  guint n_steps;
} Collecting;

static void
leave_out (AskBundle *bundle, char *sentence)
{
  g_ptr_array_add (bundle->left_out, sentence);
}

static const char *
get_sql (const AskTraceStep *step)
{
  return step->fields != NULL ? ask_json_get_string (step->fields, "sql") : NULL;
}

static const char *
get_table (const AskTraceStep *step)
{
  return step->fields != NULL ? ask_json_get_string (step->fields, "temp_table") : NULL;
}

/* Whether the step shows, or asks for, what is hidden. */
static gboolean
reads_hidden (Collecting *self, const AskTraceStep *step)
{
  const char *sql = get_sql (step);
  g_autofree char *whole = sql != NULL ? ask_compose_sql (sql, self->earlier) : NULL;
  g_autofree char *name = whole != NULL ? ask_bundle_hidden_find (self->hidden, whole) : NULL;

  return name != NULL || (step->rows != NULL && ask_bundle_hidden_find_column (self->hidden, step->rows) != NULL);
}

static gboolean
check_answer (Collecting *self, const AskAnswer *answer, GError **error)
{
  g_autofree char *read = answer->sql != NULL ? ask_bundle_hidden_find (self->hidden, answer->sql) : NULL;
  const char *name
    = read != NULL || answer->rows == NULL ? read : ask_bundle_hidden_find_column (self->hidden, answer->rows);

  if (answer->status != ASK_STATUS_ANSWERED)
    {
      ask_error_set_literal (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_UNFIT,
                             N_ ("This question has no answer that could be saved."));
      return FALSE;
    }
  if (name == NULL)
    return TRUE;
  ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_UNFIT,
                 N_ ("This answer reads “%s”, which is hidden in the schema, so it is not saved as a file. Ask for it "
                     "without that, or show it in the schema again."),
                 name);
  return FALSE;
}

/* The step whose rows are the answer: the last that ran as the answer did. */
static const AskTraceStep *
find_last (const AskAnswer *answer)
{
  for (guint i = answer->steps->len; i-- > 0;)
    {
      const AskTraceStep *step = answer->steps->pdata[i];
      const char *ran = step->fields != NULL ? ask_json_get_string (step->fields, "executable_sql") : NULL;

      if (step->rows != NULL && get_table (step) == NULL && ran != NULL && g_strcmp0 (ran, answer->executable_sql) == 0)
        return step;
    }
  return NULL;
}

static void
keep_rows (Collecting *self, const AskTraceStep *step, guint n)
{
  const char *name = get_table (step);
  gint64 n_rows = step->fields != NULL ? ask_json_get_integer (step->fields, "n_rows", 0) : 0;
  g_autofree char *numbered = NULL;
  AskBundleTable *table;

  if (name == NULL || !ask_bundle_name_is_table (name) || ask_bundle_find_table (self->bundle, name) != NULL)
    name = numbered = g_strdup_printf ("rows_%u", n);
  if (self->bundle->tables->len >= ASK_BUNDLE_MAX_TABLES)
    return;
  table = ask_bundle_add_table (self->bundle, name, step->rows);
  table->step = n;
  table->n_rows = MAX (table->n_rows, n_rows);
}

/* Takes out of @object all members but those of @names. */
static void
keep_members (JsonObject *object, const char *const *names, guint n)
{
  g_autoptr (GList) members = json_object_get_members (object);

  for (GList *l = members; l != NULL; l = l->next)
    {
      g_autofree char *name = g_strdup (l->data);
      gboolean kept = FALSE;

      for (guint i = 0; i < n; i++)
        kept = kept || strcmp (names[i], name) == 0;
      if (!kept)
        json_object_remove_member (object, name);
    }
}

/* Whether values that a model was told are of something hidden. @of: "store.city", "store.city = 'Paris'" or "step_1" */
static gboolean
is_of_hidden (Collecting *self, const char *of)
{
  g_auto (GStrv) words = g_strsplit (of, " ", 2);

  return g_hash_table_contains (self->lost, words[0]) || ask_bundle_hidden_has_place (self->hidden, words[0]);
}

/* Takes out of what a model was told what is hidden, and all values where they are not wanted. */
static void
strip_values (Collecting *self, JsonObject *step)
{
  JsonArray *values = ask_json_get_array (step, "values");

  for (guint i = values != NULL ? json_array_get_length (values) : 0; i-- > 0;)
    {
      JsonObject *told = ask_json_element_object (values, i);
      const char *of = told != NULL ? ask_json_get_string (told, "of") : NULL;

      if (of == NULL || is_of_hidden (self, of))
        json_array_remove_element (values, i);
      else if (!self->bodies)
        keep_members (told, (const char *[]) { "of" }, 1);
    }
}

/* What stood in requests: the bodies of calls. */
static void
strip_bodies (JsonObject *step)
{
  JsonArray *calls = ask_json_get_array (step, "calls");

  for (guint i = 0; calls != NULL && i < json_array_get_length (calls); i++)
    {
      JsonObject *call = ask_json_element_object (calls, i);

      if (call != NULL && json_object_has_member (call, "body"))
        json_object_remove_member (call, "body");
    }
}

/* Whether the query of @step joins by hidden keys. */
static gboolean
names_hidden (Collecting *self, const AskTraceStep *step)
{
  guint n = 0;

  if (get_sql (step) != NULL)
    g_free (ask_bundle_hidden_remove (self->hidden, get_sql (step), &n));
  return n > 0;
}

/* The addresses of calls, and what went into them, hold values of the keys that a query joins by. */
static void
strip_addresses (JsonObject *step)
{
  JsonArray *calls = ask_json_get_array (step, "calls");

  for (guint i = 0; calls != NULL && i < json_array_get_length (calls); i++)
    {
      JsonObject *call = ask_json_element_object (calls, i);

      if (call == NULL)
        continue;
      json_object_set_string_member (call, "url", "…");
      json_object_set_null_member (call, "arguments");
      if (json_object_has_member (call, "body"))
        json_object_remove_member (call, "body");
    }
}

/* Whether a function was asked about values of something hidden. */
static gboolean
asks_of_hidden (Collecting *self, const AskTraceStep *step)
{
  JsonArray *values = strcmp (step->kind, ASK_STEP_FUNCTION) == 0 && step->fields != NULL
                        ? ask_json_get_array (step->fields, "values")
                        : NULL;

  for (guint i = 0; values != NULL && i < json_array_get_length (values); i++)
    {
      JsonObject *told = ask_json_element_object (values, i);
      const char *of = told != NULL ? ask_json_get_string (told, "of") : NULL;

      if (of == NULL || is_of_hidden (self, of))
        return TRUE;
    }
  return FALSE;
}

/* @at: from 0; @object: the same step in JSON */
static void
collect_step (Collecting *self, const AskAnswer *answer, guint at, JsonObject *object)
{
  const AskTraceStep *step = answer->steps->pdata[at];
  const AskTraceStep *last = find_last (answer);
  const char *name = get_table (step);

  gboolean hidden = reads_hidden (self, step) || asks_of_hidden (self, step);

  keep_members (object, of_step, G_N_ELEMENTS (of_step));
  strip_values (self, object);
  /* What reads it is looked at with its query, whatever that one is. */
  if (name != NULL && get_sql (step) != NULL)
    g_ptr_array_add (self->earlier, ask_step_table_new (name, get_sql (step)));
  if (hidden)
    {
      if (name != NULL)
        g_hash_table_add (self->lost, g_strdup (name));
      for (guint i = 0; i < G_N_ELEMENTS (of_query); i++)
        if (json_object_has_member (object, of_query[i]))
          json_object_remove_member (object, of_query[i]);
      self->n_steps++;
      return;
    }
  if (!self->bodies)
    strip_bodies (object);
  /* The values that a function sent, and what came back, are what stood in requests. */
  if (!self->bodies && strcmp (step->kind, ASK_STEP_FUNCTION) == 0)
    {
      for (guint i = 0; i < G_N_ELEMENTS (of_asked); i++)
        if (json_object_has_member (object, of_asked[i]))
          json_object_remove_member (object, of_asked[i]);
      return;
    }
  if (names_hidden (self, step))
    strip_addresses (object);
  if (step == last)
    {
      AskBundleTable *table = ask_bundle_find_table (self->bundle, ASK_BUNDLE_ANSWER);

      if (table != NULL)
        table->step = at + 1;
    }
  else if (step->rows != NULL)
    keep_rows (self, step, at + 1);
}

static void
collect_trace (Collecting *self, AskAnswer *answer, JsonObject *object)
{
  JsonArray *steps = ask_json_get_array (object, "steps");
  JsonObject *said = ask_json_get_object (object, "answer");
  JsonObject *verified = ask_json_get_object (object, "verified");

  keep_members (object, of_answer, G_N_ELEMENTS (of_answer));
  keep_members (said, (const char *[]) { "text" }, 1);
  if (verified != NULL)
    keep_members (verified, of_verified, G_N_ELEMENTS (of_verified));
  for (guint i = 0; i < answer->steps->len; i++)
    collect_step (self, answer, i, ask_json_element_object (steps, i));
}

/* The chart is that of the rows, which were looked at already. */
static gboolean
collect_chart (Collecting *self, AskWorkspace *workspace, AskAnswer *answer, GError **error)
{
  g_autoptr (AskChart) chart = NULL;
  g_autofree char *text_of_look = NULL;
  g_autoptr (AskChartLook) look = NULL;

  if (answer->rows == NULL || ask_rows_get_n_rows (answer->rows) == 0)
    return TRUE;
  if (!ask_workspace_get_look (workspace, answer->history_id, &text_of_look, error))
    return FALSE;
  /* One that cannot be read any more changes nothing, as in the window. */
  look = text_of_look != NULL ? ask_chart_look_from_text (text_of_look, NULL) : NULL;
  chart = ask_chart_choose_with (answer->rows, answer->question, answer->wish, look, error);
  if (chart == NULL)
    return FALSE;
  if (ask_chart_get_kind (chart) != ASK_CHART_TABLE || look != NULL)
    {
      g_autoptr (JsonNode) drawn = ask_chart_to_json (chart);

      g_autofree char *text = ask_json_to_string (drawn, FALSE);

      /* Its kind follows from the rows alone, mostly. */
      if (strlen (text) <= ASK_BUNDLE_MAX_JSON)
        self->bundle->chart = ask_bundle_hidden_clean (self->hidden, drawn, &self->n_names);
    }
  return TRUE;
}

static void
clean_text (Collecting *self, char **text)
{
  char *clean = *text != NULL ? ask_bundle_hidden_remove (self->hidden, *text, &self->n_names) : NULL;

  g_free (*text);
  *text = clean;
}

/* What was sent may hold values of what is hidden now, or name a hidden key by which the query joins. */
static gboolean
holds_hidden (Collecting *self, const AskBundleSent *sent)
{
  gsize length;
  const char *data = g_bytes_get_data (sent->body, &length);
  g_autofree char *text = g_utf8_make_valid (data != NULL ? data : "", (gssize) length);
  guint n = 0;

  for (guint i = 0; i < sent->entry->values->len; i++)
    if (is_of_hidden (self, ((const AskLedgerValues *) sent->entry->values->pdata[i])->of))
      return TRUE;
  g_free (ask_bundle_hidden_remove (self->hidden, text, &n));
  return n > 0;
}

/* An address that a hidden key went into holds its value. */
static void
clean_entry (Collecting *self, AskLedgerEntry *entry)
{
  gboolean called = FALSE;

  for (guint n = entry->names->len; n-- > 0;)
    if (ask_bundle_hidden_has_place (self->hidden, entry->names->pdata[n]))
      g_ptr_array_remove_index (entry->names, n);
  for (guint n = entry->values->len; n-- > 0;)
    if (is_of_hidden (self, ((const AskLedgerValues *) entry->values->pdata[n])->of))
      {
        g_ptr_array_remove_index (entry->values, n);
        called = TRUE;
      }
  if (called)
    g_clear_pointer (&entry->address, g_free);
  clean_text (self, &entry->address);
  clean_text (self, &entry->problem);
}

static gboolean
collect_sent (Collecting *self, AskWorkspace *workspace, gint64 history_id, GError **error)
{
  AskLedgerFilter filter = { .history_id = history_id };
  g_autoptr (GPtrArray) entries = NULL;
  guint n_held = 0;

  if (history_id <= 0)
    return TRUE;
  entries = ask_workspace_list_ledger (workspace, &filter, error);
  if (entries == NULL)
    return FALSE;
  g_ptr_array_set_free_func (entries, NULL);
  for (guint i = 0; i < entries->len; i++)
    {
      AskLedgerEntry *entry = entries->pdata[i];

      if (entry->body == ASK_LEDGER_BODY_KEPT)
        {
          self->bundle->n_bodies++;
          self->bundle->bodies_size += entry->bytes;
        }
      ask_bundle_add_sent (self->bundle, entry, NULL);
    }
  for (guint i = 0; self->bodies && i < self->bundle->sent->len; i++)
    {
      AskBundleSent *sent = self->bundle->sent->pdata[i];
      AskLedgerBody state;

      if (sent->entry->body != ASK_LEDGER_BODY_KEPT)
        continue;
      sent->body = ask_workspace_get_ledger_body (workspace, sent->entry->id, &state, error);
      if (sent->body == NULL)
        return FALSE;
      if (holds_hidden (self, sent))
        {
          g_clear_pointer (&sent->body, g_bytes_unref);
          n_held++;
        }
    }
  for (guint i = 0; i < self->bundle->sent->len; i++)
    clean_entry (self, ((const AskBundleSent *) self->bundle->sent->pdata[i])->entry);
  if (n_held > 0)
    leave_out (self->bundle,
               g_strdup_printf (ngettext ("What stood in %u request stays out, as it names what is hidden.",
                                          "What stood in %u requests stays out, as it names what is hidden.", n_held),
                                n_held));
  return TRUE;
}

/* Gives the answer of @self its rows again, as whoever opens the file will have them. */
void
ask_bundle_attach_rows (AskBundle *self)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      const AskBundleTable *table = self->tables->pdata[i];
      AskTraceStep *step = table->step > 0 && table->step <= self->answer->steps->len
                             ? self->answer->steps->pdata[table->step - 1]
                             : NULL;

      if (step != NULL && step->rows == NULL)
        step->rows = ask_rows_ref (table->rows);
      if (g_str_equal (table->name, ASK_BUNDLE_ANSWER))
        {
          g_clear_pointer (&self->answer->rows, ask_rows_unref);
          self->answer->rows = ask_rows_ref (table->rows);
          self->answer->n_rows = (gsize) table->n_rows;
        }
    }
}

static void
say_left_out (Collecting *self)
{
  if (self->n_steps > 0)
    leave_out (self->bundle,
               g_strdup_printf (ngettext ("The query and the rows of %u step stay out, as they read what is hidden.",
                                          "The queries and the rows of %u steps stay out, as they read what is hidden.",
                                          self->n_steps),
                                self->n_steps));
  if (self->n_names > 0)
    leave_out (self->bundle,
               g_strdup (_ ("Names of what is hidden are taken out of the queries, so these may not run.")));
}

/**
 * ask_bundle_collect:
 * @workspace: in which @answer was asked
 * @answer: as it is shown, or as the history has it
 * @bodies: the person wants what was sent to be in the file, too
 * @error: %ASK_BUNDLE_ERROR_UNFIT, and what the store says
 *
 * Makes what would be saved. Nothing is asked anew, and nothing is written.
 *
 * Returns: (transfer full): it
 */
AskBundle *
ask_bundle_collect (AskWorkspace *workspace, AskAnswer *answer, gboolean bodies, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, error);
  g_autoptr (AskBundleHidden) hidden = schema != NULL ? ask_bundle_hidden_new (schema, error) : NULL;
  g_autoptr (GPtrArray) earlier = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_step_table_free);
  g_autoptr (AskBundle) self = ask_bundle_new ();
  g_autoptr (GHashTable) lost = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Collecting collecting = { self, hidden, earlier, lost, bodies, 0, 0 };
  const AskTraceStep *last = find_last (answer);
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) document = NULL;
  g_autoptr (JsonNode) trace = NULL;
  g_autoptr (JsonNode) clean = NULL;

  if (hidden == NULL || !check_answer (&collecting, answer, error))
    return NULL;
  text = ask_answer_to_json (answer, NULL, 0);
  document = ask_json_parse (text, -1, error);
  if (document == NULL)
    return NULL;
  self->program = g_strdup (ASK_VERSION);
  self->saved_at = g_get_real_time ();
  self->sql = g_strdup (last != NULL && get_sql (last) != NULL ? get_sql (last) : answer->sql);
  clean_text (&collecting, &self->sql);
  if (answer->rows != NULL)
    {
      AskBundleTable *table = ask_bundle_add_table (self, ASK_BUNDLE_ANSWER, answer->rows);

      table->n_rows = MAX (table->n_rows, (gint64) answer->n_rows);
    }
  trace = ask_bundle_hidden_clean (NULL, document, &collecting.n_names);
  collect_trace (&collecting, answer, json_node_get_object (trace));
  clean = ask_bundle_hidden_clean (hidden, trace, &collecting.n_names);
  /* Passages are values, as rows are, and not words about them. */
  ask_bundle_take_citations (schema, answer, json_node_get_object (clean));
  self->json = ask_json_to_string (clean, FALSE);
  self->answer = ask_answer_from_json (self->json, error);
  if (self->answer == NULL || !collect_chart (&collecting, workspace, answer, error)
      || !collect_sent (&collecting, workspace, answer->history_id, error))
    return NULL;
  ask_bundle_attach_rows (self);
  say_left_out (&collecting);
  return g_steal_pointer (&self);
}
