/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a statement's columns are: the meaning and the unit of the attributes below, carried up through
 * expressions, subqueries and CTEs. A sum of money is money, a count is a quantity, a year less a year is none.
 * Where two things that differ come together nothing is said. Only the text and the catalogue are read.
 */
#include "config.h"

#include <string.h>

#include "base/ask-name.h"
#include "sql/ask-sql-analysis-private.h"

/* So many SELECTs in each other are followed; no stack is asked for more. */
#define MAX_LEVELS 200

typedef struct
{
  gboolean by_name; /* what nobody has said of an attribute is read from its name */
  GHashTable *known; /* (nullable): AskSqlOutput of a SELECT within → AskSense */
  guint level;
} Senses;

static AskSense sense_of (Senses *self, const AskSqlExpr *expr);

static const AskSense nothing = { ASK_MEANING_NONE, ASK_ADDING_UNKNOWN, NULL, NULL, NULL };

static AskSense
sense_new (AskMeaning meaning, AskAdding adding)
{
  AskSense sense = { .meaning = meaning, .adding = adding };

  return sense;
}

/* The unit of what was counted in one, and then by a written number: it may be grams or pounds. Nobody outside sees it. */
static const char other_unit[] = "";

/* An amount that somebody has named as one. */
static gboolean
is_amount (const AskSense *sense)
{
  return sense->meaning != ASK_MEANING_NONE && ask_meaning_is_amount (sense->meaning);
}

static gboolean
is_plain_number (const AskSense *sense)
{
  return (sense->meaning == ASK_MEANING_NONE || sense->meaning == ASK_MEANING_QUANTITY) && sense->unit == NULL;
}

/* What is written, and no column: it takes on what stands beside it. */
static gboolean
is_written (const AskSqlExpr *expr)
{
  if (expr->kind == ASK_EXPR_UNARY)
    return is_written (expr->left);
  if (expr->kind == ASK_EXPR_BINARY)
    return is_written (expr->left) && is_written (expr->right);
  return expr->kind == ASK_EXPR_LITERAL || expr->kind == ASK_EXPR_PARAMETER;
}

static gboolean
is_hundred (const AskSqlExpr *expr)
{
  double number;

  return expr->kind == ASK_EXPR_LITERAL && ask_value_get_number (&expr->value, &number) && number == 100;
}

/* What is either of the two. */
static AskSense
agree (AskSense a, AskSense b)
{
  gboolean same = g_strcmp0 (a.attribute, b.attribute) == 0 && g_strcmp0 (a.entity, b.entity) == 0;

  if (a.meaning != b.meaning || g_strcmp0 (a.unit, b.unit) != 0)
    return nothing;
  if (a.adding != b.adding)
    a.adding = a.adding == ASK_ADDING_NO || b.adding == ASK_ADDING_NO ? ASK_ADDING_NO : ASK_ADDING_UNKNOWN;
  if (!same)
    a.entity = a.attribute = NULL;
  return a;
}

typedef struct
{
  AskSense sense;
  gboolean any;
} Choice;

static void
choose (Senses *self, Choice *choice, const AskSqlExpr *expr)
{
  if (expr == NULL || is_written (expr))
    return;
  choice->sense = choice->any ? agree (choice->sense, sense_of (self, expr)) : sense_of (self, expr);
  choice->any = TRUE;
}

static AskSense
choose_all (Senses *self, const AskSqlExprs *list, guint start, guint step, const AskSqlExpr *otherwise)
{
  Choice choice = { nothing, FALSE };

  for (guint i = start; i < list->n; i += step)
    choose (self, &choice, list->items[i]);
  choose (self, &choice, otherwise);
  return choice.sense;
}

/* "CASE WHEN late THEN 1 ELSE 0 END": its sum counts. */
static gboolean
chooses_written (const AskSqlExpr *expr)
{
  gboolean named = expr->kind == ASK_EXPR_FUNCTION && ask_sql_same_name (expr->name, "iif");
  guint start = 1, step = named ? 1 : 2;

  if (expr->kind != ASK_EXPR_CASE && !named)
    return is_written (expr);
  for (guint i = start; i < expr->list.n; i += step)
    if (!is_written (expr->list.items[i]))
      return FALSE;
  return expr->right == NULL || named || is_written (expr->right);
}

