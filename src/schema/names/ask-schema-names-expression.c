/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions of metrics and calculated attributes: whether they stand, what they use, circles among them, and the same
 * with other names. Each is read as the one result column of a SELECT over its entity.
 */
#include "config.h"

#include "schema/names/ask-schema-names.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "sql/ask-sql-lexer.h"

#define PREFIX "SELECT "

/* An expression as the one result column of a SELECT over its entity alone. */
typedef struct
{
  AskSqlCatalog *catalog;
  AskSqlTree *tree;
  AskSqlExpr *expr;
} Expression;

static void
expression_clear (Expression *self)
{
  g_clear_pointer (&self->tree, ask_sql_tree_free);
  g_clear_pointer (&self->catalog, ask_sql_catalog_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Expression, expression_clear)

/* The parser's words, with the place in the expression itself. */
static void
take_place (GError **error, GError *found, const char *expression)
{
  guint line, column;
  int skipped = 0;

  if (sscanf (found->message, "Line %u, column %u%n", &line, &column, &skipped) == 2 && skipped > 0)
    {
      if (line == 1 && column > strlen (PREFIX))
        column -= (guint) strlen (PREFIX);
      if (line > 1 && strchr (expression, '\n') == NULL)
        ask_schema_refuse (error, N_ ("The expression “%s” is not complete."), expression);
      else
        ask_schema_refuse (error, N_ ("The expression “%s” is not right: line %u, column %u%s"), expression, line,
                           column, found->message + skipped);
    }
  else
    ask_schema_refuse (error, N_ ("The expression “%s” is not right: %s"), expression, found->message);
  g_error_free (found);
}

static gboolean
expression_parse (Expression *self, const AskEntity *entity, const char *expression, GError **error)
{
  g_autofree char *table = ask_sql_quote_name (entity->name);
  g_autofree char *sql = g_strconcat (PREFIX, expression, "\nFROM ", table, NULL);
  gsize end = strlen (PREFIX) + strlen (expression);
  GError *found = NULL;
  const AskSqlSelect *select;
  const AskSqlCore *core;

  self->tree = ask_sql_parse (sql, -1, &found);
  if (self->tree == NULL)
    {
      take_place (error, found, expression);
      return FALSE;
    }
  select = self->tree->select;
  core = select->cores[0];
  /* Nothing but an expression: its text may not bring clauses of its own. */
  if (select->n_ctes > 0 || select->n_cores != 1 || core->n_results != 1 || core->results[0].star != 0
      || core->results[0].alias != NULL || core->distinct || core->all || core->where != NULL || core->group_by.n > 0
      || core->having != NULL || core->n_windows > 0 || core->from.n != 1 || select->order.n > 0
      || select->limit != NULL || core->from.items[0]->name_span.start != end + strlen ("\nFROM ")
      || core->from.items[0]->span.end != strlen (sql))
    return ask_schema_refuse (error,
                              N_ ("“%s” is not one expression; write only what is computed, such as price * "
                                  "quantity."),
                              expression);
  self->expr = core->results[0].expr;
  self->catalog = ask_sql_catalog_new ();
  ask_schema_names_add_table (self->catalog, entity, FALSE);
  if (ask_sql_analyse (self->tree, self->catalog, &found))
    return TRUE;
  take_place (error, found, expression);
  return FALSE;
}

static gboolean
is_subquery (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_SELECT || expr->kind == ASK_EXPR_EXISTS || expr->kind == ASK_EXPR_IN_SELECT
         || expr->kind == ASK_EXPR_IN_TABLE;
}

static gboolean
is_window (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_FUNCTION && expr->window != NULL;
}

static gboolean
is_aggregate (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_FUNCTION && expr->is_aggregate;
}

static gboolean
is_parameter (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_PARAMETER;
}

static gboolean
find_bare (AskSqlExpr *expr, gpointer data)
{
  const char **bare = data;

  if (is_aggregate (expr))
    return FALSE;
  if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && *bare == NULL)
    *bare = expr->name;
  return TRUE;
}

/**
 * ask_expression_check:
 * @entity: whose attributes it may name
 * @expression: of SQL, without SELECT
 * @use: what it is for
 * @type: (out) (optional): of its value
 * @error: %ASK_SCHEMA_ERROR_EDIT
 *
 * Returns: whether @expression may be a metric or a calculated attribute of @entity
 */
