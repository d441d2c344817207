/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random schemas, random edits of stewards and random changes at sources, drawn with g_test_rand_int(), so that a
 * seed repeats a failure. What they give is whole: it can be exported and read back.
 */
#pragma once

#include "schema/ask-schema.h"

AskSchema *schema_random_import (const char *source,
                                 guint       n_entities);
AskSchema *schema_random_drift  (AskSchema  *import);
AskSchema *schema_random_new    (guint       n_entities);
gboolean   schema_random_edit   (AskSchema  *draft,
                                 char      **title,
                                 GError    **error);
char      *schema_random_to_text (AskSchema *schema);
