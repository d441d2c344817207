/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running the tiles of a board: side by side, each with its own failure, and what is kept of it.
 */
#include "config.h"

#include <string.h>

#include "board-fixture.h"

#define DAY (24 * G_TIME_SPAN_HOUR)
/* Noon, so that no time zone moves a day. */
#define NOW G_GINT64_CONSTANT (1760000000000000)

static GPtrArray *
refresh (BoardFixture *fixture, const AskBoard *board, const AskBoardRefresh *how)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *results = ask_board_refresh (board, fixture->workspace, how, NULL, &error);

  g_assert_no_error (error);
  return results;
}

static GPtrArray *
load (BoardFixture *fixture, const AskBoard *board, const GPtrArray *filters)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *results = ask_board_load_results (board, fixture->workspace, filters, &error);

  g_assert_no_error (error);
  return results;
}

/* What was told, in order. */
typedef struct
{
  GString *text;
  guint n_done;
} Told;

static void
note (AskTileResult *result, guint n_done, guint n_all, gpointer data)
{
  static const char letters[] = "iwrdf";
  Told *told = data;

  g_assert_cmpuint (n_done, >=, told->n_done);
  g_assert_cmpuint (n_done, <=, n_all);
  told->n_done = n_done;
  g_string_append_c (told->text, letters[result->state]);
}

static void
test_each_by_itself (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  g_autoptr (GString) text = g_string_new (NULL);
  Told told = { text, 0 };
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GPtrArray) kept = NULL;
  const AskTileResult *good, *bad;

  board_fixture_pin (board, "Amount", "SELECT sum(amount) AS amount FROM orders");
  board_fixture_pin (board, "Broken", "SELECT amuont FROM orders");
  ask_tile_set_text (ask_board_add_tile (board, ASK_TILE_TEXT, NULL), "Words");
  board_fixture_save (fixture, board);
  results = refresh (fixture, board, &(AskBoardRefresh) { .on_tile = note, .user_data = &told, .now = NOW });
  g_assert_cmpuint (results->len, ==, 2);
  good = results->pdata[0];
  bad = results->pdata[1];
  g_assert_cmpint (good->state, ==, ASK_TILE_DONE);
  g_assert_cmpfloat (good->figure, ==, 142.75);
  g_assert_cmpstr (good->kept->sources->pdata[0], ==, "shop");
  g_assert_cmpint (bad->state, ==, ASK_TILE_FAILED);
  /* What is wrong, and what was meant. */
  g_assert_nonnull (strstr (bad->kept->failure, "amuont"));
  g_assert_nonnull (strstr (bad->kept->failure, "amount"));
  g_assert_cmpuint (told.n_done, ==, 2);
  g_assert_cmpuint (text->len, ==, 6);
  g_assert_true (g_str_has_prefix (text->str, "ww"));
  /* All of it is there when the board is opened again. */
  kept = load (fixture, board, NULL);
  good = kept->pdata[0];
  bad = kept->pdata[1];
  g_assert_cmpint (good->kept->run_at, ==, NOW);
  g_assert_cmpfloat (good->figure, ==, 142.75);
  g_assert_cmpint (bad->state, ==, ASK_TILE_FAILED);
  g_assert_cmpint (bad->kept->failed_at, ==, NOW);
}

static void
test_rows_of_before (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  g_autoptr (GPtrArray) first = NULL;
  g_autoptr (GPtrArray) second = NULL;
  g_autofree char *state = NULL;
  g_autofree char *age = NULL;
  const AskTileResult *result;

  board_fixture_pin (board, "Orders", "SELECT count(*) AS n FROM orders");
  board_fixture_save (fixture, board);
  first = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  store_exec (fixture->shop->shop, "DROP TABLE orders");
  second = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW + 3 * G_TIME_SPAN_HOUR });
  result = second->pdata[0];
  g_assert_cmpint (result->state, ==, ASK_TILE_FAILED);
  g_assert_cmpint (ask_rows_get (result->kept->rows, 0, 0)->integer, ==, 5);
  state = ask_tile_result_dup_state (result, NOW + 4 * G_TIME_SPAN_HOUR);
  g_assert_true (g_str_has_prefix (state, "Failed 1 hour ago: "));
  g_assert_true (g_str_has_suffix (state, "What is shown is from 4 hours ago."));
  age = ask_tile_result_get_age (result, NOW + 4 * G_TIME_SPAN_HOUR);
  g_assert_cmpstr (age, ==, "4 hours ago");
}

