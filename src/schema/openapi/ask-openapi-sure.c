/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a parameter that has an attribute's name compares with that attribute. A name alone is no proof: it may
 * fit two attributes, it may be one end of a range, its description may say another comparison, and it may take
 * other values than the rows show. Sent all the same, each of these loses rows.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-parameter.h"

#include <string.h>

/* Words of a description that say a side, of numbers and times. */
static const char *const sides[]
  = { "minimum",  "maximum", "at least",  "at most", "greater", "less",   "lower",   "upper",
      "above",    "below",   "more than", "or more", "after",   "before", "since",   "until",
      "earlier",  "later",   "earliest",  "latest",  "older",   "newer",  "between", "range",
      "starting", "ending",  "smallest",  "largest", "bound",   "up to",  NULL };

/* And of times only: a customer comes from a country. */
static const char *const time_sides[] = { "from", NULL };

/* Words that say what is left out. */
static const char *const negations[]
  = { "exclude", "excludes", "excluding", "excluded", "except", "other than", "not equal", "unequal", NULL };

static gboolean
has_phrase (const char *padded, const char *const *phrases)
{
  for (guint i = 0; phrases[i] != NULL; i++)
    {
      g_autofree char *phrase = g_strdup_printf (" %s ", phrases[i]);

      if (strstr (padded, phrase) != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_time (AskType type)
{
  return type == ASK_TYPE_DATE || type == ASK_TYPE_DATETIME;
}

static gboolean
has_order (const AskAttribute *attribute)
{
  return is_time (attribute->type) || attribute->type == ASK_TYPE_INTEGER || attribute->type == ASK_TYPE_REAL;
}

/* Whether its description says that it compares in another way. */
static gboolean
says_other (const AskAttribute *attribute, const AskOpenapiParameter *parameter)
{
  g_autofree char *words = NULL;
  g_autofree char *padded = NULL;

  if (parameter->description == NULL || parameter->place != ASK_PARAMETER_IN_QUERY || parameter->required)
    return FALSE;
  words = ask_text_to_words (parameter->description);
  padded = g_strdup_printf (" %s ", words);
  return has_phrase (padded, negations) || (has_order (attribute) && has_phrase (padded, sides))
         || (is_time (attribute->type) && has_phrase (padded, time_sides));
}

static gboolean
has_parameter (const GPtrArray *parameters, AskParameterPlace place, const char *snake)
{
  for (guint i = 0; i < parameters->len; i++)
    {
      const AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i);
      g_autofree char *found = ask_openapi_dup_snake (parameter->name);

      if (parameter->place == place && strcmp (found, snake) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_openapi_is_end_of_range:
 * @parameters: (element-type AskOpenapiParameter): of the operation
 *
 * Returns: whether there is an end_date for the start_date that @parameter is, or the like: both say where a range
 *   lies, and not what a row shows
 */
gboolean
ask_openapi_is_end_of_range (const AskOpenapiParameter *parameter, const GPtrArray *parameters)
{
  static const char *const pairs[][2]
    = { { "start", "end" },    { "from", "to" },   { "min", "max" },   { "since", "until" },
        { "after", "before" }, { "begin", "end" }, { "start", "stop" } };
  g_autofree char *snake = ask_openapi_dup_snake (parameter->name);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (guint side = 0; side < 2; side++)
      {
        gsize length = strlen (pairs[i][side]);
        g_autofree char *other = NULL;

        if (strncmp (snake, pairs[i][side], length) != 0 || (snake[length] != '_' && snake[length] != '\0'))
          continue;
        other = g_strconcat (pairs[i][1 - side], snake + length, NULL);
        if (has_parameter (parameters, parameter->place, other))
          return TRUE;
      }
  return FALSE;
}

/* Whether a value that a row may have is none that the parameter takes: asked for, it would be an error there, or
 * nothing. What must be given is given one way or the other: there one value in common is enough. */
static gboolean
lacks_choices (const AskAttribute *attribute, const AskOpenapiParameter *parameter)
{
  const GPtrArray *taken = parameter->shape->choices;
  guint n_common = 0;

  if (attribute->choices->len == 0 || taken->len == 0)
    return FALSE;
  for (guint i = 0; i < attribute->choices->len; i++)
    n_common += g_ptr_array_find_with_equal_func ((GPtrArray *) taken, attribute->choices->pdata[i], g_str_equal, NULL);
  return parameter->required ? n_common == 0 : n_common < attribute->choices->len;
}

/* "origin" as a UUID is not the origin that a row shows by name. An id is one either way. */
static gboolean
is_other_code (const AskAttribute *attribute, const AskOpenapiParameter *parameter)
{
  g_autofree char *norm = ask_openapi_dup_norm (attribute->name);

  return g_strcmp0 (parameter->shape->format, "uuid") == 0 && g_strcmp0 (attribute->declared, "string(uuid)") != 0
         && !g_str_has_suffix (norm, "id");
}

/**
 * ask_openapi_is_ambiguous:
 * @entity: with the attributes of its rows
 * @name: of a parameter, or what is left of it
 *
 * Returns: whether two members of the rows are written as @name but for case and punctuation, and none is exactly so
 */
gboolean
ask_openapi_is_ambiguous (const AskEntity *entity, const char *name)
{
  g_autofree char *wanted = ask_openapi_dup_norm (name);
  guint n = 0;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      g_autofree char *norm = NULL;

      if (attribute->column == NULL)
        continue;
      if (strcmp (attribute->column, name) == 0)
        return FALSE;
      norm = ask_openapi_dup_norm (attribute->column);
      n += strcmp (norm, wanted) == 0;
    }
  return n > 1;
}

/**
 * ask_openapi_says_equal:
 * @entity: that @attribute is of
 * @attribute: has the name that @parameter compares
 * @name: that name, as @parameter has it
 * @parameter: of the operation
 * @parameters: (element-type AskOpenapiParameter): all of the operation
 *
 * Returns: whether nothing speaks against @parameter giving the rows that have its value there
 */
gboolean
ask_openapi_says_equal (const AskEntity *entity, const AskAttribute *attribute, const char *name,
                        const AskOpenapiParameter *parameter, const GPtrArray *parameters)
{
  gboolean ranged = parameter->place == ASK_PARAMETER_IN_PATH || has_order (attribute);

  return !is_other_code (attribute, parameter) && !lacks_choices (attribute, parameter)
         && !says_other (attribute, parameter) && !ask_openapi_is_ambiguous (entity, name)
         && !(ranged && ask_openapi_is_end_of_range (parameter, parameters));
}

static void
doubt_free (gpointer data)
{
  AskOpenapiDoubt *doubt = data;

  g_free (doubt->parameter);
  g_ptr_array_unref (doubt->attributes);
  g_free (doubt);
}

/** ask_openapi_doubts_new: Returns: (transfer full) (element-type AskOpenapiDoubt): no doubts yet */
GPtrArray *
ask_openapi_doubts_new (void)
{
  return g_ptr_array_new_with_free_func (doubt_free);
}

/**
 * ask_openapi_add_doubt:
 * @doubts: (element-type AskOpenapiDoubt)
 * @use: what @parameter does with what it means
 * @attributes: (element-type AskAttribute): it may be one of these; not empty
 */
void
ask_openapi_add_doubt (GPtrArray *doubts, const AskOpenapiParameter *parameter, AskParameterUse use,
                       const GPtrArray *attributes)
{
  AskOpenapiDoubt *doubt = g_new0 (AskOpenapiDoubt, 1);

  doubt->parameter = g_strdup (parameter->name);
  doubt->use = use;
  doubt->attributes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < attributes->len; i++)
    g_ptr_array_add (doubt->attributes, g_strdup (((AskAttribute *) attributes->pdata[i])->name));
  g_ptr_array_add (doubts, doubt);
}
