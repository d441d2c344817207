/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The search of the schema's page: on the canvas each match is flown to and the rest is faint, in the list the others go.
 */
#include "config.h"

#include "app/schema/ask-schema-view-private.h"

#include <glib/gi18n.h>

/* What the search does not find is faint. */
static void
show_matches (AskSchemaView *self, GPtrArray *found)
{
  g_autoptr (GArray) bright = found != NULL ? g_array_new (FALSE, FALSE, sizeof (guint)) : NULL;
  AskSchema *schema = ask_diagram_get_schema (ask_canvas_get_diagram (self->canvas));

  for (guint i = 0; found != NULL && i < found->len; i++)
    {
      guint place;

      if (g_ptr_array_find (schema->entities, found->pdata[i], &place))
        g_array_append_val (bright, place);
    }
  ask_canvas_set_bright (self->canvas, bright);
}

static void
fly_to_match (AskSchemaView *self)
{
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autoptr (GPtrArray) found = ask_schema_list_find (self->list, words);
  g_autofree char *count = NULL;

  if (found->len > 0)
    {
      const AskEntity *entity = found->pdata[self->match %= found->len];

      /* Translators: which of how many matches of a search. */
      count = g_strdup_printf (_ ("%u of %u"), self->match + 1, found->len);
      ask_canvas_fly_to (self->canvas, entity->id, ask_schema_list_find_attribute (entity, words));
    }
  else if (words[0] != '\0')
    count = g_strdup (_ ("nothing"));
  show_matches (self, words[0] != '\0' ? found : NULL);
  gtk_label_set_text (self->matches, count != NULL ? count : "");
}

static void
search_changed (AskSchemaView *self)
{
  ask_schema_list_set_words (self->list, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  self->match = 0;
  if (!ask_schema_view_is_list (self))
    fly_to_match (self);
}

static void
search_next (AskSchemaView *self)
{
  if (ask_schema_view_is_list (self))
    return;
  self->match++;
  fly_to_match (self);
}

static void
search_stopped (AskSchemaView *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (ask_schema_view_is_list (self) ? GTK_WIDGET (self->search) : GTK_WIDGET (self->canvas));
}

/** ask_schema_view_bind_search: @widget_class: of AskSchemaView; the template names what the entry calls */
void
ask_schema_view_bind_search (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, search_changed);
  gtk_widget_class_bind_template_callback (widget_class, search_next);
  gtk_widget_class_bind_template_callback (widget_class, search_stopped);
}
