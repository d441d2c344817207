/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a saved answer that anybody may have made. Its bytes are taken into memory, so that nothing beside the file counts
 * and nothing is written; SQLite is told to trust nothing in it; and only tables that this program would have made word
 * for word are read. Views, triggers, generated columns and the like never come to run.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "bundle/ask-bundle-private.h"
#include "source/sqlite/ask-sqlite-source.h"

#define MAX_SENT 100000
#define MAX_ROWS 1000000
#define HEADER 100
#define MAX_SAID 200
/* SQLite's steps between two looks at the cancellable. */
#define STEPS_A_LOOK 10000

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)

/**
 * Reading:
 * @path: for sentences
 * @expected: (element-type utf8): the CREATE TABLE of each table that may be there, by its name
 */
typedef struct
{
  AskBundle *bundle;
  const char *path;
  sqlite3 *db;
  GCancellable *cancellable;
  GHashTable *expected;
} Reading;

/* @sentence: marked with N_() */
static gboolean
damaged (const Reading *self, const char *sentence, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  ask_error_set_literal (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_FILE, sentence);
  ask_error_prefix (error, "%s: ", name);
  ask_error_append (error,
                    N_ (" It is damaged, or another program changed it. Ask whoever saved it to save it again."));
  return FALSE;
}

static gboolean
is_none (const Reading *self, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_FILE,
                 self->bundle->board
                   ? N_ ("%s is no board that AskData saved. Choose a file that ends in .askboard.")
                   : N_ ("%s is no answer that AskData saved. Choose a file that ends in .askanswer."),
                 name);
  return FALSE;
}

/* @said: SQLite's words, which may have bytes of the file in them */
static gboolean
fails_with (const Reading *self, const char *said, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);
  g_autofree char *valid = g_utf8_make_valid (said, -1);
  g_autofree char *shown = ask_text_shorten (valid, MAX_SAID);

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_FILE,
                 N_ ("%s is damaged: %s. Ask whoever saved it to save it again."), name, shown);
  return FALSE;
}

static gboolean
failed (const Reading *self, GError **error)
{
  return fails_with (self, sqlite3_errmsg (self->db), error);
}

static int
on_progress (void *cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

/* Nothing but reading: no function but those that this file calls, no write, nothing attached. */
static int
authorize (void *data, int action, const char *first, const char *second, const char *database, const char *trigger)
{
  static const char *const pragmas[]
    = { "quick_check", "trusted_schema", "cell_size_check", "application_id", "user_version" };

  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_READ:
      return trigger == NULL ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
      for (guint i = 0; i < G_N_ELEMENTS (pragmas); i++)
        if (g_ascii_strcasecmp (first, pragmas[i]) == 0)
          return SQLITE_OK;
      return SQLITE_DENY;
    default:
      return SQLITE_DENY;
    }
}

static void
distrust (sqlite3 *db, GCancellable *cancellable)
{
  sqlite3_extended_result_codes (db, 1);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, NULL);
  sqlite3_limit (db, SQLITE_LIMIT_LENGTH, ASK_BUNDLE_MAX_CELL);
  sqlite3_limit (db, SQLITE_LIMIT_SQL_LENGTH, 1000000);
  sqlite3_limit (db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit (db, SQLITE_LIMIT_TRIGGER_DEPTH, 0);
  sqlite3_limit (db, SQLITE_LIMIT_WORKER_THREADS, 0);
  sqlite3_set_authorizer (db, authorize, NULL);
  if (cancellable != NULL)
    sqlite3_progress_handler (db, STEPS_A_LOOK, on_progress, cancellable);
}

/* Returns: (transfer full): the statement; %NULL with @error set */
static sqlite3_stmt *
prepare (const Reading *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL) == SQLITE_OK)
    return statement;
  failed (self, error);
  return NULL;
}

/* Returns: (transfer none) (nullable): the text of a column; %NULL for NULL, and what is no text, or too long for one, makes @bad */
static const char *
get_text (sqlite3_stmt *statement, int column, gboolean *bad)
{
  int type = sqlite3_column_type (statement, column);
  const char *text;

  if (type == SQLITE_NULL)
    return NULL;
  text = type == SQLITE_TEXT ? (const char *) sqlite3_column_text (statement, column) : NULL;
  if (text == NULL || sqlite3_column_bytes (statement, column) > ASK_BUNDLE_MAX_JSON
      || strlen (text) != (gsize) sqlite3_column_bytes (statement, column) || !g_utf8_validate (text, -1, NULL))
    {
      *bad = TRUE;
      return NULL;
    }
  return text;
}

