/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of pairs. Nothing is matched here: a query does that.
 */
#include "config.h"

#include "app/jobs/ask-jobs-pairs.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "sql/ask-sql-lexer.h"

typedef struct
{
  char *left;
  char *right;
  char *criterion;
  GArray *pairs; /* gint64 */
  AskPairVerdict verdict;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->left);
  g_free (self->right);
  g_free (self->criterion);
  g_clear_pointer (&self->pairs, g_array_unref);
  g_free (self);
}

static gpointer
load_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  const AskPairSides sides = { request->left, request->right, request->criterion };
  gint64 list = ask_workspace_find_pair_list (workspace, &sides, error);

  return list >= 0 ? ask_workspace_list_pairs (workspace, list, error) : NULL;
}

/**
 * ask_jobs_load_pairs:
 * @sides: what was matched; copied
 *
 * Returns: (transfer full): the job; gives (element-type AskPair) GPtrArray, of none where these were never matched
 */
AskJob *
ask_jobs_load_pairs (const AskPairSides *sides)
{
  Request *request = g_new0 (Request, 1);

  request->left = g_strdup (sides->left);
  request->right = g_strdup (sides->right);
  request->criterion = g_strdup (sides->criterion);
  return ask_job_new (load_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

static gpointer
correct_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  for (guint i = 0; i < request->pairs->len; i++)
    if (!ask_workspace_correct_pair (workspace, g_array_index (request->pairs, gint64, i), request->verdict, error))
      return NULL;
  return GINT_TO_POINTER (TRUE);
}

/**
 * ask_jobs_correct_pairs:
 * @pairs: (array length=n): their numbers; copied
 * @n: how many
 * @verdict: what a person says of each
 *
 * Returns: (transfer full): the job, which keeps that
 */
AskJob *
ask_jobs_correct_pairs (const gint64 *pairs, guint n, AskPairVerdict verdict)
{
  Request *request = g_new0 (Request, 1);

  request->pairs = g_array_sized_new (FALSE, FALSE, sizeof (gint64), n);
  g_array_append_vals (request->pairs, pairs, n);
  request->verdict = verdict;
  return ask_job_new (correct_job, NULL, request, request_free);
}

/* A pair that a person adds: two names and a value of each side. */
typedef struct
{
  char *texts[2][3];
  char *criterion;
} Addition;

static void
addition_free (gpointer data)
{
  Addition *self = data;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < 3; i++)
      g_free (self->texts[side][i]);
  g_free (self->criterion);
  g_free (self);
}

/* @texts: the entity, the attribute, what was typed. Returns: (transfer full): that value as JSON: of which type it is, the list
 * tells */
static char *
find_value (AskEngine *engine, char *const *texts, GCancellable *cancellable, GError **error)
{
  g_autofree char *entity = ask_sql_quote_name_if_needed (texts[0]);
  g_autofree char *attribute = ask_sql_quote_name_if_needed (texts[1]);
  g_autofree char *typed = ask_sql_quote_text (texts[2]);
  g_autofree char *sql
    = g_strdup_printf ("SELECT %s FROM %s WHERE CAST(%s AS TEXT) = %s LIMIT 1", attribute, entity, attribute, typed);
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, cancellable, error);
  GString *json;

  if (result == NULL)
    return NULL;
  if (ask_rows_get_n_rows (result->rows) == 0)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("“%s” is no value of %s.%s. Write it as it stands there."), texts[2], texts[0], texts[1]);
      return NULL;
    }
  json = g_string_new (NULL);
  ask_json_append_value (json, ask_rows_get (result->rows, 0, 0));
  return g_string_free (json, FALSE);
}

/* Before anything was matched, too: what a person says goes first. Returns: the list's number; 0 where it cannot be had */
static gint64
ensure_list (AskWorkspace *workspace, const AskPairSides *sides, GError **error)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  gint64 list = ask_workspace_find_pair_list (workspace, sides, error);

  if (list == 0 && ask_workspace_save_pairs (workspace, sides, NULL, none, none, error))
    list = ask_workspace_find_pair_list (workspace, sides, error);
  return MAX (list, 0);
}

static gpointer
add_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Addition *self = data;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autofree char *left_name = g_strdup_printf ("%s.%s", self->texts[0][0], self->texts[0][1]);
  g_autofree char *right_name = g_strdup_printf ("%s.%s", self->texts[1][0], self->texts[1][1]);
  g_autofree char *left = engine != NULL ? find_value (engine, self->texts[0], cancellable, error) : NULL;
  g_autofree char *right = left != NULL ? find_value (engine, self->texts[1], cancellable, error) : NULL;
  gint64 list;

  if (right == NULL)
    return NULL;
  list = ensure_list (workspace, &(AskPairSides) { left_name, right_name, self->criterion }, error);
  return list > 0 && ask_workspace_add_pair (workspace, list, left, right, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

static void
take_part (char *texts[3], const AskPairPart *part)
{
  texts[0] = g_strdup (part->entity);
  texts[1] = g_strdup (part->attribute);
  texts[2] = g_strdup (part->typed);
}

/**
 * ask_jobs_add_pair:
 * @left: what belongs to @right; copied
 * @right: likewise
 * @criterion: what makes a pair; ""
 *
 * Returns: (transfer full): the job, which keeps that both belong together, where the lists have such values
 */
AskJob *
ask_jobs_add_pair (const AskPairPart *left, const AskPairPart *right, const char *criterion)
{
  Addition *addition = g_new0 (Addition, 1);

  take_part (addition->texts[0], left);
  take_part (addition->texts[1], right);
  addition->criterion = g_strdup (criterion);
  return ask_job_new (add_job, NULL, addition, addition_free);
}
