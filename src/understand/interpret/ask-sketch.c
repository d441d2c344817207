/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sketches: what is particular to a question is taken out of a draft, and put back.
 *
 * An attribute gets a slot each time it stands in a block, so that each place is filled by itself; only in a query
 * within it, or in the second side of its set, an attribute that the block had before is the same slot. A value
 * gets a slot each, and so does a limit other than 1.
 */
#include "config.h"

#include "understand/interpret/ask-sketch-private.h"

#include "base/ask-text.h"

/* Where in a draft the numbering is. @outer: attribute + 1 → slot: those of the blocks around; @mine: of this one */
typedef struct
{
  AskSketch *sketch;
  AskFilling *filling;
  char block[8];
  GHashTable *outer;
  GHashTable *mine;
} Place;

static void number_block (const Place *around, const char *step, AskDraft *draft);

static void
operand_clear (AskDraftOperand *operand)
{
  g_free (operand->text);
}

/** ask_filling_new: Returns: (transfer full): a filling of no slots */
AskFilling *
ask_filling_new (void)
{
  AskFilling *self = g_new (AskFilling, 1);

  self->attributes = g_array_new (FALSE, FALSE, sizeof (int));
  self->values = g_array_new (FALSE, TRUE, sizeof (AskDraftOperand));
  g_array_set_clear_func (self->values, (GDestroyNotify) operand_clear);
  self->entities = g_array_new (FALSE, FALSE, sizeof (int));
  return self;
}

/**
 * ask_filling_free:
 * @self: (nullable): freed with its texts
 */
void
ask_filling_free (AskFilling *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->attributes);
  g_array_unref (self->values);
  g_array_unref (self->entities);
  g_free (self);
}

/**
 * ask_sketch_free:
 * @self: (nullable): freed
 */
void
ask_sketch_free (AskSketch *self)
{
  if (self == NULL)
    return;
  ask_draft_free (self->draft);
  g_free (self->key);
  g_array_unref (self->slots);
  g_array_unref (self->values);
  g_ptr_array_unref (self->extras);
  for (guint i = 0; i < ASK_N_SKETCH_PARTS; i++)
    g_free (self->parts[i]);
  g_free (self);
}

/* ---- numbering */

static int
number_attribute (const Place *place, int attribute, AskSketchSlot slot)
{
  gpointer known;
  int number = (int) place->sketch->slots->len;

  if (attribute == ASK_DOMAIN_STAR)
    return ASK_DOMAIN_STAR;
  if (g_hash_table_lookup_extended (place->outer, GINT_TO_POINTER (attribute), NULL, &known))
    return GPOINTER_TO_INT (known);
  g_strlcpy (slot.block, place->block, sizeof slot.block);
  g_array_append_val (place->sketch->slots, slot);
  g_array_append_val (place->filling->attributes, attribute);
  if (!g_hash_table_contains (place->mine, GINT_TO_POINTER (attribute)))
    g_hash_table_insert (place->mine, GINT_TO_POINTER (attribute), GINT_TO_POINTER (number));
  return number;
}

static void
number_terms (const Place *place, GArray *terms, AskSlotRole role)
{
  for (guint i = 0; i < terms->len; i++)
    {
      AskDraftTerm *term = ask_draft_term (terms, i);
      gboolean aggregate = role == ASK_SLOT_SELECT && term->aggregate != ASK_DRAFT_PLAIN;

      term->attribute = number_attribute (place, term->attribute,
                                          (AskSketchSlot) { .role = aggregate ? ASK_SLOT_AGGREGATE : role,
                                                            .op = ASK_DRAFT_EQUAL,
                                                            .summed = ask_draft_sums (term) });
    }
}

/* Moves the value into the filling. */
static int
number_value (const Place *place, AskDraftOperand *operand, AskSketchValue value)
{
  AskDraftOperand moved = { .kind = ASK_DRAFT_VALUE, .attribute = ASK_DOMAIN_STAR, .slot = -1 };
  int number = (int) place->sketch->values->len;

  moved.text = g_steal_pointer (&operand->text);
  moved.number = operand->number;
  operand->number = 0;
  g_strlcpy (value.block, place->block, sizeof value.block);
  g_array_append_val (place->sketch->values, value);
  g_array_append_val (place->filling->values, moved);
  return number;
}

