/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an entity's rows are like: of each attribute how many values, how many different, empty, the least and the most,
 * how they spread; of the entity whether its key holds and whether its relationships match. Computed where the rows lie,
 * piece by piece. Nothing of it is told to a model.
 */
#pragma once

#include "base/ask-cell.h"
#include "engine/ask-engine-overlap.h"
#include "explore/ask-explore.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/** ASK_PROFILE_WHOLE: a table of more rows is sampled unless told otherwise */
#define ASK_PROFILE_WHOLE 2000000
/** ASK_PROFILE_SAMPLE: rows that a sample is to have */
#define ASK_PROFILE_SAMPLE 200000
/** ASK_PROFILE_API_ROWS: rows that are read of an API, unless told */
#define ASK_PROFILE_API_ROWS 1000
/** ASK_PROFILE_TOP: the most frequent values that are told apart */
#define ASK_PROFILE_TOP 10

/**
 * AskProfileBar:
 * @low: the value; of a histogram the least that counts here
 * @high: of a histogram where the next bar begins, which of the last one counts here, too; NULL otherwise
 * @n: rows
 */
typedef struct
{
  AskValue low;
  AskValue high;
  gint64 n;
} AskProfileBar;

/**
 * AskProfileSpread:
 * @ASK_PROFILE_NOTHING: nothing to be seen: no values, all different, or withheld
 * @ASK_PROFILE_TOP_VALUES: bars are the most frequent values
 * @ASK_PROFILE_HISTOGRAM: bars are ranges of numbers, days or moments
 */
typedef enum
{
  ASK_PROFILE_NOTHING,
  ASK_PROFILE_TOP_VALUES,
  ASK_PROFILE_HISTOGRAM
} AskProfileSpread;

/**
 * AskProfileAttribute:
 * @attribute: (transfer none): of the entity
 * @ready: whether it was looked at; what follows holds only then
 * @meaning: what its values are, by a steward, an import or its name
 * @unit: (nullable): of its numbers: "EUR", "kg"
 * @n_rows: rows that were looked at
 * @n_empty: those without a value
 * @n_blank: those whose text is empty or blank
 * @n_distinct: different values; -1 where values of that type are not compared
 * @least, @most: NULL where there are none, or they are withheld
 * @average: of numbers; NULL of all else
 * @n_outer_blanks: texts with blanks before or behind
 * @n_numbers: texts that could be numbers
 * @bars: (element-type AskProfileBar): see @spread
 * @n_others: rows with a value that no bar counts
 * @failure: (nullable): why it could not be looked at
 *
 * Of a sensitive attribute there are counts alone.
 */
typedef struct
{
  const AskAttribute *attribute;
  gboolean ready;
  AskMeaning meaning;
  const char *unit;
  gint64 n_rows;
  gint64 n_empty;
  gint64 n_blank;
  gint64 n_distinct;
  AskValue least;
  AskValue most;
  AskValue average;
  gint64 n_outer_blanks;
  gint64 n_numbers;
  AskProfileSpread spread;
  GPtrArray *bars;
  gint64 n_others;
  GError *failure;
} AskProfileAttribute;

/**
 * AskProfileMatch:
 * @relationship: (transfer none): of the schema
 * @ready: whether it was looked at
 * @n_checked: different values, or keys, of its @from that were looked for; 0 where they could not be compared
 * @n_found: those that its @to has
 * @failure: (nullable): why it could not be looked at
 */
typedef struct
{
  const AskRelationship *relationship;
  gboolean ready;
  gint64 n_checked;
  gint64 n_found;
  GError *failure;
} AskProfileMatch;

/**
 * AskProfileSample:
 * @ASK_PROFILE_ALL_ROWS: nothing was left out
 * @ASK_PROFILE_SPREAD_ROWS: rows from all over the key's range
 * @ASK_PROFILE_FIRST_ROWS: those that came first: where there is no such key, and of an API
 */
