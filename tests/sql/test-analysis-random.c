/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A seeded generator of SELECTs over a small schema, good ones and such with a wrong name in them:
 * nested scopes, CTEs, joins of every kind, aliases, aggregates. SQLite's prepare and our analysis
 * must agree on each.
 */
#include "config.h"

#include <string.h>

#include "ask-sql-fixture.h"
#include "sql/ask-sql-guard.h"

#define SCHEMA                                                                                    \
  "CREATE TABLE a (x INT, y TEXT);"                                                               \
  "CREATE TABLE b (x INT, z);"                                                                    \
  "CREATE TABLE c (x, w);"                                                                        \
  "CREATE TABLE d (id INTEGER PRIMARY KEY, x VARCHAR(9) COLLATE NOCASE, r REAL NOT NULL);"        \
  "CREATE TABLE k (p TEXT PRIMARY KEY, q NUMERIC) WITHOUT ROWID;"

/* @names: what may be named, "t.x" or "x", in this SELECT and those around it */
typedef struct
{
  GString *sql;
  GPtrArray *names;
  GPtrArray *ctes; /* "name x y" */
  guint next;
  guint errors; /* one in so many names is wrong */
} Maker;

static guint
draw (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static const char *
pick (const char *const *from, guint n)
{
  return from[draw (n)];
}

#define PICK(list) pick (list, G_N_ELEMENTS (list))

static void make_select (Maker *self, guint depth, guint columns);
static void make_expr (Maker *self, guint depth, gboolean aggregates);

static void
make_name (Maker *self)
{
  static const char *const wild[] = { "x",    "nosuch", "t1.x",  "t2.y", "a.x",     "rowid", "\"w\"",
                                      "k1",   "k2",     "b.z",   "t1.nosuch", "main.a.x", "true",
                                      "t9.x", "[x]",    "\"t1\".\"x\"", "X", "T1.X", "t2.rowid" };

  if (self->names->len == 0 || draw (self->errors) == 0)
    g_string_append (self->sql, PICK (wild));
  else
    g_string_append (self->sql, self->names->pdata[draw (self->names->len)]);
}

static void
make_call (Maker *self, guint depth)
{
  static const char *const aggregates[] = { "count", "sum", "max", "min", "avg", "group_concat" };
  static const char *const wrong[] = { "nosuch", "len", "substr", "rank" };
  guint kind = draw (12);

  if (kind == 0 && draw (self->errors) == 0)
    {
      g_string_append_printf (self->sql, "%s(", PICK (wrong));
      make_expr (self, depth, FALSE);
      g_string_append (self->sql, ")");
    }
  else if (kind < 3)
    g_string_append (self->sql, "count(*)");
  else
    {
      g_string_append_printf (self->sql, "%s(%s", PICK (aggregates),
                              draw (8) == 0 ? "DISTINCT " : "");
      make_expr (self, depth, draw (30) == 0);
      g_string_append (self->sql, ")");
      if (kind == 3)
        {
          g_string_append (self->sql, " FILTER (WHERE ");
          make_expr (self, depth, FALSE);
          g_string_append (self->sql, ")");
        }
      if (kind == 4)
        {
          g_string_append (self->sql, " OVER (PARTITION BY ");
          make_expr (self, 0, FALSE);
          g_string_append (self->sql, " ORDER BY ");
          make_expr (self, 0, FALSE);
          g_string_append (self->sql, ")");
        }
    }
}

static void
make_expr (Maker *self, guint depth, gboolean aggregates)
{
  static const char *const literals[] = { "1", "'x'", "NULL", "2.5", "TRUE", "?", "CURRENT_DATE" };
  static const char *const operators[] = { "=", "<", "+", "||", "AND", "OR", "IS", "LIKE", "<>" };
  guint kind = draw (depth == 0 ? 4 : 16);

  if (aggregates && draw (3) == 0)
    {
      make_call (self, depth > 0 ? depth - 1 : 0);
      return;
    }
  switch (kind)
    {
    case 0:
      g_string_append (self->sql, PICK (literals));
      break;
    default:
      make_name (self);
      break;
    case 4:
    case 5:
    case 6:
      make_expr (self, depth - 1, aggregates);
      g_string_append_printf (self->sql, " %s ", PICK (operators));
      make_expr (self, depth - 1, aggregates);
      break;
    case 7:
      g_string_append (self->sql, "(");
      make_select (self, depth - 1, 1);
      g_string_append (self->sql, ")");
      break;
    case 8:
      /* SQLite does not compute what EXISTS selects, so it misses a misuse there. */
      g_string_append (self->sql, "EXISTS (");
      make_select (self, depth - 1, 0);
      g_string_append (self->sql, ")");
      break;
    case 9:
      make_name (self);
      g_string_append (self->sql, " IN (");
      make_select (self, depth - 1, 1);
      g_string_append (self->sql, ")");
      break;
    case 10:
      g_string_append (self->sql, "(");
      make_name (self);
      g_string_append (self->sql, ", 1) = (2, ");
      make_name (self);
      g_string_append (self->sql, draw (20) == 0 ? ", 3)" : ")");
      break;
    case 11:
      g_string_append (self->sql, "CASE WHEN ");
      make_expr (self, depth - 1, aggregates);
      g_string_append (self->sql, " THEN ");
      make_expr (self, depth - 1, aggregates);
      g_string_append (self->sql, " END");
      break;
    case 12:
      g_string_append (self->sql, "coalesce(");
      make_expr (self, depth - 1, aggregates);
      g_string_append (self->sql, ", ");
      make_expr (self, depth - 1, aggregates);
      g_string_append (self->sql, ")");
      break;
    }
}

/* Adds what an item can be named by; a name without table only where it is the first of its kind. */
static void
add_names (Maker *self, GPtrArray *own, const char *alias, const char *columns)
{
  g_auto (GStrv) words = g_strsplit (columns, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_ptr_array_add (own, g_strconcat (alias, ".", words[i], NULL));
      if (draw (5) == 0)
        g_ptr_array_add (own, g_strdup (words[i]));
    }
}

static void
make_item (Maker *self, GPtrArray *own, guint depth)
{
  static const char *const tables[] = { "a x y", "b x z", "c x w", "d id x r", "k p q" };
  g_autofree char *alias = g_strdup_printf ("t%u", ++self->next);
  const char *table = self->ctes->len > 0 && draw (3) == 0
                        ? self->ctes->pdata[draw (self->ctes->len)]
                        : PICK (tables);
  const char *space = strchr (table, ' ');
  g_autofree char *name = g_strndup (table, (gsize) (space - table));
  guint kind = draw (12);

  if (kind == 0 && depth > 0)
    {
      /* A subquery of FROM does not see its neighbours; they are not among the names yet. */
      g_string_append (self->sql, "(");
      make_select (self, depth - 1, 1 + draw (2));
      g_string_append_printf (self->sql, ") AS %s", alias);
      add_names (self, own, alias, draw (2) == 0 ? "x" : "k1");
      return;
    }
  if (kind == 1)
    {
      g_string_append_printf (self->sql, "json_each('[1]') AS %s", alias);
      add_names (self, own, alias, "value key json");
      return;
    }
  if (draw (self->errors * 3) == 0)
    {
      g_string_append (self->sql, "nosuch");
      return;
    }
  if (kind < 9)
    {
      g_string_append_printf (self->sql, "%s%s AS %s", draw (25) == 0 && name[1] == '\0' ? "main." : "",
                              name, alias);
      add_names (self, own, alias, space + 1);
    }
  else
    {
      g_string_append (self->sql, name);
      add_names (self, own, name, space + 1);
    }
}

static void
make_from (Maker *self, GPtrArray *own, guint depth)
{
  static const char *const joins[] = { ", ",          " JOIN ",       " LEFT JOIN ", " CROSS JOIN ",
                                       " RIGHT JOIN ", " FULL JOIN ", " NATURAL JOIN ", " JOIN " };
  guint n = 1 + draw (3);

  g_string_append (self->sql, " FROM ");
  for (guint i = 0; i < n; i++)
    {
      const char *join = i == 0 ? "" : PICK (joins);
      gboolean parentheses = i > 0 && depth > 0 && draw (12) == 0;

      g_string_append (self->sql, join);
      if (parentheses)
        g_string_append (self->sql, "(");
      make_item (self, own, depth);
      if (parentheses)
        {
          g_string_append (self->sql, " JOIN ");
          make_item (self, own, depth);
          g_string_append (self->sql, draw (3) == 0 ? " USING (x))" : ")");
        }
      if (i == 0 || join[0] == ',' || strstr (join, "NATURAL") != NULL)
        continue;
      if (draw (3) == 0)
        g_string_append (self->sql, draw (15) == 0 ? " USING (y)" : " USING (x)");
      else if (draw (3) > 0)
        {
          g_string_append (self->sql, " ON ");
          if (own->len > 0)
            g_string_append_printf (self->sql, "%s = %s", (char *) own->pdata[draw (own->len)],
                                    (char *) own->pdata[draw (own->len)]);
          else
            make_name (self);
        }
    }
}

static void
make_core (Maker *self, guint depth, guint columns, gboolean last)
{
  g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func (g_free);
  GString *outer = self->sql;
  GString *from = g_string_new (NULL);
  guint n_outer = self->names->len;
  gboolean grouped = draw (5) == 0;
  gboolean aggregates = grouped || draw (5) == 0;
  gboolean star = columns > 1 && draw (8) == 0;

  self->sql = from;
  if (draw (15) > 0)
    make_from (self, own, depth);
  self->sql = outer;
  for (guint i = 0; i < own->len; i++)
    g_ptr_array_add (self->names, own->pdata[i]);
  g_string_append (self->sql, draw (8) == 0 ? "SELECT DISTINCT " : "SELECT ");
  for (guint i = 0; i < columns && !star; i++)
    {
      g_string_append (self->sql, i > 0 ? ", " : "");
      make_expr (self, depth, aggregates);
      if (draw (3) == 0)
        g_string_append_printf (self->sql, " AS k%u", i + 1);
    }
  if (columns == 0)
    g_string_append (self->sql, "1");
  if (star)
    g_string_append (self->sql, draw (4) == 0 ? "t1.*" : "*");
  g_string_append_len (self->sql, from->str, (gssize) from->len);
  g_string_free (from, TRUE);
  if (draw (2) == 0)
    {
      g_string_append (self->sql, " WHERE ");
      make_expr (self, depth, draw (60) == 0);
    }
  if (grouped)
    {
      g_string_append (self->sql, " GROUP BY ");
      if (draw (4) == 0)
        g_string_append (self->sql, draw (6) == 0 ? "3" : "1");
      else
        make_expr (self, 0, FALSE);
    }
  if ((grouped && draw (2) == 0) || draw (80) == 0)
    {
      g_string_append (self->sql, " HAVING ");
      make_expr (self, depth, TRUE);
    }
  if (last && columns > 0 && draw (4) == 0)
    {
      g_string_append (self->sql, " ORDER BY ");
      if (draw (3) == 0)
        g_string_append (self->sql, draw (10) == 0 ? "3" : "1");
      else if (draw (3) == 0)
        g_string_append (self->sql, "k1");
      else
        make_expr (self, 0, grouped); /* SQLite drops some ORDER BYs of subqueries unseen */
    }
  if (last && draw (8) == 0)
    g_string_append (self->sql, draw (20) == 0 ? " LIMIT x" : " LIMIT 5");
  g_ptr_array_set_size (self->names, (int) n_outer);
}

static void
make_select (Maker *self, guint depth, guint columns)
{
  static const char *const compounds[] = { " UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT " };
  guint n_ctes = self->ctes->len;
  guint n = draw (8) == 0 ? 2 : 1;

  if (depth > 1 && draw (6) == 0)
    {
      guint number = ++self->next;

      g_string_append_printf (self->sql, "WITH q%u (x, m) AS (", number);
      if (draw (3) == 0)
        g_string_append_printf (self->sql, "SELECT 1, 2 UNION ALL SELECT x + 1, m FROM q%u", number);
      else
        make_select (self, depth - 1, draw (25) == 0 ? 1 : 2);
      g_string_append (self->sql, ") ");
      g_ptr_array_add (self->ctes, g_strdup_printf ("q%u x m", number));
    }
  for (guint i = 0; i < n; i++)
    {
      g_string_append (self->sql, i > 0 ? PICK (compounds) : "");
      make_core (self, depth, i > 0 && draw (30) == 0 ? columns + 1 : columns, i + 1 == n);
    }
  g_ptr_array_set_size (self->ctes, (int) n_ctes);
}

static char *
make_statement (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) ctes = g_ptr_array_new_with_free_func (g_free);
  Maker maker = { g_string_new (NULL), names, ctes, 0, 5 + draw (60) };

  make_select (&maker, 1 + draw (3), 1 + draw (2));
  return g_string_free (maker.sql, FALSE);
}

