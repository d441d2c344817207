/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It runs nothing but trials. What is typed goes into SQL as literals, and values are shown as they are: nothing of them is
 * markup. Where values may not leave it names the attribute, where no model is set it leads to Preferences.
 */
#include "config.h"

#include "app/functions/ask-function-form.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/functions/ask-function-by.h"
#include "app/jobs/ask-jobs-function.h"
#include "app/widgets/ask-cost-view.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

/* Of a value that is shown. */
#define SHOWN_LENGTH 200
/* Of an answer beside its value, in characters. */
#define ANSWER_WIDTH 20

struct _AskFunctionForm
{
  GtkWidget parent_instance;
  AskSession *session;
  gboolean defines; /* a function is defined: it may have examples, and what all values cost is no matter */
  char *sql; /* nullable */
  char *from; /* nullable: no value is chosen */
  char *column;
  guint index;
  GCancellable *cancellable; /* nullable: while it is tried */
  AskFunctionTrial *trial; /* nullable: of what is asked now */

  char *name; /* nullable: of the function that is changed */
  AskFunctionBy *by;
  AdwEntryRow *question;
  AdwComboRow *type;
  AdwEntryRow *options;
  AdwEntryRow *examples;
  AdwPreferencesGroup *tried;
  GPtrArray *rows; /* of the group, borrowed */
  GtkWidget *button;
  GtkSpinner *spinner;
  GtkLabel *cost;
  GtkWidget *problem;
  GtkLabel *said;
  GtkWidget *way;
  AskCostView *gate;
};

G_DEFINE_FINAL_TYPE (AskFunctionForm, ask_function_form, GTK_TYPE_WIDGET)

static guint tried_signal, changed_signal;

static const struct
{
  const char *type;
  const char *words;
} types[] = {
  { NULL, N_ ("As it fits") },
  { "bool", N_ ("Yes or no") },
  { "str", N_ ("Text") },
  { "int", N_ ("A whole number") },
  { "float", N_ ("A number") },
  { "date", N_ ("A date") },
  { "substring", N_ ("A part of the value") },
  { "list", N_ ("A list") },
  { "json", N_ ("JSON") },
};

static char *
dup_typed (AdwEntryRow *row)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));

  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

/* ---- what is said */

static void
say (AskFunctionForm *self, const char *words, const char *way, const char *action)
{
  gtk_label_set_text (self->said, words != NULL ? words : "");
  gtk_widget_set_visible (self->problem, words != NULL);
  gtk_widget_set_visible (self->way, way != NULL);
  if (way != NULL)
    gtk_button_set_label (GTK_BUTTON (self->way), way);
  g_object_set_data (G_OBJECT (self->way), "action", (gpointer) action);
}

static void
clear_rows (AskFunctionForm *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->tried, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
}

static void
forget (AskFunctionForm *self)
{
  g_clear_pointer (&self->trial, ask_function_trial_free);
  clear_rows (self);
  gtk_widget_set_visible (GTK_WIDGET (self->cost), FALSE);
  say (self, NULL, NULL, NULL);
}

static char *
show_value (const AskValue *value)
{
  g_autofree char *text = value->kind == ASK_VALUE_NULL ? NULL : ask_value_to_text (value);

  /* Translators: no answer fitted. */
  return text != NULL ? ask_text_shorten (text, SHOWN_LENGTH) : g_strdup (_ ("no answer"));
}

/* What 1 and 0 mean where it was asked whether something is so. */
static char *
show_answer (AskFunctionForm *self, const AskValue *value)
{
  gboolean truth = g_strcmp0 (types[adw_combo_row_get_selected (self->type)].type, "bool") == 0;

  if (truth && value->kind == ASK_VALUE_INTEGER)
    return g_strdup (value->integer != 0 ? _ ("yes") : _ ("no"));
  return show_value (value);
}

