/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routing: the source of a question is found by every kind of word that it has, whatever it is not, and the index
 * holds what was put into it.
 */
#include "config.h"

#include "understand/link/ask-wordnet.h"
#include "understand/route/ask-route.h"

#include <math.h>
#include <string.h>

#include "store/store-fixture.h"
#include "base/ask-text.h"
#include "support/ask-test-kinds.h"
#include "understand/route/ask-route-private.h"

static const struct
{
  const char *name;
  const char *sql;
} sources[] = {
  { "concerts", "CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
                "CREATE TABLE stadium (stadium_id INTEGER PRIMARY KEY, name TEXT, capacity INTEGER);"
                "CREATE TABLE concert (concert_id INTEGER PRIMARY KEY, stadium_id INTEGER REFERENCES stadium, theme TEXT);"
                "INSERT INTO singer VALUES (1, 'Joe Sharp', 'Netherlands'), (2, 'Rose White', 'France');"
                "INSERT INTO stadium VALUES (1, 'Balmoor', 4000);" },
  { "clinic", "CREATE TABLE patient (patient_id INTEGER PRIMARY KEY, surname TEXT, insurance TEXT);"
              "CREATE TABLE physician (emp_no INTEGER PRIMARY KEY, surname TEXT, dept_name TEXT);"
              "CREATE TABLE prescription (patient_id INTEGER REFERENCES patient, medication TEXT, dose REAL);"
              "INSERT INTO patient VALUES (1, 'Smith', 'Plaza Mutual');"
              "INSERT INTO physician VALUES (1, 'Dorian', 'Cardiology');" },
  { "shop", "CREATE TABLE customer (id INTEGER PRIMARY KEY, first_name TEXT, home_town TEXT);"
            "CREATE TABLE sales_order (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, total REAL);"
            "INSERT INTO customer VALUES (1, 'Ada', 'Lyon'), (2, 'Bo', 'Kiel');" },
};

static AskWorkspace *
make (StoreFixture *fixture)
{
  AskWorkspace *workspace = store_open (fixture->path);

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autofree char *file = g_strconcat (sources[i].name, ".sqlite", NULL);
      g_autofree char *path = store_fixture_file (fixture, file);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSourceRecord) record = NULL;

      store_exec (path, sources[i].sql);
      record = ask_workspace_add_source (
          workspace, &(AskNewSource) { .kind = &ask_sqlite_kind, .name = sources[i].name, .location = path }, NULL,
          NULL, &error);
      g_assert_no_error (error);
    }
  return workspace;
}

static AskRouteResult *
ask (AskWorkspace *workspace, const char *question)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRoute) route = ask_route_new (workspace, &error);

  g_assert_no_error (error);
  return ask_route_question (route, &(AskRouteAsked) { .question = question }, 3);
}

static void
assert_first (AskWorkspace *workspace, const char *question, const char *source, const char *why)
{
  g_autoptr (AskRouteResult) result = ask (workspace, question);
  const AskRouteHit *hit;

  g_test_message ("%s", question);
  g_assert_cmpuint (result->hits->len, >, 0);
  hit = result->hits->pdata[0];
  g_test_message ("%s %.2f %s", hit->source, hit->score, hit->why);
  g_assert_cmpstr (hit->source, ==, source);
  if (why != NULL)
    g_assert_nonnull (strstr (hit->why, why));
  for (guint i = 0; i < result->hits->len; i++)
    {
      const AskRouteHit *one = result->hits->pdata[i];

      g_assert_cmpfloat (one->score, >=, 0);
      g_assert_cmpfloat (one->score, <=, i > 0 ? ((AskRouteHit *) result->hits->pdata[i - 1])->score : 1);
    }
}

