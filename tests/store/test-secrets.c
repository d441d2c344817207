/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Secret Service: a clear sentence, soon, where none runs; a round trip where one does. The
 * round trip runs this program again inside a session bus of its own, with a keyring of its own.
 */
#include "config.h"

#include "store/ask-secrets.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "store-fixture.h"
#include "store/ask-time-out.h"

#define SECRET "geheim-5f1c0a7e-🙂"

static char *self_path;

static void
assert_unavailable (const GError *error)
{
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET);
  g_assert_true (
      g_str_has_prefix (error->message, "No password store (Secret Service) runs in this session"));
  g_assert_null (strstr (error->message, SECRET));
}

static void
assert_all_unavailable (void)
{
  g_autoptr (GError) store_error = NULL;
  g_autoptr (GError) lookup_error = NULL;
  g_autoptr (GError) clear_error = NULL;

  g_assert_false (ask_secrets_store ("w", "k", "Test", SECRET, NULL, &store_error));
  assert_unavailable (store_error);
  g_assert_cmpstr (store_error->message, ==,
                   "No password store (Secret Service) runs in this session, so the key cannot be "
                   "kept. Start one (such as GNOME Keyring), or write the name of an environment variable "
                   "where the key or the password stands, as in $MY_KEY.");
  g_assert_null (ask_secrets_lookup ("w", "k", NULL, &lookup_error));
  assert_unavailable (lookup_error);
  g_assert_false (ask_secrets_clear ("w", "k", NULL, &clear_error));
  assert_unavailable (clear_error);
}

static void
test_no_bus (void)
{
  g_unsetenv ("DBUS_SESSION_BUS_ADDRESS");
  assert_all_unavailable ();
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);
  assert_all_unavailable ();
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "autolaunch:", TRUE);
  assert_all_unavailable ();
  g_unsetenv ("DBUS_SESSION_BUS_ADDRESS");
}

/* A bus that takes the call and never answers: only a limit of our own comes back. */
static void
test_silent_bus (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = store_fixture_file (fixture, "bus");
  g_autofree char *address = g_strconcat ("unix:path=", path, NULL);
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketAddress) place = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;

  socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                         &error);
  g_assert_no_error (error);
  g_assert_true (g_socket_bind (socket, place, FALSE, &error));
  g_assert_true (g_socket_listen (socket, &error));
  g_assert_no_error (error);

  g_setenv ("DBUS_SESSION_BUS_ADDRESS", address, TRUE);
  g_assert_false (ask_secrets_store ("w", "k", "Test", SECRET, NULL, &error));
  g_unsetenv ("DBUS_SESSION_BUS_ADDRESS");
  assert_unavailable (error);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ask_secrets_lookup ("w", "k", cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_deadline (void)
{
  g_autoptr (GCancellable) parent = g_cancellable_new ();
  g_autoptr (AskTimeOut) soon = ask_time_out_new (NULL, 10);
  g_autoptr (AskTimeOut) late = ask_time_out_new (parent, 600000);

  while (!g_cancellable_is_cancelled (ask_time_out_get_cancellable (soon)))
    g_usleep (1000);
  g_assert_true (ask_time_out_get_expired (soon));
  g_assert_false (g_cancellable_is_cancelled (ask_time_out_get_cancellable (late)));
  g_cancellable_cancel (parent);
  g_assert_true (g_cancellable_is_cancelled (ask_time_out_get_cancellable (late)));
  g_assert_false (ask_time_out_get_expired (late));
}

/* In the session: --in-session, see test_round_trip(). */
static void
test_in_session (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *read = NULL;
  g_autofree char *other = NULL;

  g_assert_true (ask_secrets_store ("w1", "a/header:X", "Test", "first", NULL, &error));
  g_assert_no_error (error);
  g_assert_true (ask_secrets_store ("w1", "a/header:X", "Test", SECRET, NULL, &error));
  g_assert_no_error (error);
  read = ask_secrets_lookup ("w1", "a/header:X", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (read, ==, SECRET);

  other = ask_secrets_lookup ("w2", "a/header:X", NULL, &error);
  g_assert_null (other);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET);
  g_clear_error (&error);

  g_assert_true (ask_secrets_clear ("w1", "a/header:X", NULL, &error));
  g_assert_no_error (error);
  g_clear_pointer (&read, g_free);
  read = ask_secrets_lookup ("w1", "a/header:X", NULL, &error);
  g_assert_null (read);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET);
  g_clear_error (&error);
  g_assert_true (ask_secrets_clear ("w1", "a/header:X", NULL, &error));
  g_assert_no_error (error);
}

static void
test_round_trip (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();

  store_run_in_session (fixture, self_path, "/store/secrets/in-a-session-secrets-are-kept", SECRET);
}

/* A bus on which nobody keeps passwords and nobody can be started for it. */
static void
test_no_service (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();

  store_run_on_bare_bus (fixture, self_path, "/store/secrets/on-a-bare-bus-the-sentence-is-clear", SECRET);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  self_path = g_canonicalize_filename (argv[0], NULL);
  if (g_getenv ("ASK_TEST_SESSION") != NULL)
    {
      g_test_add_func ("/store/secrets/in-a-session-secrets-are-kept", test_in_session);
      g_test_add_func ("/store/secrets/on-a-bare-bus-the-sentence-is-clear", assert_all_unavailable);
    }
  else
    {
      store_without_session ();
      g_test_add_func ("/store/secrets/without-a-bus-the-sentence-is-clear", test_no_bus);
      g_test_add_func ("/store/secrets/a-silent-bus-is-given-up", test_silent_bus);
      g_test_add_func ("/store/secrets/a-cancelled-look-up-is-cancelled", test_cancelled);
      g_test_add_func ("/store/secrets/a-time-out-ends-by-time-or-by-its-parent", test_deadline);
      g_test_add_func ("/store/secrets/without-a-service-the-sentence-is-clear", test_no_service);
      g_test_add_func ("/store/secrets/secrets-are-kept-found-and-cleared", test_round_trip);
    }

  int result = g_test_run ();

  g_free (self_path);
  return result;
}
