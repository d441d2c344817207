/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions: tokens, names, values, numbers, dates, the plain question, and links for people.
 */
#include "config.h"

#include "understand/link/ask-link.h"
#include "understand/link/ask-question.h"
#include "understand/link/ask-wordnet.h"

#include <glib/gstdio.h>
#include <string.h>

#include "understand-shop.h"

static const char *const music_sql
    = "CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT, country TEXT, net_worth REAL, gender TEXT,"
      "  birth_date TEXT);"
      "CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist, year INTEGER,"
      "  price REAL, released TEXT, discs TEXT);"
      "CREATE TABLE bestellung (nr INTEGER PRIMARY KEY, lieferart TEXT);"
      "INSERT INTO artist VALUES (1, 'Charles Aznavour', 'France', 145, 'M', '1924-05-22'),"
      " (2, 'Patti Smith', 'United States', 16, 'F', '1946-12-30'), (3, 'Nena', 'Deutschland', 20.5, 'F', '1960-03-24'),"
      " (4, 'Jürgen Müller', 'Deutschland', 3, 'M', '1950-01-01');"
      "INSERT INTO album VALUES (1, 'Horses', 2, 1975, 9.99, '1975-11-10', 'one'), (2, 'La Bohème', 1, 1966, 7, '1966-05-01', '12'),"
      " (3, '99 Luftballons', 3, 1984, 60, '1984-02-17', 'one'), (4, 'Easter and Other Days', 2, 1978, 12, '1978-03-03', 'one');";

static void
set_up (UnderstandShop *music, gconstpointer data)
{
  AskEntity *album;
  GDate today;

  g_date_clear (&today, 1);
  g_date_set_dmy (&today, 22, 11, 2026);
  ask_question_set_today (&today);
  understand_shop_open (music, music_sql);
  /* Only the tests of WordNet depend on what is installed. */
  ask_wordnet_set_folder (data);
  album = ask_schema_find_entity (music->schema, "album");
  album->synonyms = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (album->synonyms, g_strdup ("long player"));
  understand_shop_make_domain (music);
}

static void
tear_down (UnderstandShop *music, gconstpointer data)
{
  understand_shop_close (music);
  ask_question_set_today (NULL);
}

static char *
show_tokens (AskQuestion *question)
{
  GString *shown = g_string_new (NULL);

  for (guint i = 0; i < question->tokens->len; i++)
    g_string_append_printf (shown, "%s%s", i > 0 ? "|" : "", ask_question_token (question, i)->surface);
  return g_string_free (shown, FALSE);
}

static char *
show_plain (AskQuestion *question)
{
  GString *shown = g_string_new (NULL);

  for (guint i = 1; i + 1 < question->plain->len; i++)
    g_string_append_printf (shown, "%s%s", i > 1 ? " " : "", (const char *) question->plain->pdata[i]);
  return g_string_free (shown, FALSE);
}

/* Mentions of one kind, "literal" and "literal=number", then "attribute:value" of those links that score @least. */
static char *
show_mentions (AskQuestion *question, AskMentionKind kind, double least)
{
  GString *shown = g_string_new (NULL);

  for (guint i = 0; i < question->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (question, i);

      if (mention->kind != kind)
        continue;
      g_string_append_printf (shown, "%s%s", shown->len > 0 ? "; " : "", mention->literal);
      if (mention->has_number)
        g_string_append_printf (shown, "=%g", mention->number);
      for (guint l = 0; l < mention->links->len; l++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

          if (link->score >= least)
            g_string_append_printf (shown, " %s:%s", ask_domain_attribute (question->domain, link->attribute)->name,
                                    link->value != NULL ? link->value : "");
        }
    }
  return g_string_free (shown, FALSE);
}

static void
test_tokens (UnderstandShop *music, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "What's the artist's name?", "What's|the|artist's|name|?" },
    { "between 1,000 and 3.5%", "between|1,000|and|3.5|%" },
    { "born 1924-05-22, or on 17.05.2014.", "born|1924-05-22|,|or|on|17.05.2014|." },
    { "costs >= $40", "costs|>|=|$|40" },
    { "Größe über 3,5", "Größe|über|3|,|5" },
    { "called \"La Bohème\"", "called|\"|La|Bohème|\"" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (music, cases[i][0]);
      g_autofree char *shown = show_tokens (question);

      g_assert_cmpstr (shown, ==, cases[i][1]);
    }
}

