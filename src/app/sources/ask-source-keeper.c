/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A watch for each source of the workspace that is a folder of files. When one tells that something changed, a job reads
 * it, so that the next question does not wait for that. A question looks for itself, too: what is missed here costs time
 * and nothing else, so a job that fails says nothing. One job at a time runs for a source.
 *
 * ::read: a source was read; its name.
 */
#include "config.h"

#include "app/sources/ask-source-keeper.h"

#include "app/jobs/ask-job.h"
#include "app/jobs/ask-jobs-source.h"
#include "source/ask-source-watch.h"

/* @again: something changed while it was read */
typedef struct
{
  AskSourceKeeper *keeper;
  char *name;
  char *place;
  AskSourceWatch *watch;
  GCancellable *cancellable;
  gboolean reading;
  gboolean again;
} Kept;

struct _AskSourceKeeper
{
  GObject parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  GHashTable *kept; /* Kept by name */
};

enum
{
  READ,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskSourceKeeper, ask_source_keeper, G_TYPE_OBJECT)

static void read_source (Kept *kept);

static void
kept_free (gpointer data)
{
  Kept *self = data;

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_object_run_dispose (G_OBJECT (self->watch));
  g_object_unref (self->watch);
  g_free (self->name);
  g_free (self->place);
  g_free (self);
}

static void
ask_source_keeper_dispose (GObject *object)
{
  AskSourceKeeper *self = ASK_SOURCE_KEEPER (object);

  g_cancellable_cancel (self->cancellable);
  g_hash_table_remove_all (self->kept);
  G_OBJECT_CLASS (ask_source_keeper_parent_class)->dispose (object);
}

static void
ask_source_keeper_finalize (GObject *object)
{
  AskSourceKeeper *self = ASK_SOURCE_KEEPER (object);

  g_hash_table_unref (self->kept);
  g_object_unref (self->cancellable);
  g_object_unref (self->session);
  G_OBJECT_CLASS (ask_source_keeper_parent_class)->finalize (object);
}

static void
ask_source_keeper_class_init (AskSourceKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_source_keeper_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_source_keeper_finalize;
  signals[READ] = g_signal_new ("read", ASK_TYPE_SOURCE_KEEPER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_STRING);
}

static void
ask_source_keeper_init (AskSourceKeeper *self)
{
  self->cancellable = g_cancellable_new ();
  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, kept_free);
}

static void
source_read (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourceKeeper *self = ASK_SOURCE_KEEPER (source);
  g_autofree char *name = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *done = ask_job_finish (source, result, &error);
  Kept *kept;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  kept = g_hash_table_lookup (self->kept, name);
  if (kept == NULL)
    return;
  kept->reading = FALSE;
  if (done != NULL)
    g_signal_emit (self, signals[READ], 0, name);
  if (kept->again)
    read_source (kept);
}

static void
read_source (Kept *kept)
{
  kept->again = kept->reading;
  if (kept->reading)
    return;
  kept->reading = TRUE;
  ask_job_start (ask_jobs_renew_source (kept->name), kept->keeper, ask_session_get_path (kept->keeper->session),
                 kept->cancellable, source_read, g_strdup (kept->name));
}

static void
add_kept (AskSourceKeeper *self, const AskSourceRecord *record)
{
  Kept *kept = g_new0 (Kept, 1);

  kept->keeper = self;
  kept->name = g_strdup (record->name);
  kept->place = g_strdup (record->location);
  kept->cancellable = g_cancellable_new ();
  kept->watch = ask_source_watch_new (record->location);
  g_signal_connect_swapped (kept->watch, "changed", G_CALLBACK (read_source), kept);
  g_hash_table_replace (self->kept, kept->name, kept);
}

static void
sources_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = ask_job_finish (source, result, &error);
  g_autoptr (GHashTable) there = g_hash_table_new (g_str_hash, g_str_equal);
  AskSourceKeeper *self;
  GHashTableIter iter;
  gpointer name, value;

  /* The next news of the workspace brings another look. */
  if (records == NULL)
    return;
  self = ASK_SOURCE_KEEPER (source);
  for (guint i = 0; i < records->len; i++)
    g_hash_table_insert (there, ((AskSourceRecord *) records->pdata[i])->name, records->pdata[i]);
  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const AskSourceRecord *record = g_hash_table_lookup (there, name);

      if (record == NULL || !g_str_equal (record->location, ((Kept *) value)->place))
        g_hash_table_iter_remove (&iter);
    }
  for (guint i = 0; i < records->len; i++)
    if (!g_hash_table_contains (self->kept, ((AskSourceRecord *) records->pdata[i])->name))
      add_kept (self, records->pdata[i]);
}

/**
 * ask_source_keeper_new:
 * @session: whose workspace's sources are kept
 *
 * Returns: (transfer full): it watches nothing yet
 */
AskSourceKeeper *
ask_source_keeper_new (AskSession *session)
{
  AskSourceKeeper *self = g_object_new (ASK_TYPE_SOURCE_KEEPER, NULL);

  self->session = g_object_ref (session);
  return self;
}

/** ask_source_keeper_look: looks which sources there are now, and watches those */
void
ask_source_keeper_look (AskSourceKeeper *self)
{
  ask_job_start (ask_jobs_list_watched (), self, ask_session_get_path (self->session), self->cancellable,
                 sources_listed, NULL);
}
