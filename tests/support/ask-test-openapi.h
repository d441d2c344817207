/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A server made from an OpenAPI document (2.0 or 3.x) alone: it answers the document's operations with
 * rows that follow from their schemas and examples, in pages where the document describes them, and
 * refuses what the document does not allow. It never uses AskData's importer, so that the importer's
 * mistakes show.
 *
 * |[<!-- language="C" -->
 * g_autoptr (GError) error = NULL;
 * g_autoptr (AskTestOpenapi) api = ask_test_openapi_new ("/…/openapi.yaml", &error);
 *
 * config->base_url = ask_test_openapi_dup_url (api);
 * ask_test_openapi_authorize (api, config);
 * g_autoptr (JsonNode) all = ask_test_openapi_answer (api, "GET", "/orders", NULL);
 * ]|
 */
#pragma once

#include <json-glib/json-glib.h>

#include "source/ask-source.h"

G_BEGIN_DECLS

typedef struct _AskTestOpenapi AskTestOpenapi;

AskTestOpenapi *ask_test_openapi_new          (const char      *path,
                                               GError         **error);
void            ask_test_openapi_free         (AskTestOpenapi  *self);
char           *ask_test_openapi_dup_url      (AskTestOpenapi  *self);
gboolean        ask_test_openapi_authorize    (AskTestOpenapi  *self,
                                               AskSourceConfig *config);
gboolean        ask_test_openapi_needs_key    (AskTestOpenapi  *self,
                                               const char      *path);
JsonNode       *ask_test_openapi_answer       (AskTestOpenapi  *self,
                                               const char      *method,
                                               const char      *path,
                                               GHashTable      *arguments);
char           *ask_test_openapi_dup_argument (AskTestOpenapi  *self,
                                               const char      *method,
                                               const char      *path,
                                               const char      *name,
                                               guint            n);
guint           ask_test_openapi_get_n_calls  (AskTestOpenapi  *self);
guint           ask_test_openapi_get_n_later  (AskTestOpenapi  *self);
char           *ask_test_openapi_dup_refusal  (AskTestOpenapi  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTestOpenapi, ask_test_openapi_free)

G_END_DECLS
