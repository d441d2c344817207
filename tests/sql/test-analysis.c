/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the analysis against SQLite itself: the same verdict, the same kind of error, the same
 * result columns, and the same columns read, over hand-written statements, Spider's gold queries and
 * statements from a generator.
 */
#include "config.h"

#include <string.h>

#include "ask-sql-fixture.h"

#define SCHEMA                                                                                    \
  "CREATE TABLE a (x INT, y TEXT);"                                                               \
  "CREATE TABLE b (x INT, z);"                                                                    \
  "CREATE TABLE c (x, w);"                                                                        \
  "CREATE TABLE d (id INTEGER PRIMARY KEY, x VARCHAR(9) COLLATE NOCASE, r REAL NOT NULL);"        \
  "CREATE TABLE k (p TEXT PRIMARY KEY, q NUMERIC) WITHOUT ROWID;"

static const char *const statements[] = {
  "select k.z from a, (b as k)",
  "select k.z from (b as k)",
  "select b.z from a,(b as k)",
  "select * from a,a",
  "select * from a join (b join c using(x)) using (x)",
  "select x from a join (b join c using(x)) using (x)",
  "select x from a join (b join c on b.x=c.x) using (x)",
  "select x from a join (b join c on b.x=c.x) on 1",
  "select b.x from a join (b join c on b.x=c.x) on 1",
  "select q.x from a join (b join c on b.x=c.x) q on 1",
  "select * from a join (b join c on b.x=c.x) q on 1",
  /* What an ON in parentheses sees, and names with a dot behind them. */
  "select 1 from a join (b join c on x = y) on 1",
  "select 1 from a join (b join c on b.x = c.x) on x = 1",
  "select 1 from a join (b join c on a.x = c.x) on 1",
  "select 1 from b as k join (b join c on b.x = 1) on 1",
  "select 1 from b join (b join c on b.x = 1) on 1",
  "select 1 from a where exists (select 1 from b join (b as k join c on a.x = c.x) on 1)",
  "select 1 from a join (b join (c join a as k on k.x = c.x) on b.x = k.x) on a.x = k.x",
  "select 1 from a join (b join (c join a as k on b.x = c.x) on 1) on 1",
  "select 1 from (a join b on x = 1) join c on 1",
  "select 1 from (a join b on a.x = 1) join c on a.x = c.x",
  "select 1 from a join (b join c as \"k.l\" on \"k.l\".x = b.x) on 1",
  "select \"k.l\".x from a join (b join c as \"k.l\") on 1",
  "select x from (select 1) join (b as \"k.l\" join (select 2)) on 1",
  "select \"k.l\".* from a join (b join c as \"k.l\") on 1",
  "select * from a join (b join c as \"k.l\") on 1",
  "select 1 from a join (b join c as \"k.l\") on \"k.l\".x = 1",
  "select 1 from a join (b join c as \"k.l\" using (x)) using (x)",
  "select \"k.l\".x from (b join c as \"k.l\")",
  "select (select \"k.l\".x from a join (b join c as \"k.l\")) from b as \"k.l\"",
  "with c as (select x) select (select * from c) from a",
  "select a from a order by count(*)",
  "select x from a order by count(*)",
  "select count(*) from a where count(*)>1",
  "select x from a group by count(*)",
  "select x k from a having k>1",
  "select x from a order by x COLLATE foo",
  "select (x,y) from a",
  "select (select x,y from a)",
  "select x from a where x in (select x,y from a)",
  "select x from a where (x,y) in (1,2)",
  "select x from a where (x,y) in ((1,2))",
  "select x from a where x in (1,(2,3))",
  "select 1 where exists (select 1,2)",
  "select x from a left join b on c.w=1 left join c on 1",
  "select max() from a",
  "select max(*) from a",
  "select count(x,y) from a",
  "select count(distinct x,y) from a",
  "select abs(distinct x) from a",
  "select coalesce(1)",
  "select sum(sum(x)) from a",
  "select sum(x) over (order by sum(x)) from a",
  "select sum(row_number() over ()) from a",
  "select row_number() from a",
  "select abs(x) over () from a",
  "select abs(x) filter (where 1) from a",
  "select x from a where row_number() over ()>1",
  "select rowid from a",
  "select rowid from a,b",
  "select rowid from (select * from a)",
  "select true from a",
  "select x from a union select x,z from b",
  "select x from a union select z from b order by y",
  "select x from a union select z from b order by z",
  "select x from a union select z from b order by 2",
  "select x from a order by 3",
  "select x from a group by 2",
  "select x from a order by -1",
  "select x from a limit x",
  "select x from a order by (select b.z from b where b.x=y)",
  "select (select z from b order by y) from a",
  "select (select z from b group by y) from a",
  "select x as k, k+1 from a",
  "select count(*) c from a where c>1",
  "select x, count(*) c from a group by c",
  "with r as (select 1 union all select 1 from r r1, r r2) select * from r",
  "with r as (select 1 n union all select max(n) from r) select * from r",
  "with r as (select 1 n union all select n+1 from r) select * from r",
  "with p as (select * from q), q as (select * from p) select * from p",
  "with p as (select * from q), q as (select 1 k) select k from p",
  "with p as (select nosuch) select 1",
  "with p(u,v) as (select 1) select * from p",
  "with p(u,v) as (select 1) select 1",
  "with p as (select 1), p as (select 2) select 1",
  "select * from json_each('[]')",
  "select json from json_each('[]')",
  "select * from json_each",
  "select * from json_each(1,2,3)",
  "select * from a(1)",
  "select * from zzz(1)",
  "select x from a where x in b",
  "select x from a where x in c order by 1",
  "select \"nosuch\" from a",
  "select a.\"nosuch\" from a",
  "select \"a\".\"x\" from a",
  "select main.a.x from a",
  "select main.a.x from a k",
  "select main.k.x from a k",
  "select temp.a.x from a",
  "select nos.a.x from a",
  "select * from nos.a",
  "select * from temp.a",
  "select k.* from a",
  "select a.* from a k",
  "select *",
  "select x.y from a",
  "select x from a natural join b natural join c",
  "select x from a natural join b on 1",
  "select x from a join b using(y)",
  "select x from a full join b using(x) full join c using(x)",
  "select a.x, x from a right join b using(x)",
  "select y from a where y match 'x'",
  "select y from a where y regexp 'x'",
  "select y from a window w as (partition by nosuch)",
  "select sum(x) over w from a window w as (partition by nosuch)",
  "select sum(x) over w from a",
  "select sum(x) over (w order by x) from a window w as (order by y)",
  "select iif(1,2)",
  "values (1,2),(3)",
  "values(1) order by x",
  "select * from (values(1,2)) where column2=2",
  "select likelihood(x,2) from a",
  "select current_date(1)",
  "select x from a where (x,y)=(1,2)",
  "select x from a where (x,y)=1",
  "select case when (1,2) then 1 end",
  "select x from a where (select x,y from a)=(1,2)",
  "select 1 from a where x between (1,2) and 3",
  "select (1,2)",
  "select x+(1,2) from a",
  "select distinct (x,y) from a",
  "select group_concat(distinct x,',') from a",
  "select count(distinct *) from a",
  "select x from a where max(x,1)>1",
  "select min(x) m, y from a order by m",
  "select x from a order by m.x",
  "select (select count(a.x)) from a",
  "select (select sum(a.x+b.x) from b) from a",
  "select x from a where (select count(x) from b)>1",
  "select a.rowid, b.oid from a,b",
  "select x from a cross join b",
  "select 1 from a left join b on b.x=c.x join c",
  "select 1 from a right join b on b.x=c.x join c",
  "select 1 from a join b on b.x=c.x right join c on 1",
  "select (select x from (select a.x)) from a",
  "select 1 from a join (select a.x)",
  "select 1 from a, json_each(a.y)",
  "select 1 from json_each(a.y), a",
  "select avg(x) from a having count(*) > (select avg(a.x) from b)",
  "select x from a where x = row(1)",
  "select x from a indexed by foo",
  "select max(x) over (), count(*) from a",
  "select 1 where 1 in (select 1 union select 2,3)",
  "select (select 1 union select 2,3)",
  "select ifnull(x) from a",
  "select x from a order by x, nosuch collate nocase",
  "select x AS 'k' from a order by 'k'",
  "select x from a where y is true",
  "select x from a where y is nosuch",
  "select a.x, b.x from a, b group by x",
  "select a.x as x from a, b group by x",
  "select a.x as x from a, b order by x",
  "select a.x as x from a, b order by x+1",
  "select a.x as x from a, b where x=1",
  "with c as (select 1 x) select rowid from c",
  "select case (1,2) when (1,2) then 3 end",
  "select 1 from (a join b on a.x=b.x) where rowid=1",
  "select k.rowid from (select x from a) k",
  "select 1 from a, (select 1) where rowid=1",
  "select x as m, (select max(m) from b) from a",
  "select max(x) as m from a having m>1",
  "select x as m from a where (select m)=1",
  "select max(x) as m, y from a where (select m)=1",
  "select x from a order by (select x from b)",
  "select x m from a order by (select m)",
  "select 1 in (select (1,2))",
  "select ((1,2),3)=((1,2),3)",
  "select abs((1,2))",
  "select sum(x) filter (where y) from a",
  "select rank() filter (where x) over () from a",
  "select sum(distinct x) over () from a",
  "select (1,2) in (select 1,2)",
  "select 1 in ()",
  "select (1,2) in ()",
  "select x from a where (x,y) is (1,2)",
  "select x from a where not (1,2)",
  "select x from a where (x,y)",
  "select x, count(*) from a group by (x,y)",
  "select x from a order by (x,y)",
  "select x from a limit (1,2)",
  "select x from a limit (select 1)",
  "select x from a limit (select count(*) from b)",
  "select x from a limit (select x from b)",
  "select * from a join b using(x) join c using(x)",
  "select c.x from a join b using(x) join c on 1",
  "select x from a left join b using (x)",
  "select count(b.*) from a,b",
  "select a.* from a, b",
  "select a.*, count(*) from a",
  "with recursive t(n) as (values(1) union all select n+1 from t limit 3) select n from t",
  "with t(n) as (select 1 union all select (select n from t)) select n from t",
  "with t(n) as (select 1 union all select n from (select n from t)) select n from t",
  "select max(x) from a where x = max(x)",
  "select x from a group by x having max(x)>1 order by max(x)",
  "select y from a group by x order by count(*)",
  "select count(*) from a group by count(x)",
  "select x from a where sum(x) > 1",
  "select x from a join b on sum(a.x)=1",
  "select exists(select sum(a.x)) from a",
  "select x from a group by 1 order by 1",
  "select 1 from a where x > all (select 1)",
  "select x from a a1 join a a2 on a1.x=a2.x",
  "select a1.x from a a1 join a a2 on a1.x=a2.x",
  "select main.a.* from a",
  "select x from a where (select count(*)) > 0",
  "select x+0 as x, y from a group by x",
  "select count(*) n from a order by n",
  "select count(*) n from a order by n+1",
  "select x from a union select x from b order by a.x",
  "select x from a union select x from b order by b.x",
  "select x from a union select x from b order by x+1",
  "select x+1 from a union select x from b order by x+1",
  "select x from a union select x from b order by abs(x)",
  "select x from a union select x from b order by 1 desc",
  "select a.x from a, a",
  "select z from a,b where x=1",
  "with c as (select 1), C as (select 2) select * from c",
  "with c as (select 1) select * from c(1)",
  "with c as (select 1) select * from c indexed by i",
  "with recursive c(n) as (select 1 union all select n + 1 from (c) where n < 3) select n from c",
  "select x from a order by x collate nocase",
  "select x from a order by 1 collate nocase",
  "select x as q from a order by likely(q)",
  "select x as q from a order by q collate nothing",
  "select x from a order by 2 collate nocase",
  "select sum(x) over w from a window w as (v)",
  "select 1 from a window w as (v)",
  "select 1 from a window u as (order by x), w as (v)",
  "select 1 from a window v as (order by x), w as (v order by y)",
  "select sum(x) over (order by x, y range 1 preceding) from a",
  "select * from ((a join b) join c)",
  "select x from a where (select x, y from a)",
  "select 1 from "
  "a a0, a a1, a a2, a a3, a a4, a a5, a a6, a a7, a a8, a a9, a a10, a a11, a a12, "
  "a a13, a a14, a a15, a a16, a a17, a a18, a a19, a a20, a a21, a a22, a a23, a a24, a a25, "
  "a a26, a a27, a a28, a a29, a a30, a a31, a a32, a a33, a a34, a a35, a a36, a a37, a a38, "
  "a a39, a a40, a a41, a a42, a a43, a a44, a a45, a a46, a a47, a a48, a a49, a a50, a a51, "
  "a a52, a a53, a a54, a a55, a a56, a a57, a a58, a a59, a a60, a a61, a a62, a a63, a a64",
};

