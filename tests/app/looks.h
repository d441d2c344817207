/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What ask-looks takes pictures of: the window on the sample company, and in it each page, dialog and window as a scene.
 */
#pragma once

#include "app-test.h"
#include "cli/cli-fixture.h"
#include "support/ask-test-model.h"

G_BEGIN_DECLS

/**
 * Looks:
 * @test: the window, on @cli's workspace
 * @model: answers what it is asked about values, and nothing else
 * @board: the number of a board with a tile of each kind
 *
 * The sample company with its API, its verified questions, a board, and a history.
 */
typedef struct
{
  Cli cli;
  AppTest test;
  AskTestModel *model;
  gint64 board;
} Looks;

/**
 * LooksScene:
 * @name: of its pictures
 * @show: brings it about, whatever was shown before, and returns the window to look at; @looks lives as long as the window
 *
 * A window of its own is closed after its pictures; the main window stays.
 */
typedef struct
{
  const char *name;
  GtkWidget *(*show) (Looks *looks);
} LooksScene;

void looks_set_up    (Looks *self);
void looks_tear_down (Looks *self);

#define REVENUE_BY_MONTH_AND_CHANNEL                                                                            \
  "SELECT substr(o.ordered_on, 1, 7) AS month, o.channel, round(sum(l.line_total), 2) AS revenue\n"            \
  "FROM orders o JOIN order_lines l ON l.order_id = o.order_id\n"                                              \
  "WHERE o.status <> 'cancelled' AND strftime('%Y', o.ordered_on) = '2025'\n"                                  \
  "GROUP BY month, o.channel ORDER BY month, o.channel"

GtkWidget *looks_get_window (Looks *self);
gpointer looks_get_page (Looks *self, const char *name);
gpointer looks_turn (Looks *self, const char *name);
void looks_act (gpointer widget, const char *action);
GtkWidget *looks_settle (gpointer window);

/* Each ends with a scene without a name. */
extern const LooksScene looks_answers[];
extern const LooksScene looks_pages[];

G_END_DECLS
