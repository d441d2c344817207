/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the values that a question may name out of a source that was just imported: names, places,
 * categories, and the years of dates. It reads SQLite files here and servers in ask-values-server.c. To read an API
 * just to know its words would be rude, and the choices of its specification are in the schema anyway: it is read
 * only where a steward said so, and of a list no more than its first rows.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"
#include "store/ask-time-out.h"

#define MAX_CHARS 80
/* A code of a carrier is a word that people use; the numbers of 100,000 orders are not. */
#define MAX_KEYS 200
#define BUDGET_MS 20000
/* Of one list of an API. */
#define MAX_LIST_ROWS 10000
#define LIST_MS 10000
/* "2024-05", "2024-05-17", "2024-05-17T10:00:00Z" */
#define DATE_GLOB "[12][0-9][0-9][0-9]-[01][0-9]*"

static gboolean
is_key (const AskEntity *entity, const AskAttribute *attribute)
{
  g_autofree char *name = g_ascii_strdown (attribute->name, -1);
  guint n_keys = 0;

  for (guint i = 0; i < entity->attributes->len; i++)
    n_keys += ((AskAttribute *) g_ptr_array_index (entity->attributes, i))->key > 0;
  if (attribute->key > 0 && n_keys == 1)
    return TRUE;
  return strcmp (name, "id") == 0 || g_str_has_suffix (name, "_id") || g_str_has_suffix (attribute->name, "Id")
         || strstr (name, "uuid") != NULL || strstr (name, "guid") != NULL;
}

/*
 * ask_values_is_date:
 *
 * As DATE_GLOB, and nothing but a day after the month: "2024-05 east" is a name.
 */
gboolean
ask_values_is_date (const char *text)
{
  static const char *const form = "dddd-dd";

  for (gsize i = 0; form[i] != '\0'; i++)
    {
      if (form[i] == 'd' ? !g_ascii_isdigit (text[i]) : text[i] != form[i])
        return FALSE;
    }
  return text[7] == '\0' || text[7] == '-';
}

static gboolean
is_word (const char *text)
{
  gboolean blank = TRUE;

  if (!g_utf8_validate (text, -1, NULL) || g_utf8_strlen (text, -1) > MAX_CHARS)
    return FALSE;
  for (const char *p = text; blank && *p != '\0'; p = g_utf8_next_char (p))
    blank = g_unichar_isspace (g_utf8_get_char (p));
  return !blank && *text != '{' && *text != '[';
}

/* A name may hold {} itself, so what was put in is not looked at again. */
static void
append_filled (GString *sql, const char *template, const char *column)
{
  const char *place;

  while ((place = strstr (template, "{}")) != NULL)
    {
      g_string_append_len (sql, template, place - template);
      g_string_append (sql, column);
      template = place + strlen ("{}");
    }
  g_string_append (sql, template);
}

/* An attribute of an entity, and what answers queries about it. */
typedef struct
{
  AskEngine *engine;
  const AskEntity *entity;
  const AskAttribute *attribute;
} Column;

/* @select, @where: with {} for the attribute's quoted name */
static AskResult *
query (const Column *of, const char *select, const char *where, gsize max_rows, GCancellable *cancellable,
       GError **error)
{
  g_autofree char *column = ask_sql_quote_name (of->attribute->name);
  g_autofree char *table = ask_sql_quote_name (of->entity->name);
  g_autoptr (GString) sql = g_string_new (NULL);
  AskLimits limits = ASK_LIMITS_DEFAULT;

  limits.max_rows = max_rows;
  g_string_append (sql, "SELECT ");
  append_filled (sql, select, column);
  g_string_append_printf (sql, " FROM %s WHERE ", table);
  append_filled (sql, where, column);
  return ask_engine_query (of->engine, sql->str, &limits, NULL, cancellable, error);
}

/* The distinct years of ISO dates; a day among five thousand is no word of a question. */
static GPtrArray *
collect_years (const Column *of, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) years = NULL;
  g_autoptr (AskResult) result = query (of, "DISTINCT substr({}, 1, 4)", "{} GLOB '" DATE_GLOB "' ORDER BY 1",
                                        ASK_VALUES_MAX_YEARS, cancellable, error);

  if (result == NULL)
    return NULL;
  years = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < ask_rows_get_n_rows (result->rows); i++)
    {
      const AskValue *year = ask_rows_get (result->rows, i, 0);

      if (year->kind == ASK_VALUE_TEXT)
        g_ptr_array_add (years, g_strndup (year->text, year->length));
    }
  return g_steal_pointer (&years);
}

