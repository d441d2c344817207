/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts the tables that are replaced into a private PostgreSQL or MariaDB server, a database of its own for each
 * run, and registers that as a source. A column gets the one type of the server that holds all its values as they
 * are; where there is none, the table stays in SQLite. Keys and indexes are those that the file declares, as far as
 * the server takes them; in MariaDB foreign keys have one, too, as InnoDB would give them.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <libpq-fe.h>
#include <string.h>

#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"
#include "support/ask-test-kinds.h"

#define ROWS_A_STATEMENT 200

/* A VARCHAR of up to so many characters where the longest text fits; beyond it is a LONGTEXT. */
#define MAX_VARCHAR 191

/* Bytes of a key in InnoDB. */
#define MAX_KEY 3072

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

static gboolean
is_short (const RatioColumn *column)
{
  return column->longest <= MAX_VARCHAR;
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
      if (self->kind == RATIO_POSTGRES)
        return "text";
      return is_short (column) ? "varchar(" G_STRINGIFY (MAX_VARCHAR) ")" : "longtext";
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

/* What is one to MariaDB's usual collation, which knows no case, no accents and no blanks at the end, is one here. */
static char *
dup_folded (const AskValue *value)
{
  g_autofree char *text = NULL;

  if (value->kind != ASK_VALUE_TEXT)
    return ask_value_to_text (value);
  text = g_strndup (value->text, value->length);
  return g_str_is_ascii (text) ? g_ascii_strdown (g_strchomp (text), -1) : NULL;
}

/* Whether the server takes these columns as a key that tells rows apart. */
static gboolean
is_unique (const AskRows *rows, const GArray *columns)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      g_autoptr (GString) key = g_string_new (NULL);

      for (guint i = 0; i < columns->len; i++)
        {
          const AskValue *value = ask_rows_get (rows, r, g_array_index (columns, guint, i));
          g_autofree char *text = value->kind != ASK_VALUE_NULL ? dup_folded (value) : NULL;

          if (text == NULL)
            return FALSE;
          g_string_append_printf (key, "%s\n", text);
        }
      if (!g_hash_table_add (seen, g_string_free (g_steal_pointer (&key), FALSE)))
        return FALSE;
    }
  return TRUE;
}

/* Whether an index of the server can have these columns. */
static gboolean
can_index (RatioServer *self, const RatioTable *table, const GArray *columns)
{
  guint bytes = 0;

  for (guint i = 0; i < columns->len; i++)
    {
      const RatioColumn *column = table->columns->pdata[g_array_index (columns, guint, i)];
      gboolean text = column->type != ASK_TYPE_INTEGER && column->type != ASK_TYPE_REAL;

      if (text && !is_short (column))
        return FALSE;
      bytes += text ? 4 * MAX_VARCHAR + 2 : 8;
    }
  return columns->len > 0 && (self->kind == RATIO_POSTGRES || bytes <= MAX_KEY);
}

static void
append_names (RatioServer *self, GString *sql, const RatioTable *table, const GArray *columns)
{
  for (guint i = 0; i < columns->len; i++)
    {
      const RatioColumn *column = table->columns->pdata[g_array_index (columns, guint, i)];
      g_autofree char *name = quote (self, column->name);

      g_string_append_printf (sql, "%s%s", i > 0 ? ", " : "", name);
    }
}

/* The columns of the primary key, in its order. */
static GArray *
list_key (const RatioTable *table)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint place = 1; place <= table->columns->len; place++)
    for (guint i = 0; i < table->columns->len; i++)
      if (((RatioColumn *) table->columns->pdata[i])->key == place)
        g_array_append_val (columns, i);
  return columns;
}

