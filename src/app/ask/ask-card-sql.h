/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The SQL of an answer: to read, and to change and run.
 */
#pragma once

#include "app/jobs/ask-jobs-question.h"
#include "app/jobs/ask-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_CARD_SQL (ask_card_sql_get_type ())
G_DECLARE_FINAL_TYPE (AskCardSql, ask_card_sql, ASK, CARD_SQL, GtkWidget)

GtkWidget  *ask_card_sql_new      (AskSession   *session,
                                   AskOutcome   *outcome);
void        ask_card_sql_edit     (AskCardSql   *self);
const char *ask_card_sql_get_said (AskCardSql   *self);

G_END_DECLS
