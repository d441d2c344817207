/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Settings of a ClickHouse user that change answers: a profile may cut every result without a word
 * (max_result_rows with the overflow mode “break”), fill outer joins with zeros, or filter tables. Each is sent with
 * every statement, by value, where the user has another one, and read back. A server that keeps another value is
 * refused, since no answer of it could be trusted.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"

typedef struct
{
  const char *name;
  const char *value;
  const char *why; /* what another value does */
} Setting;

/* What is not here either changes no SELECT's rows, or ends it with an error. One that a server does not know cannot
 * change its answers. */
static const Setting settings[] = {
  { "max_result_rows", "0", N_ ("it cuts every result") },
  { "max_result_bytes", "0", N_ ("it cuts every result") },
  { "limit", "0", N_ ("it cuts every result") },
  { "offset", "0", N_ ("it leaves out the first rows") },
  { "result_overflow_mode", "throw", N_ ("a result that is too large would end early") },
  { "read_overflow_mode", "throw", N_ ("a table that is too large would be read in part") },
  { "read_overflow_mode_leaf", "throw", N_ ("a shard that is too large would be read in part") },
  { "group_by_overflow_mode", "throw", N_ ("groups would be left out") },
  { "sort_overflow_mode", "throw", N_ ("rows would be left out") },
  { "distinct_overflow_mode", "throw", N_ ("rows would be left out") },
  { "set_overflow_mode", "throw", N_ ("values of a list would be left out") },
  { "join_overflow_mode", "throw", N_ ("rows would be left out") },
  { "transfer_overflow_mode", "throw", N_ ("rows would be left out") },
  { "timeout_overflow_mode", "throw", N_ ("a query that takes long would end early") },
  { "timeout_overflow_mode_leaf", "throw", N_ ("a query that takes long would end early") },
  { "join_use_nulls", "1", N_ ("outer joins would be filled with zeros") },
  { "join_default_strictness", "ALL", N_ ("a join would find one row of many") },
  { "any_join_distinct_right_table_keys", "0", N_ ("a join would find one row of many") },
  { "joined_subquery_requires_alias", "0", N_ ("subqueries would be refused") },
  { "skip_unavailable_shards", "0", N_ ("the rows of a server that is down would be left out") },
  { "distributed_group_by_no_merge", "0", N_ ("each server's groups would stand side by side") },
  { "fallback_to_stale_replicas_for_distributed_queries", "0", N_ ("old rows would be read") },
  { "max_parallel_replicas", "1", N_ ("replicas would share the rows among them") },
  { "parallel_replicas_count", "0", N_ ("a replica would read a part of the rows") },
  { "final", "0", N_ ("rows would be merged first") },
  { "additional_table_filters", "{}", N_ ("it leaves out rows") },
  { "additional_result_filter", "", N_ ("it leaves out rows") },
  { "asterisk_left_columns_only", "0", N_ ("it leaves out columns") },
  { "empty_result_for_aggregation_by_empty_set", "0", N_ ("a count of nothing would be no row") },
  { "aggregate_functions_null_for_empty", "0", N_ ("a count of nothing would be nothing") },
  { "transform_null_in", "0", N_ ("IN would find NULLs") },
  { "count_distinct_implementation", "uniqExact", N_ ("distinct values would be counted roughly") },
  { "extremes", "0", N_ ("two more rows would follow") },
  { "decimal_check_overflow", "1", N_ ("decimals would overflow without a word") },
  { "session_timezone", "", N_ ("it moves moments") },
  { "use_query_cache", "0", N_ ("an old answer would come") },
  { "low_cardinality_allow_in_native_format", "0", N_ ("columns would come in another form") },
  { "output_format_native_encode_types_in_binary_format", "0", N_ ("columns would come in another form") },
  { "http_write_exception_in_output_format", "0", N_ ("an error would look like rows") },
  { "send_progress_in_http_headers", "0", N_ ("headers would come without end") },
};

/* Whether the session is to write nothing: 2 lets settings be sent. */
#define READ_ONLY "readonly"

/* From version 22.7 on a profile may filter the list of settings itself, and so hide that it does. */
#define FILTER "additional_table_filters"
#define FILTER_SINCE_YEAR 22
#define FILTER_SINCE_MONTH 7

/* One row, which no limit cuts. */
#define LIST "SELECT groupArray(name), groupArray(value), version() FROM system.settings"

static gboolean
has_filter (const char *version)
{
  char *end;
  guint64 year = g_ascii_strtoull (version, &end, 10);
  guint64 month = *end == '.' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;

  return year > FILTER_SINCE_YEAR || (year == FILTER_SINCE_YEAR && month >= FILTER_SINCE_MONTH);
}

/* Returns: (transfer full) (nullable): the array that @cell is */
static JsonNode *
parse_list (const AskValue *cell)
{
  g_autoptr (JsonNode) list = cell->kind == ASK_VALUE_TEXT ? ask_json_parse (cell->text, cell->length, NULL) : NULL;

  return list != NULL && JSON_NODE_HOLDS_ARRAY (list) ? g_steal_pointer (&list) : NULL;
}

