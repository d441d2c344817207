/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that a steward defined: llm_map() with its question, form, options, examples and model said beforehand, or a program
 * that a person turned on.
 */
#include "config.h"

#include "blend/ask-blend-own.h"

#include <string.h>

#include "agent/ask-agent.h"
#include "blend/ask-blend-function.h"
#include "blend/ask-blend-private.h"
#include "store/ask-program.h"

static AskRows *
make_options (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ";", -1);
  AskRows *options = ask_rows_new ();

  ask_rows_add_column (options, "option", ASK_TYPE_ANY);
  for (guint i = 0; words[i] != NULL; i++)
    {
      AskValue value = ask_value_text (g_strstrip (words[i]), -1);

      ask_rows_append (options, &value);
    }
  return options;
}

static AskRows *
make_examples (const GPtrArray *texts)
{
  AskRows *examples = ask_rows_new ();

  ask_rows_add_column (examples, "value", ASK_TYPE_ANY);
  ask_rows_add_column (examples, "answer", ASK_TYPE_ANY);
  for (guint i = 0; i + 1 < texts->len; i += 2)
    {
      const AskValue row[] = { ask_value_text (texts->pdata[i], -1), ask_value_text (texts->pdata[i + 1], -1) };

      ask_rows_append (examples, row);
    }
  return examples;
}

/**
 * ask_blend_is_type:
 * @type: (nullable): as of #AskOwnFunction
 *
 * Returns: whether an answer can be of that type
 */
gboolean
ask_blend_is_type (const char *type)
{
  AskBlendForm form = { ASK_BLEND_TYPE_ANY };

  return type == NULL || ask_blend_type_from_string (type, &form);
}

/* Which function of which workspace wants to start its program. */
typedef struct
{
  char *workspace;
  AskOwnFunction *own;
} Guard;

static void
guard_free (gpointer data)
{
  Guard *self = data;

  g_free (self->workspace);
  ask_own_function_free (self->own);
  g_free (self);
}

static gboolean
may_start (gpointer data, GError **error)
{
  const Guard *self = data;

  return ask_program_may_start (self->workspace, self->own, error);
}

/* A program that is not turned on is a function all the same: whoever calls it is told what to do. */
static AskBlendFunction *
make_program (const AskOwnFunction *own, AskWorkspace *workspace, GError **error)
{
  g_autofree char *definition = g_strdup_printf ("%s=%s:%s", own->name, own->kind, own->command);
  AskBlendFunction *function = ask_blend_command_new (definition, error);
  Guard *guard;

  if (function == NULL)
    return NULL;
  guard = g_new0 (Guard, 1);
  *guard = (Guard) { g_strdup (ask_workspace_get_path (workspace)), ask_own_function_copy (own) };
  ask_blend_command_guard (function, may_start, guard, guard_free);
  function->question = *own->question != '\0' ? g_strdup (own->question) : NULL;
  if (own->options != NULL)
    function->options = make_options (own->options);
  return function;
}

static AskBlendFunction *
make_asked (const AskOwnFunction *own, const AskBlendModelOptions *options)
{
  AskBlendModelOptions all = *options;
  g_autoptr (GError) no_model = NULL;
  g_autoptr (AskModel) model = NULL;
  AskBlendFunction *function;

  /* Nothing is asked of another server: it is that of the workspace's model, which has more than one. */
  if (own->model != NULL && options->model != NULL && g_strcmp0 (ask_model_get_name (options->model), own->model) != 0)
    {
      model = ask_agent_open_named_model (options->workspace, own->model, &no_model);
      all.model = model;
      all.no_model = no_model;
    }
  function = ask_blend_model_new_map (own->name, &all);
  function->question = g_strdup (own->question);
  if (own->type != NULL)
    ask_blend_type_from_string (own->type, &function->form);
  if (own->options != NULL)
    function->options = make_options (own->options);
  if (own->examples->len > 0)
    function->examples = make_examples (own->examples);
  return function;
}

/**
 * ask_blend_make_own:
 * @own: a function that a steward defined, or is about to
 * @options: as of ask_blend_add_model()
 * @error: %ASK_BLEND_ERROR_CALL where its program is no command
 *
 * Returns: (transfer full): the function. A model or a program that cannot be asked is an error of the call
 */
AskBlendFunction *
ask_blend_make_own (const AskOwnFunction *own, const AskBlendModelOptions *options, GError **error)
{
  return own->command != NULL ? make_program (own, options->workspace, error) : make_asked (own, options);
}

/**
 * ask_blend_add_own:
 * @self: gets the functions of the workspace
 * @options: as of ask_blend_add_model()
 * @error: %ASK_STORE_ERROR
 *
 * Returns: whether they were read
 */
gboolean
ask_blend_add_own (AskBlend *self, const AskBlendModelOptions *options, GError **error)
{
  g_autoptr (GPtrArray) functions = ask_workspace_list_functions (options->workspace, error);

  for (guint i = 0; functions != NULL && i < functions->len; i++)
    {
      AskBlendFunction *function = ask_blend_make_own (functions->pdata[i], options, error);

      if (function == NULL)
        return FALSE;
      ask_blend_add_function (self, function);
    }
  return functions != NULL;
}
