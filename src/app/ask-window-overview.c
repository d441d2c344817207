/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands around the pages and is read from the workspace: which model answers, and how much is in the inbox. Nothing is
 * read before the first frame is seen.
 */
#include "config.h"

#include "app/ask-window-private.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/ask/ask-ask-view.h"
#include "app/jobs/ask-jobs-inbox.h"
#include "app/jobs/ask-jobs-question.h"
#include "base/ask-error.h"

static void
overview_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskWindow *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOverview) overview = ask_job_finish (source, result, &error);
  g_autofree char *words = NULL;
  const char *problem;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_WINDOW (source);
  if (overview != NULL && overview->model_name != NULL)
    {
      words = overview->model_host != NULL
                /* Translators: a language model and where it runs: "llama3.1 · local". */
                ? g_strdup_printf (_ ("%s · %s"), overview->model_name, overview->model_host)
                : g_strdup (overview->model_name);
      problem = ask_session_get_model_problem (self->session);
      gtk_widget_set_css_classes (self->model_dot, (const char *[]) { problem != NULL ? "error" : "success", NULL });
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->model_button),
                                   problem != NULL ? problem
                                                   : _ ("This language model answers questions that nobody has "
                                                        "verified yet"));
    }
  else
    {
      /* Translators: where answers are worked out while no language model is set. */
      words = g_strdup (_ ("on this computer"));
      gtk_widget_set_css_classes (self->model_dot, (const char *[]) { "success", NULL });
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->model_button),
                                   _ ("Answers are worked out on this computer. Click to set a language model as "
                                      "well"));
    }
  gtk_label_set_text (self->model_label, words);
  /* In a narrow window the dot stands alone. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->model_button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  if (overview != NULL)
    ask_ask_view_set_overview (ASK_ASK_VIEW (ask_window_get_page (self, "ask")), overview);
  else
    ask_ask_view_set_problem (ASK_ASK_VIEW (ask_window_get_page (self, "ask")), ask_error_get_words (error));
}

/* What happened and was not seen to; suggestions wait until somebody looks. */
static void
inbox_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  AskWindow *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskInboxPage) page = ask_job_finish (source, result, &error);
  g_autofree char *number = NULL;
  g_autofree char *says = NULL;
  guint n = page != NULL ? page->items->len : 0;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_WINDOW (source);
  number = g_strdup_printf ("%u", n);
  /* Translators: the name of a page, and how much it has. */
  says = n > 0 ? g_strdup_printf (_ ("Inbox, %u"), n) : g_strdup (_ ("Inbox"));
  gtk_label_set_text (self->inbox_count, number);
  gtk_widget_set_visible (GTK_WIDGET (self->inbox_count), n > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->inbox_row), GTK_ACCESSIBLE_PROPERTY_LABEL, says, -1);
}

/** ask_window_count_inbox: shows how much is in the inbox. Why it cannot be read its page says; what is not known is not shown. */
void
ask_window_count_inbox (AskWindow *self)
{
  ask_job_start (ask_jobs_list_inbox (FALSE), self, ask_session_get_path (self->session), self->cancellable,
                 inbox_counted, NULL);
}

/** ask_window_load_overview: reads what stands around the pages anew: which model answers, and how much is in the inbox */
void
ask_window_load_overview (AskWindow *self)
{
  ask_job_start (ask_jobs_overview (), self, ask_session_get_path (self->session), self->cancellable, overview_ready,
                 NULL);
  ask_window_count_inbox (self);
  ask_source_keeper_look (self->keeper);
}

/* Milliseconds since the process began, from the kernel's clock ticks: the measure that the
 * benchmark quotes has to count the dynamic linker too. */
static double
get_process_age (void)
{
  g_autofree char *stat = NULL;
  unsigned long long start = 0;
  struct timespec now;
  char *rest;

  if (!g_file_get_contents ("/proc/self/stat", &stat, NULL, NULL))
    return -1;
  rest = strrchr (stat, ')');
  if (rest == NULL
      || sscanf (rest + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &start)
           != 1)
    return -1;
  clock_gettime (CLOCK_BOOTTIME, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6 - (double) start * 1e3 / (double) sysconf (_SC_CLK_TCK);
}

static void
after_first_paint (GdkFrameClock *clock, AskWindow *self)
{
  g_signal_handlers_disconnect_by_func (clock, after_first_paint, self);
  if (g_getenv ("ASKDATA_PRINT_FIRST_FRAME") != NULL)
    {
      g_print ("first frame %.0f ms\n", get_process_age ());
      fflush (stdout);
    }
  /* Nothing reads the workspace before the person sees the window. */
  ask_window_load_overview (self);
}

/** ask_window_await_first_frame: reads what stands around the pages once @self, realized, was seen */
void
ask_window_await_first_frame (AskWindow *self)
{
  g_signal_connect_object (gtk_widget_get_frame_clock (GTK_WIDGET (self)), "after-paint",
                           G_CALLBACK (after_first_paint), self, 0);
}
