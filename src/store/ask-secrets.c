/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Secrets in the Secret Service. libsecret would wait for D-Bus's own time-outs, or start a bus of
 * its own through X11, where no session bus runs; so this file first asks, with three seconds'
 * patience, whether there is somebody to talk to. Nothing here keeps a secret longer than its call.
 */
#include "config.h"

#include "store/ask-secrets.h"

#include "base/ask-error.h"

#include "store/ask-time-out.h"
#include "store/ask-workspace.h"

#include <glib/gi18n.h>
#include <libsecret/secret.h>
#include <string.h>

/* A keyring that is locked asks a person for its password, which takes a while; a service that
 * hangs must not hang us for ever. */
#define PROBE_MS 3000
#define PERSON_MS 120000

static const SecretSchema *
get_schema (void)
{
  static const SecretSchema schema = {
    .name = ASK_APP_ID,
    .flags = SECRET_SCHEMA_NONE,
    .attributes = {
      { "workspace", SECRET_SCHEMA_ATTRIBUTE_STRING },
      { "key", SECRET_SCHEMA_ATTRIBUTE_STRING },
    },
  };

  return &schema;
}

static void
set_unavailable (GError **error, const char *undone)
{
  ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET, undone);
  ask_error_prefix (error, N_ ("No password store (Secret Service) runs in this session, so "));
  ask_error_append (error, N_ (". Start one (such as GNOME Keyring), or write the name of an environment variable "
                               "where the key or the password stands, as in $MY_KEY."));
}

/* D-Bus's own words begin with a type name that tells a person nothing. */
static void
set_failed (GError **error, const char *what, AskTimeOut *time_out, GError *cause)
{
  if (ask_time_out_get_expired (time_out))
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET, what);
      ask_error_append (error, N_ (": the password store (Secret Service) did not answer. Unlock it, or start it "
                                   "anew, and try again."));
      return;
    }
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_error_copy (cause));
      return;
    }
  if (g_dbus_error_is_remote_error (cause))
    g_dbus_error_strip_remote_error (cause);
  ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET, what);
  ask_error_append (error, N_ (": the password store (Secret Service) refused: %s. Unlock it and try again."),
                    cause->message);
}

/* Without an address GLib would start a bus through X11 ("autolaunch"), which no password store
 * would be on. */
static gboolean
has_bus_address (void)
{
  const char *address = g_getenv ("DBUS_SESSION_BUS_ADDRESS");
  g_autofree char *socket = g_build_filename (g_get_user_runtime_dir (), "bus", NULL);

  if (address != NULL && *address != '\0')
    return !g_str_has_prefix (address, "autolaunch:");
  return g_file_test (socket, G_FILE_TEST_EXISTS);
}

/* In a sandbox libsecret keeps a file of its own, whose password comes from a portal. */
static gboolean
uses_file (void)
{
  return g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS) || g_getenv ("SNAP_NAME") != NULL
         || g_strcmp0 (g_getenv ("SECRET_BACKEND"), "file") == 0;
}

/* Asks the bus itself whether somebody keeps secrets, or can be started to. A service that is there
 * without being startable (KeePassXC) is unknown to StartServiceByName. */
static gboolean
has_service (GDBusConnection *bus, GCancellable *cancellable)
{
  g_autoptr (GVariant) owned = NULL;
  g_autoptr (GVariant) started = NULL;
  gboolean has_owner = FALSE;

  owned = g_dbus_connection_call_sync (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                       "NameHasOwner", g_variant_new ("(s)", "org.freedesktop.secrets"),
                                       G_VARIANT_TYPE ("(b)"), G_DBUS_CALL_FLAGS_NONE, PROBE_MS, cancellable, NULL);
  if (owned == NULL)
    return FALSE;
  g_variant_get (owned, "(b)", &has_owner);
  if (has_owner)
    return TRUE;
  started = g_dbus_connection_call_sync (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                         "StartServiceByName", g_variant_new ("(su)", "org.freedesktop.secrets", 0),
                                         G_VARIANT_TYPE ("(u)"), G_DBUS_CALL_FLAGS_NONE, PROBE_MS, cancellable, NULL);
  return started != NULL;
}

/* @undone: what is not possible without an answer */
static gboolean
probe (const char *undone, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskTimeOut) time_out = NULL;
  g_autoptr (GDBusConnection) bus = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (uses_file ())
    return TRUE;
  if (!has_bus_address ())
    {
      set_unavailable (error, undone);
      return FALSE;
    }

  time_out = ask_time_out_new (cancellable, PROBE_MS);
  bus = g_bus_get_sync (G_BUS_TYPE_SESSION, ask_time_out_get_cancellable (time_out), NULL);
  if (bus != NULL)
    {
      /* The shared connection would end the program together with the bus. */
      g_dbus_connection_set_exit_on_close (bus, FALSE);
      if (has_service (bus, ask_time_out_get_cancellable (time_out)))
        return TRUE;
    }
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    set_unavailable (error, undone);
  return FALSE;
}

