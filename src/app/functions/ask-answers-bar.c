/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far a model's answers have come, as a bar.
 */
#include "config.h"

#include "app/functions/ask-answers-bar.h"

#include <glib/gi18n.h>

#include "base/ask-number.h"

/**
 * ask_answers_bar_show:
 * @bar: shows it
 * @n_done: answers that have come
 * @n: that are wanted; where it is 0 nothing changes
 */
void
ask_answers_bar_show (GtkProgressBar *bar, gsize n_done, gsize n)
{
  g_autofree char *done = ask_number_count (n_done);
  g_autofree char *all = ask_number_count (n);
  /* Translators: how many answers of a model have come, and how many are wanted. */
  g_autofree char *words = g_strdup_printf (_ ("%s of %s answers"), done, all);

  if (n == 0)
    return;
  gtk_progress_bar_set_fraction (bar, (double) n_done / (double) n);
  gtk_progress_bar_set_text (bar, words);
}
