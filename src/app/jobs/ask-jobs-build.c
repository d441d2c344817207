/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of building a query. Rows that are looked at on the way go through the same gate as a question's
 * queries: what would cost much is an error here, since nobody asked for it. Values come from the index alone.
 */
#include "config.h"

#include "app/jobs/ask-jobs-build.h"

#include <string.h>

#include "agent/ask-spend.h"
#include "base/ask-text.h"

typedef struct
{
  char *sql;
  gsize max_rows;
  char *source;
  char *table;
  char *column;
  char *begun;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->sql);
  g_free (self->source);
  g_free (self->table);
  g_free (self->column);
  g_free (self->begun);
  g_free (self);
}

static gpointer
names_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_load_schema (workspace, error);
}

/** ask_jobs_load_names: Returns: (transfer full): the job; gives AskSchema, as it stands in the workspace */
AskJob *
ask_jobs_load_names (void)
{
  return ask_job_new (names_job, (GDestroyNotify) ask_schema_unref, NULL, NULL);
}

static gpointer
rows_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  const AskSpendingRules rules = { 0 };
  AskSpending *spending = engine != NULL ? ask_spending_new (workspace, &rules) : NULL;
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskResult) result = NULL;

  if (spending == NULL)
    return NULL;
  limits.max_rows = request->max_rows;
  if (ask_spending_begin (spending, engine, error))
    result
      = ask_spending_query (spending, engine, &(AskSpendingQuery) { request->sql, &limits, NULL }, cancellable, error);
  ask_spending_free (spending);
  return result != NULL ? ask_rows_ref (result->rows) : NULL;
}

/**
 * ask_jobs_read_rows:
 * @sql: one SELECT over the relational view
 * @max_rows: as many are looked at
 *
 * What passes a threshold of the workspace is an error.
 *
 * Returns: (transfer full): the job; gives AskRows
 */
AskJob *
ask_jobs_read_rows (const char *sql, gsize max_rows)
{
  Request *request = g_new0 (Request, 1);

  request->sql = g_strdup (sql);
  request->max_rows = max_rows;
  return ask_job_new (rows_job, (GDestroyNotify) ask_rows_unref, request, request_free);
}

static gpointer
values_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  const AskValuePlace place = { request->source, request->table, request->column };
  g_autoptr (GPtrArray) all = ask_workspace_list_values (workspace, &place, error);
  g_autoptr (GPtrArray) found = NULL;

  if (all == NULL)
    return NULL;
  found = g_ptr_array_new_with_free_func (g_free);
  /* Those that begin so first, then those that have it anywhere. */
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < all->len && found->len < request->max_rows; i++)
      {
        const char *value = all->pdata[i];
        g_autofree char *folded = ask_text_fold (value);
        gboolean begins = g_str_has_prefix (folded, request->begun);

        if (round == 0 ? begins : !begins && strstr (folded, request->begun) != NULL)
          g_ptr_array_add (found, g_strdup (value));
      }
  return g_steal_pointer (&found);
}

/**
 * ask_jobs_list_indexed:
 * @entity: whose attribute it is
 * @attribute: with a column
 * @begun: what was typed of a value; "" for any
 * @max: as many at most
 *
 * No source is asked anything, an API least of all.
 *
 * Returns: (transfer full): the job; gives GPtrArray of utf8: values of the index
 */
AskJob *
ask_jobs_list_indexed (const AskEntity *entity, const AskAttribute *attribute, const char *begun, guint max)
{
  Request *request = g_new0 (Request, 1);

  request->source = g_strdup (entity->source);
  request->table = g_strdup (entity->table);
  request->column = g_strdup (attribute->column != NULL ? attribute->column : "");
  request->begun = ask_text_fold (begun);
  request->max_rows = max;
  return ask_job_new (values_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

typedef struct
{
  AskSchema *schema;
  AskBuild *build;
} Knowing;

static void
knowing_free (gpointer data)
{
  Knowing *self = data;

  ask_schema_unref (self->schema);
  ask_build_free (self->build);
  g_free (self);
}

static gpointer
know_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Knowing *self = data;

  return ask_build_known_load (workspace, self->schema, self->build, error);
}

/**
 * ask_jobs_know_build:
 * @schema: whose names @build has
 * @build: is copied
 *
 * No source is asked anything.
 *
 * Returns: (transfer full): the job; gives AskBuildKnown, what the index of values knows of the entities of @build
 */
AskJob *
ask_jobs_know_build (AskSchema *schema, const AskBuild *build)
{
  Knowing *self = g_new0 (Knowing, 1);

  self->schema = ask_schema_ref (schema);
  self->build = ask_build_copy (build);
  return ask_job_new (know_job, (GDestroyNotify) ask_build_known_free, self, knowing_free);
}