static void
test_plain (UnderstandShop *music, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "How many albums are there?", "how mani TAB are there" },
    { "What are the names of the artists from Deutschland?", "what are the COL of the TAB from VAL" },
    { "Show the title of albums whose price is above 1,000.", "show the COL of TAB whose COL is abov NUM" },
    { "List all Albums by artist's country, most first", "list all TAB by TAB COL , most first" },
    { "artists with net worth between 3 and twenty-five", "TAB with COL between NUM and NUM" },
    { "albums with more than 12 discs", "TAB with more than NUM COL" },
    { "How many long players are called \"Horses\"?", "how mani TAB are call VAL" },
    { "Wie viele Alben gibt es für jeden artist?", "how mani TAB are there for each TAB" },
    { "Wie viele Bestellungen gibt es je Lieferarten?", "how mani TAB are there for each COL" },
    { "Zeige Titel und Preis der Schallplatten aus Frankreich", "show COL and COL of the schallplatten from VAL" },
    { "Wie hoch ist der Durchschnittspreis der Alben?", "what is the averag COL of the TAB" },
    { "Wie teuer ist das Album Horses?", "what is COL of the TAB VAL" },
    { "Wie viele Alben gab es nach 1970?", "how mani TAB were there after NUM" },
    { "Liste alle Alben auf", "list all TAB" },
    { "Welche artist haben mindestens 3 Alben?", "which TAB have at least NUM TAB" },
    { "Welche Länder haben die meisten Künstler?", "which COL have the most TAB" },
    /* Few words become the usual ones; "by" is none where something else stands behind it. */
    { "albums per country", "number of TAB for each COL" },
    { "albums by country", "number of TAB for each COL" },
    { "average price by country", "averag COL for each COL" },
    { "price per artist", "total COL for each TAB" },
    { "albums by Patti Smith", "TAB by VAL" },
    { "top 3 artist by price", "top NUM TAB by COL" },
    { "albums sorted by country", "TAB sort by COL" },
    { "albums per month", "TAB per month" },
    { "Preis nach Land", "total COL for each COL" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (music, cases[i][0]);
      g_autofree char *shown = show_plain (question);

      g_assert_cmpstr (shown, ==, cases[i][1]);
      g_assert_cmpuint (question->places->len, ==, question->tokens->len);
    }
}

static void
test_stored (UnderstandShop *music, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "albums of patti smith", "patti smith name:Patti Smith" },
    { "albums of JURGEN MULLER", "JURGEN MULLER name:Jürgen Müller" },
    { "who wrote easter and other days?", "easter and other days title:Easter and Other Days" },
    { "Patti Smith's albums", "Patti Smith's name:Patti Smith" },
    { "how many female artists", "female gender:F" },
    { "artists from the moon", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (music, cases[i][0]);
      g_autofree char *shown = show_mentions (question, ASK_MENTION_STORED, 1);

      g_assert_cmpstr (shown, ==, cases[i][1]);
    }
}

static void
test_quoted (UnderstandShop *music, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "albums called \"la boheme\"", "la boheme title:La Bohème" },
    { "albums called 'Horses' or ‘Easter’", "Horses title:Horses; Easter title:Easter" },
    { "albums called “no such”", "no such" },
    { "Alben „Horses“", "Horses title:Horses" },
    { "albums of '1975'", "1975=1975" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (music, cases[i][0]);
      g_autofree char *shown = show_mentions (question, ASK_MENTION_QUOTED, 0);

      g_assert_cmpstr (shown, ==, cases[i][1]);
    }
}

static void
test_names_nobody_knows (UnderstandShop *music, gconstpointer data)
{
  g_autoptr (AskQuestion) unknown = understand_shop_ask (music, "albums of Mary of Moon, Charles, and S");
  g_autoptr (AskQuestion) part = understand_shop_ask (music, "albums of charles");
  g_autofree char *names = show_mentions (unknown, ASK_MENTION_NAME, 0.4);
  g_autofree char *parts = show_mentions (part, ASK_MENTION_PART, 0.3);

  g_assert_cmpstr (names, ==, "Mary of Moon; Charles name:Charles Aznavour; S");
  g_assert_cmpstr (parts, ==, "charles name:Charles Aznavour");
}

