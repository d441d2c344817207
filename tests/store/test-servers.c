/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Database servers as registered sources: where a password goes and where it never is, and which values
 * are read from a server.
 */
#include "config.h"

#include <string.h>

#include "store/ask-server-uri.h"
#include "store-fixture.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-options.h"

#define WORD "s3cr3t-word"

static const char *self_path;

static const struct
{
  const AskSourceKind *kind;
  const char *typed;
  const char *kept; /* NULL: refused */
  const char *password; /* "$…": a variable; a part of the refusal */
} uris[] = {
  { &ask_postgres_kind, "postgresql://ana@db.example:5432/shop",
    "postgresql://ana@db.example:5432/shop", NULL },
  { &ask_postgres_kind, "postgres://ana:" WORD "@db/shop?sslmode=verify-full",
    "postgres://ana@db/shop?sslmode=verify-full", WORD },
  { &ask_postgres_kind, "postgresql://ana:$ASK_TEST_WORD@db/shop", "postgresql://ana@db/shop",
    "$ASK_TEST_WORD" },
  { &ask_postgres_kind, "postgresql://ana:%24ASK_TEST_WORD@db/shop", "postgresql://ana@db/shop",
    "%$ASK_TEST_WORD" },
  { &ask_postgres_kind, "postgresql://ana:a%40b%2F%25@db/shop", "postgresql://ana@db/shop",
    "a@b/%" },
  { &ask_postgres_kind, "postgresql://ana:a@b@db/shop", "postgresql://ana@db/shop", "a@b" },
  { &ask_postgres_kind, "postgresql://ana:a:b@db/shop", "postgresql://ana@db/shop", "a:b" },
  { &ask_postgres_kind, "postgresql://ana:@db/shop", "postgresql://ana@db/shop", NULL },
  { &ask_postgres_kind, "postgresql:///shop?host=/run/postgresql&user=ana&password=" WORD,
    "postgresql:///shop?host=/run/postgresql&user=ana", WORD },
  { &ask_postgres_kind, "postgresql://db,other/shop?password=" WORD "&user=a@b",
    "postgresql://db,other/shop?user=a@b", WORD },
  { &ask_postgres_kind, "postgresql://[::1]:5432/shop", "postgresql://[::1]:5432/shop", NULL },
  { &ask_mysql_kind, "mysql://ana:" WORD "@db:3306/shop", "mysql://ana@db:3306/shop", WORD },
  { &ask_mysql_kind, "mariadb://ana@db/shop", "mariadb://ana@db/shop", NULL },
  { &ask_postgres_kind, "mysql://ana@db/shop", NULL, "no URI of such a server" },
  { &ask_mysql_kind, "/var/lib/shop.db", NULL, "no URI of such a server" },
  { &ask_postgres_kind, "postgresql://ana:" WORD "/x@db/shop", NULL, "cannot be told apart" },
  { &ask_postgres_kind, "postgresql://ana:" WORD "?x@db/shop", NULL, "cannot be told apart" },
  { &ask_postgres_kind, "postgresql://ana:" WORD "#x@db/shop", NULL, "cannot be told apart" },
  { &ask_postgres_kind, "postgresql://ana:" WORD "%zz@db/shop", NULL, "cannot be read" },
  { &ask_postgres_kind, "postgresql://ana:" WORD "@db/shop?password=x", NULL, "given twice" },
  { &ask_postgres_kind, "postgresql://ana@db/shop?sslpassword=" WORD, NULL, "a secret" },
  { &ask_postgres_kind, "postgresql://ana:$ASK_TEST_UNSET@db/shop", NULL, "ASK_TEST_UNSET" },
  { &ask_postgres_kind, "postgresql://ana:" WORD " @db/shop", NULL, "no URI of such a server" },
};

