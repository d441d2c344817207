/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The command line's parts: what each command gets, and how it ends.
 */
#pragma once

#include "agent/ask-agent.h"
#include "agent/ask-provenance.h"
#include "chart/ask-chart.h"
#include "store/ask-workspace-ledger.h"

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

AskExit       ask_cli_source          (AskCli *cli, int argc, char **argv);
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
AskExit       ask_cli_query           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_explain         (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_chart           (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_ask             (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_interpret       (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_complete        (AskCli *cli, int argc, char **argv);
AskExit       ask_cli_route           (AskCli *cli, int argc, char **argv);
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
gboolean      ask_cli_is_picture (const char  *command,
                                const char    *path,
                                AskExit       *code);
gboolean      ask_cli_number   (const char    *text,
                                gint64        *number);
AskExit       ask_cli_print    (const char    *text);
AskExit       ask_cli_print_bytes (const char *bytes,
                                gsize          length);
AskExit       ask_cli_print_csv (const AskRows *rows);
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
gboolean      ask_cli_read_cell (const char   *text,
                                AskProvenancePlace *place);
void          ask_cli_append_sent (GString     *text,
                                const AskLedgerEntry *entry);
char         *ask_cli_time     (gint64         time);
AskSchema    *ask_cli_read_schema (const char *path,
                                GError       **error);

/* An option for commands that print text or JSON; ask_cli_is_json() reads it. */
#define ASK_CLI_FORMAT(format) \
  { "format", 0, 0, G_OPTION_ARG_STRING, (format), "text or json", "FORMAT" }
gboolean      ask_cli_is_json  (const char    *command,
                                const char    *format,
                                gboolean      *json,
                                AskExit       *code);

G_END_DECLS
