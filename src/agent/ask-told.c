/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the model's server told of itself. It holds for one model at one address; another one is asked anew.
 */
#include "config.h"

#include "agent/ask-told.h"

#include <string.h>

#define OF "told/of"
#define LENGTH "told/context-length"
#define KIND "told/kind"
#define REFUSED "told/refused"
#define FORM "told/form"

/* Whose facts they are. Returns: (transfer full) (nullable): NULL for a model that has no server */
static char *
dup_of (AskModel *model)
{
  return model != NULL && ASK_IS_OPENAI (model)
           ? g_strdup_printf ("%s %s", ask_openai_get_url (ASK_OPENAI (model)), ask_model_get_name (model))
           : NULL;
}

static gboolean
is_kept (AskWorkspace *workspace, AskModel *model)
{
  g_autofree char *of = dup_of (model);
  g_autofree char *kept = ask_workspace_get_setting (workspace, OF);

  return of != NULL && g_strcmp0 (of, kept) == 0;
}

/* What is kept of a model beside the above begins with the model and a line break: it does not need a server that tells
 * anything. Returns: (transfer full) (nullable): the rest */
static char *
dup_kept (AskWorkspace *workspace, AskModel *model, const char *key)
{
  g_autofree char *of = dup_of (model);
  g_autofree char *kept = of != NULL ? ask_workspace_get_setting (workspace, key) : NULL;

  return kept != NULL && g_str_has_prefix (kept, of) && kept[strlen (of)] == '\n' ? g_strdup (kept + strlen (of) + 1)
                                                                                  : NULL;
}

/* @value: (nullable) */
static gboolean
keep_of (AskWorkspace *workspace, AskModel *model, const char *key, const char *value, GError **error)
{
  g_autofree char *of = dup_of (model);
  g_autofree char *kept = of != NULL && value != NULL ? g_strdup_printf ("%s\n%s", of, value) : NULL;

  return ask_workspace_set_setting (workspace, key, kept, error);
}

static gboolean
keep (AskWorkspace *workspace, AskModel *model, const AskModelFacts *facts, GError **error)
{
  g_autofree char *of = dup_of (model);
  g_autofree char *length
    = facts->context_length > 0 ? g_strdup_printf ("%" G_GUINT64_FORMAT, facts->context_length) : NULL;

  return ask_workspace_set_setting (workspace, LENGTH, length, error)
         && ask_workspace_set_setting (workspace, KIND, ask_server_kind_to_string (facts->kind), error)
         && ask_workspace_set_setting (workspace, OF, of, error);
}

/**
 * ask_told_renew:
 * @workspace: keeps what is told
 * @model: a model on a server
 * @cancellable: (nullable): stops within 100 ms
 * @error: #AskLlmError, %ASK_STORE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Asks the server, whatever is kept; blocks for some seconds at most.
 *
 * Returns: (transfer full): what it told
 */
AskModelFacts *
ask_told_renew (AskWorkspace *workspace, AskModel *model, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskModelFacts) facts = ask_openai_describe (ASK_OPENAI (model), cancellable, error);

  if (facts == NULL || !keep (workspace, model, facts, error))
    return NULL;
  ask_openai_set_kind (ASK_OPENAI (model), facts->kind);
  return g_steal_pointer (&facts);
}

/**
 * ask_told_ensure:
 * @workspace: keeps what is told
 * @model: any
 * @cancellable: (nullable): stops within 100 ms
 *
 * Asks the server once, and tells @model which program it is. A server that does not answer is asked again with the next
 * question; that is no error, for the model's own turn says what is wrong.
 */
void
ask_told_ensure (AskWorkspace *workspace, AskModel *model, GCancellable *cancellable)
{
  if (!ASK_IS_OPENAI (model))
    return;
  ask_told_recall_refused (workspace, model);
  if (is_kept (workspace, model))
    {
      g_autofree char *kind = ask_workspace_get_setting (workspace, KIND);

      ask_openai_set_kind (ASK_OPENAI (model), ask_server_kind_from_string (kind));
    }
  else
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (AskModelFacts) facts = ask_told_renew (workspace, model, cancellable, &failure);

      if (facts == NULL)
        g_debug ("The model's server tells nothing of itself: %s", failure->message);
    }
}

