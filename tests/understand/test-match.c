/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When two results count as the same, and when a query counts as hard.
 */
#include "understand-handmade.h"
#include "understand-match.h"

#include <gio/gio.h>

static sqlite3 *
open_empty (void)
{
  sqlite3 *database;

  g_assert_cmpint (sqlite3_open (":memory:", &database), ==, SQLITE_OK);
  return database;
}

static void
test_match (void)
{
  static const struct
  {
    const char *gold;
    const char *other;
    gboolean ordered;
    gboolean match;
    gboolean signature;
  } cases[] = {
    { "VALUES (1, 'a'), (2, 'b')", "VALUES ('b', 2), ('a', 1)", FALSE, TRUE, TRUE },
    { "VALUES (1, 'a'), (2, 'b')", "VALUES ('b', 2), ('a', 1)", TRUE, FALSE, TRUE },
    { "VALUES (1, 'a'), (2, 'b')", "VALUES ('a', 1), ('b', 2)", TRUE, TRUE, TRUE },
    /* Columns alone hold the same values; rows do not. */
    { "VALUES (1, 2), (2, 1), (3, 3)", "VALUES (1, 1), (2, 2), (3, 3)", FALSE, FALSE, FALSE },
    { "VALUES (1), (1), (2)", "VALUES (1), (2), (2)", FALSE, FALSE, FALSE },
    { "VALUES (1)", "VALUES (1.0)", FALSE, TRUE, TRUE },
    { "VALUES (0.33333)", "VALUES (0.333331)", FALSE, TRUE, TRUE },
    { "VALUES (0.3333)", "VALUES (0.3334)", FALSE, FALSE, FALSE },
    { "VALUES (1)", "VALUES ('1')", FALSE, FALSE, FALSE },
    { "VALUES (NULL)", "VALUES (NULL)", FALSE, TRUE, TRUE },
    { "VALUES (NULL)", "VALUES ('')", FALSE, FALSE, FALSE },
    { "VALUES (9007199254740993)", "VALUES (9007199254740992)", FALSE, FALSE, FALSE },
    { "VALUES (1, 2)", "VALUES (1)", FALSE, FALSE, FALSE },
    { "SELECT 1 WHERE 0", "SELECT 1, 2 WHERE 0", FALSE, TRUE, FALSE },
  };
  sqlite3 *database = open_empty ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UnderstandRows) gold = understand_rows_run (database, cases[i].gold, 0, 100, NULL);
      g_autoptr (UnderstandRows) other = understand_rows_run (database, cases[i].other, 0, 100, NULL);

      g_assert_cmpint (understand_rows_match (gold, other, cases[i].ordered), ==, cases[i].match);
      g_assert_cmpint (gold->signature == other->signature, ==, cases[i].signature);
    }
  sqlite3_close (database);
}

/* Shuffled rows and columns match; one changed cell does not. */
static void
test_shuffled (void)
{
  sqlite3 *database = open_empty ();

  for (guint round = 0; round < 300; round++)
    {
      guint n_columns = (guint) g_test_rand_int_range (1, 4), n_rows = (guint) g_test_rand_int_range (1, 30);
      guint turn = (guint) g_test_rand_int_range (0, (int) n_columns);
      g_autofree int *cells = g_new (int, n_columns * n_rows);
      g_autofree guint *rows = g_new (guint, n_rows);
      g_autoptr (GString) gold = g_string_new ("VALUES ");
      g_autoptr (GString) other = g_string_new ("VALUES ");
      g_autoptr (GString) wrong = g_string_new ("VALUES ");
      g_autoptr (UnderstandRows) a = NULL;
      g_autoptr (UnderstandRows) b = NULL;
      g_autoptr (UnderstandRows) c = NULL;

      for (guint i = 0; i < n_columns * n_rows; i++)
        cells[i] = g_test_rand_int_range (0, 4);
      for (guint i = 0; i < n_rows; i++)
        rows[i] = i;
      for (guint i = n_rows - 1; i > 0; i--)
        {
          guint at = (guint) g_test_rand_int_range (0, (int) i + 1), moved = rows[i];

          rows[i] = rows[at];
          rows[at] = moved;
        }
      for (guint i = 0; i < n_rows; i++)
        for (guint k = 0; k < n_columns; k++)
          {
            const char *before = k > 0 ? "," : i > 0 ? "),(" : "(";
            int cell = cells[rows[i] * n_columns + (k + turn) % n_columns];

            g_string_append_printf (gold, "%s%d", before, cells[i * n_columns + k]);
            g_string_append_printf (other, "%s%d", before, cell);
            g_string_append_printf (wrong, "%s%d", before, i == 0 && k == 0 ? cell + 9 : cell);
          }
      g_string_append_c (gold, ')');
      g_string_append_c (other, ')');
      g_string_append_c (wrong, ')');
      a = understand_rows_run (database, gold->str, 0, 100, NULL);
      b = understand_rows_run (database, other->str, 0, 100, NULL);
      c = understand_rows_run (database, wrong->str, 0, 100, NULL);
      g_assert_true (understand_rows_match (a, b, FALSE));
      g_assert_cmpuint (a->signature, ==, b->signature);
      g_assert_false (understand_rows_match (a, c, FALSE));
      g_assert_cmpuint (a->signature, !=, c->signature);
    }
  sqlite3_close (database);
}

