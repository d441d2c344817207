/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The model's settings live in the workspace and go there when the person saves; its key goes to
 * the Secret Service only. Colours are a setting of the program.
 */
#include "config.h"

#include "app/ask-preferences.h"

#include <glib/gi18n.h>

#include "app/charts/ask-palette-row.h"
#include "app/jobs/ask-jobs-model.h"
#include "app/sources/ask-threshold-group.h"
#include "app/widgets/ask-forget-row.h"
#include "app/widgets/ask-found-models.h"
#include "app/widgets/ask-server-models.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "llm/ask-openai-url.h"

struct _AskPreferences
{
  AskDeskWindow parent_instance;
  AskSession *session;
  GSettings *settings; /* nullable */
  GCancellable *cancellable;
  GCancellable *looking; /* nullable: a server is asked which models it has */
  gboolean busy;
  gboolean filling; /* what is set comes from the workspace */
  char *kept_url; /* nullable: as the workspace has it, as has the next */
  char *kept_variable; /* nullable: where the key of the server at @kept_url stands */
  char *left_out; /* nullable: a variable that was not saved for another server */

  AdwEntryRow *url;
  AdwEntryRow *name;
  AdwEntryRow *key_env;
  AdwEntryRow *embeddings;
  AdwEntryRow *small;
  AdwEntryRow *context_length;
  GtkSpinButton *candidates;
  AdwComboRow *form;
  AdwPasswordEntryRow *key;
  AskServerModels *models;
  AskFoundModels *found;
  GtkSwitch *switches[ASK_MODEL_N_SWITCHES];
  GtkButton *test;
  GtkSpinner *spinner;
  GtkImage *result_icon;
  GtkLabel *result;
  AdwComboRow *colors;
  AskForgetRow *learned;
  AskForgetRow *answers;
  AskThresholdGroup *thresholds;
};

G_DEFINE_FINAL_TYPE (AskPreferences, ask_preferences, ASK_TYPE_DESK_WINDOW)

/* Of the template, by AskModelSwitch. */
static const char *const switch_names[ASK_MODEL_N_SWITCHES]
  = { "here_first", "tell_facts", "tell_reading", "tell_reasons" };

/* By the rows of the template; NULL for what a test finds best. */
static const char *const form_values[] = { NULL, "text", "json", "tools" };

static const char *const color_values[] = { "system", "light", "dark" };

static void
stop_looking (AskPreferences *self)
{
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
}

static void
show_result (AskPreferences *self, gboolean fine, const char *text)
{
  gtk_image_set_from_icon_name (self->result_icon, fine ? "emblem-ok-symbolic" : "dialog-warning-symbolic");
  gtk_widget_set_css_classes (GTK_WIDGET (self->result_icon), (const char *[]) { fine ? "success" : "warning", NULL });
  gtk_widget_set_visible (GTK_WIDGET (self->result_icon), text != NULL);
  gtk_label_set_text (self->result, text != NULL ? text : "");
}

static void
set_busy (AskPreferences *self, gboolean busy)
{
  self->busy = busy;
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->test), !busy);
  if (busy)
    show_result (self, TRUE, NULL);
}

static void
fill_row (AdwEntryRow *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
}

/* As it is in the workspace: that needs not be saved. */
static void
show_switch (AskPreferences *self, GtkSwitch *button, gboolean on)
{
  self->filling = TRUE;
  gtk_switch_set_active (button, on);
  self->filling = FALSE;
}

/* @words: (nullable): in which form the model is asked now */
static void
show_form (AskPreferences *self, const char *words)
{
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->form),
                               words != NULL ? words : _ ("Save and Test finds out which one is best"));
}

/* What @form says is in the workspace now. */
static void
keep_server (AskPreferences *self, const AskModelForm *form)
{
  g_free (self->kept_url);
  g_free (self->kept_variable);
  self->kept_url = g_strdup (form->url);
  self->kept_variable = g_strdup (form->key_env);
}

