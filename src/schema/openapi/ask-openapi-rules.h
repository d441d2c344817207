/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What OpenAPI wants of each kind of object, as tables for ask-openapi-validate.c. Only ask-openapi-validate*
 * and ask-openapi-rules.c include this.
 */
#pragma once

#include "schema/openapi/ask-openapi-context.h"

G_BEGIN_DECLS

#define ASK_RULE_3 (ASK_OPENAPI_30 | ASK_OPENAPI_31)
#define ASK_RULE_ALL (ASK_OPENAPI_2 | ASK_RULE_3)

typedef enum
{
  ASK_RULE_ANY,
  ASK_RULE_TEXT,
  ASK_RULE_WORDS, /* a text, or a reference to a file with it */
  ASK_RULE_BOOLEAN,
  ASK_RULE_URL, /* a URL or a relative reference */
  ASK_RULE_EMAIL,
  ASK_RULE_TEMPLATE, /* the URL of a server, with {variables} */
  ASK_RULE_PATTERN, /* a regular expression */
  ASK_RULE_TEXTS, /* a list of texts */
  ASK_RULE_NAMES, /* a list of texts, none twice */
  ASK_RULE_ONE, /* an object of the kind */
  ASK_RULE_LIST, /* a list of such */
  ASK_RULE_MAP, /* an object whose members are such */
  ASK_RULE_ONE_OR_FLAG, /* an object of the kind, or a boolean */
  ASK_RULE_ONE_OR_LIST
} AskRuleValue;

typedef enum
{
  ASK_KIND_NONE,
  ASK_KIND_ROOT,
  ASK_KIND_INFO,
  ASK_KIND_CONTACT,
  ASK_KIND_LICENSE,
  ASK_KIND_DOCS,
  ASK_KIND_TAG,
  ASK_KIND_SERVER,
  ASK_KIND_VARIABLE,
  ASK_KIND_COMPONENTS,
  ASK_KIND_ITEM,
  ASK_KIND_OPERATION,
  ASK_KIND_PARAMETER,
  ASK_KIND_HEADER,
  ASK_KIND_BODY,
  ASK_KIND_MEDIA,
  ASK_KIND_RESPONSE,
  ASK_KIND_EXAMPLE,
  ASK_KIND_LINK,
  ASK_KIND_SCHEMA,
  ASK_KIND_SECURITY,
  ASK_KIND_FLOWS,
  ASK_KIND_FLOW,
  ASK_N_KINDS
} AskRuleKind;

/**
 * AskRule:
 * @in: the versions that have this member
 * @required: those that want it
 */
typedef struct
{
  const char *name;
  AskRuleValue value;
  AskRuleKind kind;
  guint in;
  guint required;
} AskRule;

/**
 * AskRules:
 * @what: how people call it
 * @closed: the versions in which no other members are accepted, but those that begin with "x-"
 * @may_refer: it may be a "$ref" instead
 */
typedef struct
{
  const char *what;
  const AskRule *rules;
  guint n_rules;
  guint closed;
  gboolean may_refer;
} AskRules;

const AskRules *ask_rules_get (AskRuleKind kind);

G_END_DECLS
