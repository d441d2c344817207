/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The word at the cursor is taken out of the text, so that what is half written names nothing; then the statement around
 * the cursor is read.
 */
#include "config.h"

#include "sql/ask-sql-outline.h"

#include <string.h>

#include "sql/ask-sql-outline-private.h"

/** ask_outline_item_new: @name: what names it. Returns: (transfer full): an item of which nothing else is known */
AskSqlOutlineItem *
ask_outline_item_new (const char *name)
{
  AskSqlOutlineItem *self = g_new0 (AskSqlOutlineItem, 1);

  self->name = g_strdup (name);
  return self;
}

/** ask_outline_item_free: @self: (transfer full): an item */
void
ask_outline_item_free (gpointer self)
{
  AskSqlOutlineItem *item = self;

  g_free (item->name);
  g_free (item->schema);
  g_free (item->table);
  g_clear_pointer (&item->columns, g_ptr_array_unref);
  g_free (item);
}

/** ask_sql_outline_free: @self: (nullable) (transfer full): an outline */
void
ask_sql_outline_free (AskSqlOutline *self)
{
  if (self == NULL)
    return;
  g_free (self->typed);
  g_free (self->qualifier);
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->ctes);
  g_ptr_array_unref (self->aliases);
  g_free (self->function);
  g_free (self->compared);
  g_free (self->compared_with);
  g_free (self);
}

/* Whether the cursor stands in the token, or at the end of one that may go on. */
static gboolean
holds_cursor (const char *sql, const AskSqlToken *token, gsize cursor)
{
  gsize end = token->start + token->length;

  if (cursor <= token->start || cursor > end)
    return FALSE;
  if (cursor < end)
    return TRUE;
  switch (token->kind)
    {
    case ASK_SQL_WORD:
    case ASK_SQL_NUMBER:
    case ASK_SQL_PARAMETER:
    case ASK_SQL_UNFINISHED:
      return TRUE;
    case ASK_SQL_COMMENT:
      return sql[token->start] == '-';
    default:
      return FALSE;
    }
}

/* What the word at the cursor is. */
static void
take_word (AskSqlOutline *self, const char *sql, const AskSqlToken *token, gsize cursor)
{
  char first = sql[token->start];
  gboolean quoted = first == '"' || first == '`' || first == '[' || first == '\'';

  if (token->kind == ASK_SQL_WORD || (quoted && token->kind != ASK_SQL_BLOB))
    {
      self->start = token->start;
      self->quote = quoted ? first : 0;
      g_free (self->typed);
      self->typed = g_strndup (sql + token->start + quoted, cursor - token->start - quoted);
    }
  else if (token->kind != ASK_SQL_OPERATOR)
    self->nothing = TRUE;
}

static void
append_tokens (GArray *tokens, const char *sql, gsize from)
{
  g_autoptr (GArray) more = ask_sql_tokenize (sql + from);

  for (guint i = 0; i < more->len; i++)
    {
      AskSqlToken token = g_array_index (more, AskSqlToken, i);

      token.start += from;
      g_array_append_val (tokens, token);
    }
}

/* The tokens of the statement around the cursor, without the word that is written. */
static void
find_tokens (AskOutlineReader *self, gsize cursor)
{
  g_autoptr (GArray) all = ask_sql_tokenize (self->sql);
  gsize length = strlen (self->sql);

  self->tokens = g_array_new (FALSE, FALSE, sizeof (AskSqlToken));
  for (guint i = 0; i < all->len; i++)
    {
      AskSqlToken token = g_array_index (all, AskSqlToken, i);
      gboolean here = holds_cursor (self->sql, &token, cursor);

      if (here)
        take_word (self->outline, self->sql, &token, cursor);
      if (here && token.kind == ASK_SQL_UNFINISHED && self->outline->quote != 0)
        {
          /* A quote that is open would take the rest of the text with it. */
          g_array_set_size (all, i + 1);
          append_tokens (all, self->sql, MIN (cursor, length));
          continue;
        }
      if (token.kind == ASK_SQL_COMMENT || (here && !self->outline->nothing && token.kind != ASK_SQL_OPERATOR))
        continue;
      if (ask_sql_token_is (self->sql, &token, ";"))
        {
          if (token.start >= cursor)
            break;
          g_array_set_size (self->tokens, 0);
        }
      else
        g_array_append_val (self->tokens, token);
    }
  while (self->hole < self->tokens->len
         && g_array_index (self->tokens, AskSqlToken, self->hole).start < self->outline->start)
    self->hole++;
}

