/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine: one SQLite connection a session, on which every entity of the abstract schema can be
 * queried: tables of SQLite sources natively, API entities as virtual tables, earlier results as
 * temporary tables. It runs one SELECT at a time under limits, and never talks to a language model.
 *
 * A session belongs to one thread.
 */
#pragma once

#include "engine/ask-plan-node.h"
#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_ENGINE_ERROR (ask_engine_error_quark ())

/**
 * AskEngineError:
 * @ASK_ENGINE_ERROR_SYNTAX: SQLite did not understand the text, or it stands for too much to be read
 * @ASK_ENGINE_ERROR_UNKNOWN_NAME: a table, column or function that does not exist
 * @ASK_ENGINE_ERROR_REFUSED: not one SELECT, or something that is not allowed
 * @ASK_ENGINE_ERROR_MISSING_PARAMETER: an API entity without a value for a required parameter
 * @ASK_ENGINE_ERROR_LIMIT: memory or size limit reached
 * @ASK_ENGINE_ERROR_DEADLINE: it took longer than allowed
 * @ASK_ENGINE_ERROR_FAILED: anything else that SQLite says while running
 * @ASK_ENGINE_ERROR_CAP: it needs more calls or rows than a person allowed, see ask_engine_set_caps()
 */
typedef enum
{
  ASK_ENGINE_ERROR_SYNTAX,
  ASK_ENGINE_ERROR_UNKNOWN_NAME,
  ASK_ENGINE_ERROR_REFUSED,
  ASK_ENGINE_ERROR_MISSING_PARAMETER,
  ASK_ENGINE_ERROR_LIMIT,
  ASK_ENGINE_ERROR_DEADLINE,
  ASK_ENGINE_ERROR_FAILED,
  ASK_ENGINE_ERROR_CAP
} AskEngineError;

GQuark ask_engine_error_quark (void);

/**
 * AskLimits:
 * @max_rows: rows beyond these are left out and the result says that it is truncated
 * @max_bytes: memory of the result; more is %ASK_ENGINE_ERROR_LIMIT
 * @deadline_ms: for one statement, 0 for none
 */
typedef struct
{
  gsize max_rows;
  gsize max_bytes;
  guint deadline_ms;
} AskLimits;

#define ASK_LIMITS_DEFAULT ((AskLimits) { 1000000, (gsize) 1 << 30, 60000 })

/**
 * AskRemoteQuery:
 * @sql: as it was sent, in the source's own dialect; values are parameters
 *
 * One query that a database server ran, for the trace.
 */
typedef struct
{
  char *source;
  char *sql;
  gint64 rows;
  double elapsed_ms;
} AskRemoteQuery;

/**
 * AskResult:
 * @rows: (transfer full): what the query gave
 * @executable_sql: API tables as functions with named arguments
 * @calls: (element-type AskCall): made for this statement
 * @remote: (element-type AskRemoteQuery): sent to database servers for this statement
 * @sources: (element-type utf8): short names of the sources it read, sorted
 * @rows_fetched: rows that came from APIs and servers
 * @types: (element-type AskType): of each column, what its expression says: the same whatever the rows hold,
 *   %ASK_TYPE_ANY where that is not sure; the types of @rows come from the rows where nothing is declared
 * @warnings: (element-type utf8): what the query probably does not mean; mostly none
 * @origins: (nullable) (element-type AskOrigin): what it read, each once, with what defined names are made of; %NULL
 *   where nobody can tell
 * @plan: (nullable): what ran where, with estimates and actuals
 */
typedef struct
{
  AskRows *rows;
  char *sql;
  char *executable_sql;
  char *temp_table; /* nullable */
  GPtrArray *calls;
  GPtrArray *remote;
  GPtrArray *sources;
  gint64 rows_fetched;
  GArray *types;
  GPtrArray *warnings;
  GPtrArray *origins;
  AskPlanNode *plan;
  double elapsed_ms;
} AskResult;

void ask_result_free (AskResult *self);

/**
 * AskOrigin:
 * @entity: (nullable) (transfer none): of the session's schema
 * @attribute: (nullable) (transfer none): of @entity; %NULL for its rows as such
 * @step: (nullable): a temporary table of an earlier query
 *
 * Something that a statement reads: an entity's, or a step.
 */
typedef struct
{
  const AskEntity *entity;
  const AskAttribute *attribute;
  char *step;
} AskOrigin;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskResult, ask_result_free)

typedef struct _AskEngine AskEngine;

/**
 * AskEnginePause:
 * @rows: of the statement under way, so far; more are appended when this returns
 * @calls: (element-type AskCall): that were made for it so far
 * @data: as given to ask_engine_set_pause()
 *
 * Runs on the session's thread, and may block: the statement waits.
 *
 * Returns: whether to go on; %FALSE ends the statement with the rows that are there, marked as truncated
 */
typedef gboolean (*AskEnginePause) (const AskRows *rows, GPtrArray *calls, gpointer data);

AskEngine *ask_engine_new        (AskSchema       *schema,
                                  GPtrArray       *configs,
                                  GError         **error);
void       ask_engine_free       (AskEngine       *self);
AskSchema *ask_engine_get_schema (AskEngine       *self);
void       ask_engine_set_push_down (AskEngine    *self,
                                  gboolean         push_down);
AskResult *ask_engine_query      (AskEngine       *self,
                                  const char      *sql,
                                  const AskLimits *limits,
                                  const char      *temp_table,
                                  GCancellable    *cancellable,
                                  GError         **error);
void ask_engine_set_pause (AskEngine *self, gsize every, AskEnginePause pause, gpointer data);
gboolean   ask_engine_is_local   (AskEngine       *self,
                                  const char      *source);
AskRows   *ask_engine_try        (AskEngine       *self,
                                  const char      *sql,
                                  gsize            max_rows,
                                  guint64          max_steps,
                                  GCancellable    *cancellable,
                                  GError         **error);
AskRows   *ask_engine_preview    (AskEngine       *self,
                                  const char      *sql,
                                  gsize            max_rows,
                                  guint64          max_steps,
                                  GCancellable    *cancellable,
                                  GError         **error);
gboolean   ask_engine_check      (AskEngine       *self,
                                  const char      *sql,
                                  GError         **error);
char      *ask_engine_get_hint   (AskEngine       *self,
                                  const char      *sql,
                                  const GError    *failure);
GPtrArray *ask_engine_guard      (AskEngine       *self,
                                  const char      *sql);
GPtrArray *ask_engine_list_parameters (AskEngine  *self,
                                  const char      *sql);
void       ask_engine_add_hint   (AskEngine       *self,
                                  const char      *sql,
                                  GError          *failure);
GPtrArray *ask_engine_distinct_values (AskEngine  *self,
                                  const AskEntity *entity,
                                  const AskAttribute *attribute,
                                  guint            max,
                                  GCancellable    *cancellable,
                                  GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskEngine, ask_engine_free)

G_END_DECLS
