/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file with a web API beside it: questions are about both, and what the API's lists hold is known where a steward
 * allows it, and nowhere else.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-server.h"

static const char document[]
  = "openapi: 3.0.3\n"
    "info: {title: Carriers, version: '1'}\n"
    "paths:\n"
    "  /carriers:\n"
    "    get:\n"
    "      operationId: carriers\n"
    "      responses: {'200': {description: Rows, content: {application/json: {schema: {type: array, items: {type: object,\n"
    "        properties: {carrier_id: {type: integer}, title: {type: string}, city: {type: string}}}}}}}}\n"
    "  /gone:\n"
    "    get:\n"
    "      operationId: gone\n"
    "      responses: {'200': {description: Rows, content: {application/json: {schema: {type: array, items: {type: object,\n"
    "        properties: {name: {type: string}}}}}}}}\n";

static const char carriers[] = "[{\"carrier_id\":61,\"title\":\"Nordfracht\",\"city\":\"Lübeck\"},"
                               "{\"carrier_id\":62,\"title\":\"Veloce\",\"city\":\"Lyon\"},"
                               "{\"carrier_id\":63,\"title\":\"Quickline\",\"city\":\"Bristol\"},"
                               "{\"carrier_id\":64,\"title\":\"Sprinter\",\"city\":\"Lyon\"},"
                               "{\"carrier_id\":65,\"title\":\"Atlas\",\"city\":\"Porto\"}]";

typedef struct
{
  Cli cli;
  AskTestServer *server;
  char *document;
  char *url;
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  sqlite3 *db = NULL;
  AskTestReply *reply;

  self->server = ask_test_server_new (NULL, NULL);
  reply = ask_test_server_add (self->server, "/carriers");
  ask_test_reply_set (reply, 200, "application/json", carriers, -1);
  self->url = ask_test_server_dup_url (self->server, "");
  cli_open (&self->cli);
  self->document = cli_path (&self->cli, "web.yaml");
  g_assert_true (g_file_set_contents (self->document, document, -1, &error));
  path = cli_path (&self->cli, "parcels.sqlite");
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (
    sqlite3_exec (db,
                  "CREATE TABLE parcels (id INTEGER PRIMARY KEY, carrier_id INTEGER, weight REAL);"
                  "INSERT INTO parcels VALUES (1, 61, 2.5), (2, 62, 4), (3, 62, 1), (4, 64, 7), (5, 65, 3)",
                  NULL, NULL, NULL),
    ==, SQLITE_OK);
  sqlite3_close (db);
  cli_run_good (&self->cli, "source", "add", "sqlite", "depot", path, NULL);
  ask_test_server_forget (self->server);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  cli_close (&self->cli);
  ask_test_server_free (self->server);
  g_free (self->document);
  g_free (self->url);
}

static guint
count_reads (Fixture *self)
{
  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (self->server);
  guint n = 0;

  for (guint i = 0; i < requests->len; i++)
    n += strcmp (((const AskTestRequest *) requests->pdata[i])->path, "/carriers") == 0;
  ask_test_server_forget (self->server);
  return n;
}

/* Whether "Lyon" is known as a value of the API's. */
static gboolean
knows_lyon (Fixture *self)
{
  cli_run_good (&self->cli, "interpret", "How many carriers are in Lyon?", "--format", "json", NULL);
  return strstr (self->cli.out, "\"is a value of carriers.city\"") != NULL;
}

static void
test_consent (Fixture *self, gconstpointer unused)
{
  Cli *cli = &self->cli;

  cli_run_good (cli, "source", "add", "openapi", "web", self->document, "--base-url", self->url, NULL);
  /* Whether it answers at all is tried. */
  g_assert_cmpuint (count_reads (self), ==, 1);
  g_assert_false (knows_lyon (self));
  ask_test_server_forget (self->server);
  cli_run_good (cli, "source", "set", "web", "--remember-values", "yes", NULL);
  g_assert_cmpuint (count_reads (self), ==, 0);
  cli_run_good (cli, "source", "refresh", "web", NULL);
  g_assert_cmpuint (count_reads (self), ==, 2);
  g_assert_true (knows_lyon (self));
  g_assert_nonnull (strstr (cli->out, "city = 'Lyon'"));
  /* Taken back, it counts at once. */
  cli_run_good (cli, "source", "set", "web", "--remember-values", "no", NULL);
  g_assert_false (knows_lyon (self));
  cli_run_good (cli, "source", "refresh", "web", NULL);
  g_assert_false (knows_lyon (self));
}

static void
test_added (Fixture *self, gconstpointer unused)
{
  Cli *cli = &self->cli;

  cli_run_good (cli, "source", "add", "openapi", "web", self->document, "--base-url", self->url, "--remember-values",
                NULL);
  /* A list that cannot be read is no reason to refuse the source. */
  g_assert_nonnull (strstr (cli->err, "The values in gone of web were not read"));
  g_assert_cmpuint (count_reads (self), ==, 2);
  g_assert_true (knows_lyon (self));
}

static void
test_refused (Fixture *self, gconstpointer unused)
{
  cli_run (&self->cli, "source", "set", "depot", "--remember-values", "yes", NULL);
  g_assert_cmpint (self->cli.code, ==, 2);
  g_assert_nonnull (strstr (self->cli.err, "openapi only"));
}

/* Nobody declares that a column of a file leads to an API. */
static void
test_joined (Fixture *self, gconstpointer data)
{
  Cli *cli = &self->cli;
  /* NULL ends the words. */
  cli_run_good (cli, "source", "add", "openapi", "web", self->document, "--base-url", self->url, (const char *) data,
                NULL);
  cli_run_good (cli, "interpret", "For each carrier title, what is the total weight of parcels?", "--format", "json",
                NULL);
  g_assert_nonnull (strstr (cli->out, "SELECT T1.title, sum(T2.weight) FROM carriers AS T1 JOIN parcels AS T2 "
                                      "ON T2.carrier_id = T1.carrier_id GROUP BY T1.title"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/cli/remember/an-api-s-values-are-known-where-a-steward-says-so", Fixture, NULL, set_up, test_consent,
              tear_down);
  g_test_add ("/cli/remember/a-new-api-is-read-once-and-says-what-was-not", Fixture, NULL, set_up, test_added,
              tear_down);
  g_test_add ("/cli/remember/only-an-api-takes-it", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/cli/remember/a-question-is-about-a-file-and-an-api", Fixture, NULL, set_up, test_joined, tear_down);
  g_test_add ("/cli/remember/a-question-is-about-a-file-and-known-values", Fixture, "--remember-values", set_up,
              test_joined, tear_down);
  return g_test_run ();
}
