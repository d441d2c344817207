/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the files of parts work together: ask-reading-part.c takes a reading apart, ask-reading-part-attribute.c says which
 * attributes and values may stand in the place of others. Nobody outside includes this.
 */
#pragma once

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-guess.h"
#include "understand/interpret/ask-reading-part.h"

G_BEGIN_DECLS

/**
 * AskPartMaker:
 * @guess: of the question's words, as far as its attributes
 * @near: for each entity of the domain: the reading joins it
 * @part: that is made
 * @seen: (element-type utf8): SQL that it offers already
 * @failure: (nullable): why the index cannot be read
 */
typedef struct
{
  const AskQuestionReading *reading;
  AskDomain *domain;
  AskGuess *guess;
  gboolean *near;
  AskReadingPart *part;
  GHashTable *seen;
  GError *failure;
} AskPartMaker;

/**
 * AskPartWish:
 * @role: what the attribute is to do
 * @like: which one it replaces, or %ASK_DOMAIN_STAR
 * @numeric: numbers only
 */
typedef struct
{
  AskGuessRole role;
  int like;
  gboolean numeric;
} AskPartWish;

GArray    *ask_part_rank_attributes (const AskPartMaker *self,
                                     AskPartWish         wish,
                                     guint               max);
GArray    *ask_part_rank_entities   (const AskPartMaker *self,
                                     guint               max);
GArray    *ask_part_find_homes      (const AskPartMaker *self,
                                     int                 attribute,
                                     const char         *value);
GPtrArray *ask_part_rank_values     (AskPartMaker       *self,
                                     int                 attribute,
                                     const char         *value,
                                     guint               max);

G_END_DECLS
