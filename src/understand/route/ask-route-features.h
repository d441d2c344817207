/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be seen of a question and the sources that may answer it, as numbers for the ranker. Training and the
 * program call the same functions.
 */
#pragma once

#include "understand/route/ask-route-vectors.h"

G_BEGIN_DECLS

/** ASK_ROUTE_MAX_WORDS: content words of a question that count; a bit each */
#define ASK_ROUTE_MAX_WORDS 48
/** ASK_ROUTE_MAX_FORMS: spellings of a word that are looked up */
#define ASK_ROUTE_MAX_FORMS 6
/** ASK_ROUTE_MAX_CANDIDATES: sources that are looked at closely */
#define ASK_ROUTE_MAX_CANDIDATES 40

/**
 * AskRouteForm:
 * @factor: 1 for the word itself, less for what is like it
 */
typedef struct
{
  guint64 hash;
  float factor;
  AskRoutePostings found[ASK_ROUTE_N_FIELDS];
} AskRouteForm;

/**
 * AskRouteWord:
 * @stem: of the question
 * @rarity: 0 where each source has it, 1 where none or one has
 * @weight: what it counts: @rarity times how little questions of all kinds use it
 */
typedef struct
{
  char *stem;
  guint place;
  gboolean literal; /* quoted, or with a capital within the sentence: rather a value than a name */
  double rarity;
  double weight;
  guint n_forms;
  AskRouteForm forms[ASK_ROUTE_MAX_FORMS];
} AskRouteWord;

/**
 * AskRouteSpan:
 * @words: bits of the content words in it
 * @first, @n: its words among all of the question
 * @rarity: of the value
 *
 * Words in a row that are a stored value somewhere.
 */
typedef struct
{
  guint64 words;
  guint first;
  guint n;
  gboolean number;
  double rarity;
  AskRoutePostings found;
} AskRouteSpan;

typedef enum
{
  ASK_ROUTE_COVER_ANY,
  ASK_ROUTE_COVER_EXACT,
  ASK_ROUTE_COVER_ENTITY,
  ASK_ROUTE_COVER_ENTITY_FULL,
  ASK_ROUTE_COVER_ATTRIBUTE,
  ASK_ROUTE_COVER_ATTRIBUTE_FULL,
  ASK_ROUTE_COVER_SOURCE,
  ASK_ROUTE_COVER_TEXT,
  ASK_ROUTE_COVER_VALUE,
  ASK_ROUTE_COVER_VALUE_WORD,
  ASK_ROUTE_COVER_NAMES,
  ASK_ROUTE_COVER_PLAIN, /* by names, of the words that look like no values */
  ASK_ROUTE_COVER_LITERALS, /* by values, of those that do */
  ASK_ROUTE_UNCOVERED_MOST,
  ASK_ROUTE_BEST_ENTITY,
  ASK_ROUTE_SECOND_ENTITY,
  ASK_ROUTE_THIRD_ENTITY,
  ASK_ROUTE_CENTRE_SHARE, /* of the best entity: its attributes among all of the source */
  ASK_ROUTE_CENTRE_PLACE, /* where it stands among the source's entities */
  ASK_ROUTE_N_ENTITIES,
  ASK_ROUTE_PAIRS,
  ASK_ROUTE_VALUES,
  ASK_ROUTE_NUMBERS,
  ASK_ROUTE_COMPLETE_ENTITY,
  ASK_ROUTE_COMPLETE_ENTITIES,
  ASK_ROUTE_COMPLETE_ATTRIBUTES,
  ASK_ROUTE_COMPLETE_NAMES,
  ASK_ROUTE_FIRST_WORD,
  ASK_ROUTE_FIRST_ENTITY,
  ASK_ROUTE_PLAIN_COVER,
  ASK_ROUTE_BM25,
  ASK_ROUTE_SIZE,
  ASK_ROUTE_HAS_VALUES,
  ASK_ROUTE_BREADTH,
  ASK_ROUTE_COVER_JOINED, /* the most that entities have that are joined */
  ASK_ROUTE_N_JOINED, /* how many these are */
  ASK_ROUTE_VALUES_NAMED, /* values whose attribute or entity the question names, too */
  ASK_ROUTE_FIRST_OF_ENTITY, /* how much of an entity's name the question's first word is a part of was met */
  ASK_ROUTE_FIRST_OF_ATTRIBUTE,
  ASK_ROUTE_FIT, /* of the entities that are joined and fit best, see ask-route-fit.c */
  ASK_ROUTE_FIT_ALONE, /* of the first of them */
  ASK_ROUTE_FIT_ENTITIES, /* how many they are, with those that lead from one to another */
  ASK_ROUTE_FIT_WHOLE, /* words that are whole names and whole values there */
  ASK_ROUTE_FIT_MISSED, /* what the heaviest word weighs that is not there */
  ASK_ROUTE_PAIRS_OWNED, /* words in a row that are an entity and what it has */
  ASK_ROUTE_PAIRS_WITHIN, /* words in a row that one entity has */
  ASK_ROUTE_LIKE_SOURCE, /* nearness of vectors, in standard deviations of all entities */
  ASK_ROUTE_LIKE_ENTITY,
  ASK_ROUTE_LIKE_SECOND,
  ASK_ROUTE_LIKE_POOLED,
  ASK_ROUTE_LIKE_QUESTION,
  ASK_ROUTE_LIKE_QUESTIONS, /* the three nearest */
  ASK_ROUTE_NEAREST_CONTENT,
  ASK_ROUTE_NEAREST,
  ASK_ROUTE_SECOND_NEAREST,
  ASK_ROUTE_NEAR_SUM,
  ASK_ROUTE_NEAREST_PHRASES,
  ASK_ROUTE_NEAR_PHRASES_SUM,
  ASK_ROUTE_COVER_QUESTIONS,
  ASK_ROUTE_LIKELIHOOD,
  ASK_ROUTE_PHRASES,
  ASK_ROUTE_N_OWN,
  /* The same less the most that another source has. */
  ASK_ROUTE_N_FEATURES = 2 * ASK_ROUTE_N_OWN + 6
} AskRouteFeature;

