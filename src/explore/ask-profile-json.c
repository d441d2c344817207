/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A profile for other programs. Numbers keep their digits; what is not known is null.
 */
#include "config.h"

#include "explore/ask-profile-private.h"

#include "base/ask-json-builder.h"

/** ask_profile_sample_to_string: @sample: which rows were looked at. Returns: (transfer none): "all", "spread" or "first" */
const char *
ask_profile_sample_to_string (AskProfileSample sample)
{
  static const char *const words[] = { "all", "spread", "first" };

  return words[sample];
}

static void
add_integer (JsonBuilder *json, const char *name, gint64 n, gboolean known)
{
  json_builder_set_member_name (json, name);
  if (known && n >= 0)
    json_builder_add_int_value (json, n);
  else
    json_builder_add_null_value (json);
}

static void
add_value (JsonBuilder *json, const char *name, const AskValue *value)
{
  g_autofree char *text
    = value->kind == ASK_VALUE_TEXT || value->kind == ASK_VALUE_BLOB ? ask_value_to_text (value) : NULL;

  json_builder_set_member_name (json, name);
  if (text != NULL)
    json_builder_add_string_value (json, text);
  else if (value->kind == ASK_VALUE_INTEGER)
    json_builder_add_int_value (json, value->integer);
  else if (value->kind == ASK_VALUE_REAL)
    json_builder_add_double_value (json, value->real);
  else
    json_builder_add_null_value (json);
}

static void
add_bars (JsonBuilder *json, const AskProfileAttribute *attribute)
{
  if (attribute->spread == ASK_PROFILE_NOTHING)
    return;
  ask_json_begin_array (json, attribute->spread == ASK_PROFILE_HISTOGRAM ? "histogram" : "top");
  for (guint i = 0; i < attribute->bars->len; i++)
    {
      const AskProfileBar *bar = attribute->bars->pdata[i];

      json_builder_begin_object (json);
      if (attribute->spread == ASK_PROFILE_HISTOGRAM)
        {
          add_value (json, "from", &bar->low);
          add_value (json, "to", &bar->high);
        }
      else
        add_value (json, "value", &bar->low);
      add_integer (json, "rows", bar->n, TRUE);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  if (attribute->spread == ASK_PROFILE_TOP_VALUES)
    add_integer (json, "others", attribute->n_others, TRUE);
}

static void
add_attribute (JsonBuilder *json, const AskProfileAttribute *self)
{
  gboolean text = self->attribute->type == ASK_TYPE_TEXT;

  json_builder_begin_object (json);
  ask_json_add_string (json, "name", self->attribute->name);
  ask_json_add_string (json, "type", ask_type_to_string (self->attribute->type));
  ask_json_add_string (json, "meaning",
                       self->meaning != ASK_MEANING_NONE ? ask_meaning_to_string (self->meaning) : NULL);
  ask_json_add_string (json, "unit", self->attribute->unit);
  if (self->failure != NULL)
    ask_json_add_string (json, "failure", self->failure->message);
  if (self->ready)
    {
      add_integer (json, "rows", self->n_rows, TRUE);
      add_integer (json, "empty", self->n_empty, TRUE);
      add_integer (json, "distinct", self->n_distinct, TRUE);
      add_value (json, "least", &self->least);
      add_value (json, "most", &self->most);
      if (self->average.kind != ASK_VALUE_NULL)
        add_value (json, "average", &self->average);
      if (text)
        {
          add_integer (json, "blank", self->n_blank, TRUE);
          add_integer (json, "outer_blanks", self->n_outer_blanks, TRUE);
          add_integer (json, "look_like_numbers", self->n_numbers, TRUE);
        }
      if (self->attribute->sensitive)
        {
          ask_json_add_boolean (json, "withheld", TRUE);
        }
      add_bars (json, self);
    }
  json_builder_end_object (json);
}

static void
add_names (JsonBuilder *json, const char *name, GPtrArray *names)
{
  ask_json_begin_array (json, name);
  for (guint i = 0; i < names->len; i++)
    json_builder_add_string_value (json, names->pdata[i]);
  json_builder_end_array (json);
}

static void
add_match (JsonBuilder *json, const AskProfileMatch *self)
{
  json_builder_begin_object (json);
  ask_json_add_string (json, "from", self->relationship->from);
  add_names (json, "from_attributes", self->relationship->from_attributes);
  ask_json_add_string (json, "to", self->relationship->to);
  add_names (json, "to_attributes", self->relationship->to_attributes);
  add_integer (json, "checked", self->n_checked, self->ready && self->n_checked > 0);
  add_integer (json, "found", self->n_found, self->ready && self->n_checked > 0);
  if (self->failure != NULL)
    ask_json_add_string (json, "failure", self->failure->message);
  json_builder_end_object (json);
}

static void
add_key (JsonBuilder *json, const AskProfile *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < self->key->len; i++)
    if (!((AskAttribute *) self->key->pdata[i])->hidden)
      g_ptr_array_add (names, ((AskAttribute *) self->key->pdata[i])->name);
  json_builder_set_member_name (json, "key");
  json_builder_begin_object (json);
  add_names (json, "attributes", names);
  add_integer (json, "repeated", self->n_key_repeated, self->key_ready);
  add_integer (json, "rows_with_repeated", self->n_key_rows, self->key_ready);
  add_integer (json, "empty", self->n_key_empty, self->key_ready);
  if (self->key_failure != NULL)
    ask_json_add_string (json, "failure", self->key_failure->message);
  json_builder_end_object (json);
}

/**
 * ask_profile_to_json:
 * @self: a profile
 *
 * Returns: (transfer full): it as an object: "entity", "source", "rows", "sample", "read", "key", "attributes",
 *   "relationships" and more
 */
JsonNode *
ask_profile_to_json (const AskProfile *self)
{
  g_autoptr (JsonBuilder) json = json_builder_new_immutable ();

  json_builder_begin_object (json);
  ask_json_add_string (json, "entity", self->entity->name);
  ask_json_add_string (json, "source", self->entity->source);
  ask_json_add_string (json, "description", self->entity->description);
  add_integer (json, "rows", self->n_rows, TRUE);
  ask_json_add_boolean (json, "rows_are_estimated", self->about);
  ask_json_add_string (json, "sample", ask_profile_sample_to_string (self->sample));
  add_integer (json, "read", self->n_read, TRUE);
  add_integer (json, "api_requests", self->n_calls, TRUE);
  if (self->newest != NULL)
    {
      ask_json_add_string (json, "newest_attribute", self->newest->attribute->name);
      add_value (json, "newest", &self->newest->most);
    }
  add_key (json, self);
  ask_json_begin_array (json, "attributes");
  for (guint i = 0; i < self->attributes->len; i++)
    add_attribute (json, self->attributes->pdata[i]);
  json_builder_end_array (json);
  ask_json_begin_array (json, "relationships");
  for (guint i = 0; i < self->matches->len; i++)
    add_match (json, self->matches->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return json_builder_get_root (json);
}
