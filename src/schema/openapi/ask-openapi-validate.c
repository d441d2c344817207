/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a document keeps the rules of its own format, by the tables of ask-openapi-rules.c and the
 * rules that no table holds: names that must be unique, references that must lead somewhere, paths
 * and their parameters. Each fault says where, as a JSON pointer, and what. It changes nothing.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-validate.h"

#include <string.h>

#define MAX_FAULTS 50

/**
 * ask_validation_fault:
 * @format: of printf(): what is wrong, without the place and without a full stop
 *
 * Keeps a fault with the place, unless there are many already.
 */
void
ask_validation_fault (AskValidation *self, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  if (self->faults->len >= MAX_FAULTS)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  shown = ask_text_shorten (self->place->len > 0 ? self->place->str : "/", 300);
  g_ptr_array_add (self->faults, g_strdup_printf ("%s: %s", shown, text));
}

/** ask_validation_enter: goes to the member called @token; Returns: what ask_validation_leave() takes */
gsize
ask_validation_enter (AskValidation *self, const char *token)
{
  gsize before = self->place->len;

  g_string_append_c (self->place, '/');
  for (const char *p = token; *p != '\0'; p++)
    if (*p == '~')
      g_string_append (self->place, "~0");
    else if (*p == '/')
      g_string_append (self->place, "~1");
    else
      g_string_append_c (self->place, *p);
  return before;
}

/** ask_validation_enter_index: goes to the element at @index, from 0; Returns: as ask_validation_enter() */
gsize
ask_validation_enter_index (AskValidation *self, guint index)
{
  gsize before = self->place->len;

  g_string_append_printf (self->place, "/%u", index);
  return before;
}

/** ask_validation_leave: goes back to where @before was */
void
ask_validation_leave (AskValidation *self, gsize before)
{
  g_string_truncate (self->place, before);
}

/** ask_validation_is_text: Returns: whether @node is a string */
gboolean
ask_validation_is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

/** ask_validation_describe: Returns: (transfer none): what @node is, for a message: "a list", "a number" */
const char *
ask_validation_describe (JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    return "an object";
  if (JSON_NODE_HOLDS_ARRAY (node))
    return "a list";
  if (JSON_NODE_HOLDS_NULL (node))
    return "empty";
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return "a text";
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return "true or false";
  return "a number";
}

/** ask_validation_is_extension: Returns: whether a member called @name stands in the way of nothing: "x-…" */
gboolean
ask_validation_is_extension (const char *name)
{
  return g_str_has_prefix (name, "x-") || g_str_has_prefix (name, "X-");
}

static void check_object (AskValidation *self, JsonObject *object, AskRuleKind kind);

static void
check_one (AskValidation *self, JsonNode *node, AskRuleKind kind)
{
  if (!JSON_NODE_HOLDS_OBJECT (node))
    ask_validation_fault (self, "%s must be an object, and this is %s",
                          kind != ASK_KIND_NONE ? ask_rules_get (kind)->what : "this", ask_validation_describe (node));
  else if (kind != ASK_KIND_NONE)
    check_object (self, json_node_get_object (node), kind);
}

static void
check_list (AskValidation *self, JsonNode *node, AskRuleKind kind)
{
  JsonArray *array;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      ask_validation_fault (self, "this must be a list, and is %s", ask_validation_describe (node));
      return;
    }
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      gsize before = ask_validation_enter_index (self, i);

      /* 3.1 allows "true" for a schema. */
      if (!(kind == ASK_KIND_SCHEMA && !JSON_NODE_HOLDS_OBJECT (element) && self->version == ASK_OPENAPI_31))
        check_one (self, element, kind);
      ask_validation_leave (self, before);
    }
}

static void
check_map (AskValidation *self, JsonNode *node, AskRuleKind kind)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      ask_validation_fault (self, "this must be an object, and is %s", ask_validation_describe (node));
      return;
    }
  /* "schemas: {$ref: all.yaml}" is looked through. */
  if (ask_json_get_string (json_node_get_object (node), "$ref") != NULL && kind != ASK_KIND_SCHEMA)
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (kind != ASK_KIND_NONE && json_object_iter_next_ordered (&iter, &name, &member))
    {
      gsize before;

      if (kind != ASK_KIND_SCHEMA && ask_validation_is_extension (name) && kind != ASK_KIND_HEADER)
        continue;
      if (kind == ASK_KIND_SCHEMA && (self->version == ASK_OPENAPI_31 || ask_validation_is_extension (name))
          && !JSON_NODE_HOLDS_OBJECT (member))
        continue;
      before = ask_validation_enter (self, name);
      check_one (self, member, kind);
      ask_validation_leave (self, before);
    }
}

