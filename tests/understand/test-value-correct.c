/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Literals as the data spells them: what is clear is put right, what is not is asked, what stands is left.
 */
#include "config.h"

#include "understand/value/ask-value-correct.h"

#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "store/store-fixture.h"

static const char *const shop_sql
    = "CREATE TABLE shop (name TEXT, city TEXT, state TEXT, kind TEXT, opened TEXT, size INTEGER);"
      "INSERT INTO shop VALUES ('Plaza Museum', 'Los Angeles', 'California', 'A1', '2024-01-01', 1),"
      " ('Room 101', 'New York', 'Iowa', 'B2', '2024-05-01', 2), ('Room 102', 'Zürich', 'Texas', 'C3', '2025-01-01', 3),"
      " ('Dept. of Physics', 'Springfield', 'Ohio', 'ab', '2025-06-01', 4),"
      " ('O''Neil', 'Springdale', 'Oregon', 'yes', '2025-07-01', 5), ('USA', 'Las Vegas', 'Utah', 'no', '', 6),"
      " ('City', 'San Jose', 'Maine', 'Mrs', '', 7), ('Warehouse 12 B', 'Saint-Denis', 'Idaho', 'September', '', 8);"
      "CREATE TABLE visit (shop TEXT, n INTEGER); INSERT INTO visit VALUES ('City', 1), ('USA', 2);";

static AskValueCorrector *
open_corrector (StoreShop *shop)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (shop->workspace, &error);

  g_assert_no_error (error);
  return ask_value_corrector_new (shop->workspace, schema);
}

static AskCorrectedSql *
correct (AskValueCorrector *corrector, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskCorrectedSql *corrected = ask_value_correct (corrector, sql, NULL, NULL, &error);

  g_assert_no_error (error);
  return corrected;
}

static const AskCorrection *
get_first (const AskCorrectedSql *corrected)
{
  return corrected->corrections->len > 0 ? corrected->corrections->pdata[0] : NULL;
}

static void
test_replaced (void)
{
  static const struct
  {
    const char *written;
    const char *column;
    const char *stored;
    AskValueWay way;
  } cases[] = {
    { "los angeles", "city", "Los Angeles", ASK_VALUE_CASE },
    { " Los  Angeles", "city", "Los Angeles", ASK_VALUE_CASE },
    { "zurich", "city", "Zürich", ASK_VALUE_CASE },
    { "Los-Angeles", "city", "Los Angeles", ASK_VALUE_SIGNS },
    { "U.S.A.", "name", "USA", ASK_VALUE_SIGNS },
    { "O Neil", "name", "O'Neil", ASK_VALUE_SIGNS },
    { "Plaza Museums", "name", "Plaza Museum", ASK_VALUE_FORM },
    { "cities", "name", "City", ASK_VALUE_FORM },
    { "USAs", "name", "USA", ASK_VALUE_FORM },
    { "Museum, Plaza", "name", "Plaza Museum", ASK_VALUE_ORDER },
    { "LA", "city", "Los Angeles", ASK_VALUE_ABBREVIATION },
    { "N.Y.", "city", "New York", ASK_VALUE_ABBREVIATION },
    { "United States of America", "name", "USA", ASK_VALUE_ABBREVIATION },
    { "Calif.", "state", "California", ASK_VALUE_ABBREVIATION },
    { "Department of Physics", "name", "Dept. of Physics", ASK_VALUE_ABBREVIATION },
    { "St. Denis", "city", "Saint-Denis", ASK_VALUE_ABBREVIATION },
    { "Los Anegles", "city", "Los Angeles", ASK_VALUE_TYPO },
    { "Las Vagas", "city", "Las Vegas", ASK_VALUE_TYPO },
    { "Txas", "state", "Texas", ASK_VALUE_TYPO },
    { "Califronai", "state", "California", ASK_VALUE_TYPO },
    { "Wraehouse 12 B", "name", "Warehouse 12 B", ASK_VALUE_TYPO },
  };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskValueCorrector) corrector = open_corrector (shop);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT 'x' /* ' */ FROM shop WHERE \"%s\"  =  '%s' -- end",
                                              cases[i].column, cases[i].written);
      g_auto (GStrv) parts = g_strsplit (cases[i].stored, "'", -1);
      g_autofree char *escaped = g_strjoinv ("''", parts);
      g_autofree char *expected
          = g_strdup_printf ("SELECT 'x' /* ' */ FROM shop WHERE \"%s\"  =  '%s' -- end", cases[i].column, escaped);
      g_autoptr (AskCorrectedSql) corrected = correct (corrector, sql);
      const AskCorrection *first = get_first (corrected);

      g_test_message ("%s", cases[i].written);
      g_assert_cmpstr (corrected->sql, ==, expected);
      g_assert_cmpuint (corrected->n_replaced, ==, 1);
      g_assert_cmpstr (first->literal, ==, cases[i].written);
      g_assert_cmpstr (first->attribute, ==, cases[i].column);
      g_assert_cmpint (first->way, ==, cases[i].way);
      g_assert_cmpuint (first->choices->len, ==, 0);
    }
}

