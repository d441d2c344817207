/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of all of MariaDB's types at their boundaries: the value, its digits, and that introspection
 * and the result of a query say the same type. Then the way back, as arguments and as bound values.
 */
#include "config.h"

#include "mysql-fixture.h"
#include "source/mysql/ask-mysql-private.h"

static AskTestMariadb *server;

typedef struct
{
  const char *name;
  const char *declared;
  AskType type;
  const char *values; /* as SQL */
  const char *expected; /* sorted as inserted */
} Case;

static const Case cases[] = {
  { "tinyint", "TINYINT", ASK_TYPE_INTEGER, "(-128), (127), (NULL)", "-128\n127\nNULL" },
  { "tinyint-unsigned", "TINYINT UNSIGNED", ASK_TYPE_INTEGER, "(0), (255)", "0\n255" },
  { "boolean", "BOOLEAN", ASK_TYPE_BOOLEAN, "(TRUE), (FALSE), (-128), (127)", "1\n0\n-128\n127" },
  { "smallint", "SMALLINT", ASK_TYPE_INTEGER, "(-32768), (32767)", "-32768\n32767" },
  { "smallint-unsigned", "SMALLINT UNSIGNED", ASK_TYPE_INTEGER, "(65535)", "65535" },
  { "mediumint", "MEDIUMINT", ASK_TYPE_INTEGER, "(-8388608), (8388607)", "-8388608\n8388607" },
  { "mediumint-unsigned", "MEDIUMINT UNSIGNED", ASK_TYPE_INTEGER, "(16777215)", "16777215" },
  { "int", "INT", ASK_TYPE_INTEGER, "(-2147483648), (2147483647)", "-2147483648\n2147483647" },
  { "int-unsigned", "INT UNSIGNED", ASK_TYPE_INTEGER, "(4294967295)", "4294967295" },
  { "int-zerofill", "INT(8) ZEROFILL", ASK_TYPE_INTEGER, "(42)", "42" },
  { "bigint", "BIGINT", ASK_TYPE_INTEGER, "(-9223372036854775808), (9223372036854775807)",
    "-9223372036854775808\n9223372036854775807" },
  { "bigint-unsigned", "BIGINT UNSIGNED", ASK_TYPE_DECIMAL,
    "(0), (9223372036854775808), (18446744073709551615)",
    "'0'\n'9223372036854775808'\n'18446744073709551615'" },
  { "year", "YEAR", ASK_TYPE_INTEGER, "(1901), (2155), (0)", "1901\n2155\n0" },
  { "bit1", "BIT(1)", ASK_TYPE_BOOLEAN, "(b'0'), (b'1'), (NULL)", "0\n1\nNULL" },
  { "bit12", "BIT(12)", ASK_TYPE_INTEGER, "(b'111111111111'), (1)", "4095\n1" },
  { "bit63", "BIT(63)", ASK_TYPE_INTEGER, "(9223372036854775807)", "9223372036854775807" },
  { "bit64", "BIT(64)", ASK_TYPE_DECIMAL, "(18446744073709551615), (1)",
    "'18446744073709551615'\n'1'" },
  { "float", "FLOAT", ASK_TYPE_REAL,
    "(0.1), (-3.4028234663852886e38), (1.17549435e-38), (16777216), (0.333333343), (1234567.9), "
    "(1e20)",
    "0.1\n-3.4028235e+38\n1.1754944e-38\n16777216.0\n0.33333334\n1234567.9\n1e+20" },
  { "double", "DOUBLE", ASK_TYPE_REAL,
    "(0.1), (1.7976931348623157e308), (2.2250738585072014e-308), (0.30000000000000004)",
    "0.1\n1.7976931348623157e+308\n2.2250738585072014e-308\n0.30000000000000004" },
  { "decimal-15-2", "DECIMAL(15,2)", ASK_TYPE_REAL,
    "(9999999999999.99), (-0.01), (1.10), (12345.67)", "9999999999999.99\n-0.01\n1.1\n12345.67" },
  { "decimal-15-2-unsigned", "DECIMAL(15,2) UNSIGNED", ASK_TYPE_REAL, "(9999999999999.99)",
    "9999999999999.99" },
  { "decimal-16-2", "DECIMAL(16,2)", ASK_TYPE_DECIMAL, "(99999999999999.99), (1.10)",
    "'99999999999999.99'\n'1.10'" },
  { "decimal-18", "DECIMAL(18,0)", ASK_TYPE_INTEGER, "(-999999999999999999), (999999999999999999)",
    "-999999999999999999\n999999999999999999" },
  { "decimal-19", "DECIMAL(19)", ASK_TYPE_DECIMAL, "(9999999999999999999)",
    "'9999999999999999999'" },
  { "decimal-65-30", "DECIMAL(65,30)", ASK_TYPE_DECIMAL,
    "(99999999999999999999999999999999999.999999999999999999999999999999)",
    "'99999999999999999999999999999999999.999999999999999999999999999999'" },
  { "char", "CHAR(5)", ASK_TYPE_TEXT, "('ab'), (''), (NULL), ('07')", "'ab'\n''\nNULL\n'07'" },
  { "varchar", "VARCHAR(50)", ASK_TYPE_TEXT, "('Nüsse 🥜'), ('a '), ('it''s \\\\')",
    "'Nüsse 🥜'\n'a '\n'it's \\'" },
  { "varchar-latin1", "VARCHAR(20) CHARACTER SET latin1", ASK_TYPE_TEXT, "('Käse €')", "'Käse €'" },
  { "text", "LONGTEXT", ASK_TYPE_TEXT, "(REPEAT('x', 3))", "'xxx'" },
  { "enum", "ENUM('small','büg')", ASK_TYPE_TEXT, "('small'), ('büg')", "'small'\n'büg'" },
  { "set", "SET('a','b','c')", ASK_TYPE_TEXT, "('a,c'), ('')", "'a,c'\n''" },
  { "uuid", "UUID", ASK_TYPE_TEXT, "('123e4567-e89b-12d3-a456-426655440000')",
    "'123e4567-e89b-12d3-a456-426655440000'" },
  { "inet6", "INET6", ASK_TYPE_TEXT, "('2001:db8::ff00:42:8329')", "'2001:db8::ff00:42:8329'" },
  { "inet4", "INET4", ASK_TYPE_TEXT, "('192.0.2.1')", "'192.0.2.1'" },
  { "date", "DATE", ASK_TYPE_DATE, "('1000-01-01'), ('9999-12-31'), ('0000-00-00')",
    "'1000-01-01'\n'9999-12-31'\n'0000-00-00'" },
  { "datetime", "DATETIME", ASK_TYPE_DATETIME,
    "('1000-01-01 00:00:00'), ('9999-12-31 23:59:59'), ('0000-00-00 00:00:00')",
    "'1000-01-01 00:00:00'\n'9999-12-31 23:59:59'\n'0000-00-00 00:00:00'" },
  { "datetime6", "DATETIME(6)", ASK_TYPE_DATETIME,
    "('2020-02-29 12:30:00.5'), ('2020-02-29 00:00:00.000001'), ('2020-02-29 10:00:00')",
    "'2020-02-29 12:30:00.5'\n'2020-02-29 00:00:00.000001'\n'2020-02-29 10:00:00'" },
  { "timestamp", "TIMESTAMP(3) NULL", ASK_TYPE_DATETIME,
    "('1970-01-01 00:00:01'), ('2038-01-19 03:14:07.999'), (NULL)",
    "'1970-01-01 00:00:01'\n'2038-01-19 03:14:07.999'\nNULL" },
  { "time", "TIME(6)", ASK_TYPE_TEXT,
    "('-838:59:59.999999'), ('838:59:59'), ('00:00:00'), ('-00:00:00.5'), ('09:05:01.25')",
    "'-838:59:59.999999'\n'838:59:59'\n'00:00:00'\n'-00:00:00.5'\n'09:05:01.25'" },
  { "json", "JSON", ASK_TYPE_JSON, "('{\"a\": [1, 2.50]}')", "'{\"a\": [1, 2.50]}'" },
  { "binary", "BINARY(4)", ASK_TYPE_BLOB, "(x'00ff')", "x'00ff0000'" },
  { "varbinary", "VARBINARY(9)", ASK_TYPE_BLOB, "(x'00ff00'), ('')", "x'00ff00'\nx''" },
  { "blob", "LONGBLOB", ASK_TYPE_BLOB, "(x'deadbeef')", "x'deadbeef'" },
  { "point", "POINT", ASK_TYPE_BLOB, "(ST_GeomFromText('POINT(1 2)', 4326))",
    "x'e61000000101000000000000000000f03f0000000000000040'" },
};

