/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of AskBoardPage share. Nobody else includes this.
 *
 *   ask-board-page.c          the widget: opening, showing, refreshing
 *   ask-board-page-edit.c     edits of the board and its tiles, and taking them back
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
 * @running: (nullable): ends the refresh that is under way
 * @saving: saves that are under way
 * @dirty: (nullable): why the board has to be saved once more when these are done
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
  GPtrArray *filters;
  GCancellable *running;
  guint saving;
  char *dirty;
  gboolean opened;
  gboolean undo_wanted; /* once what is being saved is there */
  AdwToast *undo_toast; /* nullable, weak: takes back the last change */
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
void ask_board_page_refresh         (AskBoardPage *self,
                                     const char   *tile);
void ask_board_page_tell            (AskBoardPage *self,
                                     const char   *text);
void ask_board_page_tell_error      (AskBoardPage *self,
                                     const GError *error);
void ask_board_page_look_again      (AskBoardPage *self);
void ask_board_page_fill_bar        (AskBoardPage *self);
void ask_board_page_save            (AskBoardPage *self,
                                     const char   *reason);
void ask_board_page_placed          (AskBoardPage *self,
                                     const char   *id,
                                     int           x,
                                     int           y,
                                     int           width,
                                     int           height);
void ask_board_page_clicked         (AskBoardPage *self,
                                     const char   *tile,
                                     guint         row,
                                     guint         column);
void ask_board_page_install_edits   (GtkWidgetClass *widget_class);
void ask_board_page_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
