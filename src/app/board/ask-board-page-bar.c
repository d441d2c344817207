/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bar above the tiles: values that are set once for all of them, and what was clicked. Both are looked at first: what was
 * seen with them before is there at once, the rest is run.
 */
#include "config.h"

#include "app/board/ask-board-page-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"

static void
clear (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_widget_unparent (child);
}

/* ---- parameters */

static void
set_value (AskBoardPage *self, const char *id, const char *value)
{
  AskBoardParameter *parameter = self->open != NULL ? ask_board_find_parameter (self->open->board, id) : NULL;
  g_autoptr (GError) error = NULL;
  const char *now;

  if (parameter == NULL)
    return;
  now = parameter->value != NULL ? parameter->value : parameter->text;
  if (g_str_equal (now, value))
    return;
  if (!ask_board_parameter_set_value (parameter, *value != '\0' ? value : NULL, &error))
    {
      ask_board_page_tell_error (self, error);
      g_clear_pointer (&self->filled, g_free);
      ask_board_page_fill_bar (self);
      return;
    }
  ask_board_page_run_anew (self);
}

static void
chosen (AskBoardPage *self, GParamSpec *property, GtkDropDown *choices)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item (choices);

  if (item != NULL)
    set_value (self, g_object_get_data (G_OBJECT (choices), "ask-parameter"), gtk_string_object_get_string (item));
}

static void
typed (AskBoardPage *self, GtkEntry *entry)
{
  set_value (self, g_object_get_data (G_OBJECT (entry), "ask-parameter"), gtk_editable_get_text (GTK_EDITABLE (entry)));
}

/* The value that is set, then all that the data has. */
static GtkWidget *
new_choices (AskBoardPage *self, const AskBoardParameter *parameter, const GPtrArray *choices)
{
  GtkStringList *list = gtk_string_list_new (NULL);
  const char *now = parameter->value != NULL ? parameter->value : parameter->text;
  guint selected = 0;
  GtkWidget *drop;

  if (!g_ptr_array_find_with_equal_func ((GPtrArray *) choices, now, g_str_equal, &selected))
    {
      gtk_string_list_append (list, now);
      selected = 0;
    }
  for (guint i = 0; i < choices->len; i++)
    gtk_string_list_append (list, choices->pdata[i]);
  drop = gtk_drop_down_new (G_LIST_MODEL (list), gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (drop), choices->len > 12);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), selected);
  g_signal_connect_object (drop, "notify::selected", G_CALLBACK (chosen), self, G_CONNECT_SWAPPED);
  return drop;
}

static GtkWidget *
new_entry (AskBoardPage *self, const AskBoardParameter *parameter)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), parameter->value != NULL ? parameter->value : parameter->text);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 10);
  g_signal_connect_object (entry, "activate", G_CALLBACK (typed), self, G_CONNECT_SWAPPED);
  return entry;
}

static void
add_parameter (AskBoardPage *self, const AskBoardParameter *parameter)
{
  const GPtrArray *choices = g_hash_table_lookup (self->open->choices, parameter->id);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (parameter->title);
  GtkWidget *value
    = choices != NULL && choices->len > 0 ? new_choices (self, parameter, choices) : new_entry (self, parameter);

  g_object_set_data_full (G_OBJECT (value), "ask-parameter", g_strdup (parameter->id), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_PROPERTY_LABEL, parameter->title, -1);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), value);
  gtk_widget_set_parent (box, self->settings);
}

static void
take_suggestion (AskBoardPage *self, GtkButton *button)
{
  const AskBoardParameter *suggestion = g_object_get_data (G_OBJECT (button), "ask-parameter");
  g_autoptr (GError) error = NULL;

  if (self->open == NULL || ask_board_add_parameter (self->open->board, suggestion, &error) == NULL)
    {
      if (error != NULL)
        ask_board_page_tell_error (self, error);
      return;
    }
  ask_board_page_save (self, _ ("Added a parameter"));
  ask_board_page_look_again (self);
}

/* While a person edits: what could be set once for all tiles. */
static void
add_suggestion (AskBoardPage *self, const AskBoardParameter *suggestion)
{
  g_autofree char *words = g_strdup_printf (
    /* Translators: a value that several tiles have in common, its name, and how many tiles. */
    ngettext ("+ %s: %s (%u tile)", "+ %s: %s (%u tiles)", suggestion->n_tiles), suggestion->title, suggestion->text,
    suggestion->n_tiles);
  GtkWidget *button = gtk_button_new_with_label (words);

  gtk_widget_set_tooltip_text (button, _ ("Make this a value that is set once for all tiles"));
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "ask-parameter", (gpointer) suggestion);
  g_signal_connect_object (button, "clicked", G_CALLBACK (take_suggestion), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (button, self->settings);
}

/* ---- what was clicked */

static void
drop_filter (AskBoardPage *self, GtkButton *button)
{
  guint place = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ask-filter"));

  if (place >= self->filters->len)
    return;
  g_ptr_array_remove_index (self->filters, place);
  ask_board_page_run_anew (self);
}

