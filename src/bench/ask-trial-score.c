/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The figures of a trial, from answers.jsonl. An answer is right where it has the reference's rows over every variant: a
 * query that is right by chance over one drawing of values is not over the next. It asks nobody.
 */
#include "config.h"

#include "bench/ask-trial.h"

#include <math.h>
#include <string.h>

#include "base/ask-json.h"
#include "sql/ask-sql-parser.h"

#define N_KINDS 3 /* of none, one, two or more databases */
#define N_RANKS 3

static const guint ranks[N_RANKS] = { 1, 3, 10 };

/** Score: of some questions; times and calls are logarithms of ratios to the reference's, summed */
typedef struct
{
  guint n;
  guint right;
  guint sql_right; /* of these, those whose SQL gave it */
  guint first_right; /* over the values as they are */
  guint calls;
  gint64 tokens;
  gint64 sent;
  guint n_compared;
  double log_ms;
  double log_calls;
  guint n_routed;
  double recall[N_RANKS];
  double precision;
} Score;

static GPtrArray *
read_rows (JsonNode *node)
{
  GPtrArray *rows;
  JsonArray *array;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  array = json_node_get_array (node);
  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  for (guint r = 0; r < json_array_get_length (array); r++)
    {
      JsonArray *cells = json_array_get_array_element (array, r);
      GPtrArray *row = g_ptr_array_new_with_free_func (g_free);

      for (guint c = 0; c < json_array_get_length (cells); c++)
        g_ptr_array_add (row, g_strdup (json_array_get_string_element (cells, c)));
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static gboolean
is_ordered (const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);

  return tree != NULL && tree->select->order.n > 0;
}

/* @first: (out): over the values as they are. Returns: whether @line is right over all variants; @error: the reference
 * does not run */
static gboolean
is_right (const AskTrial *trial, const AskTrialQuestion *question, JsonObject *line, gboolean *first, GError **error)
{
  JsonArray *variants = ask_json_get_array (line, "rows");
  gboolean right = TRUE;

  *first = FALSE;
  if (question->sql == NULL)
    {
      *first = g_strcmp0 (ask_json_get_string (line, "status"), "unanswerable") == 0;
      return *first;
    }
  for (guint v = 0; v < trial->n_variants; v++)
    {
      g_autoptr (GPtrArray) gold = ask_trial_run_reference (trial, question->databases, question->sql, v, error);
      g_autoptr (GPtrArray) rows = NULL;
      gboolean same;

      if (gold == NULL)
        return FALSE;
      if (variants != NULL && v < json_array_get_length (variants))
        rows = read_rows (json_array_get_element (variants, v));
      same = rows != NULL && g_strcmp0 (ask_json_get_string (line, "status"), "answered") == 0
             && ask_trial_same_rows (gold, rows, is_ordered (question->sql));
      if (v == 0)
        *first = same;
      right = right && same;
    }
  return right;
}

/* How many of the databases are among the first, and how early they come. */
static void
add_route (Score *score, const AskTrialQuestion *question, JsonArray *route)
{
  guint wanted = g_strv_length (question->databases);
  guint found = 0;
  double precision = 0;

  if (route == NULL || json_array_get_length (route) == 0 || wanted == 0)
    return;
  score->n_routed++;
  for (guint i = 0; i < json_array_get_length (route); i++)
    {
      if (!g_strv_contains ((const char *const *) question->databases, ask_json_element_string (route, i)))
        continue;
      precision += (double) ++found / (i + 1);
      for (guint r = 0; r < N_RANKS; r++)
        score->recall[r] += i < ranks[r] ? 1.0 / wanted : 0;
    }
  score->precision += precision / wanted;
}

static void
add (Score *score, const AskTrialQuestion *question, JsonObject *line, gboolean right, gboolean first)
{
  double ms = json_object_get_double_member_with_default (line, "ms", 0);
  double reference_ms = json_object_get_double_member_with_default (line, "reference_ms", -1);
  gint64 calls = ask_json_get_integer (line, "calls", 0);
  gint64 reference_calls = ask_json_get_integer (line, "reference_calls", -1);

  score->n++;
  score->right += right;
  score->sql_right += right && ask_json_get_string (line, "sql") != NULL;
  score->first_right += first;
  score->calls += (guint) calls;
  score->tokens += ask_json_get_integer (line, "tokens", 0);
  score->sent += ask_json_get_integer (line, "sent", 0);
  /* What is wrong may be had quickly. */
  if (right && reference_ms > 0 && ms > 0)
    {
      score->n_compared++;
      score->log_ms += log (ms / reference_ms);
      score->log_calls += log ((double) (calls + 1) / (double) (reference_calls + 1));
    }
  add_route (score, question, ask_json_get_array (line, "route"));
}

static void
print (const char *name, const Score *score)
{
  double n = MAX (score->n, 1);
  double compared = MAX (score->n_compared, 1);
  double routed = MAX (score->n_routed, 1);

  g_print ("| %s | %u | %.1f %% | %.1f %% | %.1f %% | %.2f | %.0f | %.0f | %.2f | %.2f |", name, score->n,
           100 * score->right / n, 100 * score->sql_right / n, 100 * score->first_right / n, score->calls / n,
           (double) score->tokens / n, (double) score->sent / n,
           score->n_compared > 0 ? exp (score->log_ms / compared) : 0.0,
           score->n_compared > 0 ? exp (score->log_calls / compared) : 0.0);
  if (score->n_routed > 0)
    g_print (" %.1f %% | %.1f %% | %.1f %% | %.3f |\n", 100 * score->recall[0] / routed,
             100 * score->recall[1] / routed, 100 * score->recall[2] / routed, score->precision / routed);
  else
    g_print (" | | | |\n");
}

static gboolean
read_lines (const AskTrial *trial, GHashTable *lines, GError **error)
{
  g_autofree char *path = g_build_filename (trial->folder, "answers.jsonl", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    {
      g_prefix_error (error, "Run “askdata-bench run” first: ");
      return FALSE;
    }
  parts = g_strsplit (text, "\n", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      JsonNode *node = parts[i][0] != '\0' ? ask_json_parse (parts[i], -1, error) : NULL;

      if (parts[i][0] == '\0')
        continue;
      if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node)
          || ask_json_get_string (json_node_get_object (node), "id") == NULL)
        {
          if (node != NULL)
            g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "Line %u of %s is no answer.", i + 1, path);
          g_clear_pointer (&node, json_node_unref);
          return FALSE;
        }
      g_hash_table_replace (lines, g_strdup (ask_json_get_string (json_node_get_object (node), "id")), node);
    }
  return TRUE;
}

