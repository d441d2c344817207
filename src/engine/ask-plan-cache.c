/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plans of statements that one server computes as a whole, kept for the next statement of the same shape: the
 * same text, but for literals that columns are compared with. Those are parameters of the server's query: whole numbers
 * beside columns of whole numbers, texts and days beside columns of these. No other literal of the same kind
 * (find_kind()) would have changed the plan. The shape is told by tokens alone, so that what is found is not even parsed.
 *
 * A session keeps its schema and its sources, so a plan is dropped only where a step may take a name over. Most texts
 * never come again, so of a shape that comes for the first time only its hash is remembered: its plan is freed while its memory
 * is near the processor, and makes no room that others need. That of the second time is kept.
 */
#include "config.h"

#include <string.h>

#include "base/ask-hash.h"
#include "engine/ask-plan.h"
#include "sql/ask-sql-lexer.h"

/* More plans than a question, a board or a page of verified questions has. */
#define MAX_KEPT 100

/* Every number of so many digits is one to any server. */
#define MAX_DIGITS 9

/* Bytes of a text that may be another one; as many as a name, a title or a code has. */
#define MAX_TEXT 200

/* A text as long as a UUID, which some columns compare as one. */
#define UUID_LENGTH 36

/* What stands in a shape for a literal. A server is sent two kinds of texts otherwise: such as have bytes beyond ASCII,
 * since those may be equal to others by a collation. */
typedef enum
{
  KIND_NONE = 0,
  KIND_NUMBER = '#',
  KIND_DAY = '@',
  KIND_ASCII = '$',
  KIND_TEXT = '%'
} Kind;

/* Shapes are long, and GLib's hash takes them byte by byte. */
static guint
hash_text (const char *text, gsize length)
{
  guint64 hash = ask_hash_text (text, length);

  return (guint) (hash ^ (hash >> 32));
}

static guint
hash_key (gconstpointer key)
{
  return ((const AskPlanKey *) key)->hash;
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  return hash_key (a) == hash_key (b) && strcmp (((const AskPlanKey *) a)->text, ((const AskPlanKey *) b)->text) == 0;
}

static gboolean
is_number (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isdigit (text[i]))
      return FALSE;
  return length <= MAX_DIGITS;
}

/* What a person writes of a name or a word: it begins with a letter, so it is no number and no moment, and ends with no
 * blank, which a column may be padded with. */
static Kind
find_text_kind (const char *text, gsize length)
{
  gboolean ascii = TRUE;

  if (length == 0 || length > MAX_TEXT || length == UUID_LENGTH || text[length - 1] == ' '
      || !(g_ascii_isalpha (text[0]) || (guchar) text[0] >= 0x80))
    return KIND_NONE;
  for (gsize i = 0; i < length; i++)
    {
      guchar byte = (guchar) text[i];

      if (byte < ' ' || byte == '\'' || byte == 0x7f)
        return KIND_NONE;
      ascii = ascii && byte < 0x80;
    }
  if (ascii)
    return KIND_ASCII;
  return g_utf8_validate (text, (gssize) length, NULL) ? KIND_TEXT : KIND_NONE;
}

/* Of which literals a token is one. */
static Kind
find_kind (const char *sql, const AskSqlToken *token)
{
  const char *text = sql + token->start;

  if (token->kind == ASK_SQL_NUMBER)
    return is_number (text, token->length) ? KIND_NUMBER : KIND_NONE;
  if (token->kind != ASK_SQL_STRING || token->length < 2)
    return KIND_NONE;
  return ask_sql_is_day (text + 1, token->length - 2) ? KIND_DAY : find_text_kind (text + 1, token->length - 2);
}

/* The literal's value. @texts: (inout): where a text is copied to; then what is behind it */
static AskValue
take_literal (const char *sql, const AskSqlToken *token, char **texts)
{
  const char *text = sql + token->start;
  gsize length = token->length;
  char *copy = *texts;

  if (token->kind == ASK_SQL_NUMBER)
    return ask_value_integer (g_ascii_strtoll (text, NULL, 10));
  length -= 2;
  memcpy (copy, text + 1, length);
  copy[length] = '\0';
  *texts += length + 1;
  return ask_value_text (copy, (gssize) length);
}

