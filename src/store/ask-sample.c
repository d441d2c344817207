/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sample is a source like any other, whose file lies with the program's own; some of its verified questions come
 * along, in the words of the person's language, and what its amounts are in, which the file tells only people. It is removed with
 * its questions. Nothing here knows what the answers are.
 */
#include "config.h"

#include "store/ask-sample.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "schema/edit/ask-schema-edit.h"
#include "schema/names/ask-schema-reader.h"
#include "store/ask-file-head.h"
#include "store/ask-source-name.h"

#define DATABASE "sales.sqlite"
#define QUESTIONS "verified.json"

/* Which of the sample's verified questions a person begins with: data/sample/verified.json has their SQL, and gettext
 * reads no JSON. */
static const char *const questions[] = {
  N_ ("How much did we sell each month in 2025?"),
  N_ ("Which ten products brought the most revenue in 2025?"),
  N_ ("Revenue by product category in 2025"),
  N_ ("Store revenue by country and year"),
  N_ ("What was our revenue in 2025?"),
};

/* Columns of money; units that stand in a name, such as weight_kg, are found as those of any source. */
static const struct
{
  const char *table;
  const char *column;
} amounts[] = {
  { "products", "list_price" },
  { "products", "cost_price" },
  { "order_lines", "unit_price" },
  { "order_lines", "line_total" },
};

#define CURRENCY "EUR"

static char *
find_file (const char *name)
{
  const char *own = g_getenv ("ASKDATA_SAMPLE_DIR");
  const char *const *folders = g_get_system_data_dirs ();
  g_autofree char *path = g_build_filename (own != NULL ? own : ASK_DATA_DIR "/sample", name, NULL);

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&path);
  for (guint i = 0; own == NULL && folders[i] != NULL; i++)
    {
      g_free (path);
      path = g_build_filename (folders[i], "askdata", "sample", name, NULL);
      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/**
 * ask_sample_find:
 *
 * Looks where the program is installed; ASKDATA_SAMPLE_DIR names another folder, for a program that is not. Blocks.
 *
 * Returns: (transfer full) (nullable): the path of the sample's database; %NULL where it is not installed
 */
char *
ask_sample_find (void)
{
  return find_file (DATABASE);
}

static JsonArray *
read_questions (JsonNode **document, GError **error)
{
  g_autofree char *path = find_file (QUESTIONS);
  g_autofree char *text = NULL;
  gsize length;

  if (path == NULL || !g_file_get_contents (path, &text, &length, NULL)
      || (*document = ask_json_parse (text, (gssize) length, NULL)) == NULL || !JSON_NODE_HOLDS_ARRAY (*document))
    {
      g_clear_pointer (document, json_node_unref);
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                     N_ ("The questions of the sample are not installed. Install AskData again."));
      return NULL;
    }
  return json_node_get_array (*document);
}

static const char *
find_sql (JsonArray *pairs, const char *question)
{
  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonObject *pair = ask_json_element_object (pairs, i);

      if (pair != NULL && g_strcmp0 (ask_json_get_string (pair, "question"), question) == 0)
        return ask_json_get_string (pair, "sql");
    }
  return NULL;
}

static void
pair_free (gpointer data)
{
  AskSchemaQuestion *self = data;

  g_free (self->question);
  g_free (self->sql);
  g_free (self);
}

/* A question that does not fit, because somebody took tables out of the schema, is left out. */
static GPtrArray *
make_pairs (AskWorkspace *self, const char *source, GError **error)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func (pair_free);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (self, error);
  g_autoptr (AskSchemaReader) reader = schema != NULL ? ask_schema_reader_new (schema) : NULL;
  g_autoptr (JsonNode) document = NULL;
  JsonArray *array = reader != NULL ? read_questions (&document, error) : NULL;

  if (array == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      const char *sql = find_sql (array, questions[i]);
      g_autoptr (GError) unfit = NULL;
      g_autofree char *read = sql != NULL ? ask_schema_reader_read (reader, sql, source, &unfit) : NULL;
      AskSchemaQuestion *pair;

      if (read == NULL)
        continue;
      pair = g_new0 (AskSchemaQuestion, 1);
      pair->question = g_strdup (_ (questions[i]));
      pair->sql = g_steal_pointer (&read);
      g_ptr_array_add (pairs, pair);
    }
  return g_steal_pointer (&pairs);
}

