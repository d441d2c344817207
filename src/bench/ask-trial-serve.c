/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Serves the tables of a trial on 127.0.0.1, each variant under an address of its own: /DATABASE/VARIANT/TABLE. It runs in
 * a thread of its own and reads the files of the trial; it must never give fewer rows than a page has.
 */
#include "config.h"

#include "bench/ask-trial.h"

#include <libsoup/soup.h>
#include <string.h>

#include "base/ask-json.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"

#define MAX_PAGE 20
#define DOCUMENTS_PAGE 50

/** AskTrialServer: @trial is borrowed; the files are opened by the server's thread alone */
struct _AskTrialServer
{
  const AskTrial *trial;
  SoupServer *server;
  GMainContext *context;
  GMainLoop *loop;
  GThread *thread;
  GHashTable *files; /* path → sqlite3 */
  char *url;
  gint n_requests;
};

typedef struct
{
  SoupServerMessage *message;
  GHashTable *query; /* nullable */
  sqlite3 *db;
  const AskTrialTable *table;
} Request;

static void
reply (SoupServerMessage *message, guint status, const char *body)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY, body, strlen (body));
}

static gint64
get_number (const Request *request, const char *name, gint64 fallback)
{
  const char *text = request->query != NULL ? g_hash_table_lookup (request->query, name) : NULL;

  return text != NULL ? g_ascii_strtoll (text, NULL, 10) : fallback;
}

/* Returns: (transfer full) (nullable): the condition; %NULL where a required value is missing */
static char *
write_where (const Request *request)
{
  GString *where = g_string_new ("1");

  for (guint i = 0; i < request->table->columns->len; i++)
    {
      const AskTrialColumn *column = request->table->columns->pdata[i];
      const char *value = request->query != NULL ? g_hash_table_lookup (request->query, column->name) : NULL;
      g_autofree char *name = ask_sql_quote_name (column->name);
      g_autofree char *text = value != NULL ? ask_sql_quote_text (value) : NULL;

      if (value != NULL)
        g_string_append_printf (where, " AND %s = CAST(%s AS %s)", name, text,
                                column->type == ASK_TYPE_INTEGER ? "INTEGER"
                                : column->type == ASK_TYPE_REAL  ? "REAL"
                                                                 : "TEXT");
      else if (g_strcmp0 (column->name, request->table->required) == 0)
        {
          g_string_free (where, TRUE);
          return NULL;
        }
    }
  return g_string_free (where, FALSE);
}

static void
append_row (GString *json, sqlite3_stmt *statement, int from)
{
  g_string_append_c (json, '{');
  for (int i = from; i < sqlite3_column_count (statement); i++)
    {
      AskValue value = ask_sqlite_column_value (statement, i);

      if (i > from)
        g_string_append_c (json, ',');
      ask_json_append_string (json, sqlite3_column_name (statement, i), -1);
      g_string_append_c (json, ':');
      ask_json_append_value (json, &value);
    }
  g_string_append_c (json, '}');
}

/* @limit: rows that are written; where there are more, @more says so. Returns: whether all went well */
static gboolean
append_rows (const Request *request, GString *json, const char *sql, gint64 limit, gboolean *more)
{
  gboolean documents = request->table->design == ASK_TRIAL_DOCUMENT;
  sqlite3_stmt *statement = NULL;
  gint64 n = 0;
  int code = sqlite3_prepare_v2 (request->db, sql, -1, &statement, NULL);

  g_string_append_c (json, '[');
  *more = FALSE;
  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      code = sqlite3_step (statement);
      if (code != SQLITE_ROW)
        break;
      if (limit >= 0 && n == limit)
        {
          *more = TRUE;
          code = SQLITE_DONE;
          break;
        }
      if (n++ > 0)
        g_string_append_c (json, ',');
      if (documents)
        {
          g_string_append_printf (json, "{\"_id\":%" G_GINT64_FORMAT ",\"fields\":",
                                  (gint64) sqlite3_column_int64 (statement, 0));
          append_row (json, statement, 1);
          g_string_append_c (json, '}');
        }
      else
        append_row (json, statement, 0);
    }
  sqlite3_finalize (statement);
  g_string_append_c (json, ']');
  return code == SQLITE_DONE;
}

