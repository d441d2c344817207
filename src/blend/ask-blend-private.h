/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the room's files share.
 *
 *   ask-blend.c          the functions of a session, and a statement from its calls to its last answer
 *   ask-blend-resolve.c  answers calls, one after the other
 *   ask-blend-call.c     finds the calls of a statement and puts _answer() in their place
 *   ask-blend-argument.c what a call's arguments say
 *   ask-blend-wish.c     arguments that are one literal each
 *   ask-blend-alone.c    rows that a call reads stand by themselves
 *   ask-blend-form.c     how a call's answers have to look, by its arguments and by where it stands
 *   ask-blend-place.c    where a call stands in a statement
 *   ask-blend-need.c     the query that gives the values which a call will be asked for
 *   ask-blend-items.c    the items of FROM that this query needs
 *   ask-blend-waits.c    what waits for an answer
 *   ask-blend-push.c     brings conditions of the SELECTs around it to that query
 *   ask-blend-limit.c    sets the rows that a LIMIT leaves apart from answers about them
 *   ask-blend-answers.c  answers by value
 *   ask-blend-notes.c    what is said of calls behind a statement
 *   ask-blend-log.c      the record of each call: values, answers, who was asked
 *   ask-blend-estimate.c what calls will cost, before they are asked
 *   ask-blend-question.c functions for whoever runs queries
 *   ask-blend-command.c  functions that another program computes
 *   ask-blend-model.c    functions that a language model computes
 *   ask-blend-own.c      functions that a steward defined
 *   ask-blend-batch.c    values in several prompts at once, until each has an answer
 *   ask-blend-kept.c     what answers are kept under, and how many are
 *   ask-blend-price.c    what a language model's answers will cost
 *   ask-blend-prompt.c   what a model is told
 *   ask-blend-reply.c    what it replies
 *   ask-blend-flight.c   several chats at once
 *   ask-blend-label.c    what a person calls the values that a call is asked about
 *   ask-blend-picture.c  pictures of values and files
 *   ask-blend-search.c   values that are nearest to a text
 *   ask-blend-pair.c     pairs of a join: those that a person corrected first, and what is kept of them
 *   ask-blend-align.c    values of two sets that are nearly equal
 */
#pragma once

#include "blend/ask-blend.h"
#include "engine/ask-external.h"

G_BEGIN_DECLS

/**
 * AskBlendAnswers:
 * @known: key → AskValue; NULL is known of NULL
 * @missed: key → AskRows of one row: what was looked up in vain since ask_blend_answers_take_missed()
 *
 * What one function said to one question. It outlives the statement: the same is never asked twice in a session.
 */
typedef struct
{
  GHashTable *known;
  GHashTable *missed;
} AskBlendAnswers;

AskBlendAnswers *ask_blend_answers_new   (void);
void             ask_blend_answers_free  (AskBlendAnswers   *self);
const AskValue  *ask_blend_answers_find  (AskBlendAnswers   *self,
                                          const AskValue    *values,
                                          guint              n);
void             ask_blend_answers_add   (AskBlendAnswers   *self,
                                          const AskValue    *values,
                                          guint              n,
                                          const AskValue    *answer);
void             ask_blend_answers_miss  (AskBlendAnswers   *self,
                                          const AskValue    *values,
                                          guint              n);
AskRows         *ask_blend_answers_take_missed (AskBlendAnswers *self,
                                          guint              n);
GBytes          *ask_blend_answers_key   (const AskValue    *values,
                                          guint              n);