/**
 * ask_secrets_store:
 * @workspace: whose secret, ask_workspace_get_id()
 * @key: which secret of that workspace
 * @label: what a password manager shows for it; no secret
 * @secret: kept in the clear nowhere else
 * @cancellable: (nullable): stops the wait
 * @error: %ASK_STORE_ERROR_SECRET or %G_IO_ERROR_CANCELLED
 *
 * Keeps @secret under @key, instead of what was there. Blocks, while a locked keyring asks a person
 * for its password; any thread.
 *
 * Returns: whether it is kept
 */
gboolean
ask_secrets_store (const char *workspace, const char *key, const char *label, const char *secret,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (AskTimeOut) time_out = NULL;
  g_autoptr (GError) local = NULL;

  g_return_val_if_fail (workspace != NULL && key != NULL && label != NULL && secret != NULL, FALSE);

  if (!probe (N_ ("the key cannot be kept"), cancellable, error))
    return FALSE;
  time_out = ask_time_out_new (cancellable, PERSON_MS);
  if (secret_password_store_sync (get_schema (), SECRET_COLLECTION_DEFAULT, label, secret,
                                  ask_time_out_get_cancellable (time_out), &local, "workspace", workspace, "key", key,
                                  NULL))
    return TRUE;
  if (local == NULL)
    {
      /* A prompt that was sent away is no error to libsecret. */
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET,
                             N_ ("The key was not kept: the password store stayed locked. Unlock it and "
                                 "try again."));
      return FALSE;
    }
  set_failed (error, N_ ("The key was not kept"), time_out, local);
  return FALSE;
}

/**
 * ask_secrets_lookup:
 * @workspace: whose secret, ask_workspace_get_id()
 * @key: which secret of that workspace
 * @cancellable: (nullable): stops the wait
 * @error: %ASK_STORE_ERROR_SECRET, also where there is no such secret, or %G_IO_ERROR_CANCELLED
 *
 * Blocks, while a locked keyring asks a person for its password; any thread.
 *
 * Returns: (transfer full): the secret, or %NULL
 */
char *
ask_secrets_lookup (const char *workspace, const char *key, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskTimeOut) time_out = NULL;
  g_autoptr (GError) local = NULL;
  char *found;
  char *secret;

  g_return_val_if_fail (workspace != NULL && key != NULL, NULL);

  if (!probe (N_ ("the key cannot be read"), cancellable, error))
    return NULL;
  time_out = ask_time_out_new (cancellable, PERSON_MS);
  found = secret_password_lookup_sync (get_schema (), ask_time_out_get_cancellable (time_out), &local, "workspace",
                                       workspace, "key", key, NULL);
  if (local != NULL)
    {
      set_failed (error, N_ ("The key could not be read"), time_out, local);
      return NULL;
    }
  if (found == NULL)
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET,
                             N_ ("The password store (Secret Service) holds no such key, or stayed "
                                 "locked. Unlock it, or remove the source and add it again."));
      return NULL;
    }
  secret = g_strdup (found);
  secret_password_free (found);
  return secret;
}

/**
 * ask_secrets_clear:
 * @workspace: whose secret, ask_workspace_get_id()
 * @key: which secret of that workspace
 * @cancellable: (nullable): stops the wait
 * @error: %ASK_STORE_ERROR_SECRET or %G_IO_ERROR_CANCELLED
 *
 * Forgets a secret. That there was none is no error. Blocks; any thread.
 *
 * Returns: whether it is not kept any more
 */
gboolean
ask_secrets_clear (const char *workspace, const char *key, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskTimeOut) time_out = NULL;
  g_autoptr (GError) local = NULL;

  g_return_val_if_fail (workspace != NULL && key != NULL, FALSE);

  if (!probe (N_ ("the key cannot be removed"), cancellable, error))
    return FALSE;
  time_out = ask_time_out_new (cancellable, PERSON_MS);
  secret_password_clear_sync (get_schema (), ask_time_out_get_cancellable (time_out), &local, "workspace", workspace,
                              "key", key, NULL);
  if (local == NULL)
    return TRUE;
  set_failed (error, N_ ("The key was not removed"), time_out, local);
  return FALSE;
}
