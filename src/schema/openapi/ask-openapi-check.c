/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tells whether a document is an OpenAPI specification that the importer reads, and which one; if it
 * is none, what it is instead.
 */
#include "config.h"

#include "base/ask-text.h"

#include "base/ask-error.h"
#include "schema/openapi/ask-openapi-shape.h"

#include <glib/gi18n.h>
#include <string.h>

#define READS N_ ("; AskData reads OpenAPI 2.0 (Swagger) and 3.")

/* What other documents look like, by a member that only they have. */
static const struct
{
  const char *member;
  const char *is;
} others[] = {
  { "asyncapi", N_ ("an AsyncAPI document, which describes messages rather than requests") },
  { "arazzo", N_ ("an Arazzo document, which describes workflows") },
  { "overlay", N_ ("an OpenAPI overlay, which changes another document") },
  { "swaggerVersion", N_ ("a Swagger 1 document") },
  { "discoveryVersion", N_ ("a Google discovery document") },
  { "raml", N_ ("a RAML document") },
  { "__schema", N_ ("a GraphQL schema") },
  { "apiVersion", N_ ("a Kubernetes or similar configuration") },
  { "features", N_ ("GeoJSON or another document of data") },
  { "dependencies", N_ ("a package description") },
  { "$schema", N_ ("a JSON Schema or a document that follows one") },
};

static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  ask_error_set_valist (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOT_A_SPEC, format, args);
  va_end (args);
  ask_error_append (error, READS);
  return FALSE;
}

static const char *
name_other (JsonObject *root)
{
  JsonObject *info = ask_json_get_object (root, "info");

  if (info != NULL && (json_object_has_member (info, "_postman_id") || json_object_has_member (root, "item")))
    return N_ ("a Postman collection; export it as OpenAPI first");
  if (json_object_has_member (ask_json_get_object (root, "log") != NULL ? ask_json_get_object (root, "log") : root,
                              "entries"))
    return N_ ("a HAR recording or a list of entries");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (json_object_has_member (root, others[i].member))
      return others[i].is;
  return NULL;
}

/* A few of its members, to recognise it by. */
static char *
dup_members (JsonObject *root)
{
  GString *text = g_string_new (NULL);
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;
  guint n = 0;

  json_object_iter_init_ordered (&iter, root);
  while (n < 4 && json_object_iter_next_ordered (&iter, &name, &member))
    {
      g_autofree char *shown = ask_text_shorten (name, 30);

      g_string_append_printf (text, "%s“%s”", n++ > 0 ? ", " : "", shown);
    }
  return g_string_free (text, FALSE);
}

/* The version may be a number where YAML was written without quotes: openapi: 3.1 */
static gboolean
check_version (JsonNode *node, AskOpenapiVersion *kind, char **format, GError **error)
{
  g_autofree char *version = ask_openapi_shape_dup_scalar (node);
  g_autofree char *shown = NULL;

  if (version == NULL)
    return fail (error, N_ ("The document's “openapi” is no version number"));
  if (g_str_has_prefix (version, "3.") || strcmp (version, "3") == 0)
    {
      *kind = g_str_has_prefix (version, "3.0") || strcmp (version, "3") == 0 ? ASK_OPENAPI_30 : ASK_OPENAPI_31;
      *format = g_strdup_printf ("OpenAPI %.20s", version);
      return TRUE;
    }
  shown = ask_text_shorten (version, 30);
  return fail (error, N_ ("The document is OpenAPI “%s”"), shown);
}

/**
 * ask_openapi_check:
 * @kind: (out): which OpenAPI
 * @format: (out) (transfer full): the same for people, "OpenAPI 3.0.3"
 * @error: %ASK_SCHEMA_ERROR_NOT_A_SPEC, with what the document is instead
 *
 * Returns: whether @document says that it is OpenAPI 2 or 3, and holds an object
 */
gboolean
ask_openapi_check (JsonNode *document, AskOpenapiVersion *kind, char **format, GError **error)
{
  JsonObject *root;
  const char *other;
  g_autofree char *members = NULL;

  if (JSON_NODE_HOLDS_ARRAY (document))
    return fail (error, N_ ("The document is a list, not an OpenAPI specification"));
  if (!JSON_NODE_HOLDS_OBJECT (document))
    return fail (error, N_ ("The document is plain text, not an OpenAPI specification"));
  root = json_node_get_object (document);
  if (json_object_has_member (root, "openapi"))
    return check_version (json_object_get_member (root, "openapi"), kind, format, error);
  if (json_object_has_member (root, "swagger"))
    {
      g_autofree char *version = ask_openapi_shape_dup_scalar (json_object_get_member (root, "swagger"));
      g_autofree char *shown = ask_text_shorten (version != NULL ? version : "?", 30);

      if (g_strcmp0 (version, "2.0") == 0 || g_strcmp0 (version, "2") == 0)
        {
          *kind = ASK_OPENAPI_2;
          *format = g_strdup ("Swagger 2.0");
          return TRUE;
        }
      fail (error, N_ ("The document is Swagger %s"), shown);
      ask_error_append (error, N_ (" Convert it first, or ask the API's maker for an OpenAPI 3 document."));
      return FALSE;
    }
  other = name_other (root);
  if (other != NULL)
    {
      ask_error_set_literal (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOT_A_SPEC, other);
      ask_error_prefix (error, N_ ("The document is "));
      ask_error_append (error, READS);
      return FALSE;
    }
  members = dup_members (root);
  if (*members == '\0')
    return fail (error, N_ ("The document is an empty object, not an OpenAPI specification"));
  return fail (error, N_ ("The document is no OpenAPI specification: it has %s, and no “openapi”"), members);
}
