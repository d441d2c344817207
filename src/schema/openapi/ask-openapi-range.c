/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters that bound a range and name what they bound: min_price, price[gte], date_from. A bound that is
 * taken for another loses rows, so only those are taken that leave no doubt which attribute is meant and on
 * which side it lies; whether the bound itself is within is doubted by default. Those that name nothing
 * (since) or something else (created_after) are for ask-openapi-time.c.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-parameter.h"

#include <string.h>

/*
 * Word:
 * @dates_only: "from_account" is where money comes from, no number of an account
 * @behind: it stands behind what it bounds alone: "created_gte"
 */
typedef struct
{
  const char *words;
  AskParameterUse use;
  gboolean dates_only;
  gboolean behind;
} Word;

static const Word bounds[] = {
  { "min", ASK_PARAMETER_AT_LEAST, FALSE, FALSE }, { "minimum", ASK_PARAMETER_AT_LEAST, FALSE, FALSE },
  { "max", ASK_PARAMETER_AT_MOST, FALSE, FALSE },  { "maximum", ASK_PARAMETER_AT_MOST, FALSE, FALSE },
  { "from", ASK_PARAMETER_AT_LEAST, TRUE, FALSE }, { "to", ASK_PARAMETER_BELOW, TRUE, FALSE },
  { "since", ASK_PARAMETER_ABOVE, TRUE, FALSE },   { "until", ASK_PARAMETER_BELOW, TRUE, FALSE },
  { "after", ASK_PARAMETER_ABOVE, TRUE, FALSE },   { "before", ASK_PARAMETER_BELOW, TRUE, FALSE },
  { "start", ASK_PARAMETER_ABOVE, TRUE, FALSE },   { "end", ASK_PARAMETER_BELOW, TRUE, FALSE },
  { "begin", ASK_PARAMETER_ABOVE, TRUE, FALSE },   { "stop", ASK_PARAMETER_BELOW, TRUE, FALSE },
  { "gte", ASK_PARAMETER_AT_LEAST, FALSE, TRUE },  { "ge", ASK_PARAMETER_AT_LEAST, FALSE, TRUE },
  { "lte", ASK_PARAMETER_AT_MOST, FALSE, TRUE },   { "le", ASK_PARAMETER_AT_MOST, FALSE, TRUE },
  { "gt", ASK_PARAMETER_ABOVE, FALSE, TRUE },      { "lt", ASK_PARAMETER_BELOW, FALSE, TRUE },
};

static const Word signs[] = {
  { ">=", ASK_PARAMETER_AT_LEAST, FALSE, FALSE },
  { "<=", ASK_PARAMETER_AT_MOST, FALSE, FALSE },
  { ">", ASK_PARAMETER_ABOVE, FALSE, FALSE },
  { "<", ASK_PARAMETER_BELOW, FALSE, FALSE },
};

/* The name without "filter[…]" around it or "filter." before it. */
static char *
dup_inner (const char *name)
{
  static const char *const outers[] = { "filter", "filters", "where", NULL };

  for (guint i = 0; outers[i] != NULL; i++)
    {
      gsize length = strlen (outers[i]);

      if (g_str_has_prefix (name, outers[i]) && (name[length] == '[' || name[length] == '.'))
        return g_strdup (name + length + 1);
    }
  return g_strdup (name);
}

/* @first: it stands before what it bounds */
static const Word *
find_word (const char *word, gsize length, gboolean first)
{
  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    if (strlen (bounds[i].words) == length && strncmp (bounds[i].words, word, length) == 0
        && !(first && bounds[i].behind))
      return &bounds[i];
  return NULL;
}

/* Takes the word of the bound off @name. Returns NULL where it has none. */
static const Word *
split_bound (const char *name, char **rest)
{
  g_autofree char *inner = dup_inner (name);
  g_autofree char *words = NULL;
  const char *space;
  const Word *word;

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_suffix (inner, signs[i].words))
      {
        *rest = g_strndup (inner, strlen (inner) - strlen (signs[i].words));
        return &signs[i];
      }
  if (strpbrk (inner, "<>!~*") != NULL)
    return NULL;
  words = ask_text_to_words (inner);
  space = strrchr (words, ' ');
  if (space == NULL)
    {
      *rest = g_strdup ("");
      return find_word (words, strlen (words), FALSE);
    }
  word = find_word (space + 1, strlen (space + 1), FALSE);
  if (word != NULL)
    {
      *rest = g_strndup (words, (gsize) (space - words));
      return word;
    }
  space = strchr (words, ' ');
  word = find_word (words, (gsize) (space - words), TRUE);
  if (word != NULL)
    *rest = g_strdup (space + 1);
  return word;
}

/**
 * ask_openapi_split_bound:
 * @name: of a parameter
 * @use: (out): on which side of it the rows lie
 *
 * Returns: (transfer full) (nullable): the words that are left of "created_since", "" of "since"; %NULL where
 *   it says no side
 */
char *
ask_openapi_split_bound (const char *name, AskParameterUse *use)
{
  g_autofree char *rest = NULL;
  const Word *word = split_bound (name, &rest);

  if (word == NULL)
    return NULL;
  *use = word->use;
  return ask_text_to_words (rest);
}

static gboolean
is_number (AskType type)
{
  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL;
}

static gboolean
is_time (AskType type)
{
  return type == ASK_TYPE_DATE || type == ASK_TYPE_DATETIME;
}

/* max_id is how some APIs page, with the last one left out: another thing than a bound. */
static gboolean
is_id (const AskAttribute *attribute)
{
  g_autofree char *snake = ask_openapi_dup_snake (attribute->column);

  return attribute->key > 0 || strcmp (snake, "id") == 0 || g_str_has_suffix (snake, "_id");
}

/**
 * ask_openapi_find_bound:
 * @entity: with the attributes of its rows, and an operation
 * @parameter: an optional one
 * @use: (out): on which side of it the rows lie; not set where nothing is found
 *
 * Returns: (transfer none) (nullable): the attribute that @parameter bounds, where it is one of
 *   numbers, days or moments, and nothing else bounds it on that side
 */
AskAttribute *
ask_openapi_find_bound (const AskEntity *entity, const AskOpenapiParameter *parameter, AskParameterUse *use)
{
  g_autofree char *rest = NULL;
  AskType type = ask_openapi_shape_get_type (parameter->shape);
  const Word *word;
  AskAttribute *attribute;

  if (parameter->place != ASK_PARAMETER_IN_QUERY || parameter->style != ASK_ARRAY_NONE)
    return NULL;
  /* "range_from" may be a member itself; "price>=" is none, though it has the letters of "price". */
  if (strpbrk (parameter->name, "<>") == NULL && ask_openapi_find_norm (entity, parameter->name) != NULL)
    return NULL;
  word = split_bound (parameter->name, &rest);
  if (word == NULL || *rest == '\0' || ask_openapi_is_ambiguous (entity, rest)
      || (word->dates_only && ask_openapi_names_no_time (entity, rest)))
    return NULL;
  attribute = ask_openapi_find_norm (entity, rest);
  if (attribute == NULL || attribute->column == NULL || is_id (attribute)
      || ask_operation_find_parameter_use (entity->operation, attribute->name, word->use) != NULL)
    return NULL;
  if (!(is_time (attribute->type) && is_time (type))
      && (word->dates_only || !is_number (attribute->type) || !is_number (type)))
    return NULL;
  *use = word->use;
  return attribute;
}
