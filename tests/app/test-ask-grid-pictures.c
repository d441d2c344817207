/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures in a grid, a card and a panel: small in their cells, large on Enter, a mark with the reason where one is broken, and
 * never more read than is seen.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-card.h"
#include "app-grid.h"
#include "app-keys.h"
#include "app-test.h"
#include "app/grid/ask-grid-picture.h"
#include "app/widgets/ask-picture-view.h"
#include "app/widgets/ask-picture-window.h"
#include "app/widgets/ask-thumbnails.h"
#include "source/document/ask-document-source.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-picture.h"

#define MANY 100000

static AskValue
blob (GBytes *bytes)
{
  return ask_value_blob (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
append (AskRows *rows, const char *name, GBytes *bytes)
{
  const AskValue row[] = { ask_value_text (name, -1), blob (bytes), ask_value_integer ((gint64) strlen (name)) };

  ask_rows_append (rows, row);
}

/* Of every kind, and @n small ones below. */
static AskRows *
new_rows (guint n)
{
  static const char nothing[24] = "\0\1\2\3 no picture at all";
  AskRows *rows = ask_rows_new ();
  g_autoptr (GBytes) png = ask_test_picture_png (640, 480, TRUE, 1);
  g_autoptr (GBytes) jpeg = ask_test_picture_jpeg (300, 200, TRUE);
  g_autoptr (GBytes) webp = ask_test_picture_webp (200, 320, FALSE, FALSE);
  g_autoptr (GBytes) small = ask_test_picture_webp (64, 48, FALSE, FALSE);
  g_autoptr (GBytes) pdf = ask_test_picture_pdf ();
  g_autoptr (GBytes) cut = g_bytes_new_from_bytes (png, 0, 100);
  g_autoptr (GBytes) none = g_bytes_new_static (nothing, sizeof nothing);
  g_autoptr (GBytes) bomb = ask_test_picture_bomb (30000, 30000);

  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "photo", ASK_TYPE_BLOB);
  ask_rows_add_column (rows, "length", ASK_TYPE_INTEGER);
  append (rows, "slope", png);
  append (rows, "lying photo", jpeg);
  append (rows, "tall", webp);
  append (rows, "paper", pdf);
  append (rows, "cut", cut);
  append (rows, "bytes", none);
  append (rows, "bomb", bomb);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GBytes) one = i % 500 == 0 ? ask_test_picture_png (16 + i / 500, 16, FALSE, 2) : NULL;
      g_autofree char *name = g_strdup_printf ("row %u", i);

      append (rows, name, one != NULL ? one : small);
    }
  return rows;
}

static void
set_up (AppGrid *self, gconstpointer n)
{
  app_grid_open (self, new_rows (GPOINTER_TO_UINT (n)), 900, 640);
}

static void
tear_down (AppGrid *self, gconstpointer data)
{
  app_grid_close (self);
}

static gboolean
is_read (gpointer grid)
{
  return !ask_grid_pictures_is_busy (ask_grid_get_body (grid)->pictures);
}

static GtkWidget *
find_cell (AppGrid *self, const char *words)
{
  return app_test_find (self->grid, GTK_TYPE_WIDGET, words);
}

static char *
dup_tooltip (AppGrid *self, gsize row)
{
  return ask_grid_pictures_dup_tooltip (ask_grid_get_body (ASK_GRID (self->grid))->pictures, (AskGridPoint) { row, 1 });
}

static void
test_cells (AppGrid *self, gconstpointer data)
{
  g_autofree char *whole = NULL;
  g_autofree char *cut = NULL;
  g_autofree char *none = NULL;
  g_autofree char *bomb = NULL;

  g_assert_true (app_test_wait (is_read, self->grid));
  app_test_pause (100);
  app_test_looks (self->window, "grid-pictures");
  g_assert_nonnull (find_cell (self, "picture, PNG, 640 × 480"));
  g_assert_nonnull (find_cell (self, "picture, JPEG, 300 × 200"));
  g_assert_nonnull (find_cell (self, "picture, WebP, 200 × 320"));
  g_assert_nonnull (find_cell (self, "picture, PDF, page 1 of 1"));
  /* What is no picture is what it was, and what is broken says why. */
  g_assert_nonnull (find_cell (self, "24 bytes"));
  g_assert_nonnull (find_cell (self, "a picture that cannot be shown: This PNG picture is damaged. Save it again, or "
                                     "fetch it anew., 100 bytes"));
  whole = dup_tooltip (self, 0);
  cut = dup_tooltip (self, 4);
  none = dup_tooltip (self, 5);
  bomb = dup_tooltip (self, 6);
  g_assert_cmpstr (whole, ==, "Show it large");
  g_assert_nonnull (strstr (cut, "damaged"));
  g_assert_null (none);
  g_assert_nonnull (strstr (bomb, "100 million pixels"));
}

