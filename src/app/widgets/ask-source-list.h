/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sources that could answer a question, how likely each is the right one, and why.
 */
#pragma once

#include <adwaita.h>

#include "base/ask-json.h"

G_BEGIN_DECLS

GtkWidget *ask_source_list_new (JsonArray  *sources,
                                const char *only,
                                gboolean    choose);

G_END_DECLS
