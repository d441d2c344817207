/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries that are drawn, step by step, over the shipments of build-fixture.h.
 */
#include "config.h"

#include "build-draw.h"

AskBuildStep *
build_draw_step (AskBuild *build, AskBuildKind kind)
{
  g_autoptr (GError) error = NULL;
  AskBuildStep *step = ask_build_step_new (kind);

  g_assert_true (ask_build_insert (build, ask_build_find_place (build, kind), step, &error));
  g_assert_no_error (error);
  return step;
}

static const char *const numbers[] = { "price", "weight", "id" };

static void
draw_term (AskBuildTerm *term, gboolean joined)
{
  guint n = (guint) g_test_rand_int_range (0, joined ? 5 : 4);

  *term = (AskBuildTerm) { .kind = ASK_BUILD_TERM_FIELD, .item = (char *) "shipment" };
  if (n == 0)
    term->name = (char *) "state";
  else if (n == 1)
    {
      term->name = (char *) "day";
      term->part = (AskTimePart) g_test_rand_int_range (ASK_TIME_WHOLE, ASK_TIME_HOUR + 1);
    }
  else if (n == 4)
    {
      term->item = (char *) "carrier";
      term->name = (char *) "name";
    }
  else
    term->name = (char *) numbers[g_test_rand_int_range (0, G_N_ELEMENTS (numbers))];
}

static AskBuildCondition *
draw_condition (gboolean joined, guint depth)
{
  static const char *const texts[] = { "Lyon", "50%", "it's", "a_b", "ü\\", "" };
  static const char *const figures[] = { "1", "2.50", "-3", "1e9", "00.1" };
  AskBuildCondition *condition;
  guint n;

  if (depth > 0 && g_test_rand_int_range (0, 4) == 0)
    {
      /* Below a list that is joined by OR, so that it is not part of that. */
      condition = ask_build_condition_new (depth % 2 == 0 ? ASK_BUILD_ANY_OF : ASK_BUILD_ALL_OF);
      for (int i = g_test_rand_int_range (2, 4); i > 0; i--)
        g_ptr_array_add (condition->parts, draw_condition (joined, depth - 1));
      for (guint i = 0; i < condition->parts->len; i++)
        if (((AskBuildCondition *) condition->parts->pdata[i])->kind == condition->kind)
          g_ptr_array_remove_index (condition->parts, i--);
      if (condition->parts->len >= 2)
        return condition;
      ask_build_condition_free (condition);
    }
  condition = ask_build_condition_new (ASK_BUILD_TEST);
  condition->op = (AskBuildOp) g_test_rand_int_range (0, ASK_BUILD_N_OPS);
  {
    AskBuildTerm term;

    draw_term (&term, joined);
    ask_build_term_set (&condition->term, &term);
  }
  if (condition->op == ASK_BUILD_WITHIN)
    {
      condition->span.kind = (AskSpanKind) g_test_rand_int_range (ASK_SPAN_LAST, ASK_SPAN_NEXT + 1);
      condition->span.unit = (AskSpanUnit) g_test_rand_int_range (ASK_SPAN_DAYS, ASK_SPAN_YEARS + 1);
      /* Two weeks are fourteen days. */
      if (condition->span.kind == ASK_SPAN_LAST || condition->span.kind == ASK_SPAN_NEXT)
        {
          condition->span.n = (guint) g_test_rand_int_range (1, 40);
          if (condition->span.unit == ASK_SPAN_WEEKS)
            condition->span.unit = ASK_SPAN_DAYS;
        }
      return condition;
    }
  n = condition->op == ASK_BUILD_EMPTY || condition->op == ASK_BUILD_NOT_EMPTY       ? 0
      : condition->op == ASK_BUILD_BETWEEN || condition->op == ASK_BUILD_NOT_BETWEEN ? 2
      : condition->op == ASK_BUILD_IN || condition->op == ASK_BUILD_NOT_IN ? (guint) g_test_rand_int_range (1, 4)
                                                                           : 1;
  for (guint i = 0; i < n; i++)
    {
      gboolean pattern = condition->op >= ASK_BUILD_CONTAINS && condition->op <= ASK_BUILD_NOT_LIKE;
      gboolean like = condition->op == ASK_BUILD_LIKE || condition->op == ASK_BUILD_NOT_LIKE;

      /* A pattern that only begins or ends with % is one of the other comparisons. */
      if (pattern)
        ask_build_condition_add (condition, ASK_BUILD_VALUE_TEXT,
                                 like ? "x_%y" : texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts) - 1)]);
      else if (g_test_rand_bit ())
        ask_build_condition_add (condition, ASK_BUILD_VALUE_TEXT,
                                 texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))]);
      else
        ask_build_condition_add (condition, ASK_BUILD_VALUE_NUMBER,
                                 figures[g_test_rand_int_range (0, G_N_ELEMENTS (figures))]);
    }
  return condition;
}

