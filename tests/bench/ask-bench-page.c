/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-page MODE ROWS: shows a window, hands it that many rows, and prints "shown N ms" at the
 * end of the frame in which the first row can be read. Mode "table" is the table view alone, "card"
 * an answer card whose table is chosen, "chart" only how long the choice of a picture takes. It
 * reads no workspace and computes nothing of its own.
 */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "app/ask/ask-answer-card.h"
#include "app/ask-application.h"
#include "app/grid/ask-grid.h"

/* Stands in the first row only. */
#define MARK "first-of-all"
#define SETTLE_MS 300

typedef struct
{
  GtkWidget *window;
  GtkWidget *view; /* the table or the card */
  AskRows *rows;
  AskOutcome *outcome; /* nullable */
  gint64 started;
  GMainLoop *loop;
} Page;

static AskRows *
make_rows (guint n)
{
  AskRows *rows = ask_rows_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  char name[32], day[16];

  ask_rows_add_column (rows, "order_id", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "customer", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "day", ASK_TYPE_DATE);
  ask_rows_add_column (rows, "amount", ASK_TYPE_REAL);
  ask_rows_add_column (rows, "status", ASK_TYPE_TEXT);
  for (guint i = 0; i < n; i++)
    {
      AskValue cells[5];

      g_snprintf (name, sizeof name, "Customer %d", g_rand_int_range (random, 0, 20000));
      g_snprintf (day, sizeof day, "%d-%02d-%02d", g_rand_int_range (random, 2022, 2026),
                  g_rand_int_range (random, 1, 13), g_rand_int_range (random, 1, 29));
      cells[0] = ask_value_integer (i + 1);
      cells[1] = ask_value_text (i == 0 ? MARK : name, -1);
      cells[2] = ask_value_text (day, -1);
      cells[3] = ask_value_real (g_rand_int_range (random, 100, 50000) / 100.0);
      cells[4] = ask_value_text (i % 5 == 0 ? "returned" : "delivered", -1);
      ask_rows_append (rows, cells);
    }
  return rows;
}

/* Whether the first row is on screen: its cell is there, mapped, and has a size. */
static gboolean
is_shown (GtkWidget *widget)
{
  g_autofree char *mismatch = NULL;

  if (gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL))
    {
      mismatch = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, MARK);
      if (mismatch == NULL)
        return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0
               && gtk_widget_get_height (widget) > 0;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_shown (child))
      return TRUE;
  return FALSE;
}

/* In digits that the reader's locale has no say in. */
static void
print_ms (double ms)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_print ("shown %s ms\n", g_ascii_formatd (text, sizeof text, "%.1f", ms));
}

static void
after_paint (GdkFrameClock *clock, Page *self)
{
  if (self->started == 0 || !is_shown (self->view))
    return;
  /* What was drawn has reached the server when this returns. */
  gdk_display_sync (gtk_widget_get_display (self->window));
  print_ms ((double) (g_get_monotonic_time () - self->started) / 1000);
  g_main_loop_quit (self->loop);
}

static gboolean
hand_over (gpointer data)
{
  Page *self = data;

  self->started = g_get_monotonic_time ();
  if (ASK_IS_GRID (self->view))
    ask_grid_set_rows (ASK_GRID (self->view), self->rows);
  else
    {
      ask_answer_card_show (ASK_ANSWER_CARD (self->view), g_steal_pointer (&self->outcome));
      ask_answer_card_show_view (ASK_ANSWER_CARD (self->view), "table");
    }
  return G_SOURCE_REMOVE;
}

static AskOutcome *
make_outcome (AskRows *rows, double *ms)
{
  AskAnswer *answer = ask_answer_new ("Which orders are there?");
  g_autoptr (GError) error = NULL;
  gint64 started = g_get_monotonic_time ();
  AskChart *chart = ask_chart_choose (rows, answer->question, &error);

  *ms = (double) (g_get_monotonic_time () - started) / 1000;
  if (chart == NULL)
    g_error ("%s", error->message);
  answer->status = ASK_STATUS_ANSWERED;
  answer->text = g_strdup ("There are many orders.");
  answer->sql = g_strdup ("SELECT * FROM orders");
  answer->rows = ask_rows_ref (rows);
  answer->n_rows = ask_rows_get_n_rows (rows);
  ask_answer_add_step (answer, "sql", "Orders", NULL);
  return ask_outcome_new (answer, chart);
}

static void
show (Page *self, gboolean card)
{
  g_autoptr (AskSession) session = ask_session_new ("unused.askdata");

  self->window = adw_window_new ();
  self->view = card ? ask_answer_card_new (session) : ask_grid_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 760);
  adw_window_set_content (ADW_WINDOW (self->window), self->view);
  gtk_window_present (GTK_WINDOW (self->window));
  g_signal_connect (gtk_widget_get_frame_clock (self->window), "after-paint", G_CALLBACK (after_paint), self);
  /* The window is there and at rest when the rows come, as it is when a query ends. */
  g_timeout_add (SETTLE_MS, hand_over, self);
  self->loop = g_main_loop_new (NULL, FALSE);
  g_main_loop_run (self->loop);
  g_main_loop_unref (self->loop);
  gtk_window_destroy (GTK_WINDOW (self->window));
}

int
main (int argc, char **argv)
{
  g_autoptr (AskRows) rows = NULL;
  Page page = { 0 };
  double chart_ms = 0;

  if (argc != 3)
    {
      g_printerr ("Usage: ask-bench-page table|card|chart ROWS\n");
      return 2;
    }
  rows = make_rows ((guint) g_ascii_strtoull (argv[2], NULL, 10));
  if (strcmp (argv[1], "table") != 0)
    page.outcome = make_outcome (rows, &chart_ms);
  if (strcmp (argv[1], "chart") == 0)
    print_ms (chart_ms);
  else
    {
      adw_init ();
      ask_application_register_resources ();
      page.rows = rows;
      show (&page, strcmp (argv[1], "card") == 0);
    }
  g_clear_pointer (&page.outcome, ask_outcome_unref);
  return 0;
}
