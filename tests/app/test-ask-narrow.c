/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window of 400 pixels: every page fits into it, whatever was shown before, and the pages' list covers what it
 * lies on.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "app-boards.h"
#include "app-card.h"
#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/steps/ask-steps-window.h"
#include "app/widgets/ask-whole-label.h"
#include "support/ask-test-locale.h"

#define NARROW 400

static const char *const pages[] = { "ask", "boards", "history", "sources", "schema", "sql", "verified", "inbox" };

static void
test_pages (AppTest *self, gconstpointer data)
{
  /* Twice, since a page that was never shown is not made yet, and asks for nothing. */
  for (guint i = 0; i < 2 * G_N_ELEMENTS (pages); i++)
    {
      const char *name = pages[i % G_N_ELEMENTS (pages)];
      g_autofree char *picture = g_strdup_printf ("narrow-%s", name);
      int least;

      ask_window_show_page (self->window, name);
      gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 700);
      app_test_picture (GTK_WIDGET (self->window), picture);
      gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_test_message ("%s: at least %d pixels", name, least);
      g_assert_cmpint (least, <=, NARROW);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->window)), <=, NARROW);
    }
}

/* Returns: (transfer full): the pixels of the list's lowest quarter, below its rows */
static GBytes *
read_list (AppTest *self, const char *picture)
{
  GtkWidget *list = app_test_find (GTK_WIDGET (self->window), GTK_TYPE_LIST_BOX, "Pages");
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (self->window));
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  g_autoptr (GdkTexture) texture = NULL;
  graphene_rect_t place;
  guint width, height;
  guchar *pixels;

  app_test_picture (GTK_WIDGET (self->window), picture);
  g_assert_true (gtk_widget_compute_bounds (list, GTK_WIDGET (self->window), &place));
  /* Without the last pixels, which the shadow on the page touches. */
  width = (guint) place.size.width - 4;
  height = (guint) place.size.height / 4;
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (GTK_WIDGET (self->window)),
                          gtk_widget_get_height (GTK_WIDGET (self->window)));
  node = gtk_snapshot_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (self->window)), node,
                                         &GRAPHENE_RECT_INIT (place.origin.x, place.origin.y + 3 * (float) height,
                                                              (float) width, (float) height));
  gsk_render_node_unref (node);
  pixels = g_malloc ((gsize) width * height * 4);
  gdk_texture_download (texture, pixels, (gsize) width * 4);
  return g_bytes_new_take (pixels, (gsize) width * height * 4);
}

static void
test_list_covers (AppTest *self, gconstpointer data)
{
  g_autoptr (GBytes) over_sources = NULL;
  g_autoptr (GBytes) over_schema = NULL;

  gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 700);
  ask_window_show_page (self->window, "schema");
  app_test_pause (500);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.toggle-sidebar", NULL));
  over_schema = read_list (self, "narrow-list-schema");
  ask_window_show_page (self->window, "sources");
  over_sources = read_list (self, "narrow-list-sources");
  g_assert_true (g_bytes_equal (over_schema, over_sources));
}

static void
assert_whole (gpointer root, const char *words)
{
  GtkWidget *label = app_test_find_label (GTK_WIDGET (root), words);

  g_assert_nonnull (label);
  g_assert_true (gtk_widget_get_mapped (label));
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
}

/* An answer and a failure with all its buttons: neither widens the window, and small words stay whole. */
static void
test_cards (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card;
  GtkWidget *model;
  int least;

  gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 700);
  app_test_pause (300);
  card = app_card_ask (self->window, "Sales by month", NULL);
  app_test_picture (GTK_WIDGET (self->window), "narrow-answer");
  assert_whole (card, "12 rows");
  app_card_ask (self->window, "Which plumber repaired the groovy dishwasher?", NULL);
  app_test_picture (GTK_WIDGET (self->window), "narrow-failure");
  gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, NARROW);
  assert_whole (self->window, "Set a Language Model…");
  /* The dot alone; of its words there would be an ellipsis. */
  model = app_test_find (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, "on this computer");
  g_assert_nonnull (model);
  g_assert_false (app_test_shows (model, "on this computer"));
}

/* Words that are longer than ours need no wider window. */
static void
test_german_card (AppTest *self, gconstpointer data)
{
  g_autofree char *catalogue = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  AskTestLocale locale;
  int least;

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
      gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 700);
      gtk_window_present (GTK_WINDOW (self->window));
      app_test_pause (300);
      assert_whole (app_card_ask (self->window, "Sales by month", NULL), "Exportieren");
      app_test_picture (GTK_WIDGET (self->window), "narrow-answer-de");
      gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_assert_cmpint (least, <=, NARROW);
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

