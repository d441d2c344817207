/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-values [--errors]: how many literals of Spider's queries are put right once they are spelled otherwise than
 * the data, and how many are changed that should not be; then how long a lookup takes with a million values in the
 * index. Draws are seeded, so that the table is the same each time. Run by hand; see README.md.
 */
#include "config.h"

#include <locale.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <time.h>

#include "ask-bench-values-change.h"
#include "base/ask-json.h"
#include "bench/ask-bench-times.h"
#include "schema/names/ask-schema-reader.h"
#include "sql/ask-sql-lexer.h"
#include "understand/value/ask-value-correct.h"

#define SEED 20261122
#define N_FILES 4
#define N_COLUMNS 50
#define N_VALUES 5000
#define N_LOOKUPS 400

static gboolean show_errors;
static const GOptionEntry options[] = {
  { "errors", 0, 0, G_OPTION_ARG_NONE, &show_errors, "Print each literal that did not become what it was", NULL },
  { NULL }
};

static const char *const kind_names[BENCH_N_CHANGES]
    = { "case", "blanks and signs", "accents", "plural", "words in another order", "initials", "a word cut, with a point",
        "a typing error", "two typing errors" };

/* Of one kind of change, or of literals that are left. */
typedef struct
{
  guint n;
  guint right; /* replaced by what it was; or left, where it has to be */
  guint asked; /* what it was is among the choices */
  guint wrong; /* replaced by something else */
} Figures;

/* A literal of a query that stands in the data. */
typedef struct
{
  gsize start;
  gsize end;
  char *table;
  char *column;
  char *text;
} Literal;

typedef struct
{
  GRand *rand;
  Figures kinds[BENCH_N_CHANGES];
  Figures kept; /* literals that are right */
  Figures foreign; /* literals that stand nowhere */
  GPtrArray *pool; /* utf8: literals of all databases */
  guint n_databases;
  guint n_literals;
} Run;

static void
literal_clear (gpointer data)
{
  Literal *self = data;

  g_free (self->table);
  g_free (self->column);
  g_free (self->text);
}

static gboolean
has_letter (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isalpha (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

/* Asks the data itself, not the index. */
static gboolean
stands (sqlite3 *db, const Literal *literal, const char *text, gboolean any_case)
{
  g_autofree char *table = ask_sql_quote_name (literal->table);
  g_autofree char *column = ask_sql_quote_name (literal->column);
  g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM %s WHERE %s = ?1 COLLATE %s LIMIT 1", table, column,
                                          any_case ? "NOCASE" : "BINARY");
  sqlite3_stmt *statement = NULL;
  gboolean found;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    return FALSE;
  sqlite3_bind_text (statement, 1, text, -1, SQLITE_TRANSIENT);
  found = sqlite3_step (statement) == SQLITE_ROW;
  sqlite3_finalize (statement);
  return found;
}

static void
note_literal (GArray *literals, const AskSqlExpr *side, const AskSqlExpr *other)
{
  gboolean text = other->kind == ASK_EXPR_LITERAL && other->value.kind == ASK_VALUE_TEXT;
  const AskEntity *entity;
  Literal literal = { other->span.start, other->span.end, NULL, NULL, NULL };

  if (side->kind != ASK_EXPR_COLUMN || side->from == NULL || side->column < 0 || side->from->catalog_table == NULL
      || (!text && !(other->kind == ASK_EXPR_COLUMN && other->is_string)))
    return;
  entity = side->from->catalog_table->data;
  literal.text = text ? g_strndup (other->value.text, other->value.length) : g_strdup (other->name);
  literal.table = g_strdup (entity->table);
  literal.column = g_strdup (((AskAttribute *) entity->attributes->pdata[side->column])->column);
  if (has_letter (literal.text))
    g_array_append_val (literals, literal);
  else
    literal_clear (&literal);
}

static gboolean
visit_expr (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_BINARY && (expr->op == ASK_OP_EQUAL || expr->op == ASK_OP_NOT_EQUAL))
    note_literal (data, expr->left, expr->right);
  for (guint i = 0; expr->kind == ASK_EXPR_IN_LIST && i < expr->list.n; i++)
    note_literal (data, expr->left, expr->list.items[i]);
  return TRUE;
}

static char *
write_with (const char *sql, const Literal *literal, const char *text)
{
  g_autofree char *quoted = ask_sql_quote_text (text);

  return g_strdup_printf ("%.*s%s%s", (int) literal->start, sql, quoted, sql + literal->end);
}

