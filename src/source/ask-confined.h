/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the small programs share that read files which may come from anywhere. Each gets one file as its standard input.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ask_confine (gulong max_memory, guint max_cpu_s, guint max_s);
GBytes *ask_confined_read (gsize max_bytes);

G_END_DECLS
