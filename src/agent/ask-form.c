/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which form a model replies. Whatever form is asked for, every form is read: servers ignore what they do not know, and
 * models forget. A message that goes back to the model keeps the form that it came in, and has its plain text with it.
 */
#include "config.h"

#include "agent/ask-form.h"

#include <string.h>

#include "agent/ask-told.h"
#include "agent/ask-turn-private.h"
#include "base/ask-json.h"
#include "base/ask-text.h"
#include "llm/ask-prompt.h"

/* A reply of a hundred pages is put into the next prompt no further than this. */
#define MAX_REPLY_KEPT 16000

/* @prompt: of the workspace, what it says of the form; @again, @last: nullable where a prompt says it */
static const struct
{
  const char *string;
  const char *prompt;
  const char *again;
  const char *last;
} forms[ASK_N_FORMS] = {
  [ASK_FORM_TEXT] = { "text", "form", NULL, NULL },
  [ASK_FORM_JSON]
  = { "json", "form-json", "That could not be read: {{problem}} Reply again with one JSON object, and nothing else.",
      "There is no step left after the next one. Reply with the action final_answer and one SELECT, or "
      "with i_dont_know and why." },
  [ASK_FORM_TOOLS]
  = { "tools", "form-tools", "That could not be read: {{problem}} Call one tool again, with all that it needs.",
      "There is no step left after the next one. Call final_answer with one SELECT, or i_dont_know with "
      "the reason." },
};

/** ask_form_to_string: @self: a form. Returns: (transfer none): as it is kept */
const char *
ask_form_to_string (AskForm self)
{
  return forms[self].string;
}

/**
 * ask_form_from_string:
 * @string: (nullable): as it was kept
 * @self: (out): the form
 *
 * Returns: whether it is one
 */
gboolean
ask_form_from_string (const char *string, AskForm *self)
{
  for (guint i = 0; i < ASK_N_FORMS; i++)
    if (g_strcmp0 (forms[i].string, string) == 0)
      {
        *self = i;
        return TRUE;
      }
  return FALSE;
}

/** ask_form_get_prompt: @self: a form. Returns: (transfer none): the name of the prompt that describes it */
const char *
ask_form_get_prompt (AskForm self)
{
  return forms[self].prompt;
}

/**
 * ask_form_is_refused:
 * @self: a form
 * @model: (nullable): of which is known what it refuses
 *
 * Returns: whether the model's server does not take it
 */
gboolean
ask_form_is_refused (AskForm self, AskModel *model)
{
  switch (self)
    {
    case ASK_FORM_JSON:
      return ask_told_is_refused (model, "json_schema") && ask_told_is_refused (model, "json_object");
    case ASK_FORM_TOOLS:
      return ask_told_is_refused (model, "tools");
    case ASK_FORM_TEXT:
    default:
      return FALSE;
    }
}

/**
 * ask_form_is_free:
 * @workspace: whose prompt counts
 *
 * Returns: whether any form can be asked for: a system prompt that a steward has written with its forms in it, and no
 *   {{form}}, is for plain text
 */
gboolean
ask_form_is_free (AskWorkspace *workspace)
{
  g_autofree char *system = ask_prompts_load (workspace, "system", NULL, NULL);

  return system != NULL && strstr (system, "{{form}}") != NULL;
}

/**
 * ask_form_choose:
 * @workspace: whose setting "model/form" may say it
 * @model: which is to reply, of which is known what it refuses
 *
 * A person's choice counts before what `model test` found.
 *
 * Returns: the form in which the model is asked for its replies
 */
AskForm
ask_form_choose (AskWorkspace *workspace, AskModel *model)
{
  g_autofree char *set = ask_workspace_get_setting (workspace, "model/form");
  g_autofree char *found = ask_told_dup_form (workspace, model);
  AskForm form = ASK_FORM_TEXT;

  if (!ask_form_from_string (set, &form))
    ask_form_from_string (found, &form);
  return ask_form_is_free (workspace) && !ask_form_is_refused (form, model) ? form : ASK_FORM_TEXT;
}

