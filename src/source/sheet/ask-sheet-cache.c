/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One SQLite file for each file and its options, readable by its owner only: the tables of the sheets, and
 * what they were made from. It is written beside and renamed whole, so what has the name is always
 * complete; it is never changed afterwards, so that who has it open goes on reading it. It is made again
 * whenever the file is not the one that it was made from. What a killed process left is swept away by
 * the next import: whoever still writes a file holds a lock on it.
 */
#include "config.h"

#include "source/sheet/ask-sheet-cache.h"

#include "base/ask-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/sheet/ask-sheet-book.h"
#include "source/sheet/ask-sheet-import.h"
#include "source/sheet/ask-sheet-layout.h"
#include "source/sheet/ask-sheet-profile.h"
#include "source/sqlite/ask-sqlite-source.h"

/* Of what is written: with another number, old files are made again. */
#define FORMAT 2

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "askdata", "sheets", NULL);
}

static char *
dup_digest (const AskSourceConfig *config, const AskSheetOptions *options)
{
  g_autofree char *text = ask_sheet_options_to_text (options);
  g_autofree char *all = g_strconcat (config->location, "\n", text, NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);
}

/* What tells one state of a file from another. Who writes into a file may set back when it was modified
 * (cp -p, rsync), but not when it was changed. */
static char *
describe_file (const struct stat *info)
{
  return g_strdup_printf ("%d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                          ".%09ld %" G_GINT64_FORMAT ".%09ld",
                          FORMAT, (guint64) info->st_dev, (guint64) info->st_ino, (gint64) info->st_size,
                          (gint64) info->st_mtim.tv_sec, info->st_mtim.tv_nsec, (gint64) info->st_ctim.tv_sec,
                          info->st_ctim.tv_nsec);
}

/* Whether another change now would give the file another time: the clock of files goes by ticks of up to 10 ms,
 * on some file systems by seconds. A copy of a file that changed just now serves once, and is made again. */
static gboolean
is_settled (const struct stat *info)
{
  const gboolean coarse = info->st_mtim.tv_nsec == 0 && info->st_ctim.tv_nsec == 0;
  const gint64 changed = (gint64) info->st_ctim.tv_sec * G_USEC_PER_SEC + info->st_ctim.tv_nsec / 1000;

  return g_get_real_time () - changed > (coarse ? 3 * G_USEC_PER_SEC : G_USEC_PER_SEC / 20);
}

static gboolean
is_fresh (const char *path, const char *state)
{
  g_autofree char *uri = ask_sqlite_dup_uri (path);
  g_autoptr (sqlite3_stmt) statement = NULL;
  sqlite3 *db = NULL;
  gboolean fresh = FALSE;

  /* Whatever is wrong with it, it can be made again. */
  if (g_file_test (path, G_FILE_TEST_EXISTS)
      && sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK
      && sqlite3_prepare_v2 (db, "SELECT 1 FROM askdata_file WHERE state = ?1", -1, &statement, NULL) == SQLITE_OK)
    {
      sqlite3_bind_text (statement, 1, state, -1, SQLITE_STATIC);
      fresh = sqlite3_step (statement) == SQLITE_ROW;
    }
  g_clear_pointer (&statement, sqlite3_finalize);
  sqlite3_close (db);
  return fresh;
}

/* Takes away what killed processes left of imports. */
static void
sweep (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = NULL;
      int fd;

      if (!g_str_has_suffix (name, ".new"))
        continue;
      path = g_build_filename (folder, name, NULL);
      fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
      if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) == 0)
        g_unlink (path);
      if (fd >= 0)
        close (fd);
    }
}

/* Steps a statement of texts and numbers: "t" and "i" in @types. */
static gboolean
run (sqlite3 *db, const char *sql, GError **error, const char *types, ...)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  va_list arguments;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    return ask_sheet_fail_write (db, error);
  va_start (arguments, types);
  for (int i = 0; types[i] != '\0'; i++)
    if (types[i] == 't')
      sqlite3_bind_text (statement, i + 1, va_arg (arguments, const char *), -1, SQLITE_TRANSIENT);
    else
      sqlite3_bind_int64 (statement, i + 1, va_arg (arguments, gint64));
  va_end (arguments);
  return sqlite3_step (statement) == SQLITE_DONE || ask_sheet_fail_write (db, error);
}

