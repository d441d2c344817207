/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way of a question that no model sees. What is sure is run and shown; what is not sure is asked back, and what is
 * not understood is said so, with what could be asked instead. Only readings run, never what somebody typed.
 */
#include "config.h"

#include "agent/ask-here.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-embed.h"
#include "agent/ask-here-private.h"
#include "agent/ask-here-words.h"
#include "agent/ask-learn.h"
#include "agent/ask-likely.h"
#include "agent/ask-plain.h"
#include "agent/ask-spend.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "understand/interpret/ask-follow.h"
#include "understand/interpret/ask-interpret.h"

#define MAX_ROUTES 3
/* What is less likely than this, or than this share of the likeliest reading, nobody means. */
#define LEAST_LIKELY 0.05
#define LEAST_SHARE 0.1
/* One reading alone of a question with unknown words is asked about where it is likelier than all others together. */
#define ALONE 0.5
/* To count the rows of a choice. */
#define COUNT_STEPS 600000

/*
 * ask_here_answer:
 * @run: with an engine
 * @sql: of a reading
 * @words: the reading
 * @done: (out): whether the answer is made
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Runs a reading. Where that fails and a model may do better, @done is %FALSE and the answer is as it was.
 *
 * Returns: %FALSE exactly where @error is set
 */
gboolean
ask_here_answer (AskAgentRun *run, const char *sql, const char *words, gboolean *done, GError **error)
{
  AskTraceStep *step = ask_run_step (run, "sql", _ ("Ran the query"), NULL);
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) failure = NULL;

  *done = TRUE;
  result = ask_run_query (run, step, sql, NULL, &failure);
  if (result != NULL)
    {
      if (!ask_likely_check (run, sql, error))
        return FALSE;
      ask_text_set (&run->answer->reading, words);
      ask_run_answer (run, result, sql);
      return TRUE;
    }
  if (ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (run->model != NULL && !ask_spending_refused (failure))
    *done = FALSE;
  else
    ask_run_fail (run, failure);
  return TRUE;
}

/*
 * ask_here_end_unanswerable:
 * @run: a run
 * @text: why there is no answer, and what to do
 * @remedy: where that is done
 */
void
ask_here_end_unanswerable (AskAgentRun *run, const char *text, AskRemedy remedy)
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

/* How many of the first readings are likely enough to be compared. They keep their numbers, so none is left out between
 * two that are. */
static guint
count_likely (GPtrArray *readings)
{
  double best = 0;
  guint n = 0;

  for (guint i = 0; i < readings->len; i++)
    best = MAX (best, ((AskQuestionReading *) readings->pdata[i])->score);
  for (guint i = 0; i < MIN (readings->len, ASK_HERE_MAX_CHOICES); i++)
    if (((AskQuestionReading *) readings->pdata[i])->score >= MAX (LEAST_LIKELY, LEAST_SHARE * best))
      n = i + 1;
  return n;
}

/* Whether there is something to choose from. Where each word of the question is known, an unlikely reading is worth a look,
 * too: a person sees at once whether it is meant, and "I do not understand" helps nobody. */
static gboolean
is_worth_asking (const AskInterpretation *found)
{
  guint n = count_likely (found->readings);

  if (found->unknown->len == 0)
    return n > 0;
  return !found->doubtful && (n > 1 || (n == 1 && ((AskQuestionReading *) found->readings->pdata[0])->score >= ALONE));
}

/*
 * ask_here_offer:
 * @run: a run
 * @readings: (element-type AskQuestionReading): what the question may mean
 *
 * Asks back which of those that are likely enough is meant.
 */
void
ask_here_offer (AskAgentRun *run, GPtrArray *readings)
{
  guint n = count_likely (readings);

  for (guint i = 0; i < n; i++)
    {
      const AskQuestionReading *reading = readings->pdata[i];

      add_choice (run, reading->sql, reading->words, reading->n_rows);
    }
  end_clarify (run);
}

/*
 * ask_here_get_chosen:
 * @run: of a question of which the person chose one reading
 * @n: so many there are
 *
 * Returns: its place, or -1 where there is none of that number, which the answer says then
 */
