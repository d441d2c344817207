/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What both files of an entity's page share. Nobody else includes this.
 *
 *   ask-entity-page.c       the page: what is said of the entity, its filters, what is done with it
 *   ask-entity-page-rows.c  its rows: a page at a time, in the order and with the filters of the grid
 */
#pragma once

#include <adwaita.h>

#include "app/explore/ask-entity-page.h"
#include "app/explore/ask-filter-button.h"
#include "app/explore/ask-row-panel.h"
#include "app/grid/ask-grid.h"
#include "app/jobs/ask-jobs-browse.h"
#include "app/widgets/ask-problem-view.h"

G_BEGIN_DECLS

struct _AskEntityPage
{
  GtkWidget parent_instance;
  AskSession *session;
  AskSchema *schema;
  const AskEntity *entity; /* nullable: it is not there any more; of @schema */
  AskBrowse *browse;
  GPtrArray *pages; /* AskBrowsePage */
  AskRows *rows; /* nullable: of all pages */
  AskBrowseNumber number;
  guint n_calls;
  gboolean unlimited;
  GCancellable *cancellable; /* nullable: while rows are read */
  AskFeed *feed; /* nullable: of an API, whose rows come as they are wanted */
  GCancellable *feeding; /* nullable: as long as @feed waits */
  GMenuModel *order_menu;
  GVariant *layout; /* nullable: how its columns are shown, once its rows are here */
  char *given; /* nullable: the condition that the page was opened with */
  AskBrowse *before; /* nullable: what is shown while the rows of a wish are on their way */
  GPtrArray *before_pages; /* nullable: likewise */
  AskBrowseNumber before_number;

  GtkLabel *description;
  GtkLabel *facts;
  GtkWidget *conditions;
  AskFilterButton *filter;
  GtkMenuButton *order;
  GtkStack *views;
  AdwFlap *flap;
  GtkStack *states;
  AskProblemView *problem;
  GtkWidget *unlimited_button;
  GtkWidget *back_button;
  AdwBin *parameters;
  AdwStatusPage *empty;
  AskGrid *table;
  GtkWidget *foot;
  GtkSpinner *spinner;
  GtkWidget *more;
  GtkWidget *cancel;
  AdwBin *profile;
  AskRowPanel *panel;
};

/* ask-entity-page.c */
void ask_entity_page_show_facts      (AskEntityPage *self);
void ask_entity_page_show_conditions (AskEntityPage *self);

/* ask-entity-page-rows.c */
void ask_entity_page_load            (AskEntityPage *self);
void ask_entity_page_stop            (AskEntityPage *self);
void ask_entity_page_cancel          (AskEntityPage *self);
void ask_entity_page_go_back         (AskEntityPage *self);
void ask_entity_page_read_more       (AskEntityPage *self);
void ask_entity_page_show_failure    (AskEntityPage *self,
                                      const GError  *error);

G_END_DECLS
