/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions that a kind's row answers.
 */
#include "config.h"

#include "source/ask-source-kind.h"

#include <string.h>

/** ask_source_kind_find_option: Returns: (transfer none) (nullable): the option whose AskOptionSpec.word is @word */
const AskOptionSpec *
ask_source_kind_find_option (const AskSourceKind *self, const char *word)
{
  for (guint i = 0; i < self->n_options; i++)
    if (strcmp (self->options[i].word, word) == 0)
      return &self->options[i];
  return NULL;
}

/** ask_source_kind_has_keys: Returns: whether somebody may have to sign in */
gboolean
ask_source_kind_has_keys (const AskSourceKind *self)
{
  for (guint i = 0; i < self->n_options; i++)
    if ((self->options[i].flags & ASK_OPTION_KEY) != 0)
      return TRUE;
  return FALSE;
}
