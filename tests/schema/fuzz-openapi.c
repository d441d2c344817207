/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as an OpenAPI document, which refers to itself as a further file too. What is read of it must
 * hold together: the schema and the report come back from their JSON. libFuzzer calls it, and
 * test-openapi-fuzzed replays what libFuzzer found worth keeping.
 */
#include "config.h"

#include <string.h>

#include "schema/openapi/ask-openapi.h"

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);

/* Every further file is the document itself. */
static JsonNode *
load (const char *uri, const char *from, gpointer document, GError **error)
{
  if (strlen (uri) > 200)
    {
      g_set_error_literal (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, "there is no such file");
      return NULL;
    }
  return json_node_ref (document);
}

static void
check (AskOpenapi *api)
{
  g_autoptr (JsonNode) json = ask_schema_to_json (api->schema);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) back = ask_schema_from_json (json, &error);
  g_autoptr (JsonNode) report = ask_doctor_to_json (api->doctor);
  g_autoptr (AskDoctor) doctor = ask_doctor_from_json (report, &error);
  g_autofree char *text = ask_doctor_to_text (api->doctor);

  if (back == NULL || doctor == NULL)
    g_error ("%s", error->message);
  g_assert_true (ask_schema_equal (api->schema, back));
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_true ((api->schema->entities->len == 0) == (api->nothing != NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) document = ask_document_parse ((const char *) data, size, "fuzz", &error);
  static const char *const reads[] = { "POST /a/search", "search", NULL };
  AskOpenapiOptions options = { .location = "file:///a/b/c.yaml",
                                .load = load,
                                .user_data = document,
                                .reads = reads,
                                .lenient = TRUE };

  g_assert_true ((document == NULL) == (error != NULL));
  if (document == NULL)
    return 0;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskOpenapi) api = ask_openapi_read (document, "api", &options, &error);

      g_assert_true ((api == NULL) == (error != NULL));
      g_clear_error (&error);
      if (api != NULL)
        check (api);
      options.lenient = FALSE;
    }
  return 0;
}
