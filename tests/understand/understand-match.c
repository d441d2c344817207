/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are kept as cells with a hash each, so that most pairs of results are told apart without looking at a text.
 */
#include "understand-match.h"

#include <gio/gio.h>
#include <math.h>

#define STEPS_A_CALL 1000 /* of the progress handler */
#define MAX_ORDERS 100 /* of columns that are tried */

/* ---- running */

typedef struct
{
  guint64 calls;
} Limit;

static int
count_steps (gpointer data)
{
  Limit *limit = data;

  return limit->calls-- == 0;
}

/* SplitMix64's last steps: every bit of the argument changes half of the result's. */
static guint64
mix (guint64 bits)
{
  bits = (bits ^ (bits >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  bits = (bits ^ (bits >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return bits ^ (bits >> 31);
}

static guint64
hash_bytes (const guint8 *bytes, gsize length)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325) ^ length;

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

static UnderstandCell
read_number (double real)
{
  UnderstandCell cell = { .kind = UNDERSTAND_CELL_REAL };

  if (real == rint (real) && fabs (real) < 1e15)
    {
      cell.kind = UNDERSTAND_CELL_INTEGER;
      cell.integer = (gint64) real;
      return cell;
    }
  cell.real = fabs (real) < 1e11 ? rint (real * 1e4) / 1e4 : real;
  /* 2.00001 is no whole number, but is compared as 2. */
  if (cell.real == rint (cell.real) && fabs (cell.real) < 1e15)
    return read_number (cell.real);
  return cell;
}

static void
append_cell (UnderstandRows *rows, sqlite3_stmt *statement, int column)
{
  UnderstandCell cell = { .kind = UNDERSTAND_CELL_NULL };

  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_NULL:
      break;
    case SQLITE_INTEGER:
      cell.kind = UNDERSTAND_CELL_INTEGER;
      cell.integer = sqlite3_column_int64 (statement, column);
      break;
    case SQLITE_FLOAT:
      cell = read_number (sqlite3_column_double (statement, column));
      break;
    default:
      {
        const guint8 *bytes = sqlite3_column_blob (statement, column);

        cell.kind = UNDERSTAND_CELL_TEXT;
        cell.length = (guint32) sqlite3_column_bytes (statement, column);
        cell.text = rows->texts->len;
        cell.hash = hash_bytes (bytes, cell.length);
        if (cell.length > 0)
          g_byte_array_append (rows->texts, bytes, cell.length);
      }
      break;
    }
  if (cell.kind == UNDERSTAND_CELL_INTEGER)
    cell.hash = (guint64) cell.integer;
  else if (cell.kind == UNDERSTAND_CELL_REAL)
    memcpy (&cell.hash, &cell.real, sizeof cell.hash);
  cell.hash = mix (cell.hash + (cell.kind + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
  g_array_append_val (rows->cells, cell);
}

static const UnderstandCell *
get_cell (const UnderstandRows *self, guint row, guint column)
{
  return &g_array_index (self->cells, UnderstandCell, row * self->n_columns + column);
}

/* Sums know no order. */
static void
sign (UnderstandRows *self)
{
  self->signature = mix (((guint64) self->n_rows << 32) + self->n_columns);
  for (guint i = 0; i < self->n_rows; i++)
    {
      guint64 row = 0;

      for (guint k = 0; k < self->n_columns; k++)
        row += get_cell (self, i, k)->hash;
      self->signature += mix (row);
    }
}

static gboolean
step (sqlite3 *database, sqlite3_stmt *statement, UnderstandRows *rows, guint max_rows, GError **error)
{
  int code;

  rows->n_columns = (guint) sqlite3_column_count (statement);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (rows->n_rows == max_rows)
        {
          rows->cut = TRUE;
          return TRUE;
        }
      for (guint i = 0; i < rows->n_columns; i++)
        append_cell (rows, statement, (int) i);
      rows->n_rows++;
    }
  if (code == SQLITE_DONE)
    return TRUE;
  g_set_error (error, G_IO_ERROR, code == SQLITE_INTERRUPT ? G_IO_ERROR_TIMED_OUT : G_IO_ERROR_FAILED, "%s",
               sqlite3_errmsg (database));
  return FALSE;
}

/**
 * understand_rows_run:
 * @database: whose progress handler is set meanwhile
 * @sql: one SELECT
 * @max_steps: of SQLite's machine, about; 0 for no limit
 * @max_rows: what comes behind them is cut off
 * @error: %G_IO_ERROR_TIMED_OUT beyond @max_steps, %G_IO_ERROR_FAILED where SQLite refuses
 *
 * Returns: (transfer full): the rows; %NULL on error
 */
UnderstandRows *
understand_rows_run (sqlite3 *database, const char *sql, guint64 max_steps, guint max_rows, GError **error)
{
  g_autoptr (UnderstandRows) rows = g_new0 (UnderstandRows, 1);
  sqlite3_stmt *statement = NULL;
  Limit limit = { max_steps / STEPS_A_CALL };
  gboolean ran = FALSE;

  rows->cells = g_array_new (FALSE, FALSE, sizeof (UnderstandCell));
  rows->texts = g_byte_array_new ();
  if (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL) != SQLITE_OK)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", sqlite3_errmsg (database));
  else if (statement == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "There is no statement.");
  else
    {
      if (max_steps > 0)
        sqlite3_progress_handler (database, STEPS_A_CALL, count_steps, &limit);
      ran = step (database, statement, rows, max_rows, error);
      sqlite3_progress_handler (database, 0, NULL, NULL);
    }
  sqlite3_finalize (statement);
  if (!ran)
    return NULL;
  sign (rows);
  return g_steal_pointer (&rows);
}

/**
 * understand_rows_free:
 * @self: (nullable): freed
 */
void
understand_rows_free (UnderstandRows *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->cells);
  g_byte_array_unref (self->texts);
  g_free (self);
}

/* ---- comparing */

/* Rows of @self as they stand in an order of columns. */
typedef struct
{
  const UnderstandRows *rows;
  const guint *columns;
} View;

/* Any order will do, if it is the same for both sides. */
static int
compare_cells (const UnderstandRows *rows_a, const UnderstandCell *a, const UnderstandRows *rows_b, const UnderstandCell *b)
{
  if (a->hash != b->hash)
    return a->hash < b->hash ? -1 : 1;
  if (a->kind != b->kind)
    return (int) a->kind - (int) b->kind;
  switch (a->kind)
    {
    case UNDERSTAND_CELL_INTEGER:
      return (a->integer > b->integer) - (a->integer < b->integer);
    case UNDERSTAND_CELL_REAL:
      return (a->real > b->real) - (a->real < b->real);
    case UNDERSTAND_CELL_TEXT:
      if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
      return a->length > 0 ? memcmp (rows_a->texts->data + a->text, rows_b->texts->data + b->text, a->length) : 0;
    case UNDERSTAND_CELL_NULL:
    default:
      return 0;
    }
}

static int
compare_rows (const View *a, guint row_a, const View *b, guint row_b)
{
  for (guint i = 0; i < a->rows->n_columns; i++)
    {
      int order = compare_cells (a->rows, get_cell (a->rows, row_a, a->columns[i]), b->rows,
                                 get_cell (b->rows, row_b, b->columns[i]));

      if (order != 0)
        return order;
    }
  return 0;
}

static int
compare_in_view (gconstpointer a, gconstpointer b, gpointer view)
{
  return compare_rows (view, *(const guint *) a, view, *(const guint *) b);
}

static GArray *
sort_rows (View *view, gboolean sorted)
{
  GArray *order = g_array_sized_new (FALSE, FALSE, sizeof (guint), view->rows->n_rows);

  for (guint i = 0; i < view->rows->n_rows; i++)
    g_array_append_val (order, i);
  if (sorted)
    g_array_sort_with_data (order, compare_in_view, view);
  return order;
}

static gboolean
match_in_order (const UnderstandRows *gold, const UnderstandRows *other, const guint *columns, gboolean ordered)
{
  g_autofree guint *plain = g_new (guint, gold->n_columns);
  View a = { gold, plain }, b = { other, columns };
  g_autoptr (GArray) rows_a = NULL;
  g_autoptr (GArray) rows_b = NULL;

  for (guint i = 0; i < gold->n_columns; i++)
    plain[i] = i;
  rows_a = sort_rows (&a, !ordered);
  rows_b = sort_rows (&b, !ordered);
  for (guint i = 0; i < gold->n_rows; i++)
    if (compare_rows (&a, g_array_index (rows_a, guint, i), &b, g_array_index (rows_b, guint, i)) != 0)
      return FALSE;
  return TRUE;
}

static guint64 *
sum_columns (const UnderstandRows *self)
{
  guint64 *sums = g_new0 (guint64, self->n_columns);

  for (guint i = 0; i < self->n_rows; i++)
    for (guint k = 0; k < self->n_columns; k++)
      sums[k] += mix (get_cell (self, i, k)->hash);
  return sums;
}

typedef struct
{
  const UnderstandRows *gold;
  const UnderstandRows *other;
  gboolean ordered;
  const guint64 *gold_sums;
  const guint64 *other_sums;
  guint *columns;
  guint n_tried;
} Search;

/* Only columns that hold the same values can stand for each other. */
static gboolean
search_from (Search *search, guint column)
{
  if (column == search->gold->n_columns)
    return search->n_tried++ < MAX_ORDERS && match_in_order (search->gold, search->other, search->columns, search->ordered);
  for (guint i = 0; i < search->gold->n_columns && search->n_tried < MAX_ORDERS; i++)
    {
      gboolean taken = FALSE;

      for (guint k = 0; k < column && !taken; k++)
        taken = search->columns[k] == i;
      search->columns[column] = i;
      if (!taken && search->gold_sums[column] == search->other_sums[i] && search_from (search, column + 1))
        return TRUE;
    }
  return FALSE;
}

/**
 * understand_rows_match:
 * @gold: what is right
 * @other: what is judged
 * @ordered: whether the order of rows counts
 *
 * Returns: whether both hold the same rows; columns may stand in another order
 */
gboolean
understand_rows_match (const UnderstandRows *gold, const UnderstandRows *other, gboolean ordered)
{
  g_autofree guint64 *gold_sums = NULL;
  g_autofree guint64 *other_sums = NULL;
  g_autofree guint *columns = g_new (guint, gold->n_columns + 1);

  if (gold->n_rows != other->n_rows)
    return FALSE;
  if (gold->n_rows == 0)
    return TRUE;
  if (gold->n_columns != other->n_columns)
    return FALSE;
  gold_sums = sum_columns (gold);
  other_sums = sum_columns (other);
  return search_from (&(Search) { gold, other, ordered, gold_sums, other_sums, columns, 0 }, 0);
}

/* ---- hardness */

static guint
count_aggregates (const GArray *terms)
{
  guint n = 0;

  for (guint i = 0; i < terms->len; i++)
    n += g_array_index (terms, AskDraftTerm, i).aggregate != ASK_DRAFT_PLAIN;
  return n;
}

typedef struct
{
  guint either;
  guint like;
  guint queries;
  guint aggregates;
} Counts;

static void
count_conditions (const GArray *conditions, Counts *counts)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = &g_array_index (conditions, AskDraftCondition, i);

      counts->either += condition->either ? 1 : 0;
      counts->like += condition->op == ASK_DRAFT_LIKE || condition->op == ASK_DRAFT_NOT_LIKE;
      counts->aggregates += condition->left.aggregate != ASK_DRAFT_PLAIN;
      for (guint k = 0; k < condition->n_operands; k++)
        counts->queries += condition->operands[k].kind == ASK_DRAFT_QUERY;
    }
}

