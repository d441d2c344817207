/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes a saved answer: a database is made in memory, and its bytes replace the file when all of them are on the disk.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-file-writer.h"
#include "bundle/ask-bundle-private.h"
#include "source/sqlite/ask-sqlite-source.h"

#define PAGE_SIZE 4096

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)

static int
bind_text (sqlite3_stmt *statement, int at, const char *text)
{
  return text != NULL ? sqlite3_bind_text (statement, at, text, -1, SQLITE_TRANSIENT)
                      : sqlite3_bind_null (statement, at);
}

static int
run (sqlite3 *db, sqlite3_stmt *statement)
{
  int code = sqlite3_step (statement);

  sqlite3_reset (statement);
  return code == SQLITE_DONE ? SQLITE_OK : sqlite3_extended_errcode (db);
}

static int
write_about (sqlite3 *db, const AskBundle *self)
{
  g_autofree char *chart = self->chart != NULL ? ask_json_to_string (self->chart, FALSE) : NULL;
  g_autofree char *saved_at = g_strdup_printf ("%" G_GINT64_FORMAT, self->saved_at);
  const char *const members[][2]
    = { { "program", self->program }, { "saved_at", saved_at },
        { "sql", self->sql },         { "chart", chart },
        { "answer", self->json },     { "question", self->answer != NULL ? self->answer->question : NULL } };
  g_autoptr (sqlite3_stmt) insert = NULL;
  int code = sqlite3_prepare_v2 (db, "INSERT INTO about VALUES (?, ?)", -1, &insert, NULL);

  for (guint i = 0; code == SQLITE_OK && i < G_N_ELEMENTS (members); i++)
    {
      if (members[i][1] == NULL)
        continue;
      bind_text (insert, 1, members[i][0]);
      code = bind_text (insert, 2, members[i][1]);
      if (code == SQLITE_OK)
        code = run (db, insert);
    }
  return code;
}

static int
write_tables (sqlite3 *db, const AskBundle *self)
{
  g_autoptr (sqlite3_stmt) insert = NULL;
  int code = sqlite3_prepare_v2 (db, "INSERT INTO kept VALUES (?, ?, ?, ?, ?)", -1, &insert, NULL);

  for (guint i = 0; code == SQLITE_OK && i < self->tables->len; i++)
    {
      const AskBundleTable *table = self->tables->pdata[i];
      g_autofree char *columns = ask_bundle_describe_columns (table->rows);
      g_autofree char *create = ask_bundle_create_table (table->name, table->rows, FALSE);

      bind_text (insert, 1, table->name);
      sqlite3_bind_int64 (insert, 2, table->step);
      sqlite3_bind_int64 (insert, 3, table->n_rows);
      sqlite3_bind_int (insert, 4, ask_bundle_table_is_whole (table));
      code = bind_text (insert, 5, columns);
      if (code == SQLITE_OK)
        code = run (db, insert);
      if (code == SQLITE_OK)
        code = sqlite3_exec (db, create, NULL, NULL, NULL);
      if (code == SQLITE_OK)
        code = ask_bundle_fill_table (db, table->name, table->rows);
    }
  return code;
}

static char *
print_names (GPtrArray *names)
{
  g_autoptr (JsonArray) array = json_array_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);

  for (guint i = 0; i < names->len; i++)
    json_array_add_string_element (array, names->pdata[i]);
  json_node_set_array (node, array);
  return ask_json_to_string (node, FALSE);
}

static char *
print_shared (GPtrArray *values)
{
  g_autoptr (JsonArray) array = json_array_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);

  for (guint i = 0; i < values->len; i++)
    {
      const AskLedgerValues *shared = values->pdata[i];
      JsonObject *object = json_object_new ();

      ask_json_set_string (object, "of", shared->of);
      json_object_set_int_member (object, "n", shared->n);
      ask_json_set_string (object, "consent", shared->consent);
      json_array_add_object_element (array, object);
    }
  json_node_set_array (node, array);
  return ask_json_to_string (node, FALSE);
}

