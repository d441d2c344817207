/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The statements, written by hand and drawn, and the limits of the process that tries them. Each is made for one
 * way to grow that somebody may have forgotten.
 */
#include "config.h"

#include "support/ask-test-bomb.h"
#include "support/ask-test-memory.h"

#include <sys/resource.h>

#define WIDE 1900

/* "WITH c0 AS (SELECT id, x, y FROM o), c1 AS (…) … SELECT count(*) FROM cN": @step has the CTE before for
 * each %c. */
static char *
make_chain (const char *step, guint n)
{
  g_autoptr (GString) sql = g_string_new ("WITH c0 AS (SELECT id, x, y FROM o)");

  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *before = g_strdup_printf ("c%u", i - 1);
      g_auto (GStrv) parts = g_strsplit (step, "%c", -1);
      g_autofree char *body = g_strjoinv (before, parts);

      g_string_append_printf (sql, ", c%u AS (%s)", i, body);
    }
  g_string_append_printf (sql, " SELECT count(*) FROM c%u", n);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static const char *const steps[] = {
  "SELECT * FROM %c a, %c b",
  "SELECT a.id, b.x, a.y + b.y AS y FROM %c a JOIN %c b ON a.id = b.id",
  "SELECT id, x, y FROM %c UNION ALL SELECT id, x, y FROM %c",
  "SELECT id, x, y FROM o WHERE id IN %c AND x IN (SELECT x FROM %c)",
  "SELECT id, (SELECT max(x) FROM %c) AS x, (SELECT min(y) FROM %c b WHERE b.id = o.id) AS y FROM o",
  "SELECT id, x, y FROM %c a WHERE EXISTS (SELECT 1 FROM %c b WHERE b.id = a.id)",
  "SELECT id, sum(x) AS x, max(y) AS y FROM (SELECT * FROM %c UNION SELECT * FROM %c) GROUP BY id",
  "SELECT a.id, a.x, b.y FROM (%c a LEFT JOIN %c b ON a.id = b.id)",
  "SELECT id, x, y FROM %c NATURAL JOIN %c b",
  "SELECT id, x + x + x AS x, y || y AS y FROM %c ORDER BY x + x",
};

#define CHAIN(name, i) \
  static char * \
  name (guint n) \
  { \
    return make_chain (steps[i], n); \
  }
CHAIN (make_stars, 0)
CHAIN (make_joins, 1)
CHAIN (make_unions, 2)
CHAIN (make_ins, 3)
CHAIN (make_values, 4)
CHAIN (make_exists, 5)
CHAIN (make_groups, 6)
CHAIN (make_parentheses, 7)
CHAIN (make_naturals, 8)
CHAIN (make_sums, 9)

/* @item @n times with @between between, %u being its number, between @before and @after. */
static char *
repeat (const char *before, const char *item, const char *between, guint n, const char *after)
{
  GString *sql = g_string_new (before);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);
      g_auto (GStrv) parts = g_strsplit (item, "%u", -1);
      g_autofree char *text = g_strjoinv (number, parts);

      if (i > 0)
        g_string_append (sql, between);
      g_string_append (sql, text);
    }
  return g_string_free (g_string_append (sql, after), FALSE);
}

/* Each WHERE names the alias of the SELECT around it twice. */
static char *
make_aliases (guint n)
{
  GString *sql = g_string_new ("SELECT ");

  for (guint i = 0; i < 300; i++)
    g_string_append (sql, "1+");
  g_string_append (sql, "x AS a0 FROM o");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (sql, " WHERE (SELECT a%u + a%u AS a%u", i, i, i + 1);
  for (guint i = 0; i < n; i++)
    g_string_append_c (sql, ')');
  return g_string_free (sql, FALSE);
}

static char *
make_long_alias (guint n)
{
  g_autofree char *sum = repeat ("SELECT coalesce(", "x + %u", ", ", 120, ") AS a FROM o WHERE 0 IN (");

  return repeat (sum, "a", ", ", n, ")");
}

static char *
make_places (guint n)
{
  g_autofree char *list = repeat ("SELECT x IN (", "%u", ", ", 100000, ") AS a FROM o GROUP BY ");

  return repeat (list, "1", ", ", n, "");
}

