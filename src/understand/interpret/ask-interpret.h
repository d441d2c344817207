/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a question to SQL without a model. Readings stand beside each other, the likeliest first; how sure
 * the first one is, is calibrated: of all that say 0.95, 95 in 100 are right.
 */
#pragma once

#include "engine/ask-engine.h"
#include "understand/interpret/ask-draft.h"
#include "understand/interpret/ask-selection.h"
#include "understand/link/ask-link.h"
#include "understand/route/ask-route.h"

G_BEGIN_DECLS

/** ASK_READING_MAX_ROWS: so many rows of a reading are looked at; one that has more counts these */
#define ASK_READING_MAX_ROWS 20000

typedef struct _AskInterpreter AskInterpreter;

/**
 * AskQuestionReading:
 * @sql: one SELECT over the relational view
 * @score: how likely it is what was meant, from 0 to 1
 * @words: the reading in the user's language: "Counted: albums. Grouped by: artist."
 * @sources: (element-type utf8): what it reads
 * @n_rows: that it gave when it was tried, -1 where it was not
 * @draft: what @sql was made from, for follow-ups
 * @domain: what @draft is about
 * @way: of its joins; see ask_draft_to_sql()
 * @example: of which example it is, where a person chose it for this very question before; else 0
 * @chart: (nullable): a kind of chart that a follow-up wishes for: "pie", "bar", "line", "scatter" or "table"
 * @change: (nullable): of a follow-up and of an alternative: what differs from the reading before, in words
 */
typedef struct
{
  char *sql;
  double score;
  char *words;
  GPtrArray *sources;
  gint64 n_rows;
  AskDraft *draft;
  AskDomain *domain;
  guint way;
  gint64 example;
  char *chart;
  char *change;
} AskQuestionReading;

/**
 * AskInterpretation:
 * @confident: the first reading may be shown as the answer
 * @doubtful: no reading is worth to be shown as a choice
 * @readings: (element-type AskQuestionReading): no two give the same rows
 * @links: (element-type AskLink): what the words were taken for
 * @unknown: (element-type utf8): words of the question that nothing answers to
 * @domain: (nullable): in which the first reading was found
 * @read: (nullable): the question as it was read in @domain
 * @guess: (nullable): what was guessed of @read
 * @selection: (nullable): private: see ask_interpretation_get_selection()
 */
typedef struct
{
  char *question;
  gboolean confident;
  gboolean doubtful;
  GPtrArray *readings;
  GPtrArray *links;
  GPtrArray *unknown;
  AskDomain *domain;
  AskQuestion *read;
  AskGuess *guess;
  AskSelection *selection;
} AskInterpretation;

AskInterpreter     *ask_interpreter_new        (AskWorkspace            *workspace,
                                                AskEngine               *engine,
                                                GError                 **error);
void                ask_interpreter_free       (AskInterpreter          *self);
const AskRoute     *ask_interpreter_get_route  (AskInterpreter          *self);
gboolean            ask_interpreter_open_route (AskInterpreter          *self,
                                                GError                 **error);
void                ask_interpreter_set_vector (AskInterpreter          *self,
                                                const float             *vector,
                                                guint                    dims);
void                ask_interpreter_set_only   (AskInterpreter          *self,
                                                const char              *source);
AskRouteResult     *ask_interpreter_route      (AskInterpreter          *self,
                                                const char              *question,
                                                guint                    top);
void                ask_interpreter_set_calls  (AskInterpreter          *self,
                                                gboolean                 calls);
gboolean            ask_interpreter_learn      (AskInterpreter          *self,
                                                guint                    max,
                                                GCancellable            *cancellable,
                                                GError                 **error);
AskInterpretation  *ask_interpreter_read       (AskInterpreter          *self,
                                                const char              *question,
                                                GCancellable            *cancellable,
                                                GError                 **error);
AskQuestionReading *ask_interpreter_recall     (AskInterpreter          *self,
                                                const char              *sql,
                                                const char              *text,
                                                GError                 **error);
void                ask_question_reading_free  (AskQuestionReading      *self);
void                ask_interpretation_free    (AskInterpretation       *self);
const AskSelection *ask_interpretation_get_selection
                                               (AskInterpretation       *self);
JsonNode           *ask_interpretation_to_json (const AskInterpretation *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskInterpreter, ask_interpreter_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskQuestionReading, ask_question_reading_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskInterpretation, ask_interpretation_free)

G_END_DECLS
