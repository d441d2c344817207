/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Texts in the order of the locale. Their collation keys are many times as long as they are, so none is kept: of all
 * keys, which begin alike, the eight bytes behind that beginning are taken, and only rows that tie there are looked at
 * again, from there on. Days and moments are ordered by their bytes, which is the order of time.
 */
#include "config.h"

#include "table/ask-table-private.h"

#include <string.h>

#define STRIDE 0x3fff

typedef struct
{
  AskTableSort *sort;
  guint column;
  gboolean bytes; /* no collation */
  gboolean utf8; /* the locale's collation reads UTF-8 */
  GString *key;
} Texts;

/* Returns: (transfer none): the collation key of a row's text, until the next one is asked for */
static const GString *
make_key (Texts *self, guint32 row)
{
  const AskValue *value = ask_rows_get (self->sort->rows, row, self->column);
  g_autofree char *other = NULL;
  const char *text = value->text;
  gsize length;

  if (self->bytes)
    {
      g_string_truncate (self->key, 0);
      return g_string_append_len (self->key, text, value->length);
    }
  if (!self->utf8)
    {
      other = g_utf8_collate_key (text, -1);
      return g_string_assign (self->key, other);
    }
  if (!g_str_is_ascii (text))
    other = g_utf8_normalize (text, -1, G_NORMALIZE_ALL_COMPOSE);
  if (other != NULL)
    text = other;
  g_string_set_size (self->key, self->key->allocated_len - 1);
  length = strxfrm (self->key->str, text, self->key->allocated_len);
  if (length >= self->key->allocated_len)
    {
      g_string_set_size (self->key, length);
      strxfrm (self->key->str, text, length + 1);
    }
  return g_string_truncate (self->key, length);
}

/* Returns: how many bytes the keys of all rows have in common at their beginning, @known at least */
static gsize
find_common (Texts *self, gsize from, gsize n, gsize known)
{
  const AskTableSort *sort = self->sort;
  g_autofree char *first = NULL;
  gsize common = make_key (self, sort->index[from])->len;

  first = g_memdup2 (self->key->str, common + 1);
  for (gsize i = from + 1; i < from + n && common > known; i++)
    {
      const GString *key = make_key (self, sort->index[i]);
      gsize same = known;

      if ((i & STRIDE) == 0 && ask_table_sort_is_stopped (sort))
        break;
      while (same < MIN (common, key->len) && key->str[same] == first[same])
        same++;
      common = same;
    }
  return MAX (common, known);
}

static guint64
take_bytes (const GString *key, gsize from)
{
  guint64 bytes = 0;

  if (from >= key->len)
    return 0;
  memcpy (&bytes, key->str + from, MIN (sizeof bytes, key->len - from));
  return GUINT64_FROM_BE (bytes);
}

/* Whether the texts of all rows have the same bytes. */
static gboolean
are_same (const Texts *self, gsize from, gsize n)
{
  const AskTableSort *sort = self->sort;
  const AskValue *first = ask_rows_get (sort->rows, sort->index[from], self->column);

  for (gsize i = from + 1; i < from + n; i++)
    {
      const AskValue *value = ask_rows_get (sort->rows, sort->index[i], self->column);

      if (value->length != first->length || memcmp (value->text, first->text, first->length) != 0)
        return FALSE;
    }
  return TRUE;
}

/* Sorts by what follows the first @known bytes, in which all keys are alike. */
static void
sort_texts (Texts *self, gsize from, gsize n, gsize known, guint level, AskTableSortRest rest)
{
  AskTableSort *sort = self->sort;
  guint64 flip = g_array_index (sort->wish->order, AskOrderKey, level).descending ? G_MAXUINT64 : 0;
  gsize begin = from;
  gsize longest = 0;

  if (are_same (self, from, n))
    {
      rest (sort, from, n, level + 1);
      return;
    }
  known = find_common (self, from, n, known);
  for (gsize i = from; i < from + n; i++)
    {
      const GString *key = make_key (self, sort->index[i]);

      if ((i & STRIDE) == 0 && ask_table_sort_is_stopped (sort))
        return;
      longest = MAX (longest, key->len);
      sort->keys[i] = flip ^ take_bytes (key, known);
    }
  ask_table_sort_keys (sort, from, n);
  for (gsize i = from + 1; i <= from + n && !ask_table_sort_is_stopped (sort); i++)
    if (i == from + n || sort->keys[i] != sort->keys[begin])
      {
        /* Texts that differ may collate alike. */
        if (i - begin > 1 && longest > known + sizeof (guint64))
          sort_texts (self, begin, i - begin, known + sizeof (guint64), level, rest);
        else if (i - begin > 1)
          rest (sort, begin, i - begin, level + 1);
        begin = i;
      }
}

/**
 * ask_table_sort_texts:
 * @self: a sort
 * @from: the first place, and of so many
 * @n: rows, all of which have a text
 * @level: which key of the order
 * @rest: sorts what is equal
 */
void
ask_table_sort_texts (AskTableSort *self, gsize from, gsize n, guint level, AskTableSortRest rest)
{
  guint column = g_array_index (self->wish->order, AskOrderKey, level).column;
  const AskType type = ask_rows_get_column (self->rows, column)->type;
  Texts texts = {
    .sort = self,
    .column = column,
    .bytes = type == ASK_TYPE_DATE || type == ASK_TYPE_DATETIME,
    .utf8 = g_get_charset (NULL),
    .key = g_string_sized_new (1024),
  };

  sort_texts (&texts, from, n, 0, level, rest);
  g_string_free (texts.key, TRUE);
}
