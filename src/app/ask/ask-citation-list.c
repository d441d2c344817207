/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A button says the document and where in it; its popover shows how the passage begins, as plain text whatever stands in it,
 * and opens the file in the application that the desktop has for it. A PDF is asked for at its page. What is gone is said.
 */
#include "config.h"

#include "app/ask/ask-citation-list.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-citation.h"
#include "app/widgets/ask-wrap-box.h"
#include "app/widgets/ask-wrapped-label.h"

/* A longer one ends in "…" and has all of it in its tooltip: a narrow window has no place for more. */
#define MAX_CHARS 36

/* Further ones stand in the answer's rows. */
#define MAX_SHOWN 8

struct _AskCitationList
{
  GtkWidget parent_instance;
  GtkBox *box;
};

G_DEFINE_FINAL_TYPE (AskCitationList, ask_citation_list, GTK_TYPE_WIDGET)

static void
opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkLabel) problem = data;
  g_autoptr (GError) error = NULL;

  if (g_app_info_launch_default_for_uri_finish (result, &error))
    return;
  gtk_label_set_text (problem, _ ("No application could open this file."));
  gtk_widget_set_visible (GTK_WIDGET (problem), TRUE);
}

static void
open_clicked (GtkButton *button, GtkLabel *problem)
{
  const char *uri = g_object_get_data (G_OBJECT (button), "uri");
  g_autofree char *plain = g_strndup (uri, strcspn (uri, "#"));
  g_autoptr (GFile) file = g_file_new_for_uri (plain);
  g_autoptr (GAppLaunchContext) context
    = G_APP_LAUNCH_CONTEXT (gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (button))));

  gtk_widget_set_visible (GTK_WIDGET (problem), FALSE);
  if (!g_file_query_exists (file, NULL))
    {
      gtk_label_set_text (problem, _ ("The file is not there any more."));
      gtk_widget_set_visible (GTK_WIDGET (problem), TRUE);
      return;
    }
  g_app_info_launch_default_for_uri_async (uri, context, NULL, opened, g_object_ref (problem));
}

static GtkWidget *
new_popover (const AskCitation *citation, const char *words)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = ask_wrapped_label_new (words, "heading");
  GtkWidget *text = ask_wrapped_label_new (citation->text != NULL ? citation->text : "", NULL);
  GtkWidget *problem = ask_wrapped_label_new ("", "error");
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Open the Document"));

  gtk_label_set_max_width_chars (GTK_LABEL (text), 48);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_widget_set_visible (problem, FALSE);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), problem);
  if (citation->uri != NULL)
    {
      g_object_set_data_full (G_OBJECT (button), "uri", g_strdup (citation->uri), g_free);
      g_signal_connect_object (button, "clicked", G_CALLBACK (open_clicked), problem, 0);
      gtk_widget_set_halign (button, GTK_ALIGN_START);
      gtk_widget_set_tooltip_text (button, citation->path);
      gtk_box_append (GTK_BOX (box), button);
    }
  else
    g_object_unref (g_object_ref_sink (button));
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  return popover;
}

static GtkWidget *
new_citation (const AskCitation *citation)
{
  g_autofree char *words = ask_citation_to_words (citation);
  GtkWidget *label = gtk_label_new (words);
  GtkWidget *button = gtk_menu_button_new ();

  if (g_utf8_strlen (words, -1) > MAX_CHARS)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_width_chars (GTK_LABEL (label), MAX_CHARS);
      gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
      gtk_widget_set_tooltip_text (label, words);
    }
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), label);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), new_popover (citation, words));
  gtk_widget_add_css_class (button, "ask-part");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ ("Show this passage"), -1);
  return button;
}

/**
 * ask_citation_list_show:
 * @self: the widget
 * @answer: whose citations are shown in place of those before; it is not kept
 *
 * Returns: whether there are any
 */
gboolean
ask_citation_list_show (AskCitationList *self, const AskAnswer *answer)
{
  GtkWidget *line;
  GtkWidget *lead;
  GtkWidget *child;

  g_return_val_if_fail (ASK_IS_CITATION_LIST (self), FALSE);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  if (answer->citations->len == 0)
    return FALSE;
  line = g_object_new (ASK_TYPE_WRAP_BOX, NULL);
  /* Translators: of documents; they follow. */
  lead = gtk_label_new (_ ("Passages:"));
  gtk_widget_add_css_class (lead, "dim-label");
  gtk_widget_set_parent (lead, line);
  for (guint i = 0; i < MIN (answer->citations->len, MAX_SHOWN); i++)
    gtk_widget_set_parent (new_citation (answer->citations->pdata[i]), line);
  if (answer->citations->len > MAX_SHOWN)
    {
      const guint more = answer->citations->len - MAX_SHOWN;
      g_autofree char *words = g_strdup_printf (_ ("and %u more"), more);

      child = gtk_label_new (words);
      gtk_widget_add_css_class (child, "dim-label");
      gtk_widget_set_parent (child, line);
    }
  gtk_box_append (self->box, line);
  return TRUE;
}

static void
ask_citation_list_dispose (GObject *object)
{
  AskCitationList *self = ASK_CITATION_LIST (object);

  if (self->box != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->box));
  self->box = NULL;
  G_OBJECT_CLASS (ask_citation_list_parent_class)->dispose (object);
}

static void
ask_citation_list_class_init (AskCitationListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_citation_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_citation_list_init (AskCitationList *self)
{
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
}
