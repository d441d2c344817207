/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the panel's files share. Only ask-schema-panel*.c include it.
 *
 *   ask-schema-panel.c          the widget: what is selected, values, edits
 *   ask-schema-panel-actions.c  what its buttons do
 *   ask-schema-panel-build.c    its groups and rows
 */
#pragma once

#include <adwaita.h>

#include "app/widgets/ask-field-row.h"
#include "app/schema/ask-schema-panel.h"

G_BEGIN_DECLS

/* What a row of fields belongs to. */
typedef enum
{
  ASK_SHOWN_NOTHING,
  ASK_SHOWN_ENTITY,
  ASK_SHOWN_ATTRIBUTE,
  ASK_SHOWN_METRIC,
  ASK_SHOWN_RELATIONSHIP,
  ASK_SHOWN_SOURCE
} AskShownPart;

typedef struct
{
  AskShownPart part;
  AskFieldRow *row;
  char *source; /* of ASK_SHOWN_SOURCE */
} AskShownField;

struct _AskSchemaPanel
{
  GtkWidget parent_instance;
  AskCanvas *canvas;
  AskSchemaEditor *editor; /* nullable */

  GtkWidget *scroller;
  GtkWidget *page; /* a box of groups */
  GPtrArray *shown; /* AskShownField */
  GPtrArray *faults; /* AskFault; nullable */
  AdwPreferencesGroup *heading; /* the first group */
  GtkWidget *first; /* nullable: what gets the cursor, where there is no field */
  AskSchema *schema; /* nullable: that @target is of */
  AskDiagramTarget target; /* what it is about */
  char *key; /* the same in words: see make_key() */
  GHashTable *drafts; /* place of a field → what was typed there and is not in the schema */
  gboolean editing;
  guint fill_source;
};

/* ask-schema-panel.c */
const AskEntity       *ask_schema_panel_get_entity       (AskSchemaPanel *self);
const AskAttribute    *ask_schema_panel_get_attribute    (AskSchemaPanel *self);
const AskMetric       *ask_schema_panel_get_metric       (AskSchemaPanel *self);
const AskRelationship *ask_schema_panel_get_relationship (AskSchemaPanel *self);
void                   ask_schema_panel_add_fields       (AskSchemaPanel *self,
                                                          GtkWidget      *group,
                                                          AskShownPart    part,
                                                          const AskField *fields,
                                                          const char     *source);
void                   ask_schema_panel_report           (AskSchemaPanel *self,
                                                          const GError   *failure);

/* ask-schema-panel-actions.c */
void                   ask_schema_panel_unbind           (AskSchemaPanel *self,
                                                          guint           index);
void                   ask_schema_panel_install_actions  (GtkWidgetClass *widget_class);

/* ask-schema-panel-build.c */
void                   ask_schema_panel_build            (AskSchemaPanel *self);
void                   ask_schema_panel_update_heading   (AskSchemaPanel *self);

G_END_DECLS
