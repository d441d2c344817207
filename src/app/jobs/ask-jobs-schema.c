/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the Schema page. A schema that is handed over is shared and never changed, so no copy
 * of it is made for the thread.
 */
#include "config.h"

#include "app/jobs/ask-jobs-schema.h"

#include <string.h>

#include "app/jobs/ask-job.h"
#include "schema/edit/ask-schema-edit.h"
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

  state->schema = ask_workspace_load_edited (workspace, &state->base, error);
  return state->schema != NULL ? g_steal_pointer (&state) : NULL;
}

/** ask_jobs_open_schema: reads the newest schema, or the draft that is open, to be edited. Gives AskSchemaState */
AskJob *
ask_jobs_open_schema (void)
{
  return ask_job_new (open_job, (GDestroyNotify) ask_schema_state_free, NULL, NULL);
}

typedef struct
{
  AskEditBase base;
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

  state->base = request->base;
  return ask_workspace_save_edit (workspace, &state->base, request->schema, request->reason, &state->schema, error)
           ? g_steal_pointer (&state)
           : NULL;
}

/**
 * ask_jobs_save_schema:
 * @base: what @schema was made from
 * @schema: (transfer none): shared
 * @reason: what was done, for the list of versions: "Added a metric"
 *
 * Saves an edit. It is not cancelled: what was asked to be saved is saved.
 *
 * Returns: (transfer full): the job; gives AskSchemaState
 */
AskJob *
ask_jobs_save_schema (const AskEditBase *base, AskSchema *schema, const char *reason)
{
  SaveRequest *request = g_new0 (SaveRequest, 1);

  request->base = *base;
  request->schema = ask_schema_ref (schema);
  request->reason = g_strdup (reason);
  return ask_job_new (save_job, (GDestroyNotify) ask_schema_state_free, request, save_request_free);
}

static gpointer
arrange_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_diagram_layout_run (data, cancellable, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/** ask_jobs_arrange: @layout: (transfer none): the caller keeps it until the callback, and applies it there */
AskJob *
ask_jobs_arrange (AskDiagramLayout *layout)
{
  return ask_job_new (arrange_job, NULL, layout, NULL);
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

/** ask_jobs_coverage: counts, for each entity of @schema, the questions about it. Gives (element-type AskCoverage)
 * GArray */
AskJob *
ask_jobs_coverage (AskSchema *schema)
{
  return ask_job_new (coverage_job, (GDestroyNotify) g_array_unref, ask_schema_ref (schema),
                      (GDestroyNotify) ask_schema_unref);
}

static gpointer
list_versions_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_list_schema_versions (workspace, error);
}

/** ask_jobs_list_versions: reads which versions of the schema there are. Gives (element-type AskSchemaVersion)
 * GPtrArray, the newest first */
AskJob *
ask_jobs_list_versions (void)
{
  return ask_job_new (list_versions_job, (GDestroyNotify) g_ptr_array_unref, NULL, NULL);
}

static gpointer
load_version_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_load_schema_version (workspace, *(gint64 *) data, error);
}

/** ask_jobs_load_version: reads the schema's version of the number @version. Gives AskSchema */
AskJob *
ask_jobs_load_version (gint64 version)
{
  return ask_job_new (load_version_job, (GDestroyNotify) ask_schema_unref, g_memdup2 (&version, sizeof version),
                      g_free);
}

typedef struct
{
  AskSchema *before;
  AskSchema *after;
} EffectsRequest;

static void
effects_request_free (gpointer data)
{
  EffectsRequest *self = data;

  ask_schema_unref (self->before);
  ask_schema_unref (self->after);
  g_free (self);
}

/** ask_schema_effects_free: @self: (nullable) (transfer full): effects */
void
ask_schema_effects_free (AskSchemaEffects *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->breaks, g_ptr_array_unref);
  g_free (self);
}

static gboolean
count_followers (AskWorkspace *workspace, const EffectsRequest *request, guint *n, GError **error)
{
  g_autoptr (GPtrArray) pairs = ask_workspace_list_verified (workspace, error);

  for (guint i = 0; pairs != NULL && i < pairs->len; i++)
    {
      const char *sql = ((AskVerified *) pairs->pdata[i])->sql;
      g_autofree char *renamed = ask_schema_rename_in_sql (request->before, request->after, sql, NULL);

      *n += renamed != NULL && strcmp (renamed, sql) != 0;
    }
  return pairs != NULL;
}

static gpointer
find_effects_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const EffectsRequest *request = data;
  g_autoptr (AskSchemaEffects) effects = g_new0 (AskSchemaEffects, 1);

  effects->breaks = ask_workspace_find_edit_breaks (workspace, request->before, request->after, error);
  if (effects->breaks == NULL || !count_followers (workspace, request, &effects->n_follow, error))
    return NULL;
  return g_steal_pointer (&effects);
}

/** ask_jobs_find_effects: finds what @after, which need not be saved, does to what people saved under @before. Gives
 * AskSchemaEffects */
AskJob *
ask_jobs_find_effects (AskSchema *before, AskSchema *after)
{
  EffectsRequest *request = g_new0 (EffectsRequest, 1);

  request->before = ask_schema_ref (before);
  request->after = ask_schema_ref (after);
  return ask_job_new (find_effects_job, (GDestroyNotify) ask_schema_effects_free, request, effects_request_free);
}
