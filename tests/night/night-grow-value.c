/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Grows values and conditions. Each form says what kinds its parts have. A decimal is compared by ncmp() in
 * SQLite's text, and is a number there for every other number, however that is spelled.
 */
#include "config.h"

#include "night-grow.h"

#include <string.h>

#include "night-random.h"
#include "sql/ask-sql-lexer.h"

static gboolean
is_number (NightKind kind)
{
  return kind <= NIGHT_DEC;
}

static gboolean
has_decimals (const NightScope *scope)
{
  for (guint i = 0; i < scope->names->len; i++)
    if (g_array_index (scope->names, NightName, i).kind == NIGHT_DEC)
      return TRUE;
  return FALSE;
}

static const NightName *
find_name (const NightScope *scope, NightKind kind, gboolean tame)
{
  const NightScope *from = scope->outer != NULL && night_one_in (4) ? scope->outer : scope;

  if (kind == NIGHT_DEC && !has_decimals (from))
    return NULL;
  for (int tries = 0; (tries < 12 || kind == NIGHT_DEC) && from->names->len > 0; tries++)
    {
      const NightName *name = &g_array_index (from->names, NightName, night_below (from->names->len));

      if (name->kind == kind && !(tame && name->wild))
        return name;
      if (name->kind == kind && tame && tries > 12)
        return NULL;
    }
  return NULL;
}

static NightNode *
leaf (NightKind kind, const char *text)
{
  return night_node_new (kind, text, NULL);
}

/* A value as somebody writes it in SQL. */
static NightNode *
grow_literal (NightKind kind)
{
  static const char *const integers[]
    = { "0", "1", "2", "3", "7", "-1", "10", "7.0", "1e1", "'7'", "0x7", "9007199254740993", "9223372036854775807", "100", "3000000000" };
  static const char *const reals[] = { "0.1",  "0.5", ".5",   "7.0",  "1.5",  "1e-7", "0.0000001", "2.5e-10", "1e15",
                                       "1e16", "1e22", "-2.5", "'0.5'", "7", "100000", "9007199254740993", "123456.789", "1e300" };
  static const char *const decimals[]
    = { "7", "7.0", "2.5", "0.1", "1e-7", "0.0000001", "2.5e-10", "1e15", "1e16", "1e22", "1.25e20", "'7.00'", "'2.5'", "-1e-7",
        "'12345678901234.5678'", "9007199254740993", "9007199254740992", "'9223372036854775808'", "'18446744073709551615'",
        "'123456789012345678901234567890'", "10", "0", "100", "0.001", "1e5", "'1e-7'" };
  static const char *const dates[] = { "'2024-02-29'", "'2024'", "'2000-01-01'", "'1999-12-31'", "'2024-02-29 00:00:00'", "'2024-12-31'" };
  static const char *const stamps[] = { "'2024-02-29 12:00:00'", "'2024-02-29T12:00:00Z'", "'2024-02-29'", "'2000-01-01 00:00:00'",
                                        "'1999-12-31T23:59:59Z'", "'2024-03-31 02:30:00'" };
  g_autoptr (GString) drawn = NULL;
  g_autofree char *quoted = NULL;

  if (night_one_in (20))
    return leaf (kind, "NULL");
  switch (kind)
    {
    case NIGHT_INT:
      return leaf (kind, NIGHT_PICK (integers));
    case NIGHT_REAL:
      return leaf (kind, NIGHT_PICK (reals));
    case NIGHT_DEC:
      return leaf (kind, NIGHT_PICK (decimals));
    case NIGHT_DATE:
      return leaf (kind, NIGHT_PICK (dates));
    case NIGHT_STAMP:
      return leaf (kind, NIGHT_PICK (stamps));
    case NIGHT_BOOL:
      return leaf (kind, night_one_in (2) ? "TRUE" : night_one_in (2) ? "FALSE" : "1");
    case NIGHT_TEXT:
    default:
      drawn = night_cell_draw (NIGHT_FILE, NIGHT_TEXT, NULL, FALSE);
      quoted = ask_sql_quote_text (drawn->str);
      /* A template's own sign. */
      return leaf (kind, strchr (quoted, '$') != NULL ? "'x'" : quoted);
    }
}

