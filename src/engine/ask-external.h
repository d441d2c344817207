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

#include "engine/ask-engine.h"
#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

/** ASK_EXTERNAL_ANSWER: the function that looks an answer up: its first argument is the number of the call */
#define ASK_EXTERNAL_ANSWER "_answer"

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
 * @end: the statement is over; @notes gets what its plan says of each call, and @hints (element-type AskSqlHint) what its
 *   result warns of
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
  void     (*end)     (GString          *notes,
                       GPtrArray        *hints,
                       gpointer          data);
} AskExternal;

void     ask_engine_set_external (AskEngine         *self,
                                  const AskExternal *external,
                                  gpointer           data);
AskRows *ask_engine_read_part    (AskEngine         *self,
                                  const char        *sql,
                                  GPtrArray        **origins,
                                  GError           **error);
gboolean ask_engine_analyse      (AskEngine         *self,
                                  AskSqlTree        *tree,
                                  GError           **error);
GCancellable *ask_engine_get_stop (AskEngine        *self);
void     ask_engine_hold_deadline (AskEngine        *self);
void     ask_engine_release_deadline (AskEngine     *self);

G_END_DECLS
