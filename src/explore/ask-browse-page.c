/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One page, and how many rows there are. Of an API no more is read than the rows that are wanted; to see a later page of
 * it, the rows before it are read once more. Who wants them one after the other uses #AskFeed.
 */
#include "config.h"

#include "explore/ask-browse-private.h"

#include "sql/ask-sql-lexer.h"

/* Longer than this nobody waits for a number beside a page that is there. */
#define COUNT_MS 2000

/** ask_browse_page_ref: Returns: (transfer full): @self */
AskBrowsePage *
ask_browse_page_ref (AskBrowsePage *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_browse_page_unref: frees @self with the last reference */
void
ask_browse_page_unref (AskBrowsePage *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->behind, ask_rows_unref);
  g_clear_pointer (&self->calls, g_ptr_array_unref);
  g_clear_pointer (&self->remote, g_ptr_array_unref);
  g_clear_pointer (&self->place, g_ptr_array_unref);
  g_free (self->sql);
  g_free (self);
}

/* Columns from @from to @to and rows from @first on of @rows, by the same names. */
static AskRows *
cut (const AskRows *rows, guint from, guint to, gsize first)
{
  AskRows *part = ask_rows_new ();

  for (guint c = from; c < to; c++)
    {
      const AskColumn *column = ask_rows_get_column (rows, c);

      ask_rows_add_column (part, column->name, column->type);
      ask_rows_set_sense (part, c - from, &column->sense);
    }
  for (gsize r = first; to > from && r < ask_rows_get_n_rows (rows); r++)
    ask_rows_append (part, ask_rows_get_row (rows, r) + from);
  return part;
}

/* What values are is said by the result where all of it is here; of rows on their way by their attributes. */
static void
say_senses (AskRows *rows, const AskEntity *entity)
{
  for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
    {
      const AskColumn *column = ask_rows_get_column (rows, c);
      const AskAttribute *attribute = ask_entity_find_attribute (entity, column->name);
      AskSense sense = column->sense;

      if (sense.meaning != ASK_MEANING_NONE || attribute == NULL)
        continue;
      sense = (AskSense) {
        .meaning = attribute->meaning, .unit = attribute->unit, .entity = entity->name, .attribute = attribute->name
      };
      ask_sense_intern (&sense);
      ask_rows_set_sense (rows, c, &sense);
    }
  ask_rows_read_names (rows);
}

/**
 * ask_browse_page_new:
 * @shape: what is looked at
 * @rows: of its SELECT
 * @from: the first one of @rows that is on the page
 * @first: how many rows come before the page
 *
 * Returns: (transfer full): a page with these rows, and with nothing else said of it
 */
