/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows as they arrive, in blocks of the Native format. Each block names its columns again, so that an exception that
 * the server writes into the middle of an answer, under the status 200 that it has sent already, is never taken for
 * rows, nor for their end. A cursor that is dropped, or cancelled, stops its statement.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

/* A header of a block that is longer is none. */
#define MAX_COLUMNS 65536
#define MAX_NAME 65536
#define MAX_ROWS (G_GUINT64_CONSTANT (1) << 31)

#define ASK_TYPE_CLICKHOUSE_CURSOR (ask_clickhouse_cursor_get_type ())
G_DECLARE_FINAL_TYPE (AskClickhouseCursor, ask_clickhouse_cursor, ASK, CLICKHOUSE_CURSOR, AskCursor)

struct _AskClickhouseCursor
{
  AskCursor parent_instance;
  AskClickhouseSource *source;
  GPtrArray *statements; /* char *: one after the other, a binding each */
  char *settings;
  guint n_columns; /* 0: as many as the first block has */
  gboolean counts; /* what a statement computes: its UInt64 are integers here, where they fit */
  guint statement; /* the one that is read */
  AskHttpStream *stream; /* nullable: of it */
  char *query_id;
  gboolean done; /* the answer is whole */

  GByteArray *arrived;
  gsize at; /* up to here @arrived was taken into the block */
  guint64 block_columns;
  guint64 block_rows;
  guint column; /* how many columns of the block were measured */
  gboolean has_header;
  gboolean altered; /* a later statement has other columns than the first */

  GByteArray *block; /* of which rows are given */
  guint64 n_rows;
  guint64 row;
  GPtrArray *types; /* AskClickhouseType */
  GArray *columns; /* AskColumn */
  GPtrArray *heads; /* char *: of each column name and type, as the server writes them */
  AskValue *cells;
};

G_DEFINE_FINAL_TYPE (AskClickhouseCursor, ask_clickhouse_cursor, ASK_TYPE_CURSOR)

static void
stop (AskClickhouseCursor *self)
{
  if (self->stream == NULL)
    return;
  g_clear_pointer (&self->stream, ask_http_stream_free);
  if (!self->done)
    ask_clickhouse_stop (self->source, self->query_id);
}

static void
column_clear (gpointer data)
{
  g_free (((AskColumn *) data)->name);
}

static void
ask_clickhouse_cursor_finalize (GObject *object)
{
  AskClickhouseCursor *self = ASK_CLICKHOUSE_CURSOR (object);

  stop (self);
  g_clear_object (&self->source);
  g_ptr_array_unref (self->statements);
  g_free (self->settings);
  g_free (self->query_id);
  g_byte_array_unref (self->arrived);
  g_byte_array_unref (self->block);
  g_ptr_array_unref (self->types);
  g_array_unref (self->columns);
  g_ptr_array_unref (self->heads);
  g_free (self->cells);
  G_OBJECT_CLASS (ask_clickhouse_cursor_parent_class)->finalize (object);
}

static const AskColumn *
cursor_get_columns (AskCursor *cursor, guint *n_columns)
{
  AskClickhouseCursor *self = ASK_CLICKHOUSE_CURSOR (cursor);

  *n_columns = self->columns->len;
  return (const AskColumn *) self->columns->data;
}

static gboolean
has_exception (AskClickhouseCursor *self)
{
  /* Before anything has come there is no memory to look into. */
  return self->arrived->len > self->at
         && ask_clickhouse_find_exception ((const char *) self->arrived->data + self->at, self->arrived->len - self->at)
              != NULL;
}

static gboolean
fail_broken (AskClickhouseCursor *self, GError **error)
{
  if (self->altered && !has_exception (self))
    {
      ask_error_set (
        error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
        N_ ("Source “%s”: the columns of a table were changed while it was read. Refresh the source, and ask "
            "again."),
        ask_clickhouse_source_get_config (self->source)->name);
      return FALSE;
    }
  ask_clickhouse_set_broken (self->source, (const char *) self->arrived->data + self->at, self->arrived->len - self->at,
                             error);
  return FALSE;
}

/* @text: (out) (transfer full): a text with its length in front. Returns: whether it is there */
static gboolean
take_text (AskClickhouseCursor *self, gsize *at, char **text, gboolean *broken)
{
  guint64 length;

  if (!ask_clickhouse_read_length (self->arrived->data, self->arrived->len, at, &length))
    return FALSE;
  *broken = length > MAX_NAME;
  if (*broken || length > self->arrived->len - *at)
    return FALSE;
  *text = g_strndup ((const char *) self->arrived->data + *at, (gsize) length);
  *at += (gsize) length;
  return TRUE;
}