static void
model_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  AskPreferences *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskModelForm) form = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_PREFERENCES (source);
  set_busy (self, FALSE);
  if (form == NULL)
    {
      show_result (self, FALSE, ask_error_get_words (error));
      return;
    }
  keep_server (self, form);
  fill_row (self->url, form->url);
  ask_server_models_rest (self->models);
  fill_row (self->name, form->name);
  fill_row (self->key_env, form->key_env);
  fill_row (self->embeddings, form->embeddings);
  fill_row (self->small, form->small);
  fill_row (self->context_length, form->context_length);
  gtk_spin_button_set_value (self->candidates, form->candidates);
  for (guint i = 0; i < G_N_ELEMENTS (form_values); i++)
    if (g_strcmp0 (form_values[i], form->form) == 0)
      adw_combo_row_set_selected (self->form, i);
  show_form (self, form->form_words);
  for (guint i = 0; i < ASK_MODEL_N_SWITCHES; i++)
    {
      show_switch (self, self->switches[i], form->on[i]);
      gtk_widget_set_sensitive (GTK_WIDGET (self->switches[i]), TRUE);
    }
}

typedef struct
{
  GtkSwitch *button; /* lives as long as the window */
  gboolean focused;
} Switching;

static void
switch_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Switching *switching = data;
  AskPreferences *self;
  g_autoptr (GError) error = NULL;
  gboolean saved = ask_job_finish (source, result, &error) != NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_PREFERENCES (source);
  if (!saved)
    {
      show_switch (self, switching->button, !gtk_switch_get_active (switching->button));
      show_result (self, FALSE, ask_error_get_words (error));
    }
  gtk_widget_set_sensitive (GTK_WIDGET (switching->button), TRUE);
  if (switching->focused)
    gtk_widget_grab_focus (GTK_WIDGET (switching->button));
}

/* One at a time: the last click would not be the last to be saved. */
static void
switched (AskPreferences *self, GParamSpec *param, GtkSwitch *button)
{
  AskModelSwitch which = 0;
  Switching *switching;

  if (self->filling)
    return;
  while (self->switches[which] != button)
    which++;
  switching = g_new (Switching, 1);
  switching->button = button;
  switching->focused = gtk_widget_has_focus (GTK_WIDGET (button));
  gtk_widget_set_sensitive (GTK_WIDGET (button), FALSE);
  ask_job_start (ask_jobs_set_model_switch (which, gtk_switch_get_active (button)), self,
                 ask_session_get_path (self->session), self->cancellable, switch_saved, switching);
}

static void
models_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) servers = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (servers == NULL)
    {
      servers = g_ptr_array_new ();
      show_result (ASK_PREFERENCES (source), FALSE, ask_error_get_words (error));
    }
  ask_found_models_show (ASK_PREFERENCES (source)->found, servers);
}

static void
look_for_models (AskPreferences *self)
{
  ask_found_models_show (self->found, NULL);
  ask_job_start (ask_jobs_find_models (), self, ask_session_get_path (self->session), self->cancellable, models_found,
                 NULL);
}

/* It is saved with all the rest, once it is tested. */
static void
model_picked (AskPreferences *self, const char *url, const char *name)
{
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->url)), url) != 0)
    {
      fill_row (self->url, url);
      ask_server_models_rest (self->models);
    }
  fill_row (self->name, name);
  gtk_widget_grab_focus (GTK_WIDGET (self->test));
}

static void
model_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  AskPreferences *self;
  g_autoptr (GError) error = NULL;
  g_autofree char *words = ask_job_finish (source, result, &error);
  g_autoptr (GString) result_words = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_PREFERENCES (source);
  set_busy (self, FALSE);
  result_words = g_string_new (words != NULL ? words : ask_error_get_words (error));
  if (self->left_out != NULL)
    {
      g_string_append_c (result_words, ' ');
      g_string_append_printf (result_words,
                              _ ("$%s holds the key for another server, and was not sent to this one. Fill it in again "
                                 "where it is meant for this one, too."),
                              self->left_out);
      g_clear_pointer (&self->left_out, g_free);
    }
  show_result (self, words != NULL, result_words->str);
  /* The result says it. */
  show_form (self, NULL);
  if (words != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->key), "");
  ask_session_set_model_problem (self->session, error != NULL ? ask_error_get_words (error) : NULL);
}

