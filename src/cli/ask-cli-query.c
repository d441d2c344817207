/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli query, explain and chart: SQL in; rows, words or a picture out.
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "agent/ask-inquiry-step.h"
#include "agent/ask-spend.h"
#include "base/ask-delimited.h"
#include "blend/ask-blend-question.h"
#include "cli/ask-cli.h"
#include "engine/ask-cost.h"
#include "engine/ask-external.h"
#include "sql/ask-sql-parameter.h"
#include "understand/explain/ask-explain.h"
#include "understand/value/ask-value-diagnose.h"

#define TABLE_ROWS 200

/* @asked: (element-type AskInquiry): by functions of the statement */
static AskExit
print_json (const AskResult *result, GPtrArray *asked)
{
  g_autoptr (GString) json = g_string_new ("{");
  g_autoptr (GHashTable) remote = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean first = TRUE;

  ask_json_append_rows (json, result->rows, G_MAXSIZE);
  g_string_append_printf (json,
                          ",\"truncated\":%s,\"stats\":{\"elapsed_ms\":%.3f,\"rows_fetched\":%" G_GINT64_FORMAT
                          ",\"api_requests\":%u,\"remote\":[",
                          ask_rows_get_truncated (result->rows) ? "true" : "false", result->elapsed_ms,
                          result->rows_fetched, ask_calls_count_requests (result->calls));
  for (guint i = 0; i < result->calls->len; i++)
    {
      const AskCall *call = result->calls->pdata[i];
      /* A kept answer was not asked for. */
      if (call->cached == ASK_CALL_FRESH)
        continue;

      g_autofree char *text_of_call
        = g_strconcat (call->method, " ", call->url, call->body != NULL ? " " : "", call->body, NULL);
      g_autofree char *text = g_strdup_printf ("%s: %s", call->source, text_of_call);

      if (!g_hash_table_add (remote, g_steal_pointer (&text)))
        continue;
      g_string_append (json, first ? "{\"source\":" : ",{\"source\":");
      first = FALSE;
      ask_json_append_string (json, call->source, -1);
      g_string_append (json, ",\"sql\":");
      ask_json_append_string (json, text_of_call, -1);
      g_string_append_c (json, '}');
    }
  for (guint i = 0; i < result->remote->len; i++)
    {
      const AskRemoteQuery *query = result->remote->pdata[i];

      g_string_append (json, first ? "{\"source\":" : ",{\"source\":");
      first = FALSE;
      ask_json_append_string (json, query->source, -1);
      g_string_append (json, ",\"sql\":");
      ask_json_append_string (json, query->sql, -1);
      g_string_append_printf (json, ",\"rows\":%" G_GINT64_FORMAT "}", query->rows);
    }
  g_string_append_c (json, ']');
  if (asked->len > 0)
    {
      g_string_append (json, ",\"functions\":");
      ask_inquiry_append_json (json, asked);
    }
  g_string_append (json, "}}\n");
  return ask_cli_print (json->str);
}

static AskExit
print_table (const AskRows *rows)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n = ask_rows_get_n_rows (rows);

  ask_delimited_append_table (text, rows, TABLE_ROWS);
  if (ask_cli_print (text->str) != ASK_EXIT_DONE)
    return ASK_EXIT_FAILED;
  if (n > TABLE_ROWS)
    g_printerr ("Showing the first %d of %" G_GSIZE_FORMAT " rows; --format csv or json gives all.\n", TABLE_ROWS, n);
  else
    g_printerr ("%" G_GSIZE_FORMAT " %s\n", n, n == 1 ? "row" : "rows");
  return ASK_EXIT_DONE;
}

