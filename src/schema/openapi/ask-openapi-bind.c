/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Decides what each parameter of an operation means for its entity: equality with an attribute, an
 * input of its own, a fixed value, or nothing. A parameter is taken for equality only where that is
 * what it says, since a wrong guess would fetch the wrong rows.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-draft.h"

#include <string.h>

/* Names that say how to answer, and never what a column equals. */
static const char *const controls[]
  = { "q",       "query",   "search",   "sort",   "sort by", "order", "order by", "orderby",  "sortby",    "fields",
      "include", "expand",  "format",   "since",  "before",  "after", "until",    "from",     "to",        "filter",
      "select",  "embed",   "lang",     "locale", "pretty",  "limit", "offset",   "page",     "per page",  "page size",
      "cursor",  "exclude", "group by", "min",    "max",     "start", "end",      "callback", "direction", NULL };

static const char *const first_words[] = { "min", "max",     "since", "before", "after",   "until",   "from",    "to",
                                           "not", "exclude", "sort",  "order",  "include", "minimum", "maximum", NULL };

static const char *const last_words[]
  = { "min", "max",   "from",   "to",         "since",  "before", "after", "until",    "gt",
      "gte", "lt",    "lte",    "ne",         "neq",    "not",    "like",  "contains", "in",
      "nin", "range", "prefix", "startswith", "exists", "start",  "end",   NULL };

static gboolean
contains (const char *const *list, const char *word)
{
  return word != NULL && g_strv_contains (list, word);
}

/* What a parameter compares: "status" for "status", "status[]", "filter[status]",
 * "filter[status][eq]" and "filter.status"; NULL where it is another comparison. */
static char *
dup_compared (const char *name)
{
  static const char *const outers[] = { "filter", "filters", "where", NULL };
  static const char *const equals[] = { "", "eq", "$eq", "equals", "=", NULL };
  g_auto (GStrv) parts = NULL;
  g_autofree char *flat = g_strdup (name);
  guint first = 0, n;

  if (g_str_has_prefix (flat, "filter.") || g_str_has_prefix (flat, "filters."))
    return g_strdup (strchr (flat, '.') + 1);
  g_strdelimit (flat, "]", ' ');
  parts = g_strsplit (flat, "[", -1);
  n = g_strv_length (parts);
  for (guint i = 0; i < n; i++)
    g_strstrip (parts[i]);
  if (n > 1 && contains (outers, parts[0]))
    first = 1;
  if (n == first + 1 || (n == first + 2 && contains (equals, parts[first + 1])))
    return g_strdup (parts[first]);
  return NULL;
}

static gboolean
is_equality_name (const char *name)
{
  g_autofree char *words = NULL;
  g_auto (GStrv) list = NULL;
  guint n;

  if (strpbrk (name, "<>!~*") != NULL || strstr (name, "__") != NULL)
    return FALSE;
  words = ask_text_to_words (name);
  list = g_strsplit (words, " ", -1);
  n = g_strv_length (list);
  return n > 0 && !contains (controls, words)
         && (n == 1 || (!contains (first_words, list[0]) && !contains (last_words, list[n - 1])));
}

static gboolean
is_number (AskType type)
{
  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL;
}

/* Whether a value of the attribute can be sent as the parameter and means the same there: a date is
 * no moment, and a text is no number. */
static gboolean
types_agree (AskType attribute, AskType parameter)
{
  if (attribute == ASK_TYPE_JSON || parameter == ASK_TYPE_JSON)
    return FALSE;
  if (attribute == ASK_TYPE_DATE || attribute == ASK_TYPE_DATETIME)
    return parameter == attribute;
  return attribute == parameter || attribute == ASK_TYPE_ANY || parameter == ASK_TYPE_ANY || parameter == ASK_TYPE_TEXT
         || (is_number (attribute) && is_number (parameter));
}

static gboolean
is_plain (AskType type)
{
  return type == ASK_TYPE_ANY || type == ASK_TYPE_TEXT || is_number (type);
}

/**
 * ask_openapi_find_norm:
 * @entity: whose attributes are looked through
 * @name: of a member or a parameter
 *
 * Returns: (transfer none) (nullable): the attribute of that name, whatever the case and the
 *   punctuation. Inputs count too
 */
AskAttribute *
ask_openapi_find_norm (const AskEntity *entity, const char *name)
{
  g_autofree char *wanted = ask_openapi_dup_norm (name);
  AskAttribute *found = NULL;

  if (*wanted == '\0')
    return NULL;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      g_autofree char *norm = ask_openapi_dup_norm (attribute->column != NULL ? attribute->column : attribute->name);

      if (attribute->column != NULL && strcmp (attribute->column, name) == 0)
        return attribute;
      if (found == NULL && strcmp (norm, wanted) == 0)
        found = attribute;
    }
  return found;
}

