/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of PostgreSQL's types: each value of each type comes as it is, from a query, from a scan, and
 * finds itself again when it is bound.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "postgres-fixture.h"

#define KIND_I ASK_TYPE_INTEGER
#define KIND_R ASK_TYPE_REAL
#define KIND_D ASK_TYPE_DECIMAL
#define KIND_T ASK_TYPE_TEXT
#define KIND_B ASK_TYPE_BOOLEAN
#define KIND_M ASK_TYPE_DATETIME
#define KIND_J ASK_TYPE_JSON

/* @values: SQL literals, one row each, and what each is here, "NULL" being added to all. */
static const struct
{
  const char *type;
  AskType expected;
  const char *values[16];
} types[] = {
  { "smallint", KIND_I, { "-32768", "-32768", "32767", "32767", "0", "0" } },
  { "integer", KIND_I, { "-2147483648", "-2147483648", "2147483647", "2147483647" } },
  { "bigint", KIND_I,
    { "-9223372036854775808", "-9223372036854775808", "9223372036854775807",
      "9223372036854775807", "9007199254740993", "9007199254740993" } },
  { "oid", KIND_I, { "4294967295", "4294967295" } },
  { "serial", KIND_I, { "7", "7" } },
  { "numeric(18,0)", KIND_I,
    { "999999999999999999", "999999999999999999", "-999999999999999999", "-999999999999999999",
      "'NaN'", "'NaN'" } },
  { "numeric(5)", KIND_I, { "12345", "12345" } },
  { "numeric(3,-2)", KIND_I, { "12345", "12300" } },
  { "numeric(19,0)", KIND_D, { "9999999999999999999", "'9999999999999999999'" } },
  { "numeric(15,2)", KIND_R,
    { "9999999999999.99", "9999999999999.99", "-0.01", "-0.01", "0.10", "0.1", "'NaN'", "'NaN'",
      "1", "1.0" } },
  { "numeric(2,5)", KIND_R, { "0.00012", "0.00012" } },
  { "numeric(16,2)", KIND_D, { "12345678901234.56", "'12345678901234.56'", "0.10", "'0.10'" } },
  { "numeric", KIND_D,
    { "123456789012345678901234567890.123456789012345678901234567890",
      "'123456789012345678901234567890.123456789012345678901234567890'", "1e400 / 1e400", "'1.00000000000000000000'",
      "'NaN'", "'NaN'", "'-Infinity'", "'-Infinity'", "0.1000", "'0.1000'" } },
  { "real", KIND_R,
    { "0.1", "0.1", "3.4028235e38", "3.4028235e+38", "1e-45", "1e-45", "'NaN'", "'NaN'",
      "'-Infinity'", "-Infinity" } },
  { "double precision", KIND_R,
    { "0.1", "0.1", "1.7976931348623157e308", "1.7976931348623157e+308", "5e-324", "4.94065645841247e-324",
      "'NaN'", "'NaN'", "'Infinity'", "Infinity", "123456789012345.6", "123456789012345.6" } },
  { "boolean", KIND_B, { "true", "1", "false", "0" } },
  { "text", KIND_T,
    { "''", "''", "'a''b'", "'a'b'", "'😀 é'", "'😀 é'", "'  x  '", "'  x  '", "'NULL'", "'NULL'",
      "E'\\\\ \\n \"'", "'\\ \n \"'" } },
  { "varchar(5)", KIND_T, { "'abc  '", "'abc  '" } },
  { "char(5)", KIND_T, { "'ab'", "'ab'", "''", "''", "' a'", "' a'" } },
  { "\"char\"", KIND_T, { "'x'", "'x'" } },
  { "name", KIND_T, { "'some_name'", "'some_name'" } },
  { "uuid", KIND_T,
    { "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'" } },
  { "date", ASK_TYPE_DATE,
    { "'2024-02-29'", "'2024-02-29'", "'0001-01-01'", "'0001-01-01'", "'0044-03-15 BC'",
      "'0044-03-15 BC'", "'5874897-12-31'", "'5874897-12-31'", "'infinity'", "'infinity'" } },
  { "timestamp", KIND_M,
    { "'2024-02-29 12:34:56'", "'2024-02-29 12:34:56'", "'2024-02-29 12:34:56.789000'",
      "'2024-02-29 12:34:56.789'", "'2024-12-31 23:59:59.999999'", "'2024-12-31 23:59:59.999999'",
      "'1999-01-08'", "'1999-01-08 00:00:00'", "'-infinity'", "'-infinity'" } },
  { "timestamp(3)", KIND_M, { "'2024-02-29 12:34:56.7891'", "'2024-02-29 12:34:56.789'" } },
  { "timestamp with time zone", KIND_M,
    { "'2024-02-29 12:34:56+02'", "'2024-02-29T10:34:56Z'", "'2024-02-29 23:30:00.25-05:30'",
      "'2024-03-01T05:00:00.25Z'", "'0044-03-15 00:00:00+00 BC'", "'0044-03-15T00:00:00Z BC'",
      "'infinity'", "'infinity'", "'20000-01-01 00:00+00'", "'20000-01-01T00:00:00Z'" } },
  { "time", KIND_T, { "'24:00:00'", "'24:00:00'", "'12:00:00.500'", "'12:00:00.5'" } },
  { "time with time zone", KIND_T, { "'12:00:00+02'", "'12:00:00+02'" } },
  { "interval", KIND_T,
    { "'1 year 2 months 3 days 4 hours 5 minutes 6.5 seconds'", "'P1Y2M3DT4H5M6.5S'", "'0'",
      "'PT0S'", "'-1 day 2 hours'", "'P-1DT2H'" } },
  { "json", KIND_J, { "'{\"b\": 1,  \"a\": 1e2}'", "'{\"b\": 1,  \"a\": 1e2}'" } },
  { "jsonb", KIND_J,
    { "'{\"b\":1,\"a\":12345678901234567890.10}'", "'{\"a\": 12345678901234567890.10, \"b\": 1}'",
      "'null'", "'null'" } },
  { "bytea", ASK_TYPE_BLOB, { "'\\x00ff10'", "x'00FF10'", "''", "x''" } },
  { "xml", KIND_T, { "'<a>b</a>'", "'<a>b</a>'" } },
  { "inet", KIND_T, { "'10.0.0.1'", "'10.0.0.1'", "'10.0.0.0/8'", "'10.0.0.0/8'" } },
  { "cidr", KIND_T, { "'10.0.0.0/8'", "'10.0.0.0/8'" } },
  { "macaddr", KIND_T, { "'08:00:2b:01:02:03'", "'08:00:2b:01:02:03'" } },
  { "bit(4)", KIND_T, { "B'1010'", "'1010'" } },
  { "varbit", KIND_T, { "B'101'", "'101'" } },
  { "money", KIND_T, { "12.5", "'$12.50'" } },
  { "tsvector", KIND_T, { "'a b'", "''a' 'b''" } },
  { "point", KIND_T, { "'(1,2.5)'", "'(1,2.5)'" } },
  { "int4range", KIND_T, { "'[1,5)'", "'[1,5)'" } },
  { "mood", KIND_T, { "'sad'", "'sad'", "'so so'", "'so so'" } },
  { "pair", KIND_T, { "ROW (1, 'x y')", "'(1,\"x y\")'" } },
  { "positive", KIND_I, { "7", "7" } },
  { "price", KIND_R, { "7.10", "7.1" } },
  { "exact", KIND_D, { "7.10", "'7.10'" } },
  { "integer[]", KIND_J,
    { "'{1,NULL,-3}'", "'[1,null,-3]'", "'{}'", "'[]'", "'{{1,2},{3,4}}'", "'[[1,2],[3,4]]'",
      "'[0:1]={5,6}'", "'[5,6]'" } },
  { "bigint[]", KIND_J, { "'{9223372036854775807}'", "'[9223372036854775807]'" } },
  { "numeric[]", KIND_J,
    { "'{123456789012345678901234567890.10,NaN}'",
      "'[123456789012345678901234567890.10,\"NaN\"]'" } },
  { "double precision[]", KIND_J, { "'{0.1,1e300,-Infinity}'", "'[0.1,1e+300,\"-Infinity\"]'" } },
  { "text[]", KIND_J,
    { "ARRAY['a', 'b\"c', 'NULL', NULL, '', 'x\\y', 'p,q', '{z}', E'l\\n']",
      "'[\"a\",\"b\\\"c\",\"NULL\",null,\"\",\"x\\\\y\",\"p,q\",\"{z}\",\"l\\n\"]'",
      "ARRAY[['a', 'b'], ['c', 'd']]", "'[[\"a\",\"b\"],[\"c\",\"d\"]]'" } },
  { "boolean[]", KIND_J, { "'{t,f}'", "'[true,false]'" } },
  { "char(3)[]", KIND_J, { "'{a,b}'", "'[\"a\",\"b\"]'" } },
  { "date[]", KIND_J, { "'{2024-02-29}'", "'[\"2024-02-29\"]'" } },
  { "timestamptz[]", KIND_J, { "'{2024-02-29 12:00:00+02}'", "'[\"2024-02-29T10:00:00Z\"]'" } },
  { "jsonb[]", KIND_J, { "ARRAY['{\"a\": [1]}', '\"x\"']::jsonb[]", "'[{\"a\": [1]},\"x\"]'" } },
  { "mood[]", KIND_J, { "'{sad,\"so so\"}'", "'[\"sad\",\"so so\"]'" } },
  { "positive[]", KIND_J, { "'{1,2}'", "'[1,2]'" } },
  { "exact[]", KIND_J, { "'{1.50}'", "'[1.50]'" } },
  { "box[]", KIND_J, { "'{(1,1),(0,0);(3,3),(2,2)}'", "'[\"(1,1),(0,0)\",\"(3,3),(2,2)\"]'" } },
  { "pair[]", KIND_J, { "ARRAY[ROW (1, 'x')]::pair[]", "'[\"(1,x)\"]'" } },
};

