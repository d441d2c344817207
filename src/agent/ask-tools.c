/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tools. Each takes the text that the model wrote and gives back the text of an observation;
 * the trace keeps what a person wants to see besides. A model reaches data through here only.
 */
#include "config.h"

#include "agent/ask-tools-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-compose.h"
#include "agent/ask-consent.h"
#include "agent/ask-context.h"
#include "agent/ask-doubt.h"
#include "agent/ask-empty.h"
#include "agent/ask-observe.h"
#include "agent/ask-share.h"
#include "agent/ask-spell.h"
#include "agent/ask-thread.h"
#include "agent/ask-turn.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

#define MAX_DEADLINES 2
/* Answers without rows that the model is told the reasons of; reckoned with there, too. */
#define MAX_DIAGNOSED 2
/* Tables that the model is reminded of where it writes the same query again. */
#define MAX_REMINDED 8

/** ask_tools_new: Returns: (transfer full): the tools for one question; @run is borrowed */
AskTools *
ask_tools_new (AskAgentRun *run)
{
  AskTools *self = g_new0 (AskTools, 1);

  self->run = run;
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_step_table_free);
  self->step_rows = g_ptr_array_new_with_free_func (g_free);
  self->shared = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->failed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_result_free);
  self->refused = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

/** ask_tools_free: frees them. */
void
ask_tools_free (AskTools *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->step_rows);
  g_hash_table_unref (self->shared);
  g_hash_table_unref (self->failed);
  g_hash_table_unref (self->results);
  g_hash_table_unref (self->refused);
  g_free (self->diagnosed);
  g_clear_pointer (&self->missing, ask_corrected_sql_free);
  g_free (self->known);
  g_free (self->known_ran);
  g_clear_pointer (&self->known_result, ask_result_free);
  g_free (self);
}

/** ask_tools_get_steps: Returns: (transfer none) (element-type AskStepTable): the earlier results that queries may read */
GPtrArray *
ask_tools_get_steps (AskTools *self)
{
  return self->steps;
}

/**
 * ask_tools_title:
 * @thought: what the model said that it does
 *
 * Returns: (transfer full): a title of a few words
 */
char *
ask_tools_title (const char *thought)
{
  static const char *const openings[]
    = { "first, ", "now, ",      "next, ",      "then, ",     "so, ",       "first ",        "now ",   "next ",
        "okay, ",  "i need to ", "i should ",   "i will ",    "i'll ",      "i want to ",    "i can ", "i must ",
        "let me ", "let's ",     "we need to ", "we should ", "i have to ", "i am going to " };
  const char *p = thought;
  const char *end;
  gboolean again = TRUE;

  while (again)
    {
      again = FALSE;
      while (*p == ' ')
        p++;
      for (guint i = 0; i < G_N_ELEMENTS (openings) && !again; i++)
        if (g_ascii_strncasecmp (p, openings[i], strlen (openings[i])) == 0)
          {
            p += strlen (openings[i]);
            again = TRUE;
          }
    }
  if (*p == '\0')
    p = thought;
  end = strstr (p, ". ");

  g_autofree char *sentence = end != NULL ? g_strndup (p, (gsize) (end - p)) : g_strdup (p);
  gsize length = strlen (g_strstrip (sentence));
  GString *title = g_string_new (NULL);

  while (length > 0 && strchr (".:,", sentence[length - 1]) != NULL)
    sentence[--length] = '\0';
  if (length == 0)
    return g_string_free (title, FALSE);
  g_string_append_unichar (title, g_unichar_toupper (g_utf8_get_char (sentence)));
  g_string_append (title, g_utf8_next_char (sentence));

  g_autofree char *whole = g_string_free (title, FALSE);

  return ask_text_shorten (whole, 64);
}

/*
 * ask_tools_find_step:
 * @name: of a table
 *
 * Returns: (transfer none) (nullable): what its rows are, where it is an earlier result
 */
const char *
ask_tools_find_step (AskTools *self, const char *name)
{
  for (guint i = 0; i < self->steps->len; i++)
    if (g_ascii_strcasecmp (((AskStepTable *) self->steps->pdata[i])->name, name) == 0)
      return self->step_rows->pdata[i];
  return NULL;
}

