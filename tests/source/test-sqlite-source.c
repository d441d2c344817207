/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of SQLite files as sources: what introspection finds in every kind of table, and that a scan
 * gives what SELECT gives. Files that cannot be read are in test-sqlite-faults.c.
 */
#include "config.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"
#include "sqlite-fixture.h"
#include "source/ask-source-kinds.h"
#include "support/ask-test-kinds.h"

static char *
describe (AskSchema *schema)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      g_string_append_printf (text, "%s%s[", entity->name,
                              entity->kind == ASK_ENTITY_VIEW ? " view" : "");
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          g_assert_cmpstr (attribute->name, ==, attribute->column);
          g_string_append_printf (text, "%s%s:%s", a > 0 ? " " : "", attribute->name,
                                  ask_type_to_string (attribute->type));
          if (attribute->key > 0)
            g_string_append_printf (text, "#%u", attribute->key);
          if (!attribute->nullable)
            g_string_append_c (text, '!');
        }
      g_string_append (text, "]\n");
    }
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      g_string_append (text, relationship->from);
      for (guint a = 0; a < relationship->from_attributes->len; a++)
        g_string_append_printf (text, ".%s", (char *) relationship->from_attributes->pdata[a]);
      g_string_append_printf (text, " -> %s", relationship->to);
      for (guint a = 0; a < relationship->to_attributes->len; a++)
        g_string_append_printf (text, ".%s", (char *) relationship->to_attributes->pdata[a]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static const struct
{
  const char *name;
  const char *sql;
  const char *expected;
  const char *note; /* a part of some note; NULL for no notes */
} tables[] = {
  { "plain", "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, at DATETIME, x)",
    "t[id:integer#1! name:text! at:datetime x:any]\n", NULL },
  { "without-rowid",
    "CREATE TABLE t (a TEXT, b TEXT, n INT, PRIMARY KEY (b, a)) WITHOUT ROWID",
    "t[a:text#2! b:text#1! n:integer]\n", NULL },
  { "strict", "CREATE TABLE t (a INT, b REAL, c TEXT, d BLOB, e ANY) STRICT",
    "t[a:integer b:real c:text d:blob e:any]\n", NULL },
  { "generated",
    "CREATE TABLE t (a INT, b INT GENERATED ALWAYS AS (a * 2) VIRTUAL, c INT AS (a + 1) STORED)",
    "t[a:integer b:integer c:integer]\n", NULL },
  { "view", "CREATE TABLE t (a INT); CREATE VIEW v AS SELECT a, a + 1 AS b FROM t",
    "t[a:integer]\nv view[a:integer b:any]\n", NULL },
  { "broken-view", "CREATE TABLE t (a INT); CREATE VIEW v AS SELECT * FROM gone",
    "t[a:integer]\n", "v" },
  { "fts5",
    "CREATE VIRTUAL TABLE doc USING fts5 (title, body); INSERT INTO doc VALUES ('a', 'b')",
    "", "“fts5” is not let into queries" },
  { "fts5-of-a-table",
    "CREATE TABLE t (a TEXT); CREATE TABLE t_data (b INT); CREATE VIRTUAL TABLE f USING fts5 (a, content = 't'); "
    "CREATE VIRTUAL TABLE words USING fts5vocab (f, row)",
    "t[a:text]\nt_data[b:integer]\n", "“fts5vocab”" },
  { "fts4", "CREATE TABLE t (a INT); CREATE VIRTUAL TABLE \"f g\" USING fts4 (a)", "t[a:integer]\n", "f g" },
  { "fts3", "CREATE TABLE t (a INT); CREATE VIRTUAL TABLE f USING /* using */ FTS3 (a)", "t[a:integer]\n", "“FTS3”" },
  { "rtree", "CREATE VIRTUAL TABLE r USING rtree (id, x0, x1); INSERT INTO r VALUES (1, 2, 3)",
    "r[id:integer x0:real x1:real]\n", NULL },
  { "composite-foreign-key",
    "CREATE TABLE p (a INT, b INT, PRIMARY KEY (a, b));"
    "CREATE TABLE c (x INT, y INT, FOREIGN KEY (x, y) REFERENCES p (b, a))",
    "p[a:integer#1! b:integer#2!]\nc[x:integer y:integer]\nc.x.y -> p.b.a\n", NULL },
  { "foreign-key-to-the-key",
    "CREATE TABLE p (a INT, b INT, PRIMARY KEY (b, a));"
    "CREATE TABLE c (x INT, y INT, z INT REFERENCES q, FOREIGN KEY (x, y) REFERENCES P);"
    "CREATE TABLE q (id INTEGER PRIMARY KEY)",
    "p[a:integer#2! b:integer#1!]\nc[x:integer y:integer z:integer]\nq[id:integer#1!]\n"
    "c.z -> q.id\nc.x.y -> p.b.a\n",
    NULL },
  { "foreign-key-to-itself",
    "CREATE TABLE staff (id INTEGER PRIMARY KEY, boss INT REFERENCES staff (id))",
    "staff[id:integer#1! boss:integer]\nstaff.boss -> staff.id\n", NULL },
  { "foreign-key-to-nowhere",
    "CREATE TABLE t (a INT REFERENCES gone, b INT REFERENCES u (missing)); CREATE TABLE u (c INT)",
    "t[a:integer b:integer]\nu[c:integer]\n", NULL },
  { "strange-names",
    "CREATE TABLE \"order\" (\"a\"\"b\" INT, [c d] TEXT, `e``f` REAL, \"😀\" INT, "
    "\"x'); DROP TABLE t;--\" INT); CREATE TABLE \"it's \"\"me\"\"\" (\"\" INT)",
    "order[a\"b:integer c d:text e`f:real 😀:integer x'); DROP TABLE t;--:integer]\n"
    "it's \"me\"[:integer]\n",
    NULL },
  { "internal-tables",
    "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO t VALUES (1); "
    "CREATE INDEX i ON t (id); ANALYZE; CREATE TABLE sqlitefoo (a INT)",
    "t[id:integer#1!]\nsqlitefoo[a:integer]\n", NULL },
  { "types",
    "CREATE TABLE t (a VARCHAR(20), b int unsigned, c DECIMAL(10,2), d BOOLEAN, e DATE, "
    "f TIMESTAMP, g JSON, h DOUBLE PRECISION, i BIGINT, j BLOB, k NUMERIC, l TIME, m YEAR)",
    "t[a:text b:integer c:real d:boolean e:date f:datetime g:json h:real i:integer j:blob k:real "
    "l:text m:integer]\n",
    NULL },
  { "empty", "", "", "no tables" },
  { "unknown-module",
    "CREATE TABLE t (a INT); PRAGMA writable_schema = 1; INSERT INTO sqlite_schema VALUES "
    "('table', 'g', 'g', 0, 'CREATE VIRTUAL TABLE g USING no_such_module(x)')",
    "t[a:integer]\n", "“no_such_module” is not here" },
  { "shadows-of-an-unknown-module",
    "CREATE TABLE g_content (a INT); CREATE TABLE g_other (a INT); CREATE TABLE content (a INT); PRAGMA writable_schema "
    "= 1; INSERT INTO sqlite_schema VALUES ('table', 'g', 'g', 0, 'CREATE VIRTUAL TABLE g USING no_such_module(x)')",
    "g_other[a:integer]\ncontent[a:integer]\n", "g" },
  { "bad-utf-8",
    "CREATE TABLE t (a INT); CREATE TABLE \"b\xff\" (a INT); CREATE TABLE u (a INT, \"c\xe2\" INT)",
    "t[a:integer]\nu[a:integer]\n", "UTF-8" },
  { "temp-and-triggers",
    "CREATE TABLE t (a INT); CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT 1; END;"
    "CREATE TEMP TABLE hidden (b INT)",
    "t[a:integer]\n", NULL },
};

static void
test_introspect (SqliteFixture *self, gconstpointer data)
{
  const gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (AskIntrospection) found = NULL;
  g_autofree char *text = NULL;
  gboolean noted = FALSE;

  sqlite_make (self->path, tables[i].sql);
  found = sqlite_introspect (self->path);
  text = describe (found->schema);
  g_assert_cmpstr (text, ==, tables[i].expected);
  for (guint n = 0; n < found->notes->len; n++)
    {
      g_assert_true (g_utf8_validate (found->notes->pdata[n], -1, NULL));
      noted = noted || (tables[i].note != NULL && strstr (found->notes->pdata[n], tables[i].note));
    }
  g_assert_cmpint (noted, ==, tables[i].note != NULL);
  g_assert_cmpint (found->notes->len > 0, ==, tables[i].note != NULL);
  g_assert_cmpstr (found->title, ==, "data.db");
}

static void
test_row_estimate (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (AskIntrospection) found = NULL;
  const AskEntity *entity;

  sqlite_make (self->path,
               "CREATE TABLE some (a INT); INSERT INTO some VALUES (1), (2), (3);"
               "CREATE TABLE none (a INT); CREATE TABLE w (a INT PRIMARY KEY) WITHOUT ROWID;"
               "CREATE VIEW v AS SELECT 1 AS one;"
               "CREATE TABLE far (id INTEGER PRIMARY KEY); INSERT INTO far VALUES (90000), (90001);"
               "CREATE TABLE many (a INT); CREATE TABLE many_w (a INT PRIMARY KEY) WITHOUT ROWID;"
               "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000)"
               " INSERT INTO many SELECT n FROM c; INSERT INTO many_w SELECT a FROM many;"
               "CREATE TABLE low (id INTEGER PRIMARY KEY); INSERT INTO low SELECT -a FROM many");
  found = sqlite_introspect (self->path);
  entity = ask_schema_find_entity (found->schema, "some");
  g_assert_cmpint (entity->row_estimate, ==, 3);
  entity = ask_schema_find_entity (found->schema, "none");
  g_assert_cmpint (entity->row_estimate, ==, 0);
  entity = ask_schema_find_entity (found->schema, "w");
  g_assert_cmpint (entity->row_estimate, ==, 0);
  entity = ask_schema_find_entity (found->schema, "v");
  g_assert_cmpint (entity->row_estimate, ==, -1);
  entity = ask_schema_find_entity (found->schema, "far");
  g_assert_cmpint (entity->row_estimate, ==, 2);
  entity = ask_schema_find_entity (found->schema, "many");
  g_assert_cmpint (entity->row_estimate, ==, 20000);
  entity = ask_schema_find_entity (found->schema, "many_w");
  g_assert_cmpint (entity->row_estimate, ==, -1);
  entity = ask_schema_find_entity (found->schema, "low");
  g_assert_cmpint (entity->row_estimate, ==, 10000);
}

static void
test_comments (SqliteFixture *self, gconstpointer data)
{
  static const struct
  {
    const char *table;
    const char *column; /* NULL for the table itself */
    const char *comment;
  } cases[] = {
    { "a", NULL, "people who buy" },
    { "a", "id", "number" },
    { "a", "name", "full name, as on the card" },
    { "a", "city", "where they live" },
    { "a", "last", "no comma behind it" },
    { "b", NULL, NULL },
    { "b", "x", NULL },
    { "b", "y", "behind a type with parentheses" },
    { "b", "z", "own words" },
    { "c", NULL, NULL },
    { "c", "k", "the key" },
    { "c", "other", NULL },
    { "d", NULL, "'quotes' and \"more\"" },
    { "d", "x", "first\nsecond" },
    { "e", NULL, NULL },
    { "e", "x", NULL },
    { "e", "y", NULL },
    { "f", "-- no comment", "a real one" },
    { "f", "b", NULL },
  };
  g_autoptr (AskIntrospection) found = NULL;

  sqlite_make (self->path,
               "CREATE TABLE a ( -- people who buy\n"
               "  id INTEGER PRIMARY KEY, -- number\n"
               "  name TEXT /* full name, as on the card */,\n"
               "  city TEXT DEFAULT 'Bonn, -- or so', --   where they live  \n"
               "  last INT -- no comma behind it\n"
               ");"
               "CREATE TABLE b (\n"
               "  -- on a line of its own\n"
               "  x INT,\n"
               "  y DECIMAL(10, 2), -- behind a type with parentheses\n"
               "  z INT CHECK (z > 0 /* within */) -- own words\n"
               ") -- after the end\n"
               ";"
               "CREATE TABLE c (\n"
               "  k INT, -- the key\n"
               "  other INT,\n"
               "  PRIMARY KEY (k), -- of the constraint\n"
               "  FOREIGN KEY (other) REFERENCES a (id) -- who bought\n"
               ");"
               "CREATE TABLE d /* before */ ( /* 'quotes' and \"more\" */\n"
               "  x INT /* first\nsecond */);"
               "CREATE TABLE e (x INT, /**/\n"
               "  /* one */ /* two */ y INT --\n"
               ");"
               "CREATE TABLE f (\"-- no comment\" INT, -- a real one\n"
               "  b INT);");
  found = sqlite_introspect (self->path);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const AskEntity *entity = ask_schema_find_entity (found->schema, cases[i].table);
      const AskAttribute *attribute
        = cases[i].column != NULL ? ask_entity_find_attribute (entity, cases[i].column) : NULL;

      g_test_message ("%s.%s", cases[i].table, cases[i].column);
      g_assert_cmpstr (cases[i].column != NULL ? attribute->description : entity->description, ==,
                       cases[i].comment);
    }
}

