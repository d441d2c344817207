/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random SELECTs over the tables t and u of test-dialect.c. Types mostly fit, as they do in what
 * people ask; where rows are limited, their order is total.
 */
#include "config.h"

#include "dialect-fixture.h"

typedef enum
{
  KIND_INTEGER,
  KIND_REAL,
  KIND_TEXT,
  KIND_DATE,
  KIND_STAMP
} Kind;

typedef struct
{
  GRand *rand;
  gboolean has_u;
  guint depth;
} Generator;

static int
pick (Generator *self, int n)
{
  return g_rand_int_range (self->rand, 0, n);
}

#define PICK(array) (array)[pick (self, G_N_ELEMENTS (array))]

static char *make (Generator *self, Kind kind);
static char *make_condition (Generator *self);

static char *
make_literal (Generator *self, Kind kind)
{
  static const char *const integers[] = { "0",  "1",    "2",   "-1",         "7",
                                          "10", "3000", "-25", "2147483647", "9007199254740993" };
  static const char *const reals[] = { "0.0", "1.5", "-2.5", "0.1", "10.25", "-0.25", "2.675" };
  static const char *const texts[] = { "''", "' '", "'a'", "'a '", "'A'",   "'ä'",  "'Ä'",
                                       "'ß'", "'b'", "'ab'", "'x_y'", "'50%'", "'10'", "'NULL'" };
  static const char *const dates[] = { "'2024-02-29'", "'2023-12-31'", "'2024-01-01'",
                                       "'1999-12-31'", "'2024'", "'2024-02-29 00:00:00'" };
  static const char *const stamps[] = { "'2024-02-29 12:00:00'", "'2024-02-29'",
                                        "'2024-02-29 12:00:00.5'", "'2024'", "'1970-01-01'" };

  switch (kind)
    {
    case KIND_INTEGER:
      return g_strdup (PICK (integers));
    case KIND_REAL:
      return g_strdup (PICK (reals));
    case KIND_TEXT:
      return g_strdup (PICK (texts));
    case KIND_DATE:
      return g_strdup (PICK (dates));
    default:
      return g_strdup (PICK (stamps));
    }
}

static char *
make_column (Generator *self, Kind kind)
{
  static const char *const t_columns[][6] = { { "t.id", "t.a", "t.big", "t.f", "t.a", "t.a" },
                                              { "t.r", "t.n", "t.r", "t.n", "t.n", "t.r" },
                                              { "t.s", "t.v", "t.c", "t.s", "t.v", "t.s" },
                                              { "t.d", "t.d", "t.d", "t.d", "t.d", "t.d" },
                                              { "t.ts", "t.tz", "t.ts", "t.ts", "t.ts", "t.tz" } };
  static const char *const u_columns[][3] = { { "u.id", "u.t_id", "u.k" },
                                              { "u.x", "u.x", "u.x" },
                                              { "u.s", "u.s", "u.s" },
                                              { "u.d", "u.d", "u.d" },
                                              { "t.ts", "t.ts", "t.ts" } };

  if (self->has_u && pick (self, 3) == 0)
    return g_strdup (PICK (u_columns[kind]));
  return g_strdup (PICK (t_columns[kind]));
}

static char *
make_integer (Generator *self)
{
  static const char *const operators[] = { "+", "-", "*", "/", "%" };
  static const char *const parts[] = { "%Y", "%m", "%d", "%H", "%j", "%Y%m" };

  switch (pick (self, 11))
    {
    case 0:
    case 1:
    case 2:
      {
        g_autofree char *a = make (self, KIND_INTEGER);
        g_autofree char *b = make (self, KIND_INTEGER);

        return g_strdup_printf ("(%s %s %s)", a, PICK (operators), b);
      }
    case 3:
      {
        g_autofree char *a = make (self, KIND_TEXT);

        return g_strdup_printf (pick (self, 3) > 0 ? "length(%s)" : "length(CAST(%s AS BLOB))", a);
      }
    case 4:
      {
        g_autofree char *a = make (self, KIND_INTEGER);

        return g_strdup_printf (pick (self, 2) ? "abs(%s)" : "-(%s)", a);
      }
    case 5:
      {
        g_autofree char *a = make_condition (self);

        return g_strdup_printf ("(%s)", a);
      }
    case 6:
      {
        g_autofree char *a = make (self, KIND_INTEGER);
        g_autofree char *b = make (self, KIND_INTEGER);

        return g_strdup_printf (pick (self, 2) ? "coalesce(%s, %s)" : "nullif(%s, %s)", a, b);
      }
    case 7:
      {
        g_autofree char *c = make_condition (self);
        g_autofree char *a = make (self, KIND_INTEGER);
        g_autofree char *b = make (self, KIND_INTEGER);

        return g_strdup_printf ("CASE WHEN %s THEN %s ELSE %s END", c, a, b);
      }
    case 8:
      return g_strdup_printf ("CAST(strftime('%s', %s) AS INTEGER)", PICK (parts),
                              pick (self, 2) ? "t.d" : "t.ts");
    case 9:
      {
        g_autofree char *a = make (self, KIND_REAL);

        return g_strdup_printf ("CAST(%s AS INTEGER)", a);
      }
    default:
      {
        g_autofree char *a = make (self, KIND_TEXT);
        g_autofree char *b = make_literal (self, KIND_TEXT);

        return g_strdup_printf ("instr(%s, %s)", a, b);
      }
    }
}

