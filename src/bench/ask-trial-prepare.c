/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the files of a trial: each database whole, for the server and the reference, and what stays of it in the file, both
 * with the values as they are and with other ones that are drawn. Keys stay as they are, so that joins hold; every other
 * value is drawn from its own column, so that what questions name is still there. The given databases are only read.
 */
#include "config.h"

#include "bench/ask-trial.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sql/ask-sql-lexer.h"

typedef struct
{
  AskTrial *trial;
  const AskTrialPlan *plan;
  GRand *random;
  guint n_designed;
} Prepare;

static gboolean
fail (sqlite3 *db, const char *what, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s.", what, sqlite3_errmsg (db));
  return FALSE;
}

static gboolean
run (sqlite3 *db, const char *sql, GError **error)
{
  return sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK || fail (db, sql, error);
}

/* The first column of what @sql gives. Returns: (transfer full) (element-type utf8) */
static GPtrArray *
list_texts (sqlite3 *db, const char *sql, const char *argument)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) == SQLITE_OK)
    {
      if (argument != NULL)
        sqlite3_bind_text (statement, 1, argument, -1, SQLITE_TRANSIENT);
      while (sqlite3_step (statement) == SQLITE_ROW)
        g_ptr_array_add (texts, g_strdup ((const char *) sqlite3_column_text (statement, 0)));
    }
  sqlite3_finalize (statement);
  return texts;
}

static gboolean
has (GPtrArray *texts, const char *text)
{
  for (guint i = 0; i < texts->len; i++)
    if (texts->pdata[i] != NULL && g_ascii_strcasecmp (texts->pdata[i], text) == 0)
      return TRUE;
  return FALSE;
}

#define TABLES \
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"

/* A number for each kind of value that the column has. */
static gboolean
read_type (sqlite3 *db, const char *table, AskTrialColumn *column)
{
  g_autofree char *quoted = ask_sql_quote_name (table);
  g_autofree char *name = ask_sql_quote_name (column->name);
  g_autofree char *sql = g_strdup_printf ("SELECT DISTINCT typeof(%s) FROM %s", name, quoted);
  g_autoptr (GPtrArray) kinds = list_texts (db, sql, NULL);
  gboolean integer = has (kinds, "integer");
  gboolean real = has (kinds, "real");
  gboolean text = has (kinds, "text");

  column->type = text && (integer || real) ? ASK_TYPE_ANY
                 : real                    ? ASK_TYPE_REAL
                 : integer                 ? ASK_TYPE_INTEGER
                                           : ASK_TYPE_TEXT;
  return !has (kinds, "blob");
}

/* Returns: whether JSON can carry all that it holds */
static gboolean
read_columns (sqlite3 *db, AskTrialTable *table)
{
  g_autoptr (GPtrArray) names = list_texts (db, "SELECT name FROM pragma_table_info(?)", table->name);
  g_autoptr (GPtrArray) keys = list_texts (db, "SELECT name FROM pragma_table_info(?) WHERE pk > 0", table->name);
  g_autoptr (GPtrArray) foreign = list_texts (db, "SELECT \"from\" FROM pragma_foreign_key_list(?)", table->name);

  for (guint i = 0; i < names->len; i++)
    {
      AskTrialColumn *column = ask_trial_table_add (table, names->pdata[i]);

      column->foreign = has (foreign, column->name);
      column->key = column->foreign || has (keys, column->name);
      if (!read_type (db, table->name, column))
        return FALSE;
    }
  return names->len > 0;
}

static AskTrialDesign
choose_design (Prepare *self, AskTrialTable *table)
{
  AskTrialDesign design
    = g_array_index (self->plan->designs, AskTrialDesign, self->n_designed++ % self->plan->designs->len);

  for (guint i = 0; design == ASK_TRIAL_REQUIRED && i < table->columns->len && table->required == NULL; i++)
    if (((AskTrialColumn *) table->columns->pdata[i])->foreign)
      table->required = g_strdup (((AskTrialColumn *) table->columns->pdata[i])->name);
  /* Where nothing leads to a value, nobody could call it. */
  return design == ASK_TRIAL_REQUIRED && table->required == NULL ? ASK_TRIAL_KEYS : design;
}