static void
make_types (AskTestPostgres *server)
{
  ask_test_postgres_exec (server,
                          "CREATE TYPE mood AS ENUM ('sad', 'so so', 'happy');"
                          "CREATE TYPE pair AS (n int, t text);"
                          "CREATE DOMAIN positive AS int CHECK (VALUE > 0);"
                          "CREATE DOMAIN price AS numeric(10,2);"
                          "CREATE DOMAIN money2 AS numeric;"
                          "CREATE DOMAIN exact AS money2");
}

/* One table a type: n the place of the value, v the value, and one row more of NULL. */
static void
make_tables (AskTestPostgres *server)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  make_types (server);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_string_append_printf (sql, "CREATE TABLE t%u (n int PRIMARY KEY, v %s);", i,
                              types[i].type);
      for (guint v = 0; types[i].values[v] != NULL; v += 2)
        g_string_append_printf (sql, "INSERT INTO t%u VALUES (%u, %s);", i, v / 2 + 1,
                                types[i].values[v]);
      if (strcmp (types[i].type, "serial") != 0)
        g_string_append_printf (sql, "INSERT INTO t%u VALUES (100, NULL);", i);
    }
  ask_test_postgres_exec (server, sql->str);
}

/* Returns: (transfer full) (nullable): what a server with those tables says of them; NULL without one */
static AskIntrospection *
introspect_tables (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  AskIntrospection *found;

  if (f->server == NULL)
    return NULL;
  make_tables (f->server);
  found = ask_source_introspect (f->source, NULL, &error);
  g_assert_no_error (error);
  return found;
}