static void
add_row (AskFunctionForm *self, const AskValue *value, const AskValue *answer)
{
  g_autofree char *title = show_value (value);
  g_autofree char *text = show_answer (self, answer);
  g_autofree char *read = NULL;
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title", title, "title-lines", 2, NULL);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                   "xalign", 1.0, "width-chars", MIN ((int) g_utf8_strlen (text, -1), ANSWER_WIDTH),
                                   "max-width-chars", ANSWER_WIDTH, "selectable", TRUE, NULL);

  if (answer->kind == ASK_VALUE_NULL)
    gtk_widget_add_css_class (label, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  /* Translators: a value, and the answer about it. */
  read = g_strdup_printf (_ ("%s: %s"), title, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, read, -1);
  adw_preferences_group_add (self->tried, row);
  g_ptr_array_add (self->rows, row);
}

static void
show_cost (AskFunctionForm *self)
{
  const AskFunctionTrial *trial = self->trial;

  if (self->defines)
    return;
  gtk_label_set_text (self->cost,
                      trial->cost != NULL
                        ? trial->cost
                        : _ ("All answers are there already: nothing more is asked, and it costs nothing."));
  gtk_widget_set_visible (GTK_WIDGET (self->cost), TRUE);
}

static void
show_trial (AskFunctionForm *self)
{
  const AskFunctionTrial *trial = self->trial;

  if (trial->no_model != NULL)
    say (self, trial->no_model, _ ("_Open Preferences"), "app.preferences");
  else if (trial->refused != NULL)
    say (self, trial->refused, trial->attribute != NULL ? _ ("Show the Attribute in _Schema") : _ ("Show in _Schema"),
         "win.show-attribute");
  else if (ask_rows_get_n_rows (trial->rows) == 0)
    say (self, _ ("There is no value to ask about: the column is empty."), NULL, NULL);
  else
    {
      for (gsize i = 0; i < ask_rows_get_n_rows (trial->rows); i++)
        add_row (self, ask_rows_get (trial->rows, i, 0), ask_rows_get (trial->rows, i, 1));
      show_cost (self);
    }
}

/* ---- trying */

