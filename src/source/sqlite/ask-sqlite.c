/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQLite for everybody who reads a file through it: the address that opens it read-only, what its
 * failures mean in words, and cells in and out of statements. It holds no connection of its own.
 */
#include "config.h"

#include "source/sqlite/ask-sqlite-source.h"

#include "base/ask-decimal.h"
#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * ask_sqlite_dup_uri:
 * @path: absolute
 *
 * Returns: (transfer full): the file: URI that opens it read-only, whatever characters it has
 */
char *
ask_sqlite_dup_uri (const char *path)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", FALSE);

  return g_strconcat ("file:", escaped, "?mode=ro", NULL);
}

/**
 * ask_sqlite_check_file:
 * @source: its name, for the message
 * @path: of its file
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE, %ASK_SOURCE_ERROR_DENIED, or %ASK_SOURCE_ERROR_NOT_A_DATABASE for what is no
 *   regular file
 *
 * SQLite says "unable to open database file" for all of these; people need to know which.
 *
 * Returns: whether there is a readable file
 */
gboolean
ask_sqlite_check_file (const char *source, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) local = NULL;
  g_autoptr (GFileInfo) info
    = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_ACCESS_CAN_READ,
                         G_FILE_QUERY_INFO_NONE, NULL, &local);
  guint32 type;

  if (info == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                     N_ ("Source “%s”: there is no file %s. Was it moved or renamed?"), source, path);
      return FALSE;
    }
  /* g_file_info_get_file_type() wants it to be there; where the folder is closed it is not. */
  type = g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_STANDARD_TYPE);
  if (type == G_FILE_TYPE_DIRECTORY)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                     N_ ("Source “%s”: %s is a folder. Choose the database file in it."), source, path);
      return FALSE;
    }
  if (!g_file_info_get_attribute_boolean (info, G_FILE_ATTRIBUTE_ACCESS_CAN_READ))
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                     N_ ("Source “%s”: you may not read %s. Ask its owner for the permission."), source, path);
      return FALSE;
    }
  /* Opening a pipe would wait for somebody to write to it. */
  if (type != G_FILE_TYPE_REGULAR)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                     N_ ("Source “%s”: %s is no ordinary file. Choose a database file."), source, path);
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_sqlite_set_error:
 * @error: %ASK_SOURCE_ERROR, or %G_IO_ERROR_CANCELLED for an interrupt
 * @source: its name, for the message
 * @path: of its file, for the message
 * @code: SQLite's (extended) result code
 * @message: SQLite's own words
 *
 * Says what SQLite means, in words that name the source.
 */
void
ask_sqlite_set_error (GError **error, const char *source, const char *path, int code, const char *message)
{
  switch (code & 0xff)
    {
    case SQLITE_NOTADB:
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                     N_ ("Source “%s”: %s is no SQLite database, or it is encrypted."), source, path);
      break;
    case SQLITE_CORRUPT:
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                     N_ ("Source “%s”: the database %s is damaged (%s). Restore it from a backup."), source, path,
                     message);
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LOCKED,
                     N_ ("Source “%s”: another program is writing to %s. Try again when it is done."), source, path);
      break;
    case SQLITE_PERM:
    case SQLITE_AUTH:
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED, N_ ("Source “%s”: you may not read %s."), source,
                     path);
      break;
    case SQLITE_INTERRUPT:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled.");
      break;
    default:
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                     N_ ("Source “%s”: %s could not be read (%s)."), source, path, message);
    }
}

/** ask_sqlite_column_value: Returns: the cell at @column, from 0, borrowed from @statement until its next step */
AskValue
ask_sqlite_column_value (sqlite3_stmt *statement, int column)
{
  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_INTEGER:
      return ask_value_integer (sqlite3_column_int64 (statement, column));
    case SQLITE_FLOAT:
      return ask_value_real (sqlite3_column_double (statement, column));
    case SQLITE_TEXT:
      {
        const char *text = (const char *) sqlite3_column_text (statement, column);

        return ask_value_text (text, sqlite3_column_bytes (statement, column));
      }
    case SQLITE_BLOB:
      {
        const guint8 *blob = sqlite3_column_blob (statement, column);

        return ask_value_blob (blob != NULL ? blob : (const guint8 *) "",
                               (gsize) sqlite3_column_bytes (statement, column));
      }
    default:
      return ASK_NULL_INIT;
    }
}

