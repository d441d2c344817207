/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A look over what the rules chose. Columns that a person chose play their parts because the others play none: rules then find
 * what there is, and keep what they promise about values that are added up or left out.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "chart/ask-chart-build.h"
#include "chart/ask-chart-choose.h"
#include "chart/ask-chart-wish.h"

/** ask_chart_say_unfit: @sentence: why a part of the look does not fit. Keeps the first one. */
void
ask_chart_say_unfit (AskChart *self, const char *sentence)
{
  if (self->unfit == NULL)
    self->unfit = g_strdup (sentence);
}

/* The column that a look names, -1 for none. */
static int
find_column (AskChart *self, const char *name)
{
  int column = name != NULL && *name != '\0' ? ask_rows_find_column (self->rows, name) : -1;
  g_autofree char *sentence = NULL;

  if (column >= 0 || name == NULL || *name == '\0')
    return column;
  /* TRANSLATORS: the name of a column that a person had chosen for the chart */
  sentence = g_strdup_printf (_ ("The result has no column \"%s\" any more, so the chart is drawn without it."), name);
  ask_chart_say_unfit (self, sentence);
  return -1;
}

static void
apply_amounts (AskChart *self)
{
  g_autoptr (GHashTable) chosen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->look->y->len; i++)
    {
      const char *name = self->look->y->pdata[i];
      int column = find_column (self, name);
      g_autofree char *sentence = NULL;

      if (column < 0)
        continue;
      if (ask_chart_make_amount (self, (guint) column))
        g_hash_table_add (chosen, GINT_TO_POINTER (column));
      else
        {
          /* TRANSLATORS: the name of a column */
          sentence = g_strdup_printf (_ ("\"%s\" holds no numbers, so it cannot be drawn as an amount."), name);
          ask_chart_say_unfit (self, sentence);
        }
    }
  for (guint i = 0; i < self->profile->n_columns && g_hash_table_size (chosen) > 0; i++)
    if (self->profile->columns[i].role == ASK_CHART_ROLE_MEASURE
        && !g_hash_table_contains (chosen, GINT_TO_POINTER ((int) i)))
      self->profile->columns[i].role = ASK_CHART_ROLE_OTHER;
}

/* Whether it is the year beside the months of @x. */
static gboolean
is_coarse_of (AskChart *self, guint column, int x)
{
  AskChartTime unit = self->profile->columns[x].time;

  return self->profile->columns[column].role == ASK_CHART_ROLE_TIME
         && self->profile->columns[column].time == ASK_CHART_TIME_YEAR
         && (unit == ASK_CHART_TIME_MONTH_OF_YEAR || unit == ASK_CHART_TIME_QUARTER_OF_YEAR);
}

/**
 * ask_chart_apply_columns:
 *
 * Gives columns the parts that the look names, before parts are picked. What does not fit is said, and left as it is.
 */
void
ask_chart_apply_columns (AskChart *self)
{
  const AskChartLook *look = self->look;
  int x = find_column (self, look->x), group = find_column (self, look->group);
  gboolean alone = group >= 0 || (look->group != NULL && *look->group == '\0');

  apply_amounts (self);
  if (x >= 0 && self->profile->columns[x].role != ASK_CHART_ROLE_TIME)
    {
      ask_chart_make_names (self, (guint) x);
      self->axis = x;
    }
  if (group >= 0 && group != x && self->profile->columns[group].role != ASK_CHART_ROLE_CATEGORY)
    ask_chart_make_names (self, (guint) group);
  for (guint i = 0; i < self->profile->n_columns && (x >= 0 || alone); i++)
    {
      AskChartColumn *column = &self->profile->columns[i];
      gboolean time = column->role == ASK_CHART_ROLE_TIME;
      gboolean names = column->role == ASK_CHART_ROLE_CATEGORY || column->role == ASK_CHART_ROLE_KEY;

      if ((int) i == x || (int) i == group)
        continue;
      /* Another time would be taken for the axis. */
      if (time && x >= 0 && !is_coarse_of (self, i, x))
        column->role = ASK_CHART_ROLE_OTHER;
      else if (names && alone && x >= 0)
        column->role = ASK_CHART_ROLE_OTHER;
    }
}

typedef struct
{
  AskChart *self;
  int label;
} Ordering;

