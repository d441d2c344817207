/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters that bound a time without its name: since, until, start_date, created_after. Which attribute is
 * meant is told by the words beside the side or by the description, and by nothing else. An API may well filter by a
 * time that its rows do not show, so that they show one only tells nothing, and neither does of which kind it is (a
 * day, a moment). A bound that is taken for another's loses rows: where none is told none is bound, and the doctor's
 * report asks.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-parameter.h"

#include <string.h>

/* Words that say that it is a time, and not which. */
static const char *const kinds[]
  = { "date", "time", "datetime", "timestamp", "day", "moment", "at", "on", "range", "last", "utc", "gmt", "ts", NULL };
/* Words of a description that say a side of the bound, whatever attribute has them in its name. */
static const char *const sides[] = { "start", "starts", "starting", "begin", "begins", "beginning", "end",
                                     "ends",  "ending", "from",     "to",    "until",  "since",     NULL };
static const struct
{
  const char *word;
  const char *const forms[8];
} families[] = {
  { "created", { "create", "created", "creates", "creation", "creating", NULL } },
  { "updated", { "update", "updated", "updates", "modified", "modification", "changed", "edited", NULL } },
};

static gboolean
is_time (const AskAttribute *attribute)
{
  return attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME;
}

/* The one word for "creation" and "created", for "shipped" and "shipping". */
static char *
dup_root (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (g_strv_contains (families[i].forms, word))
      return g_strdup (families[i].word);
  return ask_text_stem (word);
}

/* What a time is the time of: "created" of created_at, date_created and creationTime; "" of date. */
static char *
dup_topic (const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);
  g_autoptr (GString) topic = g_string_new (NULL);

  for (guint i = 0; list[i] != NULL; i++)
    {
      g_autofree char *root = dup_root (list[i]);

      if (*list[i] != '\0' && !g_strv_contains (kinds, list[i]))
        g_string_append_printf (topic, "%s%s", topic->len > 0 ? " " : "", root);
    }
  return g_strdup (topic->str);
}

/* The words of the member itself, without the objects around it. */
static char *
dup_words (const AskAttribute *attribute)
{
  const char *dot = strrchr (attribute->column, '.');

  return ask_text_to_words (dot != NULL ? dot + 1 : attribute->column);
}

static char *
dup_topic_of (const AskAttribute *attribute)
{
  g_autofree char *words = dup_words (attribute);

  return dup_topic (words);
}

/* A member of the row, and not of another thing in it: that has the other thing's name before its own. */
static gboolean
is_own (const AskAttribute *attribute)
{
  g_autofree char *words = NULL;
  g_autofree char *name = NULL;

  if (attribute->column == NULL)
    return FALSE;
  words = dup_words (attribute);
  name = ask_text_to_words (attribute->name);
  return *words != '\0' && strcmp (words, name) == 0;
}

/* Whether it may be a time to which the document gives no format. */
static gboolean
may_be_time (const AskAttribute *attribute)
{
  g_autofree char *words = dup_words (attribute);
  const char *space = strrchr (words, ' ');

  return attribute->type != ASK_TYPE_JSON && attribute->type != ASK_TYPE_BOOLEAN
         && (g_strv_contains (kinds, space != NULL ? space + 1 : words) || g_str_has_prefix (words, "date "));
}

/* The times of a row, and what may be one. */
static GPtrArray *
find_times (const AskEntity *entity)
{
  GPtrArray *times = g_ptr_array_new ();

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);

      if (is_own (attribute) && (is_time (attribute) || may_be_time (attribute)))
        g_ptr_array_add (times, attribute);
    }
  return times;
}

