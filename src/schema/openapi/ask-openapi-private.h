/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the OpenAPI importer share: the context of one import, schemas flattened to
 * shapes, parameters, and the findings about one operation. Everything borrows from the document,
 * which outlives the import. Only ask-openapi*.c include this.
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

const char *ask_refusal_string      (AskRefusal         refusal);
void        ask_refusal_tell        (AskRefusal         refusal,
                                     const char        *detail,
                                     AskDoctorEntry    *entry);
void        ask_openapi_tell_doubts (const GPtrArray   *doubts,
                                     const AskEntity   *entity,
                                     AskDoctorEntry    *entry);
gboolean    ask_openapi_check       (JsonNode          *document,
                                     AskOpenapiVersion *kind,
                                     char             **format,
                                     GError           **error);
void        ask_openapi_context_start (AskOpenapiContext *context,
                                     JsonNode          *document,
                                     const AskOpenapiOptions *options);
void        ask_openapi_context_end (AskOpenapiContext *context);
const char *ask_openapi_get_ref     (JsonObject        *object);
void        ask_openapi_validate    (AskOpenapiContext *context,
                                     GPtrArray         *faults);
JsonObject *ask_openapi_resolve     (AskOpenapiContext *context,
                                     JsonObject        *object);
void        ask_openapi_set_problem (AskOpenapiContext *context,
                                     const char        *format,
                                     ...) G_GNUC_PRINTF (2, 3);

/* ask-openapi-shape.c */

enum
{
  ASK_SHAPE_STRING = 1 << 0,
  ASK_SHAPE_INTEGER = 1 << 1,
  ASK_SHAPE_NUMBER = 1 << 2,
  ASK_SHAPE_BOOLEAN = 1 << 3,
  ASK_SHAPE_OBJECT = 1 << 4,
  ASK_SHAPE_ARRAY = 1 << 5
};

/**
 * AskShapePart:
 * @schema: (nullable): a schema object, not resolved; %NULL says nothing
 * @alternative: it is one of several that may hold (oneOf, anyOf)
 */
typedef struct
{
  JsonObject *schema;
  gboolean alternative;
} AskShapePart;

typedef struct
{
  const char *name;
  GArray *parts; /* AskShapePart */
  gboolean required;
} AskShapeProperty;

/**
 * AskShape:
 * @types: flags of what values may be, null apart; 0 where nothing is said
 * @format: (nullable): of texts and numbers, where all alternatives agree
 * @choices: (element-type utf8): enum and const, as text
 * @fallback: (nullable): default
 * @bounded: whether @maximum holds; likewise @floored and @minimum, @sized and @max_items
 * @items: (element-type AskShapePart): of an array
 * @broken: a reference in it leads nowhere; context->problem says which
 * @intricate: so many schemas are combined in it that the rest was left unread
 *
 * A schema with its references, allOf, oneOf and anyOf merged into one level.
 */
typedef struct
{
  guint types;
  gboolean nullable;
  const char *format;
  gboolean format_differs;
  const char *description;
  GPtrArray *choices;
  gboolean choices_open;
  JsonNode *fallback;
  gboolean bounded;
  gint64 maximum;
  gboolean floored;
  gint64 minimum;
  gboolean sized;
  gint64 max_items;
  gboolean write_only;
  GPtrArray *properties; /* AskShapeProperty */
  GHashTable *by_name; /* name → AskShapeProperty */
  GHashTable *required; /* names */
  GArray *items;
  gboolean broken;
  gboolean intricate;
  GPtrArray *path; /* JsonObject, schemas being read, so that a circle ends */
  guint visits;
} AskShape;

AskShape         *ask_shape_new           (AskOpenapiContext *context,
                                           JsonObject        *schema);
AskShape         *ask_shape_new_for_parts (AskOpenapiContext *context,
                                           GArray            *parts);
void              ask_shape_free          (AskShape          *self);
gboolean          ask_shape_is_object     (const AskShape    *self);
gboolean          ask_shape_is_array      (const AskShape    *self);
AskType           ask_shape_get_type      (const AskShape    *self);
char             *ask_shape_dup_declared  (const AskShape    *self);
char             *ask_shape_dup_scalar    (JsonNode          *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskShape, ask_shape_free)

