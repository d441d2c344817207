/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files that read, write and compare a schema's document share.
 *
 *   ask-schema-json.c            reads a document
 *   ask-schema-json-entity.c     an entity of it
 *   ask-schema-json-operation.c  the call behind an API's entity
 *   ask-schema-json-member.c     members that somebody may have written by hand
 *   ask-schema-json-write.c      writes a document
 *   ask-schema-equal.c           whether two would be the same text
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

/* Version 2 has ids, and much that version 1 could not say; 1 is read, too. */
#define ASK_SCHEMA_FORMAT_VERSION 2

/* The words of a document, in the order of their enumerations, NULL last. */
extern const char *const ask_schema_entity_kinds[];
extern const char *const ask_schema_places[];
extern const char *const ask_schema_uses[];
extern const char *const ask_schema_styles[];
extern const char *const ask_schema_paging_kinds[];

typedef enum
{
  ASK_MEMBER_STRING,
  ASK_MEMBER_INTEGER,
  ASK_MEMBER_BOOLEAN,
  ASK_MEMBER_ARRAY,
  ASK_MEMBER_OBJECT
} AskMemberType;

/* A member of an object, and what it has to be where it is there. */
typedef struct
{
  const char *name;
  AskMemberType type;
} AskMember;

/* Reads one part of @entity from @object, which stands at @where ("entities[3].attributes[0]"). */
typedef gboolean (*AskReadPart) (AskEntity *entity, JsonObject *object, const char *where, GError **error);

gboolean   ask_member_wrong              (GError            **error,
                                          const char         *where,
                                          const char         *expected);
gboolean   ask_member_check              (JsonObject         *object,
                                          const AskMember    *members,
                                          guint               n_members,
                                          const char         *where,
                                          GError            **error);
gboolean   ask_member_get_choice         (JsonObject         *object,
                                          const char         *member,
                                          const char *const  *choices,
                                          guint              *index,
                                          const char         *where,
                                          GError            **error);
gboolean   ask_member_get_strings        (JsonObject         *object,
                                          const char         *member,
                                          GPtrArray          *strings,
                                          const char         *where,
                                          GError            **error);
gboolean   ask_member_get_type           (JsonObject         *object,
                                          AskType            *type,
                                          const char         *where,
                                          GError            **error);
gboolean   ask_member_get_sharing        (JsonObject         *object,
                                          AskSharing         *sharing,
                                          const char         *where,
                                          GError            **error);
gboolean   ask_member_read_parts         (AskEntity          *entity,
                                          JsonObject         *object,
                                          const char         *member,
                                          AskReadPart         read,
                                          const char         *where,
                                          GError            **error);

gboolean   ask_schema_read_entity        (AskSchema          *self,
                                          JsonObject         *object,
                                          const char         *where,
                                          GError            **error);
gboolean   ask_schema_read_operation     (AskEntity          *entity,
                                          JsonObject         *object,
                                          const char         *where,
                                          GError            **error);

JsonArray *ask_schema_sources_to_json    (AskSchema          *self);
JsonArray *ask_schema_areas_to_json      (AskSchema          *self);
JsonArray *ask_schema_questions_to_json  (AskSchema          *self);

G_END_DECLS
