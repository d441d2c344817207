/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A draft as SQL of the relational view. Only FROM is made up here, by ask_draft_find_path(): one for each
 * query in it. Aliases stand only where there is more than one entity.
 */
#include "config.h"

#include <math.h>

#include "sql/ask-sql-lexer.h"
#include "understand/interpret/ask-draft-private.h"

typedef struct
{
  AskDomain *domain;
  guint way; /* alternatives that are still to be passed over; 0 once one was taken */
  GArray *choices;
  GString *sql;
} Printer;

/* Which way these entities are joined, wherever they stand together in a draft. */
typedef struct
{
  GArray *entities;
  guint way;
} Choice;

/* A query with its FROM. */
typedef struct
{
  const AskDraft *draft;
  AskDraftPath *path;
  int guarded; /* an attribute whose NULLs must not come out, else ASK_DOMAIN_STAR */
} Block;

static gboolean append_draft (Printer *printer, const AskDraft *draft);
static gboolean append_side (Printer *printer, const AskDraft *draft, gboolean second, gboolean guarded);

static void
choice_clear (Choice *choice)
{
  g_array_unref (choice->entities);
}

static int
compare_entities (gconstpointer a, gconstpointer b)
{
  return (int) *(const guint *) a - (int) *(const guint *) b;
}

/* Passes over the ways to join @entities, or stops at one of them. */
static guint
choose_way (Printer *printer, const GArray *entities)
{
  guint way = 0;

  while (printer->way > 0)
    {
      g_autoptr (AskDraftPath) path
        = ask_draft_find_path (printer->domain, (const guint *) entities->data, entities->len, way + 1);

      if (path == NULL)
        return 0;
      way++;
      printer->way--;
    }
  return way;
}

/* Ways are counted through all queries of a draft, the outermost first. What stands in two of them is joined alike in
 * both: who asks for problems by whom they were reported does not mean another key the second time. */
static AskDraftPath *
choose_path (Printer *printer, const GArray *entities)
{
  Choice choice = { g_array_copy ((GArray *) entities), 0 };
  gboolean known = FALSE;

  g_array_sort (choice.entities, compare_entities);
  for (guint i = 0; i < printer->choices->len && !known; i++)
    {
      const Choice *earlier = &g_array_index (printer->choices, Choice, i);

      known = earlier->entities->len == entities->len
              && memcmp (earlier->entities->data, choice.entities->data, entities->len * sizeof (guint)) == 0;
      choice.way = known ? earlier->way : 0;
    }
  if (!known)
    choice.way = choose_way (printer, entities);
  g_array_append_val (printer->choices, choice);
  return ask_draft_find_path (printer->domain, (const guint *) entities->data, entities->len, choice.way);
}

static void
append_name (Printer *printer, const char *name)
{
  g_autofree char *quoted = ask_sql_quote_name_if_needed (name);

  g_string_append (printer->sql, quoted);
}

/* "T2." where there is more than one entity. */
static void
append_alias (Printer *printer, const Block *block, guint entity)
{
  for (guint i = 0; i < block->path->entities->len && block->path->entities->len > 1; i++)
    if (g_array_index (block->path->entities, guint, i) == entity)
      g_string_append_printf (printer->sql, "T%u.", i + 1);
}

static void
append_attribute (Printer *printer, const Block *block, int place)
{
  const AskDomainAttribute *attribute;

  if (place == ASK_DOMAIN_STAR)
    {
      g_string_append_c (printer->sql, '*');
      return;
    }
  attribute = ask_domain_attribute (printer->domain, place);
  append_alias (printer, block, attribute->entity);
  append_name (printer, attribute->name);
}

static void
append_product (Printer *printer, const Block *block, const AskDomainMetric *metric)
{
  g_autoptr (GString) alias = g_string_new (NULL);
  GString *sql = printer->sql;

  printer->sql = alias;
  append_alias (printer, block, metric->entity);
  printer->sql = sql;
  ask_draft_append_product (sql, printer->domain, metric, alias->str);
}

