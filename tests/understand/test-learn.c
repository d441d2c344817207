/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What reading learns from examples: a choice is remembered, a word that nothing explained stands for something, what was
 * called wrong falls; all of it within bounds, and undone without a trace.
 */
#include "config.h"

#include "understand/interpret/ask-interpret.h"

#include <math.h>
#include <string.h>

#include "store/ask-workspace-examples.h"
#include "store/store-fixture.h"
#include "understand/interpret/ask-learned.h"
#include "understand/link/ask-wordnet.h"

static const char *const music_sql
    = "CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT, country TEXT, founded INTEGER);"
      "CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist,"
      "  price REAL, year INTEGER);"
      "CREATE TABLE concert (concert_id INTEGER PRIMARY KEY, town TEXT, artist_id INTEGER REFERENCES artist,"
      "  visitors INTEGER);"
      "INSERT INTO artist VALUES (1, 'Accept', 'Germany', 1976), (2, 'Aerosmith', 'USA', 1970),"
      "  (3, 'Scorpions', 'Germany', 1965), (4, 'Muse', 'England', 1994);"
      "INSERT INTO album VALUES (1, 'Rocks', 2, 9.5, 1976), (2, 'Blackout', 3, 7, 1982), (3, 'Restless', 1, 8, 1982),"
      "  (4, 'Humanity', 3, 12, 2007), (5, 'Drones', 4, 11, 2015);"
      "INSERT INTO concert VALUES (1, 'Lyon', 2, 900), (2, 'Bern', 3, 400), (3, 'Lyon', 1, 300), (4, 'Kiel', 3, 1200);";

typedef struct
{
  StoreShop *shop;
  AskEngine *engine;
} Music;

static void
set_up (Music *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->shop = store_shop_new (music_sql);
  self->engine = ask_workspace_open_engine (self->shop->workspace, &error);
  g_assert_no_error (error);
}

static void
tear_down (Music *self, gconstpointer data)
{
  ask_engine_free (self->engine);
  store_shop_free (self->shop);
}

/* A new interpreter, as each question of a program has one. */
static AskInterpretation *
read_question (Music *self, const char *question)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskInterpreter) interpreter = ask_interpreter_new (self->shop->workspace, self->engine, &error);
  AskInterpretation *found;

  g_assert_no_error (error);
  g_assert_true (ask_interpreter_learn (interpreter, G_MAXUINT, NULL, &error));
  g_assert_no_error (error);
  found = ask_interpreter_read (interpreter, question, NULL, &error);
  g_assert_no_error (error);
  return found;
}

static char *
print (Music *self, const char *question)
{
  g_autoptr (AskInterpretation) found = read_question (self, question);
  g_autoptr (JsonNode) node = ask_interpretation_to_json (found);

  return json_to_string (node, TRUE);
}

static const char *
get_sql (const AskInterpretation *found, guint place)
{
  g_assert_cmpuint (found->readings->len, >, place);
  return ((AskQuestionReading *) found->readings->pdata[place])->sql;
}

static void
say (Music *self, const char *question, const char *sql, const char *wrong, const char *parts)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_example_wrong_free);
  AskExample example = { .question = (char *) question, .sql = (char *) sql, .wrong = all };
  g_autoptr (GError) error = NULL;

  example.origin = sql != NULL ? ASK_EXAMPLE_CHOSEN : ASK_EXAMPLE_WRONG;
  if (wrong != NULL)
    g_ptr_array_add (all, ask_example_wrong_new (wrong, parts, NULL));
  g_assert_true (ask_workspace_add_example (self->shop->workspace, &example, &error));
  g_assert_no_error (error);
}

static void
verify (Music *self, const char *question, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) pair = ask_workspace_add_verified (self->shop->workspace, question, sql, &error);

  g_assert_no_error (error);
  g_assert_nonnull (pair);
}

