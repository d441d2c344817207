/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What models wrap into JSON although they were asked for plain text: the input of an action, or a whole turn. It becomes
 * the plain form, which ask-turn.c reads.
 */
#include "config.h"

#include "agent/ask-turn.h"

#include <string.h>

#include "base/ask-json.h"

/**
 * ask_turn_unwrap_input:
 * @input: of an action
 *
 * Some models write the input as a JSON object with one member.
 *
 * Returns: (transfer full) (nullable): what stands in it; %NULL where it is no such object
 */
char *
ask_turn_unwrap_input (const char *input)
{
  g_autoptr (JsonNode) node = NULL;
  static const char *const members[] = { "sql", "query", "input", "action_input", "entities", "names", "entity_names" };

  if (input[0] != '{')
    return NULL;
  node = ask_json_parse (input, -1, NULL);
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;

  JsonObject *object = json_node_get_object (node);

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const char *text = ask_json_get_string (object, members[i]);
      JsonArray *array = ask_json_get_array (object, members[i]);

      if (text != NULL)
        return g_strdup (text);
      if (array != NULL)
        {
          GString *names = g_string_new (NULL);

          for (guint j = 0; j < json_array_get_length (array); j++)
            if (ask_json_element_string (array, j) != NULL)
              g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", ask_json_element_string (array, j));
          return g_string_free (names, FALSE);
        }
    }
  return NULL;
}

/* The first of @members that says anything: a text, or whatever else as JSON. */
static char *
find_member (JsonObject *object, const char *const *members)
{
  for (; *members != NULL; members++)
    {
      const char *text = ask_json_get_string (object, *members);
      JsonNode *node = json_object_get_member (object, *members);

      if (text != NULL && *text != '\0')
        return g_strdup (text);
      if (node != NULL && (JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node)))
        return ask_json_to_string (node, FALSE);
    }
  return NULL;
}

/* "Final Answer", "final-answer" → "final_answer" */
static char *
fold_action (const char *action)
{
  char *folded = g_ascii_strdown (action, -1);

  return g_strstrip (g_strdelimit (folded, " -", '_'));
}

static void
append_action (GString *text, const char *action, const char *input)
{
  static const char *const ends[] = { "final_answer", "final", "answer", "finish", NULL };
  static const char *const unknown[] = { "i_don't_know", "i_dont_know", "dont_know", "unknown", NULL };
  g_autofree char *folded = fold_action (action);

  if (g_strv_contains (ends, folded))
    g_string_append_printf (text, "Final Answer: %s\n", input);
  else if (g_strv_contains (unknown, folded))
    g_string_append_printf (text, "I don't know: %s\n", input);
  else
    g_string_append_printf (text, "Action: %s\nAction Input: %s\n", action, input);
}

/* What one of @members says, behind @label and on one line. Returns: whether it was there */
static gboolean
append_line (GString *text, JsonObject *object, const char *label, const char *const *members)
{
  g_autofree char *said = find_member (object, members);

  if (said != NULL)
    g_string_append_printf (text, "%s: %s\n", label, g_strdelimit (said, "\r\n", ' '));
  return said != NULL;
}

static char *
write_turn (JsonObject *object)
{
  static const char *const thoughts[] = { "thought", "thoughts", "reasoning", NULL };
  static const char *const inputs[] = { "action_input", "input", "arguments", "args", "sql", "query", NULL };
  static const char *const answers[] = { "final_answer", "answer", NULL };
  static const char *const queries[] = { "sql", "query", NULL };
  static const char *const unknown[] = { "i_dont_know", "dont_know", "unknown", NULL };
  static const char *const question[] = { "from_the_question", NULL };
  static const char *const knowledge[] = { "from_general_knowledge", NULL };
  static const char *const sentences[] = { "sentence", NULL };
  g_autoptr (GString) text = g_string_new (NULL);
  const char *action = ask_json_get_string (object, "action");
  g_autofree char *input = find_member (object, inputs);
  g_autofree char *answer = find_member (object, answers);
  g_autofree char *query = find_member (object, queries);

  append_line (text, object, "Thought", thoughts);
  if (action != NULL && *action != '\0')
    append_action (text, action, input != NULL ? input : answer != NULL ? answer : "");
  else if (answer != NULL)
    g_string_append_printf (text, "Final Answer: %s\n", answer);
  else if (query != NULL)
    append_action (text, "query", query);
  else if (!append_line (text, object, "I don't know", unknown)
           && !append_line (text, object, "From the question", question)
           && !append_line (text, object, "From general knowledge", knowledge))
    return NULL;
  append_line (text, object, "Sentence", sentences);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ask_turn_unwrap_reply:
 * @reply: what a model wrote
 *
 * Returns: (transfer full) (nullable): the turn in plain text, where all of the reply is one JSON object, fenced or not,
 *   that says what is to be done; else %NULL
 */
char *
ask_turn_unwrap_reply (const char *reply)
{
  g_autofree char *text = g_strstrip (g_strdup (reply));
  g_autoptr (JsonNode) node = NULL;
  char *inner = text;

  if (g_str_has_prefix (text, "```") && g_str_has_suffix (text, "```") && strchr (text, '\n') != NULL)
    {
      text[strlen (text) - 3] = '\0';
      inner = g_strstrip (strchr (text, '\n'));
    }
  if (*inner != '{')
    return NULL;
  node = ask_json_parse (inner, -1, NULL);
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? write_turn (json_node_get_object (node)) : NULL;
}
