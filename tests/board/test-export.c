/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board as a file: pages, a picture, HTML that runs nothing but its own script, and an .askboard that opens elsewhere and
 * holds nothing of what is hidden.
 */
#include "config.h"

#include <cairo.h>
#include <glib/gstdio.h>
#include <poppler.h>
#include <string.h>

#include "board-fixture.h"
#include "board/ask-board-export.h"
#include "bundle/ask-bundle.h"

/* Noon, so that no time zone moves a day. */
#define NOW G_GINT64_CONSTANT (1760000000000000)

typedef struct
{
  BoardFixture *fixture;
  AskBoard *board;
  GPtrArray *results;
} Made;

static void
made_clear (Made *self)
{
  g_ptr_array_unref (self->results);
  ask_board_free (self->board);
  board_fixture_free (self->fixture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Made, made_clear)

static void
run (Made *self)
{
  g_autoptr (GError) error = NULL;

  board_fixture_save (self->fixture, self->board);
  self->results
    = ask_board_refresh (self->board, self->fixture->workspace, &(AskBoardRefresh) { .now = NOW }, NULL, &error);
  g_assert_no_error (error);
}

/* A chart, a table, a figure, words, a heading, a rule, and a tile that fails. */
static Made
make (void)
{
  Made made = { board_fixture_new (), ask_board_new ("Sales <b>&amp;</b>"), NULL };
  AskTile *tile;

  ask_tile_set_text (ask_board_add_tile (made.board, ASK_TILE_HEADING, NULL), "How it goes");
  board_fixture_pin (made.board, "Orders by city",
                     "SELECT c.city AS city, count(*) AS orders FROM orders o JOIN customer c ON c.id = o.customer_id"
                     " WHERE c.city IS NOT NULL GROUP BY c.city");
  tile = board_fixture_pin (made.board, "<script>alert(1)</script>",
                            "SELECT id, name, '<img src=x onerror=alert(2)>' AS note, 9007199254740993 AS large,"
                            " 0.1 AS tenth FROM customer");
  tile->view = ASK_VIEW_TABLE;
  tile = board_fixture_pin (made.board, "Amount", "SELECT sum(amount) AS amount FROM orders");
  tile->view = ASK_VIEW_VALUE;
  ask_tile_add_threshold (tile, &(AskTileThreshold) { FALSE, 100, ASK_LEVEL_WARNING, FALSE });
  ask_board_add_tile (made.board, ASK_TILE_SEPARATOR, NULL);
  ask_tile_set_text (ask_board_add_tile (made.board, ASK_TILE_TEXT, NULL), "Two lines,\n“quoted” & <bold>");
  board_fixture_pin (made.board, "Broken", "SELECT nothing FROM orders");
  run (&made);
  return made;
}

static char *export(const Made *made, const char *name)
{
  g_autoptr (GError) error = NULL;
  char *path = store_fixture_file (made->fixture->shop->fixture, name);

  ask_board_export (made->board, made->fixture->workspace, &(AskBoardPicture) { .results = made->results, .now = NOW },
                    path, NULL, &error);
  g_assert_no_error (error);
  return path;
}

static guint
count (const char *bytes, gsize length, const char *what)
{
  guint n = 0;

  for (const char *at = bytes; (at = memmem (at, length - (gsize) (at - bytes), what, strlen (what))) != NULL; at++)
    n++;
  return n;
}

static int
count_pages (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autoptr (GError) error = NULL;
  PopplerDocument *document = poppler_document_new_from_file (uri, NULL, &error);
  int n;

  g_assert_no_error (error);
  n = poppler_document_get_n_pages (document);
  g_object_unref (document);
  return n;
}

static void
test_pdf (void)
{
  g_auto (Made) made = make ();
  g_autofree char *one = export(&made, "one.pdf");
  g_autofree char *many = NULL;

  g_assert_cmpint (count_pages (one), ==, 2);
  for (guint i = 0; i < 20; i++)
    board_fixture_pin (made.board, "More", "SELECT 1");
  many = export(&made, "many.pdf");
  g_assert_cmpint (count_pages (many), >, 4);
}

static void
test_png (void)
{
  g_auto (Made) made = make ();
  g_autofree char *path = export(&made, "board.png");
  cairo_surface_t *surface = cairo_image_surface_create_from_png (path);

  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 1600);
  g_assert_cmpint (cairo_image_surface_get_height (surface), >, 600);
  cairo_surface_destroy (surface);
}

