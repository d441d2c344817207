/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pivots: what is summed up, how it is ordered and refused; and that queries over a file and over a server give the same cells
 * as the rows themselves.
 */
#include "config.h"

#include "table/ask-pivot-table.h"

#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-postgres.h"
#include "table/ask-table-error.h"

#define TEXT(string) ask_value_text (string, -1)

enum
{
  CITY,
  KIND,
  DAY,
  AT,
  AMOUNT,
  WEIGHT,
  N,
  PRICE,
  N_COLUMNS
};

/* A handful of rows whose sums can be reckoned by hand. */
static AskRows *
new_rows (void)
{
  AskRows *rows = ask_rows_new ();
  AskValue cells[][N_COLUMNS] = {
    { TEXT ("Lyon"), TEXT ("shop"), TEXT ("2025-01-31"), TEXT ("2025-01-31 23:30:00-02:00"), TEXT ("0.10"),
      ask_value_real (1.5), ask_value_integer (1), ask_value_real (10) },
    { TEXT ("Lyon"), TEXT ("web"), TEXT ("2025-02-01"), TEXT ("2025-02-01 10:00"), TEXT ("0.20"), ask_value_real (2),
      ask_value_integer (2), ask_value_real (20) },
    { TEXT ("Nice"), TEXT ("web"), TEXT ("2024-12-30"), ASK_NULL_INIT, TEXT ("12345678901234567890.30"), ASK_NULL_INIT,
      ask_value_integer (3), ask_value_real (30) },
    { TEXT ("Nice"), TEXT ("web"), ASK_NULL_INIT, ASK_NULL_INIT, ASK_NULL_INIT, ask_value_real (4),
      ask_value_integer (3), ask_value_real (10) },
    { ASK_NULL_INIT, TEXT ("shop"), TEXT ("2025-02-28"), ASK_NULL_INIT, TEXT ("-1"), ask_value_real (-0.25),
      ask_value_integer (5), ask_value_real (10) },
  };

  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "kind", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "day", ASK_TYPE_DATE);
  ask_rows_add_column (rows, "at", ASK_TYPE_DATETIME);
  ask_rows_add_column (rows, "amount", ASK_TYPE_DECIMAL);
  ask_rows_add_column (rows, "weight", ASK_TYPE_REAL);
  ask_rows_add_column (rows, "n", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "price", ASK_TYPE_REAL);
  ask_rows_set_sense (rows, PRICE,
                      &(AskSense) { .meaning = ASK_MEANING_MONEY, .adding = ASK_ADDING_NO, .unit = "EUR" });
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    ask_rows_append (rows, cells[i]);
  return rows;
}

/* Lines of "a|b|c", the names first. */
static char *
print_rows (const AskRows *rows)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", ask_rows_get_column (rows, i)->name);
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
      {
        g_autofree char *cell = ask_value_to_text (ask_rows_get (rows, r, i));

        g_string_append_printf (text, "%s%s", i > 0 ? "|" : "\n", cell);
      }
  return g_string_free (text, FALSE);
}

static char *
print_table (AskPivotTable *table, GHashTable *closed, gboolean exact)
{
  g_autoptr (GArray) lines = NULL;
  g_autoptr (GArray) columns = NULL;
  g_autoptr (AskRows) rows = ask_pivot_table_to_rows (table, closed, exact, &lines, &columns);

  g_assert_cmpuint (lines->len, ==, ask_rows_get_n_rows (rows));
  return print_rows (rows);
}

static AskPivotTable *
compute (const AskPivot *pivot, AskRows *rows)
{
  g_autoptr (GError) error = NULL;
  AskPivotTable *table = ask_pivot_table_new (pivot, rows, NULL, &error);

  g_assert_no_error (error);
  return table;
}

