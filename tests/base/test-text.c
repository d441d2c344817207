/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of folding, words, stems and distances. The table of stop words is read from the source
 * file, since it must be sorted for bsearch() and nothing else would tell.
 */
#include "config.h"

#include <string.h>

#include "base/ask-text-match.h"
#include "base/ask-text.h"

static void
test_fold (void)
{
  static const struct
  {
    const char *text;
    const char *folded;
  } cases[] = { { "", "" },
                { "Müller", "muller" },
                { "MU\xcc\x88LLER", "muller" },
                { "Straße", "strasse" },
                { "Ångström", "angstrom" },
                { "ﬁne", "fine" },
                { "Ｗｉｄｅ", "wide" },
                { "Café™", "cafetm" },
                { "№ ℡", "no tel" },
                { "İstanbul", "istanbul" },
                { "ΣΊΣΥΦΟΣ", "σισυφοσ" },
                { "a\xff" "b", "a\xef\xbf\xbd" "b" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *folded = ask_text_fold (cases[i].text);
      g_autofree char *again = ask_text_fold (folded);

      g_assert_cmpstr (folded, ==, cases[i].folded);
      g_assert_cmpstr (again, ==, folded);
    }
}

/* Folded text folds to itself: words from a question and words from a schema meet. */
static void
test_fold_twice (void)
{
  const guint n = 3000;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *folded = NULL;
      g_autofree char *again = NULL;

      for (int c = g_test_rand_int_range (1, 8); c > 0; c--)
        {
          gunichar character;

          do
            character = (gunichar) g_test_rand_int_range (1, 0x1f700);
          while (!g_unichar_validate (character)
                 /* GLib swaps the two cases of Cherokee instead of folding one. */
                 || g_unichar_get_script (character) == G_UNICODE_SCRIPT_CHEROKEE);
          g_string_append_unichar (text, character);
        }
      folded = ask_text_fold (text->str);
      again = ask_text_fold (folded);
      g_assert_true (g_utf8_validate (folded, -1, NULL));
      g_assert_cmpstr (again, ==, folded);
    }
  g_test_message ("%u random texts folded twice", n);
}

static void
test_words (void)
{
  static const struct
  {
    const char *text;
    const char *words; /* joined with | */
  } cases[] = { { "", "" },
                { "  ?!  ", "" },
                { "Which carriers were late?", "which|carriers|were|late" },
                { "don't", "don't" },
                { "customers’ Köln", "customers|koln" },
                { "it’s", "it's" },
                { "3.14, 1,000 and 5.", "3.14|1,000|and|5" },
                { "v2.0-beta", "v2.0|beta" },
                { "order_id", "order|id" },
                { "2025-06-30", "2025|06|30" },
                { "東京 2020", "東京|2020" },
                { "a.b", "a|b" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) words = ask_text_words (cases[i].text);
      g_autofree char *joined = NULL;

      g_ptr_array_add (words, NULL);
      joined = g_strjoinv ("|", (char **) words->pdata);
      g_assert_cmpstr (joined, ==, cases[i].words);
    }
}

static GPtrArray *
read_table (const char *file, const char *name)
{
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *path = root != NULL ? g_build_filename (root, file, NULL) : NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  const char *from, *to;
  GPtrArray *strings;

  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  from = strstr (text, name);
  g_assert_nonnull (from);
  to = strstr (from, "};");
  g_assert_nonnull (to);
  {
    g_autofree char *body = g_strndup (from, (gsize) (to - from));

    parts = g_strsplit (body, "\"", -1);
  }
  strings = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 1; parts[i] != NULL && parts[i + 1] != NULL; i += 2)
    g_ptr_array_add (strings, g_strdup (parts[i]));
  return strings;
}