/* @row: of LIST. Returns: (transfer full) (nullable): name → value; %NULL where it is not all of them */
static GHashTable *
take_list (const AskValue *row)
{
  g_autofree char *version = ask_value_to_text (&row[2]);
  g_autoptr (GHashTable) values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (JsonNode) first = parse_list (&row[0]);
  g_autoptr (JsonNode) second = parse_list (&row[1]);
  JsonArray *names = first != NULL ? json_node_get_array (first) : NULL;
  JsonArray *texts = second != NULL ? json_node_get_array (second) : NULL;

  if (names == NULL || texts == NULL || json_array_get_length (names) != json_array_get_length (texts))
    return NULL;
  for (guint i = 0; i < json_array_get_length (names); i++)
    {
      const char *name = ask_json_element_string (names, i);
      const char *text = ask_json_element_string (texts, i);

      if (name == NULL || text == NULL)
        return NULL;
      g_hash_table_replace (values, g_strdup (name), g_strdup (text));
    }
  return g_hash_table_contains (values, READ_ONLY) && (!has_filter (version) || g_hash_table_contains (values, FILTER))
           ? g_steal_pointer (&values)
           : NULL;
}

static GHashTable *
read_settings (AskClickhouseSource *self, const char *sent, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskCursor) cursor = ask_clickhouse_cursor_new_one (self, LIST, 3, sent);
  g_autoptr (GHashTable) values = NULL;
  const AskValue *row;
  gboolean first = TRUE;
  AskStep step;

  /* Extremes may follow, where the profile wants them. */
  for (; (step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_ROW; first = FALSE)
    if (first)
      values = take_list (row);
  if (step == ASK_STEP_FAILED)
    return NULL;
  if (values != NULL)
    return g_steal_pointer (&values);
  ask_error_set (
    error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
    N_ ("Source “%s”: the ClickHouse server at %s does not list all of its settings, so nobody knows whether it "
        "cuts results. See whether the address is that of a ClickHouse server, and take offset and filters out "
        "of the user's profile."),
    ask_clickhouse_source_get_config (self)->name, ask_clickhouse_source_get_location (self)->place);
  return NULL;
}

static gboolean
refuse (AskClickhouseSource *self, const Setting *setting, const char *value, GError **error)
{
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, setting->why);
  ask_error_prefix (error, N_ ("Source “%s”: the ClickHouse server keeps the setting %s at “%s” instead of “%s”, and "),
                    ask_clickhouse_source_get_config (self)->name, setting->name, value, setting->value);
  ask_error_append (error, N_ (". Let this user set it, or set it so in the user's profile."));
  return FALSE;
}

/* "{}" and "" are the same of a map. */
static gboolean
is_same (const char *value, const char *wanted)
{
  return strcmp (value, wanted) == 0 || (strcmp (wanted, "{}") == 0 && *value == '\0');
}

/**
 * ask_clickhouse_make_settings:
 * @error: %ASK_SOURCE_ERROR, %ASK_SOURCE_ERROR_CONFIG where the server keeps another value
 *
 * Returns: (transfer full): "&max_result_rows=0&…", what is to be sent with each statement
 */
char *
ask_clickhouse_make_settings (AskClickhouseSource *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) values = read_settings (self, "", cancellable, error);
  g_autoptr (GHashTable) now = NULL;
  g_autoptr (GString) sent = g_string_new (NULL);
  const Setting *first = NULL;
  const char *before = NULL;

  if (values == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      const char *value = g_hash_table_lookup (values, settings[i].name);

      if (value == NULL || is_same (value, settings[i].value))
        continue;
      g_string_append_printf (sent, "&%s=", settings[i].name);
      g_string_append_uri_escaped (sent, settings[i].value, NULL, FALSE);
      if (first == NULL)
        {
          first = &settings[i];
          before = value;
        }
    }
  /* Last: 2 would forbid nothing of the above, and 1 all of it. */
  if (g_strcmp0 (g_hash_table_lookup (values, READ_ONLY), "0") == 0)
    g_string_append (sent, "&" READ_ONLY "=2");
  else if (first != NULL && g_strcmp0 (g_hash_table_lookup (values, READ_ONLY), "1") == 0)
    {
      refuse (self, first, before, error);
      return NULL;
    }
  now = read_settings (self, sent->str, cancellable, error);
  for (guint i = 0; now != NULL && i < G_N_ELEMENTS (settings); i++)
    {
      const char *value = g_hash_table_lookup (now, settings[i].name);

      if (value != NULL && !is_same (value, settings[i].value) && !refuse (self, &settings[i], value, error))
        return NULL;
    }
  return now != NULL ? g_string_free (g_steal_pointer (&sent), FALSE) : NULL;
}
