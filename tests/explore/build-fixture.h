/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small schema over two sources, for the tests of queries that are built.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

AskSchema *build_fixture_schema (void);

G_END_DECLS