static void
test_numbers (UnderstandShop *music, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "price of 1,000", "1,000=1000" },
    { "price of 1,234,567.5", "1,234,567.5=1.23457e+06" },
    { "price of 3.5", "3.5=3.5" },
    { "more than 60%", "60=60" },
    { "less than $40", "40=40" },
    { "more than two albums", "two=2" },
    { "listed twice", "twice=2" },
    { "twenty-five or thirty one", "twenty-five=25; thirty one=31" },
    { "2.5 million and 40k", "2.5 million=2.5e+06; 40k=40000" },
    { "above -5 and 3-5", "-5=-5; 3=3; 5=5" },
    { "between 60 and 120", "60=60; 120=120" },
    { "top 5 albums", "5=5" },
    { "Wie viele Alben kosten mehr als 1.000?", "1.000=1000" },
    { "Wie viele Alben kosten mehr als 1.234.567,5?", "1.234.567,5=1.23457e+06" },
    { "Wie viele Alben kosten mehr als 3,5?", "3,5=3.5" },
    { "Wie viele Alben haben mehr als zwölf Lieder?", "zwölf=12" },
    { "What is 99.99.2014", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (music, cases[i][0]);
      g_autofree char *shown = show_mentions (question, ASK_MENTION_NUMBER, 2);

      g_assert_cmpstr (shown, ==, cases[i][1]);
    }
}

static void
test_numbers_know_where_they_are (UnderstandShop *music, gconstpointer data)
{
  g_autoptr (AskQuestion) question = understand_shop_ask (music, "albums of 60");
  const AskMention *mention = ask_question_mention (question, 0);

  g_assert_cmpuint (question->mentions->len, ==, 1);
  for (guint i = 0; i < mention->links->len; i++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, i);
      const char *name = ask_domain_attribute (music->domain, link->attribute)->name;

      g_assert_cmpfloat (link->score, ==, g_str_equal (name, "price") ? 1 : 0.5);
    }
}

static void
test_dates (UnderstandShop *music, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "released on 2014-05-17", "2014-05-17" },
    { "released on 2014-05-17T10:30", "2014-05-17 10:30" },
    { "released on '2014-05-17'", "2014-05-17" },
    { "released in May 2014", "2014-05" },
    { "released on May 17th, 2014", "2014-05-17" },
    { "released on the 17th of May 2014", "2014-05-17" },
    { "released on 5/17/2014", "2014-05-17" },
    { "released on 17/5/2014", "2014-05-17" },
    { "released in Q3 2014", "2014-07-01/2014-09-30" },
    { "released in the second quarter of 2014", "2014-04-01/2014-06-30" },
    { "released in the last quarter of 2014", "2014-10-01/2014-12-31" },
    { "released between March and May 2014", "2014-03-01/2014-05-31" },
    { "released from March to May of 2014", "2014-03-01/2014-05-31" },
    { "released from November to February 2014", "2013-11-01/2014-02-28" },
    { "Was war zwischen März und Mai 2014?", "2014-03-01/2014-05-31" },
    { "Was war von März bis Mai 2014?", "2014-03-01/2014-05-31" },
    { "released in the 1990s", "1990-01-01/1999-12-31" },
    { "released in 1990 s", NULL },
    { "released yesterday", "2026-11-21" },
    { "released last month", "2026-10" },
    { "released last quarter", "2026-07-01/2026-09-30" },
    { "released this week", "2026-11-16/2026-11-22" },
    { "released this year", "2026" },
    { "released in the past 30 days", "2026-10-23/2026-11-22" },
    { "released within the last two months", "2026-09-22/2026-11-22" },
    { "released three weeks ago", "2026-11-01" },
    { "released since March", "2026-03" },
    { "released until December", "2025-12" },
    { "released this year to date", "2026-01-01/2026-11-22" },
    { "released year to date", "2026-01-01/2026-11-22" },
    { "released ytd", "2026-01-01/2026-11-22" },
    { "released quarter to date", "2026-10-01/2026-11-22" },
    { "released month to date", "2026-11-01/2026-11-22" },
    { "songs older than 30 days", "2026-10-23" },
    { "songs newer than two weeks", "2026-11-08" },
    { "Was war seit März?", "2026-03" },
    { "Was war am 17. Mai 2014?", "2014-05-17" },
    { "Was war am 17.05.2014?", "2014-05-17" },
    { "Was war im letzten Quartal?", "2026-07-01/2026-09-30" },
    { "Was war in den letzten 3 Monaten?", "2026-08-22/2026-11-22" },
    { "Was war gestern?", "2026-11-21" },
    { "Was war vor zwei Wochen?", "2026-11-08" },
    { "Was war im dritten Quartal 2014?", "2014-07-01/2014-09-30" },
    { "released on 2014-02-30", NULL },
    { "released on 31/31/2014", NULL },
    { "may I see the last name in march", NULL },
    { "released before Easter", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (music, cases[i][0]);
      const char *value = NULL;

      for (guint m = 0; m < question->mentions->len; m++)
        {
          const AskMention *mention = ask_question_mention (question, m);

          for (guint l = 0; mention->kind == ASK_MENTION_DATE && l < mention->links->len; l++)
            {
              const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

              if (g_str_equal (ask_domain_attribute (music->domain, link->attribute)->name, "birth_date"))
                value = link->value;
            }
        }
      g_test_message ("%s", cases[i][0]);
      g_assert_cmpstr (value, ==, cases[i][1]);
    }
}

