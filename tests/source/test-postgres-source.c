/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of a PostgreSQL server as a source, on a real one: what introspection finds, that a scan gives
 * what SELECT gives, and that statements see one state of the data. Types are in
 * test-postgres-types.c, what goes wrong in test-postgres-faults.c.
 */
#include "config.h"

#include <string.h>

#include "base/ask-outgoing.h"
#include "postgres-fixture.h"
#include "support/ask-test-memory.h"

/* Arrays whose values are all of their own kind go in the server's own form, others as text, and none is told from the
 * other. */
static void
test_query (Fixture *f, gconstpointer data)
{
  const AskValue plain[] = { ask_value_integer (2), ask_value_integer (3), ASK_NULL_INIT };
  const AskValue mixed[] = { ask_value_integer (2), ask_value_real (3.0), ASK_NULL_INIT };
  const AskValue *const numbers[] = { plain, mixed };
  const AskValue texts[] = { ask_value_text ("b\"\\,{}", -1), ask_value_text ("NULL", -1),
                             ask_value_text ("", -1) };
  const AskValue one = ask_value_integer (40);

  for (guint i = 0; f->server != NULL && i < G_N_ELEMENTS (numbers); i++)
    {
      const AskArgument arguments[] = { { ASK_TYPE_INTEGER, FALSE, &one, 1 },
                                        { ASK_TYPE_INTEGER, TRUE, numbers[i], 3 },
                                        { ASK_TYPE_TEXT, TRUE, texts, 3 },
                                        { ASK_TYPE_TEXT, TRUE, NULL, 0 } };
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor
        = ask_source_query (f->source,
                            "SELECT $1 + n AS \"sum\", t AS word, e FROM unnest($2::int8[], $3::text[], $4::text[]) "
                            "AS u (n, t, e)",
                            arguments, G_N_ELEMENTS (arguments), NULL, &error);
      g_autofree char *rows = NULL;
      const AskColumn *columns;
      guint n_columns;

      g_assert_no_error (error);
      columns = ask_cursor_get_columns (cursor, &n_columns);
      g_assert_cmpuint (n_columns, ==, 3);
      g_assert_cmpstr (columns[0].name, ==, "sum");
      g_assert_cmpint (columns[0].type, ==, ASK_TYPE_INTEGER);
      g_assert_cmpstr (columns[1].name, ==, "word");
      g_assert_cmpint (columns[1].type, ==, ASK_TYPE_TEXT);
      rows = read_rows (cursor, n_columns);
      g_assert_cmpstr (rows, ==, "42|'b\"\\,{}'|NULL\n43|'NULL'|NULL\nNULL|''|NULL\n");
    }
}

static void
note_outgoing (const AskOutgoing *outgoing, gpointer data)
{
  g_assert_cmpstr (outgoing->kind, ==, "server");
  g_string_append_printf (data, "%s %" G_GINT64_FORMAT " %.*s\n", outgoing->host, outgoing->n_values,
                          (int) g_bytes_get_size (outgoing->body), (const char *) g_bytes_get_data (outgoing->body, NULL));
  g_assert_null (strchr (outgoing->host, '@'));
}

