/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board as a document, parameters that are set once for all tiles, and what was clicked as a condition of the others.
 */
#include "config.h"

#include <string.h>

#include "board-fixture.h"

static AskBoard *
make_board (void)
{
  AskBoard *board = ask_board_new ("Sales");
  AskTile *tile = board_fixture_pin (
    board, "Late by city",
    "SELECT c.city, count(*) AS n FROM orders o JOIN customer c ON c.id = o.customer_id"
    " WHERE o.placed >= '2025-01-01' AND o.placed < '2026-01-01' AND o.status = 'late' GROUP BY c.city");

  tile->view = ASK_VIEW_TABLE;
  board_fixture_pin (board, "Amount", "SELECT sum(amount) FROM orders WHERE strftime('%Y', placed) = '2025'");
  board_fixture_pin (board, "Customers", "SELECT name FROM customer WHERE city = 'Nice' ORDER BY name");
  board_fixture_pin (board, "Stores", "SELECT count(*) FROM store WHERE city = 'Nice'");
  return board;
}

static char *
print (const AskBoard *board)
{
  g_autoptr (JsonNode) node = ask_board_to_json (board);

  return ask_json_to_string (node, FALSE);
}

static void
test_document (void)
{
  g_autoptr (AskBoard) board = make_board ();
  g_autoptr (AskBoard) back = NULL;
  g_autoptr (AskBoard) copy = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonNode) look = ask_json_parse ("{\"kind\":\"line\",\"colours\":[1,2.5]}", -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;
  g_autofree char *third = NULL;
  AskTile *tile = board->tiles->pdata[0];
  AskTile *text = ask_board_add_tile (board, ASK_TILE_TEXT, NULL);

  ask_tile_set_text (text, "Mind the “gap” – ünïcode");
  ask_tile_set_look (tile, look);
  ask_tile_set_question (tile, "Which were late?");
  ask_tile_set_figure (tile, "n");
  tile->compare = ASK_COMPARE_WEEK;
  tile->deadline_s = 7;
  ask_tile_add_threshold (tile, &(AskTileThreshold) { TRUE, -0.25, ASK_LEVEL_WARNING, FALSE });
  ask_tile_add_threshold (tile, &(AskTileThreshold) { FALSE, 1e300, ASK_LEVEL_BAD, TRUE });
  board->policy = ASK_REFRESH_EVERY;
  board->every = 15;
  node = ask_board_to_json (board);
  back = ask_board_from_json (node, &error);
  g_assert_no_error (error);
  one = print (board);
  other = print (back);
  g_assert_cmpstr (one, ==, other);
  copy = ask_board_copy (board);
  third = print (copy);
  g_assert_cmpstr (one, ==, third);
  g_assert_nonnull (strstr (one, "\"colours\":[1,2.5]"));
}

/* Files come from anybody. */
static void
test_unfit (void)
{
  static const char *const bad[]
    = { "[]",
        "{}",
        "{\"name\":3}",
        "{\"name\":\"A\",\"form\":99}",
        "{\"name\":\"A\",\"tiles\":[{}]}",
        "{\"name\":\"A\",\"tiles\":[3]}",
        "{\"name\":\"A\",\"tiles\":[{\"id\":\"t\"},{\"id\":\"t\"}]}",
        "{\"name\":\"A\",\"parameters\":[{\"id\":\"p\"}]}",
        "{\"name\":\"A\",\"parameters\":[{\"id\":\"p\",\"kind\":\"year\",\"default\":\"1\",\"value\":\"';\"}]}" };
  static const char odd[]
    = "{\"name\":\"A\",\"every\":-5,\"tiles\":[{\"id\":\"a\",\"kind\":\"of its own\",\"box\":[99,-4,1e9,\"x\"],"
      "\"thresholds\":[{\"value\":\"x\"},{\"value\":3}],\"look\":null},{\"id\":\"b\",\"box\":7}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = ask_json_parse (odd, -1, &error);
  g_autoptr (AskBoard) board = NULL;
  const AskTile *a, *b;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (JsonNode) document = ask_json_parse (bad[i], -1, NULL);

      g_assert_null (ask_board_from_json (document, &error));
      g_assert_true (error != NULL && error->domain == ASK_BOARD_ERROR);
      g_clear_error (&error);
    }
  board = ask_board_from_json (node, &error);
  g_assert_no_error (error);
  a = board->tiles->pdata[0];
  b = board->tiles->pdata[1];
  g_assert_false (ask_layout_overlap (a->box, b->box));
  g_assert_cmpint (a->box.x + a->box.width, <=, ASK_BOARD_COLUMNS);
  g_assert_cmpuint (a->thresholds->len, ==, 1);
  g_assert_cmpuint (board->every, ==, 0);
}