static gboolean
window_is_read (gpointer data)
{
  GtkWidget *window = app_test_find_toplevel (ASK_TYPE_PICTURE_WINDOW);

  return window != NULL && !ask_picture_window_is_busy (ASK_PICTURE_WINDOW (window));
}

static void
activated (AskGrid *grid, guint row, guint column, guint *n)
{
  ++*n;
}

/* Enter on a picture shows it, on another cell it does what the grid's owner wants. */
static void
test_enter (AppGrid *self, gconstpointer data)
{
  GtkWidget *window;
  guint n = 0;

  if (!app_keys_are_there ())
    return;
  ask_grid_set_clickable (ASK_GRID (self->grid), "Show the rows behind this");
  g_signal_connect (self->grid, "cell-activated", G_CALLBACK (activated), &n);
  g_assert_true (app_test_wait (is_read, self->grid));
  gtk_widget_grab_focus (self->grid);
  app_keys_run (self->window, "key Down key Right key Return");
  g_assert_true (app_test_wait (window_is_read, NULL));
  g_assert_cmpuint (n, ==, 0);
  window = app_test_find_toplevel (ASK_TYPE_PICTURE_WINDOW);
  app_test_looks (window, "picture-large");
  g_assert_true (app_test_shows (window, "PNG, 640 × 480 · "));
  g_assert_nonnull (app_test_find (window, GTK_TYPE_PICTURE, NULL));
  app_keys_run (window, "key Escape");
  app_test_wait_for_no_window (ASK_TYPE_PICTURE_WINDOW);
  app_keys_run (self->window, "key Left key Return");
  g_assert_cmpuint (n, ==, 1);
}

/* What is cut says why, large, too. */
static void
test_broken (AppGrid *self, gconstpointer data)
{
  AskGridBody *body = ask_grid_get_body (ASK_GRID (self->grid));

  g_assert_true (app_test_wait (is_read, self->grid));
  g_assert_true (ask_grid_pictures_open (body->pictures, (AskGridPoint) { 4, 1 }));
  g_assert_false (ask_grid_pictures_open (body->pictures, (AskGridPoint) { 5, 1 }));
  g_assert_false (ask_grid_pictures_open (body->pictures, (AskGridPoint) { 0, 0 }));
  g_assert_true (app_test_wait (window_is_read, NULL));
  app_test_wait_for_words (app_test_find_toplevel (ASK_TYPE_PICTURE_WINDOW), "This PNG picture is damaged");
  gtk_window_close (GTK_WINDOW (app_test_find_toplevel (ASK_TYPE_PICTURE_WINDOW)));
  app_test_wait_for_no_window (ASK_TYPE_PICTURE_WINDOW);
}

/* Through many rows: what is seen at the end is there, and what was passed is not waited for. */
static void
test_many (AppGrid *self, gconstpointer data)
{
  GtkWidget *scroller = app_test_find (self->grid, GTK_TYPE_SCROLLED_WINDOW, NULL);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

  for (guint i = 1; i <= 60; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * i / 60);
      app_test_pause (5);
    }
  g_assert_true (app_test_wait (is_read, self->grid));
  app_test_pause (100);
  g_assert_nonnull (find_cell (self, "100,007"));
  g_assert_nonnull (find_cell (self, "picture, WebP, 64 × 48"));
  app_test_looks (self->window, "grid-pictures-many");
  /* Back at the top, what was there is there again. */
  gtk_adjustment_set_value (adjustment, 0);
  app_test_pause (50);
  g_assert_true (app_test_wait (is_read, self->grid));
  app_test_pause (50);
  g_assert_nonnull (find_cell (self, "picture, PNG, 640 × 480"));
}

/* What is asked for and passed again is not read: only so many wait. */
static void
test_bound (void)
{
  g_autoptr (AskRows) rows = new_rows (2000);
  AskThumbnails *thumbnails = ask_thumbnails_new ();
  guint n = 0;

  ask_thumbnails_set_rows (thumbnails, rows);
  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    g_assert_null (ask_thumbnails_get (thumbnails, ask_rows_get (rows, i, 1), NULL));
  while (ask_thumbnails_is_busy (thumbnails))
    g_main_context_iteration (NULL, TRUE);
  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    n += ask_thumbnails_get (thumbnails, ask_rows_get (rows, i, 1), NULL) != NULL;
  /* Those that waited at the end, and the three that had begun. */
  g_assert_cmpuint (n, >=, 160);
  g_assert_cmpuint (n, <=, 170);
  ask_thumbnails_stop (thumbnails);
  g_object_unref (thumbnails);
}

