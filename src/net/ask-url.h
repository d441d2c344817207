/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * URLs taken apart and put together, with everything percent-encoded that must be.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GUri    *ask_url_parse        (const char *url,
                               GError    **error);
char    *ask_url_get_origin   (GUri       *uri);
gboolean ask_url_is_safe_hop  (GUri       *from,
                               GUri       *to);
char    *ask_url_escape       (const char *text);
char    *ask_url_append_query (const char *url,
                               const char *name,
                               const char *value);

G_END_DECLS
