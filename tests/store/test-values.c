/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The index of values: what is found under which name, and which words of a question are values.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <string.h>

#include "store-fixture.h"

static void
add_group (GPtrArray *groups, const char *table, const char *column, const char *const *values)
{
  AskValueGroup *group = g_new0 (AskValueGroup, 1);

  group->table = g_strdup (table);
  group->column = g_strdup (column);
  group->values = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; values[i] != NULL; i++)
    g_ptr_array_add (group->values, g_strdup (values[i]));
  g_ptr_array_add (groups, group);
}

static void
put (AskWorkspace *workspace, GPtrArray *groups)
{
  g_autoptr (GError) error = NULL;

  ask_workspace_begin (workspace, "", &error);
  g_assert_no_error (error);
  ask_workspace_put_values (workspace, "shop", groups, &error);
  g_assert_no_error (error);
  ask_workspace_commit (workspace, "", &error);
  g_assert_no_error (error);
}

static const char *const cities[]
    = { "Lyon", "LYON", "Zürich", "New York", "York", "New  Delhi", "in", "C++", "O'Brien & Sons",
        "Saint-Étienne", "Lyon Plaza Museum of Modern Art", "🙂", NULL };
static const char *const names[] = { "Lyon", "Plaza Museum", NULL };

static AskWorkspace *
make (StoreFixture *fixture)
{
  AskWorkspace *workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) groups
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_group_free);
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *store = ask_entity_new ("store", "shop", "t_stores", ASK_ENTITY_TABLE);
  AskEntity *shipment = ask_entity_new ("shipment", "logistics", "listShipments", ASK_ENTITY_API);
  AskAttribute *status;

  ask_entity_add_attribute (store, "city", "c_city", ASK_TYPE_TEXT);
  ask_entity_add_attribute (store, "name", "c_name", ASK_TYPE_TEXT);
  ask_schema_add_entity (schema, store);
  shipment->operation = ask_operation_new ("/shipments");
  status = ask_entity_add_attribute (shipment, "status", NULL, ASK_TYPE_TEXT);
  g_ptr_array_add (status->choices, g_strdup ("In Transit"));
  g_ptr_array_add (status->choices, g_strdup ("Lyon"));
  ask_schema_add_entity (schema, shipment);
  g_assert_true (ask_workspace_save_schema (workspace, schema, "", NULL));

  store_exec (fixture->path,
              "INSERT INTO source (name, kind, location, secret_id, added_at, refreshed_at)"
              " VALUES ('shop', 'sqlite', '/x', 's', 1, 1)");
  add_group (groups, "t_stores", "c_city", cities);
  add_group (groups, "t_stores", "c_name", names);
  add_group (groups, "gone", "c_name", names);
  put (workspace, groups);
  return workspace;
}

/* "entity.attribute=value" of each hit, in order, one a line */
static char *
show (GPtrArray *hits)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < hits->len; i++)
    {
      const AskValueHit *hit = g_ptr_array_index (hits, i);

      g_string_append_printf (text, "%s%s.%s=%s", i > 0 ? "|" : "", hit->entity, hit->attribute,
                              hit->value);
    }
  return g_string_free (text, FALSE);
}

static void
test_find (void)
{
  static const struct
  {
    const char *text;
    const char *hits;
  } cases[] = {
    { "lyon", "store.city=LYON|store.city=Lyon|store.name=Lyon|shipment.status=Lyon" },
    { "  ZURICH ", "store.city=Zürich" },
    { "new   york", "store.city=New York" },
    { "New Delhi", "store.city=New  Delhi" },
    { "in transit", "shipment.status=In Transit" },
    { "c++", "store.city=C++" },
    { "c", "" },
    { "lyo", "" },
    { "", "" },
    { " ", "" },
    { "'; DROP TABLE value; --", "" },
    { "🙂", "store.city=🙂" },
  };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = make (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) hits = ask_workspace_find_value (workspace, cases[i].text, &error);
      g_autofree char *shown = NULL;

      g_assert_no_error (error);
      shown = show (hits);
      g_assert_cmpstr (shown, ==, cases[i].hits);
    }
}

/* The steward's names hold at once, also those that another program saved. */
static void
test_renamed (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = make (fixture);
  g_autoptr (AskWorkspace) other = store_open (fixture->path);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (other, NULL);
  AskEntity *entity = ask_schema_find_entity (schema, "store");
  g_autoptr (GPtrArray) before = ask_workspace_find_value (workspace, "york", NULL);
  g_autoptr (GPtrArray) after = NULL;
  g_autofree char *shown = NULL;

  g_assert_cmpuint (before->len, ==, 1);
  g_free (entity->name);
  entity->name = g_strdup ("branch");
  g_free (((AskAttribute *) g_ptr_array_index (entity->attributes, 0))->name);
  ((AskAttribute *) g_ptr_array_index (entity->attributes, 0))->name = g_strdup ("town");
  g_assert_true (ask_workspace_save_schema (other, schema, "Renamed", NULL));
  after = ask_workspace_find_value (workspace, "york", NULL);
  shown = show (after);
  g_assert_cmpstr (shown, ==, "branch.town=York");
}

