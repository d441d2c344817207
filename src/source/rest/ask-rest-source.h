/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A web API as a source: an OpenAPI document says what it has, GET requests fetch it.
 */
#pragma once

#include "net/ask-http.h"
#include "source/rest/ask-rest-cache.h"
#include "source/rest/ask-rest-token.h"
#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_REST_SOURCE (ask_rest_source_get_type ())
G_DECLARE_FINAL_TYPE (AskRestSource, ask_rest_source, ASK, REST_SOURCE, GObject)

extern const AskSourceKind ask_rest_kind;

AskSource       *ask_rest_source_new         (AskSourceConfig        *config);
AskSourceConfig *ask_rest_source_get_config  (AskRestSource          *self);
AskHttp         *ask_rest_source_get_http    (AskRestSource          *self);
guint            ask_rest_source_get_lanes   (AskRestSource          *self);
AskRestToken    *ask_rest_source_get_token   (AskRestSource          *self);
AskRestCache    *ask_rest_source_get_cache   (AskRestSource          *self);
void             ask_rest_source_note_silent (AskRestSource        *self,
                                              const char             *entity);
gboolean         ask_rest_source_is_silent   (AskRestSource          *self,
                                              const char             *entity);
gboolean         ask_rest_source_check       (AskRestSource          *self,
                                              const char             *call,
                                              const AskHttpResponse  *response,
                                              const GError           *failure,
                                              GError                **error);

AskCursor       *ask_rest_cursor_new         (AskRestSource          *source,
                                              const AskScan          *scan,
                                              GPtrArray              *calls,
                                              GError                **error);

G_END_DECLS
