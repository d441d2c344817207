/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the room's files share.
 *
 *   ask-blend.c          the functions of a session, and a statement from its calls to its last answer
 *   ask-blend-call.c     finds the calls of a statement and puts _answer() in their place
 *   ask-blend-need.c     the query that gives the values which a call will be asked for
 *   ask-blend-answers.c  answers by value
 *   ask-blend-command.c  functions that another program computes
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
                                          const AskValue    *value);
AskRows         *ask_blend_answers_take_missed (AskBlendAnswers *self);

/**
 * AskBlendCall:
 * @number: the first argument of its _answer()
 * @text: (nullable): the question
 * @options: (nullable): as of AskBlendQuestion
 * @answers: (transfer none): shared by all calls that ask the same
 * @resolved: all values that it needs are known
 * @unforeseen: which values it needs only a run tells
 * @n_asked: values that were asked for this statement
 * @n_rounds: how many times
 */
typedef struct
{
  guint number;
  AskBlendFunction *function;
  char *text;
  AskRows *options;
  AskBlendAnswers *answers;
  gboolean resolved;
  gboolean unforeseen;
  guint64 n_asked;
  guint n_rounds;
} AskBlendCall;

struct _AskBlend
{
  GHashTable *functions; /* lower-case name → AskBlendFunction */
  GHashTable *answers; /* function, question and options as text → AskBlendAnswers */
  GPtrArray *calls; /* AskBlendCall, of the statement under way; its number is its place, from 1 */
  AskEngine *engine; /* of the statement under way */
  gboolean dry;
  guint64 n_values; /* ever */
};

/* ask-blend.c */
AskBlendFunction *ask_blend_find      (AskBlend          *self,
                                       const AskSqlExpr  *call);
AskBlendAnswers  *ask_blend_get_answers (AskBlend        *self,
                                       const AskBlendCall *call);
char             *ask_blend_rewrite   (AskBlend          *self,
                                       AskSqlTree        *tree,
                                       GError           **error);
AskRows          *ask_blend_read      (AskBlend          *self,
                                       AskSqlTree        *tree,
                                       GError           **error);

/* ask-blend-call.c */
void              ask_blend_call_free (gpointer           data);
gboolean          ask_blend_replace_calls (AskBlend      *self,
                                       AskSqlTree        *tree,
                                       GError           **error);

/** ASK_BLEND_NOT_YET: of a call whose values wait for other answers */
#define ASK_BLEND_NOT_YET G_MAXUINT

/* ask-blend-need.c */
char             *ask_blend_find_need (AskBlend          *self,
                                       AskSqlTree        *tree,
                                       const AskBlendCall *call,
                                       guint              value,
                                       guint             *turn);
guint64           ask_blend_find_enough (AskBlend        *self,
                                       AskSqlTree        *tree,
                                       guint              first);
gint64            ask_blend_get_number (const AskSqlExpr *expr);

G_END_DECLS
