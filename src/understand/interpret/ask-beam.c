/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values first, since they are surest; then attributes, from the outermost block inwards; then entities that no
 * attribute brings. After each slot only the best states go on.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-beam-private.h"
#include "understand/interpret/ask-draft-private.h"

#define WIDTH 16
/* What each further entity costs. */
#define ENTITY_COST 0.8
#define N_ATTRIBUTES 7
#define N_JOINS 5
#define N_SECONDS 5

static int
compare_choices (const void *a, const void *b)
{
  const AskBeamChoice *x = a;
  const AskBeamChoice *y = b;

  if (x->total != y->total)
    return x->total < y->total ? 1 : -1;
  return x->attribute - y->attribute;
}

/*
 * ask_beam_get_worth:
 *
 * Returns: what @attribute is worth for being of its entity
 */
double
ask_beam_get_worth (const AskBeam *self, int attribute)
{
  return ASK_BEAM_ENTITY_SHARE
         * ask_clip (self->guess->entities[ask_domain_attribute (self->domain, attribute)->entity], -4, 4);
}

static float
odds_of (const AskBeam *self, guint role, int attribute)
{
  const float *odds = self->guess->attributes[attribute];

  return role == ASK_N_GUESS_ROLES ? MAX (odds[ASK_GUESS_AGGREGATE], odds[ASK_GUESS_ORDER]) : odds[role];
}

static GArray *
get_best (AskBeam *self, guint role, gboolean summed)
{
  GArray **best = &self->best[summed != FALSE][role];
  GArray *all;

  if (*best != NULL)
    return *best;
  all = g_array_new (FALSE, FALSE, sizeof (AskBeamChoice));
  for (int a = 0; a < (int) self->domain->attributes->len; a++)
    {
      double odds = odds_of (self, role, a);
      AskBeamChoice choice = { a, ask_clip (odds, -6, 6), odds + ask_beam_get_worth (self, a) };

      if (!summed || ask_draft_can_sum (ask_domain_attribute (self->domain, a)))
        g_array_append_val (all, choice);
    }
  g_array_sort (all, compare_choices);
  g_array_set_size (all, MIN (all->len, N_ATTRIBUTES));
  return *best = all;
}

static int
compare_entities (const void *a, const void *b, gpointer data)
{
  const AskGuess *guess = data;
  guint x = *(const guint *) a;
  guint y = *(const guint *) b;

  if (guess->entities[x] != guess->entities[y])
    return guess->entities[x] < guess->entities[y] ? 1 : -1;
  return x < y ? -1 : 1;
}

/**
 * ask_beam_new:
 * @guess: all guessed; it must outlive the beam
 *
 * Returns: (transfer full): what all sketches' fillings share
 */
AskBeam *
ask_beam_new (const AskGuess *guess)
{
  AskBeam *self = g_new0 (AskBeam, 1);

  self->guess = guess;
  self->domain = guess->domain;
  self->patterns = g_ptr_array_new_with_free_func (g_free);
  self->entities = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint e = 0; e < self->domain->entities->len; e++)
    g_array_append_val (self->entities, e);
  g_array_sort_with_data (self->entities, compare_entities, (gpointer) guess);
  return self;
}

/**
 * ask_beam_free:
 * @self: (transfer full) (nullable): a beam
 */
void
ask_beam_free (AskBeam *self)
{
  if (self == NULL)
    return;
  for (guint r = 0; r <= ASK_N_GUESS_ROLES; r++)
    {
      g_clear_pointer (&self->best[FALSE][r], g_array_unref);
      g_clear_pointer (&self->best[TRUE][r], g_array_unref);
    }
  g_clear_pointer (&self->entities, g_array_unref);
  g_clear_pointer (&self->patterns, g_ptr_array_unref);
  g_free (self);
}

static int
compare_states (const void *a, const void *b)
{
  const AskBeamState *x = a;
  const AskBeamState *y = b;

  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  return memcmp (x->attributes, y->attributes, sizeof x->attributes);
}

/* How many entities its attributes belong to, beyond the first. */
static guint
count_entities (const AskBeam *self, const AskBeamState *state, guint n_slots)
{
  guint seen[ASK_MAX_SLOTS];
  guint n = 0;

  for (guint i = 0; i < n_slots; i++)
    {
      guint entity;
      gboolean there = FALSE;

      if (state->attributes[i] < 0)
        continue;
      entity = ask_domain_attribute (self->domain, state->attributes[i])->entity;
      for (guint k = 0; k < n; k++)
        there = there || seen[k] == entity;
      if (!there)
        seen[n++] = entity;
    }
  return n > 0 ? n - 1 : 0;
}

