/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of matching questions with verified ones: the same in other word forms, the same with
 * other values, values that are not there, and questions that must not match at all.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-match.h"
#include "base/ask-text.h"

static const struct
{
  const char *question;
  const char *sql;
} pairs[] = {
  { "Late shipments by carrier", "SELECT carrier, count(*) AS late FROM shipment GROUP BY 1" },
  { "Sales in Paris", "SELECT sum(s.total) AS sales FROM sale s WHERE s.city = 'Paris'" },
  { "Paris stores", "SELECT name FROM store WHERE city IN ('Paris')" },
  { "Sales of tents in Paris",
    "SELECT sum(total) AS sales FROM sale WHERE product = 'Tent' AND city = 'Paris'" },
  { "How did the North Face sell?",
    "SELECT sum(total) AS sales FROM sale JOIN product p ON 1 WHERE p.brand = 'The North Face'" },
  { "Top 5 products by revenue",
    "SELECT product, sum(total) AS revenue FROM sale GROUP BY 1 ORDER BY 2 DESC LIMIT 5" },
  { "Revenue in 2025",
    "SELECT sum(total) AS revenue FROM sale WHERE sold_on >= '2025-01-01' AND sold_on < "
    "'2026-01-01'" },
  { "Customers called o'brien", "SELECT * FROM customer WHERE lower(surname) = 'o''brien'" },
  { "Stores like Lyo", "SELECT name FROM store WHERE city LIKE '%Lyo%'" },
  { "Orders of store 7", "SELECT count(*) AS orders, 7 AS seven FROM sale WHERE store_id = 7" },
  { "Transfers from Paris to Nice",
    "SELECT count(*) AS n FROM store a, sale b WHERE b.city = 'Paris' AND a.city = 'Nice'" },
  { "Parcels sent to Paris", "SELECT count(*) AS parcels FROM sale WHERE city = 'Paris'" },
  /* On either side, in a row, and not where it is a place, a format or another side's value. */
  { "Crates in Paris for store 7", "SELECT count(*) AS crates FROM sale WHERE ('Paris') = city AND 7 = store_id" },
  { "Boxes in Paris of tents", "SELECT count(*) AS boxes FROM sale WHERE (city, product) = ('Paris', 'Tent')" },
  { "Best 2 cities", "SELECT city, sum(total) AS best FROM sale GROUP BY 1 ORDER BY 2 DESC LIMIT 0, 2" },
  /* Which of the columns the value is of is not known. */
  { "Kegs to Paris", "SELECT count(*) AS kegs FROM sale WHERE coalesce(country, city) = 'Paris'" },
  { "Casks to Paris", "SELECT count(*) AS casks FROM sale WHERE coalesce(product, country, city) = 'Paris'" },
  { "Growth of orders", "SELECT 1 AS growth FROM sale" },
  { "Order growth", "SELECT 2 AS growth FROM sale" },
};

static const struct
{
  const char *entity;
  const char *attribute;
  const char *value;
} values[] = {
  { "sale", "city", "Paris" },       { "sale", "city", "Lyon" },
  { "sale", "city", "Le Havre" },    { "sale", "city", "Isle of Man" },
  { "store", "city", "Paris" },      { "store", "city", "Nice" },
  { "sale", "product", "Tent" },     { "sale", "product", "Boot" },
  { "sale", "country", "Germany" },  { "product", "brand", "The North Face" },
  { "product", "brand", "Vaude" },   { "sale", "sold_on", "2025" },
  { "sale", "sold_on", "2024" },     { "customer", "surname", "O'Brien" },
  { "customer", "surname", "D'Arc" }, { "customer", "surname", "x'; DROP TABLE sale; --" },
  { "sale", "store_id", "7" },       { "sale", "store_id", "12" },
  { "sale", "city", "Lyo" },         { "store", "city", "Lyo" },
};

