/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fetched rows of API entities, kept for one statement: what was fetched once with some arguments
 * is not fetched again. Rows come in as they are asked for, so that a LIMIT stops the paging.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-hash.h"
#include "engine/ask-budget.h"
#include "engine/ask-fragment.h"

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
    g_clear_pointer (&self->indexes[i], ask_fetch_index_free);
  g_clear_pointer (&self->rowids, g_array_unref);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_clear_object (&self->cursor);
  g_clear_error (&self->failure);
  ask_rows_unref (self->rows);
  g_free (self);
}

/* Of any 64-bit number, and of what stands between the parts of a key for one value. */
#define NUMBER_SIZE 20
#define AROUND_VALUE (3 * NUMBER_SIZE + 8)

/* What most keys need behind the entity's name. */
#define USUAL_KEY 120

/* A key is made several times for each value that a join supplies; printf would take most of that. Returns: behind it */
static char *
put_number (char *to, guint64 number)
{
  char digits[NUMBER_SIZE];
  guint first = sizeof digits;

  do
    digits[--first] = (char) ('0' + number % 10);
  while ((number /= 10) > 0);
  return mempcpy (to, digits + first, sizeof digits - first);
}

/* @made: (out) (transfer full) (nullable): where the value is no text that can be part of one. Returns: what stands for
 * it */
static const char *
find_text (const AskValue *value, gsize *length, char **made)
{
  *made = NULL;
  *length = value->length;
  if (value->kind == ASK_VALUE_TEXT && memchr (value->text, '\0', value->length) == NULL)
    return value->text;
  *made = ask_value_to_text (value);
  *length = strlen (*made);
  return *made;
}

/**
 * ask_fetch_key:
 * @entity: of an API, or the one of a fragment
 * @terms: (nullable) (array length=n_bound): the arguments
 * @bound: (nullable) (array length=n_bound): a value for each argument
 * @n_bound: 0 for a call without arguments
 *
 * Returns: (transfer full): the same text for the same entity with the same arguments
 */
char *
ask_fetch_key (const AskEntity *entity, const AskTerm *terms, const AskValue *bound, guint n_bound)
{
  /* A fragment's table is a number that no other one has, whatever the statement. */
  const char *name = entity->operation != NULL ? entity->name : entity->table;
  gsize used = strlen (name);
  gsize size = used + USUAL_KEY;
  char *key = g_malloc (size);

  memcpy (key, name, used);
  for (guint i = 0; i < n_bound; i++)
    {
      const char *attribute = terms[i].attribute->name;
      g_autofree char *made = NULL;
      gsize length;
      const char *text = find_text (&bound[i], &length, &made);
      char *to;

      if (used + strlen (attribute) + length + AROUND_VALUE > size)
        key = g_realloc (key, size = 2 * (used + strlen (attribute) + length + AROUND_VALUE));
      to = key + used;
      *to++ = '\n';
      to = stpcpy (to, attribute);
      *to++ = ' ';
      to = put_number (to, (guint64) terms[i].use);
      *to++ = '\n';
      to = put_number (to, bound[i].kind);
      *to++ = ':';
      to = put_number (to, length);
      *to++ = ':';
      to = mempcpy (to, text, length);
      *to++ = ';';
      used = (gsize) (to - key);
    }
  key[used] = '\0';
  return key;
}

/* In one piece with all whose length is known: each key of a join has a fetch. */
static AskFetch *
fetch_alloc (guint n_columns, guint n_bound)
{
  AskFetch *self = g_malloc0 (sizeof *self + n_columns * sizeof *self->indexes
                              + n_bound * (sizeof *self->bound + sizeof *self->terms));

  self->bound = (AskValue *) (self + 1);
  self->terms = (AskTerm *) (self->bound + n_bound);
  self->indexes = (AskFetchIndex **) (self->terms + n_bound);
  return self;
}

