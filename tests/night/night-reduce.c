/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First the statement, for which the session can stay; then the world: settings, tables, rows, what an API
 * does. Each trial of the world lays it out anew. What goes wrong in another way (an error for other rows) is
 * another case.
 */
#include "config.h"

#include "night-reduce.h"

#include <string.h>

typedef struct
{
  NightTry *try;
  NightSession *session; /* nullable: while the world stays */
  NightVerdict verdict;
  gint64 deadline;
} Reduce;

/* Whether it still goes wrong the same way. */
static gboolean
fails (Reduce *self)
{
  NightTry *try = self->try;
  g_autoptr (NightSession) fresh = NULL;
  NightSession *session = self->session;
  g_autoptr (GError) error = NULL;
  NightCase found = { 0 };
  gboolean same;

  if (g_get_monotonic_time () > self->deadline)
    return FALSE;
  if (session == NULL)
    session = fresh = night_session_open (try->world, try->postgres, try->mariadb, &error);
  if (session == NULL)
    {
      if (try->failure == NULL)
        return FALSE;
      g_free (try->failure);
      try->failure = g_strdup (error->message);
      return TRUE;
    }
  /* Its statement is about a kind of column that is another one now. */
  if (try->failure != NULL || session->n_unlike > 0)
    return FALSE;
  if (try->query != NULL)
    night_judge (session, try->query, &found);
  else
    night_judge_tables (session, &found);
  same = found.verdict == self->verdict;
  if (same)
    {
      night_case_clear (&try->found);
      try->found = found;
      return TRUE;
    }
  night_case_clear (&found);
  return FALSE;
}

static gboolean
drop (Reduce *self, NightNode *node)
{
  node->is_dropped = TRUE;
  if (fails (self))
    return TRUE;
  node->is_dropped = FALSE;
  return FALSE;
}

