/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edits that are not saved stay with their question while others are looked at. Results are shown and kept nowhere.
 *
 * ::saved: (id) a question was saved, or its result found good. ::ran: (id) one was run. ::remove: (id) a person
 * wants it removed.
 */
#include "config.h"

#include "app/verified/ask-verified-panel.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-verified.h"
#include "app/sql/ask-sql-editor.h"
#include "sql/ask-sql-layout.h"
#include "app/widgets/ask-format.h"
#include "app/grid/ask-grid.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

struct _AskVerifiedPanel
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable; /* while a job runs */
  gint64 job_id; /* of the pair that it is about */
  GHashTable *drafts; /* gint64 → Draft */
  gint64 id; /* 0 for a new one */
  char *question; /* as it is saved */
  char *sql; /* the same, a clause a line */
  char *written; /* the same, as it was written */
  AskFingerprint *result; /* nullable: of the saved SQL, to be found good */
  char *ran; /* that SQL */
  gboolean filling;

  GtkEditable *entry;
  AskSqlEditor *editor;
  GtkLabel *facts;
  GtkStack *verbs;
  GtkSpinner *spinner;
  GtkWidget *remove;
  GtkWidget *outcome;
  GtkImage *icon;
  GtkLabel *words;
  GtkWidget *accept;
  GtkWidget *switcher;
  GtkStack *tables;
  AskGrid *differing;
  AskGrid *whole;
};

G_DEFINE_FINAL_TYPE (AskVerifiedPanel, ask_verified_panel, GTK_TYPE_WIDGET)

enum
{
  SAVED,
  RAN,
  REMOVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

typedef struct
{
  char *question;
  char *sql;
} Draft;

static void
draft_free (gpointer data)
{
  g_free (((Draft *) data)->question);
  g_free (((Draft *) data)->sql);
  g_free (data);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Draft, draft_free)

/* Returns: (transfer full): what is in the fields */
static Draft *
draft_new (AskVerifiedPanel *self)
{
  Draft *draft = g_new0 (Draft, 1);

  draft->question = g_strdup (gtk_editable_get_text (self->entry));
  draft->sql = ask_sql_editor_dup_text (self->editor);
  return draft;
}

static gboolean
is_edited (AskVerifiedPanel *self, gboolean *sql_edited)
{
  g_autofree char *sql = ask_sql_editor_dup_text (self->editor);
  gboolean other = g_strcmp0 (sql, self->sql) != 0;

  if (sql_edited != NULL)
    *sql_edited = other;
  return other || g_strcmp0 (gtk_editable_get_text (self->entry), self->question) != 0;
}

static void
update (AskVerifiedPanel *self)
{
  g_autofree char *sql = ask_sql_editor_dup_text (self->editor);
  gboolean written = *sql != '\0';
  gboolean complete = written && *gtk_editable_get_text (self->entry) != '\0';

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "verified.save", complete && is_edited (self, NULL));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "verified.run", written);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "verified.remove", self->id != 0);
}

static void
edited (AskVerifiedPanel *self)
{
  if (!self->filling)
    update (self);
}

static void
set_busy (AskVerifiedPanel *self, gboolean busy)
{
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_stack_set_visible_child_name (self->verbs, busy ? "working" : "idle");
  if (!busy)
    update (self);
}

static void
show_words (AskVerifiedPanel *self, const char *icon, const char *style, const char *words)
{
  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char *[]) { style, NULL });
  gtk_label_set_text (self->words, words);
  gtk_widget_set_visible (self->accept, FALSE);
  gtk_widget_set_visible (self->switcher, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->tables), FALSE);
  gtk_widget_set_visible (self->outcome, TRUE);
}

static void
append_fact (GString *words, guint64 n, const char *format)
{
  g_autofree char *count = ask_number_count (n);
  g_auto (GStrv) parts = NULL;

  if (n == 0)
    return;
  if (words->len > 0)
    g_string_append (words, ", ");
  parts = g_strsplit (format, "%s", 2);
  g_string_append_printf (words, "%s%s%s", parts[0], count, parts[1] != NULL ? parts[1] : "");
}

