/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The literals of a verified pair's SQL that its question names: what may be another value when
 * the question is asked again. Private to this room; ask-match.c is its only caller.
 */
#pragma once

#include "agent/ask-match.h"
#include "agent/ask-words.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_SLOT_TEXT,
  ASK_SLOT_NUMBER,
  ASK_SLOT_YEAR, /* every date in the SQL moves with it */
  ASK_SLOT_LIMIT
} AskSlotKind;

/**
 * AskSlot:
 * @text: the value as the SQL has it
 * @words: (element-type AskWord): of @text
 * @literals: (element-type guint): the tokens that hold it
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
 * @tokens: (element-type AskSqlToken): of @sql, without comments
 * @items: (element-type AskSlot)
 */
typedef struct
{
  const char *sql;
  GArray *tokens;
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

AskSlots *ask_slots_new          (const char       *sql,
                                  GArray           *question);
void      ask_slots_free         (AskSlots         *self);
char     *ask_slots_check_value  (AskSlots         *self,
                                  const AskSlot    *slot,
                                  const char       *text,
                                  AskFindValueFunc  find,
                                  gpointer          user_data,
                                  AskSlotFailure   *failure,
                                  GError          **error);
char     *ask_slots_fill         (AskSlots         *self,
                                  char            **values);
void      ask_slot_failure_clear (AskSlotFailure   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSlots, ask_slots_free)

G_END_DECLS