/**
 * ask_trial_score:
 * @trial: that was run
 * @error: what cannot be read, or a reference that does not run
 *
 * Prints the figures. A question without an answer is wrong.
 *
 * Returns: whether they are printed
 */
gboolean
ask_trial_score (const AskTrial *trial, GError **error)
{
  static const char *const names[N_KINDS] = { "no database", "one", "two or more" };
  g_autoptr (GHashTable) lines
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) json_node_unref);
  g_autoptr (JsonObject) nothing = json_object_new ();
  Score scores[N_KINDS + 1] = { 0 };
  guint missing = 0;

  if (!read_lines (trial, lines, error))
    return FALSE;
  for (guint i = 0; i < trial->questions->len; i++)
    {
      const AskTrialQuestion *question = trial->questions->pdata[i];
      JsonNode *node = g_hash_table_lookup (lines, question->id);
      JsonObject *line = node != NULL ? json_node_get_object (node) : nothing;
      g_autoptr (GError) local = NULL;
      gboolean first;
      gboolean right = is_right (trial, question, line, &first, &local);

      if (local != NULL)
        {
          g_propagate_prefixed_error (error, g_steal_pointer (&local), "Question %s: ", question->id);
          return FALSE;
        }
      missing += node == NULL;
      add (&scores[MIN (g_strv_length (question->databases), N_KINDS - 1)], question, line, right, first);
      add (&scores[N_KINDS], question, line, right, first);
    }
  g_print (
    "| databases | questions | right | by SQL | right at first | calls | tokens | sent | time | calls ratio | R@%u | "
    "R@%u | R@%u | mAP |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    ranks[0], ranks[1], ranks[2]);
  for (guint i = 0; i < N_KINDS; i++)
    if (scores[i].n > 0)
      print (names[i], &scores[i]);
  print ("all", &scores[N_KINDS]);
  if (missing > 0)
    g_print ("%u questions have no answer yet, and count as wrong.\n", missing);
  return TRUE;
}