/**
 * AskBlendCall:
 * @number: the first argument of its _answer()
 * @text: (nullable): the question
 * @form, @options, @context, @examples, @batch, @lenient, @strict: as of AskBlendQuestion
 * @origins: (element-type GPtrArray): as of AskBlendQuestion, of options, context and examples
 * @inferred_from: (nullable): as of AskBlendQuestion
 * @answers: (transfer none): shared by all calls that ask the same
 * @n_values: of one row that is looked up: the value, and what is told beside it
 * @resolved: all values that it needs are known
 * @unforeseen: a run notes what it looks up in vain: which values are needed, or all of them, only that tells
 * @rows: (nullable): in an estimate the SELECT of what a question is about, or of what a search looks through
 * @told: (nullable) (element-type utf8): in an estimate the SELECTs of options, context and examples
 * @n_asked: values that were asked for this statement
 * @n_rounds: how many times
 * @tally: what became of them
 * @asked: the record of it
 * @logged: (nullable): keys of values that are in @asked
 */
typedef struct
{
  guint number;
  AskBlendFunction *function;
  char *text;
  AskBlendForm form;
  AskRows *options;
  AskRows *context;
  AskRows *examples;
  guint batch;
  gboolean lenient;
  gboolean strict;
  GPtrArray *origins;
  GPtrArray *inferred_from;
  AskBlendAnswers *answers;
  guint n_values;
  gboolean resolved;
  gboolean unforeseen;
  char *rows;
  GPtrArray *told;
  guint64 n_asked;
  guint n_rounds;
  AskBlendTally tally;
  AskInquiry *asked;
  GHashTable *logged;
} AskBlendCall;

/**
 * AskBlendSaving:
 * @ASK_BLEND_SAVE_CASCADE: a call sees what passed the calls before it
 * @ASK_BLEND_SAVE_EXIT: values are asked for until a LIMIT has its rows
 * @ASK_BLEND_SAVE_LIMIT: a LIMIT comes before answers in results
 * @ASK_BLEND_SAVE_PUSH: conditions around a subquery reach the calls within
 * @ASK_BLEND_SAVE_UNREAD: what nothing reads is not asked for
 * @ASK_BLEND_SAVE_FLATTEN: what a correlated subquery needs is known before a run
 * @ASK_BLEND_SAVE_BRANCH: a call in a result, or in an aggregate, is asked for where its CASE, its filter and the like reach it
 *
 * What makes values fewer. Tests switch one off and count.
 */
typedef enum
{
  ASK_BLEND_SAVE_CASCADE = 1 << 0,
  ASK_BLEND_SAVE_EXIT = 1 << 1,
  ASK_BLEND_SAVE_LIMIT = 1 << 2,
  ASK_BLEND_SAVE_PUSH = 1 << 3,
  ASK_BLEND_SAVE_UNREAD = 1 << 4,
  ASK_BLEND_SAVE_FLATTEN = 1 << 5,
  ASK_BLEND_SAVE_BRANCH = 1 << 6
} AskBlendSaving;

struct _AskBlend
{
  GHashTable *functions; /* lower-case name → AskBlendFunction */
  GHashTable *answers; /* function, question and options as text → AskBlendAnswers */
  GPtrArray *calls; /* AskBlendCall, of the statement under way; its number is its place, from 1 */
  GPtrArray *told; /* AskOrigin: what answers of the statement under way are made from, beside the values in its text */
  gboolean told_unknown; /* nobody can tell of some of it */
  GHashTable *awaited; /* AskBlendCall, without whose answers something could not be said since it was emptied */
  AskEngine *engine; /* of the statement under way */
  gboolean dry;
  gboolean estimates; /* a dry run that is to know what would be read */
  AskBlendSaving without; /* for tests */
  guint64 n_values; /* ever */
};

/* ask-blend.c */
AskBlendFunction *ask_blend_find      (AskBlend          *self,
                                       const AskSqlExpr  *call);
AskBlendAnswers  *ask_blend_get_answers (AskBlend        *self,
                                       const AskBlendCall *call);
void              ask_blend_begin     (AskBlend          *self,
                                       AskEngine         *engine,
                                       gboolean           dry);
char             *ask_blend_rewrite   (AskBlend          *self,
                                       AskSqlTree        *tree,
                                       GError           **error);
void              ask_blend_note_told (AskBlend          *self,
                                       const GPtrArray   *origins);
