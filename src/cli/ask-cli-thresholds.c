/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli cost: above what a person is asked first, and what the model's tokens cost.
 */
#include "config.h"

#include "cli/ask-cli.h"
#include "store/ask-thresholds.h"

/* How each is said, after "You are asked above ". */
static const char *const nouns[ASK_THRESHOLD_N]
  = { "calls to an API",    "rows from an API or a server", "seconds",
      "bytes to the model", "tokens of the model",          "as the price of the model's tokens" };

/**
 * ask_cli_set_thresholds:
 * @workspace: a workspace
 * @source: (nullable): of which source; %NULL for all
 * @typed: what was typed
 * @error: %ASK_STORE_ERROR_INVALID or %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether all that were typed are set
 */
gboolean
ask_cli_set_thresholds (AskWorkspace *workspace, const char *source, const AskCliTyped *typed, GError **error)
{
  for (guint i = 0; i < ASK_THRESHOLD_N; i++)
    if (typed->above[i] != NULL
        && !ask_workspace_set_threshold (workspace, (AskThreshold) i, source, typed->above[i], error))
      return FALSE;
  return TRUE;
}

/** ask_cli_typed_clear: frees what was typed */
void
ask_cli_typed_clear (AskCliTyped *self)
{
  for (guint i = 0; i < ASK_THRESHOLD_N; i++)
    g_clear_pointer (&self->above[i], g_free);
}

static void
print_threshold (GHashTable *thresholds, AskThreshold threshold, const char *source)
{
  double above;

  if (ask_thresholds_get (thresholds, threshold, source, &above))
    g_print ("  asked above %.15g %s\n", above, nouns[threshold]);
  else
    g_print ("  never asked for %s\n", nouns[threshold]);
}

/* What was said of a source, and not what holds for all. */
static void
print_source (AskWorkspace *workspace, GHashTable *thresholds, const char *source)
{
  gboolean first = TRUE;

  for (guint i = 0; i < ASK_THRESHOLD_N_OF_SOURCES; i++)
    {
      g_autofree char *own = ask_workspace_dup_threshold (workspace, (AskThreshold) i, source);

      if (own == NULL)
        continue;
      if (first)
        g_print ("%s:\n", source);
      first = FALSE;
      print_threshold (thresholds, (AskThreshold) i, source);
    }
}

static AskExit
show (AskWorkspace *workspace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) thresholds = ask_workspace_load_thresholds (workspace, &error);
  g_autoptr (GPtrArray) records = thresholds != NULL ? ask_workspace_list_sources (workspace, &error) : NULL;
  AskPrice price;

  if (records == NULL)
    return ask_cli_failed (error);
  g_print ("A question, or a query:\n");
  for (guint i = 0; i < ASK_THRESHOLD_N; i++)
    print_threshold (thresholds, (AskThreshold) i, NULL);
  for (guint i = 0; i < records->len; i++)
    print_source (workspace, thresholds, ((AskSourceRecord *) records->pdata[i])->name);
  if (ask_workspace_get_price (workspace, NULL, &price))
    g_print ("A million tokens to the model cost %g, and back %g.\n", price.prompt, MAX (price.reply, 0));
  return ASK_EXIT_DONE;
}

/** ask_cli_cost: Returns: the exit code of `askdata-cli cost` */
AskExit
ask_cli_cost (AskCli *cli, int argc, char **argv)
{
  g_auto (AskCliTyped) typed = { { NULL } };
  g_autofree char *prompt = NULL;
  g_autofree char *reply = NULL;
  g_autofree char *model = NULL;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;
  GOptionEntry entries[]
    = { ASK_CLI_THRESHOLD_ENTRIES (&typed),
        { "ask-above-bytes", 0, 0, G_OPTION_ARG_STRING, &typed.above[ASK_THRESHOLD_BYTES],
          "Ask before more bytes leave to the model for a question", "N|never|usual" },
        { "ask-above-tokens", 0, 0, G_OPTION_ARG_STRING, &typed.above[ASK_THRESHOLD_TOKENS],
          "Ask before the model takes more tokens for a question", "N|never|usual" },
        { "ask-above-price", 0, 0, G_OPTION_ARG_STRING, &typed.above[ASK_THRESHOLD_PRICE],
          "Ask before these tokens cost more", "P|never|usual" },
        { "price-prompt", 0, 0, G_OPTION_ARG_STRING, &prompt, "What a million tokens cost that are sent", "P|none" },
        { "price-reply", 0, 0, G_OPTION_ARG_STRING, &reply, "What a million tokens cost that come back", "P|none" },
        { "of-model", 0, 0, G_OPTION_ARG_STRING, &model,
          "Whose prices these are, where one of your functions asks another model", "NAME" },
        G_OPTION_ENTRY_NULL };

  if (!ask_cli_parse (&(AskCliVerb) { "cost", NULL,
                                      "Shows and sets above what you are asked before a question or a query runs. "
                                      "“source set” sets it for one source.",
                                      0, 0, entries },
                      &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (!ask_cli_set_thresholds (workspace, NULL, &typed, &error)
      || !ask_workspace_set_price (workspace, model, prompt, reply, &error))
    return ask_cli_failed (error);
  return show (workspace);
}