static gboolean
same_norm (const char *a, const char *b)
{
  g_autofree char *na = ask_openapi_dup_norm (a);
  g_autofree char *nb = ask_openapi_dup_norm (b);

  return strcmp (na, nb) == 0;
}

/* The word before "{name}" in @path; NULL where the path ends with it and the rows are therefore
 * what it names. */
static char *
dup_word_before (const char *path, const char *name)
{
  g_autofree char *braced = g_strdup_printf ("{%s}", name);
  const char *at = strstr (path, braced);
  g_autofree char *before = at != NULL ? g_strndup (path, (gsize) (at - path)) : NULL;
  g_autoptr (GPtrArray) words = NULL;
  g_autoptr (GPtrArray) rest = NULL;

  if (before == NULL)
    return NULL;
  words = ask_openapi_literal_segments (before);
  rest = ask_openapi_literal_segments (at);
  if (words->len == 0 || rest->len == 0)
    return NULL;
  return g_strdup (g_ptr_array_index (words, words->len - 1));
}

/* What a path parameter is called outside its path: {id} in /warehouses/{id}/stock is a
 * warehouse_id, not the id of a row. */
static char *
dup_path_noun (const char *path, const char *name)
{
  static const char *const vague[] = { "id", "uuid", "guid", "key", "slug", "code", "name", NULL };
  g_autofree char *snake = ask_openapi_dup_snake (name);
  g_autofree char *word = NULL;
  g_autofree char *noun = NULL;
  g_autofree char *singular = NULL;

  if (!contains (vague, snake))
    return g_strdup (name);
  word = dup_word_before (path, name);
  if (word == NULL)
    return g_strdup (name);
  noun = ask_openapi_dup_snake (word);
  singular = ask_openapi_dup_singular (noun);
  return g_strdup_printf ("%s_%s", singular, snake);
}

/* The key of one object, by the last parameter of its path: {orderId} in /orders/{orderId} is the id
 * of an order. */
static AskAttribute *
find_key_of_path (const AskEntity *entity, const char *path, const char *name)
{
  g_autoptr (GPtrArray) words = ask_openapi_literal_segments (path);
  g_autofree char *end = g_strdup_printf ("{%s}", name);
  const char *at = strstr (path, end);

  if (at == NULL || strchr (at, '/') != NULL || words->len == 0)
    return NULL;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      g_autofree char *noun = NULL;
      g_autofree char *singular = NULL;
      g_autofree char *full = NULL;

      if (attribute->key == 0 || attribute->column == NULL)
        continue;
      noun = ask_openapi_dup_snake (g_ptr_array_index (words, words->len - 1));
      singular = ask_openapi_dup_singular (noun);
      full = g_strdup_printf ("%s_%s", singular, attribute->column);
      return same_norm (full, name) || same_norm (singular, name) ? attribute : NULL;
    }
  return NULL;
}

static AskAttribute *
find_for_path (const AskEntity *entity, const char *noun)
{
  g_autofree char *id = g_strconcat (noun, "_id", NULL);
  AskAttribute *attribute = ask_openapi_find_norm (entity, noun);

  return attribute != NULL && attribute->type != ASK_TYPE_JSON ? attribute : ask_openapi_find_norm (entity, id);
}

static void
set_choices (AskAttribute *attribute, const AskOpenapiShape *shape)
{
  for (guint i = 0; i < shape->choices->len; i++)
    g_ptr_array_add (attribute->choices, g_strdup (g_ptr_array_index (shape->choices, i)));
}

/* An attribute that is only an argument of the call. */
static AskAttribute *
add_input (AskEntity *entity, const char *noun, const AskOpenapiParameter *parameter)
{
  g_autofree char *wanted = g_strdup (noun);
  g_autofree char *name = NULL;
  AskAttribute *attribute;

  /* The rows may have a member of that name that means something else. */
  if (ask_entity_find_attribute (entity, wanted) != NULL)
    {
      g_free (wanted);
      wanted = g_strconcat (noun, "_parameter", NULL);
    }
  name = ask_openapi_dup_attribute_name (entity, wanted);
  attribute = ask_entity_add_attribute (entity, name, NULL, ask_openapi_shape_get_type (parameter->shape));
  attribute->nullable = FALSE;
  g_free (attribute->declared);
  attribute->declared = ask_openapi_shape_dup_declared (parameter->shape);
  g_free (attribute->description);
  attribute->description = ask_openapi_dup_sentence (parameter->description);
  set_choices (attribute, parameter->shape);
  return attribute;
}

