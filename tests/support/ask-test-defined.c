/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See the header. It draws with g_test_rand_*(), so a seed repeats what it makes.
 */
#include "config.h"

#include "support/ask-test-defined.h"

#include <string.h>

#define M "n * 2 + x"
#define S "coalesce(g, 'none')"
#define F "CASE WHEN n > 2 THEN g ELSE 'low' END"
#define U "upper(t) || ifnull(a_id, 0)"
#define D "12 / n"

#define TOP "SELECT id, m, s FROM a ORDER BY m DESC, id LIMIT 4"
/* Its CTE is called like a table, and big is a query itself. */
#define TWICE \
  "WITH b AS (SELECT n, amount FROM big WHERE amount > 0)" \
  " SELECT b.n, a.id, a.s FROM b LEFT JOIN a ON a.id = b.amount"
#define EITHER "SELECT id FROM a WHERE m > 1 UNION SELECT a_id FROM b"

const AskTestDefinition ask_test_definitions[] = {
  { "a", 'c', "m", 'r', M },
  { "a", 'c', "s", 't', S },
  { "a", 'c', "z", 'r', "a.m - 1" },
  { "a", 'c', "f", 't', F },
  { "a", 'c', "seven", 'i', "7" },
  { "a", 'c', "odd", 'i', "n % 2" },
  { "a", 'c', "div", 'i', D },
  { "a", 'm', "total", 'r', "sum(m)" },
  { "a", 'm', "share", 'r', "total * 1.0 / row_count" },
  { "a", 'm', "row_count", 'i', "count(*)" },
  { "a", 'm', "words", 't', "max(s)" },
  { "a", 'm', "kinds", 'i', "count(DISTINCT div)" },
  { "a", 'm', "some", 'r', "sum(x) FILTER (WHERE s <> 'b')" },
  { "b", 'c', "l", 'i', "length(t)" },
  { "b", 'c', "u", 't', U },
  { "b", 'c', "nc", 't', "t COLLATE NOCASE" },
  { "b", 'm', "pointing", 'i', "count(*) FILTER (WHERE a_id > 0)" },
};
const guint ask_test_n_definitions = G_N_ELEMENTS (ask_test_definitions);

const AskTestQuery ask_test_queries[] = {
  { "big",
    "SELECT n AS key, count(*) AS how_many, sum(m) AS sm FROM a GROUP BY n",
    { "n:key", "amount:how_many", "sm:sm", NULL } },
  { "both", "SELECT a.id, a.m, b.u FROM a JOIN b ON b.a_id = a.id", { "id:id", "m:m", "u:u", NULL } },
  { "top", TOP, { "id:id", "m:m", "s:s", NULL } },
  { "twice", TWICE, { "n:n", "id:id", "s:s", NULL } },
  { "either", EITHER, { "id:id", NULL } },
};
const guint ask_test_n_queries = G_N_ELEMENTS (ask_test_queries);

const char ask_test_defined_views[]
  = "ALTER TABLE a RENAME TO a_; ALTER TABLE b RENAME TO b_;"
    "CREATE VIEW a AS SELECT id, g, n, x, " M " AS m, " S " AS s, (" M ") - 1 AS z, " F " AS f,"
    "  7 AS seven, n % 2 AS odd, " D " AS div FROM a_;"
    "CREATE VIEW b AS SELECT id, a_id, t, length(t) AS l, " U " AS u,"
    "  t COLLATE NOCASE AS nc FROM b_;"
    "CREATE VIEW big AS SELECT key AS n, how_many AS amount, sm, sm / how_many AS ratio FROM"
    "  (SELECT n AS key, count(*) AS how_many, sum(m) AS sm FROM a GROUP BY n);"
    "CREATE VIEW both AS SELECT a.id, a.m, b.u FROM a JOIN b ON b.a_id = a.id;"
    "CREATE VIEW top AS " TOP "; CREATE VIEW twice AS " TWICE "; CREATE VIEW either AS " EITHER ";";

static guint
draw (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}


static const struct
{
  const char *name;
  const char *columns[11];
  guint n;
} tables[] = {
  { "a", { "id", "g", "n", "x", "m", "s", "z", "f", "seven", "odd", "div" }, 11 },
  { "b", { "id", "a_id", "t", "l", "u", "nc" }, 6 },
  { "big", { "n", "amount", "sm", "ratio" }, 4 },
  { "both", { "id", "m", "u" }, 3 },
  { "top", { "id", "m", "s" }, 3 },
  { "twice", { "n", "id", "s" }, 3 },
  { "either", { "id" }, 1 },
};

static void
add (AskTestDefined *self, const char *text)
{
  g_string_append (self->ours, text);
  g_string_append (self->plain, text);
}

