/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an operation answers: schemas flattened to one level, and where the rows are in an answer.
 *
 *   ask-openapi-shape.c     a schema with its references, allOf, oneOf and anyOf merged
 *   ask-openapi-response.c  the rows in an answer
 *   ask-openapi-example.c   a schema made of an example
 */
#pragma once

#include "schema/openapi/ask-openapi-context.h"

G_BEGIN_DECLS

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
 * AskOpenapiShapePart:
 * @schema: (nullable): a schema object, not resolved; %NULL says nothing
 * @alternative: it is one of several that may hold (oneOf, anyOf)
 */
typedef struct
{
  JsonObject *schema;
  gboolean alternative;
} AskOpenapiShapePart;

typedef struct
{
  const char *name;
  GArray *parts; /* AskOpenapiShapePart */
  gboolean required;
} AskOpenapiShapeProperty;

/**
 * AskOpenapiShape:
 * @types: flags of what values may be, null apart; 0 where nothing is said
 * @format: (nullable): of texts and numbers, where all alternatives agree
 * @choices: (element-type utf8): enum and const, as text
 * @fallback: (nullable): default
 * @bounded: whether @maximum holds; likewise @floored and @minimum, @sized and @max_items
 * @items: (element-type AskOpenapiShapePart): of an array
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
  GPtrArray *properties; /* AskOpenapiShapeProperty */
  GHashTable *by_name; /* name → AskOpenapiShapeProperty */
  GHashTable *required; /* names */
  GArray *items;
  gboolean broken;
  gboolean intricate;
  GPtrArray *path; /* JsonObject, schemas being read, so that a circle ends */
  guint visits;
} AskOpenapiShape;

AskOpenapiShape *ask_openapi_shape_new           (AskOpenapiContext     *context,
                                                  JsonObject            *schema);
AskOpenapiShape *ask_openapi_shape_new_for_parts (AskOpenapiContext     *context,
                                                  GArray                *parts);
void             ask_openapi_shape_free          (AskOpenapiShape       *self);
gboolean         ask_openapi_shape_is_object     (const AskOpenapiShape *self);
gboolean         ask_openapi_shape_is_array      (const AskOpenapiShape *self);
AskType          ask_openapi_shape_get_type      (const AskOpenapiShape *self);
char            *ask_openapi_shape_dup_declared  (const AskOpenapiShape *self);
char            *ask_openapi_shape_dup_scalar    (JsonNode              *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOpenapiShape, ask_openapi_shape_free)

/* ask-openapi-example.c */

JsonObject *ask_openapi_schema_of_example (AskOpenapiContext *context,
                                           JsonObject        *media,
                                           JsonObject        *response);

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
  AskOpenapiShape *row;
  AskOpenapiShape *whole;
  gboolean link_header;
  gboolean single;
  gboolean values;
  gboolean partial;
  JsonObject *links;
} AskOpenapiAnswer;

AskRefusal ask_openapi_find_answer  (AskOpenapiContext     *context,
                                     const char            *path,
                                     JsonObject            *operation,
                                     AskOpenapiAnswer      *answer);
void       ask_openapi_answer_clear (AskOpenapiAnswer      *answer);
gboolean   ask_openapi_is_item      (const AskOpenapiShape *shape);
gboolean   ask_openapi_has_json     (AskOpenapiContext     *context,
                                     JsonObject            *operation);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskOpenapiAnswer, ask_openapi_answer_clear)

G_END_DECLS
