/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of encrypted connections to a MariaDB server whose certificate the test made: each ssl-mode, a
 * good and a wrong authority, a wrong name, and that waits end with their cancellation there too.
 */
#include "config.h"

#include <signal.h>

#include "mysql-fixture.h"

static AskTestMariadb *server;

static AskSource *
source_for (const char *host, const char *user, const char *options, const char *ca)
{
  g_autofree char *escaped = ca != NULL ? g_uri_escape_string (ca, "/", FALSE) : NULL;
  g_autofree char *uri
    = g_strdup_printf ("mysql://%s@%s:%u/shop?%s%s%s", user, host, ask_test_mariadb_get_port (server),
                       options,
                       escaped == NULL        ? ""
                       : options[0] != '\0' ? "&ssl-ca="
                                              : "ssl-ca=",
                       escaped != NULL ? escaped : "");

  return mysql_source_new_at (uri, user[0] == 'r' ? "s3cret" : NULL, 0);
}

static const char cipher_sql[]
  = "SELECT variable_value <> '' FROM information_schema.session_status "
    "WHERE variable_name = 'Ssl_cipher'";

static void
test_modes (void)
{
  const char *good = ask_test_mariadb_get_ca (server);
  const char *other = ask_test_mariadb_get_other_ca (server);
  const struct
  {
    const char *host;
    const char *user;
    const char *options;
    const char *ca;
    const char *encrypted; /* NULL where it is refused */
    AskSourceError code;
  } cases[] = {
    { "127.0.0.1", "ask", "ssl-mode=disabled", NULL, "0", 0 },
    { "127.0.0.1", "ask", "ssl-mode=preferred", NULL, "1", 0 },
    { "127.0.0.1", "ask", "ssl-mode=required", NULL, "1", 0 },
    { "127.0.0.1", "ask", "ssl-mode=verify-identity", good, "1", 0 },
    { "localhost", "ask", "ssl-mode=VERIFY_CA", good, "1", 0 },
    { "localhost", "ask", "ssl-mode=verify-identity", good, "1", 0 },
    { "127.0.0.1", "ask", "", good, "1", 0 },
    { "127.0.0.1", "ask", "ssl-mode=verify-identity", other, NULL, ASK_SOURCE_ERROR_UNREACHABLE },
    { "127.0.0.1", "ask", "ssl-mode=verify-ca", other, NULL, ASK_SOURCE_ERROR_UNREACHABLE },
    { "127.0.0.1", "ask", "ssl-mode=verify-identity", NULL, NULL, ASK_SOURCE_ERROR_UNREACHABLE },
    { "localhost", "ask", "ssl-mode=verify-ca", NULL, NULL, ASK_SOURCE_ERROR_UNREACHABLE },
    { "127.0.0.1", "ask", "", "/nowhere/ca.pem", NULL, ASK_SOURCE_ERROR_UNREACHABLE },
    /* The certificate is made out to localhost and 127.0.0.1 only. */
    { "127.1", "ask", "ssl-mode=verify-identity", good, NULL, ASK_SOURCE_ERROR_UNREACHABLE },
    /* A user who has to come encrypted. */
    { "127.0.0.1", "rita", "ssl-mode=required", NULL, "1", 0 },
    { "127.0.0.1", "rita", "ssl-mode=preferred", NULL, "1", 0 },
    { "127.0.0.1", "rita", "ssl-mode=disabled", NULL, NULL, ASK_SOURCE_ERROR_DENIED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskSource) source
        = source_for (cases[i].host, cases[i].user, cases[i].options, cases[i].ca);
      g_autoptr (GError) error = NULL;
      g_autofree char *encrypted = NULL;

      g_test_message ("%u: %s %s %s", i, cases[i].host, cases[i].user, cases[i].options);
      if (!ask_source_open (source, NULL, &error))
        {
          g_test_message ("%s", error->message);
          g_assert_null (cases[i].encrypted);
          g_assert_error (error, ASK_SOURCE_ERROR, (gint) cases[i].code);
          g_assert_nonnull (strstr (error->message, "shop"));
          g_assert_null (strstr (error->message, "s3cret"));
          continue;
        }
      g_assert_nonnull (cases[i].encrypted);
      encrypted = mysql_ask (source, cipher_sql, NULL, 0);
      g_assert_cmpstr (encrypted, ==, cases[i].encrypted);
    }
}

