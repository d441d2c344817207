/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules from JSON. The file is checked as a whole when it is read: an unknown fact, kind or hint is
 * an error there and not a rule that silently never holds.
 */
#include "config.h"

#include "chart/ask-chart-rules.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ask-chart-resources.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

#define RULES_PATH "/com/example/AskData/chart/chart-rules.json"

static const char *const fact_names[ASK_CHART_N_FACTS] = {
  "rows",
  "columns",
  "measures",
  "times",
  "labels",
  "points",
  "groups",
  "values",
  "missing",
  "cyclic",
  "repeated",
  "repeated_in_group",
  "listing",
  "joined_unique",
  "negative",
  "additive",
  "whole",
  "comparable",
  "label_chars",
  "value_chars",
  "steps",
  "distribution",
  "whole_over_time",
  "deviation",
  "ranking",
  "open_high_low_close",
  "identifiers",
  "kind_named",
  "coordinates",
  "filled",
  "series",
};

static const char *const kind_names[] = {
  [ASK_CHART_VALUE] = "value",
  [ASK_CHART_TABLE] = "table",
  [ASK_CHART_BAR] = "bar",
  [ASK_CHART_BAR_HORIZONTAL] = "horizontal-bar",
  [ASK_CHART_LINE] = "line",
  [ASK_CHART_MULTI_LINE] = "multi-line",
  [ASK_CHART_GROUPED_BAR] = "grouped-bar",
  [ASK_CHART_PIE] = "pie",
  [ASK_CHART_SCATTER] = "scatter",
  [ASK_CHART_AREA] = "area",
  [ASK_CHART_STACKED_AREA] = "stacked-area",
  [ASK_CHART_STACKED_BAR] = "stacked-bar",
  [ASK_CHART_PERCENT_BAR] = "percent-bar",
  [ASK_CHART_DONUT] = "donut",
  [ASK_CHART_RADAR] = "radar",
  [ASK_CHART_CANDLESTICK] = "candlestick",
  [ASK_CHART_BOX] = "box",
  [ASK_CHART_HISTOGRAM] = "histogram",
  [ASK_CHART_HEAT_MAP] = "heat-map",
  [ASK_CHART_COMBINATION] = "combination",
  [ASK_CHART_BUBBLE] = "bubble",
  [ASK_CHART_FUNNEL] = "funnel",
  [ASK_CHART_WATERFALL] = "waterfall",
  [ASK_CHART_SLOPE] = "slope",
  [ASK_CHART_SMALL_MULTIPLES] = "small-multiples",
  [ASK_CHART_POINT_MAP] = "map",
};

struct _AskChartRules
{
  JsonNode *root;
  JsonObject *hints;
  JsonArray *rules;
  JsonArray *lying;
  JsonArray *wishes; /* (nullable) */
  JsonArray *refusals; /* (nullable) */
  JsonArray *advice; /* (nullable) */
};

ASK_DEFINE_ERROR ("ask-chart-error-quark", ask_chart_error)

/** ask_chart_kind_to_string: Returns: (transfer none): @kind as JSON names it, "horizontal-bar" */
const char *
ask_chart_kind_to_string (AskChartKind kind)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (kind_names), "table");
  return kind_names[kind];
}

static int
find_in (const char *const *names, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (names[i], name) == 0)
      return (int) i;
  return -1;
}

static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list arguments;

  va_start (arguments, format);
  words = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_RULES, N_ ("The chart rules cannot be read: %s."), words);
  return FALSE;
}

static gboolean
check_bound (JsonNode *node)
{
  GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE || type == G_TYPE_BOOLEAN;
}

static gboolean
check_range (JsonNode *node)
{
  g_autoptr (GList) members = NULL;

  if (check_bound (node))
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  members = json_object_get_members (json_node_get_object (node));
  for (GList *l = members; l != NULL; l = l->next)
    if ((strcmp (l->data, "min") != 0 && strcmp (l->data, "max") != 0)
        || !check_bound (json_object_get_member (json_node_get_object (node), l->data)))
      return FALSE;
  return members != NULL;
}

static gboolean
check_hints (AskChartRules *self, JsonNode *node, GError **error)
{
  JsonArray *array;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    return fail (error, "\"hint\" must be an array of names");
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *hint = ask_json_element_string (array, i);

      if (hint == NULL || !json_object_has_member (self->hints, hint))
        return fail (error, "no hint is called \"%s\"", hint != NULL ? hint : "(nothing)");
    }
  return TRUE;
}

