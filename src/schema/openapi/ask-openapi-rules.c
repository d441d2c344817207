/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables: which members the objects of OpenAPI 2.0, 3.0 and 3.1 have, which they must have, and
 * what these hold. As strict as the published conformance sets, and no stricter: what documents in
 * use get wrong without harm is not in here.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-rules.h"

#define V2 ASK_OPENAPI_2
#define V30 ASK_OPENAPI_30
#define V31 ASK_OPENAPI_31
#define V3 ASK_RULE_3
#define ALL ASK_RULE_ALL

static const AskRule root[] = {
  { "openapi", ASK_RULE_ANY, 0, V3, V3 },
  { "swagger", ASK_RULE_ANY, 0, V2, V2 },
  { "info", ASK_RULE_ONE, ASK_KIND_INFO, ALL, ALL },
  { "jsonSchemaDialect", ASK_RULE_URL, 0, V31, 0 },
  { "$self", ASK_RULE_URL, 0, V31, 0 },
  { "servers", ASK_RULE_LIST, ASK_KIND_SERVER, V3, 0 },
  { "host", ASK_RULE_TEXT, 0, V2, 0 },
  { "basePath", ASK_RULE_TEXT, 0, V2, 0 },
  { "schemes", ASK_RULE_TEXTS, 0, V2, 0 },
  { "consumes", ASK_RULE_TEXTS, 0, V2, 0 },
  { "produces", ASK_RULE_TEXTS, 0, V2, 0 },
  /* Whether 3.0 and 3.1 can do without is decided in ask-openapi-validate.c. */
  { "paths", ASK_RULE_MAP, ASK_KIND_ITEM, ALL, V2 },
  { "webhooks", ASK_RULE_MAP, ASK_KIND_ITEM, V31, 0 },
  { "components", ASK_RULE_ONE, ASK_KIND_COMPONENTS, V3, 0 },
  { "definitions", ASK_RULE_MAP, ASK_KIND_SCHEMA, V2, 0 },
  { "parameters", ASK_RULE_MAP, ASK_KIND_PARAMETER, V2, 0 },
  { "responses", ASK_RULE_MAP, ASK_KIND_RESPONSE, V2, 0 },
  { "securityDefinitions", ASK_RULE_MAP, ASK_KIND_SECURITY, V2, 0 },
  { "security", ASK_RULE_LIST, ASK_KIND_NONE, ALL, 0 },
  { "tags", ASK_RULE_LIST, ASK_KIND_TAG, ALL, 0 },
  { "externalDocs", ASK_RULE_ONE, ASK_KIND_DOCS, ALL, 0 },
};

static const AskRule info[] = {
  { "title", ASK_RULE_TEXT, 0, ALL, ALL },
  { "summary", ASK_RULE_TEXT, 0, V31, 0 },
  { "description", ASK_RULE_WORDS, 0, ALL, 0 },
  { "termsOfService", ASK_RULE_URL, 0, ALL, 0 },
  { "contact", ASK_RULE_ONE, ASK_KIND_CONTACT, ALL, 0 },
  { "license", ASK_RULE_ONE, ASK_KIND_LICENSE, ALL, 0 },
  { "version", ASK_RULE_TEXT, 0, ALL, ALL },
};

static const AskRule contact[] = {
  { "name", ASK_RULE_TEXT, 0, ALL, 0 },
  { "url", ASK_RULE_URL, 0, ALL, 0 },
  { "email", ASK_RULE_EMAIL, 0, ALL, 0 },
};

static const AskRule license[] = {
  { "name", ASK_RULE_TEXT, 0, ALL, ALL },
  { "identifier", ASK_RULE_TEXT, 0, V31, 0 },
  { "url", ASK_RULE_URL, 0, ALL, 0 },
};

static const AskRule docs[] = {
  { "description", ASK_RULE_WORDS, 0, ALL, 0 },
  { "url", ASK_RULE_URL, 0, ALL, ALL },
};

