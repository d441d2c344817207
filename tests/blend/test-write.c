/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL that is written from what a person chose: what is added to a statement as it is, what is put around it, and that nothing
 * that was typed becomes SQL.
 */
#include "config.h"

#include <string.h>

#include <glib.h>

#include "blend/ask-blend-write.h"

static void
test_each (void)
{
  static const struct
  {
    const char *sql;
    const char *name;
    guint index;
    const char *each;
    const char *values; /* that the trial reads */
  } cases[] = {
    { "SELECT id, city FROM sale ORDER BY id", "city", 1,
      "SELECT id, city, llm_map('Q', city) AS \"new one\" FROM sale ORDER BY id",
      "SELECT DISTINCT city AS value FROM sale" },
    { "SELECT s.city AS place FROM sale AS s WHERE id > 1", "place", 0,
      "SELECT s.city AS place, llm_map('Q', s.city) AS \"new one\" FROM sale AS s WHERE id > 1",
      "SELECT DISTINCT s.city AS value FROM sale AS s WHERE id > 1" },
    { "SELECT * FROM sale", "city", 1, "SELECT *, llm_map('Q', city) AS \"new one\" FROM sale",
      "SELECT DISTINCT city AS value FROM sale" },
    { "WITH w AS (SELECT city FROM sale) SELECT city FROM w", "city", 0,
      "WITH w AS (SELECT city FROM sale) SELECT city, llm_map('Q', city) AS \"new one\" FROM w",
      "WITH w AS (SELECT city FROM sale) SELECT DISTINCT city AS value FROM w" },
    { "SELECT city, count(*) AS n FROM sale GROUP BY 1", "city", 0,
      "SELECT city, count(*) AS n, llm_map('Q', city) AS \"new one\" FROM sale GROUP BY 1",
      "SELECT DISTINCT answer.city AS value FROM (S) AS answer" },
    /* What cannot be added to as it is. */
    { "SELECT city FROM sale LIMIT 3", "city", 0,
      "SELECT answer.*, llm_map('Q', answer.city) AS \"new one\"\nFROM (S) AS answer",
      "SELECT DISTINCT answer.city AS value FROM (S) AS answer" },
    { "SELECT city FROM sale UNION SELECT name FROM city", "city", 0,
      "SELECT answer.*, llm_map('Q', answer.city) AS \"new one\"\nFROM (S) AS answer",
      "SELECT DISTINCT answer.city AS value FROM (S) AS answer" },
    { "SELECT * FROM sale, city", "city", 1,
      "SELECT answer.*, llm_map('Q', answer.city) AS \"new one\"\nFROM (S) AS answer",
      "SELECT DISTINCT answer.city AS value FROM (S) AS answer" },
    { "SELECT max(city) AS latest FROM sale", "latest", 0,
      "SELECT answer.*, llm_map('Q', answer.latest) AS \"new one\"\nFROM (S) AS answer",
      "SELECT DISTINCT answer.latest AS value FROM (S) AS answer" },
  };
  g_autoptr (AskOwnFunction) asked = ask_own_function_new (NULL, "Q");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const AskBlendColumn column = { cases[i].sql, "(S) AS answer", cases[i].name, cases[i].index };
      g_autofree char *each = ask_blend_write_each (&column, asked, "new one");
      g_autofree char *trial = ask_blend_write_trial (&column, asked, 5);
      g_autofree char *expected
        = g_strdup_printf ("SELECT tried.value, llm_map('Q', tried.value) AS answer FROM (SELECT "
                           "value FROM (%s) WHERE value IS NOT NULL LIMIT 5) AS tried",
                           cases[i].values);

      g_assert_cmpstr (each, ==, cases[i].each);
      g_assert_cmpstr (trial, ==, expected);
    }
}

static void
test_call (void)
{
  g_autoptr (AskOwnFunction) asked = ask_own_function_new (NULL, "It's “x'); DROP TABLE y”?");
  g_autofree char *whole = NULL;
  g_autofree char *named = NULL;
  g_autofree char *claim = NULL;

  asked->type = g_strdup ("bool");
  asked->options = g_strdup ("a;b'c");
  g_ptr_array_add (asked->examples, g_strdup ("A"));
  g_ptr_array_add (asked->examples, g_strdup ("it's"));
  whole = ask_blend_write_call (asked, "v");
  g_assert_cmpstr (whole, ==,
                   "llm_map('It''s “x''); DROP TABLE y”?', v, return_type => 'bool', options => 'a;b''c', few_shot => "
                   "(VALUES ('A', 'it''s')))");
  asked->name = g_strdup ("mine");
  named = ask_blend_write_call (asked, "v");
  g_assert_cmpstr (named, ==, "mine(v)");
  claim = ask_blend_write_claim ("(S) AS answer", "It's so", &(AskBlendVerdicts) { "yes", "no", "who knows" });
  g_assert_cmpstr (
    claim, ==,
    "SELECT CASE llm_validate('It''s so', (SELECT answer.* FROM (S) AS answer)) WHEN 1 THEN 'yes' WHEN 0 "
    "THEN 'no' ELSE 'who knows' END AS verdict");
}

/* Names and words are quoted, whatever they are. */
static void
test_match (void)
{
  const AskBlendPart left = { "shop", "name" }, right = { "my clients", "the \"label\"" };
  g_autofree char *plain = ask_blend_write_match (&left, &left, "");
  g_autofree char *quoted = ask_blend_write_match (&left, &right, "it's the same");

  g_assert_cmpstr (plain, ==,
                   "SELECT DISTINCT l.name AS \"left\", r.name AS \"right\" FROM shop AS l "
                   "JOIN shop AS r ON llm_join(l.name, r.name) ORDER BY 1, 2");
  g_assert_nonnull (
    strstr (quoted, "JOIN \"my clients\" AS r ON llm_join(l.name, r.\"the \"\"label\"\"\", 'it''s the same')"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/write/a-result-is-added-or-put-around", test_each);
  g_test_add_func ("/blend/write/what-is-typed-stays-a-text", test_call);
  g_test_add_func ("/blend/write/lists-are-matched", test_match);
  return g_test_run ();
}