/* "3 rows changed, 1 row is new" */
static char *
describe_difference (const AskVerifiedTry *try)
{
  const AskDifference *difference = &try->run->difference;
  GString *words = g_string_new (NULL);

  if (difference->columns)
    g_string_append (words, _ ("other columns"));
  append_fact (words, difference->changed,
               ngettext ("%s row changed", "%s rows changed", (gulong) difference->changed));
  append_fact (words, difference->added, ngettext ("%s row is new", "%s rows are new", (gulong) difference->added));
  append_fact (words, difference->removed,
               ngettext ("%s row is gone", "%s rows are gone", (gulong) difference->removed));
  if (difference->order)
    g_string_append_printf (words, "%s%s", words->len > 0 ? ", " : "", _ ("the rows come in another order"));
  if (words->len == 0)
    {
      g_autofree char *before = ask_number_count (try->before->n_rows);
      g_autofree char *after = ask_number_count (try->run->result->n_rows);

      /* Too many rows to tell them apart one by one. */
      g_string_append_printf (words, _ ("%s rows then, %s rows now"), before, after);
    }
  return g_string_free (words, FALSE);
}

static void
show_tables (AskVerifiedPanel *self, const AskVerifiedTry *try)
{
  gboolean both = try->differing != NULL;

  if (try->rows == NULL || ask_rows_get_n_rows (try->rows) == 0)
    return;
  ask_grid_set_rows (self->whole, try->rows);
  ask_grid_fit (self->whole, 320);
  if (both)
    {
      ask_grid_set_rows (self->differing, try->differing);
      ask_grid_fit (self->differing, 320);
    }
  gtk_stack_page_set_visible (gtk_stack_get_page (self->tables, GTK_WIDGET (self->differing)), both);
  gtk_stack_set_visible_child (self->tables, GTK_WIDGET (both ? self->differing : self->whole));
  gtk_widget_set_visible (self->switcher, both);
  gtk_widget_set_visible (GTK_WIDGET (self->tables), TRUE);
}

static void
show_try (AskVerifiedPanel *self, const AskVerifiedTry *try, gboolean saved)
{
  g_autofree char *when = ask_format_day (try->before_at);
  g_autofree char *count = try->rows != NULL ? ask_number_count (ask_rows_get_n_rows (try->rows)) : NULL;
  g_autofree char *elapsed = ask_format_elapsed (try->run->elapsed_ms);
  g_autofree char *difference = NULL;
  g_autofree char *words = NULL;

  switch (try->run->status)
    {
    case ASK_VERIFIED_SAME:
      words = g_strdup_printf (ngettext ("The same as the good result of %s: %s row, %s",
                                         "The same as the good result of %s: %s rows, %s",
                                         (gulong) ask_rows_get_n_rows (try->rows)),
                               when, count, elapsed);
      show_words (self, "emblem-ok-symbolic", "success", words);
      break;
    case ASK_VERIFIED_DIFFERENT:
      difference = describe_difference (try);
      /* Translators: a day, and what differs: "3 rows changed, 1 row is new". */
      words = g_strdup_printf (_ ("Differs from the good result of %s: %s."), when, difference);
      show_words (self, "dialog-warning-symbolic", "warning", words);
      gtk_widget_set_visible (self->accept, saved);
      break;
    case ASK_VERIFIED_NEW:
      words = g_strdup_printf (saved ? ngettext ("%s row, %s. Later runs are compared with this result.",
                                                 "%s rows, %s. Later runs are compared with this result.",
                                                 (gulong) ask_rows_get_n_rows (try->rows))
                                     : ngettext ("%s row, %s. Not saved yet.", "%s rows, %s. Not saved yet.",
                                                 (gulong) ask_rows_get_n_rows (try->rows)),
                               count, elapsed);
      show_words (self, "emblem-ok-symbolic", "dim-label", words);
      break;
    case ASK_VERIFIED_FAILED:
    default:
      show_words (self, "dialog-error-symbolic", "error", try->run->message);
    }
  show_tables (self, try);
}

