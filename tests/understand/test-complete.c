/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can follow while one types, and that a question that is composed of nothing else means what was chosen.
 */
#include "config.h"

#include "understand/complete/ask-complete.h"

#include <string.h>

#include "base/ask-text.h"
#include "engine/ask-engine.h"
#include "sql/ask-sql-lexer.h"
#include "store/store-fixture.h"

/* Two keys to one entity, names that are words of questions, values that are anything. */
static const char *const shop_sql
  = "CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT, Country TEXT);"
    "CREATE TABLE Genre (GenreId INTEGER PRIMARY KEY, Name TEXT);"
    "CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT, Released DATE,"
    "  ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId));"
    "CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, Name TEXT, Milliseconds INTEGER, unit_price REAL, live BOOLEAN,"
    "  \"order\" INTEGER, AlbumId INTEGER REFERENCES Album (AlbumId), GenreId INTEGER REFERENCES Genre (GenreId));"
    "CREATE TABLE \"match\" (id INTEGER PRIMARY KEY, home_id INTEGER REFERENCES Artist (ArtistId),"
    "  guest_id INTEGER REFERENCES Artist (ArtistId), played_on DATE);"
    "INSERT INTO Artist VALUES (1, 'AC/DC', 'Australia'), (2, 'Accept', 'Germany'), (3, 'Héroes', 'Spain'),"
    "  (4, 'The Who', 'United Kingdom'), (5, 'Is', 'Germany'), (6, 'O''Brien', 'Ireland'), (7, 'who', 'USA');"
    "INSERT INTO Genre VALUES (1, 'Rock'), (2, 'Rock And Roll'), (3, 'Between and'), (4, '5 per day'), (5, 'Jazz');"
    "INSERT INTO Album VALUES (1, 'Say \"Hi\"', '2010-05-01', 1), (2, 'Restless', '1982-10-02', 2),"
    "  (3, 'Ärger', '2011-01-01', 3), (4, '7\" it''s', '2012-07-07', 6);"
    "INSERT INTO Track VALUES (1, 'One', 100000, 0.99, 1, 1, 1, 1), (2, 'Two', 200000, 1.29, 0, 2, 1, 2),"
    "  (3, 'Three', 300000, 0.99, 0, 1, 2, 3), (4, 'Four', 150000, 1.99, 1, 1, 3, 4), (5, 'Five', 90000, 0.5, 0, 2, 4, 5);"
    "INSERT INTO \"match\" VALUES (1, 1, 2, '2020-02-02');";

/* Returns: (nullable): the completion with this text */
static const AskCompletion *
find (GPtrArray *completions, const char *text)
{
  for (guint i = 0; i < completions->len; i++)
    if (strcmp (((AskCompletion *) completions->pdata[i])->text, text) == 0)
      return completions->pdata[i];
  return NULL;
}

static GPtrArray *
complete (StoreShop *shop, const char *text)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *completions = ask_complete (shop->workspace, text, strlen (text), 500, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < completions->len; i++)
    {
      const AskCompletion *completion = completions->pdata[i];

      g_assert_cmpuint (completion->start, <=, completion->end);
      g_assert_cmpuint (completion->end, <=, strlen (text));
      g_assert_cmpstr (completion->text, !=, "");
      g_assert_cmpstr (completion->what, !=, "");
      g_assert_cmpfloat (completion->score, >, 0);
      g_assert_cmpfloat (completion->score, <=, 1);
      if (i > 0)
        g_assert_cmpfloat (completion->score, <=, ((AskCompletion *) completions->pdata[i - 1])->score);
    }
  return completions;
}

static AskComposed *
read_composed (StoreShop *shop, const char *text)
{
  g_autoptr (GError) error = NULL;
  AskComposed *composed;

  g_assert_true (ask_complete_read (shop->workspace, text, &composed, &error));
  g_assert_no_error (error);
  return composed;
}