/* Beside a decimal a constant is the number that is written, and not the double next to it. */
static NightNode *
spell_digits (NightNode *constant)
{
  if (constant->kids->len == 0 && constant->plain == NULL && constant->ours[strspn (constant->ours, "-+.0123456789eE")] == '\0')
    constant->plain = g_strdup_printf ("'%s'", constant->ours);
  return constant;
}

static NightNode *
named (const NightName *name)
{
  NightNode *node = night_node_new (name->kind, name->text, name->plain);

  node->table = name->table;
  node->column = name->column;
  return node;
}

/* As often as not one of the column's own values. */
static NightNode *
draw_beside (const NightNode *left, NightKind kind)
{
  const GPtrArray *row;
  const GString *cell;
  g_autofree char *quoted = NULL;

  if (left->table == NULL || left->table->rows->len == 0 || left->kind == NIGHT_BOOL || night_one_in (2))
    return grow_literal (kind);
  row = left->table->rows->pdata[night_below (left->table->rows->len)];
  cell = row->pdata[left->column];
  if (cell == NULL || strlen (cell->str) < cell->len)
    return grow_literal (kind);
  quoted = ask_sql_quote_text (cell->str);
  return leaf (left->kind, is_number (left->kind) && !night_one_in (6) ? cell->str : quoted);
}

/* A constant beside @left. */
static NightNode *
grow_beside (const NightNode *left, NightKind kind)
{
  NightNode *constant = draw_beside (left, kind);

  return left->kind == NIGHT_DEC ? spell_digits (constant) : constant;
}

static NightNode *
grow_column (const NightScope *scope, NightKind kind)
{
  const NightName *name = find_name (scope, kind, FALSE);

  if (name != NULL)
    return named (name);
  /* A constant is a decimal only beside one. */
  return kind == NIGHT_DEC ? leaf (kind, "NULL") : grow_literal (kind);
}

/* Puts parts where the letters are: i r n s d t b c, and l for a text's literal. */
static NightNode *
fill (NightGrow *self, const NightScope *scope, NightKind kind, const char *form, int depth)
{
  static const char letters[] = "irnsdtb";
  g_autoptr (GString) text = g_string_new (NULL);
  NightNode *node = night_node_new (kind, "", NULL);

  for (const char *p = form; *p != '\0'; p++)
    {
      NightNode *part;

      if (*p != '$')
        {
          g_string_append_c (text, *p);
          continue;
        }
      p++;
      g_string_append_printf (text, "$%u", node->kids->len);
      if (*p == 'c')
        part = night_grow_condition (self, scope, depth - 1);
      else if (*p == 'l')
        part = grow_literal (NIGHT_TEXT);
      else
        part = night_grow_value (self, scope, (NightKind) (strchr (letters, *p) - letters), depth - 1);
      night_node_add (node, part);
    }
  g_free (node->ours);
  node->ours = g_string_free (g_steal_pointer (&text), FALSE);
  if (kind == NIGHT_DEC)
    node->plain = g_strdup_printf ("(ndec(%s) COLLATE ndec)", node->ours);
  return node;
}

static NightNode *
grow_scalar (NightGrow *self, const NightScope *scope, NightKind kind, int depth)
{
  NightNode *outputs;
  NightNode *select = night_grow_select (self, scope, depth - 1, &kind, 1, &outputs);
  NightNode *order = select->kids->pdata[5];
  NightNode *limit = select->kids->pdata[6];
  NightNode *node = night_node_new (kind, "($0)", kind == NIGHT_DEC ? "(ndec(($0)) COLLATE ndec)" : NULL);

  /* One row, whichever way they come. */
  order->ordered = outputs;
  order->is_optional = FALSE;
  g_free (limit->ours);
  limit->ours = g_strdup (" LIMIT 1");
  limit->is_optional = FALSE;
  node->approx = ((NightNode *) outputs->kids->pdata[0])->approx;
  night_node_add (node, select);
  return node;
}

