/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts together what goes into the file of a board: its document, and what its tiles gave. A tile that reads what a steward
 * has hidden stays out, and the names of what is hidden are taken out of all texts, and secrets as in logs.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "bundle/ask-bundle-private.h"

/* Returns: (transfer full) (nullable): what of a tile is hidden, by its query or by where its rows came from */
static char *
find_hidden (AskBundleHidden *hidden, JsonObject *tile, const AskRows *rows)
{
  const char *sql = ask_json_get_string (tile, "sql");
  char *name = sql != NULL ? ask_bundle_hidden_find (hidden, sql) : NULL;

  if (name == NULL && rows != NULL)
    name = g_strdup (ask_bundle_hidden_find_column (hidden, rows));
  return name;
}

static void
leave_out (AskBundle *self, JsonObject *tile, const char *name)
{
  const char *title = ask_json_get_string (tile, "title");

  g_ptr_array_add (self->left_out,
                   /* Translators: a tile, and what in it is hidden. */
                   g_strdup_printf (_ ("The tile “%s” is left out: it reads “%s”, which is hidden in the schema."),
                                    title != NULL ? title : "", name));
}

/* Returns: (transfer full) (nullable): the tiles that may go, in their order; their rows go into @self */
static JsonArray *
collect_tiles (AskBundle *self, AskBundleHidden *hidden, JsonArray *tiles, const GPtrArray *rows, GError **error)
{
  g_autoptr (JsonArray) kept = json_array_new ();

  for (guint i = 0; i < json_array_get_length (tiles); i++)
    {
      JsonObject *tile = ask_json_element_object (tiles, i);
      AskRows *own = i < rows->len ? rows->pdata[i] : NULL;
      g_autofree char *name = find_hidden (hidden, tile, own);
      g_autofree char *table = NULL;

      if (name != NULL)
        {
          leave_out (self, tile, name);
          continue;
        }
      json_array_add_object_element (kept, json_object_ref (tile));
      if (own == NULL || ask_rows_get_n_columns (own) == 0)
        continue;
      if (self->tables->len >= ASK_BUNDLE_MAX_TABLES)
        {
          ask_error_set (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_LARGE,
                         N_ ("A board has %d tiles with rows in a file at most."), ASK_BUNDLE_MAX_TABLES);
          return NULL;
        }
      /* By its place among those that are kept. */
      table = g_strdup_printf ("rows_%u", json_array_get_length (kept));
      ask_bundle_add_table (self, table, own)->step = json_array_get_length (kept);
    }
  return g_steal_pointer (&kept);
}

/* Of an answer the question is the person's own; a board is passed on, and nobody reads it through first. */
static void
clean_questions (AskBundleHidden *hidden, JsonArray *tiles, guint *n)
{
  for (guint i = 0; i < json_array_get_length (tiles); i++)
    {
      JsonObject *tile = ask_json_element_object (tiles, i);
      const char *question = ask_json_get_string (tile, "question");
      g_autofree char *clean = question != NULL ? ask_bundle_hidden_remove (hidden, question, n) : NULL;

      if (clean != NULL)
        json_object_set_string_member (tile, "question", clean);
    }
}

/**
 * ask_bundle_collect_board:
 * @workspace: whose schema says what is hidden
 * @document: an object whose "tiles" are objects, with "sql" those that have any; all else of it is nobody's business here
 * @rows: (element-type AskRows) (nullable elements): what each tile gave, in the same places
 * @error: %ASK_BUNDLE_ERROR_LARGE; what the store says
 *
 * Returns: (transfer full): what ask_bundle_save() writes; the table "rows_N" has the rows of the tile N, from 1
 */
AskBundle *
ask_bundle_collect_board (AskWorkspace *workspace, JsonNode *document, const GPtrArray *rows, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, error);
  g_autoptr (AskBundleHidden) hidden = schema != NULL ? ask_bundle_hidden_new (schema, error) : NULL;
  g_autoptr (AskBundle) self = ask_bundle_new ();
  g_autoptr (JsonNode) own = NULL;
  g_autoptr (JsonNode) clean = NULL;
  JsonArray *kept;
  guint n_names = 0;

  if (hidden == NULL)
    return NULL;
  self->board = TRUE;
  self->program = g_strdup (ASK_VERSION);
  self->saved_at = g_get_real_time ();
  /* A copy that can be changed. */
  own = ask_bundle_hidden_clean (NULL, document, &n_names);
  kept = collect_tiles (self, hidden, ask_json_get_array (json_node_get_object (own), "tiles"), rows, error);
  if (kept == NULL)
    return NULL;
  json_object_set_array_member (json_node_get_object (own), "tiles", kept);
  clean = ask_bundle_hidden_clean (hidden, own, &n_names);
  clean_questions (hidden, ask_json_get_array (json_node_get_object (clean), "tiles"), &n_names);
  if (n_names > 0)
    g_ptr_array_add (self->left_out,
                     g_strdup_printf (ngettext ("%u name of what is hidden in the schema is taken out.",
                                                "%u names of what is hidden in the schema are taken out.", n_names),
                                      n_names));
  self->json = ask_json_to_string (clean, FALSE);
  return g_steal_pointer (&self);
}
