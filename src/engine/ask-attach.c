/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the names of a statement resolve: attaches the SQLite files, makes virtual tables for API
 * entities and views for entities whose names are not those of their table. Only for what the
 * statement names, since SQLite attaches ten files at most.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "engine/ask-statement.h"
#include "source/sqlite/ask-sqlite-view.h"
#include "sql/ask-sql-lexer.h"

/* Tries after an interrupt: it was meant for the statement, which notices it by itself, and came while
 * a table of the statement was made or dropped. One that is not dropped would stand in the way of
 * every later statement. */
#define INTERRUPTED_TRIES 4

/**
 * ask_engine_execute:
 * @sql: a statement of our own, never of a person or a model
 * @error: %ASK_ENGINE_ERROR_FAILED or %G_IO_ERROR_CANCELLED
 *
 * Returns: whether it ran
 */
gboolean
ask_engine_execute (AskEngine *self, const char *sql, GError **error)
{
  int code = SQLITE_INTERRUPT;
  gboolean ended = TRUE;

  self->trusted = TRUE;
  for (guint i = 0; i < INTERRUPTED_TRIES && code != SQLITE_OK && ended; i++)
    {
      code = sqlite3_exec (self->db, sql, NULL, NULL, NULL);
      /* A virtual table that is interrupted while it declares itself fails with SQLITE_ERROR. */
      ended = self->run != NULL && g_cancellable_is_cancelled (self->run->stop);
    }
  self->trusted = FALSE;
  if (code == SQLITE_OK)
    return TRUE;
  if (ended)
    return ask_statement_failed (self, code, self->run->stop, error);
  ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED, N_ ("SQLite says: %s."), sqlite3_errmsg (self->db));
  return FALSE;
}

/**
 * ask_engine_get_source:
 * @error: %ASK_SOURCE_ERROR
 *
 * Returns: (transfer none): the open source, or %NULL
 */
AskSource *
ask_engine_get_source (AskEngine *self, const char *name, GError **error)
{
  AskSource *source = g_hash_table_lookup (self->sources, name);
  AskSourceConfig *config = g_hash_table_lookup (self->configs, name);

  if (self->dry && config != NULL && config->kind->nature != ASK_NATURE_FILE)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                     N_ ("Source “%s” was not asked: only files of this computer are read."), name);
      return NULL;
    }
  if (source != NULL)
    return source;
  if (config == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Source “%s” is in the schema but no longer registered. Add it again."), name);
      return NULL;
    }
  source = ask_source_new (config, error);
  if (source == NULL)
    return NULL;
  if (!ask_source_open (source, self->run != NULL ? self->run->stop : NULL, error))
    {
      g_object_unref (source);
      return NULL;
    }
  g_hash_table_insert (self->sources, g_strdup (name), source);
  return source;
}

static gboolean
is_file (const AskSourceConfig *config)
{
  return config->kind->ensure_file != NULL;
}

static int
note_collation (void *engine, int n_columns, char **cells, char **names)
{
  ((AskEngine *) engine)->collates = TRUE;
  return 0;
}

/* The address of the file behind a source; an API has none: its tables get a place of its name, for those
 * who write it in front. */
static char *
dup_file_uri (AskEngine *self, const AskSourceConfig *config, GError **error)
{
  g_autofree char *path = NULL;

  if (!is_file (config))
    return g_strdup (":memory:");
  path = config->kind->ensure_file (config, self->run != NULL ? self->run->stop : NULL, error);
  return path != NULL ? ask_sqlite_dup_uri (path) : NULL;
}

