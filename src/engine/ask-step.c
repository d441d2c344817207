/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results of earlier statements as temporary tables, so that later ones can use them and everything
 * can be explained. They never leave this machine's memory.
 */
#include "config.h"

#include "engine/ask-statement.h"
#include "sql/ask-sql-lexer.h"

/* A column keeps a declared type, and so SQLite's way of comparing it, only where every value is
 * stored as it is under that type. */
static const char *
temp_column_type (const AskRows *rows, guint column)
{
  AskType type = ask_rows_get_column (rows, column)->type;
  AskValueKind fits;

  switch (type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_BOOLEAN:
      fits = ASK_VALUE_INTEGER;
      break;
    case ASK_TYPE_REAL:
      fits = ASK_VALUE_REAL;
      break;
    case ASK_TYPE_ANY:
    case ASK_TYPE_BLOB:
      return "";
    default:
      fits = ASK_VALUE_TEXT;
    }
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      guint32 kind = ask_rows_get (rows, r, column)->kind;

      if (kind != ASK_VALUE_NULL && kind != fits)
        return "";
    }
  return ask_engine_get_declared_type (type);
}

static gboolean
fill_temp_table (AskEngine *self, sqlite3_stmt *insert, const AskRows *rows)
{
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *cells = ask_rows_get_row (rows, r);

      for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
        if (ask_sqlite_bind_value (insert, (int) i + 1, &cells[i]) != SQLITE_OK)
          return FALSE;
      if (sqlite3_step (insert) != SQLITE_DONE)
        return FALSE;
      sqlite3_reset (insert);
    }
  return TRUE;
}

/* Its name for the planner, too. The types are not those that the rows have: a later query's types and
 * warnings follow from these, and a model is told of them. */
static void
note_step (AskEngine *self, const AskRows *rows, GArray *types, const char *table)
{
  AskSqlCatalog *catalog = ask_engine_get_catalog (self);
  char *lower = g_ascii_strdown (table, -1);
  AskSqlTable *step = ask_sql_catalog_add_table (catalog, NULL, table);

  step->has_rowid = TRUE;
  step->rows = (gint64) ask_rows_get_n_rows (rows);
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);
      AskSqlColumn *of
        = ask_sql_table_add_column (step, column->name, g_array_index (types, AskType, i), temp_column_type (rows, i));

      of->sense = column->sense;
      if (column->type == ASK_TYPE_DECIMAL && temp_column_type (rows, i)[0] != '\0')
        of->collation = g_strdup ("decimal");
    }
  g_hash_table_insert (self->steps, lower, step);
}

/* What stands under the name in "temp": an earlier step, the table of an API, or the view of a file's. */
static char *
make_drop (AskEngine *self, const char *table)
{
  g_autofree char *name = ask_sql_quote_name (table);
  g_autofree char *lower = g_ascii_strdown (table, -1);
  const char *source = g_hash_table_lookup (self->made, lower);
  const AskSourceConfig *config = source != NULL ? g_hash_table_lookup (self->configs, source) : NULL;

  return g_strdup_printf ("DROP %s IF EXISTS temp.%s",
                          config != NULL && config->kind->ensure_file != NULL ? "VIEW" : "TABLE", name);
}

/* The name means again what it meant before there was a step. */
static void
forget_step (AskEngine *self, const char *table)
{
  g_autofree char *lower = g_ascii_strdown (table, -1);
  AskSqlTable *step = g_hash_table_lookup (self->steps, lower);

  if (step != NULL)
    ask_sql_catalog_remove_table (ask_engine_get_catalog (self), step);
  g_hash_table_remove (self->steps, lower);
  g_hash_table_remove (self->step_origins, lower);
  g_hash_table_remove (self->made, lower);
}

/**
 * ask_engine_keep:
 * @types: (element-type AskType): ask_types_find() of what gave them
 * @table: the temporary table's name; one that is there already is replaced
 * @error: %ASK_ENGINE_ERROR
 *
 * Keeps a result as a temporary table, so that later statements can use it.
 *
 * Returns: whether all of @rows are kept; where not, no table of that name is
 */
gboolean
ask_engine_keep (AskEngine *self, const AskRows *rows, GArray *types, const char *table, GError **error)
{
  g_autofree char *name = ask_sql_quote_name (table);
  g_autofree char *drop = make_drop (self, table);
  g_autofree char *analyze = g_strdup_printf ("ANALYZE temp.%s", name);
  g_autoptr (GString) create = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autoptr (sqlite3_stmt) insert = NULL;
  gboolean filled;

  ask_plan_cache_clear (self);
  g_string_append_printf (create, "CREATE TEMP TABLE %s (", name);
  g_string_append_printf (values, "INSERT INTO temp.%s VALUES (", name);
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      g_autofree char *column = ask_sql_quote_name (ask_rows_get_column (rows, i)->name);

      g_string_append_printf (create, "%s%s %s", i > 0 ? ", " : "", column, temp_column_type (rows, i));
      g_string_append (values, i > 0 ? ", ?" : "?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (values, ')');
  if (!ask_engine_execute (self, drop, error))
    return FALSE;
  forget_step (self, table);
  if (!ask_engine_execute (self, create->str, error))
    return FALSE;
  g_hash_table_insert (self->made, g_ascii_strdown (table, -1), g_strdup (""));
  note_step (self, rows, types, table);

  if (!ask_engine_execute (self, "SAVEPOINT keep", error))
    return FALSE;
  self->trusted = TRUE;
  filled = sqlite3_prepare_v2 (self->db, values->str, -1, &insert, NULL) == SQLITE_OK
           && fill_temp_table (self, insert, rows);
  self->trusted = FALSE;
  if (!filled)
    {
      int code = sqlite3_extended_errcode (self->db);

      ask_statement_failed (self, code, self->run->stop, error);
      g_clear_pointer (&insert, sqlite3_finalize);
      ask_engine_execute (self, "ROLLBACK TO keep; RELEASE keep", NULL);
      g_clear_pointer (&drop, g_free);
      drop = g_strdup_printf ("DROP TABLE IF EXISTS temp.%s", name);
      ask_engine_execute (self, drop, NULL);
      forget_step (self, table);
      return FALSE;
    }
  g_clear_pointer (&insert, sqlite3_finalize);
  /* The planner then knows how few rows a step has. */
  return ask_engine_execute (self, "RELEASE keep", error) && ask_engine_execute (self, analyze, error);
}
