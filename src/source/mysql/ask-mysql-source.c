/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A MariaDB or MySQL server as a source, never written to. An open result occupies its connection, so
 * each cursor has one for itself; connections that are free are kept for the next, MAX_IDLE at most.
 * A connection that is gone is replaced where no row has been given yet; later it is an error.
 */
#include "config.h"

#include "source/mysql/ask-mysql-source.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>

#include "base/ask-error.h"
#include "source/mysql/ask-mysql-private.h"

#define MAX_IDLE 4
#define MAX_REST_MS (30 * 1000)
/* So few rows are worth no preparing. */
#define FEW_ROWS 1000

struct _AskMysqlSource
{
  GObject parent_instance;
  AskSourceConfig *config;
  AskMysqlLocation *location; /* NULL until it was opened */
  GPtrArray *idle; /* AskMysqlConnection */
  gint64 max_rest; /* µs */
  gboolean few; /* of the next query: as of AskMysqlArguments */
  gboolean mariadb; /* what the server called itself when the source was opened */
};

static void source_iface_init (AskSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AskMysqlSource, ask_mysql_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_SOURCE, source_iface_init))

static void
ask_mysql_source_finalize (GObject *object)
{
  AskMysqlSource *self = ASK_MYSQL_SOURCE (object);

  g_ptr_array_unref (self->idle);
  g_clear_pointer (&self->location, ask_mysql_location_unref);
  ask_source_config_unref (self->config);
  G_OBJECT_CLASS (ask_mysql_source_parent_class)->finalize (object);
}

static void
ask_mysql_source_class_init (AskMysqlSourceClass *klass)
{
  struct sigaction action;

  G_OBJECT_CLASS (klass)->finalize = ask_mysql_source_finalize;
  /* Not safe when two threads would be the first to do it by themselves. */
  mysql_library_init (0, NULL, NULL);
  /* OpenSSL writes to a connection that is gone without asking for an error instead of the signal. GIO's
   * sockets do the same for the whole program. */
  if (sigaction (SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
    signal (SIGPIPE, SIG_IGN);
}

static void
ask_mysql_source_init (AskMysqlSource *self)
{
  self->idle = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_mysql_connection_free);
  self->max_rest = MAX_REST_MS * 1000;
}

/**
 * ask_mysql_source_new:
 * @config: of a MySQL or MariaDB server; a reference is kept
 *
 * Returns: (transfer full): the source, not yet open
 */
AskSource *
ask_mysql_source_new (AskSourceConfig *config)
{
  AskMysqlSource *self = g_object_new (ASK_TYPE_MYSQL_SOURCE, NULL);

  self->config = ask_source_config_ref (config);
  return ASK_SOURCE (self);
}

/** ask_mysql_source_get_config: Returns: (transfer none) */
AskSourceConfig *
ask_mysql_source_get_config (AskMysqlSource *self)
{
  return self->config;
}

/** ask_mysql_source_get_database: Returns: (nullable) (transfer none): of an open source */
const char *
ask_mysql_source_get_database (AskMysqlSource *self)
{
  return self->location->database;
}

/** ask_mysql_source_is_mariadb: Returns: whether the server is MariaDB, and not MySQL; of an open source */
gboolean
ask_mysql_source_is_mariadb (AskMysqlSource *self)
{
  return self->mariadb;
}

/**
 * ask_mysql_source_set_max_rest:
 * @ms: how long a connection may rest and still be used again; half a minute unless told
 *
 * What lies between may forget a connection that rests, without a word: what is sent on it then is lost. For tests.
 */
void
ask_mysql_source_set_max_rest (AskMysqlSource *self, guint ms)
{
  self->max_rest = (gint64) ms * 1000;
}

/**
 * ask_mysql_source_acquire:
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a connection that nobody else uses; give it to
 *   ask_mysql_source_release()
 */
AskMysqlConnection *
ask_mysql_source_acquire (AskMysqlSource *self, GCancellable *cancellable, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (self->location == NULL)
    self->location = ask_mysql_location_parse (self->config, error);
  if (self->location == NULL)
    return NULL;
  if (self->idle->len > 0)
    {
      AskMysqlConnection *last = g_ptr_array_steal_index (self->idle, self->idle->len - 1);

      if (ask_mysql_connection_get_rest (last) <= self->max_rest)
        return last;
      /* The others have rested longer. */
      ask_mysql_connection_free (last);
      ask_mysql_source_forget_idle (self);
    }
  return ask_mysql_connection_new (self->config, self->location, cancellable, error);
}

/**
 * ask_mysql_source_release:
 * @connection: (transfer full): in whatever state
 */
void
ask_mysql_source_release (AskMysqlSource *self, AskMysqlConnection *connection)
{
  if (self->idle->len < MAX_IDLE && ask_mysql_connection_settle (connection))
    g_ptr_array_add (self->idle, connection);
  else
    ask_mysql_connection_free (connection);
}

/** ask_mysql_source_forget_idle: One was found to be gone: the others went with it. */
void
ask_mysql_source_forget_idle (AskMysqlSource *self)
{
  g_ptr_array_set_size (self->idle, 0);
}

static gboolean
source_open (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskMysqlSource *self = ASK_MYSQL_SOURCE (source);
  AskMysqlConnection *connection;

  if (self->config->problem != NULL)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, self->config->problem);
      return FALSE;
    }
  connection = ask_mysql_source_acquire (self, cancellable, error);
  if (connection == NULL)
    return FALSE;
  self->mariadb = mariadb_connection (ask_mysql_connection_get (connection));
  ask_mysql_source_release (self, connection);
  return TRUE;
}