static void
append_figure (Printer *printer, const Block *block, const AskDraftTerm *term)
{
  static const char *const functions[] = { NULL, "count", "sum", "avg", "min", "max" };
  const char *function = functions[term->aggregate];

  if (term->metric > 0)
    {
      const AskDomainMetric *metric = ask_domain_metric (printer->domain, term->metric - 1);

      if (metric->metric == NULL)
        {
          append_product (printer, block, metric);
          return;
        }
      append_alias (printer, block, metric->entity);
      append_name (printer, metric->name);
      return;
    }
  if (function != NULL)
    g_string_append_printf (printer->sql, "%s(", function);
  if (term->distinct)
    g_string_append (printer->sql, "DISTINCT ");
  append_attribute (printer, block, term->attribute);
  if (function != NULL)
    g_string_append_c (printer->sql, ')');
  if (term->per == 0)
    return;
  g_string_append (printer->sql, " * 1.0 / count(DISTINCT ");
  append_attribute (printer, block, (int) term->per - 1);
  g_string_append_c (printer->sql, ')');
}

/* @shown: as a result, which people read */
static void
append_part (Printer *printer, const Block *block, const AskDraftTerm *term, gboolean shown)
{
  g_autoptr (GString) time = g_string_new (NULL);
  GString *sql = printer->sql;

  printer->sql = time;
  append_attribute (printer, block, term->attribute);
  printer->sql = sql;
  if (shown)
    ask_draft_append_label (sql, term->part, time->str);
  else
    ask_draft_append_part (sql, term->part, time->str);
}

/* OVER the groups in the order of their times, of each of the other groups by itself. */
static void
append_window (Printer *printer, const Block *block)
{
  const GArray *groups = block->draft->groups;
  const char *before = "PARTITION BY ";

  g_string_append (printer->sql, " OVER (");
  for (guint i = 0; i < groups->len; i++)
    if (ask_draft_term (groups, i)->part == ASK_TIME_WHOLE)
      {
        g_string_append (printer->sql, before);
        append_figure (printer, block, ask_draft_term (groups, i));
        before = ", ";
      }
  g_string_append (printer->sql, *before == ',' ? " ORDER BY " : "ORDER BY ");
  before = "";
  for (guint i = 0; i < groups->len; i++)
    if (ask_draft_term (groups, i)->part != ASK_TIME_WHOLE)
      {
        g_string_append (printer->sql, before);
        append_part (printer, block, ask_draft_term (groups, i), FALSE);
        before = ", ";
      }
  g_string_append_c (printer->sql, ')');
}

static void
append_before (Printer *printer, const Block *block, const AskDraftTerm *term)
{
  g_string_append (printer->sql, "lag(");
  append_figure (printer, block, term);
  g_string_append_c (printer->sql, ')');
  append_window (printer, block);
}

static void
append_view (Printer *printer, const Block *block, const AskDraftTerm *term)
{
  switch (term->view)
    {
    case ASK_DRAFT_SHARE:
      g_string_append (printer->sql, "100.0 * ");
      append_figure (printer, block, term);
      g_string_append (printer->sql, " / sum(");
      append_figure (printer, block, term);
      g_string_append (printer->sql, ") OVER ()");
      return;
    case ASK_DRAFT_GROWTH:
      g_string_append (printer->sql, "100.0 * (");
      append_figure (printer, block, term);
      g_string_append (printer->sql, " - ");
      append_before (printer, block, term);
      g_string_append (printer->sql, ") / ");
      append_before (printer, block, term);
      return;
    case ASK_DRAFT_CHANGE:
      append_figure (printer, block, term);
      g_string_append (printer->sql, " - ");
      append_before (printer, block, term);
      return;
    case ASK_DRAFT_AS_IT_IS:
    default:
      append_figure (printer, block, term);
    }
}

