/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Selecting entities of a large domain: by names, values and descriptions, with what joins them; whole domains in any
 * order of their tables.
 */
#include "config.h"

#include "understand/interpret/ask-selection.h"

#include <string.h>

#include "store/store-fixture.h"

static const char *const shop_sql
    = "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT, born TEXT);"
      "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist);"
      "CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT, album_id INTEGER REFERENCES album, milliseconds INTEGER);"
      "CREATE TABLE sold (track_id INTEGER REFERENCES track, customer_id INTEGER REFERENCES customer, price REAL);"
      "CREATE TABLE customer (id INTEGER PRIMARY KEY, surname TEXT, city TEXT);"
      "INSERT INTO artist VALUES (1, 'Aerosmith', '1970'); INSERT INTO customer VALUES (1, 'Meyer', 'Lyon');";

/* The shop among @n tables that have nothing to do with it, each with columns that are called like the shop's. */
static char *
make_sql (guint n)
{
  GString *sql = g_string_new (NULL);

  for (guint i = 0; i < n / 2; i++)
    g_string_append_printf (sql, "CREATE TABLE gauge_%u (id INTEGER PRIMARY KEY, name TEXT, level REAL, title TEXT);", i);
  g_string_append (sql, shop_sql);
  for (guint i = n / 2; i < n; i++)
    g_string_append_printf (sql, "CREATE TABLE gauge_%u (id INTEGER PRIMARY KEY, city TEXT, price REAL);", i);
  return g_string_free (sql, FALSE);
}

typedef struct
{
  StoreShop *shop;
  AskDomain *domain;
  AskSelector *selector;
} Fixture;

static Fixture *
fixture_new (guint n)
{
  Fixture *self = g_new0 (Fixture, 1);
  g_autofree char *sql = make_sql (n);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = NULL;

  self->shop = store_shop_new (sql);
  schema = ask_workspace_load_schema (self->shop->workspace, &error);
  g_assert_no_error (error);
  self->domain = ask_domain_new (self->shop->workspace, schema, NULL, &error);
  g_assert_no_error (error);
  self->selector = ask_selector_new (self->domain);
  return self;
}

static void
fixture_free (Fixture *self)
{
  ask_selector_free (self->selector);
  ask_domain_unref (self->domain);
  store_shop_free (self->shop);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static GArray *
find (Fixture *self, const char *question, guint most)
{
  g_autoptr (GError) error = NULL;
  GArray *found = ask_selector_find (self->selector, question, most, &error);

  g_assert_no_error (error);
  return found;
}

static int
get_place (Fixture *self, GArray *found, const char *entity)
{
  for (guint i = 0; i < found->len; i++)
    if (strcmp (ask_domain_entity (self->domain, g_array_index (found, AskSelected, i).entity)->name, entity) == 0)
      return (int) i;
  return -1;
}

static void
test_words (void)
{
  static const struct
  {
    const char *question;
    const char *first;
  } cases[] = {
    { "How many albums are there?", "album" },
    { "Which customer has the longest surname?", "customer" },
    { "In which city does Meyer live?", "customer" },
    { "When was Aerosmith born?", "artist" },
    { "What is the average of milliseconds of all tracks?", "track" },
    { "What is the level of gauge 37?", "gauge_37" },
  };
  g_autoptr (Fixture) fixture = fixture_new (120);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GArray) found = find (fixture, cases[i].question, 40);

      g_assert_cmpuint (found->len, ==, 40);
      g_assert_cmpint (get_place (fixture, found, cases[i].first), ==, 0);
    }
}

/* Nobody says "track" or "album" between these. */
static void
test_bridges (void)
{
  g_autoptr (Fixture) fixture = fixture_new (120);
  g_autoptr (GArray) found = find (fixture, "Which customers have bought something of the artist Aerosmith?", 40);
  static const char *const needed[] = { "artist", "album", "track", "sold", "customer" };

  g_autoptr (GArray) few = find (fixture, "Which customers have bought something of the artist Aerosmith?", 6);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskDomain) cut = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      g_assert_cmpint (get_place (fixture, found, needed[i]), >=, 0);
      g_assert_cmpint (get_place (fixture, few, needed[i]), >=, 0);
    }
  /* The domain of these has their joins, too. */
  cut = ask_selector_cut (fixture->selector, "Which customers have bought something of the artist Aerosmith?", 6, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (cut->entities->len, ==, 6);
  g_assert_cmpuint (cut->joins->len, ==, 4);
}

