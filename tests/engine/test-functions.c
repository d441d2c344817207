/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The functions of SQLite's that have their like here give what SQLite's own give, and end where one cell is as large
 * as can be: at once, or at the deadline. The seed that g_test prints repeats a failure.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "support/ask-test-bomb.h"

#define STATEMENTS 60
#define CALLS 60

static AskEngine *
open_engine (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) configs = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  AskEngine *engine = ask_engine_new (schema, configs, &error);

  g_assert_no_error (error);
  return engine;
}

/* Of few characters, so that much fits; texts that are no UTF-8, and blobs and NULL. */
static void
append_value (GString *sql, const char *const *pieces, guint n_pieces, guint most)
{
  guint n = (guint) g_test_rand_int_range (0, (gint32) most + 1);
  int way = g_test_rand_int_range (0, 20);

  if (way == 0)
    {
      g_string_append (sql, "NULL");
      return;
    }
  g_string_append (sql, way < 3 ? "x'" : "CAST (x'");
  while (n-- > 0)
    for (const char *p = pieces[g_test_rand_int_range (0, (gint32) n_pieces)]; *p != '\0'; p++)
      g_string_append_printf (sql, "%02x", (guchar) *p);
  g_string_append (sql, way < 3 ? "'" : "' AS TEXT)");
}

static void
append_call (GString *sql)
{
  static const char *const plain[] = { "a", "b", "A", "ä", "\xf0\x9f\x98\x80", "]", "-", "^", "\xff", "\xa4", "\xc3" };
  static const char *const likes[] = { "a", "b", "A", "ä", "%", "%", "_", "\\", "\xff", "\xa4" };
  static const char *const globs[] = { "a", "b", "A", "ä", "*", "*", "?", "[", "]", "[a-b]", "[^a]", "[]a]", "-", "^" };
  static const char *const escapes[] = { "'\\'", "'%'", "'_'", "'a'", "'ä'" };
  static const char *const names[] = { "like(", "glob(", "instr(", "replace(", "trim(", "ltrim(", "rtrim(", "like(" };
  guint which = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (names));

  g_string_append (sql, names[which]);
  if (which == 0 || which == 7)
    append_value (sql, likes, G_N_ELEMENTS (likes), 7);
  else if (which == 1)
    append_value (sql, globs, G_N_ELEMENTS (globs), 7);
  else
    append_value (sql, plain, G_N_ELEMENTS (plain), 12);
  if (which < 4 || which == 7 || g_test_rand_bit ())
    {
      g_string_append (sql, ", ");
      append_value (sql, plain, G_N_ELEMENTS (plain), which < 2 || which == 7 ? 12 : 2);
    }
  if (which == 3)
    {
      g_string_append (sql, ", ");
      append_value (sql, plain, G_N_ELEMENTS (plain), 3);
    }
  if (which == 7)
    g_string_append_printf (sql, ", %s", escapes[g_test_rand_int_range (0, G_N_ELEMENTS (escapes))]);
  g_string_append_c (sql, ')');
}

/* As hex, so that bytes that are no text can be compared. */
static GPtrArray *
draw_calls (void)
{
  GPtrArray *calls = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < CALLS; i++)
    {
      GString *call = g_string_new ("coalesce(hex(");

      append_call (call);
      g_string_append (call, "), '')");
      g_ptr_array_add (calls, g_string_free (call, FALSE));
    }
  g_ptr_array_add (calls, NULL);
  return calls;
}

/* Returns: (nullable): the value; NULL where SQLite gives an error */
static char *
run_plain (const char *sql)
{
  sqlite3 *db;
  sqlite3_stmt *statement;
  char *text = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  if (sqlite3_step (statement) == SQLITE_ROW)
    text = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return text;
}

static void
test_same (void)
{
  g_autoptr (AskEngine) engine = open_engine ();

  for (guint i = 0; i < STATEMENTS; i++)
    {
      g_autoptr (GPtrArray) calls = draw_calls ();
      g_autofree char *list = g_strjoinv (" || ',' || ", (char **) calls->pdata);
      g_autofree char *sql = g_strconcat ("SELECT ", list, NULL);
      g_autofree char *expected = run_plain (sql);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);
      g_auto (GStrv) wanted = g_strsplit (expected, ",", -1);
      g_auto (GStrv) got = NULL;

      g_assert_no_error (error);
      got = g_strsplit (ask_rows_get (result->rows, 0, 0)->text, ",", -1);
      for (guint c = 0; c < CALLS; c++)
        if (strcmp (wanted[c], got[c]) != 0)
          g_error ("%s gives %s instead of %s", (char *) calls->pdata[c], got[c], wanted[c]);
    }
}

