/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A monitor for each folder below the place, or one for the file. What happens is only noticed, and told once it has been
 * quiet for a while: copying a thousand files is one change. Which folders there are is found out in a thread, since
 * there may be many; after a folder came or went, that is done again before anything is told, so nothing is missed that
 * came into a new folder meanwhile.
 *
 * Signals come in the main context of the thread that made it.
 */
#include "config.h"

#include "source/ask-source-watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* Until it has been quiet for so long, but no longer than that in all. */
#define QUIET_MS 400
#define MOST_MS 5000

/* The system has a limit for all programs together, often of 8,192 or more. What lies deeper is noticed when it is asked for. */
#define MAX_FOLDERS 4096
#define MAX_DEPTH 64

struct _AskSourceWatch
{
  GObject parent_instance;
  char *place;
  GHashTable *monitors; /* GFileMonitor by path */
  GCancellable *cancellable;
  guint timer;
  gint64 since; /* when the first change was noticed that was not told; 0 for none */
  gboolean moved; /* a folder came or went */
  gboolean listing;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskSourceWatch, ask_source_watch, G_TYPE_OBJECT)

static void list_folders (AskSourceWatch *self);

static void
monitor_free (gpointer data)
{
  g_file_monitor_cancel (data);
  g_object_unref (data);
}

static void
ask_source_watch_dispose (GObject *object)
{
  AskSourceWatch *self = ASK_SOURCE_WATCH (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timer, g_source_remove);
  g_hash_table_remove_all (self->monitors);
  G_OBJECT_CLASS (ask_source_watch_parent_class)->dispose (object);
}

static void
ask_source_watch_finalize (GObject *object)
{
  AskSourceWatch *self = ASK_SOURCE_WATCH (object);

  g_hash_table_unref (self->monitors);
  g_object_unref (self->cancellable);
  g_free (self->place);
  G_OBJECT_CLASS (ask_source_watch_parent_class)->finalize (object);
}

static void
ask_source_watch_class_init (AskSourceWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_source_watch_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_source_watch_finalize;
  /**
   * AskSourceWatch::changed:
   *
   * Something below the place is not what it was, and nothing has happened there for a while.
   */
  signals[CHANGED]
    = g_signal_new ("changed", ASK_TYPE_SOURCE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_source_watch_init (AskSourceWatch *self)
{
  self->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, monitor_free);
  self->cancellable = g_cancellable_new ();
}

static gboolean
tell (gpointer data)
{
  g_autoptr (AskSourceWatch) self = g_object_ref (data);

  self->timer = 0;
  if (self->moved)
    {
      /* It is told when the folders are known. */
      list_folders (self);
      return G_SOURCE_REMOVE;
    }
  self->since = 0;
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static void
notice (AskSourceWatch *self)
{
  const gint64 now = g_get_monotonic_time () / 1000;
  gint64 rest;

  if (self->since == 0)
    self->since = now;
  rest = CLAMP (self->since + MOST_MS - now, 0, QUIET_MS);
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add ((guint) rest, tell, self);
}

static gboolean
is_hidden (GFile *file)
{
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;

  return name != NULL && name[0] == '.';
}

static void
monitored (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, AskSourceWatch *self)
{
  /* An editor's own files come and go all the time, and are not read. A rename to a name that is read counts. */
  if (is_hidden (file) && (other == NULL || is_hidden (other)))
    return;
  /* A file that is written changes again and again, and then once for all. */
  if (event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED || event == G_FILE_MONITOR_EVENT_PRE_UNMOUNT)
    return;
  if (event != G_FILE_MONITOR_EVENT_CHANGED && event != G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT)
    self->moved = TRUE;
  notice (self);
}

static void
watch (AskSourceWatch *self, const char *path, gboolean folder)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  const GFileMonitorFlags flags = G_FILE_MONITOR_WATCH_MOVES;
  GFileMonitor *monitor
    = folder ? g_file_monitor_directory (file, flags, NULL, NULL) : g_file_monitor_file (file, flags, NULL, NULL);

  /* What cannot be watched is looked at when it is asked for. */
  if (monitor == NULL)
    return;
  g_signal_connect (monitor, "changed", G_CALLBACK (monitored), self);
  g_hash_table_insert (self->monitors, g_strdup (path), monitor);
}

static void
add_folders (GPtrArray *folders, const char *path, guint depth, GCancellable *cancellable)
{
  DIR *dir = folders->len < MAX_FOLDERS && depth < MAX_DEPTH ? opendir (path) : NULL;
  struct dirent *entry;

  if (dir == NULL)
    return;
  g_ptr_array_add (folders, g_strdup (path));
  while ((entry = readdir (dir)) != NULL && !g_cancellable_is_cancelled (cancellable))
    {
      struct stat info;

      if (entry->d_name[0] == '.' || (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN)
          || fstatat (dirfd (dir), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR (info.st_mode))
        continue;
      g_autofree char *child = g_build_filename (path, entry->d_name, NULL);

      add_folders (folders, child, depth + 1, cancellable);
    }
  closedir (dir);
}

/* In a thread of its own. */
static void
list_in_thread (GTask *task, gpointer source, gpointer place, GCancellable *cancellable)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);

  add_folders (folders, place, 0, cancellable);
  g_task_return_pointer (task, folders, (GDestroyNotify) g_ptr_array_unref);
}

static void
listed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourceWatch *self = ASK_SOURCE_WATCH (source);
  g_autoptr (GPtrArray) folders = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr (GHashTable) there = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer path;

  self->listing = FALSE;
  if (folders == NULL)
    return;
  for (guint i = 0; i < folders->len; i++)
    {
      g_hash_table_add (there, folders->pdata[i]);
      if (!g_hash_table_contains (self->monitors, folders->pdata[i]))
        watch (self, folders->pdata[i], TRUE);
    }
  if (folders->len == 0 && !g_hash_table_contains (self->monitors, self->place))
    watch (self, self->place, FALSE);
  g_hash_table_iter_init (&iter, self->monitors);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    if (!g_hash_table_contains (there, path) && strcmp (path, self->place) != 0)
      g_hash_table_iter_remove (&iter);
  if (self->since != 0)
    notice (self);
}

static void
list_folders (AskSourceWatch *self)
{
  g_autoptr (GTask) task = NULL;

  /* What happens while folders are listed is looked at afterwards. */
  if (self->listing)
    {
      notice (self);
      return;
    }
  self->listing = TRUE;
  self->moved = FALSE;
  task = g_task_new (self, self->cancellable, listed, NULL);
  g_task_set_source_tag (task, list_folders);
  g_task_set_task_data (task, g_strdup (self->place), g_free);
  g_task_run_in_thread (task, list_in_thread);
}

/**
 * ask_source_watch_new:
 * @place: the path of a folder, which is watched with all below it, or of a file
 *
 * Does not block. The folders are watched a moment later, from a main loop; #AskSourceWatch::changed is only told of what
 * happens after that.
 *
 * Returns: (transfer full): until it is disposed of, which ends it
 */
AskSourceWatch *
ask_source_watch_new (const char *place)
{
  AskSourceWatch *self = g_object_new (ASK_TYPE_SOURCE_WATCH, NULL);

  self->place = g_strdup (place);
  list_folders (self);
  return self;
}