static void
test_each_kind_of_word_leads_to_its_source (void)
{
  static const char *const cases[][3] = {
    { "How many singers are there?", "concerts", "“singers” names singer" },
    { "What is the capacity of each stadium?", "concerts", "“capacity” names stadium.capacity" },
    { "How many people are from the Netherlands?", "concerts", "“netherlands” is a value of singer.country" },
    { "How many come from Lyon?", "shop", "“lyon” is a value of customer.home_town" },
    { "List the physicians in Cardiology", "clinic", "“physicians” names physician" },
    { "Who has Plaza Mutual?", "clinic", "“plaza mutual” is a value of patient.insurance" },
    { "What is the hometown of Ada?", "shop", "“hometown” names customer.home_town" },
    { "What is the department of each employee?", "clinic", NULL },
    { "List all orders", "shop", "“orders” names sales_order" },
    { "Show the prescripton of every patient", "clinic", "“patient” names patient" },
    { "anything in the shop", "shop", "“shop” is in the source's name" },
  };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = make (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_first (workspace, cases[i][0], cases[i][1], cases[i][2]);
  /* That a doctor is a physician, WordNet knows, where it is installed. */
  if (ask_wordnet_knows ("doctor"))
    assert_first (workspace, "Which doctor prescribes most?", "clinic", NULL);
  ask_workspace_close (workspace);
}

static void
test_what_a_steward_says_leads_to_the_source (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = make (fixture);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) before = ask_workspace_load_schema (workspace, &error);
  g_autoptr (AskSchema) schema = ask_schema_copy (before);
  g_autoptr (AskVerified) verified = NULL;

  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];

      if (strcmp (entity->name, "customer") == 0)
        g_ptr_array_add (entity->synonyms, g_strdup ("shopper"));
      if (strcmp (entity->name, "stadium") == 0)
        entity->description = g_strdup ("Arenas that were rented.");
      if (strcmp (entity->name, "singer") == 0)
        entity->hidden = TRUE;
    }
  ask_schema_own_source (schema, "clinic")->description = g_strdup ("Everything about treatments.");
  g_assert_true (ask_workspace_save_schema (workspace, schema, "A test", &error));
  g_assert_no_error (error);
  verified = ask_workspace_add_verified (workspace, "How is the footfall?", "SELECT count(*) FROM sales_order", &error);
  g_assert_no_error (error);

  assert_first (workspace, "How many shoppers do we have?", "shop", "“shoppers” names customer");
  assert_first (workspace, "How many arenas are there?", "concerts", "“arenas” is in the description of stadium");
  assert_first (workspace, "Give me all treatments", "clinic", "“treatments” is in what is said of the source");
  assert_first (workspace, "How was the footfall?", "shop", "It answered a question like this");
  ask_workspace_close (workspace);
}

static void
test_hidden_entities_lead_nowhere (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = make (fixture);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) before = ask_workspace_load_schema (workspace, &error);
  g_autoptr (AskSchema) schema = ask_schema_copy (before);
  g_autoptr (AskRouteResult) result = NULL;

  for (guint i = 0; i < schema->entities->len; i++)
    ((AskEntity *) schema->entities->pdata[i])->hidden = TRUE;
  g_assert_true (ask_workspace_save_schema (workspace, schema, "A test", &error));
  result = ask (workspace, "How many singers from Netherlands has which capacity?");
  g_assert_cmpuint (result->hits->len, ==, 0);
  g_assert_false (result->answerable);
  ask_workspace_close (workspace);
}

static void
test_what_nothing_is_known_of_is_unanswerable (void)
{
  static const char *const questions[]
      = { "", "?", "the of and", "Which galaxies have black holes?", "zxqv wvut", "ß €€€ 漢字", "42" };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = make (fixture);
  g_autoptr (AskRouteResult) singers = ask (workspace, "How many singers are from France?");
  g_autoptr (AskRouteResult) galaxies = ask (workspace, "Which galaxies has each singer?");

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskRouteResult) result = ask (workspace, questions[i]);

      g_test_message ("%s", questions[i]);
      g_assert_false (result->answerable);
    }
  g_assert_true (singers->answerable);
  g_assert_cmpuint (singers->unknown->len, ==, 0);
  g_assert_cmpuint (galaxies->unknown->len, ==, 1);
  g_assert_cmpstr (galaxies->unknown->pdata[0], ==, "galaxies");
  ask_workspace_close (workspace);
}

