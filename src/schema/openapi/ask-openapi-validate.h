/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the checks of a document share: where they are in it, and the faults that they found. Only
 * ask-openapi-validate*.c include this.
 */
#pragma once

#include "schema/openapi/ask-openapi-rules.h"

G_BEGIN_DECLS

/**
 * AskValidation:
 * @place: JSON pointer of what is being checked
 * @faults: (element-type utf8)
 * @ids: (element-type utf8): operationIds that were seen
 *
 * Lives on the stack of ask_openapi_validate(), and owns nothing.
 */
typedef struct
{
  AskOpenapiContext *context;
  guint version;
  GString *place;
  GPtrArray *faults;
  GHashTable *ids;
} AskValidation;

void        ask_validation_fault        (AskValidation *self,
                                         const char    *format,
                                         ...) G_GNUC_PRINTF (2, 3);
gsize       ask_validation_enter        (AskValidation *self,
                                         const char    *token);
gsize       ask_validation_enter_index  (AskValidation *self,
                                         guint          index);
void        ask_validation_leave        (AskValidation *self,
                                         gsize          before);
gboolean    ask_validation_is_text      (JsonNode      *node);
gboolean    ask_validation_is_extension (const char    *name);
const char *ask_validation_describe     (JsonNode      *node);

/* ask-openapi-validate-text.c */
void        ask_validate_text           (AskValidation *self,
                                         JsonNode      *node,
                                         AskRuleValue   value);
void        ask_validate_texts          (AskValidation *self,
                                         JsonNode      *node,
                                         gboolean       unique);

/* ask-openapi-validate-object.c */
void        ask_validate_variable       (AskValidation *self,
                                         JsonObject    *object);
void        ask_validate_security       (AskValidation *self,
                                         JsonObject    *object);
void        ask_validate_schema         (AskValidation *self,
                                         JsonObject    *object);
void        ask_validate_parameter      (AskValidation *self,
                                         JsonObject    *object);

/* ask-openapi-validate-path.c */
void        ask_validate_components     (AskValidation *self,
                                         JsonObject    *components);
void        ask_validate_duplicates     (AskValidation *self,
                                         JsonObject    *holder);
void        ask_validate_paths          (AskValidation *self);

G_END_DECLS
