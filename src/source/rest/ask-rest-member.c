/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tree of wanted members. The member "address" may be wanted as a whole, for its "city", or both,
 * so a nested value is read as one text first and looked into then: its source stays as it is,
 * with all digits. A value where an object was promised is an error, unless it is null: a column
 * must not look empty because an API answers otherwise than it says.
 */
#include "config.h"

#include "source/rest/ask-rest-member.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "source/rest/ask-rest-expected.h"
#include "source/rest/ask-rest-promise.h"

struct _AskRestMember
{
  char *path; /* dotted, for messages; NULL at the top */
  GArray *places; /* guint */
  GArray *whole_places; /* guint: those whose column has a dot, and is this name */
  GHashTable *members; /* name → AskRestMember, nullable */
  gboolean wrong; /* in this object it is neither an object nor null */
  guint64 turn; /* of the row with which it came last */
};

/* What a row has in a cell for which nothing came. */
typedef struct
{
  guint place;
  gboolean known;
  AskValue value;
} Fill;

static void
fill_clear (gpointer fill)
{
  ask_value_clear (&((Fill *) fill)->value);
}

/** ask_rest_row_init: @self: (out caller-allocates): @n cells that hold nothing */
void
ask_rest_row_init (AskRestRow *self, guint n)
{
  self->cells = g_new0 (AskValue, MAX (1, n));
  self->flags = g_new0 (guint8, MAX (1, n));
  self->types = g_new0 (AskType, MAX (1, n));
  self->n = n;
  self->turn = 1;
  self->fills = g_array_new (FALSE, FALSE, sizeof (Fill));
  g_array_set_clear_func (self->fills, fill_clear);
}

/** ask_rest_row_clear: frees what @self holds */
void
ask_rest_row_clear (AskRestRow *self)
{
  for (guint i = 0; i < self->n; i++)
    ask_value_clear (&self->cells[i]);
  g_free (self->cells);
  g_free (self->flags);
  g_free (self->types);
  g_array_unref (self->fills);
}

/** ask_rest_row_reset: empties the cell at @place, from 0 */
void
ask_rest_row_reset (AskRestRow *self, guint place)
{
  ask_value_clear (&self->cells[place]);
  self->flags[place] = 0;
}

/**
 * ask_rest_row_add_fill:
 * @place: of a cell
 * @value: (nullable): what it holds in rows for which nothing comes; %NULL where nobody knows
 */
void
ask_rest_row_add_fill (AskRestRow *self, guint place, const AskValue *value)
{
  Fill fill = { place, value != NULL, ASK_NULL_INIT };

  if (value != NULL)
    ask_value_dup_into (&fill.value, value);
  g_array_append_val (self->fills, fill);
}

/**
 * ask_rest_row_fill:
 *
 * Fills what the row leaves out. Null is not left out: it is what the API says of that row.
 *
 * Returns: whether all of it is known
 */
gboolean
ask_rest_row_fill (AskRestRow *self)
{
  gboolean known = TRUE;

  for (guint i = 0; i < self->fills->len; i++)
    {
      const Fill *fill = &g_array_index (self->fills, Fill, i);

      if ((self->flags[fill->place] & ASK_REST_CAME) != 0)
        continue;
      known = known && fill->known;
      ask_rest_row_reset (self, fill->place);
      ask_value_dup_into (&self->cells[fill->place], &fill->value);
    }
  return known;
}

static AskRestMember *
member_new (char *path)
{
  AskRestMember *self = g_new0 (AskRestMember, 1);

  self->path = path;
  self->places = g_array_new (FALSE, FALSE, sizeof (guint));
  self->whole_places = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

/** ask_rest_member_new: Returns: (transfer full): an object of which nothing is wanted yet */
AskRestMember *
ask_rest_member_new (void)
{
  return member_new (NULL);
}

/** ask_rest_member_free: frees @self with all below it */
void
ask_rest_member_free (AskRestMember *self)
{
  g_free (self->path);
  g_array_unref (self->places);
  g_array_unref (self->whole_places);
  g_clear_pointer (&self->members, g_hash_table_unref);
  g_free (self);
}

static AskRestMember *
ensure (AskRestMember *self, const char *name)
{
  AskRestMember *member;

  if (self->members == NULL)
    self->members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_rest_member_free);
  member = g_hash_table_lookup (self->members, name);
  if (member == NULL)
    {
      member = member_new (self->path != NULL ? g_strconcat (self->path, ".", name, NULL) : g_strdup (name));
      g_hash_table_insert (self->members, g_strdup (name), member);
    }
  return member;
}

/**
 * ask_rest_member_add:
 * @self: the top
 * @column: "id"; "address.city" is a member of that name, else the city in the address
 * @place: the cell that it goes to
 */
void
ask_rest_member_add (AskRestMember *self, const char *column, guint place)
{
  g_auto (GStrv) names = g_strsplit (column, ".", -1);
  AskRestMember *member = self;

  if (strchr (column, '.') == NULL)
    {
      g_array_append_val (ensure (self, column)->places, place);
      return;
    }
  g_array_append_val (ensure (self, column)->whole_places, place);
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (*names[i] == '\0')
        return;
    }
  for (guint i = 0; names[i] != NULL; i++)
    member = ensure (member, names[i]);
  g_array_append_val (member->places, place);
}

static void
put_cell (AskRestRow *row, guint place, AskJsonReader *reader, guint8 flags)
{
  AskValue value = *ask_json_reader_get_value (reader);

  /* The whole name wins, whichever comes first. */
  if ((row->flags[place] & ASK_REST_WHOLE) != 0 && (flags & ASK_REST_WHOLE) == 0)
    return;
  if ((flags & ASK_REST_NESTED) == 0)
    value = ask_rest_promise (row->types[place], &value, ask_json_reader_get_bare (reader));
  ask_rest_row_reset (row, place);
  ask_value_dup_into (&row->cells[place], &value);
  row->flags[place] = flags | ASK_REST_CAME;
}

