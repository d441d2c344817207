/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What differs between two readings, in words: "As before, and only where city is Lyon."
 */
#include "config.h"

#include <glib/gi18n.h>

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-reading-words.h"

/* Two readings, and what was found of them. */
typedef struct
{
  const AskDraft *before;
  const AskDraft *now;
  AskDomain *domain;
  GPtrArray *items;
} Change;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void
add (Change *self, const char *format, const char *what)
{
  g_ptr_array_add (self->items, g_strdup_printf (format, what));
}
#pragma GCC diagnostic pop

static gboolean
has_term (const GArray *terms, const AskDraftTerm *term)
{
  for (guint i = 0; i < terms->len; i++)
    if (ask_draft_term_equal (ask_draft_term (terms, i), term))
      return TRUE;
  return FALSE;
}

/* The terms of @terms that are neither in @others nor in @groups. Returns: (nullable): in words */
static char *
name_missing (const GArray *terms, const GArray *others, const GArray *groups, const Change *self, gboolean now)
{
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (AskDraftTerm));

  for (guint i = 0; i < terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (terms, i);

      if (!has_term (others, term) && (groups == NULL || !has_term (groups, term)))
        g_array_append_vals (missing, term, 1);
    }
  if (missing->len == 0)
    return NULL;
  return ask_reading_name_terms (missing, now ? self->now : self->before, self->domain);
}

/* The same figure, of other rows. */
static gboolean
counts_others (const Change *self)
{
  const GArray *before = self->before->extra;
  const GArray *now = self->now->extra;

  return before->len == 1 && now->len == 1 && g_array_index (before, int, 0) != g_array_index (now, int, 0);
}

static void
compare_terms (Change *self)
{
  gboolean others = counts_others (self);
  g_autofree char *more = others ? ask_reading_name_terms (self->now->terms, self->now, self->domain)
                                 : name_missing (self->now->terms, self->before->terms, self->now->groups, self, TRUE);
  g_autofree char *less = others
                            ? ask_reading_name_terms (self->before->terms, self->before, self->domain)
                            : name_missing (self->before->terms, self->now->terms, self->before->groups, self, FALSE);

  if (more != NULL && less != NULL)
    {
      /* Translators: what is shown now, and what was shown before. */
      g_ptr_array_add (self->items, g_strdup_printf (_ ("%s instead of %s"), more, less));
      return;
    }
  if (more != NULL)
    add (self, _ ("with %s"), more);
  if (less != NULL)
    add (self, _ ("without %s"), less);
  if (!self->before->distinct && self->now->distinct)
    add (self, "%s", _ ("each once"));
  if (self->before->distinct && !self->now->distinct && more == NULL)
    add (self, "%s", _ ("as often as it occurs"));
}

static gboolean
has_condition (const GArray *conditions, const AskDraftCondition *condition)
{
  for (guint i = 0; i < conditions->len; i++)
    if (ask_draft_condition_equal (ask_draft_condition (conditions, i), condition))
      return TRUE;
  return FALSE;
}

/* Those of @conditions that are not among @others; all of them where some are joined by OR, and there is one. */
static char *
name_new (const GArray *conditions, const GArray *others, const AskDraft *draft, AskDomain *domain)
{
  g_autoptr (GString) words = g_string_new (NULL);
  gboolean either = FALSE;
  guint n = 0;

  for (guint i = 0; i < conditions->len; i++)
    {
      either = either || ask_draft_condition (conditions, i)->either;
      n += !has_condition (others, ask_draft_condition (conditions, i));
    }
  for (guint i = 0; i < conditions->len && n > 0; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (conditions, i);
      g_autofree char *name = NULL;

      if (!either && has_condition (others, condition))
        continue;
      name = ask_reading_name_condition (condition, draft, domain);
      if (words->len > 0)
        g_string_append_printf (words, " %s ", condition->either ? _ ("or") : _ ("and"));
      g_string_append (words, name);
    }
  return n > 0 ? g_strdup (words->str) : NULL;
}

static void
compare_conditions (Change *self)
{
  g_autofree char *more = name_new (self->now->conditions, self->before->conditions, self->now, self->domain);
  g_autofree char *less = name_new (self->before->conditions, self->now->conditions, self->before, self->domain);
  g_autofree char *groups = name_new (self->now->having, self->before->having, self->now, self->domain);
  g_autofree char *fewer = name_new (self->before->having, self->now->having, self->before, self->domain);

  /* A value in the place of another needs no word about the other. */
  if (more != NULL)
    add (self, _ ("only where %s"), more);
  if (less != NULL && (more == NULL || self->now->conditions->len < self->before->conditions->len))
    add (self, _ ("no longer only where %s"), less);
  if (groups != NULL)
    add (self, _ ("only groups where %s"), groups);
  else if (fewer != NULL)
    add (self, _ ("no longer only groups where %s"), fewer);
}