static void
test_a_long_question_is_cut (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = make (fixture);
  g_autoptr (GString) question = g_string_new (NULL);

  while (question->len < 10000)
    g_string_append (question, "singers and stadiums in Lyon and “Kiel” 'x ");
  g_string_append (question, " zxqv");
  {
    g_autoptr (AskRouteResult) result = ask (workspace, question->str);
    g_autoptr (AskRouteResult) shorter = ask (workspace, "singers and stadiums zxqv");

    g_assert_cmpuint (result->hits->len, >, 0);
    /* What stands behind the cut is not looked at. */
    g_assert_false (g_ptr_array_find_with_equal_func (result->unknown, "zxqv", g_str_equal, NULL));
    g_assert_true (g_ptr_array_find_with_equal_func (shorter->unknown, "zxqv", g_str_equal, NULL));
  }
  ask_workspace_close (workspace);
}

static void
test_two_sources_lead_where_each_has_its_part (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = make (fixture);
  g_autoptr (AskRouteResult) result
      = ask (workspace, "How many singers are from France and what is the insurance of each patient?");
  const char *first = ((AskRouteHit *) result->hits->pdata[0])->source;
  const char *second = ((AskRouteHit *) result->hits->pdata[1])->source;

  g_assert_true ((strcmp (first, "concerts") == 0 && strcmp (second, "clinic") == 0)
                 || (strcmp (first, "clinic") == 0 && strcmp (second, "concerts") == 0));
  ask_workspace_close (workspace);
}

/* Names of random words: whatever was put in is found where it was put, and nowhere else. */
static void
test_random_names_are_found_where_they_are (void)
{
  static const char *const words[] = { "alpha", "beta", "gamma", "delta", "omega", "sigma", "kappa", "theta" };
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (AskRouteIndex) index = ask_route_index_new (schema);
  gboolean has[12][G_N_ELEMENTS (words)] = { { FALSE } };

  for (guint s = 0; s < 12; s++)
    {
      g_autoptr (GPtrArray) entities = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_entity_unref);
      g_autofree char *name = g_strdup_printf ("s%u", s);

      for (int e = g_test_rand_int_range (0, 4); e >= 0; e--)
        {
          guint word = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (words));
          AskEntity *entity = ask_entity_new (words[word], name, words[word], ASK_ENTITY_TABLE);

          has[s][word] = TRUE;
          for (int a = g_test_rand_int_range (0, 4); a > 0; a--)
            {
              g_autofree char *column = NULL;

              word = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (words));
              column = g_strdup_printf ("%s_%d", words[word], a);
              has[s][word] = TRUE;
              ask_entity_add_attribute (entity, column, column, ASK_TYPE_TEXT);
            }
          ask_schema_add_entity (schema, ask_entity_ref (entity));
          g_ptr_array_add (entities, entity);
        }
      ask_route_index_add_source (index, name, entities);
    }
  ask_route_index_finish (index);
  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    {
      g_autofree char *stem = ask_text_stem (words[w]);
      AskRoutePostings found = ask_route_index_find (index, ASK_ROUTE_IN_NAMES, ask_route_hash (stem));
      guint n = 0;

      for (guint s = 0; s < 12; s++)
        {
          g_assert_cmpint (ask_route_postings_within (found, s, 1).n, ==, has[s][w]);
          n += has[s][w];
        }
      g_assert_cmpuint (found.n, ==, n);
    }
}