static gboolean
read_number (const Reading *self, const char *pragma, gint64 *number, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = prepare (self, pragma, error);

  if (statement == NULL)
    return FALSE;
  if (sqlite3_step (statement) != SQLITE_ROW)
    return failed (self, error);
  *number = sqlite3_column_int64 (statement, 0);
  return TRUE;
}

static gboolean
check_version (const Reading *self, GError **error)
{
  gint64 id, version;

  if (!read_number (self, "PRAGMA application_id", &id, error)
      || !read_number (self, "PRAGMA user_version", &version, error))
    return FALSE;
  if (id != (self->bundle->board ? ASK_BUNDLE_BOARD_ID : ASK_BUNDLE_ID) || version < 1)
    return is_none (self, error);
  if (version > ASK_BUNDLE_VERSION)
    {
      g_autofree char *name = g_filename_display_name (self->path);

      ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_NEWER,
                     N_ ("%s was saved by a later AskData. Update AskData to open it."), name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_pages (const Reading *self, GError **error)
{
  g_autoptr (sqlite3_stmt) check = prepare (self, "PRAGMA quick_check(1)", error);
  gboolean bad = FALSE;
  const char *said;

  if (check == NULL)
    return FALSE;
  if (sqlite3_step (check) != SQLITE_ROW)
    return failed (self, error);
  said = get_text (check, 0, &bad);
  if (g_strcmp0 (said, "ok") == 0)
    return TRUE;
  return fails_with (self, bad || said == NULL ? "SQLite cannot read it" : said, error);
}

#define DECLARED "SELECT type, name, sql FROM sqlite_schema"

/* What the file declares and @listing gives has to be a table of @expected, in the same words, and all of @expected is there. */
static gboolean
check_declared (const Reading *self, const char *listing, GError **error)
{
  g_autoptr (sqlite3_stmt) list = prepare (self, listing, error);
  guint n = 0;
  int code;

  if (list == NULL)
    return FALSE;
  while ((code = sqlite3_step (list)) == SQLITE_ROW)
    {
      gboolean bad = FALSE;
      const char *type = get_text (list, 0, &bad);
      const char *name = get_text (list, 1, &bad);
      const char *sql = get_text (list, 2, &bad);
      const char *expected = name != NULL ? g_hash_table_lookup (self->expected, name) : NULL;

      if (bad || g_strcmp0 (type, "table") != 0 || expected == NULL || g_strcmp0 (sql, expected) != 0)
        return damaged (self, N_ ("The file declares what no saved answer has."), error);
      n++;
    }
  if (code != SQLITE_DONE)
    return failed (self, error);
  return n == g_hash_table_size (self->expected)
           ? TRUE
           : damaged (self, N_ ("The file lacks a table that every saved answer has."), error);
}

static void
expect (const Reading *self, const char *name, char *sql)
{
  g_hash_table_insert (self->expected, g_strdup (name), sql);
}

static gboolean
read_about (const Reading *self, GError **error)
{
  g_autoptr (sqlite3_stmt) list = prepare (self, "SELECT name, value FROM about", error);
  AskBundle *bundle = self->bundle;
  int code;

  if (list == NULL)
    return FALSE;
  while ((code = sqlite3_step (list)) == SQLITE_ROW)
    {
      gboolean bad = FALSE;
      const char *name = get_text (list, 0, &bad);
      const char *value = get_text (list, 1, &bad);
      char **texts[] = { &bundle->program, &bundle->sql, &bundle->json };
      static const char *const names[] = { "program", "sql", "answer" };

      if (bad || name == NULL || value == NULL)
        return damaged (self, N_ ("A text in the file is none."), error);
      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        if (strcmp (names[i], name) == 0 && *texts[i] == NULL)
          *texts[i] = g_strdup (value);
      if (strcmp (name, "saved_at") == 0)
        bundle->saved_at = g_ascii_strtoll (value, NULL, 10);
      if (strcmp (name, "chart") == 0 && bundle->chart == NULL
          && (bundle->chart = ask_json_parse (value, -1, NULL)) == NULL)
        return damaged (self, N_ ("The chart in the file cannot be read."), error);
    }
  if (code != SQLITE_DONE)
    return failed (self, error);
  return bundle->json != NULL ? TRUE : damaged (self, N_ ("The file lacks the answer."), error);
}

/* What each table is; their rows are read when all declarations have been looked at. */
static gboolean
read_kept (const Reading *self, GError **error)
{
  g_autoptr (sqlite3_stmt) list = prepare (self, "SELECT name, step, n_rows, whole, columns FROM kept", error);
  int code;

  if (list == NULL)
    return FALSE;
  while ((code = sqlite3_step (list)) == SQLITE_ROW)
    {
      gboolean bad = FALSE;
      const char *name = get_text (list, 0, &bad);
      const char *columns = get_text (list, 4, &bad);
      g_autoptr (AskRows) rows = columns != NULL ? ask_bundle_read_columns (columns) : NULL;
      AskBundleTable *table;

      if (bad || name == NULL || rows == NULL || !ask_bundle_name_is_table (name)
          || ask_bundle_find_table (self->bundle, name) != NULL || self->bundle->tables->len >= ASK_BUNDLE_MAX_TABLES)
        return damaged (self, N_ ("The list of tables in the file cannot be read."), error);
      table = ask_bundle_add_table (self->bundle, name, rows);
      table->step = (guint) CLAMP (sqlite3_column_int64 (list, 1), 0, G_MAXINT);
      table->n_rows = MAX (sqlite3_column_int64 (list, 2), 0);
      ask_rows_set_truncated (rows, sqlite3_column_int64 (list, 3) != 1);
      expect (self, name, ask_bundle_create_table (name, rows, FALSE));
    }
  return code == SQLITE_DONE ? TRUE : failed (self, error);
}

static gboolean
read_rows (const Reading *self, AskBundleTable *table, GError **error)
{
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\"", table->name);
  g_autoptr (sqlite3_stmt) list = prepare (self, sql, error);
  guint n = ask_rows_get_n_columns (table->rows);
  g_autofree AskValue *cells = g_new0 (AskValue, n);
  gsize n_rows = 0;
  int code;

  if (list == NULL)
    return FALSE;
  if (sqlite3_column_count (list) != (int) n)
    return damaged (self, N_ ("A table in the file has other columns than it says."), error);
  while ((code = sqlite3_step (list)) == SQLITE_ROW && n_rows < MAX_ROWS
         && ask_bundle_get_memory (self->bundle) <= ASK_BUNDLE_MAX_MEMORY)
    {
      ask_sqlite_read_row (list, cells);
      ask_rows_append (table->rows, cells);
      n_rows++;
    }
  if (code == SQLITE_ROW)
    return damaged (self, N_ ("A table in the file has more rows than any answer."), error);
  if (code != SQLITE_DONE)
    return failed (self, error);
  if ((gint64) n_rows > table->n_rows || (!ask_rows_get_truncated (table->rows) && (gint64) n_rows != table->n_rows))
    return damaged (self, N_ ("A table in the file has not as many rows as it says."), error);
  return TRUE;
}

static gboolean
read_names (const char *json, GPtrArray *names)
{
  g_autoptr (JsonNode) document = json != NULL ? ask_json_parse (json, -1, NULL) : NULL;
  JsonArray *array = document != NULL && JSON_NODE_HOLDS_ARRAY (document) ? json_node_get_array (document) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      const char *name = ask_json_element_string (array, i);

      if (name == NULL)
        return FALSE;
      g_ptr_array_add (names, g_strdup (name));
    }
  return array != NULL;
}

