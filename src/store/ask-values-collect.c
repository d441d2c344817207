/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the values that a question may name out of a source that was just imported: names, places,
 * categories, and the years of dates. It reads SQLite files here and servers in ask-values-server.c:
 * to read all of an API just to know its words would be rude, and the choices of its specification
 * are in the schema anyway.
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

/* As DATE_GLOB, and nothing but a day after the month: "2024-05 east" is a name. */
static gboolean
looks_like_date (const char *text)
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

      n_dates += looks_like_date (text);
      if (is_word (text))
        g_ptr_array_add (words, g_strdup (text));
    }
  if (dates != NULL)
    *dates = n_dates > 0 && n_dates == found->len;
  return words;
}

static GPtrArray *
collect_words (const Column *of, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GPtrArray) found
    = ask_engine_distinct_values (of->engine, of->entity, of->attribute, ASK_VALUES_MAX, cancellable, &local);
  g_autoptr (GPtrArray) words = NULL;
  gboolean dates;

  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (found == NULL)
    return collect_many (of, cancellable, error);
  words = ask_values_choose_words (of->entity, of->attribute, found, &dates);
  if (dates)
    return collect_years (of, cancellable, error);
  return g_steal_pointer (&words);
}

static gboolean
collect_entity (AskEngine *engine, const AskEntity *entity, GPtrArray *groups, GCancellable *cancellable,
                GError **error)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      const Column column = { engine, entity, attribute };
      g_autoptr (GPtrArray) values = NULL;
      AskValueGroup *group;

      if (attribute->column == NULL)
        continue;
      if (attribute->type == ASK_TYPE_TEXT || attribute->type == ASK_TYPE_ANY)
        values = collect_words (&column, cancellable, error);
      else if (attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME)
        values = collect_years (&column, cancellable, error);
      else
        continue;
      if (values == NULL)
        return FALSE;
      if (values->len == 0)
        continue;
      group = g_new0 (AskValueGroup, 1);
      group->table = g_strdup (entity->table);
      group->column = g_strdup (attribute->column);
      group->values = g_steal_pointer (&values);
      g_ptr_array_add (groups, group);
    }
  return TRUE;
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
  g_autoptr (GError) local = NULL;

  if (config->kind->nature == ASK_NATURE_DOCUMENT)
    return g_steal_pointer (&groups);

  if (config->kind->ensure_file != NULL)
    {
      configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
      g_ptr_array_add (configs, ask_source_config_ref (config));
      engine = ask_engine_new (imported, configs, &local);
    }
  else
    server = ask_source_new (config, &local);
  time_out = ask_time_out_new (cancellable, BUDGET_MS);
  for (guint i = 0; (engine != NULL || server != NULL) && i < imported->entities->len; i++)
    {
      const AskEntity *entity = g_ptr_array_index (imported->entities, i);
      GCancellable *until = ask_time_out_get_cancellable (time_out);

      if (entity->kind == ASK_ENTITY_API || (engine != NULL && collect_entity (engine, entity, groups, until, &local))
          || (server != NULL && ask_values_read_server (server, config->kind, entity, groups, until, &local)))
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
      g_ptr_array_add (notes, g_strdup_printf ("The values in %s of %s were not read: %s", entity->name, config->name,
                                               local->message));
      g_clear_error (&local);
    }
  if (engine == NULL && server == NULL)
    g_ptr_array_add (notes, g_strdup_printf ("The values in %s were not read: %s", config->name, local->message));
  return g_steal_pointer (&groups);
}
