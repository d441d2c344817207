/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The folder of a trial: trial.json says which tables lie behind APIs of which design, questions.jsonl has a question a
 * line. It must never write outside its folder.
 */
#include "config.h"

#include "bench/ask-trial.h"

#include <string.h>

#include "base/ask-json.h"

static const char *const designs[] = { "optional", "keys", "paged", "required", "aggregate", "document" };

G_STATIC_ASSERT (G_N_ELEMENTS (designs) == ASK_TRIAL_N_DESIGNS);

/**
 * ask_trial_design_to_string:
 * @design: of an API
 *
 * Returns: (transfer none): "optional", …
 */
const char *
ask_trial_design_to_string (AskTrialDesign design)
{
  return designs[design];
}

/**
 * ask_trial_design_from_string:
 * @string: "optional", …
 * @design: (out): which that is
 *
 * Returns: whether there is such a design
 */
gboolean
ask_trial_design_from_string (const char *string, AskTrialDesign *design)
{
  for (guint i = 0; i < ASK_TRIAL_N_DESIGNS; i++)
    if (g_strcmp0 (string, designs[i]) == 0)
      {
        *design = (AskTrialDesign) i;
        return TRUE;
      }
  return FALSE;
}

static void
column_free (gpointer data)
{
  AskTrialColumn *self = data;

  g_free (self->name);
  g_free (self);
}

static void
table_free (gpointer data)
{
  AskTrialTable *self = data;

  g_free (self->name);
  g_free (self->required);
  g_ptr_array_unref (self->columns);
  g_free (self);
}

static void
database_free (gpointer data)
{
  AskTrialDatabase *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->tables);
  g_free (self);
}

static void
question_free (gpointer data)
{
  AskTrialQuestion *self = data;

  g_free (self->id);
  g_free (self->text);
  g_free (self->sql);
  g_strfreev (self->databases);
  g_strfreev (self->offered);
  g_free (self);
}

/**
 * ask_trial_database_new:
 * @name: by which questions name it
 *
 * Returns: (transfer full): a database without tables behind an API
 */
AskTrialDatabase *
ask_trial_database_new (const char *name)
{
  AskTrialDatabase *self = g_new0 (AskTrialDatabase, 1);

  self->name = g_strdup (name);
  self->tables = g_ptr_array_new_with_free_func (table_free);
  return self;
}

/**
 * ask_trial_database_add:
 * @self: a database
 * @table: the name of one that lies behind the API
 *
 * Returns: (transfer none): the table, without columns
 */
AskTrialTable *
ask_trial_database_add (AskTrialDatabase *self, const char *table)
{
  AskTrialTable *made = g_new0 (AskTrialTable, 1);

  made->name = g_strdup (table);
  made->columns = g_ptr_array_new_with_free_func (column_free);
  g_ptr_array_add (self->tables, made);
  return made;
}

/**
 * ask_trial_table_add:
 * @self: a table
 * @column: its name
 *
 * Returns: (transfer none): the column
 */
AskTrialColumn *
ask_trial_table_add (AskTrialTable *self, const char *column)
{
  AskTrialColumn *made = g_new0 (AskTrialColumn, 1);

  made->name = g_strdup (column);
  g_ptr_array_add (self->columns, made);
  return made;
}

/** ask_trial_new: Returns: (transfer full): an empty trial in @folder, of which nothing is read */
AskTrial *
ask_trial_new (const char *folder)
{
  AskTrial *self = g_new0 (AskTrial, 1);

  self->folder = g_strdup (folder);
  self->n_variants = 1;
  self->databases = g_ptr_array_new_with_free_func (database_free);
  self->questions = g_ptr_array_new_with_free_func (question_free);
  return self;
}

/**
 * ask_trial_free:
 * @self: (nullable): to free
 */
void
ask_trial_free (AskTrial *self)
{
  if (self == NULL)
    return;
  g_free (self->folder);
  g_ptr_array_unref (self->databases);
  g_ptr_array_unref (self->questions);
  g_free (self);
}

/**
 * ask_trial_find:
 * @self: a trial
 * @name: of a database
 *
 * Returns: (transfer none) (nullable): the database
 */
AskTrialDatabase *
ask_trial_find (const AskTrial *self, const char *name)
{
  for (guint i = 0; i < self->databases->len; i++)
    if (g_strcmp0 (((AskTrialDatabase *) self->databases->pdata[i])->name, name) == 0)
      return self->databases->pdata[i];
  return NULL;
}

