/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random tables and queries, drawn with g_test_rand_*, so that a seed repeats a failure.
 */
#include "config.h"

#include "engine-queries.h"

#include <string.h>

/* Values that invite mistakes: digits in text, case, empty, NULL, the ends of 64 bits. */
static const char *const texts[]
  = { "'x'", "'X'", "'y'", "'07'", "'7'", "'7.0'", "''", "'ä b'", "'o''k'", "NULL", "'a&b=c'" };
static const char *const integers[] = { "0", "1", "2", "3", "7", "-1", "NULL",
                                        "9223372036854775807", "9007199254740993" };
static const char *const reals[] = { "0.0", "0.1", "7.0", "-2.5", "NULL", "1e300" };

#define PICK(array) array[g_test_rand_int_range (0, G_N_ELEMENTS (array))]

/** engine_queries_make_tables: Returns: (transfer full): SQL for tables a, b, c and d with random rows */
char *
engine_queries_make_tables (void)
{
  GString *sql = g_string_new ("CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL);"
                               "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
                               "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
                               "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);");

  for (int i = 1; i <= 23; i++)
    {
      g_string_append_printf (sql, "INSERT INTO a VALUES(%d, %s, %s, %s);", i, PICK (texts),
                              PICK (integers), PICK (reals));
      for (int t = 0; t < 3; t++)
        {
          /* "a_id" points somewhere, nowhere, or at nothing. */
          g_autofree char *target = g_test_rand_int_range (0, 8) == 0
                                      ? g_strdup ("NULL")
                                      : g_strdup_printf ("%d", g_test_rand_int_range (1, 27));

          g_string_append_printf (sql, "INSERT INTO %c VALUES(%d, %s, %s);", 'b' + t, i, target,
                                  PICK (texts));
        }
    }
  return g_string_free (sql, FALSE);
}

static char *
condition (const char *table)
{
  static const char *const text_columns[] = { "t" };
  gboolean is_a = strcmp (table, "a") == 0;
  const char *column;
  const char *value;
  const char *other;

  switch (g_test_rand_int_range (0, 3))
    {
    case 0:
      column = is_a ? "g" : PICK (text_columns);
      value = PICK (texts);
      other = PICK (texts);
      break;
    case 1:
      column = is_a ? "n" : "a_id";
      value = PICK (integers);
      /* Text beside an integer column, which affinity converts. */
      other = g_test_rand_int_range (0, 4) == 0 ? "'7'" : PICK (integers);
      break;
    default:
      column = is_a ? "x" : "id";
      value = is_a ? PICK (reals) : PICK (integers);
      other = "3";
    }
  switch (g_test_rand_int_range (0, 9))
    {
    case 0:
    case 1:
    case 2:
      return g_strdup_printf ("%s.%s = %s", table, column, value);
    case 3:
    case 4:
      return g_strdup_printf ("%s.%s IN (%s, %s, %s)", table, column, value, other, value);
    case 5:
      return g_strdup_printf ("%s.%s > %s", table, column, value);
    case 6:
      return g_strdup_printf ("%s.%s IS %sNULL", table, column,
                              g_test_rand_int_range (0, 2) ? "NOT " : "");
    case 7:
      return g_strdup_printf ("(%s.%s = %s OR %s.%s = %s)", table, column, value, table, column,
                              other);
    default:
      return g_strdup_printf ("%s.%s = %s COLLATE NOCASE", table, column, value);
    }
}

