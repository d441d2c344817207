/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lets a person choose the file, or the folder, that a source is.
 */
#pragma once

#include <adwaita.h>

#include "source/ask-source-kind.h"

G_BEGIN_DECLS

void ask_source_chooser_show (AdwEntryRow         *into,
                              const AskSourceKind *kind,
                              gboolean             folder);

G_END_DECLS
