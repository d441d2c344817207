/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * loop: asks questions of public databases, a share of whose tables lies behind a web API, as a person asks them, and
 * says how many are answered as the reference query does, and at what cost. The model is any server that speaks the
 * chat completions protocol (--url, --model), or whoever writes files (--files), or the reference query itself
 * (--oracle), which tells what is lost without any model. A run over files goes on where it stopped.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

#include "agent/loop.h"
#include "base/ask-json.h"
#include "bench/ask-ratio.h"
#include "support/ask-test-folder.h"

static char *data;
static char *from;
static char *weights;
static char *files;
static char *url;
static char *model_name;
static char *only;
static char *agent;
static AskAgentKind agent_kind;
static int fold = -1;
static int ratio = 50;
static int n_questions = 60;
static int seed = -1;
static int least;
static gboolean oracle;
static gboolean no_here;
static gboolean no_wait;
static gboolean joined;
static gboolean show_errors;

static const GOptionEntry options[]
  = { { "data", 0, 0, G_OPTION_ARG_FILENAME, &data, "The folder of public data", "DIR" },
      { "from", 0, 0, G_OPTION_ARG_FILENAME, &from, "Questions: a file like train.json (spider/train.json)", "FILE" },
      { "fold", 0, 0, G_OPTION_ARG_INT, &fold, "Only databases of this fold, 0 to 4", "K" },
      { "weights", 0, 0, G_OPTION_ARG_FILENAME, &weights, "With --fold: weights.K there have not seen its databases",
        "DIR" },
      { "database", 0, 0, G_OPTION_ARG_STRING, &only, "Only this database", "NAME" },
      { "n", 'n', 0, G_OPTION_ARG_INT, &n_questions, "So many questions, spread evenly (60)", "N" },
      { "seed", 0, 0, G_OPTION_ARG_INT, &seed,
        "Draw them instead: as many of each hardness, of as many databases as there are", "S" },
      { "ratio", 0, 0, G_OPTION_ARG_INT, &ratio, "Percent of the tables behind an API (50)", "P" },
      { "joined", 0, 0, G_OPTION_ARG_NONE, &joined, "A steward has declared the keys that the whole database declares",
        NULL },
      { "url", 0, 0, G_OPTION_ARG_STRING, &url, "A model's server; its key is in ASKDATA_MODEL_KEY", "URL" },
      { "model", 0, 0, G_OPTION_ARG_STRING, &model_name, "The model's name there", "NAME" },
      { "files", 0, 0, G_OPTION_ARG_FILENAME, &files, "Prompts are written to DIR/N-T.prompt, replies read from .reply",
        "DIR" },
      { "no-wait", 0, 0, G_OPTION_ARG_NONE, &no_wait, "With --files: leave questions open whose reply is not there yet",
        NULL },
      { "oracle", 0, 0, G_OPTION_ARG_NONE, &oracle, "The reference query is the model's reply", NULL },
      { "agent", 0, 0, G_OPTION_ARG_STRING, &agent, "react (AskData's own), plain or pipeline", "NAME" },
      { "no-here", 0, 0, G_OPTION_ARG_NONE, &no_here, "Nothing is answered without the model", NULL },
      { "least", 0, 0, G_OPTION_ARG_INT, &least, "Fail where fewer percent of the answers are right", "P" },
      { "errors", 0, 0, G_OPTION_ARG_NONE, &show_errors, "Print what is not right", NULL },
      G_OPTION_ENTRY_NULL };

/** Count: of the questions of one hardness */
typedef struct
{
  guint n;
  guint right;
  guint here; /* answered without a model */
  guint turns;
  guint calls;
  guint repairs;
  gint64 sent;
  gint64 tokens;
} Count;

/** Loop: @open: questions that wait for a reply; @done: (nullable): JSON lines by the question's number */
typedef struct
{
  AskModel *model; /* nullable */
  char *folder;
  Count counts[RATIO_N_LEVELS + 1]; /* the last of all */
  guint open;
  GHashTable *done;
  GString *lines;
} Loop;