static void
test_repeat (Music *self, gconstpointer data)
{
  static const char *const question = "artists older than others";
  g_autoptr (AskInterpretation) before = read_question (self, question);
  g_autoptr (AskInterpretation) after = NULL;
  const AskQuestionReading *first;

  say (self, question, get_sql (before, 1), get_sql (before, 0), NULL);
  after = read_question (self, "Artists  OLDER than others");
  first = after->readings->pdata[0];
  g_assert_cmpstr (first->sql, ==, get_sql (before, 1));
  g_assert_true (after->confident);
  g_assert_cmpfloat (first->score, ==, 1);
  g_assert_cmpint (first->example, !=, 0);
}

/* Returns: the reason of the link of @words, NULL where there is none to @target */
static const char *
find_reason (const AskInterpretation *found, const char *target)
{
  for (guint i = 0; i < found->links->len; i++)
    {
      const AskLink *link = found->links->pdata[i];

      if (strcmp (link->target, target) == 0)
        return link->reason;
    }
  return NULL;
}

static void
test_words (Music *self, gconstpointer data)
{
  g_autoptr (AskInterpretation) before = read_question (self, "How many gigs are there for each town?");
  g_autoptr (AskInterpretation) after = NULL;

  g_assert_null (find_reason (before, "concert"));
  verify (self, "How many gigs are there?", "SELECT count(*) FROM concert");
  after = read_question (self, "How many gigs are there for each town?");
  g_assert_cmpstr (find_reason (after, "concert"), ==, "learned from “How many gigs are there?”");
  g_assert_cmpstr (get_sql (after, 0), ==, "SELECT town, count(*) FROM concert GROUP BY town");
}

static void
test_value (Music *self, gconstpointer data)
{
  g_autoptr (AskInterpretation) after = NULL;

  verify (self, "Name the artists from Teutonia", "SELECT name FROM artist WHERE country = 'Germany'");
  after = read_question (self, "How many artists from Teutonia are there?");
  g_assert_cmpstr (find_reason (after, "artist.country"), ==, "learned from “Name the artists from Teutonia”");
  g_assert_cmpstr (get_sql (after, 0), ==, "SELECT count(*) FROM artist WHERE country = 'Germany'");
}

/* Two words and two things: which is which is anybody's guess, once. */
static void
test_unclear (Music *self, gconstpointer data)
{
  g_autoptr (AskInterpretation) found = NULL;

  verify (self, "What do the gigs of the bands draw?", "SELECT visitors FROM concert JOIN artist USING (artist_id)");
  found = read_question (self, "How many gigs are there?");
  g_assert_null (find_reason (found, "concert"));
  g_assert_null (find_reason (found, "artist"));
}

static void
test_wrong (Music *self, gconstpointer data)
{
  static const char *const question = "Which artists are from Germany?";
  g_autoptr (AskInterpretation) before = read_question (self, question);
  g_autoptr (AskInterpretation) after = NULL;

  say (self, question, NULL, get_sql (before, 0), "columns");
  after = read_question (self, question);
  g_assert_cmpstr (get_sql (after, 0), !=, get_sql (before, 0));
  /* Only what is shown was said to be wrong. */
  g_assert_nonnull (strstr (get_sql (after, 0), "'Germany'"));
}

static const char *const questions[][2] = {
  { "How many artists are there?", "SELECT count(*) FROM artist" },
  { "How many albums are there?", "SELECT count(*) FROM album" },
  { "What is the average price of all albums?", "SELECT avg(price) FROM album" },
  { "List the titles of all albums.", "SELECT title FROM album" },
  { "How many artists are there for each country?", "SELECT country, count(*) FROM artist GROUP BY country" },
  { "How many albums are there for each year?", "SELECT year, count(*) FROM album GROUP BY year" },
  { "What is the title of the album with the highest price?", "SELECT title FROM album ORDER BY price DESC LIMIT 1" },
  { "What is the maximum number of visitors of all concerts?", "SELECT max(visitors) FROM concert" },
  { "How many concerts are there for each town?", "SELECT town, count(*) FROM concert GROUP BY town" },
  { "List the names of artists from Germany.", "SELECT name FROM artist WHERE country = 'Germany'" },
};

static guint
count_right (Music *self, const gboolean *learned)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    if (!learned[i])
      {
        g_autoptr (AskInterpretation) found = read_question (self, questions[i][0]);

        n += found->readings->len > 0 && strcmp (get_sql (found, 0), questions[i][1]) == 0;
      }
  return n;
}

