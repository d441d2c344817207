/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A wish as SQL gives the rows that the same wish gives of rows that are here: of a file, and of a server.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "sql/ask-sql-lexer.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-postgres.h"
#include "table/ask-arrangement.h"
#include "table/ask-table-query.h"

enum
{
  N,
  WEIGHT,
  AMOUNT,
  CITY,
  DAY,
  N_COLUMNS
};

typedef struct
{
  char *folder;
  char *path;
  AskTestPostgres *server;
  AskSchema *schema;
  AskEngine *engine;
} Place;

static const char *const words[] = { "Köln", "KOLN", "koln am Rhein", "Straße", "strasse 5", "Århus", "", "  ",
                                     "it's", "12",   "a%_b",          "™",      "tm",        "Zürich" };

static char *
draw_script (guint n, const char *numeric)
{
  GString *sql = g_string_new (NULL);

  g_string_append_printf (sql,
                          "CREATE TABLE sale (n integer, weight double precision, amount %s, city text, day date);",
                          numeric);
  for (guint i = 0; i < n; i++)
    {
      const AskValue text = ask_value_text (words[g_test_rand_int_range (0, G_N_ELEMENTS (words))], -1);
      g_autofree char *city = g_test_rand_int_range (0, 8) == 0 ? g_strdup ("NULL") : ask_sql_quote_value (&text);
      g_autofree char *day = g_test_rand_int_range (0, 8) == 0
                               ? g_strdup ("NULL")
                               : g_strdup_printf ("'%d-%02d-%02d'", g_test_rand_int_range (2023, 2026),
                                                  g_test_rand_int_range (1, 13), g_test_rand_int_range (1, 29));
      char weight[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_dtostr (weight, sizeof weight, g_test_rand_int_range (-40, 40) / 8.0);
      g_string_append_printf (sql, "INSERT INTO sale VALUES (%s, %s, '%d.%02d', %s, %s);",
                              g_test_rand_int_range (0, 8) == 0 ? "NULL"
                              : g_test_rand_bit ()              ? "12"
                                                                : "7",
                              weight, g_test_rand_int_range (-20, 20), g_test_rand_int_range (0, 100), city, day);
    }
  return g_string_free (sql, FALSE);
}

static void
open_place (Place *self, AskSourceConfig *config)
{
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = ask_source_new (config, &error);
  g_autoptr (AskIntrospection) found = NULL;

  g_ptr_array_add (configs, config);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  self->schema = ask_schema_new ();
  while (found->schema->entities->len > 0)
    ask_schema_add_entity (self->schema, g_ptr_array_steal_index (found->schema->entities, 0));
  self->engine = ask_engine_new (self->schema, configs, &error);
  g_assert_no_error (error);
}

static void
close_place (Place *self)
{
  ask_engine_free (self->engine);
  ask_schema_unref (self->schema);
  if (self->path != NULL)
    {
      g_unlink (self->path);
      g_rmdir (self->folder);
    }
  g_free (self->path);
  g_free (self->folder);
  g_clear_pointer (&self->server, ask_test_postgres_free);
}

static AskResult *
query (Place *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskResult *result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);

  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  return result;
}

static AskFilter *
draw_filter (guint column)
{
  static const AskFilterKind texts[]
    = { ASK_FILTER_CONTAINS, ASK_FILTER_BEGINS, ASK_FILTER_EQUALS, ASK_FILTER_EMPTY, ASK_FILTER_CHOICES };
  static const char *const days[] = { "2024", "2024-05", "2024-12", "2025-02-14", "2024-02-28", NULL };
  static const char *const numbers[] = { "-3", "0", "1.5", "7", "12", NULL };
  AskFilterKind kind = column == CITY  ? texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))]
                       : column == DAY ? ASK_FILTER_DATES
                                       : ASK_FILTER_NUMBERS;
  AskFilter *filter = ask_filter_new (column, kind);

  filter->negated = g_test_rand_int_range (0, 3) == 0;
  if (kind <= ASK_FILTER_EQUALS)
    filter->text = g_strdup (g_test_rand_bit () ? words[g_test_rand_int_range (0, 6)] : "str");
  else if (kind == ASK_FILTER_CHOICES)
    for (int i = g_test_rand_int_range (1, 4); i > 0; i--)
      {
        AskValue choice = ask_value_text (words[g_test_rand_int_range (0, G_N_ELEMENTS (words))], -1);

        ask_filter_add_choice (filter, g_test_rand_int_range (0, 4) == 0 ? &ASK_NULL_INIT : &choice);
      }
  else if (kind != ASK_FILTER_EMPTY)
    {
      const char *const *bounds = column == DAY ? days : numbers;

      g_assert_true (
        ask_filter_read_bounds (filter, bounds[g_test_rand_int_range (0, 6)], bounds[g_test_rand_int_range (0, 6)]));
    }
  return filter;
}