/* A state and what it is worth when its entities are paid for. */
typedef struct
{
  double worth;
  guint index;
} Paid;

static int
compare_paid (const void *a, const void *b)
{
  const Paid *x = a;
  const Paid *y = b;

  if (x->worth != y->worth)
    return x->worth < y->worth ? 1 : -1;
  return x->index < y->index ? -1 : 1;
}

/*
 * ask_beam_go_on:
 * @pay: for each entity beyond the first
 *
 * The best of the next states go on.
 *
 * Returns: whether there are any
 */
gboolean
ask_beam_go_on (AskBeamFill *fill, gboolean pay)
{
  g_autofree Paid *paid = g_new (Paid, MAX (fill->next->len, 1));
  guint n = fill->next->len;

  for (guint i = 0; i < n; i++)
    {
      const AskBeamState *state = &g_array_index (fill->next, AskBeamState, i);
      guint further = pay ? count_entities (fill->beam, state, fill->sketch->slots->len) : 0;

      paid[i] = (Paid) { state->score - ENTITY_COST * further, i };
    }
  qsort (paid, n, sizeof (Paid), compare_paid);
  g_array_set_size (fill->states, 0);
  for (guint i = 0; i < MIN (n, WIDTH); i++)
    g_array_append_val (fill->states, g_array_index (fill->next, AskBeamState, paid[i].index));
  g_array_set_size (fill->next, 0);
  return fill->states->len > 0;
}

static void
push (AskBeamFill *fill, const AskBeamState *state, guint slot, int attribute, double worth)
{
  AskBeamState next = *state;

  next.attributes[slot] = attribute;
  next.score += worth;
  g_array_append_val (fill->next, next);
}

/* Whether a slot of @block holds an attribute of the entity that @attribute belongs to; TRUE where none does. */
static gboolean
fits_block (const AskBeamFill *fill, const AskBeamState *state, const char *block, int attribute)
{
  gboolean any = FALSE;

  for (guint i = 0; i < fill->sketch->slots->len; i++)
    {
      const AskSketchSlot *slot = &g_array_index (fill->sketch->slots, AskSketchSlot, i);

      if (state->attributes[i] < 0 || strcmp (slot->block, block) != 0)
        continue;
      any = TRUE;
      if (ask_domain_attribute (fill->beam->domain, state->attributes[i])->entity
          == ask_domain_attribute (fill->beam->domain, attribute)->entity)
        return TRUE;
    }
  return !any;
}

/* The slot of what a nested query selects, which is still open; -1 where there is none. */
static int
find_nested_select (const AskBeamFill *fill, const AskBeamState *state, const AskSketchSlot *outer)
{
  g_autofree char *block = g_strconcat (outer->block, "n.", NULL);

  for (guint i = 0; i < fill->sketch->slots->len; i++)
    {
      const AskSketchSlot *slot = &g_array_index (fill->sketch->slots, AskSketchSlot, i);

      if (slot->role == ASK_SLOT_SELECT && state->attributes[i] == ASK_BEAM_OPEN && strcmp (slot->block, block) == 0)
        return (int) i;
    }
  return -1;
}

/* "… IN (SELECT …)": two ends of a join. */
static void
fill_membership (AskBeamFill *fill, const AskBeamState *state, guint at)
{
  const AskSketchSlot *slot = &g_array_index (fill->sketch->slots, AskSketchSlot, at);
  AskBeam *beam = fill->beam;
  int nested = find_nested_select (fill, state, slot);
  g_autoptr (GArray) options = g_array_new (FALSE, FALSE, sizeof (AskBeamOption));

  for (guint j = 0; j < 2 * beam->domain->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (beam->domain, j / 2);
      int outer = j % 2 == 0 ? join->from : join->to;
      int inner = j % 2 == 0 ? join->to : join->from;
      double worth = ask_beam_get_worth (beam, inner)
                     + 0.5 * ask_clip (beam->guess->attributes[inner][ASK_GUESS_NESTED_SELECT], -4, 4)
                     - (join->cost - 1);

      if (fits_block (fill, state, slot->block, outer))
        g_array_append_val (options, ((AskBeamOption) { worth, (guint) inner, j, outer, NULL, NULL }));
    }
  g_array_sort (options, ask_beam_compare_options);
  for (guint o = 0; o < MIN (options->len, N_JOINS); o++)
    {
      const AskBeamOption *option = &g_array_index (options, AskBeamOption, o);
      AskBeamState next = *state;

      next.attributes[at] = option->attribute;
      next.score += nested >= 0 ? option->worth : -0.5;
      if (nested >= 0)
        next.attributes[nested] = (int) option->mention;
      g_array_append_val (fill->next, next);
    }
}

