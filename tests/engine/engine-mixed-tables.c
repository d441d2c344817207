/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the tables, drawn with g_test_rand_*, and reads them once through the session without push-down:
 * what its drivers give is what the plain database holds.
 */
#include "config.h"

#include "engine-mixed-plain.h"

#include <glib/gstdio.h>
#include <string.h>

#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"
#include "support/ask-test-kinds.h"

#define PICK(array) array[g_test_rand_int_range (0, G_N_ELEMENTS (array))]
#define ROWS 14

static const char *const integers[] = { "0", "1", "2", "3", "7", "-1", "NULL", "100", "127" };
static const char *const wide_integers[]
  = { "0", "1", "2", "7", "NULL", "9223372036854775807", "9007199254740993", "-9223372036854775807" };
static const char *const reals[] = { "0.0", "0.1", "7.0", "-2.5", "NULL", "1.25", "99999.99", "2.0" };
static const char *const decimals[] = { "0", "0.1", "7.00", "12345678901234.5678", "NULL", "7", "2.5000",
                                        "10", "9", "12345678901234.5679" };
static const char *const whole_decimals[]
  = { "0", "7", "10", "9", "NULL", "18446744073709551615", "9223372036854775808" };
static const char *const texts[] = { "'x'", "'X'", "'y'", "'07'", "'7'", "'7.0'", "''", "'ä'", "'Ä'", "'a'",
                                     "'A'", "'a '", "'7abc'", "' 7'", "NULL", "'%'", "'_x'", "'1e2'" };
static const char *const short_texts[] = { "'x'", "'X'", "'y'", "'07'", "'7'", "'a'", "'A'", "'ä'", "'Ä'",
                                           "''", "NULL" };
static const char *const words[] = { "'x'", "'y'", "'7'", "'Zed'", "NULL" };
static const char *const dates[] = { "'2024-02-29'", "'1999-12-31'", "'2024-03-01'", "'2000-01-01'", "NULL" };
static const char *const times[] = { "'2024-02-29 12:00:00'", "'1999-12-31 23:59:59'", "'2024-03-01 00:00:00'",
                                     "'2024-02-29 12:00:01'", "NULL" };
static const char *const booleans[] = { "TRUE", "FALSE", "NULL" };
static const char *const jsons[] = { "'{\"a\": 1}'", "'[1, 2]'", "'\"x\"'", "'7'", "NULL" };
static const char *const uuids[] = { "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
                                     "'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12'", "NULL" };
static const char *const clocks[] = { "'12:00:00'", "'00:00:01'", "'23:59:59'", "NULL" };
static const char *const postgres_bytes[] = { "'\\x00ff'", "'\\x78'", "''", "NULL" };
static const char *const bytes[] = { "x'00ff'", "x'78'", "x''", "NULL" };

typedef struct
{
  const char *type;
  const char *const *values;
  guint n;
} Type;

#define TYPE(name, array) { name, array, G_N_ELEMENTS (array) }
#define N_TYPES 6