static void
check (const AskPivot *pivot, const char *expected)
{
  g_autoptr (AskRows) rows = new_rows ();
  g_autoptr (AskPivotTable) table = compute (pivot, rows);
  g_autofree char *text = print_table (table, NULL, TRUE);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_totals (void)
{
  g_autoptr (AskPivot) pivot = ask_pivot_new ();

  ask_pivot_add_row (pivot, CITY, ASK_PIVOT_WHOLE);
  ask_pivot_add_row (pivot, KIND, ASK_PIVOT_WHOLE);
  ask_pivot_add_column (pivot, DAY, ASK_PIVOT_YEAR);
  ask_pivot_add_value (pivot, AMOUNT, ASK_PIVOT_SUM, ASK_PIVOT_OF_NOTHING);
  check (pivot, "city|kind|2024|2025|(none)|Total\n"
                "Lyon|Total||0.3||0.3\n"
                "Lyon|shop||0.1||0.1\n"
                "Lyon|web||0.2||0.2\n"
                "Nice|Total|12345678901234567890.3|||12345678901234567890.3\n"
                "Nice|web|12345678901234567890.3|||12345678901234567890.3\n"
                "(none)|Total||-1||-1\n"
                "(none)|shop||-1||-1\n"
                "Total||12345678901234567890.3|-0.7||12345678901234567889.6");
}

static void
test_functions (void)
{
  g_autoptr (AskPivot) pivot = ask_pivot_new ();

  ask_pivot_add_row (pivot, KIND, ASK_PIVOT_WHOLE);
  ask_pivot_add_value (pivot, -1, ASK_PIVOT_COUNT, ASK_PIVOT_OF_NOTHING);
  ask_pivot_add_value (pivot, WEIGHT, ASK_PIVOT_COUNT, ASK_PIVOT_OF_NOTHING);
  ask_pivot_add_value (pivot, WEIGHT, ASK_PIVOT_AVERAGE, ASK_PIVOT_OF_NOTHING);
  ask_pivot_add_value (pivot, AMOUNT, ASK_PIVOT_MOST, ASK_PIVOT_OF_NOTHING);
  ask_pivot_add_value (pivot, DAY, ASK_PIVOT_LEAST, ASK_PIVOT_OF_NOTHING);
  ask_pivot_add_value (pivot, PRICE, ASK_PIVOT_DISTINCT, ASK_PIVOT_OF_NOTHING);
  ask_pivot_add_value (pivot, N, ASK_PIVOT_SUM, ASK_PIVOT_OF_COLUMN);
  check (
    pivot,
    "kind|count|count of weight|average of weight|largest amount|smallest day|different price|sum of n, of the column\n"
    "shop|2|2|0.625|0.10|2025-01-31|1|0.42857142857142855\n"
    "web|3|2|3.0|12345678901234567890.30|2024-12-30|3|0.5714285714285714\n"
    "Total|5|4|1.8125|12345678901234567890.30|2024-12-30|3|1.0");
}

/* A moment with a zone is of the day that it is in UTC; a week of the year that its Thursday is in. */
static void
test_parts (void)
{
  static const struct
  {
    guint column;
    AskPivotPart part;
    const char *expected;
  } cases[] = {
    { DAY, ASK_PIVOT_QUARTER, "day, by quarter|count\n2024-Q4|1\n2025-Q1|3\n(none)|1\nTotal|5" },
    { DAY, ASK_PIVOT_MONTH, "day, by month|count\n2024-12|1\n2025-01|1\n2025-02|2\n(none)|1\nTotal|5" },
    { DAY, ASK_PIVOT_WEEK, "day, by week|count\n2025-W01|1\n2025-W05|2\n2025-W09|1\n(none)|1\nTotal|5" },
    { AT, ASK_PIVOT_DAY, "at, by day|count\n2025-02-01|2\n(none)|3\nTotal|5" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskPivot) pivot = ask_pivot_new ();

      ask_pivot_add_row (pivot, cases[i].column, cases[i].part);
      ask_pivot_add_value (pivot, -1, ASK_PIVOT_COUNT, ASK_PIVOT_OF_NOTHING);
      check (pivot, cases[i].expected);
    }
}

static void
test_order (void)
{
  g_autoptr (AskPivot) pivot = ask_pivot_new ();
  AskPivotField *field;

  ask_pivot_add_row (pivot, CITY, ASK_PIVOT_WHOLE);
  ask_pivot_add_value (pivot, N, ASK_PIVOT_SUM, ASK_PIVOT_OF_NOTHING);
  field = &g_array_index (pivot->rows, AskPivotField, 0);
  field->descending = TRUE;
  check (pivot, "city|sum of n\nNice|6\nLyon|3\n(none)|5\nTotal|14");
  field->by_value = TRUE;
  check (pivot, "city|sum of n\nNice|6\n(none)|5\nLyon|3\nTotal|14");
}

/* Closed groups keep their line; behind each cell are exactly its rows. */
static void
test_lines (void)
{
  g_autoptr (AskRows) rows = new_rows ();
  g_autoptr (AskPivot) pivot = ask_pivot_new ();
  g_autoptr (GHashTable) closed = g_hash_table_new (NULL, NULL);
  g_autoptr (AskPivotTable) table = NULL;
  g_autoptr (GArray) lines = NULL;
  g_autoptr (GArray) columns = NULL;
  g_autoptr (AskRows) shown = NULL;
  g_autofree char *text = NULL;
  const AskPivotLine *line;

  ask_pivot_add_row (pivot, CITY, ASK_PIVOT_WHOLE);
  ask_pivot_add_row (pivot, KIND, ASK_PIVOT_WHOLE);
  ask_pivot_add_column (pivot, DAY, ASK_PIVOT_MONTH);
  ask_pivot_add_value (pivot, -1, ASK_PIVOT_COUNT, ASK_PIVOT_OF_NOTHING);
  table = compute (pivot, rows);
  shown = ask_pivot_table_to_rows (table, NULL, FALSE, &lines, &columns);
  line = &g_array_index (lines, AskPivotLine, 0);
  g_assert_true (line->open && line->has_groups && line->level == 0);
  g_hash_table_add (closed, GUINT_TO_POINTER (line->group));
  text = print_table (table, closed, FALSE);
  g_assert_true (g_str_has_prefix (text, "city|kind|2024-12|2025-01|2025-02|(none)|Total\n▸ Lyon|||1|1||2\n▾ Nice|"));
  for (guint r = 0; r < lines->len; r++)
    for (guint c = 0; c < columns->len; c++)
      {
        guint row = g_array_index (lines, AskPivotLine, r).group;
        guint column = g_array_index (columns, AskPivotColumn, c).group;
        AskValue value = ask_pivot_table_get (table, row, column, 0);
        g_autoptr (AskPivot) narrow = ask_pivot_table_narrow (table, row, column);
        g_autoptr (AskRows) behind = ask_pivot_filter_rows (narrow, rows, NULL, NULL);

        g_assert_cmpint (value.kind == ASK_VALUE_NULL ? 0 : value.integer, ==, (gint64) ask_rows_get_n_rows (behind));
      }
}

static void
test_refused (void)
{
  static const struct
  {
    int column;
    AskPivotFunction function;
    AskPivotShare share;
    const char *message;
  } cases[] = {
    { PRICE, ASK_PIVOT_SUM, ASK_PIVOT_OF_NOTHING,
      "The sum of “price” means nothing. Take the average, the smallest or the largest." },
    { CITY, ASK_PIVOT_AVERAGE, ASK_PIVOT_OF_NOTHING,
      "“city” are no numbers, so they have no sum and no average. Count them." },
    { WEIGHT, ASK_PIVOT_AVERAGE, ASK_PIVOT_OF_ALL, "Only sums and counts have shares: “weight” is something else." },
    { N_COLUMNS, ASK_PIVOT_SUM, ASK_PIVOT_OF_NOTHING, "A column of the pivot is gone. Choose its fields anew." },
  };
  g_autoptr (AskRows) rows = new_rows ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskPivot) pivot = ask_pivot_new ();
      g_autoptr (GError) error = NULL;

      ask_pivot_add_value (pivot, cases[i].column, cases[i].function, cases[i].share);
      g_assert_null (ask_pivot_table_new (pivot, rows, NULL, &error));
      g_assert_error (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_PIVOT);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
  g_assert_cmpint (ask_pivot_suggest (rows, AMOUNT), ==, ASK_PIVOT_SUM);
  g_assert_cmpint (ask_pivot_suggest (rows, PRICE), ==, ASK_PIVOT_AVERAGE);
  g_assert_cmpint (ask_pivot_suggest (rows, CITY), ==, ASK_PIVOT_COUNT);
}

