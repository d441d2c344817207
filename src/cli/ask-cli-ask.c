/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli ask: a question, and what becomes of its answer.
 */
#include "config.h"

#include <string.h>

#include "blend/ask-blend-question.h"
#include "cli/ask-cli.h"

/* "last" is among so many. */
#define LAST_ENTRIES 100

/*
 * Asking:
 * @format, …, @max_tokens: the options, as they were typed
 * @cost: what it may cost
 * @show_rows: the model may see rows that it asks for
 * @json: the answer is printed as JSON
 * @export_format: of the file @exported
 * @told: the number of the step that was told last; it comes again when it is done
 * @sent: that step asked the model
 */
typedef struct
{
  char *format;
  char *chart;
  char *trace;
  char *exported;
  char *saved;
  gboolean no_model;
  int reading;
  char *only;
  char *follow;
  char *take;
  char *agent;
  gboolean verbose;
  char **functions;
  double time_out;
  gint64 max_tokens;
  AskCliCost cost;
  gboolean show_rows;

  gboolean json;
  AskTableFormat export_format;
  guint told;
  gboolean sent;
} Asking;

static void
asking_clear (Asking *self)
{
  g_free (self->format);
  g_free (self->chart);
  g_free (self->trace);
  g_free (self->exported);
  g_free (self->saved);
  g_free (self->only);
  g_free (self->follow);
  g_free (self->take);
  g_free (self->agent);
  g_strfreev (self->functions);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asking, asking_clear)

/* @code: (out): where it cannot be asked. Returns: whether the options were understood; @argv keeps the question */
static gboolean
parse (Asking *self, int *argc, char ***argv, AskExit *code)
{
  const GOptionEntry entries[]
    = { { "format", 0, 0, G_OPTION_ARG_STRING, &self->format, "text or json", "FORMAT" },
        { "chart", 0, 0, G_OPTION_ARG_FILENAME, &self->chart, "Draw it: .png, .svg, .pdf or .vl.json; - is stdout",
          "FILE" },
        { "trace", 0, 0, G_OPTION_ARG_FILENAME, &self->trace, "Write every step as JSON; - is stdout", "FILE" },
        { "export", 0, 0, G_OPTION_ARG_FILENAME, &self->exported,
          "Write its rows to a file: .csv, .tsv, .json or .xlsx", "FILE" },
        { "save", 0, 0, G_OPTION_ARG_FILENAME, &self->saved,
          "Save it as a file that opens without its sources; see answer", "FILE" },
        { "no-model", 0, 0, G_OPTION_ARG_NONE, &self->no_model, "Work it out on this machine; ask no model", NULL },
        { "reading", 0, 0, G_OPTION_ARG_INT, &self->reading, "Take the Nth way to read it, and remember that", "N" },
        { "source", 0, 0, G_OPTION_ARG_STRING, &self->only, "Ask only this source", "NAME" },
        { "follow", 0, 0, G_OPTION_ARG_STRING, &self->follow,
          "It may change an earlier answer: its number in the history, or last", "N" },
        { "take", 0, 0, G_OPTION_ARG_STRING, &self->take,
          "Instead of a question: change part P of the answer to its alternative A; see trace", "P.A" },
        { "agent", 0, 0, G_OPTION_ARG_STRING, &self->agent,
          "react, or what it is measured against: plain (or baseline) or pipeline; see doc/benchmark.md", "NAME" },
        { "verbose", 'v', 0, G_OPTION_ARG_NONE, &self->verbose, "Tell each step on stderr", NULL },
        { "show-rows", 0, 0, G_OPTION_ARG_NONE, &self->show_rows,
          "Let the model see rows that it asks for, for this question, and print them", NULL },
        { "function", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->functions,
          "A function that a program computes: NAME=map:COMMAND, or qa, or join", "NAME=KIND:COMMAND" },
        { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, &self->time_out, "Stop a query after so many seconds (60)", "S" },
        ASK_CLI_COST_ENTRIES (&self->cost),
        { "max-bytes", 0, 0, G_OPTION_ARG_INT64, &self->cost.max_bytes,
          "End with an error where more bytes would leave to the model", "N" },
        { "max-tokens", 0, 0, G_OPTION_ARG_INT64, &self->max_tokens,
          "End with an error where the model takes more tokens (200,000)", "N" },
        { "max-price", 0, 0, G_OPTION_ARG_DOUBLE, &self->cost.max_price,
          "End with an error where the model's tokens would cost more, by the prices of “cost”", "P" },
        G_OPTION_ENTRY_NULL };

  return ask_cli_parse (&(AskCliVerb) { "ask", "QUESTION", "Answers a question in plain language.", 0, 1, entries },
                        argc, argv, code)
         && ask_cli_is_json ("ask", self->format, &self->json, code)
         && (self->chart == NULL || ask_cli_is_chart ("ask", self->chart, code));
}

