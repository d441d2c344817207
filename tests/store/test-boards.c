/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boards in the workspace: versions, two who save at once, what tiles gave, and what a rename or a removal does to them.
 */
#include "config.h"

#include "store/ask-workspace-boards.h"

#include <math.h>
#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "store-fixture.h"
#include "store/ask-rows-bytes.h"

#define DAY (24 * G_TIME_SPAN_HOUR)
/* Noon, so that no time zone moves a day. */
#define NOW G_GINT64_CONSTANT (1760000000000000)

static const char two_tiles[]
  = "{\"name\":\"Sales\",\"tiles\":[{\"id\":\"t1\",\"title\":\"Totals\",\"sql\":\"SELECT total FROM orders\",\"box\":[0,0,6,4]},"
    "{\"id\":\"t2\",\"title\":\"Towns\",\"sql\":\"SELECT name FROM towns WHERE name = 'Nice'\",\"box\":[6,0,6,4]}],"
    "\"parameters\":[{\"id\":\"p1\",\"title\":\"Town\",\"places\":[{\"entity\":\"towns\",\"attribute\":\"name\"}]}]}";

static StoreShop *
open_shop (void)
{
  return store_shop_new ("CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL);"
                         "CREATE TABLE towns (id INTEGER PRIMARY KEY, name TEXT)");
}

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = ask_json_parse (text, -1, &error);

  g_assert_no_error (error);
  return node;
}

/* @text with the first @from in it as @to. */
static JsonNode *
edit (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);
  g_autofree char *made = NULL;

  g_assert_nonnull (at);
  made = g_strdup_printf ("%.*s%s%s", (int) (at - text), text, to, at + strlen (from));
  return parse (made);
}

static gint64
add (AskWorkspace *workspace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) document = parse (text);
  gint64 id = ask_workspace_add_board (workspace, document, "Made", &error);

  g_assert_no_error (error);
  g_assert_cmpint (id, >, 0);
  return id;
}

static char *
load (AskWorkspace *workspace, gint64 id, gint64 version)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) document = ask_workspace_load_board (workspace, id, &version, &error);

  g_assert_no_error (error);
  return ask_json_to_string (document, FALSE);
}

static gboolean
save (AskWorkspace *workspace, gint64 id, JsonNode *document, gint64 *version, GError **error)
{
  g_autoptr (JsonNode) own = document;

  return ask_workspace_save_board (workspace, &(AskBoardSave) { id, own, "Changed" }, version, NULL, error);
}

static void
test_versions (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GPtrArray) boards = NULL;
  g_autofree char *first = NULL;
  g_autofree char *newest = NULL;
  gint64 id = add (shop->workspace, two_tiles);
  gint64 version = 1;

  g_assert_true (save (shop->workspace, id, edit (two_tiles, "Totals", "Sums"), &version, &error));
  g_assert_no_error (error);
  g_assert_cmpint (version, ==, 2);
  /* What says the same is no version. */
  g_assert_true (save (shop->workspace, id, edit (two_tiles, "Totals", "Sums"), &version, &error));
  g_assert_cmpint (version, ==, 2);
  g_assert_true (save (shop->workspace, id, edit (two_tiles, "\"Sales\"", "\"Turnover\""), &version, &error));
  g_assert_cmpint (version, ==, 3);
  versions = ask_workspace_list_board_versions (shop->workspace, id, &error);
  g_assert_cmpuint (versions->len, ==, 3);
  g_assert_cmpstr (((AskBoardVersion *) versions->pdata[0])->reason, ==, "Changed");
  g_assert_cmpstr (((AskBoardVersion *) versions->pdata[2])->reason, ==, "Made");
  g_assert_nonnull (((AskBoardVersion *) versions->pdata[0])->author);
  first = load (shop->workspace, id, 1);
  g_assert_nonnull (strstr (first, "Totals"));
  newest = load (shop->workspace, id, 0);
  g_assert_nonnull (strstr (newest, "Turnover"));
  boards = ask_workspace_list_boards (shop->workspace, &error);
  g_assert_cmpuint (boards->len, ==, 1);
  g_assert_cmpstr (((AskBoardRecord *) boards->pdata[0])->name, ==, "Turnover");
  g_assert_cmpuint (((AskBoardRecord *) boards->pdata[0])->n_tiles, ==, 2);
  g_assert_cmpint (ask_workspace_find_board (shop->workspace, "turnover", &error), ==, id);
  g_assert_cmpint (ask_workspace_find_board (shop->workspace, "Sales", &error), ==, 0);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
}

