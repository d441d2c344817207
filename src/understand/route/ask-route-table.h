/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which things have a word: a table of words, each with the numbers of what has it. Filled in any order, finished once,
 * then only read: four bytes for each thing that has a word and eight for each word.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** ASK_ROUTE_ID_BITS: of a pair, for the number of what has the word; the others are its hash's */
#define ASK_ROUTE_ID_BITS 28
/** ASK_ROUTE_N_PARTS: by the bits of a hash that are left when 32 bits are above the number */
#define ASK_ROUTE_N_PARTS (1 << (32 - ASK_ROUTE_ID_BITS))

/**
 * AskRoutePostings:
 * @first: (array length=n): numbers of what has the word, in order
 */
typedef struct
{
  const guint32 *first;
  guint n;
} AskRoutePostings;

/**
 * AskRouteTable:
 * @pairs: (nullable) (element-type guint64): what was added: a hash above, a number below; %NULL once finished
 * @words: of each word's hash the 32 bits above the numbers, in order within each part
 * @parts: words whose hashes have the same highest bits: where each part begins in @words, and where the last one ends
 * @starts: where in @ids those of each word begin, and where the last one's end
 * @ids: what has the words
 */
typedef struct
{
  GArray *pairs;
  guint32 *words;
  guint32 parts[ASK_ROUTE_N_PARTS + 1];
  guint32 *starts;
  guint32 *ids;
  guint n_words;
} AskRouteTable;

void             ask_route_table_init     (AskRouteTable       *self);
void             ask_route_table_clear    (AskRouteTable       *self);
void             ask_route_table_add      (AskRouteTable       *self,
                                           guint64              word,
                                           guint                id);
void             ask_route_table_finish   (AskRouteTable       *self);
AskRoutePostings ask_route_table_get      (const AskRouteTable *self,
                                           guint                place);
AskRoutePostings ask_route_table_find     (const AskRouteTable *self,
                                           guint64              word);
gsize            ask_route_table_get_size (const AskRouteTable *self);

AskRoutePostings ask_route_postings_within (AskRoutePostings self,
                                            guint            first,
                                            guint            n);

G_END_DECLS
