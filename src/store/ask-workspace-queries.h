/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person writes as SQL: tabs as they were left, and what was run with what became of it. No row of a result is
 * kept.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/* Of what was run the newest are kept. */
#define ASK_QUERY_MAX_RUNS 10000
/* Tabs that are kept; more than anybody finds one in. */
#define ASK_QUERY_MAX_TABS 100

/**
 * AskQueryTab:
 * @id: made up by whoever opened it; unique in the workspace
 * @title: (nullable): as a person named it; %NULL where nobody did
 * @sql: as it stands there, finished or not
 * @cursor: the cursor's place, in characters
 * @parameters: (nullable): what was last given for them, as JSON
 */
typedef struct
{
  char *id;
  char *title;
  char *sql;
  gint64 cursor;
  char *parameters;
} AskQueryTab;

/**
 * AskQueryRun:
 * @id: 0 for one that is not kept yet
 * @sql: as it was written, with its parameters
 * @ran_at: when it began, µs since 1970, UTC
 * @elapsed_ms: how long it took
 * @n_rows: rows that it gave
 * @truncated: there were more
 * @error: (nullable): why it gave none
 */
typedef struct
{
  gint64 id;
  char *sql;
  gint64 ran_at;
  double elapsed_ms;
  gint64 n_rows;
  gboolean truncated;
  char *error;
} AskQueryRun;

void         ask_query_tab_free               (AskQueryTab       *self);
AskQueryTab *ask_query_tab_copy               (const AskQueryTab *self);
void         ask_query_run_free               (AskQueryRun       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskQueryTab, ask_query_tab_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskQueryRun, ask_query_run_free)

GPtrArray   *ask_workspace_list_query_tabs    (AskWorkspace      *self,
                                               GError           **error);
gboolean     ask_workspace_save_query_tabs    (AskWorkspace      *self,
                                               GPtrArray         *tabs,
                                               GPtrArray         *removed,
                                               GError           **error);
gboolean     ask_workspace_add_query_run      (AskWorkspace      *self,
                                               const AskQueryRun *run,
                                               GError           **error);
GPtrArray   *ask_workspace_list_query_runs    (AskWorkspace      *self,
                                               const char        *words,
                                               guint              max,
                                               GError           **error);
gboolean     ask_workspace_remove_query_run   (AskWorkspace      *self,
                                               gint64             id,
                                               GError           **error);

G_END_DECLS
