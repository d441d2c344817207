/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bearer token that is got with a client's id and secret. Private to the files of the REST source.
 */
#pragma once

#include "source/ask-source.h"

G_BEGIN_DECLS

typedef struct _AskRestToken AskRestToken;

AskRestToken *ask_rest_token_new       (AskSourceConfig  *config);
void          ask_rest_token_free      (AskRestToken     *self);
const char   *ask_rest_token_get       (AskRestToken     *self,
                                        guint            *generation);
void          ask_rest_token_refuse    (AskRestToken     *self,
                                        guint             generation);
gboolean      ask_rest_token_is_wanted (AskRestToken     *self);
gboolean      ask_rest_token_fetch     (AskRestToken     *self,
                                        GCancellable     *cancellable,
                                        GError          **error);
const char   *ask_rest_token_peek      (AskRestToken     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestToken, ask_rest_token_free)

G_END_DECLS