static GPtrArray *
find (const char *text, gpointer user_data, GError **error)
{
  GPtrArray *hits = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_hit_free);
  g_autofree char *folded = ask_text_fold (text);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *own = ask_text_fold (values[i].value);

      if (strcmp (own, folded) == 0)
        {
          AskValueHit *hit = g_new0 (AskValueHit, 1);

          hit->entity = g_strdup (values[i].entity);
          hit->attribute = g_strdup (values[i].attribute);
          hit->value = g_strdup (values[i].value);
          g_ptr_array_add (hits, hit);
        }
    }
  return hits;
}

static GPtrArray *
make_pairs (void)
{
  GPtrArray *verified = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_verified_free);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      AskVerified *pair = g_new0 (AskVerified, 1);

      pair->id = i + 1;
      pair->question = g_strdup (pairs[i].question);
      pair->sql = g_strdup (pairs[i].sql);
      g_ptr_array_add (verified, pair);
    }
  return verified;
}

/* A schema for the words: what the pairs' SQL is about, and what it is also called. */
static AskSchema *
make_schema (void)
{
  static const char document[]
    = "{\"version\": 2, \"relationships\": [], \"entities\": ["
      "{\"name\": \"sale\", \"source\": \"s\", \"table\": \"sale\", \"synonyms\": [\"purchase\"],"
      " \"attributes\": ["
      "{\"name\": \"revenue\", \"column\": \"r\", \"type\": \"real\","
      " \"synonyms\": [\"turnover\", \"money taken\", \"volume\", \"of the\"]},"
      "{\"name\": \"sold_on\", \"column\": \"d\", \"type\": \"date\"},"
      "{\"name\": \"city\", \"column\": \"c\", \"type\": \"text\", \"synonyms\": [\"town\"]},"
      "{\"name\": \"margin\", \"column\": \"m\", \"type\": \"real\", \"hidden\": true,"
      " \"synonyms\": [\"takings\"]}]},"
      "{\"name\": \"parcel\", \"source\": \"s\", \"table\": \"parcel\","
      " \"synonyms\": [\"shipment\"], \"attributes\": ["
      "{\"name\": \"volume\", \"column\": \"v\", \"type\": \"real\"},"
      "{\"name\": \"weight\", \"column\": \"w\", \"type\": \"real\","
      " \"synonyms\": [\"turnover tax\", \"heaviness\"]}]},"
      "{\"name\": \"buyer\", \"source\": \"s\", \"table\": \"buyer\", \"attributes\": ["
      "{\"name\": \"label\", \"column\": \"l\", \"type\": \"text\","
      " \"synonyms\": [\"client\", \"caption\"]}]},"
      "{\"name\": \"article\", \"source\": \"s\", \"table\": \"article\", \"attributes\": ["
      "{\"name\": \"label\", \"column\": \"l\", \"type\": \"text\", \"synonyms\": [\"caption\"]}]}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = json_from_string (document, &error);
  AskSchema *schema;

  g_assert_no_error (error);
  schema = ask_schema_from_json (node, &error);
  g_assert_no_error (error);
  return schema;
}

