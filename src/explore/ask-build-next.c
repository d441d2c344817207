/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What comes next. What the attributes are good for is known before (ask-build-uses.h). Each kind of step has ideas from
 * that, the best first. The kinds take turns, and each offers its next idea that can run.
 */
#include "config.h"

#include "explore/ask-build-next.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "explore/ask-build-check.h"
#include "explore/ask-build-offer.h"
#include "explore/ask-build-stage.h"
#include "explore/ask-build-uses.h"
#include "explore/ask-build-words.h"
#include "understand/interpret/ask-reading-words.h"

/* Of the largest as many. */
#define TOP 10
/* Each is a search of its own. */
#define MAX_JOINS 4

typedef enum
{
  KIND_EACH, /* groups and what sums them up */
  KIND_TIME,
  KIND_JOIN,
  KIND_TOP,
  KIND_FILTER,
  KIND_TOTAL, /* what sums up all rows, or the groups that are there */
  KIND_ORDER,
  N_KINDS
} Kind;

typedef struct
{
  const AskBuild *build;
  AskSchema *schema;
  AskBuildUses uses;
  GPtrArray *ideas[N_KINDS]; /* AskBuildNext */
  AskBuildStep *groups; /* nullable; these steps are of @build */
  AskBuildStep *summaries; /* nullable */
  gboolean ordered;
  gboolean cut;
} Finder;

/** ask_build_next_free: frees @self */
void
ask_build_next_free (AskBuildNext *self)
{
  g_free (self->words);
  ask_build_free (self->build);
  g_free (self);
}

static const AskBuildUse *
get_use (const GArray *uses, guint at)
{
  return &g_array_index (uses, AskBuildUse, at);
}

/* ---- steps that are added; each may have no place, then there is no such idea */

static AskBuildStep *
need_step (AskBuild *build, AskBuildKind kind)
{
  AskBuildStep *step = ask_build_find_kind (build, kind);

  if (step == NULL && ask_build_insert (build, ask_build_find_place (build, kind), ask_build_step_new (kind), NULL))
    step = ask_build_find_kind (build, kind);
  return step;
}

static gboolean
has_column (const AskBuildStep *step, const AskBuildTerm *term)
{
  for (guint i = 0; step != NULL && i < step->columns->len; i++)
    if (ask_build_term_equal (&((const AskBuildColumn *) step->columns->pdata[i])->term, term))
      return TRUE;
  return FALSE;
}

/* Adds it to the groups or the summaries, and to the columns where these are chosen. */
static gboolean
add_column (Finder *self, AskBuild *build, AskBuildKind kind, const AskBuildTerm *term)
{
  AskBuildStep *step = need_step (build, kind);
  AskBuildStep *columns = ask_build_find_kind (build, ASK_BUILD_COLUMNS);
  g_autofree char *alias = ask_build_make_alias (build, self->schema, term);

  if (step == NULL || has_column (step, term))
    return FALSE;
  ask_build_step_add (step, term, alias);
  if (columns != NULL && (self->groups != NULL || self->summaries != NULL))
    ask_build_step_add (columns, term, NULL);
  return TRUE;
}

/* A copy to be grouped. The columns that were chosen of its rows are none of the groups. */
static AskBuild *
copy_to_group (Finder *self)
{
  AskBuild *build = ask_build_copy (self->build);

  for (guint i = build->steps->len; i > 0 && self->groups == NULL && self->summaries == NULL; i--)
    if (ask_build_get_step (build, i - 1)->kind == ASK_BUILD_COLUMNS)
      ask_build_remove (build, i - 1);
  return build;
}

/* What is summed up by @figure; %NULL: rows are counted. */
static void
get_summary (const AskBuildUse *figure, AskBuildTerm *term)
{
  *term = figure != NULL ? figure->term : (AskBuildTerm) { .kind = ASK_BUILD_TERM_ALL, .function = ASK_BUILD_COUNT };
  if (figure != NULL)
    term->function = figure->function;
}

/* ---- words */

static char *
say_term (Finder *self, const AskBuildTerm *term)
{
  return ask_build_term_to_words (self->build, self->schema, term);
}

/* What rows are grouped by. What the rows of a joined entity are called stands for them: "by carrier". */
static char *
say_group (Finder *self, const AskBuildUse *group)
{
  return group->weight == ASK_BUILD_JOINED_NAME ? ask_text_to_words (group->term.item) : say_term (self, &group->term);
}

