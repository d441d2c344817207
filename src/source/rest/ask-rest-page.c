/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reader of one answer, from the outside: what it is given, and what it has found. An answer without the rows
 * that the operation names is an error: it must never look like an empty one. How it reads is in
 * ask-rest-page-walk.c.
 */
#include "config.h"

#include "source/rest/ask-rest-page-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

/* "../id" is a member of the element that the row's own object lies in. */
static void
add_column (AskRestPage *self, const char *column, guint place)
{
  if (self->values)
    {
      if (strcmp (column, ".") == 0)
        ask_rest_member_add (self->members, "", place);
    }
  else if (self->nested == NULL)
    ask_rest_member_add (self->members, column, place);
  else if (g_str_has_prefix (column, "../"))
    ask_rest_member_add (self->members, column + 3, place);
  else
    {
      ask_rest_member_add (self->child_members, column, place);
      self->own[place] = TRUE;
    }
}

/**
 * ask_rest_page_new:
 * @operation: that the answer is of; read here only
 * @columns: (array length=n_columns): attributes that the rows shall hold; those without a column stay NULL, but for
 *   ask_rest_page_fill(). Read here only
 * @n_columns: how many
 *
 * Returns: (transfer full): a page before its first byte
 */
AskRestPage *
ask_rest_page_new (const AskOperation *operation, const AskAttribute *const *columns, guint n_columns)
{
  AskRestPage *self = g_new0 (AskRestPage, 1);

  self->reader = ask_json_reader_new ();
  self->rows_path = g_strdup (operation->rows != NULL ? operation->rows : "");
  self->next_path = g_strdup (operation->paging.next);
  self->path = g_ptr_array_new_with_free_func (g_free);
  self->members = ask_rest_member_new ();
  self->nested = g_strdup (operation->nested);
  self->single = operation->single;
  self->values = operation->values;
  if (self->values && self->single && *self->rows_path == '\0')
    self->state = ASK_REST_STATE_VALUE;
  self->n_columns = n_columns;
  self->own = g_new0 (gboolean, MAX (1, n_columns));
  ask_rest_row_init (&self->row, n_columns + 1);
  self->member = g_string_new (NULL);
  self->rows = ask_rows_new ();
  if (self->nested != NULL)
    {
      self->child_members = ask_rest_member_new ();
      ask_rest_member_add (self->members, self->nested, n_columns);
    }
  ask_rest_said_init (&self->said);
  self->hash = ASK_REST_HASH_START;
  self->expected = ask_rest_expected_new ();
  self->marks = g_array_new (FALSE, FALSE, sizeof (AskRestMark));
  for (guint i = 0; i < n_columns; i++)
    {
      ask_rows_add_column (self->rows, columns[i]->name, columns[i]->type);
      self->row.types[i] = columns[i]->type;
      if (columns[i]->column != NULL)
        add_column (self, columns[i]->column, i);
    }
  return self;
}

/** ask_rest_page_free: frees @self */
void
ask_rest_page_free (AskRestPage *self)
{
  ask_rest_row_clear (&self->row);
  g_free (self->own);
  g_free (self->nested);
  ask_rest_member_free (self->members);
  g_clear_pointer (&self->child_members, ask_rest_member_free);
  ask_json_reader_free (self->reader);
  g_free (self->rows_path);
  g_free (self->next_path);
  g_ptr_array_unref (self->path);
  g_string_free (self->member, TRUE);
  ask_rows_unref (self->rows);
  ask_rest_said_clear (&self->said);
  ask_rest_expected_free (self->expected);
  g_array_unref (self->marks);
  g_free (self);
}

/**
 * ask_rest_page_fill:
 * @place: of a column
 * @value: (nullable): what rows have there that leave it out; %NULL where that cannot be known:
 *   ask_rest_page_is_silent() tells then whether there are such rows
 *
 * Call before the first byte.
 */
void
ask_rest_page_fill (AskRestPage *self, guint place, const AskValue *value)
{
  ask_rest_row_add_fill (&self->row, place, value);
}

