/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way of a question that no model sees. What is sure is run and shown; what is not sure is asked back, and what is
 * not understood is said so, with what could be asked instead. Only readings run, never what somebody typed.
 */
#include "config.h"

#include "agent/ask-here.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-here-words.h"
#include "agent/ask-plain.h"
#include "base/ask-text.h"
#include "understand/interpret/ask-interpret.h"

#define MAX_CHOICES 4
#define MAX_ROUTES 3
/* To count the rows of a choice. */
#define COUNT_STEPS 600000

/* Runs a reading. Where that fails and a model may do better, @done is FALSE and the answer is as it was. */
static gboolean
answer (AskAgentRun *run, const char *sql, const char *words, gboolean *done, GError **error)
{
  AskTraceStep *step = ask_run_step (run, "sql", _ ("Ran the query"), NULL);
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) failure = NULL;

  *done = TRUE;
  result = ask_run_query (run, step, sql, NULL, &failure);
  if (result != NULL)
    {
      ask_text_set (&run->answer->reading, words);
      ask_run_answer (run, result, sql);
      return TRUE;
    }
  if (ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (run->model != NULL)
    *done = FALSE;
  else
    ask_run_fail (run, failure);
  return TRUE;
}

static void
end_unanswerable (AskAgentRun *run, const char *text, AskRemedy remedy)
{
  ask_run_end (run, ASK_STATUS_UNANSWERABLE, text);
  ask_run_set_remedy (run, remedy, NULL);
  ask_run_step (run, "answer", _ ("No answer"), text);
}

static void
add_choice (AskAgentRun *run, const char *sql, const char *words, gint64 n_rows)
{
  AskAnswerChoice *choice = g_new0 (AskAnswerChoice, 1);

  choice->sql = g_strdup (sql);
  choice->words = g_strdup (words);
  choice->n_rows = n_rows;
  g_ptr_array_add (run->answer->choices, choice);
}

static void
end_clarify (AskAgentRun *run)
{
  g_autofree char *text = ask_here_ask_back (run->answer->choices);

  ask_run_end (run, ASK_STATUS_CLARIFY, text);
  ask_run_step (run, "answer", _ ("More than one reading fits"), text);
}

/* Where the person chose one of several. Returns: its place, or -1 where there is none of that number, which the answer
 * says then */
static int
get_chosen (AskAgentRun *run, guint n)
{
  g_autofree char *text = NULL;

  if (run->options.reading <= n)
    return (int) run->options.reading - 1;
  text = g_strdup_printf (ngettext ("There is no reading %u of this question, only %u.",
                                    "There is no reading %u of this question, only %u.", n),
                          run->options.reading, n);
  end_unanswerable (run, text, ASK_REMEDY_NONE);
  return -1;
}

static gint64
count_rows (AskEngine *engine, const AskPlain *plain, GCancellable *cancellable)
{
  g_autoptr (AskRows) rows = NULL;

  if (plain->sql == NULL || !ask_engine_is_local (engine, plain->entity->source))
    return -1;
  /* Where it cannot be counted, nothing is said of it. */
  rows = ask_engine_try (engine, plain->sql, ASK_READING_MAX_ROWS, COUNT_STEPS, cancellable, NULL);
  return rows != NULL ? (gint64) ask_rows_get_n_rows (rows) : -1;
}

static void
describe (AskAgentRun *run, const AskPlain *plain)
{
  g_autofree char *text = ask_here_describe (run->schema, plain->entity);

  ask_text_set (&run->answer->reading, plain->words);
  run->answer->rows = ask_plain_describe (plain->entity);
  run->answer->n_rows = ask_rows_get_n_rows (run->answer->rows);
  if (plain->entity->source[0] != '\0')
    g_ptr_array_add (run->answer->sources, g_strdup (plain->entity->source));
  ask_run_end (run, ASK_STATUS_ANSWERED, text);
  ask_run_step (run, "answer", _ ("The answer"), text);
}

static void
keep_links (AskAgentRun *run, GPtrArray *links)
{
  g_ptr_array_unref (run->answer->links);
  run->answer->links = g_ptr_array_ref (links);
}

/* The words that name the entity, and what was asked of it. */
static gboolean
link_plain (AskAgentRun *run, const AskPlain *plain, GError **error)
{
  g_autoptr (GPtrArray) entities = g_ptr_array_new ();
  g_autoptr (AskDomain) domain = NULL;
  g_autoptr (AskQuestion) question = NULL;
  g_autoptr (GPtrArray) links = NULL;

  g_ptr_array_add (entities, (gpointer) plain->entity);
  domain = ask_domain_new (run->workspace, run->schema, entities, error);
  if (domain == NULL || (question = ask_question_new (domain, run->answer->question, error)) == NULL)
    return FALSE;
  links = ask_link_list (question);
  keep_links (run, links);
  return TRUE;
}

