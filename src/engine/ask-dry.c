/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a statement would fetch, noted by the virtual tables themselves. It must never fetch anything.
 */
#include "config.h"

#include "engine/ask-dry.h"

#include <string.h>

/* Of on_progress() in ask-engine.c, which comes every 4000 steps of SQLite's. */
#define MAX_TICKS 5000

static void
table_free (gpointer data)
{
  AskDryTable *self = data;

  g_hash_table_unref (self->keys);
  g_free (self->terms);
  g_free (self);
}

/** ask_dry_new: Returns: (transfer full): nothing is noted yet */
AskDry *
ask_dry_new (void)
{
  AskDry *self = g_new0 (AskDry, 1);

  self->tables = g_hash_table_new_full (NULL, NULL, NULL, table_free);
  return self;
}

/** ask_dry_free: frees @self */
void
ask_dry_free (AskDry *self)
{
  g_hash_table_unref (self->tables);
  g_clear_pointer (&self->plan, ask_plan_node_free);
  g_free (self);
}

/** ask_dry_is_long: @self: (nullable): the dry run under way. Counts one more. Returns: whether it has to end */
gboolean
ask_dry_is_long (AskDry *self)
{
  if (self != NULL && ++self->n_ticks > MAX_TICKS)
    self->ended = TRUE;
  return self != NULL && self->ended;
}

/**
 * ask_dry_open:
 * @table: as SQLite knows it
 * @entity: that it shows
 *
 * A cursor asks for rows the first time.
 *
 * Returns: (transfer none): where it notes what it asks for
 */
AskDryTable *
ask_dry_open (AskDry *self, gconstpointer table, const AskEntity *entity)
{
  AskDryTable *found = g_hash_table_lookup (self->tables, table);

  if (found == NULL)
    {
      found = g_new0 (AskDryTable, 1);
      found->entity = entity;
      found->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_insert (self->tables, (gpointer) table, found);
    }
  found->n_open++;
  found->most_open = MAX (found->most_open, found->n_open);
  return found;
}

static gboolean
same_terms (const AskDryTable *self, const AskTerm *terms, guint n_bound)
{
  if (self->n_bound != n_bound)
    return FALSE;
  for (guint i = 0; i < n_bound; i++)
    if (self->terms[i].attribute != terms[i].attribute || self->terms[i].use != terms[i].use)
      return FALSE;
  return TRUE;
}

/**
 * ask_dry_note:
 * @bounds: (element-type AskBound): what goes into the calls
 * @n_runs: how many combinations they have
 * @top: so many first rows are enough; 0 where all are wanted
 *
 * Notes what a cursor asks for.
 */
void
ask_dry_note (AskDryTable *self, GArray *bounds, guint n_runs, gint64 top)
{
  guint n_bound = bounds->len;
  g_autofree AskTerm *terms = g_new (AskTerm, MAX (1, n_bound));
  g_autofree AskValue *values = g_new (AskValue, MAX (1, n_bound));

  if (n_bound == 0)
    {
      self->top = self->list && self->top == 0 ? 0 : top > 0 ? MAX (self->top, top) : 0;
      self->list = TRUE;
      return;
    }
  for (guint i = 0; i < n_bound; i++)
    {
      const AskBound *bound = &g_array_index (bounds, AskBound, i);

      terms[i] = (AskTerm) { self->entity->attributes->pdata[bound->attribute], bound->use };
      self->join = self->join || bound->join;
    }
  if (self->terms == NULL)
    {
      self->terms = g_memdup2 (terms, n_bound * sizeof *terms);
      self->n_bound = n_bound;
    }
  else
    self->mixed = self->mixed || !same_terms (self, terms, n_bound);
  for (guint r = 0; r < n_runs; r++)
    {
      ask_bounds_pick_run (bounds, r, values);
      g_hash_table_add (self->keys, ask_fetch_key (self->entity, terms, values, n_bound));
    }
}

/**
 * ask_dry_count_uses:
 * @db: the session's
 * @sql: the statement
 *
 * Counts how many cursors the statement has on each table that was noted. Where fewer asked for rows at a time, one of
 * them waits for rows that a dry run does not have.
 */
void
ask_dry_count_uses (AskDry *self, sqlite3 *db, const char *sql)
{
  g_autofree char *explain = g_strconcat ("EXPLAIN ", sql, NULL);
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (db, explain, -1, &statement, NULL) == SQLITE_OK)
    while (sqlite3_step (statement) == SQLITE_ROW)
      {
        const char *opcode = (const char *) sqlite3_column_text (statement, 1);
        const char *p4 = (const char *) sqlite3_column_text (statement, 5);
        AskDryTable *table = NULL;

        /* "vtab:0x55d0c1a2f7a8" */
        if (g_strcmp0 (opcode, "VOpen") == 0 && p4 != NULL && g_str_has_prefix (p4, "vtab:"))
          table = g_hash_table_lookup (self->tables, (gpointer) (gsize) g_ascii_strtoull (p4 + 5, NULL, 16));
        if (table != NULL)
          table->n_wanted++;
      }
  sqlite3_finalize (statement);
}
