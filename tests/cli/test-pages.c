/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers that say that there are more rows, of operations whose specification does not say how to ask for them: an
 * error that names the way out, until a steward says that the rows are all, or that a link or a token is followed.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-server.h"

#define ROWS "{responses: {'200': {description: Rows, content: {application/json: {schema: {type: object, properties: " \
             "{data: {type: array, items: {type: object, required: [id], properties: {id: {type: integer}}}}}}}}}}}"

static const char document[]
  = "openapi: 3.0.3\n"
    "info: {title: Shop, version: '1'}\n"
    "paths:\n"
    "  /links: {get: " ROWS "}\n"
    "  /loose: {get: " ROWS "}\n"
    "  /totals: {get: " ROWS "}\n"
    "  /tokens:\n"
    "    parameters: [{name: cursor, in: query, schema: {type: string}}]\n"
    "    get: " ROWS "\n";

/* Three pages of two rows; "/totals" has but the first, and counts six. */
static void
answer (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_autofree char *at = ask_test_request_dup_param (request, "at");
  g_autofree char *cursor = ask_test_request_dup_param (request, "cursor");
  guint page = at != NULL       ? (guint) g_ascii_strtoull (at, NULL, 10)
               : cursor != NULL ? (guint) g_ascii_strtoull (cursor + 1, NULL, 10)
                                : 0;
  g_autoptr (GString) json = g_string_new (NULL);

  g_string_printf (json, "{\"data\":[{\"id\":%u},{\"id\":%u}]", 2 * page + 1, 2 * page + 2);
  if (strcmp (request->path, "/totals") == 0)
    g_string_append (json, ",\"total\":6");
  else if (page < 2 && strcmp (request->path, "/links") == 0)
    g_string_append_printf (json, ",\"next\":\"/links?at=%u\"", page + 1);
  else if (page < 2)
    g_string_append_printf (json, ",\"meta\":{\"next_cursor\":\"c%u\"}", page + 1);
  g_string_append_c (json, '}');
  ask_test_reply_set (reply, 200, "application/json", json->str, -1);
}

static void
assert_says (Cli *cli, const char *text)
{
  g_assert_cmpint (cli->code, ==, 1);
  if (strstr (cli->err, text) == NULL)
    g_error ("“%s” is not in: %s", text, cli->err);
}

static void
assert_rows (Cli *cli, const char *table, const char *expected)
{
  g_autofree char *sql = g_strdup_printf ("SELECT group_concat(id, ' ') AS ids FROM %s", table);
  g_autofree char *csv = g_strdup_printf ("ids\r\n%s\r\n", expected);

  cli_run_good (cli, "query", sql, "--format", "csv", NULL);
  g_assert_cmpstr (cli->out, ==, csv);
}

static void
assert_refused (Cli *cli, const char *table, const char *text)
{
  g_autofree char *sql = g_strdup_printf ("SELECT id FROM %s", table);

  cli_run (cli, "query", sql, NULL);
  assert_says (cli, text);
}

static void
open_shop (Cli *cli, AskTestServer *server)
{
  g_autofree char *url = ask_test_server_dup_url (server, "");
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  cli_open (cli);
  path = cli_path (cli, "shop.yaml");
  g_assert_true (g_file_set_contents (path, document, -1, &error));
  cli_run_good (cli, "source", "add", "openapi", "shop", path, "--base-url", url, NULL);
}

static void
test_follow (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (answer, NULL);
  Cli cli;

  open_shop (&cli, server);
  assert_refused (&cli, "links", "or with --follow instead that it leads to more");
  cli_run_good (&cli, "source", "set", "shop", "--follow", "GET /links", NULL);
  assert_rows (&cli, "links", "1 2 3 4 5 6");
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_nonnull (strstr (cli.out, "GET /links: links are followed"));
  /* It is kept when the source is read again, and until it is taken back. */
  cli_run_good (&cli, "source", "refresh", "shop", NULL);
  assert_rows (&cli, "links", "1 2 3 4 5 6");
  cli_run_good (&cli, "source", "set", "shop", "--unsaid", "GET /links", NULL);
  assert_refused (&cli, "links", "or with --follow instead");
  cli_run (&cli, "source", "set", "shop", "--unsaid", "GET /links", NULL);
  assert_says (&cli, "Nobody has said of “GET /links”");
  cli_close (&cli);
}

