/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of completion share. Nobody outside includes this.
 *
 *   ask-complete.c          what can follow a text, and what a composed question means
 *   ask-complete-compare.c  questions of two goals that are composed
 *   ask-complete-text.c     the text that is typed, as words
 *   ask-complete-names.c    all names of a workspace, in every way to say them
 *   ask-complete-phrases.c  the words of the grammar, in English and German
 *   ask-complete-grammar.c  the states: what can stand where
 *   ask-complete-take.c     names at a place: entities, attributes, metrics
 *   ask-complete-values.c   values at a place
 *   ask-complete-draft.c    from a way that was read to a query
 */
#pragma once

#include "understand/complete/ask-complete.h"
#include "understand/interpret/ask-draft.h"

G_BEGIN_DECLS

/** ASK_COMPOSED_MAX: attributes that are shown, and conditions, of one composed question */
#define ASK_COMPOSED_MAX 4

/** AskTyped: a word, number, sign or quoted text; @open: a quoted text that has no end yet */
typedef struct
{
  gsize start;
  gsize end;
  char *surface;
  char *folded;
  char *stem;
  char *german;
  gboolean quoted;
  gboolean open;
} AskTyped;

/**
 * AskSaid:
 * @words, @stems, @german: (array zero-terminated=1): folded
 * @raw: (nullable): the name as one word, where it is several
 * @text: as it is offered
 * @several: (nullable): as it is offered in English where many are meant
 * @synonym: the steward calls it so
 * @things: (element-type guint): entities, attributes or metrics of the domain that are called so
 *
 * One way to say a name.
 */
typedef struct
{
  char **words;
  char **stems;
  char **german;
  char *raw;
  char *text;
  char *several;
  gboolean synonym;
  GArray *things;
} AskSaid;

/** AskReach: @to: an entity of which each row of another has one at most; @key: its attribute that is joined; @depth, @cost: joins */
typedef struct
{
  guint to;
  int key;
  guint depth;
  double cost;
} AskReach;

/**
 * AskVocab:
 * @domain: of all entities that are not hidden; its workspace is gone
 * @entities, @attributes, @metrics: (element-type AskSaid)
 * @of_attribute: (element-type AskSaid): of each attribute its own name's, borrowed
 * @of_entity: (element-type AskSaid): the same of each entity
 * @steps: (element-type GArray): of each entity its joins that lead to a key: #AskReach
 * @links: (element-type GArray): of each entity the others that it is joined with in any way, one for each way: #AskReach
 *
 * All that may be named, made once for a state of the workspace: a box. May be read from several threads.
 */
typedef struct
{
  AskDomain *domain;
  GPtrArray *entities;
  GPtrArray *attributes;
  GPtrArray *metrics;
  GPtrArray *of_attribute;
  GPtrArray *of_entity;
  GPtrArray *steps;
  GPtrArray *links;
} AskVocab;

typedef enum
{
  ASK_LANG_ANY,
  ASK_LANG_ENGLISH,
  ASK_LANG_GERMAN
} AskLang;

/** AskComposedVerb: what a question does with its entity */
typedef enum
{
  ASK_VERB_NONE, /* "albums", "albums per artist" */
  ASK_VERB_SHOW,
  ASK_VERB_COUNT,
  ASK_VERB_FIGURE, /* an aggregate, or a metric */
  ASK_VERB_MOST /* "which artist has the most albums" */
} AskComposedVerb;

/** AskComposedIf: a condition; @texts are borrowed, %NULL where @numbers count */
typedef struct
{
  int attribute;
  AskDraftOp op;
  guint n;
  const char *texts[2];
  double numbers[2];
} AskComposedIf;

/**
 * AskParse:
 * @state: of the grammar
 * @at: token that comes next
 * @penalty: how far its words are from what is offered
 * @entity: -1 while it is not known
 * @shown: names of attributes before their entity is known
 * @attributes: of @entity, as many
 * @group: attribute, or the label of @group_entity; -1 where there is none
 * @group_key: what is grouped by, where an entity is meant; else -1
 * @child: entity whose rows are counted for each row of @entity; -1
 * @after_if: a condition was the last thing that was said
 *
 * A question up to some word. A plain value: it is copied wherever a word can be read in two ways.
 */
typedef struct
{
  guint8 state;
  guint8 lang;
  guint8 verb;
  guint8 aggregate;
  guint at;
  guint penalty;
  int entity;
  int metric;
  int child;
  guint n_shown;
  const AskSaid *shown[ASK_COMPOSED_MAX];
  int attributes[ASK_COMPOSED_MAX];
  int group;
  int group_key;
  AskTimePart part;
  int order;
  gboolean descending;
  gboolean after_if;
  gint64 limit;
  guint n_ifs;
  AskComposedIf ifs[ASK_COMPOSED_MAX];
} AskParse;

