/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the MariaDB driver on a real server: queries with arguments, scans, several cursors at once,
 * introspection, and that nothing can be written.
 */
#include "config.h"

#include "mysql-fixture.h"

static AskTestMariadb *server;

static void
test_query (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  AskValue values[] = { ask_value_integer (2), ask_value_text ("b'\\\"", -1) };
  AskArgument arguments[] = { { .type = ASK_TYPE_INTEGER, .values = &values[0], .n_values = 1 },
                              { .type = ASK_TYPE_TEXT, .values = &values[1], .n_values = 1 } };
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = NULL;
  const AskColumn *columns;
  guint n_columns;

  cursor = ask_source_query (source,
                             "SELECT id, name, id * ? AS `dou``ble`, ? AS word FROM item ORDER BY id",
                             arguments, 2, NULL, &error);
  g_assert_no_error (error);
  columns = ask_cursor_get_columns (cursor, &n_columns);
  g_assert_cmpuint (n_columns, ==, 4);
  g_assert_cmpstr (columns[1].name, ==, "name");
  g_assert_cmpint (columns[0].type, ==, ASK_TYPE_INTEGER);
  g_assert_cmpint (columns[1].type, ==, ASK_TYPE_TEXT);
  g_assert_cmpstr (columns[2].name, ==, "dou`ble");
  g_assert_cmpint (columns[2].type, ==, ASK_TYPE_INTEGER);
  g_assert_cmpint (columns[3].type, ==, ASK_TYPE_TEXT);
  rows = mysql_read (cursor);
  g_assert_cmpstr (rows, ==,
                   "1|'bolt'|2|'b'\\\"'\n2|'Nüsse 🥜'|4|'b'\\\"'\n3|NULL|6|'b'\\\"'\n4|''|8|'b'\\\"'");
}

static guint64
count_prepared (void)
{
  g_autofree char *value
    = ask_test_mariadb_dup_value (server, "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS "
                                          "WHERE VARIABLE_NAME = 'COM_STMT_PREPARE'");

  return g_ascii_strtoull (value, NULL, 10);
}

static void
expect_row (AskSource *source, const char *sql, AskValue value, AskType type, const char *expected)
{
  AskArgument argument = { .type = type, .values = &value, .n_values = 1 };
  g_autofree char *rows = mysql_ask (source, sql, &argument, 1);

  g_assert_cmpstr (rows, ==, expected);
}

/* A text that comes again is not prepared again, whatever became of its table meanwhile; and one that failed leaves
 * nothing behind. */
static void
test_kept (void)
{
  static const char sql[] = "SELECT a, b FROM kept WHERE a = ?";
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  guint64 before;

  ask_test_mariadb_exec (server, "USE shop; CREATE TABLE kept (a INT PRIMARY KEY, b VARCHAR(9)); "
                                 "INSERT INTO kept VALUES (1, 'x'), (2, 'y')");
  expect_row (source, sql, ask_value_integer (1), ASK_TYPE_INTEGER, "1|'x'");
  before = count_prepared ();
  for (guint i = 0; i < 5; i++)
    expect_row (source, sql, ask_value_integer (2), ASK_TYPE_INTEGER, "2|'y'");
  expect_row (source, sql, ask_value_text ("1", -1), ASK_TYPE_TEXT, "1|'x'");
  g_assert_cmpuint (count_prepared () - before, ==, 0);
  ask_test_mariadb_exec (server, "USE shop; ALTER TABLE kept DROP b; "
                                 "ALTER TABLE kept ADD b DECIMAL(5, 2) DEFAULT 1.5 FIRST");
  expect_row (source, sql, ask_value_integer (2), ASK_TYPE_INTEGER, "2|1.5");
  ask_test_mariadb_exec (server, "USE shop; ALTER TABLE kept DROP b");
  for (guint i = 0; i < 3; i++)
    {
      mysql_expect (source, "SELECT b FROM kept", ASK_SOURCE_ERROR_NOT_FOUND, "Unknown column");
      expect_row (source, "SELECT a FROM kept WHERE a > ?", ask_value_integer (1), ASK_TYPE_INTEGER, "2");
    }
  ask_test_mariadb_exec (server, "USE shop; ALTER TABLE kept ADD b INT DEFAULT 7");
  expect_row (source, sql, ask_value_integer (1), ASK_TYPE_INTEGER, "1|7");
  /* More of them than a connection keeps. */
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < 40; i++)
      {
        g_autofree char *text = g_strdup_printf ("SELECT a + %u FROM kept WHERE a = ?", i);
        g_autofree char *expected = g_strdup_printf ("%u", i + 1);

        expect_row (source, text, ask_value_integer (1), ASK_TYPE_INTEGER, expected);
      }
  ask_test_mariadb_exec (server, "DROP TABLE shop.kept");
}