static void
check_value (AskValidation *self, JsonNode *node, const AskRule *rule)
{
  switch (rule->value)
    {
    case ASK_RULE_WORDS:
      if (JSON_NODE_HOLDS_OBJECT (node) && ask_json_get_string (json_node_get_object (node), "$ref") != NULL)
        break;
      ask_validate_text (self, node, ASK_RULE_TEXT);
      break;
    case ASK_RULE_TEXT:
    case ASK_RULE_URL:
    case ASK_RULE_EMAIL:
    case ASK_RULE_TEMPLATE:
    case ASK_RULE_PATTERN:
      ask_validate_text (self, node, rule->value);
      break;
    case ASK_RULE_BOOLEAN:
      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
        ask_validation_fault (self, "this must be true or false, and is %s", ask_validation_describe (node));
      break;
    case ASK_RULE_TEXTS:
    case ASK_RULE_NAMES:
      ask_validate_texts (self, node, rule->value == ASK_RULE_NAMES);
      break;
    case ASK_RULE_ONE:
      check_one (self, node, rule->kind);
      break;
    case ASK_RULE_LIST:
      check_list (self, node, rule->kind);
      break;
    case ASK_RULE_MAP:
      check_map (self, node, rule->kind);
      break;
    case ASK_RULE_ONE_OR_FLAG:
      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
        check_one (self, node, rule->kind);
      break;
    case ASK_RULE_ONE_OR_LIST:
      if (JSON_NODE_HOLDS_ARRAY (node))
        check_list (self, node, rule->kind);
      else
        check_one (self, node, rule->kind);
      break;
    case ASK_RULE_ANY:
    default:
      break;
    }
}

static const AskRule *
find_rule (const AskRules *rules, const char *name, guint version)
{
  for (guint i = 0; i < rules->n_rules; i++)
    if ((rules->rules[i].in & version) != 0 && strcmp (rules->rules[i].name, name) == 0)
      return &rules->rules[i];
  return NULL;
}

static void
check_members (AskValidation *self, JsonObject *object, const AskRules *rules)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  for (guint i = 0; i < rules->n_rules; i++)
    if ((rules->rules[i].required & self->version) != 0 && !json_object_has_member (object, rules->rules[i].name))
      ask_validation_fault (self, "%s must have “%s”", rules->what, rules->rules[i].name);
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    {
      const AskRule *rule = find_rule (rules, name, self->version);
      gsize before;

      if (rule == NULL && (rules->closed & self->version) != 0 && !ask_validation_is_extension (name)
          && strcmp (name, "$ref") != 0)
        ask_validation_fault (self, "%s has no “%s” in this version of OpenAPI", rules->what, name);
      if (rule == NULL)
        continue;
      before = ask_validation_enter (self, name);
      check_value (self, member, rule);
      ask_validation_leave (self, before);
    }
}

static void
check_operation (AskValidation *self, JsonObject *object)
{
  const char *id = ask_json_get_string (object, "operationId");

  if (id != NULL && !g_hash_table_add (self->ids, (gpointer) id))
    ask_validation_fault (self, "the operationId “%s” is there twice", id);
  ask_validate_duplicates (self, object);
}

static void
check_object (AskValidation *self, JsonObject *object, AskRuleKind kind)
{
  const AskRules *rules = ask_rules_get (kind);
  gboolean refers = json_object_has_member (object, "$ref");

  if (refers && rules->may_refer && kind != ASK_KIND_ITEM)
    {
      gsize before = ask_validation_enter (self, "$ref");
      JsonNode *ref = json_object_get_member (object, "$ref");

      if (!ask_validation_is_text (ref))
        ask_validation_fault (self, "a reference must be a text, and this is %s", ask_validation_describe (ref));
      ask_validation_leave (self, before);
      return;
    }
  check_members (self, object, rules);
  switch (kind)
    {
    case ASK_KIND_VARIABLE:
      ask_validate_variable (self, object);
      break;
    case ASK_KIND_SECURITY:
      ask_validate_security (self, object);
      break;
    case ASK_KIND_SCHEMA:
      ask_validate_schema (self, object);
      break;
    case ASK_KIND_PARAMETER:
      ask_validate_parameter (self, object);
      break;
    case ASK_KIND_OPERATION:
      check_operation (self, object);
      break;
    default:
      break;
    }
}

/* 3.0 wants paths, and 3.1 something at least. Components alone are a library for other documents;
 * with security for operations that are not there, the paths are missing. */
static void
check_containers (AskValidation *self)
{
  JsonObject *root = self->context->root;

  if (self->version == ASK_OPENAPI_30 && !json_object_has_member (root, "paths")
      && (!json_object_has_member (root, "components") || json_object_has_member (root, "security")))
    ask_validation_fault (self, "the document must have “paths”");
  if (self->version == ASK_OPENAPI_31 && !json_object_has_member (root, "paths")
      && !json_object_has_member (root, "components") && !json_object_has_member (root, "webhooks"))
    ask_validation_fault (self, "the document must have “paths”, “components” or “webhooks”");
}

/**
 * ask_openapi_validate:
 * @faults: (element-type utf8): gets "/place/in/the/document: what is wrong", at most 50
 *
 * Checks @context's document, and what its paths and components are where they are references. Further
 * documents may be loaded for that.
 */
void
ask_openapi_validate (AskOpenapiContext *context, GPtrArray *faults)
{
  g_autoptr (GString) place = g_string_new (NULL);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  AskValidation self = { context, context->version, place, faults, ids };
  JsonObject *components = ask_json_get_object (context->root, "components");

  check_object (&self, context->root, ASK_KIND_ROOT);
  check_containers (&self);
  if (components != NULL)
    ask_validate_components (&self, components);
  ask_validate_paths (&self);
}
