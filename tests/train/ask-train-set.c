/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions with their SQL, over databases that are registered as a user registers them: names, joins and
 * values are seen as the program sees them.
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>
#include <time.h>

#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-parser.h"
#include "support/ask-test-folder.h"
#include "train/ask-train.h"

static void
database_free (gpointer data)
{
  TrainDatabase *self = data;

  g_clear_pointer (&self->domain, ask_domain_unref);
  g_clear_pointer (&self->workspace, ask_workspace_close);
  sqlite3_close (self->sqlite);
  g_free (self->name);
  g_free (self->folder);
  g_free (self);
}

static void
value_clear (gpointer data)
{
  TrainValue *value = data;

  g_free (value->op);
  g_free (value->text);
}

/** train_example_forget: what was found of it, so that it can be found anew */
void
train_example_forget (TrainExample *self)
{
  for (guint i = 0; i < self->n_candidates; i++)
    g_free (self->texts[i]);
  self->n_candidates = 0;
  g_clear_pointer (&self->texts, g_free);
  g_clear_pointer (&self->features, g_free);
  g_clear_pointer (&self->blind, g_free);
  g_clear_pointer (&self->asked, g_free);
  g_clear_pointer (&self->preferred, g_free);
  g_clear_pointer (&self->doubts, g_free);
  g_clear_pointer (&self->wording, ask_wording_free);
  g_clear_pointer (&self->right, g_free);
  g_clear_pointer (&self->ran, g_free);
  g_clear_pointer (&self->signatures, g_free);
  g_clear_pointer (&self->corrections, g_free);
  g_clear_pointer (&self->guess, ask_guess_free);
}

static void
example_free (gpointer data)
{
  TrainExample *self = data;

  train_example_forget (self);
  g_clear_pointer (&self->lesson, ask_lesson_free);
  g_clear_pointer (&self->question, ask_question_free);
  g_clear_pointer (&self->sketch, ask_sketch_free);
  ask_draft_free (self->draft);
  g_clear_pointer (&self->values, g_array_unref);
  g_free (self->roles);
  g_free (self->entities);
  g_free (self->hardness);
  g_free (self->text);
  g_free (self->sql);
  g_free (self);
}

/** train_set_free: @self: (transfer full) (nullable) */
void
train_set_free (TrainSet *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->examples);
  g_ptr_array_unref (self->databases);
  if (self->temporary && self->scratch != NULL)
    ask_test_folder_remove (self->scratch);
  g_free (self->scratch);
  g_free (self);
}

/* The database in memory, with the names of the relational view. */
static gboolean
open_copy (TrainDatabase *self, const char *path, GError **error)
{
  sqlite3 *file = NULL;
  sqlite3_backup *backup;
  int result = sqlite3_open_v2 (path, &file, SQLITE_OPEN_READONLY, NULL);

  if (result == SQLITE_OK)
    result = sqlite3_open (":memory:", &self->sqlite);
  if (result == SQLITE_OK)
    {
      backup = sqlite3_backup_init (self->sqlite, "main", file, "main");
      sqlite3_backup_step (backup, -1);
      result = sqlite3_backup_finish (backup);
    }
  sqlite3_close (file);
  if (result == SQLITE_OK)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", path, sqlite3_errstr (result));
  return FALSE;
}

static void
rename_views (TrainDatabase *self)
{
  for (guint e = 0; e < self->domain->schema->entities->len; e++)
    {
      const AskEntity *entity = g_ptr_array_index (self->domain->schema->entities, e);
      gboolean same = strcmp (entity->name, entity->table) == 0;
      g_autoptr (GString) sql = g_string_new (NULL);
      char *name = sqlite3_mprintf ("CREATE TEMP VIEW \"%w\" AS SELECT", entity->name);

      g_string_append (sql, name);
      sqlite3_free (name);
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = g_ptr_array_index (entity->attributes, a);
          char *column
            = sqlite3_mprintf ("%s \"%w\" AS \"%w\"", a > 0 ? "," : "", attribute->column, attribute->name);

          same = same && g_strcmp0 (attribute->name, attribute->column) == 0;
          g_string_append (sql, column);
          sqlite3_free (column);
        }
      if (same)
        continue;
      name = sqlite3_mprintf (" FROM main.\"%w\"", entity->table);
      g_string_append (sql, name);
      sqlite3_free (name);
      if (sqlite3_exec (self->sqlite, sql->str, NULL, NULL, NULL) != SQLITE_OK)
        g_printerr ("%s: %s\n", self->name, sqlite3_errmsg (self->sqlite));
    }
}

