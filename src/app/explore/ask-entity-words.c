/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where an entity lies, how many rows it has, what reading them cost, and its key: as far as that is known, and no further.
 */
#include "config.h"

#include "app/explore/ask-entity-words.h"

#include <glib/gi18n.h>

#include "base/ask-number.h"

static char *
write_number (const AskBrowseNumber *number)
{
  g_autofree char *count = ask_number_count ((guint64) MAX (0, number->n));

  if (number->count == ASK_BROWSE_EXACT)
    return g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) number->n), count);
  if (number->count == ASK_BROWSE_ABOUT)
    return g_strdup_printf (_ ("about %s rows"), count);
  return g_strdup (_ ("nobody knows how many rows"));
}

/**
 * ask_entity_facts_to_words:
 * @entity: that is open
 * @number: (nullable): of its rows, as far as that is known; %NULL before anything was read
 * @n_calls: that were made to an API for them
 *
 * Returns: (transfer full): "shop · 360 rows · key: id"
 */
char *
ask_entity_facts_to_words (const AskEntity *entity, const AskBrowseNumber *number, guint n_calls)
{
  g_autoptr (GPtrArray) key = ask_explore_list_key (entity);
  g_autoptr (GString) text = g_string_new (entity->source[0] != '\0' ? entity->source : _ ("a query"));

  if (number != NULL)
    {
      g_autofree char *words = write_number (number);

      g_string_append_printf (text, " · %s", words);
    }
  if (n_calls > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%u call", "%u calls", n_calls), n_calls);
    }
  if (key->len > 0)
    g_string_append_printf (text, " · %s", _ ("key:"));
  for (guint i = 0; i < key->len; i++)
    {
      const AskAttribute *attribute = key->pdata[i];

      g_string_append_printf (text, "%s %s", i > 0 ? "," : "", attribute->hidden ? _ ("hidden") : attribute->name);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
