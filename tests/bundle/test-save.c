/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A saved answer opens without its sources: the same cells, chart and steps, and its last query gives the same rows. What
 * a steward has hidden, and secrets, are nowhere in its bytes.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "agent/ask-citation.h"
#include "agent/ask-run.h"
#include "base/ask-outgoing.h"
#include "bundle-fixture.h"
#include "store/ask-workspace-looks.h"

static void
assert_same_rows (const AskRows *one, const AskRows *other)
{
  g_assert_cmpuint (ask_rows_get_n_columns (one), ==, ask_rows_get_n_columns (other));
  g_assert_cmpuint (ask_rows_get_n_rows (one), ==, ask_rows_get_n_rows (other));
  for (guint i = 0; i < ask_rows_get_n_columns (one); i++)
    {
      const AskColumn *a = ask_rows_get_column (one, i);
      const AskColumn *b = ask_rows_get_column (other, i);

      g_assert_cmpstr (a->name, ==, b->name);
      g_assert_cmpint (a->type, ==, b->type);
      g_assert_cmpint (a->sense.meaning, ==, b->sense.meaning);
      g_assert_cmpstr (a->sense.unit, ==, b->sense.unit);
    }
  for (gsize r = 0; r < ask_rows_get_n_rows (one); r++)
    for (guint i = 0; i < ask_rows_get_n_columns (one); i++)
      {
        const AskValue *a = ask_rows_get (one, r, i);
        const AskValue *b = ask_rows_get (other, r, i);

        g_assert_cmpuint (a->kind, ==, b->kind);
        if (a->kind == ASK_VALUE_REAL)
          g_assert_cmpmem (&a->real, sizeof a->real, &b->real, sizeof b->real);
        else
          g_assert_true (ask_value_equal (a, b));
      }
}

static void
test_cell_for_cell (void)
{
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;
  AskTraceStep *step;

  bundle_open (&bundle);
  bundle_save (&bundle);
  back = bundle_read (&bundle);
  g_assert_cmpstr (back->answer->question, ==, "What did each city order?");
  g_assert_cmpstr (back->answer->text, ==, "Nice ordered the most");
  g_assert_cmpstr (back->sql, ==, BUNDLE_LAST);
  g_assert_cmpstr (back->program, ==, ASK_VERSION);
  assert_same_rows (back->answer->rows, bundle.answer->rows);
  g_assert_cmpuint (back->answer->steps->len, ==, bundle.answer->steps->len);
  step = back->answer->steps->pdata[0];
  assert_same_rows (step->rows, ((AskTraceStep *) bundle.answer->steps->pdata[0])->rows);
  step = back->answer->steps->pdata[1];
  assert_same_rows (step->rows, bundle.answer->rows);
  g_assert_cmpint (back->answer->history_id, ==, 0);
  bundle_close (&bundle);
}

static AskValue
draw_value (char *room, gsize size)
{
  switch (g_test_rand_int_range (0, 9))
    {
    case 0:
      return ASK_NULL_INIT;
    case 1:
      return ask_value_integer (g_test_rand_int () % 2 != 0 ? G_MAXINT64 : G_MININT64);
    case 2:
      return ask_value_integer (g_test_rand_int ());
    case 3:
      return ask_value_real (g_test_rand_double ());
    case 4:
      return ask_value_real (g_test_rand_int () % 2 != 0 ? -0.0 : INFINITY);
    case 5:
      return ask_value_text ("12345678901234567890.123456789012345678901234567890", -1);
    case 6:
      return ask_value_text ("two\0halves \xff", 12);
    default:
      {
        gsize n = (gsize) g_test_rand_int_range (0, (int) size);

        for (gsize i = 0; i < n; i++)
          room[i] = (char) g_test_rand_int_range (0, 256);
        return g_test_rand_int () % 2 != 0 ? ask_value_text (room, (gssize) n) : ask_value_blob ((guint8 *) room, n);
      }
    }
}

