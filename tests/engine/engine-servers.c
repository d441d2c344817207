/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Starts the servers once a program, and fills them anew for each session.
 */
#include "config.h"

#include "engine-servers.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sql/ask-sql-lexer.h"
#include "support/ask-test-kinds.h"

/** engine_servers_start: Returns: whether both kinds of servers run; where not, the test is skipped */
gboolean
engine_servers_start (EngineServers *self)
{
  g_autofree char *reason = NULL;

  memset (self, 0, sizeof *self);
  self->postgres = ask_test_postgres_new (NULL, &reason);
  if (self->postgres != NULL)
    self->mariadb = ask_test_mariadb_new (0, &reason);
  if (self->mariadb == NULL)
    {
      g_test_skip (reason);
      g_clear_pointer (&self->postgres, ask_test_postgres_free);
      return FALSE;
    }
  ask_test_postgres_exec (self->postgres, "CREATE SCHEMA one; CREATE SCHEMA two");
  ask_test_mariadb_exec (self->mariadb, "CREATE DATABASE shop");
  return TRUE;
}

/** engine_servers_stop: ends the servers and removes what they kept */
void
engine_servers_stop (EngineServers *self)
{
  g_clear_pointer (&self->postgres, ask_test_postgres_free);
  g_clear_pointer (&self->mariadb, ask_test_mariadb_free);
}

static const char *
server_type (const char *declared, gboolean mariadb)
{
  if (strcmp (declared, "INTEGER") == 0)
    return "BIGINT";
  if (strcmp (declared, "DATE") == 0)
    return "date";
  if (strcmp (declared, "REAL") == 0)
    return mariadb ? "DOUBLE" : "DOUBLE PRECISION";
  return mariadb ? "LONGTEXT" : "TEXT";
}

/* The literals of SQLite are those of both servers, but for escapes. */
static char *
quote (sqlite3_stmt *statement, int column, gboolean mariadb)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;

  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_NULL:
      return g_strdup ("NULL");
    case SQLITE_TEXT:
      text = ask_sql_quote_text ((const char *) sqlite3_column_text (statement, column));
      if (!mariadb)
        return g_steal_pointer (&text);
      parts = g_strsplit (text, "\\", -1);
      return g_strjoinv ("\\\\", parts);
    default:
      return g_strdup ((const char *) sqlite3_column_text (statement, column));
    }
}

/* CREATE TABLE and INSERT that make the table there what it is in the plain file. */
static GPtrArray *
make_script (EngineServers *self, const char *table, gboolean mariadb)
{
  GPtrArray *script = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *query = g_strdup_printf ("SELECT * FROM %s", table);
  g_autoptr (GString) create = g_string_new (NULL);
  g_autoptr (GString) insert = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (self->plain, query, -1, &statement, NULL), ==, SQLITE_OK);
  g_string_printf (create, "CREATE TABLE %s (", table);
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    g_string_append_printf (create, "%s%s %s%s", i > 0 ? ", " : "",
                            sqlite3_column_name (statement, i),
                            server_type (sqlite3_column_decltype (statement, i), mariadb),
                            i == 0 ? " PRIMARY KEY" : "");
  g_string_append_c (create, ')');
  g_ptr_array_add (script, g_strdup_printf ("DROP TABLE IF EXISTS %s", table));
  g_ptr_array_add (script, g_strdup (create->str));
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      if (insert->len == 0)
        g_string_printf (insert, "INSERT INTO %s VALUES (", table);
      else
        g_string_append (insert, ", (");
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          g_autofree char *value = quote (statement, i, mariadb);

          g_string_append_printf (insert, "%s%s", i > 0 ? ", " : "", value);
        }
      g_string_append_c (insert, ')');
    }
  /* One statement: each is written to the disk. */
  if (insert->len > 0)
    g_ptr_array_add (script, g_string_free (g_steal_pointer (&insert), FALSE));
  sqlite3_finalize (statement);
  return script;
}

/**
 * engine_servers_introspect:
 * @only: (nullable): the tables that go into the schema
 *
 * Returns: (transfer full): the open source, whose tables are in the schema now
 */
AskSource *
engine_servers_introspect (EngineServers *self, AskSourceConfig *config, const char *const *only)
{
  g_autoptr (GError) error = NULL;
  AskSource *source = ask_source_new (config, &error);
  g_autoptr (AskIntrospection) found = NULL;

  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < found->schema->entities->len;)
    {
      AskEntity *entity = found->schema->entities->pdata[i];

      if (only != NULL && (entity->namespace != NULL || !g_strv_contains (only, entity->table)))
        i++;
      else
        ask_schema_add_entity (self->schema, g_ptr_array_steal_index (found->schema->entities, i));
    }
  return source;
}