/* What all SELECTs of a compound say. */
static AskSense
sense_of_place (Senses *self, const AskSqlSelect *select, guint i, gboolean recursive)
{
  AskSense sense = nothing;
  gboolean any = FALSE;

  self->level++;
  /* The steps of a recursion go on with what it begins with. */
  for (guint c = 0; c < (recursive ? 1 : select->n_cores); c++)
    {
      const AskSqlCore *core = select->cores[c];
      const AskSqlExpr *expr = core->n_rows <= 1 && i < core->n_outputs ? core->outputs[i].expr : NULL;

      if (expr != NULL && is_written (expr) && select->n_cores > 1)
        continue;
      if (expr == NULL)
        sense = nothing;
      else
        sense = any ? agree (sense, sense_of (self, expr)) : sense_of (self, expr);
      any = TRUE;
    }
  self->level--;
  return sense;
}

/* Of a SELECT that may be named several times. */
static AskSense
sense_of_output (Senses *self, const AskSqlSelect *select, guint i, gboolean recursive)
{
  const AskSqlCore *first = select->cores[0];
  AskSense *known;

  if (i >= first->n_outputs || self->level >= MAX_LEVELS)
    return nothing;
  if (self->known == NULL)
    self->known = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  known = g_hash_table_lookup (self->known, &first->outputs[i]);
  if (known != NULL)
    return *known;
  /* Whoever comes back here on the way is in a circle, and learns nothing. */
  known = g_memdup2 (&nothing, sizeof nothing);
  g_hash_table_insert (self->known, (gpointer) &first->outputs[i], known);
  return *known = sense_of_place (self, select, i, recursive);
}

/* Statements name the same few columns again and again, and a name takes longer to read than to find. Any thread may
 * be the first to keep it. */
static void
keep_named (AskSqlColumn *column, const AskSense *sense)
{
  g_autofree AskSense *named = g_memdup2 (sense, sizeof *sense);

  if (g_atomic_pointer_compare_and_exchange (&column->named, NULL, named))
    named = NULL;
}

static AskSense
sense_of_catalog (const Senses *self, AskSqlColumn *column)
{
  const AskSense *named = self->by_name ? g_atomic_pointer_get (&column->named) : NULL;
  AskSense sense = column->sense;
  const char *name = sense.attribute != NULL ? sense.attribute : column->name;

  if (named != NULL)
    return *named;
  if (sense.meaning == ASK_MEANING_NONE && sense.unit != NULL
      && ask_name_word_unit (sense.unit, &sense.meaning) == NULL)
    sense.meaning = ASK_MEANING_QUANTITY;
  if (sense.meaning == ASK_MEANING_NONE)
    sense.meaning = ask_meaning_from_type (column->type);
  if (!self->by_name)
    return sense;
  ask_sense_complete (&sense, name, column->type);
  if (sense.meaning == ASK_MEANING_NONE && column->key > 0 && column->type == ASK_TYPE_INTEGER)
    sense.meaning = ASK_MEANING_IDENTIFIER;
  keep_named (column, &sense);
  return sense;
}

/* Of a column of a table; it is the same one there, but where a join has merged some. */
static int
find_place (const AskSqlFrom *from, guint column)
{
  const AskSqlTable *table = from->catalog_table;
  const char *name = from->columns[column].name;

  if (column < table->columns->len && ((const AskSqlColumn *) table->columns->pdata[column])->name == name)
    return (int) column;
  return ask_sql_table_find_column (table, name);
}

static AskSense
sense_of_column (Senses *self, const AskSqlExpr *expr)
{
  const AskSqlFrom *from = expr->from;
  int place;

  if (expr->alias != NULL)
    return sense_of (self, expr->alias);
  if (from == NULL)
    return nothing;
  if (expr->column < 0)
    return sense_new (ASK_MEANING_IDENTIFIER, ASK_ADDING_NO);
  if (from->catalog_table != NULL)
    {
      place = (guint) expr->column < from->n_columns ? find_place (from, (guint) expr->column) : -1;
      return place >= 0 ? sense_of_catalog (self, from->catalog_table->columns->pdata[place]) : nothing;
    }
  if (from->cte != NULL)
    return sense_of_output (self, from->cte->select, (guint) expr->column, from->cte->recursive);
  return from->kind == ASK_FROM_SELECT ? sense_of_output (self, from->select, (guint) expr->column, FALSE) : nothing;
}

static AskSense
add_up (AskSense left, AskSense right)
{
  if (is_amount (&left))
    {
      AskSense sum = agree (left, right);

      sum.entity = sum.attribute = NULL;
      return sum;
    }
  return nothing;
}

