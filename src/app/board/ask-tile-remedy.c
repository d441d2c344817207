/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every way on is an action of the page or the window. A wall is no such window: there stay the ways that it has.
 */
#include "config.h"

#include "app/board/ask-tile-remedy.h"

#include <glib/gi18n.h>

#include "agent/ask-remedy.h"
#include "app/widgets/ask-wrap-box.h"

/** Way: @target: (nullable): of the action; %NULL for the place of the remedy */
typedef struct
{
  AskRemedy remedy;
  const char *label;
  const char *action;
  const char *target;
} Way;

static const Way ways[] = {
  { ASK_REMEDY_SOURCES, N_ ("_See Sources"), "win.show-page", "sources" },
  { ASK_REMEDY_ADD_SOURCE, N_ ("_Add a Source"), "win.show-page", "sources" },
  { ASK_REMEDY_MODEL, N_ ("Set a _Language Model…"), "app.preferences", "" },
  { ASK_REMEDY_SCHEMA, N_ ("See S_chema"), "win.show-page", "schema" },
  { ASK_REMEDY_VERSIONS, N_ ("See _Versions"), "win.show-versions", NULL },
  { ASK_REMEDY_OPERATION, N_ ("Say What It _Means…"), "win.show-operation", NULL },
};

/* One whose action is nowhere is not shown. */
static GtkWidget *
add_button (GtkWidget *box, const char *label)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_object_bind_property (button, "sensitive", button, "visible", G_BINDING_SYNC_CREATE);
  gtk_widget_insert_before (button, box, NULL);
  return button;
}

static void
add_tile_button (GtkWidget *box, const char *label, const char *verb, const char *id)
{
  GtkActionable *button = GTK_ACTIONABLE (add_button (box, label));

  gtk_actionable_set_action_target (button, "(ss)", verb, id);
  gtk_actionable_set_action_name (button, "board.tile");
}

static void
add_way (GtkWidget *box, const Way *way, const char *place)
{
  GtkActionable *button = GTK_ACTIONABLE (add_button (box, _ (way->label)));
  const char *target = way->target != NULL ? way->target : place != NULL ? place : "";

  /* The settings of the program take none. */
  if (way->remedy != ASK_REMEDY_MODEL)
    gtk_actionable_set_action_target (button, "s", target);
  gtk_actionable_set_action_name (button, way->action);
}

/**
 * ask_tile_remedy_new:
 * @id: of the tile
 * @kept: what it gave, and why it failed
 *
 * Returns: (transfer floating): buttons: trying again, and where what it failed of is mended
 */
GtkWidget *
ask_tile_remedy_new (const char *id, const AskBoardResult *kept)
{
  GtkWidget *box = g_object_new (ASK_TYPE_WRAP_BOX, NULL);
  AskRemedy remedy = ask_remedy_from_string (kept->remedy);

  add_tile_button (box, _ ("_Try Again"), "refresh", id);
  /* Names that are not there, or a query that is not allowed: one of both is to be changed. */
  if (remedy == ASK_REMEDY_SCHEMA)
    {
      GtkActionable *button = GTK_ACTIONABLE (add_button (box, _ ("Change the _Query…")));

      gtk_actionable_set_action_target (button, "s", id);
      gtk_actionable_set_action_name (button, "board.tile-settings");
    }
  if (remedy == ASK_REMEDY_ASK_MODEL)
    add_tile_button (box, _ ("Ask the _Model…"), "ask", id);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    if (ways[i].remedy == remedy)
      add_way (box, &ways[i], kept->remedy_place);
  return box;
}