/* Any values, columns that are called alike or nothing, types that say something else. */
static void
test_any_cells (void)
{
  static const char *const names[] = { "city", "City", "", "sum(\"a\")", "rowid", "größe", "a'b;--" };
  Bundle bundle;

  bundle_open (&bundle);
  for (guint round = 0; round < 30; round++)
    {
      g_autoptr (AskRows) rows = ask_rows_new ();
      g_autoptr (AskBundle) back = NULL;
      guint n = (guint) g_test_rand_int_range (1, 8);
      guint n_rows = (guint) g_test_rand_int_range (0, 40);

      for (guint i = 0; i < n; i++)
        ask_rows_add_column (rows, names[g_test_rand_int_range (0, G_N_ELEMENTS (names))],
                             (AskType) g_test_rand_int_range (0, ASK_TYPE_BLOB + 1));
      /* As of any result. */
      ask_rows_read_names (rows);
      for (guint r = 0; r < n_rows; r++)
        {
          AskValue cells[8];
          char room[8][50];

          for (guint i = 0; i < n; i++)
            cells[i] = draw_value (room[i], sizeof room[i]);
          ask_rows_append (rows, cells);
        }
      g_clear_pointer (&bundle.answer->rows, ask_rows_unref);
      bundle.answer->rows = ask_rows_ref (rows);
      bundle.answer->n_rows = n_rows;
      bundle_save (&bundle);
      back = bundle_read (&bundle);
      assert_same_rows (back->answer->rows, rows);

      /* All of them can be asked as they are, too. */
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = ask_bundle_query (back, "SELECT * FROM answer", NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, n_rows);
      for (guint r = 0; r < n_rows; r++)
        for (guint i = 0; i < n; i++)
          g_assert_true (ask_value_equal (ask_rows_get (rows, r, i), ask_rows_get (result->rows, r, i)));
    }
  bundle_close (&bundle);
}

static void
test_same_rows (void)
{
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (AskResult) again = NULL;
  g_autoptr (AskResult) follow_up = NULL;
  g_autoptr (GError) error = NULL;
  gboolean same = FALSE;

  bundle_open (&bundle);
  bundle_save (&bundle);
  /* Neither the workspace nor its source is needed. */
  g_assert_cmpint (g_unlink (bundle.shop->shop), ==, 0);
  back = bundle_read (&bundle);
  again = ask_bundle_run_again (back, &same, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (same);
  assert_same_rows (again->rows, back->answer->rows);
  follow_up = ask_bundle_query (back,
                                "SELECT a.city, (SELECT max(amount) FROM step_1 AS s WHERE s.city = a.city) AS most "
                                "FROM answer AS a ORDER BY 1",
                                NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (follow_up->rows), ==, 2);
  g_assert_cmpfloat (ask_rows_get (follow_up->rows, 0, 1)->real, ==, 20.25);
  bundle_close (&bundle);
}

static void
assert_refused (GError **error, GQuark domain, int code, const char *part)
{
  g_assert_error (*error, domain, code);
  if (strstr ((*error)->message, part) == NULL)
    g_error ("“%s” is not in “%s”", part, (*error)->message);
  g_clear_error (error);
}

static void
test_cells_have_rows (void)
{
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (AskProvenance) behind = NULL;
  g_autoptr (GError) error = NULL;
  AskProvenancePlace place = { .row = 0, .column = 2 };

  bundle_open (&bundle);
  bundle_save (&bundle);
  back = bundle_read (&bundle);
  behind = ask_bundle_find_behind (back, &place, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (behind->result->rows), ==, 2);
  place.column = 9;
  g_assert_null (ask_bundle_find_behind (back, &place, NULL, &error));
  assert_refused (&error, ASK_PROVENANCE_ERROR, ASK_PROVENANCE_ERROR_CELL, "no such cell");
  bundle_close (&bundle);
}

/* An answer straight from a source, even where the source's table is called like one of the file's. */
static void
test_sources_are_missed (void)
{
  static const char *const queries[] = { "SELECT name FROM customer", "SELECT * FROM answer", "SELECT * FROM rows_1" };
  Bundle bundle;
  AskProvenancePlace place = { 0 };
  gboolean same = TRUE;

  bundle_open (&bundle);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskBundle) back = NULL;
      g_autoptr (GError) error = NULL;

      g_free (bundle.answer->sql);
      g_free (bundle.answer->executable_sql);
      bundle.answer->sql = g_strdup (queries[i]);
      bundle.answer->executable_sql = g_strdup (queries[i]);
      bundle_save (&bundle);
      back = bundle_read (&bundle);
      g_assert_null (ask_bundle_run_again (back, &same, NULL, &error));
      g_assert_false (same);
      assert_refused (&error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES, "reads sources");
      g_assert_null (ask_bundle_find_behind (back, &place, NULL, &error));
      assert_refused (&error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES, "reads sources");
    }
  bundle_close (&bundle);
}

