/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first pass over a sheet: where its table lies among titles and margins, whether its first row heads it,
 * what its columns are called, and how every cell of them can be read. Between rows nothing but the columns
 * is kept, so a sheet of any length passes through little memory. A row that has no place in the table is
 * an error that names its line, never left out.
 */
#include "config.h"

#include "source/sheet/ask-sheet-layout.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "source/sheet/ask-sheet-header.h"

/* Rows that are kept to find the header among them. */
#define SAMPLE_ROWS 50

typedef struct
{
  AskSheetCell *cells;
  guint n_cells;
  guint64 line;
  GString *bytes;
} Kept;

typedef struct
{
  AskSheetLayout *layout;
  AskSheetReader *reader;
  GPtrArray *notes;
  GCancellable *cancellable;
  guint width; /* cells that a row may have; of a ragged one, has so far */
} Pass;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_free (kept->cells);
  g_string_free (kept->bytes, TRUE);
  g_free (kept);
}

static void
column_clear (gpointer column)
{
  ask_sheet_column_clear (column);
}

/** ask_sheet_layout_clear: frees what @self holds */
void
ask_sheet_layout_clear (AskSheetLayout *self)
{
  g_clear_pointer (&self->columns, g_array_unref);
  g_clear_pointer (&self->taken, g_array_unref);
}

static guint
count_filled (const AskSheetCell *cells, guint n_cells)
{
  guint n = 0;

  for (guint i = 0; i < n_cells; i++)
    n += !ask_sheet_cell_is_blank (&cells[i]);
  return n;
}

static Kept *
keep (const AskSheetRow *row)
{
  Kept *kept = g_new0 (Kept, 1);
  gsize at = 0;

  kept->n_cells = row->n_cells;
  kept->line = row->line;
  kept->bytes = g_string_new (NULL);
  kept->cells = g_memdup2 (row->cells, row->n_cells * sizeof *row->cells);
  for (guint i = 0; i < row->n_cells; i++)
    g_string_append_len (kept->bytes, row->cells[i].text, row->cells[i].length);
  for (guint i = 0; i < row->n_cells; i++)
    {
      kept->cells[i].text = kept->bytes->str + at;
      at += row->cells[i].length;
    }
  return kept;
}

/* A title stands alone above a table that is wider. Only spreadsheets have titles. */
static guint
find_first (const Pass *self, GPtrArray *sample)
{
  guint widest = 0;

  for (guint i = 0; i < sample->len; i++)
    {
      const Kept *row = sample->pdata[i];

      widest = MAX (widest, count_filled (row->cells, row->n_cells));
    }
  if (!self->reader->ragged || widest < 3)
    return 0;
  for (guint i = 0; i < MIN (sample->len, 10); i++)
    {
      const Kept *row = sample->pdata[i];

      if (count_filled (row->cells, row->n_cells) > 1)
        return i;
    }
  return 0;
}

/* Whether the first of the rows heads the others. */
static void
find_header (AskSheetLayout *self, GPtrArray *sample, guint first, AskSheetHeader header)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (AskSheetRow));
  AskSheetFirst guess;

  for (guint r = first; r < sample->len; r++)
    {
      const Kept *kept = sample->pdata[r];
      AskSheetRow row = { kept->cells, kept->n_cells, kept->line };

      g_array_append_val (rows, row);
    }
  guess = ask_sheet_first_guess ((const AskSheetRow *) rows->data, rows->len, &self->reason);
  switch (header)
    {
    case ASK_SHEET_HEADER_YES:
    case ASK_SHEET_HEADER_NO:
      self->headed = header == ASK_SHEET_HEADER_YES;
      break;
    case ASK_SHEET_HEADER_EARLIER:
      self->headed = guess != ASK_SHEET_FIRST_DATA;
      break;
    case ASK_SHEET_HEADER_GUESS:
    default:
      self->headed = guess == ASK_SHEET_FIRST_NAMES;
    }
}

static char *
make_name (const AskSheetCell *cell, guint place)
{
  GString *name = g_string_new (NULL);

  if (cell != NULL && !ask_sheet_cell_is_blank (cell))
    {
      gboolean gap = FALSE;

      for (guint32 i = 0; i < cell->length; i++)
        if (g_ascii_isspace (cell->text[i]) || g_ascii_iscntrl (cell->text[i]))
          gap = name->len > 0;
        else
          {
            if (gap)
              g_string_append_c (name, ' ');
            gap = FALSE;
            g_string_append_c (name, cell->text[i]);
          }
    }
  if (name->len > 200)
    {
      const char *end;

      g_string_truncate (name, 200);
      g_utf8_validate (name->str, -1, &end);
      g_string_truncate (name, (gsize) (end - name->str));
    }
  if (name->len == 0)
    g_string_printf (name, "column_%u", place + 1);
  return g_string_free (name, FALSE);
}