static void
test_limits (void)
{
  g_autoptr (AskBoard) board = ask_board_new ("Full");
  g_autoptr (GError) error = NULL;
  g_autofree char *large = g_strnfill (3 * ASK_BOARD_MAX_TEXT, 'x');
  AskTile *tile = NULL;

  for (guint i = 0; i < ASK_BOARD_MAX_TILES; i++)
    g_assert_nonnull (tile = ask_board_add_tile (board, ASK_TILE_HEADING, NULL));
  g_assert_null (ask_board_add_tile (board, ASK_TILE_TEXT, &error));
  g_assert_error (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_LIMIT);
  ask_tile_set_text (tile, large);
  g_assert_cmpuint (strlen (tile->text), <=, ASK_BOARD_MAX_TEXT);
  for (guint i = 0; i < ASK_BOARD_MAX_THRESHOLDS; i++)
    g_assert_true (ask_tile_add_threshold (tile, &(AskTileThreshold) { TRUE, 1, ASK_LEVEL_BAD, FALSE }));
  g_assert_false (ask_tile_add_threshold (tile, &(AskTileThreshold) { TRUE, 1, ASK_LEVEL_BAD, FALSE }));
}

/* Two windows that pin at once both have both tiles, and none lies on another. */
static void
test_two_windows (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskWorkspace) other = store_open (fixture->shop->fixture->path);
  g_autoptr (AskBoard) here = make_board ();
  g_autoptr (AskBoard) there = NULL;
  g_autoptr (AskBoard) newest = NULL;
  g_autoptr (GError) error = NULL;

  board_fixture_save (fixture, here);
  there = ask_board_load (other, here->id, 0, &error);
  g_assert_no_error (error);
  board_fixture_pin (here, "Here", "SELECT 1");
  board_fixture_save (fixture, here);
  board_fixture_pin (there, "There", "SELECT 2");
  g_assert_true (ask_board_save (there, other, "Pinned", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (there->tiles->len, ==, 6);
  newest = ask_board_load (fixture->workspace, here->id, 0, &error);
  g_assert_cmpuint (newest->tiles->len, ==, 6);
  g_assert_cmpint (newest->version, ==, there->version);
  for (guint i = 0; i < 6; i++)
    for (guint k = i + 1; k < 6; k++)
      g_assert_false (
        ask_layout_overlap (((AskTile *) newest->tiles->pdata[i])->box, ((AskTile *) newest->tiles->pdata[k])->box));
}

/* What somebody edits while an earlier edit is saved stands on that, and on what another window did before. */
static void
test_rebase (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) here = ask_board_new ("Sales");
  g_autoptr (AskBoard) there = NULL;
  g_autoptr (AskBoard) sent = NULL;
  g_autoptr (AskBoard) saved = NULL;
  g_autoptr (AskBoard) now = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = g_strdup (board_fixture_pin (here, "One", "SELECT 1")->id);

  board_fixture_save (fixture, here);
  there = ask_board_load (fixture->workspace, here->id, 0, &error);
  board_fixture_pin (there, "Theirs", "SELECT 2");
  board_fixture_save (fixture, there);
  ask_board_place_tile (here, id, (AskTileBox) { 0, 20, 6, 5 });
  sent = ask_board_copy (here);
  saved = ask_board_copy (here);
  ask_board_place_tile (here, id, (AskTileBox) { 0, 30, 6, 5 });
  board_fixture_save (fixture, saved);
  g_assert_true (ask_board_rebase (here, sent, saved, &error));
  g_assert_no_error (error);
  g_assert_cmpint (here->version, ==, 3);
  board_fixture_save (fixture, here);
  now = ask_board_load (fixture->workspace, here->id, 0, &error);
  g_assert_cmpuint (now->tiles->len, ==, 2);
  g_assert_cmpint (ask_board_find_tile (now, id)->box.y, ==, 30);
}

