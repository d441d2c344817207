/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What sources do not say of themselves: relationships that nobody declared, and what columns mean. Guessed from
 * names, types and from profiles of values that somebody else reads (ask_engine_read_evidence()), offered with a
 * confidence and a reason, never imposed. It opens no connection, and a suggestion holds counts, not values.
 *
 * |[
 * g_autoptr (AskInfer) infer = ask_infer_new (schema);
 *
 * if (ask_engine_read_evidence (engine, infer, cancellable, &error))
 *   suggestions = ask_infer_suggest (infer);
 * ]|
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

/* What is less sure than this is not offered. */
#define ASK_INFER_LEAST 0.6

typedef enum
{
  ASK_SUGGESTION_RELATIONSHIP,
  ASK_SUGGESTION_MEANING
} AskSuggestionKind;

/**
 * AskSuggestion:
 * @key: stays the same for the same suggestion, through renames too: dismissals go by it
 * @confidence: from %ASK_INFER_LEAST to 0.99
 * @reason: one sentence for a steward in the language of who runs this, with counts and no values; only where values could not be compared it repeats
 *   what the source said
 * @from_id: the entity that it is about; of a relationship the one that refers to the other
 * @from: its name
 * @from_attributes: (element-type utf8): of a meaning one
 * @to_id: (nullable): of a relationship, the entity that is referred to
 * @to: (nullable): its name
 * @to_attributes: (element-type utf8): as many as @from_attributes; of a meaning none
 * @cardinality: of a relationship
 * @meaning: of a meaning; %ASK_MEANING_NONE where only @unit is suggested
 * @unit: (nullable): of a meaning, a unit that belongs to it
 */
typedef struct
{
  AskSuggestionKind kind;
  char *key;
  double confidence;
  char *reason;
  char *from_id;
  char *from;
  GPtrArray *from_attributes;
  char *to_id;
  char *to;
  GPtrArray *to_attributes;
  AskCardinality cardinality;
  AskMeaning meaning;
  char *unit;
} AskSuggestion;

void      ask_suggestion_free    (AskSuggestion       *self);
char     *ask_suggestion_to_text (const AskSuggestion *self);
gboolean  ask_suggestion_apply   (const AskSuggestion *self,
                                  AskSchema           *draft,
                                  GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSuggestion, ask_suggestion_free)

/**
 * AskInferProfile:
 * @known: whether rows were read; all else is 0 where they were not
 * @partial: there are more rows than were read
 * @n_rows: rows that were read
 * @n_values: those that hold a value
 * @n_distinct: different values among those
 * @n_numbers: different values that are whole numbers
 * @n_long: different values of more than one character
 * @least: the smallest whole number, 0 where there is none
 * @greatest: the largest
 * @sample: (nullable) (element-type utf8): some of the different values, at most %ASK_INFER_SAMPLE
 *
 * What was seen of a column. It stays on this machine and goes with the AskInfer.
 */
typedef struct
{
  gboolean known;
  gboolean partial;
  gint64 n_rows;
  gint64 n_values;
  gint64 n_distinct;
  gint64 n_numbers;
  gint64 n_long;
  gint64 least;
  gint64 greatest;
  GPtrArray *sample;
} AskInferProfile;

#define ASK_INFER_SAMPLE 100
/* Rows of a table that a profile looks at, and different values of a column that a comparison does. */
#define ASK_INFER_ROWS 5000
#define ASK_INFER_VALUES 10000

typedef struct _AskInferColumn AskInferColumn;

/**
 * AskInferPair:
 * @from: (element-type AskInferColumn): what may refer
 * @to: (element-type AskInferColumn): to what, as many
 * @known: whether the values were compared
 * @n_checked: different values of @from, or of them together, that were looked for
 * @n_found: those of them that occur in @to
 * @repeats: some of them occur in @to more than once
 * @problem: (nullable): why they were not compared
 *
 * Two ends whose values have to be compared.
 */
typedef struct
{
  GPtrArray *from;
  GPtrArray *to;
  gboolean known;
  gint64 n_checked;
  gint64 n_found;
  gboolean repeats;
  char *problem;
} AskInferPair;

typedef struct _AskInfer AskInfer;

AskInfer           *ask_infer_new              (AskSchema            *schema);
void                ask_infer_free             (AskInfer             *self);
AskSchema          *ask_infer_get_schema       (AskInfer             *self);
AskInferProfile    *ask_infer_get_profile      (AskInfer             *self,
                                                guint                 entity,
                                                guint                 attribute);
const AskEntity    *ask_infer_column_get_entity (const AskInferColumn *self);
const AskAttribute *ask_infer_column_get_attribute (const AskInferColumn *self);
GPtrArray          *ask_infer_list_pairs       (AskInfer             *self);
GPtrArray          *ask_infer_suggest          (AskInfer             *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskInfer, ask_infer_free)

G_END_DECLS
