/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of what the Sources page says about a source's state. It reads what is kept and asks no
 * source anything.
 */
#include "config.h"

#include "app/jobs/ask-jobs-care.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-task.h"
#include "schema/edit/ask-schema-edit.h"

/** ask_source_care_ref: Returns: (transfer full): @self */
AskSourceCare *
ask_source_care_ref (AskSourceCare *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_source_care_unref: frees @self with its last reference. */
void
ask_source_care_unref (AskSourceCare *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->record, ask_source_record_free);
  g_clear_pointer (&self->drift, ask_drift_free);
  g_clear_pointer (&self->doctor, ask_doctor_free);
  g_free (self);
}

/* That no report is kept is what it says of most sources; any other failure is one. */
static gboolean
read_doctor (AskWorkspace *workspace, AskSourceCare *care, GError **error)
{
  g_autoptr (GError) local = NULL;

  care->doctor = ask_workspace_get_doctor (workspace, care->record->name, &local);
  if (care->doctor != NULL || g_error_matches (local, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gpointer
list_cares_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (workspace, error);
  g_autoptr (AskSchema) schema = records != NULL ? ask_workspace_load_schema (workspace, error) : NULL;
  g_autoptr (GPtrArray) cares = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_care_unref);

  if (schema == NULL)
    return NULL;
  while (records->len > 0)
    {
      AskSourceCare *care = g_new0 (AskSourceCare, 1);
      AskSchemaSource *said;

      g_atomic_ref_count_init (&care->ref_count);
      g_ptr_array_add (cares, care);
      care->record = g_ptr_array_steal_index (records, 0);
      said = ask_schema_find_source (schema, care->record->name);
      care->sharing = said != NULL && said->sharing != ASK_SHARING_INHERIT ? said->sharing : ASK_SHARING_NEVER;
      care->drift = ask_workspace_get_drift (workspace, care->record->name, error);
      if (care->drift == NULL || !read_doctor (workspace, care, error))
        return NULL;
    }
  return g_steal_pointer (&cares);
}

/** ask_jobs_list_cares_async: reads the registered sources and their state. */
void
ask_jobs_list_cares_async (gpointer source, const char *path, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_list_cares_async, path, list_cares_job, NULL, NULL,
                (GDestroyNotify) g_ptr_array_unref, cancellable, callback, user_data);
}

/** ask_jobs_list_cares_finish: Returns: (element-type AskSourceCare) (transfer full) (nullable): or %NULL with
 * @error */
GPtrArray *
ask_jobs_list_cares_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_list_cares_async, result, error);
}

static gpointer
clear_drift_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_clear_drift (workspace, data, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/** ask_jobs_clear_drift_async: keeps that a steward has seen what changed at the source called @name. */
void
ask_jobs_clear_drift_async (gpointer source, const char *path, const char *name, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_clear_drift_async, path, clear_drift_job, g_strdup (name), g_free, NULL, cancellable,
                callback, user_data);
}

/** ask_jobs_clear_drift_finish: Returns: whether it is kept; else @error says why */
gboolean
ask_jobs_clear_drift_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return GPOINTER_TO_INT (ask_task_finish (source, ask_jobs_clear_drift_async, result, error));
}

typedef struct
{
  char *name;
  AskSharing sharing;
} SharingRequest;

static void
sharing_request_free (gpointer data)
{
  g_free (((SharingRequest *) data)->name);
  g_free (data);
}

static gpointer
set_sharing_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  SharingRequest *request = data;
  gint64 version = 0;
  g_autoptr (AskSchema) newest = ask_workspace_load_newest_schema (workspace, &version, error);
  g_autoptr (AskSchema) draft = newest != NULL ? ask_schema_fork (newest) : NULL;
  /* Translators: why a version of the schema was saved; %s is a source. */
  g_autofree char *reason = g_strdup_printf (_("Decided who may see values of %s"), request->name);

  if (draft == NULL
      || !ask_schema_edit_set_source (draft, request->name, "sharing", ask_sharing_to_string (request->sharing), error)
      || !ask_workspace_save_schema_from (workspace, &version, draft, reason, NULL, error))
    return NULL;
  return GINT_TO_POINTER (TRUE);
}