/** engine_queries_random: Returns: (transfer full): a query over one to three of them */
char *
engine_queries_random (void)
{
  static const char *const froms[] = {
    "a",
    "b",
    "a JOIN b ON b.a_id = a.id",
    "a LEFT JOIN b ON b.a_id = a.id",
    "b JOIN a ON a.id = b.a_id",
    "a JOIN c ON c.a_id = a.id",
    "a LEFT JOIN c ON c.a_id = a.id",
    "d JOIN c ON c.a_id = d.a_id",
    "d JOIN a ON a.id = d.a_id",
    "d LEFT JOIN a ON a.n = d.a_id",
    "a JOIN d ON d.t = a.g",
    "d JOIN a ON a.id = d.a_id JOIN c ON c.a_id = a.id",
    "a JOIN b ON b.t = a.g",
    "d JOIN b ON b.a_id = d.a_id AND b.t = d.t",
  };
  const char *from = PICK (froms);
  g_autoptr (GString) where = g_string_new (NULL);
  const char *select;
  const char *tail = "";

  for (const char *table = "abcd"; *table != '\0'; table++)
    {
      g_autofree char *word = g_strdup_printf ("%c", *table);
      g_autofree char *first = g_strdup_printf ("%c ", *table);
      g_autofree char *joined = g_strdup_printf ("JOIN %c ", *table);
      gboolean present
        = strcmp (from, word) == 0 || g_str_has_prefix (from, first) || strstr (from, joined);

      if (present && g_test_rand_int_range (0, 3) > 0)
        {
          g_autofree char *text = condition (word);

          g_string_append_printf (where, "%s %s", where->len > 0 ? " AND" : " WHERE", text);
        }
    }
  if (strstr (from, "a ") == from && g_test_rand_int_range (0, 5) == 0)
    g_string_append_printf (where, "%s EXISTS (SELECT 1 FROM b AS e WHERE e.a_id = a.id)",
                            where->len > 0 ? " AND" : " WHERE");
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      select = "count(*), min(1)";
      break;
    case 1:
      select = "DISTINCT *";
      break;
    default:
      select = "*";
    }
  if (select[0] == '*' && g_test_rand_int_range (0, 6) == 0)
    tail = " UNION ALL SELECT 1, 2, 3, 4";
  if (strcmp (from, "a") != 0)
    tail = "";
  return g_strdup_printf ("SELECT %s FROM %s%s%s", select, from, where->str, tail);
}

/**
 * engine_queries_random_form:
 *
 * The rest of SQL, over a, b, c, d and a temporary table "step" of the columns of d.
 *
 * Returns: (transfer full): a query
 */
