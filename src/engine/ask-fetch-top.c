/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first rows of an API's list in an order that the API makes: for ORDER BY with LIMIT, and without
 * ORDER BY a page that is no longer than the LIMIT. SQLite sorts and counts what comes from here itself;
 * all that is decided here is that the rows which were not fetched would not be among the first.
 *
 * An API's order is asked for only where a steward has said of that operation that it can be trusted. Rows that
 * came are looked at all the same: where one is not in its place the list is read as a whole, as if there were
 * no order to ask for. What is believed is in src/engine/README.md, under "An API's order".
 */
#include "config.h"

#include <string.h>

#include "engine/ask-fetch.h"

/* Rows that were not asked for and are read all the same before the list is read in pages of the usual size. */
#define MAX_STRAY 20

/* Bytes of a text that order it: a moment only to the second, since what follows is written in
 * different ways ("Z", ".5Z", ".500Z"), which sort differently as texts. */
static guint
get_prefix (AskType type)
{
  return type == ASK_TYPE_DATE ? 10 : 19;
}

/* "2024-05-06" and nothing else, "2024-05-06T07:08:09Z", "2024-05-06T07:08:09.123Z". */
static gboolean
is_iso (const AskValue *cell, AskType type)
{
  static const char form[] = "0000-00-00T00:00:00";
  guint n = get_prefix (type);

  if (cell->length < n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (form[i] == '0' ? !g_ascii_isdigit (cell->text[i]) : cell->text[i] != form[i])
      return FALSE;
  if (type == ASK_TYPE_DATE)
    return cell->length == n;
  if (cell->length > n + 1 && cell->text[n] == '.')
    for (n++; n < cell->length && g_ascii_isdigit (cell->text[n]);)
      n++;
  return cell->length == n + 1 && cell->text[n] == 'Z';
}

/* Whether the cell is of those that every server orders as SQLite does. */
static gboolean
has_order (const AskValue *cell, AskType type)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
      return cell->kind == ASK_VALUE_INTEGER || cell->kind == ASK_VALUE_REAL;
    case ASK_TYPE_DATE:
    case ASK_TYPE_DATETIME:
      return cell->kind == ASK_VALUE_TEXT && is_iso (cell, type);
    default:
      return FALSE;
    }
}

/**
 * ask_top_can_order:
 * @entity: of an API
 * @attribute: of @entity
 *
 * Returns: whether the API could be asked for the order by @attribute: its rows can be looked at, NULL
 *   cannot lie anywhere, and there is one order for all values
 */
gboolean
ask_top_can_order (const AskEntity *entity, const AskAttribute *attribute)
{
  return !attribute->nullable && attribute->column != NULL
         && (attribute->type == ASK_TYPE_INTEGER || attribute->type == ASK_TYPE_REAL || attribute->type == ASK_TYPE_DATE
             || attribute->type == ASK_TYPE_DATETIME)
         && ask_operation_find_sort (entity->operation, attribute->name) != NULL;
}

/**
 * ask_top_is_trusted:
 * @engine: knows what was said of the source of @entity
 * @entity: of an API
 *
 * Returns: whether a steward has said that the order of the API can be trusted there
 */
gboolean
ask_top_is_trusted (AskEngine *engine, const AskEntity *entity)
{
  const AskSourceConfig *config = g_hash_table_lookup (engine->configs, entity->source);

  return config != NULL && ask_source_said_of (config->trust_order, entity);
}

/* Returns: above zero where @a comes after @b; both have an order */
static int
compare (const AskTop *top, const AskValue *a, const AskValue *b, gboolean descending)
{
  int order = a->kind == ASK_VALUE_TEXT ? memcmp (a->text, b->text, get_prefix (top->attribute->type))
                                        : ask_value_compare (a, b);

  return descending ? -order : order;
}

static gboolean
is_number (const AskValue *value)
{
  return value->kind == ASK_VALUE_INTEGER || value->kind == ASK_VALUE_REAL;
}

/* Whether SQLite will surely let the row pass. What only may pass is not counted. */
static gboolean
surely_passes (const AskFetch *fetch, gsize row)
{
  for (guint i = 0; i < fetch->n_bound; i++)
    {
      const AskValue *bound = &fetch->bound[i];
      const AskValue *cell;
      guint column = 0;
      int order;

      if (fetch->terms[i].attribute->column == NULL)
        continue;
      while (fetch->entity->attributes->pdata[column] != fetch->terms[i].attribute)
        column++;
      cell = ask_rows_get (fetch->rows, row, column);
      if (!(is_number (cell) && is_number (bound)) && !(cell->kind == ASK_VALUE_TEXT && bound->kind == ASK_VALUE_TEXT))
        return FALSE;
      order = ask_value_compare (cell, bound);
      switch (fetch->terms[i].use)
        {
        case ASK_PARAMETER_AT_LEAST:
        case ASK_PARAMETER_ABOVE:
          /* The bound itself passes >= only, and nobody here knows whether it was > instead. */
          if (order <= 0)
            return FALSE;
          break;
        case ASK_PARAMETER_AT_MOST:
        case ASK_PARAMETER_BELOW:
          if (order >= 0)
            return FALSE;
          break;
        case ASK_PARAMETER_EQUALS:
        default:
          if (order != 0)
            return FALSE;
        }
    }
  return TRUE;
}

