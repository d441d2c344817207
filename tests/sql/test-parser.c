/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the parser and of the SQLite printer: what statements are printed as, where errors are and what
 * they say, limits, very long chains. SQLite is asked about each statement, too.
 */
#include "config.h"

#include <string.h>

#include "test-parser-oracle.h"

/* Good statements that print as they are written. */
static const char *const same[] = {
  "SELECT 1",
  "SELECT 1, 'a', NULL, x'00ff', 1.50, .5, 1., 1e5, 0xFF, 9223372036854775808, -1, 'it''s'",
  "SELECT *, t.*, a AS b FROM t",
  "SELECT DISTINCT a FROM t",
  "SELECT ALL a FROM t",
  "SELECT a FROM main.t",
  "SELECT main.t.a, t.b, c FROM t",
  "SELECT t.a AS \"a b\", t.\"order\" FROM t",
  "SELECT a FROM t AS x WHERE x.a = 1 AND b = 2 OR c = 3",
  "SELECT a FROM t WHERE a = 1 AND (b = 2 OR c = 3)",
  "SELECT a FROM t GROUP BY a, b HAVING count(*) > 1",
  "SELECT a FROM t HAVING count(*) > 1",
  "SELECT a FROM t ORDER BY a DESC, b, c NULLS FIRST, d DESC NULLS LAST LIMIT 1 OFFSET 2",
  "SELECT a FROM t LIMIT 1 + 1",
  "SELECT a FROM t, u",
  "SELECT a FROM t, u ON 1",
  "SELECT a FROM t JOIN u ON t.a = u.a",
  "SELECT a FROM t JOIN u USING (a, d)",
  "SELECT a FROM t JOIN u",
  "SELECT a FROM t CROSS JOIN u",
  "SELECT a FROM t LEFT JOIN u ON t.a = u.a RIGHT JOIN v ON 1 FULL JOIN t AS x ON 2",
  "SELECT a FROM t NATURAL JOIN u NATURAL LEFT JOIN v NATURAL FULL JOIN v AS y",
  "SELECT a FROM (t JOIN u ON 1) LEFT JOIN (v, v AS y) ON 2",
  "SELECT a FROM ((t))",
  "SELECT a FROM (t JOIN u) AS x",
  "SELECT a FROM (SELECT 1 AS a) AS x",
  "SELECT a FROM (SELECT 1 AS a)",
  "SELECT a FROM t INDEXED BY i",
  "SELECT a FROM t AS x NOT INDEXED JOIN u NOT INDEXED",
  "SELECT value FROM json_each('[1]') AS j",
  "SELECT value FROM json_each('[1]', '$'), main.json_tree()",
  "WITH x AS (SELECT 1) SELECT * FROM x",
  "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 9) SELECT n FROM x",
  "WITH x AS MATERIALIZED (SELECT 1), y AS NOT MATERIALIZED (SELECT 2) SELECT * FROM x, y",
  "SELECT * FROM (WITH x AS (SELECT 1) SELECT * FROM x)",
  "SELECT (WITH x AS (SELECT 1) SELECT * FROM x)",
  "SELECT 1 UNION SELECT 2 UNION ALL SELECT 3 INTERSECT SELECT 4 EXCEPT SELECT 5 ORDER BY 1 LIMIT 2",
  "VALUES (1)",
  "VALUES (1, 2), (3, 4)",
  "SELECT 1 UNION VALUES (2)",
  "VALUES (1) UNION SELECT 2 ORDER BY 1",
  "SELECT count(*), count(DISTINCT a), sum(a) FILTER (WHERE b = 1) FROM t",
  "SELECT max(), min(1, 2), count(1), replace('a', 'b', 'c'), like('a', 'b'), glob('a', 'b') FROM t",
  "SELECT row_number() OVER () FROM t",
  "SELECT sum(a) OVER (PARTITION BY b, c ORDER BY a DESC NULLS LAST ROWS 1 PRECEDING) FROM t",
  "SELECT sum(a) FILTER (WHERE a > 0) OVER w FROM t WINDOW w AS (ORDER BY a)",
  "SELECT sum(a) OVER (w ORDER BY a) FROM t WINDOW w AS (PARTITION BY b), y AS (w)",
  "SELECT sum(a) OVER (ORDER BY a RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t",
  "SELECT sum(a) OVER (ORDER BY a GROUPS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES) FROM t",
  "SELECT sum(a) OVER (ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING EXCLUDE NO OTHERS) FROM t",
  "SELECT sum(a) OVER (ROWS CURRENT ROW EXCLUDE GROUP), sum(a) OVER (ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW) FROM t",
  "SELECT CASE a WHEN 1 THEN 'x' WHEN 2 THEN 'y' ELSE 'z' END, CASE WHEN a THEN b END FROM t",
  "SELECT CAST(a AS INTEGER), CAST(a AS decimal(10,-2)), CAST(a AS double precision), CAST(a AS ) FROM t",
  "SELECT a COLLATE nocase, -a COLLATE nocase, a || b COLLATE nocase, (a || b) COLLATE nocase FROM t",
  "SELECT - -a, +a, ~a, -(a + b), ~(a COLLATE nocase) FROM t",
  "SELECT NOT a, NOT NOT a, NOT a = b, (NOT a) = b, a = (NOT b), NOT a AND NOT b FROM t",
  "SELECT a - b - c, a - (b - c), a * b + c, a * (b + c), a / b % c, a || b * c FROM t",
  "SELECT a << b + c, (a << b) + c, a & b | c, a < b = c, a < (b = c), a -> '$' ->> 'x' || b FROM t",
  "SELECT a IS NULL, a IS NOT NULL, a IS b, a IS NOT b, a IS NULL IS NULL, a IS (NULL = b) FROM t",
  "SELECT a BETWEEN 1 AND 2, a NOT BETWEEN b + 1 AND c || d AND e FROM t",
  "SELECT a BETWEEN (b OR c) AND (d AND e), a BETWEEN (b = c) AND d FROM t",
  "SELECT a LIKE b, a NOT LIKE b ESCAPE '!', a GLOB b, a REGEXP b, a MATCH b, a LIKE b LIKE c FROM t",
  "SELECT a LIKE (b LIKE c) ESCAPE d, a LIKE b ESCAPE c || d FROM t",
  "SELECT a IN (), a NOT IN (1, 2), a IN (SELECT 1), a IN t, a IN main.t, a IN json_each('[1]') FROM t",
  "SELECT a IN ((SELECT 1)), (a, b) IN ((1, 2), (3, 4)), (a, b) IN (SELECT 1, 2) FROM t",
  "SELECT (a, b) = (1, 2), (a, b, c) < (SELECT 1, 2, 3), EXISTS (SELECT 1), NOT EXISTS (SELECT 1) FROM t",
  "SELECT ?, ?5, :a, @b, $c, $a::b(c), #x",
  "SELECT CURRENT_TIME, CURRENT_DATE, CURRENT_TIMESTAMP, \"current_date\"()",
  "SELECT true, FALSE, a IS TRUE, a IS NOT FALSE, `true` FROM t",
  "SELECT \"abc\", \"it\"\"s\"",
  "SELECT `left`, `desc`, `a b`, `a``b` FROM t",
};