/* With room for all literals. @tokens: (transfer full). @texts: (out): room for what texts among them are */
static AskPlanText *
plan_text_alloc (GArray *tokens, char **texts)
{
  AskPlanText *self;
  gsize n = 0;
  gsize size = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

      n += token->kind == ASK_SQL_NUMBER || token->kind == ASK_SQL_STRING;
      size += token->kind == ASK_SQL_STRING ? token->length : 0;
    }
  self = g_malloc (sizeof *self + n * sizeof *self->literals + size);
  self->tokens = tokens;
  self->literals = (AskValue *) (self + 1);
  self->n_literals = 0;
  *texts = (char *) (self->literals + n);
  return self;
}

/* How a text is kept of which nothing may differ. */
static AskPlanKey *
make_exact (const char *sql)
{
  gsize length = strlen (sql);
  AskPlanKey *key = g_malloc (sizeof *key + length + 2);

  key->text[0] = '=';
  memcpy (key->text + 1, sql, length + 1);
  key->hash = hash_text (key->text, length + 1);
  return key;
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
  char *texts;
  AskPlanText *self = plan_text_alloc (ask_sql_tokenize (sql), &texts);
  char *to;

  self->shape = g_malloc (sizeof *self->shape + strlen (sql) + self->tokens->len + 2);
  to = self->shape->text;
  *to++ = '#';
  for (guint i = 0; i < self->tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (self->tokens, AskSqlToken, i);
      Kind kind = find_kind (sql, token);

      if (kind != KIND_NONE)
        {
          self->literals[self->n_literals++] = take_literal (sql, token, &texts);
          *to++ = (char) kind;
        }
      else
        {
          memcpy (to, sql + token->start, token->length);
          to += token->length;
        }
      *to++ = ' ';
    }
  *to = '\0';
  self->shape->hash = hash_text (self->shape->text, (gsize) (to - self->shape->text));
  return self;
}

/** ask_plan_text_free: frees @self */
void
ask_plan_text_free (AskPlanText *self)
{
  g_array_unref (self->tokens);
  g_free (self->shape);
  g_free (self);
}

/* Whether another literal of the same kind beside the same column would have been printed in the same way. */
static gboolean
is_exchangeable (const AskSqlExpr *column, const AskSqlExpr *literal)
{
  if (literal->kind != ASK_EXPR_LITERAL || column->kind != ASK_EXPR_COLUMN || column->from == NULL
      || column->column < 0)
    return FALSE;
  if (literal->value.kind == ASK_VALUE_INTEGER)
    return column->type == ASK_TYPE_INTEGER;
  if (literal->value.kind != ASK_VALUE_TEXT)
    return FALSE;
  switch (column->type)
    {
    case ASK_TYPE_TEXT:
      return column->affinity == ASK_AFFINITY_TEXT;
    case ASK_TYPE_DATE:
    case ASK_TYPE_DATETIME:
      return ask_sql_is_day (literal->value.text, literal->value.length);
    default:
      return FALSE;
    }
}

/* How many literals the conditions that AND connects compare with a column, and nothing else. */
static guint
count_compared (const AskSqlExpr *expr)
{
  guint n = 0;

  for (; expr != NULL && expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_AND; expr = expr->left)
    n += count_compared (expr->right);
  if (expr != NULL && expr->kind == ASK_EXPR_BETWEEN && !expr->negated)
    return n + is_exchangeable (expr->left, expr->list.items[0]) + is_exchangeable (expr->left, expr->list.items[1]);
  if (expr == NULL || expr->kind != ASK_EXPR_BINARY)
    return n;
  switch (expr->op)
    {
    case ASK_OP_EQUAL:
    case ASK_OP_LESS:
    case ASK_OP_LESS_EQUAL:
    case ASK_OP_GREATER:
    case ASK_OP_GREATER_EQUAL:
      return n + (is_exchangeable (expr->left, expr->right) || is_exchangeable (expr->right, expr->left));
    default:
      return n;
    }
}

/* Returns: which of the literals is the slot's value; as many as there are where none is, or several are */
static guint
find_literal (const AskSqlSlot *slot, const AskPlanText *text)
{
  guint found = text->n_literals;

  if (slot->kind != ASK_SLOT_VALUE)
    return found;
  for (guint n = 0; n < text->n_literals; n++)
    if (ask_value_equal (&slot->value, &text->literals[n]))
      {
        /* Two of one value: nobody can tell which is which. */
        if (found != text->n_literals)
          return text->n_literals;
        found = n;
      }
  return found;
}

