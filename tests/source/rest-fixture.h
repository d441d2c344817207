/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of web APIs share: a source "shop" on a test server, an entity "things" with the
 * attributes id and name, and a reader that keeps all rows or the error.
 */
#pragma once

#include "source/rest/ask-rest-source.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"

static inline AskSource *
rest_source_new (AskTestServer *server, const char *header, const char *value)
{
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_rest_kind, "/nowhere/spec.json");
  AskSource *source;

  config->base_url = ask_test_server_dup_url (server, "");
  if (header != NULL)
    ask_source_config_add_header (config, header, value);
  source = ask_rest_source_new (config);
  ask_source_config_unref (config);
  return source;
}

static inline AskEntity *
rest_entity_new (const char *path, const char *rows)
{
  AskEntity *entity = ask_entity_new ("things", "shop", "listThings", ASK_ENTITY_API);

  ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (entity, "name", "name", ASK_TYPE_TEXT);
  entity->operation = ask_operation_new (path);
  entity->operation->rows = g_strdup (rows);
  return entity;
}

/* An attribute that is only an input, and the parameter of its name. */
static inline AskParameter *
rest_add_parameter (AskEntity *entity, const char *name, AskParameterPlace place, gboolean required)
{
  ask_entity_add_attribute (entity, name, NULL, ASK_TYPE_TEXT);
  return ask_operation_add_parameter (entity->operation, name, place, name, required);
}

static inline GPtrArray *
rest_calls_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) ask_call_free);
}

/* @columns: 2 for id and name, 1 for the name alone, 0 for none */
static inline AskCursor *
rest_scan (AskSource *source, const AskEntity *entity, guint columns, const char *const *bound,
           guint n_bound, const AskValue *values, guint n_bindings, GPtrArray *calls,
           GError **error)
{
  const AskAttribute *const *attributes
    = (const AskAttribute *const *) entity->attributes->pdata + (columns == 1 ? 1 : 0);
  g_autofree const AskAttribute **parameters = g_new0 (const AskAttribute *, n_bound + 1);
  AskScan scan = { .entity = entity,
                   .columns = attributes,
                   .n_columns = columns,
                   .bound = parameters,
                   .n_bound = n_bound,
                   .bindings = values,
                   .n_bindings = n_bindings };

  for (guint i = 0; i < n_bound; i++)
    parameters[i] = ask_entity_find_attribute (entity, bound[i]);
  return ask_source_scan (source, &scan, calls, NULL, error);
}

/* All rows that came, or %NULL where the scan failed; @n_before tells how many came first. */
static inline AskRows *
rest_read_all (AskCursor *cursor, guint columns, GArray *order, GCancellable *cancellable,
               guint *n_before, GError **error)
{
  AskRows *rows = ask_rows_new ();
  const AskValue *row;
  guint binding;
  AskStep step;

  for (guint i = 0; i < columns; i++)
    ask_rows_add_column (rows, i == 0 && columns == 2 ? "id" : "name", ASK_TYPE_ANY);
  while ((step = ask_cursor_next (cursor, &row, &binding, cancellable, error)) == ASK_STEP_ROW)
    {
      ask_rows_append (rows, row);
      if (order != NULL)
        g_array_append_val (order, binding);
    }
  if (n_before != NULL)
    *n_before = (guint) ask_rows_get_n_rows (rows);
  if (step == ASK_STEP_DONE)
    return rows;
  ask_rows_unref (rows);
  return NULL;
}

static inline AskRows *
rest_read (AskSource *source, const AskEntity *entity, guint columns, const char *const *bound,
           guint n_bound, const AskValue *values, guint n_bindings, GArray *order,
           GPtrArray *calls, GError **error)
{
  g_autoptr (AskCursor) cursor = rest_scan (source, entity, columns, bound, n_bound, values,
                                            n_bindings, calls, error);

  return cursor != NULL ? rest_read_all (cursor, columns, order, NULL, NULL, error) : NULL;
}
