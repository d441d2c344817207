/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whatever happens between the engine and a source: the query ends in an error that names the source, or in all of
 * its rows; never in fewer, never in a hang. What comes back is cut at every place, held back, and replaced.
 */
#include "config.h"

#include <string.h>

#include "engine-fixture.h"
#include "support/ask-test-proxy.h"
#include "support/ask-test-kinds.h"

/* What other programs on the machine do not use up; and where the fault is silence, which has to be waited for. */
#define PATIENT_MS 5000
#define TIME_OUT_MS 400
#define DEADLINE_MS 20000
#define LANES 64
#define MAX_CALLS 150

static const struct
{
  const char *name;
  const char *sql;
} queries[] = {
  { "scan", "SELECT * FROM a" },
  { "keys", "SELECT d.id, b.id, b.t FROM d JOIN b ON b.a_id = d.a_id" },
  { "required", "SELECT d.id, c.id, c.t FROM d JOIN c ON c.a_id = d.a_id" },
  { "aggregate", "SELECT g, count(*), sum(n) FROM a GROUP BY g" },
  { "later-page", "SELECT id FROM a WHERE id > 30" },
  { "both", "SELECT a.id, b.id FROM a LEFT JOIN b ON b.a_id = a.id WHERE a.n > 3" },
  { "exists", "SELECT id FROM d WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.a_id = d.a_id)" },
};

static char *
make_tables (void)
{
  GString *sql = g_string_new ("CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER);"
                               "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
                               "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
                               "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER);");

  for (int i = 1; i <= 40; i++)
    {
      g_string_append_printf (sql, "INSERT INTO a VALUES (%d, 'g%d', %d);", i, i % 3, i % 7);
      g_string_append_printf (sql, "INSERT INTO b VALUES (%d, %d, 'it''s ä %d');", i, i % 11, i);
      g_string_append_printf (sql, "INSERT INTO c VALUES (%d, %d, 'x\\\"%d');", i, i % 5, i);
    }
  for (int i = 1; i <= 6; i++)
    g_string_append_printf (sql, "INSERT INTO d VALUES (%d, %d);", i, i * 2);
  return g_string_free (sql, FALSE);
}

/**
 * Case:
 * @must_fail: without the fault's bytes there is no answer at all
 * @time_out_ms: of the source
 * @struck: (out): whether the fault was reached
 * @passed: (out): bytes that came through
 * @problem: (out) (nullable): what was wrong
 */
typedef struct
{
  EngineFixture *fixture;
  const char *expected;
  const char *sql;
  const char *name;
  AskTestFault fault;
  gboolean must_fail;
  guint deadline_ms;
  guint time_out_ms;
  gboolean struck;
  gsize passed;
  char *problem;
} Case;

static gboolean
names_source (const GError *error)
{
  return error->message[0] != '\0' && strstr (error->message, "api") != NULL;
}

static void
judge (Case *self, const AskResult *result, const GError *error)
{
  if (result == NULL && g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE))
    self->problem = self->deadline_ms < DEADLINE_MS ? NULL : g_strdup ("only the deadline ended it");
  else if (result == NULL && !names_source (error))
    self->problem = g_strdup_printf ("the error names no source: %s", error->message);
  else if (result != NULL)
    {
      GString *rows = engine_fixture_rows (result->rows);

      if (strcmp (rows->str, self->expected) != 0)
        self->problem = g_strdup_printf ("%" G_GSIZE_FORMAT " rows, and no error",
                                         ask_rows_get_n_rows (result->rows));
      else if (self->must_fail)
        self->problem = g_strdup ("it succeeded");
      g_string_free (rows, TRUE);
    }
}

