/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each reading is a button. A click is the card's action "card.read" with the reading's number, from 1. The list runs
 * nothing: previews come with the answer.
 */
#include "config.h"

#include "app/ask/ask-choice-list.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "base/ask-cell.h"
#include "understand/interpret/ask-interpret.h"

/* What one sees at a glance. */
#define MAX_PREVIEW_ROWS 3
#define MAX_PREVIEW_COLUMNS 4
#define MAX_CELL_CHARS 60
#define CELL_WIDTH_CHARS 16

struct _AskChoiceList
{
  GtkWidget parent_instance;
  GtkBox *box;
};

G_DEFINE_FINAL_TYPE (AskChoiceList, ask_choice_list, GTK_TYPE_WIDGET)

static GtkWidget *
new_cell (const char *text, gboolean right, const char *style)
{
  g_autofree char *line = ask_text_shorten (text, MAX_CELL_CHARS);
  GtkWidget *label = gtk_label_new (line);

  gtk_label_set_xalign (GTK_LABEL (label), right ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CELL_WIDTH_CHARS);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
new_preview (AskRows *rows)
{
  GtkWidget *grid = gtk_grid_new ();
  guint n_columns = MIN (ask_rows_get_n_columns (rows), MAX_PREVIEW_COLUMNS);
  guint n_rows = (guint) MIN (ask_rows_get_n_rows (rows), MAX_PREVIEW_ROWS);

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_widget_set_halign (grid, GTK_ALIGN_START);
  gtk_widget_add_css_class (grid, "ask-preview");
  for (guint c = 0; c < n_columns; c++)
    {
      AskCellFormat format = ask_cell_format_find (rows, c);

      gtk_grid_attach (GTK_GRID (grid), new_cell (ask_rows_get_column (rows, c)->name, format.right, "dim-label"),
                       (int) c, 0, 1, 1);
      for (guint r = 0; r < n_rows; r++)
        {
          const AskValue *value = ask_rows_get (rows, r, c);
          g_autofree char *text = value->kind == ASK_VALUE_NULL ? g_strdup ("–") : ask_cell_to_text (value, format);

          gtk_grid_attach (GTK_GRID (grid), new_cell (text, format.right, "numeric"), (int) c, (int) r + 1, 1, 1);
        }
    }
  return grid;
}

/* Returns: (transfer full) (nullable): "12 rows"; %NULL where nobody counted */
static char *
describe_count (gint64 n_rows)
{
  g_autofree char *count = ask_number_count ((gsize) MAX (n_rows, 0));

  if (n_rows < 0)
    return NULL;
  if (n_rows >= ASK_READING_MAX_ROWS)
    return g_strdup_printf (_ ("%s rows or more"), count);
  return g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) n_rows), count);
}

static GtkWidget *
new_choice (const AskAnswerChoice *choice, guint n, AskRows *preview)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *words = ask_wrapped_label_new (choice->words, NULL);
  g_autofree char *count = describe_count (choice->n_rows);

  gtk_box_append (GTK_BOX (box), words);
  if (preview != NULL && ask_rows_get_n_rows (preview) > 0)
    gtk_box_append (GTK_BOX (box), new_preview (preview));
  if (count != NULL)
    gtk_box_append (GTK_BOX (box), new_cell (count, FALSE, "dim-label"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "ask-choice");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "card.read");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, choice->words,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, count != NULL ? count : "", -1);
  return button;
}

/**
 * ask_choice_list_show:
 * @self: the list
 * @choices: (element-type AskAnswerChoice): in the order in which their numbers count
 * @previews: (nullable) (element-type AskRows): one for each choice; an element is %NULL where nothing is known
 *
 * Shows them in place of those before.
 */
void
ask_choice_list_show (AskChoiceList *self, GPtrArray *choices, GPtrArray *previews)
{
  GtkWidget *child;

  g_return_if_fail (ASK_IS_CHOICE_LIST (self));
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  for (guint i = 0; i < choices->len; i++)
    gtk_box_append (self->box, new_choice (choices->pdata[i], i + 1, previews != NULL ? previews->pdata[i] : NULL));
}

static void
ask_choice_list_dispose (GObject *object)
{
  AskChoiceList *self = ASK_CHOICE_LIST (object);

  if (self->box != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->box));
  self->box = NULL;
  G_OBJECT_CLASS (ask_choice_list_parent_class)->dispose (object);
}

static void
ask_choice_list_class_init (AskChoiceListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_choice_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_choice_list_init (AskChoiceList *self)
{
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
}

/** ask_choice_list_new: Returns: (transfer floating): the list, empty */
GtkWidget *
ask_choice_list_new (void)
{
  return g_object_new (ASK_TYPE_CHOICE_LIST, NULL);
}