static char *
expected_rows (guint type)
{
  GString *text = g_string_new (NULL);

  for (guint v = 0; types[type].values[v] != NULL; v += 2)
    g_string_append_printf (text, "%u|%s\n", v / 2 + 1, types[type].values[v + 1]);
  if (strcmp (types[type].type, "serial") != 0)
    g_string_append (text, "100|NULL\n");
  return g_string_free (text, FALSE);
}

/* @n_rows, @at_most: how many rows the source is told to expect, which decides how it asks for them */
static void
check_queries (Fixture *f, gint64 n_rows, gboolean at_most)
{
  make_tables (f->server);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT n, v FROM t%u ORDER BY n", i);
      g_autofree char *expected = expected_rows (i);
      g_autofree char *rows = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor = NULL;
      const AskColumn *columns;
      guint n_columns;

      ask_source_expect (f->source, n_rows, at_most, TRUE);
      cursor = ask_source_query (f->source, sql, NULL, 0, NULL, &error);
      g_assert_no_error (error);
      g_test_message ("%s", types[i].type);
      columns = ask_cursor_get_columns (cursor, &n_columns);
      g_assert_cmpuint (n_columns, ==, 2);
      g_assert_cmpstr (columns[1].name, ==, "v");
      g_assert_cmpstr (ask_type_to_string (columns[1].type), ==,
                       ask_type_to_string (types[i].expected));
      rows = read_rows (cursor, 2);
      g_assert_cmpstr (rows, ==, expected);
    }
}

