/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the databases of a folder in the form of Spider (tables.json, database/NAME/NAME.sqlite), drops the
 * relationships that they declare, and lets the inference find them. It writes nothing.
 */
#include "config.h"

#include "infer-survey.h"

#include <string.h>

#include "engine/ask-engine-infer.h"
#include "support/ask-test-kinds.h"

static void
offer_free (InferOffer *self)
{
  g_free (self->text);
  g_free (self->reason);
  g_free (self);
}

static void
database_free (InferDatabase *self)
{
  g_free (self->name);
  g_ptr_array_unref (self->truth);
  g_ptr_array_unref (self->missed);
  g_ptr_array_unref (self->offers);
  g_free (self);
}

/* Returns: (transfer full) (nullable): where the databases are, %NULL where they are not here */
char *
infer_survey_folder (void)
{
  const char *data = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *folder = NULL;
  g_autofree char *tables = NULL;

  if (data != NULL)
    folder = g_build_filename (data, "spider", NULL);
  else if (root != NULL)
    folder = g_build_filename (root, "..", "shared", "data", "spider", NULL);
  if (folder == NULL)
    return NULL;
  tables = g_build_filename (folder, "tables.json", NULL);
  return g_file_test (tables, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&folder) : NULL;
}

static char *
join_text (const char *from, const char *column, const char *to, const char *target)
{
  g_autofree char *text = g_strdup_printf ("%s.%s → %s.%s", from, column, to, target);

  return g_utf8_strdown (text, -1);
}

static const char *
table_of (JsonObject *database, gint64 column)
{
  JsonArray *pair = json_array_get_array_element (json_object_get_array_member (database, "column_names_original"),
                                                  (guint) column);

  return json_array_get_string_element (json_object_get_array_member (database, "table_names_original"),
                                        (guint) json_array_get_int_element (pair, 0));
}

static const char *
column_of (JsonObject *database, gint64 column)
{
  return json_array_get_string_element (
    json_array_get_array_element (json_object_get_array_member (database, "column_names_original"), (guint) column), 1);
}

static GPtrArray *
read_truth (JsonObject *database)
{
  JsonArray *keys = json_object_get_array_member (database, "foreign_keys");
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *truth = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < json_array_get_length (keys); i++)
    {
      JsonArray *key = json_array_get_array_element (keys, i);
      gint64 from = json_array_get_int_element (key, 0);
      gint64 to = json_array_get_int_element (key, 1);
      g_autofree char *text = join_text (table_of (database, from), column_of (database, from), table_of (database, to),
                                         column_of (database, to));

      if (g_hash_table_contains (seen, text))
        continue;
      g_hash_table_add (seen, text);
      g_ptr_array_add (truth, g_steal_pointer (&text));
    }
  return truth;
}

static void
take_offers (InferDatabase *database, AskSchema *schema, GPtrArray *suggestions)
{
  g_autoptr (GHashTable) offered = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < suggestions->len; i++)
    {
      const AskSuggestion *suggestion = suggestions->pdata[i];

      if (suggestion->kind != ASK_SUGGESTION_RELATIONSHIP)
        continue;
      for (guint a = 0; a < suggestion->from_attributes->len; a++)
        {
          const AskEntity *from = ask_schema_find_id (schema, suggestion->from_id);
          const AskEntity *to = ask_schema_find_id (schema, suggestion->to_id);
          InferOffer *offer = g_new0 (InferOffer, 1);

          offer->text = join_text (from->table,
                                   ask_entity_find_attribute (from, suggestion->from_attributes->pdata[a])->column,
                                   to->table,
                                   ask_entity_find_attribute (to, suggestion->to_attributes->pdata[a])->column);
          offer->reason = g_strdup (suggestion->reason);
          offer->confidence = suggestion->confidence;
          offer->right = g_ptr_array_find_with_equal_func (database->truth, offer->text, g_str_equal, NULL);
          g_hash_table_add (offered, offer->text);
          g_ptr_array_add (database->offers, offer);
        }
    }
  for (guint i = 0; i < database->truth->len; i++)
    if (!g_hash_table_contains (offered, database->truth->pdata[i]))
      g_ptr_array_add (database->missed, g_strdup (database->truth->pdata[i]));
}

static InferDatabase *
survey (const char *name, const char *path, JsonObject *truth)
{
  AskSourceConfig *config = ask_source_config_new ("db", &ask_sqlite_kind, path);
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = ask_source_new (config, &error);
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskInfer) infer = NULL;
  g_autoptr (GPtrArray) suggestions = NULL;
  InferDatabase *database = g_new0 (InferDatabase, 1);
  gint64 begun = g_get_monotonic_time ();

  database->name = g_strdup (name);
  database->truth = read_truth (truth);
  database->missed = g_ptr_array_new_with_free_func (g_free);
  database->offers = g_ptr_array_new_with_free_func ((GDestroyNotify) offer_free);
  database->empty = TRUE;
  g_assert_no_error (error);
  found = ask_source_open (source, NULL, &error) ? ask_source_introspect (source, NULL, &error) : NULL;
  g_assert_no_error (error);
  g_ptr_array_set_size (found->schema->relationships, 0);
  g_ptr_array_add (configs, config);
  engine = ask_engine_new (found->schema, configs, &error);
  g_assert_no_error (error);
  infer = ask_infer_new (found->schema);
  ask_engine_read_evidence (engine, infer, NULL, NULL, &error);
  g_assert_no_error (error);
  suggestions = ask_infer_suggest (infer);
  take_offers (database, found->schema, suggestions);
  for (guint e = 0; e < found->schema->entities->len; e++)
    {
      const AskEntity *entity = found->schema->entities->pdata[e];

      for (guint a = 0; a < entity->attributes->len; a++)
        database->empty = database->empty && ask_infer_get_profile (infer, e, a)->n_rows == 0;
    }
  database->elapsed_ms = (double) (g_get_monotonic_time () - begun) / 1000;
  return database;
}

/* @only: (nullable): the one database to look at
 * Returns: (transfer full) (element-type InferDatabase): each database that is there and in tables.json */
GPtrArray *
infer_survey_run (const char *folder, const char *only)
{
  g_autofree char *path = g_build_filename (folder, "tables.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) document = NULL;
  GPtrArray *databases = g_ptr_array_new_with_free_func ((GDestroyNotify) database_free);
  JsonArray *all;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, &error))
    g_error ("%s", error->message);
  document = json_from_string (text, &error);
  g_assert_no_error (error);
  all = json_node_get_array (document);
  for (guint i = 0; i < json_array_get_length (all); i++)
    {
      JsonObject *truth = json_array_get_object_element (all, i);
      const char *name = json_object_get_string_member (truth, "db_id");
      g_autofree char *base = g_strconcat (name, ".sqlite", NULL);
      g_autofree char *file = g_build_filename (folder, "database", name, base, NULL);

      if ((only == NULL || strcmp (only, name) == 0) && g_file_test (file, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (databases, survey (name, file, truth));
    }
  return databases;
}