/**
 * night_grow_value:
 * @kind: what it has to be
 *
 * Returns: (transfer full): a column, a constant, or something made of them
 */
NightNode *
night_grow_value (NightGrow *self, const NightScope *scope, NightKind kind, int depth)
{
  static const char *const integers[] = { "($i + $i)", "($i - $i)", "($i * 2)", "abs($i)", "length($s)", "($i % 5)", "coalesce($i, $i)",
                                          "CASE WHEN $c THEN $i ELSE $i END", "instr($s, $l)", "CAST(strftime('%Y', $d) AS INTEGER)",
                                          "($i / 3)", "nullif($i, $i)", "(-$i)", "CAST($r AS INTEGER)", "max($i, $i)", "iif($c, $i, $i)" };
  static const char *const reals[] = { "($r + $r)", "($r * 2)", "($r / 4)", "abs($r)", "round($r, 1)", "round($r)", "coalesce($r, $r)",
                                       "CASE WHEN $c THEN $r ELSE $r END", "($i * 1.5)", "CAST($i AS REAL)", "($r - 1)", "(-$r)", "min($r, $r)" };
  static const char *const decimals[] = { "coalesce($n, $n)", "CASE WHEN $c THEN $n ELSE $n END", "ifnull($n, 0)", "coalesce($n, 7.5)", "nullif($n, NULL)", "iif($c, $n, $i)" };
  static const char *const strings[] = { "upper($s)",     "lower($s)", "substr($s, 1, 2)", "substr($s, -2)", "trim($s)", "replace($s, $l, 'zz')", "($s || $s)",
                                         "coalesce($s, $s)", "CASE WHEN $c THEN $s ELSE $s END", "CAST($i AS TEXT)", "nullif($s, $l)", "typeof($s)",
                                         "substr($d, 1, 4)", "quote($s)", "ltrim($s, 'a')", "hex($s)", "($s || $i)", "substr($s, $i)" };
  static const char *const days[] = { "date($t)", "coalesce($d, $d)", "date($d, '+1 day')", "strftime('%Y-%m', $d)", "CASE WHEN $c THEN $d END", "date($d, 'start of month')" };
  static const char *const moments[] = { "datetime($t)", "coalesce($t, $t)", "CASE WHEN $c THEN $t END", "datetime($d)", "strftime('%H', $t)" };
  static const char *const booleans[] = { "($c)", "coalesce($b, FALSE)", "(NOT $b)", "($i IS NULL)" };

  /* Without a decimal in it, a form means what SQLite makes of its constants. */
  if (kind == NIGHT_DEC && !(has_decimals (scope) && (scope->outer == NULL || has_decimals (scope->outer))))
    return leaf (kind, "NULL");
  if (depth > 1 && night_one_in (14))
    return grow_scalar (self, scope, kind, depth);
  if (depth <= 0 || !night_one_in (4))
    return night_one_in (10) && kind != NIGHT_DEC ? grow_literal (kind) : grow_column (scope, kind);
  switch (kind)
    {
    case NIGHT_INT:
      return fill (self, scope, kind, NIGHT_PICK (integers), depth);
    case NIGHT_REAL:
      return fill (self, scope, kind, NIGHT_PICK (reals), depth);
    case NIGHT_DEC:
      return fill (self, scope, kind, NIGHT_PICK (decimals), depth);
    case NIGHT_DATE:
      return fill (self, scope, kind, NIGHT_PICK (days), depth);
    case NIGHT_STAMP:
      return fill (self, scope, kind, NIGHT_PICK (moments), depth);
    case NIGHT_BOOL:
      return fill (self, scope, kind, NIGHT_PICK (booleans), depth);
    case NIGHT_TEXT:
    default:
      return fill (self, scope, kind, NIGHT_PICK (strings), depth);
    }
}

