/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results as digests: what is the same, what differs and how, and which rows are new or changed.
 */
#include "config.h"

#include "store/ask-fingerprint.h"

#include <string.h>

static AskRows *
make_rows (const char *text, const AskType *types)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  AskRows *rows = ask_rows_new ();

  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) words = g_strsplit (*line, ",", -1);
      AskValue cells[8];
      guint n = 0;

      for (; words[n] != NULL; n++)
        {
          if (line == lines)
            ask_rows_add_column (rows, words[n], types[n]);
          else if (strcmp (words[n], "NULL") == 0)
            cells[n] = ASK_NULL_INIT;
          else if (types[n] == ASK_TYPE_INTEGER)
            cells[n] = ask_value_integer (g_ascii_strtoll (words[n], NULL, 10));
          else if (types[n] == ASK_TYPE_REAL)
            cells[n] = ask_value_real (g_ascii_strtod (words[n], NULL));
          else
            cells[n] = ask_value_text (words[n], -1);
        }
      if (line != lines)
        ask_rows_append (rows, cells);
    }
  return rows;
}

static void
test_differences (void)
{
  static const AskType types[] = { ASK_TYPE_TEXT, ASK_TYPE_INTEGER, ASK_TYPE_REAL };
  static const AskType numbers[] = { ASK_TYPE_INTEGER, ASK_TYPE_INTEGER, ASK_TYPE_REAL };
  static const char plain[] = "SELECT 1";
  static const char sorted[] = "SELECT 1 ORDER BY 1";
  static const struct
  {
    const AskType *types;
    const char *before;
    const char *after;
    const char *sql;
    const char *said; /* NULL for the same */
  } cases[] = {
    { types, "a,b\nx,1\ny,2", "a,b\nx,1\ny,2", plain, NULL },
    { types, "a,b\nx,1\ny,2", "a,b\ny,2\nx,1", plain, NULL },
    { types, "a,b\nx,1\ny,2", "a,b\ny,2\nx,1", sorted, "the same rows in another order" },
    { types, "a,b\nx,1\ny,2", "a,b\nx,1\ny,3", plain, "1 row changed" },
    { types, "a,b\nx,1\ny,2", "a,b\nx,1\nz,2", plain, "1 row added, 1 row removed" },
    { types, "a,b\nx,1\ny,2", "a,b\nx,1\ny,2\nz,2\nz,3", plain, "2 rows added" },
    { types, "a,b\nx,1\nx,1", "a,b\nx,1", plain, "1 row removed" },
    { types, "a,b\nx,1\nx,2", "a,b\nx,3\nx,2\nx,4", plain, "1 row added, 1 row changed" },
    { types, "a,b\nx,1", "a,c\nx,1", plain, "the same rows under other column names" },
    { types, "a,b\nx,1", "a,c\nx,2", plain, "other columns, 1 row changed" },
    { types, "a,b\nx,1", "a\nx", plain, "1 column instead of 2, 1 row changed" },
    { types, "a,b\nx,1", "a,b", sorted, "1 row removed" },
    { types, "a,b", "a,b", sorted, NULL },
    { types, "a,b\nNULL,1", "a,b\n,1", plain, "1 row added, 1 row removed" },
    { types, "a,b\nx,NULL", "a,b\nx,0", plain, "1 row changed" },
    { types, "a,b\nxy,1\nz,1", "a,b\nx,1\nyz,1", plain, "2 rows added, 2 rows removed" },
    /* Sums that were added up in another order. */
    { types, "a,b,c\nx,1,0.3", "a,b,c\nx,1,0.30000000000000004", plain, NULL },
    { types, "a,b,c\nx,1,0.3", "a,b,c\nx,1,0.300000001", plain, "1 row changed" },
    { types, "a,b,c\nx,1,0", "a,b,c\nx,1,-0", plain, NULL },
    /* Large integers keep their digits. */
    { types, "a,b\nx,9007199254740993", "a,b\nx,9007199254740992", plain, "1 row changed" },
    { numbers, "year,n\n2024,1\n2025,2", "year,n\n2024,1\n2025,3", plain, "1 row changed" },
    { numbers, "n\n7", "n\n8", plain, "1 row changed" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskRows) old_rows = make_rows (cases[i].before, cases[i].types);
      g_autoptr (AskRows) new_rows = make_rows (cases[i].after, cases[i].types);
      g_autoptr (AskFingerprint) old = ask_fingerprint_new (old_rows, cases[i].sql, 1.5);
      g_autoptr (AskFingerprint) new = ask_fingerprint_new (new_rows, cases[i].sql, 2);
      g_autofree char *json = ask_fingerprint_to_json (old);
      g_autoptr (AskFingerprint) read
          = ask_fingerprint_from_json (json, old->rows->data, old->rows->len * 16);
      g_autofree char *said = ask_fingerprint_describe (read, new);
      g_autofree char *again = ask_fingerprint_describe (old, read);

      if (g_strcmp0 (said, cases[i].said) != 0)
        g_error ("case %u: “%s” instead of “%s”", i, said, cases[i].said);
      g_assert_cmpstr (again, ==, NULL);
      g_assert_cmpfloat (read->elapsed_ms, ==, 1.5);
    }
}

