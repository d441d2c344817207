/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps the wish, has it carried out, and keeps how columns are shown. What takes long runs as a job; what is shown
 * meanwhile is what was shown before. It draws nothing.
 */
#include "config.h"

#include "app/grid/ask-grid-model.h"

#include "app/jobs/ask-job.h"

/* So few rows are arranged at once: a job would only make them flicker. */
#define AT_ONCE_CELLS 40000

/* @column: of the rows, from 0; @width: in pixels, 0 for what its values need; @least, @most: of its numbers, where it has
 * a colour */
typedef struct
{
  guint column;
  int width;
  gboolean hidden;
  AskGridColour colour;
  double least;
  double most;
} Column;

/* @columns: in the order in which they are shown, hidden ones among them
 * @owned: an owner has brought rows; it is asked each time from then on
 * @taken_over: it brings, or has brought, those of this wish
 * @asked_for: (nullable): the rows for which more were wanted, not held; @asking: says so soon
 * @total: how many rows there are, of which @rows may be a part; -1 where nobody knows */
struct _AskGridModel
{
  GObject parent_instance;
  AskRows *rows;
  AskTableWish *wish;
  AskArrangement *arrangement;
  GArray *columns;
  guint n_frozen;
  gboolean owned;
  gboolean taken_over;
  guint asking;
  gboolean busy;
  AskRows *asked_for;
  gint64 total;
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (AskGridModel, ask_grid_model, G_TYPE_OBJECT)

enum
{
  ARRANGE_WANTED,
  MORE_WANTED,
  ROWS_CHANGED,
  ARRANGED,
  COLUMNS_CHANGED,
  BUSY_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

typedef struct
{
  AskRows *rows;
  AskTableWish *wish;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  ask_rows_unref (request->rows);
  ask_table_wish_free (request->wish);
  g_free (request);
}

static gpointer
arrange_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;

