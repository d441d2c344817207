/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Grows a query from a small grammar. What SQLite refuses is no case; what it takes has one answer:
 * nothing in here depends on the order in which rows are read.
 */
#include "config.h"

#include "engine-mixed-queries.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

#define PICK(array) array[g_test_rand_int_range (0, G_N_ELEMENTS (array))]

typedef struct
{
  char *name; /* as written */
  MixedKind kind;
} Column;

/* What a FROM clause names. */
typedef struct
{
  char *alias; /* as written */
  GArray *columns;
} Item;

typedef struct _Scope Scope;
struct _Scope
{
  GPtrArray *items;
  const Scope *outer; /* nullable */
};

typedef struct
{
  const Mixed *mixed;
  GPtrArray *ctes; /* Item, by which they are named */
  guint n_aliases;
} Grow;

static char *grow_select (Grow *self, const Scope *outer, int depth, GArray *shape, guint n_wanted, gboolean total);
static char *grow_condition (Grow *self, const Scope *scope, int depth);

static gboolean
one_in (int n)
{
  return g_test_rand_int_range (0, n) == 0;
}

static void
column_clear (gpointer data)
{
  g_free (((Column *) data)->name);
}

static GArray *
columns_new (void)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (Column));

  g_array_set_clear_func (columns, column_clear);
  return columns;
}

static void
add_column (GArray *columns, const char *name, MixedKind kind)
{
  Column column = { g_strdup (name), kind };

  g_array_append_val (columns, column);
}

static void
item_free (gpointer data)
{
  Item *self = data;

  g_free (self->alias);
  g_array_unref (self->columns);
  g_free (self);
}

/* A column of @kind, or of any where it is MIXED_N_KINDS; NULL where there is none. */
static char *
grow_column (const Scope *scope, MixedKind kind)
{
  const Scope *from = scope;

  if (scope->outer != NULL && one_in (4))
    from = scope->outer;
  for (int tries = 0; tries < 8 && from->items->len > 0; tries++)
    {
      const Item *item = from->items->pdata[g_test_rand_int_range (0, (gint32) from->items->len)];
      const Column *column
        = &g_array_index (item->columns, Column, g_test_rand_int_range (0, (gint32) item->columns->len));

      if (kind != MIXED_N_KINDS && column->kind != kind
          && !(kind == MIXED_INTEGER && column->kind <= MIXED_INTEGER))
        continue;
      if (scope == from && from->items->len == 1 && one_in (2))
        return g_strdup (column->name);
      return g_strdup_printf ("%s.%s", item->alias, column->name);
    }
  return NULL;
}

