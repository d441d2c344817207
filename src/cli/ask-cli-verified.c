/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli verified: add, list, edit, remove and run the steward's pairs of question and SQL.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-inquiry-step.h"
#include "blend/ask-blend-question.h"
#include "cli/ask-cli.h"
#include "engine/ask-external.h"

/* Whether @sql can be run, functions that ask a model included. Nothing is asked. */
static gboolean
check_sql (AskWorkspace *workspace, const char *sql, GError **error)
{
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);

  if (engine == NULL)
    return FALSE;
  blend = ask_blend_open (&(AskBlendModelOptions) { .workspace = workspace }, NULL, engine, error);
  if (blend != NULL && ask_engine_check (engine, sql, error))
    return TRUE;
  if (error != NULL && *error != NULL)
    ask_engine_add_hint (engine, sql, *error);
  return FALSE;
}

static AskExit
verified_add (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (GError) error = NULL;
  static const AskCliVerb verb
    = { "verified add", "QUESTION SQL", "Keeps a question with the SQL that answers it.", 2, 2 };
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  /* A pair that cannot run would answer nobody; it is checked before it is kept. */
  if (!check_sql (workspace, argv[2], &error))
    {
      g_prefix_error (&error, "“%s”: ", argv[1]);
      return ask_cli_failed (error);
    }
  if ((pair = ask_workspace_add_verified (workspace, argv[1], argv[2], &error)) == NULL)
    return ask_cli_failed (error);
  g_print ("Kept: %s\n", argv[1]);
  return ASK_EXIT_DONE;
}

static AskExit
verified_list (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) pairs = NULL;
  g_autoptr (GError) error = NULL;
  static const AskCliVerb verb = { "verified list", NULL, "Lists the verified questions.", 0, 0 };
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if ((pairs = ask_workspace_list_verified (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];

      g_autofree char *when = ask_cli_time (pair->verified_at);

      g_print ("%4" G_GINT64_FORMAT "  %s\n      %s%s%s%s%s\n", pair->id, pair->question, when,
               pair->verified_by != NULL ? " · " : "", pair->verified_by != NULL ? pair->verified_by : "",
               pair->run_at != 0 ? " · " : "",
               pair->run_at != 0 ? ask_verified_status_to_string (pair->run_status) : "");
    }
  if (pairs->len == 0)
    g_printerr ("There are no verified questions yet.\n");
  return ASK_EXIT_DONE;
}

static AskExit
verified_remove (AskCli *cli, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "verified remove", "N", "Removes a verified question.", 1, 1 }, &argc, &argv,
                      &code))
    return code;
  if (!ask_cli_number (argv[1], &id))
    return ask_cli_usage ("verified remove", "“%s” is no number from “verified list”.", argv[1]);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (!ask_workspace_remove_verified (workspace, id, &error))
    return ask_cli_failed (error);
  g_print ("%s: removed\n", argv[1]);
  return ASK_EXIT_DONE;
}

static AskExit
verified_edit (AskCli *cli, int argc, char **argv)
{
  g_autofree char *question = NULL;
  g_autofree char *sql = NULL;
  GOptionEntry entries[] = { { "question", 0, 0, G_OPTION_ARG_STRING, &question, "Its new words", "QUESTION" },
                             { "sql", 0, 0, G_OPTION_ARG_STRING, &sql, "Its new SQL", "SQL" },
                             G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "verified edit", "N", "Changes a verified question or its SQL.", 1, 1, entries },
                      &argc, &argv, &code))
    return code;
  if (!ask_cli_number (argv[1], &id))
    return ask_cli_usage ("verified edit", "“%s” is no number from “verified list”.", argv[1]);
  if (question == NULL && sql == NULL)
    return ask_cli_usage ("verified edit", "Give --question, --sql or both.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if (sql != NULL && !check_sql (workspace, sql, &error))
    return ask_cli_failed (error);
  if ((pair = ask_workspace_edit_verified (workspace, id, question, sql, &error)) == NULL)
    return ask_cli_failed (error);
  g_print ("Kept: %s\n", pair->question);
  return ASK_EXIT_DONE;
}