/* "+" before what has to be offered, "-" before what must not be. */
static void
test_follows (void)
{
  static const struct
  {
    const char *typed;
    const char *offers[6];
  } cases[] = {
    { "", { "+how many", "+show", "+average", "+albums", "-per", "-is" } },
    { "how many ", { "+albums", "+tracks", "-how many", "-Milliseconds" } },
    { "how many tr", { "+tracks", "-albums" } },
    { "how many tracks ", { "+per", "+where", "-is", "-above" } },
    { "tracks per ", { "+genre", "+artist", "+country of artist", "+unit price", "-match" } },
    { "tracks per art", { "+artist", "+name of artist", "-genre" } },
    { "show mil", { "+milliseconds" } },
    { "show pri", { "+unit price" } },
    { "average ", { "+milliseconds", "+unit price", "-country" } },
    { "average milliseconds ", { "+of", "+per", "+where" } },
    { "tracks where milliseconds ", { "+is", "+above", "+between", "-after" } },
    { "albums where released ", { "+after", "+before", "+between", "-above" } },
    { "tracks where live is ", { "+true", "+false" } },
    { "artists where country ", { "+is", "+is not", "-above", "-after" } },
    { "artists where country is g", { "+Germany", "-Spain" } },
    { "artists where name is her", { "+Héroes", "-Accept" } },
    { "artists where name is HÉR", { "+Héroes" } },
    { "tracks where genre is ro", { "+Rock", "+\"Rock And Roll\"", "-Jazz" } },
    { "tracks where genre is roll", { "+\"Rock And Roll\"", "-Rock" } },
    { "albums where artist is ac", { "+\"AC/DC\"", "+Accept" } },
    { "match per ", { "+played on", "+month of", "-artist", "-name of artist" } },
    { "match per month of ", { "+played on", "-id" } },
    { "top 5 tracks by ", { "+milliseconds", "-name" } },
    { "which artist has the most ", { "+albums", "-tracks" } },
    { "tracks sorted by milliseconds ", { "+descending", "-per" } },
    { "wie viele ", { "+track", "-tracks" } },
    { "wie viele track ", { "+pro", "+mit", "-per" } },
    { "artists where name is who ", { "+and", "-\"The Who\"" } },
    { "artists where name is who", { "+\"The Who\"" } },
    { "zeige trac", { "+track" } },
    { "how many trakcs", { "+tracks", "-albums" } },
    { "groovy ", { "-albums" } },
    { "tell me about the groovy alb", { "+albums", "-artists" } },
    { "what do you know of mil", { "+milliseconds" } },
  };
  StoreShop *shop = store_shop_new (shop_sql);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) completions = complete (shop, cases[i].typed);

      for (guint k = 0; k < G_N_ELEMENTS (cases[i].offers) && cases[i].offers[k] != NULL; k++)
        if ((find (completions, cases[i].offers[k] + 1) != NULL) != (cases[i].offers[k][0] == '+'))
          g_error ("behind “%s”: %s", cases[i].typed, cases[i].offers[k]);
    }
  store_shop_free (shop);
}

static void
test_taken (void)
{
  StoreShop *shop = store_shop_new (shop_sql);
  const char *text = "how many trac per genre";
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) within = ask_complete (shop->workspace, text, strlen ("how many tr"), 10, &error);
  g_autoptr (GPtrArray) behind = complete (shop, "how many tracks");
  g_autofree char *taken = NULL;
  g_autofree char *next = NULL;
  gsize at;

  g_assert_no_error (error);
  /* All of the word that the cursor stands in. */
  taken = ask_completion_apply (find (within, "tracks"), text, &at);
  g_assert_cmpstr (taken, ==, "how many tracks per genre");
  g_assert_cmpuint (at, ==, strlen ("how many tracks "));
  next = ask_completion_apply (find (behind, "per"), "how many tracks", &at);
  g_assert_cmpstr (next, ==, "how many tracks per ");
  g_assert_cmpuint (at, ==, strlen (next));
  store_shop_free (shop);
}

