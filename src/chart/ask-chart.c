/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Choosing: the profile becomes parts (which column is the x axis, the groups, the amount), the
 * parts become facts, the facts find a rule, the rule becomes a chart with a title and a reason.
 * Which picture a result gets is said in data/chart-rules.json and nowhere in this file.
 */
#include "config.h"

#include "chart/ask-chart.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "chart/ask-chart-choose.h"
#include "chart/ask-chart-facts.h"
#include "chart/ask-chart-thin.h"
#include "chart/ask-chart-wish.h"

static void
series_free (gpointer data)
{
  AskChartSeries *series = data;

  g_free (series->name);
  ask_chart_thin_free (series->thin);
  g_free (series->values);
  g_free (series->missing);
  g_free (series);
}

static char *
capitalise (const char *text)
{
  g_autofree char *head = NULL;

  if (*text == '\0')
    return g_strdup ("");
  head = g_utf8_strup (text, (gssize) (g_utf8_next_char (text) - text));
  return g_strconcat (head, g_utf8_next_char (text), NULL);
}

static void
add_replacement (GString *text, const char *place, const char *with)
{
  g_string_replace (text, place, with, 0);
}

/**
 * ask_chart_make_reason:
 * @rule: by which it is chosen
 * @facts: that the rule found
 * @lying: (nullable): why bars lie
 *
 * Returns: (transfer full): why this picture, in sentences
 */
char *
ask_chart_make_reason (AskChart *self, const AskChartRule *rule, const AskChartFacts *facts, const char *lying)
{
  const AskChartParts *parts = &self->parts;
  int x = parts->time >= 0 && strcmp (rule->x, "label") != 0 ? parts->time : parts->label;
  const char *measure = parts->measure >= 0 ? self->profile->columns[parts->measure].label : _ ("the amount");
  const char *group = parts->group >= 0 ? self->profile->columns[parts->group].label : _ ("group");
  g_autofree char *points = ask_number_count ((guint64) facts->facts[ASK_CHART_FACT_POINTS]);
  g_autofree char *groups = ask_number_count ((guint64) facts->facts[ASK_CHART_FACT_GROUPS]);
  g_autofree char *rows = ask_number_count ((guint64) facts->facts[ASK_CHART_FACT_ROWS]);
  g_autofree char *large = capitalise (measure);
  GString *reason = g_string_new (ask_chart_reason_translate (rule->reason));

  if (self->remark != NULL)
    g_string_append_printf (reason, " %s", ask_chart_reason_translate (self->remark));
  /* "All rows are of one {x}" is about the time even where the names are the axis. */
  if (parts->time >= 0 && strcmp (rule->name, "one-time") == 0)
    x = parts->time;
  add_replacement (reason, "{points}", points);
  add_replacement (reason, "{groups}", groups);
  add_replacement (reason, "{rows}", rows);
  /* Names of columns last: they may hold braces themselves. */
  add_replacement (reason, "{x}", x >= 0 ? self->profile->columns[x].label : _ ("row"));
  add_replacement (reason, "{group}", group);
  add_replacement (reason, "{Measure}", large);
  add_replacement (reason, "{measure}", measure);
  if (lying != NULL)
    g_string_append_printf (reason, " %s", ask_chart_reason_translate (lying));
  g_string_append (reason, self->notes->str);
  if (ask_rows_get_truncated (self->rows))
    g_string_append_printf (reason, " %s", _ ("The result was cut at a limit, so the picture shows a part of it."));
  return g_string_free (reason, FALSE);
}

/* Names may be on the axis though times or single columns were what the facts counted. */
static const char *
find_lying (AskChart *self, AskChartRules *rules, const AskChartRule *rule, const AskChartFacts *facts)
{
  AskChartFacts axis = *facts;

  if (strcmp (rule->x, "labels") == 0)
    {
      axis.facts[ASK_CHART_FACT_POINTS] = facts->facts[ASK_CHART_FACT_ROWS];
      axis.facts[ASK_CHART_FACT_LABEL_CHARS]
        = self->profile->columns[self->parts.label].max_chars + self->profile->columns[self->parts.group].max_chars + 1;
    }
  else if (self->parts.label >= 0)
    axis.facts[ASK_CHART_FACT_POINTS] = (double) ask_chart_count_labels (self, self->parts.label);
  return ask_chart_rules_get_lying (rules, &axis);
}