/* @shown: as a result, which people read */
static void
append_term (Printer *printer, const Block *block, const AskDraftTerm *term, gboolean shown)
{
  if (term->part != ASK_TIME_WHOLE)
    append_part (printer, block, term, shown);
  else
    append_view (printer, block, term);
  if (shown && ask_draft_get_label (term) != NULL)
    g_string_append_printf (printer->sql, " AS %s", ask_draft_get_label (term));
  else if (shown && term->metric > 0 && ask_domain_metric (printer->domain, term->metric - 1)->metric == NULL)
    g_string_append_printf (printer->sql, " AS %s", ask_domain_metric (printer->domain, term->metric - 1)->name);
}

static void
append_terms (Printer *printer, const Block *block, const GArray *terms, const char *direction)
{
  for (guint i = 0; i < terms->len; i++)
    {
      g_string_append (printer->sql, i > 0 ? ", " : "");
      append_term (printer, block, ask_draft_term (terms, i), terms == block->draft->terms);
      g_string_append (printer->sql, direction);
    }
}

static void
append_value (Printer *printer, const AskDraftOperand *operand)
{
  g_autofree char *text = NULL;
  AskValue value;

  if (operand->text != NULL)
    value = ask_value_text (operand->text, (gssize) strlen (operand->text));
  else if (operand->number == rint (operand->number) && fabs (operand->number) < 9007199254740992.0)
    value = ask_value_integer ((gint64) operand->number);
  else
    value = ask_value_real (operand->number);
  text = ask_sql_quote_value (&value);
  g_string_append (printer->sql, text);
}

/* What a value must not be among. One NULL among them, and no value is known not to be: so there must be none. Where only
 * some rows are taken, NULLs go after that; of groups those go before that have nothing but NULLs. */
static gboolean
append_guarded (Printer *printer, const AskDraft *query)
{
  int attribute = ask_draft_find_guarded (query, printer->domain);

  if (attribute == ASK_DOMAIN_STAR || query->whole != NULL)
    return append_draft (printer, query);
  if (query->limit == ASK_DRAFT_NO_LIMIT || ask_draft_term (query->terms, 0)->aggregate != ASK_DRAFT_PLAIN)
    return append_side (printer, query, FALSE, TRUE);
  g_string_append (printer->sql, "SELECT ");
  append_name (printer, ask_domain_attribute (printer->domain, attribute)->name);
  g_string_append (printer->sql, " FROM (");
  if (!append_draft (printer, query))
    return FALSE;
  g_string_append (printer->sql, ") WHERE ");
  append_name (printer, ask_domain_attribute (printer->domain, attribute)->name);
  g_string_append (printer->sql, " IS NOT NULL");
  return TRUE;
}

/* @guarded: the value must not be among what a query gives */
static gboolean
append_operand (Printer *printer, const Block *block, const AskDraftOperand *operand, gboolean guarded)
{
  switch (operand->kind)
    {
    case ASK_DRAFT_ATTRIBUTE:
      append_attribute (printer, block, operand->attribute);
      return TRUE;
    case ASK_DRAFT_QUERY:
      g_string_append_c (printer->sql, '(');
      if (!(guarded ? append_guarded (printer, operand->query) : append_draft (printer, operand->query)))
        return FALSE;
      g_string_append_c (printer->sql, ')');
      return TRUE;
    case ASK_DRAFT_VALUE:
    default:
      append_value (printer, operand);
      return TRUE;
    }
}

static void
append_blank (Printer *printer, const Block *block, const AskDraftTerm *term)
{
  g_string_append_c (printer->sql, '(');
  append_term (printer, block, term, FALSE);
  g_string_append (printer->sql, " IS NULL OR ");
  append_term (printer, block, term, FALSE);
  g_string_append (printer->sql, " = '')");
}