typedef enum
{
  ASK_PROFILE_ALL_ROWS,
  ASK_PROFILE_SPREAD_ROWS,
  ASK_PROFILE_FIRST_ROWS
} AskProfileSample;

/**
 * AskProfile:
 * @schema: that all of it is of
 * @entity: (transfer none): of @schema
 * @sample: which rows were looked at
 * @n_rows: rows of the entity, -1 where unknown
 * @about: @n_rows is what the source estimates
 * @n_read: rows that were looked at, -1 before the first attribute is there
 * @n_calls: to an API
 * @key: (element-type AskAttribute): empty where there is no key
 * @key_ready: whether the key was looked at
 * @n_key_repeated: keys that more than one row has
 * @n_key_rows: rows that have one of these
 * @n_key_empty: rows whose key is empty in a part
 * @key_failure: (nullable): why the key could not be looked at
 * @attributes: (element-type AskProfileAttribute): in the entity's order; hidden ones are not there
 * @matches: (element-type AskProfileMatch): of its relationships, from it and to it
 * @newest: (nullable) (transfer none): the attribute of time with the newest value that is not in the future
 */
typedef struct
{
  AskSchema *schema;
  const AskEntity *entity;
  AskProfileSample sample;
  gint64 n_rows;
  gboolean about;
  gint64 n_read;
  guint n_calls;
  GPtrArray *key;
  gboolean key_ready;
  gint64 n_key_repeated;
  gint64 n_key_rows;
  gint64 n_key_empty;
  GError *key_failure;
  GPtrArray *attributes;
  GPtrArray *matches;
  const AskProfileAttribute *newest;
} AskProfile;

/**
 * AskProfilePart:
 * @ASK_PROFILE_PART_ROWS: how many rows there are, and which are looked at
 * @ASK_PROFILE_PART_ATTRIBUTE: one of the attributes
 * @ASK_PROFILE_PART_KEY: the key
 * @ASK_PROFILE_PART_MATCH: one of the relationships
 *
 * What has just become known.
 */
typedef enum
{
  ASK_PROFILE_PART_ROWS,
  ASK_PROFILE_PART_ATTRIBUTE,
  ASK_PROFILE_PART_KEY,
  ASK_PROFILE_PART_MATCH
} AskProfilePart;

/**
 * AskProfileFunc:
 * @self: so far
 * @part: what is new
 * @index: of the attribute or the relationship
 * @data: as given
 *
 * Runs in the thread that profiles, between two statements.
 */
typedef void (*AskProfileFunc) (const AskProfile *self, AskProfilePart part, guint index, gpointer data);

/**
 * AskProfileRequest:
 * @entity: its name
 * @n_sample: rows to look at: 0 for as many as usual, -1 for all
 * @given: (nullable): SQL that holds of the rows: what an API has to be told
 * @calls_apis: relationships with APIs are looked at, too, which costs calls
 * @workspace: (nullable): where match rates are kept
 * @on_part: (nullable): told of each piece
 * @data: for @on_part
 */
typedef struct
{
  const char *entity;
  gint64 n_sample;
  const char *given;
  gboolean calls_apis;
  AskWorkspace *workspace;
  AskProfileFunc on_part;
  gpointer data;
} AskProfileRequest;

AskProfile *ask_profile_run (AskEngine *engine, const AskProfileRequest *request, GCancellable *cancellable,
                             GError **error);
AskProfile *ask_profile_copy (const AskProfile *self);
void ask_profile_free (AskProfile *self);
gboolean ask_profile_has (const AskAttribute *attribute);
gboolean ask_profile_has_match (const AskEntity *entity, const AskRelationship *relationship);
JsonNode *ask_profile_to_json (const AskProfile *self);
AskCellFormat ask_profile_find_format (const AskProfileAttribute *self);
const char *ask_profile_sample_to_string (AskProfileSample sample);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskProfile, ask_profile_free)

G_END_DECLS
