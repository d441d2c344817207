/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes the index of values: what a source gave, instead of what is there of it. Each value stands there as
 * it is, folded, and by the stems of its words; the words within it stand apart.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Shorter words within a value mean nothing. */
#define MIN_WORD_CHARS 3
/* Of SQLite while it writes, as a PRAGMA: 128 MiB, where there is so much to write. */
#define WRITE_CACHE "-131072"

static const char *const not_saved = "the values of the source were not saved";

/* The statements of one index on its way into the file. */
typedef struct
{
  AskWorkspace *workspace;
  sqlite3_stmt *column;
  sqlite3_stmt *value;
  sqlite3_stmt *word;
  sqlite3_stmt *fact;
  sqlite3_stmt *number;
} Writer;

static void
writer_clear (Writer *self)
{
  ask_statement_finalize (self->column);
  ask_statement_finalize (self->value);
  ask_statement_finalize (self->word);
  ask_statement_finalize (self->fact);
  ask_statement_finalize (self->number);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

static gboolean
writer_init (Writer *self, GError **error)
{
  const struct
  {
    sqlite3_stmt **statement;
    const char *sql;
  } all[] = {
    /* Two namespaces may have a table of one name: their values stand together. */
    { &self->column, "INSERT INTO value_column (source, \"table\", \"column\") VALUES (?1, ?2, ?3)"
                     "  ON CONFLICT (source, \"table\", \"column\") DO UPDATE SET source = excluded.source"
                     "  RETURNING id" },
    { &self->value, "INSERT OR IGNORE INTO value (value_column, value, folded, stems) VALUES (?1, ?2, ?3, ?4)" },
    { &self->word, "INSERT OR IGNORE INTO value_word (stem, value_column, value, whole) VALUES (?1, ?2, ?3, ?4)" },
    { &self->fact,
      "INSERT OR REPLACE INTO value_fact (source, \"table\", \"column\", n_rows, n_empty, n_distinct, complete,"
      "  n_numbers, n_texts, n_text_numbers, n_digits, n_percents, n_blanks, n_dates, least, greatest)"
      "  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)" },
    { &self->number, "INSERT OR IGNORE INTO value_number (value_fact, number) VALUES (?1, ?2)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      *all[i].statement = ask_workspace_prepare (self->workspace, not_saved, all[i].sql, error);
      if (*all[i].statement == NULL)
        return FALSE;
    }
  return TRUE;
}

/* @counts: stem → how many values hold it */
static gboolean
write_words (Writer *self, gint64 column, const char *value, GHashTable *counts, GError **error)
{
  g_autoptr (GPtrArray) words = ask_value_split (value);

  for (guint i = 0; i < words->len; i++)
    {
      char *word = words->pdata[i];
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, word));

      if (g_utf8_strlen (word, -1) < MIN_WORD_CHARS || n >= ASK_VALUES_MAX_WITH_WORD)
        continue;
      g_hash_table_insert (counts, g_strdup (word), GUINT_TO_POINTER (n + 1));
      ask_statement_bind_text (self->word, 1, word);
      sqlite3_bind_int64 (self->word, 2, column);
      ask_statement_bind_text (self->word, 3, value);
      sqlite3_bind_int (self->word, 4, words->len == 1);
      if (!ask_workspace_run (self->workspace, not_saved, self->word, error))
        return FALSE;
    }
  return TRUE;
}

/* @folded: as all questions find it; "" where only its stems do
 * @words: (nullable): as the counts of write_words(); %NULL where its words say nothing */
static gboolean
write_value (Writer *self, gint64 column, const char *value, const char *folded, GHashTable *words, GError **error)
{
  g_autofree char *key = words != NULL ? ask_value_key (value) : NULL;

  sqlite3_bind_int64 (self->value, 1, column);
  ask_statement_bind_text (self->value, 2, value);
  ask_statement_bind_text (self->value, 3, folded);
  ask_statement_bind_text (self->value, 4, key);
  return ask_workspace_run (self->workspace, not_saved, self->value, error);
}

