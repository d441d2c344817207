/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A join that nobody declared is as good as its values. Before a model is asked, only files of this machine are compared;
 * where a query used such a join, servers and web APIs too, within the limits of ask_engine_measure_overlap(). A model is
 * told a share in tenths and what both sides need; "What a model can still learn" in src/agent/README.md reckons with it.
 */
#include "config.h"

#include "agent/ask-likely.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-doubt.h"
#include "agent/ask-spend.h"
#include "base/ask-error.h"
#include "schema/names/ask-schema-reader.h"
#include "store/ask-workspace-overlaps.h"

/* Joins that a model is told of; reckoned with. */
#define MAX_TOLD 16
/* Joins of one query that are looked at. */
#define MAX_CHECKED 4
/* What comparing may take before the model is asked. */
#define MOST_TIME (3 * G_USEC_PER_SEC)
/* Of fewer values a share counts single ones. */
#define LEAST_VALUES 20
/* A join of which less matches is doubtful. */
#define LEAST_SHARE 0.5
/* A change is needed where so great a share matches only with it. */
#define NEEDED_SHARE 0.05

static double
share_of (gint64 n, const AskOverlap *overlap)
{
  return (double) n / (double) MAX (overlap->n_checked, 1);
}

static gboolean
is_doubtful (const AskOverlap *overlap)
{
  return overlap->n_checked > 0 && share_of (overlap->n_found, overlap) < LEAST_SHARE;
}

static gboolean
needs_change (const AskOverlap *overlap)
{
  return overlap->n_checked > 0 && share_of (overlap->n_found - overlap->n_plain, overlap) > NEEDED_SHARE;
}

static gboolean
may_compare (const AskEntity *entity, const AskAttribute *attribute)
{
  return entity->kind != ASK_ENTITY_QUERY && attribute->column != NULL && attribute->expression == NULL
         && !attribute->sensitive && attribute->type != ASK_TYPE_BLOB && attribute->type != ASK_TYPE_JSON;
}

static AskOverlapEnds
turn (const AskOverlapEnds *ends)
{
  return (AskOverlapEnds) { ends->to_entity, ends->to, ends->from_entity, ends->from };
}

static gboolean
recall (AskAgentRun *run, AskLikelyJoin *join, GError **error)
{
  AskOverlapEnds turned = turn (&join->ends);

  return ask_workspace_find_overlap (run->workspace, &join->ends, &join->overlap, &join->known, error)
         && (join->known || ask_workspace_find_overlap (run->workspace, &turned, &join->overlap, &join->known, error));
}

/* What cannot be compared is remembered, too: nobody waits for it twice. @capped: gets that a cap stopped it, which says
 * nothing of the next question. Returns: FALSE where it was cancelled */
static gboolean
measure (AskAgentRun *run, const AskOverlapEnds *ends, AskOverlap *overlap, gboolean *capped, GError **error)
{
  g_autofree char *where = NULL;
  g_autoptr (GError) failure = NULL;

  if (ask_engine_measure_overlap (run->engine, ends, overlap, run->cancellable, &failure))
    return TRUE;
  if (ask_run_is_cancelled (run, failure))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  *capped = *capped || ask_spending_refused (failure);
  where = g_strdup_printf ("%s.%s, %s.%s: %s", ends->from_entity->name, ends->from->name, ends->to_entity->name,
                           ends->to->name, ask_error_get_words (failure));
  ask_run_step (run, "values", _ ("The values of a join could not be compared"), where);
  return TRUE;
}

/* @calls: whether servers and APIs may be asked. Returns: FALSE exactly where @error is set */
static gboolean
prove (AskAgentRun *run, AskLikelyJoin *join, gboolean calls, GError **error)
{
  const AskOverlapEnds *ends = &join->ends;
  AskOverlap other;
  gboolean capped = FALSE;

  if (!may_compare (ends->from_entity, ends->from) || !may_compare (ends->to_entity, ends->to))
    return TRUE;
  if (!recall (run, join, error))
    return FALSE;
  if (join->known
      || (!calls
          && (!ask_engine_is_local (run->engine, ends->from_entity->source)
              || !ask_engine_is_local (run->engine, ends->to_entity->source))))
    return TRUE;
  if (!measure (run, ends, &join->overlap, &capped, error))
    return FALSE;
  /* Where not just the other side is a key, either may be the one that has only some of the other's. */
  if (is_doubtful (&join->overlap) && (ends->from->key > 0 || ends->to->key == 0))
    {
      AskOverlapEnds turned = turn (ends);

      if (!measure (run, &turned, &other, &capped, error))
        return FALSE;
      if (share_of (other.n_found, &other) > share_of (join->overlap.n_found, &join->overlap))
        join->overlap = other;
    }
  if (capped)
    return TRUE;
  join->known = TRUE;
  return ask_workspace_put_overlap (run->workspace, ends, &join->overlap, error);
}

