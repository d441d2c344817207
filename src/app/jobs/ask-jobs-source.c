/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the Sources and Schema views. A form may hold a key: it is copied as seldom
 * as possible, wiped when freed, and never part of a message.
 */
#include "config.h"

#include "app/jobs/ask-jobs-source.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-job.h"
#include "base/ask-error.h"
#include "store/ask-api-config.h"
#include "store/ask-sample.h"
#include "store/ask-source-notes.h"
#include "store/ask-source-origin.h"

/** ask_source_form_free: frees it; secrets are wiped */
void
ask_source_form_free (AskSourceForm *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->options, g_ptr_array_unref);
  g_free (self->name);
  g_free (self->location);
  g_free (self->base_url);
  g_free (self);
}

/** ask_source_form_copy: Returns: (transfer full): a copy */
AskSourceForm *
ask_source_form_copy (const AskSourceForm *self)
{
  AskSourceForm *copy = g_new0 (AskSourceForm, 1);

  copy->kind = self->kind;
  copy->name = g_strdup (self->name);
  copy->location = g_strdup (self->location);
  copy->base_url = g_strdup (self->base_url);
  copy->unreached = self->unreached;
  copy->options = self->options != NULL ? ask_options_copy (self->options) : NULL;
  return copy;
}

typedef struct
{
  AskSourceVerb verb;
  char *name;
} VerbRequest;

static void
verb_request_free (gpointer data)
{
  g_free (((VerbRequest *) data)->name);
  g_free (data);
}

static gpointer
source_verb_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  VerbRequest *request = data;
  g_autoptr (GPtrArray) notes = NULL;
  gboolean done = FALSE;

  switch (request->verb)
    {
    case ASK_SOURCE_VERB_TEST:
      done = ask_workspace_test_source (workspace, request->name, cancellable, error);
      break;
    case ASK_SOURCE_VERB_REFRESH:
      done = ask_workspace_refresh_source (workspace, request->name, &notes, cancellable, error);
      break;
    case ASK_SOURCE_VERB_REMOVE:
      done = ask_workspace_drop_source (workspace, request->name, error);
      break;
    default:
      g_assert_not_reached ();
    }
  if (!done)
    return NULL;
  if (notes == NULL)
    notes = g_ptr_array_new_with_free_func (g_free);
  return g_steal_pointer (&notes);
}

/**
 * ask_jobs_source_verb:
 * @verb: what to do: test, refresh or remove
 * @name: of a source
 *
 * Returns: (transfer full): the job; gives (element-type utf8) GPtrArray: notes of a refresh, else none
 */
AskJob *
ask_jobs_source_verb (AskSourceVerb verb, const char *name)
{
  VerbRequest *request = g_new0 (VerbRequest, 1);

  request->verb = verb;
  request->name = g_strdup (name);
  return ask_job_new (source_verb_job, (GDestroyNotify) g_ptr_array_unref, request, verb_request_free);
}

static AskSourceConfig *
make_config (const AskSourceForm *form, GError **error)
{
  const char *base_url = form->base_url != NULL && *form->base_url != '\0' ? form->base_url : NULL;

  return ask_tried_config_new (form->kind, form->name, form->location, base_url, form->options, error);
}

static AskIntrospection *
introspect (AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSource) source = ask_source_new (config, error);

  return source != NULL && ask_source_open (source, cancellable, error)
           ? ask_source_introspect (source, cancellable, error)
           : NULL;
}

/* Calls go where the document says; once saved, the store opens it so too. */
static gboolean
try_source (AskSourceConfig *config, const AskIntrospection *found, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSource) source = NULL;

  if (config->base_url == NULL)
    config->base_url = g_strdup (found->base_url);
  if (config->client != NULL && !ask_source_config_settle_client (config, config->base_url, found, error))
    return FALSE;
  source = ask_source_new (config, error);
  return source != NULL && ask_source_open (source, cancellable, error)
         && ask_source_test (source, found->schema, cancellable, error);
}

static gboolean
has_file (const AskSourceConfig *config)
{
  g_autofree char *file = config->kind->find_file != NULL ? config->kind->find_file (config) : NULL;

  return file != NULL;
}

/* What was not there before, and was made in vain, is taken away. */
static AskIntrospection *
introspect_settled (AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  const gboolean had = has_file (config);
  AskIntrospection *found = introspect (config, cancellable, error);

  if (had || config->kind->find_file == NULL)
    return found;
  if (found != NULL && !g_cancellable_is_cancelled (cancellable))
    found->fresh = TRUE;
  else
    config->kind->forget (config);
  return found;
}