static void
add_column (Pass *self)
{
  AskSheetColumn column;

  ask_sheet_column_init (&column);
  g_array_append_val (self->layout->columns, column);
  self->width = self->layout->columns->len;
}

static gboolean
fail_wide (const Pass *self, guint n, guint64 line, GError **error)
{
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                 self->reader->by_line
                   ? N_ ("%s has %u columns at line %llu; at most %d can be read. Leave out some of them.")
                   : N_ ("%s has %u columns at row %llu; at most %d can be read. Leave out some of them."),
                 self->reader->name, n, (unsigned long long) line, ASK_SHEET_MAX_COLUMNS);
  return FALSE;
}

static gboolean
check_width (Pass *self, const AskSheetRow *row, GError **error)
{
  guint n = row->n_cells;

  while (n > self->width && ask_sheet_cell_is_blank (&row->cells[n - 1]))
    n--;
  if (n <= self->width)
    return TRUE;
  if (n > ASK_SHEET_MAX_COLUMNS)
    return fail_wide (self, n, row->line, error);
  if (self->reader->ragged)
    {
      while (self->layout->columns->len < n)
        add_column (self);
      return TRUE;
    }
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                 self->reader->by_line ? N_ ("%s: line %llu has %u cells, the header %u. Put quotes around cells that "
                                             "hold the delimiter, or mend that line.")
                                       : N_ ("%s: row %llu has %u cells, the header %u. Put quotes around cells that "
                                             "hold the delimiter, or mend that line."),
                 self->reader->name, (unsigned long long) row->line, n, self->width);
  return FALSE;
}

static gboolean
profile_row (Pass *self, const AskSheetRow *row, GError **error)
{
  guint n;

  if (row->n_cells > self->width && !check_width (self, row, error))
    return FALSE;
  n = MIN (row->n_cells, self->width);
  for (guint i = 0; i < n; i++)
    ask_sheet_column_add (&g_array_index (self->layout->columns, AskSheetColumn, i), &row->cells[i]);
  self->layout->n_short += row->n_cells < self->width;
  self->layout->n_rows++;
  return TRUE;
}

