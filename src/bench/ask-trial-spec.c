/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The OpenAPI document of a database's tables behind an API: what ask-trial-serve.c serves, and nothing else.
 */
#include "config.h"

#include "bench/ask-trial.h"

#include <string.h>

#include "base/ask-json-builder.h"
#include "base/ask-json.h"

static void
set_text (JsonBuilder *json, const char *member, const char *text)
{
  ask_json_add_string (json, member, text);
}

static void
begin (JsonBuilder *json, const char *member)
{
  json_builder_set_member_name (json, member);
  json_builder_begin_object (json);
}

static const char *
get_type (AskType type)
{
  return type == ASK_TYPE_INTEGER ? "integer" : type == ASK_TYPE_REAL ? "number" : "string";
}

/* A value of several types has none that could be said. */
static void
add_schema (JsonBuilder *json, const char *member, AskType type)
{
  begin (json, member);
  if (type != ASK_TYPE_ANY)
    set_text (json, "type", get_type (type));
  ask_json_add_boolean (json, "nullable", TRUE);
  json_builder_end_object (json);
}

static void
add_parameter (JsonBuilder *json, const char *name, AskType type, gboolean required, int fallback)
{
  json_builder_begin_object (json);
  set_text (json, "name", name);
  set_text (json, "in", "query");
  if (required)
    {
      ask_json_add_boolean (json, "required", TRUE);
    }
  begin (json, "schema");
  set_text (json, "type", get_type (type));
  if (fallback >= 0)
    {
      ask_json_add_integer (json, "default", fallback);
    }
  json_builder_end_object (json);
  json_builder_end_object (json);
}

/** ask_trial_is_grouped: Returns: whether an aggregating API has counts by @column */
gboolean
ask_trial_is_grouped (const AskTrialColumn *column)
{
  return column->type == ASK_TYPE_TEXT && !column->key;
}

/** ask_trial_is_measured: Returns: whether an aggregating API has sums and averages of @column */
gboolean
ask_trial_is_measured (const AskTrialColumn *column)
{
  return (column->type == ASK_TYPE_INTEGER || column->type == ASK_TYPE_REAL) && !column->key;
}

/** ask_trial_is_day: Returns: whether an aggregating API has months by @column */
gboolean
ask_trial_is_day (const AskTrialColumn *column)
{
  g_autofree char *folded = g_ascii_strdown (column->name, -1);

  return column->type == ASK_TYPE_TEXT && !column->key
         && (strstr (folded, "date") != NULL || strstr (folded, "day") != NULL);
}

static void
add_column (JsonBuilder *json, const AskTrialColumn *column)
{
  add_schema (json, column->name, column->type);
}

static void
add_aggregates (JsonBuilder *json, const AskTrialTable *table)
{
  add_schema (json, "count", ASK_TYPE_INTEGER);
  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskTrialColumn *column = table->columns->pdata[i];
      static const char *const functions[] = { "sum", "avg", "min", "max" };

      for (guint f = 0; f < G_N_ELEMENTS (functions) && ask_trial_is_measured (column); f++)
        {
          g_autofree char *name = g_strdup_printf ("%s_%s", functions[f], column->name);

          add_schema (json, name, f == 1 ? ASK_TYPE_REAL : column->type);
        }
    }
}

static void
add_rows_schema (JsonBuilder *json, const AskTrialTable *table, const char *group)
{
  set_text (json, "type", "array");
  begin (json, "items");
  set_text (json, "type", "object");
  begin (json, "properties");
  if (group != NULL)
    {
      add_schema (json, group, ASK_TYPE_TEXT);
      add_aggregates (json, table);
    }
  else if (table->design == ASK_TRIAL_DOCUMENT)
    {
      add_schema (json, "_id", ASK_TYPE_INTEGER);
      begin (json, "fields");
      set_text (json, "type", "object");
      begin (json, "properties");
      for (guint i = 0; i < table->columns->len; i++)
        add_column (json, table->columns->pdata[i]);
      json_builder_end_object (json);
      json_builder_end_object (json);
    }
  else
    for (guint i = 0; i < table->columns->len; i++)
      add_column (json, table->columns->pdata[i]);
  json_builder_end_object (json);
  json_builder_end_object (json);
}

