/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random tables with values that invite mistakes, and random queries over them.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *engine_queries_make_tables (void);
char *engine_queries_random      (void);
char *engine_queries_random_form (void);

G_END_DECLS
