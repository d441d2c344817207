/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of this room share.
 */
#include "config.h"

#include "explore-fixture.h"

/** explore_start: Returns: whether the servers run, which they do until the program ends; where not, the test is
 * skipped */
gboolean
explore_start (EngineServers *self)
{
  return self->postgres != NULL || engine_servers_start (self);
}

/** explore_page_api: @self: open, with the table a behind the API. From now on that gives @size rows a page */
void
explore_page_api (EngineServers *self, guint size)
{
  static const char *const parameters[] = { "id", "g", "n", NULL };
  AskEntity *entity = ask_schema_find_entity (self->schema, "a");
  g_autoptr (AskEntity) paged = NULL;
  AskOperation *operation = entity->operation;

  self->table.paging = ASK_PAGING_PAGE;
  self->table.page_size = size;
  paged = ask_test_table_new_entity (&self->table, "api", "a", parameters, NULL);
  entity->operation = paged->operation;
  paged->operation = operation;
}
