/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two columns and what makes a pair; below the pairs, as they are kept. Matching is a query of its own, which goes through the
 * same gate and the same rule of consent as any other; a switch is kept at once, and counts for the next query.
 */
#include "config.h"

#include "app/functions/ask-match-window.h"

#include <glib/gi18n.h>

#include "app/functions/ask-answers-bar.h"
#include "app/functions/ask-match-add.h"
#include "app/jobs/ask-jobs-pairs.h"
#include "app/jobs/ask-jobs-query.h"
#include "app/jobs/ask-jobs-question.h"
#include "app/widgets/ask-cost-view.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "blend/ask-blend-write.h"

/**
 * AskMatchWindow:
 * @cancellable: of the window
 * @running: (nullable): while it is matched
 * @loading: (nullable): of the pairs that were wanted last: those of other lists may come later
 * @names: (element-type utf8): of columns, an entity and an attribute in turns
 * @n_jobs: under way, beside matching
 */
struct _AskMatchWindow
{
  AdwWindow parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  GCancellable *running;
  GCancellable *loading;
  GPtrArray *names;
  guint n_jobs;

  GtkWidget *match;
  GtkWidget *confirm;
  GtkWidget *show;
  AdwPreferencesGroup *lists;
  AdwComboRow *left;
  AdwComboRow *right;
  AdwEntryRow *criterion;
  GtkProgressBar *bar;
  AskCostView *gate;
  GtkLabel *said;
  GtkLabel *count;
  AskMatchPairs *pairs;
  AskMatchAdd *add;
};

G_DEFINE_FINAL_TYPE (AskMatchWindow, ask_match_window, ADW_TYPE_WINDOW)

static void
say (AskMatchWindow *self, const char *words)
{
  gtk_label_set_text (self->said, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->said), words != NULL);
}

/* Returns: whether that row names a column */
static gboolean
get_part (AskMatchWindow *self, AdwComboRow *row, AskBlendPart *part)
{
  guint at = adw_combo_row_get_selected (row);

  if (at == GTK_INVALID_LIST_POSITION || 2 * at + 1 >= self->names->len)
    return FALSE;
  *part = (AskBlendPart) { self->names->pdata[2 * at], self->names->pdata[2 * at + 1] };
  return TRUE;
}

static char *
dup_criterion (AskMatchWindow *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->criterion))));
}

static void
update (AskMatchWindow *self)
{
  gboolean running = self->running != NULL;
  guint n_open = ask_match_pairs_count (self->pairs, ASK_PAIR_OPEN);
  guint n_cut = ask_match_pairs_count (self->pairs, ASK_PAIR_CUT);
  guint n = n_open + ask_match_pairs_count (self->pairs, ASK_PAIR_CONFIRMED);
  g_autofree char *pairs = ask_number_count (n);
  g_autofree char *open = ask_number_count (n_open);
  g_autofree char *cut = ask_number_count (n_cut);
  /* Translators: how many pairs there are, how many of them nobody looked at, and how many a person cut. */
  g_autofree char *words
    = g_strdup_printf (ngettext ("%s pair, %s not looked at; %s cut", "%s pairs, %s not looked at; %s cut", n), pairs,
                       open, cut);

  gtk_label_set_text (self->count, n + n_cut > 0 ? words : _ ("These lists were not matched yet."));
  gtk_widget_set_visible (GTK_WIDGET (self->pairs), n + n_cut > 0);
  gtk_widget_set_visible (self->confirm, n + n_cut > 0);
  gtk_widget_set_visible (self->show, n + n_cut > 0);
  gtk_widget_set_sensitive (self->confirm, n_open > 0 && !running);
  gtk_widget_set_sensitive (self->show, !running);
  gtk_widget_set_sensitive (GTK_WIDGET (self->pairs), !running);
  gtk_widget_set_sensitive (GTK_WIDGET (self->add), !running && self->names->len > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->lists), !running);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), running);
  gtk_button_set_label (GTK_BUTTON (self->match), running ? _ ("_Stop") : _ ("_Match"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.cancel", running);
}

/* ---- the pairs */

static void
loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  AskMatchWindow *self = ASK_MATCH_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) pairs = ask_job_finish (source, result, &error);

  self->n_jobs--;
  if (g_task_get_cancellable (G_TASK (result)) != self->loading)
    return;
  if (pairs == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        say (self, ask_error_get_words (error));
      return;
    }
  ask_match_pairs_set_pairs (self->pairs, pairs);
  update (self);
}

