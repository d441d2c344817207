/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question as tokens, and what they may stand for in a domain: names, values, numbers. It decides
 * nothing: several readings stand beside each other, each with a score, and interpreting weighs them.
 */
#pragma once

#include "understand/link/ask-domain.h"

G_BEGIN_DECLS

/**
 * AskToken:
 * @start, @end: bytes of the question
 * @surface: as it was typed; "" of a word of asking that was put in, which has no place in the text
 * @folded: without case and accents; in a German question a word of asking as its English one ("how" of "wie")
 * @stem: of @folded without a possessive "'s"; @folded itself for numbers and signs
 * @upper: begins with a capital letter
 * @quoted: stands inside quotation marks
 * @stop: a word that alone names nothing
 */
typedef struct
{
  guint start;
  guint end;
  char *surface;
  char *folded;
  char *stem;
  gboolean upper;
  gboolean quoted;
  gboolean stop;
  gboolean word; /* begins with a letter or a digit */
} AskToken;

/**
 * AskMark:
 *
 * What a token was taken for when the question's links are taken out. A name's further tokens are
 * "inside".
 */
typedef enum
{
  ASK_MARK_NONE,
  ASK_MARK_ATTRIBUTE, /* COL */
  ASK_MARK_ATTRIBUTE_INSIDE,
  ASK_MARK_ENTITY, /* TAB */
  ASK_MARK_ENTITY_INSIDE,
  ASK_MARK_VALUE, /* VAL */
  ASK_MARK_VALUE_INSIDE,
  ASK_MARK_NUMBER, /* NUM */
  ASK_MARK_NUMBER_INSIDE
} AskMark;

/**
 * AskMentionKind:
 * @ASK_MENTION_STORED: words that are a stored value
 * @ASK_MENTION_QUOTED: between quotation marks
 * @ASK_MENTION_NUMBER: digits or a number word
 * @ASK_MENTION_NAME: capitals that are no stored value
 * @ASK_MENTION_PART: a word that occurs within stored values
 * @ASK_MENTION_DATE: a day, a month, "last quarter"
 */
typedef enum
{
  ASK_MENTION_STORED,
  ASK_MENTION_QUOTED,
  ASK_MENTION_NUMBER,
  ASK_MENTION_NAME,
  ASK_MENTION_PART,
  ASK_MENTION_DATE
} AskMentionKind;

/**
 * AskMentionLink:
 * @attribute: whose value the mention may be
 * @value: (nullable): as it is stored, or as it would be compared; %NULL for a number, which is the mention's. Of a
 *   date: a moment ("2014-05-17 10:00"), a day, the beginning of days ("2014-05", "2014"), or the first and the last
 *   day ("2014-04-01/2014-06-30")
 * @score: 1 a stored value, 0.8 a date, 0.5 a number within type, 0.4 or 0.3 a part of a value, less for a guess
 */
typedef struct
{
  int attribute;
  char *value;
  double score;
} AskMentionLink;

/**
 * AskMention:
 * @first, @last: tokens, @last is one past the end
 * @literal: as it was typed, without quotation marks
 * @has_number: whether @number is set
 * @links: (element-type AskMentionLink): one an attribute at most
 */
typedef struct
{
  guint first;
  guint last;
  AskMentionKind kind;
  char *literal;
  gboolean has_number;
  double number;
  GArray *links;
} AskMention;

/**
 * AskNameMatch:
 * @score: share of the name's words that were met, each weighed by its rarity and by how it was met
 * @exact: all words, as they are, side by side
 * @first, @last: tokens from the first to one past the last that were met
 * @met: sum of how well each word was met; 0 where none was, and then nothing else is set
 * @n_words: of the name
 *
 * How a name of the schema is met best in the question. A word is met as it is (1), as the beginning of
 * another (0.7), by a synonym of WordNet, or nearly as it is typed (0.6). The steward's synonyms are names as well.
 */
typedef struct
{
  double score;
  gboolean exact;
  guint first;
  guint last;
  double met;
  guint n_words;
} AskNameMatch;

/** AskChosenSpan: tokens of which a person said what they stand for; @last is one past the end */
typedef struct
{
  guint first;
  guint last;
} AskChosenSpan;

/** AskUnitMatch: @token: names the unit; @attribute: whose numbers are in it */
typedef struct
{
  guint token;
  int attribute;
} AskUnitMatch;

/**
 * AskQuestion:
 * @text: as it was asked
 * @german: most of its small words are German ones
 * @tokens: (element-type AskToken)
 * @mentions: (element-type AskMention): may overlap
 * @attributes: (element-type AskNameMatch): one for each attribute of the domain
 * @entities: (element-type AskNameMatch): one for each entity of the domain
 * @metrics: (element-type AskNameMatch): one for each metric of the domain
 * @marks: (element-type AskMark): of names, one for each token
 * @value_marks: (element-type AskMark): of values and numbers, one for each token
 * @plain: (element-type utf8): the question with its links taken out: "<s>", stems, COL, TAB, VAL, NUM, "</s>"
 * @chosen: (element-type AskChosenSpan): see ask_workspace_choose_link()
 * @units: (element-type AskUnitMatch): units that are named
 * @places: (element-type guint): for each token, where it begins in @plain
 */
typedef struct
{
  char *text;
  gboolean german;
  AskDomain *domain;
  GArray *tokens;
  GArray *mentions;
  GArray *attributes;
  GArray *entities;
  GArray *metrics;
  GArray *marks;
  GArray *value_marks;
  GPtrArray *plain;
  GArray *places;
  GArray *chosen;
  GArray *units;
} AskQuestion;

AskQuestion *ask_question_new       (AskDomain    *domain,
                                     const char   *text,
                                     GError      **error);
void         ask_question_free      (AskQuestion  *self);
void         ask_question_set_today (const GDate  *day);
char        *ask_question_dup_today (void);

#define ask_question_token(self, i) (&g_array_index ((self)->tokens, AskToken, (i)))
#define ask_question_mention(self, i) (&g_array_index ((self)->mentions, AskMention, (i)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskQuestion, ask_question_free)

G_END_DECLS
