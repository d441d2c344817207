/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the reader of one answer share.
 *
 *   ask-rest-page.c       the reader from the outside
 *   ask-rest-page-walk.c  how it reads
 *
 * Only they include it.
 */
#pragma once

#include "source/rest/ask-rest-member.h"
#include "source/rest/ask-rest-page.h"

G_BEGIN_DECLS

/* Of FNV-1a. */
#define ASK_REST_HASH_START G_GUINT64_CONSTANT (14695981039346656037)

typedef enum
{
  ASK_REST_STATE_WALK, /* outside of the rows */
  ASK_REST_STATE_WALK_CELL, /* in a value that is to be kept or passed over */
  ASK_REST_STATE_ROWS, /* between two rows */
  ASK_REST_STATE_ROW, /* between two members of a row */
  ASK_REST_STATE_CELL, /* in a member of a row */
  ASK_REST_STATE_VALUES, /* between two rows that are values, or in one */
  ASK_REST_STATE_VALUE /* at the one value that is the row */
} AskRestState;

struct _AskRestPage
{
  AskJsonReader *reader;
  AskRestState state;
  char *rows_path; /* "" where the answer is the array itself */
  char *next_path; /* nullable */
  GPtrArray *path; /* member names down to where the reader is; NULL within arrays */
  gboolean found; /* the array of rows was there */
  AskRestMember *members; /* wanted of an element */
  AskRestMember *child_members; /* nullable: wanted of the elements of its nested array */
  char *nested; /* nullable */
  gboolean single;
  gboolean values; /* rows are values, whatever they are */
  guint n_columns;
  AskRestRow row; /* one cell more than there are columns: the nested array */
  GString *member; /* name of the cell being read */
  gboolean silent; /* a row left out what nobody knows */
  gboolean *own; /* which columns are members of a nested element, not of the one around it */
  guint64 n_elements;
  AskRows *rows;
  guint64 n_taken;
  AskRestSaid said;
  gboolean next_came;
  guint64 hash; /* FNV-1a of all that the rows hold */
  guint64 head_hash; /* the same of the first elements */
  AskRestMark mark; /* of the element that is being read */
  AskRestExpected *expected;
  GArray *marks; /* AskRestMark, of the elements whose rows were not taken yet */
  guint64 first_hash; /* of the first element */
  gboolean differs; /* not all elements are the same */
};

/* ask-rest-page-walk.c */
gboolean ask_rest_page_walk (AskRestPage *self,
                             GError     **error);

G_END_DECLS
