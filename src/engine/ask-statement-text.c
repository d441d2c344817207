/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first of three checks of a text: that it is one SELECT which reads. And the words for what fails, whoever
 * said it: a source, our own parser, or SQLite.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "engine/ask-statement.h"
#include "sql/ask-sql-lexer.h"

#define MAX_SQL_BYTES (1 << 20)

/**
 * ask_statement_refuse:
 * @why: a sentence, marked with N_()
 *
 * Returns: %FALSE, with @error set
 */
gboolean
ask_statement_refuse (GError **error, const char *why)
{
  ask_error_set_literal (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED, why);
  return FALSE;
}

/**
 * ask_statement_take_sql_error:
 * @failure: (transfer full): our parser's or our analysis's
 * @cancellable: (nullable): who may have stopped it
 *
 * Sets @error to the same words as an error of the engine.
 */
void
ask_statement_take_sql_error (AskEngine *self, GError *failure, GCancellable *cancellable, GError **error)
{
  AskEngineError code = ASK_ENGINE_ERROR_UNKNOWN_NAME;

  if (g_error_matches (failure, ASK_SQL_ERROR, ASK_SQL_ERROR_STOPPED))
    {
      ask_statement_failed (self, SQLITE_INTERRUPT, cancellable, error);
      g_error_free (failure);
      return;
    }
  if (failure->domain != ASK_SQL_ERROR)
    {
      g_propagate_error (error, failure);
      return;
    }
  if (failure->code == ASK_SQL_ERROR_NOT_A_SELECT)
    code = ASK_ENGINE_ERROR_REFUSED;
  else if (failure->code == ASK_SQL_ERROR_SYNTAX || failure->code == ASK_SQL_ERROR_MISUSE
           || failure->code == ASK_SQL_ERROR_TOO_LARGE)
    code = ASK_ENGINE_ERROR_SYNTAX;
  ask_error_set_from (error, ASK_ENGINE_ERROR, (int) code, failure);
  g_error_free (failure);
}

/* What is not even meant to be a SELECT, and what is one but wrong. @failure: (transfer full): the parser's */
static void
refuse_text (AskEngine *self, const char *sql, GError *failure, GError **error)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  const AskSqlToken *first = NULL;

  for (guint i = 0; i < tokens->len && first == NULL; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (token->kind != ASK_SQL_COMMENT && !ask_sql_token_is (sql, token, ";"))
        first = token;
    }
  if (first == NULL)
    ask_statement_refuse (error, N_ ("The query is empty. Write one SELECT."));
  else if (!ask_sql_token_is (sql, first, "select") && !ask_sql_token_is (sql, first, "with")
           && !ask_sql_token_is (sql, first, "values") && !ask_sql_token_is (sql, first, "{{"))
    {
      g_autofree char *word = g_strndup (sql + first->start, MIN (first->length, 40));
      g_autofree char *valid = g_utf8_make_valid (word, -1);

      ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED,
                     N_ ("Only a SELECT is allowed here; this begins with “%s”."), valid);
    }
  else
    {
      if (failure->code == ASK_SQL_ERROR_NOT_A_SELECT)
        ask_error_prefix (&failure, N_ ("Only one statement is allowed, a SELECT. "));
      ask_statement_take_sql_error (self, failure, NULL, error);
      return;
    }
  g_error_free (failure);
}

/* @length: of @sql. Most is ASCII, of which eight bytes are looked at in one step. */
static gboolean
is_utf8 (const char *sql, gsize length)
{
  const guint64 beyond = G_GUINT64_CONSTANT (0x8080808080808080);
  gsize at = 0;

  for (; length - at >= sizeof beyond; at += sizeof beyond)
    {
      guint64 bytes;

      memcpy (&bytes, sql + at, sizeof bytes);
      if ((bytes & beyond) != 0)
        break;
    }
  return g_utf8_validate (sql + at, (gssize) (length - at), NULL);
}

/**
 * ask_statement_parse:
 * @sql: as somebody wrote it
 * @tokens: (nullable) (element-type AskSqlToken): its tokens, where they are known
 * @error: %ASK_ENGINE_ERROR; what our parser does not take is said in its words
 *
 * Returns: (transfer full): what was read, or %NULL
 */