static AskCursor *
scan_all (AskSource *source, const AskEntity *entity, GError **error)
{
  AskScan scan = { .entity = entity,
                   .columns = (const AskAttribute *const *) entity->attributes->pdata,
                   .n_columns = entity->attributes->len };

  return ask_source_scan (source, &scan, NULL, NULL, error);
}

/* The same rows, cell by cell, as SELECT over a connection of our own gives. */
static gsize
check_scan (sqlite3 *db, AskSource *source, const AskEntity *entity)
{
  g_autofree char *name = ask_sql_quote_name (entity->table);
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s", name);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = scan_all (source, entity, &error);
  g_autoptr (sqlite3_stmt) statement = NULL;
  const AskValue *row;
  AskStep step;
  gsize n = 0;
  int code;

  g_assert_no_error (error);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  for (;; n++)
    {
      step = ask_cursor_next (cursor, &row, NULL, NULL, &error);
      g_assert_no_error (error);
      code = sqlite3_step (statement);
      g_assert_cmpint (step == ASK_STEP_ROW, ==, code == SQLITE_ROW);
      if (step != ASK_STEP_ROW)
        break;
      for (guint c = 0; c < entity->attributes->len; c++)
        {
          AskValue expected = ask_sqlite_column_value (statement, (int) c);

          g_assert_true (ask_value_equal (&row[c], &expected));
        }
    }
  g_assert_cmpint (step, ==, ASK_STEP_DONE);
  g_assert_cmpint (code, ==, SQLITE_DONE);
  return n;
}