/* By place (file, PostgreSQL, MariaDB) and kind. */
static const Type types[3][MIXED_N_KINDS][N_TYPES] = {
  {
    [MIXED_INTEGER] = { TYPE ("INTEGER", integers), TYPE ("INT", integers), TYPE ("BIGINT", wide_integers) },
    [MIXED_REAL] = { TYPE ("REAL", reals), TYPE ("DOUBLE", reals), TYPE ("NUMERIC", reals) },
    [MIXED_DECIMAL] = { TYPE ("NUMERIC", reals), TYPE ("DECIMAL(10,2)", reals), TYPE ("TEXT", texts) },
    [MIXED_TEXT] = { TYPE ("TEXT", texts), TYPE ("VARCHAR(20)", texts), TYPE ("TEXT COLLATE NOCASE", texts) },
    [MIXED_TIME] = { TYPE ("DATE", dates), TYPE ("TEXT", dates), TYPE ("DATETIME", times) },
    [MIXED_BOOLEAN] = { TYPE ("BOOLEAN", booleans), TYPE ("INTEGER", booleans) },
    [MIXED_OTHER] = { TYPE ("BLOB", bytes), TYPE ("", integers), TYPE ("", texts), TYPE ("INTEGER", texts) },
  },
  {
    [MIXED_INTEGER] = { TYPE ("smallint", integers), TYPE ("integer", integers), TYPE ("bigint", wide_integers),
                        TYPE ("numeric(10,0)", integers) },
    [MIXED_REAL] = { TYPE ("real", reals), TYPE ("double precision", reals), TYPE ("numeric(10,2)", reals) },
    [MIXED_DECIMAL] = { TYPE ("numeric", decimals), TYPE ("numeric(20,4)", decimals),
                        TYPE ("numeric(30,0)", whole_decimals) },
    [MIXED_TEXT] = { TYPE ("text", texts), TYPE ("varchar(20)", texts), TYPE ("char(5)", texts),
                     TYPE ("mood", words) },
    [MIXED_TIME] = { TYPE ("date", dates), TYPE ("timestamp", times), TYPE ("timestamptz", times) },
    [MIXED_BOOLEAN] = { TYPE ("boolean", booleans) },
    [MIXED_OTHER] = { TYPE ("json", jsons), TYPE ("jsonb", jsons), TYPE ("uuid", uuids), TYPE ("bytea", postgres_bytes),
                      TYPE ("time", clocks), TYPE ("varchar(5)", short_texts) },
  },
  {
    [MIXED_INTEGER] = { TYPE ("TINYINT", integers), TYPE ("SMALLINT", integers), TYPE ("INT", integers),
                        TYPE ("BIGINT", wide_integers), TYPE ("DECIMAL(10,0)", integers) },
    [MIXED_REAL] = { TYPE ("FLOAT", reals), TYPE ("DOUBLE", reals), TYPE ("DECIMAL(10,2)", reals) },
    [MIXED_DECIMAL] = { TYPE ("DECIMAL(20,4)", decimals), TYPE ("BIGINT UNSIGNED", whole_decimals),
                        TYPE ("DECIMAL(30,0)", whole_decimals) },
    [MIXED_TEXT] = { TYPE ("TEXT", texts), TYPE ("VARCHAR(20)", texts), TYPE ("CHAR(5)", short_texts),
                     TYPE ("ENUM('x','y','7','Zed')", words),
                     TYPE ("VARCHAR(20) CHARACTER SET latin1", texts) },
    [MIXED_TIME] = { TYPE ("DATE", dates), TYPE ("DATETIME", times), TYPE ("TIMESTAMP NULL", times),
                     TYPE ("DATETIME(3)", times) },
    [MIXED_BOOLEAN] = { TYPE ("BOOLEAN", booleans) },
    [MIXED_OTHER] = { TYPE ("JSON", jsons), TYPE ("UUID", uuids), TYPE ("VARBINARY(10)", bytes), TYPE ("TIME", clocks),
                      TYPE ("VARCHAR(5)", short_texts) },
  },
};

/* Names that SQL, the planner or a person might trip over. */
static const char *const table_names[]
  = { "t1",     "Orders",  "order",     "Big Table", "weiß",    "a.b",    "rows 1", "one 1", "it's",
      "say \"x\"", "k", "f",     "SELECT",    "p",         "maria 1", "t2",     "q",      "keys that a join supplies" };
static const char *const column_names[MIXED_N_KINDS][4] = {
  [MIXED_ID] = { "id", "ID", "id", "Id" },
  [MIXED_KEY] = { "k", "k0", "other id", "n" },
  [MIXED_INTEGER] = { "i", "group", "Number", "1" },
  [MIXED_REAL] = { "r", "R r", "x", "f" },
  [MIXED_DECIMAL] = { "m", "Größe", "price", "m" },
  [MIXED_TEXT] = { "s", "name", "a\"b", "p" },
  [MIXED_TIME] = { "d", "date", "D", "when" },
  [MIXED_BOOLEAN] = { "b", "b", "is it", "t1" },
  [MIXED_OTHER] = { "o", "o'k", "o", "value" },
};

static int
place_row (EnginePlace place)
{
  return place == PLACE_MARIADB ? 2 : place == PLACE_POSTGRES || place == PLACE_POSTGRES_TOO ? 1 : 0;
}

static const Type *
pick_type (EnginePlace place, MixedKind kind)
{
  const Type *row = types[place_row (place)][kind];
  guint n = 0;

  while (n < N_TYPES && row[n].type != NULL)
    n++;
  return &row[g_test_rand_int_range (0, (gint32) n)];
}

