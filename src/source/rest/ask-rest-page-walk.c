/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How one answer is read. The document is walked with AskJsonReader: the objects of the one array that the operation
 * names are kept, or the one object, and of everything else only the next cursor and the total.
 *
 * The rows of a child table lie in an array of each element. They also hold members of the element
 * around them, which may come after the array: so the array is kept as text until the element ends.
 */
#include "config.h"

#include "source/rest/ask-rest-page-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#define HEAD 64
#define FNV_PRIME G_GUINT64_CONSTANT (1099511628211)
#define FNV_MIX G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

/* How the path down to here lies to a dotted one. Names are compared with their dots, since some
 * ("@odata.nextLink") have one of their own. */
typedef enum
{
  PATH_ELSEWHERE,
  PATH_ABOVE,
  PATH_SAME
} PathOrder;

static PathOrder
compare_path (AskRestPage *self, const char *wanted)
{
  const char *rest = wanted;

  if (wanted == NULL)
    return PATH_ELSEWHERE;
  for (guint i = 0; i < self->path->len; i++)
    {
      const char *name = self->path->pdata[i];

      if (name == NULL)
        return PATH_ELSEWHERE;
      if (i > 0)
        {
          if (*rest != '.')
            return PATH_ELSEWHERE;
          rest++;
        }
      if (!g_str_has_prefix (rest, name))
        return PATH_ELSEWHERE;
      rest += strlen (name);
    }
  if (*rest == '\0')
    return PATH_SAME;
  return *rest == '.' || self->path->len == 0 ? PATH_ABOVE : PATH_ELSEWHERE;
}

static gboolean
unexpected (GError **error, const char *what)
{
  ask_error_set_literal (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE, what);
  return FALSE;
}

static gboolean
keep_meta (AskRestPage *self, GError **error)
{
  const AskValue *value = ask_json_reader_get_value (self->reader);

  if (compare_path (self, self->next_path) != PATH_SAME)
    {
      ask_rest_said_note (&self->said, self->path, value);
      return TRUE;
    }
  if (self->next_came)
    return ask_rest_expected_twice (self->next_path, error);
  self->next_came = TRUE;
  ask_rest_said_note_next (&self->said, value);
  return TRUE;
}

static guint64
hash_byte (guint64 hash, guint64 byte)
{
  return (hash ^ byte) * FNV_PRIME;
}

/* Every member goes in, wanted or not, in whatever order: two pages whose rows look the same in the few
 * columns of a scan are not the same page. */
static guint64
hash_cell (AskRestPage *self, const char *name, const AskValue *cell)
{
  guint64 hash = ASK_REST_HASH_START;

  for (const char *p = name; *p != '\0'; p++)
    hash = hash_byte (hash, (guchar) *p);
  hash = hash_byte (hash, cell->kind);
  if (cell->kind == ASK_VALUE_TEXT)
    for (guint32 b = 0; b < cell->length; b++)
      hash = hash_byte (hash, (guchar) cell->text[b]);
  else
    hash = hash_byte (hash, (guint64) cell->integer);
  /* Sums of plain products would be alike too often. */
  hash = (hash ^ (hash >> 32)) * FNV_MIX;
  hash ^= hash >> 29;
  self->mark.hash += hash;
  return hash;
}

/* The reader has the value of @self->member. */
static gboolean
note_member (AskRestPage *self, GError **error)
{
  const AskValue *cell = ask_json_reader_get_value (self->reader);
  guint64 hash = hash_cell (self, self->member->str, cell);

  return ask_rest_expected_note (self->expected, self->member->str, cell->kind != ASK_VALUE_NULL ? hash : 0, error);
}

static void
append_row (AskRestPage *self)
{
  if (!ask_rest_row_fill (&self->row))
    self->silent = TRUE;
  ask_rows_append (self->rows, self->row.cells);
  self->mark.n_rows++;
  self->row.turn++;
}

static gboolean
fail_nested (AskRestPage *self, GError **error)
{
  ask_error_set (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE, N_ ("The member “%s” is no list of objects."),
                 self->nested);
  return FALSE;
}