static void
forget_loading (AskMatchWindow *self)
{
  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
}

static void
load (AskMatchWindow *self)
{
  AskBlendPart left, right;
  g_autofree char *left_name = NULL;
  g_autofree char *right_name = NULL;
  g_autofree char *criterion = dup_criterion (self);

  if (!get_part (self, self->left, &left) || !get_part (self, self->right, &right))
    return;
  left_name = g_strdup_printf ("%s.%s", left.entity, left.attribute);
  right_name = g_strdup_printf ("%s.%s", right.entity, right.attribute);
  forget_loading (self);
  self->loading = g_cancellable_new ();
  self->n_jobs++;
  ask_job_start (ask_jobs_load_pairs (&(AskPairSides) { left_name, right_name, criterion }), self,
                 ask_session_get_path (self->session), self->loading, loaded, NULL);
}

static void
corrected (GObject *source, GAsyncResult *result, gpointer data)
{
  AskMatchWindow *self = ASK_MATCH_WINDOW (source);
  g_autoptr (GError) error = NULL;

  self->n_jobs--;
  if (ask_job_finish (source, result, &error) != NULL)
    return;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  say (self, ask_error_get_words (error));
  /* What could not be kept is not so. */
  load (self);
}

static void
correct (AskMatchWindow *self, const gint64 *pairs, guint n, AskPairVerdict verdict)
{
  say (self, NULL);
  self->n_jobs++;
  ask_job_start (ask_jobs_correct_pairs (pairs, n, verdict), self, ask_session_get_path (self->session),
                 self->cancellable, corrected, NULL);
  update (self);
}

static void
pair_corrected (AskMatchWindow *self, gint64 pair, guint verdict)
{
  correct (self, &pair, 1, (AskPairVerdict) verdict);
}

static void
confirm_clicked (AskMatchWindow *self)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint64));

  ask_match_pairs_list (self->pairs, ASK_PAIR_OPEN, numbers);
  for (guint i = 0; i < numbers->len; i++)
    ask_match_pairs_correct (self->pairs, g_array_index (numbers, gint64, i), ASK_PAIR_CONFIRMED);
  correct (self, (const gint64 *) numbers->data, numbers->len, ASK_PAIR_CONFIRMED);
}

static void
pair_added (GObject *source, GAsyncResult *result, gpointer data)
{
  AskMatchWindow *self = ASK_MATCH_WINDOW (source);
  g_autoptr (GError) error = NULL;

  self->n_jobs--;
  if (ask_job_finish (source, result, &error) != NULL)
    {
      ask_match_add_clear (self->add);
      load (self);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    say (self, ask_error_get_words (error));
}

static void
add_pair (AskMatchWindow *self)
{
  AskBlendPart left, right;
  g_autofree char *left_text = ask_match_add_dup_left (self->add);
  g_autofree char *right_text = ask_match_add_dup_right (self->add);
  g_autofree char *criterion = dup_criterion (self);

  if (!get_part (self, self->left, &left) || !get_part (self, self->right, &right))
    return;
  say (self, NULL);
  self->n_jobs++;
  ask_job_start (ask_jobs_add_pair (&(AskPairPart) { left.entity, left.attribute, left_text },
                                    &(AskPairPart) { right.entity, right.attribute, right_text }, criterion),
                 self, ask_session_get_path (self->session), self->cancellable, pair_added, NULL);
}

/* ---- matching */

static void
show_cost (gpointer target, AskCostWait *wait)
{
  AskMatchWindow *self = ASK_MATCH_WINDOW (target);

  ask_cost_view_ask (self->gate, wait, self->running != NULL);
}

static void
show_values (gpointer target, gsize n_done, gsize n)
{
  AskMatchWindow *self = ASK_MATCH_WINDOW (target);

  if (self->running != NULL)
    ask_answers_bar_show (self->bar, n_done, n);
}

static void
end (AskMatchWindow *self)
{
  g_clear_object (&self->running);
  ask_cost_view_forget (self->gate);
  update (self);
}

static void
ran (GObject *source, GAsyncResult *result, gpointer data)
{
  AskMatchWindow *self = ASK_MATCH_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOutcome) outcome = ask_job_finish (source, result, &error);

  if (self->running == NULL || g_task_get_cancellable (G_TASK (result)) != self->running)
    return;
  end (self);
  if (outcome == NULL)
    say (self, ask_error_get_words (error));
  else if (outcome->answer->status != ASK_STATUS_ANSWERED)
    say (self, outcome->answer->text);
  load (self);
}

