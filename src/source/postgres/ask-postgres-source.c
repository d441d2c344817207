/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A PostgreSQL server as a source. Statements run in read-only transactions that see one state of the
 * data, one that stands for itself in its own; their rows are read as they arrive. A connection that was lost between two statements is made
 * anew once, and only before a row was given.
 *
 * One connection does, as long as one statement's rows are read to their end before the next statement
 * begins. A further connection sees the same state as the first (an exported snapshot) between
 * ask_source_begin() and ask_source_end().
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "sql/ask-sql-lexer.h"

#define MAX_LINKS 8
#define MAX_REST_MS (30 * 1000)
/* From so many rows on what COPY saves is more than the two answers that it waits for first. */
#define MANY_ROWS 50000
/* So few can be held before the first is given. */
#define FEW_ROWS 16

struct _AskPostgresSource
{
  GObject parent_instance;
  AskSourceConfig *config;
  GPtrArray *links; /* AskPostgresLink */
  gint64 max_rest; /* µs */
  GHashTable *types; /* Oid → AskPostgresType, of types that are not built in */
  guint n_begun; /* ask_source_begin() without ask_source_end() */
  guint generation; /* counts the first of them */
  gboolean seen; /* since the first of them a statement has succeeded */
  char *snapshot; /* (nullable): what further connections join */
  gboolean no_snapshots; /* the server cannot export any */
  gint64 expected; /* rows of the next query; -1 where nobody knows */
  gboolean at_most; /* it cannot give more */
};

static void source_iface_init (AskSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AskPostgresSource, ask_postgres_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_SOURCE, source_iface_init))

static void
link_free (gpointer link)
{
  ask_postgres_link_free (link);
}

/* Ends the transaction; the answer is read when the connection is wanted again. */
static void
end_transaction (AskPostgresLink *link)
{
  if (!link->open || ask_postgres_link_is_lost (link))
    return;
  link->open = FALSE;
  if (PQsendQuery (link->conn, "COMMIT"))
    {
      link->ending = TRUE;
      PQflush (link->conn);
    }
}

/** ask_postgres_source_get_config: Returns: (transfer none): its configuration */
AskSourceConfig *
ask_postgres_source_get_config (AskPostgresSource *self)
{
  return self->config;
}

/**
 * ask_postgres_source_give_back:
 * @link: that a cursor had; whatever still runs on it is stopped
 */
void
ask_postgres_source_give_back (AskPostgresSource *self, AskPostgresLink *link)
{
  link->busy = FALSE;
  link->rests_since = g_get_monotonic_time ();
  ask_postgres_link_abandon (link);
  /* Nothing that we send leaves a transaction open by itself. */
  if (ask_postgres_link_is_lost (link) || (!link->open && PQtransactionStatus (link->conn) != PQTRANS_IDLE))
    g_ptr_array_remove (self->links, link);
  else if (self->n_begun == 0 || link->generation != self->generation)
    end_transaction (link);
}

/**
 * ask_postgres_source_set_max_rest:
 * @ms: how long a connection may rest and still be used again; half a minute unless told
 *
 * What lies between may forget a connection that rests, without a word: what is sent on it then is lost. For tests.
 */
void
ask_postgres_source_set_max_rest (AskPostgresSource *self, guint ms)
{
  self->max_rest = (gint64) ms * 1000;
}

/* One that is in the middle of a transaction has to go on with it. */
static gboolean
has_rested_long (AskPostgresSource *self, const AskPostgresLink *link)
{
  return !link->open && g_get_monotonic_time () - link->rests_since > self->max_rest;
}

/* Returns: (transfer none): a connection that nobody reads from, or %NULL */
static AskPostgresLink *
take_link (AskPostgresSource *self, GCancellable *cancellable, GError **error)
{
  AskPostgresLink *link;

  for (guint i = 0; i < self->links->len; i++)
    {
      g_autoptr (GError) local = NULL;

      link = self->links->pdata[i];
      if (link->busy)
        continue;
      link->fresh = FALSE;
      if (has_rested_long (self, link))
        {
          g_ptr_array_remove_index (self->links, i--);
          continue;
        }
      if (ask_postgres_link_settle (link, cancellable, &local))
        return link;
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
      g_ptr_array_remove_index (self->links, i--);
    }
  if (self->links->len >= MAX_LINKS)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                     N_ ("Source “%s”: this reads more than %d of its tables at the same time. Ask for "
                         "less at once."),
                     self->config->name, MAX_LINKS);
      return NULL;
    }
  link = ask_postgres_link_new (self->config, cancellable, error);
  if (link == NULL)
    return NULL;
  link->fresh = TRUE;
  link->rests_since = g_get_monotonic_time ();
  g_ptr_array_add (self->links, link);
  return link;
}