static gboolean
has_word (char **list, const char *root)
{
  for (guint i = 0; list[i] != NULL; i++)
    {
      g_autofree char *other = dup_root (list[i]);

      if (strcmp (other, root) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_mentioned (const AskAttribute *attribute, const char *description, char **list)
{
  g_autofree char *words = dup_words (attribute);
  g_autofree char *topic = dup_topic (words);
  g_autofree char *padded = g_strdup_printf (" %s ", description);
  g_autofree char *phrase = g_strdup_printf (" %s ", words);
  g_auto (GStrv) roots = g_strsplit (topic, " ", -1);

  if (strchr (words, ' ') != NULL && strstr (padded, phrase) != NULL)
    return TRUE;
  for (guint i = 0; roots[i] != NULL; i++)
    if (g_strv_contains (sides, roots[i]) || !has_word (list, roots[i]))
      return FALSE;
  return *topic != '\0';
}

/* Those that @description speaks of. @other: (out): it speaks of a time that the rows do not have */
static GPtrArray *
find_mentioned (const GPtrArray *times, const char *description, gboolean *other)
{
  GPtrArray *found = g_ptr_array_new ();
  g_autofree char *words = ask_text_to_words (description != NULL ? description : "");
  g_auto (GStrv) list = g_strsplit (words, " ", -1);

  *other = FALSE;
  for (guint i = 0; i < times->len; i++)
    if (is_mentioned (times->pdata[i], words, list))
      g_ptr_array_add (found, times->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      gboolean known = !has_word (list, families[i].word);

      for (guint t = 0; !known && t < times->len; t++)
        {
          g_autofree char *topic = dup_topic_of (times->pdata[t]);

          known = strcmp (topic, families[i].word) == 0;
        }
      *other = *other || !known;
    }
  return found;
}

/* Those that the words beside the side name: "created" of "created_after". */
static GPtrArray *
find_named (const GPtrArray *times, const char *topic)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < times->len; i++)
    {
      g_autofree char *own = dup_topic_of (times->pdata[i]);

      if (strcmp (own, topic) == 0)
        g_ptr_array_add (found, times->pdata[i]);
    }
  return found;
}

/* @mentioned: those that the description speaks of */
static AskAttribute *
find_meant (const char *topic, const GPtrArray *times, const GPtrArray *mentioned, gboolean other)
{
  g_autoptr (GPtrArray) named = NULL;

  if (*topic != '\0')
    {
      named = find_named (times, topic);
      if (named->len != 1 || (mentioned->len > 0 && !g_ptr_array_find ((GPtrArray *) mentioned, named->pdata[0], NULL)))
        return NULL;
      return named->pdata[0];
    }
  return !other && mentioned->len == 1 ? mentioned->pdata[0] : NULL;
}

/**
 * ask_openapi_names_no_time:
 * @entity: with the attributes of its rows
 * @words: what is left of a bound's name without the side: "date" of from_date
 *
 * Returns: whether they say that it is a time, and not which of several that @entity has
 */
gboolean
ask_openapi_names_no_time (const AskEntity *entity, const char *words)
{
  static const char *const any[] = { "date", "time", "date time", "datetime", "timestamp", NULL };
  g_autofree char *said = ask_text_to_words (words);
  g_autoptr (GPtrArray) times = g_strv_contains (any, said) ? find_times (entity) : NULL;

  return times != NULL && times->len > 1;
}

/**
 * ask_openapi_find_time:
 * @entity: a list with all its attributes
 * @parameter: an optional one that names no attribute
 * @bare: whether it is one that says nothing but the side, "since"; else one that says more, "created_since"
 * @use: (out): on which side of it the rows lie
 * @doubts: (element-type AskOpenapiDoubt): takes one where several attributes may be meant
 *
 * Returns: (transfer none) (nullable): the attribute of days or moments that @parameter bounds, where that is
 *   certain and nothing else bounds it on that side
 */
AskAttribute *
ask_openapi_find_time (const AskEntity *entity, const AskOpenapiParameter *parameter, gboolean bare,
                       AskParameterUse *use, GPtrArray *doubts)
{
  AskType type = ask_openapi_shape_get_type (parameter->shape);
  g_autofree char *rest = NULL;
  g_autofree char *topic = NULL;
  g_autoptr (GPtrArray) times = NULL;
  g_autoptr (GPtrArray) mentioned = NULL;
  g_autoptr (GPtrArray) either = g_ptr_array_new ();
  AskAttribute *found;
  gboolean other;

  if ((type != ASK_TYPE_DATE && type != ASK_TYPE_DATETIME) || parameter->place != ASK_PARAMETER_IN_QUERY
      || parameter->style != ASK_ARRAY_NONE || ask_openapi_find_norm (entity, parameter->name) != NULL)
    return NULL;
  rest = ask_openapi_split_bound (parameter->name, use);
  if (rest == NULL)
    return NULL;
  topic = dup_topic (rest);
  if (bare != (*topic == '\0'))
    return NULL;
  times = find_times (entity);
  mentioned = find_mentioned (times, parameter->description, &other);
  found = find_meant (topic, times, mentioned, other);
  if (found != NULL && is_time (found))
    return ask_operation_find_parameter_use (entity->operation, found->name, *use) == NULL ? found : NULL;
  for (guint pass = 0; pass < 2 && either->len == 0; pass++)
    {
      const GPtrArray *list = pass == 0 && bare ? mentioned : times;

      for (guint i = 0; i < list->len; i++)
        if (is_time (list->pdata[i]))
          g_ptr_array_add (either, list->pdata[i]);
    }
  if (either->len > 0)
    ask_openapi_add_doubt (doubts, parameter, *use, either);
  return NULL;
}
