/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The literals of a query that may be another value: those that a verified pair's question names, when that is asked again
 * (ask-match.c); and all that are compared with an attribute, as parameters of a board.
 *
 *   ask-match-slots.c    which literals are slots, and what goes into them
 *   ask-match-literal.c  the literals, and what each is compared with
 */
#pragma once

#include "agent/ask-match.h"
#include "agent/ask-words.h"
#include "sql/ask-sql-parser.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_SLOT_TEXT,
  ASK_SLOT_NUMBER,
  ASK_SLOT_YEAR, /* every date in the SQL moves with it */
  ASK_SLOT_LIMIT
} AskSlotKind;

/**
 * AskLiteral:
 * @span: in the SQL
 * @text: what it stands for: without quotes, or the number as it is written
 * @is_string: it stands in quotes
 * @is_limit: it is the LIMIT
 * @is_argument: it is an argument of a function, a format or a length, and no value
 * @is_date: it moves with the year of the question
 * @table: (nullable): what stands before the point of @column
 * @column: (nullable): the attribute that it is compared with
 * @column_at: where @column stands in the SQL, in bytes; 0 without one
 *
 * A number or a text in the SQL. It borrows from the tree, but for @text.
 */
typedef struct
{
  AskSqlSpan span;
  char *text;
  gboolean is_string;
  gboolean is_limit;
  gboolean is_argument;
  gboolean is_date;
  const char *table;
  const char *column;
  guint32 column_at;
} AskLiteral;

/**
 * AskSlot:
 * @text: the value as the SQL has it
 * @words: (element-type AskWord): of @text
 * @literals: (element-type guint): places among the literals of the SQL
 */
typedef struct
{
  AskSlotKind kind;
  char *text;
  GArray *words;
  GArray *literals;
} AskSlot;

/**
 * AskSlots:
 * @sql: borrowed
 * @tree: (nullable): of @sql
 * @names: (nullable) (element-type utf8): a set of all names in @sql, in lower case
 * @literals: (element-type AskLiteral): in the order of @sql
 * @items: (element-type AskSlot)
 */
typedef struct
{
  const char *sql;
  AskSqlTree *tree;
  GHashTable *names;
  GArray *literals;
  GPtrArray *items;
} AskSlots;

/**
 * AskSlotFailure:
 * @attribute: (nullable): where the pair's own value occurs
 * @elsewhere: (nullable): an attribute in which the new value does occur
 *
 * Why a value does not go into a slot.
 */
typedef struct
{
  char *entity;
  char *attribute;
  char *elsewhere;
} AskSlotFailure;

/* ask-match-slots.c */
AskSlots *ask_slots_new          (const char       *sql,
                                  GArray           *question);
void      ask_slots_free         (AskSlots         *self);
char     *ask_slots_check_value  (AskSlots         *self,
                                  const AskSlot    *slot,
                                  const char       *text,
                                  const AskValueIndex *index,
                                  AskSlotFailure   *failure,
                                  GError          **error);
char     *ask_slots_fill         (AskSlots         *self,
                                  char            **values);
void      ask_slot_failure_clear (AskSlotFailure   *self);

/* ask-match-literal.c */
void      ask_slots_read         (AskSlots         *self,
                                  const char       *sql);
gboolean  ask_slots_name         (const AskSlots   *self,
                                  const char       *name);
gboolean  ask_slots_stand_for    (const AskSlots   *self,
                                  const char       *qualifier,
                                  const char       *entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSlots, ask_slots_free)

G_END_DECLS
