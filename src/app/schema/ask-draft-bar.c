/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It shows what the saver's edits go to, and asks before it publishes. Its actions are "draft.start", "draft.publish"
 * and "draft.discard", for all of the view around it. What is not saved yet is waited for, so that it is published, too.
 */
#include "config.h"

#include "app/schema/ask-draft-bar.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-draft.h"
#include "base/ask-error.h"

/* So many edits, and broken things, are named. */
#define MAX_EDITS 8
#define MAX_BREAKS 3
#define UNDO_SECONDS 10

struct _AskDraftBar
{
  GtkBox parent_instance;
  AskSession *session;
  AskSchemaSaver *saver; /* nullable: the schema is not read yet */
  GActionGroup *actions;
  GtkWidget *canvas; /* weak: has the toasts around it */
  GtkLabel *label;
  gboolean publishing; /* once all edits are saved */
};

enum
{
  PROBLEM,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskDraftBar, ask_draft_bar, GTK_TYPE_BOX)

static void
enable (AskDraftBar *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
update (AskDraftBar *self)
{
  const AskEditBase *base = self->saver != NULL ? ask_schema_saver_get_base (self->saver) : NULL;
  gboolean open = base != NULL && base->draft;
  guint n = open ? base->n_edits : 0;
  g_autofree char *words
    = n == 0 ? g_strdup (_ ("A draft is open"))
             : g_strdup_printf (ngettext ("A draft with %u edit is open", "A draft with %u edits is open", n), n);

  gtk_label_set_text (self->label, words);
  gtk_widget_set_visible (GTK_WIDGET (self), open);
  if (self->actions == NULL)
    return;
  enable (self, "start", base != NULL && !open);
  enable (self, "publish", open);
  enable (self, "discard", open);
}

/* Tells what failed; either way the schema may be another one now. */
static gboolean
end_job (AskDraftBar *self, const GError *error)
{
  if (self->session == NULL)
    return FALSE;
  if (error != NULL)
    g_signal_emit (self, signals[PROBLEM], 0, ask_error_get_words (error));
  ask_session_changed (self->session);
  return error == NULL;
}

static void
done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  end_job (ASK_DRAFT_BAR (source), error);
}

static void
start (AskJob *job, AskDraftBar *self, GAsyncReadyCallback callback)
{
  ask_job_start (job, self, ask_session_get_path (self->session), NULL, callback, NULL);
}

static void
published (GObject *source, GAsyncResult *result, gpointer data)
{
  AskDraftBar *self = ASK_DRAFT_BAR (source);
  g_autoptr (GError) error = NULL;

  g_free (ask_job_finish (source, result, &error));
  if (end_job (self, error))
    ask_session_toast (self->session, _ ("The draft is published"));
}

static void
answered (AdwMessageDialog *dialog, const char *response, AskDraftBar *self)
{
  if (self->session == NULL)
    return;
  if (g_str_equal (response, "publish"))
    start (ask_jobs_publish_draft (), self, published);
  else if (g_str_equal (response, "rebase"))
    start (ask_jobs_rebase_draft (), self, done);
}

/* The edits, a line each, and what they break. */
static char *
describe (const AskDraftLook *look, gboolean moved)
{
  GString *text = g_string_new (NULL);
  guint n = MIN (look->draft->edits->len, MAX_EDITS);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\n", (const char *) look->draft->edits->pdata[i]);
  if (look->draft->edits->len > n)
    {
      g_string_append_printf (text, _ ("and %u more"), look->draft->edits->len - n);
      g_string_append_c (text, '\n');
    }
  g_string_append_c (text, '\n');
  if (look->breaks->len > 0)
    {
      g_autoptr (GString) names = g_string_new (NULL);
      guint more = look->breaks->len > MAX_BREAKS ? look->breaks->len - MAX_BREAKS : 0;

      for (guint i = 0; i < look->breaks->len - more; i++)
        g_string_append_printf (names, i > 0 ? _ (", “%s”") : _ ("“%s”"),
                                ((const AskBreak *) look->breaks->pdata[i])->name);
      if (more > 0)
        g_string_append_printf (names, _ (" and %u more"), more);
      g_string_append_printf (text, _ ("This breaks %s."), names->str);
    }
  else
    g_string_append (text, _ ("This breaks nothing that was saved."));
  if (moved)
    g_string_append_printf (text, " %s", _ ("The schema was published anew since the draft began."));
  return g_string_free (text, FALSE);
}

