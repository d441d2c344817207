/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Consent where it is first needed. What a steward refused is never asked about. A person sees exactly what would leave;
 * once is for this question, always is what the schema says from then on, and no is a no until the question ends.
 */
#include "config.h"

#include "agent/ask-consent.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-share.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "schema/edit/ask-schema-edit.h"

/* A person who is asked more often answers without looking. */
#define MAX_ASKED 3

static const AskFormWidening widened[ASK_N_FORMS] = {
  [ASK_FORM_TEXT] = { ASK_FORM_GRAMMAR_LIST, ASK_FORM_GRAMMAR_LIST " | \"show_rows\\nAction Input: step_\" [0-9]+" },
  [ASK_FORM_JSON] = { ASK_FORM_SCHEMA_LIST, ASK_FORM_SCHEMA_LIST " \"show_rows\"," },
  [ASK_FORM_TOOLS]
  = { ASK_FORM_TOOLS_END,
      ",\n  {\"type\": \"function\", \"function\": {\"name\": \"show_rows\", \"description\": \"Asks a person to show you the "
      "first rows of a step.\", \"parameters\": {\"type\": \"object\", \"properties\": {\"thought\": {\"type\": \"string\"}, "
      "\"step\": {\"type\": \"string\", \"description\": \"A step, such as step_1\"}}, \"required\": [\"thought\", "
      "\"step\"]}}}" ASK_FORM_TOOLS_END },
};

/**
 * ask_consent_widen:
 * @form: of replies
 * @held: (nullable): as of ask_form_load()
 *
 * Returns: (transfer full) (nullable): the same with the action show_rows
 */
char *
ask_consent_widen (AskForm form, const char *held)
{
  return ask_form_widen (form, held, widened);
}

static char *
name_place (const AskOrigin *origin)
{
  return origin->attribute != NULL
           ? g_strdup_printf ("%s: %s.%s", origin->entity->source, origin->entity->name, origin->attribute->name)
           : g_strdup_printf ("%s: %s", origin->entity->source, origin->entity->name);
}

/*
 * @places: gets the attributes that keep the rows here, and the steps of which only the first rows were shown
 *
 * Returns: whether a person can be asked at all: all is known that the rows are made of, and no steward refused any of it
 */
static gboolean
find_withheld (AskTools *tools, const AskResult *result, GPtrArray *places)
{
  if (result->origins == NULL || result->origins->len == 0)
    return FALSE;
  for (guint i = 0; i < result->origins->len; i++)
    {
      const AskOrigin *origin = result->origins->pdata[i];

      if (origin->step != NULL)
        {
          if (!g_hash_table_contains (tools->shared, origin->step))
            return FALSE;
          g_ptr_array_add (places, g_strdup (origin->step));
          continue;
        }
      if (ask_share_may_attribute (tools->run, origin))
        continue;
      if (ask_share_is_refused (tools->run, origin))
        return FALSE;
      g_ptr_array_add (places, name_place (origin));
    }
  return TRUE;
}

/* Whether the schema can say that these rows may leave: it knows columns, and no step. */
static gboolean
has_columns (const AskResult *result)
{
  for (guint i = 0; i < result->origins->len; i++)
    if (((const AskOrigin *) result->origins->pdata[i])->attribute != NULL)
      return TRUE;
  return FALSE;
}

/* Sharing is the schema's: whoever looks after it sees it there, and takes it back there. */
static gboolean
share_always (AskTools *tools, const AskResult *result, GError **error)
{
  AskWorkspace *workspace = tools->run->workspace;
  gint64 version = 0;
  g_autoptr (AskSchema) newest = ask_workspace_load_newest_schema (workspace, &version, error);
  g_autoptr (AskSchema) draft = newest != NULL ? ask_schema_fork (newest) : NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *reason = NULL;

  for (guint i = 0; draft != NULL && i < result->origins->len; i++)
    {
      const AskOrigin *origin = result->origins->pdata[i];

      if (origin->attribute == NULL || ask_share_may_attribute (tools->run, origin))
        continue;
      if (!ask_schema_edit_set_attribute (draft, origin->entity->id, origin->attribute->name, "sharing", "yes", error))
        return FALSE;
      g_string_append_printf (names, "%s%s.%s", names->len > 0 ? ", " : "", origin->entity->name,
                              origin->attribute->name);
    }
  if (draft == NULL)
    return FALSE;
  if (names->len == 0)
    return TRUE;
  /* Translators: why a version of the schema was saved; %s are attributes. */
  reason = g_strdup_printf (_ ("A question's rows may reach the model: %s"), names->str);
  if (!ask_workspace_save_schema_from (workspace, &version, draft, reason, NULL, error))
    return FALSE;
  /* From here on sharing is looked up there. */
  if (tools->run->fresh == NULL)
    tools->run->fresh = ask_workspace_load_newest_schema (workspace, NULL, error);
  return tools->run->fresh != NULL;
}

