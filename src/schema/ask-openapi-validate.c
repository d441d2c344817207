/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a document keeps the rules of its own format, by the tables of ask-openapi-rules.c and the
 * rules that no table holds: names that must be unique, references that must lead somewhere, paths
 * and their parameters. Each fault says where, as a JSON pointer, and what. It changes nothing.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/ask-openapi-rules.h"

#include <string.h>

#define MAX_FAULTS 50

typedef struct
{
  AskOpenapiContext *context;
  guint version;
  GString *place; /* JSON pointer */
  GPtrArray *faults;
  GHashTable *ids; /* operationIds */
  gboolean in_operation;
} Validation;

static void fault (Validation *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
static void check_object (Validation *self, JsonObject *object, AskRuleKind kind);

static void
fault (Validation *self, const char *format, ...)
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

/* Returns what leave() takes. */
static gsize
enter (Validation *self, const char *token)
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

static gsize
enter_index (Validation *self, guint index)
{
  gsize before = self->place->len;

  g_string_append_printf (self->place, "/%u", index);
  return before;
}

static void
leave (Validation *self, gsize before)
{
  g_string_truncate (self->place, before);
}

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

static const char *
describe (JsonNode *node)
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

/* Characters that no URL has (RFC 3986). Parentheses are allowed there, but a bare one in a relative
 * reference is noise rather than an address. */
static gboolean
is_url (const char *text, gboolean template)
{
  const char *colon = strchr (text, ':');

  if (strpbrk (text, template ? " <>\"\\^`|" : " <>\"\\^`|{}") != NULL)
    return FALSE;
  return colon != NULL || template || strpbrk (text, "()") == NULL;
}

static gboolean
is_email (const char *text)
{
  const char *at = strchr (text, '@');

  return at != NULL && at > text && at[1] != '\0' && strchr (at + 1, '@') == NULL;
}

/* What of a regular expression is open at its end; NULL where nothing is. Dialects differ in all
 * else. */
static const char *
find_open (const char *pattern)
{
  guint groups = 0;
  gboolean class = FALSE;

  for (const char *p = pattern; *p != '\0'; p++)
    {
      if (*p == '\\')
        {
          if (*++p == '\0')
            return "ends in a backslash";
        }
      else if (class)
        class = *p != ']';
      else if (*p == '[')
        class = TRUE;
      else if (*p == '(')
        groups++;
      else if (*p == ')' && groups-- == 0)
        return "closes a group that it never opened";
    }
  if (class)
    return "never closes its “[”";
  return groups > 0 ? "never closes its “(”" : NULL;
}

static void
check_text (Validation *self, JsonNode *node, AskRuleValue value)
{
  const char *text, *open;
  g_autofree char *shown = NULL;

  if (!is_text (node))
    {
      fault (self, "this must be a text, and is %s", describe (node));
      return;
    }
  text = json_node_get_string (node);
  shown = ask_text_shorten (text, 60);
  if ((value == ASK_RULE_URL || value == ASK_RULE_TEMPLATE)
      && !is_url (text, value == ASK_RULE_TEMPLATE))
    fault (self, "“%s” is no URL", shown);
  else if (value == ASK_RULE_EMAIL && !is_email (text))
    fault (self, "“%s” is no e-mail address", shown);
  else if (value == ASK_RULE_PATTERN && (open = find_open (text)) != NULL)
    fault (self, "the regular expression “%s” %s", shown, open);
}

static void
check_texts (Validation *self, JsonNode *node, gboolean unique)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  JsonArray *array;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      /* "required: true" of a single property is wrong, common and harmless. */
      if (!unique)
        fault (self, "this must be a list of texts, and is %s", describe (node));
      return;
    }
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      gsize before = enter_index (self, i);

      if (!is_text (element))
        fault (self, "this must be a text, and is %s", describe (element));
      else if (unique && !g_hash_table_add (seen, (gpointer) json_node_get_string (element)))
        fault (self, "“%s” is there twice", json_node_get_string (element));
      leave (self, before);
    }
}

static void
check_one (Validation *self, JsonNode *node, AskRuleKind kind)
{
  if (!JSON_NODE_HOLDS_OBJECT (node))
    fault (self, "%s must be an object, and this is %s",
           kind != ASK_KIND_NONE ? ask_rules_get (kind)->what : "this", describe (node));
  else if (kind != ASK_KIND_NONE)
    check_object (self, json_node_get_object (node), kind);
}

static void
check_list (Validation *self, JsonNode *node, AskRuleKind kind)
{
  JsonArray *array;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      fault (self, "this must be a list, and is %s", describe (node));
      return;
    }
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      gsize before = enter_index (self, i);

      /* 3.1 allows "true" for a schema. */
      if (!(kind == ASK_KIND_SCHEMA && !JSON_NODE_HOLDS_OBJECT (element)
            && self->version == ASK_OPENAPI_31))
        check_one (self, element, kind);
      leave (self, before);
    }
}

