/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * None of the window's own words is cut short, in English and in German, whose words are longer: as wide as each window opens,
 * and its dialogs at 400 pixels, too. ASKDATA_PICTURES=DIR keeps a picture of each.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-card.h"
#include "app-form.h"
#include "app/ask-preferences.h"
#include "app/ask/ask-ask-view.h"
#include "app/functions/ask-each-dialog.h"
#include "app/functions/ask-functions-window.h"
#include "app/grid/ask-grid.h"
#include "app/schema/ask-schema-view.h"
#include "app/schema/ask-versions-dialog.h"
#include "app/steps/ask-ledger-window.h"
#include "source/ask-source-kinds.h"
#include "support/ask-test-locale.h"

#define NARROW 400

static const char *language;

/* The title of a narrow header bar gives way to its buttons. */
static gboolean
gives_way (GtkWidget *label)
{
  return gtk_widget_has_css_class (label, "title") && gtk_widget_get_ancestor (label, ADW_TYPE_HEADER_BAR) != NULL
         && gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (label))) <= NARROW;
}

/* Adds to @cut the words of each label below @widget that are not shown whole. */
static void
find_cut (GtkWidget *widget, GString *cut)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget) && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)))
      && !gives_way (widget))
    g_string_append_printf (cut, "“%s” ", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    find_cut (child, cut);
}

/* @window: shown. A picture of it, whose words have to be whole. */
static void
check_whole (GtkWidget *window, const char *name)
{
  g_autofree char *picture = g_strdup_printf ("words-%s-%s", language, name);
  g_autoptr (GString) cut = g_string_new (NULL);

  app_test_pause (250);
  g_assert_cmpuint (app_test_picture (window, picture), >, 10);
  find_cut (window, cut);
  if (cut->len > 0)
    {
      g_test_message ("%s: cut: %s", picture, cut->str);
      g_test_fail ();
    }
}

/* The same for a dialog, which goes then: as it opens, and narrow. */
static void
check_dialog (GtkWidget *window, const char *name)
{
  g_autofree char *narrow = g_strconcat (name, "-narrow", NULL);

  check_whole (window, name);
  if (!ADW_IS_MESSAGE_DIALOG (window))
    {
      gtk_window_set_default_size (GTK_WINDOW (window), NARROW, 700);
      check_whole (window, narrow);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  app_test_pause (100);
}

static void
check_pages (AppTest *self)
{
  static const char *const pages[]
    = { "ask", "boards", "browse", "build", "sql", "history", "verified", "inbox", "sources", "schema" };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      ask_window_show_page (self->window, pages[i]);
      check_whole (GTK_WIDGET (self->window), pages[i]);
    }
}

static void
check_new (GtkWidget *window, const char *name)
{
  gtk_window_present (GTK_WINDOW (window));
  check_dialog (window, name);
}

static void
check_sources (AppTest *self)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strconcat ("add-", kinds[i]->word, NULL);

      check_dialog (GTK_WIDGET (app_form_open (self, kinds[i]->word)), name);
    }
}

static gboolean
is_read (gpointer page)
{
  return g_str_equal (ask_schema_view_get_state (page), "full");
}

static void
check_windows (AppTest *self)
{
  AskSession *session = ask_window_get_session (self->window);
  GtkWidget *window = GTK_WIDGET (self->window);

  check_new (ask_preferences_new (session, NULL), "preferences");
  check_new (ask_ledger_window_new (session), "ledger");
  g_assert_true (app_test_wait (is_read, ask_window_get_page (self->window, "schema")));
  gtk_widget_activate_action (window, "win.show-versions", "s", "0");
  check_dialog (app_test_wait_for_window (ASK_TYPE_VERSIONS_DIALOG), "versions");
  gtk_widget_activate_action (window, "win.show-functions", NULL);
  check_dialog (app_test_wait_for_window (ASK_TYPE_FUNCTIONS_WINDOW), "functions");
}

static gboolean
is_done (gpointer card)
{
  return card != NULL && !g_str_equal (ask_answer_card_get_state (card), "running");
}

/* What is asked of an answer: of each of its rows, and whether a claim holds. */
static void
check_card (AppTest *self)
{
  AskAnswerCard *card;
  GtkWidget *grid;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.answer-sql", "s",
                              "SELECT id, city, amount FROM sale ORDER BY id");
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask")));
  g_assert_true (app_test_wait (is_done, card));
  ask_answer_card_show_view (card, "table");
  check_whole (GTK_WIDGET (self->window), "card");
  grid = app_test_find (GTK_WIDGET (card), ASK_TYPE_GRID, NULL);
  g_assert_true (gtk_widget_activate_action (grid, "grid.ask-each", "u", 1));
  check_dialog (app_test_wait_for_window (ASK_TYPE_EACH_DIALOG), "each");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.check", NULL));
  check_dialog (app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG), "claim");
}

static void
check_all (AppTest *self)
{
  check_pages (self);
  check_windows (self);
  check_sources (self);
  check_card (self);
}

static void
test_english (AppTest *self, gconstpointer data)
{
  language = "en";
  check_all (self);
}

static void
test_german (AppTest *self, gconstpointer data)
{
  g_autofree char *catalogue = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  AskTestLocale locale;

  language = "de";
  if (ask_test_locale_set_german (&locale))
    {
      g_setenv ("LANGUAGE", "de", TRUE);
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      /* The window of the set-up speaks English. */
      gtk_window_destroy (GTK_WINDOW (self->window));
      app_test_pause (300);
      self->window = ask_window_new (NULL, self->path);
      gtk_window_present (GTK_WINDOW (self->window));
      app_test_wait_for_words (self->window, "Fragen");
      check_all (self);
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-words/none-is-cut-short/english", test_english, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-words/none-is-cut-short/german", test_german, APP_TEST_SHOP);
  return g_test_run ();
}
