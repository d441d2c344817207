/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the columns of a result are: carried up from the attributes through expressions, subqueries, CTEs and
 * earlier steps, by the text of the statement alone.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "source/sqlite/ask-sqlite-source.h"

typedef struct
{
  char *folder;
  char *path;
  AskSchema *schema;
  GPtrArray *configs;
  AskEngine *engine;
} Fixture;

static const struct
{
  const char *name;
  AskType type;
  AskMeaning meaning;
  const char *unit;
} attributes[] = {
  { "id", ASK_TYPE_INTEGER, ASK_MEANING_NONE, NULL },
  { "article", ASK_TYPE_INTEGER, ASK_MEANING_CODE, NULL },
  { "amount", ASK_TYPE_REAL, ASK_MEANING_MONEY, "EUR" },
  { "fee", ASK_TYPE_REAL, ASK_MEANING_MONEY, "EUR" },
  { "duty", ASK_TYPE_REAL, ASK_MEANING_MONEY, "USD" },
  { "pieces", ASK_TYPE_INTEGER, ASK_MEANING_QUANTITY, NULL },
  { "weight", ASK_TYPE_REAL, ASK_MEANING_NONE, "kg" },
  { "built", ASK_TYPE_INTEGER, ASK_MEANING_YEAR, NULL },
  { "late", ASK_TYPE_BOOLEAN, ASK_MEANING_NONE, NULL },
  { "part", ASK_TYPE_REAL, ASK_MEANING_SHARE, NULL },
  { "day", ASK_TYPE_DATE, ASK_MEANING_NONE, NULL },
  { "city", ASK_TYPE_TEXT, ASK_MEANING_NONE, NULL },
  { "x", ASK_TYPE_REAL, ASK_MEANING_NONE, NULL },
};

static void
set_up (Fixture *self, const char *rows)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *sql = g_strconcat ("CREATE TABLE o (id INTEGER PRIMARY KEY, article INTEGER, amount REAL, fee REAL, "
                                      "duty REAL, pieces INTEGER, weight REAL, built INTEGER, late BOOLEAN, part REAL, "
                                      "day DATE, city TEXT, x REAL); INSERT INTO o VALUES ",
                                      rows, NULL);
  sqlite3 *db = NULL;
  AskEntity *entity;

  self->folder = g_dir_make_tmp ("ask-senses-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "o.sqlite", NULL);
  g_assert_cmpint (sqlite3_open (self->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_ptr_array_add (self->configs, ask_source_config_new ("shop", &ask_sqlite_kind, self->path));
  self->schema = ask_schema_new ();
  entity = ask_schema_add_entity (self->schema, ask_entity_new ("o", "shop", "o", ASK_ENTITY_TABLE));
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      AskAttribute *attribute
        = ask_entity_add_attribute (entity, attributes[i].name, attributes[i].name, attributes[i].type);

      attribute->meaning = attributes[i].meaning;
      attribute->unit = g_strdup (attributes[i].unit);
      attribute->key = i == 0 ? 1 : 0;
    }
  ask_entity_add_attribute (entity, "net", NULL, ASK_TYPE_REAL)->expression = g_strdup ("amount - fee");
  ask_entity_add_attribute (entity, "grade", NULL, ASK_TYPE_REAL)->expression = g_strdup ("amount / fee");
  ask_entity_find_attribute (entity, "grade")->meaning = ASK_MEANING_CODE;
  ask_entity_add_metric (entity, "turnover", "sum(amount)");
  ask_entity_add_metric (entity, "load", "sum(weight * pieces)")->unit = g_strdup ("t");
  self->engine = ask_engine_new (self->schema, self->configs, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self)
{
  ask_engine_free (self->engine);
  ask_schema_unref (self->schema);
  g_ptr_array_unref (self->configs);
  g_unlink (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->path);
  g_free (self->folder);
}

static AskResult *
run (Fixture *self, const char *sql, const char *step)
{
  g_autoptr (GError) error = NULL;
  AskResult *result = ask_engine_query (self->engine, sql, NULL, step, NULL, &error);

  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  return result;
}

static char *
describe (const AskRows *rows)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      const AskSense *sense = &ask_rows_get_column (rows, i)->sense;

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", ask_meaning_to_string (sense->meaning));
      if (sense->unit != NULL)
        g_string_append_printf (text, " %s", sense->unit);
      if (sense->adding != ASK_ADDING_UNKNOWN)
        g_string_append_c (text, sense->adding == ASK_ADDING_YES ? '+' : '-');
      if (sense->attribute != NULL)
        g_string_append_printf (text, " of %s.%s", sense->entity, sense->attribute);
    }
  return g_string_free (text, FALSE);
}

