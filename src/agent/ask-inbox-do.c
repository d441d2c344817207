/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Does what a person chose in the inbox. Each is what the person could have done elsewhere by hand: an edit of the
 * schema, a verified question, a run. What cannot be done changes nothing and says why.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-inbox-private.h"
#include "base/ask-error.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace-draft.h"

/* An edit of the schema that gives what is said of it, or NULL with @error. */
typedef char *(*EditFunc) (AskSchema *draft, const AskInboxItem *item, const AskInboxProposal *proposal,
                           GError **error);

/* Adds a line to those that there are, unless it is one of them: a draft may have it already. */
static char *
add_line (GPtrArray *lines, const char *line)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    if (strcmp (lines->pdata[i], line) != 0)
      g_string_append_printf (all, "%s\n", (const char *) lines->pdata[i]);
  g_string_append (all, line);
  return g_string_free (all, FALSE);
}

static char *
add_synonym (AskSchema *draft, const AskInboxItem *item, const AskInboxProposal *proposal, GError **error)
{
  const AskEntity *entity = ask_schema_find_id (draft, proposal->entity);
  const AskAttribute *attribute = NULL;
  g_autofree char *name = NULL;
  g_autofree char *lines = NULL;
  gboolean done;

  if (entity != NULL && proposal->attribute != NULL)
    attribute = ask_entity_find_attribute (entity, proposal->attribute);
  if (entity == NULL || (proposal->attribute != NULL && attribute == NULL))
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                     N_ ("What “%s” should mean is no longer in the schema. Look at the inbox again."), proposal->text);
      return NULL;
    }
  name = attribute != NULL ? g_strconcat (entity->name, ".", attribute->name, NULL) : g_strdup (entity->name);
  lines = add_line (attribute != NULL ? attribute->synonyms : entity->synonyms, proposal->text);
  done = attribute != NULL
           ? ask_schema_edit_set_attribute (draft, proposal->entity, proposal->attribute, "synonyms", lines, error)
           : ask_schema_edit_set_entity (draft, proposal->entity, "synonyms", lines, error);
  /* Translators: a table or column, and a word that is a name of it from now on. */
  return done ? g_strdup_printf (_ ("%s is also called “%s”"), name, proposal->text) : NULL;
}

static char *
add_statement (AskSchema *draft, const AskInboxItem *item, const AskInboxProposal *proposal, GError **error)
{
  const AskSchemaSource *source = ask_schema_find_source (draft, proposal->source);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autofree char *lines = add_line (source != NULL ? source->statements : none, proposal->text);

  if (!ask_schema_edit_set_source (draft, proposal->source, "statements", lines, error))
    return NULL;
  /* Translators: what a word means: "churn: customers who left in a year". */
  return g_strdup_printf (_ ("Said what it means: “%s”"), proposal->text);
}

static char *
take_suggestion (AskSchema *draft, const AskInboxItem *item, const AskInboxProposal *proposal, GError **error)
{
  g_autofree char *words = ask_suggestion_to_text (item->suggestion);

  if (!ask_suggestion_apply (item->suggestion, draft, error))
    return NULL;
  /* Translators: a suggestion, in a sentence. */
  return g_strdup_printf (_ ("Took a suggestion: %s"), words);
}

static char *
edit (AskWorkspace *workspace, EditFunc func, const AskInboxItem *item, const AskInboxProposal *proposal,
      GError **error)
{
  AskEditBase base;
  g_autoptr (AskSchema) before = ask_workspace_load_edited (workspace, &base, error);
  g_autoptr (AskSchema) after = before != NULL ? ask_schema_fork (before) : NULL;
  g_autofree char *done = after != NULL ? func (after, item, proposal, error) : NULL;

  if (done == NULL || !ask_workspace_save_edit (workspace, &base, after, done, NULL, error))
    return NULL;
  /* Translators: what was done, in the draft of the schema. */
  return base.draft ? g_strdup_printf (_ ("%s, in the draft"), done) : g_steal_pointer (&done);
}

