/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the command line takes an API's keys: options become the lines that the store takes.
 */
#pragma once

#include "cli/ask-cli.h"

G_BEGIN_DECLS

/**
 * AskCliKeys:
 *
 * @lenient: a faulty specification is taken; an option of “source add” alone
 *
 * The options of an API's sign-in as they are typed; %NULL where they are not given.
 */
typedef struct
{
  char **headers;
  char **cookies;
  char **reads;
  char *user;
  char *password_env;
  char *client;
  char *secret_env;
  char *scope;
  char *token_url;
  gboolean from_stdin;
  gboolean lenient;
} AskCliKeys;

#define ASK_CLI_KEY_ENTRIES(keys)                                                                  \
  { "cookie", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(keys).cookies,                                    \
    "openapi: a cookie for every call; '$NAME' is read from the environment", "'NAME: V'" },       \
    { "auth-user", 0, 0, G_OPTION_ARG_STRING, &(keys).user,                                        \
      "openapi: signs in as this user (HTTP basic)", "USER" },                                     \
    { "auth-password-env", 0, 0, G_OPTION_ARG_STRING, &(keys).password_env,                        \
      "openapi: the environment variable that holds the user's password; source set: that of a server", \
      "NAME" },                \
    { "client-id", 0, 0, G_OPTION_ARG_STRING, &(keys).client,                                      \
      "openapi: gets tokens as this client (OAuth 2 client credentials)", "ID" },                  \
    { "client-secret-env", 0, 0, G_OPTION_ARG_STRING, &(keys).secret_env,                          \
      "openapi: the environment variable that holds the client's secret", "NAME" },                \
    { "scope", 0, 0, G_OPTION_ARG_STRING, &(keys).scope,                                           \
      "openapi: what tokens are for, if not what the specification says", "'S S'" },               \
    { "token-url", 0, 0, G_OPTION_ARG_STRING, &(keys).token_url,                                   \
      "openapi: where tokens come from; needed where that is not the API's own host", "URL" },     \
    { "password-stdin", 0, 0, G_OPTION_ARG_NONE, &(keys).from_stdin,                               \
      "openapi: reads the password, or the client's secret, from standard input; source set: that "  \
      "of a server",                                                                               \
      NULL },          \
  {                                                                                                \
    "reads", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(keys).reads,                                       \
      "openapi: this POST only reads, so that it may become an entity", "'POST /PATH'"             \
  }

void     ask_cli_keys_clear    (AskCliKeys        *self);
gboolean ask_cli_keys_is_given (const AskCliKeys  *self);
gboolean ask_cli_keys_to_lines (const AskCliKeys  *self,
                                const char        *command,
                                gboolean           with_reads,
                                char            ***lines,
                                AskExit           *code);
gboolean ask_cli_keys_to_password (const AskCliKeys *self,
                                const char        *command,
                                char            ***lines,
                                AskExit           *code);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskCliKeys, ask_cli_keys_clear)

G_END_DECLS