/* Whoever opens a file is asked nothing, and no model and no program is. */
static void
test_functions_are_not_asked (void)
{
  static const char *const queries[]
    = { "SELECT name FROM step_1 WHERE llm_map('Big?', name)", "SELECT name FROM step_1 WHERE {{LLMMap('Big?', 'step_1::name')}}" };
  Bundle bundle;
  AskTraceStep *step;

  bundle_open (&bundle);
  step = ask_answer_add_step (bundle.answer, "function", "Asked", "Asked");
  step->fields = json_object_new ();
  json_object_set_string_member (step->fields, "function", "LLM_map");
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskBundle) back = NULL;
      g_autoptr (GError) error = NULL;
      gboolean same;

      g_free (bundle.answer->sql);
      bundle.answer->sql = g_strdup (queries[i]);
      g_free (bundle.answer->executable_sql);
      bundle.answer->executable_sql = g_strdup (queries[i]);
      bundle_save (&bundle);
      back = bundle_read (&bundle);
      g_assert_null (ask_bundle_run_again (back, &same, NULL, &error));
      assert_refused (&error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES, "asks no model and no program");
      g_assert_null (ask_bundle_query (back, queries[i], NULL, &error));
      assert_refused (&error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES, "asks no model and no program");
    }
  bundle_close (&bundle);
}

/* A table of which only the first rows are there would give wrong sums. */
static void
test_parts_are_not_summed (void)
{
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GError) error = NULL;
  AskTraceStep *first;
  gboolean same;
  gboolean told = FALSE;

  bundle_open (&bundle);
  first = bundle.answer->steps->pdata[0];
  json_object_set_int_member (first->fields, "n_rows", 1204);
  bundle_save (&bundle);
  back = bundle_read (&bundle);
  g_assert_null (ask_bundle_run_again (back, &same, NULL, &error));
  assert_refused (&error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES, "first 3 rows of “step_1”");
  g_assert_null (ask_bundle_query (back, "SELECT count(*) FROM (SELECT * FROM step_1)", NULL, &error));
  assert_refused (&error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES, "first 3 rows of “step_1”");
  g_assert_cmpuint (ask_rows_get_n_rows (ask_bundle_find_table (back, "step_1")->rows), ==, 3);
  lines = ask_bundle_list (back);
  for (guint i = 0; i < lines->len; i++)
    told = told || strstr (lines->pdata[i], "first 3 of 1,204 rows") != NULL;
  g_assert_true (told);
  bundle_close (&bundle);
}

/* Only a SELECT over what is there runs, as everywhere. */
static void
test_guards_hold (void)
{
  static const char *const queries[]
    = { "DELETE FROM answer", "SELECT load_extension('x')", "SELECT * FROM sqlite_schema", "ATTACH 'x' AS y",
        "SELECT readfile('/etc/passwd')", "SELECT * FROM customer" };
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;

  bundle_open (&bundle);
  bundle_save (&bundle);
  back = bundle_read (&bundle);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ask_bundle_query (back, queries[i], NULL, &error));
      g_assert_nonnull (error);
    }
  bundle_close (&bundle);
}

