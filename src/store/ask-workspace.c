/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening a workspace file, and its settings. It must never write to a file that is not a workspace. The object owns
 * the connection; what its functions return belongs to the caller.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/ask-error.h"

ASK_DEFINE_ERROR ("ask-store-error-quark", ask_store_error)

/* SQLite's file header: its magic, and where the application's number stands. */
#define HEADER_SIZE 100
#define HEADER_MAGIC "SQLite format 3"
#define HEADER_APPLICATION_ID 68

/**
 * ask_workspace_get_default_path:
 *
 * Returns: (transfer full): the workspace of this user where none is named
 */
char *
ask_workspace_get_default_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "askdata", "workspace.askdata", NULL);
}

static void
set_no_database (const char *path, GError **error)
{
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                 N_ ("The file %s is no AskData workspace, nor any other SQLite database. It was not "
                     "changed. Choose another file."),
                 path);
}

/* A pipe would be read for ever, and SQLite has no good word for a folder. */
static gboolean
check_kind (const char *path, GError **error)
{
  GStatBuf info;

  if (g_stat (path, &info) != 0)
    {
      int cause = errno;

      if (cause == ENOENT)
        return TRUE;
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                     N_ ("The workspace %s cannot be opened: %s. Choose another file."), path, g_strerror (cause));
      return FALSE;
    }
  if (!S_ISREG (info.st_mode))
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                     S_ISDIR (info.st_mode)
                       ? N_ ("%s is no file but a folder, so it cannot be a workspace. Choose a file.")
                       : N_ ("%s is no file but a device, so it cannot be a workspace. Choose a file."),
                     path);
      return FALSE;
    }
  /* SQLite takes a single byte for nothing, and would write over it. */
  if (info.st_size == 1)
    {
      set_no_database (path, error);
      return FALSE;
    }
  return TRUE;
}

/* SQLite would make the file readable for everybody; its -wal and -shm take after it. */
static gboolean
make_file (const char *path, GError **error)
{
  /* Closing a file drops every lock that this process holds on it. While this one is open, no other
   * thread may get as far as having SQLite lock it. */
  static GMutex making;
  g_autofree char *folder = g_path_get_dirname (path);
  int cause = 0;
  int fd;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      cause = errno;
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE,
                     N_ ("The folder %s for the workspace cannot be made: %s. Choose another place with "
                         "--workspace."),
                     folder, g_strerror (cause));
      return FALSE;
    }
  g_mutex_lock (&making);
  fd = g_open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0)
    close (fd);
  else
    cause = errno;
  g_mutex_unlock (&making);
  if (cause != 0 && cause != EEXIST)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE,
                     N_ ("The workspace %s cannot be made: %s. Choose another place with --workspace."), path,
                     g_strerror (cause));
      return FALSE;
    }
  return TRUE;
}

/* Looks at the first bytes before SQLite does more than open the file: one that is not ours is not
 * touched, not even to finish what a crash of its own program left. */
static gboolean
check_header (AskWorkspace *self, GError **error)
{
  guint8 header[HEADER_SIZE] = { 0 };
  sqlite3_file *file = NULL;
  sqlite3_int64 size = 0;
  guint32 application;

  if (sqlite3_file_control (self->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || file == NULL
      || file->pMethods == NULL || file->pMethods->xFileSize (file, &size) != SQLITE_OK)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                     N_ ("The workspace %s cannot be read. Check the disk, or choose another file."), self->path);
      return FALSE;
    }
  if (size == 0)
    return TRUE; /* new, or made ready for us by somebody */
  if (size < HEADER_SIZE || file->pMethods->xRead (file, header, sizeof header, 0) != SQLITE_OK
      || memcmp (header, HEADER_MAGIC, sizeof HEADER_MAGIC) != 0)
    {
      set_no_database (self->path, error);
      return FALSE;
    }
  memcpy (&application, header + HEADER_APPLICATION_ID, sizeof application);
  if (GUINT32_FROM_BE (application) != ASK_WORKSPACE_APPLICATION_ID)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                     N_ ("The file %s is a database of another program, no AskData workspace. It was not "
                         "changed. Choose another file; to ask about this database, add it as a source."),
                     self->path);
      return FALSE;
    }
  return TRUE;
}