/* Returns: (transfer none) (nullable): a label below @widget that is shown and cut off */
static const char *
find_cut (GtkWidget *widget)
{
  /* What an entry says before something is written there. */
  if (GTK_IS_TEXT (widget))
    return NULL;
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    return gtk_label_get_text (GTK_LABEL (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      const char *cut = find_cut (child);

      if (cut != NULL)
        return cut;
    }
  return NULL;
}

/* What is offered is read before it is chosen: it takes as many lines as it needs, in large letters, too. */
static void
test_start (AppTest *self, gconstpointer data)
{
  GtkWidget *page = ask_window_get_page (self->window, "ask");
  int dpi;

  app_boards_make_board (self);
  ask_window_show_page (self->window, "boards");
  ask_window_show_page (self->window, "ask");
  app_test_wait_for_words (page, "Pinned on your boards:");
  app_test_wait_for_words (page, "Your data can answer these:");
  gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 700);
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  app_test_picture (GTK_WIDGET (self->window), "narrow-start-200");
  g_assert_cmpstr (find_cut (page), ==, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", dpi, NULL);
}

/* A figure that is cut off would be another one. */
static void
test_figure (void)
{
  GtkWidget *window = gtk_window_new (), *figure = ask_whole_label_new ("6,878,479.67"), *label;
  graphene_rect_t place;

  gtk_widget_add_css_class (figure, "title-1");
  gtk_window_set_child (GTK_WINDOW (window), figure);
  gtk_window_set_default_size (GTK_WINDOW (window), 80, 60);
  gtk_window_present (GTK_WINDOW (window));
  app_test_picture (window, "narrow-figure");
  label = gtk_widget_get_first_child (figure);
  g_assert_cmpstr (find_cut (window), ==, NULL);
  g_assert_true (gtk_widget_compute_bounds (label, figure, &place));
  g_assert_cmpfloat (place.size.width, <=, (float) gtk_widget_get_width (figure) + 1);
  g_assert_cmpint (gtk_widget_get_width (label), >, gtk_widget_get_width (figure));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The steps and what one of them did lie behind each other, not beside. */
static void
test_steps (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "Sales by month", NULL);
  GtkWidget *steps;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.steps", NULL));
  steps = app_test_wait_for_window (ASK_TYPE_STEPS_WINDOW);
  g_assert_false (adw_leaflet_get_folded (ADW_LEAFLET (app_test_find (steps, ADW_TYPE_LEAFLET, NULL))));
  gtk_window_set_default_size (GTK_WINDOW (steps), NARROW, 700);
  app_test_picture (steps, "narrow-steps");
  g_assert_true (adw_leaflet_get_folded (ADW_LEAFLET (app_test_find (steps, ADW_TYPE_LEAFLET, NULL))));
  g_assert_cmpint (gtk_widget_get_width (steps), <=, NARROW);
  gtk_window_destroy (GTK_WINDOW (steps));
}

/* What everybody needs stands on the first page of the shortcuts, and the page fits a small screen. */
static void
test_shortcuts (AppTest *self, gconstpointer data)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/com/example/AskData/gtk/help-overlay.ui");
  GtkWidget *shortcuts = GTK_WIDGET (gtk_builder_get_object (builder, "help_overlay"));

  gtk_window_set_transient_for (GTK_WINDOW (shortcuts), GTK_WINDOW (self->window));
  gtk_window_present (GTK_WINDOW (shortcuts));
  app_test_picture (shortcuts, "narrow-shortcuts");
  g_assert_cmpint (gtk_widget_get_width (shortcuts), <=, 1024);
  assert_whole (shortcuts, "Write a question");
  assert_whole (shortcuts, "The pages, from the first to the last");
  gtk_window_destroy (GTK_WINDOW (shortcuts));
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-narrow/every-page-fits-into-400-pixels", test_pages, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-narrow/the-list-covers-the-page-it-lies-over", test_list_covers, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-narrow/a-card-is-whole-in-400-pixels", test_cards, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-narrow/a-german-card-is-whole-in-400-pixels", test_german_card, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-narrow/what-is-offered-is-whole-in-large-letters", test_start, APP_TEST_SHOP);
  g_test_add_func ("/app/ask-narrow/a-figure-is-never-cut", test_figure);
  APP_TEST_ADD ("/app/ask-narrow/steps-fold-in-a-narrow-window", test_steps, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-narrow/shortcuts-fit-a-small-screen", test_shortcuts, APP_TEST_SHOP);
  return g_test_run ();
}