static void
test_uris (void)
{
  g_setenv ("ASK_TEST_WORD", WORD, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (uris); i++)
    {
      AskSourceOption *raw = NULL;
      g_autoptr (AskSourceOption) password = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *kept = ask_server_uri_split (uris[i].kind, "shop", uris[i].typed, &raw,
                                                    &error);
      const char *expected = uris[i].password;

      password = raw;
      g_test_message ("%s", uris[i].typed);
      if (uris[i].kept == NULL)
        {
          g_assert_null (kept);
          g_assert_null (password);
          g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
          g_assert_nonnull (strstr (error->message, uris[i].password));
          g_assert_nonnull (strstr (error->message, "shop"));
          g_assert_null (strstr (error->message, WORD));
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpstr (kept, ==, uris[i].kept);
      if (expected == NULL)
        g_assert_null (password);
      else
        {
          gboolean plain = *expected == '%';

          g_assert_cmpstr (password->text, ==, expected + (plain ? 1 : 0));
          g_assert_cmpint (password->keep, ==,
                           *expected == '$' ? ASK_OPTION_VARIABLE : ASK_OPTION_KEYRING);
        }
    }
}

static guint
count_hits (AskWorkspace *workspace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) hits = ask_workspace_find_value (workspace, text, &error);

  g_assert_no_error (error);
  return hits->len;
}

/* What is known of the column of the table "store": rows, distinct values, empty rows */
static void
assert_facts (AskWorkspace *workspace, const char *column, gint64 n_rows, gint64 n_distinct, gint64 n_empty)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) facts = ask_workspace_load_facts (workspace, "shop", "store", &error);

  g_assert_no_error (error);
  for (guint i = 0; i < facts->len; i++)
    {
      const AskValueFacts *here = facts->pdata[i];

      if (strcmp (here->column, column) != 0)
        continue;
      g_assert_cmpint (here->n_rows, ==, n_rows);
      g_assert_cmpint (here->n_distinct, ==, n_distinct);
      g_assert_cmpint (here->n_empty, ==, n_empty);
      return;
    }
  g_assert_not_reached ();
}

static AskTestPostgres *
start_server (void)
{
  g_autofree char *reason = NULL;
  AskTestPostgres *server = ask_test_postgres_new (
    &(AskTestPostgresOptions) { .tcp = TRUE,
                                .hba = "local all all trust\n"
                                       "host all ana 127.0.0.1/32 scram-sha-256\n" },
    &reason);

  if (server == NULL)
    {
      g_test_skip (reason);
      return NULL;
    }
  g_setenv ("PGPASSFILE", "/no/such/file", TRUE);
  ask_test_postgres_exec (
    server,
    "CREATE ROLE ana LOGIN PASSWORD '" WORD "'; CREATE TYPE mood AS ENUM ('cheerful', 'gloomy');"
    "CREATE TABLE store (store_id int PRIMARY KEY, city text, opened date, mood mood, x xml,"
    "  seen timestamptz, tags text[], code uuid);"
    "INSERT INTO store VALUES (1, 'Zürich', '2019-05-01', 'gloomy', '<a/>', '2021-01-01', '{a}',"
    "  'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'), (2, 'Lyon', '0044-01-01 BC', 'gloomy', NULL,"
    "  'infinity', NULL, NULL);"
    "CREATE TABLE many (name text); INSERT INTO many SELECT 'n' || i FROM generate_series (1, 6000) i;"
    "GRANT SELECT ON ALL TABLES IN SCHEMA public TO ana");
  return server;
}

/* Returns: (transfer full): the server's URI with @password after the user */
static char *
dup_uri (AskTestPostgres *server, const char *password)
{
  return g_strdup_printf ("postgresql://ana%s%s@127.0.0.1:%u/postgres", password != NULL ? ":" : "",
                          password != NULL ? password : "", ask_test_postgres_get_port (server));
}

