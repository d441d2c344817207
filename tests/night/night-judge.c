/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are written as lines, and lines compared: in their order where the statement has one, else sorted.
 * Doubles count to 15 digits, sums of them to 9; of equal decimals any may stand for all.
 */
#include "config.h"

#include "night-judge.h"

#include <string.h>

#include "base/ask-json.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"

#define MOST_ROWS 20000
#define MOST_US (3 * G_USEC_PER_SEC)
#define DEADLINE_MS 30000
#define SHOWN 12

/** night_case_clear: frees what is in it */
void
night_case_clear (NightCase *self)
{
  g_clear_pointer (&self->sql, g_free);
  g_clear_pointer (&self->expected, g_free);
  g_clear_pointer (&self->got, g_free);
  self->verdict = NIGHT_SAME;
}

static void
append_cell (GString *line, const AskValue *value, const NightNode *output)
{
  if (output->approx && value->kind != ASK_VALUE_NULL)
    {
      g_autofree char *text = ask_value_to_text (value);

      g_string_append_printf (line, "%.9g", g_ascii_strtod (text, NULL));
    }
  else if (output->kind == NIGHT_DEC && value->kind != ASK_VALUE_NULL)
    {
      g_autofree char *text = ask_value_to_text (value);
      g_autofree char *number = night_dup_number (text, strlen (text));

      g_string_append (line, number);
    }
  else if (value->kind == ASK_VALUE_REAL)
    g_string_append_printf (line, "%#.15g", value->real == 0 ? 0.0 : value->real);
  else
    ask_json_append_value (line, value);
  g_string_append (line, " | ");
}