static gboolean
check_when (AskChartRules *self, JsonObject *when, GError **error)
{
  g_autoptr (GList) members = NULL;

  if (when == NULL)
    return fail (error, "a rule has no \"when\"");
  members = json_object_get_members (when);
  for (GList *l = members; l != NULL; l = l->next)
    {
      JsonNode *node = json_object_get_member (when, l->data);

      if (strcmp (l->data, "hint") == 0 || strcmp (l->data, "also") == 0)
        {
          if (!check_hints (self, node, error))
            return FALSE;
        }
      else if (find_in (fact_names, ASK_CHART_N_FACTS, l->data) < 0)
        return fail (error, "nothing is known about \"%s\"", (const char *) l->data);
      else if (!check_range (node))
        return fail (error, "\"%s\" must be a number, true, false, or {\"min\", \"max\"}", (const char *) l->data);
    }
  return TRUE;
}

static gboolean
check_rule (AskChartRules *self, JsonObject *rule, GError **error)
{
  static const char *const xs[] = { "none", "time", "label", "labels", "measure" };
  static const char *const bys[] = { "none", "measures", "group" };
  const char *name = rule != NULL ? ask_json_get_string (rule, "name") : NULL;
  const char *reason = rule != NULL ? ask_json_get_string (rule, "reason") : NULL;
  const char *x = rule != NULL ? ask_json_get_string (rule, "x") : NULL;
  int kind = find_in (kind_names, G_N_ELEMENTS (kind_names), rule != NULL ? ask_json_get_string (rule, "kind") : NULL);

  if (name == NULL)
    return fail (error, "a rule has no \"name\"");
  if (reason == NULL || *reason == '\0')
    return fail (error, "the rule \"%s\" has no reason", name);
  if (kind < 0)
    return fail (error, "the rule \"%s\" has no kind that can be drawn", name);
  if (json_object_has_member (rule, "x") && find_in (xs, G_N_ELEMENTS (xs), x) < 0)
    return fail (error, "the rule \"%s\" has an unknown \"x\"", name);
  if (kind != ASK_CHART_TABLE && kind != ASK_CHART_VALUE
      && (g_strcmp0 (x, "measure") == 0) != (kind == ASK_CHART_SCATTER || kind == ASK_CHART_BUBBLE))
    return fail (error, "the \"x\" of the rule \"%s\" does not fit its kind", name);
  if (kind != ASK_CHART_TABLE && kind != ASK_CHART_VALUE && kind != ASK_CHART_HISTOGRAM && kind != ASK_CHART_BOX
      && kind != ASK_CHART_POINT_MAP && (x == NULL || strcmp (x, "none") == 0))
    return fail (error, "the rule \"%s\" has no \"x\"", name);
  if ((kind == ASK_CHART_CANDLESTICK || kind == ASK_CHART_STACKED_AREA || kind == ASK_CHART_SLOPE)
      && strcmp (x, "time") != 0)
    return fail (error, "the rule \"%s\" draws a course over something that is no time", name);
  if (json_object_has_member (rule, "by") && find_in (bys, G_N_ELEMENTS (bys), ask_json_get_string (rule, "by")) < 0)
    return fail (error, "the rule \"%s\" has an unknown \"by\"", name);
  return check_when (self, ask_json_get_object (rule, "when"), error);
}

static gboolean
check_kinds (JsonArray *kinds)
{
  for (guint i = 0; kinds != NULL && i < json_array_get_length (kinds); i++)
    if (find_in (kind_names, G_N_ELEMENTS (kind_names), ask_json_element_string (kinds, i)) < 0)
      return FALSE;
  return kinds != NULL;
}

static gboolean
check_wish (AskChartRules *self, JsonObject *wish, GError **error)
{
  const char *hint = wish != NULL ? ask_json_get_string (wish, "hint") : NULL;

  if (hint == NULL || !json_object_has_member (self->hints, hint))
    return fail (error, "no hint is called \"%s\"", hint != NULL ? hint : "(nothing)");
  if (!check_kinds (ask_json_get_array (wish, "kinds")))
    return fail (error, "the wish \"%s\" has a kind that cannot be drawn, or none", hint);
  return TRUE;
}

