/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inference by itself: names, profiles and comparisons are handed in. The measure on real databases is
 * engine/infer-spider.
 */
#include "config.h"

#include "schema/infer/ask-infer.h"

#include <string.h>

static AskEntity *
add (AskSchema *schema, const char *name)
{
  return ask_schema_add_entity (schema, ask_entity_new (name, "shop", name, ASK_ENTITY_TABLE));
}

static void
fill (AskInfer *infer, guint entity, guint attribute, const char *const *values)
{
  AskInferProfile *profile = ask_infer_get_profile (infer, entity, attribute);

  profile->known = TRUE;
  profile->sample = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; values[i] != NULL; i++)
    {
      profile->n_rows++;
      profile->n_values++;
      profile->n_distinct++;
      profile->n_long += strlen (values[i]) > 1;
      g_ptr_array_add (profile->sample, g_strdup (values[i]));
    }
}

/* How a column of one table refers to a table with one key, by names and the count of what was found. */
static const struct
{
  const char *from, *column, *to, *key;
  gint64 checked, found; /* -1: not compared */
  gboolean offered;
} names[] = {
  { "orders", "customer_id", "customers", "id", 10, 10, TRUE },
  { "orders", "CustomerID", "Customers", "CustomerID", 10, 10, TRUE },
  { "orders", "cust_id", "customer", "id", 10, 10, TRUE },
  { "orders", "fk_customer", "customers", "id", 10, 10, TRUE },
  { "matches", "home_team_id", "teams", "team_id", 10, 10, TRUE },
  { "results", "club_id_2", "club", "club_id", 10, 10, TRUE },
  { "cities", "country_code", "countries", "code", 10, 10, TRUE },
  { "addresses", "category", "categories", "category_id", 10, 10, TRUE },
  { "projects", "manager_id", "employees", "id", 10, 10, TRUE },
  { "orders", "customer_id", "customers", "id", -1, 0, TRUE },
  /* Values that are not there, and names that only count or describe. */
  { "orders", "customer_id", "customers", "id", 10, 2, FALSE },
  { "orders", "customer_count", "customers", "id", 10, 10, FALSE },
  { "orders", "customers", "customers", "id", 10, 10, FALSE },
  { "orders", "colour", "customers", "id", 10, 10, FALSE },
  { "orders", "id", "customers", "id", 10, 10, FALSE },
  { "projects", "manager_id", "employees", "id", -1, 0, FALSE },
  /* What everything is called needs values; a table of two letters does not stand for every word they begin. */
  { "events", "type", "metadata", "type", -1, 0, FALSE },
  { "events", "item_type", "metadata", "type", -1, 0, FALSE },
  { "orders", "country", "countries", "country", -1, 0, TRUE },
  { "tasks", "message", "me", "id", -1, 0, FALSE },
};

