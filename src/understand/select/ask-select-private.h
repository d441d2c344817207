/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of selecting share: the index, and a question before it.
 */
#pragma once

#include "understand/route/ask-route-model.h"
#include "understand/select/ask-select.h"

G_BEGIN_DECLS

/** AskSelectPosting: an entity that has a word, and what the word is worth there */
typedef struct
{
  guint entity;
  float weight;
} AskSelectPosting;

struct _AskSelector
{
  AskDomain *domain;
  AskDomain *nothing; /* of no entities: for reading a question */
  GHashTable *postings; /* guint64 of a stem → GArray of AskSelectPosting, each entity once */
  GPtrArray *vocabulary; /* all stems of names, in order */
  guint *first; /* of each entity, and one more: where its neighbours begin */
  guint *neighbours;
};

/* A stem of the question.
 * @hash: of what it stands for in names
 * @factor: how surely, times how little questions of all kinds use it */
typedef struct
{
  guint token;
  guint64 hash;
  double factor;
  double rarity;
} AskSelectWord;

/* A question before the index.
 * @met: for each entity what it has of the word that is looked at; @turn says of which one
 * @touched: (element-type guint): entities that have any */
typedef struct
{
  AskSelector *selector;
  AskQuestion *question;
  GArray *words;
  GHashTable *known; /* guint64: stems of the question, and what they stand for */
  double *scores;
  double *met;
  guint *turn;
  guint n_turns;
  guint64 *bits; /* of each entity, which tokens it answers to */
  GArray *touched;
} AskSelectSearch;

/* ask-select-score.c */
gboolean   ask_select_score      (AskSelectSearch       *self,
                                  GError               **error);
GPtrArray *ask_select_list_words (const AskSelectSearch *self,
                                  guint                  entity);

G_END_DECLS