/* "sales  GET /v1/orders?page=2  200  100 rows  12 ms" */
static void
explain_call (const AskCall *call)
{
  g_printerr ("  %s  %s %s  ", call->source, call->method, call->url);
  if (call->body != NULL)
    g_printerr ("%s  ", call->body);
  if (call->cached == ASK_CALL_FRESH)
    g_printerr ("kept");
  else if (call->status == 0)
    g_printerr ("no answer");
  else
    g_printerr ("%u%s", call->status, call->cached == ASK_CALL_REVALIDATED ? " still holds, kept" : "");
  g_printerr ("  %" G_GINT64_FORMAT " %s", call->rows, call->rows == 1 ? "row" : "rows");
  if (call->cached != ASK_CALL_FRESH)
    g_printerr ("  %.0f ms", call->elapsed_ms);
  g_printerr ("\n");
}

static void
print_count (gint64 n, const char *one, const char *many)
{
  if (n > 0)
    g_printerr (", %" G_GINT64_FORMAT " %s", n, n == 1 ? one : many);
}

/* What functions were asked, with values and answers. */
static void
explain_asked (GPtrArray *asked)
{
  g_autoptr (GString) text = g_string_new (NULL);

  ask_cli_append_asked (text, asked);
  g_printerr ("%s", text->str);
}

/* What ran where: the plan, the statement with the calls that it made. */
static void
explain (const AskResult *result, GPtrArray *asked)
{
  g_autofree char *plan = result->plan != NULL ? ask_plan_to_text (result->plan) : NULL;
  guint n_requests;

  if (plan != NULL)
    g_printerr ("%s", plan);
  if (result->calls->len > 0)
    g_printerr ("%s\n", result->executable_sql);
  for (guint i = 0; i < result->calls->len; i++)
    explain_call (result->calls->pdata[i]);
  explain_asked (asked);
  n_requests = ask_calls_count_requests (result->calls);
  g_printerr ("%.1f ms", result->elapsed_ms);
  print_count (n_requests, "call", "calls");
  print_count (result->calls->len - n_requests, "kept answer", "kept answers");
  print_count (result->remote->len, "server query", "server queries");
  print_count (result->rows_fetched, "row fetched", "rows fetched");
  g_printerr ("\n");
}

/* For a person who looks at an empty table; that nothing was found says nothing. */
static void
explain_empty (AskCli *cli, AskEngine *engine, const char *sql)
{
  g_autoptr (GPtrArray) reasons = ask_value_diagnose (engine, sql, cli->cancellable, NULL);

  for (guint i = 0; reasons != NULL && i < reasons->len; i++)
    g_printerr ("Note: %s\n", ((AskEmptyReason *) reasons->pdata[i])->text);
}

/**
 * Run:
 * @limits: (nullable): of the engine
 * @cost: what it may cost
 * @wonders: whether somebody wants to know why there is no row
 * @explained: whether somebody wants to know what would run where, where it is a dry run
 * @functions: (nullable) (array zero-terminated=1): "NAME=map:COMMAND": what other programs compute
 * @no_cache: what a model answered before does not count
 * @parameters: (nullable) (array zero-terminated=1): values of the statement's parameters, as of ask_sql_take_parameters()
 * @asked: (nullable) (element-type AskInquiry): gets what functions were asked, whether the query failed or not
 * @timed: somebody said how long it may take, whoever it waits for
 */
typedef struct
{
  const char *sql;
  const AskLimits *limits;
  AskCliCost *cost;
  gboolean wonders;
  gboolean explained;
  char **functions;
  gboolean no_cache;
  gboolean timed;
  char **parameters;
  GPtrArray **asked;
} Run;

static void
on_progress (gsize n_done, gsize n, gpointer user_data)
{
  if (isatty (STDERR_FILENO))
    g_printerr ("\r%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " values%s", n_done, n, n_done == n ? "\n" : "");
}

/* Returns: (nullable): the functions, attached to @engine; %NULL with @error set where one is written wrongly, or what is set of
 * the model is wrong */
static AskBlend *
add_functions (const Run *self, AskWorkspace *workspace, AskSpending *spending, AskEngine *engine, GError **error)
{
  return ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = workspace,
                                                             .spending = spending,
                                                             .no_cache = self->no_cache,
                                                             .counts = self->timed,
                                                             .on_progress = on_progress },
                                   (const char *const *) self->functions, engine, error);
}

static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  return ask_cli_on_preview (preview, caps, cancellable, data, error);
}