static void
choose_tables (Prepare *self, sqlite3 *db, AskTrialDatabase *database)
{
  g_autoptr (GPtrArray) names = list_texts (db, TABLES, NULL);
  guint wanted = (names->len * self->plan->share + 50) / 100;

  for (guint i = names->len; i > 1; i--)
    {
      guint other = (guint) g_rand_int_range (self->random, 0, (gint32) i);
      gpointer kept = names->pdata[i - 1];

      names->pdata[i - 1] = names->pdata[other];
      names->pdata[other] = kept;
    }
  for (guint i = 0; i < names->len && database->tables->len < wanted; i++)
    {
      AskTrialTable *table = ask_trial_database_add (database, names->pdata[i]);

      if (read_columns (db, table))
        table->design = choose_design (self, table);
      else
        g_ptr_array_remove_index (database->tables, database->tables->len - 1);
    }
}

static gboolean
copy_file (sqlite3 *from, const char *path, sqlite3 **copy, GError **error)
{
  sqlite3_backup *backup;
  gboolean copied;

  g_unlink (path);
  if (sqlite3_open (path, copy) != SQLITE_OK)
    return fail (*copy, path, error);
  backup = sqlite3_backup_init (*copy, "main", from, "main");
  copied = backup != NULL && sqlite3_backup_step (backup, -1) == SQLITE_DONE;
  sqlite3_backup_finish (backup);
  if (!copied)
    return fail (*copy, path, error);
  return run (*copy, "PRAGMA foreign_keys=OFF; PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY", error);
}

/* The values of a column in the order of rows, each drawn from all of them. */
static gboolean
draw_column (Prepare *self, sqlite3 *db, const char *table, const char *column, GError **error)
{
  g_autofree char *quoted = ask_sql_quote_name (table);
  g_autofree char *name = ask_sql_quote_name (column);
  g_autofree char *read = g_strdup_printf ("SELECT rowid, %s FROM %s ORDER BY rowid", name, quoted);
  g_autofree char *write = g_strdup_printf ("UPDATE %s SET %s = ? WHERE rowid = ?", quoted, name);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (sqlite3_int64));
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify) sqlite3_value_free);
  sqlite3_stmt *statement = NULL;
  gboolean drawn = sqlite3_prepare_v2 (db, read, -1, &statement, NULL) == SQLITE_OK;

  while (drawn && sqlite3_step (statement) == SQLITE_ROW)
    {
      sqlite3_int64 id = sqlite3_column_int64 (statement, 0);

      g_array_append_val (ids, id);
      g_ptr_array_add (values, sqlite3_value_dup (sqlite3_column_value (statement, 1)));
    }
  sqlite3_finalize (statement);
  statement = NULL;
  drawn = drawn && sqlite3_prepare_v2 (db, write, -1, &statement, NULL) == SQLITE_OK;
  for (guint i = 0; drawn && i < ids->len; i++)
    {
      guint other = (guint) g_rand_int_range (self->random, 0, (gint32) values->len);

      drawn = sqlite3_bind_value (statement, 1, values->pdata[other]) == SQLITE_OK
              && sqlite3_bind_int64 (statement, 2, g_array_index (ids, sqlite3_int64, i)) == SQLITE_OK
              && sqlite3_step (statement) == SQLITE_DONE && sqlite3_reset (statement) == SQLITE_OK;
    }
  if (!drawn)
    fail (db, table, error);
  sqlite3_finalize (statement);
  return drawn;
}

/* What no key and no index holds to. */
static GPtrArray *
list_free_columns (sqlite3 *db, const char *table)
{
  static const char *const held
    = "SELECT c.name FROM pragma_index_list(?1) AS i, pragma_index_info(i.name) AS c WHERE i.\"unique\" UNION "
      "SELECT name FROM pragma_table_info(?1) WHERE pk > 0 UNION SELECT \"from\" FROM pragma_foreign_key_list(?1)";
  g_autoptr (GPtrArray) names = list_texts (db, "SELECT name FROM pragma_table_info(?)", table);
  g_autoptr (GPtrArray) taken = list_texts (db, held, table);
  /* Others may refer to it by name. */
  g_autoptr (GPtrArray) referred
    = list_texts (db,
                  "SELECT f.\"to\" FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f "
                  "WHERE m.type = 'table' AND lower(f.\"table\") = lower(?)",
                  table);
  GPtrArray *left = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < names->len; i++)
    if (!has (taken, names->pdata[i]) && !has (referred, names->pdata[i]))
      g_ptr_array_add (left, g_strdup (names->pdata[i]));
  return left;
}