/**
 * ask_fetch_new:
 * @engine: knows the fragment that @entity is the shape of, if it is of one
 * @entity: whose rows come; has to live as long as the fetch
 * @terms: (nullable) (array length=n_bound): the arguments; copied
 * @bound: (nullable) (array length=n_bound): a value for each argument; copied
 * @n_bound: 0 for a call without arguments
 *
 * Returns: (transfer full): a fetch that has no rows and no cursor yet
 */
AskFetch *
ask_fetch_new (AskEngine *engine, const AskEntity *entity, const AskTerm *terms, const AskValue *bound, guint n_bound)
{
  AskFetch *self = fetch_alloc (entity->attributes->len, n_bound);

  g_atomic_ref_count_init (&self->ref_count);
  self->entity = entity;
  if (entity->operation == NULL)
    self->fragment = g_hash_table_lookup (engine->fragments, entity->name);
  self->budget = ask_budgets_get (engine->budgets, entity->source);
  if (n_bound > 0)
    memcpy (self->terms, terms, n_bound * sizeof *terms);
  self->n_bound = n_bound;
  for (guint i = 0; i < n_bound; i++)
    ask_value_dup_into (&self->bound[i], &bound[i]);
  self->rows = ask_rows_new ();
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      ask_rows_add_column (self->rows, attribute->name, attribute->type);
    }
  return self;
}

static AskCursor *
open_cursor (AskEngine *engine, const AskKeys *keys, const AskWish *wish, GError **error)
{
  const AskEntity *entity = keys->entity;
  guint n_bound = keys->n_bound;
  AskFragment *fragment = g_hash_table_lookup (engine->fragments, entity->name);
  AskSource *source;
  g_autofree const AskAttribute **bound = g_new (const AskAttribute *, MAX (1, n_bound));
  g_autofree AskParameterUse *uses = g_new (AskParameterUse, MAX (1, n_bound));
  AskScan scan = { .entity = entity,
                   .columns = (const AskAttribute *const *) entity->attributes->pdata,
                   .n_columns = entity->attributes->len,
                   .bound = bound,
                   .n_bound = n_bound,
                   .uses = uses,
                   .bindings = keys->bindings,
                   .n_bindings = keys->n_bindings,
                   .budget = &ask_budgets_get (engine->budgets, entity->source)->calls };

  if (wish != NULL)
    {
      scan.sort = wish->sort;
      scan.descending = wish->descending;
      scan.page_size = wish->page_size;
    }
  for (guint i = 0; i < n_bound; i++)
    {
      bound[i] = keys->terms[i].attribute;
      uses[i] = keys->terms[i].use;
    }
  if (fragment != NULL && fragment->entity == entity)
    return ask_fragment_open (engine, fragment, keys, error);
  source = ask_engine_get_source (engine, entity->source, error);
  if (source == NULL)
    return NULL;
  return ask_source_scan (source, &scan, engine->run->calls, engine->run->stop, error);
}

static void
remember (AskEngine *engine, AskFetch *fetch)
{
  g_hash_table_insert (engine->run->sets.fetches,
                       ask_fetch_key (fetch->entity, fetch->terms, fetch->bound, fetch->n_bound), fetch);
}

/**
 * ask_fetch_open:
 * @engine: has a run, which keeps the fetch
 * @entity: of an API, or the one of a fragment
 * @terms: (nullable) (array length=n_bound): the arguments; copied
 * @bound: (nullable) (array length=n_bound): a value for each argument; copied
 * @n_bound: 0 for all rows
 *
 * Starts fetching; rows come with ask_fetch_get_row().
 *
 * Returns: (transfer none): the fetch, kept by the run, or %NULL
 */
AskFetch *
ask_fetch_open (AskEngine *engine, const AskEntity *entity, const AskTerm *terms, const AskValue *bound, guint n_bound,
                GError **error)
{
  AskCursor *cursor = open_cursor (engine, &(AskKeys) { entity, terms, n_bound, bound, 1 }, NULL, error);
  AskFetch *fetch;

  if (cursor == NULL)
    return NULL;
  fetch = ask_fetch_new (engine, entity, terms, bound, n_bound);
  fetch->cursor = cursor;
  fetch->once = fetch->fragment != NULL && fetch->fragment->once && n_bound == 0;
  remember (engine, fetch);
  return fetch;
}

