/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A look as data: copied, compared, written as JSON and read back. Whoever wrote that JSON, what is read is a look that
 * can be drawn with, or an error that names the member.
 */
#include "config.h"

#include "chart/ask-chart-look.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "chart/ask-chart-palette.h"
#include "chart/ask-chart-rules.h"

#define MAX_NAMES 256
#define MAX_CHARS 400

static const char *const order_names[] = { "rules", "largest", "smallest", "name", "rows" };
static const char *const zero_names[] = { "rules", "always", "never" };

/** ask_chart_look_new: Returns: (transfer full): a look that changes nothing */
AskChartLook *
ask_chart_look_new (void)
{
  AskChartLook *self = g_new0 (AskChartLook, 1);

  self->y = g_ptr_array_new_with_free_func (g_free);
  self->hidden = g_ptr_array_new_with_free_func (g_free);
  self->colors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->min = self->max = NAN;
  ask_chart_look_clear_zoom (self);
  return self;
}

/** ask_chart_look_copy: @self: (nullable): a look. Returns: (transfer full): another one of the same; of %NULL an empty one */
AskChartLook *
ask_chart_look_copy (const AskChartLook *self)
{
  AskChartLook *copy = ask_chart_look_new ();
  GHashTableIter iter;
  gpointer name, color;

  if (self == NULL)
    return copy;
  copy->kind = g_strdup (self->kind);
  copy->x = g_strdup (self->x);
  copy->group = g_strdup (self->group);
  copy->order = self->order;
  copy->most = self->most;
  copy->title = g_strdup (self->title);
  copy->x_title = g_strdup (self->x_title);
  copy->y_title = g_strdup (self->y_title);
  copy->zero = self->zero;
  copy->min = self->min;
  copy->max = self->max;
  memcpy (copy->zoom_x, self->zoom_x, sizeof copy->zoom_x);
  memcpy (copy->zoom_y, self->zoom_y, sizeof copy->zoom_y);
  for (guint i = 0; i < self->y->len; i++)
    g_ptr_array_add (copy->y, g_strdup (self->y->pdata[i]));
  for (guint i = 0; i < self->hidden->len; i++)
    g_ptr_array_add (copy->hidden, g_strdup (self->hidden->pdata[i]));
  g_hash_table_iter_init (&iter, self->colors);
  while (g_hash_table_iter_next (&iter, &name, &color))
    g_hash_table_insert (copy->colors, g_strdup (name), color);
  return copy;
}

/** ask_chart_look_free: @self: (nullable): a look. Frees it. */
void
ask_chart_look_free (AskChartLook *self)
{
  if (self == NULL)
    return;
  g_free (self->kind);
  g_free (self->x);
  g_free (self->group);
  g_ptr_array_unref (self->y);
  g_free (self->title);
  g_free (self->x_title);
  g_free (self->y_title);
  g_hash_table_unref (self->colors);
  g_ptr_array_unref (self->hidden);
  g_free (self);
}

/** ask_chart_look_is_empty: @self: (nullable): a look. Returns: whether it changes nothing */
gboolean
ask_chart_look_is_empty (const AskChartLook *self)
{
  g_autoptr (AskChartLook) empty = ask_chart_look_new ();

  return self == NULL || ask_chart_look_equal (self, empty);
}

/** ask_chart_look_equal: @a: (nullable): a look; @b: (nullable): another one. Returns: whether both change the same */
gboolean
ask_chart_look_equal (const AskChartLook *a, const AskChartLook *b)
{
  g_autofree char *one = ask_chart_look_to_text (a);
  g_autofree char *other = ask_chart_look_to_text (b);

  return strcmp (one, other) == 0;
}

/** ask_chart_look_chooses: @a: (nullable): a look; @b: (nullable): another one. Returns: whether @b takes another chart than
 * @a, and not only another dress */
gboolean
ask_chart_look_chooses (const AskChartLook *a, const AskChartLook *b)
{
  g_autoptr (AskChartLook) one = ask_chart_look_copy (a);
  g_autoptr (AskChartLook) other = ask_chart_look_copy (b);

  if (g_strcmp0 (one->kind, other->kind) != 0 || g_strcmp0 (one->x, other->x) != 0
      || g_strcmp0 (one->group, other->group) != 0 || one->order != other->order || one->most != other->most
      || one->y->len != other->y->len)
    return TRUE;
  for (guint i = 0; i < one->y->len; i++)
    if (strcmp (one->y->pdata[i], other->y->pdata[i]) != 0)
      return TRUE;
  return FALSE;
}

/** ask_chart_look_is_hidden: @self: (nullable): a look; @name: of a series or a part. Returns: whether it is not drawn */
gboolean
ask_chart_look_is_hidden (const AskChartLook *self, const char *name)
{
  return self != NULL && g_ptr_array_find_with_equal_func (self->hidden, name, g_str_equal, NULL);
}

