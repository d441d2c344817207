/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What goes with every call to an API: a header or a query parameter, as a person typed it, as the
 * workspace file keeps it, and where its value is. It never writes a secret into a record or a
 * message.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_HEADER_PLAIN, /* @value, as it is sent */
  ASK_HEADER_VARIABLE, /* @value names an environment variable: "$KEY", "Bearer $KEY" */
  ASK_HEADER_SECRET /* @value, only while it is registered: then it is in the Secret Service */
} AskHeaderKind;

/**
 * AskHeader:
 * @query: a query parameter, and no header
 * @password: of a database server, and no header
 * @value: (nullable): %NULL for a secret that was read from a record
 */
typedef struct
{
  gboolean query;
  gboolean password;
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
                                    gboolean           query,
                                    const char        *name);
char      *ask_header_to_record    (const AskHeader   *self);
char      *ask_header_dup_variable (const AskHeader   *self,
                                    GError           **error);
gboolean   ask_header_is_variable  (const char        *value);
const char *ask_header_get_place   (const AskHeader   *self);
gboolean   ask_header_name_is_secret (const char      *name);
void       ask_header_free         (AskHeader         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskHeader, ask_header_free)

G_END_DECLS