/* What many have is written once: the numbers of what has a word, not the word again for each. */
static void
test_a_word_is_written_once (void)
{
  AskRouteTable table;
  guint64 word = ask_route_hash ("city");
  AskRoutePostings found;

  ask_route_table_init (&table);
  for (guint id = 3000; id > 0; id -= 3)
    {
      ask_route_table_add (&table, word, id);
      ask_route_table_add (&table, word, id);
    }
  ask_route_table_add (&table, ask_route_hash ("river"), 7);
  ask_route_table_finish (&table);
  found = ask_route_table_find (&table, word);
  g_assert_cmpuint (found.n, ==, 1000);
  for (guint i = 0; i < found.n; i++)
    g_assert_cmpuint (found.first[i], ==, 3 * (i + 1));
  found = ask_route_postings_within (found, 31, 30);
  g_assert_cmpuint (found.n, ==, 10);
  g_assert_cmpuint (found.first[0], ==, 33);
  g_assert_cmpuint (ask_route_table_find (&table, ask_route_hash ("river")).n, ==, 1);
  g_assert_cmpuint (ask_route_table_find (&table, ask_route_hash ("rivers")).n, ==, 0);
  for (guint part = 0; part < ASK_ROUTE_N_PARTS; part++)
    g_assert_cmpuint (ask_route_table_find (&table, (guint64) part << 60).n, ==, 0);
  g_assert_cmpuint (ask_route_table_get_size (&table), <=, (1001 + 2 * 2) * sizeof (guint32));
  ask_route_table_clear (&table);
}

