/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps the wish, has it carried out, and keeps how columns are shown. What takes long runs as a job; what is shown
 * meanwhile is what was shown before. It draws nothing.
 */
#include "config.h"

#include "app/grid/ask-grid-model-private.h"

#include "app/jobs/ask-job.h"
#include "app/jobs/ask-jobs-wish.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

/* So few rows are arranged at once: a job would only make them flicker. */
#define AT_ONCE_CELLS 40000

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

/* ask_grid_request_new: Returns: (transfer full): what a job is told: of @rows, those of @wish, which is copied; and a column */
AskGridRequest *
ask_grid_request_new (AskRows *rows, const AskTableWish *wish, guint column)
{
  AskGridRequest *request = g_new0 (AskGridRequest, 1);

  request->rows = ask_rows_ref (rows);
  request->wish = ask_table_wish_copy (wish);
  request->column = column;
  return request;
}

/* ask_grid_request_free: @data: a request */
void
ask_grid_request_free (gpointer data)
{
  AskGridRequest *request = data;

  ask_rows_unref (request->rows);
  ask_table_wish_free (request->wish);
  g_free (request);
}

static gpointer
arrange_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskGridRequest *request = data;

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

/* @wish: the model's own, or the filters of it alone */
static void
arrange_by (AskGridModel *self, const AskTableWish *wish)
{
  gsize cells = ask_rows_get_n_rows (self->rows) * MAX (1, ask_rows_get_n_columns (self->rows));

  if (cells <= AT_ONCE_CELLS || ask_table_wish_is_empty (wish))
    {
      take_arrangement (self, ask_arrangement_new (self->rows, wish, NULL, NULL));
      return;
    }
  self->cancellable = g_cancellable_new ();
  set_busy (self, TRUE);
  ask_job_start (ask_job_new (arrange_job, (GDestroyNotify) ask_arrangement_unref,
                              ask_grid_request_new (self->rows, wish, 0), ask_grid_request_free),
                 self, NULL, self->cancellable, arrange_ready, NULL);
}

static void
arrange_here (AskGridModel *self)
{
  arrange_by (self, self->wish);
}

static void set_rows (AskGridModel *self, AskRows *rows);

static void
show_rows (AskGridModel *self, AskRows *rows, gboolean asked)
{
  g_autoptr (AskTableWish) wish = ask_table_wish_copy (self->wish);

  self->asked = asked;
  set_rows (self, rows);
  g_signal_emit (self, signals[ROWS_CHANGED], 0);
  /* The order of rows that were cut off is the source's. */
  if (asked && ask_rows_get_truncated (rows))
    g_array_set_size (wish->order, 0);
  arrange_by (self, wish);
}

static void
source_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  AskGridModel *self = ASK_GRID_MODEL (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = ask_job_finish (source, result, &error);

  /* By the next wish. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->asking_source = FALSE;
  if (rows != NULL)
    {
      show_rows (self, rows, TRUE);
      return;
    }
  self->failure = g_strdup (ask_error_get_words (error));
  /* What an earlier wish brought is no part of all rows that anybody knows. */
  show_rows (self, self->first, FALSE);
}

/* Returns: whether the statement is asked, or its first rows are wanted again */
static gboolean
arrange_there (AskGridModel *self)
{
  self->asking_source = FALSE;
  g_clear_pointer (&self->failure, g_free);
  if (self->sql == NULL || !ask_rows_get_truncated (self->first))
    return FALSE;
  if (ask_table_wish_is_empty (self->wish))
    {
      show_rows (self, self->first, FALSE);
      return TRUE;
    }
  self->asking_source = TRUE;
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_wish (self->wish, self->first, self->sql), self, self->path, self->cancellable,
                 source_answered, NULL);
  set_busy (self, TRUE);
  return TRUE;
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
  if (arrange_there (self))
    return;
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

