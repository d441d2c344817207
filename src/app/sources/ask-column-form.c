/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists the columns that hold text, and says "changed" when a person chose one or what belongs to it. It is not seen where
 * no table has such a column.
 */
#include "config.h"

#include "app/sources/ask-column-form.h"

#include <glib/gi18n.h>

#include "store/ask-option.h"
#include "store/ask-source-origin.h"

/* What a column may be beside the texts, in the order of the rows. */
enum
{
  TITLE,
  CHANGED,
  KEY,
  N_ROLES
};

static const char *const words[N_ROLES] = { "title-column", "changed-column", "key-column" };

/* @entity: of AskColumnForm.origins */
typedef struct
{
  const AskEntity *entity;
  const AskAttribute *attribute;
} Column;

/**
 * AskColumnForm:
 * @origins: (element-type AskEntity): the tables
 * @columns: (element-type Column): what the first row lists behind "None"
 * @others: (element-type utf8) (nullable): what the further rows list behind their first words, of the chosen table
 */
struct _AskColumnForm
{
  AdwPreferencesGroup parent_instance;
  GPtrArray *origins;
  GArray *columns;
  GPtrArray *others;
  gboolean quiet;

  AdwComboRow *column;
  AdwComboRow *roles[N_ROLES];
};

G_DEFINE_FINAL_TYPE (AskColumnForm, ask_column_form, ADW_TYPE_PREFERENCES_GROUP)

static guint changed_signal;

/* Returns: (nullable): what is chosen */
static const Column *
get_chosen (AskColumnForm *self)
{
  const guint at = adw_combo_row_get_selected (self->column);

  return at != GTK_INVALID_LIST_POSITION && at > 0 && at <= self->columns->len
           ? &g_array_index (self->columns, Column, at - 1)
           : NULL;
}

static gboolean
has_key (const AskEntity *entity)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    if (((const AskAttribute *) entity->attributes->pdata[i])->key > 0)
      return TRUE;
  return FALSE;
}

/* What a role is where no column has it. */
static const char *
say_none (guint role, const AskEntity *entity)
{
  if (role == TITLE)
    /* Translators: what a document is called whose text is a row of a table. */
    return _ ("The table and the row's key");
  if (role == CHANGED)
    return _ ("Not known");
  return has_key (entity) ? _ ("The table's key") : _ ("It has no key: choose a column");
}

static void
list_others (AskColumnForm *self, const AskEntity *entity)
{
  g_clear_pointer (&self->others, g_ptr_array_unref);
  self->others = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->column != NULL && !attribute->hidden && !attribute->sensitive)
        g_ptr_array_add (self->others, g_strdup (attribute->name));
    }
}

/* The columns of another table are other ones. */
static void
show_roles (AskColumnForm *self)
{
  const Column *chosen = get_chosen (self);

  if (chosen != NULL)
    list_others (self, chosen->entity);
  for (guint role = 0; role < N_ROLES; role++)
    {
      g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

      gtk_widget_set_visible (GTK_WIDGET (self->roles[role]), chosen != NULL);
      if (chosen == NULL)
        continue;
      gtk_string_list_append (names, say_none (role, chosen->entity));
      for (guint i = 0; i < self->others->len; i++)
        gtk_string_list_append (names, self->others->pdata[i]);
      adw_combo_row_set_model (self->roles[role], G_LIST_MODEL (names));
    }
}

static void
role_changed (AskColumnForm *self)
{
  if (!self->quiet)
    g_signal_emit (self, changed_signal, 0);
}

static void
column_changed (AskColumnForm *self)
{
  if (self->quiet)
    return;
  self->quiet = TRUE;
  show_roles (self);
  self->quiet = FALSE;
  g_signal_emit (self, changed_signal, 0);
}

/* As a location says it, and as it is shown. */
static char *
dup_name (const Column *column)
{
  return g_strdup_printf ("%s.%s.%s", column->entity->source, column->entity->name, column->attribute->name);
}

static void
list_columns (AskColumnForm *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  /* Translators: no column of a table. */
  gtk_string_list_append (names, _ ("None"));
  for (guint e = 0; e < self->origins->len; e++)
    {
      const AskEntity *entity = self->origins->pdata[e];

      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const Column column = { entity, entity->attributes->pdata[a] };
          g_autofree char *name = NULL;

          if (!ask_origin_holds_text (column.attribute))
            continue;
          name = dup_name (&column);
          g_array_append_val (self->columns, column);
          gtk_string_list_append (names, name);
        }
    }
  adw_combo_row_set_model (self->column, G_LIST_MODEL (names));
}

