/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli source: add, set, list, show, test, refresh and remove.
 */
#include "config.h"

#include <string.h>

#include "cli/ask-cli-options.h"
#include "store/ask-sample.h"
#include "store/ask-source-notes.h"

/** ask_cli_say_notes: @notes: (nullable) (element-type utf8): what of a source cannot be used. Prints them as messages */
void
ask_cli_say_notes (GPtrArray *notes)
{
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    g_printerr ("Note: %s\n", (char *) notes->pdata[i]);
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

/* What can be added, a line each. */
static char *
describe_kinds (void)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);
  GString *text = g_string_new ("Registers a source. KIND and PLACE:\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "  %-10s %s\n", kinds[i]->word, kinds[i]->usage);
  g_string_append (text, "The password of a URI is kept in the Secret Service; '$VARIABLE' in its place "
                         "is read from the environment each time. So is a password or a client's secret "
                         "that comes by --password-stdin kept there.");
  return g_string_free (text, FALSE);
}

static AskExit
say_no_kind (const char *word)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " and ", kinds[i]->word);
  return ask_cli_usage ("source add", "There is no kind of source “%s”; there are %s.", word, names->str);
}

static AskExit
source_add (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskCliOptions) typed = ask_cli_options_new (TRUE);
  g_autoptr (GPtrArray) options = ask_source_options_new ();
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *summary = describe_kinds ();
  const AskSourceKind *kind;
  gboolean unreached = FALSE;
  AskExit code;

  ask_cli_options_add_entry (typed,
                             (GOptionEntry) { "base-url", 0, 0, G_OPTION_ARG_STRING, &typed->base_url,
                                              "openapi: where the API is, if the specification does not say", "URL" });
  ask_cli_options_add_entry (typed, (GOptionEntry) { "unreached", 0, 0, G_OPTION_ARG_NONE, &unreached,
                                                     "openapi: add it though nobody answers at its server now", NULL });
  if (!ask_cli_parse (&(AskCliVerb) { "source add", "KIND NAME PLACE", summary, 3, 3,
                                      (const GOptionEntry *) typed->entries->data },
                      &argc, &argv, &code))
    return code;
  kind = ask_source_kinds_find (argv[1]);
  if (kind == NULL)
    return say_no_kind (argv[1]);
  if (!ask_cli_options_read (typed, kind, "source add", options, &code))
    return code;
  workspace = ask_cli_open (cli);
  if (workspace == NULL)
    return ASK_EXIT_FAILED;
  record = ask_workspace_add_source (workspace,
                                     &(AskNewSource) { kind, argv[2], argv[3], typed->base_url, options, unreached },
                                     &notes, cli->cancellable, &error);
  ask_cli_say_notes (notes);
  if (record == NULL)
    return ask_cli_failed (error);
  g_print ("Added %s: %u %s.\n", record->name, record->n_entities, record->n_entities == 1 ? "entity" : "entities");
  say_likely (workspace, record->name, cli->cancellable);
  return ASK_EXIT_DONE;
}

/* What takes back what was said. */
typedef struct
{
  char **writes;
  char **unsaid;
  char **distrust_order;
} TypedBack;

static void
typed_back_clear (TypedBack *self)
{
  g_strfreev (self->writes);
  g_strfreev (self->unsaid);
  g_strfreev (self->distrust_order);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TypedBack, typed_back_clear)

/* Those with any of @flags, or without any of them all where @flags is 0. */
static GPtrArray *
pick (GPtrArray *options, AskOptionFlags flags)
{
  GPtrArray *picked = ask_source_options_new ();

  for (guint i = 0; i < options->len; i++)
    {
      const AskSourceOption *option = options->pdata[i];
      AskOptionFlags has = option->spec->flags & (ASK_OPTION_KEY | ASK_OPTION_SHAPE);

      if (flags == 0 ? has == 0 : (has & flags) != 0)
        g_ptr_array_add (picked, ask_source_option_copy (option));
    }
  return picked;
}

