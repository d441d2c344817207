/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the side panel shows of each kind of part: groups and rows, without values. It edits nothing; what a row
 * leads to, the canvas selects.
 */
#include "config.h"

#include "app/schema/ask-schema-panel-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/schema/ask-schema-binding.h"
#include "app/schema/ask-schema-fields.h"
#include "schema/check/ask-schema-check.h"

/* An entity lists so many attributes; the canvas shows them all. */
#define MAX_LISTED 200
#define MAX_FAULTS 50
#define MAX_OFFERS 50

static GtkWidget *
add_group (AskSchemaPanel *self, const char *title, const char *description)
{
  GtkWidget *group = adw_preferences_group_new ();

  if (title != NULL)
    {
      g_autofree char *markup = g_markup_escape_text (title, -1);

      adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), markup);
    }
  if (description != NULL)
    {
      g_autofree char *markup = g_markup_escape_text (description, -1);

      adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), markup);
    }
  if (self->heading == NULL)
    self->heading = ADW_PREFERENCES_GROUP (group);
  gtk_box_append (GTK_BOX (self->page), group);
  return group;
}

static char *
make_title (AskSchemaPanel *self)
{
  const AskEntity *entity = ask_schema_panel_get_entity (self);
  const AskAttribute *attribute = ask_schema_panel_get_attribute (self);
  const AskMetric *metric = ask_schema_panel_get_metric (self);

  return attribute != NULL                                  ? g_strdup_printf ("%s.%s", entity->name, attribute->name)
         : metric != NULL                                   ? g_strdup_printf ("%s.%s", entity->name, metric->name)
         : entity != NULL                                   ? g_strdup (entity->name)
         : ask_schema_panel_get_relationship (self) != NULL ? g_strdup (_ ("Relationship"))
         : self->target.hit == ASK_DIAGRAM_LINE             ? g_strdup (_ ("Suggested Relationship"))
                                                            : g_strdup (_ ("Schema"));
}

/** ask_schema_panel_update_heading: what is shown may have another name by now */
void
ask_schema_panel_update_heading (AskSchemaPanel *self)
{
  g_autofree char *title = make_title (self);
  g_autofree char *markup = g_markup_escape_text (title, -1);

  adw_preferences_group_set_title (self->heading, markup);
}

static void
row_activated (GtkWidget *row, AskSchemaPanel *self)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "row"));
  AskDiagramTarget target = { ASK_DIAGRAM_ROW, self->target.entity, (int) index, -1 };

  ask_canvas_select (self->canvas, &target);
}

static GtkWidget *
new_link (const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *markup = g_markup_escape_text (title, -1);
  g_autofree char *under = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), markup);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), under);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  return row;
}

static void
add_part_link (AskSchemaPanel *self, GtkWidget *group, const char *title, const char *subtitle, guint index)
{
  GtkWidget *row = new_link (title, subtitle);

  g_object_set_data (G_OBJECT (row), "row", GUINT_TO_POINTER (index));
  g_signal_connect_object (row, "activated", G_CALLBACK (row_activated), self, 0);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

/* Says how many are not listed. */
static void
add_rest (GtkWidget *group, guint n, guint max)
{
  g_autofree char *words
    = n > max ? g_strdup_printf (g_dngettext (NULL, "%u more", "%u more", n - max), n - max) : NULL;
  GtkWidget *row;

  if (words == NULL)
    return;
  row = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), words);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

static void
fault_activated (GtkWidget *row, AskSchemaPanel *self)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "fault"));
  const AskFault *fault = self->faults->pdata[index];
  const AskEntity *entity;

  if (fault->relationship >= 0)
    {
      ask_canvas_select (self->canvas, &(AskDiagramTarget) { ASK_DIAGRAM_LINE, 0, -1, fault->relationship });
      return;
    }
  if (fault->entity_id == NULL || (entity = ask_schema_find_id (self->schema, fault->entity_id)) == NULL)
    return;
  for (guint i = 0; fault->metric != NULL && i < entity->metrics->len; i++)
    if (g_ascii_strcasecmp (((const AskMetric *) entity->metrics->pdata[i])->name, fault->metric) == 0)
      {
        AskDiagramTarget target = { ASK_DIAGRAM_ROW, 0, (int) (entity->attributes->len + i), -1 };

        g_ptr_array_find (self->schema->entities, entity, &target.entity);
        ask_canvas_select (self->canvas, &target);
        return;
      }
  ask_canvas_fly_to (self->canvas, fault->entity_id, fault->attribute);
}

