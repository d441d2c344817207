/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema: entities with their attributes, relationships between them, and for API
 * entities the operation that fetches them. Plain structs in document order; it never opens a
 * connection and never holds a data value or a secret.
 */
#pragma once

#include "base/ask-json.h"
#include "base/ask-meaning.h"

G_BEGIN_DECLS

#define ASK_SCHEMA_ERROR (ask_schema_error_quark ())

/**
 * AskSchemaError:
 * @ASK_SCHEMA_ERROR_DOCUMENT: a schema document is not what it should be; the message says where
 * @ASK_SCHEMA_ERROR_NOT_A_SPEC: a file is no OpenAPI document
 * @ASK_SCHEMA_ERROR_NOTHING_USABLE: an OpenAPI document holds no operation that can be a table
 * @ASK_SCHEMA_ERROR_UNKNOWN: no entity of that name
 * @ASK_SCHEMA_ERROR_EDIT: an edit cannot be made; the message says why, and the draft is as it was
 */
typedef enum
{
  ASK_SCHEMA_ERROR_DOCUMENT,
  ASK_SCHEMA_ERROR_NOT_A_SPEC,
  ASK_SCHEMA_ERROR_NOTHING_USABLE,
  ASK_SCHEMA_ERROR_UNKNOWN,
  ASK_SCHEMA_ERROR_EDIT
} AskSchemaError;

GQuark ask_schema_error_quark (void);

/**
 * AskSharing:
 *
 * Whether values may reach a language model: of an attribute, or of all attributes of a source that
 * inherit. Names, types and descriptions always may. Nobody having said anything means never.
 */
typedef enum
{
  ASK_SHARING_INHERIT, /* of an attribute: what its source says; of a source: never */
  ASK_SHARING_NEVER,
  ASK_SHARING_SAMPLES, /* its examples, and values that stand for themselves (choices, names) */
  ASK_SHARING_YES
} AskSharing;

const char *ask_sharing_to_string   (AskSharing   self);
gboolean    ask_sharing_from_string (const char  *string,
                                     AskSharing  *sharing);

/**
 * AskAttribute:
 * @name: what questions and models see; unique in the entity, whatever the case
 * @column: the column of the table, or the dotted member of an API's objects (the whole text is tried
 *   as one member's name first); %NULL for an attribute that
 *   is only an input of the API: its value is the argument of the call; and for a calculated one
 * @expression: (nullable): a calculated attribute: SQL over other attributes of the entity, without
 *   aggregates, in the relational view's dialect
 * @type: declared type
 * @declared: (nullable): the type as the source wrote it, "VARCHAR(20)"
 * @key: 1, 2, … for the places of the primary key, 0 for none
 * @nullable: whether NULL may occur
 * @description: (nullable): one sentence
 * @synonyms: (element-type utf8): other words for it
 * @choices: (element-type utf8): the values that a specification allows, where it says
 * @unit: (nullable): "EUR", "kg", "%"
 * @examples: (element-type utf8): values that a steward or a specification gives as examples; part of the
 *   schema, so they are data only where @sharing lets them reach a model
 * @hidden: neither questions nor models see it; its relationships still join
 * @sensitive: shown only where it is asked for by name, never an example, never shared
 */
typedef struct
{
  char *name;
  char *column;
  char *expression;
  AskType type;
  char *declared;
  guint key;
  gboolean nullable;
  char *description;
  GPtrArray *synonyms;
  GPtrArray *choices;
  AskMeaning meaning;
  char *unit;
  GPtrArray *examples;
  gboolean hidden;
  gboolean sensitive;
  AskSharing sharing;
} AskAttribute;

/**
 * ASK_DECLARED_FULL_TEXT:
 *
 * As AskAttribute.declared: the table that has it is an FTS5 table, which may be searched by MATCH with the table's name on
 * its left, and ordered by rank. No attribute is called either.
 */
#define ASK_DECLARED_FULL_TEXT "FULL TEXT"

/**
 * AskMetric:
 * @name: unique among the entity's attributes and metrics, whatever the case
 * @expression: an aggregate over the entity's attributes, in the relational view's dialect:
 *   "sum(quantity * price)"
 *
 * A named figure of an entity.
 */
typedef struct
{
  char *name;
  char *expression;
  char *description;
  char *unit;
  GPtrArray *synonyms;
} AskMetric;

typedef enum
{
  ASK_PARAMETER_IN_QUERY,
  ASK_PARAMETER_IN_PATH,
  ASK_PARAMETER_IN_HEADER,
  ASK_PARAMETER_IN_BODY /* a member of the JSON object that a POST sends; dots lead into objects */
} AskParameterPlace;