/**
 * ask_fetch_open_for:
 * @engine: has the run that the rows are fetched for
 * @key: one key
 * @wish: how the rows are asked for
 *
 * Starts fetching; the run does not know of it, so others who want these arguments do not get rows in
 * an order of somebody else's.
 *
 * Returns: (transfer full): the fetch, or %NULL
 */
AskFetch *
ask_fetch_open_for (AskEngine *engine, const AskKeys *key, const AskWish *wish, GError **error)
{
  AskCursor *cursor = open_cursor (engine, key, wish, error);
  AskFetch *fetch;

  if (cursor == NULL)
    return NULL;
  fetch = ask_fetch_new (engine, key->entity, key->terms, key->bindings, key->n_bound);
  fetch->cursor = cursor;
  return fetch;
}

/* Memory that the fetched rows of this statement hold. */
static gboolean
check_memory (AskEngine *engine, GError **error)
{
  GHashTableIter iter;
  gpointer fetch;
  gsize size = 0;

  g_hash_table_iter_init (&iter, engine->run->sets.fetches);
  while (g_hash_table_iter_next (&iter, NULL, &fetch))
    size += ask_rows_get_size (((AskFetch *) fetch)->rows);
  if (size <= engine->run->limits.max_bytes)
    return TRUE;
  ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT,
                 N_ ("The answers of the APIs fill more than %u MiB of memory. Ask for less with a condition."),
                 (guint) (engine->run->limits.max_bytes >> 20));
  return FALSE;
}

/**
 * ask_fetch_batch:
 * @engine: has a run, which keeps what is fetched
 * @keys: none fetched yet, none twice
 *
 * Fetches all of them to the end, side by side; or the whole list where that is cheaper, which
 * ask_fetch_get_all() then gives.
 *
 * Returns: whether all went well
 */
gboolean
ask_fetch_batch (AskEngine *engine, const AskKeys *keys, GError **error)
{
  const AskEntity *entity = keys->entity;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GPtrArray) fetches = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_fetch_unref);
  const AskValue *row;
  guint binding;
  gsize n = 0;
  AskStep step;
  AskFetch *all;

  if (!ask_fetch_find_all (engine, keys, &all, error))
    return FALSE;
  if (all != NULL)
    return TRUE;
  cursor = open_cursor (engine, keys, NULL, error);
  if (cursor == NULL)
    return FALSE;
  for (guint i = 0; i < keys->n_bindings; i++)
    g_ptr_array_add (fetches,
                     ask_fetch_new (engine, entity, keys->terms, keys->bindings + i * keys->n_bound, keys->n_bound));
  while ((step = ask_cursor_next (cursor, &row, &binding, engine->run->stop, error)) == ASK_STEP_ROW)
    {
      const AskFetch *first = fetches->pdata[0];

      if (entity->operation == NULL
          && ((n == 0 && !ask_fragment_check_columns (first->fragment, cursor, TRUE, error))
              || !ask_fragment_take_keyed_row (first->fragment, keys, row, &binding, error)))
        return FALSE;
      if (!ask_budget_take_row (first->budget, error))
        return FALSE;
      g_assert (binding < keys->n_bindings);
      ask_rows_append (((AskFetch *) fetches->pdata[binding])->rows, row);
      if (++n % 4096 == 0 && !check_memory (engine, error))
        return FALSE;
    }
  if (step == ASK_STEP_FAILED)
    return FALSE;
  if (entity->operation == NULL)
    ask_fragment_note_end (((AskFetch *) fetches->pdata[0])->fragment);
  for (guint i = 0; i < keys->n_bindings; i++)
    remember (engine, ask_fetch_ref (fetches->pdata[i]));
  return check_memory (engine, error);
}

