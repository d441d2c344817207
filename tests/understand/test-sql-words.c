/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which names are offered where, in SQL that is not finished.
 */
#include "config.h"

#include "understand/complete/ask-sql-words.h"

#include <string.h>

static AskSchema *
new_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *orders = ask_entity_new ("orders", "shop", "orders", ASK_ENTITY_TABLE);
  AskEntity *people = ask_entity_new ("Kunden & Gäste", "shop", "people", ASK_ENTITY_TABLE);
  AskEntity *secret = ask_entity_new ("secrets", "shop", "secrets", ASK_ENTITY_TABLE);
  AskEntity *city = ask_entity_new ("city", "geo", "towns", ASK_ENTITY_TABLE);
  AskAttribute *status;

  ask_entity_add_attribute (orders, "order_id", "order_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (orders, "city_id", "city_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (orders, "amount", "amount", ASK_TYPE_REAL);
  status = ask_entity_add_attribute (orders, "status", "status", ASK_TYPE_TEXT);
  g_ptr_array_add (status->choices, g_strdup ("open"));
  g_ptr_array_add (status->choices, g_strdup ("won't come"));
  ask_entity_add_attribute (orders, "inner", "inner", ASK_TYPE_TEXT)->hidden = TRUE;
  ask_entity_add_metric (orders, "revenue", "sum(amount)");
  ask_entity_add_attribute (people, "größe", "g", ASK_TYPE_REAL);
  ask_entity_add_attribute (city, "city_id", "id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (city, "country", "country", ASK_TYPE_TEXT);
  secret->hidden = TRUE;
  ask_schema_add_entity (schema, orders);
  ask_schema_add_entity (schema, people);
  ask_schema_add_entity (schema, secret);
  ask_schema_add_entity (schema, city);
  ask_schema_add_relationship (schema, "orders", "city_id", "city", "city_id");
  return schema;
}

/* "^" is the cursor. */
static const struct
{
  const char *path;
  const char *sql;
  const char *wanted; /* the texts, with bars between them; those that are offered first where it ends in "|…" */
} table[] = {
  { "after-a-dot", "SELECT orders.^ FROM orders", "order_id|city_id|amount|status|revenue" },
  { "after-a-dot-typed", "SELECT orders.am^ FROM orders", "amount" },
  { "by-alias", "SELECT o.rev^ FROM orders o", "revenue" },
  { "by-alias-with-as", "SELECT o.rev^ FROM orders AS o WHERE", "revenue" },
  { "of-a-table-that-is-not-there-yet", "SELECT orders.rev^", "revenue" },
  { "of-nobody", "SELECT x.^ FROM orders o", "" },
  { "tables-of-a-source", "SELECT 1 FROM geo.^", "towns" },
  { "by-the-name-at-its-source", "SELECT t.cou^ FROM geo.towns t", "country" },
  { "quoted", "SELECT \"Kunden & Gäste\".^", "\"größe\"" },
  { "accents", "SELECT GROSSE^ FROM \"Kunden & Gäste\"", "\"größe\"" },
  { "entities-quoted", "SELECT 1 FROM kund^", "\"Kunden & Gäste\"" },
  { "before-a-table-is-named", "SELECT amou^", "amount" },
  { "one-letter-names-no-table", "SELECT r^", "radians()|random()|rank() OVER ()|regexp()|replace()|round()|…" },
  { "in-use", "SELECT amou^ FROM orders", "amount" },
  { "in-two-tables", "SELECT city_^ FROM orders o JOIN city", "o.city_id|city.city_id" },
  { "within-after-beginnings", "SELECT id^ FROM orders", "order_id|city_id" },
  { "hidden-attribute", "SELECT inner^ FROM orders", "INNER JOIN" },
  { "hidden-entity", "SELECT 1 FROM secr^", "" },
  { "hidden-entity-dot", "SELECT secrets.^ FROM secrets", "" },
  { "tables-alone-behind-from", "SELECT country FROM c^", "city" },
  { "behind-a-table", "SELECT country FROM city le^", "LEFT JOIN" },
  { "of-a-cte", "WITH late AS (SELECT amount AS much FROM orders) SELECT mu^ FROM late", "much" },
  { "a-cte", "WITH late AS (SELECT 1) SELECT * FROM la^", "late" },
  { "of-a-subquery", "SELECT s.^ FROM (SELECT * FROM city) s", "city_id|country" },
  { "of-a-query-around", "SELECT 1 FROM orders o WHERE EXISTS (SELECT 1 FROM city WHERE amou^)", "amount" },
  { "aliases-of-results", "SELECT sum(amount) AS total FROM orders ORDER BY tot^", "total|total()" },
  { "conditions-of-relationships", "SELECT 1 FROM orders o JOIN city c ON ^", "o.city_id = c.city_id|…" },
  { "values", "SELECT 1 FROM orders WHERE status = ^", "'open'|'won''t come'|…" },
  { "values-in-quotes", "SELECT 1 FROM orders WHERE status = 'wo^", "'won''t come'" },
  { "values-in-a-list", "SELECT 1 FROM orders o WHERE o.status IN ('open', 'w^", "'won''t come'" },
  { "no-values-of-others", "SELECT 1 FROM orders WHERE amount = 'o^", "" },
  { "functions", "SELECT subst^ FROM orders", "substr()|substring()" },
  { "functions-without-arguments", "SELECT current_d^", "current_date" },
  { "keyword", "sele^", "SELECT" },
  { "keyword-begins", "elect^", "" },
  { "questions", "reven^", "SELECT revenue FROM orders" },
  { "no-questions-within", "SELECT reven^ FROM orders", "revenue" },
  { "nothing", "SELECT zzz^", "" },
  { "functions-of-a-model", "SELECT llm_^", "llm_join()|llm_map()|llm_pick()|llm_qa()|llm_validate()" },
  { "functions-of-a-steward", "SELECT is_te^", "is_team()" },
  { "unfinished-quote", "SELECT \"amo^ FROM orders", "amount" },
  { "comment", "SELECT 1 -- amo^", "" },
  { "lone-dot", ".^", "" },
};

static void
test_find (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (AskSchema) schema = new_schema ();
  AskSqlSnippet snippet = { "Revenue of all", "SELECT revenue FROM orders" };
  g_autoptr (GArray) snippets = g_array_new (FALSE, FALSE, sizeof snippet);
  AskSqlSignature own = { .name = "is_team", .arguments = "value" };
  g_autoptr (GArray) functions = g_array_new (FALSE, FALSE, sizeof own);
  g_auto (GStrv) parts = g_strsplit (table[i].sql, "^", 2);
  g_autofree char *sql = g_strjoinv ("", parts);
  gboolean more = g_str_has_suffix (table[i].wanted, "|…");
  g_autofree char *wanted = g_strndup (table[i].wanted, strlen (table[i].wanted) - (more ? strlen ("|…") : 0));
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (GPtrArray) words = NULL;
  gsize start;

  g_array_append_val (snippets, snippet);
  g_array_append_val (functions, own);
  words = ask_sql_words_find (schema, &(AskSqlOffers) { snippets, functions }, sql, strlen (parts[0]), &start);
  g_assert_cmpuint (start, <=, strlen (parts[0]));
  for (guint j = 0; j < words->len; j++)
    g_string_append_printf (found, "%s%s", j > 0 ? "|" : "", ((AskSqlWord *) words->pdata[j])->text);
  if (more)
    g_assert_true (g_str_has_prefix (found->str, wanted));
  else
    g_assert_cmpstr (found->str, ==, wanted);
}

static void
test_call (void)
{
  AskSqlSignature signature;
  guint argument;

  g_assert_true (ask_sql_words_find_call ("SELECT llm_map('How?', a) FROM t", 23, &signature, &argument));
  g_assert_cmpstr (signature.arguments, ==, "question, value");
  g_assert_cmpuint (argument, ==, 1);
  g_assert_true (ask_sql_words_find_call ("SELECT round(sum(a), 2) FROM t", 21, &signature, &argument));
  g_assert_cmpstr (signature.name, ==, "round");
  g_assert_cmpuint (argument, ==, 1);
  g_assert_false (ask_sql_words_find_call ("SELECT round(sum(a), 2) FROM t", 30, &signature, &argument));
  g_assert_false (ask_sql_words_find_call ("SELECT unheard_of(", 18, &signature, &argument));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *path = g_strconcat ("/understand/sql-words/the-right-names-are-offered/", table[i].path, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_find);
    }
  g_test_add_func ("/understand/sql-words/the-arguments-of-a-call-are-told", test_call);
  return g_test_run ();
}