/* Other names for the same thing are the same word, where nothing else is called so. */
static void
test_synonyms (void)
{
  static const struct
  {
    const char *question;
    AskMatchKind kind;
    const char *expected;
  } asked[] = {
    { "Turnover by month", ASK_MATCH_EXACT, "BY MONTH" },
    { "what is the turnover by months", ASK_MATCH_EXACT, "BY MONTH" },
    { "money that was taken by month", ASK_MATCH_EXACT, "BY MONTH" },
    { "taken money by month", ASK_MATCH_NONE, NULL },
    { "Turnover in Lyon", ASK_MATCH_VALUES, "city = 'Lyon'" },
    { "Turnover in Atlantis", ASK_MATCH_NO_VALUE, "no city named" },
    { "revenue by town", ASK_MATCH_EXACT, "BY CITY" },
    { "turnover by towns", ASK_MATCH_EXACT, "BY CITY" },
    /* The pair says a synonym, and the question the name. */
    { "How many sales?", ASK_MATCH_EXACT, "count(*)" },
    /* Not what these are about, more than it, or only half of it. */
    { "turnover", ASK_MATCH_NONE, NULL },
    { "turnover by month and city", ASK_MATCH_NONE, NULL },
    { "turnover revenue by month", ASK_MATCH_NONE, NULL },
    { "money by month", ASK_MATCH_NONE, NULL },
    { "by month", ASK_MATCH_NONE, NULL },
    { "shipments by month", ASK_MATCH_NONE, NULL },
    /* The word for a hidden attribute; words that something else is called by, or begins with. */
    { "takings by month", ASK_MATCH_NONE, NULL },
    { "volume by month", ASK_MATCH_NONE, NULL },
    { "turnover tax by month", ASK_MATCH_NONE, NULL },
    /* A synonym of stop words stands for nothing. */
    { "of the by month", ASK_MATCH_NONE, NULL },
    /* Both labels are called so, but only the other one is a client. */
    { "captions in 2025", ASK_MATCH_EXACT, "a.label" },
    { "clients in 2025", ASK_MATCH_NONE, NULL },
    /* The SQL does not read the attribute that the words are of. */
    { "Heaviness of all", ASK_MATCH_NONE, NULL },
  };
  static const char *const own[][2] = {
    { "Revenue by month", "SELECT sum(revenue) FROM sale GROUP BY MONTH" },
    { "Revenue in Paris", "SELECT sum(revenue) FROM sale WHERE city = 'Paris'" },
    { "Revenue by city", "SELECT sum(revenue) FROM sale GROUP BY CITY" },
    { "How many purchases?", "SELECT count(*) FROM sale" },
    { "Weight of all", "SELECT sum(total) AS weight FROM crate" },
    { "Labels in 2025", "SELECT a.label FROM article a JOIN buyer USING (id)" },
  };
  g_autoptr (GPtrArray) verified = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_verified_free);
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (AskSchema) plain = ask_schema_new ();
  g_autoptr (GPtrArray) close = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    {
      AskVerified *pair = g_new0 (AskVerified, 1);

      pair->id = i + 1;
      pair->question = g_strdup (own[i][0]);
      pair->sql = g_strdup (own[i][1]);
      g_ptr_array_add (verified, pair);
    }
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskMatch) match
        = ask_match_find (verified, asked[i].question, schema, find, NULL, &error);
      g_autoptr (AskMatch) without
        = ask_match_find (verified, asked[i].question, plain, find, NULL, NULL);

      g_assert_no_error (error);
      if (match->kind != asked[i].kind)
        g_error ("%s: %d, %s %s", asked[i].question, match->kind, match->sql, match->problem);
      if (asked[i].expected != NULL)
        g_assert_nonnull (strstr (match->problem != NULL ? match->problem : match->sql,
                                  asked[i].expected));
      /* It was the synonyms that found it. */
      g_assert_cmpint (without->kind, ==, ASK_MATCH_NONE);
    }
  close = ask_match_closest (verified, "the turnover of last week", schema, 1);
  g_assert_cmpuint (close->len, ==, 1);
  g_assert_true (g_str_has_prefix (close->pdata[0], "Revenue"));
}

typedef struct
{
  const char *question;
  AskMatchKind kind;
  const char *expected; /* part of the SQL, or of the problem */
  const char *values;
} Case;