/* What was called wrong is seen to, however often it was. */
static gboolean
settle (AskWorkspace *workspace, const AskInboxItem *item, GError **error)
{
  g_autoptr (GPtrArray) all = ask_workspace_list_wanting (workspace, error);
  g_autofree char *folded = ask_inbox_fold (item->title);

  if (all == NULL)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      const AskWanting *wanting = all->pdata[i];
      g_autofree char *own = ask_inbox_fold (wanting->question);

      if (wanting->complaint != NULL && strcmp (own, folded) == 0
          && !ask_workspace_complain (workspace, wanting->id, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static char *
verify (AskWorkspace *workspace, const AskInboxItem *item, const AskInboxProposal *proposal, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, error);
  g_autoptr (AskVerified) pair = NULL;

  if (schema == NULL || !ask_schema_check_sql (schema, proposal->text, error))
    return NULL;
  pair = ask_workspace_add_verified (workspace, proposal->question, proposal->text, error);
  if (pair == NULL || (item->kind == ASK_INBOX_WRONG && !settle (workspace, item, error)))
    return NULL;
  /* Translators: a question. */
  return g_strdup_printf (_ ("“%s” is a verified question"), pair->question);
}

/* @options: (nullable): gives functions; @accept: what it gives now is right */
typedef struct
{
  AskWorkspace *workspace;
  const AskAgentOptions *options;
  gboolean accept;
} Running;

/* Its SQL may call functions, which live as long as the engine. */
static AskVerifiedRun *
run_query (const Running *running, gint64 id, GCancellable *cancellable, GError **error)
{
  const AskAgentOptions *options = running->options;
  AskEngine *engine = ask_workspace_open_engine (running->workspace, error);
  gpointer attached = NULL;
  AskVerifiedRun *ran = NULL;

  if (engine == NULL)
    return NULL;
  if (options != NULL && options->attach != NULL)
    attached = options->attach (running->workspace, engine, NULL, NULL, options->attach_data, error);
  if (attached != NULL || options == NULL || options->attach == NULL)
    ran = ask_workspace_run_verified (running->workspace, engine, id, cancellable, error);
  ask_engine_free (engine);
  if (attached != NULL)
    options->detach (attached);
  return ran;
}

static char *
run (const Running *running, gint64 id, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskVerifiedRun) ran = run_query (running, id, cancellable, error);

  if (ran == NULL)
    return NULL;
  if (ran->failure != NULL)
    {
      g_propagate_error (error, g_error_copy (ran->failure));
      return NULL;
    }
  if (running->accept && ran->status == ASK_VERIFIED_DIFFERENT)
    return ask_workspace_accept_verified (running->workspace, id, ran->sql, ran->result, error)
             ? g_strdup (_ ("What it gives now is its good result"))
             : NULL;
  return ran->status == ASK_VERIFIED_DIFFERENT ? g_strdup (_ ("It still gives another result"))
                                               : g_strdup (_ ("It gives its good result"));
}

/* Whether nothing is left for a person to write. */
static gboolean
check_complete (const AskInboxProposal *proposal, GError **error)
{
  gboolean statement = proposal->action == ASK_INBOX_ACTION_STATEMENT;

  if (statement && proposal->source == NULL)
    ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                           N_ ("Say which source the statement is about."));
  else if (statement && (proposal->text == NULL || strchr (proposal->text, ':') == NULL))
    ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                           N_ ("Write what the word means behind it and a colon, as in “churn: customers who left”."));
  else
    return TRUE;
  return FALSE;
}

/**
 * ask_inbox_do:
 * @workspace: whose inbox it is
 * @item: from ask_inbox_list()
 * @proposal: of @item; or one that a person completed
 * @options: (nullable): what gives a run functions for its SQL; no more of it is looked at
 * @cancellable: (nullable): stops a run
 * @error: %ASK_STORE_ERROR_INVALID where a person has to write something first; %ASK_STORE_ERROR_CONFLICT,
 *   %ASK_STORE_ERROR_WRITE, %ASK_SCHEMA_ERROR; of a run what the source says
 *
 * Does it. Blocks, where it is a run for as long as that takes.
 *
 * Returns: (transfer full): what was done, in the user's language; without a full stop
 */
char *
ask_inbox_do (AskWorkspace *workspace, const AskInboxItem *item, const AskInboxProposal *proposal,
              const AskAgentOptions *options, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (workspace != NULL && item != NULL && proposal != NULL, NULL);

  if (!check_complete (proposal, error))
    return NULL;
  switch (proposal->action)
    {
    case ASK_INBOX_ACTION_SYNONYM:
      return edit (workspace, add_synonym, item, proposal, error);
    case ASK_INBOX_ACTION_STATEMENT:
      return edit (workspace, add_statement, item, proposal, error);
    case ASK_INBOX_ACTION_TAKE:
      return edit (workspace, take_suggestion, item, proposal, error);
    case ASK_INBOX_ACTION_VERIFY:
      return verify (workspace, item, proposal, error);
    case ASK_INBOX_ACTION_SEEN:
      return ask_workspace_clear_drift (workspace, item->source, error)
               ? g_strdup_printf (_ ("Seen what changed at %s"), item->source)
               : NULL;
    case ASK_INBOX_ACTION_RUN:
    case ASK_INBOX_ACTION_ACCEPT:
    default:
      return run (&(Running) { workspace, options, proposal->action == ASK_INBOX_ACTION_ACCEPT }, item->verified,
                  cancellable, error);
    }
}

/**
 * ask_inbox_dismiss:
 * @workspace: whose inbox it is
 * @item: from ask_inbox_list()
 * @dismiss: %FALSE takes it back
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * It is not shown until it happens again. A suggestion is dismissed as on the canvas: until suggestions are recalled.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_inbox_dismiss (AskWorkspace *workspace, const AskInboxItem *item, gboolean dismiss, GError **error)
{
  g_autofree char *setting = NULL;

  g_return_val_if_fail (workspace != NULL && item != NULL, FALSE);

  if (item->suggestion == NULL)
    return ask_workspace_dismiss (workspace, item->key, dismiss ? item->at : 0, error);
  setting = ask_workspace_suggestion_setting (item->suggestion->key);
  return ask_workspace_set_setting (workspace, setting, dismiss ? "1" : NULL, error);
}