/**
 * ask_form_load:
 * @self: a form
 * @workspace: whose setting "model/constrain" may be off
 *
 * Returns: (transfer full) (nullable): what holds a reply to the form: a grammar, a JSON schema, or tools
 */
char *
ask_form_load (AskForm self, AskWorkspace *workspace)
{
  static const char *const files[ASK_N_FORMS] = { "forms.gbnf", "reply.json", "tools.json" };
  g_autofree char *setting = ask_workspace_get_setting (workspace, "model/constrain");

  /* Tools are no constraint but the form itself. */
  return g_strcmp0 (setting, "off") == 0 && self != ASK_FORM_TOOLS ? NULL : ask_prompts_load_file (files[self]);
}

/**
 * ask_form_widen:
 * @self: a form
 * @held: (nullable): as of ask_form_load()
 * @widened: (array fixed-size=3): by form, an action more
 *
 * Returns: (transfer full) (nullable): @held with that action
 */
char *
ask_form_widen (AskForm self, const char *held, const AskFormWidening *widened)
{
  GString *text;
  guint n;

  if (held == NULL)
    return NULL;
  text = g_string_new (held);
  n = g_string_replace (text, widened[self].at, widened[self].with, 0);
  g_assert (n == 1);
  return g_string_free (text, FALSE);
}

/**
 * ask_form_hold:
 * @self: a form
 * @held: (nullable): as of ask_form_load(); lives as long as @chat
 * @chat: is asked for that form
 */
void
ask_form_hold (AskForm self, const char *held, AskChat *chat)
{
  chat->grammar = self == ASK_FORM_TEXT ? held : NULL;
  chat->schema = self == ASK_FORM_JSON ? held : NULL;
  chat->tools = self == ASK_FORM_TOOLS ? held : NULL;
}

/**
 * ask_form_read:
 * @reply: whole or cut
 *
 * Of several calls the first counts. A reply that was cut may read like a whole one: half a query is a query, too.
 *
 * Returns: (transfer full): the turn, whatever form it is in
 */
AskTurn *
ask_form_read (const AskReply *reply)
{
  AskTurn *turn = reply->call != NULL ? ask_turn_parse_call (reply->call->name, reply->call->arguments)
                                      : ask_turn_parse (reply->text != NULL ? reply->text : "");

  if (reply->cut)
    {
      turn->kind = ASK_TURN_MALFORMED;
      g_free (turn->input);
      turn->input = g_strdup ("Your reply was cut off, since it was longer than you may write. Be shorter.");
    }
  /* What was said beside the call is what the model thought. */
  if (reply->call != NULL && turn->thought == NULL && reply->text != NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (reply->text, -1);
      g_autofree char *said = g_strstrip (ask_turn_strip_thinking (valid));

      turn->thought = *said != '\0' ? ask_text_shorten (said, 600) : NULL;
    }
  return turn;
}

static const char *
get_action (const AskTurn *turn)
{
  switch (turn->kind)
    {
    case ASK_TURN_FINAL:
      return "final_answer";
    case ASK_TURN_UNKNOWN:
      return "i_dont_know";
    case ASK_TURN_WORDS:
      return strcmp (turn->action, "model") == 0 ? "from_general_knowledge" : "from_the_question";
    case ASK_TURN_ACTION:
    case ASK_TURN_MALFORMED:
    default:
      return turn->action;
    }
}

