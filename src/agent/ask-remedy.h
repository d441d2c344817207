/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a person can do something about a failure.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskRemedy:
 * @ASK_REMEDY_NONE: nowhere: trying again or asking otherwise is all that helps
 * @ASK_REMEDY_SOURCES: at the sources
 * @ASK_REMEDY_ADD_SOURCE: there is no source yet
 * @ASK_REMEDY_MODEL: at the language model's settings
 * @ASK_REMEDY_SCHEMA: at the schema, whose names the query does not fit
 * @ASK_REMEDY_VERSIONS: at the versions of the schema, one of which removed what is needed
 * @ASK_REMEDY_OPERATION: at the doctor's report of an API, at an operation of which a person has to say what its
 *   answers mean
 * @ASK_REMEDY_ASK_MODEL: a person has to say that the model may be asked
 * @ASK_REMEDY_SQL: at the verified questions, where SQL is run: it was typed as a question
 */
typedef enum
{
  ASK_REMEDY_NONE,
  ASK_REMEDY_SOURCES,
  ASK_REMEDY_ADD_SOURCE,
  ASK_REMEDY_MODEL,
  ASK_REMEDY_SCHEMA,
  ASK_REMEDY_VERSIONS,
  ASK_REMEDY_OPERATION,
  ASK_REMEDY_SQL,
  ASK_REMEDY_ASK_MODEL
} AskRemedy;

AskRemedy   ask_remedy_find        (const GError *error);
char       *ask_remedy_dup_place   (const GError *error);
const char *ask_remedy_to_string   (AskRemedy     self);
AskRemedy   ask_remedy_from_string (const char   *string);

G_END_DECLS