static void
fill (EngineServers *self, EnginePlace place, const char *table)
{
  g_autoptr (GPtrArray) script = make_script (self, table, place == PLACE_MARIADB);
  g_autoptr (GString) all = g_string_new (NULL);

  g_string_append (all, place == PLACE_MARIADB    ? "USE shop"
                        : place == PLACE_POSTGRES ? "SET search_path = one"
                                                  : "SET search_path = two");
  for (guint i = 0; i < script->len; i++)
    g_string_append_printf (all, "; %s", (char *) script->pdata[i]);
  if (place == PLACE_MARIADB)
    ask_test_mariadb_exec (self->mariadb, all->str);
  else
    ask_test_postgres_exec (self->postgres, all->str);
}

/**
 * engine_servers_open:
 * @sql: makes some of the tables a, b, c and d
 * @places: where each of the four lies
 */
void
engine_servers_open (EngineServers *self, const char *sql, const EnginePlace *places)
{
  static const char *const names[] = { "a", "b", "c", "d" };
  static const char *const of_a[] = { "id", "g", "n", NULL };
  static const char *const of_others[] = { "id", "a_id", NULL };
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("ask-servers-XXXXXX", &error);
  g_assert_no_error (error);
  self->plain_path = g_build_filename (self->folder, "plain.sqlite", NULL);
  self->path = g_build_filename (self->folder, "file.sqlite", NULL);
  g_assert_cmpint (sqlite3_open (self->plain_path, &self->plain), ==, SQLITE_OK);
  sqlite3_exec (self->plain, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
  if (sqlite3_exec (self->plain, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s", sqlite3_errmsg (self->plain));
  self->table = (AskTestTable) { .path = self->plain_path, .page_size = 7 };
  self->server = ask_test_server_new (ask_test_table_handle, &self->table);
  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  self->schema = ask_schema_new ();
  for (int place = 0; place < N_PLACES; place++)
    {
      g_autoptr (GPtrArray) tables = g_ptr_array_new ();
      g_autoptr (AskSource) source = NULL;
      AskSourceConfig *config = NULL;
      g_autofree char *uri = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        if (places[i] == (EnginePlace) place)
          g_ptr_array_add (tables, (gpointer) names[i]);
      if (tables->len == 0)
        continue;
      g_ptr_array_add (tables, NULL);
      switch ((EnginePlace) place)
        {
        case PLACE_FILE:
          {
            sqlite3 *file = NULL;

            g_assert_cmpint (sqlite3_open (self->path, &file), ==, SQLITE_OK);
            sqlite3_exec (file, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
            g_assert_cmpint (sqlite3_exec (file, sql, NULL, NULL, NULL), ==, SQLITE_OK);
            for (guint i = 0; i < G_N_ELEMENTS (names); i++)
              if (places[i] != PLACE_FILE)
                {
                  g_autofree char *drop = g_strdup_printf ("DROP TABLE %s", names[i]);

                  g_assert_cmpint (sqlite3_exec (file, drop, NULL, NULL, NULL), ==, SQLITE_OK);
                }
            sqlite3_close (file);
            config = ask_source_config_new ("file", &ask_sqlite_kind, self->path);
          }
          break;
        case PLACE_API:
          uri = ask_test_server_dup_url (self->server, "");
          config = ask_source_config_new ("api", &ask_rest_kind, "none");
          config->base_url = g_strdup (uri);
          for (guint i = 0; i + 1 < tables->len; i++)
            ask_schema_add_entity (self->schema,
                                   ask_test_table_new_entity (&self->table, "api",
                                                              tables->pdata[i],
                                                              strcmp (tables->pdata[i], "a") == 0
                                                                ? of_a
                                                                : of_others,
                                                              NULL));
          break;
        case PLACE_MARIADB:
          uri = ask_test_mariadb_dup_uri (self->mariadb, NULL, "shop", NULL);
          config = ask_source_config_new ("maria", &ask_mysql_kind, uri);
          break;
        default:
          uri = g_strdup_printf ("%s%coptions=-csearch_path%%3D%s",
                                 ask_test_postgres_get_uri (self->postgres),
                                 strchr (ask_test_postgres_get_uri (self->postgres), '?') ? '&' : '?',
                                 place == PLACE_POSTGRES ? "one" : "two");
          config = ask_source_config_new (place == PLACE_POSTGRES ? "one" : "two",
                                          &ask_postgres_kind, uri);
          break;
        }
      g_ptr_array_add (self->configs, config);
      if (place == PLACE_API)
        continue;
      for (guint i = 0; place != PLACE_FILE && i + 1 < tables->len; i++)
        fill (self, (EnginePlace) place, tables->pdata[i]);
      source = engine_servers_introspect (self, config, (const char *const *) tables->pdata);
    }
  self->engine = ask_engine_new (self->schema, self->configs, &error);
  g_assert_no_error (error);
}

/** engine_servers_close: ends the session; the servers go on */
void
engine_servers_close (EngineServers *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->configs, g_ptr_array_unref);
  g_clear_pointer (&self->server, ask_test_server_free);
  sqlite3_close (self->plain);
  g_unlink (self->path);
  g_unlink (self->plain_path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->plain_path, g_free);
  g_clear_pointer (&self->folder, g_free);
}
