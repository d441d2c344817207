/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A plan of the model's: each goal is a query whose rows stay here as a table, and the final query compares them. The
 * model is told nothing of these rows; only which goal does not work.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "agent/ask-tools-private.h"

static char *
name_step (guint n)
{
  return g_strdup_printf ("step_%u", n);
}

/* A table of an earlier turn keeps its name: this goal gets another one, in all that the plan says from here on. */
static char *
choose_name (AskTools *self, AskTurn *turn, guint at)
{
  AskTurnGoal *goal = turn->goals->pdata[at];
  g_autofree char *wanted = name_step (goal->n > 0 ? goal->n : at + 1);
  g_autofree char *name = NULL;
  guint n = MAX (self->n_steps + 1, turn->goals->len + 1);

  if (ask_tools_find_step (self, wanted) == NULL)
    return g_steal_pointer (&wanted);
  for (name = name_step (n); ask_tools_find_step (self, name) != NULL; name = name_step (++n))
    g_free (name);
  for (guint i = at + 1; i < turn->goals->len; i++)
    {
      AskTurnGoal *later = turn->goals->pdata[i];
      char *sql = ask_turn_rename_step (later->sql, wanted, name);

      g_free (later->sql);
      later->sql = sql;
    }
  if (turn->kind == ASK_TURN_FINAL)
    {
      char *sql = ask_turn_rename_step (turn->input, wanted, name);

      g_free (turn->input);
      turn->input = sql;
    }
  return g_steal_pointer (&name);
}

/**
 * ask_tools_run_goals:
 * @self: the tools
 * @turn: with goals; where a table of that name is there already, they and the final query get other names
 * @observation: (out) (transfer full): what the model is told: the tables that there are now, or what does not work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Runs the goals in their order, as far as they work.
 *
 * Returns: what came of it
 */
AskToolOutcome
ask_tools_run_goals (AskTools *self, AskTurn *turn, char **observation, GError **error)
{
  g_autoptr (GString) told = g_string_new ("Tables that you can read now:");

  for (guint i = 0; i < turn->goals->len; i++)
    {
      const AskTurnGoal *goal = turn->goals->pdata[i];
      g_autofree char *name = choose_name (self, turn, i);
      /* Translators: the name of a table, "step_1". */
      g_autofree char *title = g_strdup_printf (_ ("Fetched %s of the plan"), name);
      g_autofree char *failure = NULL;
      AskToolOutcome outcome = ask_tools_run_step (self, &(AskToolQuery) { goal->sql, title, name }, &failure, error);

      if (outcome != ASK_TOOL_DONE)
        {
          if (failure != NULL)
            *observation = g_strdup_printf ("%s: %s", name, failure);
          return outcome;
        }
      g_string_append_printf (told, "%s %s", i > 0 ? ";" : "", ask_tools_find_step (self, name));
    }
  *observation = g_strdup_printf ("%s.", told->str);
  return ASK_TOOL_DONE;
}
