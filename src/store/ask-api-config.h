/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Configurations from what a person typed.
 */
#pragma once

#include "store/ask-option.h"

G_BEGIN_DECLS

AskSourceConfig *ask_tried_config_new (const AskSourceKind *kind,
                                       const char         *name,
                                       const char         *location,
                                       const char         *base_url,
                                       GPtrArray          *options,
                                       GError            **error);
AskSourceConfig *ask_typed_config_new (const AskSourceKind *kind,
                                       const char         *name,
                                       const char         *location,
                                       const char         *base_url,
                                       GPtrArray          *options,
                                       GError            **error);
GPtrArray       *ask_typed_options_join (const AskSourceKind *kind,
                                       const char         *name,
                                       const char        **location,
                                       char              **server,
                                       GPtrArray          *options,
                                       GError            **error);
gboolean         ask_api_check_url    (const char         *name,
                                       const char         *which,
                                       const char         *url,
                                       GError            **error);

G_END_DECLS