static void
compare_verdicts (sqlite3 *db, const AskSqlCatalog *catalog, const char *sql, guint *good,
                  guint *bad)
{
  g_autofree char *theirs = NULL;
  g_autofree char *ours = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  int their_code = ask_fixture_prepare (db, sql, &theirs);
  int our_code = ask_fixture_analyse (sql, catalog, &tree, &ours);

  if (their_code == our_code)
    {
      *(our_code == ASK_FIXTURE_GOOD ? good : bad) += 1;
      return;
    }
  g_test_message ("%s\n  SQLite: %s\n  here: %s", sql, theirs, ours);
  g_test_fail ();
}

static void
test_statements (void)
{
  sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
  g_autoptr (AskSqlCatalog) catalog = ask_fixture_make_catalog (db);
  guint good = 0, bad = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (statements); i++)
    compare_verdicts (db, catalog, statements[i], &good, &bad);
  g_test_message ("%u good and %u broken statements", good, bad);
  sqlite3_close (db);
}

/* What SQLite reads and what the tree names: "table.column" each. */
static int
note_read (void *data, int action, const char *a, const char *b, const char *schema,
           const char *accessor)
{
  (void) accessor;
  if (action == SQLITE_READ && schema != NULL && b != NULL && b[0] != '\0')
    {
      g_autofree char *name = g_strconcat (a, ".", b, NULL);

      g_hash_table_add (data, g_ascii_strdown (name, -1));
    }
  return SQLITE_OK;
}

