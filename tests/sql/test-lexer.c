/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the lexer and of quoting. SQLite itself is asked: which words it sees, what a literal
 * holds, and which names it takes bare. Two lexers that see different words are a way past the guard.
 */
#include "config.h"

#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "sql/ask-sql-lexer.h"

static sqlite3 *
open_memory (void)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  return db;
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *sql;
    const char *tokens; /* kind and text, joined with spaces */
  } cases[] = {
    { "", "" },
    { " \n\t", "" },
    { "SELECT a", "w:SELECT w:a" },
    { "\xef\xbb\xbfSELECT 1", "w:SELECT n:1" },
    { "a.\"b c\"", "w:a o:. q:\"b c\"" },
    { "[a]b]`c``d`", "q:[a] w:b u:] q:`c``d`" },
    { "'it''s'", "s:'it''s'" },
    { "x'00ff' X'AB'", "b:x'00ff' b:X'AB'" },
    { "x'0' x'zz'", "u:x'0' u:x'zz'" },
    { "x'ab''cd'", "b:x'ab' s:'cd'" },
    { "1 1.5 .5 1. 1e5 1.5E-3 0xFf", "n:1 n:1.5 n:.5 n:1. n:1e5 n:1.5E-3 n:0xFf" },
    { "1..2", "n:1. n:.2" },
    { "12abc", "u:12abc" },
    { "{{f(a=>1)}} {", "o:{{ w:f o:( w:a o:=> n:1 o:) o:}} u:{" },
    { "0xg 0x1g", "u:0xg n:0x1 w:g" },
    { "1e", "u:1e" },
    { "? ?12 ?1a :a @b $c", "p:? p:?12 p:?1 w:a p::a p:@b p:$c" },
    { "$a::b(c)", "p:$a::b(c)" },
    { "a||b<=c>=d<>e!=f==g<<h>>i->j->>k",
      "w:a o:|| w:b o:<= w:c o:>= w:d o:<> w:e o:!= w:f o:== w:g o:<< w:h o:>> w:i o:-> w:j o:->> "
      "w:k" },
    { "a-- c\nb", "w:a c:--_c w:b" },
    { "/**/a/* x */b", "c:/**/ w:a c:/*_x_*/ w:b" },
    { "/*/ a", "u:/*/_a" },
    { "'abc", "u:'abc" },
    { "\"a\"\"", "u:\"a\"\"" },
    { "!a", "u:! w:a" },
    { "naïve_1$x", "w:naïve_1$x" },
    { "a;b", "w:a o:; w:b" },
    { "\\", "u:\\" },
  };
  static const char letters[] = "wqsbnpocu";

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GArray) tokens = ask_sql_tokenize (cases[i].sql);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint t = 0; t < tokens->len; t++)
        {
          const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, t);
          g_autofree char *word = g_strndup (cases[i].sql + token->start, token->length);

          if (token->kind == ASK_SQL_COMMENT || token->kind == ASK_SQL_UNFINISHED)
            g_strdelimit (word, " ", '_');
          g_string_append_printf (text, "%s%c:%s", t > 0 ? " " : "", letters[token->kind], word);
        }
      g_assert_cmpstr (text->str, ==, cases[i].tokens);
    }
}