/* ask-openapi-response.c */

/**
 * AskOpenapiAnswer:
 * @rows: (nullable): dotted member that holds the array, or the one object
 * @row: the shape of one row
 * @whole: the shape of the whole answer
 * @link_header: whether a Link header is documented
 * @single: it is one object, and not a list of them
 * @values: rows are values of the shape @row, whatever they are
 * @partial: lists in its one object may be the first page of more
 * @links: (nullable): OpenAPI's links from it
 */
typedef struct
{
  char *rows;
  AskShape *row;
  AskShape *whole;
  gboolean link_header;
  gboolean single;
  gboolean values;
  gboolean partial;
  JsonObject *links;
} AskOpenapiAnswer;

AskRefusal ask_openapi_find_answer  (AskOpenapiContext *context,
                                     const char        *path,
                                     JsonObject        *operation,
                                     AskOpenapiAnswer  *answer);
void       ask_openapi_answer_clear (AskOpenapiAnswer  *answer);
gboolean   ask_openapi_is_item     (const AskShape    *shape);
gboolean   ask_openapi_has_json    (AskOpenapiContext *context,
                                     JsonObject        *operation);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskOpenapiAnswer, ask_openapi_answer_clear)

/* ask-openapi-example.c */

JsonObject *ask_openapi_schema_of_example (AskOpenapiContext *context,
                                           JsonObject        *media,
                                           JsonObject        *response);

/* ask-openapi-parameter.c */

/**
 * AskOpenapiParameter:
 * @name: as it is sent
 * @shape: of one value; an array's is that of its items
 * @style: of an array, or of one value where that is marked in a path; else %ASK_ARRAY_NONE
 * @max_items: of an array, 0 where nobody says; 1 where @style is that of one value
 * @fallback: (nullable): what the API takes where nothing is sent, as text
 * @taken: paging or an order uses it
 */
typedef struct
{
  char *name;
  AskParameterPlace place;
  gboolean required;
  const char *description;
  AskShape *shape;
  AskArrayStyle style;
  guint max_items;
  char *fallback;
  gboolean taken;
} AskOpenapiParameter;

AskRefusal ask_openapi_read_parameters (AskOpenapiContext *context,
                                        const char        *path,
                                        JsonObject        *item,
                                        JsonObject        *operation,
                                        gboolean           with_body,
                                        GPtrArray        **parameters);

AskOpenapiParameter *ask_openapi_parameter_new (const char *name,
                                                AskParameterPlace place,
                                                gboolean required,
                                                AskShape *shape);
void                 ask_openapi_parameter_free (gpointer parameter);

/* ask-openapi-body.c */

AskRefusal ask_openapi_read_body (AskOpenapiContext *context,
                                  JsonObject        *body,
                                  GPtrArray         *parameters);

/* ask-openapi-bind.c */

void          ask_openapi_bind_parameters (AskEntity                 *entity,
                                           const char                *path,
                                           GPtrArray                 *parameters);
void          ask_openapi_bind_columns    (AskEntity                 *entity,
                                           const char                *path,
                                           GPtrArray                 *parameters);
GPtrArray    *ask_openapi_bind_rest       (AskEntity                 *entity,
                                           const char                *path,
                                           GPtrArray                 *parameters,
                                           const char                *search);
AskAttribute *ask_openapi_find_norm       (const AskEntity           *entity,
                                           const char                *name);

/* ask-openapi-range.c */

AskAttribute *ask_openapi_find_bound      (const AskEntity           *entity,
                                           const AskOpenapiParameter *parameter,
                                           AskParameterUse           *use);
char         *ask_openapi_split_bound     (const char                *name,
                                           AskParameterUse           *use);

/* ask-openapi-sure.c */

/**
 * AskOpenapiDoubt:
 * @parameter: its name
 * @use: what it does with what it means
 * @attributes: (element-type utf8): it may be one of these
 *
 * What a steward has to decide.
 */