/* SQLite does not wait for others when it changes the journal, so this does. */
static gboolean
use_wal (AskWorkspace *self, const char *what, GError **error)
{
  gint64 give_up = g_get_monotonic_time () + ASK_WORKSPACE_BUSY_MS * G_TIME_SPAN_MILLISECOND;

  while (sqlite3_exec (self->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) != SQLITE_OK)
    {
      if ((sqlite3_errcode (self->db) & 0xff) != SQLITE_BUSY || g_get_monotonic_time () > give_up)
        {
          ask_workspace_set_error (self, what, error);
          return FALSE;
        }
      g_usleep (10000);
    }
  return TRUE;
}

static gboolean
open_database (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("it was not opened");
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  if (sqlite3_open_v2 (self->path, &self->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    {
      ask_workspace_set_error (self, what, error);
      return FALSE;
    }
  if (!check_header (self, error))
    return FALSE;
  sqlite3_extended_result_codes (self->db, 1);
  sqlite3_busy_timeout (self->db, ASK_WORKSPACE_BUSY_MS);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  if (sqlite3_db_readonly (self->db, "main") == 1)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE,
                     N_ ("The workspace %s may not be written. Allow writing to the file, or choose "
                         "another workspace."),
                     self->path);
      return FALSE;
    }
  if (!ask_workspace_exec (self, what,
                           "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                           "PRAGMA temp_store = MEMORY",
                           error)
      || !ask_workspace_migrate (self, error) || !use_wal (self, what, error))
    return FALSE;

  statement = ask_workspace_prepare (self, what, "SELECT value FROM setting WHERE key = 'workspace/id'", error);
  if (statement == NULL || !ask_workspace_step (self, what, statement, &row, error))
    return FALSE;
  if (row)
    self->id = ask_statement_dup_text (statement, 0);
  if (self->id == NULL || *self->id == '\0')
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                     N_ ("The workspace %s is damaged: it has no id. Put back a copy of it, or choose "
                         "another workspace."),
                     self->path);
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_workspace_open:
 * @path: (type filename): made, with its folders, where there is none
 * @error: %ASK_STORE_ERROR_OPEN where it is no workspace, is damaged or of a later version;
 *   %ASK_STORE_ERROR_WRITE where it may not be written or another program holds it
 *
 * Opens a workspace, and brings one of an earlier version up to date. A file that is something else
 * is refused and left as it is. Blocks, up to 5 s while another program writes. The object belongs
 * to the calling thread.
 *
 * Returns: (transfer full): close with ask_workspace_close()
 */
AskWorkspace *
ask_workspace_open (const char *path, GError **error)
{
  g_autoptr (AskWorkspace) self = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (*path == '\0')
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                             N_ ("The workspace has an empty name. Name a file."));
      return NULL;
    }
  self = g_new0 (AskWorkspace, 1);
  self->path = g_canonicalize_filename (path, NULL);
  if (!check_kind (self->path, error) || !make_file (self->path, error) || !open_database (self, error))
    return NULL;
  ask_ledger_open (self);
  return g_steal_pointer (&self);
}

/**
 * ask_workspace_close:
 * @self: (nullable) (transfer full): an open workspace
 *
 * Nothing is lost by not calling it, but its -wal file stays until the next opening.
 */
void
ask_workspace_close (AskWorkspace *self)
{
  if (self == NULL)
    return;
  ask_ledger_close (self);
  sqlite3_finalize (self->find_key);
  sqlite3_finalize (self->find_stem);
  sqlite3_finalize (self->find_number);
  sqlite3_close (self->db);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->choices, g_hash_table_unref);
  g_free (self->path);
  g_free (self->id);
  g_free (self);
}

/**
 * ask_workspace_get_path:
 *
 * Returns: (type filename): the absolute path
 */
const char *
ask_workspace_get_path (AskWorkspace *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->path;
}

/**
 * ask_workspace_get_id:
 *
 * What the workspace's secrets are filed under; it moves with the file.
 *
 * Returns: an opaque word
 */