static void
assert_good (AskWorkspace *workspace, AskSourceRecord *record, const char *secret)
{
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (strstr (record->location, ":s3"));
  g_assert_cmpuint (record->n_entities, ==, 2);
  said = ask_test_describe_options (record->options);
  g_assert_cmpstr (said, ==, secret);
  g_assert_cmpuint (count_hits (workspace, "zurich"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "gloomy"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "2019"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "2021"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "n17"), ==, 0);
  assert_facts (workspace, "store_id", 2, 2, 0);
  assert_facts (workspace, "mood", 2, 1, 0);
  assert_facts (workspace, "x", 2, -1, 1);
  g_assert_true (ask_workspace_test_source (workspace, "shop", NULL, &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_refresh_source (workspace, "shop", NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_hits (workspace, "zurich"), ==, 1);
}

static void
test_variable (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskTestPostgres) server = start_server ();
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autofree char *uri = NULL;
  g_autofree char *plain = NULL;
  g_autoptr (GError) error = NULL;

  if (server == NULL)
    return;
  g_setenv ("ASK_TEST_WORD", WORD, TRUE);
  workspace = store_open (fixture->path);
  uri = dup_uri (server, "$ASK_TEST_WORD");
  plain = dup_uri (server, NULL);
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_postgres_kind, "shop", uri },
                                     &notes, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (notes->len, ==, 0);
  g_assert_cmpstr (record->location, ==, plain);
  g_assert_cmpstr (record->title, ==, "postgres");
  assert_good (workspace, record, "password=$ASK_TEST_WORD");
  g_assert_false (store_tree_contains (fixture->folder, WORD));

  g_setenv ("ASK_TEST_WORD", "another", TRUE);
  g_assert_false (ask_workspace_test_source (workspace, "shop", NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
  g_clear_error (&error);
  g_unsetenv ("ASK_TEST_WORD");
  g_assert_false (ask_workspace_test_source (workspace, "shop", NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "The password takes its value"));
}

static AskWorkspace *
register_shop (StoreFixture *fixture, AskTestPostgres *server)
{
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = dup_uri (server, "$ASK_TEST_WORD");
  AskWorkspace *workspace = store_open (fixture->path);

  g_setenv ("ASK_TEST_WORD", WORD, TRUE);
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_postgres_kind, "shop", uri }, NULL, NULL, &error);
  g_assert_no_error (error);
  return workspace;
}

/* What is known of store_id is of one of the tables "store", not a mixture: of 1 and 2, or of 7. */
static void
assert_own_facts (AskWorkspace *workspace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) facts = ask_workspace_load_facts (workspace, "shop", "store", &error);
  gboolean found = FALSE;

  g_assert_no_error (error);
  for (guint i = 0; i < facts->len; i++)
    {
      const AskValueFacts *here = facts->pdata[i];

      if (strcmp (here->column, "store_id") != 0)
        continue;
      found = TRUE;
      g_test_message ("%" G_GINT64_FORMAT " rows, %g to %g", here->n_rows, here->least, here->greatest);
      g_assert_cmpint (here->n_rows, ==, here->n_distinct);
      g_assert_cmpfloat (here->least, ==, here->n_rows == 2 ? 1 : 7);
      g_assert_cmpfloat (here->greatest, ==, here->n_rows == 2 ? 2 : 7);
    }
  g_assert_true (found);
}

/* Values of both are found, under either: the names of their columns are the same. */
static void
test_namespaces (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskTestPostgres) server = start_server ();
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;

  if (server == NULL)
    return;
  ask_test_postgres_exec (server, "CREATE SCHEMA branch; CREATE TABLE branch.store (store_id int PRIMARY KEY, city text);"
                                  "INSERT INTO branch.store VALUES (7, 'Ulm');"
                                  "GRANT USAGE ON SCHEMA branch TO ana; GRANT SELECT ON branch.store TO ana");
  workspace = register_shop (fixture, server);
  assert_own_facts (workspace);
  g_assert_cmpuint (count_hits (workspace, "zurich"), >=, 1);
  g_assert_cmpuint (count_hits (workspace, "ulm"), >=, 1);
  g_assert_true (ask_workspace_refresh_source (workspace, "shop", NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_hits (workspace, "ulm"), >=, 1);
}

/* An enum is not compared with the empty text, whatever it is called: the server would refuse to count. */
static void
test_enum_name (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskTestPostgres) server = start_server ();
  g_autoptr (AskWorkspace) workspace = NULL;

  if (server == NULL)
    return;
  ask_test_postgres_exec (server, "CREATE TYPE context_kind AS ENUM ('inside', 'outside');"
                                  "ALTER TABLE store ADD COLUMN kind context_kind; UPDATE store SET kind = 'inside'");
  workspace = register_shop (fixture, server);
  assert_facts (workspace, "kind", 2, 1, 0);
  assert_facts (workspace, "city", 2, 2, 0);
}

