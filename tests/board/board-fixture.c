/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See board-fixture.h.
 */
#include "config.h"

#include "board-fixture.h"

#include "support/ask-test-kinds.h"

#define API \
  "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"%s\",\"version\":\"1\"},\"servers\":[{\"url\":\"%s\"}]," \
  "\"paths\":{\"/%s\":{\"get\":{\"operationId\":\"%s\"," \
  "\"responses\":{\"200\":{\"description\":\"ok\",\"content\":{\"application/json\":{\"schema\":" \
  "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{" \
  "\"id\":{\"type\":\"integer\"},\"carrier\":{\"type\":\"string\"}}}}}}}}}}}}"

BoardFixture *
board_fixture_new (void)
{
  BoardFixture *self = g_new0 (BoardFixture, 1);

  self->shop = store_shop_new (
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer (id), placed DATE,"
    "  amount REAL, status TEXT);"
    "CREATE TABLE store (id INTEGER PRIMARY KEY, city TEXT);"
    "INSERT INTO customer VALUES (1, 'Bo', 'Nice'), (2, 'Ida', 'Lyon'), (3, 'Jo', 'Nice'), (4, 'O''Hara', NULL);"
    "INSERT INTO orders VALUES (1, 1, '2024-03-01', 10.5, 'late'), (2, 1, '2025-03-01', 20, 'done'),"
    "  (3, 2, '2025-04-11', 5.25, 'late'), (4, 3, '2025-05-01', 100, 'done'), (5, 4, '2025-05-02', 7, 'late');"
    "INSERT INTO store VALUES (1, 'Nice'), (2, 'Paris')");
  self->workspace = self->shop->workspace;
  return self;
}

void
board_fixture_free (BoardFixture *self)
{
  g_clear_pointer (&self->reader, ask_schema_reader_free);
  g_clear_pointer (&self->schema, ask_schema_unref);
  store_shop_free (self->shop);
  g_free (self);
}

AskSchemaReader *
board_fixture_read (BoardFixture *self)
{
  g_autoptr (GError) error = NULL;

  if (self->reader != NULL)
    return self->reader;
  self->schema = ask_workspace_load_schema (self->workspace, &error);
  g_assert_no_error (error);
  self->reader = ask_schema_reader_new (self->schema);
  return self->reader;
}

/* A source whose one list is @entity. */
void
board_fixture_add_api (BoardFixture *self, AskTestServer *server, const char *source, const char *entity)
{
  g_autofree char *url = ask_test_server_dup_url (server, "");
  g_autofree char *file = g_strconcat (source, ".json", NULL);
  g_autofree char *path = store_fixture_file (self->shop->fixture, file);
  g_autofree char *spec = g_strdup_printf (API, source, url, entity, entity);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, spec, -1, NULL));
  record = ask_workspace_add_source (self->workspace, &(AskNewSource) { &ask_rest_kind, source, path, url }, NULL, NULL,
                                     &error);
  g_assert_no_error (error);
}

AskTile *
board_fixture_pin (AskBoard *board, const char *title, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskTile *tile = ask_board_add_tile (board, ASK_TILE_ANSWER, &error);

  g_assert_no_error (error);
  ask_tile_set_title (tile, title);
  ask_tile_set_sql (tile, sql);
  return tile;
}

void
board_fixture_save (BoardFixture *self, AskBoard *board)
{
  g_autoptr (GError) error = NULL;

  ask_board_save (board, self->workspace, "Changed", &error);
  g_assert_no_error (error);
}

/* What was clicked: one AskBoardFilter. */
GPtrArray *
board_fixture_click (BoardFixture *self, const AskBoardCell *cell)
{
  GPtrArray *filters = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_board_filter_free);
  g_autoptr (GError) error = NULL;
  AskBoardFilter *filter = ask_board_filter_new (board_fixture_read (self), cell, &error);

  g_assert_no_error (error);
  g_ptr_array_add (filters, filter);
  return filters;
}

/* What a query gives as one text: cells with commas, rows with semicolons. */
char *
board_fixture_run (BoardFixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (self->workspace, &error);
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (result->rows); c++)
      {
        g_autofree char *cell = ask_value_to_text (ask_rows_get (result->rows, r, c));

        g_string_append_printf (text, "%s%s", c > 0 ? "," : r > 0 ? ";" : "", cell);
      }
  return g_string_free (text, FALSE);
}