/* "a, b and c", or "a, b, c and 4 more". */
static char *
make_list (AskChart *self, const guint *columns, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint shown = n > 4 ? 3 : n > 1 ? n - 1 : n;

  for (guint i = 0; i < shown; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : ", ",
                            self->profile->columns[columns != NULL ? columns[i] : i].label);
  if (n > 4)
    return g_strdup_printf (_ ("%s and %u more"), text->str, n - shown);
  if (n > 1)
    return g_strdup_printf (_ ("%s and %s"), text->str,
                            self->profile->columns[columns != NULL ? columns[n - 1] : n - 1].label);
  return g_strdup (text->str);
}

/* What a map shows, and of what: where it is has no need to be said. */
static char *
name_map (AskChart *self, const char *group)
{
  const char *what = self->size_column >= 0 ? self->profile->columns[self->size_column].title : NULL, *name = NULL;

  for (guint i = 0; i < self->profile->n_columns && name == NULL; i++)
    if (self->profile->columns[i].role == ASK_CHART_ROLE_CATEGORY && (int) i != self->group_column)
      name = self->profile->columns[i].label;
  if (name == NULL)
    name = group;
  if (what == NULL || name == NULL)
    return g_strdup (what != NULL ? what : name != NULL ? name : self->y_label);
  /* TRANSLATORS: what is drawn, and along what: "Revenue by month" */
  return g_strdup_printf (C_ ("chart title", "%s by %s"), what, name);
}

static char *
make_title (AskChart *self)
{
  const char *group = self->group_column >= 0 ? self->profile->columns[self->group_column].label : NULL;
  g_autofree char *what = NULL;
  g_autofree char *title = NULL;

  if (self->kind == ASK_CHART_HISTOGRAM)
    title = g_strdup_printf (C_ ("chart title", "Distribution of %s"), self->x_label);
  else if (self->kind == ASK_CHART_POINT_MAP)
    title = name_map (self, group);
  if (title != NULL)
    return capitalise (title);
  if (self->kind == ASK_CHART_TABLE)
    what = make_list (self, NULL, self->profile->n_columns);
  else if (ask_chart_has_dots (self))
    what = g_strdup (self->y_label);
  else
    what = make_list (self, (const guint *) (gpointer) self->y_columns->data, self->y_columns->len);
  if (self->x_label == NULL)
    title = group == NULL ? g_steal_pointer (&what) : g_strdup_printf (_ ("%s and %s"), what, group);
  else if (group == NULL)
    /* TRANSLATORS: what is drawn, and along what: "Revenue by month" */
    title = g_strdup_printf (C_ ("chart title", "%s by %s"), what, self->x_label);
  else if (self->kind == ASK_CHART_SCATTER || self->kind == ASK_CHART_BUBBLE)
    title = g_strdup_printf (C_ ("chart title", "%s by %s, by %s"), what, self->x_label, group);
  else
    title = g_strdup_printf (C_ ("chart title", "%s by %s and %s"), what, self->x_label, group);
  return capitalise (title);
}

/* A single value, and the names in its row as what it is the value of. */
static void
build_value (AskChart *self)
{
  guint column = self->parts.measure >= 0 ? (guint) self->parts.measure : 0;
  g_autoptr (GString) names = g_string_new (NULL);

  g_array_append_val (self->y_columns, column);
  self->format = self->profile->columns[column].format;
  for (guint i = 0; i < self->profile->n_columns; i++)
    if (i != column)
      {
        g_autofree char *name = ask_chart_profile_dup_label (self->profile, 0, i);

        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
      }
  if (names->len > 0)
    g_ptr_array_add (self->labels, g_strdup (names->str));
}

/**
 * ask_chart_choose:
 * @rows: (transfer none): the result; the chart holds a reference
 * @question: (nullable): what was asked
 * @error: (nullable): ASK_CHART_ERROR_RULES
 *
 * As ask_chart_choose_as(), where nobody wished for a kind of chart but by the question's words.
 *
 * Returns: (transfer full): the chart, or %NULL
 */
AskChart *
ask_chart_choose (AskRows *rows, const char *question, GError **error)
{
  return ask_chart_choose_as (rows, question, NULL, error);
}

static gboolean
find_rule (AskChart *self, AskChartRules *rules, const char *question, gboolean grouped, AskChartFacts *facts,
           AskChartRule *rule)
{
  ask_chart_pick_parts (self, question, grouped);
  ask_chart_set_facts (self, facts);
  return ask_chart_rules_find (rules, facts, rule);
}

/**
 * ask_chart_choose_rule:
 * @rules: the rules
 * @question: (nullable): as it was asked
 * @facts: (inout): with the hints of the question
 * @rule: (out): the one that holds
 *
 * Finds a rule with the columns as they are; a wish that it does not meet may have columns play other parts.
 *
 * Returns: whether a rule holds
 */
