/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What json-glib leaves open: printing with exact digits, cells as JSON, and reading members of a
 * document that anybody may have written, without a warning when their type is another one.
 */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

#define ASK_JSON_ERROR (ask_json_error_quark ())

/**
 * AskJsonError:
 * @ASK_JSON_ERROR_SYNTAX: the text is no JSON; the message says line or byte, and what was found
 * @ASK_JSON_ERROR_SHAPE: it is JSON, but not of the form that was asked for
 */
typedef enum
{
  ASK_JSON_ERROR_SYNTAX,
  ASK_JSON_ERROR_SHAPE
} AskJsonError;

GQuark       ask_json_error_quark   (void);

JsonNode    *ask_json_parse         (const char     *text,
                                     gssize          length,
                                     GError        **error);
char        *ask_json_to_string     (JsonNode       *node,
                                     gboolean        pretty);
void         ask_json_append_string (GString        *json,
                                     const char     *text,
                                     gssize          length);
void         ask_json_append_value  (GString        *json,
                                     const AskValue *value);
void         ask_json_append_rows   (GString        *json,
                                     const AskRows  *rows,
                                     gsize           max_rows);
void        ask_json_read_column    (JsonObject     *object,
                                     AskRows        *rows);

const char  *ask_json_get_string    (JsonObject     *object,
                                     const char     *member);
gint64       ask_json_get_integer   (JsonObject     *object,
                                     const char     *member,
                                     gint64          fallback);
gboolean     ask_json_get_boolean   (JsonObject     *object,
                                     const char     *member,
                                     gboolean        fallback);
JsonObject  *ask_json_get_object    (JsonObject     *object,
                                     const char     *member);
JsonArray   *ask_json_get_array     (JsonObject     *object,
                                     const char     *member);
void         ask_json_set_string    (JsonObject     *object,
                                     const char     *member,
                                     const char     *value);
void         ask_json_set_strings   (JsonObject     *object,
                                     const char     *member,
                                     const GPtrArray *strings);
JsonNode    *ask_json_take_object   (JsonObject     *object);
JsonNode    *ask_json_take_array    (JsonArray      *array);
JsonObject  *ask_json_element_object (JsonArray     *array,
                                     guint           index);
const char  *ask_json_element_string (JsonArray     *array,
                                     guint           index);

G_END_DECLS