static AskSense
sense_of_sum (const AskSqlExpr *expr, AskSense left, AskSense right)
{
  gboolean minus = expr->op == ASK_OP_SUBTRACT;

  if (is_written (expr->right))
    return is_amount (&left) || left.meaning == ASK_MEANING_YEAR ? left : nothing;
  if (is_written (expr->left))
    {
      if (right.meaning == ASK_MEANING_YEAR)
        return minus ? sense_new (ASK_MEANING_QUANTITY, ASK_ADDING_NO) : right;
      return is_amount (&right) ? right : nothing;
    }
  if (minus && left.meaning == ASK_MEANING_YEAR && right.meaning == ASK_MEANING_YEAR)
    return sense_new (ASK_MEANING_QUANTITY, ASK_ADDING_NO);
  return add_up (left, right);
}

/* Money times two is money, but a weight times a thousand is written to have it in another unit. */
static AskSense
scale (AskSense sense)
{
  if (sense.meaning == ASK_MEANING_QUANTITY && sense.unit != NULL)
    sense.unit = other_unit;
  return is_amount (&sense) ? sense : nothing;
}

/* Money times a quantity is money. */
static AskSense
sense_of_product (const AskSqlExpr *expr, AskSense left, AskSense right)
{
  const AskSqlExpr *written = is_written (expr->right) ? expr->right : is_written (expr->left) ? expr->left : NULL;
  AskSense *amount = is_written (expr->right) ? &left : &right;

  if (written != NULL)
    {
      if (amount->meaning == ASK_MEANING_SHARE && is_hundred (written))
        {
          amount->meaning = ASK_MEANING_PERCENTAGE;
          amount->unit = "%";
        }
      return scale (*amount);
    }
  if (right.meaning == ASK_MEANING_MONEY || (right.meaning == ASK_MEANING_QUANTITY && is_plain_number (&left)))
    {
      AskSense other = left;

      left = right;
      right = other;
    }
  if ((left.meaning != ASK_MEANING_MONEY && left.meaning != ASK_MEANING_QUANTITY) || right.meaning == ASK_MEANING_MONEY
      || !ask_meaning_is_amount (right.meaning) || (left.meaning == ASK_MEANING_QUANTITY && !is_plain_number (&right)))
    return nothing;
  left.adding = ASK_ADDING_UNKNOWN;
  left.entity = left.attribute = NULL;
  return left;
}

static AskSense
sense_of_quotient (const AskSqlExpr *expr, AskSense left, AskSense right)
{
  AskSense mean = sense_new (ASK_MEANING_NONE, ASK_ADDING_NO);

  if (is_written (expr->right))
    {
      if (left.meaning == ASK_MEANING_PERCENTAGE && is_hundred (expr->right))
        {
          left.meaning = ASK_MEANING_SHARE;
          left.unit = NULL;
        }
      return scale (left);
    }
  /* So much for each: money by a number. */
  if (is_amount (&left) && is_plain_number (&right) && !is_plain_number (&left))
    {
      mean.meaning = left.meaning;
      mean.unit = left.unit;
    }
  return mean;
}

static AskSense
sense_of_binary (Senses *self, const AskSqlExpr *expr)
{
  switch ((int) expr->op)
    {
    case ASK_OP_ADD:
    case ASK_OP_SUBTRACT:
      return sense_of_sum (expr, sense_of (self, expr->left), sense_of (self, expr->right));
    case ASK_OP_MULTIPLY:
      return sense_of_product (expr, sense_of (self, expr->left), sense_of (self, expr->right));
    case ASK_OP_DIVIDE:
      return sense_of_quotient (expr, sense_of (self, expr->left), sense_of (self, expr->right));
    default:
      return expr->type == ASK_TYPE_BOOLEAN ? sense_new (ASK_MEANING_FLAG, ASK_ADDING_NO) : nothing;
    }
}

/* strftime ('%Y', …) */
static AskMeaning
meaning_of_format (const AskSqlExpr *format)
{
  static const struct
  {
    const char *format;
    AskMeaning meaning;
  } formats[] = {
    { "%Y", ASK_MEANING_YEAR },       { "%m", ASK_MEANING_MONTH },
    { "%W", ASK_MEANING_WEEK },       { "%d", ASK_MEANING_DAY },
    { "%w", ASK_MEANING_DAY },        { "%H", ASK_MEANING_HOUR },
    { "%Y-%m-%d", ASK_MEANING_DATE }, { "%Y-%m", ASK_MEANING_DATE },
    { "%F", ASK_MEANING_DATE },       { "%Y-%m-%d %H:%M:%S", ASK_MEANING_MOMENT },
  };

  for (guint i = 0;
       format->kind == ASK_EXPR_LITERAL && format->value.kind == ASK_VALUE_TEXT && i < G_N_ELEMENTS (formats); i++)
    if (strcmp (format->value.text, formats[i].format) == 0)
      return formats[i].meaning;
  return ASK_MEANING_NONE;
}