AskRows          *ask_blend_read_part (AskBlend          *self,
                                       const char        *sql,
                                       GPtrArray        **origins,
                                       GError           **error);
AskRows          *ask_blend_read      (AskBlend          *self,
                                       AskSqlTree        *tree,
                                       GPtrArray        **origins,
                                       GError           **error);
AskBlendQuestion  ask_blend_begin_question (AskBlend     *self,
                                       AskBlendCall      *call,
                                       GPtrArray         *origins);
void              ask_blend_end_question (AskBlendQuestion *question);

/* ask-blend-call.c */
void              ask_blend_call_free (gpointer           data);
gboolean          ask_blend_replace_calls (AskBlend      *self,
                                       AskSqlTree        *tree,
                                       GError           **error);

/* ask-blend-form.c */

/**
 * AskBlendHint:
 * @type: what an answer is where it stands; %ASK_BLEND_TYPE_ANY where that says nothing
 * @example: (nullable): an answer as it may look
 * @like: (nullable): a column, or a SELECT of one, whose values answers are compared with
 *
 * What the place of a call says of its answers.
 */
typedef struct
{
  AskBlendType type;
  const char *example;
  AskSqlExpr *like;
} AskBlendHint;

AskBlendHint      ask_blend_find_hint (AskSqlTree        *tree,
                                       const AskSqlExpr  *parent,
                                       const AskSqlExpr  *child,
                                       AskBlendHint       outer);
gboolean          ask_blend_type_from_string (const char *string,
                                       AskBlendForm      *form);
gboolean          ask_blend_form_set_quantifier (AskBlendForm *form,
                                       const char        *quantifier);

/** ASK_BLEND_NOT_YET: of a call whose values wait for other answers */
#define ASK_BLEND_NOT_YET G_MAXUINT

/* ask-blend-need.c */
char             *ask_blend_find_need (AskBlend          *self,
                                       AskSqlTree        *tree,
                                       const AskBlendCall *call,
                                       int                side,
                                       guint             *turn);
guint64           ask_blend_find_enough (AskBlend        *self,
                                       AskSqlTree        *tree,
                                       guint              first,
                                       AskSqlTree       **bare,
                                       GPtrArray         *calls);

/* ask-blend-resolve.c */
gboolean          ask_blend_take_found (AskBlend         *self,
                                       AskBlendCall      *call,
                                       const AskRows     *values,
                                       GPtrArray         *origins,
                                       GError           **error);
gboolean          ask_blend_ask_missed (AskBlend         *self,
                                       AskBlendCall      *call,
                                       AskRows           *missed,
                                       GPtrArray         *origins,
                                       gsize             *n,
                                       GError           **error);
gboolean          ask_blend_resolve    (AskBlend         *self,
                                       AskSqlTree        *tree,
                                       guint              first,
                                       GError           **error);

/* ask-blend-notes.c */
void              ask_blend_end       (GString           *notes,
                                       GPtrArray         *hints,
                                       GPtrArray         *asked,
                                       gpointer           data);

/* ask-blend-log.c */
void              ask_blend_log_known (AskBlendCall      *call,
                                       const AskRows     *values);
void              ask_blend_log_map   (AskBlendCall      *call,
                                       const AskBlendQuestion *question,
                                       const AskRows     *values,
                                       const AskRows     *answers);
void              ask_blend_log_found (AskBlendCall      *call,
                                       const AskRows     *values);
void              ask_blend_log_qa    (AskBlendCall      *call,
                                       const AskBlendQuestion *question,
                                       const AskRows     *rows,
                                       const AskRows     *answers);
void              ask_blend_log_join  (AskBlendCall      *call,
                                       const AskBlendQuestion *question,
                                       const AskRows     *pairs);
void              ask_blend_log_question (AskBlendCall   *call,
                                       const AskBlendQuestion *question);
AskInquiry         *ask_blend_log_take  (AskBlendCall      *call);

