/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drafts as values: made, copied, compared, and brought into the one form that equal questions share.
 */
#include "config.h"

#include "understand/interpret/ask-draft-private.h"

/**
 * ask_draft_condition_clear:
 * @self: (inout): what it holds is freed
 */
void
ask_draft_condition_clear (AskDraftCondition *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->operands); i++)
    {
      g_clear_pointer (&self->operands[i].text, g_free);
      g_clear_pointer (&self->operands[i].query, ask_draft_free);
    }
}

static GArray *
new_terms (void)
{
  return g_array_new (FALSE, TRUE, sizeof (AskDraftTerm));
}

static GArray *
new_conditions (void)
{
  GArray *conditions = g_array_new (FALSE, TRUE, sizeof (AskDraftCondition));

  g_array_set_clear_func (conditions, (GDestroyNotify) ask_draft_condition_clear);
  return conditions;
}

/** ask_draft_new: Returns: (transfer full): a draft that selects nothing, without a limit */
AskDraft *
ask_draft_new (void)
{
  AskDraft *self = g_new0 (AskDraft, 1);

  self->terms = new_terms ();
  self->conditions = new_conditions ();
  self->groups = new_terms ();
  self->having = new_conditions ();
  self->orders = new_terms ();
  self->extra = g_array_new (FALSE, TRUE, sizeof (int));
  self->limit = ASK_DRAFT_NO_LIMIT;
  self->limit_slot = -1;
  return self;
}

/**
 * ask_draft_free:
 * @self: (nullable): freed with its queries
 */
void
ask_draft_free (AskDraft *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->terms);
  g_array_unref (self->conditions);
  g_array_unref (self->groups);
  g_array_unref (self->having);
  g_array_unref (self->orders);
  g_array_unref (self->extra);
  ask_draft_free (self->second);
  ask_draft_free (self->whole);
  g_free (self);
}

static void
copy_array (GArray *to, const GArray *from)
{
  if (from->len > 0)
    g_array_append_vals (to, from->data, from->len);
}

static void
copy_conditions (GArray *to, const GArray *from)
{
  copy_array (to, from);
  for (guint i = 0; i < to->len; i++)
    {
      AskDraftCondition *condition = ask_draft_condition (to, i);

      for (guint k = 0; k < G_N_ELEMENTS (condition->operands); k++)
        {
          AskDraftOperand *operand = &condition->operands[k];

          operand->text = g_strdup (operand->text);
          operand->query = operand->query != NULL ? ask_draft_copy (operand->query) : NULL;
        }
    }
}

/**
 * ask_draft_copy:
 * @self: a draft
 *
 * Returns: (transfer full): the same, with queries of its own
 */
AskDraft *
ask_draft_copy (const AskDraft *self)
{
  AskDraft *copy = ask_draft_new ();

  copy->distinct = self->distinct;
  copy_array (copy->terms, self->terms);
  copy_conditions (copy->conditions, self->conditions);
  copy_array (copy->groups, self->groups);
  copy_conditions (copy->having, self->having);
  copy_array (copy->orders, self->orders);
  copy->descending = self->descending;
  copy->limit = self->limit;
  copy->limit_slot = self->limit_slot;
  copy_array (copy->extra, self->extra);
  copy->set = self->set;
  copy->second = self->second != NULL ? ask_draft_copy (self->second) : NULL;
  copy->whole = self->whole != NULL ? ask_draft_copy (self->whole) : NULL;
  return copy;
}

/**
 * ask_draft_term_equal:
 * @a: a term
 * @b: another of the same domain
 *
 * Returns: whether both are the same
 */
gboolean
ask_draft_term_equal (const AskDraftTerm *a, const AskDraftTerm *b)
{
  return a->aggregate == b->aggregate && !a->distinct == !b->distinct && a->attribute == b->attribute
         && a->part == b->part && a->view == b->view && a->metric == b->metric && a->per == b->per;
}

static gboolean
terms_equal (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!ask_draft_term_equal (ask_draft_term (a, i), ask_draft_term (b, i)))
      return FALSE;
  return TRUE;
}

static gboolean
operand_equal (const AskDraftOperand *a, const AskDraftOperand *b)
{
  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind)
    {
    case ASK_DRAFT_ATTRIBUTE:
      return a->attribute == b->attribute;
    case ASK_DRAFT_QUERY:
      return ask_draft_equal (a->query, b->query);
    case ASK_DRAFT_VALUE:
    default:
      return a->slot == b->slot && g_strcmp0 (a->text, b->text) == 0 && (a->text != NULL || a->number == b->number);
    }
}

/*
 * ask_draft_condition_equal:
 * @a: a condition
 * @b: another of the same domain
 *
 * Returns: whether they compare the same, however they are joined to others
 */
gboolean
ask_draft_condition_equal (const AskDraftCondition *a, const AskDraftCondition *b)
{
  if (!ask_draft_term_equal (&a->left, &b->left) || a->op != b->op || a->n_operands != b->n_operands)
    return FALSE;
  for (guint k = 0; k < a->n_operands; k++)
    if (!operand_equal (&a->operands[k], &b->operands[k]))
      return FALSE;
  return TRUE;
}

