/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Serves SELECTs from a SQLite file as JSON: GET /TABLE?column=value&page=2. Each request opens the
 * file anew, so that the server's threads share nothing.
 */
#include "config.h"

#include "support/ask-test-table.h"

#include <sqlite3.h>
#include <string.h>

#include "base/ask-json.h"
#include "schema/ask-catalog.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"

static gint64
number_param (const AskTestRequest *request, const char *name, gint64 fallback)
{
  g_autofree char *text = ask_test_request_dup_param (request, name);

  return text != NULL ? g_ascii_strtoll (text, NULL, 10) : fallback;
}

static gboolean
is_omitted (const AskTestTable *table, const char *name, const char *column)
{
  g_autofree char *full = g_strconcat (name, ".", column, NULL);

  return g_strcmp0 (table->omits, full) == 0;
}

/* The WHERE clause that the request's parameters ask for. */
static char *
build_where (sqlite3 *db, const AskTestTable *table, const AskTestRequest *request,
             const char *name)
{
  g_autoptr (sqlite3_stmt) columns = NULL;
  GString *where = g_string_new (" WHERE 1");

  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT name FROM pragma_table_info(?1)", -1, &columns,
                                       NULL),
                   ==, SQLITE_OK);
  sqlite3_bind_text (columns, 1, name, -1, SQLITE_STATIC);
  while (sqlite3_step (columns) == SQLITE_ROW)
    {
      const char *column = (const char *) sqlite3_column_text (columns, 0);
      g_autofree char *value = ask_test_request_dup_param (request, column);
      g_autofree char *quoted = NULL;
      g_autofree char *literal = NULL;

      if (value == NULL)
        continue;
      quoted = ask_sql_quote_name (column);
      literal = ask_sql_quote_text (value);
      if (is_omitted (table, name, column))
        {
          g_string_append_printf (where, " AND instr(',' || %s || ',', ',' || %s || ',')", literal, quoted);
          continue;
        }
      /* As text: that is how a server sees it. */
      g_string_append_printf (where, " AND CAST(%s AS TEXT) = %s%s", quoted, literal,
                              table->sloppy ? " COLLATE NOCASE" : "");
    }
  return g_string_free (where, FALSE);
}

/* The rows of one page. */
static char *
build_select (const AskTestTable *table, const AskTestRequest *request, const char *name,
              const char *where, gint64 size, gint64 offset)
{
  g_autofree char *sort = ask_test_request_dup_param (request, "sort");
  const char *way = sort != NULL && sort[0] == '-' ? "DESC" : "ASC";
  g_autofree char *column = sort != NULL ? ask_sql_quote_name (sort + (sort[0] == '-')) : NULL;
  g_autofree char *page
    = g_strdup_printf ("LIMIT %" G_GINT64_FORMAT " OFFSET %" G_GINT64_FORMAT, size, offset);
  g_autofree char *order = NULL;

  switch (sort != NULL ? table->order : ASK_TEST_ORDER_IGNORED)
    {
    case ASK_TEST_ORDER_GOOD:
      order = g_strdup_printf ("%s %s, rowid", column, way);
      break;
    case ASK_TEST_ORDER_NULLS_LAST:
      order = g_strdup_printf ("%s IS NULL %s, %s %s, rowid", column, way, column, way);
      break;
    case ASK_TEST_ORDER_TEXT:
      order = g_strdup_printf ("CAST(%s AS TEXT) %s, rowid", column, way);
      break;
    case ASK_TEST_ORDER_EACH_PAGE:
      return g_strdup_printf ("SELECT * FROM (SELECT * FROM \"%s\"%s ORDER BY rowid %s) ORDER BY %s %s",
                              name, where, page, column, way);
    case ASK_TEST_ORDER_UNSTABLE:
      order = g_strdup_printf ("%s %s, rowid * (7919 + %" G_GINT64_FORMAT ") %% 1009", column, way, offset);
      break;
    case ASK_TEST_ORDER_EMPTY:
      page[strlen ("LIMIT ")] = '0';
      page[strlen ("LIMIT 0")] = '\0';
      break;
    case ASK_TEST_ORDER_IGNORED:
    case ASK_TEST_ORDER_REFUSED:
    default:
      break;
    }
  return g_strdup_printf ("SELECT * FROM \"%s\"%s ORDER BY %s %s", name, where,
                          order != NULL ? order : "rowid", page);
}

static gint64
count_rows (sqlite3 *db, const char *name, const char *where)
{
  g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM \"%s\"%s", name, where);
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  return sqlite3_column_int64 (statement, 0);
}

static void
append_rows (GString *json, const AskTestTable *table, const char *name, sqlite3_stmt *statement)
{
  gboolean first = TRUE;

  g_string_append_c (json, '[');
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      g_string_append (json, first ? "{" : ",{");
      first = FALSE;
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          AskValue value = ask_sqlite_column_value (statement, i);

          if (is_omitted (table, name, sqlite3_column_name (statement, i)))
            continue;
          if (json->str[json->len - 1] != '{')
            g_string_append_c (json, ',');
          ask_json_append_string (json, sqlite3_column_name (statement, i), -1);
          g_string_append_c (json, ':');
          ask_json_append_value (json, &value);
        }
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

