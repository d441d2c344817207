/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The OpenAPI 3 document of the tables that are served: what a careful author would write about them, with the
 * ways of paging that the seed chose, and no word that is not true of the values.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include "base/ask-json.h"

static void
append_string (GString *json, const char *text)
{
  ask_json_append_string (json, text, -1);
}

static const char *
type_name (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
      return "\"integer\"";
    case ASK_TYPE_REAL:
      return "\"number\"";
    case ASK_TYPE_TEXT:
      return "\"string\"";
    default:
      return "[\"integer\",\"number\",\"string\",\"null\"]";
    }
}

static void
append_parameter (GString *json, const char *name, const char *schema, const char *more)
{
  g_string_append (json, json->str[json->len - 1] == '[' ? "{\"name\":" : ",{\"name\":");
  append_string (json, name);
  g_string_append_printf (json, ",\"in\":\"query\"%s,\"schema\":%s}", more, schema);
}

/**
 * ratio_style_name:
 *
 * Returns: (transfer none): the members by which OpenAPI tells how an array is written
 */
const char *
ratio_style_name (AskArrayStyle style)
{
  switch (style)
    {
    case ASK_ARRAY_REPEAT:
    case ASK_ARRAY_BRACKETS:
      return ",\"style\":\"form\",\"explode\":true";
    case ASK_ARRAY_COMMA:
      return ",\"style\":\"form\",\"explode\":false";
    case ASK_ARRAY_SPACE:
      return ",\"style\":\"spaceDelimited\",\"explode\":false";
    case ASK_ARRAY_PIPE:
      return ",\"style\":\"pipeDelimited\",\"explode\":false";
    default:
      return "";
    }
}

static void
append_filter (GString *json, const RatioColumn *column)
{
  g_autofree char *schema = NULL;
  g_autofree char *name = NULL;

  if (column->style == ASK_ARRAY_NONE)
    {
      schema = g_strdup_printf ("{\"type\":%s}", type_name (column->type));
      append_parameter (json, column->filter, schema, "");
      return;
    }
  name = column->style == ASK_ARRAY_BRACKETS ? g_strconcat (column->filter, "[]", NULL)
                                             : g_strdup (column->filter);
  schema = g_strdup_printf ("{\"type\":\"array\",\"maxItems\":50,\"items\":{\"type\":%s}}",
                            type_name (column->type));
  append_parameter (json, name, schema, ratio_style_name (column->style));
}

static void
append_parameters (GString *json, const RatioTable *table)
{
  g_autofree char *size = g_strdup_printf ("{\"type\":\"integer\",\"default\":%u,\"maximum\":%u}",
                                           MAX (1, table->page_size / 2), table->page_size);

  g_string_append (json, "\"parameters\":[");
  for (guint i = 0; i < table->columns->len; i++)
    {
      const RatioColumn *column = table->columns->pdata[i];

      if (column->filter != NULL)
        append_filter (json, column);
    }
  switch (table->paging)
    {
    case ASK_PAGING_PAGE:
      append_parameter (json, "page",
                        table->silent       ? "{\"type\":\"integer\"}"
                        : table->zero_based ? "{\"type\":\"integer\",\"default\":0}"
                                            : "{\"type\":\"integer\",\"default\":1,\"minimum\":1}",
                        "");
      append_parameter (json, "per_page", size, "");
      break;
    case ASK_PAGING_OFFSET:
      append_parameter (json, "offset", "{\"type\":\"integer\",\"default\":0}", "");
      append_parameter (json, "limit", size, "");
      break;
    case ASK_PAGING_CURSOR:
      append_parameter (json, "cursor", "{\"type\":\"string\"}", "");
      append_parameter (json, "limit", size, "");
      break;
    case ASK_PAGING_LINK:
      append_parameter (json, "limit", size, "");
      break;
    default:
      break;
    }
  g_string_append_c (json, ']');
}

static void
append_row (GString *json, const RatioTable *table)
{
  g_string_append (json, "{\"type\":\"object\",\"properties\":{");
  for (guint i = 0; i < table->columns->len; i++)
    {
      const RatioColumn *column = table->columns->pdata[i];

      if (i > 0)
        g_string_append_c (json, ',');
      append_string (json, column->name);
      /* What a document calls a number is a real. Where whole ones and others stand in a column, each is what it is. */
      if (column->type == ASK_TYPE_REAL && column->integers > 0)
        {
          g_string_append (json, ":{}");
          continue;
        }
      g_string_append_printf (json, ":{\"type\":%s%s}", type_name (column->type),
                              column->nulls > 0 && column->type != ASK_TYPE_ANY ? ",\"nullable\":true" : "");
    }
  g_string_append (json, "}}");
}

static void
append_answer (GString *json, const RatioTable *table)
{
  g_string_append (json, "\"responses\":{\"200\":{\"description\":\"Rows\"");
  if (table->link_header)
    g_string_append (json, ",\"headers\":{\"Link\":{\"schema\":{\"type\":\"string\"}}}");
  g_string_append (json, ",\"content\":{\"application/json\":{\"schema\":");
  if (table->envelope)
    g_string_append (json, "{\"type\":\"object\",\"properties\":{\"data\":");
  g_string_append (json, "{\"type\":\"array\",\"items\":");
  append_row (json, table);
  g_string_append_c (json, '}');
  if (table->envelope)
    {
      if (table->paging == ASK_PAGING_CURSOR)
        g_string_append (json, ",\"next_cursor\":{\"type\":\"string\",\"nullable\":true}");
      else if (table->paging == ASK_PAGING_LINK && !table->link_header)
        g_string_append (json, ",\"next\":{\"type\":\"string\",\"format\":\"uri-reference\",\"nullable\":true}");
      if (table->total)
        g_string_append (json, ",\"total\":{\"type\":\"integer\"}");
      g_string_append (json, "}}");
    }
  g_string_append (json, "}}}}");
}

/**
 * ratio_print_document:
 * @base_url: where the tables are served
 *
 * Returns: (transfer full): the document of all tables that are replaced at @ratio
 */
char *
ratio_print_document (RatioDatabase *database, guint ratio, const char *base_url)
{
  GString *json = g_string_new ("{\"openapi\":\"3.0.3\",\"info\":{\"version\":\"1\",\"title\":");
  gboolean first = TRUE;

  append_string (json, database->name);
  g_string_append (json, "},\"servers\":[{\"url\":");
  append_string (json, base_url);
  g_string_append (json, "}],\"paths\":{");
  for (guint i = 0; i < database->tables->len; i++)
    {
      const RatioTable *table = database->tables->pdata[i];
      g_autofree char *path = g_strconcat ("/", table->name, NULL);

      if (!ratio_is_replaced (database, table, ratio))
        continue;
      if (!first)
        g_string_append_c (json, ',');
      first = FALSE;
      append_string (json, path);
      g_string_append (json, ":{\"get\":{\"operationId\":");
      append_string (json, table->name);
      g_string_append_c (json, ',');
      append_parameters (json, table);
      g_string_append_c (json, ',');
      append_answer (json, table);
      g_string_append (json, "}}");
    }
  g_string_append (json, "}}");
  return g_string_free (json, FALSE);
}
