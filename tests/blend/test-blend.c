/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that something outside computes, with stubs in their place that count what they are given. For each query there is
 * the plain SQL that it equals, and the number of values that may be passed, as a query. The same for conditions that are drawn.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "base/ask-rows.h"
#include "blend/ask-blend.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-kinds.h"

#define DRAWN 300

typedef struct
{
  char *folder;
  char *path;
  AskEngine *engine;
  AskBlend *blend;
} Fixture;

static guint64 n_given;

/* starts_with ('A', x) */
static gboolean
starts_with (AskBlendFunction *self, const AskBlendQuestion *question, const AskValue *values, gsize n,
             AskRows *answers, GError **error)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *text = ask_value_to_text (&values[i]);
      const AskValue answer = ask_value_integer (g_str_has_prefix (text, question->text != NULL ? question->text : ""));

      ask_rows_append (answers, &answer);
    }
  n_given += n;
  return TRUE;
}

/* get_length (x) */
static gboolean
get_length (AskBlendFunction *self, const AskBlendQuestion *question, const AskValue *values, gsize n, AskRows *answers,
            GError **error)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *text = ask_value_to_text (&values[i]);
      const AskValue answer = ask_value_integer ((gint64) strlen (text));

      ask_rows_append (answers, &answer);
    }
  n_given += n;
  return TRUE;
}

/* first_sorted (options => …), table_size ('…', (SELECT …)), every ('…', (SELECT …)), which is a list */
static gboolean
about_rows (AskBlendFunction *self, const AskBlendQuestion *question, const AskRows *rows, AskRows *answers,
            GError **error)
{
  const AskRows *options = question->options;
  AskValue answer = ask_value_integer ((gint64) ask_rows_get_n_rows (rows));

  for (gsize i = 0; options != NULL && i < ask_rows_get_n_rows (options); i++)
    if (i == 0 || ask_value_compare (ask_rows_get (options, i, 0), &answer) < 0)
      answer = *ask_rows_get (options, i, 0);
  if (strcmp (self->name, "every") != 0)
    ask_rows_append (answers, &answer);
  for (gsize i = 0; strcmp (self->name, "every") == 0 && i < ask_rows_get_n_rows (rows); i++)
    ask_rows_append (answers, ask_rows_get (rows, i, 0));
  n_given += ask_rows_get_n_rows (rows);
  return TRUE;
}

/* same (a.x, b.y) */
static gboolean
pair_equal (AskBlendFunction *self, const AskBlendQuestion *question, const AskRows *left, const AskRows *right,
            AskRows *pairs, GError **error)
{
  for (gsize l = 0; l < ask_rows_get_n_rows (left); l++)
    for (gsize r = 0; r < ask_rows_get_n_rows (right); r++)
      if (ask_value_equal (ask_rows_get (left, l, 0), ask_rows_get (right, r, 0)))
        ask_rows_append (pairs, (const AskValue[]) { *ask_rows_get (left, l, 0), *ask_rows_get (right, r, 0) });
  n_given += ask_rows_get_n_rows (left) + ask_rows_get_n_rows (right);
  return TRUE;
}

static void
function_free (AskBlendFunction *self)
{
  g_free (self);
}

static void
add_function (AskBlend *blend, const char *name, AskBlendShape shape, const AskBlendRunner *runner)
{
  AskBlendFunction *function = g_new0 (AskBlendFunction, 1);

  *function = (AskBlendFunction) { g_strdup (name), shape, runner };
  ask_blend_add_function (blend, function);
}

