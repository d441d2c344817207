/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random queries of every form over the tables of engine-mixed-tables.h, drawn with g_test_rand_*.
 */
#pragma once

#include "engine-mixed-tables.h"

G_BEGIN_DECLS

char *mixed_query_random (const Mixed *mixed,
                          gboolean    *ordered);

G_END_DECLS