static void
test_asked (void)
{
  static const struct
  {
    const char *condition;
    const char *choices; /* "" where no value is near; NULL where nothing is to be said */
  } cases[] = {
    { "city = 'Springdield'", "Springfield" },
    { "city = 'Springfale'", "Springdale" },
    { "city = 'Springale'", "Springdale" },
    { "city = 'Springdile'", "Springdale" },
    /* Of two that are as near, neither. */
    { "city = 'Springdiele'", "?" },
    { "city = 'Spring'", "?" },
    { "state = 'Calif'", "?" },
    { "city = 'la'", "?" },
    /* Codes, numbers and what only numbers tell apart are not guessed at. */
    { "kind = 'A2'", "" },
    { "kind = 'ac'", "" },
    { "kind = 'Mr'", "" },
    { "kind = 'S.'", "?" },
    { "kind = 'sept'", "September" },
    { "name = 'Room 103'", "" },
    { "name = 'Warehouse 21 B'", "" },
    { "name = 'Berlin'", "" },
    { "name = '101'", NULL },
    { "size = '7'", NULL },
    { "size = 'seven'", NULL },
    /* What stands there stands. */
    { "city IN ('Los Angeles', 'Zürich')", NULL },
    { "name = 'Room 101' AND city <> 'New York'", NULL },
    { "city LIKE '%angel%'", NULL },
    { "city LIKE 'los angeles'", NULL },
    { "city LIKE 'l_s angelse'", NULL },
    { "city LIKE 'x!%' ESCAPE '!'", NULL },
    /* Dates and what is computed have no values of their own. */
    { "opened = '2024-01-03'", NULL },
    { "upper (city) = 'los angeles'", NULL },
    { "city || '' = 'los angeles'", NULL },
    { "city > 'los'", NULL },
  };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskValueCorrector) corrector = open_corrector (shop);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM shop WHERE %s", cases[i].condition);
      g_autoptr (AskCorrectedSql) corrected = correct (corrector, sql);
      const AskCorrection *first = get_first (corrected);

      g_test_message ("%s", cases[i].condition);
      if (cases[i].choices == NULL)
        g_assert_cmpuint (corrected->corrections->len, ==, 0);
      else if (cases[i].choices[0] == '\0')
        {
          g_assert_cmpuint (first->choices->len, ==, 0);
          g_assert_cmpint (first->way, ==, ASK_VALUE_NOWHERE);
        }
      else if (cases[i].choices[0] == '?')
        g_assert_cmpuint (first->choices->len, >, 0);
      else
        {
          g_assert_cmpstr (first->replacement, ==, cases[i].choices);
          continue;
        }
      g_assert_cmpstr (corrected->sql, ==, sql);
      g_assert_cmpuint (corrected->n_replaced, ==, 0);
    }
}

