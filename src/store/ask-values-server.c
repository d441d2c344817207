/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the values that a question may name out of a database server, by SQL in its own dialect: only
 * columns that hold words or dates, and of a table no more than its first million rows, so that a
 * registration is no burden to a server that others work with.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

#define MAX_ROWS 1000000

/* Text of these types is no word of a question, and some of them cannot be compared at all. */
static gboolean
has_words (const AskAttribute *attribute)
{
  static const char *const others[]
    = { "uuid",    "xml",   "inet", "cidr", "macaddr", "bit",      "time",      "interval", "money",  "tsvector",
        "tsquery", "point", "line", "lseg", "box",     "path",     "polygon",   "circle",   "int4",   "int8",
        "num",     "ts",    "date", "oid",  "pg_",     "geometry", "geography", "set(",     "hstore", "ltree" };
  g_autofree char *declared = g_ascii_strdown (attribute->declared != NULL ? attribute->declared : "", -1);

  if (attribute->type != ASK_TYPE_TEXT)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_has_prefix (declared, others[i]))
      return FALSE;
  return TRUE;
}

/* A column of a table of an open source.
 * @group: (nullable): gets what its values are like */
typedef struct
{
  AskSource *source;
  const AskSourceKind *kind;
  const AskEntity *entity;
  const AskAttribute *attribute;
  AskValueGroup *group;
} Column;

/* @select and @where: of the column, which is called c there
 * Returns: (transfer full) (nullable): texts; at most @max + 1 */
static GPtrArray *
read_texts (const Column *of, const char *select, const char *where, guint max, GCancellable *cancellable,
            GError **error)
{
  const AskEntity *entity = of->entity;
  AskValueGroup *group = of->group;
  AskSqlDialect dialect = of->kind->dialect;
  g_autofree char *column = ask_sql_quote_remote (dialect, of->attribute->column);
  g_autofree char *table = ask_sql_quote_remote (dialect, entity->table);
  g_autofree char *namespace = entity->namespace != NULL ? ask_sql_quote_remote (dialect, entity->namespace) : NULL;
  g_autofree char *sql
    = g_strdup_printf ("SELECT DISTINCT %s FROM (SELECT %s AS c FROM %s%s%s WHERE %s IS NOT NULL LIMIT %d) AS s%s "
                       "LIMIT %u",
                       select, column, namespace != NULL ? namespace : "", namespace != NULL ? "." : "", table, column,
                       MAX_ROWS, where, max + 1);
  g_autoptr (AskCursor) cursor = ask_source_query (of->source, sql, NULL, 0, cancellable, error);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  const AskValue *row;
  AskStep step = ASK_STEP_FAILED;

  while (cursor != NULL && (step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_ROW)
    if (row[0].kind != ASK_VALUE_NULL)
      {
        g_ptr_array_add (texts, ask_value_to_text (&row[0]));
        if (group != NULL)
          ask_value_group_take (group, of->attribute->type, &row[0]);
      }
  if (step != ASK_STEP_DONE)
    return NULL;
  if (group != NULL)
    ask_value_group_end (group, texts->len <= max, of->attribute->key > 0);
  return g_steal_pointer (&texts);
}

/* Years of four digits; a server has others too ("0044-03-15 BC", infinity). */
static GPtrArray *
read_years (const Column *of, GCancellable *cancellable, GError **error)
{
  GPtrArray *years = read_texts (of, of->kind->year, of->kind->year_where, ASK_VALUES_MAX_YEARS, cancellable, error);

  for (guint i = 0; years != NULL && i < years->len;)
    {
      const char *year = years->pdata[i];

      if (strlen (year) == 4 && g_ascii_isdigit (year[0]) && year[0] != '0')
        i++;
      else
        g_ptr_array_remove_index_fast (years, i);
    }
  return years;
}

/*
 * ask_values_read_server:
 * @source: open, of that kind
 * @groups: (element-type AskValueGroup): gets the values of @entity
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Returns: whether all columns of @entity were read
 */
gboolean
ask_values_read_server (AskSource *source, const AskSourceKind *kind, const AskEntity *entity, GPtrArray *groups,
                        GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      Column column = { source, kind, entity, attribute, NULL };
      g_autoptr (GPtrArray) found = NULL;
      g_autoptr (GPtrArray) values = NULL;
      gboolean dates = attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME;
      AskValueGroup *group;

      if (attribute->column == NULL)
        continue;
      group = ask_value_group_new (entity->table, attribute->column);
      group->attribute = attribute;
      g_ptr_array_add (groups, group);
      if (!dates && !has_words (attribute))
        continue;
      column.group = dates ? NULL : group;
      if (dates)
        values = read_years (&column, cancellable, error);
      else
        found = read_texts (&column, "c", "", ASK_VALUES_MAX_KEYED, cancellable, error);
      if (values == NULL && found == NULL)
        return FALSE;
      /* Text that is too varied is none of names. */
      if (found != NULL && found->len <= ASK_VALUES_MAX)
        values = ask_values_choose_words (entity, attribute, found, NULL);
      if (values != NULL)
        g_ptr_array_sort (values, ask_text_compare);
      if (dates || found->len <= ASK_VALUES_MAX_KEYED)
        ask_value_group_choose (group, found, g_steal_pointer (&values), dates);
    }
  return TRUE;
}