/**
 * ask_sqlite_read_row:
 * @cells: (out caller-allocates): as many as @statement has columns
 *
 * Reads the row for ask_rows_append(), which copies it: the bytes are borrowed until the next step,
 * and other than ask_sqlite_column_value()'s text they have no NUL behind them.
 *
 * Each sqlite3_column_…() looks the cell up anew, and sqlite3_column_text() copies it to put the NUL
 * there. So the cell is looked up once, and its bytes are taken where they lie. That is allowed as
 * long as nobody else uses the connection, which belongs to one thread.
 */
void
ask_sqlite_read_row (sqlite3_stmt *statement, AskValue *cells)
{
  int n = sqlite3_data_count (statement);

  for (int i = 0; i < n; i++)
    {
      sqlite3_value *value = sqlite3_column_value (statement, i);

      switch (sqlite3_value_type (value))
        {
        case SQLITE_INTEGER:
          cells[i] = ask_value_integer (sqlite3_value_int64 (value));
          break;
        case SQLITE_FLOAT:
          cells[i] = ask_value_real (sqlite3_value_double (value));
          break;
        case SQLITE_TEXT:
          {
            /* As bytes: there is no conversion from text to those. Empty text has none. */
            const char *text = sqlite3_value_blob (value);

            cells[i] = ask_value_text (text != NULL ? text : "", sqlite3_value_bytes (value));
            break;
          }
        default:
          /* A blob of zeros may still have to be made, and then memory may run out. */
          cells[i] = ask_sqlite_column_value (statement, i);
        }
    }
}

/**
 * ask_sqlite_bind_value:
 * @statement: reset, or not yet run
 * @parameter: its number, from 1
 * @value: what it stands for; its bytes are copied
 *
 * Returns: SQLite's result code
 */
int
ask_sqlite_bind_value (sqlite3_stmt *statement, int parameter, const AskValue *value)
{
  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      return sqlite3_bind_int64 (statement, parameter, value->integer);
    case ASK_VALUE_REAL:
      return sqlite3_bind_double (statement, parameter, value->real);
    case ASK_VALUE_TEXT:
      return sqlite3_bind_text (statement, parameter, value->text, (int) value->length, SQLITE_TRANSIENT);
    case ASK_VALUE_BLOB:
      return sqlite3_bind_blob (statement, parameter, value->blob, (int) value->length, SQLITE_TRANSIENT);
    default:
      return sqlite3_bind_null (statement, parameter);
    }
}

static int
compare_decimals (void *data, int length_a, const void *a, int length_b, const void *b)
{
  return ask_decimal_compare (a, (gsize) length_a, b, (gsize) length_b);
}

/* ask_decimal(number): the decimal that it is; anything else stays. SQLite's own text of a real has 15 digits. */
static void
write_decimal (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  switch (sqlite3_value_type (argv[0]))
    {
    case SQLITE_INTEGER:
      sqlite3_result_text (context, (const char *) sqlite3_value_text (argv[0]), -1, SQLITE_TRANSIENT);
      break;
    case SQLITE_FLOAT:
      sqlite3_result_text (context, ask_decimal_from_real (sqlite3_value_double (argv[0])), -1, g_free);
      break;
    default:
      sqlite3_result_value (context, argv[0]);
      break;
    }
}

/**
 * ask_sqlite_add_decimal:
 * @db: an open connection; any that reads columns of %ASK_TYPE_DECIMAL needs it
 *
 * Adds the collation that columns of %ASK_TYPE_DECIMAL have, "decimal", and the function that makes a decimal
 * of a number, which ask_sql_spell_decimals() writes: ask_decimal().
 *
 * Returns: SQLite's result code
 */
int
ask_sqlite_add_decimal (sqlite3 *db)
{
  int code = sqlite3_create_collation (db, "decimal", SQLITE_UTF8, NULL, compare_decimals);

  if (code == SQLITE_OK)
    code = sqlite3_create_function (db, "ask_decimal", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL,
                                    write_decimal, NULL, NULL);
  return code;
}