static void
looked_at (GObject *source, GAsyncResult *result, gpointer data)
{
  AskDraftBar *self = ASK_DRAFT_BAR (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskDraftLook) look = ask_job_finish (source, result, &error);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *body = NULL;
  AdwMessageDialog *dialog;
  gboolean moved;

  if (error != NULL || self->session == NULL || look->draft == NULL)
    {
      end_job (self, error);
      return;
    }
  moved = look->draft->base != look->draft->newest;
  body = describe (look, moved);
  dialog = ADW_MESSAGE_DIALOG (
    adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _ ("Make this one version?"), body));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), moved ? "rebase" : "publish",
                                    moved ? _ ("Take In _What Changed") : _ ("_Publish"), NULL);
  adw_message_dialog_set_response_appearance (dialog, moved ? "rebase" : "publish", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
saved (AskDraftBar *self)
{
  update (self);
  if (self->publishing)
    start (ask_jobs_look_at_draft (), self, looked_at);
  self->publishing = FALSE;
}

static void
save_failed (AskDraftBar *self)
{
  self->publishing = FALSE;
}

static void
publish (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AskDraftBar *self = data;

  self->publishing = TRUE;
  if (ask_schema_saver_is_idle (self->saver))
    saved (self);
  else
    ask_schema_saver_retry (self->saver);
}

static void
bring_back (AskDraftBar *self)
{
  if (self->session != NULL)
    start (ask_jobs_discard_draft (FALSE), self, done);
}

static void
discarded (GObject *source, GAsyncResult *result, gpointer data)
{
  AskDraftBar *self = ASK_DRAFT_BAR (source);
  GtkWidget *toasts = self->canvas != NULL ? gtk_widget_get_ancestor (self->canvas, ADW_TYPE_TOAST_OVERLAY) : NULL;
  g_autoptr (GError) error = NULL;
  AdwToast *toast;

  ask_job_finish (source, result, &error);
  if (!end_job (self, error) || toasts == NULL)
    return;
  toast = adw_toast_new (_ ("The draft is discarded"));
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, UNDO_SECONDS);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (bring_back), self, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (toasts), toast);
}

static void
discard (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  start (ask_jobs_discard_draft (TRUE), data, discarded);
}

static void
begin (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  start (ask_jobs_start_draft (), data, done);
}

static void
ask_draft_bar_dispose (GObject *object)
{
  AskDraftBar *self = ASK_DRAFT_BAR (object);

  g_clear_weak_pointer (&self->canvas);
  g_clear_object (&self->session);
  g_clear_object (&self->saver);
  g_clear_object (&self->actions);
  G_OBJECT_CLASS (ask_draft_bar_parent_class)->dispose (object);
}

static void
ask_draft_bar_class_init (AskDraftBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_draft_bar_dispose;
  /** AskDraftBar::problem: @message: one sentence: why something was not done */
  signals[PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static GtkWidget *
new_button (const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

static void
ask_draft_bar_init (AskDraftBar *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->label = GTK_LABEL (label);
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_xalign (self->label, 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, _ ("What you edit waits in the draft. Questions use the published schema."));
  gtk_widget_set_margin_start (label, 6);
  gtk_widget_add_css_class (GTK_WIDGET (self), "toolbar");
  gtk_box_append (GTK_BOX (self), label);
  gtk_box_append (GTK_BOX (self), new_button (_ ("_Discard"), "draft.discard"));
  gtk_box_append (GTK_BOX (self), new_button (_ ("_Publish…"), "draft.publish"));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/** ask_draft_bar_set_saver: @saver: of the edits that are made; from now on the bar shows where they go */
void
ask_draft_bar_set_saver (AskDraftBar *self, AskSchemaSaver *saver)
{
  g_return_if_fail (ASK_IS_DRAFT_BAR (self));
  g_set_object (&self->saver, saver);
  g_signal_connect_object (saver, "saved", G_CALLBACK (saved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (saver, "failed", G_CALLBACK (save_failed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (saver, "based", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * ask_draft_bar_attach:
 * @session: whose workspace has the draft
 * @view: gets the actions "draft.…"
 * @canvas: has an AdwToastOverlay around it
 *
 * Begins to work, as soon as there is a saver, too.
 */
void
ask_draft_bar_attach (AskDraftBar *self, AskSession *session, GtkWidget *view, GtkWidget *canvas)
{
  static const GActionEntry entries[] = { { "start", begin }, { "publish", publish }, { "discard", discard } };

  g_return_if_fail (ASK_IS_DRAFT_BAR (self));
  self->session = g_object_ref (session);
  g_set_weak_pointer (&self->canvas, canvas);
  self->actions = G_ACTION_GROUP (g_simple_action_group_new ());
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (view, "draft", self->actions);
  update (self);
}