static void
number_condition (const Place *place, AskDraftCondition *condition, gboolean having)
{
  AskDraftOperandKind kind = condition->n_operands > 0 ? condition->operands[0].kind : ASK_DRAFT_VALUE;
  AskSlotRole role = having                        ? ASK_SLOT_HAVING
                     : kind == ASK_DRAFT_QUERY     ? ASK_SLOT_WHERE_QUERY
                     : kind == ASK_DRAFT_ATTRIBUTE ? ASK_SLOT_WHERE_ATTRIBUTE
                                                   : ASK_SLOT_WHERE;

  AskDraftOp op = kind == ASK_DRAFT_QUERY ? condition->op : ASK_DRAFT_EQUAL;

  condition->left.attribute
    = number_attribute (place, condition->left.attribute,
                        (AskSketchSlot) { .role = role, .op = op, .summed = ask_draft_sums (&condition->left) });
  for (guint i = 0; i < condition->n_operands; i++)
    {
      AskDraftOperand *operand = &condition->operands[i];
      AskSketchValue value = { .place = having ? ASK_SKETCH_HAVING : ASK_SKETCH_WHERE,
                               .op = condition->op,
                               .attribute = condition->left.attribute,
                               .aggregate = condition->left.aggregate };

      switch (operand->kind)
        {
        case ASK_DRAFT_ATTRIBUTE:
          role = having ? ASK_SLOT_HAVING : ASK_SLOT_WHERE_ATTRIBUTE;
          operand->attribute = number_attribute (place, operand->attribute, (AskSketchSlot) { .role = role, .op = op });
          break;
        case ASK_DRAFT_QUERY:
          number_block (place, "n.", operand->query);
          break;
        case ASK_DRAFT_VALUE:
        default:
          operand->slot = number_value (place, operand, value);
          break;
        }
    }
}

static void
number_conditions (const Place *place, GArray *conditions, gboolean having)
{
  for (guint i = 0; i < conditions->len; i++)
    number_condition (place, ask_draft_condition (conditions, i), having);
}

static void
number_limit (const Place *place, AskDraft *draft)
{
  AskDraftOperand operand = { .number = (double) draft->limit };
  AskSketchValue value = { .place = ASK_SKETCH_LIMIT, .attribute = -1 };

  if (draft->limit_slot < 0 && (draft->limit == ASK_DRAFT_NO_LIMIT || draft->limit == 1))
    return;
  draft->limit_slot = number_value (place, &operand, value);
  draft->limit = 0;
}

static void
number_extra (const Place *place, AskDraft *draft)
{
  for (guint i = 0; i < draft->extra->len; i++)
    {
      int *entity = &g_array_index (draft->extra, int, i);

      g_array_append_val (place->filling->entities, *entity);
      *entity = (int) place->sketch->extras->len;
      g_ptr_array_add (place->sketch->extras, g_strdup (place->block));
    }
}

/* What the block around and those around it have given slots to, so far. */
static GHashTable *
get_known (const Place *around)
{
  GHashTable *known = g_hash_table_new (NULL, NULL);
  GHashTable *from[] = { around->mine, around->outer };

  for (guint i = 0; i < G_N_ELEMENTS (from); i++)
    {
      GHashTableIter iter;
      gpointer attribute, slot;

      g_hash_table_iter_init (&iter, from[i]);
      while (g_hash_table_iter_next (&iter, &attribute, &slot))
        g_hash_table_insert (known, attribute, slot);
    }
  return known;
}

static void
number_block (const Place *around, const char *step, AskDraft *draft)
{
  g_autoptr (GHashTable) outer = get_known (around);
  g_autoptr (GHashTable) mine = g_hash_table_new (NULL, NULL);
  Place place = { around->sketch, around->filling, "", outer, mine };

  g_strlcpy (place.block, around->block, sizeof place.block);
  g_strlcat (place.block, step, sizeof place.block);
  number_terms (&place, draft->terms, ASK_SLOT_SELECT);
  number_conditions (&place, draft->conditions, FALSE);
  number_terms (&place, draft->groups, ASK_SLOT_GROUP);
  number_conditions (&place, draft->having, TRUE);
  number_terms (&place, draft->orders, ASK_SLOT_ORDER);
  number_limit (&place, draft);
  number_extra (&place, draft);
  if (draft->second != NULL)
    number_block (&place, "s.", draft->second);
}

/* ---- parts */

static const char *const aggregates[] = { "none", "count", "sum", "avg", "min", "max" };
static const char *const ops[] = { "=",       "!=",          "<",  "<=",     ">",  ">=",     "like", "not like",
                                   "between", "not between", "in", "not in", "is", "is not", "blank" };

static char *
spell_select (const AskDraft *draft)
{
  GString *text = g_string_new (draft->distinct ? "D" : "");

  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->terms, i);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? "," : "", aggregates[term->aggregate],
                              term->distinct ? "d" : "", term->attribute == ASK_DOMAIN_STAR ? "*" : "");
    }
  return g_string_free (text, FALSE);
}

static char *
spell_condition (const AskDraftCondition *condition)
{
  static const char *const kinds[] = { "v", "c", "q" };

  return g_strdup_printf ("%s%s:%s",
                          condition->left.aggregate != ASK_DRAFT_PLAIN ? aggregates[condition->left.aggregate] : "",
                          ops[condition->op], condition->n_operands > 0 ? kinds[condition->operands[0].kind] : "");
}