static char *
fold_space (const char *sql)
{
  g_auto (GStrv) parts = g_strsplit_set (sql, " \t\r\n;", -1);
  GString *text = g_string_new (NULL);

  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0')
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", *part);
  return g_string_free (text, FALSE);
}

static AskToolOutcome stop (AskTools *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static AskToolOutcome
stop (AskTools *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ask_run_end (self->run, ASK_STATUS_FAILED, text);
  return ASK_TOOL_STOP;
}

/* A query failed: says whether and with what words the model goes on. */
static AskToolOutcome
handle_failure (AskTools *self, const char *sql, GError *failure, char **observation, GError **error)
{
  AskAgentRun *run = self->run;

  if (ask_run_is_cancelled (run, failure))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The question was cancelled.");
      return ASK_TOOL_CANCELLED;
    }
  if (!ask_observe_may_help (failure))
    {
      ask_run_fail (run, failure);
      return ASK_TOOL_STOP;
    }
  if (g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE) && ++self->n_deadlines >= MAX_DEADLINES)
    return stop (self,
                 ngettext ("The model's queries took too long %u time, so AskData stopped. Ask about less, "
                           "such as one year or one store.",
                           "The model's queries took too long %u times, so AskData stopped. Ask about less, "
                           "such as one year or one store.",
                           self->n_deadlines),
                 self->n_deadlines);
  if (++self->n_failures > run->options.max_repairs)
    {
      stop (self,
            ngettext ("The model wrote %u query that does not work, so AskData stopped. The last one: "
                      "%s Ask in other words, or pick one of the verified questions.",
                      "The model wrote %u queries that do not work, so AskData stopped. The last one: "
                      "%s Ask in other words, or pick one of the verified questions.",
                      self->n_failures),
            self->n_failures, ask_error_get_words (failure));
      ask_run_blame (run, failure);
      return ASK_TOOL_STOP;
    }
  g_hash_table_add (self->failed, fold_space (sql));
  *observation = ask_observe_failure (run->engine, sql, failure);
  return ASK_TOOL_FAILED;
}

/* The rows of an earlier answer cannot be fetched today, which is no fault of @sql. @table: of that answer */
static AskToolOutcome
handle_lost (AskTools *self, const char *sql, const char *table, GError *failure, char **observation, GError **error)
{
  AskToolOutcome outcome = handle_failure (self, sql, failure, observation, error);

  if (outcome == ASK_TOOL_FAILED)
    {
      g_free (*observation);
      *observation
        = g_strdup_printf ("The table %s is not there any more: the query of that earlier answer does not work "
                           "today. Write one that does without it.",
                           table);
    }
  return outcome;
}

static gboolean
has_failed_before (AskTools *self, const char *sql)
{
  g_autofree char *folded = fold_space (sql);

  return g_hash_table_contains (self->failed, folded);
}

/* Tables that @sql does not read: the likeliest where the question was read here, else the first. */
static char *
list_others (AskTools *self, const char *sql)
{
  AskSchema *schema = ask_engine_get_schema (self->run->engine);
  const AskSelection *selection = self->run->found != NULL ? ask_interpretation_get_selection (self->run->found) : NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *folded = g_ascii_strdown (sql, -1);

  for (guint i = 0; selection != NULL && i < selection->entities->len; i++)
    g_ptr_array_add (names, (gpointer) g_array_index (selection->entities, AskSelectionItem, i).entity->name);
  for (guint i = 0; i < schema->entities->len; i++)
    g_ptr_array_add (names, ((AskEntity *) schema->entities->pdata[i])->name);

  GString *text = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < names->len && g_hash_table_size (seen) < MAX_REMINDED; i++)
    {
      const AskEntity *entity = ask_schema_find_entity (schema, names->pdata[i]);
      g_autofree char *lower = g_ascii_strdown (names->pdata[i], -1);

      if (entity == NULL || entity->hidden || strstr (folded, lower) != NULL || !g_hash_table_add (seen, entity->name))
        continue;
      g_string_append_printf (text, "%s%s (%s)", text->len > 0 ? ", " : "", entity->name, entity->source);
    }
  return g_string_free (text, FALSE);
}

