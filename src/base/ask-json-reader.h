/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A streaming JSON reader: bytes are pushed in as they arrive, tokens are pulled out. Memory is
 * bound by the longest single token or cell, not by the document.
 *
 * json-glib is used for documents; this is for rows, because json-glib needs the whole text at
 * once, wraps integers above 2^63 and has no source text of nested values.
 */
#pragma once

#include "base/ask-json.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_JSON_TOKEN_ERROR,
  ASK_JSON_TOKEN_MORE,
  ASK_JSON_TOKEN_BEGIN_OBJECT,
  ASK_JSON_TOKEN_END_OBJECT,
  ASK_JSON_TOKEN_BEGIN_ARRAY,
  ASK_JSON_TOKEN_END_ARRAY,
  ASK_JSON_TOKEN_NAME,
  ASK_JSON_TOKEN_VALUE,
  ASK_JSON_TOKEN_END
} AskJsonToken;

typedef struct _AskJsonReader AskJsonReader;

AskJsonReader  *ask_json_reader_new       (void);
void            ask_json_reader_free      (AskJsonReader *self);
void            ask_json_reader_push      (AskJsonReader *self,
                                           const char    *bytes,
                                           gsize          length);
void            ask_json_reader_push_end  (AskJsonReader *self);
AskJsonToken    ask_json_reader_next      (AskJsonReader *self,
                                           GError       **error);
AskJsonToken    ask_json_reader_next_cell (AskJsonReader *self,
                                           GError       **error);
const char     *ask_json_reader_get_name  (AskJsonReader *self);
const AskValue *ask_json_reader_get_value (AskJsonReader *self);
gboolean        ask_json_reader_is_nested (AskJsonReader *self);
const char     *ask_json_reader_get_bare  (AskJsonReader *self);
guint           ask_json_reader_get_depth (AskJsonReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskJsonReader, ask_json_reader_free)

G_END_DECLS
