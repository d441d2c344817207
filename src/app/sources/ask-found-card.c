/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows what it is given, and is filled anew by each test. A name or a note of a source is text and never markup.
 */
#include "config.h"

#include "app/sources/ask-found-card.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-wrapped-label.h"
#include "source/document/ask-document-note.h"

/* Entities named; the rest is a number. */
#define MAX_NAMES 12

struct _AskFoundCard
{
  GtkBox parent_instance;
  GtkLabel *count;
  GtkLabel *names;
  GtkExpander *notes_part;
  GtkBox *notes;
};

G_DEFINE_FINAL_TYPE (AskFoundCard, ask_found_card, GTK_TYPE_BOX)

/** ask_found_card_set_kind: @self: the card; @kind: of what is tried. Says what its notes are about */
void
ask_found_card_set_kind (AskFoundCard *self, const AskSourceKind *kind)
{
  g_return_if_fail (ASK_IS_FOUND_CARD (self) && kind != NULL);
  if (kind->contents != NULL)
    gtk_expander_set_label (self->notes_part, _ ("What could not be read, and why"));
  /* All of such a file is used, but some of it perhaps not as its owner thinks. */
  if (kind->preview)
    gtk_expander_set_label (self->notes_part, _ ("How it was read"));
}

static void
show_notes (AskFoundCard *self, const GPtrArray *notes)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->notes))) != NULL)
    gtk_box_remove (self->notes, child);
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      g_autofree char *words = ask_document_note_to_words (notes->pdata[i]);
      GtkWidget *note = ask_wrapped_label_new (words, "dim-label");

      gtk_label_set_selectable (GTK_LABEL (note), TRUE);
      gtk_box_append (self->notes, note);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->notes_part), notes != NULL && notes->len > 0);
}

/** ask_found_card_show: @self: the card; @found: what a test found */
void
ask_found_card_show (AskFoundCard *self, const AskIntrospection *found)
{
  const guint n = found->schema->entities->len;
  g_autofree char *count = g_strdup_printf (ngettext ("%u entity found", "%u entities found", n), n);
  g_autoptr (GString) names = g_string_new (NULL);

  g_return_if_fail (ASK_IS_FOUND_CARD (self));
  for (guint i = 0; i < MIN (n, MAX_NAMES); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ((AskEntity *) found->schema->entities->pdata[i])->name);
  if (n > MAX_NAMES)
    g_string_append_printf (names, _ (" and %u more"), n - MAX_NAMES);
  gtk_label_set_text (self->count, count);
  gtk_label_set_text (self->names, names->str);
  show_notes (self, found->notes);
}

/** ask_found_card_get_count: @self: the card. Returns: (transfer none): "3 entities found" */
const char *
ask_found_card_get_count (AskFoundCard *self)
{
  g_return_val_if_fail (ASK_IS_FOUND_CARD (self), NULL);
  return gtk_label_get_text (self->count);
}

static void
ask_found_card_class_init (AskFoundCardClass *klass)
{
}

static void
ask_found_card_init (AskFoundCard *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "icon-name", "emblem-ok-symbolic", "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  g_object_set (self, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 6, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  gtk_widget_add_css_class (GTK_WIDGET (self), "ask-found");
  gtk_widget_add_css_class (icon, "success");
  self->count = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "heading");
  self->names = GTK_LABEL (ask_wrapped_label_new ("", NULL));
  self->notes = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  gtk_widget_set_margin_top (GTK_WIDGET (self->notes), 6);
  self->notes_part
    = g_object_new (GTK_TYPE_EXPANDER, "label", _ ("What cannot be used, and why"), "child", self->notes, NULL);
  gtk_box_append (GTK_BOX (head), icon);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->count));
  gtk_box_append (GTK_BOX (self), head);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->names));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->notes_part));
}