/** ask_chart_look_set_hidden: @self: a look; @name: of a series or a part; @hidden: whether it is not drawn from now on. */
void
ask_chart_look_set_hidden (AskChartLook *self, const char *name, gboolean hidden)
{
  guint place;
  gboolean was = g_ptr_array_find_with_equal_func (self->hidden, name, g_str_equal, &place);

  if (hidden && !was)
    g_ptr_array_add (self->hidden, g_strdup (name));
  else if (!hidden && was)
    g_ptr_array_remove_index (self->hidden, place);
}

/** ask_chart_look_clear_zoom: @self: a look. All of the chart is seen. */
void
ask_chart_look_clear_zoom (AskChartLook *self)
{
  self->zoom_x[0] = self->zoom_x[1] = self->zoom_y[0] = self->zoom_y[1] = NAN;
}

/** ask_chart_look_is_zoomed: @self: (nullable): a look. Returns: whether a part of the chart is seen */
gboolean
ask_chart_look_is_zoomed (const AskChartLook *self)
{
  return self != NULL && (!isnan (self->zoom_x[0]) || !isnan (self->zoom_y[0]));
}

static void
set_number (JsonObject *object, const char *member, double number)
{
  if (!isnan (number))
    json_object_set_double_member (object, member, number);
}

static void
set_names (JsonObject *object, const char *member, const GPtrArray *names)
{
  JsonArray *array;

  if (names->len == 0)
    return;
  array = json_array_new ();
  for (guint i = 0; i < names->len; i++)
    json_array_add_string_element (array, names->pdata[i]);
  json_object_set_array_member (object, member, array);
}

static void
set_span (JsonObject *object, const char *member, const double *span)
{
  JsonArray *array;

  if (isnan (span[0]))
    return;
  array = json_array_new ();
  json_array_add_double_element (array, span[0]);
  json_array_add_double_element (array, span[1]);
  json_object_set_array_member (object, member, array);
}

static void
set_colors (JsonObject *object, GHashTable *colors)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (colors), (GCompareFunc) strcmp);
  JsonObject *all;

  if (names == NULL)
    return;
  all = json_object_new ();
  for (GList *l = names; l != NULL; l = l->next)
    {
      g_autofree char *text = ask_chart_color_to_text (GPOINTER_TO_UINT (g_hash_table_lookup (colors, l->data)));

      json_object_set_string_member (all, l->data, text);
    }
  json_object_set_object_member (object, "colors", all);
}

static void
set_text (JsonObject *object, const char *member, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, member, text);
}

/**
 * ask_chart_look_to_json:
 * @self: (nullable): a look
 *
 * {"kind", "x", "group", "y": […], "order", "most", "title", "x_title", "y_title", "colors": {name: "#rrggbb"}, "zero", "min",
 * "max", "hidden": […], "zoom_x": [from, to], "zoom_y": […]}, without what is not changed.
 *
 * Returns: (transfer full): an object
 */
JsonNode *
ask_chart_look_to_json (const AskChartLook *self)
{
  JsonObject *object = json_object_new ();

  if (self == NULL)
    return ask_json_take_object (object);
  set_text (object, "kind", self->kind);
  set_text (object, "x", self->x);
  set_text (object, "group", self->group);
  set_names (object, "y", self->y);
  if (self->order != ASK_CHART_ORDER_RULES)
    json_object_set_string_member (object, "order", order_names[self->order]);
  if (self->most > 0)
    json_object_set_int_member (object, "most", self->most);
  set_text (object, "title", self->title);
  set_text (object, "x_title", self->x_title);
  set_text (object, "y_title", self->y_title);
  set_colors (object, self->colors);
  if (self->zero != ASK_CHART_ZERO_RULES)
    json_object_set_string_member (object, "zero", zero_names[self->zero]);
  set_number (object, "min", self->min);
  set_number (object, "max", self->max);
  set_names (object, "hidden", self->hidden);
  set_span (object, "zoom_x", self->zoom_x);
  set_span (object, "zoom_y", self->zoom_y);
  return ask_json_take_object (object);
}

/** ask_chart_look_to_text: @self: (nullable): a look. Returns: (transfer full): its JSON on one line */
char *
ask_chart_look_to_text (const AskChartLook *self)
{
  g_autoptr (JsonNode) node = ask_chart_look_to_json (self);

  return ask_json_to_string (node, FALSE);
}

static gboolean
fail (GError **error, const char *member)
{
  ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_LOOK,
                 N_ ("What was changed of the chart cannot be read: \"%s\" is not what it should be."), member);
  return FALSE;
}

static gboolean
take_text (JsonObject *object, const char *member, char **text, GError **error)
{
  const char *said = ask_json_get_string (object, member);

  if (!json_object_has_member (object, member))
    return TRUE;
  if (said == NULL || g_utf8_strlen (said, -1) > MAX_CHARS)
    return fail (error, member);
  ask_text_set (text, said);
  return TRUE;
}

