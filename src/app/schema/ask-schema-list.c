/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are made only while the list is mapped: an edit on the canvas must not cost a list that nobody sees. After an edit they
 * are made a moment later: a field gives what was typed while the keyboard is on its way from it, maybe to one of these rows,
 * and GTK looks for ever for where a row stands that is gone by then.
 */
#include "config.h"

#include "app/schema/ask-schema-list.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/widgets/ask-entity-row.h"
#include "base/ask-text.h"

/* Rows on the page at once; the search reaches every entity. */
#define MAX_ROWS 300

struct _AskSchemaList
{
  GtkWidget parent_instance;
  AskSchema *schema; /* nullable */
  GPtrArray *folded; /* char *, for each entity: its words */
  char *words;
  gboolean is_old; /* rows are not those of the schema and the words */
  guint fill_source;

  GtkWidget *scroller;
  GtkBox *groups;
  GtkLabel *nothing;
};

G_DEFINE_FINAL_TYPE (AskSchemaList, ask_schema_list, GTK_TYPE_WIDGET)

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
find_group (GHashTable *groups, AskSchemaList *self, const char *source)
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
fill (AskSchemaList *self)
{
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) words = ask_text_words (self->words);
  GtkWidget *child;
  GtkWidget *only = NULL;
  guint n = 0;

  g_clear_handle_id (&self->fill_source, g_source_remove);
  self->is_old = TRUE;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->is_old = FALSE;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->groups))) != NULL)
    gtk_box_remove (self->groups, child);
  for (guint i = 0; self->schema != NULL && i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      if (!matches (self->folded->pdata[i], words) || n++ >= MAX_ROWS)
        continue;
      only = ask_entity_row_new (self->schema, entity);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (find_group (groups, self, entity->source)), only);
    }
  if (n > MAX_ROWS)
    {
      g_autofree char *rest = g_strdup_printf (ngettext ("%u more", "%u more", n - MAX_ROWS), n - MAX_ROWS);

      gtk_box_append (self->groups, gtk_label_new (rest));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), n == 0);
  if (n == 1 && words->len > 0)
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (only), TRUE);
}

static gboolean
fill_later (gpointer list)
{
  ASK_SCHEMA_LIST (list)->fill_source = 0;
  fill (list);
  return G_SOURCE_REMOVE;
}

/** ask_schema_list_set_schema: @schema: (transfer none): shown from now on; never changed */
void
ask_schema_list_set_schema (AskSchemaList *self, AskSchema *schema)
{
  g_return_if_fail (ASK_IS_SCHEMA_LIST (self) && schema != NULL);
  ask_schema_ref (schema);
  g_clear_pointer (&self->schema, ask_schema_unref);
  self->schema = schema;
  g_ptr_array_set_size (self->folded, 0);
  for (guint i = 0; i < schema->entities->len; i++)
    g_ptr_array_add (self->folded, fold_entity (schema->entities->pdata[i]));
  self->is_old = TRUE;
  if (self->fill_source == 0)
    self->fill_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill_later, self, NULL);
}

/** ask_schema_list_set_words: shows only the entities where all of @words stand */
void
ask_schema_list_set_words (AskSchemaList *self, const char *words)
{
  g_return_if_fail (ASK_IS_SCHEMA_LIST (self) && words != NULL);
  g_free (self->words);
  self->words = g_strdup (words);
  fill (self);
}

/**
 * ask_schema_list_find:
 *
 * Returns: (transfer container) (element-type AskEntity): the entities where all of @words stand, those with them
 *   in the name first; they belong to the schema
 */
GPtrArray *
ask_schema_list_find (AskSchemaList *self, const char *words)
{
  GPtrArray *found = g_ptr_array_new ();
  g_autoptr (GPtrArray) parts = ask_text_words (words);

  for (guint pass = 0; parts->len > 0 && pass < 2; pass++)
    for (guint i = 0; self->schema != NULL && i < self->schema->entities->len; i++)
      {
        AskEntity *entity = self->schema->entities->pdata[i];
        g_autofree char *name = ask_text_fold (entity->name);

        if (matches (self->folded->pdata[i], parts) && matches (name, parts) == (pass == 0))
          g_ptr_array_add (found, entity);
      }
  return found;
}

/**
 * ask_schema_list_find_attribute:
 *
 * Returns: (transfer none) (nullable): the first attribute of @entity in whose name all of @words stand; %NULL where the
 *   entity's own name has them, too
 */
const char *
ask_schema_list_find_attribute (const AskEntity *entity, const char *words)
{
  g_autoptr (GPtrArray) parts = ask_text_words (words);
  g_autofree char *own = ask_text_fold (entity->name);

  for (guint i = 0; parts->len > 0 && !matches (own, parts) && i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      g_autofree char *name = ask_text_fold (attribute->name);

      if (matches (name, parts))
        return attribute->name;
    }
  return NULL;
}

static void
ask_schema_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_schema_list_parent_class)->map (widget);
  if (ASK_SCHEMA_LIST (widget)->is_old)
    fill (ASK_SCHEMA_LIST (widget));
}

static void
ask_schema_list_dispose (GObject *object)
{
  AskSchemaList *self = ASK_SCHEMA_LIST (object);

  g_clear_handle_id (&self->fill_source, g_source_remove);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->folded, g_ptr_array_unref);
  g_clear_pointer (&self->words, g_free);
  G_OBJECT_CLASS (ask_schema_list_parent_class)->dispose (object);
}

static void
ask_schema_list_class_init (AskSchemaListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_schema_list_dispose;
  widget_class->map = ask_schema_list_map;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-schema-list.ui");
  gtk_widget_class_bind_template_child (widget_class, AskSchemaList, scroller);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaList, groups);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaList, nothing);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_schema_list_init (AskSchemaList *self)
{
  self->folded = g_ptr_array_new_with_free_func (g_free);
  self->words = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
}