/* A member name that stands in the way of nothing but itself. */
static gboolean
is_extension (const char *name)
{
  return g_str_has_prefix (name, "x-") || g_str_has_prefix (name, "X-");
}

static void
check_map (Validation *self, JsonNode *node, AskRuleKind kind)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      fault (self, "this must be an object, and is %s", describe (node));
      return;
    }
  /* "schemas: {$ref: all.yaml}" is looked through. */
  if (ask_json_get_string (json_node_get_object (node), "$ref") != NULL && kind != ASK_KIND_SCHEMA)
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (kind != ASK_KIND_NONE && json_object_iter_next_ordered (&iter, &name, &member))
    {
      gsize before;

      if (kind != ASK_KIND_SCHEMA && is_extension (name) && kind != ASK_KIND_HEADER)
        continue;
      if (kind == ASK_KIND_SCHEMA
          && (self->version == ASK_OPENAPI_31 || is_extension (name))
          && !JSON_NODE_HOLDS_OBJECT (member))
        continue;
      before = enter (self, name);
      check_one (self, member, kind);
      leave (self, before);
    }
}

static void
check_value (Validation *self, JsonNode *node, const AskRule *rule)
{
  switch (rule->value)
    {
    case ASK_RULE_WORDS:
      if (JSON_NODE_HOLDS_OBJECT (node)
          && ask_json_get_string (json_node_get_object (node), "$ref") != NULL)
        break;
      check_text (self, node, ASK_RULE_TEXT);
      break;
    case ASK_RULE_TEXT:
    case ASK_RULE_URL:
    case ASK_RULE_EMAIL:
    case ASK_RULE_TEMPLATE:
    case ASK_RULE_PATTERN:
      check_text (self, node, rule->value);
      break;
    case ASK_RULE_BOOLEAN:
      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
        fault (self, "this must be true or false, and is %s", describe (node));
      break;
    case ASK_RULE_TEXTS:
    case ASK_RULE_NAMES:
      check_texts (self, node, rule->value == ASK_RULE_NAMES);
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
check_members (Validation *self, JsonObject *object, const AskRules *rules)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  for (guint i = 0; i < rules->n_rules; i++)
    if ((rules->rules[i].required & self->version) != 0
        && !json_object_has_member (object, rules->rules[i].name))
      fault (self, "%s must have “%s”", rules->what, rules->rules[i].name);
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    {
      const AskRule *rule = find_rule (rules, name, self->version);
      gsize before;

      if (rule == NULL && (rules->closed & self->version) != 0 && !is_extension (name)
          && strcmp (name, "$ref") != 0)
        fault (self, "%s has no “%s” in this version of OpenAPI", rules->what, name);
      if (rule == NULL)
        continue;
      before = enter (self, name);
      check_value (self, member, rule);
      leave (self, before);
    }
}

/* An entry that is nothing but a reference has to lead somewhere. */
static void
check_target (Validation *self, JsonObject *object, AskRuleKind kind)
{
  JsonObject *target = ask_openapi_resolve (self->context, object);
  JsonNode *node = json_object_get_member (object, "$ref");
  const char *ref = ask_json_get_string (object, "$ref");

  if (node != NULL && !is_text (node))
    fault (self, "“$ref” must be a text, and is %s", describe (node));
  else if (target == NULL)
    {
      /* A schema that is missing leaves an answer less described; the rest is of use. */
      if (kind != ASK_KIND_SCHEMA)
        fault (self, "the reference leads nowhere: %s", self->context->problem);
      g_clear_pointer (&self->context->problem, g_free);
    }
  else if (ref != NULL && *ref != '#' && kind == ASK_KIND_SCHEMA && target != object
           && is_text (json_object_get_member (target, "type"))
           && json_object_has_member (target, "name")
           && self->version == ASK_OPENAPI_30)
    fault (self, "the schema “%s” has a “name”, which OpenAPI 3.0 does not know", ref);
}

static void
check_targets (Validation *self, JsonObject *holder, const char *member, AskRuleKind kind)
{
  JsonObject *map = ask_json_get_object (holder, member);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;
  gsize before;

  if (map == NULL)
    return;
  before = enter (self, member);
  json_object_iter_init_ordered (&iter, map);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (JSON_NODE_HOLDS_OBJECT (node)
        && json_object_has_member (json_node_get_object (node), "$ref"))
      {
        gsize inner = enter (self, name);

        check_target (self, json_node_get_object (node), kind);
        leave (self, inner);
      }
  leave (self, before);
}

static void
check_component_names (Validation *self, JsonObject *components)
{
  static const char *const parts[] = { "schemas", "responses", "parameters", "examples", "requestBodies",
                                       "headers", "securitySchemes", "links", "callbacks" };
  gsize before = enter (self, "components");

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      JsonObject *map = ask_json_get_object (components, parts[i]);
      JsonObjectIter iter;
      const char *name;
      gsize inner = enter (self, parts[i]);

      if (map != NULL)
        {
          json_object_iter_init_ordered (&iter, map);
          while (json_object_iter_next_ordered (&iter, &name, NULL))
            if (*name == '\0' || strspn (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                               "0123456789._-$") != strlen (name))
              fault (self, "“%s” is no name for a component: use letters, digits, “.”, “-” and “_”",
                     name);
        }
      leave (self, inner);
      check_targets (self, components, parts[i],
                     i == 0 ? ASK_KIND_SCHEMA : ASK_KIND_NONE);
    }
  leave (self, before);
}

