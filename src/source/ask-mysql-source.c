/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A MariaDB or MySQL server as a source. The driver itself comes with the next commits; until then the
 * kind cannot be registered.
 */
#include "config.h"

#include "source/ask-mysql-source.h"

struct _AskMysqlSource
{
  GObject parent_instance;
  AskSourceConfig *config;
};

static gboolean
source_open (AskSource *source, GCancellable *cancellable, GError **error)
{
  g_set_error_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                       "This version cannot open database servers.");
  return FALSE;
}

static AskIntrospection *
source_introspect (AskSource *source, GCancellable *cancellable, GError **error)
{
  source_open (source, cancellable, error);
  return NULL;
}

static AskCapability
source_capability (AskSource *source)
{
  return ASK_CAPABILITY_SQL;
}

static AskCursor *
source_scan (AskSource *source, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable,
             GError **error)
{
  source_open (source, cancellable, error);
  return NULL;
}

static gboolean
source_test (AskSource *source, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  return source_open (source, cancellable, error);
}

static void
source_iface_init (AskSourceInterface *iface)
{
  iface->open = source_open;
  iface->introspect = source_introspect;
  iface->capability = source_capability;
  iface->scan = source_scan;
  iface->test = source_test;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (AskMysqlSource, ask_mysql_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (ASK_TYPE_SOURCE, source_iface_init))

static void
ask_mysql_source_finalize (GObject *object)
{
  AskMysqlSource *self = ASK_MYSQL_SOURCE (object);

  g_clear_pointer (&self->config, ask_source_config_unref);
  G_OBJECT_CLASS (ask_mysql_source_parent_class)->finalize (object);
}

static void
ask_mysql_source_class_init (AskMysqlSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_mysql_source_finalize;
}

static void
ask_mysql_source_init (AskMysqlSource *self)
{
}

/** ask_mysql_source_new: Returns: (transfer full): a source that is not open yet */
AskSource *
ask_mysql_source_new (AskSourceConfig *config)
{
  AskMysqlSource *self = g_object_new (ASK_TYPE_MYSQL_SOURCE, NULL);

  self->config = ask_source_config_ref (config);
  return ASK_SOURCE (self);
}
