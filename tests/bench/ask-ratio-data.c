/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a folder in Spider's layout: questions with their gold SQL, and databases with what their columns really
 * hold, since SQLite's declared types promise nothing. Decides by the seed which tables are replaced first and
 * how each is served.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <math.h>
#include <string.h>

#include "base/ask-json.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"

static void
column_free (gpointer data)
{
  RatioColumn *column = data;

  g_free (column->name);
  g_free (column->declared);
  g_free (column->filter);
  g_free (column);
}

static void
table_free (gpointer data)
{
  RatioTable *table = data;

  g_free (table->name);
  g_ptr_array_unref (table->columns);
  g_free (table);
}

/**
 * ratio_query_new:
 * @sql: to be run on the untouched file
 *
 * Returns: (transfer full) (nullable): it, with its tree and its answer; %NULL where SQLite refuses it
 */
RatioQuery *
ratio_query_new (RatioDatabase *database, const char *sql)
{
  RatioQuery *self = g_new0 (RatioQuery, 1);

  self->sql = g_strdup (sql);
  self->tree = ask_sql_parse (sql, -1, NULL);
  self->answer = self->tree != NULL ? ratio_run_sqlite (database->plain, sql, NULL) : NULL;
  if (self->answer == NULL)
    g_clear_pointer (&self, ratio_query_free);
  return self;
}

/** ratio_query_free: frees @self */
void
ratio_query_free (RatioQuery *self)
{
  g_free (self->sql);
  g_free (self->refusal);
  g_clear_pointer (&self->tree, ask_sql_tree_free);
  g_clear_pointer (&self->answer, ask_rows_unref);
  g_free (self);
}

/** ratio_database_free: frees @self and closes its file */
void
ratio_database_free (RatioDatabase *self)
{
  g_ptr_array_unref (self->tables);
  g_ptr_array_unref (self->queries);
  sqlite3_close (self->plain);
  g_free (self->name);
  g_free (self->path);
  g_free (self);
}

/**
 * ratio_read_questions:
 * @path: a JSON file: [{"db_id", "query", "question"}, …]
 *
 * Returns: (transfer full) (nullable) (element-type utf8 GPtrArray): database → RatioQuery, each text once, in
 *   the file's order
 */
GHashTable *
ratio_read_questions (const char *path, GError **error)
{
  g_autoptr (GHashTable) databases
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (JsonNode) document = NULL;
  g_autofree char *text = NULL;
  gsize length;
  JsonArray *list;

  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  document = ask_json_parse (text, (gssize) length, error);
  if (document == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_ARRAY (document))
    {
      g_set_error (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE, "%s holds no list of questions.", path);
      return NULL;
    }
  list = json_node_get_array (document);
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *item = ask_json_element_object (list, i);
      const char *database = item != NULL ? ask_json_get_string (item, "db_id") : NULL;
      const char *sql = item != NULL ? ask_json_get_string (item, "query") : NULL;
      g_autofree char *key = NULL;
      GPtrArray *queries;
      RatioQuery *query;

      if (database == NULL || sql == NULL)
        {
          g_set_error (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE,
                       "Question %u of %s has no “db_id” or no “query”.", i + 1, path);
          return NULL;
        }
      queries = g_hash_table_lookup (databases, database);
      if (queries == NULL)
        {
          queries = g_ptr_array_new_with_free_func ((GDestroyNotify) ratio_query_free);
          g_hash_table_insert (databases, g_strdup (database), queries);
        }
      key = g_strdup_printf ("%s\n%s", database, sql);
      query = g_hash_table_lookup (known, key);
      if (query == NULL)
        {
          query = g_new0 (RatioQuery, 1);
          query->sql = g_strdup (sql);
          g_ptr_array_add (queries, query);
          g_hash_table_insert (known, g_steal_pointer (&key), query);
        }
      query->n++;
    }
  return g_steal_pointer (&databases);
}

/**
 * ratio_run_sqlite:
 * @refusal: (out) (nullable): what SQLite says where it refuses
 *
 * Returns: (transfer full) (nullable): all rows, or %NULL
 */
AskRows *
ratio_run_sqlite (sqlite3 *db, const char *sql, char **refusal)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autofree AskValue *cells = NULL;
  const char *tail = NULL;
  int n;
  int code = sqlite3_prepare_v2 (db, sql, -1, &statement, &tail);

  if (code == SQLITE_OK && statement != NULL)
    {
      n = sqlite3_column_count (statement);
      cells = g_new0 (AskValue, (gsize) n + 1);
      for (int i = 0; i < n; i++)
        ask_rows_add_column (rows, sqlite3_column_name (statement, i), ASK_TYPE_ANY);
      while ((code = sqlite3_step (statement)) == SQLITE_ROW)
        {
          ask_sqlite_read_row (statement, cells);
          ask_rows_append (rows, cells);
        }
      if (code == SQLITE_DONE)
        return g_steal_pointer (&rows);
    }
  if (refusal != NULL)
    *refusal = g_strdup (code == SQLITE_OK ? "no statement" : sqlite3_errmsg (db));
  return NULL;
}

