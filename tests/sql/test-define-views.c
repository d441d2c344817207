/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calculated columns and queries as tables mean what they mean as views: random statements, with the
 * definitions put in, give over plain tables the rows that the same statements give over SQLite's views.
 * Metrics give what their expression gives where somebody writes it out.
 */
#include "config.h"

#include <string.h>

#include "ask-sql-fixture.h"
#include "sql/ask-sql-define.h"
#include "sql/ask-sql-printer.h"

#define CASES 4000

#define TABLES(o, c)                                                                              \
  "CREATE TABLE " o " (id INTEGER PRIMARY KEY NOT NULL, k INT, t TEXT, r REAL);"                  \
  "CREATE TABLE " c " (id INTEGER PRIMARY KEY NOT NULL, k INT, w TEXT COLLATE NOCASE);"           \
  "INSERT INTO " o " VALUES (1,1,'a',0.5),(2,2,NULL,1.5),(3,NULL,'B',NULL),(4,2,'b',2.5),"        \
  "  (5,3,'',-1),(6,4,'c',NULL);"                                                                 \
  "INSERT INTO " c " VALUES (1,1,'A'),(2,1,NULL),(3,2,'b'),(4,NULL,'B'),(5,9,'none');"

#define M "k * 2 + r"
#define S "coalesce(t, 'none')"
#define F "CASE WHEN k > 2 THEN t ELSE 'low' END"
#define U "upper(w) || ifnull(k, 0)"

#define VIEWS                                                                                     \
  "CREATE VIEW o AS SELECT id, k, t, r, " M " AS m, " S " AS s, (" M ") - 1 AS z, " F " AS f, "    \
  "  t COLLATE NOCASE AS nc, 7 AS seven FROM o_;"                                                 \
  "CREATE VIEW c AS SELECT id, k, w, length(w) AS l, " U " AS u FROM c_;"                         \
  "CREATE VIEW big AS SELECT g AS k, n AS amount, sm, sm / n AS ratio FROM"                        \
  "  (SELECT k AS g, count(*) AS n, sum(m) AS sm FROM o GROUP BY k);"                             \
  "CREATE VIEW both AS SELECT o.id, o.m, c.u FROM o JOIN c ON c.k = o.k;"

static AskSqlCatalog *
make_catalog (sqlite3 *db)
{
  AskSqlCatalog *catalog = ask_fixture_make_catalog (db);
  AskSqlTable *o = (AskSqlTable *) ask_sql_catalog_find_table (catalog, NULL, "o");
  AskSqlTable *c = (AskSqlTable *) ask_sql_catalog_find_table (catalog, NULL, "c");
  AskSqlTable *big = ask_sql_catalog_add_table (catalog, "defined", "big");
  AskSqlTable *both = ask_sql_catalog_add_table (catalog, "defined", "both");

  ask_sql_table_add_calculated (o, "m", ASK_TYPE_REAL, M);
  ask_sql_table_add_calculated (o, "s", ASK_TYPE_TEXT, S);
  ask_sql_table_add_calculated (o, "z", ASK_TYPE_REAL, "o.m - 1");
  ask_sql_table_add_calculated (o, "f", ASK_TYPE_TEXT, F);
  ask_sql_table_add_calculated (o, "nc", ASK_TYPE_TEXT, "t COLLATE NOCASE");
  ask_sql_table_add_calculated (o, "seven", ASK_TYPE_INTEGER, "7");
  ask_sql_table_add_metric (o, "total", "sum(m)");
  ask_sql_table_add_metric (o, "share", "total * 1.0 / n");
  ask_sql_table_add_metric (o, "n", "count(*)");
  ask_sql_table_add_metric (o, "words", "max(s)");
  ask_sql_table_add_calculated (c, "l", ASK_TYPE_INTEGER, "length(w)");
  ask_sql_table_add_calculated (c, "u", ASK_TYPE_TEXT, U);
  ask_sql_table_add_metric (c, "rows", "count(*) FILTER (WHERE k > 0)");
  big->query = g_strdup ("SELECT k AS g, count(*) AS n, sum(m) AS sm FROM o GROUP BY k");
  big->has_rowid = both->has_rowid = FALSE;
  ask_sql_table_add_column (big, "k", ASK_TYPE_INTEGER, NULL)->remote = g_strdup ("g");
  ask_sql_table_add_column (big, "amount", ASK_TYPE_INTEGER, NULL)->remote = g_strdup ("n");
  ask_sql_table_add_column (big, "sm", ASK_TYPE_REAL, NULL);
  ask_sql_table_add_calculated (big, "ratio", ASK_TYPE_REAL, "sm / amount");
  both->query = g_strdup ("SELECT o.id, o.m, c.u FROM o JOIN c ON c.k = o.k");
  ask_sql_table_add_column (both, "id", ASK_TYPE_INTEGER, NULL);
  ask_sql_table_add_column (both, "m", ASK_TYPE_REAL, NULL);
  ask_sql_table_add_column (both, "u", ASK_TYPE_TEXT, NULL);
  return catalog;
}

