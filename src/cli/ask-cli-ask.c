/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli ask, history and trace: questions, and how their answers came about.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-inquiry-step.h"
#include "agent/ask-citation.h"
#include "agent/ask-provenance.h"
#include "agent/ask-trace-line.h"
#include "base/ask-delimited.h"
#include "blend/ask-blend-question.h"
#include "chart/ask-chart-look.h"
#include "cli/ask-cli.h"
#include "store/ask-workspace-looks.h"
#include "store/ask-workspace-threads.h"

/* "last" is among so many. */
#define LAST_ENTRIES 100
#define MAX_CITATIONS 5
#define TEXT_ROWS 50
#define JSON_ROWS 1000000
#define CHART_WIDTH 960
#define CHART_HEIGHT 540

static void
print_suggestions (const AskAnswer *answer)
{
  for (guint i = 0; i < answer->suggestions->len; i++)
    g_print ("%s  %s\n", i == 0 ? "\nYou can ask:\n" : "", (const char *) answer->suggestions->pdata[i]);
}

/* What the data does not have, and what may be meant. */
static void
append_values (GString *text, const AskAnswer *answer)
{
  for (guint p = 0; p < answer->parts->len; p++)
    {
      const AskAnswerPart *part = answer->parts->pdata[p];

      gboolean query = g_str_equal (part->kind, "query");

      if (!query && !g_str_equal (part->kind, "value"))
        continue;
      g_string_append (text, part->lead);
      for (guint a = 0; a < part->alternatives->len; a++)
        g_string_append_printf (text, "%s %s",
                                a == 0  ? ""
                                : query ? "; or"
                                        : ",",
                                ((const AskAnswerChoice *) part->alternatives->pdata[a])->words);
      g_string_append_printf (text, "? Take one with --follow %" G_GINT64_FORMAT " --take %u.N\n", answer->history_id,
                              p + 1);
    }
}

/* The rows in which what may be meant differs, (1) first. */
static void
append_difference (GString *text, const AskAnswer *answer)
{
  gsize n = answer->n_differences;

  if (answer->difference == NULL)
    return;
  g_string_append_printf (text, "They differ in %" G_GSIZE_FORMAT " %s%s\n\n", n, n == 1 ? "row" : "rows",
                          n > ask_rows_get_n_rows (answer->difference) ? ", such as:" : ":");
  ask_delimited_append_table (text, answer->difference, TEXT_ROWS);
  g_string_append_c (text, '\n');
}

/* The passages that the answer rests on, where its rows do not say them. */
static void
append_citations (GString *text, const AskAnswer *answer)
{
  const guint n = answer->citations->len;

  if (n == 0 || answer->reading != NULL)
    return;
  g_string_append (text, "\nFrom:\n");
  for (guint i = 0; i < MIN (n, MAX_CITATIONS); i++)
    {
      const AskCitation *citation = answer->citations->pdata[i];
      const gboolean file = citation->path != NULL && !citation->row;
      g_autofree char *words = ask_citation_to_words (citation);

      g_string_append_printf (text, "  %s%s%s%s\n", words, file ? " (" : "", file ? citation->path : "",
                              file ? ")" : "");
    }
  if (n > MAX_CITATIONS)
    g_string_append_printf (text, "  … %u in all\n", n);
}

