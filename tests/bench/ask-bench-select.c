/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-select [--weights DIR] [--data DIR] [--databases N] [--entities N] [--together]: how much of what right queries
 * read is among what is selected, over Spider's questions, each with weights that have not seen its database; the same
 * where all databases are one domain; and how long a question takes over a made database of many tables. Run by hand;
 * see README.md.
 */
#include "config.h"

#include <locale.h>
#include <string.h>

#include "bench/ask-bench-times.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-parser.h"
#include "support/ask-test-folder.h"
#include "train/ask-train.h"
#include "understand/interpret/ask-interpret.h"
#include "understand/interpret/ask-selection.h"
#include "understand/interpret/ask-sketch-book.h"
#include "understand/select/ask-select.h"

typedef struct
{
  guint n;
  guint met;
  guint questions;
  guint whole; /* questions all of whose things are there */
  guint selected;
} Recall;

static void
count (Recall *self, guint n, guint met, guint selected)
{
  self->n += n;
  self->met += met;
  self->questions++;
  self->whole += n == met;
  self->selected += selected;
}

static void
print_recall (const char *what, const Recall *self)
{
  g_print ("%-44s recall %5.2f %%, all of a question's %5.2f %%, selected %.1f on average\n", what,
           100.0 * self->met / MAX (self->n, 1), 100.0 * self->whole / MAX (self->questions, 1),
           (double) self->selected / MAX (self->questions, 1));
}

static gboolean
selects (const GArray *items, guint place)
{
  for (guint i = 0; i < items->len; i++)
    if (g_array_index (items, AskSelectionItem, i).place == place)
      return TRUE;
  return FALSE;
}

/* Returns: (element-type utf8): the tables of a query, as it names them, each once */
static GPtrArray *
list_tables (const char *sql)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  g_autoptr (GArray) tables = tree != NULL ? ask_sql_select_find_tables (tree->select) : NULL;

  for (guint i = 0; tables != NULL && i < tables->len; i++)
    {
      char *name = g_ascii_strdown (g_array_index (tables, AskSqlTableUse, i).name, -1);

      if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_free (name);
      else
        g_ptr_array_add (names, name);
    }
  return names;
}

static void
count_selected (const TrainExample *example, Recall *entities, Recall *attributes)
{
  AskDomain *domain = example->database->domain;
  g_autoptr (AskSelection) selection
    = ask_selection_new (example->guess, ASK_SELECTION_ENTITIES, ASK_SELECTION_ATTRIBUTES);
  g_autoptr (GPtrArray) tables = list_tables (example->sql);
  guint n = 0;
  guint met = 0;

  for (guint i = 0; i < tables->len; i++)
    {
      int entity = ask_domain_find_entity (domain, tables->pdata[i]);

      met += entity >= 0 && selects (selection->entities, (guint) entity);
    }
  count (entities, tables->len, met, selection->entities->len);
  met = 0;
  for (guint a = 0; a < domain->attributes->len; a++)
    if (example->roles[a] != 0)
      {
        n++;
        met += selects (selection->attributes, a);
      }
  if (example->draft != NULL)
    count (attributes, n, met, selection->attributes->len);
}

static gboolean
measure_selection (TrainSet *set, const char *weights, GError **error)
{
  TrainFile *files[TRAIN_FOLDS] = { NULL };
  Recall entities = { 0 };
  Recall attributes = { 0 };
  Recall many_entities = { 0 };
  Recall many_attributes = { 0 };

  if (!train_files_load (files, TRAIN_FOLDS, weights, error) || !train_set_link (set, error))
    return FALSE;
  train_guess_all (set, files);
  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);
      AskDomain *domain = example->database->domain;

      count_selected (example, &entities, &attributes);
      if (domain->entities->len > ASK_SELECTION_ENTITIES || domain->attributes->len > ASK_SELECTION_ATTRIBUTES)
        count_selected (example, &many_entities, &many_attributes);
    }
  print_recall ("tables, 8 at most", &entities);
  print_recall ("columns, 40 at most", &attributes);
  print_recall ("tables, where there are more to choose from", &many_entities);
  print_recall ("columns, where there are more to choose from", &many_attributes);
  return TRUE;
}