static char *
make_windows (guint n)
{
  g_autofree char *parts = repeat (" FROM o WINDOW w AS (PARTITION BY ", "x + %u", ", ", 2000, ")");

  return repeat ("SELECT ", "count(*) OVER w", ", ", n, parts);
}

static char *
make_wide_star (guint n)
{
  return repeat ("SELECT * FROM ", "w t%u", ", ", n, "");
}

static char *
make_wide_natural (guint n)
{
  return repeat ("SELECT count(*) FROM ", "w t%u", " NATURAL JOIN ", n, "");
}

static char *
make_wide_full (guint n)
{
  return repeat ("SELECT c1 FROM ", "w t%u", " NATURAL FULL JOIN ", n, "");
}

static char *
make_wide_items (guint n)
{
  return repeat ("SELECT count(*) WHERE 1 IN (", "(SELECT t.c1 FROM w t, w u)", ", ", n, ")");
}

static char *
make_wide_subqueries (guint n)
{
  return repeat ("SELECT count(*) WHERE 1 IN (", "(SELECT c1 FROM (SELECT * FROM w))", ", ", n, ")");
}

static char *
make_wide_names (guint n)
{
  return repeat ("SELECT count(*) FROM (SELECT * FROM w) WHERE 1 IN (", "c1899", ", ", n, ")");
}

static char *
make_same_names (guint n)
{
  g_autofree char *twice = repeat ("(SELECT 1 FROM (SELECT ", "1 AS a", ", ", 2000, "))");

  return repeat ("SELECT 1 WHERE 1 IN (", twice, ", ", n, ")");
}

static char *
make_long_chain (guint n)
{
  return make_chain ("SELECT id FROM %c", n);
}

static char *
make_deep_chain (guint n)
{
  g_autofree char *open = repeat ("SELECT id, x + ", "abs(", "", 300, "(SELECT max(x) FROM %c)");
  g_autofree char *step = repeat (open, ")", "", 300, " AS x FROM o");

  return make_chain (step, n);
}

static char *
make_list (guint n)
{
  return repeat ("SELECT count(*) FROM o WHERE id IN (", "%u", ", ", n, ")");
}

static char *
make_ors (guint n)
{
  return repeat ("SELECT count(*) FROM o WHERE ", "id = %u", " OR ", n, "");
}

static char *
make_ands (guint n)
{
  return repeat ("SELECT count(*) FROM o WHERE ", "(id = %u OR x = %u)", " AND ", n, "");
}

static char *
make_equalities (guint n)
{
  g_autofree char *froms = repeat ("SELECT count(*) FROM ", "o t%u", ", ", 60, " WHERE ");

  return repeat (froms, "t0.x = t1.x AND t1.id = t2.id", " AND ", n, "");
}

static char *
make_deep (guint n)
{
  g_autofree char *open = repeat ("SELECT ", "(", "", n, "1");

  return repeat (open, ")", "", n, "");
}

static char *
make_deep_selects (guint n)
{
  g_autofree char *open = repeat ("", "SELECT * FROM (", "", n, "SELECT 1");

  return repeat (open, ")", "", n, "");
}

static char *
make_compound (guint n)
{
  return repeat ("", "SELECT x FROM o", " UNION ", n, "");
}

static char *
make_rows (guint n)
{
  return repeat ("VALUES ", "(%u, 'a', NULL)", ", ", n, "");
}

static char *
make_attribute (guint n)
{
  return g_strdup_printf ("SELECT k%u FROM o", n);
}

static char *
make_figure (guint n)
{
  return g_strdup_printf ("SELECT m%u FROM o", n);
}

static char *
make_query (guint n)
{
  return g_strdup_printf ("SELECT count(*) FROM q%u", n);
}

static char *
make_values_of_definitions (guint n)
{
  return repeat ("SELECT ", "k9 AS a%u, m4 AS b%u", ", ", n, " FROM o");
}

static char *
make_pattern (guint n)
{
  g_autofree char *pattern = repeat ("SELECT printf('%.*c', 100000, 'a') LIKE '", "a%", "", n, "b'");

  return g_strdup (pattern);
}

