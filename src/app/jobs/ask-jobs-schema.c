/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the Schema page. A schema that is handed over is shared and never changed, so no copy
 * of it is made for the thread.
 */
#include "config.h"

#include "app/jobs/ask-jobs-schema.h"

#include <string.h>

#include "app/jobs/ask-task.h"
#include "sql/ask-sql-parser.h"

/* So many of the last questions tell what is asked about. */
#define MAX_HISTORY 2000

/** ask_schema_state_free: frees @self */
void
ask_schema_state_free (AskSchemaState *self)
{
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_free (self);
}

static gpointer
open_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSchemaState) state = g_new0 (AskSchemaState, 1);

  state->schema = ask_workspace_load_newest_schema (workspace, &state->version, error);
  return state->schema != NULL ? g_steal_pointer (&state) : NULL;
}

/** ask_jobs_open_schema_async: reads the newest schema, to be edited. */
void
ask_jobs_open_schema_async (gpointer source, const char *path, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_open_schema_async, path, open_job, NULL, NULL,
                (GDestroyNotify) ask_schema_state_free, cancellable, callback, user_data);
}

/** ask_jobs_open_schema_finish: Returns: (transfer full) (nullable): or %NULL with @error */
AskSchemaState *
ask_jobs_open_schema_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_open_schema_async, result, error);
}

typedef struct
{
  gint64 base;
  AskSchema *schema;
  char *reason;
} SaveRequest;

static void
save_request_free (gpointer data)
{
  SaveRequest *request = data;

  ask_schema_unref (request->schema);
  g_free (request->reason);
  g_free (request);
}

static gpointer
save_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  SaveRequest *request = data;
  g_autoptr (AskSchemaState) state = g_new0 (AskSchemaState, 1);

  state->version = request->base;
  return ask_workspace_save_schema_from (workspace, &state->version, request->schema, request->reason, &state->schema,
                                         error)
           ? g_steal_pointer (&state)
           : NULL;
}

/**
 * ask_jobs_save_schema_async:
 * @base: the version that @schema was made from
 * @schema: (transfer none): shared
 *
 * Saves an edit. It is not cancelled: what was asked to be saved is saved.
 */
void
ask_jobs_save_schema_async (gpointer source, const char *path, gint64 base, AskSchema *schema, const char *reason,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  SaveRequest *request = g_new0 (SaveRequest, 1);

  request->base = base;
  request->schema = ask_schema_ref (schema);
  request->reason = g_strdup (reason);
  ask_task_run (source, ask_jobs_save_schema_async, path, save_job, request, save_request_free,
                (GDestroyNotify) ask_schema_state_free, NULL, callback, user_data);
}

/** ask_jobs_save_schema_finish: Returns: (transfer full) (nullable): or %NULL with @error */
AskSchemaState *
ask_jobs_save_schema_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_save_schema_async, result, error);
}

static gpointer
arrange_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_diagram_layout_run (data, cancellable, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/** ask_jobs_arrange_async: @layout: (transfer none): the caller keeps it until the callback, and applies it there */
void
ask_jobs_arrange_async (gpointer source, AskDiagramLayout *layout, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_arrange_async, NULL, arrange_job, layout, NULL, NULL, cancellable, callback,
                user_data);
}

/** ask_jobs_arrange_finish: Returns: whether it was arranged; else @error says why */
gboolean
ask_jobs_arrange_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return GPOINTER_TO_INT (ask_task_finish (source, ask_jobs_arrange_async, result, error));
}

static guint
count_undescribed (const AskEntity *entity)
{
  guint n = entity->description == NULL || entity->description[0] == '\0';

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const char *description = ((const AskAttribute *) entity->attributes->pdata[i])->description;

      n += description == NULL || description[0] == '\0';
    }
  return n;
}

typedef struct
{
  AskSchema *schema;
  GArray *coverage; /* AskCoverage */
  GHashTable *seen; /* AskEntity: a question counts once for each */
  gboolean failed;
} Count;

static gboolean
count_from (AskSqlFrom *from, gpointer data)
{
  Count *count = data;
  AskEntity *entity
    = from->kind == ASK_FROM_TABLE && from->name != NULL ? ask_schema_find_entity (count->schema, from->name) : NULL;
  guint index;

  if (entity != NULL && g_hash_table_add (count->seen, entity)
      && g_ptr_array_find (count->schema->entities, entity, &index))
    {
      AskCoverage *cover = &g_array_index (count->coverage, AskCoverage, index);

      cover->asked++;
      cover->failed += count->failed;
    }
  return TRUE;
}

