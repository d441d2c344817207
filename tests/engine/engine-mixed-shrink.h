/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A failing query made short, so that a person sees at what it fails.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** MixedFails: Returns: whether @sql fails as the first one did */
typedef gboolean (*MixedFails) (const char *sql,
                                gpointer    user_data);

char *mixed_shrink (const char *sql,
                    MixedFails  fails,
                    gpointer    user_data);

G_END_DECLS
