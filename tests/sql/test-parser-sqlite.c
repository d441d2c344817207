/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parser against SQLite: the same verdict, at the same place, on Spider's gold queries and on
 * statements drawn from the grammar, whole and broken; what prints gives an equal tree, and the same rows.
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "test-parser-oracle.h"

/* Draws one statement as a list of words. */
typedef struct
{
  GPtrArray *words; /* const char *, all static or of @strings */
  guint budget;
  gboolean calm; /* only what most likely prepares: one table, its columns, plain functions */
} Draw;

static guint
pick (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static gboolean
maybe (guint percent)
{
  return pick (100) < percent;
}

static void
put (Draw *self, const char *word)
{
  g_ptr_array_add (self->words, (gpointer) word);
}

#define PUT_ONE(self, ...) \
  G_STMT_START \
  { \
    static const char *const choice_[] = { __VA_ARGS__ }; \
    put (self, choice_[pick (G_N_ELEMENTS (choice_))]); \
  } \
  G_STMT_END

static void draw_expr (Draw *self);
static void draw_select (Draw *self, guint n_columns);

static gboolean
spend (Draw *self)
{
  if (self->budget == 0)
    return FALSE;
  self->budget--;
  return TRUE;
}

static void
draw_column (Draw *self)
{
  if (self->calm)
    {
      PUT_ONE (self, "a", "b", "c", "t.a", "main.t.b", "[a]", "\"c\"", "\"word\"", "true", "rowid");
      return;
    }
  if (maybe (30))
    {
      PUT_ONE (self, "t", "u", "v", "\"t\"", "x", "y");
      put (self, ".");
    }
  if (maybe (10))
    PUT_ONE (self, "end", "left", "\"nope\"", "key", "[a b]", "`a`", "true", "FALSE", "rowid", "desc",
             "indexed", "with", "over", "filter", "window", "replace", "like", "'a'", "row", "\"b\"");
  else
    PUT_ONE (self, "a", "b", "c", "d", "e", "A");
}

static void
draw_literal (Draw *self)
{
  if (self->calm && maybe (70))
    {
      PUT_ONE (self, "1", "0", "'x'", "NULL", "2.5", "''", "FALSE");
      return;
    }
  PUT_ONE (self, "1", "0", "2", "-3", "1.5", ".5e1", "'x'", "'it''s'", "''", "NULL", "x'00fF'", "0x1F",
           "9223372036854775807", "9223372036854775808", "1e400", "TRUE", "false", "?", "?3", ":p",
           "@q", "$r::s(t)", "\"str\"", "CURRENT_DATE");
}

static void
draw_list (Draw *self, guint low, guint high)
{
  guint n = low + pick (high - low + 1);

  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        put (self, ",");
      draw_expr (self);
    }
}

static void
draw_order (Draw *self)
{
  guint n = 1 + pick (2);

  put (self, "ORDER");
  put (self, "BY");
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        put (self, ",");
      if (self->calm || maybe (30))
        put (self, "1");
      else
        draw_expr (self);
      if (maybe (40))
        PUT_ONE (self, "ASC", "DESC");
      if (maybe (20))
        {
          put (self, "NULLS");
          PUT_ONE (self, "FIRST", "LAST");
        }
    }
}

