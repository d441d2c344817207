/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of AskBoardPage share. Nobody else includes this.
 *
 *   ask-board-page.c          the widget: opening, showing, refreshing
 *   ask-board-page-edit.c     edits of the board and its tiles
 *   ask-board-page-undo.c     taking edits back, and making them once more
 *   ask-board-page-bar.c      parameters, and what was clicked
 *   ask-board-page-actions.c  files, versions, a wall
 */
#pragma once

#include <adwaita.h>

#include "app/board/ask-board-grid.h"
#include "app/board/ask-board-page.h"
#include "app/jobs/ask-jobs-board.h"

G_BEGIN_DECLS

/**
 * AskBoardPage:
 * @open: (nullable): the board and what its tiles gave; %NULL until it was read
 * @filters: (element-type AskBoardFilter): what was clicked
 * @preset: (nullable): whose values of the parameters it begins with
 * @filled: (nullable): what the bar shows, in words
 * @running: (nullable): ends the refresh that is under way
 * @looking: (nullable): ends the reading of what tiles gave; what comes of an earlier one is not shown
 * @reloading: it reads the board, too
 * @run_wanted: all tiles are run when it has been read
 * @sent: (nullable): what is being saved
 * @dirty: (nullable): why the board has to be saved once more when that is done
 * @next: (element-type utf8): ids of tiles that are run when the run that is under way has ended
 * @look_wanted: what tiles gave is read when that has ended: it runs with settings of before
 * @done: (element-type gint64): versions that can be taken back, the last one first
 * @undone: (element-type gint64): versions that took one back, and can be taken back themselves
 * @newest: the last version that @done and @undone know of; 0 before the board was read
 * @stepping: the version that is being taken back; 0 for none
 * @steps_wanted: how many are to be taken back yet; below 0, how many are to be made once more
 * @undo_toast: (nullable): weak: takes back the last change
 * @undo_version: that it takes back; 0 while that is being saved
 * @intervals: how often the board refreshes, in the menu
 * @tick: looks after ages, and whether the board is due
 */
struct _AskBoardPage
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  gint64 id;
  gboolean wall;
  AskOpenBoard *open;
  AskBoard *preset;
  GPtrArray *filters;
  char *filled;
  GCancellable *running;
  GCancellable *looking;
  gboolean reloading;
  gboolean run_wanted;
  AskBoard *sent;
  char *dirty;
  gboolean opened;
  GPtrArray *next;
  gboolean look_wanted;
  GArray *done;
  GArray *undone;
  gint64 newest;
  gint64 stepping;
  gboolean redoing;
  int steps_wanted;
  AdwToast *undo_toast;
  gint64 undo_version;
  GMenu *intervals;
  guint tick;

  AdwToastOverlay *toasts;
  GtkWidget *bar;
  GtkLabel *name;
  GtkWidget *refresh;
  GtkWidget *edit;
  GtkWidget *more;
  GtkWidget *settings;
  GtkStack *states;
  AdwStatusPage *failed;
  AskBoardGrid *grid;
};

void ask_board_page_show            (AskBoardPage *self);
void ask_board_page_ask             (AskBoardPage *self,
                                     const char   *tile);
void ask_board_page_refresh         (AskBoardPage *self,
                                     const char   *tile);
void ask_board_page_tell            (AskBoardPage *self,
                                     const char   *text);
void ask_board_page_tell_error      (AskBoardPage *self,
                                     const GError *error);
void ask_board_page_look_again      (AskBoardPage *self);
void ask_board_page_run_anew        (AskBoardPage *self);
void ask_board_page_fill_bar        (AskBoardPage *self);
void ask_board_page_save            (AskBoardPage *self,
                                     const char   *reason);
char *ask_board_page_dup_policy     (AskBoardPage *self);
void ask_board_page_set_policy      (AskBoardPage *self,
                                     const char   *word);
void ask_board_page_note_version    (AskBoardPage *self,
                                     gint64        version);
void ask_board_page_step            (AskBoardPage *self,
                                     int           by);
void ask_board_page_offer_undo      (AskBoardPage *self,
                                     const char   *words);
void ask_board_page_placed          (AskBoardPage *self,
                                     const char   *id,
                                     int           x,
                                     int           y,
                                     int           width,
                                     int           height);
void ask_board_page_clicked         (AskBoardPage *self,
                                     AskTileCard  *card,
                                     guint         row,
                                     guint         column);
void ask_board_page_install_edits   (GtkWidgetClass *widget_class);
void ask_board_page_install_undo    (GtkWidgetClass *widget_class);
void ask_board_page_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
