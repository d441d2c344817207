/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the table of the kinds: a new kind's options need no line here. A secret is never an option's own text unless
 * a person insists on --header: others can see the words of a command. It comes from a variable or from standard
 * input, and is wiped here once it is an option of the source.
 */
#include "config.h"

#include "cli/ask-cli-options.h"

#include <stdio.h>
#include <string.h>

#include "store/ask-option.h"

#define MAX_SECRET 8192

/**
 * AskCliWord:
 * @values: (nullable) (array zero-terminated=1): what was typed behind it
 * @bare: it was typed, and has no value in this command
 * @help: its description, of all kinds that have it
 */
typedef struct
{
  const char *word;
  char **values;
  gboolean bare;
  char *help;
} AskCliWord;

static void
word_free (gpointer data)
{
  AskCliWord *word = data;

  for (guint i = 0; word->values != NULL && word->values[i] != NULL; i++)
    explicit_bzero (word->values[i], strlen (word->values[i]));
  g_strfreev (word->values);
  g_free (word->help);
  g_free (word);
}

/* A choice between yes and no is one word where a source is added. */
static gboolean
is_switch (const AskOptionSpec *spec)
{
  return spec->type == ASK_OPTION_CHOICE && g_strv_length ((char **) spec->choices) == 2
         && strcmp (spec->choices[0], "yes") == 0;
}

/**
 * ask_cli_options_add_entry:
 * @entry: copied; what it points at lives as long as @self
 *
 * Adds one to those that ask_cli_options_new() took from the kinds of sources.
 */
void
ask_cli_options_add_entry (AskCliOptions *self, GOptionEntry entry)
{
  g_array_append_val (self->entries, entry);
}

static AskCliWord *
find_word (const AskCliOptions *self, const char *word)
{
  for (guint i = 0; i < self->words->len; i++)
    if (strcmp (((AskCliWord *) self->words->pdata[i])->word, word) == 0)
      return self->words->pdata[i];
  return NULL;
}

static void
add_spec (AskCliOptions *self, const AskSourceKind *kind, const AskOptionSpec *spec)
{
  AskCliWord *word = find_word (self, spec->word);

  if (word == NULL)
    {
      word = g_new0 (AskCliWord, 1);
      word->word = spec->word;
      word->help = g_strdup_printf ("%s: %s", kind->word, spec->help);
      g_ptr_array_add (self->words, word);
    }
  else
    {
      char *both = g_strdup_printf ("%s; %s: %s", word->help, kind->word, spec->help);

      g_free (word->help);
      word->help = both;
    }
}

static const AskOptionSpec *
find_spec (const char *word)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);
  const AskOptionSpec *spec = NULL;

  for (guint i = 0; spec == NULL && i < n; i++)
    spec = ask_source_kind_find_option (kinds[i], word);
  return spec;
}

/**
 * ask_cli_options_new:
 * @adds: for "source add"; else for "source set"
 *
 * Returns: (transfer full): nothing typed yet
 */
AskCliOptions *
ask_cli_options_new (gboolean adds)
{
  AskCliOptions *self = g_new0 (AskCliOptions, 1);
  const GOptionEntry others[] = {
    { "auth-user", 0, 0, G_OPTION_ARG_STRING, &self->user, "openapi: signs in as this user (HTTP basic)", "USER" },
    { "auth-password-env", 0, 0, G_OPTION_ARG_STRING, &self->password_env,
      "the environment variable that holds the password of a server, or of an API's user", "NAME" },
    { "client-id", 0, 0, G_OPTION_ARG_STRING, &self->client,
      "openapi: gets tokens as this client (OAuth 2 client credentials)", "ID" },
    { "client-secret-env", 0, 0, G_OPTION_ARG_STRING, &self->secret_env,
      "openapi: the environment variable that holds the client's secret", "NAME" },
    { "password-stdin", 0, 0, G_OPTION_ARG_NONE, &self->from_stdin,
      "reads the password of a server or of an API's user, or a client's secret, from standard input", NULL },
  };
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  self->entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));
  self->words = g_ptr_array_new_with_free_func (word_free);
  for (guint i = 0; i < n; i++)
    for (guint o = 0; o < kinds[i]->n_options; o++)
      if ((kinds[i]->options[o].flags & ASK_OPTION_NO_WORD) == 0)
        add_spec (self, kinds[i], &kinds[i]->options[o]);
  for (guint i = 0; i < self->words->len; i++)
    {
      AskCliWord *word = self->words->pdata[i];
      const AskOptionSpec *spec = find_spec (word->word);
      gboolean bare = adds && is_switch (spec);

      ask_cli_options_add_entry (self, (GOptionEntry) { word->word, 0, 0,
                                                        bare ? G_OPTION_ARG_NONE : G_OPTION_ARG_STRING_ARRAY,
                                                        bare ? (gpointer) &word->bare : (gpointer) &word->values,
                                                        word->help, bare ? NULL : spec->argument });
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    ask_cli_options_add_entry (self, others[i]);
  return self;
}