/** AskRouteCandidate: @covered: bits of the words that it has somewhere */
typedef struct
{
  guint source;
  guint64 covered;
  float features[ASK_ROUTE_N_FEATURES];
} AskRouteCandidate;

/**
 * AskRouteScene:
 * @surfaces: (element-type utf8): all words of the question
 * @stems: (element-type utf8): their stems
 * @words: (element-type AskRouteWord): those that say something
 * @spans: (element-type AskRouteSpan)
 * @candidates: (element-type AskRouteCandidate): the likeliest first, by words alone
 * @total: weights of all words
 * @like: (nullable): the question among vectors; must outlive this
 *
 * A question before an index.
 */
typedef struct
{
  const AskRouteIndex *index;
  const AskRouteLike *like;
  GPtrArray *surfaces;
  GPtrArray *stems;
  GArray *words;
  GArray *spans;
  GArray *candidates;
  double total;
} AskRouteScene;

typedef struct _AskRouteLexicon AskRouteLexicon;

AskRouteScene *ask_route_scene_new     (const AskRouteIndex   *index,
                                        const AskRouteLexicon *lexicon,
                                        const AskRouteLike    *like,
                                        const char            *question);
void           ask_route_scene_free    (AskRouteScene         *self);
void           ask_route_scene_compare (AskRouteScene         *self);

/**
 * AskRouteLexicon:
 * @weights: stem → how much less than 1 it says, as it is in questions of every kind
 * @forms: stem → words of names that it stands for, "old" → "age"
 */
struct _AskRouteLexicon
{
  GHashTable *weights; /* utf8 → double* */
  GHashTable *forms; /* utf8 → GArray of AskRouteForm, without @found */
};

AskRouteLexicon *ask_route_lexicon_new   (void);
void             ask_route_lexicon_free  (AskRouteLexicon *self);
void             ask_route_lexicon_weigh (AskRouteLexicon *self,
                                          const char      *stem,
                                          double           weight);
void             ask_route_lexicon_link  (AskRouteLexicon *self,
                                          const char      *stem,
                                          const char      *name,
                                          double           factor);

#define ask_route_scene_word(self, i) (&g_array_index ((self)->words, AskRouteWord, (i)))
#define ask_route_scene_span(self, i) (&g_array_index ((self)->spans, AskRouteSpan, (i)))
#define ask_route_scene_candidate(self, i) (&g_array_index ((self)->candidates, AskRouteCandidate, (i)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteScene, ask_route_scene_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteLexicon, ask_route_lexicon_free)

G_END_DECLS
