/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are told apart by the columns that all results have and that are no figures, where these tell rows apart; then a
 * figure of each result stands beside those of the others. Else whole rows are compared: which result has them.
 */
#include "config.h"

#include "agent/ask-disagree.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "understand/interpret/ask-interpret.h"

/* What a query may take that is run for this alone. */
#define LOCAL_STEPS 5000000
#define REMOTE_MS 3000
#define MAX_BYTES ((gsize) 64 << 20)
#define MAX_TEXT 200

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* (transfer full): @texts in order, as one; what ends each of them is in none of them but by chance */
static char *
join_sorted (GPtrArray *texts, const char *end)
{
  GString *text = g_string_new (NULL);

  g_ptr_array_sort (texts, compare_texts);
  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (text, "%s%s", (char *) texts->pdata[i], end);
  return g_string_free (text, FALSE);
}

static char *
write_cell (const AskValue *value)
{
  double number;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;

  if (value->kind == ASK_VALUE_NULL)
    return g_strdup ("0");
  /* A sum of reals is the same whatever order it was added in. */
  if (ask_value_get_number (value, &number))
    return g_strdup_printf ("n%s", g_ascii_formatd (digits, sizeof digits, "%.10g", number));
  text = ask_value_to_text (value);
  return g_strconcat ("t", text, NULL);
}

/**
 * ask_disagree_digest:
 * @rows: what a query gave
 *
 * Returns: (transfer full): the same for the same rows, whatever the order of rows and columns, and their names
 */
char *
ask_disagree_digest (const AskRows *rows)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *whole = NULL;

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

      for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
        g_ptr_array_add (cells, write_cell (ask_rows_get (rows, r, c)));
      g_ptr_array_add (lines, join_sorted (cells, "\x1f"));
    }
  whole = join_sorted (lines, "\x1e");
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
}

/* How one result is compared.
 * @keys: (element-type guint): its columns by which rows are told apart
 * @figure: its column that is compared, or -1
 * @places: key of a row → its place + 1 */
typedef struct
{
  const AskRows *rows;
  GArray *keys;
  int figure;
  GHashTable *places;
} Side;

static void
side_free (gpointer data)
{
  Side *self = data;

  g_array_unref (self->keys);
  g_hash_table_unref (self->places);
  g_free (self);
}

static gboolean
is_figure (const AskColumn *column)
{
  return column->type == ASK_TYPE_INTEGER || column->type == ASK_TYPE_REAL || column->type == ASK_TYPE_DECIMAL;
}

static char *
write_key (const Side *side, gsize row)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < side->keys->len; i++)
    {
      g_autofree char *cell = write_cell (ask_rows_get (side->rows, row, g_array_index (side->keys, guint, i)));

      g_string_append_printf (key, "%s\x1f", cell);
    }
  return g_string_free (key, FALSE);
}

/* @repeat: rows of one key are told apart by how often it came before. Returns: whether each row has a key of its own */
static gboolean
index_rows (Side *self, gboolean repeat)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize r = 0; r < ask_rows_get_n_rows (self->rows); r++)
    {
      g_autofree char *key = write_key (self, r);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

      if (n > 0 && !repeat)
        return FALSE;
      g_hash_table_insert (self->places, g_strdup_printf ("%s%u", key, n), GSIZE_TO_POINTER (r + 1));
      g_hash_table_insert (counts, g_steal_pointer (&key), GUINT_TO_POINTER (n + 1));
    }
  return TRUE;
}

