/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of an entity that is open. Pure functions.
 */
#pragma once

#include "app/jobs/ask-jobs-browse.h"

G_BEGIN_DECLS

char *ask_entity_facts_to_words (const AskEntity *entity, const AskBrowseNumber *number, guint n_calls);

G_END_DECLS