/* What dragging does: a field goes where it is put, once, and a value means something at once. */
static void
test_put (void)
{
  g_autoptr (AskRows) rows = new_rows ();
  g_autoptr (AskPivot) pivot = ask_pivot_new ();
  const AskPivotPlace end[] = { { ASK_PIVOT_FIELDS, G_MAXUINT },
                                { ASK_PIVOT_ROWS, G_MAXUINT },
                                { ASK_PIVOT_COLUMNS, G_MAXUINT },
                                { ASK_PIVOT_VALUES, G_MAXUINT },
                                { ASK_PIVOT_FILTERS, G_MAXUINT } };
  const struct
  {
    AskPivotPlace from;
    AskPivotPlace to;
    const char *wells;
  } steps[] = {
    { { ASK_PIVOT_FIELDS, CITY }, end[ASK_PIVOT_ROWS], "city;;;" },
    { { ASK_PIVOT_FIELDS, DAY }, end[ASK_PIVOT_ROWS], "city,day, by month;;;" },
    { { ASK_PIVOT_ROWS, 1 }, { ASK_PIVOT_ROWS, 0 }, "day, by month,city;;;" },
    { { ASK_PIVOT_ROWS, 0 }, { ASK_PIVOT_ROWS, 2 }, "city,day, by month;;;" },
    { { ASK_PIVOT_ROWS, 1 }, end[ASK_PIVOT_COLUMNS], "city;day, by month;;" },
    { { ASK_PIVOT_FIELDS, PRICE }, end[ASK_PIVOT_VALUES], "city;day, by month;average of price;" },
    { { ASK_PIVOT_FIELDS, CITY }, end[ASK_PIVOT_VALUES], "city;day, by month;average of price,count of city;" },
    { { ASK_PIVOT_FIELDS, AMOUNT },
      { ASK_PIVOT_VALUES, 0 },
      "city;day, by month;sum of amount,average of price,count of city;" },
    { { ASK_PIVOT_VALUES, 1 }, end[ASK_PIVOT_FIELDS], "city;day, by month;sum of amount,count of city;" },
    { { ASK_PIVOT_COLUMNS, 0 }, end[ASK_PIVOT_FILTERS], "city;;sum of amount,count of city;day, by month" },
    { { ASK_PIVOT_FIELDS, CITY }, end[ASK_PIVOT_COLUMNS], ";city;sum of amount,count of city;day, by month" },
    { { ASK_PIVOT_ROWS, 7 }, end[ASK_PIVOT_COLUMNS], ";city;sum of amount,count of city;day, by month" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      ask_pivot_put (pivot, rows, steps[i].from, steps[i].to);
      for (guint well = ASK_PIVOT_ROWS; well < ASK_N_PIVOT_WELLS; well++)
        {
          if (well > ASK_PIVOT_ROWS)
            g_string_append_c (text, ';');
          for (guint at = 0; at < ask_pivot_count (pivot, (AskPivotWell) well); at++)
            {
              g_autofree char *words = ask_pivot_describe (pivot, rows, (AskPivotPlace) { (AskPivotWell) well, at });

              g_string_append_printf (text, "%s%s", at > 0 ? "," : "", words);
            }
        }
      g_assert_cmpstr (text->str, ==, steps[i].wells);
    }
}

static void
test_too_wide (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskPivot) pivot = ask_pivot_new ();
  g_autoptr (GError) error = NULL;

  ask_rows_add_column (rows, "id", ASK_TYPE_INTEGER);
  for (gint64 i = 0; i <= ASK_PIVOT_MAX_COLUMNS; i++)
    {
      AskValue id = ask_value_integer (i);

      ask_rows_append (rows, &id);
    }
  ask_pivot_add_column (pivot, 0, ASK_PIVOT_WHOLE);
  ask_pivot_add_value (pivot, -1, ASK_PIVOT_COUNT, ASK_PIVOT_OF_NOTHING);
  g_assert_null (ask_pivot_table_new (pivot, rows, NULL, &error));
  g_assert_error (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_LARGE);
}