static gboolean
conditions_equal (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const AskDraftCondition *x = ask_draft_condition (a, i), *y = ask_draft_condition (b, i);

      if (!x->either != !y->either || !ask_draft_condition_equal (x, y))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_draft_equal:
 * @a: (nullable): a draft
 * @b: (nullable): another
 *
 * Returns: whether both say the same, in the same order
 */
gboolean
ask_draft_equal (const AskDraft *a, const AskDraft *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return !a->distinct == !b->distinct && terms_equal (a->terms, b->terms)
         && conditions_equal (a->conditions, b->conditions) && terms_equal (a->groups, b->groups)
         && conditions_equal (a->having, b->having) && terms_equal (a->orders, b->orders)
         && !a->descending == !b->descending && a->limit == b->limit && a->limit_slot == b->limit_slot
         && a->extra->len == b->extra->len
         && (a->extra->len == 0 || memcmp (a->extra->data, b->extra->data, a->extra->len * sizeof (int)) == 0)
         && a->set == b->set && ask_draft_equal (a->second, b->second) && ask_draft_equal (a->whole, b->whole);
}

/* Rows are counted, not values: "how many" rarely means to leave out NULLs. */
static void
normalise_term (AskDraftTerm *term)
{
  if (term->aggregate == ASK_DRAFT_COUNT && !term->distinct)
    term->attribute = ASK_DOMAIN_STAR;
}

/* A sort that keeps the order of equals, as g_array_sort() does not promise to; the arrays are tiny. Elements
 * move with all that they own. */
static void
sort (GArray *array, int (*compare) (gconstpointer a, gconstpointer b))
{
  gsize size = g_array_get_element_size (array);
  g_autofree char *moved = g_malloc (size);

  for (guint i = 1; i < array->len; i++)
    {
      guint at = i;

      while (at > 0 && compare (array->data + (at - 1) * size, array->data + i * size) > 0)
        at--;
      memcpy (moved, array->data + i * size, size);
      memmove (array->data + (at + 1) * size, array->data + at * size, (i - at) * size);
      memcpy (array->data + at * size, moved, size);
    }
}

/* What is no aggregate comes first, as people read a table: whose figure it is, then the figure. */
static int
compare_terms (gconstpointer a, gconstpointer b)
{
  const AskDraftTerm *x = a, *y = b;

  if (x->aggregate != y->aggregate)
    return (int) x->aggregate - (int) y->aggregate;
  return (x->attribute == ASK_DOMAIN_STAR) - (y->attribute == ASK_DOMAIN_STAR);
}

static int
compare_conditions (gconstpointer a, gconstpointer b)
{
  const AskDraftCondition *x = a, *y = b;
  gboolean query_x = x->n_operands > 0 && x->operands[0].kind == ASK_DRAFT_QUERY;
  gboolean query_y = y->n_operands > 0 && y->operands[0].kind == ASK_DRAFT_QUERY;

  if (query_x != query_y)
    return query_x ? 1 : -1;
  return (int) x->op - (int) y->op;
}

static int
compare_entities (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

static void
normalise_conditions (GArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      AskDraftCondition *condition = ask_draft_condition (conditions, i);

      normalise_term (&condition->left);
      for (guint k = 0; k < condition->n_operands; k++)
        if (condition->operands[k].kind == ASK_DRAFT_QUERY)
          {
            if (condition->op == ASK_DRAFT_NOT_IN)
              ask_draft_drop_guard (condition->operands[k].query);
            ask_draft_normalise (condition->operands[k].query);
          }
    }
}

static gboolean
is_blank_text (const AskDraftCondition *condition)
{
  return condition->op == ASK_DRAFT_EQUAL && condition->operands[0].kind == ASK_DRAFT_VALUE
         && condition->operands[0].text != NULL && *condition->operands[0].text == '\0';
}

/* "x IS NULL OR x = ''" is one condition, where nothing but OR joins them. */
static void
join_blanks (GArray *conditions)
{
  for (guint i = 1; i < conditions->len; i++)
    if (!ask_draft_condition (conditions, i)->either)
      return;
  for (guint i = 0; i < conditions->len; i++)
    for (guint k = conditions->len; k-- > 0 && ask_draft_condition (conditions, i)->op == ASK_DRAFT_IS_NULL;)
      if (is_blank_text (ask_draft_condition (conditions, k))
          && ask_draft_term_equal (&ask_draft_condition (conditions, i)->left,
                                   &ask_draft_condition (conditions, k)->left))
        {
          ask_draft_condition (conditions, i)->op = ASK_DRAFT_IS_BLANK;
          g_array_remove_index (conditions, k);
          i -= k < i;
          break;
        }
  if (conditions->len > 0)
    ask_draft_condition (conditions, 0)->either = FALSE;
}

/* Conditions that are all joined alike may stand in any order. */
static void
sort_conditions (GArray *conditions)
{
  gboolean either;

  if (conditions->len < 2)
    return;
  either = ask_draft_condition (conditions, 1)->either;
  for (guint i = 2; i < conditions->len; i++)
    if (!ask_draft_condition (conditions, i)->either != !either)
      return;
  sort (conditions, compare_conditions);
  for (guint i = 0; i < conditions->len; i++)
    ask_draft_condition (conditions, i)->either = i > 0 && either;
}

/**
 * ask_draft_normalise:
 * @self: (inout): a draft
 *
 * Drafts that ask the same in another order of words become equal: terms, conditions and entities get an order
 * of their own, and count (x) is count (*). An entity that only such an x named must be in @extra before.
 */
void
ask_draft_normalise (AskDraft *self)
{
  for (guint i = 0; i < self->terms->len; i++)
    normalise_term (ask_draft_term (self->terms, i));
  for (guint i = 0; i < self->orders->len; i++)
    normalise_term (ask_draft_term (self->orders, i));
  sort (self->terms, compare_terms);
  normalise_conditions (self->conditions);
  normalise_conditions (self->having);
  join_blanks (self->conditions);
  sort_conditions (self->conditions);
  sort (self->extra, compare_entities);
  if (self->second != NULL)
    ask_draft_normalise (self->second);
  if (self->whole != NULL)
    ask_draft_normalise (self->whole);
}