/* Each adds the last tile that fits: the board can be read all the same. */
static void
test_two_last_tiles (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) here = ask_board_new ("Sales");
  g_autoptr (AskBoard) there = NULL;
  g_autoptr (AskBoard) now = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i + 1 < ASK_BOARD_MAX_TILES; i++)
    ask_board_add_tile (here, ASK_TILE_SEPARATOR, &error);
  board_fixture_save (fixture, here);
  there = ask_board_load (fixture->workspace, here->id, 0, &error);
  g_assert_nonnull (ask_board_add_tile (here, ASK_TILE_SEPARATOR, &error));
  g_assert_nonnull (ask_board_add_tile (there, ASK_TILE_SEPARATOR, &error));
  board_fixture_save (fixture, here);
  board_fixture_save (fixture, there);
  now = ask_board_load (fixture->workspace, here->id, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (now->tiles->len, ==, ASK_BOARD_MAX_TILES + 1);
  g_assert_null (ask_board_add_tile (now, ASK_TILE_SEPARATOR, &error));
  g_assert_error (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_LIMIT);
}

static void
test_restore (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = make_board ();
  g_autoptr (GError) error = NULL;
  g_autofree char *id = g_strdup (((AskTile *) board->tiles->pdata[0])->id);

  board_fixture_save (fixture, board);
  g_assert_true (ask_board_remove_tile (board, id));
  board_fixture_save (fixture, board);
  g_assert_null (ask_board_find_tile (board, id));
  g_assert_true (ask_board_restore (board, fixture->workspace, 1, &error));
  g_assert_no_error (error);
  g_assert_nonnull (ask_board_find_tile (board, id));
  g_assert_cmpint (board->version, ==, 3);
}

static const AskBoardParameter *
find_suggestion (GPtrArray *list, AskBoardParameterKind kind, const char *text)
{
  for (guint i = 0; i < list->len; i++)
    {
      const AskBoardParameter *parameter = list->pdata[i];

      if (parameter->kind == kind && strcmp (parameter->text, text) == 0)
        return parameter;
    }
  return NULL;
}

static void
test_suggestions (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = make_board ();
  g_autoptr (GPtrArray) list = ask_board_suggest_parameters (board, board_fixture_read (fixture));
  g_autoptr (GPtrArray) rest = NULL;
  const AskBoardParameter *year = find_suggestion (list, ASK_BOARD_PARAMETER_YEAR, "2025");
  const AskBoardParameter *city = find_suggestion (list, ASK_BOARD_PARAMETER_TEXT, "Nice");
  const AskBoardParameter *status = find_suggestion (list, ASK_BOARD_PARAMETER_TEXT, "late");

  g_assert_cmpuint (list->len, ==, 3);
  g_assert_cmpuint (year->n_tiles, ==, 2);
  g_assert_cmpstr (year->title, ==, "Year");
  /* The city of customers and of stores is one parameter. */
  g_assert_cmpuint (city->n_tiles, ==, 2);
  g_assert_cmpuint (city->places->len, ==, 2);
  g_assert_cmpstr (city->title, ==, "City");
  g_assert_cmpuint (status->n_tiles, ==, 1);
  g_assert_nonnull (ask_board_add_parameter (board, city, NULL));
  rest = ask_board_suggest_parameters (board, board_fixture_read (fixture));
  g_assert_cmpuint (rest->len, ==, 2);
  g_assert_null (find_suggestion (rest, ASK_BOARD_PARAMETER_TEXT, "Nice"));
}

static void
add_all (BoardFixture *fixture, AskBoard *board)
{
  g_autoptr (GPtrArray) list = ask_board_suggest_parameters (board, board_fixture_read (fixture));

  for (guint i = 0; i < list->len; i++)
    g_assert_nonnull (ask_board_add_parameter (board, list->pdata[i], NULL));
}

static void
set (AskBoard *board, const char *name, const char *value)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_board_parameter_set_value (ask_board_find_parameter (board, name), value, &error));
  g_assert_no_error (error);
}

static char *
get (BoardFixture *fixture, AskBoard *board, guint tile)
{
  return ask_board_get_sql (board, board->tiles->pdata[tile], board_fixture_read (fixture), NULL, NULL);
}

static void
test_values (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = make_board ();
  g_autofree char *untouched = NULL;
  g_autofree char *late = NULL;
  g_autofree char *amount = NULL;
  g_autofree char *customers = NULL;
  g_autofree char *sum = NULL;
  g_autofree char *names = NULL;
  g_autofree char *odd = NULL;
  g_autofree char *none = NULL;

  add_all (fixture, board);
  untouched = get (fixture, board, 0);
  g_assert_cmpstr (untouched, ==, ((AskTile *) board->tiles->pdata[0])->sql);
  set (board, "year", "2024");
  set (board, "CITY", "Lyon");
  late = get (fixture, board, 0);
  g_assert_nonnull (strstr (late, ">= '2024-01-01' AND o.placed < '2025-01-01'"));
  g_assert_nonnull (strstr (late, "'late'"));
  amount = get (fixture, board, 1);
  sum = board_fixture_run (fixture, amount);
  g_assert_cmpstr (sum, ==, "10.5");
  customers = get (fixture, board, 2);
  names = board_fixture_run (fixture, customers);
  g_assert_cmpstr (names, ==, "Ida");
  /* A value is a value, whatever it holds. */
  set (board, "City", "x' OR '1'='1");
  odd = get (fixture, board, 2);
  none = board_fixture_run (fixture, odd);
  g_assert_cmpstr (none, ==, "");
  set (board, "City", NULL);
  g_assert_null (ask_board_find_parameter (board, "City")->value);
}