gboolean
ask_chart_choose_rule (AskChart *self, AskChartRules *rules, const char *question, AskChartFacts *facts,
                       AskChartRule *rule)
{
  gboolean grouped = g_ptr_array_find_with_equal_func (facts->hints, "grouped", g_str_equal, NULL);
  AskChartWish wish;
  const char *sentence;

  if (!ask_chart_rules_get_wish (rules, facts->hints, &wish))
    return find_rule (self, rules, question, grouped, facts, rule);
  self->kind_named = wish.named;
  ask_chart_pick_parts (self, question, FALSE);
  if (!grouped && ask_chart_names_group (self, question))
    {
      g_ptr_array_add (facts->hints, (gpointer) "grouped");
      grouped = TRUE;
    }
  grouped = grouped || wish.groups;
  if (!find_rule (self, rules, question, grouped, facts, rule))
    return FALSE;
  if (!ask_chart_wish_is_met (&wish, rule) && ask_chart_relax (self, &wish, question)
      && find_rule (self, rules, question, grouped, facts, rule) && !ask_chart_wish_is_met (&wish, rule))
    {
      ask_chart_profile_free (self->profile);
      self->profile = ask_chart_profile_new (self->rows);
      self->identifiers = FALSE;
      self->axis = -1;
      ask_chart_apply_columns (self);
      find_rule (self, rules, question, grouped, facts, rule);
    }
  if (!wish.named)
    return TRUE;
  if (ask_chart_wish_is_met (&wish, rule))
    sentence = ask_chart_rules_get_advice (rules, facts, rule->kind);
  else
    sentence = !rule->hinted ? ask_chart_rules_get_refusal (rules, facts) : NULL;
  self->remark = sentence;
  return TRUE;
}

/**
 * ask_chart_choose_as:
 * @rows: (transfer none): the result; the chart holds a reference
 * @question: (nullable): what was asked; words such as "trend", "share" or "as a pie" are hints
 * @wish: (nullable): the kind of chart that a person asked for, now or before: a hint of the rules that names one, as
 *   "pie", "bar", "stacked-bar" or "table". It goes before what @question says of kinds, and rules say whether it can be had
 * @error: (nullable): ASK_CHART_ERROR_RULES
 *
 * As ask_chart_choose_with(), where nobody changed anything.
 *
 * Returns: (transfer full): the chart, or %NULL
 */
AskChart *
ask_chart_choose_as (AskRows *rows, const char *question, const char *wish, GError **error)
{
  return ask_chart_choose_with (rows, question, wish, NULL, error);
}

/** ask_chart_new_bare: @rows: (transfer none): the result; @look: (nullable): what was changed. Returns: (transfer full): a chart
 * that knows its columns, and has no kind yet */
