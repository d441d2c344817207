/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One way to run a blocking call: GTask in a thread, a fresh workspace for it, the result handed
 * over. Must never touch a widget, nor let a worker be the last to hold one: it would be disposed of there. The
 * GTask owns the job until the callback has run.
 */
#include "config.h"

#include "app/jobs/ask-job.h"

#include "base/ask-error.h"
#include "base/ask-progress.h"

/* Between two times that a window is told how far a job is. */
#define TELL_US (100 * 1000)

struct _AskJob
{
  AskJobFunc func;
  GDestroyNotify result_free;
  gpointer data;
  GDestroyNotify data_free;

  AskJobTarget *watcher; /* (nullable): that is told how far it is */
  AskJobProgressFunc watch;
  gint64 told; /* when, last */

  /* Since it was started. */
  GObject *source; /* let go of in the thread that it came from */
  GThread *thread;
  GMainContext *context;
  char *path;
  GApplication *held; /* (nullable): that must not end before; let go of in that thread, too */
};

static gboolean
do_nothing (gpointer data)
{
  return G_SOURCE_REMOVE;
}

/* Attached with a source of its own, since g_main_context_invoke() runs @func in this thread where nobody has the
 * context at the moment. */
static void
run_in (GMainContext *context, GSourceFunc func, gpointer data, GDestroyNotify data_free)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, data, data_free);
  g_source_attach (source, context);
}

static gboolean
release (gpointer application)
{
  g_application_release (application);
  return G_SOURCE_REMOVE;
}

/* A worker holds its task for a moment after the callback has run, and may be the last to let go. */
static void
job_free (gpointer data)
{
  AskJob *self = data;

  if (self->source != NULL && self->thread == g_thread_self ())
    g_object_unref (self->source);
  else if (self->source != NULL)
    run_in (self->context, do_nothing, self->source, g_object_unref);
  if (self->held != NULL)
    run_in (self->context, release, self->held, g_object_unref);
  g_main_context_unref (self->context);
  g_clear_pointer (&self->watcher, ask_job_target_unref);
  if (self->data_free != NULL)
    self->data_free (self->data);
  g_free (self->path);
  g_free (self);
}

/* An error repeats what was typed, and that may have been a password in the wrong place. */
static GError *
mask (GError *error)
{
  ask_error_mask (error);
  return error;
}

typedef struct
{
  AskJobProgressFunc func;
  guint64 n;
  guint64 all;
} Progress;

static void
deliver_progress (gpointer object, gpointer news)
{
  const Progress *progress = news;

  progress->func (object, progress->n, progress->all);
}

/* A window cannot show thousands of steps a second; the first and the last one always come. */
static void
post_progress (guint64 n, guint64 all, gpointer data)
{
  AskJob *self = data;
  const gint64 now = g_get_monotonic_time ();
  const Progress progress = { self->watch, n, all };

  if (n > 0 && n < all && now - self->told < TELL_US)
    return;
  self->told = now;
  ask_job_post (self->watcher, deliver_progress, g_memdup2 (&progress, sizeof progress), g_free);
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  AskJob *self = data;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  gpointer result;

  if (g_task_return_error_if_cancelled (task))
    return;
  if (self->path != NULL)
    {
      workspace = ask_workspace_open (self->path, &error);
      if (workspace == NULL)
        {
          g_task_return_error (task, mask (g_steal_pointer (&error)));
          return;
        }
    }
  if (self->watcher != NULL)
    ask_progress_watch (post_progress, self);
  result = self->func (workspace, self->data, cancellable, &error);
  ask_progress_watch (NULL, NULL);
  g_assert ((result == NULL) == (error != NULL));
  if (result == NULL)
    g_task_return_error (task, mask (g_steal_pointer (&error)));
  else
    g_task_return_pointer (task, result, self->result_free);
}

/**
 * ask_job_new:
 * @func: the blocking call
 * @result_free: (nullable): frees a result that nobody fetched
 * @data: (transfer full) (nullable): handed to @func
 * @data_free: (nullable): frees @data, on whatever thread lets go of the job last
 *
 * Returns: (transfer full): a job that waits for ask_job_start()
 */