/* How alike two attributes are as what the two sides of a set select: the ends of a key, the same name, the same kind
 * of thing ("sales_details" and "purchase_details"); -1 where they cannot be. */
static double
get_likeness (AskDomain *domain, int first, int second)
{
  const AskDomainAttribute *a = ask_domain_attribute (domain, first);
  const AskDomainAttribute *b = ask_domain_attribute (domain, second);
  guint n = a->raw_stems != NULL ? g_strv_length (a->raw_stems) : 0;
  guint m = b->raw_stems != NULL ? g_strv_length (b->raw_stems) : 0;

  for (guint j = 0; j < domain->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, j);

      if ((join->from == first && join->to == second) || (join->from == second && join->to == first))
        return 1;
    }
  if (first == second || a->kind != b->kind)
    return -1;
  if (g_ascii_strcasecmp (a->name, b->name) == 0)
    return 1;
  if (n > 0 && m > 0 && strcmp (a->raw_stems[n - 1], b->raw_stems[m - 1]) == 0)
    return 0.6;
  return a->kind == ASK_DOMAIN_TEXT ? 0.2 : -1;
}

/* The second of a set selects what the first does, by another name. */
static void
fill_second_select (AskBeamFill *fill, const AskBeamState *state, guint at)
{
  const AskSketchSlot *slot = &g_array_index (fill->sketch->slots, AskSketchSlot, at);
  AskBeam *beam = fill->beam;
  gsize outer_length = strlen (slot->block) - strlen ("s.");
  g_autoptr (GArray) options = g_array_new (FALSE, FALSE, sizeof (AskBeamOption));

  for (guint i = 0; i < fill->sketch->slots->len; i++)
    {
      const AskSketchSlot *first = &g_array_index (fill->sketch->slots, AskSketchSlot, i);

      if (state->attributes[i] < 0 || first->role != ASK_SLOT_SELECT || strlen (first->block) != outer_length
          || strncmp (first->block, slot->block, outer_length) != 0)
        continue;
      for (int a = 0; a < (int) beam->domain->attributes->len; a++)
        {
          double likeness = get_likeness (beam->domain, state->attributes[i], a);
          const float *odds = beam->guess->attributes[a];
          double worth = ask_beam_get_worth (beam, a) + 2 * (likeness - 1)
                         + 0.5 * ask_clip (MAX (odds[ASK_GUESS_NESTED_SELECT], odds[ASK_GUESS_SELECT]), -4, 4);

          if (likeness >= 0)
            g_array_append_val (options, ((AskBeamOption) { worth, 0, 0, a, NULL, NULL }));
        }
    }
  g_array_sort (options, ask_beam_compare_options);
  for (guint o = 0; o < MIN (options->len, N_SECONDS); o++)
    push (fill, state, at, g_array_index (options, AskBeamOption, o).attribute,
          g_array_index (options, AskBeamOption, o).worth);
}

static guint
role_of (const AskSketchSlot *slot)
{
  switch (slot->role)
    {
    case ASK_SLOT_SELECT:
      return *slot->block != '\0' ? ASK_GUESS_NESTED_SELECT : ASK_GUESS_SELECT;
    case ASK_SLOT_AGGREGATE:
      return ASK_GUESS_AGGREGATE;
    case ASK_SLOT_GROUP:
      return ASK_GUESS_GROUP;
    case ASK_SLOT_ORDER:
      return ASK_GUESS_ORDER;
    case ASK_SLOT_HAVING:
      return ASK_N_GUESS_ROLES;
    case ASK_SLOT_WHERE:
    case ASK_SLOT_WHERE_QUERY:
    case ASK_SLOT_WHERE_ATTRIBUTE:
    default:
      return ASK_GUESS_WHERE;
    }
}