static char *
quote_there (const char *name, EnginePlace place)
{
  if (place == PLACE_MARIADB)
    {
      g_auto (GStrv) parts = g_strsplit (name, "`", -1);
      g_autofree char *joined = g_strjoinv ("``", parts);

      return g_strdup_printf ("`%s`", joined);
    }
  return ask_sql_quote_name (name);
}

/* As a person writes it: with quotes only where they are needed, and now and then in another case. */
static char *
write_name (const char *name)
{
  static const char *const reserved[] = { "order", "SELECT", "group", "when", "date", NULL };
  gboolean plain = g_ascii_isalpha (name[0]);

  for (const char *p = name; *p != '\0'; p++)
    plain = plain && g_ascii_isalnum (*p);
  if (!plain || g_strv_contains (reserved, name))
    return ask_sql_quote_name (name);
  return g_test_rand_int_range (0, 5) == 0 ? g_ascii_strup (name, -1) : g_strdup (name);
}

static char *
make_script (EnginePlace place, const char *table, const char *const *columns, const Type **chosen)
{
  g_autofree char *quoted = quote_there (table, place);
  g_autoptr (GString) sql = g_string_new (NULL);
  int n = g_test_rand_int_range (0, 8) == 0 ? 0 : ROWS;

  g_string_printf (sql, "CREATE TABLE %s (", quoted);
  for (int kind = 0; kind < MIXED_N_KINDS; kind++)
    {
      g_autofree char *column = quote_there (columns[kind], place);

      chosen[kind] = kind > MIXED_KEY ? pick_type (place, (MixedKind) kind) : NULL;
      g_string_append_printf (sql, "%s%s %s%s", kind > 0 ? ", " : "", column,
                              chosen[kind] != NULL ? chosen[kind]->type
                              : place_row (place) == 0 ? "INTEGER" : "BIGINT",
                              kind == MIXED_ID ? " PRIMARY KEY" : "");
    }
  g_string_append_c (sql, ')');
  for (int i = 1; i <= n; i++)
    {
      g_string_append_printf (sql, "; INSERT INTO %s VALUES (%d", quoted, i);
      if (g_test_rand_int_range (0, 6) == 0)
        g_string_append (sql, ", NULL");
      else
        g_string_append_printf (sql, ", %d", g_test_rand_int_range (1, ROWS + 3));
      for (int kind = MIXED_KEY + 1; kind < MIXED_N_KINDS; kind++)
        g_string_append_printf (sql, ", %s",
                                chosen[kind]->values[g_test_rand_int_range (0, (gint32) chosen[kind]->n)]);
      g_string_append_c (sql, ')');
    }
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static void
run_there (EngineServers *self, EnginePlace place, const char *sql)
{
  g_autofree char *script = NULL;

  switch (place)
    {
    case PLACE_MARIADB:
      script = g_strdup_printf ("USE mixed; SET time_zone = '+00:00'; %s", sql);
      ask_test_mariadb_exec (self->mariadb, script);
      break;
    case PLACE_POSTGRES:
    case PLACE_POSTGRES_TOO:
      script = g_strdup_printf ("SET search_path = %s, public; SET timezone = 'UTC'; %s",
                                place == PLACE_POSTGRES ? "mixed" : "mixed_too", sql);
      ask_test_postgres_exec (self->postgres, script);
      break;
    default:
      {
        sqlite3 *file = NULL;

        g_assert_cmpint (sqlite3_open (self->path, &file), ==, SQLITE_OK);
        if (sqlite3_exec (file, sql, NULL, NULL, NULL) != SQLITE_OK)
          g_error ("%s\n%s", sql, sqlite3_errmsg (file));
        sqlite3_close (file);
      }
    }
}

static AskSourceConfig *
make_config (EngineServers *self, EnginePlace place)
{
  g_autofree char *uri = NULL;

  switch (place)
    {
    case PLACE_MARIADB:
      uri = ask_test_mariadb_dup_uri (self->mariadb, NULL, "mixed", NULL);
      return ask_source_config_new ("maria", &ask_mysql_kind, uri);
    case PLACE_POSTGRES:
    case PLACE_POSTGRES_TOO:
      uri = g_strdup_printf ("%s%coptions=-csearch_path%%3D%s,public",
                             ask_test_postgres_get_uri (self->postgres),
                             strchr (ask_test_postgres_get_uri (self->postgres), '?') ? '&' : '?',
                             place == PLACE_POSTGRES ? "mixed" : "mixed_too");
      return ask_source_config_new (place == PLACE_POSTGRES ? "one" : "two", &ask_postgres_kind, uri);
    default:
      return ask_source_config_new ("file", &ask_sqlite_kind, self->path);
    }
}

static const char *
declare (const AskAttribute *attribute, const Type *in_file)
{
  if (in_file != NULL)
    return in_file->type;
  switch (attribute->type)
    {
    case ASK_TYPE_DECIMAL:
      return "DECIMAL TEXT COLLATE decimal";
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_BOOLEAN:
      return "INTEGER";
    case ASK_TYPE_REAL:
      return "REAL";
    case ASK_TYPE_BLOB:
      return "BLOB";
    default:
      return "TEXT";
    }
}

/* What a temporary table's column is declared as, see temp_column_type(). */
static const char *
declare_step (const AskRows *rows, guint column)
{
  AskAttribute attribute = { .type = ask_rows_get_column (rows, column)->type };
  AskValueKind fits = attribute.type == ASK_TYPE_INTEGER || attribute.type == ASK_TYPE_BOOLEAN ? ASK_VALUE_INTEGER
                      : attribute.type == ASK_TYPE_REAL                                        ? ASK_VALUE_REAL
                                                                                               : ASK_VALUE_TEXT;

  if (attribute.type == ASK_TYPE_ANY || attribute.type == ASK_TYPE_BLOB)
    return "";
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      guint32 kind = ask_rows_get (rows, r, column)->kind;

      if (kind != ASK_VALUE_NULL && kind != fits)
        return "";
    }
  return declare (&attribute, NULL);
}

