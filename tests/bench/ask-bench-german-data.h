/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two small databases with German names, made of fixed rules.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *bench_german_get_sql (const char *name);

G_END_DECLS
