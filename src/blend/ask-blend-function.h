/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An external function: a name, a shape, and who computes it. Who computes it is asked for many values at once, and never
 * sees a row.
 */
#pragma once

#include <gio/gio.h>

#include "engine/ask-external.h"

G_BEGIN_DECLS

#define ASK_BLEND_ERROR (ask_blend_error_quark ())

/**
 * AskBlendError:
 * @ASK_BLEND_ERROR_CALL: a call is written otherwise than its function is called
 * @ASK_BLEND_ERROR_ANSWER: who computes it died, hung, or answered something else than was asked
 * @ASK_BLEND_ERROR_CONSENT: values would leave that may not
 * @ASK_BLEND_ERROR_NOT_ASKED: answers are not kept, and nobody is asked here
 */
typedef enum
{
  ASK_BLEND_ERROR_CALL,
  ASK_BLEND_ERROR_ANSWER,
  ASK_BLEND_ERROR_CONSENT,
  ASK_BLEND_ERROR_NOT_ASKED
} AskBlendError;

GQuark ask_blend_error_quark (void);

typedef enum
{
  ASK_BLEND_MAP, /* a value for each value */
  ASK_BLEND_QA, /* one value for a question over rows */
  ASK_BLEND_JOIN /* which values of two sets belong together */
} AskBlendShape;

/**
 * AskBlendType:
 * @ASK_BLEND_TYPE_ANY: nobody says
 * @ASK_BLEND_TYPE_TRUTH: 1 or 0
 * @ASK_BLEND_TYPE_DATE: text, 2026-11-23
 * @ASK_BLEND_TYPE_JSON: text that is a JSON value
 * @ASK_BLEND_TYPE_SUBSTRING: text that stands in the value
 *
 * What an answer is.
 */
typedef enum
{
  ASK_BLEND_TYPE_ANY,
  ASK_BLEND_TYPE_TEXT,
  ASK_BLEND_TYPE_INTEGER,
  ASK_BLEND_TYPE_NUMBER,
  ASK_BLEND_TYPE_TRUTH,
  ASK_BLEND_TYPE_DATE,
  ASK_BLEND_TYPE_JSON,
  ASK_BLEND_TYPE_SUBSTRING
} AskBlendType;

/** ASK_BLEND_NO_LIMIT: of the items of a list */
#define ASK_BLEND_NO_LIMIT G_MAXUINT

/**
 * AskBlendForm:
 * @type: of an answer, or of each item of a list
 * @least, @most: items of an answer that is a list; @most is 0 where it is one value
 * @example: (nullable): an answer as it may look
 * @pattern: (nullable): a regular expression that an answer has to match as a whole
 *
 * How an answer has to look.
 */
typedef struct
{
  AskBlendType type;
  guint least;
  guint most;
  char *example;
  char *pattern;
} AskBlendForm;

/**
 * AskBlendTally:
 * @n_kept: values whose answers were known from an earlier time
 * @n_requests: that were made for the others
 * @n_unanswered: values that have no answer of the form that was asked for, or whose request failed; they are NULL
 *
 * @note: (nullable): what the result says of the call beside that
 *
 * What became of the values of one call.
 */
typedef struct
{
  guint64 n_kept;
  guint64 n_requests;
  guint64 n_unanswered;
  GError *note;
} AskBlendTally;

/**
 * AskBlendQuestion:
 * @text: (nullable): what is asked
 * @form: how an answer has to look
 * @options: (nullable): one column: the answers that may be given
 * @context: (nullable): rows that are told beside each value
 * @examples: (nullable): values in the first column, and in the last one what the answer to each is
 * @batch: values at once, 0 for as many as is usual
 * @lenient: what cannot be answered is NULL, and no error
 * @strict: what cannot be asked about is an error, and not NULL
 * @labels: (nullable) (element-type utf8): what a person calls each value, %NULL in it where nobody knows
 * @origins: (element-type GPtrArray): of AskOrigin: what the values, rows and options were read from; %NULL in it where nobody
 *   can tell
 * @inferred_from: (nullable) (element-type AskOrigin): @options were inferred from where the call stands, and read from these.
 *   They help, and may be left out
 * @sides: of a join: what its left and its right values are, "shop.name"
 * @engine: of the statement under way
 * @tally: is added to
 * @asked: (nullable): the record of the call: gets who was asked, and its requests
 * @kept: (nullable): gets for each value whether its answer is from an earlier run
 * @hows: (nullable) (element-type utf8): of a join: gets for each pair how it was found, "equal", "near", "model" or "person"
 * @cancellable: (nullable): a way to stop
 */