/* The year may also be a stored code. Whether one of the links of @text leads to it. */
static gboolean
leads_to_code (const char *text)
{
  UnderstandShop shop;
  g_autoptr (AskQuestion) question = NULL;
  int code;
  gboolean leads = FALSE;

  understand_shop_open (&shop, "CREATE TABLE office (office_id INTEGER PRIMARY KEY, code TEXT, opened TEXT);"
                               "INSERT INTO office VALUES (1, '2010', '2001-02-03'), (2, '1220', '2010-05-06')");
  understand_shop_make_domain (&shop);
  question = understand_shop_ask (&shop, text);
  code = ask_domain_find (shop.domain, "office", "code");
  for (guint m = 0; m < question->mentions->len; m++)
    {
      const GArray *links = ask_question_mention (question, m)->links;

      for (guint l = 0; l < links->len; l++)
        leads |= g_array_index (links, AskMentionLink, l).attribute == code;
    }
  understand_shop_close (&shop);
  return leads;
}

static void
test_years_and_codes (UnderstandShop *music, gconstpointer data)
{
  g_assert_false (leads_to_code ("Which offices were opened in 2010?"));
  g_assert_true (leads_to_code ("Which offices have the code 2010?"));
  g_assert_true (leads_to_code ("Which offices were opened in 1220?"));
}

static const AskNameMatch *
match_of (AskQuestion *question, const char *entity, const char *attribute)
{
  int place = ask_domain_find (question->domain, entity, attribute);

  g_assert_cmpint (place, >=, 0);
  return &g_array_index (question->attributes, AskNameMatch, place);
}

static void
test_names (UnderstandShop *music, gconstpointer data)
{
  g_autoptr (AskQuestion) question = understand_shop_ask (music, "net worth and titel of artistic people, by worth");
  const AskNameMatch *worth = match_of (question, "artist", "net_worth");
  const AskNameMatch *title = match_of (question, "album", "title");
  const AskNameMatch *artist = &g_array_index (question->entities, AskNameMatch,
                                               ask_domain_find_entity (music->domain, "artist"));

  g_assert_true (worth->exact);
  g_assert_cmpfloat (worth->score, ==, 1);
  g_assert_cmpuint (worth->first, ==, 0);
  g_assert_cmpuint (worth->last, ==, 2);
  g_assert_cmpfloat (title->score, ==, 0.6); /* typed nearly so */
  g_assert_false (title->exact);
  g_assert_cmpfloat (artist->score, ==, 1); /* "artistic" has its stem */
  g_assert_cmpfloat (match_of (question, "album", "price")->met, ==, 0);
}

static void
test_quoted_words_are_no_names (UnderstandShop *music, gconstpointer data)
{
  g_autoptr (AskQuestion) question = understand_shop_ask (music, "what is \"price\"");

  g_assert_cmpfloat (match_of (question, "album", "price")->met, ==, 0);
}