static void
test_read (void)
{
  static const struct
  {
    const char *question;
    const char *sql; /* NULL: not composed */
  } cases[] = {
    { "how many tracks", "SELECT count(*) FROM Track" },
    { "How many tracks are there?", "SELECT count(*) FROM Track" },
    { "wie viele Tracks gibt es", "SELECT count(*) FROM Track" },
    { "artists", "SELECT * FROM Artist" },
    { "average milliseconds of tracks", "SELECT avg(Milliseconds) FROM Track" },
    { "Durchschnitt von Milliseconds", "SELECT avg(Milliseconds) FROM Track" },
    { "show title and released of albums", "SELECT Title, Released FROM Album" },
    { "artists per country", "SELECT Country, count(*) FROM Artist GROUP BY Country" },
    { "artists where country is germany", "SELECT * FROM Artist WHERE Country = 'Germany'" },
    { "artists where name is \"who\"", "SELECT * FROM Artist WHERE Name = 'who'" },
    { "albums where released in 2010", "SELECT * FROM Album WHERE Released >= '2010-01-01' AND Released < '2011-01-01'" },
    { "tracks where live is true", "SELECT * FROM Track WHERE live = 1" },
    { "tracks where milliseconds between 5 and 7.5", "SELECT * FROM Track WHERE Milliseconds BETWEEN 5 AND 7.5" },
    { "top 3 tracks by milliseconds", "SELECT Name, Milliseconds FROM Track ORDER BY Milliseconds DESC LIMIT 3" },
    { "tracks sorted by order descending", "SELECT * FROM Track ORDER BY \"order\" DESC" },
    { "which is larger: the number of tracks or of albums?",
      "SELECT 'tracks' AS what, (SELECT count(*) FROM Track) AS number UNION ALL SELECT 'albums', (SELECT count(*) FROM "
      "Album) ORDER BY number DESC" },
    { "How many more tracks than artists where country is Germany?",
      "SELECT (SELECT count(*) FROM Track) - (SELECT count(*) FROM Artist WHERE Country = 'Germany') AS difference" },
    { "Wie viele weniger Albums als Tracks gibt es?",
      "SELECT (SELECT count(*) FROM Track) - (SELECT count(*) FROM Album) AS difference" },
    /* Of two goals each has to be composed, and to give one value. */
    { "which is larger: the number of tracks or of groovy albums?", NULL },
    { "which is larger: tracks per genre or albums?", NULL },
    { "how many more tracks than?", NULL },
    /* Not whole, of two meanings, or with a word that has no place. */
    { "how many", NULL },
    { "how many tracks per", NULL },
    { "show name", NULL },
    { "matches per artist", NULL },
    { "artists where country is Narnia", NULL },
    { "top 3 tracks", NULL },
    { "how many groovy tracks", NULL },
    { "tracks where milliseconds above", NULL },
    { "tracks where genre is \"Rock", NULL },
    { "", NULL },
  };
  StoreShop *shop = store_shop_new (shop_sql);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskComposed) composed = read_composed (shop, cases[i].question);

      g_test_message ("%s", cases[i].question);
      g_assert_cmpstr (composed != NULL ? composed->sql : NULL, ==, cases[i].sql);
    }
  store_shop_free (shop);
}

/* What was chosen has to be in the SQL. */
static void
check_chosen (StoreShop *shop, AskEngine *engine, const AskCompletion *chosen, const char *sql)
{
  g_autofree char *sign = NULL;

  if (chosen->kind == ASK_COMPLETION_VALUE)
    {
      g_autofree char *value = g_strdup (chosen->text);
      gsize n = strlen (value);
      AskValue text;

      if (strchr ("\"'", value[0]) != NULL)
        {
          value[n - 1] = '\0';
          text = ask_value_text (value + 1, (gssize) n - 2);
        }
      else if (g_str_has_prefix (value, "“"))
        text = ask_value_text (value + 3, (gssize) n - 6);
      else
        text = ask_value_text (value, (gssize) n);
      sign = ask_sql_quote_value (&text);
    }
  else if (chosen->kind == ASK_COMPLETION_ATTRIBUTE)
    {
      AskSchema *schema = ask_engine_get_schema (engine);
      const char *von = strstr (chosen->text, " von ");
      const char *of = von != NULL ? von : strstr (chosen->text, " of ");
      g_autofree char *name = g_strndup (chosen->text, of != NULL ? (gsize) (of - chosen->text) : strlen (chosen->text));

      for (guint e = 0; e < schema->entities->len && sign == NULL; e++)
        {
          const AskEntity *entity = schema->entities->pdata[e];

          for (guint a = 0; a < entity->attributes->len && sign == NULL; a++)
            {
              const AskAttribute *attribute = entity->attributes->pdata[a];
              g_autofree char *words = ask_text_to_words (attribute->name);

              if (strcmp (words, name) == 0)
                sign = ask_sql_quote_name_if_needed (attribute->name);
            }
        }
      g_assert_nonnull (sign);
    }
  if (sign != NULL && strstr (sql, sign) == NULL)
    g_error ("“%s” (%s) is not in %s", chosen->text, chosen->what, sql);
}

static char *
append_written (const char *text, const AskCompletion *hint)
{
  if (strstr (hint->text, "2024-05") != NULL)
    return g_strdup_printf ("%s%d-%02d ", text, g_test_rand_int_range (1980, 2025), g_test_rand_int_range (1, 13));
  return g_strdup_printf ("%s%d ", text, g_test_rand_int_range (0, 400000));
}

