/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who scrolls asks for many pictures and wants the last ones. So the newest wish is read first, few at once, and of those that
 * wait only so many as a screen has: a wish that was dropped comes again when its row does. It must never hold more than a bound
 * of pictures, however many rows there are.
 */
#include "config.h"

#include "app/widgets/ask-thumbnails.h"

#include "base/ask-error.h"

/* askdata-picture at once. */
#define MAX_RUNNING 3
#define MAX_WAITING 160u
#define MAX_PICTURES 600u

struct _AskThumbnails
{
  GObject parent_instance;
  AskRows *rows; /* nullable */
  char *workspace; /* nullable */
  GCancellable *cancellable;
  GHashTable *pictures; /* AskPicture of each place of bytes in the rows; NULL of those that are being read */
  GQueue order; /* places in @pictures that are read, the oldest at the head */
  GQueue waiting; /* AskValue, the newest at the head */
  guint n_running;
  guint telling;
};

G_DEFINE_FINAL_TYPE (AskThumbnails, ask_thumbnails, G_TYPE_OBJECT)

enum
{
  READY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* A job on its way, and whose rows it is about. */
typedef struct
{
  gconstpointer place;
  GCancellable *cancellable;
} Errand;

static void start (AskThumbnails *self);

static void
picture_drop (gpointer data)
{
  ask_picture_unref (data);
}

static gboolean
tell (gpointer data)
{
  AskThumbnails *self = data;

  self->telling = 0;
  g_signal_emit (self, signals[READY], 0);
  return G_SOURCE_REMOVE;
}

static void
take (AskThumbnails *self, gconstpointer place, AskPicture *picture)
{
  g_hash_table_insert (self->pictures, (gpointer) place, picture);
  g_queue_push_tail (&self->order, (gpointer) place);
  while (self->order.length > MAX_PICTURES)
    g_hash_table_remove (self->pictures, g_queue_pop_head (&self->order));
  /* Several that come together are shown together. */
  if (self->telling == 0)
    self->telling = g_timeout_add (16, tell, self);
}

static void
picture_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskThumbnails *self = ASK_THUMBNAILS (source);
  g_autofree Errand *errand = data;
  g_autoptr (GCancellable) cancellable = errand->cancellable;
  g_autoptr (GError) error = NULL;
  AskPicture *picture = ask_job_finish (source, result, &error);

  self->n_running--;
  /* Of rows that were. */
  if (cancellable != self->cancellable || g_cancellable_is_cancelled (cancellable))
    ask_picture_unref (picture);
  else
    take (self, errand->place, picture != NULL ? picture : ask_picture_new_fault (ask_error_get_words (error)));
  start (self);
}

static void
start (AskThumbnails *self)
{
  while (self->n_running < MAX_RUNNING && self->waiting.length > 0 && !g_cancellable_is_cancelled (self->cancellable))
    {
      g_autofree AskValue *value = g_queue_pop_head (&self->waiting);
      Errand *errand = g_new0 (Errand, 1);

      *errand = (Errand) { value->blob, g_object_ref (self->cancellable) };
      self->n_running++;
      ask_job_start (ask_jobs_picture (&(AskPictureAsked) { self->rows, value, ASK_THUMBNAILS_MOST, 0 }), self,
                     value->kind == ASK_VALUE_TEXT ? self->workspace : NULL, self->cancellable, picture_ready, errand);
    }
}

static void
forget (AskThumbnails *self)
{
  g_cancellable_cancel (self->cancellable);
  g_queue_clear_full (&self->waiting, g_free);
  g_queue_clear (&self->order);
  g_hash_table_remove_all (self->pictures);
  g_clear_handle_id (&self->telling, g_source_remove);
}

/**
 * ask_thumbnails_set_rows:
 * @self: small pictures
 * @rows: (nullable): whose values are shown from now on
 */
void
ask_thumbnails_set_rows (AskThumbnails *self, AskRows *rows)
{
  g_return_if_fail (ASK_IS_THUMBNAILS (self));
  forget (self);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  if (rows != NULL)
    ask_rows_ref (rows);
  g_clear_pointer (&self->rows, ask_rows_unref);
  self->rows = rows;
}

/**
 * ask_thumbnails_get:
 * @self: small pictures
 * @value: of the rows
 * @workspace: (nullable): the path of the workspace that they come from: texts may name files below its folders
 *
 * Returns: (transfer none) (nullable): its picture, or why there is none; %NULL of what is none, and while it is read: "ready"
 * says when that is done
 */
AskPicture *
ask_thumbnails_get (AskThumbnails *self, const AskValue *value, const char *workspace)
{
  gpointer picture = NULL;

  g_return_val_if_fail (ASK_IS_THUMBNAILS (self), NULL);
  if (self->rows == NULL || !ask_picture_may_be (value)
      || g_hash_table_lookup_extended (self->pictures, value->blob, NULL, &picture))
    return picture;
  if (g_strcmp0 (self->workspace, workspace) != 0)
    {
      g_free (self->workspace);
      self->workspace = g_strdup (workspace);
    }
  g_hash_table_insert (self->pictures, (gpointer) value->blob, NULL);
  g_queue_push_head (&self->waiting, g_memdup2 (value, sizeof *value));
  if (self->waiting.length > MAX_WAITING)
    {
      g_autofree AskValue *old = g_queue_pop_tail (&self->waiting);

      g_hash_table_remove (self->pictures, old->blob);
    }
  start (self);
  return NULL;
}

/** ask_thumbnails_is_busy: @self: small pictures. Returns: whether some are read */
gboolean
ask_thumbnails_is_busy (AskThumbnails *self)
{
  g_return_val_if_fail (ASK_IS_THUMBNAILS (self), FALSE);
  return self->n_running > 0 || self->telling != 0;
}

/** ask_thumbnails_stop: @self: small pictures; nothing is read any more */
void
ask_thumbnails_stop (AskThumbnails *self)
{
  g_return_if_fail (ASK_IS_THUMBNAILS (self));
  forget (self);
}

static void
ask_thumbnails_finalize (GObject *object)
{
  AskThumbnails *self = ASK_THUMBNAILS (object);

  forget (self);
  g_hash_table_unref (self->pictures);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->workspace);
  G_OBJECT_CLASS (ask_thumbnails_parent_class)->finalize (object);
}

static void
ask_thumbnails_class_init (AskThumbnailsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_thumbnails_finalize;
  /** AskThumbnails::ready: pictures that were asked for are here */
  signals[READY]
    = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_thumbnails_init (AskThumbnails *self)
{
  self->pictures = g_hash_table_new_full (NULL, NULL, NULL, picture_drop);
  self->cancellable = g_cancellable_new ();
  g_queue_init (&self->order);
  g_queue_init (&self->waiting);
}

/** ask_thumbnails_new: Returns: (transfer full): without rows */
AskThumbnails *
ask_thumbnails_new (void)
{
  return g_object_new (ASK_TYPE_THUMBNAILS, NULL);
}