static void
draw_frame (Draw *self)
{
  static const char *const frames[] = {
    "ROWS UNBOUNDED PRECEDING", "ROWS 1 PRECEDING", "RANGE CURRENT ROW",
    "ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING", "GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
    "ROWS BETWEEN 2 FOLLOWING AND 1 PRECEDING", "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
    "GROUPS BETWEEN 1 + 1 FOLLOWING AND 3 FOLLOWING", "ROWS 1 FOLLOWING",
  };
  static const char *const excludes[]
    = { "EXCLUDE NO OTHERS", "EXCLUDE CURRENT ROW", "EXCLUDE GROUP", "EXCLUDE TIES" };
  g_auto (GStrv) words = g_strsplit (frames[pick (G_N_ELEMENTS (frames))], " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    put (self, g_intern_string (words[i]));
  if (maybe (30))
    {
      g_auto (GStrv) more = g_strsplit (excludes[pick (G_N_ELEMENTS (excludes))], " ", -1);

      for (guint i = 0; more[i] != NULL; i++)
        put (self, g_intern_string (more[i]));
    }
}

static void
draw_window (Draw *self)
{
  put (self, "(");
  if (!self->calm && maybe (15))
    PUT_ONE (self, "w", "w2", "following");
  if (maybe (40))
    {
      put (self, "PARTITION");
      put (self, "BY");
      draw_list (self, 1, 2);
    }
  if (maybe (60))
    draw_order (self);
  if (maybe (40))
    draw_frame (self);
  put (self, ")");
}

static void
draw_function (Draw *self)
{
  gboolean window;

  if (self->calm ? maybe (85) : maybe (25))
    {
      PUT_ONE (self, "abs", "length", "upper", "\"lower\"", "typeof", "quote", "hex");
      put (self, "(");
      draw_expr (self);
      put (self, ")");
      return;
    }
  if (maybe (25))
    {
      PUT_ONE (self, "coalesce", "replace", "like", "glob", "ifnull", "max", "min", "printf", "iif",
               "nullif", "if", "left", "match");
      put (self, "(");
      draw_list (self, 0, 3);
      put (self, ")");
      return;
    }
  window = maybe (40);
  if (window && maybe (40))
    PUT_ONE (self, "row_number", "rank", "lag", "first_value", "ntile");
  else
    PUT_ONE (self, "count", "sum", "min", "max", "group_concat", "total", "avg");
  put (self, "(");
  if (maybe (20))
    put (self, "*");
  else
    {
      if (maybe (15))
        PUT_ONE (self, "DISTINCT", "ALL");
      draw_list (self, 0, 1);
    }
  put (self, ")");
  if (maybe (20))
    {
      put (self, "FILTER");
      put (self, "(");
      put (self, "WHERE");
      draw_expr (self);
      put (self, ")");
    }
  if (!window)
    return;
  put (self, "OVER");
  if (!self->calm && maybe (25))
    PUT_ONE (self, "w", "w2", "\"w\"");
  else
    draw_window (self);
}

static void
draw_in (Draw *self)
{
  if (maybe (30))
    put (self, "NOT");
  put (self, "IN");
  switch (pick (5))
    {
    case 0:
      if (self->calm)
        put (self, "json_each ( '[1]' )");
      else
        PUT_ONE (self, "t", "u", "one", "main.u", "'one'", "left");
      break;
    case 1:
      put (self, "json_each");
      put (self, "(");
      put (self, "'[1,2,\"x\"]'");
      put (self, ")");
      break;
    case 2:
      put (self, "(");
      draw_select (self, 1);
      put (self, ")");
      break;
    default:
      put (self, "(");
      draw_list (self, maybe (20) ? 0 : 1, 3);
      put (self, ")");
    }
}

static void
draw_case (Draw *self)
{
  guint n = 1 + pick (2);

  put (self, "CASE");
  if (maybe (50))
    draw_expr (self);
  for (guint i = 0; i < n; i++)
    {
      put (self, "WHEN");
      draw_expr (self);
      put (self, "THEN");
      draw_expr (self);
    }
  if (maybe (50))
    {
      put (self, "ELSE");
      draw_expr (self);
    }
  put (self, "END");
}

static void
draw_tail (Draw *self)
{
  switch (pick (12))
    {
    case 0:
      PUT_ONE (self, "ISNULL", "NOTNULL");
      break;
    case 1:
      put (self, "NOT");
      put (self, "NULL");
      break;
    case 2:
      put (self, "IS");
      if (maybe (40))
        put (self, "NOT");
      if (maybe (30))
        {
          put (self, "DISTINCT");
          put (self, "FROM");
        }
      if (maybe (50))
        put (self, "NULL");
      else
        draw_expr (self);
      break;
    case 3:
    case 4:
      draw_in (self);
      break;
    case 5:
    case 6:
      if (maybe (30))
        put (self, "NOT");
      put (self, "BETWEEN");
      draw_expr (self);
      put (self, "AND");
      draw_expr (self);
      break;
    case 7:
    case 8:
      if (maybe (30))
        put (self, "NOT");
      if (self->calm)
        PUT_ONE (self, "LIKE", "GLOB", "LIKE");
      else
        PUT_ONE (self, "LIKE", "GLOB", "LIKE", "MATCH", "REGEXP");
      draw_expr (self);
      if (maybe (30) && strcmp (self->words->pdata[self->words->len - 1], "GLOB") != 0)
        {
          put (self, "ESCAPE");
          if (self->calm || maybe (60))
            put (self, "'!'");
          else
            draw_expr (self);
        }
      break;
    default:
      put (self, "COLLATE");
      if (self->calm)
        PUT_ONE (self, "nocase", "BINARY", "\"rtrim\"");
      else
        PUT_ONE (self, "nocase", "BINARY", "\"rtrim\"", "'nocase'", "desc");
    }
}

static void
draw_expr (Draw *self)
{
  if (!spend (self))
    {
      if (maybe (50))
        draw_column (self);
      else
        draw_literal (self);
      return;
    }
  switch (pick (16))
    {
    case 0:
    case 1:
    case 2:
      draw_column (self);
      break;
    case 3:
      draw_literal (self);
      break;
    case 4:
    case 5:
    case 6:
      draw_expr (self);
      PUT_ONE (self, "+", "-", "*", "/", "%", "||", "&", "|", "<<", ">>", "->", "->>", "AND", "OR", "=",
               "==", "<>", "!=", "<", "<=", ">", ">=", "AND", "OR", "=");
      draw_expr (self);
      break;
    case 7:
      PUT_ONE (self, "NOT", "-", "+", "~", "NOT");
      draw_expr (self);
      break;
    case 8:
      put (self, "(");
      draw_expr (self);
      put (self, ")");
      break;
    case 9:
    case 10:
      draw_expr (self);
      draw_tail (self);
      break;
    case 11:
      draw_function (self);
      break;
    case 12:
      draw_case (self);
      break;
    case 13:
      put (self, "CAST");
      put (self, "(");
      draw_expr (self);
      put (self, "AS");
      PUT_ONE (self, "text", "INTEGER", "decimal(10, -2)", "", "double precision", "\"int\"", "'real'",
               "varchar ( + 3 )", "big 'int'", "end");
      put (self, ")");
      break;
    case 14:
      if (maybe (40))
        {
          if (maybe (50))
            put (self, "NOT");
          put (self, "EXISTS");
        }
      put (self, "(");
      draw_select (self, 1);
      put (self, ")");
      break;
    default:
      if (self->calm)
        {
          put (self, "( a , 1 ) IN ( ( 1 , b ) , ( 2 , 1 ) )");
          return;
        }
      put (self, "(");
      draw_list (self, 2, 3);
      put (self, ")");
      PUT_ONE (self, "=", "<", "IN", "IS", "BETWEEN");
      put (self, "(");
      draw_list (self, 2, 2);
      put (self, ")");
    }
}

static void
draw_alias (Draw *self)
{
  if (maybe (60))
    put (self, "AS");
  PUT_ONE (self, "x", "y", "z", "'x'", "\"y\"", "[z]", "desc", "over", "x", "y", "match");
}

static void draw_items (Draw *self);

static void
draw_item (Draw *self)
{
  if (self->calm)
    {
      PUT_ONE (self, "t", "main.t", "t NOT INDEXED", "( t )", "'t'");
      return;
    }
  switch (spend (self) ? pick (8) : 0)
    {
    case 4:
      PUT_ONE (self, "json_each", "generate", "json_tree");
      put (self, "(");
      put (self, "'[1,2]'");
      put (self, ")");
      break;
    case 5:
      put (self, "(");
      draw_select (self, 1 + pick (2));
      put (self, ")");
      break;
    case 6:
      put (self, "(");
      draw_items (self);
      put (self, ")");
      break;
    default:
      if (maybe (10))
        {
          put (self, "main");
          put (self, ".");
        }
      PUT_ONE (self, "t", "u", "v", "t", "u", "\"v\"", "one", "'t'");
      if (maybe (30))
        draw_alias (self);
      if (maybe (8))
        {
          put (self, "NOT");
          put (self, "INDEXED");
        }
      else if (maybe (5))
        {
          put (self, "INDEXED");
          put (self, "BY");
          put (self, "i");
        }
      return;
    }
  if (maybe (50))
    draw_alias (self);
}

static void
draw_items (Draw *self)
{
  guint n = self->calm || maybe (50) ? 0 : 1 + pick (2);

  draw_item (self);
  if (self->calm && maybe (40))
    PUT_ONE (self, "CROSS JOIN ( SELECT 5 AS f , 6 AS g )", ", u AS o", "LEFT JOIN u ON t.a < u.a",
             "NATURAL JOIN ( SELECT 1 AS a )", "JOIN ( SELECT 2 AS a ) AS s USING ( a )",
             "FULL JOIN ( u CROSS JOIN v ) ON u.a = t.a", "RIGHT JOIN v ON key");
  for (guint i = 0; i < n; i++)
    {
      static const char *const joins[] = {
        ",", "JOIN", "INNER JOIN", "LEFT JOIN", "LEFT OUTER JOIN", "RIGHT JOIN", "FULL OUTER JOIN",
        "CROSS JOIN", "NATURAL JOIN", "NATURAL LEFT JOIN", "OUTER LEFT NATURAL JOIN", "LEFT RIGHT JOIN",
        "CROSS INNER JOIN", "RIGHT OUTER NATURAL JOIN",
      };
      const char *join = joins[pick (G_N_ELEMENTS (joins))];
      g_auto (GStrv) words = g_strsplit (join, " ", -1);

      for (guint w = 0; words[w] != NULL; w++)
        put (self, g_intern_string (words[w]));
      draw_item (self);
      if (strstr (join, "NATURAL") != NULL)
        continue;
      if (maybe (50))
        {
          put (self, "ON");
          draw_expr (self);
        }
      else if (maybe (20))
        {
          put (self, "USING");
          put (self, "(");
          PUT_ONE (self, "a", "\"d\"", "'a'");
          put (self, ")");
        }
    }
}

static void
draw_core (Draw *self, guint n_columns)
{
  put (self, "SELECT");
  if (maybe (15))
    PUT_ONE (self, "DISTINCT", "ALL");
  if (!self->calm && maybe (8))
    PUT_ONE (self, "*", "t.*", "1, *");
  else
    for (guint i = 0; i < n_columns; i++)
      {
        if (i > 0)
          put (self, ",");
        draw_expr (self);
        if (maybe (30))
          draw_alias (self);
      }
  if (self->calm || maybe (85))
    {
      put (self, "FROM");
      draw_items (self);
    }
  if (maybe (40))
    {
      put (self, "WHERE");
      draw_expr (self);
    }
  if (maybe (20))
    {
      put (self, "GROUP");
      put (self, "BY");
      draw_list (self, 1, 2);
    }
  if (maybe (12))
    {
      put (self, "HAVING");
      draw_expr (self);
    }
  if (maybe (10))
    {
      put (self, "WINDOW");
      PUT_ONE (self, "w", "\"w\"");
      put (self, "AS");
      draw_window (self);
      if (maybe (40))
        {
          put (self, ",");
          put (self, "w2");
          put (self, "AS");
          draw_window (self);
        }
    }
}

static void
draw_select (Draw *self, guint n_columns)
{
  guint n = maybe (15) ? 1 + pick (2) : 0;
  gboolean values = FALSE;

  if (spend (self) && maybe (12))
    {
      put (self, "WITH");
      if (maybe (30))
        put (self, "RECURSIVE");
      put (self, "one");
      if (maybe (50))
        {
          put (self, "(");
          put (self, "a");
          put (self, ")");
        }
      put (self, "AS");
      if (maybe (20))
        put (self, "MATERIALIZED");
      else if (maybe (20))
        {
          put (self, "NOT");
          put (self, "MATERIALIZED");
        }
      put (self, "(");
      draw_select (self, 1);
      put (self, ")");
    }
  for (guint i = 0; i <= n; i++)
    {
      if (i > 0)
        {
          PUT_ONE (self, "UNION", "UNION", "EXCEPT", "INTERSECT");
          if (strcmp (self->words->pdata[self->words->len - 1], "UNION") == 0 && maybe (50))
            put (self, "ALL");
        }
      values = !self->calm && maybe (8);
      if (values)
        {
          guint rows = 1 + pick (2);

          put (self, "VALUES");
          for (guint r = 0; r < rows; r++)
            {
              put (self, r > 0 ? ",(" : "(");
              draw_list (self, n_columns, n_columns);
              put (self, ")");
            }
        }
      else
        draw_core (self, n_columns);
    }
  if (values)
    return;
  if (maybe (25))
    draw_order (self);
  if (maybe (20))
    {
      put (self, "LIMIT");
      if (self->calm)
        PUT_ONE (self, "3", "1 + 1", "- 1");
      else
        draw_expr (self);
      if (!self->calm && maybe (50))
        {
          PUT_ONE (self, "OFFSET", ",");
          draw_expr (self);
        }
    }
}

static char *
join_words (GPtrArray *words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, ' ');
      g_string_append (text, words->pdata[i]);
    }
  return g_string_free (text, FALSE);
}

