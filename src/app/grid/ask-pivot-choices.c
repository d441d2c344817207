/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing ticked keeps all rows, which the line above the list says.
 */
#include "config.h"

#include "app/grid/ask-pivot-choices.h"

#include <glib/gi18n.h>

#include "base/ask-cell.h"
#include "base/ask-number.h"

/* More values than anybody ticks. */
#define MAX_SHOWN 500

struct _AskPivotChoices
{
  AdwWindow parent_instance;
  AskPivotFilter *filter;
  AskRows *groups;
  GtkWidget *list;
  GtkWidget *said;
};

G_DEFINE_FINAL_TYPE (AskPivotChoices, ask_pivot_choices, ADW_TYPE_WINDOW)

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static guint
find_choice (const AskPivotFilter *filter, const AskValue *value)
{
  guint i = 0;

  while (i < filter->choices->len && !ask_value_equal (&g_array_index (filter->choices, AskValue, i), value))
    i++;
  return i;
}

static void
toggled (GtkCheckButton *box, AskPivotChoices *self)
{
  gsize row = GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (box), "ask-row"));
  const AskValue *value = ask_rows_get (self->groups, row, 0);
  guint at = find_choice (self->filter, value);

  if (gtk_check_button_get_active (box) && at == self->filter->choices->len)
    ask_pivot_filter_choose (self->filter, value);
  else if (!gtk_check_button_get_active (box) && at < self->filter->choices->len)
    g_array_remove_index (self->filter->choices, at);
  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
add_choice (AskPivotChoices *self, gsize row, AskCellFormat format)
{
  const AskValue *value = ask_rows_get (self->groups, row, 0);
  g_autofree char *name = value->kind == ASK_VALUE_NULL ? g_strdup (_ ("(none)")) : ask_cell_to_text (value, format);
  g_autofree char *count = ask_number_count ((guint64) ask_rows_get (self->groups, row, 1)->integer);
  /* Translators: a value, and how many rows have it: "Lyon (12)". */
  g_autofree char *words = g_strdup_printf (_ ("%s (%s)"), name, count);
  GtkWidget *box = gtk_check_button_new_with_label (words);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (box), find_choice (self->filter, value) < self->filter->choices->len);
  g_object_set_data (G_OBJECT (box), "ask-row", GSIZE_TO_POINTER (row));
  g_signal_connect (box, "toggled", G_CALLBACK (toggled), self);
  gtk_box_append (GTK_BOX (self->list), box);
}

/**
 * ask_pivot_choices_set_groups:
 * @groups: a value and its count in each row
 *
 * Shows them.
 */
void
ask_pivot_choices_set_groups (AskPivotChoices *self, AskRows *groups)
{
  AskCellFormat format = ask_cell_format_find (groups, 0);
  gsize n = ask_rows_get_n_rows (groups);

  self->groups = ask_rows_ref (groups);
  for (gsize i = 0; i < MIN (n, MAX_SHOWN); i++)
    add_choice (self, i, format);
  gtk_label_set_text (GTK_LABEL (self->said), n > MAX_SHOWN ? _ ("Those with most rows. Without a choice all are kept.")
                                                            : _ ("Without a choice all are kept."));
}

/** ask_pivot_choices_fail: @words: why the values could not be read */
void
ask_pivot_choices_fail (AskPivotChoices *self, const char *words)
{
  gtk_label_set_text (GTK_LABEL (self->said), words);
}

/** ask_pivot_choices_dup_filter: Returns: (transfer full): the filter with what is ticked */
AskPivotFilter *
ask_pivot_choices_dup_filter (AskPivotChoices *self)
{
  return ask_pivot_filter_copy (self->filter);
}

static void
ask_pivot_choices_finalize (GObject *object)
{
  AskPivotChoices *self = ASK_PIVOT_CHOICES (object);

  g_clear_pointer (&self->filter, ask_pivot_filter_free);
  g_clear_pointer (&self->groups, ask_rows_unref);
  G_OBJECT_CLASS (ask_pivot_choices_parent_class)->finalize (object);
}

static void
ask_pivot_choices_class_init (AskPivotChoicesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ask_pivot_choices_finalize;
  signals[CHOSEN]
    = g_signal_new ("chosen", ASK_TYPE_PIVOT_CHOICES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-pivot-choices.ui");
  gtk_widget_class_bind_template_child (widget_class, AskPivotChoices, list);
  gtk_widget_class_bind_template_child (widget_class, AskPivotChoices, said);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_pivot_choices_init (AskPivotChoices *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/** ask_pivot_choices_new: @filter: what is ticked at first. Returns: (transfer none): the window, not yet shown */
GtkWidget *
ask_pivot_choices_new (const char *title, const AskPivotFilter *filter)
{
  AskPivotChoices *self = g_object_new (ASK_TYPE_PIVOT_CHOICES, "title", title, NULL);

  self->filter = ask_pivot_filter_copy (filter);
  return GTK_WIDGET (self);
}