int
ask_here_get_chosen (AskAgentRun *run, guint n)
{
  g_autofree char *text = NULL;

  if (run->options.reading <= n)
    return (int) run->options.reading - 1;
  text = g_strdup_printf (ngettext ("There is no reading %u of this question, only %u.",
                                    "There is no reading %u of this question, only %u.", n),
                          run->options.reading, n);
  ask_here_end_unanswerable (run, text, ASK_REMEDY_NONE);
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

/*
 * ask_here_keep_links:
 * @run: a run
 * @links: (element-type AskLink): what the words of its question were taken for
 */
void
ask_here_keep_links (AskAgentRun *run, GPtrArray *links)
{
  g_ptr_array_unref (run->answer->links);
  run->answer->links = g_ptr_array_ref (links);
}

/* Returns: (transfer full) (element-type utf8): as many as are offered; "" for what is no SQL */
static GPtrArray *
list_plain_sql (GPtrArray *plains)
{
  GPtrArray *offered = g_ptr_array_new ();

  for (guint i = 0; i < MIN (plains->len, ASK_HERE_MAX_CHOICES); i++)
    {
      const AskPlain *plain = plains->pdata[i];

      g_ptr_array_add (offered, plain->sql != NULL ? plain->sql : (char *) "");
    }
  return offered;
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
  ask_here_keep_links (run, links);
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
  g_autofree char *question = ask_follow_cut_chart (run->answer->question);
  g_autoptr (GPtrArray) found = ask_plain_find (run->schema, question);
  g_autoptr (GPtrArray) offered = list_plain_sql (found);
  const AskPlain *plain;
  int chosen = 0;

  *done = FALSE;
  if (ask_here_is_sql (run->answer->question))
    {
      ask_here_end_unanswerable (
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
  if (found->len > 1 && run->options.reading == 0 && (chosen = ask_learn_find (run, offered)) < 0
      && !ask_here_settle (run, offered, &chosen, error))
    return FALSE;
  if (chosen < 0)
    {
      for (guint i = 0; i < MIN (found->len, ASK_HERE_MAX_CHOICES); i++)
        {
          plain = found->pdata[i];
          add_choice (run, plain->sql, plain->words, count_rows (run->engine, plain, run->cancellable));
        }
      end_clarify (run);
      return TRUE;
    }
  if (run->options.reading > 0 && (chosen = ask_here_get_chosen (run, found->len)) < 0)
    return TRUE;
  plain = found->pdata[chosen];
  ask_run_step (run, "select", _ ("Found what the question names"), plain->words);
  if (!link_plain (run, plain, error))
    return FALSE;
  if (plain->sql == NULL)
    {
      describe (run, plain);
      return TRUE;
    }
  if (!ask_here_answer (run, plain->sql, plain->words, done, error))
    return FALSE;
  ask_here_add_plain_parts (run);
  ask_learn_choice (run, offered, (guint) chosen);
  return TRUE;
}

/* [{"source", "score", "why"}, …] */
static JsonArray *
list_sources (const AskRouteResult *routed)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < routed->hits->len; i++)
    {
      const AskRouteHit *hit = routed->hits->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "source", hit->source);
      json_object_set_double_member (object, "score", hit->score);
      json_object_set_string_member (object, "why", hit->why);
      json_array_add_object_element (array, object);
    }
  return array;
}

