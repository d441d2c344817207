/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema: entities with their attributes, relationships between them, and for API
 * entities the operation that fetches them. Plain structs in document order; it never opens a
 * connection and never holds a data value or a secret.
 */
#pragma once

#include "base/ask-json.h"

G_BEGIN_DECLS

#define ASK_SCHEMA_ERROR (ask_schema_error_quark ())

/**
 * AskSchemaError:
 * @ASK_SCHEMA_ERROR_DOCUMENT: a schema document is not what it should be; the message says where
 * @ASK_SCHEMA_ERROR_NOT_A_SPEC: a file is no OpenAPI document
 * @ASK_SCHEMA_ERROR_NOTHING_USABLE: an OpenAPI document holds no operation that can be a table
 * @ASK_SCHEMA_ERROR_UNKNOWN: no entity of that name
 */
typedef enum
{
  ASK_SCHEMA_ERROR_DOCUMENT,
  ASK_SCHEMA_ERROR_NOT_A_SPEC,
  ASK_SCHEMA_ERROR_NOTHING_USABLE,
  ASK_SCHEMA_ERROR_UNKNOWN
} AskSchemaError;

GQuark ask_schema_error_quark (void);

/**
 * AskAttribute:
 * @name: what questions and models see; unique in the entity, whatever the case
 * @column: the column of the table, or the dotted member of an API's objects (the whole text is tried
 *   as one member's name first); %NULL for an attribute that
 *   is only an input of the API: its value is the argument of the call
 * @type: declared type
 * @declared: (nullable): the type as the source wrote it, "VARCHAR(20)"
 * @key: 1, 2, … for the places of the primary key, 0 for none
 * @nullable: whether NULL may occur
 * @description: (nullable): one sentence
 * @synonyms: (element-type utf8): other words for it
 * @choices: (element-type utf8): the values that a specification allows, where it says
 */
typedef struct
{
  char *name;
  char *column;
  AskType type;
  char *declared;
  guint key;
  gboolean nullable;
  char *description;
  GPtrArray *synonyms;
  GPtrArray *choices;
} AskAttribute;

typedef enum
{
  ASK_PARAMETER_IN_QUERY,
  ASK_PARAMETER_IN_PATH,
  ASK_PARAMETER_IN_HEADER
} AskParameterPlace;

/**
 * AskParameterUse:
 *
 * Which rows a call gives, by what its attribute's value is to the argument. What comes is checked
 * here all the same; what does not come is lost, so a bound is sent only for the comparisons that it
 * cannot cut short. ABOVE and BELOW may give the rows at the bound or not: they serve > and <, never
 * >= and <=. AT_LEAST serves >= and >, AT_MOST serves <= and <.
 *
 * Bounds are of numbers on numbers, and of dates (YYYY-MM-DD, nothing else) on dates; moments
 * have none, since those that are written with different zones do not sort as their texts do. A bound
 * that is no value of the parameter's own type (5.5 of an integer) is not sent.
 */
typedef enum
{
  ASK_PARAMETER_EQUALS,
  ASK_PARAMETER_AT_LEAST, /* min_price, date_from, price[gte] */
  ASK_PARAMETER_AT_MOST, /* max_price, price[lte] */
  ASK_PARAMETER_ABOVE, /* price[gt], date_after, since_date */
  ASK_PARAMETER_BELOW /* price[lt], date_before, date_to */
} AskParameterUse;

/**
 * AskArrayStyle:
 *
 * OpenAPI's ways to write an array (style and explode). A value that holds the separator itself
 * (a comma, a space, a pipe) is not sent together with others.
 */
typedef enum
{
  ASK_ARRAY_NONE,
  ASK_ARRAY_REPEAT, /* id=1&id=2: form, explode */
  ASK_ARRAY_COMMA, /* id=1,2: form, simple */
  ASK_ARRAY_SPACE, /* id=1%202: spaceDelimited */
  ASK_ARRAY_PIPE, /* id=1|2: pipeDelimited */
  ASK_ARRAY_BRACKETS /* id[]=1&id[]=2, of a parameter called id: deepObject, as many servers read
                        it. One that is called id[] itself has ASK_ARRAY_REPEAT */
} AskArrayStyle;

/**
 * AskParameter:
 * @name: as the API writes it
 * @attribute: (nullable): the attribute that it equals; %NULL where it is sent always with
 *   @fixed
 * @required: no call without it
 * @use: how @attribute has to stand to the value that is sent
 * @style: how several values are written; %ASK_ARRAY_NONE where it takes one
 * @max_items: of an array, 0 where nobody says
 * @narrows: without it a call does not give everything: it has a default that filters. A query that
 *   gives no value gets what the API answers with then, and @attribute's description says so
 * @fixed: (nullable): the value that is always sent, such as an API version
 */
typedef struct
{
  char *name;
  AskParameterPlace place;
  char *attribute;
  AskType type;
  gboolean required;
  AskParameterUse use;
  AskArrayStyle style;
  guint max_items;
  gboolean narrows;
  char *fixed;
} AskParameter;

typedef enum
{
  ASK_PAGING_NONE,
  ASK_PAGING_PAGE, /* page=1, page=2, … */
  ASK_PAGING_OFFSET, /* offset=0, offset=100, … */
  ASK_PAGING_CURSOR, /* cursor=(what the last answer said) */
  ASK_PAGING_LINK /* the last answer, or its Link header, holds the next URL */
} AskPagingKind;