static RatioLevel
get_level (const TrainExample *example)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (example->sql, -1, NULL);

  return tree != NULL ? ratio_get_level (tree) : RATIO_EXTRA;
}

static void
shuffle (GPtrArray *array, GRand *rand)
{
  for (guint i = array->len; i > 1; i--)
    {
      guint j = (guint) g_rand_int_range (rand, 0, (gint32) i);
      gpointer kept = array->pdata[i - 1];

      array->pdata[i - 1] = array->pdata[j];
      array->pdata[j] = kept;
    }
}

/* The next of @left of that hardness whose database has the fewest in @chosen. Returns: (nullable) */
static TrainExample *
draw_one (GPtrArray *left, RatioLevel level, GPtrArray *chosen)
{
  TrainExample *best = NULL;
  guint fewest = G_MAXUINT;

  for (guint i = 0; i < left->len && fewest > 0; i++)
    {
      TrainExample *example = left->pdata[i];
      guint n = 0;

      if (get_level (example) != level)
        continue;
      for (guint c = 0; c < chosen->len; c++)
        n += ((TrainExample *) chosen->pdata[c])->database == example->database;
      if (n < fewest)
        {
          best = example;
          fewest = n;
        }
    }
  return best;
}

/* A hardness that has too few leaves its place to the next. */
static void
draw (TrainSet *set, guint n, GPtrArray *chosen)
{
  g_autoptr (GPtrArray) left = g_ptr_array_copy (set->examples, NULL, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) seed);

  g_ptr_array_set_free_func (left, NULL);
  shuffle (left, rand);
  for (guint level = 0; chosen->len < n; level++)
    {
      TrainExample *example = draw_one (left, (RatioLevel) (level % RATIO_N_LEVELS), chosen);

      if (example == NULL)
        continue;
      g_ptr_array_add (chosen, example);
      g_ptr_array_remove (left, example);
    }
}

static gboolean
keep_chosen (TrainSet *set)
{
  GPtrArray *chosen = g_ptr_array_new ();
  guint n;

  for (guint i = set->examples->len; i-- > 0;)
    if (only != NULL && strcmp (train_example (set, i)->database->name, only) != 0)
      g_ptr_array_remove_index (set->examples, i);
  n = MIN (set->examples->len, (guint) n_questions);
  if (seed >= 0)
    draw (set, n, chosen);
  for (guint i = 0; i < n && seed < 0; i++)
    g_ptr_array_add (chosen, train_example (set, (guint) ((guint64) i * set->examples->len / n)));
  for (guint i = set->examples->len; i-- > 0;)
    if (!g_ptr_array_find (chosen, set->examples->pdata[i], NULL))
      g_ptr_array_remove_index (set->examples, i);
  for (guint d = set->databases->len; d-- > 0;)
    {
      gboolean needed = FALSE;

      for (guint i = 0; i < set->examples->len && !needed; i++)
        needed = train_example (set, i)->database == set->databases->pdata[d];
      if (!needed)
        g_ptr_array_remove_index (set->databases, d);
    }
  g_ptr_array_unref (chosen);
  return n > 0;
}

/* Queries that the engine refused or that failed: what the model had to mend. */
static guint
count_repairs (const AskAnswer *answer)
{
  guint n = 0;

  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      n += step->fields != NULL && json_object_has_member (step->fields, "sql")
           && !json_object_has_member (step->fields, "n_rows");
    }
  return n;
}

static void
count (Count *self, JsonObject *line)
{
  self->n++;
  self->right += ask_json_get_boolean (line, "right", FALSE);
  self->here += ask_json_get_boolean (line, "here", FALSE);
  self->turns += (guint) ask_json_get_integer (line, "turns", 0);
  self->calls += (guint) ask_json_get_integer (line, "calls", 0);
  self->repairs += (guint) ask_json_get_integer (line, "repairs", 0);
  self->sent += ask_json_get_integer (line, "sent", 0);
  self->tokens += ask_json_get_integer (line, "tokens", 0);
}

