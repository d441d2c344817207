/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as YAML. A tree that comes of it can be written as JSON and read again as the same. libFuzzer
 * calls it, and test-openapi-fuzzed replays what libFuzzer found worth keeping.
 */
#include "config.h"

#include <string.h>

#include "schema/openapi/ask-document.h"

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  gsize length = strlen (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) tree = NULL;

  if (!g_utf8_validate (text, (gssize) length, NULL))
    return 0;
  tree = ask_document_parse_yaml (text, length, "fuzz", &error);
  g_assert_true ((tree == NULL) == (error != NULL));
  g_clear_error (&error);
  /* What aliases repeat would make the text long without telling more. */
  if (tree != NULL && strchr (text, '*') == NULL)
    {
      g_autofree char *json = ask_json_to_string (tree, FALSE);

      if (*json == '{' || *json == '[')
        {
          g_autoptr (JsonNode) back = ask_document_parse (json, strlen (json), "fuzz", &error);

          g_assert_no_error (error);
          g_assert_true (json_node_get_node_type (back) == json_node_get_node_type (tree));
        }
    }
  return 0;
}