/* A session of its own for each, so that nothing is left of the one before. */
static void
run_case (gpointer data, gpointer user_data)
{
  Case *self = data;
  AskTestProxy *proxy = ask_test_proxy_new (ask_test_server_get_port (self->fixture->server));
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  AskSourceConfig *config = ask_source_config_new ("api", &ask_rest_kind, "none");
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;

  config->base_url = g_strdup_printf ("http://127.0.0.1:%u", ask_test_proxy_get_port (proxy));
  config->time_out_ms = self->time_out_ms;
  config->max_calls = MAX_CALLS;
  g_ptr_array_add (configs, config);
  g_ptr_array_add (configs, ask_source_config_new ("file", &ask_sqlite_kind, self->fixture->path));
  ask_test_proxy_set_fault (proxy, &self->fault);
  engine = ask_engine_new (self->fixture->schema, configs, &error);
  limits.deadline_ms = self->deadline_ms;
  if (engine != NULL)
    result = ask_engine_query (engine, self->sql, &limits, NULL, NULL, &error);
  judge (self, result, error);
  self->passed = ask_test_proxy_get_passed (proxy);
  self->struck = ask_test_proxy_has_struck (proxy);
  g_clear_pointer (&engine, ask_engine_free);
  ask_test_proxy_free (proxy);
}

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->problem);
  g_free (self);
}

static Case *
case_new (EngineFixture *fixture, const char *expected, const char *name, const char *sql, gboolean must_fail)
{
  Case *self = g_new0 (Case, 1);

  self->fixture = fixture;
  self->expected = expected;
  self->name = name;
  self->sql = sql;
  self->fault = ASK_TEST_FAULT_NONE;
  self->must_fail = must_fail;
  self->deadline_ms = DEADLINE_MS;
  self->time_out_ms = PATIENT_MS;
  return self;
}

/* A list that is read in place of many keys, and keys that are fetched ahead, may fail: what is needed of them is asked
 * for again. Where they time out because the machine is busy there are fewer bytes than the fault waits for, and
 * nothing was tested. It is run again, alone and with time. */
static void
run_unreached (Case *self)
{
  for (guint i = 0; i < 3 && self->must_fail && !self->struck; i++)
    {
      g_test_message ("%s: its fault was not reached within %" G_GSIZE_FORMAT " bytes; once more", self->name, self->passed);
      g_clear_pointer (&self->problem, g_free);
      self->time_out_ms = MIN (2 * self->time_out_ms, PATIENT_MS);
      run_case (self, NULL);
    }
  if (!self->must_fail || self->struck)
    return;
  g_free (self->problem);
  self->problem = g_strdup_printf ("its fault was never reached: %" G_GSIZE_FORMAT " bytes passed", self->passed);
}

