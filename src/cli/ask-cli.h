/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The command line's parts: what each command gets, and how it ends.
 */
#pragma once

#include "agent/ask-agent.h"
#include "agent/ask-provenance.h"
#include "chart/ask-chart.h"
#include "store/ask-forgettable.h"
#include "store/ask-workspace-ledger.h"
#include "store/ask-thresholds.h"
#include "table/ask-table-export.h"

G_BEGIN_DECLS

/**
 * AskExit:
 * @ASK_EXIT_DONE: it is done
 * @ASK_EXIT_FAILED: it is not; one line on stderr says what, where and what to do
 * @ASK_EXIT_USAGE: the words of the call are wrong
 */
typedef enum
{
  ASK_EXIT_DONE = 0,
  ASK_EXIT_FAILED = 1,
  ASK_EXIT_USAGE = 2
} AskExit;

/**
 * AskCli:
 * @workspace: path of the workspace file
 * @cancellable: cancelled by Ctrl+C
 */
typedef struct
{
  const char *workspace;
  GCancellable *cancellable;
} AskCli;

/**
 * AskCommandFunc:
 * @argc: words from the command's own name on
 * @argv: (array length=argc): those words
 */
typedef AskExit (*AskCommandFunc) (AskCli *cli, int argc, char **argv);

/** AskCliBranch: @word: behind a command, "diff"; @run: what does it */
typedef struct
{
  const char *word;
  AskCommandFunc run;
} AskCliBranch;

/**
 * AskCliVerb:
 * @command: "schema diff"
 * @words: (nullable): what follows it, "[BEFORE [AFTER]]"
 * @summary: what it does, for --help
 * @least: how many words have to follow
 * @most: how many may
 * @entries: (nullable): its options, without --help and --format
 */
typedef struct
{
  const char *command;
  const char *words;
  const char *summary;
  int least;
  int most;
  const GOptionEntry *entries;
} AskCliVerb;

/* Rows of a table on the terminal; the rest is a number. */
#define ASK_CLI_TEXT_ROWS 50
/* Rows of an answer in JSON. */
#define ASK_CLI_JSON_ROWS 1000000
/* Of a chart in a file, in pixels. */
#define ASK_CLI_CHART_WIDTH 960
#define ASK_CLI_CHART_HEIGHT 540

AskCommandFunc ask_cli_find_branch (const AskCliBranch *branches,
                                    gsize               n,
                                    int                 argc,
                                    char              **argv);