static AskParameter *
add_parameter (AskEntity *entity, const AskOpenapiParameter *parameter, const AskAttribute *attribute)
{
  AskParameter *added = ask_operation_add_parameter (entity->operation, parameter->name, parameter->place,
                                                     attribute != NULL ? attribute->name : NULL, parameter->required);

  added->type = ask_openapi_shape_get_type (parameter->shape);
  added->style = parameter->style;
  added->max_items = parameter->max_items;
  /* Of a value that no row shows, nobody could tell which of several a row came for. */
  if (attribute == NULL || attribute->column == NULL)
    {
      gboolean marked = ask_array_style_marks_one (parameter->style);

      added->style = marked ? parameter->style : ASK_ARRAY_NONE;
      added->max_items = marked ? 1 : 0;
    }
  return added;
}

static char *
dup_fixed (const AskOpenapiParameter *parameter)
{
  static const char *const formats[] = { "format", "f", "output", "alt", "fmt", NULL };
  const AskOpenapiShape *shape = parameter->shape;
  g_autofree char *lower = g_ascii_strdown (parameter->name, -1);

  for (guint i = 0; contains (formats, lower) && i < shape->choices->len; i++)
    {
      const char *choice = g_ptr_array_index (shape->choices, i);
      const char *plain = choice + (*choice == '.');

      if (g_ascii_strcasecmp (plain, "json") == 0)
        return g_strdup (choice);
    }
  if (!parameter->required)
    return NULL;
  if (shape->choices->len == 1)
    return g_strdup (g_ptr_array_index (shape->choices, 0));
  return ask_openapi_shape_dup_scalar (shape->fallback);
}

/* An attribute that already is the argument of another parameter is not asked for twice. */
static gboolean
is_bound (const AskEntity *entity, const AskAttribute *attribute)
{
  return ask_operation_find_parameter_for (entity->operation, attribute->name) != NULL;
}

/* "ids" and "carrierIds" of an array are values of id and carrier_id: one of these. */
static AskAttribute *
find_plural (const AskEntity *entity, const char *name)
{
  g_autofree char *snake = ask_openapi_dup_snake (name);
  g_autofree char *singular = ask_openapi_dup_singular (snake);

  return strcmp (singular, snake) != 0 ? ask_openapi_find_norm (entity, singular) : NULL;
}

static AskAttribute *
find_in_query (const AskEntity *entity, const AskOpenapiParameter *parameter, char **compared)
{
  AskAttribute *attribute;

  *compared = dup_compared (parameter->name);
  if (*compared == NULL || !is_equality_name (*compared))
    return NULL;
  attribute = ask_openapi_find_norm (entity, *compared);
  if (parameter->style != ASK_ARRAY_NONE && (attribute == NULL || attribute->type == ASK_TYPE_JSON))
    {
      AskAttribute *one = find_plural (entity, *compared);

      if (one != NULL)
        attribute = one;
    }
  return attribute;
}

/* @compared: (out) (transfer full) (nullable): the name that @parameter compares */
static AskAttribute *
find_named (const AskEntity *entity, const char *path, const AskOpenapiParameter *parameter, char **compared)
{
  AskAttribute *attribute;

  if (parameter->place != ASK_PARAMETER_IN_PATH)
    return find_in_query (entity, parameter, compared);
  *compared = dup_path_noun (path, parameter->name);
  attribute = find_for_path (entity, *compared);
  return attribute == NULL && entity->operation->single ? find_key_of_path (entity, path, parameter->name) : attribute;
}

/* @sure: (out): nothing speaks against it */
static AskAttribute *
find_equality (const AskEntity *entity, const char *path, const AskOpenapiParameter *parameter,
               const GPtrArray *parameters, gboolean *sure)
{
  g_autofree char *compared = NULL;
  AskAttribute *attribute = find_named (entity, path, parameter, &compared);
  AskType type = ask_openapi_shape_get_type (parameter->shape);

  *sure = FALSE;
  if (attribute == NULL || is_bound (entity, attribute))
    return NULL;
  /* Without a required one there is no call at all, so the name alone decides for scalars. */
  if (!types_agree (attribute->type, type) && !(parameter->required && is_plain (attribute->type) && is_plain (type)))
    return NULL;
  /* Headers say how to answer far more often than what; only one that must be sent is trusted. */
  if (parameter->place == ASK_PARAMETER_IN_HEADER && !parameter->required)
    return NULL;
  *sure = ask_openapi_says_equal (entity, attribute, compared, parameter, parameters);
  return attribute;
}