/* @wanted: (nullable): what the literal has to become; %NULL where it has to stay */
static void
try (Run *run, AskValueCorrector *corrector, const char *sql, const Literal *literal, const char *text,
     const char *wanted, Figures *figures)
{
  g_autofree char *changed = write_with (sql, literal, text);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCorrectedSql) corrected = ask_value_correct (corrector, changed, NULL, NULL, &error);
  const AskCorrection *found = NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < corrected->corrections->len; i++)
    if (((AskCorrection *) corrected->corrections->pdata[i])->start == literal->start)
      found = corrected->corrections->pdata[i];
  figures->n++;
  if (found == NULL || found->replacement == NULL)
    {
      gboolean asked = found != NULL && wanted != NULL
                       && g_ptr_array_find_with_equal_func (found->choices, wanted, g_str_equal, NULL);

      figures->right += wanted == NULL;
      figures->asked += asked;
      if (show_errors && wanted != NULL)
        g_print ("  %s “%s” (%s.%s) for “%s”\n", asked ? "? " : "- ", text, literal->table, literal->column, wanted);
      return;
    }
  if (g_strcmp0 (found->replacement, wanted) == 0)
    {
      figures->right++;
      return;
    }
  figures->wrong++;
  if (show_errors)
    g_print ("  ! “%s” (%s.%s) became “%s”, not “%s”\n", text, literal->table, literal->column, found->replacement,
             wanted != NULL ? wanted : text);
}

static void
try_query (Run *run, AskValueCorrector *corrector, AskSchemaReader *reader, sqlite3 *db, const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_schema_reader_parse (reader, sql, NULL);
  g_autoptr (GArray) literals = g_array_new (FALSE, FALSE, sizeof (Literal));

  g_array_set_clear_func (literals, literal_clear);
  if (tree == NULL)
    return;
  ask_sql_walk_select (tree->select, &(AskSqlVisit) { visit_expr, NULL, NULL, literals });
  for (guint i = 0; i < literals->len; i++)
    {
      const Literal *literal = &g_array_index (literals, Literal, i);
      const char *foreign = run->pool->pdata[g_rand_int_range (run->rand, 0, (gint32) run->pool->len)];

      if (!stands (db, literal, foreign, TRUE))
        try (run, corrector, sql, literal, foreign, NULL, &run->foreign);
      if (!stands (db, literal, literal->text, FALSE))
        continue;
      run->n_literals++;
      try (run, corrector, sql, literal, literal->text, NULL, &run->kept);
      for (BenchChange kind = 0; kind < BENCH_N_CHANGES; kind++)
        {
          g_autofree char *text = bench_change (run->rand, kind, literal->text);

          if (text != NULL && strcmp (text, literal->text) != 0 && !stands (db, literal, text, FALSE))
            try (run, corrector, sql, literal, text, literal->text, &run->kinds[kind]);
        }
    }
}

static void
remove_workspace (const char *path)
{
  static const char *const ends[] = { "", "-wal", "-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *file = g_strconcat (path, ends[i], NULL);

      g_unlink (file);
    }
}

/* @queries: (element-type utf8): of this database */
static void
try_database (Run *run, const char *folder, const char *file, const char *name, GPtrArray *queries)
{
  g_autofree char *path = g_build_filename (folder, "spider.askdata", NULL);
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace = ask_workspace_open (path, &error);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskSchema) schema = NULL;
  sqlite3 *db = NULL;

  g_assert_no_error (error);
  record = ask_workspace_add_source (workspace, &(AskNewSource) { ask_source_kinds_find ("sqlite"), name, file }, NULL,
                                     NULL, &error);
  g_assert_no_error (error);
  schema = ask_workspace_load_schema (workspace, &error);
  g_assert_no_error (error);
  if (sqlite3_open_v2 (file, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
    {
      g_autoptr (AskValueCorrector) corrector = ask_value_corrector_new (workspace, schema);
      g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (schema);

      for (guint i = 0; i < queries->len; i++)
        try_query (run, corrector, reader, db, queries->pdata[i]);
      run->n_databases++;
    }
  sqlite3_close (db);
  ask_workspace_close (workspace);
  remove_workspace (path);
}

/* Database → its distinct queries, in the order of the set; their string literals into @pool. */
static GHashTable *
load_queries (const char *folder, GPtrArray *names, GPtrArray *pool)
{
  GHashTable *all
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  g_autofree char *path = g_build_filename (folder, "train.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) document = NULL;
  gsize length;
  JsonArray *array;

  if (!g_file_get_contents (path, &text, &length, NULL)
      || (document = ask_json_parse (text, (gssize) length, NULL)) == NULL || !JSON_NODE_HOLDS_ARRAY (document))
    return all;
  array = json_node_get_array (document);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      const char *sql = ask_json_get_string (object, "query");
      const char *name = ask_json_get_string (object, "db_id");
      GPtrArray *queries = g_hash_table_lookup (all, name);
      g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

      if (queries == NULL)
        {
          queries = g_ptr_array_new_with_free_func (g_free);
          g_hash_table_insert (all, g_strdup (name), queries);
          g_ptr_array_add (names, g_strdup (name));
        }
      if (g_ptr_array_find_with_equal_func (queries, sql, g_str_equal, NULL))
        continue;
      g_ptr_array_add (queries, g_strdup (sql));
      for (guint t = 0; t < tokens->len; t++)
        {
          const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, t);
          g_autofree char *literal = g_strndup (sql + token->start + 1, token->length > 2 ? token->length - 2 : 0);

          if ((token->kind == ASK_SQL_STRING || token->kind == ASK_SQL_QUOTED) && has_letter (literal)
              && strpbrk (literal, "%_'\"") == NULL
              && !g_ptr_array_find_with_equal_func (pool, literal, g_str_equal, NULL))
            g_ptr_array_add (pool, g_steal_pointer (&literal));
        }
    }
  return all;
}