static void
set_trying (AskFunctionForm *self, gboolean trying)
{
  gtk_spinner_set_spinning (self->spinner, trying);
  gtk_button_set_label (GTK_BUTTON (self->button), trying ? _ ("_Stop") : _ ("_Try on Five Values"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.cancel", trying);
  if (!trying)
    ask_cost_view_forget (self->gate);
}

static void
ask_cost (gpointer target, AskCostWait *wait)
{
  AskFunctionForm *self = ASK_FUNCTION_FORM (target);

  ask_cost_view_ask (self->gate, wait, self->cancellable != NULL);
}

static void
tried (GObject *source, GAsyncResult *result, gpointer data)
{
  AskFunctionForm *self = ASK_FUNCTION_FORM (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskFunctionTrial) trial = ask_job_finish (source, result, &error);

  /* Stopped, or something else is asked meanwhile. */
  if (self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  set_trying (self, FALSE);
  if (trial == NULL)
    say (self, ask_error_get_words (error), NULL, NULL);
  else
    {
      self->trial = g_steal_pointer (&trial);
      show_trial (self);
    }
  g_signal_emit (self, tried_signal, 0);
}

/* Returns: (transfer none) (nullable): why a program cannot be tried here */
static const char *
find_untried (AskFunctionForm *self, const AskOwnFunction *asked)
{
  if (strcmp (asked->kind, "map") != 0)
    return _ ("A program about rows, or one that joins, is tried on the SQL page, once it is saved and turned on.");
  if (self->name == NULL || *self->name == '\0')
    return _ ("Save it first, and turn it on in the list. No program is started before that.");
  return NULL;
}

/**
 * ask_function_form_try:
 * @self: a form
 *
 * Asks about five values, unless it is under way.
 *
 * Returns: whether there is something to ask
 */
gboolean
ask_function_form_try (AskFunctionForm *self)
{
  g_autoptr (AskOwnFunction) asked = NULL;
  const char *untried;

  g_return_val_if_fail (ASK_IS_FUNCTION_FORM (self), FALSE);
  asked = ask_function_form_dup_asked (self);
  if (self->cancellable != NULL)
    return TRUE;
  forget (self);
  if (asked == NULL || self->from == NULL)
    {
      say (self,
           asked != NULL                           ? _ ("Choose a column to try it on first.")
           : ask_function_by_is_program (self->by) ? _ ("Write the command of a program first.")
                                                   : _ ("Write a question first."),
           NULL, NULL);
      return FALSE;
    }
  if (asked->command != NULL && (untried = find_untried (self, asked)) != NULL)
    {
      say (self, untried, NULL, NULL);
      return FALSE;
    }
  self->cancellable = g_cancellable_new ();
  set_trying (self, TRUE);
  ask_job_start (ask_jobs_try_function (self,
                                        &(AskFunctionAsking) { { self->sql, self->from, self->column, self->index },
                                                               asked,
                                                               !self->defines,
                                                               ask_cost }),
                 self, ask_session_get_path (self->session), self->cancellable, tried, NULL);
  return TRUE;
}

/** ask_function_form_stop: @self: a form; nothing is tried from then on */
void
ask_function_form_stop (AskFunctionForm *self)
{
  g_return_if_fail (ASK_IS_FUNCTION_FORM (self));
  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  set_trying (self, FALSE);
}

static void
stop (gpointer form)
{
  ask_function_form_stop (form);
}

static void
try_clicked (AskFunctionForm *self)
{
  if (self->cancellable != NULL)
    ask_function_form_stop (self);
  else
    ask_function_form_try (self);
}

static void
edited (AskFunctionForm *self)
{
  ask_function_form_stop (self);
  forget (self);
  g_signal_emit (self, changed_signal, 0);
}

/* To where it can be mended, which is in the window behind. */
static void
go (AskFunctionForm *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWindow *behind = GTK_IS_WINDOW (root) ? gtk_window_get_transient_for (GTK_WINDOW (root)) : NULL;
  const char *action = g_object_get_data (G_OBJECT (self->way), "action");

  if (behind == NULL || action == NULL)
    return;
  if (g_str_equal (action, "win.show-attribute"))
    {
      const AskFunctionTrial *trial = self->trial;

      gtk_widget_activate_action (GTK_WIDGET (behind), action, "(ss)", trial->entity != NULL ? trial->entity : "",
                                  trial->attribute != NULL ? trial->attribute : "");
      gtk_window_close (GTK_WINDOW (root));
    }
  else
    gtk_widget_activate_action (GTK_WIDGET (behind), action, NULL);
}

/* ---- what is asked */

/** ask_function_form_set_values: @self: a form; @column: (nullable): what is asked about */
void
ask_function_form_set_values (AskFunctionForm *self, const AskBlendColumn *column)
{
  g_return_if_fail (ASK_IS_FUNCTION_FORM (self));
  ask_function_form_stop (self);
  forget (self);
  ask_text_set (&self->sql, column != NULL ? column->sql : NULL);
  ask_text_set (&self->from, column != NULL ? column->from : NULL);
  ask_text_set (&self->column, column != NULL ? column->name : NULL);
  self->index = column != NULL ? column->index : 0;
}

static char *
write_examples (const GPtrArray *examples)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i + 1 < examples->len; i += 2)
    g_string_append_printf (text, "%s%s=%s", i > 0 ? "; " : "", (const char *) examples->pdata[i],
                            (const char *) examples->pdata[i + 1]);
  return g_string_free (text, FALSE);
}

static void
read_examples (const char *text, GPtrArray *examples)
{
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *equals = strrchr (g_strstrip (parts[i]), '=');

      if (equals == NULL)
        continue;
      *equals = '\0';
      g_ptr_array_add (examples, g_strdup (g_strstrip (parts[i])));
      g_ptr_array_add (examples, g_strdup (g_strstrip (equals + 1)));
    }
}

/* Of a program all but its question and the answers that may be given is its own. */
static void
show_rows_of (AskFunctionForm *self)
{
  const gboolean program = ask_function_by_is_program (self->by);

  gtk_widget_set_visible (GTK_WIDGET (self->type), !program);
  gtk_widget_set_visible (GTK_WIDGET (self->examples), self->defines && !program);
}

