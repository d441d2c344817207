/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a profile says, against plain SQL over the same rows in one SQLite file: over drawn tables that lie in a file, an
 * API, a PostgreSQL and a MariaDB server.
 */
#include "config.h"

#include "explore-fixture.h"

#include "engine/ask-cost.h"
#include "explore/ask-profile.h"

#define OTHERS \
  "CREATE TABLE c (id INTEGER PRIMARY KEY, a_id INTEGER); CREATE TABLE d (id INTEGER PRIMARY KEY, a_id INTEGER);"

static EngineServers servers;

static const EnginePlace all_places[] = { PLACE_FILE, PLACE_API, PLACE_POSTGRES, PLACE_MARIADB };

static char *
draw_text (void)
{
  static const char *const texts[]
    = { "NULL",  "''",  "'  '", "'a'",   "' a'",  "'a '",  "'B'",  "'12'",         "'-3'", "' 4.5 '", "'+7'",
        "'1-2'", "'.'", "'-'",  "'1.5'", "'007'", "'1,5'", "'x1'", "'2020-01-01'", "'ß'",  "'it''s'" };

  return g_strdup (texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))]);
}

static char *
draw_number (int least, int most, int nulls)
{
  return g_test_rand_int_range (0, 100) < nulls ? g_strdup ("NULL")
                                                : g_strdup_printf ("%d", g_test_rand_int_range (least, most));
}

static char *
draw_tables (int n_rows)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE a (id INTEGER PRIMARY KEY, g TEXT, n INTEGER, r REAL);"
                                          "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER);" OTHERS);
  int span = g_test_rand_int_range (1, 200);

  for (int i = 1; i <= n_rows; i++)
    {
      g_autofree char *t = draw_text ();
      g_autofree char *n = draw_number (-span, span, 10);
      g_autofree char *r = draw_number (-1000, 1000, 30);

      g_string_append_printf (sql, "INSERT INTO a VALUES (%d, %s, %s, %s%s);", i * 2, t, n, r,
                              g_str_equal (r, "NULL") ? "" : ".25");
      if (i <= 20)
        g_string_append_printf (sql, "INSERT INTO b VALUES (%d, %d);", i, g_test_rand_int_range (1, 2 * n_rows));
    }
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static void
open_drawn (EnginePlace place, int n_rows)
{
  g_autofree char *sql = draw_tables (n_rows);

  engine_servers_open (&servers, sql, (EnginePlace[]) { place, PLACE_FILE, PLACE_FILE, PLACE_FILE });
}

static AskProfile *
profile (const char *entity, gint64 n_sample)
{
  g_autoptr (GError) error = NULL;
  AskProfile *self
    = ask_profile_run (servers.engine, &(AskProfileRequest) { .entity = entity, .n_sample = n_sample }, NULL, &error);

  g_assert_no_error (error);
  return self;
}

static const AskProfileAttribute *
find (const AskProfile *self, const char *name)
{
  for (guint i = 0; i < self->attributes->len; i++)
    if (g_str_equal (((AskProfileAttribute *) self->attributes->pdata[i])->attribute->name, name))
      return self->attributes->pdata[i];
  g_assert_not_reached ();
}