typedef struct
{
  const char *text;
  const AskBlendForm *form;
  const AskRows *options;
  const AskRows *context;
  const AskRows *examples;
  guint batch;
  gboolean lenient;
  gboolean strict;
  const GPtrArray *labels;
  GPtrArray *origins;
  const GPtrArray *inferred_from;
  const char *sides[2];
  AskEngine *engine;
  AskBlendTally *tally;
  AskInquiry *asked;
  GByteArray *kept;
  GPtrArray *hows;
  GCancellable *cancellable;
} AskBlendQuestion;

typedef struct _AskBlendFunction AskBlendFunction;

/**
 * AskBlendAmount:
 * @right: of a call that joins, how many values its right side has
 * @told: characters of options, context and examples, which are told with the values; -1 where nobody knows
 *
 * What a call is about to be given, beside its values.
 */
typedef struct
{
  AskExternalCount right;
  gint64 told;
} AskBlendAmount;

/**
 * AskBlendRunner:
 * @map: appends an answer to @answers, a row of one column, for each row of @values, in order: the value, and what is told
 *   beside it
 * @qa: appends the rows of the answer to @answers: one of one column, or several where it is a list
 * @join: appends pairs, rows of two columns, to @pairs
 * @search: appends to @found, rows of two columns, those of @values that are nearest, each with its rank, from 1; the question's
 *   batch is how many are wanted
 * @finish: the statement is over
 * @estimate: (nullable): what answers about so many values will cost, or why there will be none: fills in @cost, which has its
 *   values. Without it nothing leaves this computer
 * @knows_forms: it heeds the question's form, so that one of its form is inferred from where a call stands, and it knows all
 *   arguments; others know the question and its options
 * @count_kept: (nullable): how many of the values, or rows of a question, have a kept answer, and how long these values are
 *
 * Who computes a function. One of the first three is set, as the shape says, or @search for %ASK_BLEND_MAP. All block and honour the question's cancellable.
 */
typedef struct
{
  gboolean (*map)    (AskBlendFunction       *self,
                      const AskBlendQuestion *question,
                      const AskRows          *values,
                      AskRows                *answers,
                      GError                **error);
  gboolean (*qa)     (AskBlendFunction       *self,
                      const AskBlendQuestion *question,
                      const AskRows          *rows,
                      AskRows                *answers,
                      GError                **error);
  gboolean (*join)   (AskBlendFunction       *self,
                      const AskBlendQuestion *question,
                      const AskRows          *left,
                      const AskRows          *right,
                      AskRows                *pairs,
                      GError                **error);
  gboolean (*search) (AskBlendFunction       *self,
                      const AskBlendQuestion *question,
                      const AskRows          *values,
                      AskRows                *found,
                      GError                **error);
  void     (*finish) (AskBlendFunction       *self);
  void     (*estimate) (AskBlendFunction     *self,
                      const AskBlendQuestion *question,
                      const AskBlendAmount   *amount,
                      AskExternalCost        *cost);
  void     (*free)   (AskBlendFunction       *self);
  gboolean knows_forms;
  gsize    (*count_kept) (AskBlendFunction   *self,
                      const AskBlendQuestion *question,
                      const AskRows          *values,
                      gint64                 *characters);
} AskBlendRunner;

/**
 * AskBlendFunction:
 * @type: of its answers, where a call says nothing else
 * @picks: options stand behind the value
 * @names_values: a person is told which values leave, each by the row that it stands in
 * @question: (nullable): what it asks; then a call names no question
 * @form: how its answers have to look, where a call says nothing else: its @type counts where @type of the function says nothing
 * @options, @examples: (nullable): as of #AskBlendQuestion, where a call names none
 *
 * What every function has; who computes it has more behind.
 */
struct _AskBlendFunction
{
  char *name;
  AskBlendShape shape;
  const AskBlendRunner *runner;
  AskBlendType type;
  gboolean picks;
  gboolean names_values;
  char *question;
  AskBlendForm form;
  AskRows *options;
  AskRows *examples;
};

/**
 * AskBlendGuardFunc:
 * @data: as given
 * @error: why not
 *
 * Called on the statement's thread, each time before a program is started.
 *
 * Returns: whether it may be started
 */
typedef gboolean (*AskBlendGuardFunc) (gpointer  data,
                                       GError  **error);

void              ask_blend_function_free    (AskBlendFunction *self);
AskBlendFunction *ask_blend_command_new      (const char       *definition,
                                              GError          **error);
void              ask_blend_command_guard    (AskBlendFunction *self,
                                              AskBlendGuardFunc may_start,
                                              gpointer          data,
                                              GDestroyNotify    data_free);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBlendFunction, ask_blend_function_free)

G_END_DECLS