static void
reset_columns (AskGridModel *self)
{
  g_array_set_size (self->columns, 0);
  self->n_frozen = 0;
  for (guint i = 0; i < ask_rows_get_n_columns (self->rows); i++)
    {
      AskGridColumn column = { .column = i };

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
    ask_grid_column_measure (self, &g_array_index (self->columns, AskGridColumn, i));
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
  if (self->fixed)
    g_array_set_size (wish->order, 0);
  arrange (self);
}

/** ask_grid_model_fix_order: @self: a model of rows that mean something by where they stand: subtotals below their groups */
void
ask_grid_model_fix_order (AskGridModel *self)
{
  self->fixed = TRUE;
}

/** ask_grid_model_is_fixed: @self: a model; Returns: whether its rows stay in their order */
gboolean
ask_grid_model_is_fixed (AskGridModel *self)
{
  return self->fixed;
}

/** ask_grid_model_is_busy: @self: a model; Returns: whether what is wanted is still on its way */
gboolean
ask_grid_model_is_busy (AskGridModel *self)
{
  return self->busy;
}

/** ask_grid_model_set_workspace: @self: a model; @path: (nullable): of the workspace that its rows come from, for files that
 * they name */
void
ask_grid_model_set_workspace (AskGridModel *self, const char *path)
{
  g_free (self->path);
  self->path = g_strdup (path);
}

/** ask_grid_model_get_workspace: @self: a model; Returns: (transfer none) (nullable): the path that was given */
const char *
ask_grid_model_get_workspace (AskGridModel *self)
{
  return self->path;
}

/**
 * ask_grid_model_set_source:
 * @self: a model of the first rows of a statement
 * @path: of the workspace
 * @sql: the statement, which runs again, ordered and filtered, wherever a wish is of more rows than are here
 */
void
ask_grid_model_set_source (AskGridModel *self, const char *path, const char *sql)
{
  g_return_if_fail (self->sql == NULL && path != NULL && sql != NULL);
  self->first = ask_rows_ref (self->rows);
  ask_grid_model_set_workspace (self, path);
  self->sql = g_strdup (sql);
}

/** ask_grid_model_get_source: @self: a model; @path: (out): of the workspace; Returns: (transfer none) (nullable): the
 * statement that has more rows than are here */
const char *
ask_grid_model_get_source (AskGridModel *self, const char **path)
{
  *path = self->path;
  return self->sql != NULL && ask_rows_get_truncated (self->first) ? self->sql : NULL;
}

/** ask_grid_model_get_statement: @self: a model; Returns: (transfer none) (nullable): the statement that gave its first rows,
 * whether or not all are here */
const char *
ask_grid_model_get_statement (AskGridModel *self)
{
  return self->sql;
}

/** ask_grid_model_is_asked: @self: a model; Returns: whether what is here is of all rows of its statement */
gboolean
ask_grid_model_is_asked (AskGridModel *self)
{
  return self->asked;
}

/** ask_grid_model_is_asking: @self: a model; Returns: whether its statement runs now */
gboolean
ask_grid_model_is_asking (AskGridModel *self)
{
  return self->asking_source && self->busy;
}

/** ask_grid_model_get_failure: @self: a model; Returns: (transfer none) (nullable): why its statement gave nothing */
const char *
ask_grid_model_get_failure (AskGridModel *self)
{
  return self->failure;
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

/**
 * ask_grid_model_give_up:
 * @self: a model, whose owner took over and cannot bring the rows
 * @why: (nullable): in words for people
 *
 * What is here is arranged here.
 */
void
ask_grid_model_give_up (AskGridModel *self, const char *why)
{
  stop (self);
  self->taken_over = FALSE;
  ask_text_set (&self->failure, why);
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
  g_clear_pointer (&self->first, ask_rows_unref);
  g_free (self->path);
  g_free (self->sql);
  g_free (self->failure);
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
  self->columns = g_array_new (FALSE, FALSE, sizeof (AskGridColumn));
  self->wish = ask_table_wish_new ();
  self->total = -1;
}