static void
test_bad_values (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = ask_board_new ("Sales");
  static const char *const years[] = { "", "25", "20255", "1700", "two" };
  g_autoptr (GError) error = NULL;

  board_fixture_pin (board, "Large", "SELECT count(*) FROM orders WHERE placed LIKE '2025-%' AND amount > 50");
  add_all (fixture, board);
  g_assert_cmpuint (board->parameters->len, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (years); i++)
    {
      g_assert_false (ask_board_parameter_set_value (ask_board_find_parameter (board, "Year"), years[i], &error));
      g_assert_error (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_VALUE);
      g_clear_error (&error);
    }
  g_assert_false (ask_board_parameter_set_value (ask_board_find_parameter (board, "Amount"), "1 OR 1", &error));
  g_assert_error (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_VALUE);
  g_clear_error (&error);
  set (board, "Amount", "6.5");
  g_assert_cmpstr (ask_board_find_parameter (board, "Amount")->value, ==, "6.5");
}

static void
test_choices (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  g_autoptr (AskBoard) board = make_board ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) cities = NULL;
  g_autoptr (GPtrArray) years = NULL;

  add_all (fixture, board);
  cities = ask_board_parameter_list_choices (ask_board_find_parameter (board, "City"), fixture->workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (cities->len, ==, 3);
  g_assert_cmpstr (cities->pdata[0], ==, "Lyon");
  g_assert_cmpstr (cities->pdata[2], ==, "Paris");
  years = ask_board_parameter_list_choices (ask_board_find_parameter (board, "Year"), fixture->workspace, &error);
  g_assert_no_error (error);
  g_assert_true (g_ptr_array_find_with_equal_func (years, "2025", g_str_equal, NULL));
}

static AskRows *
run_rows (BoardFixture *fixture, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (fixture->workspace, &error);
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return ask_rows_ref (result->rows);
}

/* What the tile @other gives when the cell in the first column and row @row of @sql was clicked. */
static char *
click (BoardFixture *fixture, const char *sql, gsize row, const char *other, guint *n)
{
  g_autoptr (AskBoard) board = ask_board_new ("Clicks");
  AskTile *from = board_fixture_pin (board, "From", sql);
  AskTile *to = board_fixture_pin (board, "To", other);
  g_autoptr (AskRows) rows = run_rows (fixture, sql);
  g_autoptr (GPtrArray) filters = board_fixture_click (fixture, &(AskBoardCell) { from->id, sql, rows, row, 0 });
  g_autofree char *own = NULL;
  g_autofree char *filtered = NULL;

  own = ask_board_get_sql (board, from, board_fixture_read (fixture), filters, NULL);
  g_assert_cmpstr (own, ==, sql);
  filtered = ask_board_get_sql (board, to, board_fixture_read (fixture), filters, n);
  return board_fixture_run (fixture, filtered);
}