static void
test_large (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskFingerprint) one = NULL;
  g_autoptr (AskFingerprint) other = NULL;
  g_autofree char *said = NULL;
  AskValue cell;

  ask_rows_add_column (rows, "n", ASK_TYPE_INTEGER);
  for (gint64 i = 0; i <= ASK_FINGERPRINT_MAX_ROWS; i++)
    {
      cell = ask_value_integer (i);
      ask_rows_append (rows, &cell);
    }
  one = ask_fingerprint_new (rows, "SELECT 1", 1);
  g_assert_cmpuint (one->rows->len, ==, 0);
  said = ask_fingerprint_describe (one, one);
  g_assert_null (said);
  cell = ask_value_integer (7);
  ask_rows_append (rows, &cell);
  other = ask_fingerprint_new (rows, "SELECT 1", 1);
  said = ask_fingerprint_describe (one, other);
  g_assert_cmpstr (said, ==, "10002 rows instead of 10001");
}

/* Each row by itself says what all of them together are counted as. */
static void
test_rows (void)
{
  static const AskType types[] = { ASK_TYPE_TEXT, ASK_TYPE_INTEGER, ASK_TYPE_REAL };
  static const AskType numbers[] = { ASK_TYPE_INTEGER, ASK_TYPE_INTEGER, ASK_TYPE_REAL };
  static const struct
  {
    const AskType *types;
    const char *before;
    const char *after;
    const char *news; /* a letter a row: same, changed, added; ? for any; NULL for nothing */
  } cases[] = {
    { types, "a,b\nx,1\ny,2", "a,b\ny,2\nx,1", "ss" },
    { types, "a,b\nx,1\ny,2", "a,b\nx,1\ny,3", "sc" },
    { types, "a,b\nx,1\ny,2", "a,b\nz,2\nx,1", "as" },
    { types, "a,b\nx,1\ny,2", "a,b\nz,2\ny,2\nx,7", "asc" },
    { types, "a,b\nx,1", "a,b\nx,1\nx,1", "sa" },
    /* Two of one key: one has changed, and one more came. Which is which nobody can know. */
    { types, "a,b\nx,1\nx,2", "a,b\nx,2\nx,3\nx,4", "?" },
    { types, "a,b\nx,NULL", "a,b\nx,0", "c" },
    { types, "a,b\nx,1\ny,1", "a,b", "" },
    { types, "a,b", "a,b\nx,1", "a" },
    { types, "a,b,c\nx,1,0.3", "a,b,c\nx,1,0.30000000000000004", "s" },
    { numbers, "year,n\n2024,1\n2025,2", "year,n\n2025,3\n2024,1", "cs" },
    { numbers, "n\n7", "n\n8", "c" },
    { types, "a,b\nx,1", "a\nx", NULL },
    { types, "a,b\nx,1", "a,c\nx,1", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskRows) old_rows = make_rows (cases[i].before, cases[i].types);
      g_autoptr (AskRows) new_rows = make_rows (cases[i].after, cases[i].types);
      g_autoptr (AskFingerprint) old = ask_fingerprint_new (old_rows, "SELECT 1", 1);
      g_autoptr (AskFingerprint) new = ask_fingerprint_new (new_rows, "SELECT 1 ORDER BY 1", 1);
      g_autofree guint8 *news = ask_fingerprint_tell_rows (old, new_rows);
      gsize n_rows = ask_rows_get_n_rows (new_rows);
      gsize counts[3] = { 0, 0, 0 };
      g_autoptr (GString) said = g_string_new (NULL);
      AskDifference difference;

      if (cases[i].news == NULL)
        {
          g_assert_null (news);
          continue;
        }
      g_assert_nonnull (news);
      for (gsize r = 0; r < n_rows; r++)
        {
          counts[news[r]]++;
          g_string_append_c (said, "sca"[news[r]]);
        }
      if (strcmp (cases[i].news, "?") != 0)
        g_assert_cmpstr (said->str, ==, cases[i].news);
      ask_fingerprint_compare (old, new, &difference);
      g_assert_cmpuint (counts[ASK_ROW_CHANGED], ==, difference.changed);
      g_assert_cmpuint (counts[ASK_ROW_ADDED], ==, difference.added);
      g_assert_cmpuint (counts[ASK_ROW_SAME] + difference.changed + difference.removed, ==,
                        ask_rows_get_n_rows (old_rows));
    }
}