static AskSchema *
introspect (AskSource *source)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, &error);

  g_assert_no_error (error);
  return ask_schema_ref (found->schema);
}

/* A table t (n, x) with the case's values in x. Returns: (transfer full): its source */
static AskSource *
make_table (const Case *c)
{
  g_autofree char *make = g_strdup_printf (
    "CREATE OR REPLACE DATABASE typed; USE typed; SET SESSION sql_mode = '', time_zone = '+00:00'; "
    "CREATE TABLE t (n INT AUTO_INCREMENT PRIMARY KEY, x %s); INSERT INTO t (x) VALUES %s",
    c->declared, c->values);

  ask_test_mariadb_exec (server, make);
  return mysql_source_new (server, "typed");
}

static void
test_type (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (AskSource) source = make_table (c);
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = NULL;
  const AskColumn *columns;
  const AskEntity *entity;
  guint n_columns;

  schema = introspect (source);
  g_assert_cmpuint (schema->entities->len, ==, 1);
  entity = schema->entities->pdata[0];
  g_assert_cmpint (((AskAttribute *) entity->attributes->pdata[1])->type, ==, c->type);
  cursor = ask_source_query (source, "SELECT x FROM t ORDER BY n", NULL, 0, NULL, &error);
  g_assert_no_error (error);
  columns = ask_cursor_get_columns (cursor, &n_columns);
  g_assert_cmpint (columns[0].type, ==, c->type);
  rows = mysql_read (cursor);
  g_assert_cmpstr (rows, ==, c->expected);
  /* Beside others: no cell may be changed by the one behind it. */
  {
    g_autoptr (AskCursor) beside
      = ask_source_query (source, "SELECT 'a' AS a, x, x AS y, 'b' AS b, 5 AS c FROM t ORDER BY n",
                          NULL, 0, NULL, &error);
    g_auto (GStrv) lines = g_strsplit (rows, "\n", -1);
    g_autofree char *text = NULL;
    g_auto (GStrv) got = NULL;

    g_assert_no_error (error);
    text = mysql_read (beside);
    got = g_strsplit (text, "\n", -1);
    g_assert_cmpuint (g_strv_length (got), ==, g_strv_length (lines));
    for (guint i = 0; got[i] != NULL; i++)
      {
        g_autofree char *expected = g_strdup_printf ("'a'|%s|%s|'b'|5", lines[i], lines[i]);

        g_assert_cmpstr (got[i], ==, expected);
      }
  }
}

