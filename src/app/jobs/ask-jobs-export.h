/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables to files and to the clipboard, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "table/ask-arrangement.h"

G_BEGIN_DECLS

/**
 * AskSaveGrid:
 * @arrangement: rows that are here
 * @columns: (array length=n_columns): of the rows, in the order in which they are written
 * @sql: (nullable): one SELECT that has the same columns and all rows, where more than those are wanted
 * @title: (nullable): what the sheet of a workbook is called
 * @path: its ending says how; CSV where it says nothing
 */
typedef struct
{
  AskArrangement *arrangement;
  const guint *columns;
  guint n_columns;
  const char *sql;
  const char *title;
  const char *path;
} AskSaveGrid;

/** AskSavedGrid: @n_rows: that were written; @more: there are more than are read at once */
typedef struct
{
  gsize n_rows;
  gboolean more;
} AskSavedGrid;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSavedGrid, g_free)

AskJob *ask_jobs_save_grid  (const AskSaveGrid *what);
AskJob *ask_jobs_save_table (AskRows    *rows,
                             const char *title,
                             const char *path);
AskJob *ask_jobs_table_text (AskRows    *rows);

G_END_DECLS