/* What is written behind a meaning: "+" adds up, "-" does not. */
static const struct
{
  const char *select;
  const char *sense;
} cases[] = {
  { "amount", "money EUR of o.amount" },
  { "o.amount AS year", "money EUR of o.amount" },
  { "article", "code of o.article" },
  { "id", "identifier of o.id" },
  { "rowid AS r", "identifier-" },
  { "weight", "quantity kg of o.weight" },
  { "late", "flag of o.late" },
  { "city", "place of o.city" },
  { "x", "none of o.x" },
  { "x AS year", "year of o.x" },
  { "1959 AS year", "year" },
  { "1959 AS a", "none" },
  /* Aggregates */
  { "count(*) AS year", "quantity+" },
  { "count(DISTINCT city) AS cities", "quantity-" },
  { "sum(amount)", "money EUR+ of o.amount" },
  { "sum(amount) AS id", "money EUR+ of o.amount" },
  { "sum(article)", "quantity+" },
  { "sum(late)", "quantity+" },
  { "sum(CASE WHEN late THEN 1 ELSE 0 END) AS a", "quantity+" },
  { "total(weight)", "quantity kg+ of o.weight" },
  { "avg(built)", "year- of o.built" },
  { "avg(amount)", "money EUR- of o.amount" },
  { "avg(late) AS a", "share- of o.late" },
  { "avg(article) AS a", "none-" },
  { "min(article)", "code- of o.article" },
  { "max(built)", "year- of o.built" },
  { "max(day)", "date- of o.day" },
  { "max(amount, fee) AS a", "money EUR-" },
  { "max(amount, duty) AS a", "none-" },
  { "group_concat(city) AS a", "none" },
  { "sum(amount) OVER (ORDER BY id) AS a", "money EUR- of o.amount" },
  { "rank() OVER (ORDER BY amount) AS a", "identifier-" },
  { "lag(amount) OVER (ORDER BY id) AS a", "money EUR of o.amount" },
  { "turnover", "money EUR+ of o.amount" },
  { "load", "quantity t+" },
  /* Arithmetic */
  { "amount + fee AS a", "money EUR" },
  { "amount - duty AS a", "none" },
  { "amount + pieces AS a", "none" },
  { "amount + 1 AS a", "money EUR of o.amount" },
  { "amount * 2 AS a", "money EUR of o.amount" },
  { "1.19 * amount AS a", "money EUR of o.amount" },
  { "amount * pieces AS a", "money EUR" },
  { "pieces * amount AS a", "money EUR" },
  { "x * amount AS a", "money EUR" },
  { "amount * fee AS a", "none" },
  { "amount * part AS a", "money EUR" },
  { "weight * pieces AS a", "quantity kg" },
  { "weight * weight AS a", "none" },
  { "weight * 1000 AS a", "quantity of o.weight" },
  { "1000 * weight AS a", "quantity of o.weight" },
  { "weight / 1000.0 AS a", "quantity of o.weight" },
  { "sum(weight) / 1000 AS a", "quantity+ of o.weight" },
  { "sum(weight * 1000) AS a", "quantity+ of o.weight" },
  { "weight + 1000 AS a", "quantity kg of o.weight" },
  { "pieces * 12 AS a", "quantity of o.pieces" },
  { "weight * (weight * 2) AS a", "none" },
  { "weight / (weight * 2) AS a", "none-" },
  { "weight + weight * 2 AS a", "none" },
  { "part / 2 AS a", "share of o.part" },
  { "amount / 100 AS a", "money EUR of o.amount" },
  { "amount / pieces AS a", "money EUR-" },
  { "sum(amount) / count(*) AS a", "money EUR-" },
  { "amount / fee AS a", "none-" },
  { "100.0 * amount / fee AS share_percent", "percentage %-" },
  { "part * 100 AS a", "percentage % of o.part" },
  { "built + 1 AS a", "year of o.built" },
  { "2026 - built AS a", "quantity-" },
  { "max(built) - min(built) AS a", "quantity-" },
  { "article + 1 AS a", "none" },
  { "-amount AS a", "money EUR of o.amount" },
  { "-article AS a", "none" },
  { "amount > 5 AS a", "flag-" },
  { "NOT late AS a", "flag-" },
  { "city || ' ' || article AS a", "none" },
  /* Choices */
  { "coalesce(amount, 0) AS a", "money EUR of o.amount" },
  { "coalesce(amount, fee) AS a", "money EUR" },
  { "coalesce(amount, duty) AS a", "none" },
  { "CASE WHEN late THEN amount ELSE fee END AS a", "money EUR" },
  { "CASE WHEN late THEN amount END AS a", "money EUR of o.amount" },
  { "CASE WHEN late THEN amount ELSE pieces END AS a", "none" },
  { "iif(late, amount, 0) AS a", "money EUR of o.amount" },
  { "nullif(article, 7) AS a", "code of o.article" },
  { "round(amount, 1) AS a", "money EUR of o.amount" },
  { "CAST(amount AS INTEGER) AS a", "money EUR of o.amount" },
  { "(SELECT max(fee) FROM o) AS a", "money EUR- of o.fee" },
  { "upper(city) AS a", "place of o.city" },
  /* Times */
  { "strftime('%Y', day) AS a", "year-" },
  { "CAST(strftime('%Y', day) AS INTEGER) AS a", "year-" },
  { "strftime('%m', day) AS a", "month-" },
  { "substr(day, 1, 4) AS a", "year-" },
  { "substr(city, 1, 4) AS a", "none-" },
  /* What a steward defined */
  { "net", "money EUR of o.net" },
  { "sum(net)", "money EUR+ of o.net" },
  { "grade", "code- of o.grade" },
};