static const char *const comparisons[] = { "=", "=", "=", "<>", "<", ">", "<=", ">=" };

static NightNode *
compare (NightNode *a, const char *operator, NightNode *b)
{
  g_autofree char *ours = g_strdup_printf ("$0 %s $1", operator);
  g_autofree char *plain = g_strdup_printf ("(ncmp($0, $1) %s 0)", operator);
  gboolean decimals = a->kind == NIGHT_DEC || b->kind == NIGHT_DEC;
  NightNode *node = night_node_new (NIGHT_BOOL, ours, decimals ? plain : NULL);

  if (decimals)
    spell_digits (b);
  node->is_condition = TRUE;
  night_node_add (node, a);
  night_node_add (node, b);
  return node;
}

static NightKind
other_number (NightKind kind)
{
  return is_number (kind) && night_one_in (3) ? (NightKind) night_below (NIGHT_DEC + 1) : kind;
}

static NightNode *
grow_list (NightNode *left, gboolean negated)
{
  gboolean decimals = left->kind == NIGHT_DEC;
  NightNode *node = night_node_new (NIGHT_BOOL, negated ? "$0 NOT IN ($1, $2, $3)" : "$0 IN ($1, $2, $3)",
                                    !decimals ? NULL
                                    : negated ? "(NOT (ncmp($0, $1) = 0 OR ncmp($0, $2) = 0 OR ncmp($0, $3) = 0))"
                                              : "(ncmp($0, $1) = 0 OR ncmp($0, $2) = 0 OR ncmp($0, $3) = 0)");

  night_node_add (node, left);
  for (int i = 0; i < 3; i++)
    night_node_add (node, grow_beside (left, left->kind));
  return node;
}

static NightNode *
grow_between (NightGrow *self, const NightScope *scope, NightNode *left, int depth)
{
  NightNode *node = night_node_new (NIGHT_BOOL, "$0 BETWEEN $1 AND $2", left->kind == NIGHT_DEC ? "(ncmp($0, $1) >= 0 AND ncmp($0, $2) <= 0)" : NULL);

  night_node_add (node, left);
  night_node_add (node, grow_beside (left, left->kind));
  night_node_add (node, night_one_in (2) ? grow_beside (left, left->kind) : night_grow_value (self, scope, left->kind, depth - 1));
  return node;
}

static NightNode *
grow_membership (NightGrow *self, const NightScope *scope, NightNode *left, int depth)
{
  NightNode *outputs;
  NightNode *node = night_node_new (NIGHT_BOOL, night_one_in (4) ? "$0 NOT IN ($1)" : "$0 IN ($1)", NULL);

  night_node_add (node, left);
  night_node_add (node, night_grow_select (self, scope, depth - 1, &left->kind, 1, &outputs));
  return node;
}

static NightNode *
grow_exists (NightGrow *self, const NightScope *scope, int depth)
{
  NightNode *outputs;
  NightKind kind = (NightKind) night_below (NIGHT_N_KINDS);
  NightNode *node = night_node_new (NIGHT_BOOL, night_one_in (3) ? "NOT EXISTS ($0)" : "EXISTS ($0)", NULL);

  night_node_add (node, night_grow_select (self, scope, depth - 1, &kind, 1, &outputs));
  return node;
}

static NightNode *
grow_pattern (NightGrow *self, const NightScope *scope, int depth)
{
  static const char *const forms[] = { "$s LIKE 'a%'", "$s LIKE '%b'", "$s LIKE '_'", "$s NOT LIKE 'A%'", "$s GLOB '*b*'", "$s GLOB '[a-y]*'", "$s LIKE '%\\%'",
                                       "$s LIKE '%!%%' ESCAPE '!'", "$s LIKE 'Ä%'", "$s LIKE '%'", "$d LIKE '2024%'", "$i LIKE '1%'", "$s LIKE '%'' %'", "$t LIKE '%12:00%'" };

  return fill (self, scope, NIGHT_BOOL, NIGHT_PICK (forms), depth);
}

