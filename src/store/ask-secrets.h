/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Secrets in the Secret Service, through libsecret. Where none runs the error says so and what to
 * do instead. A secret is never logged and never part of a message.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ask_secrets_store  (const char   *workspace,
                             const char   *key,
                             const char   *label,
                             const char   *secret,
                             GCancellable *cancellable,
                             GError      **error);
char    *ask_secrets_lookup (const char   *workspace,
                             const char   *key,
                             GCancellable *cancellable,
                             GError      **error);
gboolean ask_secrets_clear  (const char   *workspace,
                             const char   *key,
                             GCancellable *cancellable,
                             GError      **error);

G_END_DECLS