static void
test_reasons (void)
{
  g_autoptr (Fixture) fixture = fixture_new (60);
  g_autoptr (GArray) found = find (fixture, "When was Aerosmith born?", 40);
  const AskSelected *first = &g_array_index (found, AskSelected, 0);

  g_assert_cmpuint (first->words->len, ==, 2);
  g_assert_cmpstr (first->words->pdata[0], ==, "Aerosmith");
  g_assert_cmpstr (first->words->pdata[1], ==, "born");
  g_assert_cmpfloat (first->score, >, g_array_index (found, AskSelected, 1).score);
}

static const AskSelectionItem *
find_item (GArray *items, const char *entity, const char *attribute)
{
  for (guint i = 0; i < items->len; i++)
    {
      const AskSelectionItem *item = &g_array_index (items, AskSelectionItem, i);

      if (strcmp (item->entity->name, entity) == 0
          && g_strcmp0 (item->attribute != NULL ? item->attribute->name : NULL, attribute) == 0)
        return item;
    }
  return NULL;
}

/* What was learned chooses among 40; what joins an album to its artist is a column of each. */
static void
test_learned (void)
{
  g_autoptr (Fixture) fixture = fixture_new (120);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSelection) selection
      = ask_select (fixture->domain, fixture->selector, "What are the titles of the albums of the artist Aerosmith?", &error);
  const AskSelectionItem *album;

  g_assert_no_error (error);
  g_assert_cmpuint (selection->entities->len, <=, ASK_SELECTION_ENTITIES);
  g_assert_cmpuint (selection->attributes->len, <=, ASK_SELECTION_ATTRIBUTES);
  album = find_item (selection->entities, "album", NULL);
  g_assert_nonnull (album);
  g_assert_cmpstr (album->words, ==, "albums");
  g_assert_nonnull (find_item (selection->entities, "artist", NULL));
  g_assert_nonnull (find_item (selection->attributes, "album", "title"));
  g_assert_nonnull (find_item (selection->attributes, "album", "artist_id"));
  g_assert_nonnull (find_item (selection->attributes, "artist", "id"));
  g_assert_nonnull (find_item (selection->attributes, "artist", "name"));
}

static void
test_bounds (void)
{
  static const char *const questions[] = { "", "?", "albums", "\xff\xfe", "SELECT * FROM album; DROP TABLE album", "アルバムは何枚?" };
  g_autoptr (Fixture) fixture = fixture_new (50);
  g_autoptr (GString) nonsense = g_string_new (NULL);

  for (guint i = 0; i < 10240; i++)
    g_string_append_c (nonsense, (char) g_test_rand_int_range (' ', '~'));
  for (guint i = 0; i <= G_N_ELEMENTS (questions); i++)
    {
      const char *question = i < G_N_ELEMENTS (questions) ? questions[i] : nonsense->str;
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
      g_autoptr (GArray) found = find (fixture, question, 7);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskDomain) cut = ask_selector_cut (fixture->selector, question, 7, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (found->len, ==, 7);
      g_assert_cmpuint (cut->entities->len, ==, 7);
      for (guint k = 0; k < found->len; k++)
        {
          g_assert_cmpuint (g_array_index (found, AskSelected, k).entity, <, fixture->domain->entities->len);
          g_assert_true (g_hash_table_add (seen, GUINT_TO_POINTER (g_array_index (found, AskSelected, k).entity)));
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/select/the-table-that-is-meant-comes-first", test_words);
  g_test_add_func ("/select/what-joins-them-comes-along", test_bridges);
  g_test_add_func ("/select/it-says-which-words-it-goes-by", test_reasons);
  g_test_add_func ("/select/what-was-learned-chooses-entities-with-what-joins-them", test_learned);
  g_test_add_func ("/select/any-question-selects-no-more-than-asked-for-and-nothing-twice", test_bounds);
  return g_test_run ();
}
