/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OpenAPI documents become API entities. The document is handed over as bytes; nothing here
 * fetches or opens anything.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_AUTH_NONE,
  ASK_AUTH_HEADER, /* @name: the header */
  ASK_AUTH_QUERY, /* @name: the query parameter */
  ASK_AUTH_BEARER
} AskAuthKind;

/**
 * AskOpenapi:
 * @title: what the document calls itself
 * @base_url: (nullable): the first server's URL, variables filled with their defaults; may be
 *   relative, then to where the document came from
 * @auth: what the API asks for
 * @schema: (transfer full): one entity for each usable GET operation, relationships inferred
 * @notes: (element-type utf8): one sentence for each operation that became no entity, and why
 */
typedef struct
{
  char *title;
  char *base_url;
  AskAuthKind auth;
  char *auth_name;
  AskSchema *schema;
  GPtrArray *notes;
} AskOpenapi;

JsonNode   *ask_document_parse (const char  *text,
                                gsize        length,
                                const char  *what,
                                GError     **error);
AskOpenapi *ask_openapi_import (JsonNode    *document,
                                const char  *source,
                                GError     **error);
void        ask_openapi_free   (AskOpenapi  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOpenapi, ask_openapi_free)

G_END_DECLS