/* Registers it, unless an earlier run did. */
static gboolean
database_open (TrainDatabase *self, const char *data, const char *scratch, GError **error)
{
  g_autofree char *path = g_strdup_printf ("%s/spider/database/%s/%s.sqlite", data, self->name, self->name);
  g_autofree char *file = g_strdup_printf ("%s/%s.askdata", scratch, self->name);
  g_autoptr (AskSchema) schema = NULL;
  gboolean there = g_file_test (file, G_FILE_TEST_EXISTS);

  self->workspace = ask_workspace_open (file, error);
  if (self->workspace == NULL)
    return FALSE;
  if (!there)
    {
      g_autoptr (AskSourceRecord) record = ask_workspace_add_source (
        self->workspace, &(AskNewSource) { &ask_sqlite_kind, self->name, path }, NULL, NULL, error);

      if (record == NULL)
        return FALSE;
    }
  schema = ask_workspace_load_schema (self->workspace, error);
  self->domain = ask_domain_new (self->workspace, schema, NULL, error);
  if (self->domain == NULL || !open_copy (self, path, error))
    return FALSE;
  rename_views (self);
  return TRUE;
}

static void
add_role (TrainExample *self, int attribute, guint bit)
{
  if (attribute >= 0)
    self->roles[attribute] |= (guint8) (1u << bit | 1u << ASK_GUESS_USED);
}

static void
add_terms (TrainExample *self, const GArray *terms, gboolean nested, AskGuessRole plain, AskGuessRole computed)
{
  for (guint i = 0; i < terms->len; i++)
    {
      const AskDraftTerm *term = &g_array_index (terms, AskDraftTerm, i);
      AskGuessRole role = term->aggregate == ASK_DRAFT_PLAIN ? plain : computed;

      if (!nested)
        add_role (self, term->attribute, role);
      else
        add_role (self, term->attribute, role == ASK_GUESS_SELECT ? ASK_GUESS_NESTED_SELECT : ASK_GUESS_USED);
    }
}

static void read_block (TrainExample *self, const AskDraft *draft, gboolean nested);

static void
add_value (TrainExample *self, int attribute, char *op, const AskDraftOperand *operand)
{
  TrainValue value = { attribute, op, g_strdup (operand->text), operand->number };

  g_array_append_val (self->values, value);
}

static void
read_conditions (TrainExample *self, const GArray *conditions, gboolean having)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = &g_array_index (conditions, AskDraftCondition, i);

      add_role (self, condition->left.attribute, having ? ASK_GUESS_USED : ASK_GUESS_WHERE);
      for (guint k = 0; k < condition->n_operands; k++)
        {
          const AskDraftOperand *operand = &condition->operands[k];

          if (operand->kind == ASK_DRAFT_QUERY)
            read_block (self, operand->query, TRUE);
          else if (operand->kind == ASK_DRAFT_VALUE)
            add_value (self, condition->left.attribute,
                       g_strconcat (having ? "h:" : "w:", ask_guess_operator_name (condition->op), NULL), operand);
        }
    }
}

/* What each attribute, entity and literal does in the right query. */
static void
read_block (TrainExample *self, const AskDraft *draft, gboolean nested)
{
  AskDomain *domain = self->database->domain;
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);
  g_autoptr (AskDraftPath) path
    = ask_draft_find_path (domain, (const guint *) entities->data, entities->len, 0);

  for (guint i = 0; path != NULL && i < path->entities->len; i++)
    self->entities[g_array_index (path->entities, guint, i)] = TRUE;
  add_terms (self, draft->terms, nested, ASK_GUESS_SELECT, ASK_GUESS_AGGREGATE);
  add_terms (self, draft->groups, nested, ASK_GUESS_GROUP, ASK_GUESS_GROUP);
  add_terms (self, draft->orders, nested, ASK_GUESS_ORDER, ASK_GUESS_ORDER);
  read_conditions (self, draft->conditions, FALSE);
  read_conditions (self, draft->having, TRUE);
  if (draft->limit != ASK_DRAFT_NO_LIMIT && draft->limit != 1)
    add_value (self, ASK_DOMAIN_STAR, g_strdup ("limit"), &(AskDraftOperand) { .number = (double) draft->limit });
  if (draft->second != NULL)
    read_block (self, draft->second, TRUE);
}