/* datatype3.html, 3.1 */
static AskSqlAffinity
get_affinity (const char *declared)
{
  g_autofree char *upper = g_ascii_strup (declared, -1);

  if (strstr (upper, "INT") != NULL)
    return ASK_AFFINITY_INTEGER;
  if (strstr (upper, "CHAR") != NULL || strstr (upper, "CLOB") != NULL || strstr (upper, "TEXT") != NULL)
    return ASK_AFFINITY_TEXT;
  if (*upper == '\0' || strstr (upper, "BLOB") != NULL)
    return ASK_AFFINITY_BLOB;
  if (strstr (upper, "REAL") != NULL || strstr (upper, "FLOA") != NULL || strstr (upper, "DOUB") != NULL)
    return ASK_AFFINITY_REAL;
  return ASK_AFFINITY_NUMERIC;
}

static gboolean
look_at_values (sqlite3 *db, const char *table, RatioColumn *column)
{
  g_autofree char *quoted_table = ask_sql_quote_name (table);
  g_autofree char *quoted = ask_sql_quote_name (column->name);
  g_autofree char *sql = g_strdup_printf ("SELECT %s FROM %s", quoted, quoted_table);
  g_autoptr (sqlite3_stmt) statement = NULL;
  int code;

  column->clean = TRUE;
  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    return FALSE;
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    switch (sqlite3_column_type (statement, 0))
      {
      case SQLITE_INTEGER:
        column->integers++;
        break;
      case SQLITE_FLOAT:
        column->reals++;
        column->infinite += !isfinite (sqlite3_column_double (statement, 0));
        break;
      case SQLITE_TEXT:
        column->texts++;
        if (column->clean)
          {
            const char *text = (const char *) sqlite3_column_text (statement, 0);

            column->clean = g_utf8_validate (text, sqlite3_column_bytes (statement, 0), NULL);
            if (column->clean)
              column->longest = MAX (column->longest, g_utf8_strlen (text, sqlite3_column_bytes (statement, 0)));
          }
        break;
      case SQLITE_BLOB:
        column->blobs++;
        break;
      default:
        column->nulls++;
      }
  return code == SQLITE_DONE;
}

/* What a document that tells the truth about the values calls the column. Where values are of several kinds it
 * says so, and the attribute is one of any type. */
static AskType
choose_type (const RatioColumn *column)
{
  if (column->texts > 0)
    return column->integers + column->reals > 0 ? ASK_TYPE_ANY : ASK_TYPE_TEXT;
  if (column->reals > 0)
    return ASK_TYPE_REAL;
  if (column->integers > 0)
    return ASK_TYPE_INTEGER;
  switch (column->affinity)
    {
    case ASK_AFFINITY_INTEGER:
      return ASK_TYPE_INTEGER;
    case ASK_AFFINITY_REAL:
    case ASK_AFFINITY_NUMERIC:
      return ASK_TYPE_REAL;
    case ASK_AFFINITY_TEXT:
      return ASK_TYPE_TEXT;
    default:
      return ASK_TYPE_ANY;
    }
}

static gboolean
read_columns (RatioDatabase *self, RatioTable *table)
{
  g_autoptr (sqlite3_stmt) columns = NULL;
  g_autoptr (sqlite3_stmt) keys = NULL;

  if (sqlite3_prepare_v2 (self->plain, "SELECT name, type, pk FROM pragma_table_info(?1)", -1, &columns, NULL)
        != SQLITE_OK
      || sqlite3_prepare_v2 (self->plain,
                             "SELECT 1 FROM pragma_foreign_key_list(?1) WHERE \"from\" = ?2 COLLATE NOCASE", -1,
                             &keys, NULL)
           != SQLITE_OK)
    return FALSE;
  sqlite3_bind_text (columns, 1, table->name, -1, SQLITE_STATIC);
  while (sqlite3_step (columns) == SQLITE_ROW)
    {
      RatioColumn *column = g_new0 (RatioColumn, 1);

      g_ptr_array_add (table->columns, column);
      column->name = g_strdup ((const char *) sqlite3_column_text (columns, 0));
      column->declared = g_strdup ((const char *) sqlite3_column_text (columns, 1));
      column->key = (guint) sqlite3_column_int (columns, 2);
      column->affinity = get_affinity (column->declared);
      sqlite3_bind_text (keys, 1, table->name, -1, SQLITE_STATIC);
      sqlite3_bind_text (keys, 2, column->name, -1, SQLITE_STATIC);
      column->foreign = sqlite3_step (keys) == SQLITE_ROW;
      sqlite3_reset (keys);
      if (!look_at_values (self->plain, table->name, column))
        return FALSE;
      column->type = choose_type (column);
      if (column->blobs > 0)
        table->stays = "bytes";
      else if (!column->clean)
        table->stays = "text that is not UTF-8";
      else if (column->infinite > 0)
        table->stays = "an infinity";
      table->n_rows = column->integers + column->reals + column->texts + column->blobs + column->nulls;
    }
  return TRUE;
}