static GtkWidget *
new_fault (AskSchemaPanel *self, guint index)
{
  static const char *const icons[]
    = { "dialog-error-symbolic", "dialog-warning-symbolic", "dialog-information-symbolic" };
  const AskFault *fault = self->faults->pdata[index];
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *message = g_markup_escape_text (fault->message, -1);
  g_autofree char *remedy = g_markup_escape_text (fault->remedy, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), message);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), remedy);
  adw_action_row_set_icon_name (ADW_ACTION_ROW (row), icons[fault->level]);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), fault->entity_id != NULL || fault->relationship >= 0);
  g_object_set_data (G_OBJECT (row), "fault", GUINT_TO_POINTER (index));
  g_signal_connect_object (row, "activated", G_CALLBACK (fault_activated), self, 0);
  return row;
}

static void
check (AskSchemaPanel *self)
{
  g_clear_pointer (&self->faults, g_ptr_array_unref);
  self->faults = ask_schema_check (self->schema);
}

static void
unbind_clicked (GtkButton *button, AskSchemaPanel *self)
{
  ask_schema_panel_unbind (self, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "binding")));
}

static void
add_binding (AskSchemaPanel *self, GtkWidget *group, const AskEntity *entity, guint index)
{
  const AskBinding *binding = entity->bindings->pdata[index];
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *title = g_strdup_printf (_ ("%s in %s"), binding->table, binding->source);
  g_autofree char *words = NULL;
  guint n = 0;

  for (guint i = 0; i < binding->columns->len; i++)
    n += ((const char *) binding->columns->pdata[i])[0] != '\0';
  /* Translators: of an entity's attributes, so many have a column in a further table. */
  words = g_strdup_printf (_ ("%u of %u attributes"), n, entity->attributes->len);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (remove, _ ("Read it from there no more"));
  g_object_set_data (G_OBJECT (remove), "binding", GUINT_TO_POINTER (index));
  g_signal_connect_object (remove, "clicked", G_CALLBACK (unbind_clicked), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), remove);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

/* Further tables with the same rows, and what is wrong with them. */
static void
fill_bindings (AskSchemaPanel *self, const AskEntity *entity)
{
  g_autoptr (GPtrArray) places = ask_schema_binding_list_places (self->schema, entity);
  GtkWidget *group, *add;

  if (entity->kind == ASK_ENTITY_QUERY || (places->len == 0 && entity->bindings->len == 0))
    return;
  group = add_group (self, _ ("Further Places"), _ ("Tables of other sources that hold the same rows"));
  add = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_widget_add_css_class (add, "flat");
  gtk_widget_set_valign (add, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (add, _ ("Add a table with the same rows"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "panel.add-binding");
  gtk_widget_set_sensitive (add, places->len > 0);
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), add);
  for (guint i = 0; i < entity->bindings->len; i++)
    add_binding (self, group, entity, i);
  if (entity->bindings->len == 0)
    return;
  check (self);
  for (guint i = 0; i < self->faults->len; i++)
    {
      const AskFault *fault = self->faults->pdata[i];

      if (g_strcmp0 (fault->entity_id, entity->id) == 0 && g_strcmp0 (fault->field, "binding") == 0)
        adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), new_fault (self, i));
    }
}

