/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list of plain texts, of which only those on screen have widgets: a document may have very many. Says "chosen" with the
 * place of the passage where the heading or the page begins.
 */
#include "config.h"

#include "app/reader/ask-reader-contents.h"

#include <glib/gi18n.h>

struct _AskReaderContents
{
  GtkWidget parent_instance;
  GtkWidget *scrolled;
  GtkStringList *titles;
  GArray *parts; /* of guint, in the order of @titles */
};

G_DEFINE_FINAL_TYPE (AskReaderContents, ask_reader_contents, GTK_TYPE_WIDGET)

static guint chosen_signal;

static void
add (AskReaderContents *self, GPtrArray *titles, char *title, guint part)
{
  g_ptr_array_add (titles, title);
  g_array_append_val (self->parts, part);
}

static char *
name_page (gint64 page)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, page);

  /* Translators: a page of a document begins here. */
  return g_strdup_printf (_ ("Page %s"), number);
}

/* Each heading where it is another than before. */
static void
add_headings (AskReaderContents *self, GPtrArray *titles, GPtrArray *parts)
{
  const char *before = NULL;

  for (guint i = 0; i < parts->len; i++)
    {
      const AskDocumentPart *part = parts->pdata[i];

      if (part->heading != NULL && *part->heading != '\0' && g_strcmp0 (part->heading, before) != 0)
        add (self, titles, g_strdup (part->heading), i);
      before = part->heading;
    }
}

static void
add_pages (AskReaderContents *self, GPtrArray *titles, GPtrArray *parts)
{
  gint64 before = 0;

  for (guint i = 0; i < parts->len; i++)
    {
      const AskDocumentPart *part = parts->pdata[i];

      if (part->page > 0 && part->page != before)
        add (self, titles, name_page (part->page), i);
      before = part->page;
    }
}

/** ask_reader_contents_show: @reading: (nullable): with a document. Returns: how many places there are to go to */
guint
ask_reader_contents_show (AskReaderContents *self, AskReading *reading)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *parts = reading != NULL && reading->document != NULL ? reading->document->parts : NULL;
  guint n;

  g_return_val_if_fail (ASK_IS_READER_CONTENTS (self), 0);
  g_array_set_size (self->parts, 0);
  if (parts != NULL)
    add_headings (self, titles, parts);
  if (parts != NULL && titles->len == 0)
    add_pages (self, titles, parts);
  n = titles->len;
  g_ptr_array_add (titles, NULL);
  gtk_string_list_splice (self->titles, 0, g_list_model_get_n_items (G_LIST_MODEL (self->titles)),
                          (const char *const *) titles->pdata);
  return n;
}

static void
set_up (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, text);
}

static void
activated (AskReaderContents *self, guint position)
{
  if (position < self->parts->len)
    g_signal_emit (self, chosen_signal, 0, g_array_index (self->parts, guint, position));
}

static void
ask_reader_contents_dispose (GObject *object)
{
  g_clear_pointer (&ASK_READER_CONTENTS (object)->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_reader_contents_parent_class)->dispose (object);
}

static void
ask_reader_contents_finalize (GObject *object)
{
  AskReaderContents *self = ASK_READER_CONTENTS (object);

  g_array_unref (self->parts);
  g_object_unref (self->titles);
  G_OBJECT_CLASS (ask_reader_contents_parent_class)->finalize (object);
}

static void
ask_reader_contents_class_init (AskReaderContentsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_reader_contents_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_reader_contents_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  chosen_signal = g_signal_new ("chosen", ASK_TYPE_READER_CONTENTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_UINT);
}

static void
ask_reader_contents_init (AskReaderContents *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list;

  self->parts = g_array_new (FALSE, FALSE, sizeof (guint));
  self->titles = gtk_string_list_new (NULL);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind), NULL);
  list = gtk_list_view_new (GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->titles)))),
                            factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  gtk_widget_add_css_class (list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Contents"), -1);
  g_signal_connect_object (list, "activate", G_CALLBACK (activated), self, G_CONNECT_SWAPPED);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), list);
  gtk_widget_set_size_request (self->scrolled, 220, -1);
  gtk_widget_add_css_class (GTK_WIDGET (self), "ask-sidebar");
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}