static void
test_query (Fixture *f, gconstpointer data)
{
  if (f->server != NULL)
    check_queries (f, -1, FALSE);
}

/* Each of them gives more rows than it is said to give at most: then all of them all the same. */
static void
test_together (Fixture *f, gconstpointer data)
{
  if (f->server != NULL)
    check_queries (f, 1, TRUE);
}

/* By COPY, which escapes what stands in its lines. */
static void
test_many (Fixture *f, gconstpointer data)
{
  g_autofree char *rows = NULL;

  if (f->server == NULL)
    return;
  check_queries (f, MANY, FALSE);
  ask_source_expect (f->source, MANY, FALSE, TRUE);
  rows = read_query (f->source, "SELECT E'\\b\f\n\r\t\v\\\\.', NULL, '', E'\\\\N', 'N', E'a\tb\\\\tc', 'é', E'\\\\x' "
                                "UNION ALL SELECT '\\.', 'NULL', NULL, '', '', '', '', NULL");
  g_assert_cmpstr (rows, ==, "'\b\f\n\r\t\v\\.'|NULL|''|'\\N'|'N'|'a\tb\\tc'|'é'|'\\x'\n"
                             "'\\.'|'NULL'|NULL|''|''|''|''|NULL\n");
}

/* The same through introspection and a scan; then each row is looked for by its own value. */
static void
test_scan (Fixture *f, gconstpointer data)
{
  g_autoptr (AskIntrospection) found = introspect_tables (f);
  g_autoptr (GError) error = NULL;

  if (found == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i);
      const AskEntity *entity = ask_schema_find_entity (found->schema, name);
      const AskAttribute *const *attributes;
      AskScan scan = { .entity = entity, .n_columns = 2, .n_bindings = 1 };
      g_autoptr (AskCursor) cursor = NULL;
      g_autofree char *expected = expected_rows (i);
      g_autofree char *rows = NULL;
      AskValue values[16];
      guint n_values = 0;
      const AskValue *row;
      guint binding;
      guint seen = 0;

      g_test_message ("%s", types[i].type);
      g_assert_nonnull (entity);
      g_assert_cmpuint (entity->attributes->len, ==, 2);
      attributes = (const AskAttribute *const *) entity->attributes->pdata;
      g_assert_cmpstr (ask_type_to_string (attributes[1]->type), ==,
                       ask_type_to_string (types[i].expected));
      scan.columns = attributes;
      cursor = ask_source_scan (f->source, &scan, NULL, NULL, &error);
      g_assert_no_error (error);
      rows = read_rows (cursor, 2);
      g_assert_cmpstr (rows, ==, expected);
      g_clear_object (&cursor);

      cursor = ask_source_scan (f->source, &scan, NULL, NULL, &error);
      g_assert_no_error (error);
      while (ask_cursor_next (cursor, &row, NULL, NULL, &error) == ASK_STEP_ROW)
        if (row[1].kind != ASK_VALUE_NULL)
          ask_value_dup_into (&values[n_values++], &row[1]);
      g_assert_no_error (error);
      g_clear_object (&cursor);

      scan.bound = &attributes[1];
      scan.n_bound = 1;
      scan.bindings = values;
      scan.n_bindings = n_values;
      cursor = ask_source_scan (f->source, &scan, NULL, NULL, &error);
      g_assert_no_error (error);
      while (ask_cursor_next (cursor, &row, &binding, NULL, &error) == ASK_STEP_ROW)
        {
          g_assert_cmpuint (binding, <, n_values);
          /* More may come; what is asked for must. */
          if (row[0].integer == binding + 1)
            {
              g_assert_true (ask_value_equal (&row[1], &values[binding]));
              seen |= 1u << binding;
            }
          else
            g_assert_true (g_str_has_suffix (types[i].type, "[]"));
        }
      g_assert_no_error (error);
      g_assert_cmpuint (seen, ==, (1u << n_values) - 1);
      for (guint v = 0; v < n_values; v++)
        ask_value_clear (&values[v]);
    }
}