static void
compare_groups (Change *self)
{
  g_autofree char *more = name_missing (self->now->groups, self->before->groups, NULL, self, TRUE);
  g_autofree char *less = name_missing (self->before->groups, self->now->groups, NULL, self, FALSE);

  if (more != NULL && less != NULL)
    g_ptr_array_add (self->items, g_strdup_printf (_ ("for each %s instead of %s"), more, less));
  else if (more != NULL)
    add (self, _ ("for each %s"), more);
  else if (less != NULL)
    add (self, _ ("no longer for each %s"), less);
}

static void
compare_order (Change *self)
{
  const AskDraft *now = self->now;
  g_autofree char *by = name_missing (now->orders, self->before->orders, NULL, self, TRUE);

  if (by != NULL)
    add (self, now->descending ? _ ("the largest %s first") : _ ("the smallest %s first"), by);
  else if (now->orders->len > 0 && !now->descending != !self->before->descending)
    add (self, "%s", now->descending ? _ ("largest first") : _ ("smallest first"));
  else if (now->orders->len == 0 && self->before->orders->len > 0)
    add (self, "%s", _ ("in no order"));
  if (now->limit == self->before->limit)
    return;
  if (now->limit == ASK_DRAFT_NO_LIMIT)
    add (self, "%s", _ ("all rows"));
  else
    {
      g_autofree char *n = g_strdup_printf ("%" G_GINT64_FORMAT, now->limit);

      g_ptr_array_add (self->items,
                       g_strdup_printf (ngettext ("only the first row", "only the first %s rows", (gulong) now->limit),
                                        n));
    }
}

/* Returns: (nullable): how @chart is called */
static const char *
name_chart (const char *chart)
{
  static const char *const names[][2] = { { "pie", N_ ("as a pie chart") },
                                          { "bar", N_ ("as a bar chart") },
                                          { "line", N_ ("as a line chart") },
                                          { "scatter", N_ ("as a scatter chart") },
                                          { "table", N_ ("as a table") },
                                          { "percent-bar", N_ ("as bars of 100 %") },
                                          { "stacked-area", N_ ("as a stacked area chart") },
                                          { "stacked-bar", N_ ("as stacked bars") },
                                          { "grouped-bar", N_ ("as bars side by side") },
                                          { "small-multiples", N_ ("as small charts side by side") },
                                          { "sparklines", N_ ("as small lines in the table") },
                                          { "histogram", N_ ("as a histogram") },
                                          { "heat-map", N_ ("as a heat map") },
                                          { "map", N_ ("on a map") },
                                          { "combination", N_ ("as bars and a line") },
                                          { "candlestick", N_ ("as a candlestick chart") },
                                          { "box", N_ ("as a box plot") },
                                          { "radar", N_ ("as a radar chart") },
                                          { "bubble", N_ ("as a bubble chart") },
                                          { "funnel", N_ ("as a funnel chart") },
                                          { "waterfall", N_ ("as a waterfall chart") },
                                          { "slope", N_ ("as a slope chart") },
                                          { "donut", N_ ("as a donut chart") },
                                          { "area", N_ ("as an area chart") } };

  for (guint i = 0; chart != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i][0], chart))
      return _ (names[i][1]);
  return NULL;
}

/**
 * ask_reading_describe_change:
 * @before: a draft
 * @now: the same, changed
 * @domain: what both are about
 * @chart: (nullable): a kind of chart that is wished for now, as of #AskQuestionReading
 *
 * Returns: (transfer full): "As before, and only where city is Lyon."
 */
char *
ask_reading_describe_change (const AskDraft *before, const AskDraft *now, AskDomain *domain, const char *chart)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *all = NULL;
  Change self = { before, now, domain, items };

  compare_terms (&self);
  compare_conditions (&self);
  compare_groups (&self);
  compare_order (&self);
  if (name_chart (chart) != NULL)
    add (&self, "%s", name_chart (chart));
  if (items->len == 0)
    return g_strdup (_ ("As before."));
  g_ptr_array_add (items, NULL);
  all = g_strjoinv (", ", (char **) items->pdata);
  /* Translators: what differs from the answer before: "only where city is Lyon". */
  return g_strdup_printf (_ ("As before, and %s."), all);
}