static gboolean
read_shared (const char *json, GPtrArray *values)
{
  g_autoptr (JsonNode) document = json != NULL ? ask_json_parse (json, -1, NULL) : NULL;
  JsonArray *array = document != NULL && JSON_NODE_HOLDS_ARRAY (document) ? json_node_get_array (document) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *shared = ask_json_element_object (array, i);
      const char *of = shared != NULL ? ask_json_get_string (shared, "of") : NULL;
      const char *consent = shared != NULL ? ask_json_get_string (shared, "consent") : NULL;

      if (of == NULL || consent == NULL)
        return FALSE;
      g_ptr_array_add (values, ask_ledger_values_new (of, ask_json_get_integer (shared, "n", 0), consent));
    }
  return array != NULL;
}

static AskLedgerEntry *
read_entry (sqlite3_stmt *list, gint64 id, gboolean *bad)
{
  g_autoptr (AskLedgerEntry) entry = g_new0 (AskLedgerEntry, 1);
  gint64 body = sqlite3_column_int64 (list, 12);

  entry->id = id;
  entry->names = g_ptr_array_new_with_free_func (g_free);
  entry->values = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_ledger_values_free);
  entry->at = sqlite3_column_int64 (list, 0);
  entry->kind = g_strdup (get_text (list, 1, bad));
  entry->host = g_strdup (get_text (list, 2, bad));
  entry->method = g_strdup (get_text (list, 3, bad));
  entry->address = g_strdup (get_text (list, 4, bad));
  entry->source = g_strdup (get_text (list, 5, bad));
  entry->bytes = MAX (sqlite3_column_int64 (list, 6), 0);
  entry->tries = (guint) CLAMP (sqlite3_column_int64 (list, 7), 0, G_MAXINT);
  entry->status = (guint) CLAMP (sqlite3_column_int64 (list, 8), 0, 999);
  entry->problem = g_strdup (get_text (list, 9, bad));
  *bad = *bad || entry->kind == NULL || entry->host == NULL || !read_names (get_text (list, 10, bad), entry->names)
         || !read_shared (get_text (list, 11, bad), entry->values) || body < ASK_LEDGER_BODY_NONE
         || body > ASK_LEDGER_BODY_SECRET;
  entry->body = *bad ? ASK_LEDGER_BODY_NONE : (AskLedgerBody) body;
  return g_steal_pointer (&entry);
}