static gboolean
is_integer (const AskSqlExpr *expr, gint64 value)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER && expr->value.integer == value;
}

/* substr (day, 1, 4) */
static AskMeaning
meaning_of_part (Senses *self, const AskSqlExprs *list)
{
  AskMeaning whole = list->n == 3 ? sense_of (self, list->items[0]).meaning : ASK_MEANING_NONE;

  if (whole != ASK_MEANING_DATE && whole != ASK_MEANING_MOMENT)
    return ASK_MEANING_NONE;
  if (is_integer (list->items[1], 1))
    return is_integer (list->items[2], 4)                                      ? ASK_MEANING_YEAR
           : is_integer (list->items[2], 7) || is_integer (list->items[2], 10) ? ASK_MEANING_DATE
                                                                               : ASK_MEANING_NONE;
  if (!is_integer (list->items[2], 2))
    return ASK_MEANING_NONE;
  return is_integer (list->items[1], 6)   ? ASK_MEANING_MONTH
         : is_integer (list->items[1], 9) ? ASK_MEANING_DAY
                                          : ASK_MEANING_NONE;
}

static AskSense
sense_of_total (Senses *self, const AskSqlExpr *expr)
{
  AskSense sense = sense_of (self, expr->list.items[0]);

  if (!ask_meaning_is_amount (sense.meaning) || chooses_written (expr->list.items[0]))
    sense = sense_new (ASK_MEANING_QUANTITY, ASK_ADDING_YES);
  /* A running total is none of its own. */
  sense.adding = expr->window == NULL ? ASK_ADDING_YES : ASK_ADDING_NO;
  return sense;
}

static AskSense
sense_of_average (Senses *self, const AskSqlExpr *expr)
{
  AskSense sense = sense_of (self, expr->list.items[0]);

  if (sense.meaning == ASK_MEANING_FLAG)
    sense.meaning = ASK_MEANING_SHARE;
  else if (!ask_meaning_is_amount (sense.meaning) && !ask_meaning_is_time (sense.meaning))
    sense = nothing;
  sense.adding = ASK_ADDING_NO;
  return sense;
}

static AskSense
sense_of_function (Senses *self, const AskSqlExpr *expr)
{
  static const char *const kept[]
    = { "abs",   "ceil",     "ceiling",   "floor",      "first_value", "last_value", "likely",
        "lower", "ltrim",    "nth_value", "nullif",     "round",       "rtrim",      "trim",
        "trunc", "unlikely", "upper",     "likelihood", "any_value",   NULL };
  static const char *const lengths[] = { "instr", "json_array_length", "length", "octet_length", NULL };
  static const char *const ranks[] = { "dense_rank", "rank", "row_number", NULL };
  static const struct
  {
    const char *name;
    AskMeaning meaning;
  } fixed[] = {
    { "cume_dist", ASK_MEANING_SHARE },          { "current_date", ASK_MEANING_DATE },
    { "current_timestamp", ASK_MEANING_MOMENT }, { "date", ASK_MEANING_DATE },
    { "datetime", ASK_MEANING_MOMENT },          { "ntile", ASK_MEANING_CODE },
    { "percent_rank", ASK_MEANING_SHARE },
  };
  const AskSqlExprs *list = &expr->list;
  const char *name = expr->name;
  AskSense sense;

  if (ask_sql_same_name (name, "count"))
    return sense_new (ASK_MEANING_QUANTITY, expr->distinct || expr->window != NULL ? ASK_ADDING_NO : ASK_ADDING_YES);
  for (guint i = 0; i < G_N_ELEMENTS (fixed); i++)
    if (ask_sql_same_name (name, fixed[i].name))
      return sense_new (fixed[i].meaning, ASK_ADDING_NO);
  if (ask_sql_name_is_one_of (name, ranks))
    return sense_new (ASK_MEANING_IDENTIFIER, ASK_ADDING_NO);
  if (ask_sql_name_is_one_of (name, lengths))
    return sense_new (ASK_MEANING_QUANTITY, ASK_ADDING_UNKNOWN);
  if (list->n == 0)
    return nothing;
  if (ask_sql_same_name (name, "sum") || ask_sql_same_name (name, "total"))
    return sense_of_total (self, expr);
  if (ask_sql_same_name (name, "avg") || ask_sql_same_name (name, "median"))
    return sense_of_average (self, expr);
  if (ask_sql_same_name (name, "min") || ask_sql_same_name (name, "max"))
    {
      sense = choose_all (self, list, 0, 1, NULL);
      sense.adding = ASK_ADDING_NO;
      return sense;
    }
  if (ask_sql_same_name (name, "coalesce") || ask_sql_same_name (name, "ifnull"))
    return choose_all (self, list, 0, 1, NULL);
  if (ask_sql_same_name (name, "iif"))
    return choose_all (self, list, 1, 1, NULL);
  if (ask_sql_same_name (name, "lag") || ask_sql_same_name (name, "lead"))
    return choose_all (self, list, 0, 2, NULL);
  if (ask_sql_same_name (name, "strftime"))
    return sense_new (meaning_of_format (list->items[0]), ASK_ADDING_NO);
  if (ask_sql_same_name (name, "substr") || ask_sql_same_name (name, "substring"))
    return sense_new (meaning_of_part (self, list), ASK_ADDING_NO);
  if (ask_sql_name_is_one_of (name, kept))
    return sense_of (self, list->items[0]);
  return expr->type == ASK_TYPE_BOOLEAN ? sense_new (ASK_MEANING_FLAG, ASK_ADDING_NO) : nothing;
}

