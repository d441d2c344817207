/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of one entity as few words ask for them: "urgent tickets of Blue Harbor", "latest 10 orders", "invoices over 1500
 * euros issued in March", "how many high or urgent tickets". Nobody outside includes this.
 *
 *   ask-rows-read.c       the words, one after another; each must be taken
 *   ask-rows-condition.c  which of the rows are meant: values, dates, bounds, a part of a text
 *   ask-rows.c            the query, and its place among the readings
 */
#pragma once

#include "understand/interpret/ask-figure-private.h"

G_BEGIN_DECLS

#define ASK_ROWS_NONE (-1)

/**
 * AskRowsWanted:
 * @ASK_ROWS_SOME: rows, or their number, of which something is said
 * @ASK_ROWS_ANY: all rows of an entity are as good
 * @ASK_ROWS_COUNTED: their number, whatever the words say
 */
typedef enum
{
  ASK_ROWS_SOME,
  ASK_ROWS_ANY,
  ASK_ROWS_COUNTED
} AskRowsWanted;

/**
 * AskRowsReader:
 * @head: the entity whose rows are asked for; %ASK_ROWS_NONE before it is known
 * @draft: gets the conditions, the order and the limit
 * @sure: nothing had to be chosen
 */
typedef struct
{
  const AskQuestion *question;
  int head;
  AskDraft *draft;
  AskRowsWanted wanted;
  gboolean sure;
} AskRowsReader;

/* ask-rows-condition.c */
guint ask_rows_read_value (AskRowsReader *self, guint t);
guint ask_rows_read_condition (AskRowsReader *self, guint t);
guint ask_rows_skip_verb (const AskRowsReader *self, guint t);
int ask_rows_find_measure (const AskRowsReader *self);
int ask_rows_find_date (const AskRowsReader *self);

/* ask-rows-read.c */
AskDraft *ask_rows_read (const AskQuestion *question, AskRowsWanted wanted, gboolean *sure);

G_END_DECLS
