/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The goals of a plan: "Goal step_1: SELECT …" before the final answer, which reads the tables step_1, step_2, …
 */
#include "config.h"

#include <string.h>

#include "agent/ask-turn.h"
#include "sql/ask-sql-lexer.h"

/* A plan of more is none. */
#define MAX_GOALS 8

static void
goal_free (gpointer data)
{
  AskTurnGoal *self = data;

  g_free (self->sql);
  g_free (self);
}

/**
 * ask_turn_add_goal:
 * @self: a turn
 * @label: the line that the goal begins with: "Goal step_2: …"
 * @content: what stands behind its colon, perhaps on several lines
 *
 * What is no statement is no goal.
 */
void
ask_turn_add_goal (AskTurn *self, const char *label, const char *content)
{
  g_autofree char *sql = ask_turn_clean_sql (content);
  const char *digits = label + strcspn (label, "0123456789:");
  AskTurnGoal *goal;

  if (sql == NULL || (self->goals != NULL && self->goals->len == MAX_GOALS))
    return;
  if (self->goals == NULL)
    self->goals = g_ptr_array_new_with_free_func (goal_free);
  goal = g_new0 (AskTurnGoal, 1);
  goal->n = (guint) CLAMP (g_ascii_strtoll (digits, NULL, 10), 0, 99);
  goal->sql = g_steal_pointer (&sql);
  g_ptr_array_add (self->goals, goal);
}

/**
 * ask_turn_rename_step:
 * @sql: a statement
 * @from: a table's name
 * @to: another one
 *
 * Returns: (transfer full): @sql, which names @to instead of @from
 */
char *
ask_turn_rename_step (const char *sql, const char *from, const char *to)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  GString *renamed = g_string_new (NULL);
  gsize at = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      g_autofree char *name = ask_sql_token_dup_name (sql, token);

      if (name == NULL || g_ascii_strcasecmp (name, from) != 0)
        continue;
      g_string_append_len (renamed, sql + at, (gssize) (token->start - at));
      g_string_append (renamed, to);
      at = token->start + token->length;
    }
  g_string_append (renamed, sql + at);
  return g_string_free (renamed, FALSE);
}
