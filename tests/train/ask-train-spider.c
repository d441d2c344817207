/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads Spider's files; writes nothing but workspaces in folders of its own, which it removes.
 */
#include "config.h"

#include "ask-train-spider.h"

#include "base/ask-json.h"
#include "store/store-fixture.h"
#include "support/ask-test-kinds.h"

/** train_dup_folder: Returns: (transfer full): where the set lies, if it does */
char *
train_dup_folder (void)
{
  const char *shared = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");

  if (shared != NULL)
    return g_build_filename (shared, "spider", NULL);
  return g_build_filename (root != NULL ? root : ".", "..", "shared", "data", "spider", NULL);
}

static void
question_free (gpointer data)
{
  TrainQuestion *self = data;

  g_free (self->database);
  g_free (self->text);
  g_free (self->sql);
  g_free (self);
}

static char *
get_path (const char *folder, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".sqlite", NULL);

  return g_build_filename (folder, "database", name, file, NULL);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Those whose database is not there. */
static void
leave_out (GPtrArray *questions, const char *folder)
{
  for (guint i = questions->len; i-- > 0;)
    {
      g_autofree char *path = get_path (folder, ((TrainQuestion *) questions->pdata[i])->database);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        g_ptr_array_remove_index (questions, i);
    }
}

/* Databases in the order of their names, every fifth of which is of one fold. */
static void
set_folds (GPtrArray *questions)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < questions->len; i++)
    {
      const TrainQuestion *question = questions->pdata[i];

      if (g_hash_table_add (seen, question->database))
        g_ptr_array_add (names, question->database);
    }
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    g_hash_table_insert (seen, names->pdata[i], GUINT_TO_POINTER (i % TRAIN_N_FOLDS));
  for (guint i = 0; i < questions->len; i++)
    {
      TrainQuestion *question = questions->pdata[i];

      question->fold = GPOINTER_TO_UINT (g_hash_table_lookup (seen, question->database));
    }
}

/**
 * train_questions_load:
 * @folder: with train.json
 * @error: of a file, or %ASK_JSON_ERROR_SHAPE
 *
 * Returns: (transfer full) (element-type TrainQuestion): all whose database is there; %NULL on error
 */
GPtrArray *
train_questions_load (const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "train.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GPtrArray) questions = g_ptr_array_new_with_free_func (question_free);
  gsize length;
  JsonArray *array;

  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  node = ask_json_parse (text, (gssize) length, error);
  if (node == NULL)
    return NULL;
  array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      TrainQuestion *question = g_new0 (TrainQuestion, 1);

      g_ptr_array_add (questions, question);
      if (object == NULL)
        continue;
      question->database = g_strdup (ask_json_get_string (object, "db_id"));
      question->text = g_strdup (ask_json_get_string (object, "question"));
      question->sql = g_strdup (ask_json_get_string (object, "query"));
    }
  for (guint i = 0; i < questions->len; i++)
    {
      const TrainQuestion *question = questions->pdata[i];

      if (question->database == NULL || question->text == NULL || question->sql == NULL)
        {
          g_set_error (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE, "%s: Entry %u lacks db_id, question or query.", path,
                       i);
          return NULL;
        }
    }
  leave_out (questions, folder);
  set_folds (questions);
  return g_steal_pointer (&questions);
}

static gboolean
copy_to_memory (const char *path, sqlite3 **memory, GError **error)
{
  sqlite3 *file = NULL;
  sqlite3_backup *backup = NULL;
  gboolean copied;

  copied = sqlite3_open_v2 (path, &file, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
           sqlite3_open (":memory:", memory) == SQLITE_OK &&
           (backup = sqlite3_backup_init (*memory, "main", file, "main")) != NULL &&
           sqlite3_backup_step (backup, -1) == SQLITE_DONE;
  sqlite3_backup_finish (backup);
  if (!copied)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", path, sqlite3_errmsg (file));
  sqlite3_close (file);
  return copied;
}

static gboolean
make_domain (TrainDatabase *self, const char *name, const char *path, GError **error)
{
  g_autofree char *source = g_strconcat ("s_", name, NULL);
  g_autofree char *file = g_build_filename (self->folder, "workspace.askdata", NULL);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskSchema) schema = NULL;

  self->workspace = ask_workspace_open (file, error);
  if (self->workspace == NULL)
    return FALSE;
  record = ask_workspace_add_source (self->workspace, &(AskNewSource) { &ask_sqlite_kind, source, path }, NULL, NULL, error);
  if (record == NULL)
    return FALSE;
  schema = ask_workspace_load_schema (self->workspace, error);
  if (schema == NULL)
    return FALSE;
  self->domain = ask_domain_new (self->workspace, schema, NULL, error);
  return self->domain != NULL;
}

/**
 * train_database_open:
 * @folder: of the set
 * @name: of the database
 * @error: of its file or the workspace
 *
 * Returns: (transfer full): the database with its domain; %NULL on error
 */
TrainDatabase *
train_database_open (const char *folder, const char *name, GError **error)
{
  g_autoptr (TrainDatabase) self = g_new0 (TrainDatabase, 1);
  g_autofree char *path = get_path (folder, name);

  self->folder = g_dir_make_tmp ("askdata-train-XXXXXX", error);
  if (self->folder == NULL || !copy_to_memory (path, &self->memory, error) || !make_domain (self, name, path, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * train_database_close:
 * @self: (nullable): closed, and its workspace removed
 */
void
train_database_close (TrainDatabase *self)
{
  if (self == NULL)
    return;
  ask_domain_unref (self->domain);
  if (self->workspace != NULL)
    ask_workspace_close (self->workspace);
  sqlite3_close (self->memory);
  if (self->folder != NULL)
    store_remove_tree (self->folder);
  g_free (self->folder);
  g_free (self);
}