/* Values that the column's type cannot hold: no row, and no failure either. */
static void
test_strange_bindings (Fixture *f, gconstpointer data)
{
  const AskValue strange[]
    = { ask_value_text ("abc", -1), ask_value_text ("", -1), ask_value_real (1.5),
        ask_value_real (1e300), ask_value_integer (G_MAXINT64), ask_value_text ("2024-02-30", -1),
        ask_value_text ("2024-13-01 25:00:00", -1), ask_value_text ("2024-01-01T99:00:00Z", -1),
        ask_value_text ("1e99999", -1), ask_value_text ("a\0b", 3), ask_value_text ("\xff", 1),
        ask_value_blob ((const guint8 *) "\x01", 1), ask_value_text ("0x10", -1),
        ask_value_text ("9999999999999999999999", -1), ask_value_real (-1e-300) };
  g_autoptr (AskIntrospection) found = introspect_tables (f);
  g_autoptr (GError) error = NULL;

  if (found == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i);
      const AskEntity *entity = ask_schema_find_entity (found->schema, name);
      const AskAttribute *const *attributes
        = (const AskAttribute *const *) entity->attributes->pdata;
      AskScan scan = { .entity = entity,
                       .columns = attributes,
                       .n_columns = 2,
                       .bound = &attributes[1],
                       .n_bound = 1,
                       .bindings = strange,
                       .n_bindings = G_N_ELEMENTS (strange) };
      g_autoptr (AskCursor) cursor = ask_source_scan (f->source, &scan, NULL, NULL, &error);
      g_autofree char *rows = NULL;

      g_assert_no_error (error);
      rows = read_rows (cursor, 2);
      if (strcmp (types[i].type, "bigint") == 0)
        g_assert_cmpstr (rows, ==, "2|9223372036854775807\n");
      else if (strcmp (types[i].type, "text") == 0)
        g_assert_cmpstr (rows, ==, "1|''\n");
      /* 1e99999 is beyond all doubles: it is infinite, as SQLite sees it too. */
      else if (strcmp (types[i].type, "double precision") == 0)
        g_assert_cmpstr (rows, ==, "5|Infinity\n");
      else if (strcmp (types[i].type, "char(5)") == 0)
        g_assert_cmpstr (rows, ==, "2|''\n");
      else if (!g_str_has_suffix (types[i].type, "[]"))
        g_assert_cmpstr (rows, ==, "");
    }
}

/* Every double is the one that its digits mean, to the last bit; also halfway between two. */
static void
test_digits (Fixture *f, gconstpointer data)
{
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  const AskValue *row;
  guint n = 0;

  if (f->server == NULL)
    return;
  cursor = ask_source_query (
    f->source,
    "SELECT v, v::text FROM (SELECT i / 7.0::float8 AS v FROM generate_series (-20000, 20000) i"
    " UNION ALL SELECT (random () - 0.5) * 10 ^ (i % 40 - 20)::float8 FROM generate_series (1, 60000) i"
    " UNION ALL SELECT 9007199254740992 + i::float8 * 2 FROM generate_series (1, 1000) i"
    " UNION ALL SELECT 1 / (i * 2)::float8 + 2 ^ -30 FROM generate_series (1, 1000) i"
    " UNION ALL SELECT '-0'::float8) s",
    NULL, 0, NULL, &error);
  g_assert_no_error (error);
  while (ask_cursor_next (cursor, &row, NULL, NULL, &error) == ASK_STEP_ROW)
    {
      double expected = g_ascii_strtod (row[1].text, NULL);

      g_assert_cmpint (row[0].kind, ==, ASK_VALUE_REAL);
      if (memcmp (&row[0].real, &expected, sizeof expected) != 0)
        g_error ("%s is read as %.17g", row[1].text, row[0].real);
      n++;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 102002);
}

