/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fetched rows of API entities, kept for one statement: what was fetched once with some arguments
 * is not fetched again. Rows come in as they are asked for, so that a LIMIT stops the paging.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-engine-private.h"

/** ask_fetch_ref: Returns: (transfer full): @self */
AskFetch *
ask_fetch_ref (AskFetch *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_fetch_unref: frees it when nobody holds it any more */
void
ask_fetch_unref (AskFetch *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_bound; i++)
    ask_value_clear (&self->bound[i]);
  for (guint i = 0; i < self->entity->attributes->len; i++)
    g_clear_pointer (&self->indexes[i], g_hash_table_unref);
  g_free (self->indexes);
  g_clear_pointer (&self->rowids, g_array_unref);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_free (self->bound);
  g_free (self->attributes);
  g_clear_object (&self->cursor);
  g_clear_error (&self->failure);
  ask_rows_unref (self->rows);
  g_free (self);
}

static void
append_key (GString *key, const AskValue *value)
{
  g_autofree char *text = ask_value_to_text (value);

  g_string_append_printf (key, "%u:%" G_GSIZE_FORMAT ":%s;", value->kind, strlen (text), text);
}

/**
 * ask_fetch_key:
 *
 * Returns: (transfer full): the same text for the same entity with the same arguments
 */
char *
ask_fetch_key (const AskEntity *entity, const AskAttribute *const *attributes,
               const AskValue *bound, guint n_bound)
{
  GString *key = g_string_new (entity->name);

  for (guint i = 0; i < n_bound; i++)
    {
      g_string_append_printf (key, "\n%s\n", attributes[i]->name);
      append_key (key, &bound[i]);
    }
  return g_string_free (key, FALSE);
}

static AskFetch *
fetch_new (const AskEntity *entity, const AskAttribute *const *attributes, const AskValue *bound,
           guint n_bound)
{
  AskFetch *self = g_new0 (AskFetch, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->entity = entity;
  self->attributes = g_memdup2 (attributes, n_bound * sizeof *attributes);
  self->n_bound = n_bound;
  self->bound = g_new0 (AskValue, MAX (1, n_bound));
  for (guint i = 0; i < n_bound; i++)
    ask_value_dup_into (&self->bound[i], &bound[i]);
  self->rows = ask_rows_new ();
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      ask_rows_add_column (self->rows, attribute->name, attribute->type);
    }
  self->indexes = g_new0 (GHashTable *, MAX (1, entity->attributes->len));
  return self;
}

static AskCursor *
open_cursor (AskEngine *engine, const AskEntity *entity, const AskAttribute *const *attributes,
             guint n_bound, const AskValue *bindings, guint n_bindings, GError **error)
{
  AskSource *source = ask_engine_get_source (engine, entity->source, error);
  AskScan scan = { .entity = entity,
                   .columns = (const AskAttribute *const *) entity->attributes->pdata,
                   .n_columns = entity->attributes->len,
                   .bound = attributes,
                   .n_bound = n_bound,
                   .bindings = bindings,
                   .n_bindings = n_bindings };

  if (source == NULL)
    return NULL;
  return ask_source_scan (source, &scan, engine->run->calls, engine->run->stop, error);
}

static void
remember (AskEngine *engine, AskFetch *fetch)
{
  g_hash_table_insert (engine->run->fetches,
                       ask_fetch_key (fetch->entity, fetch->attributes, fetch->bound,
                                      fetch->n_bound),
                       fetch);
}

/**
 * ask_fetch_open:
 *
 * Starts fetching; rows come with ask_fetch_get_row().
 *
 * Returns: (transfer none): the fetch, kept by the run, or %NULL
 */
AskFetch *
ask_fetch_open (AskEngine *engine, const AskEntity *entity, const AskAttribute *const *attributes,
                const AskValue *bound, guint n_bound, GError **error)
{
  AskCursor *cursor = open_cursor (engine, entity, attributes, n_bound, bound, 1, error);
  AskFetch *fetch;

  if (cursor == NULL)
    return NULL;
  fetch = fetch_new (entity, attributes, bound, n_bound);
  fetch->cursor = cursor;
  remember (engine, fetch);
  return fetch;
}

/* Memory that the fetched rows of this statement hold. */
static gboolean
check_memory (AskEngine *engine, GError **error)
{
  GHashTableIter iter;
  gpointer fetch;
  gsize size = 0;

  g_hash_table_iter_init (&iter, engine->run->fetches);
  while (g_hash_table_iter_next (&iter, NULL, &fetch))
    size += ask_rows_get_size (((AskFetch *) fetch)->rows);
  if (size <= engine->run->limits.max_bytes)
    return TRUE;
  g_set_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT,
               "The answers of the APIs fill more than %" G_GSIZE_FORMAT
               " MiB of memory. Ask for less with a condition.",
               engine->run->limits.max_bytes >> 20);
  return FALSE;
}