static gboolean
write_values (Writer *self, const char *source, const AskValueGroup *group, GError **error)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_more = group->more != NULL ? group->more->len : 0;
  gboolean split = !group->years && group->values->len + n_more < ASK_VALUES_MAX_SPLIT;
  gint64 column;
  gboolean row;

  ask_statement_bind_text (self->column, 1, source);
  ask_statement_bind_text (self->column, 2, group->table);
  ask_statement_bind_text (self->column, 3, group->column);
  if (!ask_workspace_step (self->workspace, not_saved, self->column, &row, error))
    {
      sqlite3_reset (self->column);
      return FALSE;
    }
  column = sqlite3_column_int64 (self->column, 0);
  sqlite3_reset (self->column);
  for (guint i = 0; i < group->values->len + n_more; i++)
    {
      gboolean more = i >= group->values->len;
      const char *value = more ? group->more->pdata[i - group->values->len] : group->values->pdata[i];
      g_autofree char *folded = more ? g_strdup ("") : ask_value_fold (value);

      if (!write_value (self, column, value, folded, group->years && !more ? NULL : counts, error)
          || (split && !write_words (self, column, value, counts, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_facts (Writer *self, const char *source, const AskValueGroup *group, GError **error)
{
  const AskValueFacts *facts = group->facts;
  const gint64 counts[]
    = { facts->n_rows,         facts->n_empty,  facts->n_distinct, facts->complete, facts->n_numbers, facts->n_texts,
        facts->n_text_numbers, facts->n_digits, facts->n_percents, facts->n_blanks, facts->n_dates };
  gint64 id;

  ask_statement_bind_text (self->fact, 1, source);
  ask_statement_bind_text (self->fact, 2, group->table);
  ask_statement_bind_text (self->fact, 3, group->column);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    sqlite3_bind_int64 (self->fact, 4 + (int) i, counts[i]);
  if (facts->least <= facts->greatest)
    {
      sqlite3_bind_double (self->fact, 15, facts->least);
      sqlite3_bind_double (self->fact, 16, facts->greatest);
    }
  else
    {
      sqlite3_bind_null (self->fact, 15);
      sqlite3_bind_null (self->fact, 16);
    }
  if (!ask_workspace_run (self->workspace, not_saved, self->fact, error))
    return FALSE;
  id = sqlite3_last_insert_rowid (self->workspace->db);
  for (guint i = 0; group->numbers != NULL && i < group->numbers->len; i++)
    {
      sqlite3_bind_int64 (self->number, 1, id);
      sqlite3_bind_double (self->number, 2, g_array_index (group->numbers, double, i));
      if (!ask_workspace_run (self->workspace, not_saved, self->number, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
clear (AskWorkspace *self, const char *sql, const char *source, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, not_saved, sql, error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, source);
  return ask_workspace_run (self, not_saved, statement, error);
}

static gboolean
write_groups (AskWorkspace *self, const char *source, GPtrArray *groups, GError **error)
{
  g_auto (Writer) writer = { .workspace = self };

  if (!writer_init (&writer, error))
    return FALSE;
  for (guint i = 0; i < groups->len; i++)
    {
      const AskValueGroup *group = g_ptr_array_index (groups, i);

      if (group->values->len + (group->more != NULL ? group->more->len : 0) > 0
          && !write_values (&writer, source, group, error))
        return FALSE;
      if (group->facts != NULL && !write_facts (&writer, source, group, error))
        return FALSE;
    }
  return TRUE;
}

/*
 * ask_workspace_put_values:
 * @groups: (element-type AskValueGroup): instead of what is there of @source
 *
 * Inside the caller's transaction. What was counted of its joins is gone, too.
 */
gboolean
ask_workspace_put_values (AskWorkspace *self, const char *source, GPtrArray *groups, GError **error)
{
  gint64 pages;
  g_autofree char *restore = NULL;
  gboolean written;

  /* A million values fall all over the indexes: what does not fit into memory is written again and again. */
  if (!ask_workspace_get_integer (self, not_saved, "PRAGMA cache_size", &pages, error)
      || !ask_workspace_exec (self, not_saved, "PRAGMA cache_size = " WRITE_CACHE, error))
    return FALSE;
  written = clear (self, "DELETE FROM value_column WHERE source = ?1", source, error)
            && clear (self, "DELETE FROM value_fact WHERE source = ?1", source, error)
            && clear (self, "DELETE FROM overlap WHERE source = ?1 OR to_source = ?1", source, error)
            && write_groups (self, source, groups, error);
  restore = g_strdup_printf ("PRAGMA cache_size = %" G_GINT64_FORMAT, pages);
  return ask_workspace_exec (self, not_saved, restore, written ? error : NULL) && written;
}

/* Whether all that is there of a column are years: what older files held of dates too. */
static gboolean
is_year (const char *value)
{
  return strlen (value) == 4 && strspn (value, "0123456789") == 4;
}

/*
 * ask_workspace_stem_values:
 *
 * Gives the values of an older file their stems, and their words. What else is new comes when a source is next read.
 */
gboolean
ask_workspace_stem_values (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("it was not brought up to date");
  g_auto (Writer) writer = { .workspace = self };
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (sqlite3_stmt) all = NULL;
  g_autoptr (sqlite3_stmt) set = NULL;
  gint64 last = -1;
  gboolean row;

  if (!ask_workspace_exec (self, what,
                           "CREATE TEMP TABLE old_value AS SELECT v.value_column, v.value,"
                           "  count(*) OVER (PARTITION BY v.value_column) AS n FROM value AS v"
                           "  ORDER BY v.value_column, v.value",
                           error)
      || !writer_init (&writer, error))
    return FALSE;
  all = ask_workspace_prepare (self, what, "SELECT value_column, value, n FROM temp.old_value ORDER BY rowid", error);
  set = ask_workspace_prepare (self, what, "UPDATE value SET stems = ?3 WHERE value_column = ?1 AND value = ?2", error);
  if (all == NULL || set == NULL)
    return FALSE;
  while (ask_workspace_step (self, what, all, &row, error))
    {
      g_autofree char *value = NULL;
      g_autofree char *key = NULL;
      gint64 column;

      if (!row)
        {
          g_clear_pointer (&all, ask_statement_finalize);
          return ask_workspace_exec (self, what, "DROP TABLE temp.old_value", error);
        }
      column = sqlite3_column_int64 (all, 0);
      value = ask_statement_dup_text (all, 1);
      if (is_year (value))
        continue;
      if (column != last)
        g_hash_table_remove_all (counts);
      last = column;
      key = ask_value_key (value);
      sqlite3_bind_int64 (set, 1, column);
      ask_statement_bind_text (set, 2, value);
      ask_statement_bind_text (set, 3, key);
      if (!ask_workspace_run (self, what, set, error)
          || (sqlite3_column_int64 (all, 2) < ASK_VALUES_MAX_SPLIT
              && !write_words (&writer, column, value, counts, error)))
        return FALSE;
    }
  return FALSE;
}