/** ask_jobs_set_sharing_async: saves whether values of the source called @name may reach a language model. */
void
ask_jobs_set_sharing_async (gpointer source, const char *path, const char *name, AskSharing sharing,
                            GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  SharingRequest *request = g_new0 (SharingRequest, 1);

  request->name = g_strdup (name);
  request->sharing = sharing;
  ask_task_run (source, ask_jobs_set_sharing_async, path, set_sharing_job, request, sharing_request_free, NULL,
                cancellable, callback, user_data);
}

/** ask_jobs_set_sharing_finish: Returns: whether it is saved; else @error says why */
gboolean
ask_jobs_set_sharing_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return GPOINTER_TO_INT (ask_task_finish (source, ask_jobs_set_sharing_async, result, error));
}

static gboolean
is_of (AskSchema *schema, const char *id, const char *source)
{
  const AskEntity *entity = id != NULL ? ask_schema_find_id (schema, id) : NULL;

  return entity != NULL && g_strcmp0 (entity->source, source) == 0;
}

static gpointer
suggest_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, error);
  g_autoptr (GPtrArray) found = schema != NULL ? ask_workspace_suggest (workspace, cancellable, error) : NULL;

  if (found == NULL)
    return NULL;
  for (guint i = data != NULL ? found->len : 0; i > 0; i--)
    {
      const AskSuggestion *suggestion = found->pdata[i - 1];

      if (!is_of (schema, suggestion->from_id, data) && !is_of (schema, suggestion->to_id, data))
        g_ptr_array_remove_index (found, i - 1);
    }
  return g_steal_pointer (&found);
}

/** ask_jobs_suggest_async: looks for what the source called @name does not say of itself, also towards others; with
 * %NULL what no source says. */
void
ask_jobs_suggest_async (gpointer source, const char *path, const char *name, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_suggest_async, path, suggest_job, g_strdup (name), g_free,
                (GDestroyNotify) g_ptr_array_unref, cancellable, callback, user_data);
}

/** ask_jobs_suggest_finish: Returns: (transfer full) (element-type AskSuggestion) (nullable): the surest first; or
 * %NULL with @error */
GPtrArray *
ask_jobs_suggest_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_suggest_async, result, error);
}

static gpointer
take_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskSuggestion *suggestion = data;
  gint64 version = 0;
  g_autoptr (AskSchema) newest = ask_workspace_load_newest_schema (workspace, &version, error);
  g_autoptr (AskSchema) draft = newest != NULL ? ask_schema_fork (newest) : NULL;
  g_autofree char *text = ask_suggestion_to_text (suggestion);
  /* Translators: why a version of the schema was saved; %s is what was suggested. */
  g_autofree char *reason = g_strdup_printf (_("Took the suggestion %s"), text);

  return draft != NULL && ask_suggestion_apply (suggestion, draft, error)
             && ask_workspace_save_schema_from (workspace, &version, draft, reason, NULL, error)
           ? GINT_TO_POINTER (TRUE)
           : NULL;
}

static gpointer
dismiss_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskSuggestion *suggestion = data;

  return ask_workspace_dismiss_suggestion (workspace, suggestion->key, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/**
 * ask_jobs_settle_suggestion_async:
 * @suggestion: (transfer none): the caller keeps it until the callback
 * @take: whether it becomes part of the schema; otherwise it is not offered again
 */
void
ask_jobs_settle_suggestion_async (gpointer source, const char *path, const AskSuggestion *suggestion, gboolean take,
                                  GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_settle_suggestion_async, path, take ? take_job : dismiss_job, (gpointer) suggestion,
                NULL, NULL, NULL, callback, user_data);
}

/** ask_jobs_settle_suggestion_finish: Returns: whether it was done; else @error says why */
gboolean
ask_jobs_settle_suggestion_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return GPOINTER_TO_INT (ask_task_finish (source, ask_jobs_settle_suggestion_async, result, error));
}

static gpointer
recall_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_recall_suggestions (workspace, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/** ask_jobs_recall_suggestions_async: offers again what was dismissed, of all sources. */
void
ask_jobs_recall_suggestions_async (gpointer source, const char *path, GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_recall_suggestions_async, path, recall_job, NULL, NULL, NULL, NULL, callback,
                user_data);
}

/** ask_jobs_recall_suggestions_finish: Returns: whether it is kept; else @error says why */
gboolean
ask_jobs_recall_suggestions_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return GPOINTER_TO_INT (ask_task_finish (source, ask_jobs_recall_suggestions_async, result, error));
}