static void
add_column (AskTestDefined *self)
{
  guint item = draw (self->n_items);
  guint table = self->tables[item];

  add (self, self->names[item]);
  add (self, ".");
  add (self, tables[table].columns[draw (tables[table].n)]);
}

static void
add_expr (AskTestDefined *self, guint depth)
{
  static const char *const forms[][3]
    = { { "(", " + ", ")" },          { "coalesce(", ", ", ")" }, { "(", " || ", ")" },
        { "(", " = ", ")" },          { "(", " < ", ")" },        { "ifnull(", ", ", ")" },
        { "(CASE WHEN ", " THEN 'y' ELSE 'n' END || ", ")" },     { "(", " IS ", ")" } };
  guint kind = depth == 0 ? 0 : draw (5);

  if (kind < 2)
    add_column (self);
  else if (kind == 2)
    add (self, draw (2) == 0 ? "1" : "'b'");
  else
    {
      const char *const *form = forms[draw (G_N_ELEMENTS (forms))];

      add (self, form[0]);
      add_expr (self, depth - 1);
      add (self, form[1]);
      add_expr (self, depth - 1);
      add (self, form[2]);
    }
}

static void
add_condition (AskTestDefined *self)
{
  static const char *const ends[] = { " IS NOT NULL", " > 1", " = 'b'", " IS NULL", " <> 'low'",
                                      " IN (1, 'a', 'B', 7)", " LIKE 'n%'" };

  add_expr (self, 1);
  if (draw (3) > 0)
    add (self, ends[draw (G_N_ELEMENTS (ends))]);
}

/* A metric of one of the items; NULL where none has one. */
static gboolean
add_metric (AskTestDefined *self)
{
  guint item = draw (self->n_items);
  const char *name = self->names[item];
  const char *rows = self->nulls[item] ? "id" : NULL;
  g_autofree char *count = rows != NULL ? g_strdup_printf ("count(%s.id)", name)
                                        : g_strdup ("count(*)");
  guint which = draw (6);

  if (self->tables[item] > 1 || (self->tables[item] == 1 && self->covered))
    return FALSE;
  if (self->tables[item] == 1)
    {
      g_string_append_printf (self->ours, "%s.pointing", name);
      g_string_append_printf (self->plain, "count(CASE WHEN %s.a_id > 0 THEN 1 END)", name);
      return TRUE;
    }
  g_string_append_printf (
    self->ours, "%s.%s", name,
    (const char *const[]) { "total", "share", "row_count", "words", "kinds", "some" }[which]);
  switch (which)
    {
    case 0:
      g_string_append_printf (self->plain, "sum(%s.m)", name);
      break;
    case 1:
      g_string_append_printf (self->plain, "sum(%s.m) * 1.0 / %s", name, count);
      break;
    case 2:
      g_string_append (self->plain, count);
      break;
    case 3:
      g_string_append_printf (self->plain, "max(%s.s)", name);
      break;
    case 4:
      g_string_append_printf (self->plain, "count(DISTINCT %s.div)", name);
      break;
    default:
      g_string_append_printf (self->plain, "sum(CASE WHEN %s%s%s.s <> 'b' THEN %s.x END)",
                              rows != NULL ? name : "", rows != NULL ? ".id IS NOT NULL AND " : "", name,
                              name);
      break;
    }
  return TRUE;
}

static void
add_from (AskTestDefined *self)
{
  static const char *const joins[]
    = { " JOIN ", " LEFT JOIN ", " LEFT JOIN ", ", ", " JOIN ", " RIGHT JOIN ", " FULL JOIN " };
  guint n = 1 + draw (3);

  add (self, " FROM ");
  for (guint i = 0; i < n; i++)
    {
      guint kind = i > 0 ? draw (G_N_ELEMENTS (joins)) : 0;
      /* The tables themselves more often than each query. */
      guint table = draw (3) > 0 ? draw (2) : draw (G_N_ELEMENTS (tables));
      /* Now and then the name of another table. */
      g_autofree char *alias = draw (4) == 0 ? g_strdup_printf ("q%u", i)
                                             : g_strdup_printf ("%c%u", 'a' + i, i);

      if (i > 0)
        add (self, joins[kind]);
      add (self, tables[table].name);
      add (self, " AS ");
      add (self, alias);
      self->tables[i] = table;
      self->names[i] = g_steal_pointer (&alias);
      self->nulls[i] = kind == 1 || kind == 2 || kind == 6;
      for (guint j = 0; j < i && kind >= 5; j++)
        self->nulls[j] = TRUE;
      self->n_items = i + 1;
      if (i == 0 || kind == 3)
        continue;
      if (draw (4) == 0 && self->tables[0] != 2 && table != 2 && i == 1)
        add (self, " USING (id)");
      else
        {
          g_autofree char *on
            = g_strdup_printf (" ON %s.%s = %s.%s", self->names[i],
                               tables[table].columns[draw (tables[table].n)], self->names[0],
                               tables[self->tables[0]].columns[draw (tables[self->tables[0]].n)]);

          add (self, on);
        }
    }
}