static gboolean
read_sent (const Reading *self, GError **error)
{
  g_autoptr (sqlite3_stmt) list = prepare (self, "SELECT * FROM sent", error);
  int code;

  if (list == NULL)
    return FALSE;
  while ((code = sqlite3_step (list)) == SQLITE_ROW && self->bundle->sent->len < MAX_SENT)
    {
      gboolean bad = FALSE;
      g_autoptr (AskLedgerEntry) entry = read_entry (list, self->bundle->sent->len + 1, &bad);
      GBytes *body = NULL;

      if (sqlite3_column_type (list, 13) == SQLITE_BLOB)
        {
          gsize length = (gsize) sqlite3_column_bytes (list, 13);

          body = g_bytes_new (sqlite3_column_blob (list, 13), length);
        }
      else
        bad = bad || sqlite3_column_type (list, 13) != SQLITE_NULL;
      if (bad)
        {
          g_clear_pointer (&body, g_bytes_unref);
          return damaged (self, N_ ("The list of what was sent cannot be read."), error);
        }
      self->bundle->n_bodies += body != NULL;
      ask_bundle_add_sent (self->bundle, g_steal_pointer (&entry), body);
    }
  return code == SQLITE_DONE ? TRUE : failed (self, error);
}

/* What somebody wrote into the file must not lead anywhere in this workspace. */
static void
make_harmless (AskAnswer *answer)
{
  g_ptr_array_set_size (answer->choices, 0);
  g_ptr_array_set_size (answer->parts, 0);
  g_ptr_array_set_size (answer->links, 0);
  g_ptr_array_set_size (answer->suggestions, 0);
  answer->remedy = ASK_REMEDY_NONE;
  g_clear_pointer (&answer->remedy_place, g_free);
  g_clear_pointer (&answer->rows, ask_rows_unref);
  g_clear_pointer (&answer->difference, ask_rows_unref);
  answer->n_differences = 0;
  answer->history_id = answer->follows = answer->before = 0;
  if (answer->verified != NULL)
    answer->verified->id = 0;
  for (guint i = 0; i < answer->steps->len; i++)
    g_clear_pointer (&((AskTraceStep *) answer->steps->pdata[i])->rows, ask_rows_unref);
  ask_bundle_tame_citations (answer);
}

