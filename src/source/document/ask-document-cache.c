/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One SQLite file for each folder or column, in the cache folder, readable by its owner only. The first time it is written
 * beside and renamed whole; later only what changed is written, in one transaction, while others read the state before.
 * One process writes at a time: it holds a lock on a file beside.
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
#include "source/document/ask-document-update.h"

/* How often somebody who waits for the lock looks. */
#define LOOK_US (20 * 1000)

static char *
dup_path (const AskSourceConfig *config, const char *ending)
{
  const char *place = config->kept_as != NULL ? config->kept_as : config->location;
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, place, -1);
  g_autofree char *name = g_strconcat (digest, ending, NULL);

  return g_build_filename (g_get_user_cache_dir (), "askdata", "documents", name, NULL);
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
make_file (const char *path, const AskDocumentFeed *feed, GCancellable *cancellable, GError **error)
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
  good = index != NULL && ask_document_update (index, feed, cancellable, error);
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

/* Whatever is wrong with it, it can be made again. */
static AskDocumentIndex *
open_index (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS) ? ask_document_index_open (path, NULL) : NULL;
}

static gboolean
renew_folder (const char *path, const AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDocumentFolder) folder = ask_document_folder_list (config->location, cancellable, error);
  const AskDocumentFeed feed = { folder, NULL, "" };
  g_autoptr (AskDocumentIndex) index = folder != NULL ? open_index (path) : NULL;

  if (folder == NULL)
    return FALSE;
  return index != NULL ? ask_document_update (index, &feed, cancellable, error)
                       : make_file (path, &feed, cancellable, error);
}

/* @read: (inout): whether the rows have to be read whatever their origin says; gets whether they were */
static gboolean
renew_rows (const char *path, const AskSourceConfig *config, gboolean *read, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDocumentIndex) index = open_index (path);
  g_autofree char *then = index != NULL ? ask_document_index_dup_origin (index, NULL) : NULL;
  g_autofree char *now = NULL;
  g_autoptr (AskDocumentRows) rows = NULL;
  AskDocumentFeed feed = { 0 };

  if (config->origin == NULL || config->origin_entity == NULL || config->origin_column == NULL)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                             config->problem != NULL ? config->problem
                                                     : N_ ("The column that its texts stand in is not known."));
      return FALSE;
    }
  now = ask_document_rows_make_stamp (config);
  if (!*read && g_strcmp0 (then, now) == 0)
    return TRUE;
  *read = TRUE;
  rows = ask_document_rows_open (config, cancellable, error);
  if (rows == NULL)
    return FALSE;
  feed.rows = rows;
  feed.origin = now;
  return index != NULL ? ask_document_update (index, &feed, cancellable, error)
                       : make_file (path, &feed, cancellable, error);
}

/* Returns: (transfer full): the path of the index */
static char *
renew (const AskSourceConfig *config, gboolean *read, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = dup_path (config, ".sqlite");
  g_autofree char *parent = g_path_get_dirname (path);
  gboolean good;
  int lock;

  if (g_mkdir_with_parents (parent, 0700) != 0)
    {
      fail_folder (path, error);
      return NULL;
    }
  lock = take_lock (path, cancellable, error);
  if (lock < 0)
    return NULL;
  good = ask_document_find_column (config->location) != NULL ? renew_rows (path, config, read, cancellable, error)
                                                             : renew_folder (path, config, cancellable, error);
  close (lock);
  return good ? g_steal_pointer (&path) : NULL;
}

/**
 * ask_document_cache_renew:
 * @config: of documents
 * @read: (inout): of a column, whether its rows have to be read even where nothing says that they changed; gets whether
 *   they were read
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Reads what is new or has changed. Blocks, for as long as that takes.
 *
 * Returns: (transfer full): the path of the index
 */
char *
ask_document_cache_renew (const AskSourceConfig *config, gboolean *read, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *about = g_strdup_printf ("Source “%s”: ", config->name);
  g_autofree char *path = renew (config, read, cancellable, &local);

  if (path != NULL)
    return g_steal_pointer (&path);
  /* The other source's own errors say which one it is. */
  if (!g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !g_str_has_prefix (local->message, about))
    ask_error_prefix (&local, N_ ("Source “%s”: "), config->name);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

/**
 * ask_document_cache_ensure:
 * @config: of documents
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Reads what is known to be new or to have changed. Blocks, for as long as that takes.
 *
 * Returns: (transfer full): the path of the index
 */
char *
ask_document_cache_ensure (const AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  gboolean read = FALSE;

  return ask_document_cache_renew (config, &read, cancellable, error);
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