static gpointer
cancel_later (gpointer data)
{
  g_usleep (150 * 1000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  g_autoptr (AskSource) source
    = source_for ("localhost", "ask", "", ask_test_mariadb_get_ca (server));
  /* Neither would end by itself while the test runs. */
  const char *const queries[] = { "SELECT SLEEP(100000)", "SELECT seq FROM seq_1_to_1000000000000" };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor = NULL;
      g_autofree char *after = NULL;
      GThread *thread = g_thread_new ("cancel", cancel_later, cancellable);
      const AskValue *row;
      guint binding;

      cursor = ask_source_query (source, queries[i], NULL, 0, cancellable, &error);
      if (cursor != NULL)
        while (ask_cursor_next (cursor, &row, &binding, cancellable, &error) == ASK_STEP_ROW)
          continue;
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_thread_join (thread);
      g_clear_object (&cursor);
      after = mysql_ask (source, "SELECT 'still here'", NULL, 0);
      g_assert_cmpstr (after, ==, "'still here'");
    }
}

static void
test_many_rows (void)
{
  g_autoptr (AskSource) source
    = source_for ("localhost", "ask", "", ask_test_mariadb_get_ca (server));
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor
    = ask_source_query (
      source, "SELECT CAST(seq AS SIGNED), REPEAT('r', seq % 3000) FROM seq_1_to_50000", NULL, 0,
      NULL, &error);
  const AskValue *row;
  guint binding;
  gint64 n = 0;

  g_assert_no_error (error);
  while (ask_cursor_next (cursor, &row, &binding, NULL, &error) == ASK_STEP_ROW)
    {
      n++;
      g_assert_cmpint (row[0].integer, ==, n);
      g_assert_cmpuint (row[1].length, ==, n % 3000);
    }
  g_assert_no_error (error);
  g_assert_cmpint (n, ==, 50000);
}

/* To write to an encrypted connection that is gone must not end the program. */
static void
test_restart (void)
{
  g_autoptr (AskSource) source
    = source_for ("localhost", "ask", "", ask_test_mariadb_get_ca (server));
  g_autofree char *before = mysql_ask (source, "SELECT 'before'", NULL, 0);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;
  guint binding;
  gint64 n = 0;

  g_assert_cmpstr (before, ==, "'before'");
  ask_test_mariadb_restart (server);
  after = mysql_ask (source, "SELECT 'after'", NULL, 0);
  g_assert_cmpstr (after, ==, "'after'");
  cursor = ask_source_query (source, "SELECT seq FROM seq_1_to_100000000", NULL, 0, NULL, &error);
  g_assert_no_error (error);
  while (ask_cursor_next (cursor, &row, &binding, NULL, &error) == ASK_STEP_ROW)
    if (++n == 1000)
      ask_test_mariadb_kill (server);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
  g_assert_cmpint (n, <, 100000000);
  ask_test_mariadb_restart (server);
}

/* Connector/C 3.4 asks for encryption by itself, and some builds of it refuse a server without. */
static void
test_plain_server (void)
{
  static const char *const options[] = { "ssl-mode=disabled", "ssl-mode=preferred", NULL };
  g_autoptr (AskTestMariadb) plain = ask_test_mariadb_new (ASK_TEST_MARIADB_TCP, NULL);

  g_assert_nonnull (plain);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *uri = ask_test_mariadb_dup_uri (plain, NULL, NULL, options[i]);
      g_autoptr (AskSource) source = mysql_source_new_at (uri, NULL, 0);
      g_autofree char *encrypted = mysql_ask (source, cipher_sql, NULL, 0);

      g_assert_cmpstr (encrypted, ==, "0");
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *reason = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  server = ask_test_mariadb_new (ASK_TEST_MARIADB_TLS, &reason);
  if (server == NULL)
    {
      g_print ("1..0 # SKIP %s\n", reason);
      return 0;
    }
  /* The server's making has ignored it for the whole program; the driver has to see to it by itself. */
  signal (SIGPIPE, SIG_DFL);
  ask_test_mariadb_exec (server, "CREATE DATABASE shop; CREATE USER rita@'%' IDENTIFIED BY 's3cret' REQUIRE SSL; "
                                 "GRANT SELECT ON *.* TO rita@'%'");
  g_test_add_func ("/source/mysql-tls/each-ssl-mode-trusts-whom-it-should", test_modes);
  g_test_add_func ("/source/mysql-tls/a-plain-server-is-read-where-that-is-allowed", test_plain_server);
  g_test_add_func ("/source/mysql-tls/a-cancel-ends-an-encrypted-query", test_cancel);
  g_test_add_func ("/source/mysql-tls/many-rows-come-over-an-encrypted-connection", test_many_rows);
  g_test_add_func ("/source/mysql-tls/an-encrypted-connection-that-is-gone-is-made-anew", test_restart);
  result = g_test_run ();
  ask_test_mariadb_free (server);
  return result;
}