/* For the person: counts as they are. */
static char *
say (const AskLikelyJoin *join)
{
  const AskOverlapEnds *ends = &join->ends;
  const AskOverlap *overlap = &join->overlap;
  g_autofree char *from = g_strdup_printf ("%s.%s", ends->from_entity->name, ends->from->name);
  g_autofree char *to = g_strdup_printf ("%s.%s", ends->to_entity->name, ends->to->name);

  if (overlap->n_checked == 0)
    /* Translators: two columns. */
    return g_strdup_printf (_ ("Whether the values of %s and %s match is not known."), from, to);
  if (needs_change (overlap))
    /* Translators: two columns, a count, another count, a function of SQL such as trim(), and a third count. */
    return g_strdup_printf (
      _ ("%s and %s: %lld of %lld different values match after %s on both sides, %lld match as they are."), from, to,
      (long long) overlap->n_found, (long long) overlap->n_checked, ask_overlap_change_to_sql (overlap->change),
      (long long) overlap->n_plain);
  /* Translators: two columns, a count, and another count. */
  return g_strdup_printf (_ ("%s and %s: %lld of %lld different values match."), from, to, (long long) overlap->n_found,
                          (long long) overlap->n_checked);
}

static JsonArray *
describe (GPtrArray *joins)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < joins->len; i++)
    {
      const AskLikelyJoin *join = joins->pdata[i];
      const char *change = ask_overlap_change_to_sql (join->overlap.change);
      JsonObject *object;

      if (!join->known)
        continue;
      object = json_object_new ();
      json_object_set_string_member (object, "from_entity", join->ends.from_entity->name);
      json_object_set_string_member (object, "from", join->ends.from->name);
      json_object_set_string_member (object, "to_entity", join->ends.to_entity->name);
      json_object_set_string_member (object, "to", join->ends.to->name);
      json_object_set_int_member (object, "n_checked", join->overlap.n_checked);
      json_object_set_int_member (object, "n_plain", join->overlap.n_plain);
      json_object_set_int_member (object, "n_found", join->overlap.n_found);
      if (change != NULL)
        json_object_set_string_member (object, "change", change);
      json_array_add_object_element (array, object);
    }
  return array;
}

static void
add_step (AskAgentRun *run, GPtrArray *joins)
{
  g_autoptr (GString) detail = g_string_new (NULL);
  AskTraceStep *step;

  for (guint i = 0; i < joins->len; i++)
    {
      const AskLikelyJoin *join = joins->pdata[i];
      g_autofree char *words = join->known ? say (join) : NULL;

      if (words != NULL)
        g_string_append_printf (detail, "%s%s", detail->len > 0 ? " " : "", words);
    }
  if (detail->len == 0)
    return;
  step = ask_run_step (run, "values", _ ("Compared the values of joins that nobody declared"), detail->str);
  json_object_set_array_member (ask_run_fields (step), "joins", describe (joins));
}

/* What a model may know of a share: of few values only whether it is the most of them. */
static char *
round_share (const AskOverlap *overlap)
{
  double share = share_of (overlap->n_found, overlap);

  if (overlap->n_checked < LEAST_VALUES)
    return g_strdup (share < LEAST_SHARE ? "few" : "most");
  if (overlap->n_found == 0)
    return g_strdup ("none");
  if (overlap->n_found == overlap->n_checked)
    return g_strdup ("all");
  return g_strdup_printf ("about %d %%", CLAMP ((int) (10 * share + 0.5), 1, 9) * 10);
}

static gboolean
may_tell (AskAgentRun *run)
{
  g_autofree char *facts = ask_workspace_get_setting (run->workspace, "model/facts");

  return g_strcmp0 (facts, "off") != 0;
}