static const struct
{
  const char *sql;
  const char *printed;
} other[] = {
  { ";;select 1;;", "SELECT 1" },
  { "SELECT 1 -- x\n /* y */ ;", "SELECT 1" },
  { "SELECT 1 /* never closed", "SELECT 1" },
  { "SELECT [a b], [true], `x` FROM v", "SELECT `a b`, `true`, x FROM v" },
  { "SELECT a b, a 'c d', a \"e\", a [f], a AS left, a desc FROM t",
    "SELECT a AS b, a AS \"c d\", a AS e, a AS f, a AS \"left\", a AS \"desc\" FROM t" },
  { "SELECT 't'.'a', left, indexed, key, end FROM 't' \"x\", u AS 'y z'",
    "SELECT t.a, `left`, `indexed`, `key`, `end` FROM t AS x, u AS \"y z\"" },
  { "SELECT a FROM t LIMIT 1, 2", "SELECT a FROM t LIMIT 2 OFFSET 1" },
  { "SELECT a ISNULL, a NOTNULL, a NOT NULL, a IS (NULL), a IS DISTINCT FROM NULL FROM t",
    "SELECT a IS NULL, a IS NOT NULL, a IS NOT NULL, a IS NULL, a IS NOT NULL FROM t" },
  { "SELECT a IS DISTINCT FROM b, a IS NOT DISTINCT FROM b, a == b, a != b FROM t",
    "SELECT a IS NOT b, a IS b, a = b, a <> b FROM t" },
  { "SELECT a = b NOT NULL, NOT a NOT NULL, a = b NOT LIKE c, NOT a IN (1) FROM t",
    "SELECT a = b IS NOT NULL, NOT a IS NOT NULL, a = b NOT LIKE c, NOT a IN (1) FROM t" },
  { "SELECT a * NOT b + c, - NOT a = b, a = NOT b = c FROM t",
    "SELECT a * (NOT b + c), -(NOT a = b), a = (NOT b = c) FROM t" },
  { "SELECT a BETWEEN b = c AND d, a BETWEEN b BETWEEN 1 AND 2 AND c, a BETWEEN NOT b AND c FROM t",
    "SELECT a BETWEEN (b = c) AND d, a BETWEEN (b BETWEEN 1 AND 2) AND c, a BETWEEN (NOT b) AND c FROM t" },
  { "SELECT a IS NOT NOT b, a IS NOT (NOT b), a IS NOT b = c FROM t",
    "SELECT a IS NOT (NOT b), a IS NOT (NOT b), a IS NOT b = c FROM t" },
  { "SELECT a FROM t LEFT OUTER JOIN u, v OUTER LEFT NATURAL JOIN v y LEFT RIGHT JOIN v z "
    "INNER CROSS JOIN v q INNER JOIN v r",
    "SELECT a FROM t LEFT JOIN u, v NATURAL LEFT JOIN v AS y FULL JOIN v AS z CROSS JOIN v AS q "
    "JOIN v AS r" },
  { "SELECT count(ALL a), CAST(a AS [text]), CAST(a AS \"order\" x), CAST(a AS varchar ( + 3 )) FROM t",
    "SELECT count(a), CAST(a AS text), CAST(a AS \"order\"), CAST(a AS varchar(+3)) FROM t" },
  { "SELECT a over, b filter, c window, (a) over FROM t window",
    "SELECT a AS \"over\", b AS \"filter\", c AS \"window\", a AS \"over\" FROM t AS \"window\"" },
  { "SELECT window FROM t WINDOW window AS (ORDER BY a)",
    "SELECT `window` FROM t WINDOW \"window\" AS (ORDER BY a)" },
  { "SELECT ((((a)))), (1 + (2)), ((1, 2)) = (3, 4) FROM t",
    "SELECT a, 1 + 2, (1, 2) = (3, 4) FROM t" },
  { "\xef\xbb\xbfSELECT 1", "SELECT 1" },
};