/* A variable that stands in its row since another server was set was given for that one.
 * Returns: whether it was taken out of @form */
static gboolean
leave_out_variable (AskPreferences *self, AskModelForm *form)
{
  if (*form->key_env == '\0' || g_strcmp0 (form->key_env, self->kept_variable) != 0
      || ask_openai_url_is_same (form->url, self->kept_url))
    return FALSE;
  *form->key_env = '\0';
  return TRUE;
}

static AskModelForm *
read_form (AskPreferences *self)
{
  AskModelForm *form = g_new0 (AskModelForm, 1);
  const char *key = gtk_editable_get_text (GTK_EDITABLE (self->key));

  form->url = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->url))));
  form->name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  form->key_env = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->key_env))));
  form->embeddings = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->embeddings))));
  form->small = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->small))));
  form->context_length = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->context_length))));
  form->candidates = (guint) gtk_spin_button_get_value_as_int (self->candidates);
  form->form = g_strdup (form_values[MIN (adw_combo_row_get_selected (self->form), G_N_ELEMENTS (form_values) - 1)]);
  if (*key != '\0')
    form->key = g_strdup (key);
  return form;
}

static void
models_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskPreferences *self;
  g_autoptr (GError) error = NULL;
  AskFoundServer *server = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_PREFERENCES (source);
  ask_server_models_show (self->models, server, server == NULL ? ask_error_get_words (error) : NULL);
}

/* What is typed later is asked for instead: the last address counts. */
static void
list_models (AskPreferences *self, gboolean asked)
{
  AskModelForm *form = read_form (self);

  leave_out_variable (self, form);
  stop_looking (self);
  self->looking = g_cancellable_new ();
  ask_job_start (ask_jobs_list_models (form, asked), self, ask_session_get_path (self->session), self->looking,
                 models_listed, NULL);
}

static void
action_test (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskPreferences *self = ASK_PREFERENCES (widget);
  AskModelForm *form;

  if (self->busy)
    return;
  set_busy (self, TRUE);
  form = read_form (self);
  if (leave_out_variable (self, form))
    {
      self->left_out = g_strdup (self->kept_variable);
      fill_row (self->key_env, NULL);
    }
  keep_server (self, form);
  ask_job_start (ask_jobs_save_model (form, TRUE), self, ask_session_get_path (self->session), self->cancellable,
                 model_saved, NULL);
}

static char *
say_learned (guint n)
{
  return g_strdup_printf (ngettext ("%u example", "%u examples", n), n);
}

static char *
say_answers (guint n)
{
  g_autofree char *count = ask_number_count (n);

  return g_strdup_printf (ngettext ("%s answer", "%s answers", n), count);
}

static const AskForgetting learned = {
  &ask_forgettable_learned, say_learned, N_ ("Forget What Was Learned Here?"),
  N_ ("Questions are read again as if nobody had ever chosen a reading. Verified questions stay and answer as before. "
      "This cannot be undone.")
};

static const AskForgetting answers = {
  &ask_forgettable_answers, say_answers, N_ ("Forget the Model’s Answers About Values?"),
  N_ ("SQL that asks the model about values asks it again, and that costs again. Verified questions and boards with "
      "such SQL fail until somebody runs it. This cannot be undone.")
};

static void
color_chosen (AskPreferences *self)
{
  guint index = adw_combo_row_get_selected (self->colors);

  if (self->settings != NULL && index < G_N_ELEMENTS (color_values))
    g_settings_set_string (self->settings, "color-scheme", color_values[index]);
  else if (index < G_N_ELEMENTS (color_values))
    adw_style_manager_set_color_scheme (adw_style_manager_get_default (), index == 1   ? ADW_COLOR_SCHEME_FORCE_LIGHT
                                                                          : index == 2 ? ADW_COLOR_SCHEME_FORCE_DARK
                                                                                       : ADW_COLOR_SCHEME_DEFAULT);
}