gboolean
ask_expression_check (const AskEntity *entity, const char *expression, AskExpressionUse use, AskType *type,
                      GError **error)
{
  g_auto (Expression) self = { 0 };
  const char *bare = NULL;
  const AskSqlVisit visit = { find_bare, NULL, NULL, &bare };

  if (expression[strspn (expression, " \t\r\n")] == '\0')
    return ask_schema_refuse (error, N_ ("The expression is empty; write what is computed, such as %s."),
                              use == ASK_EXPRESSION_METRIC ? "sum(price * quantity)" : "price * quantity");
  if (!expression_parse (&self, entity, expression, error))
    return FALSE;
  if (ask_sql_expr_has (self.expr, is_subquery))
    return ask_schema_refuse (error,
                              N_ ("“%s” has a SELECT in it; an expression is made of the attributes of “%s” alone. "
                                  "An entity made of a query can do that."),
                              expression, entity->name);
  if (ask_sql_expr_has (self.expr, is_window))
    return ask_schema_refuse (error,
                              N_ ("“%s” has OVER (…) in it, which looks at other rows; an entity made of a query "
                                  "can do that."),
                              expression);
  if (ask_sql_expr_has (self.expr, is_parameter))
    return ask_schema_refuse (error,
                              N_ ("“%s” has a parameter, and nobody would give its value; write the value itself."),
                              expression);
  if (self.expr->kind == ASK_EXPR_ROW)
    return ask_schema_refuse (error, N_ ("“%s” is a list of values, where one is needed."), expression);
  if (use == ASK_EXPRESSION_CALCULATED && ask_sql_expr_has (self.expr, is_aggregate))
    return ask_schema_refuse (error,
                              N_ ("“%s” sums up many rows; a calculated attribute is computed in each row. Make it "
                                  "a metric."),
                              expression);
  if (use == ASK_EXPRESSION_METRIC)
    {
      if (!ask_sql_expr_has (self.expr, is_aggregate))
        return ask_schema_refuse (error,
                                  N_ ("“%s” sums nothing up; a metric needs sum(), count(), avg() or the like. "
                                      "What is computed in each row is a calculated attribute."),
                                  expression);
      ask_sql_walk_expr (self.expr, &visit);
      if (bare != NULL)
        return ask_schema_refuse (error,
                                  N_ ("In “%s”, “%s” stands outside of sum(), count() and the like, so it would be "
                                      "that of any one row."),
                                  expression, bare);
    }
  if (type != NULL)
    *type = self.expr->type;
  return TRUE;
}

typedef struct
{
  const char *name;
  gboolean found;
} Search;

static gboolean
find_name (AskSqlExpr *expr, gpointer data)
{
  Search *search = data;

  if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && g_ascii_strcasecmp (expr->name, search->name) == 0)
    search->found = TRUE;
  return !search->found;
}

/**
 * ask_expression_uses:
 * @entity: whose attributes @expression may name
 * @expression: of a metric or a calculated attribute
 * @attribute: the name of an attribute of @entity, in any case
 *
 * Returns: whether @expression names @attribute; not where it does not stand
 */
gboolean
ask_expression_uses (const AskEntity *entity, const char *expression, const char *attribute)
{
  g_auto (Expression) self = { 0 };
  Search search = { attribute, FALSE };
  const AskSqlVisit visit = { find_name, NULL, NULL, &search };

  if (!expression_parse (&self, entity, expression, NULL))
    return FALSE;
  ask_sql_walk_expr (self.expr, &visit);
  return search.found;
}

static gboolean
note_calculated (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL)
    g_hash_table_add (data, (gpointer) expr->name);
  return TRUE;
}

/* The calculated attributes that @at names, in the order of the entity. */
static GPtrArray *
list_used (const AskEntity *entity, const AskAttribute *at)
{
  GPtrArray *used = g_ptr_array_new ();
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (Expression) self = { 0 };
  const AskSqlVisit visit = { note_calculated, NULL, NULL, names };
  GHashTableIter iter;
  gpointer name;

  if (!expression_parse (&self, entity, at->expression, NULL))
    return used;
  ask_sql_walk_expr (self.expr, &visit);
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_hash_table_add (places, ask_entity_find_attribute (entity, name));
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->expression != NULL && g_hash_table_contains (places, attribute))
        g_ptr_array_add (used, attribute);
    }
  return used;
}

