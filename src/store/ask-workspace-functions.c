/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of functions: a row for each version. The newest one of a name counts; one without a question took it away.
 */
#include "config.h"

#include "store/ask-workspace-functions.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "sql/ask-sql-signature.h"
#include "store/ask-workspace-private.h"

/* A name and a question longer than these are mistakes. */
#define MAX_NAME 64
#define MAX_QUESTION 4000
#define MAX_EXAMPLES 100

static const char not_read[] = N_ ("the functions were not read");
static const char not_saved[] = N_ ("the function was not saved");

/** ask_own_function_new: @name, @question: as of #AskOwnFunction. Returns: (transfer full): a function that is not saved yet */
AskOwnFunction *
ask_own_function_new (const char *name, const char *question)
{
  AskOwnFunction *self = g_new0 (AskOwnFunction, 1);

  self->name = g_strdup (name);
  self->question = g_strdup (question);
  self->examples = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/** ask_own_function_copy: @self: a function. Returns: (transfer full): the same */
AskOwnFunction *
ask_own_function_copy (const AskOwnFunction *self)
{
  AskOwnFunction *copy = ask_own_function_new (self->name, self->question);

  copy->version = self->version;
  copy->saved_at = self->saved_at;
  copy->type = g_strdup (self->type);
  copy->options = g_strdup (self->options);
  copy->model = g_strdup (self->model);
  copy->kind = g_strdup (self->kind);
  copy->command = g_strdup (self->command);
  for (guint i = 0; i < self->examples->len; i++)
    g_ptr_array_add (copy->examples, g_strdup (self->examples->pdata[i]));
  return copy;
}

/** ask_own_function_free: @self: (nullable) (transfer full): a function */
void
ask_own_function_free (AskOwnFunction *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->question);
  g_free (self->type);
  g_free (self->options);
  g_free (self->model);
  g_free (self->kind);
  g_free (self->command);
  g_ptr_array_unref (self->examples);
  g_free (self);
}

static gboolean
read_examples (AskOwnFunction *function, const char *json, GError **error)
{
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, error);
  JsonArray *array;

  if (node == NULL)
    return FALSE;
  array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    g_ptr_array_add (function->examples, g_strdup (json_array_get_string_element (array, i)));
  return TRUE;
}

static char *
write_examples (const GPtrArray *examples)
{
  GString *json = g_string_new ("[");

  for (guint i = 0; i < examples->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      ask_json_append_string (json, examples->pdata[i], -1);
    }
  return g_string_free (g_string_append_c (json, ']'), FALSE);
}

/* @name: (nullable): all of its versions; else the newest of each name that is there */
static GPtrArray *
list (AskWorkspace *self, const char *name, GError **error)
{
  static const char all[] = "SELECT name, version, saved_at, question, type, options, examples, model, kind, command"
                            "  FROM function WHERE name = ?1 ORDER BY version DESC";
  static const char newest[]
    = "SELECT name, max(version), saved_at, question, type, options, examples, model, kind, command FROM function f"
      "  WHERE version = (SELECT max(version) FROM function WHERE name = f.name) AND question IS NOT NULL"
      "  GROUP BY name ORDER BY name";
  g_autoptr (GPtrArray) functions = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_own_function_free);
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, not_read, name != NULL ? all : newest, error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  if (name != NULL)
    ask_statement_bind_text (statement, 1, name);
  while (ask_workspace_step (self, not_read, statement, &row, error))
    {
      g_autofree char *own = NULL;
      g_autofree char *question = NULL;
      g_autofree char *examples = NULL;
      AskOwnFunction *function;

      if (!row)
        return g_steal_pointer (&functions);
      own = ask_statement_dup_text (statement, 0);
      question = ask_statement_dup_text (statement, 3);
      examples = ask_statement_dup_text (statement, 6);
      function = ask_own_function_new (own, question);
      g_ptr_array_add (functions, function);
      function->version = sqlite3_column_int64 (statement, 1);
      function->saved_at = sqlite3_column_int64 (statement, 2);
      function->type = ask_statement_dup_text (statement, 4);
      function->options = ask_statement_dup_text (statement, 5);
      function->model = ask_statement_dup_text (statement, 7);
      function->kind = ask_statement_dup_text (statement, 8);
      function->command = ask_statement_dup_text (statement, 9);
      if (examples != NULL && !read_examples (function, examples, error))
        return NULL;
    }
  return NULL;
}

/**
 * ask_workspace_list_functions:
 * @self: a workspace
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full) (element-type AskOwnFunction): the newest version of each that was not taken away, by name
 */
GPtrArray *
ask_workspace_list_functions (AskWorkspace *self, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);
  return list (self, NULL, error);
}

/**
 * ask_workspace_list_function_versions:
 * @self: a workspace
 * @name: of a function
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full) (element-type AskOwnFunction): all of its versions, the newest first; none where there never was one
 */