static void
print_times (const char *what, double *times, guint n)
{
  qsort (times, n, sizeof *times, bench_compare_times);
  if (n > 0)
    g_print ("%s: median %.1f ms, 95 %% within %.1f ms\n", what, times[n / 2], times[n * 95 / 100]);
}

/* The whole way of the program, routing and trials and all, for some of the questions. */
static gboolean
measure_program (TrainSet *set, AskWorkspace *workspace, GError **error)
{
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (AskInterpreter) interpreter = engine != NULL ? ask_interpreter_new (workspace, engine, error) : NULL;
  double times[100];
  guint step = MAX (set->examples->len / G_N_ELEMENTS (times), 1);
  guint n = 0;

  if (interpreter == NULL)
    return FALSE;
  for (guint i = 0; i < set->examples->len && n < G_N_ELEMENTS (times); i += step)
    {
      double start = train_get_ms ();
      g_autoptr (AskInterpretation) answer
        = ask_interpreter_read (interpreter, train_example (set, i)->text, NULL, error);

      if (answer == NULL)
        return FALSE;
      times[n++] = train_get_ms () - start;
    }
  print_times ("a question, after routing, with all trials", times, n);
  return TRUE;
}

/* All databases side by side, without routing: what is left of 700 entities when 40 are. */
static gboolean
measure_together (TrainSet *set, const char *data, GError **error)
{
  g_autofree char *path = g_build_filename (set->scratch, "together.askdata", NULL);
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, error);
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskDomain) domain = NULL;
  g_autoptr (AskSelector) selector = NULL;
  g_autofree double *times = g_new0 (double, set->examples->len + 1);
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Recall recall = { 0 };
  gint64 start;

  for (guint i = 0; workspace != NULL && i < set->databases->len; i++)
    {
      const char *name = ((TrainDatabase *) g_ptr_array_index (set->databases, i))->name;
      g_autofree char *file = g_strdup_printf ("%s/spider/database/%s/%s.sqlite", data, name, name);
      g_autoptr (AskSourceRecord) record
        = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sqlite_kind, name, file }, NULL, NULL, error);

      if (record == NULL)
        return FALSE;
    }
  schema = workspace != NULL ? ask_workspace_load_schema (workspace, error) : NULL;
  if (schema == NULL)
    return FALSE;
  start = g_get_monotonic_time ();
  domain = ask_domain_new (workspace, schema, NULL, error);
  if (domain == NULL)
    return FALSE;
  selector = ask_selector_new (domain);
  g_print ("\n%u entities of %u databases as one domain, which is made in %.0f ms\n", domain->entities->len,
           set->databases->len, 1e-3 * (double) (g_get_monotonic_time () - start));
  for (guint e = 0; e < domain->entities->len; e++)
    {
      const AskEntity *entity = ask_domain_entity (domain, e)->entity;
      g_autofree char *name = g_strdup_printf ("%s\n%s", entity->source, entity->table);

      g_hash_table_insert (places, g_ascii_strdown (name, -1), GUINT_TO_POINTER (e + 1));
    }
  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);
      g_autoptr (GPtrArray) tables = list_tables (example->sql);
      g_autoptr (GArray) found = NULL;
      double began = train_get_ms ();
      guint met = 0;

      found = ask_selector_find (selector, example->text, ASK_SELECT_MAX_ENTITIES, error);
      times[i] = train_get_ms () - began;
      if (found == NULL)
        return FALSE;
      for (guint t = 0; t < tables->len; t++)
        {
          g_autofree char *name = g_strdup_printf ("%s\n%s", example->database->name, (char *) tables->pdata[t]);
          g_autofree char *key = g_ascii_strdown (name, -1);
          guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, key));

          for (guint k = 0; k < found->len; k++)
            met += place > 0 && g_array_index (found, AskSelected, k).entity == place - 1;
        }
      count (&recall, tables->len, met, found->len);
    }
  print_recall ("tables, 40 at most, by words and values", &recall);
  print_times ("selecting", times, set->examples->len);
  return measure_program (set, workspace, error);
}