static gboolean
stand_in (Reduce *self, NightNode *node, NightNode *below)
{
  if (below->kind == node->kind && node->kind != NIGHT_N_KINDS && below->is_condition == node->is_condition)
    {
      node->stands_in = below;
      if (fails (self))
        return TRUE;
      node->stands_in = NULL;
    }
  for (guint i = 0; i < below->kids->len; i++)
    if (stand_in (self, node, below->kids->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean
simplify (Reduce *self, NightNode *node)
{
  static const char *const constants[NIGHT_N_KINDS] = { "1", "0.5", "NULL", "'x'", "'2024-02-29'", "'2024-02-29 12:00:00'", "TRUE" };

  if (node->kind == NIGHT_N_KINDS || node->kids->len == 0)
    return FALSE;
  /* An output keeps its name. */
  if (g_str_has_prefix (node->ours, "$0 AS o"))
    return FALSE;
  /* A decimal without a decimal in it is none. */
  if (node->kind != NIGHT_DEC)
    {
      node->constant = constants[node->kind];
      if (fails (self))
        return TRUE;
      node->constant = NULL;
    }
  for (guint i = 0; i < node->kids->len; i++)
    if (stand_in (self, node, node->kids->pdata[i]))
      return TRUE;
  return FALSE;
}

static guint
count_live (const NightNode *list)
{
  guint n = 0;

  for (guint i = 0; i < list->kids->len; i++)
    n += !((NightNode *) list->kids->pdata[i])->is_dropped;
  return n;
}

static gboolean
reduce_node (Reduce *self, NightNode *node)
{
  gboolean any = FALSE;

  if (node->is_dropped || node->constant != NULL)
    return FALSE;
  if (node->stands_in != NULL)
    return reduce_node (self, node->stands_in);
  if (simplify (self, node))
    return TRUE;
  for (guint i = node->kids->len; i-- > 0;)
    {
      NightNode *kid = node->kids->pdata[i];
      gboolean last = strcmp (node->ours, "$*") == 0 && node->separator[0] == ',' && count_live (node) == 1;

      if (kid->is_optional && !kid->is_dropped && !last && drop (self, kid))
        any = TRUE;
      else
        any |= reduce_node (self, kid);
    }
  return any;
}

static void
reduce_query (Reduce *self)
{
  g_autoptr (NightSession) session = NULL;

  if (self->try->query == NULL)
    return;
  session = night_session_open (self->try->world, self->try->postgres, self->try->mariadb, NULL);
  if (session == NULL)
    return;
  self->session = session;
  while (reduce_node (self, self->try->query->root))
    continue;
  self->session = NULL;
}

/* Takes what is not needed out of @array, half of it at once, then less. */
static gboolean
reduce_array (Reduce *self, GPtrArray *array, guint least, GDestroyNotify destroy)
{
  gboolean any = FALSE;

  for (guint n = MAX (1, array->len / 2); n > 0; n /= 2)
    for (guint i = 0; i + n <= array->len && array->len >= least + n;)
      {
        g_autofree gpointer *kept = g_memdup2 (array->pdata, sizeof (gpointer) * array->len);
        guint length = array->len;

        /* Taken out without being freed, so that it can come back. */
        memmove (array->pdata + i, array->pdata + i + n, sizeof (gpointer) * (length - i - n));
        array->len = length - n;
        if (fails (self))
          {
            for (guint k = i; k < i + n; k++)
              destroy (kept[k]);
            any = TRUE;
            continue;
          }
        memcpy (array->pdata, kept, sizeof (gpointer) * length);
        array->len = length;
        i++;
      }
  return any;
}

static gboolean
reduce_number (Reduce *self, guint *number, guint to)
{
  guint before = *number;

  if (before == to)
    return FALSE;
  *number = to;
  if (fails (self))
    return TRUE;
  *number = before;
  return FALSE;
}

#define REDUCE(member, to) \
  G_STMT_START { \
    guint number = (guint) (member); \
    guint before = number; \
    if (before != (guint) (to)) \
      { \
        member = (to); \
        if (fails (self)) \
          any = TRUE; \
        else \
          member = before; \
      } \
  } G_STMT_END

static gboolean
reduce_api (Reduce *self, NightApi *api)
{
  gboolean any = FALSE;

  for (guint c = 0; c < 12; c++)
    any |= reduce_number (self, &api->filters, api->filters & ~(1u << c));
  any |= reduce_number (self, &api->exponents, 0);
  REDUCE (api->bounds, FALSE);
  REDUCE (api->sloppy, FALSE);
  REDUCE (api->omits, FALSE);
  REDUCE (api->more, FALSE);
  REDUCE (api->sized, FALSE);
  REDUCE (api->decodes_first, FALSE);
  REDUCE (api->sort, NIGHT_SORT_NONE);
  REDUCE (api->one, NIGHT_ONE_NONE);
  REDUCE (api->array, NIGHT_ARRAY_NONE);
  REDUCE (api->wrong, NIGHT_RIGHT);
  if (api->wrong == NIGHT_RIGHT)
    {
      REDUCE (api->paging, NIGHT_PAGING_NONE);
      REDUCE (api->total, FALSE);
      REDUCE (api->counted, FALSE);
    }
  if (api->since != NULL)
    {
      const char *since = api->since;

      api->since = NULL;
      if (fails (self))
        any = TRUE;
      else
        api->since = since;
    }
  return any;
}

/* Columns that the statement does not name go; the first stays. */
static gboolean
reduce_columns (Reduce *self, NightTable *table)
{
  gboolean any = FALSE;

  for (guint c = table->columns->len; c-- > 1;)
    {
      NightColumn *column = g_ptr_array_steal_index (table->columns, c);
      g_autoptr (GPtrArray) cells = g_ptr_array_new ();
      NightApi api = table->api;

      for (guint r = 0; r < table->rows->len; r++)
        g_ptr_array_add (cells, g_ptr_array_steal_index (table->rows->pdata[r], c));
      table->api.filters = (api.filters & ((1u << c) - 1)) | ((api.filters >> (c + 1)) << c);
      table->api.since_column -= api.since_column > c;
      if (!(api.since != NULL && api.since_column == c) && fails (self))
        {
          any = TRUE;
          night_column_free (column);
          g_ptr_array_set_free_func (cells, night_cell_free);
          continue;
        }
      table->api = api;
      g_ptr_array_insert (table->columns, (int) c, column);
      for (guint r = 0; r < table->rows->len; r++)
        g_ptr_array_insert (table->rows->pdata[r], (int) c, cells->pdata[r]);
    }
  return any;
}

static gboolean
reduce_world (Reduce *self)
{
  NightWorld *world = self->try->world;
  gboolean any = reduce_array (self, world->settings, 0, g_free);

  any |= reduce_array (self, world->tables, 1, night_table_free);
  for (guint i = 0; i < world->tables->len; i++)
    {
      NightTable *table = world->tables->pdata[i];

      any |= reduce_array (self, table->rows, 0, (GDestroyNotify) g_ptr_array_unref);
      any |= reduce_columns (self, table);
      if (table->place == NIGHT_API)
        any |= reduce_api (self, &table->api);
      if (table->place == NIGHT_SHEET)
        {
          REDUCE (table->sheet.quotes, FALSE);
          REDUCE (table->sheet.mark, FALSE);
          REDUCE (table->sheet.ends, 0);
          REDUCE (table->sheet.last_end, TRUE);
          REDUCE (table->sheet.delimiter, ',');
        }
    }
  return any;
}

/**
 * night_reduce:
 * @self: goes wrong; its world and its query are cut down, and what is found is of the last case that did
 * @seconds: at most
 */
void
night_reduce (NightTry *self, guint seconds)
{
  Reduce reduce = { self, NULL, self->found.verdict, g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC };

  reduce_query (&reduce);
  for (guint i = 0; i < 3 && reduce_world (&reduce); i++)
    reduce_query (&reduce);
}
