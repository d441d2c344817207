/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions mean what ask-table-match.c means. Accents are folded by fold(), which no server has; so that not all rows
 * travel, a first condition that servers can compute leaves out what certainly does not pass: of texts in ASCII, those
 * without the word.
 */
#include "config.h"

#include "table/ask-table-query.h"

#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-split.h"
#include "table/ask-table-read.h"

/* What g_unichar_isspace() takes for white space. */
#define SPACES \
  " \t\n\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

/* @columns: (element-type utf8): what stands for each column in SQL */
typedef struct
{
  const AskRows *head;
  const GPtrArray *columns;
} Names;

static AskType
get_type (const Names *self, guint column)
{
  return ask_rows_get_column (self->head, column)->type;
}

static gboolean
is_plain_text (AskType type)
{
  return type == ASK_TYPE_TEXT || type == ASK_TYPE_DATE || type == ASK_TYPE_DATETIME;
}

static gboolean
is_number (AskType type)
{
  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL || type == ASK_TYPE_BOOLEAN;
}

static char *
quote (const char *text)
{
  const AskValue value = ask_value_text (text, -1);

  return ask_sql_quote_value (&value);
}

/* Digits as a number. */
static char *
write_bound (const AskValue *bound)
{
  AskValue number;

  if (bound->kind == ASK_VALUE_TEXT && ask_text_to_number (bound->text, &number))
    return g_strndup (bound->text, bound->length);
  return ask_sql_quote_value (bound);
}

static char *
compare_text (const char *column, AskFilterKind how, const char *needle)
{
  g_autofree char *literal = quote (needle);

  switch (how)
    {
    case ASK_FILTER_BEGINS:
      return g_strdup_printf ("instr(fold(%s), %s) = 1", column, literal);
    case ASK_FILTER_EQUALS:
      return g_strdup_printf ("fold(%s) = %s", column, literal);
    default:
      return g_strdup_printf ("instr(fold(%s), %s) > 0", column, literal);
    }
}

/* Nothing that passes is left out, and all of it can be computed by a server. */
static char *
compare_roughly (const char *column, const char *needle)
{
  g_autofree char *literal = quote (needle);

  if (!g_str_is_ascii (needle))
    return g_strdup_printf ("length(CAST(%s AS BLOB)) <> length(%s)", column, column);
  return g_strdup_printf ("(instr(lower(%s), %s) > 0 OR length(CAST(%s AS BLOB)) <> length(%s))", column, literal,
                          column, column);
}

static char *
compare_range (const AskFilter *filter, const char *column, AskType type)
{
  GString *sql = g_string_new (NULL);
  gboolean dates = filter->kind == ASK_FILTER_DATES;
  g_autofree char *least = dates ? ask_sql_quote_value (&filter->least) : write_bound (&filter->least);
  g_autofree char *most = dates ? ask_sql_quote_value (&filter->most) : write_bound (&filter->most);

  /* In a column of anything, a text is above each number. */
  if (!dates && type != ASK_TYPE_DECIMAL && !is_number (type))
    g_string_append_printf (sql, "typeof(%s) IN ('integer', 'real')", column);
  /* A year alone would be compared as a number where SQLite takes a column of days for numbers. */
  if (filter->least.kind != ASK_VALUE_NULL && dates && filter->least.length < 10)
    g_string_append_printf (sql, "substr(%s, 1, %u) >= %s", column, filter->least.length, least);
  else if (filter->least.kind != ASK_VALUE_NULL)
    g_string_append_printf (sql, "%s%s >= %s", sql->len > 0 ? " AND " : "", column, least);
  if (filter->most.kind != ASK_VALUE_NULL && dates)
    g_string_append_printf (sql, "%ssubstr(%s, 1, %u) <= %s", sql->len > 0 ? " AND " : "", column, filter->most.length,
                            most);
  else if (filter->most.kind != ASK_VALUE_NULL)
    g_string_append_printf (sql, "%s%s <= %s", sql->len > 0 ? " AND " : "", column, most);
  if (sql->len == 0)
    g_string_append_printf (sql, "%s IS NOT NULL", column);
  return g_string_free (sql, FALSE);
}

