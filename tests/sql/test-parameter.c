/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parameters of a statement: which there are, what they are compared with, and what stands in their place.
 */
#include "config.h"

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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/parameter/each-is-found-with-its-type", test_list);
  g_test_add_func ("/sql/parameter/literals-stand-in-their-place", test_put);
  g_test_add_func ("/sql/parameter/what-is-typed-becomes-one-literal", test_literal);
  return g_test_run ();
}