static const char values_sql[]
  = "CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, NULL), (2, 0), "
    "(3, 9223372036854775807), (4, -9223372036854775808), (5, 0.1), (6, 9e999), (7, ''), "
    "(8, '07'), (9, 'é😀'), (10, x''), (11, x'00ff'), (12, zeroblob(3)), "
    "(13, CAST(x'610062' AS TEXT)), (14, 1.0);"
    "CREATE TABLE \"a\"\"b; --\" (\"c d\" TEXT, \"order\" INT); "
    "INSERT INTO \"a\"\"b; --\" VALUES ('x', 1), ('y', 2);"
    "CREATE VIEW v AS SELECT id, v || '!' AS w FROM t;";

static void
test_scan (SqliteFixture *self, gconstpointer encoding)
{
  g_autofree char *sql = g_strdup_printf ("PRAGMA encoding = '%s'; %s", (const char *) encoding,
                                          values_sql);
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskSource) source = NULL;
  sqlite3 *db;
  gsize n = 0;

  sqlite_make (self->path, sql);
  found = sqlite_introspect (self->path);
  source = sqlite_source_new (self->path);
  db = sqlite_open_file (self->path);
  for (guint i = 0; i < found->schema->entities->len; i++)
    n += check_scan (db, source, found->schema->entities->pdata[i]);
  g_assert_cmpuint (n, ==, 14 + 2 + 14);
  sqlite3_close (db);
}

