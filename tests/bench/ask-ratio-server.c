/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts the tables that are replaced into a private PostgreSQL or MariaDB server, a database of its own for each
 * run, and registers that as a source. A column gets the one type of the server that holds all its values as they
 * are; where there is none, the table stays in SQLite.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <libpq-fe.h>
#include <string.h>

#include "source/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"

#define ROWS_A_STATEMENT 200

struct _RatioServer
{
  RatioKind kind;
  AskTestPostgres *postgres;
  AskTestMariadb *mariadb;
};

/**
 * ratio_server_new:
 * @reason: (out): why there is none
 *
 * Call on the main thread: a MariaDB server ends with the thread that started it.
 *
 * Returns: (transfer full) (nullable): a server
 */
RatioServer *
ratio_server_new (RatioKind kind, char **reason)
{
  RatioServer *self = g_new0 (RatioServer, 1);

  self->kind = kind;
  if (kind == RATIO_POSTGRES)
    {
      AskTestPostgresOptions options = { .config = "fsync = off\nfull_page_writes = off\n" };

      self->postgres = ask_test_postgres_new (&options, reason);
    }
  else
    self->mariadb = ask_test_mariadb_new (0, reason);
  if (self->postgres != NULL || self->mariadb != NULL)
    return self;
  g_free (self);
  return NULL;
}

/** ratio_server_free: ends the server */
void
ratio_server_free (RatioServer *self)
{
  g_clear_pointer (&self->postgres, ask_test_postgres_free);
  g_clear_pointer (&self->mariadb, ask_test_mariadb_free);
  g_free (self);
}

/**
 * ratio_server_check:
 * @table: of an API run it could be
 *
 * Returns: (nullable): why no server can hold the table's values as they are
 */
const char *
ratio_server_check (const RatioTable *table)
{
  for (guint i = 0; i < table->columns->len; i++)
    {
      const RatioColumn *column = table->columns->pdata[i];

      if ((column->integers > 0) + (column->reals > 0) + (column->texts > 0) > 1)
        return "a column with values of several types";
    }
  return NULL;
}

static const char *
column_type (RatioServer *self, const RatioColumn *column)
{
  switch (column->type)
    {
    case ASK_TYPE_INTEGER:
      return "bigint";
    case ASK_TYPE_REAL:
      return self->kind == RATIO_POSTGRES ? "double precision" : "double";
    default:
      return self->kind == RATIO_POSTGRES ? "text" : "longtext";
    }
}

static char *
quote (RatioServer *self, const char *name)
{
  char mark = self->kind == RATIO_POSTGRES ? '"' : '`';
  GString *quoted = g_string_new (NULL);

  g_string_append_c (quoted, mark);
  for (const char *p = name; *p != '\0'; p++)
    {
      if (*p == mark)
        g_string_append_c (quoted, mark);
      g_string_append_c (quoted, *p);
    }
  g_string_append_c (quoted, mark);
  return g_string_free (quoted, FALSE);
}

static void
append_value (RatioServer *self, GString *sql, const AskValue *value)
{
  char digits[64];

  switch (value->kind)
    {
    case ASK_VALUE_NULL:
      g_string_append (sql, "NULL");
      break;
    case ASK_VALUE_INTEGER:
      g_string_append_printf (sql, "%" G_GINT64_FORMAT, value->integer);
      break;
    case ASK_VALUE_REAL:
      /* With an exponent it is a double to MariaDB, not a decimal. */
      g_string_append (sql, g_ascii_formatd (digits, sizeof digits, "%.17e", value->real));
      break;
    default:
      g_string_append_c (sql, '\'');
      for (guint32 i = 0; i < value->length; i++)
        {
          if (value->text[i] == '\'' || (value->text[i] == '\\' && self->kind == RATIO_MARIADB))
            g_string_append_c (sql, value->text[i]);
          g_string_append_c (sql, value->text[i]);
        }
      g_string_append_c (sql, '\'');
    }
}

/* Runs statements in a database of the server. */
static void
execute (RatioServer *self, const char *database, const char *sql)
{
  if (self->kind == RATIO_MARIADB)
    {
      g_autofree char *in = g_strdup_printf ("USE `%s`; %s", database, sql);

      ask_test_mariadb_exec (self->mariadb, in);
    }
  else
    {
      g_autofree char *uri = ask_test_postgres_dup_uri (self->postgres, "askdata", database, FALSE);
      PGconn *connection = PQconnectdb (uri);
      PGresult *result = PQexec (connection, sql);

      if (PQresultStatus (result) != PGRES_COMMAND_OK)
        g_error ("%s: %s", database, PQerrorMessage (connection));
      PQclear (result);
      PQfinish (connection);
    }
}