static const AskSqlToken *
get_before (const AskOutlineReader *self, guint n)
{
  return self->hole >= n ? &g_array_index (self->tokens, AskSqlToken, self->hole - n) : NULL;
}

static gboolean
is_before (const AskOutlineReader *self, guint n, const char *word)
{
  const AskSqlToken *token = get_before (self, n);

  return token != NULL && ask_sql_token_is (self->sql, token, word);
}

/* "o." before the word, directly. */
static void
find_qualifier (AskOutlineReader *self)
{
  const AskSqlToken *name = get_before (self, 2);

  if (!is_before (self, 1, ".") || get_before (self, 1)->start + 1 != self->outline->start)
    return;
  self->outline->qualifier = name != NULL ? ask_sql_token_dup_name (self->sql, name) : NULL;
  if (self->outline->qualifier == NULL)
    self->outline->qualifier = g_strdup ("");
}

/* "o.country = ", "country IN ('a', " */
static void
find_compared (AskOutlineReader *self)
{
  static const char *const signs[] = { "=", "==", "<>", "!=", "<", ">", "<=", ">=", "is", "like", "(" };
  guint n = self->outline->qualifier != NULL ? 3 : 1;
  gboolean found = FALSE;

  while (is_before (self, n, ",") && get_before (self, n + 1) != NULL
         && get_before (self, n + 1)->kind == ASK_SQL_STRING)
    n += 2;
  for (guint i = 0; i < G_N_ELEMENTS (signs) && !found; i++)
    found = is_before (self, n, signs[i]);
  if (!found || (is_before (self, n, "(") && !is_before (self, ++n, "in")))
    return;
  n++;
  if (is_before (self, n, "not"))
    n++;
  if (get_before (self, n) == NULL)
    return;
  self->outline->compared = ask_sql_token_dup_name (self->sql, get_before (self, n));
  if (self->outline->compared != NULL && is_before (self, n + 1, ".") && get_before (self, n + 2) != NULL)
    self->outline->compared_with = ask_sql_token_dup_name (self->sql, get_before (self, n + 2));
}

static void
append_items (GPtrArray *list, GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const AskSqlOutlineItem *item = items->pdata[i];
      AskSqlOutlineItem *copy = ask_outline_item_new (item->name);

      copy->schema = g_strdup (item->schema);
      copy->table = g_strdup (item->table);
      copy->columns = item->columns != NULL ? g_ptr_array_ref (item->columns) : NULL;
      g_ptr_array_add (list, copy);
    }
}

static void
append_names (GPtrArray *list, GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (list, g_strdup (names->pdata[i]));
}

/* What can be named at the cursor: of its query, and of those around it. */
static void
collect (AskOutlineReader *self)
{
  gboolean sees = TRUE;

  if (self->at != NULL)
    append_names (self->outline->aliases, self->at->aliases);
  for (const AskOutlineQuery *query = self->at; query != NULL; query = query->parent)
    {
      if (sees)
        append_items (self->outline->items, query->items);
      if (query == self->at)
        self->outline->n_own = self->outline->items->len;
      append_items (self->outline->ctes, query->ctes);
      sees = sees && !query->in_from;
    }
}

/**
 * ask_sql_outline_new:
 * @sql: one statement or several, finished or not
 * @cursor: a place in it, in bytes
 * @columns: tells the columns of tables, for a star in a subquery
 * @data: for @columns
 *
 * Returns: (transfer full): what is known at the cursor
 */
AskSqlOutline *
ask_sql_outline_new (const char *sql, gsize cursor, AskSqlColumnsFunc columns, gpointer data)
{
  AskSqlOutline *self = g_new0 (AskSqlOutline, 1);
  AskOutlineReader reader = { .sql = sql, .outline = self, .columns = columns, .data = data };
  guint i = 0;

  self->start = MIN (cursor, strlen (sql));
  self->typed = g_strdup ("");
  self->wants_operand = TRUE;
  self->items = g_ptr_array_new_with_free_func (ask_outline_item_free);
  self->ctes = g_ptr_array_new_with_free_func (ask_outline_item_free);
  self->aliases = g_ptr_array_new_with_free_func (g_free);
  reader.queries = g_ptr_array_new_with_free_func (ask_outline_query_free);
  find_tokens (&reader, self->start);
  find_qualifier (&reader);
  find_compared (&reader);
  ask_outline_read (&reader, &i, NULL, 0);
  collect (&reader);
  g_ptr_array_unref (reader.queries);
  g_array_unref (reader.tokens);
  return self;
}
