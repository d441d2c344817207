/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One text as one statement: its tokens, the SELECT in it and nothing behind that, and how large it is. What is no SELECT is
 * told from what is one but wrong.
 */
#include "config.h"

#include "sql/ask-sql-parser-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-memory.h"
#include "sql/ask-sql-weigh-private.h"

/* Nodes of lists that most statements have at once. */
#define USUAL_LIST 16

/* As many as short statements have at most. */
#define FEW_TOKENS 256

static gboolean
starts_other_statement (AskSqlTokenType type)
{
  switch ((guint) type)
    {
    case ASK_TOKEN_ALTER:
    case ASK_TOKEN_ANALYZE:
    case ASK_TOKEN_ATTACH:
    case ASK_TOKEN_BEGIN:
    case ASK_TOKEN_COMMIT:
    case ASK_TOKEN_CREATE:
    case ASK_TOKEN_DELETE:
    case ASK_TOKEN_DETACH:
    case ASK_TOKEN_DROP:
    case ASK_TOKEN_END:
    case ASK_TOKEN_EXPLAIN:
    case ASK_TOKEN_INSERT:
    case ASK_TOKEN_PRAGMA:
    case ASK_TOKEN_REINDEX:
    case ASK_TOKEN_RELEASE:
    case ASK_TOKEN_REPLACE:
    case ASK_TOKEN_ROLLBACK:
    case ASK_TOKEN_SAVEPOINT:
    case ASK_TOKEN_UPDATE:
    case ASK_TOKEN_VACUUM:
      return TRUE;
    default:
      return FALSE;
    }
}

/* ask_parser_fail_other_statement: WITH … may stand before DELETE, INSERT and UPDATE, too. Returns: whether it failed */
gboolean
ask_parser_fail_other_statement (AskSqlParser *self)
{
  const AskSqlParserToken *token = ask_parser_peek (self);
  g_autofree char *word = NULL;

  if (!starts_other_statement (token->type))
    return FALSE;
  word = g_ascii_strup (self->sql + token->start, (gssize) (token->end - token->start));
  ask_parser_fail (self, ASK_SQL_ERROR_NOT_A_SELECT, token->start, "%s is not allowed here: only one SELECT is.", word);
  return TRUE;
}

static gboolean
parse_statement (AskSqlParser *self)
{
  while (ask_parser_accept (self, ASK_TOKEN_SEMICOLON))
    ;
  if (ask_parser_type (self) == ASK_TOKEN_TEXT_END)
    return ask_parser_fail (self, ASK_SQL_ERROR_NOT_A_SELECT, ask_parser_peek (self)->start,
                            "there is no statement; write one SELECT.");
  if (ask_parser_fail_other_statement (self))
    return FALSE;
  if (!ask_parser_starts_select (ask_parser_type (self)) && ask_parser_type (self) != ASK_TOKEN_OPEN_BRACES)
    return ask_parser_fail_expected (self, "SELECT, VALUES or WITH");
  self->tree->select = ask_parser_select (self);
  if (self->tree->select == NULL)
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_SEMICOLON))
    {
      while (ask_parser_accept (self, ASK_TOKEN_SEMICOLON))
        ;
      if (ask_parser_type (self) != ASK_TOKEN_TEXT_END)
        return ask_parser_fail (self, ASK_SQL_ERROR_NOT_A_SELECT, ask_parser_peek (self)->start,
                                "a second statement begins here; write only one SELECT.");
    }
  else if (ask_parser_type (self) != ASK_TOKEN_TEXT_END)
    return ask_parser_fail_expected (self, "an operator, the next clause or the end");
  return TRUE;
}

static gboolean
is_flat (const AskSqlSelect *select)
{
  const AskSqlCore *core = select->cores[0];

  if (select->n_ctes > 0 || select->n_cores > 1 || select->order.n > 0 || core->n_rows > 0 || core->n_windows > 0
      || core->group_by.n > 0)
    return FALSE;
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].alias != NULL)
      return FALSE;
  for (guint i = 0; i < core->from.n; i++)
    if (core->from.items[i]->kind != ASK_FROM_TABLE || core->from.items[i]->natural
        || core->from.items[i]->using != NULL)
      return FALSE;
  return TRUE;
}

/* More of them may be too much, or nested too deeply. */
#define MAX_FLAT 1000

/* Where nothing stands for more than itself there is nothing to weigh. */
static gboolean
check_flat (AskSqlParser *self)
{
  AskSqlTree *tree = self->tree;
  const AskSqlCore *core = tree->select->cores[0];

  tree->flat = tree->flat && self->n_exprs <= MAX_FLAT && is_flat (tree->select);
  if (!tree->flat)
    return FALSE;
  tree->n_selects = 1;
  tree->n_levels = core->from.n > 0;
  tree->n_parts = 1 + core->n_results + core->from.n + self->n_exprs;
  return TRUE;
}

