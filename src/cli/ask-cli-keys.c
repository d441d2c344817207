/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An API's keys on the command line. A secret is never an option's own text unless a person insists on
 * --header: others can see the words of a command. It comes from a variable or from standard input, and
 * is wiped here once the store has it.
 */
#include "config.h"

#include "cli/ask-cli-keys.h"

#include <stdio.h>
#include <string.h>

#define MAX_SECRET 8192

/** ask_cli_keys_clear: frees what was typed */
void
ask_cli_keys_clear (AskCliKeys *self)
{
  g_strfreev (self->headers);
  g_strfreev (self->cookies);
  g_strfreev (self->reads);
  g_free (self->user);
  g_free (self->password_env);
  g_free (self->client);
  g_free (self->secret_env);
  g_free (self->scope);
  g_free (self->token_url);
}

/** ask_cli_keys_is_given: Returns: whether any key, or what belongs to one, was typed */
gboolean
ask_cli_keys_is_given (const AskCliKeys *self)
{
  return self->headers != NULL || self->cookies != NULL || self->user != NULL
         || self->password_env != NULL || self->client != NULL || self->secret_env != NULL
         || self->scope != NULL || self->token_url != NULL || self->from_stdin;
}

/* Returns: (transfer full) (nullable): the first line of standard input */
static char *
read_secret (void)
{
  char buffer[MAX_SECRET];
  char *secret = NULL;

  if (fgets (buffer, sizeof buffer, stdin) != NULL && strcspn (buffer, "\r\n") > 0)
    {
      buffer[strcspn (buffer, "\r\n")] = '\0';
      secret = g_strdup (buffer);
    }
  explicit_bzero (buffer, sizeof buffer);
  return secret;
}

/* The secret of @line: as it is from standard input, by the name of its variable otherwise.
 *
 * @secret: (out) (transfer full): as a line takes it */
static gboolean
find_secret (const char *variable, const char *command, char **secret, AskExit *code)
{
  if (variable != NULL)
    {
      *secret = g_strdup_printf ("$%s", *variable == '$' ? variable + 1 : variable);
      return TRUE;
    }
  *secret = read_secret ();
  if (*secret == NULL)
    *code = ask_cli_usage (command, "--password-stdin found nothing on standard input. Give the "
                                    "secret on its first line.");
  return *secret != NULL;
}

/* @place: "basic" or "client" */
static gboolean
add_sign_in (GPtrArray *lines, const char *place, const char *who, const char *variable,
             const char *option, gboolean from_stdin, const char *command, AskExit *code)
{
  g_autofree char *secret = NULL;

  if ((variable != NULL) == from_stdin)
    {
      *code = ask_cli_usage (command, "Give the %s of “%s” in one way: --%s VARIABLE or "
                                      "--password-stdin.",
                             strcmp (place, "basic") == 0 ? "password" : "secret", who, option);
      return FALSE;
    }
  if (!find_secret (variable, command, &secret, code))
    return FALSE;
  g_ptr_array_add (lines, g_strdup_printf ("@%s%s %s: %s", place, from_stdin ? "=" : "", who, secret));
  explicit_bzero (secret, strlen (secret));
  return TRUE;
}

static void
add_lines (GPtrArray *lines, const char *prefix, char **typed)
{
  for (guint i = 0; typed != NULL && typed[i] != NULL; i++)
    g_ptr_array_add (lines, g_strconcat (prefix, typed[i], NULL));
}

static void
wipe (gpointer line)
{
  explicit_bzero (line, strlen (line));
  g_free (line);
}

/**
 * ask_cli_keys_to_lines:
 * @command: for the message
 * @with_reads: whether --reads and --lenient become lines, too
 * @lines: (out) (transfer full) (array zero-terminated=1): as ask_workspace_add_source() takes them;
 *   they may hold a secret
 * @code: (out): set where the options do not go together
 *
 * Returns: whether they do
 */
gboolean
ask_cli_keys_to_lines (const AskCliKeys *self, const char *command, gboolean with_reads,
                       char ***lines, AskExit *code)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (wipe);

  if ((self->user == NULL && self->password_env != NULL)
      || (self->client == NULL
          && (self->secret_env != NULL || self->scope != NULL || self->token_url != NULL))
      || (self->user == NULL && self->client == NULL && self->from_stdin))
    {
      *code = ask_cli_usage (command, "A password goes with --auth-user; a secret, a scope and a token "
                                      "endpoint go with --client-id.");
      return FALSE;
    }
  if (self->user != NULL && self->client != NULL)
    {
      *code = ask_cli_usage (command, "Give --auth-user or --client-id, not both.");
      return FALSE;
    }
  add_lines (all, "", self->headers);
  add_lines (all, "@cookie ", self->cookies);
  if (with_reads)
    {
      add_lines (all, "@reads: ", self->reads);
      if (self->lenient)
        g_ptr_array_add (all, g_strdup ("@lenient"));
    }
  if (self->user != NULL
      && !add_sign_in (all, "basic", self->user, self->password_env, "auth-password-env",
                       self->from_stdin, command, code))
    return FALSE;
  if (self->client != NULL
      && !add_sign_in (all, "client", self->client, self->secret_env, "client-secret-env",
                       self->from_stdin, command, code))
    return FALSE;
  if (self->token_url != NULL)
    g_ptr_array_add (all, g_strconcat ("@token-url: ", self->token_url, NULL));
  if (self->scope != NULL)
    g_ptr_array_add (all, g_strconcat ("@scope: ", self->scope, NULL));
  g_ptr_array_add (all, NULL);
  *lines = (char **) g_ptr_array_steal (all, NULL);
  return TRUE;
}

/**
 * ask_cli_keys_to_password:
 * @command: for the message
 * @lines: (out) (transfer full) (array zero-terminated=1): "Password: V", as ask_workspace_set_keys() takes it of
 *   a database server; it may hold a secret
 * @code: (out): set where there is no password, or more than it
 *
 * Returns: whether there is just that
 */
gboolean
ask_cli_keys_to_password (const AskCliKeys *self, const char *command, char ***lines, AskExit *code)
{
  g_autofree char *secret = NULL;

  if (self->headers != NULL || self->cookies != NULL || self->reads != NULL || self->user != NULL
      || self->client != NULL || self->secret_env != NULL || self->scope != NULL || self->token_url != NULL
      || (self->password_env != NULL) == self->from_stdin)
    {
      *code = ask_cli_usage (command, "Of a database server, give its password in one way: --auth-password-env "
                                      "VARIABLE or --password-stdin.");
      return FALSE;
    }
  if (!find_secret (self->password_env, command, &secret, code))
    return FALSE;
  *lines = g_new0 (char *, 2);
  (*lines)[0] = g_strconcat ("Password: ", secret, NULL);
  explicit_bzero (secret, strlen (secret));
  return TRUE;
}
