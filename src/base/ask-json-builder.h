/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Members of an object that is being built: their names and values together.
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

void ask_json_add_string  (JsonBuilder *builder,
                           const char  *member,
                           const char  *text);
void ask_json_add_integer (JsonBuilder *builder,
                           const char  *member,
                           gint64       number);
void ask_json_add_boolean (JsonBuilder *builder,
                           const char  *member,
                           gboolean     value);
void ask_json_begin_array (JsonBuilder *builder,
                           const char  *member);

G_END_DECLS