/**
 * AskParameterUse:
 *
 * Which rows a call gives, by what its attribute's value is to the argument. What comes is checked
 * here all the same; what does not come is lost, so a bound is sent only for the comparisons that it
 * cannot cut short. ABOVE and BELOW may give the rows at the bound or not: of numbers they serve > and <, never
 * >= and <=. AT_LEAST serves >= and >, AT_MOST serves <= and <.
 *
 * Bounds are of numbers on numbers, and of days (YYYY-MM-DD) and moments on both. What is sent for a day or a
 * moment lies so far outside that neither zones nor the bound itself can cut anything short, so there ABOVE
 * and BELOW serve >= and <=, too. Of 5.5 a parameter of whole numbers is sent the next one outwards.
 */
typedef enum
{
  ASK_PARAMETER_EQUALS,
  ASK_PARAMETER_AT_LEAST, /* min_price, date_from, price[gte] */
  ASK_PARAMETER_AT_MOST, /* max_price, price[lte] */
  ASK_PARAMETER_ABOVE, /* price[gt], date_after, since */
  ASK_PARAMETER_BELOW /* price[lt], date_before, until */
} AskParameterUse;

/**
 * AskArrayStyle:
 *
 * OpenAPI's ways to write an array (style and explode). A value that holds the separator itself
 * (a comma, a space, a pipe) is not sent together with others, and not at all where the call can do
 * without the parameter.
 */
typedef enum
{
  ASK_ARRAY_NONE,
  ASK_ARRAY_REPEAT, /* id=1&id=2: form, explode */
  ASK_ARRAY_COMMA, /* id=1,2: form, simple */
  ASK_ARRAY_SPACE, /* id=1%202: spaceDelimited */
  ASK_ARRAY_PIPE, /* id=1|2: pipeDelimited */
  ASK_ARRAY_BRACKETS, /* id[]=1&id[]=2, of a parameter called id: deepObject, as many servers read
                         it. One that is called id[] itself has ASK_ARRAY_REPEAT */
  /* Of a path, and of one value too. */
  ASK_ARRAY_LABEL, /* .1.2: label, explode */
  ASK_ARRAY_MATRIX, /* ;id=1,2: matrix */
  ASK_ARRAY_MATRIX_REPEAT /* ;id=1;id=2: matrix, explode */
} AskArrayStyle;

/**
 * AskParameter:
 * @name: as the API writes it
 * @attribute: (nullable): the attribute that it equals or bounds; %NULL where it is sent always with
 *   @fixed, or, without that, never: what it means is for a steward to say
 * @required: no call without it
 * @use: how @attribute has to stand to the value that is sent
 * @style: how several values are written; %ASK_ARRAY_NONE where it takes one, and that is written as it
 *   is. In a body any other style means a list, of one value too
 * @max_items: of an array, 0 where nobody says; 1 where @style only says how one value is written
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
 * @least: the smallest size that may be asked for instead, and then every one from there to @size; 0
 *   where no other than @size may
 * @first: the number of the first page (0 or 1), -1 where nobody says: it is then found out.
 *   Offsets do not use it: they count from what is fixed for @parameter, else from 0
 * @in_body: @parameter and @size_parameter are members of the POST's body, dotted
 * @next: (nullable): where the answer names the next cursor or URL, as dotted members:
 *   "meta.next_cursor"
 */
typedef struct
{
  AskPagingKind kind;
  char *parameter;
  char *size_parameter;
  gint64 size;
  gint64 least;
  gint64 first;
  gboolean in_body;
  char *next;
} AskPaging;

/**
 * AskSort:
 * @attribute: what the rows are ordered by
 * @parameter: the query parameter that says so
 * @ascending: its value for the smallest first
 * @descending: its value for the greatest first; the same where @direction says which
 * @direction: (nullable): a second query parameter, for which of the two
 * @up: (nullable): its value for the smallest first
 * @down: (nullable): its value for the greatest first
 *
 * An order that an API's operation can be asked for, both ways: "sort=price" and "sort=-price", or
 * "sort_by=price&order=asc" and "sort_by=price&order=desc". It is what the API says of itself: how
 * NULL and text sort there nobody knows.
 */
typedef struct
{
  char *attribute;
  char *parameter;
  char *ascending;
  char *descending;
  char *direction;
  char *up;
  char *down;
} AskSort;

