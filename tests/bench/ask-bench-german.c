/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-german [--errors] [--words] [--database NAME] [--questions FILE]: how many German questions
 * are understood without a model. The questions are our own (german.jsonl), over two public databases with English names
 * and two that are made here with German ones; german-held.jsonl has others over other databases, everyday.jsonl English
 * ones as people type them; everyday-held.jsonl has more of these, which nobody tunes on; office.jsonl has English ones over
 * two more that are made here, "helpdesk" and "agency". A file may ask of Spider's databases as well, and of "sales", the
 * sample company's. Right is what gives the same rows as a reference; rows that stand equal in its order may stand in
 * another one. Run by hand; see README.md.
 */
#include "config.h"

#include <locale.h>
#include <string.h>

#include "ask-bench-german-data.h"
#include "ask-sample-sales-file.h"
#include "base/ask-json.h"
#include "store/store-fixture.h"
#include "sql/ask-sql-parser.h"
#include "support/ask-test-kinds.h"
#include "train/ask-train.h"
#include "understand/interpret/ask-interpret.h"
#include "understand/understand-match.h"

#define MAX_STEPS 20000000
/* Right queries of one question: what it asks for may be shown in more than one way. */
#define MAX_RIGHT 8

static gboolean show_errors;
static gboolean show_words;
static char *only;
static char *questions;
static const GOptionEntry options[]
  = { { "errors", 0, 0, G_OPTION_ARG_NONE, &show_errors, "Print each question whose first reading is not right", NULL },
      { "words", 0, 0, G_OPTION_ARG_NONE, &show_words, "Print each question as it is read: links taken out, in English",
        NULL },
      { "database", 0, 0, G_OPTION_ARG_STRING, &only, "Ask about this database only", "NAME" },
      { "questions", 0, 0, G_OPTION_ARG_FILENAME, &questions,
        "Ask these instead of german.jsonl: everyday.jsonl, office.jsonl and others beside it", "FILE" },
      { NULL } };

typedef struct
{
  guint n;
  guint right; /* the first reading is */
  guint among; /* one of the readings is */
  guint sure; /* shown with confidence */
  guint sure_right;
} Figures;

typedef struct
{
  const char *name;
  StoreFixture *fixture;
  AskWorkspace *workspace;
  AskEngine *engine;
  AskInterpreter *interpreter;
  AskDomain *domain;
  sqlite3 *db;
  Figures figures;
} Database;

static char *
dup_file (const char *name)
{
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");

  return g_build_filename (root != NULL ? root : ".", "tests", "bench", name, NULL);
}

/* The public ones lie where all shared data do. */
static char *
dup_demo (const char *name)
{
  const char *data = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *shared
    = data != NULL ? g_strdup (data) : g_build_filename (root != NULL ? root : ".", "..", "shared", "data", NULL);
  g_autofree char *file = g_strconcat (name, ".sqlite", NULL);

  g_autofree char *demo = g_build_filename (shared, "demo", name, file, NULL);

  if (g_file_test (demo, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&demo);
  return g_build_filename (shared, "spider", "database", name, file, NULL);
}

/* The sample company, as Try the Sample has it. */
static gboolean
write_sample (const char *path, GError **error)
{
  g_autoptr (AskSampleCompany) company = ask_sample_company_new (ASK_SAMPLE_DEFAULT_SEED);

  return ask_sample_sales_file_write (company, path, 2024, error);
}

static gboolean
database_open (Database *self, const char *name)
{
  const char *sql = bench_german_get_sql (name);
  gboolean is_sample = g_str_equal (name, "sales");
  g_autofree char *path = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;

  self->name = name;
  self->fixture = store_fixture_new ();
  path = sql != NULL || is_sample ? store_fixture_file (self->fixture, "made.sqlite") : dup_demo (name);
  if (is_sample && !write_sample (path, &error))
    g_error ("%s", error->message);
  if (sql != NULL)
    store_exec (path, sql);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;
  g_assert_cmpint (sqlite3_open_v2 (path, &self->db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  self->workspace = store_open (self->fixture->path);
  record
    = ask_workspace_add_source (self->workspace, &(AskNewSource) { &ask_sqlite_kind, name, path }, NULL, NULL, &error);
  g_assert_no_error (error);
  schema = ask_workspace_load_schema (self->workspace, &error);
  g_assert_no_error (error);
  self->engine = ask_workspace_open_engine_on (self->workspace, schema, &error);
  g_assert_no_error (error);
  self->interpreter = ask_interpreter_new (self->workspace, self->engine, &error);
  g_assert_no_error (error);
  self->domain = ask_domain_new (self->workspace, schema, NULL, &error);
  g_assert_no_error (error);
  return TRUE;
}

static void
database_close (Database *self)
{
  g_clear_pointer (&self->domain, ask_domain_unref);
  g_clear_pointer (&self->interpreter, ask_interpreter_free);
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->workspace, ask_workspace_close);
  g_clear_pointer (&self->db, sqlite3_close);
  g_clear_pointer (&self->fixture, store_fixture_free);
}

static gboolean
is_right (const TrainExample *golds, guint n, const char *sql)
{
  guint n_rows;

  for (guint i = 0; i < n; i++)
    if (train_is_right_sql (&golds[i], sql, &n_rows))
      return TRUE;
  return FALSE;
}

static void
print_words (Database *self, const char *text)
{
  g_autoptr (AskQuestion) question = ask_question_new (self->domain, text, NULL);

  g_print ("%s\n   ", text);
  for (guint i = 1; i + 1 < question->plain->len; i++)
    g_print (" %s", (const char *) question->plain->pdata[i]);
  g_print ("\n");
}

/* The right query as one of training. */
static TrainExample
make_gold (const Database *self, TrainDatabase *database, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UnderstandRows) rows = understand_rows_run (self->db, sql, MAX_STEPS, UNDERSTAND_MAX_ROWS, &error);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);

  if (rows == NULL)
    g_error ("%s: %s", sql, error->message);
  /* A reference that gives nothing proves nothing. */
  if (rows->n_rows == 0)
    g_error ("%s: gives no rows", sql);
  return (TrainExample) { .database = database,
                          .sql = (char *) sql,
                          .draft = tree != NULL ? ask_draft_from_tree (self->domain, tree, NULL) : NULL };
}

