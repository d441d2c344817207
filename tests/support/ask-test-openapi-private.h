/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the generated server share: places in documents, and values made from schemas.
 * Only for ask-test-openapi*.c.
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/** AskTestPlace: a node and the file that its references start from; borrowed. @node may be %NULL */
typedef struct
{
  JsonNode *node;
  const char *file;
} AskTestPlace;

/** AskTestFiles: @trees: path → JsonNode. Not safe between threads */
typedef struct
{
  GHashTable *trees;
} AskTestFiles;

AskTestPlace ask_test_place_resolve (AskTestFiles *files,
                                     AskTestPlace  place);
AskTestPlace ask_test_place_get     (AskTestFiles *files,
                                     AskTestPlace  place,
                                     const char   *member);
const char  *ask_test_place_string  (AskTestFiles *files,
                                     AskTestPlace  place,
                                     const char   *member);
char        *ask_test_dup_norm      (const char   *name);
char        *ask_test_dup_scalar    (JsonNode     *node);

/**
 * AskTestMaker:
 * @base: what the path's arguments add to identifiers, so that every call has rows of its own
 * @list: (nullable): dotted place of the list that is made with @n_rows; "" where the answer is it
 * @always: (nullable): names without case and punctuation that every row has, such as those of the path
 * @required: (nullable): names that the parts of a combined schema require
 * @stack: (element-type JsonNode): schemas being made, so that a circle ends
 */
typedef struct
{
  AskTestFiles *files;
  guint base;
  const char *list;
  guint n_rows;
  GHashTable *always;
  GHashTable *required;
  GPtrArray *stack;
} AskTestMaker;

JsonNode    *ask_test_make          (AskTestMaker *self,
                                     AskTestPlace  schema,
                                     const char   *name,
                                     const char   *path,
                                     guint         row);
char        *ask_test_find_list     (AskTestFiles *files,
                                     AskTestPlace  schema,
                                     const char   *path,
                                     gboolean      paged);
const char  *ask_test_schema_type   (AskTestFiles *files,
                                     AskTestPlace  schema);

G_END_DECLS