/* A folder of documents with photos/a.jpg, and a picture beside it, which is none of its files. */
static char *
add_folder (AppTest *self)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) photo = ask_test_picture_jpeg (300, 200, FALSE);
  char *top = g_dir_make_tmp ("askdata-photos-XXXXXX", &error);
  g_autofree char *docs = g_build_filename (top, "docs", NULL);
  g_autofree char *photos = g_build_filename (docs, "photos", NULL);
  g_autofree char *file = g_build_filename (photos, "a.jpg", NULL);
  g_autofree char *beside = g_build_filename (top, "beside.jpg", NULL);
  g_autofree char *words = g_build_filename (docs, "words.txt", NULL);
  gsize size;
  const char *bytes = g_bytes_get_data (photo, &size);

  g_assert_cmpint (g_mkdir_with_parents (photos, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, bytes, (gssize) size, NULL));
  g_assert_true (g_file_set_contents (beside, bytes, (gssize) size, NULL));
  g_assert_true (g_file_set_contents (words, "A text.", -1, NULL));
  workspace = ask_workspace_open (self->path, &error);
  g_assert_no_error (error);
  record
    = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_document_kind, "papers", docs }, NULL, NULL, &error);
  g_assert_no_error (error);
  return top;
}

static gboolean
has_no_picture (gpointer card)
{
  return app_test_find (card, ASK_TYPE_PICTURE_VIEW, NULL) == NULL;
}

static AskAnswer *
new_answer (const char *rows)
{
  g_autofree char *json = g_strdup_printf (
    "{\"question\":\"Which photo?\",\"status\":\"answered\",\"sql\":\"SELECT 'photos/a.jpg' AS photo\","
    "\"answer\":{\"text\":\"t\",\"columns\":[{\"name\":\"photo\",\"type\":\"TEXT\"}],"
    "\"rows\":%s,\"truncated\":false},"
    "\"suggestions\":[],\"sources\":[],\"steps\":[],\"stats\":{}}",
    rows);
  g_autoptr (GError) error = NULL;
  AskAnswer *answer = ask_answer_from_json (json, &error);

  g_assert_no_error (error);
  return answer;
}

/* A card of one picture shows it; one whose text only looks like one shows its table; in tables files stand before their names. */
static void
test_card (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = add_folder (self);
  AskAnswerCard *card = app_card_ask (self->window, "Sales by city", "answer");
  GtkWidget *grid, *window;

  ask_answer_card_show (card, ask_outcome_new (new_answer ("[[\"photos/a.jpg\"]]"), NULL));
  app_test_wait_for_words (card, "JPEG, 300 × 200");
  app_test_looks (GTK_WIDGET (self->window), "card-picture");
  gtk_widget_activate (app_test_find (GTK_WIDGET (card), GTK_TYPE_BUTTON, "picture, JPEG, 300 × 200"));
  window = app_test_wait_for_window (ASK_TYPE_PICTURE_WINDOW);
  app_test_wait_for_words (window, "JPEG, 300 × 200 · ");
  gtk_window_close (GTK_WINDOW (window));
  app_test_wait_for_no_window (ASK_TYPE_PICTURE_WINDOW);
  ask_answer_card_show (card, ask_outcome_new (new_answer ("[[\"photos/none.jpg\"]]"), NULL));
  g_assert_true (app_test_wait (has_no_picture, card));
  app_test_pause (100);
  g_assert_nonnull (app_test_find (GTK_WIDGET (card), GTK_TYPE_WIDGET, "photos/none.jpg"));
  ask_answer_card_show (card,
                        ask_outcome_new (new_answer ("[[\"photos/a.jpg\"],[\"photos/none.jpg\"],[\"../beside.jpg\"]]"),
                                         NULL));
  ask_answer_card_show_view (card, "table");
  g_assert_cmpuint (app_test_find_all (GTK_WIDGET (card), ASK_TYPE_GRID, &grid, 1), ==, 1);
  app_test_pause (100);
  g_assert_true (app_test_wait (is_read, grid));
  app_test_pause (100);
  g_assert_nonnull (app_test_find (grid, GTK_TYPE_WIDGET, "picture, JPEG, 300 × 200, photos/a.jpg"));
  g_assert_nonnull (app_test_find (grid, GTK_TYPE_WIDGET, "photos/none.jpg"));
  g_assert_nonnull (app_test_find (grid, GTK_TYPE_WIDGET, "../beside.jpg"));
  app_test_looks (GTK_WIDGET (self->window), "card-picture-table");
  ask_test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
#define ADD(name, n, func) \
  g_test_add ("/app/ask-grid-pictures/" name, AppGrid, GUINT_TO_POINTER (n), set_up, func, tear_down)
  ADD ("cells-show-pictures-or-say-why-not", 0, test_cells);
  ADD ("enter-shows-a-picture-large", 0, test_enter);
  ADD ("a-broken-one-says-why", 0, test_broken);
  ADD ("many-rows-scroll-and-show-what-is-seen", MANY, test_many);
  g_test_add_func ("/app/ask-grid-pictures/only-so-many-wait", test_bound);
  APP_TEST_ADD ("/app/ask-grid-pictures/a-card-of-one-picture-shows-it", test_card, APP_TEST_SHOP);
  return g_test_run ();
}