/* Whoever watches is told the text that is sent, and how many values go with it; of a query that fails, too. */
static void
test_told (Fixture *f, gconstpointer data)
{
  const AskValue numbers[] = { ask_value_integer (2), ask_value_integer (3) };
  const AskArgument argument = { ASK_TYPE_INTEGER, TRUE, numbers, 2 };
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  g_assert_false (ask_outgoing_is_watched ());
  ask_outgoing_watch (note_outgoing, told);
  g_assert_true (ask_outgoing_is_watched ());
  cursor = ask_source_query (f->source, "SELECT n FROM unnest($1::int8[]) AS u (n)", &argument, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (ask_source_query (f->source, "SELECT 1 / 0", NULL, 0, NULL, &error));
  ask_outgoing_unwatch (told);
  g_assert_false (ask_outgoing_is_watched ());
  g_assert_nonnull (strstr (told->str, " 2 SELECT n FROM unnest($1::int8[]) AS u (n)\n"));
  g_assert_nonnull (strstr (told->str, " 0 SELECT 1 / 0\n"));
}

static char *
ask_number (Fixture *f, const char *sql, gint64 number)
{
  const AskValue value = ask_value_integer (number);
  const AskArgument argument = { ASK_TYPE_INTEGER, FALSE, &value, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = ask_source_query (f->source, sql, &argument, 1, NULL, &error);
  guint n_columns;

  g_assert_no_error (error);
  ask_cursor_get_columns (cursor, &n_columns);
  return read_rows (cursor, n_columns);
}

static void
expect_rows (Fixture *f, const char *sql, gint64 number, const char *expected)
{
  g_autofree char *rows = ask_number (f, sql, number);

  g_assert_cmpstr (rows, ==, expected);
}

/* A text that comes again stays prepared, whatever becomes of its table, and no more of them than a connection keeps. */
static void
test_kept (Fixture *f, gconstpointer data)
{
  static const char sql[] = "SELECT a, b FROM kept WHERE a = $1";
  static const char count[] = "SELECT count(*) FROM pg_catalog.pg_prepared_statements WHERE name <> '' AND $1 = 1";

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server, "CREATE TABLE kept (a int PRIMARY KEY, b text); INSERT INTO kept VALUES (1, 'x'), (2, 'y');"
              "GRANT SELECT ON kept TO PUBLIC");
  expect_rows (f, sql, 1, "1|'x'\n");
  expect_rows (f, count, 1, "0\n");
  for (guint i = 0; i < 8; i++)
    expect_rows (f, sql, 2, "2|'y'\n");
  expect_rows (f, count, 1, "2\n");
  ask_test_postgres_exec (f->server, "ALTER TABLE kept DROP b; ALTER TABLE kept ADD b int DEFAULT 7");
  for (guint i = 0; i < 3; i++)
    expect_rows (f, sql, 2, "2|7\n");
  for (guint round = 0; round < 3; round++)
    for (guint i = 0; i < 40; i++)
      {
        g_autofree char *text = g_strdup_printf ("SELECT a + %u FROM kept WHERE a = $1", i / 3);
        g_autofree char *expected = g_strdup_printf ("%u\n", i / 3 + 1);

        expect_rows (f, text, 1, expected);
      }
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *text = g_strdup_printf ("SELECT a - %u FROM kept WHERE a = $1", i / 2);
      g_autofree char *expected = g_strdup_printf ("%d\n", 1 - (int) (i / 2));

      expect_rows (f, text, 1, expected);
    }
  expect_rows (f, count, 1, "16\n");
  ask_test_postgres_exec (f->server, "DROP TABLE kept");
}