/* What a job says when it ends. Returns: whether it went well and somebody still looks at the question it was about */
static gboolean
end_job (AskVerifiedPanel *self, const GError *error)
{
  gboolean stopped = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  g_clear_object (&self->cancellable);
  if (self->session == NULL)
    return FALSE;
  set_busy (self, FALSE);
  if (error == NULL)
    return self->job_id == self->id;
  if (self->job_id != self->id)
    {
      if (!stopped)
        ask_session_toast (self->session, ask_error_get_words (error));
    }
  else if (stopped)
    show_words (self, "process-stop-symbolic", "dim-label", _ ("Stopped."));
  else
    show_words (self, "dialog-error-symbolic", "error", ask_error_get_words (error));
  return FALSE;
}

static void
run_done (GObject *source, GAsyncResult *result, gpointer data)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (source);
  gboolean saved = GPOINTER_TO_INT (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerifiedTry) try = ask_job_finish (source, result, &error);

  if (!end_job (self, error))
    return;
  g_clear_pointer (&self->result, ask_fingerprint_free);
  if (saved && try->run->result != NULL)
    {
      self->result = ask_fingerprint_copy (try->run->result);
      g_free (self->ran);
      self->ran = g_strdup (try->run->sql);
    }
  show_try (self, try, saved);
  if (saved)
    g_signal_emit (self, signals[RAN], 0, self->id);
}

static void
start (AskVerifiedPanel *self)
{
  self->cancellable = g_cancellable_new ();
  self->job_id = self->id;
  gtk_widget_set_visible (self->outcome, FALSE);
  set_busy (self, TRUE);
}

static void
action_run (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (widget);
  g_autofree char *sql = ask_sql_editor_dup_text (self->editor);
  gboolean other = TRUE;

  if (self->cancellable != NULL)
    return;
  is_edited (self, &other);
  start (self);
  ask_job_start (ask_jobs_run_verified (self->id, other ? sql : NULL), self, ask_session_get_path (self->session),
                 self->cancellable, run_done, GINT_TO_POINTER (!other));
}

static void
run (AskVerifiedPanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "verified.run", NULL);
}

static void
save_done (GObject *source, GAsyncResult *result, gpointer data)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) pair = ask_job_finish (source, result, &error);
  g_autoptr (Draft) sent = data;
  g_autoptr (Draft) typed = NULL;

  if (!end_job (self, error))
    return;
  g_hash_table_remove (self->drafts, &self->id);
  /* What somebody typed while it was saved is an edit of what is saved now. */
  typed = draft_new (self);
  if (!g_str_equal (typed->question, sent->question) || !g_str_equal (typed->sql, sent->sql))
    g_hash_table_insert (self->drafts, g_memdup2 (&pair->id, sizeof pair->id), g_steal_pointer (&typed));
  g_clear_pointer (&self->question, g_free);
  ask_verified_panel_show (self, pair);
  ask_session_toast (self->session, _ ("Saved and verified"));
  g_signal_emit (self, signals[SAVED], 0, pair->id);
}

static void
action_save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (widget);
  g_autofree char *sql = ask_sql_editor_dup_text (self->editor);
  gboolean other = TRUE;

  if (self->cancellable != NULL)
    return;
  is_edited (self, &other);
  start (self);
  /* A new layout of the same SQL would take its good result away. */
  ask_job_start (ask_jobs_save_verified (self->id, gtk_editable_get_text (self->entry), other ? sql : self->written),
                 self, ask_session_get_path (self->session), self->cancellable, save_done, draft_new (self));
}

static void
accept_done (GObject *source, GAsyncResult *result, gpointer data)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (source);
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  if (end_job (self, error))
    show_words (self, "emblem-ok-symbolic", "success", _ ("This is the good result from now on."));
  if (error == NULL && self->session != NULL)
    g_signal_emit (self, signals[SAVED], 0, self->id);
}

