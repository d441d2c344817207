/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See dialect-fixture.h. SQLite's copy has the columns that the engine's virtual tables have, so
 * affinities are those of the real thing. Reals may differ in their last digits, as sums do.
 */
#include "config.h"

#include "dialect-fixture.h"

#include <math.h>
#include <string.h>

#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-kinds.h"

typedef struct
{
  GPtrArray *rows; /* AskValue[n_columns], each on its own */
  guint n_columns;
} Rows;

static void
rows_clear (Rows *self)
{
  for (guint r = 0; self->rows != NULL && r < self->rows->len; r++)
    {
      AskValue *row = g_ptr_array_index (self->rows, r);

      for (guint c = 0; c < self->n_columns; c++)
        ask_value_clear (&row[c]);
      g_free (row);
    }
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

static int
collate_decimal (void *data, int n, const void *a, int m, const void *b)
{
  g_autofree char *left = g_strndup (a, (gsize) n);
  g_autofree char *right = g_strndup (b, (gsize) m);
  const char *digits[2] = { left, right };
  gboolean negative[2] = { left[0] == '-', right[0] == '-' };
  GString *padded[2];
  int order;

  (void) data;
  /* Thirty digits before the point and ten behind are enough for the columns here. */
  for (guint i = 0; i < 2; i++)
    {
      const char *plain = digits[i] + (negative[i] ? 1 : 0);
      gsize whole = strcspn (plain, ".");

      padded[i] = g_string_new (NULL);
      for (gsize zero = whole; zero < 30; zero++)
        g_string_append_c (padded[i], '0');
      g_string_append_len (padded[i], plain, (gssize) whole);
      g_string_append (padded[i], plain[whole] == '.' ? plain + whole + 1 : "");
      while (padded[i]->len < 40)
        g_string_append_c (padded[i], '0');
    }
  order = strcmp (padded[0]->str, padded[1]->str);
  g_string_free (padded[0], TRUE);
  g_string_free (padded[1], TRUE);
  if (negative[0] != negative[1])
    return negative[0] ? -1 : 1;
  return negative[0] ? -order : order;
}

Dialect *
dialect_new (AskSqlDialect dialect, char **skip)
{
  Dialect *self = g_new0 (Dialect, 1);
  g_autoptr (GError) error = NULL;
  AskSourceConfig *config;

  self->dialect = dialect;
  if (dialect == ASK_DIALECT_POSTGRES)
    {
      AskTestPostgres *server = ask_test_postgres_new (NULL, skip);

      if (server == NULL)
        {
          g_free (self);
          return NULL;
        }
      self->server = server;
      config = ask_source_config_new ("shop", &ask_postgres_kind,
                                      ask_test_postgres_get_uri (server));
    }
  else
    {
      AskTestMariadb *server = ask_test_mariadb_new (0, skip);
      g_autofree char *uri = NULL;

      if (server == NULL)
        {
          g_free (self);
          return NULL;
        }
      self->server = server;
      ask_test_mariadb_exec (server, "CREATE DATABASE shop CHARACTER SET utf8mb4");
      uri = ask_test_mariadb_dup_uri (server, NULL, "shop", NULL);
      config = ask_source_config_new ("shop", &ask_mysql_kind, uri);
    }
  self->source = ask_source_new (config, &error);
  g_assert_no_error (error);
  ask_source_config_unref (config);
  ask_source_open (self->source, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sqlite3_open (":memory:", &self->db), ==, SQLITE_OK);
  sqlite3_create_collation (self->db, "decimal", SQLITE_UTF8, NULL, collate_decimal);
  self->catalog = ask_sql_catalog_new ();
  return self;
}

void
dialect_free (Dialect *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->source);
  sqlite3_close (self->db);
  ask_sql_catalog_unref (self->catalog);
  if (self->dialect == ASK_DIALECT_POSTGRES)
    ask_test_postgres_free (self->server);
  else
    ask_test_mariadb_free (self->server);
  g_free (self->sql);
  g_free (self->reason);
  g_free (self);
}