/** ask_function_form_set_asked: @self: a form; @asked: what is shown of it is its question, type, options and examples */
void
ask_function_form_set_asked (AskFunctionForm *self, const AskOwnFunction *asked)
{
  g_autofree char *examples = write_examples (asked->examples);

  g_return_if_fail (ASK_IS_FUNCTION_FORM (self));
  gtk_editable_set_text (GTK_EDITABLE (self->question), asked->question != NULL ? asked->question : "");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_strcmp0 (types[i].type, asked->type) == 0)
      adw_combo_row_set_selected (self->type, i);
  gtk_editable_set_text (GTK_EDITABLE (self->options), asked->options != NULL ? asked->options : "");
  gtk_editable_set_text (GTK_EDITABLE (self->examples), examples);
  ask_text_set (&self->name, asked->name);
  ask_function_by_show (self->by, asked);
  ask_function_by_look (self->by, self->session);
  show_rows_of (self);
}

static void
by_changed (AskFunctionForm *self)
{
  show_rows_of (self);
  edited (self);
}

/* Returns: (transfer full) (nullable): a function that starts a program; its question may be said by calls instead */
static AskOwnFunction *
dup_program (AskFunctionForm *self, const char *question)
{
  g_autoptr (AskOwnFunction) asked = ask_own_function_new (self->name, question != NULL ? question : "");

  ask_function_by_fill (self->by, asked);
  asked->options = dup_typed (self->options);
  return *asked->command != '\0' ? g_steal_pointer (&asked) : NULL;
}

/**
 * ask_function_form_dup_asked:
 * @self: a form
 *
 * Returns: (transfer full) (nullable): what is asked, without a name; %NULL where nothing is
 */
AskOwnFunction *
ask_function_form_dup_asked (AskFunctionForm *self)
{
  g_autofree char *question = NULL;
  AskOwnFunction *asked;

  g_return_val_if_fail (ASK_IS_FUNCTION_FORM (self), NULL);
  question = dup_typed (self->question);
  if (ask_function_by_is_program (self->by))
    return dup_program (self, question);
  if (question == NULL)
    return NULL;
  asked = ask_own_function_new (NULL, question);
  ask_function_by_fill (self->by, asked);
  asked->type = g_strdup (types[adw_combo_row_get_selected (self->type)].type);
  asked->options = dup_typed (self->options);
  if (self->defines)
    read_examples (gtk_editable_get_text (GTK_EDITABLE (self->examples)), asked->examples);
  return asked;
}

/** ask_function_form_has_question: @self: a form; Returns: whether something is asked */
gboolean
ask_function_form_has_question (AskFunctionForm *self)
{
  g_autoptr (AskOwnFunction) asked = ask_function_form_dup_asked (self);

  return asked != NULL;
}

/** ask_function_form_is_trying: @self: a form; Returns: whether a trial is under way */
gboolean
ask_function_form_is_trying (AskFunctionForm *self)
{
  g_return_val_if_fail (ASK_IS_FUNCTION_FORM (self), FALSE);
  return self->cancellable != NULL;
}

/** ask_function_form_get_tried: @self: a form; Returns: (transfer none) (nullable): the values and their answers */
AskRows *
ask_function_form_get_tried (AskFunctionForm *self)
{
  g_return_val_if_fail (ASK_IS_FUNCTION_FORM (self), NULL);
  return self->trial != NULL ? self->trial->rows : NULL;
}

/** ask_function_form_get_said: @self: a form; Returns: (transfer none): why there is none, else what all values cost, or "" */
const char *
ask_function_form_get_said (AskFunctionForm *self)
{
  g_return_val_if_fail (ASK_IS_FUNCTION_FORM (self), "");
  if (gtk_widget_get_visible (self->problem))
    return gtk_label_get_text (self->said);
  return gtk_widget_get_visible (GTK_WIDGET (self->cost)) ? gtk_label_get_text (self->cost) : "";
}

/** ask_function_form_focus: @self: a form; the question is typed next */
void
ask_function_form_focus (AskFunctionForm *self)
{
  g_return_if_fail (ASK_IS_FUNCTION_FORM (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->question));
}

/* ---- the widget */

static void
ask_function_form_dispose (GObject *object)
{
  AskFunctionForm *self = ASK_FUNCTION_FORM (object);
  GtkWidget *child;

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->trial, ask_function_trial_free);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->sql, g_free);
  g_clear_pointer (&self->from, g_free);
  g_clear_pointer (&self->column, g_free);
  g_clear_pointer (&self->name, g_free);
  G_OBJECT_CLASS (ask_function_form_parent_class)->dispose (object);
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_function_form_stop (ASK_FUNCTION_FORM (widget));
}