/* Each has its own connection; free ones are used again. */
static void
test_several (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  AskCursor *cursors[6];
  g_autoptr (GError) error = NULL;
  const AskValue *row;
  guint binding;

  for (guint round = 0; round < 3; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
        {
          g_autofree char *sql
            = g_strdup_printf ("SELECT CAST(seq AS SIGNED) * %u FROM seq_1_to_%u", i, 30000 + i);

          cursors[i] = ask_source_query (source, sql, NULL, 0, NULL, &error);
          g_assert_no_error (error);
        }
      for (gint64 n = 1; n <= 30000; n++)
        for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
          {
            g_assert_cmpint (ask_cursor_next (cursors[i], &row, &binding, NULL, &error), ==,
                             ASK_STEP_ROW);
            g_assert_cmpint (row[0].integer, ==, n * i);
          }
      for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
        {
          g_autofree char *rest = mysql_read (cursors[i]);
          g_auto (GStrv) lines = g_strsplit (rest, "\n", -1);

          g_assert_cmpuint (g_strv_length (lines), ==, i);
          /* The end stays the end. */
          g_assert_cmpint (ask_cursor_next (cursors[i], &row, &binding, NULL, &error), ==,
                           ASK_STEP_DONE);
          g_object_unref (cursors[i]);
        }
    }
  {
    g_autofree char *count = ask_test_mariadb_dup_value (
      server, "SELECT count(*) FROM information_schema.processlist WHERE user = 'ask'");

    /* Four at most are kept. The server notices the end of the others when it does. */
    g_assert_cmpint (g_ascii_strtoll (count, NULL, 10), <=, 6);
  }
}

static AskIntrospection *
introspect (AskSource *source)
{
  g_autoptr (GError) error = NULL;
  AskIntrospection *found = ask_source_introspect (source, NULL, &error);

  g_assert_no_error (error);
  return found;
}