/* Text that is too varied for an index is one of moments, which has years, or one of names. */
static GPtrArray *
collect_many (const Column *of, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskResult) other
    = query (of, "1", "{} IS NOT NULL AND {} NOT GLOB '" DATE_GLOB "' LIMIT 1", 1, cancellable, error);

  if (other == NULL)
    return NULL;
  if (ask_rows_get_n_rows (other->rows) > 0)
    return g_ptr_array_new_with_free_func (g_free);
  return collect_years (of, cancellable, error);
}

/*
 * ask_values_choose_words:
 * @found: (element-type utf8): all distinct texts of a column
 * @dates: (out) (optional): whether each of them looks like a date
 *
 * Returns: (transfer full) (element-type utf8): those that a question may name
 */
GPtrArray *
ask_values_choose_words (const AskEntity *entity, const AskAttribute *attribute, GPtrArray *found, gboolean *dates)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  guint n_dates = 0;

  if (dates != NULL)
    *dates = FALSE;
  if (found->len > MAX_KEYS && is_key (entity, attribute))
    return words;
  for (guint i = 0; i < found->len; i++)
    {
      const char *text = g_ptr_array_index (found, i);

      n_dates += ask_values_is_date (text);
      if (is_word (text))
        g_ptr_array_add (words, g_strdup (text));
    }
  if (dates != NULL)
    *dates = n_dates > 0 && n_dates == found->len;
  return words;
}

/*
 * ask_value_groups_find:
 * @groups: (element-type AskValueGroup): of a source
 *
 * Returns: (transfer none) (nullable): that of @attribute
 */
AskValueGroup *
ask_value_groups_find (GPtrArray *groups, const AskAttribute *attribute)
{
  /* Entities come one after the other: it is near the end. */
  for (guint i = groups->len; i > 0; i--)
    {
      AskValueGroup *group = groups->pdata[i - 1];

      if (group->attribute == attribute)
        return group;
    }
  return NULL;
}

/* Texts that only their stems find: not those of @words, which everything finds. */
static void
keep_more (AskValueGroup *group, GPtrArray *found, GPtrArray *words)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; words != NULL && i < words->len; i++)
    g_hash_table_add (known, words->pdata[i]);
  for (guint i = 0; i < found->len; i++)
    if (!g_hash_table_contains (known, found->pdata[i]) && is_word (found->pdata[i]))
      g_ptr_array_add (group->more, g_strdup (found->pdata[i]));
}

/*
 * ask_value_group_choose:
 * @found: (nullable) (element-type utf8): the column's distinct texts, all of them
 * @values: (transfer full) (nullable) (element-type utf8): what all questions find, where that is not for @found
 *   to say
 * @years: whether @values are years
 */
void
ask_value_group_choose (AskValueGroup *self, GPtrArray *found, GPtrArray *values, gboolean years)
{
  if (found != NULL)
    keep_more (self, found, years ? NULL : values);
  if (values == NULL)
    return;
  g_ptr_array_unref (self->values);
  self->values = values;
  self->years = years;
}

/* The distinct values of a column, into @group; texts of them into @found.
 * Returns: whether that could be read */
static gboolean
collect_distinct (const Column *of, AskValueGroup *group, GPtrArray *found, GCancellable *cancellable, GError **error)
{
  g_autofree char *where = g_strdup_printf ("{} IS NOT NULL LIMIT %d", ASK_VALUES_MAX_KEYED + 1);
  g_autoptr (AskResult) result = query (of, "DISTINCT {}", where, ASK_VALUES_MAX_KEYED + 1, cancellable, error);
  gsize n;

  if (result == NULL)
    return FALSE;
  n = ask_rows_get_n_rows (result->rows);
  for (gsize i = 0; i < n; i++)
    {
      const AskValue *value = ask_rows_get (result->rows, i, 0);

      ask_value_group_take (group, of->attribute->type, value);
      if (found != NULL && value->kind != ASK_VALUE_BLOB)
        g_ptr_array_add (found, ask_value_to_text (value));
    }
  ask_value_group_end (group, n <= ASK_VALUES_MAX_KEYED, of->attribute->key > 0);
  return TRUE;
}

static gboolean
collect_words (const Column *of, AskValueGroup *group, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) words = NULL;
  gboolean years;

  if (!collect_distinct (of, group, found, cancellable, error))
    return FALSE;
  if (found->len > ASK_VALUES_MAX)
    {
      words = collect_many (of, cancellable, error);
      years = TRUE;
    }
  else
    {
      words = ask_values_choose_words (of->entity, of->attribute, found, &years);
      if (years)
        {
          g_ptr_array_unref (words);
          words = collect_years (of, cancellable, error);
        }
    }
  if (words == NULL)
    return FALSE;
  if (found->len > ASK_VALUES_MAX_KEYED)
    g_ptr_array_set_size (found, 0);
  ask_value_group_choose (group, found, g_steal_pointer (&words), years);
  return TRUE;
}