/* The rows of a child table: one for each element of the nested array. */
static gboolean
read_nested (AskRestPage *self, GError **error)
{
  const AskValue *array = &self->row.cells[self->n_columns];
  g_autoptr (AskJsonReader) reader = NULL;

  if (array->kind == ASK_VALUE_NULL)
    return TRUE;
  if ((self->row.flags[self->n_columns] & ASK_REST_NESTED) == 0 || array->text[0] != '[')
    return fail_nested (self, error);
  reader = ask_json_reader_new ();
  ask_json_reader_push (reader, array->text, array->length);
  ask_json_reader_push_end (reader);
  if (ask_json_reader_next (reader, error) != ASK_JSON_TOKEN_BEGIN_ARRAY)
    return FALSE;
  for (;;)
    {
      AskJsonToken token = ask_json_reader_next (reader, error);

      if (token == ASK_JSON_TOKEN_END_ARRAY)
        return TRUE;
      if (token == ASK_JSON_TOKEN_ERROR)
        return FALSE;
      if (token != ASK_JSON_TOKEN_BEGIN_OBJECT)
        return fail_nested (self, error);
      if (!ask_rest_member_read (self->child_members, reader, &self->row, error)
          || !ask_rest_member_check (self->child_members, &self->row, error))
        return FALSE;
      append_row (self);
      for (guint i = 0; i < self->n_columns; i++)
        if (self->own[i])
          ask_rest_row_reset (&self->row, i);
    }
}

static gboolean
end_row (AskRestPage *self, GError **error)
{
  if (!ask_rest_expected_end (self->expected, &self->mark.key, &self->mark.keyed, error))
    return FALSE;
  if (self->n_elements++ == 0)
    self->first_hash = self->mark.hash;
  self->differs = self->differs || self->mark.hash != self->first_hash;
  self->hash = hash_byte (self->hash, self->mark.hash);
  if (self->n_elements <= HEAD)
    self->head_hash = self->hash;
  if (!ask_rest_member_check (self->members, &self->row, error))
    return FALSE;
  if (self->nested == NULL)
    append_row (self);
  else if (!read_nested (self, error))
    return FALSE;
  for (guint i = 0; i < self->row.n; i++)
    ask_rest_row_reset (&self->row, i);
  self->row.turn++;
  g_array_append_val (self->marks, self->mark);
  self->mark = (AskRestMark) { .n_rows = 0 };
  return TRUE;
}

/* Objects are walked into where something wanted may lie in them; what nobody wants is passed over
 * as one cell. */
static gboolean
walks_into (AskRestPage *self)
{
  return compare_path (self, self->next_path) != PATH_ELSEWHERE
         || compare_path (self, self->rows_path) != PATH_ELSEWHERE
         || (self->path->len < 2 && !ask_rest_said_wants_cell (self->path));
}

static gboolean
at_rows (AskRestPage *self)
{
  return compare_path (self, self->rows_path) == PATH_SAME;
}

/* A row that is a value: the reader has it. */
static gboolean
take_value (AskRestPage *self, GError **error)
{
  hash_cell (self, "", ask_json_reader_get_value (self->reader));
  return ask_rest_member_put (self->members, "", self->reader, &self->row, error) && end_row (self, error);
}

static void
leave (AskRestPage *self)
{
  if (self->path->len > 0)
    g_ptr_array_set_size (self->path, (int) self->path->len - 1);
}

/* A value has ended: its name goes, where it had one. */
static void
leave_member (AskRestPage *self)
{
  if (self->path->len > 0 && self->path->pdata[self->path->len - 1] != NULL)
    leave (self);
}

static gboolean
take_cell (AskRestPage *self, GError **error)
{
  self->state = ASK_REST_STATE_ROW;
  return note_member (self, error)
         && ask_rest_member_put (self->members, self->member->str, self->reader, &self->row, error);
}

/* What was to be taken is over: back to what is around it. */
static void
walk_on (AskRestPage *self)
{
  leave (self);
  self->state = ASK_REST_STATE_WALK;
}

/* @token: within a list of rows that are objects */
static gboolean
take_in_list (AskRestPage *self, AskJsonToken token, GError **error)
{
  if (token == ASK_JSON_TOKEN_END_ARRAY)
    walk_on (self);
  else if (token == ASK_JSON_TOKEN_BEGIN_OBJECT)
    self->state = ASK_REST_STATE_ROW;
  else
    return unexpected (error, N_ ("The list holds something other than objects."));
  return TRUE;
}

/* @token: within a row that is an object */
static gboolean
take_in_row (AskRestPage *self, AskJsonToken token, GError **error)
{
  if (token != ASK_JSON_TOKEN_END_OBJECT)
    {
      /* Reading a nested cell passes over names of its own. */
      g_string_assign (self->member, ask_json_reader_get_name (self->reader));
      self->state = ASK_REST_STATE_CELL;
      return TRUE;
    }
  if (!end_row (self, error))
    return FALSE;
  if (self->single)
    leave (self);
  self->state = self->single ? ASK_REST_STATE_WALK : ASK_REST_STATE_ROWS;
  return TRUE;
}

static void
walk_name (AskRestPage *self)
{
  g_ptr_array_add (self->path, g_strdup (ask_json_reader_get_name (self->reader)));
  if (at_rows (self) && !self->found && self->single && self->values)
    self->state = ASK_REST_STATE_VALUE;
  else if (!at_rows (self) && !walks_into (self))
    self->state = ASK_REST_STATE_WALK_CELL;
}