/* What would run where. What cannot be planned cannot run either, and says why then. */
static void
explain_plan (AskCli *cli, AskEngine *engine, const char *sql)
{
  g_autoptr (AskPlanNode) plan = ask_engine_explain (engine, sql, cli->cancellable, NULL);
  g_autofree char *text = plan != NULL ? ask_plan_to_text (plan) : NULL;

  if (text != NULL)
    g_printerr ("%s", text);
}

/* What each call of a function would be given at most, and what that costs. Where it cannot be said the query says why. */
static void
explain_calls (AskCli *cli, AskWorkspace *workspace, AskSpending *spending, AskEngine *engine, const char *sql)
{
  g_autoptr (AskPreview) preview = ask_preview_new ();
  g_autofree char *lines = NULL;

  preview->sql = g_strdup (sql);
  if (!ask_spending_begin (spending, engine, NULL)
      || !ask_preview_add_calls (preview, workspace, engine, cli->cancellable, NULL))
    return;
  lines = ask_preview_calls_to_lines (preview);
  if (*lines != '\0')
    g_printerr ("%s\n", lines);
}

/* Returns: (transfer full): the statement with its parameters' values in it; %NULL with @error set where they do not fit */
static char *
put_parameters (const Run *self, AskEngine *engine, GError **error)
{
  g_autoptr (GPtrArray) parameters = NULL;

  if (self->parameters == NULL)
    return g_strdup (self->sql);
  parameters = ask_engine_list_parameters (engine, self->sql);
  return ask_sql_take_parameters (self->sql, parameters, (const char *const *) self->parameters, error);
}

/* @code: (out): where there is no result */
static AskResult *
run (AskCli *cli, const Run *self, AskExit *code)
{
  g_autoptr (AskWorkspace) workspace = ask_cli_open (cli);
  g_autoptr (AskSpending) spending = NULL;
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *sql = NULL;
  AskResult *result;

  *code = ASK_EXIT_FAILED;
  if (workspace == NULL)
    return NULL;
  spending = ask_spending_new (workspace, &(AskSpendingRules) { ask_cli_get_caps (self->cost), on_preview, self->cost,
                                                                self->cost->any_cost, self->cost->dry_run });
  engine = ask_workspace_open_engine (workspace, &error);
  if (engine != NULL)
    blend = add_functions (self, workspace, spending, engine, &error);
  sql = blend != NULL ? put_parameters (self, engine, &error) : NULL;
  if (sql == NULL)
    {
      ask_cli_failed (error);
      return NULL;
    }
  if (self->explained && self->cost->dry_run)
    explain_plan (cli, engine, sql);
  else if (self->explained)
    explain_calls (cli, workspace, spending, engine, sql);
  result
    = ask_spending_query (spending, engine, &(AskSpendingQuery) { sql, self->limits, NULL }, cli->cancellable, &error);
  if (self->asked != NULL)
    *self->asked = g_ptr_array_ref (ask_engine_get_asked (engine));
  if (result == NULL && self->cost->told)
    *code = ASK_EXIT_DONE;
  else if (result == NULL)
    {
      ask_engine_add_hint (engine, sql, error);
      ask_cli_failed (error);
    }
  else if (self->wonders && ask_rows_get_n_rows (result->rows) == 0 && !ask_rows_get_truncated (result->rows))
    explain_empty (cli, engine, sql);
  return result;
}

/* @wanted: (out): how rows are printed; @file: (out): how they are written to @path. Returns: whether the two suit each other;
 * else @code is set, and it has been said */
