/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One save is under way at a time; edits made meanwhile are saved together by the next one. An edit that could not
 * be saved stays in the editor, and is tried again with the next edit or when a person asks for it. While a save is
 * under way it keeps itself and the program alive, so that closing the window loses nothing.
 */
#include "config.h"

#include "app/schema/ask-schema-saver.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-schema.h"
#include "base/ask-error.h"

struct _AskSchemaSaver
{
  GObject parent_instance;
  AskSession *session;
  AskSchemaEditor *editor;
  AskEditBase base; /* what the workspace had when it was last heard of */
  char *title; /* nullable: of what is to be saved */
  AskSchema *saving; /* nullable: what is on its way */
  gboolean taking; /* what comes from the workspace is not saved again */
  gboolean held; /* somebody has to agree first */
};

enum
{
  BASED,
  FAILED,
  SAVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskSchemaSaver, ask_schema_saver, G_TYPE_OBJECT)

static void save (AskSchemaSaver *self);

/* Without a program around it, as in a test, there is nothing to hold. */
static void
hold_program (gboolean hold)
{
  GApplication *application = g_application_get_default ();

  if (application != NULL && hold)
    g_application_hold (application);
  else if (application != NULL)
    g_application_release (application);
}

static void
set_base (AskSchemaSaver *self, const AskEditBase *base)
{
  self->base = *base;
  g_signal_emit (self, signals[BASED], 0);
}

/* Of two bases the later one has the greater number: versions and changes of drafts only become more. */
static gint64
order_of (const AskEditBase *base)
{
  return base->version + base->serial;
}

static void
take (AskSchemaSaver *self, AskSchema *schema, const char *title)
{
  self->taking = TRUE;
  ask_schema_editor_replace (self->editor, schema, title);
  self->taking = FALSE;
}

/* What could not be saved stays in the editor, with a title to be saved under. */
static void
keep (AskSchemaSaver *self, const GError *error)
{
  if (self->title == NULL)
    self->title = g_strdup (_ ("Edited"));
  g_signal_emit (self, signals[FAILED], 0, ask_error_get_words (error),
                 g_error_matches (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT));
}

/* The save joined what was sent with what somebody else had saved: the editor follows, and so does what was edited
 * since. Where that excludes the other's, the version stays the old one, so that no later save goes over it. */
static gboolean
follow_joined (AskSchemaSaver *self, AskSchema *sent, AskSchema *saved, GError **error)
{
  g_autoptr (AskSchema) joined = ask_schema_join (sent, saved, ask_schema_editor_get_schema (self->editor), error);

  if (joined == NULL)
    return FALSE;
  take (self, joined, _ ("Joined with edits from elsewhere"));
  return TRUE;
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSchemaSaver *self = ASK_SCHEMA_SAVER (source);
  g_autoptr (AskSchema) sent = g_steal_pointer (&self->saving);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchemaState) state = ask_job_finish (self, result, &error);
  gboolean more = ask_schema_editor_get_schema (self->editor) != sent;

  if (state == NULL || (state->schema != NULL && !follow_joined (self, sent, state->schema, &error)))
    keep (self, error);
  else
    {
      set_base (self, &state->base);
      if (more && !self->held)
        save (self);
      else if (!more)
        {
          /* What was done and undone meanwhile leaves nothing to save. */
          g_clear_pointer (&self->title, g_free);
          g_signal_emit (self, signals[SAVED], 0);
        }
    }
  hold_program (FALSE);
}

static void
save (AskSchemaSaver *self)
{
  g_autofree char *title = g_steal_pointer (&self->title);

  hold_program (TRUE);
  self->saving = ask_schema_ref (ask_schema_editor_get_schema (self->editor));
  ask_job_start (ask_jobs_save_schema (&self->base, self->saving, title != NULL ? title : _ ("Edited")), self,
                 ask_session_get_path (self->session), NULL, saved, NULL);
}

