/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where an API's specification comes from: a file or a URL, and the further documents that it refers
 * to. Belongs to the thread that introspects.
 */
#pragma once

#include "source/rest/ask-rest-source.h"

G_BEGIN_DECLS

typedef struct _AskRestDocuments AskRestDocuments;

gboolean          ask_rest_document_is_url    (const char       *location);
AskRestDocuments *ask_rest_documents_new      (AskRestSource    *source,
                                               GCancellable     *cancellable);
void              ask_rest_documents_free     (AskRestDocuments *self);
JsonNode         *ask_rest_documents_load     (AskRestDocuments *self,
                                               GError          **error);
const char       *ask_rest_documents_get_uri  (AskRestDocuments *self);
JsonNode         *ask_rest_documents_follow   (const char       *uri,
                                               const char       *from,
                                               gpointer          documents,
                                               GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestDocuments, ask_rest_documents_free)

G_END_DECLS
