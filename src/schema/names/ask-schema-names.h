/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A schema's names as a catalogue for SQL, and its expressions and queries looked at through the parser.
 * For the edits, the merge, the checks and the inference of this room; not for other rooms.
 *
 *   ask-schema-names.c             the catalogue; what a query uses; cycles
 *   ask-schema-names-expression.c  expressions: whether they stand, what they use; cycles
 *   ask-schema-names-match.c       which attribute of another version is the same
 *   ask-schema-names-guard.c       the catalogue of the guard
 *   ask-schema-names-calls.c       calls of functions that something outside computes
 *   ask-schema-names-rewrite.c     SQL text with names as they are after an edit
 *   ask-schema-names-same.c        which thing is the same in a later version
 */
#pragma once

#include "schema/ask-schema.h"
#include "sql/ask-sql-analysis.h"

G_BEGIN_DECLS

/** ASK_SCHEMA_NAMES_MAX_WAY: names; each is a call more on the machine's stack */
#define ASK_SCHEMA_NAMES_MAX_WAY 1000

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

gboolean       ask_schema_refuse            (GError             **error,
                                             const char          *format,
                                             ...) G_GNUC_PRINTF (2, 3);
void           ask_schema_names_init        (AskSchemaNames      *self,
                                             AskSchema           *schema);
void           ask_schema_names_clear       (AskSchemaNames      *self);
AskSqlTable   *ask_schema_names_add_table   (AskSqlCatalog       *catalog,
                                             const AskEntity     *entity,
                                             gboolean             metrics);
AskSqlCatalog *ask_schema_names_make_guarded (AskSchema          *schema);
AskSqlTree    *ask_schema_names_parse       (AskSchemaNames      *self,
                                             const char          *sql,
                                             GError             **error);
AskSqlTree    *ask_schema_names_parse_with_calls (AskSchemaNames *self,
                                             const char          *sql,
                                             GError             **error);
void           ask_schema_names_read_calls  (AskSchema           *schema,
                                             AskSqlTree          *tree);
gboolean       ask_schema_names_is_text     (const AskSqlTree    *tree,
                                             const AskSqlExpr    *expr);
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
gboolean       ask_expression_is_same       (const AskEntity     *before,
                                             const char          *expression,
                                             const AskEntity     *after,
                                             const char          *now);

gboolean       ask_schema_rewrite_sql       (AskSchemaNames      *before,
                                             AskSchemaNames      *after,
                                             const char          *sql,
                                             char               **rewritten,
                                             GError             **error);
const AskAttribute *ask_entity_match_attribute (const AskEntity  *before,
                                             const AskAttribute  *attribute,
                                             const AskEntity     *after);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskSchemaNames, ask_schema_names_clear)

G_END_DECLS