/** ask_cli_print_answer: @answer: one that did not fail, printed as text with its first rows. Returns: the exit code */
AskExit
ask_cli_print_answer (const AskAnswer *answer)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) sources = g_string_new (NULL);

  if (answer->change != NULL)
    g_string_append_printf (text, "%s\n", answer->change);
  if (answer->reading != NULL)
    g_string_append_printf (text, "%s\n", answer->reading);
  else if (answer->words != NULL)
    g_string_append_printf (text, "%s\n", answer->words);
  g_string_append_printf (text, "%s\n", answer->text);
  if (answer->origin != NULL)
    g_string_append (text, g_str_equal (answer->origin, "model")
                             ? "What the model knows by itself, not from your data.\n"
                             : "Taken from the question itself, not from your data.\n");
  if (answer->agreement != NULL)
    g_string_append_printf (text, "%s\n", answer->agreement);
  append_values (text, answer);
  append_difference (text, answer);
  if (answer->choices->len > 0)
    g_string_append (text, answer->choices->len == 1 ? "Take it with --reading 1.\n"
                                                     : "Take one of them with --reading N.\n");
  if (answer->rows != NULL && ask_rows_get_n_rows (answer->rows) > 0)
    {
      gsize n = ask_rows_get_n_rows (answer->rows);

      g_string_append_c (text, '\n');
      ask_delimited_append_table (text, answer->rows, TEXT_ROWS);
      if (n > TEXT_ROWS)
        g_string_append_printf (text, "… %" G_GSIZE_FORMAT " rows in all\n", n);
    }
  append_citations (text, answer);
  for (guint i = 0; i < answer->sources->len; i++)
    g_string_append_printf (sources, "%s%s", i > 0 ? " + " : "", (char *) answer->sources->pdata[i]);
  if (answer->verified != NULL)
    {
      g_autofree char *when = ask_cli_time (answer->verified->verified_at);

      g_string_append_printf (text, "\nVerified %s%s%s%s%s", when, answer->verified_values != NULL ? ", with " : "",
                              answer->verified_values != NULL ? answer->verified_values : "",
                              sources->len > 0 ? " · " : "", sources->str);
    }
  else if (answer->reading != NULL)
    g_string_append_printf (text, "\nWorked out here%s%s", sources->len > 0 ? " · " : "", sources->str);
  else if (sources->len > 0)
    g_string_append_printf (text, "\n%s", sources->str);
  if (answer->status == ASK_STATUS_ANSWERED && answer->sql == NULL && answer->reading != NULL)
    g_string_append_c (text, '\n');
  else if (answer->status == ASK_STATUS_ANSWERED && answer->sql != NULL)
    {
      if (answer->api_requests > 0)
        g_string_append_printf (text, " · %u %s", answer->api_requests, answer->api_requests == 1 ? "call" : "calls");
      g_string_append_printf (text, " · %.1f s\n", answer->elapsed_ms / 1000);
    }
  if (ask_cli_print (text->str) != ASK_EXIT_DONE)
    return ASK_EXIT_FAILED;
  print_suggestions (answer);
  return ASK_EXIT_DONE;
}

/* @cost: what it may cost; @show_rows: the model may see rows that it asks for; @n: the step that was told last, which comes again when it is done; @asked: it was that the
 * model is asked */
typedef struct
{
  AskCliCost cost;
  gboolean show_rows;
  guint n;
  gboolean asked;
} Told;

/* What a model thinks is what it does next, and what it is told is for it: neither is told of. */
static void
on_progress (const AskTraceStep *step, gpointer data)
{
  Told *told = data;

  if (step->n == told->n || g_str_equal (step->kind, "observation")
      || (told->asked && g_str_equal (step->kind, "thought")))
    return;
  told->n = step->n;
  told->asked = g_str_equal (step->kind, "sent");
  g_printerr ("%s\n", step->title);
}

static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  return ask_cli_on_preview (preview, caps, cancellable, &((Told *) data)->cost, error);
}

