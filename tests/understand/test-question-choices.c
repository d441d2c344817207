/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person said that words stand for comes before what they look like, until it is forgotten.
 */
#include "config.h"

#include "understand/link/ask-link.h"

#include "store/ask-workspace-links.h"
#include "understand-shop.h"

static const char *const music_sql
    = "CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT, country TEXT, net_worth REAL);"
      "CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist, discs TEXT);"
      "CREATE TABLE \"net.rate\" (id INTEGER PRIMARY KEY, \"net.worth\" REAL, \"rate.net.worth\" REAL);"
      "INSERT INTO artist VALUES (1, 'Charles Aznavour', 'France', 145), (2, 'Patti Smith', 'United States', 16);"
      "INSERT INTO album VALUES (1, 'Horses', 2, 'one'), (2, 'La Bohème', 1, 'two');";

static void
set_up (UnderstandShop *music, gconstpointer data)
{
  understand_shop_open (music, music_sql);
  understand_shop_make_domain (music);
}

static void
tear_down (UnderstandShop *music, gconstpointer data)
{
  understand_shop_close (music);
}

static void
choose (UnderstandShop *music, const char *words, const char *target)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_choose_link (music->shop->workspace, words, target, &error));
  g_assert_no_error (error);
}

/* Which attribute the word is met as, "" for none. */
static const char *
met_by (UnderstandShop *music, AskQuestion *question, guint token)
{
  const char *name = "";

  for (guint a = 0; a < question->attributes->len; a++)
    {
      const AskNameMatch *match = &g_array_index (question->attributes, AskNameMatch, a);

      if (match->met > 0 && match->first <= token && match->last > token)
        name = ask_domain_attribute (music->domain, a)->name;
    }
  return name;
}

static gboolean
is_chosen (AskQuestion *question, const char *target)
{
  g_autoptr (GPtrArray) links = ask_link_list (question);

  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *link = links->pdata[i];

      if (link->chosen)
        return g_str_equal (link->target, target) && g_str_equal (link->reason, "was chosen for these words");
    }
  return FALSE;
}

/* What a person said of words counts in every question with them, until it is forgotten. */
static void
test_choices (UnderstandShop *music, gconstpointer data)
{
  g_autoptr (AskQuestion) before = understand_shop_ask (music, "Which titles are there?");
  g_autoptr (AskQuestion) chosen = NULL;
  g_autoptr (AskQuestion) entity = NULL;
  g_autoptr (AskQuestion) forgotten = NULL;

  g_assert_cmpstr (met_by (music, before, 1), ==, "title");
  g_assert_cmpuint (before->chosen->len, ==, 0);
  choose (music, "Titles", "attribute:artist.net_worth");
  chosen = understand_shop_ask (music, "Show all TITLES");
  g_assert_cmpstr (met_by (music, chosen, 2), ==, "net_worth");
  g_assert_cmpint (g_array_index (chosen->marks, AskMark, 2), ==, ASK_MARK_ATTRIBUTE);
  g_assert_true (is_chosen (chosen, "artist.net_worth"));
  choose (music, "titles", "entity:album");
  entity = understand_shop_ask (music, "Show all titles");
  g_assert_cmpstr (met_by (music, entity, 2), ==, "");
  g_assert_true (is_chosen (entity, "album"));
  g_assert_cmpint (g_array_index (entity->marks, AskMark, 2), ==, ASK_MARK_ENTITY);
  choose (music, "titles", NULL);
  forgotten = understand_shop_ask (music, "Which titles are there?");
  g_assert_cmpstr (met_by (music, forgotten, 1), ==, "title");
  g_assert_cmpuint (forgotten->chosen->len, ==, 0);
}

/* A value of one attribute alone; what is not there any more changes nothing. */
static void
test_chosen_values (UnderstandShop *music, gconstpointer data)
{
  g_autoptr (AskQuestion) value = NULL;
  g_autoptr (AskQuestion) gone = NULL;
  const AskMention *mention;

  choose (music, "one", "value:album.discs");
  value = understand_shop_ask (music, "albums with one");
  g_assert_true (is_chosen (value, "album.discs"));
  mention = ask_question_mention (value, 0);
  for (guint i = 0; i < mention->links->len; i++)
    g_assert_cmpstr (
        ask_domain_attribute (music->domain, g_array_index (mention->links, AskMentionLink, i).attribute)->name, ==,
        "discs");
  choose (music, "titles", "attribute:album.gone");
  choose (music, "albums", "value:artist.country");
  gone = understand_shop_ask (music, "Show all titles of albums");
  g_assert_cmpstr (met_by (music, gone, 2), ==, "title");
  g_assert_cmpuint (gone->chosen->len, ==, 0);
}

/* Names with dots in them are chosen like others. */
static void
test_dots (UnderstandShop *music, gconstpointer data)
{
  g_autoptr (AskQuestion) attribute = NULL;
  g_autoptr (AskQuestion) entity = NULL;

  choose (music, "notes", "attribute:net.rate.net.worth");
  attribute = understand_shop_ask (music, "Show all notes");
  g_assert_cmpstr (met_by (music, attribute, 2), ==, "net.worth");
  g_assert_true (is_chosen (attribute, "net.rate.net.worth"));
  choose (music, "notes", "entity:net.rate");
  entity = understand_shop_ask (music, "Show all notes");
  g_assert_true (is_chosen (entity, "net.rate"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/question-choices/a-choice-counts-until-it-is-forgotten", UnderstandShop, NULL, set_up, test_choices, tear_down);
  g_test_add ("/question-choices/a-chosen-value-is-of-one-attribute", UnderstandShop, NULL, set_up, test_chosen_values, tear_down);
  g_test_add ("/question-choices/names-with-dots-can-be-chosen", UnderstandShop, NULL, set_up, test_dots, tear_down);
  return g_test_run ();
}