/* Rows of one state of the data, which several connections can share where that is asked for. The
 * savepoint lets a statement fail without losing that state. */
static gboolean
begin_transaction (AskPostgresSource *self, AskPostgresLink *link, GCancellable *cancellable, GError **error)
{
  static const char begin[] = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";
  gboolean shared = self->n_begun > 0;
  g_autofree char *join = NULL;
  g_autofree char *sql = NULL;
  g_autoptr (PGresult) result = NULL;
  g_autoptr (GError) local = NULL;

  if (link->open)
    {
      if (PQtransactionStatus (link->conn) != PQTRANS_INERROR)
        return TRUE;
      result = ask_postgres_link_exec (link, "ROLLBACK TO SAVEPOINT askdata", cancellable, error);
      return result != NULL;
    }
  if (self->snapshot != NULL)
    join = g_strdup_printf ("; SET TRANSACTION SNAPSHOT '%s'", self->snapshot);
  sql = g_strconcat (begin, join != NULL ? join : "",
                     shared && join == NULL && !self->no_snapshots ? "; SELECT pg_catalog.pg_export_snapshot()" : "",
                     shared ? "; SAVEPOINT askdata" : "", NULL);
  result = ask_postgres_link_exec (link, sql, cancellable, &local);
  if (result == NULL && shared && join == NULL && !self->no_snapshots && local->domain == ASK_SOURCE_ERROR
      && !ask_postgres_link_is_lost (link))
    {
      g_autofree char *plain = g_strconcat (begin, "; SAVEPOINT askdata", NULL);

      /* It speaks the protocol but knows no snapshots; then connections may differ. */
      self->no_snapshots = TRUE;
      g_clear_error (&local);
      PQclear (ask_postgres_link_exec (link, "ROLLBACK", cancellable, NULL));
      result = ask_postgres_link_exec (link, plain, cancellable, &local);
    }
  if (result == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  link->open = TRUE;
  link->generation = self->generation;
  if (PQresultStatus (result) == PGRES_TUPLES_OK && PQntuples (result) == 1)
    self->snapshot = g_strdup (PQgetvalue (result, 0, 0));
  return TRUE;
}

/* Whether a statement is a transaction of its own, which saves two messages: nothing else has to see what
 * it sees, and the server has said (from PostgreSQL 14 on it says so of itself, whoever changes it) that
 * such a transaction is read-only. CALL could end it and begin another one. */
static gboolean
is_transaction (AskPostgresSource *self, AskPostgresLink *link, const char *sql)
{
  const char *read_only = PQparameterStatus (link->conn, "default_transaction_read_only");

  return self->n_begun == 0 && !link->open && read_only != NULL && strcmp (read_only, "on") == 0
         && (g_ascii_strncasecmp (sql, "SELECT ", 7) == 0 || g_ascii_strncasecmp (sql, "WITH ", 5) == 0);
}

/**
 * Statement:
 * @together: its rows are taken when all of them are there
 *
 * A text with its arguments.
 */
typedef struct
{
  const char *sql;
  const AskPostgresArguments *arguments;
  gboolean together;
} Statement;

/* Sends the text. @prepared: (out): as of ask_postgres_link_send() */
static gboolean
send_text (AskPostgresSource *self, AskPostgresLink *link, const Statement *statement, gboolean *prepared,
           GCancellable *cancellable, GError **error)
{
  const AskPostgresArguments *arguments = statement->arguments;

  *prepared = FALSE;
  if (is_transaction (self, link, statement->sql))
    return ask_postgres_link_send (link, statement->sql, arguments, prepared, cancellable, error);
  if (!begin_transaction (self, link, cancellable, error))
    return FALSE;
  if (PQsendQueryParams (link->conn, statement->sql, (int) arguments->n, arguments->types,
                         (const char *const *) arguments->values, arguments->lengths, arguments->formats, 0))
    return TRUE;
  ask_postgres_set_error (self->config, link->conn, NULL, error);
  return FALSE;
}

/* Returns: (transfer full) (nullable): the first row or the end; %NULL with @error */
static PGresult *
start (AskPostgresSource *self, AskPostgresLink *link, const Statement *statement, GCancellable *cancellable,
       GError **error)
{
  g_autoptr (PGresult) result = NULL;
  g_autoptr (GError) local = NULL;
  gboolean prepared;

  for (;;)
    {
      if (!send_text (self, link, statement, &prepared, cancellable, error))
        return NULL;
      if (!statement->together && !PQsetSingleRowMode (link->conn))
        {
          ask_postgres_set_error (self->config, link->conn, NULL, error);
          return NULL;
        }
      if (!ask_postgres_link_flush (link, cancellable, error)
          || !ask_postgres_link_result (link, &result, cancellable, error))
        return NULL;
      if (!prepared || PQresultStatus (result) != PGRES_FATAL_ERROR
          || !ask_postgres_link_forget (link, statement->sql, statement->arguments, result, cancellable, &local))
        break;
      g_clear_pointer (&result, PQclear);
    }
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  switch (PQresultStatus (result))
    {
    case PGRES_SINGLE_TUPLE:
    case PGRES_TUPLES_OK:
      self->seen = TRUE;
      return g_steal_pointer (&result);
    case PGRES_COMMAND_OK:
    case PGRES_EMPTY_QUERY:
    case PGRES_COPY_OUT:
      /* A SET may have changed the session. */
      ask_postgres_link_drop (link);
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     N_ ("Source “%s”: its server answered without rows. Give one SELECT."), self->config->name);
      return NULL;
    default:
      ask_postgres_set_error (self->config, link->conn, result, error);
      return NULL;
    }
}