static char *
make_real (Generator *self)
{
  static const char *const operators[] = { "+", "-", "*", "/" };
  g_autofree char *a = make (self, KIND_REAL);
  g_autofree char *b = make (self, pick (self, 2) ? KIND_REAL : KIND_INTEGER);

  switch (pick (self, 6))
    {
    case 0:
    case 1:
      return g_strdup_printf ("(%s %s %s)", a, PICK (operators), b);
    case 2:
      return g_strdup_printf ("round(%s, %d)", a, pick (self, 3));
    case 3:
      return g_strdup_printf ("abs(%s)", a);
    case 4:
      return g_strdup_printf ("round(%s)", a);
    default:
      return g_strdup_printf ("(%s * 1.0)", b);
    }
}

static char *
make_text (Generator *self)
{
  g_autofree char *a = make (self, KIND_TEXT);
  g_autofree char *b = make (self, KIND_TEXT);
  g_autofree char *c = make (self, (Kind) pick (self, 5));

  switch (pick (self, 9))
    {
    case 0:
      return g_strdup_printf ("lower(%s)", a);
    case 1:
      return g_strdup_printf ("upper(%s)", a);
    case 2:
      return g_strdup_printf ("(%s || %s)", a, c);
    case 3:
      return g_strdup_printf ("substr(%s, %d, %d)", a, pick (self, 4) - 1, pick (self, 4));
    case 4:
      return g_strdup_printf ("trim(%s)", a);
    case 5:
      return g_strdup_printf ("replace(%s, %s, 'z')", a, b);
    case 6:
      return g_strdup_printf ("coalesce(%s, %s)", a, b);
    case 7:
      return g_strdup_printf ("strftime('%%Y-%%m', %s)", pick (self, 2) ? "t.d" : "t.ts");
    default:
      return g_strdup_printf ("substr(%s, 1, %d)", pick (self, 2) ? "t.d" : "t.ts", pick (self, 12));
    }
}

static char *
make (Generator *self, Kind kind)
{
  char *made;

  if (pick (self, 12) == 0)
    return pick (self, 4) ? make_literal (self, kind) : g_strdup ("NULL");
  if (self->depth >= 2 || pick (self, 5) < 3)
    return make_column (self, kind);
  self->depth++;
  switch (kind)
    {
    case KIND_INTEGER:
      made = make_integer (self);
      break;
    case KIND_REAL:
      made = make_real (self);
      break;
    case KIND_TEXT:
      made = make_text (self);
      break;
    case KIND_DATE:
      made = g_strdup (pick (self, 2) ? "date(t.ts)" : "date(t.d)");
      break;
    default:
      made = g_strdup (pick (self, 2) ? "datetime(t.ts)" : "datetime(t.d)");
      break;
    }
  self->depth--;
  return made;
}

