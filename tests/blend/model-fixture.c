/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The scripted mind, and sessions that ask it.
 */
#include "config.h"

#include "model-fixture.h"

#include <string.h>

#include "base/ask-json.h"

static char *
get_system (JsonObject *request)
{
  JsonArray *messages = json_object_get_array_member (request, "messages");

  return g_strdup (json_object_get_string_member (json_array_get_object_element (messages, 0), "content"));
}

/* The number of letters of a text, or whether it begins with A, by what the question is. */
static void
append_answer (GString *json, const char *question, JsonNode *value)
{
  g_autofree char *text = json_node_get_value_type (value) == G_TYPE_STRING ? g_strdup (json_node_get_string (value))
                                                                            : ask_json_to_string (value, FALSE);

  if (strstr (question, "How many letters") != NULL)
    g_string_append_printf (json, "%ld", g_utf8_strlen (text, -1));
  else if (strstr (question, "Begins with A") != NULL)
    g_string_append (json, text[0] == 'A' ? "true" : "false");
  else if (strstr (question, "First letter") != NULL)
    g_string_append_printf (json, "\"%c\"", text[0]);
  else if (strstr (question, "Letters") != NULL)
    g_string_append_printf (json, "[\"%c\",\"%c\"]", text[0], text[1]);
  else
    ask_json_append_string (json, text, -1);
}

/* As some models do, whatever they are asked in. */
static void
append_in_tongue (GString *json, Manner manner, JsonNode *value)
{
  gboolean yes = json_node_get_string (value)[0] == 'A';

  ask_json_append_string (json, manner == MANNER_GERMAN ? yes ? "Ja" : "Nein" : yes ? "Oui" : "Non", -1);
}

/* A scripted mind: it reads the values as they were sent. */
static char *
on_chat (const char *last_user, JsonObject *request, gpointer data)
{
  ModelFixture *self = data;
  g_autofree char *system = get_system (request);
  const char *question = strstr (system, "The question: ");
  g_autoptr (JsonNode) values = ask_json_parse (last_user, -1, NULL);
  GString *reply = g_string_new (NULL);
  JsonObject *object;
  guint n, told;
  gboolean list = self->manner == MANNER_LIST || self->manner == MANNER_SHORT;

  self->n_chats++;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  if (self->manner == MANNER_FAILURE || (self->manner == MANNER_FIRST_ONLY && self->n_chats > 1))
    {
      g_string_free (reply, TRUE);
      return NULL;
    }
  g_assert_nonnull (values);
  g_assert_nonnull (question);
  object = json_node_get_object (values);
  n = json_object_get_size (object);
  self->n_values += n;
  if (self->manner == MANNER_NOTHING)
    return g_string_free (g_string_append (reply, "I am sorry, I cannot help with that."), FALSE);
  if (self->manner == MANNER_OBEDIENT && strstr (last_user, "ignore the above") != NULL)
    return g_string_free (g_string_append (reply, "All values are 99."), FALSE);
  if (self->manner == MANNER_PROSE)
    g_string_append (reply, "Of course! Here is what you asked for:\n\n");
  if (self->manner == MANNER_FENCE)
    g_string_append (reply, "```json\n");
  g_string_append_c (reply, list ? '[' : '{');
  told = self->manner == MANNER_HALF && n > 1 ? n / 2 : self->manner == MANNER_SHORT && n > 1 ? n - 1 : n;
  for (guint i = 1; i <= told; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);

      if (i > 1)
        g_string_append_c (reply, ',');
      if (!list)
        g_string_append_printf (reply, "\"%s\": ", number);
      if (self->manner == MANNER_WORDS)
        g_string_append (reply, "\"quite a few, I would say\"");
      else if (self->manner == MANNER_GERMAN || self->manner == MANNER_FRENCH)
        append_in_tongue (reply, self->manner, json_object_get_member (object, number));
      else
        append_answer (reply, question, json_object_get_member (object, number));
    }
  g_string_append_c (reply, list ? ']' : '}');
  if (self->manner == MANNER_PROSE)
    g_string_append (reply, "\n\nAnything else?");
  if (self->manner == MANNER_FENCE)
    g_string_append (reply, "\n```");
  return g_string_free (reply, FALSE);
}

