/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that something outside computes, with stubs in their place that count what they are given. For each query there is
 * the plain SQL that it equals, and the number of values that may be passed, as a query.
 */
#include "config.h"

#include <string.h>

#include "blend-fixture.h"
#include "engine/ask-hidden.h"

static void
test_cases (void)
{
  BlendFixture self;
  BlendFixture plain;

  blend_fixture_open (&self);
  blend_fixture_open (&plain);
  blend_fixture_assert_cases (&self, &plain);
  blend_fixture_close (&plain);
  blend_fixture_close (&self);
}

/* The rows that a LIMIT leaves come in the order that was wanted, under their names. */
static void
test_limit_and_order (void)
{
  static const char *const texts[][2] = {
    { "SELECT id, get_length(merchant), * FROM tx ORDER BY amount DESC, merchant COLLATE NOCASE, id LIMIT 40 OFFSET 3",
      "SELECT id, length(merchant), * FROM tx ORDER BY amount DESC, merchant COLLATE NOCASE, id LIMIT 40 OFFSET 3" },
    { "SELECT get_length(merchant) AS n, id AS \"the id\" FROM tx ORDER BY cat NULLS LAST, 2 DESC LIMIT 30",
      "SELECT length(merchant) AS n, id AS \"the id\" FROM tx ORDER BY cat NULLS LAST, 2 DESC LIMIT 30" },
  };
  BlendFixture self;

  blend_fixture_open (&self);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) got = ask_engine_query (self.engine, texts[i][0], NULL, NULL, NULL, &error);
      g_autoptr (AskResult) wanted = ask_engine_query (self.engine, texts[i][1], NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (got->rows), ==, ask_rows_get_n_rows (wanted->rows));
      g_assert_cmpuint (ask_rows_get_n_columns (got->rows), ==, ask_rows_get_n_columns (wanted->rows));
      for (gsize r = 0; r < ask_rows_get_n_rows (got->rows); r++)
        for (guint c = 0; c < ask_rows_get_n_columns (got->rows); c++)
          g_assert_true (ask_value_equal (ask_rows_get (got->rows, r, c), ask_rows_get (wanted->rows, r, c)));
      for (guint c = 0; c < ask_rows_get_n_columns (got->rows); c++)
        if (i > 0 || c != 1)
          g_assert_cmpstr (ask_rows_get_column (got->rows, c)->name, ==, ask_rows_get_column (wanted->rows, c)->name);
        else
          g_assert_cmpstr (ask_rows_get_column (got->rows, c)->name, ==, "get_length(merchant)");
    }
  blend_fixture_close (&self);
}

/* Without an order any rows will do that pass; more values than these are not given. */
static void
test_limit (void)
{
  BlendFixture self;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *all = NULL;
  guint64 given;

  blend_fixture_open (&self);
  result = ask_engine_query (self.engine,
                             "SELECT id, merchant FROM tx WHERE starts_with('A', merchant) AND amount > 5 LIMIT 3",
                             NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 3);
  for (gsize r = 0; r < 3; r++)
    g_assert_true (g_str_has_prefix (ask_rows_get (result->rows, r, 1)->text, "A"));
  given = blend_n_given;
  all = blend_fixture_run (&self, "SELECT id FROM tx WHERE starts_with('A', merchant) AND amount > 5");
  g_assert_cmpuint (given, <, blend_n_given);
  /* Fewer rows than the limit: all of them. */
  g_clear_pointer (&all, g_free);
  all = blend_fixture_run (
    &self, "SELECT count(*) FROM (SELECT id FROM tx WHERE starts_with('Zara 1', merchant) LIMIT 100 OFFSET 1)");
  g_clear_pointer (&result, ask_result_free);
  result = ask_engine_query (self.engine, "SELECT id FROM tx WHERE starts_with('Zara 1', merchant) LIMIT 100 OFFSET 1",
                             NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, g_ascii_strtoull (strchr (all, ':') + 1, NULL, 10));
  blend_fixture_close (&self);
}