/* What an answer's SQL reads from. A question that never came to SQL is about nothing yet. */
static void
count_question (AskSchema *schema, GArray *coverage, const AskHistoryEntry *entry)
{
  g_autoptr (JsonNode) answer = entry->answer != NULL ? ask_json_parse (entry->answer, -1, NULL) : NULL;
  const char *sql = answer != NULL && JSON_NODE_HOLDS_OBJECT (answer)
                      ? ask_json_get_string (json_node_get_object (answer), "sql")
                      : NULL;
  g_autoptr (AskSqlTree) tree = sql != NULL ? ask_sql_parse (sql, -1, NULL) : NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Count count = { schema, coverage, seen, strcmp (entry->status, "answered") != 0 || entry->complaint != NULL };
  AskSqlVisit visit = { NULL, count_from, NULL, &count };

  if (tree != NULL)
    ask_sql_walk_select (tree->select, &visit);
}

static gpointer
coverage_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  AskSchema *schema = data;
  g_autoptr (GArray) coverage = g_array_new (FALSE, TRUE, sizeof (AskCoverage));
  g_autoptr (GPtrArray) history = NULL;

  g_array_set_size (coverage, schema->entities->len);
  for (guint i = 0; i < schema->entities->len; i++)
    g_array_index (coverage, AskCoverage, i).undescribed = count_undescribed (schema->entities->pdata[i]);
  if ((history = ask_workspace_list_history (workspace, MAX_HISTORY, error)) == NULL)
    return NULL;
  for (guint i = 0; i < history->len; i++)
    {
      const AskHistoryEntry *listed = history->pdata[i];
      g_autoptr (AskHistoryEntry) entry = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || (entry = ask_workspace_get_history (workspace, listed->id, error)) == NULL)
        return NULL;
      count_question (schema, coverage, entry);
    }
  return g_steal_pointer (&coverage);
}

/** ask_jobs_coverage_async: counts, for each entity of @schema, the questions about it. */
void
ask_jobs_coverage_async (gpointer source, const char *path, AskSchema *schema, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_coverage_async, path, coverage_job, ask_schema_ref (schema),
                (GDestroyNotify) ask_schema_unref, (GDestroyNotify) g_array_unref, cancellable, callback, user_data);
}

/** ask_jobs_coverage_finish: Returns: (transfer full) (element-type AskCoverage) (nullable): or %NULL with @error */
GArray *
ask_jobs_coverage_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_coverage_async, result, error);
}

static gpointer
list_versions_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_list_schema_versions (workspace, error);
}

/** ask_jobs_list_versions_async: reads which versions of the schema there are. */
void
ask_jobs_list_versions_async (gpointer source, const char *path, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_list_versions_async, path, list_versions_job, NULL, NULL,
                (GDestroyNotify) g_ptr_array_unref, cancellable, callback, user_data);
}

/** ask_jobs_list_versions_finish: Returns: (transfer full) (element-type AskSchemaVersion) (nullable): the newest
 * first, or %NULL with @error */
GPtrArray *
ask_jobs_list_versions_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_list_versions_async, result, error);
}

static gpointer
load_version_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_load_schema_version (workspace, *(gint64 *) data, error);
}

/** ask_jobs_load_version_async: reads one version of the schema. */
void
ask_jobs_load_version_async (gpointer source, const char *path, gint64 version, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_load_version_async, path, load_version_job, g_memdup2 (&version, sizeof version), g_free,
                (GDestroyNotify) ask_schema_unref, cancellable, callback, user_data);
}

/** ask_jobs_load_version_finish: Returns: (transfer full) (nullable): or %NULL with @error */
AskSchema *
ask_jobs_load_version_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_load_version_async, result, error);
}

typedef struct
{
  AskSchema *before;
  AskSchema *after;
} BreaksRequest;

static void
breaks_request_free (gpointer data)
{
  BreaksRequest *self = data;

  ask_schema_unref (self->before);
  ask_schema_unref (self->after);
  g_free (self);
}

static gpointer
find_breaks_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const BreaksRequest *request = data;

  return ask_workspace_find_breaks (workspace, request->before, request->after, error);
}

/** ask_jobs_find_breaks_async: finds what fits @before and does not fit @after, which need not be saved. */
void
ask_jobs_find_breaks_async (gpointer source, const char *path, AskSchema *before, AskSchema *after,
                            GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  BreaksRequest *request = g_new0 (BreaksRequest, 1);

  request->before = ask_schema_ref (before);
  request->after = ask_schema_ref (after);
  ask_task_run (source, ask_jobs_find_breaks_async, path, find_breaks_job, request, breaks_request_free,
                (GDestroyNotify) g_ptr_array_unref, cancellable, callback, user_data);
}

/** ask_jobs_find_breaks_finish: Returns: (transfer full) (element-type AskBreak) (nullable): as of
 * ask_workspace_find_breaks(), or %NULL with @error */
GPtrArray *
ask_jobs_find_breaks_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_find_breaks_async, result, error);
}