static gboolean
take_names (JsonObject *object, const char *member, GPtrArray *names, GError **error)
{
  JsonArray *array = ask_json_get_array (object, member);

  if (!json_object_has_member (object, member))
    return TRUE;
  if (array == NULL || json_array_get_length (array) > MAX_NAMES)
    return fail (error, member);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *name = ask_json_element_string (array, i);

      if (name == NULL)
        return fail (error, member);
      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (name));
    }
  return TRUE;
}

static gboolean
read_number (JsonNode *node, double *number)
{
  GType type = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
    return FALSE;
  *number = json_node_get_double (node);
  return isfinite (*number);
}

static gboolean
take_number (JsonObject *object, const char *member, double *number, GError **error)
{
  return !json_object_has_member (object, member) || read_number (json_object_get_member (object, member), number)
         || fail (error, member);
}

static gboolean
take_span (JsonObject *object, const char *member, double *span, GError **error)
{
  JsonArray *array = ask_json_get_array (object, member);
  double read[2];

  if (!json_object_has_member (object, member))
    return TRUE;
  if (array == NULL || json_array_get_length (array) != 2 || !read_number (json_array_get_element (array, 0), &read[0])
      || !read_number (json_array_get_element (array, 1), &read[1]) || read[0] > read[1])
    return fail (error, member);
  memcpy (span, read, sizeof read);
  return TRUE;
}

static gboolean
take_word (JsonObject *object, const char *member, const char *const *words, guint n, guint *word, GError **error)
{
  const char *said = ask_json_get_string (object, member);

  if (!json_object_has_member (object, member))
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (said, words[i]) == 0)
      {
        *word = i;
        return TRUE;
      }
  return fail (error, member);
}

static gboolean
take_colors (JsonObject *object, GHashTable *colors, GError **error)
{
  JsonObject *all = ask_json_get_object (object, "colors");
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (!json_object_has_member (object, "colors"))
    return TRUE;
  if (all == NULL || json_object_get_size (all) > MAX_NAMES)
    return fail (error, "colors");
  json_object_iter_init (&iter, all);
  while (json_object_iter_next (&iter, &name, &node))
    {
      guint32 color;

      if (!ask_chart_color_parse (ask_json_get_string (all, name), &color))
        return fail (error, "colors");
      g_hash_table_insert (colors, g_strdup (name), GUINT_TO_POINTER (color));
    }
  return TRUE;
}

/**
 * ask_chart_look_from_json:
 * @node: an object, as of ask_chart_look_to_json(); members of other names are not looked at
 * @error: (nullable): ASK_CHART_ERROR_LOOK
 *
 * Returns: (transfer full): the look, or %NULL
 */
AskChartLook *
ask_chart_look_from_json (JsonNode *node, GError **error)
{
  g_autoptr (AskChartLook) self = ask_chart_look_new ();
  JsonObject *object = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  guint order = 0, zero = 0;
  AskChartKind kind;
  gint64 most;

  if (object == NULL)
    {
      fail (error, "{}");
      return NULL;
    }
  if (!take_text (object, "kind", &self->kind, error) || !take_text (object, "x", &self->x, error)
      || !take_text (object, "group", &self->group, error) || !take_names (object, "y", self->y, error)
      || !take_word (object, "order", order_names, G_N_ELEMENTS (order_names), &order, error)
      || !take_text (object, "title", &self->title, error) || !take_text (object, "x_title", &self->x_title, error)
      || !take_text (object, "y_title", &self->y_title, error) || !take_colors (object, self->colors, error)
      || !take_word (object, "zero", zero_names, G_N_ELEMENTS (zero_names), &zero, error)
      || !take_number (object, "min", &self->min, error) || !take_number (object, "max", &self->max, error)
      || !take_names (object, "hidden", self->hidden, error) || !take_span (object, "zoom_x", self->zoom_x, error)
      || !take_span (object, "zoom_y", self->zoom_y, error))
    return NULL;
  most = ask_json_get_integer (object, "most", 0);
  if (most < 0 || most > ASK_CHART_LOOK_MOST || (json_object_has_member (object, "most") && most == 0))
    {
      fail (error, "most");
      return NULL;
    }
  if ((self->kind != NULL && !ask_chart_kind_from_string (self->kind, &kind)) || self->min >= self->max)
    {
      fail (error, self->min >= self->max ? "max" : "kind");
      return NULL;
    }
  self->most = (guint) most;
  self->order = (AskChartOrder) order;
  self->zero = (AskChartZero) zero;
  return g_steal_pointer (&self);
}

/** ask_chart_look_from_text: @text: JSON; @error: (nullable): ASK_CHART_ERROR_LOOK, ASK_JSON_ERROR_SYNTAX.
 * Returns: (transfer full): the look, or %NULL */
AskChartLook *
ask_chart_look_from_text (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = ask_json_parse (text, -1, error);

  return node != NULL ? ask_chart_look_from_json (node, error) : NULL;
}