/* Whether the API leaves rows out where the parameter is not sent. */
static gboolean
has_filter_by_default (const AskOpenapiParameter *parameter)
{
  static const char *const everything[] = { "", "all", "any", "*", "both", "null", "none", NULL };
  g_autofree char *lower = NULL;

  if (parameter->fallback == NULL || parameter->required)
    return FALSE;
  lower = g_ascii_strdown (parameter->fallback, -1);
  return !contains (everything, lower);
}

/* A filter that holds even where nobody asks for it must be known to whoever asks. */
static void
tell_default (AskAttribute *attribute, const AskOpenapiParameter *parameter)
{
  g_autofree char *shown = NULL;

  if (!has_filter_by_default (parameter))
    return;
  shown = ask_text_shorten (parameter->fallback, 60);
  ask_openapi_add_sentence (&attribute->description, "Unless a value is asked for, the API answers with “%s” only.",
                            shown);
}

static const char *
describe_use (AskParameterUse use)
{
  switch (use)
    {
    case ASK_PARAMETER_AT_LEAST:
      return "at least";
    case ASK_PARAMETER_AT_MOST:
      return "at most";
    case ASK_PARAMETER_ABOVE:
      return "above";
    case ASK_PARAMETER_BELOW:
      return "below";
    case ASK_PARAMETER_EQUALS:
    default:
      return "equal to";
    }
}

static void
bind_bound (AskEntity *entity, const AskOpenapiParameter *parameter, AskAttribute *attribute, AskParameterUse use)
{
  AskParameter *added = add_parameter (entity, parameter, attribute);

  added->use = use;
  added->style = ASK_ARRAY_NONE;
  added->narrows = has_filter_by_default (parameter);
  if (added->narrows)
    {
      g_autofree char *shown = ask_text_shorten (parameter->fallback, 60);

      ask_openapi_add_sentence (&attribute->description,
                                "Unless a bound is asked for, the API answers with what is %s “%s” only.",
                                describe_use (use), shown);
    }
}

static void
bind_named_bound (AskEntity *entity, const AskOpenapiParameter *parameter)
{
  AskParameterUse use;
  AskAttribute *attribute = ask_openapi_find_bound (entity, parameter, &use);

  if (attribute != NULL)
    bind_bound (entity, parameter, attribute, use);
}

static gboolean
bind_equality (AskEntity *entity, const char *path, const AskOpenapiParameter *parameter, const GPtrArray *parameters)
{
  gboolean sure;
  AskAttribute *attribute = find_equality (entity, path, parameter, parameters, &sure);

  if (!sure)
    return FALSE;
  tell_default (attribute, parameter);
  if (attribute->choices->len == 0)
    set_choices (attribute, parameter->shape);
  add_parameter (entity, parameter, attribute)->narrows = has_filter_by_default (parameter);
  return TRUE;
}

static void
bind (AskEntity *entity, const char *path, const AskOpenapiParameter *parameter, const GPtrArray *parameters)
{
  g_autofree char *fixed = NULL;

  if (bind_equality (entity, path, parameter, parameters))
    return;
  fixed = dup_fixed (parameter);
  if (fixed != NULL)
    {
      add_parameter (entity, parameter, NULL)->fixed = g_steal_pointer (&fixed);
      return;
    }
  if (parameter->required)
    {
      g_autofree char *noun = parameter->place == ASK_PARAMETER_IN_PATH ? dup_path_noun (path, parameter->name)
                                                                        : g_strdup (parameter->name);

      add_parameter (entity, parameter, add_input (entity, noun, parameter));
      return;
    }
  bind_named_bound (entity, parameter);
}

static gboolean
is_many (const AskOpenapiParameter *parameter)
{
  return parameter->style != ASK_ARRAY_NONE && parameter->max_items != 1;
}

/**
 * ask_openapi_bind_parameters:
 * @entity: with the attributes of its rows and its operation
 * @path: the operation's path
 * @parameters: (element-type AskOpenapiParameter): those that paging took are left out
 *
 * Adds the operation's parameters, and an attribute without a column for each that must be given
 * and names no member of the rows.
 */
