/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a chart of nvBench to the query that gives its rows: what its SQL groups by becomes a column, and its
 * bins of time become expressions. Pure text; tests hold it.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ask_bench_chart_make_query (const char *written,
                                  const char *binning);

G_END_DECLS
