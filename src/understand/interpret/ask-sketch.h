/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sketches: drafts with slots in the places of attributes, values and entities. Seen in training, or made
 * of parts of those. A question without its links chooses sketches; filling the slots gives drafts.
 */
#pragma once

#include "understand/interpret/ask-draft.h"

G_BEGIN_DECLS

/**
 * AskSlotRole:
 *
 * What an attribute does in a block of a draft.
 */
typedef enum
{
  ASK_SLOT_SELECT,
  ASK_SLOT_AGGREGATE, /* selected within an aggregate */
  ASK_SLOT_WHERE,
  ASK_SLOT_WHERE_QUERY, /* compared with a query; @op says how */
  ASK_SLOT_WHERE_ATTRIBUTE, /* compared with an attribute */
  ASK_SLOT_GROUP,
  ASK_SLOT_HAVING,
  ASK_SLOT_ORDER
} AskSlotRole;

/**
 * AskSketchSlot:
 * @block: which block of the draft it stands in: "" the outermost, "n." a nested query, "s." the second of a set,
 *   "n.s." and so on
 * @op: where it is compared with a query
 * @summed: whether its attribute is added up or averaged
 */
typedef struct
{
  char block[8];
  AskSlotRole role;
  AskDraftOp op;
  gboolean summed;
} AskSketchSlot;

typedef enum
{
  ASK_SKETCH_WHERE,
  ASK_SKETCH_HAVING,
  ASK_SKETCH_LIMIT
} AskSketchPlace;

/** AskSketchValue: @attribute: the slot that it is compared with, -1 for a limit or count(*); @aggregate: around that slot */
typedef struct
{
  char block[8];
  AskSketchPlace place;
  AskDraftOp op;
  int attribute;
  AskDraftAggregate aggregate;
} AskSketchValue;

/** Parts of a sketch that are chosen apart from each other. */
typedef enum
{
  ASK_PART_SELECT,
  ASK_PART_WHERE,
  ASK_PART_GROUP,
  ASK_PART_ORDER,
  ASK_PART_NESTING,
  ASK_PART_EXTRA
} AskSketchPart;

#define ASK_N_SKETCH_PARTS (ASK_PART_EXTRA + 1)

/**
 * AskSketch:
 * @draft: with slots
 * @key: its one spelling, which ask_sketch_parse() reads
 * @slots: (element-type AskSketchSlot)
 * @values: (element-type AskSketchValue)
 * @extras: (element-type utf8): the block of each slot of an entity
 * @parts: the spelling of each part without its slots: two sketches with equal @parts[0] select alike
 * @plain: no set, no query in a condition: its parts can be combined with others'
 */
typedef struct
{
  AskDraft *draft;
  char *key;
  GArray *slots;
  GArray *values;
  GPtrArray *extras;
  char *parts[ASK_N_SKETCH_PARTS];
  gboolean plain;
} AskSketch;

/**
 * AskFilling:
 * @attributes: one for each slot
 * @values: (element-type AskDraftOperand): one for each value; their text belongs to the filling
 * @entities: one for each slot of an entity
 */
typedef struct
{
  GArray *attributes;
  GArray *values;
  GArray *entities;
} AskFilling;

AskSketch  *ask_sketch_new         (AskDomain        *domain,
                                    const AskDraft   *draft,
                                    AskFilling      **filling);
AskSketch  *ask_sketch_parse       (const char       *key,
                                    GError          **error);
AskSketch  *ask_sketch_compose     (const AskSketch  *select,
                                    const AskSketch  *where,
                                    const AskSketch  *group,
                                    const AskSketch  *order,
                                    guint             n_extras);
void        ask_sketch_free        (AskSketch        *self);
AskDraft   *ask_sketch_fill        (const AskSketch  *self,
                                    const AskFilling *filling);
AskFilling *ask_filling_new        (void);
void        ask_filling_free       (AskFilling       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSketch, ask_sketch_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFilling, ask_filling_free)

G_END_DECLS