/** ask_rest_page_get_expected: Returns: (transfer none): takes what the elements should have, before the first byte */
AskRestExpected *
ask_rest_page_get_expected (AskRestPage *self)
{
  return self->expected;
}

/**
 * ask_rest_page_push:
 * @bytes: (array length=length): of the body, decompressed; copied. They may begin and end anywhere
 * @length: in bytes
 * @error: %ASK_JSON_ERROR
 *
 * Reads what has arrived.
 *
 * Returns: whether it is as promised so far
 */
gboolean
ask_rest_page_push (AskRestPage *self, const char *bytes, gsize length, GError **error)
{
  ask_json_reader_push (self->reader, bytes, length);
  return ask_rest_page_walk (self, error);
}

/**
 * ask_rest_page_end:
 * @error: %ASK_JSON_ERROR
 *
 * Says that the answer is over.
 *
 * Returns: whether it was a whole document with the promised list
 */
gboolean
ask_rest_page_end (AskRestPage *self, GError **error)
{
  ask_json_reader_push_end (self->reader);
  if (!ask_rest_page_walk (self, error))
    return FALSE;
  if (!self->found)
    {
      ask_error_set (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE,
                     self->single ? N_ ("The answer has no object “%s”.") : N_ ("The answer has no list “%s”."),
                     self->rows_path);
      return FALSE;
    }
  return TRUE;
}

/** ask_rest_page_is_silent: Returns: whether a row so far left out what ask_rest_page_fill() cannot know */
gboolean
ask_rest_page_is_silent (AskRestPage *self)
{
  return self->silent;
}

/** ask_rest_page_get_rows: Returns: (transfer none): the rows so far */
AskRows *
ask_rest_page_get_rows (AskRestPage *self)
{
  return self->rows;
}

/** ask_rest_page_get_n_rows: Returns: how many rows there were so far, taken ones too */
guint64
ask_rest_page_get_n_rows (AskRestPage *self)
{
  return self->n_taken + ask_rows_get_n_rows (self->rows);
}

/**
 * ask_rest_page_take_rows:
 * @marks: (out) (transfer full) (element-type AskRestMark): of the elements that they are from
 *
 * Empties the page of the rows that were read so far, so that an answer of any length passes
 * through little memory. What counts elements goes on counting.
 *
 * Returns: (transfer full): those rows; perhaps none
 */
AskRows *
ask_rest_page_take_rows (AskRestPage *self, GArray **marks)
{
  AskRows *taken = self->rows;

  *marks = self->marks;
  self->marks = g_array_new (FALSE, FALSE, sizeof (AskRestMark));
  self->n_taken += ask_rows_get_n_rows (taken);

  self->rows = ask_rows_new ();
  for (guint i = 0; i < ask_rows_get_n_columns (taken); i++)
    {
      const AskColumn *column = ask_rows_get_column (taken, i);

      ask_rows_add_column (self->rows, column->name, column->type);
    }
  return taken;
}

/**
 * ask_rest_page_get_n_elements:
 *
 * An offset and a total count these, and a page without any is empty: a child table may have more
 * rows than its page has elements, or fewer.
 *
 * Returns: how many elements the list had so far
 */
guint64
ask_rest_page_get_n_elements (AskRestPage *self)
{
  return self->n_elements;
}

/** ask_rest_page_get_said: Returns: (transfer none): what the answer says of the list as a whole */
AskRestSaid *
ask_rest_page_get_said (AskRestPage *self)
{
  return &self->said;
}

/** ask_rest_page_get_hash: Returns: the same for the same rows */
guint64
ask_rest_page_get_hash (AskRestPage *self)
{
  return self->hash;
}

/** ask_rest_page_get_head_hash: Returns: the same for the same first 64 elements */
guint64
ask_rest_page_get_head_hash (AskRestPage *self)
{
  return self->head_hash;
}

/**
 * ask_rest_page_is_constant:
 *
 * Two pages of such elements may well be the same without one of them being a repetition.
 *
 * Returns: whether there are several elements, all with the same members
 */
gboolean
ask_rest_page_is_constant (AskRestPage *self)
{
  return self->n_elements > 1 && !self->differs;
}