static void
tell_route (AskAgentRun *run, AskInterpreter *interpreter)
{
  g_autoptr (AskRouteResult) routed = ask_interpreter_route (interpreter, run->answer->question, MAX_ROUTES);
  g_autofree char *detail = NULL;
  AskTraceStep *step;

  if (routed == NULL)
    {
      ask_run_step (run, "route", _ ("Chose where to look"), _ ("There is only one source."));
      return;
    }
  detail = run->options.only != NULL ? g_strdup_printf (_ ("Only %s was asked, as was wanted."), run->options.only)
                                     : ask_here_tell_route (routed);
  step = ask_run_step (run, "route", _ ("Chose where to look"), detail);
  json_object_set_array_member (ask_run_fields (step), "sources", list_sources (routed));
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

/* @reading was chosen, or is likely by far. */
static gboolean
answer_reading (AskAgentRun *run, AskInterpreter *interpreter, const AskQuestionReading *reading, gboolean *done,
                GError **error)
{
  gboolean settled = run->options.reading > 0 || !run->found->confident;
  g_autofree char *detail = NULL;

  /* What a person chose needs no odds. */
  if (settled)
    detail = g_strdup (reading->words);
  else if (reading->example != 0)
    /* Translators: how a question was read. */
    detail = g_strdup_printf (_ ("%s You chose this reading before. No model was asked."), reading->words);
  else
    /* Translators: how a question was read, and how sure that is. */
    detail = g_strdup_printf (_ ("%s This is right in %.0f of 100 cases. No model was asked."), reading->words,
                              100 * reading->score);

  ask_run_step (run, "thought", _ ("Understood the question"), detail);
  if (!ask_here_answer (run, reading->sql, reading->words, done, error))
    return FALSE;
  ask_here_add_parts (run, interpreter, reading);
  return TRUE;
}

/*
 * ask_here_list_offered:
 * @readings: (element-type AskQuestionReading): what the question may mean
 *
 * Returns: (transfer container) (element-type utf8): SQL of as many as ask_here_offer() offers
 */
GPtrArray *
ask_here_list_offered (GPtrArray *readings)
{
  GPtrArray *offered = g_ptr_array_new ();
  guint n = count_likely (readings);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (offered, ((AskQuestionReading *) readings->pdata[i])->sql);
  return offered;
}

static gboolean
answer_chosen (AskAgentRun *run, AskInterpreter *interpreter, GPtrArray *readings, gboolean *done, GError **error)
{
  g_autoptr (GPtrArray) offered = ask_here_list_offered (readings);
  int chosen = ask_here_get_chosen (run, readings->len);

  if (chosen < 0)
    return TRUE;
  if (!answer_reading (run, interpreter, readings->pdata[chosen], done, error))
    return FALSE;
  /* One that was not offered stands beside those that were offered. */
  if ((guint) chosen >= offered->len)
    g_ptr_array_add (offered, ((AskQuestionReading *) readings->pdata[chosen])->sql);
  ask_learn_choice (run, offered, MIN ((guint) chosen, offered->len - 1));
  return TRUE;
}

/* Words that mean nothing here, and none that does: however likely a reading is by itself, it is not of this question. */
static gboolean
is_about_nothing (const AskInterpretation *found)
{
  for (guint i = 0; i < found->links->len; i++)
    if (ask_link_names_data (found->links->pdata[i]))
      return FALSE;
  return found->unknown->len > 0 || found->links->len == 0;
}

/* Says what was found out. Returns FALSE exactly where @error is set. */
static gboolean
conclude (AskAgentRun *run, AskInterpreter *interpreter, const AskInterpretation *found, gboolean *done, GError **error)
{
  GPtrArray *readings = found->readings;
  gboolean nothing = is_about_nothing (found);
  gint64 known = readings->len > 0 ? ((AskQuestionReading *) readings->pdata[0])->example : 0;
  g_autofree char *text = NULL;

  *done = TRUE;
  if (run->options.reading > 0)
    return answer_chosen (run, interpreter, readings, done, error);
  if (found->confident && (!nothing || known != 0))
    {
      ask_learn_use (run, known);
      return answer_reading (run, interpreter, readings->pdata[0], done, error);
    }
  *done = run->model == NULL;
  if (run->model != NULL)
    return TRUE;
  if (nothing || found->doubtful || ask_here_is_of_documents (run, readings))
    {
      if (!ask_here_search_rest (run, done, error))
        return FALSE;
      if (*done)
        return TRUE;
      *done = TRUE;
    }
  if (!nothing && is_worth_asking (found))
    {
      g_autoptr (GPtrArray) offered = ask_here_list_offered (readings);
      int chosen;

      if (!ask_here_settle (run, offered, &chosen, error))
        return FALSE;
      if (chosen >= 0)
        return answer_reading (run, interpreter, readings->pdata[chosen], done, error);
      ask_here_offer (run, readings);
      return TRUE;
    }
  text = ask_here_say_unknown (run->schema, found);
  ask_here_end_unanswerable (run, text, ASK_REMEDY_MODEL);
  ask_run_suggest (run);
  ask_here_suggest (run->schema, found, run->answer->suggestions);
  return TRUE;
}

/*
 * ask_here_pass_on:
 * @run: a run
 * @failure: (transfer full): of what is worked out here
 * @error: (out): @failure, where there is no model or it was cancelled
 *
 * An interpreter that cannot be made, or fails, must not keep a model from answering.
 *
 * Returns: %FALSE exactly where @error is set
 */
gboolean
ask_here_pass_on (AskAgentRun *run, GError *failure, GError **error)
{
  if (run->model == NULL || ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  ask_run_step (run, "context", _ ("Could not be worked out here"), ask_error_get_words (failure));
  g_error_free (failure);
  return TRUE;
}

/* Leaves @interpreter where the question could be read. */
static gboolean
read_question (AskAgentRun *run, gboolean calls, AskInterpreter **interpreter, GError **error)
{
  g_autofree char *question = ask_follow_cut_chart (run->answer->question);
  GError *failure = NULL;

  if (ask_run_open_engine (run, &failure))
    *interpreter = ask_interpreter_new (run->workspace, run->engine, &failure);
  if (*interpreter == NULL || !ask_embed_question (run, interpreter, &failure))
    return ask_here_pass_on (run, failure, error);
  ask_interpreter_set_only (*interpreter, run->options.only);
  ask_interpreter_set_calls (*interpreter, calls);
  ask_learn_catch_up (run, *interpreter);
  run->found = ask_interpreter_read (*interpreter, question, run->cancellable, &failure);
  if (run->found == NULL || !ask_here_settle_values (run, *interpreter, run->found, &failure)
      || !ask_here_compose (run, *interpreter, run->found, &failure))
    {
      g_clear_pointer (&run->found, ask_interpretation_free);
      return ask_here_pass_on (run, failure, error);
    }
  tell_route (run, *interpreter);
  tell_links (run, run->found);
  return TRUE;
}

/**
 * ask_here_interpret:
 * @run: with a schema; gets how the question is read here, where it can be
 * @calls: whether readings may be tried on servers and web APIs
 * @error: %G_IO_ERROR_CANCELLED; without a model, what the store says
 *
 * Steps say where was looked, and what the words were found as.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_interpret (AskAgentRun *run, gboolean calls, GError **error)
{
  g_autoptr (AskInterpreter) interpreter = NULL;

  return read_question (run, calls, &interpreter, error);
}

/**
 * ask_here_read:
 * @run: with a schema
 * @done: (out): whether the answer is made; without a model it always is
 * @error: as of ask_here_interpret()
 *
 * Reads the question on this machine: a sure reading is the answer; without a model others are asked about.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_read (AskAgentRun *run, gboolean *done, GError **error)
{
  g_autoptr (AskInterpreter) interpreter = NULL;

  *done = FALSE;
  if (!read_question (run, TRUE, &interpreter, error))
    return FALSE;
  if (run->found == NULL)
    return TRUE;
  ask_here_keep_links (run, run->found->links);
  return conclude (run, interpreter, run->found, done, error);
}

/* Readings of a rule go first and leave nothing for others; a learned one in the same words says the same. */
static void
put_first (AskInterpretation *found, AskEngine *engine, GPtrArray *plains, GCancellable *cancellable)
{
  /* What is to be described is no SQL, and what a person chose goes before all rules. */
  if (plains->len == 0 || ((const AskPlain *) plains->pdata[0])->sql == NULL
      || (found->readings->len > 0 && ((AskQuestionReading *) found->readings->pdata[0])->example != 0))
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
 * Says how ask_agent_ask() would read a question that no verified one answers. Nothing is kept but what there is to
 * learn from examples, and no model asked.
 *
 * Returns: (transfer full): the readings, the likeliest first
 */
AskInterpretation *
ask_agent_interpret (AskWorkspace *workspace, const char *question, GCancellable *cancellable, GError **error)
{
  g_autofree char *valid = ask_run_check_question (question, error);
  g_autofree char *asked = valid != NULL ? ask_follow_cut_chart (valid) : NULL;
  g_autoptr (AskInterpreter) interpreter = NULL;
  g_autoptr (AskInterpretation) found = NULL;
  g_autoptr (GPtrArray) plains = NULL;
  AskAgentRun run = { .workspace = workspace, .cancellable = cancellable };

  if (valid == NULL)
    return NULL;
  run.answer = ask_answer_new (valid);
  if (ask_run_open_engine (&run, error) && (interpreter = ask_interpreter_new (workspace, run.engine, error)) != NULL
      && ask_interpreter_learn (interpreter, ASK_LEARN_AT_ONCE, cancellable, error)
      && (found = ask_interpreter_read (interpreter, asked, cancellable, error)) != NULL)
    {
      if (!ask_here_settle_values (&run, interpreter, found, error)
          || !ask_here_compose (&run, interpreter, found, error))
        g_clear_pointer (&found, ask_interpretation_free);
      else
        {
          plains = ask_plain_find (ask_engine_get_schema (run.engine), asked);
          put_first (found, run.engine, plains, cancellable);
        }
    }
  g_clear_pointer (&interpreter, ask_interpreter_free);
  g_clear_pointer (&run.corrector, ask_value_corrector_free);
  g_clear_pointer (&run.reader, ask_schema_reader_free);
  ask_run_close_engine (&run);
  ask_answer_free (run.answer);
  return g_steal_pointer (&found);
}
