/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files share that build a query by clicks. Nobody else includes this.
 *
 *   ask-build-view.c        the page: steps, undo, what is done with the query
 *   ask-build-view-cards.c  the page: the cards of all stages
 *   ask-build-view-sql.c    the page: SQL, the sentence, faults and rows
 *   ask-build-view-next.c   the page: what is suggested next
 *   ask-build-view-words.c  the page: dialogs that ask for a few words: a question, the name of a column
 *   ask-build-card.c        one step: what stands around it, and its rows
 *   ask-build-columns.c     lists of columns: groups, summaries, columns, an order
 *   ask-build-condition.c   what has to hold
 *   ask-build-value.c       the values of a comparison
 *   ask-build-expression.c  an expression, with completion
 *   ask-build-chooser.c     a drop-down of columns; the list that is offered while one types
 *   ask-build-join.c        where a join leads
 *   ask-build-rows-of.c     what the rows of a stage are
 *   ask-build-sides.c       two columns, or one below the other where it is narrow
 *
 * Editors change the steps in place and say so by "changed", with whether this goes on with the last edit, as each
 * letter of a word does.
 */
#pragma once

#include <adwaita.h>

#include "app/explore/ask-build-view.h"
#include "app/grid/ask-grid.h"
#include "app/sql/ask-sql-editor.h"
#include "app/widgets/ask-wrap-box.h"
#include "explore/ask-build-history.h"
#include "explore/ask-build-next.h"
#include "explore/ask-build-offer.h"
#include "explore/ask-build-stage.h"

G_BEGIN_DECLS

/**
 * AskBuildPlace:
 * @whole: the query with all its stages
 * @build: the stage that has the step
 * @schema: the names that its steps may use
 * @stage: which one of ask_build_list_stages() it is
 *
 * Which step is edited; all borrowed from the page, which makes editors anew where they change.
 */
typedef struct
{
  AskBuild *whole;
  AskBuild *build;
  AskSchema *schema;
  AskSession *session;
  guint stage;
  guint index;
} AskBuildPlace;

static inline AskBuildStep *
ask_build_place_get_step (const AskBuildPlace *self)
{
  return ask_build_get_step (self->build, self->index);
}

/* Ends what is on its way, if anything is. */
static inline void
ask_build_stop (GCancellable **on_its_way)
{
  g_cancellable_cancel (*on_its_way);
  g_clear_object (on_its_way);
}

/* ask-build-chooser.c */
GtkWidget *ask_build_chooser_new      (const AskBuildPlace *place,
                                       const AskBuildTerm  *chosen);
gboolean   ask_build_chooser_get      (GtkWidget           *chooser,
                                       AskBuildTerm        *term);
GtkWidget *ask_build_words_new        (const char *const   *words,
                                       guint                chosen,
                                       const char          *label);
GtkWidget *ask_build_button_new       (const char          *icon,
                                       const char          *words);
GtkWidget *ask_build_offers_new       (GtkWidget           *owner,
                                       GtkWidget          **list);
void       ask_build_offers_clear     (GtkWidget           *list);
void       ask_build_offers_move      (GtkWidget           *list,
                                       int                  by);

/* ask-build-expression.c */
#define ASK_TYPE_BUILD_EXPRESSION (ask_build_expression_get_type ())
G_DECLARE_FINAL_TYPE (AskBuildExpression, ask_build_expression, ASK, BUILD_EXPRESSION, GtkWidget)

GtkWidget  *ask_build_expression_new  (const AskBuildPlace *place,
                                       const char          *text,
                                       const char          *label);
const char *ask_build_expression_get  (AskBuildExpression  *self);

/* ask-build-value.c */
#define ASK_TYPE_BUILD_VALUE (ask_build_value_get_type ())
G_DECLARE_FINAL_TYPE (AskBuildValueEditor, ask_build_value, ASK, BUILD_VALUE, GtkWidget)

GtkWidget  *ask_build_value_new       (const AskBuildPlace *place,
                                       AskBuildCondition   *test);

/* ask-build-condition.c */
#define ASK_TYPE_BUILD_CONDITION_EDITOR (ask_build_condition_editor_get_type ())
G_DECLARE_FINAL_TYPE (AskBuildConditionEditor, ask_build_condition_editor, ASK, BUILD_CONDITION_EDITOR, GtkWidget)

GtkWidget  *ask_build_condition_editor_new (const AskBuildPlace *place);

/* ask-build-columns.c */
#define ASK_TYPE_BUILD_COLUMN_LIST (ask_build_column_list_get_type ())
G_DECLARE_FINAL_TYPE (AskBuildColumnList, ask_build_column_list, ASK, BUILD_COLUMN_LIST, GtkWidget)