/**
 * ask_fetch_get_row:
 * @engine: has the run that the rows are fetched for
 * @row: from 0; %G_MAXSIZE fetches all
 *
 * Sees to it that the row is there, fetching further where it has to.
 *
 * Returns: %ASK_STEP_ROW, %ASK_STEP_DONE where there are not so many, or %ASK_STEP_FAILED
 */
AskStep
ask_fetch_get_row (AskFetch *self, AskEngine *engine, gsize row, GError **error)
{
  const AskValue *cells;
  gsize n = self->once ? self->at : ask_rows_get_n_rows (self->rows);

  while (row >= n)
    {
      AskStep step = ASK_STEP_FAILED;

      if (self->failure == NULL && self->cursor == NULL)
        return ASK_STEP_DONE;
      if (self->failure == NULL)
        step = ask_cursor_next (self->cursor, &cells, NULL, engine->run->stop, &self->failure);
      if (step == ASK_STEP_ROW && !ask_budget_take_row (self->budget, &self->failure))
        step = ASK_STEP_FAILED;
      if (step == ASK_STEP_ROW && self->fragment != NULL
          && ((n == 0 && !ask_fragment_check_columns (self->fragment, self->cursor, self->n_bound > 0, &self->failure))
              || !ask_fragment_take_row (self->fragment, cells, &self->failure)))
        step = ASK_STEP_FAILED;
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
          if (self->fragment != NULL)
            ask_fragment_note_end (self->fragment);
          return step;
        }
      n++;
      if (self->once)
        {
          self->row = cells;
          self->at = n;
          continue;
        }
      ask_rows_append (self->rows, cells);
      if (n % 4096 == 0 && !check_memory (engine, error))
        return ASK_STEP_FAILED;
    }
  return ASK_STEP_ROW;
}

/**
 * ask_fetch_get_cell:
 * @row: the one that ask_fetch_get_row() last said is there
 * @column: place of the attribute in the entity
 *
 * Returns: (transfer none): the cell
 */
const AskValue *
ask_fetch_get_cell (AskFetch *self, gsize row, guint column)
{
  return self->once ? &self->row[column] : ask_rows_get (self->rows, row, column);
}

static gboolean
belongs_to (gpointer key, gpointer value, gpointer fragments)
{
  const AskFetch *fetch = value;

  return fetch->fragment != NULL && g_hash_table_lookup (fragments, fetch->entity->name) == fetch->fragment;
}

/**
 * ask_fetch_forget:
 * @run: keeps the rows
 * @fragments: name → AskFragment, which are about to go
 *
 * Drops the rows of these fragments.
 */
void
ask_fetch_forget (AskRun *run, GHashTable *fragments)
{
  g_hash_table_foreach_remove (run->sets.fetches, belongs_to, fragments);
}

static guint64
hash_value (guint64 hash, const AskValue *value)
{
  hash = ask_hash_add (hash, &value->kind, sizeof value->kind);
  if (value->kind == ASK_VALUE_TEXT || value->kind == ASK_VALUE_BLOB)
    {
      hash = ask_hash_add (hash, &value->length, sizeof value->length);
      return ask_hash_add (hash, value->text, value->length);
    }
  return ask_hash_add (hash, &value->integer, sizeof value->integer);
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
      guint64 hash = ASK_HASH_START;
      gint64 content, rowid;
      guint times;

      for (guint i = 0; i < ask_rows_get_n_columns (self->rows); i++)
        hash = hash_value (hash, &cells[i]);
      content = (gint64) ask_hash_stir (hash);
      times = GPOINTER_TO_UINT (g_hash_table_lookup (self->seen, &content));
      g_hash_table_insert (self->seen, g_memdup2 (&content, sizeof content), GUINT_TO_POINTER (times + 1));
      rowid = times == 0 ? content : (gint64) ask_hash_stir (hash + times);
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
