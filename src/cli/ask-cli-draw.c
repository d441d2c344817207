/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli schema draw and arrange: the diagram of the canvas as a file, and its layout. Drawing changes nothing;
 * arranging writes down where the boxes are, and no other thing.
 */
#include "config.h"

#include "diagram/ask-diagram.h"
#include "cli/ask-cli.h"
#include "store/ask-workspace-draft.h"

static AskSchema *
load (AskCli *cli, AskWorkspace **workspace, AskExit *code)
{
  g_autoptr (GError) error = NULL;
  AskSchema *schema;

  *code = ASK_EXIT_FAILED;
  if ((*workspace = ask_cli_open (cli)) == NULL)
    return NULL;
  schema = ask_workspace_load_schema (*workspace, &error);
  if (schema == NULL)
    *code = ask_cli_failed (error);
  return schema;
}

/** ask_cli_schema_draw: Returns: the exit code of `askdata-cli schema draw` */
AskExit
ask_cli_schema_draw (AskCli *cli, int argc, char **argv)
{
  g_autofree char *path = NULL;
  gboolean arrange = FALSE;
  double scale = 1;
  AskDiagramTheme theme = { 0 };
  GOptionEntry entries[]
    = { { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "The file: .png, .svg or .pdf; - is stdout, as .svg",
          "FILE" },
        { "arrange", 0, 0, G_OPTION_ARG_NONE, &arrange, "Arrange all boxes anew, for this picture only", NULL },
        { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &scale, "How large a .png is: 2 for twice the pixels", "N" },
        { "dark", 0, 0, G_OPTION_ARG_NONE, &theme.dark, "On a dark ground", NULL },
        { "high-contrast", 0, 0, G_OPTION_ARG_NONE, &theme.high_contrast, "In strong colours", NULL },
        { "right-to-left", 0, 0, G_OPTION_ARG_NONE, &theme.right_to_left, "Boxes written from the right", NULL },
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskDiagram) diagram = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "schema draw", NULL,
                                      "Draws the entities and their relationships as the window shows them. Those "
                                      "that nobody has placed are arranged for the picture.",
                                      0, 0, entries },
                      &argc, &argv, &code))
    return code;
  if (path == NULL)
    return ask_cli_usage ("schema draw", "Say where to, with -o FILE.");
  if (!ask_cli_is_picture ("schema draw", path, &code))
    return code;
  if (!(scale > 0 && scale <= 16))
    return ask_cli_usage ("schema draw", "A scale is more than 0 and at most 16.");
  if ((schema = load (cli, &workspace, &code)) == NULL)
    return code;
  diagram = ask_diagram_new ();
  ask_diagram_set_theme (diagram, &theme);
  ask_diagram_set_schema (diagram, schema);
  if ((arrange || ask_diagram_has_unplaced (diagram))
      && !ask_diagram_arrange (diagram, arrange, cli->cancellable, &error))
    return ask_cli_failed (error);
  return ask_diagram_export (diagram, path, scale, cli->cancellable, &error) ? ASK_EXIT_DONE : ask_cli_failed (error);
}

/** ask_cli_schema_arrange: Returns: the exit code of `askdata-cli schema arrange` */
AskExit
ask_cli_schema_arrange (AskCli *cli, int argc, char **argv)
{
  gboolean all = FALSE;
  GOptionEntry entries[]
    = { { "all", 0, 0, G_OPTION_ARG_NONE, &all, "Those too that have a place", NULL }, G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskSchema) arranged = NULL;
  g_autoptr (AskDiagram) diagram = NULL;
  g_autoptr (GArray) moved = NULL;
  g_autoptr (GError) error = NULL;
  AskEditBase base;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "schema arrange", NULL,
                                      "Gives the entities that nobody has placed a place in the diagram.", 0, 0,
                                      entries },
                      &argc, &argv, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((schema = ask_workspace_load_edited (workspace, &base, &error)) == NULL)
    return ask_cli_failed (error);
  diagram = ask_diagram_new ();
  ask_diagram_set_schema (diagram, schema);
  if (!ask_diagram_arrange (diagram, all, cli->cancellable, &error))
    return ask_cli_failed (error);
  moved = ask_diagram_list_moved (diagram);
  arranged = ask_schema_fork (schema);
  for (guint i = 0; i < moved->len; i++)
    {
      guint place = g_array_index (moved, guint, i);
      AskDiagramRect box = ask_diagram_get_box (diagram, place);
      AskEntity *entity = ask_schema_own_entity (arranged, ((AskEntity *) schema->entities->pdata[place])->id);

      entity->x = box.x;
      entity->y = box.y;
      entity->placed = TRUE;
    }
  if (moved->len > 0 && !ask_workspace_save_edit (workspace, &base, arranged, "Arranged the diagram", NULL, &error))
    return ask_cli_failed (error);
  g_print ("Moved %u of %u %s%s.\n", moved->len, schema->entities->len,
           schema->entities->len == 1 ? "entity" : "entities", base.draft ? ", in the draft" : "");
  return ASK_EXIT_DONE;
}