static gboolean
run_server (Dialect *self, const char *sql, const AskArgument *arguments, guint n, Rows *rows,
            GError **error)
{
  g_autoptr (AskCursor) cursor = ask_source_query (self->source, sql, arguments, n, NULL, error);
  const AskValue *row;
  guint binding;
  AskStep step;

  *rows = (Rows) { NULL, 0 };
  if (cursor == NULL)
    return FALSE;
  rows->rows = g_ptr_array_new ();
  (void) ask_cursor_get_columns (cursor, &rows->n_columns);
  while ((step = ask_cursor_next (cursor, &row, &binding, NULL, error)) == ASK_STEP_ROW)
    {
      AskValue *copy = g_new0 (AskValue, rows->n_columns + 1);

      for (guint c = 0; c < rows->n_columns; c++)
        ask_value_dup_into (&copy[c], &row[c]);
      g_ptr_array_add (rows->rows, copy);
    }
  return step == ASK_STEP_DONE;
}

static gboolean
run_sqlite (Dialect *self, const char *sql, Rows *rows)
{
  sqlite3_stmt *statement = NULL;
  int step;

  *rows = (Rows) { NULL, 0 };
  if (sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL) != SQLITE_OK)
    {
      sqlite3_finalize (statement);
      return FALSE;
    }
  rows->rows = g_ptr_array_new ();
  rows->n_columns = (guint) sqlite3_column_count (statement);
  while ((step = sqlite3_step (statement)) == SQLITE_ROW)
    {
      AskValue *row = g_new0 (AskValue, rows->n_columns + 1);

      for (guint c = 0; c < rows->n_columns; c++)
        {
          AskValue value = ASK_NULL_INIT;
          int n = sqlite3_column_bytes (statement, (int) c);

          switch (sqlite3_column_type (statement, (int) c))
            {
            case SQLITE_INTEGER:
              value = ask_value_integer (sqlite3_column_int64 (statement, (int) c));
              break;
            case SQLITE_FLOAT:
              value = ask_value_real (sqlite3_column_double (statement, (int) c));
              break;
            case SQLITE_TEXT:
              value = ask_value_text ((const char *) sqlite3_column_text (statement, (int) c), n);
              break;
            case SQLITE_BLOB:
              value = ask_value_blob (sqlite3_column_blob (statement, (int) c), n);
              break;
            default:
              break;
            }
          ask_value_dup_into (&row[c], &value);
        }
      g_ptr_array_add (rows->rows, row);
    }
  sqlite3_finalize (statement);
  return step == SQLITE_DONE;
}

/**
 * dialect_add:
 * @create: CREATE TABLE and INSERT in the server's own words
 * @table: its name
 *
 * Makes a table there, reads it through the driver, and makes the same here.
 */
