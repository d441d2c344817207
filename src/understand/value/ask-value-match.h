/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text that somebody wrote, looked for among the values of one attribute: the ways in which it may be meant, from
 * the surest to the least. It knows no SQL and no file. For this inner room only.
 */
#pragma once

#include "understand/value/ask-value-correct.h"

G_BEGIN_DECLS

typedef struct _AskValueList AskValueList;

AskValueList *ask_value_list_new   (GPtrArray          *values,
                                    const char  *const *sayings);
void          ask_value_list_free  (AskValueList       *self);
gboolean      ask_value_list_has   (AskValueList       *self,
                                    const char         *text,
                                    gboolean            part,
                                    gboolean            any_case);
AskValueWay   ask_value_list_match (AskValueList       *self,
                                    const char         *text,
                                    GPtrArray          *matches,
                                    gboolean           *clear);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskValueList, ask_value_list_free)

G_END_DECLS