/**
 * AskOperation:
 * @method: (nullable): "POST" for a search that a steward said only reads; %NULL for GET
 * @path: relative to the source's base URL, with {parameters}: "/v1/stock/{warehouse}"
 * @rows: (nullable): the dotted member that holds the array; %NULL where the answer is the array
 * @nested: (nullable): the dotted member of each element of that array which holds the array of
 *   this entity's rows: a child table. An attribute whose column begins with "../" is a member of
 *   the element around it
 * @single: the answer, or its member @rows, is one object: one row. Where the last segment of @path
 *   is a {parameter}, the status 404 or 410 means that there is no such row; elsewhere it is an error
 *
 * @values: what makes a row is one value, whatever it is: the elements of the array, or with @single all
 *   that stands there. The attribute of the column "." holds it; of an object or a list its JSON
 *
 * How an API entity is fetched: one GET, or one POST whose body is a JSON object of the parameters in the
 * body. A POST without such parameters sends an empty object.
 */
typedef struct
{
  char *method;
  char *path;
  char *rows;
  char *nested;
  gboolean single;
  gboolean values;
  GPtrArray *parameters; /* AskParameter */
  GPtrArray *sorts; /* AskSort, one for an attribute at most */
  AskPaging paging;
} AskOperation;

typedef enum
{
  ASK_ENTITY_TABLE,
  ASK_ENTITY_VIEW,
  ASK_ENTITY_API,
  ASK_ENTITY_QUERY /* bound to a SELECT over other entities; its source is "" */
} AskEntityKind;

/**
 * AskBinding:
 * @columns: (element-type utf8): for each attribute of the entity, in its order, the column there; ""
 *   where it has none
 *
 * Another place that holds the same rows as the entity's own table: a table or view of another source.
 * That both hold the same is the steward's promise; a query takes the one that lies nearer to the other
 * tables that it names.
 */
typedef struct
{
  char *source;
  char *namespace;
  char *table;
  AskEntityKind kind;
  GPtrArray *columns;
} AskBinding;

/**
 * AskEntity:
 * @id: stays what it is through renames, edits and refreshes: layout and versions go by it. Made from
 *   the place that the entity was first imported from
 * @name: unique in the relational view, whatever the case
 * @source: short name of the source
 * @namespace: (nullable): the schema of the database that @table lies in, where it is not the one that
 *   a connection finds first
 * @table: the table in that source, or the operation's id
 * @operation: (nullable): for %ASK_ENTITY_API
 * @query: (nullable): for %ASK_ENTITY_QUERY; its result columns, by name, are the attributes' columns
 * @bindings: (element-type AskBinding): further places that hold the same rows
 * @row_estimate: -1 where unknown
 * @notes: (nullable): what stewards tell each other; never leaves the schema
 * @hidden: neither questions nor models see it
 * @placed: whether somebody, or the layout, gave it its place on the canvas
 * @x, @y: the top left corner of its box, in pixels at 100 %
 * @collapsed: its box shows only keys
 *
 * Shared between versions of a schema, so it is never changed once the schema it is in is shared: see
 * ask_schema_own_entity().
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *id;
  char *name;
  char *source;
  char *namespace;
  char *table;
  AskEntityKind kind;
  char *description;
  GPtrArray *synonyms;
  GPtrArray *attributes; /* AskAttribute */
  GPtrArray *metrics; /* AskMetric */
  AskOperation *operation;
  char *query;
  GPtrArray *bindings;
  gint64 row_estimate;
  char *notes;
  gboolean hidden;
  gboolean placed;
  double x;
  double y;
  gboolean collapsed;
  char *area; /* (nullable): the name of the area that it is in */
} AskEntity;

typedef enum
{
  ASK_CARDINALITY_MANY_TO_ONE,
  ASK_CARDINALITY_ONE_TO_ONE,
  ASK_CARDINALITY_MANY_TO_MANY
} AskCardinality;

const char *ask_cardinality_to_string   (AskCardinality  self);
gboolean    ask_cardinality_from_string (const char     *string,
                                         AskCardinality *cardinality);

/**
 * AskRelationship:
 * @from: the entity that holds the foreign key
 * @from_attributes: (element-type utf8): as many as @to_attributes
 *
 * @verb: (nullable): "is placed by", read from @from to @to
 *
 * Each @from refers to one @to (many to one). Shared between versions like AskEntity.
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *from;
  GPtrArray *from_attributes;
  char *to;
  GPtrArray *to_attributes;
  AskCardinality cardinality;
  char *verb;
} AskRelationship;

/**
 * AskSchemaSource:
 * @statements: (element-type utf8): short sentences of what its business calls things: "churn: share of customers who
 *   left in a year"
 *
 * What the schema says of a source as a whole.
 */
