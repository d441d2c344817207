/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A source that a SQLite file of ours stands for: what was read of it once is asked from then on.
 */
#pragma once

#include <sqlite3.h>

#include "schema/ask-catalog.h"
#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_COPY_SOURCE (ask_copy_source_get_type ())
G_DECLARE_DERIVABLE_TYPE (AskCopySource, ask_copy_source, ASK, COPY_SOURCE, GObject)

/**
 * AskCopySourceClass:
 * @make: makes sure of a file of the source's present state; gives its path
 * @renew: (nullable): before it is told what the source is: makes sure of that more than @make does
 * @describe: reads from the file which tables there are (@catalog), and what could not be read (@notes)
 * @dup_title: (nullable): what the source is called; the last part of its place without that
 * @check: (nullable): whether the source could be read again now
 *
 * Each blocks, and gives NULL or FALSE exactly with an error.
 */
struct _AskCopySourceClass
{
  GObjectClass parent_class;

  char     *(*make)      (AskCopySource  *self,
                          GCancellable   *cancellable,
                          GError        **error);
  gboolean  (*renew)     (AskCopySource  *self,
                          GCancellable   *cancellable,
                          GError        **error);
  gboolean  (*describe)  (AskCopySource  *self,
                          sqlite3        *db,
                          AskCatalog     *catalog,
                          GPtrArray      *notes,
                          GError        **error);
  char     *(*dup_title) (AskCopySource  *self);
  gboolean  (*check)     (AskCopySource  *self,
                          GCancellable   *cancellable,
                          GError        **error);
};

void             ask_copy_source_set_config (AskCopySource    *self,
                                             AskSourceConfig  *config);
AskSourceConfig *ask_copy_source_get_config (AskCopySource    *self);
gboolean         ask_copy_source_fail       (AskCopySource    *self,
                                             sqlite3          *db,
                                             GError          **error);

G_END_DECLS
