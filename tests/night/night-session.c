/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lays out the tables: files are written, servers filled, an API is served. Then the settings are set,
 * the sources are introspected, and the session opened.
 */
#include "config.h"

#include "night-session.h"

#include <glib/gstdio.h>
#include <string.h>

#include "night-api.h"
#include "night-settings.h"
#include "source/sheet/ask-sheet-cache.h"
#include "sql/ask-sql-lexer.h"
#include "support/ask-test-kinds.h"

static const char *const names[] = { "file", "sheet", "pg", "maria", "api" };

static void
append_literal (GString *sql, NightPlace place, const NightColumn *column, const GString *cell)
{
  g_autofree char *quoted = NULL;

  if (cell == NULL)
    g_string_append (sql, "NULL");
  else if (place == NIGHT_MARIADB && column->kind == NIGHT_TEXT)
    {
      g_string_append (sql, "_utf8mb4 x'");
      for (gsize i = 0; i < cell->len; i++)
        g_string_append_printf (sql, "%02x", (guchar) cell->str[i]);
      g_string_append_c (sql, '\'');
    }
  else if (column->kind == NIGHT_BOOL)
    g_string_append (sql, cell->str[0] == '1' ? "TRUE" : "FALSE");
  else if (column->kind <= NIGHT_DEC)
    /* SQLite reads the one of 64 bits that begins with a minus as a double. */
    g_string_append_printf (sql, strcmp (cell->str, "-9223372036854775808") == 0 && place == NIGHT_FILE ? "CAST('%s' AS INTEGER)" : "%s", cell->str);
  else
    {
      quoted = ask_sql_quote_text (cell->str);
      g_string_append (sql, quoted);
    }
}

static char *
quote_there (const char *name, NightPlace place)
{
  return place == NIGHT_MARIADB ? g_strdup_printf ("`%s`", name) : ask_sql_quote_name (name);
}

static char *
make_script (const NightTable *table)
{
  GString *sql = g_string_new (NULL);

  g_string_printf (sql, "CREATE TABLE %s (", table->name);
  for (guint c = 0; c < table->columns->len; c++)
    {
      const NightColumn *column = table->columns->pdata[c];
      g_autofree char *name = quote_there (column->name, table->place);

      g_string_append_printf (sql, "%s%s %s%s%s", c > 0 ? ", " : "", name, column->type, column->nullable ? "" : " NOT NULL",
                              c == 0 ? " PRIMARY KEY" : "");
    }
  g_string_append (sql, table->place == NIGHT_MARIADB ? ") CHARACTER SET utf8mb4" : ")");
  for (guint r = 0; r < table->rows->len; r++)
    {
      const GPtrArray *row = table->rows->pdata[r];

      g_string_append_printf (sql, "%s(", r == 0 ? "; INSERT INTO " : ", ");
      if (r == 0)
        {
          g_string_truncate (sql, sql->len - 1);
          g_string_append_printf (sql, "%s VALUES (", table->name);
        }
      for (guint c = 0; c < row->len; c++)
        {
          g_string_append (sql, c > 0 ? ", " : "");
          append_literal (sql, table->place, table->columns->pdata[c], row->pdata[c]);
        }
      g_string_append_c (sql, ')');
    }
  return g_string_free (sql, FALSE);
}

static char *
dup_path (const NightSession *self, const char *name, const char *suffix)
{
  g_autofree char *file = g_strconcat (name, suffix, NULL);

  return g_build_filename (self->folder, file, NULL);
}

