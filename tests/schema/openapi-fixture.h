/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small OpenAPI documents for the importer's tests, written in YAML's flow form, and a look at what
 * became of them. A document that does not import fails the test.
 */
#pragma once

#include <string.h>

#include "schema/openapi/ask-openapi.h"

#define ITEM "{type: object, properties: {id: {type: integer}, name: {type: string}}}"

static inline JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = ask_document_parse (text, strlen (text), "spec", &error);

  g_assert_no_error (error);
  return node;
}

static inline AskOpenapi *
import (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) document = parse (text);
  AskOpenapi *api = ask_openapi_import (document, "shop", &error);

  g_assert_no_error (error);
  g_assert_nonnull (api);
  return api;
}

/* One operation with @parameters and the schema of its answer. */
static inline AskOpenapi *
import_one (const char *path, const char *parameters, const char *schema)
{
  g_autofree char *text = g_strdup_printf (
    "{openapi: 3.0.3, info: {title: T}, paths: {'%s': {get: {parameters: [%s], responses: {200: "
    "{content: {application/json: {schema: %s}}}}}}}}",
    path, parameters, schema);

  return import (text);
}

static inline AskEntity *
first (AskOpenapi *api)
{
  return g_ptr_array_index (api->schema->entities, 0);
}

static inline AskAttribute *
attribute (AskOpenapi *api, const char *name)
{
  AskAttribute *found = ask_entity_find_attribute (first (api), name);

  if (found == NULL)
    g_error ("no attribute %s", name);
  return found;
}

static inline gboolean
is_sent (const AskParameter *one)
{
  return one->attribute != NULL || one->fixed != NULL;
}

/* The parameter of that name, whether a call sends it or not. */
static inline AskParameter *
known_parameter (AskOpenapi *api, const char *name)
{
  GPtrArray *parameters = first (api)->operation->parameters;

  for (guint i = 0; i < parameters->len; i++)
    {
      AskParameter *found = g_ptr_array_index (parameters, i);

      if (strcmp (found->name, name) == 0)
        return found;
    }
  return NULL;
}

/* One that a call sends. */
static inline AskParameter *
parameter (AskOpenapi *api, const char *name)
{
  AskParameter *found = known_parameter (api, name);

  return found != NULL && is_sent (found) ? found : NULL;
}

static inline guint
count_sent (AskOpenapi *api)
{
  GPtrArray *parameters = first (api)->operation->parameters;
  guint n = 0;

  for (guint i = 0; i < parameters->len; i++)
    n += is_sent (g_ptr_array_index (parameters, i));
  return n;
}

static inline gboolean
has_note (AskOpenapi *api, const char *needle)
{
  for (guint i = 0; i < api->notes->len; i++)
    if (strstr (g_ptr_array_index (api->notes, i), needle) != NULL)
      return TRUE;
  return FALSE;
}