static void
test_mysql (void)
{
  g_autofree char *said = NULL;
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *reason = NULL;
  g_autoptr (AskTestMariadb) server = ask_test_mariadb_new (ASK_TEST_MARIADB_TCP, &reason);
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autofree char *uri = NULL;
  g_autoptr (GError) error = NULL;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_mariadb_exec (
    server, "CREATE DATABASE shop; CREATE USER 'ana'@'%' IDENTIFIED BY '" WORD "';"
            "GRANT SELECT ON shop.* TO 'ana'@'%'; CREATE TABLE shop.store (store_id int PRIMARY KEY,"
            "  city varchar(40), opened date, mood enum('cheerful', 'gloomy'), seen datetime,"
            "  `odd ``name` varchar(9));"
            "INSERT INTO shop.store VALUES (1, 'Zürich', '2019-05-01', 'gloomy', '2021-01-01', 'x')");
  g_setenv ("ASK_TEST_WORD", WORD, TRUE);
  workspace = store_open (fixture->path);
  uri = g_strdup_printf ("mysql://ana:$ASK_TEST_WORD@127.0.0.1:%u/shop",
                         ask_test_mariadb_get_port (server));
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_mysql_kind, "shop", uri },
                                     &notes, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < notes->len; i++)
    g_test_message ("%s", (char *) notes->pdata[i]);
  g_assert_cmpuint (record->n_entities, ==, 1);
  said = ask_test_describe_options (record->options);
  g_assert_cmpstr (said, ==, "password=$ASK_TEST_WORD");
  g_assert_cmpuint (count_hits (workspace, "zurich"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "gloomy"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "2019"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "2021"), ==, 1);
  assert_facts (workspace, "store_id", 1, 1, 0);
  assert_facts (workspace, "city", 1, 1, 0);
  g_assert_true (ask_workspace_test_source (workspace, "shop", NULL, &error));
  g_assert_no_error (error);
  g_assert_false (store_tree_contains (fixture->folder, WORD));
}

