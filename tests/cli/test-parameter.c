/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A parameter of an API that may mean several attributes: the doctor asks, the steward says, the API is asked
 * so, and a refresh keeps it.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-server.h"

static const char document[]
  = "openapi: 3.0.3\n"
    "info: {title: Shop, version: '1'}\n"
    "paths:\n"
    "  /orders:\n"
    "    get:\n"
    "      parameters:\n"
    "        - {name: since, in: query, schema: {type: string, format: date-time}}\n"
    "        - {name: shop, in: query, schema: {type: string}}\n"
    "      responses:\n"
    "        '200':\n"
    "          description: Orders\n"
    "          content:\n"
    "            application/json:\n"
    "              schema:\n"
    "                type: array\n"
    "                items:\n"
    "                  type: object\n"
    "                  properties:\n"
    "                    id: {type: integer}\n"
    "                    place: {type: string}\n"
    "                    created_at: {type: string, format: date-time}\n"
    "                    paid_at: {type: string, format: date-time}\n";

static void
answer (G_GNUC_UNUSED AskTestServer *server, G_GNUC_UNUSED const AskTestRequest *request, AskTestReply *reply,
        G_GNUC_UNUSED gpointer data)
{
  ask_test_reply_set (reply, 200, "application/json",
                      "[{\"id\": 1, \"place\": \"Ulm\", \"created_at\": \"2026-03-01T10:00:00Z\", \"paid_at\": "
                      "\"2026-03-09T10:00:00Z\"}]", -1);
}

/* What the only call of a query asked. */
static char *
dup_asked (Cli *cli, AskTestServer *server, const char *condition)
{
  g_autofree char *sql = g_strdup_printf ("SELECT id FROM orders WHERE %s", condition);
  g_autoptr (GPtrArray) requests = NULL;

  ask_test_server_forget (server);
  cli_run_good (cli, "query", sql, "--format", "csv", NULL);
  g_assert_cmpstr (cli->out, ==, "id\r\n1\r\n");
  requests = ask_test_server_dup_requests (server);
  g_assert_cmpuint (requests->len, ==, 1);
  return g_strdup (((AskTestRequest *) requests->pdata[0])->query);
}

static void
assert_asked (Cli *cli, AskTestServer *server, const char *condition, const char *expected)
{
  g_autofree char *asked = dup_asked (cli, server, condition);

  g_assert_cmpstr (asked, ==, expected);
}

static void
assert_fails (Cli *cli, int code, const char *text)
{
  g_assert_cmpint (code, ==, 1);
  if (strstr (cli->err, text) == NULL)
    g_error ("“%s” is not in: %s", text, cli->err);
}

static void
test_doubt (void)
{
  static const char paid[] = "paid_at > '2026-03-05T00:00:00Z'";
  static const char created[] = "created_at > '2026-02-05T00:00:00Z'";
  g_autoptr (AskTestServer) server = ask_test_server_new (answer, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "");
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  Cli cli;

  cli_open (&cli);
  path = cli_path (&cli, "shop.yaml");
  g_assert_true (g_file_set_contents (path, document, -1, &error));
  cli_run_good (&cli, "source", "add", "openapi", "shop", path, "--base-url", url, NULL);
  assert_asked (&cli, server, paid, NULL);
  cli_run_good (&cli, "schema", "doctor", NULL);
  g_assert_nonnull (strstr (cli.out, "“since” is not used, since it may bound created_at or paid_at."));
  g_assert_nonnull (strstr (cli.out, "askdata-cli schema parameter orders 'since' created_at."));

  cli_run_good (&cli, "schema", "parameter", "orders", "since", "paid_at", NULL);
  assert_asked (&cli, server, paid, "since=2026-03-04T00%3A00%3A00Z");
  assert_asked (&cli, server, created, NULL);
  /* What somebody said stays when the source is read again. */
  cli_run_good (&cli, "source", "refresh", "shop", NULL);
  assert_asked (&cli, server, paid, "since=2026-03-04T00%3A00%3A00Z");
  cli_run_good (&cli, "schema", "parameter", "orders", "since", "created_at", "--use", "at-least", NULL);
  assert_asked (&cli, server, created, "since=2026-02-04T00%3A00%3A00Z");
  cli_run_good (&cli, "schema", "parameter", "orders", "since", "", NULL);
  assert_asked (&cli, server, created, NULL);
  cli_run_good (&cli, "schema", "parameter", "orders", "shop", "place", NULL);
  assert_asked (&cli, server, "place = 'Ulm'", "shop=Ulm");
  cli_run_good (&cli, "schema", "parameter", "orders", "shop", "Bonn", "--fixed", NULL);
  assert_asked (&cli, server, "place = 'Ulm'", "shop=Bonn");

  assert_fails (&cli, cli_run (&cli, "schema", "parameter", "orders", "until", "paid_at", NULL),
                "“orders” has no parameter “until”. It has since, shop.");
  assert_fails (&cli, cli_run (&cli, "schema", "parameter", "orders", "since", "place", NULL), "cannot bound “place”");
  assert_fails (&cli, cli_run (&cli, "schema", "parameter", "orders", "since", "nowhere", NULL), "nowhere");
  assert_fails (&cli, cli_run (&cli, "schema", "parameter", "orders", "since", "paid_at", "--use", "near", NULL), "near");
  cli_run_good (&cli, "schema", "parameter", "orders", "since", "paid_at", "--use", "equals", NULL);
  assert_fails (&cli, cli_run (&cli, "schema", "parameter", "orders", "shop", "paid_at", NULL),
                "“since” takes “paid_at” in the same way already");
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/parameter/a-doubtful-parameter-is-asked-then-sent", test_doubt);
  return g_test_run ();
}