static gboolean
is_replaced (const AskCompletion *before, const AskCompletion *now)
{
  return now->start < before->start + strlen (before->text);
}

/* A question of some completions; "" where it was left before it was whole. */
static void
compose (StoreShop *shop, AskEngine *engine, gboolean german)
{
  g_autofree char *text = g_strdup (german ? "zeige " : "");
  g_autoptr (GPtrArray) chosen = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_completion_free);
  g_autoptr (AskComposed) composed = NULL;

  for (guint i = 0; i < 25; i++)
    {
      g_autoptr (GPtrArray) completions = complete (shop, text);
      g_autoptr (AskCompletion) taken = NULL;
      g_autoptr (AskComposed) here = read_composed (shop, text);
      char *next;

      /* No way ends before it means something, and what was whole may only go on. */
      for (guint k = 0; k < completions->len; k++)
        g_assert_true (((AskCompletion *) completions->pdata[k])->certain);
      if (completions->len == 0 && here == NULL)
        g_error ("nothing can follow “%s”, which is no question", text);
      if (here != NULL && (completions->len == 0 || g_test_rand_int_range (0, 3) == 0))
        {
          composed = g_steal_pointer (&here);
          break;
        }
      taken = g_ptr_array_steal_index (completions, (guint) g_test_rand_int_range (0, (gint32) completions->len));
      next = taken->kind == ASK_COMPLETION_HINT ? append_written (text, taken) : ask_completion_apply (taken, text, NULL);
      g_free (text);
      text = next;
      /* "Rock" may become "Rock And Roll". */
      while (chosen->len > 0 && is_replaced (chosen->pdata[chosen->len - 1], taken))
        g_ptr_array_set_size (chosen, (int) chosen->len - 1);
      g_ptr_array_add (chosen, g_steal_pointer (&taken));
    }
  g_test_message ("%s", text);
  if (composed == NULL)
    return;

  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, composed->sql, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (result);
  g_assert_cmpuint (composed->sources->len, ==, 1);
  g_assert_true (*composed->words != '\0');
  for (guint i = 0; i < chosen->len; i++)
    check_chosen (shop, engine, chosen->pdata[i], composed->sql);
}

static void
test_composed (void)
{
  StoreShop *shop = store_shop_new (shop_sql);
  g_autoptr (GError) error = NULL;
  AskEngine *engine = ask_workspace_open_engine (shop->workspace, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < (g_test_thorough () ? 5000 : 300); i++)
    compose (shop, engine, FALSE);
  for (guint i = 0; i < (g_test_thorough () ? 1000 : 50); i++)
    compose (shop, engine, TRUE);
  ask_engine_free (engine);
  store_shop_free (shop);
}

/* Any bytes and any words: completions or none, and no harm. */
static gint64
count (AskEngine *engine, const char *sql, guint row, guint column)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return ask_rows_get (result->rows, row, column)->integer;
}

/* Any two counts, in any form: what is compared is what each gives by itself. */
static void
test_compared (void)
{
  static const char *const things[] = { "tracks", "albums", "artists", "genres", "artists where country is germany",
                                        "tracks where milliseconds above 100000" };
  static const char *const forms[] = { "which is larger: the number of %s or of %s?", "are there more %s than %s",
                                       "was ist größer, die Anzahl der %s oder die Anzahl der %s?" };
  StoreShop *shop = store_shop_new (shop_sql);
  AskEngine *engine = ask_workspace_open_engine (shop->workspace, NULL);

  for (guint i = 0; i < (g_test_slow () ? 500 : 40); i++)
    {
      const char *const *parts = (const char *const[]) { things[g_test_rand_int_range (0, G_N_ELEMENTS (things))],
                                                         things[g_test_rand_int_range (0, G_N_ELEMENTS (things))] };
      g_auto (GStrv) form = g_strsplit (forms[g_test_rand_int_range (0, G_N_ELEMENTS (forms))], "%s", 3);
      g_autofree char *question = g_strconcat (form[0], parts[0], form[1], parts[1], form[2], NULL);
      g_autofree char *more = g_strconcat ("how many more ", parts[0], " than ", parts[1], "?", NULL);
      g_autoptr (AskComposed) larger = read_composed (shop, question);
      g_autoptr (AskComposed) difference = read_composed (shop, more);
      gint64 alone[2];

      g_test_message ("%s", question);
      for (guint k = 0; k < 2; k++)
        {
          g_autofree char *text = g_strconcat ("number of ", parts[k], NULL);
          g_autoptr (AskComposed) one = read_composed (shop, text);

          alone[k] = count (engine, one->sql, 0, 0);
        }
      g_assert_nonnull (larger);
      g_assert_nonnull (difference);
      g_assert_cmpint (count (engine, larger->sql, 0, 1), ==, MAX (alone[0], alone[1]));
      g_assert_cmpint (count (engine, larger->sql, 1, 1), ==, MIN (alone[0], alone[1]));
      g_assert_cmpint (count (engine, difference->sql, 0, 0), ==, alone[0] - alone[1]);
    }
  ask_engine_free (engine);
  store_shop_free (shop);
}