/**
 * ask_fetch_batch:
 * @bindings: @n_bindings runs of @n_bound values, none fetched yet, none twice
 *
 * Fetches all of them to the end, side by side.
 *
 * Returns: whether all went well
 */
gboolean
ask_fetch_batch (AskEngine *engine, const AskEntity *entity,
                 const AskAttribute *const *attributes, guint n_bound, const AskValue *bindings,
                 guint n_bindings, GError **error)
{
  g_autoptr (AskCursor) cursor
    = open_cursor (engine, entity, attributes, n_bound, bindings, n_bindings, error);
  g_autoptr (GPtrArray) fetches
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_fetch_unref);
  const AskValue *row;
  guint binding;
  gsize n = 0;
  AskStep step;

  if (cursor == NULL)
    return FALSE;
  for (guint i = 0; i < n_bindings; i++)
    g_ptr_array_add (fetches, fetch_new (entity, attributes, bindings + i * n_bound, n_bound));
  while ((step = ask_cursor_next (cursor, &row, &binding, engine->run->stop, error))
         == ASK_STEP_ROW)
    {
      ask_rows_append (((AskFetch *) fetches->pdata[binding])->rows, row);
      if (++n % 4096 == 0 && !check_memory (engine, error))
        return FALSE;
    }
  if (step == ASK_STEP_FAILED)
    return FALSE;
  for (guint i = 0; i < n_bindings; i++)
    remember (engine, ask_fetch_ref (fetches->pdata[i]));
  return check_memory (engine, error);
}

/**
 * ask_fetch_get_row:
 * @row: from 0
 *
 * Sees to it that the row is there, fetching further where it has to.
 *
 * Returns: %ASK_STEP_ROW, %ASK_STEP_DONE where there are not so many, or %ASK_STEP_FAILED
 */
AskStep
ask_fetch_get_row (AskFetch *self, AskEngine *engine, gsize row, GError **error)
{
  const AskValue *cells;
  gsize n = ask_rows_get_n_rows (self->rows);

  while (row >= n)
    {
      AskStep step = ASK_STEP_FAILED;

      if (self->failure == NULL && self->cursor == NULL)
        return ASK_STEP_DONE;
      if (self->failure == NULL)
        step = ask_cursor_next (self->cursor, &cells, NULL, engine->run->stop, &self->failure);
      if (step == ASK_STEP_FAILED)
        {
          /* Perhaps a lookahead was told, which tells nobody: after it the cursor could pass for
           * one that has come to its end. */
          g_propagate_error (error, g_error_copy (self->failure));
          return step;
        }
      if (step == ASK_STEP_DONE)
        {
          g_clear_object (&self->cursor);
          return step;
        }
      ask_rows_append (self->rows, cells);
      n++;
      if (n % 4096 == 0 && !check_memory (engine, error))
        return ASK_STEP_FAILED;
    }
  return ASK_STEP_ROW;
}

/* Cells that SQL may find equal get the same key, whatever their kind: 7, 7.0 and "7". It may give
 * the same key to cells that are not equal, since SQLite compares again. */
static char *
lookup_key (const AskValue *value)
{
  AskValue number = *value;

  if (value->kind == ASK_VALUE_TEXT && memchr (value->text, '\0', value->length) == NULL)
    ask_text_to_number (value->text, &number);
  /* Plus nothing, since -0.0 equals 0.0 and is printed otherwise. */
  if (number.kind == ASK_VALUE_INTEGER || number.kind == ASK_VALUE_REAL)
    return g_strdup_printf ("n%.15g", (number.kind == ASK_VALUE_INTEGER ? (double) number.integer
                                                                        : number.real)
                                        + 0.0);
  return g_strdup_printf ("t%.*s", (int) number.length, number.text);
}

static void
rows_free (gpointer rows)
{
  g_array_unref (rows);
}

/**
 * ask_fetch_find:
 * @column: the attribute's place
 *
 * Fetches to the end and looks up in an index, made when first needed.
 *
 * Returns: (transfer none) (nullable) (element-type gsize): the rows that may equal @value, in
 *   order; %NULL with @error unset where there are none
 */