static char *
read_text (const char *path)
{
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
test_html (void)
{
  g_auto (Made) made = make ();
  g_autofree char *path = export(&made, "board.html");
  g_autofree char *again = export(&made, "again.html");
  g_autofree char *html = read_text (path);
  g_autofree char *same = read_text (again);
  g_autoptr (GRegex) ids = g_regex_new (" id=\"([^\"]*)\"", 0, 0, NULL);
  g_autoptr (GRegex) outside = g_regex_new ("(src|href)=\"(?!#)|url\\((?!#)|@import", 0, 0, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  g_assert_true (strcmp (html, same) == 0);
  g_assert_true (g_utf8_validate (html, -1, NULL));
  /* What came from anywhere is text, and nothing is loaded. */
  g_assert_null (strstr (html, "<script>alert"));
  g_assert_null (strstr (html, "<img"));
  g_assert_null (strstr (html, "<b>"));
  g_assert_null (strstr (html, " style=\""));
  g_assert_false (g_regex_match (outside, html, 0, NULL));
  g_assert_nonnull (strstr (html, "default-src 'none'; style-src 'sha256-"));
  /* All digits. */
  g_assert_nonnull (strstr (html, "data-v=\"9007199254740993\""));
  g_assert_nonnull (strstr (html, "data-v=\"0.1\""));
  g_assert_nonnull (strstr (html, "O&apos;Hara"));
  g_assert_nonnull (strstr (html, "tile t3 warning"));
  g_assert_nonnull (strstr (html, "state failed"));
  g_assert_cmpuint (count (html, strlen (html), "<svg"), ==, 2);
  /* Two drawings share no name. */
  g_regex_match (ids, html, 0, &match);
  while (g_match_info_matches (match))
    {
      g_assert_true (g_hash_table_add (seen, g_match_info_fetch (match, 1)));
      g_match_info_next (match, NULL);
    }
}

/* The id of a tile comes from a file that anybody may have made. */
static void
test_html_ids (void)
{
  static const char *const ids[] = { "\"><meta http-equiv=refresh>", "back\\slash" };
  g_auto (Made) made = { board_fixture_new (), ask_board_new ("Sales"), NULL };
  g_autofree char *path = NULL;
  g_autofree char *html = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      AskTile *tile = board_fixture_pin (made.board, "Orders by city",
                                         "SELECT city, count(*) AS n FROM customer WHERE city IS NOT NULL GROUP BY 1");

      g_free (tile->id);
      tile->id = g_strdup (ids[i]);
    }
  run (&made);
  path = export(&made, "board.html");
  html = read_text (path);
  g_assert_null (strstr (html, "refresh>"));
  g_assert_cmpuint (count (html, strlen (html), "<svg"), ==, 4);
}

/* The page in a browser, where one is installed: its script may run, and nothing is refused. */
static void
test_browser (void)
{
  g_auto (Made) made = make ();
  g_autofree char *path = export(&made, "board.html");
  g_autofree char *url = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *browser = g_find_program_in_path ("chromium");
  g_autofree char *profile = g_build_filename (made.fixture->shop->fixture->folder, "profile", NULL);
  g_autofree char *data = g_strdup_printf ("--user-data-dir=%s", profile);
  g_autofree char *dom = NULL;
  g_autofree char *log = NULL;
  g_autoptr (GError) error = NULL;
  const char *arguments[] = { browser,
                              "--headless",
                              "--no-sandbox",
                              "--disable-gpu",
                              "--disable-dev-shm-usage",
                              "--disable-background-networking",
                              "--disable-component-update",
                              "--no-first-run",
                              "--enable-logging=stderr",
                              "--log-level=0",
                              data,
                              "--dump-dom",
                              url,
                              NULL };

  if (browser == NULL)
    {
      g_test_skip ("there is no chromium here");
      return;
    }
  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &dom, &log, NULL, &error);
  g_assert_no_error (error);
  /* The script ran, so its digest is right; so did the style sheet, or its refusal would be in the log. */
  g_assert_nonnull (strstr (dom, "aria-sort=\"none\""));
  g_assert_null (strstr (log, "Refused to"));
  g_assert_null (strstr (log, "Content Security Policy"));
  g_assert_null (strstr (log, "Uncaught"));
}

static void
test_endings (void)
{
  g_auto (Made) made = make ();
  static const char *const bad[] = { "board.svg", "board", "board.pdf.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = store_fixture_file (made.fixture->shop->fixture, bad[i]);
      g_autoptr (GError) error = NULL;

      g_assert_false (ask_board_export (made.board, made.fixture->workspace,
                                        &(AskBoardPicture) { .results = made.results, .now = NOW }, path, NULL,
                                        &error));
      g_assert_error (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_FORMAT);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

/* Another AskData that has none of the sources. */
static void
test_elsewhere (void)
{
  g_auto (Made) made = make ();
  g_autofree char *path = export(&made, "sales.askboard");
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) other = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBoardFile) file = ask_board_file_open (path, NULL, &error);
  g_autoptr (AskBoard) board = NULL;
  g_autoptr (GPtrArray) results = NULL;
  const AskTileResult *table;
  gint64 id;

  g_assert_no_error (error);
  g_assert_cmpstr (file->program, ==, ASK_VERSION);
  g_assert_cmpuint (file->board->tiles->len, ==, made.board->tiles->len);
  id = ask_board_file_import (file, other, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (id, >, 0);
  board = ask_board_load (other, id, 0, &error);
  results = ask_board_load_results (board, other, NULL, &error);
  g_assert_no_error (error);
  table = ask_results_find (results, ((AskTile *) made.board->tiles->pdata[2])->id);
  g_assert_cmpuint (ask_rows_get_n_rows (table->kept->rows), ==, 4);
  g_assert_cmpint (ask_rows_get (table->kept->rows, 0, 3)->integer, ==, G_GINT64_CONSTANT (9007199254740993));
  g_assert_cmpint (table->kept->run_at, ==, NOW);
  /* Its name is taken now. */
  g_assert_cmpint (ask_board_file_import (file, other, NULL, &error), ==, 0);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS);
  g_clear_error (&error);
  g_assert_cmpint (ask_board_file_import (file, other, "Another", &error), >, id);
  g_assert_no_error (error);
}