/* A value of a parameter that was seen before is there at once; another one is not mixed up with it. */
/* What is read again goes on from what was shown: later rows count, and the same rows stay the same. */
static void
test_go_on (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  g_autoptr (GPtrArray) first = NULL;
  g_autoptr (GPtrArray) loaded = NULL;
  g_autoptr (GPtrArray) later = NULL;
  g_autoptr (GPtrArray) other = NULL;
  AskTile *tile = board_fixture_pin (board, "Amount", "SELECT sum(amount) AS amount FROM orders");
  const AskTileResult *result;

  board_fixture_save (fixture, board);
  first = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  loaded = load (fixture, board, NULL);
  ask_tile_add_threshold (tile, &(AskTileThreshold) { FALSE, 100, ASK_LEVEL_BAD, FALSE });
  ask_results_go_on (loaded, first, board, FALSE);
  result = loaded->pdata[0];
  g_assert_true (result->kept->rows == ((AskTileResult *) first->pdata[0])->kept->rows);
  g_assert_cmpint (result->state, ==, ASK_TILE_IDLE);
  /* With the thresholds of now. */
  g_assert_cmpint (result->level, ==, ASK_LEVEL_BAD);
  later = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW + DAY });
  ask_results_go_on (loaded, later, board, FALSE);
  result = loaded->pdata[0];
  g_assert_cmpint (result->kept->run_at, ==, NOW + DAY);
  g_assert_cmpint (result->state, ==, ASK_TILE_DONE);
  /* Rows of another query are never shown. */
  ask_tile_set_sql (tile, "SELECT count(*) AS n FROM orders");
  other = load (fixture, board, NULL);
  ask_results_go_on (other, later, board, FALSE);
  g_assert_null (((AskTileResult *) other->pdata[0])->kept->rows);
}

static void
test_settings (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  g_autoptr (GPtrArray) suggested = NULL;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GPtrArray) lyon = NULL;
  g_autoptr (GPtrArray) back = NULL;
  AskBoardParameter *city;

  board_fixture_pin (board, "Customers", "SELECT count(*) AS n FROM customer WHERE city = 'Nice'");
  suggested = ask_board_suggest_parameters (board, board_fixture_read (fixture));
  city = ask_board_add_parameter (board, suggested->pdata[0], NULL);
  board_fixture_save (fixture, board);
  results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  g_assert_cmpfloat (((AskTileResult *) results->pdata[0])->figure, ==, 2);
  g_assert_true (ask_board_parameter_set_value (city, "Lyon", NULL));
  lyon = load (fixture, board, NULL);
  g_assert_null (((AskTileResult *) lyon->pdata[0])->kept->rows);
  g_ptr_array_unref (results);
  results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  g_assert_cmpfloat (((AskTileResult *) results->pdata[0])->figure, ==, 1);
  g_assert_true (ask_board_parameter_set_value (city, NULL, NULL));
  back = load (fixture, board, NULL);
  g_assert_cmpfloat (((AskTileResult *) back->pdata[0])->figure, ==, 2);
}