static gboolean
example_read (TrainExample *self, GError **error)
{
  AskDomain *domain = self->database->domain;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (self->sql, -1, NULL);
  double start = train_get_ms ();

  self->question = ask_question_new (domain, self->text, error);
  self->ms += train_get_ms () - start;
  if (self->question == NULL)
    return FALSE;
  self->roles = g_new0 (guint8, MAX (domain->attributes->len, 1));
  self->entities = g_new0 (gboolean, MAX (domain->entities->len, 1));
  self->values = g_array_new (FALSE, FALSE, sizeof (TrainValue));
  g_array_set_clear_func (self->values, value_clear);
  self->draft = tree != NULL ? ask_draft_from_tree (domain, tree, NULL) : NULL;
  if (self->draft == NULL)
    return TRUE;
  self->hardness = g_strdup (understand_hardness_to_string (understand_get_hardness (self->draft, domain)));
  ask_draft_normalise (self->draft);
  self->sketch = ask_sketch_new (domain, self->draft, NULL);
  read_block (self, self->draft, FALSE);
  return TRUE;
}

static TrainDatabase *
find_database (TrainSet *self, const char *name)
{
  for (guint i = 0; i < self->databases->len; i++)
    {
      TrainDatabase *database = g_ptr_array_index (self->databases, i);

      if (strcmp (database->name, name) == 0)
        return database;
    }
  return NULL;
}

static int
compare_databases (const void *a, const void *b)
{
  return strcmp ((*(TrainDatabase *const *) a)->name, (*(TrainDatabase *const *) b)->name);
}

/** train_set_new: Returns: (transfer full): of nothing */
TrainSet *
train_set_new (void)
{
  TrainSet *self = g_new0 (TrainSet, 1);

  self->databases = g_ptr_array_new_with_free_func (database_free);
  self->examples = g_ptr_array_new_with_free_func (example_free);
  return self;
}

/** train_set_add_database: not opened yet */
void
train_set_add_database (TrainSet *self, const char *name)
{
  TrainDatabase *database = g_new0 (TrainDatabase, 1);

  database->name = g_strdup (name);
  g_ptr_array_add (self->databases, database);
}

/** train_set_fold: databases in the order of their names, every fifth of which is of one fold */
void
train_set_fold (TrainSet *self)
{
  g_ptr_array_sort (self->databases, compare_databases);
  for (guint i = 0; i < self->databases->len; i++)
    ((TrainDatabase *) g_ptr_array_index (self->databases, i))->fold = i % TRAIN_FOLDS;
}

static void
list_databases (TrainSet *self, JsonArray *items, const char *data, guint max)
{
  for (guint i = 0; i < json_array_get_length (items); i++)
    {
      const char *name = json_object_get_string_member (json_array_get_object_element (items, i), "db_id");
      g_autofree char *path = g_strdup_printf ("%s/spider/database/%s/%s.sqlite", data, name, name);

      if (find_database (self, name) == NULL && g_file_test (path, G_FILE_TEST_EXISTS))
        train_set_add_database (self, name);
    }
  train_set_fold (self);
  g_ptr_array_set_size (self->databases, (int) MIN (self->databases->len, max));
}

/**
 * train_set_list_from:
 * @data: the folder of public data
 * @path: of the questions, in the form of Spider's train.json
 * @max_databases: no more than these
 * @error: what went wrong
 *
 * Returns: (transfer full): the questions whose database is there; no database is opened
 */