/* The LIMIT of a subquery ends the asking of its conditions, and what is around it sees the rows that it leaves. */
static void
test_limit_within (void)
{
  static const struct
  {
    const char *sql;
    guint64 most; /* values; 0 for any number */
    const char *plain; /* gives the same */
  } texts[] = {
    { "SELECT count(*) FROM (SELECT id FROM tx WHERE starts_with('A', merchant) AND merchant LIKE 'A%' LIMIT 3)", 3,
      "SELECT 3" },
    { "SELECT count(get_length(merchant)) FROM (SELECT merchant FROM tx WHERE starts_with('A', merchant)"
      " AND merchant LIKE 'A%' LIMIT 2)",
      2 + 2, "SELECT 2" },
    { "SELECT count(*) FROM (SELECT id, merchant FROM tx WHERE starts_with('A', merchant) AND merchant LIKE 'A%' LIMIT 5)"
      " WHERE get_length(merchant) > 0",
      5 + 5, "SELECT 5" },
    { "SELECT count(*) FROM tx WHERE id IN (SELECT id FROM tx WHERE starts_with('A', merchant) AND merchant LIKE 'A%'"
      " LIMIT 4)",
      4, "SELECT 4" },
    { "WITH few AS (SELECT id FROM tx WHERE starts_with('A', merchant) AND merchant LIKE 'A%' LIMIT 2)"
      " SELECT count(*) FROM few JOIN tx USING (id)",
      2, "SELECT 2" },
    { "SELECT count(*) FROM (SELECT * FROM (SELECT id, merchant FROM tx WHERE starts_with('A', merchant)"
      " AND merchant LIKE 'A%' LIMIT 6) WHERE get_length(merchant) > 0 LIMIT 2)",
      6 + 2, "SELECT 2" },
    /* What is asked around it for all rows changes nothing. */
    { "SELECT (SELECT count(*) FROM (SELECT id FROM tx WHERE starts_with('A', merchant) LIMIT 2)), count(*) FROM tx"
      " WHERE starts_with('A', merchant)",
      0, "SELECT 2, count(*) FROM tx WHERE substr(merchant, 1, 1) = 'A'" },
    { "SELECT count(*), count(get_length(merchant)) FROM (SELECT merchant FROM tx WHERE starts_with('A', merchant) LIMIT 7)"
      " WHERE starts_with('A', merchant)",
      0, "SELECT 7, 7" },
    /* An order wants all of them, and what is fewer than the limit is all there is. */
    { "SELECT id FROM (SELECT id FROM tx WHERE starts_with('A', merchant) ORDER BY amount DESC, id LIMIT 3) ORDER BY id",
      0,
      "SELECT id FROM (SELECT id FROM tx WHERE substr(merchant, 1, 1) = 'A' ORDER BY amount DESC, id LIMIT 3) ORDER BY id" },
    { "SELECT count(*) FROM (SELECT id FROM tx WHERE starts_with('A', merchant) LIMIT 1000)", 0,
      "SELECT count(*) FROM tx WHERE substr(merchant, 1, 1) = 'A'" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      BlendFixture self;
      g_autofree char *got = NULL;
      g_autofree char *wanted = NULL;

      blend_fixture_open (&self);
      blend_fixture_forget (&self);
      got = blend_fixture_run (&self, texts[i].sql);
      g_test_message ("%s: %" G_GUINT64_FORMAT, texts[i].sql, blend_n_given);
      if (texts[i].most > 0)
        g_assert_cmpuint (blend_n_given, <=, texts[i].most);
      wanted = blend_fixture_run (&self, texts[i].plain);
      g_assert_cmpstr (got, ==, wanted);
      blend_fixture_close (&self);
    }
}

/* Where a call stands in the results as well, conditions end as early, and the results are those of the rows that are left. */
static void
test_limit_and_results (void)
{
  static const struct
  {
    const char *sql;
    guint64 most;
    guint n_rows;
  } texts[] = {
    { "SELECT id, get_length(merchant) FROM tx WHERE starts_with('A', 'Apple' || cat) LIMIT 1", 2, 1 },
    { "SELECT id, starts_with('F', cat) AS f, cat FROM tx WHERE f AND starts_with('A', merchant) AND merchant LIKE 'A%' LIMIT 1",
      4 + 1, 1 },
    { "SELECT id, get_length(cat) FROM tx WHERE starts_with('F', cat) AND cat LIKE 'F%' LIMIT 2", 2 + 2, 2 },
    { "SELECT id, get_length(merchant) AS n, merchant FROM tx WHERE get_length(merchant) > 2 LIMIT 3 OFFSET 2", 5, 3 },
  };
  BlendFixture self;

  blend_fixture_open (&self);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = NULL;

      blend_fixture_forget (&self);
      result = ask_engine_query (self.engine, texts[i].sql, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_test_message ("%s: %" G_GUINT64_FORMAT, texts[i].sql, blend_n_given);
      g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, texts[i].n_rows);
      for (gsize r = 0; r < texts[i].n_rows; r++)
        g_assert_cmpint (ask_rows_get (result->rows, r, 1)->kind, ==, ASK_VALUE_INTEGER);
      g_assert_cmpuint (blend_n_given, <=, texts[i].most);
    }
  blend_fixture_close (&self);
}