static char *
compare_choices (const AskFilter *filter, const char *column, AskType type)
{
  g_autoptr (GString) list = g_string_new (NULL);
  gboolean null = FALSE;
  g_autofree char *any = NULL;

  for (guint i = 0; filter->choices != NULL && i < filter->choices->len; i++)
    {
      const AskValue *choice = &g_array_index (filter->choices, AskValue, i);
      g_autofree char *literal = type == ASK_TYPE_DECIMAL ? write_bound (choice) : ask_sql_quote_value (choice);

      null = null || choice->kind == ASK_VALUE_NULL;
      if (choice->kind != ASK_VALUE_NULL)
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", literal);
    }
  any = list->len > 0 ? g_strdup_printf ("%s IN (%s)", column, list->str) : g_strdup ("0");
  return null == filter->negated ? g_strdup_printf ("(%s IS NOT NULL AND %s%s)", column, null ? "NOT " : "", any)
                                 : g_strdup_printf ("(%s IS NULL OR %s%s)", column, null ? "" : "NOT ", any);
}

static char *
compare_empty (const AskFilter *filter, const char *column, AskType type)
{
  g_autofree char *spaces = quote (SPACES);

  if (is_number (type) || type == ASK_TYPE_DECIMAL)
    return g_strdup_printf ("%s IS %sNULL", column, filter->negated ? "NOT " : "");
  return filter->negated ? g_strdup_printf ("(%s IS NOT NULL AND trim(%s, %s) <> '')", column, column, spaces)
                         : g_strdup_printf ("(%s IS NULL OR trim(%s, %s) = '')", column, column, spaces);
}

static char *
write_filter (const Names *self, const AskFilter *filter)
{
  const char *column = self->columns->pdata[filter->column];
  AskType type = get_type (self, filter->column);
  g_autofree char *needle = filter->text != NULL ? ask_text_fold (filter->text) : NULL;
  g_autofree char *what = NULL;

  switch (filter->kind)
    {
    case ASK_FILTER_CHOICES:
      return compare_choices (filter, column, type);
    case ASK_FILTER_EMPTY:
      return compare_empty (filter, column, type);
    case ASK_FILTER_NUMBERS:
    case ASK_FILTER_DATES:
      what = compare_range (filter, column, type);
      break;
    default:
      what = needle != NULL ? compare_text (column, filter->kind, needle) : g_strdup ("1");
      break;
    }
  return filter->negated ? g_strdup_printf ("(%s IS NOT NULL AND NOT (%s))", column, what)
                         : g_strdup_printf ("(%s IS NOT NULL AND %s)", column, what);
}

/* A day before all that begin with @bound, or behind them: "2024-05" lies behind 2024-04-30 and before 2024-06-01. */
static char *
find_day (const AskValue *bound, gboolean behind)
{
  GDate day;
  guint year = (guint) g_ascii_strtoull (bound->text, NULL, 10);
  guint month = bound->length >= 7 ? (guint) g_ascii_strtoull (bound->text + 5, NULL, 10) : behind ? 12 : 1;
  guint of_month = bound->length >= 10 ? (guint) g_ascii_strtoull (bound->text + 8, NULL, 10) : 1;
  char text[16];

  if (year < 2 || year > 9998 || !g_date_valid_dmy ((GDateDay) of_month, (GDateMonth) month, (GDateYear) year))
    return NULL;
  g_date_set_dmy (&day, (GDateDay) of_month, (GDateMonth) month, (GDateYear) year);
  if (!behind)
    g_date_subtract_days (&day, 1);
  else if (bound->length >= 10)
    g_date_add_days (&day, 1);
  else
    g_date_add_months (&day, 1);
  g_snprintf (text, sizeof text, "'%04u-%02u-%02u'", g_date_get_year (&day), (guint) g_date_get_month (&day),
              g_date_get_day (&day));
  return g_strdup (text);
}