/* A column that the first block names. Returns: whether its type is known */
static gboolean
add_column (AskClickhouseCursor *self, const char *name, const char *declared)
{
  AskClickhouseType *type = ask_clickhouse_type_new (declared);
  AskColumn column = { 0 };

  if (type == NULL)
    return FALSE;
  if (self->counts)
    ask_clickhouse_type_set_counts (type);
  column.name = g_utf8_make_valid (name, -1);
  column.type = type->type;
  g_array_append_val (self->columns, column);
  g_ptr_array_add (self->types, type);
  g_ptr_array_add (self->heads, g_strdup (name));
  g_ptr_array_add (self->heads, g_strdup (declared));
  return TRUE;
}

/* Each block, of each statement, names the columns that the first one did. A table may be altered between two. */
static gboolean
is_same_column (AskClickhouseCursor *self, const char *name, const char *declared)
{
  return strcmp (self->heads->pdata[2 * self->column], name) == 0
         && strcmp (self->heads->pdata[2 * self->column + 1], declared) == 0;
}

/* The next column of the block. Returns: whether all of it has come */
static gboolean
take_column (AskClickhouseCursor *self, gboolean *broken)
{
  gsize at = self->at;
  g_autofree char *name = NULL;
  g_autofree char *declared = NULL;
  AskClickhouseType *type;

  if (!take_text (self, &at, &name, broken) || !take_text (self, &at, &declared, broken))
    return FALSE;
  if (self->column == self->types->len)
    *broken = !add_column (self, name, declared);
  else
    {
      *broken = !is_same_column (self, name, declared);
      self->altered = *broken && self->statement > 0;
    }
  if (*broken)
    return FALSE;
  type = self->types->pdata[self->column];
  if (!ask_clickhouse_type_measure (type, self->arrived->data, self->arrived->len, (gsize) self->block_rows, &at))
    return FALSE;
  *broken = !ask_clickhouse_type_check (type, self->arrived->data);
  if (*broken)
    return FALSE;
  self->at = at;
  self->column++;
  return TRUE;
}

static gboolean
take_header (AskClickhouseCursor *self, gboolean *broken)
{
  guint64 n_columns = self->types->len > 0 ? self->types->len : self->n_columns;
  gsize at = self->at;

  if (!ask_clickhouse_read_length (self->arrived->data, self->arrived->len, &at, &self->block_columns)
      || !ask_clickhouse_read_length (self->arrived->data, self->arrived->len, &at, &self->block_rows))
    return FALSE;
  *broken = self->block_columns == 0 || self->block_columns > MAX_COLUMNS || self->block_rows > MAX_ROWS
            || (n_columns > 0 && self->block_columns != n_columns);
  if (*broken)
    return FALSE;
  self->at = at;
  self->column = 0;
  self->has_header = TRUE;
  return TRUE;
}

/* A block that has come whole. Returns: whether there is one */
static gboolean
take_block (AskClickhouseCursor *self, gboolean *broken)
{
  GByteArray *rest;

  *broken = FALSE;
  if (!self->has_header && !take_header (self, broken))
    return FALSE;
  while (self->column < self->block_columns)
    if (!take_column (self, broken))
      return FALSE;
  self->has_header = FALSE;
  rest = self->block;
  g_byte_array_set_size (rest, 0);
  g_byte_array_append (rest, self->arrived->data + self->at, self->arrived->len - (guint) self->at);
  self->block = self->arrived;
  self->arrived = rest;
  /* Where the last text's NUL goes. */
  g_byte_array_set_size (self->block, (guint) self->at);
  g_byte_array_append (self->block, (const guint8 *) "", 1);
  self->at = 0;
  self->n_rows = self->block_rows;
  self->row = 0;
  self->cells = g_renew (AskValue, self->cells, self->types->len);
  return TRUE;
}

static void
begin (AskClickhouseCursor *self)
{
  g_free (self->query_id);
  self->query_id = g_uuid_string_random ();
  self->done = FALSE;
  self->stream = ask_clickhouse_send (self->source, self->statements->pdata[self->statement], self->settings,
                                      self->query_id, ask_clickhouse_source_get_config (self->source)->time_out_ms);
}

/* The end of the answer. Returns: whether it is a good one */
static gboolean
end (AskClickhouseCursor *self, GError **error)
{
  const AskHttpResponse *response = ask_http_stream_get_response (self->stream);

  self->done = TRUE;
  if (response->status != 200)
    {
      ask_clickhouse_set_refusal (self->source, response, error);
      return FALSE;
    }
  if (self->arrived->len > 0 || self->has_header)
    return fail_broken (self, error);
  return TRUE;
}