/* The first cell of @format with @column, over the plain file. */
static char *
ask_plain (const char *format, const char *column)
{
  g_auto (GStrv) parts = g_strsplit (format, "$", -1);
  g_autofree char *sql = g_strjoinv (column, parts);
  sqlite3_stmt *statement = NULL;
  char *cell;

  g_assert_cmpint (sqlite3_prepare_v2 (servers.plain, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  cell = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return cell;
}

static void
assert_same (const char *format, const char *column, const AskValue *value)
{
  g_autofree char *plain = ask_plain (format, column);
  g_autofree char *text = value->kind != ASK_VALUE_NULL ? ask_value_to_text (value) : NULL;

  g_assert_cmpstr (text, ==, plain);
}

static void
assert_count (const char *format, const char *column, gint64 n)
{
  g_autofree char *plain = ask_plain (format, column);

  g_assert_cmpint (n, ==, g_ascii_strtoll (plain, NULL, 10));
}

/* Bars and the rest are all rows with a value, each bar what plain SQL counts. */
static void
check_bars (const AskProfileAttribute *self)
{
  gint64 sum = self->n_others;

  for (guint i = 0; i < self->bars->len; i++)
    {
      const AskProfileBar *bar = self->bars->pdata[i];
      gboolean last = i + 1 == self->bars->len;
      g_autofree char *low = ask_value_to_text (&bar->low);
      g_autofree char *high = bar->high.kind != ASK_VALUE_NULL ? ask_value_to_text (&bar->high) : NULL;
      g_autofree char *quoted = g_strdup_printf ("%s", low);
      g_autofree char *format = NULL;

      if (self->spread == ASK_PROFILE_HISTOGRAM)
        format = g_strdup_printf ("SELECT count(*) FROM a WHERE $ >= %s AND $ %s %s", low, last ? "<=" : "<", high);
      else if (bar->low.kind == ASK_VALUE_TEXT)
        {
          g_auto (GStrv) parts = g_strsplit (quoted, "'", -1);
          g_autofree char *doubled = g_strjoinv ("''", parts);

          format = g_strdup_printf ("SELECT count(*) FROM a WHERE $ = '%s'", doubled);
        }
      else
        format = g_strdup_printf ("SELECT count(*) FROM a WHERE $ = %s", low);
      assert_count (format, self->attribute->name, bar->n);
      sum += bar->n;
    }
  if (self->spread != ASK_PROFILE_NOTHING)
    g_assert_cmpint (sum, ==, self->n_rows - self->n_empty);
}

static void
check_attribute (const AskProfileAttribute *self)
{
  const char *column = self->attribute->name;

  g_assert_no_error (self->failure);
  g_assert_true (self->ready);
  assert_count ("SELECT count(*) FROM a", column, self->n_rows);
  assert_count ("SELECT count(*) FROM a WHERE $ IS NULL", column, self->n_empty);
  assert_count ("SELECT count(DISTINCT $) FROM a", column, self->n_distinct);
  assert_same ("SELECT min($) FROM a", column, &self->least);
  assert_same ("SELECT max($) FROM a", column, &self->most);
  if (self->attribute->type == ASK_TYPE_TEXT)
    {
      assert_count ("SELECT count(*) FROM a WHERE trim($) = ''", column, self->n_blank);
      assert_count ("SELECT count(*) FROM a WHERE trim($) <> $", column, self->n_outer_blanks);
      /* Said another way than the profile says it. */
      assert_count ("SELECT count(*) FROM a WHERE trim($) REGEXP '^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)\\z'", column,
                    self->n_numbers);
    }
  check_bars (self);
}

static void
on_regexp (sqlite3_context *context, int n, sqlite3_value **values)
{
  const char *pattern = (const char *) sqlite3_value_text (values[0]);
  const char *text = (const char *) sqlite3_value_text (values[1]);

  sqlite3_result_int (context, text != NULL && g_regex_match_simple (pattern, text, 0, 0));
}

static void
test_property (void)
{
  if (!explore_start (&servers))
    return;
  for (guint p = 0; p < 2 * G_N_ELEMENTS (all_places); p++)
    {
      g_autoptr (AskProfile) self = NULL;

      open_drawn (all_places[p % 4], g_test_rand_int_range (1, 120));
      sqlite3_create_function (servers.plain, "regexp", 2, SQLITE_UTF8, NULL, on_regexp, NULL, NULL);
      self = profile ("a", 0);
      g_assert_cmpint (self->sample, ==, ASK_PROFILE_ALL_ROWS);
      g_assert_cmpuint (self->attributes->len, ==, 4);
      for (guint i = 0; i < self->attributes->len; i++)
        check_attribute (self->attributes->pdata[i]);
      assert_count ("SELECT count(*) FROM a", "", self->n_rows);
      g_assert_true (self->key_ready);
      g_assert_cmpint (self->n_key_repeated + self->n_key_empty, ==, 0);
      engine_servers_close (&servers);
    }
}

/* Servers compute all of it: no row of theirs comes here. */
static void
test_pushed (void)
{
  if (!explore_start (&servers))
    return;
  for (guint p = 2; p < G_N_ELEMENTS (all_places); p++)
    {
      g_autoptr (AskProfile) self = NULL;

      open_drawn (all_places[p], 120);
      ask_engine_set_caps (servers.engine, NULL, &(AskCaps) { .rows = 200 });
      self = profile ("a", 0);
      for (guint i = 0; i < self->attributes->len; i++)
        g_assert_no_error (((AskProfileAttribute *) self->attributes->pdata[i])->failure);
      engine_servers_close (&servers);
    }
}

static void
test_key (void)
{
  static const char sql[] = "CREATE TABLE a (x INTEGER, y INTEGER, z INTEGER);"
                            "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER);" OTHERS
                            "INSERT INTO a VALUES (1, 1, 1), (1, 1, 2), (1, 2, 3), (2, 1, 3), (2, 1, 4), (2, 1, 5),"
                            "  (NULL, 1, 6), (NULL, 1, 7);";
  g_autoptr (AskProfile) self = NULL;
  AskEntity *entity;

  if (!explore_start (&servers))
    return;
  engine_servers_open (&servers, sql, (EnginePlace[]) { PLACE_FILE, PLACE_FILE, PLACE_FILE, PLACE_FILE });
  entity = ask_schema_find_entity (servers.schema, "a");
  ask_entity_find_attribute (entity, "x")->key = 1;
  ask_entity_find_attribute (entity, "y")->key = 2;
  self = profile ("a", 0);
  g_assert_true (self->key_ready);
  g_assert_cmpint (self->n_key_repeated, ==, 2);
  g_assert_cmpint (self->n_key_rows, ==, 5);
  g_assert_cmpint (self->n_key_empty, ==, 2);
  ask_profile_free (g_steal_pointer (&self));
  ask_entity_find_attribute (entity, "y")->key = 0;
  self = profile ("a", 0);
  g_assert_cmpint (self->n_key_repeated, ==, 2);
  g_assert_cmpint (self->n_key_rows, ==, 6);
  g_assert_cmpint (self->n_key_empty, ==, 2);
  engine_servers_close (&servers);
}

static void
test_match (void)
{
  static const char sql[] = "CREATE TABLE a (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER);"
                            "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER, x INTEGER, y INTEGER);" OTHERS
                            "INSERT INTO a VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1);"
                            "INSERT INTO b VALUES (1, 1, 1, 1), (2, 1, 1, 2), (3, 2, 2, 2), (4, 9, 2, NULL),"
                            "  (5, NULL, 2, 1);";

  if (!explore_start (&servers))
    return;
  for (guint p = 0; p < G_N_ELEMENTS (all_places); p++)
    {
      g_autoptr (AskProfile) self = NULL;
      AskRelationship *parts;
      const AskProfileMatch *single, *composite;

      if (all_places[p] == PLACE_API)
        continue;
      engine_servers_open (&servers, sql, (EnginePlace[]) { all_places[p], PLACE_FILE, PLACE_FILE, PLACE_FILE });
      ask_schema_add_relationship (servers.schema, "b", "a_id", "a", "id");
      parts = ask_schema_add_relationship (servers.schema, "b", "x", "a", "x");
      g_ptr_array_add (parts->from_attributes, g_strdup ("y"));
      g_ptr_array_add (parts->to_attributes, g_strdup ("y"));
      self = profile ("b", 0);
      g_assert_cmpuint (self->matches->len, ==, 2);
      single = self->matches->pdata[0];
      composite = self->matches->pdata[1];
      g_assert_no_error (single->failure);
      g_assert_cmpint (single->n_checked, ==, 3);
      g_assert_cmpint (single->n_found, ==, 2);
      g_assert_no_error (composite->failure);
      g_assert_cmpint (composite->n_checked, ==, 4);
      g_assert_cmpint (composite->n_found, ==, 3);
      engine_servers_close (&servers);
    }
}

static void
test_sample (void)
{
  if (!explore_start (&servers))
    return;
  for (guint p = 0; p < G_N_ELEMENTS (all_places); p++)
    {
      g_autoptr (AskProfile) some = NULL;
      g_autoptr (AskProfile) all = NULL;
      gboolean api = all_places[p] == PLACE_API;
      const AskProfileAttribute *id;

      open_drawn (all_places[p], 1000);
      if (api)
        explore_page_api (&servers, 100);
      some = profile ("a", 200);
      id = find (some, "id");
      g_assert_cmpint (some->sample, ==, api ? ASK_PROFILE_FIRST_ROWS : ASK_PROFILE_SPREAD_ROWS);
      g_assert_cmpint (some->n_rows, ==, api ? -1 : 1000);
      g_assert_cmpint (some->n_read, >=, 150);
      g_assert_cmpint (some->n_read, <=, 250);
      /* Rows from all over are among them. */
      if (!api)
        g_assert_cmpint (id->most.integer, >, 1900);
      else
        g_assert_cmpuint (some->n_calls, ==, 2);
      all = profile ("a", api ? 5000 : -1);
      g_assert_cmpint (all->sample, ==, ASK_PROFILE_ALL_ROWS);
      g_assert_cmpint (all->n_rows, ==, 1000);
      engine_servers_close (&servers);
    }
}

/* Without a key of numbers it is the first rows. */
static void
test_first_rows (void)
{
  g_autoptr (AskProfile) self = NULL;

  if (!explore_start (&servers))
    return;
  open_drawn (PLACE_POSTGRES, 300);
  ask_entity_find_attribute (ask_schema_find_entity (servers.schema, "a"), "id")->key = 0;
  self = profile ("a", 100);
  g_assert_cmpint (self->sample, ==, ASK_PROFILE_FIRST_ROWS);
  g_assert_cmpint (self->n_read, ==, 100);
  g_assert_cmpint (self->n_rows, ==, 300);
  engine_servers_close (&servers);
}

static void
test_sensitive (void)
{
  g_autoptr (AskProfile) self = NULL;
  g_autoptr (JsonNode) json = NULL;
  g_autofree char *text = NULL;
  const AskProfileAttribute *g;
  AskEntity *entity;

  if (!explore_start (&servers))
    return;
  open_drawn (PLACE_POSTGRES, 50);
  entity = ask_schema_find_entity (servers.schema, "a");
  ask_entity_find_attribute (entity, "g")->sensitive = TRUE;
  ask_entity_find_attribute (entity, "r")->hidden = TRUE;
  self = profile ("a", 0);
  g_assert_cmpuint (self->attributes->len, ==, 3);
  g = find (self, "g");
  assert_count ("SELECT count(DISTINCT $) FROM a", "g", g->n_distinct);
  g_assert_cmpint (g->least.kind, ==, ASK_VALUE_NULL);
  g_assert_cmpint (g->most.kind, ==, ASK_VALUE_NULL);
  g_assert_cmpuint (g->bars->len, ==, 0);
  json = ask_profile_to_json (self);
  text = json_to_string (json, FALSE);
  g_assert_nonnull (strstr (text, "\"withheld\":true"));
  g_assert_null (strstr (text, "it's"));
  engine_servers_close (&servers);
}

static void
test_time (void)
{
  static const char sql[]
    = "CREATE TABLE a (id INTEGER PRIMARY KEY, day DATE, due DATE, at DATETIME);"
      "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER);" OTHERS
      "WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 60) INSERT INTO a"
      " SELECT i, date ('2020-01-15', (i * 31) || ' days'), date ('2999-01-01', i || ' days'),"
      " datetime ('2021-03-01', (i * 7) || ' hours') FROM s;";
  g_autoptr (AskProfile) self = NULL;
  const AskProfileAttribute *day, *at;
  gint64 n = 0;

  if (!explore_start (&servers))
    return;
  engine_servers_open (&servers, sql, (EnginePlace[]) { PLACE_FILE, PLACE_FILE, PLACE_FILE, PLACE_FILE });
  self = profile ("a", 0);
  day = find (self, "day");
  at = find (self, "at");
  g_assert_cmpint (day->spread, ==, ASK_PROFILE_HISTOGRAM);
  /* Five years, a bar each year; 17 days, a bar each day. */
  g_assert_cmpuint (day->bars->len, ==, 6);
  g_assert_cmpuint (at->bars->len, ==, 18);
  for (guint i = 0; i < at->bars->len; i++)
    n += ((AskProfileBar *) at->bars->pdata[i])->n;
  g_assert_cmpint (n, ==, 60);
  /* What is due in a thousand years is no sign of freshness. */
  g_assert_cmpstr (self->newest->attribute->name, ==, "day");
  engine_servers_close (&servers);
}

static void
on_part (const AskProfile *self, AskProfilePart part, guint index, gpointer data)
{
  guint *n = data;

  if (part == ASK_PROFILE_PART_ATTRIBUTE)
    {
      g_assert_true (((AskProfileAttribute *) self->attributes->pdata[index])->ready);
      n[0]++;
    }
}

static void
on_part_leave (const AskProfile *self, AskProfilePart part, guint index, gpointer data)
{
  if (part == ASK_PROFILE_PART_ATTRIBUTE)
    g_cancellable_cancel (data);
}

static void
test_pieces (void)
{
  g_autoptr (GCancellable) leave = g_cancellable_new ();
  g_autoptr (AskProfile) self = NULL;
  g_autoptr (AskProfile) left = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  if (!explore_start (&servers))
    return;
  open_drawn (PLACE_FILE, 30);
  self = ask_profile_run (servers.engine, &(AskProfileRequest) { .entity = "a", .on_part = on_part, .data = &n }, NULL,
                          &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 4);
  left
    = ask_profile_run (servers.engine, &(AskProfileRequest) { .entity = "a", .on_part = on_part_leave, .data = leave },
                       leave, &error);
  g_assert_null (left);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  engine_servers_close (&servers);
}

int
main (int argc, char **argv)
{
  int code;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explore/ask-profile/drawn-tables-are-what-plain-sql-says", test_property);
  g_test_add_func ("/explore/ask-profile/servers-compute-all-of-it", test_pushed);
  g_test_add_func ("/explore/ask-profile/keys-that-repeat-or-lack-are-counted", test_key);
  g_test_add_func ("/explore/ask-profile/relationships-have-their-match-rate", test_match);
  g_test_add_func ("/explore/ask-profile/a-sample-says-what-it-is", test_sample);
  g_test_add_func ("/explore/ask-profile/without-a-key-the-first-rows-are-sampled", test_first_rows);
  g_test_add_func ("/explore/ask-profile/sensitive-values-are-withheld-and-counted", test_sensitive);
  g_test_add_func ("/explore/ask-profile/time-has-bars-and-tells-what-is-newest", test_time);
  g_test_add_func ("/explore/ask-profile/pieces-come-one-by-one-until-it-is-left", test_pieces);
  code = g_test_run ();
  engine_servers_stop (&servers);
  return code;
}