static gboolean
is_stdout (const char *path)
{
  return g_strcmp0 (path, "-") == 0;
}

/* What is wrong with how it is to be asked, as a usage error. Returns: %ASK_EXIT_DONE where nothing is */
static AskExit
check_way (Asking *self, gboolean has_question, AskAgentOptions *options)
{
  if (has_question == (self->take != NULL))
    return ask_cli_usage ("ask",
                          self->take != NULL ? "Give either a question or --take, not both." : "QUESTION is missing.");
  if (self->take != NULL && self->follow == NULL)
    return ask_cli_usage ("ask", "--take needs --follow N, the answer to change.");
  if (self->follow != NULL && !g_str_equal (self->follow, "last")
      && (!ask_cli_number (self->follow, &options->follow) || options->follow < 1))
    return ask_cli_usage ("ask", "--follow takes a number from “askdata-cli history”, or last, not “%s”.",
                          self->follow);
  if (self->reading < 0)
    return ask_cli_usage ("ask", "--reading needs a number from 1 on, not %d.", self->reading);
  if (self->agent != NULL && !ask_agent_kind_from_string (self->agent, &options->agent))
    return ask_cli_usage ("ask", "--agent takes react, plain or pipeline, not “%s”.", self->agent);
  return ASK_EXIT_DONE;
}

/* Likewise, of its limits and of what becomes of it. */
static AskExit
check_rest (Asking *self)
{
  AskExit code;

  if (!(self->time_out > 0 && self->time_out < 1e6))
    return ask_cli_usage ("ask", "--timeout takes a number of seconds above 0.");
  if (self->max_tokens < 0)
    return ask_cli_usage ("ask", "--max-tokens takes a number above 0.");
  if (!ask_cli_check_cost (&self->cost, "ask", &code))
    return code;
  if (self->exported != NULL && !ask_table_format_from_path (self->exported, &self->export_format))
    return ask_cli_usage ("ask", "Rows are written as .csv, .tsv, .json or .xlsx, not as “%s”.", self->exported);
  if (is_stdout (self->chart) + is_stdout (self->trace) + (self->format != NULL) > 1)
    return ask_cli_usage ("ask", "Only one of --format, --chart - and --trace - can go to standard output.");
  return ASK_EXIT_DONE;
}

/* What a model thinks is what it does next, and what it is told is for it: neither is told of. */
static void
on_progress (const AskTraceStep *step, gpointer data)
{
  Asking *self = data;

  if (step->n == self->told || g_str_equal (step->kind, "observation")
      || (self->sent && g_str_equal (step->kind, "thought")))
    return;
  self->told = step->n;
  self->sent = g_str_equal (step->kind, "sent");
  g_printerr ("%s\n", step->title);
}

static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  return ask_cli_on_preview (preview, caps, cancellable, &((Asking *) data)->cost, error);
}

static gboolean
on_consent (const AskConsent *consent, AskConsentAnswer *answer, GCancellable *cancellable, gpointer data,
            GError **error)
{
  return ask_cli_on_consent (consent, ((Asking *) data)->show_rows, answer, cancellable, error);
}

