/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The context of one import, which all parts of the importer share. Everything borrows from the document, which
 * outlives the import.
 *
 *   ask-openapi.c           walks the operations
 *   ask-openapi-check.c     is it an OpenAPI document, and of which version
 *   ask-openapi-validate*.c, ask-openapi-rules.c  does it keep the rules of its format
 *   ask-openapi-ref.c       references, in it and to other documents
 *   ask-openapi-refusal.c   why an operation became no entity, in words
 *   ask-openapi-server.c    where the API is, and how to sign in
 *   ask-openapi-name.c      names of entities from paths
 */
#pragma once

#include "schema/openapi/ask-openapi.h"

G_BEGIN_DECLS

/* Why an operation became no entity. The commonest one is told where none became one. */
typedef enum
{
  ASK_REFUSAL_NONE,
  ASK_REFUSAL_ONE_OBJECT,
  ASK_REFUSAL_NO_ANSWER,
  ASK_REFUSAL_NO_JSON,
  ASK_REFUSAL_NO_SCHEMA,
  ASK_REFUSAL_PLAIN_VALUES,
  ASK_REFUSAL_NO_MEMBERS,
  ASK_REFUSAL_SEVERAL_LISTS,
  ASK_REFUSAL_REFERENCE,
  ASK_REFUSAL_TOO_INTRICATE,
  ASK_REFUSAL_SERVER,
  ASK_REFUSAL_INPUT,
  ASK_REFUSAL_PATH,
  ASK_N_REFUSALS
} AskRefusal;

typedef enum
{
  ASK_OPENAPI_2 = 1 << 0,
  ASK_OPENAPI_30 = 1 << 1,
  ASK_OPENAPI_31 = 1 << 2
} AskOpenapiVersion;

typedef struct _AskOpenapiFile AskOpenapiFile;

/**
 * AskOpenapiContext:
 * @base_url: (nullable): see AskOpenapi
 * @version: what the document follows; with 3.2 treated as 3.1
 * @auth_name: (nullable): the parameter that carries the key, which no call names itself
 * @problem: (nullable): detail of the refusal that is being reported
 * @file: the document itself
 * @files: (element-type utf8 AskOpenapiFile): all documents, by URI
 * @made: (element-type JsonObject): schemas made from examples
 * @homes: (element-type JsonObject AskOpenapiFile): where a reference of another document stands
 */
typedef struct
{
  const AskOpenapiOptions *options;
  JsonNode *root_node;
  JsonObject *root;
  AskOpenapiVersion version;
  AskOpenapiFile *file;
  GHashTable *files;
  GHashTable *homes;
  GPtrArray *made;
  const char *source;
  char *base_url;
  AskAuthKind auth;
  char *auth_name;
  char *token_url;
  GPtrArray *scopes;
  GPtrArray *notes;
  char *problem;
} AskOpenapiContext;

const char *ask_refusal_string        (AskRefusal               refusal);
void        ask_refusal_tell          (AskRefusal               refusal,
                                       const char              *detail,
                                       AskDoctorEntry          *entry);
void        ask_openapi_tell_doubts   (const GPtrArray         *doubts,
                                       const AskEntity         *entity,
                                       AskDoctorEntry          *entry);
gboolean    ask_openapi_check         (JsonNode                *document,
                                       AskOpenapiVersion       *kind,
                                       char                   **format,
                                       GError                 **error);
void        ask_openapi_context_start (AskOpenapiContext       *context,
                                       JsonNode                *document,
                                       const AskOpenapiOptions *options);
void        ask_openapi_context_end   (AskOpenapiContext       *context);
const char *ask_openapi_get_ref       (JsonObject              *object);
void        ask_openapi_validate      (AskOpenapiContext       *context,
                                       GPtrArray               *faults);
JsonObject *ask_openapi_resolve       (AskOpenapiContext       *context,
                                       JsonObject              *object);
void        ask_openapi_set_problem   (AskOpenapiContext       *context,
                                       const char              *format,
                                       ...) G_GNUC_PRINTF (2, 3);

/* ask-openapi-name.c */

GPtrArray *ask_openapi_literal_segments  (const char *path);
gboolean   ask_openapi_ends_in_parameter (const char *path);
char      *ask_openapi_dup_entity_name   (const char *path,
                                          guint       level,
                                          const char *fallback);
char      *ask_openapi_dup_noun          (const char *path,
                                          const char *fallback);
char      *ask_openapi_dup_snake         (const char *text);
char      *ask_openapi_dup_singular      (const char *word);
char      *ask_openapi_dup_norm          (const char *text);
char      *ask_openapi_dup_stems         (const char *name);
gboolean   ask_openapi_same_noun         (const char *a,
                                          const char *b);
char      *ask_openapi_dup_sentence      (const char *text);
gboolean   ask_openapi_is_link           (const char *name);

/* ask-openapi-server.c */

char      *ask_openapi_dup_operation_url (JsonObject        *root,
                                          JsonObject        *item,
                                          JsonObject        *operation);
char      *ask_openapi_dup_base_url      (AskOpenapiContext *context);
GPtrArray *ask_openapi_list_servers      (JsonObject        *root);
void       ask_openapi_find_auth         (AskOpenapiContext *context);

G_END_DECLS
