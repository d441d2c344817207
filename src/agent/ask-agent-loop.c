/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The model's turns: thought, action, observation, until it gives a SELECT for an answer or gives
 * up, or until a limit is reached. It must never put a cell into a message; what goes to the model
 * comes from prompts, from the question and from ask-tools.c.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-consent.h"
#include "agent/ask-context.h"
#include "agent/ask-prompts.h"
#include "agent/ask-refine.h"
#include "agent/ask-run.h"
#include "agent/ask-spend.h"
#include "agent/ask-talk.h"
#include "agent/ask-told.h"
#include "agent/ask-tools.h"
#include "agent/ask-turn.h"
#include "agent/ask-vote.h"
#include "base/ask-text.h"

/* How freely a model speaks that is asked for another query to the same question. */
#define OTHER_TEMPERATURE 0.8

typedef struct
{
  AskAgentRun *run;
  AskTools *tools;
  GPtrArray *messages; /* AskMessage */
  char *held; /* what holds replies to the run's form */
  guint n_malformed;
  gboolean voted;
} Loop;

static void
say (Loop *self, AskRole role, const char *text)
{
  g_ptr_array_add (self->messages, ask_message_new (role, text));
}

static void
tell (Loop *self, const char *text)
{
  g_ptr_array_add (self->messages, ask_form_tell (self->messages, text));
}

static void
set_form (Loop *self, AskForm form)
{
  g_autofree char *plain = ask_form_load (form, self->run->workspace);
  g_autofree char *held
    = ask_tools_can_search (self->run) ? ask_tools_widen_search (form, plain) : g_steal_pointer (&plain);

  g_free (self->held);
  self->held = self->run->options.on_consent != NULL ? ask_consent_widen (form, held) : g_steal_pointer (&held);
  self->run->form = form;
  self->run->held = self->held;
}

/* The system prompt of a conversation, with the action that searches where there are documents, and the one that wants a
 * person where there is one. */
