/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words that examples have shown to stand for an entity, an attribute or a value: from then on they are other names of
 * it, as a steward's synonyms are. Where a link came from such a word, its reason names the question.
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"

#include "base/ask-text.h"

/* What is asked for when a reason is given. */
static char *
make_key (const char *words, const char *entity, const char *attribute)
{
  g_autofree char *folded = ask_text_fold (words);
  g_autofree char *place = g_strjoin ("\n", entity, attribute != NULL ? attribute : "", NULL);
  g_autofree char *name = ask_text_fold (place);

  return g_strconcat (folded, "\n", name, NULL);
}

static void
add_name (GPtrArray *synonyms, const char *words)
{
  char **stems = ask_domain_words_raw (words);

  if (stems[0] != NULL)
    g_ptr_array_add (synonyms, stems);
  else
    g_strfreev (stems);
}

/**
 * ask_domain_teach:
 * @self: not cut from another, before any question is read with it
 * @words: (element-type AskTaughtWords): what names nothing of the domain is left out
 *
 * Gives entities and attributes further names, and values further spellings.
 */
void
ask_domain_teach (AskDomain *self, GPtrArray *words)
{
  g_return_if_fail (self != NULL && self->whole == NULL);

  for (guint i = 0; i < words->len; i++)
    {
      const AskTaughtWords *taught = words->pdata[i];
      int attribute = taught->attribute != NULL ? ask_domain_find (self, taught->entity, taught->attribute) : -1;
      int entity = ask_domain_find_entity (self, taught->entity);
      g_autofree char *key = ask_domain_value_key (taught->words);

      if (taught->attribute != NULL ? attribute < 0 : entity < 0)
        continue;
      if (taught->value != NULL && key != NULL)
        ask_domain_keep_value (self, key, attribute, taught->value);
      else if (taught->value == NULL && attribute >= 0)
        add_name (ask_domain_attribute (self, attribute)->synonyms, taught->words);
      else if (taught->value == NULL)
        add_name (ask_domain_entity (self, entity)->synonyms, taught->words);
      g_hash_table_insert (self->taught, make_key (taught->words, taught->entity, taught->attribute),
                           g_strdup (taught->question));
    }
}

/**
 * ask_domain_get_teacher:
 * @self: a domain
 * @words: of a question
 * @entity: what they were taken for
 * @attribute: (nullable): the same
 *
 * Returns: (transfer none) (nullable): the question that this was learned from; %NULL where it was not learned
 */
const char *
ask_domain_get_teacher (AskDomain *self, const char *words, const char *entity, const char *attribute)
{
  GHashTable *taught = self->whole != NULL ? self->whole->taught : self->taught;
  g_autofree char *key = NULL;

  if (g_hash_table_size (taught) == 0)
    return NULL;
  key = make_key (words, entity, attribute);
  return g_hash_table_lookup (taught, key);
}
