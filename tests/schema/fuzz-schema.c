/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libFuzzer's way into the reader of schema documents: whatever it takes, it gives back as it was, and nothing that
 * prints, checks or compares a schema minds what is in it.
 */
#include "config.h"

#include "schema/check/ask-schema-check.h"
#include "schema/merge/ask-schema-diff.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (JsonNode) node = ask_json_parse ((const char *) data, (gssize) size, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = node != NULL ? ask_schema_from_json (node, &error) : NULL;
  g_autoptr (AskSchema) again = NULL;
  g_autoptr (JsonNode) written = NULL;
  g_autoptr (JsonNode) rewritten = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GPtrArray) changes = NULL;
  g_autofree char *text = NULL;
  g_autofree char *text_again = NULL;

  if (node == NULL)
    return 0;
  if (schema == NULL)
    {
      g_assert_nonnull (error);
      return 0;
    }
  written = ask_schema_to_json (schema);
  text = ask_json_to_string (written, TRUE);
  again = ask_schema_from_json (written, &error);
  g_assert_no_error (error);
  rewritten = ask_schema_to_json (again);
  text_again = ask_json_to_string (rewritten, TRUE);
  g_assert_cmpstr (text_again, ==, text);
  faults = ask_schema_check (schema);
  changes = ask_schema_diff (schema, again);
  g_assert_cmpuint (changes->len, ==, 0);
  {
    g_autofree char *sql = ask_schema_to_sql (schema);
    g_autofree char *dbml = ask_schema_to_dbml (schema);
    g_autofree char *mermaid = ask_schema_to_mermaid (schema);
    g_autofree char *plain = ask_schema_to_text (schema);

    g_assert_true (sql != NULL && dbml != NULL && mermaid != NULL && plain != NULL);
  }
  return 0;
}