/**
 * AskWalk:
 * @typed: (element-type AskTyped): up to the cursor, or all
 * @partial: the last of them may go on
 * @typos: take what is nearly as it is typed, too
 * @free: the question is not of the grammar: names are offered wherever they may stand
 * @offers: (nullable) (element-type AskCompletion): what can follow, not in order; %NULL where nobody wants to know
 * @whole: (element-type AskParse): questions that are complete
 *
 * All ways to read a text.
 */
typedef struct
{
  AskWorkspace *workspace;
  AskVocab *names;
  AskLang person;
  GArray *typed;
  gsize cursor;
  gboolean partial;
  gboolean typos;
  gboolean free;
  GPtrArray *offers;
  GArray *queue;
  GArray *whole;
  GHashTable *values;
  GHashTable *offered;
  GStringChunk *chunk;
  GError *error;
} AskWalk;

#define ask_typed(walk, i) (&g_array_index ((walk)->typed, AskTyped, (i)))

/* ask-complete.c */
gboolean     ask_complete_read_one    (AskWorkspace      *workspace,
                                       const char        *text,
                                       AskComposed      **composed,
                                       GError           **error);

/* ask-complete-compare.c */
gboolean     ask_complete_read_comparison (AskWorkspace  *workspace,
                                       const char        *text,
                                       AskComposed      **composed,
                                       GError           **error);

/* ask-complete-text.c */
GArray      *ask_typed_split          (const char       *text,
                                       gsize             length);
gboolean     ask_said_begins          (const AskWalk    *walk,
                                       guint             at,
                                       char            **words,
                                       guint            *skipped);
guint        ask_said_match           (const AskWalk    *walk,
                                       guint             at,
                                       const AskSaid    *said,
                                       guint            *penalty);
guint        ask_words_match          (const AskWalk    *walk,
                                       guint             at,
                                       char            **words);

/* ask-complete-names.c */
AskVocab    *ask_vocab_get            (AskWorkspace     *workspace,
                                       GError          **error);
void         ask_vocab_unref          (AskVocab         *self);
GArray      *ask_vocab_list_reach     (AskVocab         *self,
                                       guint             entity);

/* ask-complete-values.c */
gboolean     ask_typed_to_number      (const AskTyped   *typed,
                                       double           *number);
void         ask_walk_take_value      (AskWalk          *walk,
                                       const AskParse   *parse);

/* ask-complete-phrases.c */
typedef enum
{
  ASK_SAY_COUNT,
  ASK_SAY_SHOW,
  ASK_SAY_AVERAGE,
  ASK_SAY_TOTAL,
  ASK_SAY_HIGHEST,
  ASK_SAY_LOWEST,
  ASK_SAY_WHICH,
  ASK_SAY_TOP,
  ASK_SAY_MOST,
  ASK_SAY_THERE,
  ASK_SAY_PER,
  ASK_SAY_WHERE,
  ASK_SAY_SORTED,
  ASK_SAY_OF,
  ASK_SAY_ALL,
  ASK_SAY_AND,
  ASK_SAY_BY,
  ASK_SAY_NUMBER_OF,
  ASK_SAY_DOWN,
  ASK_SAY_UP,
  ASK_SAY_IS,
  ASK_SAY_IS_NOT,
  ASK_SAY_ABOVE,
  ASK_SAY_BELOW,
  ASK_SAY_AT_LEAST,
  ASK_SAY_AT_MOST,
  ASK_SAY_BETWEEN,
  ASK_SAY_IN,
  ASK_SAY_AFTER,
  ASK_SAY_BEFORE,
  ASK_SAY_TRUE,
  ASK_SAY_FALSE,
  ASK_SAY_YEAR,
  ASK_SAY_QUARTER,
  ASK_SAY_MONTH,
  ASK_SAY_WEEKDAY,
  ASK_N_SAYS
} AskSay;

gboolean     ask_walk_say             (AskWalk          *walk,
                                       const AskParse   *parse,
                                       AskSay            say,
                                       AskParse         *next);
gboolean     ask_say_is_any           (const char       *folded);
const char  *ask_say_get_of           (AskLang           lang);

/* ask-complete-grammar.c */
void         ask_walk_run             (AskWalk          *walk);

/* ask-complete-take.c */
void         ask_walk_offer_names     (AskWalk          *walk);
void         ask_walk_offer           (AskWalk          *walk,
                                       const AskParse   *parse,
                                       AskCompletionKind kind,
                                       const char       *text,
                                       char             *what,
                                       double            score);
void         ask_walk_take_if         (AskWalk          *walk,
                                       const AskParse   *parse,
                                       const AskComposedIf *condition,
                                       guint             n);
AskLang      ask_walk_get_lang        (const AskWalk    *walk,
                                       const AskParse   *parse);

/* ask-complete-draft.c */
AskDraft    *ask_parse_to_draft       (const AskParse   *parse,
                                       AskVocab         *names);

G_END_DECLS
