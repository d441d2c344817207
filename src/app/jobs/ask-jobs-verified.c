/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the Verified page. What is saved has run first: a pair that does not run is not verified.
 */
#include "config.h"

#include "app/jobs/ask-jobs-verified.h"

#include <glib/gi18n.h>

#include "agent/ask-spend.h"
#include "app/jobs/ask-job.h"
#include "base/ask-error.h"
#include "blend/ask-blend-question.h"

/** ask_verified_page_free: frees @self */
void
ask_verified_page_free (AskVerifiedPage *self)
{
  g_clear_pointer (&self->pairs, g_ptr_array_unref);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_free (self);
}

/** ask_verified_try_free: frees @self */
void
ask_verified_try_free (AskVerifiedTry *self)
{
  g_clear_pointer (&self->run, ask_verified_run_free);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->differing, ask_rows_unref);
  g_clear_pointer (&self->before, ask_fingerprint_free);
  g_free (self);
}

typedef struct
{
  gint64 id;
  char *question;
  char *sql;
  AskFingerprint *result;
  AskJobTarget *target;
  AskVerifiedNews on_news;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->question);
  g_free (self->sql);
  g_clear_pointer (&self->result, ask_fingerprint_free);
  g_clear_pointer (&self->target, ask_job_target_unref);
  g_free (self);
}

static gpointer
list_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskVerifiedPage) page = g_new0 (AskVerifiedPage, 1);

  page->pairs = ask_workspace_list_verified (workspace, error);
  page->schema = page->pairs != NULL ? ask_workspace_load_schema (workspace, error) : NULL;
  return page->schema != NULL ? g_steal_pointer (&page) : NULL;
}

/** ask_jobs_list_verified: reads the verified questions, and the schema. Gives AskVerifiedPage */
AskJob *
ask_jobs_list_verified (void)
{
  return ask_job_new (list_job, (GDestroyNotify) ask_verified_page_free, NULL, NULL);
}

static gpointer
save_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskSpending) spending = ask_spending_new (workspace, &(AskSpendingRules) { .on_preview = NULL });
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) failure = NULL;

  if (engine == NULL)
    return NULL;
  blend = ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = workspace, .spending = spending }, NULL,
                                    engine, error);
  if (blend == NULL)
    return NULL;
  result = ask_engine_query (engine, request->sql, &limits, NULL, cancellable, &failure);
  if (result == NULL)
    {
      ask_engine_add_hint (engine, request->sql, failure);
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  return request->id != 0 ? ask_workspace_edit_verified (workspace, request->id, request->question, request->sql, error)
                          : ask_workspace_add_verified (workspace, request->question, request->sql, error);
}

/**
 * ask_jobs_save_verified:
 * @id: of the pair, 0 for a new one
 * @question: in a person's words
 * @sql: what answers it: one SELECT over the relational view
 *
 * Runs the SQL and then saves the pair; whoever saves it verifies it. Where the SQL fails nothing is saved.
 *
 * Returns: (transfer full): the job; gives AskVerified, the pair, saved
 */
AskJob *
ask_jobs_save_verified (gint64 id, const char *question, const char *sql)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  request->question = g_strdup (question);
  request->sql = g_strdup (sql);
  return ask_job_new (save_job, (GDestroyNotify) ask_verified_free, request, request_free);
}

static gpointer
remove_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_remove_verified (workspace, ((Request *) data)->id, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/** ask_jobs_remove_verified: @id: of the pair that is removed */
AskJob *
ask_jobs_remove_verified (gint64 id)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  return ask_job_new (remove_job, NULL, request, request_free);
}

static AskRows *
pick_differing (const AskFingerprint *before, AskRows *rows)
{
  g_autofree guint8 *news = ask_fingerprint_tell_rows (before, rows);
  guint n = ask_rows_get_n_columns (rows);
  g_autofree AskValue *cells = g_new0 (AskValue, n + 1);
  g_autoptr (AskRows) picked = NULL;

  if (news == NULL)
    return NULL;
  picked = ask_rows_new ();
  /* Translators: the column of a table that says whether a row is new or changed. */
  ask_rows_add_column (picked, _ ("difference"), ASK_TYPE_TEXT);
  for (guint c = 0; c < n; c++)
    {
      const AskColumn *column = ask_rows_get_column (rows, c);

      ask_rows_add_column (picked, column->name, column->type);
      ask_rows_set_sense (picked, c + 1, &column->sense);
    }
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      if (news[r] == ASK_ROW_SAME)
        continue;
      cells[0] = ask_value_text (news[r] == ASK_ROW_ADDED ? _ ("new") : _ ("changed"), -1);
      for (guint c = 0; c < n; c++)
        cells[c + 1] = *ask_rows_get (rows, r, c);
      ask_rows_append (picked, cells);
    }
  return ask_rows_get_n_rows (picked) > 0 ? g_steal_pointer (&picked) : NULL;
}

