/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is masked of a message, and what stays.
 */
#include "config.h"

#include "base/ask-secret.h"

#include <string.h>

static void
test_masked (void)
{
  static const struct
  {
    const char *text, *masked;
  } cases[] = {
    { "There is no source “postgresql://ana:word@db.example:5432/shop”.",
      "There is no source “postgresql://…@db.example:5432/shop”." },
    { "no file /some/folder/postgresql:/ana:word@db/shop here", "no file /some/folder/postgresql:/…@db/shop here" },
    { "mysql://ana:w@o/r?d#1@db", "mysql://…@db" },
    { "mysql://ana:two words@db", "mysql://…@db" },
    { "mysql://ana:1234@db", "mysql://…@db" },
    { "mysql://:word@db", "mysql://…@db" },
    { "postgresql://ana:word", "postgresql://ana:…" },
    { "https://t0ken@api.example/v1", "https://…@api.example/v1" },
    { "ana:word@db.example", "ana:…@db.example" },
    { "https://api.example/v1?page=2&api_key=word#x", "https://api.example/v1?page=2&api_key=…" },
    { "https://api.example/v1?access%5Ftoken=word&page=2", "https://api.example/v1?access%5Ftoken=…&page=2" },
    { "host=db user=ana password=word dbname=shop", "host=db user=ana password=… dbname=shop" },
    { "--token=word", "--token=…" },
    { "There is no source “X-Api-Key: word”.", "There is no source “X-Api-Key: …”." },
    { "“Authorization: Bearer word”", "“Authorization: …”" },
    { "“@basic ana: word two”", "“@basic ana: …”" },
    { "“?key: word”", "“?key: …”" },
    { "X-Api-Key: word", "X-Api-Key: …" },
    { "askdata-cli: no file /etc/X-Api-Key: word here", "askdata-cli: no file /etc/X-Api-Key: …" },
    { "Note: “X-Api-Key: word” is not “Name: Ann”.", "Note: “X-Api-Key: …” is not “Name: Ann”." },
    { "\xff api_key=word", "\xEF\xBF\xBD api_key=…" },
    /* Nothing secret. */
    { "postgresql://ana@db.example:5432/shop", NULL },
    { "http://127.0.0.1:8080/v1?page=2", NULL },
    { "http://127.0.0.1:8080. Start it.", NULL },
    { "http://[::1]:8080/v1", NULL },
    { "postgresql://ana:$PASSWORD@db/shop", NULL },
    { "“X-Api-Key: $KEY”", NULL },
    { "“Authorization: Bearer $KEY”", NULL },
    { "--key-env=MY_KEY", NULL },
    { "Write to ana@example.com.", NULL },
    { "“orders”: Line 1, column 8: there is no column “key”.", NULL },
    { "SELECT a.b FROM t WHERE time >= '12:30:00'", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *masked = ask_secret_mask (cases[i].text);
      g_autofree char *again = ask_secret_mask (masked);

      g_assert_cmpstr (masked, ==, cases[i].masked != NULL ? cases[i].masked : cases[i].text);
      g_assert_cmpstr (again, ==, masked);
    }
}

/* Whatever letters the password has and stands in: it is gone. */
static void
test_drawn (void)
{
  static const char *const around[][2]
    = { { "", "" }, { "no file /a/b/", " here" }, { "There is no “", "”." }, { "'", "'" } };
  static const char letters[] = "abcXYZ019/?#:@&=!%+$.,;-_~*()[]{}|^ ";

  for (guint i = 0; i < 2000; i++)
    {
      const char *const *both = around[g_test_rand_int_range (0, G_N_ELEMENTS (around))];
      g_autoptr (GString) word = g_string_new ("Q");
      g_autofree char *text = NULL;
      g_autofree char *masked = NULL;
      int n = g_test_rand_int_range (0, 12);

      for (int c = 0; c < n; c++)
        g_string_append_c (word, letters[g_test_rand_int_range (0, (gint32) strlen (letters))]);
      g_string_append (word, "Q");
      text = g_strdup_printf ("%spostgresql:/%sana:%s@db.example/shop%s", both[0], g_test_rand_bit () ? "/" : "",
                              word->str, both[1]);
      masked = ask_secret_mask (text);
      g_test_message ("%s", text);
      g_assert_null (strchr (masked, 'Q'));
      g_assert_nonnull (strstr (masked, "db.example/shop"));
    }
}

static void
test_names (void)
{
  g_autofree char *none = ask_secret_find_name ("http://h/v1?page=2&size=3");
  g_autofree char *found = ask_secret_find_name ("http://h/v1?page=2&API%5FKEY=3");

  g_assert_null (none);
  g_assert_cmpstr (found, ==, "API_KEY");
  g_assert_true (ask_secret_is_name ("X-Auth-Token"));
  g_assert_true (ask_secret_is_name ("pwd"));
  g_assert_false (ask_secret_is_name ("page"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/secret/passwords-in-addresses-are-masked", test_masked);
  g_test_add_func ("/base/secret/any-drawn-password-is-masked", test_drawn);
  g_test_add_func ("/base/secret/names-of-secrets-are-told-from-others", test_names);
  return g_test_run ();
}