typedef struct
{
  GHashTable *named;
  GHashTable *used;
} Names;

static void
add_name (GHashTable *names, const AskSqlFrom *from, int column)
{
  g_autofree char *name
    = g_strconcat (from->catalog_table->name, ".",
                   column < 0 ? "ROWID" : from->columns[column].name, NULL);

  g_hash_table_add (names, g_ascii_strdown (name, -1));
}

static gboolean collect_expr (AskSqlExpr *expr, gpointer data);
static gboolean collect_from (AskSqlFrom *from, gpointer data);
static gboolean collect_select (AskSqlSelect *select, gpointer data);

static gboolean
collect_expr (AskSqlExpr *expr, gpointer data)
{
  Names *names = data;
  AskSqlVisit visit = { collect_expr, collect_from, collect_select, data };

  if (expr->kind != ASK_EXPR_COLUMN)
    return TRUE;
  if (expr->merged)
    ask_sql_walk_expr (expr->alias, &visit);
  if (expr->from != NULL && expr->from->catalog_table != NULL)
    add_name (names->named, expr->from, expr->column);
  return TRUE;
}

static gboolean
collect_from (AskSqlFrom *from, gpointer data)
{
  Names *names = data;

  if (from->catalog_table == NULL)
    return TRUE;
  for (guint i = 0; i < from->n_columns; i++)
    if (from->used[i])
      add_name (names->used, from, (int) i);
  if (from->uses_rowid)
    add_name (names->used, from, -1);
  return TRUE;
}