/**
 * ask_postgres_source_run:
 * @arguments: (transfer none): its arguments
 * @how: its rows are read
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Runs @sql until its first row is there.
 *
 * Returns: (transfer full): a cursor, or %NULL
 */
AskCursor *
ask_postgres_source_run (AskPostgresSource *self, const char *sql, AskPostgresArguments *arguments,
                         AskPostgresReading how, GCancellable *cancellable, GError **error)
{
  const Statement statement = { sql, arguments, how == ASK_POSTGRES_TOGETHER };

  for (;;)
    {
      AskPostgresLink *link = take_link (self, cancellable, error);
      g_autoptr (GError) local = NULL;
      PGresult *first;
      gboolean again;

      if (link == NULL)
        return NULL;
      link->busy = TRUE;
      first = start (self, link, &statement, cancellable, &local);
      if (first != NULL)
        return ask_postgres_cursor_new (self, link, first, how == ASK_POSTGRES_BY_BINDING, cancellable, error);
      /* A connection that was good before and is gone now: the server was restarted. Where
       * earlier rows of the same query were given, others might not fit to them. */
      again = !link->fresh && ask_postgres_link_is_lost (link) && local->domain == ASK_SOURCE_ERROR
              && local->code != ASK_SOURCE_ERROR_MALFORMED && !(self->n_begun > 0 && self->seen);
      ask_postgres_source_give_back (self, link);
      if (!again)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
      g_clear_pointer (&self->snapshot, g_free);
    }
}

/* The rows of a statement that gives many. Returns: (transfer full) (nullable): as ask_postgres_copy_new() says */
static AskCursor *
copy (AskPostgresSource *self, const char *sql, GCancellable *cancellable, GError **error)
{
  AskPostgresLink *link = take_link (self, cancellable, error);
  AskCursor *cursor;

  if (link == NULL)
    return NULL;
  link->busy = TRUE;
  if (!begin_transaction (self, link, cancellable, error))
    {
      ask_postgres_source_give_back (self, link);
      return NULL;
    }
  cursor = ask_postgres_copy_new (self, link, sql, cancellable, error);
  self->seen = self->seen || cursor != NULL;
  return cursor;
}

static gboolean
read_type (AskPostgresSource *self, AskPostgresLink *link, Oid oid, AskPostgresType *type, GCancellable *cancellable,
           GError **error)
{
  g_autofree char *sql
    = g_strdup_printf ("WITH RECURSIVE e (oid, modifier, kind, base, base_modifier, delimiter) AS ("
                       "SELECT e.oid, -1, e.typtype, e.typbasetype, e.typtypmod, e.typdelim FROM pg_catalog.pg_type t "
                       "JOIN pg_catalog.pg_type e ON e.oid = t.typelem WHERE t.oid = %u AND t.typcategory = 'A' "
                       "UNION ALL SELECT b.oid, e.base_modifier, b.typtype, b.typbasetype, b.typtypmod, b.typdelim "
                       "FROM e JOIN pg_catalog.pg_type b ON b.oid = e.base WHERE e.kind = 'd') "
                       "SELECT oid, modifier, delimiter FROM e WHERE kind <> 'd'",
                       oid);
  g_autoptr (PGresult) result = ask_postgres_link_exec (link, sql, cancellable, error);
  AskPostgresType element;

  if (result == NULL)
    return FALSE;
  ask_postgres_type_find (oid, -1, type);
  if (PQntuples (result) == 1)
    {
      ask_postgres_type_find ((Oid) g_ascii_strtoull (PQgetvalue (result, 0, 0), NULL, 10),
                              (int) g_ascii_strtoll (PQgetvalue (result, 0, 1), NULL, 10), &element);
      ask_postgres_type_set_array (type, &element, PQgetvalue (result, 0, 2)[0]);
    }
  return TRUE;
}