static void
test_scan_bound (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  const AskAttribute *columns[1];
  const AskAttribute *bound[2];
  char text[] = "b";
  AskValue bindings[] = { ask_value_integer (2), ask_value_text (text, -1), ask_value_integer (9),
                          ask_value_text ("a", -1), ask_value_integer (1),
                          ask_value_text ("a", -1) };
  static const struct
  {
    gint64 n;
    guint binding;
  } expected[] = { { 21, 0 }, { 22, 0 }, { 11, 2 } };
  AskScan scan = { .columns = columns,
                   .n_columns = 1,
                   .bound = bound,
                   .n_bound = 2,
                   .bindings = bindings,
                   .n_bindings = 3 };
  const AskValue *row;
  guint binding;

  sqlite_make (self->path, "CREATE TABLE t (k INT, \"l m\" TEXT, n INT); INSERT INTO t VALUES "
                           "(1, 'a', 11), (1, 'b', 12), (2, 'b', 21), (2, 'b', 22), (2, 'a', 23)");
  found = sqlite_introspect (self->path);
  source = sqlite_source_new (self->path);
  scan.entity = ask_schema_find_entity (found->schema, "t");
  columns[0] = ask_entity_find_attribute (scan.entity, "n");
  bound[0] = ask_entity_find_attribute (scan.entity, "k");
  bound[1] = ask_entity_find_attribute (scan.entity, "l m");
  cursor = ask_source_scan (source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  /* The values were copied. */
  text[0] = 'z';
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpint (ask_cursor_next (cursor, &row, &binding, NULL, &error), ==, ASK_STEP_ROW);
      g_assert_cmpint (row[0].integer, ==, expected[i].n);
      g_assert_cmpuint (binding, ==, expected[i].binding);
    }
  g_assert_cmpint (ask_cursor_next (cursor, &row, &binding, NULL, &error), ==, ASK_STEP_DONE);
  g_assert_no_error (error);

  scan.n_bindings = 0;
  g_assert_null (ask_source_scan (source, &scan, NULL, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT);
}

static void
test_count (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  AskScan scan = { 0 };
  const AskValue *row;
  guint n = 0;

  sqlite_make (self->path, values_sql);
  found = sqlite_introspect (self->path);
  source = sqlite_source_new (self->path);
  scan.entity = ask_schema_find_entity (found->schema, "t");
  cursor = ask_source_scan (source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  while (ask_cursor_next (cursor, &row, NULL, NULL, &error) == ASK_STEP_ROW)
    n++;
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 14);
}

static void
test_query (SqliteFixture *self, gconstpointer data)
{
  static const struct
  {
    const char *sql;
    gboolean good;
  } cases[] = { { "SELECT v FROM t WHERE id = ?1", TRUE },
                { "SELECT ?1;", TRUE },
                { "DELETE FROM t WHERE id = ?1", FALSE },
                { "INSERT INTO t VALUES (?1 + 100, 1)", FALSE },
                { "CREATE TABLE u (a)", FALSE },
                { "SELECT", FALSE },
                { "", FALSE },
                { "-- nothing", FALSE },
                { ";", FALSE },
                { "SELECT * FROM gone", FALSE },
                { "SELECT 1; SELECT 2", FALSE },
                { "SELECT 1; DELETE FROM t", FALSE } };
  g_autoptr (AskSource) source = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before, n_after;

  sqlite_make (self->path, values_sql);
  g_file_get_contents (self->path, &before, &n_before, NULL);
  source = sqlite_source_new (self->path);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskValue value = ask_value_integer (3);
      AskArgument argument = { ASK_TYPE_INTEGER, FALSE, &value, 1 };
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor
        = ask_source_query (source, cases[i].sql, &argument, strchr (cases[i].sql, '?') ? 1 : 0, NULL,
                            &error);
      const AskValue *row;
      AskStep step = ASK_STEP_FAILED;

      g_assert_cmpint (cursor == NULL, ==, error != NULL);
      if (cursor != NULL)
        step = ask_cursor_next (cursor, &row, NULL, NULL, &error);
      if ((step != ASK_STEP_FAILED) != cases[i].good)
        g_test_message ("%s", cases[i].sql);
      g_assert_cmpint (step != ASK_STEP_FAILED, ==, cases[i].good);
      if (cases[i].good)
        g_assert_cmpint (step, ==, ASK_STEP_ROW);
      else
        g_assert_nonnull (strstr (error->message, "sales"));
    }
  g_clear_object (&source);
  g_file_get_contents (self->path, &after, &n_after, NULL);
  g_assert_cmpmem (before, n_before, after, n_after);
}

