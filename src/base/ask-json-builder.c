/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A member of an object in one call: json-glib takes two.
 */
#include "config.h"

#include "base/ask-json-builder.h"

/** ask_json_add_string: @builder: in an object; @member: of it; @text: (nullable): its value, null of %NULL */
void
ask_json_add_string (JsonBuilder *builder, const char *member, const char *text)
{
  json_builder_set_member_name (builder, member);
  json_builder_add_string_value (builder, text);
}

/** ask_json_add_integer: @builder: in an object; @member: of it; @number: its value */
void
ask_json_add_integer (JsonBuilder *builder, const char *member, gint64 number)
{
  json_builder_set_member_name (builder, member);
  json_builder_add_int_value (builder, number);
}

/** ask_json_add_boolean: @builder: in an object; @member: of it; @value: true or false */
void
ask_json_add_boolean (JsonBuilder *builder, const char *member, gboolean value)
{
  json_builder_set_member_name (builder, member);
  json_builder_add_boolean_value (builder, value);
}

/** ask_json_begin_array: @builder: in an object; @member: of it, an array from here on until json_builder_end_array() */
void
ask_json_begin_array (JsonBuilder *builder, const char *member)
{
  json_builder_set_member_name (builder, member);
  json_builder_begin_array (builder);
}
