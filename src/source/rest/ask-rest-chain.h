/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pages that one group of bindings leads to, one after the other. Private to the files of the
 * REST source.
 */
#pragma once

#include "source/rest/ask-rest-fetch.h"
#include "source/rest/ask-rest-match.h"

G_BEGIN_DECLS

typedef struct _AskRestChain AskRestChain;

AskRestChain *ask_rest_chain_new      (AskRestPlan   *plan,
                                       guint          group,
                                       gboolean       eager);
void          ask_rest_chain_free     (AskRestChain  *self);
gboolean      ask_rest_chain_work     (AskRestChain  *self,
                                       gsize          max_size,
                                       GError       **error);
AskRows      *ask_rest_chain_take     (AskRestChain  *self);
gboolean      ask_rest_chain_is_done  (AskRestChain  *self);
gboolean      ask_rest_chain_is_silent (AskRestChain *self);
gboolean      ask_rest_chain_is_over  (AskRestChain  *self);
gsize         ask_rest_chain_get_size (AskRestChain  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestChain, ask_rest_chain_free)

G_END_DECLS
