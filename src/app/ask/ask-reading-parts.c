/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A part is a button with its words; its popover lists the alternatives. One is taken by the card's action "card.take" with
 * its SQL, which the agent looks up once more. Values that the data does not have stand in a sentence of their own, with
 * what may be meant as buttons.
 */
#include "config.h"

#include "app/ask/ask-reading-parts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/ask/ask-preview-grid.h"
#include "app/widgets/ask-wrap-box.h"
#include "app/widgets/ask-wrapped-label.h"

/* A longer part ends in "…" and has all of it in its tooltip: a narrow window has no place for more. */
#define MAX_PART_CHARS 28
#define MAX_ALTERNATIVE_CHARS 36

struct _AskReadingParts
{
  GtkWidget parent_instance;
  GtkBox *box;
};

G_DEFINE_FINAL_TYPE (AskReadingParts, ask_reading_parts, GTK_TYPE_WIDGET)

static GtkWidget *
new_words (const char *words)
{
  GtkWidget *label = gtk_label_new (words);

  if (g_utf8_strlen (words, -1) <= MAX_PART_CHARS)
    return label;
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), MAX_PART_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_PART_CHARS);
  gtk_widget_set_tooltip_text (label, words);
  return label;
}

static void
take_choice (GtkWidget *button, const AskAnswerChoice *choice)
{
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "card.take");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", choice->sql);
}

static GtkWidget *
new_alternative (const AskAnswerChoice *choice, GtkWidget *popover)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (choice->words);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_ALTERNATIVE_CHARS);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "ask-suggestion");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, choice->words, -1);
  take_choice (button, choice);
  g_signal_connect_object (button, "clicked", G_CALLBACK (gtk_popover_popdown), popover, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
new_popover (const AskAnswerPart *part)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *title = gtk_label_new (_ ("Change it to:"));

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "dim-label");
  gtk_box_append (GTK_BOX (box), title);
  for (guint i = 0; i < part->alternatives->len; i++)
    gtk_box_append (GTK_BOX (box), new_alternative (part->alternatives->pdata[i], popover));
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  return popover;
}

static GtkWidget *
new_part (const AskAnswerPart *part)
{
  GtkWidget *button;
  g_autofree char *name = NULL;

  if (part->alternatives->len == 0)
    return new_words (part->words);
  button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), new_words (part->words));
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), new_popover (part));
  gtk_widget_add_css_class (button, "ask-part");
  name = part->lead != NULL ? g_strconcat (part->lead, " ", part->words, NULL) : g_strdup (part->words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ ("Change this part of the reading"), -1);
  return button;
}

static GtkWidget *
new_lead (const char *lead)
{
  GtkWidget *label = gtk_label_new (lead);

  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static void
clear (AskReadingParts *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
}

/* Something to choose from that is no part of how the question was read. */
static gboolean
is_value (const AskAnswerPart *part)
{
  return g_str_equal (part->kind, "value") || g_str_equal (part->kind, "query");
}

/**
 * ask_reading_parts_show:
 * @self: the widget
 * @answer: whose parts are shown in place of those before; it is not kept
 *
 * Shows how the question was read.
 *
 * Returns: whether there is any part
 */
gboolean
ask_reading_parts_show (AskReadingParts *self, const AskAnswer *answer)
{
  GtkWidget *line = g_object_new (ASK_TYPE_WRAP_BOX, NULL);
  gboolean any = FALSE;

  g_return_val_if_fail (ASK_IS_READING_PARTS (self), FALSE);
  clear (self);
  gtk_box_append (self->box, line);
  for (guint i = 0; i < answer->parts->len; i++)
    {
      const AskAnswerPart *part = answer->parts->pdata[i];

      if (is_value (part))
        continue;
      if (part->lead != NULL)
        gtk_widget_set_parent (new_lead (part->lead), line);
      gtk_widget_set_parent (new_part (part), line);
      any = TRUE;
    }
  return any;
}

static void
add_value (AskReadingParts *self, const AskAnswer *answer, const AskAnswerPart *part)
{
  GtkWidget *sentence = ask_wrapped_label_new (part->lead, NULL);
  GtkWidget *line = g_object_new (ASK_TYPE_WRAP_BOX, NULL);
  gboolean differ = g_str_equal (part->kind, "query") && answer->difference != NULL;

  gtk_box_append (self->box, sentence);
  for (guint i = 0; i < part->alternatives->len; i++)
    {
      const AskAnswerChoice *choice = part->alternatives->pdata[i];
      GtkWidget *button = gtk_button_new ();
      /* The first of those that differ is the answer. */
      g_autofree char *words = differ ? g_strdup_printf ("(%u) %s", i + 2, choice->words) : g_strdup (choice->words);

      gtk_button_set_child (GTK_BUTTON (button), new_words (words));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
      take_choice (button, choice);
      gtk_widget_add_css_class (button, "ask-part");
      gtk_widget_set_parent (button, line);
    }
  gtk_box_append (self->box, line);
  if (differ)
    gtk_box_append (self->box, ask_preview_difference_new (answer));
}

/**
 * ask_reading_parts_show_values:
 * @self: the widget
 * @answer: whose parts are shown in place of those before; it is not kept
 *
 * Shows which values the data does not have, and what may be meant.
 *
 * Returns: whether there is any
 */
gboolean
ask_reading_parts_show_values (AskReadingParts *self, const AskAnswer *answer)
{
  gboolean any = FALSE;

  g_return_val_if_fail (ASK_IS_READING_PARTS (self), FALSE);
  clear (self);
  for (guint i = 0; i < answer->parts->len; i++)
    if (is_value (answer->parts->pdata[i]))
      {
        add_value (self, answer, answer->parts->pdata[i]);
        any = TRUE;
      }
  return any;
}

static void
ask_reading_parts_dispose (GObject *object)
{
  AskReadingParts *self = ASK_READING_PARTS (object);

  if (self->box != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->box));
  self->box = NULL;
  G_OBJECT_CLASS (ask_reading_parts_parent_class)->dispose (object);
}

static void
ask_reading_parts_class_init (AskReadingPartsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_reading_parts_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_reading_parts_init (AskReadingParts *self)
{
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
}

/** ask_reading_parts_new: Returns: (transfer floating): the widget, empty */
GtkWidget *
ask_reading_parts_new (void)
{
  return g_object_new (ASK_TYPE_READING_PARTS, NULL);
}