static NightNode *
grow_simple (NightGrow *self, const NightScope *scope, int depth)
{
  const NightName *name
    = scope->names->len > 0 && !night_one_in (3) ? &g_array_index (scope->names, NightName, night_below (scope->names->len)) : NULL;
  NightKind kind = name != NULL ? name->kind : (NightKind) night_below (NIGHT_N_KINDS);
  NightNode *left = name != NULL ? named (name) : night_grow_value (self, scope, kind, depth - 1);

  switch (night_below (depth > 1 ? 11 : 9))
    {
    case 0:
      {
        NightNode *node = night_node_new (NIGHT_BOOL, night_one_in (2) ? "$0 IS NULL" : "$0 IS NOT NULL", NULL);

        night_node_add (node, left);
        return node;
      }
    case 1:
    case 2:
      return grow_list (left, night_one_in (4));
    case 3:
      return grow_between (self, scope, left, depth);
    case 4:
      night_node_free (left);
      return grow_pattern (self, scope, depth);
    case 9:
      return grow_membership (self, scope, left, depth);
    case 10:
      night_node_free (left);
      return grow_exists (self, scope, depth);
    case 5:
      return compare (left, NIGHT_PICK (comparisons), night_grow_value (self, scope, other_number (kind), depth - 1));
    default:
      {
        NightNode *right = grow_beside (left, other_number (kind));

        /* A constant is a decimal only beside one. */
        if (kind != NIGHT_DEC)
          right->kind = kind;
        return compare (left, NIGHT_PICK (comparisons), right);
      }
    }
}

/** night_grow_condition: Returns: (transfer full): what is true, false or NULL */
NightNode *
night_grow_condition (NightGrow *self, const NightScope *scope, int depth)
{
  static const char *const forms[] = { "($c AND $c)", "($c OR $c)", "(NOT $c)", "($c AND $c)" };
  NightNode *node = depth > 0 && night_one_in (3) ? fill (self, scope, NIGHT_BOOL, NIGHT_PICK (forms), depth) : grow_simple (self, scope, depth);

  node->is_condition = TRUE;
  return node;
}

/** night_grow_join: @n_before: names of the tables on the left. Returns: (transfer full): the condition of a join */
NightNode *
night_grow_join (NightGrow *self, const NightScope *scope, guint n_before, int depth)
{
  for (int tries = 0; tries < 20; tries++)
    {
      const NightName *a = &g_array_index (scope->names, NightName, night_below (n_before));
      const NightName *b = &g_array_index (scope->names, NightName, n_before + night_below (scope->names->len - n_before));
      NightNode *node;

      if (a->kind != b->kind && !(is_number (a->kind) && is_number (b->kind)))
        continue;
      node = compare (named (a), night_one_in (10) ? "<" : "=", named (b));
      if (night_one_in (4))
        {
          NightNode *both = night_node_new (NIGHT_BOOL, "$0$1", NULL);
          NightNode *more = night_node_new (NIGHT_N_KINDS, " AND $0", NULL);

          more->is_optional = TRUE;
          night_node_add (more, night_grow_condition (self, scope, depth - 1));
          night_node_add (both, node);
          night_node_add (both, more);
          return both;
        }
      return node;
    }
  return leaf (NIGHT_BOOL, "TRUE");
}

/** night_grow_key: Returns: (transfer full): a column by which rows are grouped */
NightNode *
night_grow_key (NightGrow *self, const NightScope *scope)
{
  const NightName *name = &g_array_index (scope->names, NightName, night_below (scope->names->len));

  return named (name);
}

static NightNode *
aggregate (NightKind kind, const char *form, const NightName *name, gboolean approx)
{
  NightNode *node = night_node_new (kind, form, NULL);

  if (kind == NIGHT_DEC)
    node->plain = g_strdup_printf ("(ndec(%s) COLLATE ndec)", form);
  node->approx = approx;
  if (name != NULL)
    night_node_add (node, named (name));
  return node;
}

