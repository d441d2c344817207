/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parameters of a statement: which there are, what they are compared with, and what stands in their place.
 */
#include "config.h"

#include <string.h>

#include "sql/ask-sql-parameter.h"

#include "ask-sql-fixture.h"

#define TABLES "CREATE TABLE orders (id INTEGER PRIMARY KEY, city TEXT, amount NUMERIC(10,2), weight REAL)"

/* Returns: (transfer full): "name type column places|…" */
static char *
list (const char *sql)
{
  sqlite3 *db = ask_fixture_open (NULL, TABLES);
  g_autoptr (AskSqlCatalog) catalog = ask_fixture_make_catalog (db);
  g_autoptr (GPtrArray) parameters = ask_sql_list_parameters (sql, catalog);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < parameters->len; i++)
    {
      const AskSqlParameter *parameter = parameters->pdata[i];

      g_string_append_printf (text, "%s%s %s %s %u", i > 0 ? "|" : "", parameter->name,
                              ask_type_to_string (parameter->type), parameter->column != NULL ? parameter->column : "-",
                              parameter->spans->len);
    }
  sqlite3_close (db);
  return g_string_free (text, FALSE);
}

static void
test_list (void)
{
  static const struct
  {
    const char *sql;
    const char *found;
  } cases[] = {
    { "SELECT ':a', 1 FROM orders", "" },
    { "SELECT id FROM orders WHERE city = :city AND weight > ? AND :city <> 'x'",
      ":city text city 2|?2 real weight 1" },
    { "SELECT id FROM orders WHERE weight BETWEEN $low AND @high LIMIT ?", "$low real weight 1|@high real weight 1|"
                                                                           "?3 integer - 1" },
    { "SELECT id FROM orders WHERE city IN (?, ?) OR city LIKE ?2", "?1 text city 1|?2 text city 2" },
    { "SELECT :whatever", ":whatever any - 1" },
    { "SELECT nothing FROM orders WHERE city = ", "" },
    { "SELECT FROM WHERE city = :city", ":city any - 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = list (cases[i].sql);

      g_assert_cmpstr (found, ==, cases[i].found);
    }
}

static void
test_put (void)
{
  const char *sql = "SELECT -:n, :text FROM t WHERE a = :n AND b=?";
  g_autoptr (GPtrArray) parameters = ask_sql_list_parameters (sql, NULL);
  const char *literals[] = { "-1.10", "'it''s'", "NULL" };
  g_autofree char *put = NULL;

  g_assert_cmpuint (parameters->len, ==, 3);
  put = ask_sql_put_parameters (sql, parameters, literals);
  g_assert_cmpstr (put, ==, "SELECT -(-1.10), 'it''s' FROM t WHERE a = (-1.10) AND b=NULL");
}

static void
test_literal (void)
{
  static const struct
  {
    const char *typed;
    AskType type;
    const char *literal; /* nullable: refused */
  } cases[] = {
    { "12345678901234567890.10", ASK_TYPE_DECIMAL, "12345678901234567890.10" },
    { " -3 ", ASK_TYPE_INTEGER, "-3" },
    { "+3", ASK_TYPE_REAL, "3" },
    { "3; DROP", ASK_TYPE_INTEGER, NULL },
    { "3 4", ASK_TYPE_REAL, NULL },
    { "", ASK_TYPE_INTEGER, NULL },
    { "1,5", ASK_TYPE_REAL, NULL },
    { "Yes", ASK_TYPE_BOOLEAN, "1" },
    { "false", ASK_TYPE_BOOLEAN, "0" },
    { "maybe", ASK_TYPE_BOOLEAN, NULL },
    { " it's ", ASK_TYPE_TEXT, "' it''s '" },
    { " 2025-01-31 ", ASK_TYPE_DATE, "'2025-01-31'" },
    { "007", ASK_TYPE_TEXT, "'007'" },
    { "7", ASK_TYPE_ANY, "7" },
    { "seven", ASK_TYPE_ANY, "'seven'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *literal = ask_sql_make_literal (cases[i].typed, cases[i].type, &error);

      g_assert_cmpstr (literal, ==, cases[i].literal);
      if (literal == NULL)
        g_assert_error (error, ASK_SQL_ERROR, ASK_SQL_ERROR_SYNTAX);
    }
}

/* By place and by name, typed by what they stand for; too many, too few and the wrong kind are said. */
static void
test_take (void)
{
  static const struct
  {
    const char *sql;
    const char *given[4];
    const char *wanted; /* nullable: a part of the error follows */
    const char *words;
  } cases[] = {
    { "SELECT ?, :b", { "1", "x" }, "SELECT 1, 'x'", NULL },
    { "SELECT ?, :b", { "b=x", "1" }, "SELECT 1, 'x'", NULL },
    { "SELECT ?, :b, ?", { "1", "2", "b=x" }, "SELECT 1, 'x', 2", NULL },
    { "SELECT ?2, ?1", { "?1=a", "?2=b" }, "SELECT 'b', 'a'", NULL },
    { "SELECT :b, :b", { ":b=x=y" }, "SELECT 'x=y', 'x=y'", NULL },
    { "SELECT ?", { "a=b" }, "SELECT 'a=b'", NULL },
    { "SELECT ?, ?", { "'1'", "NULL" }, "SELECT '1', NULL", NULL },
    { "SELECT {{f(?, 't::c', ?)}}", { "1", "2" }, "SELECT {{f('1', 't::c', 2)}}", NULL },
    { "SELECT g(?, c, batch_size => ?, options => ?)",
      { "it's", "5", "7" },
      "SELECT g('it''s', c, batch_size => 5, options => '7')",
      NULL },
    { "SELECT upper(?)", { "5" }, "SELECT upper(5)", NULL },
    { "SELECT 1 LIMIT ?", { "x" }, NULL, "?1: “x” is no number" },
    { "SELECT g(?, 1, batch_size => ?)", { "1", "x" }, NULL, "?2: “x” is no number" },
    { "SELECT ?", { "1", "2" }, NULL, "no parameter left for the value “2”. The statement has ?1." },
    { "SELECT ?, :b", { "1" }, NULL, "The parameter :b has no value. The statement has ?1, :b" },
    { "SELECT :b", { "b=1", ":b=2" }, NULL, "The parameter :b has two values." },
    { "SELECT 1", { "1" }, NULL, "has no parameter" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) parameters = ask_sql_list_parameters (cases[i].sql, NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = ask_sql_take_parameters (cases[i].sql, parameters, cases[i].given, &error);

      g_assert_cmpstr (text, ==, cases[i].wanted);
      if (text != NULL)
        continue;
      g_assert_error (error, ASK_SQL_ERROR, ASK_SQL_ERROR_SYNTAX);
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/parameter/each-is-found-with-its-type", test_list);
  g_test_add_func ("/sql/parameter/literals-stand-in-their-place", test_put);
  g_test_add_func ("/sql/parameter/what-is-typed-becomes-one-literal", test_literal);
  g_test_add_func ("/sql/parameter/values-are-taken-by-place-and-by-name", test_take);
  return g_test_run ();
}