static gint64
count_rows (const Request *request, const char *table, const char *where)
{
  g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM %s WHERE %s", table, where);
  sqlite3_stmt *statement = NULL;
  gint64 n = 0;

  if (sqlite3_prepare_v2 (request->db, sql, -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    n = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return n;
}

static void
serve_rows (const Request *request)
{
  gboolean documents = request->table->design == ASK_TRIAL_DOCUMENT;
  gboolean paged = request->table->design == ASK_TRIAL_PAGED;
  g_autofree char *table = ask_sql_quote_name (request->table->name);
  g_autofree char *where = write_where (request);
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *sql = NULL;
  gint64 size = paged       ? CLAMP (get_number (request, "per_page", MAX_PAGE), 1, MAX_PAGE)
                : documents ? DOCUMENTS_PAGE
                            : -1;
  gint64 offset = paged       ? (MAX (1, get_number (request, "page", 1)) - 1) * size
                  : documents ? get_number (request, "cursor", 0)
                              : 0;
  gboolean more;

  if (where == NULL)
    {
      reply (request->message, 400, "{\"error\":\"A required parameter is missing.\"}");
      return;
    }
  sql = g_strdup_printf ("SELECT %s* FROM %s WHERE %s LIMIT %" G_GINT64_FORMAT " OFFSET %" G_GINT64_FORMAT,
                         documents ? "rowid, " : "", table, where, size < 0 ? -1 : size + 1, offset);
  if (paged)
    g_string_append (json, "{\"data\":");
  if (documents)
    g_string_append (json, "{\"documents\":");
  if (!append_rows (request, json, sql, size, &more))
    {
      reply (request->message, 500, "{\"error\":\"The rows cannot be read.\"}");
      return;
    }
  if (paged)
    g_string_append_printf (json, ",\"total\":%" G_GINT64_FORMAT "}", count_rows (request, table, where));
  if (documents && more)
    g_string_append_printf (json, ",\"next_cursor\":\"%" G_GINT64_FORMAT "\"}", offset + size);
  else if (documents)
    g_string_append (json, ",\"next_cursor\":null}");
  reply (request->message, 200, json->str);
}

/* Counts, sums and averages by a column, or by its months. */
static void
serve_groups (const Request *request, const char *column, gboolean month)
{
  g_autofree char *table = ask_sql_quote_name (request->table->name);
  g_autofree char *name = ask_sql_quote_name (column);
  g_autofree char *group = month ? g_strdup_printf ("substr(%s, 1, 7)", name) : g_strdup (name);
  g_autofree char *alias = month ? g_strdup ("month") : g_strdup (name);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (GString) json = g_string_new (NULL);
  gboolean more;

  g_string_append_printf (sql, "SELECT %s AS %s, count(*) AS count", group, alias);
  for (guint i = 0; i < request->table->columns->len; i++)
    {
      const AskTrialColumn *measured = request->table->columns->pdata[i];
      static const char *const functions[] = { "sum", "avg", "min", "max" };
      g_autofree char *quoted = ask_sql_quote_name (measured->name);

      for (guint f = 0; f < G_N_ELEMENTS (functions) && ask_trial_is_measured (measured); f++)
        {
          g_autofree char *called = g_strdup_printf ("%s_%s", functions[f], measured->name);
          g_autofree char *as = ask_sql_quote_name (called);

          g_string_append_printf (sql, ", %s(%s) AS %s", functions[f], quoted, as);
        }
    }
  g_string_append_printf (sql, " FROM %s GROUP BY 1 ORDER BY 1", table);
  if (append_rows (request, json, sql->str, -1, &more))
    reply (request->message, 200, json->str);
  else
    reply (request->message, 404, "{\"error\":\"There is no such column.\"}");
}

static sqlite3 *
open_file (AskTrialServer *self, const char *database, guint variant)
{
  g_autofree char *path = ask_trial_dup_path (self->trial, database, variant, FALSE);
  sqlite3 *db = g_hash_table_lookup (self->files, path);

  if (db != NULL)
    return db;
  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
    {
      sqlite3_close (db);
      return NULL;
    }
  g_hash_table_insert (self->files, g_steal_pointer (&path), db);
  return db;
}

static void
handle (SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
  AskTrialServer *self = data;
  /* "", DATABASE, VARIANT, TABLE, "by", COLUMN; names may hold a slash, so they are parted as they came. */
  const char *encoded = g_uri_get_path (soup_server_message_get_uri (message));
  g_auto (GStrv) parts = g_strsplit (encoded, "/", -1);
  guint n = g_strv_length (parts);
  AskTrialDatabase *database;
  guint variant;
  Request request = { message, query, NULL, NULL };

  for (guint i = 0; i < n; i++)
    {
      char *plain = g_uri_unescape_string (parts[i], NULL);

      if (plain == NULL)
        continue;
      g_free (parts[i]);
      parts[i] = plain;
    }
  database = n >= 4 ? ask_trial_find (self->trial, parts[1]) : NULL;
  variant = n >= 4 ? (guint) g_ascii_strtoull (parts[2], NULL, 10) : 0;
  if (database == NULL || variant >= self->trial->n_variants
      || (request.db = open_file (self, database->name, variant)) == NULL)
    {
      reply (message, 404, "{\"error\":\"There is nothing here.\"}");
      return;
    }
  if (n == 4 && strcmp (parts[3], "openapi.json") == 0)
    {
      g_autofree char *base = g_strdup_printf ("%s/%s/%u", self->url, database->name, variant);
      g_autofree char *spec = ask_trial_print_spec (database, base);

      reply (message, 200, spec);
      return;
    }
  g_atomic_int_inc (&self->n_requests);
  request.table = ask_trial_find_table (database, parts[3]);
  if (request.table != NULL && n == 4)
    serve_rows (&request);
  else if (request.table != NULL && n == 6 && request.table->design == ASK_TRIAL_AGGREGATE
           && (strcmp (parts[4], "by") == 0 || strcmp (parts[4], "per-month") == 0))
    serve_groups (&request, parts[5], parts[4][0] == 'p');
  else
    reply (message, 404, "{\"error\":\"There is nothing here.\"}");
}

static void
close_file (gpointer db)
{
  sqlite3_close (db);
}

static gpointer
serve (gpointer data)
{
  AskTrialServer *self = data;

  g_main_context_push_thread_default (self->context);
  g_main_loop_run (self->loop);
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

/**
 * ask_trial_server_new:
 * @trial: outlives it
 * @port: 0 for any that is free
 * @error: a port that is taken
 *
 * Returns: (transfer full) (nullable): a server on 127.0.0.1 that serves from now on
 */
AskTrialServer *
ask_trial_server_new (const AskTrial *trial, guint port, GError **error)
{
  g_autoptr (AskTrialServer) self = g_new0 (AskTrialServer, 1);
  GSList *uris;

  self->trial = trial;
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, close_file);
  g_main_context_push_thread_default (self->context);
  self->server = soup_server_new ("server-header", "askdata-bench", "raw-paths", TRUE, NULL);
  soup_server_add_handler (self->server, NULL, handle, self, NULL);
  if (!soup_server_listen_local (self->server, port, SOUP_SERVER_LISTEN_IPV4_ONLY, error))
    {
      g_main_context_pop_thread_default (self->context);
      return NULL;
    }
  uris = soup_server_get_uris (self->server);
  self->url = g_strdup_printf ("http://127.0.0.1:%d", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  g_main_context_pop_thread_default (self->context);
  self->thread = g_thread_new ("trial-server", serve, self);
  return g_steal_pointer (&self);
}

static gboolean
quit (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

/**
 * ask_trial_server_free:
 * @self: (nullable): to end
 */
void
ask_trial_server_free (AskTrialServer *self)
{
  if (self == NULL)
    return;
  if (self->thread != NULL)
    {
      g_autoptr (GSource) source = g_idle_source_new ();

      /* By the loop itself: it may not have begun yet. */
      g_source_set_callback (source, quit, self->loop, NULL);
      g_source_attach (source, self->context);
      g_thread_join (self->thread);
    }
  g_clear_object (&self->server);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_hash_table_unref (self->files);
  g_free (self->url);
  g_free (self);
}

/** ask_trial_server_get_url: Returns: (transfer none): where it listens, without a slash at its end */
const char *
ask_trial_server_get_url (AskTrialServer *self)
{
  return self->url;
}

/**
 * ask_trial_server_dup_url:
 * @self: a server
 * @database: one of the trial
 * @variant: from 0
 *
 * Returns: (transfer full): where the OpenAPI document of the database is
 */
char *
ask_trial_server_dup_url (AskTrialServer *self, const char *database, guint variant)
{
  return g_strdup_printf ("%s/%s/%u/openapi.json", self->url, database, variant);
}

/** ask_trial_server_count: Returns: how many rows' requests came so far; documents are not counted */
guint
ask_trial_server_count (AskTrialServer *self)
{
  return (guint) g_atomic_int_get (&self->n_requests);
}
