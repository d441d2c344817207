/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The form: "R1", whether rows were left out, the columns as JSON, how many rows; then cell by cell its kind and value.
 * Numbers are little-endian. Whoever changes the form changes its first two bytes; what cannot be read is as if it had
 * never been kept.
 */
#include "config.h"

#include "store/ask-rows-bytes.h"

#include <string.h>

#include "base/ask-json.h"

#define MAGIC "R1"

static void
put_size (GByteArray *bytes, guint32 size)
{
  guint32 little = GUINT32_TO_LE (size);

  g_byte_array_append (bytes, (const guint8 *) &little, sizeof little);
}

static void
put_eight (GByteArray *bytes, const void *eight)
{
  guint64 little;

  memcpy (&little, eight, sizeof little);
  little = GUINT64_TO_LE (little);
  g_byte_array_append (bytes, (const guint8 *) &little, sizeof little);
}

static void
put_cell (GByteArray *bytes, const AskValue *cell)
{
  guint8 kind = (guint8) cell->kind;

  g_byte_array_append (bytes, &kind, 1);
  switch (cell->kind)
    {
    case ASK_VALUE_INTEGER:
      put_eight (bytes, &cell->integer);
      break;
    case ASK_VALUE_REAL:
      put_eight (bytes, &cell->real);
      break;
    case ASK_VALUE_TEXT:
    case ASK_VALUE_BLOB:
      put_size (bytes, cell->length);
      if (cell->length > 0)
        g_byte_array_append (bytes, cell->blob, cell->length);
      break;
    default:
      break;
    }
}

/** ask_rows_to_bytes: Returns: (transfer full): all of @rows, for ask_rows_from_bytes() */
GBytes *
ask_rows_to_bytes (const AskRows *rows)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GString) columns = g_string_new ("{");
  guint8 truncated = ask_rows_get_truncated (rows) ? 1 : 0;
  guint n_columns = ask_rows_get_n_columns (rows);
  guint64 n_rows = ask_rows_get_n_rows (rows);

  ask_json_append_rows (columns, rows, 0);
  g_string_append_c (columns, '}');
  g_byte_array_append (bytes, (const guint8 *) MAGIC, 2);
  g_byte_array_append (bytes, &truncated, 1);
  put_size (bytes, (guint32) columns->len);
  g_byte_array_append (bytes, (const guint8 *) columns->str, (guint) columns->len);
  put_eight (bytes, &n_rows);
  for (gsize r = 0; r < n_rows; r++)
    for (guint c = 0; c < n_columns; c++)
      put_cell (bytes, ask_rows_get (rows, r, c));
  return g_byte_array_free_to_bytes (bytes);
}

typedef struct
{
  const guint8 *at;
  gsize left;
} Reader;

/* Returns: (nullable): the next @n bytes; %NULL where there are not as many */
static const guint8 *
take (Reader *self, gsize n)
{
  const guint8 *at = self->at;

  if (self->left < n)
    return NULL;
  self->at += n;
  self->left -= n;
  return at;
}

static gboolean
take_size (Reader *self, guint32 *size)
{
  const guint8 *at = take (self, sizeof *size);

  if (at == NULL)
    return FALSE;
  memcpy (size, at, sizeof *size);
  *size = GUINT32_FROM_LE (*size);
  return TRUE;
}

static gboolean
take_eight (Reader *self, void *eight)
{
  const guint8 *at = take (self, sizeof (guint64));
  guint64 little;

  if (at == NULL)
    return FALSE;
  memcpy (&little, at, sizeof little);
  little = GUINT64_FROM_LE (little);
  memcpy (eight, &little, sizeof little);
  return TRUE;
}

/* @spare: a NUL behind every text; the cells borrow from it until the row is appended */
static gboolean
take_cell (Reader *self, GPtrArray *spare, AskValue *cell)
{
  const guint8 *kind = take (self, 1);
  const guint8 *at;
  guint32 size;

  if (kind == NULL)
    return FALSE;
  *cell = ASK_NULL_INIT;
  cell->kind = *kind;
  switch (*kind)
    {
    case ASK_VALUE_NULL:
      return TRUE;
    case ASK_VALUE_INTEGER:
      return take_eight (self, &cell->integer);
    case ASK_VALUE_REAL:
      return take_eight (self, &cell->real);
    case ASK_VALUE_TEXT:
    case ASK_VALUE_BLOB:
      if (!take_size (self, &size) || (at = take (self, size)) == NULL)
        return FALSE;
      cell->length = size;
      cell->text = g_malloc0 ((gsize) size + 1);
      if (size > 0)
        memcpy ((char *) cell->text, at, size);
      g_ptr_array_add (spare, (char *) cell->text);
      return TRUE;
    default:
      return FALSE;
    }
}

static AskRows *
read_columns (const char *json, gsize length)
{
  g_autoptr (JsonNode) node = ask_json_parse (json, (gssize) length, NULL);
  JsonArray *columns = node != NULL && JSON_NODE_HOLDS_OBJECT (node)
                         ? ask_json_get_array (json_node_get_object (node), "columns")
                         : NULL;
  AskRows *rows;

  if (columns == NULL)
    return NULL;
  rows = ask_rows_new ();
  for (guint i = 0; i < json_array_get_length (columns); i++)
    ask_json_read_column (ask_json_element_object (columns, i), rows);
  return rows;
}

/**
 * ask_rows_from_bytes:
 * @data: (array length=size): of ask_rows_to_bytes()
 * @size: in bytes
 *
 * Returns: (transfer full) (nullable): the rows; %NULL where the bytes are damaged, or of another form
 */
AskRows *
ask_rows_from_bytes (const guint8 *data, gsize size)
{
  Reader reader = { data, size };
  const guint8 *magic = take (&reader, 2);
  const guint8 *truncated = take (&reader, 1);
  const guint8 *json;
  guint32 length;
  guint64 n_rows;
  g_autoptr (AskRows) rows = NULL;
  g_autofree AskValue *cells = NULL;
  g_autoptr (GPtrArray) spare = g_ptr_array_new_with_free_func (g_free);
  guint n;

  if (magic == NULL || truncated == NULL || memcmp (magic, MAGIC, 2) != 0 || !take_size (&reader, &length)
      || (json = take (&reader, length)) == NULL || !take_eight (&reader, &n_rows)
      || (rows = read_columns ((const char *) json, length)) == NULL)
    return NULL;
  n = ask_rows_get_n_columns (rows);
  cells = g_new0 (AskValue, n + 1);
  /* A cell takes a byte at least. */
  if (n == 0 ? n_rows > 0 : n_rows > reader.left)
    return NULL;
  for (guint64 r = 0; r < n_rows; r++)
    {
      for (guint c = 0; c < n; c++)
        if (!take_cell (&reader, spare, &cells[c]))
          return NULL;
      ask_rows_append (rows, cells);
      g_ptr_array_set_size (spare, 0);
    }
  ask_rows_set_truncated (rows, *truncated != 0);
  return reader.left == 0 ? g_steal_pointer (&rows) : NULL;
}