/**
 * ask_column_form_set_origins:
 * @self: the form
 * @origins: (element-type AskEntity): tables with a column that holds text, as of ask_workspace_list_origins()
 *
 * Fills the list, and shows the form where there is something to choose.
 */
void
ask_column_form_set_origins (AskColumnForm *self, GPtrArray *origins)
{
  g_return_if_fail (ASK_IS_COLUMN_FORM (self) && origins != NULL);
  g_clear_pointer (&self->origins, g_ptr_array_unref);
  self->origins = g_ptr_array_ref (origins);
  g_array_set_size (self->columns, 0);
  self->quiet = TRUE;
  list_columns (self);
  show_roles (self);
  self->quiet = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self), self->columns->len > 0);
}

/**
 * ask_column_form_set_location:
 * @self: the form
 * @text: (nullable): what a location says of a column: "support.ticket.body"; %NULL of any other place
 *
 * Chooses it.
 */
void
ask_column_form_set_location (AskColumnForm *self, const char *text)
{
  guint at = 0;

  g_return_if_fail (ASK_IS_COLUMN_FORM (self));
  for (guint i = 0; text != NULL && i < self->columns->len && at == 0; i++)
    {
      g_autofree char *name = dup_name (&g_array_index (self->columns, Column, i));

      if (g_ascii_strcasecmp (name, text) == 0)
        at = i + 1;
    }
  if (at == adw_combo_row_get_selected (self->column) || self->columns->len == 0)
    return;
  self->quiet = TRUE;
  adw_combo_row_set_selected (self->column, at);
  show_roles (self);
  self->quiet = FALSE;
}

/** ask_column_form_dup_location: @self: the form. Returns: (transfer full): "column:support.ticket.body"; "" where none is
 * chosen */
char *
ask_column_form_dup_location (AskColumnForm *self)
{
  const Column *chosen;
  g_autofree char *name = NULL;

  g_return_val_if_fail (ASK_IS_COLUMN_FORM (self), NULL);
  chosen = get_chosen (self);
  name = chosen != NULL ? dup_name (chosen) : NULL;
  return name != NULL ? g_strconcat ("column:", name, NULL) : g_strdup ("");
}

/**
 * ask_column_form_add_options:
 * @self: the form
 * @kind: that takes such a column
 * @options: (element-type AskSourceOption): gets what was chosen beside the column
 * @error: as of ask_options_add_typed()
 *
 * Returns: whether all of it could be said
 */
gboolean
ask_column_form_add_options (AskColumnForm *self, const AskSourceKind *kind, GPtrArray *options, GError **error)
{
  g_return_val_if_fail (ASK_IS_COLUMN_FORM (self), FALSE);
  for (guint role = 0; role < N_ROLES && get_chosen (self) != NULL; role++)
    {
      const guint at = adw_combo_row_get_selected (self->roles[role]);

      if (at != GTK_INVALID_LIST_POSITION && at > 0
          && !ask_options_add_typed (options, kind,
                                     &(AskTypedOption) { .word = words[role], .text = self->others->pdata[at - 1] },
                                     error))
        return FALSE;
    }
  return TRUE;
}

static AdwComboRow *
add_row (AskColumnForm *self, const char *title, GCallback changed)
{
  AdwComboRow *row = g_object_new (ADW_TYPE_COMBO_ROW, "title", title, NULL);

  g_signal_connect_object (row, "notify::selected", changed, self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (row));
  return row;
}

static void
ask_column_form_finalize (GObject *object)
{
  AskColumnForm *self = ASK_COLUMN_FORM (object);

  g_clear_pointer (&self->origins, g_ptr_array_unref);
  g_clear_pointer (&self->others, g_ptr_array_unref);
  g_array_unref (self->columns);
  G_OBJECT_CLASS (ask_column_form_parent_class)->finalize (object);
}

static void
ask_column_form_class_init (AskColumnFormClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_column_form_finalize;
  changed_signal
    = g_signal_new ("changed", ASK_TYPE_COLUMN_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_column_form_init (AskColumnForm *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self);

  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  adw_preferences_group_set_title (group, _ ("Or a Column of a Table"));
  adw_preferences_group_set_description (group, _ ("Each row is a document then: tickets, reviews, notes."));
  self->column = add_row (self, _ ("Column of texts"), G_CALLBACK (column_changed));
  self->roles[TITLE] = add_row (self, _ ("Title"), G_CALLBACK (role_changed));
  self->roles[CHANGED] = add_row (self, _ ("Changed"), G_CALLBACK (role_changed));
  self->roles[KEY] = add_row (self, _ ("Tells rows apart"), G_CALLBACK (role_changed));
  show_roles (self);
}
