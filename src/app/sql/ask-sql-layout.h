/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Line breaks for SQL on screen. Words, order and quoting stay as they are.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ask_sql_lay_out (const char *sql);

G_END_DECLS