static const char *const kinds[]
  = { "retail", "online", "regional", "legacy", "partner", "annual", "monthly", "internal", "public",   "medical",
      "school", "travel", "garden",   "marine", "rural",   "urban",  "digital", "printed",  "seasonal", "foreign" };
static const char *const things[]
  = { "invoice",  "student", "flight",  "album",   "hospital", "book",   "player", "store",    "course",
      "employee", "machine", "station", "museum",  "ship",     "farm",   "song",   "customer", "product",
      "teacher",  "match",   "film",    "vehicle", "hotel",    "ticket", "project" };
static const char *const traits[]
  = { "title",  "price",  "weight", "color", "city",  "country", "opened", "capacity", "rating",
      "status", "height", "budget", "email", "phone", "salary",  "length", "age",      "level" };
static const char *const words[] = { "Lyon", "Berlin", "Oslo", "Madrid", "Vienna", "Porto", "Turin", "Bergen", "Graz" };

static char *
make_name (guint i)
{
  guint n = G_N_ELEMENTS (kinds) * G_N_ELEMENTS (things);
  const char *kind = kinds[i % G_N_ELEMENTS (kinds)];
  const char *thing = things[i / G_N_ELEMENTS (kinds) % G_N_ELEMENTS (things)];
  const char *trait = traits[i / n % G_N_ELEMENTS (traits)];

  if (i < n)
    return g_strdup_printf ("%s_%s", kind, thing);
  return g_strdup_printf ("%s_%s_%s_%s", kind, thing, trait,
                          words[i / n / G_N_ELEMENTS (traits) % G_N_ELEMENTS (words)]);
}

