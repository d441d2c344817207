/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The address of a server by its parts: what is read from one gives the same again, and nothing in it is lost.
 */
#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "store/ask-server-fields.h"
#include "support/ask-test-kinds.h"

static void
test_same (void)
{
  static const struct
  {
    const AskSourceKind *kind;
    const char *address;
  } cases[] = {
    { &ask_postgres_kind, "postgresql://ana@db.example:5433/shop?sslmode=verify-full" },
    { &ask_postgres_kind, "postgres://ana:$WORD@db.example/shop" },
    { &ask_postgres_kind, "postgresql://db.example" },
    { &ask_postgres_kind, "postgresql://ana%40home@[::1]:5432/a%2Fb" },
    { &ask_postgres_kind, "postgresql://db.example/shop?sslmode=allow&connect_timeout=5" },
    { &ask_mysql_kind, "mariadb://ana@db.example:3307/crm?ssl-mode=required" },
    { &ask_clickhouse_kind, "clickhouse://ana@db.example/logs?secure=yes" },
    { &ask_clickhouse_kind, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskServerFields) fields = ask_server_fields_read (cases[i].kind, cases[i].address);
      g_autofree char *again = ask_server_fields_to_address (fields, cases[i].kind);

      g_assert_cmpstr (again, ==, cases[i].address);
    }
}

static void
test_parts (void)
{
  g_autoptr (AskServerFields) fields = ask_server_fields_read (
    &ask_postgres_kind, "postgresql://ana%40home:secret@db.example:5433/my%20shop?application_name=x&sslmode=disable");
  g_autofree char *address = NULL;

  g_assert_cmpstr (fields->user, ==, "ana@home");
  g_assert_cmpstr (fields->secret, ==, "secret");
  g_assert_cmpstr (fields->host, ==, "db.example");
  g_assert_cmpstr (fields->port, ==, "5433");
  g_assert_cmpstr (fields->database, ==, "my shop");
  g_assert_cmpstr (fields->rest, ==, "application_name=x");
  g_assert_cmpstr (ask_postgres_kind.encryption[fields->encryption].option, ==, "sslmode=disable");
  fields->encryption = 1;
  address = ask_server_fields_to_address (fields, &ask_postgres_kind);
  g_assert_cmpstr (address, ==,
                   "postgresql://ana%40home:secret@db.example:5433/my%20shop?sslmode=require&application_name=x");
}

/* An option that says the same in another way gives way to what was chosen. */
static void
test_chosen (void)
{
  g_autoptr (AskServerFields) fields
    = ask_server_fields_read (&ask_postgres_kind, "postgresql://db.example/shop?sslmode=allow&connect_timeout=5");
  g_autofree char *address = NULL;

  g_assert_cmpuint (fields->encryption, ==, 0);
  fields->encryption = 2;
  address = ask_server_fields_to_address (fields, &ask_postgres_kind);
  g_assert_cmpstr (address, ==, "postgresql://db.example/shop?sslmode=verify-full&connect_timeout=5");
}

/* Whatever is typed on the way to an address. */
static void
test_beginnings (void)
{
  static const char address[] = "postgresql://ana:word@[::1]:5432/shop?sslmode=require";

  for (gsize n = 0; n <= strlen (address); n++)
    {
      g_autofree char *typed = g_strndup (address, n);
      g_autoptr (AskServerFields) fields = ask_server_fields_read (&ask_postgres_kind, typed);
      g_autofree char *again = ask_server_fields_to_address (fields, &ask_postgres_kind);

      g_assert_nonnull (again);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/server-fields/an-address-is-the-same-again", test_same);
  g_test_add_func ("/store/server-fields/each-part-is-read-as-it-is-meant", test_parts);
  g_test_add_func ("/store/server-fields/what-is-chosen-replaces-what-was-typed", test_chosen);
  g_test_add_func ("/store/server-fields/half-an-address-has-fields-too", test_beginnings);
  return g_test_run ();
}