/* Returns: (nullable): what certainly holds of each row that passes; %NULL where nothing is to be said */
static char *
write_roughly (const Names *self, const AskFilter *filter)
{
  const char *column = self->columns->pdata[filter->column];
  AskType type = get_type (self, filter->column);
  g_autofree char *needle = filter->text != NULL ? ask_text_fold (filter->text) : NULL;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;

  if (filter->negated || !is_plain_text (type))
    return NULL;
  if (filter->kind <= ASK_FILTER_EQUALS && needle != NULL)
    return compare_roughly (column, needle);
  if (filter->kind != ASK_FILTER_DATES)
    return NULL;
  least = filter->least.kind == ASK_VALUE_TEXT ? find_day (&filter->least, FALSE) : NULL;
  most = filter->most.kind == ASK_VALUE_TEXT ? find_day (&filter->most, TRUE) : NULL;
  if (least == NULL && most == NULL)
    return NULL;
  return g_strdup_printf ("%s%s%s%s%s%s%s", least != NULL ? column : "", least != NULL ? " > " : "",
                          least != NULL ? least : "", least != NULL && most != NULL ? " AND " : "",
                          most != NULL ? column : "", most != NULL ? " < " : "", most != NULL ? most : "");
}

/* As ask-table-match.c looks: in all texts, and in numbers where a number may have the words. */
static char *
write_search (const Names *self, const char *search, gboolean roughly)
{
  g_autofree char *needle = ask_text_fold (search);
  g_autofree char *plain = ask_table_read_number (search);
  gboolean in_numbers = plain != NULL || strspn (needle, "0123456789.-+e") == strlen (needle);
  g_autoptr (GString) sql = g_string_new (NULL);

  for (guint i = 0; i < self->columns->len; i++)
    {
      const char *column = self->columns->pdata[i];
      const char *const needles[] = { needle, g_strcmp0 (plain, needle) != 0 ? plain : NULL };

      if (is_number (get_type (self, i)) && !in_numbers)
        continue;
      if (roughly && !is_plain_text (get_type (self, i)))
        return NULL;
      for (guint n = 0; n < G_N_ELEMENTS (needles) && needles[n] != NULL; n++)
        {
          g_autofree char *one
            = roughly ? compare_roughly (column, needles[n]) : compare_text (column, ASK_FILTER_CONTAINS, needles[n]);

          g_string_append_printf (sql, "%s%s", sql->len > 0 ? " OR " : "", one);
        }
    }
  if (sql->len == 0)
    return roughly ? NULL : g_strdup ("0");
  return g_strdup_printf ("(%s)", sql->str);
}

static char *
write_condition (const Names *self, const AskTableWish *wish, gboolean roughly)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  for (guint i = 0; i <= wish->filters->len; i++)
    {
      g_autofree char *one = NULL;

      if (i < wish->filters->len)
        one = roughly ? write_roughly (self, wish->filters->pdata[i]) : write_filter (self, wish->filters->pdata[i]);
      else if (wish->search != NULL)
        one = write_search (self, wish->search, roughly);
      if (one != NULL)
        g_string_append_printf (sql, "%s%s", sql->len > 0 ? " AND " : "", one);
    }
  return sql->len > 0 ? g_strdup (sql->str) : NULL;
}

/**
 * ask_table_wish_to_condition:
 * @wish: its filters and its search
 * @head: the columns of what it is of; its rows are not looked at
 * @columns: (element-type utf8): what stands for each of them in SQL: names, quoted where they need it
 * @roughly: only what certainly holds, and what servers can compute
 *
 * Returns: (transfer full) (nullable): what holds of the rows that pass, in the dialect of the relational view; %NULL for all
 */
char *
ask_table_wish_to_condition (const AskTableWish *wish, const AskRows *head, GPtrArray *columns, gboolean roughly)
{
  const Names names = { head, columns };

  return write_condition (&names, wish, roughly);
}

/* Without what follows it: a semicolon, a comment. */
static char *
dup_statement (const char *sql)
{
  AskSqlSpan span;

  return ask_sql_find_statement (sql, 0, &span) ? g_strndup (sql + span.start, span.end - span.start) : g_strdup (sql);
}

static void
append_order (GString *sql, const Names *self, const AskTableWish *wish)
{
  for (guint i = 0; i < wish->order->len; i++)
    {
      const AskOrderKey *key = &g_array_index (wish->order, AskOrderKey, i);
      const char *column = self->columns->pdata[key->column];
      const char *way = key->descending ? " DESC" : "";

      g_string_append (sql, i == 0 ? " ORDER BY " : ", ");
      if (get_type (self, key->column) == ASK_TYPE_TEXT)
        g_string_append_printf (sql, "lower(%s)%s NULLS LAST, ", column, way);
      g_string_append_printf (sql, "%s%s NULLS LAST", column, way);
    }
}