static char *
dup_system (Loop *self, const AskContext *context, GError **error)
{
  g_autoptr (GString) text = g_string_new (context->system);
  const char *const more[]
    = { ask_tools_can_search (self->run) ? "search" : NULL, self->run->options.on_consent != NULL ? "show" : NULL };

  for (guint i = 0; i < G_N_ELEMENTS (more); i++)
    {
      g_autofree char *prompt = more[i] != NULL ? ask_prompts_load_fixed (more[i], error) : NULL;

      if (more[i] != NULL && prompt == NULL)
        return NULL;
      if (prompt != NULL)
        g_string_append_printf (text, "\n\n%s", prompt);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
begin (Loop *self, GError **error)
{
  g_autoptr (AskContext) context = NULL;
  g_autofree char *system = NULL;

  if (!self->run->options.dry)
    ask_told_ensure (self->run->workspace, self->run->model, self->run->cancellable);
  set_form (self, ask_form_choose (self->run->workspace, self->run->model));
  context = ask_context_new (self->run, error);
  if (context != NULL && !context->fits)
    {
      if (!ask_refine (self->run, error))
        return FALSE;
      if (self->run->refined != NULL)
        {
          ask_context_free (context);
          context = ask_context_new (self->run, error);
        }
    }
  if (context == NULL || (system = dup_system (self, context, error)) == NULL)
    return FALSE;
  say (self, ASK_ROLE_SYSTEM, system);
  say (self, ASK_ROLE_USER, context->question);
  ask_run_step (self->run, "context", _ ("Gathered what can be asked about"), context->told);
  return TRUE;
}

/* The tools that the prompt tells of are not there: the server has just refused them. From now on it is asked in plain
 * text, from the beginning. */
static gboolean
go_plain (Loop *self, GError **error)
{
  g_autoptr (AskContext) context = NULL;
  g_autofree char *text = NULL;
  AskMessage *system = self->messages->pdata[0];

  set_form (self, ASK_FORM_TEXT);
  context = ask_context_new (self->run, error);
  if (context == NULL || (text = dup_system (self, context, error)) == NULL)
    return FALSE;
  g_free (system->text);
  system->text = g_steal_pointer (&text);
  return TRUE;
}

static gboolean
observe (Loop *self, const char *observation, const AskReply *reply, gboolean last, GError **error)
{
  g_autoptr (GString) message = g_string_new ("Observation: ");

  if (reply->n_calls > 1)
    g_string_append_printf (message, "You called %u tools at once. Only the first call was done; make one a turn. ",
                            reply->n_calls);
  g_string_append (message, observation);
  ask_run_step (self->run, "observation", _ ("What the model was told"), message->str + strlen ("Observation: "));
  if (last)
    {
      g_autofree char *prompt = ask_form_say_last (self->run->form, self->run->workspace, error);

      if (prompt == NULL)
        return FALSE;
      g_string_append_printf (message, "\n\n%s", prompt);
    }
  tell (self, message->str);
  return TRUE;
}

/* Asks once for a reply of the right form; a second time in a row is the end. */
static gboolean
handle_malformed (Loop *self, const AskTurn *turn, GError **error)
{
  g_autofree char *again = NULL;

  if (++self->n_malformed > 1)
    {
      ask_run_step (self->run, "guard", _ ("A reply that could not be read, again"), turn->input);
      ask_run_end (self->run, ASK_STATUS_FAILED,
                   _ ("The model did not reply in the form that AskData asked for, twice. Another "
                      "model may do better; see Preferences."));
      ask_run_set_remedy (self->run, ASK_REMEDY_MODEL, NULL);
      return FALSE;
    }
  again = ask_form_ask_again (self->run->form, self->run->workspace, turn->input, error);
  if (again == NULL)
    return FALSE;
  ask_run_step (self->run, "guard", _ ("A reply that could not be read"), turn->input);
  tell (self, again);
  return TRUE;
}

/* Asks for further answers to the same messages. @written: gets their queries. Returns FALSE exactly where @error is set */
static gboolean
gather (Loop *self, guint wanted, GPtrArray *written, GError **error)
{
  for (guint i = 1; i < wanted && !ask_talk_is_over_budget (self->run); i++)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (AskReply) reply = ask_talk_turn (self->run, self->messages, OTHER_TEMPERATURE, &failure);
      g_autoptr (AskTurn) turn = reply != NULL ? ask_form_read (reply) : NULL;

      if (failure != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      /* What there is can be compared; a step says that the model failed. */
      if (reply == NULL)
        return TRUE;
      /* Steps of one plan are none of another's. */
      if (turn->kind == ASK_TURN_FINAL && turn->goals == NULL
          && ask_tools_open_answers (self->tools, turn->input, NULL, NULL))
        g_ptr_array_add (written, g_strdup (turn->input));
    }
  return TRUE;
}

/* The first final query: others are asked for, too, where that is set, and what most of them give is the answer. */
static AskToolOutcome
answer_by_vote (Loop *self, const AskTurn *turn, const AskReply *reply, char **observation, GError **error)
{
  AskAgentRun *run = self->run;
  AskMessage *said = g_ptr_array_steal_index (self->messages, self->messages->len - 1);
  g_autoptr (GPtrArray) written = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (AskVote) vote = NULL;
  g_autoptr (GError) failure = NULL;
  guint wanted = ask_vote_get_wanted (run->workspace);
  const char *sql;
  AskToolOutcome outcome;
  gboolean gathered;

  self->voted = TRUE;
  g_ptr_array_add (written, g_strdup (turn->input));
  /* They are asked what the first one was asked. */
  gathered = gather (self, wanted, written, error);
  g_ptr_array_add (self->messages, said);
  /* Where that fails, so does the query, with its reason. */
  ask_tools_open_answers (self->tools, turn->input, NULL, NULL);
  if (!gathered)
    return ASK_TOOL_CANCELLED;
  vote = ask_vote_hold (run, written, &failure);
  if (vote == NULL && ask_spending_refused (failure))
    {
      ask_run_fail (run, failure);
      return ASK_TOOL_STOP;
    }
  if (vote == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return ASK_TOOL_CANCELLED;
    }
  sql = vote->sql != NULL ? vote->sql : turn->input;
  if (vote->sql != NULL)
    ask_tools_know (self->tools, sql, vote->ran, g_steal_pointer (&vote->result));
  if (strcmp (sql, turn->input) != 0)
    ask_text_set (&run->sentence, NULL);
  if (strcmp (sql, turn->input) != 0 && !vote->here)
    {
      /* Whatever is said of the query from here on is said of this one. */
      g_autoptr (AskTurn) other = ask_turn_new ("final_answer", NULL, sql, NULL);

      g_ptr_array_remove_index (self->messages, self->messages->len - 1);
      g_ptr_array_add (self->messages, ask_form_say (run->form, other, reply));
    }
  /* Of what was read here the model is asked nothing. */
  outcome = ask_tools_answer (self->tools, sql, vote->here, observation, error);
  if (outcome == ASK_TOOL_DONE)
    ask_vote_offer (run, vote, ask_tools_get_steps (self->tools));
  return outcome;
}

static AskToolOutcome
answer (Loop *self, const AskTurn *turn, const AskReply *reply, gboolean last, char **observation, GError **error)
{
  ask_text_set (&self->run->sentence, turn->sentence);
  return self->voted || last || ask_vote_get_wanted (self->run->workspace) == 1
           ? ask_tools_answer (self->tools, turn->input, last, observation, error)
           : answer_by_vote (self, turn, reply, observation, error);
}

/* The goals first, then what reads their tables. */
static AskToolOutcome
answer_plan (Loop *self, AskTurn *turn, const AskReply *reply, gboolean last, char **observation, GError **error)
{
  g_autofree char *tables = NULL;
  g_autofree char *told = NULL;
  AskToolOutcome outcome;

  if (turn->goals == NULL)
    return answer (self, turn, reply, last, observation, error);
  outcome = ask_tools_run_goals (self->tools, turn, &tables, error);
  if (outcome != ASK_TOOL_DONE)
    {
      *observation = g_steal_pointer (&tables);
      return outcome;
    }
  outcome = answer (self, turn, reply, last, &told, error);
  if (told != NULL)
    *observation = g_strconcat (tables, " ", told, NULL);
  return outcome;
}

/* The model answers in words. Whoever reads them has to see that no data gave them. */
static void
answer_in_words (AskAgentRun *run, const AskTurn *turn)
{
  gboolean own = strcmp (turn->action, "model") == 0;

  ask_run_end (run, ASK_STATUS_ANSWERED, turn->input);
  ask_text_set (&run->answer->origin, turn->action);
  ask_run_step (run, "answer", own ? _ ("The model's own knowledge") : _ ("Taken from the question itself"),
                own ? _ ("No data was read. What a model knows may be wrong or out of date.")
                    : _ ("No data was read: the question says all that is needed."));
}

/* Does what a reply asks for. @left: turns after this one. Returns whether to go on. */
static gboolean
take_turn (Loop *self, const AskReply *reply, guint left, GError **error)
{
  AskAgentRun *run = self->run;
  g_autoptr (AskTurn) turn = ask_form_read (reply);
  g_autofree char *observation = NULL;
  AskToolOutcome outcome;

  g_ptr_array_add (self->messages, ask_form_say (run->form, turn, reply));
  if (turn->thought != NULL)
    {
      g_autofree char *title = ask_tools_title (turn->thought);

      ask_run_step (run, "thought", title, turn->thought);
    }
  if (turn->kind != ASK_TURN_MALFORMED)
    self->n_malformed = 0;
  switch (turn->kind)
    {
    case ASK_TURN_MALFORMED:
      return handle_malformed (self, turn, error);
    case ASK_TURN_UNKNOWN:
      ask_run_end (run, ASK_STATUS_UNANSWERABLE,
                   turn->input[0] != '\0' ? turn->input : _ ("The data here cannot answer this question."));
      ask_run_step (run, "answer", _ ("No answer"), run->answer->text);
      return FALSE;
    case ASK_TURN_WORDS:
      answer_in_words (run, turn);
      return FALSE;
    case ASK_TURN_PLAN:
      outcome = ask_tools_run_goals (self->tools, turn, &observation, error);
      if (outcome == ASK_TOOL_STOP || outcome == ASK_TOOL_CANCELLED)
        return FALSE;
      break;
    case ASK_TURN_FINAL:
      outcome = answer_plan (self, turn, reply, left == 0, &observation, error);
      if (outcome != ASK_TOOL_FAILED)
        return FALSE;
      break;
    default:
      outcome = ask_tools_call (self->tools, turn->action, turn->input, turn->thought, &observation, error);
      if (outcome == ASK_TOOL_STOP || outcome == ASK_TOOL_CANCELLED)
        return FALSE;
    }
  return observe (self, observation, reply, left == 1, error);
}

/**
 * ask_loop_run:
 * @self: a run with a model and an engine
 * @error: %G_IO_ERROR_CANCELLED, or a prompt that is not there
 *
 * Blocks for as long as the model and the queries take.
 *
 * Returns: whether the answer has its status and words
 */
gboolean
ask_loop_run (AskAgentRun *self, GError **error)
{
  g_autoptr (AskTools) tools = ask_tools_new (self);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  g_autoptr (GError) local = NULL;
  Loop loop = { .run = self, .tools = tools, .messages = messages };
  guint max = self->options.max_steps;
  gboolean going = begin (&loop, &local);

  for (guint i = 0; going && i < max; i++)
    {
      g_autoptr (AskReply) reply = ask_talk_turn (self, messages, 0, &local);

      if (reply == NULL)
        going = FALSE;
      else if (ask_form_is_refused (self->form, self->model) && self->form == ASK_FORM_TOOLS)
        going = go_plain (&loop, &local) && !ask_talk_is_over_budget (self);
      else
        going = take_turn (&loop, reply, max - i - 1, &local) && !ask_talk_is_over_budget (self);
    }
  self->held = NULL;
  g_free (loop.held);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (going)
    {
      g_autofree char *text = g_strdup_printf (_ ("The model did not come to an answer within %u steps. Ask in other "
                                                  "words, or pick one of the verified questions."),
                                               max);

      ask_run_end (self, ASK_STATUS_FAILED, text);
    }
  return TRUE;
}
