/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the file, the server and the session, and takes all of them down again.
 */
#include "config.h"

#include "engine-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-kinds.h"

static void
add_api_entity (EngineFixture *self, const char *name, const char *const *parameters,
                const char *required)
{
  g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM \"%s\"", name);

  if (sqlite3_exec (self->plain, sql, NULL, NULL, NULL) == SQLITE_OK)
    ask_schema_add_entity (self->schema, ask_test_table_new_entity (&self->table, "api", name,
                                                                    parameters, required));
}

static void
open_fixture (EngineFixture *self, const char *sql, AskTestTable table)
{
  static const char *const a[] = { "id", "g", "n", NULL };
  static const char *const b[] = { "id", "a_id", NULL };
  static const char *const c[] = { "a_id", NULL };
  g_autoptr (AskIntrospection) file = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autofree char *url = NULL;
  AskSourceConfig *config;
  GError *error = NULL;

  memset (self, 0, sizeof *self);
  self->folder = g_dir_make_tmp ("ask-engine-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "it's a 100% file?.sqlite", NULL);
  g_assert_cmpint (sqlite3_open (self->path, &self->plain), ==, SQLITE_OK);
  /* A test's file need not outlive a power cut, and waiting for the disk is most of a test's time. */
  sqlite3_exec (self->plain, "PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY", NULL, NULL, NULL);
  if (sqlite3_exec (self->plain, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s", sqlite3_errmsg (self->plain));

  self->table = table;
  self->table.path = self->path;
  self->table.page_size = 7;
  self->server = ask_test_server_new (ask_test_table_handle, &self->table);
  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  config = ask_source_config_new ("api", &ask_rest_kind, "none");
  url = ask_test_server_dup_url (self->server, "");
  config->base_url = g_strdup (url);
  config->time_out_ms = 5000;
  g_ptr_array_add (self->configs, config);
  config = ask_source_config_new ("file", &ask_sqlite_kind, self->path);
  g_ptr_array_add (self->configs, config);

  self->schema = ask_schema_new ();
  add_api_entity (self, "a", a, NULL);
  add_api_entity (self, "b", b, NULL);
  add_api_entity (self, "c", c, "a_id");
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  file = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < file->schema->entities->len; i++)
    {
      AskEntity *entity = file->schema->entities->pdata[i];

      if (strcmp (entity->name, "d") == 0)
        {
          ask_schema_add_entity (self->schema,
                                 g_ptr_array_steal_index (file->schema->entities, i));
          break;
        }
    }
  self->engine = ask_engine_new (self->schema, self->configs, &error);
  g_assert_no_error (error);
}

/**
 * engine_fixture_open:
 * @sql: makes some of the tables a, b, c and d
 *
 * a can be filtered by id, g and n; b by id and a_id; c needs a_id.
 */
void
engine_fixture_open (EngineFixture *self, const char *sql, AskPagingKind paging)
{
  open_fixture (self, sql, (AskTestTable) { .paging = paging });
}

/** engine_fixture_open_silent: the same with numbered pages, where nobody says which is the first */
void
engine_fixture_open_silent (EngineFixture *self, const char *sql, gboolean zero_based)
{
  open_fixture (self, sql,
                (AskTestTable) { .paging = ASK_PAGING_PAGE,
                                 .zero_based = zero_based,
                                 .silent = TRUE });
}

/** engine_fixture_close: ends the session and the server and removes the file */
void
engine_fixture_close (EngineFixture *self)
{
  ask_engine_free (self->engine);
  ask_schema_unref (self->schema);
  g_ptr_array_unref (self->configs);
  ask_test_server_free (self->server);
  sqlite3_close (self->plain);
  g_unlink (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->path);
  g_free (self->folder);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Rows as sorted lines: without ORDER BY their order means nothing. */
static GString *
sort_lines (GPtrArray *lines)
{
  GString *text = g_string_new (NULL);

  g_ptr_array_sort (lines, compare_lines);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (char *) lines->pdata[i]);
  return text;
}

/** engine_fixture_plain_in: Returns: (nullable): what sqlite3 gives there; %NULL for an error */
GString *
engine_fixture_plain_in (sqlite3 *plain, const char *sql)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  int code;

  if (sqlite3_prepare_v2 (plain, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      GString *line = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          AskValue value = ask_sqlite_column_value (statement, i);

          ask_json_append_value (line, &value);
          g_string_append_c (line, '|');
        }
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  return code == SQLITE_DONE ? sort_lines (lines) : NULL;
}

/** engine_fixture_plain: Returns: (nullable): what sqlite3 gives on the file; %NULL for an error */
GString *
engine_fixture_plain (EngineFixture *self, const char *sql)
{
  return engine_fixture_plain_in (self->plain, sql);
}

/** engine_fixture_rows: Returns: (transfer full): a result in the form of engine_fixture_plain() */
GString *
engine_fixture_rows (const AskRows *rows)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      GString *line = g_string_new (NULL);

      for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
        {
          ask_json_append_value (line, ask_rows_get (rows, r, i));
          g_string_append_c (line, '|');
        }
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  return sort_lines (lines);
}