static int
write_sent (sqlite3 *db, const AskBundle *self)
{
  g_autoptr (sqlite3_stmt) insert = NULL;
  int code
    = sqlite3_prepare_v2 (db, "INSERT INTO sent VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", -1, &insert, NULL);

  for (guint i = 0; code == SQLITE_OK && i < self->sent->len; i++)
    {
      const AskBundleSent *sent = self->sent->pdata[i];
      const AskLedgerEntry *entry = sent->entry;
      g_autofree char *names = print_names (entry->names);
      g_autofree char *shared = print_shared (entry->values);

      sqlite3_bind_int64 (insert, 1, entry->at);
      bind_text (insert, 2, entry->kind);
      bind_text (insert, 3, entry->host);
      bind_text (insert, 4, entry->method);
      bind_text (insert, 5, entry->address);
      bind_text (insert, 6, entry->source);
      sqlite3_bind_int64 (insert, 7, entry->bytes);
      sqlite3_bind_int64 (insert, 8, entry->tries);
      sqlite3_bind_int64 (insert, 9, entry->status);
      bind_text (insert, 10, entry->problem);
      bind_text (insert, 11, names);
      bind_text (insert, 12, shared);
      sqlite3_bind_int (insert, 13, (int) entry->body);
      if (sent->body != NULL)
        code = sqlite3_bind_blob64 (insert, 14, g_bytes_get_data (sent->body, NULL), g_bytes_get_size (sent->body),
                                    SQLITE_STATIC);
      else
        code = sqlite3_bind_null (insert, 14);
      if (code == SQLITE_OK)
        code = run (db, insert);
    }
  return code;
}

static int
make (sqlite3 *db, const AskBundle *self)
{
  g_autofree char *begin
    = g_strdup_printf ("PRAGMA page_size=%d; PRAGMA max_page_count=%d; PRAGMA application_id=%d;"
                       "PRAGMA user_version=%d; BEGIN;" ASK_BUNDLE_ABOUT ";" ASK_BUNDLE_KEPT ";" ASK_BUNDLE_SENT,
                       PAGE_SIZE, ASK_BUNDLE_MAX_BYTES / PAGE_SIZE, self->board ? ASK_BUNDLE_BOARD_ID : ASK_BUNDLE_ID,
                       ASK_BUNDLE_VERSION);
  int code = sqlite3_exec (db, begin, NULL, NULL, NULL);

  if (code == SQLITE_OK)
    code = write_about (db, self);
  if (code == SQLITE_OK)
    code = write_tables (db, self);
  if (code == SQLITE_OK)
    code = write_sent (db, self);
  return code == SQLITE_OK ? sqlite3_exec (db, "COMMIT", NULL, NULL, NULL) : code;
}

/**
 * ask_bundle_save:
 * @self: what ask_bundle_collect() or ask_bundle_collect_board() gave
 * @path: of the file; one that is there is replaced as a whole, or stays as it is
 * @cancellable: (nullable): ends the writing
 * @error: %ASK_BUNDLE_ERROR_LARGE, %ASK_BUNDLE_ERROR_WRITE, or as of ask_file_write()
 *
 * Blocks.
 *
 * Returns: whether it is on the disk
 */
gboolean
ask_bundle_save (const AskBundle *self, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (sqlite3) db = NULL;
  unsigned char *bytes;
  sqlite3_int64 size = 0;
  gboolean written;
  int code = sqlite3_open_v2 (":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

  if (code == SQLITE_OK
      && (strlen (self->json) > ASK_BUNDLE_MAX_JSON || ask_bundle_get_memory (self) > ASK_BUNDLE_MAX_MEMORY))
    code = SQLITE_TOOBIG;
  if (code == SQLITE_OK)
    {
      sqlite3_limit (db, SQLITE_LIMIT_LENGTH, ASK_BUNDLE_MAX_CELL);
      code = make (db, self);
    }
  if ((code & 0xff) == SQLITE_FULL || (code & 0xff) == SQLITE_TOOBIG)
    {
      ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_LARGE,
                     self->board
                       ? N_ ("The board is larger than the %d MiB that a file of it may have. Let its tiles give fewer "
                             "rows.")
                       : N_ ("The answer is larger than the %d MiB that a file of it may have. Ask for fewer rows, or "
                             "save the table alone."),
                     ASK_BUNDLE_MAX_BYTES / (1024 * 1024));
      return FALSE;
    }
  bytes = code == SQLITE_OK ? sqlite3_serialize (db, "main", &size, 0) : NULL;
  if (bytes == NULL)
    {
      ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_WRITE,
                     self->board ? N_ ("The board could not be put into a file: %s.")
                                 : N_ ("The answer could not be put into a file: %s."),
                     code != SQLITE_OK ? sqlite3_errstr (code) : sqlite3_errstr (SQLITE_NOMEM));
      return FALSE;
    }
  written = ask_file_write (path, bytes, (gsize) size, cancellable, error);
  sqlite3_free (bytes);
  return written;
}
