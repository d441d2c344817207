/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Errors with a sentence for a person beside them: both go wherever the error goes. That the one is English and the
 * other the person's language is seen in agent/words, where a catalogue is at hand.
 */
#include "config.h"

#include "base/ask-error.h"

#include <string.h>

static GQuark test_error_quark (void);

static ASK_DEFINE_ERROR ("ask-test-error-quark", test_error)

#define TEST_ERROR (test_error_quark ())

static void
test_plain (void)
{
  g_autoptr (GError) foreign = g_error_new (g_quark_from_static_string ("other"), 1, "Elsewhere %d.", 1);
  g_autoptr (GError) plain = g_error_new (TEST_ERROR, 2, "Here %d.", 2);
  g_autoptr (GError) set = NULL;
  const char *whose;

  g_assert_cmpstr (ask_error_get_words (foreign), ==, "Elsewhere 1.");
  g_assert_cmpstr (ask_error_get_words (plain), ==, "Here 2.");
  g_assert_null (ask_error_get_about (foreign, &whose));
  g_assert_null (whose);
  ask_error_set (&set, TEST_ERROR, 3, "“%s” and %u.", "a%s", 7u);
  g_assert_error (set, TEST_ERROR, 3);
  g_assert_cmpstr (set->message, ==, "“a%s” and 7.");
  g_assert_cmpstr (ask_error_get_words (set), ==, set->message);
  ask_error_set (NULL, TEST_ERROR, 3, "Nobody listens.");
}

static void
test_goes_along (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) copy = NULL;
  g_autoptr (GError) other = NULL;
  const char *whose;

  ask_error_set_literal (&error, TEST_ERROR, 1, "100 % English.");
  ask_error_take_message (error, g_strdup ("English."), g_strdup ("Deutsch."));
  ask_error_set_about (error, "shop", "GET /orders");
  copy = g_error_copy (error);
  g_clear_error (&error);
  g_assert_cmpstr (copy->message, ==, "English.");
  g_assert_cmpstr (ask_error_get_words (copy), ==, "Deutsch.");
  g_assert_cmpstr (ask_error_get_about (copy, &whose), ==, "GET /orders");
  g_assert_cmpstr (whose, ==, "shop");
  ask_error_set_from (&other, TEST_ERROR, 9, copy);
  g_assert_error (other, TEST_ERROR, 9);
  g_assert_cmpstr (other->message, ==, "English.");
  g_assert_cmpstr (ask_error_get_words (other), ==, "Deutsch.");
  ask_error_prefix (&other, "%s: ", "here");
  g_assert_cmpstr (other->message, ==, "here: English.");
  g_assert_cmpstr (ask_error_get_words (other), ==, "here: Deutsch.");
  ask_error_append (&other, " %u times.", 2u);
  g_assert_cmpstr (other->message, ==, "here: English. 2 times.");
  g_assert_cmpstr (ask_error_get_words (other), ==, "here: Deutsch. 2 times.");
  ask_error_append (NULL, "Nobody listens.");
}

static void
test_secrets (void)
{
  g_autoptr (GError) error = NULL;

  ask_error_set_literal (&error, TEST_ERROR, 1, "none");
  ask_error_take_message (error, g_strdup ("No postgresql://ana:SECRET@host/db there."),
                          g_strdup ("Kein postgresql://ana:SECRET@host/db dort."));
  ask_error_mask (error);
  g_assert_null (strstr (error->message, "SECRET"));
  g_assert_null (strstr (ask_error_get_words (error), "SECRET"));
  g_assert_nonnull (strstr (error->message, "there."));
  g_assert_nonnull (strstr (ask_error_get_words (error), "dort."));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/error/an-error-that-nobody-translated-is-shown-as-it-is", test_plain);
  g_test_add_func ("/base/error/both-sentences-go-where-the-error-goes", test_goes_along);
  g_test_add_func ("/base/error/a-secret-is-masked-in-both-sentences", test_secrets);
  return g_test_run ();
}