static void
ask_function_form_class_init (AskFunctionFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_function_form_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  /* What the view of a price has on its button. */
  gtk_widget_class_install_action (widget_class, "card.cancel", NULL, action_cancel);
  tried_signal = g_signal_new ("tried", ASK_TYPE_FUNCTION_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  changed_signal
    = g_signal_new ("changed", ASK_TYPE_FUNCTION_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static AdwEntryRow *
add_entry (AskFunctionForm *self, AdwPreferencesGroup *group, const char *title)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ENTRY_ROW, "title", title, "use-underline", TRUE, NULL);

  g_signal_connect_object (row, "changed", G_CALLBACK (edited), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, row);
  return ADW_ENTRY_ROW (row);
}

static GtkWidget *
new_question (AskFunctionForm *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);

  self->question = add_entry (self, group, _ ("_Question about each value"));
  g_signal_connect_object (self->question, "entry-activated", G_CALLBACK (ask_function_form_try), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    gtk_string_list_append (words, _ (types[i].words));
  self->type = g_object_new (ADW_TYPE_COMBO_ROW, "title", _ ("_Answer"), "use-underline", TRUE, "model", words, NULL);
  g_signal_connect_object (self->type, "notify::selected", G_CALLBACK (edited), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, GTK_WIDGET (self->type));
  self->options = add_entry (self, group, _ ("_Only these, with semicolons between"));
  self->examples = add_entry (self, group, _ ("_Examples: value=answer, with semicolons between"));
  gtk_widget_set_visible (GTK_WIDGET (self->examples), FALSE);
  return GTK_WIDGET (group);
}

static GtkWidget *
new_trial (AskFunctionForm *self)
{
  GtkWidget *suffix = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->tried = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->tried, _ ("Preview"));
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->spinner), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Working"), -1);
  self->button = gtk_button_new_with_mnemonic (_ ("_Try on Five Values"));
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (try_clicked), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (suffix), GTK_WIDGET (self->spinner));
  gtk_box_append (GTK_BOX (suffix), self->button);
  adw_preferences_group_set_header_suffix (self->tried, suffix);
  return GTK_WIDGET (self->tried);
}

static GtkWidget *
new_problem (AskFunctionForm *self)
{
  self->problem = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  self->said = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                             "selectable", TRUE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->said), "error");
  self->way = g_object_new (GTK_TYPE_BUTTON, "use-underline", TRUE, "halign", GTK_ALIGN_START, "visible", FALSE, NULL);
  g_signal_connect_object (self->way, "clicked", G_CALLBACK (go), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->problem), GTK_WIDGET (self->said));
  gtk_box_append (GTK_BOX (self->problem), self->way);
  gtk_widget_set_visible (self->problem, FALSE);
  return self->problem;
}

static void
ask_function_form_init (AskFunctionForm *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  self->rows = g_ptr_array_new ();
  self->by = ASK_FUNCTION_BY (ask_function_by_new ());
  gtk_widget_set_visible (GTK_WIDGET (self->by), FALSE);
  g_signal_connect_object (self->by, "changed", G_CALLBACK (by_changed), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->by));
  gtk_box_append (GTK_BOX (box), new_question (self));
  gtk_box_append (GTK_BOX (box), new_trial (self));
  gtk_box_append (GTK_BOX (box), new_problem (self));
  self->gate = g_object_new (ASK_TYPE_COST_VIEW, "visible", FALSE, NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->gate));
  self->cost = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "visible",
                             FALSE, NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->cost));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.cancel", FALSE);
  ask_transient_init_part (self, stop);
}

/**
 * ask_function_form_new:
 * @session: of the window
 * @defines: a function is defined: it may have examples, and nobody asks what all values would cost
 *
 * Returns: (transfer floating): a form without values
 */
GtkWidget *
ask_function_form_new (AskSession *session, gboolean defines)
{
  AskFunctionForm *self = g_object_new (ASK_TYPE_FUNCTION_FORM, NULL);

  self->session = g_object_ref (session);
  self->defines = defines;
  gtk_widget_set_visible (GTK_WIDGET (self->examples), defines);
  gtk_widget_set_visible (GTK_WIDGET (self->by), defines);
  return GTK_WIDGET (self);
}
