/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text under the names of one version of a schema, written with those of a later one.
 *
 *   ask-schema-names-rewrite.c  changes the words that mean a renamed thing
 *   ask-schema-names-same.c     which thing is the same later, and whether what came out means the same
 */
#pragma once

#include "schema/names/ask-schema-names.h"

G_BEGIN_DECLS

const AskEntity *ask_schema_names_find_after      (const AskSchemaNames *self,
                                                   const AskSqlFrom     *from);
const char      *ask_schema_names_find_new_column (const AskSchemaNames *self,
                                                   const AskSqlFrom     *from,
                                                   guint                 column);
gboolean         ask_schema_names_mean_the_same   (AskSchemaNames       *self,
                                                   AskSqlTree           *before,
                                                   const char           *text,
                                                   gboolean              unjoined,
                                                   GError              **error);

G_END_DECLS
