/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bounds that name no attribute, end to end: a document is imported, and a server that takes each
 * bound at its narrowest (moments in UTC, neither end counted) gives no query fewer rows than the
 * plain table does.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"

#define N_ROWS 400

static const char document[]
    = "{\"openapi\": \"3.0.3\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": "
      "{\"/orders\": {\"get\": {"
      "\"operationId\": \"listOrders\", \"parameters\": ["
      "{\"name\": \"created_after\", \"in\": \"query\", \"schema\": {\"type\": \"string\", "
      "\"format\": \"date-time\"}},"
      "{\"name\": \"created_before\", \"in\": \"query\", \"schema\": {\"type\": \"string\", "
      "\"format\": \"date\"}},"
      "{\"name\": \"since\", \"in\": \"query\", \"description\": \"Sold since this date.\", \"schema\": {\"type\": \"string\", \"format\": "
      "\"date\"}},"
      "{\"name\": \"until\", \"in\": \"query\", \"description\": \"Sold until this date.\", \"schema\": {\"type\": \"string\", \"format\": "
      "\"date\"}},"
      "{\"name\": \"sold_on\", \"in\": \"query\", \"schema\": {\"type\": \"string\", \"format\": \"date\"}},"
      "{\"name\": \"min_price\", \"in\": \"query\", \"schema\": {\"type\": \"integer\"}}],"
      "\"responses\": {\"200\": {\"description\": \"Orders\", \"content\": {\"application/json\": "
      "{\"schema\": {\"type\": "
      "\"array\", \"items\": {\"type\": \"object\", \"properties\": {\"id\": {\"type\": "
      "\"integer\"}, \"created_at\": "
      "{\"type\": \"string\", \"format\": \"date-time\"}, \"sold_on\": {\"type\": \"string\", "
      "\"format\": \"date\"}, "
      "\"price\": {\"type\": \"number\"}}}}}}}}}}}}";

typedef struct
{
  char *created_at;
  char *sold_on;
  double price;
} Row;

typedef struct
{
  Row rows[N_ROWS];
  AskTestServer *server;
  sqlite3 *plain;
  AskEngine *engine;
  char *folder;
  char *path;
} Fixture;

/* Seconds in UTC; of a day its midnight there. */
static gint64
seconds_of (const char *text)
{
  g_autofree char *whole = strlen (text) == 10 ? g_strconcat (text, "T00:00:00Z", NULL) : g_strdup (text);
  g_autoptr (GDateTime) moment = g_date_time_new_from_iso8601 (whole, NULL);

  g_assert_nonnull (moment);
  return g_date_time_to_unix (moment);
}

static gboolean
is_given (const Row *row, const AskTestRequest *request)
{
  g_autofree char *created_after = ask_test_request_dup_param (request, "created_after");
  g_autofree char *created_before = ask_test_request_dup_param (request, "created_before");
  g_autofree char *since = ask_test_request_dup_param (request, "since");
  g_autofree char *until = ask_test_request_dup_param (request, "until");
  g_autofree char *sold_on = ask_test_request_dup_param (request, "sold_on");
  g_autofree char *min_price = ask_test_request_dup_param (request, "min_price");
  char *end = NULL;

  if (min_price != NULL)
    {
      gint64 least = g_ascii_strtoll (min_price, &end, 10);

      g_assert_cmpstr (end, ==, "");
      if (row->price < (double) least)
        return FALSE;
    }
  return (created_after == NULL || seconds_of (row->created_at) > seconds_of (created_after))
         && (created_before == NULL || seconds_of (row->created_at) < seconds_of (created_before))
         && (sold_on == NULL || seconds_of (row->sold_on) == seconds_of (sold_on))
         && (since == NULL || strcmp (row->sold_on, since) > 0)
         && (until == NULL || strcmp (row->sold_on, until) < 0);
}

