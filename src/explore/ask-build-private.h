/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of AskBuild share.
 *
 *   ask-build.c                 the list of steps
 *   ask-build-sql.c             steps as SQL: the clauses
 *   ask-build-sql-term.c        steps as SQL: terms, conditions, expressions
 *   ask-build-stage.c           a list of steps that begins with the results of another one
 *   ask-build-read.c            SQL as steps: the clauses
 *   ask-build-read-from.c       SQL as steps: tables and joins
 *   ask-build-read-term.c       SQL as steps: terms
 *   ask-build-read-condition.c  SQL as steps: conditions
 *   ask-build-json.c            to keep it
 *   ask-build-check.c           what is wrong, step by step
 *   ask-build-offer.c           what may be chosen where
 *   ask-build-path.c            ways to other entities
 *   ask-build-words.c           terms in words
 *   ask-build-known.c           what the index of values knows of attributes
 *   ask-build-uses.c            what attributes are good for
 *   ask-build-next.c            what makes sense next
 */
#pragma once

#include "explore/ask-build.h"
#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

/** AskBuildItem: a table of the query; @name and @entity are borrowed */
typedef struct
{
  const char *name;
  const AskEntity *entity; /* nullable: the schema has none of that name */
} AskBuildItem;

/** AskBuildOutput: a column of the result; all borrowed */
typedef struct
{
  const AskBuildTerm *term;
  const char *alias; /* nullable */
} AskBuildOutput;

/**
 * AskBuildScope:
 * @items: (element-type AskBuildItem)
 * @outputs: (element-type AskBuildOutput)
 * @terms: (element-type AskBuildTerm): those of @outputs that stand in no step
 * @grouped: whether there is a row for each group, or one of all
 *
 * What the first @n_steps steps mean together.
 */
typedef struct
{
  const AskBuild *build;
  AskSchema *schema;
  guint n_steps;
  GArray *items;
  GArray *outputs;
  GPtrArray *terms;
  gboolean grouped;
} AskBuildScope;

/* How a term names a calculated column: by what it computes, or by its name where that says the same. */
typedef enum
{
  ASK_BUILD_WRITTEN_OUT,
  ASK_BUILD_BY_NAME,
  ASK_BUILD_IN_ORDER /* in ORDER BY the names of results go before those of attributes */
} AskBuildNaming;

/* ask-build-sql.c */
void            ask_build_scope_init       (AskBuildScope           *self,
                                            const AskBuild          *build,
                                            AskSchema               *schema,
                                            guint                    n_steps);
void            ask_build_scope_clear      (AskBuildScope           *self);
AskBuildStep   *ask_build_scope_get_step   (const AskBuildScope     *self,
                                            guint                    index);
const AskEntity *ask_build_scope_find      (const AskBuildScope     *self,
                                            const char              *item);
gboolean        ask_build_scope_has_name   (const AskBuildScope     *self,
                                            const char              *name);
const AskBuildOutput *ask_build_scope_find_output (const AskBuildScope *self,
                                            const AskBuildTerm      *term);
char           *ask_build_scope_to_sql     (const AskBuildScope     *self);

/* ask-build-sql-term.c */
void            ask_build_write_term       (const AskBuildScope     *scope,
                                            GString                 *sql,
                                            const AskBuildTerm      *term,
                                            AskBuildNaming           naming);
gboolean        ask_build_write_condition  (const AskBuildScope     *scope,
                                            GString                 *sql,
                                            const AskBuildCondition *condition,
                                            AskBuildNaming           naming);
char           *ask_build_write_expression (const AskBuildScope     *scope,
                                            const char              *text);
gboolean        ask_build_condition_is_whole (const AskBuildCondition *self);
gboolean        ask_build_text_is_number   (const char              *text);
AskSqlTree     *ask_build_parse_expression (const char              *text,
                                            AskSqlExpr             **expr,
                                            GError                 **error);
gboolean        ask_build_pass_select      (AskSqlSelect            *select,
                                            gpointer                 data);

/** AskBuildReplaceFunc: @column: of an expression. Returns: (transfer full) (nullable): what stands for it; %NULL to leave it */
typedef char *(*AskBuildReplaceFunc) (const AskSqlExpr *column,
                                      gpointer          data);

char           *ask_build_replace_columns  (const char              *text,
                                            AskBuildReplaceFunc      replace,
                                            gpointer                 data);

/* ask-build-read.c */

/**
 * AskBuildReader:
 * @items: (element-type AskBuildItem)
 * @core: whose parts are read
 * @calculated: (element-type AskBuildColumn): the calculated columns so far
 */
typedef struct
{
  AskSchema *schema;
  const AskSqlTree *tree;
  const AskSqlCore *core;
  AskBuild *build;
  GArray *items;
  GPtrArray *calculated;
} AskBuildReader;

gboolean        ask_build_refuse           (GError                 **error,
                                            const char              *part);
gboolean        ask_build_refuse_expr      (GError                 **error,
                                            const AskSqlExpr        *expr);

/* ask-build-read-from.c */
gboolean        ask_build_read_from        (AskBuildReader          *reader,
                                            GPtrArray               *conditions,
                                            GError                 **error);

/* ask-build-read-term.c */
gboolean        ask_build_find_field       (AskBuildReader          *reader,
                                            const AskSqlExpr        *expr,
                                            AskBuildTerm            *term);
const AskSqlResult *ask_build_find_result  (AskBuildReader          *reader,
                                            const AskSqlExpr        *expr);
void            ask_build_read_term        (AskBuildReader          *reader,
                                            const AskSqlExpr        *expr,
                                            AskBuildTerm            *term);
gboolean        ask_build_expr_sums_up     (AskBuildReader          *reader,
                                            const AskSqlExpr        *expr);

/* ask-build-read-condition.c */
AskBuildCondition *ask_build_read_condition (AskBuildReader         *reader,
                                            const AskSqlExpr        *expr);
void            ask_build_split            (const AskSqlExpr        *expr,
                                            GPtrArray               *conditions);
gboolean        ask_build_join_spans       (GPtrArray               *parts);

G_END_DECLS
