/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "understand-handmade.h"

#include "sql/ask-sql-parser.h"

/* Entities with their attributes; "#" marks numbers. */
static const char *const entities[][10] = {
  { "pupil", "id#", "name", "age#", "city" },
  { "teacher", "id#", "name", "salary#", "city" },
  { "course", "id#", "title", "teacher_id#", "deputy_id#", "room_id#", "order" },
  { "enrolment", "pupil_id#", "course_id#", "mark#" },
  { "exam", "course_id#", "term", "day", "points#" },
  { "exam result", "course_id#", "term", "pupil", "points#" },
  { "room", "id#", "name", "seats#", "keeper_id#" },
  { "holiday", "day", "name" },
};

static const struct
{
  const char *from;
  const char *to;
  guint group;
  double cost;
} joins[] = {
  { "course.deputy_id", "teacher.id", 0, 1 },    { "course.teacher_id", "teacher.id", 1, 1 },
  { "course.room_id", "room.id", 2, 1 },         { "enrolment.pupil_id", "pupil.id", 3, 1 },
  { "enrolment.course_id", "course.id", 4, 1 },  { "exam.course_id", "course.id", 5, 1 },
  { "exam result.course_id", "exam.course_id", 6, 1 }, { "exam result.term", "exam.term", 6, 1 },
  { "pupil.city", "teacher.city", 7, 1.6 },      { "room.keeper_id", "teacher.id", 8, 1 },
};

/* What stands before "#". */
static const char *
name_of (const char *attribute)
{
  g_autofree char *name = g_strndup (attribute, strcspn (attribute, "#"));

  return g_intern_string (name);
}

AskDomain *
understand_handmade_new (void)
{
  AskDomain *self = g_new0 (AskDomain, 1);

  self->attributes = g_array_new (FALSE, TRUE, sizeof (AskDomainAttribute));
  self->entities = g_array_new (FALSE, TRUE, sizeof (AskDomainEntity));
  self->joins = g_array_new (FALSE, TRUE, sizeof (AskDomainJoin));
  self->metrics = g_array_new (FALSE, TRUE, sizeof (AskDomainMetric));
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
    {
      AskDomainEntity entity = { .name = entities[i][0], .first = self->attributes->len, .n_rows = -1 };

      for (guint k = 1; entities[i][k] != NULL; k++)
        {
          const char *mark = strchr (entities[i][k], '#');
          AskDomainAttribute attribute = { .entity = i, .place = k - 1, .numeric = mark != NULL };

          attribute.name = name_of (entities[i][k]);
          g_array_append_val (self->attributes, attribute);
          g_hash_table_insert (self->names, g_strconcat (entity.name, "\n", attribute.name, NULL),
                               GUINT_TO_POINTER (self->attributes->len));
        }
      entity.n_attributes = self->attributes->len - entity.first;
      g_array_append_val (self->entities, entity);
      g_hash_table_insert (self->names, g_strdup (entity.name), GUINT_TO_POINTER (self->entities->len));
    }
  for (guint i = 0; i < G_N_ELEMENTS (joins); i++)
    {
      AskDomainJoin join = { understand_handmade_find (self, joins[i].from), understand_handmade_find (self, joins[i].to),
                             joins[i].group, joins[i].cost };

      g_array_append_val (self->joins, join);
    }
  return self;
}

void
understand_handmade_free (AskDomain *self)
{
  g_array_unref (self->attributes);
  g_array_unref (self->entities);
  g_array_unref (self->joins);
  g_array_unref (self->metrics);
  g_hash_table_unref (self->names);
  g_free (self);
}

/* @name: "entity.attribute" */
int
understand_handmade_find (AskDomain *self, const char *name)
{
  for (guint i = 0; i < self->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self, i);
      g_autofree char *whole =
        g_strdup_printf ("%s.%s", ask_domain_entity (self, attribute->entity)->name, attribute->name);

      if (strcmp (whole, name) == 0)
        return (int) i;
    }
  g_error ("no attribute %s", name);
}

AskDraft *
understand_handmade_parse (AskDomain *self, const char *sql, GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, error);

  return tree != NULL ? ask_draft_from_tree (self, tree, error) : NULL;
}

static gboolean
chance (double probability)
{
  return g_test_rand_double () < probability;
}

/* Of an entity that is joined with others. */
static int
draw_attribute (AskDomain *self)
{
  return g_test_rand_int_range (0, (int) ask_domain_entity (self, self->entities->len - 1)->first);
}

static AskDraftTerm
draw_term (AskDomain *self, gboolean aggregate)
{
  AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, draw_attribute (self) };

  if (!aggregate)
    return term;
  term.aggregate = (AskDraftAggregate) g_test_rand_int_range (ASK_DRAFT_COUNT, ASK_DRAFT_MAX + 1);
  term.distinct = term.aggregate == ASK_DRAFT_COUNT && chance (0.4);
  if (term.aggregate == ASK_DRAFT_COUNT && !term.distinct)
    term.attribute = ASK_DOMAIN_STAR;
  return term;
}

static AskDraftOperand
draw_value (void)
{
  static const char *const texts[] = { "Ann", "%O'Brien%", "", "say \"no\"", "Zürich", "5", "100%" };
  static const double numbers[] = { 0, 1, -3, 2.5, 0.1, 1e20, 123456789012345, 1.0 / 3, 1e-7, -0.25 };
  AskDraftOperand operand = { .kind = ASK_DRAFT_VALUE, .attribute = ASK_DOMAIN_STAR, .slot = -1 };

  if (chance (0.5))
    operand.text = g_strdup (texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))]);
  else
    operand.number = numbers[g_test_rand_int_range (0, G_N_ELEMENTS (numbers))];
  return operand;
}