/* Whether the failure may be the order's, or the page size's: then the list is read as it always was. */
static gboolean
may_do_without (AskEngine *engine, const GError *failure)
{
  return !g_cancellable_is_cancelled (engine->run->stop) && failure->domain == ASK_SOURCE_ERROR
         && failure->code != ASK_SOURCE_ERROR_UNREACHABLE && failure->code != ASK_SOURCE_ERROR_BUSY
         && failure->code != ASK_SOURCE_ERROR_LIMIT;
}

typedef enum
{
  TOP_GOOD,
  TOP_DOUBTED,
  TOP_FAILED
} TopResult;

static TopResult
doubt_or_fail (AskEngine *engine, GError *failure, GError **error)
{
  if (may_do_without (engine, failure))
    {
      g_error_free (failure);
      return TOP_DOUBTED;
    }
  g_propagate_error (error, failure);
  return TOP_FAILED;
}

/* An end of the list that is being read. */
typedef struct
{
  AskFetch *fetch;
  gboolean descending;
  guint first_call; /* of the run's, that this reading made */
  gsize row; /* the next one */
  gboolean done; /* there is none */
} Reading;

/* Rows of the pages that have come. */
static gsize
count_received (AskEngine *engine, const Reading *reading)
{
  gsize n = 0;

  for (guint i = reading->first_call; i < engine->run->calls->len; i++)
    n += (gsize) MAX (0, ((AskCall *) engine->run->calls->pdata[i])->rows);
  return n;
}

/* Gets the next row and looks whether it is in its place. */
static TopResult
look_at_row (AskEngine *engine, Reading *reading, const AskTop *top, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gsize row = reading->row;
  gboolean new_page = row >= count_received (engine, reading);
  AskStep step = ask_fetch_get_row (reading->fetch, engine, row, &failure);
  const AskValue *cell;
  int order;

  reading->done = step == ASK_STEP_DONE;
  if (step == ASK_STEP_FAILED)
    return doubt_or_fail (engine, g_steal_pointer (&failure), error);
  if (reading->done)
    return TOP_GOOD;
  reading->row++;
  if (top->sort == NULL)
    return TOP_GOOD;
  cell = ask_rows_get (reading->fetch->rows, row, top->column);
  if (!has_order (cell, top->attribute->type))
    return TOP_DOUBTED;
  if (row == 0)
    return TOP_GOOD;
  order = compare (top, ask_rows_get (reading->fetch->rows, row - 1, top->column), cell, reading->descending);
  /* Rows that are equal may lie otherwise when the next page is asked for: one of them could come twice
   * and another one never. */
  return order > 0 || (order == 0 && new_page) ? TOP_DOUBTED : TOP_GOOD;
}

/* Reads the first rows until there are enough, or the list ends. */
static TopResult
read_first (AskEngine *engine, Reading *reading, const AskTop *top, GError **error)
{
  gsize n_sure = 0;
  gsize edge = 0; /* the row that is the last one wanted */

  while (!reading->done)
    {
      gsize row = reading->row;
      gboolean enough = n_sure >= (gsize) top->n;
      TopResult result;

      /* A moment is not in order within its second, and a second term orders what the first leaves
       * equal: all rows that equal the last one wanted must be there. */
      if (enough && top->ties)
        enough = compare (top, ask_rows_get (reading->fetch->rows, row - 1, top->column),
                          ask_rows_get (reading->fetch->rows, edge, top->column), top->descending)
                 > 0;
      if (enough)
        return TOP_GOOD;
      result = look_at_row (engine, reading, top, error);
      if (result != TOP_GOOD)
        return result;
      if (!reading->done && n_sure < (gsize) top->n && surely_passes (reading->fetch, row))
        {
          n_sure++;
          edge = row;
        }
      /* It gives what it was not asked for: small pages of that take long. */
      if (!reading->done && reading->row > n_sure + MAX_STRAY && n_sure < (gsize) top->n)
        return TOP_DOUBTED;
    }
  /* An API that gives nothing at all may not have understood the order. */
  return reading->row > 0 || top->sort == NULL ? TOP_GOOD : TOP_DOUBTED;
}

