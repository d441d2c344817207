/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory of structs that come and go with each statement.
 */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * ASK_NEW0:
 * @Type: a struct that is made for each statement
 *
 * As g_new0() of one. calloc() of the C library (glibc up to 2.40) never takes what its thread has freed just now, and searches
 * its heap instead; malloc() does.
 *
 * Returns: (transfer full): a zeroed @Type, for g_free()
 */
#define ASK_NEW0(Type) ((Type *) memset (g_new (Type, 1), 0, sizeof (Type)))

G_END_DECLS