static gboolean
save_table (sqlite3 *db, const AskSheetTable *table, gint64 place, GError **error)
{
  if (!run (db, "INSERT INTO askdata_sheet VALUES (?1, ?2, ?3)", error, "iti", place, table->name, table->n_rows))
    return FALSE;
  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskSheetColumn *column = &g_array_index (table->columns, AskSheetColumn, i);

      if (!run (db, "INSERT INTO askdata_column VALUES (?1, ?2, ?3, ?4)", error, "iitt", place, (gint64) i,
                column->name, ask_type_to_string (column->type)))
        return FALSE;
    }
  return TRUE;
}

/* A name that no other sheet has, and that is not kept for SQLite or for us. */
static char *
choose_name (const char *wanted, GHashTable *names)
{
  g_autofree char *stripped = g_strstrip (g_strdup (wanted));
  g_autofree char *plain = NULL;

  for (char *p = stripped; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  plain = *stripped == '\0' ? g_strdup ("sheet")
          : g_ascii_strncasecmp (stripped, "sqlite_", 7) == 0 || g_ascii_strncasecmp (stripped, "askdata_", 8) == 0
            ? g_strconcat ("sheet_", stripped, NULL)
            : g_steal_pointer (&stripped);
  return ask_sheet_make_unique (plain, names);
}

static gboolean
import_book (AskSheetBook *book, const AskSheetOptions *options, sqlite3 *db, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gint64 n_tables = 0;

  for (guint i = 0; i < book->readers->len; i++)
    {
      AskSheetReader *reader = book->readers->pdata[i];
      AskSheetImport into = { db, ask_sheet_options_get_header (options, reader->name), book->notes };
      g_autofree char *name = choose_name (reader->name, names);
      g_autoptr (AskSheetTable) table = ask_sheet_import (&into, reader, name, cancellable, error);

      if (table == NULL)
        return FALSE;
      for (guint n = 0; n < reader->notes->len; n++)
        g_ptr_array_add (book->notes, g_strdup (reader->notes->pdata[n]));
      if (table->columns->len == 0)
        g_ptr_array_add (book->notes, g_strdup_printf ("%s is empty and was left out.", reader->name));
      else if (!save_table (db, table, n_tables++, error))
        return FALSE;
    }
  if (n_tables == 0)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                             N_ ("There is nothing in the file but blanks."));
      return FALSE;
    }
  for (guint i = 0; i < book->notes->len; i++)
    if (!run (db, "INSERT INTO askdata_note VALUES (?1)", error, "t", book->notes->pdata[i]))
      return FALSE;
  return TRUE;
}

/* A file as it was opened.
 * @state: from describe_file()
 * @settled: whether that tells it from any later state of the file */
typedef struct
{
  int fd;
  const AskSourceConfig *config;
  const AskSheetOptions *options;
  const char *state;
  gboolean settled;
} Original;

static gboolean
write_copy (const Original *of, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSheetBook) book = ask_sheet_book_open (of->fd, of->config->location, of->options, cancellable, error);
  sqlite3 *db = NULL;
  gboolean good;

  if (book == NULL)
    return FALSE;
  good
    = sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK
      && ask_sqlite_add_decimal (db) == SQLITE_OK
      && sqlite3_exec (db,
                       "PRAGMA page_size=16384; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                       "PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-8192;"
                       "BEGIN;"
                       "CREATE TABLE askdata_file (state TEXT NOT NULL);"
                       "CREATE TABLE askdata_sheet (place INTEGER PRIMARY KEY, name TEXT NOT NULL,"
                       "  n_rows INTEGER NOT NULL);"
                       "CREATE TABLE askdata_column (sheet INTEGER NOT NULL, place INTEGER NOT NULL,"
                       "  name TEXT NOT NULL, type TEXT NOT NULL);"
                       "CREATE TABLE askdata_note (text TEXT NOT NULL)",
                       NULL, NULL, NULL)
           == SQLITE_OK;
  if (!good)
    ask_sheet_fail_write (db, error);
  good = good && import_book (book, of->options, db, cancellable, error)
         && run (db, "INSERT INTO askdata_file VALUES (?1)", error, "t", of->settled ? of->state : "not settled");
  if (good && sqlite3_exec (db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
    good = ask_sheet_fail_write (db, error);
  if (sqlite3_close (db) != SQLITE_OK && good)
    g_assert_not_reached ();
  return good;
}

static gboolean
fail_folder (const char *folder, GError **error)
{
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                 N_ ("AskData keeps its copy of a spreadsheet in %s, and cannot write there: %s. Set "
                     "XDG_CACHE_HOME to a folder of yours."),
                 folder, g_strerror (errno));
  return FALSE;
}