static void
test_scan (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  g_autoptr (AskIntrospection) found = introspect (source);
  const AskEntity *entity = ask_schema_find_entity (found->schema, "item");
  const AskAttribute *columns[] = { ask_entity_find_attribute (entity, "name"),
                                    ask_entity_find_attribute (entity, "id") };
  const AskAttribute *bound[] = { columns[1], columns[0] };
  AskValue bindings[]
    = { ask_value_integer (4), ask_value_text ("", -1),     ask_value_integer (9),
        ask_value_text ("", -1), ask_value_integer (1), ask_value_text ("bolt", -1),
        ask_value_integer (4), ask_value_text ("", -1) };
  AskScan scan = { .entity = entity, .columns = columns, .n_columns = 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) all = ask_source_scan (source, &scan, NULL, NULL, &error);
  g_autoptr (AskCursor) some = NULL;
  g_autoptr (AskCursor) none = NULL;
  g_autofree char *text = NULL;
  g_autofree char *some_text = NULL;
  const AskValue *row;
  guint binding;
  guint n = 0;

  g_assert_no_error (error);
  text = mysql_read (all);
  g_assert_cmpstr (text, ==, "'bolt'|1\n'Nüsse 🥜'|2\nNULL|3\n''|4");
  scan.bound = bound;
  scan.n_bound = 2;
  scan.bindings = bindings;
  scan.n_bindings = 4;
  some = ask_source_scan (source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  some_text = mysql_read (some);
  g_assert_cmpstr (some_text, ==, "''|4\n2:'bolt'|1\n3:''|4");
  /* Rows without a column are counted all the same. */
  scan.n_columns = 0;
  scan.n_bound = 0;
  none = ask_source_scan (source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  while (ask_cursor_next (none, &row, &binding, NULL, &error) == ASK_STEP_ROW)
    n++;
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 4);
  ask_source_test (source, found->schema, NULL, &error);
  g_assert_no_error (error);
}

static const AskAttribute *
attribute_of (AskSchema *schema, const char *entity, const char *name)
{
  const AskEntity *owner = ask_schema_find_entity (schema, entity);
  const AskAttribute *attribute;

  g_assert_nonnull (owner);
  attribute = ask_entity_find_attribute (owner, name);
  g_assert_nonnull (attribute);
  return attribute;
}

static void
test_introspect (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "catalog");
  g_autoptr (AskIntrospection) found = introspect (source);
  AskSchema *schema = found->schema;
  const AskEntity *entity;
  const AskRelationship *relationship;

  /* customer, order line, measurement, loose, big; the view, and not the broken one. */
  g_assert_cmpuint (schema->entities->len, ==, 6);
  g_assert_cmpuint (found->notes->len, ==, 1);
  g_assert_nonnull (strstr (found->notes->pdata[0], "broken"));

  entity = ask_schema_find_entity (schema, "customer");
  g_assert_cmpstr (entity->description, ==, "Who buys");
  g_assert_null (entity->namespace);
  g_assert_cmpint (entity->kind, ==, ASK_ENTITY_TABLE);
  g_assert_cmpint (entity->row_estimate, ==, 3);
  g_assert_cmpuint (attribute_of (schema, "customer", "id")->key, ==, 1);
  g_assert_false (attribute_of (schema, "customer", "id")->nullable);
  g_assert_true (attribute_of (schema, "customer", "email")->nullable);
  g_assert_cmpstr (attribute_of (schema, "customer", "email")->description, ==, "Where to write");
  g_assert_cmpstr (attribute_of (schema, "customer", "email")->declared, ==,
                   "varchar(80) COLLATE utf8mb4_general_ci");
  g_assert_cmpint (attribute_of (schema, "customer", "extra")->type, ==, ASK_TYPE_JSON);

  g_assert_cmpuint (attribute_of (schema, "loose", "code")->key, ==, 1);
  g_assert_cmpuint (attribute_of (schema, "loose", "part")->key, ==, 2);
  g_assert_cmpuint (attribute_of (schema, "loose", "other")->key, ==, 0);

  entity = ask_schema_find_entity (schema, "recent");
  g_assert_cmpint (entity->kind, ==, ASK_ENTITY_VIEW);
  g_assert_null (entity->description);
  g_assert_cmpint (entity->row_estimate, ==, -1);
  g_assert_cmpint (attribute_of (schema, "recent", "total")->type, ==, ASK_TYPE_DECIMAL);

  /* A partitioned table is one table. */
  entity = ask_schema_find_entity (schema, "measurement");
  g_assert_cmpint (entity->kind, ==, ASK_ENTITY_TABLE);
  g_assert_cmpint (entity->row_estimate, ==, 5);

  g_assert_cmpuint (schema->relationships->len, ==, 1);
  relationship = schema->relationships->pdata[0];
  g_assert_cmpstr (relationship->to, ==, "customer");
  g_assert_cmpuint (relationship->from_attributes->len, ==, 2);
  g_assert_cmpstr (relationship->from_attributes->pdata[0], ==, "customer_id");
  g_assert_cmpstr (relationship->to_attributes->pdata[1], ==, "region");

  /* Names that need quoting are scanned. */
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *each = schema->entities->pdata[i];
      AskScan scan = { .entity = each,
                       .columns = (const AskAttribute *const *) each->attributes->pdata,
                       .n_columns = each->attributes->len };
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor = ask_source_scan (source, &scan, NULL, NULL, &error);

      g_assert_no_error (error);
      g_free (mysql_read (cursor));
    }
}

/* Without a database in the address: all, each with its database as its namespace. */
static void
test_introspect_all (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, NULL);
  g_autoptr (AskIntrospection) found = introspect (source);
  const AskEntity *item = ask_schema_find_entity (found->schema, "item");
  AskScan scan = { .entity = item,
                   .columns = (const AskAttribute *const *) item->attributes->pdata,
                   .n_columns = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autofree char *rows = NULL;

  g_assert_cmpuint (found->schema->entities->len, ==, 7);
  g_assert_cmpstr (item->namespace, ==, "shop");
  g_assert_cmpstr (ask_schema_find_entity (found->schema, "customer")->namespace, ==, "catalog");
  g_assert_cmpuint (found->schema->relationships->len, ==, 1);
  cursor = ask_source_scan (source, &scan, NULL, NULL, &error);
  g_assert_no_error (error);
  rows = mysql_read (cursor);
  g_assert_cmpstr (rows, ==, "1\n2\n3\n4");
}