/* Names of a result may be twice there, or be no names: these are its own. @list, @shown: (inout): they alone, and with the names
 * that are shown */
static void
name_columns (const AskRows *head, GPtrArray *columns, GString *list, GString *shown)
{
  for (guint i = 0; i < ask_rows_get_n_columns (head); i++)
    {
      g_autofree char *name = ask_sql_quote_name (ask_rows_get_column (head, i)->name);

      g_ptr_array_add (columns, g_strdup_printf ("ask_c%u", i + 1));
      g_string_append_printf (list, "%sask_c%u", i > 0 ? ", " : "", i + 1);
      g_string_append_printf (shown, "%sask_c%u AS %s", i > 0 ? ", " : "", i + 1, name);
    }
}

/**
 * ask_table_query_to_from:
 * @head: what @sql gave, of which only the columns count
 * @sql: one SELECT, in the dialect of the relational view; a semicolon or a comment may follow it
 *
 * Returns: (transfer full): all of its rows, with the names of @head, as they stand behind FROM
 */
char *
ask_table_query_to_from (const AskRows *head, const char *sql)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *statement = dup_statement (sql);
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (GString) shown = g_string_new (NULL);

  name_columns (head, columns, list, shown);
  return g_strdup_printf ("(WITH ask_all(%s) AS (%s\n) SELECT %s FROM ask_all) AS answer", list->str, statement,
                          shown->str);
}

/* Whether each column can be named in SQL as it is, and no two are called the same. */
static gboolean
has_plain_names (const AskRows *head)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < ask_rows_get_n_columns (head); i++)
    {
      const char *name = ask_rows_get_column (head, i)->name;
      gboolean plain = g_ascii_isalpha (name[0]) || name[0] == '_';

      for (const char *at = name; plain && *at != '\0'; at++)
        plain = g_ascii_isalnum (*at) || *at == '_';
      if (!plain || !g_hash_table_add (names, g_ascii_strdown (name, -1)))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_table_query_to_answer:
 * @head: what @sql gave, of which only the columns count
 * @sql: as of ask_table_query_to_from()
 *
 * Returns: (transfer full): the same as ask_table_query_to_from(), as a person would write it where the names allow it
 */
char *
ask_table_query_to_answer (const AskRows *head, const char *sql)
{
  g_autofree char *statement = NULL;

  if (!has_plain_names (head))
    return ask_table_query_to_from (head, sql);
  statement = dup_statement (sql);
  return g_strdup_printf ("(%s\n) AS answer", statement);
}

/**
 * ask_table_wish_to_query:
 * @wish: which rows, in which order
 * @head: what @sql gave, of which only the columns count
 * @sql: one SELECT, in the dialect of the relational view
 * @max_rows: as many are wanted; one more is asked for, which tells whether there are more
 *
 * Returns: (transfer full): a SELECT with the same columns
 */
char *
ask_table_wish_to_query (const AskTableWish *wish, const AskRows *head, const char *sql, gsize max_rows)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  const Names names = { head, columns };
  g_autofree char *statement = dup_statement (sql);
  g_autofree char *roughly = NULL;
  g_autofree char *condition = NULL;
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (GString) shown = g_string_new (NULL);
  GString *query = g_string_new (NULL);

  name_columns (head, columns, list, shown);
  roughly = write_condition (&names, wish, TRUE);
  condition = write_condition (&names, wish, FALSE);
  /* The planner looks for what one server can compute in each SELECT as a whole. */
  if (roughly != NULL)
    g_string_append_printf (query, "SELECT %s FROM (", shown->str);
  g_string_append_printf (query, "WITH ask_all(%s) AS (%s\n) SELECT %s FROM ask_all", list->str, statement,
                          roughly != NULL ? list->str : shown->str);
  if (roughly != NULL)
    g_string_append_printf (query, " WHERE %s) AS ask_some", roughly);
  if (condition != NULL)
    g_string_append_printf (query, " WHERE %s", condition);
  append_order (query, &names, wish);
  g_string_append_printf (query, " LIMIT %" G_GSIZE_FORMAT, max_rows + 1);
  return g_string_free (query, FALSE);
}