static gboolean
find_format (const char *format, const char *path, const char **wanted, AskTableFormat *file, AskExit *code)
{
  static const char *const words[] = { "csv", "tsv", "json", "xlsx" };
  gboolean named = path != NULL && ask_table_format_from_path (path, file);

  *wanted = format != NULL ? format : "table";
  *code = ASK_EXIT_DONE;
  if (strcmp (*wanted, "table") != 0 && strcmp (*wanted, "json") != 0 && strcmp (*wanted, "csv") != 0
      && strcmp (*wanted, "xlsx") != 0)
    *code = ask_cli_usage ("query", "There is no format “%s”; there are table, json, csv and xlsx.", *wanted);
  else if (path == NULL && strcmp (*wanted, "xlsx") == 0)
    *code = ask_cli_usage ("query", "A workbook is a file: name it with -o.");
  else if (path != NULL && format == NULL && !named)
    *code = ask_cli_usage ("query", "Rows are written as .csv, .tsv, .json or .xlsx, not as “%s”.", path);
  else if (path != NULL && strcmp (*wanted, "table") == 0 && format != NULL)
    *code = ask_cli_usage ("query", "A table for people is printed; a file is csv, json or xlsx.");
  /* What is said goes before what a name ends in. */
  if (path != NULL && format != NULL)
    for (guint i = 0; i < G_N_ELEMENTS (words); i++)
      if (strcmp (words[i], *wanted) == 0)
        *file = (AskTableFormat) i;
  return *code == ASK_EXIT_DONE;
}

/* --max-rows and --timeout. @time_out: -1 where nobody said */
static gboolean
set_limits (AskLimits *limits, gint64 max_rows, double time_out, AskExit *code)
{
  *code = ASK_EXIT_DONE;
  if (max_rows < 0)
    *code = ask_cli_usage ("query", "--max-rows takes a number of 0 or more.");
  else if (time_out != -1 && !(time_out > 0 && time_out < 1e6))
    *code = ask_cli_usage ("query", "--timeout takes a number of seconds above 0.");
  if (*code != ASK_EXIT_DONE)
    return FALSE;
  limits->max_rows = (gsize) max_rows;
  if (time_out > 0)
    limits->deadline_ms = (guint) MAX (1, time_out * 1000);
  return TRUE;
}

/* What is said beside the rows. */
static void
note (const AskResult *result, gsize max_rows)
{
  for (guint i = 0; i < result->warnings->len; i++)
    g_printerr ("Note: %s\n", (char *) result->warnings->pdata[i]);
  if (ask_rows_get_truncated (result->rows))
    g_printerr ("There are more rows than %" G_GSIZE_FORMAT "; the rest was left out.\n", max_rows);
}

/** ask_cli_query: Returns: the exit code of `askdata-cli query SQL` */
AskExit
ask_cli_query (AskCli *cli, int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autofree char *path = NULL;
  g_auto (GStrv) functions = NULL;
  g_auto (GStrv) parameters = NULL;
  gboolean explained = FALSE;
  gint64 max_rows = ASK_LIMITS_DEFAULT.max_rows;
  double time_out = -1;
  gboolean no_cache = FALSE;
  AskCliCost cost = ASK_CLI_COST_INIT;
  GOptionEntry entries[]
    = { { "format", 0, 0, G_OPTION_ARG_STRING, &format, "table, json, csv or xlsx", "FORMAT" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Write the rows to a file: .csv, .tsv, .json or .xlsx",
          "FILE" },
        { "explain", 0, 0, G_OPTION_ARG_NONE, &explained, "Say on stderr what ran where; with --dry-run, what would",
          NULL },
        { "max-rows", 0, 0, G_OPTION_ARG_INT64, &max_rows, "Stop after so many rows and say so (1,000,000)", "N" },
        { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, &time_out,
          "Stop after so many seconds (60; what a model takes does not count unless this is given)", "S" },
        { "function", 0, 0, G_OPTION_ARG_STRING_ARRAY, &functions,
          "A function that a program computes: NAME=map:COMMAND, or qa, or join", "NAME=KIND:COMMAND" },
        { "param", 0, 0, G_OPTION_ARG_STRING_ARRAY, &parameters,
          "A value for a parameter (?, :name), in their order or by name; 'in quotes' it is a text", "[NAME=]VALUE" },
        { "no-cache", 0, 0, G_OPTION_ARG_NONE, &no_cache, "Ask the model anew what it answered before", NULL },
        ASK_CLI_COST_ENTRIES (&cost),
        G_OPTION_ENTRY_NULL };
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (GPtrArray) asked = NULL;
  g_autoptr (AskResult) result = NULL;
  AskTableFormat file_format = ASK_TABLE_CSV;
  const char *wanted;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "query", "SQL", "Runs one SELECT over the relational view of all sources.", 1, 1,
                                      entries },
                      &argc, &argv, &code))
    return code;
  if (!find_format (format, path, &wanted, &file_format, &code) || !set_limits (&limits, max_rows, time_out, &code)
      || !ask_cli_check_cost (&cost, "query", &code))
    return code;
  cost.json = strcmp (wanted, "json") == 0;
  result = run (cli,
                &(Run) { argv[1], &limits, &cost, strcmp (wanted, "table") == 0, explained, functions, no_cache,
                         time_out > 0, parameters, &asked },
                &code);
  if (result == NULL && explained && asked != NULL)
    explain_asked (asked);
  if (result == NULL)
    return code;
  if (explained)
    explain (result, asked);
  note (result, limits.max_rows);
  if (path != NULL)
    return ask_cli_export (cli, result->rows, path, file_format);
  if (cost.json)
    return print_json (result, asked);
  if (strcmp (wanted, "csv") == 0)
    return ask_cli_print_csv (result->rows);
  return print_table (result->rows);
}