static gboolean
on_consent (const AskConsent *consent, AskConsentAnswer *answer, GCancellable *cancellable, gpointer data,
            GError **error)
{
  return ask_cli_on_consent (consent, ((Told *) data)->show_rows, answer, cancellable, error);
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

/** ask_cli_ask: Returns: the exit code of `askdata-cli ask QUESTION` */
AskExit
ask_cli_ask (AskCli *cli, int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autofree char *chart_path = NULL;
  g_autofree char *trace_path = NULL;
  gboolean verbose = FALSE;
  gboolean no_model = FALSE;
  g_autofree char *follow = NULL;
  g_autofree char *take = NULL;
  g_autofree char *taken = NULL;
  g_autofree char *question = NULL;
  int reading = 0;
  g_autofree char *only = NULL;
  g_auto (GStrv) functions = NULL;
  g_autofree char *agent = NULL;
  g_autofree char *saved = NULL;
  g_autofree char *exported = NULL;
  AskTableFormat export_format = ASK_TABLE_CSV;
  gboolean drawn_out, traced_out;
  Told told = { .cost = ASK_CLI_COST_INIT };
  double time_out = 60;
  gint64 max_tokens = 0;
  GOptionEntry entries[]
    = { { "format", 0, 0, G_OPTION_ARG_STRING, &format, "text or json", "FORMAT" },
        { "chart", 0, 0, G_OPTION_ARG_FILENAME, &chart_path, "Draw it: .png, .svg, .pdf or .vl.json; - is stdout",
          "FILE" },
        { "trace", 0, 0, G_OPTION_ARG_FILENAME, &trace_path, "Write every step as JSON; - is stdout", "FILE" },
        { "export", 0, 0, G_OPTION_ARG_FILENAME, &exported, "Write its rows to a file: .csv, .tsv, .json or .xlsx",
          "FILE" },
        { "save", 0, 0, G_OPTION_ARG_FILENAME, &saved, "Save it as a file that opens without its sources; see answer",
          "FILE" },
        { "no-model", 0, 0, G_OPTION_ARG_NONE, &no_model, "Work it out on this machine; ask no model", NULL },
        { "reading", 0, 0, G_OPTION_ARG_INT, &reading, "Take the Nth way to read it, and remember that", "N" },
        { "source", 0, 0, G_OPTION_ARG_STRING, &only, "Ask only this source", "NAME" },
        { "follow", 0, 0, G_OPTION_ARG_STRING, &follow,
          "It may change an earlier answer: its number in the history, or last", "N" },
        { "take", 0, 0, G_OPTION_ARG_STRING, &take,
          "Instead of a question: change part P of the answer to its alternative A; see trace", "P.A" },
        { "agent", 0, 0, G_OPTION_ARG_STRING, &agent,
          "react, or what it is measured against: plain (or baseline) or pipeline; see doc/benchmark.md", "NAME" },
        { "verbose", 'v', 0, G_OPTION_ARG_NONE, &verbose, "Tell each step on stderr", NULL },
        { "show-rows", 0, 0, G_OPTION_ARG_NONE, &told.show_rows,
          "Let the model see rows that it asks for, for this question, and print them", NULL },
        { "function", 0, 0, G_OPTION_ARG_STRING_ARRAY, &functions,
          "A function that a program computes: NAME=map:COMMAND, or qa, or join", "NAME=KIND:COMMAND" },
        { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, &time_out, "Stop a query after so many seconds (60)", "S" },
        ASK_CLI_COST_ENTRIES (&told.cost),
        { "max-bytes", 0, 0, G_OPTION_ARG_INT64, &told.cost.max_bytes,
          "End with an error where more bytes would leave to the model", "N" },
        { "max-tokens", 0, 0, G_OPTION_ARG_INT64, &max_tokens,
          "End with an error where the model takes more tokens (200,000)", "N" },
        { "max-price", 0, 0, G_OPTION_ARG_DOUBLE, &told.cost.max_price,
          "End with an error where the model's tokens would cost more, by the prices of “cost”", "P" },
        G_OPTION_ENTRY_NULL };
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskModel) model = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (AskChart) chart = NULL;
  g_autoptr (GError) error = NULL;
  gboolean json;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "ask", "QUESTION", "Answers a question in plain language.", 0, 1, entries },
                      &argc, &argv, &code)
      || !ask_cli_is_json ("ask", format, &json, &code))
    return code;
  if (chart_path != NULL && !ask_cli_is_chart ("ask", chart_path, &code))
    return code;
  if ((argc > 1) == (take != NULL))
    return ask_cli_usage ("ask", take != NULL ? "Give either a question or --take, not both." : "QUESTION is missing.");
  if (take != NULL && follow == NULL)
    return ask_cli_usage ("ask", "--take needs --follow N, the answer to change.");
  if (follow != NULL && !g_str_equal (follow, "last")
      && (!ask_cli_number (follow, &options.follow) || options.follow < 1))
    return ask_cli_usage ("ask", "--follow takes a number from “askdata-cli history”, or last, not “%s”.", follow);
  if (reading < 0)
    return ask_cli_usage ("ask", "--reading needs a number from 1 on, not %d.", reading);
  if (agent != NULL && !ask_agent_kind_from_string (agent, &options.agent))
    return ask_cli_usage ("ask", "--agent takes react, plain or pipeline, not “%s”.", agent);
  if (!(time_out > 0 && time_out < 1e6))
    return ask_cli_usage ("ask", "--timeout takes a number of seconds above 0.");
  if (max_tokens < 0)
    return ask_cli_usage ("ask", "--max-tokens takes a number above 0.");
  if (!ask_cli_check_cost (&told.cost, "ask", &code))
    return code;
  told.cost.json = json;
  options.limits.deadline_ms = (guint) MAX (1, time_out * 1000);
  if (max_tokens > 0)
    options.max_tokens = max_tokens;
  options.caps = ask_cli_get_caps (&told.cost);
  options.any_cost = told.cost.any_cost;
  options.dry = told.cost.dry_run;
  options.on_preview = on_preview;
  options.on_consent = ask_cli_can_consent (told.show_rows) ? on_consent : NULL;
  if (exported != NULL && !ask_table_format_from_path (exported, &export_format))
    return ask_cli_usage ("ask", "Rows are written as .csv, .tsv, .json or .xlsx, not as “%s”.", exported);
  drawn_out = g_strcmp0 (chart_path, "-") == 0;
  traced_out = g_strcmp0 (trace_path, "-") == 0;
  if (drawn_out + traced_out + (format != NULL) > 1)
    return ask_cli_usage ("ask", "Only one of --format, --chart - and --trace - can go to standard output.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (!no_model)
    model = ask_agent_open_model (workspace, &error);
  if (error != NULL)
    return ask_cli_failed (error);
  if (follow != NULL && (options.follow = find_follow (workspace, follow)) == 0)
    return ASK_EXIT_FAILED;
  if (take != NULL && (taken = find_take (workspace, options.follow, take, &question)) == NULL)
    return ASK_EXIT_FAILED;
  if (question == NULL)
    question = g_strdup (argv[1]);
  options.take = taken;
  options.reading = (guint) reading;
  options.learn = reading > 0 || take != NULL;
  options.only = only;
  if (verbose)
    options.on_progress = on_progress;
  options.user_data = &told;
  ask_blend_add_to_question (&options, functions);
  answer = ask_agent_ask (workspace, model, question, &options, cli->cancellable, &error);
  if (answer == NULL && told.cost.told)
    return ASK_EXIT_DONE;
  if (answer == NULL)
    return ask_cli_failed (error);

  code = answer->status == ASK_STATUS_FAILED ? ASK_EXIT_FAILED : ASK_EXIT_DONE;
  if (answer->rows != NULL && answer->status == ASK_STATUS_ANSWERED)
    {
      chart = ask_chart_choose_as (answer->rows, question, answer->wish, &error);
      if (chart == NULL)
        return ask_cli_failed (error);
      ask_answer_add_step (answer, "chart", ask_chart_get_title (chart), ask_chart_get_reason (chart));
    }
  if (chart_path != NULL && chart == NULL)
    g_printerr ("There is nothing to draw.\n");
  else if (chart_path != NULL
           && !ask_chart_export (chart, chart_path, CHART_WIDTH, CHART_HEIGHT, cli->cancellable, &error))
    code = ask_cli_failed (error);
  if (trace_path != NULL)
    {
      g_autofree char *trace = print_answer_json (answer, chart, 0);

      if (ask_cli_write_file (cli, trace_path, trace) != ASK_EXIT_DONE)
        code = ASK_EXIT_FAILED;
    }
  if (exported != NULL && answer->rows == NULL)
    g_printerr ("There are no rows to write.\n");
  else if (exported != NULL && ask_cli_export (cli, answer->rows, exported, export_format) != ASK_EXIT_DONE)
    code = ASK_EXIT_FAILED;
  if (saved != NULL && ask_cli_save_answer (cli, workspace, answer, saved, FALSE) != ASK_EXIT_DONE)
    code = ASK_EXIT_FAILED;
  if ((drawn_out && chart != NULL) || traced_out)
    return code;
  if (json)
    {
      g_autofree char *text = print_answer_json (answer, chart, JSON_ROWS);

      return ask_cli_print (text) == ASK_EXIT_DONE ? code : ASK_EXIT_FAILED;
    }
  if (answer->status == ASK_STATUS_FAILED)
    {
      g_printerr ("askdata-cli: %s\n", answer->text);
      return ASK_EXIT_FAILED;
    }
  return ask_cli_print_answer (answer) == ASK_EXIT_DONE ? code : ASK_EXIT_FAILED;
}

