/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli draft: edits of the schema that are collected beside the published one. While a draft is open, the edits
 * of `schema` go to it.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-impact.h"
#include "base/ask-json-builder.h"
#include "cli/ask-cli.h"
#include "store/ask-workspace-draft.h"

static AskExit
draft_start (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "draft start", NULL,
        "Begins a draft of the schema. Edits go to it from then on; questions use the published schema.", 0, 0 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if (!ask_workspace_start_draft (workspace, &error))
    return ask_cli_failed (error);
  g_print ("Started a draft.\n");
  return ASK_EXIT_DONE;
}

/* What a draft does to what people saved, and where @run says so to what they asked. */
typedef struct
{
  GPtrArray *breaks;
  GPtrArray *impacts; /* nullable: nothing was run */
} Effects;

static void
effects_clear (Effects *self)
{
  g_clear_pointer (&self->breaks, g_ptr_array_unref);
  g_clear_pointer (&self->impacts, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Effects, effects_clear)

static gboolean
find_effects (AskCli *cli, AskWorkspace *workspace, const AskSchemaDraft *draft, gboolean run, Effects *effects,
              GError **error)
{
  g_autoptr (AskSchema) published = ask_workspace_load_schema (workspace, error);

  if (published == NULL)
    return FALSE;
  effects->breaks = ask_workspace_find_breaks (workspace, published, draft->schema, error);
  if (effects->breaks == NULL || !run)
    return effects->breaks != NULL;
  effects->impacts
    = ask_impact_find (workspace, &(AskImpactTrial) { published, draft->schema, NULL, NULL }, cli->cancellable, error);
  return effects->impacts != NULL;
}

static JsonNode *
status_to_json (const AskSchemaDraft *draft, const Effects *effects)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *since = ask_cli_time (draft->started_at);

  json_builder_begin_object (builder);
  ask_json_add_string (builder, "since", since);
  ask_json_add_string (builder, "by", draft->author);
  ask_json_add_integer (builder, "base", draft->base);
  ask_json_add_integer (builder, "published", draft->newest);
  ask_json_begin_array (builder, "edits");
  for (guint i = 0; i < draft->edits->len; i++)
    json_builder_add_string_value (builder, draft->edits->pdata[i]);
  json_builder_end_array (builder);
  ask_json_begin_array (builder, "breaks");
  for (guint i = 0; i < effects->breaks->len; i++)
    json_builder_add_string_value (builder, ((AskBreak *) effects->breaks->pdata[i])->name);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

static AskExit
print_status (const AskSchemaDraft *draft, const Effects *effects)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *since = ask_cli_time (draft->started_at);

  g_string_append_printf (text, "A draft is open since %s, with %u %s%s%s.\n", since, draft->edits->len,
                          draft->edits->len == 1 ? "edit" : "edits", draft->author != NULL ? ", by " : "",
                          draft->author != NULL ? draft->author : "");
  for (guint i = 0; i < draft->edits->len; i++)
    g_string_append_printf (text, "  %s\n", (const char *) draft->edits->pdata[i]);
  if (draft->base != draft->newest)
    g_string_append (text, "The schema was published anew since; rebase the draft before you publish it.\n");
  for (guint i = 0; i < effects->breaks->len; i++)
    {
      const AskBreak *item = effects->breaks->pdata[i];

      g_string_append_printf (text, "breaks %s: %s\n", item->name, item->message);
    }
  for (guint i = 0; effects->impacts != NULL && i < effects->impacts->len; i++)
    {
      const AskImpact *impact = effects->impacts->pdata[i];

      if (impact->kind != ASK_IMPACT_SAME && impact->kind != ASK_IMPACT_STILL_FAILS)
        g_string_append_printf (text, "%s: %s%s%s\n", ask_impact_kind_to_string (impact->kind), impact->question,
                                impact->how != NULL ? ": " : "", impact->how != NULL ? impact->how : "");
    }
  return ask_cli_print (text->str);
}

static AskExit
draft_status (AskCli *cli, int argc, char **argv)
{
  gboolean run = FALSE;
  const GOptionEntry entries[]
    = { { "run", 0, 0, G_OPTION_ARG_NONE, &run,
          "Also ask all verified questions under both schemas, and say which answers change", NULL },
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "draft status", NULL, "Lists the edits of the draft, and what all of them together break.", 0, 0, entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchemaDraft) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (Effects) effects = { NULL, NULL };
  gboolean json = FALSE;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if (!ask_workspace_load_draft (workspace, &draft, &error))
    return ask_cli_failed (error);
  if (draft == NULL)
    {
      g_printerr ("No draft is open.\n");
      return json ? ask_cli_print ("null\n") : ASK_EXIT_DONE;
    }
  if (!find_effects (cli, workspace, draft, run, &effects, &error))
    return ask_cli_failed (error);
  return json ? ask_cli_print_json (status_to_json (draft, &effects)) : print_status (draft, &effects);
}

static AskExit
draft_publish (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "draft publish", NULL, "Makes all edits of the draft one version of the schema, and closes the draft.", 0, 0 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *done = NULL;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if ((done = ask_workspace_publish_draft (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  g_print ("Published: %s\n", *done != '\0' ? done : "no edits");
  return ASK_EXIT_DONE;
}

static AskExit
draft_rebase (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "draft rebase", NULL,
        "Takes into the draft what was published since it began; refused where both changed the same.", 0, 0 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if (!ask_workspace_rebase_draft (workspace, &error))
    return ask_cli_failed (error);
  g_print ("The draft stands on the published schema now.\n");
  return ASK_EXIT_DONE;
}

static AskExit
discard_or_restore (AskCli *cli, const AskCliVerb *verb, gboolean discard, int argc, char **argv)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if (!ask_workspace_discard_draft (workspace, discard, &error))
    return ask_cli_failed (error);
  g_print (discard ? "Discarded the draft; “draft restore” brings it back.\n" : "Brought the draft back.\n");
  return ASK_EXIT_DONE;
}

static AskExit
draft_discard (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb = { "draft discard", NULL, "Closes the draft; nothing of it is published.", 0, 0 };

  return discard_or_restore (cli, &verb, TRUE, argc, argv);
}

static AskExit
draft_restore (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb
    = { "draft restore", NULL, "Brings back the draft that was discarded last, unless another one was started.", 0, 0 };

  return discard_or_restore (cli, &verb, FALSE, argc, argv);
}

/** ask_cli_draft: Returns: the exit code of `askdata-cli draft start|status|publish|rebase|discard|restore` */
AskExit
ask_cli_draft (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[]
    = { { "start", draft_start },   { "status", draft_status },   { "publish", draft_publish },
        { "rebase", draft_rebase }, { "discard", draft_discard }, { "restore", draft_restore } };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print ("Usage: askdata-cli draft start|status|publish|rebase|discard|restore …\n"
                          "Each has a --help of its own.\n");
  return ask_cli_usage ("draft", "Say start, status, publish, rebase, discard or restore.");
}
