/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws a few settings of each server. They hold for sessions that begin later: MariaDB's are global,
 * PostgreSQL's those of the database.
 */
#include "config.h"

#include "night-settings.h"

#include <string.h>

#include "night-random.h"

static const char *const maria[] = {
  "sql_select_limit=3",
  "max_sort_length=64",
  "group_concat_max_len=4",
  "div_precision_increment=0",
  "time_zone='+09:00'",
  "sql_auto_is_null=1",
  "max_recursive_iterations=2",
  "standard_compliant_cte=OFF",
  "sql_big_selects=0",
  "max_join_size=2",
  "sql_safe_updates=1",
  "character_set_client=latin1",
  "character_set_connection=latin1",
  "character_set_results=latin1",
  "collation_connection=utf8mb4_unicode_ci",
  "character_set_server=latin1",
  "init_connect='SET sql_select_limit=2'",
  "init_connect='SET NAMES latin1'",
  "default_week_format=3",
  "tmp_table_size=1024",
  "in_predicate_conversion_threshold=2",
  "optimizer_switch='derived_merge=off'",
  "join_cache_level=8",
  "max_length_for_sort_data=4",
  "tx_isolation='SERIALIZABLE'",
  "sql_quote_show_create=0",
  "max_error_count=0",
  "sql_warnings=1",
  "autocommit=0",
  "completion_type=2",
  "old_mode='NO_DUP_KEY_WARNINGS_WITH_IGNORE'",
  "column_compression_threshold=0",
  "max_allowed_packet=1024",
  "net_buffer_length=1024",
  "sort_buffer_size=65536",
  "join_buffer_size=128",
  "read_buffer_size=8192",
  "tx_read_only=1",
};

static const char *const modes[] = {
  "ANSI_QUOTES", "PIPES_AS_CONCAT", "NO_BACKSLASH_ESCAPES", "PAD_CHAR_TO_FULL_LENGTH", "NO_UNSIGNED_SUBTRACTION", "REAL_AS_FLOAT",
  "HIGH_NOT_PRECEDENCE", "ONLY_FULL_GROUP_BY", "STRICT_ALL_TABLES", "TIME_ROUND_FRACTIONAL", "EMPTY_STRING_IS_NULL", "IGNORE_SPACE",
  "ANSI", "ORACLE", "MSSQL", "ERROR_FOR_DIVISION_BY_ZERO", "NO_ZERO_DATE", "TRADITIONAL", "SIMULTANEOUS_ASSIGNMENT", "",
};

static const char *const postgres[] = {
  "datestyle='German, DMY'",
  "datestyle='SQL, MDY'",
  "intervalstyle='sql_standard'",
  "extra_float_digits=-10",
  "bytea_output='escape'",
  "timezone='Asia/Tokyo'",
  "standard_conforming_strings=off",
  "transform_null_equals=on",
  "array_nulls=off",
  "quote_all_identifiers=on",
  "backslash_quote=off",
  "escape_string_warning=on",
  "default_transaction_isolation='serializable'",
  "default_transaction_read_only=on",
  "default_transaction_deferrable=on",
  "enable_hashjoin=off",
  "enable_seqscan=off",
  "enable_sort=off",
  "enable_hashagg=off",
  "enable_memoize=off",
  "geqo_threshold=2",
  "from_collapse_limit=1",
  "join_collapse_limit=1",
  "work_mem='64kB'",
  "client_encoding='LATIN1'",
  "client_min_messages='debug1'",
  "search_path=''",
  "search_path='pg_catalog'",
  "xmlbinary='hex'",
  "row_security=off",
  "synchronize_seqscans=on",
  "plan_cache_mode='force_generic_plan'",
  "cursor_tuple_fraction=0.0001",
  "constraint_exclusion=on",
  "lc_numeric='C'",
  "debug_parallel_query=on",
  "force_parallel_mode=on",
  "jit_above_cost=0",
  "max_parallel_workers_per_gather=2",
};

static char *
draw_modes (void)
{
  GString *text = g_string_new ("maria sql_mode='");
  guint n = 1 + night_below (3);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", NIGHT_PICK (modes));
  g_string_append_c (text, '\'');
  return g_string_free (text, FALSE);
}

/** night_settings_draw: Returns: (transfer full) (element-type utf8): often none */
GPtrArray *
night_settings_draw (void)
{
  GPtrArray *self = g_ptr_array_new_with_free_func (g_free);

  while (!night_one_in (3))
    switch (night_below (4))
      {
      case 0:
        g_ptr_array_add (self, draw_modes ());
        break;
      case 1:
        g_ptr_array_add (self, g_strdup_printf ("postgres %s", NIGHT_PICK (postgres)));
        break;
      default:
        g_ptr_array_add (self, g_strdup_printf ("maria %s", NIGHT_PICK (maria)));
      }
  return self;
}

static gboolean
has_postgres (AskTestPostgres *server, const char *setting)
{
  g_autofree char *name = g_strndup (setting, strcspn (setting, "="));
  g_autofree char *query = g_strdup_printf ("SELECT count(*) FROM pg_settings WHERE name = '%s'", name);
  g_autofree char *found = ask_test_postgres_query (server, query);

  return found[0] == '1';
}

static gboolean
has_maria (AskTestMariadb *server, const char *setting)
{
  g_autofree char *name = g_strndup (setting, strcspn (setting, "="));
  g_autofree char *query = g_strdup_printf ("SHOW GLOBAL VARIABLES LIKE '%s'", name);
  g_autofree char *found = ask_test_mariadb_dup_value (server, query);

  return found != NULL;
}

/** night_settings_apply: sets them; what this version of a server does not have is taken out of @settings */
void
night_settings_apply (GPtrArray *settings, AskTestPostgres *server, AskTestMariadb *mariadb)
{
  g_autoptr (GPtrArray) statements = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < settings->len;)
    {
      const char *setting = strchr (settings->pdata[i], ' ') + 1;
      gboolean is_maria = g_str_has_prefix (settings->pdata[i], "maria ");

      if (is_maria ? !has_maria (mariadb, setting) : !has_postgres (server, setting))
        {
          g_ptr_array_remove_index (settings, i);
          continue;
        }
      if (is_maria)
        g_ptr_array_add (statements, g_strdup_printf ("SET GLOBAL %s", setting));
      else
        {
          g_autofree char *sql = g_strdup_printf ("ALTER DATABASE postgres SET %s", setting);

          ask_test_postgres_exec (server, sql);
        }
      i++;
    }
  /* Last, since they hold for the connections that ask for others, too. */
  if (statements->len > 0)
    {
      g_autofree char *sql = NULL;

      g_ptr_array_add (statements, NULL);
      sql = g_strjoinv ("; ", (char **) statements->pdata);
      ask_test_mariadb_exec (mariadb, sql);
    }
}

/** night_settings_reset: takes them back */
void
night_settings_reset (GPtrArray *settings, AskTestPostgres *server, AskTestMariadb *mariadb)
{
  g_autoptr (GString) sql = g_string_new ("SET SESSION autocommit = 1; SET SESSION sql_mode = ''");

  ask_test_postgres_exec (server, "ALTER DATABASE postgres RESET ALL");
  for (guint i = 0; i < settings->len; i++)
    {
      const char *setting = strchr (settings->pdata[i], ' ') + 1;

      if (g_str_has_prefix (settings->pdata[i], "maria "))
        g_string_append_printf (sql, "; SET GLOBAL %.*s = DEFAULT", (int) strcspn (setting, "="), setting);
    }
  ask_test_mariadb_exec (mariadb, sql->str);
}