/* Names that mean pages to whoever reads a document; a filter by such a column is "filter[…]". */
static gboolean
reads_as_paging (const char *name)
{
  static const char *const words[] = { "page", "offset", "skip", "start", "limit", "size", "max", "top", "take",
                                       "rows", "count", "first", "cursor", "after", "marker", "p", "total", NULL };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_has_prefix (lower, words[i]) || g_str_has_suffix (lower, words[i]))
      return TRUE;
  return FALSE;
}

static void
choose_serving (RatioTable *table, GRand *random)
{
  static const AskPagingKind kinds[] = { ASK_PAGING_NONE, ASK_PAGING_PAGE, ASK_PAGING_OFFSET, ASK_PAGING_CURSOR,
                                         ASK_PAGING_LINK };
  gboolean deep = g_rand_boolean (random);

  table->rank = g_rand_int (random) >> 1;
  table->paging = kinds[g_rand_int_range (random, 0, G_N_ELEMENTS (kinds))];
  /* Small enough that most tables have a second page, large enough that none has a thousand. */
  table->page_size = (guint) CLAMP (table->n_rows / g_rand_int_range (random, 2, 8), 5, 1000);
  table->zero_based = g_rand_boolean (random);
  table->silent = g_rand_int_range (random, 0, 3) == 0;
  table->link_header = table->paging == ASK_PAGING_LINK && g_rand_boolean (random);
  table->envelope = table->paging == ASK_PAGING_CURSOR || (table->paging == ASK_PAGING_LINK && !table->link_header)
                    || g_rand_boolean (random);
  table->total = g_rand_boolean (random);
  for (guint i = 0; i < table->columns->len; i++)
    {
      RatioColumn *column = table->columns->pdata[i];
      gboolean offered = column->key > 0 || column->foreign || g_rand_int_range (random, 0, 3) == 0;
      int style = g_rand_int_range (random, 0, 8);

      if (!offered || column->type == ASK_TYPE_ANY)
        continue;
      column->filter = deep || reads_as_paging (column->name) ? g_strdup_printf ("filter[%s]", column->name)
                                                             : g_strdup (column->name);
      /* A comma within a text would part it in two. */
      column->style = style > ASK_ARRAY_BRACKETS ? ASK_ARRAY_NONE : (AskArrayStyle) style;
      if (column->type != ASK_TYPE_INTEGER
          && (column->style == ASK_ARRAY_COMMA || column->style == ASK_ARRAY_SPACE || column->style == ASK_ARRAY_PIPE))
        column->style = ASK_ARRAY_REPEAT;
      if (strchr (column->filter, '[') != NULL && column->style == ASK_ARRAY_BRACKETS)
        column->style = ASK_ARRAY_NONE;
    }
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const RatioTable *ta = *(RatioTable *const *) a;
  const RatioTable *tb = *(RatioTable *const *) b;

  return ta->rank < tb->rank ? -1 : ta->rank > tb->rank;
}

static gboolean
read_tables (RatioDatabase *self, guint32 seed, GError **error)
{
  g_autoptr (sqlite3_stmt) names = NULL;
  const guint32 seeds[] = { seed, g_str_hash (self->name) };
  GRand *random = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  gboolean read = sqlite3_prepare_v2 (self->plain,
                                      "SELECT name FROM sqlite_schema WHERE type = 'table' "
                                      "AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
                                      -1, &names, NULL)
                  == SQLITE_OK;

  while (read && sqlite3_step (names) == SQLITE_ROW)
    {
      RatioTable *table = g_new0 (RatioTable, 1);

      table->name = g_strdup ((const char *) sqlite3_column_text (names, 0));
      table->columns = g_ptr_array_new_with_free_func (column_free);
      g_ptr_array_add (self->tables, table);
      read = read_columns (self, table);
      choose_serving (table, random);
    }
  g_rand_free (random);
  g_ptr_array_sort (self->tables, compare_ranks);
  for (guint i = 0; i < self->tables->len; i++)
    ((RatioTable *) self->tables->pdata[i])->rank = i;
  if (!read)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s cannot be read: %s.", self->path,
                 sqlite3_errmsg (self->plain));
  return read;
}