static guint64
count_prepared (void)
{
  g_autofree char *value
    = ask_test_mariadb_dup_value (server, "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS "
                                          "WHERE VARIABLE_NAME = 'COM_STMT_PREPARE'");

  return g_ascii_strtoull (value, NULL, 10);
}

/* Sent as a text and not prepared, its rows come as texts, and are the same: type, digits, and what stands beside them.
 * Those of floating-point numbers are prepared whatever was expected of them. */
static void
test_unprepared (gconstpointer data)
{
  static const char sql[] = "SELECT 'a' AS a, x, x AS y, n FROM t WHERE (n > ?) ORDER BY n";
  const Case *c = data;
  g_autoptr (AskSource) source = make_table (c);
  AskValue zero = ask_value_integer (0);
  AskArgument argument = { .type = ASK_TYPE_INTEGER, .values = &zero, .n_values = 1 };
  gboolean exact = strcmp (c->declared, "FLOAT") != 0 && strcmp (c->declared, "DOUBLE") != 0;
  g_auto (GStrv) lines = g_strsplit (c->expected, "\n", -1);
  guint64 before = count_prepared ();

  /* The second time it has been sent before. */
  for (guint run = 0; run < 2; run++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor = NULL;
      g_autofree char *rows = NULL;
      g_auto (GStrv) got = NULL;
      guint n_columns;

      ask_source_expect (source, 10, FALSE, FALSE);
      cursor = ask_source_query (source, sql, &argument, 1, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ask_cursor_get_columns (cursor, &n_columns)[1].type, ==, c->type);
      g_assert_cmpuint (n_columns, ==, 4);
      rows = mysql_read (cursor);
      got = g_strsplit (rows, "\n", -1);
      g_assert_cmpuint (g_strv_length (got), ==, g_strv_length (lines));
      for (guint i = 0; got[i] != NULL; i++)
        {
          g_autofree char *expected = g_strdup_printf ("'a'|%s|%s|%u", lines[i], lines[i], i + 1);

          g_assert_cmpstr (got[i], ==, expected);
        }
      g_assert_cmpuint (count_prepared () - before, ==, exact ? run : 1);
    }
}