static void
schema_changed (AskSchemaEditor *editor, const char *title, AskSchemaSaver *self)
{
  if (self->taking)
    return;
  g_free (self->title);
  self->title = g_strdup (title);
  if (self->saving == NULL && !self->held)
    save (self);
}

/** ask_schema_saver_is_idle: Returns: whether all edits are on disk */
gboolean
ask_schema_saver_is_idle (AskSchemaSaver *self)
{
  return self->saving == NULL && self->title == NULL;
}

/** ask_schema_saver_hold: @hold: whether edits wait in the editor until this is called with %FALSE, or somebody retries */
void
ask_schema_saver_hold (AskSchemaSaver *self, gboolean hold)
{
  g_return_if_fail (ASK_IS_SCHEMA_SAVER (self));
  if (self->held == hold)
    return;
  self->held = hold;
  if (!hold && self->saving == NULL && self->title != NULL)
    save (self);
}

/** ask_schema_saver_retry: tries again what could not be saved, or saves what was held */
void
ask_schema_saver_retry (AskSchemaSaver *self)
{
  g_return_if_fail (ASK_IS_SCHEMA_SAVER (self));
  self->held = FALSE;
  if (self->saving == NULL && self->title != NULL)
    save (self);
}

/** ask_schema_saver_get_base: Returns: (transfer none): where edits go, as far as is known */
const AskEditBase *
ask_schema_saver_get_base (AskSchemaSaver *self)
{
  return &self->base;
}

/**
 * ask_schema_saver_take:
 * @schema: that edits go to now
 * @base: of it
 * @title: what happened
 * @give_way: also where edits could not be saved: they are one step of undo away, and saved after it
 *
 * Shows what was changed elsewhere, unless edits are still on their way: these find it by themselves. Where the draft
 * that edits went to is closed, nothing can be undone any more: an undo would publish what was discarded.
 */
void
ask_schema_saver_take (AskSchemaSaver *self, AskSchema *schema, const AskEditBase *base, const char *title,
                       gboolean give_way)
{
  g_return_if_fail (ASK_IS_SCHEMA_SAVER (self) && schema != NULL);
  if (self->saving != NULL || order_of (base) <= order_of (&self->base) || (self->title != NULL && !give_way))
    return;
  g_clear_pointer (&self->title, g_free);
  self->taking = TRUE;
  if (self->base.draft && base->started_at != self->base.started_at)
    ask_schema_editor_restart (self->editor, schema, title);
  else
    ask_schema_editor_replace (self->editor, schema, title);
  self->taking = FALSE;
  set_base (self, base);
}

static void
ask_schema_saver_finalize (GObject *object)
{
  AskSchemaSaver *self = ASK_SCHEMA_SAVER (object);

  g_clear_object (&self->session);
  g_clear_object (&self->editor);
  g_free (self->title);
  g_clear_pointer (&self->saving, ask_schema_unref);
  G_OBJECT_CLASS (ask_schema_saver_parent_class)->finalize (object);
}

static void
ask_schema_saver_class_init (AskSchemaSaverClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_schema_saver_finalize;
  /** AskSchemaSaver::failed: @message: one sentence; @conflict: somebody else changed the same meanwhile, so that
   * trying again does not help: see ask_schema_saver_take() */
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  /** AskSchemaSaver::based: what edits go to is another version or draft, or has more edits */
  signals[BASED]
    = g_signal_new ("based", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /** AskSchemaSaver::saved: all edits are on disk */
  signals[SAVED]
    = g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_schema_saver_init (AskSchemaSaver *self)
{
}

/** ask_schema_saver_new: @base: that the editor's schema was read at. Returns: (transfer full): it, at work */
AskSchemaSaver *
ask_schema_saver_new (AskSession *session, AskSchemaEditor *editor, const AskEditBase *base)
{
  AskSchemaSaver *self = g_object_new (ASK_TYPE_SCHEMA_SAVER, NULL);

  self->session = g_object_ref (session);
  self->editor = g_object_ref (editor);
  self->base = *base;
  g_signal_connect_object (editor, "changed", G_CALLBACK (schema_changed), self, 0);
  return self;
}