/* SQLite takes "gone" for a text where no column has that name. A column that vanished must be an
 * error, not the same word in every row. */
static void
test_column_gone (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  const AskEntity *entity;
  AskScan scan = { 0 };
  AskValue value = ask_value_text ("b", -1);

  sqlite_make (self->path, "CREATE TABLE t (a INT, b INT); INSERT INTO t VALUES (1, 2)");
  found = sqlite_introspect (self->path);
  sqlite_make (self->path, "ALTER TABLE t DROP COLUMN b");
  source = sqlite_source_new (self->path);
  entity = ask_schema_find_entity (found->schema, "t");
  g_assert_null (scan_all (source, entity, &error));
  g_assert_cmpint (error->domain, ==, ASK_SOURCE_ERROR);
  g_clear_error (&error);

  scan.entity = entity;
  scan.columns = (const AskAttribute *const *) entity->attributes->pdata;
  scan.n_columns = 1;
  scan.bound = (const AskAttribute *const *) entity->attributes->pdata + 1;
  scan.n_bound = 1;
  scan.bindings = &value;
  scan.n_bindings = 1;
  cursor = ask_source_scan (source, &scan, NULL, NULL, &error);
  g_assert_null (cursor);
  g_assert_cmpint (error->domain, ==, ASK_SOURCE_ERROR);
}

