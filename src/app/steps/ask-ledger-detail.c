/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where it went and what came of it, names, values with what allowed them, and one fold below the bytes, which are read
 * from the workspace when somebody looks.
 */
#include "config.h"

#include "app/steps/ask-ledger-detail.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-ledger.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

/* A text view takes long to lay more than that out; the command line prints all. */
#define MAX_SHOWN 60000

struct _AskLedgerDetail
{
  GtkBox parent_instance;
  GCancellable *cancellable;
  char *path;
  gint64 id;
  GtkWidget *fold;
  GtkWidget *note;
  GtkWidget *scroller;
  GtkTextBuffer *buffer;
  gboolean is_read;
};

G_DEFINE_FINAL_TYPE (AskLedgerDetail, ask_ledger_detail, GTK_TYPE_BOX)

/**
 * ask_ledger_name_kind:
 * @kind: as of #AskLedgerEntry
 *
 * Returns: (transfer none): what it went to, in words
 */
const char *
ask_ledger_name_kind (const char *kind)
{
  if (g_str_equal (kind, "model"))
    return _ ("Language model");
  if (g_str_equal (kind, "embeddings"))
    return _ ("Embeddings");
  if (g_str_equal (kind, "api"))
    return _ ("Web API");
  if (g_str_equal (kind, "server"))
    return _ ("Database server");
  return _ ("Document");
}

/** ask_ledger_name_question: Returns: (transfer full): what @entry, of the ledger, was sent for */
char *
ask_ledger_name_question (const AskLedgerEntry *entry)
{
  return g_strdup (entry->question != NULL ? entry->question : _ ("For no question"));
}

/* One that can be copied from. */
static GtkWidget *
new_label (const char *text, const char *style)
{
  GtkWidget *label = ask_wrapped_label_new (text, style);

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  return label;
}

static void
add_part (AskLedgerDetail *self, const char *title, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  gtk_box_append (GTK_BOX (box), new_label (title, "heading"));
  gtk_box_append (GTK_BOX (box), new_label (text, NULL));
  gtk_box_append (GTK_BOX (self), box);
}

static void
add_place (AskLedgerDetail *self, const AskLedgerEntry *entry)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *when = ask_format_moment (entry->at);

  g_string_append_printf (text, "%s · %s · %s", when, ask_ledger_name_kind (entry->kind), entry->host);
  if (entry->method != NULL && entry->address != NULL)
    g_string_append_printf (text, "\n%s %s", entry->method, entry->address);
  add_part (self, _ ("Where"), text->str);
}

static void
add_outcome (AskLedgerDetail *self, const AskLedgerEntry *entry)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *bytes = ask_number_count ((guint64) entry->bytes);

  g_string_append_printf (text, ngettext ("%s byte", "%s bytes", (gulong) entry->bytes), bytes);
  if (entry->tries > 1)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("tried %u time", "tried %u times", entry->tries), entry->tries);
    }
  if (entry->problem != NULL)
    g_string_append_printf (text, " · %s", _ ("no answer came"));
  else if (entry->status != 0)
    {
      g_string_append (text, " · ");
      /* Translators: the status of HTTP that a server answered with, such as 200. */
      g_string_append_printf (text, _ ("answered with %u"), entry->status);
    }
  add_part (self, _ ("How much"), text->str);
}

static void
add_names (AskLedgerDetail *self, const AskLedgerEntry *entry)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < entry->names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) entry->names->pdata[i]);
  add_part (self, _ ("Names"), text->len > 0 ? text->str : _ ("No names of the schema"));
}

/* What allowed it, in words. */
static const char *
name_consent (const char *consent)
{
  if (g_str_equal (consent, "samples"))
    return _ ("allowed as examples");
  if (g_str_equal (consent, "yes"))
    return _ ("allowed by sharing");
  if (g_str_equal (consent, "once"))
    return _ ("allowed for this question");
  return _ ("needed by the query");
}

static void
add_values (AskLedgerDetail *self, const AskLedgerEntry *entry)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < entry->values->len; i++)
    {
      const AskLedgerValues *values = entry->values->pdata[i];
      g_autofree char *n = ask_number_count ((guint64) MAX (values->n, 0));

      g_string_append_printf (text, "%s%s: ", i > 0 ? "\n" : "", values->of);
      g_string_append_printf (text, ngettext ("%s value", "%s values", (gulong) values->n), n);
      g_string_append_printf (text, ", %s", name_consent (values->consent));
    }
  add_part (self, _ ("Values"), text->len > 0 ? text->str : _ ("No values of the data"));
}

static void
show_note (AskLedgerDetail *self, const char *words)
{
  gtk_label_set_text (GTK_LABEL (self->note), words);
  gtk_widget_set_visible (self->note, words != NULL && *words != '\0');
}