static gboolean
collect_select (AskSqlSelect *select, gpointer data)
{
  AskSqlVisit visit = { collect_expr, collect_from, collect_select, data };

  for (guint c = 0; c < select->n_cores; c++)
    for (guint i = 0; i < select->cores[c]->n_outputs; i++)
      ask_sql_walk_expr (select->cores[c]->outputs[i].expr, &visit);
  return TRUE;
}

static char *
sorted (GHashTable *set)
{
  GList *keys = g_list_sort (g_hash_table_get_keys (set), (GCompareFunc) strcmp);
  GString *text = g_string_new (NULL);

  for (GList *at = keys; at != NULL; at = at->next)
    g_string_append_printf (text, "%s ", (const char *) at->data);
  g_list_free (keys);
  return g_string_free (text, FALSE);
}

/* SQLite says "id" where a rowid is an INTEGER PRIMARY KEY, so both are made one. */
static void
fold_rowids (GHashTable *names)
{
  if (g_hash_table_remove (names, "d.rowid"))
    g_hash_table_add (names, g_strdup ("d.id"));
}

/* Where SQLite says something else than what is meant: it reads all columns of a join in
 * parentheses, none of those that USING merges, and json_each's own table. */
static gboolean
is_read_otherwise (const char *sql)
{
  return strstr (sql, "join (") != NULL || strstr (sql, "full join") != NULL
         || strstr (sql, "json_") != NULL;
}