/* The text of a document is found by a search, and is no value that a question names: all texts together are more than a query
 * may hold, and of their words each stands somewhere, so that any question would seem to be about them. */
static gboolean
is_searched (const AskSourceKind *kind, const AskEntity *entity, const AskAttribute *attribute)
{
  g_autofree char *place = g_strdup_printf ("%s.%s", entity->table, attribute->column);

  return kind->full_text
         && (g_strcmp0 (attribute->declared, ASK_DECLARED_FULL_TEXT) == 0 || g_strcmp0 (kind->contents, place) == 0
             || g_str_equal (place, "words.word"));
}

static gboolean
collect_entity (AskEngine *engine, const AskSourceKind *kind, const AskEntity *entity, GPtrArray *groups,
                GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      const Column column = { engine, entity, attribute };
      AskValueGroup *group;

      if (attribute->column == NULL || is_searched (kind, entity, attribute))
        continue;
      group = ask_value_group_new (entity->table, attribute->column);
      group->attribute = attribute;
      g_ptr_array_add (groups, group);
      if (attribute->type == ASK_TYPE_TEXT || attribute->type == ASK_TYPE_ANY)
        {
          if (!collect_words (&column, group, cancellable, error))
            return FALSE;
        }
      else if (attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME)
        {
          GPtrArray *years = collect_years (&column, cancellable, error);

          if (years == NULL)
            return FALSE;
          g_ptr_array_unref (group->values);
          group->values = years;
          group->years = TRUE;
        }
    }
  return TRUE;
}

/* Of the columns that words were not looked for in, and of all how many rows hold something. */
static gboolean
count_entity (AskEngine *engine, const AskSourceKind *kind, const AskEntity *entity, GPtrArray *groups,
              GCancellable *cancellable, GError **error)
{
  g_autofree char *table = ask_sql_quote_name (entity->name);
  g_autoptr (GString) sql = g_string_new ("SELECT count(*)");
  g_autoptr (AskResult) result = NULL;
  gint64 n_rows;
  guint place = 1;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      const Column column = { engine, entity, attribute };
      AskValueGroup *group = attribute->column != NULL ? ask_value_groups_find (groups, attribute) : NULL;
      g_autofree char *column_name = ask_sql_quote_name (attribute->name);

      if (group == NULL)
        continue;
      if (group->facts->n_distinct < 0 && attribute->type != ASK_TYPE_BLOB && attribute->type != ASK_TYPE_JSON)
        {
          g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);

          if (!collect_distinct (&column, group, found, cancellable, error))
            return FALSE;
          /* A column that was declared to hold something else. */
          if (group->facts->complete && !group->years && group->facts->n_texts > group->facts->n_text_numbers)
            ask_value_group_choose (group, found, NULL, FALSE);
        }
      append_filled (sql, ", count(nullif({}, ''))", column_name);
      append_filled (sql, group->facts->complete ? ", NULL, NULL" : ", min({}), max({})", column_name);
    }
  g_string_append_printf (sql, " FROM %s", table);
  result = ask_engine_query (engine, sql->str, NULL, NULL, cancellable, error);
  if (result == NULL)
    return FALSE;
  n_rows = ask_rows_get (result->rows, 0, 0)->integer;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      AskValueGroup *group = attribute->column != NULL ? ask_value_groups_find (groups, attribute) : NULL;

      if (group == NULL)
        continue;
      ask_value_group_put_bounds (group, n_rows, ask_rows_get (result->rows, 0, place)->integer,
                                  ask_rows_get (result->rows, 0, place + 1), ask_rows_get (result->rows, 0, place + 2));
      place += 3;
    }
  return TRUE;
}

/* Whether it can be asked for all its rows, and has some. */
static gboolean
is_list (const AskEntity *entity)
{
  gboolean any = FALSE;

  for (guint i = 0; i < entity->attributes->len; i++)
    any = any || ((AskAttribute *) entity->attributes->pdata[i])->column != NULL;
  for (guint i = 0; i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];

      any = any && (parameter->fixed != NULL || (!parameter->required && !parameter->narrows));
    }
  return any && !entity->operation->single;
}