static void
answer (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  Fixture *self = data;
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; i < N_ROWS; i++)
    if (is_given (&self->rows[i], request))
      g_string_append_printf (
          json, "%s{\"id\": %u, \"created_at\": \"%s\", \"sold_on\": \"%s\", \"price\": %.1f}",
          json->len > 1 ? ", " : "", i, self->rows[i].created_at, self->rows[i].sold_on,
          self->rows[i].price);
  g_string_append_c (json, ']');
  ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
}

/* Within three weeks, in any zone. */
static void
make_rows (Fixture *self)
{
  g_autoptr (GString) sql
    = g_string_new ("CREATE TABLE orders (id INTEGER, created_at TEXT, sold_on TEXT, price REAL);");

  for (guint i = 0; i < N_ROWS; i++)
    {
      Row *row = &self->rows[i];
      g_autoptr (GDateTime) local
        = g_date_time_new_from_unix_utc (seconds_of ("2026-03-01") + g_test_rand_int_range (0, 21 * 86400));
      g_autofree char *text = g_date_time_format (local, "%Y-%m-%dT%H:%M:%S");
      int zone = g_test_rand_int_range (-12, 15);

      row->created_at = zone == 0 ? g_strconcat (text, "Z", NULL)
                                  : g_strdup_printf ("%s%c%02d:30", text, zone < 0 ? '-' : '+',
                                                     MIN (ABS (zone), 13));
      row->sold_on = g_date_time_format (local, "%Y-%m-%d");
      row->price = g_test_rand_int_range (0, 200) / 10.0;
      g_string_append_printf (sql, "INSERT INTO orders VALUES (%u, '%s', '%s', %.1f);", i,
                              row->created_at, row->sold_on, row->price);
    }
  g_assert_cmpint (sqlite3_open (":memory:", &self->plain), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (self->plain, sql->str, NULL, NULL, NULL), ==, SQLITE_OK);
}