static void
fill_entity (AskSchemaPanel *self, const AskEntity *entity)
{
  g_autofree char *where = entity->kind == ASK_ENTITY_QUERY ? g_strdup (_ ("A query over other entities"))
                           : entity->kind == ASK_ENTITY_API
                             /* Translators: a web API's name. */
                             ? g_strdup_printf (_ ("Web API of %s"), entity->source)
                             /* Translators: a table, its source. */
                             : g_strdup_printf (_ ("%s in %s"), entity->table, entity->source);
  GtkWidget *group = add_group (self, NULL, where);
  GtkWidget *add;

  if (!entity->hidden)
    {
      GtkWidget *browse = gtk_button_new_with_mnemonic (_ ("_Browse Rows"));

      gtk_widget_add_css_class (browse, "flat");
      gtk_widget_set_valign (browse, GTK_ALIGN_CENTER);
      gtk_widget_set_tooltip_text (browse, _ ("See its rows and what its values are like"));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (browse), "win.browse");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (browse), "s", entity->name);
      adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), browse);
    }
  ask_schema_panel_add_fields (self, group, ASK_SHOWN_ENTITY, ask_schema_entity_fields, NULL);
  if (entity->kind == ASK_ENTITY_QUERY)
    ask_schema_panel_add_fields (self, group, ASK_SHOWN_ENTITY, ask_schema_query_fields, NULL);

  group = add_group (self, _ ("Attributes"), NULL);
  add = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_widget_add_css_class (add, "flat");
  gtk_widget_set_tooltip_text (add, _ ("Add a calculated attribute"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "panel.add-calculated");
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), add);
  for (guint i = 0; i < MIN (entity->attributes->len, MAX_LISTED); i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      add_part_link (self, group, attribute->name, ask_type_to_string (attribute->type), i);
    }
  add_rest (group, entity->attributes->len, MAX_LISTED);

  group = add_group (self, _ ("Metrics"), NULL);
  add = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_widget_add_css_class (add, "flat");
  gtk_widget_set_tooltip_text (add, _ ("Add a metric"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "panel.add-metric");
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), add);
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];

      add_part_link (self, group, metric->name, metric->expression, entity->attributes->len + i);
    }
  fill_bindings (self, entity);
  if (entity->source[0] != '\0')
    {
      /* Translators: a source's name. */
      g_autofree char *title = g_strdup_printf (_ ("Source %s"), entity->source);

      ask_schema_panel_add_fields (self, add_group (self, title, NULL), ASK_SHOWN_SOURCE, ask_schema_source_fields,
                                   entity->source);
    }
}

static GtkWidget *
new_choice (const char *label, const char *tooltip, const char *action, const char *style)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_add_css_class (button, "pill");
  if (style != NULL)
    gtk_widget_add_css_class (button, style);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

/* How sure it is and why, and the two answers to it. */
static void
add_suggestion (AskSchemaPanel *self, GtkWidget *group, const AskSuggestion *suggestion)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *choices = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *take = new_choice (_ ("_Take"), _ ("Make it part of the schema"), "panel.take", "suggested-action");
  /* Translators: how sure a suggestion is. */
  g_autofree char *sure = g_strdup_printf (_ ("%.0f %% sure"), suggestion->confidence * 100);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), sure);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), suggestion->reason);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  gtk_widget_set_halign (choices, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_top (choices, 12);
  gtk_box_append (GTK_BOX (choices), take);
  gtk_box_append (GTK_BOX (choices), new_choice (_ ("_Dismiss"), _ ("Do not suggest it again"), "panel.dismiss", NULL));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), choices);
  self->first = take;
}

static void
fill_attribute (AskSchemaPanel *self, const AskAttribute *attribute)
{
  GtkWidget *group = add_group (self, NULL, attribute->declared);

  const AskSuggestion *suggestion = ask_canvas_get_suggestion (self->canvas, &self->target);

  if (suggestion != NULL)
    {
      g_autofree char *text = ask_suggestion_to_text (suggestion);

      add_suggestion (self, add_group (self, _ ("Suggested Meaning"), text), suggestion);
    }
  ask_schema_panel_add_fields (self, group, ASK_SHOWN_ATTRIBUTE, ask_schema_name_fields, NULL);
  ask_schema_panel_add_fields (self, group, ASK_SHOWN_ATTRIBUTE,
                               attribute->expression != NULL ? ask_schema_calculated_fields : ask_schema_type_fields,
                               NULL);
  ask_schema_panel_add_fields (self, group, ASK_SHOWN_ATTRIBUTE, ask_schema_attribute_fields, NULL);
}

static char *
join_names (GPtrArray *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
fill_relationship (AskSchemaPanel *self, const AskRelationship *relationship)
{
  g_autofree char *from = join_names (relationship->from_attributes);
  g_autofree char *to = join_names (relationship->to_attributes);
  /* Translators: entity (attributes) refers to entity (attributes). */
  g_autofree char *what
    = g_strdup_printf (_ ("%s (%s) refers to %s (%s)"), relationship->from, from, relationship->to, to);
  GtkWidget *group = add_group (self, NULL, what);
  GtkWidget *remove = gtk_button_new_with_mnemonic (_ ("Re_move Relationship"));

  ask_schema_panel_add_fields (self, group, ASK_SHOWN_RELATIONSHIP, ask_schema_relationship_fields, NULL);
  gtk_widget_add_css_class (remove, "destructive-action");
  gtk_widget_add_css_class (remove, "pill");
  gtk_widget_set_halign (remove, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (remove), "panel.remove");
  gtk_box_append (GTK_BOX (self->page), remove);
}

static void
fill_suggestion (AskSchemaPanel *self, const AskSuggestion *suggestion)
{
  g_autofree char *from = join_names (suggestion->from_attributes);
  g_autofree char *to = join_names (suggestion->to_attributes);
  g_autofree char *what = g_strdup_printf (_ ("%s (%s) refers to %s (%s)"), suggestion->from, from, suggestion->to, to);

  add_suggestion (self, add_group (self, NULL, what), suggestion);
}

static void
offer_activated (GtkWidget *row, AskSchemaPanel *self)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "offer"));

  ask_canvas_show_suggestion (self->canvas, ask_canvas_get_offers (self->canvas)->pdata[index]);
}