static void
test_spans (void)
{
  static const struct
  {
    const char *question;
    const char *spans;
  } cases[] = {
    { "", "" },
    { "How many stores?", "" },
    { "sales in Lyon last year", "Lyon" },
    { "Sales in (LYON)?", "LYON" },
    { "Lyon's sales", "Lyon" },
    { "Lyon’s sales, and Zurich’s", "Lyon|Zurich" },
    { "from New York to York", "New York|York" },
    { "from New  York,", "New  York" },
    { "in the Lyon Plaza Museum of Modern Art today", "Lyon Plaza Museum of Modern Art" },
    { "in the Lyon Plaza Museum of Old Art", "Lyon|Plaza Museum" },
    { "what is in transit?", "in transit" },
    { "orders of O'Brien & Sons.", "O'Brien & Sons" },
    { "how old is C++?", "C++" },
    { "saint-etienne 🙂", "saint-etienne|🙂" },
    { "--- ... '", "" },
  };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = make (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) spans
          = ask_workspace_find_values_in (workspace, cases[i].question, &error);
      g_autoptr (GString) shown = g_string_new (NULL);

      g_assert_no_error (error);
      for (guint s = 0; s < spans->len; s++)
        {
          const AskValueSpan *span = g_ptr_array_index (spans, s);

          g_assert_cmpuint (span->hits->len, >, 0);
          if (s > 0)
            g_string_append_c (shown, '|');
          g_string_append_len (shown, cases[i].question + span->start, (gssize) span->length);
        }
      g_assert_cmpstr (shown->str, ==, cases[i].spans);
    }
}

static void
test_long_question (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = make (fixture);
  g_autoptr (GString) question = g_string_new ("Lyon ");
  g_autoptr (GPtrArray) spans = NULL;
  g_autoptr (GPtrArray) one = NULL;
  g_autofree char *word = g_strnfill (100000, 'x');

  while (question->len < 100000)
    g_string_append (question, "why oh why ");
  spans = ask_workspace_find_values_in (workspace, question->str, NULL);
  g_assert_cmpuint (spans->len, ==, 1);
  one = ask_workspace_find_values_in (workspace, word, NULL);
  g_assert_cmpuint (one->len, ==, 0);
}

static void
test_capped (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) groups
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_group_free);
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *entity = ask_entity_new ("wide", "shop", "wide", ASK_ENTITY_TABLE);
  g_autoptr (GPtrArray) hits = NULL;

  store_exec (fixture->path,
              "INSERT INTO source (name, kind, location, secret_id, added_at, refreshed_at)"
              " VALUES ('shop', 'sqlite', '/x', 's', 1, 1)");
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *column = g_strdup_printf ("c%u", i);

      ask_entity_add_attribute (entity, column, column, ASK_TYPE_TEXT);
      add_group (groups, "wide", column, names);
    }
  ask_schema_add_entity (schema, entity);
  g_assert_true (ask_workspace_save_schema (workspace, schema, "", NULL));
  put (workspace, groups);
  hits = ask_workspace_find_value (workspace, "lyon", NULL);
  g_assert_cmpuint (hits->len, ==, 200);
}