static void
test_expressions (void)
{
  Fixture fixture;

  set_up (&fixture, "(1, 7, 1.5, 0.5, 2, 3, 4, 1959, 1, 0.5, '2025-03-01', 'Lyon', 1)");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT %s FROM o", cases[i].select);
      g_autoptr (AskResult) result = run (&fixture, sql, NULL);
      g_autofree char *sense = describe (result->rows);

      if (strcmp (sense, cases[i].sense) != 0)
        g_error ("%s: %s, not %s", sql, sense, cases[i].sense);
    }
  tear_down (&fixture);
}

static char *
make_select (void)
{
  GString *sql = g_string_new ("SELECT ");
  guint n = (guint) g_test_rand_int_range (1, 6);

  for (guint i = 0; i < n; i++)
    {
      const char *expression = cases[g_test_rand_int_range (0, G_N_ELEMENTS (cases))].select;
      const char *alias = g_strrstr (expression, " AS ");
      g_autofree char *plain = alias != NULL && strchr (alias, ')') == NULL
                                 ? g_strndup (expression, (gsize) (alias - expression))
                                 : g_strdup (expression);

      g_string_append_printf (sql, "%s%s AS c%u", i > 0 ? ", " : "", plain, i);
    }
  g_string_append (sql, " FROM o");
  return g_string_free (sql, FALSE);
}

/* Whatever is put around a statement, its columns are what they were; and that never comes from a value. */
static void
test_ways (void)
{
  static const char *const ways[] = {
    "SELECT * FROM (%s)",
    "WITH t AS (%s) SELECT * FROM t",
    "WITH t AS (%s), u AS (SELECT * FROM t) SELECT * FROM u UNION ALL SELECT * FROM t",
    "SELECT * FROM (SELECT * FROM (%s) LIMIT 1)",
  };
  Fixture fixture, other;

  set_up (&fixture, "(1, 7, 1.5, 0.5, 2, 3, 4, 1959, 1, 0.5, '2025-03-01', 'Lyon', 1)");
  set_up (&other, "(9, -1, 'none', NULL, 'a', 'b', 1e300, 'x', 7, 99, 'y', 5, 'z'), "
                  "(10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)");
  for (guint n = 0; n < 60; n++)
    {
      g_autofree char *sql = make_select ();
      g_autoptr (AskResult) plain = run (&fixture, sql, n % 2 == 0 ? "step_a" : NULL);
      g_autofree char *sense = describe (plain->rows);
      g_autoptr (AskResult) foreign = run (&other, sql, NULL);
      g_autofree char *foreign_sense = describe (foreign->rows);

      g_assert_cmpstr (foreign_sense, ==, sense);
      for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
        {
          g_auto (GStrv) parts = g_strsplit (ways[i], "%s", 2);
          g_autofree char *around = g_strconcat (parts[0], sql, parts[1], NULL);
          g_autoptr (AskResult) result = run (&fixture, around, NULL);
          g_autofree char *got = describe (result->rows);

          if (strcmp (got, sense) != 0)
            g_error ("%s: %s, not %s", around, got, sense);
        }
      if (n % 2 == 0)
        {
          /* A chain of steps, the last one read by another statement. */
          g_autoptr (AskResult) second = run (&fixture, "SELECT * FROM step_a", "step_b");
          g_autoptr (AskResult) third = run (&fixture, "WITH t AS (SELECT * FROM step_b) SELECT * FROM t", NULL);
          g_autofree char *between = describe (second->rows);
          g_autofree char *got = describe (third->rows);

          g_assert_cmpstr (between, ==, sense);
          if (strcmp (got, sense) != 0)
            g_error ("%s, in two steps: %s, not %s", sql, got, sense);
        }
    }
  tear_down (&other);
  tear_down (&fixture);
}