/* Whether another slot of the same block and role has @attribute already. */
static gboolean
is_repeated (const AskBeamFill *fill, const AskBeamState *state, guint at, int attribute)
{
  const AskSketchSlot *slot = &g_array_index (fill->sketch->slots, AskSketchSlot, at);

  for (guint i = 0; i < fill->sketch->slots->len; i++)
    {
      const AskSketchSlot *other = &g_array_index (fill->sketch->slots, AskSketchSlot, i);

      if (i != at && state->attributes[i] == attribute && other->role == slot->role
          && strcmp (other->block, slot->block) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_among (const GArray *choices, int attribute)
{
  for (guint i = 0; i < choices->len; i++)
    if (g_array_index (choices, AskBeamChoice, i).attribute == attribute)
      return TRUE;
  return FALSE;
}

static int
find_key (const AskBeam *self, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (self->domain, entity);

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    if (ask_domain_attribute (self->domain, a)->key)
      return (int) a;
  return ASK_BEAM_OPEN;
}

static gboolean
holds_query (const GArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (conditions, i);

      if (condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_QUERY)
        return TRUE;
    }
  return FALSE;
}

static guint
find_twins_among (const GArray *terms)
{
  guint twins = 0;

  for (guint i = 1; i < terms->len; i++)
    {
      const AskDraftTerm *before = ask_draft_term (terms, i - 1);
      const AskDraftTerm *term = ask_draft_term (terms, i);

      if (before->attribute >= 0 && term->attribute == before->attribute + 1 && term->attribute < ASK_MAX_SLOTS
          && term->aggregate == before->aggregate && !term->distinct == !before->distinct)
        twins |= 1u << term->attribute;
    }
  return twins;
}

/* Columns in another order are the same answer, and so are groups. A query in a condition may tell them apart. */
static guint
find_twins (const AskDraft *draft)
{
  return holds_query (draft->conditions) || holds_query (draft->having)
           ? 0
           : find_twins_among (draft->terms) | find_twins_among (draft->groups);
}

/* Twins stand as the question names them, else as the schema does. */
static gboolean
comes_after (const AskBeam *self, int attribute, int before)
{
  const AskNameMatch *match = &g_array_index (self->guess->question->attributes, AskNameMatch, attribute);
  const AskNameMatch *other = &g_array_index (self->guess->question->attributes, AskNameMatch, before);
  guint at = match->met > 0 ? match->first : G_MAXUINT;
  guint there = other->met > 0 ? other->first : G_MAXUINT;

  return at != there ? at > there : attribute > before;
}

static gboolean
is_out_of_place (const AskBeamFill *fill, const AskBeamState *state, guint at, int attribute)
{
  return at < ASK_MAX_SLOTS && (fill->twins >> at & 1) && state->attributes[at - 1] >= 0
         && !comes_after (fill->beam, attribute, state->attributes[at - 1]);
}

/* People group by what they select, or by its key. */
static void
push_groups (AskBeamFill *fill, const AskBeamState *state, guint at, const GArray *choices)
{
  const AskSketchSlot *slot = &g_array_index (fill->sketch->slots, AskSketchSlot, at);
  int tried[2 * ASK_MAX_SLOTS];
  guint n = 0;

  for (guint i = 0; i < fill->sketch->slots->len; i++)
    {
      const AskSketchSlot *select = &g_array_index (fill->sketch->slots, AskSketchSlot, i);
      int both[2];

      if (state->attributes[i] < 0 || select->role != ASK_SLOT_SELECT || strcmp (select->block, slot->block) != 0)
        continue;
      both[0] = find_key (fill->beam, ask_domain_attribute (fill->beam->domain, state->attributes[i])->entity);
      both[1] = state->attributes[i];
      for (guint k = 0; k < 2; k++)
        {
          gboolean there = both[k] < 0 || is_among (choices, both[k]) || is_repeated (fill, state, at, both[k])
                           || is_out_of_place (fill, state, at, both[k]);

          for (guint t = 0; t < n; t++)
            there = there || tried[t] == both[k];
          if (there)
            continue;
          tried[n++] = both[k];
          push (fill, state, at, both[k], ask_clip (odds_of (fill->beam, ASK_GUESS_GROUP, both[k]), -6, 6));
        }
    }
}

static void
fill_slot (AskBeamFill *fill, const AskBeamState *state, guint at)
{
  const AskSketchSlot *slot = &g_array_index (fill->sketch->slots, AskSketchSlot, at);
  guint role = role_of (slot);
  const GArray *choices;

  if (state->attributes[at] != ASK_BEAM_OPEN)
    {
      g_array_append_val (fill->next, *state);
      return;
    }
  if (slot->role == ASK_SLOT_WHERE_QUERY && (slot->op == ASK_DRAFT_IN || slot->op == ASK_DRAFT_NOT_IN))
    {
      fill_membership (fill, state, at);
      return;
    }
  if (slot->role == ASK_SLOT_SELECT && strstr (slot->block, "s.") != NULL)
    {
      fill_second_select (fill, state, at);
      return;
    }
  choices = get_best (fill->beam, role, slot->summed);
  for (guint c = 0; c < choices->len; c++)
    {
      const AskBeamChoice *choice = &g_array_index (choices, AskBeamChoice, c);

      if (is_repeated (fill, state, at, choice->attribute) && slot->role != ASK_SLOT_AGGREGATE
          && role != ASK_GUESS_WHERE)
        continue;
      if (is_out_of_place (fill, state, at, choice->attribute))
        continue;
      push (fill, state, at, choice->attribute, choice->odds + ask_beam_get_worth (fill->beam, choice->attribute));
    }
  if (slot->role == ASK_SLOT_GROUP)
    push_groups (fill, state, at, choices);
}

static gboolean
fill_slots (AskBeamFill *fill)
{
  for (guint at = 0; at < fill->sketch->slots->len; at++)
    {
      for (guint s = 0; s < fill->states->len; s++)
        fill_slot (fill, &g_array_index (fill->states, AskBeamState, s), at);
      if (!ask_beam_go_on (fill, TRUE))
        return FALSE;
    }
  return TRUE;
}

/* Whether FROM of @block has @entity by an attribute already. */
static gboolean
has_entity (const AskBeamFill *fill, const AskBeamState *state, const char *block, guint entity)
{
  for (guint i = 0; i < fill->sketch->slots->len; i++)
    {
      const AskSketchSlot *slot = &g_array_index (fill->sketch->slots, AskSketchSlot, i);

      if (state->attributes[i] >= 0 && strcmp (slot->block, block) == 0
          && ask_domain_attribute (fill->beam->domain, state->attributes[i])->entity == entity)
        return TRUE;
    }
  for (guint i = 0; i < state->n_extras; i++)
    if (state->extras[i] == entity)
      return TRUE;
  return FALSE;
}

#define N_EXTRA_STATES 4

static void
fill_extras (AskBeamFill *fill)
{
  for (guint x = 0; x < fill->sketch->extras->len; x++)
    {
      const char *block = g_ptr_array_index (fill->sketch->extras, x);

      for (guint s = 0; s < fill->states->len; s++)
        {
          const AskBeamState *state = &g_array_index (fill->states, AskBeamState, s);

          for (guint e = 0; e < MIN (fill->beam->entities->len, 5); e++)
            {
              guint entity = g_array_index (fill->beam->entities, guint, e);
              AskBeamState next = *state;

              if (has_entity (fill, state, block, entity))
                continue;
              next.extras[next.n_extras++] = entity;
              next.score += 0.9 * ask_clip (fill->beam->guess->entities[entity], -4, 4);
              g_array_append_val (fill->next, next);
            }
        }
      g_array_sort (fill->next, compare_states);
      g_array_set_size (fill->states, 0);
      g_array_append_vals (fill->states, fill->next->data, MIN (fill->next->len, WIDTH * N_EXTRA_STATES));
      g_array_set_size (fill->next, 0);
    }
}

/**
 * ask_beam_fill:
 * @self: of a guess
 * @sketch: whose slots to fill
 *
 * Returns: (transfer full) (element-type AskBeamState): fillings, none where the question has no values for the sketch.
 *   Their texts belong to the question and to @self
 */
GArray *
ask_beam_fill (AskBeam *self, const AskSketch *sketch)
{
  AskBeamFill fill = { self, sketch, NULL, NULL, find_twins (sketch->draft) };
  AskBeamState start = { 0 };

  fill.states = g_array_new (FALSE, FALSE, sizeof (AskBeamState));
  if (sketch->slots->len > ASK_MAX_SLOTS || sketch->values->len > ASK_MAX_SKETCH_VALUES
      || sketch->extras->len > ASK_MAX_EXTRAS)
    return fill.states;
  fill.next = g_array_new (FALSE, FALSE, sizeof (AskBeamState));
  for (guint i = 0; i < ASK_MAX_SLOTS; i++)
    start.attributes[i] = ASK_BEAM_OPEN;
  g_array_append_val (fill.states, start);
  if (ask_beam_fill_values (&fill) && fill_slots (&fill))
    fill_extras (&fill);
  else
    g_array_set_size (fill.states, 0);
  g_array_unref (fill.next);
  return fill.states;
}