/* SQL that is not saved yet: it is compared all the same, and nothing of the run is kept. */
static AskVerifiedRun *
try_sql (AskEngine *engine, const AskVerified *pair, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskVerifiedRun) run = g_new0 (AskVerifiedRun, 1);
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, cancellable, &failure);

  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  run->sql = g_strdup (sql);
  if (result == NULL)
    {
      run->status = ASK_VERIFIED_FAILED;
      ask_engine_add_hint (engine, sql, failure);
      run->message = g_strdup (ask_error_get_words (failure));
      run->failure = g_steal_pointer (&failure);
      return g_steal_pointer (&run);
    }
  run->rows = ask_rows_ref (result->rows);
  run->result = ask_fingerprint_new (result->rows, sql, result->elapsed_ms);
  run->elapsed_ms = result->elapsed_ms;
  run->status = pair == NULL || pair->result == NULL                                    ? ASK_VERIFIED_NEW
                : ask_fingerprint_compare (pair->result, run->result, &run->difference) ? ASK_VERIFIED_SAME
                                                                                        : ASK_VERIFIED_DIFFERENT;
  return g_steal_pointer (&run);
}

/* Nobody said that a model may be asked: its kept answers are enough, or it is told that they are not. Returns: (transfer full):
 * freed after @engine */
static AskBlend *
open_functions (AskWorkspace *workspace, AskEngine *engine, GError **error)
{
  return ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = workspace, .kept_only = TRUE }, NULL, engine,
                                   error);
}

static gpointer
run_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerifiedTry) try = g_new0 (AskVerifiedTry, 1);

  if (engine == NULL || (blend = open_functions (workspace, engine, error)) == NULL
      || (request->id != 0 && (pair = ask_workspace_get_verified (workspace, request->id, error)) == NULL))
    return NULL;
  try->run = request->sql != NULL ? try_sql (engine, pair, request->sql, cancellable, error)
                                  : ask_workspace_run_verified (workspace, engine, request->id, cancellable, error);
  if (try->run == NULL)
    return NULL;
  if (pair != NULL)
    {
      try->before = g_steal_pointer (&pair->result);
      try->before_at = pair->result_at;
    }
  try->rows = try->run->rows != NULL ? ask_rows_ref (try->run->rows) : NULL;
  if (try->run->status == ASK_VERIFIED_DIFFERENT && try->before != NULL)
    try->differing = pick_differing (try->before, try->rows);
  return g_steal_pointer (&try);
}

/**
 * ask_jobs_run_verified:
 * @id: of the pair; 0 of one that is not saved yet
 * @sql: (nullable): run this instead, and keep nothing of it
 *
 * Runs a pair and compares what it gives with its last good result.
 *
 * Returns: (transfer full): the job; gives AskVerifiedTry, how it went, failing SQL included
 */
AskJob *
ask_jobs_run_verified (gint64 id, const char *sql)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  request->sql = g_strdup (sql);
  return ask_job_new (run_job, (GDestroyNotify) ask_verified_try_free, request, request_free);
}

typedef struct
{
  AskVerifiedNews on_news;
  gint64 id;
  AskVerifiedStatus status;
  char *message;
  guint n_done;
  guint n_all;
} News;

static void
news_free (gpointer data)
{
  News *self = data;

  g_free (self->message);
  g_free (self);
}

static void
deliver (gpointer object, gpointer data)
{
  const News *news = data;

  news->on_news (object, news->id, news->status, news->message, news->n_done, news->n_all);
}

static gpointer
run_all_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (GPtrArray) pairs = ask_workspace_list_verified (workspace, error);
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = pairs != NULL ? ask_workspace_open_engine (workspace, error) : NULL;

  if (engine == NULL || (blend = open_functions (workspace, engine, error)) == NULL)
    return NULL;
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];
      g_autoptr (GError) local = NULL;
      g_autoptr (AskVerifiedRun) run = ask_workspace_run_verified (workspace, engine, pair->id, cancellable, &local);
      News *news;

      if (run == NULL)
        {
          /* Somebody removed it meanwhile: there is nothing left to say of it. */
          if (g_error_matches (local, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN))
            continue;
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
      news = g_new0 (News, 1);
      news->on_news = request->on_news;
      news->id = pair->id;
      news->status = run->status;
      news->message = g_strdup (run->message);
      news->n_done = i + 1;
      news->n_all = pairs->len;
      ask_job_post (request->target, deliver, news, news_free);
    }
  return GINT_TO_POINTER (TRUE);
}

/**
 * ask_jobs_run_all:
 * @target: (type GObject): who is told the news, while it lives
 * @on_news: called on the main thread after each question while @target lives
 *
 * Runs all verified questions, one after another. One whose SQL fails does not end it.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_run_all (gpointer target, AskVerifiedNews on_news)
{
  Request *request = g_new0 (Request, 1);

  request->on_news = on_news;
  request->target = ask_job_target_new (target);
  return ask_job_new (run_all_job, NULL, request, request_free);
}

static gpointer
accept_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;

  return ask_workspace_accept_verified (workspace, request->id, request->sql, request->result, error)
           ? GINT_TO_POINTER (TRUE)
           : NULL;
}

/**
 * ask_jobs_accept:
 * @id: of the pair
 * @sql: what was run; the pair must still have it
 * @result: what that gave; copied
 *
 * Somebody says that @result is right: it is the last good one from now on.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_accept (gint64 id, const char *sql, const AskFingerprint *result)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  request->sql = g_strdup (sql);
  request->result = ask_fingerprint_copy (result);
  return ask_job_new (accept_job, NULL, request, request_free);
}