/**
 * ratio_database_open:
 * @folder: the folder "database"
 * @queries: (transfer full) (element-type RatioQuery): they get SQLite's answers
 *
 * Returns: (transfer full) (nullable): the database with all that is known of it
 */
RatioDatabase *
ratio_database_open (const char *folder, const char *name, GPtrArray *queries, guint32 seed, GError **error)
{
  RatioDatabase *self = g_new0 (RatioDatabase, 1);
  g_autofree char *file = g_strconcat (name, ".sqlite", NULL);
  g_autofree char *uri = NULL;

  self->name = g_strdup (name);
  self->path = g_build_filename (folder, name, file, NULL);
  self->tables = g_ptr_array_new_with_free_func (table_free);
  self->queries = queries;
  uri = ask_sqlite_dup_uri (self->path);
  if (sqlite3_open_v2 (uri, &self->plain, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) != SQLITE_OK)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s cannot be opened: %s.", self->path,
                   sqlite3_errmsg (self->plain));
      ratio_database_free (self);
      return NULL;
    }
  if (!read_tables (self, seed, error))
    {
      ratio_database_free (self);
      return NULL;
    }
  for (guint i = 0; i < queries->len; i++)
    {
      RatioQuery *query = queries->pdata[i];
      gint64 start = g_get_monotonic_time ();

      query->answer = ratio_run_sqlite (self->plain, query->sql, &query->refusal);
      query->elapsed_ms = (double) (g_get_monotonic_time () - start) / 1000.0;
      query->tree = ask_sql_parse (query->sql, -1, NULL);
      query->level = query->tree != NULL ? ratio_get_level (query->tree) : RATIO_EXTRA;
    }
  return self;
}

/** ratio_database_find: Returns: (nullable): the table of that name */
RatioTable *
ratio_database_find (RatioDatabase *self, const char *table)
{
  for (guint i = 0; i < self->tables->len; i++)
    if (g_ascii_strcasecmp (((RatioTable *) self->tables->pdata[i])->name, table) == 0)
      return self->tables->pdata[i];
  return NULL;
}

/**
 * ratio_is_replaced:
 * @ratio: percent
 *
 * A table that is replaced at one ratio is replaced at every higher one.
 *
 * Returns: whether @table lies behind something else than the file
 */
gboolean
ratio_is_replaced (RatioDatabase *self, const RatioTable *table, guint ratio)
{
  return table->stays == NULL && table->rank < (self->tables->len * ratio + 50) / 100;
}

/**
 * ratio_copy_rest:
 * @folder: where the copy goes
 *
 * Copies the database without the tables that are replaced.
 *
 * Returns: (transfer full) (nullable): the path of the copy
 */
char *
ratio_copy_rest (RatioDatabase *self, guint ratio, const char *folder, GError **error)
{
  g_autofree char *path = g_strdup_printf ("%s/%s-%u.sqlite", folder, self->name, ratio);
  sqlite3 *copy = NULL;
  sqlite3_backup *backup;
  gboolean copied = FALSE;

  if (sqlite3_open (path, &copy) == SQLITE_OK)
    {
      backup = sqlite3_backup_init (copy, "main", self->plain, "main");
      if (backup != NULL)
        {
          sqlite3_backup_step (backup, -1);
          copied = sqlite3_backup_finish (backup) == SQLITE_OK;
        }
    }
  copied = copied
           && sqlite3_exec (copy, "PRAGMA foreign_keys=OFF; PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF", NULL,
                            NULL, NULL)
                == SQLITE_OK;
  for (guint i = 0; copied && i < self->tables->len; i++)
    {
      const RatioTable *table = self->tables->pdata[i];

      if (ratio_is_replaced (self, table, ratio))
        {
          g_autofree char *quoted = ask_sql_quote_name (table->name);
          g_autofree char *sql = g_strconcat ("DROP TABLE ", quoted, NULL);

          copied = sqlite3_exec (copy, sql, NULL, NULL, NULL) == SQLITE_OK;
        }
    }
  if (!copied)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s cannot be copied: %s.", self->path, sqlite3_errmsg (copy));
  sqlite3_close (copy);
  return copied ? g_steal_pointer (&path) : NULL;
}
