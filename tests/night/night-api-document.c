/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws how an API behaves, and writes the OpenAPI document that says so.
 */
#include "config.h"

#include "night-api.h"

#include <string.h>

#include "base/ask-json.h"
#include "night-random.h"

/* What "created_after" bounds is created_at where there is one; what "since" bounds is anybody's guess. */
static void
draw_since (NightTable *table)
{
  static const char *const sinces[] = { "since",      "created_after", "updated_since", "modified_since", "from",
                                        "start_date", "after",         "updated_after", "date_from" };
  NightApi *api = &table->api;
  const char *since = NIGHT_PICK (sinces);
  const char *topic = g_str_has_prefix (since, "created") ? "created_at" : "updated_at";
  gboolean named = g_str_has_prefix (since, "created") || g_str_has_prefix (since, "updated") || g_str_has_prefix (since, "modified");
  gboolean found = FALSE;
  guint n_times = 0;

  api->says_since = night_one_in (3);
  for (guint c = 0; c < table->columns->len; c++)
    {
      const NightColumn *column = table->columns->pdata[c];

      if (column->kind != NIGHT_STAMP && column->kind != NIGHT_DATE)
        continue;
      n_times++;
      if (named && strcmp (column->name, topic) == 0)
        found = TRUE;
      if ((named && strcmp (column->name, topic) == 0) || (!found && night_below (n_times) == 0))
        api->since_column = c;
    }
  api->since = n_times > 0 && night_one_in (2) ? since : NULL;
  api->since_hidden = !found && !api->says_since && (named || night_one_in (2));
}

/** night_api_draw: how the table's API behaves, whether it lies in one or not */
void
night_api_draw (NightTable *table)
{
  static const char *const members[] = { "data", "items", "results", "value" };
  NightApi *api = &table->api;

  api->paging = (NightPaging) night_below (NIGHT_N_PAGINGS);
  api->member = night_one_in (3) ? NULL : NIGHT_PICK (members);
  if (api->paging == NIGHT_PAGING_CURSOR || api->paging == NIGHT_PAGING_NEXT)
    api->member = NIGHT_PICK (members);
  api->first = night_below (2);
  api->size = 1 + night_below (12);
  api->sized = night_one_in (2);
  api->total = api->member != NULL && night_one_in (2);
  api->counted = night_one_in (3);
  api->more = api->member != NULL && night_one_in (4);
  api->filters = night_one_in (4) ? 0 : night_below (1u << MIN (table->columns->len, 12));
  api->array = (NightArray) night_below (NIGHT_N_ARRAYS);
  api->decodes_first = night_one_in (2);
  api->bounds = night_one_in (2);
  api->sort = (NightSort) night_below (NIGHT_N_SORTS);
  api->one = night_one_in (8) ? (NightOne) night_below (NIGHT_N_ONES) : NIGHT_ONE_NONE;
  api->exponents = night_below (3);
  api->omits = night_one_in (2);
  api->sloppy = night_one_in (4);
  draw_since (table);
  if (!night_one_in (3))
    return;
  api->wrong = (NightWrong) (1 + night_below (NIGHT_N_WRONGS - 1));
  /* What tells that it is wrong: the status by itself, or a total. */
  if (api->wrong == NIGHT_WRONG_PARTIAL || api->wrong == NIGHT_WRONG_MULTI)
    api->counted = api->total = FALSE;
  else if (api->member == NULL)
    api->counted = TRUE;
  else
    api->total = TRUE;
}

/** night_api_describe: appends how the table's API behaves */
void
night_api_describe (const NightTable *table, GString *text)
{
  static const char *const pagings[] = { "one page", "?page=", "?offset=", "?cursor=", "Link header", "next URL in the answer" };
  static const char *const arrays[] = { "one value", "repeated", "commas", "pipes", "spaces" };
  static const char *const sorts[] = { "none", "good", "ignored", "numbers as texts", "each page for itself" };
  static const char *const ones[] = { "none", "404 without it", "200 with an error without it", "200 with {} without it" };
  static const char *const wrongs[]
    = { "",        "ends early", "error body with 200", "204 on the way", "206",       "207",         "repeats a page", "pages overlap", "a row goes",
        "a row comes", "members twice", "500 on the way", "cut",          "HTML",      "an empty page", "null for the list", "half an answer" };
  const NightApi *api = &table->api;

  g_string_append_printf (text, "    list in %s; %s, %u rows a page, first page %u%s%s%s%s\n", api->member != NULL ? api->member : "the answer itself",
                          pagings[api->paging], api->size, api->first, api->sized ? ", ?limit=" : "", api->total ? ", total" : "",
                          api->counted ? ", X-Total-Count" : "", api->more ? ", has_more" : "");
  g_string_append (text, "    filters:");
  for (guint c = 0; c < table->columns->len; c++)
    if (NIGHT_API_FILTERS (api, c))
      g_string_append_printf (text, " %s", ((NightColumn *) table->columns->pdata[c])->name);
  g_string_append_printf (text, "; several values: %s%s%s%s\n", arrays[api->array], api->decodes_first ? " (decoded first)" : "",
                          api->bounds ? "; min_… and max_…" : "", api->sloppy ? "; without regard to case" : "");
  if (api->since != NULL)
    g_string_append_printf (text, "    ?%s= bounds %s%s\n", api->since,
                            api->since_hidden ? "a time that no row shows" : ((NightColumn *) table->columns->pdata[api->since_column])->name,
                            api->says_since ? ", and its description says so" : "");
  g_string_append_printf (text, "    one row by its id: %s; sort: %s; numbers as %s; null members %s%s%s\n", ones[api->one],
                          sorts[api->sort],
                          api->exponents == 0   ? "10"
                          : api->exponents == 1 ? "10.0"
                                                : "1e1",
                          api->omits ? "left out" : "null", api->wrong != NIGHT_RIGHT ? "; WRONG: " : "", wrongs[api->wrong]);
}

