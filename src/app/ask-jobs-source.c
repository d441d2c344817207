/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the Sources and Schema views. A form may hold a key: it is copied as seldom
 * as possible, wiped when freed, and never part of a message.
 */
#include "config.h"

#include "app/ask-jobs-source.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/ask-task.h"
#include "store/ask-server-uri.h"

static void
wipe (char *text)
{
  if (text == NULL)
    return;
  explicit_bzero (text, strlen (text));
  g_free (text);
}

/** ask_source_form_free: wipes the header lines, then frees. */
void
ask_source_form_free (AskSourceForm *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; self->headers != NULL && self->headers[i] != NULL; i++)
    wipe (self->headers[i]);
  g_free (self->headers);
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
  copy->headers = g_strdupv (self->headers);
  return copy;
}

static gpointer
list_sources_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable,
                  GError **error)
{
  return ask_workspace_list_sources (workspace, error);
}

/** ask_jobs_list_sources_async: reads the registered sources. */
void
ask_jobs_list_sources_async (gpointer source, const char *path, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_list_sources_async, path, list_sources_job, NULL, NULL,
                (GDestroyNotify) g_ptr_array_unref, cancellable, callback, user_data);
}

/** ask_jobs_list_sources_finish: Returns: (element-type AskSourceRecord) (transfer full) (nullable):
 * or %NULL with @error */
GPtrArray *
ask_jobs_list_sources_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_list_sources_async, result, error);
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
source_verb_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable,
                 GError **error)
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
      done = ask_workspace_remove_source (workspace, request->name, error);
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

/** ask_jobs_source_verb_async: tests, refreshes or removes the source called @name. */
void
ask_jobs_source_verb_async (gpointer source, const char *path, AskSourceVerb verb,
                            const char *name, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  VerbRequest *request = g_new0 (VerbRequest, 1);

  request->verb = verb;
  request->name = g_strdup (name);
  ask_task_run (source, ask_jobs_source_verb_async, path, source_verb_job, request,
                verb_request_free, (GDestroyNotify) g_ptr_array_unref, cancellable, callback,
                user_data);
}

/** ask_jobs_source_verb_finish: Returns: (element-type utf8) (transfer full) (nullable): notes of a
 * refresh, else none; %NULL with @error */
GPtrArray *
ask_jobs_source_verb_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_source_verb_async, result, error);
}

/* "K: V" for a test before anything is saved; once saved, the store resolves it. */
static gboolean
add_header_line (AskSourceConfig *config, const char *line, GError **error)
{
  const char *colon = strchr (line, ':');
  g_autofree char *name = NULL;
  const char *value;

  if (colon == NULL || colon == line)
    {
      g_set_error_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                           _("A header line needs a name, a colon and a value, such as "
                             "“X-Api-Key: $MY_KEY”."));
      return FALSE;
    }
  name = g_strstrip (g_strndup (line, (gsize) (colon - line)));
  value = colon + 1;
  while (g_ascii_isspace (*value))
    value++;
  if (*value == '$' && value[1] != '\0')
    {
      const char *found = g_getenv (value + 1);

      if (found == NULL)
        {
          g_set_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                       _("The header %s reads the environment variable %s, which is not set. Set "
                         "it and start AskData again, or write the key itself."),
                       name, value + 1);
          return FALSE;
        }
      value = found;
    }
  ask_source_config_add_header (config, name, value);
  return TRUE;
}

static gpointer
probe_source_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable,
                  GError **error)
{
  const AskSourceForm *form = data;
  gboolean server = ask_server_kind_check (form->kind);
  AskSourceConfig *config
      = server ? ask_server_config_new (form->kind, form->name, form->location,
                                        (const char *const *) form->headers, error)
               : ask_source_config_new (form->name, form->kind, form->location);
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskSource) source = NULL;
  gboolean fine = TRUE;

  if (config == NULL)
    return NULL;
  if (form->base_url != NULL && *form->base_url != '\0')
    config->base_url = g_strdup (form->base_url);
  for (guint i = 0; fine && !server && form->headers != NULL && form->headers[i] != NULL; i++)
    fine = add_header_line (config, form->headers[i], error);
  fine = fine && ask_source_config_check (config, error);
  if (fine)
    source = ask_source_new (config, error);
  if (source != NULL && ask_source_open (source, cancellable, error))
    found = ask_source_introspect (source, cancellable, error);
  if (found != NULL && config->base_url == NULL && found->base_url != NULL)
    {
      /* Calls go where the document says; once saved, the store opens it so too. */
      g_clear_object (&source);
      config->base_url = g_strdup (found->base_url);
      source = ask_source_new (config, error);
      fine = source != NULL && ask_source_open (source, cancellable, error);
    }
  if (found != NULL
      && (!fine || !ask_source_test (source, found->schema, cancellable, error)))
    g_clear_pointer (&found, ask_introspection_free);
  ask_source_config_unref (config);
  return g_steal_pointer (&found);
}

/**
 * ask_jobs_probe_source_async:
 * @form: what to try
 *
 * Opens the source, reads what it holds and makes one call; nothing is saved.
 */
void
ask_jobs_probe_source_async (gpointer source, const AskSourceForm *form,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  ask_task_run (source, ask_jobs_probe_source_async, NULL, probe_source_job,
                ask_source_form_copy (form), (GDestroyNotify) ask_source_form_free,
                (GDestroyNotify) ask_introspection_free, cancellable, callback, user_data);
}

/** ask_jobs_probe_source_finish: Returns: (transfer full) (nullable): or %NULL with @error */
AskIntrospection *
ask_jobs_probe_source_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_probe_source_async, result, error);
}

static gpointer
add_source_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskSourceForm *form = data;
  g_autoptr (GPtrArray) notes = NULL;

  return ask_workspace_add_source (workspace, form->kind, form->name, form->location,
                                   form->base_url, (const char *const *) form->headers, &notes,
                                   cancellable, error);
}

/** ask_jobs_add_source_async: registers the source and imports what it holds. */
void
ask_jobs_add_source_async (gpointer source, const char *path, const AskSourceForm *form,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  ask_task_run (source, ask_jobs_add_source_async, path, add_source_job,
                ask_source_form_copy (form), (GDestroyNotify) ask_source_form_free,
                (GDestroyNotify) ask_source_record_free, cancellable, callback, user_data);
}

/** ask_jobs_add_source_finish: Returns: (transfer full) (nullable): or %NULL with @error */
AskSourceRecord *
ask_jobs_add_source_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_add_source_async, result, error);
}

static gpointer
load_schema_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable,
                 GError **error)
{
  return ask_workspace_load_schema (workspace, error);
}

/** ask_jobs_load_schema_async: reads the abstract schema. */
void
ask_jobs_load_schema_async (gpointer source, const char *path, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  ask_task_run (source, ask_jobs_load_schema_async, path, load_schema_job, NULL, NULL,
                (GDestroyNotify) ask_schema_unref, cancellable, callback, user_data);
}

/** ask_jobs_load_schema_finish: Returns: (transfer full) (nullable): or %NULL with @error */
AskSchema *
ask_jobs_load_schema_finish (gpointer source, GAsyncResult *result, GError **error)
{
  return ask_task_finish (source, ask_jobs_load_schema_async, result, error);
}