/**
 * ask_here_plain:
 * @run: with a schema
 * @done: (out): whether the answer is made
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Answers what needs no understanding: "how many X", "show X", "describe X". SQL is not run, but its page offered.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_plain (AskAgentRun *run, gboolean *done, GError **error)
{
  g_autoptr (GPtrArray) found = ask_plain_find (run->schema, run->answer->question);
  const AskPlain *plain;
  int chosen = 0;

  *done = FALSE;
  if (ask_here_is_sql (run->answer->question))
    {
      end_unanswerable (
        run,
        _ (
          "This is SQL and no question. Run it with “askdata-cli query”, or save it with its question among the verified ones. Here, ask in plain words, such as “How many orders were there in 2025?”"),
        ASK_REMEDY_SQL);
      *done = TRUE;
      return TRUE;
    }
  if (found->len == 0 || (found->len > 1 && run->options.reading == 0 && run->model != NULL))
    return TRUE;
  if (!ask_run_open_engine (run, error))
    return FALSE;
  *done = TRUE;
  if (found->len > 1 && run->options.reading == 0)
    {
      for (guint i = 0; i < MIN (found->len, MAX_CHOICES); i++)
        {
          plain = found->pdata[i];
          add_choice (run, plain->sql, plain->words, count_rows (run->engine, plain, run->cancellable));
        }
      end_clarify (run);
      return TRUE;
    }
  if (run->options.reading > 0 && (chosen = get_chosen (run, found->len)) < 0)
    return TRUE;
  plain = found->pdata[chosen];
  ask_run_step (run, "select", _ ("Found what the question names"), plain->words);
  if (!link_plain (run, plain, error))
    return FALSE;
  if (plain->sql != NULL)
    return answer (run, plain->sql, plain->words, done, error);
  describe (run, plain);
  return TRUE;
}

static void
tell_route (AskAgentRun *run, const AskRoute *route)
{
  g_autoptr (AskRouteResult) routed = NULL;
  g_autofree char *detail = NULL;

  if (route == NULL)
    {
      ask_run_step (run, "route", _ ("Chose where to look"), _ ("There is only one source."));
      return;
    }
  routed = ask_route_question (route, run->answer->question, MAX_ROUTES);
  detail = ask_here_tell_route (routed);
  ask_run_step (run, "route", _ ("Chose where to look"), detail);
}

static void
tell_links (AskAgentRun *run, const AskInterpretation *found)
{
  g_autofree char *names = ask_here_tell_links (found->question, found->links, FALSE);
  g_autofree char *values = ask_here_tell_links (found->question, found->links, TRUE);

  if (names != NULL)
    ask_run_step (run, "select", _ ("Found what the question names"), names);
  if (values != NULL)
    ask_run_step (run, "values", _ ("Found values in the question"), values);
}

static gboolean
answer_reading (AskAgentRun *run, const AskQuestionReading *reading, gboolean *done, GError **error)
{
  g_autofree char *detail = NULL;

  /* What a person chose needs no odds. */
  if (run->options.reading > 0)
    detail = g_strdup (reading->words);
  else
    /* Translators: how a question was read, and how sure that is. */
    detail = g_strdup_printf (_ ("%s This is right in %.0f of 100 cases. No model was asked."), reading->words,
                              100 * reading->score);

  ask_run_step (run, "thought", _ ("Understood the question"), detail);
  return answer (run, reading->sql, reading->words, done, error);
}

/* Words that mean nothing here, and none that does: however likely a reading is by itself, it is not of this question. */
static gboolean
is_about_nothing (const AskInterpretation *found)
{
  for (guint i = 0; i < found->links->len; i++)
    if (((const AskLink *) found->links->pdata[i])->kind <= ASK_LINK_VALUE)
      return FALSE;
  return found->unknown->len > 0 || found->links->len == 0;
}

