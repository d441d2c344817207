/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows as bytes, to be kept in the workspace, and back: every cell with its type, its digits and its bytes, and what is
 * known of the columns.
 */
#pragma once

#include <gio/gio.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

GBytes  *ask_rows_to_bytes   (const AskRows *rows);
AskRows *ask_rows_from_bytes (const guint8 *data,
                              gsize         size);

G_END_DECLS
