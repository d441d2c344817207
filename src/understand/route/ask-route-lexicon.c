/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What words of questions weigh and stand for, whatever the sources: learned, see tests/train.
 */
#include "config.h"

#include "understand/route/ask-route-features.h"

/**
 * ask_route_lexicon_new:
 *
 * Returns: (transfer full): a lexicon without any word: each weighs 1 and stands for itself
 */
AskRouteLexicon *
ask_route_lexicon_new (void)
{
  AskRouteLexicon *self = g_new0 (AskRouteLexicon, 1);

  self->weights = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->forms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  return self;
}

/**
 * ask_route_lexicon_free:
 * @self: (nullable): a lexicon
 */
void
ask_route_lexicon_free (AskRouteLexicon *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->weights);
  g_hash_table_unref (self->forms);
  g_free (self);
}

/**
 * ask_route_lexicon_weigh:
 * @self: a lexicon
 * @stem: of a question
 * @weight: 0 to 1
 */
void
ask_route_lexicon_weigh (AskRouteLexicon *self, const char *stem, double weight)
{
  g_hash_table_insert (self->weights, g_strdup (stem), g_memdup2 (&weight, sizeof weight));
}

/**
 * ask_route_lexicon_link:
 * @self: a lexicon
 * @stem: of a question
 * @name: a stem of names that it may stand for
 * @factor: how sure that is, below 1
 */
void
ask_route_lexicon_link (AskRouteLexicon *self, const char *stem, const char *name, double factor)
{
  GArray *forms = g_hash_table_lookup (self->forms, stem);
  AskRouteForm form = { .hash = ask_route_hash (name), .factor = (float) factor };

  if (forms == NULL)
    {
      forms = g_array_new (FALSE, FALSE, sizeof (AskRouteForm));
      g_hash_table_insert (self->forms, g_strdup (stem), forms);
    }
  g_array_append_val (forms, form);
}