static gboolean
profile_sample (Pass *self, GPtrArray *sample, AskSheetHeader header, GError **error)
{
  guint first;
  guint n_header = 0;
  const Kept *top;

  if (sample->len == 0)
    return TRUE;
  first = find_first (self, sample);
  top = sample->pdata[first];
  for (guint i = 0; i < first; i++)
    {
      const Kept *row = sample->pdata[i];

      if (count_filled (row->cells, row->n_cells) > 0)
        g_ptr_array_add (self->notes, g_strdup_printf ("%s: row %" G_GUINT64_FORMAT " was taken for a title and left "
                                                       "out.",
                                                       self->reader->name, row->line));
    }
  find_header (self->layout, sample, first, header);
  self->layout->n_skipped += first + self->layout->headed;
  if (self->layout->headed)
    {
      for (guint i = 0; i < top->n_cells; i++)
        if (!ask_sheet_cell_is_blank (&top->cells[i]))
          n_header = i + 1;
      n_header = MAX (n_header, self->reader->ragged ? 0 : top->n_cells);
    }
  else
    for (guint r = first; r < sample->len; r++)
      n_header = MAX (n_header, ((const Kept *) sample->pdata[r])->n_cells);
  if (n_header > ASK_SHEET_MAX_COLUMNS)
    return fail_wide (self, n_header, top->line, error);
  for (guint i = 0; i < n_header; i++)
    {
      add_column (self);
      if (self->layout->headed && !ask_sheet_cell_is_blank (&top->cells[i]))
        g_array_index (self->layout->columns, AskSheetColumn, i).name = make_name (&top->cells[i], i);
    }
  for (guint r = first + self->layout->headed; r < sample->len; r++)
    {
      const Kept *kept = sample->pdata[r];
      AskSheetRow row = { kept->cells, kept->n_cells, kept->line };

      if (!profile_row (self, &row, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
profile (Pass *self, AskSheetHeader header, gboolean whole, GError **error)
{
  g_autoptr (GPtrArray) sample = g_ptr_array_new_with_free_func (kept_free);
  AskSheetRow row;
  AskStep step = ASK_STEP_ROW;

  if (!self->reader->rewind (self->reader, self->cancellable, error))
    return FALSE;
  while (sample->len < SAMPLE_ROWS
         && (step = self->reader->next (self->reader, &row, self->cancellable, error)) == ASK_STEP_ROW)
    if (sample->len > 0 || count_filled (row.cells, row.n_cells) > 0)
      g_ptr_array_add (sample, keep (&row));
    else
      self->layout->n_skipped++;
  if (step == ASK_STEP_FAILED || !profile_sample (self, sample, header, error))
    return FALSE;
  g_clear_pointer (&sample, g_ptr_array_unref);
  if (step == ASK_STEP_DONE || !whole || self->layout->columns->len == 0)
    return TRUE;
  while ((step = self->reader->next (self->reader, &row, self->cancellable, error)) == ASK_STEP_ROW)
    if (!profile_row (self, &row, error)
        || (self->layout->n_rows % ASK_SHEET_ROWS_A_LOOK == 0
            && g_cancellable_set_error_if_cancelled (self->cancellable, error)))
      return FALSE;
  return step == ASK_STEP_DONE;
}

/**
 * ask_sheet_make_unique:
 * @wanted: a name
 * @names: (element-type utf8): those that are taken, in one case (g_utf8_casefold()); gets the new one. Must
 *   free its keys
 *
 * Returns: (transfer full): @wanted, with a number behind it where the name is taken in any case
 */
char *
ask_sheet_make_unique (const char *wanted, GHashTable *names)
{
  g_autofree char *name = g_strdup (wanted);
  g_autofree char *folded = g_utf8_casefold (name, -1);

  for (guint n = 2; g_hash_table_contains (names, folded); n++)
    {
      g_free (name);
      g_free (folded);
      name = g_strdup_printf ("%s_%u", wanted, n);
      folded = g_utf8_casefold (name, -1);
    }
  g_hash_table_add (names, g_steal_pointer (&folded));
  return g_steal_pointer (&name);
}

/* Columns without a header and without a value are margins; the others get a name each. */
static void
name_columns (AskSheetLayout *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (AskSheetColumn));

  g_array_set_clear_func (kept, column_clear);
  for (guint i = 0; i < self->columns->len; i++)
    {
      AskSheetColumn column = g_array_index (self->columns, AskSheetColumn, i);

      if (column.name == NULL && column.n_values == 0)
        continue;
      g_array_append_val (kept, column);
      g_array_append_val (self->taken, i);
    }
  /* Their names are in @kept now. */
  g_array_set_clear_func (self->columns, NULL);
  g_array_unref (self->columns);
  self->columns = kept;
  /* Names that were given come before those that are made. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < kept->len; i++)
      {
        AskSheetColumn *column = &g_array_index (kept, AskSheetColumn, i);
        g_autofree char *wanted = NULL;

        if ((column->name == NULL) != (pass == 1))
          continue;
        wanted = column->name != NULL ? g_steal_pointer (&column->name)
                                      : make_name (NULL, g_array_index (self->taken, guint, i));
        column->name = ask_sheet_make_unique (wanted, names);
      }
}

static gboolean
find (Pass *pass, AskSheetHeader header, gboolean whole, GError **error)
{
  AskSheetLayout *self = pass->layout;

  memset (self, 0, sizeof *self);
  self->columns = g_array_new (FALSE, FALSE, sizeof (AskSheetColumn));
  g_array_set_clear_func (self->columns, column_clear);
  self->taken = g_array_new (FALSE, FALSE, sizeof (guint));
  if (!profile (pass, header, whole, error))
    return FALSE;
  name_columns (self);
  return TRUE;
}

/**
 * ask_sheet_layout_find:
 * @self: (out caller-allocates): cleared with ask_sheet_layout_clear(), also after a failure
 * @reader: read from its beginning
 * @header: whether its first row with anything in it is one of names
 * @notes: (element-type utf8): gets a sentence for each row that was taken for a title
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT, %ASK_SOURCE_ERROR_UNREACHABLE or
 *   %G_IO_ERROR_CANCELLED
 *
 * Blocks. What the columns hold is not decided yet: see ask_sheet_columns_decide().
 *
 * Returns: whether every row that was read has its place
 */
gboolean
ask_sheet_layout_find (AskSheetLayout *self, AskSheetReader *reader, AskSheetHeader header, GPtrArray *notes,
                       GCancellable *cancellable, GError **error)
{
  Pass pass = { .layout = self, .reader = reader, .notes = notes, .cancellable = cancellable };

  return find (&pass, header, TRUE, error);
}

/**
 * ask_sheet_layout_find_start:
 * @self: (out caller-allocates): as of ask_sheet_layout_find(), as are @reader, @header and @error
 * @notes: (element-type utf8): gets a sentence for each row that was taken for a title
 *
 * As ask_sheet_layout_find(), but reads only the rows at the beginning among which the header is looked for: @self is
 * what they alone would give.
 *
 * Returns: whether every row that was read has its place
 */
gboolean
ask_sheet_layout_find_start (AskSheetLayout *self, AskSheetReader *reader, AskSheetHeader header, GPtrArray *notes,
                             GCancellable *cancellable, GError **error)
{
  Pass pass = { .layout = self, .reader = reader, .notes = notes, .cancellable = cancellable };

  return find (&pass, header, FALSE, error);
}