static guint
count_joins (const AskDraft *draft, AskDomain *domain)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);
  g_autoptr (AskDraftPath) path = NULL;

  if (entities->len > 0)
    path = ask_draft_find_path (domain, (guint *) entities->data, entities->len, 0);
  return path != NULL ? path->joins->len : 0;
}

/**
 * understand_get_hardness:
 * @draft: (nullable): the right query; %NULL where a draft cannot say it
 * @domain: what it is about
 *
 * Returns: how hard Spider's evaluation calls it
 */
UnderstandHardness
understand_get_hardness (const AskDraft *draft, AskDomain *domain)
{
  Counts counts = { 0 };
  guint clauses, nested, others;

  if (draft == NULL)
    return UNDERSTAND_EXTRA;
  counts.aggregates = count_aggregates (draft->terms) + count_aggregates (draft->groups) + count_aggregates (draft->orders);
  count_conditions (draft->conditions, &counts);
  count_conditions (draft->having, &counts);
  clauses = (draft->conditions->len > 0) + (draft->groups->len > 0) + (draft->orders->len > 0) +
            (draft->limit != ASK_DRAFT_NO_LIMIT) + count_joins (draft, domain) + counts.either + counts.like;
  nested = counts.queries + (draft->second != NULL);
  others = (counts.aggregates > 1) + (draft->terms->len > 1) + (draft->conditions->len > 1) + (draft->groups->len > 1);
  if (clauses <= 1 && others == 0 && nested == 0)
    return UNDERSTAND_EASY;
  if ((others <= 2 && clauses <= 1 && nested == 0) || (clauses <= 2 && others < 2 && nested == 0))
    return UNDERSTAND_MEDIUM;
  if ((others > 2 && clauses <= 2 && nested == 0) || (clauses == 3 && others <= 2 && nested == 0) ||
      (clauses <= 1 && others == 0 && nested <= 1))
    return UNDERSTAND_HARD;
  return UNDERSTAND_EXTRA;
}

/**
 * understand_hardness_to_string:
 * @self: one of them
 *
 * Returns: its word
 */
const char *
understand_hardness_to_string (UnderstandHardness self)
{
  static const char *const words[] = { "easy", "medium", "hard", "extra" };

  return words[self];
}
