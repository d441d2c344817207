/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operations that are understood, until they are entities of a schema.
 *
 *   ask-openapi-draft.c     names, single objects that lie in a list, the schema
 *   ask-openapi-entity.c    attributes and the key
 *   ask-openapi-child.c     lists in rows as entities of their own
 *   ask-openapi-link.c, ask-openapi-relation.c    relationships that the document tells, and inferred ones
 */
#pragma once

#include "schema/openapi/ask-openapi-parameter.h"

G_BEGIN_DECLS

/* ask-openapi-draft.c */

/**
 * AskOpenapiDraft:
 * @noun: the last word of its path
 * @n_words: how many words its path has
 * @row: the shape of its rows
 * @named: it has its final name, which is not made from its path
 * @partial: lists in its rows are not to be read
 * @search: (nullable): the parameter that takes words to search for
 * @doubts: (nullable) (element-type AskOpenapiDoubt): parameters that a steward has to decide about
 * @links: (nullable): of its answer
 * @entry: of the report, which learns what became of it
 *
 * An operation that became an entity, until all of them can be named.
 */
typedef struct
{
  AskEntity *entity;
  char *path;
  char *noun;
  guint n_words;
  AskOpenapiShape *row;
  gboolean named;
  gboolean partial;
  char *search;
  GPtrArray *doubts;
  JsonObject *links;
  AskDoctorEntry *entry;
} AskOpenapiDraft;

void       ask_openapi_draft_clear (gpointer           draft);
AskSchema *ask_openapi_make_schema (AskOpenapiContext *context,
                                    GArray            *lists,
                                    GArray            *singles);

/* ask-openapi-entity.c */

void  ask_openapi_add_attributes     (AskOpenapiContext     *context,
                                      AskEntity             *entity,
                                      const char            *noun,
                                      const AskOpenapiShape *row);
void  ask_openapi_add_value          (AskEntity             *entity,
                                      const AskOpenapiShape *shape);
void  ask_openapi_add_columns        (AskOpenapiContext     *context,
                                      AskEntity             *entity,
                                      const AskOpenapiShape *row);
char *ask_openapi_dup_attribute_name (const AskEntity       *entity,
                                      const char            *wanted);
AskAttribute *ask_openapi_get_key    (const AskEntity       *entity);
void  ask_openapi_add_sentence       (char                 **text,
                                      const char            *format,
                                      ...) G_GNUC_PRINTF (2, 3);

/* ask-openapi-child.c */

void ask_openapi_add_children (AskOpenapiContext     *context,
                               AskSchema             *schema,
                               const AskEntity       *parent,
                               const AskOpenapiShape *row);

/* ask-openapi-link.c */

gboolean ask_openapi_is_related (AskSchema     *schema,
                                 const char    *from,
                                 const char    *attribute);
void ask_openapi_add_nesting (AskSchema         *schema,
                              guint              n);
void ask_openapi_add_links   (AskOpenapiContext *context,
                              AskSchema         *schema,
                              const AskEntity   *entity,
                              JsonObject        *links,
                              guint              n);

/* ask-openapi-relation.c */

void ask_openapi_add_relationships (AskSchema *schema,
                                    GPtrArray *nouns);

G_END_DECLS
