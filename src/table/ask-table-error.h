/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What fails where rows are worked with.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ASK_TABLE_ERROR (ask_table_error_quark ())

/**
 * AskTableError:
 * @ASK_TABLE_ERROR_LARGE: a file of this form does not hold so much
 * @ASK_TABLE_ERROR_WRITE: the file cannot be written
 * @ASK_TABLE_ERROR_PIVOT: the pivot means nothing: its fields are not there, or it adds what may not be added
 */
typedef enum
{
  ASK_TABLE_ERROR_LARGE,
  ASK_TABLE_ERROR_WRITE,
  ASK_TABLE_ERROR_PIVOT
} AskTableError;

GQuark ask_table_error_quark (void);

G_END_DECLS