static void
add_filter (AskBoardPage *self, guint place)
{
  g_autofree char *words = ask_board_filter_to_words (self->filters->pdata[place]);
  /* Translators: what is shown only; the cross takes it away. */
  g_autofree char *label = g_strdup_printf (_ ("%s ✕"), words);
  g_autofree char *says = g_strdup_printf (_ ("Show more than %s again"), words);
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (button, "pill");
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_set_tooltip_text (button, says);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, says, -1);
  g_object_set_data (G_OBJECT (button), "ask-filter", GUINT_TO_POINTER (place));
  g_signal_connect_object (button, "clicked", G_CALLBACK (drop_filter), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (button, self->settings);
}

/* What makes the bar another one. */
static char *
describe_bar (AskBoardPage *self, gboolean editing)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->open->board->parameters->len; i++)
    {
      const AskBoardParameter *parameter = self->open->board->parameters->pdata[i];
      const GPtrArray *choices = g_hash_table_lookup (self->open->choices, parameter->id);

      g_string_append_printf (text, "%s\n%s\n%s\n", parameter->id, parameter->title,
                              parameter->value != NULL ? parameter->value : parameter->text);
      for (guint k = 0; choices != NULL && k < choices->len; k++)
        g_string_append_printf (text, "%s\n", (const char *) choices->pdata[k]);
    }
  for (guint i = 0; editing && i < self->open->suggested->len; i++)
    {
      const AskBoardParameter *suggestion = self->open->suggested->pdata[i];

      g_string_append_printf (text, "+%s\n%s\n%u\n", suggestion->title, suggestion->text, suggestion->n_tiles);
    }
  for (guint i = 0; i < self->filters->len; i++)
    {
      g_autofree char *words = ask_board_filter_to_words (self->filters->pdata[i]);

      g_string_append_printf (text, "=%s\n", words);
    }
  return g_string_free (text, FALSE);
}

/* The parameter whose value has the focus. Returns: (transfer full) (nullable): its id */
static char *
find_focus (AskBoardPage *self)
{
  GtkRoot *root = gtk_widget_get_root (self->settings);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  for (; focus != NULL && focus != self->settings; focus = gtk_widget_get_parent (focus))
    if (g_object_get_data (G_OBJECT (focus), "ask-parameter") != NULL && !GTK_IS_BUTTON (focus))
      return gtk_widget_is_ancestor (focus, self->settings)
               ? g_strdup (g_object_get_data (G_OBJECT (focus), "ask-parameter"))
               : NULL;
  return NULL;
}

static void
give_focus (AskBoardPage *self, const char *id)
{
  for (GtkWidget *box = gtk_widget_get_first_child (self->settings); box != NULL;
       box = gtk_widget_get_next_sibling (box))
    {
      GtkWidget *value = gtk_widget_get_last_child (box);

      if (GTK_IS_BOX (box) && g_strcmp0 (g_object_get_data (G_OBJECT (value), "ask-parameter"), id) == 0)
        gtk_widget_grab_focus (value);
    }
}

/** ask_board_page_fill_bar: shows the parameters, what was clicked, and while a person edits what could be a parameter */
void
ask_board_page_fill_bar (AskBoardPage *self)
{
  gboolean editing = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->edit));
  g_autofree char *filled = describe_bar (self, editing);
  g_autofree char *focus = NULL;

  /* Whoever is typing goes on; buttons hold suggestions of what is open now. */
  if (!editing && g_strcmp0 (filled, self->filled) == 0)
    return;
  focus = find_focus (self);
  ask_text_set (&self->filled, filled);
  clear (self->settings);
  for (guint i = 0; i < self->open->board->parameters->len; i++)
    add_parameter (self, self->open->board->parameters->pdata[i]);
  for (guint i = 0; editing && i < self->open->suggested->len; i++)
    add_suggestion (self, self->open->suggested->pdata[i]);
  for (guint i = 0; i < self->filters->len; i++)
    add_filter (self, i);
  gtk_widget_set_visible (self->settings, gtk_widget_get_first_child (self->settings) != NULL);
  if (focus != NULL)
    give_focus (self, focus);
}

static void
filtered (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardPage *self = ASK_BOARD_PAGE (source);
  g_autoptr (GError) error = NULL;
  AskBoardFilter *filter = ask_job_finish (source, result, &error);

  if (self->session == NULL)
    {
      ask_board_filter_free (filter);
      return;
    }
  if (filter == NULL)
    {
      ask_board_page_tell_error (self, error);
      return;
    }
  /* Of a tile the last click counts. */
  for (guint i = self->filters->len; i-- > 0;)
    if (g_strcmp0 (((AskBoardFilter *) self->filters->pdata[i])->tile, filter->tile) == 0)
      g_ptr_array_remove_index (self->filters, i);
  g_ptr_array_add (self->filters, filter);
  ask_board_page_run_anew (self);
}

/** ask_board_page_clicked: makes a click on a tile a condition of the others; @column: %G_MAXUINT for a chart's mark */
void
ask_board_page_clicked (AskBoardPage *self, AskTileCard *card, guint row, guint column)
{
  const char *tile = ask_tile_card_get_id (card);
  AskRows *rows = ask_tile_card_get_rows (card);
  const AskTileResult *result = self->open != NULL ? ask_results_find (self->open->results, tile) : NULL;

  if (result == NULL || rows == NULL || row >= ask_rows_get_n_rows (rows))
    return;
  ask_job_start (ask_jobs_filter_board (&(AskBoardCell) { tile, result->kept->sql, rows, row, column }), self,
                 ask_session_get_path (self->session), self->cancellable, filtered, NULL);
}