static void
note (AskEngine *engine, const AskEntity *entity, const AskTop *top, TopResult result, gsize last)
{
  GString *text = g_string_new (NULL);

  if (top->sort != NULL)
    g_string_append_printf (text,
                            result == TOP_GOOD ? "ordered by the API (%s, %s first)"
                                               : "the API gave rows out of their order (%s, %s first): sorted here",
                            top->attribute->name, top->descending ? "greatest" : "smallest");
  if (result == TOP_GOOD && last != G_MAXSIZE)
    g_string_append_printf (text, "%sstops after %" G_GSIZE_FORMAT " %s", text->len > 0 ? ", " : "", last,
                            last == 1 ? "row" : "rows");
  if (text->len > 0)
    g_hash_table_replace (engine->run->sets.notes, g_strdup (entity->name), g_string_free (text, FALSE));
  else
    g_string_free (text, TRUE);
}

/**
 * ask_top_note_untrusted:
 * @engine: has a run, which keeps the note
 * @entity: of an API
 *
 * Notes for the plan that the API could be asked for an order, and what a steward would have to say.
 */
void
ask_top_note_untrusted (AskEngine *engine, const AskEntity *entity)
{
  const char *method = entity->operation->method;

  g_hash_table_replace (engine->run->sets.notes, g_strdup (entity->name),
                        g_strdup_printf ("read to its end and sorted here; where the API's order can be trusted: "
                                         "source set %s --trust-order '%s %s'",
                                         entity->source, method != NULL ? method : "GET", entity->operation->path));
}

static char *
dup_key (const char *plain, const AskTop *top)
{
  return g_strdup_printf ("%s\ntop %" G_GINT64_FORMAT " %d %d %s", plain, top->n, top->descending, top->ties,
                          top->sort != NULL ? top->sort->attribute : "");
}

/**
 * ask_fetch_find_top:
 * @engine: has a run, which keeps what is fetched
 * @key: one key: what the call is asked for is all that the rows have to satisfy
 * @top: which rows suffice
 * @fetch: (out) (transfer none) (nullable): they, kept by the run; %NULL where all rows have to be read
 * @last: (out): so many of its rows are enough; %G_MAXSIZE for all that come
 * @error: %ASK_SOURCE_ERROR, %ASK_ENGINE_ERROR_LIMIT or %G_IO_ERROR_CANCELLED
 *
 * Makes no call within a lookahead.
 *
 * Returns: whether nothing failed
 */
gboolean
ask_fetch_find_top (AskEngine *engine, const AskKeys *key, const AskTop *top, AskFetch **fetch, gsize *last,
                    GError **error)
{
  AskRun *run = engine->run;
  g_autofree char *plain = ask_fetch_key (key->entity, key->terms, key->bindings, key->n_bound);
  g_autofree char *with_top = dup_key (plain, top);
  AskFetch *known = g_hash_table_lookup (run->sets.fetches, with_top);
  g_autoptr (GError) failure = NULL;
  Reading reading = { .descending = top->descending };
  TopResult result;
  /* Where rows equal the last one there may be many: they come in pages of the usual size. */
  AskWish wish = { .sort = top->sort, .descending = top->descending, .page_size = top->ties ? 0 : top->n };

  *fetch = NULL;
  if (known != NULL)
    {
      *fetch = known->n_top > 0 ? known : NULL;
      *last = known->n_top;
      return TRUE;
    }
  if (run->shadow || g_hash_table_contains (run->sets.fetches, plain))
    return TRUE;
  reading.first_call = run->calls->len;
  reading.fetch = ask_fetch_open_for (engine, key, &wish, &failure);
  if (reading.fetch == NULL)
    return doubt_or_fail (engine, g_steal_pointer (&failure), error) == TOP_DOUBTED;
  g_hash_table_insert (run->sets.fetches, g_steal_pointer (&with_top), reading.fetch);
  result = read_first (engine, &reading, top, error);
  if (result == TOP_FAILED)
    return FALSE;
  note (engine, key->entity, top, result, reading.done ? G_MAXSIZE : reading.row);
  if (result == TOP_DOUBTED)
    {
      /* Nobody reads on. */
      g_clear_object (&reading.fetch->cursor);
      return TRUE;
    }
  /* Without an order it is SQLite that stops. */
  reading.fetch->n_top = reading.done || top->sort == NULL ? G_MAXSIZE : reading.row;
  *last = reading.fetch->n_top;
  *fetch = reading.fetch;
  return TRUE;
}