typedef struct
{
  char *name;
  char *description; /* nullable */
  GPtrArray *statements;
  AskSharing sharing;
} AskSchemaSource;

/** ASK_SCHEMA_AREA_COLORS: so many colours can be told apart */
#define ASK_SCHEMA_AREA_COLORS 8

/**
 * AskSchemaArea:
 * @name: unique, whatever the case
 * @color: from 0, less than %ASK_SCHEMA_AREA_COLORS; what it looks like, the diagram says
 * @collapsed: whether it is drawn as one box
 *
 * A group of entities that belong together for people who look at the schema. Questions and models know nothing of it.
 */
typedef struct
{
  char *name;
  guint color;
  gboolean collapsed;
} AskSchemaArea;

/**
 * AskSchemaQuestion:
 *
 * A verified question on its way in a document. The workspace is where they live: a schema that was loaded
 * from it has none; the export puts them in, the import takes them out.
 */
typedef struct
{
  char *question;
  char *sql;
  char *verified_by; /* nullable */
  gint64 verified_at; /* µs since 1970, UTC; 0 where unknown */
} AskSchemaQuestion;

/**
 * AskEntityNotes:
 * @only: (nullable) (element-type AskAttribute): a set: the columns that are written out, others are counted
 * @attribute: (nullable): Returns: (transfer full) (nullable): what else is to be said of an attribute, on one line
 * @more: (nullable): comments that follow the columns, each on a line with its line break
 * @data: for @attribute
 *
 * What an entity's CREATE TABLE text says beside what the schema knows.
 */
typedef struct
{
  GHashTable *only;
  char *(*attribute) (const AskEntity    *entity,
                      const AskAttribute *attribute,
                      gpointer            data);
  const char *more;
  gpointer data;
} AskEntityNotes;

/**
 * AskSchema:
 * @sources: (element-type AskSchemaSource): those about which there is something to say
 * @areas: (element-type AskSchemaArea): those that entities are in
 * @notes: (nullable): what stewards tell each other about the whole
 *
 * Build it with ask_schema_add_entity() and ask_schema_add_relationship(), then share it: once
 * shared it is not changed, and any thread may read it. To edit, ask_schema_fork() it: the fork shares all
 * entities with the first until ask_schema_own_entity() gives it its own, so a version costs what
 * was changed in it.
 */
typedef struct
{
  gatomicrefcount ref_count;
  GPtrArray *entities; /* AskEntity */
  GPtrArray *relationships; /* AskRelationship */
  GPtrArray *sources;
  GPtrArray *areas;
  GPtrArray *questions; /* AskSchemaQuestion */
  char *notes;
} AskSchema;

AskSchema       *ask_schema_new               (void);
AskSchema       *ask_schema_ref               (AskSchema      *self);
void             ask_schema_unref             (AskSchema      *self);
AskSchema       *ask_schema_copy              (AskSchema      *self);
AskSchema       *ask_schema_fork              (AskSchema      *self);
AskEntity       *ask_schema_own_entity        (AskSchema      *self,
                                               const char     *id);
AskRelationship *ask_schema_own_relationship  (AskSchema      *self,
                                               guint           index);
AskEntity       *ask_schema_find_id           (AskSchema      *self,
                                               const char     *id);
AskSchemaSource *ask_schema_find_source       (AskSchema      *self,
                                               const char     *name);
AskSchemaSource *ask_schema_own_source        (AskSchema      *self,
                                               const char     *name);
AskSchemaArea   *ask_schema_find_area         (AskSchema      *self,
                                               const char     *name);
AskSchemaArea   *ask_schema_own_area          (AskSchema      *self,
                                               const char     *name);
void             ask_schema_copy_areas        (AskSchema      *self,
                                               AskSchema      *other);
void             ask_schema_settle_areas      (AskSchema      *self);
void             ask_schema_source_take_over  (AskSchemaSource *self,
                                               const AskSchemaSource *other);
gboolean         ask_schema_source_says       (const AskSchemaSource *self);
gboolean         ask_schema_source_equal      (const AskSchemaSource *a,
                                               const AskSchemaSource *b);
AskSharing       ask_schema_get_sharing       (AskSchema      *self,
                                               const AskEntity *entity,
                                               const AskAttribute *attribute);

AskEntity       *ask_entity_new               (const char     *name,
                                               const char     *source,
                                               const char     *table,
                                               AskEntityKind   kind);
