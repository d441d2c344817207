/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Decimals: numbers as texts of their digits, ASK_TYPE_DECIMAL. None is ever rounded.
 */
#pragma once

#include "base/ask-value.h"

G_BEGIN_DECLS

int   ask_decimal_compare    (const char *a,
                              gsize       length_a,
                              const char *b,
                              gsize       length_b);
char *ask_decimal_write_out  (const char *text,
                              gsize       length);
char *ask_decimal_from_real  (double      real);

G_END_DECLS