static guint
draw (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

/** Maker: @ours names metrics, @plain writes them out; the rest is the same text */
typedef struct
{
  GString *ours;
  GString *plain;
  guint n_items;
  guint tables[4];
  char *names[4];
  gboolean nulls[4]; /* an outer join may leave it out */
} Maker;

static const struct
{
  const char *name;
  const char *columns[10];
  guint n;
} tables[] = {
  { "o", { "id", "k", "t", "r", "m", "s", "z", "f", "nc", "seven" }, 10 },
  { "c", { "id", "k", "w", "l", "u" }, 5 },
  { "big", { "k", "amount", "sm", "ratio" }, 4 },
  { "both", { "id", "m", "u" }, 3 },
};

static void
add (Maker *self, const char *text)
{
  g_string_append (self->ours, text);
  g_string_append (self->plain, text);
}

static void
add_column (Maker *self)
{
  guint item = draw (self->n_items);
  guint table = self->tables[item];

  add (self, self->names[item]);
  add (self, ".");
  add (self, tables[table].columns[draw (tables[table].n)]);
}

static void
add_expr (Maker *self, guint depth)
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
add_condition (Maker *self)
{
  static const char *const ends[] = { " IS NOT NULL", " > 1", " = 'b'", " IS NULL", " <> 'low'",
                                      " IN (1, 'a', 'B', 7)", " LIKE 'n%'" };

  add_expr (self, 1);
  if (draw (3) > 0)
    add (self, ends[draw (G_N_ELEMENTS (ends))]);
}

/* A metric of one of the items; NULL where none has one. */
static gboolean
add_metric (Maker *self)
{
  guint item = draw (self->n_items);
  const char *name = self->names[item];
  const char *rows = self->nulls[item] ? "id" : NULL;
  g_autofree char *count = rows != NULL ? g_strdup_printf ("count(%s.id)", name)
                                        : g_strdup ("count(*)");
  guint which = draw (4);

  if (self->tables[item] > 1)
    return FALSE;
  if (self->tables[item] == 1)
    {
      g_string_append_printf (self->ours, "%s.rows", name);
      g_string_append_printf (self->plain, "count(CASE WHEN %s.k > 0 THEN 1 END)", name);
      return TRUE;
    }
  g_string_append_printf (self->ours, "%s.%s", name,
                          (const char *const[]) { "total", "share", "n", "words" }[which]);
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
    default:
      g_string_append_printf (self->plain, "max(%s.s)", name);
      break;
    }
  return TRUE;
}