GtkWidget  *ask_build_column_list_new (const AskBuildPlace *place);

/* ask-build-rows-of.c */
GtkWidget  *ask_build_rows_of_new     (const AskBuildPlace *place);

/* ask-build-sides.c */
#define ASK_TYPE_BUILD_SIDES (ask_build_sides_get_type ())
G_DECLARE_FINAL_TYPE (AskBuildSides, ask_build_sides, ASK, BUILD_SIDES, GtkLayoutManager)

/* ask-build-join.c */
typedef void (*AskBuildJoinFunc) (gpointer owner, const AskBuildPath *path);

void        ask_build_join_choose     (GtkWidget           *owner,
                                       const AskBuildPlace *place,
                                       AskBuildJoinFunc     on_path);

/* ask-build-card.c */
#define ASK_TYPE_BUILD_CARD (ask_build_card_get_type ())
G_DECLARE_FINAL_TYPE (AskBuildCard, ask_build_card, ASK, BUILD_CARD, GtkWidget)

GtkWidget  *ask_build_card_new        (const AskBuildPlace *place);
void        ask_build_card_set_problems (AskBuildCard      *self,
                                       GPtrArray           *problems);
void        ask_build_card_refresh    (AskBuildCard        *self);
void        ask_build_card_show_rows  (AskBuildCard        *self);
void        ask_build_card_focus      (AskBuildCard        *self);
void        ask_build_card_hide_rows  (AskBuildCard        *self);
const AskBuildPlace *ask_build_card_get_place (AskBuildCard *self);
void        ask_build_card_set_names  (AskBuildCard        *self,
                                       AskSchema           *names);

/* ask-build-view-sql.c */
struct _AskBuildView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  AskSchema *schema; /* nullable: until it is read */
  AskBuild *build; /* nullable: nothing is built */
  AskBuildHistory *history; /* nullable */
  guint joined_stage; /* the one that a way is chosen for */
  char *wanted; /* nullable: SQL or an entity that is to be opened once names are there */
  gboolean as_sql; /* what the editor holds is no list of steps */
  gboolean quiet; /* the editor is being filled by us */
  guint update_id; /* sources of the main loop */
  guint read_id;
  GCancellable *reading; /* nullable: rows are on their way */
  char *rows_sql; /* nullable: of the rows that were read last, all of them */
  GCancellable *looking; /* nullable: what the index knows is on its way */
  AskBuildKnown *known; /* nullable */

  GtkStack *states;
  AdwStatusPage *failed;
  GtkSearchEntry *search;
  GtkListBox *entities;
  GtkMenuButton *add;
  GtkWidget *go_on;
  GtkLabel *sentence;
  GtkWidget *sides;
  GtkBox *cards;
  GtkWidget *next_part;
  AskWrapBox *next;
  AskSqlEditor *editor;
  GtkLabel *refusal;
  GtkLabel *rows_words;
  GtkWidget *show_rows;
  AskGrid *table;
};

void        ask_build_view_update     (AskBuildView        *self);
void        ask_build_view_update_actions (AskBuildView    *self);
void        ask_build_view_stop       (AskBuildView        *self);
void        ask_build_view_sql_edited (AskBuildView        *self);
void        ask_build_view_read_rows  (AskBuildView        *self,
                                       gboolean             asked);
void        ask_build_view_adopt      (AskBuildView        *self,
                                       AskBuild            *build,
                                       gboolean             pushed);
char       *ask_build_view_dup_sql    (AskBuildView        *self);
char       *ask_build_view_dup_words  (AskBuildView        *self);

/* ask-build-view-cards.c */
void        ask_build_view_show_cards (AskBuildView        *self,
                                       const AskBuildStep  *focus);
void        ask_build_view_remove_cards (AskBuildView      *self);
void        ask_build_view_refresh_cards (AskBuildView     *self,
                                       GPtrArray           *problems);
void        ask_build_view_focus_step (AskBuildView        *self,
                                       const AskBuildStep  *step);
void        ask_build_view_fill_menu  (GtkMenuButton       *button,
                                       gpointer             view);

/* ask-build-view-next.c */
void        ask_build_view_show_next  (AskBuildView        *self);
void        ask_build_view_forget     (AskBuildView        *self);

/* ask-build-view-words.c */
void        ask_build_view_verify     (AskBuildView        *self);
void        ask_build_view_rename     (AskBuildView        *self,
                                       guint                column);

/* ask-build-view.c */
void        ask_build_view_move_step  (AskBuildView        *self,
                                       const AskBuildPlace *place,
                                       int                  by);
void        ask_build_view_remove_step (AskBuildView       *self,
                                       const AskBuildPlace *place);
void        ask_build_view_remember   (AskBuildView        *self,
                                       gboolean             same_edit);

G_END_DECLS