static void
ask (Database *self, const char *question, const char *const *sqls, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskInterpretation) found = NULL;
  TrainDatabase database = { .domain = self->domain, .sqlite = self->db };
  TrainExample golds[MAX_RIGHT];
  int right = -1;

  for (guint i = 0; i < n; i++)
    golds[i] = make_gold (self, &database, sqls[i]);
  if (show_words)
    print_words (self, question);
  found = ask_interpreter_read (self->interpreter, question, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < found->readings->len && right < 0; i++)
    if (is_right (golds, n, ((AskQuestionReading *) found->readings->pdata[i])->sql))
      right = (int) i;
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&golds[i].draft, ask_draft_free);
  self->figures.n++;
  self->figures.right += right == 0;
  self->figures.among += right >= 0;
  self->figures.sure += found->confident;
  self->figures.sure_right += found->confident && right == 0;
  if (show_errors && right != 0)
    g_print ("%s %s%s: %s\n    wanted %s\n    found  %s\n", right > 0 ? "-" : "!", self->name,
             found->confident ? " (sure)" : "", question, sqls[0],
             found->readings->len > 0 ? ((AskQuestionReading *) found->readings->pdata[0])->sql : "nothing");
}

static void
print_row (const char *name, const Figures *figures)
{
  double n = MAX (figures->n, 1);

  g_print ("| %s | %u | %.1f %% | %.1f %% | %.1f %% | %.1f %% |\n", name, figures->n, 100 * figures->right / n,
           100 * figures->among / n, 100 * figures->sure / n, 100.0 * figures->sure_right / MAX (figures->sure, 1));
}

static void
ask_one (Database *self, JsonObject *object)
{
  JsonArray *also = json_object_has_member (object, "also") ? json_object_get_array_member (object, "also") : NULL;
  const char *sqls[MAX_RIGHT] = { ask_json_get_string (object, "sql") };
  guint n = 1;

  for (guint i = 0; also != NULL && i < json_array_get_length (also) && n < MAX_RIGHT; i++)
    sqls[n++] = json_array_get_string_element (also, i);
  ask (self, ask_json_get_string (object, "question"), sqls, n);
}

/* The questions of the file that are asked, in its order. */
static GPtrArray *
read_questions (const char *text)
{
  GPtrArray *asked = g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = *lines[i] != '\0' ? ask_json_parse (lines[i], -1, &error) : NULL;

      g_assert_no_error (error);
      if (node == NULL)
        continue;
      g_ptr_array_add (asked, json_node_dup_object (node));
    }
  return asked;
}

static void
add_figures (Figures *all, const Figures *some)
{
  all->n += some->n;
  all->right += some->right;
  all->among += some->among;
  all->sure += some->sure;
  all->sure_right += some->sure_right;
}

/* Those of one database. */
static void
ask_all (const char *name, GPtrArray *asked, Figures *all)
{
  Database database = { 0 };

  if (only != NULL && !g_str_equal (only, name))
    return;
  if (!database_open (&database, name))
    {
      g_print ("%s is not here: set ASKDATA_SHARED_DATA.\n", name);
      database_close (&database);
      return;
    }
  for (guint i = 0; i < asked->len; i++)
    if (g_str_equal (ask_json_get_string (asked->pdata[i], "database"), name))
      ask_one (&database, asked->pdata[i]);
  print_row (name, &database.figures);
  add_figures (all, &database.figures);
  database_close (&database);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) asked = NULL;
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GDate) today = NULL;
  Figures all = { 0 };

  setlocale (LC_ALL, "C.UTF-8");
  /* "Last year" is one that the sample company has. */
  today = g_date_new_dmy (15, G_DATE_JANUARY, 2026);
  ask_question_set_today (today);
  g_option_context_add_main_entries (context, options, NULL);
  if (g_option_context_parse (context, &argc, &argv, &error))
    path = questions != NULL ? g_strdup (questions) : dup_file ("german.jsonl");
  if (path == NULL || !g_file_get_contents (path, &text, NULL, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  asked = read_questions (text);
  g_print ("| database | questions | right | right among the readings | sure | of these right |\n");
  g_print ("| --- | --- | --- | --- | --- | --- |\n");
  for (guint i = 0; i < asked->len; i++)
    {
      const char *name = ask_json_get_string (asked->pdata[i], "database");

      if (name != NULL && g_hash_table_add (done, (gpointer) name))
        ask_all (name, asked, &all);
    }
  print_row ("all", &all);
  return 0;
}
