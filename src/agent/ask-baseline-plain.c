/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plain agent of the literature: it thinks, acts with one of two tools, and observes, until it has an answer. There is
 * no relational view: what lies in two sources the model brings together, by the rows that it is told. Its answer is a
 * result, or rows that it writes itself.
 */
#include "config.h"

#include "agent/ask-baseline.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-prompts.h"
#include "agent/ask-talk.h"
#include "base/ask-json.h"
#include "base/ask-text.h"
#include "llm/ask-prompt.h"
#include "sql/ask-sql-lexer.h"

#define FORM "Reply with one Thought, one Action and its Action Input, or with a Final Answer."
#define MAX_ANSWER_ROWS 1000

/* What stands behind @label at the beginning of a line. Returns: (nullable): in @text */
static const char *
find_label (const char *text, const char *label)
{
  for (const char *at = text; (at = strstr (at, label)) != NULL; at++)
    if (at == text || strchr ("\n*# \t", at[-1]) != NULL)
      return at + strlen (label);
  return NULL;
}

/* The JSON in @text, from the first brace to the last. Returns: (transfer full) */
static char *
take_json (const char *text, char open, char close)
{
  const char *first = strchr (text, open);
  const char *last = strrchr (text, close);

  return first != NULL && last != NULL && last > first ? g_strndup (first, (gsize) (last - first + 1)) : g_strdup ("");
}

/* Literals of a cell that the model wrote. */
static gboolean
append_cell (GString *sql, JsonNode *node)
{
  AskValue value;
  g_autofree char *quoted = NULL;

  if (JSON_NODE_HOLDS_NULL (node))
    value = ASK_NULL_INIT;
  else if (!JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    value = ask_value_text (json_node_get_string (node), -1);
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    value = ask_value_real (json_node_get_double (node));
  else if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    value = ask_value_integer (json_node_get_boolean (node));
  else
    value = ask_value_integer (json_node_get_int (node));
  quoted = ask_sql_quote_value (&value);
  g_string_append (sql, quoted);
  return TRUE;
}

/* Rows that the model wrote, as the SELECT that gives them. Returns: (transfer full) (nullable) */
static char *
write_rows (const char *json)
{
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, NULL);
  JsonArray *rows = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  g_autoptr (GString) sql = g_string_new (NULL);
  guint n = rows != NULL ? json_array_get_length (rows) : 0;
  guint width = 0;

  if (n == 0 || n > MAX_ANSWER_ROWS)
    return NULL;
  for (guint r = 0; r < n; r++)
    {
      JsonNode *row = json_array_get_element (rows, r);
      /* A list of values is a row for each. */
      JsonArray *cells = JSON_NODE_HOLDS_ARRAY (row) ? json_node_get_array (row) : NULL;
      guint n_cells = cells != NULL ? json_array_get_length (cells) : 1;

      if (r == 0)
        width = n_cells;
      if (n_cells == 0 || n_cells != width)
        return NULL;
      g_string_append (sql, r == 0 ? "SELECT " : " UNION ALL SELECT ");
      for (guint c = 0; c < n_cells; c++)
        {
          g_string_append (sql, c > 0 ? ", " : "");
          if (!append_cell (sql, cells != NULL ? json_array_get_element (cells, c) : row))
            return NULL;
          if (r == 0)
            g_string_append_printf (sql, " AS answer_%u", c + 1);
        }
    }
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static const char *
find_result (const char *text)
{
  const char *at = strstr (text, "result_");

  return at != NULL && g_ascii_isdigit (at[strlen ("result_")]) ? at + strlen ("result_") : NULL;
}

/* Returns: whether to go on */
static gboolean
take_final (AskBaseline *self, const char *said, char **observation, GError **error)
{
  AskAgentRun *run = self->run;
  const char *number = find_result (said);
  guint64 n = number != NULL ? g_ascii_strtoull (number, NULL, 10) : 0;
  g_autofree char *trimmed = g_strstrip (g_strdup (said));
  g_autofree char *json = take_json (said, '[', ']');
  g_autofree char *sql = NULL;
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskResult) result = NULL;

  if (n >= 1 && n <= self->results->len)
    {
      ask_run_answer (run, self->results->pdata[n - 1], self->sqls->pdata[n - 1]);
      return FALSE;
    }
  if (g_ascii_strncasecmp (trimmed, "I don't know", 12) == 0 || g_str_has_prefix (trimmed, "I don’t know"))
    {
      g_autofree char *shown = ask_text_shorten (trimmed, 600);

      ask_run_end (run, ASK_STATUS_UNANSWERABLE, shown);
      ask_run_step (run, "answer", _ ("No answer"), shown);
      return FALSE;
    }
  sql = write_rows (json);
  if (sql == NULL)
    return ask_baseline_take_problem (
      self, "The Final Answer has to be the name of a result, such as result_1, or rows as JSON.", observation);
  result = ask_run_query (run, ask_run_step (run, "sql", _ ("Fetched the answer"), NULL), sql, NULL, &failure);
  if (result == NULL)
    return ask_baseline_take_failure (self, sql, failure, observation, error);
  ask_run_answer (run, result, sql);
  return FALSE;
}