  return ask_arrangement_new (request->rows, request->wish, cancellable, error);
}

static void
set_busy (AskGridModel *self, gboolean busy)
{
  if (self->busy == busy)
    return;
  self->busy = busy;
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

static void
stop (AskGridModel *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
take_arrangement (AskGridModel *self, AskArrangement *arrangement)
{
  g_clear_pointer (&self->arrangement, ask_arrangement_unref);
  self->arrangement = arrangement;
  set_busy (self, FALSE);
  g_signal_emit (self, signals[ARRANGED], 0);
}

static void
arrange_ready (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  AskArrangement *arrangement = ask_job_finish (source, result, &error);

  /* Cancelled: by the next wish, which has its own job. */
  if (arrangement != NULL)
    take_arrangement (ASK_GRID_MODEL (source), arrangement);
}

static void
arrange_here (AskGridModel *self)
{
  gsize cells = ask_rows_get_n_rows (self->rows) * MAX (1, ask_rows_get_n_columns (self->rows));
  Request *request;

  if (cells <= AT_ONCE_CELLS || ask_table_wish_is_empty (self->wish))
    {
      take_arrangement (self, ask_arrangement_new (self->rows, self->wish, NULL, NULL));
      return;
    }
  request = g_new0 (Request, 1);
  request->rows = ask_rows_ref (self->rows);
  request->wish = ask_table_wish_copy (self->wish);
  self->cancellable = g_cancellable_new ();
  set_busy (self, TRUE);
  ask_job_start (ask_job_new (arrange_job, (GDestroyNotify) ask_arrangement_unref, request, request_free), self, NULL,
                 self->cancellable, arrange_ready, NULL);
}

/* The first to say that it does so brings the rows. */
static gboolean
is_taken_over (GSignalInvocationHint *hint, GValue *whole, const GValue *one, gpointer data)
{
  g_value_copy (one, whole);
  return !g_value_get_boolean (one);
}

static void
arrange (AskGridModel *self)
{
  gboolean taken = FALSE;

  stop (self);
  if (self->owned || ask_rows_get_truncated (self->rows))
    {
      set_busy (self, TRUE);
      g_signal_emit (self, signals[ARRANGE_WANTED], 0, self->wish, &taken);
    }
  self->taken_over = taken;
  self->owned = self->owned || taken;
  if (!taken)
    arrange_here (self);
}

static gboolean
has_same_columns (const AskRows *a, const AskRows *b)
{
  if (ask_rows_get_n_columns (a) != ask_rows_get_n_columns (b))
    return FALSE;
  for (guint i = 0; i < ask_rows_get_n_columns (a); i++)
    if (g_strcmp0 (ask_rows_get_column (a, i)->name, ask_rows_get_column (b, i)->name) != 0)
      return FALSE;
  return TRUE;
}

static void measure_colour (AskGridModel *self, Column *column);

static void
reset_columns (AskGridModel *self)
{
  g_array_set_size (self->columns, 0);
  self->n_frozen = 0;
  for (guint i = 0; i < ask_rows_get_n_columns (self->rows); i++)
    {
      Column column = { .column = i };

      g_array_append_val (self->columns, column);
    }
}

static void
set_rows (AskGridModel *self, AskRows *rows)
{
  gboolean same = self->rows != NULL && has_same_columns (self->rows, rows);

  ask_rows_ref (rows);
  g_clear_pointer (&self->rows, ask_rows_unref);
  self->rows = rows;
  self->asked_for = NULL;
  if (!same)
    reset_columns (self);
  for (guint i = 0; i < self->columns->len; i++)
    measure_colour (self, &g_array_index (self->columns, Column, i));
}

/**
 * ask_grid_model_new:
 * @rows: which change no more; a reference is kept
 *
 * Returns: (transfer full): a model that shows all of them as they came
 */
AskGridModel *
ask_grid_model_new (AskRows *rows)
{
  AskGridModel *self;

  g_return_val_if_fail (rows != NULL, NULL);
  self = g_object_new (ASK_TYPE_GRID_MODEL, NULL);
  set_rows (self, rows);
  self->arrangement = ask_arrangement_new (rows, NULL, NULL, NULL);
  return self;
}

/** ask_grid_model_get_rows: @self: a model; Returns: (transfer none): all rows that are here */
AskRows *
ask_grid_model_get_rows (AskGridModel *self)
{
  return self->rows;
}

/** ask_grid_model_get_arrangement: @self: a model; Returns: (transfer none): the rows that are shown, in their order */
AskArrangement *
ask_grid_model_get_arrangement (AskGridModel *self)
{
  return self->arrangement;
}

/** ask_grid_model_get_wish: @self: a model; Returns: (transfer none): what is wanted; to change it, take a copy */
const AskTableWish *
ask_grid_model_get_wish (AskGridModel *self)
{
  return self->wish;
}

/**
 * ask_grid_model_take_wish:
 * @self: a model
 * @wish: (transfer full): which rows in which order, instead of what was wanted before
 *
 * "arranged" tells when they are there: at once where they are few.
 */
void
ask_grid_model_take_wish (AskGridModel *self, AskTableWish *wish)
{
  ask_table_wish_free (self->wish);
  self->wish = wish;
  arrange (self);
}

/** ask_grid_model_is_busy: @self: a model; Returns: whether what is wanted is still on its way */
gboolean
ask_grid_model_is_busy (AskGridModel *self)
{
  return self->busy;
}

/**
 * ask_grid_model_take_rows:
 * @self: a model
 * @rows: (transfer none): rows in the order of the wish, and no others
 *
 * The owner's answer to "arrange-wanted".
 */
void
ask_grid_model_take_rows (AskGridModel *self, AskRows *rows)
{
  stop (self);
  set_rows (self, rows);
  g_signal_emit (self, signals[ROWS_CHANGED], 0);
  take_arrangement (self, ask_arrangement_new (rows, NULL, NULL, NULL));
}

/** ask_grid_model_give_up: @self: a model, whose owner took over and can't bring the rows; what is here is arranged */
void
ask_grid_model_give_up (AskGridModel *self)
{
  stop (self);
  arrange_here (self);
}

/**
 * ask_grid_model_extend:
 * @self: a model
 * @rows: (transfer none): those that are here, and more behind them
 *
 * Shows more rows; what is looked at and selected stays. Of a wish that the owner did not take over, they are arranged here.
 */
void
ask_grid_model_extend (AskGridModel *self, AskRows *rows)
{
  gboolean same = has_same_columns (self->rows, rows);

  stop (self);
  set_rows (self, rows);
  if (!same)
    g_signal_emit (self, signals[ROWS_CHANGED], 0);
  if (self->taken_over)
    take_arrangement (self, ask_arrangement_new (rows, NULL, NULL, NULL));
  else
    arrange_here (self);
}

/** ask_grid_model_set_total: @self: a model; @n_rows: how many rows there are in all, -1 where nobody knows */
void
ask_grid_model_set_total (AskGridModel *self, gint64 n_rows)
{
  self->total = n_rows;
  g_signal_emit (self, signals[ARRANGED], 0);
}

/** ask_grid_model_get_total: @self: a model; Returns: how many rows there are in all, or -1 */
gint64
ask_grid_model_get_total (AskGridModel *self)
{
  return self->total >= 0 || ask_rows_get_truncated (self->rows) ? self->total
                                                                 : (gint64) ask_rows_get_n_rows (self->rows);
}

static gboolean
ask_for_more (gpointer data)
{
  AskGridModel *self = data;

  self->asking = 0;
  g_signal_emit (self, signals[MORE_WANTED], 0);
  return G_SOURCE_REMOVE;
}

/** ask_grid_model_want_more: @self: a model, whose end a person has come near; asks its owner for more, once and soon */
void
ask_grid_model_want_more (AskGridModel *self)
{
  if (self->asked_for == self->rows || !ask_rows_get_truncated (self->rows))
    return;
  self->asked_for = self->rows;
  if (self->asking == 0)
    self->asking = g_idle_add (ask_for_more, self);
}

static Column *
find_column (AskGridModel *self, guint column)
{
  guint place = ask_grid_model_find_place (self, column);

  return &g_array_index (self->columns, Column, place);
}

static void
columns_changed (AskGridModel *self)
{
  g_signal_emit (self, signals[COLUMNS_CHANGED], 0);
}

/** ask_grid_model_get_n_columns: @self: a model; Returns: how many columns, hidden ones among them */
guint
ask_grid_model_get_n_columns (AskGridModel *self)
{
  return self->columns->len;
}

/** ask_grid_model_get_column: @self: a model; @place: from 0, hidden ones counted; Returns: which of the rows' columns */
guint
ask_grid_model_get_column (AskGridModel *self, guint place)
{
  return g_array_index (self->columns, Column, place).column;
}

/** ask_grid_model_find_place: @self: a model; @column: of the rows; Returns: its place, hidden ones counted */
guint
ask_grid_model_find_place (AskGridModel *self, guint column)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (g_array_index (self->columns, Column, i).column == column)
      return i;
  g_return_val_if_reached (0);
}

/** ask_grid_model_get_n_shown: @self: a model; Returns: how many columns are shown */
guint
ask_grid_model_get_n_shown (AskGridModel *self)
{
  guint n = 0;

  for (guint i = 0; i < self->columns->len; i++)
    n += !g_array_index (self->columns, Column, i).hidden;
  return n;
}

/** ask_grid_model_get_shown: @self: a model; @place: from 0, of those that are shown; Returns: which of the rows' columns */
guint
ask_grid_model_get_shown (AskGridModel *self, guint place)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const Column *column = &g_array_index (self->columns, Column, i);

      if (!column->hidden && place-- == 0)
        return column->column;
    }
  g_return_val_if_reached (0);
}

