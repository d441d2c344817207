/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A browse as SQL over the relational view. The key follows any order, so that a page begins where the one before it
 * ended. Where all that the order goes by can be compared the same way everywhere, a page begins behind the values of
 * the last row, which an index finds; otherwise rows are counted.
 */
#include "config.h"

#include "explore/ask-browse-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "sql/ask-sql-lexer.h"

/** ask_browse_shape_clear: frees what @shape holds */
void
ask_browse_shape_clear (AskBrowseShape *shape)
{
  g_clear_pointer (&shape->shown, g_ptr_array_unref);
  g_clear_pointer (&shape->behind, g_ptr_array_unref);
  g_clear_pointer (&shape->terms, g_ptr_array_unref);
  g_clear_pointer (&shape->descending, g_array_unref);
}

static void
add_once (GPtrArray *to, const AskAttribute *attribute)
{
  if (!g_ptr_array_find (to, attribute, NULL))
    g_ptr_array_add (to, (gpointer) attribute);
}

static gboolean
add_shown (AskBrowseShape *shape, const AskBrowse *self, GError **error)
{
  if (self->columns == NULL)
    {
      shape->shown = ask_explore_list_attributes (shape->entity);
      return TRUE;
    }
  shape->shown = g_ptr_array_new ();
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AskAttribute *attribute = ask_explore_find_attribute (shape->entity, self->columns->pdata[i], error);

      if (attribute == NULL)
        return FALSE;
      add_once (shape->shown, attribute);
    }
  return TRUE;
}

static void
add_term (AskBrowseShape *shape, const AskAttribute *attribute, gboolean descending)
{
  if (g_ptr_array_find (shape->terms, attribute, NULL))
    return;
  g_ptr_array_add (shape->terms, (gpointer) attribute);
  g_array_append_val (shape->descending, descending);
}

static gboolean
can_order (const AskAttribute *attribute)
{
  return attribute->type != ASK_TYPE_JSON && attribute->type != ASK_TYPE_BLOB;
}

/* Of these, "greater than the last one" is the same wherever it is computed. */
static gboolean
can_seek (const AskAttribute *attribute)
{
  return attribute->expression == NULL
         && (attribute->type == ASK_TYPE_INTEGER || attribute->type == ASK_TYPE_TEXT || attribute->type == ASK_TYPE_DATE
             || attribute->type == ASK_TYPE_DATETIME);
}

/* The rows of a file come the same way each time; those of an API are read in one go, in the API's own order. A server
 * promises no order, so that all columns make one where there is no key: rows that are equal in all may change places. */
static gboolean
add_terms (AskBrowseShape *shape, const AskBrowse *self, gboolean local, GError **error)
{
  g_autoptr (GPtrArray) key = ask_explore_list_key (shape->entity);

  for (guint i = 0; i < self->order->len; i++)
    {
      const AskBrowseOrder *order = self->order->pdata[i];
      const AskAttribute *attribute = ask_explore_find_attribute (shape->entity, order->attribute, error);

      if (attribute == NULL)
        return FALSE;
      add_term (shape, attribute, order->descending);
    }
  if (shape->entity->kind == ASK_ENTITY_API)
    return TRUE;
  for (guint i = 0; i < key->len; i++)
    add_term (shape, key->pdata[i], FALSE);
  for (guint i = 0; key->len == 0 && !local && i < shape->shown->len; i++)
    if (can_order (shape->shown->pdata[i]))
      add_term (shape, shape->shown->pdata[i], FALSE);
  shape->seeks = key->len > 0;
  for (guint i = 0; i < shape->terms->len; i++)
    shape->seeks = shape->seeks && can_seek (shape->terms->pdata[i]);
  return TRUE;
}

/* Values that relationships need and nobody is shown. */
static void
add_behind (AskBrowseShape *shape, AskSchema *schema)
{
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      for (guint side = 0; side < 2; side++)
        {
          const char *name = side == 0 ? relationship->from : relationship->to;
          GPtrArray *attributes = side == 0 ? relationship->from_attributes : relationship->to_attributes;

          for (guint a = 0; g_ascii_strcasecmp (name, shape->entity->name) == 0 && a < attributes->len; a++)
            {
              const AskAttribute *attribute = ask_entity_find_attribute (shape->entity, attributes->pdata[a]);

              if (attribute != NULL && !g_ptr_array_find (shape->shown, attribute, NULL))
                add_once (shape->behind, attribute);
            }
        }
    }
  for (guint i = 0; i < shape->terms->len; i++)
    if (!g_ptr_array_find (shape->shown, shape->terms->pdata[i], NULL))
      add_once (shape->behind, shape->terms->pdata[i]);
}