static void
fill_file (NightSession *self, const char *sql)
{
  g_autofree char *path = dup_path (self, "file", ".sqlite");
  sqlite3 *file = NULL;

  g_assert_cmpint (sqlite3_open (path, &file), ==, SQLITE_OK);
  if (sqlite3_exec (file, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s\n%s", sql, sqlite3_errmsg (file));
  sqlite3_close (file);
}

static void
append_field (GString *csv, const NightSheet *sheet, const char *text, gboolean null)
{
  gboolean quotes = sheet->quotes || strchr (text, sheet->delimiter) != NULL || strpbrk (text, "\"\n\r") != NULL || text[0] == ' '
                    || (text[0] != '\0' && text[strlen (text) - 1] == ' ');

  if (null)
    return;
  if (!quotes)
    {
      g_string_append (csv, text);
      return;
    }
  g_string_append_c (csv, '"');
  for (const char *p = text; *p != '\0'; p++)
    g_string_append_printf (csv, *p == '"' ? "\"%c" : "%c", *p);
  g_string_append_c (csv, '"');
}

static void
fill_sheet (NightSession *self, const NightTable *table)
{
  static const char *const ends[][3]
    = { { "\n", "\n", "\n" }, { "\r\n", "\r\n", "\r\n" }, { "\r\n", "\n", "\n" }, { "\r", "\n", "\r\n" } };
  g_autofree char *path = dup_path (self, table->name, ".csv");
  g_autoptr (GString) csv = g_string_new (table->sheet.mark ? "\xef\xbb\xbf" : "");
  g_autoptr (GError) error = NULL;

  for (guint r = 0; r <= table->rows->len; r++)
    {
      const GPtrArray *row = r > 0 ? table->rows->pdata[r - 1] : NULL;

      for (guint c = 0; c < table->columns->len; c++)
        {
          const NightColumn *column = table->columns->pdata[c];
          const GString *cell = row != NULL ? row->pdata[c] : NULL;

          if (c > 0)
            g_string_append_c (csv, table->sheet.delimiter);
          append_field (csv, &table->sheet, row == NULL ? column->name : cell != NULL ? cell->str : "", row != NULL && cell == NULL);
        }
      if (r < table->rows->len || table->sheet.last_end)
        g_string_append (csv, ends[table->sheet.ends][r % 3]);
    }
  g_file_set_contents (path, csv->str, (gssize) csv->len, &error);
  g_assert_no_error (error);
}

static void
fill (NightSession *self)
{
  g_autoptr (GString) maria = g_string_new ("DROP DATABASE IF EXISTS night; CREATE DATABASE night; USE night; SET time_zone = '+00:00'");
  g_autoptr (GString) pg = g_string_new ("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public; SET search_path = public; "
                                         "SET timezone = 'UTC'; "
                                         "CREATE COLLATION night_ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false); "
                                         "CREATE COLLATION night_accents (provider = icu, locale = 'und-u-ks-level1-kc-true', deterministic = false)");

  for (guint i = 0; i < self->world->tables->len; i++)
    {
      const NightTable *table = self->world->tables->pdata[i];
      g_autofree char *sql = make_script (table);

      if (table->place == NIGHT_MARIADB)
        g_string_append_printf (maria, "; %s", sql);
      else if (table->place == NIGHT_POSTGRES)
        g_string_append_printf (pg, "; %s", sql);
      else if (table->place == NIGHT_FILE)
        fill_file (self, sql);
      else if (table->place == NIGHT_SHEET)
        fill_sheet (self, table);
    }
  ask_test_mariadb_exec (self->mariadb, maria->str);
  ask_test_postgres_exec (self->postgres, pg->str);
}

static AskSourceConfig *
make_config (NightSession *self, NightPlace place, const NightTable *table)
{
  g_autofree char *location = NULL;
  g_autofree char *name = g_strdup_printf ("%s%s", names[place], place == NIGHT_SHEET ? table->name : "");
  AskSourceConfig *config;

  switch (place)
    {
    case NIGHT_FILE:
      location = dup_path (self, "file", ".sqlite");
      return ask_source_config_new (name, &ask_sqlite_kind, location);
    case NIGHT_SHEET:
      location = dup_path (self, table->name, ".csv");
      return ask_source_config_new (name, &ask_sheet_kind, location);
    case NIGHT_POSTGRES:
      return ask_source_config_new (name, &ask_postgres_kind, ask_test_postgres_get_uri (self->postgres));
    case NIGHT_MARIADB:
      location = ask_test_mariadb_dup_uri (self->mariadb, NULL, "night", NULL);
      return ask_source_config_new (name, &ask_mysql_kind, location);
    case NIGHT_API:
    default:
      {
        g_autofree char *url = NULL;
        g_autofree char *document = NULL;
        g_autoptr (GError) error = NULL;

        self->server = ask_test_server_new (night_api_handle, (gpointer) self->world);
        url = ask_test_server_dup_url (self->server, "");
        document = night_api_dup_document (self->world, url);
        location = dup_path (self, "api", ".json");
        g_file_set_contents (location, document, -1, &error);
        g_assert_no_error (error);
        config = ask_source_config_new (name, &ask_rest_kind, location);
        config->base_url = g_strdup (url);
        return config;
      }
    }
}

/* The entity that the table became; its names become the table's own. */
static AskEntity *
adopt (NightSession *self, AskSchema *found, const NightTable *table, GError **error)
{
  AskEntity *entity = NULL;

  for (guint i = 0; i < found->entities->len && entity == NULL; i++)
    {
      AskEntity *one = found->entities->pdata[i];

      g_autofree char *path = g_strconcat ("/", table->name, table->api.one != NIGHT_ONE_NONE ? "/{id}" : "", NULL);

      if ((table->place == NIGHT_API && one->operation != NULL && g_str_has_suffix (one->operation->path, path))
          || (table->place != NIGHT_API && g_strcmp0 (one->table, table->name) == 0) || table->place == NIGHT_SHEET)
        entity = g_ptr_array_steal_index (found->entities, i);
    }
  if (entity == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s became no entity", table->name);
      return NULL;
    }
  g_free (entity->name);
  entity->name = g_strdup (table->name);
  for (guint c = 0; c < table->columns->len; c++)
    {
      const NightColumn *column = table->columns->pdata[c];
      AskAttribute *attribute = NULL;

      for (guint a = 0; a < entity->attributes->len && attribute == NULL; a++)
        if (g_strcmp0 (((AskAttribute *) entity->attributes->pdata[a])->column, column->name) == 0)
          attribute = entity->attributes->pdata[a];
      if (attribute == NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s has no attribute for %s", table->name, column->name);
          ask_schema_add_entity (self->schema, entity);
          return NULL;
        }
      g_free (attribute->name);
      attribute->name = g_strdup (column->name);
    }
  ask_schema_add_entity (self->schema, entity);
  return entity;
}

static int
collate (void *data, int length_a, const void *a, int length_b, const void *b)
{
  return night_compare_numbers (a, (gsize) length_a, b, (gsize) length_b);
}

/* The shortest digits that are this double. */
static char *
dup_digits (sqlite3_value *value)
{
  char buffer[64];

  if (sqlite3_value_type (value) != SQLITE_FLOAT)
    return g_strndup ((const char *) sqlite3_value_text (value), (gsize) sqlite3_value_bytes (value));
  for (int digits = 1; digits <= 17; digits++)
    {
      g_snprintf (buffer, sizeof buffer, "%.*g", digits, sqlite3_value_double (value));
      if (g_ascii_strtod (buffer, NULL) == sqlite3_value_double (value))
        break;
    }
  return g_strdup (buffer);
}

static void
ncmp (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  if (sqlite3_value_type (argv[0]) == SQLITE_NULL || sqlite3_value_type (argv[1]) == SQLITE_NULL)
    return;
  a = dup_digits (argv[0]);
  b = dup_digits (argv[1]);
  sqlite3_result_int (context, night_compare_numbers (a, strlen (a), b, strlen (b)));
}

static void
ndec (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  char *digits = sqlite3_value_type (argv[0]) != SQLITE_NULL ? dup_digits (argv[0]) : NULL;

  if (digits != NULL)
    sqlite3_result_text (context, digits, -1, g_free);
}

/* The kind that a column of @kind is to statements when AskData has read it as @type. */
static NightKind
settle (NightKind kind, AskType type)
{
  gboolean was_number = kind == NIGHT_INT || kind == NIGHT_REAL;

  switch (type)
    {
    case ASK_TYPE_DECIMAL:
      return NIGHT_DEC;
    case ASK_TYPE_INTEGER:
      return kind == NIGHT_DEC ? NIGHT_INT : kind;
    case ASK_TYPE_REAL:
      return kind == NIGHT_DEC ? NIGHT_REAL : kind;
    default:
      return kind == NIGHT_DEC || was_number ? NIGHT_TEXT : kind;
    }
}

static const char *
declare (const AskAttribute *attribute, const NightTable *table, const NightColumn *column)
{
  if (table->place == NIGHT_FILE)
    return column->type;
  switch (attribute->type)
    {
    case ASK_TYPE_DECIMAL:
      return "TEXT COLLATE ndec";
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

static void
bind (sqlite3_stmt *insert, int n, AskType type, NightKind kind, const GString *cell)
{
  gint64 integer;

  if (cell == NULL)
    sqlite3_bind_null (insert, n);
  else if ((type == ASK_TYPE_INTEGER || type == ASK_TYPE_BOOLEAN) && kind != NIGHT_TEXT
           && g_ascii_string_to_signed (cell->str, 10, G_MININT64, G_MAXINT64, &integer, NULL))
    sqlite3_bind_int64 (insert, n, integer);
  else if (type == ASK_TYPE_REAL)
    sqlite3_bind_double (insert, n, g_ascii_strtod (cell->str, NULL));
  else
    sqlite3_bind_text (insert, n, cell->str, (int) cell->len, SQLITE_TRANSIENT);
}

static void
add_plain (NightSession *self, const NightTable *table, const AskEntity *entity)
{
  g_autoptr (GString) create = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree AskType *types = g_new0 (AskType, table->columns->len);
  sqlite3_stmt *insert = NULL;

  g_string_printf (create, "CREATE TABLE %s (", table->name);
  g_string_printf (values, "INSERT INTO %s VALUES (", table->name);
  for (guint c = 0; c < table->columns->len; c++)
    {
      const NightColumn *column = table->columns->pdata[c];
      const AskAttribute *attribute = ask_entity_find_attribute (entity, column->name);
      g_autofree char *name = ask_sql_quote_name (column->name);

      types[c] = attribute->type;
      self->n_unlike += settle (column->kind, attribute->type) != column->kind;
      g_string_append_printf (create, "%s%s %s", c > 0 ? ", " : "", name, declare (attribute, table, column));
      g_string_append (values, c > 0 ? ", ?" : "?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (values, ')');
  if (sqlite3_exec (self->plain, create->str, NULL, NULL, NULL) != SQLITE_OK
      || sqlite3_prepare_v2 (self->plain, values->str, -1, &insert, NULL) != SQLITE_OK)
    g_error ("%s\n%s", create->str, sqlite3_errmsg (self->plain));
  for (guint r = 0; r < table->rows->len; r++)
    {
      const GPtrArray *row = table->rows->pdata[r];

      for (guint c = 0; c < row->len; c++)
        bind (insert, (int) c + 1, types[c], ((NightColumn *) table->columns->pdata[c])->kind, row->pdata[c]);
      g_assert_cmpint (sqlite3_step (insert), ==, SQLITE_DONE);
      sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);
}

/* Sources of @place: one, but a spreadsheet is one for itself. */
static gboolean
open_place (NightSession *self, NightPlace place, GError **error)
{
  g_autoptr (AskIntrospection) found = NULL;

  for (guint i = 0; i < self->world->tables->len; i++)
    {
      const NightTable *table = self->world->tables->pdata[i];
      AskEntity *entity;

      if (table->place != place)
        continue;
      if (found == NULL || place == NIGHT_SHEET)
        {
          AskSourceConfig *config = make_config (self, place, table);
          g_autoptr (AskSource) source = NULL;

          g_ptr_array_add (self->configs, config);
          source = ask_source_new (config, error);
          g_clear_pointer (&found, ask_introspection_free);
          found = source != NULL ? ask_source_introspect (source, NULL, error) : NULL;
          if (found == NULL)
            return FALSE;
        }
      entity = adopt (self, found->schema, table, error);
      if (entity == NULL)
        return FALSE;
      add_plain (self, table, entity);
    }
  return TRUE;
}

static void
open_plain (NightSession *self)
{
  g_assert_cmpint (sqlite3_open (":memory:", &self->plain), ==, SQLITE_OK);
  if (sqlite3_libversion_number () < 3042000)
    sqlite3_test_control (SQLITE_TESTCTRL_OPTIMIZATIONS, self->plain, 0x00080100);
  sqlite3_create_collation (self->plain, "ndec", SQLITE_UTF8, NULL, collate);
  sqlite3_create_function (self->plain, "ncmp", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, ncmp, NULL, NULL);
  sqlite3_create_function (self->plain, "ndec", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, ndec, NULL, NULL);
}

/**
 * night_session_open:
 * @world: is borrowed, and must not change meanwhile
 * @error: what AskData says against the sources
 *
 * Returns: (transfer full) (nullable): the session
 */
NightSession *
night_session_open (const NightWorld *world, AskTestPostgres *postgres, AskTestMariadb *mariadb, GError **error)
{
  g_autoptr (NightSession) self = g_new0 (NightSession, 1);

  self->world = world;
  self->postgres = postgres;
  self->mariadb = mariadb;
  self->schema = ask_schema_new ();
  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  self->folder = g_dir_make_tmp ("ask-night-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  open_plain (self);
  fill (self);
  night_settings_apply (world->settings, postgres, mariadb);
  for (int place = 0; place < NIGHT_N_PLACES; place++)
    if (!open_place (self, (NightPlace) place, error))
      return NULL;
  self->engine = ask_engine_new (self->schema, self->configs, error);
  return self->engine != NULL ? g_steal_pointer (&self) : NULL;
}

/**
 * night_session_settle:
 * @world: that of the session
 *
 * What the columns of a CSV file hold is told by their cells: statements go by what that is.
 */
void
night_session_settle (const NightSession *self, NightWorld *world)
{
  for (guint i = 0; i < world->tables->len; i++)
    {
      const NightTable *table = world->tables->pdata[i];
      const AskEntity *entity = ask_schema_find_entity (self->schema, table->name);

      for (guint c = 0; c < table->columns->len; c++)
        {
          NightColumn *column = table->columns->pdata[c];

          column->kind = settle (column->kind, ask_entity_find_attribute (entity, column->name)->type);
        }
    }
}

/** night_session_close: ends it, takes the settings back and removes the files; the servers go on */
void
night_session_close (NightSession *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->schema, ask_schema_unref);
  for (guint i = 0; i < self->configs->len; i++)
    if (((AskSourceConfig *) self->configs->pdata[i])->kind == &ask_sheet_kind)
      ask_sheet_cache_remove (self->configs->pdata[i]);
  g_clear_pointer (&self->configs, g_ptr_array_unref);
  g_clear_pointer (&self->server, ask_test_server_free);
  night_settings_reset (self->world->settings, self->postgres, self->mariadb);
  sqlite3_close (self->plain);
  if (self->folder != NULL)
    {
      g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (self->folder, name, NULL);

          g_unlink (path);
        }
      g_rmdir (self->folder);
    }
  g_free (self->folder);
  g_free (self);
}
