/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The query passes the same gate as any other: what costs much is an error in words and not a surprise.
 */
#include "config.h"

#include "app/jobs/ask-jobs-wish.h"

#include "agent/ask-spend.h"
#include "table/ask-table-query.h"

/* As many are asked for, if fewer were cut off before. */
#define LEAST_ROWS 1000

typedef struct
{
  AskTableWish *wish;
  AskRows *head;
  char *sql;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  ask_table_wish_free (self->wish);
  ask_rows_unref (self->head);
  g_free (self->sql);
  g_free (self);
}

static gpointer
arrange_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autofree char *sql = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (AskSpending) spending = NULL;
  g_autoptr (AskResult) result = NULL;

  if (engine == NULL)
    return NULL;
  limits.max_rows = MAX (LEAST_ROWS, ask_rows_get_n_rows (request->head));
  sql = ask_table_wish_to_query (request->wish, request->head, request->sql, limits.max_rows);
  spending = ask_spending_new (workspace, &(AskSpendingRules) { 0 });
  result = ask_spending_query (spending, engine, &(AskSpendingQuery) { sql, &limits, NULL }, cancellable, error);
  return result != NULL ? ask_rows_ref (result->rows) : NULL;
}

/**
 * ask_jobs_wish:
 * @wish: which rows, in which order; copied
 * @head: the first rows of @sql, of which the columns count, and how many they are: no more are read
 * @sql: one SELECT
 *
 * Returns: (transfer full): the job. Gives AskRows
 */
AskJob *
ask_jobs_wish (const AskTableWish *wish, AskRows *head, const char *sql)
{
  Request *request = g_new0 (Request, 1);

  request->wish = ask_table_wish_copy (wish);
  request->head = ask_rows_ref (head);
  request->sql = g_strdup (sql);
  return ask_job_new (arrange_job, (GDestroyNotify) ask_rows_unref, request, request_free);
}