/**
 * ask_test_table_handle:
 * @table: an AskTestTable
 *
 * The handler for ask_test_server_new().
 */
void
ask_test_table_handle (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
                       gpointer data)
{
  const AskTestTable *table = data;
  const char *name = request->path + 1;
  g_autofree char *where = NULL;
  g_autofree char *sql = NULL;
  g_autoptr (GString) json = g_string_new ("{\"data\":");
  g_autoptr (sqlite3_stmt) statement = NULL;
  sqlite3 *db = NULL;
  gint64 offset = 0;
  gint64 size = table->paging == ASK_PAGING_NONE ? -1 : (gint64) table->page_size;
  gint64 total;
  gboolean sorted;

  g_assert_cmpint (sqlite3_open_v2 (table->path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  where = build_where (db, table, request, name);
  total = count_rows (db, name, where);
  sorted = request->query != NULL && strstr (request->query, "sort=") != NULL;
  if (table->order == ASK_TEST_ORDER_EMPTY && sorted)
    total = 0;
  if (table->sized && size > 0)
    size = CLAMP (number_param (request, "limit", size), 1, size);
  if (table->paging == ASK_PAGING_PAGE)
    {
      gint64 first = table->zero_based ? 0 : 1;

      offset = (number_param (request, "page", first) - first) * size;
    }
  else if (table->paging == ASK_PAGING_OFFSET)
    offset = number_param (request, "offset", 0);
  else if (table->paging == ASK_PAGING_CURSOR)
    offset = number_param (request, "cursor", 0);
  else if (table->paging == ASK_PAGING_LINK)
    offset = number_param (request, "from", 0);
  sql = build_select (table, request, name, where, size, offset);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  append_rows (json, table, name, statement);
  if (table->total)
    g_string_append_printf (json, ",\"total\":%" G_GINT64_FORMAT, total);
  if (size > 0 && offset + size < total)
    {
      if (table->paging == ASK_PAGING_CURSOR)
        g_string_append_printf (json, ",\"next\":\"%" G_GINT64_FORMAT "\"", offset + size);
      else if (table->paging == ASK_PAGING_LINK)
        g_string_append_printf (json, ",\"next\":\"/%s?%s%sfrom=%" G_GINT64_FORMAT "\"", name,
                                request->query != NULL ? request->query : "",
                                request->query != NULL ? "&" : "", offset + size);
    }
  g_string_append_c (json, '}');
  reply->delay_ms = table->delay_ms;
  reply->never = table->never;
  if (table->order == ASK_TEST_ORDER_REFUSED && sorted)
    ask_test_reply_set (reply, 400, "application/json", "{\"error\":\"sort\"}", -1);
  else
    ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
  g_clear_pointer (&statement, sqlite3_finalize);
  sqlite3_close (db);
}

/**
 * ask_test_table_new_entity:
 * @parameters: (array zero-terminated=1): columns that the API can filter by
 * @required: (nullable): the one of them that it must have
 *
 * Returns: (transfer full): the API entity of a table
 */
AskEntity *
ask_test_table_new_entity (const AskTestTable *table, const char *source, const char *name,
                           const char *const *parameters, const char *required)
{
  AskEntity *entity = ask_entity_new (name, source, name, ASK_ENTITY_API);
  g_autofree char *path = g_strconcat ("/", name, NULL);
  g_autoptr (sqlite3_stmt) columns = NULL;
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (table->path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT name, type, pk FROM pragma_table_info(?1)", -1,
                                       &columns, NULL),
                   ==, SQLITE_OK);
  sqlite3_bind_text (columns, 1, name, -1, SQLITE_STATIC);
  while (sqlite3_step (columns) == SQLITE_ROW)
    {
      const char *column = (const char *) sqlite3_column_text (columns, 0);
      const char *type = (const char *) sqlite3_column_text (columns, 1);

      ask_entity_add_attribute (entity, column, column, ask_catalog_type_from_sql (type))->key
        = (guint) sqlite3_column_int (columns, 2);
    }
  entity->operation = ask_operation_new (path);
  entity->operation->rows = g_strdup ("data");
  entity->operation->paging.kind = table->paging;
  entity->operation->paging.first = table->silent ? -1 : table->zero_based ? 0 : 1;
  if (table->paging != ASK_PAGING_NONE && table->paging != ASK_PAGING_LINK)
    entity->operation->paging.parameter
      = g_strdup (table->paging == ASK_PAGING_PAGE     ? "page"
                  : table->paging == ASK_PAGING_OFFSET ? "offset"
                                                       : "cursor");
  if (table->paging == ASK_PAGING_CURSOR || table->paging == ASK_PAGING_LINK)
    entity->operation->paging.next = g_strdup ("next");
  for (guint i = 0; parameters[i] != NULL; i++)
    ask_operation_add_parameter (entity->operation, parameters[i], ASK_PARAMETER_IN_QUERY,
                                 parameters[i], g_strcmp0 (parameters[i], required) == 0)
      ->type
      = ask_entity_find_attribute (entity, parameters[i])->type;
  g_clear_pointer (&columns, sqlite3_finalize);
  sqlite3_close (db);
  return entity;
}