/* What the guard would refuse before; this is the last of three locks. */
static void
test_read_only (void)
{
  const char *const statements[] = {
    "INSERT INTO item VALUES (9, 'x')",
    "INSERT INTO item VALUES (9, 'x') RETURNING id",
    "DELETE FROM item",
    "DELETE FROM item RETURNING id",
    "UPDATE item SET name = 'x'",
    "DROP TABLE item",
    "CREATE TABLE other (a INT)",
    "CREATE TEMPORARY TABLE other (a INT)",
    "SET SESSION TRANSACTION READ WRITE",
    "START TRANSACTION READ WRITE",
    "SELECT 1; DROP TABLE item",
    "SELECT id FROM item FOR UPDATE INTO OUTFILE '/nowhere/x'",
    "SELECT meddle()",
    "CALL meddle_all()",
    "LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE item",
    "",
  };
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  g_autofree char *before
    = ask_test_mariadb_dup_value (server, "SELECT group_concat(id, name) FROM shop.item");
  g_autofree char *after = NULL;
  g_autofree char *tables = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor
        = ask_source_query (source, statements[i], NULL, 0, NULL, &error);
      const AskValue *row;
      guint binding;

      if (cursor != NULL)
        while (ask_cursor_next (cursor, &row, &binding, NULL, &error) == ASK_STEP_ROW)
          continue;
      g_test_message ("%s → %s", statements[i], error != NULL ? error->message : "");
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "shop"));
    }
  after = ask_test_mariadb_dup_value (server, "SELECT group_concat(id, name) FROM shop.item");
  g_assert_cmpstr (after, ==, before);
  tables = ask_test_mariadb_dup_value (
    server, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'shop'");
  g_assert_cmpstr (tables, ==, "1");
}

/* Rows of our own that travel with a query: as many as the server takes, and then an error that says
 * so. */
static void
test_relation (void)
{
  static const char sql[]
    = "SELECT count(*), count(i.id), sum(j.n), max(length(j.word)) FROM JSON_TABLE(?, '$[*]' "
      "COLUMNS (n BIGINT PATH '$[0]', word VARCHAR(100) PATH '$[1]')) AS j "
      "LEFT JOIN item AS i ON i.id = j.n";
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  const struct
  {
    guint n;
    const char *word;
    const char *expected; /* NULL where it is too much */
  } cases[] = { { 3, "Nüsse", "3|3|'6'|6" },
                { 100000, "w", "100000|4|'5000050000'|1" },
                { 400000, "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", NULL },
                { 2, "w", "2|2|'3'|1" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) json = g_string_new ("[");
      AskValue value;
      AskArgument argument = { .type = ASK_TYPE_TEXT, .values = &value, .n_values = 1 };

      for (guint n = 1; n <= cases[i].n; n++)
        g_string_append_printf (json, "%s[%u,\"%s\"]", n > 1 ? "," : "", n, cases[i].word);
      g_string_append_c (json, ']');
      value = ask_value_text (json->str, (gssize) json->len);
      if (cases[i].expected != NULL)
        {
          g_autofree char *row = mysql_ask (source, sql, &argument, 1);

          g_assert_cmpstr (row, ==, cases[i].expected);
        }
      else
        {
          g_autoptr (GError) error = NULL;

          g_assert_null (ask_source_query (source, sql, &argument, 1, NULL, &error));
          g_test_message ("%s", error->message);
          g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA);
        }
    }
}

