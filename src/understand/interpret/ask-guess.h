/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is guessed of a question's parts before drafts are made: which role each attribute plays, which
 * entities FROM has, which attribute a value belongs to, which sketches fit. Stages build on each other;
 * each makes features and asks the weights. Training calls the same stages with weights that have not
 * seen the question's database.
 *
 * | stage | file | reads | writes |
 * | --- | --- | --- | --- |
 * | words | ask-guess-words.c | lexicon | lexicon, lexicon_at |
 * | context | ask-guess-words.c | linear "context" | roles, operators |
 * | parts | ask-guess-sketch.c | linear "parts" | flags |
 * | attributes | ask-guess-attribute.c | trees "attribute.ROLE" | attributes |
 * | entities, pairs | ask-guess-entity.c, ask-guess-pair.c | trees "entity", "pair" | entities, pairs |
 * | sketches | ask-guess-sketch.c | linear "sketches" | part_logs; see ask-sketch-book.h |
 */
#pragma once

#include "understand/interpret/ask-draft.h"
#include "understand/interpret/ask-weights.h"
#include "understand/link/ask-question.h"

G_BEGIN_DECLS

/** AskGuessRole: what an attribute may do in a query; "used" is any of it */
typedef enum
{
  ASK_GUESS_USED,
  ASK_GUESS_SELECT,
  ASK_GUESS_AGGREGATE,
  ASK_GUESS_WHERE,
  ASK_GUESS_GROUP,
  ASK_GUESS_ORDER,
  ASK_GUESS_NESTED_SELECT
} AskGuessRole;

#define ASK_N_GUESS_ROLES (ASK_GUESS_NESTED_SELECT + 1)
/* "sel", "agg", "where", "group", "order", "none" */
#define ASK_N_CONTEXT_ROLES 6
#define ASK_N_FLAGS 7
#define ASK_N_ATTRIBUTE_FEATURES 59
#define ASK_N_ENTITY_FEATURES 26
#define ASK_N_PAIR_FEATURES 49

/**
 * AskGuessPair:
 * @mention: of the question
 * @attribute: whose value the mention may be
 * @value: (nullable): as it would be compared; %NULL for the mention's number; belongs to the question
 * @link: how well mention and attribute were linked, 0 to 1
 * @score: log-odds that this is so
 */
typedef struct
{
  guint mention;
  int attribute;
  const char *value;
  double link;
  float score;
} AskGuessPair;

/**
 * AskGuess:
 * @lexicon: for each attribute, how strongly a learned word of the question stands for it
 * @lexicon_at: for each attribute, that word's token, or -1
 * @roles: for each attribute that is mentioned probabilities of its context; all -1 for others
 * @operators: for each mention probabilities of operators, @n_operators each
 * @flags: chance of grouping, order, condition, nesting; how many are selected; chance of count(*), of another aggregate
 * @attributes: for each attribute log-odds of each role
 * @entities: for each entity log-odds that FROM has it
 * @pairs: (element-type AskGuessPair)
 * @part_logs: log-probabilities of all heads of "sketches"
 */
typedef struct
{
  AskWeights *weights;
  AskQuestion *question;
  AskDomain *domain;
  float *lexicon;
  int *lexicon_at;
  float (*roles)[ASK_N_CONTEXT_ROLES];
  float *operators;
  guint n_operators;
  const AskLinearHead *operator_head;
  float flags[ASK_N_FLAGS];
  float (*attributes)[ASK_N_GUESS_ROLES];
  float *entities;
  GArray *pairs;
  float *part_logs;
} AskGuess;

AskGuess   *ask_guess_new                (AskQuestion *question,
                                          AskWeights  *weights);
void        ask_guess_free               (AskGuess    *self);
void        ask_guess_set_weights        (AskGuess    *self,
                                          AskWeights  *weights);

void        ask_guess_words              (AskGuess    *self);
void        ask_guess_context            (AskGuess    *self);
void        ask_guess_parts              (AskGuess    *self);
void        ask_guess_attributes         (AskGuess    *self);
void        ask_guess_entities           (AskGuess    *self);
void        ask_guess_pairs              (AskGuess    *self);
void        ask_guess_sketches           (AskGuess    *self);
void        ask_guess_all                (AskGuess    *self);

/* Features of the stages, for training. */
GArray *ask_guess_question_features  (AskGuess          *self);
GArray *ask_guess_summary_features   (AskGuess          *self);
GArray *ask_guess_attribute_context  (AskGuess          *self,
                                      guint              attribute);
GArray *ask_guess_mention_context    (AskGuess          *self,
                                      guint              mention);
GArray *ask_guess_span_context       (const AskQuestion *question,
                                      guint              first,
                                      guint              last);
float  *ask_guess_attribute_features (AskGuess          *self);
float  *ask_guess_entity_features    (AskGuess          *self);
GArray *ask_guess_collect_pairs      (AskGuess          *self);
float  *ask_guess_pair_features      (AskGuess          *self,
                                      GArray            *pairs);

/* What later stages ask. */
float       ask_guess_operator           (const AskGuess *self,
                                          guint        mention,
                                          const char  *name);
float       ask_guess_unused             (const AskGuess *self,
                                          guint        mention);
const char *ask_guess_role_name          (AskGuessRole role);
const char *ask_guess_operator_name      (AskDraftOp   op);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskGuess, ask_guess_free)

G_END_DECLS