static gboolean
read_all (const Reading *self, GError **error)
{
  AskBundle *bundle = self->bundle;
  g_autoptr (GError) problem = NULL;

  expect (self, "about", g_strdup (ASK_BUNDLE_ABOUT));
  expect (self, "kept", g_strdup (ASK_BUNDLE_KEPT));
  expect (self, "sent", g_strdup (ASK_BUNDLE_SENT));
  /* What the file declares is known before SQLite looks at its pages, since that would compute what a declaration says. */
  if (!check_version (self, error) || !check_declared (self, DECLARED " WHERE name IN ('about', 'kept', 'sent')", error)
      || !read_kept (self, error) || !check_declared (self, DECLARED, error) || !check_pages (self, error)
      || !read_about (self, error))
    return FALSE;
  for (guint i = 0; i < bundle->tables->len; i++)
    if (!read_rows (self, bundle->tables->pdata[i], error))
      return FALSE;
  if (!read_sent (self, error))
    return FALSE;
  if (bundle->board)
    return TRUE;
  bundle->answer = ask_answer_from_json (bundle->json, &problem);
  if (bundle->answer == NULL || bundle->answer->status != ASK_STATUS_ANSWERED)
    return damaged (self, N_ ("The answer in the file cannot be read."), error);
  make_harmless (bundle->answer);
  ask_bundle_attach_rows (bundle);
  return TRUE;
}

/* Returns: (transfer full) (nullable): all of the file */
static char *
load (const Reading *self, gsize *length, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->path);
  g_autoptr (GFileInfo) info
    = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
                         G_FILE_QUERY_INFO_NONE, self->cancellable, error);
  char *bytes = NULL;

  if (info == NULL)
    {
      ask_error_prefix (error, self->bundle->board ? N_ ("The saved board cannot be opened: ")
                                                   : N_ ("The saved answer cannot be opened: "));
      return NULL;
    }
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR || g_file_info_get_size (info) < HEADER)
    {
      is_none (self, error);
      return NULL;
    }
  if (g_file_info_get_size (info) > ASK_BUNDLE_MAX_BYTES)
    {
      g_autofree char *name = g_filename_display_name (self->path);

      ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_LARGE,
                     self->bundle->board
                       ? N_ ("%s is larger than the %d MiB that a saved board may have, so it is none.")
                       : N_ ("%s is larger than the %d MiB that a saved answer may have, so it is none."),
                     name, ASK_BUNDLE_MAX_BYTES / (1024 * 1024));
      return NULL;
    }
  if (!g_file_load_contents (file, self->cancellable, &bytes, length, NULL, error))
    return NULL;
  if (*length < HEADER || memcmp (bytes, "SQLite format 3", 16) != 0)
    {
      is_none (self, error);
      g_clear_pointer (&bytes, g_free);
    }
  return bytes;
}

static AskBundle *
open_file (const char *path, gboolean board, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskBundle) bundle = ask_bundle_new ();
  g_autoptr (GHashTable) expected = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *bytes = NULL;
  g_autoptr (sqlite3) db = NULL;
  Reading self = { bundle, path, NULL, cancellable, expected };
  gsize length = 0;
  int code;

  bundle->board = board;
  bytes = load (&self, &length, error);
  if (bytes == NULL)
    return NULL;
  code = sqlite3_open_v2 (":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
  self.db = db;
  if (code == SQLITE_OK)
    code = sqlite3_deserialize (db, "main", (unsigned char *) bytes, (sqlite3_int64) length, (sqlite3_int64) length,
                                SQLITE_DESERIALIZE_READONLY);
  if (code != SQLITE_OK)
    {
      failed (&self, error);
      return NULL;
    }
  distrust (db, cancellable);
  return read_all (&self, error) ? g_steal_pointer (&bundle) : NULL;
}

/**
 * ask_bundle_open:
 * @path: of a file that anybody may have made
 * @cancellable: (nullable): ends the reading
 * @error: ASK_BUNDLE_ERROR_FILE, _LARGE, _NEWER; G_IO_ERROR
 *
 * Blocks. Nothing of the file is run, nothing beside it is read, and it is not written.
 *
 * Returns: (transfer full): the answer with its rows
 */
AskBundle *
ask_bundle_open (const char *path, GCancellable *cancellable, GError **error)
{
  return open_file (path, FALSE, cancellable, error);
}

/**
 * ask_bundle_open_board:
 * @path: of a file that anybody may have made
 * @cancellable: (nullable): ends the reading
 * @error: as of ask_bundle_open()
 *
 * The same of a board.
 *
 * Returns: (transfer full): with its document in @json, and the rows of its tiles
 */
AskBundle *
ask_bundle_open_board (const char *path, GCancellable *cancellable, GError **error)
{
  return open_file (path, TRUE, cancellable, error);
}
