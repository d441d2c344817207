/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row for each threshold, saved one by one, also where the window was closed meanwhile; of a row one after the other, so
 * that the last thing applied is what is kept. What is no number stays as it was typed, with a sentence.
 */
#include "config.h"

#include "app/sources/ask-threshold-group.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-cost.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

struct _AskThresholdGroup
{
  AdwPreferencesGroup parent_instance;
  AskSession *session;
  char *source; /* (nullable): whose they are; NULL for all sources */
  gboolean closed; /* its rows are gone */
  AdwEntryRow *rows[ASK_THRESHOLD_N];
  gboolean saving[ASK_THRESHOLD_N];
  char *waiting[ASK_THRESHOLD_N]; /* (nullable): what was applied since, and is saved next */
  char *faults[ASK_THRESHOLD_N]; /* (nullable): why what stands in the row is not saved */
};

G_DEFINE_FINAL_TYPE (AskThresholdGroup, ask_threshold_group, ADW_TYPE_PREFERENCES_GROUP)

static const char *const titles[ASK_THRESHOLD_N] = {
  [ASK_THRESHOLD_CALLS] = N_ ("Calls to an API"),
  [ASK_THRESHOLD_ROWS] = N_ ("Rows from an API or a server"),
  [ASK_THRESHOLD_SECONDS] = N_ ("Seconds"),
  [ASK_THRESHOLD_BYTES] = N_ ("Bytes to the language model"),
  [ASK_THRESHOLD_TOKENS] = N_ ("Tokens of the language model"),
  [ASK_THRESHOLD_PRICE] = N_ ("Price of its tokens"),
};

/* Shorter: what holds for all sources stands behind them. */
static const char *const titles_of_source[ASK_THRESHOLD_N_OF_SOURCES] = {
  [ASK_THRESHOLD_CALLS] = N_ ("Calls"),
  [ASK_THRESHOLD_ROWS] = N_ ("Rows"),
  [ASK_THRESHOLD_SECONDS] = N_ ("Seconds"),
};

static void
show_words (AskThresholdGroup *self, const char *words)
{
  g_autofree char *markup = NULL;

  if (words == NULL && self->source != NULL)
    words
      = _ ("What would take more of this source is shown first, with its cost. An empty line is as for all sources; "
           "with “never” nobody is asked.");
  else if (words == NULL)
    words = _ ("What would take more is shown first, with its cost. An empty line is never asked about. A source can "
               "have its own, in its details.");
  /* A fault repeats what was typed. */
  markup = g_markup_escape_text (words, -1);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (self), markup);
}

/* The first of what could not be saved, else what the group is about. */
static void
show_faults (AskThresholdGroup *self)
{
  const char *words = NULL;

  for (guint i = 0; i < ASK_THRESHOLD_N && words == NULL; i++)
    words = self->faults[i];
  show_words (self, words);
}

static void saved (GObject *source, GAsyncResult *result, gpointer which);

static void
save (AskThresholdGroup *self, guint i, const char *text)
{
  self->saving[i] = TRUE;
  ask_job_start (ask_jobs_set_threshold ((AskThreshold) i, self->source, text), self,
                 ask_session_get_path (self->session), NULL, saved, GUINT_TO_POINTER (i));
}

static void
saved (GObject *source, GAsyncResult *result, gpointer which)
{
  AskThresholdGroup *self = ASK_THRESHOLD_GROUP (source);
  guint i = GPOINTER_TO_UINT (which);
  g_autofree char *next = g_steal_pointer (&self->waiting[i]);
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  self->saving[i] = FALSE;
  if (next != NULL)
    {
      save (self, i, next);
      return;
    }
  /* Of a window that was closed meanwhile the main window says it. */
  if (self->closed)
    {
      if (error != NULL)
        ask_session_toast (self->session, ask_error_get_words (error));
      return;
    }
  ask_text_set (&self->faults[i], error != NULL ? ask_error_get_words (error) : NULL);
  if (error != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->rows[i]), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->rows[i]), "error");
  show_faults (self);
}

