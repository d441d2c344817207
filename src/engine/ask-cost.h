/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a statement will cost, before it runs: calls to APIs, queries of servers, rows that come from them. No API is
 * called for that and no server asked. Files of this computer cost nothing; keys that a join takes from them are read
 * there, so calls by key are known. A figure says how sure it is, and none is made up.
 */
#pragma once

#include "engine/ask-engine.h"
#include "engine/ask-figure.h"

G_BEGIN_DECLS

AskFigure   ask_figure_add       (AskFigure     a,
                                  AskFigure     b);
const char *ask_figure_to_string (AskFigureKind kind);

/**
 * AskCostItem:
 * @api: @calls are requests to an API; else they are queries that a database server runs
 * @calls: how many
 * @rows: that come from there
 * @rounds: of calls, one after the other: those of one round are under way together; as sure as @calls
 * @most_calls: of an API, what its configuration allows one statement
 *
 * What one source is asked for.
 */
typedef struct
{
  char *source;
  gboolean api;
  AskFigure calls;
  AskFigure rows;
  gint64 rounds;
  gint64 most_calls;
} AskCostItem;

void       ask_cost_item_free    (AskCostItem   *self);
GPtrArray *ask_engine_estimate   (AskEngine     *self,
                                  const char    *sql,
                                  GCancellable  *cancellable,
                                  GError       **error);
AskPlanNode *ask_engine_explain  (AskEngine     *self,
                                  const char    *sql,
                                  GCancellable  *cancellable,
                                  GError       **error);

/**
 * AskSpent:
 * @calls: to APIs
 * @rows: from APIs and servers
 *
 * What all statements of a session have cost.
 */
typedef struct
{
  guint64 calls;
  guint64 rows;
} AskSpent;

/**
 * AskCaps:
 * @calls: that may be made, those that were made among them; 0 for any number
 * @rows: that may come, those that came among them; 0 for any number
 */
typedef struct
{
  guint64 calls;
  guint64 rows;
} AskCaps;

/**
 * AskCapReached:
 * @source: (transfer none) (nullable): whose cap it is; %NULL for that of all sources together
 * @rows: it is the cap of rows, and not that of calls
 * @most: the cap
 *
 * Which cap ended a statement.
 */
typedef struct
{
  const char *source;
  gboolean rows;
  guint64 most;
} AskCapReached;

void       ask_engine_set_caps   (AskEngine     *self,
                                  const char    *source,
                                  const AskCaps *caps);
AskSpent   ask_engine_get_spent  (AskEngine     *self,
                                  const char    *source);
GPtrArray *ask_engine_list_remote (AskEngine    *self);
/** AskCalledFunc: on the session's own thread: @calls: that the session has made so far, of all sources */
typedef void (*AskCalledFunc)    (guint64        calls,
                                  gpointer       data);

void       ask_engine_set_called (AskEngine     *self,
                                  AskCalledFunc  called,
                                  gpointer       data);
void       ask_engine_set_dry    (AskEngine     *self,
                                  gboolean       dry);
gboolean   ask_engine_get_reached (AskEngine    *self,
                                  AskCapReached *reached);

G_END_DECLS