static void
test_stop_words (void)
{
  static const char *const kept[] = { "not", "more", "last", "by",    "per",  "without", "or",
                                      "less", "top", "no",   "after", "most", "first",   "" };
  g_autoptr (GPtrArray) words = read_table ("src/base/ask-text.c", "stop_words[] = {");

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    g_assert_false (ask_text_is_stop_word (kept[i]));
  g_assert_true (ask_text_is_stop_word ("the"));
  if (words == NULL)
    {
      g_test_skip ("the source tree is not here");
      return;
    }
  g_assert_cmpuint (words->len, >, 50);
  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *folded = ask_text_fold (words->pdata[i]);

      if (i > 0)
        g_assert_cmpstr (words->pdata[i - 1], <, words->pdata[i]);
      g_assert_true (ask_text_is_stop_word (words->pdata[i]));
      /* Only folded words are ever asked for. */
      g_assert_cmpstr (folded, ==, words->pdata[i]);
    }
  g_test_message ("%u stop words, sorted", words->len);
}

static void
test_stem (void)
{
  static const struct
  {
    const char *one;
    const char *other;
    gboolean same;
  } cases[] = { { "carrier", "carriers", TRUE },   { "order", "orders", TRUE },
                { "category", "categories", TRUE }, { "shipped", "shipping", TRUE },
                { "box", "boxes", TRUE },           { "order", "offer", FALSE },
                { "", "", TRUE },                   { "東京", "東京", TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *one = ask_text_stem (cases[i].one);
      g_autofree char *other = ask_text_stem (cases[i].other);

      g_assert_cmpint (strcmp (one, other) == 0, ==, cases[i].same);
    }
}

static void
test_stem_german (void)
{
  static const char *const cases[][2] = { { "kunde", "kunden" },       { "bestellung", "bestellungen" },
                                          { "stadt", "stadte" },       { "haus", "hauser" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *one = ask_text_stem_german (cases[i][0]);
      g_autofree char *other = ask_text_stem_german (cases[i][1]);

      g_assert_cmpstr (one, ==, other);
    }
}

static gpointer
stem_in_thread (gpointer data)
{
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *stem = ask_text_stem ("warehouses");

      g_assert_cmpstr (stem, ==, "warehous");
    }
  return NULL;
}

static void
test_stem_threads (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("stem", stem_in_thread, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* Optimal string alignment from its definition, without a table. */
static guint
naive_distance (const char *a, gsize n_a, const char *b, gsize n_b)
{
  guint best;

  if (n_a == 0 || n_b == 0)
    return (guint) (n_a + n_b);
  best = naive_distance (a, n_a - 1, b, n_b - 1) + (a[n_a - 1] != b[n_b - 1]);
  best = MIN (best, naive_distance (a, n_a - 1, b, n_b) + 1);
  best = MIN (best, naive_distance (a, n_a, b, n_b - 1) + 1);
  if (n_a > 1 && n_b > 1 && a[n_a - 1] == b[n_b - 2] && a[n_a - 2] == b[n_b - 1])
    best = MIN (best, naive_distance (a, n_a - 2, b, n_b - 2) + 1);
  return best;
}

static void
test_edit_distance (void)
{
  const guint n = 1500;
  g_autofree char *long_a = g_strnfill (300, 'a');
  g_autofree char *long_b = g_strnfill (299, 'a');
  g_autofree char *edge = g_strnfill (256, 'a');

  for (guint i = 0; i < n; i++)
    {
      char words[2][8];

      for (guint w = 0; w < 2; w++)
        {
          int length = g_test_rand_int_range (0, 7);

          for (int c = 0; c < length; c++)
            words[w][c] = (char) g_test_rand_int_range ('a', 'd');
          words[w][length] = '\0';
        }
      g_assert_cmpuint (ask_text_edit_distance (words[0], words[1]), ==,
                        naive_distance (words[0], strlen (words[0]), words[1], strlen (words[1])));
    }
  g_assert_cmpuint (ask_text_edit_distance ("Müller", "MULLER"), ==, 0);
  g_assert_cmpuint (ask_text_edit_distance ("東京", "東都"), ==, 1);
  g_assert_cmpuint (ask_text_edit_distance ("shipmnet", "shipment"), ==, 1);
  g_assert_cmpuint (ask_text_edit_distance (long_a, long_a), ==, 0);
  g_assert_cmpuint (ask_text_edit_distance (long_a, long_b), >, 0);
  g_assert_cmpuint (ask_text_edit_distance (edge, ""), ==, 256);
  g_assert_cmpuint (ask_text_edit_distance (edge, edge), ==, 0);
  g_test_message ("%u random pairs against the definition", n);
}

static void
test_to_words (void)
{
  static const struct
  {
    const char *identifier;
    const char *words;
  } cases[] = { { "", "" },
                { "orderLine_id", "order line id" },
                { "HTTPServer", "http server" },
                { "customerID", "customer id" },
                { "__x__", "x" },
                { "Größe", "größe" },
                { "a-b.c", "a b c" },
                { "bad\xe2", "bad" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = ask_text_to_words (cases[i].identifier);

      g_assert_true (g_utf8_validate (words, -1, NULL));
      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

static void
test_shorten (void)
{
  static const struct
  {
    const char *text;
    guint max;
    const char *shown;
  } cases[] = { { "", 5, "" },
                { "12345", 5, "12345" },
                { "123456", 5, "1234…" },
                { "a\r\nb\tc", 10, "a  b c" },
                { "äöüßé", 3, "äö…" },
                { "a\xff", 10, "a\xef\xbf\xbd" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = ask_text_shorten (cases[i].text, cases[i].max);

      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

static void
test_same_digits (void)
{
  g_assert_true (ask_text_same_digits ("A-12/7", "a 1 27"));
  g_assert_true (ask_text_same_digits ("", "none"));
  g_assert_false (ask_text_same_digits ("101", "102"));
  g_assert_false (ask_text_same_digits ("12", "123"));
  g_assert_false (ask_text_same_digits ("12", "21"));
}

static void
test_is_among (void)
{
  g_assert_true (ask_text_is_among ("never|not yet|no", "no"));
  g_assert_true (ask_text_is_among ("|id|no|", "no"));
  g_assert_true (ask_text_is_among ("never|not yet|no", "not yet"));
  g_assert_false (ask_text_is_among ("never|not yet", "no"));
  g_assert_false (ask_text_is_among ("never|not yet", "yet"));
  g_assert_false (ask_text_is_among ("never||no", ""));
}

static void
test_set (void)
{
  g_autofree char *field = NULL;

  ask_text_set (&field, "one two");
  g_assert_cmpstr (field, ==, "one two");
  ask_text_set (&field, field + 4);
  g_assert_cmpstr (field, ==, "two");
  ask_text_set (&field, NULL);
  g_assert_null (field);
}

static void
test_copy_all (void)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) copy = NULL;
  g_autoptr (GPtrArray) none = NULL;

  none = ask_text_copy_all (texts);
  g_assert_cmpuint (none->len, ==, 0);
  g_ptr_array_add (texts, g_strdup ("b"));
  g_ptr_array_add (texts, g_strdup ("a"));
  copy = ask_text_copy_all (texts);
  g_ptr_array_set_size (texts, 0);
  g_assert_cmpuint (copy->len, ==, 2);
  g_assert_cmpstr (copy->pdata[0], ==, "b");
  g_assert_cmpstr (copy->pdata[1], ==, "a");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/text/folding-takes-case-and-accents-away", test_fold);
  g_test_add_func ("/base/text/folding-twice-changes-nothing", test_fold_twice);
  g_test_add_func ("/base/text/a-question-is-cut-into-words", test_words);
  g_test_add_func ("/base/text/words-that-carry-meaning-are-no-stop-words", test_stop_words);
  g_test_add_func ("/base/text/forms-of-a-word-share-a-stem", test_stem);
  g_test_add_func ("/base/text/forms-of-a-german-word-share-a-stem", test_stem_german);
  g_test_add_func ("/base/text/stems-are-the-same-in-every-thread", test_stem_threads);
  g_test_add_func ("/base/text/the-edit-distance-is-the-naive-one", test_edit_distance);
  g_test_add_func ("/base/text/a-name-becomes-words", test_to_words);
  g_test_add_func ("/base/text/a-text-is-cut-between-characters", test_shorten);
  g_test_add_func ("/base/text/codes-differ-by-their-digits", test_same_digits);
  g_test_add_func ("/base/text/a-part-of-a-word-is-not-among-words", test_is_among);
  g_test_add_func ("/base/text/a-text-may-be-set-to-its-own-part", test_set);
  g_test_add_func ("/base/text/a-copy-outlives-its-original", test_copy_all);
  return g_test_run ();
}
