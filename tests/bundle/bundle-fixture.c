/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "bundle-fixture.h"

#include "agent/ask-compose.h"
#include "agent/ask-run.h"

static void
hide (AskWorkspace *workspace, const char *entity_name, const char *attribute_name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, &error);
  g_autoptr (AskSchema) fork = ask_schema_fork (schema);
  AskEntity *entity = ask_schema_own_entity (fork, ask_schema_find_entity (fork, entity_name)->id);

  if (attribute_name != NULL)
    ask_entity_find_attribute (entity, attribute_name)->hidden = TRUE;
  else
    entity->hidden = TRUE;
  g_assert_true (ask_workspace_save_schema (workspace, fork, "Hid something", &error));
  g_assert_no_error (error);
}

/* Runs a query as a step of the answer. @temp_table, @result: (nullable) */
AskTraceStep *
bundle_run (Bundle *self, const char *sql, const char *temp_table, AskResult **result)
{
  g_autoptr (GError) error = NULL;
  AskResult *got = ask_engine_query (self->engine, sql, NULL, temp_table, NULL, &error);
  AskTraceStep *step = ask_answer_add_step (self->answer, temp_table != NULL ? "temp" : "sql", "Ran a query", NULL);

  g_assert_no_error (error);
  json_object_set_string_member (ask_run_fields (step), "sql", sql);
  ask_run_describe_result (step, got);
  if (result != NULL)
    *result = got;
  else
    ask_result_free (got);
  return step;
}

void
bundle_open (Bundle *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_step_table_free);
  g_autoptr (AskResult) result = NULL;
  const char *first = "SELECT c.name AS city, o.amount FROM orders AS o JOIN customer AS c ON c.cnry_key = o.cnry_buyer";

  self->shop = store_shop_new ("CREATE TABLE customer (cnry_key INTEGER PRIMARY KEY, name TEXT, cnry_income INTEGER);"
                               "CREATE TABLE orders (id INTEGER PRIMARY KEY, amount REAL,"
                               " cnry_buyer INTEGER REFERENCES customer (cnry_key));"
                               "CREATE TABLE cnry_payroll (person TEXT, cnry_wage INTEGER);"
                               "INSERT INTO customer VALUES (1, 'Lyon', 770001), (2, 'Nice', 770002);"
                               "INSERT INTO orders VALUES (1, 10.5, 1), (2, 20.25, 1), (3, 1e300, 2);"
                               "INSERT INTO cnry_payroll VALUES ('cnry_person', 770003)");
  hide (self->shop->workspace, "customer", "cnry_key");
  hide (self->shop->workspace, "customer", "cnry_income");
  hide (self->shop->workspace, "orders", "cnry_buyer");
  hide (self->shop->workspace, "cnry_payroll", NULL);
  self->engine = ask_workspace_open_engine (self->shop->workspace, &error);
  g_assert_no_error (error);
  self->file = store_fixture_file (self->shop->fixture, "an answer.askanswer");
  self->answer = ask_answer_new ("What did each city order?");
  bundle_run (self, first, "step_1", NULL);
  g_ptr_array_add (steps, ask_step_table_new ("step_1", first));
  bundle_run (self, BUNDLE_LAST, NULL, &result);
  self->answer->status = ASK_STATUS_ANSWERED;
  g_free (self->answer->text);
  self->answer->text = g_strdup ("Nice ordered the most");
  self->answer->rows = ask_rows_ref (result->rows);
  self->answer->n_rows = ask_rows_get_n_rows (result->rows);
  self->answer->sql = ask_compose_sql (BUNDLE_LAST, steps);
  self->answer->executable_sql = g_strdup (result->executable_sql);
  g_ptr_array_add (self->answer->sources, g_strdup ("shop"));
}

void
bundle_close (Bundle *self)
{
  ask_answer_free (self->answer);
  ask_engine_free (self->engine);
  g_free (self->file);
  store_shop_free (self->shop);
}

/* Saves the answer as it is now. */
void
bundle_save (Bundle *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBundle) bundle = ask_bundle_collect (self->shop->workspace, self->answer, FALSE, &error);

  g_assert_no_error (error);
  g_assert_true (ask_bundle_save (bundle, self->file, NULL, &error));
  g_assert_no_error (error);
}

/* Returns: (transfer full): what the file holds */
AskBundle *
bundle_read (Bundle *self)
{
  g_autoptr (GError) error = NULL;
  AskBundle *bundle = ask_bundle_open (self->file, NULL, &error);

  g_assert_no_error (error);
  return bundle;
}

/* Does to the saved file what anybody could. */
void
bundle_exec (Bundle *self, const char *sql)
{
  store_exec (self->file, sql);
}