static void
copy_rows (Mixed *self, const AskRows *rows, const char *name, const char *const *declared)
{
  g_autoptr (GString) create = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  guint n = ask_rows_get_n_columns (rows);
  sqlite3_stmt *insert = NULL;

  g_string_printf (create, "CREATE TABLE %s (", name);
  g_string_printf (values, "INSERT INTO %s VALUES (", name);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *column = ask_sql_quote_name (ask_rows_get_column (rows, i)->name);

      g_string_append_printf (create, "%s%s %s", i > 0 ? ", " : "", column, declared[i]);
      g_string_append (values, i > 0 ? ", ?" : "?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (values, ')');
  if (sqlite3_exec (self->servers.plain, create->str, NULL, NULL, NULL) != SQLITE_OK
      || sqlite3_prepare_v2 (self->servers.plain, values->str, -1, &insert, NULL) != SQLITE_OK)
    g_error ("%s\n%s", create->str, sqlite3_errmsg (self->servers.plain));
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      for (guint i = 0; i < n; i++)
        g_assert_cmpint (ask_sqlite_bind_value (insert, (int) i + 1, ask_rows_get (rows, r, i)), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
      sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);
}

static AskResult *
read_table (Mixed *self, const AskEntity *entity, const char *step)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = ask_sql_quote_name (entity->name);
  g_autofree char *query = g_strdup_printf ("SELECT * FROM %s", name);
  AskResult *result = ask_engine_query (self->servers.engine, query, NULL, step, NULL, &error);

  if (error != NULL)
    g_error ("%s\n%s", query, error->message);
  return result;
}

/* The table of the plain database, of the values that come through the session one by one. */
static void
copy_to_plain (Mixed *self, const AskEntity *entity, const Type *const *chosen)
{
  g_autoptr (AskResult) result = read_table (self, entity, NULL);
  g_autofree char *name = ask_sql_quote_name (entity->name);
  g_autofree const char **declared = g_new0 (const char *, entity->attributes->len + 1);

  for (guint i = 0; i < entity->attributes->len; i++)
    declared[i] = declare (entity->attributes->pdata[i], strcmp (entity->source, "file") == 0 ? chosen[i] : NULL);
  /* SQLite's own id has no collation, so that UNION takes that of the second SELECT. */
  if (strcmp (entity->source, "file") == 0 && chosen[MIXED_ID] == NULL)
    declared[MIXED_ID] = "INTEGER PRIMARY KEY";
  copy_rows (self, result->rows, name, declared);
}

static void
rename_entity (AskEntity *entity, const char *name, const char *const *columns)
{
  g_free (entity->name);
  entity->name = g_strdup (name);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = entity->attributes->pdata[i];

      g_free (attribute->name);
      attribute->name = g_strdup (columns[i]);
    }
}

