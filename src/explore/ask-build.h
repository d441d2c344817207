/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A query as a list of steps that a person puts together by clicks: an entity, joins along relationships, calculated
 * columns, filters, groups, summaries, filters of groups, columns, an order, a limit. It is made of names of the
 * relational view, becomes SQL (ask_build_to_sql()) and is made of SQL again (ask_build_from_sql()).
 *
 * What a list of steps gives can be what another list begins with: then the entity of the second one is the first list,
 * with its results as attributes, and both are one query. Each list is a stage of it (ask-build-stage.h).
 *
 * |[
 * g_autoptr (AskBuild) build = ask_build_new_for_entity (schema, "shipment");
 * ask_build_insert (build, build->steps->len, filter);
 * g_autofree char *sql = ask_build_to_sql (build, schema);
 * // SELECT * FROM shipment WHERE price > 5
 * ]|
 *
 * Plain structs; whoever has one may change it. It never holds a row of the data.
 */
#pragma once

#include "schema/ask-schema.h"
#include "understand/explain/ask-span.h"
#include "understand/link/ask-addition.h"

G_BEGIN_DECLS

#define ASK_BUILD_ERROR (ask_build_error_quark ())

/**
 * AskBuildError:
 * @ASK_BUILD_ERROR_CANNOT_SHOW: SQL that no list of steps says; the message names the part
 * @ASK_BUILD_ERROR_DOCUMENT: JSON that is no list of steps
 * @ASK_BUILD_ERROR_STEP: a step that has no place where it was to be put
 */
typedef enum
{
  ASK_BUILD_ERROR_CANNOT_SHOW,
  ASK_BUILD_ERROR_DOCUMENT,
  ASK_BUILD_ERROR_STEP
} AskBuildError;

GQuark ask_build_error_quark (void);

/** AskBuildKind: in the order of their places in a list; joins, calculated columns and filters share one place */
typedef enum
{
  ASK_BUILD_ENTITY,
  ASK_BUILD_JOIN,
  ASK_BUILD_CALCULATE,
  ASK_BUILD_FILTER,
  ASK_BUILD_GROUP,
  ASK_BUILD_SUMMARISE,
  ASK_BUILD_FILTER_GROUPS,
  ASK_BUILD_COLUMNS,
  ASK_BUILD_SORT,
  ASK_BUILD_LIMIT
} AskBuildKind;

#define ASK_BUILD_N_KINDS (ASK_BUILD_LIMIT + 1)

typedef enum
{
  ASK_BUILD_PLAIN,
  ASK_BUILD_COUNT,
  ASK_BUILD_COUNT_DISTINCT,
  ASK_BUILD_SUM,
  ASK_BUILD_AVERAGE,
  ASK_BUILD_LEAST,
  ASK_BUILD_MOST
} AskBuildFunction;

typedef enum
{
  ASK_BUILD_TERM_ALL, /* all columns of @item, or of all; below %ASK_BUILD_COUNT the rows */
  ASK_BUILD_TERM_FIELD, /* an attribute or a metric, @item.@name; without @item a calculated column */
  ASK_BUILD_TERM_EXPRESSION /* @name is SQL */
} AskBuildTermKind;

/**
 * AskBuildTerm:
 * @function: what it computes of many rows
 * @part: of a FIELD that is a time
 * @item: (nullable): the name that a table has in this query
 * @name: (nullable): as @kind says
 *
 * Something that has a value: an attribute, a part of a time, what sums one up, or SQL.
 */
typedef struct
{
  AskBuildTermKind kind;
  AskBuildFunction function;
  AskTimePart part;
  char *item;
  char *name;
} AskBuildTerm;

typedef enum
{
  ASK_BUILD_EQUAL,
  ASK_BUILD_NOT_EQUAL,
  ASK_BUILD_LESS,
  ASK_BUILD_LESS_EQUAL,
  ASK_BUILD_GREATER,
  ASK_BUILD_GREATER_EQUAL,
  ASK_BUILD_BETWEEN,
  ASK_BUILD_NOT_BETWEEN,
  ASK_BUILD_CONTAINS,
  ASK_BUILD_NOT_CONTAINS,
  ASK_BUILD_BEGINS,
  ASK_BUILD_NOT_BEGINS,
  ASK_BUILD_ENDS,
  ASK_BUILD_NOT_ENDS,
  ASK_BUILD_LIKE, /* a pattern with % and _ */
  ASK_BUILD_NOT_LIKE,
  ASK_BUILD_IN,
  ASK_BUILD_NOT_IN,
  ASK_BUILD_EMPTY,
  ASK_BUILD_NOT_EMPTY,
  ASK_BUILD_WITHIN /* a span of days that moves on with today */
} AskBuildOp;

#define ASK_BUILD_N_OPS (ASK_BUILD_WITHIN + 1)

typedef enum
{
  ASK_BUILD_VALUE_TEXT,
  ASK_BUILD_VALUE_NUMBER, /* its digits as they were written */
  ASK_BUILD_VALUE_SQL /* another column, a subquery, … */
} AskBuildValueKind;

typedef struct
{
  AskBuildValueKind kind;
  char *text;
} AskBuildValue;

typedef enum
{
  ASK_BUILD_TEST, /* @term @op @values */
  ASK_BUILD_SQL, /* @sql */
  ASK_BUILD_ALL_OF,
  ASK_BUILD_ANY_OF
} AskBuildConditionKind;

/**
 * AskBuildCondition:
 * @values: (element-type AskBuildValue): none of EMPTY and WITHIN, two of BETWEEN, any number of IN, else one
 * @span: of %ASK_BUILD_WITHIN
 * @parts: (element-type AskBuildCondition): of ALL_OF and ANY_OF
 * @sql: (nullable): of %ASK_BUILD_SQL
 */
