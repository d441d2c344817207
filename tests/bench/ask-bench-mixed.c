/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-mixed --weights DIR [--fold K] [--ratio P] [--joined] [--remember] [--errors] [--report FILE]: what is lost
 * where a part of the tables lies behind a web API. The questions of one fold of Spider's databases are read and run twice,
 * as a person asks them, with weights that have not seen these: over the database as a file, and over a file with the
 * rest of it beside an API with the others. With --ratio 0 there is the file alone. Run by hand; see README.md.
 */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "bench/ask-ratio.h"
#include "support/ask-test-folder.h"
#include "train/ask-train.h"
#include "understand/interpret/ask-interpret.h"

static char *data;
static char *weights;
static char *scratch;
static char *only;
static int fold;
static int ratio = 50;
static int n_databases = G_MAXINT;
static gboolean joined;
static gboolean remember;
static gboolean show_errors;
static char *report;
static FILE *reported;

static const GOptionEntry options[]
  = { { "data", 0, 0, G_OPTION_ARG_FILENAME, &data, "The folder of public data", "DIR" },
      { "weights", 0, 0, G_OPTION_ARG_FILENAME, &weights, "Where ask-train left weights.0 to weights.4", "DIR" },
      { "scratch", 0, 0, G_OPTION_ARG_FILENAME, &scratch, "Keep the workspaces of whole databases there", "DIR" },
      { "fold", 0, 0, G_OPTION_ARG_INT, &fold, "Which fold is asked (0)", "K" },
      { "ratio", 0, 0, G_OPTION_ARG_INT, &ratio, "Percent of the tables behind an API (50)", "P" },
      { "databases", 0, 0, G_OPTION_ARG_INT, &n_databases, "No more than these of the fold", "N" },
      { "database", 0, 0, G_OPTION_ARG_STRING, &only, "This one only", "NAME" },
      { "joined", 0, 0, G_OPTION_ARG_NONE, &joined, "A steward has declared the keys that the whole database declares",
        NULL },
      { "remember", 0, 0, G_OPTION_ARG_NONE, &remember,
        "A steward allows the API's values to be kept (--remember-values)", NULL },
      { "errors", 0, 0, G_OPTION_ARG_NONE, &show_errors, "Print questions that are right over one of them only", NULL },
      { "report", 0, 0, G_OPTION_ARG_FILENAME, &report,
        "Write what the file alone gives there: right, database, hardness, score, sure, question, right query, reading",
        "FILE" },
      G_OPTION_ENTRY_NULL };

/** Side: a workspace that questions are asked of, and how many are right */
typedef struct
{
  AskWorkspace *workspace;
  AskEngine *engine;
  AskInterpreter *interpreter;
  guint n;
  guint right;
  guint sure;
  guint sure_right;
  guint failed; /* the reading did not run, or gave fewer rows or more than SQLite gives */
  double ms;
} Side;

/** Answer: of one side to one question */
typedef struct
{
  gboolean right;
  gboolean confident;
  double score;
  char *sql;
} Answer;

static gboolean
side_open (Side *self, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (self->workspace, error);

  if (schema == NULL)
    return FALSE;
  self->engine = ask_workspace_open_engine_on (self->workspace, schema, error);
  self->interpreter = self->engine != NULL ? ask_interpreter_new (self->workspace, self->engine, error) : NULL;
  return self->interpreter != NULL;
}

static void
side_close (Side *self)
{
  g_clear_pointer (&self->interpreter, ask_interpreter_free);
  g_clear_pointer (&self->engine, ask_engine_free);
}

static gboolean
ask (Side *self, const TrainExample *example, Answer *answer, GError **error)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (AskInterpretation) found = ask_interpreter_read (self->interpreter, example->text, NULL, error);
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) failure = NULL;
  guint n_rows = 0;

  if (found == NULL)
    return FALSE;
  self->ms += (double) (g_get_monotonic_time () - start) / 1000.0;
  self->n++;
  self->sure += found->confident;
  answer->confident = found->confident;
  if (found->readings->len == 0)
    return TRUE;
  answer->score = ((AskQuestionReading *) found->readings->pdata[0])->score;
  answer->sql = g_strdup (((AskQuestionReading *) found->readings->pdata[0])->sql);
  answer->right = train_is_right_sql (example, answer->sql, &n_rows);
  if (answer->right)
    {
      result = ask_engine_query (self->engine, answer->sql, NULL, NULL, NULL, &failure);
      answer->right = result != NULL && ask_rows_get_n_rows (result->rows) == n_rows;
      self->failed += !answer->right;
      if (!answer->right)
        g_print ("%s: %s: %s\n", example->database->name, answer->sql,
                 failure != NULL ? failure->message : "other rows");
    }
  self->right += answer->right;
  self->sure_right += found->confident && answer->right;
  return TRUE;
}

static void
write_answer (const TrainExample *example, const Answer *answer)
{
  fprintf (reported, "%s\t%s\t%s\t%.3f\t%s\t%s\t%s\t%s\n", answer->right ? "right" : "wrong", example->database->name,
           example->hardness, answer->score, answer->confident ? "sure" : "asked", example->text, example->sql,
           answer->sql != NULL ? answer->sql : "");
}