static char *
random_sql (int max)
{
  static const char *const pieces[]
    = { "SELECT", "a",  "é",  "1",  "0x", "1e",  "e",  ".",    "'",   "''", "\"", "`",  "[",
        "]",      "x'", "ab", "-",  "--", "\n",  "/*", "*/",   "/",   "*",  " ",  "\t", ">",
        "<",      "=",  "!",  "|",  "?",  ":",   "@",  "$",    "::",  "(",  ")",  ";",  ",",
        "\\",     "{",  "\v", "\f", "\r", "_",   "+",  "\x01", "9",   "&",  "~",  "%",  "\xef\xbb\xbf",
        "\x7f",   "^",  "-->", "X'"  };
  GString *sql = g_string_new (NULL);

  for (int i = g_test_rand_int_range (1, max); i > 0; i--)
    {
      if (g_test_rand_int_range (0, 12) == 0)
        g_string_append_c (sql, (char) g_test_rand_int_range (1, 128));
      else
        g_string_append (sql, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
    }
  return g_string_free (sql, FALSE);
}

static gboolean
is_white (const char *p, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (length - i >= 3 && memcmp (p + i, "\xef\xbb\xbf", 3) == 0)
        i += 2;
      else if (strchr (" \t\n\v\f\r", p[i]) == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
test_every_byte (void)
{
  const guint n = 20000;
  guint n_tokens = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *sql = random_sql (20);
      g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
      gsize at = 0;

      for (guint t = 0; t < tokens->len; t++)
        {
          const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, t);

          g_assert_cmpuint (token->start, >=, at);
          g_assert_cmpuint (token->length, >, 0);
          g_assert_true (is_white (sql + at, token->start - at));
          at = token->start + token->length;
        }
      g_assert_cmpuint (at, <=, strlen (sql));
      g_assert_true (is_white (sql + at, strlen (sql) - at));
      n_tokens += tokens->len;
    }
  g_test_message ("%u random texts, %u tokens", n, n_tokens);
}

static void
test_random_bytes (void)
{
  const guint n = 5000;

  for (guint i = 0; i < n; i++)
    {
      char sql[40];
      gsize at = 0;
      int length = g_test_rand_int_range (0, sizeof sql);
      g_autoptr (GArray) tokens = NULL;

      for (int b = 0; b < length; b++)
        sql[b] = (char) g_test_rand_int_range (1, 256);
      sql[length] = '\0';
      tokens = ask_sql_tokenize (sql);
      for (guint t = 0; t < tokens->len; t++)
        {
          const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, t);
          g_autofree char *name = ask_sql_token_dup_name (sql, token);
          g_autofree char *text = ask_sql_token_dup_text (sql, token);

          g_assert_true (name == NULL || text == NULL);
          g_assert_true (is_white (sql + at, token->start - at));
          at = token->start + token->length;
        }
      g_assert_true (is_white (sql + at, strlen (sql + at)));
    }
  g_test_message ("%u random runs of bytes", n);
}

/* SQLite says which word it did not expect. After a savepoint's name it expects none but ";", so
 * that any text's first word comes back. NULL where it found none. */
static char *
first_word_of_sqlite (sqlite3 *db, const char *sql)
{
  g_autofree char *probe = g_strconcat ("SAVEPOINT [p]", sql, NULL);
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db, probe, -1, &statement, NULL);
  const char *message = sqlite3_errmsg (db);
  const char *from, *to;

  sqlite3_finalize (statement);
  if (code == SQLITE_OK)
    return NULL;
  if (g_str_has_prefix (message, "near \""))
    {
      from = message + strlen ("near \"");
      g_assert_true (g_str_has_suffix (message, "\": syntax error"));
      to = message + strlen (message) - strlen ("\": syntax error");
    }
  else if (g_str_has_prefix (message, "unrecognized token: \""))
    {
      from = message + strlen ("unrecognized token: \"");
      to = message + strlen (message) - 1;
    }
  else
    {
      g_assert_cmpstr (message, ==, "incomplete input");
      return NULL;
    }
  return g_strndup (from, (gsize) (to - from));
}

static void
test_words_of_sqlite (void)
{
  sqlite3 *db = open_memory ();
  const guint n = 4000;
  guint n_words = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *sql = random_sql (10);
      g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

      for (guint t = 0; t < tokens->len; t++)
        {
          const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, t);
          g_autofree char *ours = g_strndup (sql + token->start, token->length);
          g_autofree char *theirs = NULL;

          if (token->kind == ASK_SQL_COMMENT || strcmp (ours, ";") == 0)
            continue;
          /* A comment that is never closed is no error to SQLite, and one to us. */
          if (token->kind == ASK_SQL_UNFINISHED && g_str_has_prefix (ours, "/*"))
            continue;
          /* Calls of external functions are ours alone, and SQLite refuses each of these. */
          if (strcmp (ours, "{{") == 0 || strcmp (ours, "}}") == 0 || strcmp (ours, "=>") == 0)
            continue;
          theirs = first_word_of_sqlite (db, sql + token->start);
          /* SQLite 3.46 takes what no number ends with into the same word. It refuses the number
           * either way. */
          if (sqlite3_libversion_number () >= 3046000 && g_ascii_isdigit (ours[0]) && theirs != NULL
              && g_str_has_prefix (theirs, ours))
            continue;
          if (g_strcmp0 (theirs, ours) != 0)
            g_test_message ("in %s", sql);
          g_assert_cmpstr (theirs, ==, ours);
          n_words++;
        }
    }
  sqlite3_close (db);
  g_test_message ("%u words of %u random texts are those that SQLite sees", n_words, n);
}