static gboolean
attach (AskEngine *self, const char *name, GError **error)
{
  AskSourceConfig *config = g_hash_table_lookup (self->configs, name);
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *uri = NULL;
  g_autofree char *lower = g_ascii_strdown (name, -1);
  int code;

  if (g_hash_table_contains (self->attached, lower))
    return TRUE;
  if (config == NULL)
    return ask_engine_get_source (self, name, error) != NULL;
  if (config->problem != NULL)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, config->problem);
      return FALSE;
    }
  uri = dup_file_uri (self, config, error);
  if (uri == NULL)
    return FALSE;
  self->trusted = TRUE;
  code = config->kind->prepare != NULL ? config->kind->prepare (self->db) : SQLITE_OK;
  if (code == SQLITE_OK)
    code = sqlite3_prepare_v2 (self->db, "ATTACH ?1 AS ?2", -1, &statement, NULL);
  if (code == SQLITE_OK)
    {
      sqlite3_bind_text (statement, 1, uri, -1, SQLITE_STATIC);
      sqlite3_bind_text (statement, 2, name, -1, SQLITE_STATIC);
      code = sqlite3_step (statement);
    }
  self->trusted = FALSE;
  if (code == SQLITE_DONE && is_file (config))
    {
      /* Attaching reads little; this reads the whole schema, and fails where it cannot. */
      g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM \"%s\".sqlite_schema WHERE sql LIKE '%%collate%%'", name);

      self->trusted = TRUE;
      code = sqlite3_exec (self->db, sql, note_collation, self, NULL);
      self->trusted = FALSE;
      if (code != SQLITE_OK)
        {
          g_autofree char *detach = g_strdup_printf ("DETACH \"%s\"", name);
          g_autofree char *message = g_strdup (sqlite3_errmsg (self->db));

          ask_engine_execute (self, detach, NULL);
          ask_sqlite_set_error (error, name, config->location, code, message);
          return FALSE;
        }
      code = SQLITE_DONE;
    }
  if (code != SQLITE_DONE)
    {
      ask_sqlite_set_error (error, name, config->location, code, sqlite3_errmsg (self->db));
      return FALSE;
    }
  g_hash_table_insert (self->attached, g_steal_pointer (&lower), g_strdup (name));
  g_hash_table_remove_all (self->native);
  return TRUE;
}

/* Takes away what @name brought, to make room for another source. */
static gboolean
detach (AskEngine *self, const char *name, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  g_autofree char *sql = g_strdup_printf ("DETACH \"%s\"", name);
  GHashTableIter iter;
  gpointer entity, source;

  g_hash_table_iter_init (&iter, self->made);
  while (g_hash_table_iter_next (&iter, &entity, &source))
    if (strcmp (source, name) == 0)
      {
        g_autofree char *quoted = ask_sql_quote_name (entity);
        AskSourceConfig *config = g_hash_table_lookup (self->configs, name);
        g_autofree char *drop
          = g_strdup_printf ("DROP %s IF EXISTS temp.%s", is_file (config) ? "VIEW" : "TABLE", quoted);

        if (!ask_engine_execute (self, drop, error))
          return FALSE;
        g_hash_table_iter_remove (&iter);
      }
  if (!ask_engine_execute (self, sql, error))
    return FALSE;
  g_hash_table_remove (self->attached, lower);
  g_hash_table_remove_all (self->native);
  return TRUE;
}

static gboolean
is_attached_file (AskEngine *self, const char *source)
{
  AskSourceConfig *config = g_hash_table_lookup (self->configs, source);

  return config == NULL || is_file (config);
}

/* Whether another attached file has something of that name, be it in the schema or not: SQLite would
 * take what was attached first. What cannot be looked at counts as such. */
static gboolean
is_elsewhere (AskEngine *self, const AskEntity *entity)
{
  GHashTableIter iter;
  gpointer source;
  gboolean found = FALSE;

  g_hash_table_iter_init (&iter, self->attached);
  while (!found && g_hash_table_iter_next (&iter, NULL, &source))
    {
      g_autoptr (sqlite3_stmt) statement = NULL;
      g_autofree char *sql
        = g_strdup_printf ("SELECT 1 FROM \"%s\".sqlite_schema WHERE name = ?1 COLLATE NOCASE", (char *) source);

      if (strcmp (source, entity->source) == 0)
        continue;
      self->trusted = TRUE;
      found = sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL) != SQLITE_OK
              || sqlite3_bind_text (statement, 1, entity->table, -1, SQLITE_STATIC) != SQLITE_OK
              || sqlite3_step (statement) != SQLITE_DONE;
      self->trusted = FALSE;
    }
  return found;
}