AskEntity       *ask_entity_ref               (AskEntity      *self);
void             ask_entity_unref             (AskEntity      *self);
AskEntity       *ask_entity_copy              (const AskEntity *self);
AskMetric       *ask_entity_add_metric        (AskEntity      *self,
                                               const char     *name,
                                               const char     *expression);
AskMetric       *ask_entity_find_metric       (const AskEntity *self,
                                               const char     *name);
AskBinding      *ask_entity_add_binding       (AskEntity      *self,
                                               const char     *source,
                                               const char     *namespace,
                                               const char     *table,
                                               AskEntityKind   kind);
AskAttribute    *ask_entity_add_attribute     (AskEntity      *self,
                                               const char     *name,
                                               const char     *column,
                                               AskType         type);
AskAttribute    *ask_entity_find_attribute    (const AskEntity *self,
                                               const char     *name);
AskAttribute    *ask_entity_find_column       (const AskEntity *self,
                                               const char     *column);

gboolean         ask_array_style_marks_one    (AskArrayStyle   style);

AskOperation    *ask_operation_new            (const char     *path);
AskParameter    *ask_operation_add_parameter  (AskOperation   *self,
                                               const char     *name,
                                               AskParameterPlace place,
                                               const char     *attribute,
                                               gboolean        required);
AskParameter    *ask_operation_find_parameter_for (const AskOperation *self,
                                               const char     *attribute);
gboolean         ask_entity_needs           (const AskEntity *self,
                                             const char      *attribute);
AskParameter    *ask_operation_find_parameter_use (const AskOperation *self,
                                               const char     *attribute,
                                               AskParameterUse use);
gboolean         ask_parameter_can_bound      (const AskParameter *self,
                                               const AskAttribute *attribute);
AskSort         *ask_operation_add_sort       (AskOperation   *self,
                                               const char     *attribute,
                                               const char     *parameter,
                                               const char     *ascending,
                                               const char     *descending);
AskSort         *ask_operation_find_sort      (const AskOperation *self,
                                               const char     *attribute);

AskEntity       *ask_schema_add_entity        (AskSchema      *self,
                                               AskEntity      *entity);
AskRelationship *ask_schema_add_relationship  (AskSchema      *self,
                                               const char     *from,
                                               const char     *from_attribute,
                                               const char     *to,
                                               const char     *to_attribute);
AskRelationship *ask_relationship_ref         (AskRelationship *self);
void             ask_relationship_unref       (AskRelationship *self);
AskRelationship *ask_relationship_copy        (const AskRelationship *self);
gboolean         ask_relationship_joins_same  (const AskRelationship *a,
                                               const AskRelationship *b);
AskEntity       *ask_schema_find_entity       (AskSchema      *self,
                                               const char     *name);
AskAttribute    *ask_schema_find_attribute    (AskSchema      *self,
                                               const char     *place,
                                               AskEntity     **entity);
void             ask_schema_remove_source     (AskSchema      *self,
                                               const char     *source);
void             ask_schema_merge             (AskSchema      *self,
                                               const char     *source,
                                               AskSchema      *imported);

gboolean         ask_schema_equal             (AskSchema      *a,
                                               AskSchema      *b);
gboolean         ask_entity_equal             (const AskEntity *a,
                                               const AskEntity *b);
gboolean         ask_relationship_equal       (const AskRelationship *a,
                                               const AskRelationship *b);
JsonNode        *ask_entity_to_json           (const AskEntity *self);
JsonNode        *ask_relationship_to_json     (const AskRelationship *self);
JsonNode        *ask_schema_to_json           (AskSchema      *self);
AskSchema       *ask_schema_from_json         (JsonNode       *document,
                                               GError        **error);
char            *ask_schema_to_text           (AskSchema      *self);
char            *ask_schema_to_sql            (AskSchema      *self);
char            *ask_schema_entity_to_sql     (AskSchema      *self,
                                               const AskEntity *entity);
char            *ask_schema_entity_to_sql_with (AskSchema     *self,
                                               const AskEntity *entity,
                                               const AskEntityNotes *notes);
char            *ask_schema_to_mermaid        (AskSchema      *self);
char            *ask_schema_to_dbml           (AskSchema      *self);
GPtrArray       *ask_schema_nearest_names     (AskSchema      *self,
                                               const char     *name,
                                               guint           max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSchema, ask_schema_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskEntity, ask_entity_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRelationship, ask_relationship_unref)

G_END_DECLS
