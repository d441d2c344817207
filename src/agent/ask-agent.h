/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way of a question: verified pair, reading on this machine or language model, tools, steps, answer. It reaches data
 * only through the engine, and tells a model names, types and counts; a cell only where the schema says
 * that it may leave.
 */
#pragma once

#include "agent/ask-remedy.h"
#include "llm/ask-openai.h"
#include "store/ask-workspace.h"
#include "understand/interpret/ask-interpret.h"
#include "understand/link/ask-link.h"

G_BEGIN_DECLS

#define ASK_AGENT_ERROR (ask_agent_error_quark ())

/**
 * AskAgentError:
 * @ASK_AGENT_ERROR_QUESTION: the question is empty or too long
 * @ASK_AGENT_ERROR_PROMPT: there is no such prompt, or its new text cannot be used
 * @ASK_AGENT_ERROR_WITHDRAWN: values that have left for this question may no longer leave
 * @ASK_AGENT_ERROR_COST: it costs more than a person allowed, or nobody could be asked whether it may
 */
typedef enum
{
  ASK_AGENT_ERROR_QUESTION,
  ASK_AGENT_ERROR_PROMPT,
  ASK_AGENT_ERROR_COST,
  ASK_AGENT_ERROR_WITHDRAWN
} AskAgentError;

GQuark ask_agent_error_quark (void);

typedef enum
{
  ASK_STATUS_ANSWERED,
  ASK_STATUS_UNANSWERABLE,
  ASK_STATUS_CLARIFY,
  ASK_STATUS_FAILED
} AskStatus;

const char *ask_status_to_string   (AskStatus   status);
gboolean    ask_status_from_string (const char *string,
                                    AskStatus  *status);

/**
 * AskTraceStep:
 * @n: from 1
 * @kind: "context", "embed", "route", "select", "values", "thought", "action", "sql", "guard", "rewrite",
 *   "call", "temp", "observation", "answer", "chart", "sent" or "function" (agent/ask-inquiry-step.h)
 * @title: a few plain words
 * @detail: (nullable): a sentence or two
 * @fields: (nullable): what a step of this kind has beside that: "sql", "executable_sql", "calls",
 *   "temp_table", "n_rows", "columns", "host", "bytes"
 * @rows: (nullable): the temporary table of this step
 */
typedef struct
{
  guint n;
  char *kind;
  char *title;
  char *detail;
  gint64 started_at; /* µs since 1970, UTC */
  double elapsed_ms;
  JsonObject *fields;
  AskRows *rows;
} AskTraceStep;

/**
 * AskAnswerChoice:
 * @words: what may be meant, in the user's language
 * @sql: (nullable): the same as SQL
 * @n_rows: rows that it gives; -1 where nobody counted, %ASK_READING_MAX_ROWS where there may be more
 */
typedef struct
{
  char *words;
  char *sql;
  gint64 n_rows;
} AskAnswerChoice;

/**
 * AskAnswerPart:
 * @kind: as of ask_reading_part_kind_to_string(); "value": what the data does not have, and @lead says so; "query": what
 *   other queries of the model's give
 * @lead: (nullable): what stands before it: "Only where:", or a whole sentence
 * @words: the part in the user's language
 * @alternatives: (element-type AskAnswerChoice): what may be meant instead; AskAgentOptions.take takes the SQL of one
 *
 * A part of how a question was read, which a person may change.
 */
typedef struct
{
  char *kind;
  char *lead;
  char *words;
  GPtrArray *alternatives;
} AskAnswerPart;

