/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli as anybody would run it: a process with a workspace of its own, on the sample.
 */
#pragma once

#include "base/ask-json.h"

G_BEGIN_DECLS

#define CLI_KEY "key of this test"

/**
 * Cli:
 * @workspace: path of the workspace file
 * @api: (nullable): the running sample API, and @url where it is
 * @out: what the last call printed to stdout
 * @err: what it printed to stderr
 * @code: what it exited with
 */
typedef struct
{
  char *folder;
  char *workspace;
  GSubprocess *api;
  char *url;
  char *out;
  char *err;
  int code;
} Cli;

void      cli_open       (Cli        *self);
void      cli_close      (Cli        *self);
char     *cli_program    (const char *folder,
                          const char *name);
char     *cli_path       (Cli        *self,
                          const char *name);
int       cli_run        (Cli        *self,
                          const char *word,
                          ...) G_GNUC_NULL_TERMINATED;
int       cli_run_words  (Cli        *self,
                          char      **words);
void      cli_run_good   (Cli        *self,
                          const char *word,
                          ...) G_GNUC_NULL_TERMINATED;
void      cli_run_unread (Cli        *self,
                          const char *word,
                          ...) G_GNUC_NULL_TERMINATED;
JsonNode *cli_get_json   (Cli        *self);
void      cli_start_api  (Cli        *self);
void      cli_add_sample (Cli        *self);
void      cli_add_sqlite (Cli        *self,
                          const char *name,
                          const char *sql);

G_END_DECLS
