/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Going on with the result of a query on the page where it is built: by clicks, by its SQL, undone, narrow.
 */
#include "config.h"

#include "app-build.h"

#include <glib/gi18n.h>

#include "app/grid/ask-grid.h"
#include "support/ask-test-locale.h"

#define NARROW 400
#define GROUPED "SELECT city, count(*) AS n FROM sale GROUP BY city"
#define STAGED "WITH step_1 AS (" GROUPED ") SELECT n, count(*) AS rows_counted FROM step_1 GROUP BY n"

static GtkWidget *
find_go_on (GtkWidget *view)
{
  GtkWidget *label = app_test_find_label (view, "_Go On With This Result");

  if (label == NULL)
    label = app_test_find_label (view, "Go On With This Result");
  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON) : NULL;
}

static gboolean
is_seen (gpointer view)
{
  GtkWidget *button = find_go_on (view);

  return button != NULL && gtk_widget_get_mapped (button);
}

/* The last button of the page with these words: of the last stage. */
static GtkWidget *
find_last (GtkWidget *view, const char *words)
{
  GtkWidget *buttons[80];
  guint n = app_test_find_all (view, GTK_TYPE_BUTTON, buttons, G_N_ELEMENTS (buttons));

  while (n > 0 && app_test_find_label (buttons[n - 1], words) == NULL)
    n--;
  g_assert_cmpuint (n, >, 0);
  return buttons[n - 1];
}

/* How many rows each city has, then how many cities have as many. */
static void
test_clicks (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "SELECT * FROM sale");

  app_build_wait_for_sql (view, "SELECT * FROM sale");
  g_assert_false (is_seen (view));
  app_build_open (self, GROUPED);
  app_build_wait_for_sql (view, GROUPED);
  g_assert_true (app_test_wait (is_seen, view));
  app_build_click (find_go_on (view));
  app_build_wait_for_sql (view, "WITH step_1 AS (" GROUPED ") SELECT * FROM step_1");
  app_test_wait_for_words (view, "the result of the steps above");
  app_test_wait_for_words (view, "Step 1: Shown: city, n (number of sales).");
  g_assert_false (is_seen (view));

  app_build_add_step (view, ASK_BUILD_GROUP);
  app_build_click (find_last (view, "Add a Column"));
  app_build_choose (view, "Column", 2, "n");
  app_build_wait_for_sql (view, "WITH step_1 AS (" GROUPED ") SELECT n FROM step_1 GROUP BY n");
}

static GtkWidget *
open_staged_with (AppTest *self, const char *words)
{
  GtkWidget *view = app_build_open (self, STAGED);

  app_build_wait_for_sql (view, STAGED);
  app_test_wait_for_words (view, words);
  return view;
}

static GtkWidget *
open_staged (AppTest *self)
{
  return open_staged_with (self, "From: step 1.");
}

/* SQL of two stages is shown as such; its parts are previewed, changed and undone. */
static void
test_sql (AppTest *self, gconstpointer data)
{
  GtkWidget *view = open_staged (self);
  GtkWidget *eyes[64];
  guint n = app_test_find_all (view, GTK_TYPE_TOGGLE_BUTTON, eyes, G_N_ELEMENTS (eyes));
  guint n_steps = 0;

  app_test_wait_for_words (view, "rows");
  app_test_picture (GTK_WIDGET (self->window), "build-stages");
  for (guint i = 0; i < n; i++)
    if (app_test_find (eyes[i], GTK_TYPE_TOGGLE_BUTTON, "Show rows up to this step") == eyes[i])
      {
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (eyes[i]), TRUE);
        n_steps++;
      }
  /* An entity, groups, summaries; the result, groups, summaries. */
  g_assert_cmpuint (n_steps, ==, 6);
  app_test_wait_for_no_words (view, "Reading…");
  app_test_picture (GTK_WIDGET (self->window), "build-stages-rows");

  /* A step of the first stage is added there, and what is behind goes on from it. */
  gtk_widget_activate_action (view, "build.add-to", "(ui)", 0u, (int) ASK_BUILD_LIMIT);
  app_build_wait_for_sql (view, "WITH step_1 AS (" GROUPED " LIMIT 10) SELECT n, count(*) AS rows_counted FROM step_1 "
                                "GROUP BY n");
  gtk_widget_activate_action (view, "build.undo", NULL);
  app_build_wait_for_sql (view, STAGED);
}