static void
hide (AskWorkspace *workspace, const char *entity, const char *attribute)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, &error);
  AskEntity *own = ask_schema_own_entity (schema, ask_schema_find_entity (schema, entity)->id);

  ask_entity_find_attribute (own, attribute)->hidden = TRUE;
  g_assert_true (ask_workspace_save_schema (workspace, schema, "Hid something", &error));
  g_assert_no_error (error);
}

static void
test_hidden (void)
{
  g_auto (Made) made = { board_fixture_new (), ask_board_new ("Sales"), NULL };
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = store_fixture_file (made.fixture->shop->fixture, "sales.askboard");
  g_autofree char *bytes = NULL;
  g_autoptr (AskBoardFile) file = NULL;
  g_autoptr (GError) error = NULL;
  AskTile *tile;
  gsize length;

  board_fixture_pin (made.board, "Statuses", "SELECT status AS s, count(*) AS n FROM orders GROUP BY 1");
  tile = board_fixture_pin (made.board, "Joined",
                            "SELECT c.name, o.amount FROM orders o JOIN customer c ON c.id = o.customer_id");
  ask_tile_set_question (tile, "What did each customer_id pay with password=hunter22?");
  run (&made);
  hide (made.fixture->workspace, "orders", "status");
  hide (made.fixture->workspace, "orders", "customer_id");
  g_assert_true (ask_board_export (made.board, made.fixture->workspace,
                                   &(AskBoardPicture) { .results = made.results, .now = NOW, .left_out = left_out },
                                   path, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (guint i = 0; i < 5; i++)
    {
      static const char *const never[] = { "late", "orders.status", "Statuses", "customer_id", "hunter22" };

      g_assert_cmpuint (count (bytes, length, never[i]), ==, 0);
    }
  g_assert_cmpuint (left_out->len, ==, 2);
  g_assert_nonnull (strstr (left_out->pdata[0], "Statuses"));
  file = ask_board_file_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->board->tiles->len, ==, 1);
  g_assert_cmpuint (ask_rows_get_n_rows (((AskTileResult *) file->results->pdata[0])->kept->rows), ==, 5);
}

/* What is no board is refused in words, and no byte of one that was damaged ends the program. */
static void
test_damaged (void)
{
  g_auto (Made) made = make ();
  g_autofree char *path = export(&made, "sales.askboard");
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *other = g_memdup2 (bytes, length);
      g_autoptr (AskBoardFile) file = NULL;
      gsize n = round % 3 == 0 ? (gsize) g_test_rand_int_range (0, (gint32) length) : length;

      for (guint i = 0; round % 3 != 0 && i < 20; i++)
        other[g_test_rand_int_range (0, (gint32) length)] = (char) g_test_rand_int ();
      g_assert_true (g_file_set_contents (path, other, (gssize) n, NULL));
      file = ask_board_file_open (path, NULL, &error);
      /* Whoever opened many files reads which one it was. */
      g_assert_true (file != NULL || (error != NULL && strstr (error->message, "sales.askboard") != NULL));
    }
}

static void
test_other_form (void)
{
  g_auto (Made) made = make ();
  g_autofree char *path = export(&made, "sales.askboard");
  g_autoptr (GError) error = NULL;

  g_assert_null (ask_bundle_open (path, NULL, &error));
  g_assert_error (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ask_board_file_open (made.fixture->shop->shop, NULL, &error));
  g_assert_error (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_FILE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/board/export/a-pdf-has-pages", test_pdf);
  g_test_add_func ("/board/export/a-png-is-as-wide-as-wanted", test_png);
  g_test_add_func ("/board/export/html-loads-and-runs-nothing-foreign", test_html);
  g_test_add_func ("/board/export/the-id-of-a-tile-is-no-markup", test_html_ids);
  g_test_add_func ("/board/export/a-browser-refuses-nothing-of-it", test_browser);
  g_test_add_func ("/board/export/the-ending-says-what-is-written", test_endings);
  g_test_add_func ("/board/export/another-workspace-opens-it", test_elsewhere);
  g_test_add_func ("/board/export/what-is-hidden-is-nowhere-in-the-file", test_hidden);
  g_test_add_func ("/board/export/damaged-bytes-end-in-a-board-or-in-words", test_damaged);
  g_test_add_func ("/board/export/an-answer-is-no-board", test_other_form);
  return g_test_run ();
}
