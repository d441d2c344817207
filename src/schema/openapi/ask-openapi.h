/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OpenAPI documents become API entities. The document is handed over as a tree, and further files
 * come from whoever hands in a loader; nothing here fetches or opens anything.
 */
#pragma once

#include "schema/ask-doctor.h"
#include "schema/openapi/ask-document.h"
#include "schema/ask-schema.h"

G_BEGIN_DECLS

/**
 * AskAuthKind:
 *
 * How an API wants to know who calls. auth_name is the header, query parameter or cookie.
 */
typedef enum
{
  ASK_AUTH_NONE,
  ASK_AUTH_HEADER,
  ASK_AUTH_QUERY,
  ASK_AUTH_BEARER,
  ASK_AUTH_COOKIE,
  ASK_AUTH_BASIC, /* user and password */
  ASK_AUTH_OAUTH2 /* client credentials: token_url gives a bearer token for a client's id and secret */
} AskAuthKind;

/**
 * AskOpenapiLoader:
 * @uri: the document that is wanted, absolute, without a fragment: file:///… or https://…
 * @from: the document that names it, likewise
 * @error: one sentence without the source's name
 *
 * Fetches a further document that a "$ref" names. Whether it may be fetched (the same origin, the
 * same folder tree, how many bytes) is decided there.
 *
 * Returns: (transfer full): the tree, from ask_document_parse(), or %NULL
 */
typedef JsonNode *(*AskOpenapiLoader) (const char *uri,
                                       const char *from,
                                       gpointer    user_data,
                                       GError    **error);

/**
 * AskOpenapiOptions:
 * @location: (nullable): where the document came from, as a URI; without it nothing further is loaded
 * @load: (nullable): loads further documents
 * @reads: (nullable) (array zero-terminated=1): operations that a steward said only read, as
 *   "POST /orders/search" or by operationId
 * @base_url: (nullable): where the steward says that the API is. Where that is one of the document's servers, its
 *   operations are read, and not those of most
 * @lenient: faults of the document are reported, and it is read all the same
 */
typedef struct
{
  const char *location;
  AskOpenapiLoader load;
  gpointer user_data;
  const char *const *reads;
  const char *base_url;
  gboolean lenient;
} AskOpenapiOptions;

/**
 * AskOpenapi:
 * @title: what the document calls itself
 * @base_url: (nullable): the URL of the document's server, or of most operations' where none is there, variables
 *   filled with their defaults; may be relative, then to where the document came from. Without "/" at its end, unless it is only that
 * @servers: (element-type utf8): the URLs that the document gives for the whole API, the first server's first; of a
 *   variable with a list of values, each of them, with the defaults of the others. At most 40
 * @auth: what the API asks for
 * @auth_name: (nullable): the header, query parameter or cookie that takes the key
 * @token_url: (nullable): of %ASK_AUTH_OAUTH2; may be relative to @base_url
 * @scopes: (element-type utf8): of %ASK_AUTH_OAUTH2: those that the reading operations ask for
 * @schema: (transfer full): one entity for each usable GET operation that answers with a list; then
 *   those for single objects, then those for lists of objects in their rows; relationships inferred
 * @notes: (element-type utf8): one sentence for each GET operation that became no entity, and why;
 *   then for what else the document has and AskData leaves aside
 * @nothing: (nullable): where @schema has no entity, one sentence that says why
 * @doctor: what became of each operation
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
  GPtrArray *servers;
  AskAuthKind auth;
  char *auth_name;
  char *token_url;
  GPtrArray *scopes;
  AskSchema *schema;
  GPtrArray *notes;
  char *nothing;
  AskDoctor *doctor;
} AskOpenapi;

AskOpenapi *ask_openapi_import (JsonNode                 *document,
                                const char               *source,
                                GError                  **error);
AskOpenapi *ask_openapi_read   (JsonNode                 *document,
                                const char               *source,
                                const AskOpenapiOptions  *options,
                                GError                  **error);
void        ask_openapi_free   (AskOpenapi               *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOpenapi, ask_openapi_free)

G_END_DECLS