/* The same failing query again: the model is asked once to go another way, then it ends. */
static AskToolOutcome
handle_again (AskTools *self, const char *sql, char **observation)
{
  AskTraceStep *step;
  g_autofree char *others = NULL;

  if (self->turned)
    {
      step = ask_run_step (self->run, "guard", _ ("The same query again"),
                           _ ("It has failed before and would fail again, so it was not run."));
      json_object_set_string_member (ask_run_fields (step), "sql", sql);
      return stop (self, _ ("The model wrote the same query again although it does not work, so "
                            "AskData stopped. Ask in other words, or pick one of the verified "
                            "questions."));
    }
  self->turned = TRUE;
  step = ask_run_step (self->run, "guard", _ ("The same query again"),
                       _ ("It has failed before and would fail again, so it was not run. The model was asked to go "
                          "another way."));
  json_object_set_string_member (ask_run_fields (step), "sql", sql);
  others = list_others (self, sql);
  *observation = g_strdup_printf ("You have written this query before, and it fails. Go another way: several small "
                                  "queries, %s, or “I don't know”.%s%s",
                                  others[0] != '\0' ? "other tables or another source" : "other columns",
                                  others[0] != '\0' ? " There are also: " : "", others);
  return ASK_TOOL_FAILED;
}

static void
keep_step (AskTools *self, const char *name, const AskResult *result, const char *sql)
{
  g_autofree char *columns = ask_observe_columns (result, G_MAXUINT);

  g_ptr_array_add (self->steps, ask_step_table_new (name, sql));
  g_ptr_array_add (self->step_rows, g_strdup_printf ("%s(%s), the rows of an earlier query", name, columns));
}

/**
 * ask_tools_open_answers:
 * @sql: a query that the model wrote
 * @lost: (out) (optional) (nullable): the table that cannot be made
 * @error: what the query of an earlier answer fails with today
 *
 * Makes the tables of earlier answers that @sql reads and that are not there yet.
 *
 * Returns: whether all of them are there
 */
gboolean
ask_tools_open_answers (AskTools *self, const char *sql, char **lost, GError **error)
{
  AskAgentRun *run = self->run;

  for (guint i = 0; run->thread != NULL && i < run->thread->len; i++)
    {
      const AskAnswer *before = run->thread->pdata[i];
      g_autofree char *name = ask_thread_get_table (i);
      g_autofree char *detail = NULL;
      g_autoptr (AskResult) result = NULL;

      if (!ask_thread_reads (sql, i) || ask_tools_find_step (self, name) != NULL)
        continue;
      /* Translators: an earlier question. */
      detail = g_strdup_printf (_ ("The rows of “%s”, fetched anew."), before->question);
      result = ask_run_query (run, ask_run_step (run, "temp", _ ("Took up an earlier answer"), detail), before->sql,
                              name, error);
      if (result == NULL)
        {
          if (lost != NULL)
            *lost = g_steal_pointer (&name);
          return FALSE;
        }
      keep_step (self, name, result, before->sql);
      run->answer->follows = run->options.follow;
    }
  return TRUE;
}

/**
 * ask_tools_know:
 * @sql: a query that has run, as it was written
 * @ran: the same with its values put right
 * @result: (transfer full): what it gave
 *
 * Spares the query a second run where it is the next final one.
 */
void
ask_tools_know (AskTools *self, const char *sql, const char *ran, AskResult *result)
{
  ask_text_set (&self->known, sql);
  ask_text_set (&self->known_ran, ran);
  g_clear_pointer (&self->known_result, ask_result_free);
  self->known_result = result;
}

/* Gives what a final query gave when it ran before. Returns: whether it did */
static gboolean
take_known (AskTools *self, const AskToolQuery *query, AskResult **result, char **ran)
{
  if (query->temp_table != NULL || self->known_result == NULL || strcmp (query->sql, self->known) != 0)
    return FALSE;
  *result = g_steal_pointer (&self->known_result);
  *ran = g_steal_pointer (&self->known_ran);
  return TRUE;
}