static AskToolOutcome
refuse (AskTools *tools, const char *why, const char *told, char **observation)
{
  ask_run_step (tools->run, "guard", _ ("Showed the model no rows"), why);
  *observation = g_strdup (told);
  return ASK_TOOL_FAILED;
}

/* A person agreed. @text: exactly what they saw */
static AskToolOutcome
show (AskTools *tools, const char *name, const char *text, JsonArray *lines, char **observation)
{
  ask_share_note_once (tools->run, name, lines);
  g_hash_table_add (tools->shared, g_strdup (name));
  ask_run_step (tools->run, "guard", _ ("Showed the model rows"), _ ("You allowed it for this question."));
  *observation = g_strdup (text);
  return ASK_TOOL_DONE;
}

static AskToolOutcome
show_always (AskTools *tools, const AskResult *result, const char *name, char **observation)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GString) text = g_string_new (name);

  if (!share_always (tools, result, &failure))
    return refuse (tools, ask_error_get_words (failure), "These rows cannot be shown.", observation);
  g_string_append_c (text, ':');
  ask_share_rows (tools->run, result, name, text);
  g_hash_table_add (tools->shared, g_strdup (name));
  ask_run_step (tools->run, "guard", _ ("Showed the model rows"),
                _ ("You allowed it for these columns from now on. The schema says so, and takes it back."));
  *observation = g_strdup (text->str);
  return ASK_TOOL_DONE;
}

/** ask_consent_call: the tool show_rows; @tools, @input, @thought, @observation, @error: as of ask_tools_call() */
AskToolOutcome
ask_consent_call (AskTools *tools, const char *input, const char *thought, char **observation, GError **error)
{
  AskAgentRun *run = tools->run;
  g_autofree char *name = g_strstrip (g_ascii_strdown (input, -1));
  const AskResult *result = g_hash_table_lookup (tools->results, name);
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *rows = NULL;
  g_autofree char *text = NULL;
  g_autoptr (JsonArray) lines = NULL;
  AskConsentAnswer answer = ASK_CONSENT_NO;

  if (result == NULL || ask_rows_get_n_rows (result->rows) == 0)
    return refuse (tools, _ ("There is no such step with rows."), "There is no such step with rows.", observation);
  if (!find_withheld (tools, result, places))
    return refuse (tools, _ ("Values of these columns are not for a model, or it is not known where they come from."),
                   "These rows may not be shown. Go on without them.", observation);
  if (g_hash_table_contains (tools->refused, name) || tools->n_asked >= MAX_ASKED)
    return refuse (tools, _ ("You said no before."), "These rows may not be shown. Go on without them.", observation);
  tools->n_asked++;
  rows = ask_share_describe_rows (result, &lines);
  text = g_strconcat (name, ":\n", rows, NULL);
  if (!run->options.on_consent (&(AskConsent) { ask_model_get_name (run->model), places, text }, &answer,
                                run->cancellable, run->options.user_data, error))
    return ASK_TOOL_CANCELLED;
  /* A steward may have refused it while the person looked. */
  if (answer != ASK_CONSENT_NO && !find_withheld (tools, result, places))
    return refuse (tools, _ ("Values of these columns are not for a model, or it is not known where they come from."),
                   "These rows may not be shown. Go on without them.", observation);
  if (answer == ASK_CONSENT_NO)
    {
      g_hash_table_add (tools->refused, g_strdup (name));
      return refuse (tools, _ ("You said no."), "These rows may not be shown. Go on without them.", observation);
    }
  return answer == ASK_CONSENT_ALWAYS && has_columns (result)
           ? show_always (tools, result, name, observation)
           : show (tools, name, text, g_steal_pointer (&lines), observation);
}
