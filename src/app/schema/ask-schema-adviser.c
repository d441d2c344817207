/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It looks only when it is asked to, since that reads values of the sources; they are compared on this computer and
 * shown nowhere. It has a card for a corner of the canvas, which says what it is doing and what the dashes mean. What
 * is taken, the canvas makes an edit of; what is dismissed, it keeps in the workspace.
 */
#include "config.h"

#include "app/schema/ask-schema-adviser.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-care.h"
#include "base/ask-error.h"

struct _AskSchemaAdviser
{
  GObject parent_instance;
  AskSession *session;
  AskCanvas *canvas;
  GCancellable *cancellable; /* nullable: while it is active */
  GPtrArray *suggestions; /* AskSuggestion; nullable */
  GtkWidget *card;
  GtkWidget *spinner;
  GtkLabel *words;
};

enum
{
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskSchemaAdviser, ask_schema_adviser, G_TYPE_OBJECT)

static void
update_card (AskSchemaAdviser *self)
{
  gboolean active = self->cancellable != NULL;
  guint n = ask_canvas_get_offers (self->canvas)->len;
  g_autofree char *words = NULL;

  gtk_widget_set_visible (self->card, active);
  gtk_widget_set_visible (self->spinner, active && self->suggestions == NULL);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), active && self->suggestions == NULL);
  words = self->suggestions == NULL ? g_strdup (_ ("Comparing names, types and values on this computer…"))
          : n == 0                  ? g_strdup (_ ("Nothing to suggest: all is said already."))
                                    : g_strdup_printf (
                                      g_dngettext (NULL, "%u suggestion. Dashed lines are no part of the schema until you take them.",
                                                   "%u suggestions. Dashed lines are no part of the schema until you take them.", n),
                                      n);
  gtk_label_set_text (self->words, words);
}

static void
suggestions_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSchemaAdviser *self = ASK_SCHEMA_ADVISER (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = ask_job_finish (source, result, &error);

  if (self->canvas == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    {
      ask_schema_adviser_set_active (self, FALSE);
      g_signal_emit (self, signals[FAILED], 0, ask_error_get_words (error));
      return;
    }
  self->suggestions = g_steal_pointer (&found);
  ask_canvas_set_suggestions (self->canvas, self->suggestions);
  update_card (self);
}

/** ask_schema_adviser_get_active: Returns: whether it looks, or shows what it found */
gboolean
ask_schema_adviser_get_active (AskSchemaAdviser *self)
{
  return self->cancellable != NULL;
}

/** ask_schema_adviser_set_active: @active: looks, as of now; or stops, and takes its suggestions off the canvas */
void
ask_schema_adviser_set_active (AskSchemaAdviser *self, gboolean active)
{
  g_return_if_fail (ASK_IS_SCHEMA_ADVISER (self));
  if (active == ask_schema_adviser_get_active (self))
    return;
  if (active)
    {
      self->cancellable = g_cancellable_new ();
      ask_job_start (ask_jobs_suggest (NULL), self, ask_session_get_path (self->session), self->cancellable,
                     suggestions_ready, NULL);
    }
  else
    {
      g_cancellable_cancel (self->cancellable);
      g_clear_object (&self->cancellable);
      ask_canvas_set_suggestions (self->canvas, NULL);
      g_clear_pointer (&self->suggestions, g_ptr_array_unref);
    }
  update_card (self);
}

static void
dismissal_kept (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  ask_suggestion_free (data);
  if (ask_job_finish (source, result, &error) == NULL)
    g_signal_emit (source, signals[FAILED], 0, ask_error_get_words (error));
}

static void
dismissed (AskSchemaAdviser *self, const AskSuggestion *suggestion)
{
  AskSuggestion *gone;
  guint index;

  if (self->suggestions == NULL || !g_ptr_array_find (self->suggestions, suggestion, &index))
    return;
  gone = g_ptr_array_steal_index (self->suggestions, index);
  ask_canvas_set_suggestions (self->canvas, self->suggestions);
  ask_job_start (ask_jobs_settle_suggestion (gone, FALSE), self, ask_session_get_path (self->session), NULL,
                 dismissal_kept, gone);
}

/** ask_schema_adviser_get_widget: Returns: (transfer none): the card, hidden while there is nothing to say */
GtkWidget *
ask_schema_adviser_get_widget (AskSchemaAdviser *self)
{
  return self->card;
}

static void
ask_schema_adviser_dispose (GObject *object)
{
  AskSchemaAdviser *self = ASK_SCHEMA_ADVISER (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->suggestions, g_ptr_array_unref);
  g_clear_object (&self->session);
  g_clear_object (&self->canvas);
  g_clear_object (&self->card);
  G_OBJECT_CLASS (ask_schema_adviser_parent_class)->dispose (object);
}

static void
ask_schema_adviser_class_init (AskSchemaAdviserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_schema_adviser_dispose;
  /** AskSchemaAdviser::failed: @message: one sentence: why there are no suggestions, or why one was not dismissed */
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ask_schema_adviser_init (AskSchemaAdviser *self)
{
  self->card = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9));
  gtk_widget_set_margin_start (self->card, 12);
  gtk_widget_set_margin_bottom (self->card, 12);
  gtk_widget_set_margin_end (self->card, 12);
  gtk_widget_add_css_class (self->card, "card");
  gtk_widget_add_css_class (self->card, "ask-note");
  gtk_widget_set_halign (self->card, GTK_ALIGN_START);
  gtk_widget_set_valign (self->card, GTK_ALIGN_END);
  gtk_widget_set_can_target (self->card, FALSE);
  gtk_widget_set_visible (self->card, FALSE);
  self->spinner = gtk_spinner_new ();
  self->words = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->words, TRUE);
  gtk_label_set_xalign (self->words, 0);
  gtk_label_set_max_width_chars (self->words, 44);
  gtk_box_append (GTK_BOX (self->card), self->spinner);
  gtk_box_append (GTK_BOX (self->card), GTK_WIDGET (self->words));
}

/** ask_schema_adviser_new: Returns: (transfer full): one that does nothing yet */
AskSchemaAdviser *
ask_schema_adviser_new (AskSession *session, AskCanvas *canvas)
{
  AskSchemaAdviser *self = g_object_new (ASK_TYPE_SCHEMA_ADVISER, NULL);

  self->session = g_object_ref (session);
  self->canvas = g_object_ref (canvas);
  g_signal_connect_object (canvas, "dismissed", G_CALLBACK (dismissed), self, G_CONNECT_SWAPPED);
  /* An edit may have said what was suggested. */
  g_signal_connect_object (canvas, "selection-changed", G_CALLBACK (update_card), self, G_CONNECT_SWAPPED);
  return self;
}