/* One list of columns for each index of the file, and for each foreign key where the server would index it. */
static GPtrArray *
list_indexes (RatioServer *self, sqlite3 *plain, const RatioTable *table)
{
  static const char *const indexes
    = "SELECT l.name, i.cid FROM pragma_index_list(?1) AS l, pragma_index_info(l.name) AS i "
      "WHERE l.origin <> 'pk' AND NOT l.partial AND i.cid >= 0 ORDER BY l.seq, i.seqno";
  static const char *const foreign
    = "SELECT f.id, c.cid FROM pragma_foreign_key_list(?1) AS f, pragma_table_info(?1) AS c "
      "WHERE c.name = f.\"from\" COLLATE NOCASE ORDER BY f.id, f.seq";
  const char *const queries[] = { indexes, self->kind == RATIO_MARIADB ? foreign : NULL };
  GPtrArray *lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < G_N_ELEMENTS (queries) && queries[i] != NULL; i++)
    {
      g_autoptr (sqlite3_stmt) statement = NULL;
      g_autofree char *last = NULL;

      if (sqlite3_prepare_v2 (plain, queries[i], -1, &statement, NULL) != SQLITE_OK)
        g_error ("%s: %s", table->name, sqlite3_errmsg (plain));
      sqlite3_bind_text (statement, 1, table->name, -1, SQLITE_STATIC);
      while (sqlite3_step (statement) == SQLITE_ROW)
        {
          const char *name = (const char *) sqlite3_column_text (statement, 0);
          guint column = (guint) sqlite3_column_int (statement, 1);

          if (g_strcmp0 (last, name) != 0)
            g_ptr_array_add (lists, g_array_new (FALSE, FALSE, sizeof (guint)));
          g_free (last);
          last = g_strdup (name);
          g_array_append_val (lists->pdata[lists->len - 1], column);
        }
    }
  return lists;
}

static void
append_key (RatioServer *self, GString *sql, const RatioTable *table, const GArray *columns, gboolean primary)
{
  g_autofree char *quoted = quote (self, table->name);

  if (!can_index (self, table, columns))
    return;
  g_string_append_printf (sql,
                          primary                        ? "ALTER TABLE %s ADD PRIMARY KEY ("
                          : self->kind == RATIO_POSTGRES ? "CREATE INDEX ON %s ("
                                                         : "ALTER TABLE %s ADD INDEX (",
                          quoted);
  append_names (self, sql, table, columns);
  g_string_append (sql, "); ");
}

static void
append_keys (RatioServer *self, GString *sql, sqlite3 *plain, const RatioTable *table, const AskRows *rows)
{
  g_autoptr (GArray) key = list_key (table);
  g_autoptr (GPtrArray) indexes = list_indexes (self, plain, table);

  append_key (self, sql, table, key, is_unique (rows, key));
  for (guint i = 0; i < indexes->len; i++)
    append_key (self, sql, table, indexes->pdata[i], FALSE);
}

static void
append_table (RatioServer *self, GString *sql, sqlite3 *plain, const RatioTable *table)
{
  g_autofree char *quoted = quote (self, table->name);
  g_autofree char *local = ask_sql_quote_name (table->name);
  g_autofree char *select = g_strconcat ("SELECT * FROM ", local, NULL);
  g_autoptr (AskRows) rows = ratio_run_sqlite (plain, select, NULL);

  g_string_append_printf (sql, "CREATE TABLE %s (", quoted);
  for (guint i = 0; i < table->columns->len; i++)
    {
      const RatioColumn *column = table->columns->pdata[i];
      g_autofree char *name = quote (self, column->name);

      g_string_append_printf (sql, "%s%s %s", i > 0 ? ", " : "", name, column_type (self, column));
    }
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
  append_keys (self, sql, plain, table, rows);
  g_string_append_printf (sql, self->kind == RATIO_POSTGRES ? "ANALYZE %s; " : "ANALYZE TABLE %s; ", quoted);
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
    = ask_source_config_new ("server", self->kind == RATIO_POSTGRES ? &ask_postgres_kind : &ask_mysql_kind, uri);
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
        ask_entity_unref (entity);
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
