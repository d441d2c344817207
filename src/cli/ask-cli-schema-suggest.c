/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli schema suggest: what the sources do not say of themselves, to be accepted or dismissed by a steward.
 * Nothing is accepted by itself.
 */
#include "config.h"

#include <math.h>

#include "cli/ask-cli.h"
#include "store/ask-workspace-draft.h"

static AskExit
print_text (GPtrArray *suggestions)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < suggestions->len; i++)
    {
      const AskSuggestion *suggestion = suggestions->pdata[i];
      g_autofree char *what = ask_suggestion_to_text (suggestion);

      g_string_append_printf (text, "%3u  %.2f  %s\n           %s\n", i + 1, suggestion->confidence, what,
                              suggestion->reason);
    }
  if (suggestions->len == 0)
    g_printerr ("There is nothing to suggest.\n");
  return ask_cli_print (text->str);
}

static AskExit
print_json (GPtrArray *suggestions)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < suggestions->len; i++)
    {
      const AskSuggestion *suggestion = suggestions->pdata[i];
      gboolean relationship = suggestion->kind == ASK_SUGGESTION_RELATIONSHIP;
      JsonObject *object = json_object_new ();

      ask_json_set_string (object, "kind", relationship ? "relationship" : "meaning");
      json_object_set_double_member (object, "confidence", round (suggestion->confidence * 100) / 100);
      ask_json_set_string (object, "key", suggestion->key);
      ask_json_set_string (object, "from", suggestion->from);
      ask_json_set_strings (object, "from_attributes", suggestion->from_attributes);
      if (relationship)
        {
          ask_json_set_string (object, "to", suggestion->to);
          ask_json_set_strings (object, "to_attributes", suggestion->to_attributes);
          ask_json_set_string (object, "cardinality", ask_cardinality_to_string (suggestion->cardinality));
        }
      else if (suggestion->meaning != ASK_MEANING_NONE)
        ask_json_set_string (object, "meaning", ask_meaning_to_string (suggestion->meaning));
      ask_json_set_string (object, "unit", suggestion->unit);
      ask_json_set_string (object, "reason", suggestion->reason);
      json_array_add_object_element (array, object);
    }
  return ask_cli_print_json (ask_json_take_array (array));
}

/* @wanted: (element-type AskSuggestion): those to take, as one edit */
static AskExit
accept (AskCli *cli, AskWorkspace *workspace, GPtrArray *wanted)
{
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) after = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *reason = NULL;
  AskEditBase base;

  if (wanted->len == 0)
    {
      g_print ("There is nothing so sure.\n");
      return ASK_EXIT_DONE;
    }
  if ((before = ask_workspace_load_edited (workspace, &base, &error)) == NULL)
    return ask_cli_failed (error);
  after = ask_schema_fork (before);
  for (guint i = 0; i < wanted->len; i++)
    {
      g_autofree char *what = ask_suggestion_to_text (wanted->pdata[i]);

      if (!ask_suggestion_apply (wanted->pdata[i], after, &error))
        return ask_cli_failed (error);
      if (wanted->len == 1)
        reason = g_strdup_printf ("Accepted %s", what);
      g_string_append_printf (text, base.draft ? "Accepted %s, in the draft\n" : "Accepted %s\n", what);
    }
  if (reason == NULL)
    reason = g_strdup_printf ("Accepted %u suggestions", wanted->len);
  if (!ask_workspace_save_edit (workspace, &base, after, reason, NULL, &error))
    return ask_cli_failed (error);
  return ask_cli_print (text->str);
}

/* @number: as typed, counted from 1
 * Returns: (nullable): that one; what is wrong has been said otherwise */