static void
test_data_errors (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");

  mysql_expect (source, "SELECT 9223372036854775807 + id FROM item", ASK_SOURCE_ERROR_DATA, NULL);
  mysql_expect (source, "SELECT exp(id * 1000) FROM item", ASK_SOURCE_ERROR_DATA, NULL);
  mysql_expect (source, "SELECT (SELECT id FROM item)", ASK_SOURCE_ERROR_DATA, NULL);
  mysql_expect (source, "SELECT CAST(9 AS UNSIGNED) - id - 10 FROM item", ASK_SOURCE_ERROR_DATA,
                NULL);
  mysql_expect (source, "SELECT 'a' REGEXP '('", ASK_SOURCE_ERROR_DATA, NULL);
  /* The server answers NULL with a warning where a text would be longer than it sends. */
  mysql_expect (source, "SELECT length(REPEAT('x', 2000000000))", ASK_SOURCE_ERROR_DATA, "cut");
  mysql_expect (source, "SELEC", ASK_SOURCE_ERROR_CONFIG, NULL);
  mysql_expect (source, "SELECT nothing FROM item", ASK_SOURCE_ERROR_NOT_FOUND, "Refresh it in Sources");
  mysql_expect (source, "SELECT * FROM gone", ASK_SOURCE_ERROR_NOT_FOUND, "Refresh it in Sources");
  mysql_expect (source, "SELECT ?", ASK_SOURCE_ERROR_CONFIG, "parameters");
  /* Warnings that cut nothing are none of our business. */
  g_free (mysql_ask (source, "SELECT 'abc' + 1, 1 / 0", NULL, 0));
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
  ask_test_mariadb_exec (server, "CREATE DATABASE shop; USE shop; "
                                 "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20)); "
                                 "INSERT INTO item VALUES (1, 'bolt'), (2, 'Nüsse 🥜'), "
                                 "(3, NULL), (4, ''); "
          "CREATE FUNCTION meddle() RETURNS INT MODIFIES SQL DATA RETURN meddle_more(); "
          "CREATE FUNCTION meddle_more() RETURNS INT MODIFIES SQL DATA "
          "BEGIN DELETE FROM item; RETURN 1; END; "
          "CREATE PROCEDURE meddle_all() BEGIN DELETE FROM item; SELECT 1; END; "
          "CREATE DATABASE catalog; USE catalog; "
          "CREATE TABLE customer (id INT NOT NULL, region CHAR(2) NOT NULL, email VARCHAR(80) "
          "COLLATE utf8mb4_general_ci COMMENT 'Where to write', extra JSON, PRIMARY KEY (id, region), UNIQUE (email)) "
          "COMMENT 'Who buys'; "
          "INSERT INTO customer VALUES (1, 'eu', 'a', NULL), (2, 'eu', 'b', '[]'), "
          "(3, 'us', NULL, '{}'); "
          "CREATE TABLE `order``line` (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, "
          "customer_id INT, region CHAR(2), price DECIMAL(12,4), "
          "FOREIGN KEY (customer_id, region) REFERENCES customer (id, region)); "
          "CREATE TABLE loose (other INT UNIQUE, part INT NOT NULL, code INT NOT NULL, "
          "UNIQUE (code, part)); "
          "CREATE TABLE measurement (day DATE NOT NULL, value DOUBLE) "
          "PARTITION BY RANGE (YEAR(day)) (PARTITION a VALUES LESS THAN (2020), "
          "PARTITION b VALUES LESS THAN MAXVALUE); "
          "INSERT INTO measurement VALUES ('2018-01-01', 1), ('2019-01-01', 2), "
          "('2020-01-01', 3), ('2021-01-01', 4), ('2022-01-01', 5); "
          "CREATE TABLE big (a BIGINT UNSIGNED); "
          "CREATE VIEW recent AS SELECT customer_id, sum(price) AS total FROM `order``line` "
          "GROUP BY customer_id; "
          "CREATE TABLE soon_gone (a INT); CREATE VIEW broken AS SELECT a FROM soon_gone; "
          "DROP TABLE soon_gone; ANALYZE TABLE customer, measurement");
  g_test_add_func ("/source/mysql-source/a-query-takes-arguments-and-gives-typed-rows", test_query);
  g_test_add_func ("/source/mysql-source/a-text-that-comes-again-is-prepared-once", test_kept);
  g_test_add_func ("/source/mysql-source/several-cursors-read-side-by-side", test_several);
  g_test_add_func ("/source/mysql-source/a-scan-gives-each-binding-its-rows", test_scan);
  g_test_add_func ("/source/mysql-source/tables-keys-and-comments-are-found", test_introspect);
  g_test_add_func ("/source/mysql-source/without-a-database-all-are-found", test_introspect_all);
  g_test_add_func ("/source/mysql-source/nothing-can-be-written", test_read_only);
  g_test_add_func ("/source/mysql-source/our-rows-travel-or-are-refused-as-too-many", test_relation);
  g_test_add_func ("/source/mysql-source/what-cannot-be-computed-is-an-error-of-data", test_data_errors);
  result = g_test_run ();
  ask_test_mariadb_free (server);
  return result;
}