TrainSet *
train_set_list_from (const char *data, const char *path, guint max_databases, GError **error)
{
  g_autoptr (TrainSet) self = train_set_new ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *items;

  if (!json_parser_load_from_file (parser, path, error))
    return NULL;
  items = json_node_get_array (json_parser_get_root (parser));
  list_databases (self, items, data, max_databases);
  for (guint i = 0; i < json_array_get_length (items); i++)
    {
      JsonObject *item = json_array_get_object_element (items, i);
      TrainDatabase *database = find_database (self, json_object_get_string_member (item, "db_id"));
      TrainExample *example;

      if (database == NULL)
        continue;
      example = g_new0 (TrainExample, 1);
      example->database = database;
      example->text = g_strdup (json_object_get_string_member (item, "question"));
      example->sql = g_strdup (json_object_get_string_member (item, "query"));
      g_ptr_array_add (self->examples, example);
    }
  return g_steal_pointer (&self);
}

/** train_set_list: train_set_list_from() with Spider's train.json */
TrainSet *
train_set_list (const char *data, guint max_databases, GError **error)
{
  g_autofree char *path = g_build_filename (data, "spider", "train.json", NULL);

  return train_set_list_from (data, path, max_databases, error);
}

/** train_set_keep_fold: forgets the databases of all other folds, with their questions */
void
train_set_keep_fold (TrainSet *self, guint fold)
{
  for (guint i = self->examples->len; i-- > 0;)
    if (train_example (self, i)->database->fold != fold)
      g_ptr_array_remove_index (self->examples, i);
  for (guint i = self->databases->len; i-- > 0;)
    if (((TrainDatabase *) self->databases->pdata[i])->fold != fold)
      g_ptr_array_remove_index (self->databases, i);
}

/**
 * train_set_open:
 * @self: from train_set_list()
 * @data: the folder of public data
 * @scratch: (nullable): a folder for workspaces, which are kept there; %NULL for one that goes away with the set
 * @error: what went wrong
 *
 * Returns: whether all databases are open
 */
gboolean
train_set_open (TrainSet *self, const char *data, const char *scratch, GError **error)
{
  self->temporary = scratch == NULL;
  self->scratch = scratch != NULL ? g_strdup (scratch) : g_dir_make_tmp ("askdata-train-XXXXXX", error);
  if (self->scratch == NULL)
    return FALSE;
  for (guint i = 0; i < self->databases->len; i++)
    if (!database_open (g_ptr_array_index (self->databases, i), data, self->scratch, error))
      return FALSE;
  return TRUE;
}

/**
 * train_set_load:
 * @data: the folder of public data
 * @scratch: as of train_set_open()
 * @max_databases: no more than these
 * @error: what went wrong
 *
 * Returns: (transfer full): the questions whose database is there, not linked yet; all databases are open
 */
TrainSet *
train_set_load (const char *data, const char *scratch, guint max_databases, GError **error)
{
  g_autoptr (TrainSet) self = train_set_list (data, max_databases, error);

  if (self == NULL || !train_set_open (self, data, scratch, error))
    return NULL;
  return g_steal_pointer (&self);
}

/** train_set_link: reads each question against its database, and what its right query says */
gboolean
train_set_link (TrainSet *self, GError **error)
{
  for (guint i = 0; i < self->examples->len; i++)
    if (!example_read (train_example (self, i), error))
      return FALSE;
  return TRUE;
}

/** train_get_ms: Returns: the time that this thread has worked: others may work beside it */
double
train_get_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * (double) now.tv_sec + 1e-6 * (double) now.tv_nsec;
}

/** train_learns_from: whether weights that are made without the fold @without may see @database; %TRAIN_ALL sees all */
gboolean
train_learns_from (const TrainDatabase *database, guint without)
{
  return database->fold != without;
}

/** train_learns_query: whether they may learn from the right query of @example, where a draft can say it */
gboolean
train_learns_query (const TrainExample *example, guint without)
{
  return example->draft != NULL && train_learns_from (example->database, without);
}

/** train_list_learned: Returns: (transfer floating): the names of the databases that weights without a fold may see */
GVariant *
train_list_learned (TrainSet *self, guint without)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < self->databases->len; i++)
    {
      const TrainDatabase *database = g_ptr_array_index (self->databases, i);

      if (train_learns_from (database, without))
        g_variant_builder_add (&builder, "s", database->name);
    }
  return g_variant_builder_end (&builder);
}

/** train_data_dup: Returns: (transfer full): where public data lies, if it does */
char *
train_data_dup (void)
{
  const char *shared = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");

  return shared != NULL ? g_strdup (shared) : g_build_filename (root != NULL ? root : ".", "..", "shared", "data", NULL);
}