static void
test_nonsense (void)
{
  static const char *const words[] = { "how",   "many", "tracks", "\"", "'",  "“",     "top", "5",  "99999999999999999999",
                                       "where", "is",   "genre",  "é",  "of", "\xff ", "per", "und", "2010-13-45", "1e999",
                                       ",",     "?",    "between" };
  StoreShop *shop = store_shop_new (shop_sql);
  g_autofree char *huge = g_strnfill (10000, 'x');
  g_autoptr (GPtrArray) none = complete (shop, huge);

  g_assert_cmpuint (none->len, ==, 0);
  for (guint i = 0; i < (g_test_thorough () ? 5000 : 200); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GPtrArray) completions = NULL;
      g_autoptr (AskComposed) composed = NULL;
      g_autoptr (GError) error = NULL;
      guint n = (guint) g_test_rand_int_range (1, 90);

      for (guint k = 0; k < n; k++)
        g_string_append_printf (text, "%s%s", words[g_test_rand_int_range (0, G_N_ELEMENTS (words))],
                                g_test_rand_bit () ? " " : "");
      completions
        = ask_complete (shop->workspace, text->str, (gsize) g_test_rand_int_range (0, (gint32) text->len + 9), 20, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (completions->len, <=, 20);
      composed = read_composed (shop, text->str);
    }
  store_shop_free (shop);
}

/* What is hidden is not offered, what is sensitive shows no values, and a synonym finds what it is of. */
static void
test_schema (void)
{
  StoreShop *shop = store_shop_new (shop_sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (shop->workspace, &error);
  AskEntity *track = ask_schema_find_entity (schema, "Track");
  AskEntity *artist = ask_schema_find_entity (schema, "Artist");
  g_autoptr (GPtrArray) before = complete (shop, "show mil");
  g_autoptr (GPtrArray) completions = NULL;
  g_autoptr (GPtrArray) values = NULL;
  g_autoptr (GPtrArray) songs = NULL;
  g_autoptr (AskComposed) composed = NULL;

  g_assert_no_error (error);
  g_assert_nonnull (find (before, "milliseconds"));
  ask_entity_find_attribute (track, "Milliseconds")->hidden = TRUE;
  ask_entity_find_attribute (artist, "Country")->sensitive = TRUE;
  g_ptr_array_add (track->synonyms, g_strdup ("song"));
  g_assert_true (ask_workspace_save_schema (shop->workspace, schema, "a test", &error));
  g_assert_no_error (error);
  completions = complete (shop, "show mil");
  g_assert_null (find (completions, "milliseconds"));
  values = complete (shop, "artists where country is ");
  g_assert_null (find (values, "Germany"));
  songs = complete (shop, "how many so");
  g_assert_nonnull (find (songs, "songs"));
  composed = read_composed (shop, "how many songs");
  g_assert_cmpstr (composed->sql, ==, "SELECT count(*) FROM Track");
  store_shop_free (shop);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/complete/what-can-follow-is-offered", test_follows);
  g_test_add_func ("/understand/complete/what-is-taken-replaces-what-was-begun", test_taken);
  g_test_add_func ("/understand/complete/a-composed-question-has-one-meaning", test_read);
  g_test_add_func ("/understand/complete/what-is-composed-is-understood", test_composed);
  g_test_add_func ("/understand/complete/what-is-compared-is-what-each-gives-by-itself", test_compared);
  g_test_add_func ("/understand/complete/nonsense-does-no-harm", test_nonsense);
  g_test_add_func ("/understand/complete/a-changed-schema-counts-at-once", test_schema);
  return g_test_run ();
}
