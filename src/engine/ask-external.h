/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * External functions: functions of a statement that something outside the engine computes, a language model or another
 * program, for many values at once. The engine knows their calls, reads what their maker wants to read on the way, and
 * looks answers up while SQLite runs the statement. It does not know who answers.
 *
 * A call stands in the statement as a FUNCTION node. Before the statement runs, its maker puts _answer (n, value…) in the
 * place of each call and finds out which values will be looked up. _answer() runs here and never at a server.
 */
#pragma once

#include "engine/ask-inquiry.h"
#include "engine/ask-engine.h"
#include "engine/ask-figure.h"
#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

/** ASK_EXTERNAL_ANSWER: the function that looks an answer up: its first argument is the number of the call */
#define ASK_EXTERNAL_ANSWER "_answer"

/**
 * AskExternalBasis:
 * @ASK_EXTERNAL_UNCOUNTED: nobody knows
 * @ASK_EXTERNAL_COUNTED: counted where they lie
 * @ASK_EXTERNAL_FACTS: what was noted of their columns when their source was last read
 *
 * Where a number of values comes from.
 */
typedef enum
{
  ASK_EXTERNAL_UNCOUNTED,
  ASK_EXTERNAL_COUNTED,
  ASK_EXTERNAL_FACTS
} AskExternalBasis;

/**
 * AskExternalCount:
 * @n: of a query's rows
 * @characters: of all their values; -1 where nobody knows
 * @basis: where @n comes from
 */
typedef struct
{
  AskFigure n;
  gint64 characters;
  AskExternalBasis basis;
} AskExternalCount;

/**
 * AskExternalCounter:
 * @count: how many rows a SELECT has; of @values those with a first one, since NULL is never asked about. It fails only where it
 *   was stopped; what it may not count it says to be unknown
 * @read: (nullable): its rows themselves, where they are on this computer and not too many; else %NULL
 *
 * Who counts values before a statement runs. No statement of the session is under way then.
 */
typedef struct
{
  gboolean (*count) (const char *sql, gboolean values, AskExternalCount *count, gpointer data, GError **error);
  AskRows *(*read) (const char *sql, gpointer data);
  gpointer data;
} AskExternalCounter;

/**
 * AskExternalCost:
 * @function: as it is called
 * @text: (nullable): what it asks
 * @rows: it is given rows, which are one question; else distinct values
 * @values: how many, at most: what other calls leave of them is not known before
 * @n_kept: further ones whose answers are kept, so that nobody is asked; 0 where nobody could look
 * @model: (nullable): who is asked; %NULL for a program of this computer
 * @requests: to the model
 * @characters: that these requests have together
 * @tokens: about so many
 * @price: of these tokens, below 0 where none is set; whoever estimates knows what a model costs
 * @refused: (nullable): why the statement would fail here, for people
 *
 * What one call will cost, before the statement runs.
 */
typedef struct
{
  char *function;
  char *text;
  gboolean rows;
  AskExternalCount values;
  guint64 n_kept;
  char *model;
  AskFigure requests;
  AskFigure characters;
  gint64 tokens;
  double price;
  char *refused;
} AskExternalCost;

/**
 * AskExternal:
 * @is_call: whether a FUNCTION node is a call of an external function; any node in braces is one, whatever this says
 * @begin: finds out what has to be known, and returns the statement with _answer() for each call. Where @dry is set
 *   nothing is asked and nothing read: the text only has to be one that can be planned. It may read parts of the statement by
 *   ask_engine_read_part()
 * @lookup: the answer for the values behind the number; @answer is borrowed until the statement ends. Returns %FALSE, with
 *   @error set, where the number is none of the statement's
 * @settle: after a run of that text, which read @origins (nullable): says in @again whether answers were missing that are known
 *   by now, so that the text has to run again
 * @estimate: (element-type AskExternalCost): what each call of a statement will cost. Nothing is asked; what has to be read is
 *   only counted
 * @told: (element-type AskOrigin): what calls of the statement under way were told beside the values that stand in its text, so that
 *   their answers are made from it, too; %NULL where nobody can tell
 * @end: the statement is over, whether it failed or not; @notes gets what its plan says of each call, @hints (element-type
 *   AskSqlHint) what its result warns of, and @asked (element-type AskInquiry) what was asked
 *
 * Who computes external functions. Of @begin and what follows it there is one at a time.
 */
typedef struct _AskExternal
{
  gboolean (*is_call) (const AskSqlExpr *function,
                       gpointer          data);
  char    *(*begin)   (AskEngine        *engine,
                       AskSqlTree       *tree,
                       gboolean          dry,
                       gpointer          data,
                       GError          **error);
  gboolean (*lookup)  (gint64            call,
                       const AskValue   *values,
                       guint             n_values,
                       AskValue         *answer,
                       gpointer          data,
                       GError          **error);
  gboolean (*settle)  (GPtrArray        *origins,
                       gboolean         *again,
                       gpointer          data,
                       GError          **error);
  const GPtrArray *(*told) (gpointer     data);
  void     (*end)     (GString          *notes,
                       GPtrArray        *hints,
                       GPtrArray        *asked,
                       gpointer          data);
  GPtrArray *(*estimate) (AskEngine     *engine,
                       AskSqlTree       *tree,
                       const AskExternalCounter *counter,
                       gpointer          data,
                       GError          **error);
} AskExternal;

void     ask_engine_set_external (AskEngine         *self,
                                  const AskExternal *external,
                                  gpointer           data);
AskRows *ask_engine_read_part    (AskEngine         *self,
                                  const char        *sql,
                                  GPtrArray        **origins,
                                  GError           **error);
GPtrArray *ask_origins_new         (void);
void     ask_origins_add         (GPtrArray         *origins,
                                  const GPtrArray   *more);
GPtrArray *ask_engine_trace_origins (AskEngine      *self,
                                  const GPtrArray   *origins,
                                  const GPtrArray   *more);
GPtrArray *ask_engine_find_origins (AskEngine      *self,
                                  const char        *sql,
                                  GError           **error);
GPtrArray *ask_engine_estimate_calls (AskEngine    *self,
                                  const char        *sql,
                                  const AskExternalCounter *counter,
                                  GError           **error);
void     ask_external_cost_free  (AskExternalCost   *self);
gboolean ask_engine_analyse      (AskEngine         *self,
                                  AskSqlTree        *tree,
                                  GError           **error);
GPtrArray *ask_engine_get_asked  (AskEngine        *self);
gboolean ask_engine_is_external_call (AskEngine    *self,
                                  const AskSqlExpr  *expr);
GCancellable *ask_engine_get_stop (AskEngine        *self);
void     ask_engine_hold_deadline (AskEngine        *self);
void     ask_engine_release_deadline (AskEngine     *self);

G_END_DECLS
