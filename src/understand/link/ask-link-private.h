/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of links share: ask-link.c names and values, ask-link-operations.c what is to be done,
 * ask-link-more.c what a steward added to the schema.
 */
#pragma once

#include "understand/link/ask-link.h"

G_BEGIN_DECLS

void        ask_link_add_operations (AskQuestion        *question,
                                     GPtrArray          *links);
void        ask_link_add_more       (AskQuestion        *question,
                                     GPtrArray          *links);
char       *ask_link_name_attribute (AskDomain          *domain,
                                     int                 attribute);
const char *ask_link_give_reason    (AskQuestion        *question,
                                     const AskNameMatch *match,
                                     char              **stems);

/** ASK_LINK_MIN_SCORE: what is met worse is not worth a person's look */
#define ASK_LINK_MIN_SCORE 0.3

G_END_DECLS