/* Finds the literal of each slot. Returns: whether any other literals of their kinds there would give the same plan */
static gboolean
find_slots (const AskPlan *plan, const AskPlanText *text, GArray *slots)
{
  const AskSqlPrinted *printed = plan->whole->printed;
  const AskSqlSelect *select = plan->tree->select;
  guint64 seen = 0;

  if (plan->text != NULL || plan->hints == NULL || plan->hints->len > 0 || select->n_cores != 1
      || text->n_literals >= 64 || count_compared (select->cores[0]->where) != text->n_literals)
    return FALSE;
  for (guint i = 0; i < printed->n_slots; i++)
    {
      guint n = find_literal (&printed->slots[i], text);

      if (n == text->n_literals)
        return FALSE;
      seen |= G_GUINT64_CONSTANT (1) << n;
      g_array_append_val (slots, n);
    }
  return seen == (G_GUINT64_CONSTANT (1) << text->n_literals) - 1;
}

/** ask_plan_cache_new: Returns: (transfer full): what keeps a session's plans, empty */
GHashTable *
ask_plan_cache_new (void)
{
  return g_hash_table_new_full (hash_key, equal_keys, NULL, (GDestroyNotify) ask_plan_free);
}

/* Whether a text of such a shape was planned not long ago. It has been from now on. */
static gboolean
has_come (AskEngine *self, const AskPlanKey *shape)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->shapes); i++)
    if (self->shapes[i] == shape->hash)
      return TRUE;
  self->shapes[self->n_shapes++ % G_N_ELEMENTS (self->shapes)] = shape->hash;
  return FALSE;
}

/**
 * ask_plan_cache_give:
 * @plan: (transfer full): has run
 * @sql: the text that it is of
 *
 * Keeps the plan for statements like @sql, where it is one that can be kept, and the second one of its shape.
 */
void
ask_plan_cache_give (AskEngine *self, AskPlan *plan, const char *sql)
{
  g_autoptr (AskPlan) own = plan;
  g_autoptr (AskPlanText) text = g_steal_pointer (&plan->asked);

  if (plan->whole == NULL || plan->shipments != NULL || (plan->shape == NULL && !has_come (self, text->shape)))
    return;
  if (plan->shape == NULL)
    {
      g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (guint));
      gboolean varies = find_slots (plan, text, slots);

      plan->shape = varies ? g_steal_pointer (&text->shape) : make_exact (sql);
      plan->slots = varies ? g_steal_pointer (&slots) : NULL;
      self->keeps_exact = self->keeps_exact || !varies;
    }
  g_clear_pointer (&plan->root, ask_plan_node_free);
  plan->whole->node = NULL;
  plan->whole->query = NULL;
  if (g_hash_table_size (self->plans) >= MAX_KEPT)
    ask_plan_cache_clear (self);
  g_hash_table_replace (self->plans, plan->shape, plan);
  own = NULL;
}

static AskPlan *
take (AskEngine *self, const AskPlanKey *shape)
{
  AskPlan *plan = NULL;

  if (!g_hash_table_steal_extended (self->plans, shape, NULL, (gpointer *) &plan))
    return NULL;
  /* As it was before it ran. */
  ask_planner_make_nodes (self, plan);
  return plan;
}

/**
 * ask_plan_cache_take:
 * @sql: a text as somebody wrote it
 * @text: how it looks
 *
 * Returns: (transfer full) (nullable): a plan that was kept for statements like it, with the literals of this one, which
 *   it borrows from @text
 */
AskPlan *
ask_plan_cache_take (AskEngine *self, const char *sql, const AskPlanText *text)
{
  g_autofree AskPlanKey *exact = NULL;
  AskPlan *plan;

  if (!self->push_down || g_hash_table_size (self->plans) == 0)
    return NULL;
  plan = take (self, text->shape);
  if (plan == NULL)
    {
      if (!self->keeps_exact)
        return NULL;
      exact = make_exact (sql);
      return take (self, exact);
    }
  for (guint i = 0; i < plan->slots->len; i++)
    plan->whole->printed->slots[i].value = text->literals[g_array_index (plan->slots, guint, i)];
  return plan;
}

/** ask_plan_cache_clear: forgets all plans, since a name may mean something else from now on */
void
ask_plan_cache_clear (AskEngine *self)
{
  g_hash_table_remove_all (self->plans);
  self->keeps_exact = FALSE;
}