/* What is counted: the rows of the only entity, else rows. */
static char *
say_rows (Finder *self)
{
  const AskBuildStep *entity = ask_build_find_kind (self->build, ASK_BUILD_ENTITY);

  return ask_build_find_kind (self->build, ASK_BUILD_JOIN) == NULL && entity != NULL && entity->before == NULL
           ? ask_reading_name_several (entity->entity)
           : g_strdup (_ ("rows"));
}

/* @group: (nullable) */
static char *
say_summary (Finder *self, const AskBuildUse *figure, const AskBuildUse *group)
{
  static const char *const each[]
    = { N_ ("Count %s by %s"), N_ ("Sum of %s by %s"), N_ ("Average %s by %s"), N_ ("Show %s by %s") };
  static const char *const all[] = { N_ ("Count %s"), N_ ("Sum of %s"), N_ ("Average %s"), N_ ("Show %s") };
  static const char *const more[]
    = { N_ ("Also count %s"), N_ ("Also the sum of %s"), N_ ("Also the average %s"), N_ ("Also show %s") };
  guint way = figure == NULL                          ? 0
              : figure->function == ASK_BUILD_SUM     ? 1
              : figure->function == ASK_BUILD_AVERAGE ? 2
                                                      : 3;
  g_autofree char *what = figure != NULL ? say_term (self, &figure->term) : say_rows (self);
  g_autofree char *by = group != NULL ? say_group (self, group) : NULL;
  const char *words = group != NULL ? each[way] : self->summaries != NULL ? more[way] : all[way];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return by != NULL ? g_strdup_printf (_ (words), what, by) : g_strdup_printf (_ (words), what);
#pragma GCC diagnostic pop
}

/* ---- ideas */

/* Takes @words and @build. */
static void
take_idea (Finder *self, Kind kind, char *words, AskBuild *build, const AskBuildStep *last)
{
  AskBuildNext *idea = g_new0 (AskBuildNext, 1);
  guint at = 0;

  idea->words = words;
  idea->build = build;
  if (g_ptr_array_find (build->steps, last, &at))
    idea->step = at;
  g_ptr_array_add (self->ideas[kind], idea);
}

/* Groups by it, and sums up by @figure, or counts. */
static void
add_each (Finder *self, Kind kind, const AskBuildUse *group, const AskBuildUse *figure)
{
  g_autoptr (AskBuild) build = copy_to_group (self);
  const AskBuildStep *step;
  AskBuildTerm summary;

  get_summary (figure, &summary);
  if (!add_column (self, build, ASK_BUILD_GROUP, &group->term)
      || !add_column (self, build, ASK_BUILD_SUMMARISE, &summary))
    return;
  step = ask_build_find_kind (build, ASK_BUILD_GROUP);
  take_idea (self, kind, say_summary (self, figure, group), g_steal_pointer (&build), step);
}

/* Groups what is summed up already by it, too. */
static void
add_group (Finder *self, Kind kind, const AskBuildUse *group)
{
  g_autoptr (AskBuild) build = copy_to_group (self);
  g_autofree char *words = say_group (self, group);

  if (add_column (self, build, ASK_BUILD_GROUP, &group->term))
    {
      const AskBuildStep *step = ask_build_find_kind (build, ASK_BUILD_GROUP);
      /* Translators: one more group: "Also by month of day" */
      char *text = g_strdup_printf (self->groups != NULL ? _ ("Also by %s") : _ ("For each %s"), words);

      take_idea (self, kind, text, g_steal_pointer (&build), step);
    }
}

static void
add_total (Finder *self, const AskBuildUse *figure)
{
  g_autoptr (AskBuild) build = copy_to_group (self);
  AskBuildTerm summary;

  get_summary (figure, &summary);
  if (add_column (self, build, ASK_BUILD_SUMMARISE, &summary))
    {
      const AskBuildStep *step = ask_build_find_kind (build, ASK_BUILD_SUMMARISE);

      take_idea (self, KIND_TOTAL, say_summary (self, figure, NULL), g_steal_pointer (&build), step);
    }
}

