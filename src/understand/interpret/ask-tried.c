/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs a query to see what comes of it. Of its rows is kept what tells whether another query gives the same, and no
 * more.
 */
#include "config.h"

#include <math.h>

#include "understand/interpret/ask-interpret-private.h"

/* How long what lies elsewhere may take. */
#define REMOTE_MS 2000
#define REMOTE_BYTES ((gsize) 64 << 20)

static guint64
mix (guint64 value)
{
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/* 1 and 1.0 are the same, and so are reals that differ in their fifth digit. */
static guint64
hash_value (const AskValue *value)
{
  guint64 hash = 1469598103934665603u;

  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      return mix ((guint64) value->integer ^ 1);
    case ASK_VALUE_REAL:
      if (fabs (value->real) < 1e15 && value->real == floor (value->real))
        return mix ((guint64) (gint64) value->real ^ 1);
      return mix ((guint64) (gint64) llrint (CLAMP (value->real, -1e14, 1e14) * 1e4) ^ 2);
    case ASK_VALUE_TEXT:
    case ASK_VALUE_BLOB:
      for (guint32 i = 0; i < value->length; i++)
        hash = (hash ^ value->blob[i]) * 1099511628211u;
      return mix (hash ^ 3);
    case ASK_VALUE_NULL:
    default:
      return mix (4);
    }
}

static void
read_rows (AskTried *self, const AskRows *rows)
{
  g_autoptr (GHashTable) distinct = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint n_columns = ask_rows_get_n_columns (rows);
  gsize n_rows = ask_rows_get_n_rows (rows);

  *self = (AskTried) { .known = TRUE, .ran = TRUE, .n_rows = (guint) n_rows, .n_columns = n_columns };
  self->signature = mix (((guint64) n_rows << 32) + n_columns);
  for (gsize r = 0; r < n_rows; r++)
    {
      guint64 ordered = 0;
      guint64 sum = 0;

      for (guint c = 0; c < n_columns; c++)
        {
          guint64 hash = hash_value (ask_rows_get (rows, r, c));

          ordered = mix (ordered ^ hash);
          sum += hash;
        }
      self->signature += mix (sum);
      g_hash_table_add (distinct, g_memdup2 (&ordered, sizeof ordered));
    }
  self->signature = MAX (self->signature, 1);
  self->n_distinct = g_hash_table_size (distinct);
  for (guint c = 0; n_rows > 0 && c < n_columns; c++)
    {
      const AskValue *value = ask_rows_get (rows, 0, c);
      double number;

      self->first_null = self->first_null || value->kind == ASK_VALUE_NULL;
      if (c == 0)
        self->first_empty = value->kind == ASK_VALUE_NULL
                            || (value->kind != ASK_VALUE_TEXT && ask_value_get_number (value, &number) && number == 0);
    }
}

/*
 * ask_tried_is_local:
 * @engine: over the sources of @domain
 * @domain: what queries may name
 *
 * Returns: whether all of it lies in files of this machine
 */
gboolean
ask_tried_is_local (AskEngine *engine, AskDomain *domain)
{
  for (guint e = 0; e < domain->entities->len; e++)
    {
      const AskEntity *entity = ask_domain_entity (domain, e)->entity;

      if ((entity->kind != ASK_ENTITY_TABLE && entity->kind != ASK_ENTITY_VIEW)
          || !ask_engine_is_local (engine, entity->source))
        return FALSE;
    }
  return TRUE;
}

/*
 * ask_tried_run:
 * @self: (out caller-allocates): what came of it; that it did not run is no error
 * @engine: a session that runs nothing
 * @local: whether ask_tried_is_local() holds for what @sql names; else it is asked where its data lies
 * @sql: one SELECT
 * @steps: of SQLite's virtual machine at most, where it is local
 * @cancellable: (nullable): a way to stop
 */
void
ask_tried_run (AskTried *self, AskEngine *engine, gboolean local, const char *sql, guint64 steps,
               GCancellable *cancellable)
{
  const AskLimits limits = { ASK_READING_MAX_ROWS, REMOTE_BYTES, REMOTE_MS };
  g_autoptr (AskRows) rows = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;

  *self = (AskTried) { .known = TRUE };
  if (local)
    rows = ask_engine_try (engine, sql, ASK_READING_MAX_ROWS, steps, cancellable, &error);
  else
    result = ask_engine_query (engine, sql, &limits, NULL, cancellable, NULL);
  if (rows != NULL || result != NULL)
    read_rows (self, rows != NULL ? rows : result->rows);
  self->slow = g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT);
}
