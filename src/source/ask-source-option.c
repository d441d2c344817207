/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values of options. Whatever may hold a secret is wiped when it is freed.
 */
#include "config.h"

#include "source/ask-source-option.h"

#include <string.h>

/**
 * ask_source_option_new:
 * @spec: which option of its kind of source; static
 * @name: "" for one that is not named
 * @text: (nullable): of a text, a choice or a secret
 *
 * Returns: (transfer full): a plain one; a list is empty, and a number 0
 */
AskSourceOption *
ask_source_option_new (const AskOptionSpec *spec, const char *name, const char *text)
{
  AskSourceOption *self = g_new0 (AskSourceOption, 1);

  self->spec = spec;
  self->name = g_strdup (name);
  self->text = g_strdup (text);
  if (spec->type == ASK_OPTION_LIST)
    self->items = g_new0 (char *, 1);
  return self;
}

/** ask_source_option_copy: Returns: (transfer full): the same once more */
AskSourceOption *
ask_source_option_copy (const AskSourceOption *self)
{
  AskSourceOption *copy = g_new0 (AskSourceOption, 1);

  copy->spec = self->spec;
  copy->keep = self->keep;
  copy->name = g_strdup (self->name);
  copy->text = g_strdup (self->text);
  copy->number = self->number;
  copy->items = g_strdupv (self->items);
  return copy;
}

/** ask_source_option_free: @self: (nullable) (transfer full): an option; its text is wiped */
void
ask_source_option_free (AskSourceOption *self)
{
  if (self == NULL)
    return;
  if (self->text != NULL)
    explicit_bzero (self->text, strlen (self->text));
  g_free (self->text);
  g_free (self->name);
  g_strfreev (self->items);
  g_free (self);
}

/** ask_source_option_add_item: @self: a list: gets @item, unless it has it */
void
ask_source_option_add_item (AskSourceOption *self, const char *item)
{
  guint n = g_strv_length (self->items);

  if (g_strv_contains ((const char *const *) self->items, item))
    return;
  self->items = g_renew (char *, self->items, n + 2);
  self->items[n] = g_strdup (item);
  self->items[n + 1] = NULL;
}

/** ask_source_option_take_item: @self: a list: loses @item. Returns: whether it had it */
gboolean
ask_source_option_take_item (AskSourceOption *self, const char *item)
{
  for (char **p = self->items; *p != NULL; p++)
    if (strcmp (*p, item) == 0)
      {
        g_free (*p);
        for (; *p != NULL; p++)
          p[0] = p[1];
        return TRUE;
      }
  return FALSE;
}

/** ask_source_options_new: Returns: (transfer full) (element-type AskSourceOption): none yet, owning what is added */
GPtrArray *
ask_source_options_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_option_free);
}

/**
 * ask_source_options_find:
 * @options: (element-type AskSourceOption): of one source
 * @word: of an option, AskOptionSpec.word
 *
 * Returns: (transfer none) (nullable): the first of that word
 */
AskSourceOption *
ask_source_options_find (GPtrArray *options, const char *word)
{
  for (guint i = 0; i < options->len; i++)
    if (strcmp (((AskSourceOption *) options->pdata[i])->spec->word, word) == 0)
      return options->pdata[i];
  return NULL;
}

/**
 * ask_source_options_find_named:
 * @options: (element-type AskSourceOption): of one source
 * @word: of an option, AskOptionSpec.word
 * @name: whatever the case for HTTP headers, exact for others
 *
 * Returns: (transfer none) (nullable): the one of that word and name
 */
AskSourceOption *
ask_source_options_find_named (GPtrArray *options, const char *word, const char *name)
{
  gboolean any_case = strcmp (word, "header") == 0;

  for (guint i = 0; i < options->len; i++)
    {
      AskSourceOption *option = options->pdata[i];

      if (strcmp (option->spec->word, word) == 0
          && (any_case ? g_ascii_strcasecmp (option->name, name) : strcmp (option->name, name)) == 0)
        return option;
    }
  return NULL;
}

/**
 * ask_source_options_get_text:
 * @options: (element-type AskSourceOption): of one source
 * @word: of a text, a choice or a secret
 *
 * Returns: (transfer none) (nullable): of the first of that word
 */
const char *
ask_source_options_get_text (GPtrArray *options, const char *word)
{
  const AskSourceOption *option = ask_source_options_find (options, word);

  return option != NULL ? option->text : NULL;
}

/**
 * ask_source_options_get_number:
 * @options: (element-type AskSourceOption): of one source
 * @word: of a number
 *
 * Returns: of the one of that word; 0 where there is none
 */
gint64
ask_source_options_get_number (GPtrArray *options, const char *word)
{
  const AskSourceOption *option = ask_source_options_find (options, word);

  return option != NULL ? option->number : 0;
}

/**
 * ask_source_options_dup_list:
 * @options: (element-type AskSourceOption): of one source
 * @word: of a list
 *
 * Returns: (transfer full) (nullable) (array zero-terminated=1): its items; %NULL where there are none
 */
char **
ask_source_options_dup_list (GPtrArray *options, const char *word)
{
  const AskSourceOption *option = ask_source_options_find (options, word);

  return option != NULL && option->items[0] != NULL ? g_strdupv (option->items) : NULL;
}