/* Learning from some questions, and from what was chosen against the grain, does not harm the others. */
static void
test_no_harm (Music *self, gconstpointer data)
{
  gboolean learned[G_N_ELEMENTS (questions)] = { FALSE };
  guint before;

  for (guint i = 0; i < 4; i++)
    learned[g_test_rand_int_range (0, G_N_ELEMENTS (questions))] = TRUE;
  before = count_right (self, learned);
  g_assert_cmpuint (before, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    if (learned[i])
      verify (self, questions[i][0], questions[i][1]);
  say (self, "artists and what they cost", "SELECT price FROM album", "SELECT name FROM artist", NULL);
  g_assert_cmpuint (count_right (self, learned), >=, before);
}

static void
test_undo (Music *self, gconstpointer data)
{
  static const char *const asked[] = { "How many gigs are there?", "artists older than others", "albums by price" };
  g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func (g_free);
  gboolean any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    g_ptr_array_add (before, print (self, asked[i]));
  verify (self, "List all gigs", "SELECT * FROM concert");
  say (self, "artists older than others", "SELECT name FROM artist", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autofree char *once = print (self, asked[i]);
      g_autofree char *again = print (self, asked[i]);

      g_assert_cmpstr (once, ==, again);
      any = any || strcmp (once, before->pdata[i]) != 0;
    }
  g_assert_true (any);
  g_assert_true (ask_workspace_forget_learned (self->shop->workspace, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autofree char *after = print (self, asked[i]);

      g_assert_cmpstr (after, ==, before->pdata[i]);
    }
}

/* What cannot be said over the data, or is no SQL at all, teaches nothing and harms nothing. */
static void
test_strange (Music *self, gconstpointer data)
{
  g_autofree char *before = print (self, "How many albums are there?");
  g_autofree char *after = NULL;

  verify (self, "What does the moon cost?", "SELECT price FROM moon");
  verify (self, "Anything", "WITH x AS (SELECT 1 AS y) SELECT y FROM x");
  say (self, "nonsense", "SELEC nonsense;;", NULL, NULL);
  after = print (self, "How many albums are there?");
  g_assert_cmpstr (after, ==, before);
}

static AskLesson *
make_lesson (guint n_options)
{
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (GVariantBuilder) options = g_variant_builder_new (G_VARIANT_TYPE ("a(dayas)"));
  g_autoptr (GVariantBuilder) words = g_variant_builder_new (G_VARIANT_TYPE ("a(ssssb)"));
  g_autoptr (GBytes) bytes = NULL;
  const char *const plain[] = { "how", "TAB", NULL };
  const char *const marks[] = { "e artist", NULL };
  AskLesson *lesson;

  for (guint i = 0; i < n_options; i++)
    {
      float features[ASK_N_CANDIDATE_FEATURES] = { 0 };

      features[g_test_rand_int_range (0, ASK_N_CANDIDATE_FEATURES)] = i == 0 ? 1 : -1;
      g_variant_builder_add (options, "(d@ay^as)", i == 0 ? -9.0 : 9.0,
                             g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, features, sizeof features, 1), marks);
    }
  variant = g_variant_ref_sink (
      g_variant_new ("(a(ssssb)ss^as^asa(dayas)d)", words, "", "", plain, plain, options, 1.0));
  bytes = g_variant_get_data_as_bytes (variant);
  lesson = ask_lesson_from_bytes (bytes);
  g_assert_nonnull (lesson);
  return lesson;
}

static void
test_bytes (void)
{
  g_autoptr (AskLesson) lesson = make_lesson (ASK_LESSON_OPTIONS);
  g_autoptr (GBytes) bytes = ask_lesson_to_bytes (lesson);
  g_autoptr (AskLesson) again = ask_lesson_from_bytes (bytes);
  g_autoptr (GBytes) same = ask_lesson_to_bytes (again);

  g_assert_true (g_bytes_equal (bytes, same));
  for (guint i = 0; i < 200; i++)
    {
      gsize n = (gsize) g_test_rand_int_range (0, (gint32) g_bytes_get_size (bytes));
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, 0, n);
      g_autoptr (AskLesson) damaged = ask_lesson_from_bytes (part);

      /* Whatever is made of it, it can be freed, and written. */
      if (damaged != NULL)
        g_bytes_unref (ask_lesson_to_bytes (damaged));
    }
}