/* The names of its table's columns in lower case; NULL where there is no such table. It is attached. */
static GHashTable *
list_columns (AskEngine *self, const AskEntity *entity)
{
  g_autofree char *table = ask_sql_quote_name (entity->table);
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\".%s", entity->source, table);
  g_autoptr (sqlite3_stmt) statement = NULL;
  GHashTable *columns = NULL;

  self->trusted = TRUE;
  if (sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL) == SQLITE_OK)
    {
      columns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        g_hash_table_add (columns, g_ascii_strdown (sqlite3_column_name (statement, i), -1));
    }
  self->trusted = FALSE;
  return columns;
}

/* A column that came to the table later, or that a steward took out, is nothing of the entity: "*" must not
 * show it. */
static gboolean
has_more_columns (AskEngine *self, const AskEntity *entity)
{
  g_autoptr (GHashTable) columns = list_columns (self, entity);
  GHashTableIter iter;
  gpointer name;

  if (columns == NULL)
    return FALSE;
  g_hash_table_iter_init (&iter, columns);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (ask_entity_find_column (entity, name) == NULL)
      return TRUE;
  return FALSE;
}

/* Whether a bare name leads to this entity's table by SQLite's own rules: then nothing has to stand
 * in between. It does not where names differ, where the table has columns that the entity has not, or where
 * another file has a table of that name. */
static gboolean
resolves_natively (AskEngine *self, const AskEntity *entity)
{
  if (g_ascii_strcasecmp (entity->name, entity->table) != 0)
    return FALSE;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->expression == NULL
          && (attribute->column == NULL || g_ascii_strcasecmp (attribute->name, attribute->column) != 0))
        return FALSE;
    }
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      const AskEntity *other = self->schema->entities->pdata[i];

      if (other != entity && other->operation == NULL && other->kind != ASK_ENTITY_QUERY
          && g_ascii_strcasecmp (other->table, entity->table) == 0)
        return FALSE;
    }
  return !is_elsewhere (self, entity) && !has_more_columns (self, entity);
}

static gboolean
make_view (AskEngine *self, const AskEntity *entity, GError **error)
{
  g_autofree char *view = ask_sql_quote_name (entity->name);
  g_autofree char *table = ask_sql_quote_name (entity->table);
  g_autoptr (GString) sql = g_string_new (NULL);
  guint n = 0;

  g_string_append_printf (sql, "CREATE TEMP VIEW %s AS SELECT ", view);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      g_autofree char *column = NULL;
      g_autofree char *name = ask_sql_quote_name (attribute->name);

      /* What is calculated is put into the statement. */
      if (attribute->column == NULL)
        continue;
      column = ask_sql_quote_name (attribute->column);
      /* With the table in front: SQLite takes a quoted name that is no column for a text. */
      g_string_append_printf (sql, "%st.%s AS %s", n++ > 0 ? ", " : "", column, name);
    }
  if (ask_engine_has_full_text (self, entity))
    g_string_append_printf (sql, ", t.%s AS %s, t.rank AS rank", table, view);
  g_string_append_printf (sql, " FROM \"%s\".%s AS t", entity->source, table);
  return ask_engine_execute (self, sql->str, error);
}

/* People rename columns of a spreadsheet without telling anybody, and SQLite would take a name that is no
 * column for a text. */
static gboolean
check_columns (AskEngine *self, const AskEntity *entity, GError **error)
{
  const AskSourceConfig *config = g_hash_table_lookup (self->configs, entity->source);
  g_autoptr (GHashTable) columns = NULL;

  if (config == NULL || !config->kind->columns_change)
    return TRUE;
  columns = list_columns (self, entity);
  if (columns == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     N_ ("Source “%s”: %s has no sheet “%s” any more. Refresh the source."), entity->source,
                     config->location, entity->table);
      return FALSE;
    }
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      g_autofree char *lower = attribute->column != NULL ? g_ascii_strdown (attribute->column, -1) : NULL;

      if (lower == NULL || g_hash_table_contains (columns, lower))
        continue;
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     N_ ("Source “%s”: the columns of %s changed; there is no “%s” any more. Refresh the "
                         "source."),
                     entity->source, config->location, attribute->column);
      return FALSE;
    }
  return TRUE;
}