/* What was clicked is looked at, and not kept. */
static void
test_filtered (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  const char *sql = "SELECT city, count(*) AS n FROM customer GROUP BY city ORDER BY n DESC";
  AskTile *from = board_fixture_pin (board, "Cities", sql);
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GPtrArray) filtered = NULL;
  g_autoptr (GPtrArray) filters = NULL;
  const AskTileResult *cities;

  board_fixture_pin (board, "Customers", "SELECT count(*) AS n FROM customer");
  board_fixture_save (fixture, board);
  results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  cities = results->pdata[0];
  filters = board_fixture_click (fixture, &(AskBoardCell) { from->id, cities->kept->sql, cities->kept->rows, 0, 0 });
  filtered = refresh (fixture, board, &(AskBoardRefresh) { .filters = filters, .now = NOW + DAY });
  g_assert_cmpfloat (((AskTileResult *) filtered->pdata[1])->figure, ==, 2);
  g_assert_cmpuint (ask_rows_get_n_rows (((AskTileResult *) filtered->pdata[0])->kept->rows), ==, 3);
  g_ptr_array_unref (results);
  results = load (fixture, board, NULL);
  g_assert_cmpfloat (((AskTileResult *) results->pdata[1])->figure, ==, 4);
  g_assert_cmpint (((AskTileResult *) results->pdata[1])->kept->run_at, ==, NOW);
  g_assert_cmpint (store_get_integer (fixture->shop->fixture->path, "SELECT count(*) FROM board_result"), ==, 2);
}

/* ---- side by side */

typedef struct
{
  GMutex lock;
  GCond cond;
  gboolean begun; /* before, sources are added */
  guint n_here;
} Meeting;

/* Answers when both have come. One after the other would never end. */
static void
wait_for_other (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  Meeting *meeting = data;

  g_mutex_lock (&meeting->lock);
  meeting->n_here += meeting->begun;
  g_cond_broadcast (&meeting->cond);
  while (meeting->begun && meeting->n_here < 2)
    g_cond_wait (&meeting->cond, &meeting->lock);
  g_mutex_unlock (&meeting->lock);
  ask_test_reply_set (reply, 200, "application/json", "[{\"id\":1,\"carrier\":\"A\"},{\"id\":2,\"carrier\":\"B\"}]",
                      -1);
}

static void
test_side_by_side (void)
{
  Meeting meeting = { .n_here = 0 };
  g_autoptr (AskTestServer) one = NULL;
  g_autoptr (AskTestServer) other = NULL;
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Shipping");
  g_autoptr (GPtrArray) results = NULL;

  g_mutex_init (&meeting.lock);
  g_cond_init (&meeting.cond);
  one = ask_test_server_new (wait_for_other, &meeting);
  other = ask_test_server_new (wait_for_other, &meeting);
  board_fixture_add_api (fixture, one, "north", "parcel");
  board_fixture_add_api (fixture, other, "south", "letter");
  board_fixture_pin (board, "Parcels", "SELECT count(*) AS n FROM parcel");
  board_fixture_pin (board, "Letters", "SELECT count(*) AS n FROM letter");
  board_fixture_save (fixture, board);
  g_mutex_lock (&meeting.lock);
  meeting.begun = TRUE;
  g_mutex_unlock (&meeting.lock);
  results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat (((AskTileResult *) results->pdata[i])->figure, ==, 2);
  g_mutex_clear (&meeting.lock);
  g_cond_clear (&meeting.cond);
}

static void
test_one_at_a_source (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Shipping");
  g_autoptr (GPtrArray) results = NULL;

  ask_test_server_add_json (server, "/parcel", "[{\"id\":1,\"carrier\":\"A\"}]")->delay_ms = 20;
  board_fixture_add_api (fixture, server, "north", "parcel");
  ask_test_server_forget (server);
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT count(*) + %u AS n FROM parcel", i);

      board_fixture_pin (board, sql, sql);
    }
  /* One that needs both waits for both. */
  board_fixture_pin (board, "Both", "SELECT count(*) AS n FROM parcel, store");
  board_fixture_pin (board, "Stores", "SELECT count(*) AS n FROM store");
  board_fixture_save (fixture, board);
  results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  for (guint i = 0; i < results->len; i++)
    g_assert_cmpint (((AskTileResult *) results->pdata[i])->state, ==, ASK_TILE_DONE);
  g_assert_cmpuint (ask_test_server_get_max_concurrent (server), ==, 1);
  g_assert_cmpuint (ask_test_server_count (server, "/parcel"), ==, 7);
}