/* What cannot be read is not taken for something else: nothing is saved over it. */
static void
test_unread (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  gint64 id = add (shop->workspace, two_tiles);
  g_autoptr (JsonNode) changed = edit (two_tiles, "Totals", "All totals");
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GError) error = NULL;
  gint64 version = 1;

  store_exec (shop->fixture->path, "UPDATE board_version SET document = '{'");
  g_assert_false (
    ask_workspace_save_board (shop->workspace, &(AskBoardSave) { id, changed, "Named" }, &version, NULL, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (version, ==, 1);
  versions = ask_workspace_list_board_versions (shop->workspace, id, NULL);
  g_assert_cmpuint (versions->len, ==, 1);
}

static void
test_old_versions (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  gint64 id = add (shop->workspace, two_tiles);
  gint64 version = 1;

  for (guint i = 0; i < ASK_BOARD_MAX_VERSIONS + 5; i++)
    {
      g_autofree char *title = g_strdup_printf ("Totals %u", i);

      g_assert_true (save (shop->workspace, id, edit (two_tiles, "Totals", title), &version, &error));
    }
  versions = ask_workspace_list_board_versions (shop->workspace, id, &error);
  g_assert_cmpuint (versions->len, ==, ASK_BOARD_MAX_VERSIONS);
  g_assert_cmpint (((AskBoardVersion *) versions->pdata[0])->version, ==, version);
}

static void
test_two_windows (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (AskWorkspace) other = store_open (shop->fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) joined = NULL;
  g_autoptr (JsonNode) document = NULL;
  g_autofree char *text = NULL;
  gint64 id = add (shop->workspace, two_tiles);
  gint64 here = 1, there = 1;

  g_assert_true (save (shop->workspace, id, edit (two_tiles, "Totals", "Sums"), &here, &error));
  /* The other one moves that tile, and adds one. */
  document = edit (two_tiles, "[0,0,6,4]}", "[0,4,6,4]},{\"id\":\"t3\",\"text\":\"Note\",\"box\":[0,8,6,1]}");
  g_assert_true (ask_workspace_save_board (other, &(AskBoardSave) { id, document, "Moved" }, &there, &joined, &error));
  g_assert_no_error (error);
  g_assert_cmpint (there, ==, 3);
  g_assert_nonnull (joined);
  text = load (shop->workspace, id, 0);
  g_assert_nonnull (strstr (text, "Sums"));
  g_assert_nonnull (strstr (text, "[0,4,6,4]"));
  g_assert_nonnull (strstr (text, "Note"));
  g_assert_nonnull (strstr (text, "t2"));
}

static void
test_conflicts (void)
{
  static const struct
  {
    const char *from;
    const char *theirs;
    const char *ours;
    const char *named;
  } cases[] = {
    { "Totals", "Sums", "Amounts", "Amounts" },
    { "[6,0,6,4]", "[6,2,6,4]", "[6,3,6,4]", "Towns" },
    { "\"Sales\"", "\"Turnover\"", "\"Revenue\"", "Turnover" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreShop) shop = open_shop ();
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;
      gint64 id = add (shop->workspace, two_tiles);
      gint64 here = 1, there = 1;

      g_assert_true (save (shop->workspace, id, edit (two_tiles, cases[i].from, cases[i].theirs), &here, &error));
      g_assert_false (save (shop->workspace, id, edit (two_tiles, cases[i].from, cases[i].ours), &there, &error));
      g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT);
      g_assert_nonnull (strstr (error->message, cases[i].named));
      text = load (shop->workspace, id, 0);
      g_assert_nonnull (strstr (text, cases[i].theirs));
      g_assert_cmpint (there, ==, 1);
    }
}