/* Tables of nine columns, each with a key to one before, from @first on. */
static gboolean
make_database (const char *path, guint first, guint n, GError **error)
{
  sqlite3 *file = NULL;
  gboolean done
    = sqlite3_open (path, &file) == SQLITE_OK && sqlite3_exec (file, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;

  for (guint i = first; done && i < first + n; i++)
    {
      g_autofree char *name = make_name (i);
      g_autofree char *other = make_name (first + (i - first) / 3);
      g_autoptr (GString) sql = g_string_new (NULL);

      g_string_append_printf (sql, "CREATE TABLE %s (id INTEGER PRIMARY KEY, name TEXT", name);
      for (guint k = 0; k < 6; k++)
        g_string_append_printf (sql, ", %s %s", traits[(i + 3 * k) % G_N_ELEMENTS (traits)],
                                k % 2 == 0 ? "TEXT" : "REAL");
      g_string_append_printf (sql, ", %s_id INTEGER REFERENCES %s); ", other, other);
      for (guint r = 0; r < 8; r++)
        {
          g_string_append_printf (sql, "INSERT INTO %s VALUES (%u, '%s %u'", name, r + 1, words[r], i);
          for (guint k = 0; k < 6; k++)
            g_string_append_printf (sql, k % 2 == 0 ? ", '%s'" : ", length('%s') * 1.5", words[(i + k + r) % 9]);
          g_string_append_printf (sql, ", %u); ", r + 1);
        }
      done = sqlite3_exec (file, sql->str, NULL, NULL, NULL) == SQLITE_OK;
    }
  done = done && sqlite3_exec (file, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
  if (!done)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", path, sqlite3_errmsg (file));
  sqlite3_close (file);
  return done;
}

static char *
make_question (guint i, guint n)
{
  g_autofree char *name = make_name ((i * 7919) % n);
  g_autofree char *plain = g_strdelimit (g_strdup (name), "_", ' ');
  const char *trait = traits[((i * 7919) % n) % G_N_ELEMENTS (traits)];

  switch (i % 4)
    {
    case 0:
      return g_strdup_printf ("How many %ss are there?", plain);
    case 1:
      return g_strdup_printf ("What are the names of the %ss with %s %s?", plain, trait, words[i % 9]);
    case 2:
      return g_strdup_printf ("Show the number of %ss for each %s.", plain, trait);
    default:
      return g_strdup_printf ("Which %s has the highest id, and what is its %s?", plain, trait);
    }
}

/* Of tables that are only in a schema: what is made once, and what a question takes without trials. */
static gboolean
measure_reading (const char *folder, guint n_entities, GError **error)
{
  g_autofree char *file = g_build_filename (folder, "read.sqlite", NULL);
  g_autofree char *path = g_build_filename (folder, "read.askdata", NULL);
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, error);
  g_autoptr (AskSketchBook) book = ask_sketch_book_new (ask_weights_get_default (), error);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskDomain) domain = NULL;
  g_autoptr (AskSelector) selector = NULL;
  AskSourceConfig *config = NULL;
  double selecting[40];
  double reading[40];
  double start;

  if (workspace == NULL || book == NULL || !make_database (file, 0, n_entities, error))
    return FALSE;
  config = ask_source_config_new ("made", &ask_sqlite_kind, file);
  source = ask_source_new (config, error);
  found = source != NULL ? ask_source_introspect (source, NULL, error) : NULL;
  ask_source_config_unref (config);
  start = train_get_ms ();
  domain = found != NULL ? ask_domain_new (workspace, found->schema, NULL, error) : NULL;
  if (domain == NULL)
    return FALSE;
  selector = ask_selector_new (domain);
  g_print ("\n%u tables, %u columns: the domain and its index are made once in %.0f ms\n", domain->entities->len,
           domain->attributes->len, train_get_ms () - start);
  for (guint i = 0; i < G_N_ELEMENTS (reading); i++)
    {
      g_autofree char *text = make_question (i, n_entities);
      g_autoptr (AskDomain) cut = NULL;
      g_autoptr (AskQuestion) question = NULL;
      g_autoptr (AskGuess) guess = NULL;
      g_autoptr (GArray) choices = NULL;
      g_autoptr (GPtrArray) candidates = NULL;

      start = train_get_ms ();
      cut = ask_selector_cut (selector, text, ASK_SELECT_MAX_ENTITIES, error);
      selecting[i] = train_get_ms () - start;
      question = cut != NULL ? ask_question_new (cut, text, error) : NULL;
      if (question == NULL)
        return FALSE;
      guess = ask_guess_new (question, ask_weights_get_default ());
      ask_guess_all (guess);
      choices = ask_sketch_book_choose (book, guess, ASK_SKETCH_CHOICES);
      candidates = ask_candidates_find (guess, choices, 100);
      reading[i] = train_get_ms () - start;
    }
  print_times ("selecting", selecting, G_N_ELEMENTS (selecting));
  print_times ("from words to candidates", reading, G_N_ELEMENTS (reading));
  return TRUE;
}

/* Registers them, as many tables in each of the databases. */
static gboolean
register_all (AskWorkspace *workspace, const char *folder, guint n_entities, guint n_sources, GError **error)
{
  for (guint s = 0; s < n_sources; s++)
    {
      guint first = n_entities / n_sources * s;
      guint n = s + 1 < n_sources ? n_entities / n_sources : n_entities - first;
      g_autofree char *name = g_strdup_printf ("made%u", s);
      g_autofree char *file = g_strdup_printf ("%s/%s.sqlite", folder, name);
      g_autoptr (AskSourceRecord) record = NULL;

      if (make_database (file, first, n, error))
        record
          = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sqlite_kind, name, file }, NULL, NULL, error);
      if (record == NULL)
        return FALSE;
    }
  return TRUE;
}

