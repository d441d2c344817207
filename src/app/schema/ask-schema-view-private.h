/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of AskSchemaView share. Nobody else includes this.
 *
 *   ask-schema-view.c          the page: the schema is read, edited and shown
 *   ask-schema-view-actions.c  what its buttons, menus and keys do
 *   ask-schema-view-search.c   what is searched, and how one gets there
 */
#pragma once

#include <adwaita.h>

#include "app/schema/ask-draft-bar.h"
#include "app/schema/ask-schema-adviser.h"
#include "app/schema/ask-schema-guard.h"
#include "app/schema/ask-schema-list.h"
#include "app/schema/ask-schema-panel.h"
#include "app/schema/ask-schema-view.h"
#include "app/widgets/ask-banner.h"

G_BEGIN_DECLS

struct _AskSchemaView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  AskSchemaEditor *editor; /* nullable until the schema is read */
  AskSchemaSaver *saver; /* as the editor */
  AskSchemaGuard *guard;
  AskDraftBar *draft;
  AskDiagramLayout *layout; /* nullable: on its way */
  AskSchemaAdviser *adviser;
  guint match; /* of the search: the next one to fly to */
  gboolean coverage;
  gint64 version_wanted; /* as soon as the schema is read; -1 for none */
  char *entity_wanted; /* nullable: to be shown as soon as the schema is read, with @attribute_wanted (nullable) */
  char *attribute_wanted;
  gboolean give_way; /* what is read next goes before edits that could not be saved */

  GtkStack *states;
  AdwStatusPage *failed;
  AskBanner *banner;
  GtkSearchEntry *search;
  GtkLabel *matches;
  GtkWidget *tools;
  GtkButton *percent;
  GtkWidget *undo;
  GtkWidget *redo;
  GtkStack *modes;
  AdwFlap *flap;
  GtkBox *below; /* the canvas, and below it the legend */
  GtkOverlay *overlay;
  AskCanvas *canvas;
  AskSchemaList *list;
  AskSchemaPanel *panel;
  GtkWidget *legend;
};

gboolean ask_schema_view_is_list         (AskSchemaView  *self);
void     ask_schema_view_show_problem    (AskSchemaView  *self,
                                          const char     *message);
void     ask_schema_view_open_panel      (AskSchemaView  *self);
void     ask_schema_view_arrange         (AskSchemaView  *self,
                                          gboolean        all);
void     ask_schema_view_load            (AskSchemaView  *self);
void     ask_schema_view_install_actions (GtkWidgetClass *widget_class);
void     ask_schema_view_bind_search     (GtkWidgetClass *widget_class);

G_END_DECLS