/* Says what was found out. Returns FALSE exactly where @error is set. */
static gboolean
conclude (AskAgentRun *run, const AskInterpretation *found, gboolean *done, GError **error)
{
  GPtrArray *readings = found->readings;
  gboolean nothing = is_about_nothing (found);
  g_autofree char *text = NULL;
  int chosen;

  *done = TRUE;
  if (run->options.reading > 0)
    return (chosen = get_chosen (run, readings->len)) < 0 || answer_reading (run, readings->pdata[chosen], done, error);
  if (found->confident && !nothing)
    return answer_reading (run, readings->pdata[0], done, error);
  *done = run->model == NULL;
  if (run->model != NULL)
    return TRUE;
  if (!found->doubtful && !nothing)
    {
      for (guint i = 0; i < MIN (readings->len, MAX_CHOICES); i++)
        {
          const AskQuestionReading *reading = readings->pdata[i];

          add_choice (run, reading->sql, reading->words, reading->n_rows);
        }
      end_clarify (run);
      return TRUE;
    }
  text = ask_here_say_unknown (run->schema, found);
  end_unanswerable (run, text, ASK_REMEDY_MODEL);
  ask_run_suggest (run);
  ask_here_suggest (run->schema, found, run->answer->suggestions);
  return TRUE;
}

/* An interpreter that cannot be made, or fails, must not keep a model from answering. */
static gboolean
pass_on (AskAgentRun *run, GError *failure, GError **error)
{
  if (run->model == NULL || ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  ask_run_step (run, "context", _ ("Could not be worked out here"), failure->message);
  g_error_free (failure);
  return TRUE;
}

/**
 * ask_here_read:
 * @run: with a schema
 * @done: (out): whether the answer is made; without a model it always is
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Reads the question on this machine: a sure reading is the answer; without a model others are asked about.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_read (AskAgentRun *run, gboolean *done, GError **error)
{
  g_autoptr (AskInterpreter) interpreter = NULL;
  g_autoptr (AskInterpretation) found = NULL;
  GError *failure = NULL;

  *done = FALSE;
  if (!ask_run_open_engine (run, &failure)
      || (interpreter = ask_interpreter_new (run->workspace, run->engine, &failure)) == NULL
      || (found = ask_interpreter_read (interpreter, run->answer->question, run->cancellable, &failure)) == NULL)
    return pass_on (run, failure, error);
  tell_route (run, ask_interpreter_get_route (interpreter));
  tell_links (run, found);
  keep_links (run, found->links);
  return conclude (run, found, done, error);
}

/* Readings of a rule go first and leave nothing for others; a learned one in the same words says the same. */
static void
put_first (AskInterpretation *found, AskEngine *engine, GPtrArray *plains, GCancellable *cancellable)
{
  /* What is to be described is no SQL. */
  if (plains->len == 0 || ((const AskPlain *) plains->pdata[0])->sql == NULL)
    return;
  for (guint r = 0; r < found->readings->len; r++)
    ((AskQuestionReading *) found->readings->pdata[r])->score = 0;
  for (guint i = plains->len; i-- > 0;)
    {
      const AskPlain *plain = plains->pdata[i];
      AskQuestionReading *reading;

      for (guint r = found->readings->len; r-- > 0;)
        if (strcmp (((AskQuestionReading *) found->readings->pdata[r])->words, plain->words) == 0)
          g_ptr_array_remove_index (found->readings, r);
      reading = g_new0 (AskQuestionReading, 1);
      reading->sql = g_strdup (plain->sql);
      reading->words = g_strdup (plain->words);
      reading->score = 1.0 / plains->len;
      reading->sources = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (reading->sources, g_strdup (plain->entity->source));
      reading->n_rows = count_rows (engine, plain, cancellable);
      g_ptr_array_insert (found->readings, 0, reading);
      found->confident = plains->len == 1;
      found->doubtful = FALSE;
    }
}

/**
 * ask_agent_interpret:
 * @workspace: whose data is asked about
 * @question: what a person typed
 * @cancellable: (nullable): a way to stop
 * @error: %ASK_AGENT_ERROR_QUESTION, %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Says how ask_agent_ask() would read a question that no verified one answers. Nothing is kept, and no model asked.
 *
 * Returns: (transfer full): the readings, the likeliest first
 */
AskInterpretation *
ask_agent_interpret (AskWorkspace *workspace, const char *question, GCancellable *cancellable, GError **error)
{
  g_autofree char *valid = ask_run_check_question (question, error);
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskInterpreter) interpreter = NULL;
  g_autoptr (GPtrArray) plains = NULL;
  AskInterpretation *found;

  if (valid == NULL || (engine = ask_workspace_open_engine (workspace, error)) == NULL
      || (interpreter = ask_interpreter_new (workspace, engine, error)) == NULL
      || (found = ask_interpreter_read (interpreter, valid, cancellable, error)) == NULL)
    return NULL;
  plains = ask_plain_find (ask_engine_get_schema (engine), valid);
  put_first (found, engine, plains, cancellable);
  return found;
}