typedef struct
{
  char *parameter;
  AskParameterUse use;
  GPtrArray *attributes;
} AskOpenapiDoubt;

GPtrArray    *ask_openapi_doubts_new      (void);
void          ask_openapi_add_doubt       (GPtrArray                 *doubts,
                                           const AskOpenapiParameter *parameter,
                                           AskParameterUse            use,
                                           const GPtrArray           *attributes);
gboolean      ask_openapi_is_ambiguous    (const AskEntity           *entity,
                                           const char                *name);
gboolean      ask_openapi_is_end_of_range (const AskOpenapiParameter *parameter,
                                           const GPtrArray           *parameters);
gboolean      ask_openapi_says_equal      (const AskEntity           *entity,
                                           const AskAttribute        *attribute,
                                           const char                *name,
                                           const AskOpenapiParameter *parameter,
                                           const GPtrArray           *parameters);

/* ask-openapi-time.c */

gboolean      ask_openapi_names_no_time   (const AskEntity           *entity,
                                           const char                *words);
AskAttribute *ask_openapi_find_time       (const AskEntity           *entity,
                                           const AskOpenapiParameter *parameter,
                                           gboolean                   bare,
                                           AskParameterUse           *use,
                                           GPtrArray                 *doubts);

/* ask-openapi-paging.c */

void ask_openapi_find_paging (AskOpenapiContext      *context,
                              AskEntity              *entity,
                              GPtrArray              *parameters,
                              const AskOpenapiAnswer *answer);

gboolean ask_openapi_has_paging (GPtrArray *parameters);

/* ask-openapi-sort.c */

void ask_openapi_find_sorts (AskEntity *entity, GPtrArray *parameters);

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
  AskShape *row;
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

/* ask-openapi-child.c */

void ask_openapi_add_children (AskOpenapiContext *context,
                               AskSchema         *schema,
                               const AskEntity   *parent,
                               const AskShape    *row);

/* ask-openapi-entity.c */

void ask_openapi_add_attributes (AskOpenapiContext *context,
                                 AskEntity         *entity,
                                 const char        *noun,
                                 const AskShape    *row);
void ask_openapi_add_value      (AskEntity         *entity,
                                 const AskShape    *shape);
void ask_openapi_add_columns    (AskOpenapiContext *context,
                                 AskEntity         *entity,
                                 const AskShape    *row);
char *ask_openapi_dup_attribute_name (const AskEntity *entity,
                                      const char      *wanted);
void ask_openapi_add_sentence   (char             **text,
                                 const char        *format,
                                 ...) G_GNUC_PRINTF (2, 3);

/* ask-openapi-name.c */

GPtrArray *ask_openapi_literal_segments (const char *path);
gboolean   ask_openapi_ends_in_parameter (const char *path);
char      *ask_openapi_dup_entity_name  (const char *path,
                                         guint       level,
                                         const char *fallback);
char      *ask_openapi_dup_noun         (const char *path,
                                         const char *fallback);
char      *ask_openapi_dup_snake        (const char *text);
char      *ask_openapi_dup_singular     (const char *word);
char      *ask_openapi_dup_norm         (const char *text);
char      *ask_openapi_dup_stems        (const char *name);
gboolean   ask_openapi_same_noun        (const char *a,
                                         const char *b);
char      *ask_openapi_dup_sentence     (const char *text);
gboolean   ask_openapi_is_link          (const char *name);

/* ask-openapi-search.c */

const AskOpenapiParameter *ask_openapi_find_search (GPtrArray *parameters);
AskEntity                 *ask_openapi_add_search  (AskSchema *schema,
                                                    const AskEntity *list,
                                                    const char *parameter);

/* ask-openapi-link.c */

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

/* ask-openapi-server.c */

char *ask_openapi_dup_operation_url (JsonObject        *root,
                                     JsonObject        *item,
                                     JsonObject        *operation);
char *ask_openapi_dup_base_url      (AskOpenapiContext *context);
GPtrArray *ask_openapi_list_servers (JsonObject        *root);
void  ask_openapi_find_auth         (AskOpenapiContext *context);

G_END_DECLS
