/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prompts of the agent. The workspace keeps a replacement as the setting "prompt/NAME".
 */
#include "config.h"

#include "agent/ask-prompts.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

#include "agent/ask-agent.h"
#include "ask-agent-resources.h"
#include "llm/ask-prompt.h"

#define PROMPT_PREFIX "/com/example/AskData/prompts/"

/* Each with the names that it may use. */
static const struct
{
  const char *name;
  const char *values[4];
} prompts[] = {
  { "system", { "form", "entities", "today", NULL } },
  { "form", { NULL } },
  { "form-json", { NULL } },
  { "form-tools", { NULL } },
  { "again", { "problem", NULL } },
  { "last", { NULL } },
  { "select", { "tables", NULL } },
  { "functions", { "columns", NULL } },
};

/** ask_prompts_list: Returns: (transfer none) (array zero-terminated=1): the names */
const char *const *
ask_prompts_list (void)
{
  static const char *const names[]
    = { "system", "form", "form-json", "form-tools", "again", "last", "select", "functions", NULL };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == G_N_ELEMENTS (prompts) + 1);
  return names;
}

static int
find (const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (prompts); i++)
    if (g_str_equal (prompts[i].name, name))
      return (int) i;
  ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_PROMPT,
                 N_ ("There is no prompt “%s”. “askdata-cli model prompt” lists those that there are."), name);
  return -1;
}

/**
 * ask_prompts_load_fixed:
 * @name: of a file of data/prompts, without its ending
 * @error: there is none
 *
 * Returns: (transfer full) (nullable): the prompt that is compiled in, whatever the workspace has
 */
char *
ask_prompts_load_fixed (const char *name, GError **error)
{
  g_autofree char *path = g_strconcat (PROMPT_PREFIX, name, ".txt", NULL);
  g_autoptr (GBytes) bytes = NULL;

  /* A static library's constructor may be left out by the linker, so nothing registers itself. */
  ask_agent_register_resource ();
  bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (bytes == NULL)
    return NULL;
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/**
 * ask_prompts_load:
 * @workspace: may have a prompt of its own, which counts then
 * @name: one of ask_prompts_list()
 * @replaced: (out) (optional): whether it is the workspace's own
 * @error: %ASK_AGENT_ERROR_PROMPT
 *
 * Returns: (transfer full): the prompt, not expanded, or %NULL
 */
char *
ask_prompts_load (AskWorkspace *workspace, const char *name, gboolean *replaced, GError **error)
{
  g_autofree char *key = g_strconcat ("prompt/", name, NULL);
  g_autofree char *own = NULL;

  if (find (name, error) < 0)
    return NULL;
  own = ask_workspace_get_setting (workspace, key);
  if (replaced != NULL)
    *replaced = own != NULL && own[0] != '\0';
  if (own != NULL && own[0] != '\0')
    return g_steal_pointer (&own);
  return ask_prompts_load_fixed (name, error);
}

/**
 * ask_prompts_load_file:
 * @file: of data/prompts, with its ending
 *
 * Returns: (transfer full): what is compiled in
 */
char *
ask_prompts_load_file (const char *file)
{
  g_autofree char *path = g_strconcat (PROMPT_PREFIX, file, NULL);
  g_autoptr (GBytes) bytes = NULL;

  ask_agent_register_resource ();
  bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_return_val_if_fail (bytes != NULL, NULL);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/**
 * ask_prompts_load_system:
 * @workspace: whose prompts count
 * @form: the name of the prompt that describes how to reply
 * @entities: the tables as text
 * @today: the day
 * @error: %ASK_AGENT_ERROR_PROMPT
 *
 * Returns: (transfer full): the system's message, or %NULL
 */
char *
ask_prompts_load_system (AskWorkspace *workspace, const char *form, const char *entities, const char *today,
                         GError **error)
{
  g_autofree char *prompt = ask_prompts_load (workspace, "system", NULL, error);
  g_autofree char *words = prompt != NULL ? ask_prompts_load (workspace, form, NULL, error) : NULL;

  return words != NULL
           ? ask_prompt_expand (prompt, error, "form", g_strchomp (words), "entities", entities, "today", today, NULL)
           : NULL;
}

/**
 * ask_prompts_replace:
 * @workspace: among whose settings the text is kept
 * @name: one of ask_prompts_list()
 * @text: (nullable): the workspace's own; %NULL to go back to the one that is compiled in
 * @error: %ASK_AGENT_ERROR_PROMPT for an unknown name, an empty text, or a {{value}} that this
 *   prompt does not have; %ASK_STORE_ERROR
 *
 * Returns: whether it is kept
 */
gboolean
ask_prompts_replace (AskWorkspace *workspace, const char *name, const char *text, GError **error)
{
  g_autofree char *key = g_strconcat ("prompt/", name, NULL);
  int index = find (name, error);

  if (index < 0)
    return FALSE;
  if (text != NULL)
    {
      g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
      g_autofree char *expanded = NULL;
      g_autofree char *trimmed = g_strstrip (g_strdup (text));

      if (trimmed[0] == '\0' || !g_utf8_validate (text, -1, NULL))
        {
          ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_PROMPT,
                         N_ ("The prompt “%s” would be empty, or is not text in UTF-8."), name);
          return FALSE;
        }
      for (guint i = 0; prompts[index].values[i] != NULL; i++)
        g_hash_table_insert (values, (gpointer) prompts[index].values[i], (gpointer) "");
      expanded = ask_prompt_expand_table (text, values, error);
      if (expanded == NULL)
        return FALSE;
    }
  return ask_workspace_set_setting (workspace, key, text, error);
}