static void
test_names_and_texts (void)
{
  static const struct
  {
    const char *sql;
    const char *name;
    const char *text;
  } cases[] = { { "abc", "abc", NULL },        { "\"a\"\"b\"", "a\"b", NULL },
                { "[a\"b]", "a\"b", NULL },    { "`a``b`", "a`b", NULL },
                { "\"\"", "", NULL },          { "'a''b'", NULL, "a'b" },
                { "''", NULL, "" },            { "12.50", NULL, "12.50" },
                { "x'00'", NULL, NULL },       { "?1", NULL, NULL },
                { "'open", NULL, NULL },       { "--c", NULL, NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GArray) tokens = ask_sql_tokenize (cases[i].sql);
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, 0);
      g_autofree char *name = ask_sql_token_dup_name (cases[i].sql, token);
      g_autofree char *text = ask_sql_token_dup_text (cases[i].sql, token);

      g_assert_cmpuint (tokens->len, ==, 1);
      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_is (void)
{
  const char *sql = "Select \"select\" 'select' || selects";
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, 0);

  g_assert_true (ask_sql_token_is (sql, &token[0], "select"));
  g_assert_false (ask_sql_token_is (sql, &token[0], "selec"));
  g_assert_false (ask_sql_token_is (sql, &token[1], "select"));
  g_assert_false (ask_sql_token_is (sql, &token[2], "select"));
  g_assert_true (ask_sql_token_is (sql, &token[3], "||"));
  g_assert_false (ask_sql_token_is (sql, &token[3], "|"));
  g_assert_false (ask_sql_token_is (sql, &token[4], "select"));
}

static void
test_quote_value (void)
{
  const AskValue values[] = { ASK_NULL_INIT,
                              ask_value_integer (0),
                              ask_value_integer (G_MAXINT64),
                              ask_value_integer (G_MININT64),
                              ask_value_real (0.1),
                              ask_value_real (2.0),
                              ask_value_real (-1e300),
                              ask_value_real (INFINITY),
                              ask_value_real (-INFINITY),
                              ask_value_text ("", -1),
                              ask_value_text ("it's \"q\" --x /* é😀 \n", -1),
                              ask_value_text ("''", -1),
                              ask_value_text ("07", -1),
                              ask_value_text ("a\0b", 3),
                              ask_value_text ("\xff\xfe", 2),
                              ask_value_blob ((const guint8 *) "", 0),
                              ask_value_blob ((const guint8 *) "\0\xab'", 3) };
  sqlite3 *db = open_memory ();

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      const AskValue *value = &values[i];
      g_autofree char *literal = ask_sql_quote_value (value);
      g_autofree char *sql = g_strdup_printf ("SELECT %s, 1", literal);
      sqlite3_stmt *statement;

      g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
      switch (value->kind)
        {
        case ASK_VALUE_NULL:
          g_assert_cmpint (sqlite3_column_type (statement, 0), ==, SQLITE_NULL);
          break;
        case ASK_VALUE_INTEGER:
          g_assert_cmpint (sqlite3_column_type (statement, 0), ==, SQLITE_INTEGER);
          g_assert_cmpint (sqlite3_column_int64 (statement, 0), ==, value->integer);
          break;
        case ASK_VALUE_REAL:
          g_assert_cmpint (sqlite3_column_type (statement, 0), ==, SQLITE_FLOAT);
          g_assert_true (sqlite3_column_double (statement, 0) == value->real);
          break;
        default:
          g_assert_cmpint (sqlite3_column_type (statement, 0), ==,
                           value->kind == ASK_VALUE_TEXT ? SQLITE_TEXT : SQLITE_BLOB);
          g_assert_cmpint (sqlite3_column_bytes (statement, 0), ==, value->length);
          if (value->length > 0)
            g_assert_cmpint (
              memcmp (sqlite3_column_blob (statement, 0), value->text, value->length), ==, 0);
        }
      sqlite3_finalize (statement);
    }
  sqlite3_close (db);
}