void
ask_openapi_bind_parameters (AskEntity *entity, const char *path, GPtrArray *parameters)
{
  /* What must be given comes first, so that an optional parameter never takes its attribute; then
   * what takes many values at once. */
  for (guint pass = 0; pass < 3; pass++)
    for (guint i = 0; i < parameters->len; i++)
      {
        const AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i);
        guint wanted = parameter->required ? 0 : is_many (parameter) ? 1 : 2;

        if (!parameter->taken && wanted == pass)
          bind (entity, path, parameter, parameters);
      }
}

static gboolean
is_used (const AskEntity *entity, const AskOpenapiParameter *parameter)
{
  for (guint i = 0; i < entity->operation->parameters->len; i++)
    {
      const AskParameter *known = g_ptr_array_index (entity->operation->parameters, i);

      if (known->place == parameter->place && strcmp (known->name, parameter->name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether nobody has a use for it yet. */
static gboolean
is_left (const AskEntity *entity, const AskOpenapiParameter *parameter)
{
  return !parameter->taken && !parameter->required && !is_used (entity, parameter);
}

/**
 * ask_openapi_bind_columns:
 * @entity: with more attributes than it had when its parameters were bound
 * @path: the operation's path
 * @parameters: (element-type AskOpenapiParameter): the same
 *
 * Binds optional parameters that found no attribute before. What must be given is bound by now.
 */
void
ask_openapi_bind_columns (AskEntity *entity, const char *path, GPtrArray *parameters)
{
  for (guint pass = 1; pass < 3; pass++)
    for (guint i = 0; i < parameters->len; i++)
      {
        const AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i);

        if (is_left (entity, parameter) && (is_many (parameter) ? 1 : 2) == pass
            && !bind_equality (entity, path, parameter, parameters))
          bind_named_bound (entity, parameter);
      }
}

/* It is not sent; the side that it bounds is known, whatever it bounds. */
static void
keep (AskEntity *entity, const AskOpenapiParameter *parameter)
{
  AskParameterUse use = ASK_PARAMETER_EQUALS;
  g_autofree char *rest = ask_openapi_split_bound (parameter->name, &use);
  AskParameter *added;

  if (parameter->place == ASK_PARAMETER_IN_HEADER || ask_openapi_shape_get_type (parameter->shape) == ASK_TYPE_JSON)
    return;
  added = add_parameter (entity, parameter, NULL);
  added->use = use;
  added->style = rest == NULL ? parameter->style : ASK_ARRAY_NONE;
  added->max_items = rest == NULL ? parameter->max_items : 0;
}

/* What has an attribute's name and may mean something else. */
static void
doubt_name (const AskEntity *entity, const char *path, const AskOpenapiParameter *parameter,
            const GPtrArray *parameters, GPtrArray *doubts)
{
  gboolean sure;
  AskAttribute *attribute = find_equality (entity, path, parameter, parameters, &sure);
  g_autoptr (GPtrArray) meant = g_ptr_array_new ();

  if (attribute == NULL || attribute->column == NULL || sure)
    return;
  g_ptr_array_add (meant, attribute);
  ask_openapi_add_doubt (doubts, parameter, ASK_PARAMETER_EQUALS, meant);
}

/**
 * ask_openapi_bind_rest:
 * @entity: with all its attributes, and what names them bound
 * @path: the operation's path
 * @parameters: (element-type AskOpenapiParameter): the same
 * @search: (nullable): the parameter that another entity needs
 *
 * Binds optional parameters that bound a time without its name; then adds what is left and takes plain values,
 * bound to nothing and never sent, so that a steward can bind it.
 *
 * Returns: (transfer full) (element-type AskOpenapiDoubt): those that a steward has to decide about
 */
GPtrArray *
ask_openapi_bind_rest (AskEntity *entity, const char *path, GPtrArray *parameters, const char *search)
{
  GPtrArray *doubts = ask_openapi_doubts_new ();

  /* "created_since" goes before "since", since it says more. One object is not chosen by its times: they say
   * what it counts. */
  for (guint pass = 0; pass < 2 && !entity->operation->single; pass++)
    for (guint i = 0; i < parameters->len; i++)
      {
        const AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i);
        AskParameterUse use;
        AskAttribute *attribute
          = is_left (entity, parameter) ? ask_openapi_find_time (entity, parameter, pass == 1, &use, doubts) : NULL;

        if (attribute != NULL)
          bind_bound (entity, parameter, attribute, use);
      }
  for (guint i = 0; i < parameters->len; i++)
    {
      const AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i);

      if (!is_left (entity, parameter) || g_strcmp0 (parameter->name, search) == 0)
        continue;
      doubt_name (entity, path, parameter, parameters, doubts);
      keep (entity, parameter);
    }
  return doubts;
}
