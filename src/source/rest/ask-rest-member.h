/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The members of an API's objects that a scan wants, as a tree of their names: "id", "address.city".
 * It finds the place in the row for each value as a document is read; it reads no more than one
 * object at a time and never keeps a value.
 */
#pragma once

#include "base/ask-json-reader.h"

G_BEGIN_DECLS

/**
 * AskRestRow:
 * @cells: deep copies, NULL where nothing came
 * @flags: for each cell, ASK_REST_* below
 * @types: what each cell's attribute promises
 * @n: how many
 * @turn: counts rows: a member that comes twice with one of them is an error
 * @fills: what cells hold for which nothing came
 */
typedef struct
{
  AskValue *cells;
  guint8 *flags;
  AskType *types;
  guint n;
  guint64 turn;
  GArray *fills;
} AskRestRow;

enum
{
  ASK_REST_WHOLE = 1 << 0, /* from a member whose own name is the whole column, dots and all */
  ASK_REST_NESTED = 1 << 1, /* the text of an object or an array */
  ASK_REST_CAME = 1 << 2 /* the answer has the member, or null around it */
};

void           ask_rest_row_init   (AskRestRow    *self,
                                    guint          n);
void           ask_rest_row_clear  (AskRestRow    *self);
void           ask_rest_row_reset  (AskRestRow    *self,
                                    guint          place);
void           ask_rest_row_add_fill (AskRestRow  *self,
                                    guint          place,
                                    const AskValue *value);
gboolean       ask_rest_row_fill   (AskRestRow    *self);

typedef struct _AskRestMember AskRestMember;

AskRestMember *ask_rest_member_new   (void);
void           ask_rest_member_free  (AskRestMember *self);
void           ask_rest_member_add   (AskRestMember *self,
                                      const char    *column,
                                      guint          place);
gboolean       ask_rest_member_put   (AskRestMember *self,
                                      const char    *name,
                                      AskJsonReader *reader,
                                      AskRestRow    *row,
                                      GError       **error);
gboolean       ask_rest_member_read  (AskRestMember *self,
                                      AskJsonReader *reader,
                                      AskRestRow    *row,
                                      GError       **error);
gboolean       ask_rest_member_check (AskRestMember *self,
                                      AskRestRow    *row,
                                      GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestMember, ask_rest_member_free)

G_END_DECLS
