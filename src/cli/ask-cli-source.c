/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli source: add, set, list, test, refresh and remove.
 */
#include "config.h"

#include <string.h>

#include "cli/ask-cli-keys.h"

static void
say_notes (GPtrArray *notes)
{
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    g_printerr ("Note: %s\n", (char *) notes->pdata[i]);
}

static const struct
{
  const char *word;
  AskSourceKind kind;
} kinds[] = {
  { "sqlite", ASK_SOURCE_SQLITE },
  { "openapi", ASK_SOURCE_REST },
  { "postgres", ASK_SOURCE_POSTGRES },
  { "mysql", ASK_SOURCE_MYSQL },
  { "sheet", ASK_SOURCE_SHEET },
};

/* The numbers of a tuning as they are typed; NULL where they are not given. */
typedef struct
{
  char *cache;
  char *max_calls;
  char *lanes;
} TypedTuning;

static void
typed_tuning_clear (TypedTuning *self)
{
  g_free (self->cache);
  g_free (self->max_calls);
  g_free (self->lanes);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TypedTuning, typed_tuning_clear)

#define TUNING_ENTRIES(typed)                                                                      \
  { "cache", 0, 0, G_OPTION_ARG_STRING, &(typed).cache,                                            \
    "openapi: use answers again for so many seconds (0)", "SECONDS" },                             \
    { "max-calls", 0, 0, G_OPTION_ARG_STRING, &(typed).max_calls,                                  \
      "openapi: calls that one query may make (10000)", "N" },                                     \
  {                                                                                                \
    "lanes", 0, 0, G_OPTION_ARG_STRING, &(typed).lanes,                                            \
      "openapi: calls under way at a time, up to 16 (8)", "N"                                      \
  }

static gboolean
read_number (const char *command, const char *option, const char *typed, guint64 least,
             gint64 *number, AskExit *code)
{
  guint64 value;

  if (typed == NULL)
    return TRUE;
  if (!g_ascii_string_to_unsigned (typed, 10, least, G_MAXINT64, &value, NULL))
    {
      *code = ask_cli_usage (command, "--%s takes a whole number of %u or more, not “%s”.", option,
                             (guint) least, typed);
      return FALSE;
    }
  *number = (gint64) value;
  return TRUE;
}

/* @code: (out): set where something is not a number, or is too large */
static gboolean
read_tuning (const char *command, const TypedTuning *typed, AskSourceTuning *tuning, AskExit *code)
{
  g_autoptr (GError) error = NULL;

  *tuning = ASK_SOURCE_TUNING_UNCHANGED;
  if (!read_number (command, "cache", typed->cache, 0, &tuning->cache_s, code)
      || !read_number (command, "max-calls", typed->max_calls, 1, &tuning->max_calls, code)
      || !read_number (command, "lanes", typed->lanes, 1, &tuning->lanes, code))
    return FALSE;
  if (ask_source_tuning_check (tuning, &error))
    return TRUE;
  *code = ask_cli_usage (command, "%s", error->message);
  return FALSE;
}

static gboolean
is_given (const TypedTuning *typed)
{
  return typed->cache != NULL || typed->max_calls != NULL || typed->lanes != NULL;
}

/* What a person tells of a spreadsheet. */
typedef struct
{
  char *sheet;
  char *delimiter;
  char *encoding;
} TypedSheet;

#define SHEET_ENTRIES(typed)                                                                       \
  { "sheet", 0, 0, G_OPTION_ARG_STRING, &(typed).sheet, "sheet: the only one to take (all)",      \
    "NAME" },                                                                                      \
    { "delimiter", 0, 0, G_OPTION_ARG_STRING, &(typed).delimiter,                                  \
      "sheet: what separates cells: a character, comma, semicolon, tab or pipe (recognised)",      \
      "C" },                                                                                       \
  {                                                                                                \
    "encoding", 0, 0, G_OPTION_ARG_STRING, &(typed).encoding,                                      \
      "sheet: of a text file, such as windows-1252 (recognised)", "NAME"                           \
  }