static void
bytes_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskLedgerDetail *self = ASK_LEDGER_DETAIL (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ask_job_finish (source, result, &error);
  g_autofree char *text = NULL;
  GtkTextIter start, end;
  gsize size;
  const char *sent;

  if (self->fold == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    {
      show_note (self, ask_error_get_words (error));
      return;
    }
  sent = g_bytes_get_data (bytes, &size);
  text = g_utf8_make_valid (sent != NULL ? sent : "", (gssize) MIN (size, MAX_SHOWN));
  gtk_text_buffer_set_text (self->buffer, text, -1);
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  /* A hyphen at the end of a line was not sent. */
  gtk_text_buffer_apply_tag_by_name (self->buffer, "bytes", &start, &end);
  gtk_widget_set_visible (self->scroller, size > 0);
  if (size > MAX_SHOWN)
    {
      g_autofree char *command = g_strdup_printf ("askdata-cli ledger show %" G_GINT64_FORMAT, self->id);
      /* Translators: a command. */
      g_autofree char *words = g_strdup_printf (_ ("This is the beginning. “%s” prints all of it."), command);

      show_note (self, words);
    }
  else
    show_note (self, NULL);
}

static void
fold_changed (AskLedgerDetail *self)
{
  if (!gtk_expander_get_expanded (GTK_EXPANDER (self->fold)) || self->is_read)
    return;
  self->is_read = TRUE;
  show_note (self, _ ("Reading…"));
  ask_job_start (ask_jobs_read_ledger (self->id), self, self->path, self->cancellable, bytes_ready, NULL);
}

/* Why there are none, or NULL. */
static const char *
name_missing (AskLedgerBody body)
{
  switch (body)
    {
    case ASK_LEDGER_BODY_TOO_LONG:
      return _ ("It was longer than 4 MiB; such bytes are counted and not kept.");
    case ASK_LEDGER_BODY_DROPPED:
      return _ ("Its bytes made room for those of later requests.");
    case ASK_LEDGER_BODY_SECRET:
      return _ ("It held a key, which is kept nowhere.");
    case ASK_LEDGER_BODY_NONE:
    case ASK_LEDGER_BODY_KEPT:
    default:
      return NULL;
    }
}

static void
add_bytes (AskLedgerDetail *self, const AskLedgerEntry *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *view;

  if (name_missing (entry->body) != NULL)
    {
      add_part (self, _ ("Bytes"), name_missing (entry->body));
      return;
    }
  self->fold = gtk_expander_new (_ ("Show Bytes"));
  self->note = new_label (NULL, "dim-label");
  self->buffer = gtk_text_buffer_new (NULL);
  gtk_text_buffer_create_tag (self->buffer, "bytes", "insert-hyphens", FALSE, NULL);
  view = gtk_text_view_new_with_buffer (self->buffer);
  g_object_unref (self->buffer);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_CHAR);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 9);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), 9);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 9);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (view), 9);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What was sent"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), 240);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  gtk_widget_add_css_class (self->scroller, "ask-frame");
  gtk_widget_set_overflow (self->scroller, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_visible (self->scroller, FALSE);
  gtk_widget_set_visible (self->note, FALSE);
  gtk_widget_set_margin_top (box, 6);
  gtk_box_append (GTK_BOX (box), self->note);
  gtk_box_append (GTK_BOX (box), self->scroller);
  gtk_expander_set_child (GTK_EXPANDER (self->fold), box);
  g_signal_connect_swapped (self->fold, "notify::expanded", G_CALLBACK (fold_changed), self);
  gtk_box_append (GTK_BOX (self), self->fold);
}

static void
ask_ledger_detail_dispose (GObject *object)
{
  AskLedgerDetail *self = ASK_LEDGER_DETAIL (object);

  g_cancellable_cancel (self->cancellable);
  self->fold = NULL;
  G_OBJECT_CLASS (ask_ledger_detail_parent_class)->dispose (object);
}

static void
ask_ledger_detail_finalize (GObject *object)
{
  AskLedgerDetail *self = ASK_LEDGER_DETAIL (object);

  g_clear_object (&self->cancellable);
  g_free (self->path);
  G_OBJECT_CLASS (ask_ledger_detail_parent_class)->finalize (object);
}

static void
ask_ledger_detail_class_init (AskLedgerDetailClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_ledger_detail_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_ledger_detail_finalize;
}

static void
ask_ledger_detail_init (AskLedgerDetail *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 15);
}

/**
 * ask_ledger_detail_new:
 * @entry: copied as far as needed
 * @path: of the workspace, whose ledger has the bytes
 *
 * Returns: (transfer floating): the widget
 */
GtkWidget *
ask_ledger_detail_new (const AskLedgerEntry *entry, const char *path)
{
  AskLedgerDetail *self = g_object_new (ASK_TYPE_LEDGER_DETAIL, NULL);
  g_autofree char *question = ask_ledger_name_question (entry);

  self->path = g_strdup (path);
  self->id = entry->id;
  gtk_box_append (GTK_BOX (self), new_label (question, "title-3"));
  add_place (self, entry);
  add_outcome (self, entry);
  add_names (self, entry);
  add_values (self, entry);
  add_bytes (self, entry);
  return GTK_WIDGET (self);
}

/** ask_ledger_detail_show_bytes: opens the fold of the bytes, where they are kept */
void
ask_ledger_detail_show_bytes (AskLedgerDetail *self)
{
  g_return_if_fail (ASK_IS_LEDGER_DETAIL (self));
  if (self->fold != NULL)
    gtk_expander_set_expanded (GTK_EXPANDER (self->fold), TRUE);
}
