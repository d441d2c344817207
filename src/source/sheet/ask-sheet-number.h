/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of cells, digit by digit.
 */
#pragma once

#include "source/sheet/ask-sheet-ways.h"

G_BEGIN_DECLS

/* Longer ones are text: no column of numbers has them, and every digit would be looked at again. */
#define ASK_SHEET_NUMBER_BYTES 64

/* Digits that a double gives back whatever they are. */
#define ASK_SHEET_SAFE_DIGITS 15

/* Of a number that is written out, and of any other value's text. */
#define ASK_SHEET_VALUE_BYTES 512

/**
 * AskSheetNumber:
 * @plain: with a point, without groups
 * @length: of @plain
 * @n_digits: without zeros in front and, of a fraction, behind
 *
 * A number taken apart by one way of writing it.
 */
typedef struct
{
  char plain[ASK_SHEET_NUMBER_BYTES + 2];
  gsize length;
  guint n_digits;
  gboolean fraction;
  gboolean exponent;
} AskSheetNumber;

gboolean ask_sheet_number_take_apart (const char            *text,
                                      gsize                  length,
                                      AskSheetFormats        format,
                                      gboolean               loose,
                                      AskSheetNumber        *parts);
gboolean ask_sheet_number_to_integer (const AskSheetNumber  *parts,
                                      gint64                *integer);
double   ask_sheet_number_to_real    (const AskSheetNumber  *parts);
gsize    ask_sheet_number_write_out  (const char            *plain,
                                      char                  *out);
gboolean ask_sheet_number_is_kept    (const AskSheetNumber  *parts,
                                      gboolean               loose);

G_END_DECLS