static void
stop (gpointer window)
{
  AskPreferences *self = ASK_PREFERENCES (window);

  g_cancellable_cancel (self->cancellable);
  stop_looking (self);
}

static void
ask_preferences_dispose (GObject *object)
{
  AskPreferences *self = ASK_PREFERENCES (object);

  stop (self);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (ask_preferences_parent_class)->dispose (object);
}

static void
ask_preferences_finalize (GObject *object)
{
  AskPreferences *self = ASK_PREFERENCES (object);

  g_clear_object (&self->cancellable);
  g_free (self->kept_url);
  g_free (self->kept_variable);
  g_free (self->left_out);
  G_OBJECT_CLASS (ask_preferences_parent_class)->finalize (object);
}

static void
ask_preferences_class_init (AskPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_FORGET_ROW);
  g_type_ensure (ASK_TYPE_FOUND_MODELS);
  g_type_ensure (ASK_TYPE_PALETTE_ROW);
  g_type_ensure (ASK_TYPE_SERVER_MODELS);
  g_type_ensure (ASK_TYPE_THRESHOLD_GROUP);
  G_OBJECT_CLASS (klass)->dispose = ask_preferences_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_preferences_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, url);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, name);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, key_env);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, embeddings);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, key);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, small);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, context_length);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, candidates);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, form);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, found);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, models);
  for (guint i = 0; i < ASK_MODEL_N_SWITCHES; i++)
    gtk_widget_class_bind_template_child_full (widget_class, switch_names[i], FALSE,
                                               (gssize) (G_STRUCT_OFFSET (AskPreferences, switches)
                                                         + i * sizeof (GtkSwitch *)));
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, test);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, spinner);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, result_icon);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, result);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, colors);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, learned);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, answers);
  gtk_widget_class_bind_template_child (widget_class, AskPreferences, thresholds);
  gtk_widget_class_bind_template_callback (widget_class, color_chosen);
  gtk_widget_class_bind_template_callback (widget_class, switched);
  gtk_widget_class_bind_template_callback (widget_class, model_picked);
  gtk_widget_class_bind_template_callback (widget_class, look_for_models);
  gtk_widget_class_bind_template_callback (widget_class, list_models);
  gtk_widget_class_install_action (widget_class, "model.test", NULL, action_test);
}

static void
ask_preferences_init (AskPreferences *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_server_models_watch (self->models, self->url, self->name);
  g_signal_connect_object (self->key, "entry-activated", G_CALLBACK (ask_server_models_look), self->models,
                           G_CONNECT_SWAPPED);
  ask_transient_init (self, stop);
}

/**
 * ask_preferences_new:
 * @session: whose workspace's model is set
 * @settings: (nullable): %NULL where nothing can be remembered
 *
 * Returns: (transfer none): the window, not yet shown
 */
GtkWidget *
ask_preferences_new (AskSession *session, GSettings *settings)
{
  AskPreferences *self = g_object_new (ASK_TYPE_PREFERENCES, NULL);

  self->session = g_object_ref (session);
  if (settings != NULL)
    {
      g_autofree char *scheme = g_settings_get_string (settings, "color-scheme");

      for (guint i = 0; i < G_N_ELEMENTS (color_values); i++)
        if (g_str_equal (color_values[i], scheme))
          adw_combo_row_set_selected (self->colors, i);
      self->settings = g_object_ref (settings);
    }
  set_busy (self, TRUE);
  ask_job_start (ask_jobs_load_model (), self, ask_session_get_path (session), self->cancellable, model_loaded, NULL);
  look_for_models (self);
  ask_forget_row_load (self->learned, session, &learned);
  ask_forget_row_load (self->answers, session, &answers);
  ask_threshold_group_load (self->thresholds, session, NULL);
  return GTK_WIDGET (self);
}