/**
 * AskAnswer:
 * @text: one sentence, or the reason why not and what to do
 * @remedy: where something can be done about the reason why not
 * @remedy_place: (nullable): where exactly: the id of a version, or as of ask_remedy_dup_place()
 * @rows: (nullable): the table
 * @n_rows: how many rows the query gave; more than @rows holds where they were stored shortened
 * @sql: (nullable): logical SQL of the answer; runs on its own, steps that it uses stand in it as
 *   common table expressions
 * @executable_sql: (nullable): as the engine ran it; may name the steps' temporary tables
 * @verified: (nullable): the pair that answered
 * @verified_values: (nullable): how the pair was varied, "Lyon instead of Paris"
 * @reading: (nullable): of an answer that was worked out here, without a model: how the question was read, in words
 * @words: (nullable): of an answer without a @reading: what its SQL asks for, said by the program
 * @only: (nullable): the source that was asked and no other
 * @change: (nullable): of a follow-up, and where a part was changed: what differs from the answer before, in words
 * @follows: the answer that the question leans on, by its number in the history; 0 where it is a question of its own
 * @before: the answer that stands before it in the conversation, by its number in the history; 0 for the first
 * @written: a person wrote @sql; nobody else stands for it
 * @wish: (nullable): a kind of chart that a person asked for, as of ask_chart_choose_as()
 * @agreement: (nullable): where several queries were compared: how many give this, in words
 * @origin: (nullable): of an answer that no data gave: "question" where the question itself holds it, "model" where it is
 *   the model's own knowledge
 * @parts: (element-type AskAnswerPart): of @reading, and of what the data does not have
 * @choices: (element-type AskAnswerChoice): of %ASK_STATUS_CLARIFY, what the question may mean; AskAgentOptions.reading
 *   takes one
 * @difference: (nullable): the rows in which what may be meant differs, some of them: what it has in common, then a column
 *   for each of @choices, or for each query that was compared, called "(1)", "(2)"
 * @n_differences: all such rows
 * @links: (element-type AskLink): what the words of the question were taken for, where it was read here
 * @citations: (element-type AskCitation): the passages of documents that it rests on, see ask-citation.h
 * @suggestions: (element-type utf8): questions close to this one that can be answered
 * @sources: (element-type utf8): what was read
 * @steps: (element-type AskTraceStep): how it came about
 * @history_id: 0 where it was not kept
 */
typedef struct
{
  char *question;
  AskStatus status;
  char *text;
  AskRemedy remedy;
  char *remedy_place; /* nullable */
  AskRows *rows;
  gsize n_rows;
  char *sql; /* nullable */
  char *executable_sql; /* nullable */
  AskVerified *verified;
  char *verified_values; /* nullable */
  char *reading; /* nullable */
  char *words; /* nullable */
  char *only; /* nullable */
  char *change; /* nullable */
  gint64 follows;
  gint64 before;
  gboolean written;
  char *wish; /* nullable */
  char *agreement; /* nullable */
  char *origin; /* nullable */
  char *model; /* nullable */
  GPtrArray *parts;
  GPtrArray *choices;
  AskRows *difference; /* nullable */
  gsize n_differences;
  GPtrArray *links;
  GPtrArray *citations;
  GPtrArray *suggestions;
  GPtrArray *sources;
  GPtrArray *steps;
  double elapsed_ms;
  gint64 rows_fetched;
  guint api_requests;
  gint64 prompt_tokens;
  gint64 completion_tokens;
  gint64 bytes_sent;
  gint64 history_id;
} AskAnswer;

typedef struct _AskCitation AskCitation; /* ask-citation.h */

AskAnswer     *ask_answer_new        (const char      *question);
AskAnswerPart *ask_answer_add_part   (AskAnswer       *self,
                                      const char      *kind,
                                      const char      *lead,
                                      const char      *words);
void           ask_answer_part_offer (AskAnswerPart   *self,
                                      const char      *words,
                                      const char      *sql);
void           ask_trace_step_free   (AskTraceStep    *self);
void           ask_answer_free       (AskAnswer       *self);
const char    *ask_answer_get_by     (const AskAnswer *self);
AskTraceStep  *ask_answer_add_step   (AskAnswer       *self,
                                      const char      *kind,
                                      const char      *title,
                                      const char      *detail);
char          *ask_answer_to_json    (AskAnswer       *self,
                                      JsonNode        *chart,
                                      gsize            max_rows);
AskAnswer     *ask_answer_from_json  (const char      *json,
                                      GError         **error);

/**
 * AskProgressFunc:
 * @step: the step that was just added or finished
 *
 * Called on the thread that runs ask_agent_ask(). A step that takes time (a query, a turn of the
 * model) comes twice with the same @n: when it begins, and when it is done.
 */
typedef void (*AskProgressFunc) (const AskTraceStep *step,
                                 gpointer            user_data);

/**
 * AskArrivalFunc:
 * @step: a turn of the model that is under way
 * @n_chars: of its reply that have come, with what it thinks aloud
 *
 * Called on the thread that runs ask_agent_ask(), about once a second while something comes.
 */
typedef void (*AskArrivalFunc) (const AskTraceStep *step,
                                guint64             n_chars,
                                gpointer            user_data);