/**
 * ask_trial_find_table:
 * @self: a database
 * @name: of a table
 *
 * Returns: (transfer none) (nullable): the table, where it lies behind the API
 */
AskTrialTable *
ask_trial_find_table (const AskTrialDatabase *self, const char *name)
{
  for (guint i = 0; i < self->tables->len; i++)
    if (g_ascii_strcasecmp (((AskTrialTable *) self->tables->pdata[i])->name, name) == 0)
      return self->tables->pdata[i];
  return NULL;
}

/**
 * ask_trial_dup_path:
 * @self: a trial
 * @database: a name
 * @variant: from 0
 * @rest: only what stays in the file
 *
 * Returns: (transfer full): where the SQLite file is
 */
char *
ask_trial_dup_path (const AskTrial *self, const char *database, guint variant, gboolean rest)
{
  return g_strdup_printf ("%s/%s/%s-%u.sqlite", self->folder, database, rest ? "rest" : "whole", variant);
}

static JsonObject *
table_to_json (const AskTrialTable *table)
{
  JsonObject *object = json_object_new ();
  JsonArray *columns = json_array_new ();

  ask_json_set_string (object, "name", table->name);
  ask_json_set_string (object, "design", ask_trial_design_to_string (table->design));
  ask_json_set_string (object, "required", table->required);
  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskTrialColumn *column = table->columns->pdata[i];
      JsonObject *item = json_object_new ();

      ask_json_set_string (item, "name", column->name);
      ask_json_set_string (item, "type", ask_type_to_string (column->type));
      json_object_set_boolean_member (item, "key", column->key);
      json_object_set_boolean_member (item, "foreign", column->foreign);
      json_array_add_object_element (columns, item);
    }
  json_object_set_array_member (object, "columns", columns);
  return object;
}

static void
table_from_json (AskTrialDatabase *database, JsonObject *object)
{
  AskTrialTable *table = ask_trial_database_add (database, ask_json_get_string (object, "name"));
  JsonArray *columns = ask_json_get_array (object, "columns");

  ask_trial_design_from_string (ask_json_get_string (object, "design"), &table->design);
  table->required = g_strdup (ask_json_get_string (object, "required"));
  for (guint i = 0; columns != NULL && i < json_array_get_length (columns); i++)
    {
      JsonObject *item = ask_json_element_object (columns, i);
      AskTrialColumn *column = ask_trial_table_add (table, ask_json_get_string (item, "name"));

      ask_type_from_string (ask_json_get_string (item, "type"), &column->type);
      column->key = ask_json_get_boolean (item, "key", FALSE);
      column->foreign = ask_json_get_boolean (item, "foreign", FALSE);
    }
}

static JsonNode *
questions_line (const AskTrialQuestion *question)
{
  JsonObject *object = json_object_new ();
  JsonArray *databases = json_array_new ();
  JsonArray *offered = json_array_new ();

  for (guint i = 0; question->databases[i] != NULL; i++)
    json_array_add_string_element (databases, question->databases[i]);
  for (guint i = 0; question->offered[i] != NULL; i++)
    json_array_add_string_element (offered, question->offered[i]);
  ask_json_set_string (object, "id", question->id);
  ask_json_set_string (object, "question", question->text);
  ask_json_set_string (object, "sql", question->sql);
  json_object_set_array_member (object, "databases", databases);
  json_object_set_array_member (object, "offered", offered);
  return ask_json_take_object (object);
}

/**
 * ask_trial_save:
 * @self: a trial
 * @error: what cannot be written
 *
 * Returns: whether trial.json and questions.jsonl are written
 */
gboolean
ask_trial_save (AskTrial *self, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, "trial.json", NULL);
  g_autofree char *questions_path = g_build_filename (self->folder, "questions.jsonl", NULL);
  g_autoptr (GString) lines = g_string_new (NULL);
  JsonObject *object = json_object_new ();
  JsonArray *databases = json_array_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;

  json_object_set_int_member (object, "version", 1);
  json_object_set_int_member (object, "variants", self->n_variants);
  for (guint i = 0; i < self->databases->len; i++)
    {
      const AskTrialDatabase *database = self->databases->pdata[i];
      JsonObject *item = json_object_new ();
      JsonArray *tables = json_array_new ();

      ask_json_set_string (item, "name", database->name);
      for (guint t = 0; t < database->tables->len; t++)
        json_array_add_object_element (tables, table_to_json (database->tables->pdata[t]));
      json_object_set_array_member (item, "tables", tables);
      json_array_add_object_element (databases, item);
    }
  json_object_set_array_member (object, "databases", databases);
  node = ask_json_take_object (object);
  text = ask_json_to_string (node, TRUE);
  for (guint i = 0; i < self->questions->len; i++)
    {
      g_autoptr (JsonNode) line = questions_line (self->questions->pdata[i]);
      g_autofree char *printed = ask_json_to_string (line, FALSE);

      g_string_append_printf (lines, "%s\n", printed);
    }
  return g_file_set_contents (path, text, -1, error)
         && g_file_set_contents (questions_path, lines->str, (gssize) lines->len, error);
}