static gboolean
append_condition (Printer *printer, const Block *block, const AskDraftCondition *condition)
{
  static const char *const ops[]
    = { "=",       "!=",          "<",  "<=",     ">",       ">=",          "LIKE", "NOT LIKE",
        "BETWEEN", "NOT BETWEEN", "IN", "NOT IN", "IS NULL", "IS NOT NULL", NULL };

  if (condition->op == ASK_DRAFT_IS_BLANK)
    {
      append_blank (printer, block, &condition->left);
      return TRUE;
    }
  append_term (printer, block, &condition->left, FALSE);
  g_string_append_printf (printer->sql, " %s", ops[condition->op]);
  for (guint k = 0; k < condition->n_operands; k++)
    {
      g_string_append (printer->sql, k > 0 ? " AND " : " ");
      if (!append_operand (printer, block, &condition->operands[k], condition->op == ASK_DRAFT_NOT_IN))
        return FALSE;
    }
  return TRUE;
}

static gboolean
append_conditions (Printer *printer, const Block *block, const GArray *conditions)
{
  guint end = 0; /* one past a choice that is open */

  for (guint i = 0; i < conditions->len; i++)
    {
      guint n = ask_draft_count_choice (conditions, i);

      if (i > 0)
        g_string_append (printer->sql, ask_draft_condition (conditions, i)->either ? " OR " : " AND ");
      if (n > 0 && n < conditions->len)
        {
          g_string_append_c (printer->sql, '(');
          end = i + n;
        }
      if (!append_condition (printer, block, ask_draft_condition (conditions, i)))
        return FALSE;
      if (end == i + 1)
        g_string_append_c (printer->sql, ')');
    }
  return TRUE;
}

/* All equalities of the relationship that @join stands for. */
static void
append_join (Printer *printer, const Block *block, guint join)
{
  guint group = ask_domain_join (printer->domain, join)->group;
  const char *before = " ON ";

  for (guint i = 0; i < printer->domain->joins->len; i++)
    if (ask_domain_join (printer->domain, i)->group == group)
      {
        g_string_append (printer->sql, before);
        append_attribute (printer, block, ask_domain_join (printer->domain, i)->from);
        g_string_append (printer->sql, " = ");
        append_attribute (printer, block, ask_domain_join (printer->domain, i)->to);
        before = " AND ";
      }
}

static void
append_from (Printer *printer, const Block *block)
{
  const GArray *entities = block->path->entities;

  for (guint i = 0; i < entities->len; i++)
    {
      g_string_append (printer->sql, i > 0 ? " JOIN " : " FROM ");
      append_name (printer, ask_domain_entity (printer->domain, g_array_index (entities, guint, i))->name);
      if (entities->len > 1)
        g_string_append_printf (printer->sql, " AS T%u", i + 1);
      if (i > 0)
        append_join (printer, block, g_array_index (block->path->joins, guint, i - 1));
    }
}

/* WHERE, and behind it what keeps NULLs away. */
static gboolean
append_where (Printer *printer, const Block *block)
{
  const GArray *conditions = block->draft->conditions;
  gboolean guarded = block->guarded != ASK_DOMAIN_STAR;
  gboolean either = FALSE;

  if (conditions->len == 0 && !guarded)
    return TRUE;
  for (guint i = 0; i < conditions->len && guarded; i++)
    either = either || ask_draft_condition (conditions, i)->either;
  g_string_append (printer->sql, either ? " WHERE (" : " WHERE ");
  if (!append_conditions (printer, block, conditions))
    return FALSE;
  g_string_append (printer->sql, either ? ")" : "");
  if (!guarded)
    return TRUE;
  g_string_append (printer->sql, conditions->len > 0 ? " AND " : "");
  append_attribute (printer, block, block->guarded);
  g_string_append (printer->sql, " IS NOT NULL");
  return TRUE;
}