/* What cannot be compared row by row is not called the same. */
static void
test_rows_large (void)
{
  g_autoptr (AskRows) few = ask_rows_new ();
  g_autoptr (AskRows) many = ask_rows_new ();
  g_autoptr (AskFingerprint) of_few = NULL;
  g_autoptr (AskFingerprint) of_many = NULL;
  g_autofree guint8 *news = NULL;
  AskValue cell = ask_value_integer (7);

  ask_rows_add_column (few, "n", ASK_TYPE_INTEGER);
  ask_rows_append (few, &cell);
  ask_rows_add_column (many, "n", ASK_TYPE_INTEGER);
  for (guint i = 0; i <= ASK_FINGERPRINT_MAX_ROWS; i++)
    ask_rows_append (many, &cell);
  of_few = ask_fingerprint_new (few, "SELECT 1", 1);
  of_many = ask_fingerprint_new (many, "SELECT 1", 1);
  g_assert_null (ask_fingerprint_tell_rows (of_few, many));
  g_assert_null (ask_fingerprint_tell_rows (of_many, few));
  news = ask_fingerprint_tell_rows (of_few, few);
  g_assert_cmpuint (news[0], ==, ASK_ROW_SAME);
}

/* What a workspace holds that somebody else wrote into. */
static void
test_no_fingerprint (void)
{
  static const char *const texts[] = { "", "[]", "{}", "{\"columns\":[],\"digest\":7}", "{\"columns\":{},\"digest\":\"x\"}",
                                       "{\"columns\":[7],\"digest\":\"x\"}" };
  static const guint8 odd[15];

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_null (ask_fingerprint_from_json (texts[i], NULL, 0));
  g_assert_null (ask_fingerprint_from_json ("{\"columns\":[],\"digest\":\"x\"}", odd, sizeof odd));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/fingerprint/results-that-differ-say-how", test_differences);
  g_test_add_func ("/store/fingerprint/a-large-result-is-digested-without-its-rows", test_large);
  g_test_add_func ("/store/fingerprint/each-row-is-new-changed-or-the-same", test_rows);
  g_test_add_func ("/store/fingerprint/rows-beyond-the-limit-are-not-called-the-same", test_rows_large);
  g_test_add_func ("/store/fingerprint/a-damaged-digest-counts-as-none", test_no_fingerprint);
  return g_test_run ();
}