static void
add_response (JsonBuilder *json, const AskTrialTable *table, const char *group)
{
  gboolean envelope = group == NULL && (table->design == ASK_TRIAL_PAGED || table->design == ASK_TRIAL_DOCUMENT);

  begin (json, "responses");
  begin (json, "200");
  set_text (json, "description", "The rows");
  begin (json, "content");
  begin (json, "application/json");
  begin (json, "schema");
  if (envelope)
    {
      set_text (json, "type", "object");
      begin (json, "properties");
      begin (json, table->design == ASK_TRIAL_PAGED ? "data" : "documents");
      add_rows_schema (json, table, NULL);
      json_builder_end_object (json);
      if (table->design == ASK_TRIAL_PAGED)
        add_schema (json, "total", ASK_TYPE_INTEGER);
      else
        add_schema (json, "next_cursor", ASK_TYPE_TEXT);
      json_builder_end_object (json);
    }
  else
    add_rows_schema (json, table, group);
  for (guint i = 0; i < 5; i++)
    json_builder_end_object (json);
}

static void
add_parameters (JsonBuilder *json, const AskTrialTable *table)
{
  ask_json_begin_array (json, "parameters");
  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskTrialColumn *column = table->columns->pdata[i];
      gboolean all = table->design == ASK_TRIAL_OPTIONAL || table->design == ASK_TRIAL_PAGED;
      gboolean required = g_strcmp0 (column->name, table->required) == 0;

      if (column->type != ASK_TYPE_ANY && table->design != ASK_TRIAL_DOCUMENT
          && (table->design == ASK_TRIAL_REQUIRED ? required : all || column->key))
        add_parameter (json, column->name, column->type, required, -1);
    }
  if (table->design == ASK_TRIAL_PAGED)
    {
      add_parameter (json, "page", ASK_TYPE_INTEGER, FALSE, 1);
      add_parameter (json, "per_page", ASK_TYPE_INTEGER, FALSE, 20);
    }
  if (table->design == ASK_TRIAL_DOCUMENT)
    add_parameter (json, "cursor", ASK_TYPE_TEXT, FALSE, -1);
  json_builder_end_array (json);
}

/* @group: (nullable): a column whose values the rows are counted by; @month: its months, rather */
static void
add_operation (JsonBuilder *json, const AskTrialTable *table, const char *group, gboolean month)
{
  g_autofree char *escaped = g_uri_escape_string (table->name, NULL, FALSE);
  g_autofree char *column = group != NULL ? g_uri_escape_string (group, NULL, FALSE) : NULL;
  g_autofree char *path = group != NULL ? g_strdup_printf ("/%s/%s/%s", escaped, month ? "per-month" : "by", column)
                                        : g_strdup_printf ("/%s", escaped);
  g_autofree char *id = group != NULL ? g_strdup_printf ("%s_%s_%s", table->name, month ? "per_month_of" : "by", group)
                                      : g_strdup (table->name);

  begin (json, path);
  begin (json, "get");
  set_text (json, "operationId", id);
  if (group != NULL)
    {
      g_autofree char *words = g_strdup_printf ("How many %s, with sums and averages, %s %s", table->name,
                                                month ? "by the month of" : "by", group);

      set_text (json, "description", words);
    }
  else
    add_parameters (json, table);
  add_response (json, table, group != NULL && month ? "month" : group);
  json_builder_end_object (json);
  json_builder_end_object (json);
}

/**
 * ask_trial_print_spec:
 * @database: whose tables are described
 * @base_url: where they are served
 *
 * Returns: (transfer full): an OpenAPI document in JSON
 */
char *
ask_trial_print_spec (const AskTrialDatabase *database, const char *base_url)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;

  json_builder_begin_object (json);
  set_text (json, "openapi", "3.0.3");
  begin (json, "info");
  set_text (json, "title", database->name);
  set_text (json, "version", "1");
  json_builder_end_object (json);
  ask_json_begin_array (json, "servers");
  json_builder_begin_object (json);
  set_text (json, "url", base_url);
  json_builder_end_object (json);
  json_builder_end_array (json);
  begin (json, "paths");
  for (guint i = 0; i < database->tables->len; i++)
    {
      const AskTrialTable *table = database->tables->pdata[i];

      add_operation (json, table, NULL, FALSE);
      for (guint c = 0; c < table->columns->len && table->design == ASK_TRIAL_AGGREGATE; c++)
        {
          const AskTrialColumn *column = table->columns->pdata[c];

          if (ask_trial_is_day (column))
            add_operation (json, table, column->name, TRUE);
          else if (ask_trial_is_grouped (column))
            add_operation (json, table, column->name, FALSE);
        }
    }
  json_builder_end_object (json);
  json_builder_end_object (json);
  node = json_builder_get_root (json);
  return ask_json_to_string (node, TRUE);
}