/**
 * ask_told_get_context_length:
 * @workspace: whose settings they are
 * @model: (nullable): which model is asked
 *
 * Returns: how many tokens it reads: "model/context-length" where a person set it, else what its server told; 0 where
 *   nobody says
 */
guint64
ask_told_get_context_length (AskWorkspace *workspace, AskModel *model)
{
  g_autofree char *set = ask_workspace_get_setting (workspace, "model/context-length");
  g_autofree char *told = NULL;
  guint64 length = set != NULL ? g_ascii_strtoull (set, NULL, 10) : 0;

  if (length > 0 || !is_kept (workspace, model))
    return length;
  told = ask_workspace_get_setting (workspace, LENGTH);
  return told != NULL ? g_ascii_strtoull (told, NULL, 10) : 0;
}

/**
 * ask_told_recall_refused:
 * @workspace: may keep it
 * @model: is told what its server has refused before
 */
void
ask_told_recall_refused (AskWorkspace *workspace, AskModel *model)
{
  g_autofree char *refused = dup_kept (workspace, model, REFUSED);

  if (ASK_IS_OPENAI (model))
    ask_openai_set_refused (ASK_OPENAI (model), refused);
}

/**
 * ask_told_keep_refused:
 * @workspace: keeps it
 * @model: (nullable): which was asked
 * @error: %ASK_STORE_ERROR
 *
 * What the server has refused of the protocol is not sent with the next question, until the model is tested.
 *
 * Returns: whether it is kept
 */
gboolean
ask_told_keep_refused (AskWorkspace *workspace, AskModel *model, GError **error)
{
  g_autofree char *refused = ASK_IS_OPENAI (model) ? ask_openai_dup_refused (ASK_OPENAI (model)) : NULL;
  g_autofree char *kept = dup_kept (workspace, model, REFUSED);

  if (refused == NULL || strcmp (refused, kept != NULL ? kept : "") == 0)
    return TRUE;
  return keep_of (workspace, model, REFUSED, refused, error);
}

/**
 * ask_told_forget_refused:
 * @workspace: kept it
 * @model: which is to be tried anew
 * @error: %ASK_STORE_ERROR
 *
 * Returns: whether it is forgotten
 */
gboolean
ask_told_forget_refused (AskWorkspace *workspace, AskModel *model, GError **error)
{
  if (ASK_IS_OPENAI (model))
    ask_openai_set_refused (ASK_OPENAI (model), NULL);
  return keep_of (workspace, model, REFUSED, NULL, error);
}

/**
 * ask_told_is_refused:
 * @model: (nullable): a model, of which ask_told_ensure() has told what is known
 * @parameter: as of ask_openai_dup_refused()
 *
 * Returns: whether its server does not take it
 */
gboolean
ask_told_is_refused (AskModel *model, const char *parameter)
{
  g_autofree char *refused = ASK_IS_OPENAI (model) ? ask_openai_dup_refused (ASK_OPENAI (model)) : NULL;
  g_auto (GStrv) names = g_strsplit (refused != NULL ? refused : "", ",", -1);

  return g_strv_contains ((const char *const *) names, parameter);
}

/**
 * ask_told_keep_form:
 * @workspace: keeps it
 * @model: which was tested
 * @form: in which it does best
 * @error: %ASK_STORE_ERROR
 *
 * Returns: whether it is kept
 */
gboolean
ask_told_keep_form (AskWorkspace *workspace, AskModel *model, const char *form, GError **error)
{
  return keep_of (workspace, model, FORM, form, error);
}

/** ask_told_dup_form: @workspace: may keep it; @model: any. Returns: (transfer full) (nullable): what the test found */
char *
ask_told_dup_form (AskWorkspace *workspace, AskModel *model)
{
  return dup_kept (workspace, model, FORM);
}