/**
 * ask_likely_prepare:
 * @run: with an engine; gets the likely joins of what was found of the question
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Compares the values of likely joins between files of this machine, for some seconds at most, and recalls what is known
 * of others. A step says what came of it. Does nothing where it has been done.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_likely_prepare (AskAgentRun *run, GError **error)
{
  const AskDomain *domain = run->found != NULL ? run->found->domain : NULL;
  gboolean tell = may_tell (run);
  gint64 end = g_get_monotonic_time () + MOST_TIME;

  if (run->likely != NULL)
    return TRUE;
  run->likely = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; domain != NULL && i < domain->joins->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, i);
      const AskDomainAttribute *from = ask_domain_attribute (domain, (guint) join->from);
      const AskDomainAttribute *to = ask_domain_attribute (domain, (guint) join->to);
      AskLikelyJoin *likely;

      if (join->cost <= 1 || join->cost >= 2 || from->foreign)
        continue;
      likely = g_new0 (AskLikelyJoin, 1);
      likely->ends = (AskOverlapEnds) { ask_domain_entity (domain, from->entity)->entity, from->attribute,
                                        ask_domain_entity (domain, to->entity)->entity, to->attribute };
      g_ptr_array_add (run->likely, likely);
      if (tell && run->likely->len <= MAX_TOLD && g_get_monotonic_time () < end && !prove (run, likely, FALSE, error))
        return FALSE;
    }
  add_step (run, run->likely);
  return TRUE;
}

/**
 * ask_likely_tell:
 * @run: as ask_likely_prepare() left it
 * @entity: of which table
 *
 * Returns: (transfer full): its likely joins, a comment of SQL each, for a model
 */
char *
ask_likely_tell (AskAgentRun *run, const char *entity)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; run->likely != NULL && i < run->likely->len; i++)
    {
      const AskLikelyJoin *join = run->likely->pdata[i];
      const AskOverlapEnds *ends = &join->ends;
      g_autofree char *share = NULL;

      if (ends->from->hidden || ends->to->hidden || ends->to_entity->hidden
          || strcmp (ends->from_entity->name, entity) != 0)
        continue;
      if (!join->known || join->overlap.n_checked == 0)
        {
          g_string_append_printf (text, "  -- likely, but not declared: %s refers to %s(%s)\n", ends->from->name,
                                  ends->to_entity->name, ends->to->name);
          continue;
        }
      share = round_share (&join->overlap);
      if (is_doubtful (&join->overlap))
        g_string_append_printf (text, "  -- doubtful, by its name only: %s refers to %s(%s); %s of the values match\n",
                                ends->from->name, ends->to_entity->name, ends->to->name, share);
      else
        g_string_append_printf (text,
                                "  -- likely, but not declared: %s refers to %s(%s); %s of the values match%s%s%s\n",
                                ends->from->name, ends->to_entity->name, ends->to->name, share,
                                needs_change (&join->overlap) ? " after " : "",
                                needs_change (&join->overlap) ? ask_overlap_change_to_sql (join->overlap.change) : "",
                                needs_change (&join->overlap) ? " on both sides" : "");
    }
  return g_string_free (text, FALSE);
}

static gboolean
is_declared (AskSchema *schema, const AskOverlapEnds *ends)
{
  for (guint r = 0; r < schema->relationships->len; r++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[r];

      for (guint a = 0; a < MIN (relationship->from_attributes->len, relationship->to_attributes->len); a++)
        {
          const char *from = relationship->from_attributes->pdata[a];
          const char *to = relationship->to_attributes->pdata[a];

          if ((g_ascii_strcasecmp (relationship->from, ends->from_entity->name) == 0
               && g_ascii_strcasecmp (from, ends->from->name) == 0
               && g_ascii_strcasecmp (relationship->to, ends->to_entity->name) == 0
               && g_ascii_strcasecmp (to, ends->to->name) == 0)
              || (g_ascii_strcasecmp (relationship->to, ends->from_entity->name) == 0
                  && g_ascii_strcasecmp (to, ends->from->name) == 0
                  && g_ascii_strcasecmp (relationship->from, ends->to_entity->name) == 0
                  && g_ascii_strcasecmp (from, ends->to->name) == 0))
            return TRUE;
        }
    }
  return FALSE;
}

typedef struct
{
  AskSchema *schema;
  GPtrArray *joins; /* AskLikelyJoin */
} Search;

