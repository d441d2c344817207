/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Turns in JSON: where a model was asked for it, where it calls a tool of the protocol, and where it wraps the input of an
 * action or a whole turn although it was asked for plain text.
 */
#include "config.h"

#include "agent/ask-turn.h"

#include <string.h>

#include "base/ask-json.h"
#include "base/ask-text.h"

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

/* ["SELECT …", …] or [{"sql": "SELECT …"}, …]. @turn: (transfer full) (nullable): what reads their tables. Returns: @turn
 * with them; NULL where there is neither */
static AskTurn *
read_goals (JsonObject *object, AskTurn *turn)
{
  static const char *const queries[] = { "sql", "query", NULL };
  JsonArray *goals = ask_json_get_array (object, "goals");
  g_autoptr (GString) used = g_string_new (NULL);

  for (guint i = 0; goals != NULL && i < json_array_get_length (goals); i++)
    {
      JsonNode *node = json_array_get_element (goals, i);
      g_autofree char *label = g_strdup_printf ("step_%u:", i + 1);
      g_autofree char *sql = JSON_NODE_HOLDS_OBJECT (node)  ? find_member (json_node_get_object (node), queries)
                             : JSON_NODE_HOLDS_VALUE (node) ? json_node_dup_string (node)
                                                            : NULL;

      if (sql == NULL)
        continue;
      if (turn == NULL)
        {
          turn = g_new0 (AskTurn, 1);
          turn->kind = ASK_TURN_PLAN;
          turn->input = g_strdup ("");
        }
      ask_turn_add_goal (turn, label, sql);
      g_string_append_printf (used, "Goal %s %s\n", label, sql);
    }
  if (used->len > 0)
    {
      g_string_append (used, turn->used != NULL ? turn->used : "");
      ask_text_set (&turn->used, used->str);
    }
  return turn;
}

/* Whatever of @object says what is to be done. @action: (nullable): what, where that is known. Returns: (nullable): a turn */
static AskTurn *
read_turn (JsonObject *object, const char *action)
{
  static const char *const thoughts[] = { "thought", "thoughts", "reasoning", NULL };
  static const char *const inputs[]
    = { "action_input", "input", "arguments", "args",   "sql",    "query",        "entities",
        "names",        "step",  "words",     "reason", "answer", "final_answer", NULL };
  static const char *const sentences[] = { "sentence", NULL };
  /* What is to be done, by the member that says what for. */
  static const struct
  {
    const char *action;
    const char *members[4];
  } alone[] = {
    { "final_answer", { "final_answer", "answer" } },
    { "query", { "sql", "query" } },
    { "i_dont_know", { "i_dont_know", "dont_know", "unknown" } },
    { "from_the_question", { "from_the_question" } },
    { "from_general_knowledge", { "from_general_knowledge" } },
  };
  g_autofree char *thought = find_member (object, thoughts);
  g_autofree char *sentence = find_member (object, sentences);
  g_autofree char *input = NULL;
  g_autofree char *unwrapped = NULL;

  if (action == NULL)
    action = ask_json_get_string (object, "action");
  if (action != NULL && *action != '\0')
    input = find_member (object, inputs);
  for (guint i = 0; (action == NULL || *action == '\0') && i < G_N_ELEMENTS (alone); i++)
    if ((input = find_member (object, alone[i].members)) != NULL)
      action = alone[i].action;
  if (action == NULL || *action == '\0')
    return read_goals (object, NULL);
  unwrapped = input != NULL ? ask_turn_unwrap_input (input) : NULL;
  return read_goals (object, ask_turn_new (action, thought, unwrapped != NULL ? unwrapped : input, sentence));
}

/* A call of a tool that came as text: {"name": …, "arguments": {…}}. Returns: (nullable): a turn */
static AskTurn *
read_call (JsonObject *object)
{
  const char *name = ask_json_get_string (object, "name");
  JsonObject *arguments = ask_json_get_object (object, "arguments");

  if (arguments == NULL)
    arguments = ask_json_get_object (object, "parameters");
  return name != NULL && *name != '\0' && arguments != NULL ? read_turn (arguments, name) : NULL;
}

/* What stands between the marks of a call, where @text is nothing else. */
static char *
unwrap_call (char *text)
{
  if (!g_str_has_prefix (text, "<tool_call>") || !g_str_has_suffix (text, "</tool_call>"))
    return text;
  text[strlen (text) - strlen ("</tool_call>")] = '\0';
  return g_strstrip (text + strlen ("<tool_call>"));
}

/* What stands between fences, where @text is nothing else. */
static char *
unwrap_fence (char *text)
{
  char *line = g_str_has_prefix (text, "```") && g_str_has_suffix (text, "```") ? strchr (text, '\n') : NULL;

  if (line == NULL)
    return text;
  text[strlen (text) - strlen ("```")] = '\0';
  return g_strstrip (line);
}

/**
 * ask_turn_parse_json:
 * @reply: what a model wrote
 *
 * Returns: (transfer full) (nullable): the turn, where all of the reply is one JSON object, fenced or not, that says what
 *   is to be done, or is a call of a tool that its server took for text; else %NULL
 */
AskTurn *
ask_turn_parse_json (const char *reply)
{
  g_autofree char *text = g_strstrip (g_strdup (reply));
  g_autoptr (JsonNode) node = NULL;
  char *inner = unwrap_fence (unwrap_call (text));
  AskTurn *turn;

  if (*inner != '{')
    return NULL;
  node = ask_json_parse (inner, -1, NULL);
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  turn = read_turn (json_node_get_object (node), NULL);
  return turn != NULL ? turn : read_call (json_node_get_object (node));
}

/**
 * ask_turn_parse_call:
 * @name: of the tool that the model calls
 * @arguments: what it wrote for them; need not be UTF-8, nor JSON
 *
 * Returns: (transfer full): the turn; malformed where the arguments are no JSON object, or what the tool needs is not
 *   among them
 */
AskTurn *
ask_turn_parse_call (const char *name, const char *arguments)
{
  g_autofree char *valid = g_utf8_make_valid (arguments, -1);
  g_autoptr (JsonNode) node = NULL;
  AskTurn *turn;

  /* What takes nothing is often given nothing. */
  node = ask_json_parse (*g_strstrip (valid) != '\0' ? valid : "{}", -1, NULL);
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node) && *name != '\0')
    return read_turn (json_node_get_object (node), name);
  turn = g_new0 (AskTurn, 1);
  turn->input = *name == '\0' ? g_strdup ("The call names no tool.")
                              : g_strdup_printf ("The arguments of %s are no JSON object.", name);
  turn->used = g_strdup ("");
  return turn;
}
