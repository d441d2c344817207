/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What finding additions and leaving them out share. Nobody outside includes this.
 */
#pragma once

#include "understand/link/ask-addition.h"

G_BEGIN_DECLS

/**
 * AskAdditionReader:
 * @typed: (element-type utf8): for each token, as it was typed, folded
 * @found: (element-type AskAddition)
 */
typedef struct
{
  AskQuestion *question;
  GPtrArray *typed;
  GArray *found;
} AskAdditionReader;

GPtrArray *ask_additions_fold (AskQuestion *question);
gboolean ask_addition_is_one (const AskAdditionReader *self,
                              guint                    i,
                              const char              *ways);
gboolean ask_addition_is_named (const AskAdditionReader *self,
                                guint                    first,
                                guint                    last);

G_END_DECLS
