/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One item of the inbox with its proposals, each a click away.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-jobs-inbox.h"

G_BEGIN_DECLS

GtkWidget *ask_inbox_row_new (AskInboxPage *page,
                              guint         item);

G_END_DECLS
