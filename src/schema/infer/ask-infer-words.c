/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How well the words of one name stand for those of another. General rules of how people name things in databases;
 * nothing here knows a particular one, and the words themselves are in base/ask-name-words.c.
 */
#include "config.h"

#include "schema/infer/ask-infer-private.h"

#include <string.h>

const char *
ask_infer_last (char **words)
{
  guint n = g_strv_length (words);

  return n > 0 ? words[n - 1] : NULL;
}

static char **
without_noise (char **words)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; words[i] != NULL; i++)
    if (!ask_name_word_is (words[i], ASK_WORD_NOISE))
      g_ptr_array_add (kept, g_strdup (words[i]));
  g_ptr_array_add (kept, NULL);
  return (char **) g_ptr_array_steal (kept, NULL);
}

/* Returns: (transfer full): the words of a table's name, without those that say only that it is one */
char **
ask_infer_table_words (const char *name)
{
  g_auto (GStrv) words = ask_name_split (name);
  g_auto (GStrv) kept = without_noise (words);

  return g_strv_length (kept) > 0 ? g_steal_pointer (&kept) : g_steal_pointer (&words);
}

/* Returns: (transfer full): what is left of a column's words without those that say only that it is a key */
char **
ask_infer_core (char **words)
{
  char **core = without_noise (words);
  guint n = g_strv_length (core);

  if (n > 0 && ask_name_word_is (core[n - 1], ASK_WORD_ID | ASK_WORD_KEY))
    g_clear_pointer (&core[n - 1], g_free);
  return core;
}

/* "dept" of "department", "stu" of "student" */
static gboolean
abbreviates (const char *brief, const char *whole)
{
  gsize length = strlen (brief);
  const char *p = brief;

  if (length < 2 || length >= strlen (whole) || brief[0] != whole[0])
    return FALSE;
  if (g_str_has_prefix (whole, brief))
    return TRUE;
  if (length < 3)
    return FALSE;
  for (const char *q = whole; *q != '\0' && *p != '\0'; q++)
    p += *p == *q;
  return *p == '\0';
}

static gboolean
same_words (char **a, char **b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (a[i], b[i]) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_initials (const char *word, char **other, guint n)
{
  if (strlen (word) != n || n < 2)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (word[i] != other[i][0])
      return FALSE;
  return TRUE;
}

static gboolean
abbreviate_all (char **a, char **b, guint n, gboolean either)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (a[i], b[i]) != 0 && !abbreviates (a[i], b[i])
        && !(either && strlen (b[i]) > 2 && abbreviates (b[i], a[i])))
      return FALSE;
  return TRUE;
}

/*
 * ask_infer_match:
 * @words: of a column, without what says that it is a key
 * @other: of a table, or of its key
 * @initials: one letter stands for a word that begins with it
 *
 * Returns: how well @words stand for @other: 1 for the same, 0 for not at all
 */
double
ask_infer_match (char **words, char **other, gboolean initials)
{
  guint n = g_strv_length (words);
  guint m = g_strv_length (other);

  if (n == 0 || m == 0)
    return 0;
  if (n == m && same_words (words, other, n))
    return 1;
  if (n != m && (n == 1 || m == 1))
    {
      g_autofree char *a = g_strjoinv ("", words);
      g_autofree char *b = g_strjoinv ("", other);

      if (strcmp (a, b) == 0)
        return 1;
    }
  if (n == m && abbreviate_all (words, other, n, TRUE))
    return 0.9;
  if (initials && n == 1 && words[0][1] == '\0' && words[0][0] == other[0][0])
    return 0.8;
  if (n == 1 && is_initials (words[0], other, m))
    return 0.85;
  if (n == 1 && m > 1 && strlen (words[0]) > 2 && abbreviates (words[0], other[m - 1]))
    return 0.7;
  /* A role before it: the home team */
  if (n > m && same_words (words + n - m, other, m))
    return 0.8;
  if (n > m && abbreviate_all (words + n - m, other, m, FALSE))
    return 0.7;
  /* An address of customer addresses, a claim of claim headers */
  if (n < m && same_words (words, other + m - n, n))
    return 0.8;
  if (n < m && same_words (words, other, n))
    return 0.75;
  if (m == 1 && strlen (other[0]) > 4 && g_str_has_suffix (words[n - 1], other[0]))
    return 0.7;
  return 0;
}
