/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sample that is installed with the program, as a source with its questions.
 */
#include "config.h"

#include "engine/ask-engine.h"
#include "store-fixture.h"
#include "store/ask-sample.h"
#include "store/ask-source-name.h"
#include "store/ask-workspace-files.h"
#include "support/ask-test-kinds.h"

/* Every question that comes along has an answer. */
static void
test_answers (void)
{
  g_autoptr (StoreFixture) self = store_fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  g_autoptr (AskSourceRecord) record = ask_workspace_add_sample (workspace, NULL, &error);
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GPtrArray) verified = NULL;
  g_autofree char *name = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (record->n_entities, ==, 5);
  g_assert_true (ask_workspace_find_sample (workspace, &name, &error));
  g_assert_cmpstr (name, ==, record->name);
  verified = ask_workspace_list_verified (workspace, &error);
  g_assert_cmpuint (verified->len, ==, 5);
  engine = ask_workspace_open_engine (workspace, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < verified->len; i++)
    {
      AskVerified *pair = verified->pdata[i];
      g_autoptr (AskVerifiedRun) run = ask_workspace_run_verified (workspace, engine, pair->id, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpint (run->status, ==, ASK_VERIFIED_NEW);
      g_assert_cmpuint (ask_rows_get_n_rows (run->rows), >, 0);
    }
}

/* What a sum of its money is in, any column of it says; what is no money says nothing. */
static void
test_units (void)
{
  static const struct
  {
    const char *sql;
    const char *unit;
  } sums[] = {
    { "SELECT sum(line_total) AS revenue FROM order_lines", "EUR" },
    { "SELECT sum(quantity * unit_price) AS gross FROM order_lines", "EUR" },
    { "SELECT avg(list_price - cost_price) AS margin FROM products", "EUR" },
    { "SELECT sum(quantity) AS pieces FROM order_lines", NULL },
  };
  g_autoptr (StoreFixture) self = store_fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  g_autoptr (AskSourceRecord) record = ask_workspace_add_sample (workspace, NULL, &error);
  g_autoptr (AskEngine) engine = NULL;

  g_assert_no_error (error);
  g_assert_nonnull (record);
  engine = ask_workspace_open_engine (workspace, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    {
      g_autoptr (AskResult) result = ask_engine_query (engine, sums[i].sql, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (ask_rows_get_column (result->rows, 0)->sense.unit, ==, sums[i].unit);
    }
}

static void
test_removal (void)
{
  g_autoptr (StoreFixture) self = store_fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  g_autoptr (AskSourceRecord) record = ask_workspace_add_sample (workspace, NULL, &error);
  g_autoptr (AskSourceRecord) again = NULL;
  g_autoptr (AskVerified) own = NULL;
  g_autoptr (GPtrArray) verified = NULL;
  g_autofree char *name = NULL;

  g_assert_no_error (error);
  again = ask_workspace_add_sample (workspace, NULL, &error);
  g_assert_null (again);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS);
  g_clear_error (&error);
  own = ask_workspace_add_verified (workspace, "Stores", "SELECT count(*) AS n FROM stores", &error);
  g_assert_no_error (error);
  g_assert_true (ask_workspace_drop_source (workspace, record->name, &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_find_sample (workspace, &name, &error));
  g_assert_null (name);
  /* What a person wrote stays. */
  verified = ask_workspace_list_verified (workspace, &error);
  g_assert_cmpuint (verified->len, ==, 1);
  g_assert_cmpstr (((AskVerified *) verified->pdata[0])->question, ==, "Stores");
}

static void
test_names (void)
{
  g_autoptr (StoreFixture) self = store_fixture_new ();
  g_autofree char *path = store_fixture_file (self, "Übersicht 2025.csv");
  g_autofree char *other = store_fixture_file (self, "übersicht-2025.csv");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  g_autoptr (AskSourceRecord) first = NULL;
  g_autoptr (AskSourceRecord) second = NULL;
  g_autoptr (AskSourceRecord) third = NULL;
  g_autofree char *nameless = NULL;

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (path, "a,b\n1,2\n", -1, NULL));
  g_assert_true (g_file_set_contents (other, "a,b\n1,2\n", -1, NULL));
  first = ask_workspace_add_file (workspace, &ask_sheet_kind, path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (first->name, ==, "ubersicht_2025");
  second = ask_workspace_add_file (workspace, &ask_sheet_kind, other, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (second->name, ==, "ubersicht_2025_2");
  third = ask_workspace_add_file (workspace, &ask_sheet_kind, path, NULL, NULL, &error);
  g_assert_null (third);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS);
  g_clear_error (&error);
  nameless = ask_source_name_suggest_new (workspace, &ask_sheet_kind, "/2025/123.csv", &error);
  g_assert_cmpstr (nameless, ==, "data");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add_func ("/store/sample/" name, func)
  ADD ("each-of-its-questions-has-an-answer", test_answers);
  ADD ("its-amounts-are-in-euros", test_units);
  ADD ("its-questions-go-with-it", test_removal);
  ADD ("a-file-is-named-after-itself", test_names);
  return g_test_run ();
}