/** ask_grid_model_is_hidden: @self: a model; @column: of the rows; Returns: whether it is not shown */
gboolean
ask_grid_model_is_hidden (AskGridModel *self, guint column)
{
  return find_column (self, column)->hidden;
}

/** ask_grid_model_set_hidden: @self: a model; @column: of the rows; @hidden: whether it is not shown; one always is */
void
ask_grid_model_set_hidden (AskGridModel *self, guint column, gboolean hidden)
{
  Column *info = find_column (self, column);

  if (info->hidden == hidden || (hidden && ask_grid_model_get_n_shown (self) == 1))
    return;
  info->hidden = hidden;
  self->n_frozen = MIN (self->n_frozen, ask_grid_model_get_n_shown (self) - 1);
  columns_changed (self);
}

/** ask_grid_model_move: @self: a model; @column: of the rows; @by: how many shown columns further, or back below 0 */
void
ask_grid_model_move (AskGridModel *self, guint column, int by)
{
  int step = by < 0 ? -1 : 1;
  int place = (int) ask_grid_model_find_place (self, column);
  Column moved = g_array_index (self->columns, Column, place);

  for (int next = place + step; by != 0 && next >= 0 && next < (int) self->columns->len; next += step)
    {
      gboolean shown = !g_array_index (self->columns, Column, next).hidden;

      g_array_index (self->columns, Column, place) = g_array_index (self->columns, Column, next);
      g_array_index (self->columns, Column, next) = moved;
      place = next;
      by -= shown ? step : 0;
    }
  columns_changed (self);
}

/** ask_grid_model_swap: @self: a model; @column: of the rows; @by: 1 or -1: it trades places with that neighbour, shown or not */
void
ask_grid_model_swap (AskGridModel *self, guint column, int by)
{
  guint place = ask_grid_model_find_place (self, column);
  Column *columns = (Column *) (gpointer) self->columns->data;
  Column other;

  g_return_if_fail ((by == 1 && place + 1 < self->columns->len) || (by == -1 && place > 0));
  other = columns[(int) place + by];
  columns[(int) place + by] = columns[place];
  columns[place] = other;
  columns_changed (self);
}

/** ask_grid_model_get_n_frozen: @self: a model; Returns: so many of the shown columns stay where they are */
guint
ask_grid_model_get_n_frozen (AskGridModel *self)
{
  return self->n_frozen;
}

