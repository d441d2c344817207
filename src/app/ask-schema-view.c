/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Entities grouped by source, with a search over names, descriptions and synonyms. Read-only: the
 * steward's canvas arrives with its own issue.
 */
#include "config.h"

#include "app/ask-schema-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/ask-entity-row.h"
#include "app/ask-jobs-source.h"
#include "base/ask-text.h"

/* Rows on the page at once; the search reaches every entity. */
#define MAX_ROWS 300

struct _AskSchemaView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  AskSchema *schema; /* nullable */
  GPtrArray *folded; /* char *, for each entity: its words */

  GtkStack *states;
  AdwStatusPage *failed;
  GtkSearchEntry *search;
  GtkBox *groups;
  GtkLabel *nothing;
};

G_DEFINE_FINAL_TYPE (AskSchemaView, ask_schema_view, GTK_TYPE_WIDGET)

static void
append_words (GString *words, const char *text)
{
  if (text != NULL)
    g_string_append_printf (words, "%s ", text);
}

static char *
fold_entity (const AskEntity *entity)
{
  g_autoptr (GString) words = g_string_new (NULL);

  append_words (words, entity->name);
  append_words (words, entity->description);
  for (guint i = 0; i < entity->synonyms->len; i++)
    append_words (words, entity->synonyms->pdata[i]);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      append_words (words, attribute->name);
      append_words (words, attribute->description);
      for (guint j = 0; j < attribute->synonyms->len; j++)
        append_words (words, attribute->synonyms->pdata[j]);
    }
  return ask_text_fold (words->str);
}

static gboolean
matches (const char *folded, GPtrArray *words)
{
  for (guint i = 0; i < words->len; i++)
    if (strstr (folded, words->pdata[i]) == NULL)
      return FALSE;
  return TRUE;
}

static GtkWidget *
find_group (GHashTable *groups, AskSchemaView *self, const char *source)
{
  GtkWidget *group = g_hash_table_lookup (groups, source);

  if (group == NULL)
    {
      group = adw_preferences_group_new ();
      adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), source);
      gtk_box_append (self->groups, group);
      g_hash_table_insert (groups, g_strdup (source), group);
    }
  return group;
}

static void
fill (AskSchemaView *self)
{
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) words
      = ask_text_words (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  GtkWidget *child;
  GtkWidget *only = NULL;
  guint n = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->groups))) != NULL)
    gtk_box_remove (self->groups, child);
  for (guint i = 0; self->schema != NULL && i < self->schema->entities->len && n < MAX_ROWS; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      if (!matches (self->folded->pdata[i], words))
        continue;
      only = ask_entity_row_new (self->schema, entity);
      adw_preferences_group_add (
          ADW_PREFERENCES_GROUP (find_group (groups, self, entity->source)), only);
      n++;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), n == 0);
  if (n == 1 && words->len > 0)
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (only), TRUE);
}

static void
search_changed (AskSchemaView *self)
{
  fill (self);
}

static void
schema_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSchemaView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_jobs_load_schema_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_SCHEMA_VIEW (source);
  if (error != NULL)
    {
      g_autofree char *text = g_markup_escape_text (error->message, -1);

      adw_status_page_set_description (self->failed, text);
      gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  g_clear_pointer (&self->schema, ask_schema_unref);
  self->schema = g_steal_pointer (&schema);
  g_ptr_array_set_size (self->folded, 0);
  for (guint i = 0; i < self->schema->entities->len; i++)
    g_ptr_array_add (self->folded, fold_entity (self->schema->entities->pdata[i]));
  fill (self);
  gtk_stack_set_visible_child_name (self->states,
                                    self->schema->entities->len > 0 ? "full" : "empty");
}

static void
load (AskSchemaView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_jobs_load_schema_async (self, ask_session_get_path (self->session), self->cancellable,
                              schema_ready, NULL);
}

/** ask_schema_view_focus: puts the cursor into the search. */
void
ask_schema_view_focus (AskSchemaView *self)
{
  g_return_if_fail (ASK_IS_SCHEMA_VIEW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/** ask_schema_view_get_state: Returns: (transfer none): "loading", "empty", "failed" or "full" */
const char *
ask_schema_view_get_state (AskSchemaView *self)
{
  g_return_val_if_fail (ASK_IS_SCHEMA_VIEW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

static void
ask_schema_view_dispose (GObject *object)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (object);
  GtkWidget *child;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->folded, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_schema_view_parent_class)->dispose (object);
}

static void
ask_schema_view_class_init (AskSchemaViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_schema_view_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/com/example/AskData/ui/ask-schema-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, states);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, failed);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, search);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, groups);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, nothing);
  gtk_widget_class_bind_template_callback (widget_class, search_changed);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_schema_view_init (AskSchemaView *self)
{
  self->folded = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/** ask_schema_view_new: Returns: (transfer floating): the page, loading */
GtkWidget *
ask_schema_view_new (AskSession *session)
{
  AskSchemaView *self = g_object_new (ASK_TYPE_SCHEMA_VIEW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  load (self);
  return GTK_WIDGET (self);
}