static gboolean
has_bytes (const char *path, const char *text)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  return memmem (bytes, length, text, strlen (text)) != NULL;
}

/* Whatever a trace says of it: queries, plans, guards, addresses. */
static void
test_hidden_stays_out (void)
{
  static const char *const canaries[] = { "cnry_key", "cnry_buyer", "cnry_income", "cnry_payroll", "cnry_wage",
                                          "cnry_person", "770001", "770003", "cnry_pass", "cnry_token" };
  Bundle bundle;
  AskTraceStep *step;
  g_autoptr (AskBundle) back = NULL;

  bundle_open (&bundle);
  /* A steward's own query may read it; a model's is refused, and the trace says so. */
  bundle_run (&bundle, "SELECT person, cnry_wage AS w FROM cnry_payroll", "step_2", NULL);
  bundle_run (&bundle, "SELECT name, upper(cnry_income) AS x FROM customer", NULL, NULL);
  bundle_run (&bundle, "SELECT w FROM step_2", NULL, NULL);
  bundle_run (&bundle, "SELECT * FROM customer", NULL, NULL);
  step = ask_answer_add_step (bundle.answer, "guard", "Refused cnry_wage",
                              "There is no “cnry_income” that a question may ask about.");
  json_object_set_string_member (ask_run_fields (step), "sql", "SELECT CNRY_INCOME FROM customer WHERE cnry_income > 770001");
  ask_answer_add_step (bundle.answer, "call", "Called https://ana:cnry_pass@example.org/x?token=cnry_token", NULL);
  g_free (bundle.answer->reading);
  bundle.answer->reading = g_strdup ("Shown: city. For each: Cnry_Key of customer.");
  bundle_save (&bundle);
  for (guint i = 0; i < G_N_ELEMENTS (canaries); i++)
    if (has_bytes (bundle.file, canaries[i]))
      g_error ("“%s” is in the file", canaries[i]);
  g_assert_true (has_bytes (bundle.file, "Lyon"));
  back = bundle_read (&bundle);
  g_assert_null (ask_bundle_find_table (back, "step_2"));
  g_assert_nonnull (ask_bundle_find_table (back, "step_1"));
  g_assert_cmpuint (back->answer->steps->len, ==, bundle.answer->steps->len);
  bundle_close (&bundle);
}

/* What a step took over from one that reads what is hidden is hidden, whatever it makes of it. */
static void
test_hidden_is_not_handed_on (void)
{
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;

  bundle_open (&bundle);
  bundle_run (&bundle, "SELECT cnry_wage + 0 AS w FROM cnry_payroll", "step_2", NULL);
  bundle_run (&bundle, "SELECT w + 1000000 AS v FROM step_2", "step_3", NULL);
  bundle_run (&bundle, "SELECT v || 'x' AS u FROM step_3", NULL, NULL);
  bundle_save (&bundle);
  g_assert_false (has_bytes (bundle.file, "1770003"));
  back = bundle_read (&bundle);
  for (guint i = 0; i < back->tables->len; i++)
    g_assert_cmpuint (((AskBundleTable *) back->tables->pdata[i])->step, <=, 2);
  g_assert_nonnull (ask_bundle_find_table (back, "step_1"));
  bundle_close (&bundle);
}