/* Columns, their names and their affinities, and what is read. */
static void
compare_results (sqlite3 *db, const AskSqlCatalog *catalog, const char *sql, guint *compared)
{
  g_autoptr (GHashTable) read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Names names = { named, used };
  g_autofree char *message = NULL;
  g_autofree char *theirs = NULL;
  g_autofree char *ours = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  sqlite3_stmt *statement = NULL;
  AskSqlVisit visit = { collect_expr, collect_from, collect_select, &names };
  int code;

  sqlite3_set_authorizer (db, note_read, read);
  code = sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);
  sqlite3_set_authorizer (db, NULL, NULL);
  if (code != SQLITE_OK || ask_fixture_analyse (sql, catalog, &tree, &message) != ASK_FIXTURE_GOOD)
    {
      sqlite3_finalize (statement);
      return;
    }

  const AskSqlCore *first = tree->select->cores[0];

  *compared += 1;
  if ((int) first->n_outputs != sqlite3_column_count (statement))
    {
      g_test_message ("%s: %u columns instead of %d", sql, first->n_outputs,
                      sqlite3_column_count (statement));
      g_test_fail ();
    }
  for (guint i = 0; i < first->n_outputs && (int) i < sqlite3_column_count (statement); i++)
    {
      const AskSqlExpr *expr = first->outputs[i].expr;
      const char *name = sqlite3_column_name (statement, (int) i);
      const char *declared = sqlite3_column_decltype (statement, (int) i);

      if (strcmp (name, first->outputs[i].name) != 0)
        {
          g_test_message ("%s: column %u is “%s”, not “%s”", sql, i, name, first->outputs[i].name);
          g_test_fail ();
        }
      if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->column >= 0
          && expr->from->catalog_table != NULL && tree->select->n_cores == 1
          && ask_sql_affinity_from_type (declared) != expr->affinity)
        {
          g_test_message ("%s: column %u is a %s", sql, i, declared);
          g_test_fail ();
        }
    }
  ask_sql_walk_select (tree->select, &visit);
  fold_rowids (named);
  fold_rowids (used);
  fold_rowids (read);
  theirs = sorted (read);
  ours = sorted (named);
  if (strcmp (theirs, ours) != 0 && !is_read_otherwise (sql))
    {
      g_test_message ("%s\n  SQLite reads %s\n  here %s", sql, theirs, ours);
      g_test_fail ();
    }
  /* What is used is a part of what is named, but for what USING compares. */
  if (strstr (sql, "using") == NULL && strstr (sql, "natural") == NULL
      && strstr (sql, "NATURAL") == NULL)
    {
      GHashTableIter iter;
      gpointer name;

      g_hash_table_iter_init (&iter, used);
      while (g_hash_table_iter_next (&iter, &name, NULL))
        g_assert_true (g_hash_table_contains (named, name));
    }
  sqlite3_finalize (statement);
}