static Side *
side_new (const AskRows *rows)
{
  Side *self = g_new0 (Side, 1);

  self->rows = rows;
  self->keys = g_array_new (FALSE, FALSE, sizeof (guint));
  self->figure = -1;
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

static gboolean
is_key (const Side *self, guint column)
{
  for (guint i = 0; i < self->keys->len; i++)
    if (g_array_index (self->keys, guint, i) == column)
      return TRUE;
  return FALSE;
}

/* Rows by the columns that all results have: @figures: numbers among them, too. NULL where that does not tell rows apart. */
static GPtrArray *
match_by_names (GPtrArray *results, gboolean figures)
{
  const AskRows *first = results->pdata[0];
  g_autoptr (GPtrArray) sides = g_ptr_array_new_with_free_func (side_free);
  gboolean all_figures = TRUE;

  for (guint i = 0; i < results->len; i++)
    g_ptr_array_add (sides, side_new (results->pdata[i]));
  for (guint c = 0; c < ask_rows_get_n_columns (first); c++)
    {
      const AskColumn *column = ask_rows_get_column (first, c);
      gboolean shared = figures || !is_figure (column);

      for (guint i = 1; i < results->len; i++)
        shared = shared && ask_rows_find_column (results->pdata[i], column->name) >= 0;
      for (guint i = 0; shared && i < results->len; i++)
        {
          guint place = (guint) ask_rows_find_column (results->pdata[i], column->name);

          g_array_append_val (((Side *) sides->pdata[i])->keys, place);
        }
    }
  if (((Side *) sides->pdata[0])->keys->len == 0)
    return NULL;
  for (guint i = 0; i < results->len; i++)
    {
      Side *side = sides->pdata[i];
      guint n = ask_rows_get_n_columns (side->rows);

      if (n - side->keys->len > 1 || !index_rows (side, FALSE))
        return NULL;
      for (guint c = 0; c < n; c++)
        if (!is_key (side, c))
          side->figure = (int) c;
      all_figures = all_figures && side->figure >= 0;
    }
  /* What only some of them have is nothing to compare. */
  for (guint i = 0; !all_figures && i < results->len; i++)
    ((Side *) sides->pdata[i])->figure = -1;
  return g_steal_pointer (&sides);
}

/* Whether @rows have figures where @first has them. */
static gboolean
is_alike (const AskRows *first, const AskRows *rows)
{
  if (ask_rows_get_n_columns (rows) != ask_rows_get_n_columns (first))
    return FALSE;
  for (guint c = 0; c < ask_rows_get_n_columns (first); c++)
    if (is_figure (ask_rows_get_column (first, c)) != is_figure (ask_rows_get_column (rows, c)))
      return FALSE;
  return TRUE;
}

/* One value each. */
static gboolean
is_single (GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    if (ask_rows_get_n_columns (results->pdata[i]) != 1 || ask_rows_get_n_rows (results->pdata[i]) != 1)
      return FALSE;
  return TRUE;
}

/* Rows as a whole: by their places where all have such columns. One row of one number each is a figure. */
static GPtrArray *
match_whole (GPtrArray *results)
{
  GPtrArray *sides = g_ptr_array_new_with_free_func (side_free);
  guint n = ask_rows_get_n_columns (results->pdata[0]);
  gboolean single = is_single (results);

  for (guint i = 1; i < results->len; i++)
    if (!is_alike (results->pdata[0], results->pdata[i]))
      {
        g_ptr_array_unref (sides);
        return NULL;
      }
  for (guint i = 0; i < results->len; i++)
    {
      Side *side = side_new (results->pdata[i]);

      for (guint c = 0; c < n && !single; c++)
        g_array_append_val (side->keys, c);
      side->figure = single ? 0 : -1;
      index_rows (side, TRUE);
      g_ptr_array_add (sides, side);
    }
  return sides;
}

static gboolean
is_in_all (GPtrArray *sides, const char *key)
{
  for (guint i = 0; i < sides->len; i++)
    if (!g_hash_table_contains (((const Side *) sides->pdata[i])->places, key))
      return FALSE;
  return TRUE;
}

static gboolean
disagree (GPtrArray *sides, const char *key)
{
  const Side *first = sides->pdata[0];
  gsize at = GPOINTER_TO_SIZE (g_hash_table_lookup (first->places, key));

  for (guint i = 1; i < sides->len; i++)
    {
      const Side *side = sides->pdata[i];
      gsize here = GPOINTER_TO_SIZE (g_hash_table_lookup (side->places, key));
      g_autofree char *one = NULL;
      g_autofree char *other = NULL;

      if ((here == 0) != (at == 0))
        return TRUE;
      if (here == 0 || side->figure < 0)
        continue;
      one = write_cell (ask_rows_get (first->rows, at - 1, (guint) first->figure));
      other = write_cell (ask_rows_get (side->rows, here - 1, (guint) side->figure));
      if (strcmp (one, other) != 0)
        return TRUE;
    }
  return FALSE;
}

static AskRows *
make_table (GPtrArray *sides)
{
  const Side *first = sides->pdata[0];
  AskRows *table = ask_rows_new ();

  for (guint i = 0; i < first->keys->len; i++)
    {
      const AskColumn *column = ask_rows_get_column (first->rows, g_array_index (first->keys, guint, i));

      ask_rows_add_column (table, column->name, column->type);
      ask_rows_set_sense (table, i, &column->sense);
    }
  for (guint i = 0; i < sides->len; i++)
    {
      const Side *side = sides->pdata[i];
      const AskColumn *column = side->figure >= 0 ? ask_rows_get_column (side->rows, (guint) side->figure) : NULL;
      g_autofree char *name = g_strdup_printf ("(%u)", i + 1);

      ask_rows_add_column (table, name, column != NULL ? column->type : ASK_TYPE_TEXT);
      if (column != NULL)
        ask_rows_set_sense (table, first->keys->len + i, &column->sense);
    }
  return table;
}

static void
append_row (AskRows *table, GPtrArray *sides, const char *key)
{
  guint n_keys = ((const Side *) sides->pdata[0])->keys->len;
  g_autofree AskValue *cells = g_new0 (AskValue, n_keys + sides->len);
  gboolean named = FALSE;

  for (guint i = 0; i < sides->len; i++)
    {
      const Side *side = sides->pdata[i];
      gsize at = GPOINTER_TO_SIZE (g_hash_table_lookup (side->places, key));

      cells[n_keys + i] = ASK_NULL_INIT;
      for (guint c = 0; at > 0 && !named && c < n_keys; c++)
        cells[c] = *ask_rows_get (side->rows, at - 1, g_array_index (side->keys, guint, c));
      named = named || at > 0;
      if (side->figure < 0)
        cells[n_keys + i] = ask_value_text (at > 0 ? _ ("yes") : _ ("no"), -1);
      else if (at > 0)
        cells[n_keys + i] = *ask_rows_get (side->rows, at - 1, (guint) side->figure);
    }
  ask_rows_append (table, cells);
}

/* In the order in which the first result has them, then the second. */
static void
compare_rows (AskDisagreement *self, GPtrArray *sides)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean related = FALSE;

  self->rows = make_table (sides);
  for (guint i = 0; i < sides->len; i++)
    {
      const Side *side = sides->pdata[i];
      gsize n_rows = ask_rows_get_n_rows (side->rows);
      g_autofree const char **keys = g_new0 (const char *, MAX (n_rows, 1));
      GHashTableIter iter;
      gpointer key, place;

      g_hash_table_iter_init (&iter, side->places);
      while (g_hash_table_iter_next (&iter, &key, &place))
        keys[GPOINTER_TO_SIZE (place) - 1] = key;
      for (gsize r = 0; r < n_rows; r++)
        {
          if (!g_hash_table_add (seen, g_strdup (keys[r])))
            continue;
          related = related || is_in_all (sides, keys[r]);
          if (!disagree (sides, keys[r]))
            continue;
          if (self->n++ < ASK_DISAGREE_MAX_ROWS)
            append_row (self->rows, sides, keys[r]);
        }
    }
  if (self->n == 0 || !related)
    g_clear_pointer (&self->rows, ask_rows_unref);
}

