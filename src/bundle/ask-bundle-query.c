/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries over the tables of a saved answer. They are written into a file of this program's own for as long as a query
 * takes, and asked by an engine as any other tables are, with the same guards and limits. The saved file itself is never
 * given to it.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "base/ask-number.h"
#include "bundle/ask-bundle-private.h"
#include "source/ask-source-kinds.h"
#include "source/sqlite/ask-sqlite-source.h"

#define SOURCE "saved"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)

/**
 * Desk:
 * @folder: of its own, gone with it
 *
 * The tables, ready to be asked.
 */
typedef struct
{
  char *folder;
  char *path;
  AskSchema *schema;
  AskEngine *engine;
} Desk;

static void
desk_free (Desk *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->schema, ask_schema_unref);
  if (self->path != NULL)
    g_unlink (self->path);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Desk, desk_free)

static void
declare (AskSchema *schema, const AskBundleTable *table)
{
  g_autoptr (GPtrArray) names = ask_bundle_name_columns (table->rows);
  AskEntity *entity = ask_entity_new (table->name, SOURCE, table->name, ASK_ENTITY_TABLE);

  for (guint i = 0; i < names->len; i++)
    {
      const AskColumn *column = ask_rows_get_column (table->rows, i);
      AskAttribute *attribute = ask_entity_add_attribute (entity, names->pdata[i], names->pdata[i], column->type);

      attribute->meaning = column->sense.meaning;
      attribute->unit = g_strdup (column->sense.unit);
    }
  entity->row_estimate = (gint64) ask_rows_get_n_rows (table->rows);
  ask_schema_add_entity (schema, entity);
}

/** ask_bundle_make_schema: Returns: (transfer full): the tables of the file, as what queries over them may name */
AskSchema *
ask_bundle_make_schema (const AskBundle *self)
{
  AskSchema *schema = ask_schema_new ();

  for (guint i = 0; i < self->tables->len; i++)
    declare (schema, self->tables->pdata[i]);
  return schema;
}

/* The answer's own query reads earlier steps, whatever a source of it was called. */
static gboolean
is_earlier (const AskBundleTable *table)
{
  return strcmp (table->name, ASK_BUNDLE_ANSWER) != 0 && !g_str_has_prefix (table->name, "rows_");
}

/* @own: as of desk_new() */
static int
write_tables (const Desk *self, const AskBundle *bundle, gboolean own)
{
  g_autoptr (sqlite3) db = NULL;
  int code = sqlite3_open_v2 (self->path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

  if (code == SQLITE_OK)
    code = ask_sqlite_add_decimal (db);
  if (code == SQLITE_OK)
    code = sqlite3_exec (db, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN", NULL, NULL, NULL);
  for (guint i = 0; code == SQLITE_OK && i < bundle->tables->len; i++)
    {
      const AskBundleTable *table = bundle->tables->pdata[i];
      g_autofree char *create = NULL;

      if (own && !is_earlier (table))
        continue;
      create = ask_bundle_create_table (table->name, table->rows, TRUE);
      code = sqlite3_exec (db, create, NULL, NULL, NULL);
      if (code == SQLITE_OK)
        code = ask_bundle_fill_table (db, table->name, table->rows);
    }
  return code == SQLITE_OK ? sqlite3_exec (db, "COMMIT", NULL, NULL, NULL) : code;
}

/* @own: for the answer's own query. Returns: (transfer full): the tables; %NULL with @error set */
static Desk *
desk_new (const AskBundle *bundle, gboolean own, GError **error)
{
  g_autoptr (Desk) self = g_new0 (Desk, 1);
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  int code;

  self->schema = ask_schema_new ();
  self->folder = g_dir_make_tmp ("askdata-answer-XXXXXX", error);
  if (self->folder == NULL)
    {
      ask_error_prefix (error, N_ ("A query over a saved answer needs a place for its tables: "));
      return NULL;
    }
  self->path = g_build_filename (self->folder, "tables.sqlite", NULL);
  code = write_tables (self, bundle, own);
  if (code != SQLITE_OK)
    {
      ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_WRITE,
                     N_ ("The tables of the saved answer could not be laid out in %s: %s."), self->folder,
                     sqlite3_errstr (code));
      return NULL;
    }
  for (guint i = 0; i < bundle->tables->len; i++)
    if (!own || is_earlier (bundle->tables->pdata[i]))
      declare (self->schema, bundle->tables->pdata[i]);
  g_ptr_array_add (configs, ask_source_config_new (SOURCE, ask_source_kinds_find ("sqlite"), self->path));
  self->engine = ask_engine_new (self->schema, configs, error);
  return self->engine != NULL ? g_steal_pointer (&self) : NULL;
}

static char *
list_tables (const AskBundle *bundle)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < bundle->tables->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ((AskBundleTable *) bundle->tables->pdata[i])->name);
  return g_string_free (names, FALSE);
}