/* Faults, and where they are. */
static const struct
{
  const char *sql;
  AskSqlError code;
  const char *message; /* its beginning */
} broken[] = {
  { "", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: there is no statement; write one SELECT." },
  { " ; -- x", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 8: there is no statement" },
  { "SELECT", ASK_SQL_ERROR_SYNTAX,
    "Line 1, column 7: the statement ends where an expression was expected." },
  { "SELECT FROM t", ASK_SQL_ERROR_SYNTAX,
    "Line 1, column 8: found “FROM” where an expression was expected." },
  { "SELECT a\nFROM\n  t WHER a = 1", ASK_SQL_ERROR_SYNTAX,
    "Line 3, column 10: found “a” where an operator, the next clause or the end was expected." },
  { "SELECT 'é', 'ü' a b", ASK_SQL_ERROR_SYNTAX, "Line 1, column 19: found “b”" },
  { "SELECT 'abc", ASK_SQL_ERROR_SYNTAX, "Line 1, column 8: the quote that opens here is never closed" },
  { "SELECT \"abc", ASK_SQL_ERROR_SYNTAX, "Line 1, column 8: the quote that opens here is never closed" },
  { "SELECT 12ab", ASK_SQL_ERROR_SYNTAX, "Line 1, column 8: found “12ab”, which is nothing in SQL" },
  { "SELECT x'0'", ASK_SQL_ERROR_SYNTAX, "Line 1, column 8: found “x'0'”, which is nothing in SQL" },
  { "SELECT a FROM t WHERE", ASK_SQL_ERROR_SYNTAX, "Line 1, column 22: the statement ends where an" },
  { "SELECT a, FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 11: found “FROM”" },
  { "SELECT a FROM t GROUP a", ASK_SQL_ERROR_SYNTAX, "Line 1, column 23: found “a” where BY was" },
  { "SELECT a FROM t ORDER BY a NULLS", ASK_SQL_ERROR_SYNTAX,
    "Line 1, column 33: the statement ends where FIRST or LAST was expected." },
  { "SELECT a FROM t LIMIT 1 OFFSET", ASK_SQL_ERROR_SYNTAX, "Line 1, column 31: the statement ends" },
  { "SELECT a FROM (t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 17: the statement ends where “)” or" },
  { "SELECT (1", ASK_SQL_ERROR_SYNTAX, "Line 1, column 10: the statement ends where a comma, an operator or “)” was" },
  { "SELECT 1)", ASK_SQL_ERROR_SYNTAX, "Line 1, column 9: found “)” where an operator, the next" },
  { "SELECT a FROM t ON 1", ASK_SQL_ERROR_SYNTAX, "Line 1, column 17: ON belongs behind a JOIN" },
  { "SELECT a FROM t USING (a)", ASK_SQL_ERROR_SYNTAX, "Line 1, column 17: USING belongs behind" },
  { "SELECT a FROM t LEFT INNER JOIN u", ASK_SQL_ERROR_SYNTAX,
    "Line 1, column 17: “LEFT INNER JOIN” is no kind of join" },
  { "SELECT a FROM t OUTER JOIN u", ASK_SQL_ERROR_SYNTAX, "Line 1, column 17: “OUTER JOIN” is no" },
  { "SELECT a FROM t LEFT u", ASK_SQL_ERROR_SYNTAX, "Line 1, column 23: the statement ends where JOIN" },
  { "SELECT a FROM t INDEXED u", ASK_SQL_ERROR_SYNTAX, "Line 1, column 25: found “u” where BY" },
  { "SELECT CASE a END FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 15: found “END” where an operator or WHEN" },
  { "SELECT CASE WHEN a END FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 20: found “END” where an operator or THEN" },
  { "SELECT CAST(a, text)", ASK_SQL_ERROR_SYNTAX, "Line 1, column 14: found “,” where an operator or AS" },
  { "SELECT cast FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 13: found “FROM” where “(” was" },
  { "SELECT a BETWEEN 1 OR 2 AND 3 FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 31: found “FROM” where an operator or AND" },
  { "SELECT a NOT 1", ASK_SQL_ERROR_SYNTAX, "Line 1, column 14: found “1” where LIKE, IN, BETWEEN or NULL" },
  { "SELECT EXISTS 1", ASK_SQL_ERROR_SYNTAX, "Line 1, column 15: found “1” where “(” and a SELECT" },
  { "SELECT left(a, 1) FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 12: found “(”" },
  { "SELECT current_date() FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 20: found “(”" },
  { "SELECT f(*, 1)", ASK_SQL_ERROR_SYNTAX, "Line 1, column 11: found “,” where “)” was" },
  { "SELECT sum(a) OVER (PARTITION a) FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 31: found “a” where BY" },
  { "SELECT sum(a) OVER (ROWS 1) FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 27: found “)” where an operator, PRECEDING or FOLLOWING" },
  { "SELECT sum(a) OVER (ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM t", ASK_SQL_ERROR_SYNTAX,
    "Line 1, column 21: the frame that begins here would end before it starts." },
  { "SELECT sum(DISTINCT a) OVER () FROM t", ASK_SQL_ERROR_MISUSE, "Line 1, column 29: a window function" },
  { "SELECT (1, 2) IN (1, 2)", ASK_SQL_ERROR_MISUSE, "Line 1, column 19: this is 1 value, but the row on the left of IN has 2." },
  { "SELECT raise(ignore)", ASK_SQL_ERROR_MISUSE, "Line 1, column 8: RAISE () is for triggers" },
  { "SELECT #1", ASK_SQL_ERROR_SYNTAX, "Line 1, column 8: found “#1”" },
  { "SELECT ?0", ASK_SQL_ERROR_TOO_LARGE, "Line 1, column 8: parameters are numbered from ?1" },
  { "SELECT 0x12345678901234567", ASK_SQL_ERROR_SYNTAX, "Line 1, column 8: the hexadecimal number" },
  { "SELECT 1 ORDER BY 1 UNION SELECT 2", ASK_SQL_ERROR_SYNTAX, "Line 1, column 21: ORDER BY stands before this" },
  { "SELECT 1 LIMIT 1 UNION SELECT 2", ASK_SQL_ERROR_SYNTAX, "Line 1, column 18: LIMIT stands before this" },
  { "VALUES (1) ORDER BY 1", ASK_SQL_ERROR_SYNTAX, "Line 1, column 12: found “ORDER”" },
  { "VALUES ()", ASK_SQL_ERROR_SYNTAX, "Line 1, column 9: found “)” where an expression" },
  { "VALUES 1", ASK_SQL_ERROR_SYNTAX, "Line 1, column 8: found “1” where “(” and a row" },
  { "SELECT 1 UNION (SELECT 2)", ASK_SQL_ERROR_SYNTAX, "Line 1, column 16: found “(” where SELECT or VALUES" },
  { "(SELECT 1)", ASK_SQL_ERROR_SYNTAX, "Line 1, column 1: found “(” where SELECT, VALUES or WITH" },
  { "WITH x AS (SELECT 1)", ASK_SQL_ERROR_SYNTAX, "Line 1, column 21: the statement ends where SELECT or VALUES" },
  { "WITH x AS SELECT 1", ASK_SQL_ERROR_SYNTAX, "Line 1, column 11: found “SELECT” where “(” and" },
  { "WITH x(a DESC) AS (SELECT 1) SELECT 2", ASK_SQL_ERROR_SYNTAX, "Line 1, column 10: the columns of a" },
  { "WITH recursive AS (SELECT 1) SELECT 2", ASK_SQL_ERROR_SYNTAX, "Line 1, column 16: found “AS” where" },
  { "WITH x AS (SELECT 1), X AS (SELECT 2) SELECT 3", ASK_SQL_ERROR_MISUSE, "Line 1, column 23: WITH has two tables" },
  { "SELECT a collate left FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 18: found “left” where the name of a" },
  { "SELECT a left FROM t", ASK_SQL_ERROR_SYNTAX, "Line 1, column 10: found “left”" },
  { "SELECT 1 /*", ASK_SQL_ERROR_SYNTAX, "Line 1, column 11: found “*” where an expression" },
  { "SELECT 1; SELECT 2", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 11: a second statement begins here" },
  { "SELECT 1; DROP TABLE t", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 11: a second statement" },
  { "SELECT 1;\n'", ASK_SQL_ERROR_NOT_A_SELECT, "Line 2, column 1: a second statement" },
  { "DELETE FROM t", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: DELETE is not allowed here" },
  { "insert into t values (1)", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: INSERT is not" },
  { "UPDATE t SET a = 1", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: UPDATE is not" },
  { "REPLACE INTO t VALUES (1, 2, 3)", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: REPLACE is not" },
  { "WITH x AS (SELECT 1) DELETE FROM t", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 22: DELETE is" },
  { "WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 22: INSERT" },
  { "EXPLAIN SELECT 1", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: EXPLAIN is not" },
  { "EXPLAIN QUERY PLAN SELECT 1", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: EXPLAIN is not" },
  { "PRAGMA table_info(t)", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: PRAGMA is not" },
  { "ATTACH 'x' AS y", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: ATTACH is not" },
  { "DETACH y", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: DETACH is not" },
  { "VACUUM", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: VACUUM is not" },
  { "VACUUM INTO 'x'", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: VACUUM is not" },
  { "BEGIN", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: BEGIN is not" },
  { "CREATE TABLE x (a)", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: CREATE is not" },
  { "CREATE TABLE x AS SELECT 1", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: CREATE is not" },
  { "DROP TABLE t", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: DROP is not" },
  { "ALTER TABLE t RENAME TO s", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: ALTER is not" },
  { "REINDEX", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: REINDEX is not" },
  { "ANALYZE", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: ANALYZE is not" },
  { "SAVEPOINT x", ASK_SQL_ERROR_NOT_A_SELECT, "Line 1, column 1: SAVEPOINT is not" },
  { "hello there", ASK_SQL_ERROR_SYNTAX, "Line 1, column 1: found “hello” where SELECT, VALUES or WITH was expected." },
};

static void
check_print (sqlite3 *db, const char *sql, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);
  g_autoptr (AskSqlTree) again = NULL;
  g_autofree char *printed = NULL;

  g_assert_no_error (error);
  printed = ask_sql_print_select (tree->select);
  g_assert_cmpstr (printed, ==, expected);
  again = ask_sql_parse (printed, -1, &error);
  g_assert_no_error (error);
  g_assert_true (ask_sql_select_equal (tree->select, again->select));
  g_assert_true (oracle_agrees (db, sql));
  g_assert_true (oracle_agrees (db, printed));
  if (strstr (sql, "CURRENT_") == NULL)
    g_assert_true (oracle_same_rows (db, sql, printed));
}

static void
test_print (void)
{
  sqlite3 *db = oracle_open ();

  for (gsize i = 0; i < G_N_ELEMENTS (same); i++)
    check_print (db, same[i], same[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (other); i++)
    check_print (db, other[i].sql, other[i].printed);
  sqlite3_close (db);
}

/* Of whoever has looked at the tokens already. */
static void
test_known_tokens (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (other); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) tokens = ask_sql_tokenize (other[i].sql);
      g_autoptr (AskSqlTree) tree = ask_sql_parse (other[i].sql, -1, NULL);
      g_autoptr (AskSqlTree) known = ask_sql_parse_tokens (other[i].sql, tokens, &error);

      g_assert_no_error (error);
      g_assert_true (ask_sql_select_equal (known->select, tree->select));
      g_assert_cmpstr (known->text, ==, tree->text);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) tokens = ask_sql_tokenize (broken[i].sql);

      g_assert_null (ask_sql_parse_tokens (broken[i].sql, tokens, &error));
      g_assert_true (g_error_matches (error, ASK_SQL_ERROR, (int) broken[i].code));
    }
}

static void
test_errors (void)
{
  sqlite3 *db = oracle_open ();

  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_sql_parse (broken[i].sql, -1, &error);

      g_assert_null (tree);
      if (!g_error_matches (error, ASK_SQL_ERROR, (int) broken[i].code)
          || !g_str_has_prefix (error->message, broken[i].message))
        g_error ("%s\n%s\n%s", broken[i].sql, error->message, broken[i].message);
      g_assert_true (oracle_agrees (db, broken[i].sql));
    }
  sqlite3_close (db);
}

/* Each keyword as a column, a function, an alias, a table: the verdict is SQLite's. */
static void
test_keywords (void)
{
  static const char *const places[] = {
    "SELECT %s", "SELECT %s(1)", "SELECT %s.a", "SELECT a.%s", "SELECT a.%s.b", "SELECT 1 %s", "SELECT 1 AS %s",
    "SELECT 1 FROM %s", "SELECT 1 FROM t %s", "SELECT 1 FROM t AS %s", "SELECT 1 FROM main.%s",
    "SELECT 1 FROM t %s JOIN u", "SELECT 1 FROM t LEFT %s JOIN u", "SELECT %s.* FROM t", "SELECT (%s)",
    "SELECT 1 IN %s", "SELECT 1 IN (%s)", "SELECT a COLLATE %s", "SELECT CAST(1 AS %s)", "SELECT (1) %s (2)",
    "WITH %s AS (SELECT 1) SELECT 2", "WITH x(%s) AS (SELECT 1) SELECT 2", "SELECT 1 FROM t JOIN u USING (%s)",
    "SELECT sum(1) OVER %s", "SELECT sum(1) OVER (%s)", "SELECT sum(1) OVER (%s ROWS 1 PRECEDING)",
    "SELECT 1 WINDOW %s AS ()", "SELECT 1 ORDER BY %s", "SELECT 1 ORDER BY 1 %s", "SELECT CASE %s END",
    "SELECT CASE WHEN 1 THEN %s END", "SELECT 1 LIMIT 1 %s 2", "SELECT 1 FROM t INDEXED BY %s", "%s 1",
    "SELECT %s 1", "SELECT 1 %s 2", "SELECT 1 NOT %s 2", "SELECT sum(1) OVER (ROWS %s PRECEDING)",
    "SELECT f(1) %s", "SELECT f(1) %s (WHERE 1)", "SELECT f(%s 1)", "SELECT 1 FROM (%s)", "SELECT 1 FROM (t %s)",
  };
  sqlite3 *db = oracle_open ();
  guint failures = 0;

  for (int i = 0; i < sqlite3_keyword_count (); i++)
    {
      const char *name;
      int length;
      g_autofree char *word = NULL;

      sqlite3_keyword_name (i, &name, &length);
      word = g_strndup (name, (gsize) length);
      for (gsize p = 0; p < G_N_ELEMENTS (places); p++)
        {
          g_auto (GStrv) parts = g_strsplit (places[p], "%s", 2);
          g_autofree char *sql = g_strconcat (parts[0], word, parts[1], NULL);

          failures += !oracle_agrees (db, sql);
        }
    }
  g_assert_cmpuint (failures, ==, 0);
  sqlite3_close (db);
}

static char *
repeat (const char *before, const char *text, guint n, const char *after)
{
  GString *all = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (all, text);
  g_string_append (all, after);
  return g_string_free (all, FALSE);
}

static void
test_limits (void)
{
  static const struct
  {
    const char *before;
    const char *text;
    guint n;
    const char *after;
    gboolean good;
  } cases[] = {
    { "SELECT a", " AND a", 999, " FROM t", TRUE },
    { "SELECT a", " AND a", 1000, " FROM t", FALSE },
    { "SELECT a", " OR a", 5000, " FROM t", FALSE },
    { "SELECT 1", " || 1", 999, "", TRUE },
    { "SELECT 1", " || 1", 1000, "", FALSE },
    { "SELECT a = 1", " OR a = 1", 998, " FROM t", TRUE },
    { "SELECT a = 1", " OR a = 1", 999, " FROM t", FALSE },
    { "SELECT t.a", " + t.a", 998, " FROM t", TRUE },
    { "SELECT t.a", " + t.a", 999, " FROM t", FALSE },
    { "SELECT 1", " UNION SELECT 1", 499, "", TRUE },
    { "SELECT 1", " UNION SELECT 1", 500, "", FALSE },
    { "VALUES (1)", ", (1)", 5000, "", TRUE },
    { "SELECT 1", ", 1", 1999, "", TRUE },
    { "SELECT 1", ", 1", 2000, "", FALSE },
    { "SELECT max(1", ", 1", 126, ")", TRUE },
    { "SELECT max(1", ", 1", 127, ")", FALSE },
    { "SELECT 1 IN (1", ", 1", 5000, ")", TRUE },
    { "SELECT 1 GROUP BY 1", ", 1", 1999, "", TRUE },
    { "SELECT 1 GROUP BY 1", ", 1", 2000, "", FALSE },
    { "SELECT CASE", " WHEN 1 THEN 2", 5000, " END", TRUE },
    { "SELECT 1 FROM t", ", t", 40, "", TRUE },
  };
  sqlite3 *db = oracle_open ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sql = repeat (cases[i].before, cases[i].text, cases[i].n, cases[i].after);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);

      if (cases[i].good)
        g_assert_no_error (error);
      else
        g_assert_error (error, ASK_SQL_ERROR, ASK_SQL_ERROR_TOO_LARGE);
      g_assert_true ((tree != NULL) == cases[i].good);
      g_assert_true (oracle_agrees (db, sql));
    }
  sqlite3_close (db);
}

/* Nesting without end gives an error, not the end of the stack. */
static void
test_nesting (void)
{
  static const struct
  {
    const char *open;
    const char *middle;
    const char *close;
  } cases[] = {
    { "(", "1", ")" },
    { "- ", "1", "" },
    { "NOT ", "1", "" },
    { "~ ", "1", "" },
    { "(SELECT ", "1", ")" },
    { "EXISTS (SELECT ", "1", ")" },
    { "abs(", "1", ")" },
    { "CASE WHEN ", "1", " THEN 1 END" },
    { "CASE ", "1", " WHEN 1 THEN 1 END" },
    { "CAST(", "1", " AS int)" },
    { "1 IN (", "1", ")" },
    { "1 IN (SELECT ", "1", ")" },
    { "1 BETWEEN ", "1", " AND 1" },
    { "1 IN f(", "1", ")" },
    { "1 = (1 + ", "1", ")" },
    { "1 BETWEEN 1 AND (", "1", ")" },
    { "1 LIKE (", "1", ")" },
    { "(1, ", "1", ")" },
    { "sum(1) OVER (ORDER BY ", "1", ")" },
    { "sum(1) FILTER (WHERE ", "1", ")" },
    { "(WITH x AS (SELECT ", "1", ") SELECT 1)" },
    { "(SELECT 1 FROM (SELECT ", "1", "))" },
    { "(SELECT 1 FROM ((t JOIN u ON ", "1", ")))" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint n = 50; n <= 50000; n *= 10)
      {
        g_autofree char *inner = repeat ("SELECT ", cases[i].open, n, cases[i].middle);
        g_autofree char *sql = repeat (inner, cases[i].close, n, "");
        g_autoptr (GError) error = NULL;
        g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);

        g_assert_true ((tree == NULL) == (error != NULL));
        if (n == 50)
          {
            g_autofree char *printed = NULL;

            g_assert_no_error (error);
            printed = ask_sql_print_select (tree->select);
            g_assert_cmpstr (printed, !=, "");
          }
        else if (n > 1000)
          g_assert_error (error, ASK_SQL_ERROR, ASK_SQL_ERROR_TOO_LARGE);
      }
}

static gboolean
count_expr (AskSqlExpr *expr, gpointer user_data)
{
  ++*(guint *) user_data;
  return TRUE;
}

/* A rewriter may join thousands of conditions, more than a text may have. */
static void
test_long_chains (void)
{
  static const AskSqlOp ops[] = { ASK_OP_AND, ASK_OP_OR, ASK_OP_CONCAT, ASK_OP_ADD, ASK_OP_EQUAL };
  const guint n = 100000;

  for (gsize i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      g_autoptr (AskSqlTree) tree = ask_sql_parse ("SELECT 1", -1, NULL);
      AskSqlExpr *one = tree->select->cores[0]->results[0].expr;
      AskSqlExpr *chain = one;
      AskSqlExpr *copy;
      g_autofree char *printed = NULL;
      guint met = 0;
      AskSqlVisit visit = { .expr = count_expr, .user_data = &met };

      for (guint k = 0; k < n; k++)
        {
          AskSqlExpr *expr = ask_sql_tree_new_expr (tree, ASK_EXPR_BINARY, (AskSqlSpan) { 0, 0 });

          expr->op = ops[i];
          expr->left = chain;
          expr->right = one;
          chain = expr;
        }
      ask_sql_walk_expr (chain, &visit);
      g_assert_cmpuint (met, ==, 2 * n + 1);
      copy = ask_sql_tree_copy_expr (tree, chain);
      g_assert_true (ask_sql_expr_equal (chain, copy));
      copy->left->left->right = chain;
      g_assert_false (ask_sql_expr_equal (chain, copy));
      printed = ask_sql_print_expr (chain);
      g_assert_cmpuint (strlen (printed), ==, 1 + n * (3 + strlen (ask_sql_op_to_string (ops[i]))));
    }
}

static void
test_spans (void)
{
  const char *sql = "SELECT a + 1, (b), count(*) FROM main.t AS x WHERE x.a NOT IN (1, 2)";
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  AskSqlCore *core = tree->select->cores[0];
  const struct
  {
    AskSqlSpan span;
    const char *text;
  } cases[] = {
    { tree->select->span, sql },
    { core->span, sql },
    { core->results[0].expr->span, "a + 1" },
    { core->results[0].expr->right->span, "1" },
    { core->results[1].expr->span, "(b)" },
    { core->results[2].span, "count(*)" },
    { core->from.items[0]->span, "main.t AS x" },
    { core->from.items[0]->name_span, "main.t" },
    { core->where->span, "x.a NOT IN (1, 2)" },
    { core->where->left->span, "x.a" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
        = g_strndup (sql + cases[i].span.start, cases[i].span.end - cases[i].span.start);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_values (void)
{
  g_autoptr (AskSqlTree) tree
    = ask_sql_parse ("SELECT 9223372036854775807, 9223372036854775808, 0xFFFFFFFFFFFFFFFF, 0x0000000000000000001, "
                     "1.10, 'it''s', x'00fF', NULL, \"q\", [b], TRUE",
                     -1, NULL);
  AskSqlResult *results = tree->select->cores[0]->results;

  g_assert_cmpint (results[0].expr->value.kind, ==, ASK_VALUE_INTEGER);
  g_assert_cmpint (results[0].expr->value.integer, ==, G_MAXINT64);
  g_assert_cmpint (results[1].expr->value.kind, ==, ASK_VALUE_REAL);
  g_assert_cmpint (results[2].expr->value.integer, ==, -1);
  g_assert_cmpint (results[3].expr->value.integer, ==, 1);
  g_assert_cmpstr (results[4].expr->literal, ==, "1.10");
  g_assert_cmpfloat (results[4].expr->value.real, ==, 1.1);
  g_assert_cmpstr (results[5].expr->value.text, ==, "it's");
  g_assert_cmpuint (results[5].expr->value.length, ==, 4);
  g_assert_cmpmem (results[6].expr->value.blob, results[6].expr->value.length, "\0\xff", 2);
  g_assert_cmpint (results[7].expr->value.kind, ==, ASK_VALUE_NULL);
  g_assert_true (results[8].expr->quoted && !results[8].expr->bare);
  g_assert_true (!results[9].expr->quoted && !results[9].expr->bare);
  g_assert_true (results[10].expr->kind == ASK_EXPR_COLUMN && results[10].expr->bare);
}

/* The number of parameters is SQLite's. */
static void
test_parameters (void)
{
  static const char *const cases[] = {
    "SELECT 1", "SELECT ?", "SELECT ?, ?", "SELECT ?5, ?", "SELECT :a, :a, @a, $a", "SELECT :a, ?, :a, ?2, :b",
    "SELECT ?3, ?1, ?", "SELECT (SELECT ?), ? FROM t WHERE ? LIMIT ? OFFSET ?",
  };
  sqlite3 *db = oracle_open ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskSqlTree) tree = ask_sql_parse (cases[i], -1, NULL);
      sqlite3_stmt *stmt = NULL;

      g_assert_cmpint (sqlite3_prepare_v2 (db, cases[i], -1, &stmt, NULL), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_bind_parameter_count (stmt), ==, tree->n_parameters);
      sqlite3_finalize (stmt);
    }
  sqlite3_close (db);
}

static void
test_length (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *huge = repeat ("SELECT 1", " ", 1000000, "");
  g_autoptr (AskSqlTree) tree = ask_sql_parse (huge, -1, &error);
  g_autoptr (AskSqlTree) part = NULL;

  g_assert_error (error, ASK_SQL_ERROR, ASK_SQL_ERROR_TOO_LARGE);
  g_assert_null (tree);
  part = ask_sql_parse ("SELECT 12 garbage garbage", 8, NULL);
  g_assert_cmpstr (part->text, ==, "SELECT 1");
}

/* Copies stand alone, in another tree, too. */
static void
test_copy (void)
{
  AskSqlTree *from = ask_sql_parse (same[31], -1, NULL);
  g_autoptr (AskSqlTree) to = ask_sql_parse ("SELECT 1", -1, NULL);
  AskSqlSelect *copy = ask_sql_tree_copy_select (to, from->select);
  g_autofree char *printed = NULL;

  g_assert_true (ask_sql_select_equal (copy, from->select));
  ask_sql_tree_free (from);
  printed = ask_sql_print_select (copy);
  g_assert_cmpstr (printed, ==, same[31]);
}

/* What points at a part of the SELECT points at that part of the copy; what points elsewhere stays. */
static void
test_copy_pointers (void)
{
  g_autoptr (AskSqlTree) tree
    = ask_sql_parse ("SELECT a AS x, (SELECT a) FROM (t JOIN u ON u.a) ORDER BY x", -1, NULL);
  AskSqlSelect *select = tree->select;
  AskSqlCore *core = select->cores[0];
  AskSqlFrom *u = core->from.items[0]->items.items[1];
  AskSqlCore *inner = core->results[1].expr->select->cores[0];
  AskSqlSelect *copy;
  AskSqlFrom *u_copy;
  AskSqlExpr *part;

  core->results[0].expr->from = u;
  inner->results[0].expr->from = u;
  inner->parent = core;
  u->on->from = u;
  select->order.items[0].expr->alias = core->results[0].expr;
  u->n_columns = 1;
  u->columns = ask_sql_tree_alloc (tree, sizeof *u->columns);
  u->columns[0].name = "a";
  u->used = ask_sql_tree_alloc (tree, sizeof *u->used);
  u->used[0] = TRUE;

  copy = ask_sql_tree_copy_select (tree, select);
  u_copy = copy->cores[0]->from.items[0]->items.items[1];
  g_assert_true (u_copy != u);
  g_assert_true (copy->cores[0]->results[0].expr->from == u_copy);
  g_assert_true (copy->cores[0]->results[1].expr->select->cores[0]->results[0].expr->from == u_copy);
  g_assert_true (copy->cores[0]->results[1].expr->select->cores[0]->parent == copy->cores[0]);
  g_assert_true (u_copy->on->from == u_copy);
  g_assert_true (copy->order.items[0].expr->alias == copy->cores[0]->results[0].expr);
  g_assert_true (u_copy->used != u->used && u_copy->used[0]);
  g_assert_cmpstr (u_copy->columns[0].name, ==, "a");

  part = ask_sql_tree_copy_expr (tree, core->results[1].expr);
  g_assert_true (part->select->cores[0]->results[0].expr->from == u);
}

typedef struct
{
  GString *names;
  gboolean into_select;
} Walk;

static gboolean
walk_expr (AskSqlExpr *expr, gpointer user_data)
{
  Walk *walk = user_data;

  if (expr->kind == ASK_EXPR_COLUMN)
    g_string_append (walk->names, expr->name);
  return TRUE;
}

static gboolean
walk_from (AskSqlFrom *from, gpointer user_data)
{
  Walk *walk = user_data;

  g_string_append (walk->names, from->name != NULL ? from->name : "");
  return TRUE;
}

static gboolean
walk_select (AskSqlSelect *select, gpointer user_data)
{
  return ((Walk *) user_data)->into_select;
}

/* All nodes are met, in the order of the text. */
static void
test_walk (void)
{
  static const char sql[]
    = "WITH w AS (SELECT a FROM B) SELECT c + d * e, f (g, h) FILTER (WHERE i) OVER (PARTITION BY j "
      "ORDER BY k ROWS l PRECEDING), CASE m WHEN n THEN o ELSE p END, CAST (q AS int) COLLATE x, "
      "r LIKE s ESCAPE t, u BETWEEN v AND w, (SELECT x FROM Y) FROM (Z JOIN A ON b), C (d) "
      "WHERE EXISTS (SELECT e) AND f IN (SELECT g) AND h IN (i, j) GROUP BY k HAVING l "
      "WINDOW z AS (ORDER BY m) UNION VALUES (n, o) ORDER BY p LIMIT q OFFSET r";
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  Walk walk = { names, TRUE };
  AskSqlVisit visit = { walk_expr, walk_from, walk_select, &walk };
  g_autofree char *legal = g_strdup (sql);

  /* ORDER BY stands behind VALUES only where a SELECT follows. */
  memcpy (strstr (legal, "VALUES (n, o)"), "SELECT  n, o ", strlen ("VALUES (n, o)"));
  tree = ask_sql_parse (legal, -1, &error);
  g_assert_no_error (error);
  ask_sql_walk_select (tree->select, &visit);
  g_assert_cmpstr (names->str, ==, "aBcdeghijklmnopqrstuvwxYZAbCdefghijklmnopqr");

  g_string_truncate (names, 0);
  walk.into_select = FALSE;
  ask_sql_walk_core (tree->select->cores[0], &visit);
  g_assert_cmpstr (names->str, ==, "cdeghijklmnopqrstuvwZAbCdfhijklm");
}

static void
test_equal (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    gboolean equal;
  } cases[] = {
    { "SELECT A FROM T", "select a from t", TRUE },
    { "SELECT (a)", "SELECT a", TRUE },
    { "SELECT 1", "SELECT 1.0", FALSE },
    { "SELECT 1.0", "SELECT 1.00", TRUE },
    { "SELECT 'a'", "SELECT 'A'", FALSE },
    { "SELECT \"a\"", "SELECT a", FALSE },
    { "SELECT true", "SELECT [true]", FALSE },
    { "SELECT :a", "SELECT :A", FALSE },
    { "SELECT a FROM t", "SELECT a FROM t AS x", FALSE },
    { "SELECT a + b", "SELECT a - b", FALSE },
    { "SELECT a LIKE b", "SELECT a NOT LIKE b", FALSE },
    { "SELECT a ORDER BY 1", "SELECT a ORDER BY 1 DESC", FALSE },
    { "SELECT a LIMIT 1", "SELECT a LIMIT 1 OFFSET 0", FALSE },
    { "SELECT 1 UNION SELECT 2", "SELECT 1 UNION ALL SELECT 2", FALSE },
    { "SELECT sum(a) OVER (ROWS 1 PRECEDING)", "SELECT sum(a) OVER (ROWS 2 PRECEDING)", FALSE },
    { "SELECT count(a)", "SELECT count(DISTINCT a)", FALSE },
    { "SELECT a FROM t JOIN u USING (a)", "SELECT a FROM t JOIN u USING (d)", FALSE },
    { "WITH x AS (SELECT 1) SELECT 2", "WITH x AS MATERIALIZED (SELECT 1) SELECT 2", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskSqlTree) a = ask_sql_parse (cases[i].a, -1, NULL);
      g_autoptr (AskSqlTree) b = ask_sql_parse (cases[i].b, -1, NULL);

      g_assert_cmpint (ask_sql_select_equal (a->select, b->select), ==, cases[i].equal);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/parser/statements-print-in-one-form", test_print);
  g_test_add_func ("/sql/parser/an-error-says-where-and-what", test_errors);
  g_test_add_func ("/sql/parser/tokens-that-are-known-give-the-same-tree", test_known_tokens);
  g_test_add_func ("/sql/parser/keywords-are-names-where-sqlite-takes-them", test_keywords);
  g_test_add_func ("/sql/parser/sqlite-s-limits-are-ours", test_limits);
  g_test_add_func ("/sql/parser/nesting-without-end-is-an-error", test_nesting);
  g_test_add_func ("/sql/parser/a-chain-of-100000-conditions-prints", test_long_chains);
  g_test_add_func ("/sql/parser/each-part-knows-its-place-in-the-text", test_spans);
  g_test_add_func ("/sql/parser/literals-keep-type-and-digits", test_values);
  g_test_add_func ("/sql/parser/parameters-are-numbered-as-sqlite-does", test_parameters);
  g_test_add_func ("/sql/parser/a-text-too-long-is-refused", test_length);
  g_test_add_func ("/sql/parser/a-copy-stands-alone-in-another-tree", test_copy);
  g_test_add_func ("/sql/parser/pointers-into-a-copy-point-into-the-copy", test_copy_pointers);
  g_test_add_func ("/sql/parser/a-walk-meets-all-nodes-in-order", test_walk);
  g_test_add_func ("/sql/parser/equal-trees-are-told-from-others", test_equal);
  return g_test_run ();
}
