/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   INSERT INTO passages (passages, rank) VALUES ('rank', '_rank()')
 *
 * A common word is in a hundred thousand passages, and each of them has to be ranked before the best ten are known. bm25()
 * looks up how long each is in a table of FTS5's own, puts all places of all phrases in order, which nobody asks for here,
 * and counts the passages of each phrase to the end. Here a passage's length is part of its rowid, places are only counted,
 * and the counting of passages ends where it changes nothing any more: a phrase that is in half of all weighs the least.
 * The arithmetic is that of bm25() to the last bit.
 */
#include "config.h"

#include "source/document/ask-document-rank.h"

#include <math.h>
#include <string.h>

#include "source/document/ask-document-cut.h"

/* A rowid is document * 2^30 + number * 2^10 + length. A length of 0 says that FTS5 has to be asked. */
#define LENGTHS (1 << 10)
#define ROWS ((gint64) ASK_DOCUMENT_MAX_PASSAGES * LENGTHS)

/* Those of bm25(). */
#define K1 1.2
#define B 0.75
#define LEAST_WEIGHT 1e-6

/**
 * Weights:
 * @n_phrases: of the query
 * @average: how many tokens a passage has
 * @each: (array length=n_phrases): what a phrase weighs
 *
 * What is the same for all rows of a query.
 */
typedef struct
{
  int n_phrases;
  double average;
  double each[];
} Weights;

typedef struct
{
  sqlite3_int64 n_rows;
  sqlite3_int64 n_hits;
} Count;

/** ask_document_first_row: Returns: what no rowid of a passage of @document is below, and all of earlier documents are */
gint64
ask_document_first_row (gint64 document)
{
  return document * ROWS;
}

/**
 * ask_document_make_row:
 * @document: its id
 * @number: of the passage, from 1
 * @n_tokens: of its text and heading; 0 where nobody knows
 *
 * Returns: the rowid of a passage
 */
gint64
ask_document_make_row (gint64 document, guint number, guint n_tokens)
{
  return document * ROWS + (gint64) number * LENGTHS + (n_tokens < LENGTHS ? n_tokens : 0);
}

static int
count_hit (const Fts5ExtensionApi *api, Fts5Context *context, void *data)
{
  Count *count = data;

  count->n_hits++;
  return 2 * count->n_hits > count->n_rows ? SQLITE_DONE : SQLITE_OK;
}

static int
weigh (const Fts5ExtensionApi *api, Fts5Context *context, Weights *weights)
{
  sqlite3_int64 n_rows = 0;
  sqlite3_int64 n_tokens = 0;
  int code = api->xRowCount (context, &n_rows);

  if (code == SQLITE_OK)
    code = api->xColumnTotalSize (context, -1, &n_tokens);
  if (code == SQLITE_OK)
    weights->average = (double) n_tokens / (double) n_rows;
  for (int i = 0; code == SQLITE_OK && i < weights->n_phrases; i++)
    {
      Count count = { n_rows, 0 };

      code = api->xQueryPhrase (context, i, &count, count_hit);
      weights->each[i] = log (((double) (n_rows - count.n_hits) + 0.5) / ((double) count.n_hits + 0.5));
      if (weights->each[i] <= 0)
        weights->each[i] = LEAST_WEIGHT;
    }
  return code;
}

static int
get_weights (const Fts5ExtensionApi *api, Fts5Context *context, Weights **weights)
{
  const int n_phrases = api->xPhraseCount (context);
  int code;

  *weights = api->xGetAuxdata (context, 0);
  if (*weights != NULL)
    return SQLITE_OK;
  *weights = g_malloc0 (sizeof **weights + (gsize) n_phrases * sizeof (double));
  (*weights)->n_phrases = n_phrases;
  code = weigh (api, context, *weights);
  if (code == SQLITE_OK)
    return api->xSetAuxdata (context, *weights, g_free);
  g_free (*weights);
  return code;
}

static int
get_length (const Fts5ExtensionApi *api, Fts5Context *context, int *length)
{
  *length = (int) (api->xRowid (context) % LENGTHS);
  return *length > 0 ? SQLITE_OK : api->xColumnSize (context, -1, length);
}

static void
rank_row (const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_context *result, int n_values,
          sqlite3_value **values)
{
  Weights *weights;
  double score = 0;
  int length;
  int code = get_weights (api, context, &weights);

  if (code == SQLITE_OK)
    code = get_length (api, context, &length);
  for (int i = 0; code == SQLITE_OK && i < weights->n_phrases; i++)
    {
      Fts5PhraseIter iter;
      int column, offset;
      double n = 0;

      code = api->xPhraseFirst (context, i, &iter, &column, &offset);
      for (; code == SQLITE_OK && column >= 0; api->xPhraseNext (context, &iter, &column, &offset))
        n++;
      score += weights->each[i] * ((n * (K1 + 1.0)) / (n + K1 * (1 - B + B * length / weights->average)));
    }
  if (code == SQLITE_OK)
    sqlite3_result_double (result, -1.0 * score);
  else
    sqlite3_result_error_code (result, code);
}

/**
 * ask_document_add_rank:
 * @api: of a connection that reads or writes an index of documents
 *
 * Returns: %SQLITE_OK, or why it could not be added
 */
int
ask_document_add_rank (fts5_api *api)
{
  return api->xCreateFunction (api, ASK_DOCUMENT_RANK, NULL, rank_row, NULL);
}
