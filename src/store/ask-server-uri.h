/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The URI of a database server as a person typed it, and the same without its password.
 */
#pragma once

#include "store/ask-header.h"

G_BEGIN_DECLS

gboolean   ask_server_kind_check     (AskSourceKind      kind);
char      *ask_server_uri_split      (AskSourceKind      kind,
                                      const char        *source,
                                      const char        *typed,
                                      AskHeader        **password,
                                      GError           **error);
GPtrArray *ask_server_headers_parse  (const char        *source,
                                      const char *const *lines,
                                      AskHeader         *password,
                                      GError           **error);
AskSourceConfig *ask_server_config_new (AskSourceKind      kind,
                                        const char        *name,
                                        const char        *typed,
                                        const char *const *lines,
                                        GError           **error);

G_END_DECLS