/**
 * ask_browse_shape_init:
 * @shape: (out caller-allocates): cleared by the caller, whatever is returned
 * @self: what is looked at
 * @schema: that the names are of; it has to live as long as @shape
 * @local: whether the entity's rows lie in a file
 * @error: %ASK_EXPLORE_ERROR
 *
 * Returns: whether all names are there and shown; %FALSE with @error set
 */
gboolean
ask_browse_shape_init (AskBrowseShape *shape, const AskBrowse *self, AskSchema *schema, gboolean local, GError **error)
{
  *shape = (AskBrowseShape) { .behind = g_ptr_array_new (),
                              .terms = g_ptr_array_new (),
                              .descending = g_array_new (FALSE, FALSE, sizeof (gboolean)) };
  shape->entity = ask_explore_find_entity (schema, self->entity, error);
  if (shape->entity == NULL || !add_shown (shape, self, error) || !add_terms (shape, self, local, error))
    return FALSE;
  add_behind (shape, schema);
  if (shape->shown->len > 0)
    return TRUE;
  ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_HIDDEN,
                 N_ ("All of “%s” is hidden. Whoever looks after the data can show it on the Schema page."),
                 shape->entity->name);
  return FALSE;
}

/** ask_browse_append_from: appends " FROM …" to @sql: the entity of @shape, of which @roughly (nullable) leaves some rows out */
void
ask_browse_append_from (const AskBrowseShape *shape, const char *roughly, GString *sql)
{
  g_autofree char *table = ask_sql_quote_name_if_needed (shape->entity->name);

  /* The planner looks for what one server can compute in each SELECT as a whole. */
  if (roughly != NULL)
    g_string_append_printf (sql, " FROM (SELECT * FROM %s WHERE %s) AS %s", table, roughly, table);
  else
    g_string_append_printf (sql, " FROM %s", table);
}

/** ask_browse_append_select: appends "SELECT … FROM …" of @shape to @sql; @roughly: as of ask_browse_append_from() */
void
ask_browse_append_select (const AskBrowseShape *shape, const char *roughly, GString *sql)
{
  g_string_append (sql, "SELECT ");
  for (guint i = 0; i < shape->shown->len + shape->behind->len; i++)
    {
      const AskAttribute *attribute
        = i < shape->shown->len ? shape->shown->pdata[i] : shape->behind->pdata[i - shape->shown->len];
      g_autofree char *column = ask_sql_quote_name_if_needed (attribute->name);

      g_string_append_printf (sql, "%s%s", i > 0 ? ", " : "", column);
    }
  ask_browse_append_from (shape, roughly, sql);
}

/** ask_browse_append_order: appends " ORDER BY …" of @shape to @sql, or nothing where it has none */
void
ask_browse_append_order (const AskBrowseShape *shape, GString *sql)
{
  for (guint i = 0; i < shape->terms->len; i++)
    {
      g_autofree char *column = ask_sql_quote_name_if_needed (((AskAttribute *) shape->terms->pdata[i])->name);

      g_string_append_printf (sql, "%s%s%s", i == 0 ? " ORDER BY " : ", ", column,
                              g_array_index (shape->descending, gboolean, i) ? " DESC" : "");
    }
}

/* A value that a join would compare as a number is one, also beside a text: '007' is 7 to a column of numbers. */
static char *
write_value (const AskBrowseCondition *condition, const AskAttribute *attribute)
{
  g_autofree char *literal = ask_sql_quote_value (&condition->value);
  gboolean number = condition->value.kind == ASK_VALUE_INTEGER || condition->value.kind == ASK_VALUE_REAL;

  if (condition->joins && number && attribute->type == ASK_TYPE_TEXT)
    return g_strdup_printf ("CAST(%s AS %s)", literal, condition->value.kind == ASK_VALUE_INTEGER ? "INTEGER" : "REAL");
  if (attribute->type == ASK_TYPE_DECIMAL && condition->value.kind == ASK_VALUE_TEXT)
    return g_strndup (condition->value.text, condition->value.length);
  return g_steal_pointer (&literal);
}

static char *
write_condition (const AskBrowseCondition *condition, const AskAttribute *attribute)
{
  static const char *const operators[] = { "=", "<>", "<", "<=", ">", ">=" };
  g_autofree char *column = ask_sql_quote_name_if_needed (attribute->name);
  g_autofree char *value = write_value (condition, attribute);

  switch (condition->test)
    {
    case ASK_BROWSE_CONTAINS:
      return g_strdup_printf ("instr(lower(%s), lower(%s)) > 0", column, value);
    case ASK_BROWSE_BEGINS:
      return g_strdup_printf ("instr(lower(%s), lower(%s)) = 1", column, value);
    case ASK_BROWSE_EMPTY:
      return g_strdup_printf ("%s IS NULL", column);
    case ASK_BROWSE_NOT_EMPTY:
      return g_strdup_printf ("%s IS NOT NULL", column);
    case ASK_BROWSE_IS:
    case ASK_BROWSE_IS_NOT:
    case ASK_BROWSE_LESS:
    case ASK_BROWSE_AT_MOST:
    case ASK_BROWSE_MORE:
    case ASK_BROWSE_AT_LEAST:
    default:
      return g_strdup_printf ("%s %s %s", column, operators[condition->test], value);
    }
}