/**
 * ask_disagree_find:
 * @results: (element-type AskRows): two at least, whole ones
 *
 * Returns: (transfer full): in what they differ
 */
AskDisagreement *
ask_disagree_find (GPtrArray *results)
{
  AskDisagreement *self = g_new0 (AskDisagreement, 1);
  g_autofree char *digest = ask_disagree_digest (results->pdata[0]);
  g_autoptr (GPtrArray) sides = NULL;

  self->same = TRUE;
  for (guint i = 1; i < results->len && self->same; i++)
    {
      g_autofree char *other = ask_disagree_digest (results->pdata[i]);

      self->same = strcmp (digest, other) == 0;
    }
  if (self->same)
    return self;
  if (!is_single (results))
    sides = match_by_names (results, FALSE);
  if (sides == NULL && !is_single (results))
    sides = match_by_names (results, TRUE);
  if (sides == NULL)
    sides = match_whole (results);
  if (sides != NULL)
    compare_rows (self, sides);
  return self;
}

/** ask_disagree_free: @self: (transfer full) (nullable): a difference */
void
ask_disagree_free (AskDisagreement *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self);
}

/* (nullable): all rows of @sql; NULL where it takes long, fails, or has very many. @error: that it was cancelled */
static AskRows *
fetch (AskAgentRun *run, const char *sql, GError **error)
{
  const AskLimits limits = { ASK_READING_MAX_ROWS, MAX_BYTES, REMOTE_MS };
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (AskRows) rows
    = ask_engine_preview (run->engine, sql, ASK_READING_MAX_ROWS, LOCAL_STEPS, run->cancellable, &failure);

  if (g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED))
    {
      g_clear_error (&failure);
      result = ask_engine_query (run->engine, sql, &limits, NULL, run->cancellable, &failure);
      if (result != NULL)
        {
          run->answer->rows_fetched += result->rows_fetched;
          run->answer->api_requests += ask_calls_count_requests (result->calls);
          rows = ask_rows_ref (result->rows);
        }
    }
  else if (rows != NULL)
    ask_rows_infer_types (rows);
  if (failure != NULL && ask_run_is_cancelled (run, failure))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The question was cancelled.");
  return rows != NULL && !ask_rows_get_truncated (rows) ? g_steal_pointer (&rows) : NULL;
}

