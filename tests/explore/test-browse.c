/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages of tables that lie in a file, an API, a PostgreSQL and a MariaDB server: together they are the table, whatever
 * the order. And the rows that belong to a row, wherever they lie.
 */
#include "config.h"

#include "explore-fixture.h"

#include "explore/ask-related.h"

#define OTHERS \
  "CREATE TABLE c (id INTEGER PRIMARY KEY, a_id INTEGER); CREATE TABLE d (id INTEGER PRIMARY KEY, a_id INTEGER);"

static EngineServers servers;

static const EnginePlace all_places[] = { PLACE_FILE, PLACE_API, PLACE_POSTGRES, PLACE_MARIADB };

/* 40 rows with values that repeat and are missing. */
static char *
draw_tables (void)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE a (id INTEGER PRIMARY KEY, g TEXT, n INTEGER);"
                                          "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER);" OTHERS);

  for (int i = 1; i <= 40; i++)
    {
      g_autofree char *g
        = g_test_rand_int_range (0, 4) == 0 ? g_strdup ("NULL") : g_strdup_printf ("'%c''x'", "aBc"[i % 3]);
      g_autofree char *n
        = g_test_rand_int_range (0, 3) == 0 ? g_strdup ("NULL") : g_strdup_printf ("%d", g_test_rand_int_range (-2, 3));

      g_string_append_printf (sql, "INSERT INTO a VALUES (%d, %s, %s);", i * 3, g, n);
      g_string_append_printf (sql, "INSERT INTO b VALUES (%d, %d);", i, g_test_rand_int_range (0, 130));
    }
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static void
open_at (EnginePlace a, EnginePlace b)
{
  g_autofree char *sql = draw_tables ();

  engine_servers_open (&servers, sql, (EnginePlace[]) { a, b, PLACE_FILE, PLACE_FILE });
}