/* Does what a reply asks for first. Returns: whether to go on, with @observation */
static gboolean
take_turn (AskBaseline *self, const AskReply *reply, char **observation, GError **error)
{
  const char *text = reply->text != NULL ? reply->text : "";
  const char *action = find_label (text, "Action:");
  const char *input = find_label (text, "Action Input:");
  const char *final = find_label (text, "Final Answer:");
  const char *thought = find_label (text, "Thought:");
  g_autofree char *tool = NULL;
  g_autofree char *json = NULL;

  if (thought != NULL)
    {
      g_autofree char *line = g_strndup (thought, strcspn (thought, "\n"));
      g_autofree char *title = ask_text_shorten (g_strstrip (line), 64);

      if (title[0] != '\0')
        ask_run_step (self->run, "thought", title, line);
    }
  if (reply->cut)
    return ask_baseline_take_problem (self, "Your reply was cut off, since it was longer than you may write.",
                                      observation);
  if (final != NULL && (action == NULL || final < action))
    return take_final (self, final, observation, error);
  if (action == NULL || input == NULL)
    return ask_baseline_take_problem (self, FORM, observation);
  tool = g_strstrip (g_strndup (action, strcspn (action, "\n")));
  json = take_json (input, '{', '}');
  return ask_baseline_call (self, tool, json, observation, error);
}

/**
 * ask_baseline_plain:
 * @self: a baseline that has said nothing yet
 * @error: %G_IO_ERROR_CANCELLED, a prompt that is not there, or what the store says
 *
 * Returns: whether the answer has its status and words
 */
gboolean
ask_baseline_plain (AskBaseline *self, GError **error)
{
  AskAgentRun *run = self->run;
  g_autofree char *prompt = ask_prompts_load_fixed ("baseline-plain", error);
  g_autofree char *sources = ask_baseline_list_sources (run);
  g_autofree char *today = ask_baseline_get_today ();
  g_autofree char *system = NULL;
  g_autofree char *question = g_strconcat ("Question: ", run->answer->question, NULL);
  g_autoptr (GError) local = NULL;
  gboolean going = TRUE;

  if (prompt == NULL || (system = ask_prompt_expand (prompt, error, "sources", sources, "today", today, NULL)) == NULL)
    return FALSE;
  ask_baseline_say (self, ASK_ROLE_SYSTEM, system);
  ask_baseline_say (self, ASK_ROLE_USER, question);
  for (guint i = 0; going && i < run->options.max_steps; i++)
    {
      g_autoptr (AskReply) reply = ask_talk_turn (run, self->messages, 0, &local);
      g_autofree char *observation = NULL;
      g_autofree char *message = NULL;

      if (reply == NULL || ask_talk_is_over_budget (run))
        return local == NULL || (g_propagate_error (error, g_steal_pointer (&local)), FALSE);
      ask_baseline_say (self, ASK_ROLE_ASSISTANT, reply->text != NULL ? reply->text : "");
      going = take_turn (self, reply, &observation, &local);
      if (!going)
        continue;
      ask_run_step (run, "observation", _ ("What the model was told"), observation);
      message = g_strconcat ("Observation: ", observation, NULL);
      ask_baseline_say (self, ASK_ROLE_USER, message);
    }
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (going)
    {
      g_autofree char *text = g_strdup_printf (_ ("The model did not come to an answer within %u steps. Ask in other "
                                                  "words, or pick one of the verified questions."),
                                               run->options.max_steps);

      ask_run_end (run, ASK_STATUS_FAILED, text);
    }
  return TRUE;
}