/* Makes an empty file of our own beside @path and locks it, until it is closed.
 *
 * @made: (out) (transfer full): its path
 *
 * Returns: -1 where there can be none
 */
static int
make_file (const char *path, char **made)
{
  /* Who sweeps may have taken it for one that was left, before it was locked. */
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *name = g_strconcat (path, ".XXXXXX.new", NULL);
      int fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
      struct stat info;

      if (fd < 0)
        return -1;
      /* Where there are no locks nobody sweeps either. */
      if ((flock (fd, LOCK_EX) != 0 && errno != ENOLCK && errno != EOPNOTSUPP && errno != ENOSYS)
          || fstat (fd, &info) != 0 || info.st_nlink == 0)
        {
          g_unlink (name);
          close (fd);
          continue;
        }
      *made = g_steal_pointer (&name);
      return fd;
    }
  return -1;
}

/* Imports into a new file beside @path, and renames it. */
static gboolean
make_copy (const Original *of, const char *folder, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *made = NULL;
  g_autofree char *after = NULL;
  struct stat info;
  gboolean good;
  int out;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return fail_folder (folder, error);
  sweep (folder);
  out = make_file (path, &made);
  if (out < 0)
    return fail_folder (folder, error);
  good = write_copy (of, made, cancellable, error);
  if (good && fstat (of->fd, &info) == 0)
    after = describe_file (&info);
  if (good && g_strcmp0 (of->state, after) != 0)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                             N_ ("The file changed while it was read. Try again."));
      good = FALSE;
    }
  if (good && (fdatasync (out) != 0 || g_rename (made, path) != 0))
    good = fail_folder (folder, error);
  if (!good)
    g_unlink (made);
  close (out);
  return good;
}

/**
 * ask_sheet_cache_ensure:
 * @config: of a spreadsheet
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE, %ASK_SOURCE_ERROR_DENIED, %ASK_SOURCE_ERROR_NOT_A_DATABASE,
 *   %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT, %ASK_SOURCE_ERROR_CONFIG or
 *   %G_IO_ERROR_CANCELLED
 *
 * Imports the file unless there is a copy of its present state. Blocks, for as long as an import takes.
 *
 * Returns: (transfer full): the path of the copy
 */
char *
ask_sheet_cache_ensure (const AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  g_auto (AskSheetOptions) options = { 0 };
  g_autofree char *folder = dup_folder ();
  g_autofree char *digest = NULL;
  g_autofree char *file = NULL;
  g_autofree char *path = NULL;
  g_autofree char *state = NULL;
  struct stat info;
  gboolean good;
  int fd;

  if (!ask_sheet_options_read (&options, config, error)
      || !ask_sqlite_check_file (config->name, config->location, error))
    return NULL;
  fd = open (config->location, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat (fd, &info) != 0)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                     N_ ("Source “%s”: %s could not be opened: %s."), config->name, config->location,
                     g_strerror (errno));
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  digest = dup_digest (config, &options);
  file = g_strconcat (digest, ".sqlite", NULL);
  path = g_build_filename (folder, file, NULL);
  state = describe_file (&info);
  good = is_fresh (path, state);
  if (!good)
    {
      good
        = make_copy (&(Original) { fd, config, &options, state, is_settled (&info) }, folder, path, cancellable, error);
      if (!good && error != NULL && *error != NULL && !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        ask_error_prefix (error, N_ ("Source “%s”, %s: "), config->name, config->location);
    }
  close (fd);
  return good ? g_steal_pointer (&path) : NULL;
}

/**
 * ask_sheet_cache_remove:
 * @config: of a spreadsheet; nothing is done where its options cannot be read
 *
 * Takes the copy away; who has it open goes on reading it, and another source of the same file makes it
 * again.
 */
void
ask_sheet_cache_remove (const AskSourceConfig *config)
{
  g_auto (AskSheetOptions) options = { 0 };
  g_autofree char *folder = dup_folder ();
  g_autofree char *digest = NULL;
  g_autofree char *file = NULL;
  g_autofree char *path = NULL;

  if (!ask_sheet_options_read (&options, config, NULL))
    return;
  digest = dup_digest (config, &options);
  file = g_strconcat (digest, ".sqlite", NULL);
  path = g_build_filename (folder, file, NULL);
  g_unlink (path);
}