static void
test_caps (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Shipping");
  g_autoptr (GPtrArray) results = NULL;
  guint n_failed = 0;

  ask_test_server_add_json (server, "/parcel", "[{\"id\":1,\"carrier\":\"A\"}]");
  board_fixture_add_api (fixture, server, "north", "parcel");
  ask_test_server_forget (server);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT count(*) + %u AS n FROM parcel", i);

      board_fixture_pin (board, sql, sql);
    }
  board_fixture_save (fixture, board);
  results = refresh (fixture, board, &(AskBoardRefresh) { .spending = { .caps = { .calls = 2 } }, .now = NOW });
  for (guint i = 0; i < results->len; i++)
    n_failed += ((AskTileResult *) results->pdata[i])->state == ASK_TILE_FAILED;
  g_assert_cmpuint (n_failed, ==, 3);
  g_assert_cmpuint (ask_test_server_count (server, "/parcel"), ==, 2);
}

static void
test_thresholds_of_cost (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Shipping");
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GPtrArray) anyway = NULL;
  g_autoptr (GError) error = NULL;

  ask_test_server_add_json (server, "/parcel", "[{\"id\":1,\"carrier\":\"A\"}]");
  board_fixture_add_api (fixture, server, "north", "parcel");
  ask_test_server_forget (server);
  g_assert_true (ask_workspace_set_threshold (fixture->workspace, ASK_THRESHOLD_CALLS, "north", "0", &error));
  board_fixture_pin (board, "Parcels", "SELECT count(*) AS n FROM parcel");
  board_fixture_save (fixture, board);
  /* Nobody is there to be asked, so nothing is called. */
  results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  g_assert_cmpint (((AskTileResult *) results->pdata[0])->state, ==, ASK_TILE_FAILED);
  g_assert_cmpuint (ask_test_server_count (server, "/parcel"), ==, 0);
  anyway = refresh (fixture, board, &(AskBoardRefresh) { .spending = { .any_cost = TRUE }, .now = NOW });
  g_assert_cmpint (((AskTileResult *) anyway->pdata[0])->state, ==, ASK_TILE_DONE);
}

/* The first call is that of adding the source. */
static void
cancel_it (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  if (ask_test_server_count (server, "/parcel") <= 1)
    {
      ask_test_reply_set (reply, 200, "application/json", "[{\"id\":1,\"carrier\":\"A\"}]", -1);
      return;
    }
  reply->never = TRUE;
  g_cancellable_cancel (data);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskTestServer) server = ask_test_server_new (cancel_it, cancellable);
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Shipping");
  g_autoptr (GError) error = NULL;

  board_fixture_add_api (fixture, server, "north", "parcel");
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT count(*) + %u AS n FROM parcel", i);

      board_fixture_pin (board, sql, sql);
    }
  board_fixture_save (fixture, board);
  g_assert_null (ask_board_refresh (board, fixture->workspace, &(AskBoardRefresh) { .now = NOW }, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_some (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  const AskTile *wanted = board_fixture_pin (board, "Orders", "SELECT count(*) AS n FROM orders");
  const char *const tiles[] = { wanted->id, NULL };
  g_autoptr (GPtrArray) results = NULL;

  board_fixture_pin (board, "Customers", "SELECT count(*) AS n FROM customer");
  board_fixture_save (fixture, board);
  results = refresh (fixture, board, &(AskBoardRefresh) { .tiles = tiles, .now = NOW });
  g_assert_cmpuint (results->len, ==, 1);
  g_assert_cmpstr (((AskTileResult *) results->pdata[0])->tile, ==, wanted->id);
}

/* ---- figures */

typedef struct
{
  AskTileCompare compare;
  gint64 before; /* so long before the second refresh was the first one */
  const char *told;
} Earlier;

static const Earlier earlier[] = {
  { ASK_COMPARE_DAY, DAY, "+5.0 % since " },
  /* It is told of which time of the day the earlier figure is. */
  { ASK_COMPARE_LAST, G_TIME_SPAN_MINUTE, ":" },
};

static void
test_earlier (gconstpointer data)
{
  const Earlier *how = data;
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  AskTile *tile = board_fixture_pin (board, "Amount", "SELECT sum(amount) AS amount FROM orders WHERE status = 'done'");
  g_autoptr (GPtrArray) first = NULL;
  g_autoptr (GPtrArray) second = NULL;
  g_autoptr (GPtrArray) third = NULL;
  g_autofree char *words = NULL;
  const AskTileResult *result;
  double difference, percent;

  tile->compare = how->compare;
  board_fixture_save (fixture, board);
  first = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW - how->before });
  g_assert_null (((AskTileResult *) first->pdata[0])->earlier);
  store_exec (fixture->shop->shop, "UPDATE orders SET amount = 26 WHERE id = 2");
  second = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  result = second->pdata[0];
  g_assert_true (ask_tile_result_get_change (result, &difference, &percent));
  g_assert_cmpfloat (difference, ==, 6);
  g_assert_cmpfloat_with_epsilon (percent, 5, 1e-9);
  words = ask_tile_result_dup_change (tile, result);
  g_assert_true (g_str_has_prefix (words, "+5.0 % since "));
  g_assert_nonnull (strstr (words, how->told));
  /* What was kept of today is not what it was yesterday, and stays until the next one. */
  third = load (fixture, board, NULL);
  g_assert_true (ask_tile_result_get_change (third->pdata[0], &difference, &percent));
  g_assert_cmpfloat (difference, ==, 6);
}

