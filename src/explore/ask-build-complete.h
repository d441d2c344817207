/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What may be written next in the expression of a calculated column: columns that stand before it, and functions.
 */
#pragma once

#include "explore/ask-build.h"

G_BEGIN_DECLS

/**
 * AskBuildWord:
 * @words: what it is called
 * @text: what is written, quoted where SQL needs that; of a function with its opening parenthesis
 * @detail: (nullable): what it does, or whose it is
 */
typedef struct
{
  char *words;
  char *text;
  char *detail;
} AskBuildWord;

GPtrArray *ask_build_complete  (const AskBuild *self,
                                AskSchema      *schema,
                                guint           place,
                                const char     *begun);
gsize      ask_build_find_word (const char     *text,
                                gsize           cursor);

G_END_DECLS