static const char *
constant (MixedKind kind)
{
  static const char *const integers[] = { "0", "1", "2", "7", "-1", "100", "3", "9223372036854775807", "'7'", "7.0" };
  static const char *const reals[] = { "0.1", "7.0", "2.5", "-2.5", "1", "1e2", "'7'", "99999.99" };
  static const char *const decimals[]
    = { "7", "'7.00'", "2.5", "'12345678901234.5678'", "10", "'9'", "18446744073709551615", "0.1" };
  static const char *const texts[] = { "'x'",  "'X'",  "'y'",   "'7'",  "'07'", "''",     "'ä'",
                                       "'a '", "'a'",  "7",     "'Zed'", "'A'",  "\"zz top\"", "'_x'", "7.0" };
  static const char *const dates[] = { "'2024-02-29'", "'2000-01-01'", "'2024-02-29 12:00:00'", "'2024'", "'1999-12-31'" };
  static const char *const booleans[] = { "TRUE", "FALSE", "1", "0", "'1'" };
  static const char *const others[] = { "'7'", "x'78'", "'x'", "7", "'12:00:00'", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'" };

  switch (kind)
    {
    case MIXED_REAL:
      return PICK (reals);
    case MIXED_DECIMAL:
      return PICK (decimals);
    case MIXED_TEXT:
      return PICK (texts);
    case MIXED_TIME:
      return PICK (dates);
    case MIXED_BOOLEAN:
      return PICK (booleans);
    case MIXED_OTHER:
      return PICK (others);
    default:
      return PICK (integers);
    }
}

static MixedKind
any_kind (void)
{
  return (MixedKind) g_test_rand_int_range (0, MIXED_N_KINDS);
}

static char *grow_value (Grow *self, const Scope *scope, MixedKind kind, int depth);

/* Each $ is a value of the kind that the letter after it says. */
static char *
fill (Grow *self, const Scope *scope, const char *form, int depth)
{
  GString *text = g_string_new (NULL);

  for (const char *p = form; *p != '\0'; p++)
    {
      g_autofree char *part = NULL;

      if (*p != '$')
        {
          g_string_append_c (text, *p);
          continue;
        }
      p++;
      switch (*p)
        {
        case 'i':
          part = grow_value (self, scope, MIXED_INTEGER, depth - 1);
          break;
        case 'r':
          part = grow_value (self, scope, MIXED_REAL, depth - 1);
          break;
        case 's':
          part = grow_value (self, scope, MIXED_TEXT, depth - 1);
          break;
        case 'd':
          part = grow_value (self, scope, MIXED_TIME, depth - 1);
          break;
        case 'c':
          part = grow_condition (self, scope, depth - 1);
          break;
        case 'k':
          part = g_strdup (constant (any_kind ()));
          break;
        default:
          part = grow_value (self, scope, any_kind (), depth - 1);
        }
      g_string_append (text, part);
    }
  return g_string_free (text, FALSE);
}

static char *
grow_subquery (Grow *self, const Scope *scope, int depth, guint n)
{
  g_autoptr (GArray) shape = columns_new ();

  return grow_select (self, scope, depth - 1, shape, n, FALSE);
}

static char *
grow_value (Grow *self, const Scope *scope, MixedKind kind, int depth)
{
  static const char *const integers[]
    = { "$i + $i",        "$i - 1",    "$i * 2",         "$i % 5",          "$i / 2",       "abs($i)",       "-$i",
        "length($s)",     "round($r)", "CAST($s AS INTEGER)", "CAST($r AS INTEGER)", "coalesce($i, 0)", "nullif($i, 7)",
        "CASE WHEN $c THEN $i ELSE 3 END", "instr($s, 'x')", "$i IS NULL",   "max($i, 1)",   "CAST(strftime('%Y', $d) AS INTEGER)",
        "$i & 3", "iif($c, 1, 2)", "CASE $i WHEN 1 THEN 2 WHEN 2 THEN $i END", "unicode($s)" };
  static const char *const reals[] = { "$r * 2", "$r + $i", "abs($r)", "round($r, 1)", "$r / 2", "CAST($s AS REAL)", "-$r",
                                       "coalesce($r, 0.5)", "min($r, 2)", "round($r, 2)", "CAST($i AS REAL)" };
  static const char *const texts[]
    = { "upper($s)",   "lower($s)",           "$s || 'x'",        "substr($s, 1, 2)", "trim($s)",        "replace($s, 'x', 'zz')",
        "coalesce($s, '-')", "CAST($i AS TEXT)", "CASE WHEN $c THEN $s ELSE 'q' END", "nullif($s, '')", "substr($s, -2)",
        "$s || $i",    "ltrim($s, '0')",      "hex($s)",          "typeof($a)",       "CAST($r AS TEXT)", "quote($s)", "rtrim($s)",
        "$s || $r", "printf('%d', $i)", "substr($s, 0, 3)", "substr($s, $i)" };
  static const char *const dates[]
    = { "date($d)", "datetime($d)", "strftime('%Y-%m', $d)", "date($d, '+1 day')", "coalesce($d, '2001-01-01')", "substr($d, 1, 4)",
        "strftime('%w', $d)", "date($d, 'start of month')", "date($d, '-1 month')", "time($d)", "julianday($d)" };
  g_autofree char *column = NULL;

  if (depth > 1 && one_in (14))
    {
      g_autofree char *query = grow_subquery (self, scope, depth - 1, 1);

      return g_strdup_printf ("(WITH z(z) AS (%s) SELECT max(z) FROM z)", query);
    }
  if (depth > 0 && one_in (3))
    {
      g_autofree char *inner = NULL;

      switch (kind)
        {
        case MIXED_REAL:
          inner = fill (self, scope, PICK (reals), depth);
          break;
        case MIXED_TEXT:
          inner = fill (self, scope, PICK (texts), depth);
          break;
        case MIXED_TIME:
          inner = fill (self, scope, PICK (dates), depth);
          break;
        case MIXED_ID:
        case MIXED_KEY:
        case MIXED_INTEGER:
          inner = fill (self, scope, PICK (integers), depth);
          break;
        default:
          break;
        }
      if (inner != NULL)
        return g_strdup_printf ("(%s)", inner);
    }
  column = grow_column (scope, kind);
  if (column == NULL || one_in (8))
    return g_strdup (constant (kind));
  return g_steal_pointer (&column);
}

static char *
grow_condition (Grow *self, const Scope *scope, int depth)
{
  static const char *const comparisons[] = { "=", "=", "=", "<>", "<", ">", "<=", ">=", "IS", "IS NOT" };
  static const char *const collations[] = { "", "", "", "", "", " COLLATE NOCASE", " COLLATE BINARY", " COLLATE RTRIM" };
  static const char *const patterns[]
    = { "$s LIKE 'a%'", "$s LIKE '%x'", "$s LIKE '_'", "$s NOT LIKE 'X'", "$s GLOB '*x*'", "$s GLOB '[a-y]*'", "$s LIKE '%Ä%'",
        "$s LIKE 'a!%' ESCAPE '!'", "$d LIKE '2024%'", "$i LIKE '7%'", "$s REGEXP '^[0-9]'", "$a LIKE '%7%'" };
  MixedKind kind = any_kind ();
  g_autofree char *left = grow_value (self, scope, kind, depth - 1);
  g_autofree char *right = NULL;
  g_autofree char *third = NULL;

  switch (g_test_rand_int_range (0, depth > 0 ? 18 : 7))
    {
    case 0:
      return g_strdup_printf ("%s IS %sNULL", left, one_in (2) ? "NOT " : "");
    case 1:
      right = g_strdup (constant (kind));
      third = g_strdup (constant (one_in (3) ? any_kind () : kind));
      return g_strdup_printf ("%s %sIN (%s, %s%s)", left, one_in (4) ? "NOT " : "", right, third, one_in (5) ? ", NULL" : "");
    case 2:
      right = g_strdup (constant (kind));
      third = grow_value (self, scope, kind, depth - 1);
      return g_strdup_printf ("%s %sBETWEEN %s AND %s", left, one_in (4) ? "NOT " : "", right, third);
    case 3:
      return fill (self, scope, PICK (patterns), depth);
    case 4:
    case 5:
    case 6:
      right = grow_value (self, scope, one_in (4) ? any_kind () : kind, depth - 1);
      return g_strdup_printf ("%s %s %s%s", left, PICK (comparisons), right, PICK (collations));
    case 7:
    case 8:
      right = grow_condition (self, scope, depth - 1);
      third = grow_condition (self, scope, depth - 1);
      return g_strdup_printf ("(%s %s %s)", right, one_in (2) ? "OR" : "AND", third);
    case 9:
      right = grow_condition (self, scope, depth - 1);
      return g_strdup_printf ("NOT (%s)", right);
    case 10:
    case 11:
      if (depth < 2)
        return g_strdup_printf ("%s > %s", left, constant (kind));
      right = grow_subquery (self, scope, depth, 1);
      return g_strdup_printf ("%s %sIN (%s)", left, one_in (4) ? "NOT " : "", right);
    case 12:
      if (depth < 2)
        return g_strdup_printf ("%s < %s", left, constant (kind));
      right = grow_subquery (self, scope, depth, 1);
      return g_strdup_printf ("%sEXISTS (%s)", one_in (4) ? "NOT " : "", right);
    case 13:
      right = grow_value (self, scope, MIXED_INTEGER, 0);
      third = grow_value (self, scope, MIXED_INTEGER, 0);
      return g_strdup_printf ("(%s, %s) %s (%s, %s)", left, right, one_in (2) ? "=" : "<", constant (kind), third);
    case 14:
      if (depth < 2)
        return g_strdup_printf ("%s IS NOT %s", left, constant (kind));
      if (one_in (6) && self->ctes->len > 0)
        return g_strdup_printf ("(%s, 7, 'x') %sIN %s", left, one_in (3) ? "NOT " : "",
                                ((Item *) self->ctes->pdata[0])->alias);
      right = grow_value (self, scope, MIXED_INTEGER, 0);
      third = grow_subquery (self, scope, depth, 2);
      return g_strdup_printf ("(%s, %s) IN (%s)", left, right, third);
    case 15:
      return g_strdup (left);
    default:
      right = grow_value (self, scope, kind, depth - 1);
      return g_strdup_printf ("%s = %s", left, right);
    }
}

static Item *
grow_item (Grow *self, const Scope *scope, int depth, GString *text)
{
  static const char *const aliases[] = { "id", "x", "\"odd one\"", "T", "s", "\"group\"" };
  Item *item = g_new0 (Item, 1);
  const MixedTable *table = &self->mixed->tables[g_test_rand_int_range (0, MIXED_N_TABLES)];
  const char *name = table->name;
  int alias;

  item->columns = columns_new ();
  if (self->ctes->len > 0 && one_in (3))
    {
      const Item *cte = self->ctes->pdata[g_test_rand_int_range (0, (gint32) self->ctes->len)];

      for (guint i = 0; i < cte->columns->len; i++)
        add_column (item->columns, g_array_index (cte->columns, Column, i).name, g_array_index (cte->columns, Column, i).kind);
      name = cte->alias;
    }
  else if (depth > 1 && one_in (5))
    {
      g_autofree char *query = grow_select (self, NULL, depth - 1, item->columns, 3, one_in (4));

      item->alias = g_strdup_printf ("q%u", ++self->n_aliases);
      g_string_append_printf (text, "(%s) AS %s", query, item->alias);
      return item;
    }
  else
    for (int kind = 0; kind < MIXED_N_KINDS; kind++)
      add_column (item->columns, table->columns[kind], (MixedKind) kind);
  if (name == table->name && one_in (10) && self->mixed->step != NULL)
    {
      /* A step has all columns of the first table. */
      g_array_set_size (item->columns, 0);
      for (int kind = 0; kind < MIXED_N_KINDS; kind++)
        add_column (item->columns, self->mixed->tables[0].columns[kind], (MixedKind) kind);
      name = self->mixed->step;
    }
  alias = g_test_rand_int_range (0, 5);
  item->alias = alias < 2    ? g_strdup (name)
                : alias == 2 ? g_strdup (PICK (aliases))
                             : g_strdup_printf ("a%u", ++self->n_aliases);
  /* Two items of one name are told apart by their columns; most often the query is refused. */
  for (guint i = 0; i < scope->items->len && !one_in (3); i++)
    if (g_ascii_strcasecmp (((Item *) scope->items->pdata[i])->alias, item->alias) == 0)
      {
        g_free (item->alias);
        item->alias = g_strdup_printf ("a%u", ++self->n_aliases);
        alias = 3;
        break;
      }
  if (alias < 2)
    g_string_append (text, name);
  else
    g_string_append_printf (text, "%s %s%s", name, alias == 2 || one_in (2) ? "AS " : "", item->alias);
  return item;
}

/* Two tables in parentheses; each can be named from outside them. */
static void
grow_nested (Grow *self, Scope *scope, int depth, GString *text)
{
  Item *left;
  Item *right;

  g_string_append_c (text, '(');
  left = grow_item (self, scope, depth - 1, text);
  g_ptr_array_add (scope->items, left);
  g_string_append (text, one_in (2) ? " JOIN " : " LEFT JOIN ");
  right = grow_item (self, scope, depth - 1, text);
  g_string_append_printf (text, " ON %s.%s = %s.%s)", left->alias, g_array_index (left->columns, Column, 0).name, right->alias,
                          g_array_index (right->columns, Column, MIN (1, right->columns->len - 1)).name);
  g_ptr_array_add (scope->items, right);
}

static char *
grow_from (Grow *self, Scope *scope, int depth)
{
  static const char *const joins[]
    = { " JOIN ", " JOIN ", " INNER JOIN ", " LEFT JOIN ", " LEFT OUTER JOIN ", ", ", " CROSS JOIN ", " RIGHT JOIN ", " FULL JOIN " };
  GString *text = g_string_new (NULL);
  int n = one_in (3) ? 1 : one_in (3) ? 3 : 2;

  for (int i = 0; i < n; i++)
    {
      const char *join = PICK (joins);
      Item *item;

      if (i > 0 && one_in (12))
        join = one_in (2) ? " NATURAL JOIN " : " NATURAL LEFT JOIN ";
      if (i > 0)
        g_string_append (text, join);
      if (one_in (12))
        {
          grow_nested (self, scope, depth, text);
          item = scope->items->pdata[scope->items->len - 1];
        }
      else
        {
          item = grow_item (self, scope, depth, text);
          g_ptr_array_add (scope->items, item);
        }
      if (i == 0 || strstr (join, "NATURAL") != NULL)
        continue;
      if (strchr (join, ',') == NULL && strstr (join, "CROSS") == NULL && one_in (10))
        {
          g_string_append_printf (text, " USING (%s)", g_array_index (item->columns, Column, 0).name);
          continue;
        }
      {
        const Item *before = scope->items->pdata[g_test_rand_int_range (0, i)];
        const Column *left
          = &g_array_index (before->columns, Column, g_test_rand_int_range (0, (gint32) MIN (3, before->columns->len)));
        const Column *right
          = &g_array_index (item->columns, Column, g_test_rand_int_range (0, (gint32) MIN (2, item->columns->len)));
        g_autofree char *extra = one_in (3) ? grow_condition (self, scope, depth - 1) : NULL;

        if (one_in (4))
          {
            left = &g_array_index (before->columns, Column, g_test_rand_int_range (0, (gint32) before->columns->len));
            right = &g_array_index (item->columns, Column, g_test_rand_int_range (0, (gint32) item->columns->len));
          }
        g_string_append_printf (text, " ON %s.%s = %s.%s", before->alias, left->name, item->alias, right->name);
        if (strchr (join, ',') != NULL)
          {
            char *on = g_strrstr (text->str, " ON ");

            g_string_truncate (text, (gsize) (on - text->str));
          }
        /* Before a RIGHT JOIN SQLite 3.40 makes nothing of all rows for a condition that names no table. */
        else if (extra != NULL && i < n - 1 && strstr (join, "LEFT") == NULL)
          g_string_append_printf (text, " AND (SELECT %s)", extra);
        else if (extra != NULL)
          g_string_append_printf (text, " AND %s", extra);
      }
    }
  return g_string_free (text, FALSE);
}

static char *
grow_aggregate (Grow *self, const Scope *scope, int depth)
{
  static const char *const forms[]
    = { "count(*)", "count($a)", "count(DISTINCT $a)", "sum($i)", "sum($r)", "min($a)", "max($a)", "avg($i)", "avg($r)", "total($r)",
        "length(group_concat($s))", "min($s)", "max($d)", "sum($i) FILTER (WHERE $c)", "count(*) FILTER (WHERE $c)", "sum(DISTINCT $i)",
        "max($r) - min($r)", "count($s) * 2", "sum($i = 7)", "min($i)", "max(length($s))", "sum($a)", "avg(CASE WHEN $c THEN 1 ELSE 0 END)" };

  /* An aggregate of a column outside belongs outside, where it may be refused. */
  const Scope own = { scope->items, NULL };

  return fill (self, &own, PICK (forms), MIN (depth, 2));
}

static char *
grow_window (Grow *self, const Scope *scope, int depth)
{
  static const char *const forms[]
    = { "count(*) OVER (PARTITION BY $s)", "sum($i) OVER (PARTITION BY $i)", "rank() OVER (ORDER BY $i)", "dense_rank() OVER (ORDER BY $s DESC)",
        "max($r) OVER (PARTITION BY $d)", "count($a) OVER ()", "min($s) OVER (PARTITION BY $i)",
        "sum($i) OVER (ORDER BY $i RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING)", "count(*) FILTER (WHERE $c) OVER (ORDER BY $i)",
        "ntile(1) OVER (ORDER BY $i)", "percent_rank() OVER (PARTITION BY $s ORDER BY $i)" };

  return fill (self, scope, PICK (forms), 1);
}

static void
note_output (GArray *shape, GString *results, const char *expr, MixedKind kind)
{
  static const char *const odd[] = { "\"the sum\"", "id", "\"select\"", "s", "\"Größe\"", "x" };
  g_autofree char *alias = NULL;
  gboolean taken = FALSE;

  alias = one_in (5) ? g_strdup (PICK (odd)) : g_strdup_printf ("c%u", shape->len + 1);
  for (guint i = 0; i < shape->len; i++)
    taken = taken || g_ascii_strcasecmp (g_array_index (shape, Column, i).name, alias) == 0;
  if (taken)
    {
      g_free (alias);
      alias = g_strdup_printf ("c%u", shape->len + 1);
    }
  g_string_append_printf (results, "%s%s AS %s", results->len > 0 ? ", " : "", expr, alias);
  add_column (shape, alias, kind);
}

static char *
grow_core (Grow *self, const Scope *outer, int depth, GArray *shape, guint n_wanted)
{
  Scope scope = { g_ptr_array_new_with_free_func (item_free), outer };
  g_autofree char *from = grow_from (self, &scope, depth);
  g_autofree char *where = one_in (3) ? NULL : grow_condition (self, &scope, depth);
  g_autoptr (GString) results = g_string_new (NULL);
  g_autoptr (GString) sql = g_string_new (NULL);
  gboolean distinct = FALSE;
  int form = g_test_rand_int_range (0, 10);

  if (form < 2)
    {
      g_autofree char *key = grow_value (self, &scope, any_kind (), one_in (3) ? 1 : 0);
      g_autofree char *having = one_in (3) ? grow_aggregate (self, &scope, depth - 1) : NULL;

      for (guint i = 0; i < n_wanted; i++)
        {
          g_autofree char *expr = i == 0 ? g_strdup (key) : grow_aggregate (self, &scope, depth - 1);

          note_output (shape, results, expr, i == 0 ? MIXED_TEXT : MIXED_INTEGER);
        }
      g_string_printf (sql, "SELECT %s FROM %s%s%s GROUP BY %s%s%s%s", results->str, from, where != NULL ? " WHERE " : "",
                       where != NULL ? where : "", key, having != NULL ? " HAVING " : "", having != NULL ? having : "",
                       having != NULL ? " > 1" : "");
    }
  else
    {
      for (guint i = 0; i < n_wanted; i++)
        {
          MixedKind kind = any_kind ();
          g_autofree char *expr = form == 2   ? grow_aggregate (self, &scope, depth - 1)
                                  : form == 3 ? grow_window (self, &scope, depth - 1)
                                              : grow_value (self, &scope, kind, depth - 1);

          note_output (shape, results, expr, kind);
        }
      distinct = form == 4;
      g_string_printf (sql, "SELECT %s%s FROM %s%s%s", distinct ? "DISTINCT " : "", results->str, from,
                       where != NULL ? " WHERE " : "", where != NULL ? where : "");
    }
  g_ptr_array_unref (scope.items);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/* @total: ordered by all its columns, so that a LIMIT has one answer */
static char *
grow_select (Grow *self, const Scope *outer, int depth, GArray *shape, guint n_wanted, gboolean total)
{
  static const char *const compounds[] = { " UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT " };
  static const char *const ways[] = { "", "", " DESC", " ASC", " NULLS LAST", " DESC NULLS FIRST" };
  GString *sql = g_string_new (NULL);
  g_autofree char *core = grow_core (self, outer, depth, shape, n_wanted);

  g_string_append (sql, core);
  if (one_in (9))
    {
      g_autoptr (GArray) other = columns_new ();
      g_autofree char *next = grow_core (self, outer, depth - 1, other, n_wanted);

      g_string_append_printf (sql, "%s%s", PICK (compounds), next);
    }
  if (total)
    {
      for (guint i = 0; i < n_wanted; i++)
        g_string_append_printf (sql, "%s%u%s", i == 0 ? " ORDER BY " : ", ", i + 1, PICK (ways));
      if (one_in (2))
        g_string_append_printf (sql, " LIMIT %d%s", g_test_rand_int_range (0, 9), one_in (3) ? " OFFSET 2" : "");
    }
  return g_string_free (sql, FALSE);
}

/* Every column of one or two tables, which * names. */
static char *
grow_star (Grow *self)
{
  Scope scope = { g_ptr_array_new_with_free_func (item_free), NULL };
  g_autofree char *from = grow_from (self, &scope, 2);
  g_autofree char *where = grow_condition (self, &scope, 2);
  const Item *first = scope.items->pdata[0];
  g_autofree char *star = one_in (3) ? g_strdup_printf ("%s.*", first->alias) : g_strdup ("*");
  char *sql = g_strdup_printf ("SELECT %s FROM %s WHERE %s", star, from, where);

  g_ptr_array_unref (scope.items);
  return sql;
}

/* Whole forms that the grammar does not reach. */
static char *
grow_edges (Grow *self)
{
  const MixedTable *t = &self->mixed->tables[g_test_rand_int_range (0, MIXED_N_TABLES)];
  const MixedTable *u = &self->mixed->tables[g_test_rand_int_range (0, MIXED_N_TABLES)];
  GPtrArray *items = g_ptr_array_new_with_free_func (item_free);
  Scope scope = { items, NULL };
  Item *item = g_new0 (Item, 1);
  g_autofree char *condition = NULL;
  g_autofree char *value = NULL;
  char *sql = NULL;
  const char *s;

  item->alias = g_strdup ("t");
  item->columns = columns_new ();
  for (int kind = 0; kind < MIXED_N_KINDS; kind++)
    add_column (item->columns, t->columns[kind], (MixedKind) kind);
  g_ptr_array_add (items, item);
  condition = grow_condition (self, &scope, 2);
  value = grow_value (self, &scope, any_kind (), 1);
  s = u->columns[MIXED_TEXT];
  switch (g_test_rand_int_range (0, 16))
    {
    case 0:
      sql = g_strdup_printf ("WITH RECURSIVE r(i, n) AS (SELECT t.%s, 0 FROM %s AS t WHERE %s UNION SELECT u.%s, r.n + 1 FROM %s AS u, r "
                             "WHERE u.%s = r.i AND r.n < 5) SELECT i, n FROM r",
                             t->columns[MIXED_ID], t->name, condition, u->columns[MIXED_KEY], u->name, u->columns[MIXED_ID]);
      break;
    case 1:
      sql = g_strdup_printf ("SELECT t.%s FROM %s AS t WHERE %s ORDER BY %s, t.%s DESC LIMIT (SELECT count(*) / 2 FROM %s) OFFSET 1",
                             t->columns[MIXED_ID], t->name, condition, value, t->columns[MIXED_ID], u->name);
      break;
    case 2:
      sql = g_strdup_printf ("SELECT t.%s AS a FROM %s AS t WHERE %s ORDER BY (SELECT max(u.%s) FROM %s AS u WHERE u.%s = t.%s) NULLS LAST, 1 "
                             "LIMIT 7",
                             t->columns[MIXED_ID], t->name, condition, s, u->name, u->columns[MIXED_KEY], t->columns[MIXED_ID]);
      break;
    case 3:
      sql = g_strdup_printf ("SELECT %s, count(*) FROM %s AS t GROUP BY 1 HAVING count(*) > (SELECT count(*) FROM %s) / 14 AND max(t.%s) IN "
                             "(SELECT %s FROM %s)",
                             value, t->name, u->name, t->columns[MIXED_KEY], u->columns[MIXED_ID], u->name);
      break;
    case 4:
      sql = g_strdup_printf ("SELECT t.%s, u.* FROM %s AS t LEFT JOIN (SELECT * FROM %s WHERE %s IS NOT NULL) AS u ON u.%s = t.%s WHERE %s",
                             t->columns[MIXED_ID], t->name, u->name, s, u->columns[MIXED_KEY], t->columns[MIXED_ID], condition);
      break;
    case 5:
      sql = g_strdup_printf ("SELECT u.%s FROM %s AS u WHERE u.%s COLLATE NOCASE IN (SELECT t.%s FROM %s AS t WHERE %s)", u->columns[MIXED_ID],
                             u->name, s, t->columns[MIXED_TEXT], t->name, condition);
      break;
    case 6:
      sql = g_strdup_printf ("SELECT t.%s, u.%s FROM %s AS t JOIN %s AS u ON u.%s = t.%s COLLATE NOCASE WHERE %s", t->columns[MIXED_ID],
                             u->columns[MIXED_ID], t->name, u->name, s, t->columns[MIXED_TEXT], condition);
      break;
    case 7:
      sql = g_strdup_printf ("SELECT t.%s, sum(t.%s) OVER w, row_number() OVER (w ORDER BY t.%s) FROM %s AS t WHERE %s WINDOW w AS (PARTITION BY "
                             "t.%s)",
                             t->columns[MIXED_ID], t->columns[MIXED_KEY], t->columns[MIXED_ID], t->name, condition, t->columns[MIXED_TEXT]);
      break;
    case 8:
      sql = g_strdup_printf ("SELECT count(DISTINCT u.%s), group_concat(DISTINCT u.%s) IS NULL FROM %s AS u FULL JOIN %s AS t ON t.%s = u.%s AND %s",
                             s, s, u->name, t->name, t->columns[MIXED_KEY], u->columns[MIXED_KEY], condition);
      break;
    case 9:
      sql = g_strdup_printf ("SELECT t.%s, j.value FROM %s AS t, json_each('[1, 2, \"x\"]') AS j JOIN %s AS u ON u.%s = j.value WHERE %s",
                             t->columns[MIXED_ID], t->name, u->name, u->columns[MIXED_KEY], condition);
      break;
    case 10:
      sql = g_strdup_printf ("SELECT (SELECT count(*) FROM %s AS u WHERE u.%s = t.%s AND u.%s > (SELECT min(v.%s) FROM %s AS v WHERE v.%s <> "
                             "t.%s)), %s FROM %s AS t",
                             u->name, u->columns[MIXED_KEY], t->columns[MIXED_ID], u->columns[MIXED_REAL], u->columns[MIXED_REAL], u->name,
                             u->columns[MIXED_ID], t->columns[MIXED_KEY], value, t->name);
      break;
    case 11:
      sql = g_strdup_printf ("WITH a AS (SELECT t.%s AS i, %s AS v FROM %s AS t), b AS (SELECT i, v FROM a WHERE i < 9) SELECT p.i, q.v FROM a AS p "
                             "JOIN b AS q ON p.v IS q.v JOIN %s AS u ON u.%s = q.i",
                             t->columns[MIXED_ID], value, t->name, u->name, u->columns[MIXED_KEY]);
      break;
    case 12:
      sql = g_strdup_printf ("SELECT t.%s FROM %s AS t WHERE t.%s IN (SELECT u.%s FROM %s AS u WHERE u.%s = t.%s OR %s ORDER BY u.%s LIMIT 3)",
                             t->columns[MIXED_ID], t->name, t->columns[MIXED_KEY], u->columns[MIXED_ID], u->name, s, t->columns[MIXED_TEXT],
                             condition, u->columns[MIXED_ID]);
      break;
    case 13:
      sql = g_strdup_printf ("SELECT %s AS v FROM %s AS t WHERE %s UNION ALL SELECT u.%s FROM %s AS u UNION SELECT NULL ORDER BY 1 DESC",
                             value, t->name, condition, s, u->name);
      break;
    case 14:
      sql = g_strdup_printf ("SELECT * FROM (VALUES (1, 'x'), (2, NULL), (7, 'a')) AS v JOIN %s AS t ON t.%s = v.column1 OR t.%s = v.column2 WHERE %s",
                             t->name, t->columns[MIXED_KEY], t->columns[MIXED_TEXT], condition);
      break;
    default:
      sql = g_strdup_printf ("SELECT t.%s IN (SELECT u.%s FROM %s AS u), t.%s IN (SELECT u.%s FROM %s AS u), t.%s FROM %s AS t WHERE %s",
                             t->columns[MIXED_KEY], u->columns[MIXED_KEY], u->name, t->columns[MIXED_DECIMAL], u->columns[MIXED_DECIMAL], u->name,
                             t->columns[MIXED_ID], t->name, condition);
    }
  g_ptr_array_unref (items);
  return sql;
}

/**
 * mixed_query_random:
 * @ordered: (out): the rows have an order, but for equal ones
 *
 * Returns: (transfer full): a query, which SQLite may refuse
 */
char *
mixed_query_random (const Mixed *mixed, gboolean *ordered)
{
  Grow self = { mixed, g_ptr_array_new_with_free_func (item_free), 0 };
  g_autoptr (GArray) shape = columns_new ();
  g_autoptr (GString) sql = g_string_new (NULL);
  guint n_ctes = one_in (5) ? 1 : one_in (10) ? 2 : 0;

  *ordered = FALSE;
  if (one_in (12))
    {
      g_autofree char *edge = grow_edges (&self);

      g_ptr_array_unref (self.ctes);
      return g_steal_pointer (&edge);
    }
  if (one_in (8))
    {
      char *star = grow_star (&self);

      g_ptr_array_unref (self.ctes);
      return star;
    }
  for (guint i = 0; i < n_ctes; i++)
    {
      Item *cte = g_new0 (Item, 1);
      g_autofree char *query = NULL;
      gboolean shadows = one_in (5);

      cte->columns = columns_new ();
      query = grow_select (&self, NULL, 2, cte->columns, 3, one_in (4));
      /* A table's name now and then: the table is hidden behind it, but not within it. */
      cte->alias = shadows && i == 0 ? g_strdup (mixed->tables[0].name) : g_strdup_printf ("w%u", i);
      g_string_append_printf (sql, "%s%s AS %s(%s)", i == 0 ? "WITH " : ", ", cte->alias,
                              one_in (4) ? (one_in (2) ? "MATERIALIZED " : "NOT MATERIALIZED ") : "", query);
      g_ptr_array_add (self.ctes, cte);
    }
  if (n_ctes > 0)
    g_string_append_c (sql, ' ');
  *ordered = one_in (2);
  {
    g_autofree char *query = grow_select (&self, NULL, 3, shape, (guint) g_test_rand_int_range (1, 5), *ordered);

    g_string_append (sql, query);
  }
  g_ptr_array_unref (self.ctes);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}