/* Whether a text of the column's type can be compared with "". */
static gboolean
may_be_empty (const AskAttribute *attribute)
{
  static const char *const types[] = { "text",    "tinytext",  "mediumtext", "longtext", "char",
                                       "varchar", "character", "citext",     "string",   "fixedstring" };
  const char *said = attribute->declared != NULL ? attribute->declared : "";
  g_autofree char *declared = g_ascii_strdown (said, (gssize) strcspn (said, "( "));

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (declared, types[i]) == 0)
      return has_words (attribute);
  return FALSE;
}

static gboolean
is_number (const AskAttribute *attribute)
{
  return attribute->type == ASK_TYPE_INTEGER || attribute->type == ASK_TYPE_REAL || attribute->type == ASK_TYPE_DECIMAL;
}

/* What the whole table says of its columns, one after the other. */
static char *
write_counts (const AskSourceKind *kind, const AskEntity *entity, GPtrArray *groups)
{
  g_autofree char *table = ask_sql_quote_remote (kind->dialect, entity->table);
  g_autofree char *namespace
    = entity->namespace != NULL ? ask_sql_quote_remote (kind->dialect, entity->namespace) : NULL;
  g_autoptr (GString) counts = g_string_new (NULL);
  g_autoptr (GString) columns = g_string_new (NULL);

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      const AskValueGroup *group = attribute->column != NULL ? ask_value_groups_find (groups, attribute) : NULL;
      g_autofree char *column = group != NULL ? ask_sql_quote_remote (kind->dialect, attribute->column) : NULL;

      if (group == NULL)
        continue;
      g_string_append_printf (columns, "%s%s", columns->len > 0 ? ", " : "", column);
      g_string_append_printf (counts, may_be_empty (attribute) ? ", count(nullif(%s, ''))" : ", count(%s)", column);
      if (is_number (attribute) && !group->facts->complete)
        g_string_append_printf (counts, ", min(%s), max(%s)", column, column);
    }
  if (columns->len == 0)
    return NULL;
  return g_strdup_printf ("SELECT count(*)%s FROM (SELECT %s FROM %s%s%s LIMIT %d) AS s", counts->str, columns->str,
                          namespace != NULL ? namespace : "", namespace != NULL ? "." : "", table, MAX_ROWS);
}

/*
 * ask_values_count_server:
 * @source: open, of that kind
 * @groups: (element-type AskValueGroup): those of @entity get numbers, and what its rows say
 * @error: as ask_values_read_server()
 *
 * Returns: whether all of @entity was counted
 */
gboolean
ask_values_count_server (AskSource *source, const AskSourceKind *kind, const AskEntity *entity, GPtrArray *groups,
                         GCancellable *cancellable, GError **error)
{
  g_autofree char *sql = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;
  AskStep step;
  gint64 n_rows;
  guint place = 1;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      AskValueGroup *group = attribute->column != NULL ? ask_value_groups_find (groups, attribute) : NULL;
      const Column column = { source, kind, entity, attribute, group };
      g_autoptr (GPtrArray) found = NULL;

      if (group == NULL || group->facts->n_distinct >= 0
          || (!is_number (attribute) && attribute->type != ASK_TYPE_BOOLEAN && attribute->type != ASK_TYPE_DATE))
        continue;
      found = read_texts (&column, "c", "", ASK_VALUES_MAX_KEYED, cancellable, error);
      if (found == NULL)
        return FALSE;
    }
  sql = write_counts (kind, entity, groups);
  if (sql == NULL)
    return TRUE;
  cursor = ask_source_query (source, sql, NULL, 0, cancellable, error);
  if (cursor == NULL || (step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_FAILED)
    return FALSE;
  if (step != ASK_STEP_ROW || row[0].kind != ASK_VALUE_INTEGER)
    return TRUE;
  n_rows = row[0].integer;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      AskValueGroup *group = attribute->column != NULL ? ask_value_groups_find (groups, attribute) : NULL;
      gboolean bounds = group != NULL && is_number (attribute) && !group->facts->complete;

      if (group == NULL)
        continue;
      ask_value_group_put_bounds (group, n_rows, row[place].integer, bounds ? &row[place + 1] : NULL,
                                  bounds ? &row[place + 2] : NULL);
      place += bounds ? 3 : 1;
    }
  return TRUE;
}
