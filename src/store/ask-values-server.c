/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the values that a question may name out of a database server, by SQL in its own dialect: only
 * columns that hold words or dates, and of a table no more than its first million rows, so that a
 * registration is no burden to a server that others work with.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <string.h>

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

/* A column of a table of an open source. */
typedef struct
{
  AskSource *source;
  const AskSourceKind *kind;
  const AskEntity *entity;
  const AskAttribute *attribute;
} Column;

/* @select and @where: of the column, which is called c there
 * Returns: (transfer full) (nullable): texts; at most @max + 1 */
static GPtrArray *
read_texts (const Column *of, const char *select, const char *where, guint max, GCancellable *cancellable,
            GError **error)
{
  const AskEntity *entity = of->entity;
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
      g_ptr_array_add (texts, ask_value_to_text (&row[0]));
  return step == ASK_STEP_DONE ? g_steal_pointer (&texts) : NULL;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
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
      const Column column = { source, kind, entity, attribute };
      g_autoptr (GPtrArray) found = NULL;
      g_autoptr (GPtrArray) values = NULL;
      gboolean dates = attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME;
      AskValueGroup *group;

      if (attribute->column == NULL || (!dates && !has_words (attribute)))
        continue;
      if (dates)
        values = read_years (&column, cancellable, error);
      else
        found = read_texts (&column, "c", "", ASK_VALUES_MAX, cancellable, error);
      if (values == NULL && found == NULL)
        return FALSE;
      /* Text that is too varied is none of names. */
      if (found != NULL && found->len <= ASK_VALUES_MAX)
        values = ask_values_choose_words (entity, attribute, found, NULL);
      if (values == NULL || values->len == 0)
        continue;
      g_ptr_array_sort (values, compare_texts);
      group = g_new0 (AskValueGroup, 1);
      group->table = g_strdup (entity->table);
      group->column = g_strdup (attribute->column);
      group->values = g_steal_pointer (&values);
      g_ptr_array_add (groups, group);
    }
  return TRUE;
}