char *
engine_queries_random_form (void)
{
  /* Each %s is a condition on a. */
  static const char *const forms[] = {
    "SELECT id, row_number() OVER (PARTITION BY g ORDER BY id) AS r, sum(n) OVER (ORDER BY id ROWS 2 "
    "PRECEDING) > 0 AS s, lag(x) OVER (ORDER BY id) AS l FROM a WHERE n < 8 AND (%s OR %s)",
    "WITH q AS (SELECT * FROM a WHERE %s) SELECT p.id, q.id FROM q AS p JOIN q ON q.g = p.g WHERE "
    "p.id IN (SELECT q.id FROM q AS a WHERE %s)",
    "WITH q AS MATERIALIZED (SELECT id, g FROM a WHERE %s) SELECT * FROM q JOIN b ON b.a_id = q.id "
    "WHERE EXISTS (SELECT 1 FROM q AS e WHERE e.g = b.t) OR b.id IN (SELECT id FROM a WHERE %s)",
    "SELECT a.id, (SELECT count(*) FROM b WHERE b.a_id = a.id) AS n, (SELECT max(t) FROM c WHERE "
    "c.a_id = a.n) AS m FROM a WHERE %s AND NOT (%s)",
    "SELECT d.id, a.id, b.id FROM d LEFT JOIN a ON a.id = d.a_id AND %s LEFT JOIN b ON b.a_id = a.id "
    "LEFT JOIN c ON c.a_id = b.id WHERE a.id IS NULL OR %s",
    "SELECT * FROM a JOIN d USING (id) WHERE %s AND %s",
    "SELECT * FROM d LEFT JOIN a USING (id) WHERE %s OR %s",
    "SELECT count(*), min(id), max(t) FROM b NATURAL JOIN d WHERE 1 IN (SELECT 1 FROM a WHERE %s AND "
    "%s)",
    "SELECT id FROM d WHERE a_id IN (SELECT n FROM a WHERE %s) OR a_id IN (SELECT id FROM a WHERE "
    "%s)",
    "SELECT id FROM d WHERE a_id NOT IN (SELECT n FROM a WHERE n IS NOT NULL AND %s OR %s)",
    "SELECT id FROM a WHERE n IN (SELECT a_id FROM d) AND g IN (SELECT t FROM d) AND (%s OR %s)",
    "SELECT id FROM a WHERE (id, g) IN (SELECT id, t FROM d) OR (n, id) = (1, 5) OR (%s AND %s)",
    "SELECT id FROM a WHERE (id, n) IN (VALUES (1, 1), (2, 2), (3, NULL), (5, 7)) OR %s AND %s",
    "SELECT id FROM a WHERE id BETWEEN 3 AND 9 AND g BETWEEN '0' AND 'x' AND (%s OR %s)",
    "SELECT * FROM (SELECT id, g FROM a WHERE %s ORDER BY id DESC LIMIT 5 OFFSET 2) AS q WHERE id > "
    "(SELECT count(*) FROM a WHERE %s) - 20",
    "SELECT q.id, b.id FROM (SELECT id FROM a WHERE %s ORDER BY g, id LIMIT 6) AS q JOIN b ON "
    "b.a_id = q.id WHERE q.id NOT IN (SELECT id FROM a WHERE %s)",
    "SELECT g FROM a WHERE %s UNION SELECT t FROM b UNION SELECT g FROM a WHERE %s",
    "SELECT id FROM a WHERE %s EXCEPT SELECT id FROM a WHERE %s",
    "SELECT g, n FROM a WHERE %s INTERSECT SELECT g, n FROM a WHERE NOT %s",
    "SELECT p.id, a.id FROM a AS p JOIN a ON a.n = p.id OR a.id = p.n WHERE %s AND %s",
    "SELECT p.id, q.id FROM a AS p, a AS q WHERE p.g = 'x' AND q.g = 'y' AND 1 IN (SELECT 1 FROM a "
    "WHERE %s OR %s)",
    "SELECT p.id, a.id FROM a AS p LEFT JOIN a ON a.id = p.id + 1 AND a.g = p.g WHERE p.id < 20 AND "
    "(%s OR %s OR a.id IS NULL)",
    "SELECT g, count(*) FILTER (WHERE n > 1) AS k, sum(x) FILTER (WHERE %s) IS NULL AS v FROM a "
    "WHERE %s GROUP BY g HAVING count(*) > 0",
    "SELECT id FROM a WHERE g COLLATE NOCASE IN ('X', 'y') AND (%s OR %s)",
    "SELECT count(*) FROM a WHERE %s OR g = 'X' COLLATE NOCASE AND %s GROUP BY g COLLATE NOCASE",
    "SELECT d.id, a.id FROM d JOIN a ON a.g = d.t COLLATE NOCASE WHERE %s AND %s",
    "SELECT a.id, d.id FROM d RIGHT JOIN a ON a.id = d.a_id AND %s WHERE d.id IS NULL OR %s",
    "SELECT a.id, b.id FROM a FULL JOIN b ON b.a_id = a.id AND %s WHERE a.id IS NULL OR %s",
    "SELECT a.id, step.id FROM step JOIN a ON a.id = step.a_id WHERE %s OR %s",
    "SELECT step.id, c.t FROM step JOIN c ON c.a_id = step.a_id LEFT JOIN a ON a.g = c.t AND %s AND "
    "%s",
    "SELECT id FROM a WHERE g = 7 OR g = 7.0 OR g = 1e300 OR x = '7' OR n = '07' OR %s AND %s",
    "SELECT id FROM a WHERE id IN (SELECT a_id FROM b UNION SELECT n FROM a WHERE %s) AND (n IS NULL "
    "OR %s)",
    "SELECT id FROM a WHERE (n = 9223372036854775807 OR n = 9007199254740993.0 OR n = 9007199254740993 "
    "OR n = 9.3e18) AND (id > 0 OR %s OR %s)",
    "SELECT DISTINCT a.g, b.t FROM a, b WHERE b.id = a.id AND a.id IN (b.a_id, 3, b.id) AND (%s OR "
    "%s)",
    "WITH RECURSIVE r(i) AS (SELECT id FROM a WHERE %s UNION SELECT b.id FROM b, r WHERE b.a_id = "
    "r.i) SELECT i FROM r WHERE i NOT IN (SELECT id FROM a WHERE %s AND id < 4)",
  };
  g_autofree char *first = condition ("a");
  g_autofree char *second = condition ("a");
  const char *form = PICK (forms);
  g_auto (GStrv) parts = g_strsplit (form, "%s", -1);

  g_assert_cmpuint (g_strv_length (parts), ==, 3);
  return g_strconcat (parts[0], first, parts[1], second, parts[2], NULL);
}