/**
 * night_grow_aggregate:
 * @kind: what it has to give, or %NIGHT_N_KINDS
 *
 * Returns: (transfer full): a function of the rows of a group
 */
NightNode *
night_grow_aggregate (NightGrow *self, const NightScope *around, NightKind kind, int depth)
{
  static const char *const counts[] = { "count($0)", "count(DISTINCT $0)", "count($0)" };
  /* One of the names around only would be an aggregate of the statement around. */
  const NightScope local = { around->names, NULL };
  const NightScope *scope = &local;
  const NightName *any = &g_array_index (scope->names, NightName, night_below (scope->names->len));
  const NightName *tame;

  if (kind == NIGHT_N_KINDS)
    kind = night_one_in (3) ? NIGHT_INT : night_one_in (3) ? NIGHT_REAL : any->kind;
  switch (night_below (3))
    {
    case 0:
      if (kind == NIGHT_INT)
        return night_one_in (2) ? leaf (kind, "count(*)") : aggregate (kind, NIGHT_PICK (counts), any, FALSE);
      break;
    case 1:
      tame = find_name (scope, NIGHT_INT, TRUE);
      if (kind == NIGHT_INT && tame != NULL)
        return aggregate (kind, "sum($0)", tame, FALSE);
      tame = find_name (scope, (NightKind) night_below (NIGHT_DEC + 1), TRUE);
      if (kind == NIGHT_REAL && tame != NULL)
        return aggregate (kind, night_one_in (2) ? "avg($0)" : "total($0)", tame, TRUE);
      break;
    default:
      break;
    }
  {
    NightNode *part = grow_column (scope, kind);
    NightNode *node = aggregate (kind, night_one_in (2) ? "min($0)" : "max($0)", NULL, FALSE);

    if (part->kids->len == 0 && part->plain == NULL && night_one_in (3))
      {
        night_node_free (part);
        part = night_grow_value (self, scope, kind, 1);
      }
    night_node_add (node, part);
    return node;
  }
}

/** night_grow_having: Returns: (transfer full): a condition on groups */
NightNode *
night_grow_having (NightGrow *self, const NightScope *scope, int depth)
{
  NightKind kind = night_one_in (2) ? NIGHT_INT : (NightKind) night_below (NIGHT_N_KINDS);
  NightNode *node = night_grow_aggregate (self, scope, kind, depth);

  if (node->approx)
    {
      night_node_free (node);
      node = leaf (NIGHT_INT, "count(*)");
    }
  return compare (node, NIGHT_PICK (comparisons), grow_literal (node->kind));
}

/** night_grow_window: Returns: (transfer full): a window function over one table */
NightNode *
night_grow_window (NightGrow *self, const NightScope *scope)
{
  static const char *const forms[]
    = { "rank() OVER (ORDER BY $0)", "dense_rank() OVER (ORDER BY $0 DESC)", "count(*) OVER (PARTITION BY $0)",
        "count(*) OVER (PARTITION BY $0 ORDER BY $1)", "min($1) OVER (PARTITION BY $0)", "max($1) OVER (PARTITION BY $0)",
        "rank() OVER (PARTITION BY $0 ORDER BY $1)", "count($0) OVER ()", "min($1) OVER (ORDER BY $0)" };
  const NightName *a = &g_array_index (scope->names, NightName, night_below (scope->names->len));
  const NightName *b = find_name (scope, NIGHT_INT, FALSE);
  NightNode *node = night_node_new (NIGHT_INT, NIGHT_PICK (forms), NULL);

  if (b == NULL)
    b = a;
  node->kind = strstr (node->ours, "$1) OVER") != NULL ? b->kind : NIGHT_INT;
  night_node_add (node, named (a));
  night_node_add (node, named (b));
  return node;
}
