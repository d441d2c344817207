/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plans of statements that one server computes as a whole, kept for the next statement of the same shape: the
 * same text, but for whole numbers that columns of whole numbers are compared with. Those are parameters
 * of the server's query, and no other number of at most nine digits would have changed the plan.
 *
 * A session keeps its schema and its sources, so a plan is dropped only where a step may take a name over. Most texts
 * never come again: a plan that has been used once makes room for the next such one soon, so that its memory is used again
 * while it is near the processor, and never for one that has been used twice.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-plan.h"
#include "sql/ask-sql-lexer.h"

/* More plans than a question, a board or a page of verified questions has. */
#define MAX_KEPT 100

/* Every number of so many digits is one to any server. */
#define MAX_DIGITS 9

/* Shapes are long, and GLib's hash takes them byte by byte. */
static guint
hash_shape (gconstpointer data)
{
  const char *shape = data;
  gsize length = strlen (shape);
  guint64 hash = length;

  for (; length > 0;)
    {
      guint64 word = 0;
      gsize n = MIN (length, sizeof word);

      memcpy (&word, shape, n);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
      shape += n;
      length -= n;
    }
  return (guint) (hash ^ (hash >> 32));
}

static gboolean
is_number (const char *sql, const AskSqlToken *token)
{
  if (token->kind != ASK_SQL_NUMBER || token->length > MAX_DIGITS)
    return FALSE;
  for (gsize i = 0; i < token->length; i++)
    if (!g_ascii_isdigit (sql[token->start + i]))
      return FALSE;
  return TRUE;
}

/* How a text is kept of which nothing may differ. */
static char *
make_exact (const char *sql)
{
  return g_strconcat ("=", sql, NULL);
}

/**
 * ask_plan_text_new:
 * @sql: a text as somebody wrote it
 *
 * Returns: (transfer full): how it looks
 */
AskPlanText *
ask_plan_text_new (const char *sql)
{
  AskPlanText *self = g_new (AskPlanText, 1);
  gsize length = strlen (sql);
  char *to;

  self->tokens = ask_sql_tokenize (sql);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  to = self->shape = g_malloc (length + self->tokens->len + 2);
  *to++ = '#';
  for (guint i = 0; i < self->tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (self->tokens, AskSqlToken, i);

      if (is_number (sql, token))
        {
          gint64 number = g_ascii_strtoll (sql + token->start, NULL, 10);

          g_array_append_val (self->numbers, number);
          *to++ = '#';
        }
      else
        {
          memcpy (to, sql + token->start, token->length);
          to += token->length;
        }
      *to++ = ' ';
    }
  *to = '\0';
  return self;
}

/** ask_plan_text_free: frees @self */
void
ask_plan_text_free (AskPlanText *self)
{
  g_array_unref (self->tokens);
  g_array_unref (self->numbers);
  g_free (self->shape);
  g_free (self);
}

static gboolean
is_whole_number (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER;
}

static gboolean
is_column_of_whole_numbers (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->column >= 0 && expr->type == ASK_TYPE_INTEGER;
}

/* How many numbers the conditions that AND connects compare with a column, and nothing else. */
static guint
count_compared (const AskSqlExpr *expr)
{
  guint n = 0;

  for (; expr != NULL && expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_AND; expr = expr->left)
    n += count_compared (expr->right);
  if (expr == NULL || expr->kind != ASK_EXPR_BINARY)
    return n;
  switch (expr->op)
    {
    case ASK_OP_EQUAL:
    case ASK_OP_LESS:
    case ASK_OP_LESS_EQUAL:
    case ASK_OP_GREATER:
    case ASK_OP_GREATER_EQUAL:
      return n
             + ((is_whole_number (expr->right) && is_column_of_whole_numbers (expr->left))
                || (is_whole_number (expr->left) && is_column_of_whole_numbers (expr->right)));
    default:
      return n;
    }
}

