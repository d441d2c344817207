/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pivot as rows, which the same table shows and the same files hold as any others. On screen a group stands above those in it
 * and can be closed; in a file each line says all groups that it is in, and which are totals.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "base/ask-locale.h"
#include "base/ask-number.h"
#include "table/ask-pivot-private.h"

typedef struct
{
  AskPivotTable *table;
  AskRows *rows;
  gboolean exact;
  GHashTable *closed;
  GArray *lines;
  GArray *columns;
} Writer;

static char *
name_key (const AskValue *key, gboolean exact)
{
  char *time = NULL;

  if (key->kind == ASK_VALUE_NULL)
    return g_strdup (_ ("(none)"));
  if (!exact && key->kind == ASK_VALUE_TEXT)
    time = ask_locale_time (key->text, key->length, ASK_LOCALE_TABLE);
  return time != NULL ? time : ask_value_to_text (key);
}

static char *
name_group (const AskPivotAxis *axis, guint group, gboolean exact)
{
  const AskPivotGroup *self = ask_pivot_axis_get (axis, group);
  g_autofree char *own = NULL;
  g_autofree char *outer = NULL;

  if (group == 0)
    return g_strdup (_ ("Total"));
  own = name_key (&self->key, exact);
  if (self->parent == 0)
    return g_steal_pointer (&own);
  outer = name_group (axis, self->parent, exact);
  return g_strdup_printf ("%s · %s", outer, own);
}

/** ask_pivot_table_name_row: Returns: (transfer full): what people call the group @row: "Lyon · May 2025", "Total" */
char *
ask_pivot_table_name_row (const AskPivotTable *self, guint row)
{
  return name_group (&self->row_axis, row, FALSE);
}

/** ask_pivot_table_name_column: Returns: (transfer full): what people call the group @column */
char *
ask_pivot_table_name_column (const AskPivotTable *self, guint column)
{
  return name_group (&self->column_axis, column, FALSE);
}

static void
find_result (const AskPivotTable *self, guint v, AskType *type, AskSense *sense)
{
  const AskPivotValue *value = &g_array_index (self->pivot->values, AskPivotValue, v);
  const AskColumn *info = value->column >= 0 ? ask_rows_get_column (self->head, (guint) value->column) : NULL;

  *type = ASK_TYPE_INTEGER;
  *sense = (AskSense) { .meaning = ASK_MEANING_QUANTITY, .adding = ASK_ADDING_YES };
  if (value->share != ASK_PIVOT_OF_NOTHING)
    {
      *type = ASK_TYPE_REAL;
      *sense = (AskSense) { .meaning = ASK_MEANING_SHARE, .adding = ASK_ADDING_NO };
      return;
    }
  if (info == NULL || value->function == ASK_PIVOT_COUNT || value->function == ASK_PIVOT_DISTINCT)
    return;
  *sense = info->sense;
  *type = value->function == ASK_PIVOT_AVERAGE ? ASK_TYPE_REAL : info->type;
  if (value->function != ASK_PIVOT_SUM)
    sense->adding = ASK_ADDING_NO;
}

static void
add_column (Writer *self, guint group)
{
  const GArray *values = self->table->pivot->values;

  for (guint v = 0; v < values->len; v++)
    {
      g_autofree char *what = ask_pivot_name_value (self->table->head, &g_array_index (values, AskPivotValue, v));
      g_autofree char *where = name_group (&self->table->column_axis, group, self->exact);
      g_autofree char *name = NULL;
      AskPivotColumn column = { group, v };
      AskType type;
      AskSense sense;

      if (self->table->pivot->columns->len == 0)
        name = g_strdup (what);
      else
        name = values->len == 1 ? g_strdup (where) : g_strdup_printf ("%s · %s", where, what);
      find_result (self->table, v, &type, &sense);
      ask_rows_add_column (self->rows, name, type);
      ask_rows_set_sense (self->rows, ask_rows_get_n_columns (self->rows) - 1, &sense);
      g_array_append_val (self->columns, column);
    }
}

/* Totals stand behind what they are of. */
static void
add_columns (Writer *self, guint group)
{
  const AskPivotGroup *one = ask_pivot_axis_get (&self->table->column_axis, group);

  for (guint i = 0; one->groups != NULL && i < one->groups->len; i++)
    add_columns (self, g_array_index (one->groups, guint, i));
  add_column (self, group);
}

static void
add_labels (Writer *self)
{
  const GArray *fields = self->table->pivot->rows;

  for (guint i = 0; i < fields->len; i++)
    {
      const AskPivotField *field = &g_array_index (fields, AskPivotField, i);
      const AskColumn *info = ask_rows_get_column (self->table->head, field->column);
      g_autofree char *name = ask_pivot_name_field (self->table->head, field->column, field->part);
      AskSense sense = info->sense;

      if (field->part == ASK_PIVOT_YEAR)
        sense.meaning = ASK_MEANING_YEAR;
      else if (field->part != ASK_PIVOT_WHOLE)
        sense.meaning = ASK_MEANING_DATE;
      ask_rows_add_column (self->rows, name, ask_pivot_key_type (field->part, info->type));
      ask_rows_set_sense (self->rows, i, &sense);
    }
  if (fields->len == 0)
    ask_rows_add_column (self->rows, "", ASK_TYPE_TEXT);
}

