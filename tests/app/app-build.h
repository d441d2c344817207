/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of the page share where a query is built.
 */
#pragma once

#include "app-test.h"

#include "explore/ask-build.h"

G_BEGIN_DECLS

GtkWidget *app_build_open         (AppTest     *self,
                                   const char  *text);
void       app_build_wait_for_sql (GtkWidget   *view,
                                   const char  *sql);
void       app_build_add_step     (GtkWidget   *view,
                                   AskBuildKind kind);
void       app_build_click        (GtkWidget   *button);
void       app_build_click_words  (GtkWidget   *view,
                                   const char  *words);
void       app_build_choose       (GtkWidget   *view,
                                   const char  *label,
                                   guint        at,
                                   const char  *words);

G_END_DECLS