/* What is matched, in words. */
static char *
make_title (const AskBlendPart *left, const AskBlendPart *right)
{
  /* Translators: two columns, each with its table: the title of an answer. */
  return g_strdup_printf (_ ("Pairs of %s.%s and %s.%s"), left->entity, left->attribute, right->entity,
                          right->attribute);
}

/** ask_match_window_run: @self: the window; matches the two lists, unless that is under way */
void
ask_match_window_run (AskMatchWindow *self)
{
  AskBlendPart left, right;
  g_autofree char *criterion = NULL;
  g_autofree char *sql = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (ASK_IS_MATCH_WINDOW (self));
  if (self->running != NULL || !get_part (self, self->left, &left) || !get_part (self, self->right, &right))
    return;
  criterion = dup_criterion (self);
  sql = ask_blend_write_match (&left, &right, criterion);
  title = make_title (&left, &right);
  say (self, NULL);
  self->running = g_cancellable_new ();
  gtk_progress_bar_set_fraction (self->bar, 0);
  gtk_progress_bar_set_text (self->bar, _ ("Running…"));
  gtk_widget_grab_focus (self->match);
  update (self);
  ask_job_start (ask_jobs_ask (self, title, &(AskAsking) { .sql = sql },
                               &(AskAskingNews) { .on_cost = show_cost, .on_values = show_values }),
                 self, ask_session_get_path (self->session), self->running, ran, NULL);
}

static void
cancel_matching (AskMatchWindow *self)
{
  if (self->running == NULL)
    return;
  g_cancellable_cancel (self->running);
  end (self);
}

static void
match_clicked (AskMatchWindow *self)
{
  if (self->running != NULL)
    cancel_matching (self);
  else
    ask_match_window_run (self);
}

/* The pairs as an answer in the window behind: what a person said of them counts there. */
static void
show_clicked (AskMatchWindow *self)
{
  GtkWindow *behind = gtk_window_get_transient_for (GTK_WINDOW (self));
  AskBlendPart left, right;
  g_autofree char *criterion = dup_criterion (self);
  g_autofree char *sql = NULL;
  g_autofree char *title = NULL;

  if (behind == NULL || !get_part (self, self->left, &left) || !get_part (self, self->right, &right))
    return;
  sql = ask_blend_write_match (&left, &right, criterion);
  title = make_title (&left, &right);
  gtk_widget_activate_action (GTK_WIDGET (behind), "win.ask-sql", "(ss)", title, sql);
  gtk_window_close (GTK_WINDOW (self));
}

/* ---- the lists to choose from */

static void
take_columns (AskMatchWindow *self, const AskSchema *schema)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint e = 0; e < schema->entities->len; e++)
    {
      const AskEntity *entity = schema->entities->pdata[e];

      for (guint a = 0; !entity->hidden && a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];
          g_autofree char *name = g_strdup_printf ("%s.%s", entity->name, attribute->name);

          if (attribute->hidden)
            continue;
          g_ptr_array_add (self->names, g_strdup (entity->name));
          g_ptr_array_add (self->names, g_strdup (attribute->name));
          gtk_string_list_append (names, name);
        }
    }
  adw_combo_row_set_model (self->left, G_LIST_MODEL (names));
  adw_combo_row_set_model (self->right, G_LIST_MODEL (names));
}