/** ask_test_defined_clear: frees what ask_test_defined_make() made */
void
ask_test_defined_clear (AskTestDefined *self)
{
  g_string_free (self->ours, TRUE);
  g_string_free (self->plain, TRUE);
  for (guint i = 0; i < self->n_items; i++)
    g_free (self->names[i]);
}

static void
add_subquery (AskTestDefined *self)
{
  static const char *const forms[]
    = { "EXISTS (SELECT m FROM a AS i WHERE i.s = ",
        "1 IN (SELECT count(*) FROM b AS i WHERE i.u > ",
        "(SELECT max(i.z) FROM a AS i WHERE i.f <> ",
        "(SELECT max(i.ratio) FROM big AS i WHERE i.sm > ",
        "(SELECT i.m FROM top AS i JOIN a ON a.id = i.id WHERE a.z < ",
        "1 IN (SELECT rank() OVER (ORDER BY i.m) FROM a AS i WHERE i.div = " };

  add (self, forms[draw (G_N_ELEMENTS (forms))]);
  add_column (self);
  add (self, ")");
}

static void
add_window (AskTestDefined *self)
{
  add (self, draw (2) == 0 ? "rank() OVER (ORDER BY " : "count(*) OVER (PARTITION BY ");
  add_column (self);
  add (self, ")");
}

static void
add_start (AskTestDefined *self, const char *text)
{
  g_string_prepend (self->ours, text);
  g_string_prepend (self->plain, text);
}

/**
 * ask_test_defined_make:
 * @self: (out caller-allocates): two texts of one random statement; to be cleared
 */
void
ask_test_defined_make (AskTestDefined *self)
{
  gboolean grouped = draw (3) == 0;
  g_autofree char *from_ours = NULL;
  g_autofree char *from_plain = NULL;
  guint n = 1 + draw (3);

  memset (self, 0, sizeof *self);
  self->covered = draw (12) == 0;
  self->ours = g_string_new (NULL);
  self->plain = g_string_new (NULL);
  add_from (self);
  from_ours = g_string_free (self->ours, FALSE);
  from_plain = g_string_free (self->plain, FALSE);
  self->ours = g_string_new (NULL);
  self->plain = g_string_new (NULL);
  if (grouped)
    {
      g_autofree char *key = NULL;
      gsize before;

      before = self->ours->len;
      add_expr (self, 1);
      key = g_strdup (self->ours->str + before);
      for (guint i = 0; i < n; i++)
        {
          add (self, ", ");
          if (draw (2) == 0 && add_metric (self))
            continue;
          add (self, (const char *const[]) { "count(", "min(", "max(", "count(DISTINCT " }[draw (4)]);
          add_expr (self, 1);
          add (self, ")");
        }
      g_string_append (self->ours, from_ours);
      g_string_append (self->plain, from_plain);
      if (draw (2) == 0)
        {
          add (self, " WHERE ");
          add_condition (self);
        }
      add (self, " GROUP BY ");
      add (self, key);
      if (draw (3) == 0)
        {
          gsize length;

          add (self, " HAVING ");
          length = self->ours->len;
          if (!add_metric (self))
            add (self, "count(*)");
          g_assert_cmpuint (self->ours->len, >, length);
          add (self, " IS NOT NULL");
        }
    }
  else
    {
      for (guint i = 0; i < n; i++)
        {
          if (i > 0)
            add (self, ", ");
          if (i == 0 && draw (6) == 0)
            add (self, "*");
          else if (draw (8) == 0)
            add_subquery (self);
          else if (draw (12) == 0)
            add_window (self);
          else
            add_expr (self, 2);
        }
      g_string_append (self->ours, from_ours);
      g_string_append (self->plain, from_plain);
      if (draw (3) > 0)
        {
          add (self, " WHERE ");
          add_condition (self);
          if (draw (3) == 0)
            {
              add (self, draw (2) == 0 ? " AND " : " OR ");
              add_subquery (self);
            }
        }
      if (draw (4) == 0)
        {
          add (self, " ORDER BY ");
          add_column (self);
        }
    }
  add_start (self, draw (8) == 0 ? "SELECT DISTINCT " : "SELECT ");
  /* Queries that are put in name b, too, and mean the table. */
  if (self->covered)
    add_start (self, "WITH b AS (SELECT id AS a_id, m AS id, s AS t, s AS u, seven AS l, f AS nc FROM a) ");
}