static void
test_without_wordnet (UnderstandShop *music, gconstpointer data)
{
  g_autoptr (GHashTable) synonyms = ask_wordnet_synonyms ("countri");
  g_autoptr (GPtrArray) nouns = ask_wordnet_pertainyms ("french");

  g_assert_cmpuint (g_hash_table_size (synonyms), ==, 0);
  g_assert_cmpuint (nouns->len, ==, 0);
  g_assert_false (ask_wordnet_knows ("country"));
}

/* A WordNet of four synsets, as wndb(5) has them; an adjective's place may be marked. */
static void
test_wordnet (UnderstandShop *music, gconstpointer data)
{
  g_autofree char *nouns = g_strdup ("  1 licence \n");
  g_autofree char *adjectives = g_strdup ("  1 licence \n");
  gsize price = strlen (nouns);
  gsize france, french;
  g_autofree char *text = NULL;
  const char *folder = music->shop->fixture->folder;
  const char *const names[] = { "data.noun", "index.noun", "data.adj", "index.adj" };
  char *parts[4] = { NULL };

  parts[0] = g_strdup_printf ("%s%08u 21 n 02 price 0 cost 0 000 | what it costs  \n", nouns, (guint) price);
  france = strlen (parts[0]);
  text = g_strdup_printf ("%s%08u 15 n 02 France 0 French_Republic 0 000 | a country  \n", parts[0], (guint) france);
  g_free (parts[0]);
  parts[0] = g_steal_pointer (&text);
  parts[1] = g_strdup_printf ("  1 licence \ncost n 1 0 1 0 %08u  \nfrance n 1 0 1 0 %08u  \n"
                              "french_republic n 1 0 1 0 %08u  \nprice n 1 0 1 0 %08u  \n",
                              (guint) price, (guint) france, (guint) france, (guint) price);
  french = strlen (adjectives);
  parts[2] = g_strdup_printf ("%s%08u 01 a 02 French(a) 0 gallic 0 001 \\ %08u n 0101 | of France  \n", adjectives,
                              (guint) french, (guint) france);
  parts[3] = g_strdup_printf ("  1 licence \nfrench a 1 1 \\ 1 1 %08u  \ngallic a 1 1 \\ 1 1 %08u  \n", (guint) french,
                              (guint) french);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *part = parts[i];

      g_assert_true (g_file_set_contents (path, part, -1, NULL));
    }
  ask_wordnet_set_folder (folder);

  {
    g_autoptr (GHashTable) synonyms = ask_wordnet_synonyms ("cost");
    g_autoptr (GHashTable) none = ask_wordnet_synonyms ("albatross");
    g_autoptr (GPtrArray) of_french = ask_wordnet_pertainyms ("french");
    g_autoptr (GPtrArray) of_gallic = ask_wordnet_pertainyms ("gallic");
    g_autoptr (AskQuestion) cheap = understand_shop_ask (music, "the cost of albums");
    g_autoptr (AskQuestion) question = understand_shop_ask (music, "albums of French artists");
    g_autofree char *shown = show_mentions (question, ASK_MENTION_STORED, 1);

    g_assert_cmpuint (g_hash_table_size (synonyms), ==, 1);
    g_assert_true (g_hash_table_contains (synonyms, "price"));
    g_assert_cmpuint (g_hash_table_size (none), ==, 0);
    g_assert_cmpuint (of_french->len, ==, 2);
    g_assert_cmpstr (of_french->pdata[0], ==, "france");
    g_assert_cmpstr (of_french->pdata[1], ==, "french republic");
    g_assert_cmpuint (of_gallic->len, ==, 0); /* the pointer is that of the other word */
    g_assert_true (ask_wordnet_knows ("prices"));
    g_assert_false (ask_wordnet_knows ("pric"));
    g_assert_cmpfloat (match_of (cheap, "album", "price")->score, ==, 0.6);
    g_assert_cmpstr (shown, ==, "French country:France");
  }
}