static void
typed_sheet_clear (TypedSheet *self)
{
  g_free (self->sheet);
  g_free (self->delimiter);
  g_free (self->encoding);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TypedSheet, typed_sheet_clear)

static void
add_option (GPtrArray *lines, const char *name, const char *value)
{
  /* A tab by itself would not stay one among lines. */
  if (value != NULL)
    g_ptr_array_add (lines, g_strdup_printf ("%s: %s", name, *value == '\t' ? "tab" : value));
}

/* @given: (nullable): the one word of --header
 * @headers: (out): the lines of its options */
static gboolean
sheet_lines (const char *command, const TypedSheet *typed, char **given, char ***headers, AskExit *code)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  if (given != NULL
      && (given[1] != NULL
          || !g_strv_contains ((const char *const[]) { "yes", "no", "auto", NULL }, given[0])))
    {
      *code = ask_cli_usage (command, "Of a sheet, --header takes yes, no or auto.");
      return FALSE;
    }
  add_option (lines, "Sheet", typed->sheet);
  add_option (lines, "Delimiter", typed->delimiter);
  add_option (lines, "Encoding", typed->encoding);
  add_option (lines, "Header", given != NULL ? given[0] : NULL);
  g_ptr_array_add (lines, NULL);
  *headers = (char **) g_ptr_array_steal (lines, NULL);
  return TRUE;
}

/* They may hold a secret. */
static void
wipe_lines (char **lines)
{
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    explicit_bzero (lines[i], strlen (lines[i]));
}

/* What a source that was just added does not say of itself; that it cannot be found out is no fault of adding it. */
static void
say_likely (AskWorkspace *workspace, const char *name, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) suggestions = ask_workspace_suggest_for (workspace, name, cancellable, &error);
  guint n = 0;

  if (suggestions == NULL)
    {
      g_printerr ("Note: Relationships were not looked for: %s\n", error->message);
      return;
    }
  for (guint i = 0; i < suggestions->len; i++)
    n += ((AskSuggestion *) suggestions->pdata[i])->kind == ASK_SUGGESTION_RELATIONSHIP;
  if (n > 0)
    g_print ("%u %s likely: askdata-cli schema suggest\n", n, n == 1 ? "relationship looks" : "relationships look");
}