static gboolean
walk_array (AskRestPage *self, GError **error)
{
  if (at_rows (self) && !self->found && !self->single)
    {
      self->found = TRUE;
      self->state = self->values ? ASK_REST_STATE_VALUES : ASK_REST_STATE_ROWS;
      return TRUE;
    }
  if (at_rows (self) && self->found)
    return ask_rest_expected_twice (self->rows_path, error);
  if (at_rows (self) && self->path->len > 0)
    return unexpected (error, N_ ("The member with the row is no object."));
  if (self->path->len == 0)
    return unexpected (error, N_ ("A list came where an object was promised."));
  g_ptr_array_add (self->path, NULL);
  return TRUE;
}

static gboolean
walk_object (AskRestPage *self, GError **error)
{
  /* An object within a list that nobody wants: its place in the path is taken. */
  if (at_rows (self) && self->found && self->path->len > 0)
    return ask_rest_expected_twice (self->rows_path, error);
  if (at_rows (self) && self->single)
    {
      self->found = TRUE;
      self->state = ASK_REST_STATE_ROW;
    }
  else if (at_rows (self) && !self->found)
    return unexpected (error, self->path->len == 0 ? N_ ("An object came where a list was promised.")
                                                   : N_ ("The member with the rows is no list."));
  return TRUE;
}

static gboolean
walk_value (AskRestPage *self, GError **error)
{
  if (at_rows (self) && self->found)
    return ask_rest_expected_twice (self->rows_path, error);
  if (at_rows (self))
    {
      /* {"data": null} is an empty list, or no such object; any other value is not. */
      if (self->path->len == 0 || ask_json_reader_get_value (self->reader)->kind != ASK_VALUE_NULL)
        return unexpected (error, self->single ? N_ ("A single value came where an object was promised.")
                                               : N_ ("A single value came where a list was promised."));
      self->found = TRUE;
    }
  if (!keep_meta (self, error))
    return FALSE;
  leave_member (self);
  return TRUE;
}

/* @token: on the way to the rows, or behind them */
static gboolean
walk (AskRestPage *self, AskJsonToken token, GError **error)
{
  switch (token)
    {
    case ASK_JSON_TOKEN_NAME:
      walk_name (self);
      return TRUE;
    case ASK_JSON_TOKEN_BEGIN_ARRAY:
      return walk_array (self, error);
    case ASK_JSON_TOKEN_BEGIN_OBJECT:
      return walk_object (self, error);
    case ASK_JSON_TOKEN_END_ARRAY:
      leave (self);
      leave_member (self);
      return TRUE;
    case ASK_JSON_TOKEN_END_OBJECT:
      leave_member (self);
      return TRUE;
    default:
      return walk_value (self, error);
    }
}

static gboolean
take (AskRestPage *self, AskJsonToken token, GError **error)
{
  switch (self->state)
    {
    case ASK_REST_STATE_CELL:
      return take_cell (self, error);
    case ASK_REST_STATE_WALK_CELL:
      if (!keep_meta (self, error))
        return FALSE;
      walk_on (self);
      return TRUE;
    case ASK_REST_STATE_VALUES:
      if (token != ASK_JSON_TOKEN_END_ARRAY)
        return take_value (self, error);
      walk_on (self);
      return TRUE;
    case ASK_REST_STATE_VALUE:
      self->found = TRUE;
      if (!take_value (self, error))
        return FALSE;
      walk_on (self);
      return TRUE;
    case ASK_REST_STATE_ROWS:
      return take_in_list (self, token, error);
    case ASK_REST_STATE_ROW:
      return take_in_row (self, token, error);
    default:
      return walk (self, token, error);
    }
}

/**
 * ask_rest_page_walk:
 * @self: whose reader has got more of the answer, or its end
 * @error: %ASK_JSON_ERROR
 *
 * Takes all tokens that are there.
 *
 * Returns: whether they are as promised
 */
gboolean
ask_rest_page_walk (AskRestPage *self, GError **error)
{
  for (;;)
    {
      gboolean cell = self->state == ASK_REST_STATE_CELL || self->state == ASK_REST_STATE_WALK_CELL
                      || self->state >= ASK_REST_STATE_VALUES;
      AskJsonToken token
        = cell ? ask_json_reader_next_cell (self->reader, error) : ask_json_reader_next (self->reader, error);

      if (token == ASK_JSON_TOKEN_ERROR)
        return FALSE;
      if (token == ASK_JSON_TOKEN_MORE || token == ASK_JSON_TOKEN_END)
        return TRUE;
      if (!take (self, token, error))
        return FALSE;
    }
}