/* What a model was told of what is hidden now stays out, also where a person wants what was sent to be in the file. */
static void
test_told_of_hidden_stays_out (void)
{
  static const char *const fields
    = ("{\"values\":[{\"of\":\"customer.cnry_income\",\"values\":[\"cnry_told\"]},"
       "{\"of\":\"customer.cnry_income = 'cnry_asked'\",\"values\":[\"cnry_asked\"]},"
       "{\"of\":\"cnry_payroll.person\",\"values\":[\"cnry_worker\"]},"
       "{\"of\":\"step_2\",\"values\":[\"cnry_row\"]},"
       "{\"of\":\"customer.name\",\"values\":[\"told_too\"]},{\"of\":\"step_1\",\"values\":[\"row_too\"]}]}");
  static const char *const gone[] = { "cnry_told", "cnry_asked", "cnry_worker", "cnry_row" };
  Bundle bundle;
  AskTraceStep *step;
  g_autoptr (AskBundle) whole = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) document = ask_json_parse (fields, -1, &error);

  g_assert_no_error (error);
  bundle_open (&bundle);
  bundle_run (&bundle, "SELECT cnry_wage + 0 AS w FROM cnry_payroll", "step_2", NULL);
  step = ask_answer_add_step (bundle.answer, "sent", "Asked the model", NULL);
  step->fields = json_object_ref (json_node_get_object (document));
  whole = ask_bundle_collect (bundle.shop->workspace, bundle.answer, TRUE, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (gone); i++)
    if (strstr (whole->json, gone[i]) != NULL)
      g_error ("“%s” is in the file", gone[i]);
  g_assert_nonnull (strstr (whole->json, "told_too"));
  g_assert_nonnull (strstr (whole->json, "row_too"));
  bundle_close (&bundle);
}

/* An API that is asked by a hidden key has its values in addresses. */
static void
test_addresses_with_hidden_keys (void)
{
  static const char *const calls
    = ("[{\"source\":\"shop\",\"entity\":\"orders\",\"url\":\"https://example.org/orders?buyer=cnry_one\","
       "\"arguments\":\"cnry_two\",\"body\":\"cnry_three\",\"status\":200}]");
  Bundle bundle;
  AskTraceStep *step;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (AskBundle) whole = NULL;
  g_autoptr (GError) error = NULL;

  bundle_open (&bundle);
  for (guint i = 0; i < 2; i++)
    {
      step = bundle.answer->steps->pdata[i];
      json_object_set_member (ask_run_fields (step), "calls", ask_json_parse (calls, -1, &error));
      g_assert_no_error (error);
    }
  whole = ask_bundle_collect (bundle.shop->workspace, bundle.answer, TRUE, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      JsonArray *kept;
      JsonObject *call;

      step = whole->answer->steps->pdata[i];
      kept = ask_json_get_array (step->fields, "calls");
      call = kept != NULL ? ask_json_element_object (kept, 0) : NULL;
      g_assert_nonnull (call);
      /* The first step joins by the keys, the second reads its rows. */
      g_assert_true ((strstr (ask_json_get_string (call, "url"), "cnry_one") == NULL) == (i == 0));
      g_assert_true ((ask_json_get_string (call, "arguments") == NULL) == (i == 0));
      g_assert_true ((ask_json_get_string (call, "body") == NULL) == (i == 0));
      g_assert_cmpint (ask_json_get_integer (call, "status", 0), ==, 200);
    }
  g_assert_true (ask_bundle_save (whole, bundle.file, NULL, &error));
  g_assert_no_error (error);
  back = bundle_read (&bundle);
  g_assert_nonnull (back);
  bundle_close (&bundle);
}

static void
tell (const char *kind, const char *address, const char *body, const char *const *names)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (body, strlen (body));

  ask_outgoing_tell (&(AskOutgoing) { .kind = kind,
                                      .host = "example.org",
                                      .method = "POST",
                                      .address = address,
                                      .body = bytes,
                                      .names = names,
                                      .tries = 1,
                                      .status = 200 });
}

static const AskBundleSent *
find_sent (const AskBundle *bundle, const char *kind)
{
  for (guint i = 0; i < bundle->sent->len; i++)
    if (g_str_equal (((const AskBundleSent *) bundle->sent->pdata[i])->entry->kind, kind))
      return bundle->sent->pdata[i];
  g_error ("Nothing of the kind “%s” was kept.", kind);
}