static AskToolOutcome
fetch (AskTools *self, const AskToolQuery *query, const char *sql, AskResult **result, char **observation,
       GError **error)
{
  AskTraceStep *step = ask_run_step (self->run, query->temp_table != NULL ? "temp" : "sql", query->title, NULL);
  g_autoptr (GError) failure = NULL;

  *result = ask_run_query (self->run, step, sql, query->temp_table, &failure);
  return *result != NULL ? ASK_TOOL_DONE : handle_failure (self, query->sql, failure, observation, error);
}

/* What an API has otherwise than the query says is put right when it has run: the query runs again. */
static AskToolOutcome
look_again (AskTools *self, const AskToolQuery *query, AskResult **result, char **ran, char **observation,
            GError **error)
{
  g_autoptr (GError) failure = NULL;

  g_clear_pointer (&self->missing, ask_corrected_sql_free);
  if (!ask_spell_after (self->run, *ran, *result, &self->missing, &failure))
    return handle_failure (self, query->sql, failure, observation, error);
  if (self->missing == NULL || self->missing->n_replaced == 0)
    return ASK_TOOL_DONE;
  ask_text_set (ran, self->missing->sql);
  g_clear_pointer (result, ask_result_free);
  return fetch (self, query, *ran, result, observation, error);
}

/* @ran: (out) (transfer full): the query with its values as the data spells them */
static AskToolOutcome
run_sql (AskTools *self, const AskToolQuery *query, AskResult **result, char **ran, char **observation, GError **error)
{
  const char *sql = query->sql;
  g_autoptr (GError) failure = NULL;
  g_autofree char *lost = NULL;
  AskToolOutcome outcome;

  if (take_known (self, query, result, ran))
    return ASK_TOOL_DONE;
  if (has_failed_before (self, sql))
    return handle_again (self, sql, observation);
  if (!ask_tools_open_answers (self, sql, &lost, &failure))
    return handle_lost (self, sql, lost, failure, observation, error);
  if (!ask_run_may_ask (self->run, sql, &failure) || (*ran = ask_spell_sql (self->run, sql, &failure)) == NULL)
    return handle_failure (self, sql, failure, observation, error);
  outcome = fetch (self, query, *ran, result, observation, error);
  return outcome == ASK_TOOL_DONE ? look_again (self, query, result, ran, observation, error) : outcome;
}

/*
 * ask_tools_run_step:
 * @query: with the name of the table that keeps its rows
 * @observation: (out) (transfer full) (nullable): what was wrong
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Runs a query whose rows nobody is told of.
 *
 * Returns: what came of it
 */
AskToolOutcome
ask_tools_run_step (AskTools *self, const AskToolQuery *query, char **observation, GError **error)
{
  g_autoptr (AskResult) result = NULL;
  g_autofree char *ran = NULL;
  AskToolOutcome outcome = run_sql (self, query, &result, &ran, observation, error);

  if (outcome == ASK_TOOL_DONE)
    {
      keep_step (self, query->temp_table, result, ran);
      self->n_steps++;
    }
  return outcome;
}

/* Each count tells something of the rows, so a question has only so many. */
static AskCounting
count_for_model (AskTools *self)
{
  return ++self->n_counted <= ASK_OBSERVE_MAX_COUNTED ? ASK_COUNTING_ROUNDED : ASK_COUNTING_FEW;
}

/* Says why @ran gave no row, or figures of none. @told: (out) (nullable): what the model may know of it. Returns: whether
 * nobody cancelled */
static gboolean
diagnose (AskTools *self, const char *ran, const char *written, char **told, GError **error)
{
  g_autofree char *setting = ask_workspace_get_setting (self->run->workspace, "model/diagnosis");
  gboolean tell = self->n_diagnosed < MAX_DIAGNOSED && g_strcmp0 (setting, "off") != 0;
  gboolean known = g_strcmp0 (self->diagnosed, ran) == 0;

  *told = NULL;
  if (known)
    return TRUE;
  ask_text_set (&self->diagnosed, ran);
  if (!ask_empty_explain (self->run, ran, tell ? written : NULL, told, error))
    return FALSE;
  if (tell && *told == NULL)
    *told = ask_empty_tell (self->missing, written);
  self->n_diagnosed += *told != NULL;
  return TRUE;
}

/* Tells what came of a query whose rows are kept as a step. @why: (nullable): more of it. @result: is taken where a person may
 * be asked about its rows */