static AskSuggestion *
pick (GPtrArray *suggestions, const char *option, const char *number, AskExit *code)
{
  guint64 value;

  if (suggestions->len > 0 && g_ascii_string_to_unsigned (number, 10, 1, suggestions->len, &value, NULL))
    return suggestions->pdata[value - 1];
  if (suggestions->len == 0)
    *code = ask_cli_usage ("schema suggest", "There is nothing to suggest, so --%s takes nothing.", option);
  else
    *code = ask_cli_usage ("schema suggest", "--%s takes a number from the list, 1 to %u, not “%s”.", option,
                           suggestions->len, number);
  return NULL;
}

/* @above: as it was given. @least: gets how sure a suggestion has to be */
static gboolean
read_least (const char *above, double *least, AskExit *code)
{
  char *end;

  *least = g_ascii_strtod (above, &end);
  if (end != above && *end == '\0' && *least >= 0 && *least <= 1)
    return TRUE;
  *code = ask_cli_usage ("schema suggest", "--accept-all-above takes a number from 0 to 1, not “%s”.", above);
  return FALSE;
}

static AskExit
dismiss (AskWorkspace *workspace, const AskSuggestion *suggestion)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *what = NULL;

  if (!ask_workspace_dismiss_suggestion (workspace, suggestion->key, &error))
    return ask_cli_failed (error);
  what = ask_suggestion_to_text (suggestion);
  g_print ("Dismissed %s\n", what);
  return ASK_EXIT_DONE;
}

/** ask_cli_schema_suggest: lists, accepts or dismisses suggestions. Returns: the exit code */
AskExit
ask_cli_schema_suggest (AskCli *cli, int argc, char **argv)
{
  g_autofree char *accepted = NULL;
  g_autofree char *above = NULL;
  g_autofree char *dismissed = NULL;
  g_autofree char *format = NULL;
  gboolean again = FALSE, json;
  GOptionEntry entries[]
    = { { "accept", 0, 0, G_OPTION_ARG_STRING, &accepted, "make the one of this number part of the schema", "N" },
        { "accept-all-above", 0, 0, G_OPTION_ARG_STRING, &above, "all that are at least so sure, 0.6 to 1", "C" },
        { "dismiss", 0, 0, G_OPTION_ARG_STRING, &dismissed, "do not offer the one of this number again", "N" },
        { "recall", 0, 0, G_OPTION_ARG_NONE, &again, "offer again what was dismissed", NULL },
        ASK_CLI_FORMAT (&format),
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) suggestions = NULL;
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  AskSuggestion *one = NULL;
  double least = 2;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "schema suggest", NULL,
                                      "Lists what the sources do not say of themselves: relationships that nobody "
                                      "declared and what columns mean, each with how sure it is and why. Values are "
                                      "read and compared on this machine; no web API is called.",
                                      0, 0, entries },
                      &argc, &argv, &code)
      || !ask_cli_is_json ("schema suggest", format, &json, &code))
    return code;
  if ((accepted != NULL) + (above != NULL) + (dismissed != NULL) > 1)
    return ask_cli_usage ("schema suggest", "Give one of --accept, --accept-all-above and --dismiss.");
  if (above != NULL && !read_least (above, &least, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((again && !ask_workspace_recall_suggestions (workspace, &error))
      || (suggestions = ask_workspace_suggest (workspace, cli->cancellable, &error)) == NULL)
    return ask_cli_failed (error);
  if (accepted == NULL && above == NULL && dismissed == NULL)
    return json ? print_json (suggestions) : print_text (suggestions);
  if (dismissed != NULL)
    return (one = pick (suggestions, "dismiss", dismissed, &code)) != NULL ? dismiss (workspace, one) : code;
  if (accepted != NULL && (one = pick (suggestions, "accept", accepted, &code)) == NULL)
    return code;
  for (guint i = 0; i < suggestions->len; i++)
    if (suggestions->pdata[i] == one || ((AskSuggestion *) suggestions->pdata[i])->confidence >= least)
      g_ptr_array_add (wanted, suggestions->pdata[i]);
  return accept (cli, workspace, wanted);
}
