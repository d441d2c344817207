/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The address of a model's server, in whatever way it was written. Private to the room.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char *ask_openai_url_new (const char *url,
                          const char *path,
                          char      **origin,
                          GError    **error);

G_END_DECLS