static gboolean
draw_values (Prepare *self, sqlite3 *db, GError **error)
{
  g_autoptr (GPtrArray) tables = list_texts (db, TABLES, NULL);
  gboolean drawn = run (db, "BEGIN", error);

  for (guint t = 0; drawn && t < tables->len; t++)
    {
      g_autofree char *quoted = ask_sql_quote_name (tables->pdata[t]);
      g_autofree char *probe = g_strdup_printf ("SELECT rowid FROM %s LIMIT 0", quoted);
      g_autoptr (GPtrArray) columns = list_free_columns (db, tables->pdata[t]);

      /* Tables without rowid are keys all over. */
      if (sqlite3_exec (db, probe, NULL, NULL, NULL) != SQLITE_OK)
        continue;
      for (guint c = 0; drawn && c < columns->len; c++)
        drawn = draw_column (self, db, tables->pdata[t], columns->pdata[c], error);
    }
  return drawn && run (db, "COMMIT", error);
}

static gboolean
take_out (sqlite3 *db, const AskTrialDatabase *database, GError **error)
{
  for (guint i = 0; i < database->tables->len; i++)
    {
      g_autofree char *quoted = ask_sql_quote_name (((AskTrialTable *) database->tables->pdata[i])->name);
      g_autofree char *sql = g_strconcat ("DROP TABLE ", quoted, NULL);

      if (!run (db, sql, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_variant (Prepare *self, sqlite3 *given, const AskTrialDatabase *database, guint variant, GError **error)
{
  g_autofree char *whole_path = ask_trial_dup_path (self->trial, database->name, variant, FALSE);
  g_autofree char *rest_path = ask_trial_dup_path (self->trial, database->name, variant, TRUE);
  sqlite3 *whole = NULL;
  sqlite3 *rest = NULL;
  gboolean written = copy_file (given, whole_path, &whole, error) && (variant == 0 || draw_values (self, whole, error))
                     && copy_file (whole, rest_path, &rest, error) && take_out (rest, database, error);

  sqlite3_close (rest);
  sqlite3_close (whole);
  return written;
}

static gboolean
prepare_database (Prepare *self, const char *name, GError **error)
{
  g_autofree char *file = g_strconcat (name, ".sqlite", NULL);
  g_autofree char *flat = g_build_filename (self->plan->databases, file, NULL);
  g_autofree char *deep = g_build_filename (self->plan->databases, name, file, NULL);
  g_autofree char *folder = g_build_filename (self->trial->folder, name, NULL);
  const char *path = g_file_test (flat, G_FILE_TEST_EXISTS) ? flat : deep;
  AskTrialDatabase *database = ask_trial_database_new (name);
  sqlite3 *given = NULL;
  gboolean prepared = FALSE;

  g_ptr_array_add (self->trial->databases, database);
  if (sqlite3_open_v2 (path, &given, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK
      || g_mkdir_with_parents (folder, 0755) != 0)
    fail (given, path, error);
  else
    {
      choose_tables (self, given, database);
      prepared = TRUE;
    }
  for (guint v = 0; prepared && v < self->trial->n_variants; v++)
    prepared = write_variant (self, given, database, v, error);
  sqlite3_close (given);
  return prepared;
}

static gboolean
prepare_all (Prepare *self, char **names, GError **error)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (ask_trial_find (self->trial, names[i]) == NULL && !prepare_database (self, names[i], error))
      return FALSE;
  return TRUE;
}

/**
 * ask_trial_prepare:
 * @self: of a folder that may be there; its number of variants says how often values are drawn
 * @plan: what it is made of
 * @error: what cannot be read or written
 *
 * Returns: whether the folder holds a trial
 */
gboolean
ask_trial_prepare (AskTrial *self, const AskTrialPlan *plan, GError **error)
{
  Prepare prepare = { self, plan, g_rand_new_with_seed (plan->seed), 0 };
  gboolean prepared
    = ask_trial_read_questions (self, plan->questions, error) && g_mkdir_with_parents (self->folder, 0755) == 0;

  for (guint i = 0; prepared && i < self->questions->len; i++)
    {
      const AskTrialQuestion *question = self->questions->pdata[i];

      prepared = prepare_all (&prepare, question->databases, error) && prepare_all (&prepare, question->offered, error);
    }
  /* A question that nothing answers is asked of some database all the same. */
  for (guint i = 0; prepared && i < self->questions->len; i++)
    {
      AskTrialQuestion *question = self->questions->pdata[i];

      if (question->offered != NULL)
        continue;
      if (question->databases[0] != NULL)
        question->offered = g_strdupv (question->databases);
      else if (self->databases->len > 0)
        {
          const char *const one[]
            = { ((AskTrialDatabase *) self->databases->pdata[i % self->databases->len])->name, NULL };

          question->offered = g_strdupv ((char **) one);
        }
      else
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "No question names a database.");
          prepared = FALSE;
        }
    }
  prepared = prepared && ask_trial_save (self, error);
  g_rand_free (prepare.random);
  return prepared;
}
