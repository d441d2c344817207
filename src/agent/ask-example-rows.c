/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Example rows beside a table's columns: of attributes that a steward shares, and of no others. They are read where a
 * query of three rows costs nothing to speak of, in files and at servers; a web API is not called for them, and documents have
 * none. Nothing leaves here: ask_share_note_examples() says what does.
 */
#include "config.h"

#include "agent/ask-example-rows.h"

#include <glib/gi18n.h>

#include "agent/ask-share.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"
#include "store/ask-workspace.h"

#define MAX_ROWS 3
#define MAX_COLUMNS 16
#define MAX_CELL 60
/* One that takes longer is a view that computes much. */
#define DEADLINE_MS 1000
/* For all tables of a question. */
#define MOST_TIME (2 * G_USEC_PER_SEC)

struct _AskExamples
{
  GHashTable *rows; /* id of an entity → AskExampleRows */
  GHashTable *failed; /* set of names of sources */
  gint64 end;
};

/* @attributes: (transfer full): what they are of */
static AskExampleRows *
rows_new (GPtrArray *attributes)
{
  AskExampleRows *self = g_new0 (AskExampleRows, 1);

  self->text = g_strdup ("");
  self->lines = json_array_new ();
  self->attributes = attributes;
  return self;
}

static void
rows_free (gpointer data)
{
  AskExampleRows *self = data;

  g_free (self->text);
  g_free (self->of);
  json_array_unref (self->lines);
  g_ptr_array_unref (self->attributes);
  g_free (self);
}

/** ask_examples_free: @self: (transfer full) (nullable): of a question that is over */
void
ask_examples_free (AskExamples *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->rows);
  g_hash_table_unref (self->failed);
  g_free (self);
}

static gboolean
are_same (const GPtrArray *a, const GPtrArray *b)
{
  gboolean same = a->len == b->len;

  for (guint i = 0; same && i < a->len; i++)
    same = a->pdata[i] == b->pdata[i];
  return same;
}

static AskExamples *
ensure (AskAgentRun *run)
{
  if (run->examples != NULL)
    return run->examples;
  run->examples = g_new0 (AskExamples, 1);
  run->examples->rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, rows_free);
  run->examples->failed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  run->examples->end = g_get_monotonic_time () + MOST_TIME;
  return run->examples;
}

/* Returns: whether rows of @source are at hand, and are no documents */
static gboolean
is_at_hand (AskAgentRun *run, const char *source, gboolean *at_hand, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (run->workspace, error);

  *at_hand = FALSE;
  for (guint i = 0; records != NULL && i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];

      if (g_str_equal (record->name, source))
        *at_hand = record->kind->nature != ASK_NATURE_DOCUMENT && !record->kind->full_text;
    }
  return records != NULL;
}

static char *
join_names (GPtrArray *attributes)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < attributes->len; i++)
    {
      g_autofree char *quoted = ask_sql_quote_name_if_needed (((const AskAttribute *) attributes->pdata[i])->name);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", quoted);
    }
  return g_string_free (names, FALSE);
}

static void
append_cell (GString *line, const AskValue *cell)
{
  g_autofree char *whole = ask_value_to_text (cell);
  g_autofree char *shown = ask_text_shorten (cell->kind == ASK_VALUE_NULL ? "NULL" : whole, MAX_CELL);
  g_autofree char *quoted = cell->kind == ASK_VALUE_TEXT ? ask_sql_quote_text (shown) : NULL;

  g_string_append (line, cell->kind == ASK_VALUE_BLOB ? "x'…'" : quoted != NULL ? quoted : shown);
}

static void
describe (AskExampleRows *self, const AskEntity *entity, const AskRows *rows)
{
  g_autofree char *names = join_names (self->attributes);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "-- Some of its rows (%s):\n", names);
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      g_autoptr (GString) line = g_string_new ("(");

      for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
        {
          g_string_append (line, c > 0 ? ", " : "");
          append_cell (line, ask_rows_get (rows, r, c));
        }
      g_string_append_c (line, ')');
      g_string_append_printf (text, "-- %s\n", line->str);
      json_array_add_string_element (self->lines, line->str);
    }
  g_free (self->text);
  self->text = g_string_free (text, FALSE);
  self->of = g_strdup_printf ("%s (%s)", entity->name, names);
}

/* What cannot be read is no reason not to answer: the question goes on without. Returns: whether it does */
static gboolean
take_failure (AskAgentRun *run, const AskEntity *entity, GError *failure, GError **error)
{
  g_autofree char *words = NULL;

  if (ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  words = g_strdup_printf ("%s: %s", entity->name, ask_error_get_words (failure));
  ask_run_step (run, "values", _ ("Example rows of a table could not be read"), words);
  g_hash_table_add (run->examples->failed, g_strdup (entity->source));
  g_error_free (failure);
  return TRUE;
}

static gboolean
read_rows (AskAgentRun *run, const AskEntity *entity, AskExampleRows *rows, GError **error)
{
  const AskLimits limits = { MAX_ROWS, ASK_LIMITS_DEFAULT.max_bytes, DEADLINE_MS };
  g_autofree char *names = join_names (rows->attributes);
  g_autofree char *table = ask_sql_quote_name_if_needed (entity->name);
  g_autofree char *sql = g_strdup_printf ("SELECT %s FROM %s LIMIT %d", names, table, MAX_ROWS);
  GError *failure = NULL;
  g_autoptr (AskResult) result = ask_engine_query (run->engine, sql, &limits, NULL, run->cancellable, &failure);

  if (result == NULL)
    return take_failure (run, entity, failure, error);
  /* A view may be made of more than its columns say. */
  if (ask_rows_get_n_rows (result->rows) > 0 && result->origins != NULL && ask_share_may_all (run, result->origins))
    describe (rows, entity, result->rows);
  return TRUE;
}

/**
 * ask_example_rows_read:
 * @run: has an engine; keeps what was read until the question is over
 * @entity: of its schema
 * @error: %ASK_STORE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer none): the first rows of what may be shared, perhaps none, until the next call for that table; %NULL on error
 */
const AskExampleRows *
ask_example_rows_read (AskAgentRun *run, const AskEntity *entity, GError **error)
{
  AskExamples *self = ensure (run);
  g_autoptr (GPtrArray) columns = ask_share_list_columns (run, entity);
  AskExampleRows *rows = g_hash_table_lookup (self->rows, entity->id);
  gboolean at_hand;

  for (guint i = columns->len; i > 0; i--)
    if (((const AskAttribute *) columns->pdata[i - 1])->type == ASK_TYPE_BLOB || i > MAX_COLUMNS)
      g_ptr_array_remove_index (columns, i - 1);
  /* Somebody may have taken sharing back meanwhile. */
  if (rows != NULL && are_same (rows->attributes, columns))
    return rows;
  rows = rows_new (g_steal_pointer (&columns));
  g_hash_table_insert (self->rows, g_strdup (entity->id), rows);
  if (rows->attributes->len == 0 || entity->kind == ASK_ENTITY_QUERY || entity->hidden
      || g_hash_table_contains (self->failed, entity->source) || g_get_monotonic_time () > self->end)
    return rows;
  return is_at_hand (run, entity->source, &at_hand, error) && (!at_hand || read_rows (run, entity, rows, error)) ? rows
                                                                                                                 : NULL;
}