/* Wherever a literal stands: what it is compared with is found. */
static void
test_places (void)
{
  static const struct
  {
    const char *sql;
    const char *expected;
  } cases[] = {
    { "SELECT 1 FROM shop AS s WHERE s.city IN ('los angeles', 'Zürich', \"new york\")",
      "SELECT 1 FROM shop AS s WHERE s.city IN ('Los Angeles', 'Zürich', 'New York')" },
    { "SELECT 1 FROM visit JOIN shop ON visit.shop = shop.name AND 'los angeles' = city",
      "SELECT 1 FROM visit JOIN shop ON visit.shop = shop.name AND 'Los Angeles' = city" },
    { "SELECT 1 FROM (SELECT city AS c FROM shop) WHERE c <> 'zurich'",
      "SELECT 1 FROM (SELECT city AS c FROM shop) WHERE c <> 'Zürich'" },
    { "WITH w AS (SELECT city FROM shop) SELECT 1 FROM w WHERE city NOT IN ('zurich')",
      "WITH w AS (SELECT city FROM shop) SELECT 1 FROM w WHERE city NOT IN ('Zürich')" },
    { "SELECT city AS c FROM shop WHERE c IS 'zurich' UNION SELECT shop FROM visit WHERE shop = 'usa'",
      "SELECT city AS c FROM shop WHERE c IS 'Zürich' UNION SELECT shop FROM visit WHERE shop = 'USA'" },
    { "SELECT count(*) FROM shop GROUP BY city HAVING city LIKE '%los angelse%'",
      "SELECT count(*) FROM shop GROUP BY city HAVING city LIKE '%Los Angeles%'" },
    { "SELECT 1 FROM visit WHERE shop IN (SELECT name FROM shop WHERE city = 'zurich' COLLATE NOCASE)",
      NULL },
    /* A column that is called by the literal keeps its name. */
    { "SELECT city = 'zurich' FROM shop", NULL },
    { "SELECT city = 'zurich' AS there FROM shop", "SELECT city = 'Zürich' AS there FROM shop" },
  };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskValueCorrector) corrector = open_corrector (shop);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskCorrectedSql) corrected = correct (corrector, cases[i].sql);

      g_assert_cmpstr (corrected->sql, ==, cases[i].expected != NULL ? cases[i].expected : cases[i].sql);
    }

  g_autoptr (GError) error = NULL;

  g_assert_null (ask_value_correct (corrector, "SELECT nothing FROM shop", NULL, NULL, &error));
  g_assert_nonnull (error);
}

/* A steward's words and a renamed schema; what is sensitive is not told. */
static void
test_steward (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) saved = ask_workspace_load_schema (shop->workspace, &error);
  g_autoptr (AskSchema) schema = ask_schema_fork (saved);
  AskEntity *entity = ask_schema_own_entity (schema, "shop.shop");
  g_autoptr (AskValueCorrector) corrector = NULL;
  g_autoptr (AskCorrectedSql) city = NULL;
  g_autoptr (AskCorrectedSql) name = NULL;
  g_autoptr (AskCorrectedSql) state = NULL;
  g_autofree char *words = NULL;

  g_assert_nonnull (entity);
  g_free (entity->name);
  entity->name = g_strdup ("store");
  g_ptr_array_add (ask_entity_find_attribute (entity, "city")->synonyms, g_strdup ("Sin City = Las Vegas"));
  ask_entity_find_attribute (entity, "state")->description = g_strdup ("Where it is; Golden State = California.");
  ask_entity_find_attribute (entity, "name")->sensitive = TRUE;
  corrector = ask_value_corrector_new (shop->workspace, schema);
  city = correct (corrector, "SELECT 1 FROM store WHERE city = 'sin city'");
  g_assert_cmpstr (city->sql, ==, "SELECT 1 FROM store WHERE city = 'Las Vegas'");
  g_assert_cmpint (get_first (city)->way, ==, ASK_VALUE_SYNONYM);
  words = ask_correction_to_text (get_first (city));
  g_assert_cmpstr (words, ==, "“sin city” is “Las Vegas” in store.city.");
  name = correct (corrector, "SELECT 1 FROM store WHERE name = 'usa'");
  g_assert_cmpuint (name->corrections->len, ==, 0);
  state = correct (corrector, "SELECT 1 FROM store WHERE state = 'GOLDEN STATE'");
  g_assert_cmpstr (state->sql, ==, "SELECT 1 FROM store WHERE state = 'California'");
}