/** ask_grid_model_set_n_frozen: @self: a model; @n: so many of the shown columns stay where they are; never the last one */
void
ask_grid_model_set_n_frozen (AskGridModel *self, guint n)
{
  self->n_frozen = MIN (n, ask_grid_model_get_n_shown (self) - 1);
  columns_changed (self);
}

/** ask_grid_model_get_width: @self: a model; @column: of the rows; Returns: in pixels, 0 for what its values need */
int
ask_grid_model_get_width (AskGridModel *self, guint column)
{
  return find_column (self, column)->width;
}

/** ask_grid_model_set_width: @self: a model; @column: of the rows; @width: in pixels, 0 for what its values need */
void
ask_grid_model_set_width (AskGridModel *self, guint column, int width)
{
  Column *info = find_column (self, column);

  if (info->width == width)
    return;
  info->width = width;
  columns_changed (self);
}

static gboolean
read_number (const AskValue *value, double *number)
{
  char *end;

  if (ask_value_get_number (value, number))
    return TRUE;
  if (value->kind != ASK_VALUE_TEXT)
    return FALSE;
  *number = g_ascii_strtod (value->text, &end);
  return end != value->text;
}

static void
measure_colour (AskGridModel *self, Column *column)
{
  double number;

  column->least = column->most = 0;
  if (column->colour != ASK_GRID_COLOUR_BARS && column->colour != ASK_GRID_COLOUR_SCALE)
    return;
  if (column->colour == ASK_GRID_COLOUR_SCALE)
    {
      column->least = G_MAXDOUBLE;
      column->most = -G_MAXDOUBLE;
    }
  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    if (read_number (ask_rows_get (self->rows, row, column->column), &number))
      {
        column->least = MIN (column->least, number);
        column->most = MAX (column->most, number);
      }
}

/** ask_grid_model_get_colour: @self: a model; @column: of the rows; Returns: how its values are seen at a glance */
AskGridColour
ask_grid_model_get_colour (AskGridModel *self, guint column)
{
  return find_column (self, column)->colour;
}

/** ask_grid_model_set_colour: @self: a model; @column: of the rows; @colour: how its values are seen at a glance */
void
ask_grid_model_set_colour (AskGridModel *self, guint column, AskGridColour colour)
{
  Column *info = find_column (self, column);

  if (info->colour == colour)
    return;
  info->colour = colour;
  measure_colour (self, info);
  columns_changed (self);
}

/**
 * ask_grid_model_get_part:
 * @self: a model
 * @column: of the rows, one with bars or a scale
 * @value: one of its cells
 * @zero: (out): where the column's zero lies between its least (0) and its most (1)
 * @part: (out): where the value lies
 *
 * Returns: whether the value is a number, and the column has different ones
 */
gboolean
ask_grid_model_get_part (AskGridModel *self, guint column, const AskValue *value, double *zero, double *part)
{
  const Column *info = find_column (self, column);
  double span = info->most - info->least;
  double number;

  if (!(span > 0) || !read_number (value, &number))
    return FALSE;
  *zero = CLAMP (-info->least / span, 0, 1);
  *part = CLAMP ((number - info->least) / span, 0, 1);
  return TRUE;
}

static void
ask_grid_model_dispose (GObject *object)
{
  AskGridModel *self = ASK_GRID_MODEL (object);

  stop (self);
  g_clear_handle_id (&self->asking, g_source_remove);
  G_OBJECT_CLASS (ask_grid_model_parent_class)->dispose (object);
}

static void
ask_grid_model_finalize (GObject *object)
{
  AskGridModel *self = ASK_GRID_MODEL (object);

  g_clear_pointer (&self->arrangement, ask_arrangement_unref);
  g_clear_pointer (&self->rows, ask_rows_unref);
  ask_table_wish_free (self->wish);
  g_array_unref (self->columns);
  G_OBJECT_CLASS (ask_grid_model_parent_class)->finalize (object);
}

static void
ask_grid_model_class_init (AskGridModelClass *klass)
{
  static const char *const names[N_SIGNALS]
    = { NULL, "more-wanted", "rows-changed", "arranged", "columns-changed", "busy-changed" };
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_grid_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_grid_model_finalize;
  signals[ARRANGE_WANTED] = g_signal_new ("arrange-wanted", type, G_SIGNAL_RUN_LAST, 0, is_taken_over, NULL, NULL,
                                          G_TYPE_BOOLEAN, 1, G_TYPE_POINTER);
  for (guint i = MORE_WANTED; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_grid_model_init (AskGridModel *self)
{
  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  self->wish = ask_table_wish_new ();
  self->total = -1;
}