static void
test_follow_token (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (answer, NULL);
  g_autoptr (GPtrArray) requests = NULL;
  Cli cli;

  open_shop (&cli, server);
  assert_refused (&cli, "tokens", "or with --follow instead that it leads to more");
  cli_run_good (&cli, "source", "set", "shop", "--follow", "GET /tokens", NULL);
  ask_test_server_forget (server);
  assert_rows (&cli, "tokens", "1 2 3 4 5 6");
  requests = ask_test_server_dup_requests (server);
  g_assert_cmpuint (requests->len, ==, 3);
  g_assert_cmpstr (((AskTestRequest *) requests->pdata[2])->query, ==, "cursor=c2");
  /* Without a parameter there is no way on: nothing to be offered, and said where it was tried. */
  assert_refused (&cli, "loose", "the answer has “next_cursor”");
  g_assert_null (strstr (cli.err, "--follow"));
  cli_run_good (&cli, "source", "set", "shop", "--follow", "GET /loose", NULL);
  assert_refused (&cli, "loose", "it is no URL that could be followed, and the operation has no parameter for it");
  cli_close (&cli);
}

static void
test_whole (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (answer, NULL);
  Cli cli;

  open_shop (&cli, server);
  assert_refused (&cli, "totals", "askdata-cli source set shop --whole 'GET /totals'");
  cli_run_good (&cli, "source", "set", "shop", "--whole", "GET /totals", NULL);
  assert_rows (&cli, "totals", "1 2");
  /* Said of this one only. */
  assert_refused (&cli, "links", "or with --follow instead");
  cli_run_good (&cli, "source", "set", "shop", "--unsaid", "GET /totals", NULL);
  assert_refused (&cli, "totals", "--whole 'GET /totals'");
  cli_close (&cli);
}

/* Rows that are all have no links to be followed. */
static void
test_both (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (answer, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "");
  g_autofree char *path = NULL;
  Cli cli;

  open_shop (&cli, server);
  path = cli_path (&cli, "shop.yaml");
  g_assert_cmpint (
    cli_run (&cli, "source", "set", "shop", "--whole", "GET /links", "--follow", "GET /links", NULL), ==, 2);
  g_assert_nonnull (strstr (cli.err, "“GET /links” is said with “whole” and with “follow”"));
  assert_refused (&cli, "links", "or with --follow instead that it leads to more");
  g_assert_cmpint (cli_run (&cli, "source", "add", "openapi", "other", path, "--base-url", url, "--follow", "GET /links",
                            "--whole", "GET /totals", "--whole", "GET /links", NULL),
                   ==, 2);
  g_assert_nonnull (strstr (cli.err, "“GET /links” is said with “whole” and with “follow”"));
  /* Of two operations, and one after the other of one, both can be said. */
  cli_run_good (&cli, "source", "set", "shop", "--whole", "GET /totals", "--follow", "GET /links", NULL);
  cli_run_good (&cli, "source", "set", "shop", "--whole", "GET /links", NULL);
  assert_rows (&cli, "links", "1 2");
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/pages/follow-goes-where-links-lead", test_follow);
  g_test_add_func ("/cli/pages/follow-sends-a-token-on", test_follow_token);
  g_test_add_func ("/cli/pages/whole-says-that-the-rows-are-all", test_whole);
  g_test_add_func ("/cli/pages/one-of-both-is-said", test_both);
  return g_test_run ();
}
