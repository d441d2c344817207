/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words that mean the same, from WordNet's files where they are installed. Without them nothing is known,
 * and nothing fails. May be called on every thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GHashTable *ask_wordnet_synonyms   (const char *stem);
GPtrArray  *ask_wordnet_pertainyms (const char *folded);
GPtrArray  *ask_wordnet_kinds      (const char *folded);
gboolean    ask_wordnet_knows      (const char *folded);
void        ask_wordnet_set_folder (const char *folder);

G_END_DECLS