static gboolean
walk_calculated (const AskEntity *entity, const AskAttribute *at, const AskAttribute *goal, GHashTable *uses,
                 GHashTable *done, GPtrArray *way)
{
  GPtrArray *used;

  /* Names that lead further are refused wherever they are put into a statement. */
  if (at->expression == NULL || way->len >= ASK_SCHEMA_NAMES_MAX_WAY || !g_hash_table_add (done, (gpointer) at))
    return FALSE;
  used = g_hash_table_lookup (uses, at);
  if (used == NULL)
    {
      used = list_used (entity, at);
      g_hash_table_insert (uses, (gpointer) at, used);
    }
  g_ptr_array_add (way, at->name);
  for (guint i = 0; i < used->len; i++)
    {
      if (used->pdata[i] == goal)
        {
          g_ptr_array_add (way, goal->name);
          return TRUE;
        }
      if (walk_calculated (entity, used->pdata[i], goal, uses, done, way))
        return TRUE;
    }
  g_ptr_array_set_size (way, (int) way->len - 1);
  return FALSE;
}

/** ask_expression_uses_new: Returns: (transfer full): what ask_expression_find_cycle() remembers of one entity */
GHashTable *
ask_expression_uses_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * ask_expression_find_cycle:
 * @entity: whose attributes are looked at
 * @attribute: of @entity; one that is not calculated is in no circle
 * @uses: from ask_expression_uses_new(), the same for all attributes of an entity that does not change meanwhile:
 *   each expression is read once
 *
 * Returns: (transfer container) (nullable) (element-type utf8): the names of the calculated attributes on the way from
 *   @attribute's expression to itself, @attribute first and last; they are @entity's
 */
GPtrArray *
ask_expression_find_cycle (const AskEntity *entity, const AskAttribute *attribute, GHashTable *uses)
{
  g_autoptr (GPtrArray) way = g_ptr_array_new ();
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  return walk_calculated (entity, attribute, attribute, uses, done, way) ? g_steal_pointer (&way) : NULL;
}

static AskSchema *
make_schema_of (const AskEntity *entity)
{
  AskSchema *schema = ask_schema_new ();

  g_ptr_array_add (schema->entities, ask_entity_ref ((AskEntity *) entity));
  return schema;
}

/**
 * ask_expression_rename:
 * @before: the entity as it was when @expression was written
 * @after: as it is called now
 * @expression: of a metric or a calculated attribute
 *
 * Returns: (transfer full) (nullable): @expression with the names of now, or as it was where it did not stand; %NULL
 *   where it cannot be written with them
 */
char *
ask_expression_rename (const AskEntity *before, const AskEntity *after, const char *expression)
{
  g_auto (Expression) self = { 0 };
  g_auto (Expression) check = { 0 };
  g_autoptr (AskSchema) old = make_schema_of (before);
  g_autoptr (AskSchema) new = make_schema_of (after);
  g_auto (AskSchemaNames) old_names = { 0 };
  g_auto (AskSchemaNames) new_names = { 0 };
  g_autofree char *rewritten = NULL;
  g_autofree char *table = ask_sql_quote_name (before->name);
  g_autofree char *sql = g_strconcat (PREFIX, expression, "\nFROM ", table, NULL);
  g_autofree char *renamed = NULL;
  const char *end;

  if (!expression_parse (&self, before, expression, NULL))
    return g_strdup (expression);
  ask_schema_names_init (&old_names, old);
  ask_schema_names_init (&new_names, new);
  if (!ask_schema_rewrite_sql (&old_names, &new_names, sql, &rewritten, NULL))
    return NULL;
  if (rewritten == NULL)
    return g_strdup (expression);
  /* The last FROM is the one that was put behind it. */
  end = g_strrstr (rewritten, "\nFROM ");
  renamed = g_strndup (rewritten + strlen (PREFIX), (gsize) (end - rewritten) - strlen (PREFIX));
  return expression_parse (&check, after, renamed, NULL) ? g_steal_pointer (&renamed) : NULL;
}

/**
 * ask_expression_is_same:
 * @before: the entity as it was when @expression was written
 * @expression: of a metric or a calculated attribute
 * @after: as it is called now
 * @now: (nullable): an expression of @after
 *
 * Returns: whether what has taken a place is what stood there, called otherwise: only then is it computed in the same way
 */
gboolean
ask_expression_is_same (const AskEntity *before, const char *expression, const AskEntity *after, const char *now)
{
  g_autofree char *renamed = ask_expression_rename (before, after, expression);

  return g_strcmp0 (renamed, now) == 0;
}
