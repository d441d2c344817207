/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every public OpenAPI document, imported as a source imports it, each in a process of its own: those
 * in use and those of conformance sets that pass come in, those that fail are refused with the place,
 * none crashes, hangs or grows, and of the operations that read JSON nearly all become entities. The
 * documents are not ours and are skipped where they are absent.
 */
#include "config.h"

#include <string.h>

#include "source/openapi-survey.h"
#include "support/ask-test-memory.h"

#define SLACK (ASK_TEST_SANITIZED ? 4 : 1)

/* Nothing but what hangs takes so long, of a processor and not of a clock. */
#define MAX_SECONDS (60.0 * SLACK)
#define MAX_KIB (200 * 1024 * SLACK)

static const char *program;

/* A broken document's message has a JSON pointer, a line, or the kind of file that it is instead. */
static gboolean
names_place (const char *message)
{
  static const char *const places[]
    = { " at /", "line ", "is no OpenAPI specification", "is a list", "is plain text" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (strstr (message, places[i]) != NULL)
      return TRUE;
  return FALSE;
}

static void
check_one (const Survey *one)
{
  if (!one->ended)
    g_error ("%s: no answer", one->path);
  if (one->cpu_s > MAX_SECONDS)
    g_error ("%s: %.2f s", one->path, one->cpu_s);
  if (one->peak_kib > MAX_KIB)
    g_error ("%s: %ld KiB", one->path, one->peak_kib);
  if (one->kind != SURVEY_ODD && one->ok == (one->kind == SURVEY_FAIL))
    g_error ("%s: %s", one->path, one->error != NULL ? one->error : "imported");
  if (one->kind == SURVEY_FAIL && !names_place (one->error))
    g_error ("%s: %s", one->path, one->error);
  /* What is left out has a reason. */
  g_assert_cmpuint (one->reasons->len, ==, one->n_left);
  g_assert_cmpuint (one->n_entities + one->n_merged + one->n_left, ==, one->n_json);
  for (guint i = 0; i < one->reasons->len; i++)
    g_assert_true (g_str_has_suffix (one->reasons->pdata[i], "."));
}

static void
test_all (void)
{
  g_autofree char *folder = survey_dup_folder ();
  g_autoptr (GPtrArray) paths = survey_find (folder);
  guint n[4] = { 0 };
  guint n_json = 0, n_good = 0;

  if (paths->len == 0)
    {
      g_test_skip ("The OpenAPI documents are not here, see tests/source/README.md");
      return;
    }
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (Survey) one = survey_run (program, folder, paths->pdata[i]);

      check_one (one);
      n[one->kind]++;
      if (one->kind != SURVEY_REAL)
        continue;
      n_json += one->n_json;
      n_good += one->n_entities + one->n_merged;
    }
  g_test_message ("%u in use, %u that pass, %u that fail; %u of %u GET operations with JSON (%.1f %%)",
                  n[SURVEY_REAL], n[SURVEY_PASS], n[SURVEY_FAIL], n_good, n_json,
                  100.0 * n_good / MAX (n_json, 1));
  g_assert_cmpuint (n[SURVEY_REAL], >, 100);
  g_assert_cmpuint (n[SURVEY_PASS], >, 50);
  g_assert_cmpuint (n[SURVEY_FAIL], >, 100);
  g_assert_cmpuint (n_json, >, 1000);
  g_assert_cmpuint (100 * n_good, >=, 95 * n_json);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--one") == 0)
    return survey_child (argv[2]);
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/openapi-real/every-public-document-is-imported-or-refused-in-words", test_all);
  return g_test_run ();
}
