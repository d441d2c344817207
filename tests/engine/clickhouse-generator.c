/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statements over two tables of a ClickHouse server, drawn by GLib's random numbers, and the tables: "t" with a column
 * of each type that is compared there, and "u", whose columns are keys of "t" with repetitions and NULLs.
 */
#include "config.h"

#include "clickhouse-generator.h"

static const struct
{
  const char *columns;
  const char *values;
  guint n;
} tables[] = {
  { "id Int32, n Nullable(Int32), big Int64, u UInt64, r Nullable(Float64), d Decimal(9, 2), day Date, "
    "at DateTime('Europe/Paris'), s String, ns Nullable(String), e Enum8('a' = 1, 'b' = 2), b UInt8",
    "number, if(number % 5 = 0, NULL, toInt32(number % 7) - 3), "
    "toInt64(number) * 4000000000000, 18446744073709551615 - number, if(number % 6 = 0, NULL, number / 8), "
    "toDecimal32(number, 2) / 4, toDate('2023-12-25') + toInt32(number % 20), "
    "toDateTime('2024-03-31 00:30:00', 'UTC') + toInt32(number) * 1800, "
    "arrayElement(['', 'a', 'B', 'b', 'ü', 'a\\'b', 'aa\\\\'], toInt32(number % 7) + 1), "
    "if(number % 4 = 0, NULL, toString(number % 3)), if(number % 2 = 0, 'a', 'b'), number % 2",
    200 },
  { "id Int64, k Nullable(Int8), ns Nullable(String), s String, day Date, r Nullable(Float64), low String, "
    "e Enum8('a' = 1, 'c' = 2)",
    "toInt64(number % 20) * 4000000000000, if(number % 4 = 0, NULL, toInt8(number % 5) - 2), "
    "if(number % 3 = 0, NULL, toString(number % 4)), arrayElement(['', 'a', 'B', 'c', 'ü'], toInt32(number % 5) + 1), "
    "toDate('2023-12-30') + toInt32(number % 9), if(number % 6 = 0, NULL, number / 4), "
    "arrayElement(['a', 'b', 'x'], toInt32(number % 3) + 1), if(number % 2 = 0, 'a', 'c')",
    24 },
};

/**
 * clickhouse_generator_dup_create:
 * @table: 0 or 1
 * @name: what it is to be called
 * @engine: such as "MergeTree ORDER BY id"
 *
 * Returns: (transfer full): its CREATE TABLE
 */
char *
clickhouse_generator_dup_create (guint table, const char *name, const char *engine)
{
  return g_strdup_printf ("CREATE TABLE shop.%s (%s) ENGINE = %s", name, tables[table].columns, engine);
}

/**
 * clickhouse_generator_dup_insert:
 * @table: 0 or 1
 * @name: what it is called
 * @part, @n_parts: each row is in one of so many parts
 *
 * Returns: (transfer full): an INSERT of the rows of that part
 */
char *
clickhouse_generator_dup_insert (guint table, const char *name, guint part, guint n_parts)
{
  return g_strdup_printf ("INSERT INTO shop.%s SELECT %s FROM (SELECT number FROM system.numbers LIMIT %u) "
                          "WHERE intHash32(number) %% %u = %u",
                          name, tables[table].values, tables[table].n, n_parts, part);
}

typedef struct
{
  const char *const *names;
  guint n;
} Columns;

static const char *const columns[] = { "id", "n", "big", "u", "r", "d", "day", "at", "s", "ns", "e", "b" };
static const char *const columns_of_two[] = { "x.id", "x.n",  "x.big", "x.u",  "x.r", "x.d",   "x.at", "x.ns",  "x.e",
                                              "x.b",  "y.id", "y.k",   "y.ns", "y.s", "y.day", "y.r",  "y.low", "y.e" };
static const char *const columns_of_three[]
  = { "x.id", "x.n", "x.s", "x.day", "y.id", "y.k", "y.ns", "y.low", "z.id", "z.k", "z.ns", "z.s", "z.e", "z.r" };
static const char *const keys[] = { "x.n = y.k",
                                    "y.id = x.big",
                                    "x.s = y.s",
                                    "x.ns = y.ns",
                                    "x.day = y.day",
                                    "x.e = y.low",
                                    "y.e = x.e",
                                    "x.n = y.k AND x.s = y.s",
                                    "y.ns = x.ns AND x.n = y.k AND y.id > 1",
                                    "x.s = y.low AND y.k IS NOT NULL",
                                    "x.b = y.k AND x.ns = y.s" };
static const char *const third_keys[]
  = { "z.k = y.k", "z.id = x.big", "y.s = z.s", "z.ns = x.ns AND y.k = z.k", "z.low = y.low AND z.id = y.id" };
static const char *const values[] = { "0",
                                      "3",
                                      "-2",
                                      "2.5",
                                      "-2.5",
                                      "-9223372036854775808",
                                      "'a'",
                                      "''",
                                      "'ü'",
                                      "'B'",
                                      "NULL",
                                      "100",
                                      "1e15",
                                      "'2024-01-01'",
                                      "'1'",
                                      "'aa\\'",
                                      "'a''b'",
                                      "12.25",
                                      "'2024-03-31T01:00:00Z'",
                                      "400000000000000",
                                      "18446744073709551600" };