static AskIntrospection *
source_introspect (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskMysqlSource *self = ASK_MYSQL_SOURCE (source);

  if (!source_open (source, cancellable, error))
    return NULL;
  return ask_mysql_introspect (self, cancellable, error);
}

static AskCapability
source_capability (AskSource *source)
{
  AskMysqlSource *self = ASK_MYSQL_SOURCE (source);

  /* What is printed for MariaDB has functions and collations that MySQL lacks. */
  return self->mariadb ? ASK_CAPABILITY_SQL | ASK_CAPABILITY_COMPUTE : ASK_CAPABILITY_SQL;
}

static AskCursor *
source_query (AskSource *source, const char *sql, const AskArgument *arguments, guint n_arguments,
              GCancellable *cancellable, GError **error)
{
  AskMysqlSource *self = ASK_MYSQL_SOURCE (source);
  g_autofree AskType *types = g_new (AskType, n_arguments);
  g_autofree AskValue *values = g_new (AskValue, n_arguments);
  gboolean few = self->few;

  self->few = FALSE;
  for (guint i = 0; i < n_arguments; i++)
    {
      if (arguments[i].array || arguments[i].n_values != 1)
        {
          ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                         N_ ("Source “%s”: MariaDB takes no arrays as arguments."), self->config->name);
          return NULL;
        }
      types[i] = arguments[i].type;
      values[i] = arguments[i].values[0];
    }
  if (!source_open (source, cancellable, error))
    return NULL;
  ask_source_tell_query (self->config, sql, n_arguments);
  return ask_mysql_cursor_new (self, sql, &(AskMysqlArguments) { types, values, n_arguments, 1, few }, cancellable,
                               error);
}

static void
source_expect (AskSource *source, gint64 n_rows, gboolean at_most, gboolean reals)
{
  ASK_MYSQL_SOURCE (source)->few = n_rows >= 0 && n_rows <= FEW_ROWS && !reals;
}

static void
append_name (GString *sql, const char *name)
{
  g_string_append_c (sql, '`');
  for (; *name != '\0'; name++)
    {
      if (*name == '`')
        g_string_append_c (sql, '`');
      g_string_append_c (sql, *name);
    }
  g_string_append_c (sql, '`');
}

/* Whether the server finds every row whose value here equals a bound one. It may find more. */
static gboolean
can_compare (const AskAttribute *attribute)
{
  const char *declared = attribute->declared != NULL ? attribute->declared : "";

  /* A float is read by its digits, which no double equals there; JSON is compared by its meaning. */
  return !g_str_has_prefix (declared, "float") && attribute->type != ASK_TYPE_JSON && attribute->type != ASK_TYPE_ANY;
}

static AskCursor *
source_scan (AskSource *source, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable, GError **error)
{
  AskMysqlSource *self = ASK_MYSQL_SOURCE (source);
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  g_autofree guint *sent = g_new (guint, scan->n_bound + 1);
  g_autofree AskType *types = g_new (AskType, scan->n_bound + 1);
  g_autofree AskValue *values = NULL;
  guint n_runs = scan->n_bound > 0 ? scan->n_bindings : 1;
  guint n_sent = 0;

  if (!source_open (source, cancellable, error))
    return NULL;
  for (guint i = 0; i < scan->n_columns; i++)
    {
      if (i > 0)
        g_string_append (sql, ", ");
      append_name (sql, scan->columns[i]->column);
    }
  if (scan->n_columns == 0)
    g_string_append (sql, "1");
  g_string_append (sql, " FROM ");
  if (scan->entity->namespace != NULL)
    {
      append_name (sql, scan->entity->namespace);
      g_string_append_c (sql, '.');
    }
  append_name (sql, scan->entity->table);
  for (guint i = 0; i < scan->n_bound; i++)
    {
      if (!can_compare (scan->bound[i]))
        continue;
      g_string_append (sql, n_sent == 0 ? " WHERE " : " AND ");
      append_name (sql, scan->bound[i]->column);
      g_string_append (sql, " = ?");
      types[n_sent] = scan->bound[i]->type;
      sent[n_sent++] = i;
    }
  values = g_new (AskValue, (gsize) n_runs * n_sent + 1);
  for (guint run = 0; run < n_runs; run++)
    for (guint i = 0; i < n_sent; i++)
      values[run * n_sent + i] = scan->bindings[run * scan->n_bound + sent[i]];
  ask_source_tell_query (self->config, sql->str, (gint64) n_sent * n_runs);
  return ask_mysql_cursor_new (self, sql->str, &(AskMysqlArguments) { types, values, n_sent, n_runs, FALSE },
                               cancellable, error);
}

static gboolean
source_test (AskSource *source, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  AskMysqlSource *self = ASK_MYSQL_SOURCE (source);
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;
  guint binding;

  if (!source_open (source, cancellable, error))
    return FALSE;
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];
      g_autoptr (GString) sql = g_string_new ("SELECT 1 FROM ");

      if (g_strcmp0 (entity->source, self->config->name) != 0)
        continue;
      if (entity->namespace != NULL)
        {
          append_name (sql, entity->namespace);
          g_string_append_c (sql, '.');
        }
      append_name (sql, entity->table);
      g_string_append (sql, " LIMIT 1");
      cursor = ask_mysql_cursor_new (self, sql->str, NULL, cancellable, error);
      return cursor != NULL && ask_cursor_next (cursor, &row, &binding, cancellable, error) != ASK_STEP_FAILED;
    }
  cursor = ask_mysql_cursor_new (self, "SELECT 1", NULL, cancellable, error);
  return cursor != NULL && ask_cursor_next (cursor, &row, &binding, cancellable, error) != ASK_STEP_FAILED;
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
}