AskBrowsePage *
ask_browse_page_new (const AskBrowseShape *shape, const AskRows *rows, gsize from, gsize first)
{
  AskBrowsePage *self = g_new0 (AskBrowsePage, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->rows = cut (rows, 0, shape->shown->len, from);
  self->behind = cut (rows, shape->shown->len, shape->shown->len + shape->behind->len, from);
  say_senses (self->rows, shape->entity);
  ask_rows_infer_types (self->rows);
  self->first = first;
  self->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_call_free);
  self->remote = g_ptr_array_new ();
  self->place = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * ask_browse_page_get:
 * @self: a page
 * @row: of the page, from 0
 * @attribute: its name, shown or not
 *
 * Returns: (transfer none) (nullable): its value, as long as @self lives; %NULL where the page has not that attribute
 */
const AskValue *
ask_browse_page_get (const AskBrowsePage *self, gsize row, const char *attribute)
{
  int column = ask_rows_find_column (self->rows, attribute);

  if (column >= 0)
    return ask_rows_get (self->rows, row, (guint) column);
  column = ask_rows_find_column (self->behind, attribute);
  return column >= 0 ? ask_rows_get (self->behind, row, (guint) column) : NULL;
}

/* Whether two rows are equal in all that the order goes by. */
static gboolean
is_tie (const AskBrowsePage *page, const AskBrowseShape *shape, gsize a, gsize b)
{
  for (guint i = 0; i < shape->terms->len; i++)
    {
      const char *name = ((AskAttribute *) shape->terms->pdata[i])->name;

      if (!ask_value_equal (ask_browse_page_get (page, a, name), ask_browse_page_get (page, b, name)))
        return FALSE;
    }
  return TRUE;
}

/* Where the next page begins. */
static void
note_place (AskBrowsePage *page, const AskBrowseShape *shape, const AskBrowsePage *after)
{
  gsize n = ask_rows_get_n_rows (page->rows);
  gsize n_ties = 1;

  if (!shape->seeks || n == 0)
    return;
  for (guint i = 0; i < shape->terms->len; i++)
    {
      const AskAttribute *attribute = shape->terms->pdata[i];

      g_ptr_array_add (page->place, ask_sql_quote_value (ask_browse_page_get (page, n - 1, attribute->name)));
    }
  while (n_ties < n && is_tie (page, shape, n - 1, n - 1 - n_ties))
    n_ties++;
  page->n_ties = n_ties;
  /* All of the page is equal: those before it may be, too. */
  if (n_ties == n && after != NULL && after->place->len == page->place->len)
    {
      gboolean same = TRUE;

      for (guint i = 0; i < page->place->len; i++)
        same = same && g_str_equal (page->place->pdata[i], after->place->pdata[i]);
      if (same)
        page->n_ties += after->n_ties;
    }
}

static gboolean
is_local (AskEngine *engine, const AskEntity *entity)
{
  return entity->kind != ASK_ENTITY_QUERY && entity->kind != ASK_ENTITY_API
         && ask_engine_is_local (engine, entity->source);
}

/**
 * Span:
 * @after: (nullable): the page before it
 * @first: rows before it
 * @n: rows of it at most
 */
typedef struct
{
  const AskBrowsePage *after;
  gsize first;
  gsize n;
} Span;

static char *
write_page (const AskBrowse *self, const AskBrowseShape *shape, const Span *span, GError **error)
{
  GPtrArray *place = shape->seeks && span->after != NULL ? span->after->place : NULL;
  g_autoptr (GString) sql = g_string_new (NULL);
  gsize skip = span->first;
  gsize n = span->n;

  ask_browse_append_select (shape, self->roughly, sql);
  if (!ask_browse_append_where (self, shape, place, sql, error))
    return NULL;
  ask_browse_append_order (shape, sql);
  if (place != NULL && place->len > 0)
    skip = span->after->n_ties;
  if (shape->entity->kind == ASK_ENTITY_API)
    {
      n += skip;
      skip = 0;
    }
  g_string_append_printf (sql, " LIMIT %" G_GSIZE_FORMAT, n);
  if (skip > 0)
    g_string_append_printf (sql, " OFFSET %" G_GSIZE_FORMAT, skip);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static AskBrowsePage *
read_span (const AskBrowse *self, AskEngine *engine, const Span *span, GCancellable *cancellable, GError **error)
{
  const AskEntity *entity = ask_explore_find_entity (ask_engine_get_schema (engine), self->entity, error);
  g_auto (AskBrowseShape) shape = { 0 };
  g_autofree char *sql = NULL;
  g_autoptr (AskResult) result = NULL;
  AskBrowsePage *page;
  gsize before;

  if (entity == NULL || !ask_browse_check_given (self, entity, error)
      || !ask_browse_shape_init (&shape, self, ask_engine_get_schema (engine), is_local (engine, entity), error))
    return NULL;
  sql = write_page (self, &shape, span, error);
  result = sql != NULL ? ask_engine_query (engine, sql, NULL, NULL, cancellable, error) : NULL;
  if (result == NULL)
    return NULL;
  before = entity->kind == ASK_ENTITY_API ? MIN (span->first, ask_rows_get_n_rows (result->rows)) : 0;
  page = ask_browse_page_new (&shape, result->rows, before, span->first);
  page->more = ask_rows_get_n_rows (result->rows) - before >= span->n;
  page->sql = g_steal_pointer (&sql);
  g_ptr_array_unref (page->calls);
  page->calls = g_ptr_array_ref (result->calls);
  g_ptr_array_unref (page->remote);
  page->remote = g_ptr_array_ref (result->remote);
  page->elapsed_ms = result->elapsed_ms;
  note_place (page, &shape, span->after);
  return page;
}

/**
 * ask_browse_read:
 * @self: what is looked at
 * @engine: a session that runs nothing
 * @after: (nullable): the page before it; %NULL for the first one
 * @n: rows of it at most, more than 0
 * @cancellable: (nullable): ends it within 100 ms
 * @error: %ASK_EXPLORE_ERROR, or as of ask_engine_query()
 *
 * Reads the next page. Rows that came or went between two pages shift none of the others where the order is by a key.
 * Blocks.
 *
 * Returns: (transfer full): the page; %NULL with @error set
 */
AskBrowsePage *
ask_browse_read (const AskBrowse *self, AskEngine *engine, const AskBrowsePage *after, gsize n,
                 GCancellable *cancellable, GError **error)
{
  Span span = { .after = after, .n = n };

  if (after != NULL)
    span.first = after->first + ask_rows_get_n_rows (after->rows);
  return read_span (self, engine, &span, cancellable, error);
}

/**
 * ask_browse_read_at:
 * @self: what is looked at
 * @engine: a session that runs nothing
 * @first: how many rows come before it
 * @n: rows of it at most, more than 0
 * @cancellable: (nullable): ends it within 100 ms
 * @error: as of ask_browse_read()
 *
 * Reads a page by counting rows, without the one before it. Blocks.
 *
 * Returns: (transfer full): the page; %NULL with @error set
 */
AskBrowsePage *
ask_browse_read_at (const AskBrowse *self, AskEngine *engine, gsize first, gsize n, GCancellable *cancellable,
                    GError **error)
{
  return read_span (self, engine, &(Span) { NULL, first, n }, cancellable, error);
}

/* What the source says of a table as a whole. */
static void
take_estimate (const AskBrowse *self, const AskEntity *entity, AskBrowseCount *count, gint64 *n)
{
  gboolean all = self->conditions->len == 0 && self->where == NULL;

  *count = all && entity->row_estimate >= 0 ? ASK_BROWSE_ABOUT : ASK_BROWSE_UNKNOWN;
  *n = *count == ASK_BROWSE_ABOUT ? entity->row_estimate : -1;
}

/**
 * ask_browse_count:
 * @self: what is looked at
 * @engine: a session that runs nothing
 * @count: (out): how sure @n is
 * @n: (out): rows, -1 where unknown
 * @cancellable: (nullable): ends it within 100 ms
 * @error: %ASK_EXPLORE_ERROR, or as of ask_engine_query()
 *
 * How many rows there are, where that is cheap: an API is not read for it, and after two seconds the source's own
 * estimate has to do. Blocks.
 *
 * Returns: whether nothing went wrong; a number that nobody knows is nothing wrong
 */
gboolean
ask_browse_count (const AskBrowse *self, AskEngine *engine, AskBrowseCount *count, gint64 *n, GCancellable *cancellable,
                  GError **error)
{
  AskSchema *schema = ask_engine_get_schema (engine);
  const AskEntity *entity = ask_explore_find_entity (schema, self->entity, error);
  g_auto (AskBrowseShape) shape = { 0 };
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) failure = NULL;
  g_autoptr (GString) sql = NULL;
  AskLimits limits = ASK_LIMITS_DEFAULT;

  if (entity == NULL || !ask_browse_shape_init (&shape, self, schema, TRUE, error))
    return FALSE;
  take_estimate (self, entity, count, n);
  if (entity->kind == ASK_ENTITY_API)
    return TRUE;
  sql = g_string_new ("SELECT count(*)");
  ask_browse_append_from (&shape, self->roughly, sql);
  if (!ask_browse_append_where (self, &shape, NULL, sql, error))
    return FALSE;
  limits.deadline_ms = COUNT_MS;
  result = ask_engine_query (engine, sql->str, &limits, NULL, cancellable, &failure);
  if (result != NULL)
    {
      *count = ASK_BROWSE_EXACT;
      *n = ask_rows_get (result->rows, 0, 0)->integer;
      return TRUE;
    }
  if (g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE)
      || g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}
