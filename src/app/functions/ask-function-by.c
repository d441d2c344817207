/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The models are those that the server of the workspace's model says it has; where it does not answer, there is no choice, and
 * what a function said before stays. Nothing is started here.
 */
#include "config.h"

#include "app/functions/ask-function-by.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-model.h"
#include "app/widgets/ask-transient.h"
#include "llm/ask-openai-facts.h"
#include "llm/ask-openai-find.h"

struct _AskFunctionBy
{
  AdwPreferencesGroup parent_instance;
  AskSession *session; /* nullable */
  GCancellable *cancellable;
  GtkStringList *names; /* the first one stands for the workspace's model */
  char *wanted; /* nullable: the model that is shown, also before the server has answered */
  gboolean busy;

  AdwComboRow *kind;
  AdwComboRow *model;
  AdwEntryRow *command;
};

G_DEFINE_FINAL_TYPE (AskFunctionBy, ask_function_by, ADW_TYPE_PREFERENCES_GROUP)

static guint changed_signal;

static const struct
{
  const char *kind;
  const char *words;
} kinds[] = {
  { NULL, N_ ("A language model") },
  { "map", N_ ("A program, for each value") },
  { "qa", N_ ("A program, about rows") },
  { "join", N_ ("A program that joins") },
};

static void
stop (gpointer part)
{
  g_cancellable_cancel (ASK_FUNCTION_BY (part)->cancellable);
}

static void
update (AskFunctionBy *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->model), !ask_function_by_is_program (self));
  gtk_widget_set_visible (GTK_WIDGET (self->command), ask_function_by_is_program (self));
}

static void
changed (AskFunctionBy *self)
{
  update (self);
  if (!self->busy)
    g_signal_emit (self, changed_signal, 0);
}

/* Returns: its place in the list, where it is put if need be; the first for none */
static guint
find_model (AskFunctionBy *self, const char *name)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->names));

  for (guint i = 1; name != NULL && i < n; i++)
    if (g_str_equal (gtk_string_list_get_string (self->names, i), name))
      return i;
  if (name == NULL)
    return 0;
  gtk_string_list_append (self->names, name);
  return n;
}

static void
show_model (AskFunctionBy *self)
{
  self->busy = TRUE;
  adw_combo_row_set_selected (self->model, find_model (self, self->wanted));
  self->busy = FALSE;
}

static void
models_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskFunctionBy *self = ASK_FUNCTION_BY (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskFoundServer) server = ask_job_finish (source, result, &error);

  /* Without an answer there is no other model to choose; a trial says what is wrong. */
  for (guint i = 0; server != NULL && i < server->models->len; i++)
    {
      const AskModelFacts *facts = server->models->pdata[i];

      if (!facts->embeds)
        find_model (self, facts->name);
    }
}

static void
form_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskFunctionBy *self = ASK_FUNCTION_BY (source);
  g_autoptr (GError) error = NULL;
  AskModelForm *form = ask_job_finish (source, result, &error);

  if (form == NULL || form->url == NULL || *form->url == '\0')
    g_clear_pointer (&form, ask_model_form_free);
  else
    ask_job_start (ask_jobs_list_models (form, FALSE), self, ask_session_get_path (self->session), self->cancellable,
                   models_ready, NULL);
}

/** ask_function_by_look: @self: the group; @session: of the window; asks the server which models there are, once */
void
ask_function_by_look (AskFunctionBy *self, AskSession *session)
{
  g_return_if_fail (ASK_IS_FUNCTION_BY (self) && session != NULL);
  if (self->session != NULL)
    return;
  self->session = g_object_ref (session);
  ask_job_start (ask_jobs_load_model (), self, ask_session_get_path (session), self->cancellable, form_ready, NULL);
}

/** ask_function_by_show: @self: the group; @function: whose model or program is shown */
void
ask_function_by_show (AskFunctionBy *self, const AskOwnFunction *function)
{
  g_return_if_fail (ASK_IS_FUNCTION_BY (self));
  self->busy = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].kind, function->kind) == 0)
      adw_combo_row_set_selected (self->kind, i);
  gtk_editable_set_text (GTK_EDITABLE (self->command), function->command != NULL ? function->command : "");
  g_free (self->wanted);
  self->wanted = g_strdup (function->model);
  show_model (self);
  update (self);
}

/** ask_function_by_fill: @self: the group; @function: gets who computes it: its kind, command and model */
void
ask_function_by_fill (AskFunctionBy *self, AskOwnFunction *function)
{
  const char *kind = kinds[adw_combo_row_get_selected (self->kind)].kind;
  guint model = adw_combo_row_get_selected (self->model);

  g_return_if_fail (ASK_IS_FUNCTION_BY (self));
  function->kind = g_strdup (kind);
  if (kind != NULL)
    function->command = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->command))));
  else if (model > 0 && model != GTK_INVALID_LIST_POSITION)
    function->model = g_strdup (gtk_string_list_get_string (self->names, model));
}

/** ask_function_by_is_program: @self: the group. Returns: whether a program computes it */
gboolean
ask_function_by_is_program (AskFunctionBy *self)
{
  g_return_val_if_fail (ASK_IS_FUNCTION_BY (self), FALSE);
  return adw_combo_row_get_selected (self->kind) > 0;
}

static void
ask_function_by_dispose (GObject *object)
{
  stop (object);
  G_OBJECT_CLASS (ask_function_by_parent_class)->dispose (object);
}

static void
ask_function_by_finalize (GObject *object)
{
  AskFunctionBy *self = ASK_FUNCTION_BY (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->names);
  g_free (self->wanted);
  G_OBJECT_CLASS (ask_function_by_parent_class)->finalize (object);
}

static void
ask_function_by_class_init (AskFunctionByClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_function_by_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_function_by_finalize;
  /** AskFunctionBy::changed: somebody else computes it */
  changed_signal
    = g_signal_new ("changed", ASK_TYPE_FUNCTION_BY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_function_by_init (AskFunctionBy *self)
{
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);

  self->cancellable = g_cancellable_new ();
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    gtk_string_list_append (words, _ (kinds[i].words));
  self->kind
    = g_object_new (ADW_TYPE_COMBO_ROW, "title", _ ("Answered _by"), "use-underline", TRUE, "model", words, NULL);
  self->names = gtk_string_list_new (NULL);
  gtk_string_list_append (self->names, _ ("The model of the workspace"));
  self->model
    = g_object_new (ADW_TYPE_COMBO_ROW, "title", _ ("_Model"), "use-underline", TRUE, "model", self->names, NULL);
  self->command = g_object_new (ADW_TYPE_ENTRY_ROW, "title", _ ("C_ommand: a program and its arguments"),
                                "use-underline", TRUE, NULL);
  g_signal_connect_object (self->kind, "notify::selected", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "notify::selected", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->command, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (self->kind));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (self->model));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (self->command));
  update (self);
  ask_transient_init_part (self, stop);
}

/** ask_function_by_new: Returns: (transfer floating): the group, for the model of the workspace */
GtkWidget *
ask_function_by_new (void)
{
  return g_object_new (ASK_TYPE_FUNCTION_BY, NULL);
}