static void
take_line (Loop *self, JsonObject *line)
{
  guint level = (guint) CLAMP (ask_json_get_integer (line, "level", RATIO_EXTRA), RATIO_EASY, RATIO_EXTRA);

  count (&self->counts[level], line);
  count (&self->counts[RATIO_N_LEVELS], line);
}

static JsonObject *
describe (const TrainExample *example, guint n, const AskAnswer *answer, guint turns, const LoopReplies *replies)
{
  JsonObject *line = json_object_new ();

  json_object_set_int_member (line, "n", n);
  ask_json_set_string (line, "database", example->database->name);
  ask_json_set_string (line, "question", example->text);
  ask_json_set_string (line, "reference", example->sql);
  ask_json_set_string (line, "sql", answer->sql);
  ask_json_set_string (line, "status", ask_status_to_string (answer->status));
  ask_json_set_string (line, "text", answer->text);
  json_object_set_int_member (line, "level", get_level (example));
  json_object_set_boolean_member (line, "right", loop_is_right (example, answer));
  json_object_set_boolean_member (line, "here", turns == 0 && answer->status == ASK_STATUS_ANSWERED);
  json_object_set_int_member (line, "turns", turns);
  json_object_set_int_member (line, "calls", answer->api_requests);
  json_object_set_int_member (line, "repairs", count_repairs (answer));
  json_object_set_int_member (line, "sent", answer->bytes_sent);
  json_object_set_int_member (line, "tokens", replies->prompt_tokens + replies->completion_tokens);
  json_object_set_double_member (line, "ms", answer->elapsed_ms);
  return line;
}

