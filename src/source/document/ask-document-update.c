/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Brings an index up to date: what is new or has changed is read by some threads ahead of the one that writes. Nothing is
 * written where nothing has changed, and all of it or nothing where reading fails.
 */
#include "config.h"

#include "source/document/ask-document-update.h"

#include <string.h>

#include "base/ask-progress.h"
#include "source/document/ask-document-cut.h"
#include "source/document/ask-document-read.h"
#include "source/document/ask-document-readers.h"

#define MAX_READERS 4

/* Documents that are read and not written yet, for each reader: they lie in memory. */
#define AHEAD 4

/* A file or row on its way through a reader.
 *
 * @known: (nullable): as it was when it was read last
 * @document: (nullable): NULL where it was not read, because its bytes are those of @known or with @error
 */
typedef struct
{
  AskDocumentFound *file;
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
  const AskDocumentFeed *feed;
  guint n_fed; /* files of a folder that were looked at */
  GHashTable *known; /* AskDocumentState, by path */
  GHashTable *seen; /* those that are still there, by path */
  gint64 next_id;
  gboolean begun;
  GCancellable *cancellable;
  GAsyncQueue *done; /* Task */
  GAsyncQueue *stemmers; /* AskDocumentStemmer: those that no reader uses now */
} Update;

static void
task_free (gpointer data)
{
  Task *self = data;

  if (self->file->whole == NULL)
    ask_document_found_free (self->file);
  g_free (self->state.digest);
  ask_document_free (self->document);
  g_clear_pointer (&self->passages, g_array_unref);
  ask_document_tokens_free (self->tokens);
  g_clear_error (&self->error);
  g_free (self);
}

/* What a row says is here already. That it says nothing is nothing to be told of. */
static AskDocument *
read_row (const AskDocumentFound *row, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDocument) document = ask_document_new ();
  const AskDocumentFile file = { row->path, -1, row->text };

  ask_document_take_field (&document->title, g_strdup (row->title));
  if (row->text != NULL && !ask_document_read_plain (document, &file, cancellable, error))
    return NULL;
  document->pages = 0;
  return g_steal_pointer (&document);
}