static int
compare_as_wanted (gconstpointer a, gconstpointer b, gpointer data)
{
  const AskChartRanked *x = a, *y = b;
  const Ordering *ordering = data;
  AskChartOrder order = ordering->self->look->order;

  if (order == ASK_CHART_ORDER_NAME)
    {
      g_autofree char *one = ask_chart_profile_dup_label (ordering->self->profile, x->row, (guint) ordering->label);
      g_autofree char *other = ask_chart_profile_dup_label (ordering->self->profile, y->row, (guint) ordering->label);
      int by_name = g_utf8_collate (one, other);

      if (by_name != 0)
        return by_name;
    }
  else if (order != ASK_CHART_ORDER_ROWS && x->key != y->key)
    return (x->key > y->key) == (order == ASK_CHART_ORDER_LARGEST) ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

/**
 * ask_chart_apply_order:
 * @ranked: (array length=kept): what gets a place, in the order of the rules; its rows are rows
 * @kept: how many there are
 * @label: the column of their names
 *
 * Puts them in the order of the look, where that has one.
 */
void
ask_chart_apply_order (AskChart *self, AskChartRanked *ranked, gsize kept, int label)
{
  if (self->look->order != ASK_CHART_ORDER_RULES && kept > 1)
    g_qsort_with_data (ranked, (gint) kept, sizeof *ranked, compare_as_wanted, &(Ordering) { self, label });
}

/** ask_chart_look_get_wish: @look: a look; @wish: (nullable): what was wished for before. Returns: (nullable): the hint by which
 * rules draw the kind of the look, else @wish */
const char *
ask_chart_look_get_wish (const AskChartLook *look, const char *wish)
{
  if (look->kind == NULL || strcmp (look->kind, "value") == 0)
    return wish;
  if (strcmp (look->kind, "horizontal-bar") == 0)
    return "bar";
  return strcmp (look->kind, "multi-line") == 0 ? "line" : look->kind;
}

/** ask_chart_kind_is: @drawn: what is drawn; @wanted: a kind. Returns: whether it is that one; bars may stand or lie */
gboolean
ask_chart_kind_is (AskChartKind drawn, const char *wanted)
{
  gboolean bar = drawn == ASK_CHART_BAR || drawn == ASK_CHART_BAR_HORIZONTAL;

  return strcmp (ask_chart_kind_to_string (drawn), wanted) == 0
         || (bar && (strcmp (wanted, "bar") == 0 || strcmp (wanted, "horizontal-bar") == 0));
}

/** ask_chart_get_look: Returns: (transfer none): what was changed of the chart; an empty look where nothing was */
const AskChartLook *
ask_chart_get_look (AskChart *self)
{
  return self->look;
}

/** ask_chart_get_unfit: Returns: (transfer none) (nullable): a sentence that says which part of the look does not fit these rows,
 * and what is drawn instead */
const char *
ask_chart_get_unfit (AskChart *self)
{
  return self->unfit;
}

/**
 * ask_chart_set_look:
 * @look: (nullable): one that chooses the same chart, as of ask_chart_look_chooses(); %NULL for an empty one
 *
 * Gives the chart another dress: titles, colours, ends of the axis, what is hidden, and the part that is seen. Nothing is
 * worked out anew. Scenes of it are stale then.
 */
void
ask_chart_set_look (AskChart *self, const AskChartLook *look)
{
  AskChartLook *old = self->look;

  self->look = ask_chart_look_copy (look);
  ask_text_set (&self->title, self->look->title != NULL ? self->look->title : self->own_title);
  ask_chart_look_free (old);
}

/** ask_chart_name_kind: Returns: (transfer none): what people call @kind */
const char *
ask_chart_name_kind (AskChartKind kind)
{
  static const char *const names[ASK_CHART_N_KINDS] = {
    [ASK_CHART_VALUE] = NC_ ("kind of chart", "Single value"),
    [ASK_CHART_TABLE] = NC_ ("kind of chart", "Table"),
    [ASK_CHART_BAR] = NC_ ("kind of chart", "Bars"),
    [ASK_CHART_BAR_HORIZONTAL] = NC_ ("kind of chart", "Horizontal bars"),
    [ASK_CHART_LINE] = NC_ ("kind of chart", "Line"),
    [ASK_CHART_MULTI_LINE] = NC_ ("kind of chart", "Several lines"),
    [ASK_CHART_GROUPED_BAR] = NC_ ("kind of chart", "Bars side by side"),
    [ASK_CHART_PIE] = NC_ ("kind of chart", "Pie"),
    [ASK_CHART_SCATTER] = NC_ ("kind of chart", "Dots"),
    [ASK_CHART_AREA] = NC_ ("kind of chart", "Area"),
    [ASK_CHART_STACKED_AREA] = NC_ ("kind of chart", "Stacked areas"),
    [ASK_CHART_STACKED_BAR] = NC_ ("kind of chart", "Stacked bars"),
    [ASK_CHART_PERCENT_BAR] = NC_ ("kind of chart", "Bars of 100 %"),
    [ASK_CHART_DONUT] = NC_ ("kind of chart", "Donut"),
    [ASK_CHART_RADAR] = NC_ ("kind of chart", "Radar"),
    [ASK_CHART_CANDLESTICK] = NC_ ("kind of chart", "Candles"),
    [ASK_CHART_BOX] = NC_ ("kind of chart", "Box plot"),
    [ASK_CHART_HISTOGRAM] = NC_ ("kind of chart", "Histogram"),
    [ASK_CHART_HEAT_MAP] = NC_ ("kind of chart", "Heat map"),
    [ASK_CHART_COMBINATION] = NC_ ("kind of chart", "Bars and a line"),
    [ASK_CHART_BUBBLE] = NC_ ("kind of chart", "Bubbles"),
    [ASK_CHART_FUNNEL] = NC_ ("kind of chart", "Funnel"),
    [ASK_CHART_WATERFALL] = NC_ ("kind of chart", "Waterfall"),
    [ASK_CHART_SLOPE] = NC_ ("kind of chart", "Slopes"),
    [ASK_CHART_SMALL_MULTIPLES] = NC_ ("kind of chart", "Small charts"),
    [ASK_CHART_POINT_MAP] = NC_ ("kind of chart", "Map of points"),
  };

  return g_dpgettext2 (NULL, "kind of chart", names[kind]);
}

static void
choice_free (gpointer data)
{
  AskChartChoice *choice = data;

  g_free (choice->reason);
  g_free (choice);
}

/* Why a kind cannot be drawn with the columns as the look has them; NULL where it can. */
static char *
find_refusal (AskChart *scratch, AskChartRules *rules, const char *question)
{
  const char *wish = ask_chart_look_get_wish (scratch->look, NULL);
  g_autoptr (GPtrArray) hints = ask_chart_rules_get_hints (rules, question, wish);
  AskChartFacts facts = { .hints = hints };
  AskChartRule rule;

  if (!ask_chart_choose_rule (scratch, rules, question, &facts, &rule))
    return g_strdup ("");
  if (ask_chart_kind_is (rule.kind, scratch->look->kind))
    return NULL;
  if (scratch->remark != NULL)
    rule.reason = scratch->remark;
  else if (!rule.hinted)
    rule.reason = ask_chart_rules_get_refusal (rules, &facts);
  scratch->remark = NULL;
  return ask_chart_make_reason (scratch, &rule, &facts, NULL);
}

/**
 * ask_chart_list_choices:
 * @question: (nullable): as it was asked
 * @error: (nullable): ASK_CHART_ERROR_RULES
 *
 * Tries each kind on the rows and the columns of the look. Some 60 ns a cell and kind: where there are many rows, call it off
 * the main thread, on a chart of its own.
 *
 * Returns: (transfer full) (element-type AskChartChoice): all kinds, those that can be drawn and those that cannot
 */
GPtrArray *
ask_chart_list_choices (AskChart *self, const char *question, GError **error)
{
  AskChartRules *rules = ask_chart_rules_get (error);
  GPtrArray *choices;

  if (rules == NULL)
    return NULL;
  choices = g_ptr_array_new_with_free_func (choice_free);
  for (guint kind = 0; kind < ASK_CHART_N_KINDS; kind++)
    {
      g_autoptr (AskChartLook) look = ask_chart_look_copy (self->look);
      g_autoptr (AskChart) scratch = NULL;
      AskChartChoice *choice;

      if (kind == ASK_CHART_VALUE && self->kind != ASK_CHART_VALUE)
        continue; /* one value is no matter of taste */
      ask_text_set (&look->kind, ask_chart_kind_to_string ((AskChartKind) kind));
      scratch = ask_chart_new_bare (self->rows, look);
      choice = g_new0 (AskChartChoice, 1);
      choice->kind = ask_chart_kind_to_string ((AskChartKind) kind);
      choice->name = ask_chart_name_kind ((AskChartKind) kind);
      choice->reason = kind == ASK_CHART_VALUE ? NULL : find_refusal (scratch, rules, question);
      g_ptr_array_add (choices, choice);
    }
  return choices;
}