static void
tell_step (AskTools *self, const char *name, AskResult **result, const char *why, char **observation)
{
  const gboolean shared = ask_share_may_rows (self->run, *result, self->shared);
  g_autofree char *told = ask_observe_result (*result, name, shared ? ASK_COUNTING_EXACT : count_for_model (self));
  g_autoptr (GString) text = g_string_new (told);

  if (why != NULL)
    g_string_append (text, why);
  if (shared)
    {
      g_hash_table_add (self->shared, g_strdup (name));
      ask_share_rows (self->run, *result, name, text);
    }
  else if (self->run->options.on_consent != NULL)
    g_hash_table_insert (self->results, g_strdup (name), g_steal_pointer (result));
  *observation = g_strdup (text->str);
}

static AskToolOutcome
call_query (AskTools *self, const char *input, const char *thought, char **observation, GError **error)
{
  g_autofree char *name = g_strdup_printf ("step_%u", self->n_steps + 1);
  g_autofree char *title = thought != NULL ? ask_tools_title (thought) : NULL;
  g_autoptr (AskResult) result = NULL;
  g_autofree char *ran = NULL;
  g_autofree char *why = NULL;
  AskToolOutcome outcome;

  outcome
    = run_sql (self, &(AskToolQuery) { input, title != NULL && title[0] != '\0' ? title : _ ("Ran a query"), name },
               &result, &ran, observation, error);
  if (outcome != ASK_TOOL_DONE)
    return outcome;
  if (ask_empty_is (result->rows))
    {
      g_autofree char *composed = ask_compose_sql (ran, self->steps);

      if (!diagnose (self, composed, input, &why, error))
        return ASK_TOOL_CANCELLED;
    }
  keep_step (self, name, result, ran);
  self->n_steps++;
  tell_step (self, name, &result, why, observation);
  return ASK_TOOL_DONE;
}

/*
 * ask_tools_run_search:
 * @sql: of a search, which was made here
 * @title: of its step
 * @n_rows: (out): how many passages it finds
 * @observation: (out) (transfer full) (nullable): what the model is told
 * @error: %G_IO_ERROR_CANCELLED
 *
 * One that finds nothing is no step for later ones.
 *
 * Returns: what came of it
 */
AskToolOutcome
ask_tools_run_search (AskTools *self, const char *sql, const char *title, gsize *n_rows, char **observation,
                      GError **error)
{
  g_autofree char *name = g_strdup_printf ("step_%u", self->n_steps + 1);
  const AskToolQuery query = { sql, title, name };
  g_autoptr (AskResult) result = NULL;
  AskToolOutcome outcome;

  if (has_failed_before (self, sql))
    return handle_again (self, sql, observation);
  outcome = fetch (self, &query, sql, &result, observation, error);
  if (outcome != ASK_TOOL_DONE)
    return outcome;
  *n_rows = ask_rows_get_n_rows (result->rows);
  keep_step (self, name, result, sql);
  self->n_steps++;
  tell_step (self, name, &result, NULL, observation);
  return ASK_TOOL_DONE;
}

static gboolean
can_ask_for_rows (AskAgentRun *run)
{
  return run->options.on_consent != NULL;
}

/* @is_there: (nullable): whether it is; %NULL of what always is */
static const struct
{
  const char *name;
  gboolean (*is_there) (AskAgentRun *run);
  AskToolOutcome (*call) (AskTools *self, const char *input, const char *thought, char **observation, GError **error);
} tools[] = {
  { "list_entities", NULL, ask_tools_call_list },
  { "describe_entities", NULL, ask_tools_call_describe },
  { "query", NULL, call_query },
  { "search_documents", ask_tools_can_search, ask_tools_call_search },
  { "show_rows", can_ask_for_rows, ask_consent_call },
};

static gboolean
is_there (AskTools *self, guint tool)
{
  return tools[tool].is_there == NULL || tools[tool].is_there (self->run);
}

