/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Options of a source in a line each, as tests write them: "header X-Key: $KEY", "basic ana: word", "lenient: yes".
 */
#pragma once

#include <string.h>

#include "store/ask-option.h"

/* @lines: (nullable) (array zero-terminated=1)
 * Returns: (transfer full) (nullable): or %NULL with @error */
static inline GPtrArray *
ask_test_options (const AskSourceKind *kind, const char *const *lines, GError **error)
{
  g_autoptr (GPtrArray) options = ask_source_options_new ();

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      const char *colon = strstr (lines[i], ": ");
      g_autofree char *head = colon != NULL ? g_strndup (lines[i], (gsize) (colon - lines[i])) : NULL;
      char *name;

      g_assert_nonnull (head);
      name = strchr (head, ' ');
      if (name != NULL)
        *name++ = '\0';
      if (!ask_options_add_typed (options, kind,
                                  &(AskTypedOption) { head, name != NULL ? name : "", colon + 2 },
                                  error))
        return NULL;
    }
  return ask_options_check (options, kind, error) ? g_steal_pointer (&options) : NULL;
}

/* Returns: (transfer full): all of them, without their secrets: "header X-Key=$KEY, basic ana" */
static inline char *
ask_test_describe_options (GPtrArray *options)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < options->len; i++)
    {
      const AskSourceOption *option = options->pdata[i];
      g_autofree char *items = option->items != NULL ? g_strjoinv ("|", option->items) : NULL;

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? ", " : "", option->spec->word, *option->name != '\0' ? " " : "",
                              option->name);
      if (option->spec->type == ASK_OPTION_NUMBER)
        g_string_append_printf (text, "=%" G_GINT64_FORMAT, option->number);
      else if (option->keep != ASK_OPTION_KEYRING)
        g_string_append_printf (text, "=%s", items != NULL ? items : option->text);
    }
  return g_string_free (text, FALSE);
}
