/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What goes with every call to an API: a header, a query parameter, a cookie, a user's password or a
 * client's secret, as a person typed it, as the workspace file keeps it, and where its value is. It never
 * writes a secret into a record or a message.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskHeaderPlace:
 *
 * Where a value goes; in brackets the line that a person types.
 */
typedef enum
{
  ASK_HEADER_IN_HEADER, /* "X-Key: V" */
  ASK_HEADER_IN_QUERY, /* "?key: V" */
  ASK_HEADER_IN_COOKIE, /* "@cookie sid: V" */
  ASK_HEADER_BASIC, /* "@basic USER: V": HTTP basic; the name is the user's */
  ASK_HEADER_CLIENT, /* "@client ID: V": OAuth 2 client credentials; the name is the client's id */
  ASK_HEADER_TOKEN_URL, /* "@token-url: URL": where its tokens come from; without a name, like the next */
  ASK_HEADER_SCOPE, /* "@scope: read list": what they are for */
  ASK_HEADER_PASSWORD, /* of a database server: no line */
  ASK_HEADER_READS, /* "@reads: POST /orders/search": an operation that a steward said only reads; the
                       name is the operation's, and there is no value */
  ASK_HEADER_LENIENT, /* "@lenient": a specification that breaks its own rules is read for what is in it;
                         without a name and a value */
  ASK_HEADER_WHOLE, /* an operation of which a steward said that the rows that it gives are all: no line */
  ASK_HEADER_FOLLOW /* one whose links to further rows are followed: no line */
} AskHeaderPlace;

typedef enum
{
  ASK_HEADER_PLAIN, /* @value, as it is sent */
  ASK_HEADER_VARIABLE, /* @value names an environment variable: "$KEY", "Bearer $KEY" */
  ASK_HEADER_SECRET /* @value, only while it is registered: then it is in the Secret Service */
} AskHeaderKind;

/**
 * AskHeader:
 * @name: "" where the place says it all
 * @value: (nullable): %NULL for a secret that was read from a record
 */
typedef struct
{
  AskHeaderPlace place;
  AskHeaderKind kind;
  char *name;
  char *value;
} AskHeader;

GPtrArray *ask_headers_parse       (const char *const *lines,
                                    GError           **error);
GPtrArray *ask_headers_from_json   (const char        *json);
char      *ask_headers_to_json     (GPtrArray         *headers);
GPtrArray *ask_headers_to_records  (GPtrArray         *headers);
AskHeader *ask_headers_find        (GPtrArray         *headers,
                                    AskHeaderPlace     place,
                                    const char        *name);
AskHeader *ask_headers_find_place  (GPtrArray         *headers,
                                    AskHeaderPlace     place);
gboolean   ask_headers_check       (GPtrArray         *headers,
                                    GError           **error);
gboolean   ask_headers_have_keys   (GPtrArray         *headers);
void       ask_headers_apply       (GPtrArray         *headers,
                                    const AskHeader   *header,
                                    const char        *value,
                                    AskSourceConfig   *config);
gboolean   ask_headers_apply_typed (GPtrArray         *headers,
                                    AskSourceConfig   *config,
                                    GError           **error);
AskHeader *ask_header_new          (AskHeaderPlace     place,
                                    const char        *name,
                                    const char        *value);
char      *ask_header_to_record    (const AskHeader   *self);
AskHeader *ask_header_from_record  (const char        *record);
char      *ask_header_dup_variable (const AskHeader   *self,
                                    GError           **error);
gboolean   ask_header_is_variable  (const char        *value);
const char *ask_header_get_place   (const AskHeader   *self);
void       ask_header_free         (AskHeader         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskHeader, ask_header_free)

G_END_DECLS