/* @limit: 0 for all rows */
static void
add_order (Finder *self, Kind kind, char *words, const AskBuildTerm *term, gboolean descending, guint limit)
{
  g_autoptr (AskBuild) build = ask_build_copy (self->build);
  g_autofree char *text = words;
  AskBuildStep *sort = need_step (build, ASK_BUILD_SORT);
  AskBuildStep *cut = limit > 0 ? need_step (build, ASK_BUILD_LIMIT) : NULL;

  if (sort == NULL || (limit > 0 && cut == NULL))
    return;
  ask_build_step_add (sort, term, NULL)->descending = descending;
  if (cut != NULL)
    cut->limit = limit;
  take_idea (self, kind, g_steal_pointer (&text), g_steal_pointer (&build), cut != NULL ? cut : sort);
}

static void
add_join (Finder *self, const AskBuildTarget *target)
{
  guint place = ask_build_find_place (self->build, ASK_BUILD_JOIN);
  g_autoptr (GPtrArray) paths = ask_build_find_paths (self->build, self->schema, place, target->entity->name);
  g_autofree char *name = ask_text_to_words (target->entity->name);
  guint n_short = 0;

  for (guint i = 0; i < paths->len; i++)
    n_short += ((const AskBuildPath *) paths->pdata[i])->steps->len == 1;
  for (guint i = 0; i < paths->len; i++)
    {
      const AskBuildPath *path = paths->pdata[i];
      g_autoptr (AskBuild) build = ask_build_copy (self->build);

      /* Where several relationships lead there, its words say which one. */
      if (path->steps->len == 1 && ask_build_take_path (build, place, path, NULL))
        {
          const AskBuildStep *step = ask_build_get_step (build, place);
          char *words
            = n_short > 1 ? g_strdup_printf (_ ("Join: %s"), path->words) : g_strdup_printf (_ ("Join %s"), name);

          take_idea (self, KIND_JOIN, words, g_steal_pointer (&build), step);
        }
    }
}

