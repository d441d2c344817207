/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of the window share: a workspace to ask, waiting, pictures.
 */
#pragma once

#include <adwaita.h>

#include "app/ask-window.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

typedef gboolean (*AppTestFunc) (gpointer data);
typedef void (*AppTestComplaintFunc) (const char *message, gpointer data);

/**
 * AppTest:
 * @path: of the workspace
 * @born: ask_test_living_mark() of before the window
 *
 * A window on a workspace of its own.
 */
typedef struct
{
  char *folder;
  char *path;
  AskWindow *window;
  guint born;
} AppTest;

/* What a test of the window is given: a workspace with shop.db, or an empty one. */
#define APP_TEST_SHOP NULL
#define APP_TEST_EMPTY GINT_TO_POINTER (1)

#define APP_TEST_ADD(path, func, workspace) \
  g_test_add (path, AppTest, workspace, app_test_set_up, func, app_test_tear_down)

void       app_test_set_up         (AppTest      *self,
                                    gconstpointer workspace);
void       app_test_tear_down      (AppTest      *self,
                                    gconstpointer workspace);

gboolean   app_test_init           (int        *argc,
                                    char     ***argv);
void       app_test_collect_complaints (AppTestComplaintFunc func,
                                        gpointer             data);
char      *app_test_make_workspace (const char *folder);
void       app_test_exec           (const char *path,
                                    const char *sql);
void       app_test_add_database   (const char *workspace,
                                    const char *name,
                                    const char *sql);
void       app_test_share          (AskWorkspace *workspace,
                                    const char *entity,
                                    const char *attribute);
void       app_test_remove_folder  (const char *folder);
gboolean   app_test_wait           (AppTestFunc func,
                                    gpointer    data);
void       app_test_pause          (guint       milliseconds);
guint      app_test_picture        (GtkWidget  *window,
                                    const char *name);
void       app_test_looks          (GtkWidget  *window,
                                    const char *name);
GtkWidget *app_test_find           (GtkWidget  *root,
                                    GType       type,
                                    const char *accessible_name);
GtkWidget *app_test_find_label     (GtkWidget  *root,
                                    const char *part);
guint      app_test_find_all       (GtkWidget  *root,
                                    GType       type,
                                    GtkWidget **found,
                                    guint       max);
GtkWidget *app_test_find_toplevel  (GType       type);
gboolean   app_test_shows          (gpointer    root,
                                    const char *words);
void       app_test_wait_for_words (gpointer    root,
                                    const char *words);
void       app_test_wait_for_no_words (gpointer root,
                                    const char *words);
GtkWidget *app_test_wait_for_window (GType      type);
void       app_test_wait_for_no_window (GType   type);
char      *app_test_describe_kept  (guint       since);

G_END_DECLS