/* A number that is more than compared with is a parameter still: ORDER BY 2 would be an order by the second column. */
static void
test_written (void)
{
  static const struct
  {
    const char *sql;
    gint64 value;
    const char *expected;
  } texts[] = {
    { "SELECT a.n FROM (SELECT 2 AS n UNION SELECT 10) AS a WHERE (a.n < ?)", 5, "SELECT a.n FROM (SELECT 2 AS n UNION SELECT 10) AS a WHERE (a.n < 5)" },
    { "SELECT 1 WHERE (2 >= ?)", 0, "SELECT 1 WHERE (2 >= 0)" },
    { "SELECT 1 WHERE (2 <> ?)", -1, NULL },
    { "SELECT 1 ORDER BY ?", 1, NULL },
    { "SELECT 1 LIMIT ?", 1, NULL },
    { "SELECT (1 = ? + 1)", 1, NULL },
    { "SELECT (1 + ?)", 1, NULL },
    { "SELECT ?", 1, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      AskValue value = ask_value_integer (texts[i].value);
      g_autofree char *text = ask_mysql_text_write (texts[i].sql, &value, 1);

      g_assert_true (ask_mysql_text_is_direct (texts[i].sql, 1));
      g_assert_cmpstr (text, ==, texts[i].expected);
    }
  g_assert_false (ask_mysql_text_is_direct ("SELECT '?' = ?", 1));
  g_assert_false (ask_mysql_text_is_direct ("SELECT 1 INTO OUTFILE '/tmp/x'", 0));
  g_assert_false (ask_mysql_text_is_direct ("DO 1", 0));
}

/* Each value that is read and bound again has to find its own row. */
static void
test_bound (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (AskSource) source = make_table (c);
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (AskValue));
  g_autoptr (GArray) found = g_array_new (FALSE, TRUE, sizeof (gboolean));
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  const AskAttribute *attribute;
  const AskAttribute *bound[1];
  AskScan scan = { 0 };
  const AskValue *row;
  guint binding;
  AskStep step;

  schema = introspect (source);
  attribute = ask_entity_find_attribute (schema->entities->pdata[0], "x");
  bound[0] = attribute;
  scan.entity = schema->entities->pdata[0];
  scan.columns = bound;
  scan.n_columns = 1;
  cursor = ask_source_scan (source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  while ((step = ask_cursor_next (cursor, &row, &binding, NULL, &error)) == ASK_STEP_ROW)
    if (row[0].kind != ASK_VALUE_NULL)
      {
        AskValue copy;

        ask_value_dup_into (&copy, &row[0]);
        g_array_append_val (values, copy);
      }
  g_assert_no_error (error);
  g_assert_cmpint (step, ==, ASK_STEP_DONE);
  g_clear_object (&cursor);
  scan.bound = bound;
  scan.n_bound = 1;
  scan.bindings = (const AskValue *) values->data;
  scan.n_bindings = values->len;
  g_array_set_size (found, values->len);
  cursor = ask_source_scan (source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  binding = 0;
  while ((step = ask_cursor_next (cursor, &row, &binding, NULL, &error)) == ASK_STEP_ROW)
    if (ask_value_equal (&row[0], &g_array_index (values, AskValue, binding)))
      g_array_index (found, gboolean, binding) = TRUE;
  g_assert_no_error (error);
  g_assert_cmpint (step, ==, ASK_STEP_DONE);
  for (guint i = 0; i < values->len; i++)
    g_assert_true (g_array_index (found, gboolean, i));
  for (guint i = 0; i < values->len; i++)
    ask_value_clear (&g_array_index (values, AskValue, i));
}

static void
test_arguments (void)
{
  const struct
  {
    AskType type;
    AskValue value;
    const char *sql;
    const char *expected;
  } arguments[] = {
    { ASK_TYPE_INTEGER, ask_value_integer (G_MININT64), "SELECT ?", "-9223372036854775808" },
    { ASK_TYPE_INTEGER, ask_value_integer (G_MAXINT64), "SELECT ? = 9223372036854775807", "1" },
    { ASK_TYPE_BOOLEAN, ask_value_integer (1), "SELECT ? + 1", "2" },
    { ASK_TYPE_REAL, ask_value_real (0.1), "SELECT ?", "0.1" },
    { ASK_TYPE_REAL, ask_value_real (5e-324), "SELECT ? > 0", "1" },
    { ASK_TYPE_REAL, ask_value_integer (3), "SELECT ? / 2", "1.5" },
    { ASK_TYPE_TEXT, ask_value_text ("Grün 🥜", -1), "SELECT ?", "'Grün 🥜'" },
    { ASK_TYPE_TEXT, ask_value_text ("", 0), "SELECT concat('<', ?, '>')", "'<>'" },
    { ASK_TYPE_TEXT, ask_value_integer (7), "SELECT concat(?, 'x')", "'7x'" },
    /* Text compares as SQLite does it, where no column says otherwise. */
    { ASK_TYPE_TEXT, ask_value_text ("a ", -1), "SELECT ? = 'a'", "0" },
    { ASK_TYPE_TEXT, ask_value_text ("A", -1), "SELECT ? = 'a'", "0" },
    { ASK_TYPE_BLOB, ask_value_blob ((const guint8 *) "\0\xff", 2), "SELECT hex(?)", "'00FF'" },
    { ASK_TYPE_BLOB, ask_value_blob ((const guint8 *) "\0\xff", 2), "SELECT ?", "x'00ff'" },
    { ASK_TYPE_DECIMAL, ask_value_text ("18446744073709551615", -1),
      "SELECT ? = 18446744073709551614", "0" },
    { ASK_TYPE_DECIMAL, ask_value_text ("18446744073709551615", -1),
      "SELECT ? = 18446744073709551615", "1" },
    { ASK_TYPE_DECIMAL, ask_value_text ("1e3", -1), "SELECT ?", "'1e3'" },
    { ASK_TYPE_DATE, ask_value_text ("2020-02-29", -1), "SELECT ? + INTERVAL 1 DAY",
      "'2020-03-01'" },
    { ASK_TYPE_INTEGER, ASK_NULL_INIT, "SELECT ? IS NULL", "1" },
    { ASK_TYPE_TEXT, ASK_NULL_INIT, "SELECT coalesce(?, 'none')", "'none'" },
  };
  g_autoptr (AskSource) source = mysql_source_new (server, NULL);
  g_autofree char *longer = g_strnfill (3 * 1024 * 1024, 'x');

  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      AskArgument argument
        = { .type = arguments[i].type, .values = &arguments[i].value, .n_values = 1 };
      g_autofree char *row = mysql_ask (source, arguments[i].sql, &argument, 1);

      g_test_message ("%s", arguments[i].sql);
      g_assert_cmpstr (row, ==, arguments[i].expected);
    }
  /* Longer than any buffer, both ways, and next to other cells. */
  {
    AskValue value = ask_value_text (longer, -1);
    AskArgument argument = { .type = ASK_TYPE_TEXT, .values = &value, .n_values = 1 };
    g_autofree char *row
      = mysql_ask (source, "SELECT 1, length(q.x), q.x, 2 FROM (SELECT ? AS x) AS q", &argument, 1);
    g_autofree char *expected = g_strdup_printf ("1|3145728|'%s'|2", longer);

    g_assert_cmpstr (row, ==, expected);
  }
}

static void
test_expressions (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, NULL);
  const struct
  {
    const char *sql;
    AskType type;
    const char *expected;
  } expressions[] = {
    { "SELECT count(*) FROM information_schema.schemata WHERE 1 = 0", ASK_TYPE_INTEGER, "0" },
    { "SELECT 1 = 1", ASK_TYPE_INTEGER, "1" },
    { "SELECT 1 / 0", ASK_TYPE_REAL, "NULL" },
    { "SELECT NULL", ASK_TYPE_ANY, "NULL" },
    { "SELECT 1e0 / 3", ASK_TYPE_REAL, "0.3333333333333333" },
    { "SELECT 'a' || 'b'", ASK_TYPE_INTEGER, "0" },
    { "SELECT \"text\"", ASK_TYPE_TEXT, "'text'" },
    { "SELECT TIMESTAMP '2020-01-02 03:04:05'", ASK_TYPE_DATETIME, "'2020-01-02 03:04:05'" },
    { "SELECT @@time_zone", ASK_TYPE_TEXT, "'+00:00'" },
    { "SELECT @@collation_connection", ASK_TYPE_TEXT, "'utf8mb4_nopad_bin'" },
    { "SELECT @@max_statement_time", ASK_TYPE_REAL, "6000.0" },
    /* 10,000 levels, more than the server's own limit, which would end them without an error. */
    { "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) "
      "SELECT count(*) FROM n",
      ASK_TYPE_INTEGER, "10000" },
    /* More than the server's own limit, which would cut it with a warning. */
    { "SELECT length(group_concat('abcdef')) FROM mysql.seq_1_to_400000", ASK_TYPE_INTEGER,
      "2799999" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor
        = ask_source_query (source, expressions[i].sql, NULL, 0, NULL, &error);
      g_autofree char *row = NULL;
      guint n;

      g_test_message ("%s", expressions[i].sql);
      g_assert_no_error (error);
      g_assert_cmpint (ask_cursor_get_columns (cursor, &n)->type, ==, expressions[i].type);
      row = mysql_read (cursor);
      g_assert_cmpstr (row, ==, expressions[i].expected);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *reason = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  server = ask_test_mariadb_new (0, &reason);
  if (server == NULL)
    {
      g_print ("1..0 # SKIP %s\n", reason);
      return 0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/source/mysql-type/a-value-is-read-exactly/%s", cases[i].name);
      g_autofree char *bound = g_strdup_printf ("/source/mysql-type/a-value-finds-itself/%s", cases[i].name);
      g_autofree char *unprepared
        = g_strdup_printf ("/source/mysql-type/a-value-is-the-same-unprepared/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_type);
      g_test_add_data_func (bound, &cases[i], test_bound);
      g_test_add_data_func (unprepared, &cases[i], test_unprepared);
    }
  g_test_add_func ("/source/mysql-type/a-number-is-written-out-where-it-is-compared-alone", test_written);
  g_test_add_func ("/source/mysql-type/arguments-arrive-with-type-and-digits", test_arguments);
  g_test_add_func ("/source/mysql-type/an-expression-has-the-type-of-its-values", test_expressions);
  result = g_test_run ();
  ask_test_mariadb_free (server);
  return result;
}
