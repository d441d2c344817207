/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Equal values first, then values that differ in case, accents and punctuation, then in the order of their words, then in a
 * letter or two of a long word. Digits have to be the same: "Model 5" is no typing error of "Model 6". What could belong to
 * several is left to whoever is asked.
 */
#include "config.h"

#include "blend/ask-blend-align.h"

#include <string.h>

#include "base/ask-json.h"
#include "base/ask-text-match.h"
#include "base/ask-text.h"

/* Shorter words differ by a letter and are other words. */
#define LONG_ENOUGH 6
#define LONG 12

typedef char *(*KeyFunc) (const AskValue *value);

/* Two sides, and which of their rows have a pair. */
typedef struct
{
  const AskRows *left;
  const AskRows *right;
  gboolean *left_done;
  gboolean *right_done;
  GHashTable *cut; /* nullable */
  AskRows *pairs;
} Align;

static char *
key_of_value (const AskValue *value)
{
  g_autofree char *text = ask_value_to_text (value);

  return text != NULL ? g_strdup_printf ("%s%s", value->kind == ASK_VALUE_TEXT ? "t" : "v", text) : NULL;
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static char *
join_words (const AskValue *value, gboolean sorted)
{
  g_autoptr (GPtrArray) words = value->kind == ASK_VALUE_TEXT ? ask_text_words (value->text) : NULL;

  if (words == NULL || words->len == 0)
    return NULL;
  if (sorted)
    g_ptr_array_sort (words, compare_words);
  g_ptr_array_add (words, NULL);
  return g_strjoinv (" ", (char **) words->pdata);
}

static char *
key_of_words (const AskValue *value)
{
  return join_words (value, FALSE);
}

static char *
key_of_sorted_words (const AskValue *value)
{
  return join_words (value, TRUE);
}

/**
 * ask_blend_align_key:
 * @left: a value of the left side
 * @right: a value of the right side
 *
 * Returns: (transfer full): what the pair is known by among those that are cut
 */
char *
ask_blend_align_key (const AskValue *left, const AskValue *right)
{
  GString *key = g_string_new (NULL);

  ask_json_append_value (key, left);
  g_string_append_c (key, '\n');
  ask_json_append_value (key, right);
  return g_string_free (key, FALSE);
}

/* Adds a pair, unless a person cut it. */
static void
add_pair (Align *self, gsize l, gsize r)
{
  const AskValue *left = ask_rows_get (self->left, l, 0), *right = ask_rows_get (self->right, r, 0);

  if (self->cut != NULL)
    {
      g_autofree char *key = ask_blend_align_key (left, right);

      if (g_hash_table_contains (self->cut, key))
        return;
    }
  ask_rows_append (self->pairs, (const AskValue[]) { *left, *right });
  self->left_done[l] = self->right_done[r] = TRUE;
}

/* Where each key stands on one side: its row, from 1; 0 where it is that of several. */
static GHashTable *
find_places (KeyFunc make_key, const AskRows *rows, const gboolean *done)
{
  GHashTable *places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      char *key = done[r] ? NULL : make_key (ask_rows_get (rows, r, 0));

      if (key != NULL)
        g_hash_table_insert (places, key,
                             g_hash_table_contains (places, key) ? GSIZE_TO_POINTER (0) : GSIZE_TO_POINTER (r + 1));
    }
  return places;
}

/* Pairs of the same key. A key of several on one side is left alone, unless the values are the same ones. */
static void
pair_by (Align *self, KeyFunc make_key)
{
  g_autoptr (GHashTable) places = find_places (make_key, self->right, self->right_done);
  g_autoptr (GHashTable) taken = find_places (make_key, self->left, self->left_done);

  for (gsize l = 0; l < ask_rows_get_n_rows (self->left); l++)
    {
      g_autofree char *key = self->left_done[l] ? NULL : make_key (ask_rows_get (self->left, l, 0));
      gsize r = key != NULL ? GPOINTER_TO_SIZE (g_hash_table_lookup (places, key)) : 0;

      if (r != 0 && GPOINTER_TO_SIZE (g_hash_table_lookup (taken, key)) != 0)
        add_pair (self, l, r - 1);
    }
}

static gboolean
is_near (const char *a, const char *b)
{
  gsize length = MIN (strlen (a), strlen (b));

  return length >= LONG_ENOUGH && ask_text_same_digits (a, b)
         && ask_text_edit_distance (a, b) <= (length >= LONG ? 2 : 1);
}

/* The only one of @others that is near to @key. Returns: its place, from 1; 0 for none or several */
static gsize
find_near (const char *key, char **others, gsize n)
{
  gsize found = 0;

  for (gsize i = 0; i < n; i++)
    if (others[i] != NULL && is_near (key, others[i]))
      {
        if (found != 0)
          return 0;
        found = i + 1;
      }
  return found;
}

static char **
make_keys (const AskRows *rows, const gboolean *done)
{
  char **keys = g_new0 (char *, ask_rows_get_n_rows (rows) + 1);

  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    keys[i] = done[i] ? NULL : key_of_words (ask_rows_get (rows, i, 0));
  return keys;
}

static void
free_keys (char **keys, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_free (keys[i]);
  g_free (keys);
}

/* Quadratic, and cheap beside a model: only for what is left, and not where that is very much. */
#define MOST_COMPARED 4000000

static void
pair_near (Align *self)
{
  gsize n_left = ask_rows_get_n_rows (self->left), n_right = ask_rows_get_n_rows (self->right);
  char **lefts, **rights;

  if (n_left * n_right > MOST_COMPARED)
    return;
  lefts = make_keys (self->left, self->left_done);
  rights = make_keys (self->right, self->right_done);
  for (gsize l = 0; l < n_left; l++)
    {
      gsize r = lefts[l] != NULL ? find_near (lefts[l], rights, n_right) : 0;

      if (r != 0 && find_near (rights[r - 1], lefts, n_left) == l + 1)
        add_pair (self, l, r - 1);
    }
  free_keys (lefts, n_left);
  free_keys (rights, n_right);
}

/**
 * ask_blend_align:
 * @left: one column of distinct values
 * @right: likewise
 * @cut: (nullable) (element-type utf8 utf8): what ask_blend_align_key() gives for pairs that are none
 * @pairs: gets a row of two columns for each pair, those of equal values first
 * @left_done: (array): a flag for each row of @left; set where it has its pair, and then it is left alone
 * @right_done: (array): likewise
 *
 * Returns: how many pairs are of equal values
 */
gsize
ask_blend_align (const AskRows *left, const AskRows *right, GHashTable *cut, AskRows *pairs, gboolean *left_done,
                 gboolean *right_done)
{
  static const KeyFunc keys[] = { key_of_words, key_of_sorted_words };
  Align self = { left, right, left_done, right_done, cut, pairs };
  gsize before = ask_rows_get_n_rows (pairs);
  gsize n_equal;

  pair_by (&self, key_of_value);
  n_equal = ask_rows_get_n_rows (pairs) - before;
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    pair_by (&self, keys[i]);
  pair_near (&self);
  return n_equal;
}