/* What is not known does not pass by being unknown. */
static void
test_limit_and_not (void)
{
  BlendFixture self;
  g_autofree char *got = NULL;

  blend_fixture_open (&self);
  got = blend_fixture_run (
    &self,
    "SELECT count(*) FROM (SELECT id FROM tx WHERE starts_with('A', merchant) IS NOT TRUE AND merchant LIKE 'A%' "
    "LIMIT 5)");
  g_assert_cmpstr (got, ==, "1:0|\n");
  blend_fixture_close (&self);
}

/* How many rows a person wants to see says nothing of how many values have to be known. */
static void
test_max_rows (void)
{
  const AskLimits limits = { 5, (gsize) 1 << 28, 0 };
  BlendFixture self;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;

  blend_fixture_open (&self);
  result = ask_engine_query (self.engine, "SELECT id FROM tx WHERE starts_with('A', merchant) ORDER BY id", &limits,
                             NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 5);
  g_assert_true (ask_rows_get_truncated (result->rows));
  blend_fixture_close (&self);
}

static void
test_names (void)
{
  BlendFixture self;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;

  blend_fixture_open (&self);
  result = ask_engine_query (self.engine,
                             "SELECT amount+1 , starts_with('A',merchant), cat AS c, {{get_length(cat)}} FROM tx", NULL,
                             NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ask_rows_get_column (result->rows, 0)->name, ==, "amount+1");
  g_assert_cmpstr (ask_rows_get_column (result->rows, 1)->name, ==, "starts_with('A',merchant)");
  g_assert_cmpstr (ask_rows_get_column (result->rows, 2)->name, ==, "c");
  g_assert_cmpstr (ask_rows_get_column (result->rows, 3)->name, ==, "{{get_length(cat)}}");
  blend_fixture_close (&self);
}

/* In rows that are asked about, in options and in values. */
static void
test_hidden (void)
{
  static const char *const texts[] = {
    "SELECT {{table_size('n', (SELECT secret FROM shop))}}",
    "SELECT {{first_sorted(options='shop::secret')}}",
    "SELECT first_sorted(options => (SELECT secret FROM shop))",
    "SELECT name FROM shop WHERE {{starts_with('A', 'shop::secret')}}",
    "SELECT name FROM shop WHERE starts_with('A', name, options => (SELECT secret FROM shop))",
  };
  BlendFixture self;

  blend_fixture_open (&self);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *name = ask_engine_find_hidden (self.engine, texts[i]);

      g_test_message ("%s", texts[i]);
      g_assert_cmpstr (name, ==, "secret");
    }
  g_assert_null (ask_engine_find_hidden (self.engine, "SELECT name FROM shop WHERE starts_with('A', name)"));
  g_assert_cmpuint (blend_n_given, ==, 0);
  blend_fixture_close (&self);
}