/* A table that is kept in part would give another answer. */
static gboolean
check_whole (const AskBundle *bundle, const AskSqlTree *tree, GError **error)
{
  g_autoptr (GArray) uses = ask_sql_select_find_tables (tree->select);

  for (guint i = 0; i < uses->len; i++)
    {
      const AskSqlTableUse *use = &g_array_index (uses, AskSqlTableUse, i);
      const AskBundleTable *table = use->name != NULL ? ask_bundle_find_table (bundle, use->name) : NULL;
      g_autofree char *kept = NULL;

      if (table == NULL || ask_bundle_table_is_whole (table))
        continue;
      kept = ask_number_count (ask_rows_get_n_rows (table->rows));
      ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES,
                     N_ ("Only the first %s rows of “%s” are in this file, so a query over it would be wrong. Its rows "
                         "can be looked at."),
                     kept, table->name);
      return FALSE;
    }
  return TRUE;
}

typedef struct
{
  const AskAnswer *answer;
  const char *name; /* nullable */
} Outside;

/* Whether the answer's steps tell of a call of that function. */
static gboolean
was_asked (const AskAnswer *answer, const char *name)
{
  for (guint i = 0; answer != NULL && i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];
      const char *function = step->fields != NULL ? ask_json_get_string (step->fields, "function") : NULL;

      if (function != NULL && g_ascii_strcasecmp (function, name) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
look_for_outside (AskSqlExpr *expr, gpointer data)
{
  Outside *self = data;

  if (self->name == NULL && expr->kind == ASK_EXPR_FUNCTION
      && (expr->braced || expr->argument_names != NULL || was_asked (self->answer, expr->name)))
    self->name = expr->name;
  return self->name == NULL;
}

/* A model or a program computes it, and a saved answer asks nobody. */
static gboolean
check_functions (const AskBundle *bundle, AskSqlTree *tree, GError **error)
{
  Outside outside = { bundle->answer, NULL };
  const AskSqlVisit visit = { .expr = look_for_outside, .user_data = &outside };
  g_autofree char *tables = NULL;

  ask_sql_walk_select (tree->select, &visit);
  if (outside.name == NULL)
    return TRUE;
  tables = list_tables (bundle);
  ask_error_set (
    error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES,
    N_ ("The query calls %s, and a saved answer asks no model and no program. What they said is in its rows. In "
        "this file are: %s."),
    outside.name, tables);
  return FALSE;
}

/* @sql: the answer's own, or what a person wrote */
static gboolean
check_query (const AskBundle *bundle, AskSchema *schema, const char *sql, gboolean own, GError **error)
{
  g_autoptr (AskSqlTree) written = ask_sql_parse (sql, -1, NULL);
  g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (schema);
  g_autoptr (GError) problem = NULL;
  g_autoptr (AskSqlTree) tree = ask_schema_reader_parse (reader, sql, &problem);
  g_autofree char *tables = NULL;

  if (written != NULL && (!check_functions (bundle, written, error) || !check_whole (bundle, written, error)))
    return FALSE;
  if (tree != NULL || !own)
    return TRUE;
  tables = list_tables (bundle);
  ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES,
                 N_ ("The answer's query reads sources, and a saved answer has none. In this file are: %s."), tables);
  return FALSE;
}

/**
 * ask_bundle_query:
 * @sql: one SELECT over the tables of the file
 * @cancellable: (nullable): ends it
 * @error: %ASK_BUNDLE_ERROR_SOURCES where a table is not all there, or as of ask_engine_query()
 *
 * Blocks.
 *
 * Returns: (transfer full): what it gives
 */
AskResult *
ask_bundle_query (const AskBundle *self, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (Desk) desk = desk_new (self, FALSE, error);

  if (desk == NULL || !check_query (self, desk->schema, sql, FALSE, error))
    return NULL;
  return ask_engine_query (desk->engine, sql, NULL, NULL, cancellable, error);
}

static const char *
get_own (const AskBundle *self, GError **error)
{
  if (self->sql == NULL)
    ask_error_set_literal (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_SOURCES,
                           N_ ("No query led to this answer, so there is none to run."));
  return self->sql;
}

static gboolean
is_same (const AskRows *one, const AskRows *other)
{
  guint n = ask_rows_get_n_columns (one);

  if (n != ask_rows_get_n_columns (other) || ask_rows_get_n_rows (one) != ask_rows_get_n_rows (other))
    return FALSE;
  for (gsize r = 0; r < ask_rows_get_n_rows (one); r++)
    for (guint i = 0; i < n; i++)
      if (!ask_value_equal (ask_rows_get (one, r, i), ask_rows_get (other, r, i)))
        return FALSE;
  return TRUE;
}

/**
 * ask_bundle_run_again:
 * @same: (out): whether the rows are those of the answer, cell for cell
 * @cancellable: (nullable): ends it
 * @error: %ASK_BUNDLE_ERROR_SOURCES where the query reads what is not in the file, or as of ask_engine_query()
 *
 * Runs the answer's last query over the rows of the steps before it. Blocks.
 *
 * Returns: (transfer full): what it gives
 */
AskResult *
ask_bundle_run_again (const AskBundle *self, gboolean *same, GCancellable *cancellable, GError **error)
{
  const char *sql = get_own (self, error);
  g_autoptr (Desk) desk = sql != NULL ? desk_new (self, TRUE, error) : NULL;
  AskResult *result;

  *same = FALSE;
  if (desk == NULL || !check_query (self, desk->schema, sql, TRUE, error))
    return NULL;
  result = ask_engine_query (desk->engine, sql, NULL, NULL, cancellable, error);
  *same = result != NULL && self->answer->rows != NULL && is_same (result->rows, self->answer->rows);
  return result;
}

/**
 * ask_bundle_find_behind:
 * @place: (inout): a cell of the answer, by row and column; gets the query and the rows that it is a cell of
 * @cancellable: (nullable): ends it
 * @error: %ASK_BUNDLE_ERROR_SOURCES where the rows are not in the file, or ASK_PROVENANCE_ERROR
 *
 * Blocks.
 *
 * Returns: (transfer full): the rows of earlier steps that are behind the cell
 */
AskProvenance *
ask_bundle_find_behind (const AskBundle *self, AskProvenancePlace *place, GCancellable *cancellable, GError **error)
{
  const char *sql = get_own (self, error);
  g_autoptr (Desk) desk = sql != NULL && self->answer->rows != NULL ? desk_new (self, TRUE, error) : NULL;

  place->sql = sql;
  place->rows = self->answer->rows;
  if (sql != NULL && self->answer->rows == NULL)
    ask_error_set_literal (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_FILE, N_ ("This answer has no rows."));
  if (desk == NULL || !check_query (self, desk->schema, sql, TRUE, error))
    return NULL;
  return ask_provenance_find (desk->engine, place, NULL, cancellable, error);
}
