/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What reading a question, reading a follow-up and suggesting questions share. Nobody outside includes this.
 */
#pragma once

#include "understand/interpret/ask-candidate.h"
#include "store/ask-workspace-examples.h"
#include "understand/interpret/ask-interpret.h"
#include "understand/interpret/ask-learned.h"
#include "understand/interpret/ask-rank.h"
#include "understand/interpret/ask-route-cache.h"

G_BEGIN_DECLS

/** ASK_TRIAL_STEPS: of SQLite, for trying a candidate here */
#define ASK_TRIAL_STEPS 250000

/**
 * AskInterpreter:
 * @several: there is more than one source
 * @route: (nullable): made when the first question comes; never where there is one source
 * @places: source name, or "" for all → Place: what it has, with what was learned of its words
 * @untaught: the same without what was learned
 * @learned: (nullable): %NULL where there is nothing to learn from
 * @verified: (nullable) (element-type AskVerified): %NULL while nobody asked for them
 * @only: (nullable): the source that is asked
 * @vector: (nullable) (array length=dims): of the question, by a server
 */
struct _AskInterpreter
{
  AskWorkspace *workspace;
  AskEngine *engine;
  AskWeights *weights;
  AskSketchBook *book;
  AskSchema *schema;
  gboolean several;
  AskCachedRoute *route;
  GHashTable *places;
  GHashTable *untaught;
  AskLearned *learned;
  GPtrArray *verified;
  double sure;
  double worth;
  gboolean calls;
  char *only;
  float *vector;
  guint dims;
};

/**
 * AskPosed:
 * @learned: (nullable): what was learned, where that is to count
 * @example: (nullable): what a person said of this very question
 * @quiet: neither servers nor APIs are asked
 */
typedef struct
{
  const char *text;
  const AskLearned *learned;
  const AskExample *example;
  gboolean quiet;
} AskPosed;

/** AskScope: some sources that a question is looked at with, and how likely it belongs to them */
typedef struct
{
  AskDomain *domain;
  double share;
} AskScope;

/**
 * AskLook:
 * @added: (element-type AskAdded): readings that are made by rules beside the candidates
 *
 * What one scope makes of the question.
 */
typedef struct
{
  AskQuestion *question;
  AskGuess *guess;
  GPtrArray *candidates;
  AskRanking *ranking;
  float *features;
  float *wanted; /* from ask_candidates_asked() */
  guint64 *signatures;
  double confidence;
  GPtrArray *added;
} AskLook;

/**
 * AskAdded:
 * @signature: of @reading's rows, %ASK_RANK_FAILED where it was not tried
 * @like: (nullable): the verified question that it was made from; %NULL where certain words ask for it, which all
 *   candidates pass over
 * @likeness: of both questions, from 0 to 1
 */
typedef struct
{
  AskQuestionReading *reading;
  guint64 signature;
  char *like;
  double likeness;
} AskAdded;

/* ask-interpret-scope.c */
GHashTable *ask_interpreter_new_places  (void);
AskDomain  *ask_interpreter_find_domain (AskInterpreter *self,
                                         GPtrArray      *names,
                                         const char     *text,
                                         GError        **error);
GArray     *ask_interpreter_find_scopes (AskInterpreter *self,
                                         const AskPosed *asked,
                                         GError        **error);

/* ask-figure.c */
gboolean    ask_interpreter_add_figure  (AskInterpreter *self,
                                         AskLook        *look,
                                         double          share,
                                         GCancellable   *cancellable,
                                         GError        **error);

/* ask-rows.c */
gboolean    ask_interpreter_add_rows    (AskInterpreter *self,
                                         AskLook        *look,
                                         double          share,
                                         GCancellable   *cancellable,
                                         GError        **error);

/* ask-interpret-views.c */
AskDomain  *ask_domain_leave_views      (AskDomain      *self,
                                         const char     *text,
                                         GError        **error);

/* ask-interpret.c */
AskLook            *ask_interpreter_look     (AskInterpreter  *self,
                                              const AskScope  *scope,
                                              const AskPosed  *asked,
                                              GCancellable    *cancellable,
                                              GError         **error);
void                ask_look_free            (AskLook         *self);

/* ask-interpret-add.c, ask-interpret-self.c and ask-interpret-replay.c */
void     ask_added_free         (AskAdded           *self);
gboolean ask_added_try          (GPtrArray          *list,
                                 AskInterpreter     *interpreter,
                                 AskQuestionReading *reading,
                                 const char         *like,
                                 GCancellable       *cancellable,
                                 GError            **error);
gboolean ask_look_agrees        (const AskLook      *self,
                                 guint64             signature);
gboolean ask_interpreter_add    (AskInterpreter     *self,
                                 AskLook            *look,
                                 double              share,
                                 const AskPosed     *asked,
                                 GCancellable       *cancellable,
                                 GError            **error);
gboolean ask_interpreter_add_self (AskInterpreter   *self,
                                   AskLook          *look,
                                   double            share,
                                   GCancellable     *cancellable,
                                   GError          **error);
gboolean ask_interpreter_replay (AskInterpreter     *self,
                                 AskLook            *look,
                                 double              share,
                                 GCancellable       *cancellable,
                                 GError            **error);

/* ask-interpret-learn.c */
gboolean ask_interpreter_load_learned (AskInterpreter    *self,
                                       GError           **error);
void     ask_look_correct             (AskLook           *self,
                                       const AskPosed    *asked);
void     ask_interpretation_repeat    (AskInterpretation *self,
                                       GArray            *scopes,
                                       const AskExample  *example);

/* ask-interpretation.c and ask-tried.c */

AskInterpretation  *ask_interpretation_new      (const char         *question);
AskQuestionReading *ask_question_reading_new    (const AskDraft     *draft,
                                                 AskDomain          *domain,
                                                 guint               way);
void                ask_question_reading_free   (AskQuestionReading *self);
gboolean            ask_tried_is_local          (AskEngine          *engine,
                                                 AskDomain          *domain);
void                ask_tried_run               (AskTried           *self,
                                                 AskEngine          *engine,
                                                 gboolean            local,
                                                 const char         *sql,
                                                 guint64             steps,
                                                 GCancellable       *cancellable);
AskWeights         *ask_interpreter_get_weights (AskInterpreter     *self);
gboolean            ask_interpreter_try         (AskInterpreter     *self,
                                                 AskDomain          *domain,
                                                 const char         *sql,
                                                 AskTried           *tried,
                                                 GCancellable       *cancellable,
                                                 GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskAdded, ask_added_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskLook, ask_look_free)

G_END_DECLS