static void
test_source (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GError) error = NULL;

  sqlite_make (self->path, "CREATE TABLE t (a INT)");
  source = sqlite_source_new (self->path);
  g_assert_true (ask_source_open (source, NULL, &error));
  g_assert_true (ask_source_open (source, NULL, &error));
  g_assert_true (ask_source_test (source, schema, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (ask_source_capability (source) & ASK_CAPABILITY_ATTACH);
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *location;
    gboolean good;
  } cases[] = { { "sales", "/x", TRUE },      { "S2_x", "/x", TRUE },    { "", "/x", FALSE },
                { "2x", "/x", FALSE },        { "_x", "/x", FALSE },     { "a b", "/x", FALSE },
                { "a\"b", "/x", FALSE },      { "é", "/x", FALSE },      { "main", "/x", FALSE },
                { "TEMP", "/x", FALSE },      { "sqlite", "/x", FALSE }, { "sales", "", FALSE },
                { "a;DROP TABLE x", "/x", FALSE }, { "\xff", "/x", FALSE },
                { "a1234567890123456789012345678901234567890", "/x", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskSourceConfig *config
        = ask_source_config_new (cases[i].name, &ask_sqlite_kind, cases[i].location);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSource) source = ask_source_new (config, &error);

      g_assert_cmpint (source != NULL, ==, cases[i].good);
      if (!cases[i].good)
        {
          g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
          g_assert_true (g_utf8_validate (error->message, -1, NULL));
        }
      ask_source_config_unref (config);
    }
}

/* The table: each word names one kind, and each kind says what people, the command line and the engine need. */
static void
test_kinds (void)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  for (guint i = 0; i < n; i++)
    {
      const AskSourceKind *kind = kinds[i];

      g_assert_true (ask_source_kinds_find (kind->word) == kind);
      g_assert_true (kind->label != NULL && kind->menu != NULL && kind->add_title != NULL && kind->add_place != NULL
                     && kind->add_words != NULL && kind->icon != NULL && kind->product != NULL
                     && kind->place != NULL && kind->usage != NULL && kind->make != NULL);
      g_assert_cmpint (kind->nature == ASK_NATURE_SERVER, ==, kind->schemes != NULL);
      g_assert_cmpint (kind->nature == ASK_NATURE_SERVER, ==, kind->dialect != ASK_DIALECT_SQLITE);
      g_assert_cmpint (kind->nature == ASK_NATURE_FILE, ==, kind->ensure_file != NULL);
      g_assert_cmpint (kind->nature != ASK_NATURE_SERVER, ==, kind->file_patterns != NULL);
      g_assert_cmpint (kind->time_out_ms, >=, 1000);
      for (guint o = 0; o < kind->n_options; o++)
        {
          const AskOptionSpec *spec = &kind->options[o];

          g_assert_true (ask_source_kind_find_option (kind, spec->word) == spec);
          g_assert_nonnull (spec->what);
          g_assert_cmpint ((spec->flags & ASK_OPTION_NAMED) != 0, ==, spec->name_is_good != NULL);
          g_assert_cmpint (spec->type == ASK_OPTION_CHOICE, ==, spec->choices != NULL);
          g_assert_true (spec->type != ASK_OPTION_NUMBER || spec->most > spec->least);
          g_assert_true ((spec->flags & ASK_OPTION_NO_WORD) != 0 || (spec->argument != NULL && spec->help != NULL));
        }
    }
  g_assert_true (ask_source_kinds_find ("sqlite") == &ask_sqlite_kind);
  g_assert_true (ask_source_kinds_find ("openapi") == &ask_rest_kind);
  g_assert_null (ask_source_kinds_find ("SQLite"));
  g_assert_null (ask_source_kinds_find (NULL));
}