static char *
show_links (AskQuestion *question)
{
  GString *shown = g_string_new (NULL);
  g_autoptr (GPtrArray) links = ask_link_list (question);

  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *link = links->pdata[i];
      g_autofree char *words = g_strndup (question->text + link->start, link->end - link->start);

      g_assert_nonnull (link->reason);
      if (link->kind != ASK_LINK_NUMBER || link->score >= 1)
        g_string_append_printf (shown, "%s%s>%s %s", i > 0 ? "; " : "", words, ask_link_kind_to_string (link->kind),
                                link->target);
    }
  return g_string_free (shown, FALSE);
}

static void
test_links (UnderstandShop *music, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "How many albums of Nena?",
      "How many>operation count; albums>entity album; albums>attribute album.album_id; Nena>value artist.name" },
    { "price between 60 and 120",
      "price>attribute album.price; between 60 and 120>operation between; 60>number 60; 120>number 120" },
    { "Wie viele Alben kosten mindestens 9?",
      "Wie viele>operation count; Alben>entity album; Alben>attribute album.album_id; mindestens 9>operation at least; "
      "9>number 9" },
    { "price of at least $60 by artist", "price>attribute album.price; at least $60>operation at least; 60>number 60; "
      "artist>entity artist; artist>attribute album.artist_id; artist>attribute artist.artist_id" },
    { "top 5 countries not in May 2014",
      "top 5>operation top; 5>number 5; countries>attribute artist.country; not>operation not; May 2014>date 2014-05; "
      "2014>number 2014" },
    { "average price for each gender",
      "average>operation average; price>attribute album.price; for each>operation each; gender>attribute artist.gender" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (music, cases[i][0]);
      g_autofree char *shown = show_links (question);

      g_assert_cmpstr (shown, ==, cases[i][1]);
    }
}

/* A value that is met whole, and one of which only a word is. */
static void
test_reasons (UnderstandShop *music, gconstpointer data)
{
  static const char *const cases[][2] = { { "albums of Nena", "is a value of artist.name" },
                                          { "albums of Aznavour", "has a word of a value of artist.name" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (music, cases[i][0]);
      g_autoptr (GPtrArray) links = ask_link_list (question);
      const AskLink *value = NULL;

      for (guint k = 0; k < links->len; k++)
        if (((const AskLink *) links->pdata[k])->kind == ASK_LINK_VALUE)
          value = links->pdata[k];
      g_assert_nonnull (value);
      g_assert_cmpstr (value->reason, ==, cases[i][1]);
    }
}

/* The table is searched by halves. */
static void
test_german_words_are_sorted (UnderstandShop *music, gconstpointer data)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "src/understand/link/ask-question-german-words.c", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *before = g_strdup ("");
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (strstr (text, "pairs[] = {"), "\n", -1);
  for (guint i = 1; !g_str_equal (lines[i], "};"); i++, n++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], "\"", 3);

      g_assert_cmpstr (before, <, parts[1]);
      g_free (before);
      before = g_strdup (parts[1]);
    }
  g_assert_cmpuint (n, >, 100);
}

static void
assert_sound (AskQuestion *question)
{
  gsize length = strlen (question->text);
  g_autoptr (GPtrArray) links = ask_link_list (question);

  g_assert_true (g_utf8_validate (question->text, -1, NULL));
  g_assert_cmpuint (question->marks->len, ==, question->tokens->len);
  g_assert_cmpuint (question->value_marks->len, ==, question->tokens->len);
  g_assert_cmpuint (question->places->len, ==, question->tokens->len);
  g_assert_cmpuint (question->attributes->len, ==, question->domain->attributes->len);
  g_assert_cmpuint (question->entities->len, ==, question->domain->entities->len);
  for (guint i = 0; i < question->tokens->len; i++)
    {
      const AskToken *token = ask_question_token (question, i);

      g_assert_cmpuint (token->start, <=, token->end);
      /* A word that was put in has no place. */
      g_assert_cmpuint (token->start == token->end, ==, *token->surface == '\0');
      g_assert_cmpuint (token->end, <=, length);
      g_assert_cmpuint (token->start, >=, i > 0 ? ask_question_token (question, i - 1)->end : 0);
      g_assert_true (g_utf8_validate (token->surface, -1, NULL));
      g_assert_cmpuint (g_array_index (question->places, guint, i), <, question->plain->len);
    }
  for (guint i = 0; i < question->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (question, i);

      g_assert_cmpuint (mention->first, <, mention->last);
      g_assert_cmpuint (mention->last, <=, question->tokens->len);
      for (guint l = 0; l < mention->links->len; l++)
        g_assert_cmpuint ((guint) g_array_index (mention->links, AskMentionLink, l).attribute, <,
                          question->domain->attributes->len);
    }
  for (guint i = 0; i < question->attributes->len; i++)
    {
      const AskNameMatch *match = &g_array_index (question->attributes, AskNameMatch, i);

      g_assert_cmpuint (match->last, <=, question->tokens->len);
      g_assert_cmpfloat (match->score, <=, 1.0000001);
      g_assert_true (match->met <= 0 || match->first < match->last);
    }
  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *link = links->pdata[i];

      g_assert_cmpuint (link->start, <, link->end);
      g_assert_cmpuint (link->end, <=, length);
      g_assert_nonnull (link->target);
    }
}