static char *
make_condition (Generator *self)
{
  static const char *const operators[] = { "=", "<>", "<", "<=", ">", ">=", "=", "IS", "IS NOT" };
  static const char *const patterns[] = { "'a%'", "'%A'", "'_'", "'%ä%'", "'x\\_y'", "'50%'", "'2024%'",
                                          "'%|%'", "''", "'%'", "'A_'" };
  Kind kind = (Kind) pick (self, 5);
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  char *made;

  if (self->depth >= 3)
    {
      a = make_column (self, kind);
      return g_strdup_printf ("%s IS %sNULL", a, pick (self, 2) ? "NOT " : "");
    }
  self->depth++;
  switch (pick (self, 15))
    {
    case 0:
      a = make_condition (self);
      b = make_condition (self);
      made = g_strdup_printf ("(%s AND %s)", a, b);
      break;
    case 1:
      a = make_condition (self);
      b = make_condition (self);
      made = g_strdup_printf ("(%s OR %s)", a, b);
      break;
    case 2:
      a = make_condition (self);
      made = g_strdup_printf ("NOT (%s)", a);
      break;
    case 3:
      a = make (self, kind);
      made = g_strdup_printf ("%s IS %sNULL", a, pick (self, 2) ? "NOT " : "");
      break;
    case 4:
    case 5:
      {
        g_autofree char *x = make_literal (self, kind);
        g_autofree char *y = make_literal (self, kind);

        a = make_column (self, kind);
        made = g_strdup_printf ("%s %sIN (%s, %s%s)", a, pick (self, 3) ? "" : "NOT ", x, y,
                                pick (self, 4) ? "" : ", NULL");
        break;
      }
    case 6:
      {
        g_autofree char *x = make_literal (self, kind);
        g_autofree char *y = make_literal (self, kind);

        a = make_column (self, kind);
        made = g_strdup_printf ("%s %sBETWEEN %s AND %s", a, pick (self, 3) ? "" : "NOT ", x, y);
        break;
      }
    case 7:
    case 8:
      a = make (self, pick (self, 4) ? KIND_TEXT : kind);
      made = g_strdup_printf ("%s %sLIKE %s", a, pick (self, 3) ? "" : "NOT ", PICK (patterns));
      break;
    case 9:
      a = make_column (self, KIND_INTEGER);
      made = g_strdup_printf ("%s %sIN (SELECT k FROM u WHERE u.x %s 1)", a,
                              pick (self, 3) ? "" : "NOT ", PICK (operators));
      break;
    case 10:
      made = g_strdup_printf ("%sEXISTS (SELECT 1 FROM u AS u2 WHERE u2.t_id = t.id AND u2.k %s 2)",
                              pick (self, 2) ? "" : "NOT ", PICK (operators));
      break;
    case 11:
      a = make_column (self, KIND_REAL);
      made = g_strdup_printf ("%s %s (SELECT avg(a) FROM t)", a, PICK (operators));
      break;
    default:
      a = make (self, kind);
      b = pick (self, 2) ? make_literal (self, kind)
                         : make (self, kind == KIND_INTEGER && pick (self, 3) == 0 ? KIND_REAL : kind);
      made = g_strdup_printf ("%s %s %s", a, PICK (operators), b);
      break;
    }
  self->depth--;
  return made;
}

static char *
make_aggregate (Generator *self)
{
  static const char *const numbers[] = { "sum", "avg", "min", "max", "total", "count" };
  Kind kind = (Kind) pick (self, 5);
  gboolean number = kind == KIND_INTEGER || kind == KIND_REAL;
  g_autofree char *a = make (self, kind);
  g_autofree char *filter = pick (self, 6) ? NULL : make_condition (self);
  g_autofree char *tail = filter != NULL ? g_strdup_printf (" FILTER (WHERE %s)", filter)
                                         : g_strdup ("");

  if (pick (self, 4) == 0)
    return g_strdup_printf ("count(*)%s", tail);
  return g_strdup_printf ("%s(%s%s)%s", number ? PICK (numbers) : numbers[2 + pick (self, 2)],
                          pick (self, 6) ? "" : "DISTINCT ", a, tail);
}

static const char *
make_from (Generator *self)
{
  static const char *const froms[] = { "t", "t", "t", "t JOIN u ON u.t_id = t.id",
                                       "t LEFT JOIN u ON u.t_id = t.id", "t, u",
                                       "t JOIN u ON t.s = u.s", "u RIGHT JOIN t ON u.t_id = t.id",
                                       "t LEFT JOIN u ON u.d = t.d AND u.k > 1" };
  int from = pick (self, G_N_ELEMENTS (froms));

  self->has_u = from > 2;
  return froms[from];
}

/* One core with columns of given kinds. */
static char *
make_core (Generator *self, const Kind *kinds, guint n, gboolean distinct)
{
  const char *from = make_from (self);
  g_autoptr (GString) sql = g_string_new (distinct ? "SELECT DISTINCT " : "SELECT ");
  g_autofree char *where = pick (self, 5) ? make_condition (self) : NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = make (self, kinds[i]);

      g_string_append_printf (sql, "%s%s AS x%u", i > 0 ? ", " : "", value, i + 1);
    }
  g_string_append_printf (sql, " FROM %s", from);
  if (where != NULL)
    g_string_append_printf (sql, " WHERE %s", where);
  return g_strdup (sql->str);
}