static const AskRule tag[] = {
  { "name", ASK_RULE_TEXT, 0, ALL, ALL },
  { "description", ASK_RULE_WORDS, 0, ALL, 0 },
  { "externalDocs", ASK_RULE_ONE, ASK_KIND_DOCS, ALL, 0 },
};

static const AskRule server[] = {
  { "url", ASK_RULE_TEMPLATE, 0, V3, V3 },
  { "description", ASK_RULE_WORDS, 0, V3, 0 },
  { "variables", ASK_RULE_MAP, ASK_KIND_VARIABLE, V3, 0 },
};

static const AskRule variable[] = {
  { "enum", ASK_RULE_TEXTS, 0, V3, 0 },
  { "default", ASK_RULE_TEXT, 0, V3, V3 },
  { "description", ASK_RULE_WORDS, 0, V3, 0 },
};

static const AskRule components[] = {
  { "schemas", ASK_RULE_MAP, ASK_KIND_SCHEMA, V3, 0 },
  { "responses", ASK_RULE_MAP, ASK_KIND_RESPONSE, V3, 0 },
  { "parameters", ASK_RULE_MAP, ASK_KIND_PARAMETER, V3, 0 },
  { "examples", ASK_RULE_MAP, ASK_KIND_EXAMPLE, V3, 0 },
  { "requestBodies", ASK_RULE_MAP, ASK_KIND_BODY, V3, 0 },
  { "headers", ASK_RULE_MAP, ASK_KIND_HEADER, V3, 0 },
  { "securitySchemes", ASK_RULE_MAP, ASK_KIND_SECURITY, V3, 0 },
  { "links", ASK_RULE_MAP, ASK_KIND_LINK, V3, 0 },
  { "callbacks", ASK_RULE_MAP, ASK_KIND_NONE, V3, 0 },
  { "pathItems", ASK_RULE_MAP, ASK_KIND_ITEM, V31, 0 },
  { "mediaTypes", ASK_RULE_MAP, ASK_KIND_MEDIA, V31, 0 },
};

static const AskRule item[] = {
  { "$ref", ASK_RULE_TEXT, 0, ALL, 0 },
  { "summary", ASK_RULE_TEXT, 0, V3, 0 },
  { "description", ASK_RULE_WORDS, 0, V3, 0 },
  { "get", ASK_RULE_ONE, ASK_KIND_OPERATION, ALL, 0 },
  { "put", ASK_RULE_ONE, ASK_KIND_OPERATION, ALL, 0 },
  { "post", ASK_RULE_ONE, ASK_KIND_OPERATION, ALL, 0 },
  { "delete", ASK_RULE_ONE, ASK_KIND_OPERATION, ALL, 0 },
  { "options", ASK_RULE_ONE, ASK_KIND_OPERATION, ALL, 0 },
  { "head", ASK_RULE_ONE, ASK_KIND_OPERATION, ALL, 0 },
  { "patch", ASK_RULE_ONE, ASK_KIND_OPERATION, ALL, 0 },
  { "trace", ASK_RULE_ONE, ASK_KIND_OPERATION, V3, 0 },
  { "query", ASK_RULE_ONE, ASK_KIND_OPERATION, V31, 0 },
  { "additionalOperations", ASK_RULE_MAP, ASK_KIND_OPERATION, V31, 0 },
  { "servers", ASK_RULE_LIST, ASK_KIND_SERVER, V3, 0 },
  { "parameters", ASK_RULE_LIST, ASK_KIND_PARAMETER, ALL, 0 },
};

static const AskRule operation[] = {
  { "tags", ASK_RULE_TEXTS, 0, ALL, 0 },
  { "summary", ASK_RULE_TEXT, 0, ALL, 0 },
  { "description", ASK_RULE_WORDS, 0, ALL, 0 },
  { "externalDocs", ASK_RULE_ONE, ASK_KIND_DOCS, ALL, 0 },
  { "operationId", ASK_RULE_TEXT, 0, ALL, 0 },
  { "parameters", ASK_RULE_LIST, ASK_KIND_PARAMETER, ALL, 0 },
  { "requestBody", ASK_RULE_ONE, ASK_KIND_BODY, V3, 0 },
  { "responses", ASK_RULE_MAP, ASK_KIND_RESPONSE, ALL, V2 | V30 },
  { "deprecated", ASK_RULE_BOOLEAN, 0, ALL, 0 },
  { "servers", ASK_RULE_LIST, ASK_KIND_SERVER, V3, 0 },
};