/* Which pairs to run: one by its number, or all. */
static GPtrArray *
choose_pairs (AskWorkspace *workspace, gint64 only, GError **error)
{
  GPtrArray *pairs;
  AskVerified *pair;

  if (only < 0)
    return ask_workspace_list_verified (workspace, error);
  pair = ask_workspace_get_verified (workspace, only, error);
  if (pair == NULL)
    return NULL;
  pairs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_verified_free);
  g_ptr_array_add (pairs, pair);
  return pairs;
}

/* @asked: (element-type AskInquiry): by functions of its SQL */
static void
add_run_as_json (GString *json, const AskVerified *pair, const AskVerifiedRun *run, GPtrArray *asked)
{
  g_string_append_printf (json, "%s{\"id\":%" G_GINT64_FORMAT ",\"question\":", json->len > 0 ? ",\n" : "", pair->id);
  ask_json_append_string (json, pair->question, -1);
  g_string_append_printf (json, ",\"status\":\"%s\"", ask_verified_status_to_string (run->status));
  if (run->result != NULL)
    g_string_append_printf (json, ",\"rows\":%" G_GSIZE_FORMAT, run->result->n_rows);
  if (run->status == ASK_VERIFIED_DIFFERENT && run->difference.counted)
    g_string_append_printf (json,
                            ",\"added\":%" G_GSIZE_FORMAT ",\"removed\":%" G_GSIZE_FORMAT
                            ",\"changed\":%" G_GSIZE_FORMAT,
                            run->difference.added, run->difference.removed, run->difference.changed);
  if (run->message != NULL)
    {
      g_string_append (json, ",\"message\":");
      ask_json_append_string (json, run->message, -1);
    }
  if (asked->len > 0)
    {
      g_string_append (json, ",\"functions\":");
      ask_inquiry_append_json (json, asked);
    }
  g_string_append_printf (json, ",\"api_requests\":%u,\"elapsed_ms\":%.0f}", run->n_requests, run->elapsed_ms);
}

static void
add_run_as_text (GString *text, const AskVerified *pair, const AskVerifiedRun *run, GPtrArray *asked)
{
  g_string_append_printf (text, "%4" G_GINT64_FORMAT "  %-9s", pair->id, ask_verified_status_to_string (run->status));
  if (run->result != NULL)
    g_string_append_printf (text, " %" G_GSIZE_FORMAT " %s, %u %s, %.0f ms ", run->result->n_rows,
                            run->result->n_rows == 1 ? "row" : "rows", run->n_requests,
                            run->n_requests == 1 ? "call" : "calls", run->elapsed_ms);
  g_string_append_printf (text, " %s\n", pair->question);
  if (run->message != NULL)
    g_string_append_printf (text, "      %s\n", run->message);
  for (guint i = 0; i < asked->len; i++)
    {
      g_autofree char *title = ask_inquiry_to_title (asked->pdata[i]);
      g_autofree char *words = ask_inquiry_to_words (asked->pdata[i]);

      g_string_append_printf (text, "      %s\n      %s\n", title, words);
    }
}

/* Exit codes as of a test: one that fails or gives something else is a failure, unless it was said
 * that what it gives is right now. */
static AskExit
end_runs (guint n_run, guint n_failed, guint n_different, gboolean update)
{
  if (n_failed > 0)
    g_printerr ("askdata-cli: %u of %u verified questions failed; see above.\n", n_failed, n_run);
  else if (n_different > 0 && !update)
    g_printerr ("askdata-cli: %u of %u verified questions give something else than before; see above, "
                "and run with --update where that is right.\n",
                n_different, n_run);
  return n_failed > 0 || (n_different > 0 && !update) ? ASK_EXIT_FAILED : ASK_EXIT_DONE;
}

static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  return ask_cli_on_preview (preview, caps, cancellable, data, error);
}

/* Verified questions that are run one after another. */
typedef struct
{
  AskWorkspace *workspace;
  AskEngine *engine;
  GString *text; /* what came of them so far */
  gboolean json;
  gboolean update;
  guint n_failed;
  guint n_different;
} Runs;