static void draw_extra (AskDomain *self, AskDraft *draft);

static AskDraft *
draw_query (AskDomain *self, guint depth)
{
  AskDraft *query = understand_handmade_draw (self, depth);

  g_array_set_size (query->terms, 1);
  draw_extra (self, query);
  return query;
}

static AskDraftCondition
draw_condition (AskDomain *self, gboolean having, guint depth)
{
  AskDraftCondition condition = { .left = draw_term (self, having), .n_operands = 1 };

  condition.op = (AskDraftOp) g_test_rand_int_range (0, ASK_DRAFT_IS_BLANK + 1);
  condition.operands[0] = (AskDraftOperand) { .kind = ASK_DRAFT_VALUE, .attribute = ASK_DOMAIN_STAR, .slot = -1 };
  if ((condition.op == ASK_DRAFT_IN || condition.op == ASK_DRAFT_NOT_IN) && depth >= 2)
    condition.op = ASK_DRAFT_EQUAL;
  if (condition.op == ASK_DRAFT_IS_NULL || condition.op >= ASK_DRAFT_IS_NOT_NULL)
    condition.n_operands = 0;
  else if (condition.op == ASK_DRAFT_IN || condition.op == ASK_DRAFT_NOT_IN ||
           (depth < 2 && condition.op <= ASK_DRAFT_GREATER_EQUAL && chance (0.1)))
    {
      condition.operands[0].kind = ASK_DRAFT_QUERY;
      condition.operands[0].query = draw_query (self, depth + 1);
    }
  else if (condition.op == ASK_DRAFT_BETWEEN || condition.op == ASK_DRAFT_NOT_BETWEEN)
    {
      condition.n_operands = 2;
      condition.operands[0] = draw_value ();
      condition.operands[1] = draw_value ();
    }
  else if (condition.op == ASK_DRAFT_LESS && chance (0.3))
    {
      condition.operands[0].kind = ASK_DRAFT_ATTRIBUTE;
      condition.operands[0].attribute = draw_attribute (self);
    }
  else
    condition.operands[0] = draw_value ();
  return condition;
}

static void
draw_conditions (AskDomain *self, GArray *conditions, gboolean having, guint depth)
{
  int n = g_test_rand_int_range (0, 4) - 1;

  for (int i = 0; i < n; i++)
    {
      AskDraftCondition condition = draw_condition (self, having, depth);

      condition.either = i > 0 && chance (0.3);
      g_array_append_val (conditions, condition);
    }
}

static void
draw_terms (AskDomain *self, GArray *terms, int most, double aggregate)
{
  int n = g_test_rand_int_range (0, most + 1);

  for (int i = 0; i < n; i++)
    {
      AskDraftTerm term = draw_term (self, chance (aggregate));

      g_array_append_val (terms, term);
    }
}

/* Perhaps one entity that the path does not have already; surely one where nothing is named. */
static void
draw_extra (AskDomain *self, AskDraft *draft)
{
  g_autoptr (GArray) named = NULL;
  g_autoptr (AskDraftPath) path = NULL;
  int entity = g_test_rand_int_range (0, (int) self->entities->len - 1);

  g_array_set_size (draft->extra, 0);
  named = ask_draft_collect_entities (draft, self);
  if (named->len > 0)
    {
      if (chance (0.7))
        return;
      path = ask_draft_find_path (self, (guint *) named->data, named->len, 0);
      for (guint i = 0; i < path->entities->len; i++)
        if ((int) g_array_index (path->entities, guint, i) == entity)
          return;
    }
  g_array_append_val (draft->extra, entity);
}

/**
 * understand_handmade_draw:
 * @self: a domain
 * @depth: in how many queries it stands
 *
 * Returns: (transfer full): a random draft as ask_draft_from_tree() would give it, sensible or not
 */
AskDraft *
understand_handmade_draw (AskDomain *self, guint depth)
{
  AskDraft *draft = ask_draft_new ();
  AskDraftTerm first = draw_term (self, chance (0.4));

  draft->distinct = chance (0.15);
  g_array_append_val (draft->terms, first);
  draw_terms (self, draft->terms, 2, 0.3);
  if (chance (0.6))
    draw_conditions (self, draft->conditions, FALSE, depth);
  if (chance (0.3))
    draw_terms (self, draft->groups, 2, 0);
  if (draft->groups->len > 0)
    draw_conditions (self, draft->having, TRUE, depth);
  if (chance (0.3))
    draw_terms (self, draft->orders, 2, 0.4);
  draft->descending = draft->orders->len > 0 && chance (0.5);
  if (chance (0.2))
    draft->limit = g_test_rand_int_range (0, 5);
  draw_extra (self, draft);
  if (depth < 2 && chance (0.12))
    {
      draft->set = (AskDraftSet) g_test_rand_int_range (ASK_DRAFT_UNION, ASK_DRAFT_EXCEPT + 1);
      draft->second = understand_handmade_draw (self, depth + 1);
      g_array_set_size (draft->second->orders, 0);
      draft->second->descending = FALSE;
      draft->second->limit = ASK_DRAFT_NO_LIMIT;
      g_clear_pointer (&draft->second->second, ask_draft_free);
      draft->second->set = ASK_DRAFT_NO_SET;
      draw_extra (self, draft->second);
    }
  ask_draft_normalise (draft);
  return draft;
}
