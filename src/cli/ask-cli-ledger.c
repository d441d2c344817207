/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli ledger: what left this machine: lists it, shows the bytes, sums it up, and deletes it.
 */
#include "config.h"

#include <string.h>

#include "base/ask-json.h"
#include "base/ask-number.h"
#include "cli/ask-cli.h"
#include "store/ask-workspace-ledger.h"

/* A day as people write it, in this place's time. @after: the day after it instead */
static gboolean
read_day (const char *command, const char *text, gboolean after, gint64 *at, AskExit *code)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autofree char *whole = text != NULL ? g_strconcat (text, "T00:00:00", NULL) : NULL;
  g_autoptr (GDateTime) day = NULL;
  g_autoptr (GDateTime) next = NULL;

  *at = 0;
  if (text == NULL)
    return TRUE;
  day = strlen (text) == strlen ("2026-01-31") ? g_date_time_new_from_iso8601 (whole, zone) : NULL;
  if (day == NULL)
    {
      *code = ask_cli_usage (command, "“%s” is no day. Write it as 2026-01-31.", text);
      return FALSE;
    }
  next = after ? g_date_time_add_days (day, 1) : g_date_time_ref (day);
  *at = next != NULL ? g_date_time_to_unix (next) * G_USEC_PER_SEC : G_MAXINT64;
  return TRUE;
}

static gboolean
check_kind (const char *kind, AskExit *code)
{
  static const char *const kinds[] = { "model", "embeddings", "api", "server", "document", NULL };

  if (kind == NULL || g_strv_contains (kinds, kind))
    return TRUE;
  *code
    = ask_cli_usage ("ledger", "There is no kind “%s”; there are model, embeddings, api, server and document.", kind);
  return FALSE;
}

/** ask_cli_append_sent: @text: gets the lines of @entry, as the ledger lists it. */
void
ask_cli_append_sent (GString *text, const AskLedgerEntry *entry)
{
  g_autofree char *at = ask_cli_time (entry->at);
  g_autofree char *bytes = ask_number_count ((guint64) entry->bytes);

  g_string_append_printf (text, "%6" G_GINT64_FORMAT "  %s  %-10s  %s  %s bytes", entry->id, at, entry->kind,
                          entry->host, bytes);
  if (entry->tries > 1)
    g_string_append_printf (text, ", tried %u times", entry->tries);
  if (entry->problem != NULL)
    g_string_append_printf (text, ", no answer: %s", entry->problem);
  else if (entry->status >= 300)
    g_string_append_printf (text, ", answered %u", entry->status);
  g_string_append_c (text, '\n');
  if (entry->question != NULL)
    g_string_append_printf (text, "        for     %s\n", entry->question);
  if (entry->method != NULL)
    g_string_append_printf (text, "        to      %s %s\n", entry->method,
                            entry->address != NULL ? entry->address : "");
  for (guint i = 0; i < entry->names->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "        names   " : ", ", (const char *) entry->names->pdata[i]);
  if (entry->names->len > 0)
    g_string_append_c (text, '\n');
  for (guint i = 0; i < entry->values->len; i++)
    {
      const AskLedgerValues *values = entry->values->pdata[i];
      gboolean query = strcmp (values->consent, "query") == 0;
      gboolean once = strcmp (values->consent, "once") == 0;

      g_string_append_printf (text, "        values  %s: %" G_GINT64_FORMAT ", %s%s\n", values->of, values->n,
                              query  ? "which the query needs"
                              : once ? "allowed for this question"
                                     : "allowed by sharing ",
                              query || once ? "" : values->consent);
    }
}

static AskExit
print_entries (GPtrArray *entries, const char *format)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (AskRows) rows = NULL;

  if (strcmp (format, "json") == 0)
    {
      JsonArray *array = json_array_new ();

      for (guint i = 0; i < entries->len; i++)
        json_array_add_element (array, ask_ledger_entry_to_json (entries->pdata[i]));
      return ask_cli_print_json (ask_json_take_array (array));
    }
  if (strcmp (format, "csv") == 0)
    {
      rows = ask_ledger_to_rows (entries);
      return ask_cli_print_csv (rows);
    }
  for (guint i = 0; i < entries->len; i++)
    ask_cli_append_sent (text, entries->pdata[i]);
  if (entries->len == 0)
    g_printerr ("The ledger has no such entry.\n");
  return ask_cli_print (text->str);
}

static AskExit
ledger_list (AskCli *cli, int argc, char **argv)
{
  g_autofree char *host = NULL;
  g_autofree char *kind = NULL;
  g_autofree char *since = NULL;
  g_autofree char *until = NULL;
  g_autofree char *containing = NULL;
  g_autofree char *format = NULL;
  gint64 question = 0;
  const GOptionEntry entries[]
    = { { "host", 0, 0, G_OPTION_ARG_STRING, &host, "What went to this host, with its port if it has one", "HOST" },
        { "kind", 0, 0, G_OPTION_ARG_STRING, &kind, "model, embeddings, api, server or document", "KIND" },
        { "since", 0, 0, G_OPTION_ARG_STRING, &since, "From this day on, 2026-01-31", "DAY" },
        { "until", 0, 0, G_OPTION_ARG_STRING, &until, "Up to and with this day", "DAY" },
        { "question", 0, 0, G_OPTION_ARG_INT64, &question, "For this question, by its number in the history", "N" },
        { "containing", 0, 0, G_OPTION_ARG_STRING, &containing, "With this in host, address, question or names",
          "TEXT" },
        { "format", 0, 0, G_OPTION_ARG_STRING, &format, "text, json or csv", "FORMAT" },
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "ledger",
        "[show ID|totals|delete …]",
        "Lists what left this machine, the last first: when, to which host, for which question, how "
        "many bytes, which names, and which values under which consent.",
        0,
        0,
        entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GError) error = NULL;
  AskLedgerFilter filter = { 0 };
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code) || !check_kind (kind, &code)
      || !read_day ("ledger", since, FALSE, &filter.since, &code)
      || !read_day ("ledger", until, TRUE, &filter.until, &code))
    return code;
  if (format != NULL && strcmp (format, "text") != 0 && strcmp (format, "json") != 0 && strcmp (format, "csv") != 0)
    return ask_cli_usage ("ledger", "There is no format “%s”; there are text, json and csv.", format);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  filter.host = host;
  filter.kind = kind;
  filter.history_id = question;
  filter.text = containing;
  found = ask_workspace_list_ledger (workspace, &filter, &error);
  return found != NULL ? print_entries (found, format != NULL ? format : "text") : ask_cli_failed (error);
}

