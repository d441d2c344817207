/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A workspace over a database whose tables lie in two places: what is left of the file, and the API that serves the rest.
 * Entities are called as they are where all tables lie in one file, so that the same query means the same.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "store/ask-option.h"
#include "support/ask-test-kinds.h"

/* What a steward says who declares the keys of the whole database; those within the file are declared. */
static void
relate (AskSchema *draft, AskSchema *whole)
{
  for (guint r = 0; r < whole->relationships->len; r++)
    {
      const AskRelationship *relationship = whole->relationships->pdata[r];
      const AskEntity *from = ask_schema_find_entity (draft, relationship->from);
      const AskEntity *to = ask_schema_find_entity (draft, relationship->to);
      g_autoptr (GError) error = NULL;

      if (from->kind != ASK_ENTITY_API && to->kind != ASK_ENTITY_API)
        continue;
      g_ptr_array_add (relationship->from_attributes, NULL);
      g_ptr_array_add (relationship->to_attributes, NULL);
      if (!ask_schema_edit_relate_all (draft, from->id, (const char *const *) relationship->from_attributes->pdata,
                                       to->id, (const char *const *) relationship->to_attributes->pdata, &error))
        g_print ("%s\n", error->message);
      g_ptr_array_set_size (relationship->from_attributes, (int) relationship->from_attributes->len - 1);
      g_ptr_array_set_size (relationship->to_attributes, (int) relationship->to_attributes->len - 1);
    }
}

/* Gives entities and attributes the names that they have where all tables are in one file, and, where a steward is to
 * have done so, the relationships. */
static gboolean
adopt (AskWorkspace *workspace, const RatioSteward *steward, GError **error)
{
  AskSchema *whole = steward->whole;
  gint64 version;
  g_autoptr (AskSchema) draft = ask_workspace_load_newest_schema (workspace, &version, error);

  for (guint e = 0; draft != NULL && e < whole->entities->len; e++)
    {
      const AskEntity *wanted = whole->entities->pdata[e];

      for (guint i = 0; i < draft->entities->len; i++)
        {
          const AskEntity *entity = draft->entities->pdata[i];
          g_autofree char *id = g_strdup (entity->id);

          if (g_ascii_strcasecmp (entity->table, wanted->table) != 0)
            continue;
          if (entity->attributes->len != wanted->attributes->len)
            {
              g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s was not imported as it is.", wanted->table);
              return FALSE;
            }
          for (guint a = 0; a < wanted->attributes->len; a++)
            {
              const char *name = ((AskAttribute *) wanted->attributes->pdata[a])->name;
              const AskAttribute *here = ask_schema_find_id (draft, id)->attributes->pdata[a];

              if (strcmp (here->name, name) != 0
                  && !ask_schema_edit_rename_attribute (draft, id, here->name, name, error))
                return FALSE;
            }
          if (strcmp (ask_schema_find_id (draft, id)->name, wanted->name) != 0
              && !ask_schema_edit_rename_entity (draft, id, wanted->name, error))
            return FALSE;
        }
    }
  if (steward->joined && draft != NULL)
    relate (draft, whole);
  return draft != NULL && ask_workspace_save_schema_from (workspace, &version, draft, "Named", NULL, error);
}

/**
 * ratio_workspace_open:
 * @api: serves the tables that are replaced
 * @rest: the path of the database without these, as of ratio_copy_rest()
 * @folder: for the workspace
 * @steward: what a steward has done since
 *
 * Registers both parts as a user does.
 *
 * Returns: (transfer full) (nullable): the workspace
 */
AskWorkspace *
ratio_workspace_open (RatioDatabase *database, RatioApi *api, const char *rest, const char *folder,
                      const RatioSteward *steward, GError **error)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.askdata", folder, database->name);
  g_autofree char *url = ratio_api_dup_url (api);
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, error);
  g_autoptr (AskSourceRecord) file = NULL;
  g_autoptr (AskSourceRecord) other = NULL;
  g_autoptr (GPtrArray) said = ask_source_options_new ();

  /* A column of values of several types is no type that OpenAPI 3.0 has. */
  if (!ask_options_add_typed (said, &ask_rest_kind, &(AskTypedOption) { .word = "lenient", .text = "yes" }, error))
    return NULL;
  if (steward->remember
      && !ask_options_add_typed (said, &ask_rest_kind, &(AskTypedOption) { .word = "remember-values", .text = "yes" },
                                 error))
    return NULL;
  if (workspace == NULL)
    return NULL;
  file = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sqlite_kind, database->name, rest }, NULL, NULL,
                                   error);
  other = file != NULL
            ? ask_workspace_add_source (workspace, &(AskNewSource) { &ask_rest_kind, "web", url, NULL, said }, NULL,
                                        NULL, error)
            : NULL;
  if (other == NULL || !adopt (workspace, steward, error))
    return NULL;
  return g_steal_pointer (&workspace);
}