/* The index is as old as the last refresh; the data are asked before anything is changed. */
static void
test_newer_data (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskValueCorrector) corrector = open_corrector (shop);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskCorrectedSql) left = NULL;
  g_autoptr (AskCorrectedSql) other = NULL;
  g_autoptr (AskCorrectedSql) gone = NULL;

  store_exec (shop->shop, "INSERT INTO shop (city) VALUES ('Los Angelos')");
  engine = ask_workspace_open_engine (shop->workspace, &error);
  g_assert_no_error (error);
  left = ask_value_correct (corrector, "SELECT 1 FROM shop WHERE city = 'Los Angelos'", engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (left->corrections->len, ==, 0);
  other = ask_value_correct (corrector, "SELECT 1 FROM shop WHERE city = 'los angelos'", engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (other->n_replaced, ==, 1);

  /* Data that cannot be asked may hold anything. */
  store_exec (shop->shop, "DROP TABLE shop");
  gone = ask_value_correct (corrector, "SELECT 1 FROM shop WHERE city = 'los angeles'", engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (gone->corrections->len, ==, 0);
}

/* Data that take long to look into: after five seconds the other literals stay as they are. */
static void
test_slow_data (void)
{
  g_autoptr (StoreShop) shop = store_shop_new ("CREATE TABLE slow (name TEXT); INSERT INTO slow VALUES ('Berlin'), ('Paris');"
                                               "CREATE TABLE fast (city TEXT); INSERT INTO fast VALUES ('Zürich');");
  g_autoptr (AskValueCorrector) corrector = open_corrector (shop);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskCorrectedSql) soon = NULL;
  g_autoptr (AskCorrectedSql) late = NULL;

  store_exec (shop->shop, "DROP TABLE slow; CREATE VIEW slow (name) AS WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL"
                          " SELECT n + 1 FROM c) SELECT 'n' || n FROM c");
  engine = ask_workspace_open_engine (shop->workspace, &error);
  g_assert_no_error (error);
  soon = ask_value_correct (corrector, "SELECT 1 FROM fast WHERE city = 'zurich'", engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (soon->sql, ==, "SELECT 1 FROM fast WHERE city = 'Zürich'");
  late = ask_value_correct (corrector,
                            "SELECT 1 FROM slow, fast WHERE name IN ('berlin', 'paris', 'BERLIN', 'PARIS') AND city = 'zurich'",
                            engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (late->corrections->len, ==, 0);
  g_assert_cmpstr (
      late->sql, ==,
      "SELECT 1 FROM slow, fast WHERE name IN ('berlin', 'paris', 'BERLIN', 'PARIS') AND city = 'zurich'");
}

/* Whatever is written, what comes out is the text with other literals or none; what stands is never touched. */
static void
test_drawn (void)
{
  static const char *const stored[] = { "Los Angeles", "New York", "Zürich", "Springfield", "Springdale", "Las Vegas" };
  static const char signs[] = "abeLZ '\"%_.-,19\\;";
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskValueCorrector) corrector = open_corrector (shop);

  for (guint i = 0; i < 2000; i++)
    {
      const char *base = stored[g_test_rand_int_range (0, G_N_ELEMENTS (stored))];
      g_autoptr (GString) text = g_string_new (base);
      gboolean same = g_test_rand_bit ();
      g_autofree char *sql = NULL;
      g_autoptr (AskCorrectedSql) corrected = NULL;
      g_autoptr (AskCorrectedSql) again = NULL;

      for (gint32 n = same ? 0 : g_test_rand_int_range (1, 4); n > 0; n--)
        {
          gsize at = (gsize) g_test_rand_int_range (0, (gint32) text->len + 1);

          if (at < text->len && (guchar) text->str[at] < 128 && g_test_rand_bit ())
            g_string_erase (text, (gssize) at, 1);
          else if (at == text->len || ((guchar) text->str[at] & 0xc0) != 0x80)
            g_string_insert_c (text, (gssize) at, signs[g_test_rand_int_range (0, sizeof signs - 1)]);
        }
      g_string_replace (text, "'", "''", 0);
      sql = g_strdup_printf ("SELECT 1 FROM shop WHERE city %s '%s'", g_test_rand_bit () ? "=" : "<>", text->str);
      corrected = correct (corrector, sql);
      if (same)
        g_assert_cmpstr (corrected->sql, ==, sql);
      g_assert_cmpint (strncmp (corrected->sql, sql, 32), ==, 0);
      again = correct (corrector, corrected->sql);
      g_assert_cmpuint (again->n_replaced, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/value-correct/what-is-clear-is-replaced", test_replaced);
  g_test_add_func ("/understand/value-correct/what-is-not-clear-is-left-and-told", test_asked);
  g_test_add_func ("/understand/value-correct/a-literal-is-found-wherever-it-stands", test_places);
  g_test_add_func ("/understand/value-correct/a-steward-s-words-count", test_steward);
  g_test_add_func ("/understand/value-correct/the-data-are-asked-before-the-index-is-believed", test_newer_data);
  g_test_add_func ("/understand/value-correct/what-is-put-right-stays", test_drawn);
  g_test_add_func ("/understand/value-correct/what-takes-too-long-to-look-into-stays", test_slow_data);
  return g_test_run ();
}