/* "namespace.table view ~rows comment [name:type(declared)#key! comment …]" */
static char *
describe (AskSchema *schema)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      g_string_append_printf (text, "%s%s%s%s ~%d", entity->namespace != NULL ? entity->namespace : "",
                              entity->namespace != NULL ? "." : "", entity->name,
                              entity->kind == ASK_ENTITY_VIEW ? " view" : "",
                              (int) entity->row_estimate);
      if (entity->description != NULL)
        g_string_append_printf (text, " “%s”", entity->description);
      g_string_append (text, " [");
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          g_string_append_printf (text, "%s%s:%s(%s)", a > 0 ? " " : "", attribute->name,
                                  ask_type_to_string (attribute->type), attribute->declared);
          if (attribute->key > 0)
            g_string_append_printf (text, "#%u", attribute->key);
          if (!attribute->nullable)
            g_string_append_c (text, '!');
          if (attribute->description != NULL)
            g_string_append_printf (text, "“%s”", attribute->description);
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
} catalogs[] = {
  { "plain",
    "CREATE TABLE t (id int PRIMARY KEY, name varchar(20) NOT NULL, at timestamptz, x numeric)",
    "t ~-1 [id:integer(integer)#1! name:text(character varying(20))! "
    "at:datetime(timestamp with time zone) x:decimal(numeric)]\n" },
  { "comments",
    "CREATE TABLE t (a int); COMMENT ON TABLE t IS 'All of it'; COMMENT ON COLUMN t.a IS 'One'",
    "t ~-1 “All of it” [a:integer(integer)“One”]\n" },
  { "composite-keys",
    "CREATE TABLE p (a int, b int, PRIMARY KEY (b, a)); CREATE TABLE q (id int PRIMARY KEY);"
    "CREATE TABLE c (x int, y int, z int REFERENCES q, FOREIGN KEY (y, x) REFERENCES p (b, a))",
    "c ~-1 [x:integer(integer) y:integer(integer) z:integer(integer)]\n"
    "p ~-1 [a:integer(integer)#2! b:integer(integer)#1!]\nq ~-1 [id:integer(integer)#1!]\n"
    "c.y.x -> p.b.a\nc.z -> q.id\n" },
  { "unique",
    "CREATE TABLE t (a int NOT NULL, b int NOT NULL, c int UNIQUE, UNIQUE (a, b), d int NOT NULL);"
    "CREATE UNIQUE INDEX ON t (d) WHERE a > 0; CREATE UNIQUE INDEX ON t ((a + d))",
    "t ~-1 [a:integer(integer)#1! b:integer(integer)#2! c:integer(integer) d:integer(integer)!]\n" },
  { "covering-key", "CREATE TABLE t (a int, b int, PRIMARY KEY (a) INCLUDE (b))",
    "t ~-1 [a:integer(integer)#1! b:integer(integer)]\n" },
  { "views",
    "CREATE TABLE t (a int); INSERT INTO t SELECT generate_series (1, 10); ANALYZE t;"
    "CREATE VIEW v AS SELECT a FROM t; CREATE MATERIALIZED VIEW m AS SELECT a + 1 AS b FROM t;"
    "ANALYZE m",
    "m view ~10 [b:integer(integer)]\nt ~10 [a:integer(integer)]\n"
    "v view ~-1 [a:integer(integer)]\n" },
  { "partitions",
    "CREATE TABLE t (a int PRIMARY KEY) PARTITION BY RANGE (a);"
    "CREATE TABLE t1 PARTITION OF t FOR VALUES FROM (0) TO (10);"
    "CREATE TABLE t2 PARTITION OF t FOR VALUES FROM (10) TO (100) PARTITION BY RANGE (a);"
    "CREATE TABLE t21 PARTITION OF t2 FOR VALUES FROM (10) TO (50);"
    "INSERT INTO t SELECT generate_series (1, 40); ANALYZE t1; ANALYZE t21;"
    "CREATE TABLE c (x int REFERENCES t)",
    "c ~-1 [x:integer(integer)]\nt ~40 [a:integer(integer)#1!]\nc.x -> t.a\n" },
  { "inheritance",
    "CREATE TABLE t (a int); CREATE TABLE u (b int) INHERITS (t); INSERT INTO t VALUES (1);"
    "INSERT INTO u VALUES (1, 2), (2, 3); ANALYZE t; ANALYZE u",
    "t ~3 [a:integer(integer)]\nu ~2 [a:integer(integer) b:integer(integer)]\n" },
  { "domains",
    "CREATE DOMAIN small AS int; CREATE DOMAIN smaller AS small; CREATE DOMAIN price AS "
    "numeric(10,2); CREATE TYPE mood AS ENUM ('a'); CREATE TABLE t (a smaller, b price, c mood, "
    "d mood[])",
    "t ~-1 [a:integer(integer) b:real(numeric(10,2)) c:text(mood) d:json(mood[])]\n" },
  { "schemas",
    "DROP SCHEMA IF EXISTS other CASCADE; CREATE SCHEMA other; CREATE TABLE t (a int PRIMARY KEY);"
    "CREATE TABLE other.t (b int PRIMARY KEY, a int REFERENCES public.t);"
    "CREATE TABLE other.u (c int REFERENCES other.t)",
    "t ~-1 [a:integer(integer)#1!]\n"
    "other.shop_t ~-1 [b:integer(integer)#1! a:integer(integer)]\n"
    "other.u ~-1 [c:integer(integer)]\nshop_t.a -> t.a\nu.c -> shop_t.b\n" },
  { "names",
    "CREATE TABLE \"Or\"\"der\" (\"A b\" int, \"😀\" text, \"x'); DROP TABLE t;--\" int)",
    "Or\"der ~-1 [A b:integer(integer) 😀:text(text) x'); DROP TABLE t;--:integer(integer)]\n" },
  { "dropped-and-generated",
    "CREATE TABLE t (a int, gone int, b int GENERATED ALWAYS AS (a * 2) STORED, "
    "c int GENERATED ALWAYS AS IDENTITY); ALTER TABLE t DROP gone",
    "t ~-1 [a:integer(integer) b:integer(integer) c:integer(integer)!]\n" },
  { "sequences-and-indexes", "CREATE SEQUENCE s; CREATE TABLE t (a serial); CREATE INDEX ON t (a)",
    "t ~-1 [a:integer(integer)!]\n" },
  { "nothing", "SELECT 1", "" },
};