static const Case cases[] = {
  /* The same. */
  { "Late shipments by carrier", ASK_MATCH_EXACT, "count(*) AS late", NULL },
  { "LATE SHIPMENTS BY CARRIER?!", ASK_MATCH_EXACT, "count(*) AS late", NULL },
  { "  show me the late   shipments, by carrier, please", ASK_MATCH_EXACT, "late", NULL },
  { "late shipment by carriers", ASK_MATCH_EXACT, "count(*) AS late", NULL },
  { "Läte shipments by carrier", ASK_MATCH_EXACT, "count(*) AS late", NULL },
  { "sales in paris", ASK_MATCH_EXACT, "'Paris'", NULL },
  /* Not the same. */
  { "Late shipments by warehouse", ASK_MATCH_NONE, NULL, NULL },
  { "Late shipments by carrier and month", ASK_MATCH_NONE, NULL, NULL },
  { "shipments by carrier", ASK_MATCH_NONE, NULL, NULL },
  { "carrier by late shipments", ASK_MATCH_NONE, NULL, NULL },
  { "sales not in Paris", ASK_MATCH_NONE, NULL, NULL },
  { "sales by city", ASK_MATCH_NONE, NULL, NULL },
  { "the weather", ASK_MATCH_NONE, NULL, NULL },
  { "show me the", ASK_MATCH_NONE, NULL, NULL },
  { "Paris", ASK_MATCH_NONE, NULL, NULL },
  /* Other values. */
  { "Sales in Lyon", ASK_MATCH_VALUES, "s.city = 'Lyon'", "Lyon instead of Paris" },
  { "what were the sales in LYON?", ASK_MATCH_VALUES, "s.city = 'Lyon'", "Lyon instead of Paris" },
  { "Sales in Lyon's", ASK_MATCH_VALUES, "'Lyon'", "Lyon instead of Paris" },
  { "Sales in Le Havre", ASK_MATCH_VALUES, "'Le Havre'", "Le Havre instead of Paris" },
  { "Sales in the Isle of Man", ASK_MATCH_VALUES, "'Isle of Man'", "Isle of Man instead of Paris" },
  { "Nice stores", ASK_MATCH_VALUES, "IN ('Nice')", "Nice instead of Paris" },
  { "sales of boots in lyon", ASK_MATCH_VALUES, "product = 'Boot' AND city = 'Lyon'",
    "Boot instead of Tent, Lyon instead of Paris" },
  { "sales of tent in Lyon", ASK_MATCH_VALUES, "product = 'Tent' AND city = 'Lyon'",
    "Lyon instead of Paris" },
  { "how did Vaude sell", ASK_MATCH_VALUES, "p.brand = 'Vaude'", "Vaude instead of The North Face" },
  { "top 10 products by revenue", ASK_MATCH_VALUES, "LIMIT 10", "10 instead of 5" },
  { "top seven products by revenue", ASK_MATCH_VALUES, "LIMIT 7", "7 instead of 5" },
  { "top five products by revenue", ASK_MATCH_EXACT, "LIMIT 5", NULL },
  { "Revenue in 2024", ASK_MATCH_VALUES, ">= '2024-01-01' AND sold_on < '2025-01-01'",
    "2024 instead of 2025" },
  { "customers called d'arc", ASK_MATCH_VALUES, "= 'd''arc'", "d'arc instead of o'brien" },
  { "orders of store 12", ASK_MATCH_VALUES, "store_id = 12", "12 instead of 7" },
  { "Stores like Nice", ASK_MATCH_VALUES, "LIKE '%Nice%'", "Nice instead of Lyo" },
  /* Values that are not there, or somewhere else. */
  { "Sales in Atlantis", ASK_MATCH_NO_VALUE, "There is no city named “Atlantis” in the data.", NULL },
  { "Sales in Germany", ASK_MATCH_NO_VALUE, "there it is a value of country", NULL },
  { "Lyon stores", ASK_MATCH_NO_VALUE, "no city named “Lyon”", NULL },
  { "Revenue in 1999", ASK_MATCH_NO_VALUE, "nothing of the year 1999", NULL },
  { "top 0 products by revenue", ASK_MATCH_NO_VALUE, "number of rows", NULL },
  { "top umpteen products by revenue", ASK_MATCH_NONE, NULL, NULL },
  { "Revenue in Paris", ASK_MATCH_NONE, NULL, NULL },
  { "how did Mammut sell", ASK_MATCH_NO_VALUE, "no brand named “Mammut”", NULL },
  { "sales in x'; DROP TABLE sale; --", ASK_MATCH_NO_VALUE, "no city named", NULL },
  /* Which way it goes. */
  { "Transfers from Paris to Nice", ASK_MATCH_EXACT, "b.city = 'Paris'", NULL },
  { "Transfers to Paris from Nice", ASK_MATCH_NONE, NULL, NULL },
  { "Transfers to Nice from Paris", ASK_MATCH_NONE, NULL, NULL },
  { "transfers from Lyon to Paris", ASK_MATCH_VALUES, "b.city = 'Lyon' AND a.city = 'Paris'",
    "Lyon instead of Paris, Paris instead of Nice" },
  { "parcels sent to Lyon", ASK_MATCH_VALUES, "city = 'Lyon'", "Lyon instead of Paris" },
  { "Parcels sent in Paris", ASK_MATCH_EXACT, "city = 'Paris'", NULL },
  { "Parcels sent from Paris", ASK_MATCH_NONE, NULL, NULL },
  { "parcels sent from Lyon", ASK_MATCH_NONE, NULL, NULL },
  { "crates in Lyon for store 12", ASK_MATCH_VALUES, "WHERE 'Lyon' = city AND 12 = store_id",
    "Lyon instead of Paris, 12 instead of 7" },
  { "boxes in Lyon of boots", ASK_MATCH_VALUES, "(city, product) = ('Lyon', 'Boot')",
    "Lyon instead of Paris, Boot instead of Tent" },
  { "best 3 cities", ASK_MATCH_VALUES, "GROUP BY 1 ORDER BY 2 DESC LIMIT 0, 3", "3 instead of 2" },
  { "kegs to Lyon", ASK_MATCH_NONE, NULL, NULL },
  { "casks to Paris", ASK_MATCH_EXACT, "AS casks", NULL },
  { "casks to Lyon", ASK_MATCH_NONE, NULL, NULL },
  /* Two pairs of the same words in other forms. */
  { "orders growth", ASK_MATCH_EXACT, "SELECT 2", NULL },
  { "growth of the order", ASK_MATCH_EXACT, "SELECT 1", NULL },
};

