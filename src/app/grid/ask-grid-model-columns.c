/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which columns are shown, in which order, how wide, and with which colours.
 */
#include "config.h"

#include "app/grid/ask-grid-model-private.h"

static AskGridColumn *
find_column (AskGridModel *self, guint column)
{
  guint place = ask_grid_model_find_place (self, column);

  return &g_array_index (self->columns, AskGridColumn, place);
}

static void
columns_changed (AskGridModel *self)
{
  g_signal_emit_by_name (self, "columns-changed");
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
  return g_array_index (self->columns, AskGridColumn, place).column;
}

/** ask_grid_model_find_place: @self: a model; @column: of the rows; Returns: its place, hidden ones counted */
guint
ask_grid_model_find_place (AskGridModel *self, guint column)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (g_array_index (self->columns, AskGridColumn, i).column == column)
      return i;
  g_return_val_if_reached (0);
}

/** ask_grid_model_get_n_shown: @self: a model; Returns: how many columns are shown */
guint
ask_grid_model_get_n_shown (AskGridModel *self)
{
  guint n = 0;

  for (guint i = 0; i < self->columns->len; i++)
    n += !g_array_index (self->columns, AskGridColumn, i).hidden;
  return n;
}

/** ask_grid_model_get_shown: @self: a model; @place: from 0, of those that are shown; Returns: which of the rows' columns */
guint
ask_grid_model_get_shown (AskGridModel *self, guint place)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AskGridColumn *column = &g_array_index (self->columns, AskGridColumn, i);

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
  AskGridColumn *info = find_column (self, column);

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
  AskGridColumn moved = g_array_index (self->columns, AskGridColumn, place);

  for (int next = place + step; by != 0 && next >= 0 && next < (int) self->columns->len; next += step)
    {
      gboolean shown = !g_array_index (self->columns, AskGridColumn, next).hidden;

      g_array_index (self->columns, AskGridColumn, place) = g_array_index (self->columns, AskGridColumn, next);
      g_array_index (self->columns, AskGridColumn, next) = moved;
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
  AskGridColumn *columns = (AskGridColumn *) (gpointer) self->columns->data;
  AskGridColumn other;

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
  AskGridColumn *info = find_column (self, column);

  if (info->width == width)
    return;
  info->width = width;
  columns_changed (self);
}

/* How a column of this name was shown, the first that no other column has; of "(ua(sibu))", its second member. */
static gboolean
find_in_layout (GVariant *columns, const char *name, GArray *taken, gsize *at)
{
  for (gsize i = 0; i < g_variant_n_children (columns); i++)
    {
      const char *one;

      g_variant_get_child (columns, i, "(&sibu)", &one, NULL, NULL, NULL);
      if (g_array_index (taken, gboolean, i) || g_strcmp0 (one, name) != 0)
        continue;
      g_array_index (taken, gboolean, i) = TRUE;
      *at = i;
      return TRUE;
    }
  return FALSE;
}

/**
 * ask_grid_model_dup_layout:
 * @self: a model
 *
 * Returns: (transfer full): how its columns are shown, by their names, for ask_grid_model_set_layout() of another model of the
 *   same table
 */
GVariant *
ask_grid_model_dup_layout (AskGridModel *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sibu)"));
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AskGridColumn *column = &g_array_index (self->columns, AskGridColumn, i);

      g_variant_builder_add (&builder, "(sibu)", ask_rows_get_column (self->rows, column->column)->name, column->width,
                             column->hidden, (guint32) column->colour);
    }
  return g_variant_ref_sink (g_variant_new ("(ua(sibu))", self->n_frozen, &builder));
}

/** ask_grid_model_set_layout: @self: a model; @layout: of ask_grid_model_dup_layout(). Columns that it does not name come last */
void
ask_grid_model_set_layout (AskGridModel *self, GVariant *layout)
{
  g_autoptr (GVariant) columns = g_variant_get_child_value (layout, 1);
  g_autoptr (GArray) taken = g_array_new (FALSE, TRUE, sizeof (gboolean));
  gsize n_known = g_variant_n_children (columns);
  g_autofree AskGridColumn *placed = g_new0 (AskGridColumn, n_known);
  g_autofree gboolean *there = g_new0 (gboolean, n_known);
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (AskGridColumn));
  gsize at;

  g_array_set_size (taken, (guint) n_known);
  for (guint i = 0; i < self->columns->len; i++)
    {
      AskGridColumn column = g_array_index (self->columns, AskGridColumn, i);
      guint32 colour;

      if (!find_in_layout (columns, ask_rows_get_column (self->rows, column.column)->name, taken, &at))
        {
          g_array_append_val (others, column);
          continue;
        }
      g_variant_get_child (columns, at, "(&sibu)", NULL, &column.width, &column.hidden, &colour);
      column.colour = (AskGridColour) colour;
      ask_grid_column_measure (self, &column);
      placed[at] = column;
      there[at] = TRUE;
    }
  g_array_set_size (self->columns, 0);
  for (gsize i = 0; i < n_known; i++)
    if (there[i])
      g_array_append_val (self->columns, placed[i]);
  g_array_append_vals (self->columns, others->data, others->len);
  /* Those that were shown may be gone. */
  if (ask_grid_model_get_n_shown (self) == 0 && self->columns->len > 0)
    g_array_index (self->columns, AskGridColumn, 0).hidden = FALSE;
  g_variant_get_child (layout, 0, "u", &self->n_frozen);
  self->n_frozen = MIN (self->n_frozen, MAX (1, ask_grid_model_get_n_shown (self)) - 1);
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

/** ask_grid_column_measure: @self: a model; @column: of it, whose least and most are found where it has a colour */
void
ask_grid_column_measure (AskGridModel *self, AskGridColumn *column)
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
  AskGridColumn *info = find_column (self, column);

  if (info->colour == colour)
    return;
  info->colour = colour;
  ask_grid_column_measure (self, info);
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
  const AskGridColumn *info = find_column (self, column);
  double span = info->most - info->least;
  double number;

  if (!(span > 0) || !read_number (value, &number))
    return FALSE;
  *zero = CLAMP (-info->least / span, 0, 1);
  *part = CLAMP ((number - info->least) / span, 0, 1);
  return TRUE;
}
