/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The functions of a session as everybody wants them: those of the language model, and those of programs that were named.
 */
#include "config.h"

#include "blend/ask-blend-question.h"

#include "blend/ask-blend-own.h"
#include "store/ask-kept-functions.h"

/**
 * ask_blend_open:
 * @options: of the model's functions
 * @functions: (nullable) (array zero-terminated=1): "NAME=map:COMMAND": what other programs compute
 * @engine: its statements may call them
 * @error: %ASK_BLEND_ERROR where one of @functions is written wrongly
 *
 * Returns: (transfer full): the functions, attached to @engine, which is freed before; or %NULL
 */
AskBlend *
ask_blend_open (const AskBlendModelOptions *options, const char *const *functions, AskEngine *engine, GError **error)
{
  g_autoptr (AskBlend) self = ask_blend_new ();

  ask_blend_add_model (self, options);
  if (!ask_blend_add_own (self, options, error))
    return NULL;
  for (guint i = 0; functions != NULL && functions[i] != NULL; i++)
    {
      AskBlendFunction *function = ask_blend_command_new (functions[i], error);

      if (function == NULL)
        return NULL;
      ask_blend_add_function (self, function);
    }
  ask_blend_attach (self, engine);
  return g_steal_pointer (&self);
}

/**
 * ask_blend_open_for_query:
 * @options: of the model's functions; its model is that of the workspace
 * @functions: (nullable) (array zero-terminated=1): as of ask_blend_open()
 * @engine: runs the query
 * @error: as of ask_blend_open(). A model that cannot be opened is one of the call that asks it
 *
 * Returns: (transfer full): as of ask_blend_open()
 */
AskBlend *
ask_blend_open_for_query (const AskBlendModelOptions *options, const char *const *functions, AskEngine *engine,
                          GError **error)
{
  AskBlendModelOptions all = *options;
  g_autoptr (GError) no_model = NULL;
  g_autoptr (AskModel) model = ask_agent_open_model (options->workspace, &no_model);

  all.model = model;
  all.no_model = no_model;
  return ask_blend_open (&all, functions, engine, error);
}

static gpointer
attach (AskWorkspace *workspace, AskEngine *engine, AskModel *model, AskSpending *spending, gpointer data,
        GError **error)
{
  return ask_blend_open (&(AskBlendModelOptions) { .workspace = workspace, .model = model, .spending = spending }, data,
                         engine, error);
}

static void
detach (gpointer blend)
{
  ask_blend_free (blend);
}

/**
 * ask_blend_add_to_question:
 * @options: of a question, whose SQL may call functions from here on
 * @functions: (nullable) (array zero-terminated=1) (transfer none): as of ask_blend_open(); they outlive @options
 */
void
ask_blend_add_to_question (AskAgentOptions *options, char **functions)
{
  options->attach = attach;
  options->detach = detach;
  options->attach_data = functions;
}

static gpointer
attach_unasked (AskWorkspace *workspace, AskEngine *engine, GError **error)
{
  return ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = workspace, .kept_only = TRUE }, NULL, engine,
                                   error);
}

static gpointer
attach_kept (AskWorkspace *workspace, AskEngine *engine, AskModel *model, AskSpending *spending, gpointer data,
             GError **error)
{
  return attach_unasked (workspace, engine, error);
}

/** ask_blend_add_kept_to_question: @options: of what runs unasked: its SQL may call functions, of which kept answers are enough */
void
ask_blend_add_kept_to_question (AskAgentOptions *options)
{
  options->attach = attach_kept;
  options->detach = detach;
}

/** ask_blend_use_kept: statements that this process checks or runs unasked may call functions; see ask_kept_functions_use() */
void
ask_blend_use_kept (void)
{
  static const AskKeptFunctions functions = { attach_unasked, detach };

  ask_kept_functions_use (&functions);
}