static char *
make_text (guint n)
{
  return repeat ("SELECT length(", "replace(", "", n, "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"
                 ", 'a', 'aaaaaaaaaaaaaaaaaaaa'), 'a', 'aaaaaaaaaaaaaaaaaaaa'), 'a', 'aaaaaaaaaaaaaaaaaaaa'), 'a',"
                 " 'aaaaaaaaaaaaaaaaaaaa'), 'a', 'aaaaaaaaaaaaaaaaaaaa'), 'a', 'aaaaaaaaaaaaaaaaaaaa'))");
}

static char *
make_large_cells (guint n)
{
  return repeat ("SELECT ", "zeroblob(67000000), printf('%0*d', 67000000, 1), hex(zeroblob(33000000))", ", ", n,
                 "");
}

static char *
make_json (guint n)
{
  g_autofree char *open = repeat ("SELECT json('", "[", "", n, "");

  return repeat (open, "]", "", n, "')");
}

const AskTestBomb ask_test_bombs[] = {
  { "stars", make_stars, 15, TRUE },
  { "stars of forty steps", make_stars, 40, TRUE },
  { "joins", make_joins, 30, TRUE },
  { "unions", make_unions, 30, TRUE },
  { "lists of tables", make_ins, 30, TRUE },
  { "values", make_values, 30, TRUE },
  { "exists", make_exists, 30, TRUE },
  { "groups", make_groups, 30, TRUE },
  { "parentheses", make_parentheses, 30, TRUE },
  { "naturals", make_naturals, 30, TRUE },
  { "sums", make_sums, 30, TRUE },
  { "aliases", make_aliases, 14, TRUE },
  { "a long alias", make_long_alias, 100000, TRUE },
  { "places", make_places, 1000, TRUE },
  { "windows", make_windows, 1000, TRUE },
  { "a wide star", make_wide_star, 60, TRUE },
  { "a wide NATURAL", make_wide_natural, 60, FALSE },
  { "a wide FULL", make_wide_full, 60, TRUE },
  { "wide tables", make_wide_items, 30000, TRUE },
  { "wide subqueries", make_wide_subqueries, 20000, TRUE },
  { "names of a wide subquery", make_wide_names, 120000, TRUE },
  { "columns of one name", make_same_names, 60, FALSE },
  { "a long chain", make_long_chain, 1990, TRUE },
  { "a longer chain", make_long_chain, 25000, TRUE },
  { "a deep chain", make_deep_chain, 500, TRUE },
  { "a list", make_list, 120000, FALSE },
  { "ORs", make_ors, 900, FALSE },
  { "too many ORs", make_ors, 40000, TRUE },
  { "ANDs of ORs", make_ands, 900, FALSE },
  { "equalities", make_equalities, 450, FALSE },
  { "deep parentheses", make_deep, 900, FALSE },
  { "deeper parentheses", make_deep, 400000, TRUE },
  { "deep SELECTs", make_deep_selects, 900, FALSE },
  { "a compound", make_compound, 500, FALSE },
  { "a longer compound", make_compound, 40000, TRUE },
  { "rows", make_rows, 50000, FALSE },
  { "attributes", make_attribute, ASK_TEST_BOMB_DEFINED - 1, TRUE },
  { "metrics", make_figure, 30, TRUE },
  { "metrics of metrics", make_figure, ASK_TEST_BOMB_DEFINED - 1, FALSE },
  { "queries", make_query, ASK_TEST_BOMB_DEFINED - 1, TRUE },
  { "attributes and metrics", make_values_of_definitions, 900, TRUE },
  { "a pattern", make_pattern, 20000, FALSE },
  { "texts", make_text, 6, FALSE },
  { "large cells", make_large_cells, 60, FALSE },
  { "JSON", make_json, 400000, FALSE },
};
const guint ask_test_n_bombs = G_N_ELEMENTS (ask_test_bombs);

/** ask_test_bomb_get_schema: Returns: (transfer full): CREATE TABLE for "o" and "w", and some rows of "o" */
char *
ask_test_bomb_get_schema (void)
{
  g_autofree char *columns = repeat ("", "c%u INTEGER", ", ", WIDE, "");

  return g_strdup_printf ("CREATE TABLE o (id INTEGER PRIMARY KEY NOT NULL, x INTEGER, y TEXT);"
                          "CREATE TABLE w (%s);"
                          "INSERT INTO o VALUES (1, 2, 'a'), (2, 3, 'b'), (3, NULL, 'c');",
                          columns);
}