static gboolean
check_size (AskSqlParser *self)
{
  AskSqlSpan span;
  g_autofree char *problem = check_flat (self) ? NULL : ask_sql_weigh (self->tree, FALSE, &span);

  return problem == NULL || ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, span.start, "%s.", problem);
}

static gint n_parses; /* atomic */

/** ask_sql_count_parses: Returns: how many texts were parsed in this process so far, for tests; any thread */
guint
ask_sql_count_parses (void)
{
  return (guint) g_atomic_int_get (&n_parses);
}

/* (nullable): what a parse that is over has collected its lists in, empty, for the next one of any thread. */
static GPtrArray *spare; /* atomic */

/* That of a longer text may have grown large, and is not kept. */
#define MAX_SPARE_LENGTH 4096

static GPtrArray *
take_unfinished (void)
{
  GPtrArray *unfinished = g_atomic_pointer_exchange (&spare, NULL);

  return unfinished != NULL ? unfinished : g_ptr_array_sized_new (USUAL_LIST);
}

/* @length: of the text that was parsed with it */
static void
give_unfinished (GPtrArray *unfinished, gsize length)
{
  g_ptr_array_set_size (unfinished, 0);
  if (length > MAX_SPARE_LENGTH || !g_atomic_pointer_compare_and_exchange (&spare, NULL, unfinished))
    g_ptr_array_unref (unfinished);
}

/* @plain: (nullable) (element-type AskSqlToken): of @sql */
static AskSqlTree *
parse (const char *sql, gssize length, const GArray *plain, GError **error)
{
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GArray) own = NULL;
  AskSqlParserToken few[FEW_TOKENS];
  g_autofree AskSqlParserToken *many = NULL;
  AskSqlParser self = { 0 };
  gsize size;

  g_return_val_if_fail (sql != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  g_atomic_int_inc (&n_parses);
  size = length < 0 ? strlen (sql) : strnlen (sql, (gsize) length);
  if (size > ASK_SQL_MAX_LENGTH)
    {
      ask_error_set (error, ASK_SQL_ERROR, ASK_SQL_ERROR_TOO_LARGE,
                     N_ ("The statement has %zu bytes; %u are the most."), size, ASK_SQL_MAX_LENGTH);
      return NULL;
    }
  tree = ASK_NEW0 (AskSqlTree);
  tree->flat = TRUE;
  tree->text = ask_sql_tree_strdup (tree, sql, (gssize) size);
  if (plain == NULL)
    plain = own = ask_sql_tokenize (tree->text);
  if (ASK_PARSER_TOKENS (plain) > FEW_TOKENS)
    many = g_new (AskSqlParserToken, ASK_PARSER_TOKENS (plain));
  self.tree = tree;
  self.sql = tree->text;
  self.tokens = many != NULL ? many : few;
  self.n_tokens = ask_parser_read_tokens (tree->text, plain, self.tokens);
  self.unfinished = take_unfinished ();
  if (!parse_statement (&self) || !check_size (&self))
    g_clear_pointer (&tree, ask_sql_tree_free);
  g_clear_pointer (&self.parameters, g_hash_table_unref);
  give_unfinished (self.unfinished, size);
  /* The check that a failure always says why. */
  g_assert ((tree == NULL) == (self.error != NULL));
  if (self.error != NULL)
    g_propagate_error (error, self.error);
  return g_steal_pointer (&tree);
}

/**
 * ask_sql_parse:
 * @sql: the text, in UTF-8; nothing after a NUL counts
 * @length: bytes, or -1 up to the NUL
 * @error: ASK_SQL_ERROR_SYNTAX, ASK_SQL_ERROR_NOT_A_SELECT, ASK_SQL_ERROR_TOO_LARGE or
 *   ASK_SQL_ERROR_MISUSE, its message beginning with line and column
 *
 * Reads one SELECT, perhaps with a semicolon behind it. May be called in any thread.
 *
 * Returns: (transfer full): the tree
 */
AskSqlTree *
ask_sql_parse (const char *sql, gssize length, GError **error)
{
  return parse (sql, length, NULL, error);
}

/**
 * ask_sql_parse_tokens:
 * @sql: as of ask_sql_parse(), up to the NUL
 * @tokens: (element-type AskSqlToken): ask_sql_tokenize() of @sql, where somebody has looked at them already
 * @error: as ask_sql_parse()
 *
 * Returns: (transfer full): the tree
 */
AskSqlTree *
ask_sql_parse_tokens (const char *sql, const GArray *tokens, GError **error)
{
  g_return_val_if_fail (tokens != NULL, NULL);

  return parse (sql, -1, tokens, error);
}