static void
run_cases (GPtrArray *cases)
{
  GThreadPool *pool = g_thread_pool_new (run_case, NULL, LANES, FALSE, NULL);
  guint n_bad = 0;

  for (guint i = 0; i < cases->len; i++)
    g_thread_pool_push (pool, cases->pdata[i], NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  for (guint i = 0; i < cases->len; i++)
    {
      Case *one = cases->pdata[i];

      run_unreached (one);
      if (one->problem == NULL)
        continue;
      n_bad++;
      g_test_message ("%s (%s), cut at %" G_GSSIZE_FORMAT ", silent at %" G_GSSIZE_FORMAT ", after %u: %s", one->name,
                      one->sql, one->fault.cut_at, one->fault.hang_at, one->fault.after, one->problem);
    }
  g_test_message ("%u cases", cases->len);
  g_assert_cmpuint (n_bad, ==, 0);
}

/* One query with its answer. */
typedef struct
{
  EngineFixture engine;
  const char *sql;
  GString *expected;
  gsize total; /* bytes of all answers of the query */
} Fixture;

static Case *
add_case (GPtrArray *cases, Fixture *fixture, const char *name, gboolean must_fail)
{
  Case *one = case_new (&fixture->engine, fixture->expected->str, name, fixture->sql, must_fail);

  g_ptr_array_add (cases, one);
  return one;
}

static void
open_fixture (Fixture *self, const char *sql, AskPagingKind paging)
{
  g_autofree char *tables = make_tables ();
  Case *plain;

  self->sql = sql;
  engine_fixture_open (&self->engine, tables, paging);
  self->expected = engine_fixture_plain (&self->engine, sql);
  g_assert_nonnull (self->expected);
  plain = case_new (&self->engine, self->expected->str, "plain", sql, FALSE);
  run_case (plain, NULL);
  g_assert_cmpstr (plain->problem, ==, NULL);
  self->total = plain->passed;
  g_assert_cmpuint (self->total, >, 0);
  case_free (plain);
}

static void
close_fixture (Fixture *self)
{
  engine_fixture_close (&self->engine);
  g_string_free (self->expected, TRUE);
}

/* All queries at once: most of the time of a fault is waiting. */
static void
run_all (AskPagingKind paging, void (*add) (Fixture *fixture, const char *name, GPtrArray *cases))
{
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (case_free);
  Fixture fixtures[G_N_ELEMENTS (queries)];

  for (guint q = 0; q < G_N_ELEMENTS (queries); q++)
    {
      open_fixture (&fixtures[q], queries[q].sql, paging);
      add (&fixtures[q], queries[q].name, cases);
    }
  run_cases (cases);
  for (guint q = 0; q < G_N_ELEMENTS (queries); q++)
    close_fixture (&fixtures[q]);
}

/* Through the headers densely, then with a stride that meets every part of a page. */
static gsize
next_place (gsize at, gsize total)
{
  return at + (at < 60 ? 11 : MAX (1, total / 24) | 1);
}

static void
add_cuts (Fixture *fixture, const char *name, GPtrArray *cases)
{
  for (gsize at = 0; at < fixture->total; at = next_place (at, fixture->total))
    {
      Case *one = add_case (cases, fixture, name, TRUE);

      one->fault.cut_at = (gssize) at;
      one->fault.reset = cases->len % 3 == 2;
    }
}

static void
test_cut (gconstpointer paging)
{
  run_all (GPOINTER_TO_INT (paging), add_cuts);
}

static void
add_silences (Fixture *fixture, const char *name, GPtrArray *cases)
{
  for (guint part = 0; part < 6; part++)
    {
      Case *one = add_case (cases, fixture, name, TRUE);

      one->fault.hang_at = (gssize) (fixture->total * part / 6);
      one->time_out_ms = TIME_OUT_MS;
    }
}

static void
test_silence (void)
{
  run_all (ASK_PAGING_PAGE, add_silences);
}

/* Slow is no fault. */
static void
test_delay (void)
{
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (case_free);
  Fixture fixture;
  Case *one;

  open_fixture (&fixture, queries[0].sql, ASK_PAGING_PAGE);
  add_case (cases, &fixture, "delay", FALSE)->fault.delay_ms = TIME_OUT_MS / 8;
  one = add_case (cases, &fixture, "too long a delay", TRUE);
  one->fault.delay_ms = TIME_OUT_MS * 3;
  one->time_out_ms = TIME_OUT_MS;
  add_case (cases, &fixture, "refused", TRUE)->fault.refuse = TRUE;
  one = add_case (cases, &fixture, "refused with a reset", TRUE);
  one->fault.refuse = TRUE;
  one->fault.reset = TRUE;
  /* A cut behind the last byte takes nothing. */
  for (gsize more = 0; more < 3; more++)
    add_case (cases, &fixture, "all of it", FALSE)->fault.cut_at = (gssize) (fixture.total + more);
  run_cases (cases);
  close_fixture (&fixture);
}

static char *
make_answer (const char *status, const char *headers, const char *body)
{
  return g_strdup_printf ("HTTP/1.1 %s\r\nContent-Type: application/json\r\n%sContent-Length: %" G_GSIZE_FORMAT
                          "\r\n\r\n%s",
                          status, headers, strlen (body), body);
}

/* What is no answer, or not the one that the specification promised. (204 and a list that is null say that there are no
 * rows, so they are none of these.) */
static const struct
{
  const char *name;
  const char *status;
  const char *headers;
  const char *body;
} answers[] = {
  { "too many requests", "429 Too Many Requests", "Retry-After: 0\r\n", "" },
  { "server error", "500 Internal Server Error", "", "{\"error\":\"out of cheese\"}" },
  { "bad gateway", "502 Bad Gateway", "", "<html>" },
  { "unavailable for long", "503 Service Unavailable", "Retry-After: 86400\r\n", "" },
  { "denied", "401 Unauthorized", "", "{}" },
  { "forbidden", "403 Forbidden", "", "{}" },
  { "not found", "404 Not Found", "", "{}" },
  { "teapot", "418 I'm a teapot", "", "{\"data\":[]}" },
  { "redirect to itself", "302 Found", "Location: /a\r\n", "" },
  { "redirect elsewhere", "302 Found", "Location: http://127.0.0.2:9/a\r\n", "" },
  { "nothing", "200 OK", "", "" },
  { "no JSON", "200 OK", "", "<!DOCTYPE html><p>Welcome</p>" },
  { "half of it", "200 OK", "", "{\"data\":[{\"id\":1,\"g\":\"g1\",\"n\":1}," },
  { "two documents", "200 OK", "", "{\"data\":[]}{\"data\":[]}" },
  { "no rows", "200 OK", "", "{\"error\":\"maintenance\"}" },
  { "rows that are none", "200 OK", "", "{\"data\":[1,2,3]}" },
  { "an object", "200 OK", "", "{\"data\":{\"id\":1}}" },
  { "a bad byte", "200 OK", "", "{\"data\":[{\"id\":1,\"g\":\"\xff\xfe\",\"n\":1}]}" },
  { "not compressed", "200 OK", "Content-Encoding: gzip\r\n", "{\"data\":[]}" },
};

static char *
give_answer (guint n, gpointer which)
{
  guint i = GPOINTER_TO_UINT (which);

  return make_answer (answers[i].status, answers[i].headers, answers[i].body);
}

static char *
give_noise (guint n, gpointer data)
{
  return g_strdup ("SSH-2.0-OpenSSH_9.2p1 Debian\r\n\r\n\r\n");
}

/* Further pages for ever, each with another row. */
static char *
give_endless (guint n, gpointer data)
{
  g_autofree char *body
    = g_strdup_printf ("{\"data\":[{\"id\":%u,\"a_id\":2,\"g\":\"g\",\"n\":1,\"t\":\"t\"}],\"next\":\"%u\"}", n, n + 1);

  return make_answer ("200 OK", "", body);
}

/* The same page for ever, which says that there is more. */
static char *
give_again (guint n, gpointer data)
{
  return make_answer ("200 OK", "", "{\"data\":[{\"id\":1,\"a_id\":2}],\"next\":\"1\",\"has_more\":true}");
}

static void
add_answers (Fixture *fixture, const char *name, GPtrArray *cases)
{
  static const struct
  {
    const char *name;
    AskTestAnswer answer;
  } others[] = { { "noise", give_noise }, { "the same page again", give_again } };

  for (guint after = 0; after < 4; after += 3)
    {
      for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
        {
          Case *one = add_case (cases, fixture, answers[i].name, TRUE);

          one->fault.after = after;
          one->fault.answer = give_answer;
          one->fault.answer_data = GUINT_TO_POINTER (i);
        }
      for (guint i = 0; i < G_N_ELEMENTS (others); i++)
        {
          Case *one = add_case (cases, fixture, others[i].name, TRUE);

          one->fault.after = after;
          one->fault.answer = others[i].answer;
        }
    }
}

static void
test_answers (void)
{
  run_all (ASK_PAGING_CURSOR, add_answers);
}

/* A chain of pages without an end ends at the budget of calls, or at the deadline. */
static void
add_endless (Fixture *fixture, const char *name, GPtrArray *cases)
{
  for (guint after = 0; after < 4; after += 3)
    {
      Case *one = add_case (cases, fixture, "endless pages", TRUE);

      one->fault.after = after;
      one->fault.answer = give_endless;
      one->deadline_ms = 2000;
    }
}

static void
test_endless (void)
{
  run_all (ASK_PAGING_CURSOR, add_endless);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/faults/a-cut-answer-is-an-error/pages", GINT_TO_POINTER (ASK_PAGING_PAGE), test_cut);
  g_test_add_data_func ("/engine/faults/a-cut-answer-is-an-error/cursor",
                        GINT_TO_POINTER (ASK_PAGING_CURSOR), test_cut);
  g_test_add_func ("/engine/faults/silence-is-an-error-never-fewer-rows", test_silence);
  g_test_add_func ("/engine/faults/a-spoilt-answer-is-an-error-never-fewer-rows", test_answers);
  g_test_add_func ("/engine/faults/an-endless-answer-ends-at-a-limit", test_endless);
  g_test_add_func ("/engine/faults/a-slow-answer-is-no-fault", test_delay);
  return g_test_run ();
}