static void
append_schema (GString *json, const NightColumn *column)
{
  static const char *const schemas[NIGHT_N_KINDS]
    = { "\"type\":\"integer\",\"format\":\"int64\"",     "\"type\":\"number\"", "\"type\":\"number\"", "\"type\":\"string\"",
        "\"type\":\"string\",\"format\":\"date\"", "\"type\":\"string\",\"format\":\"date-time\"", "\"type\":\"boolean\"" };

  g_string_append (json, column->kind == NIGHT_INT && strcmp (column->type, "number") == 0 ? schemas[NIGHT_REAL] : schemas[column->kind]);
}

static void
begin_parameter (GString *json, const char *name)
{
  g_string_append (json, json->str[json->len - 1] == '[' ? "{\"name\":" : ",{\"name\":");
  ask_json_append_string (json, name, -1);
  g_string_append (json, ",\"in\":\"query\"");
}

static void
append_filter (GString *json, const NightApi *api, const NightColumn *column)
{
  static const char *const styles[NIGHT_N_ARRAYS]
    = { "", "\"style\":\"form\",\"explode\":true", "\"style\":\"form\",\"explode\":false", "\"style\":\"pipeDelimited\",\"explode\":false",
        "\"style\":\"spaceDelimited\",\"explode\":false" };

  begin_parameter (json, column->name);
  if (api->array != NIGHT_ARRAY_NONE && column->kind == NIGHT_TEXT)
    g_string_append_printf (json, ",%s,\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}", styles[api->array]);
  else
    {
      g_string_append (json, ",\"schema\":{");
      append_schema (json, column);
      g_string_append (json, "}}");
    }
}

static void
append_bound (GString *json, const char *side, const NightColumn *column)
{
  g_autofree char *name = g_strconcat (side, column->name, NULL);

  begin_parameter (json, name);
  g_string_append (json, ",\"schema\":{");
  append_schema (json, column);
  g_string_append (json, "}}");
}

static void
append_sort (GString *json, const NightTable *table)
{
  gboolean first = TRUE;

  begin_parameter (json, "sort");
  g_string_append (json, ",\"schema\":{\"type\":\"string\",\"enum\":[");
  for (guint c = 0; c < table->columns->len; c++)
    for (int down = 0; down < 2; down++)
      {
        g_autofree char *word = g_strconcat (down ? "-" : "", ((NightColumn *) table->columns->pdata[c])->name, NULL);

        g_string_append (json, first ? "" : ",");
        ask_json_append_string (json, word, -1);
        first = FALSE;
      }
  g_string_append (json, "]}}");
}

static void
append_parameters (GString *json, const NightTable *table)
{
  const NightApi *api = &table->api;

  g_string_append (json, "\"parameters\":[");
  if (api->paging == NIGHT_PAGING_PAGE)
    {
      begin_parameter (json, "page");
      g_string_append_printf (json, ",\"schema\":{\"type\":\"integer\",\"default\":%u}}", api->first);
    }
  if (api->paging == NIGHT_PAGING_OFFSET)
    {
      begin_parameter (json, "offset");
      g_string_append (json, ",\"schema\":{\"type\":\"integer\",\"default\":0}}");
    }
  if (api->paging == NIGHT_PAGING_CURSOR)
    {
      begin_parameter (json, "cursor");
      g_string_append (json, ",\"schema\":{\"type\":\"string\"}}");
    }
  if (api->paging != NIGHT_PAGING_NONE && (api->sized || api->paging == NIGHT_PAGING_OFFSET))
    {
      begin_parameter (json, "limit");
      g_string_append_printf (json, ",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":%u}}", api->size);
    }
  for (guint c = 0; c < table->columns->len; c++)
    {
      const NightColumn *column = table->columns->pdata[c];

      if (NIGHT_API_FILTERS (api, c))
        append_filter (json, api, column);
      if (api->bounds && (column->kind == NIGHT_INT || column->kind == NIGHT_REAL))
        {
          append_bound (json, "min_", column);
          append_bound (json, "max_", column);
        }
    }
  if (api->since != NULL)
    {
      const NightColumn *column = table->columns->pdata[api->since_column];

      begin_parameter (json, api->since);
      if (api->says_since)
        g_string_append_printf (json, ",\"description\":\"Only rows whose %s is not before this.\"", column->name);
      g_string_append (json, ",\"schema\":{\"type\":\"string\",\"format\":\"date-time\"}}");
    }
  if (api->sort != NIGHT_SORT_NONE)
    append_sort (json, table);
  g_string_append_c (json, ']');
}

