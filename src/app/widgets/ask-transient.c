/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A job holds its window until it is done. Such a window is not disposed of when it is closed, and GTK 4.8 forgets to
 * tell it that its parent is gone; so both are seen to when it leaves the screen.
 */
#include "config.h"

#include "app/widgets/ask-transient.h"

typedef void (*StopFunc) (gpointer window);

static void
unrealized (GtkWidget *window, gpointer stop)
{
  ((StopFunc) stop) (window);
  gtk_window_set_transient_for (GTK_WINDOW (window), NULL);
}

/**
 * ask_transient_init:
 * @window: (type GtkWindow): one that is being made
 * @stop: cancels its jobs; may be called again
 *
 * Has the jobs stopped when @window is closed, by whomever.
 */
void
ask_transient_init (gpointer window, void (*stop) (gpointer window))
{
  g_signal_connect (window, "unrealize", G_CALLBACK (unrealized), stop);
}

static void
part_unrealized (GtkWidget *part, gpointer stop)
{
  ((StopFunc) stop) (part);
}

/**
 * ask_transient_init_part:
 * @part: (type GtkWidget): one that is being made
 * @stop: cancels its jobs; may be called again
 *
 * Has the jobs stopped when the window of @part is closed, or @part is taken out of it. They hold it, so that it is not
 * disposed of before they are done.
 */
void
ask_transient_init_part (gpointer part, void (*stop) (gpointer part))
{
  g_signal_connect (part, "unrealize", G_CALLBACK (part_unrealized), stop);
}
