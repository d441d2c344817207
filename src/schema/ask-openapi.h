/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OpenAPI documents become API entities. The document is handed over as bytes; nothing here
 * fetches or opens anything.
 */
#pragma once

#include "schema/ask-document.h"
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
 *   relative, then to where the document came from. Without "/" at its end, unless it is only that
 * @auth: what the API asks for
 * @auth_name: (nullable): the header or query parameter that takes the key
 * @schema: (transfer full): one entity for each usable GET operation that answers with a list; then
 *   those for single objects, then those for lists of objects in their rows; relationships inferred
 * @notes: (element-type utf8): one sentence for each GET operation that became no entity, and why;
 *   then for what else the document has and AskData leaves aside
 *
 * In @schema, operation.path is as the document writes it. operation.rows and operation.paging.next
 * are dotted members; a member whose own name holds a dot ("@odata.nextLink") stands there as it
 * is, so a reader tries the whole text as one name first. paging.next is given for page and offset
 * paging too, where the answer says that way whether more follows.
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

AskOpenapi *ask_openapi_import (JsonNode    *document,
                                const char  *source,
                                GError     **error);
void        ask_openapi_free   (AskOpenapi  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOpenapi, ask_openapi_free)

G_END_DECLS
