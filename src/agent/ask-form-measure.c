/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which form a model does best. A task counts as done where the reply is in the form that was asked for, and wants what
 * the task calls for; a query has to run on the made-up tables, which are empty.
 */
#include "config.h"

#include "agent/ask-form-measure.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "engine/ask-engine.h"

/* Of fewer tokens, or in less time, no speed can be told. */
#define LEAST_TOKENS 8
#define LEAST_US 1000

#define PUBLISHER "CREATE TABLE publisher (publisher_id INTEGER PRIMARY KEY, imprint_title TEXT, founded_in INTEGER);"

static const char tables[] = "CREATE TABLE author (author_id INTEGER PRIMARY KEY, name TEXT, country TEXT);\n"
                             "CREATE TABLE book (book_id INTEGER PRIMARY KEY, author_id INTEGER, title TEXT,\n"
                             "  FOREIGN KEY (author_id) REFERENCES author (author_id));\n"
                             "CREATE TABLE loan (loan_id INTEGER PRIMARY KEY, book_id INTEGER, lent_on DATE,\n"
                             "  FOREIGN KEY (book_id) REFERENCES book (book_id));\n"
                             "-- Further tables, which describe_entities tells more of: publisher";

/* The same tables, as the engine makes them. */
static const struct
{
  const char *name;
  const char *sql;
} empty[] = {
  { "author",
    "SELECT CAST(NULL AS INTEGER) AS author_id, CAST(NULL AS TEXT) AS name, CAST(NULL AS TEXT) AS country WHERE 1 = 0" },
  { "book",
    "SELECT CAST(NULL AS INTEGER) AS book_id, CAST(NULL AS INTEGER) AS author_id, CAST(NULL AS TEXT) AS title WHERE 1 = 0" },
  { "loan",
    "SELECT CAST(NULL AS INTEGER) AS loan_id, CAST(NULL AS INTEGER) AS book_id, CAST(NULL AS TEXT) AS lent_on WHERE 1 = 0" },
  { "publisher",
    "SELECT CAST(NULL AS INTEGER) AS publisher_id, CAST(NULL AS TEXT) AS imprint_title, CAST(NULL AS INTEGER) AS "
    "founded_in WHERE 1 = 0" },
};

/* @kind: what the reply has to want; @told: (nullable): what it is told then, before its final answer */
static const struct
{
  const char *question;
  AskTurnKind kind;
  const char *told;
} tasks[ASK_FORM_N_TASKS] = {
  { "How many books of each author were lent since 2024, the most first?", ASK_TURN_FINAL, NULL },
  { "What are the titles of all publishers, in the order of the alphabet?", ASK_TURN_ACTION, PUBLISHER },
  { "How warm was it in Oslo yesterday?", ASK_TURN_UNKNOWN, NULL },
  { "Town A has 2 libraries and town B has 3. Which town has more libraries?", ASK_TURN_WORDS, NULL },
};

/** ask_form_measure_free: @self: (nullable): to free */
void
ask_form_measure_free (AskFormMeasure *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < ASK_N_FORMS; i++)
    g_free (self->scores[i].problem);
  g_free (self);
}

static AskEngine *
make_engine (GError **error)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) configs = g_ptr_array_new ();
  g_autoptr (AskEngine) engine = ask_engine_new (schema, configs, error);
  AskLimits limits = ASK_LIMITS_DEFAULT;

  for (guint i = 0; engine != NULL && i < G_N_ELEMENTS (empty); i++)
    {
      g_autoptr (AskResult) result = ask_engine_query (engine, empty[i].sql, &limits, empty[i].name, NULL, error);

      if (result == NULL)
        return NULL;
    }
  return g_steal_pointer (&engine);
}

/* Returns: whether @error is unset; @problem is set where the query does not run */
static gboolean
run_query (const char *sql, char **problem, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskEngine) engine = make_engine (error);
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskResult) result = NULL;

  if (engine == NULL)
    return FALSE;
  result = ask_engine_query (engine, sql, &limits, NULL, cancellable, &failure);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (result == NULL)
    *problem = g_strdup_printf (_ ("Its query does not run: %s"), ask_error_get_words (failure));
  return TRUE;
}

static gboolean
is_in_form (AskForm form, const AskReply *reply)
{
  g_autoptr (AskTurn) turn = NULL;

  if (form != ASK_FORM_JSON)
    return (form == ASK_FORM_TOOLS) == (reply->call != NULL);
  turn = ask_turn_parse_json (reply->text != NULL ? reply->text : "");
  return turn != NULL;
}

/* Says what is wrong with a turn that should be of the kind @wanted; only what is to answer may be looked into first. */
static gboolean
judge (const AskTurn *turn, AskTurnKind wanted, char **problem, GCancellable *cancellable, GError **error)
{
  if (turn->kind == wanted && wanted == ASK_TURN_FINAL)
    return run_query (turn->input, problem, cancellable, error);
  if (turn->kind == wanted)
    return TRUE;
  switch (turn->kind)
    {
    case ASK_TURN_ACTION:
      *problem = g_strdup (
        _ ("It wanted to look further although all was said. It takes more turns than others, and more time."));
      return TRUE;
    case ASK_TURN_UNKNOWN:
    case ASK_TURN_WORDS:
    case ASK_TURN_FINAL:
      *problem = g_strdup (_ ("It did not see that the tables answer the question."));
      return TRUE;
    case ASK_TURN_MALFORMED:
    default:
      *problem = g_strdup (_ ("Its reply is not in the form that AskData asks for. Another model will do better."));
      return TRUE;
    }
}

static void
note_first (guint64 n_chars, gpointer first)
{
  if (*(gint64 *) first == 0)
    *(gint64 *) first = g_get_monotonic_time ();
}

