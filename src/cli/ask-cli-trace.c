/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli history and trace: earlier questions, and how their answers came about.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-inquiry-step.h"
#include "agent/ask-provenance.h"
#include "agent/ask-trace-line.h"
#include "base/ask-delimited.h"
#include "blend/ask-blend-question.h"
#include "chart/ask-chart-look.h"
#include "cli/ask-cli.h"
#include "store/ask-workspace-looks.h"
#include "store/ask-workspace-threads.h"

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
  ask_delimited_append_table (text, rows, ASK_CLI_TEXT_ROWS);
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
        ask_delimited_append_table (text, one->rows, ASK_CLI_TEXT_ROWS);
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
  ask_delimited_append_table (text, behind->result->rows, ASK_CLI_TEXT_ROWS);
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
  if (chart == NULL
      || !ask_chart_export (chart, path, ASK_CLI_CHART_WIDTH, ASK_CLI_CHART_HEIGHT, cli->cancellable, &error))
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
