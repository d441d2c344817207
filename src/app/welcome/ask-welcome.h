/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a window without sources offers: the sample, a file, a server or an API.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_WELCOME (ask_welcome_get_type ())
G_DECLARE_FINAL_TYPE (AskWelcome, ask_welcome, ASK, WELCOME, GtkWidget)

GtkWidget *ask_welcome_new (void);

G_END_DECLS
