/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The key of an API's rows. Tables declare theirs; of an API a key is known only where its document has "id" or a call
 * for a single row.
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"

#include <string.h>

#include "base/ask-name.h"

/* Letters of a word that is cut short: "fac" of "faculty". */
#define MIN_SHORT 3
/* Of fewer rows each has another value by chance. */
#define MIN_KEY_ROWS 5

/* Whether it is called as what tells @entity's rows apart: "id", "faculty_id", "FacID". */
static gboolean
is_own_id (const AskDomainAttribute *attribute, const AskDomainEntity *entity)
{
  g_auto (GStrv) words = ask_name_split (attribute->name);
  g_auto (GStrv) own = ask_name_split (entity->name);
  guint n = g_strv_length (words);

  if (n == 0 || !ask_name_word_is (words[n - 1], ASK_WORD_ID))
    return FALSE;
  for (guint w = 0; w + 1 < n; w++)
    {
      gboolean found = FALSE;

      for (guint o = 0; own[o] != NULL && !found; o++)
        found = strlen (words[w]) >= MIN_SHORT && g_str_has_prefix (own[o], words[w]);
      if (!found)
        return FALSE;
    }
  return TRUE;
}

/*
 * ask_domain_guess_key:
 * @self: whose last entity is of an API
 * @facts: (element-type AskValueFacts): one an attribute, %NULL where nothing is known
 *
 * Marks its key, unless the document says one: what is called so, or, where values are remembered, a first attribute that
 * is another one in each row.
 */
void
ask_domain_guess_key (AskDomain *self, GPtrArray *facts)
{
  AskDomainEntity *entity = ask_domain_entity (self, self->entities->len - 1);
  AskDomainAttribute *key = NULL;
  gboolean named = FALSE;

  for (guint i = entity->first; i < entity->first + entity->n_attributes; i++)
    {
      AskDomainAttribute *attribute = ask_domain_attribute (self, i);
      const AskValueFacts *here = facts->pdata[i];
      gboolean known = here != NULL && here->complete && here->n_rows >= MIN_KEY_ROWS;
      gboolean tells
        = known && here->n_distinct == here->n_rows && here->n_empty == 0
          && (attribute->attribute->type == ASK_TYPE_INTEGER || attribute->attribute->type == ASK_TYPE_TEXT);

      if (attribute->key)
        return;
      if (attribute->attribute->column == NULL || (known && !tells) || named)
        continue;
      named = is_own_id (attribute, entity);
      if (named || (tells && attribute->place == 0))
        key = attribute;
    }
  if (key != NULL)
    key->key = TRUE;
}