static void
test_find (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GPtrArray) verified = make_pairs ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskMatch) match = ask_match_find (verified, c->question, NULL, find, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (match);
  if (match->kind != c->kind)
    g_test_message ("%s: %s %s", c->question, match->sql, match->problem);
  g_assert_cmpint (match->kind, ==, c->kind);
  if (c->kind == ASK_MATCH_EXACT || c->kind == ASK_MATCH_VALUES)
    {
      g_assert_nonnull (match->pair);
      g_assert_cmpstr (match->values, ==, c->values);
      g_assert_nonnull (strstr (match->sql, c->expected));
    }
  if (c->kind == ASK_MATCH_NO_VALUE)
    g_assert_nonnull (strstr (match->problem, c->expected));
}

/* What fits without synonyms is what it was before there were any. */
static void
test_synonyms_keep (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GPtrArray) verified = make_pairs ();
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskMatch) match = ask_match_find (verified, c->question, schema, find, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (match->kind, ==, c->kind);
  g_assert_cmpstr (match->values, ==, c->values);
}

/* A literal that is a label stays one of the number: every occurrence changes together. */
static void
test_all_occurrences (void)
{
  g_autoptr (GPtrArray) verified = make_pairs ();
  g_autoptr (AskMatch) match = ask_match_find (verified, "orders of store 12", NULL, find, NULL, NULL);

  g_assert_cmpstr (match->sql, ==,
                   "SELECT count(*) AS orders, 12 AS seven FROM sale WHERE store_id = 12");
}

