/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Specification documents, JSON or YAML, as one tree. The text may come from anybody: what is read
 * is bounded in depth and in size, and nothing here opens or fetches anything.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

/* As many levels, and as many values once every YAML alias is written out, as a document may
 * have. */
#define ASK_DOCUMENT_MAX_DEPTH 200
#define ASK_DOCUMENT_MAX_NODES 2000000

JsonNode *ask_document_parse      (const char  *text,
                                   gsize        length,
                                   const char  *what,
                                   GError     **error);
JsonNode *ask_document_parse_yaml (const char  *text,
                                   gsize        length,
                                   const char  *what,
                                   GError     **error);

G_END_DECLS