/** ask_cli_explain: Returns: the exit code of `askdata-cli explain SQL` */
AskExit
ask_cli_explain (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autofree char *words = NULL;
  g_autofree char *line = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  workspace
    = ask_cli_begin (cli,
                     &(AskCliVerb) { "explain", "SQL", "Says in plain words what a SELECT asks for. Nothing is run.", 1,
                                     1, NULL },
                     NULL, &argc, &argv, &code);
  if (workspace == NULL)
    return code;
  schema = ask_workspace_load_schema (workspace, &error);
  words = schema != NULL ? ask_explain_sql (schema, argv[1], &error) : NULL;
  if (words == NULL)
    return ask_cli_failed (error);
  line = g_strconcat (words, "\n", NULL);
  return ask_cli_print (line);
}

/** ask_cli_chart: Returns: the exit code of `askdata-cli chart SQL -o FILE` */
AskExit
ask_cli_chart (AskCli *cli, int argc, char **argv)
{
  g_autofree char *path = NULL;
  g_autofree char *as = NULL;
  g_autofree char *wish = NULL;
  AskCliCost cost = ASK_CLI_COST_INIT;
  GOptionEntry entries[]
    = { { "as", 0, 0, G_OPTION_ARG_STRING, &as, "The kind, in words: \"stacked bars\", \"heat map\"", "KIND" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path,
          "The file: .png, .svg, .pdf or .vl.json; - is stdout, as .svg", "FILE" },
        ASK_CLI_COST_ENTRIES (&cost),
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskResult) result = NULL;
  g_autoptr (AskChart) chart = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "chart", "SQL", "Draws what the rules pick for the result of one SELECT.", 1, 1,
                                      entries },
                      &argc, &argv, &code))
    return code;
  if (path == NULL)
    return ask_cli_usage ("chart", "Name the file with -o.");
  if (!ask_cli_is_chart ("chart", path, &code))
    return code;
  if (!ask_cli_check_cost (&cost, "chart", &code))
    return code;
  result = run (cli, &(Run) { argv[1], NULL, &cost, FALSE, FALSE, NULL, FALSE, FALSE, NULL, NULL }, &code);
  if (result == NULL)
    return code;
  if (as != NULL)
    wish = g_strconcat ("as a ", as, NULL);
  chart = ask_chart_choose (result->rows, wish, &error);
  if (chart == NULL
      || !ask_chart_export (chart, path, ASK_CLI_CHART_WIDTH, ASK_CLI_CHART_HEIGHT, cli->cancellable, &error))
    return ask_cli_failed (error);
  if (strcmp (path, "-") == 0)
    g_printerr ("%s\n", ask_chart_get_reason (chart));
  else
    g_print ("%s: %s\n", path, ask_chart_get_reason (chart));
  return ASK_EXIT_DONE;
}
