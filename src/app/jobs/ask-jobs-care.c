/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of what the Sources page says about a source's state. It reads what is kept and asks no
 * source anything.
 */
#include "config.h"

#include "app/jobs/ask-jobs-care.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-job.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace-draft.h"

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
  g_clear_pointer (&self->sorts, g_hash_table_unref);
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

/* Returns: (transfer full): as of AskSourceCare */
static GHashTable *
find_sorts (const AskSchema *schema, const char *source)
{
  GHashTable *sorts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];
      const AskOperation *operation = entity->operation;

      if (operation != NULL && operation->sorts->len > 0 && strcmp (entity->source, source) == 0)
        g_hash_table_add (sorts, g_strdup_printf ("%s %s", operation->method != NULL ? operation->method : "GET",
                                                  operation->path));
    }
  return sorts;
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
      care->sorts = find_sorts (schema, care->record->name);
      said = ask_schema_find_source (schema, care->record->name);
      care->sharing = said != NULL && said->sharing != ASK_SHARING_INHERIT ? said->sharing : ASK_SHARING_NEVER;
      care->drift = ask_workspace_get_drift (workspace, care->record->name, error);
      if (care->drift == NULL || !read_doctor (workspace, care, error))
        return NULL;
    }
  return g_steal_pointer (&cares);
}

/** ask_jobs_list_cares: reads the registered sources and their state. Gives (element-type AskSourceCare) GPtrArray */
AskJob *
ask_jobs_list_cares (void)
{
  return ask_job_new (list_cares_job, (GDestroyNotify) g_ptr_array_unref, NULL, NULL);
}

static gpointer
clear_drift_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_clear_drift (workspace, data, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/** ask_jobs_clear_drift: keeps that a steward has seen what changed at the source called @name. */
AskJob *
ask_jobs_clear_drift (const char *name)
{
  return ask_job_new (clear_drift_job, NULL, g_strdup (name), g_free);
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
  g_autofree char *reason = g_strdup_printf (_ ("Decided who may see values of %s"), request->name);

  if (draft == NULL
      || !ask_schema_edit_set_source (draft, request->name, "sharing", ask_sharing_to_string (request->sharing), error)
      || !ask_workspace_save_schema_from (workspace, &version, draft, reason, NULL, error))
    return NULL;
  return GINT_TO_POINTER (TRUE);
}

/**
 * ask_jobs_set_sharing:
 * @name: of a source
 * @sharing: whether its values may reach a language model, where an attribute says nothing itself
 *
 * Saves it as a new version of the schema.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_set_sharing (const char *name, AskSharing sharing)
{
  SharingRequest *request = g_new0 (SharingRequest, 1);

  request->name = g_strdup (name);
  request->sharing = sharing;
  return ask_job_new (set_sharing_job, NULL, request, sharing_request_free);
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
  AskEditBase base;
  g_autoptr (AskSchema) schema = ask_workspace_load_edited (workspace, &base, error);
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

/** ask_jobs_suggest: looks for what the source called @name does not say of itself, also towards others; with
 * %NULL what no source says. Gives (element-type AskSuggestion) GPtrArray, the surest first */
AskJob *
ask_jobs_suggest (const char *name)
{
  return ask_job_new (suggest_job, (GDestroyNotify) g_ptr_array_unref, g_strdup (name), g_free);
}

static gpointer
take_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskSuggestion *suggestion = data;
  AskEditBase base;
  g_autoptr (AskSchema) before = ask_workspace_load_edited (workspace, &base, error);
  g_autoptr (AskSchema) after = before != NULL ? ask_schema_fork (before) : NULL;
  g_autofree char *text = ask_suggestion_to_text (suggestion);
  /* Translators: why a version of the schema was saved; %s is what was suggested. */
  g_autofree char *reason = g_strdup_printf (_ ("Took the suggestion %s"), text);

  return after != NULL && ask_suggestion_apply (suggestion, after, error)
             && ask_workspace_save_edit (workspace, &base, after, reason, NULL, error)
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
 * ask_jobs_settle_suggestion:
 * @suggestion: (transfer none): the caller keeps it until the callback
 * @take: whether it becomes part of the schema; otherwise it is not offered again
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_settle_suggestion (const AskSuggestion *suggestion, gboolean take)
{
  return ask_job_new (take ? take_job : dismiss_job, NULL, (gpointer) suggestion, NULL);
}

static gpointer
recall_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_recall_suggestions (workspace, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/** ask_jobs_recall_suggestions: offers again what was dismissed, of all sources. */
AskJob *
ask_jobs_recall_suggestions (void)
{
  return ask_job_new (recall_job, NULL, NULL, NULL);
}