static void
set_up (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  AskSourceConfig *config;

  make_rows (self);
  self->folder = g_dir_make_tmp ("ask-times-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "openapi.json", NULL);
  g_assert_true (g_file_set_contents (self->path, document, -1, &error));
  self->server = ask_test_server_new (answer, self);
  config = ask_source_config_new ("shop", &ask_rest_kind, self->path);
  config->base_url = ask_test_server_dup_url (self->server, "");
  g_ptr_array_add (configs, config);
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  self->engine = ask_engine_new (found->schema, configs, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self)
{
  ask_engine_free (self->engine);
  ask_test_server_free (self->server);
  sqlite3_close (self->plain);
  for (guint i = 0; i < N_ROWS; i++)
    {
      g_free (self->rows[i].created_at);
      g_free (self->rows[i].sold_on);
    }
  g_assert_cmpint (g_remove (self->path), ==, 0);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->path);
  g_free (self->folder);
}

static char *
dup_plain (Fixture *self, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  char *text;

  g_assert_cmpint (sqlite3_prepare_v2 (self->plain, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  text = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return text;
}

/* @asked: (nullable): what was sent, as the query of the URL begins; NULL for nothing */
static void
check (Fixture *self, const char *condition, const char *asked)
{
  g_autofree char *sql = g_strdup_printf (
    "SELECT group_concat (id) FROM (SELECT id FROM orders WHERE %s ORDER BY id) AS o", condition);
  g_autofree char *expected = dup_plain (self, sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GPtrArray) requests = NULL;
  g_autofree char *got = NULL;
  const char *query;

  ask_test_server_forget (self->server);
  result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  got = ask_value_to_text (ask_rows_get (result->rows, 0, 0));
  g_test_message ("%s", condition);
  g_assert_cmpstr (expected != NULL ? got : NULL, ==, expected);
  requests = ask_test_server_dup_requests (self->server);
  g_assert_cmpuint (requests->len, ==, 1);
  query = ((AskTestRequest *) requests->pdata[0])->query;
  if (asked == NULL)
    g_assert_null (query);
  else
    g_assert_cmpstr (query, ==, asked);
}

static void
test_sent (void)
{
  static const struct
  {
    const char *condition, *asked;
  } cases[] = {
    { "created_at >= '2026-03-10T12:00:00Z'", "created_after=2026-03-09T00%3A00%3A00Z" },
    { "created_at > '2026-03-10T12:00:00+05:00'", "created_after=2026-03-09T00%3A00%3A00Z" },
    { "created_at >= '2026-03-10'", "created_after=2026-03-09T00%3A00%3A00Z" },
    { "created_at < '2026-03-10'", "created_before=2026-03-13" },
    { "created_at BETWEEN '2026-03-05' AND '2026-03-06T24:00:00Z'",
      "created_after=2026-03-04T00%3A00%3A00Z&created_before=2026-03-09" },
    { "sold_on >= '2026-03-10'", "since=2026-03-09" },
    { "sold_on > '2026-03-10'", "since=2026-03-09" },
    { "sold_on <= '2026-03-10'", "until=2026-03-11" },
    { "sold_on BETWEEN '2026-03-10' AND '2026-03-12'", "since=2026-03-09&until=2026-03-13" },
    { "'2026-03-10' <= sold_on AND price >= 5.5", "min_price=5&since=2026-03-09" },
    { "sold_on = '2026-03-10'", "sold_on=2026-03-10" },
    /* Nothing that a day could be made of, or that it could be compared with. */
    { "sold_on = '2026'", NULL },
    { "sold_on = '2026-03-1x'", NULL },
    { "sold_on = '2026-02-30'", NULL },
    { "created_at >= '2026-03'", NULL },
    { "created_at >= '2026-02-30'", NULL },
    { "sold_on >= '2026-03-10T00:00:00Z'", NULL },
    { "sold_on >= 2026", NULL },
    { "price >= 'cheap'", NULL },
    { "sold_on >= '0001-01-01'", NULL },
    { "date (created_at) >= '2026-03-10'", NULL },
    { "sold_on >= '2026-03-10' COLLATE NOCASE", NULL },
  };
  Fixture fixture = { 0 };

  set_up (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (&fixture, cases[i].condition, cases[i].asked);
  tear_down (&fixture);
}

/* Any comparison with any moment there gives what the plain table gives. */
static void
test_nothing_lost (void)
{
  static const char *const operators[] = { ">", ">=", "<", "<=" };
  Fixture fixture = { 0 };

  set_up (&fixture);
  for (guint i = 0; i < 200; i++)
    {
      gboolean sold_on = g_test_rand_bit ();
      const Row *row = &fixture.rows[g_test_rand_int_range (0, N_ROWS)];
      const char *operator = operators[g_test_rand_int_range (0, 4)];
      g_autofree char *condition = g_strdup_printf (
          "%s %s '%s'", sold_on ? "sold_on" : "created_at", operator, sold_on ? row->sold_on : row->created_at);
      g_autofree char *sql = g_strdup_printf (
          "SELECT group_concat (id) FROM (SELECT id FROM orders WHERE %s ORDER BY id) "
          "AS o",
          condition);
      g_autofree char *expected = dup_plain (&fixture, sql);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = NULL;
      g_autofree char *got = NULL;

      result = ask_engine_query (fixture.engine, sql, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      got = ask_value_to_text (ask_rows_get (result->rows, 0, 0));
      g_test_message ("%s", condition);
      g_assert_cmpstr (expected != NULL ? got : NULL, ==, expected);
      g_assert_cmpuint (result->calls->len, ==, 1);
      g_assert_nonnull (strchr (((AskCall *) result->calls->pdata[0])->url, '?'));
    }
  tear_down (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/openapi-times/a-bound-of-time-is-sent-wide-enough", test_sent);
  g_test_add_func ("/engine/openapi-times/no-comparison-of-times-loses-a-row", test_nothing_lost);
  return g_test_run ();
}
