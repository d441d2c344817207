/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Takes tokens away from a failing query, or puts a constant in the place of what stands in
 * parentheses, as long as it fails. It knows no grammar: what is no query does not fail as the first.
 */
#include "config.h"

#include "engine-mixed-shrink.h"

#include "sql/ask-sql-lexer.h"

#define MOST_US (20 * G_USEC_PER_SEC)

typedef struct
{
  MixedFails fails;
  gpointer user_data;
  GPtrArray *words; /* of the shortest query that fails */
  gint64 deadline;
} Shrink;

static char *
join_words (GPtrArray *words)
{
  GString *sql = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    {
      const char *word = words->pdata[i];
      gboolean close = word[0] == '.' || word[0] == ',' || word[0] == ')';
      gboolean open = sql->len == 0 || sql->str[sql->len - 1] == '.' || sql->str[sql->len - 1] == '(';

      g_string_append_printf (sql, "%s%s", close || open ? "" : " ", word);
    }
  return g_string_free (sql, FALSE);
}

/* Whether it still fails with @n words from @first on replaced by @other (nullable); takes it so then. */
static gboolean
try_without (Shrink *self, guint first, guint n, const char *other)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *sql = NULL;

  if (g_get_monotonic_time () > self->deadline)
    return FALSE;
  for (guint i = 0; i < self->words->len; i++)
    {
      if (i == first && other != NULL)
        g_ptr_array_add (words, g_strdup (other));
      if (i < first || i >= first + n)
        g_ptr_array_add (words, g_strdup (self->words->pdata[i]));
    }
  sql = join_words (words);
  if (!self->fails (sql, self->user_data))
    return FALSE;
  g_ptr_array_unref (self->words);
  self->words = g_steal_pointer (&words);
  return TRUE;
}

/* The parenthesis that closes the one at @first, or 0. */
static guint
find_end (const Shrink *self, guint first)
{
  int depth = 0;

  for (guint i = first; i < self->words->len; i++)
    {
      const char *word = self->words->pdata[i];

      depth += (word[0] == '(') - (word[0] == ')');
      if (depth == 0)
        return i;
    }
  return 0;
}

static gboolean
shrink_parentheses (Shrink *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->words->len; i++)
    {
      guint end;

      if (((char *) self->words->pdata[i])[0] != '(' || (end = find_end (self, i)) == 0)
        continue;
      any = try_without (self, i, end - i + 1, "1") || (end > i + 2 && try_without (self, i, end - i + 1, "NULL"))
            || (i > 0 && try_without (self, i - 1, end - i + 2, "1")) || any;
    }
  return any;
}

static gboolean
shrink_pairs (Shrink *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->words->len; i++)
    {
      guint end;

      if (((char *) self->words->pdata[i])[0] != '(' || (end = find_end (self, i)) == 0)
        continue;
      /* Both go, or neither. */
      {
        g_autoptr (GPtrArray) before = g_ptr_array_ref (self->words);
        g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

        for (guint w = 0; w < before->len; w++)
          if (w != end)
            g_ptr_array_add (words, g_strdup (before->pdata[w]));
        g_ptr_array_unref (self->words);
        self->words = g_ptr_array_ref (words);
        if (try_without (self, i, 1, NULL))
          any = TRUE;
        else
          {
            g_ptr_array_unref (self->words);
            self->words = g_ptr_array_ref (before);
          }
      }
    }
  return any;
}

static gboolean
shrink_ranges (Shrink *self)
{
  gboolean any = FALSE;

  for (guint n = MAX (1, self->words->len / 2); n > 0; n = n > 12 ? n * 2 / 3 : n - 1)
    for (guint i = 0; i + n <= self->words->len;)
      if (try_without (self, i, n, NULL))
        any = TRUE;
      else
        i++;
  return any;
}

/**
 * mixed_shrink:
 * @sql: fails
 *
 * Takes no more than 20 s, and one run of @fails.
 *
 * Returns: (transfer full): a shorter query that fails, too
 */
char *
mixed_shrink (const char *sql, MixedFails fails, gpointer user_data)
{
  Shrink self = { fails, user_data, g_ptr_array_new_with_free_func (g_free), g_get_monotonic_time () + MOST_US };
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  char *shortest;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      g_ptr_array_add (self.words, g_strndup (sql + token->start, token->length));
    }
  while (shrink_parentheses (&self) | shrink_ranges (&self) | shrink_pairs (&self))
    continue;
  shortest = join_words (self.words);
  g_ptr_array_unref (self.words);
  return shortest;
}