/**
 * ask_disagree_run:
 * @run: with an engine
 * @queries: (element-type utf8): two at least, SQL of readings; "" is no SQL
 * @disagreement: (out) (transfer full) (nullable): in what they differ; %NULL where one of them gives too much, fails, or
 *   takes more than a few seconds
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Runs them all, for this alone.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_disagree_run (AskAgentRun *run, GPtrArray *queries, AskDisagreement **disagreement, GError **error)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_rows_unref);
  g_autoptr (GError) cancelled = NULL;

  *disagreement = NULL;
  for (guint i = 0; i < queries->len; i++)
    {
      const char *sql = queries->pdata[i];
      AskRows *rows = sql[0] != '\0' ? fetch (run, sql, &cancelled) : NULL;

      if (cancelled != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cancelled));
          return FALSE;
        }
      if (rows == NULL)
        return TRUE;
      g_ptr_array_add (results, rows);
    }
  *disagreement = ask_disagree_find (results);
  return TRUE;
}

/**
 * ask_disagree_keep:
 * @run: whose answer asks back, or has been compared
 * @self: (nullable): in what the queries differ
 *
 * Gives the answer the rows in which they differ.
 */
void
ask_disagree_keep (AskAgentRun *run, AskDisagreement *self)
{
  if (self == NULL || self->rows == NULL)
    return;
  g_clear_pointer (&run->answer->difference, ask_rows_unref);
  run->answer->difference = ask_rows_ref (self->rows);
  run->answer->n_differences = self->n;
}
