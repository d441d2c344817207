/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A failure sends a person where it can be mended, and nowhere else.
 */
#include "config.h"

#include "agent/ask-remedy.h"
#include "engine/ask-engine.h"
#include "llm/ask-model.h"
#include "net/ask-http.h"
#include "source/ask-source.h"
#include "store/ask-workspace.h"

static void
check (GQuark domain, int code, AskRemedy wanted)
{
  g_autoptr (GError) error = g_error_new_literal (domain, code, "It failed.");

  g_test_message ("%s %d", g_quark_to_string (domain), code);
  g_assert_cmpstr (ask_remedy_to_string (ask_remedy_find (error)), ==, ask_remedy_to_string (wanted));
}

static void
test_table (void)
{
  /* A model's rate limit is nothing that a source is to blame for, and the other way round. */
  for (int code = ASK_LLM_ERROR_UNREACHABLE; code <= ASK_LLM_ERROR_CONFIG; code++)
    check (ASK_LLM_ERROR, code, ASK_REMEDY_MODEL);
  for (int code = ASK_SOURCE_ERROR_UNREACHABLE; code <= ASK_SOURCE_ERROR_DATA; code++)
    check (ASK_SOURCE_ERROR, code, code == ASK_SOURCE_ERROR_ARGUMENT ? ASK_REMEDY_NONE : ASK_REMEDY_SOURCES);
  for (int code = ASK_HTTP_ERROR_URL; code <= ASK_HTTP_ERROR_BUSY; code++)
    check (ASK_HTTP_ERROR, code, ASK_REMEDY_SOURCES);
  check (ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_UNKNOWN_NAME, ASK_REMEDY_SCHEMA);
  check (ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED, ASK_REMEDY_SCHEMA);
  check (ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_MISSING_PARAMETER, ASK_REMEDY_SCHEMA);
  check (ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_SYNTAX, ASK_REMEDY_NONE);
  check (ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT, ASK_REMEDY_NONE);
  check (ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE, ASK_REMEDY_NONE);
  check (ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP, ASK_REMEDY_NONE);
  check (ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED, ASK_REMEDY_SOURCES);
  check (ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET, ASK_REMEDY_SOURCES);
  check (ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN, ASK_REMEDY_NONE);
  check (ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT, ASK_REMEDY_NONE);
  check (G_IO_ERROR, G_IO_ERROR_FAILED, ASK_REMEDY_NONE);
}

/* What a person has to say of an operation leads there, however often the error is handed on. */
static void
test_operation (void)
{
  g_autoptr (GError) first = g_error_new_literal (ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT, "There is more.");
  g_autoptr (GError) copy = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *place = NULL;
  g_autofree char *none = ask_remedy_dup_place (first);

  g_assert_null (none);
  g_assert_cmpint (ask_remedy_find (first), ==, ASK_REMEDY_SOURCES);
  ask_source_error_set_operation (first, "shop", "GET /orders");
  copy = g_error_copy (first);
  g_propagate_prefixed_error (&error, g_steal_pointer (&copy), "While asking: ");
  g_assert_cmpint (ask_remedy_find (error), ==, ASK_REMEDY_OPERATION);
  place = ask_remedy_dup_place (error);
  g_assert_cmpstr (place, ==, "shop GET /orders");
}

static void
test_words (void)
{
  for (AskRemedy remedy = ASK_REMEDY_NONE; remedy <= ASK_REMEDY_OPERATION; remedy++)
    g_assert_cmpint (ask_remedy_from_string (ask_remedy_to_string (remedy)), ==, remedy);
  g_assert_cmpint (ask_remedy_from_string (NULL), ==, ASK_REMEDY_NONE);
  g_assert_cmpint (ask_remedy_from_string ("elsewhere"), ==, ASK_REMEDY_NONE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/remedy/each-failure-has-its-remedy", test_table);
  g_test_add_func ("/agent/remedy/an-operation-goes-with-the-error", test_operation);
  g_test_add_func ("/agent/remedy/each-remedy-reads-back-from-its-word", test_words);
  return g_test_run ();
}
