/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reading of a question that asks for rows of one entity. It stands before what was learned where that is not sure,
 * and makes it surer where both give the same rows: they know nothing of each other.
 */
#include "config.h"

#include "understand/interpret/ask-rows-private.h"

/* Of what counts as sure: what is asked before it is told. */
#define ASKED 0.9
#define JUST_BELOW 0.999
/* How likely both are right that give the same. */
#define AGREED 0.97

/*
 * ask_interpreter_add_rows:
 * @self: an interpreter
 * @look: (inout): at a question; gets the rows that it asks for
 * @share: how likely it is about its domain
 * @cancellable: (nullable): a way to stop
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_interpreter_add_rows (AskInterpreter *self, AskLook *look, double share, GCancellable *cancellable, GError **error)
{
  gboolean sure = FALSE;
  g_autoptr (AskDraft) draft
    = look->question->chosen->len == 0 ? ask_rows_read (look->question, ASK_ROWS_SOME, &sure) : NULL;
  g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_added_free);
  AskQuestionReading *reading = draft != NULL ? ask_question_reading_new (draft, look->question->domain, 0) : NULL;
  AskAdded *added;

  /* What certain words ask for is in none of it. */
  if (reading == NULL || look->added->len > 0)
    {
      ask_question_reading_free (reading);
      return TRUE;
    }
  /* It takes every word: what was learned is before it only where it is sure. */
  reading->score = MAX (ASKED * self->sure * share, MIN (look->confidence, self->sure * JUST_BELOW));
  if (!ask_added_try (own, self, reading, NULL, cancellable, error))
    return FALSE;
  if (own->len == 0)
    return TRUE;
  added = own->pdata[0];
  if (ask_look_agrees (look, added->signature))
    added->reading->score = MAX (added->reading->score, MAX (look->confidence, sure ? AGREED * share : 0));
  else if (look->confidence >= self->sure)
    return TRUE;
  g_ptr_array_insert (look->added, 0, g_ptr_array_steal_index (own, 0));
  return TRUE;
}