static gboolean
append_core (Printer *printer, const Block *block)
{
  const AskDraft *draft = block->draft;

  g_string_append (printer->sql, draft->distinct ? "SELECT DISTINCT " : "SELECT ");
  append_terms (printer, block, draft->terms, "");
  append_from (printer, block);
  if (!append_where (printer, block))
    return FALSE;
  if (draft->groups->len > 0)
    g_string_append (printer->sql, " GROUP BY ");
  append_terms (printer, block, draft->groups, "");
  if (draft->having->len > 0)
    g_string_append (printer->sql, " HAVING ");
  return append_conditions (printer, block, draft->having);
}

static const char *
get_set_word (AskDraftSet set)
{
  switch (set)
    {
    case ASK_DRAFT_UNION:
      return " UNION ";
    case ASK_DRAFT_INTERSECT:
      return " INTERSECT ";
    case ASK_DRAFT_EXCEPT:
      return " EXCEPT ";
    case ASK_DRAFT_NO_SET:
    default:
      return "";
    }
}

/* In SQL order and limit stand once, behind all sides of a set: they are those of the first side. */
static gboolean
is_printable (const AskDraft *draft, gboolean second)
{
  return draft->terms->len > 0 && (draft->set == ASK_DRAFT_NO_SET) == (draft->second == NULL)
         && !(second && (draft->orders->len > 0 || draft->limit != ASK_DRAFT_NO_LIMIT));
}

/* @guarded: NULL must not be among what it gives */
static gboolean
append_side (Printer *printer, const AskDraft *draft, gboolean second, gboolean guarded)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, printer->domain);
  g_autoptr (AskDraftPath) path = NULL;
  Block block = { draft, NULL, guarded ? ask_draft_find_guarded (draft, printer->domain) : ASK_DOMAIN_STAR };

  if (entities->len == 0 || !is_printable (draft, second))
    return FALSE;
  path = block.path = choose_path (printer, entities);
  if (path == NULL || !append_core (printer, &block))
    return FALSE;
  if (draft->second != NULL)
    {
      g_string_append (printer->sql, get_set_word (draft->set));
      if (!append_side (printer, draft->second, TRUE, guarded))
        return FALSE;
    }
  if (draft->orders->len > 0)
    g_string_append (printer->sql, " ORDER BY ");
  append_terms (printer, &block, draft->orders, draft->descending ? " DESC" : "");
  if (draft->limit != ASK_DRAFT_NO_LIMIT)
    g_string_append_printf (printer->sql, " LIMIT %" G_GINT64_FORMAT, draft->limit);
  return TRUE;
}

static gboolean
append_draft (Printer *printer, const AskDraft *draft)
{
  if (draft->whole == NULL)
    return append_side (printer, draft, FALSE, FALSE);
  g_string_append (printer->sql, "SELECT 100.0 * (");
  if (!append_side (printer, draft, FALSE, FALSE))
    return FALSE;
  g_string_append (printer->sql, ") / (");
  if (!append_side (printer, draft->whole, FALSE, FALSE))
    return FALSE;
  g_string_append (printer->sql, ") AS share");
  return TRUE;
}

/**
 * ask_draft_to_sql:
 * @self: a draft without slots
 * @domain: what it is about
 * @way: 0 to join entities the cheapest way; 1, 2, … for other ways, as ask_draft_find_path() has them, of its
 *   own FROM and then of those of the queries within it; entities that stand together twice are joined alike
 *
 * Returns: (transfer full) (nullable): one SELECT; %NULL where no entity is named, entities cannot be joined, the
 *   second side of a set has an order or a limit of its own, or there are not so many ways
 */
char *
ask_draft_to_sql (const AskDraft *self, AskDomain *domain, guint way)
{
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  g_autoptr (GString) sql = g_string_new (NULL);
  Printer printer = { domain, way, choices, sql };

  g_array_set_clear_func (choices, (GDestroyNotify) choice_clear);
  if (!append_draft (&printer, self) || printer.way > 0)
    return NULL;
  return g_string_free (g_steal_pointer (&sql), FALSE);
}