static void
test_weights_that_cannot_be_read_are_an_error (void)
{
  static const char *const texts[] = {
    "nonsense",
    "rank\n3 1 =0.5",              /* a node without a tree */
    "rank\ntree\n3 1 =0.5",        /* leads out of its tree */
    "rank\ntree\n3 0 =0.5\n-1 0 =1\n-1 0 =1", /* leads to itself */
    "rank\ntree\n999 1 =0.5\n-1 0 =1\n-1 0 =1", /* no such feature */
    "rank\ntree",                  /* an empty tree */
  };
  g_autoptr (AskRouteModel) model = NULL;
  g_autoptr (GError) none = NULL;
  float features[ASK_ROUTE_N_FEATURES] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ask_route_model_new (texts[i], NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
  model = ask_route_model_new ("# a note\nthreshold 40\nword show 5\nlink old age 70\nrank\ntree\n3 1 =0.5\n-1 0 =-2\n"
                               "-1 0 =4\ntree\n-1 0 =1\n",
                               NULL, &none);
  g_assert_no_error (none);
  g_assert_cmpfloat (ask_route_trees_apply (&model->rank, features), ==, -1);
  features[3] = 0.5F;
  g_assert_cmpfloat (ask_route_trees_apply (&model->rank, features), ==, 5);
  g_assert_cmpfloat (model->threshold, ==, 0.4);
}

static void
test_a_map_of_another_size_is_an_error (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("short", 5);
  g_autoptr (GError) error = NULL;

  g_assert_null (ask_route_model_new ("threshold 50\n", bytes, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

static float
compare_texts (const char *first, const char *second)
{
  const AskRouteMap *map = ask_route_model_get_default ()->map;
  float a[ASK_ROUTE_MAP_DIMS], b[ASK_ROUTE_MAP_DIMS], sum = 0;

  ask_route_map_embed_text (map, first, a);
  ask_route_map_embed_text (map, second, b);
  for (guint d = 0; d < ASK_ROUTE_MAP_DIMS; d++)
    sum += a[d] * b[d];
  return sum;
}

static void
test_the_map_puts_like_meanings_near (void)
{
  static const char *const texts[][3] = {
    /* a question, one of like meaning, and one of another */
    { "How many singers are from France?", "Name the singers who come from France", "How many patients are ill?" },
    { "What is the average age of students?", "Which students are the oldest?", "List all airports by city" },
    { "glockenspiel", "glockenspiels", "trombone" },
    { "GLOCKENSPIEL", "glockenspiel", "trombone" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_test_message ("%s: %.2f %.2f", texts[i][0], (double) compare_texts (texts[i][0], texts[i][1]),
                    (double) compare_texts (texts[i][0], texts[i][2]));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_cmpfloat (compare_texts (texts[i][0], texts[i][1]), >, compare_texts (texts[i][0], texts[i][2]) + 0.1F);
  g_assert_cmpfloat (compare_texts ("the of 17 ?", "singer"), ==, 0);
}

static void
test_vectors_keep_their_cosine (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (AskRouteIndex) index = ask_route_index_new (schema);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (AskRouteVectors) vectors = NULL;

  ask_route_index_add_source (index, "one", none);
  ask_route_index_finish (index);
  for (guint dims = 1; dims < 40; dims += 3)
    {
      g_autofree float *a = g_new (float, dims);
      g_autofree float *b = g_new (float, dims);
      double square[2] = { 0 }, both = 0;

      for (guint d = 0; d < dims; d++)
        {
          a[d] = (float) g_test_rand_double_range (-3, 3);
          b[d] = (float) g_test_rand_double_range (-3, 3);
          square[0] += a[d] * a[d];
          square[1] += b[d] * b[d];
          both += a[d] * b[d];
        }
      for (guint d = 0; d < dims; d++)
        b[d] = (float) (b[d] / sqrt (square[1]));
      g_clear_pointer (&vectors, ask_route_vectors_free);
      vectors = ask_route_vectors_new (index, dims);
      g_assert_cmpfloat (ask_route_vectors_compare (vectors, ASK_ROUTE_OF_SOURCES, 0, b), ==, 0);
      ask_route_vectors_set (vectors, ASK_ROUTE_OF_SOURCES, 0, a);
      g_assert_cmpfloat_with_epsilon (ask_route_vectors_compare (vectors, ASK_ROUTE_OF_SOURCES, 0, b),
                                      both / sqrt (square[0] * square[1]), 0.02);
    }
}

static void
test_entities_that_are_joined_cover_more (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = store_open (fixture->path);
  static const char *const sqls[]
    = { "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE concert (singer_id INTEGER REFERENCES singer (id), venue TEXT)",
        "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE concert (other INTEGER, venue TEXT)" };
  static const char *const names[] = { "joined", "apart" };
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskRouteIndex) index = NULL;
  g_autoptr (AskRouteLexicon) lexicon = ask_route_lexicon_new ();
  g_autoptr (AskRouteScene) scene = NULL;
  float covers[2] = { 0 };

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = store_fixture_file (fixture, names[i]);
      g_autoptr (AskSourceRecord) record = NULL;

      store_exec (path, sqls[i]);
      record = ask_workspace_add_source (
        workspace, &(AskNewSource) { .kind = &ask_sqlite_kind, .name = names[i], .location = path }, NULL, NULL, NULL);
      g_assert_nonnull (record);
    }
  schema = ask_workspace_load_schema (workspace, NULL);
  index = ask_route_index_new (schema);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GPtrArray) entities = g_ptr_array_new ();

      for (guint e = 0; e < schema->entities->len; e++)
        if (strcmp (((AskEntity *) schema->entities->pdata[e])->source, names[i]) == 0)
          g_ptr_array_add (entities, schema->entities->pdata[e]);
      ask_route_index_add_source (index, names[i], entities);
    }
  ask_route_index_finish (index);
  scene = ask_route_scene_new (index, lexicon, NULL, "singer venue");
  for (guint c = 0; c < scene->candidates->len; c++)
    covers[ask_route_scene_candidate (scene, c)->source]
      = ask_route_scene_candidate (scene, c)->features[ASK_ROUTE_COVER_JOINED];
  g_assert_cmpfloat (covers[0], >, covers[1] + 0.1F);
  ask_workspace_close (workspace);
}

/* A source of entities with an attribute each, "entity.attribute", and the keys between them, "from to". */
static void
add_parts (AskSchema *schema, GPtrArray *all, const char *source, const char *const *parts, const char *const *keys)
{
  GPtrArray *entities = g_ptr_array_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_strsplit (parts[i], ".", 2);
      g_autofree char *name = g_strconcat (source, names[0], NULL);
      AskEntity *entity = ask_entity_new (name, source, names[0], ASK_ENTITY_TABLE);

      ask_entity_add_attribute (entity, names[1], names[1], ASK_TYPE_TEXT);
      ask_schema_add_entity (schema, entity);
      g_ptr_array_add (entities, entity);
    }
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_auto (GStrv) ends = g_strsplit (keys[i], " ", 2);
      g_autofree char *from = g_strconcat (source, ends[0], NULL);
      g_autofree char *to = g_strconcat (source, ends[1], NULL);

      ask_schema_add_relationship (schema, from, "id", to, "id");
    }
  g_ptr_array_add (all, entities);
}