static void
test_thresholds (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  AskTile *tile = board_fixture_pin (board, "Late", "SELECT count(*) AS n FROM orders WHERE status = 'late'");
  g_autoptr (GPtrArray) results = NULL;
  static const struct
  {
    const char *change;
    AskTileLevel level;
    const char *news;
  } steps[] = { { "SELECT 1", ASK_LEVEL_GOOD, NULL },
                { "UPDATE orders SET status = 'late' WHERE id = 2", ASK_LEVEL_BAD, "Late: 4 is above 3" },
                /* Once is enough. */
                { "UPDATE orders SET status = 'late' WHERE id = 4", ASK_LEVEL_BAD, NULL },
                { "UPDATE orders SET status = 'done'", ASK_LEVEL_GOOD, NULL },
                { "UPDATE orders SET status = 'late'", ASK_LEVEL_BAD, "Late: 5 is above 3" } };

  ask_tile_add_threshold (tile, &(AskTileThreshold) { TRUE, 4, ASK_LEVEL_GOOD, FALSE });
  ask_tile_add_threshold (tile, &(AskTileThreshold) { FALSE, 3, ASK_LEVEL_BAD, TRUE });
  board_fixture_save (fixture, board);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      const AskTileResult *result;

      store_exec (fixture->shop->shop, steps[i].change);
      g_clear_pointer (&results, g_ptr_array_unref);
      results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW + (gint64) i });
      result = results->pdata[0];
      g_assert_cmpint (result->level, ==, steps[i].level);
      g_assert_cmpstr (result->news, ==, steps[i].news);
    }
}