static void
begin (EngineServers *servers)
{
  g_autoptr (GError) error = NULL;

  servers->folder = g_dir_make_tmp ("ask-mixed-XXXXXX", &error);
  g_assert_no_error (error);
  servers->path = g_build_filename (servers->folder, "file.sqlite", NULL);
  g_assert_cmpint (sqlite3_open (":memory:", &servers->plain), ==, SQLITE_OK);
  mixed_plain_prepare (servers->plain);
  servers->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  servers->schema = ask_schema_new ();
  ask_test_postgres_exec (servers->postgres,
                          "DROP SCHEMA IF EXISTS mixed CASCADE; CREATE SCHEMA mixed; DROP SCHEMA IF EXISTS "
                          "mixed_too CASCADE; CREATE SCHEMA mixed_too");
  ask_test_mariadb_exec (servers->mariadb,
                         "DROP DATABASE IF EXISTS mixed; CREATE DATABASE mixed CHARACTER SET utf8mb4");
}

/* Runs the script, and takes the table that it makes into the schema, under names of its own. */
static void
add_table (EngineServers *servers, EnginePlace place, const char *physical, const char *script,
           const char *name, const char *const *columns)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  AskSourceConfig *config = make_config (servers, place);
  guint before = servers->schema->entities->len;
  gboolean known = FALSE;

  run_there (servers, place, script);
  for (guint c = 0; c < servers->configs->len; c++)
    known = known || strcmp (((AskSourceConfig *) servers->configs->pdata[c])->name, config->name) == 0;
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  for (guint e = 0; e < found->schema->entities->len; e++)
    {
      AskEntity *entity = found->schema->entities->pdata[e];

      if (strcmp (entity->table, physical) != 0)
        continue;
      rename_entity (entity, name, columns);
      /* Where there are many rows, keys travel. */
      if (g_test_rand_int_range (0, 2) == 0)
        entity->row_estimate = 1000000;
      ask_schema_add_entity (servers->schema, g_ptr_array_steal_index (found->schema->entities, e));
      break;
    }
  g_assert_cmpuint (servers->schema->entities->len, ==, before + 1);
  if (known)
    ask_source_config_unref (config);
  else
    g_ptr_array_add (servers->configs, config);
}

static void
finish (Mixed *self, const Type *(*chosen)[MIXED_N_KINDS])
{
  EngineServers *servers = &self->servers;
  g_autoptr (GError) error = NULL;

  servers->engine = ask_engine_new (servers->schema, servers->configs, &error);
  g_assert_no_error (error);
  ask_engine_set_push_down (servers->engine, FALSE);
  for (guint i = 0; i < servers->schema->entities->len; i++)
    copy_to_plain (self, servers->schema->entities->pdata[i], chosen[i]);
  ask_engine_set_push_down (servers->engine, TRUE);
}

/**
 * mixed_open_known:
 * @places: of item, part and "rows 1", the last of which calls its names titles
 *
 * Makes tables that always hold the same.
 */
void
mixed_open_known (Mixed *self, const EnginePlace *places)
{
  static const char *const names[] = { "item", "part", "rows 1" };
  static const char *const columns[] = { "id", "price", "name", "made" };
  static const char *const renamed[] = { "id", "price", "title", "made" };
  static const char *const rows[] = {
    "(1, 7.0000, 'x', '2024-02-29'), (2, 2.5000, 'X', '1999-12-31'), (3, NULL, '7', NULL), (4, 10.0000, '', '2000-01-01')",
    "(1, 7.0, 'x', '2024-02-29'), (2, 2.5, '7abc', '1999-12-31'), (3, 1.0, NULL, NULL)",
    "(1, 0, 'r', NULL), (2, 0, 's', NULL), (9, 0, '07', NULL)",
  };
  static const char *const scales[] = { "20,4", "25,1", "30,0" };
  /* SQLite looks at no scale. */
  static const Type types_in_file[] = { { "BIGINT", NULL, 0 }, { "DECIMAL", NULL, 0 }, { "VARCHAR", NULL, 0 }, { "DATE", NULL, 0 } };
  const Type *chosen[G_N_ELEMENTS (names)][MIXED_N_KINDS] = { 0 };

  begin (&self->servers);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *quoted = quote_there (names[i], places[i]);
      g_autofree char *script
        = g_strdup_printf ("CREATE TABLE %s (id BIGINT PRIMARY KEY, price DECIMAL(%s), name VARCHAR(20), made DATE); "
                           "INSERT INTO %s VALUES %s",
                           quoted, scales[i], quoted, rows[i]);

      add_table (&self->servers, places[i], names[i], script, names[i], i == 2 ? renamed : columns);
      for (guint c = 0; c < G_N_ELEMENTS (types_in_file); c++)
        chosen[i][c] = &types_in_file[c];
    }
  finish (self, chosen);
}

