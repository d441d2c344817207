/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Passages are as long as what people read at one look, and never go across a heading or a page, so that both say where
 * one is. Nothing is in two passages and nothing in none. A block that is too long is cut behind a sentence.
 */
#include "config.h"

#include "source/document/ask-document-cut.h"

#include <glib/gi18n.h>
#include <string.h>

/* Bytes: a passage that has as many takes no further block, and one block has at most twice as many. */
#define ENOUGH 1200
#define MOST (2 * ENOUGH)

/* Words that are longer are noise, such as base64. */
#define MAX_WORD 64
#define MIN_WORD 3

typedef struct
{
  AskDocument *document;
  GArray *passages;
  AskDocumentPassage now;
  gboolean open; /* @now is one */
} Cut;

static void
close_passage (Cut *self)
{
  if (self->open && self->passages->len < ASK_DOCUMENT_MAX_PASSAGES - 1)
    g_array_append_val (self->passages, self->now);
  else if (self->open && !self->document->full)
    {
      self->document->full = TRUE;
      ask_document_add_note (self->document, N_ ("It has more than a million passages; the rest cannot be searched."));
    }
  self->open = FALSE;
}

/* Where to cut @text of @length bytes, which is more than MOST: behind a sentence, a line, a word. */
static gsize
find_end (const char *text, gsize length)
{
  gsize line = 0, word = 0;
  gsize at = MIN (MOST, length);

  for (gsize i = at; i > ENOUGH / 2; i--)
    {
      if (text[i] != ' ' && text[i] != '\n')
        continue;
      if (strchr (".!?:", text[i - 1]) != NULL)
        return i + 1;
      if (line == 0 && text[i] == '\n')
        line = i + 1;
      if (word == 0)
        word = i + 1;
    }
  if (line > 0 || word > 0)
    return line > 0 ? line : word;
  while (at > 0 && ((guchar) text[at] & 0xc0) == 0x80)
    at--;
  return at;
}

static void
take_text (Cut *self, const AskDocumentBlock *block)
{
  const char *text = self->document->text->str;
  gsize start = block->start;
  gsize rest = block->length;

  while (rest > 0)
    {
      const gsize n = rest > MOST ? find_end (text + start, rest) : rest;

      if (self->open && self->now.length > 0
          && (self->now.length >= ENOUGH || self->now.page != block->page || self->now.length + n > MOST))
        {
          const int heading = self->now.heading;

          close_passage (self);
          self->now.heading = heading;
        }
      if (!self->open || self->now.length == 0)
        {
          self->now.start = start;
          self->now.page = block->page;
          self->open = TRUE;
        }
      /* What lies between two blocks belongs to the passage. */
      self->now.length = start + n - self->now.start;
      start += n;
      rest -= n;
    }
}

/**
 * ask_document_cut:
 * @document: gets a note where it has more passages than there are numbers
 *
 * Returns: (transfer full) (element-type AskDocumentPassage): in the order of reading
 */
GArray *
ask_document_cut (AskDocument *document)
{
  Cut self = { document, g_array_new (FALSE, FALSE, sizeof (AskDocumentPassage)), { .heading = -1 }, FALSE };

  for (guint i = 0; i < document->blocks->len; i++)
    {
      const AskDocumentBlock *block = &g_array_index (document->blocks, AskDocumentBlock, i);

      if (block->level == 0)
        {
          take_text (&self, block);
          continue;
        }
      close_passage (&self);
      self.now = (AskDocumentPassage) { block->start + block->length, 0, (int) i, block->page };
      self.open = TRUE;
    }
  close_passage (&self);
  return self.passages;
}

static gboolean
is_word (gunichar c)
{
  return c < 0x80 ? g_ascii_isalnum ((char) c) : g_unichar_isalnum (c) || g_unichar_ismark (c);
}

/* Copies a word in lower case. Returns: its length in bytes; 0 where it is none to keep */
static gsize
fold_word (const char *from, const char *to, char *word)
{
  gsize n = 0;
  gsize n_letters = 0;

  while (from < to)
    {
      const gunichar c = (guchar) *from < 0x80 ? (guchar) *from : g_utf8_get_char (from);

      if (n > MAX_WORD)
        return 0;
      if (c < 0x80)
        word[n++] = g_ascii_tolower ((char) c);
      else
        n += (gsize) g_unichar_to_utf8 (g_unichar_tolower (c), word + n);
      n_letters++;
      from = c < 0x80 ? from + 1 : g_utf8_next_char (from);
    }
  word[n] = '\0';
  return n_letters >= MIN_WORD ? n : 0;
}

/**
 * ask_document_add_words:
 * @words: (element-type utf8 utf8): a set that keys are added to, in lower case
 * @text: of a document; not terminated
 * @length: in bytes
 *
 * What MATCH takes for a word: letters and digits. Those of less than three characters are left out.
 */
void
ask_document_add_words (GHashTable *words, const char *text, gsize length)
{
  const char *end = text + length;
  const char *start = NULL;
  char word[MAX_WORD + 16];

  for (const char *at = text; at <= end; at = at == end || (guchar) *at < 0x80 ? at + 1 : g_utf8_next_char (at))
    {
      const gboolean in = at < end && is_word ((guchar) *at < 0x80 ? (guchar) *at : g_utf8_get_char (at));

      if (in && start == NULL)
        start = at;
      if (in || start == NULL)
        continue;
      if (fold_word (start, at, word) > 0 && !g_hash_table_contains (words, word))
        g_hash_table_add (words, g_strdup (word));
      start = NULL;
    }
}