static AskSense
sense_of (Senses *self, const AskSqlExpr *expr)
{
  AskSense sense;

  switch (expr->kind)
    {
    case ASK_EXPR_COLUMN:
      sense = sense_of_column (self, expr);
      break;
    case ASK_EXPR_CAST:
    case ASK_EXPR_COLLATE:
      sense = sense_of (self, expr->left);
      break;
    case ASK_EXPR_UNARY:
      sense = sense_of (self, expr->left);
      if (expr->op != ASK_OP_POSITIVE && !is_amount (&sense))
        sense = expr->op == ASK_OP_NOT ? sense_new (ASK_MEANING_FLAG, ASK_ADDING_NO) : nothing;
      break;
    case ASK_EXPR_BINARY:
      sense = sense_of_binary (self, expr);
      break;
    case ASK_EXPR_CASE:
      sense = choose_all (self, &expr->list, 1, 2, expr->right);
      break;
    case ASK_EXPR_FUNCTION:
      sense = sense_of_function (self, expr);
      break;
    case ASK_EXPR_SELECT:
      sense = sense_of_output (self, expr->select, 0, FALSE);
      break;
    case ASK_EXPR_IS_NULL:
    case ASK_EXPR_BETWEEN:
    case ASK_EXPR_LIKE:
    case ASK_EXPR_IN_LIST:
    case ASK_EXPR_IN_SELECT:
    case ASK_EXPR_IN_TABLE:
    case ASK_EXPR_EXISTS:
      return sense_new (ASK_MEANING_FLAG, ASK_ADDING_NO);
    case ASK_EXPR_LITERAL:
    case ASK_EXPR_PARAMETER:
    case ASK_EXPR_ROW:
    default:
      return nothing;
    }
  /* Whoever defined a metric knows its unit better. */
  if (expr->metric_unit != NULL)
    {
      sense.unit = expr->metric_unit;
      if (ask_name_word_unit (sense.unit, &sense.meaning) == NULL && !is_amount (&sense))
        sense.meaning = ASK_MEANING_QUANTITY;
    }
  return sense;
}

/**
 * ask_sql_find_senses:
 * @select: an analysed statement
 * @by_name: read from an attribute's name what nobody has said of it
 * @senses: (out caller-allocates) (array length=n): of its columns; the strings are the catalogue's
 * @n: how many
 *
 * What the values of each column are, by what the catalogue says of those that they are made of.
 */
void
ask_sql_find_senses (const AskSqlSelect *select, gboolean by_name, AskSense *senses, guint n)
{
  Senses self = { .by_name = by_name };

  for (guint i = 0; i < n; i++)
    {
      senses[i] = i < select->cores[0]->n_outputs ? sense_of_place (&self, select, i, FALSE) : nothing;
      if (senses[i].unit == other_unit)
        senses[i].unit = NULL;
    }
  g_clear_pointer (&self.known, g_hash_table_unref);
}