/* @parts: (inout): those of the largest view yet */
static gboolean
check_view (AskEngine *self, const AskEntity *entity, guint *parts, GError **error)
{
  g_autofree char *problem = NULL;
  guint own;

  self->trusted = TRUE;
  problem = ask_sqlite_view_weigh (self->db, entity->source, entity->table, &own);
  self->trusted = FALSE;
  *parts = MAX (*parts, own);
  if (problem == NULL)
    return TRUE;
  ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT, N_ ("Source “%s”: its view “%s” is not read: %s."),
                 entity->source, entity->table, problem);
  return FALSE;
}

static gboolean
make_api_table (AskEngine *self, const AskEntity *entity, const char *database, GError **error)
{
  g_autofree char *name = ask_sql_quote_name (entity->name);
  g_autofree char *argument = ask_sql_quote_text (entity->name);
  g_autofree char *sql = g_strdup_printf ("CREATE VIRTUAL TABLE IF NOT EXISTS \"%s\".%s "
                                          "USING ask_api(%s)",
                                          database, name, argument);

  return ask_engine_execute (self, sql, error);
}

/* @qualified: the statement writes the source's name in front
 * @parts: (inout): those of the largest view of a file yet */
static gboolean
make_entity (AskEngine *self, const AskEntity *entity, gboolean qualified, guint *parts, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (entity->name, -1);

  if (entity->operation != NULL)
    {
      if (qualified)
        return attach (self, entity->source, error) && make_api_table (self, entity, entity->source, error);
      if (g_hash_table_contains (self->made, lower))
        return TRUE;
      if (!make_api_table (self, entity, "temp", error))
        return FALSE;
    }
  else
    {
      if (self->trying && g_hash_table_contains (self->native, entity))
        return TRUE;
      if (!attach (self, entity->source, error) || !check_view (self, entity, parts, error)
          || !check_columns (self, entity, error))
        return FALSE;
      if (g_hash_table_contains (self->made, lower))
        return TRUE;
      if (resolves_natively (self, entity))
        {
          /* A view's parts are counted each time. */
          if (self->trying && entity->kind == ASK_ENTITY_TABLE)
            g_hash_table_add (self->native, (gpointer) entity);
          return TRUE;
        }
      if (!make_view (self, entity, error))
        return FALSE;
    }
  g_hash_table_insert (self->made, g_steal_pointer (&lower), g_strdup (entity->source));
  return TRUE;
}

typedef struct
{
  const AskEntity *entity;
  gboolean qualified;
} Named;

typedef struct
{
  AskEngine *engine;
  const AskSqlCatalog *catalog;
  GArray *named; /* nullable: Named */
  GHashTable *seen[2]; /* nullable; entities in @named, without and with their source; what is named a thousand times
                        * is looked at once */
} Naming;

/* @seen: (inout) (nullable): made when first needed */
static gboolean
is_first (GHashTable **seen, gconstpointer item)
{
  if (*seen == NULL)
    *seen = g_hash_table_new (NULL, NULL);
  return g_hash_table_add (*seen, (gpointer) item);
}

static void
add_named (Naming *self, const AskSqlTable *table, gboolean qualified)
{
  Named item = { table != NULL ? table->data : NULL, qualified };

  /* A query is nowhere itself: its tables are named where it was put in. Tables of servers stand in fragments, which the
   * planner makes. */
  if (item.entity != NULL && item.entity->kind != ASK_ENTITY_QUERY
      && !ask_engine_is_server (self->engine, item.entity->source) && is_first (&self->seen[qualified], item.entity))
    {
      if (self->named == NULL)
        self->named = g_array_new (FALSE, FALSE, sizeof (Named));
      g_array_append_val (self->named, item);
    }
}

/* Not yet analysed, or not to its end, a name may still turn out to be a CTE's: that costs no more than
 * a table that is not used. */
static gboolean
name_from (AskSqlFrom *from, gpointer data)
{
  Naming *self = data;

  if (from->kind == ASK_FROM_TABLE && from->cte == NULL)
    add_named (self,
               from->catalog_table != NULL ? from->catalog_table
                                           : ask_sql_catalog_find_table (self->catalog, from->schema, from->name),
               from->schema != NULL);
  return TRUE;
}

static gboolean
name_in_table (AskSqlExpr *expr, gpointer data)
{
  Naming *self = data;

  if (expr->kind == ASK_EXPR_IN_TABLE && expr->select == NULL)
    add_named (self, ask_sql_catalog_find_table (self->catalog, expr->schema, expr->name), expr->schema != NULL);
  return TRUE;
}