/* A long text is searched a piece after the other. */
static void
test_borders (void)
{
  static const guint lengths[] = { 1, 2, 100, 4095, 4096, 4097, 9000 };
  g_autoptr (AskEngine) engine = open_engine ();

  for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
    for (guint before = 4096 - MIN (lengths[l], 3); before <= 4099; before++)
      {
        g_autofree char *sql = g_strdup_printf ("WITH t AS (SELECT printf('%%.*c', %u, 'y') AS part) SELECT instr("
                                                "printf('%%.*c', %u, 'x') || part || 'x', part) || ' ' || replace("
                                                "printf('%%.*c', %u, 'x') || part || 'xx' || part, part, 'z') FROM t",
                                                lengths[l], before, before);
        g_autofree char *expected = run_plain (sql);
        g_autoptr (GError) error = NULL;
        g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);

        g_assert_no_error (error);
        g_assert_cmpstr (ask_rows_get (result->rows, 0, 0)->text, ==, expected);
      }
}

static void
append_json (GString *sql, guint depth)
{
  static const char *const leaves[] = { "1", "null", "\"x\"", "12345678901234567890.10", "[1, {\"a\":2}]", "true" };
  static const char *const odd[] = { "NULL", "'{'", "5", "'{\"a\":1}x'", "x'7b7d'" };
  guint n;

  if (depth == 0 && g_test_rand_int_range (0, 12) == 0)
    {
      g_string_append (sql, odd[g_test_rand_int_range (0, G_N_ELEMENTS (odd))]);
      return;
    }
  g_string_append (sql, depth == 0 ? "'{" : "{");
  n = (guint) g_test_rand_int_range (0, 5);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (sql, "%s\"%c\":", i > 0 ? ", " : "", 'a' + g_test_rand_int_range (0, 4));
      if (depth < 3 && g_test_rand_bit ())
        append_json (sql, depth + 1);
      else
        g_string_append (sql, leaves[g_test_rand_int_range (0, G_N_ELEMENTS (leaves))]);
    }
  g_string_append (sql, depth == 0 ? "}'" : "}");
}

/* As a value of another JSON text, where it must stay JSON. What is no JSON is an error of both. */
static void
test_patches (void)
{
  g_autoptr (AskEngine) engine = open_engine ();

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (GString) sql = g_string_new ("SELECT json_array(json_patch(");
      g_autofree char *expected = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = NULL;

      append_json (sql, 0);
      g_string_append (sql, ", ");
      append_json (sql, 0);
      g_string_append (sql, "))");
      expected = run_plain (sql->str);
      result = ask_engine_query (engine, sql->str, NULL, NULL, NULL, &error);
      if (expected == NULL)
        {
          g_assert_null (result);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpstr (ask_rows_get (result->rows, 0, 0)->text, ==, expected);
    }
}

static const struct
{
  const char *name;
  const char *sql;
} large[] = {
  { "like", "SELECT format('%.*c', 60000000, 'a') LIKE '%' || format('%.*c', 990, 'a') || 'b'" },
  { "glob", "SELECT format('%.*c', 60000000, 'a') GLOB '*[' || format('%.*c', 990, 'b') || ']'" },
  { "instr", "SELECT instr(format('%.*c', 60000000, 'a'), format('%.*c', 30000000, 'a') || 'b')" },
  { "instr-of-bytes", "SELECT instr('b' || replace(format('%.*c', 30000000, 'a'), 'a', CAST (x'80' AS TEXT)),"
                      " replace(format('%.*c', 15000000, 'a'), 'a', CAST (x'80' AS TEXT)))" },
  { "replace", "SELECT length(replace(format('%.*c', 60000000, 'a'), format('%.*c', 30000000, 'a') || 'b', ''))" },
  { "json-patch", "SELECT length(json_patch('{' || replace(format('%.*c', 4000000, 'a'), 'a', '\"a\":1,') || '\"b\":1}',"
                  " '{' || replace(format('%.*c', 4000000, 'a'), 'a', '\"c\":1,') || '\"d\":1}'))" },
  { "json-patch-of-nothing", "SELECT length(json_patch('{}',"
                             " '{' || replace(format('%.*c', 4000000, 'a'), 'a', '\"c\":1,') || '\"d\":1}'))" },
  { "trim", "SELECT length(trim(format('%.*c', 30000000, 'a'), format('%.*c', 30000000, 'b') || 'a'))" },
};

/* In a process that is ended where it hangs. */
static void
test_large (gconstpointer data)
{
  const char *sql = large[GPOINTER_TO_UINT (data)].sql;
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  ask_test_bomb_set_limits ();
  engine = open_engine ();
  limits.deadline_ms = 1000;
  result = ask_engine_query (engine, sql, &limits, NULL, NULL, &error);
  /* Where it is known beforehand that it takes too long, it is not begun. */
  if (result == NULL && !g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT))
    g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/functions/functions-give-what-sqlite-s-own-give", test_same);
  g_test_add_func ("/engine/functions/what-lies-on-a-border-is-found", test_borders);
  g_test_add_func ("/engine/functions/a-patched-json-is-what-sqlite-s-own-gives", test_patches);
  for (guint i = 0; i < G_N_ELEMENTS (large); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/functions/a-large-cell-ends-by-its-deadline/%s", large[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_large);
    }
  return g_test_run ();
}