static gboolean
has_term (const AskBuildStep *step, const AskBuildTerm *term)
{
  for (guint i = 0; i < step->columns->len; i++)
    if (ask_build_term_equal (&((const AskBuildColumn *) step->columns->pdata[i])->term, term))
      return TRUE;
  return FALSE;
}

static void
draw_columns (AskBuildStep *step, gboolean joined, gboolean sums)
{
  for (int i = g_test_rand_int_range (1, 4); i > 0; i--)
    {
      AskBuildTerm term;
      g_autofree char *alias = NULL;

      draw_term (&term, joined);
      if (sums)
        term.function = (AskBuildFunction) g_test_rand_int_range (ASK_BUILD_COUNT, ASK_BUILD_MOST + 1);
      if (sums || term.part != ASK_TIME_WHOLE)
        alias = g_strdup_printf ("%s_%u", sums ? "figure" : "part", step->columns->len);
      if (!has_term (step, &term))
        ask_build_step_add (step, &term, step->kind == ASK_BUILD_SORT ? NULL : alias);
    }
}

/* build_draw: Returns: (transfer full): one over shipments, sometimes with their carriers */
AskBuild *
build_draw (AskSchema *schema)
{
  AskBuild *build = ask_build_new_for_entity (schema, "shipment");
  gboolean joined = g_test_rand_bit ();
  gboolean grouped = g_test_rand_bit ();

  if (joined)
    {
      AskBuildStep *join = build_draw_step (build, ASK_BUILD_JOIN);

      join->entity = g_strdup ("carrier");
      join->item = g_strdup ("carrier");
      join->outer = g_test_rand_bit ();
      ask_build_step_add_pair (join, "shipment", "carrier_id", "id");
    }
  if (!grouped && g_test_rand_bit ())
    ask_build_step_add (build_draw_step (build, ASK_BUILD_CALCULATE),
                        &(AskBuildTerm) { .kind = ASK_BUILD_TERM_EXPRESSION, .name = (char *) "price * weight" },
                        "value");
  for (int i = g_test_rand_int_range (0, 3); i > 0; i--)
    build_draw_step (build, ASK_BUILD_FILTER)->condition = draw_condition (joined, 2);
  if (grouped)
    {
      draw_columns (build_draw_step (build, ASK_BUILD_GROUP), joined, FALSE);
      draw_columns (build_draw_step (build, ASK_BUILD_SUMMARISE), joined, TRUE);
    }
  if (g_test_rand_bit ())
    {
      AskBuildStep *sort = build_draw_step (build, ASK_BUILD_SORT);

      draw_columns (sort, joined, grouped);
      ((AskBuildColumn *) sort->columns->pdata[0])->descending = g_test_rand_bit ();
    }
  if (g_test_rand_bit ())
    {
      AskBuildStep *limit = build_draw_step (build, ASK_BUILD_LIMIT);

      limit->limit = g_test_rand_int_range (0, 100);
      limit->offset = g_test_rand_int_range (0, 2);
    }
  return build;
}
