/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening makes sure of the file; from there on it is a SQLite file, which the engine attaches. What the source is made of is
 * never written, and never read by a query.
 */
#include "config.h"

#include "source/sqlite/ask-copy-source.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "source/sqlite/ask-sqlite-source.h"

/**
 * AskCopySourcePrivate:
 * @copy: (nullable): not open yet
 * @path: (nullable): of the file
 */
typedef struct
{
  AskSourceConfig *config;
  AskSource *copy;
  char *path;
} AskCopySourcePrivate;

static void source_iface_init (AskSourceInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (AskCopySource, ask_copy_source, G_TYPE_OBJECT,
                                  G_ADD_PRIVATE (AskCopySource)
                                    G_IMPLEMENT_INTERFACE (ASK_TYPE_SOURCE, source_iface_init))

static AskCopySourcePrivate *
get_private (gpointer self)
{
  return ask_copy_source_get_instance_private (self);
}

static void
ask_copy_source_finalize (GObject *object)
{
  AskCopySourcePrivate *self = get_private (object);

  g_clear_object (&self->copy);
  g_free (self->path);
  ask_source_config_unref (self->config);
  G_OBJECT_CLASS (ask_copy_source_parent_class)->finalize (object);
}

static void
ask_copy_source_class_init (AskCopySourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_copy_source_finalize;
}

static void
ask_copy_source_init (AskCopySource *self)
{
}

/** ask_copy_source_set_config: @self: a new one; @config: of it, a reference is kept. Said once, at first */
void
ask_copy_source_set_config (AskCopySource *self, AskSourceConfig *config)
{
  get_private (self)->config = ask_source_config_ref (config);
}

/** ask_copy_source_get_config: Returns: (transfer none): what was set */
AskSourceConfig *
ask_copy_source_get_config (AskCopySource *self)
{
  return get_private (self)->config;
}

/**
 * ask_copy_source_fail:
 * @db: the file, which says why it could not be read
 * @error: gets %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: %FALSE
 */
gboolean
ask_copy_source_fail (AskCopySource *self, sqlite3 *db, GError **error)
{
  const AskSourceConfig *config = get_private (self)->config;

  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                 N_ ("Source “%s”: AskData's copy of %s could not be read (%s)."), config->name, config->location,
                 sqlite3_errmsg (db));
  return FALSE;
}

static gboolean
copy_open (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskCopySourcePrivate *self = get_private (source);
  AskSourceConfig *config;
  g_autoptr (AskSource) copy = NULL;
  g_autofree char *path = NULL;

  if (self->copy != NULL)
    return TRUE;
  path = ASK_COPY_SOURCE_GET_CLASS (source)->make (ASK_COPY_SOURCE (source), cancellable, error);
  if (path == NULL)
    return FALSE;
  /* Of its own kind, which knows what a connection to the file needs. */
  config = ask_source_config_new (self->config->name, self->config->kind, path);
  copy = ask_sqlite_source_new (config);
  ask_source_config_unref (config);
  if (!ask_source_open (copy, cancellable, error))
    return FALSE;
  self->copy = g_steal_pointer (&copy);
  self->path = g_steal_pointer (&path);
  return TRUE;
}

/* Returns: whether @db was opened; it has to be closed in any case */
static gboolean
open_copy (AskCopySource *source, sqlite3 **db, GError **error)
{
  AskCopySourcePrivate *self = get_private (source);
  g_autofree char *uri = ask_sqlite_dup_uri (self->path);
  const AskSourceKind *kind = self->config->kind;

  return (sqlite3_open_v2 (uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK
          && (kind->prepare == NULL || kind->prepare (*db) == SQLITE_OK))
         || ask_copy_source_fail (source, *db, error);
}

static AskIntrospection *
copy_introspect (AskSource *source, GCancellable *cancellable, GError **error)
{
  AskCopySource *self = ASK_COPY_SOURCE (source);
  AskCopySourceClass *klass = ASK_COPY_SOURCE_GET_CLASS (source);
  const AskSourceConfig *config = get_private (source)->config;
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  AskIntrospection *result;
  sqlite3 *db = NULL;
  gboolean good;

  if (!copy_open (source, cancellable, error) || (klass->renew != NULL && !klass->renew (self, cancellable, error)))
    return NULL;
  good = open_copy (self, &db, error) && klass->describe (self, db, catalog, notes, error);
  sqlite3_close (db);
  if (!good)
    return NULL;
  result = g_new0 (AskIntrospection, 1);
  result->schema = ask_catalog_import (catalog, config->name);
  result->notes = g_steal_pointer (&notes);
  result->title = klass->dup_title != NULL ? klass->dup_title (self) : g_path_get_basename (config->location);
  return result;
}

static AskCapability
copy_capability (AskSource *source)
{
  return ASK_CAPABILITY_ATTACH;
}

static AskCursor *
copy_scan (AskSource *source, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable, GError **error)
{
  return copy_open (source, cancellable, error)
           ? ask_source_scan (get_private (source)->copy, scan, calls, cancellable, error)
           : NULL;
}

static AskCursor *
copy_query (AskSource *source, const char *sql, const AskArgument *arguments, guint n_arguments,
            GCancellable *cancellable, GError **error)
{
  return copy_open (source, cancellable, error)
           ? ask_source_query (get_private (source)->copy, sql, arguments, n_arguments, cancellable, error)
           : NULL;
}

static gboolean
copy_test (AskSource *source, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  AskCopySourceClass *klass = ASK_COPY_SOURCE_GET_CLASS (source);

  return copy_open (source, cancellable, error)
         && ask_source_test (get_private (source)->copy, schema, cancellable, error)
         && (klass->check == NULL || klass->check (ASK_COPY_SOURCE (source), cancellable, error));
}

static void
source_iface_init (AskSourceInterface *iface)
{
  iface->open = copy_open;
  iface->introspect = copy_introspect;
  iface->capability = copy_capability;
  iface->scan = copy_scan;
  iface->query = copy_query;
  iface->test = copy_test;
}
