/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How large a statement may be, each limit with its reason. Those of the text are SQLite's own, so that what is
 * refused here would be refused there. The others are about what a short text can stand for: each name of a CTE,
 * a definition or a wide table brings all that is behind it, and names of such names double with every step.
 */
#pragma once

/* Bytes: SQLite's default for one statement is as much. */
#define ASK_SQL_MAX_LENGTH 1000000
/* Levels of an expression: SQLITE_LIMIT_EXPR_DEPTH. Recursive readers of a tree need no limit of their own. */
#define ASK_SQL_MAX_DEPTH 1000
/* An operator and a parenthesis may be one level of the tree each. */
#define ASK_SQL_MAX_CALLS (2 * ASK_SQL_MAX_DEPTH)
/* SELECTs in one compound: SQLITE_LIMIT_COMPOUND_SELECT. */
#define ASK_SQL_MAX_COMPOUND 500
/* Columns of one SELECT, stars written out, and of one join in parentheses; terms of GROUP BY and ORDER BY:
 * SQLITE_LIMIT_COLUMN. */
#define ASK_SQL_MAX_COLUMNS 2000
/* SQLITE_LIMIT_FUNCTION_ARG. */
#define ASK_SQL_MAX_ARGUMENTS 127
#define ASK_SQL_MAX_PARAMETER 250000
/* Tables in one FROM: the bits of SQLite's masks. */
#define ASK_SQL_MAX_TABLES 64
/* CTEs of one statement: SQLite compares the name of each with all the others. */
#define ASK_SQL_MAX_CTES 2000
/* Bytes of LIKE's and GLOB's patterns. Their time is that of the pattern times that of the text, and their recursion
 * as deep as the pattern is long. */
#define ASK_SQL_MAX_PATTERN 1000

/* Names, values, operators and columns of a statement once SQLite has put in what its CTEs, aliases and
 * windows stand for: as many as the longest text can have without any. SQLite's prepare takes about a second and
 * 200 MB for them, and cannot be stopped before 3.41. */
#define ASK_SQL_MAX_PARTS 1000000
/* The same of one view of an attached file, with all views behind it: SQLite reads each of them several times when
 * the file is registered. */
#define ASK_SQL_MAX_VIEW_PARTS (ASK_SQL_MAX_PARTS / 10)
/* Parts of the largest view that a statement names times its own: how often it names that view, and how often the
 * columns that the view computes, is counted as if it were everywhere. */
#define ASK_SQL_MAX_VIEWED (10 * ASK_SQL_MAX_PARTS)
/* Levels of the same: SQLite and the readers here use the machine's stack for each. */
#define ASK_SQL_MAX_EXPANDED_DEPTH 3000
/* Nodes that definitions add to one statement. What is printed of more is longer than ASK_SQL_MAX_LENGTH. */
#define ASK_SQL_MAX_DEFINED 200000
/* Tables that become subqueries when definitions are put in. */
#define ASK_SQL_MAX_MADE 1000
/* Rounds of putting definitions in; each goes one name deeper. */
#define ASK_SQL_MAX_ROUNDS 64
/* Metrics made of metrics. */
#define ASK_SQL_MAX_METRICS 32
/* Bytes of one tree with all that is known of it. The longest flat list of numbers takes 200 MB. */
#define ASK_SQL_MAX_MEMORY ((gsize) 1 << 29)
/* Comparisons of names that one analysis makes: about a second of them, here and once more in SQLite. */
#define ASK_SQL_MAX_WORK 50000000