static void
test_compounds (void)
{
  static const struct
  {
    const char *sql;
    const char *sense;
  } compounds[] = {
    { "SELECT amount AS a FROM o UNION SELECT fee FROM o", "money EUR" },
    { "SELECT amount AS a FROM o UNION ALL SELECT NULL", "money EUR of o.amount" },
    { "SELECT amount AS a FROM o UNION ALL SELECT built FROM o", "none" },
    { "VALUES (1959, 2), (3, 4)", "none, none" },
    { "WITH RECURSIVE t (y) AS (SELECT min(built) FROM o UNION ALL SELECT y + 1 FROM t LIMIT 3) SELECT y FROM t",
      "year- of o.built" },
    { "SELECT a.amount, b.fee FROM o a JOIN o b USING (id)", "money EUR of o.amount, money EUR of o.fee" },
    { "SELECT id FROM o a FULL JOIN (SELECT id FROM o) b USING (id)", "identifier of o.id" },
    { "SELECT amount FROM o GROUP BY amount ORDER BY amount", "money EUR of o.amount" },
  };
  Fixture fixture;

  set_up (&fixture, "(1, 7, 1.5, 0.5, 2, 3, 4, 1959, 1, 0.5, '2025-03-01', 'Lyon', 1)");
  for (guint i = 0; i < G_N_ELEMENTS (compounds); i++)
    {
      g_autoptr (AskResult) result = run (&fixture, compounds[i].sql, NULL);
      g_autofree char *sense = describe (result->rows);

      if (strcmp (sense, compounds[i].sense) != 0)
        g_error ("%s: %s, not %s", compounds[i].sql, sense, compounds[i].sense);
    }
  tear_down (&fixture);
}

/* Ten CTEs, each of which names the one before twice. Later versions of SQLite would put their 1,024 tables into one FROM,
 * and take 200. */
static void
test_depth (void)
{
  g_autoptr (GString) sql = g_string_new ("WITH t0 AS (SELECT amount AS a FROM o)");
  Fixture fixture;

  set_up (&fixture, "(1, 7, 1.5, 0.5, 2, 3, 4, 1959, 1, 0.5, '2025-03-01', 'Lyon', 1)");
  for (guint i = 1; i <= 10; i++)
    g_string_append_printf (sql, ", t%u AS MATERIALIZED (SELECT x.a + y.a AS a FROM t%u x, t%u y)", i, i - 1, i - 1);
  g_string_append (sql, " SELECT a FROM t10 LIMIT 1");

  g_autoptr (AskResult) result = run (&fixture, sql->str, NULL);
  g_autofree char *sense = describe (result->rows);

  g_assert_cmpstr (sense, ==, "money EUR");
  tear_down (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/senses/what-a-column-is-follows-expressions", test_expressions);
  g_test_add_func ("/engine/senses/what-a-column-is-follows-compounds", test_compounds);
  g_test_add_func ("/engine/senses/are-the-same-in-subqueries-steps-and-for-other-values", test_ways);
  g_test_add_func ("/engine/senses/of-one-column-named-many-times-are-found-once", test_depth);
  return g_test_run ();
}
