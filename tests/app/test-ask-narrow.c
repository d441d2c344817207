/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window of 400 pixels: every page fits into it, whatever was shown before, and the pages' list covers what it
 * lies on.
 */
#include "config.h"

#include "app-test.h"

#define NARROW 400

static const char *const pages[] = { "ask", "history", "sources", "schema", "verified" };

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

/* Returns: (transfer full): the pixels of the list's lower half, where nothing of its own is */
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
  height = (guint) place.size.height / 2;
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (GTK_WIDGET (self->window)),
                          gtk_widget_get_height (GTK_WIDGET (self->window)));
  node = gtk_snapshot_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (self->window)), node,
                                         &GRAPHENE_RECT_INIT (place.origin.x, place.origin.y + (float) height,
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

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-narrow/pages-fit", test_pages, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-narrow/list-covers-the-page", test_list_covers, APP_TEST_SHOP);
  return g_test_run ();
}