static void
append_row (GString *json, const NightTable *table)
{
  g_string_append (json, "{\"type\":\"object\",\"required\":[\"id\"");
  for (guint c = 1; c < table->columns->len; c++)
    {
      const NightColumn *column = table->columns->pdata[c];

      if (column->nullable)
        continue;
      g_string_append_c (json, ',');
      ask_json_append_string (json, column->name, -1);
    }
  g_string_append (json, "],\"properties\":{");
  for (guint c = 0; c < table->columns->len; c++)
    {
      const NightColumn *column = table->columns->pdata[c];

      g_string_append (json, c > 0 ? "," : "");
      ask_json_append_string (json, column->name, -1);
      g_string_append (json, ":{");
      append_schema (json, column);
      g_string_append (json, column->nullable ? ",\"nullable\":true}" : "}");
    }
  g_string_append (json, "}}");
}

static void
append_answer (GString *json, const NightTable *table)
{
  const NightApi *api = &table->api;

  if (api->member != NULL)
    g_string_append_printf (json, "{\"type\":\"object\",\"properties\":{\"%s\":", api->member);
  g_string_append (json, "{\"type\":\"array\",\"items\":");
  append_row (json, table);
  g_string_append_c (json, '}');
  if (api->member == NULL)
    return;
  if (api->total)
    g_string_append (json, ",\"total\":{\"type\":\"integer\"}");
  if (api->more)
    g_string_append (json, ",\"has_more\":{\"type\":\"boolean\"}");
  if (api->paging == NIGHT_PAGING_CURSOR)
    g_string_append (json, ",\"next_cursor\":{\"type\":\"string\",\"nullable\":true}");
  if (api->paging == NIGHT_PAGING_NEXT)
    g_string_append (json, ",\"next\":{\"type\":\"string\",\"format\":\"uri\",\"nullable\":true}");
  g_string_append (json, "}}");
}

static void
append_list_operation (GString *json, const NightTable *table)
{
  gboolean link = table->api.paging == NIGHT_PAGING_HEADER;

  g_string_append_printf (json, "\"/%s\":{\"get\":{", table->name);
  append_parameters (json, table);
  g_string_append (json, ",\"responses\":{\"200\":{\"description\":\"The rows.\"");
  if (link || table->api.counted)
    g_string_append_printf (json, ",\"headers\":{%s%s%s}",
                            link ? "\"Link\":{\"description\":\"The next page.\",\"schema\":{\"type\":\"string\"}}" : "",
                            link && table->api.counted ? "," : "",
                            table->api.counted ? "\"X-Total-Count\":{\"schema\":{\"type\":\"integer\"}}" : "");
  g_string_append (json, ",\"content\":{\"application/json\":{\"schema\":");
  append_answer (json, table);
  g_string_append (json, "}}}}}}");
}

static void
append_one_operation (GString *json, const NightTable *table)
{
  g_string_append_printf (json, "\"/%s/{id}\":{\"get\":{\"parameters\":[{\"name\":\"id\",\"in\":\"path\",\"required\":true,\"schema\":{",
                          table->name);
  append_schema (json, table->columns->pdata[0]);
  g_string_append (json, "}}],\"responses\":{\"200\":{\"description\":\"The row.\",\"content\":{\"application/json\":{\"schema\":");
  append_row (json, table);
  g_string_append (json, "}}}}}}");
}

/** night_api_dup_document: Returns: (transfer full): the OpenAPI document of all tables that lie in APIs */
char *
night_api_dup_document (const NightWorld *world, const char *base_url)
{
  GString *json = g_string_new (NULL);
  gboolean first = TRUE;

  g_string_printf (json, "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Night\",\"version\":\"1\"},\"servers\":[{\"url\":\"%s\"}],\"paths\":{", base_url);
  for (guint i = 0; i < world->tables->len; i++)
    {
      const NightTable *table = world->tables->pdata[i];

      if (table->place != NIGHT_API)
        continue;
      g_string_append (json, first ? "" : ",");
      first = FALSE;
      if (table->api.one != NIGHT_ONE_NONE)
        append_one_operation (json, table);
      else
        append_list_operation (json, table);
    }
  g_string_append (json, "}}");
  return g_string_free (json, FALSE);
}
