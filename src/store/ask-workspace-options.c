/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Workspaces up to version 4 kept what was said of a source as records of text, each as an HTTP header would be:
 * "header:X-Api-Key=$KEY", "header:Delimiter=tab" of a spreadsheet, "reads:POST /orders/search", and three numbers in
 * columns of their own. This turns them into typed options, once. Keys in the Secret Service stay where they are.
 */
#include "config.h"

#include "store/ask-option.h"
#include "store/ask-workspace-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* Names that were escaped in a record, because they may have any character. */
static gboolean
is_escaped (const char *word)
{
  static const char *const words[] = { "basic", "client", "reads", "whole", "follow", NULL };

  return g_strv_contains (words, word);
}

static AskSourceOption *
find_or_add_list (GPtrArray *options, const AskOptionSpec *spec)
{
  AskSourceOption *list = ask_source_options_find (options, spec->word);

  if (list == NULL)
    {
      list = ask_source_option_new (spec, "", NULL);
      g_ptr_array_add (options, list);
    }
  return list;
}

/* @name: (transfer none): what stood before "="
 * @text: (nullable): and behind it */
static gboolean
add_option (GPtrArray *options, const AskSourceKind *kind, const char *word, const char *name, const char *text)
{
  const AskOptionSpec *spec = ask_source_kind_find_option (kind, word);
  AskSourceOption *option;

  if (spec == NULL)
    return FALSE;
  if (spec->type == ASK_OPTION_LIST)
    {
      ask_source_option_add_item (find_or_add_list (options, spec), name);
      return TRUE;
    }
  option = ask_source_option_new (spec, (spec->flags & ASK_OPTION_NAMED) != 0 ? name : "", text);
  g_ptr_array_add (options, option);
  if (spec->type == ASK_OPTION_CHOICE)
    {
      /* "lenient:" had no value. */
      char *lower = g_ascii_strdown (text != NULL ? text : "yes", -1);

      g_free (option->text);
      option->text = lower;
      return g_strv_contains (spec->choices, lower);
    }
  if (text == NULL)
    option->keep = ASK_OPTION_KEYRING;
  else if (spec->type == ASK_OPTION_SECRET
           || ((spec->flags & ASK_OPTION_MAY_BE_SECRET) != 0 && ask_option_has_variable (text)))
    option->keep = ASK_OPTION_VARIABLE;
  return TRUE;
}

static gboolean
read_record (GPtrArray *options, const AskSourceKind *kind, const char *record)
{
  const char *colon = strchr (record, ':');
  g_autofree char *word = colon != NULL ? g_strndup (record, (gsize) (colon - record)) : NULL;
  const char *equals = colon != NULL ? strchr (colon, '=') : NULL;
  g_autofree char *name = NULL;

  if (word == NULL)
    return FALSE;
  name = equals != NULL ? g_strndup (colon + 1, (gsize) (equals - colon - 1)) : g_strdup (colon + 1);
  if (is_escaped (word))
    {
      char *plain = g_uri_unescape_string (name, NULL);

      if (plain == NULL)
        return FALSE;
      g_free (name);
      name = plain;
    }
  /* A spreadsheet's options stood among headers. */
  if (strcmp (word, "header") == 0 && kind->nature == ASK_NATURE_FILE)
    {
      g_free (word);
      word = g_ascii_strdown (name, -1);
    }
  return add_option (options, kind, word, name, equals != NULL ? equals + 1 : NULL);
}

static GPtrArray *
read_records (const AskSourceKind *kind, const char *json)
{
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, NULL);
  g_autoptr (GPtrArray) options = ask_source_options_new ();
  JsonArray *array;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *record = ask_json_element_string (array, i);

      if (record == NULL || !read_record (options, kind, record))
        return NULL;
    }
  return g_steal_pointer (&options);
}

static void
add_number (GPtrArray *options, const AskSourceKind *kind, const char *word, gint64 number)
{
  const AskOptionSpec *spec = ask_source_kind_find_option (kind, word);
  AskSourceOption *option;

  if (number <= 0 || spec == NULL)
    return;
  option = ask_source_option_new (spec, "", NULL);
  option->number = CLAMP (number, spec->least, spec->most);
  g_ptr_array_add (options, option);
}

/* Of a row of (name, kind, secrets, cache_s, max_calls, lanes). Returns: (transfer full): what stays unreadable is kept
 * as it was, so that opening the source says so, and no other one is lost */
static char *
dup_options (sqlite3_stmt *row)
{
  g_autofree char *word = ask_statement_dup_text (row, 1);
  g_autofree char *secrets = ask_statement_dup_text (row, 2);
  const AskSourceKind *kind = ask_source_kinds_find (word);
  g_autoptr (GPtrArray) options = kind != NULL ? read_records (kind, secrets) : NULL;

  if (options == NULL)
    return g_steal_pointer (&secrets);
  add_number (options, kind, "cache", sqlite3_column_int64 (row, 3));
  add_number (options, kind, "max-calls", sqlite3_column_int64 (row, 4));
  add_number (options, kind, "lanes", sqlite3_column_int64 (row, 5));
  return ask_options_to_json (options);
}

/*
 * ask_workspace_type_options:
 *
 * Inside the transaction of the step to version 5.
 */
gboolean
ask_workspace_type_options (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("it was not brought up to date");
  g_autoptr (sqlite3_stmt) read
    = ask_workspace_prepare (self, what, "SELECT name, kind, secrets, cache_s, max_calls, lanes FROM source", error);
  g_autoptr (sqlite3_stmt) write = NULL;
  gboolean row = FALSE;

  if (read == NULL)
    return FALSE;
  write = ask_workspace_prepare (self, what, "UPDATE source SET options = ?2 WHERE name = ?1", error);
  while (write != NULL)
    {
      g_autofree char *name = NULL;
      g_autofree char *options = NULL;

      if (!ask_workspace_step (self, what, read, &row, error))
        return FALSE;
      if (!row)
        break;
      name = ask_statement_dup_text (read, 0);
      options = dup_options (read);
      ask_statement_bind_text (write, 1, name);
      ask_statement_bind_text (write, 2, options);
      if (!ask_workspace_run (self, what, write, error))
        return FALSE;
    }
  g_clear_pointer (&read, sqlite3_finalize);
  return write != NULL
         && ask_workspace_exec (self, what,
                                "ALTER TABLE source DROP COLUMN secrets;"
                                "ALTER TABLE source DROP COLUMN cache_s;"
                                "ALTER TABLE source DROP COLUMN max_calls;"
                                "ALTER TABLE source DROP COLUMN lanes;",
                                error);
}