/* The words of a request need not name what its values are of. */
static void
test_requests_with_hidden_values (void)
{
  static const char *const names[] = { "orders", "cnry_payroll.person", NULL };
  static const char *const told[][2] = { { "model", "cnry_worker" }, { "api", "cnry_seven" } };
  Bundle bundle;
  g_autoptr (AskBundle) collected = NULL;
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_ledger_values_free);
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace;

  bundle_open (&bundle);
  workspace = bundle.shop->workspace;
  ask_workspace_ledger_ask (workspace, "What did each city order?");
  tell ("document", "/shown", "nothing of note", NULL);
  tell ("api", "/v1/things?person=cnry_seven", "cnry_seven", names);
  g_ptr_array_add (values, ask_ledger_values_new ("cnry_payroll.person", 1, "samples"));
  ask_workspace_ledger_values (workspace, values);
  tell ("model", "/v1/chat", "cnry_worker", NULL);
  g_assert_true (ask_workspace_ledger_answered (workspace, 17, &error));
  g_assert_no_error (error);
  bundle.answer->history_id = 17;
  collected = ask_bundle_collect (workspace, bundle.answer, TRUE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (collected->sent->len, ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    {
      const AskBundleSent *sent = find_sent (collected, told[i][0]);

      g_assert_null (sent->body);
      g_assert_cmpuint (sent->entry->values->len, ==, 0);
    }
  g_assert_nonnull (find_sent (collected, "document")->body);
  g_assert_true (ask_bundle_save (collected, bundle.file, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (has_bytes (bundle.file, "cnry_"));
  g_assert_true (has_bytes (bundle.file, "nothing of note"));
  g_assert_true (has_bytes (bundle.file, "/shown"));
  ask_bundle_free (bundle_read (&bundle));
  bundle_close (&bundle);
}

static void
test_hidden_answer_is_refused (void)
{
  static const char *const queries[] = { "SELECT cnry_income FROM customer", "SELECT max(cnry_income) AS m FROM customer",
                                         "SELECT person FROM cnry_payroll",
                                         "SELECT name FROM customer WHERE cnry_income > 770001" };
  Bundle bundle;

  bundle_open (&bundle);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GError) error = NULL;

      g_free (bundle.answer->sql);
      bundle.answer->sql = g_strdup (queries[i]);
      g_assert_null (ask_bundle_collect (bundle.shop->workspace, bundle.answer, FALSE, &error));
      assert_refused (&error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_UNFIT, "hidden in the schema");
    }
  bundle.answer->status = ASK_STATUS_CLARIFY;
  g_free (bundle.answer->sql);
  bundle.answer->sql = NULL;

  g_autoptr (GError) error = NULL;

  g_assert_null (ask_bundle_collect (bundle.shop->workspace, bundle.answer, FALSE, &error));
  assert_refused (&error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_UNFIT, "no answer");
  bundle_close (&bundle);
}

static void
add_difference (AskAnswer *answer)
{
  AskValue cell = ask_value_text ("cnry_difference", -1);

  answer->difference = ask_rows_new ();
  ask_rows_add_column (answer->difference, "cnry_difference", ASK_TYPE_TEXT);
  ask_rows_append (answer->difference, &cell);
  answer->n_differences = 1;
}

/* Of what was sent only that it was, and values of what, unless a person wants more. */
static void
test_sent_stays_out (void)
{
  Bundle bundle;
  AskTraceStep *step;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (AskBundle) whole = NULL;
  g_autoptr (GError) error = NULL;
  const char *fields = "{\"values\":[{\"of\":\"orders.city\",\"values\":[\"cnry_told\"]}],\"bytes\":70,"
                       "\"calls\":[{\"url\":\"https://example.org/x\",\"body\":\"cnry_body\"}],"
                       "\"later\":\"cnry_later\"}";
  g_autoptr (JsonNode) document = ask_json_parse (fields, -1, &error);

  g_assert_no_error (error);
  bundle_open (&bundle);
  step = ask_answer_add_step (bundle.answer, "sent", "Asked the model", NULL);
  step->fields = json_object_ref (json_node_get_object (document));
  bundle_save (&bundle);
  g_assert_false (has_bytes (bundle.file, "cnry_told"));
  g_assert_false (has_bytes (bundle.file, "cnry_body"));
  /* What a later program keeps beside these is not known to be fit. */
  g_assert_false (has_bytes (bundle.file, "cnry_later"));
  g_assert_true (has_bytes (bundle.file, "orders.city"));
  back = bundle_read (&bundle);
  step = back->answer->steps->pdata[back->answer->steps->len - 1];
  g_assert_cmpint (ask_json_get_integer (step->fields, "bytes", 0), ==, 70);
  g_assert_true (json_object_has_member (step->fields, "values"));
  whole = ask_bundle_collect (bundle.shop->workspace, bundle.answer, TRUE, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (whole->json, "cnry_told"));
  g_assert_nonnull (strstr (whole->json, "cnry_body"));
  bundle_close (&bundle);
}

/* What is offered in the workspace means nothing elsewhere. */
static void
test_nothing_leads_back (void)
{
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;
  AskCitation *citation;

  bundle_open (&bundle);
  bundle.answer->follows = bundle.answer->before = 7;
  bundle.answer->remedy = ASK_REMEDY_SOURCES;
  bundle.answer->verified = g_new0 (AskVerified, 1);
  bundle.answer->verified->id = 12;
  bundle.answer->verified->question = g_strdup ("What did each city order?");
  bundle.answer->verified->sql = g_strdup (BUNDLE_LAST);
  ask_answer_part_offer (ask_answer_add_part (bundle.answer, "shown", NULL, "city"), "name", "SELECT cnry_offer");
  add_difference (bundle.answer);
  g_ptr_array_add (bundle.answer->suggestions, g_strdup ("cnry_suggestion"));
  citation = ask_citation_new ();
  citation->title = g_strdup ("Lease");
  citation->uri = g_strdup ("file:///srv/cnry_folder/lease.pdf");
  g_ptr_array_add (bundle.answer->citations, citation);
  bundle_save (&bundle);
  g_assert_false (has_bytes (bundle.file, "cnry_folder"));
  g_assert_false (has_bytes (bundle.file, "cnry_offer"));
  g_assert_false (has_bytes (bundle.file, "cnry_difference"));
  g_assert_false (has_bytes (bundle.file, "cnry_suggestion"));
  back = bundle_read (&bundle);
  g_assert_cmpint (back->answer->follows, ==, 0);
  g_assert_cmpint (back->answer->before, ==, 0);
  g_assert_cmpint (back->answer->remedy, ==, ASK_REMEDY_NONE);
  g_assert_cmpint (back->answer->verified->id, ==, 0);
  g_assert_cmpuint (back->answer->parts->len, ==, 0);
  bundle_close (&bundle);
}

/* The chart that was seen is drawn, whatever would be chosen here without the wish that led to it. */
static void
test_chart_is_drawn_again (void)
{
  static const char *const wishes[] = { "pie", "bar", "line", "table", "donut", "radar", "funnel", "scatter" };
  Bundle bundle;

  bundle_open (&bundle);
  for (guint i = 0; i < G_N_ELEMENTS (wishes); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskChart) seen
        = ask_chart_choose_as (bundle.answer->rows, bundle.answer->question, wishes[i], &error);
      g_autoptr (AskBundle) back = NULL;
      g_autoptr (AskChart) drawn = NULL;

      g_assert_no_error (error);
      g_free (bundle.answer->wish);
      bundle.answer->wish = g_strdup (wishes[i]);
      bundle_save (&bundle);
      back = bundle_read (&bundle);
      if (ask_chart_get_kind (seen) != ASK_CHART_TABLE)
        g_clear_pointer (&back->answer->wish, g_free);
      drawn = ask_bundle_draw (back, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ask_chart_get_kind (drawn), ==, ask_chart_get_kind (seen));
    }
  bundle_close (&bundle);
}

