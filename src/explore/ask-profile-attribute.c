/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one attribute's values are like: one query of aggregates, of which a server computes all. SQL is written in such a
 * way that every dialect prints it; so a text that could be a number is found by taking its digits away.
 */
#include "config.h"

#include "explore/ask-profile-private.h"

#include "sql/ask-sql-lexer.h"

/* What is left of a number without its digits. */
#define NO_DIGITS "'', '.', '-', '-.', '+', '+.'"

/**
 * Facts:
 * @sql: the SELECT so far
 * @n: columns of it
 * @distinct … @numbers: the column of each, -1 where it is not asked
 */
typedef struct
{
  GString *sql;
  int n;
  int distinct;
  int least;
  int average;
  int texts;
} Facts;

static gboolean
is_number (AskType type)
{
  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL || type == ASK_TYPE_DECIMAL;
}

static gboolean
can_compare (AskType type)
{
  return type != ASK_TYPE_JSON && type != ASK_TYPE_BLOB;
}

static int
add (Facts *facts, const char *format, const char *column)
{
  g_auto (GStrv) parts = g_strsplit (format, "%s", -1);
  g_autofree char *text = g_strjoinv (column, parts);

  g_string_append_printf (facts->sql, "%s%s", facts->n > 0 ? ", " : "", text);
  return facts->n++;
}

/* Digits, with a sign before them and one point at most. */
#define NUMBER_HERE \
  "count(CASE WHEN trim(%s) < ':' AND trim(%s) NOT GLOB '*[^-+.0-9]*' AND trim(%s) GLOB '*[0-9]*'" \
  " AND trim(%s) NOT GLOB '*.*.*' AND trim(%s) NOT GLOB '?*[-+]*' THEN 1 END)"

/* The same for servers, which have no GLOB: of a number without its digits a sign and a point are left. What begins with a
 * letter is none, which is seen without taking digits out. */
static void
add_numbers (Facts *facts, const char *column)
{
  g_autoptr (GString) rest = g_string_new (NULL);
  g_autofree char *test = NULL;

  g_string_printf (rest, "trim(%s)", column);
  for (char digit = '0'; digit <= '9'; digit++)
    {
      g_autofree char *inner = g_string_free (rest, FALSE);

      rest = g_string_new (NULL);
      g_string_printf (rest, "replace(%s, '%c', '')", inner, digit);
    }
  test = g_strdup_printf ("count(CASE WHEN trim(%%s) < ':' AND %s IN (" NO_DIGITS ") AND trim(%%s) NOT IN (" NO_DIGITS
                          ") AND instr(trim(%%s), '-') < 2 AND instr(trim(%%s), '+') < 2 THEN 1 END)",
                          rest->str);
  add (facts, test, column);
}

/* Whether SQLite computes it. */
static gboolean
is_here (const AskProfileRun *run)
{
  const AskEntity *entity = run->profile->entity;

  return entity->kind == ASK_ENTITY_API
         || (entity->kind != ASK_ENTITY_QUERY && ask_engine_is_local (run->engine, entity->source));
}

static char *
write_facts (Facts *facts, const AskProfileRun *run, const AskAttribute *attribute)
{
  g_autofree char *column = ask_sql_quote_name_if_needed (attribute->name);

  *facts = (Facts) { .sql = g_string_new ("SELECT "), .distinct = -1, .least = -1, .average = -1, .texts = -1 };
  add (facts, "count(*)", column);
  add (facts, "count(%s)", column);
  if (can_compare (attribute->type))
    facts->distinct = add (facts, "count(DISTINCT %s)", column);
  if (can_compare (attribute->type) && !attribute->sensitive)
    {
      facts->least = add (facts, "min(%s)", column);
      add (facts, "max(%s)", column);
    }
  if (is_number (attribute->type) && !attribute->sensitive && attribute->key == 0
      && !ask_meaning_is_key (attribute->meaning))
    facts->average = add (facts, "avg(%s)", column);
  if (attribute->type == ASK_TYPE_TEXT)
    {
      facts->texts = add (facts, "count(CASE WHEN trim(%s) = '' THEN 1 END)", column);
      add (facts, "count(CASE WHEN %s <> trim(%s) THEN 1 END)", column);
      if (is_here (run))
        add (facts, NUMBER_HERE, column);
      else
        add_numbers (facts, column);
    }
  g_string_append_printf (facts->sql, " FROM %s", run->from);
  return g_string_free (facts->sql, FALSE);
}

/**
 * ask_profile_attribute_fill:
 * @run: the profile under way
 * @attribute: (inout): that is looked at
 * @error: as of ask_engine_query()
 *
 * Fills in all but the bars.
 *
 * Returns: whether it was done; %FALSE with @error set
 */
gboolean
ask_profile_attribute_fill (const AskProfileRun *run, AskProfileAttribute *attribute, GError **error)
{
  Facts facts;
  g_autofree char *sql = write_facts (&facts, run, attribute->attribute);
  g_autoptr (AskRows) rows = ask_profile_query (run, sql, error);

  if (rows == NULL)
    return FALSE;
  attribute->n_rows = ask_profile_integer (rows, 0);
  attribute->meaning = attribute->attribute->meaning;
  attribute->n_empty = attribute->n_rows - ask_profile_integer (rows, 1);
  if (facts.distinct >= 0)
    attribute->n_distinct = ask_profile_integer (rows, (guint) facts.distinct);
  if (facts.least >= 0)
    {
      ask_value_dup_into (&attribute->least, ask_rows_get (rows, 0, (guint) facts.least));
      ask_value_dup_into (&attribute->most, ask_rows_get (rows, 0, (guint) facts.least + 1));
      attribute->meaning = ask_rows_get_column (rows, (guint) facts.least)->sense.meaning;
      attribute->unit = ask_rows_get_column (rows, (guint) facts.least)->sense.unit;
    }
  if (facts.average >= 0)
    ask_value_dup_into (&attribute->average, ask_rows_get (rows, 0, (guint) facts.average));
  if (facts.texts >= 0)
    {
      attribute->n_blank = ask_profile_integer (rows, (guint) facts.texts);
      attribute->n_outer_blanks = ask_profile_integer (rows, (guint) facts.texts + 1);
      attribute->n_numbers = ask_profile_integer (rows, (guint) facts.texts + 2);
    }
  return TRUE;
}

/**
 * ask_profile_find_format:
 * @self: that was looked at
 *
 * Returns: how a table of its values would write them, with their unit; of what is a key, without groups of digits
 */
AskCellFormat
ask_profile_find_format (const AskProfileAttribute *self)
{
  AskSense sense = { .meaning = self->meaning, .unit = self->unit };
  g_autoptr (AskRows) rows = ask_rows_new ();
  AskCellFormat format;

  ask_rows_add_column (rows, self->attribute->name, self->attribute->type);
  ask_rows_set_sense (rows, 0, &sense);
  ask_rows_append (rows, &self->least);
  ask_rows_append (rows, &self->most);
  format = ask_cell_format_find (rows, 0);
  if (self->attribute->key > 0)
    {
      format.grouped = FALSE;
      format.unit = NULL;
    }
  return format;
}
