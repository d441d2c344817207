/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli with a column of a table as documents: of a SQLite file, of PostgreSQL and of MariaDB.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"

#define TICKETS                                                                                                        \
  "CREATE TABLE ticket (id int PRIMARY KEY, subject varchar(80), body text, seen timestamp NULL, secret text);"        \
  "INSERT INTO ticket VALUES (7, 'Printer', 'The printer is on fire.', '2026-01-02 03:04:05', 'blue'),"                \
  "  (8, NULL, 'Kündigungsfrist: drei Monate', NULL, 'red'), (9, 'Empty', NULL, NULL, NULL);"

static char *cache; /* of all tests, so that nothing of this machine's is touched */

static void
expect (Cli *cli, const char *sql, const char *csv)
{
  cli_run_good (cli, "query", sql, "--format", "csv", NULL);
  g_assert_cmpstr (cli->out, ==, csv);
}

static void
expect_failure (Cli *cli, const char *place, const char *option, const char *value, const char *words)
{
  g_assert_cmpint (cli_run (cli, "source", "add", "documents", "bad", place, option, value, NULL), ==, 1);
  if (strstr (cli->err, words) == NULL)
    g_error ("%s: %s", place, cli->err);
}

static void
change (Cli *cli, const char *sql)
{
  g_autofree char *path = cli_path (cli, "support.sqlite");
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* What is the same of every kind of database. */
static void
expect_found (Cli *cli)
{
  expect (cli, "SELECT path, title, substr(changed, 1, 10) AS day, note FROM documents ORDER BY id",
          "path,title,day,note\r\n7,Printer,2026-01-02,\r\n8,ticket 8,,\r\n9,Empty,,\r\n");
  expect (cli,
          "SELECT t.id, d.title FROM passages AS p JOIN documents AS d ON d.id = p.document JOIN ticket AS t ON "
          "t.id = d.path WHERE p.passages MATCH 'fire' ORDER BY p.rank",
          "id,title\r\n7,Printer\r\n");
  expect (cli, "SELECT d.path FROM passages JOIN documents AS d ON d.id = document WHERE passages MATCH 'kundigungsfrist'",
          "path\r\n8\r\n");
}

static void
add_column (Cli *cli, const char *place)
{
  cli_run_good (cli, "source", "add", "documents", "notes", place, "--title-column", "subject", "--changed-column",
                "seen", NULL);
}

static void
test_sqlite (void)
{
  Cli cli;

  cli_open (&cli);
  cli_add_sqlite (&cli, "support", TICKETS);
  add_column (&cli, "column:ticket.body");
  expect_found (&cli);
  /* As the source calls it, whatever somebody typed. */
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_nonnull (strstr (cli.out, "column:support.ticket.body"));
  /* The file tells that it changed. Only what did is written again, so the others keep their numbers. */
  change (&cli, "UPDATE ticket SET body = 'The fire is out.' WHERE id = 8; DELETE FROM ticket WHERE id = 7;"
                "INSERT INTO ticket VALUES (10, 'New', 'A fire', NULL, NULL)");
  expect (&cli,
          "SELECT d.id, d.path FROM passages AS p JOIN documents AS d ON d.id = p.document WHERE p.passages MATCH 'fire' "
          "ORDER BY d.id",
          "id,path\r\n2,8\r\n4,10\r\n");
  expect (&cli, "SELECT id, path FROM documents ORDER BY id", "id,path\r\n2,8\r\n3,9\r\n4,10\r\n");
  cli_run_good (&cli, "source", "refresh", "notes", NULL);
  cli_run_good (&cli, "source", "test", "notes", NULL);
  /* Renames change nothing: it is kept as the source calls it. */
  cli_run_good (&cli, "schema", "rename", "ticket", "issue", NULL);
  expect (&cli, "SELECT count(*) FROM documents", "count(*)\r\n3\r\n");
  cli_close (&cli);
}

/* A citation says which row it is. */
static void
test_citation (void)
{
  Cli cli;
  g_autoptr (JsonNode) node = NULL;
  JsonObject *citation;

  cli_open (&cli);
  cli_add_sqlite (&cli, "support", TICKETS);
  add_column (&cli, "column:support.ticket.body");
  cli_run_good (&cli, "ask", "search fire", "--format", "json", NULL);
  node = cli_get_json (&cli);
  citation = json_array_get_object_element (json_object_get_array_member (json_node_get_object (node), "citations"), 0);
  g_assert_cmpstr (json_object_get_string_member (citation, "document"), ==, "Printer");
  g_assert_cmpstr (json_object_get_string_member (citation, "row"), ==, "7");
  g_assert_true (json_object_get_null_member (citation, "uri"));
  cli_close (&cli);
}

static void
test_faults (void)
{
  Cli cli;

  cli_open (&cli);
  expect_failure (&cli, "column:ticket.body", "--title-column", "subject", "no database is registered");
  cli_add_sqlite (&cli, "support", TICKETS "CREATE TABLE plain (a text, n int); INSERT INTO plain VALUES ('x', 1), ('y', 1);");
  expect_failure (&cli, "column:nothing.ticket.body", "--title-column", "subject",
                  "Write SOURCE.TABLE.COLUMN; the sources with tables are: support.");
  expect_failure (&cli, "column:support.ticket.bodi", "--title-column", "subject",
                  "“ticket” has no column “bodi”. Those that hold text are: subject, body, secret.");
  expect_failure (&cli, "column:support.ticket.id", "--title-column", "subject", "holds no text that is read");
  expect_failure (&cli, "column:support.ticket.body", "--title-column", "subjekt", "“ticket” has no column “subjekt”");
  expect_failure (&cli, "column:support.plain.a", "--title-column", "a", "“plain” has no key");
  expect_failure (&cli, "column:support.plain.a", "--key-column", "n", "two rows of “plain” have the same key, “1”");
  cli_run_good (&cli, "source", "add", "documents", "good", "column:plain.a", "--key-column", "a", NULL);
  expect_failure (&cli, "column:good.documents.text", "--title-column", "title", "is no table of a database or a file");
  /* What a steward hides is not read, from then on. */
  cli_run_good (&cli, "schema", "set", "ticket.secret", "hidden", "true", NULL);
  expect_failure (&cli, "column:ticket.secret", "--title-column", "subject", "is hidden or sensitive");
  cli_run_good (&cli, "schema", "set", "plain.a", "hidden", "true", NULL);
  g_assert_cmpint (cli_run (&cli, "query", "SELECT count(*) FROM documents", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "is hidden or sensitive"));
  cli_close (&cli);
}

static guint
count_kept (void)
{
  g_autofree char *folder = g_build_filename (cache, "askdata", "documents", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    n++;
  return n;
}

/* Nothing that was read of a source is left when it is removed, though the other one is gone already. */
static void
test_remove (void)
{
  const guint before = count_kept ();
  Cli cli;

  cli_open (&cli);
  cli_add_sqlite (&cli, "support", TICKETS);
  add_column (&cli, "column:support.ticket.body");
  g_assert_cmpuint (count_kept (), >, before);
  cli_run_good (&cli, "source", "remove", "support", NULL);
  g_assert_cmpint (cli_run (&cli, "query", "SELECT count(*) FROM documents", NULL), ==, 1);
  cli_run_good (&cli, "source", "remove", "notes", NULL);
  g_assert_cmpuint (count_kept (), ==, before);
  cli_close (&cli);
}

static void
test_postgres (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestPostgres) server = ask_test_postgres_new (NULL, &reason);
  Cli cli;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_postgres_exec (server, "CREATE SCHEMA crm; SET search_path TO crm;" TICKETS);
  cli_open (&cli);
  cli_run_good (&cli, "source", "add", "postgres", "support", ask_test_postgres_get_uri (server), NULL);
  add_column (&cli, "column:support.crm.ticket.body");
  expect_found (&cli);
  /* A server does not tell that it changed: a refresh asks it. */
  ask_test_postgres_exec (server, "UPDATE crm.ticket SET body = 'The fire is out.' WHERE id = 8");
  expect (&cli, "SELECT count(*) FROM passages WHERE passages MATCH 'fire'", "count(*)\r\n1\r\n");
  cli_run_good (&cli, "source", "refresh", "notes", NULL);
  expect (&cli, "SELECT count(*) FROM passages WHERE passages MATCH 'fire'", "count(*)\r\n2\r\n");
  /* A read that fails loses nothing that was there. */
  ask_test_postgres_stop (server);
  g_assert_cmpint (cli_run (&cli, "source", "refresh", "notes", NULL), ==, 1);
  expect (&cli, "SELECT count(*) FROM passages WHERE passages MATCH 'fire'", "count(*)\r\n2\r\n");
  cli_close (&cli);
}

static void
test_mariadb (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestMariadb) server = ask_test_mariadb_new (0, &reason);
  g_autofree char *uri = NULL;
  Cli cli;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_mariadb_exec (server, "CREATE DATABASE shop; USE shop; SET NAMES utf8mb4;" TICKETS);
  uri = ask_test_mariadb_dup_uri (server, NULL, "shop", NULL);
  cli_open (&cli);
  cli_run_good (&cli, "source", "add", "mysql", "support", uri, NULL);
  add_column (&cli, "column:support.ticket.body");
  expect_found (&cli);
  ask_test_mariadb_exec (server, "UPDATE shop.ticket SET body = 'The fire is out.' WHERE id = 8");
  cli_run_good (&cli, "source", "refresh", "notes", NULL);
  expect (&cli, "SELECT count(*) FROM passages WHERE passages MATCH 'fire'", "count(*)\r\n2\r\n");
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  int code;

  cache = g_dir_make_tmp ("askdata-test-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/document-column/rows-of-a-file-are-searched", test_sqlite);
  g_test_add_func ("/cli/document-column/a-citation-names-the-row", test_citation);
  g_test_add_func ("/cli/document-column/what-is-wrong-is-said", test_faults);
  g_test_add_func ("/cli/document-column/nothing-is-left-of-one-removed", test_remove);
  g_test_add_func ("/cli/document-column/rows-of-postgres-are-searched", test_postgres);
  g_test_add_func ("/cli/document-column/rows-of-mariadb-are-searched", test_mariadb);
  code = g_test_run ();
  ask_test_folder_remove (cache);
  g_free (cache);
  return code;
}
