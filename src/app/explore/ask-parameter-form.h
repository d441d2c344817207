/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an API has to be told before it gives a row, as entries. Its button, and Enter, activate "browse-page.give".
 */
#pragma once

#include <gtk/gtk.h>

#include "explore/ask-browse.h"

G_BEGIN_DECLS

GtkWidget *ask_parameter_form_new (const AskEntity *entity, GPtrArray *missing);
gboolean ask_parameter_form_take (GtkWidget *form, AskBrowse *browse);

G_END_DECLS