/* All that tasks of one form have in common. */
typedef struct
{
  AskModel *model;
  AskForm form;
  char *held;
  char *system;
  gint64 first; /* when the last reply began */
  GCancellable *cancellable;
} Trial;

static AskReply *
ask (Trial *self, GPtrArray *messages, GError **error)
{
  static const char *const stop[] = { "\nObservation:", NULL };
  AskChat chat = { .messages = messages, .stop = stop, .on_arrived = note_first, .user_data = &self->first };

  self->first = 0;
  ask_form_hold (self->form, self->held, &chat);
  return ask_model_chat (self->model, &chat, self->cancellable, error);
}

/* The reply to a task, and to what came of it. Returns: whether @error is unset */
static gboolean
give_task (Trial *self, guint n, AskReply **first, char **problem, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  g_autofree char *question = g_strdup_printf ("Question: %s", tasks[n].question);
  g_autoptr (AskReply) second = NULL;
  g_autoptr (AskTurn) turn = NULL;
  AskReply *last;

  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_SYSTEM, self->system));
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, question));
  last = *first = ask (self, messages, error);
  if (last == NULL)
    return FALSE;
  turn = ask_form_read (last);
  if (!judge (turn, tasks[n].kind, problem, self->cancellable, error))
    return FALSE;
  if (*problem == NULL && is_in_form (self->form, last) && tasks[n].told != NULL)
    {
      g_ptr_array_add (messages, ask_form_say (self->form, turn, last));
      g_ptr_array_add (messages, ask_form_tell (messages, "Observation: " PUBLISHER));
      last = second = ask (self, messages, error);
      if (last == NULL)
        return FALSE;
      g_clear_pointer (&turn, ask_turn_free);
      turn = ask_form_read (last);
      if (!judge (turn, ASK_TURN_FINAL, problem, self->cancellable, error))
        return FALSE;
    }
  if (*problem == NULL && !is_in_form (self->form, last))
    *problem = g_strdup (_ ("Its reply is not in the form that AskData asks for. Another model will do better."));
  return TRUE;
}

/* From the first word to the last, as the server counts them. */
static double
get_speed (const Trial *self, const AskReply *reply)
{
  gint64 taken = g_get_monotonic_time () - self->first;

  return self->first != 0 && taken >= LEAST_US && reply->completion_tokens >= LEAST_TOKENS
           ? (double) reply->completion_tokens * G_USEC_PER_SEC / (double) taken
           : 0;
}

/* Gives a form its tasks. Returns: whether @error is unset: what fails on the way counts as not done, but for the very
 * first reply */
static gboolean
try_form (AskFormMeasure *self, Trial *trial, gint64 patience_us, GError **error)
{
  AskFormScore *score = &self->scores[trial->form];

  for (guint n = 0; n < ASK_FORM_N_TASKS && !self->slow; n++)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (AskReply) reply = NULL;
      g_autofree char *problem = NULL;
      gint64 begun = g_get_monotonic_time ();
      gboolean is_first = n == 0 && trial->form == ASK_FORM_TEXT;

      score->tried = TRUE;
      if (!give_task (trial, n, &reply, &problem, &failure))
        {
          if (!is_first && failure->domain == ASK_LLM_ERROR)
            {
              if (n == 0)
                score->problem = g_strdup (ask_error_get_words (failure));
              return TRUE;
            }
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      score->refused = ask_form_is_refused (trial->form, trial->model);
      if (score->refused)
        {
          score->n_done = 0;
          return TRUE;
        }
      score->n_done += problem == NULL;
      if (n == 0)
        score->problem = g_steal_pointer (&problem);
      if (!is_first)
        continue;
      self->slow = g_get_monotonic_time () - begun > patience_us;
      self->tokens_per_second = get_speed (trial, reply);
    }
  return TRUE;
}

/**
 * ask_form_measure:
 * @workspace: whose prompts and settings count
 * @model: which is tested; what its server refuses is known of it then
 * @patience_us: where the first reply takes longer, nothing else is tried
 * @cancellable: (nullable): stops within 100 ms
 * @error: #AskLlmError where it does not answer at all; %ASK_AGENT_ERROR_PROMPT; %G_IO_ERROR_CANCELLED
 *
 * Blocks for as long as some fifteen replies take. Where a steward's prompt is for plain text, that alone is tried.
 *
 * Returns: (transfer full): how it does
 */
AskFormMeasure *
ask_form_measure (AskWorkspace *workspace, AskModel *model, gint64 patience_us, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (AskFormMeasure) self = g_new0 (AskFormMeasure, 1);
  gboolean all = ask_form_is_free (workspace);

  for (AskForm form = ASK_FORM_TEXT; form < ASK_N_FORMS && !self->slow && (all || form == ASK_FORM_TEXT); form++)
    {
      g_autofree char *held = ask_form_load (form, workspace);
      g_autofree char *system
        = ask_prompts_load_system (workspace, ask_form_get_prompt (form), tables, "2026-01-01", error);
      Trial trial = { .model = model, .form = form, .held = held, .system = system, .cancellable = cancellable };

      if (system == NULL || !try_form (self, &trial, patience_us, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * ask_form_measure_get_best:
 * @self: how a model does
 *
 * Returns: the form in which it does most; plain text where another one is not better
 */
AskForm
ask_form_measure_get_best (const AskFormMeasure *self)
{
  AskForm best = ASK_FORM_TEXT;

  for (AskForm form = ASK_FORM_TEXT; form < ASK_N_FORMS; form++)
    if (self->scores[form].n_done > self->scores[best].n_done)
      best = form;
  return best;
}