/* Finds the slot of each number. Returns: whether any other number there would give the same plan */
static gboolean
find_slots (const AskPlan *plan, const GArray *numbers, GArray *slots)
{
  const GArray *printed = plan->whole->printed->slots;
  const AskSqlSelect *select = plan->tree->select;

  if (plan->text != NULL || plan->hints == NULL || plan->hints->len > 0 || select->n_cores != 1
      || printed->len != numbers->len || count_compared (select->cores[0]->where) != numbers->len)
    return FALSE;
  for (guint n = 0; n < numbers->len; n++)
    {
      guint found = G_MAXUINT;

      for (guint i = 0; i < printed->len; i++)
        {
          const AskSqlSlot *slot = &g_array_index (printed, AskSqlSlot, i);

          if (slot->kind != ASK_SLOT_VALUE || slot->value.kind != ASK_VALUE_INTEGER
              || slot->value.integer != g_array_index (numbers, gint64, n))
            continue;
          /* Two of one value: nobody can tell which is which. */
          if (found != G_MAXUINT)
            return FALSE;
          found = i;
        }
      if (found == G_MAXUINT)
        return FALSE;
      g_array_append_val (slots, found);
    }
  return TRUE;
}

/** ask_plan_cache_new: Returns: (transfer full): what keeps a session's plans, empty */
GHashTable *
ask_plan_cache_new (void)
{
  return g_hash_table_new_full (hash_shape, g_str_equal, NULL, (GDestroyNotify) ask_plan_free);
}

/* Whatever keeps the plan does so no more. */
static void
leave_young (AskEngine *self, AskPlan *plan)
{
  if (plan->young_at == 0)
    return;
  self->young_plans[plan->young_at - 1] = NULL;
  plan->young_at = 0;
}

/* Among those that were used once; the oldest of them goes. */
static void
enter_young (AskEngine *self, AskPlan *plan)
{
  guint at = self->n_young_plans++ % ASK_YOUNG_PLANS;
  AskPlan *oldest = self->young_plans[at];

  if (oldest != NULL)
    g_hash_table_remove (self->plans, oldest->shape);
  self->young_plans[at] = plan;
  plan->young_at = at + 1;
}

/**
 * ask_plan_cache_give:
 * @plan: (transfer full): has run
 * @sql: the text that it is of
 *
 * Keeps the plan for statements like @sql, where it is one that can be kept.
 */
void
ask_plan_cache_give (AskEngine *self, AskPlan *plan, const char *sql)
{
  g_autoptr (AskPlan) own = plan;
  g_autoptr (AskPlanText) text = g_steal_pointer (&plan->asked);
  gboolean first = plan->shape == NULL;
  AskPlan *before;

  if (plan->whole == NULL || plan->shipments != NULL)
    return;
  if (first)
    {
      g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (guint));
      gboolean varies = find_slots (plan, text->numbers, slots);

      plan->shape = varies ? g_steal_pointer (&text->shape) : make_exact (sql);
      plan->slots = varies ? g_steal_pointer (&slots) : NULL;
    }
  g_clear_pointer (&plan->root, ask_plan_node_free);
  plan->whole->node = NULL;
  plan->whole->query = NULL;
  before = g_hash_table_lookup (self->plans, plan->shape);
  if (before != NULL)
    leave_young (self, before);
  if (g_hash_table_size (self->plans) >= MAX_KEPT)
    ask_plan_cache_clear (self);
  if (first)
    enter_young (self, plan);
  g_hash_table_replace (self->plans, plan->shape, plan);
  own = NULL;
}

static AskPlan *
take (AskEngine *self, const char *shape)
{
  AskPlan *plan = NULL;

  if (!g_hash_table_steal_extended (self->plans, shape, NULL, (gpointer *) &plan))
    return NULL;
  leave_young (self, plan);
  /* As it was before it ran. */
  ask_planner_make_nodes (self, plan);
  return plan;
}

/**
 * ask_plan_cache_take:
 * @sql: a text as somebody wrote it
 * @text: how it looks
 *
 * Returns: (transfer full) (nullable): a plan that was kept for statements like it, with the numbers of this
 *   one
 */
AskPlan *
ask_plan_cache_take (AskEngine *self, const char *sql, const AskPlanText *text)
{
  g_autofree char *exact = NULL;
  AskPlan *plan;

  if (!self->push_down || g_hash_table_size (self->plans) == 0)
    return NULL;
  plan = take (self, text->shape);
  if (plan == NULL)
    {
      exact = make_exact (sql);
      return take (self, exact);
    }
  for (guint i = 0; i < plan->slots->len; i++)
    g_array_index (plan->whole->printed->slots, AskSqlSlot, g_array_index (plan->slots, guint, i)).value
      = ask_value_integer (g_array_index (text->numbers, gint64, i));
  return plan;
}

/** ask_plan_cache_clear: forgets all plans, since a name may mean something else from now on */
void
ask_plan_cache_clear (AskEngine *self)
{
  g_hash_table_remove_all (self->plans);
  memset (self->young_plans, 0, sizeof self->young_plans);
}