static void
test_filters (void)
{
  static const struct
  {
    const char *sql;
    gsize row;
    const char *other;
    guint n;
    const char *gives;
  } cases[] = {
    /* By itself, through a join, under an alias. */
    { "SELECT city, count(*) FROM customer GROUP BY city ORDER BY city DESC", 0,
      "SELECT sum(o.amount) FROM orders AS o JOIN customer AS who ON who.id = o.customer_id", 1, "130.5" },
    { "SELECT c.city AS town FROM customer c ORDER BY c.id", 1, "SELECT count(*) FROM customer", 1, "1" },
    /* Conditions that are there stay, as they are bracketed. */
    { "SELECT status FROM orders ORDER BY id", 0,
      "SELECT count(*) FROM orders WHERE amount > 50 OR placed >= '2025-01-01'", 1, "2" },
    /* In subqueries and common tables, too: a share stays one. */
    { "SELECT status FROM orders ORDER BY id", 0,
      "WITH late AS (SELECT amount FROM orders) SELECT count(*), (SELECT count(*) FROM orders) FROM late", 1, "3,3" },
    /* What is computed of one attribute: its month. */
    { "SELECT strftime('%Y-%m', placed) AS month, sum(amount) FROM orders GROUP BY 1 ORDER BY 1", 3,
      "SELECT count(*), sum(amount) FROM orders o", 1, "2,107.0" },
    /* Nothing is a value, too, and quotes are no SQL. */
    { "SELECT city FROM customer ORDER BY id DESC", 0, "SELECT name FROM customer", 1, "O'Hara" },
    { "SELECT name FROM customer ORDER BY id DESC", 0, "SELECT count(*) FROM customer", 1, "1" },
    /* A number. */
    { "SELECT id FROM customer ORDER BY id", 1, "SELECT name FROM customer", 1, "Ida" },
    /* Of a star. */
    { "SELECT * FROM store ORDER BY id", 1, "SELECT city FROM store", 1, "Paris" },
    /* What does not read the entity stays as it is. */
    { "SELECT city FROM store ORDER BY id", 1, "SELECT count(*) FROM customer", 0, "4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (BoardFixture) fixture = board_fixture_new ();
      guint n;
      g_autofree char *gives = click (fixture, cases[i].sql, cases[i].row, cases[i].other, &n);

      if (n != cases[i].n || strcmp (gives, cases[i].gives) != 0)
        g_error ("%s → %s: %u, %s", cases[i].sql, cases[i].other, n, gives);
    }
}

static void
test_no_filters (void)
{
  static const struct
  {
    const char *sql;
    guint column;
  } cases[] = { { "SELECT city, count(*) AS n FROM customer GROUP BY city", 1 },
                { "SELECT name || city FROM customer", 0 },
                { "SELECT 1", 0 },
                { "SELECT (SELECT max(city) FROM store) FROM customer", 0 },
                { "SELECT row_number() OVER (ORDER BY id) FROM customer", 0 },
                { "SELECT city FROM customer UNION SELECT city FROM store", 0 } };
  g_autoptr (BoardFixture) fixture = board_fixture_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskRows) rows = run_rows (fixture, cases[i].sql);
      g_autoptr (GError) error = NULL;

      g_assert_null (ask_board_filter_new (board_fixture_read (fixture),
                                           &(AskBoardCell) { "t", cases[i].sql, rows, 0, cases[i].column }, &error));
      g_assert_error (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_UNFIT);
    }
}

static void
test_filter_words (void)
{
  g_autoptr (BoardFixture) fixture = board_fixture_new ();
  const char *sql = "SELECT city AS Town FROM customer ORDER BY id";
  g_autoptr (AskRows) rows = run_rows (fixture, sql);
  g_autoptr (AskBoardFilter) filter
    = ask_board_filter_new (board_fixture_read (fixture), &(AskBoardCell) { "t", sql, rows, 0, 0 }, NULL);
  g_autoptr (AskBoardFilter) none
    = ask_board_filter_new (board_fixture_read (fixture), &(AskBoardCell) { "t", sql, rows, 3, 0 }, NULL);
  g_autofree char *words = ask_board_filter_to_words (filter);
  g_autofree char *nothing = ask_board_filter_to_words (none);

  g_assert_cmpstr (words, ==, "Town: Nice");
  g_assert_cmpstr (nothing, ==, "Town: nothing");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/board/board/a-document-comes-back-as-it-was", test_document);
  g_test_add_func ("/board/board/what-is-no-board-is-refused", test_unfit);
  g_test_add_func ("/board/board/a-board-is-bounded", test_limits);
  g_test_add_func ("/board/board/two-windows-pin-at-once", test_two_windows);
  g_test_add_func ("/board/board/an-edit-stands-on-what-was-saved-meanwhile", test_rebase);
  g_test_add_func ("/board/board/two-last-tiles-leave-a-board-that-is-read", test_two_last_tiles);
  g_test_add_func ("/board/board/an-earlier-version-comes-back", test_restore);
  g_test_add_func ("/board/board/values-of-several-tiles-are-suggested", test_suggestions);
  g_test_add_func ("/board/board/a-value-is-set-once-for-all-tiles", test_values);
  g_test_add_func ("/board/board/a-value-has-to-fit-its-parameter", test_bad_values);
  g_test_add_func ("/board/board/choices-come-from-the-data", test_choices);
  g_test_add_func ("/board/board/a-click-filters-what-reads-the-attribute", test_filters);
  g_test_add_func ("/board/board/a-figure-of-many-rows-filters-nothing", test_no_filters);
  g_test_add_func ("/board/board/a-filter-is-said-in-words", test_filter_words);
  return g_test_run ();
}