static gboolean
ask (Loop *self, const TrainExample *example, guint n, AskWorkspace *workspace, GError **error)
{
  g_autofree char *gold = g_strconcat (agent_kind == ASK_AGENT_REACT ? "Final Answer: " : "", example->sql, NULL);
  LoopReplies replies = { self->model, files, !no_wait, n, oracle ? gold : NULL, 0, 0 };
  g_autoptr (AskReplay) model = ask_replay_new_func (loop_reply, &replies, NULL);
  AskAgentOptions asked = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (JsonObject) line = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;

  asked.agent = agent_kind;
  asked.any_cost = TRUE;
  answer = ask_agent_ask (workspace, ASK_MODEL (model), example->text, &asked, NULL, &failure);
  if (answer == NULL && !g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (answer == NULL)
    {
      self->open++;
      return TRUE;
    }
  line = describe (example, n, answer, ask_replay_get_n_calls (model), &replies);
  take_line (self, line);
  if (show_errors && !ask_json_get_boolean (line, "right", FALSE))
    g_print ("%u %s: %s\n    right %s\n    here  %s\n    %s\n", n, example->database->name, example->text, example->sql,
             answer->sql != NULL ? answer->sql : "nothing", answer->text);
  node = ask_json_take_object (g_steal_pointer (&line));
  text = ask_json_to_string (node, FALSE);
  g_string_append_printf (self->lines, "%s\n", text);
  if (files != NULL)
    {
      g_autofree char *path = g_build_filename (files, "done.jsonl", NULL);

      return g_file_set_contents (path, self->lines->str, (gssize) self->lines->len, error);
    }
  return TRUE;
}

static gboolean
ask_all (Loop *self, TrainSet *set, TrainDatabase *database, AskWorkspace *workspace, GError **error)
{
  if (!ask_workspace_set_setting (workspace, "model/answer-here-first", no_here || oracle ? "off" : NULL, error))
    return FALSE;
  for (guint i = 0; i < set->examples->len; i++)
    if (train_example (set, i)->database == database && !g_hash_table_contains (self->done, GUINT_TO_POINTER (i + 1))
        && !ask (self, train_example (set, i), i + 1, workspace, error))
      return FALSE;
  return TRUE;
}

static gboolean
ask_database (Loop *self, TrainSet *set, TrainDatabase *database, GError **error)
{
  g_autofree char *databases = g_build_filename (data, "spider", "database", NULL);
  RatioDatabase *ratios;
  RatioApi *api = NULL;
  g_autofree char *rest = NULL;
  AskWorkspace *workspace;
  gboolean asked;

  if (ratio == 0)
    return ask_all (self, set, database, database->workspace, error);
  ratios = ratio_database_open (databases, database->name, g_ptr_array_new (), 1, error);
  rest = ratios != NULL ? ratio_copy_rest (ratios, (guint) ratio, self->folder, error) : NULL;
  api = rest != NULL ? ratio_api_new (ratios, (guint) ratio, self->folder) : NULL;
  workspace = api != NULL ? ratio_workspace_open (ratios, api, rest, self->folder,
                                                  &(RatioSteward) { database->domain->schema, joined, FALSE }, error)
                          : NULL;
  asked = workspace != NULL && ask_all (self, set, database, workspace, error);
  g_clear_pointer (&workspace, ask_workspace_close);
  g_clear_pointer (&api, ratio_api_free);
  g_clear_pointer (&ratios, ratio_database_free);
  if (!asked)
    g_prefix_error (error, "%s: ", database->name);
  return asked;
}

/* What an earlier run over the same files has done. A line counts only for the same question. */
static gboolean
read_done (Loop *self, TrainSet *set, GError **error)
{
  g_autofree char *path = g_build_filename (files, "done.jsonl", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!g_file_get_contents (path, &text, NULL, error))
    return FALSE;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (JsonNode) node = lines[i][0] != '\0' ? ask_json_parse (lines[i], -1, error) : NULL;
      JsonObject *line;
      guint n;

      if (lines[i][0] == '\0')
        continue;
      if (node == NULL)
        return FALSE;
      line = json_node_get_object (node);
      n = (guint) ask_json_get_integer (line, "n", 0);
      if (n < 1 || n > set->examples->len
          || g_strcmp0 (ask_json_get_string (line, "question"), train_example (set, n - 1)->text) != 0)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       "%s is of other questions. Use another folder, or the same options as before.", path);
          return FALSE;
        }
      g_hash_table_add (self->done, GUINT_TO_POINTER (n));
      take_line (self, line);
      g_string_append_printf (self->lines, "%s\n", lines[i]);
    }
  return TRUE;
}

static void
print_table (const Loop *self)
{
  g_print (
    "| | questions | right | here | turns | calls | repairs | sent | tokens |\n| --- | --- | --- | --- | --- | --- "
    "| --- | --- | --- |\n");
  for (guint i = 0; i <= RATIO_N_LEVELS; i++)
    {
      const Count *c = &self->counts[i];
      double n = MAX (c->n, 1);

      g_print ("| %s | %u | %.1f %% | %.1f %% | %.2f | %.2f | %.2f | %.0f | %.0f |\n",
               i < RATIO_N_LEVELS ? ratio_level_to_string (i) : "all", c->n, 100 * c->right / n, 100 * c->here / n,
               c->turns / n, c->calls / n, c->repairs / n, (double) c->sent / n, (double) c->tokens / n);
    }
  g_print (
    "%d %% of the tables behind an API%s%s; turns, calls to APIs, repairs, bytes of messages and tokens are of a "
    "question.\n",
    ratio, joined ? ", keys declared" : "", weights == NULL ? "; the weights have seen these databases" : "");
  if (self->open > 0)
    g_print ("Questions that wait for a reply in %s: %u\n", files, self->open);
}