/* A tile that one removes while the other edits it is neither lost nor brought back. */
static void
test_removed_and_edited (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  gint64 id = add (shop->workspace, two_tiles);
  gint64 here = 1, there = 1;
  const char *start = strstr (two_tiles, "{\"id\":\"t1\"");
  const char *end = strstr (two_tiles, "{\"id\":\"t2\"");
  g_autofree char *tile = g_strndup (start, (gsize) (end - start));

  g_assert_true (save (shop->workspace, id, edit (two_tiles, tile, ""), &here, &error));
  g_assert_false (save (shop->workspace, id, edit (two_tiles, "Totals", "Sums"), &there, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT);
  g_clear_error (&error);
  /* Untouched by the other one, it goes without a word. */
  there = 1;
  g_assert_true (save (shop->workspace, id, edit (two_tiles, "Towns", "Places"), &there, &error));
  g_assert_no_error (error);
}

static void
test_names (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autofree char *long_name = g_strnfill (ASK_BOARD_MAX_NAME + 1, 'x');
  g_autofree char *large = g_strnfill (ASK_BOARD_MAX_DOCUMENT, 'x');
  const char *const bad[] = { "", " Sales", "two\\nlines", long_name };
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) document = parse ("{\"name\":\"SALES\"}");
  g_autoptr (JsonNode) too_large = NULL;
  g_autofree char *text = g_strdup_printf ("{\"name\":\"A\",\"text\":\"%s\"}", large);

  add (shop->workspace, two_tiles);
  g_assert_cmpint (ask_workspace_add_board (shop->workspace, document, "", &error), ==, 0);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS);
  g_clear_error (&error);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"name\":\"%s\"}", bad[i]);
      g_autoptr (JsonNode) node = parse (json);

      g_assert_cmpint (ask_workspace_add_board (shop->workspace, node, "", &error), ==, 0);
      g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
      g_clear_error (&error);
    }
  too_large = parse (text);
  g_assert_cmpint (ask_workspace_add_board (shop->workspace, too_large, "", &error), ==, 0);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
}