const char *
ask_workspace_get_id (AskWorkspace *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->id;
}

/**
 * ask_workspace_get_state:
 * @self: a workspace
 * @error: %ASK_STORE_ERROR_OPEN and others where the file cannot be read
 *
 * A text that is another one as soon as the schema, its draft, a source or what is indexed of it, or a verified question
 * is another one, or the embeddings are, whoever changed it. Other settings and the history do not count.
 *
 * Returns: (transfer full): the text, of no meaning by itself
 */
char *
ask_workspace_get_state (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("the workspace cannot be read");
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL, NULL);

  statement = ask_workspace_prepare (
    self, what,
    "SELECT (SELECT coalesce(max(id), 0) FROM schema_version) || '/' || (SELECT serial FROM draft_serial)"
    " || '/' || (SELECT count(*) || ' ' || coalesce(max(id), 0) || ' ' || coalesce(max(verified_at), 0) || ' '"
    "              || coalesce(sum(length(question)), 0) || ' ' || coalesce(sum(length(sql)), 0) FROM verified)"
    " || '/' || (SELECT coalesce(group_concat(name || ' ' || refreshed_at), '') FROM source)"
    " || '/' || (SELECT count(*) || ' ' || coalesce(max(id), 0) FROM value_column)"
    " || '/' || (SELECT count(*) || ' ' || coalesce(max(id), 0) FROM vector)"
    " || '/' || coalesce((SELECT value FROM setting WHERE key = 'model/embeddings'), '')",
    error);
  if (statement == NULL || !ask_workspace_step (self, what, statement, &row, error))
    return NULL;
  return ask_statement_dup_text (statement, 0);
}

/**
 * ask_workspace_get_setting:
 * @key: such as "model/url"
 *
 * A file that can't be read has no settings either: the next call that reports errors says why.
 *
 * Returns: (transfer full) (nullable): the value, or %NULL where it is not set
 */
char *
ask_workspace_get_setting (AskWorkspace *self, const char *key)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  statement = ask_workspace_prepare (self, "", "SELECT value FROM setting WHERE key = ?1", NULL);
  if (statement == NULL)
    return NULL;
  ask_statement_bind_text (statement, 1, key);
  return ask_workspace_step (self, "", statement, &row, NULL) && row ? ask_statement_dup_text (statement, 0) : NULL;
}

/**
 * ask_workspace_set_setting:
 * @key: such as "model/url"
 * @value: (nullable): %NULL takes the setting away; never a secret
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_set_setting (AskWorkspace *self, const char *key, const char *value, GError **error)
{
  const char *what = N_ ("the setting was not saved");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL && key != NULL, FALSE);

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement = ask_workspace_prepare (self, what,
                                     value != NULL ? "INSERT INTO setting (key, value) VALUES (?1, ?2) ON "
                                                     "CONFLICT (key) DO UPDATE SET value = excluded.value"
                                                   : "DELETE FROM setting WHERE key = ?1",
                                     error);
  if (statement != NULL)
    {
      ask_statement_bind_text (statement, 1, key);
      if (value != NULL)
        ask_statement_bind_text (statement, 2, value);
    }
  return ask_workspace_run_and_end (self, what, statement, error);
}

/**
 * ask_workspace_dup_person:
 *
 * Who saves and verifies here: the setting "person/name", else the name that the system knows.
 *
 * Returns: (transfer full) (nullable): a name; %NULL where nobody knows one
 */
char *
ask_workspace_dup_person (AskWorkspace *self)
{
  g_autofree char *set = NULL;
  const char *name;

  g_return_val_if_fail (self != NULL, NULL);

  set = ask_workspace_get_setting (self, "person/name");
  if (set != NULL && *set != '\0')
    return g_steal_pointer (&set);
  name = g_get_real_name ();
  if (name != NULL && *name != '\0' && strcmp (name, "Unknown") != 0 && g_utf8_validate (name, -1, NULL))
    return g_strdup (name);
  name = g_get_user_name ();
  return name != NULL && g_utf8_validate (name, -1, NULL) ? g_strdup (name) : NULL;
}