static void
schema_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  AskMatchWindow *self = ASK_MATCH_WINDOW (source);
  g_autoptr (GError) error = NULL;
  AskQueryDesk *desk = ask_job_finish (source, result, &error);

  self->n_jobs--;
  if (desk != NULL)
    {
      take_columns (self, desk->schema);
      ask_query_desk_free (desk);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    say (self, ask_error_get_words (error));
  gtk_widget_set_sensitive (self->match, self->names->len > 0);
  update (self);
}

static void
choose (AskMatchWindow *self, AdwComboRow *row, const char *name)
{
  for (guint i = 0; i + 1 < self->names->len; i += 2)
    {
      g_autofree char *own
        = g_strdup_printf ("%s.%s", (const char *) self->names->pdata[i], (const char *) self->names->pdata[i + 1]);

      if (g_str_equal (own, name))
        adw_combo_row_set_selected (row, i / 2);
    }
}

/**
 * ask_match_window_choose:
 * @self: the window, once it is not busy
 * @left: "shop.name"
 * @right: likewise
 */
void
ask_match_window_choose (AskMatchWindow *self, const char *left, const char *right)
{
  g_return_if_fail (ASK_IS_MATCH_WINDOW (self));
  choose (self, self->left, left);
  choose (self, self->right, right);
}

/** ask_match_window_get_pairs: @self: the window; Returns: (transfer none): its table */
AskMatchPairs *
ask_match_window_get_pairs (AskMatchWindow *self)
{
  g_return_val_if_fail (ASK_IS_MATCH_WINDOW (self), NULL);
  return self->pairs;
}

/** ask_match_window_get_said: @self: the window; Returns: (transfer none): why there are no pairs, or "" */
const char *
ask_match_window_get_said (AskMatchWindow *self)
{
  g_return_val_if_fail (ASK_IS_MATCH_WINDOW (self), "");
  return gtk_label_get_text (self->said);
}

/** ask_match_window_is_busy: @self: the window; Returns: whether something is read, kept or matched */
gboolean
ask_match_window_is_busy (AskMatchWindow *self)
{
  g_return_val_if_fail (ASK_IS_MATCH_WINDOW (self), FALSE);
  return self->running != NULL || self->n_jobs > 0;
}

/* ---- the window */

static void
stop (gpointer window)
{
  AskMatchWindow *self = window;

  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  forget_loading (self);
  g_cancellable_cancel (self->cancellable);
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  cancel_matching (ASK_MATCH_WINDOW (widget));
}

static void
ask_match_window_finalize (GObject *object)
{
  AskMatchWindow *self = ASK_MATCH_WINDOW (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->running);
  g_clear_object (&self->loading);
  g_ptr_array_unref (self->names);
  G_OBJECT_CLASS (ask_match_window_parent_class)->finalize (object);
}

static void
ask_match_window_class_init (AskMatchWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_match_window_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
  /* What the view of a price has on its button. */
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "card.cancel", NULL, action_cancel);
}

static GtkWidget *
new_button (AskMatchWindow *self, const char *label, const char *tooltip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  return button;
}