static AskExit
source_add (AskCli *cli, int argc, char **argv)
{
  g_autofree char *base_url = NULL;
  g_auto (GStrv) headers = NULL;
  g_auto (TypedTuning) typed = { 0 };
  g_auto (TypedSheet) sheet = { 0 };
  g_auto (AskCliKeys) keys = { 0 };
  AskSourceTuning tuning;
  GOptionEntry entries[]
    = { { "base-url", 0, 0, G_OPTION_ARG_STRING, &base_url,
          "openapi: where the API is, if the specification does not say", "URL" },
        { "header", 0, 0, G_OPTION_ARG_STRING_ARRAY, &keys.headers,
          "openapi: a header for every call, such as a key; '$NAME' is read from the environment, "
          "'?name: value' is a query parameter; sheet: whether the first row is one, yes, no or auto",
          "'K: V'" },
        ASK_CLI_KEY_ENTRIES (keys),
        { "lenient", 0, 0, G_OPTION_ARG_NONE, &keys.lenient,
          "openapi: reads a document that breaks its own rules for what is right in it", NULL },
        SHEET_ENTRIES (sheet),
        TUNING_ENTRIES (typed),
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse ("source add", "KIND NAME PLACE",
                      "Registers a source. KIND and PLACE:\n"
                      "  sqlite   the path of a SQLite file, opened read-only\n"
                      "  openapi  the path or URL of an OpenAPI document (2.0 to 3.2)\n"
                      "  postgres 'postgresql://USER:$VARIABLE@HOST:PORT/DATABASE', read-only\n"
                      "  mysql    'mysql://USER:$VARIABLE@HOST:PORT/DATABASE', MariaDB or MySQL\n"
                      "  sheet    the path of a CSV, TSV, .xlsx or .ods file\n"
                      "The password of a URI is kept in the Secret Service; '$VARIABLE' in its place "
                      "is read from the environment each time. So is a password or a client's secret "
                      "that comes by --password-stdin kept there.",
                      entries, 3, &argc, &argv, &code)
      || !read_tuning ("source add", &typed, &tuning, &code))
    return code;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (strcmp (kinds[i].word, argv[1]) != 0)
        continue;
      if (kinds[i].kind == ASK_SOURCE_SHEET)
        {
          g_auto (GStrv) given = g_steal_pointer (&keys.headers);

          if (base_url != NULL || ask_cli_keys_is_given (&keys) || keys.reads != NULL || keys.lenient)
            return ask_cli_usage ("source add", "--base-url, sign-ins, --reads and --lenient go with "
                                                "openapi only.");
          if (!sheet_lines ("source add", &sheet, given, &headers, &code))
            return code;
        }
      else if (sheet.sheet != NULL || sheet.delimiter != NULL || sheet.encoding != NULL)
        return ask_cli_usage ("source add",
                              "--sheet, --delimiter and --encoding go with sheet only.");
      else if (kinds[i].kind != ASK_SOURCE_REST
               && (base_url != NULL || ask_cli_keys_is_given (&keys) || keys.reads != NULL
                   || keys.lenient))
        return ask_cli_usage ("source add", "--base-url, --header, sign-ins, --reads and --lenient go "
                                            "with openapi only.");
      else if (kinds[i].kind == ASK_SOURCE_REST
               && !ask_cli_keys_to_lines (&keys, "source add", TRUE, &headers, &code))
        return code;
      if (kinds[i].kind != ASK_SOURCE_REST && is_given (&typed))
        return ask_cli_usage ("source add",
                              "--cache, --max-calls and --lanes go with openapi only.");
      workspace = ask_cli_open (cli);
      if (workspace == NULL)
        return ASK_EXIT_FAILED;
      record = ask_workspace_add_source (workspace, kinds[i].kind, argv[2], argv[3], base_url,
                                         (const char *const *) headers, &notes, cli->cancellable,
                                         &error);
      wipe_lines (headers);
      say_notes (notes);
      if (record == NULL)
        return ask_cli_failed (error);
      if (is_given (&typed)
          && !ask_workspace_tune_source (workspace, record->name, &tuning, &error))
        return ask_cli_failed (error);
      g_print ("Added %s: %u %s.\n", record->name, record->n_entities,
               record->n_entities == 1 ? "entity" : "entities");
      say_likely (workspace, record->name, cli->cancellable);
      return ASK_EXIT_DONE;
    }
  return ask_cli_usage ("source add", "There is no kind of source “%s”; there are sqlite, "
                                      "openapi, postgres, mysql and sheet.",
                        argv[1]);
}

/* All that `source set` was given. */
typedef struct
{
  TypedTuning tuning;
  AskSourceTuning numbers; /* of @tuning */
  TypedSheet sheet;
  AskCliKeys keys;
  char **writes;
  char **whole;
  char **follow;
  char **unsaid;
  char *lenient;
} TypedSet;

static void
typed_set_clear (TypedSet *self)
{
  typed_tuning_clear (&self->tuning);
  typed_sheet_clear (&self->sheet);
  ask_cli_keys_clear (&self->keys);
  g_strfreev (self->writes);
  g_strfreev (self->whole);
  g_strfreev (self->follow);
  g_strfreev (self->unsaid);
  g_free (self->lenient);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TypedSet, typed_set_clear)

/* Whether something was said of how an API hands out its rows. */
static gboolean
says_pages (const TypedSet *self)
{
  return self->whole != NULL || self->follow != NULL || self->unsaid != NULL;
}