static gboolean
is_joined (Finder *self, const AskEntity *entity)
{
  for (guint i = 0; i < self->build->steps->len; i++)
    {
      const AskBuildStep *step = ask_build_get_step (self->build, i);

      if (step->entity != NULL && g_ascii_strcasecmp (step->entity, entity->name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether @entity is what an entity of the query refers to: then no row becomes several. */
static gboolean
is_referred_to (Finder *self, const AskEntity *entity)
{
  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *along = self->schema->relationships->pdata[i];
      const AskEntity *from = ask_schema_find_entity (self->schema, along->from);

      if (from != NULL && g_ascii_strcasecmp (along->to, entity->name) == 0 && is_joined (self, from))
        return TRUE;
    }
  return FALSE;
}

static guint
get_rank (Finder *self, const AskEntity *entity)
{
  return is_joined (self, entity) ? 2 : is_referred_to (self, entity) ? 0 : 1;
}

static void
add_joins (Finder *self)
{
  g_autoptr (GArray) targets
    = ask_build_list_targets (self->build, self->schema, ask_build_find_place (self->build, ASK_BUILD_JOIN));

  /* What is referred to first, then what refers, then an entity of the query once more. */
  for (guint pass = 0; pass < 3; pass++)
    for (guint i = 0; i < targets->len && self->ideas[KIND_JOIN]->len < MAX_JOINS; i++)
      {
        const AskBuildTarget *target = &g_array_index (targets, AskBuildTarget, i);

        if (target->hops == 1 && get_rank (self, target->entity) == pass)
          add_join (self, target);
      }
}

static void
add_filter (Finder *self, const AskBuildUse *use)
{
  g_autoptr (AskBuild) build = NULL;
  AskBuildStep *step = ask_build_step_new (ASK_BUILD_FILTER);
  g_autofree char *what = say_term (self, &use->term);
  char *words;

  build = ask_build_copy (self->build);
  step->condition = ask_build_condition_new (ASK_BUILD_TEST);
  ask_build_term_set (&step->condition->term, &use->term);
  ask_build_condition_add (step->condition, use->value_kind, use->value);
  if (!ask_build_insert (build, ask_build_find_place (build, ASK_BUILD_FILTER), step, NULL))
    return;
  words = use->value_kind == ASK_BUILD_VALUE_NUMBER
            /* Translators: an attribute that is true or not: "Only where on time is true" */
            ? g_strdup_printf (_ ("Only where %s is true"), what)
            /* Translators: an attribute and a value: "Only where state is late" */
            : g_strdup_printf (_ ("Only where %s is “%s”"), what, use->value);
  take_idea (self, KIND_FILTER, words, g_steal_pointer (&build), step);
}

static void
add_filters (Finder *self)
{
  for (guint i = 0; i < self->uses.choices->len; i++)
    {
      const AskBuildUse *use = get_use (self->uses.choices, i);

      if (!ask_build_is_tested (self->build, &use->term))
        add_filter (self, use);
    }
}

/* Of rows as they are. */
static void
find_ideas_of_rows (Finder *self)
{
  const AskBuildUse *figure = self->uses.figures->len > 0 ? get_use (self->uses.figures, 0) : NULL;

  /* The largest ten are not grouped by a step behind them: groups come before the order. */
  for (guint i = 0; !self->ordered && !self->cut && i < self->uses.categories->len; i++)
    {
      add_each (self, KIND_EACH, get_use (self->uses.categories, i), NULL);
      if (figure != NULL)
        add_each (self, KIND_EACH, get_use (self->uses.categories, i), figure);
    }
  for (guint i = 0; !self->ordered && !self->cut && i < self->uses.times->len; i++)
    {
      if (figure != NULL)
        add_each (self, KIND_TIME, get_use (self->uses.times, i), figure);
      add_each (self, KIND_TIME, get_use (self->uses.times, i), NULL);
    }
  if (!self->ordered && !self->cut)
    for (guint i = 0; i < self->uses.figures->len; i++)
      add_total (self, get_use (self->uses.figures, i));
  if (!self->ordered && !self->cut)
    add_total (self, NULL);
  if (ask_build_find_kind (self->build, ASK_BUILD_COLUMNS) == NULL)
    add_joins (self);
  for (guint i = 0; !self->ordered && i < self->uses.figures->len; i++)
    {
      const AskBuildUse *use = get_use (self->uses.figures, i);
      g_autofree char *what = say_term (self, &use->term);

      /* A metric is a figure of many rows. */
      if (use->function != ASK_BUILD_PLAIN)
        add_order (self, KIND_TOP, g_strdup_printf (_ ("The %d with the largest %s"), TOP, what), &use->term, TRUE,
                   TOP);
    }
  for (guint i = 0; !self->ordered && i < self->uses.times->len; i++)
    {
      AskBuildTerm term = get_use (self->uses.times, i)->term;
      g_autofree char *what = NULL;

      term.part = ASK_TIME_WHOLE;
      what = say_term (self, &term);
      add_order (self, KIND_TOP, g_strdup_printf (_ ("The %d latest by %s"), TOP, what), &term, TRUE, TOP);
    }
  for (guint i = 0; !self->ordered && i < self->uses.names->len; i++)
    {
      const AskBuildTerm *term = &get_use (self->uses.names, i)->term;
      g_autofree char *what = say_term (self, term);

      add_order (self, KIND_ORDER, g_strdup_printf (_ ("In the order of %s"), what), term, FALSE, 0);
    }
}

/* Of groups, and of figures of all rows. */
static void
find_ideas_of_groups (Finder *self)
{
  const AskBuildColumn *group
    = self->groups != NULL && self->groups->columns->len > 0 ? self->groups->columns->pdata[0] : NULL;
  const AskBuildColumn *figure
    = self->summaries != NULL && self->summaries->columns->len > 0 ? self->summaries->columns->pdata[0] : NULL;
  gboolean in_time = group != NULL && group->term.part != ASK_TIME_WHOLE;
  g_autofree char *by = group != NULL ? say_term (self, &group->term) : NULL;
  g_autofree char *what = figure != NULL ? say_term (self, &figure->term) : NULL;

  if (!self->ordered && in_time)
    add_order (self, KIND_ORDER, g_strdup_printf (_ ("In the order of %s"), by), &group->term, FALSE, 0);
  if (!self->ordered && group != NULL && figure != NULL)
    {
      add_order (self, KIND_ORDER, g_strdup_printf (_ ("Largest %s first"), what), &figure->term, TRUE, 0);
      if (!self->cut)
        add_order (self, KIND_TOP, g_strdup_printf (_ ("The %d with the largest %s"), TOP, what), &figure->term, TRUE,
                   TOP);
    }
  for (guint i = 0; i < self->uses.figures->len; i++)
    add_total (self, get_use (self->uses.figures, i));
  add_total (self, NULL);
  for (guint i = 0; (self->groups == NULL || self->groups->columns->len < 2) && i < self->uses.categories->len; i++)
    add_group (self, KIND_EACH, get_use (self->uses.categories, i));
  for (guint i = 0; !in_time && (self->groups == NULL || self->groups->columns->len < 2) && i < self->uses.times->len;
       i++)
    add_group (self, KIND_TIME, get_use (self->uses.times, i));
}

/* ---- which of them */

static guint
count_problems (GPtrArray *problems, AskBuildLevel level)
{
  guint n = 0;

  for (guint i = 0; i < problems->len; i++)
    n += ((const AskBuildProblem *) problems->pdata[i])->level == level;
  return n;
}

/* The next idea of @kind that can run and says nothing doubtful. */
static AskBuildNext *
take_next (Finder *self, Kind kind, AskSchemaReader *reader, guint n_doubts)
{
  while (self->ideas[kind]->len > 0)
    {
      AskBuildNext *idea = g_ptr_array_steal_index (self->ideas[kind], 0);
      g_autoptr (GPtrArray) problems = ask_build_check_with (idea->build, self->schema, reader);

      if (count_problems (problems, ASK_BUILD_FAULT) == 0 && count_problems (problems, ASK_BUILD_OPEN) == 0
          && count_problems (problems, ASK_BUILD_DOUBT) <= n_doubts)
        return idea;
      ask_build_next_free (idea);
    }
  return NULL;
}

static void
choose (Finder *self, GPtrArray *chosen, guint max)
{
  static const Kind of_rows[N_KINDS]
    = { KIND_EACH, KIND_TIME, KIND_JOIN, KIND_TOP, KIND_FILTER, KIND_TOTAL, KIND_ORDER };
  static const Kind of_groups[N_KINDS]
    = { KIND_ORDER, KIND_TOP, KIND_TOTAL, KIND_EACH, KIND_TIME, KIND_FILTER, KIND_JOIN };
  g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (self->schema);
  g_autoptr (GPtrArray) problems = ask_build_check_with (self->build, self->schema, reader);
  guint n_doubts = count_problems (problems, ASK_BUILD_DOUBT);
  const Kind *order = self->groups != NULL || self->summaries != NULL ? of_groups : of_rows;
  gboolean any = TRUE;

  /* What is wrong or open comes first. */
  if (count_problems (problems, ASK_BUILD_FAULT) > 0 || count_problems (problems, ASK_BUILD_OPEN) > 0)
    return;
  while (any)
    {
      any = FALSE;
      for (guint i = 0; i < N_KINDS && chosen->len < max; i++)
        {
          AskBuildNext *idea = take_next (self, order[i], reader, n_doubts);

          if (idea == NULL)
            continue;
          g_ptr_array_add (chosen, idea);
          any = TRUE;
        }
    }
}

/**
 * ask_build_list_next:
 * @self: steps, of which the first is an entity
 * @schema: whose names they are
 * @known: (nullable): of the index of values; without it meanings alone say what attributes are good for
 * @max: as many at most
 *
 * Returns: (transfer full) (element-type AskBuildNext): what makes sense next, the best first; none where the query has a
 *   fault or is not whole
 */
GPtrArray *
ask_build_list_next (const AskBuild *self, AskSchema *schema, const AskBuildKnown *known, guint max)
{
  GPtrArray *chosen = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_next_free);
  g_autoptr (AskSchema) names = NULL;
  Finder finder = { self };

  g_return_val_if_fail (self != NULL && schema != NULL, chosen);

  names = ask_build_dup_names (self, schema);
  finder.schema = names;
  finder.groups = ask_build_find_kind (self, ASK_BUILD_GROUP);
  finder.summaries = ask_build_find_kind (self, ASK_BUILD_SUMMARISE);
  finder.ordered = ask_build_find_kind (self, ASK_BUILD_SORT) != NULL;
  finder.cut = ask_build_find_kind (self, ASK_BUILD_LIMIT) != NULL;
  for (guint kind = 0; kind < N_KINDS; kind++)
    finder.ideas[kind] = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_next_free);
  ask_build_uses_init (&finder.uses, self, names, known);
  if (finder.groups != NULL || finder.summaries != NULL)
    find_ideas_of_groups (&finder);
  else
    find_ideas_of_rows (&finder);
  add_filters (&finder);
  choose (&finder, chosen, max);
  for (guint kind = 0; kind < N_KINDS; kind++)
    g_ptr_array_unref (finder.ideas[kind]);
  ask_build_uses_clear (&finder.uses);
  return chosen;
}