/* Reads until there is a block, or the answer is whole. */
static gboolean
read_on (AskClickhouseCursor *self, GCancellable *cancellable, GError **error)
{
  const char *bytes;
  gsize length;
  gboolean broken;

  for (;;)
    switch (ask_http_stream_poll (self->stream, &bytes, &length))
      {
      case ASK_HTTP_STREAM_WAITING:
        if (!ask_http_wait (ask_clickhouse_source_get_http (self->source), cancellable, error))
          return FALSE;
        break;
      case ASK_HTTP_STREAM_DATA:
        if (length > G_MAXUINT32 / 2 - self->arrived->len)
          {
            ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                           N_ ("Source “%s”: one block of the answer is larger than 2 GiB."),
                           ask_clickhouse_source_get_config (self->source)->name);
            return FALSE;
          }
        g_byte_array_append (self->arrived, (const guint8 *) bytes, (guint) length);
        if (take_block (self, &broken))
          return TRUE;
        /* What breaks the format may be an exception, of which the rest is still to come. */
        if (broken && self->arrived->len > 65536)
          return fail_broken (self, error);
        break;
      case ASK_HTTP_STREAM_DONE:
        return end (self, error);
      case ASK_HTTP_STREAM_FAILED:
      default:
        self->done = TRUE;
        /* Servers of today break off on purpose, behind the exception. */
        if (has_exception (self))
          return fail_broken (self, error);
        ask_clickhouse_set_failure (self->source, ask_http_stream_get_failure (self->stream), error);
        return FALSE;
      }
}

static AskStep
cursor_next (AskCursor *cursor, const AskValue **row, guint *binding, GCancellable *cancellable, GError **error)
{
  AskClickhouseCursor *self = ASK_CLICKHOUSE_CURSOR (cursor);
  gboolean broken;

  while (self->row == self->n_rows)
    {
      self->row = self->n_rows = 0;
      if (self->stream == NULL)
        {
          if (self->statement == self->statements->len)
            return ASK_STEP_DONE;
          begin (self);
        }
      if (!self->done && take_block (self, &broken))
        continue;
      if (!self->done && !read_on (self, cancellable, error))
        {
          stop (self);
          return ASK_STEP_FAILED;
        }
      if (self->done && self->n_rows == 0)
        {
          g_clear_pointer (&self->stream, ask_http_stream_free);
          self->statement++;
        }
    }
  /* Waiting looks at it; rows that are here already would not. */
  if (self->row % 1024 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      stop (self);
      return ASK_STEP_FAILED;
    }
  for (guint i = 0; i < self->types->len; i++)
    self->cells[i] = ask_clickhouse_type_read (self->types->pdata[i], self->block->data, (gsize) self->row);
  self->row++;
  *row = self->cells;
  *binding = self->statement;
  return ASK_STEP_ROW;
}

static void
ask_clickhouse_cursor_class_init (AskClickhouseCursorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_clickhouse_cursor_finalize;
  ASK_CURSOR_CLASS (klass)->next = cursor_next;
  ASK_CURSOR_CLASS (klass)->get_columns = cursor_get_columns;
}

static void
ask_clickhouse_cursor_init (AskClickhouseCursor *self)
{
  self->arrived = g_byte_array_new ();
  self->block = g_byte_array_new ();
  self->types = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_clickhouse_type_free);
  self->columns = g_array_new (FALSE, TRUE, sizeof (AskColumn));
  g_array_set_clear_func (self->columns, column_clear);
  self->heads = g_ptr_array_new_with_free_func (g_free);
}

/**
 * ask_clickhouse_cursor_new:
 * @statements: (transfer full) (element-type utf8): with the same columns, a binding each
 * @n_columns: how many those are; an answer with others is an error. 0 where the caller asks
 *   ask_cursor_get_columns() before it reads a row
 * @settings: as of ask_clickhouse_send()
 * @counts: they compute: a count is an integer, though the server calls it UInt64
 *
 * Returns: (transfer full): a cursor; nothing is sent yet
 */
AskCursor *
ask_clickhouse_cursor_new (AskClickhouseSource *source, GPtrArray *statements, guint n_columns, const char *settings,
                           gboolean counts)
{
  AskClickhouseCursor *self = g_object_new (ASK_TYPE_CLICKHOUSE_CURSOR, NULL);

  self->source = g_object_ref (source);
  self->statements = statements;
  self->n_columns = n_columns;
  self->settings = g_strdup (settings);
  self->counts = counts;
  return ASK_CURSOR (self);
}

/** ask_clickhouse_cursor_new_one: Returns: (transfer full): the same for one statement that does not compute */
AskCursor *
ask_clickhouse_cursor_new_one (AskClickhouseSource *source, const char *statement, guint n_columns,
                               const char *settings)
{
  GPtrArray *statements = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (statements, g_strdup (statement));
  return ask_clickhouse_cursor_new (source, statements, n_columns, settings, FALSE);
}
