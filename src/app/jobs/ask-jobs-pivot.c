/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of pivots. Where rows are not all here, their source groups them: each query passes the same gate as any
 * other, so that what costs much is an error in words and not a surprise.
 */
#include "config.h"

#include "app/jobs/ask-jobs-pivot.h"

#include "agent/ask-spend.h"
#include "app/jobs/ask-job.h"
#include "table/ask-table-export.h"
#include "table/ask-workbook.h"

typedef struct
{
  AskPivot *pivot;
  AskRows *rows;
  char *from;
} PivotRequest;

static void
pivot_request_free (gpointer data)
{
  PivotRequest *self = data;

  ask_pivot_free (self->pivot);
  ask_rows_unref (self->rows);
  g_free (self->from);
  g_free (self);
}

static PivotRequest *
pivot_request_new (const AskPivot *pivot, AskRows *rows, const char *from)
{
  PivotRequest *self = g_new0 (PivotRequest, 1);

  self->pivot = ask_pivot_copy (pivot);
  self->rows = ask_rows_ref (rows);
  self->from = g_strdup (from);
  return self;
}

/* @queries: (element-type utf8). Returns: (transfer full) (element-type AskRows): what they gave */
static GPtrArray *
run_queries (AskWorkspace *workspace, const GPtrArray *queries, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_rows_unref);
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (AskSpending) spending = NULL;

  if (engine == NULL)
    return NULL;
  spending = ask_spending_new (workspace, &(AskSpendingRules) { 0 });
  for (guint i = 0; i < queries->len; i++)
    {
      g_autoptr (AskResult) result
        = ask_spending_query (spending, engine, &(AskSpendingQuery) { queries->pdata[i], NULL, NULL }, cancellable,
                              error);

      if (result == NULL)
        return NULL;
      g_ptr_array_add (parts, ask_rows_ref (result->rows));
    }
  return g_steal_pointer (&parts);
}

static gpointer
pivot_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  PivotRequest *request = data;
  g_autoptr (GPtrArray) queries = NULL;
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autoptr (GPtrArray) parts = NULL;

  if (request->from == NULL)
    return ask_pivot_table_new (request->pivot, request->rows, cancellable, error);
  queries = ask_pivot_make_queries (request->pivot, request->rows, request->from, error);
  if (queries == NULL)
    return NULL;
  for (guint i = 0; i < queries->len; i++)
    g_ptr_array_add (texts, ((AskPivotQuery *) queries->pdata[i])->sql);
  parts = run_queries (workspace, texts, cancellable, error);
  return parts != NULL ? ask_pivot_table_collect (request->pivot, request->rows, parts, cancellable, error) : NULL;
}

/**
 * ask_jobs_pivot:
 * @pivot: what is wanted; copied
 * @rows: all rows; with @from only their columns count
 * @from: (nullable): what stands behind FROM where the rows are not all here; then a workspace is needed
 *
 * Returns: (transfer full): the job. Gives AskPivotTable
 */
AskJob *
ask_jobs_pivot (const AskPivot *pivot, AskRows *rows, const char *from)
{
  return ask_job_new (pivot_job, (GDestroyNotify) ask_pivot_table_free, pivot_request_new (pivot, rows, from),
                      pivot_request_free);
}

static gpointer
behind_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  PivotRequest *request = data;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) parts = NULL;

  if (request->from == NULL)
    return ask_pivot_filter_rows (request->pivot, request->rows, cancellable, error);
  g_ptr_array_add (texts, ask_pivot_make_rows_query (request->pivot, request->rows, request->from));
  parts = run_queries (workspace, texts, cancellable, error);
  return parts != NULL ? ask_rows_ref (parts->pdata[0]) : NULL;
}

/** ask_jobs_pivot_behind: as ask_jobs_pivot(), of those of @rows, or of @from, that pass the filters of @pivot. Gives AskRows */
AskJob *
ask_jobs_pivot_behind (const AskPivot *pivot, AskRows *rows, const char *from)
{
  return ask_job_new (behind_job, (GDestroyNotify) ask_rows_unref, pivot_request_new (pivot, rows, from),
                      pivot_request_free);
}

typedef struct
{
  AskRows *rows;
  guint n_labels;
  char *title;
  char *path;
} SaveRequest;

static void
save_request_free (gpointer data)
{
  SaveRequest *self = data;

  ask_rows_unref (self->rows);
  g_free (self->title);
  g_free (self->path);
  g_free (self);
}

static gpointer
save_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  SaveRequest *request = data;
  AskTableFormat format = ASK_TABLE_CSV;
  AskWorkbookSheet sheet = { request->title, request->rows, request->n_labels };

  ask_table_format_from_path (request->path, &format);
  if (format == ASK_TABLE_XLSX)
    return GINT_TO_POINTER (ask_workbook_write (request->path, &sheet, 1, cancellable, error));
  return GINT_TO_POINTER (ask_table_export (request->rows, NULL, request->path, format, cancellable, error));
}

/**
 * ask_jobs_pivot_save:
 * @rows: a pivot, made for a file
 * @n_labels: so many of its columns name groups
 * @title: (nullable): what a workbook's sheet is called
 * @path: its ending says how; CSV where it says nothing
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_pivot_save (AskRows *rows, guint n_labels, const char *title, const char *path)
{
  SaveRequest *request = g_new0 (SaveRequest, 1);

  request->rows = ask_rows_ref (rows);
  request->n_labels = n_labels;
  request->title = g_strdup (title);
  request->path = g_strdup (path);
  return ask_job_new (save_job, NULL, request, save_request_free);
}
