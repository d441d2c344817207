/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of AskAnswerCard share. Nobody else includes this.
 *
 *   ask-answer-card.c          the widget: the question's run and who hears of it
 *   ask-answer-card-show.c     what a card shows: an answer, or why there is none
 *   ask-answer-card-actions.c  what one can do with an answer
 */
#pragma once

#include "app/ask/ask-answer-card.h"
#include "app/widgets/ask-problem-view.h"
#include "app/ask/ask-choice-list.h"
#include "app/ask/ask-citation-list.h"
#include "app/widgets/ask-cost-view.h"
#include "app/ask/ask-question-marks.h"
#include "app/ask/ask-reading-parts.h"
#include "app/ask/ask-run-view.h"

G_BEGIN_DECLS

struct _AskAnswerCard
{
  GtkWidget parent_instance;
  AskSession *session;
  AskOutcome *outcome; /* nullable */
  AskVerified *vouched; /* nullable: a person has just said that this is right */
  GCancellable *cancellable; /* while a question runs */
  char *file; /* nullable: the saved answer that it shows, or tries to */
  gboolean keeping; /* how the chart looks is being written */
  char *kept_look; /* nullable: what was written last */
  gint64 opening; /* the earlier answer that is being read, or 0 */
  gint64 follow; /* the earlier answer that the question may lean on, or 0 */
  char *written; /* nullable: SQL that a person wrote, which answers @written_for */
  char *written_for; /* nullable: the question that stood in the card then */

  GtkEntry *question;
  GtkStack *state;
  AskRunView *run;
  AskCostView *cost;
  AskProblemView *problem;
  AskQuestionMarks *marks;
  GtkLabel *saved;
  GtkWidget *close;
  GtkLabel *which;
  AskChoiceList *choices;
  GtkWidget *verbs;

  GtkLabel *headline;
  AskReadingParts *values;
  GtkStackSwitcher *switcher;
  GtkLabel *row_count;
  GtkStack *views;
  GtkWidget *badge;
  GtkLabel *badge_label;
  GtkLabel *model;
  GtkLabel *change;
  GtkLabel *reading;
  AskReadingParts *parts;
  AskCitationList *citations;
  GtkExpander *routes;
  GtkWidget *here;
  GtkWidget *right;
  GtkLabel *sources;
  GtkWidget *foot;
  GtkLabel *facts;
};

void ask_answer_card_install_actions (GtkWidgetClass *widget_class);
void ask_answer_card_update_actions  (AskAnswerCard  *self);
void ask_answer_card_start           (AskAnswerCard  *self,
                                      const char     *question,
                                      const AskAsking *how);
void ask_answer_card_update_voucher  (AskAnswerCard  *self);
void ask_answer_card_forget          (AskAnswerCard  *self);
void ask_answer_card_set_state       (AskAnswerCard  *self,
                                      const char     *name);
void ask_answer_card_keep_look       (AskAnswerCard  *self);
GtkWidget *ask_answer_card_get_desk  (AskAnswerCard  *self);
char *ask_answer_card_dup_title      (AskAnswerCard  *self);
void ask_answer_card_fill_view       (AskAnswerCard  *self);
void ask_answer_card_find_behind     (AskAnswerCard  *self,
                                      AskRows        *rows,
                                      guint           row,
                                      guint           column);
void ask_answer_card_show_error      (AskAnswerCard  *self,
                                      const GError   *error);

G_END_DECLS