/* "/" in it cannot be; everything else a file may be called. */
static void
test_file_names (SqliteFixture *self, gconstpointer data)
{
  static const char *const names[]
    = { "a b.db", "what?.db", "50%.db", "%41.db", "a#b.db", "a&b=c.db", "é😀.db", "it's \"q\".db",
        "a;b.db", "?mode=rw", "file:x.db", ":memory:", "a\nb.db", "a\\b.db", "\xff.db" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, names[i], NULL);
      g_autofree char *sql = g_strdup_printf ("CREATE TABLE t%u (a INT)", i);
      g_autofree char *expected = g_strdup_printf ("t%u[a:integer]\n", i);
      g_autoptr (AskIntrospection) found = NULL;
      g_autofree char *text = NULL;

      sqlite_make (path, sql);
      found = sqlite_introspect (path);
      text = describe (found->schema);
      g_assert_cmpstr (text, ==, expected);
    }
}

static void
test_spider (void)
{
  const char *shared = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *data = shared != NULL ? g_strdup (shared)
                          : root != NULL ? g_build_filename (root, "..", "shared", "data", NULL)
                                         : NULL;
  g_autofree char *folder
    = data != NULL ? g_build_filename (data, "spider", "database", NULL) : NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;
  guint n = 0, n_entities = 0, n_relationships = 0, n_scans = 0;
  gsize n_rows = 0;

  if (dir == NULL)
    {
      g_test_skip ("Spider is not here, see tests/source/README.md");
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_strconcat (name, ".sqlite", NULL);
      g_autofree char *path = g_build_filename (folder, name, file, NULL);
      g_autoptr (AskSource) source = NULL;
      g_autoptr (AskIntrospection) found = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *view = NULL;
      sqlite3 *db;

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      source = sqlite_source_new (path);
      found = ask_source_introspect (source, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (found->notes->len, ==, 0);
      /* The relational view of each is SQL that SQLite takes. */
      view = ask_schema_to_sql (found->schema);
      db = sqlite_open_file (":memory:");
      sqlite_run (db, view);
      sqlite3_close (db);
      db = NULL;
      g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
      for (guint i = 0; i < found->schema->entities->len; i++)
        {
          const AskEntity *entity = found->schema->entities->pdata[i];

          /* The large ones tell no more than the small ones. */
          if (entity->row_estimate > 20000)
            continue;
          n_rows += check_scan (db, source, entity);
          n_scans++;
        }
      sqlite3_close (db);
      n++;
      n_entities += found->schema->entities->len;
      n_relationships += found->schema->relationships->len;
    }
  g_assert_cmpuint (n, >, 100);
  g_test_message ("%u databases, %u entities, %u relationships, %u scanned, %" G_GSIZE_FORMAT
                  " rows",
                  n, n_entities, n_relationships, n_scans, n_rows);
}

static void
add (const char *path, gconstpointer data, void (*test) (SqliteFixture *, gconstpointer))
{
  g_test_add (path, SqliteFixture, data, sqlite_set_up, test, sqlite_tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = g_strconcat ("/source/sqlite/a-table-is-introspected/", tables[i].name, NULL);

      add (path, GSIZE_TO_POINTER (i), test_introspect);
    }
  add ("/source/sqlite/rows-are-estimated-from-the-file", NULL, test_row_estimate);
  add ("/source/sqlite/comments-in-the-ddl-become-descriptions", NULL, test_comments);
  add ("/source/sqlite/a-scan-gives-every-value/utf-8", "UTF-8", test_scan);
  add ("/source/sqlite/a-scan-gives-every-value/utf-16", "UTF-16le", test_scan);
  add ("/source/sqlite/a-scan-gives-each-binding-its-rows", NULL, test_scan_bound);
  add ("/source/sqlite/a-scan-without-columns-counts-rows", NULL, test_count);
  add ("/source/sqlite/only-a-select-is-run", NULL, test_query);
  add ("/source/sqlite/a-column-that-vanished-is-an-error", NULL, test_column_gone);
  add ("/source/sqlite/a-source-opens-twice-and-tests-itself", NULL, test_source);
  add ("/source/sqlite/a-file-of-any-name-is-opened", NULL, test_file_names);
  g_test_add_func ("/source/sqlite/only-short-plain-names-are-taken", test_names);
  g_test_add_func ("/source/sqlite/each-word-of-a-kind-is-known", test_kinds);
  g_test_add_func ("/source/sqlite/spider-s-databases-are-introspected", test_spider);
  return g_test_run ();
}