static void
test_refused (void)
{
  static const char *const wrong[][2] = {
    { "SELECT {{nowhere('A', merchant)}} FROM tx", "There is no function nowhere" },
    { "SELECT starts_with(merchant) FROM tx", NULL },
    { "SELECT starts_with('A', merchant, id) FROM tx", "wants a question and a value" },
    { "SELECT starts_with('A', merchant, colour => 'red') FROM tx", "an argument with a name that it does not know" },
    { "SELECT starts_with(cat, merchant) FROM tx", "is no text in quotes" },
    { "SELECT {{starts_with('A', 'nowhere::merchant')}} FROM tx", "not in its FROM" },
    /* A column that is not there is no text, and what was meant is said. */
    { "SELECT {{starts_with('A', 'tx::merchand')}} FROM tx", "“merchand” is not in tx. Did you mean “merchant”?" },
    { "SELECT {{starts_with('A', 't::merchand')}} FROM tx AS t JOIN shop AS s USING (shop_id)", "Did you mean “merchant”?" },
    { "SELECT {{first_sorted(options='shop::nam')}}", "“nam” is not in shop. Did you mean “name”?" },
    { "SELECT {{first_sorted(options=\"shop::nam\")}}", "“nam” is not in shop. Did you mean “name”?" },
    { "SELECT {{starts_with('A', 'tx::merchant', options=\"cet\")}} FROM tx", "“cet” is not in tx" },
    { "SELECT {{first_sorted(options='shops::name')}}", "There is no table “shops”. Did you mean “shop”?" },
    { "SELECT starts_with('A', merchant, options => 'x::cet') FROM (SELECT merchant, cat FROM tx) AS x", "“cet” is not in x" },
    { "WITH tx AS (SELECT name AS merchand FROM shop) SELECT {{starts_with('A', 'tx::merchand')}} FROM tx", NULL },
    { "SELECT _answer(1, merchant) FROM tx", NULL },
    /* Rows stand by themselves, and it is said where they cannot. */
    { "SELECT table_size('n', (SELECT * FROM shop s WHERE s.shop_id = t.shop_id)) FROM tx t", "cannot depend on t.shop_id of the row" },
    { "WITH w AS (SELECT * FROM shop) SELECT id FROM tx WHERE {{table_size('n', (SELECT * FROM w WHERE w.shop_id = tx.shop_id))}} > 1",
      "cannot depend on tx.shop_id of the row" },
    { "SELECT {{starts_with('A', merchant) FROM tx", "}}" },
    { "SELECT get_length(merchant) FILTER (WHERE id < 3) FROM tx", "no FILTER" },
    { "SELECT get_length(DISTINCT merchant) FROM tx", "no DISTINCT" },
    { "SELECT get_length(merchant) OVER (ORDER BY id) FROM tx", "no OVER" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      BlendFixture self;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = NULL;

      blend_fixture_open (&self);
      result = ask_engine_query (self.engine, wrong[i][0], NULL, NULL, NULL, &error);
      g_test_message ("%s", error != NULL ? error->message : "runs");
      if (wrong[i][1] != NULL)
        {
          g_assert_null (result);
          g_assert_nonnull (strstr (error->message, wrong[i][1]));
        }
      g_assert_true (error == NULL || g_str_has_suffix (error->message, ".")
                     || g_str_has_suffix (error->message, "?"));
      blend_fixture_close (&self);
    }
}

/* A wrong name beside a call is what is wrong, and not the call: the guard knows SQLite's functions only. */
static void
test_hint (void)
{
  BlendFixture self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) hints = NULL;
  static const char sql[] = "SELECT starts_with('A', merchand) FROM tx";

  blend_fixture_open (&self);
  g_assert_null (ask_engine_query (self.engine, sql, NULL, NULL, NULL, &error));
  ask_engine_add_hint (self.engine, sql, error);
  g_test_message ("%s", error->message);
  g_assert_null (strstr (error->message, "There is no function"));
  g_assert_nonnull (strstr (error->message, "merchant"));
  g_clear_error (&error);
  g_assert_null (ask_engine_query (self.engine, "SELECT start_with('A', merchant) FROM tx", NULL, NULL, NULL, &error));
  ask_engine_add_hint (self.engine, "SELECT start_with('A', merchant) FROM tx", error);
  g_assert_nonnull (strstr (error->message, "There is no function start_with()"));
  hints = ask_engine_guard (self.engine, "SELECT {{starts_with('A', 'tx::merchant')}} FROM tx");
  g_assert_cmpuint (hints->len, ==, 0);
  blend_fixture_close (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/blend/rows-are-those-of-plain-sql-and-values-are-few", test_cases);
  g_test_add_func ("/blend/blend/a-limit-ends-the-asking-early", test_limit);
  g_test_add_func ("/blend/blend/a-limit-of-a-subquery-ends-the-asking-of-its-conditions", test_limit_within);
  g_test_add_func ("/blend/blend/a-limit-ends-the-asking-where-results-ask-too", test_limit_and_results);
  g_test_add_func ("/blend/blend/a-limit-keeps-order-and-names", test_limit_and_order);
  g_test_add_func ("/blend/blend/what-is-unknown-passes-no-condition", test_limit_and_not);
  g_test_add_func ("/blend/blend/a-limit-of-rows-is-none-of-values", test_max_rows);
  g_test_add_func ("/blend/blend/columns-are-named-as-they-are-written", test_names);
  g_test_add_func ("/blend/blend/what-is-hidden-is-found-wherever-a-call-reads-it", test_hidden);
  g_test_add_func ("/blend/blend/a-call-that-is-written-wrongly-is-refused-in-words", test_refused);
  g_test_add_func ("/blend/blend/a-wrong-name-beside-a-call-is-what-is-wrong", test_hint);
  return g_test_run ();
}