typedef struct
{
  char *folder;
  char *path;
  AskTestPostgres *server;
  AskSchema *schema;
  AskEngine *engine;
} Place;

static char *
draw_script (guint n, const char *numeric)
{
  GString *sql = g_string_new (NULL);

  g_string_append_printf (sql,
                          "CREATE TABLE sale (city text, kind text, day date, at timestamp, amount %s, weight "
                          "double precision, n integer, price double precision);",
                          numeric);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *city = g_test_rand_int_range (0, 9) == 0
                                ? g_strdup ("NULL")
                                : g_strdup_printf ("'city %d'", g_test_rand_int_range (0, 6));
      g_autofree char *day = g_test_rand_int_range (0, 9) == 0
                               ? g_strdup ("NULL")
                               : g_strdup_printf ("'%d-%02d-%02d'", g_test_rand_int_range (2023, 2026),
                                                  g_test_rand_int_range (1, 13), g_test_rand_int_range (1, 29));
      g_autofree char *amount
        = g_test_rand_int_range (0, 9) == 0
            ? g_strdup ("NULL")
            : g_strdup_printf ("'%d.%02d'", g_test_rand_int_range (-1000, 1000000), g_test_rand_int_range (0, 100));
      double weight = g_test_rand_int_range (-1000, 1000) / 8.0;
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (sql,
                              "INSERT INTO sale VALUES (%s, '%s', %s, '2025-%02d-01 10:%02d:00', %s, %s, %d, %d.5);",
                              city, g_test_rand_bit () ? "web" : "shop", day, g_test_rand_int_range (1, 13),
                              g_test_rand_int_range (0, 60), amount, g_ascii_dtostr (number, sizeof number, weight),
                              g_test_rand_int_range (-5, 50), g_test_rand_int_range (0, 9));
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
open_file (Place *self)
{
  g_autofree char *script = draw_script (300, "text");
  sqlite3 *db;

  self->folder = g_dir_make_tmp ("askdata-pivot-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "sale.sqlite", NULL);
  g_assert_cmpint (sqlite3_open (self->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, script, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  open_place (self, ask_source_config_new ("shop", &ask_sqlite_kind, self->path));
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

static AskPivot *
draw_pivot (const AskRows *rows)
{
  for (;;)
    {
      g_autoptr (AskPivot) pivot = ask_pivot_new ();
      int n_rows = g_test_rand_int_range (0, 3), n_columns = g_test_rand_int_range (0, 3);
      int n_values = g_test_rand_int_range (1, 4);

      for (int i = 0; i < n_rows + n_columns; i++)
        {
          static const guint fields[] = { CITY, KIND, DAY, AT, N };
          guint column = fields[g_test_rand_int_range (0, G_N_ELEMENTS (fields))];
          AskPivotPart part = column == DAY || column == AT
                                ? (AskPivotPart) g_test_rand_int_range (0, ASK_N_PIVOT_PARTS)
                                : ASK_PIVOT_WHOLE;

          if (i < n_rows)
            ask_pivot_add_row (pivot, column, part);
          else if (part != ASK_PIVOT_DAY && (part != ASK_PIVOT_WHOLE || column == KIND || column == CITY))
            ask_pivot_add_column (pivot, column, part);
        }
      for (int i = 0; i < n_values; i++)
        ask_pivot_add_value (pivot, g_test_rand_int_range (-1, N_COLUMNS),
                             (AskPivotFunction) g_test_rand_int_range (0, ASK_N_PIVOT_FUNCTIONS), ASK_PIVOT_OF_NOTHING);
      if (g_test_rand_int_range (0, 3) == 0)
        {
          AskPivotFilter *filter = ask_pivot_filter_new (DAY, ASK_PIVOT_YEAR);
          AskValue year = ask_value_integer (2024);

          ask_pivot_filter_choose (filter, &year);
          if (g_test_rand_bit ())
            ask_pivot_filter_choose (filter, &ASK_NULL_INIT);
          ask_pivot_add_filter (pivot, filter);
        }
      if (ask_pivot_check (pivot, rows, NULL))
        return g_steal_pointer (&pivot);
    }
}

static void
assert_same (const AskRows *a, const AskRows *b)
{
  g_autofree char *one = print_rows (a);
  g_autofree char *other = print_rows (b);

  if (ask_rows_get_n_rows (a) != ask_rows_get_n_rows (b) || ask_rows_get_n_columns (a) != ask_rows_get_n_columns (b))
    g_assert_cmpstr (one, ==, other);
  for (gsize r = 0; r < ask_rows_get_n_rows (a); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (a); c++)
      {
        double x, y;
        const AskValue *left = ask_rows_get (a, r, c), *right = ask_rows_get (b, r, c);

        if (left->kind == ASK_VALUE_REAL && ask_value_get_number (left, &x) && ask_value_get_number (right, &y)
            && fabs (x - y) <= 1e-9 * MAX (1, fabs (x)))
          continue;
        if (!ask_value_equal (left, right))
          g_assert_cmpstr (one, ==, other);
      }
}

/* @pushes: whether a server has to have grouped */
static void
check_place (Place *self, guint rounds, gboolean pushes)
{
  g_autoptr (AskResult) all = query (self, "SELECT * FROM sale");

  for (guint i = 0; i < rounds; i++)
    {
      g_autoptr (AskPivot) pivot = draw_pivot (all->rows);
      g_autoptr (AskPivotTable) here = compute (pivot, all->rows);
      g_autoptr (GPtrArray) queries = ask_pivot_make_queries (pivot, all->rows, "sale", NULL);
      g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_rows_unref);
      g_autoptr (AskPivotTable) there = NULL;
      g_autoptr (AskPivot) narrow = NULL;
      g_autoptr (GArray) lines = NULL, more_lines = NULL, columns = NULL, more_columns = NULL;
      g_autoptr (AskRows) one = NULL, other = NULL, behind = NULL;
      g_autoptr (AskResult) drilled = NULL;
      g_autofree char *drill = NULL;
      g_autoptr (GError) error = NULL;

      for (guint q = 0; q < queries->len; q++)
        {
          g_autoptr (AskResult) result = query (self, ((AskPivotQuery *) queries->pdata[q])->sql);

          g_ptr_array_add (parts, ask_rows_ref (result->rows));
        }
      there = ask_pivot_table_collect (pivot, all->rows, parts, NULL, &error);
      g_assert_no_error (error);
      one = ask_pivot_table_to_rows (here, NULL, TRUE, &lines, &columns);
      other = ask_pivot_table_to_rows (there, NULL, TRUE, &more_lines, &more_columns);
      assert_same (one, other);
      if (lines->len == 0)
        continue;
      /* The rows behind a cell. */
      guint row = g_array_index (more_lines, AskPivotLine, (guint) g_test_rand_int_range (0, (int) lines->len)).group;

      narrow = ask_pivot_table_narrow (there, row, 0);
      drill = ask_pivot_make_rows_query (narrow, all->rows, "sale");
      drilled = query (self, drill);
      behind = ask_pivot_filter_rows (narrow, all->rows, NULL, NULL);
      g_assert_cmpuint (ask_rows_get_n_rows (drilled->rows), ==, ask_rows_get_n_rows (behind));
    }
  if (pushes)
    {
      g_autoptr (AskPivot) pivot = ask_pivot_new ();
      g_autoptr (GPtrArray) queries = NULL;
      g_autoptr (AskResult) result = NULL;

      ask_pivot_add_row (pivot, CITY, ASK_PIVOT_WHOLE);
      ask_pivot_add_column (pivot, DAY, ASK_PIVOT_MONTH);
      ask_pivot_add_value (pivot, WEIGHT, ASK_PIVOT_AVERAGE, ASK_PIVOT_OF_NOTHING);
      queries = ask_pivot_make_queries (pivot, all->rows, "sale", NULL);
      result = query (self, ((AskPivotQuery *) queries->pdata[0])->sql);
      g_assert_cmpuint (result->remote->len, ==, 1);
      g_assert_nonnull (strstr (((AskRemoteQuery *) result->remote->pdata[0])->sql, "GROUP BY"));
      g_assert_cmpint (result->rows_fetched, ==, (gint64) ask_rows_get_n_rows (result->rows));
    }
}

static void
test_file (void)
{
  Place place = { NULL };

  open_file (&place);
  check_place (&place, 150, FALSE);
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
  check_place (&place, 60, TRUE);
  close_place (&place);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/ask-pivot/groups-have-subtotals-with-all-their-digits", test_totals);
  g_test_add_func ("/table/ask-pivot/each-function-is-what-it-says", test_functions);
  g_test_add_func ("/table/ask-pivot/days-are-grouped-by-parts-of-the-calendar", test_parts);
  g_test_add_func ("/table/ask-pivot/groups-are-ordered-by-label-or-value", test_order);
  g_test_add_func ("/table/ask-pivot/behind-each-cell-are-its-rows", test_lines);
  g_test_add_func ("/table/ask-pivot/what-means-nothing-is-refused-in-words", test_refused);
  g_test_add_func ("/table/ask-pivot/fields-go-where-they-are-put", test_put);
  g_test_add_func ("/table/ask-pivot/too-many-columns-are-an-error", test_too_wide);
  g_test_add_func ("/table/ask-pivot/drawn-pivots-of-a-file-are-those-of-its-rows", test_file);
  g_test_add_func ("/table/ask-pivot/a-server-groups-and-gives-the-same-cells", test_server);
  return g_test_run ();
}