/** ask_test_bomb_make_attribute: Returns: (transfer full): what o.k@i stands for */
char *
ask_test_bomb_make_attribute (guint i)
{
  return i == 0 ? g_strdup ("x + 1") : g_strdup_printf ("k%u * k%u", i - 1, i - 1);
}

/** ask_test_bomb_make_metric: Returns: (transfer full): what the metric o.m@i stands for */
char *
ask_test_bomb_make_metric (guint i)
{
  return i == 0 ? g_strdup ("sum(x)") : g_strdup_printf ("m%u + m%u", i - 1, i - 1);
}

/** ask_test_bomb_make_query: Returns: (transfer full): what q@i stands for; it gives the column "id" */
char *
ask_test_bomb_make_query (guint i)
{
  return i == 0 ? g_strdup ("SELECT id FROM o")
                : g_strdup_printf ("SELECT a.id FROM q%u a JOIN q%u b ON a.id = b.id", i - 1, i - 1);
}

/**
 * ask_test_bomb_make_random:
 *
 * Draws a statement of CTEs over CTEs, as long and as doubling as chance has it.
 *
 * Returns: (transfer full): it gives an answer or is too large
 */
char *
ask_test_bomb_make_random (void)
{
  static const char *const ends[] = {
    "SELECT count(*) FROM c%u a, c%u b WHERE a.id = b.id",
    "SELECT id FROM o WHERE id IN (SELECT id FROM c%u) OR x IN (SELECT x FROM c%u)",
    "SELECT max(id) AS a FROM c%u GROUP BY x HAVING a > (SELECT count(*) FROM c%u) ORDER BY a",
    "SELECT count(*) OVER v FROM c%u WINDOW v AS (PARTITION BY (SELECT max(x) FROM c%u))",
    "SELECT (SELECT count(*) FROM w, c%u), (SELECT count(*) FROM (SELECT * FROM w), c%u)",
  };
  guint n = (guint) g_test_rand_int_range (1, 30);
  g_autoptr (GString) sql = g_string_new ("WITH c0 AS (SELECT id, x, y FROM o)");
  g_autofree char *number = NULL;
  g_autofree char *end = NULL;
  g_auto (GStrv) ending = NULL;

  for (guint i = 1; i <= n; i++)
    {
      guint step = (guint) g_test_rand_int_range (1, G_N_ELEMENTS (steps));
      g_auto (GStrv) parts = g_strsplit (steps[step], "%c", -1);

      g_string_append_printf (sql, ", c%u AS (%s", i, parts[0]);
      for (guint p = 1; parts[p] != NULL; p++)
        g_string_append_printf (sql, "c%d%s",
                                g_test_rand_int_range (MAX (0, (int) i - 3), (int) i), parts[p]);
      g_string_append_c (sql, ')');
    }
  number = g_strdup_printf ("%u", n);
  ending = g_strsplit (ends[g_test_rand_int_range (0, G_N_ELEMENTS (ends))], "%u", -1);
  end = g_strjoinv (number, ending);
  g_string_append_printf (sql, " %s", end);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/**
 * ask_test_bomb_set_limits:
 *
 * Ends this process where a statement hangs, and lets allocations fail where it takes what no machine has: what is
 * tried here takes seconds and some hundred megabytes. Call it in a process of its own.
 */
void
ask_test_bomb_set_limits (void)
{
#if ASK_TEST_SANITIZED /* which takes ten times as long, and reserves more memory than there is */
  struct rlimit seconds = { 300, 300 };
#else
  struct rlimit seconds = { 30, 30 };
  struct rlimit bytes = { (rlim_t) 4 << 30, (rlim_t) 4 << 30 };

  g_assert_cmpint (setrlimit (RLIMIT_AS, &bytes), ==, 0);
#endif
  g_assert_cmpint (setrlimit (RLIMIT_CPU, &seconds), ==, 0);
}