/* However many examples pull, a candidate moves so far and no farther. */
static void
test_bounds (Music *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (self->shop->workspace, &error);
  g_autoptr (AskDomain) domain = ask_domain_new (self->shop->workspace, schema, NULL, &error);
  AskWeights *weights = ask_weights_get_default ();
  g_autoptr (AskQuestion) question = ask_question_new (domain, "How many artists are there?", &error);
  g_autoptr (AskGuess) guess = ask_guess_new (question, weights);
  g_autoptr (AskSketchBook) book = ask_sketch_book_new (weights, &error);
  g_autoptr (GArray) choices = NULL;
  g_autoptr (GPtrArray) candidates = NULL;
  g_autofree float *features = NULL;
  g_autofree guint64 *signatures = NULL;
  g_autoptr (AskRanking) ranking = NULL;
  g_autoptr (AskLearned) learned = ask_learned_new ();
  g_autofree float *corrections = NULL;
  gboolean moved = FALSE;

  g_assert_no_error (error);
  ask_guess_all (guess);
  choices = ask_sketch_book_choose (book, guess, 20);
  candidates = ask_candidates_find (guess, choices, 50);
  features = ask_candidates_features (guess, candidates, NULL);
  signatures = g_new0 (guint64, candidates->len);
  ranking = ask_ranking_new (weights, FALSE, features, signatures, candidates->len);
  for (guint i = 0; i < 100; i++)
    ask_learned_add (learned, "Anything?", make_lesson (ASK_LESSON_OPTIONS));
  ask_learned_fit (learned);
  corrections = ask_learned_correct (learned, guess, candidates, ranking);
  g_assert_cmpfloat ((double) corrections[ranking->best], ==, 0);
  for (guint i = 0; i < candidates->len; i++)
    {
      g_assert_cmpfloat (fabs ((double) corrections[i]), <=, ASK_LEARNED_MOST);
      moved = moved || corrections[i] != 0;
    }
  g_assert_true (moved);
}

/* The form of an example is worth more for a question that is put like it, whatever it is about. */
static void
test_forms (Music *self, gconstpointer data)
{
  static const char *const question = "Towns of concerts, by visitors, the last two of them";
  static const char *const sql = "SELECT town FROM concert ORDER BY visitors DESC LIMIT 2";
  g_autoptr (AskInterpretation) before = read_question (self, question);
  g_autoptr (AskInterpretation) after = NULL;

  verify (self, "Titles of albums, by price, the last two of them",
          "SELECT title FROM album ORDER BY price DESC LIMIT 2");
  after = read_question (self, question);
  g_test_message ("%s", get_sql (before, 0));
  g_assert_cmpstr (get_sql (before, 0), !=, sql);
  g_assert_cmpstr (get_sql (after, 0), ==, sql);
}

int
main (int argc, char **argv)
{
#define ADD(path, func) g_test_add ("/understand/learn/" path, Music, NULL, set_up, func, tear_down)
  g_test_init (&argc, &argv, NULL);
  ask_wordnet_set_folder ("/nonexistent");
  ADD ("the-same-question-has-the-choice", test_repeat);
  ADD ("a-word-that-nothing-explains-is-learned", test_words);
  ADD ("a-value-in-other-words-is-learned", test_value);
  ADD ("what-may-mean-either-is-not-learned-at-once", test_unclear);
  ADD ("what-was-called-wrong-is-not-first-again", test_wrong);
  ADD ("other-questions-are-not-harmed", test_no_harm);
  ADD ("forgetting-leaves-no-trace", test_undo);
  ADD ("what-says-nothing-of-the-data-teaches-nothing", test_strange);
  ADD ("corrections-stay-within-their-bound", test_bounds);
  ADD ("a-form-is-learned-for-other-entities", test_forms);
  g_test_add_func ("/understand/learn/lessons-are-read-back-or-refused", test_bytes);
  return g_test_run ();
}
