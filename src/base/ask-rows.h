/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result set in memory: typed columns and rows that were appended once and never change.
 * Filled by one thread; after that any thread may read it. Cells borrow from the result set.
 */
#pragma once

#include "base/ask-meaning.h"

G_BEGIN_DECLS

/**
 * AskColumn:
 * @type: declared, or the one that all values share
 * @sense: what the values are, told by whoever made the rows and never by a value; its strings live as long
 *   as the program. Whoever shows values reads it and guesses nothing
 */
typedef struct
{
  char *name;
  AskType type;
  AskSense sense;
} AskColumn;

typedef struct _AskRows AskRows;

AskRows         *ask_rows_new           (void);
AskRows         *ask_rows_ref           (AskRows        *self);
void             ask_rows_unref         (AskRows        *self);
void             ask_rows_add_column    (AskRows        *self,
                                         const char     *name,
                                         AskType         type);
void             ask_rows_set_sense     (AskRows        *self,
                                         guint           column,
                                         const AskSense *sense);
void             ask_rows_append        (AskRows        *self,
                                         const AskValue *cells);
void             ask_rows_set_truncated (AskRows        *self,
                                         gboolean        truncated);
void             ask_rows_infer_types   (AskRows        *self);
void             ask_rows_read_names    (AskRows        *self);

guint            ask_rows_get_n_columns (const AskRows  *self);
const AskColumn *ask_rows_get_column    (const AskRows  *self,
                                         guint           column);
int              ask_rows_find_column   (const AskRows  *self,
                                         const char     *name);
gsize            ask_rows_get_n_rows    (const AskRows  *self);
const AskValue  *ask_rows_get           (const AskRows  *self,
                                         gsize           row,
                                         guint           column);
const AskValue  *ask_rows_get_row       (const AskRows  *self,
                                         gsize           row);
gboolean         ask_rows_get_truncated (const AskRows  *self);
gsize            ask_rows_get_size      (const AskRows  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRows, ask_rows_unref)

G_END_DECLS