AskExit       ask_cli_source          (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_source_open     (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_source_sample   (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema          (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema_draw     (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema_arrange  (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema_edit     (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema_versions (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema_diff     (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema_restore  (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema_drift    (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema_impact   (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_schema_suggest  (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_draft           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_browse          (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_profile         (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_query           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_explain         (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_chart           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_cost            (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_ask             (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_interpret       (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_board           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_complete        (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_route           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_function        (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_pairs           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_verified        (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_verified_import (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_learned         (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_inbox           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_ledger          (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_history         (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_trace           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_answer          (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_model           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_model_find      (AskCli *cli, int argc, char **argv);

AskWorkspace *ask_cli_open     (AskCli        *cli);
AskExit       ask_cli_failed   (const GError  *error);
void          ask_cli_say_notes (GPtrArray    *notes);
AskExit       ask_cli_usage    (const char    *command,
                                const char    *format,
                                ...) G_GNUC_PRINTF (2, 3);
gboolean      ask_cli_parse    (const AskCliVerb *verb,
                                int           *argc,
                                char        ***argv,
                                AskExit       *code);
AskWorkspace *ask_cli_begin    (AskCli        *cli,
                                const AskCliVerb *verb,
                                gboolean      *json,
                                int           *argc,
                                char        ***argv,
                                AskExit       *code);
AskExit       ask_cli_forget   (AskCli        *cli,
                                const AskCliVerb *verb,
                                const AskForgettable *what,
                                const char    *one,
                                int            argc,
                                char         **argv);
gboolean      ask_cli_is_picture (const char  *command,
                                const char    *path,
                                AskExit       *code);
gboolean      ask_cli_is_chart   (const char  *command,
                                const char    *path,
                                AskExit       *code);
gboolean      ask_cli_number   (const char    *text,
                                gint64        *number);
AskExit       ask_cli_print    (const char    *text);
AskExit       ask_cli_print_bytes (const char *bytes,
                                gsize          length);
AskExit       ask_cli_print_csv (const AskRows *rows);
AskExit       ask_cli_export    (AskCli        *cli,
                                 const AskRows *rows,
                                 const char    *path,
                                 AskTableFormat format);
AskExit       ask_cli_print_json (JsonNode    *node);
AskExit       ask_cli_write_file (AskCli      *cli,
                                  const char  *path,
                                const char    *text);
AskExit       ask_cli_save_answer (AskCli     *cli,
                                AskWorkspace *workspace,
                                AskAnswer     *answer,
                                const char    *path,
                                gboolean       bodies);
AskExit       ask_cli_print_answer (const AskAnswer *answer);
void          ask_cli_print_steps (const AskAnswer *answer);
AskExit       ask_cli_print_behind (const AskProvenance *behind);
void          ask_cli_append_asked (GString       *text,
                                GPtrArray     *asked);
gboolean      ask_cli_read_cell (const char   *text,
                                AskProvenancePlace *place);
void          ask_cli_append_sent (GString     *text,
                                const AskLedgerEntry *entry);
char         *ask_cli_time     (gint64         time);
AskSchema    *ask_cli_read_schema (const char *path,
                                GError       **error);

/**
 * AskCliCost:
 * @max_calls: below 0 where nobody said
 * @max_fetched: rows from APIs and servers, likewise
 * @max_bytes: to the model, likewise
 * @max_price: of the model, likewise
 * @any_cost: nobody is asked
 * @dry_run: the cost is printed, and nothing runs
 * @json: it is printed as JSON
 * @told: it was printed
 *
 * What a command may cost, as it was typed.
 */
typedef struct
{
  gint64 max_calls;
  gint64 max_fetched;
  gint64 max_bytes;
  double max_price;
  gboolean any_cost;
  gboolean dry_run;
  gboolean json;
  gboolean told;
} AskCliCost;

#define ASK_CLI_COST_INIT { .max_calls = -1, .max_fetched = -1, .max_bytes = -1, .max_price = -1 }

#define ASK_CLI_COST_ENTRIES(cost) \
  { "dry-run", 0, 0, G_OPTION_ARG_NONE, &(cost)->dry_run, \
    "Say what it would call and fetch, from each source; run nothing", NULL }, \
  { "max-calls", 0, 0, G_OPTION_ARG_INT64, &(cost)->max_calls, \
    "End with an error where it needs more calls to APIs", "N" }, \
  { "max-fetched", 0, 0, G_OPTION_ARG_INT64, &(cost)->max_fetched, \
    "End with an error where it needs more rows from APIs and servers", "N" }, \
  { "any-cost", 0, 0, G_OPTION_ARG_NONE, &(cost)->any_cost, \
    "Run it without being asked, whatever it costs", NULL }

gboolean      ask_cli_check_cost (const AskCliCost *cost,
                                  const char    *command,
                                  AskExit       *code);
AskAgentCaps  ask_cli_get_caps (const AskCliCost *cost);
gboolean      ask_cli_on_preview (const AskPreview *preview,
                                  AskAgentCaps  *caps,
                                  GCancellable  *cancellable,
                                  AskCliCost    *cost,
                                  GError       **error);

char         *ask_cli_read_line (GCancellable *cancellable);
gboolean      ask_cli_can_consent (gboolean    show_rows);
gboolean      ask_cli_on_consent (const AskConsent *consent,
                                  gboolean       show_rows,
                                  AskConsentAnswer *answer,
                                  GCancellable  *cancellable,
                                  GError       **error);

/** AskCliTyped: @above: by #AskThreshold, what was typed: a number, "never", "usual", or %NULL */
typedef struct
{
  char *above[ASK_THRESHOLD_N];
} AskCliTyped;

#define ASK_CLI_THRESHOLD_ENTRIES(typed) \
  { "ask-above-calls", 0, 0, G_OPTION_ARG_STRING, &(typed)->above[ASK_THRESHOLD_CALLS], \
    "Ask before more calls to an API are made", "N|never|usual" }, \
  { "ask-above-rows", 0, 0, G_OPTION_ARG_STRING, &(typed)->above[ASK_THRESHOLD_ROWS], \
    "Ask before more rows are fetched from an API or a server", "N|never|usual" }, \
  { "ask-above-seconds", 0, 0, G_OPTION_ARG_STRING, &(typed)->above[ASK_THRESHOLD_SECONDS], \
    "Ask before what takes longer, by what calls took before", "S|never|usual" }

void          ask_cli_typed_clear (AskCliTyped  *self);
gboolean      ask_cli_set_thresholds (AskWorkspace *workspace,
                                      const char   *source,
                                      const AskCliTyped *typed,
                                      GError      **error);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskCliTyped, ask_cli_typed_clear)

/* An option for commands that print text or JSON; ask_cli_is_json() reads it. */
#define ASK_CLI_FORMAT(format) \
  { "format", 0, 0, G_OPTION_ARG_STRING, (format), "text or json", "FORMAT" }
gboolean      ask_cli_is_json  (const char    *command,
                                const char    *format,
                                gboolean      *json,
                                AskExit       *code);

G_END_DECLS
