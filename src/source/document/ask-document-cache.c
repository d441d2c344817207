/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One SQLite file for each folder, in the cache folder, readable by its owner only. The first time it is written beside
 * and renamed whole; later only what changed is written, in one transaction, while others read the state before. One
 * process writes at a time: it holds a lock on a file beside. Files are read by some threads ahead of the one that
 * writes.
 */
#include "config.h"

#include "source/document/ask-document-cache.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/ask-error.h"
#include "base/ask-progress.h"
#include "source/document/ask-document-cut.h"
#include "source/document/ask-document-folder.h"
#include "source/document/ask-document-index.h"
#include "source/document/ask-document-read.h"

#define MAX_READERS 4

/* Documents that are read and not written yet, for each reader: they lie in memory. */
#define AHEAD 4

/* How often somebody who waits for the lock looks. */
#define LOOK_US (20 * 1000)

/* A file on its way through a reader.
 *
 * @known: (nullable): as it was when it was read last
 * @document: (nullable): NULL where it was not read, because its bytes are those of @known or with @error
 */
typedef struct
{
  const AskDocumentFound *file;
  const AskDocumentState *known;
  AskDocumentState state;
  AskDocument *document;
  GArray *passages;
  AskDocumentTokens *tokens;
  GError *error;
} Task;

typedef struct
{
  AskDocumentIndex *index;
  GHashTable *known; /* AskDocumentState, by path */
  gint64 next_id;
  GCancellable *cancellable;
  GAsyncQueue *done; /* Task */
  GAsyncQueue *stemmers; /* AskDocumentStemmer: those that no reader uses now */
} Update;

static char *
dup_path (const AskSourceConfig *config, const char *ending)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, config->location, -1);
  g_autofree char *name = g_strconcat (digest, ending, NULL);

  return g_build_filename (g_get_user_cache_dir (), "askdata", "documents", name, NULL);
}

static void
task_free (gpointer data)
{
  Task *self = data;

  g_free (self->state.digest);
  ask_document_free (self->document);
  g_clear_pointer (&self->passages, g_array_unref);
  ask_document_tokens_free (self->tokens);
  g_clear_error (&self->error);
  g_free (self);
}

/* In a reader's thread. */
static void
read_task (gpointer data, gpointer user_data)
{
  Task *task = data;
  Update *update = user_data;

  task->document = ask_document_read (task->file->whole, &task->state.digest, update->cancellable, &task->error);
  if (task->document != NULL)
    {
      AskDocumentStemmer *stemmer = g_async_queue_try_pop (update->stemmers);

      task->passages = ask_document_cut (task->document);
      if (stemmer == NULL)
        stemmer = ask_document_stemmer_new ();
      if (stemmer != NULL)
        {
          task->tokens = ask_document_stemmer_run (stemmer, task->document, task->passages);
          g_async_queue_push (update->stemmers, stemmer);
        }
    }
  g_async_queue_push (update->done, task);
}

static gboolean
write_task (Update *self, Task *task, GError **error)
{
  const AskDocumentEntry entry = { &task->state, task->file->changed, task->document, task->passages, task->tokens };

  if (task->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&task->error));
      return FALSE;
    }
  if (task->known != NULL && task->state.digest != NULL && g_strcmp0 (task->known->digest, task->state.digest) == 0)
    return ask_document_index_touch (self->index, &task->state, error);
  return (task->known == NULL || ask_document_index_remove (self->index, task->known->id, error))
         && ask_document_index_put (self->index, &entry, error);
}

/* Those that are new or not what they were. */
static GQueue *
list_tasks (Update *self, const AskDocumentFolder *folder)
{
  GQueue *tasks = g_queue_new ();

  for (guint i = 0; i < folder->files->len; i++)
    {
      const AskDocumentFound *file = folder->files->pdata[i];
      const AskDocumentState *known = g_hash_table_lookup (self->known, file->path);
      Task *task;

      if (known != NULL && strcmp (known->stamp, file->stamp) == 0)
        continue;
      task = g_new0 (Task, 1);
      task->file = file;
      task->known = known;
      task->state = (AskDocumentState) { file->path, known != NULL ? known->id : self->next_id++, file->stamp, NULL };
      g_queue_push_tail (tasks, task);
    }
  return tasks;
}

/* Reads ahead in other threads and writes in this one. */
static gboolean
run_tasks (Update *self, GQueue *tasks, GError **error)
{
  const guint n_readers = MIN (g_get_num_processors (), MAX_READERS);
  GThreadPool *pool = g_thread_pool_new (read_task, self, (int) n_readers, FALSE, NULL);
  const guint n_all = g_queue_get_length (tasks);
  gboolean good = TRUE;
  guint n_out = 0;
  guint n_done = 0;

  ask_progress_tell (0, n_all);
  while (good && (n_out > 0 || !g_queue_is_empty (tasks)))
    {
      Task *task;

      for (; n_out < n_readers * AHEAD && !g_queue_is_empty (tasks); n_out++)
        g_thread_pool_push (pool, g_queue_pop_head (tasks), NULL);
      task = g_async_queue_pop (self->done);
      n_out--;
      good = write_task (self, task, error) && !g_cancellable_set_error_if_cancelled (self->cancellable, error);
      task_free (task);
      ask_progress_tell (++n_done, n_all);
    }
  g_thread_pool_free (pool, FALSE, TRUE);
  for (gpointer task; (task = g_async_queue_try_pop (self->done)) != NULL;)
    task_free (task);
  return good;
}