/* Values of an older file are found by their stems at once, also those that it holds twice. */
static void
test_version_5 (void)
{
  static const struct
  {
    const char *text;
    guint n;
  } cases[] = {
    { "plaza-museum", 1 }, { "LYON", 3 }, { "orleans", 1 }, { "1999", 0 },
  };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path
      = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "tests", "store", "workspace-v5.sql", NULL);
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) words = NULL;
  g_autoptr (GPtrArray) facts = NULL;
  g_autofree char *sql = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &sql, NULL, &error);
  g_assert_no_error (error);
  store_exec (fixture->path, sql);
  workspace = store_open (fixture->path);
  g_assert_cmpint (store_get_integer (fixture->path, "PRAGMA user_version"), ==, STORE_NEWEST_VERSION);
  store_assert_whole (fixture->path);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *key = ask_value_key (cases[i].text);
      g_autoptr (GPtrArray) found = ask_workspace_find_key (workspace, key, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (found->len, ==, cases[i].n);
    }
  words = ask_workspace_find_stem (workspace, "plaza", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (words->len, ==, 1);
  g_assert_false (((AskStoredValue *) words->pdata[0])->whole);
  /* Nobody has looked yet. */
  facts = ask_workspace_load_facts (workspace, "shop", "orders", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (facts->len, ==, 0);
}

/* Texts of documents are no values, and those of a file that took them for some are gone with all that was kept of them. */
static void
test_version_21 (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);

  ask_workspace_close (g_steal_pointer (&workspace));
  store_exec (fixture->path,
              "INSERT INTO source (name, kind, location, secret_id, added_at, refreshed_at) VALUES"
              " ('docs', 'documents', '/docs', 'a', 0, 0), ('shop', 'sqlite', '/shop.db', 'b', 0, 0);"
              "INSERT INTO value_column (id, source, \"table\", \"column\") VALUES (1, 'docs', 'documents', 'text'),"
              " (2, 'docs', 'passages', 'text'), (3, 'docs', 'words', 'word'), (4, 'docs', 'documents', 'title'),"
              " (5, 'shop', 'words', 'word');"
              "INSERT INTO value (value_column, value, folded, stems)"
              " SELECT id, 'Plaza ' || id, 'plaza ' || id, 'plaza ' || id FROM value_column;"
              "INSERT INTO value_word (stem, value_column, value, whole) SELECT 'plaza', value_column, value, 0 FROM value;"
              "PRAGMA user_version = 21");
  workspace = store_open (fixture->path);
  store_assert_whole (fixture->path);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT sum(id) FROM value_column"), ==, 9);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT sum(value_column) FROM value"), ==, 9);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT sum(value_column) FROM value_word"), ==, 9);
}

/* Of many values each is found by its stems, and what questions find is as it was. */
static void
test_many (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (
      "CREATE TABLE t (code TEXT PRIMARY KEY, year INTEGER, name TEXT, mixed INTEGER);"
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5500)"
      "  INSERT INTO t SELECT 'K' || i, 1900 + i % 100, 'name of ' || (i % 300), 'word ' || i FROM n");
  g_autoptr (GError) error = NULL;
  const AskValuePlace year = { "shop", "t", "year" };
  g_autofree char *key = ask_value_key ("k4711");
  g_autofree char *mixed = ask_value_key ("Words 17");
  g_autoptr (GPtrArray) before = ask_workspace_find_value (shop->workspace, "K4711", &error);
  g_autoptr (GPtrArray) codes = ask_workspace_find_key (shop->workspace, key, &error);
  g_autoptr (GPtrArray) words = ask_workspace_find_key (shop->workspace, mixed, &error);
  g_autoptr (GPtrArray) named = ask_workspace_find_stem (shop->workspace, "name", &error);
  g_autoptr (GPtrArray) facts = ask_workspace_load_facts (shop->workspace, "shop", "t", &error);
  gboolean found;

  g_assert_no_error (error);
  g_assert_cmpuint (before->len, ==, 0);
  g_assert_cmpuint (codes->len, ==, 1);
  g_assert_cmpuint (words->len, ==, 1);
  g_assert_cmpuint (named->len, ==, ASK_VALUES_MAX_WITH_WORD);
  g_assert_cmpuint (facts->len, ==, 4);
  g_assert_cmpint (((AskValueFacts *) facts->pdata[0])->n_distinct, ==, 5500);
  g_assert_cmpint (((AskValueFacts *) facts->pdata[1])->n_distinct, ==, 100);
  g_assert_true (ask_workspace_find_number (shop->workspace, &year, 1950, &found, &error));
  g_assert_true (found);
  g_assert_true (ask_workspace_find_number (shop->workspace, &year, 2050, &found, &error));
  g_assert_false (found);
  store_exec (shop->shop, "DELETE FROM t WHERE code = 'K4711'");
  g_assert_true (ask_workspace_refresh_source (shop->workspace, "shop", NULL, NULL, &error));
  g_assert_no_error (error);
  g_clear_pointer (&codes, g_ptr_array_unref);
  codes = ask_workspace_find_key (shop->workspace, key, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (codes->len, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/values/a-value-is-found-without-its-accents", test_find);
  g_test_add_func ("/store/values/a-steward-s-names-hold-at-once", test_renamed);
  g_test_add_func ("/store/values/values-are-found-within-a-question", test_spans);
  g_test_add_func ("/store/values/a-long-question-is-searched-to-its-end", test_long_question);
  g_test_add_func ("/store/values/a-column-of-too-many-values-is-cut", test_capped);
  g_test_add_func ("/store/values/an-older-file-gets-stems", test_version_5);
  g_test_add_func ("/store/values/an-older-file-loses-texts-of-documents", test_version_21);
  g_test_add_func ("/store/values/many-are-found-by-stems", test_many);
  return g_test_run ();
}