/* The whole way of the program, from words to readings that were tried. */
static gboolean
measure_times (const char *folder, guint n_entities, guint n_sources, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "made.askdata", NULL);
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, error);
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskInterpreter) interpreter = NULL;
  double times[40];
  double work[40];
  guint n_named = 0;

  if (workspace == NULL || !register_all (workspace, folder, n_entities, n_sources, error))
    return FALSE;
  engine = ask_workspace_open_engine (workspace, error);
  interpreter = engine != NULL ? ask_interpreter_new (workspace, engine, error) : NULL;
  for (guint i = 0; interpreter != NULL && i <= G_N_ELEMENTS (times); i++)
    {
      g_autofree char *question = make_question (i, n_entities);
      g_autofree char *name = make_name ((i * 7919) % n_entities);
      gint64 start = g_get_monotonic_time ();
      double begun = train_get_ms ();
      g_autoptr (AskInterpretation) answer = ask_interpreter_read (interpreter, question, NULL, error);
      double worked = train_get_ms () - begun;
      double ms = 1e-3 * (double) (g_get_monotonic_time () - start);
      const AskQuestionReading *first;

      if (answer == NULL)
        return FALSE;
      if (i == 0)
        {
          g_print ("\n%u tables in %u sources: the first question, with all that is made once, %.0f ms\n", n_entities,
                   n_sources, ms);
          continue;
        }
      times[i - 1] = ms;
      work[i - 1] = worked;
      first = answer->readings->len > 0 ? g_ptr_array_index (answer->readings, 0) : NULL;
      n_named += first != NULL && strstr (first->sql, name) != NULL;
    }
  if (interpreter == NULL)
    return FALSE;
  print_times ("a question after it", times, G_N_ELEMENTS (times));
  print_times ("of which the processor", work, G_N_ELEMENTS (work));
  g_print ("the first reading is about the table that the question names: %u of %zu\n", n_named, G_N_ELEMENTS (times));
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autofree char *weights = NULL;
  g_autoptr (TrainSet) set = NULL;
  int n_databases = G_MAXINT;
  int n_entities = 0;
  int n_sources = 1;
  gboolean together = FALSE;
  gboolean reading_only = FALSE;
  gboolean done = TRUE;
  const GOptionEntry entries[] = {
    { "data", 0, 0, G_OPTION_ARG_FILENAME, &data, "The folder of public data", "DIR" },
    { "weights", 0, 0, G_OPTION_ARG_FILENAME, &weights, "Where ask-train left weights.0 to weights.4", "DIR" },
    { "databases", 0, 0, G_OPTION_ARG_INT, &n_databases, "No more than these", "N" },
    { "entities", 0, 0, G_OPTION_ARG_INT, &n_entities, "Time questions over a made database of so many tables", "N" },
    { "sources", 0, 0, G_OPTION_ARG_INT, &n_sources, "Of these, spread over so many databases (1)", "N" },
    { "reading-only", 0, 0, G_OPTION_ARG_NONE, &reading_only, "Of these, register no source and run nothing", NULL },
    { "together", 0, 0, G_OPTION_ARG_NONE, &together, "Select among all databases at once", NULL },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("- how much of what a query reads is selected");
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || (weights == NULL && n_entities == 0 && !together))
    {
      g_printerr ("%s\n", error != NULL ? error->message : "Say --weights, --together or --entities.");
      return 2;
    }
  if (data == NULL)
    data = train_data_dup ();
  if (weights != NULL || together)
    set = train_set_load (data, NULL, (guint) n_databases, &error);
  done = error == NULL && (weights == NULL || measure_selection (set, weights, &error))
         && (!together || measure_together (set, data, &error));
  if (done && n_entities > 0)
    {
      g_autofree char *folder = g_dir_make_tmp ("ask-bench-select-XXXXXX", &error);

      done = folder != NULL && measure_reading (folder, (guint) n_entities, &error)
             && (reading_only
                 || measure_times (folder, (guint) n_entities, (guint) CLAMP (n_sources, 1, n_entities), &error));
      if (folder != NULL)
        ask_test_folder_remove (folder);
    }
  if (!done)
    g_printerr ("%s\n", error->message);
  return done ? 0 : 1;
}