static void
action_accept (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (widget);

  if (self->cancellable != NULL || self->result == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  self->job_id = self->id;
  set_busy (self, TRUE);
  ask_job_start (ask_jobs_accept (self->id, self->ran, self->result), self, ask_session_get_path (self->session), NULL,
                 accept_done, NULL);
}

static void
action_stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

static void
action_remove (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (widget);

  g_signal_emit (self, signals[REMOVE], 0, self->id);
}

static void
keep_draft (AskVerifiedPanel *self)
{
  if (self->question == NULL)
    return;
  if (!is_edited (self, NULL))
    {
      g_hash_table_remove (self->drafts, &self->id);
      return;
    }
  g_hash_table_insert (self->drafts, g_memdup2 (&self->id, sizeof self->id), draft_new (self));
}

static void
show_facts (AskVerifiedPanel *self, const AskVerified *pair)
{
  g_autofree char *day = pair != NULL ? ask_format_day (pair->verified_at) : NULL;
  g_autofree char *run = pair != NULL ? ask_format_moment (pair->run_at) : NULL;
  g_autofree char *who = NULL;
  g_autofree char *words = NULL;

  if (pair == NULL)
    words = g_strdup (_ ("Write the question as people ask it, and the SQL that answers it. Saving it says that you "
                         "vouch for both."));
  else
    {
      who = pair->verified_by != NULL
              /* Translators: who vouches for a question, and since which day. */
              ? g_strdup_printf (_ ("Verified by %s, %s"), pair->verified_by, day)
              : g_strdup_printf (_ ("Verified, %s"), day);
      words = pair->run_at != 0 ? g_strdup_printf (_ ("%s · last run %s"), who, run)
                                : g_strdup_printf (_ ("%s · not run yet"), who);
    }
  gtk_label_set_text (self->facts, words);
}

/**
 * ask_verified_panel_show:
 * @pair: (nullable): %NULL for a new one
 *
 * Shows a pair. Where it is the one that is shown already, what a person is typing stays.
 */
void
ask_verified_panel_show (AskVerifiedPanel *self, const AskVerified *pair)
{
  gint64 id = pair != NULL ? pair->id : 0;
  const Draft *draft;
  gboolean same;

  g_return_if_fail (ASK_IS_VERIFIED_PANEL (self));
  same = self->question != NULL && self->id == id;
  keep_draft (self);
  if (!same)
    {
      g_cancellable_cancel (self->cancellable);
      gtk_widget_set_visible (self->outcome, FALSE);
      g_clear_pointer (&self->result, ask_fingerprint_free);
    }
  self->id = id;
  g_free (self->question);
  g_free (self->sql);
  g_free (self->written);
  self->written = pair != NULL ? g_strdup (pair->sql) : NULL;
  self->question = g_strdup (pair != NULL ? pair->question : "");
  /* A clause a line, as it is edited: white space alone is no edit. */
  self->sql = pair != NULL ? ask_sql_lay_out (pair->sql) : g_strdup ("");
  g_strstrip (self->sql);
  draft = g_hash_table_lookup (self->drafts, &id);
  self->filling = TRUE;
  if (g_strcmp0 (gtk_editable_get_text (self->entry), draft != NULL ? draft->question : self->question) != 0)
    gtk_editable_set_text (self->entry, draft != NULL ? draft->question : self->question);
  {
    g_autofree char *shown = ask_sql_editor_dup_text (self->editor);

    if (g_strcmp0 (shown, draft != NULL ? draft->sql : self->sql) != 0)
      ask_sql_editor_set_text (self->editor, draft != NULL ? draft->sql : self->sql);
  }
  self->filling = FALSE;
  show_facts (self, pair);
  gtk_widget_set_visible (self->remove, id != 0);
  update (self);
}

/**
 * ask_verified_panel_set:
 * @question: (nullable): %NULL leaves what is there
 * @sql: (nullable): likewise
 *
 * Writes into the fields as a person would.
 */
void
ask_verified_panel_set (AskVerifiedPanel *self, const char *question, const char *sql)
{
  g_return_if_fail (ASK_IS_VERIFIED_PANEL (self));
  if (question != NULL)
    gtk_editable_set_text (self->entry, question);
  if (sql != NULL)
    ask_sql_editor_set_text (self->editor, sql);
}

/** ask_verified_panel_get_id: Returns: of the pair that is shown, 0 for a new one */
gint64
ask_verified_panel_get_id (AskVerifiedPanel *self)
{
  g_return_val_if_fail (ASK_IS_VERIFIED_PANEL (self), 0);
  return self->id;
}

/** ask_verified_panel_is_busy: Returns: whether something is being run or saved */
gboolean
ask_verified_panel_is_busy (AskVerifiedPanel *self)
{
  g_return_val_if_fail (ASK_IS_VERIFIED_PANEL (self), FALSE);
  return self->cancellable != NULL;
}

/** ask_verified_panel_get_words: Returns: (transfer none): how the last run ended, "" before one */
const char *
ask_verified_panel_get_words (AskVerifiedPanel *self)
{
  g_return_val_if_fail (ASK_IS_VERIFIED_PANEL (self), NULL);
  return gtk_widget_get_visible (self->outcome) ? gtk_label_get_text (self->words) : "";
}

/** ask_verified_panel_set_session: @session: (transfer none): a reference is kept */
void
ask_verified_panel_set_session (AskVerifiedPanel *self, AskSession *session)
{
  g_return_if_fail (ASK_IS_VERIFIED_PANEL (self));
  g_set_object (&self->session, session);
  ask_sql_editor_set_workspace (self->editor, ask_session_get_path (session));
}

/** ask_verified_panel_set_schema: @schema: (transfer none): whose names are offered while SQL is written */
void
ask_verified_panel_set_schema (AskVerifiedPanel *self, AskSchema *schema)
{
  g_return_if_fail (ASK_IS_VERIFIED_PANEL (self));
  ask_sql_editor_set_schema (self->editor, schema);
}

static void
ask_verified_panel_dispose (GObject *object)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (object);
  GtkWidget *child;

  g_cancellable_cancel (self->cancellable);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_verified_panel_parent_class)->dispose (object);
}