/**
 * AskPaging:
 * @parameter: (nullable): the page, offset or cursor parameter
 * @size_parameter: (nullable): the parameter for rows a page
 * @size: rows a page asked for, 0 to leave it to the server
 * @first: the number of the first page (0 or 1), -1 where nobody says: it is then found out
 * @next: (nullable): where the answer names the next cursor or URL, as dotted members:
 *   "meta.next_cursor"
 */
typedef struct
{
  AskPagingKind kind;
  char *parameter;
  char *size_parameter;
  gint64 size;
  gint64 first;
  char *next;
} AskPaging;

/**
 * AskOperation:
 * @path: relative to the source's base URL, with {parameters}: "/v1/stock/{warehouse}"
 * @rows: (nullable): the dotted member that holds the array; %NULL where the answer is the array
 * @nested: (nullable): the dotted member of each element of that array which holds the array of
 *   this entity's rows: a child table. An attribute whose column begins with "../" is a member of
 *   the element around it
 * @single: the answer, or its member @rows, is one object: one row. Where the last segment of @path
 *   is a {parameter}, the status 404 or 410 means that there is no such row; elsewhere it is an error
 *
 * How an API entity is fetched: one GET.
 */
typedef struct
{
  char *path;
  char *rows;
  char *nested;
  gboolean single;
  GPtrArray *parameters; /* AskParameter */
  AskPaging paging;
} AskOperation;

typedef enum
{
  ASK_ENTITY_TABLE,
  ASK_ENTITY_VIEW,
  ASK_ENTITY_API
} AskEntityKind;

/**
 * AskEntity:
 * @name: unique in the relational view, whatever the case
 * @source: short name of the source
 * @namespace: (nullable): the schema of the database that @table lies in, where it is not the one that
 *   a connection finds first
 * @table: the table in that source, or the operation's id
 * @operation: (nullable): for %ASK_ENTITY_API
 * @row_estimate: -1 where unknown
 */
typedef struct
{
  char *name;
  char *source;
  char *namespace;
  char *table;
  AskEntityKind kind;
  char *description;
  GPtrArray *synonyms;
  GPtrArray *attributes; /* AskAttribute */
  AskOperation *operation;
  gint64 row_estimate;
} AskEntity;

typedef enum
{
  ASK_CARDINALITY_MANY_TO_ONE,
  ASK_CARDINALITY_ONE_TO_ONE,
  ASK_CARDINALITY_MANY_TO_MANY
} AskCardinality;

/**
 * AskRelationship:
 * @from: the entity that holds the foreign key
 * @from_attributes: (element-type utf8): as many as @to_attributes
 *
 * Each @from refers to one @to (many to one).
 */
typedef struct
{
  char *from;
  GPtrArray *from_attributes;
  char *to;
  GPtrArray *to_attributes;
  AskCardinality cardinality;
  char *verb;
} AskRelationship;

/**
 * AskSchema:
 *
 * Build it with ask_schema_add_entity() and ask_schema_add_relationship(), then share it: once
 * shared it is not changed, and any thread may read it.
 */
typedef struct
{
  gatomicrefcount ref_count;
  GPtrArray *entities; /* AskEntity */
  GPtrArray *relationships; /* AskRelationship */
} AskSchema;

AskSchema       *ask_schema_new               (void);
AskSchema       *ask_schema_ref               (AskSchema      *self);
void             ask_schema_unref             (AskSchema      *self);
AskSchema       *ask_schema_copy              (AskSchema      *self);

AskEntity       *ask_entity_new               (const char     *name,
                                               const char     *source,
                                               const char     *table,
                                               AskEntityKind   kind);
void             ask_entity_free              (AskEntity      *self);
AskAttribute    *ask_entity_add_attribute     (AskEntity      *self,
                                               const char     *name,
                                               const char     *column,
                                               AskType         type);
AskAttribute    *ask_entity_find_attribute    (const AskEntity *self,
                                               const char     *name);
AskAttribute    *ask_entity_find_column       (const AskEntity *self,
                                               const char     *column);

AskOperation    *ask_operation_new            (const char     *path);
AskParameter    *ask_operation_add_parameter  (AskOperation   *self,
                                               const char     *name,
                                               AskParameterPlace place,
                                               const char     *attribute,
                                               gboolean        required);
AskParameter    *ask_operation_find_parameter_for (const AskOperation *self,
                                               const char     *attribute);
AskParameter    *ask_operation_find_parameter_use (const AskOperation *self,
                                               const char     *attribute,
                                               AskParameterUse use);

AskEntity       *ask_schema_add_entity        (AskSchema      *self,
                                               AskEntity      *entity);
AskRelationship *ask_schema_add_relationship  (AskSchema      *self,
                                               const char     *from,
                                               const char     *from_attribute,
                                               const char     *to,
                                               const char     *to_attribute);
void             ask_relationship_free        (AskRelationship *self);
AskEntity       *ask_schema_find_entity       (AskSchema      *self,
                                               const char     *name);
void             ask_schema_remove_source     (AskSchema      *self,
                                               const char     *source);
void             ask_schema_merge             (AskSchema      *self,
                                               const char     *source,
                                               AskSchema      *imported);

JsonNode        *ask_schema_to_json           (AskSchema      *self);
AskSchema       *ask_schema_from_json         (JsonNode       *document,
                                               GError        **error);
char            *ask_schema_to_text           (AskSchema      *self);
char            *ask_schema_to_sql            (AskSchema      *self);
char            *ask_schema_entity_to_sql     (AskSchema      *self,
                                               const AskEntity *entity);
char            *ask_schema_to_mermaid        (AskSchema      *self);
GPtrArray       *ask_schema_nearest_names     (AskSchema      *self,
                                               const char     *name,
                                               guint           max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSchema, ask_schema_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskEntity, ask_entity_free)

G_END_DECLS
