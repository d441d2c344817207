/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The answer in one sentence, computed from the rows, never by a model.
 */
#pragma once

#include "base/ask-rows.h"

G_BEGIN_DECLS

char *ask_headline_make (const AskRows *rows,
                         const char    *question,
                         const char    *sql);

G_END_DECLS