/* The answer that is called "last", or by its number. Returns: 0 where there is none, and that has been said */
static gint64
find_follow (AskWorkspace *workspace, const char *text)
{
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;

  if (ask_cli_number (text, &id) && id > 0)
    return id;
  entries = ask_workspace_list_history (workspace, LAST_ENTRIES, &error);
  for (guint i = 0; entries != NULL && i < entries->len; i++)
    if (g_str_equal (((const AskHistoryEntry *) entries->pdata[i])->status, "answered"))
      return ((const AskHistoryEntry *) entries->pdata[i])->id;
  if (entries == NULL)
    ask_cli_failed (error);
  else
    g_printerr ("askdata-cli: nothing has been answered lately that a question could follow.\n");
  return 0;
}

/* The SQL of alternative "P.A" of the answer @id; @question: (out): what was asked. Returns: (transfer full): %NULL where
 * there is none, and that has been said */
static char *
find_take (AskWorkspace *workspace, gint64 id, const char *text, char **question)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskHistoryEntry) entry = ask_workspace_get_history (workspace, id, &error);
  g_autoptr (AskAnswer) answer = entry != NULL ? ask_answer_from_json (entry->answer, &error) : NULL;
  g_auto (GStrv) places = g_strsplit (text, ".", 2);
  gint64 part = 0, at = 0;

  if (answer == NULL)
    {
      ask_cli_failed (error);
      return NULL;
    }
  if (g_strv_length (places) == 2 && ask_cli_number (places[0], &part) && ask_cli_number (places[1], &at) && part > 0
      && at > 0 && part <= answer->parts->len)
    {
      GPtrArray *alternatives = ((AskAnswerPart *) answer->parts->pdata[part - 1])->alternatives;

      *question = g_strdup (answer->question);
      if (at <= alternatives->len)
        return g_strdup (((AskAnswerChoice *) alternatives->pdata[at - 1])->sql);
    }
  g_printerr ("askdata-cli: the answer %" G_GINT64_FORMAT
              " has no alternative “%s”. “askdata-cli trace %" G_GINT64_FORMAT "” lists them.\n",
              id, text, id);
  return NULL;
}

static char *
print_answer_json (AskAnswer *answer, AskChart *chart, gsize max_rows)
{
  g_autoptr (JsonNode) picture = chart != NULL ? ask_chart_to_json (chart) : NULL;
  g_autofree char *json = ask_answer_to_json (answer, picture, max_rows);

  return g_strconcat (json, "\n", NULL);
}

/* @options: their members that need no workspace */
static void
fill_options (Asking *self, AskAgentOptions *options)
{
  self->cost.json = self->json;
  options->limits.deadline_ms = (guint) MAX (1, self->time_out * 1000);
  if (self->max_tokens > 0)
    options->max_tokens = self->max_tokens;
  options->caps = ask_cli_get_caps (&self->cost);
  options->any_cost = self->cost.any_cost;
  options->dry = self->cost.dry_run;
  options->reading = (guint) self->reading;
  options->learn = self->reading > 0 || self->take != NULL;
  options->only = self->only;
  options->on_preview = on_preview;
  options->on_consent = ask_cli_can_consent (self->show_rows) ? on_consent : NULL;
  options->on_progress = self->verbose ? on_progress : NULL;
  options->user_data = self;
  ask_blend_add_to_question (options, self->functions);
}

/* @typed: (nullable): the question, where it is no alternative. Returns: (nullable): %NULL after it was said why */
static AskAnswer *
answer (Asking *self, AskCli *cli, AskWorkspace *workspace, const char *typed, AskAgentOptions *options)
{
  g_autofree char *taken = NULL;
  g_autofree char *question = NULL;
  g_autoptr (AskModel) model = NULL;
  g_autoptr (AskAnswer) found = NULL;
  g_autoptr (GError) error = NULL;

  if (!self->no_model)
    model = ask_agent_open_model (workspace, &error);
  if (error != NULL)
    {
      ask_cli_failed (error);
      return NULL;
    }
  if (self->follow != NULL && (options->follow = find_follow (workspace, self->follow)) == 0)
    return NULL;
  if (self->take != NULL && (taken = find_take (workspace, options->follow, self->take, &question)) == NULL)
    return NULL;
  options->take = taken;
  found = ask_agent_ask (workspace, model, question != NULL ? question : typed, options, cli->cancellable, &error);
  options->take = NULL;
  if (found == NULL && !self->cost.told)
    ask_cli_failed (error);
  return g_steal_pointer (&found);
}