AskChart *
ask_chart_new_bare (AskRows *rows, const AskChartLook *look)
{
  AskChart *self = g_new0 (AskChart, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->rows = ask_rows_ref (rows);
  self->profile = ask_chart_profile_new (rows);
  self->look = ask_chart_look_copy (look);
  self->notes = g_string_new (NULL);
  self->y_columns = g_array_new (FALSE, FALSE, sizeof (guint));
  self->labels = g_ptr_array_new_with_free_func (g_free);
  self->series = g_ptr_array_new_with_free_func (series_free);
  self->x_column = self->group_column = self->other_point = self->size_column = self->axis = -1;
  ask_chart_apply_columns (self);
  return self;
}

/* What the kind's own file makes of the rows. */
static void
build (AskChart *self, const AskChartRule *rule)
{
  gboolean by_group = strcmp (rule->by, "group") == 0;

  switch (self->kind)
    {
    case ASK_CHART_VALUE:
      build_value (self);
      break;
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
      ask_chart_build_scatter (self, by_group, self->question);
      break;
    case ASK_CHART_POINT_MAP:
      ask_chart_build_map (self);
      break;
    case ASK_CHART_HISTOGRAM:
      ask_chart_build_bins (self);
      break;
    case ASK_CHART_BOX:
      ask_chart_build_boxes (self, rule->x);
      break;
    case ASK_CHART_CANDLESTICK:
      ask_chart_build_course (self);
      break;
    case ASK_CHART_TABLE:
      break;
    default:
      ask_chart_build (self, rule->x, rule->by);
      break;
    }
}

/* Bars stand or lie as a person said, else as the rules say. Returns why they lie. */
static const char *
choose_stance (AskChart *self, AskChartRules *rules, const AskChartRule *rule, const AskChartFacts *facts)
{
  const char *lying = NULL;

  self->kind = rule->kind;
  if (rule->kind != ASK_CHART_BAR)
    return NULL;
  if (g_strcmp0 (self->look->kind, "horizontal-bar") == 0)
    self->kind = ASK_CHART_BAR_HORIZONTAL;
  else if (g_strcmp0 (self->look->kind, "bar") != 0 && strcmp (rule->x, "time") != 0)
    lying = find_lying (self, rules, rule, facts);
  if (lying != NULL)
    self->kind = ASK_CHART_BAR_HORIZONTAL;
  return lying;
}

/**
 * ask_chart_choose_with:
 * @rows: (transfer none): the result; the chart holds a reference
 * @question: (nullable): what was asked; words such as "trend", "share" or "as a pie" are hints
 * @wish: (nullable): as of ask_chart_choose_as()
 * @look: (nullable): what a person changed of the chart; what of it does not fit these rows is said by ask_chart_get_unfit()
 * @error: (nullable): ASK_CHART_ERROR_RULES
 *
 * Always finds a picture, a table at the least; it fails only when the rules are broken. May be
 * called on any thread; about 60 ns a cell.
 *
 * Returns: (transfer full): the chart, or %NULL
 */
AskChart *
ask_chart_choose_with (AskRows *rows, const char *question, const char *wish, const AskChartLook *look, GError **error)
{
  g_autoptr (AskChart) self = NULL;
  g_autoptr (GPtrArray) hints = NULL;
  AskChartRules *rules = ask_chart_rules_get (error);
  AskChartFacts facts = { 0 };
  AskChartRule rule;
  const char *lying = NULL;

  g_return_val_if_fail (rows != NULL, NULL);
  if (rules == NULL)
    return NULL;
  self = ask_chart_new_bare (rows, look);
  self->question = question;
  hints = ask_chart_rules_get_hints (rules, question, ask_chart_look_get_wish (self->look, wish));
  facts.hints = hints;
  if (!ask_chart_choose_rule (self, rules, question, &facts, &rule))
    {
      ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_RULES,
                     N_ ("No chart rule holds for this result. The last rule must hold for every result."));
      return NULL;
    }
  self->rule = g_strdup (rule.name);
  lying = choose_stance (self, rules, &rule, &facts);
  build (self, &rule);
  self->question = NULL;
  if (ask_chart_leaves_zero_out (self))
    g_string_append_printf (self->notes, " %s", _ ("The axis does not start at zero."));
  self->own_title = make_title (self);
  self->title = g_strdup (self->look->title != NULL ? self->look->title : self->own_title);
  self->reason = ask_chart_make_reason (self, &rule, &facts, lying);
  if (self->look->kind != NULL && !ask_chart_kind_is (self->kind, self->look->kind))
    ask_chart_say_unfit (self, self->reason);
  return g_steal_pointer (&self);
}

/**
 * ask_chart_ref:
 * @self: a chart
 *
 * Returns: (transfer full): the same one. Any thread may let go of it, one at a time looks at it
 */
AskChart *
ask_chart_ref (AskChart *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

/**
 * ask_chart_unref:
 * @self: (nullable): a chart
 *
 * Lets go of it; the last one to do so frees it, and lets go of the rows.
 */
void
ask_chart_unref (AskChart *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->n_refs))
    return;
  g_clear_pointer (&self->profile, ask_chart_profile_free);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->y_columns, g_array_unref);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
  g_clear_pointer (&self->series, g_ptr_array_unref);
  g_string_free (self->notes, TRUE);
  g_free (self->rule);
  g_free (self->title);
  g_free (self->own_title);
  ask_chart_look_free (self->look);
  g_free (self->unfit);
  g_free (self->row_places);
  g_free (self->row_series);
  g_free (self->dot_rows);
  g_free (self->reason);
  g_free (self->x_label);
  g_free (self->y_label);
  g_free (self->positions);
  g_free (self->slots);
  g_free (self->xs);
  g_free (self->ys);
  g_free (self->dot_series);
  g_free (self->sizes);
  g_free (self);
}

/** ask_chart_get_kind: Returns: which picture it is */
AskChartKind
ask_chart_get_kind (AskChart *self)
{
  return self->kind;
}

/** ask_chart_get_title: Returns: (transfer none): such as "Revenue by month" */
const char *
ask_chart_get_title (AskChart *self)
{
  return self->title;
}

/** ask_chart_get_reason: Returns: (transfer none): why this picture, in sentences; what was left out is named */
const char *
ask_chart_get_reason (AskChart *self)
{
  return self->reason;
}