static const AskRule parameter[] = {
  { "name", ASK_RULE_TEXT, 0, ALL, ALL },
  { "in", ASK_RULE_TEXT, 0, ALL, ALL },
  { "description", ASK_RULE_WORDS, 0, ALL, 0 },
  { "required", ASK_RULE_BOOLEAN, 0, ALL, 0 },
  { "deprecated", ASK_RULE_BOOLEAN, 0, V3, 0 },
  { "schema", ASK_RULE_ONE_OR_FLAG, ASK_KIND_SCHEMA, ALL, 0 },
  { "content", ASK_RULE_MAP, ASK_KIND_MEDIA, V3, 0 },
};

static const AskRule header[] = {
  { "description", ASK_RULE_WORDS, 0, ALL, 0 },
  { "deprecated", ASK_RULE_BOOLEAN, 0, V3, 0 },
  { "schema", ASK_RULE_ONE_OR_FLAG, ASK_KIND_SCHEMA, V3, 0 },
  { "content", ASK_RULE_MAP, ASK_KIND_MEDIA, V3, 0 },
};

static const AskRule body[] = {
  { "description", ASK_RULE_WORDS, 0, V3, 0 },
  { "content", ASK_RULE_MAP, ASK_KIND_MEDIA, V3, V3 },
  { "required", ASK_RULE_BOOLEAN, 0, V3, 0 },
};

static const AskRule media[] = {
  { "schema", ASK_RULE_ONE_OR_FLAG, ASK_KIND_SCHEMA, V3, 0 },
  { "examples", ASK_RULE_MAP, ASK_KIND_EXAMPLE, V3, 0 },
};

static const AskRule response[] = {
  { "description", ASK_RULE_WORDS, 0, ALL, V2 | V30 }, { "headers", ASK_RULE_MAP, ASK_KIND_HEADER, ALL, 0 },
  { "content", ASK_RULE_MAP, ASK_KIND_MEDIA, V3, 0 },  { "links", ASK_RULE_MAP, ASK_KIND_LINK, V3, 0 },
  { "schema", ASK_RULE_ONE, ASK_KIND_SCHEMA, V2, 0 },
};

static const AskRule example[] = {
  { "summary", ASK_RULE_TEXT, 0, V3, 0 },
  { "description", ASK_RULE_WORDS, 0, V3, 0 },
};

static const AskRule link_rules[] = {
  { "operationRef", ASK_RULE_TEXT, 0, V3, 0 },
  { "operationId", ASK_RULE_TEXT, 0, V3, 0 },
  { "description", ASK_RULE_WORDS, 0, V3, 0 },
};

static const AskRule schema[] = {
  { "$ref", ASK_RULE_TEXT, 0, ALL, 0 },
  { "description", ASK_RULE_WORDS, 0, ALL, 0 },
  { "deprecated", ASK_RULE_BOOLEAN, 0, V3, 0 },
  { "nullable", ASK_RULE_BOOLEAN, 0, V30, 0 },
  { "pattern", ASK_RULE_PATTERN, 0, ALL, 0 },
  { "required", ASK_RULE_NAMES, 0, ALL, 0 },
  { "properties", ASK_RULE_MAP, ASK_KIND_SCHEMA, ALL, 0 },
  { "items", ASK_RULE_ONE_OR_FLAG, ASK_KIND_SCHEMA, V30, 0 },
  { "additionalProperties", ASK_RULE_ONE_OR_FLAG, ASK_KIND_SCHEMA, ALL, 0 },
  { "allOf", ASK_RULE_LIST, ASK_KIND_SCHEMA, ALL, 0 },
  { "oneOf", ASK_RULE_LIST, ASK_KIND_SCHEMA, V3, 0 },
  { "anyOf", ASK_RULE_LIST, ASK_KIND_SCHEMA, V3, 0 },
  { "not", ASK_RULE_ONE_OR_FLAG, ASK_KIND_SCHEMA, V3, 0 },
};