static void
append_table (RatioServer *self, GString *sql, sqlite3 *plain, const RatioTable *table)
{
  g_autofree char *quoted = quote (self, table->name);
  g_autofree char *local = ask_sql_quote_name (table->name);
  g_autofree char *select = g_strconcat ("SELECT * FROM ", local, NULL);
  g_autoptr (AskRows) rows = ratio_run_sqlite (plain, select, NULL);
  g_autoptr (GString) key = g_string_new (NULL);
  gboolean keyed = TRUE;

  g_string_append_printf (sql, "CREATE TABLE %s (", quoted);
  for (guint i = 0; i < table->columns->len; i++)
    {
      const RatioColumn *column = table->columns->pdata[i];
      g_autofree char *name = quote (self, column->name);

      g_string_append_printf (sql, "%s%s %s", i > 0 ? ", " : "", name, column_type (self, column));
      if (column->key > 0)
        {
          g_string_append_printf (key, "%s%s", key->len > 0 ? ", " : "", name);
          /* MariaDB has no key of long text, and nobody has one with NULL in it. */
          keyed = keyed && column->nulls == 0 && column->type == ASK_TYPE_INTEGER;
        }
    }
  if (keyed && key->len > 0)
    g_string_append_printf (sql, ", PRIMARY KEY (%s)", key->str);
  g_string_append (sql, "); ");
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      if (r % ROWS_A_STATEMENT == 0)
        g_string_append_printf (sql, "%sINSERT INTO %s VALUES (", r > 0 ? "; " : "", quoted);
      else
        g_string_append (sql, ", (");
      for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
        {
          if (c > 0)
            g_string_append_c (sql, ',');
          append_value (self, sql, ask_rows_get (rows, r, c));
        }
      g_string_append_c (sql, ')');
    }
  if (ask_rows_get_n_rows (rows) > 0)
    g_string_append (sql, "; ");
}

static char *
dup_name (RatioDatabase *database, guint ratio)
{
  g_autofree char *lower = g_ascii_strdown (database->name, -1);

  return g_strdup_printf ("%s_%u", lower, ratio);
}

/**
 * ratio_server_load:
 *
 * Makes a database of the tables that are replaced at @ratio.
 */
void
ratio_server_load (RatioServer *self, RatioDatabase *database, guint ratio)
{
  g_autofree char *name = dup_name (database, ratio);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autofree char *create = g_strdup_printf (self->kind == RATIO_POSTGRES ? "CREATE DATABASE \"%s\""
                                                                          : "CREATE DATABASE `%s`",
                                             name);

  execute (self, self->kind == RATIO_POSTGRES ? "postgres" : "mysql", create);
  for (guint i = 0; i < database->tables->len; i++)
    if (ratio_is_replaced (database, database->tables->pdata[i], ratio))
      append_table (self, sql, database->plain, database->tables->pdata[i]);
  if (sql->len > 0)
    execute (self, name, sql->str);
}

/** ratio_server_unload: drops the database again */
void
ratio_server_unload (RatioServer *self, RatioDatabase *database, guint ratio)
{
  g_autofree char *name = dup_name (database, ratio);
  g_autofree char *drop = g_strdup_printf (self->kind == RATIO_POSTGRES ? "DROP DATABASE \"%s\" WITH (FORCE)"
                                                                        : "DROP DATABASE `%s`",
                                           name);

  execute (self, self->kind == RATIO_POSTGRES ? "postgres" : "mysql", drop);
}

static gboolean
adopt_entity (RatioDatabase *database, AskEntity *entity, GError **error)
{
  const RatioTable *table = ratio_database_find (database, entity->table);

  if (table == NULL || entity->attributes->len != table->columns->len)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: the catalogue was read wrongly at %s.", database->name,
                   entity->name);
      return FALSE;
    }
  g_free (entity->name);
  entity->name = g_strdup (table->name);
  for (guint i = 0; i < table->columns->len; i++)
    {
      AskAttribute *attribute = entity->attributes->pdata[i];

      g_free (attribute->name);
      attribute->name = g_strdup (((RatioColumn *) table->columns->pdata[i])->name);
    }
  return TRUE;
}

/**
 * ratio_server_register:
 * @schema: gets the entities
 *
 * Returns: (transfer full) (nullable): the source
 */
AskSourceConfig *
ratio_server_register (RatioServer *self, RatioDatabase *database, guint ratio, AskSchema *schema, GError **error)
{
  g_autofree char *name = dup_name (database, ratio);
  g_autofree char *uri = self->kind == RATIO_POSTGRES
                           ? ask_test_postgres_dup_uri (self->postgres, "askdata", name, FALSE)
                           : ask_test_mariadb_dup_uri (self->mariadb, NULL, name, NULL);
  AskSourceConfig *config
    = ask_source_config_new ("server", self->kind == RATIO_POSTGRES ? ASK_SOURCE_POSTGRES : ASK_SOURCE_MYSQL, uri);
  g_autoptr (AskSource) source = ask_source_new (config, error);
  g_autoptr (AskIntrospection) found = source != NULL ? ask_source_introspect (source, NULL, error) : NULL;
  gboolean adopted = found != NULL;
  guint n = 0;

  while (adopted && found->schema->entities->len > 0)
    {
      AskEntity *entity = g_ptr_array_steal_index (found->schema->entities, 0);

      adopted = adopt_entity (database, entity, error);
      if (adopted)
        ask_schema_add_entity (schema, entity);
      else
        ask_entity_free (entity);
      n++;
    }
  for (guint i = 0; i < database->tables->len; i++)
    n -= ratio_is_replaced (database, database->tables->pdata[i], ratio);
  if (adopted && n != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: not all tables were found again.", database->name);
      adopted = FALSE;
    }
  if (!adopted)
    g_clear_pointer (&config, ask_source_config_unref);
  return config;
}