GArray *
ask_fetch_find (AskFetch *self, AskEngine *engine, guint column, const AskValue *value,
                GError **error)
{
  g_autofree char *wanted = NULL;

  if (self->indexes[column] == NULL)
    {
      GHashTable *index;

      if (ask_fetch_get_row (self, engine, G_MAXSIZE, error) == ASK_STEP_FAILED)
        return NULL;
      index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, rows_free);
      for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
        {
          const AskValue *cell = ask_rows_get (self->rows, row, column);
          char *key;
          GArray *rows;

          if (cell->kind == ASK_VALUE_NULL)
            continue;
          key = lookup_key (cell);
          rows = g_hash_table_lookup (index, key);
          if (rows == NULL)
            {
              rows = g_array_new (FALSE, FALSE, sizeof (gsize));
              g_hash_table_insert (index, key, rows);
            }
          else
            g_free (key);
          g_array_append_val (rows, row);
        }
      self->indexes[column] = index;
    }
  if (value->kind == ASK_VALUE_NULL)
    return NULL;
  wanted = lookup_key (value);
  return g_hash_table_lookup (self->indexes[column], wanted);
}

/* FNV-1a with a last stir, since rows that differ in one digit should lie far apart. */
static guint64
hash_bytes (guint64 hash, const void *bytes, gsize length)
{
  const guchar *p = bytes;

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ p[i]) * 1099511628211u;
  return hash;
}

static guint64
hash_value (guint64 hash, const AskValue *value)
{
  hash = hash_bytes (hash, &value->kind, sizeof value->kind);
  if (value->kind == ASK_VALUE_TEXT || value->kind == ASK_VALUE_BLOB)
    {
      hash = hash_bytes (hash, &value->length, sizeof value->length);
      return hash_bytes (hash, value->text, value->length);
    }
  return hash_bytes (hash, &value->integer, sizeof value->integer);
}

static guint64
stir (guint64 hash)
{
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdu;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53u;
  return hash ^ (hash >> 33);
}

/**
 * ask_fetch_get_rowid:
 * @row: a row that is there
 *
 * For "a = 1 OR b = 2" SQLite fetches both sides and tells by the rowid which rows it has had. An
 * API has no rowid, so it is made of the row's content, and of how often that content came before:
 * a row has the same one in whatever call it comes, and two equal rows have two.
 *
 * Returns: the rowid
 */
gint64
ask_fetch_get_rowid (AskFetch *self, gsize row)
{
  if (self->rowids == NULL)
    {
      self->rowids = g_array_new (FALSE, FALSE, sizeof (gint64));
      self->seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
    }
  while (self->rowids->len <= row)
    {
      const AskValue *cells = ask_rows_get_row (self->rows, self->rowids->len);
      guint64 hash = 14695981039346656037u;
      gint64 content, rowid;
      guint times;

      for (guint i = 0; i < ask_rows_get_n_columns (self->rows); i++)
        hash = hash_value (hash, &cells[i]);
      /* Inputs of the call are part of the row. */
      for (guint i = 0; i < self->n_bound; i++)
        if (self->attributes[i]->column == NULL)
          hash = hash_value (hash, &self->bound[i]);
      content = (gint64) stir (hash);
      times = GPOINTER_TO_UINT (g_hash_table_lookup (self->seen, &content));
      g_hash_table_insert (self->seen, g_memdup2 (&content, sizeof content),
                           GUINT_TO_POINTER (times + 1));
      rowid = times == 0 ? content : (gint64) stir (hash + times);
      g_array_append_val (self->rowids, rowid);
    }
  return g_array_index (self->rowids, gint64, row);
}

/* SQLite's affinity, applied to one side of a comparison. */
static AskValue
apply_affinity (AskType type, const AskValue *value, char **owned)
{
  AskValue number;

  switch (type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
    case ASK_TYPE_BOOLEAN:
      if (value->kind == ASK_VALUE_TEXT && ask_text_to_number (value->text, &number))
        return number;
      return *value;
    case ASK_TYPE_ANY:
    case ASK_TYPE_BLOB:
      return *value;
    default:
      if (value->kind == ASK_VALUE_INTEGER || value->kind == ASK_VALUE_REAL)
        {
          *owned = ask_argument_to_text (value);
          return ask_value_text (*owned, -1);
        }
      return *value;
    }
}

/**
 * ask_fetch_equal:
 * @type: of the attribute that @cell belongs to
 * @bound: what it was asked to equal
 *
 * Cells come as the API writes them: the affinity is applied to them too, as SQLite does.
 *
 * Returns: whether SQL's = holds between a column of that type and the value
 */
gboolean
ask_fetch_equal (AskType type, const AskValue *cell, const AskValue *bound)
{
  g_autofree char *owned = NULL;
  g_autofree char *owned_cell = NULL;
  AskValue other = apply_affinity (type, bound, &owned);
  AskValue one = apply_affinity (type, cell, &owned_cell);

  if (one.kind == ASK_VALUE_NULL || other.kind == ASK_VALUE_NULL)
    return FALSE;
  return ask_value_compare (&one, &other) == 0;
}