static const AskRule security[] = {
  { "type", ASK_RULE_TEXT, 0, ALL, ALL },
  { "description", ASK_RULE_WORDS, 0, ALL, 0 },
  { "flows", ASK_RULE_ONE, ASK_KIND_FLOWS, V3, 0 },
};

static const AskRule flows[] = {
  { "implicit", ASK_RULE_ONE, ASK_KIND_FLOW, V3, 0 },
  { "password", ASK_RULE_ONE, ASK_KIND_FLOW, V3, 0 },
  { "clientCredentials", ASK_RULE_ONE, ASK_KIND_FLOW, V3, 0 },
  { "authorizationCode", ASK_RULE_ONE, ASK_KIND_FLOW, V3, 0 },
  { "deviceAuthorization", ASK_RULE_ONE, ASK_KIND_FLOW, V31, 0 },
};

static const AskRule flow[] = {
  { "authorizationUrl", ASK_RULE_URL, 0, V3, 0 },
  { "tokenUrl", ASK_RULE_URL, 0, V3, 0 },
  { "refreshUrl", ASK_RULE_URL, 0, V3, 0 },
  { "scopes", ASK_RULE_MAP, ASK_KIND_NONE, V3, V3 },
};

#define RULES(what, rules, closed, may_refer) \
  { \
    what, rules, G_N_ELEMENTS (rules), closed, may_refer \
  }

static const AskRules tables[ASK_N_KINDS] = {
  [ASK_KIND_ROOT] = RULES ("the document", root, V30, FALSE),
  [ASK_KIND_INFO] = RULES ("the information about the API", info, V30, FALSE),
  [ASK_KIND_CONTACT] = RULES ("a contact", contact, 0, FALSE),
  [ASK_KIND_LICENSE] = RULES ("a licence", license, V30, FALSE),
  [ASK_KIND_DOCS] = RULES ("a link to documentation", docs, 0, FALSE),
  [ASK_KIND_TAG] = RULES ("a tag", tag, 0, FALSE),
  [ASK_KIND_SERVER] = RULES ("a server", server, 0, FALSE),
  [ASK_KIND_VARIABLE] = RULES ("a variable of a server", variable, 0, FALSE),
  [ASK_KIND_COMPONENTS] = RULES ("the components", components, V3, FALSE),
  [ASK_KIND_ITEM] = RULES ("a path", item, ALL, TRUE),
  [ASK_KIND_OPERATION] = RULES ("an operation", operation, 0, TRUE),
  [ASK_KIND_PARAMETER] = RULES ("a parameter", parameter, 0, TRUE),
  [ASK_KIND_HEADER] = RULES ("a header", header, 0, TRUE),
  [ASK_KIND_BODY] = RULES ("a request body", body, 0, TRUE),
  [ASK_KIND_MEDIA] = RULES ("a media type", media, 0, TRUE),
  [ASK_KIND_RESPONSE] = RULES ("a response", response, V30, TRUE),
  [ASK_KIND_EXAMPLE] = RULES ("an example", example, 0, TRUE),
  [ASK_KIND_LINK] = RULES ("a link", link_rules, 0, TRUE),
  [ASK_KIND_SCHEMA] = RULES ("a schema", schema, 0, TRUE),
  [ASK_KIND_SECURITY] = RULES ("a security scheme", security, 0, TRUE),
  [ASK_KIND_FLOWS] = RULES ("the flows of OAuth", flows, 0, FALSE),
  [ASK_KIND_FLOW] = RULES ("a flow of OAuth", flow, 0, FALSE),
};

/** ask_rules_get: Returns: (transfer none): what @kind has to be like; not for %ASK_KIND_NONE */
const AskRules *
ask_rules_get (AskRuleKind kind)
{
  g_return_val_if_fail (kind > ASK_KIND_NONE && kind < ASK_N_KINDS, NULL);
  return &tables[kind];
}
