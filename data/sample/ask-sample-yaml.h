/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * YAML into JSON, for a document of our own. Pure; it never reads a file.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char *ask_sample_yaml_to_json (const char  *yaml,
                               gsize        length,
                               GError     **error);

G_END_DECLS