/* model_fixture_attach: a new session; @more: options beside what every one has */
void
model_fixture_attach (ModelFixture *self, const AskBlendModelOptions *more)
{
  AskBlendModelOptions options = *more;

  options.spending = self->spending;
  blend_session_renew (self->base, &options, &self->engine, &self->blend);
  self->n_chats = self->n_values = 0;
}

/* model_fixture_open: 60 shops, whose names and numbers may leave, and no client */
void
model_fixture_open (ModelFixture *self, Manner manner)
{
  g_autoptr (GString) sql
    = g_string_new ("CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT, city TEXT, secret TEXT, size INTEGER);"
                    "CREATE TABLE client (id INTEGER PRIMARY KEY, label TEXT);");
  static const char *const words[] = { "Amber", "Birch", "Cedar", "Alder", "Elm" };

  memset (self, 0, sizeof *self);
  self->manner = manner;
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (sql, "INSERT INTO shop VALUES (%u, '%s%u', '%s', 'secret-%u', %u);", i, words[i % 5], i / 5,
                            i % 2 ? "Rome" : "Oslo", i, i);
  self->base = ask_agent_fixture_new ();
  ask_agent_fixture_add_sqlite (self->base, "shops", sql->str);
  ask_agent_fixture_script_func (self->base, on_chat, self);
  self->spending = ask_spending_new (self->base->workspace, &(AskSpendingRules) { .any_cost = TRUE });
  ask_agent_fixture_share (self->base, "shop", "name");
  ask_agent_fixture_share (self->base, "shop", "id");
  model_fixture_attach (self, &(AskBlendModelOptions) { 0 });
}

/* model_fixture_close: frees it */
void
model_fixture_close (ModelFixture *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->blend, ask_blend_free);
  g_clear_pointer (&self->spending, ask_spending_free);
  g_clear_pointer (&self->base, ask_agent_fixture_free);
}

/* model_fixture_query: as ask_spending_query() */
AskResult *
model_fixture_query (ModelFixture *self, const char *sql, GError **error)
{
  AskResult *result
    = ask_spending_query (self->spending, self->engine, &(AskSpendingQuery) { sql, NULL, NULL }, NULL, error);

  return result;
}

/* model_fixture_to_lines: Returns: (transfer full): its rows, a line each */
char *
model_fixture_to_lines (const AskRows *rows)
{
  GString *text = g_string_new (NULL);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
      {
        const AskValue *value = ask_rows_get (rows, r, i);
        g_autofree char *cell = ask_value_to_text (value);

        g_string_append_printf (text, "%u:%s%c", value->kind, cell != NULL ? cell : "",
                                i + 1 < ask_rows_get_n_columns (rows) ? '|' : '\n');
      }
  return g_string_free (text, FALSE);
}

/* model_fixture_query_well: the same, where it may not fail */
AskResult *
model_fixture_query_well (ModelFixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskResult *result = model_fixture_query (self, sql, &error);

  if (result == NULL)
    g_error ("%s: %s", sql, error->message);
  return result;
}

/* model_fixture_assert_same: both give the same rows, and some */
void
model_fixture_assert_same (ModelFixture *self, const char *sql, const char *plain)
{
  g_autoptr (AskResult) result = model_fixture_query_well (self, sql);
  g_autoptr (AskResult) wanted = model_fixture_query_well (self, plain);
  g_autofree char *got = model_fixture_to_lines (result->rows);
  g_autofree char *lines = model_fixture_to_lines (wanted->rows);

  g_assert_cmpuint (ask_rows_get_n_rows (wanted->rows), >, 0);
  g_assert_cmpstr (got, ==, lines);
}

/* model_fixture_assert_fails: with %ASK_BLEND_ERROR and these words */
void
model_fixture_assert_fails (ModelFixture *self, const char *sql, int code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = model_fixture_query (self, sql, &error);

  g_assert_null (result);
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_BLEND_ERROR, code);
  g_assert_nonnull (strstr (error->message, words));
}