/* Those that are there no more. Returns: (transfer full): their ids */
static GArray *
list_gone (Update *self, const AskDocumentFolder *folder)
{
  g_autoptr (GHashTable) there = g_hash_table_new (g_str_hash, g_str_equal);
  GArray *gone = g_array_new (FALSE, FALSE, sizeof (gint64));
  GHashTableIter iter;
  gpointer path, state;

  for (guint i = 0; i < folder->files->len; i++)
    g_hash_table_add (there, ((AskDocumentFound *) folder->files->pdata[i])->path);
  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &path, &state))
    if (!g_hash_table_contains (there, path) && !ask_document_folder_is_closed (folder, path))
      g_array_append_val (gone, ((AskDocumentState *) state)->id);
  return gone;
}

static gboolean
write_changes (Update *self, const AskDocumentFolder *folder, GQueue *tasks, GArray *gone, GError **error)
{
  if (!ask_document_index_begin (self->index, error))
    return FALSE;
  for (guint i = 0; i < gone->len; i++)
    if (!ask_document_index_remove (self->index, g_array_index (gone, gint64, i), error))
      return FALSE;
  return run_tasks (self, tasks, error) && ask_document_index_set_notes (self->index, folder->notes, error)
         && ask_document_index_commit (self->index, error);
}

/* @index: made anew, or from the last time */
static gboolean
update_index (AskDocumentIndex *index, const AskDocumentFolder *folder, GCancellable *cancellable, GError **error)
{
  Update self = { .index = index, .cancellable = cancellable };
  g_autoptr (GHashTable) known = ask_document_index_load (index, &self.next_id, error);
  g_autoptr (GAsyncQueue) done = NULL;
  g_autoptr (GAsyncQueue) stemmers = NULL;
  g_autoptr (GArray) gone = NULL;
  GQueue *tasks;
  gboolean good = TRUE;

  if (known == NULL)
    return FALSE;
  self.known = known;
  self.done = done = g_async_queue_new ();
  self.stemmers = stemmers = g_async_queue_new_full (ask_document_stemmer_free);
  gone = list_gone (&self, folder);
  tasks = list_tasks (&self, folder);
  if (!g_queue_is_empty (tasks) || gone->len > 0 || g_hash_table_size (known) == 0)
    good = write_changes (&self, folder, tasks, gone, error);
  g_queue_free_full (tasks, task_free);
  return good;
}

static gboolean
fail_folder (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                 N_ ("AskData keeps its index of documents in %s, and cannot write there: %s. Set XDG_CACHE_HOME to a "
                     "folder of yours."),
                 folder, g_strerror (errno));
  return FALSE;
}

/* Returns: -1 where it cannot be had; closing it gives it up */
static int
take_lock (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_strconcat (path, ".lock", NULL);
  int fd = open (name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

  if (fd < 0)
    {
      fail_folder (path, error);
      return -1;
    }
  /* Where there are no locks nobody waits for another. */
  while (flock (fd, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR))
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          close (fd);
          return -1;
        }
      g_usleep (LOOK_US);
    }
  return fd;
}

static void
remove_files (const char *path)
{
  static const char *const endings[] = { "", "-wal", "-shm", "-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat (path, endings[i], NULL);

      g_unlink (name);
    }
}

static gboolean
make_file (const char *path, const AskDocumentFolder *folder, GCancellable *cancellable, GError **error)
{
  g_autofree char *made = g_strconcat (path, ".new", NULL);
  g_autoptr (AskDocumentIndex) index = NULL;
  int fd;
  gboolean good;

  remove_files (made);
  fd = open (made, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return fail_folder (path, error);
  index = ask_document_index_new (made, error);
  good = index != NULL && update_index (index, folder, cancellable, error);
  g_clear_pointer (&index, ask_document_index_free);
  if (good && fdatasync (fd) != 0)
    good = fail_folder (path, error);
  close (fd);
  if (good)
    {
      remove_files (path);
      good = g_rename (made, path) == 0 || fail_folder (path, error);
    }
  if (!good)
    remove_files (made);
  return good;
}

static gboolean
renew (const char *path, const AskDocumentFolder *folder, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDocumentIndex) index = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return make_file (path, folder, cancellable, error);
  /* Whatever is wrong with it, it can be made again. */
  index = ask_document_index_open (path, NULL);
  return index != NULL ? update_index (index, folder, cancellable, error)
                       : make_file (path, folder, cancellable, error);
}

/**
 * ask_document_cache_ensure:
 * @config: of documents
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Reads what is new or has changed. Blocks, for as long as that takes.
 *
 * Returns: (transfer full): the path of the index
 */
char *
ask_document_cache_ensure (const AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = dup_path (config, ".sqlite");
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (AskDocumentFolder) folder = ask_document_folder_list (config->location, cancellable, error);
  gboolean good = folder != NULL;
  int lock;

  if (good && g_mkdir_with_parents (parent, 0700) != 0)
    good = fail_folder (path, error);
  if (good)
    {
      lock = take_lock (path, cancellable, error);
      good = lock >= 0 && renew (path, folder, cancellable, error);
      if (lock >= 0)
        close (lock);
    }
  if (good)
    return g_steal_pointer (&path);
  if (error != NULL && !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_error_prefix (error, N_ ("Source “%s”: "), config->name);
  return NULL;
}

/**
 * ask_document_cache_find:
 * @config: of documents
 *
 * Returns: (transfer full) (nullable): the path of the index as it was made last, without a look at the folder; %NULL where
 *   there is none yet
 */
char *
ask_document_cache_find (const AskSourceConfig *config)
{
  g_autofree char *path = dup_path (config, ".sqlite");

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
}

/**
 * ask_document_cache_remove:
 * @config: of documents
 *
 * Takes the index away; who has it open goes on reading it.
 */
void
ask_document_cache_remove (const AskSourceConfig *config)
{
  g_autofree char *path = dup_path (config, ".sqlite");
  g_autofree char *lock = g_strconcat (path, ".lock", NULL);

  remove_files (path);
  g_unlink (lock);
}