static AdwComboRow *
new_choice (AskMatchWindow *self, const char *title)
{
  AdwComboRow *row = g_object_new (ADW_TYPE_COMBO_ROW, "title", title, "use-underline", TRUE, "expression",
                                   gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"), NULL);

  g_signal_connect_object (row, "notify::selected", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (self->lists, GTK_WIDGET (row));
  return row;
}

static GtkWidget *
new_lists (AskMatchWindow *self)
{
  self->lists = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_description (
    self->lists,
    _ (
      "What is equal or nearly equal is paired here. The model sees the rest, where it may leave. What you confirm or cut "
      "it is not asked about again."));
  self->left = new_choice (self, _ ("_Left list"));
  self->right = new_choice (self, _ ("_Right list"));
  self->criterion = g_object_new (ADW_TYPE_ENTRY_ROW, "title", _ ("What makes a _pair (both name the same)"),
                                  "use-underline", TRUE, NULL);
  g_signal_connect_object (self->criterion, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->criterion, "entry-activated", G_CALLBACK (ask_match_window_run), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (self->lists, GTK_WIDGET (self->criterion));
  return GTK_WIDGET (self->lists);
}

/* What is known of the pairs, and what can be done with all of them. */
static GtkWidget *
new_summary (AskMatchWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->count = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, NULL);
  self->confirm = new_button (self, _ ("_Confirm the Others"),
                              _ ("Say of each pair that nobody looked at that it holds"), G_CALLBACK (confirm_clicked));
  self->show
    = new_button (self, _ ("_Show as Answer"), _ ("Show the pairs as a table of their own"), G_CALLBACK (show_clicked));
  /* In a narrow window, and in large letters, they are shortened; a hint says the whole. */
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->confirm))), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->show))), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (buttons), self->confirm);
  gtk_box_append (GTK_BOX (buttons), self->show);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->count));
  gtk_box_append (GTK_BOX (box), buttons);
  return box;
}

static void
build (AskMatchWindow *self)
{
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *clamp = g_object_new (ADW_TYPE_CLAMP, "maximum-size", 760, "child", box, NULL);

  g_object_set (box, "margin-start", 12, "margin-end", 12, "margin-top", 18, "margin-bottom", 18, NULL);
  self->match = new_button (self, _ ("_Match"), _ ("Find the pairs of both lists"), G_CALLBACK (match_clicked));
  gtk_widget_add_css_class (self->match, "suggested-action");
  gtk_widget_set_sensitive (self->match, FALSE);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->match);
  gtk_box_append (GTK_BOX (outer), header);
  gtk_box_append (GTK_BOX (outer), g_object_new (GTK_TYPE_SCROLLED_WINDOW, "hscrollbar-policy", GTK_POLICY_NEVER,
                                                 "vexpand", TRUE, "child", clamp, NULL));
  gtk_box_append (GTK_BOX (box), new_lists (self));
  self->bar = g_object_new (GTK_TYPE_PROGRESS_BAR, "show-text", TRUE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Answers that have come"), -1);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->bar));
  self->gate = g_object_new (ASK_TYPE_COST_VIEW, "visible", FALSE, NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->gate));
  self->said = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                             PANGO_WRAP_WORD_CHAR, "selectable", TRUE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->said), "error");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->said));
  gtk_box_append (GTK_BOX (box), new_summary (self));
  self->pairs = ASK_MATCH_PAIRS (ask_match_pairs_new ());
  g_signal_connect_object (self->pairs, "corrected", G_CALLBACK (pair_corrected), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->pairs));
  self->add = ASK_MATCH_ADD (ask_match_add_new ());
  g_signal_connect_object (self->add, "add", G_CALLBACK (add_pair), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->add));
  adw_window_set_content (ADW_WINDOW (self), outer);
}

static void
ask_match_window_init (AskMatchWindow *self)
{
  self->cancellable = g_cancellable_new ();
  self->names = g_ptr_array_new_with_free_func (g_free);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Match Two Lists"));
  gtk_window_set_default_size (GTK_WINDOW (self), 680, 720);
  ask_transient_init (self, stop);
  build (self);
  update (self);
}

/**
 * ask_match_window_new:
 * @session: of the window
 *
 * Returns: (transfer none): a window, which is not shown yet
 */
GtkWidget *
ask_match_window_new (AskSession *session)
{
  AskMatchWindow *self = g_object_new (ASK_TYPE_MATCH_WINDOW, NULL);

  self->session = g_object_ref (session);
  self->n_jobs++;
  ask_job_start (ask_jobs_load_query_desk (), self, ask_session_get_path (session), self->cancellable, schema_loaded,
                 NULL);
  return GTK_WIDGET (self);
}
