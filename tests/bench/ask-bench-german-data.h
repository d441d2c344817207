/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small databases, made of fixed rules: with German names, and with gaps.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *bench_german_get_sql (const char *name);
const char *bench_german_get_more_sql (const char *name);
const char *bench_german_get_shop_sql (const char *name);
const char *bench_german_get_office_sql (const char *name);

G_END_DECLS
