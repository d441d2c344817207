/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the inference share: names as words, and columns with what is known of them. No other room
 * includes it.
 *
 *   ask-infer.c          the inference as a whole
 *   ask-infer-words.c    names as words
 *   ask-infer-relate.c   relationships that nobody declared: candidates
 *   ask-infer-judge.c    what the comparison of their values says of them
 *   ask-infer-meaning.c  what columns mean
 */
#pragma once

#include "base/ask-name.h"
#include "schema/infer/ask-infer.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_INFER_KEY_NONE,
  ASK_INFER_KEY_UNIQUE, /* by its values */
  ASK_INFER_KEY_PART, /* one of several columns of the primary key */
  ASK_INFER_KEY_SINGLE
} AskInferKey;

/**
 * AskInferColumn:
 * @words: the words of its name, folded and in the singular, without "fk"
 * @core: @words without what only says that it is a key: "customer" of "customer_id"; may be empty
 * @joined: @words as one
 * @plain: the name folded, as one, not in the singular
 * @home: how well @core stands for the table that it is in, 0 to 1; 1 where @core is empty
 */
struct _AskInferColumn
{
  guint entity;
  guint attribute;
  const AskEntity *owner;
  const AskAttribute *what;
  char **words;
  char **core;
  char *joined;
  char *plain;
  double home;
  AskInferKey key;
  AskInferProfile profile;
};

/**
 * AskInferTable:
 * @words: of its name, without "ref", "tbl" and the like
 * @columns: (element-type AskInferColumn): one for each attribute of the entity
 * @keys: (element-type AskInferColumn): those of the primary key
 */
typedef struct
{
  char **words;
  GPtrArray *columns;
  GPtrArray *keys;
} AskInferTable;

typedef enum
{
  ASK_INFER_SAME_NAME, /* the key's column is called so */
  ASK_INFER_TABLE,
  ASK_INFER_SUFFIX,
  ASK_INFER_ROLE, /* what somebody in a table of people is called */
  ASK_INFER_BY_VALUES,
  ASK_INFER_COMPOSITE
} AskInferWhy;

/**
 * AskInferCandidate:
 * @columns: (element-type AskInferColumn): that may refer
 * @targets: (element-type AskInferColumn): to what
 * @score: from the names, before any value
 * @pair: (nullable) (transfer none): the comparison of its values
 *
 * A relationship that may be.
 */
typedef struct
{
  GPtrArray *columns;
  GPtrArray *targets;
  double score;
  AskInferWhy why;
  AskInferPair *pair;
} AskInferCandidate;

/* How sure one is whose values alone speak for it, of a table's own key and of other columns, and below what names
 * need that. */
#define ASK_INFER_OWN_KEY_SCORE 0.62
#define ASK_INFER_VALUE_SCORE 0.68
#define ASK_INFER_NAMED 0.62

struct _AskInfer
{
  AskSchema *schema;
  GPtrArray *tables; /* AskInferTable, one for each entity */
  GPtrArray *candidates; /* AskInferCandidate; those of one column follow each other, the best by name first */
  GPtrArray *pairs;
};

/* ask-infer-words.c */
char   **ask_infer_table_words  (const char        *name);
char   **ask_infer_core         (char             **words);
double   ask_infer_match        (char             **words,
                                 char             **other,
                                 gboolean           initials);
const char *ask_infer_last      (char             **words);

/* ask-infer-relate.c */
void     ask_infer_find_pairs   (AskInfer          *self);
void     ask_infer_clear_relate (AskInfer          *self);
gboolean ask_infer_is_unique    (const AskInferProfile *profile);

/* ask-infer-judge.c */
void     ask_infer_relate       (AskInfer          *self,
                                 GPtrArray         *suggestions);

/* ask-infer-meaning.c */
void     ask_infer_mean         (AskInfer          *self,
                                 GPtrArray         *suggestions);

/* ask-infer.c */
AskSuggestion *ask_suggestion_new (AskSuggestionKind kind,
                                 const AskEntity   *from);
void     ask_suggestion_add     (AskSuggestion     *self,
                                 const AskEntity   *to,
                                 const AskAttribute *from_attribute,
                                 const AskAttribute *to_attribute);
void     ask_suggestion_seal    (AskSuggestion     *self,
                                 AskSchema         *schema);

G_END_DECLS
