/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   CREATE VIRTUAL TABLE passages USING fts5 (…, tokenize = 'askdata')
 *
 * A cell that is German has German stems; any other has exactly the tokens of “porter unicode61 remove_diacritics 2”, got
 * from a lexicon rather than letter by letter. Which language it is follows from the cell alone: FTS5 asks for the same
 * tokens again when it takes a row away, and when it marks hits. A query has too few words to tell. Each of its words is
 * looked for by both stems.
 */
#include "config.h"

#include "source/document/ask-document-tokenizer.h"

#include <string.h>

#include "source/document/ask-document-rank.h"
#include "source/document/ask-document-stemmer.h"

typedef int (*TakeToken) (void *context, int flags, const char *text, int length, int start, int end);

typedef struct
{
  fts5_api *api;
  const AskDocumentTokenizer *writer; /* nullable */
} Registration;

typedef struct
{
  const AskDocumentTokenizer *writer; /* nullable */
  AskDocumentLexicon *lexicon;
} Tokenizer;

static void
delete_tokenizer (Fts5Tokenizer *tokenizer)
{
  Tokenizer *self = (Tokenizer *) tokenizer;

  ask_document_lexicon_free (self->lexicon);
  g_free (self);
}

static int
create_tokenizer (void *context, const char **arguments, int n_arguments, Fts5Tokenizer **made)
{
  Registration *registration = context;
  const AskDocumentTokenizer *writer = registration->writer;
  Tokenizer *self;
  int code;
  AskDocumentLexicon *lexicon = ask_document_lexicon_new (registration->api, writer != NULL ? writer->fresh : NULL,
                                                          writer != NULL ? writer->data : NULL, &code);

  if (lexicon == NULL)
    return code;
  self = g_new0 (Tokenizer, 1);
  self->writer = writer;
  self->lexicon = lexicon;
  *made = (Fts5Tokenizer *) self;
  return SQLITE_OK;
}

static int
give_query (const AskDocumentPlace *place, void *context, TakeToken take)
{
  int code = SQLITE_OK;

  for (guint i = 0; code == SQLITE_OK && i < place->word->n_tokens; i++)
    {
      const AskDocumentToken *token = &place->word->tokens[i];
      const int start = (int) (place->start + token->start);
      const int end = (int) (place->start + token->end);

      code = take (context, 0, token->english, (int) token->n_english, start, end);
      if (code == SQLITE_OK && token->german != NULL)
        code = take (context, FTS5_TOKEN_COLOCATED, token->german, (int) token->n_german, start, end);
    }
  return code;
}

static int
give_document (const AskDocumentPlace *place, gboolean german, void *context, TakeToken take)
{
  int code = SQLITE_OK;

  for (guint i = 0; code == SQLITE_OK && i < place->word->n_tokens; i++)
    {
      const AskDocumentToken *token = &place->word->tokens[i];
      const int start = (int) (place->start + token->start);
      const int end = (int) (place->start + token->end);

      code = german && token->german != NULL ? take (context, 0, token->german, (int) token->n_german, start, end)
                                             : take (context, 0, token->english, (int) token->n_english, start, end);
    }
  return code;
}

/* Nobody reads where a token of a document lies when it is written. */
static int
give_known (const AskDocumentTokenizer *writer, void *context, TakeToken take)
{
  int code = SQLITE_OK;
  gsize at = 0;

  while (code == SQLITE_OK && at < writer->n_tokens)
    {
      guint16 length;

      memcpy (&length, writer->tokens + at, sizeof length);
      at += sizeof length;
      code = take (context, 0, (const char *) writer->tokens + at, length, 0, 0);
      at += length;
    }
  return code;
}

static gboolean
is_known (const AskDocumentTokenizer *writer, int flags, const char *text, gsize length)
{
  return writer != NULL && writer->text != NULL && flags == FTS5_TOKENIZE_DOCUMENT && length == writer->length
         && memcmp (text, writer->text, length) == 0;
}

static int
tokenize (Fts5Tokenizer *tokenizer, void *context, int flags, const char *text, int length, TakeToken take)
{
  Tokenizer *self = (Tokenizer *) tokenizer;
  int code = SQLITE_OK;
  gboolean german;
  GArray *places;

  /* A cell that is NULL. */
  if (length <= 0)
    return SQLITE_OK;
  if (is_known (self->writer, flags, text, (gsize) length))
    return give_known (self->writer, context, take);
  places = ask_document_lexicon_divide (self->lexicon, text, (gsize) length, &german);
  if (places == NULL)
    return SQLITE_NOMEM;
  for (guint i = 0; code == SQLITE_OK && i < places->len; i++)
    {
      const AskDocumentPlace *place = &g_array_index (places, AskDocumentPlace, i);

      code = flags & FTS5_TOKENIZE_QUERY ? give_query (place, context, take)
                                         : give_document (place, german, context, take);
    }
  return code;
}

/**
 * ask_document_add_tokenizer:
 * @db: a connection that reads or writes an index of documents
 * @writer: (nullable): of who writes; it is looked at for each cell, and outlives @db
 *
 * A connection that has it already keeps that. What ranks passages comes with it.
 *
 * Returns: %SQLITE_OK, or why it could not be added
 */
int
ask_document_add_tokenizer (sqlite3 *db, const AskDocumentTokenizer *writer)
{
  fts5_tokenizer methods = { create_tokenizer, delete_tokenizer, tokenize };
  fts5_tokenizer there;
  fts5_api *api = ask_document_get_fts5 (db);
  void *context = NULL;
  Registration *registration;
  int code;

  if (api == NULL)
    return SQLITE_ERROR;
  if (api->xFindTokenizer (api, ASK_DOCUMENT_TOKENIZER, &context, &there) == SQLITE_OK && context != NULL
      && there.xTokenize == tokenize)
    return SQLITE_OK;
  registration = g_new (Registration, 1);
  *registration = (Registration) { api, writer };
  code = api->xCreateTokenizer (api, ASK_DOCUMENT_TOKENIZER, registration, &methods, g_free);
  if (code != SQLITE_OK)
    {
      g_free (registration);
      return code;
    }
  return ask_document_add_rank (api);
}
