/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A SELECT in the small form that readings have: no aliases, no joins. FROM follows from what is named, by
 * the shortest way along a domain's joins (for 97 % of people's queries that is the right one; see
 * ask-draft-path). A draft whose places are slots is a sketch; see ask-sketch.h.
 */
#pragma once

#include "sql/ask-sql-ast.h"
#include "understand/link/ask-addition.h"

G_BEGIN_DECLS

typedef struct _AskDraft AskDraft;

typedef enum
{
  ASK_DRAFT_PLAIN,
  ASK_DRAFT_COUNT,
  ASK_DRAFT_SUM,
  ASK_DRAFT_AVG,
  ASK_DRAFT_MIN,
  ASK_DRAFT_MAX
} AskDraftAggregate;

/**
 * AskDraftView:
 * @ASK_DRAFT_AS_IT_IS: the figure
 * @ASK_DRAFT_SHARE: in percent of the sum over all groups
 * @ASK_DRAFT_CHANGE: less the figure of the group before, in the order of the group's time
 * @ASK_DRAFT_GROWTH: the same in percent of the figure before
 *
 * How the figure of a group is seen against those of the others.
 */
typedef enum
{
  ASK_DRAFT_AS_IT_IS,
  ASK_DRAFT_SHARE,
  ASK_DRAFT_CHANGE,
  ASK_DRAFT_GROWTH
} AskDraftView;

/**
 * AskDraftTerm:
 * @distinct: count (DISTINCT …)
 * @attribute: of the domain, %ASK_DOMAIN_STAR, or the number of a slot
 * @part: of @attribute's times
 * @view: of an aggregate of a group
 * @metric: 0, or the place of a metric of the domain, from 1 on; then @aggregate and @attribute are those of count (*)
 * @per: 0, or an attribute, from 1 on: a number of rows is shared out among its different values
 */
typedef struct
{
  AskDraftAggregate aggregate;
  gboolean distinct;
  int attribute;
  AskTimePart part;
  AskDraftView view;
  guint metric;
  guint per;
} AskDraftTerm;

typedef enum
{
  ASK_DRAFT_EQUAL,
  ASK_DRAFT_NOT_EQUAL,
  ASK_DRAFT_LESS,
  ASK_DRAFT_LESS_EQUAL,
  ASK_DRAFT_GREATER,
  ASK_DRAFT_GREATER_EQUAL,
  ASK_DRAFT_LIKE,
  ASK_DRAFT_NOT_LIKE,
  ASK_DRAFT_BETWEEN,
  ASK_DRAFT_NOT_BETWEEN,
  ASK_DRAFT_IN, /* a query */
  ASK_DRAFT_NOT_IN,
  ASK_DRAFT_IS_NULL, /* no operand */
  ASK_DRAFT_IS_NOT_NULL,
  ASK_DRAFT_IS_BLANK /* NULL or an empty text; no operand */
} AskDraftOp;

typedef enum
{
  ASK_DRAFT_VALUE,
  ASK_DRAFT_ATTRIBUTE,
  ASK_DRAFT_QUERY
} AskDraftOperandKind;

/**
 * AskDraftOperand:
 * @attribute: of an ATTRIBUTE
 * @slot: of a VALUE of a sketch, else -1
 * @text: (nullable): of a VALUE that is text, else @number counts
 * @query: of a QUERY
 */
typedef struct
{
  AskDraftOperandKind kind;
  int attribute;
  int slot;
  char *text;
  double number;
  AskDraft *query;
} AskDraftOperand;

/** AskDraftCondition: @n_operands: 2 for BETWEEN, 0 for IS NULL and IS BLANK; @either: joined by OR, not AND, to the one before */
typedef struct
{
  AskDraftTerm left;
  AskDraftOp op;
  guint n_operands;
  AskDraftOperand operands[2];
  gboolean either;
} AskDraftCondition;

typedef enum
{
  ASK_DRAFT_NO_SET,
  ASK_DRAFT_UNION,
  ASK_DRAFT_INTERSECT,
  ASK_DRAFT_EXCEPT
} AskDraftSet;

#define ASK_DRAFT_NO_LIMIT (-1)

/**
 * AskDraft:
 * @distinct: SELECT DISTINCT
 * @terms, @groups, @orders: (element-type AskDraftTerm)
 * @conditions, @having: (element-type AskDraftCondition)
 * @descending: of all of @orders
 * @limit: rows, or %ASK_DRAFT_NO_LIMIT
 * @limit_slot: of a sketch: the value's slot, and then @limit is 0; -1 where the limit is what @limit says
 * @extra: (element-type int): entities that FROM has beside those of the attributes, or their slots
 * @second: (nullable): the other side of @set; @orders and @limit are of both together, it has none of its own
 * @whole: (nullable): the only term is an aggregate, shown in percent of what this one gives
 */
struct _AskDraft
{
  gboolean distinct;
  GArray *terms;
  GArray *conditions;
  GArray *groups;
  GArray *having;
  GArray *orders;
  gboolean descending;
  gint64 limit;
  int limit_slot;
  GArray *extra;
  AskDraftSet set;
  AskDraft *second;
  AskDraft *whole;
};

AskDraft *ask_draft_new         (void);
AskDraft *ask_draft_copy        (const AskDraft     *self);
void      ask_draft_free        (AskDraft           *self);
gboolean  ask_draft_equal       (const AskDraft     *a,
                                 const AskDraft     *b);
gboolean  ask_draft_term_equal  (const AskDraftTerm *a,
                                 const AskDraftTerm *b);
AskDraft *ask_draft_from_tree   (AskDomain          *domain,
                                 const AskSqlTree   *tree,
                                 GError            **error);
char     *ask_draft_name_part   (AskTimePart         part,
                                 int                 number);
void      ask_draft_append_part (GString            *sql,
                                 AskTimePart         part,
                                 const char         *time);
const char *ask_draft_get_part_label (AskTimePart    part);
void      ask_draft_normalise   (AskDraft           *self);
void      ask_draft_bound_times (AskDraft           *self,
                                 AskDomain          *domain);
char     *ask_draft_to_sql      (const AskDraft     *self,
                                 AskDomain          *domain,
                                 guint               way);

/**
 * AskDraftPath:
 * @entities: (element-type guint): all entities of FROM, in the order in which they are joined
 * @joins: (element-type guint): places of the domain's joins; one an entity after the first (a join of several
 *   attributes is named by its first)
 * @cost: sum of the joins' costs
 */
typedef struct
{
  GArray *entities;
  GArray *joins;
  double cost;
} AskDraftPath;

AskDraftPath *ask_draft_find_path (AskDomain    *domain,
                                   const guint  *entities,
                                   guint         n_entities,
                                   guint         way);
void          ask_draft_path_free (AskDraftPath *self);
GArray       *ask_draft_collect_entities (const AskDraft *self,
                                          AskDomain      *domain);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDraft, ask_draft_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDraftPath, ask_draft_path_free)

G_END_DECLS
