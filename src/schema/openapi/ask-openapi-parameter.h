/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an operation takes, and what each parameter means for its entity.
 *
 *   ask-openapi-parameter.c, ask-openapi-body.c   read them
 *   ask-openapi-bind.c      equality, an input of its own, a fixed value, or nothing
 *   ask-openapi-sure.c      whether a name alone tells that; doubts, for a steward
 *   ask-openapi-range.c, ask-openapi-time.c       ends of a range
 *   ask-openapi-paging.c, ask-openapi-sort.c, ask-openapi-search.c  pages, orders, words to search for
 */
#pragma once

#include "schema/openapi/ask-openapi-shape.h"

G_BEGIN_DECLS

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
  AskOpenapiShape *shape;
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

AskOpenapiParameter *ask_openapi_parameter_new  (const char       *name,
                                                 AskParameterPlace place,
                                                 gboolean          required,
                                                 AskOpenapiShape  *shape);
void                 ask_openapi_parameter_free (gpointer          parameter);

/* ask-openapi-body.c */

AskRefusal ask_openapi_read_body (AskOpenapiContext *context,
                                  JsonObject        *body,
                                  GPtrArray         *parameters);

/* ask-openapi-bind.c */

void          ask_openapi_bind_parameters (AskEntity       *entity,
                                           const char      *path,
                                           GPtrArray       *parameters);
void          ask_openapi_bind_columns    (AskEntity       *entity,
                                           const char      *path,
                                           GPtrArray       *parameters);
GPtrArray    *ask_openapi_bind_rest       (AskEntity       *entity,
                                           const char      *path,
                                           GPtrArray       *parameters,
                                           const char      *search);
AskAttribute *ask_openapi_find_norm       (const AskEntity *entity,
                                           const char      *name);

/* ask-openapi-range.c */

AskAttribute *ask_openapi_find_bound  (const AskEntity           *entity,
                                       const AskOpenapiParameter *parameter,
                                       AskParameterUse           *use);
char         *ask_openapi_split_bound (const char                *name,
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

GPtrArray *ask_openapi_doubts_new      (void);
void       ask_openapi_add_doubt       (GPtrArray                 *doubts,
                                        const AskOpenapiParameter *parameter,
                                        AskParameterUse            use,
                                        const GPtrArray           *attributes);
gboolean   ask_openapi_is_ambiguous    (const AskEntity           *entity,
                                        const char                *name);
gboolean   ask_openapi_is_end_of_range (const AskOpenapiParameter *parameter,
                                        const GPtrArray           *parameters);
gboolean   ask_openapi_says_equal      (const AskEntity           *entity,
                                        const AskAttribute        *attribute,
                                        const char                *name,
                                        const AskOpenapiParameter *parameter,
                                        const GPtrArray           *parameters);

/* ask-openapi-time.c */

gboolean      ask_openapi_names_no_time (const AskEntity           *entity,
                                         const char                *words);
AskAttribute *ask_openapi_find_time     (const AskEntity           *entity,
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

void ask_openapi_find_sorts (AskEntity *entity,
                             GPtrArray *parameters);

/* ask-openapi-search.c */

const AskOpenapiParameter *ask_openapi_find_search (GPtrArray       *parameters);
AskEntity                 *ask_openapi_add_search  (AskSchema       *schema,
                                                    const AskEntity *list,
                                                    const char      *parameter);

G_END_DECLS
