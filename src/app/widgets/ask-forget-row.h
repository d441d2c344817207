/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row for what a workspace keeps by the way: how much there is of it, and a button that forgets it all.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "store/ask-forgettable.h"

G_BEGIN_DECLS

#define ASK_TYPE_FORGET_ROW (ask_forget_row_get_type ())
G_DECLARE_FINAL_TYPE (AskForgetRow, ask_forget_row, ASK, FORGET_ROW, AdwActionRow)

/**
 * AskForgetting:
 * @what: what is counted and forgotten
 * @say: Returns: (transfer full): so many, in words
 * @title: of the question before it is forgotten; marked with N_()
 * @body: what that means; likewise
 *
 * What a row is about. It lives as long as the program.
 */
typedef struct
{
  const AskForgettable *what;
  char *(*say) (guint n);
  const char *title;
  const char *body;
} AskForgetting;

void ask_forget_row_load (AskForgetRow        *self,
                          AskSession          *session,
                          const AskForgetting *forgetting);

G_END_DECLS