/**
 * AskAgentCaps:
 * @calls: to APIs
 * @rows: from APIs and servers
 * @bytes: to the model
 * @price: of the model's tokens, by the prices that are set
 *
 * What a question may cost at most, 0 for anything. What needs more ends with a sentence that names the cap, never with
 * fewer rows.
 */
typedef struct
{
  guint64 calls;
  guint64 rows;
  guint64 bytes;
  double price;
} AskAgentCaps;

typedef struct _AskPreview AskPreview;
struct _AskSpending; /* ask-spend.h */

/**
 * AskPreviewFunc:
 * @preview: what is about to be done, see ask-preview.h
 * @caps: (inout): what the question may cost at most from here on, with what it has cost; changed by who caps it
 * @cancellable: (nullable): ends the wait
 * @user_data: as of #AskAgentOptions
 * @error: why not: %G_IO_ERROR_CANCELLED where a person does not want it
 *
 * Called on the thread that runs ask_agent_ask(), before what passes a threshold. It may wait for a person.
 *
 * Returns: whether it may be done
 */
typedef gboolean (*AskPreviewFunc) (const AskPreview *preview,
                                    AskAgentCaps     *caps,
                                    GCancellable     *cancellable,
                                    gpointer          user_data,
                                    GError          **error);

/**
 * AskConsentAnswer:
 * @ASK_CONSENT_NO: nothing leaves
 * @ASK_CONSENT_ONCE: what is shown leaves, for this question
 * @ASK_CONSENT_ALWAYS: and the attributes are shared from now on, which the schema says and can take back
 */
typedef enum
{
  ASK_CONSENT_NO,
  ASK_CONSENT_ONCE,
  ASK_CONSENT_ALWAYS
} AskConsentAnswer;

/**
 * AskConsent:
 * @model: (nullable): who asks to see it
 * @attributes: (element-type utf8): whose values stand in it, "shop: store.city"
 * @text: exactly what would leave
 *
 * Values that a model asks to see and that may not leave yet.
 */
typedef struct
{
  const char *model;
  GPtrArray *attributes;
  const char *text;
} AskConsent;

/**
 * AskConsentFunc:
 * @consent: what is asked
 * @answer: (out): what a person says
 * @cancellable: (nullable): ends the wait
 * @user_data: as of #AskAgentOptions
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Called on the thread that runs ask_agent_ask(). It may wait for a person.
 *
 * Returns: whether there is an answer
 */
typedef gboolean (*AskConsentFunc) (const AskConsent *consent,
                                    AskConsentAnswer *answer,
                                    GCancellable     *cancellable,
                                    gpointer          user_data,
                                    GError          **error);

/**
 * AskAgentAttachFunc:
 * @workspace: that of the question
 * @engine: of the question: its queries may call what is attached to it
 * @model: (nullable): who answers the question
 * @spending: (type AskSpending): what it may cost, see ask-spend.h
 * @data: as of #AskAgentOptions
 * @error: why not
 *
 * Gives a session functions for its SQL.
 *
 * Returns: (transfer full): what is attached; it outlives @engine
 */
typedef gpointer (*AskAgentAttachFunc) (AskWorkspace        *workspace,
                                        AskEngine           *engine,
                                        AskModel            *model,
                                        struct _AskSpending *spending,
                                        gpointer             data,
                                        GError             **error);

/** ASK_VOTE_MAX_CANDIDATES: more queries for one question cost more than they help */
#define ASK_VOTE_MAX_CANDIDATES 7

/** ASK_MODEL_MAX_TIME_OUT: seconds of silence that may be borne, a day */
#define ASK_MODEL_MAX_TIME_OUT 86400

/** ASK_CONTEXT_LEAST_LENGTH: a model that reads fewer tokens than these cannot be used */
#define ASK_CONTEXT_LEAST_LENGTH 2000

/**
 * AskAgentKind:
 * @ASK_AGENT_REACT: AskData's own: what can be known here is known before, one relational view, several turns
 * @ASK_AGENT_PLAIN: a baseline: one tool for a database's SQL and one for an API's calls, no relational view
 * @ASK_AGENT_PIPELINE: a baseline: tables are chosen, one query is written, and mended with its errors
 *
 * Which agent answers. Baselines are there to be measured against: they ask the model for everything, and know no
 * verified question. The same guards hold for them.
 */