static guint
count_errors (const char *sql, const AskSqlCatalog *catalog)
{
  g_autoptr (GPtrArray) hints = ask_sql_guard (sql, catalog);
  guint n = 0;

  for (guint i = 0; i < hints->len; i++)
    n += ((AskSqlHint *) hints->pdata[i])->level == ASK_HINT_ERROR;
  return n;
}

/* What is documented at ask_sql_analyse(): SQLite generates no code for some of what it resolves, or
 * finds another thing wrong than we do. */
static gboolean
is_known_difference (int their_code, int our_code, const char *sql, const char *ours,
                     const AskSqlCatalog *catalog)
{
  if (our_code == ASK_FIXTURE_GOOD)
    return FALSE;
  if (their_code == ASK_FIXTURE_GOOD)
    return strstr (ours, "stands in a subquery of FROM") != NULL;
  return count_errors (sql, catalog) > 1 || strstr (ours, "in USING is a column") != NULL
         || strstr (ours, "needs a FROM") != NULL;
}

static void
test_random (void)
{
  sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
  g_autoptr (AskSqlCatalog) catalog = ask_fixture_make_catalog (db);
  const char *wanted = g_getenv ("ASKDATA_STATEMENTS");
  guint n = wanted != NULL ? (guint) g_ascii_strtoull (wanted, NULL, 10) : 40000;
  guint good = 0, bad = 0, several = 0, wrong = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *sql = make_statement ();
      g_autofree char *theirs = NULL;
      g_autofree char *ours = NULL;
      g_autoptr (AskSqlTree) tree = NULL;
      int their_code = ask_fixture_prepare (db, sql, &theirs);
      int our_code = ask_fixture_analyse (sql, catalog, &tree, &ours);

      if (their_code == our_code)
        {
          *(our_code == ASK_FIXTURE_GOOD ? &good : &bad) += 1;
          continue;
        }
      /* Where several things are wrong, which one is told first is nobody's promise. */
      if (is_known_difference (their_code, our_code, sql, ours, catalog))
        {
          several++;
          continue;
        }
      if (wrong++ < 20)
        g_test_message ("%s\n  SQLite: %s\n  here: %s", sql, theirs, ours);
    }
  g_test_message ("%u good, %u broken, %u with several errors, %u not alike", good, bad, several,
                  wrong);
  /* SQLite's optimizer takes away subqueries before their misuse is seen, which nothing but SQLite
   * can follow: about one in 40,000. A real difference shows up far more often than one in 5,000. */
  g_assert_cmpuint (wrong, <=, n / 5000);
  g_assert_cmpuint (good, >, n / 5);
  g_assert_cmpuint (bad, >, n / 5);
  sqlite3_close (db);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/analysis-random/random-statements-get-sqlite-s-verdict", test_random);
  return g_test_run ();
}
