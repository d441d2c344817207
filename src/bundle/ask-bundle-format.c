/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How rows stand in a file. A table's columns have no types there, so that SQLite keeps every value as it is; their types
 * and meanings stand in the table "kept". What is written and what is accepted are made by the same functions.
 */
#include "config.h"

#include <string.h>

#include "bundle/ask-bundle-private.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"

/**
 * ask_bundle_name_is_table:
 * @name: what somebody wrote
 *
 * Returns: whether a table of rows may be called so: "answer", "step_1", "answer_2", "rows_3"
 */
gboolean
ask_bundle_name_is_table (const char *name)
{
  static const char *const kinds[] = { "step_", "answer_", "rows_" };

  if (strcmp (name, ASK_BUNDLE_ANSWER) == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (name, kinds[i]))
      {
        const char *digits = name + strlen (kinds[i]);
        gsize n = strspn (digits, "0123456789");

        return n > 0 && n < 7 && digits[n] == '\0';
      }
  return FALSE;
}

/**
 * ask_bundle_name_columns:
 * @rows: a result, whose columns may be called alike, or nothing
 *
 * Returns: (transfer full) (element-type utf8): names by which SQL can tell them apart
 */
GPtrArray *
ask_bundle_name_columns (const AskRows *rows)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      const char *name = ask_rows_get_column (rows, i)->name;
      char *own = *name != '\0' ? g_strdup (name) : g_strdup ("column");

      for (guint n = 2; !g_hash_table_add (taken, g_ascii_strdown (own, -1)); n++)
        {
          g_free (own);
          own = g_strdup_printf ("%s_%u", *name != '\0' ? name : "column", n);
        }
      g_ptr_array_add (names, own);
    }
  return names;
}

/** ask_bundle_describe_columns: Returns: (transfer full): names, types and meanings of the columns of @rows as JSON */
char *
ask_bundle_describe_columns (const AskRows *rows)
{
  GString *json = g_string_new ("{");

  ask_json_append_rows (json, rows, 0);
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

/** ask_bundle_read_columns: Returns: (transfer full) (nullable): no rows yet; %NULL where @json describes no columns */
AskRows *
ask_bundle_read_columns (const char *json)
{
  g_autoptr (JsonNode) document = ask_json_parse (json, -1, NULL);
  JsonArray *columns = document != NULL && JSON_NODE_HOLDS_OBJECT (document)
                         ? ask_json_get_array (json_node_get_object (document), "columns")
                         : NULL;
  guint n = columns != NULL ? json_array_get_length (columns) : 0;
  AskRows *rows;

  if (n == 0 || n > 2000)
    return NULL;
  rows = ask_rows_new ();
  for (guint i = 0; i < n; i++)
    ask_json_read_column (ask_json_element_object (columns, i), rows);
  return rows;
}

/* The words by which SQLite stores all values of the column as they are, and compares them by their type. */
static const char *
find_declared (const AskRows *rows, guint column)
{
  AskType type = ask_rows_get_column (rows, column)->type;
  AskValueKind fits = ASK_VALUE_TEXT;
  const char *declared = "TEXT";

  switch (type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_BOOLEAN:
      fits = ASK_VALUE_INTEGER;
      declared = "INTEGER";
      break;
    case ASK_TYPE_REAL:
      fits = ASK_VALUE_REAL;
      declared = "REAL";
      break;
    case ASK_TYPE_DECIMAL:
      declared = "DECIMAL TEXT COLLATE decimal";
      break;
    case ASK_TYPE_ANY:
    case ASK_TYPE_BLOB:
      return "";
    case ASK_TYPE_TEXT:
    case ASK_TYPE_DATE:
    case ASK_TYPE_DATETIME:
    case ASK_TYPE_JSON:
    default:
      break;
    }
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      guint32 kind = ask_rows_get (rows, r, column)->kind;

      if (kind != ASK_VALUE_NULL && kind != fits)
        return "";
    }
  return declared;
}

/**
 * ask_bundle_create_table:
 * @name: of the table
 * @rows: with its columns
 * @typed: as queries need it, and not as the file has it
 *
 * Returns: (transfer full): the CREATE TABLE of it
 */
char *
ask_bundle_create_table (const char *name, const AskRows *rows, gboolean typed)
{
  g_autoptr (GPtrArray) names = ask_bundle_name_columns (rows);
  g_autofree char *table = ask_sql_quote_name (name);
  GString *sql = g_string_new (NULL);

  g_string_append_printf (sql, "CREATE TABLE %s (", table);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *column = ask_sql_quote_name (names->pdata[i]);
      const char *declared = typed ? find_declared (rows, i) : "";

      g_string_append_printf (sql, "%s%s%s%s", i > 0 ? ", " : "", column, *declared != '\0' ? " " : "", declared);
    }
  g_string_append_c (sql, ')');
  return g_string_free (sql, FALSE);
}

/**
 * ask_bundle_fill_table:
 * @db: has the table
 * @name: of the table
 * @rows: all of them are added
 *
 * Returns: SQLite's code
 */
int
ask_bundle_fill_table (sqlite3 *db, const char *name, const AskRows *rows)
{
  guint n = ask_rows_get_n_columns (rows);
  g_autofree char *table = ask_sql_quote_name (name);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (sqlite3_stmt) insert = NULL;
  int code;

  g_string_append_printf (sql, "INSERT INTO %s VALUES (?", table);
  for (guint i = 1; i < n; i++)
    g_string_append (sql, ", ?");
  g_string_append_c (sql, ')');
  code = sqlite3_prepare_v2 (db, sql->str, -1, &insert, NULL);
  for (gsize r = 0; code == SQLITE_OK && r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *cells = ask_rows_get_row (rows, r);

      for (guint i = 0; code == SQLITE_OK && i < n; i++)
        code = ask_sqlite_bind_value (insert, (int) i + 1, &cells[i]);
      if (code == SQLITE_OK && sqlite3_step (insert) != SQLITE_DONE)
        code = sqlite3_extended_errcode (db);
      sqlite3_reset (insert);
    }
  return code;
}