static const char *
random_word (void)
{
  static const char *const others[] = {
    "(", ")", ",", ".", "*", ";", "+", "-", "=", "<", "||", "->", "1", "1.5", "'s'", "x'00'", "?", "?0",
    ":v", "a", "t", "\"q\"", "[r]", "`s`", "main", "12ab", "'open", "x'0'", "!", "#1", "/*", "--", "@",
    "nocase", "count", "~", "?250001", "sqlite_master", "é",
  };
  guint n = (guint) sqlite3_keyword_count ();
  guint i = pick (n + G_N_ELEMENTS (others) * 2);
  const char *word;
  int length;
  g_autofree char *copy = NULL;

  if (i >= n)
    return others[(i - n) / 2];
  sqlite3_keyword_name ((int) i, &word, &length);
  copy = g_strndup (word, (gsize) length);
  return g_intern_string (copy);
}

/* Drops, repeats, swaps or replaces words. */
static void
break_words (GPtrArray *words)
{
  guint n = 1 + pick (2);

  for (guint i = 0; i < n && words->len > 1; i++)
    {
      guint at = pick (words->len);
      guint other = pick (words->len);
      gpointer word = words->pdata[at];

      switch (pick (5))
        {
        case 0:
          g_ptr_array_remove_index (words, at);
          break;
        case 1:
          g_ptr_array_insert (words, (int) at, word);
          break;
        case 2:
          words->pdata[at] = words->pdata[other];
          words->pdata[other] = word;
          break;
        case 3:
          g_ptr_array_insert (words, (int) at, (gpointer) random_word ());
          break;
        default:
          words->pdata[at] = (gpointer) random_word ();
        }
    }
}