static gboolean
ask_all (TrainSet *set, TrainDatabase *database, Side *whole, Side *mixed, GError **error)
{
  for (guint i = 0; i < set->examples->len; i++)
    {
      TrainExample *example = train_example (set, i);
      Answer a = { FALSE, FALSE, 0, NULL };
      Answer b = { FALSE, FALSE, 0, NULL };
      gboolean asked = TRUE;

      if (example->database != database)
        continue;
      asked = ask (whole, example, &a, error) && (mixed->interpreter == NULL || ask (mixed, example, &b, error));
      if (asked && reported != NULL)
        write_answer (example, &a);
      if (asked && show_errors && a.right != b.right)
        g_print ("%c %s: %s\n    right %s\n    file  %s\n    mixed %s\n", a.right ? '-' : '+', database->name,
                 example->text, example->sql, a.sql, b.sql);
      g_free (a.sql);
      g_free (b.sql);
      if (!asked)
        return FALSE;
    }
  return TRUE;
}

/* Nothing lies behind an API. */
static gboolean
run_file (TrainSet *set, TrainDatabase *database, Side *whole, Side *mixed, GError **error)
{
  gboolean run;

  whole->workspace = database->workspace;
  run = side_open (whole, error) && ask_all (set, database, whole, mixed, error);
  side_close (whole);
  if (!run)
    g_prefix_error (error, "%s: ", database->name);
  return run;
}

static gboolean
run_database (TrainSet *set, TrainDatabase *database, const char *folder, Side *whole, Side *mixed, GError **error)
{
  g_autofree char *databases = g_build_filename (data, "spider", "database", NULL);
  RatioDatabase *ratios
    = ratio_database_open (databases, database->name,
                           g_ptr_array_new_with_free_func ((GDestroyNotify) ratio_query_free), 1, error);
  g_autofree char *rest = ratios != NULL ? ratio_copy_rest (ratios, (guint) ratio, folder, error) : NULL;
  RatioApi *api = rest != NULL ? ratio_api_new (ratios, (guint) ratio, folder) : NULL;
  gboolean run;

  whole->workspace = database->workspace;
  mixed->workspace = api != NULL
                       ? ratio_workspace_open (ratios, api, rest, folder,
                                               &(RatioSteward) { database->domain->schema, joined, remember }, error)
                       : NULL;
  run = mixed->workspace != NULL && side_open (whole, error) && side_open (mixed, error)
        && ask_all (set, database, whole, mixed, error);
  side_close (whole);
  side_close (mixed);
  g_clear_pointer (&mixed->workspace, ask_workspace_close);
  g_clear_pointer (&api, ratio_api_free);
  g_clear_pointer (&ratios, ratio_database_free);
  if (!run)
    g_prefix_error (error, "%s: ", database->name);
  return run;
}

static void
print_side (const char *name, const Side *self)
{
  double n = MAX (self->n, 1);

  g_print ("%-12s right %.1f %%, sure %.1f %%, of these right %.1f %%, of the right ones not run as they should %u, "
           "%.0f ms a question\n",
           name, 100.0 * self->right / n, 100.0 * self->sure / n, 100.0 * self->sure_right / MAX (self->sure, 1),
           self->failed, self->ms / n);
}

static gboolean
run (GError **error)
{
  g_autoptr (TrainSet) set = train_set_list (data, G_MAXUINT, error);
  g_autofree char *folder = NULL;
  Side whole = { NULL };
  Side mixed = { NULL };
  gboolean asked = TRUE;

  if (set == NULL)
    return FALSE;
  train_set_keep_fold (set, (guint) fold);
  if (!train_set_open (set, data, scratch, error) || !train_set_link (set, error))
    return FALSE;
  folder = ask_test_folder_new ("askdata-mixed-XXXXXX");
  for (guint i = 0, n = 0; asked && i < set->databases->len && n < (guint) n_databases; i++)
    {
      TrainDatabase *database = set->databases->pdata[i];

      if (only != NULL && strcmp (only, database->name) != 0)
        continue;
      asked = ratio == 0 ? run_file (set, database, &whole, &mixed, error)
                         : run_database (set, database, folder, &whole, &mixed, error);
      n++;
    }
  ask_test_folder_remove (folder);
  if (!asked)
    return FALSE;
  g_print ("%u questions of fold %d, %d %% of the tables behind an API%s%s\n", whole.n, fold, ratio,
           joined ? ", keys declared" : "", remember ? ", values remembered" : "");
  print_side ("one file", &whole);
  if (ratio > 0)
    print_side ("mixed", &mixed);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- what is lost where tables lie behind a web API");
  g_autofree char *overlay = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || weights == NULL || fold < 0 || fold >= TRAIN_FOLDS
      || ratio < 0 || ratio > 100)
    {
      g_printerr ("%s\n",
                  error != NULL ? error->message : "Say --weights, a fold from 0 to 4, and a ratio from 0 to 100.");
      return 2;
    }
  /* The program's own weights have seen these databases; those of the fold stand in their place. */
  name = g_strdup_printf ("weights.%d", fold);
  folder = g_canonicalize_filename (weights, NULL);
  path = g_build_filename (folder, name, NULL);
  overlay = g_strconcat ("/com/example/AskData/understand/weights=", path, NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_printerr ("%s is not there.\n", path);
      return 2;
    }
  g_setenv ("G_RESOURCE_OVERLAYS", overlay, TRUE);
  if (report != NULL && (reported = fopen (report, "w")) == NULL)
    {
      g_printerr ("%s cannot be written: %s\n", report, g_strerror (errno));
      return 1;
    }
  if (data == NULL)
    data = train_data_dup ();
  if (scratch != NULL)
    g_mkdir_with_parents (scratch, 0755);
  if (!run (&error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  if (reported != NULL && fclose (reported) != 0)
    {
      g_printerr ("%s cannot be written: %s\n", report, g_strerror (errno));
      return 1;
    }
  return 0;
}