/* What opens and closes a group stands before its name. */
static char *
mark_group (const AskPivotLine *line, const AskValue *key)
{
  g_autofree char *name = name_key (key, FALSE);

  return g_strdup_printf ("%s %s", line->open ? "▾" : "▸", name);
}

/* The cells of a line, which borrow from the table. */
static void
write_line (Writer *self, guint group)
{
  const AskPivotTable *table = self->table;
  guint n_labels = MAX (1, table->pivot->rows->len);
  g_autofree AskValue *cells = g_new0 (AskValue, ask_rows_get_n_columns (self->rows));
  const AskPivotGroup *own = ask_pivot_axis_get (&table->row_axis, group);
  AskPivotLine line = { group, own->level > 0 ? own->level - 1 : 0, FALSE, group != 0 && own->groups != NULL };

  line.open
    = line.has_groups && !(self->closed != NULL && g_hash_table_contains (self->closed, GUINT_TO_POINTER (group)));
  g_autofree char *marked = NULL;

  /* On screen an empty label is no missing value. */
  for (guint i = 0; !self->exact && i < n_labels; i++)
    cells[i] = ask_value_text ("", 0);
  if (group == 0)
    cells[0] = ask_value_text (_ ("Total"), -1);
  for (guint at = group; at != 0; at = ask_pivot_axis_get (&table->row_axis, at)->parent)
    {
      const AskPivotGroup *one = ask_pivot_axis_get (&table->row_axis, at);

      if (at == group || self->exact)
        cells[one->level - 1] = one->key.kind == ASK_VALUE_NULL ? ask_value_text (_ ("(none)"), -1) : one->key;
    }
  if (line.has_groups && !self->exact)
    {
      marked = mark_group (&line, &own->key);
      cells[own->level - 1] = ask_value_text (marked, -1);
    }
  else if (line.has_groups)
    cells[own->level] = ask_value_text (_ ("Total"), -1);
  for (guint i = 0; i < self->columns->len; i++)
    {
      const AskPivotColumn *column = &g_array_index (self->columns, AskPivotColumn, i);

      cells[n_labels + i] = ask_pivot_table_get (table, group, column->group, column->value);
    }
  ask_rows_append (self->rows, cells);
  g_array_append_val (self->lines, line);
}

static void
write_groups (Writer *self, guint group)
{
  const AskPivotGroup *one = ask_pivot_axis_get (&self->table->row_axis, group);

  if (group != 0)
    write_line (self, group);
  if (self->closed == NULL || !g_hash_table_contains (self->closed, GUINT_TO_POINTER (group)))
    for (guint i = 0; one->groups != NULL && i < one->groups->len; i++)
      write_groups (self, g_array_index (one->groups, guint, i));
  if (group == 0)
    write_line (self, 0);
}

/**
 * ask_pivot_table_to_rows:
 * @closed: (nullable) (element-type guint): groups of rows whose groups are not shown
 * @exact: for a file: each line says all groups that it is in, and no name is of a locale
 * @lines: (out) (transfer full) (element-type AskPivotLine): what each row is
 * @columns: (out) (transfer full) (element-type AskPivotColumn): what each column is behind those of the labels, of which
 *   there are as many as fields of rows, and at least one
 *
 * Returns: (transfer full): the table as it is shown or written
 */
AskRows *
ask_pivot_table_to_rows (AskPivotTable *self, GHashTable *closed, gboolean exact, GArray **lines, GArray **columns)
{
  Writer writer = { self,
                    ask_rows_new (),
                    exact,
                    closed,
                    g_array_new (FALSE, FALSE, sizeof (AskPivotLine)),
                    g_array_new (FALSE, FALSE, sizeof (AskPivotColumn)) };

  add_labels (&writer);
  add_columns (&writer, 0);
  write_groups (&writer, 0);
  *lines = writer.lines;
  *columns = writer.columns;
  return writer.rows;
}

/** ask_pivot_table_list_groups: Returns: (transfer full): the outermost groups of the rows, their keys and their first values */
AskRows *
ask_pivot_table_list_groups (const AskPivotTable *self)
{
  AskRows *rows = ask_rows_new ();
  const AskPivotGroup *all = ask_pivot_axis_get (&self->row_axis, 0);
  const AskPivotField *field;

  if (self->pivot->rows->len == 0)
    return rows;
  field = &g_array_index (self->pivot->rows, AskPivotField, 0);
  ask_rows_add_column (rows, "key",
                       ask_pivot_key_type (field->part, ask_rows_get_column (self->head, field->column)->type));
  ask_rows_set_sense (rows, 0, &ask_rows_get_column (self->head, field->column)->sense);
  ask_rows_add_column (rows, "value", ASK_TYPE_ANY);
  for (guint i = 0; all->groups != NULL && i < all->groups->len; i++)
    {
      guint group = g_array_index (all->groups, guint, i);
      AskValue cells[] = { ask_pivot_axis_get (&self->row_axis, group)->key, ask_pivot_table_get (self, group, 0, 0) };

      ask_rows_append (rows, cells);
    }
  return rows;
}