static void
test_names (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (AskSchema) schema = ask_schema_new ();
      AskEntity *from = add (schema, names[i].from);
      AskEntity *to = add (schema, names[i].to);
      g_autoptr (AskInfer) infer = NULL;
      g_autoptr (GPtrArray) suggestions = NULL;
      GPtrArray *pairs;
      gboolean offered = FALSE;

      ask_entity_add_attribute (from, names[i].column, names[i].column, ASK_TYPE_INTEGER);
      ask_entity_add_attribute (to, names[i].key, names[i].key, ASK_TYPE_INTEGER)->key = 1;
      infer = ask_infer_new (schema);
      ask_infer_get_profile (infer, 1, 0)->known = TRUE;
      ask_infer_get_profile (infer, 1, 0)->n_rows = 20;
      pairs = ask_infer_list_pairs (infer);
      for (guint p = 0; p < pairs->len; p++)
        {
          AskInferPair *pair = pairs->pdata[p];

          pair->known = names[i].checked >= 0;
          pair->n_checked = MAX (0, names[i].checked);
          pair->n_found = names[i].found;
        }
      suggestions = ask_infer_suggest (infer);
      for (guint s = 0; s < suggestions->len; s++)
        {
          const AskSuggestion *suggestion = suggestions->pdata[s];
          g_autoptr (AskSchema) draft = ask_schema_fork (schema);
          g_autoptr (GError) error = NULL;

          if (suggestion->kind != ASK_SUGGESTION_RELATIONSHIP)
            continue;
          offered = TRUE;
          g_assert_cmpstr (suggestion->from, ==, names[i].from);
          g_assert_cmpstr (suggestion->to, ==, names[i].to);
          g_assert_cmpfloat (suggestion->confidence, >=, ASK_INFER_LEAST);
          g_assert_cmpfloat (suggestion->confidence, <=, 0.99);
          g_assert_true (ask_suggestion_apply (suggestion, draft, &error));
          g_assert_no_error (error);
          g_assert_cmpuint (draft->relationships->len, ==, 1);
          g_assert_cmpuint (schema->relationships->len, ==, 0);
          /* Twice is once too often, and what is there is not offered again. */
          g_assert_false (ask_suggestion_apply (suggestion, draft, &error));
          g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_EDIT);
        }
      if (offered != names[i].offered)
        g_error ("%s.%s → %s.%s: offered %d", names[i].from, names[i].column, names[i].to, names[i].key, offered);
    }
}

