/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Common table expressions in the first walk. A CTE is looked into when it is first named, and only
 * then, since SQLite does not complain about one that nobody names. A recursive one gets its columns
 * from the SELECTs that don't name it, before those that do are looked at.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"

/* Whether and why a CTE cannot be named right now. */
typedef enum
{
  CTE_FREE,
  CTE_CIRCLE,
  CTE_RECURSIVE
} CteError;

/* What is known of a CTE beside what the tree says. */
typedef struct
{
  gboolean expanded;
  CteError error;
  guint first_recursive;
} CteState;

static CteState *
get_state (AskSqlAnalyser *self, AskSqlCte *cte)
{
  CteState *state = self->ctes != NULL ? g_hash_table_lookup (self->ctes, cte) : NULL;

  if (state == NULL)
    {
      state = ask_sql_tree_alloc (self->tree, sizeof *state);
      ask_sql_note_cte (self, cte, state);
      cte->recursive = FALSE;
      cte->n_uses = 0;
      cte->n_outputs = 0;
    }
  return state;
}

/* How often the CTE's name stands in the FROM clause of one of its own SELECTs. */
static guint
count_self (const AskSqlFroms *froms, const char *name)
{
  guint count = 0;

  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];

      /* Only parentheses that SQLite's grammar drops: the first, without a name. */
      if (from->kind == ASK_FROM_JOIN && i == 0 && from->alias == NULL)
        count += count_self (&from->items, name);
      else if (from->kind == ASK_FROM_TABLE && from->schema == NULL && ask_sql_same_name (from->name, name))
        count++;
    }
  return count;
}

/* Finds the last SELECTs of a compound that name the CTE itself. */
static gboolean
find_recursion (AskSqlAnalyser *self, AskSqlCte *cte, CteState *state)
{
  AskSqlSelect *select = cte->select;
  AskSqlCompound last = select->cores[select->n_cores - 1]->compound;

  state->first_recursive = select->n_cores;
  if (last != ASK_COMPOUND_UNION && last != ASK_COMPOUND_UNION_ALL)
    return TRUE;
  for (guint i = select->n_cores - 1; i > 0 && select->cores[i]->compound == last; i--)
    {
      guint count = count_self (&select->cores[i]->from, cte->name);

      if (count == 0)
        break;
      if (count > 1)
        return ask_sql_misuse (self, select->cores[i]->span, "“%s” may name itself only once in each of its SELECTs",
                               cte->name);
      state->first_recursive = i;
      cte->recursive = TRUE;
    }
  return TRUE;
}

static gboolean
set_cte_outputs (AskSqlAnalyser *self, AskSqlCte *cte)
{
  const AskSqlCore *first = cte->select->cores[0];

  if (cte->columns != NULL && g_strv_length ((char **) cte->columns) != first->n_outputs)
    {
      if (!ask_sql_misuse (self, cte->span, "“%s” gives %u columns, but names %u of them", cte->name, first->n_outputs,
                           g_strv_length ((char **) cte->columns)))
        return FALSE;
      cte->outputs = ask_sql_make_columns (self, first->outputs, first->n_outputs, NULL);
    }
  else
    cte->outputs = ask_sql_make_columns (self, first->outputs, first->n_outputs, cte->columns);
  cte->n_outputs = first->n_outputs;
  return TRUE;
}

static gboolean
expand_cte (AskSqlAnalyser *self, AskSqlCte *cte, CteState *state, AskSqlWith *with, AskSqlCore *parent)
{
  AskSqlSelect *select = cte->select;
  AskSqlWith *inner = with;
  gboolean go_on;

  state->expanded = TRUE;
  if (!find_recursion (self, cte, state))
    return FALSE;
  state->error = CTE_CIRCLE;
  if (select->n_ctes > 0)
    {
      inner = ask_sql_tree_alloc (self->tree, sizeof *inner);
      inner->select = select;
      inner->outer = with;
    }
  if (!cte->recursive)
    go_on = ask_sql_expand_select (self, select, with, parent);
  else
    go_on = ask_sql_expand_cores (self, select, 0, state->first_recursive, inner, parent);
  if (!go_on || !set_cte_outputs (self, cte))
    return FALSE;
  if (cte->recursive)
    {
      state->error = CTE_RECURSIVE;
      if (!ask_sql_expand_cores (self, select, state->first_recursive, select->n_cores, inner, parent))
        return FALSE;
    }
  state->error = CTE_FREE;
  return TRUE;
}

static gboolean
is_self (const AskSqlCte *cte, const CteState *state, const AskSqlCore *core)
{
  if (!cte->recursive || state->error == CTE_FREE)
    return FALSE;
  for (guint i = state->first_recursive; i < cte->select->n_cores; i++)
    if (cte->select->cores[i] == core)
      return TRUE;
  return FALSE;
}

/**
 * ask_sql_use_cte:
 * @with: where it is defined
 * @from: the term that names it; gets its columns
 * @parent: the SELECT that @from is of
 * @top: @from stands directly in the FROM clause, where alone a CTE may name itself
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_use_cte (AskSqlAnalyser *self, AskSqlCte *cte, AskSqlWith *with, AskSqlFrom *from, AskSqlCore *parent,
                 gboolean top)
{
  CteState *state = get_state (self, cte);

  from->cte = cte;
  ask_sql_from_set_columns (self, from, NULL, 0);
  if (state->error != CTE_FREE && !(top && is_self (cte, state, parent)))
    return ask_sql_misuse (self, from->span,
                           state->error == CTE_CIRCLE
                             ? "“%s” is made from itself in a circle"
                             : "“%s” may name itself only in the FROM of its last SELECTs, and "
                               "once in each",
                           cte->name);
  if (from->kind == ASK_FROM_FUNCTION)
    return ask_sql_misuse (self, from->span, "“%s” is no function", from->name);
  if (from->indexed_by != NULL)
    return ask_sql_misuse (self, from->span, "“%s” has no index “%s”", from->name, from->indexed_by);
  cte->n_uses++;
  if (!state->expanded && !expand_cte (self, cte, state, with, parent))
    return FALSE;
  ask_sql_from_set_columns (self, from, ask_sql_make_columns (self, cte->outputs, cte->n_outputs, NULL),
                            cte->n_outputs);
  return TRUE;
}
