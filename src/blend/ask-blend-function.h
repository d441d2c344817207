/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An external function: a name, a shape, and who computes it. Who computes it is asked for many values at once, and never
 * sees a row.
 */
#pragma once

#include <gio/gio.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

#define ASK_BLEND_ERROR (ask_blend_error_quark ())

/**
 * AskBlendError:
 * @ASK_BLEND_ERROR_CALL: a call is written otherwise than its function is called
 * @ASK_BLEND_ERROR_ANSWER: who computes it died, hung, or answered something else than was asked
 */
typedef enum
{
  ASK_BLEND_ERROR_CALL,
  ASK_BLEND_ERROR_ANSWER
} AskBlendError;

GQuark ask_blend_error_quark (void);

typedef enum
{
  ASK_BLEND_MAP, /* a value for each value */
  ASK_BLEND_QA, /* one value for a question over rows */
  ASK_BLEND_JOIN /* which values of two sets belong together */
} AskBlendShape;

/**
 * AskBlendQuestion:
 * @text: (nullable): what is asked
 * @options: (nullable): one column: the answers that may be given
 * @cancellable: (nullable): a way to stop
 */
typedef struct
{
  const char *text;
  const AskRows *options;
  GCancellable *cancellable;
} AskBlendQuestion;

typedef struct _AskBlendFunction AskBlendFunction;

/**
 * AskBlendRunner:
 * @map: appends an answer to @answers, a row of one column, for each of @n_values, in order
 * @qa: appends the rows of the answer to @answers: one of one column, or several where it is a list
 * @join: appends pairs, rows of two columns, to @pairs
 * @finish: the statement is over
 *
 * Who computes a function. One of the first three is set, as the shape says. All block and honour the question's cancellable.
 */
typedef struct
{
  gboolean (*map)    (AskBlendFunction       *self,
                      const AskBlendQuestion *question,
                      const AskValue         *values,
                      gsize                   n_values,
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
  void     (*finish) (AskBlendFunction       *self);
  void     (*free)   (AskBlendFunction       *self);
} AskBlendRunner;

/** AskBlendFunction: what every function has; who computes it has more behind */
struct _AskBlendFunction
{
  char *name;
  AskBlendShape shape;
  const AskBlendRunner *runner;
};

void              ask_blend_function_free    (AskBlendFunction *self);
AskBlendFunction *ask_blend_command_new      (const char       *definition,
                                              GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBlendFunction, ask_blend_function_free)

G_END_DECLS
