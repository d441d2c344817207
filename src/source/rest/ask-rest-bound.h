/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is sent for a bound: min_price, created_after. Private to the files of the REST source.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

gboolean ask_rest_bound_move (const AskParameter *parameter,
                              const AskAttribute *attribute,
                              AskValue           *value);

G_END_DECLS
