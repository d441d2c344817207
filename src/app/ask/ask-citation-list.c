/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A button says the document and where in it, and opens it in the reader at the passage, with what was searched for marked.
 */
#include "config.h"

#include "app/ask/ask-citation-list.h"

#include <glib/gi18n.h>

#include "agent/ask-citation.h"
#include "app/reader/ask-reader-window.h"
#include "app/widgets/ask-wrap-box.h"

/* A longer one ends in "…" and has all of it in its tooltip: a narrow window has no place for more. */
#define MAX_CHARS 36

/* Further ones stand in the answer's rows. */
#define MAX_SHOWN 8

struct _AskCitationList
{
  GtkWidget parent_instance;
  GtkBox *box;
  AskSession *session; /* nullable */
};

G_DEFINE_FINAL_TYPE (AskCitationList, ask_citation_list, GTK_TYPE_WIDGET)

static void
wanted_free (gpointer data, GClosure *closure)
{
  ask_reading_wanted_free (data);
}

static void
citation_clicked (GtkButton *button, const AskReadingWanted *wanted)
{
  AskCitationList *self = ASK_CITATION_LIST (gtk_widget_get_ancestor (GTK_WIDGET (button), ASK_TYPE_CITATION_LIST));

  ask_reader_window_open (GTK_WIDGET (button), self->session, wanted);
}

/* @searched: what is marked; @foreign: the answer comes from a file */
static GtkWidget *
new_citation (const AskCitation *citation, const char *searched, gboolean foreign)
{
  g_autofree char *words = ask_citation_to_words (citation);
  const AskReadingWanted wanted = {
    .source = citation->source,
    .path = citation->path,
    .title = citation->title,
    .heading = citation->heading,
    .number = citation->number,
    .page = citation->page,
    .kept = citation->text,
    .words = searched,
    .foreign = foreign,
  };
  GtkWidget *label = gtk_label_new (words);
  GtkWidget *button = gtk_button_new ();

  if (g_utf8_strlen (words, -1) > MAX_CHARS)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_width_chars (GTK_LABEL (label), MAX_CHARS);
      gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
      gtk_widget_set_tooltip_text (label, words);
    }
  gtk_button_set_child (GTK_BUTTON (button), label);
  g_signal_connect_data (button, "clicked", G_CALLBACK (citation_clicked), ask_reading_wanted_copy (&wanted),
                         wanted_free, 0);
  gtk_widget_add_css_class (button, "ask-part");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ ("Read this passage in its document"), -1);
  return button;
}

/**
 * ask_citation_list_show:
 * @self: the widget
 * @answer: whose citations are shown in place of those before; it is not kept
 * @session: whose workspace may have the documents
 * @foreign: the answer comes from a file that anybody may have made
 *
 * Returns: whether there are any
 */
gboolean
ask_citation_list_show (AskCitationList *self, const AskAnswer *answer, AskSession *session, gboolean foreign)
{
  g_autofree char *searched = NULL;
  GtkWidget *line;
  GtkWidget *lead;
  GtkWidget *child;

  g_return_val_if_fail (ASK_IS_CITATION_LIST (self), FALSE);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  if (answer->citations->len == 0)
    return FALSE;
  g_set_object (&self->session, session);
  searched = ask_citation_find_words (answer);
  line = g_object_new (ASK_TYPE_WRAP_BOX, NULL);
  /* Translators: of documents; they follow. */
  lead = gtk_label_new (_ ("Passages:"));
  gtk_widget_add_css_class (lead, "dim-label");
  gtk_widget_set_parent (lead, line);
  for (guint i = 0; i < MIN (answer->citations->len, MAX_SHOWN); i++)
    gtk_widget_set_parent (new_citation (answer->citations->pdata[i], searched, foreign), line);
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
  g_clear_object (&self->session);
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