static void
add_from (Maker *self)
{
  static const char *const joins[]
    = { " JOIN ", " LEFT JOIN ", " LEFT JOIN ", ", ", " JOIN ", " RIGHT JOIN ", " FULL JOIN " };
  guint n = 1 + draw (3);

  add (self, " FROM ");
  for (guint i = 0; i < n; i++)
    {
      guint kind = i > 0 ? draw (G_N_ELEMENTS (joins)) : 0;
      guint table = draw (6) % G_N_ELEMENTS (tables);
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
      if (draw (4) == 0 && self->tables[0] != 3 && table != 3 && i == 1)
        add (self, " USING (k)");
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

static void
maker_clear (Maker *self)
{
  g_string_free (self->ours, TRUE);
  g_string_free (self->plain, TRUE);
  for (guint i = 0; i < self->n_items; i++)
    g_free (self->names[i]);
}

static void
add_subquery (Maker *self)
{
  static const char *const forms[]
    = { "EXISTS (SELECT m FROM o AS i WHERE i.s = ",
        "1 IN (SELECT count(*) FROM c AS i WHERE i.u > ",
        "(SELECT max(i.z) FROM o AS i WHERE i.f <> ",
        "(SELECT i.ratio FROM big AS i WHERE i.sm > " };

  add (self, forms[draw (G_N_ELEMENTS (forms))]);
  add_column (self);
  add (self, ")");
}

static void
make (Maker *self)
{
  gboolean grouped = draw (3) == 0;
  g_autofree char *from_ours = NULL;
  g_autofree char *from_plain = NULL;
  guint n = 1 + draw (3);

  memset (self, 0, sizeof *self);
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
          add (self, (const char *const[]) { "count(", "min(", "max(", "sum(" }[draw (4)]);
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
    }
  g_string_prepend (self->ours, draw (8) == 0 ? "SELECT DISTINCT " : "SELECT ");
  g_string_prepend (self->plain, g_str_has_prefix (self->ours->str, "SELECT D") ? "SELECT DISTINCT "
                                                                                : "SELECT ");
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The columns' names and the sorted rows; NULL for what SQLite does not take or does not end. */
static char *
run (sqlite3 *db, const char *sql, char **message)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;
  GString *text;
  int code;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    {
      *message = g_strdup (sqlite3_errmsg (db));
      return NULL;
    }
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    g_string_append_printf (names, "%s|", sqlite3_column_name (statement, i));
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      GString *line = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        g_string_append_printf (line, "%d:%s|", sqlite3_column_type (statement, i),
                                (const char *) sqlite3_column_text (statement, i));
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  if (code != SQLITE_DONE)
    *message = g_strdup (sqlite3_errmsg (db));
  sqlite3_finalize (statement);
  if (code != SQLITE_DONE)
    return NULL;
  g_ptr_array_sort (lines, compare);
  text = g_string_new (NULL);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (char *) lines->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
test_random (void)
{
  sqlite3 *plain = ask_fixture_open (NULL, TABLES ("o", "c"));
  sqlite3 *views = ask_fixture_open (NULL, TABLES ("o_", "c_") VIEWS);
  AskSqlCatalog *catalog = make_catalog (plain);
  guint n_good = 0;
  guint n_changed = 0;

  for (guint i = 0; i < CASES; i++)
    {
      Maker maker;
      g_autoptr (AskSqlTree) tree = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *message = NULL;
      g_autofree char *expected = NULL;
      g_autofree char *got = NULL;
      g_autofree char *sql = NULL;
      gboolean changed;

      make (&maker);
      expected = run (views, maker.plain->str, &message);
      tree = ask_sql_parse (maker.ours->str, -1, &error);
      g_assert_no_error (error);
      if (expected == NULL)
        {
          maker_clear (&maker);
          continue;
        }
      if (!ask_sql_define (tree, catalog, &changed, &error))
        g_error ("%s\n%s", maker.ours->str, error->message);
      sql = ask_sql_print_select (tree->select);
      got = run (plain, sql, &message);
      if (g_strcmp0 (expected, got) != 0)
        g_error ("%s\nover views: %s\nbecame: %s\nexpected:\n%sgot:\n%s%s", maker.ours->str,
                 maker.plain->str, sql, expected, got, message != NULL ? message : "");
      n_good++;
      n_changed += changed;
      maker_clear (&maker);
    }
  g_test_message ("%u of %u statements run, %u were changed", n_good, CASES, n_changed);
  g_assert_cmpuint (n_good, >, CASES / 2);
  g_assert_cmpuint (n_changed, >, CASES / 3);
  ask_sql_catalog_unref (catalog);
  sqlite3_close (plain);
  sqlite3_close (views);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/define-views/random", test_random);
  return g_test_run ();
}
