/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What ask-link.c and ask-link-operations.c share.
 */
#pragma once

#include "understand/link/ask-link.h"

G_BEGIN_DECLS

AskLink *ask_link_new            (AskQuestion *question,
                                  guint        first,
                                  guint        last,
                                  AskLinkKind  kind,
                                  double       score);
void     ask_link_add_operations (AskQuestion *question,
                                  GPtrArray   *links);

G_END_DECLS
