/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters that bound a time without its name: since, until, start_date, created_after. Which attribute is
 * meant is told by the words beside the side, by the description, or by there being one only. A bound that
 * is taken for another's loses rows, so where two may be meant none is bound, and the doctor's report asks.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/ask-openapi-private.h"

#include <string.h>

/* Words that say that it is a time, and not which. */
static const char *const kinds[] = { "date",  "time", "datetime", "timestamp", "day", "moment", "at", "on",
                                     "range", "last", "utc",      "gmt",       "ts",  NULL };
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

/* Of what every record has; a range of days is seldom of these. */
static gboolean
is_bookkeeping (const AskAttribute *attribute)
{
  g_autofree char *topic = dup_topic_of (attribute);

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (strcmp (topic, families[i].word) == 0)
      return TRUE;
  return FALSE;
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

/* The times of a row. @untyped: (out): one more may be among what the document gives no format */
static GPtrArray *
find_times (const AskEntity *entity, gboolean *untyped)
{
  GPtrArray *times = g_ptr_array_new ();

  *untyped = FALSE;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      g_autofree char *words = NULL;
      const char *space;

      if (!is_own (attribute))
        continue;
      if (is_time (attribute))
        {
          g_ptr_array_add (times, attribute);
          continue;
        }
      words = dup_words (attribute);
      space = strrchr (words, ' ');
      if (attribute->type != ASK_TYPE_JSON && attribute->type != ASK_TYPE_BOOLEAN
          && (g_strv_contains (kinds, space != NULL ? space + 1 : words)
              || g_str_has_prefix (words, "date ")))
        *untyped = TRUE;
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

/* The one that a bare "since" means where nobody says it: the only time of the rows; else the only one of the
 * parameter's kind, where the others are but bookkeeping. */
static AskAttribute *
find_only (const GPtrArray *times, AskType type)
{
  AskAttribute *only = NULL;

  if (times->len == 1)
    return times->pdata[0];
  for (guint i = 0; i < times->len; i++)
    {
      AskAttribute *attribute = times->pdata[i];

      if (attribute->type != type)
        {
          if (!is_bookkeeping (attribute))
            return NULL;
        }
      else if (only != NULL || is_bookkeeping (attribute))
        return NULL;
      else
        only = attribute;
    }
  return only;
}

/* A bare bound may be of changes where the rows show only when they were created, or the other way round. Nothing
 * was changed before it was created: "since" of either takes no row of those created since, and "until" none of those
 * changed until then. The other two could. */
static gboolean
bounds_either (const AskAttribute *attribute, AskParameterUse use)
{
  g_autofree char *topic = dup_topic_of (attribute);
  gboolean lower = use == ASK_PARAMETER_ABOVE || use == ASK_PARAMETER_AT_LEAST;

  return strcmp (topic, lower ? "updated" : "created") != 0;
}

static void
doubt_free (gpointer data)
{
  AskOpenapiDoubt *doubt = data;

  g_free (doubt->parameter);
  g_ptr_array_unref (doubt->attributes);
  g_free (doubt);
}

static void
add_doubt (GPtrArray *doubts, const AskOpenapiParameter *parameter, AskParameterUse use,
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

/** ask_openapi_doubts_new: Returns: (transfer full) (element-type AskOpenapiDoubt): no doubts yet */
GPtrArray *
ask_openapi_doubts_new (void)
{
  return g_ptr_array_new_with_free_func (doubt_free);
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
  AskType type = ask_shape_get_type (parameter->shape);
  g_autofree char *rest = NULL;
  g_autofree char *topic = NULL;
  g_autoptr (GPtrArray) times = NULL;
  g_autoptr (GPtrArray) meant = NULL;
  AskAttribute *found = NULL;
  gboolean untyped;
  gboolean other = FALSE;

  if ((type != ASK_TYPE_DATE && type != ASK_TYPE_DATETIME) || parameter->place != ASK_PARAMETER_IN_QUERY
      || parameter->style != ASK_ARRAY_NONE || ask_openapi_find_norm (entity, parameter->name) != NULL)
    return NULL;
  rest = ask_openapi_split_bound (parameter->name, use);
  if (rest == NULL)
    return NULL;
  topic = dup_topic (rest);
  if (bare != (*topic == '\0'))
    return NULL;
  times = find_times (entity, &untyped);
  meant = bare ? find_mentioned (times, parameter->description, &other) : find_named (times, topic);
  if (meant->len == 1)
    found = meant->pdata[0];
  else if (meant->len == 0 && bare && !untyped && !other)
    found = find_only (times, type);
  if (found != NULL && meant->len == 0 && !bounds_either (found, *use))
    found = NULL;
  if (found == NULL && times->len > 0)
    add_doubt (doubts, parameter, *use, meant->len > 0 ? meant : times);
  return found != NULL && ask_operation_find_parameter_use (entity->operation, found->name, *use) == NULL
           ? found
           : NULL;
}