static void
applied (AskThresholdGroup *self, AdwEntryRow *row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
  guint i = 0;

  while (self->rows[i] != row)
    i++;
  if (self->saving[i])
    ask_text_set (&self->waiting[i], text);
  else
    save (self, i, text);
}

/* What holds where this source has none of its own. */
static void
show_usual (AskThresholdGroup *self, guint i, const char *usual)
{
  /* Translators: of what, and above how many of them one is asked for all sources: "Calls (all sources: 500)". */
  g_autofree char *title
    = g_strdup_printf (_ ("%s (all sources: %s)"), _ (titles_of_source[i]), *usual != '\0' ? usual : _ ("never"));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->rows[i]), title);
}

static void
loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  AskThresholdGroup *self = ASK_THRESHOLD_GROUP (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) texts = ask_job_finish (source, result, &error);

  if (self->closed)
    return;
  if (texts == NULL)
    {
      show_words (self, ask_error_get_words (error));
      return;
    }
  for (guint i = 0; i < ASK_THRESHOLD_N; i++)
    {
      const char *text = texts->pdata[i];

      if (self->source != NULL && i < ASK_THRESHOLD_N_OF_SOURCES)
        show_usual (self, i, texts->pdata[ASK_THRESHOLD_N + i]);
      gtk_editable_set_text (GTK_EDITABLE (self->rows[i]), g_str_equal (text, "never") ? _ ("never") : text);
      /* Only what a person types is to be applied. */
      adw_entry_row_set_show_apply_button (self->rows[i], TRUE);
      gtk_widget_set_sensitive (GTK_WIDGET (self->rows[i]), TRUE);
    }
}

/**
 * ask_threshold_group_load:
 * @self: the group
 * @session: whose workspace it is about
 * @record: (nullable): the API or server that it is about; %NULL for all sources and the model
 *
 * Shows what is set. It is called once.
 */
void
ask_threshold_group_load (AskThresholdGroup *self, AskSession *session, const AskSourceRecord *record)
{
  g_return_if_fail (ASK_IS_THRESHOLD_GROUP (self));
  g_set_object (&self->session, session);
  if (record != NULL)
    {
      self->source = g_strdup (record->name);
      for (guint i = 0; i < ASK_THRESHOLD_N; i++)
        gtk_widget_set_visible (GTK_WIDGET (self->rows[i]), i < ASK_THRESHOLD_N_OF_SOURCES);
      gtk_widget_set_visible (GTK_WIDGET (self->rows[ASK_THRESHOLD_CALLS]),
                              record->kind->nature == ASK_NATURE_DOCUMENT);
      show_words (self, NULL);
    }
  ask_job_start (ask_jobs_load_thresholds (self->source), self, ask_session_get_path (session), NULL, loaded, NULL);
}

static void
ask_threshold_group_dispose (GObject *object)
{
  ASK_THRESHOLD_GROUP (object)->closed = TRUE;
  G_OBJECT_CLASS (ask_threshold_group_parent_class)->dispose (object);
}

static void
ask_threshold_group_finalize (GObject *object)
{
  AskThresholdGroup *self = ASK_THRESHOLD_GROUP (object);

  g_clear_object (&self->session);
  g_free (self->source);
  for (guint i = 0; i < ASK_THRESHOLD_N; i++)
    {
      g_free (self->waiting[i]);
      g_free (self->faults[i]);
    }
  G_OBJECT_CLASS (ask_threshold_group_parent_class)->finalize (object);
}

static void
ask_threshold_group_class_init (AskThresholdGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_threshold_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_threshold_group_finalize;
}

static void
ask_threshold_group_init (AskThresholdGroup *self)
{
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _ ("Ask me before more than"));
  show_words (self, NULL);
  for (guint i = 0; i < ASK_THRESHOLD_N; i++)
    {
      GtkWidget *row = adw_entry_row_new ();

      self->rows[i] = ADW_ENTRY_ROW (row);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (titles[i]));
      adw_entry_row_set_input_purpose (self->rows[i], GTK_INPUT_PURPOSE_NUMBER);
      gtk_widget_set_sensitive (row, FALSE);
      g_signal_connect_swapped (row, "apply", G_CALLBACK (applied), self);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
    }
}