static void
print_row (const char *name, const Figures *figures)
{
  double n = MAX (figures->n, 1);

  g_print ("| %s | %u | %.1f %% | %.1f %% | %.2f %% |\n", name, figures->n, 100 * figures->right / n,
           100 * figures->asked / n, 100 * figures->wrong / n);
}

static void
measure_spider (const char *folder)
{
  const char *data = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *spider = data != NULL
                                ? g_build_filename (data, "spider", NULL)
                                : g_build_filename (root != NULL ? root : ".", "..", "shared", "data", "spider", NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) pool = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) queries = load_queries (spider, names, pool);
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  Run run = { .rand = rand, .pool = pool };
  Figures sum = { 0 };

  if (names->len == 0)
    {
      g_print ("Spider's databases are not here: set ASKDATA_SHARED_DATA.\n");
      return;
    }
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      g_autofree char *base = g_strconcat (name, ".sqlite", NULL);
      g_autofree char *file = g_build_filename (spider, "database", name, base, NULL);

      if (g_file_test (file, G_FILE_TEST_EXISTS))
        try_database (&run, folder, file, name, g_hash_table_lookup (queries, name));
    }
  g_print ("%u literals of %u databases\n\n| written otherwise | literals | put right | asked | made another |\n"
           "| --- | --- | --- | --- | --- |\n",
           run.n_literals, run.n_databases);
  for (BenchChange kind = 0; kind < BENCH_N_CHANGES; kind++)
    {
      print_row (kind_names[kind], &run.kinds[kind]);
      sum.n += run.kinds[kind].n;
      sum.right += run.kinds[kind].right;
      sum.asked += run.kinds[kind].asked;
      sum.wrong += run.kinds[kind].wrong;
    }
  print_row ("all of these", &sum);
  print_row ("left as it is: stands in the data", &run.kept);
  print_row ("left as it is: stands nowhere", &run.foreign);
}

static char *
draw_name (GRand *rand)
{
  static const char *const syllables[] = { "ka", "lo", "mi", "ner", "tu", "bra", "sel", "von", "dy", "pex", "ru", "sha" };
  GString *name = g_string_new (NULL);

  for (guint w = 0; w < 2; w++)
    {
      gint32 n = g_rand_int_range (rand, 2, 5);

      for (gint32 i = 0; i < n; i++)
        g_string_append (name, syllables[g_rand_int_range (rand, 0, G_N_ELEMENTS (syllables))]);
      g_string_append_c (name, w == 0 ? ' ' : '\0');
    }
  return g_string_free (name, FALSE);
}

