/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which names are offered where, in SQL that is not finished.
 */
#include "config.h"

#include <string.h>

#include "app/sql/ask-sql-words.h"

static AskSchema *
new_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *orders = ask_entity_new ("orders", "shop", "orders", ASK_ENTITY_TABLE);
  AskEntity *people = ask_entity_new ("Kunden & Gäste", "shop", "people", ASK_ENTITY_TABLE);
  AskEntity *secret = ask_entity_new ("secrets", "shop", "secrets", ASK_ENTITY_TABLE);

  ask_entity_add_attribute (orders, "order_id", "order_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (orders, "amount", "amount", ASK_TYPE_REAL);
  ask_entity_add_attribute (orders, "inner", "inner", ASK_TYPE_TEXT)->hidden = TRUE;
  ask_entity_add_metric (orders, "revenue", "sum(amount)");
  ask_entity_add_attribute (people, "größe", "g", ASK_TYPE_REAL);
  secret->hidden = TRUE;
  ask_schema_add_entity (schema, orders);
  ask_schema_add_entity (schema, people);
  ask_schema_add_entity (schema, secret);
  return schema;
}

static const struct
{
  const char *path;
  const char *before;
  const char *typed;
  const char *after;
  const char *wanted; /* what matches, separated by spaces; "…" for more */
} table[] = {
  { "after-a-dot", "SELECT orders.", "", " FROM orders", "order_id amount revenue" },
  { "after-a-dot-typed", "SELECT orders.", "am", " FROM orders", "amount" },
  { "by-alias", "SELECT o.", "rev", " FROM orders o", "revenue" },
  { "by-alias-with-as", "SELECT o.", "rev", " FROM orders AS o WHERE", "revenue" },
  { "of-nobody", "SELECT x.", "", " FROM orders o", "" },
  { "quoted", "SELECT \"Kunden & Gäste\".", "", "", "\"größe\"" },
  { "accents", "SELECT ", "GROSSE", " FROM \"Kunden & Gäste\"", "\"größe\"" },
  { "entities-quoted", "SELECT 1 FROM ", "kund", "", "\"Kunden & Gäste\"" },
  { "not-in-use", "SELECT ", "amou", "", "" },
  { "in-use", "SELECT ", "amou", " FROM orders", "amount" },
  { "hidden-attribute", "SELECT ", "inner", " FROM orders", "" },
  { "hidden-entity", "SELECT 1 FROM ", "secr", "", "" },
  { "hidden-entity-dot", "SELECT secrets.", "", " FROM secrets", "" },
  { "keyword", "", "sele", "", "SELECT" },
  { "keyword-begins", "", "elect", "", "" },
  { "nothing", "", "zzz", "", "" },
  { "unfinished-quote", "SELECT \"or", "", "", "…" },
  { "lone-dot", ".", "", "", "" },
};

static void
test_find (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (AskSchema) schema = new_schema ();
  g_autofree char *sql = g_strconcat (table[i].before, table[i].typed, table[i].after, NULL);
  g_autoptr (GPtrArray) words = ask_sql_words_find (schema, sql, strlen (table[i].before));
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint j = 0; j < words->len; j++)
    if (ask_sql_word_matches (words->pdata[j], table[i].typed))
      g_string_append_printf (found, "%s%s", found->len > 0 ? " " : "", ((AskSqlWord *) words->pdata[j])->text);
  if (strcmp (table[i].wanted, "…") == 0)
    g_assert_cmpuint (found->len, >, 0);
  else
    g_assert_cmpstr (found->str, ==, table[i].wanted);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *path = g_strconcat ("/app/ask-sql-words/the-right-names-are-offered/", table[i].path, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_find);
    }
  return g_test_run ();
}