AskSqlTree *
ask_statement_parse (AskEngine *self, const char *sql, const GArray *tokens, GError **error)
{
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GError) failure = NULL;

  gsize length = strlen (sql);

  if (length > MAX_SQL_BYTES)
    {
      ask_statement_refuse (error, N_ ("The query is longer than 1 MB."));
      return NULL;
    }
  if (!is_utf8 (sql, length))
    {
      ask_statement_refuse (error, N_ ("The query is not text in UTF-8."));
      return NULL;
    }
  tree = tokens != NULL ? ask_sql_parse_tokens (sql, tokens, &failure) : ask_sql_parse (sql, -1, &failure);
  if (tree == NULL)
    refuse_text (self, sql, g_steal_pointer (&failure), error);
  else if (tree->n_parameters > 0)
    {
      ask_statement_refuse (error, N_ ("The query has a parameter such as ? or :name. Write the value itself."));
      return NULL;
    }
  return g_steal_pointer (&tree);
}

static AskEngineError
classify (AskEngine *self, int code, const char *message)
{
  static const struct
  {
    const char *prefix;
    AskEngineError error;
  } messages[] = {
    { "no such ", ASK_ENGINE_ERROR_UNKNOWN_NAME },
    { "ambiguous column", ASK_ENGINE_ERROR_UNKNOWN_NAME },
    { "unknown function", ASK_ENGINE_ERROR_UNKNOWN_NAME },
    { "unknown database", ASK_ENGINE_ERROR_UNKNOWN_NAME },
    { "near ", ASK_ENGINE_ERROR_SYNTAX },
    { "incomplete input", ASK_ENGINE_ERROR_SYNTAX },
    { "unrecognized token", ASK_ENGINE_ERROR_SYNTAX },
    { "wrong number of arguments", ASK_ENGINE_ERROR_SYNTAX },
    { "misuse of", ASK_ENGINE_ERROR_SYNTAX },
    { "access to ", ASK_ENGINE_ERROR_REFUSED },
    { "not authorized", ASK_ENGINE_ERROR_REFUSED },
    { "no query solution", ASK_ENGINE_ERROR_MISSING_PARAMETER },
  };

  if ((code & 0xff) == SQLITE_AUTH)
    return ASK_ENGINE_ERROR_REFUSED;
  if ((code & 0xff) == SQLITE_NOMEM || (code & 0xff) == SQLITE_TOOBIG || (code & 0xff) == SQLITE_FULL)
    return ASK_ENGINE_ERROR_LIMIT;
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (g_str_has_prefix (message, messages[i].prefix))
      return messages[i].error;
  return self->run != NULL ? ASK_ENGINE_ERROR_FAILED : ASK_ENGINE_ERROR_SYNTAX;
}

/**
 * ask_statement_failed:
 * @code: SQLite's result code
 *
 * Gives the first failure its words: the source's own, ours, or SQLite's.
 *
 * Returns: %FALSE, with @error set
 */
gboolean
ask_statement_failed (AskEngine *self, int code, GCancellable *cancellable, GError **error)
{
  const char *message = sqlite3_errmsg (self->db);
  AskEngineError kind;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self->run != NULL && self->run->failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->run->failure));
      return FALSE;
    }
  kind = classify (self, code, message);
  if (kind == ASK_ENGINE_ERROR_MISSING_PARAMETER && self->missing_entity != NULL)
    ask_error_set (error, ASK_ENGINE_ERROR, kind,
                   N_ ("“%s” needs a value for “%s”: add a condition such as %s.%s = …, or join it "
                       "to a table that has one."),
                   self->missing_entity->name, self->missing_parameter->attribute, self->missing_entity->name,
                   self->missing_parameter->attribute);
  else if (kind == ASK_ENGINE_ERROR_LIMIT)
    ask_error_set (error, ASK_ENGINE_ERROR, kind,
                   N_ ("The query needs more memory than it is allowed. Ask for less with a condition."));
  else if (kind == ASK_ENGINE_ERROR_REFUSED)
    ask_error_set (error, ASK_ENGINE_ERROR, kind,
                   N_ ("This is not allowed in a query: %s. Only tables of your sources can be read, and "
                       "only functions that compute can be called."),
                   message);
  else
    ask_error_set (error, ASK_ENGINE_ERROR, kind, N_ ("SQLite says: %s."), message);
  return FALSE;
}
