/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session over the tables of one source, as it describes them.
 */
#include "config.h"

#include "engine-session.h"

/**
 * engine_session_open:
 * @self: (out caller-allocates): to be closed
 * @config: (transfer full): of the source; that it can be read is asserted
 */
void
engine_session_open (EngineSession *self, AskSourceConfig *config)
{
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;

  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_ptr_array_add (self->configs, config);
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  ask_source_open (source, NULL, &error);
  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  self->schema = ask_schema_ref (found->schema);
  self->engine = ask_engine_new (self->schema, self->configs, &error);
  g_assert_no_error (error);
}

/** engine_session_close: @self: opened, or all zero */
void
engine_session_close (EngineSession *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->configs, g_ptr_array_unref);
}
