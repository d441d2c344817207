/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks all questions of a trial and writes down what came, a line each, in answers.jsonl. An answer that is a query runs
 * over all variants; one that is only rows is asked for each of them anew. Questions that are written down already are not
 * asked again.
 */
#include "config.h"

#include "bench/ask-trial.h"

#include <string.h>

#include "base/ask-json.h"
#include "understand/route/ask-route.h"

typedef struct
{
  AskTrialRun *run;
  AskRoute *route; /* nullable */
  char *by; /* whose answers these are */
  GHashTable *done; /* set of ids */
  GString *lines;
} Work;

static JsonArray *
print_texts (GPtrArray *texts)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < texts->len; i++)
    json_array_add_string_element (array, texts->pdata[i]);
  return array;
}

static void
add_rows (JsonArray *variants, GPtrArray *rows)
{
  JsonArray *array;

  if (rows == NULL)
    {
      json_array_add_null_element (variants);
      return;
    }
  array = json_array_new ();
  for (guint r = 0; r < rows->len; r++)
    json_array_add_array_element (array, print_texts (rows->pdata[r]));
  json_array_add_array_element (variants, array);
}

/* What @answer means over another variant; none where it fails there. */
static GPtrArray *
find_rows (AskTrialRun *run, const AskTrialQuestion *question, const AskTrialAnswer *answer, guint variant,
           GError **error)
{
  g_autoptr (AskTrialAnswer) again = NULL;
  g_autoptr (GError) none = NULL;

  if (answer->sql != NULL && !answer->view)
    return ask_trial_run_reference (run->trial, question->offered, answer->sql, variant, NULL);
  if (answer->rows == NULL)
    return NULL;
  if (variant == 0)
    return g_ptr_array_ref (answer->rows);
  if (answer->sql != NULL)
    again = ask_trial_query (run, question, answer->sql, variant, &none);
  else if (run->post != NULL)
    again = ask_trial_post (run, question, variant, error);
  return again != NULL && again->rows != NULL ? g_ptr_array_ref (again->rows) : NULL;
}

/* The likeliest databases of all. */
static JsonArray *
rank (Work *self, const AskTrialQuestion *question)
{
  g_autoptr (GPtrArray) ranked = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (AskRouteResult) result = NULL;

  if (self->route == NULL)
    return json_array_new ();
  result = ask_route_question (self->route, &(AskRouteAsked) { .question = question->text },
                               2 * self->run->trial->databases->len);
  for (guint i = 0; i < result->hits->len; i++)
    {
      const char *source = ((AskRouteHit *) result->hits->pdata[i])->source;
      gsize length = g_str_has_suffix (source, "_api") ? strlen (source) - strlen ("_api") : strlen (source);
      g_autofree char *database = g_strndup (source, length);

      if (!g_ptr_array_find_with_equal_func (ranked, database, g_str_equal, NULL))
        g_ptr_array_add (ranked, g_steal_pointer (&database));
    }
  return print_texts (ranked);
}

static gboolean
ask (Work *self, const AskTrialQuestion *question, GError **error)
{
  AskTrialRun *run = self->run;
  guint before = ask_trial_server_count (run->server);
  g_autoptr (AskTrialAnswer) answer
    = run->post != NULL ? ask_trial_post (run, question, 0, error) : ask_trial_ask (run, question, error);
  guint calls = ask_trial_server_count (run->server) - before;
  g_autoptr (AskTrialAnswer) reference = NULL;
  JsonObject *line;
  JsonArray *variants;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) local = NULL;
  g_autofree char *text = NULL;

  if (answer == NULL)
    return FALSE;
  reference = question->sql != NULL ? ask_trial_query (run, question, question->sql, 0, NULL) : NULL;
  line = json_object_new ();
  ask_json_set_string (line, "id", question->id);
  ask_json_set_string (line, "by", self->by);
  ask_json_set_string (line, "status", answer->status);
  ask_json_set_string (line, "text", answer->text);
  ask_json_set_string (line, "sql", answer->sql);
  json_object_set_array_member (line, "sources", print_texts (answer->sources));
  json_object_set_array_member (line, "route", rank (self, question));
  json_object_set_double_member (line, "ms", answer->ms);
  json_object_set_int_member (line, "calls", calls);
  json_object_set_int_member (line, "tokens", answer->tokens);
  json_object_set_int_member (line, "sent", answer->sent);
  if (reference != NULL)
    {
      json_object_set_double_member (line, "reference_ms", reference->ms);
      json_object_set_int_member (line, "reference_calls", reference->calls);
    }
  variants = json_array_new ();
  for (guint v = 0; v < run->trial->n_variants && local == NULL; v++)
    {
      g_autoptr (GPtrArray) rows = find_rows (run, question, answer, v, &local);

      add_rows (variants, rows);
    }
  json_object_set_array_member (line, "rows", variants);
  node = ask_json_take_object (line);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  text = ask_json_to_string (node, FALSE);
  g_string_append_printf (self->lines, "%s\n", text);
  return TRUE;
}

/* Lines of an earlier run stay. */
static gboolean
read_done (Work *self, const char *path, GError **error)
{
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

      if (lines[i][0] == '\0')
        continue;
      if (node == NULL)
        return FALSE;
      if (g_strcmp0 (ask_json_get_string (json_node_get_object (node), "by"), self->by) != 0)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                       "%s is of another run, by %s. Put it elsewhere, and run again.", path,
                       ask_json_get_string (json_node_get_object (node), "by"));
          return FALSE;
        }
      g_hash_table_add (self->done, g_strdup (ask_json_get_string (json_node_get_object (node), "id")));
      g_string_append_printf (self->lines, "%s\n", lines[i]);
    }
  return TRUE;
}

static gboolean
open_route (Work *self, GError **error)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  AskWorkspace *workspace;

  for (guint i = 0; i < self->run->trial->databases->len; i++)
    g_strv_builder_add (names, ((AskTrialDatabase *) self->run->trial->databases->pdata[i])->name);
  all = g_strv_builder_end (names);
  workspace = ask_trial_open_workspace (self->run, all, 0, error);
  self->route = workspace != NULL ? ask_route_new (workspace, error) : NULL;
  return self->route != NULL;
}

/**
 * ask_trial_run:
 * @run: of a trial that is served
 * @error: what ended it; what was answered before is written down
 *
 * Returns: whether all questions have an answer
 */
gboolean
ask_trial_run (AskTrialRun *run, GError **error)
{
  g_autofree char *path = g_build_filename (run->trial->folder, "answers.jsonl", NULL);
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) lines = g_string_new (NULL);
  static const char *const agents[] = { "react", "plain", "pipeline" };
  g_autofree char *by = run->post != NULL ? g_strdup (run->post)
                                          : g_strdup_printf ("%s, %s%s", agents[run->agent],
                                                             run->oracle          ? "the reference"
                                                             : run->model != NULL ? ask_model_get_name (run->model)
                                                                                  : "no model",
                                                             run->no_here ? ", nothing here" : "");
  Work work = { run, NULL, by, done, lines };
  gboolean going = read_done (&work, path, error) && (!run->routes || open_route (&work, error));

  for (guint i = 0; going && i < run->trial->questions->len; i++)
    {
      const AskTrialQuestion *question = run->trial->questions->pdata[i];

      if (g_hash_table_contains (done, question->id))
        continue;
      going = ask (&work, question, error);
      if (!going)
        g_prefix_error (error, "Question %s: ", question->id);
      going = going && g_file_set_contents (path, lines->str, (gssize) lines->len, error);
    }
  g_clear_pointer (&work.route, ask_route_free);
  return going;
}
