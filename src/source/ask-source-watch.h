/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Notices that files below a place change, while somebody is there to be told.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define ASK_TYPE_SOURCE_WATCH (ask_source_watch_get_type ())
G_DECLARE_FINAL_TYPE (AskSourceWatch, ask_source_watch, ASK, SOURCE_WATCH, GObject)

AskSourceWatch *ask_source_watch_new (const char *place);

G_END_DECLS