static AskToolOutcome
refuse_unknown (AskTools *self, const char *name, char **observation)
{
  g_autofree char *shown = ask_text_shorten (name, 40);
  GString *text = g_string_new (NULL);

  ask_run_step (self->run, "guard", _ ("Refused a tool that does not exist"), shown);
  g_string_printf (text, "There is no tool %s. There are ", shown);
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    if (is_there (self, i))
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", tools[i].name);
  g_string_append_c (text, '.');
  *observation = g_string_free (text, FALSE);
  return ASK_TOOL_FAILED;
}

/**
 * ask_tools_call:
 * @name: of the tool, as AskTurn has it; there may be no such tool
 * @input: what the model wrote for it: the SQL of a query, the names of entities, words to search, or nothing
 * @thought: (nullable): why, for the trace
 * @observation: (out) (transfer full) (nullable): what the model is told
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: what came of it
 */
AskToolOutcome
ask_tools_call (AskTools *self, const char *name, const char *input, const char *thought, char **observation,
                GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    if (strcmp (tools[i].name, name) == 0 && is_there (self, i))
      return tools[i].call (self, input, thought, observation, error);
  return refuse_unknown (self, name, observation);
}

/* Says what is doubtful of a query that runs. @empty: (nullable): why it gives no row. @observation: (nullable): what the
 * model is asked, the first time only. */
static gboolean
tell_doubts (AskTools *self, const AskResult *result, const char *sql, const char *empty, char **observation,
             GError **error)
{
  g_autoptr (GPtrArray) doubts = ask_doubt_find (self->run, result, sql, error);
  g_autoptr (GString) asked = g_string_new (NULL);
  g_autoptr (GString) told = g_string_new (NULL);

  *observation = NULL;
  if (doubts == NULL)
    return FALSE;
  for (guint i = 0; i < doubts->len; i++)
    {
      const AskDoubt *doubt = doubts->pdata[i];

      g_string_append_printf (told, "%s%s", i > 0 ? " " : "", doubt->words);
      if (doubt->strong)
        g_string_append_printf (asked, "%s ", doubt->text);
    }
  if (told->len > 0)
    ask_run_step (self->run, "guard", _ ("What the query may not mean"), told->str);
  if (empty != NULL)
    g_string_append_printf (asked, "%s%s ",
                            ask_rows_get_n_rows (result->rows) == 0 ? "it gives no row."
                                                                    : "its figures come of no row.",
                            empty);
  if (asked->len == 0 || self->doubted)
    return TRUE;
  self->doubted = TRUE;
  *observation = g_strdup_printf ("The query runs, but: %sIf it is what the question means, give the same final answer "
                                  "again; else a better one.",
                                  asked->str);
  return TRUE;
}

/**
 * ask_tools_answer:
 * @sql: the SELECT whose rows are the answer
 * @last: the model cannot be asked again
 * @observation: (out) (transfer full) (nullable): what the model is told where it failed, or is doubtful
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Runs the final query, unless it is known, and, where it works, gives the run its answer.
 *
 * Returns: what came of it
 */
AskToolOutcome
ask_tools_answer (AskTools *self, const char *sql, gboolean last, char **observation, GError **error)
{
  g_autoptr (AskResult) result = NULL;
  g_autofree char *ran = NULL;
  AskToolOutcome outcome
    = run_sql (self, &(AskToolQuery) { sql, _ ("Fetched the answer"), NULL }, &result, &ran, observation, error);
  /* Whoever knows why there was no row before this means it. */
  gboolean told = self->n_diagnosed > 0;
  g_autofree char *composed = NULL;
  g_autofree char *empty = NULL;

  if (outcome != ASK_TOOL_DONE)
    return outcome;
  composed = ask_compose_sql (ran, self->steps);
  self->doubted |= last;
  if ((ask_empty_is (result->rows) && !diagnose (self, composed, sql, &empty, error))
      || !tell_doubts (self, result, composed, told ? NULL : empty, observation, error))
    return ASK_TOOL_CANCELLED;
  if (*observation != NULL)
    {
      ask_tools_know (self, sql, ran, g_steal_pointer (&result));
      return ASK_TOOL_FAILED;
    }
  ask_run_answer (self->run, result, composed);
  if (self->run->thread != NULL && self->run->thread->len > 0 && ask_thread_leans (self->run->answer->question))
    self->run->answer->follows = self->run->options.follow;
  return ASK_TOOL_DONE;
}