static gboolean
set_options (AskCli *cli, AskWorkspace *workspace, const char *name, GPtrArray *options, const TypedBack *back,
             GError **error)
{
  g_autoptr (GPtrArray) shape = pick (options, ASK_OPTION_SHAPE);
  g_autoptr (GPtrArray) keys = pick (options, ASK_OPTION_KEY);
  g_autoptr (GPtrArray) said = pick (options, 0);
  g_autoptr (GPtrArray) notes = NULL;
  gboolean done
    = (said->len == 0 || ask_workspace_say (workspace, name, said, error))
      && (back->writes == NULL
          || ask_workspace_set_reads (workspace, name, NULL, (const char *const *) back->writes, error))
      && (back->unsaid == NULL
          || ask_workspace_set_pages (workspace, name, NULL, NULL, (const char *const *) back->unsaid, error))
      && (back->distrust_order == NULL
          || ask_workspace_set_order (workspace, name, NULL, (const char *const *) back->distrust_order, error))
      && (keys->len == 0 || ask_workspace_set_keys (workspace, name, keys, cli->cancellable, error))
      && (shape->len == 0 || ask_workspace_set_shape (workspace, name, shape, &notes, cli->cancellable, error));

  ask_cli_say_notes (notes);
  if (done && ask_source_options_find (said, "reads") != NULL)
    g_printerr ("Note: refresh it to read what these operations give: askdata-cli source refresh %s\n", name);
  return done;
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
  g_autoptr (AskCliOptions) typed = ask_cli_options_new (FALSE);
  g_auto (TypedBack) back = { 0 };
  g_autoptr (GPtrArray) options = ask_source_options_new ();
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (AskCliTyped) asked = { { NULL } };
  const GOptionEntry thresholds[] = { ASK_CLI_THRESHOLD_ENTRIES (&asked) };
  gboolean given;
  AskExit code;

  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    ask_cli_options_add_entry (typed, thresholds[i]);
  ask_cli_options_add_entry (typed, (GOptionEntry) { "writes", 0, 0, G_OPTION_ARG_STRING_ARRAY, &back.writes,
                                                     "openapi: takes back that this POST only reads", "'POST /PATH'" });
  ask_cli_options_add_entry (typed, (GOptionEntry) { "unsaid", 0, 0, G_OPTION_ARG_STRING_ARRAY, &back.unsaid,
                                                     "openapi: takes back --whole or --follow", "'GET /PATH'" });
  ask_cli_options_add_entry (typed,
                             (GOptionEntry) { "distrust-order", 0, 0, G_OPTION_ARG_STRING_ARRAY, &back.distrust_order,
                                              "openapi: takes back --trust-order", "'GET /PATH'" });
  if (!ask_cli_parse (&(AskCliVerb) { "source set", "NAME",
                                      "Says how a source is read, and with which keys. New keys are tried first, and "
                                      "so is another way to read a sheet, which is said as a whole: what is not given "
                                      "is recognised. An operation that only reads becomes an entity with the next "
                                      "refresh.",
                                      1, 1, (const GOptionEntry *) typed->entries->data },
                      &argc, &argv, &code))
    return code;
  given = ask_cli_options_is_given (typed) || back.writes != NULL || back.unsaid != NULL || back.distrust_order != NULL;
  if (!given && asked.above[ASK_THRESHOLD_CALLS] == NULL && asked.above[ASK_THRESHOLD_ROWS] == NULL
      && asked.above[ASK_THRESHOLD_SECONDS] == NULL)
    return ask_cli_usage ("source set",
                          "Give what is to be said of the source, such as --cache or --header. --help lists what "
                          "there is.");
  if (!ask_cli_options_check (typed, "source set", &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((record = find_record (workspace, argv[1], &error)) == NULL)
    return ask_cli_failed (error);
  if (!ask_cli_options_read (typed, record->kind, "source set", options, &code))
    return code;
  if ((given && !set_options (cli, workspace, record->name, options, &back, &error))
      || !ask_cli_set_thresholds (workspace, record->name, &asked, &error))
    return ask_cli_failed (error);
  g_print ("%s: set\n", record->name);
  return ASK_EXIT_DONE;
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

static void
print_record (const AskSourceRecord *record)
{
  g_autofree char *refreshed = ask_cli_time (record->refreshed_at);

  g_print ("%-16s %-10s %3u %s  read %s  %s\n", record->name, record->kind->word, record->n_entities,
           record->n_entities == 1 ? "entity  " : "entities", refreshed, record->location);
  print_tuning (&record->tuning);
  for (guint r = 0; r < record->reads->len; r++)
    g_print ("  %s only reads\n", (char *) record->reads->pdata[r]);
  for (guint r = 0; r < record->whole->len; r++)
    g_print ("  %s: the rows that come are all\n", (char *) record->whole->pdata[r]);
  for (guint r = 0; r < record->follow->len; r++)
    g_print ("  %s: links are followed\n", (char *) record->follow->pdata[r]);
  for (guint r = 0; r < record->trust_order->len; r++)
    g_print ("  %s: its order is trusted\n", (char *) record->trust_order->pdata[r]);
  if (record->lenient)
    g_print ("  read leniently\n");
  if (record->problem != NULL)
    g_print ("  ! %s\n", record->problem);
}

static AskExit
source_list (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "source list", NULL, "Lists the sources.", 0, 0 }, &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((records = ask_workspace_list_sources (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < records->len; i++)
    print_record (records->pdata[i]);
  if (records->len == 0)
    g_printerr ("There are no sources yet. Add one with “askdata-cli source add”.\n");
  return ASK_EXIT_DONE;
}

typedef gboolean (*SourceFunc) (AskWorkspace *workspace, const char *name, GCancellable *cancellable, GError **error);

static gboolean
refresh (AskWorkspace *workspace, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) notes = NULL;
  gboolean good = ask_workspace_refresh_source (workspace, name, &notes, cancellable, error);

  ask_cli_say_notes (notes);
  return good;
}

/* What is done with one source or with all.
 * @done: what is printed where it was */
typedef struct
{
  const char *command;
  const char *summary;
  const char *done;
  SourceFunc func;
} Each;

/* One source, or all of them, each with its own line; one that fails does not stop the others. */
static AskExit
source_each (AskCli *cli, const Each *each, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code = ASK_EXIT_DONE;

  if (!ask_cli_parse (&(AskCliVerb) { each->command, "[NAME]", each->summary, 0, G_MAXINT }, &argc, &argv, &code))
    return code;
  if (argc > 2)
    return ask_cli_usage (each->command, "Give one name, or none for all sources.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (argc == 2)
    {
      if (!each->func (workspace, argv[1], cli->cancellable, &error))
        return ask_cli_failed (error);
      g_print ("%s: %s\n", argv[1], each->done);
      return ASK_EXIT_DONE;
    }
  if ((records = ask_workspace_list_sources (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];
      g_autoptr (GError) local = NULL;

      if (each->func (workspace, record->name, cli->cancellable, &local))
        g_print ("%s: %s\n", record->name, each->done);
      else
        code = ask_cli_failed (local);
    }
  return code;
}

static AskExit
source_test (AskCli *cli, int argc, char **argv)
{
  static const Each each = { "source test", "Tests one source, or all.", "answers", ask_workspace_test_source };

  return source_each (cli, &each, argc, argv);
}

static AskExit
source_refresh (AskCli *cli, int argc, char **argv)
{
  static const Each each = { "source refresh", "Reads one source's schema again, or all.", "refreshed", refresh };

  return source_each (cli, &each, argc, argv);
}

static AskExit
source_show (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "source show", "NAME",
                                      "Says what a source is now, and what of it cannot be read, and why. Changes "
                                      "nothing.",
                                      1, 1 },
                      &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((record = find_record (workspace, argv[1], &error)) == NULL)
    return ask_cli_failed (error);
  print_record (record);
  notes = ask_workspace_read_notes (workspace, record->name, cli->cancellable, &error);
  if (notes == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < notes->len; i++)
    g_print ("  %s\n", (char *) notes->pdata[i]);
  return ASK_EXIT_DONE;
}

static AskExit
source_remove (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "source remove", "NAME",
                                      "Takes a source out of the workspace. The source itself is not touched.", 1, 1 },
                      &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (!ask_workspace_drop_source (workspace, argv[1], &error))
    return ask_cli_failed (error);
  g_print ("%s: removed\n", argv[1]);
  return ASK_EXIT_DONE;
}

/** ask_cli_source: Returns: the exit code of `askdata-cli source …` */
AskExit
ask_cli_source (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[] = {
    { "add", source_add },   { "open", ask_cli_source_open }, { "sample", ask_cli_source_sample },
    { "set", source_set },   { "list", source_list },         { "show", source_show },
    { "test", source_test }, { "refresh", source_refresh },   { "remove", source_remove },
  };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli source add|open|sample|set|list|show|test|refresh|remove …\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage ("source", "Say add, open, sample, set, list, show, test, refresh or remove.");
}