static void
test_limits (void)
{
  const char *endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n";
  sqlite3 *database = open_empty ();
  g_autoptr (GError) error = NULL;
  g_autoptr (UnderstandRows) cut = understand_rows_run (database, endless, 0, 10, &error);
  g_autoptr (UnderstandRows) stopped = NULL;
  g_autoptr (UnderstandRows) wrong = NULL;

  g_assert_no_error (error);
  g_assert_true (cut->cut);
  g_assert_cmpuint (cut->n_rows, ==, 10);
  stopped = understand_rows_run (database, endless, 100000, G_MAXUINT, &error);
  g_assert_null (stopped);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
  g_clear_error (&error);
  wrong = understand_rows_run (database, "SELECT x", 0, 10, &error);
  g_assert_null (wrong);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  sqlite3_close (database);
}

static void
test_hardness (void)
{
  static const struct
  {
    const char *sql;
    UnderstandHardness hardness;
  } cases[] = {
    { "SELECT count(*) FROM pupil", UNDERSTAND_EASY },
    { "SELECT name FROM pupil WHERE age > 3", UNDERSTAND_EASY },
    { "SELECT name, age FROM pupil WHERE age > 3", UNDERSTAND_MEDIUM },
    { "SELECT pupil.name FROM pupil JOIN enrolment WHERE mark > 3", UNDERSTAND_MEDIUM },
    { "SELECT pupil.name FROM pupil JOIN enrolment WHERE mark > 3 ORDER BY mark", UNDERSTAND_HARD },
    { "SELECT name FROM pupil WHERE id NOT IN (SELECT pupil_id FROM enrolment)", UNDERSTAND_HARD },
    { "SELECT name FROM pupil WHERE age > 3 ORDER BY age LIMIT 1", UNDERSTAND_HARD },
    { "SELECT pupil.name FROM pupil JOIN enrolment WHERE mark > 3 ORDER BY mark LIMIT 1", UNDERSTAND_EXTRA },
    { "SELECT name, age FROM pupil WHERE age > 3 UNION SELECT name, salary FROM teacher", UNDERSTAND_EXTRA },
  };
  AskDomain *domain = understand_handmade_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskDraft) draft = understand_handmade_parse (domain, cases[i].sql, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (understand_hardness_to_string (understand_get_hardness (draft, domain)), ==,
                       understand_hardness_to_string (cases[i].hardness));
    }
  g_assert_cmpint (understand_get_hardness (NULL, domain), ==, UNDERSTAND_EXTRA);
  understand_handmade_free (domain);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/match/the-same-rows-in-any-order-of-columns", test_match);
  g_test_add_func ("/understand/match/shuffled-rows-match-and-changed-ones-do-not", test_shuffled);
  g_test_add_func ("/understand/match/a-limit-stops-a-query", test_limits);
  g_test_add_func ("/understand/match/hardness-is-spider-s", test_hardness);
  return g_test_run ();
}
