/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Addresses of database servers without their passwords.
 */
#pragma once

#include "store/ask-option.h"

G_BEGIN_DECLS

char      *ask_server_uri_split    (const AskSourceKind *kind,
                                    const char          *source,
                                    const char          *typed,
                                    AskSourceOption    **password,
                                    GError             **error);
GPtrArray *ask_server_options_join (const AskSourceKind *kind,
                                    const char          *source,
                                    GPtrArray           *options,
                                    AskSourceOption     *password,
                                    GError             **error);

G_END_DECLS