static const NightNode *
live_output (const NightQuery *query, guint n)
{
  for (guint i = 0; i < query->outputs->kids->len; i++)
    {
      const NightNode *output = query->outputs->kids->pdata[i];

      if (!output->is_dropped && n-- == 0)
        return output;
    }
  return NULL;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
is_ordered (const NightQuery *query)
{
  return query->order != NULL && query->order->ordered != NULL && !query->order->is_dropped;
}

static gboolean
same_lines (GPtrArray *a, GPtrArray *b, gboolean ordered)
{
  if (a->len != b->len)
    return FALSE;
  if (!ordered)
    {
      g_ptr_array_sort (a, compare_lines);
      g_ptr_array_sort (b, compare_lines);
    }
  for (guint i = 0; i < a->len; i++)
    if (strcmp (a->pdata[i], b->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

static char *
join (GPtrArray *lines)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%u rows\n", lines->len);
  for (guint i = 0; i < MIN (lines->len, SHOWN); i++)
    g_string_append_printf (text, "    %s\n", (char *) lines->pdata[i]);
  if (lines->len > SHOWN)
    g_string_append (text, "    …\n");
  return g_string_free (text, FALSE);
}

static int
is_late (gpointer data)
{
  return g_get_monotonic_time () > *(gint64 *) data;
}

/* NULL for an error, too many rows, or too much time. */
static GPtrArray *
ask_sqlite (sqlite3 *plain, const NightQuery *query, const char *sql)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  gint64 deadline = g_get_monotonic_time () + MOST_US;
  sqlite3_stmt *statement = NULL;
  int code;

  if (sqlite3_prepare_v2 (plain, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  sqlite3_progress_handler (plain, 10000, is_late, &deadline);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW && lines->len < MOST_ROWS)
    {
      GString *line = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          AskValue value = ask_sqlite_column_value (statement, i);

          append_cell (line, &value, live_output (query, (guint) i));
        }
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  sqlite3_finalize (statement);
  sqlite3_progress_handler (plain, 0, NULL, NULL);
  return code == SQLITE_DONE ? g_steal_pointer (&lines) : NULL;
}

static GPtrArray *
ask_askdata (NightSession *session, const NightQuery *query, const char *sql, gboolean push_down, GError **error)
{
  const AskLimits limits = { 1000000, (gsize) 1 << 30, DEADLINE_MS };
  g_autoptr (AskResult) result = NULL;
  GPtrArray *lines;

  ask_engine_set_push_down (session->engine, push_down);
  result = ask_engine_query (session->engine, sql, &limits, NULL, NULL, error);
  if (result == NULL)
    return NULL;
  lines = g_ptr_array_new_with_free_func (g_free);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    {
      GString *line = g_string_new (NULL);

      for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
        append_cell (line, ask_rows_get (result->rows, r, i), live_output (query, i));
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  return lines;
}

/* Whether it lies in an API that gives one row by its id. */
static gboolean
gives_one (const NightTable *table)
{
  return table->place == NIGHT_API && table->api.one != NIGHT_ONE_NONE;
}

/* @error: where SQLite has an answer */
static gboolean
is_tolerated (const NightWorld *world, const char *sql, const GError *error)
{
  /* What gives one row by its id has to be given one. */
  for (guint i = 0; i < world->tables->len && g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_MISSING_PARAMETER); i++)
    {
      const NightTable *table = world->tables->pdata[i];

      if (gives_one (table) && strstr (sql, table->name) != NULL)
        return TRUE;
    }
  /* Whether a sum is taken whose rows nobody needs is up to the order of the joins; so is abs() of the least integer. */
  return strstr (error->message, "integer overflow") != NULL;
}

/* SQLite gives the rows in another order; what then differs has more than one answer. */
static gboolean
is_open (sqlite3 *plain, const NightQuery *query, const char *sql, GPtrArray *expected)
{
  g_autoptr (GPtrArray) other = NULL;

  sqlite3_exec (plain, "PRAGMA reverse_unordered_selects = ON", NULL, NULL, NULL);
  other = ask_sqlite (plain, query, sql);
  sqlite3_exec (plain, "PRAGMA reverse_unordered_selects = OFF", NULL, NULL, NULL);
  return other == NULL || !same_lines (other, expected, is_ordered (query));
}

/* Where the parenthesis ends that begins before @text. */
static const char *
find_end (const char *text)
{
  guint depth = 1;

  for (; *text != '\0'; text++)
    if (*text == '\'' || *text == '"')
      text = strchr (text + 1, *text);
    else if (*text == '(')
      depth++;
    else if (*text == ')' && --depth == 0)
      break;
  return text;
}

/* EXISTS (SELECT DISTINCT … OFFSET 1): SQLite 3.40 forgets the DISTINCT there and counts the rows that are alike, too.
 * A server does not, so either is right: this is what SQLite gives where it cannot forget it. */
static GPtrArray *
ask_sqlite_for_distinct (sqlite3 *plain, const NightQuery *query, const char *sql)
{
  static const char exists[] = "EXISTS (SELECT DISTINCT ";
  g_autoptr (GString) text = g_string_new (sql);
  gsize at = 0;
  const char *found;

  while ((found = strstr (text->str + at, exists)) != NULL)
    {
      gsize begin = (gsize) (found - text->str) + strlen ("EXISTS (");

      g_string_insert (text, find_end (text->str + begin) - text->str, ")");
      g_string_insert (text, (gssize) begin, "SELECT 1 FROM (");
      at = begin;
    }
  return at > 0 ? ask_sqlite (plain, query, text->str) : NULL;
}

static gboolean
is_same (NightSession *session, const NightQuery *query, const char *plain, GPtrArray *got, GPtrArray *expected)
{
  g_autoptr (GPtrArray) other = NULL;

  if (same_lines (got, expected, is_ordered (query)) || is_open (session->plain, query, plain, expected))
    return TRUE;
  other = ask_sqlite_for_distinct (session->plain, query, plain);
  return other != NULL && same_lines (got, other, is_ordered (query));
}

/**
 * night_judge:
 * @out: what came of it; to be cleared
 *
 * Returns: %FALSE where AskData answers wrongly
 */
gboolean
night_judge (NightSession *session, const NightQuery *query, NightCase *out)
{
  g_autofree char *ours = night_node_print (query->root, FALSE);
  g_autofree char *plain = night_node_print (query->root, TRUE);
  g_autoptr (GPtrArray) expected = ask_sqlite (session->plain, query, plain);

  memset (out, 0, sizeof *out);
  if (expected == NULL)
    {
      out->verdict = NIGHT_NO_CASE;
      return TRUE;
    }
  for (int push_down = 1; push_down >= 0; push_down--)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) got = ask_askdata (session, query, ours, push_down, &error);

      if (got == NULL && (night_world_is_wrong (session->world, ours) || is_tolerated (session->world, ours, error)))
        continue;
      if (got != NULL && is_same (session, query, plain, got, expected))
        continue;
      out->verdict = got != NULL ? NIGHT_DIFFERENT : NIGHT_FAILED;
      out->push_down = push_down;
      out->sql = g_strdup (ours);
      out->expected = join (expected);
      out->got = got != NULL ? join (got) : g_strdup_printf ("error: %s\n", error->message);
      return FALSE;
    }
  return TRUE;
}

/* All columns of the table, as a statement. What gives one row by its id is asked for all ids, and for one that no row
 * has. */
static NightQuery *
make_whole (const NightTable *table)
{
  NightQuery *query = g_new0 (NightQuery, 1);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "SELECT $0 FROM %s%s", table->name, gives_one (table) ? " WHERE id IN (987654321" : "");
  for (guint r = 0; gives_one (table) && r < table->rows->len; r++)
    g_string_append_printf (text, ", %s", ((GString *) ((GPtrArray *) table->rows->pdata[r])->pdata[0])->str);
  if (gives_one (table))
    g_string_append_c (text, ')');
  query->root = night_node_new (NIGHT_N_KINDS, text->str, NULL);
  query->outputs = night_node_new (NIGHT_N_KINDS, "$*", NULL);
  night_node_add (query->root, query->outputs);
  for (guint c = 0; c < table->columns->len; c++)
    {
      const NightColumn *column = table->columns->pdata[c];
      g_autofree char *name = ask_sql_quote_name (column->name);

      night_node_add (query->outputs, night_node_new (column->kind, name, NULL));
    }
  return query;
}

/** night_judge_tables: the same for each whole table, before anything else is asked */
gboolean
night_judge_tables (NightSession *session, NightCase *out)
{
  for (guint i = 0; i < session->world->tables->len; i++)
    {
      g_autoptr (NightQuery) query = make_whole (session->world->tables->pdata[i]);

      if (!night_judge (session, query, out))
        return FALSE;
      night_case_clear (out);
    }
  return TRUE;
}
