/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that a steward defined: llm_map() with its question, form, options and examples said beforehand.
 */
#include "config.h"

#include "blend/ask-blend-own.h"

#include <string.h>

#include "blend/ask-blend-function.h"
#include "blend/ask-blend-private.h"
#include "store/ask-workspace-functions.h"

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
      const AskOwnFunction *own = functions->pdata[i];
      AskBlendFunction *function = ask_blend_model_new_map (own->name, options);

      function->question = g_strdup (own->question);
      if (own->type != NULL)
        ask_blend_type_from_string (own->type, &function->form);
      if (own->options != NULL)
        function->options = make_options (own->options);
      if (own->examples->len > 0)
        function->examples = make_examples (own->examples);
      ask_blend_add_function (self, function);
    }
  return functions != NULL;
}
