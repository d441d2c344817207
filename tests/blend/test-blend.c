/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that something outside computes, with stubs in their place that count what they are given. For each query there is
 * the plain SQL that it equals, and the number of values that may be passed, as a query. The same for conditions that are drawn.
 */
#include "config.h"

#include <string.h>

#include "blend-fixture.h"
#include "engine/ask-hidden.h"

#define DRAWN 300

/* starts_with ('A', x) */
#define A(x) "(substr(" x ", 1, 1) = 'A')"

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

typedef struct
{
  GString *sql;
  GString *plain;
} Pair;

static void
append (Pair *self, const char *sql, const char *plain)
{
  g_string_append (self->sql, sql);
  g_string_append (self->plain, plain != NULL ? plain : sql);
}

static void
draw (GRand *rand, Pair *self, guint depth)
{
  static const char *const plain[]
    = { "cat = 'Food'", "amount > 50", "merchant IS NULL", "amount % 3 = 1", "cat <> 'Fuel'" };

  switch (g_rand_int_range (rand, 0, depth > 0 ? 7 : 4))
    {
    case 0:
      append (self, "starts_with('A', merchant)", A ("merchant"));
      break;
    case 1:
      append (self, "get_length(cat) = 4", "length(cat) = 4");
      break;
    case 2:
    case 3:
      append (self, plain[g_rand_int_range (rand, 0, G_N_ELEMENTS (plain))], NULL);
      break;
    case 4:
      append (self, "NOT (", NULL);
      draw (rand, self, depth - 1);
      append (self, ")", NULL);
      break;
    default:
      append (self, "(", NULL);
      draw (rand, self, depth - 1);
      append (self, g_rand_boolean (rand) ? ") AND (" : ") OR (", NULL);
      draw (rand, self, depth - 1);
      append (self, ")", NULL);
    }
}

static void
test_drawn (void)
{
  static const struct
  {
    const char *begin;
    const char *plain;
    const char *middle;
    const char *end;
  } shapes[] = {
    { "SELECT id FROM tx WHERE ", NULL, "", NULL },
    { "SELECT t.id, s.name FROM tx t LEFT JOIN shop s ON t.shop_id = s.shop_id AND (", NULL, ") WHERE ", "" },
    { "SELECT id, n FROM (SELECT *, get_length(merchant) AS n FROM tx WHERE ",
      "SELECT id, n FROM (SELECT *, length(merchant) AS n FROM tx WHERE ", ") WHERE ", "" },
    { "SELECT cat, n FROM (SELECT cat, amount, max(merchant) AS merchant, count(get_length(merchant)) AS n FROM tx WHERE ",
      "SELECT cat, n FROM (SELECT cat, amount, max(merchant) AS merchant, count(length(merchant)) AS n FROM tx WHERE ",
      " GROUP BY cat, amount) WHERE ", "" },
    { "SELECT id, get_length(merchant) AS n, cat FROM tx WHERE ",
      "SELECT id, length(merchant) AS n, cat FROM tx WHERE ", " ORDER BY amount DESC, id LIMIT 9", NULL },
    { "WITH w AS (SELECT *, get_length(merchant) AS n FROM tx WHERE ",
      "WITH w AS (SELECT *, length(merchant) AS n FROM tx WHERE ", ") SELECT * FROM w WHERE ", " ORDER BY id LIMIT 4" },
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  guint64 most = 0;
  BlendFixture self;

  blend_fixture_open (&self);
  for (guint i = 0; i < DRAWN; i++)
    {
      Pair pair = { g_string_new (NULL), g_string_new (NULL) };
      guint shape = g_rand_int_range (rand, 0, G_N_ELEMENTS (shapes));
      g_autofree char *got = NULL;
      g_autofree char *wanted = NULL;

      append (&pair, shapes[shape].begin, shapes[shape].plain);
      draw (rand, &pair, 3);
      append (&pair, shapes[shape].middle, NULL);
      if (shapes[shape].end != NULL)
        {
          draw (rand, &pair, 2);
          append (&pair, shapes[shape].end, NULL);
        }
      blend_fixture_forget (&self);
      got = blend_fixture_run (&self, pair.sql->str);
      wanted = blend_fixture_run (&self, pair.plain->str);
      if (strcmp (got, wanted) != 0)
        g_error ("%s gives other rows than %s", pair.sql->str, pair.plain->str);
      /* All values of both columns, once each for each function. */
      g_assert_cmpuint (blend_n_given, <=, 2 * (70 + 4));
      most = MAX (most, blend_n_given);
      g_string_free (pair.sql, TRUE);
      g_string_free (pair.plain, TRUE);
    }
  blend_fixture_close (&self);
  g_assert_cmpuint (most, >, 0);
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
    { "SELECT _answer(1, merchant) FROM tx", NULL },
    { "SELECT {{starts_with('A', merchant) FROM tx", "}}" },
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
      g_assert_true (error == NULL || g_str_has_suffix (error->message, "."));
      blend_fixture_close (&self);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/blend/rows-are-those-of-plain-sql-and-values-are-few", test_cases);
  g_test_add_func ("/blend/blend/a-limit-ends-the-asking-early", test_limit);
  g_test_add_func ("/blend/blend/a-limit-keeps-order-and-names", test_limit_and_order);
  g_test_add_func ("/blend/blend/what-is-unknown-passes-no-condition", test_limit_and_not);
  g_test_add_func ("/blend/blend/a-limit-of-rows-is-none-of-values", test_max_rows);
  g_test_add_func ("/blend/blend/columns-are-named-as-they-are-written", test_names);
  g_test_add_func ("/blend/blend/what-is-hidden-is-found-wherever-a-call-reads-it", test_hidden);
  g_test_add_func ("/blend/blend/drawn-conditions-give-the-rows-of-plain-sql", test_drawn);
  g_test_add_func ("/blend/blend/a-call-that-is-written-wrongly-is-refused-in-words", test_refused);
  return g_test_run ();
}