/* @chart: (out) (nullable): of the answer's rows; it is a step of @answer. Returns: whether it worked */
static gboolean
draw (Asking *self, AskCli *cli, AskAnswer *answer, AskChart **chart, GError **error)
{
  if (answer->rows != NULL && answer->status == ASK_STATUS_ANSWERED)
    {
      *chart = ask_chart_choose_as (answer->rows, answer->question, answer->wish, error);
      if (*chart == NULL)
        return FALSE;
      ask_answer_add_step (answer, "chart", ask_chart_get_title (*chart), ask_chart_get_reason (*chart));
    }
  if (self->chart == NULL)
    return TRUE;
  if (*chart != NULL)
    return ask_chart_export (*chart, self->chart, ASK_CLI_CHART_WIDTH, ASK_CLI_CHART_HEIGHT, cli->cancellable, error);
  g_printerr ("There is nothing to draw.\n");
  return TRUE;
}

/* Writes the files that were asked for. Returns: whether each could be written; why not has been said */
static gboolean
write_files (Asking *self, AskCli *cli, AskWorkspace *workspace, AskAnswer *answer, AskChart *chart)
{
  gboolean done = TRUE;

  if (self->trace != NULL)
    {
      g_autofree char *trace = print_answer_json (answer, chart, 0);

      done = ask_cli_write_file (cli, self->trace, trace) == ASK_EXIT_DONE;
    }
  if (self->exported != NULL && answer->rows == NULL)
    g_printerr ("There are no rows to write.\n");
  else if (self->exported != NULL)
    done = ask_cli_export (cli, answer->rows, self->exported, self->export_format) == ASK_EXIT_DONE && done;
  if (self->saved != NULL)
    done = ask_cli_save_answer (cli, workspace, answer, self->saved, FALSE) == ASK_EXIT_DONE && done;
  return done;
}

static AskExit
print (Asking *self, AskAnswer *answer, AskChart *chart)
{
  if ((is_stdout (self->chart) && chart != NULL) || is_stdout (self->trace))
    return ASK_EXIT_DONE;
  if (self->json)
    {
      g_autofree char *text = print_answer_json (answer, chart, ASK_CLI_JSON_ROWS);

      return ask_cli_print (text);
    }
  if (answer->status != ASK_STATUS_FAILED)
    return ask_cli_print_answer (answer);
  g_printerr ("askdata-cli: %s\n", answer->text);
  return ASK_EXIT_FAILED;
}

/** ask_cli_ask: Returns: the exit code of `askdata-cli ask QUESTION` */
AskExit
ask_cli_ask (AskCli *cli, int argc, char **argv)
{
  g_auto (Asking) self = { .cost = ASK_CLI_COST_INIT, .time_out = 60, .export_format = ASK_TABLE_CSV };
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskAnswer) found = NULL;
  g_autoptr (AskChart) chart = NULL;
  g_autoptr (GError) error = NULL;
  gboolean drawn, written;
  AskExit code;

  if (!parse (&self, &argc, &argv, &code))
    return code;
  if ((code = check_way (&self, argc > 1, &options)) != ASK_EXIT_DONE || (code = check_rest (&self)) != ASK_EXIT_DONE)
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  fill_options (&self, &options);
  if ((found = answer (&self, cli, workspace, argv[1], &options)) == NULL)
    return self.cost.told ? ASK_EXIT_DONE : ASK_EXIT_FAILED;
  drawn = draw (&self, cli, found, &chart, &error);
  if (!drawn)
    ask_cli_failed (error);
  written = write_files (&self, cli, workspace, found, chart);
  code = print (&self, found, chart);
  return code == ASK_EXIT_DONE && drawn && written && found->status != ASK_STATUS_FAILED ? ASK_EXIT_DONE
                                                                                         : ASK_EXIT_FAILED;
}