/* The object is null, and with it all that is in it: that was said, too. */
static void
note_null (AskRestMember *self, AskRestRow *row)
{
  GHashTableIter iter;
  gpointer member;

  for (guint i = 0; i < self->places->len; i++)
    row->flags[g_array_index (self->places, guint, i)] |= ASK_REST_CAME;
  if (self->members == NULL)
    return;
  g_hash_table_iter_init (&iter, self->members);
  while (g_hash_table_iter_next (&iter, NULL, &member))
    note_null (member, row);
}

/* Looks into a value of which members are wanted. */
static gboolean
look_into (AskRestMember *self, const AskValue *value, gboolean nested, AskRestRow *row, GError **error)
{
  g_autoptr (AskJsonReader) inner = NULL;

  self->wrong = FALSE;
  if (value->kind == ASK_VALUE_NULL)
    {
      note_null (self, row);
      return TRUE;
    }
  /* Some languages write an empty object as an empty list. */
  if (nested && strcmp (value->text, "[]") == 0)
    return TRUE;
  if (!nested || value->text[0] != '{')
    {
      self->wrong = TRUE;
      return TRUE;
    }
  inner = ask_json_reader_new ();
  ask_json_reader_push (inner, value->text, value->length);
  ask_json_reader_push_end (inner);
  if (ask_json_reader_next (inner, error) != ASK_JSON_TOKEN_BEGIN_OBJECT)
    return FALSE;
  return ask_rest_member_read (self, inner, row, error);
}

/**
 * ask_rest_member_put:
 * @name: of the member of @self that was read
 * @reader: has its value, as one cell
 * @row: (inout): takes what is wanted of it
 * @error: %ASK_JSON_ERROR
 *
 * Returns: whether it could be read
 */
gboolean
ask_rest_member_put (AskRestMember *self, const char *name, AskJsonReader *reader, AskRestRow *row, GError **error)
{
  AskRestMember *member = self->members != NULL ? g_hash_table_lookup (self->members, name) : NULL;
  const AskValue *value = ask_json_reader_get_value (reader);
  guint8 flags = 0;

  if (member == NULL)
    return TRUE;
  if (member->turn == row->turn)
    return ask_rest_expected_twice (name, error);
  member->turn = row->turn;
  if (ask_json_reader_is_nested (reader))
    flags |= ASK_REST_NESTED;
  for (guint i = 0; i < member->places->len; i++)
    put_cell (row, g_array_index (member->places, guint, i), reader, flags);
  for (guint i = 0; i < member->whole_places->len; i++)
    put_cell (row, g_array_index (member->whole_places, guint, i), reader, flags | ASK_REST_WHOLE);
  return member->members == NULL || look_into (member, value, (flags & ASK_REST_NESTED) != 0, row, error);
}

/**
 * ask_rest_member_read:
 * @reader: has all of an object, whose beginning was read
 * @row: (inout): takes what is wanted of it
 * @error: %ASK_JSON_ERROR
 *
 * Reads the object to its end.
 *
 * Returns: whether it could be read
 */
gboolean
ask_rest_member_read (AskRestMember *self, AskJsonReader *reader, AskRestRow *row, GError **error)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (;;)
    {
      AskJsonToken token = ask_json_reader_next (reader, error);

      if (token == ASK_JSON_TOKEN_END_OBJECT)
        return TRUE;
      if (token != ASK_JSON_TOKEN_NAME)
        return FALSE;
      /* Reading a nested cell passes over names of its own. */
      g_string_assign (name, ask_json_reader_get_name (reader));
      if (ask_json_reader_next_cell (reader, error) != ASK_JSON_TOKEN_VALUE
          || !ask_rest_member_put (self, name->str, reader, row, error))
        return FALSE;
    }
}

/* Whether something below @self came from nowhere else. */
static gboolean
is_missed (AskRestMember *self, const AskRestRow *row)
{
  GHashTableIter iter;
  gpointer member;

  for (guint i = 0; i < self->places->len; i++)
    if ((row->flags[g_array_index (self->places, guint, i)] & ASK_REST_WHOLE) == 0)
      return TRUE;
  if (self->members == NULL)
    return FALSE;
  g_hash_table_iter_init (&iter, self->members);
  while (g_hash_table_iter_next (&iter, NULL, &member))
    if (is_missed (member, row))
      return TRUE;
  return FALSE;
}

/**
 * ask_rest_member_check:
 * @self: the top; ready for the next object then
 * @row: what was read
 * @error: %ASK_JSON_ERROR_SHAPE, naming the member
 *
 * Says at the end of an object whether its members were what they should be.
 *
 * Returns: whether each wanted member that should be an object was one, or null
 */
gboolean
ask_rest_member_check (AskRestMember *self, AskRestRow *row, GError **error)
{
  GHashTableIter iter;
  gpointer data;

  if (self->members == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, self->members);
  while (g_hash_table_iter_next (&iter, NULL, &data))
    {
      AskRestMember *member = data;
      GHashTableIter inner;
      gpointer below;

      if (member->members == NULL)
        continue;
      if (member->wrong)
        {
          member->wrong = FALSE;
          g_hash_table_iter_init (&inner, member->members);
          while (g_hash_table_iter_next (&inner, NULL, &below))
            if (is_missed (below, row))
              {
                ask_error_set (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE, N_ ("The member “%s” is no object."),
                               member->path);
                return FALSE;
              }
        }
      if (!ask_rest_member_check (member, row, error))
        return FALSE;
    }
  return TRUE;
}