static void
print_thread (const AskHistoryThread *thread)
{
  for (guint i = 0; i < thread->entries->len; i++)
    {
      const AskHistoryEntry *entry = thread->entries->pdata[i];
      g_autofree char *when = ask_cli_time (entry->asked_at);

      g_print ("%4" G_GINT64_FORMAT "  %s  %-12s  %s%s\n", entry->id, when, entry->status, i > 0 ? "  ↳ " : "",
               entry->question);
    }
}

/** ask_cli_history: Returns: the exit code of `askdata-cli history` */
AskExit
ask_cli_history (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) threads = NULL;
  g_autoptr (GError) error = NULL;
  gint64 max = 50;
  GOptionEntry options[]
    = { { "max", 0, 0, G_OPTION_ARG_INT64, &max, "At most so many (50)", "N" }, G_OPTION_ENTRY_NULL };
  AskExit code;

  if (!ask_cli_parse (
        &(AskCliVerb) { "history", NULL,
                        "Lists earlier questions, newest first; those that follow another stand below it.", 0, 0,
                        options },
        &argc, &argv, &code))
    return code;
  if (max < 1 || max > 100000)
    return ask_cli_usage ("history", "--max takes a number from 1 to 100000.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((threads = ask_workspace_list_threads (workspace, (guint) max, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < threads->len; i++)
    print_thread (threads->pdata[i]);
  if (threads->len == 0)
    g_printerr ("Nothing has been asked yet.\n");
  return ASK_EXIT_DONE;
}