static void
test_removed (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  gint64 id = add (shop->workspace, two_tiles);
  gint64 second;

  g_assert_true (ask_workspace_remove_board (shop->workspace, id, TRUE, &error));
  g_assert_false (ask_workspace_remove_board (shop->workspace, id, TRUE, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);
  g_assert_cmpint (ask_workspace_find_board (shop->workspace, "Sales", NULL), ==, 0);
  g_assert_true (ask_workspace_remove_board (shop->workspace, id, FALSE, &error));
  g_assert_cmpint (ask_workspace_find_board (shop->workspace, "Sales", NULL), ==, id);
  /* Its name may be taken in the meantime. */
  g_assert_true (ask_workspace_remove_board (shop->workspace, id, TRUE, &error));
  second = add (shop->workspace, two_tiles);
  g_assert_cmpint (second, !=, id);
  g_assert_false (ask_workspace_remove_board (shop->workspace, id, FALSE, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS);
}

static AskBoardResult *
make_result (const char *sql, double total, gint64 at)
{
  AskBoardResult *result = ask_board_result_new ("t1", sql);
  AskValue cell = ask_value_real (total);

  result->rows = ask_rows_new ();
  ask_rows_add_column (result->rows, "total", ASK_TYPE_REAL);
  ask_rows_append (result->rows, &cell);
  result->run_at = at;
  result->elapsed_ms = 12.5;
  g_ptr_array_add (result->sources, g_strdup ("shop"));
  return result;
}

static void
test_results (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  gint64 id = add (shop->workspace, two_tiles);
  g_autoptr (AskBoardResult) result = make_result ("SELECT 1", 7, NOW);
  g_autoptr (AskBoardResult) failed = ask_board_result_new ("t1", "SELECT 1");
  g_autoptr (AskBoardResult) back = NULL;
  g_autoptr (AskBoardResult) other = NULL;

  result->level = 2;
  g_assert_true (ask_workspace_keep_board_result (shop->workspace, id, result, NULL, &error));
  failed->failure = g_strdup ("The server does not answer.");
  failed->failed_at = NOW + DAY;
  failed->remedy = g_strdup ("operation");
  failed->remedy_place = g_strdup ("shop GET /orders");
  g_assert_true (ask_workspace_keep_board_result (shop->workspace, id, failed, NULL, &error));
  /* What it gave before stays, with its age, beside the failure. */
  back = ask_workspace_load_board_result (shop->workspace, id, "t1", "SELECT 1", &error);
  g_assert_no_error (error);
  g_assert_cmpint (back->run_at, ==, NOW);
  g_assert_cmpfloat (ask_rows_get (back->rows, 0, 0)->real, ==, 7);
  g_assert_cmpfloat (back->elapsed_ms, ==, 12.5);
  g_assert_cmpstr (back->sources->pdata[0], ==, "shop");
  g_assert_cmpstr (back->failure, ==, "The server does not answer.");
  g_assert_cmpint (back->failed_at, ==, NOW + DAY);
  g_assert_cmpstr (back->remedy, ==, "operation");
  g_assert_cmpstr (back->remedy_place, ==, "shop GET /orders");
  g_assert_cmpint (back->level, ==, 2);
  /* Never rows of another query. */
  other = ask_workspace_load_board_result (shop->workspace, id, "t1", "SELECT 2", &error);
  g_assert_null (other->rows);
  g_assert_cmpint (other->run_at, ==, 0);
  /* The next success ends the failure. */
  result->run_at = NOW + 2 * DAY;
  g_assert_true (ask_workspace_keep_board_result (shop->workspace, id, result, NULL, &error));
  ask_board_result_free (g_steal_pointer (&back));
  back = ask_workspace_load_board_result (shop->workspace, id, "t1", "SELECT 1", &error);
  g_assert_null (back->failure);
  g_assert_null (back->remedy);
  g_assert_null (back->remedy_place);
  g_assert_cmpint (back->failed_at, ==, 0);
  /* A board that went meanwhile takes nothing, and that is no error. */
  g_assert_true (ask_workspace_keep_board_result (shop->workspace, id + 77, result, NULL, &error));
  g_assert_no_error (error);
}

static void
test_kept_settings (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  gint64 id = add (shop->workspace, two_tiles);

  for (int i = 0; i < ASK_BOARD_MAX_RESULTS + 3; i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT %d", i);
      g_autoptr (AskBoardResult) result = make_result (sql, i, NOW + i);

      g_assert_true (ask_workspace_keep_board_result (shop->workspace, id, result, NULL, &error));
    }
  g_assert_cmpint (store_get_integer (shop->fixture->path, "SELECT count(*) FROM board_result"), ==,
                   ASK_BOARD_MAX_RESULTS);
  g_assert_cmpint (store_get_integer (shop->fixture->path, "SELECT count(*) FROM board_result WHERE sql = 'SELECT 0'"),
                   ==, 0);
}

static void
test_figures (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  gint64 id = add (shop->workspace, two_tiles);
  g_autoptr (AskBoardFigure) yesterday = NULL;
  g_autoptr (AskBoardFigure) last_week = NULL;
  g_autoptr (AskBoardFigure) before = NULL;
  g_autoptr (AskBoardResult) now = make_result ("SELECT 1", 0, NOW);
  AskValue digits = ask_value_text ("12345678901234567890.25", -1);

  for (int day = 9; day >= 0; day--)
    {
      g_autoptr (AskBoardResult) result = make_result ("SELECT 1", day, NOW - day * DAY);
      AskValue value = ask_value_integer (100 + day);

      g_assert_true (
        ask_workspace_keep_board_result (shop->workspace, id, result, day == 7 ? &digits : &value, &error));
    }
  g_assert_true (ask_workspace_find_board_figure (shop->workspace, id, now, NOW - DAY, &yesterday, &error));
  g_assert_cmpint (yesterday->value.integer, ==, 101);
  g_assert_cmpint (yesterday->at, ==, NOW - DAY);
  g_assert_true (ask_workspace_find_board_figure (shop->workspace, id, now, NOW - 7 * DAY, &last_week, &error));
  g_assert_cmpstr (last_week->value.text, ==, "12345678901234567890.25");
  g_assert_true (ask_workspace_find_board_figure (shop->workspace, id, now, NOW - 70 * DAY, &before, &error));
  g_assert_null (before);
}

/* However often one refreshes in a day. */
static void
test_last_figure (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  gint64 id = add (shop->workspace, two_tiles);
  g_autoptr (AskBoardResult) any = make_result ("SELECT 1", 0, NOW);
  const gint64 times[] = { NOW - 3 * DAY, NOW, NOW + G_TIME_SPAN_MINUTE, NOW + 2 * DAY };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autoptr (AskBoardFigure) last = NULL;
      g_autoptr (AskBoardFigure) today = NULL;
      g_autoptr (AskBoardResult) result = make_result ("SELECT 1", (int) i, times[i]);
      AskValue value = ask_value_integer (100 + (gint64) i);

      g_assert_true (ask_workspace_keep_board_result (shop->workspace, id, result, &value, &error));
      g_assert_true (ask_workspace_find_board_figure (shop->workspace, id, any, ASK_BOARD_LAST_REFRESH, &last, &error));
      if (i == 0)
        g_assert_null (last);
      else
        {
          g_assert_cmpint (last->value.integer, ==, 100 + (gint64) i - 1);
          g_assert_cmpint (last->at, ==, times[i - 1]);
        }
      /* The figures of days stay as they are. */
      g_assert_true (ask_workspace_find_board_figure (shop->workspace, id, any, times[i], &today, &error));
      g_assert_cmpint (today->value.integer, ==, 100 + (gint64) i);
    }
}

static AskRows *
draw_rows (void)
{
  AskRows *rows = ask_rows_new ();
  guint n = (guint) g_test_rand_int_range (1, 6);
  guint n_rows = (guint) g_test_rand_int_range (0, 30);

  for (guint c = 0; c < n; c++)
    ask_rows_add_column (rows, c == 0 ? "größe" : "a", (AskType) g_test_rand_int_range (0, ASK_TYPE_BLOB + 1));
  ask_rows_read_names (rows);
  for (guint r = 0; r < n_rows; r++)
    {
      AskValue cells[6];
      char room[6][20];

      for (guint c = 0; c < n; c++)
        {
          gsize length = (gsize) g_test_rand_int_range (0, 20);

          for (gsize i = 0; i < length; i++)
            room[c][i] = (char) g_test_rand_int_range (0, 256);
          switch (g_test_rand_int_range (0, 6))
            {
            case 0:
              cells[c] = ASK_NULL_INIT;
              break;
            case 1:
              cells[c] = ask_value_integer (G_MININT64 + g_test_rand_int_range (0, 9));
              break;
            case 2:
              cells[c] = ask_value_real (g_test_rand_bit () ? -0.0 : INFINITY);
              break;
            case 3:
              cells[c] = ask_value_real (g_test_rand_double ());
              break;
            case 4:
              cells[c] = ask_value_blob ((const guint8 *) room[c], length);
              break;
            default:
              cells[c] = ask_value_text (room[c], (gssize) length);
              break;
            }
        }
      ask_rows_append (rows, cells);
    }
  ask_rows_set_truncated (rows, g_test_rand_bit ());
  return rows;
}

static void
test_rows (void)
{
  for (guint round = 0; round < 50; round++)
    {
      g_autoptr (AskRows) rows = draw_rows ();
      g_autoptr (GBytes) bytes = ask_rows_to_bytes (rows);
      gsize size;
      const guint8 *data = g_bytes_get_data (bytes, &size);
      g_autoptr (AskRows) back = ask_rows_from_bytes (data, size);
      gsize cut = (gsize) g_test_rand_int_range (0, (gint32) size);
      /* Of its own size, so that reading past the end is seen. */
      g_autofree guint8 *part = g_memdup2 (data, cut + 1);

      g_assert_nonnull (back);
      g_assert_cmpuint (ask_rows_get_n_rows (back), ==, ask_rows_get_n_rows (rows));
      g_assert_cmpint (ask_rows_get_truncated (back), ==, ask_rows_get_truncated (rows));
      for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
        {
          g_assert_cmpstr (ask_rows_get_column (back, c)->name, ==, ask_rows_get_column (rows, c)->name);
          g_assert_cmpint (ask_rows_get_column (back, c)->type, ==, ask_rows_get_column (rows, c)->type);
        }
      for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
        for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
          {
            const AskValue *a = ask_rows_get (rows, r, c);
            const AskValue *b = ask_rows_get (back, r, c);

            g_assert_cmpuint (a->kind, ==, b->kind);
            if (a->kind == ASK_VALUE_INTEGER || a->kind == ASK_VALUE_REAL)
              g_assert_cmpmem (&a->integer, 8, &b->integer, 8);
            else if (a->kind != ASK_VALUE_NULL)
              g_assert_cmpmem (a->blob, a->length, b->blob, b->length);
          }
      if (cut + 1 < size)
        g_assert_null (ask_rows_from_bytes (part, cut + 1));
    }
}

/* A rename of what tiles and parameters name. */
static void
test_renamed (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  gint64 id = add (shop->workspace, two_tiles);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (shop->workspace, &error);
  g_autoptr (AskBoardResult) result = make_result ("SELECT total FROM orders", 3, NOW);
  g_autoptr (AskBoardResult) back = NULL;
  g_autoptr (AskBoardFigure) figure = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autofree char *text = NULL;
  AskValue value = ask_value_integer (3);

  g_assert_true (ask_workspace_keep_board_result (shop->workspace, id, result, &value, &error));
  g_assert_true (
    ask_schema_edit_rename_entity (schema, ask_schema_find_entity (schema, "orders")->id, "purchases", &error));
  g_assert_true (
    ask_schema_edit_rename_attribute (schema, ask_schema_find_entity (schema, "towns")->id, "name", "town", &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_save_schema (shop->workspace, schema, "Renamed", &error));
  g_assert_no_error (error);
  text = load (shop->workspace, id, 0);
  g_assert_nonnull (strstr (text, "SELECT total FROM purchases"));
  g_assert_nonnull (strstr (text, "WHERE town = 'Nice'"));
  g_assert_nonnull (strstr (text, "\"attribute\":\"town\""));
  versions = ask_workspace_list_board_versions (shop->workspace, id, &error);
  g_assert_cmpuint (versions->len, ==, 2);
  /* What it gave, and its figures, go on being its own. */
  back = ask_workspace_load_board_result (shop->workspace, id, "t1", "SELECT total FROM purchases", &error);
  g_assert_nonnull (back->rows);
  g_assert_true (ask_workspace_find_board_figure (shop->workspace, id, back, NOW, &figure, &error));
  g_assert_nonnull (figure);
}

static void
test_broken (void)
{
  g_autoptr (StoreShop) shop = open_shop ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) before = ask_workspace_load_schema (shop->workspace, &error);
  g_autoptr (AskSchema) after = ask_schema_fork (before);
  g_autoptr (GPtrArray) breaks = NULL;

  add (shop->workspace, two_tiles);
  g_assert_true (ask_schema_edit_remove_entity (after, ask_schema_find_entity (before, "towns")->id, &error));
  breaks = ask_workspace_find_breaks (shop->workspace, before, after, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (breaks->len, ==, 1);
  g_assert_cmpint (((AskBreak *) breaks->pdata[0])->kind, ==, ASK_BREAK_TILE);
  g_assert_cmpstr (((AskBreak *) breaks->pdata[0])->name, ==, "Sales: Towns");
  g_assert_nonnull (strstr (((AskBreak *) breaks->pdata[0])->message, "towns"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_without_session ();
  g_test_add_func ("/store/boards/each-save-is-a-version", test_versions);
  g_test_add_func ("/store/boards/nothing-is-saved-over-what-cannot-be-read", test_unread);
  g_test_add_func ("/store/boards/the-oldest-versions-are-dropped", test_old_versions);
  g_test_add_func ("/store/boards/two-windows-lose-nothing", test_two_windows);
  g_test_add_func ("/store/boards/what-both-changed-is-refused-by-name", test_conflicts);
  g_test_add_func ("/store/boards/a-removal-does-not-undo-an-edit", test_removed_and_edited);
  g_test_add_func ("/store/boards/a-name-is-unique-and-bounded", test_names);
  g_test_add_func ("/store/boards/a-removed-board-comes-back", test_removed);
  g_test_add_func ("/store/boards/a-failure-leaves-the-rows-of-before", test_results);
  g_test_add_func ("/store/boards/a-tile-keeps-its-last-settings", test_kept_settings);
  g_test_add_func ("/store/boards/figures-are-found-by-the-day", test_figures);
  g_test_add_func ("/store/boards/the-figure-of-the-last-refresh-is-found", test_last_figure);
  g_test_add_func ("/store/boards/drawn-rows-come-back-as-they-were", test_rows);
  g_test_add_func ("/store/boards/a-rename-reaches-tiles-and-what-they-gave", test_renamed);
  g_test_add_func ("/store/boards/a-removal-tells-which-tiles-break", test_broken);
  return g_test_run ();
}
