/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Configurations from what a person typed.
 */
#pragma once

#include "store/ask-header.h"

G_BEGIN_DECLS

AskSourceConfig *ask_api_config_new   (AskSourceKind       kind,
                                       const char         *name,
                                       const char         *location,
                                       const char         *base_url,
                                       const char *const  *lines,
                                       GError            **error);
AskSourceConfig *ask_typed_config_new (AskSourceKind       kind,
                                       const char         *name,
                                       const char         *location,
                                       const char         *base_url,
                                       GPtrArray          *headers,
                                       GError            **error);
gboolean         ask_api_check_url    (const char         *name,
                                       const char         *which,
                                       const char         *url,
                                       GError            **error);

G_END_DECLS