/* A list of texts, or one text; what is left out is NULL. */
static GStrv
read_names (JsonObject *object, const char *many, const char *one)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  JsonArray *array = ask_json_get_array (object, many);
  const char *single = ask_json_get_string (object, one);

  if (array == NULL && single == NULL)
    return NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (ask_json_element_string (array, i) != NULL)
      g_strv_builder_add (names, ask_json_element_string (array, i));
  if (array == NULL)
    g_strv_builder_add (names, single);
  return g_strv_builder_end (names);
}

static gboolean
read_question (AskTrial *self, JsonObject *object, guint n, GError **error)
{
  AskTrialQuestion *question = g_new0 (AskTrialQuestion, 1);
  const char *id = ask_json_get_string (object, "id");

  g_ptr_array_add (self->questions, question);
  question->id = id != NULL ? g_strdup (id) : g_strdup_printf ("%u", n);
  question->text = g_strdup (ask_json_get_string (object, "question"));
  question->sql = g_strdup (ask_json_get_string (object, "sql"));
  question->databases = read_names (object, "databases", "database");
  question->offered = read_names (object, "offered", "offer");
  if (question->text == NULL || question->databases == NULL
      || (question->sql == NULL) != (question->databases[0] == NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "Line %u of the questions needs “question”, “databases” and “sql”; without databases, no sql.", n);
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_trial_read_questions:
 * @self: gets them
 * @path: a JSON object a line: "question", "sql", "databases" (or "database"), and where wanted "id" and "offered"
 * @error: what cannot be read, and which line is wrong
 *
 * Returns: whether all of them were read
 */
gboolean
ask_trial_read_questions (AskTrial *self, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return FALSE;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (JsonNode) node = NULL;

      if (g_strstrip (lines[i])[0] == '\0')
        continue;
      node = ask_json_parse (lines[i], -1, error);
      if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
        {
          if (node != NULL)
            g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "Line %u of %s is no JSON object.", i + 1, path);
          else
            g_prefix_error (error, "Line %u of %s: ", i + 1, path);
          return FALSE;
        }
      if (!read_question (self, json_node_get_object (node), i + 1, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_trial_open:
 * @folder: what ask_trial_prepare() has filled
 * @error: what cannot be read
 *
 * Returns: (transfer full) (nullable): the trial
 */
AskTrial *
ask_trial_open (const char *folder, GError **error)
{
  g_autoptr (AskTrial) self = ask_trial_new (folder);
  g_autofree char *path = g_build_filename (folder, "trial.json", NULL);
  g_autofree char *questions = g_build_filename (folder, "questions.jsonl", NULL);
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonArray *databases;

  if (!g_file_get_contents (path, &text, NULL, error))
    {
      g_prefix_error (error, "Run “askdata-bench prepare” first: ");
      return NULL;
    }
  node = ask_json_parse (text, -1, error);
  if (node == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (node) || ask_json_get_integer (json_node_get_object (node), "version", 0) != 1)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s is of another version. Prepare the folder anew.",
                   path);
      return NULL;
    }
  self->n_variants = (guint) ask_json_get_integer (json_node_get_object (node), "variants", 1);
  databases = ask_json_get_array (json_node_get_object (node), "databases");
  for (guint i = 0; databases != NULL && i < json_array_get_length (databases); i++)
    {
      JsonObject *item = ask_json_element_object (databases, i);
      AskTrialDatabase *database = ask_trial_database_new (ask_json_get_string (item, "name"));
      JsonArray *tables = ask_json_get_array (item, "tables");

      g_ptr_array_add (self->databases, database);
      for (guint t = 0; tables != NULL && t < json_array_get_length (tables); t++)
        table_from_json (database, ask_json_element_object (tables, t));
    }
  return ask_trial_read_questions (self, questions, error) ? g_steal_pointer (&self) : NULL;
}