/* In a reader's thread. */
static void
read_task (gpointer data, gpointer user_data)
{
  Task *task = data;
  Update *update = user_data;

  task->document = task->file->whole != NULL
                     ? ask_document_read (task->file->whole, &task->state.digest, update->cancellable, &task->error)
                     : read_row (task->file, update->cancellable, &task->error);
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

/* What is written is one transaction. */
static gboolean
begin (Update *self, GError **error)
{
  if (!self->begun)
    self->begun = ask_document_index_begin (self->index, error);
  return self->begun;
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
  if (!begin (self, error))
    return FALSE;
  if (task->known != NULL && task->state.digest != NULL && g_strcmp0 (task->known->digest, task->state.digest) == 0)
    return ask_document_index_touch (self->index, &task->state, error);
  return (task->known == NULL || ask_document_index_remove (self->index, task->known->id, error))
         && ask_document_index_put (self->index, &entry, error);
}

/* @found: (out) (nullable): what comes next; NULL after the last. A row's is its task's, a file's is the folder's. */
static gboolean
feed (Update *self, AskDocumentFound **found, GError **error)
{
  GPtrArray *files;

  if (self->feed->rows != NULL)
    return ask_document_rows_next (self->feed->rows, found, self->cancellable, error);
  files = self->feed->folder->files;
  *found = self->n_fed < files->len ? files->pdata[self->n_fed++] : NULL;
  return TRUE;
}

/* @next: (out) (nullable): the next that is new or not what it was; NULL where there is none any more */
static gboolean
next_task (Update *self, Task **next, GError **error)
{
  AskDocumentFound *file;

  for (*next = NULL; feed (self, &file, error);)
    {
      const AskDocumentState *known = file != NULL ? g_hash_table_lookup (self->known, file->path) : NULL;
      Task *task;

      if (file == NULL)
        return TRUE;
      if (known != NULL)
        g_hash_table_add (self->seen, known->path);
      if (known != NULL && strcmp (known->stamp, file->stamp) == 0)
        {
          if (file->whole == NULL)
            ask_document_found_free (file);
          continue;
        }
      *next = task = g_new0 (Task, 1);
      task->file = file;
      task->known = known;
      task->state = (AskDocumentState) { file->path, known != NULL ? known->id : self->next_id++, file->stamp, NULL };
      return TRUE;
    }
  return FALSE;
}

/* How many files are new or not what they were; 0 of rows, which nobody has counted. */
static guint
count_tasks (const Update *self)
{
  const AskDocumentFolder *folder = self->feed->folder;
  guint n = 0;

  for (guint i = 0; folder != NULL && i < folder->files->len; i++)
    {
      const AskDocumentFound *file = folder->files->pdata[i];
      const AskDocumentState *known = g_hash_table_lookup (self->known, file->path);

      n += known == NULL || strcmp (known->stamp, file->stamp) != 0;
    }
  return n;
}

/* Reads ahead in other threads and writes in this one. */
static gboolean
run_tasks (Update *self, GError **error)
{
  const guint n_readers = MIN (g_get_num_processors (), MAX_READERS);
  GThreadPool *pool = g_thread_pool_new (read_task, self, (int) n_readers, FALSE, NULL);
  const guint n_all = count_tasks (self);
  gboolean good = TRUE, more = TRUE;
  guint n_out = 0;
  guint n_done = 0;

  ask_progress_tell (0, n_all);
  while (good && (n_out > 0 || more))
    {
      Task *task;

      while (good && more && n_out < n_readers * AHEAD)
        {
          good = next_task (self, &task, error);
          more = good && task != NULL;
          if (more)
            {
              g_thread_pool_push (pool, task, NULL);
              n_out++;
            }
        }
      if (!good || n_out == 0)
        break;
      task = g_async_queue_pop (self->done);
      n_out--;
      good = write_task (self, task, error) && !g_cancellable_set_error_if_cancelled (self->cancellable, error);
      task_free (task);
      n_done++;
      ask_progress_tell (n_done, MAX (n_all, n_done + n_out));
    }
  g_thread_pool_free (pool, FALSE, TRUE);
  for (gpointer task; (task = g_async_queue_try_pop (self->done)) != NULL;)
    task_free (task);
  return good;
}

/* Those that are there no more. */
static gboolean
remove_gone (Update *self, GError **error)
{
  GHashTableIter iter;
  gpointer path, state;

  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &path, &state))
    {
      if (g_hash_table_contains (self->seen, path)
          || (self->feed->folder != NULL && ask_document_folder_is_closed (self->feed->folder, path)))
        continue;
      if (!begin (self, error) || !ask_document_index_remove (self->index, ((AskDocumentState *) state)->id, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
same_notes (GPtrArray *one, GPtrArray *other)
{
  gboolean same = one->len == other->len;

  for (guint i = 0; same && i < one->len; i++)
    same = strcmp (one->pdata[i], other->pdata[i]) == 0;
  return same;
}

static gboolean
write_notes (Update *self, GError **error)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  GPtrArray *notes = self->feed->folder != NULL ? self->feed->folder->notes : none;
  g_autoptr (GPtrArray) before = ask_document_index_load_notes (self->index, error);

  if (before == NULL)
    return FALSE;
  return same_notes (before, notes)
         || (begin (self, error) && ask_document_index_set_notes (self->index, notes, error));
}

/* A new index is written even where it is empty. */
static gboolean
run (Update *self, GError **error)
{
  g_autofree char *origin = ask_document_index_dup_origin (self->index, error);

  if (origin == NULL)
    return FALSE;
  return (g_hash_table_size (self->known) > 0 || begin (self, error)) && run_tasks (self, error)
         && remove_gone (self, error) && write_notes (self, error)
         && (strcmp (origin, self->feed->origin) == 0
             || (begin (self, error) && ask_document_index_set_origin (self->index, self->feed->origin, error)))
         && (!self->begun || ask_document_index_commit (self->index, error));
}

/**
 * ask_document_update:
 * @index: made anew, or from the last time; after a failure to be freed
 * @feed: what there is now
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED; nothing is changed then
 *
 * Returns: whether all that @feed has is in @index, and nothing else
 */
gboolean
ask_document_update (AskDocumentIndex *index, const AskDocumentFeed *feed, GCancellable *cancellable, GError **error)
{
  Update self = { .index = index, .feed = feed, .cancellable = cancellable };
  g_autoptr (GHashTable) known = ask_document_index_load (index, &self.next_id, error);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GAsyncQueue) done = g_async_queue_new ();
  g_autoptr (GAsyncQueue) stemmers = g_async_queue_new_full (ask_document_stemmer_free);

  self.known = known;
  self.seen = seen;
  self.done = done;
  self.stemmers = stemmers;
  return known != NULL && run (&self, error);
}