static AskTableWish *
draw_wish (void)
{
  static const char *const searches[] = { "koln", "12", "2024-05", "str", "ß", "tm", "nothing" };
  AskTableWish *wish = ask_table_wish_new ();

  for (guint column = 0; column < N_COLUMNS; column++)
    if (g_test_rand_int_range (0, 4) == 0)
      ask_table_wish_take_filter (wish, draw_filter (column));
  if (g_test_rand_int_range (0, 3) == 0)
    ask_table_wish_set_search (wish, searches[g_test_rand_int_range (0, G_N_ELEMENTS (searches))]);
  return wish;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Rows as lines, in an order of their own. */
static char *
print (const AskArrangement *of)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (gsize r = 0; r < ask_arrangement_get_n_rows (of); r++)
    {
      GString *line = g_string_new (NULL);

      for (guint c = 0; c < N_COLUMNS; c++)
        {
          g_autofree char *cell = ask_value_to_text (ask_arrangement_get (of, r, c));

          g_string_append_printf (line, "%s|", cell);
        }
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
check_filters (Place *self, guint rounds)
{
  g_autoptr (AskResult) all = query (self, "SELECT * FROM sale");

  for (guint i = 0; i < rounds; i++)
    {
      g_autoptr (AskTableWish) wish = draw_wish ();
      g_autofree char *sql = ask_table_wish_to_query (wish, all->rows, "SELECT * FROM sale; -- all", 5000);
      g_autoptr (AskArrangement) here = ask_arrangement_new (all->rows, wish, NULL, NULL);
      g_autoptr (AskResult) result = query (self, sql);
      g_autoptr (AskArrangement) there = ask_arrangement_new (result->rows, NULL, NULL, NULL);
      g_autofree char *wanted = print (here);
      g_autofree char *got = print (there);

      if (!g_str_equal (got, wanted))
        g_test_message ("%s", sql);
      g_assert_cmpstr (got, ==, wanted);
    }
}

/* The first rows of each order are those of all rows. */
static void
check_orders (Place *self, gboolean pushes)
{
  g_autoptr (AskResult) all = query (self, "SELECT * FROM sale");

  for (guint column = 0; column < CITY; column++)
    for (guint descending = 0; descending < 2; descending++)
      {
        g_autoptr (AskTableWish) wish = ask_table_wish_new ();
        g_autoptr (AskArrangement) here = NULL;
        g_autoptr (AskResult) result = NULL;
        g_autofree char *sql = NULL;

        ask_table_wish_sort (wish, column, descending, FALSE);
        here = ask_arrangement_new (all->rows, wish, NULL, NULL);
        sql = ask_table_wish_to_query (wish, all->rows, "SELECT * FROM sale", 20);
        result = query (self, sql);
        g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 21);
        for (gsize r = 0; r < 20; r++)
          {
            g_autofree char *one = ask_value_to_text (ask_arrangement_get (here, r, column));
            g_autofree char *other = ask_value_to_text (ask_rows_get (result->rows, r, column));

            g_assert_cmpstr (other, ==, one);
          }
        if (pushes)
          g_assert_cmpint (result->rows_fetched, ==, 21);
      }
}

/* Of texts, a server leaves out what certainly does not pass. */
static void
check_pushed (Place *self)
{
  g_autoptr (AskResult) all = query (self, "SELECT * FROM sale");
  g_autoptr (AskTableWish) wish = ask_table_wish_new ();
  AskFilter *filter = ask_filter_new (CITY, ASK_FILTER_CONTAINS);
  g_autofree char *sql = NULL;
  g_autoptr (AskResult) result = NULL;

  filter->text = g_strdup ("strasse");
  ask_table_wish_take_filter (wish, filter);
  sql = ask_table_wish_to_query (wish, all->rows, "SELECT * FROM sale", 5000);
  result = query (self, sql);
  g_assert_cmpint (result->rows_fetched, <, (gint64) ask_rows_get_n_rows (all->rows) * 7 / 10);
}

/* Names that are there twice, and what has none. */
static void
check_names (Place *self)
{
  const char *sql = "SELECT n, n, count(*), max(amount) FROM sale GROUP BY n ORDER BY 1 LIMIT 3";
  g_autoptr (AskResult) first = query (self, sql);
  g_autoptr (AskTableWish) wish = ask_table_wish_new ();
  g_autofree char *again = NULL;
  g_autoptr (AskResult) result = NULL;

  ask_table_wish_sort (wish, 2, TRUE, FALSE);
  again = ask_table_wish_to_query (wish, first->rows, sql, 10);
  result = query (self, again);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, ask_rows_get_n_rows (first->rows));
  for (guint i = 0; i < ask_rows_get_n_columns (first->rows); i++)
    g_assert_cmpstr (ask_rows_get_column (result->rows, i)->name, ==, ask_rows_get_column (first->rows, i)->name);
}

static void
test_file (void)
{
  Place place = { NULL };
  g_autofree char *script = draw_script (300, "decimal");
  sqlite3 *db;

  place.folder = g_dir_make_tmp ("askdata-query-XXXXXX", NULL);
  place.path = g_build_filename (place.folder, "sale.sqlite", NULL);
  g_assert_cmpint (sqlite3_open (place.path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, script, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  open_place (&place, ask_source_config_new ("shop", &ask_sqlite_kind, place.path));
  check_filters (&place, 300);
  check_orders (&place, FALSE);
  check_names (&place);
  close_place (&place);
}

static void
test_server (void)
{
  Place place = { NULL };
  g_autofree char *reason = NULL;
  g_autofree char *script = NULL;

  place.server = ask_test_postgres_new (NULL, &reason);
  if (place.server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  script = draw_script (300, "numeric(30, 2)");
  ask_test_postgres_exec (place.server, script);
  open_place (&place, ask_source_config_new ("shop", &ask_postgres_kind, ask_test_postgres_get_uri (place.server)));
  check_filters (&place, 100);
  check_orders (&place, TRUE);
  check_pushed (&place);
  check_names (&place);
  close_place (&place);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/ask-table-query/a-file-gives-the-rows-that-are-wished-for", test_file);
  g_test_add_func ("/table/ask-table-query/a-server-gives-them-and-computes-the-first", test_server);
  return g_test_run ();
}
