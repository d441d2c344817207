/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reader of one answer. It walks the document with AskJsonReader, keeps the objects of the one
 * array that the operation names, or the one object, and of everything else only the next cursor and
 * the total. An answer without that array is an error: it must never look like an empty one.
 *
 * The rows of a child table lie in an array of each element. They also hold members of the element
 * around them, which may come after the array: so the array is kept as text until the element ends.
 */
#include "config.h"

#include "source/rest/ask-rest-page.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "source/rest/ask-rest-member.h"

typedef enum
{
  STATE_WALK, /* outside of the rows */
  STATE_WALK_CELL, /* in a value that is to be kept or passed over */
  STATE_ROWS, /* between two rows */
  STATE_ROW, /* between two members of a row */
  STATE_CELL, /* in a member of a row */
  STATE_VALUES, /* between two rows that are values, or in one */
  STATE_VALUE /* at the one value that is the row */
} State;

struct _AskRestPage
{
  AskJsonReader *reader;
  State state;
  char *rows_path; /* "" where the answer is the array itself */
  char *next_path; /* nullable */
  GPtrArray *path; /* member names down to where the reader is; NULL within arrays */
  gboolean found; /* the array of rows was there */
  AskRestMember *members; /* wanted of an element */
  AskRestMember *child_members; /* nullable: wanted of the elements of its nested array */
  char *nested; /* nullable */
  gboolean single;
  gboolean values; /* rows are values, whatever they are */
  guint n_columns;
  AskRestRow row; /* one cell more than there are columns: the nested array */
  GString *member; /* name of the cell being read */
  gboolean silent; /* a row left out what nobody knows */
  gboolean *own; /* which columns are members of a nested element, not of the one around it */
  guint64 n_elements;
  AskRows *rows;
  guint64 n_taken;
  AskRestSaid said;
  gboolean next_came;
  guint64 hash; /* FNV-1a of all that the rows hold */
  guint64 head_hash; /* the same of the first HEAD elements */
  AskRestMark mark; /* of the element that is being read */
  AskRestExpected *expected;
  GArray *marks; /* AskRestMark, of the elements whose rows were not taken yet */
  guint64 first_hash; /* of the first element */
  gboolean differs; /* not all elements are the same */
};

#define HEAD 64
#define FNV_START G_GUINT64_CONSTANT (14695981039346656037)
#define FNV_PRIME G_GUINT64_CONSTANT (1099511628211)
#define FNV_MIX G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

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
    self->state = STATE_VALUE;
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
  self->hash = FNV_START;
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
  guint64 hash = FNV_START;

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

/* Takes all tokens that are there. */
static gboolean
pump (AskRestPage *self, GError **error)
{
  for (;;)
    {
      AskJsonToken token;

      if (self->state == STATE_CELL || self->state == STATE_WALK_CELL || self->state >= STATE_VALUES)
        token = ask_json_reader_next_cell (self->reader, error);
      else
        token = ask_json_reader_next (self->reader, error);
      if (token == ASK_JSON_TOKEN_ERROR)
        return FALSE;
      if (token == ASK_JSON_TOKEN_MORE || token == ASK_JSON_TOKEN_END)
        return TRUE;

      switch (self->state)
        {
        case STATE_CELL:
          if (!note_member (self, error)
              || !ask_rest_member_put (self->members, self->member->str, self->reader, &self->row, error))
            return FALSE;
          self->state = STATE_ROW;
          break;

        case STATE_WALK_CELL:
          if (!keep_meta (self, error))
            return FALSE;
          leave (self);
          self->state = STATE_WALK;
          break;

        case STATE_VALUES:
          if (token == ASK_JSON_TOKEN_END_ARRAY)
            {
              leave (self);
              self->state = STATE_WALK;
            }
          else if (!take_value (self, error))
            return FALSE;
          break;

        case STATE_VALUE:
          self->found = TRUE;
          if (!take_value (self, error))
            return FALSE;
          leave (self);
          self->state = STATE_WALK;
          break;

        case STATE_ROWS:
          if (token == ASK_JSON_TOKEN_END_ARRAY)
            {
              leave (self);
              self->state = STATE_WALK;
            }
          else if (token == ASK_JSON_TOKEN_BEGIN_OBJECT)
            self->state = STATE_ROW;
          else
            return unexpected (error, N_ ("The list holds something other than objects."));
          break;

        case STATE_ROW:
          if (token == ASK_JSON_TOKEN_END_OBJECT)
            {
              if (!end_row (self, error))
                return FALSE;
              if (self->single)
                leave (self);
              self->state = self->single ? STATE_WALK : STATE_ROWS;
            }
          else
            {
              /* Reading a nested cell passes over names of its own. */
              g_string_assign (self->member, ask_json_reader_get_name (self->reader));
              self->state = STATE_CELL;
            }
          break;

        default:
          switch (token)
            {
            case ASK_JSON_TOKEN_NAME:
              g_ptr_array_add (self->path, g_strdup (ask_json_reader_get_name (self->reader)));
              if (at_rows (self) && !self->found && self->single && self->values)
                self->state = STATE_VALUE;
              else if (!at_rows (self) && !walks_into (self))
                self->state = STATE_WALK_CELL;
              break;
            case ASK_JSON_TOKEN_BEGIN_ARRAY:
              if (at_rows (self) && !self->found && !self->single)
                {
                  self->found = TRUE;
                  self->state = self->values ? STATE_VALUES : STATE_ROWS;
                  break;
                }
              if (at_rows (self) && self->found)
                return ask_rest_expected_twice (self->rows_path, error);
              if (at_rows (self) && self->path->len > 0)
                return unexpected (error, N_ ("The member with the row is no object."));
              if (self->path->len == 0)
                return unexpected (error, N_ ("A list came where an object was promised."));
              g_ptr_array_add (self->path, NULL);
              break;
            case ASK_JSON_TOKEN_BEGIN_OBJECT:
              /* An object within a list that nobody wants: its place in the path is taken. */
              if (at_rows (self) && self->found && self->path->len > 0)
                return ask_rest_expected_twice (self->rows_path, error);
              if (at_rows (self) && self->single)
                {
                  self->found = TRUE;
                  self->state = STATE_ROW;
                }
              else if (at_rows (self) && !self->found)
                return unexpected (error, self->path->len == 0 ? N_ ("An object came where a list was promised.")
                                                               : N_ ("The member with the rows is no list."));
              break;
            case ASK_JSON_TOKEN_END_ARRAY:
              leave (self);
              leave_member (self);
              break;
            case ASK_JSON_TOKEN_END_OBJECT:
              leave_member (self);
              break;
            default:
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
            }
        }
    }
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
  return pump (self, error);
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
  if (!pump (self, error))
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