static char *
make_grouped (Generator *self)
{
  const char *from = make_from (self);
  g_autofree char *where = pick (self, 3) ? NULL : make_condition (self);
  g_autofree char *key = pick (self, 4) ? make_column (self, (Kind) pick (self, 5))
                                        : make (self, (Kind) pick (self, 5));
  g_autofree char *one = make_aggregate (self);
  g_autofree char *two = make_aggregate (self);
  g_autofree char *having = pick (self, 4) ? NULL : g_strdup_printf ("count(*) > %d", pick (self, 3));
  gboolean bare = pick (self, 8) == 0;
  GString *sql = g_string_new (NULL);

  if (bare)
    g_string_append_printf (sql, "SELECT t.id, t.s, %s, %s FROM %s", one, two, from);
  else
    g_string_append_printf (sql, "SELECT %s, %s, %s FROM %s", key, one, two, from);
  if (where != NULL)
    g_string_append_printf (sql, " WHERE %s", where);
  g_string_append_printf (sql, " GROUP BY %s", bare ? "t.id" : pick (self, 3) ? key : "1");
  if (having != NULL)
    g_string_append_printf (sql, " HAVING %s", having);
  return g_string_free (sql, FALSE);
}

static char *
make_ordered (Generator *self)
{
  g_autofree char *one = make (self, (Kind) pick (self, 5));
  g_autofree char *two = make (self, (Kind) pick (self, 5));
  g_autofree char *where = pick (self, 3) ? make_condition (self) : NULL;
  GString *sql = g_string_new (NULL);

  g_string_append_printf (sql, "SELECT t.id, %s, %s FROM t", one, two);
  if (where != NULL)
    g_string_append_printf (sql, " WHERE %s", where);
  g_string_append_printf (sql, " ORDER BY %d%s%s, 1%s", 2 + pick (self, 2),
                          pick (self, 2) ? " DESC" : "",
                          pick (self, 5)   ? ""
                          : pick (self, 2) ? " NULLS LAST"
                                           : " NULLS FIRST",
                          pick (self, 2) ? " DESC" : "");
  if (pick (self, 2))
    g_string_append_printf (sql, " LIMIT %d", pick (self, 12) - 1);
  if (g_str_has_suffix (sql->str, "LIMIT 5"))
    g_string_append (sql, " OFFSET 3");
  return g_string_free (sql, FALSE);
}

/**
 * dialect_random:
 * @ordered: (out): whether the order of its rows is total
 *
 * Returns: (transfer full): a SELECT
 */
char *
dialect_random (GRand *rand, gboolean *ordered)
{
  static const char *const compounds[] = { "UNION", "UNION ALL", "INTERSECT", "EXCEPT" };
  static const char *const windows[] = {
    "row_number() OVER (ORDER BY t.a DESC, t.id)",
    "rank() OVER (PARTITION BY t.s ORDER BY t.a)",
    "sum(t.a) OVER (PARTITION BY t.f ORDER BY t.id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)",
    "count(*) OVER (PARTITION BY t.d)",
    "lag(t.s) OVER (ORDER BY t.id)",
    "dense_rank() OVER (ORDER BY t.s)",
    "avg(t.r) OVER (ORDER BY t.id)",
    "max(t.s) OVER (PARTITION BY t.f)",
    "first_value(t.a) OVER (PARTITION BY t.v ORDER BY t.id)"
  };
  Generator generator = { .rand = rand };
  Generator *self = &generator;
  Kind kinds[2] = { (Kind) pick (self, 5), (Kind) pick (self, 5) };

  *ordered = FALSE;
  switch (pick (self, 10))
    {
    case 0:
    case 1:
    case 2:
      return make_core (self, kinds, 2, pick (self, 4) == 0);
    case 3:
    case 4:
    case 5:
      return make_grouped (self);
    case 6:
      *ordered = TRUE;
      return make_ordered (self);
    case 7:
      {
        g_autofree char *a = make_core (self, kinds, 2, FALSE);
        g_autofree char *b = make_core (self, kinds, 2, FALSE);
        const char *word = PICK (compounds);

        return g_strdup_printf ("%s %s %s%s", a, word, b,
                                pick (self, 3) == 0 ? " ORDER BY 1, x2" : "");
      }
    case 8:
      {
        g_autofree char *inner = make_core (self, kinds, 2, pick (self, 3) == 0);
        gboolean cte = pick (self, 2);
        const char *outer = pick (self, 2) ? "SELECT x1, count(*), max(x2) FROM %s GROUP BY x1"
                                           : "SELECT x2, x1 FROM %s WHERE x1 IS NOT NULL";
        g_autofree char *from = cte ? g_strdup ("w") : g_strdup_printf ("(%s) AS w", inner);
        g_auto (GStrv) halves = g_strsplit (outer, "%s", 2);
        g_autofree char *body = g_strconcat (halves[0], from, halves[1], NULL);

        return cte ? g_strdup_printf ("WITH w AS (%s) %s", inner, body) : g_strdup (body);
      }
    default:
      {
        g_autofree char *a = make (self, kinds[0]);
        g_autofree char *where = make_condition (self);

        return g_strdup_printf ("SELECT t.id, %s, %s FROM t WHERE %s", a, PICK (windows), where);
      }
    }
}
