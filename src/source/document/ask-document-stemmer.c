/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * FTS5 is one thread's work. What can be done before is done here, by as many threads as read: finding the words, the
 * language, the stems. A lexicon is a thread's own for that time, so nobody waits for another.
 */
#include "config.h"

#include "source/document/ask-document-stemmer.h"

#include <string.h>

#include "source/document/ask-document-lexicon.h"

struct _AskDocumentStemmer
{
  sqlite3 *db; /* without tables: FTS5's tokenizers belong to a connection */
  AskDocumentLexicon *lexicon;
  GHashTable *words; /* of the document at hand */
};

static void
take_word (const char *text, gsize length, gpointer data)
{
  ask_document_add_words (((AskDocumentStemmer *) data)->words, text, length);
}

/** ask_document_stemmer_new: Returns: (nullable) (transfer full): one that knows no word; %NULL without memory */
AskDocumentStemmer *
ask_document_stemmer_new (void)
{
  AskDocumentStemmer *self = g_new0 (AskDocumentStemmer, 1);
  int code = sqlite3_open_v2 (":memory:", &self->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);

  if (code == SQLITE_OK)
    self->lexicon = ask_document_lexicon_new (ask_document_get_fts5 (self->db), take_word, self, &code);
  if (code == SQLITE_OK)
    return self;
  ask_document_stemmer_free (self);
  return NULL;
}

/** ask_document_stemmer_free: @data: (transfer full): an #AskDocumentStemmer */
void
ask_document_stemmer_free (gpointer data)
{
  AskDocumentStemmer *self = data;

  ask_document_lexicon_free (self->lexicon);
  sqlite3_close (self->db);
  g_free (self);
}

/** ask_document_tokens_free: @self: (transfer full) (nullable): tokens */
void
ask_document_tokens_free (AskDocumentTokens *self)
{
  if (self == NULL)
    return;
  g_byte_array_unref (self->bytes);
  g_array_unref (self->starts);
  g_array_unref (self->lengths);
  g_hash_table_unref (self->words);
  g_free (self);
}

static void
add_token (GByteArray *bytes, const char *text, guint length)
{
  const guint16 written = (guint16) length;

  g_byte_array_append (bytes, (const guint8 *) &written, sizeof written);
  g_byte_array_append (bytes, (const guint8 *) text, written);
}

/* @bytes: (nullable): for the tokens of @text. Returns: how many it has; -1 without memory */
static gint
add_tokens (AskDocumentStemmer *self, const char *text, gsize length, GByteArray *bytes)
{
  gboolean german;
  GArray *places = ask_document_lexicon_divide (self->lexicon, text, length, &german);
  gint n = 0;

  if (places == NULL)
    return -1;
  for (guint i = 0; i < places->len; i++)
    {
      const AskDocumentWord *word = g_array_index (places, AskDocumentPlace, i).word;

      n += (gint) word->n_tokens;
      for (guint k = 0; bytes != NULL && k < word->n_tokens; k++)
        {
          const AskDocumentToken *token = &word->tokens[k];

          if (german && token->german != NULL)
            add_token (bytes, token->german, token->n_german);
          else
            add_token (bytes, token->english, token->n_english);
        }
    }
  return n;
}

/* Returns: how many tokens a heading has, which are not made here since FTS5 asks for few of them; -1 without memory */
static gint
count_heading (AskDocumentStemmer *self, const AskDocument *document, int heading)
{
  const AskDocumentBlock *block;

  if (heading < 0)
    return 0;
  block = &g_array_index (document->blocks, AskDocumentBlock, (guint) heading);
  return add_tokens (self, document->text->str + block->start, block->length, NULL);
}

/**
 * ask_document_stemmer_run:
 * @document: which has been read
 * @passages: (element-type AskDocumentPassage): of @document, each shorter than 64 KiB
 *
 * Returns: (nullable) (transfer full): what the tokenizer would give for the text of each passage; %NULL without memory,
 *   and then it has to find that out itself
 */
AskDocumentTokens *
ask_document_stemmer_run (AskDocumentStemmer *self, const AskDocument *document, GArray *passages)
{
  AskDocumentTokens *tokens = g_new0 (AskDocumentTokens, 1);
  gsize start = 0;
  int heading = -1;
  gint n_heading = 0;
  gboolean good = TRUE;

  tokens->bytes = g_byte_array_sized_new ((guint) document->text->len + 1);
  tokens->starts = g_array_sized_new (FALSE, FALSE, sizeof (gsize), passages->len + 1);
  tokens->lengths = g_array_sized_new (FALSE, FALSE, sizeof (guint), passages->len);
  tokens->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->words = tokens->words;
  g_array_append_val (tokens->starts, start);
  for (guint i = 0; good && i < passages->len; i++)
    {
      const AskDocumentPassage *passage = &g_array_index (passages, AskDocumentPassage, i);
      const gint n = add_tokens (self, document->text->str + passage->start, passage->length, tokens->bytes);
      guint length;

      if (passage->heading != heading)
        n_heading = count_heading (self, document, passage->heading);
      heading = passage->heading;
      good = n >= 0 && n_heading >= 0;
      length = (guint) (n + n_heading);
      start = tokens->bytes->len;
      g_array_append_val (tokens->starts, start);
      g_array_append_val (tokens->lengths, length);
    }
  self->words = NULL;
  if (good)
    return tokens;
  ask_document_tokens_free (tokens);
  return NULL;
}