static void
test_nonsense (UnderstandShop *music, gconstpointer data)
{
  static const char *const pieces[]
      = { "albums", "Nena", "\"", "'", "“", "”", "„", "-", "1,000", "3.5", "2014-05-17", "May", "2014", "last", "two",
          "months", "wie", "viele", "name", " ", " ", " ", "\n", "Ä", "é", "'s", "%", "k", "million", "between", "and",
          "𝔘", "中文", "́", "١٢", "0", "99999999999999999999", "ago", "vor", "Tagen", "Q", "3", "/", ".", "not" };

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint n = (guint) g_test_rand_int_range (0, g_test_rand_int_range (1, 60));

      for (guint k = 0; k < n; k++)
        {
          if (g_test_rand_int_range (0, 4) == 0)
            g_string_append_c (text, (char) g_test_rand_int_range (1, 256));
          else
            g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
          if (g_test_rand_bit ())
            g_string_append_c (text, ' ');
        }

      g_autoptr (AskQuestion) question = understand_shop_ask (music, text->str);

      assert_sound (question);
    }
}

static void
test_long_nonsense (UnderstandShop *music, gconstpointer data)
{
  static const char *const pieces[] = { "a", "9", "1,000", "\"", "albums ", "-", "Nena ", "two ", "中", "last " };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      while (text->len < 10240)
        g_string_append (text, pieces[i]);

      g_autoptr (AskQuestion) question = understand_shop_ask (music, text->str);

      assert_sound (question);
    }
}

int
main (int argc, char *argv[])
{
  static const char nowhere[] = "/nonexistent";

  g_test_init (&argc, &argv, NULL);
#define CLAIM(path, function) g_test_add ("/question/" path, UnderstandShop, nowhere, set_up, function, tear_down)
  CLAIM ("tokens-keep-numbers-dates-and-possessives-whole", test_tokens);
  CLAIM ("the-plain-question-has-its-links-taken-out", test_plain);
  CLAIM ("stored-values-are-found", test_stored);
  CLAIM ("what-is-quoted-stays-whole", test_quoted);
  CLAIM ("names-that-nobody-knows-are-mentioned", test_names_nobody_knows);
  CLAIM ("numbers-are-read-as-people-write-them", test_numbers);
  CLAIM ("a-number-scores-more-where-it-is-stored", test_numbers_know_where_they_are);
  CLAIM ("a-year-is-no-code-where-there-are-days", test_years_and_codes);
  CLAIM ("dates-are-read-as-people-write-them", test_dates);
  CLAIM ("names-are-met-whole-in-part-and-mistyped", test_names);
  CLAIM ("quoted-words-are-no-names", test_quoted_words_are_no_names);
  CLAIM ("without-wordnet-nothing-is-known", test_without_wordnet);
  CLAIM ("wordnet-gives-synonyms-and-what-an-adjective-is-of", test_wordnet);
  CLAIM ("links-say-what-words-were-taken-for", test_links);
  CLAIM ("a-link-says-whether-a-value-is-met-whole", test_reasons);
  CLAIM ("german-words-are-sorted", test_german_words_are_sorted);
  CLAIM ("nonsense-is-read-soundly", test_nonsense);
  CLAIM ("long-nonsense-is-read-soundly", test_long_nonsense);
#undef CLAIM
  return g_test_run ();
}