static GPtrArray *
spell_conditions (const GArray *conditions)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < conditions->len; i++)
    g_ptr_array_add (texts, spell_condition (ask_draft_condition (conditions, i)));
  return texts;
}

static char *
join (const GPtrArray *texts)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? "&" : "", (const char *) texts->pdata[i]);
  return g_string_free (all, FALSE);
}

static char *
spell_where (const AskDraft *draft)
{
  g_autoptr (GPtrArray) texts = spell_conditions (draft->conditions);
  g_autofree char *all = NULL;
  gboolean either = FALSE;

  g_ptr_array_sort (texts, ask_text_compare);
  for (guint i = 0; i < draft->conditions->len; i++)
    either |= ask_draft_condition (draft->conditions, i)->either;
  all = join (texts);
  return g_strconcat (all, either ? "|" : "", NULL);
}

static char *
spell_group (const AskDraft *draft)
{
  g_autoptr (GPtrArray) texts = spell_conditions (draft->having);
  g_autofree char *having = join (texts);

  return draft->groups->len > 0 ? g_strdup_printf ("G%uH%s", draft->groups->len, having)
                                : g_strconcat ("H", having, NULL);
}

static char *
spell_order (const AskDraft *draft)
{
  GString *text;
  gboolean limited = draft->limit != ASK_DRAFT_NO_LIMIT || draft->limit_slot >= 0;

  if (draft->orders->len == 0)
    return g_strdup (limited ? "lim" : "");
  text = g_string_new (NULL);
  for (guint i = 0; i < draft->orders->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->orders, i);

      g_string_append_printf (text, "%s%s%s", i > 0 ? "," : "", aggregates[term->aggregate],
                              term->attribute == ASK_DOMAIN_STAR ? "*" : "");
    }
  g_string_append (text, draft->descending ? "desc" : "asc");
  if (limited)
    g_string_append (text, draft->limit_slot < 0 ? "1" : "n");
  return g_string_free (text, FALSE);
}

static const AskDraft *
find_query (const GArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (conditions, i);

      if (condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_QUERY)
        return condition->operands[0].query;
    }
  return NULL;
}

static char *
spell_nesting (const AskDraft *draft)
{
  static const char *const sets[] = { "", "union", "intersect", "except" };
  GString *text = g_string_new (NULL);
  const AskDraft *query = find_query (draft->conditions);

  if (query == NULL)
    query = find_query (draft->having);
  if (draft->second != NULL)
    g_string_append_printf (text, "%s%u%s", sets[draft->set], draft->second->conditions->len,
                            draft->second->groups->len > 0 ? "G" : "");
  for (guint i = 0; query != NULL && i < query->terms->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "N" : ",", aggregates[ask_draft_term (query->terms, i)->aggregate]);
  if (query != NULL)
    g_string_append_printf (text, "W%u", query->conditions->len);
  return g_string_free (text, FALSE);
}

static gboolean
has_only_values (const GArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (conditions, i);

      for (guint k = 0; k < condition->n_operands; k++)
        if (condition->operands[k].kind != ASK_DRAFT_VALUE)
          return FALSE;
    }
  return TRUE;
}

/**
 * ask_sketch_take_draft:
 * @draft: (transfer full): what the sketch is of; its attributes may be slots of other sketches, too
 * @filling: (out) (optional) (transfer full): what was in its places
 *
 * Returns: (transfer full): the sketch
 */
AskSketch *
ask_sketch_take_draft (AskDraft *draft, AskFilling **filling)
{
  AskSketch *self = g_new0 (AskSketch, 1);
  g_autoptr (AskFilling) filled = ask_filling_new ();
  g_autoptr (GHashTable) nothing = g_hash_table_new (NULL, NULL);
  Place outside = { self, filled, "", nothing, nothing };

  self->draft = draft;
  self->slots = g_array_new (FALSE, TRUE, sizeof (AskSketchSlot));
  self->values = g_array_new (FALSE, TRUE, sizeof (AskSketchValue));
  self->extras = g_ptr_array_new_with_free_func (g_free);
  number_block (&outside, "", draft);
  self->key = ask_sketch_spell (draft);
  self->parts[ASK_PART_SELECT] = spell_select (draft);
  self->parts[ASK_PART_WHERE] = spell_where (draft);
  self->parts[ASK_PART_GROUP] = spell_group (draft);
  self->parts[ASK_PART_ORDER] = spell_order (draft);
  self->parts[ASK_PART_NESTING] = spell_nesting (draft);
  self->parts[ASK_PART_EXTRA] = g_strdup_printf ("x%u", draft->extra->len);
  self->plain = draft->second == NULL && has_only_values (draft->conditions) && has_only_values (draft->having);
  if (filling != NULL)
    *filling = g_steal_pointer (&filled);
  return self;
}