static void
print_indented (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint l = 0; lines[l] != NULL; l++)
    g_print ("    %s\n", lines[l]);
}

/* The values of a call, and their answers. */
static void
print_asked (const AskRows *rows)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (rows == NULL || ask_rows_get_n_columns (rows) == 0)
    return;
  ask_delimited_append_table (text, rows, TEXT_ROWS);
  print_indented (g_strchomp (text->str));
}

/** ask_cli_append_asked: @text: gets what was asked; @asked: (element-type AskInquiry): of one statement */
void
ask_cli_append_asked (GString *text, GPtrArray *asked)
{
  for (guint i = 0; i < asked->len; i++)
    {
      const AskInquiry *one = asked->pdata[i];
      g_autofree char *title = ask_inquiry_to_title (one);
      g_autofree char *words = ask_inquiry_to_words (one);

      g_string_append_printf (text, "\n%s\n%s\n", title, words);
      if (ask_rows_get_n_columns (one->rows) > 0)
        ask_delimited_append_table (text, one->rows, TEXT_ROWS);
    }
}

/** ask_cli_print_steps: prints the lines of the trace of @answer. */
void
ask_cli_print_steps (const AskAnswer *answer)
{
  g_autoptr (GPtrArray) lines = ask_trace_fold (answer);

  g_print ("%s\n%s\n", answer->question, answer->text);
  for (guint i = 0; i < lines->len; i++)
    {
      const AskTraceLine *line = lines->pdata[i];

      g_print ("\n%2u  %s  (%s, %.0f ms)\n", i + 1, line->main->title, line->main->kind, line->elapsed_ms);
      for (guint s = 0; s < line->steps->len; s++)
        {
          const AskTraceStep *step = line->steps->pdata[s];
          const char *words = ask_trace_line_get_words (line, step);
          const char *sql = ask_json_get_string (step->fields, "executable_sql");

          if (sql == NULL)
            sql = ask_json_get_string (step->fields, "sql");
          if (words != NULL)
            print_indented (words);
          if (sql != NULL)
            print_indented (sql);
          if (strcmp (step->kind, ASK_STEP_FUNCTION) == 0)
            print_asked (step->rows);
        }
    }
}

