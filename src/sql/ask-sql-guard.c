/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The guardrails as a whole: parse, find every problem, turn each into words with the nearest real
 * names; where there is none, look at what the statement means. It reads tree and catalogue only.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <stdarg.h>
#include <string.h>

#include "sql/ask-sql-guard-private.h"
#include "sql/ask-sql-function-private.h"

/**
 * ask_sql_hint_free:
 * @self: (nullable) (transfer full): a hint
 */
void
ask_sql_hint_free (AskSqlHint *self)
{
  if (self == NULL)
    return;
  g_free (self->message);
  g_free (self->words);
  g_ptr_array_unref (self->suggestions);
  g_free (self);
}

/* ask_sql_guard_add: Returns: (transfer none): the new hint, to which suggestions may be added */
AskSqlHint *
ask_sql_guard_add (AskSqlGuard *self, AskSqlHintLevel level, AskSqlHintKind kind, AskSqlSpan span, const char *format,
                   ...)
{
  AskSqlHint *hint = g_new0 (AskSqlHint, 1);
  va_list args;

  hint->level = level;
  hint->kind = kind;
  hint->span = span;
  hint->suggestions = g_ptr_array_new_with_free_func (g_free);
  va_start (args, format);
  hint->message = g_strdup_vprintf (format, args);
  va_end (args);
  va_start (args, format);
  hint->words = g_strdup_vprintf (gettext (format), args);
  va_end (args);
  g_ptr_array_add (self->hints, hint);
  return hint;
}

/* ask_sql_guard_take_words: puts longer sentences in the place of those that @hint has; both (transfer full) */
void
ask_sql_guard_take_words (AskSqlHint *hint, char *message, char *words)
{
  g_free (hint->message);
  g_free (hint->words);
  hint->message = message;
  hint->words = words;
}

/* @instead: whether it stands in the place of the full stop */
static char *lengthen (const char *text, gboolean instead, const char *format, va_list args) G_GNUC_PRINTF (3, 0);

static char *
lengthen (const char *text, gboolean instead, const char *format, va_list args)
{
  g_autofree char *more = g_strdup_vprintf (format, args);

  return instead ? g_strdup_printf ("%.*s%s", (int) strlen (text) - 1, text, more)
                 : g_strconcat (text, " ", more, NULL);
}

/* ask_sql_guard_lengthen: adds a sentence, or, @instead of the full stop, a clause; @format is marked with N_() */
void
ask_sql_guard_lengthen (AskSqlHint *hint, gboolean instead, const char *format, ...)
{
  char *message, *words;
  va_list args;

  va_start (args, format);
  message = lengthen (hint->message, instead, format, args);
  va_end (args);
  va_start (args, format);
  words = lengthen (hint->words, instead, gettext (format), args);
  va_end (args);
  ask_sql_guard_take_words (hint, message, words);
}

/* ask_sql_guard_suggest: adds a name that could be written instead, once */
void
ask_sql_guard_suggest (AskSqlHint *hint, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  for (guint i = 0; i < hint->suggestions->len; i++)
    if (strcmp (hint->suggestions->pdata[i], text) == 0)
      return;
  g_ptr_array_add (hint->suggestions, g_steal_pointer (&text));
}

static void
add_problem (AskSqlGuard *self, const AskSqlProblem *problem)
{
  gboolean exists = FALSE;
  g_autofree char *sentence = NULL;

  switch ((int) problem->code)
    {
    case ASK_SQL_ERROR_UNKNOWN_TABLE:
      ask_sql_guard_table (self, problem);
      return;
    case ASK_SQL_ERROR_UNKNOWN_COLUMN:
      ask_sql_guard_column (self, problem);
      return;
    case ASK_SQL_ERROR_AMBIGUOUS:
      /* Not of “t.*”, which names no column. */
      if (problem->name == NULL)
        break;
      ask_sql_guard_ambiguous (self, problem);
      return;
    case ASK_SQL_ERROR_UNKNOWN_FUNCTION:
      ask_sql_guard_function (self, problem);
      return;
    default:
      break;
    }
  sentence = g_strdup_printf ("%c%s.", g_ascii_toupper (problem->plain[0]), problem->plain + 1);
  if (problem->name != NULL)
    ask_sql_function_find (problem->name, 1, &exists);
  ask_sql_guard_add (self, ASK_HINT_ERROR,
                     problem->code == ASK_SQL_ERROR_AMBIGUOUS                 ? ASK_HINT_AMBIGUOUS
                     : exists || strstr (problem->plain, "aggregate") != NULL ? ASK_HINT_MISUSED_AGGREGATE
                                                                              : ASK_HINT_SYNTAX,
                     problem->span, "%s", sentence);
}

