/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules between the members of one object, which no table holds: of variables, security schemes, schemas
 * and parameters. It changes nothing of the document.
 */
#include "config.h"

#include <string.h>

#include "schema/openapi/ask-openapi-validate.h"

/**
 * ask_validate_variable:
 * @object: a variable of a server
 *
 * Checks that its default is one of its values. Only OpenAPI 3.1 asks for that.
 */
void
ask_validate_variable (AskValidation *self, JsonObject *object)
{
  JsonArray *values = ask_json_get_array (object, "enum");
  const char *fallback = ask_json_get_string (object, "default");

  if (self->version != ASK_OPENAPI_31 || values == NULL)
    return;
  if (json_array_get_length (values) == 0)
    {
      ask_validation_fault (self, "“enum” must have a value");
      return;
    }
  for (guint i = 0; i < json_array_get_length (values); i++)
    if (g_strcmp0 (ask_json_element_string (values, i), fallback) == 0)
      return;
  ask_validation_fault (self, "the default “%s” is none of the values of “enum”", fallback != NULL ? fallback : "");
}

/** ask_validate_security: checks @object, a security scheme: its type is known and has what it needs */
void
ask_validate_security (AskValidation *self, JsonObject *object)
{
  static const struct
  {
    const char *type, *wants;
    guint in;
  } needs[] = {
    { "apiKey", "name", ASK_RULE_ALL },
    { "apiKey", "in", ASK_RULE_ALL },
    { "http", "scheme", ASK_RULE_3 },
    { "oauth2", "flows", ASK_RULE_3 },
    { "openIdConnect", "openIdConnectUrl", ASK_RULE_3 },
  };
  static const char *const types[] = { "apiKey", "http", "oauth2", "openIdConnect", "mutualTLS", "basic", NULL };
  const char *type = ask_json_get_string (object, "type");

  if (type == NULL || json_object_has_member (object, "$ref"))
    return;
  if (!g_strv_contains (types, type) || (self->version != ASK_OPENAPI_2 && strcmp (type, "basic") == 0))
    ask_validation_fault (self, "“%s” is no type of a security scheme", type);
  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    if (strcmp (needs[i].type, type) == 0 && (needs[i].in & self->version) != 0
        && !json_object_has_member (object, needs[i].wants))
      ask_validation_fault (self, "a security scheme of type “%s” must have “%s”", type, needs[i].wants);
}

/** ask_validate_schema: checks the type of @object, a schema of Swagger 2.0 or OpenAPI 3.0 */
void
ask_validate_schema (AskValidation *self, JsonObject *object)
{
  JsonNode *ref = json_object_get_member (object, "$ref");
  JsonNode *type = json_object_get_member (object, "type");
  static const char *const types[]
    = { "string", "number", "integer", "boolean", "object", "array", "null", "file", "any", NULL };

  if (ref != NULL || type == NULL || self->version == ASK_OPENAPI_31)
    return;
  if (!ask_validation_is_text (type))
    {
      if (self->version == ASK_OPENAPI_30)
        ask_validation_fault (self, "“type” must be a text, and is %s", ask_validation_describe (type));
    }
  else if (!g_strv_contains (types, json_node_get_string (type)))
    ask_validation_fault (self, "“%s” is no type", json_node_get_string (type));
}

/** ask_validate_parameter: checks what no table says of @object, a parameter */
void
ask_validate_parameter (AskValidation *self, JsonObject *object)
{
  const char *in = ask_json_get_string (object, "in");
  const char *name = ask_json_get_string (object, "name");
  JsonObject *content = ask_json_get_object (object, "content");

  if (self->version == ASK_OPENAPI_30 && g_strcmp0 (in, "path") == 0 && name != NULL
      && !ask_json_get_boolean (object, "required", FALSE))
    ask_validation_fault (self, "the parameter “%s” of the path must have “required: true”", name);
  if (content != NULL && json_object_get_size (content) != 1)
    ask_validation_fault (self, "the “content” of a parameter must have one media type");
}