static GPtrArray *
draw_statement (void)
{
  Draw draw = { g_ptr_array_new (), 4 + pick (16), maybe (60) };

  draw_select (&draw, 1 + pick (3));
  if (maybe (10))
    put (&draw, ";");
  return draw.words;
}

/* Printing gives an equal tree, and the same text again. */
static gboolean
prints_well (sqlite3 *db, const char *sql, gboolean run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  g_autoptr (AskSqlTree) again = NULL;
  g_autofree char *printed = NULL;
  g_autofree char *printed_again = NULL;

  if (tree == NULL)
    return TRUE;
  printed = ask_sql_print_select (tree->select);
  again = ask_sql_parse (printed, -1, &error);
  if (again != NULL)
    printed_again = ask_sql_print_select (again->select);
  if (again == NULL || g_strcmp0 (printed, printed_again) != 0
      || !ask_sql_select_equal (tree->select, again->select))
    {
      g_test_message ("%s\nprinted: %s\nagain: %s\n%s", sql, printed, printed_again,
                      error != NULL ? error->message : "");
      return FALSE;
    }
  return !run || strstr (sql, "CURRENT_") != NULL || oracle_same_rows (db, sql, printed);
}

static void
test_drawn (void)
{
  guint n = g_test_thorough () ? 100000 : 6000;
  guint taken = 0;
  guint prepared = 0;
  guint failures = 0;
  sqlite3 *db = oracle_open ();

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) words = draw_statement ();
      g_autofree char *sql = join_words (words);
      g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
      sqlite3_stmt *stmt = NULL;

      taken += tree != NULL;
      prepared += sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL) == SQLITE_OK;
      sqlite3_finalize (stmt);
      failures += !oracle_agrees (db, sql) || !prints_well (db, sql, TRUE);
    }
  g_test_message ("%u drawn, %u taken, %u prepared by SQLite", n, taken, prepared);
  g_assert_cmpuint (failures, ==, 0);
  g_assert_cmpuint (taken, >, n / 2);
  g_assert_cmpuint (prepared, >, n / 5);
  sqlite3_close (db);
}

