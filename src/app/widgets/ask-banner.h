/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sentence across the top of a view that says what went wrong, with a button that helps.
 * (AdwBanner came with libadwaita 1.3.)
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_BANNER (ask_banner_get_type ())
G_DECLARE_FINAL_TYPE (AskBanner, ask_banner, ASK, BANNER, GtkWidget)

void        ask_banner_show       (AskBanner  *self,
                                   const char *text,
                                   const char *button,
                                   const char *action);
void        ask_banner_hide       (AskBanner  *self);
const char *ask_banner_get_text   (AskBanner  *self);

G_END_DECLS