/** ask_cli_options_free: frees @self; what may be a secret is wiped */
void
ask_cli_options_free (AskCliOptions *self)
{
  g_array_unref (self->entries);
  g_ptr_array_unref (self->words);
  g_free (self->user);
  g_free (self->password_env);
  g_free (self->client);
  g_free (self->secret_env);
  g_free (self->base_url);
  g_free (self);
}

static gboolean
is_typed (const AskCliOptions *self, const char *word)
{
  const AskCliWord *typed = find_word (self, word);

  return typed != NULL && (typed->bare || typed->values != NULL);
}

static gboolean
signs_in (const AskCliOptions *self)
{
  return self->user != NULL || self->password_env != NULL || self->client != NULL || self->secret_env != NULL
         || self->from_stdin;
}

/** ask_cli_options_is_given: Returns: whether anything was typed that is said of a source */
gboolean
ask_cli_options_is_given (const AskCliOptions *self)
{
  gboolean given = signs_in (self);

  for (guint i = 0; i < self->words->len; i++)
    given = given || is_typed (self, ((AskCliWord *) self->words->pdata[i])->word);
  return given;
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

/* A secret of a source.
 * @word, @name: see AskTypedOption
 * @variable: (nullable): the environment variable that holds it; %NULL where it comes from standard input */
typedef struct
{
  const char *word;
  const char *name;
  const char *variable;
} Secret;

/* One option with a secret: as it is from standard input, by the name of its variable otherwise. */
static gboolean
add_secret (const Secret *secret, const AskSourceKind *kind, const char *command, GPtrArray *options, AskExit *code)
{
  const char *variable = secret->variable;
  g_autofree char *text
    = variable != NULL ? g_strdup_printf ("$%s", *variable == '$' ? variable + 1 : variable) : read_secret ();
  g_autoptr (GError) error = NULL;
  gboolean added;

  if (text == NULL)
    {
      *code = ask_cli_usage (command, "--password-stdin found nothing on standard input. Give the "
                                      "secret on its first line.");
      return FALSE;
    }
  added = ask_options_add_typed (options, kind,
                                 &(AskTypedOption) { secret->word, secret->name, text, variable == NULL }, &error);
  explicit_bzero (text, strlen (text));
  if (!added)
    *code = ask_cli_failed (error);
  return added;
}

/* @option: how the command line calls the variable of the secret */
static gboolean
check_one_way (const AskCliOptions *self, const char *command, const char *what, const char *variable,
               const char *option, AskExit *code)
{
  if ((variable != NULL) != self->from_stdin)
    return TRUE;
  *code = ask_cli_usage (command, "Give the %s in one way: --%s VARIABLE or --password-stdin.", what, option);
  return FALSE;
}

/* A password without a user: of a server. */
static gboolean
add_password (const AskCliOptions *self, const AskSourceKind *kind, const char *command, GPtrArray *options,
              AskExit *code)
{
  if (self->user != NULL || self->client != NULL || self->secret_env != NULL)
    {
      *code = ask_cli_usage (command, "Of a database server, only the password can be given: the user stands in its "
                                      "address.");
      return FALSE;
    }
  return check_one_way (self, command, "server's password", self->password_env, "auth-password-env", code)
         && add_secret (&(Secret) { "password", NULL, self->password_env }, kind, command, options, code);
}

static gboolean
add_sign_in (const AskCliOptions *self, const AskSourceKind *kind, const char *command, GPtrArray *options,
             AskExit *code)
{
  gboolean of_client = is_typed (self, "scope") || is_typed (self, "token-url");
  g_autofree char *what = NULL;

  if (!signs_in (self) && !of_client)
    return TRUE;
  if (ask_source_kind_find_option (kind, "password") != NULL)
    return add_password (self, kind, command, options, code);
  if (ask_source_kind_find_option (kind, "basic") == NULL)
    {
      *code = ask_cli_usage (command, "Signing in goes with servers and openapi only.");
      return FALSE;
    }
  if ((self->user == NULL && self->password_env != NULL)
      || (self->client == NULL && (self->secret_env != NULL || of_client))
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
  if (self->user != NULL)
    {
      what = g_strdup_printf ("password of “%s”", self->user);
      return check_one_way (self, command, what, self->password_env, "auth-password-env", code)
             && add_secret (&(Secret) { "basic", self->user, self->password_env }, kind, command, options, code);
    }
  what = g_strdup_printf ("secret of “%s”", self->client);
  return check_one_way (self, command, what, self->secret_env, "client-secret-env", code)
         && add_secret (&(Secret) { "client", self->client, self->secret_env }, kind, command, options, code);
}

/* The words of the kinds that have the option, for a sentence. */
static char *
list_kinds (const char *word)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    if (ask_source_kind_find_option (kinds[i], word) != NULL)
      g_string_append_printf (names, "%s%s", names->len > 0 ? " and " : "", kinds[i]->word);
  return g_string_free (names, FALSE);
}

static gboolean
add_value (const AskSourceKind *kind, const AskOptionSpec *spec, const char *command, const char *value,
           GPtrArray *options, AskExit *code)
{
  g_autoptr (GError) error = NULL;
  gboolean named = (spec->flags & ASK_OPTION_NAMED) != 0;

  if (named ? ask_options_add_line (options, kind, spec->word, value, &error)
            : ask_options_add_typed (options, kind, &(AskTypedOption) { .word = spec->word, .text = value }, &error))
    return TRUE;
  *code = spec->type == ASK_OPTION_NUMBER || spec->type == ASK_OPTION_CHOICE
            ? ask_cli_usage (command, "--%s: %s", spec->word, error->message)
            : ask_cli_failed (error);
  return FALSE;
}

/* Whether any kind takes @value there. */
static gboolean
check_value (const char *word, const char *value, GError **error)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  for (guint i = 0; i < n; i++)
    {
      const AskOptionSpec *spec = ask_source_kind_find_option (kinds[i], word);
      g_autoptr (AskSourceOption) option = NULL;

      if (spec == NULL)
        continue;
      if (spec->type != ASK_OPTION_NUMBER && spec->type != ASK_OPTION_CHOICE)
        return TRUE;
      g_clear_error (error);
      option = ask_option_new_typed (spec, "", value, FALSE, error);
      if (option != NULL)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_cli_options_check:
 * @command: for the message
 * @code: (out): set where a number or a choice can be none
 *
 * What can be known before the kind of the source is.
 *
 * Returns: whether all can be
 */
gboolean
ask_cli_options_check (const AskCliOptions *self, const char *command, AskExit *code)
{
  for (guint i = 0; i < self->words->len; i++)
    {
      const AskCliWord *word = self->words->pdata[i];

      for (guint v = 0; word->values != NULL && word->values[v] != NULL; v++)
        {
          g_autoptr (GError) error = NULL;

          if (check_value (word->word, word->values[v], &error))
            continue;
          *code = ask_cli_usage (command, "--%s: %s", word->word, error->message);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * ask_cli_options_read:
 * @kind: of the source
 * @command: for the message
 * @options: (element-type AskSourceOption): gets what was typed; it may hold a secret
 * @code: (out): set where it cannot be said of such a source
 *
 * Returns: whether it can
 */
gboolean
ask_cli_options_read (const AskCliOptions *self, const AskSourceKind *kind, const char *command, GPtrArray *options,
                      AskExit *code)
{
  g_autoptr (GError) error = NULL;

  if (self->base_url != NULL && ask_source_kind_find_option (kind, "base-url") == NULL)
    {
      *code = ask_cli_usage (command, "--base-url goes with openapi only.");
      return FALSE;
    }
  for (guint i = 0; i < self->words->len; i++)
    {
      const AskCliWord *word = self->words->pdata[i];
      const AskOptionSpec *spec = ask_source_kind_find_option (kind, word->word);
      char *bare[] = { (char *) "yes", NULL };
      char **values = word->bare ? bare : word->values;

      if (values != NULL && spec == NULL)
        {
          g_autofree char *kinds = list_kinds (word->word);

          *code = ask_cli_usage (command, "--%s goes with %s only.", word->word, kinds);
          return FALSE;
        }
      for (guint v = 0; values != NULL && values[v] != NULL; v++)
        if (!add_value (kind, spec, command, values[v], options, code))
          return FALSE;
    }
  if (!add_sign_in (self, kind, command, options, code))
    return FALSE;
  if (ask_options_check (options, kind, &error))
    return TRUE;
  *code = ask_cli_usage (command, "%s", error->message);
  return FALSE;
}