static void
test_broken (void)
{
  guint n = g_test_thorough () ? 400000 : 30000;
  guint taken = 0;
  guint failures = 0;
  sqlite3 *db = oracle_open ();

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) words = draw_statement ();
      g_autofree char *sql = NULL;
      g_autoptr (AskSqlTree) tree = NULL;

      break_words (words);
      sql = join_words (words);
      tree = ask_sql_parse (sql, -1, NULL);
      taken += tree != NULL;
      failures += !oracle_agrees (db, sql) || !prints_well (db, sql, FALSE);
    }
  g_test_message ("%u drawn, %u taken", n, taken);
  g_assert_cmpuint (failures, ==, 0);
  g_assert_cmpuint (taken, >, n / 20);
  g_assert_cmpuint (taken, <, n);
  sqlite3_close (db);
}

static char *
find_data (const char *name)
{
  const char *data = g_getenv ("ASKDATA_SHARED_DATA");
  const char *source = g_getenv ("ASKDATA_SOURCE_ROOT");

  if (data != NULL)
    return g_build_filename (data, "spider", name, NULL);
  return g_build_filename (source != NULL ? source : ".", "..", "shared", "data", "spider", name, NULL);
}

static void
test_gold (gconstpointer data)
{
  g_autofree char *path = find_data (data);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  guint failures = 0;
  guint taken = 0;
  JsonArray *questions;
  sqlite3 *db;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("Spider is not here, see tests/sql/README.md");
      return;
    }
  g_assert_true (json_parser_load_from_file (parser, path, &error));
  g_assert_no_error (error);
  db = oracle_open ();
  questions = json_node_get_array (json_parser_get_root (parser));
  for (guint i = 0; i < json_array_get_length (questions); i++)
    {
      const char *sql
        = json_object_get_string_member (json_array_get_object_element (questions, i), "query");
      g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);

      taken += tree != NULL;
      failures += !oracle_agrees (db, sql) || !prints_well (db, sql, FALSE);
    }
  g_test_message ("%u queries, %u taken", json_array_get_length (questions), taken);
  g_assert_cmpuint (failures, ==, 0);
  g_assert_cmpuint (taken * 100, >=, json_array_get_length (questions) * 99);
  sqlite3_close (db);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/parser-sqlite/drawn-statements-print-and-read-back", test_drawn);
  g_test_add_func ("/sql/parser-sqlite/broken-statements-get-sqlite-s-verdict", test_broken);
  g_test_add_data_func ("/sql/parser-sqlite/spider-s-training-queries-are-read-as-by-sqlite",
                        "train.json", test_gold);
  g_test_add_data_func ("/sql/parser-sqlite/spider-s-other-queries-are-read-as-by-sqlite",
                        "train_others.json", test_gold);
  return g_test_run ();
}