static void
print_parts (const AskAnswer *answer, gint64 id)
{
  for (guint p = 0; p < answer->parts->len; p++)
    {
      const AskAnswerPart *part = answer->parts->pdata[p];

      if (p == 0)
        g_print ("\nParts that can be changed, with “ask --follow %" G_GINT64_FORMAT " --take P.A”:\n", id);
      g_print ("%2u  %s%s%s\n", p + 1, part->lead != NULL ? part->lead : "", part->lead != NULL ? " " : "",
               part->words);
      for (guint a = 0; a < part->alternatives->len; a++)
        g_print ("    %u.%u  %s\n", p + 1, a + 1, ((const AskAnswerChoice *) part->alternatives->pdata[a])->words);
    }
}

/** ask_cli_read_cell: @text: "2,3"; @place: gets the row and the column. Returns: whether @text is a cell */
gboolean
ask_cli_read_cell (const char *text, AskProvenancePlace *place)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 2);
  gint64 row, column;

  if (g_strv_length (parts) != 2 || !ask_cli_number (parts[0], &row) || !ask_cli_number (parts[1], &column) || row < 1
      || column < 1 || column > G_MAXINT)
    return FALSE;
  place->row = (gsize) row - 1;
  place->column = (guint) column - 1;
  return TRUE;
}

/* What brought the rows. */
static void
append_origin (GString *text, const AskResult *result)
{
  for (guint i = 0; i < result->calls->len; i++)
    {
      const AskCall *call = result->calls->pdata[i];

      g_string_append_printf (text, "%s%s: %s %s  %u  %" G_GINT64_FORMAT " %s\n", i == 0 ? "\nBrought by\n  " : "  ",
                              call->source, call->method, call->url, call->status, call->rows,
                              call->rows == 1 ? "row" : "rows");
    }
  for (guint i = 0; i < result->remote->len; i++)
    {
      const AskRemoteQuery *query = result->remote->pdata[i];

      g_string_append_printf (text, "%s%s: %s\n", i == 0 ? "\nBrought by\n  " : "  ", query->source, query->sql);
    }
  if (result->calls->len + result->remote->len == 0 && result->sources->len > 0)
    {
      g_string_append (text, "\nRead from");
      for (guint i = 0; i < result->sources->len; i++)
        g_string_append_printf (text, "%s %s", i > 0 ? "," : "", (const char *) result->sources->pdata[i]);
      g_string_append_c (text, '\n');
    }
}

/** ask_cli_print_behind: @behind: the rows behind a cell, printed as text. Returns: the exit code */
AskExit
ask_cli_print_behind (const AskProvenance *behind)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n = ask_rows_get_n_rows (behind->result->rows);

  g_string_append_printf (text, "%s\n", behind->words);
  if (behind->changed != NULL)
    g_string_append_printf (text, "%s\n", behind->changed);
  g_string_append_c (text, '\n');
  ask_delimited_append_table (text, behind->result->rows, TEXT_ROWS);
  g_string_append_printf (text, "%" G_GSIZE_FORMAT " %s%s\n", n, n == 1 ? "row" : "rows",
                          ask_rows_get_truncated (behind->result->rows) ? ", and more that were left out" : "");
  ask_cli_append_asked (text, behind->asked);
  append_origin (text, behind->result);
  g_string_append_printf (text, "\n%s\n", behind->sql);
  return ask_cli_print (text->str);
}