static void
test_quotes (void)
{
  g_autoptr (GPtrArray) verified = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_verified_free);
  AskVerified *pair = g_new0 (AskVerified, 1);

  pair->question = g_strdup ("Orders of O'Brien");
  pair->sql = g_strdup ("SELECT 1 FROM customer WHERE surname = 'O''Brien' -- O'Brien");
  g_ptr_array_add (verified, pair);

  g_autoptr (AskMatch) match = ask_match_find (verified, "orders of D'arc", NULL, find, NULL, NULL);

  g_assert_cmpint (match->kind, ==, ASK_MATCH_VALUES);
  g_assert_cmpstr (match->sql, ==,
                   "SELECT 1 FROM customer WHERE surname = 'D''Arc' -- O'Brien");
}

static void
test_clarify (void)
{
  g_autoptr (GPtrArray) verified = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_verified_free);
  static const char *const sql[] = { "SELECT 1", "SELECT  1 ;", "SELECT 2" };

  for (guint i = 0; i < 3; i++)
    {
      AskVerified *pair = g_new0 (AskVerified, 1);

      pair->id = i;
      pair->question = g_strdup (i == 1 ? "Show best month" : "best month");
      pair->sql = g_strdup (sql[i]);
      g_ptr_array_add (verified, pair);
    }

  g_autoptr (AskMatch) match = ask_match_find (verified, "Best month?", NULL, find, NULL, NULL);

  g_assert_cmpint (match->kind, ==, ASK_MATCH_CLARIFY);
  g_assert_cmpuint (match->choices->len, ==, 2);
  g_ptr_array_remove_index (verified, 2);
  g_clear_pointer (&match, ask_match_free);
  match = ask_match_find (verified, "Best month?", NULL, find, NULL, NULL);
  g_assert_cmpint (match->kind, ==, ASK_MATCH_EXACT);
}

static void
test_closest (void)
{
  g_autoptr (GPtrArray) verified = make_pairs ();
  g_autoptr (GPtrArray) close = ask_match_closest (verified, "which carrier is late", NULL, 3);
  g_autoptr (GPtrArray) far = ask_match_closest (verified, "weather tomorrow", NULL, 3);

  g_assert_cmpstr (close->pdata[0], ==, "Late shipments by carrier");
  g_assert_cmpuint (far->len, ==, 3);
}

/* However long a question is, matching ends soon. */
static void
test_long (void)
{
  g_autoptr (GPtrArray) verified = make_pairs ();
  g_autoptr (GString) question = g_string_new ("sales of ");

  for (int i = 0; i < 2000; i++)
    g_string_append (question, i % 2 ? "in " : "a ");

  g_autoptr (AskMatch) match = ask_match_find (verified, question->str, NULL, find, NULL, NULL);

  g_assert_cmpint (match->kind, ==, ASK_MATCH_NONE);
}

static GPtrArray *
find_nothing (const char *text, gpointer user_data, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "The index is gone.");
  return NULL;
}

static void
test_failing_index (void)
{
  g_autoptr (GPtrArray) verified = make_pairs ();
  g_autoptr (GError) error = NULL;
  AskMatch *match = ask_match_find (verified, "sales in Lyon", NULL, find_nothing, NULL, &error);

  g_assert_null (match);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/agent/match/a-question-finds-its-like/%u", i);

      g_autofree char *kept = g_strdup_printf ("/agent/match/a-synonym-elsewhere-changes-nothing/%u", i);

      g_test_add_data_func (path, &cases[i], test_find);
      g_test_add_data_func (kept, &cases[i], test_synonyms_keep);
    }
  g_test_add_func ("/agent/match/a-synonym-is-the-same-word", test_synonyms);
  g_test_add_func ("/agent/match/every-occurrence-of-a-value-changes", test_all_occurrences);
  g_test_add_func ("/agent/match/a-value-with-quotes-stays-a-value", test_quotes);
  g_test_add_func ("/agent/match/questions-with-different-sql-are-offered", test_clarify);
  g_test_add_func ("/agent/match/the-closest-questions-are-offered", test_closest);
  g_test_add_func ("/agent/match/a-question-of-2000-words-matches-nothing", test_long);
  g_test_add_func ("/agent/match/a-failing-index-is-an-error", test_failing_index);
  return g_test_run ();
}