static void
test_catalog (Fixture *f, gconstpointer data)
{
  if (f->server == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (catalogs); i++)
    {
      g_autoptr (AskIntrospection) found = NULL;
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", catalogs[i].name);
      ask_test_postgres_exec (f->server, "DROP SCHEMA IF EXISTS other CASCADE;"
                                         "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
      ask_test_postgres_exec (f->server, catalogs[i].sql);
      found = ask_source_introspect (f->source, NULL, &error);
      g_assert_no_error (error);
      text = describe (found->schema);
      g_assert_cmpstr (text, ==, catalogs[i].expected);
      g_assert_cmpuint (found->notes->len, ==, found->schema->entities->len == 0 ? 1 : 0);
    }
  ask_test_postgres_exec (f->server, "DROP SCHEMA IF EXISTS other CASCADE");
}

/* What the user may not read is not there. */
static void
test_privileges (Fixture *f, gconstpointer data)
{
  g_autofree char *uri = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server,
                          "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN;"
                          "GRANT USAGE ON SCHEMA public TO guest;"
                          "CREATE TABLE secret (a int); CREATE TABLE open (a int, hidden int);"
                          "CREATE SCHEMA closed; CREATE TABLE closed.t (a int);"
                          "GRANT SELECT (a) ON open TO guest; GRANT SELECT ON closed.t TO guest");
  uri = ask_test_postgres_dup_uri (f->server, "guest", "postgres", FALSE);
  source = new_source (uri, NULL);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  text = describe (found->schema);
  g_assert_cmpstr (text, ==, "open ~-1 [a:integer(integer)]\n");
  g_assert_null (ask_source_query (source, "SELECT * FROM secret", NULL, 0, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
  g_clear_error (&error);
  g_assert_true (ask_source_test (source, found->schema, NULL, &error));
  g_assert_no_error (error);
  ask_test_postgres_exec (f->server, "DROP SCHEMA closed CASCADE; DROP SCHEMA public CASCADE;"
                                     "DROP OWNED BY guest; DROP ROLE guest; CREATE SCHEMA public");
}

static void
test_foreign_table (Fixture *f, gconstpointer data)
{
  g_autoptr (AskIntrospection) found = NULL;
  g_autofree char *text = NULL;
  g_autofree char *have = NULL;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  have = ask_test_postgres_query (
    f->server, "SELECT count(*) FROM pg_available_extensions WHERE name = 'file_fdw'");
  if (strcmp (have, "0") == 0)
    {
      g_test_skip ("PostgreSQL's contrib modules are not installed.");
      return;
    }
  ask_test_postgres_exec (f->server,
                          "CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER "
                          "file_fdw; CREATE FOREIGN TABLE t (a int NOT NULL, b text) SERVER files "
                          "OPTIONS (program 'printf \"1,x\\n2,y\\n\"', format 'csv');"
                          "CREATE EXTENSION pg_stat_statements");
  found = ask_source_introspect (f->source, NULL, &error);
  g_assert_no_error (error);
  text = describe (found->schema);
  /* Nothing of the extensions' own is there. */
  g_assert_cmpstr (text, ==, "t ~-1 [a:integer(integer)! b:text(text)]\n");
  g_free (text);
  text = read_query (f->source, "SELECT a, b FROM t");
  g_assert_cmpstr (text, ==, "1|'x'\n2|'y'\n");
  ask_test_postgres_exec (f->server, "DROP EXTENSION file_fdw CASCADE;"
                                     "DROP EXTENSION pg_stat_statements");
}

static void
test_scan_bindings (Fixture *f, gconstpointer data)
{
  const AskValue bindings[] = { ask_value_integer (3), ask_value_text ("c", -1),
                                ask_value_integer (1), ask_value_text ("a", -1),
                                ask_value_integer (1), ask_value_text ("z", -1),
                                ask_value_real (3.0),  ask_value_text ("c", -1) };
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const AskAttribute *const *attributes;
  const AskAttribute *columns[2];
  const AskAttribute *bound[2];
  const AskEntity *entity;
  AskScan scan = { .columns = columns, .n_columns = 2, .bound = bound, .n_bound = 2,
                   .bindings = bindings, .n_bindings = 4 };
  const AskValue *row;
  guint binding;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server,
                          "DROP SCHEMA IF EXISTS other CASCADE; CREATE SCHEMA other;"
                          "CREATE TABLE other.\"T\" (id int PRIMARY KEY, n int, \"the name\" text);"
                          "INSERT INTO other.\"T\" VALUES (5, 3, 'c'), (1, 1, 'a'), (2, 1, 'b'), "
                          "(3, 3, 'c'), (4, 1, 'a'), (6, NULL, 'a')");
  found = ask_source_introspect (f->source, NULL, &error);
  g_assert_no_error (error);
  entity = ask_schema_find_entity (found->schema, "T");
  attributes = (const AskAttribute *const *) entity->attributes->pdata;
  scan.entity = entity;
  columns[0] = attributes[2];
  columns[1] = attributes[0];
  bound[0] = attributes[1];
  bound[1] = attributes[2];
  cursor = ask_source_scan (f->source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  while (ask_cursor_next (cursor, &row, &binding, NULL, &error) == ASK_STEP_ROW)
    g_string_append_printf (text, "%u:%s%d ", binding, row[0].text, (int) row[1].integer);
  g_assert_no_error (error);
  g_assert_cmpstr (text->str, ==, "0:c3 0:c5 1:a1 1:a4 3:c3 3:c5 ");
  g_clear_object (&cursor);

  scan.n_columns = 0;
  scan.n_bound = 0;
  scan.n_bindings = 1;
  cursor = ask_source_scan (f->source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  g_string_truncate (text, 0);
  while (ask_cursor_next (cursor, &row, NULL, NULL, &error) == ASK_STEP_ROW)
    g_string_append_c (text, '.');
  g_assert_no_error (error);
  g_assert_cmpstr (text->str, ==, "......");
  ask_test_postgres_exec (f->server, "DROP SCHEMA other CASCADE");
}

/* Many keys are one statement that an index serves. */
static void
test_scan_uses_index (Fixture *f, gconstpointer data)
{
  g_autofree AskValue *keys = g_new (AskValue, 1000);
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  const AskAttribute *const *attributes;
  const AskEntity *entity;
  AskScan scan = { .n_columns = 1, .n_bound = 1, .bindings = keys, .n_bindings = 1000 };
  const AskValue *row;
  guint binding;
  guint n = 0;
  static const char read[] = "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 't'";
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server, "CREATE TABLE t (id bigint PRIMARY KEY, s text);"
                                     "INSERT INTO t SELECT i, i FROM generate_series (1, 200000) i;"
                                     "ANALYZE t");
  found = ask_source_introspect (f->source, NULL, &error);
  g_assert_no_error (error);
  entity = ask_schema_find_entity (found->schema, "t");
  attributes = (const AskAttribute *const *) entity->attributes->pdata;
  scan.entity = entity;
  scan.columns = attributes;
  scan.bound = attributes;
  for (guint i = 0; i < 1000; i++)
    keys[i] = ask_value_integer (200000 - i * 100);
  before = ask_test_postgres_query (f->server, read);
  cursor = ask_source_scan (f->source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  while (ask_cursor_next (cursor, &row, &binding, NULL, &error) == ASK_STEP_ROW)
    {
      g_assert_cmpuint (binding, ==, n);
      g_assert_cmpint (row[0].integer, ==, keys[n].integer);
      n++;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 1000);
  g_clear_object (&cursor);
  g_clear_object (&f->source);
  /* A server's counts come late. */
  g_usleep (200000);
  after = ask_test_postgres_query (f->server, read);
  g_assert_cmpstr (after, ==, before);
}

/* A second statement while the first one's rows are still being read, and a third. */
static void
test_side_by_side (Fixture *f, gconstpointer data)
{
  AskCursor *cursors[4];
  const AskValue *row;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server, "CREATE TABLE t AS SELECT i FROM generate_series (1, 50000) i");
  ask_source_begin (f->source);
  for (guint c = 0; c < G_N_ELEMENTS (cursors); c++)
    {
      cursors[c] = ask_source_query (f->source, "SELECT i FROM t", NULL, 0, NULL, &error);
      g_assert_no_error (error);
    }
  for (guint i = 1; i <= 50000; i++)
    for (guint c = 0; c < G_N_ELEMENTS (cursors); c++)
      {
        g_assert_cmpint (ask_cursor_next (cursors[c], &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
        g_assert_cmpint (row[0].integer, ==, i);
      }
  for (guint c = 0; c < G_N_ELEMENTS (cursors); c++)
    {
      g_assert_cmpint (ask_cursor_next (cursors[c], &row, NULL, NULL, &error), ==, ASK_STEP_DONE);
      g_object_unref (cursors[c]);
    }
  ask_source_end (f->source);
}

/* Between begin and end nothing changes, on whichever connection, whatever others write, and though
 * cursors are left half read and statements fail. */
static void
test_one_state (Fixture *f, gconstpointer data)
{
  static const char count[] = "SELECT count(*) FROM t";
  g_autoptr (AskCursor) half = NULL;
  g_autofree char *rows = NULL;
  const AskValue *row;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server, "CREATE TABLE t AS SELECT i FROM generate_series (1, 50000) i");
  ask_source_begin (f->source);
  half = ask_source_query (f->source, "SELECT i FROM t", NULL, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ask_cursor_next (half, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
  ask_test_postgres_exec (f->server, "INSERT INTO t VALUES (0)");
  rows = read_query (f->source, count);
  g_assert_cmpstr (rows, ==, "50000\n");
  g_clear_object (&half);
  g_clear_pointer (&rows, g_free);
  g_assert_null (ask_source_query (f->source, "SELECT 1 / 0 FROM t", NULL, 0, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA);
  g_clear_error (&error);
  for (guint i = 0; i < 3; i++)
    {
      rows = read_query (f->source, count);
      g_assert_cmpstr (rows, ==, "50000\n");
      g_clear_pointer (&rows, g_free);
    }
  ask_source_end (f->source);
  rows = read_query (f->source, count);
  g_assert_cmpstr (rows, ==, "50001\n");
}

static gsize
get_memory_kib (void)
{
  g_autofree char *status = NULL;
  const char *line;

  g_file_get_contents ("/proc/self/status", &status, NULL, NULL);
  line = status != NULL ? strstr (status, "VmHWM:") : NULL;
  return line != NULL ? (gsize) g_ascii_strtoull (line + 6, NULL, 10) : 0;
}

/* Millions of rows pass through the memory of a few. */
static void
test_memory (Fixture *f, gconstpointer data)
{
  g_autoptr (AskCursor) cursor = NULL;
  gsize before;
  gint64 sum = 0;
  gint64 n = 0;
  const AskValue *row;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  before = get_memory_kib ();
  if (before == 0)
    {
      g_test_skip ("This system does not tell how much memory a process has.");
      return;
    }
  cursor = ask_source_query (f->source,
                             "SELECT i, 'the row of the number ' || i, i / 7.0::float8 "
                             "FROM generate_series (1, 2000000) i",
                             NULL, 0, NULL, &error);
  g_assert_no_error (error);
  while (ask_cursor_next (cursor, &row, NULL, NULL, &error) == ASK_STEP_ROW)
    {
      sum += row[0].integer;
      n++;
    }
  g_assert_no_error (error);
  g_assert_cmpint (n, ==, 2000000);
  g_assert_cmpint (sum, ==, G_GINT64_CONSTANT (2000001000000));
  g_test_message ("%zu KiB more", get_memory_kib () - before);
#if !ASK_TEST_SANITIZED
  g_assert_cmpuint (get_memory_kib () - before, <, 8 * 1024);
#endif
}

/* Nothing is written, whatever a statement tries. */
static void
test_read_only (Fixture *f, gconstpointer data)
{
  static const char *const statements[]
    = { "INSERT INTO t VALUES (2) RETURNING a",
        "UPDATE t SET a = 5 RETURNING a",
        "DELETE FROM t RETURNING a",
        "WITH x AS (INSERT INTO t VALUES (3) RETURNING a) SELECT a FROM x",
        "DROP TABLE t",
        "CREATE TABLE u (a int)",
        "SELECT nextval ('s')",
        "SELECT writer ()",
        "COMMIT",
        "SELECT 1; DROP TABLE t",
        "SET default_transaction_read_only = off",
        "SELECT set_config ('transaction_read_only', 'off', false), writer ()",
        "COPY t FROM STDIN",
        "COPY t TO STDOUT",
        "SELECT a FROM t FOR UPDATE" };
  g_autofree char *rows = NULL;

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server,
                          "CREATE TABLE t (a int); INSERT INTO t VALUES (1); CREATE SEQUENCE s;"
                          "CREATE FUNCTION writer () RETURNS int LANGUAGE plpgsql AS "
                          "'BEGIN INSERT INTO t VALUES (9); RETURN 1; END'");
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor
        = ask_source_query (f->source, statements[i], NULL, 0, NULL, &error);

      g_test_message ("%s", statements[i]);
      g_assert_null (cursor);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "shop"));
    }
  g_assert_cmpstr (rows = ask_test_postgres_query (f->server, "SELECT a FROM t"), ==, "1");
  g_clear_pointer (&rows, g_free);
  rows = read_query (f->source, "SELECT a, current_setting ('default_transaction_read_only'), "
                                "current_setting ('application_name') FROM t");
  g_assert_cmpstr (rows, ==, "1|'on'|'askdata'\n");
}

/* What the server writes between the rows does not disturb. */
static void
test_notices (Fixture *f, gconstpointer data)
{
  g_autofree char *rows = NULL;

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server,
                          "CREATE FUNCTION loud (i int) RETURNS int LANGUAGE plpgsql AS "
                          "'BEGIN RAISE WARNING ''row %'', i; RETURN i; END'");
  rows = read_query (f->source, "SELECT loud (i) FROM generate_series (1, 3) i");
  g_assert_cmpstr (rows, ==, "1\n2\n3\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/source/postgres-source/a-query-takes-arguments-and-gives-typed-rows", test_query);
  add ("/source/postgres-source/whoever-watches-is-told-what-is-sent", test_told);
  add ("/source/postgres-source/a-text-that-comes-again-is-prepared-once", test_kept);
  add ("/source/postgres-source/tables-keys-and-comments-are-found", test_catalog);
  add ("/source/postgres-source/what-the-user-may-not-read-is-not-there", test_privileges);
  add ("/source/postgres-source/a-foreign-table-is-read-like-another", test_foreign_table);
  add ("/source/postgres-source/a-scan-gives-each-binding-its-rows", test_scan_bindings);
  add ("/source/postgres-source/many-keys-are-one-look-up-by-index", test_scan_uses_index);
  add ("/source/postgres-source/several-cursors-read-side-by-side", test_side_by_side);
  add ("/source/postgres-source/within-one-state-nothing-changes", test_one_state);
  add ("/source/postgres-source/two-million-rows-pass-through-little-memory", test_memory);
  add ("/source/postgres-source/nothing-can-be-written", test_read_only);
  add ("/source/postgres-source/notices-between-rows-disturb-nothing", test_notices);
  return g_test_run ();
}
