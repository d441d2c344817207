/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What everything here begins with: the entity that is looked at, and what of it a person is shown. It opens nothing
 * and asks nobody.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_EXPLORE_ERROR (ask_explore_error_quark ())

/**
 * AskExploreError:
 * @ASK_EXPLORE_ERROR_UNKNOWN: an entity, attribute or relationship that does not exist
 * @ASK_EXPLORE_ERROR_HIDDEN: it exists, and a steward has hidden it
 * @ASK_EXPLORE_ERROR_VALUE: a value that its attribute cannot have: “abc” for a number
 * @ASK_EXPLORE_ERROR_PARAMETER: an API that gives no row before it is told a value; the message says which
 */
typedef enum
{
  ASK_EXPLORE_ERROR_UNKNOWN,
  ASK_EXPLORE_ERROR_HIDDEN,
  ASK_EXPLORE_ERROR_VALUE,
  ASK_EXPLORE_ERROR_PARAMETER
} AskExploreError;

GQuark ask_explore_error_quark (void);

const AskEntity *ask_explore_find_entity (AskSchema *schema, const char *name, GError **error);
const AskAttribute *ask_explore_find_attribute (const AskEntity *entity, const char *name, GError **error);
gboolean ask_explore_is_shown (const AskAttribute *attribute);
GPtrArray *ask_explore_list_attributes (const AskEntity *entity);
GPtrArray *ask_explore_list_key (const AskEntity *entity);

G_END_DECLS