/**
 * ask_postgres_source_find_type:
 * @type: (out): how values of @oid become cells
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Asks the server, once, for a type that is not built in.
 *
 * Returns: whether it could be told
 */
gboolean
ask_postgres_source_find_type (AskPostgresSource *self, Oid oid, int modifier, AskPostgresType *type,
                               GCancellable *cancellable, GError **error)
{
  const AskPostgresType *known;
  AskPostgresLink *link;
  gboolean good;

  if (ask_postgres_type_find (oid, modifier, type))
    return TRUE;
  known = g_hash_table_lookup (self->types, GUINT_TO_POINTER (oid));
  if (known != NULL)
    {
      *type = *known;
      return TRUE;
    }
  link = take_link (self, cancellable, error);
  if (link == NULL)
    return FALSE;
  link->busy = TRUE;
  good = begin_transaction (self, link, cancellable, error) && read_type (self, link, oid, type, cancellable, error);
  ask_postgres_source_give_back (self, link);
  if (good)
    g_hash_table_insert (self->types, GUINT_TO_POINTER (oid), g_memdup2 (type, sizeof *type));
  return good;
}

static gboolean
source_open (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskPostgresSource *self = ASK_POSTGRES_SOURCE (source);

  if (self->config->problem != NULL)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, self->config->problem);
      return FALSE;
    }
  return self->links->len > 0 || take_link (self, cancellable, error) != NULL;
}

static AskIntrospection *
source_introspect (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskPostgresSource *self = ASK_POSTGRES_SOURCE (source);
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  AskIntrospection *result;

  if (!source_open (source, cancellable, error)
      || !ask_postgres_catalog_read (self, catalog, notes, cancellable, error))
    return NULL;
  if (catalog->tables->len == 0)
    g_ptr_array_add (notes, g_strdup ("The database holds no tables that its user may read."));
  result = g_new0 (AskIntrospection, 1);
  result->schema = ask_catalog_import (catalog, self->config->name);
  result->notes = g_steal_pointer (&notes);
  if (self->links->len > 0)
    result->title = g_strdup (PQdb (((AskPostgresLink *) self->links->pdata[0])->conn));
  return result;
}

static AskCapability
source_capability (AskSource *source)
{
  AskPostgresSource *self = ASK_POSTGRES_SOURCE (source);

  /* Before 14 an array is searched from its start for each row. */
  if (self->links->len > 0 && PQserverVersion (((AskPostgresLink *) self->links->pdata[0])->conn) >= 140000)
    return ASK_CAPABILITY_SQL | ASK_CAPABILITY_COMPUTE | ASK_CAPABILITY_LISTS;
  return ASK_CAPABILITY_SQL | ASK_CAPABILITY_COMPUTE;
}

static AskCursor *
source_scan (AskSource *source, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskPostgresArguments) arguments = NULL;
  g_autofree char *sql = NULL;

  if (!source_open (source, cancellable, error))
    return NULL;
  if (scan->n_bound > 0 && scan->n_bindings == 0)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
                     N_ ("Source “%s”: a scan of %s has conditions but no values."),
                     ASK_POSTGRES_SOURCE (source)->config->name, scan->entity->name);
      return NULL;
    }
  sql = ask_postgres_scan_print (scan, &arguments);
  ask_source_tell_query (ASK_POSTGRES_SOURCE (source)->config, sql, (gint64) scan->n_bound * scan->n_bindings);
  return ask_postgres_source_run (ASK_POSTGRES_SOURCE (source), sql, arguments, ASK_POSTGRES_BY_BINDING, cancellable,
                                  error);
}