/** mixed_open: makes the tables where they lie, the session, and the plain database beside it */
void
mixed_open (Mixed *self)
{
  const char *names[MIXED_N_TABLES];
  const Type *chosen[MIXED_N_TABLES][MIXED_N_KINDS] = { 0 };
  const char *columns[MIXED_N_TABLES][MIXED_N_KINDS];
  guint first = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (table_names));
  gboolean all_in_one = g_test_rand_int_range (0, 4) == 0;
  EnginePlace one = g_test_rand_int_range (0, 2) ? PLACE_POSTGRES : PLACE_MARIADB;

  begin (&self->servers);
  for (int i = 0; i < MIXED_N_TABLES; i++)
    {
      MixedTable *table = &self->tables[i];
      g_autofree char *script = NULL;
      g_autofree char *physical = NULL;
      g_autofree char *joined = NULL;
      const char *there[MIXED_N_KINDS];
      char *written[MIXED_N_KINDS + 1] = { NULL };

      names[i] = table_names[(first + (guint) i * 5) % G_N_ELEMENTS (table_names)];
      do
        table->place = all_in_one ? one : (EnginePlace) g_test_rand_int_range (0, N_PLACES);
      while (table->place == PLACE_API);
      for (int kind = 0; kind < MIXED_N_KINDS; kind++)
        {
          columns[i][kind] = PICK (column_names[kind]);
          /* What is called otherwise there. */
          there[kind] = g_test_rand_int_range (0, 4) == 0 ? column_names[kind][0] : columns[i][kind];
        }
      physical = g_test_rand_int_range (0, 4) == 0 ? g_strdup_printf ("table %d", i) : g_strdup (names[i]);
      script = make_script (table->place, physical, there, chosen[i]);
      table->name = write_name (names[i]);
      for (int kind = 0; kind < MIXED_N_KINDS; kind++)
        written[kind] = table->columns[kind] = write_name (columns[i][kind]);
      joined = g_strjoinv (", ", written);
      g_test_message ("%s (%s) is %s in %d: %s", table->name, joined, physical, table->place, script);
      add_table (&self->servers, table->place, physical, script, names[i], columns[i]);
    }
  finish (self, chosen);
}

/** mixed_keep_step: keeps the rows of the first table as a temporary table, here and beside */
void
mixed_keep_step (Mixed *self)
{
  static const char *const names[] = { "step", "one 2", "rows 2", "w0" };
  const AskEntity *first = self->servers.schema->entities->pdata[0];
  const char *name = PICK (names);
  g_autoptr (AskResult) result = read_table (self, first, name);
  g_autofree const char **declared = g_new0 (const char *, first->attributes->len + 1);

  self->step = ask_sql_quote_name (name);
  for (guint i = 0; i < first->attributes->len; i++)
    declared[i] = declare_step (result->rows, i);
  copy_rows (self, result->rows, self->step, declared);
}

/** mixed_close: ends the session; the servers go on */
void
mixed_close (Mixed *self)
{
  EngineServers *servers = &self->servers;

  g_clear_pointer (&servers->engine, ask_engine_free);
  g_clear_pointer (&servers->schema, ask_schema_unref);
  g_clear_pointer (&servers->configs, g_ptr_array_unref);
  sqlite3_close (servers->plain);
  g_unlink (servers->path);
  g_assert_cmpint (g_rmdir (servers->folder), ==, 0);
  g_clear_pointer (&servers->path, g_free);
  g_clear_pointer (&servers->folder, g_free);
  g_clear_pointer (&self->step, g_free);
  for (int i = 0; i < MIXED_N_TABLES; i++)
    {
      g_clear_pointer (&self->tables[i].name, g_free);
      for (int kind = 0; kind < MIXED_N_KINDS; kind++)
        g_clear_pointer (&self->tables[i].columns[kind], g_free);
    }
}