/* Which number of a tile is its figure. */
static void
test_figure (void)
{
  static const struct
  {
    const char *sql;
    AskTileView view;
    const char *figure;
    double is; /* below 0 for none */
  } cases[] = { { "SELECT 'x' AS a, 7 AS n", ASK_VIEW_CHART, NULL, 7 },
                { "SELECT city, count(*) AS n FROM customer GROUP BY city", ASK_VIEW_CHART, NULL, -1 },
                { "SELECT city, count(*) AS n FROM customer GROUP BY city ORDER BY n DESC", ASK_VIEW_VALUE, NULL, 2 },
                { "SELECT 1 AS a, 2 AS b", ASK_VIEW_CHART, "b", 2 },
                { "SELECT 1 AS a, 2 AS b", ASK_VIEW_CHART, "gone", -1 },
                { "SELECT name FROM customer", ASK_VIEW_VALUE, NULL, -1 },
                { "SELECT count(*) AS n FROM customer WHERE 0 HAVING 0", ASK_VIEW_VALUE, NULL, -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (BoardFixture) fixture = board_fixture_new ();
      g_autoptr (AskBoard) board = ask_board_new ("Sales");
      AskTile *tile = board_fixture_pin (board, "Tile", cases[i].sql);
      g_autoptr (GPtrArray) results = NULL;
      const AskTileResult *result;

      tile->view = cases[i].view;
      ask_tile_set_figure (tile, cases[i].figure);
      board_fixture_save (fixture, board);
      results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
      result = results->pdata[0];
      if (result->has_figure != (cases[i].is >= 0) || (result->has_figure && result->figure != cases[i].is))
        g_error ("%s: %d %g", cases[i].sql, result->has_figure, result->figure);
    }
}

/* It says once what it is in. */
static void
test_unit (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  g_autoptr (GPtrArray) results = NULL;
  g_autofree char *figure = NULL;

  board_fixture_pin (board, "Weight", "SELECT 1200.5 AS weight_kg");
  board_fixture_save (fixture, board);
  results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  figure = ask_tile_result_dup_figure (results->pdata[0]);
  g_assert_cmpstr (figure, ==, "1,200.50\u00a0kg");
}

static void
test_due (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  g_autoptr (GPtrArray) results = NULL;

  board_fixture_pin (board, "Orders", "SELECT count(*) AS n FROM orders");
  board->policy = ASK_REFRESH_EVERY;
  board->every = 10;
  board_fixture_save (fixture, board);
  results = load (fixture, board, NULL);
  g_assert_true (ask_board_is_due (board, results, NOW));
  g_ptr_array_unref (results);
  results = refresh (fixture, board, &(AskBoardRefresh) { .now = NOW });
  g_assert_false (ask_board_is_due (board, results, NOW + 9 * G_TIME_SPAN_MINUTE));
  g_assert_true (ask_board_is_due (board, results, NOW + 10 * G_TIME_SPAN_MINUTE));
  board->policy = ASK_REFRESH_BY_HAND;
  g_assert_false (ask_board_is_due (board, results, NOW + DAY));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/board/refresh/each-tile-fails-by-itself", test_each_by_itself);
  g_test_add_func ("/board/refresh/a-failure-leaves-the-rows-of-before", test_rows_of_before);
  g_test_add_func ("/board/refresh/what-is-read-again-goes-on", test_go_on);
  g_test_add_func ("/board/refresh/each-setting-has-its-own-rows", test_settings);
  g_test_add_func ("/board/refresh/what-was-clicked-is-not-kept", test_filtered);
  g_test_add_func ("/board/refresh/sources-run-side-by-side", test_side_by_side);
  g_test_add_func ("/board/refresh/one-query-at-a-time-at-a-source", test_one_at_a_source);
  g_test_add_func ("/board/refresh/a-cap-holds-for-all-tiles-together", test_caps);
  g_test_add_func ("/board/refresh/nobody-asked-means-nothing-called", test_thresholds_of_cost);
  g_test_add_func ("/board/refresh/a-cancelled-refresh-says-so", test_cancelled);
  g_test_add_func ("/board/refresh/some-tiles-can-be-run-alone", test_some);
  g_test_add_data_func ("/board/refresh/a-figure-is-compared-with-yesterday", &earlier[0], test_earlier);
  g_test_add_data_func ("/board/refresh/a-figure-is-compared-with-the-last-refresh", &earlier[1], test_earlier);
  g_test_add_func ("/board/refresh/a-threshold-is-told-once", test_thresholds);
  g_test_add_func ("/board/refresh/the-figure-of-a-tile-is-found", test_figure);
  g_test_add_func ("/board/refresh/a-figure-says-its-unit-once", test_unit);
  g_test_add_func ("/board/refresh/a-board-is-due-when-its-oldest-tile-is", test_due);
  return g_test_run ();
}