/* NULL comes before all values, and behind them the other way round. Nothing comes behind a NULL there. */
static void
append_behind_value (GString *sql, const char *column, const char *value, gboolean descending)
{
  gboolean null = strcmp (value, "NULL") == 0;

  if (null)
    g_string_append_printf (sql, descending ? "1 = 0" : "%s IS NOT NULL", column);
  else if (descending)
    g_string_append_printf (sql, "(%s < %s OR %s IS NULL)", column, value, column);
  else
    g_string_append_printf (sql, "%s > %s", column, value);
}

/* Rows behind @place, and those that are like it in all that the order goes by: (a > 1) OR (a = 1 AND b >= 2). */
static void
append_place (const AskBrowseShape *shape, GPtrArray *place, GString *sql)
{
  g_autoptr (GString) equal = g_string_new (NULL);

  for (guint i = 0; i < place->len; i++)
    {
      g_autofree char *column = ask_sql_quote_name_if_needed (((AskAttribute *) shape->terms->pdata[i])->name);
      const char *value = place->pdata[i];
      gboolean null = strcmp (value, "NULL") == 0;

      g_string_append_printf (sql, "%s(%s", i > 0 ? " OR " : "", equal->str);
      append_behind_value (sql, column, value, g_array_index (shape->descending, gboolean, i));
      g_string_append_c (sql, ')');
      g_string_append_printf (equal, null ? "%s IS NULL AND " : "%s = %s AND ", column, value);
    }
  g_string_truncate (equal, equal->len - strlen (" AND "));
  g_string_append_printf (sql, " OR (%s)", equal->str);
}

/**
 * ask_browse_append_where:
 * @self: what is looked at
 * @shape: of it
 * @place: (nullable) (element-type utf8): for each term of the order the literal of the row that came last
 * @sql: (inout): " WHERE …" is appended, or nothing where all rows are wanted
 * @error: %ASK_EXPLORE_ERROR_UNKNOWN, %ASK_EXPLORE_ERROR_HIDDEN
 *
 * Returns: whether all names are there; %FALSE with @error set
 */
gboolean
ask_browse_append_where (const AskBrowse *self, const AskBrowseShape *shape, GPtrArray *place, GString *sql,
                         GError **error)
{
  const char *word = " WHERE ";

  for (guint i = 0; i < self->conditions->len; i++)
    {
      const AskBrowseCondition *condition = self->conditions->pdata[i];
      const AskAttribute *attribute
        = condition->joins ? ask_entity_find_attribute (shape->entity, condition->attribute) : NULL;
      g_autofree char *text = NULL;

      if (attribute == NULL)
        attribute = ask_explore_find_attribute (shape->entity, condition->attribute, error);
      if (attribute == NULL)
        return FALSE;
      text = write_condition (condition, attribute);
      g_string_append_printf (sql, "%s%s", word, text);
      word = " AND ";
    }
  if (self->where != NULL)
    {
      g_string_append_printf (sql, "%s(%s)", word, self->where);
      word = " AND ";
    }
  if (place != NULL && place->len > 0)
    {
      g_string_append_printf (sql, "%s(", word);
      append_place (shape, place, sql);
      g_string_append_c (sql, ')');
    }
  return TRUE;
}

/**
 * ask_browse_to_sql:
 * @self: what is looked at
 * @schema: that its names are of
 * @error: %ASK_EXPLORE_ERROR
 *
 * All of its rows as one query that a person can read and change: the columns that are shown, without what only pages
 * need.
 *
 * Returns: (transfer full): the SELECT; %NULL with @error set
 */
char *
ask_browse_to_sql (const AskBrowse *self, AskSchema *schema, GError **error)
{
  g_auto (AskBrowseShape) shape = { 0 };
  g_autoptr (GString) sql = g_string_new (NULL);

  if (!ask_browse_shape_init (&shape, self, schema, TRUE, error))
    return NULL;
  g_ptr_array_set_size (shape.behind, 0);
  ask_browse_append_select (&shape, NULL, sql);
  if (!ask_browse_append_where (self, &shape, NULL, sql, error))
    return NULL;
  ask_browse_append_order (&shape, sql);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}
