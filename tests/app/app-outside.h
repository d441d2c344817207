/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program beside the test, looked at and driven from outside as a person does who sees nothing: read over the
 * accessibility bus, with keys by way of the X server. Whoever waits for it watches it, too: a program that dies ends the
 * test with what it said last.
 *
 * |[
 * AppOutside outside = { 0 };
 *
 * if (app_outside_set_up (&outside, APP_OUTSIDE_READS | APP_OUTSIDE_PRESSES))
 *   {
 *     app_outside_start (&outside, NULL, "--workspace", path, NULL);
 *     app_outside_wait_for (&outside, "Try the Sample");
 *     app_outside_press (&outside, "AskData", "key Tab Down Return");
 *     app_outside_do (&outside, "button: Connect");
 *   }
 * app_outside_tear_down (&outside);
 * ]|
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * AppOutsideNeeds:
 * @APP_OUTSIDE_READS: an accessibility bus, of which the program is told
 * @APP_OUTSIDE_PRESSES: xdotool
 *
 * What a test cannot do without.
 */
typedef enum
{
  APP_OUTSIDE_READS = 1 << 0,
  APP_OUTSIDE_PRESSES = 1 << 1
} AppOutsideNeeds;

/**
 * AppOutsideNode:
 * @says: "role: name"
 * @owner: who has it on the accessibility bus
 * @path: where it is there
 *
 * Something that assistive technology finds in the program's windows.
 */
typedef struct
{
  char *says;
  char *owner;
  char *path;
} AppOutsideNode;

/**
 * AppOutside:
 * @folder: for the test's own files; it goes at the end
 * @process: (nullable): the program, from app_outside_start() on
 * @seen: (element-type AppOutsideNode): what app_outside_read() found
 */
typedef struct
{
  char *folder;
  GSubprocess *process;
  GPtrArray *seen;

  /*< private >*/
  char *log;
  GDBusConnection *bus;
  GSubprocess *launcher;
} AppOutside;

gboolean        app_outside_set_up    (AppOutside      *self,
                                       AppOutsideNeeds  needs);
void            app_outside_tear_down (AppOutside      *self);
void            app_outside_start     (AppOutside      *self,
                                       const char      *program,
                                       ...) G_GNUC_NULL_TERMINATED;
void            app_outside_open      (AppOutside      *self,
                                       const char      *workspace,
                                       const char      *start);
gboolean        app_outside_end       (AppOutside      *self);
void            app_outside_check_log (AppOutside      *self);

void            app_outside_read      (AppOutside      *self);
AppOutsideNode *app_outside_find      (AppOutside      *self,
                                       const char      *says);
AppOutsideNode *app_outside_find_start (AppOutside     *self,
                                       const char      *start);
void            app_outside_wait_for  (AppOutside      *self,
                                       const char      *part);
void            app_outside_wait_for_none (AppOutside  *self,
                                       const char      *part);
AppOutsideNode *app_outside_wait_for_start (AppOutside *self,
                                       const char      *start);
void            app_outside_wait_for_description (AppOutside *self,
                                       const char      *start,
                                       const char      *part);
GVariant       *app_outside_call      (AppOutside      *self,
                                       AppOutsideNode  *node,
                                       const char      *method,
                                       GVariant        *arguments);
void            app_outside_do        (AppOutside      *self,
                                       const char      *says);
void            app_outside_do_first  (AppOutside      *self,
                                       const char      *start);
void            app_outside_do_after  (AppOutside      *self,
                                       const char      *before,
                                       const char      *says);

gboolean        app_outside_try_press (AppOutside      *self,
                                       const char      *title,
                                       const char      *commands,
                                       GError         **error);
void            app_outside_press     (AppOutside      *self,
                                       const char      *title,
                                       const char      *commands);
void            app_outside_key       (AppOutside      *self,
                                       const char      *keys);
void            app_outside_type      (AppOutside      *self,
                                       const char      *text);
void            app_outside_drag      (AppOutside      *self,
                                       const char      *start,
                                       int              across,
                                       int              down);
void            app_outside_focus     (AppOutside      *self,
                                       const char      *key,
                                       const char      *start);

G_END_DECLS