static AskExit
set_api (AskCli *cli, AskWorkspace *workspace, const char *name, TypedSet *typed)
{
  const AskCliKeys *keys = &typed->keys;
  const char *const *reads = (const char *const *) keys->reads;
  const char *const *writes = (const char *const *) typed->writes;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;
  gboolean done;

  if (!ask_cli_keys_to_lines (keys, "source set", FALSE, &lines, &code))
    return code;
  done = (!is_given (&typed->tuning) || ask_workspace_tune_source (workspace, name, &typed->numbers, &error))
         && ((reads == NULL && writes == NULL)
             || ask_workspace_set_reads (workspace, name, reads, writes, &error))
         && (!says_pages (typed)
             || ask_workspace_set_pages (workspace, name, (const char *const *) typed->whole,
                                         (const char *const *) typed->follow, (const char *const *) typed->unsaid,
                                         &error))
         && (typed->lenient == NULL
             || ask_workspace_set_lenient (workspace, name, strcmp (typed->lenient, "yes") == 0, &error))
         && (!ask_cli_keys_is_given (keys)
             || ask_workspace_set_keys (workspace, name, (const char *const *) lines, cli->cancellable, &error));
  wipe_lines (lines);
  if (!done)
    return ask_cli_failed (error);
  if (reads != NULL)
    g_printerr ("Note: refresh it to read what these operations give: askdata-cli source refresh %s\n", name);
  return ASK_EXIT_DONE;
}

static AskExit
set_sheet (AskCli *cli, AskWorkspace *workspace, const char *name, TypedSet *typed)
{
  g_auto (GStrv) given = g_steal_pointer (&typed->keys.headers);
  g_auto (GStrv) lines = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (ask_cli_keys_is_given (&typed->keys) || typed->keys.reads != NULL || typed->writes != NULL
      || typed->lenient != NULL || says_pages (typed) || is_given (&typed->tuning))
    return ask_cli_usage ("source set", "A sheet takes --sheet, --delimiter, --encoding and --header only.");
  if (!sheet_lines ("source set", &typed->sheet, given, &lines, &code))
    return code;
  if (!ask_workspace_set_sheet_options (workspace, name, (const char *const *) lines, &notes, cli->cancellable,
                                        &error))
    return ask_cli_failed (error);
  say_notes (notes);
  return ASK_EXIT_DONE;
}

static AskExit
set_server (AskCli *cli, AskWorkspace *workspace, const char *name, TypedSet *typed)
{
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;
  gboolean done;

  if (typed->writes != NULL || typed->lenient != NULL || says_pages (typed) || is_given (&typed->tuning))
    return ask_cli_usage ("source set", "Of a database server only the password can be set.");
  if (!ask_cli_keys_to_password (&typed->keys, "source set", &lines, &code))
    return code;
  done = ask_workspace_set_keys (workspace, name, (const char *const *) lines, cli->cancellable, &error);
  wipe_lines (lines);
  return done ? ASK_EXIT_DONE : ask_cli_failed (error);
}

/* Returns: (transfer full) (nullable): the record of that name */
static AskSourceRecord *
find_record (AskWorkspace *workspace, const char *name, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (workspace, error);

  for (guint i = 0; records != NULL && i < records->len; i++)
    if (g_ascii_strcasecmp (((AskSourceRecord *) records->pdata[i])->name, name) == 0)
      return g_ptr_array_steal_index (records, i);
  if (records != NULL)
    g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                 "There is no source named “%s”. “askdata-cli source list” shows which there are.", name);
  return NULL;
}