/**
 * ask_workspace_find_sample:
 * @name: (out) (transfer full) (nullable): what the sample is called here; %NULL where it is no source
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_workspace_find_sample (AskWorkspace *self, char **name, GError **error)
{
  g_autofree char *path = ask_sample_find ();
  g_autoptr (GPtrArray) records = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);
  *name = NULL;
  records = ask_workspace_list_sources (self, error);
  for (guint i = 0; records != NULL && path != NULL && *name == NULL && i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];

      if (g_strcmp0 (record->location, path) == 0)
        *name = g_strdup (record->name);
    }
  return records != NULL;
}

static gboolean
add_questions (AskWorkspace *self, const char *source, GError **error)
{
  g_autoptr (GPtrArray) pairs = make_pairs (self, source, error);
  g_autoptr (GArray) outcomes = pairs != NULL ? ask_workspace_import_verified (self, pairs, error) : NULL;

  return outcomes != NULL;
}

static const AskEntity *
find_table (AskSchema *schema, const char *source, const char *table)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (g_strcmp0 (entity->source, source) == 0 && g_strcmp0 (entity->table, table) == 0)
        return entity;
    }
  return NULL;
}

static gboolean
add_units (AskWorkspace *self, const char *source, GError **error)
{
  gint64 version;
  g_autoptr (AskSchema) newest = ask_workspace_load_newest_schema (self, &version, error);
  g_autoptr (AskSchema) draft = newest != NULL ? ask_schema_fork (newest) : NULL;

  if (draft == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (amounts); i++)
    {
      const AskEntity *entity = find_table (draft, source, amounts[i].table);
      /* Kept by its own words: an edit may replace the entity. */
      g_autofree char *id = entity != NULL ? g_strdup (entity->id) : NULL;

      if (id != NULL
          && (!ask_schema_edit_set_attribute (draft, id, amounts[i].column, "meaning",
                                              ask_meaning_to_string (ASK_MEANING_MONEY), error)
              || !ask_schema_edit_set_attribute (draft, id, amounts[i].column, "unit", CURRENCY, error)))
        return FALSE;
    }
  return ask_workspace_save_schema_from (self, &version, draft, _ ("Said what the sample's amounts are in"), NULL,
                                         error);
}

/**
 * ask_workspace_add_sample:
 * @cancellable: (nullable): stops it; nothing is saved then
 * @error: %ASK_STORE_ERROR_OPEN where it is not installed, %ASK_STORE_ERROR_EXISTS where it is a source already; else as
 *   of ask_workspace_add_source() and ask_workspace_import_verified()
 *
 * Registers the sample's database, says what its amounts are in, and saves questions about it. Blocks.
 *
 * Returns: (transfer full): the record of the source
 */
AskSourceRecord *
ask_workspace_add_sample (AskWorkspace *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = ask_sample_find ();
  g_autofree AskFileHead *head = NULL;
  g_autofree char *there = NULL;
  g_autofree char *name = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  const AskSourceKind *kind;

  g_return_val_if_fail (self != NULL, NULL);
  if (path == NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                     N_ ("The sample is not installed. Open a file of your own, or install AskData again."));
      return NULL;
    }
  if (!ask_workspace_find_sample (self, &there, error))
    return NULL;
  if (there != NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS,
                     N_ ("The sample is here already, as the source “%s”."), there);
      return NULL;
    }
  head = ask_file_head_read (path, error);
  kind = head != NULL ? ask_file_head_find_kind (head, path) : NULL;
  g_return_val_if_fail (head == NULL || kind != NULL, NULL);
  name = head != NULL ? ask_source_name_suggest_new (self, kind, path, error) : NULL;
  if (name == NULL)
    return NULL;
  record = ask_workspace_add_source (self, &(AskNewSource) { kind, name, path, NULL, NULL }, NULL, cancellable, error);
  if (record == NULL)
    return NULL;
  if (!add_units (self, record->name, error) || !add_questions (self, record->name, error))
    {
      /* All of it, or nothing; the first failure is the one to tell. */
      ask_workspace_remove_source (self, record->name, NULL);
      return NULL;
    }
  return g_steal_pointer (&record);
}

static gboolean
is_of_sample (GPtrArray *pairs, const AskVerified *verified)
{
  for (guint i = 0; i < pairs->len; i++)
    if (g_strcmp0 (((AskSchemaQuestion *) pairs->pdata[i])->sql, verified->sql) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
remove_questions (AskWorkspace *self, const char *source, GError **error)
{
  g_autoptr (GPtrArray) pairs = make_pairs (self, source, error);
  g_autoptr (GPtrArray) verified = pairs != NULL ? ask_workspace_list_verified (self, error) : NULL;

  for (guint i = 0; verified != NULL && i < verified->len; i++)
    if (is_of_sample (pairs, verified->pdata[i])
        && !ask_workspace_remove_verified (self, ((AskVerified *) verified->pdata[i])->id, error))
      return FALSE;
  return verified != NULL;
}

/**
 * ask_workspace_drop_source:
 * @name: of a source
 * @error: as of ask_workspace_remove_source()
 *
 * Removes a source; with the sample go those of its verified questions that have the SQL they came with. Blocks.
 *
 * Returns: whether it is gone
 */
gboolean
ask_workspace_drop_source (AskWorkspace *self, const char *name, GError **error)
{
  g_autofree char *sample = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);
  if (!ask_workspace_find_sample (self, &sample, error))
    return FALSE;
  if (g_strcmp0 (sample, name) == 0 && !remove_questions (self, name, error))
    return FALSE;
  return ask_workspace_remove_source (self, name, error);
}