static gboolean
look_at_select (AskSqlSelect *select, gpointer data)
{
  AskSqlGuard *self = data;

  for (guint i = 0; i < select->n_cores; i++)
    {
      AskSqlCore *core = select->cores[i];

      if (core->outputs == NULL)
        continue; /* of a CTE that nobody names */
      ask_sql_guard_parameters (self, core);
      ask_sql_guard_joins (self, select, core);
      ask_sql_guard_sums (self, select, core);
      ask_sql_guard_rows (self, select, core);
    }
  return TRUE;
}

static int
compare_hints (gconstpointer a, gconstpointer b)
{
  const AskSqlHint *left = *(const AskSqlHint *const *) a;
  const AskSqlHint *right = *(const AskSqlHint *const *) b;

  if (left->level != right->level)
    return left->level < right->level ? -1 : 1;
  if (left->span.start != right->span.start)
    return left->span.start < right->span.start ? -1 : 1;
  return (int) left->kind - (int) right->kind;
}

/* All that was found, in order. @can_run: nothing is wrong with the statement, so look at what it means, too */
static GPtrArray *
finish (AskSqlGuard *self, gboolean can_run)
{
  AskSqlVisit visit = { .select = look_at_select, .user_data = self };

  if (can_run)
    ask_sql_walk_tree (self->tree, &visit);
  g_ptr_array_sort (self->hints, compare_hints);
  return self->hints;
}

/**
 * ask_sql_guard:
 * @sql: a statement as a person or a model wrote it
 * @catalog: what there is
 *
 * Says what is wrong with it or probably not meant. Where there is no %ASK_HINT_ERROR, the
 * statement can be prepared, and every required parameter has something that supplies it.
 *
 * Returns: (transfer full) (element-type AskSqlHint): errors first, then by place; perhaps none
 */
GPtrArray *
ask_sql_guard (const char *sql, const AskSqlCatalog *catalog)
{
  GPtrArray *hints = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_hint_free);
  AskSqlGuard self = { sql, catalog, NULL, hints };
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (sql != NULL, hints);
  g_return_val_if_fail (catalog != NULL, hints);

  self.tree = tree = ask_sql_parse (sql, -1, &error);
  if (tree == NULL)
    {
      ask_sql_guard_syntax (&self, error);
      return hints;
    }
  problems = ask_sql_find_problems (tree, catalog, TRUE);
  for (guint i = 0; problems != NULL && i < problems->len; i++)
    add_problem (&self, problems->pdata[i]);
  return finish (&self, problems == NULL);
}

/**
 * ask_sql_guard_tree:
 * @tree: analysed with @catalog
 *
 * As ask_sql_guard(), of a statement that was read already and can be prepared.
 *
 * Returns: (transfer full) (element-type AskSqlHint): errors first, then by place; perhaps none
 */
GPtrArray *
ask_sql_guard_tree (AskSqlTree *tree, const AskSqlCatalog *catalog)
{
  GPtrArray *hints = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_hint_free);
  AskSqlGuard self = { tree->text, catalog, tree, hints };

  return finish (&self, TRUE);
}

/**
 * ask_sql_hints_to_text:
 * @hints: (element-type AskSqlHint): from ask_sql_guard()
 *
 * Returns: (transfer full): a line for each, "Error: …" or "Warning: …"; empty for none
 */
char *
ask_sql_hints_to_text (GPtrArray *hints)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (hints != NULL, NULL);

  for (guint i = 0; i < hints->len; i++)
    {
      const AskSqlHint *hint = hints->pdata[i];

      g_string_append_printf (text, "%s: %s\n", hint->level == ASK_HINT_ERROR ? "Error" : "Warning", hint->message);
    }
  return g_string_free (text, FALSE);
}
