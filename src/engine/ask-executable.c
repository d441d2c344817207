/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Executable SQL for the trace: the statement with each API entity written as a function of the
 * arguments that its calls were made with, "shipments(carrier_id => 'NF')". For people to read; it
 * is not run.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-fetch.h"
#include "sql/ask-sql-lexer.h"

#define MAX_WAYS 4

/**
 * ask_engine_note_arguments:
 * @bounds: (element-type AskBound): what a call was bound to; empty for one without arguments
 *
 * Remembers how an entity was called, the first few ways, each once.
 */
void
ask_engine_note_arguments (AskEngine *self, const AskEntity *entity, GArray *bounds)
{
  GPtrArray *seen = g_hash_table_lookup (self->run->arguments, entity->name);
  g_autofree char *text = NULL;

  if (seen == NULL)
    {
      seen = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (self->run->arguments, g_strdup (entity->name), seen);
    }
  if (seen->len >= MAX_WAYS)
    return;
  text = ask_bounds_to_text (bounds, entity);
  if (!g_ptr_array_find_with_equal_func (seen, text, g_str_equal, NULL))
    g_ptr_array_add (seen, g_steal_pointer (&text));
}

static gboolean
stands_as_table (const char *sql, GArray *tokens, guint i)
{
  static const char *const before[] = { "from", "join", "," };
  const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
  guint first = i;

  if (i + 1 < tokens->len
      && (ask_sql_token_is (sql, token + 1, ".") || ask_sql_token_is (sql, token + 1, "(")))
    return FALSE;
  if (i >= 2 && ask_sql_token_is (sql, token - 1, "."))
    first = i - 2;
  for (guint b = 0; first > 0 && b < G_N_ELEMENTS (before); b++)
    if (ask_sql_token_is (sql, &g_array_index (tokens, AskSqlToken, first - 1), before[b]))
      return TRUE;
  return FALSE;
}

/**
 * ask_engine_print_executable:
 * @sql: the statement that has just run
 *
 * Returns: (transfer full): the text
 */
char *
ask_engine_print_executable (AskEngine *self, const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  GString *text = g_string_new (NULL);
  gsize at = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      g_autofree char *name = ask_sql_token_dup_name (sql, token);
      AskEntity *entity
        = name != NULL ? ask_schema_find_entity (self->schema, name) : NULL;
      GPtrArray *seen;

      if (entity == NULL || entity->operation == NULL || !stands_as_table (sql, tokens, i))
        continue;
      seen = g_hash_table_lookup (self->run->arguments, entity->name);
      g_string_append_len (text, sql + at, (gssize) (token->start + token->length - at));
      at = token->start + token->length;
      g_string_append_c (text, '(');
      for (guint s = 0; seen != NULL && s < seen->len; s++)
        g_string_append_printf (text, "%s%s", s > 0 ? " or " : "", (char *) seen->pdata[s]);
      g_string_append_c (text, ')');
    }
  g_string_append (text, sql + at);
  return g_string_free (text, FALSE);
}