static char *
row_to_text (const AskRows *rows, gsize row)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
    {
      g_autofree char *cell = ask_value_to_text (ask_rows_get (rows, row, c));

      g_string_append_printf (text, "%s|", cell);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* All pages of @n rows, one after the other. */
static char *
read_all (const AskBrowse *browse, gsize n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (AskBrowsePage) page = NULL;
  gboolean more = TRUE;

  while (more)
    {
      g_autoptr (GError) error = NULL;
      AskBrowsePage *next = ask_browse_read (browse, servers.engine, page, n, NULL, &error);

      g_assert_no_error (error);
      for (gsize r = 0; r < ask_rows_get_n_rows (next->rows); r++)
        {
          g_autofree char *row = row_to_text (next->rows, r);

          g_string_append_printf (text, "%s\n", row);
        }
      more = next->more;
      g_clear_pointer (&page, ask_browse_page_unref);
      page = next;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
read_plain (const char *sql)
{
  g_autoptr (GString) text = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (servers.plain, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      for (int c = 0; c < sqlite3_column_count (statement); c++)
        {
          const char *cell = (const char *) sqlite3_column_text (statement, c);

          g_string_append_printf (text, "%s|", cell != NULL ? cell : "");
        }
      g_string_append_c (text, '\n');
    }
  sqlite3_finalize (statement);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_pages (void)
{
  static const struct
  {
    const char *order[3]; /* a minus for the greatest first */
    const char *sql;
  } cases[] = {
    { { NULL }, "SELECT id, g, n FROM a ORDER BY id" },
    { { "n" }, "SELECT id, g, n FROM a ORDER BY n, id" },
    { { "-n" }, "SELECT id, g, n FROM a ORDER BY n DESC, id" },
    { { "g", "-n" }, "SELECT id, g, n FROM a ORDER BY g, n DESC, id" },
    { { "-g", "-n", "-id" }, "SELECT id, g, n FROM a ORDER BY g DESC, n DESC, id DESC" },
  };

  if (!explore_start (&servers))
    return;
  for (guint p = 0; p < G_N_ELEMENTS (all_places); p++)
    {
      open_at (all_places[p], PLACE_FILE);
      for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
        {
          g_autoptr (AskBrowse) browse = ask_browse_new ("a");
          g_autofree char *whole = NULL;
          g_autofree char *pages = NULL;

          /* An API's own order says nothing of rows that are equal. */
          if (all_places[p] == PLACE_API && (i == 1 || i == 2 || i == 3))
            continue;
          for (guint o = 0; o < 3 && cases[i].order[o] != NULL; o++)
            ask_browse_add_order (browse, cases[i].order[o] + (cases[i].order[o][0] == '-'),
                                  cases[i].order[o][0] == '-');
          whole = read_plain (cases[i].sql);
          pages = read_all (browse, (gsize) g_test_rand_int_range (1, 15));
          g_assert_cmpstr (pages, ==, whole);
        }
      engine_servers_close (&servers);
    }
}

/* Rows that are equal in all of the order stand on several pages. */
static void
test_ties (void)
{
  g_autoptr (AskBrowse) browse = ask_browse_new ("a");
  g_autofree char *whole = NULL;
  g_autofree char *pages = NULL;
  AskEntity *entity;

  if (!explore_start (&servers))
    return;
  open_at (PLACE_FILE, PLACE_FILE);
  entity = ask_schema_find_entity (servers.schema, "a");
  /* A steward took for the key what is none. */
  ask_entity_find_attribute (entity, "id")->key = 0;
  ask_entity_find_attribute (entity, "g")->key = 1;
  whole = read_plain ("SELECT id, g, n FROM a ORDER BY g");
  pages = read_all (browse, 3);
  g_assert_cmpstr (pages, ==, whole);
  engine_servers_close (&servers);
}

static void
test_conditions (void)
{
  static const struct
  {
    const char *attribute;
    AskBrowseTest test;
    const char *text;
    const char *sql;
  } cases[] = {
    { "n", ASK_BROWSE_IS, " 1 ", "n = 1" },         { "n", ASK_BROWSE_IS_NOT, "1", "n <> 1" },
    { "n", ASK_BROWSE_LESS, "0.5", "n < 0.5" },     { "n", ASK_BROWSE_AT_MOST, "0", "n <= 0" },
    { "n", ASK_BROWSE_MORE, "0", "n > 0" },         { "n", ASK_BROWSE_AT_LEAST, "-1", "n >= -1" },
    { "n", ASK_BROWSE_EMPTY, "", "n IS NULL" },     { "n", ASK_BROWSE_NOT_EMPTY, "", "n IS NOT NULL" },
    { "g", ASK_BROWSE_IS, "B'x", "g = 'B''x'" },    { "g", ASK_BROWSE_CONTAINS, "b'", "g LIKE '%b''%'" },
    { "g", ASK_BROWSE_BEGINS, "b", "g LIKE 'b%'" }, { "g", ASK_BROWSE_BEGINS, "x", "g LIKE 'x%'" },
  };

  if (!explore_start (&servers))
    return;
  for (guint p = 0; p < G_N_ELEMENTS (all_places); p++)
    {
      open_at (all_places[p], PLACE_FILE);
      for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
        {
          const AskEntity *entity = ask_schema_find_entity (servers.schema, "a");
          g_autoptr (AskBrowse) browse = ask_browse_new ("a");
          g_autofree char *sql = g_strdup_printf ("SELECT id, g, n FROM a WHERE %s ORDER BY id", cases[i].sql);
          g_autofree char *whole = read_plain (sql);
          g_autofree char *found = NULL;
          g_autoptr (GError) error = NULL;

          ask_browse_add_text (browse, ask_entity_find_attribute (entity, cases[i].attribute), cases[i].test,
                               cases[i].text, &error);
          g_assert_no_error (error);
          found = read_all (browse, 7);
          g_assert_cmpstr (found, ==, whole);
        }
      engine_servers_close (&servers);
    }
}

static void
test_values (void)
{
  g_autoptr (AskEntity) entity = ask_entity_new ("a", "s", "a", ASK_ENTITY_TABLE);
  const AskAttribute *n = ask_entity_add_attribute (entity, "n", "n", ASK_TYPE_REAL);
  const AskAttribute *flag = ask_entity_add_attribute (entity, "flag", "flag", ASK_TYPE_BOOLEAN);
  g_autoptr (AskBrowse) browse = ask_browse_new ("a");
  g_autoptr (GError) error = NULL;

  g_assert_false (ask_browse_add_text (browse, n, ASK_BROWSE_MORE, "many", &error));
  g_assert_error (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_VALUE);
  g_clear_error (&error);
  g_assert_false (ask_browse_add_text (browse, flag, ASK_BROWSE_IS, "2", &error));
  g_assert_error (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_VALUE);
  g_assert_cmpuint (browse->conditions->len, ==, 0);
  g_assert_true (ask_browse_add_text (browse, flag, ASK_BROWSE_IS, "Yes", NULL));
  g_assert_cmpint (((AskBrowseCondition *) browse->conditions->pdata[0])->value.integer, ==, 1);
}

static void
test_api_pages (void)
{
  g_autoptr (AskBrowse) browse = ask_browse_new ("a");
  g_autoptr (AskBrowsePage) page = NULL;
  g_autoptr (GError) error = NULL;
  AskBrowseCount count;
  gint64 n;

  if (!explore_start (&servers))
    return;
  open_at (PLACE_API, PLACE_FILE);
  explore_page_api (&servers, 7);
  /* Seven rows a page, so five rows are in the first of six. */
  page = ask_browse_read (browse, servers.engine, NULL, 5, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (page->rows), ==, 5);
  g_assert_true (page->more);
  g_assert_cmpuint (ask_calls_count_requests (page->calls), ==, 1);
  g_assert_true (ask_browse_count (browse, servers.engine, &count, &n, NULL, &error));
  g_assert_cmpint (count, ==, ASK_BROWSE_UNKNOWN);
  g_assert_cmpuint (ask_test_server_count (servers.server, "/a"), ==, 1);
  engine_servers_close (&servers);
}

static void
test_parameter (void)
{
  const AskEntity *entity;
  AskParameter *parameter;
  g_autoptr (AskBrowse) browse = ask_browse_new ("b");
  g_autoptr (AskBrowsePage) page = NULL;
  g_autoptr (GPtrArray) missing = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *whole = NULL;
  g_autoptr (GError) error = NULL;
  AskValue value = ask_value_integer (9);

  if (!explore_start (&servers))
    return;
  open_at (PLACE_FILE, PLACE_API);
  entity = ask_schema_find_entity (servers.schema, "b");
  parameter = ask_operation_find_parameter_for (entity->operation, "a_id");
  parameter->required = TRUE;
  page = ask_browse_read (browse, servers.engine, NULL, 5, NULL, &error);
  g_assert_null (page);
  g_assert_error (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_PARAMETER);
  g_assert_nonnull (strstr (error->message, "a_id"));
  g_clear_error (&error);
  missing = ask_browse_list_missing (browse, entity);
  g_assert_cmpuint (missing->len, ==, 1);
  g_assert_cmpuint (ask_test_server_count (servers.server, "/b"), ==, 0);
  ask_browse_add_condition (browse, "a_id", ASK_BROWSE_IS, &value);
  rows = read_all (browse, 50);
  whole = read_plain ("SELECT id, a_id FROM b WHERE a_id = 9 ORDER BY id");
  g_assert_cmpstr (rows, ==, whole);
  engine_servers_close (&servers);
}

static void
test_count (void)
{
  g_autoptr (GError) error = NULL;

  if (!explore_start (&servers))
    return;
  for (guint p = 0; p < G_N_ELEMENTS (all_places); p++)
    {
      g_autoptr (AskBrowse) browse = ask_browse_new ("a");
      AskBrowseCount count;
      gint64 n;

      open_at (all_places[p], PLACE_FILE);
      g_assert_true (ask_browse_count (browse, servers.engine, &count, &n, NULL, &error));
      g_assert_cmpint (count, ==, all_places[p] == PLACE_API ? ASK_BROWSE_UNKNOWN : ASK_BROWSE_EXACT);
      g_assert_cmpint (n, ==, all_places[p] == PLACE_API ? -1 : 40);
      engine_servers_close (&servers);
    }
}

static void
test_hidden (void)
{
  g_autoptr (AskBrowse) browse = ask_browse_new ("b");
  g_autoptr (AskBrowsePage) page = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *sql = NULL;

  if (!explore_start (&servers))
    return;
  open_at (PLACE_FILE, PLACE_FILE);
  ask_schema_add_relationship (servers.schema, "b", "a_id", "a", "id");
  ask_entity_find_attribute (ask_schema_find_entity (servers.schema, "b"), "a_id")->hidden = TRUE;
  page = ask_browse_read (browse, servers.engine, NULL, 5, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_columns (page->rows), ==, 1);
  /* Nobody sees it, and the relationship still joins. */
  g_assert_nonnull (ask_browse_page_get (page, 0, "a_id"));
  sql = ask_browse_to_sql (browse, servers.schema, &error);
  g_assert_cmpstr (sql, ==, "SELECT id FROM b ORDER BY id");
  ask_browse_add_order (browse, "a_id", FALSE);
  g_assert_null (ask_browse_read (browse, servers.engine, NULL, 5, NULL, &error));
  g_assert_error (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_HIDDEN);
  engine_servers_close (&servers);
}

/* Of each row of @page the rows along @relation, against plain SQL. */
static void
check_relation (const AskRelation *relation, const AskBrowsePage *page, const char *sql)
{
  for (gsize r = 0; r < ask_rows_get_n_rows (page->rows); r++)
    {
      const AskValue *value = ask_browse_page_get (page, r, ask_relation_get_own (relation)->pdata[0]);
      g_autofree char *text = value->kind == ASK_VALUE_NULL ? g_strdup ("NULL") : ask_value_to_text (value);
      g_auto (GStrv) parts = g_strsplit (sql, "%s", -1);
      g_autofree char *query = g_strjoinv (text, parts);
      g_autofree char *whole = read_plain (query);
      g_autoptr (AskBrowse) browse = ask_related_browse (relation, page, r);
      g_autofree char *found = browse != NULL ? read_all (browse, 4) : g_strdup ("");

      g_assert_cmpstr (found, ==, whole);
    }
}

static void
test_related (void)
{
  if (!explore_start (&servers))
    return;
  for (guint p = 0; p < 16; p++)
    {
      g_autoptr (AskBrowse) of_a = ask_browse_new ("a");
      g_autoptr (AskBrowse) of_b = ask_browse_new ("b");
      g_autoptr (AskBrowsePage) a = NULL;
      g_autoptr (AskBrowsePage) b = NULL;
      g_autoptr (GPtrArray) from_a = NULL;
      g_autoptr (GPtrArray) from_b = NULL;
      g_autofree char *words = NULL;

      open_at (all_places[p / 4], all_places[p % 4]);
      ask_schema_add_relationship (servers.schema, "b", "a_id", "a", "id");
      a = ask_browse_read (of_a, servers.engine, NULL, 6, NULL, NULL);
      b = ask_browse_read (of_b, servers.engine, NULL, 6, NULL, NULL);
      from_a = ask_related_list (servers.schema, ask_schema_find_entity (servers.schema, "a"));
      from_b = ask_related_list (servers.schema, ask_schema_find_entity (servers.schema, "b"));
      g_assert_cmpuint (from_a->len, ==, 1);
      g_assert_cmpuint (from_b->len, ==, 1);
      words = ask_relation_to_words (from_a->pdata[0]);
      g_assert_cmpstr (words, ==, "b (a_id)");
      check_relation (from_a->pdata[0], a, "SELECT id, a_id FROM b WHERE a_id = %s ORDER BY id");
      check_relation (from_b->pdata[0], b, "SELECT id, g, n FROM a WHERE id = %s ORDER BY id");
      engine_servers_close (&servers);
    }
}

static void
test_related_self (void)
{
  g_autoptr (AskBrowse) browse = ask_browse_new ("a");
  g_autoptr (AskBrowsePage) page = NULL;
  g_autoptr (GPtrArray) relations = NULL;

  if (!explore_start (&servers))
    return;
  open_at (PLACE_POSTGRES, PLACE_FILE);
  ask_schema_add_relationship (servers.schema, "a", "n", "a", "id");
  page = ask_browse_read (browse, servers.engine, NULL, 10, NULL, NULL);
  relations = ask_related_list (servers.schema, ask_schema_find_entity (servers.schema, "a"));
  g_assert_cmpuint (relations->len, ==, 2);
  /* Rows whose n is NULL refer to none. */
  check_relation (relations->pdata[0], page, "SELECT id, g, n FROM a WHERE id = %s ORDER BY id");
  check_relation (relations->pdata[1], page, "SELECT id, g, n FROM a WHERE n = %s ORDER BY id");
  engine_servers_close (&servers);
}

/* A number in one place is a text in another: they meet as in a join. */
static void
test_related_types (void)
{
  static const char sql[]
    = "CREATE TABLE a (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER);"
      "CREATE TABLE b (id INTEGER PRIMARY KEY, x TEXT, y TEXT);" OTHERS
      "INSERT INTO a VALUES (1, 7, 1), (2, 7, 2), (3, 8, NULL);"
      "INSERT INTO b VALUES (1, '7', '1'), (2, '007', '1'), (3, '7', '2'), (4, 'seven', '1'), (5, '8', NULL);";
  static const char *const expected[] = { "1|7|1|\n2|007|1|\n", "3|7|2|\n", "" };

  if (!explore_start (&servers))
    return;
  for (guint p = 0; p < G_N_ELEMENTS (all_places); p++)
    {
      g_autoptr (AskBrowse) browse = ask_browse_new ("a");
      g_autoptr (AskBrowsePage) page = NULL;
      g_autoptr (GPtrArray) relations = NULL;
      AskRelationship *relationship;

      if (all_places[p] == PLACE_API)
        continue;
      engine_servers_open (&servers, sql, (EnginePlace[]) { PLACE_FILE, all_places[p], PLACE_FILE, PLACE_FILE });
      relationship = ask_schema_add_relationship (servers.schema, "b", "x", "a", "x");
      g_ptr_array_add (relationship->from_attributes, g_strdup ("y"));
      g_ptr_array_add (relationship->to_attributes, g_strdup ("y"));
      page = ask_browse_read (browse, servers.engine, NULL, 10, NULL, NULL);
      relations = ask_related_list (servers.schema, ask_schema_find_entity (servers.schema, "a"));
      for (gsize r = 0; r < 3; r++)
        {
          g_autoptr (AskBrowse) others = ask_related_browse (relations->pdata[0], page, r);
          g_autofree char *found = others != NULL ? read_all (others, 10) : g_strdup ("");

          g_assert_cmpstr (found, ==, expected[r]);
        }
      engine_servers_close (&servers);
    }
}

int
main (int argc, char **argv)
{
  int code;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explore/ask-browse/pages-together-are-the-table-in-any-order", test_pages);
  g_test_add_func ("/explore/ask-browse/rows-with-the-same-key-come-once-each", test_ties);
  g_test_add_func ("/explore/ask-browse/conditions-mean-what-they-say-in-every-place", test_conditions);
  g_test_add_func ("/explore/ask-browse/a-value-that-cannot-be-is-refused", test_values);
  g_test_add_func ("/explore/ask-browse/an-api-is-called-for-one-page-only", test_api_pages);
  g_test_add_func ("/explore/ask-browse/a-required-parameter-is-asked-for", test_parameter);
  g_test_add_func ("/explore/ask-browse/rows-are-counted-where-that-is-cheap", test_count);
  g_test_add_func ("/explore/ask-browse/hidden-columns-join-and-are-not-shown", test_hidden);
  g_test_add_func ("/explore/ask-related/rows-belong-together-across-all-places", test_related);
  g_test_add_func ("/explore/ask-related/an-entity-can-refer-to-itself", test_related_self);
  g_test_add_func ("/explore/ask-related/parts-of-a-key-meet-as-in-a-join", test_related_types);
  code = g_test_run ();
  engine_servers_stop (&servers);
  return code;
}