static void
ask_verified_panel_finalize (GObject *object)
{
  AskVerifiedPanel *self = ASK_VERIFIED_PANEL (object);

  g_clear_object (&self->cancellable);
  g_hash_table_unref (self->drafts);
  g_free (self->question);
  g_free (self->sql);
  g_free (self->written);
  g_free (self->ran);
  g_clear_pointer (&self->result, ask_fingerprint_free);
  G_OBJECT_CLASS (ask_verified_panel_parent_class)->finalize (object);
}

static void
ask_verified_panel_class_init (AskVerifiedPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "verified.save", action_save }, { "verified.run", action_run },       { "verified.accept", action_accept },
    { "verified.stop", action_stop }, { "verified.remove", action_remove },
  };

  g_type_ensure (ASK_TYPE_SQL_EDITOR);
  g_type_ensure (ASK_TYPE_GRID);
  G_OBJECT_CLASS (klass)->dispose = ask_verified_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_verified_panel_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    {
      static const char *const names[] = { "saved", "ran", "remove" };

      signals[i] = g_signal_new (names[i], ASK_TYPE_VERIFIED_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 1, G_TYPE_INT64);
    }
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-verified-panel.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, AskVerifiedPanel, name)
  BIND (entry);
  BIND (editor);
  BIND (facts);
  BIND (verbs);
  BIND (spinner);
  BIND (remove);
  BIND (outcome);
  BIND (icon);
  BIND (words);
  BIND (accept);
  BIND (switcher);
  BIND (tables);
  BIND (differing);
  BIND (whole);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, edited);
  gtk_widget_class_bind_template_callback (widget_class, run);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "verified.save", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "verified.run", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_verified_panel_init (AskVerifiedPanel *self)
{
  self->drafts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, draft_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  update (self);
}

/**
 * ask_verified_panel_count_drafts:
 * @question: (out) (transfer none) (nullable): of one of them; empty where none was written yet
 *
 * Returns: how many questions were edited and not saved
 */
guint
ask_verified_panel_count_drafts (AskVerifiedPanel *self, const char **question)
{
  GHashTableIter iter;
  gpointer draft;

  g_return_val_if_fail (ASK_IS_VERIFIED_PANEL (self), 0);
  keep_draft (self);
  g_hash_table_iter_init (&iter, self->drafts);
  *question = g_hash_table_iter_next (&iter, NULL, &draft) ? ((const Draft *) draft)->question : NULL;
  return g_hash_table_size (self->drafts);
}
