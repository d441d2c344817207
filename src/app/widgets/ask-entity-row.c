/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the rows of an entity when it is first unfolded: a schema may have thousands. Holds the
 * schema by reference and never changes it.
 */
#include "config.h"

#include "app/widgets/ask-entity-row.h"

#include <glib/gi18n.h>

#include "base/ask-number.h"

struct _AskEntityRow
{
  AdwExpanderRow parent_instance;
  AskSchema *schema;
  const AskEntity *entity; /* in @schema */
  gboolean filled;
};

G_DEFINE_FINAL_TYPE (AskEntityRow, ask_entity_row, ADW_TYPE_EXPANDER_ROW)

static const char *
name_type (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
      return _ ("whole number");
    case ASK_TYPE_REAL:
    case ASK_TYPE_DECIMAL:
      return _ ("number");
    case ASK_TYPE_TEXT:
      return _ ("text");
    case ASK_TYPE_BOOLEAN:
      return _ ("yes or no");
    case ASK_TYPE_DATE:
      return _ ("date");
    case ASK_TYPE_DATETIME:
      return _ ("date and time");
    case ASK_TYPE_JSON:
      return _ ("nested data");
    case ASK_TYPE_BLOB:
      return _ ("bytes");
    case ASK_TYPE_ANY:
    default:
      return _ ("any value");
    }
}

/* "order" where the attribute refers to one, so that a list tells what a canvas draws. */
static const AskRelationship *
find_reference (AskSchema *schema, const AskEntity *entity, const char *attribute)
{
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      if (g_ascii_strcasecmp (relationship->from, entity->name) != 0)
        continue;
      for (guint j = 0; j < relationship->from_attributes->len; j++)
        if (g_ascii_strcasecmp (relationship->from_attributes->pdata[j], attribute) == 0)
          return relationship;
    }
  return NULL;
}

static GtkWidget *
new_chip (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, style);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  return label;
}

static char *
describe_attribute (AskEntityRow *self, const AskAttribute *attribute)
{
  const AskRelationship *reference = find_reference (self->schema, self->entity, attribute->name);
  GString *words = g_string_new (NULL);

  if (attribute->description != NULL && *attribute->description != '\0')
    g_string_append (words, attribute->description);
  if (reference != NULL)
    {
      g_string_append (words, words->len > 0 ? "\n" : "");
      /* Translators: a foreign key: "refers to customer". */
      g_string_append_printf (words, _ ("refers to %s"), reference->to);
    }
  if (attribute->choices != NULL && attribute->choices->len > 0)
    {
      g_string_append (words, words->len > 0 ? "\n" : "");
      g_string_append (words, _ ("one of "));
      for (guint i = 0; i < attribute->choices->len; i++)
        g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", (const char *) attribute->choices->pdata[i]);
    }
  return g_string_free (words, FALSE);
}

static GtkWidget *
new_attribute_row (AskEntityRow *self, const AskAttribute *attribute)
{
  GtkWidget *row = adw_action_row_new ();
  const AskParameter *parameter = self->entity->operation != NULL
                                    ? ask_operation_find_parameter_for (self->entity->operation, attribute->name)
                                    : NULL;
  g_autofree char *words = describe_attribute (self, attribute);
  GtkWidget *type;

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), attribute->name);
  if (*words != '\0')
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
  if (attribute->key > 0)
    {
      GtkWidget *key = gtk_image_new_from_icon_name ("ask-key-symbolic");

      gtk_widget_set_tooltip_text (key, _ ("Part of the key: it tells one row from another"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (key), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Key"), -1);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), key);
    }
  if (ask_entity_needs (self->entity, attribute->name))
    {
      GtkWidget *chip = new_chip (_ ("required"), "ask-required");

      gtk_widget_set_tooltip_text (chip, _ ("The API does not answer without a value for this"));
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), chip);
    }
  /* One that a steward fixed is none that a question could use. */
  else if (parameter != NULL && parameter->fixed == NULL)
    {
      GtkWidget *chip = new_chip (_ ("filter"), "ask-kind");

      gtk_widget_set_tooltip_text (chip, _ ("The API can look for a value of this itself"));
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), chip);
    }
  type = gtk_label_new (name_type (attribute->type));
  gtk_widget_add_css_class (type, "dim-label");
  if (attribute->declared != NULL && *attribute->declared != '\0')
    gtk_widget_set_tooltip_text (type, attribute->declared);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), type);
  return row;
}

static void
fill (AskEntityRow *self)
{
  if (self->filled || !adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;
  self->filled = TRUE;
  for (guint i = 0; i < self->entity->attributes->len; i++)
    adw_expander_row_add_row (ADW_EXPANDER_ROW (self), new_attribute_row (self, self->entity->attributes->pdata[i]));
  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      g_autofree char *words = NULL;
      GtkWidget *row;

      if (g_ascii_strcasecmp (relationship->to, self->entity->name) != 0)
        continue;
      row = adw_action_row_new ();
      /* Translators: first an entity, then its attribute, as in "order refers to this by
       * customer_id". */
      words = g_strdup_printf (_ ("%s refers to this by %s"), relationship->from,
                               (const char *) relationship->from_attributes->pdata[0]);
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), words);
      gtk_widget_add_css_class (row, "dim-label");
      adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
    }
}

static void
ask_entity_row_finalize (GObject *object)
{
  g_clear_pointer (&ASK_ENTITY_ROW (object)->schema, ask_schema_unref);
  G_OBJECT_CLASS (ask_entity_row_parent_class)->finalize (object);
}

static void
ask_entity_row_class_init (AskEntityRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_entity_row_finalize;
}

static void
ask_entity_row_init (AskEntityRow *self)
{
  g_signal_connect (self, "notify::expanded", G_CALLBACK (fill), NULL);
}

static GtkWidget *
new_browse_button (const AskEntity *entity)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("ask-browse-symbolic");
  /* Translators: an entity whose rows are shown. */
  g_autofree char *words = g_strdup_printf (_ ("Browse the rows of %s"), entity->name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.browse");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", entity->name);
  return button;
}

/**
 * ask_entity_row_new:
 * @schema: (transfer none): a reference is kept
 * @entity: one of its entities
 *
 * Returns: (transfer floating): the row, folded
 */
GtkWidget *
ask_entity_row_new (AskSchema *schema, const AskEntity *entity)
{
  AskEntityRow *self = g_object_new (ASK_TYPE_ENTITY_ROW, "use-markup", FALSE, NULL);
  g_autoptr (GString) facts = g_string_new (NULL);
  guint n = entity->attributes->len;

  self->schema = ask_schema_ref (schema);
  self->entity = entity;
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), entity->name);
  if (entity->description != NULL && *entity->description != '\0')
    g_string_append_printf (facts, "%s\n", entity->description);
  g_string_append_printf (facts, ngettext ("%u attribute", "%u attributes", n), n);
  if (entity->row_estimate >= 0)
    {
      g_autofree char *count = ask_number_count ((guint64) entity->row_estimate);

      g_string_append (facts, " · ");
      g_string_append_printf (facts, ngettext ("about %s row", "about %s rows", (gulong) entity->row_estimate), count);
    }
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), facts->str);
  if (!entity->hidden)
    adw_expander_row_add_action (ADW_EXPANDER_ROW (self), new_browse_button (entity));
  if (entity->kind != ASK_ENTITY_TABLE)
    adw_expander_row_add_action (ADW_EXPANDER_ROW (self),
                                 new_chip (entity->kind == ASK_ENTITY_API ? _ ("API") : _ ("view"), "ask-kind"));
  return GTK_WIDGET (self);
}