/* An API that does not let us in has said by its document what it asks for: that is worth showing. */
static gpointer
probe_source_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskSourceForm *form = data;
  AskSourceConfig *config = make_config (form, error);
  g_autoptr (AskIntrospection) found
    = config != NULL && ask_workspace_settle_origin (workspace, config, cancellable, error)
        ? introspect_settled (config, cancellable, error)
        : NULL;
  g_autoptr (GError) local = NULL;

  if (found != NULL && !try_source (config, found, cancellable, &local))
    {
      if (found->auth != ASK_AUTH_NONE
          && (g_error_matches (local, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED)
              || g_error_matches (local, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG)))
        found->refusal = g_strdup (ask_error_get_words (local));
      else if (form->kind->nature == ASK_NATURE_DOCUMENT && ask_source_error_is_away (local))
        {
          found->unreached = TRUE;
          found->refusal = g_strdup (ask_error_get_words (local));
        }
      else
        {
          g_clear_pointer (&found, ask_introspection_free);
          g_propagate_error (error, g_steal_pointer (&local));
        }
    }
  g_clear_pointer (&config, ask_source_config_unref);
  return g_steal_pointer (&found);
}

/**
 * ask_jobs_probe_source:
 * @form: what to try
 *
 * Opens the source, reads what it holds and makes one call; nothing is saved. Where an API refuses that
 * call, the result says so (refusal), and what the API asks for (auth). Where nobody
 * answers at the API now, the result says that (unreached).
 *
 * Returns: (transfer full): the job; gives AskIntrospection
 */
AskJob *
ask_jobs_probe_source (const AskSourceForm *form)
{
  return ask_job_new (probe_source_job, (GDestroyNotify) ask_introspection_free, ask_source_form_copy (form),
                      (GDestroyNotify) ask_source_form_free);
}

static gpointer
forget_tried_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = make_config (data, error);

  if (config == NULL)
    return NULL;
  /* Where the column is gone meanwhile its index is known all the same. */
  ask_workspace_settle_origin (workspace, config, cancellable, NULL);
  config->kind->forget (config);
  ask_source_config_unref (config);
  return GINT_TO_POINTER (TRUE);
}

/**
 * ask_jobs_forget_tried:
 * @form: what was tried, made a file of ours (fresh), and is not added; copied
 *
 * Returns: (transfer full): the job, which takes that file away
 */
AskJob *
ask_jobs_forget_tried (const AskSourceForm *form)
{
  return ask_job_new (forget_tried_job, NULL, ask_source_form_copy (form), (GDestroyNotify) ask_source_form_free);
}

static gpointer
add_source_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskSourceForm *form = data;
  g_autoptr (GPtrArray) notes = NULL;

  return ask_workspace_add_source (workspace,
                                   &(AskNewSource) { form->kind, form->name, form->location, form->base_url,
                                                     form->options, form->unreached },
                                   &notes, cancellable, error);
}

/**
 * ask_jobs_add_source:
 * @form: copied
 *
 * Registers the source and imports what it holds.
 *
 * Returns: (transfer full): the job; gives AskSourceRecord
 */
AskJob *
ask_jobs_add_source (const AskSourceForm *form)
{
  return ask_job_new (add_source_job, (GDestroyNotify) ask_source_record_free, ask_source_form_copy (form),
                      (GDestroyNotify) ask_source_form_free);
}

static gpointer
renew_source_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_renew_source (workspace, data, cancellable, error) ? g_strdup (data) : NULL;
}

/**
 * ask_jobs_renew_source:
 * @name: of a source
 *
 * Reads what has changed of its files, so that the next query need not.
 *
 * Returns: (transfer full): the job; gives the name
 */
AskJob *
ask_jobs_renew_source (const char *name)
{
  return ask_job_new (renew_source_job, g_free, g_strdup (name), g_free);
}

static gpointer
list_watched_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (workspace, error);

  for (guint i = records != NULL ? records->len : 0; i > 0; i--)
    {
      const AskSourceRecord *record = records->pdata[i - 1];

      if (record->kind->contents == NULL
          || (record->kind->find_column != NULL && record->kind->find_column (record->location) != NULL))
        g_ptr_array_remove_index (records, i - 1);
    }
  return g_steal_pointer (&records);
}

/**
 * ask_jobs_list_watched:
 *
 * Returns: (transfer full): the job; gives (element-type AskSourceRecord) GPtrArray: those that are folders of files, or
 *   one file, whose changes are worth being noticed
 */
AskJob *
ask_jobs_list_watched (void)
{
  return ask_job_new (list_watched_job, (GDestroyNotify) g_ptr_array_unref, NULL, NULL);
}

static gpointer
list_origins_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_list_origins (workspace, error);
}

/** ask_jobs_list_origins: Returns: (transfer full): the job; gives (element-type AskEntity) GPtrArray: the tables with a column
 * that can be read as the texts of documents */
AskJob *
ask_jobs_list_origins (void)
{
  return ask_job_new (list_origins_job, (GDestroyNotify) g_ptr_array_unref, NULL, NULL);
}