/* The server's password changes: the new one is tried, then kept. */
static void
test_set_password (void)
{
  g_autofree char *said = NULL;
  static const char *const good[] = { "password: $ASK_TEST_OTHER", NULL };
  static const char *const wrong[] = { "password: $ASK_TEST_WORD", NULL };
  static const char *const header[] = { "header X-Key: a", NULL };
  g_autoptr (GPtrArray) good_options = NULL;
  g_autoptr (GPtrArray) wrong_options = NULL;
  g_autoptr (GPtrArray) header_options = NULL;
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskTestPostgres) server = start_server ();
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autofree char *uri = NULL;
  g_autoptr (GError) error = NULL;

  if (server == NULL)
    return;
  g_setenv ("ASK_TEST_WORD", WORD, TRUE);
  g_setenv ("ASK_TEST_OTHER", "another", TRUE);
  good_options = ask_test_options (&ask_postgres_kind, good, &error);
  wrong_options = ask_test_options (&ask_postgres_kind, wrong, &error);
  header_options = ask_test_options (&ask_rest_kind, header, &error);
  g_assert_no_error (error);
  workspace = store_open (fixture->path);
  uri = dup_uri (server, "$ASK_TEST_WORD");
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_postgres_kind, "shop", uri },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  ask_test_postgres_exec (server, "ALTER ROLE ana PASSWORD 'another'");
  g_assert_false (ask_workspace_test_source (workspace, "shop", NULL, &error));
  g_clear_error (&error);
  g_assert_false (ask_workspace_set_keys (workspace, "shop", wrong_options, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
  g_clear_error (&error);
  g_assert_false (ask_workspace_set_keys (workspace, "shop", header_options, NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_true (ask_workspace_set_keys (workspace, "shop", good_options, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_test_source (workspace, "shop", NULL, &error));
  g_assert_no_error (error);
  records = ask_workspace_list_sources (workspace, &error);
  said = ask_test_describe_options (((AskSourceRecord *) records->pdata[0])->options);
  g_assert_cmpstr (said, ==, "password=$ASK_TEST_OTHER");
}

static const struct
{
  const char *password; /* of the URI */
  const char *line;
  const char *part;
} refusals[] = {
  { NULL, NULL, "asks for the password of “ana”" },
  { "wrong", NULL, "does not take the password" },
  { NULL, "header X-Key: a", "takes no header" },
  { WORD, "password: b", "given twice" },
};

static void
test_refusals (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskTestPostgres) server = start_server ();
  g_autoptr (AskWorkspace) workspace = NULL;

  if (server == NULL)
    return;
  workspace = store_open (fixture->path);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      const char *lines[] = { refusals[i].line, NULL };
      g_autofree char *uri = dup_uri (server, refusals[i].password);
      g_autoptr (GPtrArray) options = NULL;
      g_autoptr (GError) error = NULL;

      /* A header is an option of APIs only. */
      options = ask_test_options (
        refusals[i].line != NULL && g_str_has_prefix (refusals[i].line, "header") ? &ask_rest_kind : &ask_postgres_kind,
        lines, &error);
      g_assert_no_error (error);
      g_assert_null (ask_workspace_add_source (workspace,
                                               &(AskNewSource) { &ask_postgres_kind, "shop", uri, NULL, options },
                                               NULL, NULL, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, refusals[i].part));
      g_assert_null (strstr (error->message, WORD));
      g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM source"), ==, 0);
    }
  g_assert_false (store_tree_contains (fixture->folder, WORD));
}

/* With a Secret Service of its own. */
static void
test_in_session (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskTestPostgres) server = start_server ();
  g_autoptr (AskWorkspace) workspace = NULL;

  if (server == NULL)
    return;
  workspace = store_open (fixture->path);
  for (guint i = 0; i < 2; i++)
    {
      const char *lines[] = { "password: " WORD, NULL };
      g_autoptr (GPtrArray) given = ask_test_options (&ask_postgres_kind, lines, NULL);
      g_autofree char *place = dup_uri (server, i == 0 ? WORD : NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSourceRecord) record
        = ask_workspace_add_source (workspace,
                                    &(AskNewSource) { &ask_postgres_kind, "shop", place, NULL, i == 0 ? NULL : given },
                                    NULL, NULL, &error);

      g_assert_no_error (error);
      assert_good (workspace, record, "password");
      g_assert_false (store_tree_contains (fixture->folder, WORD));
      g_assert_true (ask_workspace_set_keys (workspace, "shop", given, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (ask_workspace_test_source (workspace, "shop", NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM stale_secret"), ==, 0);
      g_assert_false (store_tree_contains (fixture->folder, WORD));
      g_assert_true (ask_workspace_remove_source (workspace, "shop", &error));
      g_assert_no_error (error);
    }
}

static void
test_secret (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();

  store_run_in_session (fixture, self_path, "/store/servers/in-a-session-passwords-go-to-the-keyring", WORD);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  self_path = g_canonicalize_filename (argv[0], NULL);
  if (g_getenv ("ASK_TEST_SESSION") != NULL)
    g_test_add_func ("/store/servers/in-a-session-passwords-go-to-the-keyring", test_in_session);
  else
    {
      store_without_session ();
      g_test_add_func ("/store/servers/no-password-stays-in-an-address", test_uris);
      g_test_add_func ("/store/servers/a-new-password-is-tried-then-kept", test_set_password);
      g_test_add_func ("/store/servers/a-password-from-a-variable-is-never-kept", test_variable);
      g_test_add_func ("/store/servers/two-namespaces-may-have-a-table-of-one-name", test_namespaces);
      g_test_add_func ("/store/servers/an-enum-of-any-name-is-counted", test_enum_name);
      g_test_add_func ("/store/servers/mariadb-is-registered-without-its-password", test_mysql);
      g_test_add_func ("/store/servers/a-server-that-cannot-be-used-is-refused", test_refusals);
      g_test_add_func ("/store/servers/passwords-go-to-the-keyring", test_secret);
    }
  return g_test_run ();
}