static const char *const operators[] = { "=", "<>", "<", "<=", ">", ">=" };
static const char *const aggregates[]
  = { "count(*)", "count(%s)", "min(%s)", "max(%s)", "sum(%s)", "avg(%s)", "count(DISTINCT %s)", "total(%s)" };

static const char *
pick (const char *const *from, guint n)
{
  return from[g_test_rand_int_range (0, (gint) n)];
}

#define PICK(list) pick (list, G_N_ELEMENTS (list))

static void
append_condition (GString *sql, const Columns *from, guint depth)
{
  switch (g_test_rand_int_range (0, depth > 2 ? 5 : 8))
    {
    case 0:
      g_string_append_printf (sql, "%s IS %sNULL", pick (from->names, from->n), g_test_rand_bit () ? "NOT " : "");
      return;
    case 1:
      g_string_append_printf (sql, "%s BETWEEN %s AND %s", pick (from->names, from->n), PICK (values), PICK (values));
      return;
    case 2:
      g_string_append_printf (sql, "%s %sIN (%s, %s)", pick (from->names, from->n), g_test_rand_bit () ? "NOT " : "",
                              PICK (values), PICK (values));
      return;
    case 3:
    case 4:
      g_string_append_printf (sql, "%s %s %s", pick (from->names, from->n), PICK (operators), PICK (values));
      return;
    case 5:
      g_string_append (sql, "NOT (");
      append_condition (sql, from, depth + 1);
      g_string_append_c (sql, ')');
      return;
    default:
      g_string_append_c (sql, '(');
      append_condition (sql, from, depth + 1);
      g_string_append (sql, g_test_rand_bit () ? ") AND (" : ") OR (");
      append_condition (sql, from, depth + 1);
      g_string_append_c (sql, ')');
    }
}

/* "x JOIN y ON …", with a third table now and then. Returns: whether the word WHERE stands in it */
static gboolean
append_joins (GString *sql, guint n_tables)
{
  const gboolean comma = g_test_rand_int_range (0, 4) == 0;
  const char *word = g_test_rand_bit () ? "LEFT JOIN" : "JOIN";

  if (comma)
    g_string_append (sql, n_tables == 2 ? " FROM u AS y, t AS x" : " FROM u AS y, t AS x, u AS z");
  else
    g_string_append_printf (sql, " FROM t AS x %s u AS y ON %s", word, PICK (keys));
  if (comma)
    g_string_append_printf (sql, " WHERE %s", PICK (keys));
  if (n_tables == 3)
    g_string_append_printf (sql, comma ? " AND %.0s%s" : " %s u AS z ON %s", g_test_rand_bit () ? word : "JOIN",
                            PICK (third_keys));
  return comma;
}

/**
 * clickhouse_generator_draw:
 * @n_tables: 1, of "t", to 3, with "u" twice
 *
 * Returns: (transfer full): a SELECT whose rows have one order
 */
char *
clickhouse_generator_draw (guint n_tables)
{
  static const Columns lists[] = { { columns, G_N_ELEMENTS (columns) },
                                   { columns_of_two, G_N_ELEMENTS (columns_of_two) },
                                   { columns_of_three, G_N_ELEMENTS (columns_of_three) } };
  const Columns from = lists[n_tables - 1];
  GString *sql = g_string_new ("SELECT ");
  const char *group = g_test_rand_bit () ? pick (from.names, from.n) : NULL;
  const char *form = PICK (aggregates);
  g_auto (GStrv) halves = g_strsplit (form, "%s", 2);
  g_autofree char *aggregate = g_strjoinv (pick (from.names, from.n), halves);
  gboolean grouped = g_test_rand_bit ();
  gboolean has_where = FALSE;

  if (!grouped)
    g_string_append_printf (sql, "%s%s, %s, %s", g_test_rand_int_range (0, 6) == 0 ? "DISTINCT " : "", from.names[0],
                            pick (from.names, from.n), pick (from.names, from.n));
  else
    g_string_append_printf (sql, "%s%s%s", group != NULL ? group : "", group != NULL ? ", " : "", aggregate);
  if (n_tables == 1)
    g_string_append (sql, " FROM t");
  else
    has_where = append_joins (sql, n_tables);
  if (g_test_rand_int_range (0, 4) > 0)
    {
      g_string_append (sql, has_where ? " AND (" : " WHERE (");
      append_condition (sql, &from, 0);
      g_string_append_c (sql, ')');
    }
  if (grouped && group != NULL)
    {
      g_string_append_printf (sql, " GROUP BY %s", group);
      if (g_test_rand_int_range (0, 4) == 0)
        g_string_append (sql, " HAVING count(*) > 3");
    }
  /* All of a row is in the order, so that it is one. */
  if (!grouped)
    g_string_append (sql, g_test_rand_bit () ? " ORDER BY 2, 1, 3" : " ORDER BY 3 DESC, 1, 2");
  else if (group != NULL)
    g_string_append (sql, g_test_rand_bit () ? " ORDER BY 1" : " ORDER BY 1 DESC");
  if (g_test_rand_int_range (0, 4) == 0)
    g_string_append_printf (sql, " LIMIT %d", g_test_rand_int_range (0, 12));
  return g_string_free (sql, FALSE);
}