/* Rows of an API are fetched once; what is to be known of them is asked of the rows that are here then. */
static gboolean
collect_list (AskEngine *engine, const AskSourceKind *kind, const AskEntity *entity, GPtrArray *groups,
              GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_strdup_printf ("values_%u", groups->len);
  g_autofree char *table = ask_sql_quote_name (entity->name);
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  g_autoptr (AskResult) rows = NULL;
  AskLimits limits = ASK_LIMITS_DEFAULT;
  AskEntity fetched = *entity;
  guint n_before = groups->len;

  if (!is_list (entity))
    return TRUE;
  for (guint i = 0, n = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      g_autofree char *column = ask_sql_quote_name (attribute->name);

      if (attribute->column != NULL)
        g_string_append_printf (sql, "%s%s", n++ > 0 ? ", " : "", column);
    }
  g_string_append_printf (sql, " FROM %s LIMIT %d", table, MAX_LIST_ROWS + 1);
  limits.deadline_ms = LIST_MS;
  rows = ask_engine_query (engine, sql->str, &limits, name, cancellable, error);
  fetched.name = name;
  if (rows == NULL || !collect_entity (engine, kind, &fetched, groups, cancellable, error))
    return FALSE;
  if (ask_rows_get_n_rows (rows->rows) <= MAX_LIST_ROWS)
    return count_entity (engine, kind, &fetched, groups, cancellable, error);
  /* Of what goes on beyond them, nothing is sure but that these are there. */
  for (guint g = n_before; g < groups->len; g++)
    ((AskValueGroup *) groups->pdata[g])->facts->complete = FALSE;
  return TRUE;
}

/* Where the values are read: through an engine, or at the server itself; neither where it could not be opened. */
typedef struct
{
  AskSourceConfig *config;
  AskEngine *engine;
  AskSource *server;
  GPtrArray *groups;
} Place;

/* @words: its words, or else what there is to count of it */
static gboolean
collect_one (const Place *self, const AskEntity *entity, gboolean words, GCancellable *until, GError **error)
{
  const AskSourceKind *kind = self->config->kind;

  if (entity->kind == ASK_ENTITY_API)
    return !words || collect_list (self->engine, kind, entity, self->groups, until, error);
  if (self->engine != NULL)
    return (words ? collect_entity : count_entity) (self->engine, kind, entity, self->groups, until, error);
  return (words ? ask_values_read_server : ask_values_count_server) (self->server, kind, entity, self->groups, until,
                                                                     error);
}

/*
 * ask_values_collect:
 * @imported: what the source is, by its own names
 * @notes: (element-type utf8): gets a sentence for what could not be read
 * @error: %G_IO_ERROR_CANCELLED and nothing else: no index is no reason to refuse a source
 *
 * Returns: (transfer container) (element-type AskValueGroup): what was found, perhaps nothing
 */
GPtrArray *
ask_values_collect (AskSchema *imported, AskSourceConfig *config, GPtrArray *notes, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_group_free);
  g_autoptr (GPtrArray) configs = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskSource) server = NULL;
  g_autoptr (AskTimeOut) time_out = NULL;
  g_autoptr (GHashTable) unread = NULL;
  g_autoptr (GError) local = NULL;
  GCancellable *until;
  Place place;

  if (config->kind->nature == ASK_NATURE_DOCUMENT && !config->remembers)
    return g_steal_pointer (&groups);

  if (config->kind->ensure_file != NULL || config->remembers)
    {
      configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
      g_ptr_array_add (configs, ask_source_config_ref (config));
      engine = ask_engine_new (imported, configs, &local);
    }
  else
    server = ask_source_new (config, &local);
  time_out = ask_time_out_new (cancellable, BUDGET_MS);
  until = ask_time_out_get_cancellable (time_out);
  unread = g_hash_table_new (NULL, NULL);
  place = (Place) { config, engine, server, groups };
  /* Words before all else: time may end. */
  for (guint i = 0; (engine != NULL || server != NULL) && i < 2 * imported->entities->len; i++)
    {
      const AskEntity *entity = g_ptr_array_index (imported->entities, i % imported->entities->len);
      gboolean words = i < imported->entities->len;

      if (g_hash_table_contains (unread, entity) || collect_one (&place, entity, words, until, &local))
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (ask_time_out_get_expired (time_out))
        {
          g_ptr_array_add (notes, g_strdup_printf ("Only a part of the values in %s was read, because it took longer "
                                                   "than %d s. Questions that name another value may not be understood "
                                                   "without a language model.",
                                                   config->name, BUDGET_MS / 1000));
          return g_steal_pointer (&groups);
        }
      /* One table that cannot be read (a view of a missing table) says nothing about the others. */
      g_hash_table_add (unread, (gpointer) entity);
      g_ptr_array_add (notes, g_strdup_printf ("The values in %s of %s were not read: %s", entity->name, config->name,
                                               local->message));
      g_clear_error (&local);
    }
  if (engine == NULL && server == NULL)
    g_ptr_array_add (notes, g_strdup_printf ("The values in %s were not read: %s", config->name, local->message));
  return g_steal_pointer (&groups);
}