/* Returns: (transfer full) (nullable) (element-type Named): what @tree names that lies here; %NULL for nothing */
static GArray *
find_named (AskEngine *self, AskSqlTree *tree)
{
  Naming naming = { self, ask_engine_get_catalog (self), NULL, { NULL, NULL } };
  AskSqlVisit visit = { .from = name_from, .expr = tree->flat ? NULL : name_in_table, .user_data = &naming };

  ask_sql_walk_tree (tree, &visit);
  for (guint i = 0; i < G_N_ELEMENTS (naming.seen); i++)
    g_clear_pointer (&naming.seen[i], g_hash_table_unref);
  return naming.named;
}

/* FTS5 reads its settings when a connection meets one of its tables first, by statements that nobody else may run. So
 * that is not left to a person's statement, which would do it through the view of an entity that was renamed. */
static void
meet_full_text (AskEngine *self, const AskEntity *entity)
{
  GHashTable *columns = ask_engine_has_full_text (self, entity) ? list_columns (self, entity) : NULL;

  g_clear_pointer (&columns, g_hash_table_unref);
}

/* So many databases can be attached at once: others are detached where those of the statement would be too many. @needed: a
 * set of source names */
static gboolean
make_room (AskEngine *self, GHashTable *needed, GError **error)
{
  g_autoptr (GPtrArray) present = g_ptr_array_new_with_free_func (g_free);
  int most = sqlite3_limit (self->db, SQLITE_LIMIT_ATTACHED, -1);
  guint n_new = 0;
  GHashTableIter iter;
  gpointer source;

  if (g_hash_table_size (needed) > (guint) most)
    {
      ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT,
                     N_ ("The query reads from %u databases; at most %d can be read together. Ask in "
                         "steps."),
                     g_hash_table_size (needed), most);
      return FALSE;
    }
  g_hash_table_iter_init (&iter, self->attached);
  while (g_hash_table_iter_next (&iter, NULL, &source))
    if (!g_hash_table_contains (needed, source))
      g_ptr_array_add (present, g_strdup (source));
  g_hash_table_iter_init (&iter, needed);
  while (g_hash_table_iter_next (&iter, &source, NULL))
    {
      g_autofree char *lower = g_ascii_strdown (source, -1);

      n_new += !g_hash_table_contains (self->attached, lower);
    }
  for (guint i = 0; i < present->len && g_hash_table_size (self->attached) + n_new > (guint) most; i++)
    if (!detach (self, present->pdata[i], error))
      return FALSE;
  return TRUE;
}

/**
 * ask_engine_prepare_names:
 * @tree: perhaps analysed
 * @error: %ASK_SOURCE_ERROR or %ASK_ENGINE_ERROR
 *
 * Makes everything that @tree names.
 *
 * Returns: whether all of it is there
 */
gboolean
ask_engine_prepare_names (AskEngine *self, AskSqlTree *tree, GError **error)
{
  g_autoptr (GArray) named = find_named (self, tree);
  g_autoptr (GHashTable) needed = NULL;
  guint parts = 0;

  if (!self->trying)
    g_hash_table_remove_all (self->native);
  if (named == NULL)
    return TRUE;
  needed = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < named->len; i++)
    {
      const Named *item = &g_array_index (named, Named, i);

      if (item->qualified || is_attached_file (self, item->entity->source))
        g_hash_table_add (needed, item->entity->source);
    }
  if (!make_room (self, needed, error))
    return FALSE;
  for (guint i = 0; i < named->len; i++)
    {
      const Named *item = &g_array_index (named, Named, i);

      if (!make_entity (self, item->entity, item->qualified, &parts, error))
        return FALSE;
    }
  for (guint i = 0; i < named->len; i++)
    meet_full_text (self, g_array_index (named, Named, i).entity);
  /* Each name of the statement may be that of the largest view, or of a column that it computes. */
  if ((guint64) parts * tree->n_parts <= ASK_SQL_MAX_VIEWED)
    return TRUE;
  ask_error_set (
    error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT,
    N_ ("With what its views stand for the query may be too large. Use their names less often, or ask in steps."));
  return FALSE;
}