static AskCursor *
source_query (AskSource *source, const char *sql, const AskArgument *arguments, guint n_arguments,
              GCancellable *cancellable, GError **error)
{
  AskPostgresSource *self = ASK_POSTGRES_SOURCE (source);
  g_autoptr (AskPostgresArguments) sent = ask_postgres_arguments_new (arguments, n_arguments, error);
  gint64 n_values = 0;
  gboolean many = self->expected >= MANY_ROWS && n_arguments == 0;
  gboolean few = self->at_most && self->expected <= FEW_ROWS;

  self->expected = -1;
  self->at_most = FALSE;
  if (sent == NULL || !source_open (source, cancellable, error))
    return NULL;
  for (guint i = 0; i < n_arguments; i++)
    n_values += (gint64) arguments[i].n_values;
  ask_source_tell_query (self->config, sql, n_values);
  if (many)
    {
      g_autoptr (GError) local = NULL;
      AskCursor *cursor = copy (self, sql, cancellable, &local);

      if (cursor != NULL)
        return cursor;
      /* A server may not take it this way, and what else is wrong with the statement is said of its own text; but nobody
       * waits twice. */
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED)
          || g_error_matches (local, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT)
          || g_error_matches (local, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LOCKED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
    }
  return ask_postgres_source_run (self, sql, sent, few ? ASK_POSTGRES_TOGETHER : ASK_POSTGRES_ONE_BY_ONE, cancellable,
                                  error);
}

/* Whether the server answers now, and still has the first of our tables with its columns. */
static gboolean
source_test (AskSource *source, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  AskPostgresSource *self = ASK_POSTGRES_SOURCE (source);
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;

  if (!source_open (source, cancellable, error))
    return FALSE;
  for (guint i = 0; schema != NULL && i < schema->entities->len && cursor == NULL; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];
      AskScan scan = { .entity = entity, .n_bindings = 1 };

      if (entity->kind != ASK_ENTITY_TABLE || g_strcmp0 (entity->source, self->config->name) != 0)
        continue;
      scan.columns = (const AskAttribute *const *) entity->attributes->pdata;
      scan.n_columns = entity->attributes->len;
      cursor = source_scan (source, &scan, NULL, cancellable, error);
      if (cursor == NULL)
        return FALSE;
    }
  if (cursor == NULL)
    cursor = source_query (source, "SELECT 1", NULL, 0, cancellable, error);
  return cursor != NULL && ask_cursor_next (cursor, &row, NULL, cancellable, error) != ASK_STEP_FAILED;
}

static void
source_expect (AskSource *source, gint64 n_rows, gboolean at_most, gboolean reals)
{
  AskPostgresSource *self = ASK_POSTGRES_SOURCE (source);

  self->expected = n_rows;
  self->at_most = at_most;
}

static void
source_begin (AskSource *source)
{
  AskPostgresSource *self = ASK_POSTGRES_SOURCE (source);

  if (self->n_begun++ > 0)
    return;
  self->seen = FALSE;
  self->generation++;
}

static void
source_end (AskSource *source)
{
  AskPostgresSource *self = ASK_POSTGRES_SOURCE (source);

  g_return_if_fail (self->n_begun > 0);
  if (--self->n_begun > 0)
    return;
  g_clear_pointer (&self->snapshot, g_free);
  for (guint i = 0; i < self->links->len; i++)
    {
      AskPostgresLink *link = self->links->pdata[i];

      if (!link->busy)
        end_transaction (link);
    }
}

static void
source_iface_init (AskSourceInterface *iface)
{
  iface->open = source_open;
  iface->introspect = source_introspect;
  iface->capability = source_capability;
  iface->scan = source_scan;
  iface->query = source_query;
  iface->expect = source_expect;
  iface->test = source_test;
  iface->begin = source_begin;
  iface->end = source_end;
}

static void
ask_postgres_source_finalize (GObject *object)
{
  AskPostgresSource *self = ASK_POSTGRES_SOURCE (object);

  g_ptr_array_unref (self->links);
  g_hash_table_unref (self->types);
  g_free (self->snapshot);
  g_clear_pointer (&self->config, ask_source_config_unref);
  G_OBJECT_CLASS (ask_postgres_source_parent_class)->finalize (object);
}

static void
ask_postgres_source_class_init (AskPostgresSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_postgres_source_finalize;
}

static void
ask_postgres_source_init (AskPostgresSource *self)
{
  self->links = g_ptr_array_new_with_free_func (link_free);
  self->max_rest = MAX_REST_MS * 1000;
  self->expected = -1;
  self->types = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

/**
 * ask_postgres_source_new:
 * @config: of a PostgreSQL server; a reference is kept
 *
 * Returns: (transfer full): a source that is not open yet
 */
AskSource *
ask_postgres_source_new (AskSourceConfig *config)
{
  AskPostgresSource *self = g_object_new (ASK_TYPE_POSTGRES_SOURCE, NULL);

  self->config = ask_source_config_ref (config);
  return ASK_SOURCE (self);
}