static void
test_quote_text_random (void)
{
  sqlite3 *db = open_memory ();
  const guint n = 3000;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = random_sql (12);
      g_autofree char *literal = ask_sql_quote_text (text);
      g_autofree char *sql = g_strdup_printf ("SELECT %s", literal);
      g_autoptr (GArray) tokens = ask_sql_tokenize (literal);
      g_autofree char *back = NULL;
      sqlite3_stmt *statement;

      g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
      g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==, text);
      sqlite3_finalize (statement);
      g_assert_cmpuint (tokens->len, ==, 1);
      back = ask_sql_token_dup_text (literal, &g_array_index (tokens, AskSqlToken, 0));
      g_assert_cmpstr (back, ==, text);
    }
  sqlite3_close (db);
  g_test_message ("%u texts through SQLite and back", n);
}

/* A name that went into CREATE TABLE comes back from the catalogue as it was. */
static void
check_name (sqlite3 *db, const char *name)
{
  char *(*const quotes[]) (const char *) = { ask_sql_quote_name, ask_sql_quote_name_if_needed };

  for (guint q = 0; q < G_N_ELEMENTS (quotes); q++)
    {
      g_autofree char *quoted = quotes[q](name);
      g_autofree char *sql = g_strdup_printf ("CREATE TABLE t (%s); CREATE TABLE %s (x); "
                                              "SELECT t.%s, %s.x FROM t, %s",
                                              quoted, quoted, quoted, quoted, quoted);
      g_autoptr (GArray) tokens = ask_sql_tokenize (quoted);
      g_autofree char *back = ask_sql_token_dup_name (quoted,
                                                      &g_array_index (tokens, AskSqlToken, 0));
      sqlite3_stmt *statement;
      char *problem = NULL;

      if (sqlite3_exec (db, sql, NULL, NULL, &problem) != SQLITE_OK)
        g_error ("The name %s, quoted as %s: %s", name, quoted, problem);
      g_assert_cmpint (sqlite3_prepare_v2 (db,
                                           "SELECT x.name, s.name FROM pragma_table_info('t') x, "
                                           "sqlite_schema s WHERE s.name <> 't'",
                                           -1, &statement, NULL),
                       ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
      g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==, name);
      g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 1), ==, name);
      sqlite3_finalize (statement);
      g_assert_cmpuint (tokens->len, ==, 1);
      g_assert_cmpstr (back, ==, name);
      {
        g_autofree char *drop = g_strdup_printf ("DROP TABLE t; DROP TABLE %s", quoted);

        g_assert_cmpint (sqlite3_exec (db, drop, NULL, NULL, NULL), ==, SQLITE_OK);
      }
    }
}

static void
test_quote_name (void)
{
  static const char *const names[]
    = { "plain",  "Order",   "order line", "a\"b",       "\"",      "a'b",        "a]b[",
        "a`b",    "😀",      "é",          "1st",        "_x",      "a-b",        "a.b",
        "a;b",    "--",      "/*",         "x\ny",       "%s",      "$a",         "a$b",
        "select", "SELECT",  "Robert\"); DROP TABLE students;--",   "\xef\xbb\xbf", "rowid",
        "true",   "false",   "current_date", "CURRENT_TIME", "null", "oid" };
  sqlite3 *db = open_memory ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    check_name (db, names[i]);
  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *name = random_sql (6);

      if (g_ascii_strcasecmp (name, "t") != 0)
        check_name (db, name);
    }
  sqlite3_close (db);
}