/**
 * ask_sketch_new:
 * @domain: what the draft is about
 * @draft: without slots
 * @filling: (out) (optional) (transfer full): what ask_sketch_fill() needs to give @draft again
 *
 * Returns: (transfer full): its sketch
 */
AskSketch *
ask_sketch_new (AskDomain *domain, const AskDraft *draft, AskFilling **filling)
{
  g_return_val_if_fail (domain != NULL, NULL);
  return ask_sketch_take_draft (ask_draft_copy (draft), filling);
}

/**
 * ask_sketch_compose:
 * @select: a plain sketch, whose DISTINCT and terms are taken
 * @where: a plain sketch, whose conditions are taken
 * @group: a plain sketch, whose GROUP BY and HAVING are taken
 * @order: a plain sketch, whose order and limit are taken
 * @n_extras: slots of entities
 *
 * Returns: (transfer full): a sketch of these parts, each attribute with a slot of its own
 */
AskSketch *
ask_sketch_compose (const AskSketch *select, const AskSketch *where, const AskSketch *group, const AskSketch *order,
                    guint n_extras)
{
  AskDraft *draft = ask_draft_copy (select->draft);
  g_autoptr (AskDraft) filter = ask_draft_copy (where->draft);
  g_autoptr (AskDraft) grouping = ask_draft_copy (group->draft);
  g_autoptr (AskDraft) sorting = ask_draft_copy (order->draft);
  GArray *taken;

#define take(from, member) (taken = draft->member, draft->member = (from)->member, (from)->member = taken)
  take (filter, conditions);
  take (grouping, groups);
  take (grouping, having);
  take (sorting, orders);
#undef take
  draft->descending = sorting->descending;
  draft->limit = sorting->limit;
  draft->limit_slot = sorting->limit_slot;
  g_array_set_size (draft->extra, n_extras);
  return ask_sketch_take_draft (draft, NULL);
}

/* ---- filling */

static void
fill_attribute (const AskFilling *filling, int *attribute)
{
  if (*attribute == ASK_DOMAIN_STAR)
    return;
  g_assert ((guint) *attribute < filling->attributes->len);
  *attribute = g_array_index (filling->attributes, int, *attribute);
}

static const AskDraftOperand *
get_value (const AskFilling *filling, int slot)
{
  g_assert ((guint) slot < filling->values->len);
  return &g_array_index (filling->values, AskDraftOperand, slot);
}

static void fill_block (const AskFilling *filling, AskDraft *draft);

static void
fill_terms (const AskFilling *filling, GArray *terms)
{
  for (guint i = 0; i < terms->len; i++)
    fill_attribute (filling, &ask_draft_term (terms, i)->attribute);
}

static void
fill_operand (const AskFilling *filling, AskDraftOperand *operand)
{
  switch (operand->kind)
    {
    case ASK_DRAFT_ATTRIBUTE:
      fill_attribute (filling, &operand->attribute);
      break;
    case ASK_DRAFT_QUERY:
      fill_block (filling, operand->query);
      break;
    case ASK_DRAFT_VALUE:
    default:
      g_free (operand->text);
      operand->text = g_strdup (get_value (filling, operand->slot)->text);
      operand->number = get_value (filling, operand->slot)->number;
      operand->slot = -1;
      break;
    }
}

static void
fill_conditions (const AskFilling *filling, GArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      AskDraftCondition *condition = ask_draft_condition (conditions, i);

      fill_attribute (filling, &condition->left.attribute);
      for (guint k = 0; k < condition->n_operands; k++)
        fill_operand (filling, &condition->operands[k]);
    }
}

static void
fill_block (const AskFilling *filling, AskDraft *draft)
{
  fill_terms (filling, draft->terms);
  fill_conditions (filling, draft->conditions);
  fill_terms (filling, draft->groups);
  fill_conditions (filling, draft->having);
  fill_terms (filling, draft->orders);
  if (draft->limit_slot >= 0)
    draft->limit = (gint64) get_value (filling, draft->limit_slot)->number;
  draft->limit_slot = -1;
  for (guint i = 0; i < draft->extra->len; i++)
    {
      int *entity = &g_array_index (draft->extra, int, i);

      g_assert ((guint) *entity < filling->entities->len);
      *entity = g_array_index (filling->entities, int, *entity);
    }
  if (draft->second != NULL)
    fill_block (filling, draft->second);
}

/**
 * ask_sketch_fill:
 * @self: a sketch
 * @filling: something for each of its slots
 *
 * Returns: (transfer full): the draft
 */
AskDraft *
ask_sketch_fill (const AskSketch *self, const AskFilling *filling)
{
  AskDraft *draft = ask_draft_copy (self->draft);

  fill_block (filling, draft);
  return draft;
}