static void
look_at (Search *self, const AskSqlExpr *expr)
{
  AskOverlapEnds ends;
  AskLikelyJoin *join;

  if (expr->kind != ASK_EXPR_BINARY || expr->op != ASK_OP_EQUAL || self->joins->len == MAX_CHECKED
      || (ends.from = ask_schema_reader_find_attribute (expr->left, &ends.from_entity)) == NULL
      || (ends.to = ask_schema_reader_find_attribute (expr->right, &ends.to_entity)) == NULL
      || ends.from_entity == ends.to_entity || is_declared (self->schema, &ends))
    return;
  if (ends.from->key > 0 && ends.to->key == 0)
    ends = turn (&ends);
  for (guint i = 0; i < self->joins->len; i++)
    {
      const AskOverlapEnds *other = &((const AskLikelyJoin *) self->joins->pdata[i])->ends;

      if ((other->from == ends.from && other->to == ends.to) || (other->from == ends.to && other->to == ends.from))
        return;
    }
  join = g_new0 (AskLikelyJoin, 1);
  join->ends = ends;
  g_ptr_array_add (self->joins, join);
}

static gboolean
visit_expr (AskSqlExpr *expr, gpointer data)
{
  look_at (data, expr);
  return TRUE;
}

static gboolean
visit_from (AskSqlFrom *from, gpointer data)
{
  for (guint i = 0; i < from->equalities.n; i++)
    look_at (data, from->equalities.items[i]);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the joins of @tree that nobody declared, compared; NULL with @error set */
static GPtrArray *
check (AskAgentRun *run, AskSqlTree *tree, GError **error)
{
  g_autoptr (GPtrArray) joins = g_ptr_array_new_with_free_func (g_free);
  Search search = { ask_engine_get_schema (run->engine), joins };

  ask_sql_walk_select (tree->select, &(AskSqlVisit) { visit_expr, visit_from, NULL, &search });
  for (guint i = 0; i < joins->len; i++)
    if (!prove (run, joins->pdata[i], TRUE, error))
      return NULL;
  add_step (run, joins);
  return g_steal_pointer (&joins);
}

/**
 * ask_likely_check:
 * @run: with an engine
 * @sql: that gave an answer
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Proves the joins of @sql that nobody declared. A step says what came of it.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_likely_check (AskAgentRun *run, const char *sql, GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_schema_reader_parse (ask_run_get_reader (run), sql, NULL);
  g_autoptr (GPtrArray) joins = NULL;

  /* It ran, so it stands; if not by this reader, there is nothing to be said. */
  if (tree == NULL)
    return TRUE;
  joins = check (run, tree, error);
  return joins != NULL;
}

/**
 * ask_likely_add_doubts:
 * @run: with an engine
 * @tree: of a model's query, as of ask_schema_reader_parse()
 * @doubts: (element-type AskDoubt): gets one for each join that does not match, or not as it is written
 * @error: as of ask_likely_check()
 *
 * As ask_likely_check(), for a model's query.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_likely_add_doubts (AskAgentRun *run, AskSqlTree *tree, GPtrArray *doubts, GError **error)
{
  g_autoptr (GPtrArray) joins = check (run, tree, error);
  gboolean tell = may_tell (run);

  for (guint i = 0; joins != NULL && i < joins->len; i++)
    {
      const AskLikelyJoin *join = joins->pdata[i];
      const AskOverlapEnds *ends = &join->ends;
      g_autofree char *share = NULL;

      if (!join->known || (!is_doubtful (&join->overlap) && !needs_change (&join->overlap)))
        continue;
      share = round_share (&join->overlap);
      ask_doubt_add (
        doubts, tell,
        is_doubtful (&join->overlap)
          ? g_strdup_printf ("nobody declared that %s.%s and %s.%s belong together, and %s of their values "
                             "match. Join by other columns, where there are any.",
                             ends->from_entity->name, ends->from->name, ends->to_entity->name, ends->to->name, share)
          : g_strdup_printf ("%s.%s and %s.%s match only after %s: write it around both sides of the join.",
                             ends->from_entity->name, ends->from->name, ends->to_entity->name, ends->to->name,
                             ask_overlap_change_to_sql (join->overlap.change)),
        say (join));
    }
  return joins != NULL;
}
