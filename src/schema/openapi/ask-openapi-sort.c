/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recognises by what an API can be asked to order its rows, and how that is written: "sort=-price",
 * "sort_by=price&order=desc", "ordering=price_desc". An order is taken only where both ways are said,
 * since nobody knows which way a bare name sorts. What the order is worth is decided by the engine,
 * which looks at the rows.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-parameter.h"

#include <string.h>

/* Names without case and punctuation, likeliest first. */
static const char *const sort_names[]
  = { "sort",    "sortby",     "orderby",       "ordering",   "order",       "sortfield",
      "sortkey", "sortcolumn", "sortattribute", "orderfield", "ordercolumn", NULL };
static const char *const direction_names[]
  = { "direction", "sortdirection", "sortorder", "orderdirection", "sortdir", "orderdir",
      "dir",       "sorttype",      "ordertype", "order",          "sort",    NULL };

static const char *const up_words[] = { "asc", "ascending", "ascend", NULL };
static const char *const down_words[] = { "desc", "descending", "descend", NULL };

static gboolean
is_word (const char *const *words, const char *text)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_strcasecmp (words[i], text) == 0)
      return TRUE;
  return FALSE;
}

static const char *
find_choice (const AskOpenapiParameter *parameter, const char *const *words)
{
  const GPtrArray *choices = parameter->shape->choices;

  for (guint i = 0; i < choices->len; i++)
    if (is_word (words, choices->pdata[i]))
      return choices->pdata[i];
  return NULL;
}

static gboolean
is_direction (const AskOpenapiParameter *parameter)
{
  return find_choice (parameter, up_words) != NULL && find_choice (parameter, down_words) != NULL;
}

/* What must be sent whatever is asked for has a meaning of its own. */
static gboolean
is_candidate (const AskOpenapiParameter *parameter)
{
  AskType type = ask_openapi_shape_get_type (parameter->shape);

  return !parameter->taken && !parameter->required && parameter->place == ASK_PARAMETER_IN_QUERY
         && (type == ASK_TYPE_TEXT || type == ASK_TYPE_ANY);
}

static AskOpenapiParameter *
find_parameter (GPtrArray *parameters, const char *const *names, gboolean directions)
{
  for (guint n = 0; names[n] != NULL; n++)
    for (guint i = 0; i < parameters->len; i++)
      {
        AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i);
        g_autofree char *norm = ask_openapi_dup_norm (parameter->name);

        if (strcmp (norm, names[n]) == 0 && is_candidate (parameter) && is_direction (parameter) == directions)
          return parameter;
      }
  return NULL;
}

typedef enum
{
  WAY_BARE,
  WAY_UP,
  WAY_DOWN
} Way;