/* Every keyword that SQLite knows works as a name after quoting, whether it needs the quotes or not,
 * and in an expression too, where "current_date" would be a value. */
static void
test_keywords (void)
{
  sqlite3 *db = open_memory ();
  guint n_refused = 0;

  for (int i = 0; i < sqlite3_keyword_count (); i++)
    {
      const char *word;
      int length;
      g_autofree char *name = NULL;
      g_autofree char *lower = NULL;
      g_autofree char *sql = NULL;
      g_autofree char *quoted = NULL;
      gboolean refused;

      g_assert_cmpint (sqlite3_keyword_name (i, &word, &length), ==, SQLITE_OK);
      name = g_strndup (word, (gsize) length);
      lower = g_ascii_strdown (name, -1);
      sql = g_strdup_printf ("CREATE TABLE t (%s)", name);
      refused = sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK;
      sqlite3_exec (db, "DROP TABLE IF EXISTS t", NULL, NULL, NULL);
      quoted = ask_sql_quote_name_if_needed (name);
      if (refused && quoted[0] != '"')
        g_test_message ("%s needs quotes", name);
      g_assert_true (!refused || quoted[0] == '"');
      check_name (db, name);
      check_name (db, lower);
      n_refused += refused;
    }
  sqlite3_close (db);
  g_test_message ("%d keywords, %u of them no bare names", sqlite3_keyword_count (), n_refused);
}

/* The table is for bsearch(); nothing else would tell that it is not sorted. */
static void
test_keywords_sorted (void)
{
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *path
    = root != NULL ? g_build_filename (root, "src/sql/ask-sql-lexer.c", NULL) : NULL;
  g_autofree char *text = NULL;
  g_autofree char *body = NULL;
  g_auto (GStrv) parts = NULL;
  const char *from;
  guint n = 0;

  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("the source tree is not here");
      return;
    }
  from = strstr (text, "keywords[] = {");
  g_assert_nonnull (from);
  body = g_strndup (from, (gsize) (strstr (from, "};") - from));
  parts = g_strsplit (body, "\"", -1);
  for (guint i = 1; parts[i] != NULL && parts[i + 1] != NULL; i += 2)
    {
      g_autofree char *quoted = ask_sql_quote_name_if_needed (parts[i]);
      g_autofree char *upper = g_ascii_strup (parts[i], -1);
      g_autofree char *quoted_upper = ask_sql_quote_name_if_needed (upper);

      if (i > 1)
        g_assert_cmpstr (parts[i - 2], <, parts[i]);
      g_assert_cmpint (quoted[0], ==, '"');
      g_assert_cmpint (quoted_upper[0], ==, '"');
      n++;
    }
  g_assert_cmpuint (n, >, 100);
  g_test_message ("%u keywords, sorted", n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/lexer/each-word-is-of-its-kind", test_kinds);
  g_test_add_func ("/sql/lexer/no-byte-is-left-out-or-read-twice", test_every_byte);
  g_test_add_func ("/sql/lexer/random-bytes-are-read-to-their-end", test_random_bytes);
  g_test_add_func ("/sql/lexer/words-are-those-that-sqlite-sees", test_words_of_sqlite);
  g_test_add_func ("/sql/lexer/names-are-told-from-texts", test_names_and_texts);
  g_test_add_func ("/sql/lexer/a-keyword-is-told-from-a-quoted-name", test_is);
  g_test_add_func ("/sql/quote/a-quoted-value-is-the-same-to-sqlite", test_quote_value);
  g_test_add_func ("/sql/quote/random-texts-survive-quoting", test_quote_text_random);
  g_test_add_func ("/sql/quote/a-quoted-name-is-the-same-to-sqlite", test_quote_name);
  g_test_add_func ("/sql/quote/keywords-are-quoted-where-sqlite-needs-it", test_keywords);
  g_test_add_func ("/sql/quote/the-table-of-keywords-is-sorted", test_keywords_sorted);
  return g_test_run ();
}