static AskExit
ledger_show (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb = { "ledger show", "ID",
                                   "Prints what was sent, byte for byte. Of a request without a body that is its "
                                   "address, without keys.",
                                   1, 1 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  AskLedgerBody body;
  gint64 id;
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code))
    return code;
  if (!ask_cli_number (argv[1], &id))
    return ask_cli_usage ("ledger show", "“%s” is no number of an entry.", argv[1]);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  bytes = ask_workspace_get_ledger_body (workspace, id, &body, &error);
  if (bytes == NULL)
    return ask_cli_failed (error);
  switch (body)
    {
    case ASK_LEDGER_BODY_TOO_LONG:
      g_printerr ("It was longer than 4 MiB; such bytes are counted and not kept.\n");
      return ASK_EXIT_FAILED;
    case ASK_LEDGER_BODY_DROPPED:
      g_printerr ("Its bytes made room for those of later requests; its line is all that is left.\n");
      return ASK_EXIT_FAILED;
    case ASK_LEDGER_BODY_SECRET:
      g_printerr ("It held a key, which is kept nowhere.\n");
      return ASK_EXIT_FAILED;
    case ASK_LEDGER_BODY_NONE:
    case ASK_LEDGER_BODY_KEPT:
    default:
      return ask_cli_print_bytes (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
}

static AskExit
ledger_totals (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb = { "ledger totals", NULL, "Sums up what left this machine, by host and kind.", 0, 0 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) totals = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (JsonArray) array = json_array_new ();
  g_autoptr (GError) error = NULL;
  gboolean json = FALSE;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if ((totals = ask_workspace_sum_ledger (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < totals->len; i++)
    {
      const AskLedgerTotal *total = totals->pdata[i];
      g_autofree char *bytes = ask_number_count ((guint64) total->bytes);
      g_autofree char *first = ask_cli_time (total->first);
      g_autofree char *last = ask_cli_time (total->last);
      JsonObject *object = json_object_new ();

      g_string_append_printf (text, "%-10s  %s  %" G_GINT64_FORMAT " %s, %s bytes, %s to %s\n", total->kind,
                              total->host, total->n, total->n == 1 ? "request" : "requests", bytes, first, last);
      json_object_set_string_member (object, "host", total->host);
      json_object_set_string_member (object, "kind", total->kind);
      json_object_set_int_member (object, "requests", total->n);
      json_object_set_int_member (object, "bytes", total->bytes);
      json_array_add_object_element (array, object);
    }
  if (totals->len == 0)
    g_printerr ("The ledger is empty.\n");
  return json ? ask_cli_print_json (ask_json_take_array (g_steal_pointer (&array))) : ask_cli_print (text->str);
}

static AskExit
ledger_delete (AskCli *cli, int argc, char **argv)
{
  g_autofree char *before = NULL;
  gboolean all = FALSE;
  const GOptionEntry entries[]
    = { { "before", 0, 0, G_OPTION_ARG_STRING, &before, "All from before this day, 2026-01-31", "DAY" },
        { "all", 0, 0, G_OPTION_ARG_NONE, &all, "All there is", NULL },
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "ledger delete", "[ID]", "Deletes one entry, all from before a day, or all, with their bytes.", 0, 1, entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  AskLedgerFilter filter = { 0 };
  guint n = 0;
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code) || !read_day ("ledger delete", before, FALSE, &filter.until, &code))
    return code;
  if ((argc > 1) + (before != NULL) + all != 1)
    return ask_cli_usage ("ledger delete", "Say one of ID, --before DAY and --all.");
  if (argc > 1 && (!ask_cli_number (argv[1], &filter.id) || filter.id <= 0))
    return ask_cli_usage ("ledger delete", "“%s” is no number of an entry.", argv[1]);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (!ask_workspace_delete_ledger (workspace, &filter, &n, &error))
    return ask_cli_failed (error);
  if (argc > 1 && n == 0)
    {
      g_printerr ("There is no ledger entry %s. List them to see those that there are.\n", argv[1]);
      return ASK_EXIT_FAILED;
    }
  g_print ("Deleted %u %s\n", n, n == 1 ? "entry" : "entries");
  return ASK_EXIT_DONE;
}

/** ask_cli_ledger: Returns: the exit code of `askdata-cli ledger [show|totals|delete]` */
AskExit
ask_cli_ledger (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[]
    = { { "show", ledger_show }, { "totals", ledger_totals }, { "delete", ledger_delete } };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  return ledger_list (cli, argc, argv);
}