static void
test_removed (AppTest *self, gconstpointer data)
{
  GtkWidget *view = open_staged (self);

  app_build_click (app_test_find (view, GTK_TYPE_BUTTON, "Remove this and all steps below"));
  app_build_wait_for_sql (view, GROUPED);
  g_assert_false (app_test_shows (view, "the result of the steps above"));
  gtk_widget_activate_action (view, "build.undo", NULL);
  app_build_wait_for_sql (view, STAGED);
  app_test_wait_for_words (view, "the result of the steps above");
}

/* What a column is called follows in the stages behind, and one that is gone is a fault where it is used. */
static void
test_changed (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (
    self, "WITH step_1 AS (SELECT city, sum(amount) AS sum_of_amount FROM sale GROUP BY city) SELECT * FROM step_1 WHERE "
          "sum_of_amount > 3");

  app_test_wait_for_words (view, "Step 1:");
  app_build_choose (view, "Summary", 0, "Average");
  app_build_wait_for_sql (view, "WITH step_1 AS (SELECT city, avg(amount) AS average_of_amount FROM sale GROUP BY city) "
                                "SELECT * FROM step_1 WHERE average_of_amount > 3");
  app_build_click (app_test_find (view, GTK_TYPE_BUTTON, "Remove this column"));
  app_build_click (app_test_find (view, GTK_TYPE_BUTTON, "Remove this column"));
  app_test_wait_for_words (view, "“step_1” has no “average_of_amount”. Choose another one.");
  gtk_widget_activate_action (view, "build.undo", NULL);
  app_test_wait_for_no_words (view, "has no “average_of_amount”");
}

static void
test_narrow (AppTest *self, gconstpointer data)
{
  GtkWidget *view;
  int least;

  gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 800);
  view = open_staged (self);
  app_test_wait_for_words (view, "rows");
  app_test_picture (GTK_WIDGET (self->window), "build-stages-narrow");
  gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, NARROW);
  g_assert_nonnull (view);
}

/* In German and dark, where a machine has German: the button and what it leads to are in that language. */
static void
test_german (AppTest *self, gconstpointer data)
{
  g_autofree char *catalogue = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      GtkWidget *view;

      g_setenv ("LANGUAGE", "de", TRUE);
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      /* The window of the set-up speaks English. */
      gtk_window_destroy (GTK_WINDOW (self->window));
      app_test_pause (300);
      self->window = ask_window_new (NULL, self->path);
      gtk_window_set_default_size (GTK_WINDOW (self->window), 1280, 900);
      gtk_window_present (GTK_WINDOW (self->window));
      view = open_staged_with (self, "Aus: Schritt 1.");
      app_test_wait_for_words (view, "dem Ergebnis der Schritte darüber");
      app_test_wait_for_words (view, "Schritt vor dem Ergebnis");
      adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_DARK);
      g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "build-stages-german"), >, 10);
      adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-build-stages/clicks-go-on-with-a-result", test_clicks, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build-stages/sql-of-stages-becomes-their-steps", test_sql, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build-stages/a-stage-is-removed-and-comes-back", test_removed, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build-stages/names-follow-and-what-is-gone-is-a-fault", test_changed, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build-stages/narrow-windows-have-room-for-stages", test_narrow, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build-stages/it-speaks-german-in-the-dark", test_german, APP_TEST_SHOP);
  return g_test_run ();
}