static void
test_composite (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *section = add (schema, "section");
  AskEntity *takes = add (schema, "takes");
  g_autoptr (AskInfer) infer = NULL;
  g_autoptr (GPtrArray) suggestions = NULL;
  const AskSuggestion *first;

  ask_entity_add_attribute (section, "section_id", "section_id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (section, "semester", "semester", ASK_TYPE_TEXT)->key = 2;
  ask_entity_add_attribute (takes, "section_id", "section_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (takes, "semester", "semester", ASK_TYPE_TEXT);
  infer = ask_infer_new (schema);
  suggestions = ask_infer_suggest (infer);
  g_assert_cmpuint (suggestions->len, >=, 1);
  first = suggestions->pdata[0];
  g_assert_cmpint (first->kind, ==, ASK_SUGGESTION_RELATIONSHIP);
  g_assert_cmpuint (first->from_attributes->len, ==, 2);
  g_assert_cmpstr (first->key, ==, "relationship shop.takes (section_id, semester) shop.section (section_id, semester)");
}

static const struct
{
  const char *column;
  AskType type;
  const char *values[5];
  AskMeaning meaning; /* NONE: nothing is offered */
  const char *unit;
} meanings[] = {
  { "contact", ASK_TYPE_TEXT, { "a@example.org", "b@example.org", "c@example.net", NULL }, ASK_MEANING_EMAIL, NULL },
  { "email", ASK_TYPE_TEXT, { NULL }, ASK_MEANING_EMAIL, NULL },
  { "email", ASK_TYPE_TEXT, { "yes", "maybe", NULL }, ASK_MEANING_NONE, NULL },
  { "born", ASK_TYPE_TEXT, { "2001-02-03", "1999-12-31", "1980-01-01", NULL }, ASK_MEANING_DATE, NULL },
  { "born", ASK_TYPE_TEXT, { "31.12.1999", "1.2.2003", "17.5.2020", NULL }, ASK_MEANING_DATE, NULL },
  { "version", ASK_TYPE_TEXT, { "1.2.3", "10.11.12", "99.1.1", NULL }, ASK_MEANING_NONE, NULL },
  { "seen", ASK_TYPE_TEXT, { "2001-02-03 10:00", "2001-02-03T10:00:01Z", "2001-02-04 11:30", NULL }, ASK_MEANING_MOMENT, NULL },
  { "customer_id", ASK_TYPE_INTEGER, { "1", "2", NULL }, ASK_MEANING_IDENTIFIER, NULL },
  { "price_eur", ASK_TYPE_REAL, { "1.5", "2", NULL }, ASK_MEANING_MONEY, "EUR" },
  { "Weight (kg)", ASK_TYPE_REAL, { "1.5", "2", NULL }, ASK_MEANING_QUANTITY, "kg" },
  { "share_percent", ASK_TYPE_REAL, { "1.5", "2", NULL }, ASK_MEANING_PERCENTAGE, "%" },
  { "price", ASK_TYPE_DECIMAL, { "1.50", "2.00", NULL }, ASK_MEANING_MONEY, NULL },
  { "latitude", ASK_TYPE_REAL, { "48.1", "-33.9", NULL }, ASK_MEANING_LATITUDE, NULL },
  { "lat", ASK_TYPE_REAL, { "4810", "-3390", NULL }, ASK_MEANING_NONE, NULL },
  { "release_year", ASK_TYPE_INTEGER, { "1999", "2020", NULL }, ASK_MEANING_YEAR, NULL },
  { "country", ASK_TYPE_TEXT, { "France", "Peru", NULL }, ASK_MEANING_COUNTRY, NULL },
  { "city", ASK_TYPE_TEXT, { "Lyon", "Lima", NULL }, ASK_MEANING_PLACE, NULL },
  { "phone", ASK_TYPE_TEXT, { "+49 89 123456", "(030) 123-456", NULL }, ASK_MEANING_PHONE, NULL },
  { "homepage", ASK_TYPE_TEXT, { "https://example.org", NULL }, ASK_MEANING_URL, NULL },
  { "first_name", ASK_TYPE_TEXT, { "Ada", "Bo", NULL }, ASK_MEANING_PERSON, NULL },
  { "name", ASK_TYPE_TEXT, { "Ada", "Bo", NULL }, ASK_MEANING_NAME, NULL },
  { "shape", ASK_TYPE_TEXT, { "round", "flat", NULL }, ASK_MEANING_NONE, NULL },
};

static void
test_meanings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    {
      g_autoptr (AskSchema) schema = ask_schema_new ();
      AskEntity *entity = add (schema, "things");
      g_autoptr (AskInfer) infer = NULL;
      g_autoptr (GPtrArray) suggestions = NULL;
      g_autoptr (GPtrArray) again = NULL;
      g_autoptr (AskInfer) after = NULL;
      g_autoptr (GError) error = NULL;
      const AskSuggestion *suggestion;

      ask_entity_add_attribute (entity, meanings[i].column, meanings[i].column, meanings[i].type);
      infer = ask_infer_new (schema);
      fill (infer, 0, 0, meanings[i].values);
      suggestions = ask_infer_suggest (infer);
      if (suggestions->len != (meanings[i].meaning != ASK_MEANING_NONE))
        g_error ("%s (case %u): %u suggestions", meanings[i].column, i, suggestions->len);
      if (suggestions->len == 0)
        continue;
      suggestion = suggestions->pdata[0];
      g_assert_cmpint (suggestion->kind, ==, ASK_SUGGESTION_MEANING);
      g_assert_cmpstr (ask_meaning_to_string (suggestion->meaning), ==, ask_meaning_to_string (meanings[i].meaning));
      g_assert_cmpstr (suggestion->unit, ==, meanings[i].unit);
      g_assert_true (ask_suggestion_apply (suggestion, schema, &error));
      g_assert_no_error (error);
      /* What is said is not said again. */
      after = ask_infer_new (schema);
      fill (after, 0, 0, meanings[i].values);
      again = ask_infer_suggest (after);
      g_assert_cmpuint (again->len, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/infer/names-suggest-relationships", test_names);
  g_test_add_func ("/schema/infer/a-key-of-two-columns-is-suggested-whole", test_composite);
  g_test_add_func ("/schema/infer/names-and-values-suggest-a-meaning", test_meanings);
  return g_test_run ();
}