/* What a person changed of the chart is in the file, and drawn from it. */
static void
test_look_is_drawn_again (void)
{
  Bundle bundle;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (AskChart) drawn = NULL;

  bundle_open (&bundle);
  bundle.answer->history_id
    = ask_workspace_add_history (bundle.shop->workspace, &(AskHistoryRecord) { "q", "answered", NULL, 1 }, &error);
  g_assert_no_error (error);
  g_assert_true (ask_workspace_set_look (bundle.shop->workspace, bundle.answer->history_id,
                                         "{\"kind\":\"pie\",\"y\":[\"n\"],\"title\":\"Ours\"}", &error));
  bundle_save (&bundle);
  back = bundle_read (&bundle);
  drawn = ask_bundle_draw (back, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ask_chart_get_kind (drawn), ==, ASK_CHART_PIE);
  g_assert_cmpstr (ask_chart_get_title (drawn), ==, "Ours");
  bundle_close (&bundle);
}

/* A file that is there stays whole where the new one cannot be written. */
static void
test_file_stays_whole (void)
{
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (AskBundle) collected = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *nowhere = NULL;

  bundle_open (&bundle);
  bundle_save (&bundle);
  collected = ask_bundle_collect (bundle.shop->workspace, bundle.answer, FALSE, &error);
  g_assert_no_error (error);
  g_cancellable_cancel (cancellable);
  g_assert_false (ask_bundle_save (collected, bundle.file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  back = bundle_read (&bundle);
  g_assert_nonnull (back);
  nowhere = g_build_filename (bundle.shop->fixture->folder, "no such folder", "x.askanswer", NULL);
  g_assert_false (ask_bundle_save (collected, nowhere, NULL, &error));
  g_assert_nonnull (error);
  bundle_close (&bundle);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bundle/save/an-answer-opens-without-its-sources", test_cell_for_cell);
  g_test_add_func ("/bundle/save/drawn-cells-come-back-as-they-were", test_any_cells);
  g_test_add_func ("/bundle/save/the-last-query-gives-the-same-rows", test_same_rows);
  g_test_add_func ("/bundle/save/a-cell-has-its-rows-where-they-are-there", test_cells_have_rows);
  g_test_add_func ("/bundle/save/a-query-that-reads-sources-says-so", test_sources_are_missed);
  g_test_add_func ("/bundle/save/a-table-in-part-is-not-summed-up", test_parts_are_not_summed);
  g_test_add_func ("/bundle/save/no-function-is-asked", test_functions_are_not_asked);
  g_test_add_func ("/bundle/save/only-a-select-over-its-tables-runs", test_guards_hold);
  g_test_add_func ("/bundle/save/what-is-hidden-is-nowhere-in-the-file", test_hidden_stays_out);
  g_test_add_func ("/bundle/save/what-is-hidden-is-not-handed-on-by-a-step", test_hidden_is_not_handed_on);
  g_test_add_func ("/bundle/save/what-a-model-was-told-of-the-hidden-stays-out", test_told_of_hidden_stays_out);
  g_test_add_func ("/bundle/save/an-address-with-hidden-keys-stays-out", test_addresses_with_hidden_keys);
  g_test_add_func ("/bundle/save/a-request-with-values-of-the-hidden-stays-out", test_requests_with_hidden_values);
  g_test_add_func ("/bundle/save/an-answer-that-reads-what-is-hidden-is-refused", test_hidden_answer_is_refused);
  g_test_add_func ("/bundle/save/what-stood-in-requests-stays-out", test_sent_stays_out);
  g_test_add_func ("/bundle/save/nothing-leads-back-to-the-workspace", test_nothing_leads_back);
  g_test_add_func ("/bundle/save/the-chart-that-was-seen-is-drawn-again", test_chart_is_drawn_again);
  g_test_add_func ("/bundle/save/what-was-changed-of-a-chart-is-drawn-again", test_look_is_drawn_again);
  g_test_add_func ("/bundle/save/a-file-is-replaced-whole-or-stays", test_file_stays_whole);
  return g_test_run ();
}