/* A plan alone wants nothing done but its goals. */
static char *
write_json (const AskTurn *turn)
{
  const char *action = get_action (turn);
  GString *json = g_string_new ("{\"thought\":");

  ask_json_append_string (json, turn->thought != NULL ? turn->thought : "", -1);
  g_string_append (json, ",\"goals\":[");
  for (guint i = 0; turn->goals != NULL && i < turn->goals->len; i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      ask_json_append_string (json, ((const AskTurnGoal *) turn->goals->pdata[i])->sql, -1);
    }
  g_string_append (json, "],\"action\":");
  ask_json_append_string (json, action != NULL ? action : "", -1);
  g_string_append (json, ",\"input\":");
  ask_json_append_string (json, turn->input, -1);
  g_string_append (json, ",\"sentence\":");
  ask_json_append_string (json, turn->sentence != NULL ? turn->sentence : "", -1);
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

/* Only what is too long is shortened, for that folds lines. */
static char *
dup_kept (const char *text)
{
  return strlen (text) > MAX_REPLY_KEPT ? ask_text_shorten (text, MAX_REPLY_KEPT) : g_strdup (text);
}

/* The call of a final answer that another reply was changed into. */
static AskToolCall *
make_final_call (const AskToolCall *call, const AskTurn *turn)
{
  g_autoptr (GString) arguments = g_string_new ("{\"sql\":");

  ask_json_append_string (arguments, turn->input, -1);
  g_string_append_c (arguments, '}');
  return ask_tool_call_new (call->id, "final_answer", arguments->str);
}

/**
 * ask_form_say:
 * @self: in which the model is asked to reply
 * @turn: what it wants done
 * @reply: what it wrote
 *
 * Returns: (transfer full): the model's message for the conversation. Where @turn is another final answer than @reply, it
 *   says that one
 */
AskMessage *
ask_form_say (AskForm self, const AskTurn *turn, const AskReply *reply)
{
  g_autofree char *valid = g_utf8_make_valid (reply->text != NULL ? reply->text : "", -1);
  g_autofree char *used = dup_kept (turn->used);
  g_autofree char *json = NULL;

  if (reply->call != NULL)
    {
      g_autoptr (AskTurn) called = ask_turn_parse_call (reply->call->name, reply->call->arguments);
      gboolean other = turn->kind == ASK_TURN_FINAL && g_strcmp0 (called->input, turn->input) != 0;
      g_autoptr (AskToolCall) call = other ? make_final_call (reply->call, turn) : ask_tool_call_copy (reply->call);

      /* What cannot be read is not worth a hundred pages. */
      if (strlen (call->arguments) > MAX_REPLY_KEPT)
        {
          g_free (call->arguments);
          call->arguments = g_strdup ("");
        }
      return ask_message_new_call (ASK_ROLE_ASSISTANT, used, call);
    }
  if (self == ASK_FORM_JSON)
    {
      json = turn->kind != ASK_TURN_MALFORMED ? write_json (turn) : dup_kept (valid);
      return ask_message_new (ASK_ROLE_ASSISTANT, json);
    }
  return ask_message_new (ASK_ROLE_ASSISTANT, used);
}

/**
 * ask_form_tell:
 * @messages: (element-type AskMessage): the conversation, whose last message is the model's
 * @text: what came of it
 *
 * Returns: (transfer full): the message that tells it: the result of a call where it was one
 */
AskMessage *
ask_form_tell (GPtrArray *messages, const char *text)
{
  const AskMessage *last = messages->len > 0 ? messages->pdata[messages->len - 1] : NULL;

  return last != NULL && last->role == ASK_ROLE_ASSISTANT && last->call != NULL
           ? ask_message_new_call (ASK_ROLE_TOOL, text, last->call)
           : ask_message_new (ASK_ROLE_USER, text);
}

/**
 * ask_form_ask_again:
 * @self: in which the model is asked to reply
 * @workspace: whose prompts count
 * @problem: why its reply cannot be read, as a sentence
 * @error: a prompt that is not there
 *
 * Returns: (transfer full): what it is told
 */
char *
ask_form_ask_again (AskForm self, AskWorkspace *workspace, const char *problem, GError **error)
{
  g_autofree char *prompt
    = forms[self].again != NULL ? g_strdup (forms[self].again) : ask_prompts_load (workspace, "again", NULL, error);

  return prompt != NULL ? ask_prompt_expand (prompt, error, "problem", problem, NULL) : NULL;
}

/**
 * ask_form_say_last:
 * @self: in which the model is asked to reply
 * @workspace: whose prompts count
 * @error: a prompt that is not there
 *
 * Returns: (transfer full): what it is told before its last turn
 */
char *
ask_form_say_last (AskForm self, AskWorkspace *workspace, GError **error)
{
  return forms[self].last != NULL ? g_strdup (forms[self].last) : ask_prompts_load (workspace, "last", NULL, error);
}
