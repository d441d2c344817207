/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the command line takes what may be said of a source: each option of each kind is an option of the command.
 */
#pragma once

#include "cli/ask-cli.h"
#include "source/ask-source-kinds.h"

G_BEGIN_DECLS

/**
 * AskCliOptions:
 * @entries: (element-type GOptionEntry) (array zero-terminated=1): for ask_cli_parse(); valid as long as @self
 * @words: (element-type AskCliWord): what was typed under the options' words
 * @user: (nullable): and of signing in
 * @password_env: (nullable): likewise, like the next three
 * @client: (nullable):
 * @secret_env: (nullable):
 * @from_stdin: a secret comes from standard input
 * @base_url: (nullable): of "source add"
 */
typedef struct
{
  GArray *entries;
  GPtrArray *words;
  char *user;
  char *password_env;
  char *client;
  char *secret_env;
  gboolean from_stdin;
  char *base_url;
} AskCliOptions;

AskCliOptions *ask_cli_options_new      (gboolean             adds);
void           ask_cli_options_free     (AskCliOptions       *self);
void           ask_cli_options_add_entry (AskCliOptions      *self,
                                         GOptionEntry         entry);
gboolean       ask_cli_options_is_given (const AskCliOptions *self);
gboolean       ask_cli_options_check    (const AskCliOptions *self,
                                         const char          *command,
                                         AskExit             *code);
gboolean       ask_cli_options_read     (const AskCliOptions *self,
                                         const AskSourceKind *kind,
                                         const char          *command,
                                         GPtrArray           *options,
                                         AskExit             *code);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskCliOptions, ask_cli_options_free)

G_END_DECLS
