/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Refresh: what a source is now, merged into a schema that people have worked on.
 */
#pragma once

#include "schema/merge/ask-schema-diff.h"

G_BEGIN_DECLS

AskSchema *ask_schema_merge_source (AskSchema   *ours,
                                    AskSchema   *base,
                                    AskSchema   *theirs,
                                    const char  *source,
                                    GPtrArray  **drift);

G_END_DECLS