static gboolean
run_pair (Runs *self, const AskVerified *pair, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskVerifiedRun) run
    = ask_workspace_run_verified (self->workspace, self->engine, pair->id, cancellable, error);

  if (run == NULL
      || (self->update && run->result != NULL
          && !ask_workspace_accept_verified (self->workspace, pair->id, run->sql, run->result, error)))
    return FALSE;
  self->n_failed += run->status == ASK_VERIFIED_FAILED;
  self->n_different += run->status == ASK_VERIFIED_DIFFERENT;
  (self->json ? add_run_as_json : add_run_as_text) (self->text, pair, run, ask_engine_get_asked (self->engine));
  return TRUE;
}

static AskExit
run_pairs (Runs *self, GPtrArray *pairs, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  AskExit code;

  for (guint i = 0; i < pairs->len; i++)
    if (!run_pair (self, pairs->pdata[i], cancellable, &error))
      {
        /* What is known so far is worth having when somebody stops it. */
        if (!self->json)
          ask_cli_print (self->text->str);
        return ask_cli_failed (error);
      }
  if (self->json)
    {
      g_string_prepend (self->text, "[");
      g_string_append (self->text, "]\n");
    }
  code = ask_cli_print (self->text->str);
  return code == ASK_EXIT_DONE ? end_runs (pairs->len, self->n_failed, self->n_different, self->update) : code;
}

static AskExit
verified_run (AskCli *cli, int argc, char **argv)
{
  gboolean all = FALSE, update = FALSE, ask_model = FALSE, json;
  g_autofree char *format = NULL;
  AskCliCost cost = ASK_CLI_COST_INIT;
  GOptionEntry entries[] = { { "all", 0, 0, G_OPTION_ARG_NONE, &all, "All of them, as without N", NULL },
                             { "update", 0, 0, G_OPTION_ARG_NONE, &update,
                               "What they give now is right: keep it to compare with, verified by you", NULL },
                             { "ask-model", 0, 0, G_OPTION_ARG_NONE, &ask_model,
                               "SQL may ask the model; otherwise only answers that are kept count", NULL },
                             { "any-cost", 0, 0, G_OPTION_ARG_NONE, &cost.any_cost,
                               "Ask the model without being asked, whatever it costs", NULL },
                             ASK_CLI_FORMAT (&format),
                             G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSpending) spending = NULL;
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GPtrArray) pairs = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gint64 only = -1;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "verified run", "[N]",
                                      "Runs one verified question, or all of them, and compares what they give with "
                                      "the last good result. It exits with 1 where one fails or differs.",
                                      0, G_MAXINT, entries },
                      &argc, &argv, &code)
      || !ask_cli_is_json ("verified run", format, &json, &code))
    return code;
  if (argc > 2 || (argc == 2 && (all || !ask_cli_number (argv[1], &only))))
    return ask_cli_usage ("verified run", "Give one number from “verified list”, or none.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((pairs = choose_pairs (workspace, only, &error)) == NULL
      || (engine = ask_workspace_open_engine (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  spending = ask_spending_new (workspace, &(AskSpendingRules) { ask_cli_get_caps (&cost), on_preview, &cost,
                                                                cost.any_cost, FALSE });
  blend = ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = workspace,
                                                              .spending = spending,
                                                              .kept_only = !ask_model },
                                    NULL, engine, &error);
  if (blend == NULL)
    return ask_cli_failed (error);
  return run_pairs (&(Runs) { workspace, engine, text, json, update, 0, 0 }, pairs, cli->cancellable);
}

/** ask_cli_verified: Returns: the exit code of `askdata-cli verified …` */
AskExit
ask_cli_verified (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[] = {
    { "add", verified_add },   { "import", ask_cli_verified_import },
    { "list", verified_list }, { "remove", verified_remove },
    { "run", verified_run },   { "edit", verified_edit },
  };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli verified add|import|list|edit|remove|run …\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage ("verified", "Say add, import, list, edit, remove or run.");
}