/* All sources have all words; what differs is in which names they stand, and what joins these. */
static void
test_one_joinable_part_fits_better (void)
{
  static const struct
  {
    const char *parts[4];
    const char *keys[3];
  } cases[] = {
    { { "singer.age", "appearance.fee", "concert.venue", NULL }, { "appearance singer", "appearance concert", NULL } },
    { { "singer.age", "appearance.fee", "concert.venue", NULL }, { NULL } },
    { { "singer.venue", "concert.fee", "age.fee", NULL }, { NULL } },
    { { "singer.venue_kind", "concert.fee", "age.fee", NULL }, { NULL } },
  };
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (AskRouteLexicon) lexicon = ask_route_lexicon_new ();
  g_autoptr (AskRouteIndex) index = NULL;
  g_autoptr (AskRouteScene) scene = NULL;
  const float *of[G_N_ELEMENTS (cases)] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("s%u", i);

      add_parts (schema, all, name, cases[i].parts, cases[i].keys);
    }
  index = ask_route_index_new (schema);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("s%u", i);

      ask_route_index_add_source (index, name, all->pdata[i]);
    }
  ask_route_index_finish (index);
  scene = ask_route_scene_new (index, lexicon, NULL, "venue of the singer");
  for (guint c = 0; c < scene->candidates->len; c++)
    of[ask_route_scene_candidate (scene, c)->source] = ask_route_scene_candidate (scene, c)->features;
  /* A key leads from one to the other through an entity that the question does not name. */
  g_assert_cmpfloat (of[0][ASK_ROUTE_FIT_ENTITIES], ==, 3);
  g_assert_cmpfloat (of[1][ASK_ROUTE_FIT_ENTITIES], ==, 1);
  g_assert_cmpfloat (of[0][ASK_ROUTE_FIT], >, of[1][ASK_ROUTE_FIT] + 0.1F);
  g_assert_cmpfloat (of[0][ASK_ROUTE_FIT_MISSED], ==, 0);
  g_assert_cmpfloat (of[1][ASK_ROUTE_FIT_MISSED], >, 0);
  /* One entity that has all is better, and a whole name more than a part of one. */
  g_assert_cmpfloat (of[2][ASK_ROUTE_FIT], >, of[0][ASK_ROUTE_FIT]);
  g_assert_cmpfloat (of[2][ASK_ROUTE_FIT_ALONE], ==, of[2][ASK_ROUTE_FIT]);
  g_assert_cmpfloat (of[2][ASK_ROUTE_FIT], >, of[3][ASK_ROUTE_FIT] + 0.1F);
  g_assert_cmpfloat (of[2][ASK_ROUTE_FIT_WHOLE], >, of[3][ASK_ROUTE_FIT_WHOLE] + 0.1F);
  /* Words in a row that are an entity and what it has. */
  g_assert_cmpfloat (of[2][ASK_ROUTE_PAIRS_OWNED], ==, 1);
  g_assert_cmpfloat (of[0][ASK_ROUTE_PAIRS_OWNED], ==, 0);
}

/* A source with one entity. */
static void
add_source (AskSchema *schema, GPtrArray *all, const char *name, const char *table)
{
  AskEntity *entity = ask_entity_new (table, name, table, ASK_ENTITY_TABLE);
  GPtrArray *entities = g_ptr_array_new ();

  ask_entity_add_attribute (entity, "price", "price", ASK_TYPE_REAL);
  ask_schema_add_entity (schema, entity);
  g_ptr_array_add (entities, entity);
  g_ptr_array_add (all, entities);
}