/* Arguments of a query arrive with their digits. */
static void
test_arguments (Fixture *f, gconstpointer data)
{
  const AskValue cells[]
    = { ask_value_integer (G_MININT64),
        ask_value_real (0.1),
        ask_value_real (-HUGE_VAL),
        ask_value_integer (1),
        ask_value_text ("12345678901234567890.50", -1),
        ask_value_text ("2024-02-29", -1),
        ask_value_blob ((const guint8 *) "\x00\xff", 2),
        ASK_NULL_INIT };
  const AskType sent[] = { ASK_TYPE_INTEGER, ASK_TYPE_REAL, ASK_TYPE_REAL, ASK_TYPE_BOOLEAN,
                           ASK_TYPE_DECIMAL, ASK_TYPE_DATE, ASK_TYPE_BLOB, ASK_TYPE_INTEGER };
  AskArgument single[G_N_ELEMENTS (cells)];
  AskArgument arrays[G_N_ELEMENTS (cells)];
  AskValue pairs[G_N_ELEMENTS (cells)][2];

  if (f->server == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      pairs[i][0] = cells[i];
      pairs[i][1] = ASK_NULL_INIT;
      single[i] = (AskArgument) { sent[i], FALSE, &cells[i], 1 };
      arrays[i] = (AskArgument) { sent[i], TRUE, pairs[i], 2 };
    }
  for (guint array = 0; array < 2; array++)
    {
      const char *index = array ? "[1]" : "";
      g_autofree char *sql = g_strdup_printf (
        "SELECT ($1)%s, ($2)%s, ($3)%s, ($4)%s, ($5)%s::numeric, ($6)%s::date, ($7)%s, ($8)%s",
        index, index, index, index, index, index, index, index);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor
        = ask_source_query (f->source, sql, array ? arrays : single, G_N_ELEMENTS (cells), NULL,
                            &error);
      g_autofree char *rows = NULL;

      g_assert_no_error (error);
      rows = read_rows (cursor, G_N_ELEMENTS (cells));
      g_assert_cmpstr (rows, ==,
                       "-9223372036854775808|0.1|-Infinity|1|'12345678901234567890.50'|"
                       "'2024-02-29'|x'00FF'|NULL\n");
    }
}

/* Whatever double it is, it comes back the same, both ways. */
static void
test_doubles (Fixture *f, gconstpointer data)
{
  g_autofree AskValue *values = g_new (AskValue, 5000);
  AskArgument argument = { ASK_TYPE_REAL, TRUE, values, 5000 };
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  const AskValue *row;
  guint n = 0;

  if (f->server == NULL)
    return;
  for (guint i = 0; i < 5000; i++)
    {
      union
      {
        double real;
        guint32 words[2];
      } any;

      do
        {
          any.words[0] = (guint32) g_test_rand_int ();
          any.words[1] = (guint32) g_test_rand_int ();
          if (i % 2 == 0)
            any.real = g_test_rand_int_range (-1000000, 1000000) / 1000.0;
        }
      while (!isfinite (any.real));
      values[i] = ask_value_real (any.real);
    }
  cursor = ask_source_query (f->source, "SELECT u.v FROM unnest($1::float8[]) AS u (v)", &argument,
                             1, NULL, &error);
  g_assert_no_error (error);
  while (ask_cursor_next (cursor, &row, NULL, NULL, &error) == ASK_STEP_ROW)
    {
      g_assert_cmpint (row[0].kind, ==, ASK_VALUE_REAL);
      g_assert_true (memcmp (&row[0].real, &values[n].real, sizeof (double)) == 0);
      n++;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 5000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/source/postgres-types/every-type-keeps-its-digits-in-a-query", test_query);
  add ("/source/postgres-types/every-type-keeps-its-digits-where-rows-are-taken-together", test_together);
  add ("/source/postgres-types/every-type-keeps-its-digits-where-many-rows-are-read", test_many);
  add ("/source/postgres-types/every-type-keeps-its-digits-in-a-scan", test_scan);
  add ("/source/postgres-types/a-binding-of-another-type-finds-nothing", test_strange_bindings);
  add ("/source/postgres-types/arguments-arrive-with-type-and-digits", test_arguments);
  add ("/source/postgres-types/every-double-arrives-as-the-same-bits", test_doubles);
  add ("/source/postgres-types/a-double-is-the-one-that-its-digits-mean", test_digits);
  return g_test_run ();
}