typedef struct
{
  AskBuildConditionKind kind;
  AskBuildTerm term;
  AskBuildOp op;
  GPtrArray *values;
  AskSpan span;
  GPtrArray *parts;
  char *sql;
} AskBuildCondition;

/** AskBuildPair: @item.@name, of a table that stands before, equals @other of the one that is joined */
typedef struct
{
  char *item;
  char *name;
  char *other;
} AskBuildPair;

/**
 * AskBuildColumn:
 * @alias: (nullable): what the column is called
 * @descending, @nulls: of a sort; nulls as of #AskSqlOrderTerm
 */
typedef struct
{
  AskBuildTerm term;
  char *alias;
  gboolean descending;
  guint nulls;
} AskBuildColumn;

typedef struct _AskBuild AskBuild;

/**
 * AskBuildStep:
 * @disabled: it stays in the list and does nothing
 * @entity, @item: of ENTITY and JOIN: what is read, and its name in this query
 * @before: (nullable) (owned): of ENTITY: the stage whose results are read; @entity is what WITH calls them
 * @pairs: (element-type AskBuildPair): of JOIN; none for every row with every row
 * @outer: of JOIN: rows without a partner stay
 * @on: (nullable): of JOIN: SQL that has to hold beside @pairs
 * @columns: (element-type AskBuildColumn): of CALCULATE one with an alias; of GROUP, SUMMARISE, COLUMNS and SORT all
 * @distinct: of COLUMNS: each row once
 * @condition: (nullable): of the two kinds of filters
 * @limit, @offset: of LIMIT
 */
typedef struct
{
  AskBuildKind kind;
  gboolean disabled;
  char *entity;
  char *item;
  AskBuild *before;
  GPtrArray *pairs;
  gboolean outer;
  char *on;
  GPtrArray *columns;
  gboolean distinct;
  AskBuildCondition *condition;
  gint64 limit;
  gint64 offset;
} AskBuildStep;

/** AskBuild: @steps: (element-type AskBuildStep) */
struct _AskBuild
{
  GPtrArray *steps;
};

AskBuild          *ask_build_new            (void);
AskBuild          *ask_build_new_for_entity (AskSchema               *schema,
                                             const char              *entity);
AskBuild          *ask_build_copy           (const AskBuild          *self);
void               ask_build_free           (AskBuild                *self);
gboolean           ask_build_equal          (const AskBuild          *a,
                                             const AskBuild          *b);
AskBuildStep      *ask_build_get_step       (const AskBuild          *self,
                                             guint                    index);
gboolean           ask_build_allows         (const AskBuild          *self,
                                             AskBuildKind             kind,
                                             guint                    place);
guint              ask_build_find_place     (const AskBuild          *self,
                                             AskBuildKind             kind);
gboolean           ask_build_insert         (AskBuild                *self,
                                             guint                    place,
                                             AskBuildStep            *step,
                                             GError                 **error);
gboolean           ask_build_move           (AskBuild                *self,
                                             guint                    from,
                                             guint                    to);
gboolean           ask_build_remove         (AskBuild                *self,
                                             guint                    index);
AskBuildStep      *ask_build_find_kind      (const AskBuild          *self,
                                             AskBuildKind             kind);
char              *ask_build_make_item      (const AskBuild          *self,
                                             const char              *entity);

AskBuildStep      *ask_build_step_new       (AskBuildKind             kind);
AskBuildStep      *ask_build_step_copy      (const AskBuildStep      *self);
void               ask_build_step_free      (AskBuildStep            *self);
AskBuildColumn    *ask_build_step_add       (AskBuildStep            *self,
                                             const AskBuildTerm      *term,
                                             const char              *alias);
AskBuildPair      *ask_build_step_add_pair  (AskBuildStep            *self,
                                             const char              *item,
                                             const char              *name,
                                             const char              *other);

void               ask_build_term_clear     (AskBuildTerm            *self);
void               ask_build_term_set       (AskBuildTerm            *self,
                                             const AskBuildTerm      *from);
gboolean           ask_build_term_equal     (const AskBuildTerm      *a,
                                             const AskBuildTerm      *b);
void               ask_build_column_free    (AskBuildColumn          *self);

AskBuildCondition *ask_build_condition_new  (AskBuildConditionKind    kind);
AskBuildCondition *ask_build_condition_copy (const AskBuildCondition *self);
void               ask_build_condition_free (AskBuildCondition       *self);
gboolean           ask_build_condition_equal (const AskBuildCondition *a,
                                             const AskBuildCondition *b);
void               ask_build_condition_add  (AskBuildCondition       *self,
                                             AskBuildValueKind        kind,
                                             const char              *text);

/* ask-build-sql.c, ask-build-read.c */
char              *ask_build_to_sql         (const AskBuild          *self,
                                             AskSchema               *schema);
char              *ask_build_preview_sql    (const AskBuild          *self,
                                             AskSchema               *schema,
                                             guint                    n_steps,
                                             guint                    max_rows);
AskBuild          *ask_build_from_sql       (AskSchema               *schema,
                                             const char              *sql,
                                             GError                 **error);
gboolean           ask_build_is_plain       (const AskBuild          *self);

/* ask-build-json.c */
JsonNode          *ask_build_to_json        (const AskBuild          *self);
AskBuild          *ask_build_from_json      (JsonNode                *document,
                                             GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuild, ask_build_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuildStep, ask_build_step_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuildColumn, ask_build_column_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuildCondition, ask_build_condition_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskBuildTerm, ask_build_term_clear)

G_END_DECLS