/* Which columns of each table are needed, through subqueries. */
static void
test_used (void)
{
  static const struct
  {
    const char *sql;
    const char *used;
  } cases[] = {
    { "select count(*) from a", "" },
    { "select x from a where y = 1", "a.x a.y " },
    { "select * from a", "a.x a.y " },
    { "select q.x from (select x, y from a) q", "a.x " },
    { "select q.x from (select distinct x, y from a) q", "a.x a.y " },
    { "select q.x from (select x, y from a union select x, z from b) q", "a.x a.y b.x b.z " },
    { "select q.x from (select x, y from a union all select x, z from b) q", "a.x b.x " },
    { "select 1 from a where exists (select z from b where b.x = a.x)", "a.x b.x " },
    { "select 1 from a where x in (select x from b)", "a.x b.x " },
    { "with q as (select x, y from a) select x from q", "a.x " },
    { "with q as (select x, y from a) select x from q union select (select y from q)", "a.x a.y " },
    { "with q as (select x, y from a), p as (select x, y from q) select y from p", "a.y " },
    { "with recursive q (n, m) as (select x, y from a union all select n + 1, m from q) "
      "select n from q", "a.x " },
    { "select 1 from a join b using (x)", "a.x b.x " },
    { "select y from a natural join b", "a.x a.y b.x " },
    { "select x as m from a order by m", "a.x " },
    { "select z from b group by 1 order by 1", "b.z " },
    { "select rowid from a", "a.rowid " },
  };
  sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
  g_autoptr (AskSqlCatalog) catalog = ask_fixture_make_catalog (db);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GHashTable) named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      Names names = { named, used };
      AskSqlVisit visit = { collect_expr, collect_from, collect_select, &names };
      g_autoptr (AskSqlTree) tree = NULL;
      g_autofree char *message = NULL;
      g_autofree char *text = NULL;

      g_assert_cmpint (ask_fixture_analyse (cases[i].sql, catalog, &tree, &message), ==,
                       ASK_FIXTURE_GOOD);
      ask_sql_walk_select (tree->select, &visit);
      text = sorted (used);
      g_assert_cmpstr (text, ==, cases[i].used);
    }
  sqlite3_close (db);
}

/* Analysing twice gives the same, and a copy stands alone. */
static void
test_twice (void)
{
  sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
  g_autoptr (AskSqlCatalog) catalog = ask_fixture_make_catalog (db);

  for (gsize i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autoptr (AskSqlTree) tree = NULL;
      g_autofree char *message = NULL;
      g_autoptr (GError) error = NULL;

      if (ask_fixture_analyse (statements[i], catalog, &tree, &message) != ASK_FIXTURE_GOOD)
        continue;
      tree->select = ask_sql_tree_copy_select (tree, tree->select);
      g_assert_true (ask_sql_analyse (tree, catalog, &error));
      g_assert_no_error (error);
    }
  sqlite3_close (db);
}

static void
test_results (void)
{
  sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
  g_autoptr (AskSqlCatalog) catalog = ask_fixture_make_catalog (db);
  guint compared = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (statements); i++)
    compare_results (db, catalog, statements[i], &compared);
  g_test_message ("%u statements compared", compared);
  g_assert_cmpuint (compared, >, 80);
  sqlite3_close (db);
}

typedef struct
{
  guint good;
  guint bad;
  guint compared;
} Counts;

static void
compare_query (sqlite3 *db, const AskSqlCatalog *catalog, const char *name, const char *sql,
               gpointer data)
{
  Counts *counts = data;

  (void) name;
  compare_verdicts (db, catalog, sql, &counts->good, &counts->bad);
  compare_results (db, catalog, sql, &counts->compared);
}

static void
test_spider (void)
{
  Counts counts = { 0 };

  if (!ask_fixture_foreach_spider (compare_query, &counts))
    return;
  g_test_message ("%u good and %u broken gold queries, %u compared", counts.good, counts.bad,
                  counts.compared);
  g_assert_cmpuint (counts.good, >, 7000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();
  g_test_add_func ("/sql/analysis/statements-get-sqlite-s-verdict", test_statements);
  g_test_add_func ("/sql/analysis/result-columns-are-sqlite-s", test_results);
  g_test_add_func ("/sql/analysis/only-columns-that-are-needed-are-used", test_used);
  g_test_add_func ("/sql/analysis/analysing-twice-gives-the-same", test_twice);
  g_test_add_func ("/sql/analysis/spider-s-queries-get-sqlite-s-verdict", test_spider);
  return g_test_run ();
}
