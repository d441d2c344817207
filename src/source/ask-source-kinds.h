/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of the kinds of sources.
 */
#pragma once

#include "source/ask-source-kind.h"

G_BEGIN_DECLS

const AskSourceKind *const *ask_source_kinds_list (guint      *n);
const AskSourceKind        *ask_source_kinds_find (const char *word);

G_END_DECLS