static void
check_variable (Validation *self, JsonObject *object)
{
  JsonArray *values = ask_json_get_array (object, "enum");
  const char *fallback = ask_json_get_string (object, "default");

  if (self->version != ASK_OPENAPI_31 || values == NULL)
    return;
  if (json_array_get_length (values) == 0)
    {
      fault (self, "“enum” must have a value");
      return;
    }
  for (guint i = 0; i < json_array_get_length (values); i++)
    if (g_strcmp0 (ask_json_element_string (values, i), fallback) == 0)
      return;
  fault (self, "the default “%s” is none of the values of “enum”", fallback != NULL ? fallback : "");
}

static void
check_security (Validation *self, JsonObject *object)
{
  static const struct
  {
    const char *type, *wants;
    guint in;
  } needs[] = {
    { "apiKey", "name", ASK_RULE_ALL }, { "apiKey", "in", ASK_RULE_ALL },
    { "http", "scheme", ASK_RULE_3 },   { "oauth2", "flows", ASK_RULE_3 },
    { "openIdConnect", "openIdConnectUrl", ASK_RULE_3 },
  };
  static const char *const types[]
    = { "apiKey", "http", "oauth2", "openIdConnect", "mutualTLS", "basic", NULL };
  const char *type = ask_json_get_string (object, "type");

  if (type == NULL || json_object_has_member (object, "$ref"))
    return;
  if (!g_strv_contains (types, type) || (self->version != ASK_OPENAPI_2 && strcmp (type, "basic") == 0))
    fault (self, "“%s” is no type of a security scheme", type);
  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    if (strcmp (needs[i].type, type) == 0 && (needs[i].in & self->version) != 0
        && !json_object_has_member (object, needs[i].wants))
      fault (self, "a security scheme of type “%s” must have “%s”", type, needs[i].wants);
}

static void
check_schema (Validation *self, JsonObject *object)
{
  JsonNode *ref = json_object_get_member (object, "$ref");
  JsonNode *type = json_object_get_member (object, "type");
  static const char *const types[]
    = { "string", "number", "integer", "boolean", "object", "array", "null", "file", "any", NULL };

  if (ref != NULL || type == NULL || self->version == ASK_OPENAPI_31)
    return;
  if (!is_text (type))
    {
      if (self->version == ASK_OPENAPI_30)
        fault (self, "“type” must be a text, and is %s", describe (type));
    }
  else if (!g_strv_contains (types, json_node_get_string (type)))
    fault (self, "“%s” is no type", json_node_get_string (type));
}

static void
check_parameter (Validation *self, JsonObject *object)
{
  const char *in = ask_json_get_string (object, "in");
  const char *name = ask_json_get_string (object, "name");
  JsonObject *content = ask_json_get_object (object, "content");

  if (self->version == ASK_OPENAPI_30 && g_strcmp0 (in, "path") == 0 && name != NULL
      && !ask_json_get_boolean (object, "required", FALSE))
    fault (self, "the parameter “%s” of the path must have “required: true”", name);
  if (content != NULL && json_object_get_size (content) != 1)
    fault (self, "the “content” of a parameter must have one media type");
}

/* Two parameters of one name in one place of one list. */
static void
check_duplicates (Validation *self, JsonObject *holder)
{
  JsonArray *list = ask_json_get_array (holder, "parameters");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize before = enter (self, "parameters");

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *object = ask_json_element_object (list, i);
      JsonObject *target = object != NULL ? ask_openapi_resolve (self->context, object) : NULL;
      const char *name = ask_json_get_string (target, "name");
      const char *in = ask_json_get_string (target, "in");
      gsize inner = enter_index (self, i);

      g_clear_pointer (&self->context->problem, g_free);
      if (name != NULL && in != NULL && !g_hash_table_add (seen, g_strconcat (in, ":", name, NULL)))
        fault (self, "the parameter “%s” in the %s is there twice", name, in);
      leave (self, inner);
    }
  leave (self, before);
}

