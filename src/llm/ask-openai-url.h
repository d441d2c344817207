/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The address of a model's server, in whatever way it was written, and what of a model's settings can be kept.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char    *ask_openai_url_new       (const char *url,
                                   const char *path,
                                   char      **origin,
                                   GError    **error);
char    *ask_openai_url_native    (const char *url,
                                   const char *path);
gboolean ask_openai_url_is_same   (const char *a,
                                   const char *b);
gboolean ask_openai_url_is_near   (const char *url);
gboolean ask_openai_check_secrets (const char *url,
                                   const char *model,
                                   const char *variable,
                                   GError    **error);

G_END_DECLS