static gboolean
run (Loop *self, GError **error)
{
  g_autofree char *questions = from != NULL ? g_strdup (from) : g_build_filename (data, "spider", "train.json", NULL);
  g_autoptr (TrainSet) set = train_set_list_from (data, questions, G_MAXUINT, error);
  const Count *all;
  gboolean asked = TRUE;

  if (set == NULL)
    return FALSE;
  if (fold >= 0)
    train_set_keep_fold (set, (guint) fold);
  if (!keep_chosen (set))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "No question of %s is of such a database.", questions);
      return FALSE;
    }
  if ((files != NULL && !read_done (self, set, error)) || !train_set_open (set, data, NULL, error)
      || !train_set_link (set, error))
    return FALSE;
  for (guint i = 0; asked && i < set->databases->len; i++)
    asked = ask_database (self, set, set->databases->pdata[i], error);
  if (!asked)
    return FALSE;
  print_table (self);
  all = &self->counts[RATIO_N_LEVELS];
  if (100 * all->right < (guint) least * all->n)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "Of %u answers %u are right, fewer than %d %%.", all->n,
                   all->right, least);
      return FALSE;
    }
  return TRUE;
}

/* The program's own weights have seen all databases; those of the fold stand in their place. */
static gboolean
use_weights (GError **error)
{
  g_autofree char *name = g_strdup_printf ("weights.%d", fold);
  g_autofree char *folder = g_canonicalize_filename (weights, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *overlay = g_strconcat ("/com/example/AskData/understand/weights=", path, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s is not there.", path);
      return FALSE;
    }
  return g_setenv ("G_RESOURCE_OVERLAYS", overlay, TRUE);
}

static const char *
check_options (void)
{
  if ((url != NULL) + (files != NULL) + oracle != 1)
    return "Say who replies: --url and --model, --files, or --oracle.";
  if (agent != NULL && !ask_agent_kind_from_string (agent, &agent_kind))
    return "An agent is react, plain or pipeline.";
  if (oracle && agent_kind == ASK_AGENT_PLAIN)
    return "The plain agent has no relational view, so the reference query is no reply to it.";
  if (url != NULL && model_name == NULL)
    return "Say which --model of that server.";
  if (no_wait && files == NULL)
    return "--no-wait goes with --files.";
  if (ratio < 0 || ratio > 100 || fold < -1 || fold >= TRAIN_FOLDS || n_questions < 1 || least < 0 || least > 100)
    return "Percents are from 0 to 100, a fold is from 0 to 4, and at least one question is asked.";
  if (weights != NULL && fold < 0)
    return "--weights goes with --fold.";
  return NULL;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- asks questions whose tables lie behind web APIs");
  g_autoptr (GError) error = NULL;
  Loop loop = { NULL };
  const char *wrong = NULL;
  gboolean done;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || (wrong = check_options ()) != NULL
      || (weights != NULL && !use_weights (&error)))
    {
      g_printerr ("%s\n", error != NULL ? error->message : wrong);
      return 2;
    }
  if (data == NULL)
    data = train_data_dup ();
  if (!g_file_test (data, G_FILE_TEST_IS_DIR))
    {
      g_printerr ("There is no data in %s.\n", data);
      return 77;
    }
  if (url != NULL)
    loop.model = ask_openai_new (
      &(AskOpenaiOptions) {
        .url = url, .model = model_name, .key = g_getenv ("ASKDATA_MODEL_KEY"), .stream = TRUE, .time_out_ms = 600000 },
      &error);
  loop.folder = ask_test_folder_new ("askdata-loop-XXXXXX");
  loop.done = g_hash_table_new (NULL, NULL);
  loop.lines = g_string_new (NULL);
  if (files != NULL)
    g_mkdir_with_parents (files, 0755);
  done = error == NULL && run (&loop, &error);
  if (!done)
    g_printerr ("%s\n", error->message);
  ask_test_folder_remove (loop.folder);
  g_free (loop.folder);
  g_hash_table_unref (loop.done);
  g_string_free (loop.lines, TRUE);
  g_clear_object (&loop.model);
  return done ? 0 : 1;
}