static void
collect_path_names (AskOpenapiContext *context, JsonObject *holder, GHashTable *names)
{
  JsonArray *list = ask_json_get_array (holder, "parameters");

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *object = ask_json_element_object (list, i);
      JsonObject *target = object != NULL ? ask_openapi_resolve (context, object) : NULL;
      const char *name = ask_json_get_string (target, "name");

      g_clear_pointer (&context->problem, g_free);
      if (name != NULL && g_strcmp0 (ask_json_get_string (target, "in"), "path") == 0)
        g_hash_table_add (names, (gpointer) name);
    }
}

/* An operation that declares parameters of its path, and not all of them, is mistaken about the
 * others; one that declares none at all is merely brief. */
static void
check_path (Validation *self, const char *path, JsonObject *item, JsonObject *operation)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  collect_path_names (self->context, item, names);
  collect_path_names (self->context, operation, names);
  if (g_hash_table_size (names) == 0)
    return;
  for (const char *p = strchr (path, '{'); p != NULL; p = strchr (p, '{'))
    {
      const char *end = strpbrk (p + 1, "{}");
      g_autofree char *name = NULL;

      if (end == NULL || *end != '}')
        return;
      name = g_strndup (p + 1, (gsize) (end - p - 1));
      if (!g_hash_table_contains (names, name))
        fault (self, "no parameter is declared for “{%s}” of the path", name);
      p = end;
    }
}

static void
check_operation (Validation *self, JsonObject *object)
{
  const char *id = ask_json_get_string (object, "operationId");

  if (id != NULL && !g_hash_table_add (self->ids, (gpointer) id))
    fault (self, "the operationId “%s” is there twice", id);
  check_duplicates (self, object);
}

static void
check_paths (Validation *self)
{
  static const char *const methods[]
    = { "get", "put", "post", "delete", "options", "head", "patch", "trace" };
  JsonObject *paths = ask_json_get_object (self->context->root, "paths");
  JsonObjectIter iter;
  const char *path;
  JsonNode *node;
  gsize before;

  check_targets (self, self->context->root, "paths", ASK_KIND_ITEM);
  if (paths == NULL)
    return;
  before = enter (self, "paths");
  json_object_iter_init_ordered (&iter, paths);
  while (json_object_iter_next_ordered (&iter, &path, &node))
    {
      JsonObject *item = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      gsize inner = enter (self, path);

      for (guint i = 0; item != NULL && !is_extension (path) && i < G_N_ELEMENTS (methods); i++)
        {
          JsonObject *operation = ask_json_get_object (item, methods[i]);
          gsize at = enter (self, methods[i]);

          if (operation != NULL)
            check_path (self, path, item, operation);
          leave (self, at);
        }
      if (item != NULL)
        check_duplicates (self, item);
      leave (self, inner);
    }
  leave (self, before);
}

static void
check_object (Validation *self, JsonObject *object, AskRuleKind kind)
{
  const AskRules *rules = ask_rules_get (kind);
  gboolean refers = json_object_has_member (object, "$ref");

  if (refers && rules->may_refer && kind != ASK_KIND_ITEM)
    {
      gsize before = enter (self, "$ref");
      JsonNode *ref = json_object_get_member (object, "$ref");

      if (!is_text (ref))
        fault (self, "a reference must be a text, and this is %s", describe (ref));
      leave (self, before);
      return;
    }
  check_members (self, object, rules);
  switch (kind)
    {
    case ASK_KIND_VARIABLE:
      check_variable (self, object);
      break;
    case ASK_KIND_SECURITY:
      check_security (self, object);
      break;
    case ASK_KIND_SCHEMA:
      check_schema (self, object);
      break;
    case ASK_KIND_PARAMETER:
      check_parameter (self, object);
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
check_containers (Validation *self)
{
  JsonObject *root = self->context->root;

  if (self->version == ASK_OPENAPI_30 && !json_object_has_member (root, "paths")
      && (!json_object_has_member (root, "components") || json_object_has_member (root, "security")))
    fault (self, "the document must have “paths”");
  if (self->version == ASK_OPENAPI_31 && !json_object_has_member (root, "paths")
      && !json_object_has_member (root, "components") && !json_object_has_member (root, "webhooks"))
    fault (self, "the document must have “paths”, “components” or “webhooks”");
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
  Validation self = { context, context->version, place, faults, ids, FALSE };
  JsonObject *components = ask_json_get_object (context->root, "components");

  check_object (&self, context->root, ASK_KIND_ROOT);
  check_containers (&self);
  if (components != NULL)
    check_component_names (&self, components);
  check_paths (&self);
}
