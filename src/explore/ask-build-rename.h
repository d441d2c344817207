/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Other names for the columns of a query that is being built. Whatever says the old name says the new one then.
 */
#pragma once

#include "explore/ask-build.h"

G_BEGIN_DECLS

gboolean ask_build_is_name_taken (const AskBuild  *self,
                                  AskSchema       *schema,
                                  const char      *name);
void     ask_build_rename        (AskBuild        *self,
                                  AskSchema       *schema,
                                  const char      *old,
                                  const char      *name);
void     ask_build_rename_of_item (AskBuild       *self,
                                  const char      *item,
                                  const char      *old,
                                  const char      *name);
gboolean ask_build_rename_output (AskBuild        *self,
                                  AskSchema       *schema,
                                  guint            nth,
                                  const char      *name,
                                  GError         **error);

G_END_DECLS