GPtrArray *
ask_workspace_list_function_versions (AskWorkspace *self, const char *name, GError **error)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);
  return list (self, name, error);
}

static gboolean
check_name (const char *name, GError **error)
{
  gsize n = strlen (name);
  AskSqlSignature signature;
  gboolean good = n > 0 && n <= MAX_NAME && !g_ascii_isdigit (name[0]);

  for (gsize i = 0; good && i < n; i++)
    good = g_ascii_isalnum (name[i]) || name[i] == '_';
  if (!good)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   N_ ("“%s” is no name for a function. It has letters, digits and _, and begins with a letter."),
                   name);
  else if (ask_sql_find_signature (name, &signature) || g_ascii_strncasecmp (name, "llm", 3) == 0 || name[0] == '_')
    {
      good = FALSE;
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("SQL has a function %s already. Choose another name."), name);
    }
  return good;
}

/* A program is no model: it knows nothing of forms and examples. */
static gboolean
check_program (const AskOwnFunction *function, GError **error)
{
  static const char *const kinds[] = { "map", "qa", "join", NULL };

  if (function->kind != NULL && g_strv_contains (kinds, function->kind) && function->command != NULL
      && *function->command != '\0' && strlen (function->command) <= MAX_QUESTION && function->model == NULL
      && function->type == NULL && function->examples->len == 0)
    return TRUE;
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 N_ (
                   "The program of %s is given as map:COMMAND, qa:COMMAND or join:COMMAND, without a model, a type or "
                   "examples."),
                 function->name);
  return FALSE;
}

static gboolean
check (const AskOwnFunction *function, GError **error)
{
  const gboolean program = function->kind != NULL || function->command != NULL;
  g_autofree char *question = g_strstrip (g_strdup (function->question != NULL ? function->question : ""));

  if (!check_name (function->name, error) || (program && !check_program (function, error)))
    return FALSE;
  if ((question[0] == '\0' && !program) || strlen (question) > MAX_QUESTION || !g_utf8_validate (question, -1, NULL))
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The question of %s is empty, longer than 4,000 bytes, or no text in UTF-8."), function->name);
      return FALSE;
    }
  if (function->examples->len % 2 != 0 || function->examples->len > 2 * MAX_EXAMPLES)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The examples of %s are pairs of a value and its answer, 100 at most."), function->name);
      return FALSE;
    }
  return TRUE;
}

/* @function: without a question where it is taken away */
static gboolean
insert (AskWorkspace *self, const AskOwnFunction *function, GError **error)
{
  g_autofree char *examples = write_examples (function->examples);
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (
    self, not_saved,
    "INSERT INTO function (name, version, saved_at, question, type, options, examples, model, kind, command)"
    "  VALUES (coalesce((SELECT name FROM function WHERE name = ?1 LIMIT 1), ?1),"
    "          coalesce((SELECT max(version) FROM function WHERE name = ?1), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, function->name);
  sqlite3_bind_int64 (statement, 2, g_get_real_time ());
  ask_statement_bind_text (statement, 3, function->question);
  ask_statement_bind_text (statement, 4, function->type);
  ask_statement_bind_text (statement, 5, function->options);
  ask_statement_bind_text (statement, 6, examples);
  ask_statement_bind_text (statement, 7, function->model);
  ask_statement_bind_text (statement, 8, function->kind);
  ask_statement_bind_text (statement, 9, function->command);
  return ask_workspace_run (self, not_saved, statement, error);
}

/**
 * ask_workspace_save_function:
 * @self: a workspace
 * @function: its version and time are not looked at
 * @error: %ASK_STORE_ERROR_INVALID where it cannot be one; %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is kept, as a new version where there is one of its name
 */
gboolean
ask_workspace_save_function (AskWorkspace *self, const AskOwnFunction *function, GError **error)
{
  g_return_val_if_fail (self != NULL && function != NULL, FALSE);
  return check (function, error) && insert (self, function, error);
}

/**
 * ask_workspace_remove_function:
 * @self: a workspace
 * @name: of a function
 * @error: %ASK_STORE_ERROR_UNKNOWN, %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is gone; its versions stay
 */
gboolean
ask_workspace_remove_function (AskWorkspace *self, const char *name, GError **error)
{
  g_autoptr (AskOwnFunction) none = ask_own_function_new (name, NULL);
  g_autoptr (GPtrArray) versions = ask_workspace_list_function_versions (self, name, error);

  if (versions == NULL)
    return FALSE;
  if (versions->len == 0 || ((const AskOwnFunction *) versions->pdata[0])->question == NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                     N_ ("There is no function %s. “askdata-cli function list” lists those that there are."), name);
      return FALSE;
    }
  return insert (self, none, error);
}
