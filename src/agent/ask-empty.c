/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A diagnosis becomes a step for the person. A model is told the same with less in it: no literal that it has not
 * written itself, and of a count only how many digits it has. What can be learned from that is reckoned in
 * src/agent/README.md.
 */
#include "config.h"

#include "agent/ask-empty.h"

#include <glib/gi18n.h>

#include "sql/ask-sql-lexer.h"
#include "understand/value/ask-value-diagnose.h"

#define HIDDEN "…"
/* Of the reasons of one answer. */
#define MAX_TOLD 2

static gboolean
is_literal (const AskSqlToken *token)
{
  return token->kind == ASK_SQL_STRING || token->kind == ASK_SQL_BLOB || token->kind == ASK_SQL_NUMBER;
}

/* Returns: (transfer full): the set of literals in @sql, as they are written */
static GHashTable *
list_literals (const char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  GHashTable *literals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      if (is_literal (token))
        g_hash_table_add (literals, g_strndup (sql + token->start, token->length));
    }
  return literals;
}

/* A part of a query that was run, without the literals that @written does not have: those were put right here. */
static char *
hide (const char *part, GHashTable *written)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (part);
  GString *text = g_string_new (NULL);
  gsize at = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      g_autofree char *literal = g_strndup (part + token->start, token->length);

      if (!is_literal (token) || g_hash_table_contains (written, literal))
        continue;
      g_string_append_len (text, part + at, (gssize) (token->start - at));
      g_string_append (text, HIDDEN);
      at = token->start + token->length;
    }
  g_string_append (text, part + at);
  return g_string_free (text, FALSE);
}

static const char *
say_magnitude (gint64 n)
{
  return n == 1     ? "one row"
         : n < 10   ? "a few rows"
         : n < 100  ? "tens of rows"
         : n < 1000 ? "hundreds of rows"
                    : "1000 rows or more";
}

static void
append_reason (GString *text, const AskEmptyReason *reason, GHashTable *written)
{
  g_autofree char *what = reason->what != NULL ? hide (reason->what, written) : NULL;

  switch (reason->kind)
    {
    case ASK_EMPTY_TABLE:
      g_string_append_printf (text, " %s has no row.", what);
      break;
    case ASK_EMPTY_JOIN:
      if (what != NULL)
        g_string_append_printf (text, " No row joins by %s.", what);
      else
        g_string_append (text, " A join matches no row.");
      break;
    case ASK_EMPTY_CONDITION:
      g_string_append_printf (text, " No row fulfils %s.", what);
      break;
    case ASK_EMPTY_TOGETHER:
      if (what == NULL)
        g_string_append (text, " Each condition has rows, no row fulfils all of them.");
      else
        g_string_append_printf (text, " No row fulfils %s together with the rest.", what);
      break;
    case ASK_EMPTY_HAVING:
      g_string_append_printf (text, " No group fulfils %s.", what);
      break;
    case ASK_EMPTY_LIMIT:
      g_string_append (text, " LIMIT or OFFSET leaves no row.");
      break;
    case ASK_EMPTY_SIDES:
      g_string_append (text, " Both sides of the compound have rows, and nothing is left of them.");
      break;
    }
  if (reason->without > 0)
    g_string_append_printf (text, " Without that there are %s.", say_magnitude (reason->without));
  if (reason->loose > 0)
    g_string_append (text, " It would hold without regard to case and outer blanks.");
}

static char *
tell_model (GPtrArray *reasons, const char *written)
{
  g_autoptr (GHashTable) literals = list_literals (written);
  GString *text = g_string_new (" Why:");

  for (guint i = 0; i < MIN (reasons->len, MAX_TOLD); i++)
    append_reason (text, reasons->pdata[i], literals);
  return g_string_free (text, FALSE);
}

/**
 * ask_empty_is:
 * @rows: of a query
 *
 * Returns: whether there is no row, or only one of figures that come of no row: zero, or nothing
 */
gboolean
ask_empty_is (AskRows *rows)
{
  if (ask_rows_get_n_rows (rows) > 1)
    return FALSE;
  for (guint i = 0; ask_rows_get_n_rows (rows) == 1 && i < ask_rows_get_n_columns (rows); i++)
    {
      const AskValue *value = ask_rows_get (rows, 0, i);

      if (value->kind != ASK_VALUE_NULL && !(value->kind == ASK_VALUE_INTEGER && value->integer == 0)
          && !(value->kind == ASK_VALUE_REAL && value->real == 0))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_empty_tell:
 * @missing: (nullable): what was found of the values of a query over APIs
 * @written: the query as the model wrote it
 *
 * Why an answer may have no row, where it calls an API and its parts cannot be counted.
 *
 * Returns: (transfer full) (nullable): " Why: …", sentences for the model; %NULL where nothing can be said
 */
char *
ask_empty_tell (const AskCorrectedSql *missing, const char *written)
{
  g_autoptr (GHashTable) literals = list_literals (written);
  g_autoptr (GString) text = g_string_new (" Why:");
  guint n = 0;

  for (guint i = 0; missing != NULL && i < missing->corrections->len && n < MAX_TOLD; i++)
    {
      const AskCorrection *correction = missing->corrections->pdata[i];
      g_autofree char *literal = ask_sql_quote_text (correction->literal);

      if (correction->replacement != NULL || !g_hash_table_contains (literals, literal))
        continue;
      g_string_append_printf (text, " No row of %s has %s as its %s.", correction->entity, literal,
                              correction->attribute);
      n++;
    }
  return n > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/**
 * ask_empty_explain:
 * @run: with an engine
 * @sql: gave no row, or figures of none
 * @written: (nullable): @sql as a model wrote it, before its values were put right; %NULL where no model is told
 * @told: (out) (optional) (nullable) (transfer full): " Why: …", sentences for the model; %NULL where nothing
 *   can be said
 * @error: %G_IO_ERROR_CANCELLED
 *
 * A step says why there is no row, where that can be counted.
 *
 * Returns: whether nobody cancelled it
 */
gboolean
ask_empty_explain (AskAgentRun *run, const char *sql, const char *written, char **told, GError **error)
{
  g_autoptr (GPtrArray) reasons = NULL;
  g_autoptr (GError) failure = NULL;
  g_autoptr (GString) detail = g_string_new (NULL);

  if (told != NULL)
    *told = NULL;
  reasons = ask_value_diagnose (run->engine, sql, run->cancellable, &failure);
  if (failure != NULL && failure->domain != ASK_SQL_ERROR)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  /* It ran, but names an earlier step, of which the schema knows nothing. */
  for (guint i = 0; reasons != NULL && i < reasons->len; i++)
    g_string_append_printf (detail, "%s%s", i > 0 ? " " : "", ((AskEmptyReason *) reasons->pdata[i])->text);
  if (detail->len == 0)
    return TRUE;
  ask_run_step (run, "values", _ ("Why there is no row"), detail->str);
  if (told != NULL && written != NULL)
    *told = tell_model (reasons, written);
  return TRUE;
}