static void
make_file (const char *path)
{
  static const char *const words[]
    = { "Amazon", "Aldi", "Arby", "Burger", "Zara", "Apple", "Bosch", "Edeka", "Esso", "Fuji" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (14);
  g_autoptr (GString) sql = g_string_new (
    "BEGIN; CREATE TABLE tx (id INTEGER PRIMARY KEY, merchant TEXT, cat TEXT, amount INTEGER, shop_id INTEGER);"
    "CREATE TABLE shop (shop_id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE empty (x TEXT);");

  sqlite3 *db;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (sql, "INSERT INTO shop VALUES (%u, '%s %u', '%s');", i, words[i % 10], i % 7,
                            i % 3 == 0   ? "Berlin"
                            : i % 3 == 1 ? "Rome"
                                         : "Oslo");
  for (guint i = 0; i < 300; i++)
    {
      const char *word = words[g_rand_int_range (rand, 0, 10)];
      int n = g_rand_int_range (rand, 0, 7);
      g_autofree char *merchant = i % 17 == 0 ? g_strdup ("NULL") : g_strdup_printf ("'%s %d'", word, n);

      g_string_append_printf (sql, "INSERT INTO tx VALUES (%u, %s, %s, %d, %d);", i, merchant,
                              i % 13 == 0  ? "NULL"
                              : i % 4 == 0 ? "'Food'"
                              : i % 4 == 1 ? "'Gifts'"
                              : i % 4 == 2 ? "'Fuel'"
                                           : "'Books'",
                              g_rand_int_range (rand, 0, 100), g_rand_int_range (rand, 0, 50));
    }
  g_string_append (sql, "COMMIT");
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql->str, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* Nothing is known any more of what was asked before. */
static void
fixture_forget (Fixture *self)
{
  static const AskBlendRunner with_prefix = { .map = starts_with, .free = function_free };
  static const AskBlendRunner with_length = { .map = get_length, .free = function_free };
  static const AskBlendRunner with_rows = { .qa = about_rows, .free = function_free };
  static const AskBlendRunner with_pairs = { .join = pair_equal, .free = function_free };

  g_clear_pointer (&self->blend, ask_blend_free);
  self->blend = ask_blend_new ();
  add_function (self->blend, "starts_with", ASK_BLEND_MAP, &with_prefix);
  add_function (self->blend, "get_length", ASK_BLEND_MAP, &with_length);
  add_function (self->blend, "first_sorted", ASK_BLEND_QA, &with_rows);
  add_function (self->blend, "table_size", ASK_BLEND_QA, &with_rows);
  add_function (self->blend, "every", ASK_BLEND_QA, &with_rows);
  add_function (self->blend, "same", ASK_BLEND_JOIN, &with_pairs);
  ask_blend_attach (self->blend, self->engine);
  n_given = 0;
}

static void
fixture_open (Fixture *self)
{
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskIntrospection) file = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("ask-blend-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "tx.sqlite", NULL);
  make_file (self->path);
  g_ptr_array_add (configs, ask_source_config_new ("file", &ask_sqlite_kind, self->path));
  source = ask_source_new (configs->pdata[0], &error);
  g_assert_no_error (error);
  file = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  self->engine = ask_engine_new (file->schema, configs, &error);
  g_assert_no_error (error);
  self->blend = NULL;
  fixture_forget (self);
}

static void
fixture_close (Fixture *self)
{
  ask_engine_free (self->engine);
  ask_blend_free (self->blend);
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Its rows, sorted, each a line. */
static char *
run (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);

  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    {
      GString *line = g_string_new (NULL);

      for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
        {
          const AskValue *value = ask_rows_get (result->rows, r, i);
          g_autofree char *cell = ask_value_to_text (value);

          g_string_append_printf (line, "%u:%s|", value->kind, cell != NULL ? cell : "");
        }
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  g_ptr_array_sort (lines, compare_texts);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (char *) lines->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * Case:
 * @sql: with functions
 * @plain: gives the same rows
 * @values: how many values may be passed: a query of one number
 */
typedef struct
{
  const char *sql;
  const char *plain;
  const char *values;
} Case;

#define A(x) "(substr(" x ", 1, 1) = 'A')"

static const Case cases[] = {
  { "SELECT DISTINCT merchant FROM tx WHERE {{starts_with('A', 'tx::merchant')}} = 1",
    "SELECT DISTINCT merchant FROM tx WHERE " A ("merchant"), "SELECT count(DISTINCT merchant) FROM tx" },
  { "SELECT id FROM tx WHERE {{starts_with('A', 'tx::merchant')}} = TRUE AND cat = 'Food'",
    "SELECT id FROM tx WHERE " A ("merchant") " AND cat = 'Food'",
    "SELECT count(DISTINCT merchant) FROM tx WHERE cat = 'Food'" },
  { "SELECT id FROM tx WHERE starts_with('A', merchant) AND amount BETWEEN 10 AND 30 AND cat IN ('Food', 'Fuel')",
    "SELECT id FROM tx WHERE " A ("merchant") " AND amount BETWEEN 10 AND 30 AND cat IN ('Food', 'Fuel')",
    "SELECT count(DISTINCT merchant) FROM tx WHERE amount BETWEEN 10 AND 30 AND cat IN ('Food', 'Fuel')" },
  { "SELECT t.id FROM tx AS t WHERE {{starts_with('A', 'tx::merchant')}} AND t.cat = 'Fuel'",
    "SELECT id FROM tx WHERE " A ("merchant") " AND cat = 'Fuel'",
    "SELECT count(DISTINCT merchant) FROM tx WHERE cat = 'Fuel'" },
  { "SELECT id FROM tx WHERE starts_with('A', merchant) OR cat = 'Food'",
    "SELECT id FROM tx WHERE " A ("merchant") " OR cat = 'Food'",
    "SELECT count(DISTINCT merchant) FROM tx WHERE cat = 'Food' IS NOT TRUE" },
  { "SELECT id FROM tx WHERE (cat = 'Gifts' AND starts_with('A', merchant)) OR (amount > 90 AND starts_with('F', cat))",
    "SELECT id FROM tx WHERE (cat = 'Gifts' AND " A ("merchant") ") OR (amount > 90 AND substr(cat, 1, 1) = 'F')",
    "SELECT (SELECT count(DISTINCT merchant) FROM tx WHERE cat = 'Gifts') + (SELECT count(DISTINCT cat) FROM tx WHERE "
    "amount > 90)" },
  { "SELECT id FROM tx WHERE NOT starts_with('A', merchant) AND amount > 50",
    "SELECT id FROM tx WHERE NOT " A ("merchant") " AND amount > 50",
    "SELECT count(DISTINCT merchant) FROM tx WHERE amount > 50" },
  { "SELECT id FROM tx WHERE starts_with('A', merchant) IS NULL", "SELECT id FROM tx WHERE merchant IS NULL",
    "SELECT count(DISTINCT merchant) FROM tx" },
  /* A cascade: the cheapest first, the other sees what passed. */
  { "SELECT id FROM tx WHERE starts_with('A', merchant) AND starts_with('F', cat)",
    "SELECT id FROM tx WHERE " A ("merchant") " AND substr(cat, 1, 1) = 'F'",
    "SELECT (SELECT count(DISTINCT cat) FROM tx) + (SELECT count(DISTINCT merchant) FROM tx WHERE substr(cat, 1, 1) = 'F')" },
  { "SELECT id FROM tx WHERE starts_with('A', merchant) AND get_length(merchant) = 6 AND cat = 'Food'",
    "SELECT id FROM tx WHERE " A ("merchant") " AND length(merchant) = 6 AND cat = 'Food'",
    "SELECT (SELECT count(DISTINCT merchant) FROM tx WHERE cat = 'Food') + (SELECT count(DISTINCT merchant) FROM tx WHERE cat "
    "= 'Food' AND " A ("merchant") ")" },
  /* Asked twice, given once. */
  { "SELECT id, starts_with('A', merchant) FROM tx WHERE starts_with('A', merchant) AND cat = 'Food'",
    "SELECT id, 1 FROM tx WHERE " A ("merchant") " AND cat = 'Food'",
    "SELECT count(DISTINCT merchant) FROM tx WHERE cat = 'Food'" },
  { "SELECT id, {{get_length('tx::merchant')}} AS n FROM tx WHERE amount < 20 ORDER BY n, id",
    "SELECT id, length(merchant) FROM tx WHERE amount < 20",
    "SELECT count(DISTINCT merchant) FROM tx WHERE amount < 20" },
  { "SELECT sum(get_length(merchant)) FROM tx WHERE cat = 'Fuel'",
    "SELECT sum(length(merchant)) FROM tx WHERE cat = 'Fuel'",
    "SELECT count(DISTINCT merchant) FROM tx WHERE cat = 'Fuel'" },
  { "SELECT starts_with('A', merchant) AS a, count(*) FROM tx WHERE amount > 10 GROUP BY a",
    "SELECT " A ("merchant") " AS a, count(*) FROM tx WHERE amount > 10 GROUP BY a",
    "SELECT count(DISTINCT merchant) FROM tx WHERE amount > 10" },
  { "SELECT cat, count(*) FROM tx GROUP BY cat HAVING starts_with('F', cat) AND count(*) > 70",
    "SELECT cat, count(*) FROM tx GROUP BY cat HAVING substr(cat, 1, 1) = 'F' AND count(*) > 70",
    "SELECT count(DISTINCT cat) FROM (SELECT cat FROM tx GROUP BY cat HAVING count(*) > 70)" },
  { "SELECT cat, get_length(cat) FROM tx WHERE amount > 20 GROUP BY cat",
    "SELECT cat, length(cat) FROM tx WHERE amount > 20 GROUP BY cat",
    "SELECT count(DISTINCT cat) FROM tx WHERE amount > 20" },
  { "SELECT id FROM tx WHERE get_length(merchant) = (SELECT max(get_length(name)) FROM shop WHERE city = 'Rome')",
    "SELECT id FROM tx WHERE length(merchant) = (SELECT max(length(name)) FROM shop WHERE city = 'Rome')",
    "SELECT count(*) FROM (SELECT merchant FROM tx UNION SELECT name FROM shop WHERE city = 'Rome') WHERE merchant NOT NULL" },
  /* Joins. */
  { "SELECT t.id FROM tx t JOIN shop s ON t.shop_id = s.shop_id WHERE s.city = 'Oslo' AND starts_with('A', t.merchant)",
    "SELECT t.id FROM tx t JOIN shop s ON t.shop_id = s.shop_id WHERE s.city = 'Oslo' AND " A ("t.merchant"),
    "SELECT count(DISTINCT t.merchant) FROM tx t JOIN shop s ON t.shop_id = s.shop_id WHERE s.city = 'Oslo'" },
  { "SELECT t.id, s.name FROM tx t LEFT JOIN shop s ON t.shop_id = s.shop_id AND starts_with('A', s.name) WHERE t.amount > 80",
    "SELECT t.id, s.name FROM tx t LEFT JOIN shop s ON t.shop_id = s.shop_id AND " A ("s.name") " WHERE t.amount > 80",
    "SELECT count(DISTINCT s.name) FROM tx t JOIN shop s ON t.shop_id = s.shop_id" },
  { "SELECT t.id FROM tx t LEFT JOIN shop s ON t.shop_id = s.shop_id WHERE s.name IS NULL AND starts_with('A', merchant)",
    "SELECT t.id FROM tx t LEFT JOIN shop s ON t.shop_id = s.shop_id WHERE s.name IS NULL AND " A ("merchant"),
    "SELECT count(DISTINCT merchant) FROM tx t LEFT JOIN shop s ON t.shop_id = s.shop_id WHERE s.name IS NULL" },
  { "SELECT t.id, s.city FROM tx t JOIN shop s ON same(t.merchant, s.name) WHERE t.cat = 'Books'",
    "SELECT t.id, s.city FROM tx t JOIN shop s ON t.merchant = s.name WHERE t.cat = 'Books'",
    "SELECT (SELECT count(DISTINCT merchant) + 1 FROM tx WHERE cat = 'Books') + (SELECT count(DISTINCT name) FROM shop)" },
  { "SELECT tx.id, city FROM tx JOIN {{same(left_on='tx::merchant', right_on='shop::name')}} WHERE cat = 'Books'",
    "SELECT t.id, s.city FROM tx t JOIN shop s ON t.merchant = s.name WHERE t.cat = 'Books'",
    "SELECT (SELECT count(DISTINCT merchant) + 1 FROM tx WHERE cat = 'Books') + (SELECT count(DISTINCT name) FROM shop)" },
  /* Subqueries and CTEs. */
  { "SELECT id FROM tx WHERE merchant IN (SELECT name FROM shop WHERE city = 'Rome' AND starts_with('A', name))",
    "SELECT id FROM tx WHERE merchant IN (SELECT name FROM shop WHERE city = 'Rome' AND " A ("name") ")",
    "SELECT count(DISTINCT name) FROM shop WHERE city = 'Rome'" },
  { "SELECT id FROM tx WHERE merchant IN (SELECT name FROM shop WHERE city = 'Rome') AND starts_with('A', merchant)",
    "SELECT id FROM tx WHERE merchant IN (SELECT name FROM shop WHERE city = 'Rome') AND " A ("merchant"),
    "SELECT count(DISTINCT merchant) FROM tx WHERE merchant IN (SELECT name FROM shop WHERE city = 'Rome')" },
  { "SELECT w.id FROM (SELECT * FROM tx WHERE amount > 60) AS w WHERE {{starts_with('A', 'w::merchant')}}",
    "SELECT id FROM tx WHERE amount > 60 AND " A ("merchant"),
    "SELECT count(DISTINCT merchant) FROM tx WHERE amount > 60" },
  { "WITH w AS (SELECT * FROM tx WHERE amount > 60) SELECT id FROM w WHERE {{starts_with('A', 'w::merchant')}}",
    "SELECT id FROM tx WHERE amount > 60 AND " A ("merchant"),
    "SELECT count(DISTINCT merchant) FROM tx WHERE amount > 60" },
  { "WITH w AS (SELECT id, starts_with('A', merchant) AS a FROM tx WHERE amount > 60) SELECT id FROM w WHERE a",
    "SELECT id FROM tx WHERE amount > 60 AND " A ("merchant"),
    "SELECT count(DISTINCT merchant) FROM tx WHERE amount > 60" },
  { "WITH unused AS (SELECT starts_with('Q', merchant) FROM tx) SELECT count(*) FROM tx", "SELECT count(*) FROM tx",
    "SELECT 0" },
  { "SELECT id FROM tx WHERE starts_with('A', merchant) AND amount > 70 UNION ALL SELECT shop_id FROM shop WHERE "
    "starts_with('A', name) AND city = 'Oslo'",
    "SELECT id FROM tx WHERE " A ("merchant") " AND amount > 70 UNION ALL SELECT shop_id FROM shop WHERE " A (
      "name") " AND "
              "city = 'Oslo'",
    "SELECT count(*) FROM (SELECT merchant FROM tx WHERE amount > 70 AND merchant NOT NULL UNION SELECT name FROM shop WHERE "
    "city = 'Oslo')" },
  { "SELECT name FROM shop s WHERE EXISTS (SELECT 1 FROM tx WHERE merchant = s.name AND starts_with('A', s.city || merchant))",
    "SELECT name FROM shop s WHERE EXISTS (SELECT 1 FROM tx WHERE merchant = s.name AND " A ("s.city || merchant") ")",
    "SELECT count(DISTINCT s.city || merchant) FROM tx JOIN shop s ON merchant = s.name" },
  { "SELECT CASE WHEN cat = 'Food' THEN starts_with('A', merchant) ELSE 2 END FROM tx WHERE amount > 50",
    "SELECT CASE WHEN cat = 'Food' THEN " A ("merchant") " ELSE 2 END FROM tx WHERE amount > 50",
    "SELECT count(DISTINCT merchant) FROM tx WHERE amount > 50" },
  { "SELECT get_length(starts_with('A', merchant)) FROM tx WHERE cat = 'Food'",
    "SELECT length(" A ("merchant") ") FROM tx WHERE cat = 'Food'",
    "SELECT count(DISTINCT merchant) + 2 FROM tx WHERE cat = 'Food'" },
  /* About rows. */
  { "SELECT {{table_size('How many?', (SELECT * FROM tx WHERE amount > 50))}}",
    "SELECT count(*) FROM tx WHERE amount > 50", "SELECT count(*) FROM tx WHERE amount > 50" },
  { "SELECT count(*) FROM tx WHERE merchant = {{first_sorted(options='tx::merchant')}}",
    "SELECT count(*) FROM tx WHERE merchant = (SELECT min(merchant) FROM tx)", "SELECT 0" },
  { "SELECT first_sorted(options => 'b;a;c')", "SELECT 'a'", "SELECT 0" },
  { "SELECT first_sorted(options => (SELECT name FROM shop WHERE starts_with('B', name)))",
    "SELECT min(name) FROM shop WHERE substr(name, 1, 1) = 'B'", "SELECT count(DISTINCT name) FROM shop" },
  { "SELECT id FROM tx WHERE merchant IN {{every('Which?', (SELECT DISTINCT name FROM shop WHERE city = 'Rome'))}}",
    "SELECT id FROM tx WHERE merchant IN (SELECT name FROM shop WHERE city = 'Rome')",
    "SELECT count(DISTINCT name) FROM shop WHERE city = 'Rome'" },
  { "WITH w AS (SELECT * FROM tx WHERE cat = 'Food') SELECT table_size('n', (SELECT id FROM w WHERE amount > 40))",
    "SELECT count(*) FROM tx WHERE cat = 'Food' AND amount > 40",
    "SELECT count(*) FROM tx WHERE cat = 'Food' AND amount > 40" },
  { "SELECT x FROM empty WHERE starts_with('A', x)", "SELECT x FROM empty", "SELECT 0" },
};

static void
test_cases (void)
{
  Fixture self;

  fixture_open (&self);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *got = NULL;
      g_autofree char *wanted = NULL;
      g_autofree char *values = NULL;
      guint64 most;

      fixture_forget (&self);
      got = run (&self, cases[i].sql);
      wanted = run (&self, cases[i].plain);
      values = run (&self, cases[i].values);
      g_test_message ("%s: %" G_GUINT64_FORMAT " values", cases[i].sql, n_given);
      g_assert_cmpstr (got, ==, wanted);
      most = g_ascii_strtoull (strchr (values, ':') + 1, NULL, 10);
      g_assert_cmpuint (n_given, <=, most);
      g_assert_cmpuint (n_given, ==, ask_blend_count_values (self.blend));
      g_assert_true (ask_engine_check (self.engine, cases[i].sql, NULL));
    }
  fixture_close (&self);
}

/* Without an order any rows will do that pass; more values than these are not given. */
static void
test_limit (void)
{
  Fixture self;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *all = NULL;
  guint64 given;

  fixture_open (&self);
  result = ask_engine_query (self.engine,
                             "SELECT id, merchant FROM tx WHERE starts_with('A', merchant) AND amount > 5 LIMIT 3",
                             NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 3);
  for (gsize r = 0; r < 3; r++)
    g_assert_true (g_str_has_prefix (ask_rows_get (result->rows, r, 1)->text, "A"));
  given = n_given;
  all = run (&self, "SELECT id FROM tx WHERE starts_with('A', merchant) AND amount > 5");
  g_assert_cmpuint (given, <, n_given);
  /* Fewer rows than the limit: all of them. */
  g_clear_pointer (&all, g_free);
  all
    = run (&self, "SELECT count(*) FROM (SELECT id FROM tx WHERE starts_with('Zara 1', merchant) LIMIT 100 OFFSET 1)");
  g_clear_pointer (&result, ask_result_free);
  result = ask_engine_query (self.engine, "SELECT id FROM tx WHERE starts_with('Zara 1', merchant) LIMIT 100 OFFSET 1",
                             NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, g_ascii_strtoull (strchr (all, ':') + 1, NULL, 10));
  fixture_close (&self);
}

/* What is not known does not pass by being unknown. */
static void
test_limit_and_not (void)
{
  Fixture self;
  g_autofree char *got = NULL;

  fixture_open (&self);
  got = run (
    &self,
    "SELECT count(*) FROM (SELECT id FROM tx WHERE starts_with('A', merchant) IS NOT TRUE AND merchant LIKE 'A%' "
    "LIMIT 5)");
  g_assert_cmpstr (got, ==, "1:0|\n");
  fixture_close (&self);
}

typedef struct
{
  GString *sql;
  GString *plain;
} Pair;

static void
append (Pair *self, const char *sql, const char *plain)
{
  g_string_append (self->sql, sql);
  g_string_append (self->plain, plain != NULL ? plain : sql);
}

static void
draw (GRand *rand, Pair *self, guint depth)
{
  static const char *const plain[]
    = { "cat = 'Food'", "amount > 50", "merchant IS NULL", "amount % 3 = 1", "cat <> 'Fuel'" };

  switch (g_rand_int_range (rand, 0, depth > 0 ? 7 : 4))
    {
    case 0:
      append (self, "starts_with('A', merchant)", A ("merchant"));
      break;
    case 1:
      append (self, "get_length(cat) = 4", "length(cat) = 4");
      break;
    case 2:
    case 3:
      append (self, plain[g_rand_int_range (rand, 0, G_N_ELEMENTS (plain))], NULL);
      break;
    case 4:
      append (self, "NOT (", NULL);
      draw (rand, self, depth - 1);
      append (self, ")", NULL);
      break;
    default:
      append (self, "(", NULL);
      draw (rand, self, depth - 1);
      append (self, g_rand_boolean (rand) ? ") AND (" : ") OR (", NULL);
      draw (rand, self, depth - 1);
      append (self, ")", NULL);
    }
}

static void
test_drawn (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  guint64 most = 0;
  Fixture self;

  fixture_open (&self);
  for (guint i = 0; i < DRAWN; i++)
    {
      Pair pair = { g_string_new (NULL), g_string_new (NULL) };
      gboolean joined = g_rand_boolean (rand);
      g_autofree char *got = NULL;
      g_autofree char *wanted = NULL;

      append (&pair,
              joined ? "SELECT t.id, s.name FROM tx t LEFT JOIN shop s ON t.shop_id = s.shop_id AND ("
                     : "SELECT id FROM tx WHERE ",
              NULL);
      draw (rand, &pair, 3);
      if (joined)
        {
          append (&pair, ") WHERE ", NULL);
          draw (rand, &pair, 2);
        }
      fixture_forget (&self);
      got = run (&self, pair.sql->str);
      wanted = run (&self, pair.plain->str);
      if (strcmp (got, wanted) != 0)
        g_error ("%s gives other rows than %s", pair.sql->str, pair.plain->str);
      /* All values of both columns, once each. */
      g_assert_cmpuint (n_given, <=, 70 + 4);
      most = MAX (most, n_given);
      g_string_free (pair.sql, TRUE);
      g_string_free (pair.plain, TRUE);
    }
  fixture_close (&self);
  g_assert_cmpuint (most, >, 0);
}

static void
test_refused (void)
{
  static const char *const wrong[][2] = {
    { "SELECT {{nowhere('A', merchant)}} FROM tx", "There is no function nowhere" },
    { "SELECT starts_with(merchant) FROM tx", NULL },
    { "SELECT starts_with('A', merchant, id) FROM tx", "wants a question and a value" },
    { "SELECT starts_with('A', merchant, colour => 'red') FROM tx", "an argument with a name that it does not know" },
    { "SELECT starts_with(cat, merchant) FROM tx", "is no text in quotes" },
    { "SELECT {{starts_with('A', 'nowhere::merchant')}} FROM tx", "not in its FROM" },
    { "SELECT _answer(1, merchant) FROM tx", NULL },
    { "SELECT {{starts_with('A', merchant) FROM tx", "}}" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      Fixture self;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = NULL;

      fixture_open (&self);
      result = ask_engine_query (self.engine, wrong[i][0], NULL, NULL, NULL, &error);
      g_test_message ("%s", error != NULL ? error->message : "runs");
      if (wrong[i][1] != NULL)
        {
          g_assert_null (result);
          g_assert_nonnull (strstr (error->message, wrong[i][1]));
        }
      g_assert_true (error == NULL || g_str_has_suffix (error->message, "."));
      fixture_close (&self);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/blend/rows-are-those-of-plain-sql-and-values-are-few", test_cases);
  g_test_add_func ("/blend/blend/a-limit-ends-the-asking-early", test_limit);
  g_test_add_func ("/blend/blend/what-is-unknown-passes-no-condition", test_limit_and_not);
  g_test_add_func ("/blend/blend/drawn-conditions-give-the-rows-of-plain-sql", test_drawn);
  g_test_add_func ("/blend/blend/a-call-that-is-written-wrongly-is-refused-in-words", test_refused);
  return g_test_run ();
}