/* Returns: how much of the question the entities of each source are said to cover */
static void
cover (const AskRouteIndex *index, const char *question, float *covers)
{
  g_autoptr (AskRouteLexicon) lexicon = ask_route_lexicon_new ();
  g_autoptr (AskRouteScene) scene = ask_route_scene_new (index, lexicon, NULL, question);

  for (guint i = 0; i < index->sources->len; i++)
    covers[i] = 0;
  for (guint c = 0; c < scene->candidates->len; c++)
    covers[ask_route_scene_candidate (scene, c)->source]
      = ask_route_scene_candidate (scene, c)->features[ASK_ROUTE_COVER_ENTITY];
}

/* A letter that is missing, wrong or too much leads on wherever in the word it is, but for the first; what some name has
 * is not mistyped. */
static void
test_a_mistyped_word_leads_to_its_source (void)
{
  static const char *const tables[] = { "furniture", "function", "stadium" };
  static const char *const mistyped[] = { "funiture", "ffurniture", "furnituer", "furnitura", "fornitures" };
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (AskRouteIndex) index = NULL;
  float covers[3];

  for (guint i = 0; i < 3; i++)
    add_source (schema, all, tables[i], tables[i]);
  index = ask_route_index_new (schema);
  for (guint i = 0; i < 3; i++)
    ask_route_index_add_source (index, "source", all->pdata[i]);
  ask_route_index_finish (index);
  for (guint i = 0; i < G_N_ELEMENTS (mistyped); i++)
    {
      g_autofree char *question = g_strdup_printf ("What is the price of the %s?", mistyped[i]);

      cover (index, question, covers);
      g_assert_cmpfloat (covers[0], >, 0.1F);
      g_assert_cmpfloat (covers[1], ==, 0);
      g_assert_cmpfloat (covers[2], ==, 0);
    }
  cover (index, "What is the price of the function?", covers);
  g_assert_cmpfloat (covers[0], ==, 0);
  g_assert_cmpfloat (covers[1], >, 0.1F);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/route/each-kind-of-word-leads-to-its-source",
                   test_each_kind_of_word_leads_to_its_source);
  g_test_add_func ("/understand/route/what-a-steward-says-leads-to-the-source",
                   test_what_a_steward_says_leads_to_the_source);
  g_test_add_func ("/understand/route/hidden-entities-lead-nowhere", test_hidden_entities_lead_nowhere);
  g_test_add_func ("/understand/route/what-nothing-is-known-of-is-unanswerable",
                   test_what_nothing_is_known_of_is_unanswerable);
  g_test_add_func ("/understand/route/a-long-question-is-cut", test_a_long_question_is_cut);
  g_test_add_func ("/understand/route/two-sources-lead-where-each-has-its-part",
                   test_two_sources_lead_where_each_has_its_part);
  g_test_add_func ("/understand/route/random-names-are-found-where-they-are",
                   test_random_names_are_found_where_they_are);
  g_test_add_func ("/understand/route/a-word-is-written-once", test_a_word_is_written_once);
  g_test_add_func ("/understand/route/a-map-of-another-size-is-an-error", test_a_map_of_another_size_is_an_error);
  g_test_add_func ("/understand/route/the-map-puts-like-meanings-near", test_the_map_puts_like_meanings_near);
  g_test_add_func ("/understand/route/vectors-keep-their-cosine", test_vectors_keep_their_cosine);
  g_test_add_func ("/understand/route/entities-that-are-joined-cover-more", test_entities_that_are_joined_cover_more);
  g_test_add_func ("/understand/route/one-joinable-part-fits-better", test_one_joinable_part_fits_better);
  g_test_add_func ("/understand/route/a-mistyped-word-leads-to-its-source", test_a_mistyped_word_leads_to_its_source);
  g_test_add_func ("/understand/route/weights-that-cannot-be-read-are-an-error",
                   test_weights_that_cannot_be_read_are_an_error);
  return g_test_run ();
}
