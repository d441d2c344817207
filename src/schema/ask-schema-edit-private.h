/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the edits, the merge and the checks of a schema share: its names as a catalogue for SQL, expressions and
 * queries looked at through the parser, and the draft of a draft that makes an edit whole or not at all.
 */
#pragma once

#include "schema/ask-schema-edit.h"
#include "sql/ask-sql-analysis.h"

G_BEGIN_DECLS

/**
 * AskSchemaNames:
 * @plain: (nullable): the entities with their attributes; made when first needed
 * @full: (nullable): with their metrics as columns, too
 * @named: AskEntity → ids of what its query names, where that was looked up
 *
 * A schema's names, as SQL sees them. It borrows the schema.
 */
typedef struct
{
  AskSchema *schema;
  AskSqlCatalog *plain;
  AskSqlCatalog *full;
  GHashTable *named;
} AskSchemaNames;

/**
 * AskExpressionUse:
 *
 * What an expression is for: a metric needs aggregates, a calculated attribute takes none.
 */
typedef enum
{
  ASK_EXPRESSION_CALCULATED,
  ASK_EXPRESSION_METRIC
} AskExpressionUse;

void           ask_schema_names_init        (AskSchemaNames      *self,
                                             AskSchema           *schema);
void           ask_schema_names_clear       (AskSchemaNames      *self);
AskSqlTree    *ask_schema_names_parse       (AskSchemaNames      *self,
                                             const char          *sql,
                                             GError             **error);
gboolean       ask_schema_names_describe    (AskSchemaNames      *self,
                                             const char          *sql,
                                             AskEntity           *result,
                                             GError             **error);
gboolean       ask_schema_names_uses        (AskSchemaNames      *self,
                                             const char          *sql,
                                             GHashTable          *ids,
                                             GError             **error);
GPtrArray     *ask_schema_names_find_query_cycle (AskSchemaNames *self,
                                             const AskEntity     *entity);
char          *ask_schema_names_write_way   (GPtrArray           *way);

gboolean       ask_expression_check         (const AskEntity     *entity,
                                             const char          *expression,
                                             AskExpressionUse     use,
                                             AskType             *type,
                                             GError             **error);
gboolean       ask_expression_uses          (const AskEntity     *entity,
                                             const char          *expression,
                                             const char          *attribute);
GPtrArray     *ask_expression_find_cycle    (const AskEntity     *entity,
                                             const AskAttribute  *attribute,
                                             GHashTable          *uses);
GHashTable    *ask_expression_uses_new      (void);
char          *ask_expression_rename        (const AskEntity     *before,
                                             const AskEntity     *after,
                                             const char          *expression);

gboolean       ask_schema_rewrite_sql       (AskSchemaNames      *before,
                                             AskSchemaNames      *after,
                                             const char          *sql,
                                             char               **rewritten,
                                             GError             **error);
const AskAttribute *ask_entity_match_attribute (const AskEntity  *before,
                                             const AskAttribute  *attribute,
                                             const AskEntity     *after);

gboolean       ask_schema_edit_fail         (GError             **error,
                                             const char          *format,
                                             ...) G_GNUC_PRINTF (2, 3);
AskEntity     *ask_schema_edit_entity       (AskSchema           *draft,
                                             const char          *id,
                                             GError             **error);
AskAttribute  *ask_schema_edit_attribute    (AskEntity           *entity,
                                             const char          *name,
                                             GError             **error);
AskMetric     *ask_schema_edit_metric       (AskEntity           *entity,
                                             const char          *name,
                                             GError             **error);
gboolean       ask_schema_edit_check_name   (const char          *name,
                                             const char          *what,
                                             GError             **error);
void           ask_schema_edit_take         (AskSchema           *draft,
                                             AskSchema           *done);
void           ask_schema_edit_drop_attribute (AskSchema         *work,
                                             AskEntity           *entity,
                                             const char          *attribute);
gboolean       ask_schema_edit_check_queries (AskSchema          *draft,
                                             AskSchema           *work,
                                             const char          *removed,
                                             GError             **error);
gboolean       ask_schema_edit_check_free   (const AskEntity     *entity,
                                             const char          *name,
                                             const void          *but,
                                             GError             **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskSchemaNames, ask_schema_names_clear)

G_END_DECLS