/* ask-blend-estimate.c */
GPtrArray *ask_blend_estimate (AskEngine *engine, AskSqlTree *tree, const AskExternalCounter *counter, gpointer data,
                               GError **error);

/* ask-blend-pair.c */
char             *ask_blend_name_side (AskBlend          *self,
                                       const char        *need);

/* ask-blend-label.c */
char             *ask_blend_add_label  (AskBlend         *self,
                                       const char        *need);

/* ask-blend-waits.c */
gint64            ask_blend_get_number (const AskSqlExpr *expr);
gboolean          ask_blend_waits     (AskBlend          *self,
                                       AskSqlExpr        *expr);
gboolean          ask_blend_is_unknown (AskBlend         *self,
                                       AskSqlExpr        *expr);
gboolean          ask_blend_rows_wait (AskBlend          *self,
                                       const AskSqlFroms *items);
gboolean          ask_blend_rows_change (const AskSqlFroms *items);
AskSqlExpr       *ask_blend_and       (AskSqlTree        *tree,
                                       AskSqlExpr        *a,
                                       AskSqlExpr        *b);
AskSqlExpr       *ask_blend_get_result (const AskSqlCore *core,
                                       AskSqlExpr        *term);
void              ask_blend_write_names_out (AskSqlTree  *tree,
                                       AskSqlExpr        *expr);
void              ask_blend_write_results_out (AskSqlTree *tree,
                                       AskSqlCore        *core);
gboolean          ask_blend_is_decisive (const AskSqlSelect *select,
                                       const AskSqlCore  *core,
                                       gint64             number);

/* ask-blend-items.c */
GPtrArray        *ask_blend_list_items (AskSqlExpr       *expr);
gboolean          ask_blend_keep_items_of (AskBlend      *self,
                                       AskSqlTree        *tree,
                                       AskSqlCore        *core,
                                       AskSqlExpr        *value);
void              ask_blend_drop_strangers (AskSqlTree   *tree,
                                       AskSqlCore        *core,
                                       const AskSqlExprs *wanted);

/* ask-blend-flatten.c */
gboolean          ask_blend_flatten    (AskBlend          *self,
                                       AskSqlTree        *tree,
                                       AskSqlCore        *core,
                                       AskSqlCore        *around,
                                       const AskSqlExprs *wanted);

/* ask-blend-group.c */
gboolean          ask_blend_is_grouped (const AskSqlCore *core,
                                       const AskSqlExpr  *expr);
void              ask_blend_lower_having (AskBlend       *self,
                                       AskSqlTree        *tree,
                                       AskSqlCore        *core);
void              ask_blend_keep_extremes (AskBlend      *self,
                                       AskSqlTree        *tree,
                                       AskSqlSelect      *select,
                                       AskSqlCore        *core,
                                       const AskSqlExprs *wanted);

/* ask-blend-path.c */
gboolean          ask_blend_holds      (AskSqlExpr        *expr,
                                       gint64             number);
AskSqlExpr       *ask_blend_find_path (AskBlend          *self,
                                       AskSqlTree        *tree,
                                       gint64             number,
                                       AskSqlExpr        *expr,
                                       gboolean           decides);
AskSqlExpr       *ask_blend_weaken    (AskBlend          *self,
                                       AskSqlTree        *tree,
                                       AskSqlExpr        *expr);

/* ask-blend-push.c */
void              ask_blend_push_conditions (AskBlend    *self,
                                       AskSqlTree        *tree,
                                       AskSqlSelect      *select,
                                       AskSqlCore        *core);
gboolean          ask_blend_is_unread (AskSqlTree        *tree,
                                       AskSqlSelect      *select,
                                       const AskSqlCore  *core,
                                       const AskSqlExpr  *expr);

/* ask-blend-limit.c */
GArray           *ask_blend_limit_rows (AskBlend         *self,
                                       AskSqlTree        *tree);
GPtrArray        *ask_blend_list_limited (AskSqlTree     *tree);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskBlendQuestion, ask_blend_end_question)

G_END_DECLS