static AskExit
trace_cell (AskCli *cli, AskWorkspace *workspace, const AskHistoryEntry *entry, AskProvenancePlace *place,
            gboolean json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskAnswer) answer = ask_answer_from_json (entry->answer, &error);
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskProvenance) behind = NULL;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  if (answer == NULL)
    return ask_cli_failed (error);
  if (answer->rows == NULL || answer->sql == NULL)
    {
      g_printerr ("askdata-cli: no query answered this question, so it has no cells.\n");
      return ASK_EXIT_FAILED;
    }
  place->sql = answer->sql;
  place->rows = answer->rows;
  place->steps = answer->steps;
  engine = ask_workspace_open_engine (workspace, &error);
  /* Kept answers are enough: nobody is asked for a cell. */
  if (engine != NULL)
    blend = ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = workspace, .kept_only = TRUE }, NULL,
                                      engine, &error);
  behind = blend != NULL ? ask_provenance_find (engine, place, NULL, cli->cancellable, &error) : NULL;
  if (behind == NULL)
    return ask_cli_failed (error);
  if (!json)
    return ask_cli_print_behind (behind);
  text = ask_provenance_to_json (behind, place);
  line = g_strconcat (text, "\n", NULL);
  return ask_cli_print (line);
}

/* Draws an earlier answer's chart with what was changed of it. */
static AskExit
trace_chart (AskCli *cli, AskWorkspace *workspace, const AskHistoryEntry *entry, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskAnswer) answer = ask_answer_from_json (entry->answer, &error);
  g_autofree char *text = NULL;
  g_autoptr (AskChartLook) look = NULL;
  g_autoptr (AskChart) chart = NULL;

  if (answer == NULL || !ask_workspace_get_look (workspace, entry->id, &text, &error))
    return ask_cli_failed (error);
  if (answer->rows == NULL || ask_rows_get_n_rows (answer->rows) == 0)
    {
      g_printerr ("There is nothing to draw: the answer has no rows.\n");
      return ASK_EXIT_FAILED;
    }
  if (text != NULL && (look = ask_chart_look_from_text (text, &error)) == NULL)
    return ask_cli_failed (error);
  chart = ask_chart_choose_with (answer->rows, answer->question, answer->wish, look, &error);
  if (chart == NULL || !ask_chart_export (chart, path, CHART_WIDTH, CHART_HEIGHT, cli->cancellable, &error))
    return ask_cli_failed (error);
  if (g_strcmp0 (path, "-") != 0)
    g_print ("%s: %s\n", path, ask_chart_get_title (chart));
  return ASK_EXIT_DONE;
}

/** ask_cli_trace: Returns: the exit code of `askdata-cli trace N` */
AskExit
ask_cli_trace (AskCli *cli, int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autofree char *cell = NULL;
  g_autofree char *picture = NULL;
  AskProvenancePlace place = { 0 };
  GOptionEntry entries[] = { { "format", 0, 0, G_OPTION_ARG_STRING, &format, "text or json", "FORMAT" },
                             { "cell", 0, 0, G_OPTION_ARG_STRING, &cell,
                               "Show the rows behind row R, column C of the answer, from 1", "R,C" },
                             { "chart", 0, 0, G_OPTION_ARG_FILENAME, &picture,
                               "Draw its chart as it looks now: .png, .svg, .pdf or .vl.json; - is stdout", "FILE" },
                             G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskHistoryEntry) entry = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  gboolean json;
  gint64 id;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "trace", "N", "Shows the steps of a question from the history.", 1, 1, entries },
                      &argc, &argv, &code)
      || !ask_cli_is_json ("trace", format, &json, &code)
      || (picture != NULL && !ask_cli_is_chart ("trace", picture, &code)))
    return code;
  if (!ask_cli_number (argv[1], &id))
    return ask_cli_usage ("trace", "“%s” is no number from “askdata-cli history”.", argv[1]);
  if (cell != NULL && !ask_cli_read_cell (cell, &place))
    return ask_cli_usage ("trace", "--cell takes a row and a column from 1 on, such as 2,3, not “%s”.", cell);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((entry = ask_workspace_get_history (workspace, id, &error)) == NULL)
    return ask_cli_failed (error);
  if (cell != NULL)
    return trace_cell (cli, workspace, entry, &place, json);
  if (picture != NULL)
    return trace_chart (cli, workspace, entry, picture);
  if (json)
    {
      g_autofree char *text = g_strconcat (entry->answer, "\n", NULL);

      return ask_cli_print (text);
    }
  if ((answer = ask_answer_from_json (entry->answer, &error)) == NULL)
    return ask_cli_failed (error);
  ask_cli_print_steps (answer);
  print_parts (answer, id);
  return ASK_EXIT_DONE;
}
