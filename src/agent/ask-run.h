/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one question carries with it while it is being answered. Private to this room.
 */
#pragma once

#include "agent/ask-agent.h"
#include "agent/ask-form.h"
#include "schema/names/ask-schema-reader.h"
#include "understand/interpret/ask-interpret.h"
#include "understand/value/ask-value-correct.h"

G_BEGIN_DECLS

/**
 * AskAgentRun:
 * @answer: grows step by step
 * @model: (nullable): writes the queries; %NULL where a person has written one
 * @given: (nullable): the same whoever writes: what SQL calls may ask it
 * @schema: (nullable): whose synonyms the verified questions are found by
 * @engine: (nullable): opened when the first query comes
 * @attached: (nullable): the functions of its SQL; see AskAgentOptions.attach
 * @reader: (nullable): of queries with the engine's schema; see ask_run_get_reader()
 * @corrector: (nullable): made when the first query comes
 * @found: (nullable): how the question was read here
 * @thread: (nullable) (element-type AskAnswer): the answers before this question, the last first; see ask-thread.h
 * @refined: (nullable) (element-type AskEntity): the tables that the question needs, the most relevant first, as the model
 *   chose them by name; see ask-refine.h
 * @likely: (nullable) (element-type AskLikelyJoin): the likely joins of what was found of the question; see ask-likely.h
 * @form: of the model's replies
 * @held: (nullable): what holds them to that form, as of ask_form_load()
 * @sentence: (nullable): how the model says its answer, as of ask_sentence_fill()
 * @shared: (nullable): which values the model has been told, {"of", "values"} each; see ask-share.h
 * @left: (nullable): attribute → the sharing that let values of it leave; see ask-share.h
 * @fresh: (nullable): the newest schema, once sharing depends on it
 * @examples: (nullable): example rows that were read; see ask-example-rows.h
 * @places: (nullable) (element-type AskSearchPlace): where documents can be searched; see ask_search_get_places()
 * @told_rows: the model has been shown rows
 * @spending: (nullable): what it may cost; see ask-spend.h
 * @options: with all defaults filled in
 *
 * Lives on the stack of ask_agent_ask(); everything but @answer, @engine, @attached, @reader, @corrector, @found, @thread, @refined,
 * @likely, @sentence, @shared, @left, @fresh, @examples, @places and @spending is borrowed.
 */
typedef struct
{
  AskWorkspace *workspace;
  AskModel *model;
  AskModel *given;
  AskAgentOptions options;
  GCancellable *cancellable;
  GPtrArray *verified;
  AskSchema *schema;
  AskEngine *engine;
  gpointer attached;
  AskSchemaReader *reader;
  AskValueCorrector *corrector;
  AskAnswer *answer;
  AskInterpretation *found;
  GPtrArray *thread;
  GPtrArray *refined;
  GPtrArray *likely;
  AskForm form;
  const char *held;
  char *sentence;
  JsonArray *shared;
  GHashTable *left;
  AskSchema *fresh;
  struct _AskExamples *examples;
  GPtrArray *places;
  gboolean told_rows;
  struct _AskSpending *spending;
} AskAgentRun;

char         *ask_run_check_question (const char   *question,
                                    GError      **error);
AskTraceStep *ask_run_step         (AskAgentRun       *self,
                                    const char   *kind,
                                    const char   *title,
                                    const char   *detail);
void          ask_run_finish_step  (AskAgentRun       *self,
                                    AskTraceStep *step);
void          ask_run_set_detail   (AskTraceStep *step,
                                    const char   *detail);
JsonObject   *ask_run_fields       (AskTraceStep *step);
gboolean      ask_run_open_engine  (AskAgentRun       *self,
                                    GError      **error);
void          ask_run_close_engine (AskAgentRun       *self);
AskSchemaReader *ask_run_get_reader (AskAgentRun      *self);
AskResult    *ask_run_query        (AskAgentRun       *self,
                                    AskTraceStep *step,
                                    const char   *sql,
                                    const char   *temp_table,
                                    GError      **error);
gboolean      ask_run_may_ask      (AskAgentRun       *self,
                                    const char   *sql,
                                    GError      **error);
void          ask_run_end          (AskAgentRun       *self,
                                    AskStatus     status,
                                    const char   *text);
void          ask_run_fail         (AskAgentRun       *self,
                                    const GError *failure);
void          ask_run_set_remedy   (AskAgentRun       *self,
                                    AskRemedy     remedy,
                                    const char   *place);
void          ask_run_blame        (AskAgentRun       *self,
                                    const GError *failure);
void          ask_run_suggest      (AskAgentRun       *self);
void          ask_run_answer       (AskAgentRun       *self,
                                    AskResult    *result,
                                    const char   *sql);
void          ask_run_describe_result (AskTraceStep    *step,
                                    const AskResult *result);
JsonArray    *ask_run_describe_calls (GPtrArray        *calls);
JsonArray    *ask_run_describe_remote (GPtrArray       *queries);
gboolean      ask_run_is_cancelled (AskAgentRun       *self,
                                    const GError *error);

AskReply     *ask_run_chat         (AskAgentRun       *self,
                                    AskModel      *model,
                                    const AskChat *chat,
                                    GError      **error);
gboolean      ask_loop_run         (AskAgentRun       *self,
                                    GError      **error);

G_END_DECLS