static AskExit
source_set (AskCli *cli, int argc, char **argv)
{
  g_auto (TypedSet) typed = { 0 };
  GOptionEntry entries[]
    = { TUNING_ENTRIES (typed.tuning),
        { "header", 0, 0, G_OPTION_ARG_STRING_ARRAY, &typed.keys.headers,
          "openapi: another value for a header or a '?parameter'; sheet: whether the first row is one, yes, no or "
          "auto",
          "'K: V'" },
        ASK_CLI_KEY_ENTRIES (typed.keys),
        { "writes", 0, 0, G_OPTION_ARG_STRING_ARRAY, &typed.writes,
          "openapi: takes back that this POST only reads", "'POST /PATH'" },
        { "whole", 0, 0, G_OPTION_ARG_STRING_ARRAY, &typed.whole,
          "openapi: the rows that this operation gives are all, whatever else its answers say", "'GET /PATH'" },
        { "follow", 0, 0, G_OPTION_ARG_STRING_ARRAY, &typed.follow,
          "openapi: a link to more rows in the answers of this operation is followed", "'GET /PATH'" },
        { "unsaid", 0, 0, G_OPTION_ARG_STRING_ARRAY, &typed.unsaid,
          "openapi: takes back --whole or --follow", "'GET /PATH'" },
        { "lenient", 0, 0, G_OPTION_ARG_STRING, &typed.lenient,
          "openapi: whether a document that breaks its own rules is read for what is right in it",
          "yes|no" },
        SHEET_ENTRIES (typed.sheet),
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  gboolean sheet;
  AskExit code;

  if (!ask_cli_parse ("source set", "NAME",
                      "Says how a source is read, and with which keys. New keys are tried first, and so is another "
                      "way to read a sheet, which is said as a whole: what is not given is recognised. An operation "
                      "that only reads becomes an entity with the next refresh.",
                      entries, 1, &argc, &argv, &code)
      || !read_tuning ("source set", &typed.tuning, &typed.numbers, &code))
    return code;
  sheet = typed.sheet.sheet != NULL || typed.sheet.delimiter != NULL || typed.sheet.encoding != NULL;
  if (!sheet && !is_given (&typed.tuning) && !ask_cli_keys_is_given (&typed.keys) && typed.keys.reads == NULL
      && typed.writes == NULL && typed.lenient == NULL && !says_pages (&typed))
    return ask_cli_usage ("source set", "Give --cache, --max-calls, --lanes, a key, --reads, --writes, --whole, "
                                        "--follow, --unsaid, --lenient, or "
                                        "how a sheet is read.");
  if (typed.lenient != NULL && !g_strv_contains ((const char *const[]) { "yes", "no", NULL }, typed.lenient))
    return ask_cli_usage ("source set", "--lenient takes yes or no.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((record = find_record (workspace, argv[1], &error)) == NULL)
    return ask_cli_failed (error);
  if (record->kind == ASK_SOURCE_SHEET)
    code = set_sheet (cli, workspace, record->name, &typed);
  else if (sheet)
    return ask_cli_usage ("source set", "--sheet, --delimiter and --encoding go with sheet only.");
  else if (record->kind == ASK_SOURCE_POSTGRES || record->kind == ASK_SOURCE_MYSQL)
    code = set_server (cli, workspace, record->name, &typed);
  else
    code = set_api (cli, workspace, record->name, &typed);
  if (code == ASK_EXIT_DONE)
    g_print ("%s: set\n", record->name);
  return code;
}

/* What is not as usual of how an API is called; nothing where all is. */
static void
print_tuning (const AskSourceTuning *tuning)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (tuning->cache_s > 0)
    g_string_append_printf (text, ", answers are kept for %" G_GINT64_FORMAT " s", tuning->cache_s);
  if (tuning->max_calls > 0)
    g_string_append_printf (text, ", at most %" G_GINT64_FORMAT " %s a query", tuning->max_calls,
                            tuning->max_calls == 1 ? "call" : "calls");
  if (tuning->lanes > 0)
    g_string_append_printf (text, ", %" G_GINT64_FORMAT " at a time", tuning->lanes);
  if (text->len > 0)
    g_print ("  %s\n", text->str + 2);
}

static AskExit
source_list (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse ("source list", NULL, "Lists the sources.", NULL, 0, &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((records = ask_workspace_list_sources (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];
      g_autofree char *refreshed = ask_cli_time (record->refreshed_at);

      g_print ("%-16s %-8s %3u %s  read %s  %s\n", record->name,
               ask_source_kind_to_string (record->kind), record->n_entities,
               record->n_entities == 1 ? "entity  " : "entities", refreshed, record->location);
      print_tuning (&record->tuning);
      for (guint r = 0; r < record->reads->len; r++)
        g_print ("  %s only reads\n", (char *) record->reads->pdata[r]);
      for (guint r = 0; r < record->whole->len; r++)
        g_print ("  %s: the rows that come are all\n", (char *) record->whole->pdata[r]);
      for (guint r = 0; r < record->follow->len; r++)
        g_print ("  %s: links are followed\n", (char *) record->follow->pdata[r]);
      if (record->lenient)
        g_print ("  read leniently\n");
      if (record->problem != NULL)
        g_print ("  ! %s\n", record->problem);
    }
  if (records->len == 0)
    g_printerr ("There are no sources yet. Add one with “askdata-cli source add”.\n");
  return ASK_EXIT_DONE;
}

typedef gboolean (*SourceFunc) (AskWorkspace *workspace, const char *name,
                                GCancellable *cancellable, GError **error);

static gboolean
refresh (AskWorkspace *workspace, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) notes = NULL;
  gboolean good = ask_workspace_refresh_source (workspace, name, &notes, cancellable, error);

  say_notes (notes);
  return good;
}

/* One source, or all of them, each with its own line; one that fails does not stop the others. */
static AskExit
source_each (AskCli *cli, const char *command, const char *summary, const char *done,
             SourceFunc func, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code = ASK_EXIT_DONE;

  if (!ask_cli_parse (command, "[NAME]", summary, NULL, -1, &argc, &argv, &code))
    return code;
  if (argc > 2)
    return ask_cli_usage (command, "Give one name, or none for all sources.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (argc == 2)
    {
      if (!func (workspace, argv[1], cli->cancellable, &error))
        return ask_cli_failed (error);
      g_print ("%s: %s\n", argv[1], done);
      return ASK_EXIT_DONE;
    }
  if ((records = ask_workspace_list_sources (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];
      g_autoptr (GError) local = NULL;

      if (func (workspace, record->name, cli->cancellable, &local))
        g_print ("%s: %s\n", record->name, done);
      else
        code = ask_cli_failed (local);
    }
  return code;
}

static AskExit
source_test (AskCli *cli, int argc, char **argv)
{
  return source_each (cli, "source test", "Tests one source, or all.", "answers",
                      ask_workspace_test_source, argc, argv);
}

static AskExit
source_refresh (AskCli *cli, int argc, char **argv)
{
  return source_each (cli, "source refresh", "Reads one source's schema again, or all.", "refreshed",
                      refresh, argc, argv);
}

static AskExit
source_remove (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse ("source remove", "NAME",
                      "Takes a source out of the workspace. The source itself is not touched.",
                      NULL, 1, &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (!ask_workspace_remove_source (workspace, argv[1], &error))
    return ask_cli_failed (error);
  g_print ("%s: removed\n", argv[1]);
  return ASK_EXIT_DONE;
}

/** ask_cli_source: Returns: the exit code of `askdata-cli source …` */
AskExit
ask_cli_source (AskCli *cli, int argc, char **argv)
{
  static const struct
  {
    const char *word;
    AskCommandFunc run;
  } verbs[] = {
    { "add", source_add },   { "set", source_set },         { "list", source_list },
    { "test", source_test }, { "refresh", source_refresh }, { "remove", source_remove },
  };

  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (verbs[i].word, argv[1]) == 0)
      return verbs[i].run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli source add|set|list|test|refresh|remove …\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage ("source", "Say add, set, list, test, refresh or remove.");
}