typedef enum
{
  ASK_AGENT_REACT,
  ASK_AGENT_PLAIN,
  ASK_AGENT_PIPELINE
} AskAgentKind;

gboolean ask_agent_kind_from_string (const char   *string,
                                     AskAgentKind *kind);

/**
 * AskAgentOptions:
 * @max_steps: model turns, 0 for 12
 * @max_repairs: failing queries that go back, 0 for 5
 * @max_tokens: prompt and completion together, 0 for 200,000
 * @limits: for each query
 * @on_progress: (nullable): told of each step
 * @on_arrival: (nullable): told how much of a model's reply has come
 * @user_data: for @on_progress, @on_arrival, @on_preview and @on_consent
 * @reading: which of the choices that this question had before is meant, from 1; 0 where nobody has chosen
 * @follow: an earlier answer by its number in the history: the question may be a follow-up to it; 0 where it is none
 * @take: (nullable): an alternative's SQL of a part of the answer @follow, which is asked once more so
 * @sql: (nullable): one SELECT over the relational view that answers it: a person wrote or built it, so nothing is read and
 *   no model is asked
 * @only: (nullable): the source that is asked and no other; verified questions are passed over then
 * @learn: a person chose @reading: it is an example to learn from
 * @agent: which agent answers
 * @caps: what it may cost at most
 * @on_preview: (nullable): asked before what passes a threshold; without it that is an error
 * @on_consent: (nullable): asked where a model wants to see rows that may not leave; without it no model can ask
 * @any_cost: nobody is asked, whatever it costs
 * @dry: @on_preview is told of the first query, or of the first turn of the model, and nothing runs
 * @attach: (nullable): gives the question's SQL functions, which the model is told of where it may use them
 * @detach: frees what @attach returned
 * @attach_data: for @attach
 */
typedef struct
{
  guint max_steps;
  guint max_repairs;
  gint64 max_tokens;
  AskLimits limits;
  AskProgressFunc on_progress;
  AskArrivalFunc on_arrival;
  gpointer user_data;
  guint reading;
  gint64 follow;
  const char *take;
  const char *sql;
  gboolean learn;
  const char *only;
  AskAgentKind agent;
  AskAgentCaps caps;
  AskPreviewFunc on_preview;
  AskConsentFunc on_consent;
  gboolean any_cost;
  gboolean dry;
  AskAgentAttachFunc attach;
  GDestroyNotify detach;
  gpointer attach_data;
} AskAgentOptions;

#define ASK_AGENT_OPTIONS_DEFAULT ((AskAgentOptions) { 12, 5, 200000, ASK_LIMITS_DEFAULT })

AskAnswer         *ask_agent_ask           (AskWorkspace          *workspace,
                                            AskModel              *model,
                                            const char            *question,
                                            const AskAgentOptions *options,
                                            GCancellable          *cancellable,
                                            GError               **error);
AskInterpretation *ask_agent_interpret     (AskWorkspace          *workspace,
                                            const char            *question,
                                            GCancellable          *cancellable,
                                            GError               **error);
gboolean           ask_agent_set_model     (AskWorkspace          *workspace,
                                            const char            *url,
                                            const char            *name,
                                            const char            *variable,
                                            GError               **error);
gboolean           ask_agent_keep_model_key (AskWorkspace         *workspace,
                                            const char            *url,
                                            const char            *key,
                                            GCancellable          *cancellable,
                                            GError               **error);
char              *ask_agent_find_model_key (AskWorkspace         *workspace,
                                            const char            *url,
                                            GCancellable          *cancellable,
                                            GError               **error);
AskModel          *ask_agent_open_model    (AskWorkspace          *workspace,
                                            GError               **error);
AskModel          *ask_agent_open_small_model (AskWorkspace       *workspace,
                                            GError               **error);
gboolean           ask_agent_is_here_first (AskWorkspace          *workspace);
AskModel          *ask_agent_open_named_model (AskWorkspace       *workspace,
                                               const char         *name,
                                               GError            **error);
AskOpenai         *ask_agent_open_embedder (AskWorkspace          *workspace,
                                            GError               **error);
gboolean           ask_agent_embed_names   (AskWorkspace          *workspace,
                                            guint                 *n,
                                            GCancellable          *cancellable,
                                            GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskAnswer, ask_answer_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTraceStep, ask_trace_step_free)

G_END_DECLS