/* Every suggestion, as far as there is room: the surest first. */
static void
fill_offers (AskSchemaPanel *self)
{
  GPtrArray *offers = ask_canvas_get_offers (self->canvas);
  GtkWidget *group;

  if (offers->len == 0)
    return;
  group
    = add_group (self, _ ("Suggestions"), _ ("The sources do not say these. Nothing is changed unless you take it."));
  for (guint i = 0; i < MIN (offers->len, MAX_OFFERS); i++)
    {
      const AskSuggestion *suggestion = offers->pdata[i];
      g_autofree char *text = ask_suggestion_to_text (suggestion);
      g_autofree char *sure = g_strdup_printf (_ ("%.0f %% sure"), suggestion->confidence * 100);
      GtkWidget *row = new_link (text, sure);

      g_object_set_data (G_OBJECT (row), "offer", GUINT_TO_POINTER (i));
      g_signal_connect_object (row, "activated", G_CALLBACK (offer_activated), self, 0);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
    }
  add_rest (group, offers->len, MAX_OFFERS);
}

static void
fill_metric (AskSchemaPanel *self)
{
  ask_schema_panel_add_fields (self, add_group (self, NULL, _ ("A figure that questions can ask for by name")),
                               ASK_SHOWN_METRIC, ask_schema_metric_fields, NULL);
}

/* What there is to do, the worst first: errors, warnings, and advice as far as there is room. */
static void
fill_faults (AskSchemaPanel *self)
{
  GtkWidget *group;
  guint n = 0;
  g_autofree char *words = NULL;

  check (self);
  words = self->faults->len == 0
            ? g_strdup (_ ("Nothing is wrong with it"))
            : g_strdup_printf (g_dngettext (NULL, "%u thing", "%u things", self->faults->len), self->faults->len);
  group = add_group (self, _ ("To Look At"), words);
  for (guint level = ASK_FAULT_ERROR; level <= ASK_FAULT_ADVICE; level++)
    for (guint i = 0; i < self->faults->len && n < MAX_FAULTS; i++)
      if (((const AskFault *) self->faults->pdata[i])->level == level)
        {
          adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), new_fault (self, i));
          n++;
        }
  add_rest (group, self->faults->len, MAX_FAULTS);
}

static void
fill_nothing (AskSchemaPanel *self, AskSchema *schema)
{
  g_autofree char *count
    = g_strdup_printf (g_dngettext (NULL, "%u entity", "%u entities", schema->entities->len), schema->entities->len);

  add_group (self, NULL, count);
  add_group (self, NULL,
             _ ("Select a box, a row or a line to edit it. Drag from one attribute to another to relate them."));
  fill_offers (self);
  fill_faults (self);
}

/** ask_schema_panel_build: makes the rows of what is selected, without their values; there are none yet */
void
ask_schema_panel_build (AskSchemaPanel *self)
{
  const AskEntity *entity = ask_schema_panel_get_entity (self);

  if (ask_schema_panel_get_attribute (self) != NULL)
    fill_attribute (self, ask_schema_panel_get_attribute (self));
  else if (ask_schema_panel_get_metric (self) != NULL)
    fill_metric (self);
  else if (entity != NULL)
    fill_entity (self, entity);
  else if (ask_schema_panel_get_relationship (self) != NULL)
    fill_relationship (self, ask_schema_panel_get_relationship (self));
  else if (ask_canvas_get_suggestion (self->canvas, &self->target) != NULL)
    fill_suggestion (self, ask_canvas_get_suggestion (self->canvas, &self->target));
  else
    fill_nothing (self, self->schema);
}