AskJob *
ask_job_new (AskJobFunc func, GDestroyNotify result_free, gpointer data, GDestroyNotify data_free)
{
  AskJob *self = g_new0 (AskJob, 1);

  self->func = func;
  self->result_free = result_free;
  self->data = data;
  self->data_free = data_free;
  return self;
}

/**
 * ask_job_watch:
 * @self: a job that was not started yet
 * @object: (type GObject): who wants to know how far it is; not kept alive
 * @func: tells it
 *
 * Jobs that read many documents tell how many are read.
 */
void
ask_job_watch (AskJob *self, gpointer object, AskJobProgressFunc func)
{
  g_return_if_fail (self->watcher == NULL);
  self->watcher = ask_job_target_new (object);
  self->watch = func;
}

/**
 * ask_job_start:
 * @self: (transfer full): the job
 * @source: (type GObject) (nullable): kept alive until the callback has run; let go of in this thread
 * @path: (nullable): the workspace file that the job needs, opened in its thread
 * @cancellable: (nullable): stops the job; what nobody can stop is done before the program ends
 * @callback: (nullable): runs in the main context of the calling thread
 * @user_data: for @callback; the job neither looks at it nor frees it
 *
 * Starts a job and returns at once.
 */
void
ask_job_start (AskJob *self, gpointer source, const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
               gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  self->source = source != NULL ? g_object_ref (source) : NULL;
  self->thread = g_thread_self ();
  self->context = g_main_context_ref_thread_default ();
  self->path = g_strdup (path);
  if (cancellable == NULL && g_application_get_default () != NULL)
    {
      self->held = g_object_ref (g_application_get_default ());
      g_application_hold (self->held);
    }
  g_task_set_source_tag (task, ask_job_start);
  g_task_set_task_data (task, self, job_free);
  g_task_run_in_thread (task, run_job);
}

/**
 * ask_job_finish:
 * @source: (nullable): as given to ask_job_start()
 * @result: what the callback was given
 * @error: (nullable): whatever the job met; G_IO_ERROR_CANCELLED when it was stopped
 *
 * Returns: (transfer full) (nullable): the job's result, of the type that its maker says, or %NULL with @error set
 */
gpointer
ask_job_finish (gpointer source, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, source), NULL);
  g_return_val_if_fail (g_task_get_source_tag (G_TASK (result)) == ask_job_start, NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

struct _AskJobTarget
{
  GWeakRef object;
};

static void
target_clear (AskJobTarget *self)
{
  g_weak_ref_clear (&self->object);
}

/** ask_job_target_new: Returns: (transfer full): where news for @object go; it does not keep @object alive */
AskJobTarget *
ask_job_target_new (gpointer object)
{
  AskJobTarget *self = g_atomic_rc_box_new0 (AskJobTarget);

  g_weak_ref_init (&self->object, object);
  return self;
}

/** ask_job_target_unref: lets go of @self; on any thread */
void
ask_job_target_unref (AskJobTarget *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) target_clear);
}

typedef struct
{
  AskJobTarget *target;
  AskJobNewsFunc func;
  gpointer news;
  GDestroyNotify news_free;
} Post;

static void
post_free (gpointer data)
{
  Post *post = data;

  ask_job_target_unref (post->target);
  if (post->news_free != NULL)
    post->news_free (post->news);
  g_free (post);
}

static gboolean
deliver (gpointer data)
{
  Post *post = data;
  g_autoptr (GObject) object = g_weak_ref_get (&post->target->object);

  if (object != NULL)
    post->func (object, post->news);
  return G_SOURCE_REMOVE;
}

/**
 * ask_job_post:
 * @news: (transfer full): handed to @func, then freed with @news_free
 * @news_free: (nullable)
 *
 * Tells the object of @self something, on the main thread. Any thread may call it.
 */
void
ask_job_post (AskJobTarget *self, AskJobNewsFunc func, gpointer news, GDestroyNotify news_free)
{
  Post *post = g_new0 (Post, 1);

  post->target = g_atomic_rc_box_acquire (self);
  post->func = func;
  post->news = news;
  post->news_free = news_free;
  run_in (NULL, deliver, post, post_free);
}