/* A file with a table of many columns, and in @sample a value of each. */
static void
make_file (const char *path, GRand *rand, GPtrArray *sample)
{
  g_autoptr (GString) create = g_string_new ("CREATE TABLE t (");
  g_autoptr (GString) insert = g_string_new ("INSERT INTO t VALUES (");
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;

  for (guint c = 0; c < N_COLUMNS; c++)
    {
      g_string_append_printf (create, "%sc%u TEXT", c > 0 ? ", " : "", c);
      g_string_append (insert, c > 0 ? ", ?" : "?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (insert, ')');
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, create->str, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, insert->str, -1, &statement, NULL), ==, SQLITE_OK);
  for (guint r = 0; r < N_VALUES; r++)
    {
      for (guint c = 0; c < N_COLUMNS; c++)
        {
          g_autofree char *name = draw_name (rand);

          sqlite3_bind_text (statement, (int) c + 1, name, -1, SQLITE_TRANSIENT);
          if (r == N_VALUES / 2)
            g_ptr_array_add (sample, g_steal_pointer (&name));
        }
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
      sqlite3_reset (statement);
    }
  sqlite3_finalize (statement);
  g_assert_cmpint (sqlite3_exec (db, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static gint64
count_values (const char *path)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  gint64 n;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT count(*) FROM value", -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  n = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return n;
}

/* @times: pairs: of the clock, of the processor */
static void
print_times (const char *what, GArray *times)
{
  g_autoptr (GArray) clock = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) processor = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < times->len; i++)
    g_array_append_val (i % 2 == 0 ? clock : processor, g_array_index (times, double, i));
  g_array_sort (clock, bench_compare_times);
  g_array_sort (processor, bench_compare_times);
  g_print ("| %s | %.2f ms | %.2f ms | %.2f ms | %.2f ms |\n", what, g_array_index (clock, double, clock->len / 2),
           g_array_index (clock, double, clock->len * 95 / 100), g_array_index (processor, double, clock->len / 2),
           g_array_index (processor, double, clock->len * 95 / 100));
}

static double
get_processor_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1000.0 + (double) time.tv_nsec / 1e6;
}

/* @fresh: whether each lookup reads the index anew */
static GArray *
time_lookups (AskWorkspace *workspace, AskSchema *schema, GPtrArray *sample, Run *run, gboolean fresh)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (AskValueCorrector) corrector = ask_value_corrector_new (workspace, schema);

  for (guint i = 0; i < N_LOOKUPS; i++)
    {
      guint column = fresh ? i % sample->len : i % N_COLUMNS;
      guint file = column / N_COLUMNS;
      g_autofree char *table = file == 0 ? g_strdup ("t") : g_strdup_printf ("f%u_t", file);
      g_autofree char *text = bench_change (run->rand, BENCH_TYPO, sample->pdata[column]);
      g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM %s WHERE c%u = '%s'", table, column % N_COLUMNS, text);
      g_autoptr (GError) error = NULL;
      gint64 start = g_get_monotonic_time ();
      double processor = get_processor_ms ();
      g_autoptr (AskCorrectedSql) corrected = ask_value_correct (corrector, sql, NULL, NULL, &error);
      const double ms[] = { (double) (g_get_monotonic_time () - start) / 1000.0, get_processor_ms () - processor };

      g_assert_no_error (error);
      g_assert_nonnull (corrected);
      /* The first makes the catalogue of names; with all columns seen once, nothing is read. */
      if (i > 0 && (fresh || i >= N_COLUMNS))
        g_array_append_vals (times, ms, 2);
    }
  return times;
}

static void
measure_time (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "million.askdata", NULL);
  g_autoptr (GPtrArray) sample = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GArray) cold = NULL;
  g_autoptr (GArray) warm = NULL;
  AskWorkspace *workspace = ask_workspace_open (path, &error);
  Run run = { .rand = rand };

  g_assert_no_error (error);
  for (guint i = 0; i < N_FILES; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);
      g_autofree char *file = g_strdup_printf ("%s/f%u.sqlite", folder, i);
      g_autoptr (AskSourceRecord) record = NULL;

      make_file (file, rand, sample);
      record = ask_workspace_add_source (workspace, &(AskNewSource) { ask_source_kinds_find ("sqlite"), name, file },
                                         NULL, NULL, &error);
      g_assert_no_error (error);
      g_unlink (file);
    }
  schema = ask_workspace_load_schema (workspace, &error);
  g_assert_no_error (error);
  cold = time_lookups (workspace, schema, sample, &run, TRUE);
  warm = time_lookups (workspace, schema, sample, &run, FALSE);
  g_print ("\n| one query with one literal, %" G_GINT64_FORMAT " values in the index | median | 95th percentile | processor | 95th |\n"
           "| --- | --- | --- | --- | --- |\n",
           count_values (path));
  print_times ("of an attribute whose values were not read yet", cold);
  print_times ("of one whose values were", warm);
  ask_workspace_close (workspace);
  remove_workspace (path);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error)
      || (folder = g_dir_make_tmp ("ask-bench-values-XXXXXX", &error)) == NULL)
    {
      g_printerr ("ask-bench-values: %s\n", error->message);
      return 1;
    }
  measure_spider (folder);
  measure_time (folder);
  g_rmdir (folder);
  return 0;
}