/* Sentences that follow a reason: conditions and words, and of advice the kinds that it is about. */
static gboolean
check_sentences (AskChartRules *self, JsonArray *sentences, gboolean drawn, GError **error)
{
  for (guint i = 0; sentences != NULL && i < json_array_get_length (sentences); i++)
    {
      JsonObject *entry = ask_json_element_object (sentences, i);

      if (entry == NULL || ask_json_get_string (entry, "reason") == NULL)
        return fail (error, "an entry of \"lying\", \"refusals\" or \"advice\" has no \"reason\"");
      if (drawn && !check_kinds (ask_json_get_array (entry, "drawn")))
        return fail (error, "an entry of \"advice\" has a kind that cannot be drawn, or none");
      if (!check_when (self, ask_json_get_object (entry, "when"), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_file (AskChartRules *self, GError **error)
{
  if (self->hints == NULL || self->rules == NULL || self->lying == NULL)
    return fail (error, "\"hints\", \"rules\" and \"lying\" must all be there");
  for (guint i = 0; i < json_array_get_length (self->rules); i++)
    if (!check_rule (self, ask_json_element_object (self->rules, i), error))
      return FALSE;
  for (guint i = 0; self->wishes != NULL && i < json_array_get_length (self->wishes); i++)
    if (!check_wish (self, ask_json_element_object (self->wishes, i), error))
      return FALSE;
  return check_sentences (self, self->lying, FALSE, error) && check_sentences (self, self->refusals, FALSE, error)
         && check_sentences (self, self->advice, TRUE, error);
}

/**
 * ask_chart_rules_new:
 * @json: the text of the rules file
 * @length: bytes, or -1
 * @error: (nullable): ASK_CHART_ERROR_RULES, or ASK_JSON_ERROR_SYNTAX
 *
 * Returns: (transfer full): the rules, or %NULL
 */
AskChartRules *
ask_chart_rules_new (const char *json, gssize length, GError **error)
{
  g_autoptr (AskChartRules) self = g_new0 (AskChartRules, 1);

  self->root = ask_json_parse (json, length, error);
  if (self->root == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (self->root))
    {
      JsonObject *object = json_node_get_object (self->root);

      self->hints = ask_json_get_object (object, "hints");
      self->rules = ask_json_get_array (object, "rules");
      self->lying = ask_json_get_array (object, "lying");
      self->wishes = ask_json_get_array (object, "wishes");
      self->refusals = ask_json_get_array (object, "refusals");
      self->advice = ask_json_get_array (object, "advice");
    }
  if (!check_file (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/** ask_chart_rules_free: frees them. */
void
ask_chart_rules_free (AskChartRules *self)
{
  g_clear_pointer (&self->root, json_node_unref);
  g_free (self);
}

/** ask_chart_kind_from_string: @word: as of ask_chart_kind_to_string(); @kind: (out): the kind. Returns: whether it is one */
gboolean
ask_chart_kind_from_string (const char *word, AskChartKind *kind)
{
  int found = find_in (kind_names, G_N_ELEMENTS (kind_names), word);

  if (found >= 0)
    *kind = (AskChartKind) found;
  return found >= 0;
}

/**
 * ask_chart_rules_get:
 * @error: (nullable): ASK_CHART_ERROR_RULES
 *
 * Reads the compiled-in rules when first called. Safe on every thread.
 *
 * Returns: (transfer none) (nullable): the rules, which live as long as the program
 */
AskChartRules *
ask_chart_rules_get (GError **error)
{
  static GMutex mutex;
  static AskChartRules *rules;
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);

  if (rules == NULL)
    {
      g_autoptr (GBytes) bytes = NULL;
      gsize length;
      const char *text;

      ask_chart_register_resource ();
      bytes = g_resources_lookup_data (RULES_PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
      if (bytes == NULL)
        return NULL;
      text = g_bytes_get_data (bytes, &length);
      rules = ask_chart_rules_new (text, (gssize) length, error);
    }
  return rules;
}

static double
bound (JsonNode *node)
{
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node) ? 1 : 0;
  return json_node_get_double (node);
}

static gboolean
in_range (JsonNode *node, double value)
{
  JsonObject *range;

  if (JSON_NODE_HOLDS_VALUE (node))
    return bound (node) == value;
  range = json_node_get_object (node);
  if (json_object_has_member (range, "min") && value < bound (json_object_get_member (range, "min")))
    return FALSE;
  return !json_object_has_member (range, "max") || value <= bound (json_object_get_member (range, "max"));
}

static gboolean
has_name (JsonArray *names, const char *name)
{
  for (guint i = 0; i < json_array_get_length (names); i++)
    if (g_strcmp0 (json_array_get_string_element (names, i), name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_hint (const AskChartFacts *facts, JsonArray *wanted)
{
  for (guint i = 0; i < facts->hints->len; i++)
    if (has_name (wanted, facts->hints->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean
holds (JsonObject *when, const AskChartFacts *facts)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, when);
  while (json_object_iter_next (&iter, &name, &node))
    {
      if (strcmp (name, "hint") == 0 || strcmp (name, "also") == 0)
        {
          if (!has_hint (facts, json_node_get_array (node)))
            return FALSE;
        }
      else if (!in_range (node, facts->facts[find_in (fact_names, ASK_CHART_N_FACTS, name)]))
        return FALSE;
    }
  return TRUE;
}

/* A rule never picks a part that the result has not got, whatever its conditions forgot to ask. */
static gboolean
has_parts (JsonObject *rule, const AskChartFacts *facts)
{
  const char *x = json_object_get_string_member_with_default (rule, "x", "none");
  const char *by = json_object_get_string_member_with_default (rule, "by", "none");
  const double *f = facts->facts;

  if (strcmp (x, "none") != 0 && f[ASK_CHART_FACT_MEASURES] < (strcmp (x, "measure") == 0 ? 2 : 1))
    return FALSE;
  if (strcmp (x, "time") == 0 && f[ASK_CHART_FACT_TIMES] < 1)
    return FALSE;
  if (strcmp (x, "label") == 0 && f[ASK_CHART_FACT_LABELS] < 1)
    return FALSE;
  if (strcmp (x, "labels") == 0 && f[ASK_CHART_FACT_JOINED_UNIQUE] < 1)
    return FALSE;
  return strcmp (by, "group") != 0 || strcmp (x, "measure") == 0 || f[ASK_CHART_FACT_GROUPS] >= 1;
}

/**
 * ask_chart_rules_find:
 * @facts: what is known about the result and the question
 * @found: (out): the first rule that holds; its strings belong to the rules
 *
 * Returns: whether a rule holds
 */
gboolean
ask_chart_rules_find (AskChartRules *self, const AskChartFacts *facts, AskChartRule *found)
{
  for (guint i = 0; i < json_array_get_length (self->rules); i++)
    {
      JsonObject *rule = json_array_get_object_element (self->rules, i);

      if (!holds (json_object_get_object_member (rule, "when"), facts) || !has_parts (rule, facts))
        continue;
      found->name = ask_json_get_string (rule, "name");
      found->kind = (AskChartKind) find_in (kind_names, G_N_ELEMENTS (kind_names), ask_json_get_string (rule, "kind"));
      found->x = json_object_get_string_member_with_default (rule, "x", "none");
      found->by = json_object_get_string_member_with_default (rule, "by", "none");
      found->reason = ask_json_get_string (rule, "reason");
      found->hinted = json_object_has_member (json_object_get_object_member (rule, "when"), "hint");
      return TRUE;
    }
  return FALSE;
}

/* The first sentence whose conditions hold; @drawn is a kind that it must be about, or NULL. */
static const char *
find_sentence (JsonArray *sentences, const AskChartFacts *facts, const char *drawn)
{
  for (guint i = 0; sentences != NULL && i < json_array_get_length (sentences); i++)
    {
      JsonObject *entry = json_array_get_object_element (sentences, i);

      if ((drawn == NULL || has_name (ask_json_get_array (entry, "drawn"), drawn))
          && holds (json_object_get_object_member (entry, "when"), facts))
        return ask_json_get_string (entry, "reason");
    }
  return NULL;
}

/**
 * ask_chart_rules_get_lying:
 * @facts: with the points and label_chars of the axis that the rule chose
 *
 * Returns: (transfer none) (nullable): why the bars lie down, or %NULL when they stand
 */
const char *
ask_chart_rules_get_lying (AskChartRules *self, const AskChartFacts *facts)
{
  return find_sentence (self->lying, facts, NULL);
}

/**
 * ask_chart_rules_get_refusal:
 * @facts: of the result as it is, with the hint of a wish that no rule met
 *
 * Returns: (transfer none) (nullable): why the wish cannot be drawn
 */
const char *
ask_chart_rules_get_refusal (AskChartRules *self, const AskChartFacts *facts)
{
  return find_sentence (self->refusals, facts, NULL);
}

/**
 * ask_chart_rules_get_advice:
 * @facts: by which the chart was chosen
 * @drawn: what was wished for and is drawn
 *
 * Returns: (transfer none) (nullable): what another kind would show better
 */
const char *
ask_chart_rules_get_advice (AskChartRules *self, const AskChartFacts *facts, AskChartKind drawn)
{
  return find_sentence (self->advice, facts, kind_names[drawn]);
}

/* Phrases are compared by stems, so that "shares" is "share"; " as a pie " must be whole words. */
static char *
to_stems (const char *text)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);
  GString *stems = g_string_new (" ");

  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *stem = ask_text_stem (words->pdata[i]);

      g_string_append_printf (stems, "%s ", stem);
    }
  return g_string_free (stems, FALSE);
}

static gboolean
says (const char *stems, JsonArray *phrases)
{
  for (guint i = 0; phrases != NULL && i < json_array_get_length (phrases); i++)
    {
      const char *phrase = ask_json_element_string (phrases, i);
      g_autofree char *wanted = phrase != NULL ? to_stems (phrase) : NULL;

      if (wanted != NULL && strlen (wanted) > 1 && strstr (stems, wanted) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* A kind that is wished for: "bar chart" in "stacked bar chart" is none beside it. The first of the file wins. */
static void
keep_one_kind (AskChartRules *self, GPtrArray *hints, const char *wish)
{
  gboolean found = FALSE;

  for (guint i = 0; self->wishes != NULL && i < json_array_get_length (self->wishes); i++)
    {
      JsonObject *entry = json_array_get_object_element (self->wishes, i);
      const char *hint = ask_json_get_string (entry, "hint");
      gboolean wanted = wish != NULL && strcmp (hint, wish) == 0;
      guint place;

      if (!json_object_get_boolean_member_with_default (entry, "named", FALSE))
        continue;
      if (!g_ptr_array_find_with_equal_func (hints, hint, g_str_equal, &place))
        {
          if (wanted)
            g_ptr_array_add (hints, (gpointer) hint);
        }
      else if (wish != NULL ? !wanted : found)
        g_ptr_array_remove_index (hints, place);
      else
        found = TRUE;
    }
}

/**
 * ask_chart_rules_get_hints:
 * @question: (nullable): as the person wrote it
 * @wish: (nullable): the hint of a kind that goes before what @question says of kinds
 *
 * At most one of them names a kind.
 *
 * Returns: (transfer container) (element-type utf8): names of the hints whose phrases occur in it
 */
GPtrArray *
ask_chart_rules_get_hints (AskChartRules *self, const char *question, const char *wish)
{
  GPtrArray *found = g_ptr_array_new ();
  g_autofree char *head = NULL;
  g_autofree char *stems = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (question != NULL)
    {
      /* A question of a book's length is not searched to its end for a wish about a picture. */
      head = ask_text_shorten (question, 2000);
      stems = to_stems (head);
      json_object_iter_init (&iter, self->hints);
      while (json_object_iter_next (&iter, &name, &node))
        if (says (stems, JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL))
          g_ptr_array_add (found, (gpointer) name);
    }
  keep_one_kind (self, found, wish);
  return found;
}

/**
 * ask_chart_rules_get_wish:
 * @hints: (element-type utf8): of the question
 * @found: (out): what a person wants to see; it belongs to the rules
 *
 * Returns: whether anything is wished for: a kind, or else what a question is about
 */
gboolean
ask_chart_rules_get_wish (AskChartRules *self, GPtrArray *hints, AskChartWish *found)
{
  for (guint i = 0; self->wishes != NULL && i < json_array_get_length (self->wishes); i++)
    {
      JsonObject *entry = json_array_get_object_element (self->wishes, i);
      const char *hint = ask_json_get_string (entry, "hint");

      if (!g_ptr_array_find_with_equal_func (hints, hint, g_str_equal, NULL))
        continue;
      found->hint = hint;
      found->named = json_object_get_boolean_member_with_default (entry, "named", FALSE);
      found->kinds = ask_json_get_array (entry, "kinds");
      found->amounts = (guint) json_object_get_int_member_with_default (entry, "amounts", 1);
      found->groups = json_object_get_boolean_member_with_default (entry, "groups", FALSE);
      found->course = json_object_get_boolean_member_with_default (entry, "course", FALSE);
      return TRUE;
    }
  return FALSE;
}

/** ask_chart_wish_is_met: Returns: whether what @rule draws is what was wished for */
gboolean
ask_chart_wish_is_met (const AskChartWish *wish, const AskChartRule *rule)
{
  return has_name (wish->kinds, kind_names[rule->kind]);
}