/* "price", "-price", "+price", "price_asc", "price:desc", "price.desc", "price desc", "priceDesc". */
static char *
read_choice (const char *choice, Way *way)
{
  static const struct
  {
    const char *end;
    Way way;
  } ends[] = { { "asc", WAY_UP }, { "ascending", WAY_UP }, { "desc", WAY_DOWN }, { "descending", WAY_DOWN } };
  gsize length = strlen (choice);

  *way = WAY_BARE;
  if (choice[0] == '-' || choice[0] == '+')
    {
      *way = choice[0] == '-' ? WAY_DOWN : WAY_UP;
      return g_strdup (choice + 1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      gsize size = strlen (ends[i].end);
      const char *end = length > size ? choice + length - size : NULL;
      gsize rest = length - size;

      if (end == NULL || g_ascii_strcasecmp (end, ends[i].end) != 0)
        continue;
      if (strchr ("_-:.|, ", choice[rest - 1]) != NULL)
        rest--;
      else if (!g_ascii_isupper (*end) || !g_ascii_islower (choice[rest - 1]))
        continue;
      *way = ends[i].way;
      return g_strndup (choice, rest);
    }
  return g_strdup (choice);
}

static AskAttribute *
find_attribute (const AskEntity *entity, const char *name)
{
  AskAttribute *attribute = ask_openapi_find_norm (entity, name);

  return attribute != NULL && attribute->column != NULL && attribute->type != ASK_TYPE_JSON ? attribute : NULL;
}

static void
add_sort (AskEntity *entity, const AskOpenapiParameter *parameter, const AskAttribute *attribute, const char *ascending,
          const char *descending, const AskOpenapiParameter *direction)
{
  g_autofree char *name = NULL;
  AskSort *sort;

  if (ask_operation_find_sort (entity->operation, attribute->name) != NULL)
    return;
  /* A list of one. */
  name = g_strconcat (parameter->name, parameter->style == ASK_ARRAY_BRACKETS ? "[]" : "", NULL);
  sort = ask_operation_add_sort (entity->operation, attribute->name, name, ascending, descending);
  if (direction == NULL)
    return;
  sort->direction = g_strdup (direction->name);
  sort->up = g_strdup (find_choice (direction, up_words));
  sort->down = g_strdup (find_choice (direction, down_words));
}

/* Each attribute of which the choices say both ways. A bare name goes up where the other way is said
 * in so many words; beside a parameter for the direction it goes where that says. */
static void
read_choices (AskEntity *entity, const AskOpenapiParameter *parameter, const AskOpenapiParameter *direction)
{
  const GPtrArray *choices = parameter->shape->choices;

  for (guint i = 0; i < choices->len; i++)
    {
      Way way;
      g_autofree char *name = read_choice (choices->pdata[i], &way);
      const AskAttribute *attribute = find_attribute (entity, name);
      const char *ways[3] = { NULL, NULL, NULL };

      if (attribute == NULL)
        continue;
      for (guint c = 0; c < choices->len; c++)
        {
          g_autofree char *other = read_choice (choices->pdata[c], &way);

          if (strcmp (other, name) == 0 && ways[way] == NULL)
            ways[way] = choices->pdata[c];
        }
      if (ways[WAY_DOWN] != NULL && (ways[WAY_UP] != NULL || ways[WAY_BARE] != NULL))
        add_sort (entity, parameter, attribute, ways[WAY_UP] != NULL ? ways[WAY_UP] : ways[WAY_BARE], ways[WAY_DOWN],
                  NULL);
      else if (ways[WAY_BARE] != NULL && ways[WAY_UP] == NULL && ways[WAY_DOWN] == NULL && direction != NULL)
        add_sort (entity, parameter, attribute, ways[WAY_BARE], ways[WAY_BARE], direction);
    }
}

static gboolean
is_name_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || (guchar) byte >= 0x80;
}

/* Whether @text has @word standing for itself. */
static gboolean
mentions (const char *text, const char *word)
{
  gsize length = strlen (word);

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    if ((at == text || !is_name_byte (at[-1])) && !is_name_byte (at[length]))
      return TRUE;
  return FALSE;
}

/* Without choices only words are left: "One of price, created. Prefix with - for descending." */
static void
read_description (AskEntity *entity, const AskOpenapiParameter *parameter, const AskOpenapiParameter *direction)
{
  static const char *const minuses[]
    = { "\"-\"", "'-'", "`-`", "“-”", "(-)", "with -", "by -", "minus", "hyphen", NULL };
  const char *text = parameter->description;
  g_autofree char *lower = text != NULL ? g_ascii_strdown (text, -1) : NULL;
  gboolean minus = FALSE;

  if (text == NULL)
    return;
  for (guint i = 0; minuses[i] != NULL; i++)
    minus = minus || strstr (lower, minuses[i]) != NULL;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      g_autofree char *down = NULL;
      g_autofree char *colon = NULL;
      g_autofree char *colon_up = NULL;

      if (attribute->column == NULL || attribute->type == ASK_TYPE_JSON || !mentions (text, attribute->column))
        continue;
      down = g_strconcat ("-", attribute->column, NULL);
      colon = g_strconcat (attribute->column, ":desc", NULL);
      colon_up = g_strconcat (attribute->column, ":asc", NULL);
      if (direction != NULL)
        add_sort (entity, parameter, attribute, attribute->column, attribute->column, direction);
      else if (mentions (text, colon))
        add_sort (entity, parameter, attribute, colon_up, colon, NULL);
      else if (minus || strstr (text, down) != NULL)
        add_sort (entity, parameter, attribute, attribute->column, down, NULL);
    }
}

/**
 * ask_openapi_find_sorts:
 * @entity: with the attributes of its rows; its operation gets the orders
 * @parameters: (element-type AskOpenapiParameter): those that an order uses are marked taken
 */
void
ask_openapi_find_sorts (AskEntity *entity, GPtrArray *parameters)
{
  AskOpenapiParameter *parameter = find_parameter (parameters, sort_names, FALSE);
  AskOpenapiParameter *direction = find_parameter (parameters, direction_names, TRUE);

  if (parameter == NULL || entity->operation->single)
    return;
  if (parameter->shape->choices->len > 0)
    read_choices (entity, parameter, direction);
  else
    read_description (entity, parameter, direction);
  if (entity->operation->sorts->len == 0)
    return;
  parameter->taken = TRUE;
  if (direction != NULL)
    direction->taken = TRUE;
}