void
dialect_add (Dialect *self, const char *create, const char *table)
{
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *all = g_strdup_printf ("SELECT * FROM %s", table);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (GString) marks = g_string_new (NULL);
  AskSqlTable *entry;
  AskEntity *entity = NULL;
  sqlite3_stmt *statement;
  Rows rows;

  if (self->dialect == ASK_DIALECT_POSTGRES)
    ask_test_postgres_exec (self->server, create);
  else
    {
      g_autofree char *used = g_strconcat ("USE shop; ", create, NULL);

      ask_test_mariadb_exec (self->server, used);
    }
  found = ask_source_introspect (self->source, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < found->schema->entities->len; i++)
    {
      AskEntity *candidate = g_ptr_array_index (found->schema->entities, i);

      if (g_ascii_strcasecmp (candidate->name, table) == 0
          || g_ascii_strcasecmp (candidate->table, table) == 0)
        entity = candidate;
    }
  g_assert_nonnull (entity);
  entry = ask_sql_catalog_add_table (self->catalog, NULL, table);
  entry->source = g_strdup ("shop");
  entry->remote = self->dialect == ASK_DIALECT_POSTGRES ? g_strdup_printf ("\"public\".\"%s\"", table)
                                                        : g_strdup_printf ("`shop`.`%s`", table);
  entry->has_rowid = FALSE;
  g_string_append_printf (sql, "CREATE TABLE %s (", table);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      gboolean decimal = attribute->type == ASK_TYPE_DECIMAL;
      const char *declared = decimal ? "TEXT" : ask_type_get_sql (attribute->type);
      AskSqlColumn *column = ask_sql_table_add_column (entry, attribute->name, attribute->type,
                                                       attribute->declared);

      column->affinity = ask_sql_affinity_from_type (declared);
      column->collation = decimal ? g_strdup ("decimal") : NULL;
      column->nullable = !(i == 0);
      column->key = i == 0 ? 1 : 0;
      g_string_append_printf (sql, "%s%s %s%s", i > 0 ? ", " : "", attribute->name, declared,
                              decimal ? " COLLATE decimal" : "");
      g_string_append (marks, i > 0 ? ", ?" : "?");
    }
  g_string_append (sql, ")");
  g_assert_cmpint (sqlite3_exec (self->db, sql->str, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_true (run_server (self, all, NULL, 0, &rows, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (rows.n_columns, ==, entity->attributes->len);
  g_string_printf (sql, "INSERT INTO %s VALUES (%s)", table, marks->str);
  g_assert_cmpint (sqlite3_prepare_v2 (self->db, sql->str, -1, &statement, NULL), ==, SQLITE_OK);
  for (guint r = 0; r < rows.rows->len; r++)
    {
      const AskValue *row = g_ptr_array_index (rows.rows, r);

      for (guint c = 0; c < rows.n_columns; c++)
        {
          int place = (int) c + 1;

          if (row[c].kind == ASK_VALUE_NULL)
            sqlite3_bind_null (statement, place);
          else if (row[c].kind == ASK_VALUE_INTEGER)
            sqlite3_bind_int64 (statement, place, row[c].integer);
          else if (row[c].kind == ASK_VALUE_REAL)
            sqlite3_bind_double (statement, place, row[c].real);
          else if (row[c].kind == ASK_VALUE_TEXT)
            sqlite3_bind_text (statement, place, row[c].text, (int) row[c].length, SQLITE_TRANSIENT);
          else
            sqlite3_bind_blob (statement, place, row[c].blob, (int) row[c].length, SQLITE_TRANSIENT);
        }
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
      sqlite3_reset (statement);
    }
  sqlite3_finalize (statement);
  rows_clear (&rows);
}

static const char *const key_names[] = { "id", "name", "x" };
static const AskType key_types[] = { ASK_TYPE_INTEGER, ASK_TYPE_TEXT, ASK_TYPE_REAL };
static const glong key_lengths[] = { 0, 4, 0 };
static const AskSqlRelation keys = { .magic = ASK_SQL_RELATION_MAGIC,
                                     .n_columns = 3,
                                     .columns = key_names,
                                     .types = key_types,
                                     .lengths = key_lengths };

/* The rows of keys, column by column. */
#define N_KEYS 8
static AskValue key_values[3][N_KEYS];

/* As JSON, which the server has to read without loss. */
static const char key_json[]
  = "[[1,\"a\",1.5],[9007199254740993,\"A\",0.1],[-7,\"a \",-2.5],[null,null,null],"
    "[9223372036854775807,\"\",1e300],[7,\"\\u00e4\",2.675],[7,\"q\\\"'\\\\\",0.0],[10,\"日本\",-0.5]]";

/**
 * dialect_add_relation:
 *
 * A table keys, whose rows travel with the statement.
 */
void
dialect_add_relation (Dialect *self)
{
  static const gint64 ids[N_KEYS]
    = { 1, 9007199254740993, -7, 0, G_MAXINT64, 7, 7, 10 };
  static const char *const names[N_KEYS] = { "a", "A", "a ", NULL, "", "ä", "q\"'\\", "日本" };
  static const double reals[N_KEYS] = { 1.5, 0.1, -2.5, 0, 1e300, 2.675, 0.0, -0.5 };
  AskSqlTable *table = ask_sql_catalog_add_table (self->catalog, NULL, "keys");
  sqlite3_stmt *statement;

  g_assert_cmpint (sqlite3_exec (self->db, "CREATE TABLE keys (id INTEGER, name TEXT, x REAL)", NULL,
                                 NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_prepare_v2 (self->db, "INSERT INTO keys VALUES (?, ?, ?)", -1, &statement, NULL);
  for (guint c = 0; c < 3; c++)
    ask_sql_table_add_column (table, key_names[c], key_types[c], NULL);
  for (guint r = 0; r < N_KEYS; r++)
    {
      sqlite3_reset (statement);
      sqlite3_clear_bindings (statement);
      for (guint c = 0; c < 3; c++)
        key_values[c][r] = (AskValue) ASK_NULL_INIT;
      if (names[r] != NULL)
        {
          sqlite3_bind_int64 (statement, 1, ids[r]);
          sqlite3_bind_text (statement, 2, names[r], -1, SQLITE_STATIC);
          sqlite3_bind_double (statement, 3, reals[r]);
          key_values[0][r] = ask_value_integer (ids[r]);
          key_values[1][r] = ask_value_text (names[r], -1);
          key_values[2][r] = ask_value_real (reals[r]);
        }
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
    }
  sqlite3_finalize (statement);
}

static gboolean
place_relation (AskSqlFrom *from, gpointer data)
{
  (void) data;
  if (from->kind == ASK_FROM_TABLE && g_strcmp0 (from->name, "keys") == 0)
    from->plan = (gpointer) &keys;
  return TRUE;
}

static int
compare_cells (const AskValue *a, const AskValue *b)
{
  if (a->kind == ASK_VALUE_REAL && b->kind == ASK_VALUE_REAL)
    {
      double scale = MAX (fabs (a->real), fabs (b->real));

      /* Sums of 2^53 and small numbers lose digits in the order in which they are added. */
      if (a->real == b->real || fabs (a->real - b->real) <= scale * 1e-11
          || fabs (a->real - b->real) < 1e-6)
        return 0;
    }
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  return ask_value_compare (a, b);
}

static guint sorted_columns;

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const AskValue *left = *(const AskValue *const *) a;
  const AskValue *right = *(const AskValue *const *) b;

  for (guint c = 0; c < sorted_columns; c++)
    {
      int order = compare_cells (&left[c], &right[c]);

      if (order != 0)
        return order;
    }
  return 0;
}

static void
append_row (GString *text, const AskValue *row, guint n)
{
  for (guint c = 0; c < n; c++)
    {
      g_autofree char *cell = row[c].kind == ASK_VALUE_NULL ? g_strdup ("NULL")
                              : row[c].kind == ASK_VALUE_BLOB ? g_strdup ("blob")
                                                              : ask_value_to_text (&row[c]);

      g_string_append_printf (text, "%s%s%s%s", c > 0 ? " | " : "",
                              row[c].kind == ASK_VALUE_TEXT ? "'" : "", cell,
                              row[c].kind == ASK_VALUE_TEXT ? "'" : "");
    }
}

static char *
describe_difference (Rows *here, Rows *there, gboolean ordered)
{
  if (here->n_columns != there->n_columns)
    return g_strdup_printf ("%u columns here, %u there", here->n_columns, there->n_columns);
  if (!ordered)
    {
      sorted_columns = here->n_columns;
      g_ptr_array_sort (here->rows, compare_rows);
      g_ptr_array_sort (there->rows, compare_rows);
    }
  for (guint r = 0; r < MAX (here->rows->len, there->rows->len); r++)
    {
      g_autoptr (GString) text = NULL;
      gboolean same = r < here->rows->len && r < there->rows->len;

      for (guint c = 0; same && c < here->n_columns; c++)
        same = compare_cells (&((AskValue *) g_ptr_array_index (here->rows, r))[c],
                              &((AskValue *) g_ptr_array_index (there->rows, r))[c])
               == 0;
      if (same)
        continue;
      text = g_string_new (NULL);
      g_string_append_printf (text, "%u rows here, %u there; row %u\n  here:  ", here->rows->len,
                              there->rows->len, r);
      if (r < here->rows->len)
        append_row (text, g_ptr_array_index (here->rows, r), here->n_columns);
      g_string_append (text, "\n  there: ");
      if (r < there->rows->len)
        append_row (text, g_ptr_array_index (there->rows, r), there->n_columns);
      return g_strdup (text->str);
    }
  return NULL;
}

/**
 * dialect_print:
 * @tree: (out) (transfer full): what the values lie in
 *
 * Returns: (transfer full) (nullable): %NULL with @reason set
 */
AskSqlPrinted *
dialect_print (AskSqlCatalog *catalog, AskSqlDialect dialect, const char *sql, AskSqlTree **tree,
               char **reason)
{
  AskSqlPrintOptions options = { dialect, "shop" };
  const AskSqlVisit visit = { .from = place_relation };
  g_autoptr (GError) error = NULL;

  *tree = ask_sql_parse (sql, -1, &error);
  if (*tree == NULL || !ask_sql_analyse (*tree, catalog, &error))
    {
      *reason = g_strdup_printf ("analysis: %s", error->message);
      return NULL;
    }
  ask_sql_walk_select ((*tree)->select, &visit);
  return ask_sql_print_remote (*tree, (*tree)->select, &options, reason);
}

/**
 * dialect_compare:
 * @ordered: the order of rows is to be the same, too
 * @difference: (out) (nullable): set where the rows are not the same
 */
DialectOutcome
dialect_compare (Dialect *self, const char *sql, gboolean ordered, char **difference)
{
  AskSqlTree *tree = NULL;
  g_autoptr (AskSqlPrinted) printed = NULL;
  g_autofree AskArgument *arguments = NULL;
  g_autoptr (GError) error = NULL;
  DialectOutcome outcome = DIALECT_SAME;
  AskValue json = ask_value_text (key_json, -1);
  Rows here;
  Rows there;

  *difference = NULL;
  g_clear_pointer (&self->sql, g_free);
  g_clear_pointer (&self->reason, g_free);
  if (!run_sqlite (self, sql, &here))
    {
      self->reason = g_strdup (sqlite3_errmsg (self->db));
      rows_clear (&here);
      return DIALECT_INVALID;
    }
  printed = dialect_print (self->catalog, self->dialect, sql, &tree, &self->reason);
  if (printed == NULL)
    {
      rows_clear (&here);
      ask_sql_tree_free (tree);
      return DIALECT_REFUSED;
    }
  self->sql = g_strdup (printed->sql);
  g_assert_cmpuint (printed->n_types, ==, here.n_columns);
  arguments = g_new0 (AskArgument, printed->n_slots + 1);
  for (guint i = 0; i < printed->n_slots; i++)
    {
      const AskSqlSlot *slot = &printed->slots[i];

      if (slot->kind == ASK_SLOT_VALUE)
        arguments[i] = (AskArgument) { slot->type, FALSE, &slot->value, 1 };
      else if (slot->kind == ASK_SLOT_COLUMN)
        arguments[i] = (AskArgument) { slot->type, TRUE, key_values[slot->column], N_KEYS };
      else
        arguments[i] = (AskArgument) { ASK_TYPE_TEXT, FALSE, &json, 1 };
    }
  if (!run_server (self, printed->sql, arguments, printed->n_slots, &there, &error))
    {
      if (g_error_matches (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA))
        outcome = DIALECT_ELSEWHERE;
      else
        *difference = g_strdup_printf ("the server: %s", error->message);
    }
  else
    *difference = describe_difference (&here, &there, ordered);
  rows_clear (&here);
  rows_clear (&there);
  ask_sql_tree_free (tree);
  return outcome;
}
