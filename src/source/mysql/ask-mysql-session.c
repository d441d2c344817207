/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The session of a MariaDB or MySQL connection. A server's global settings, and what its init_connect runs, are the
 * beginning of every session, and some of them change answers: sql_select_limit cuts every result. Each of those is
 * set to a value of ours, never to DEFAULT, which would be the global one, and read back. A server that keeps another
 * value is refused, since no answer of it could be trusted.
 */
#include "config.h"

#include "source/mysql/ask-mysql-private.h"

#include <mysqld_error.h>
#include <string.h>

enum
{
  MARIADB = 1 << 0,
  MYSQL_TOO = 1 << 1,
  BOTH = MARIADB | MYSQL_TOO,
  AS_IT_LIKES = 1 << 2 /* answers do not depend on it, so that it may be refused */
};

/**
 * Setting:
 * @value: as it is read back
 * @why: what it would do otherwise, for sentences
 */
typedef struct
{
  guint flags;
  const char *name;
  const char *value;
  const char *why;
} Setting;

/* What is not here either changes no SELECT's rows, or cannot be set in a session. One that a server does not know
 * cannot change its answers. */
static const Setting settings[] = {
  { BOTH, "sql_mode", "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION",
    "it says what operators, quotes, spaces and dates mean" },
  { BOTH, "time_zone", "+00:00", "it moves moments" },
  { BOTH, "lc_time_names", "en_US", "it names months and days" },
  { BOTH, "default_week_format", "0", "it numbers weeks" },
  { BOTH, "sql_auto_is_null", "0", "it makes IS NULL find other rows" },
  { BOTH, "sql_select_limit", "18446744073709551615", "it cuts every result" },
  { BOTH, "group_concat_max_len", "1073741824", "it cuts texts that are joined" },
  /* Up to four bytes for each character of a text: see the printer's "sortable". A sort of 30 such texts needs the
   * buffer. */
  { BOTH, "max_sort_length", "4096", "texts are sorted and grouped by so many of their bytes" },
  { BOTH, "sort_buffer_size", "2097152", "a sort with less fails" },
  { BOTH, "div_precision_increment", "4", "it rounds quotients and averages" },
  { MARIADB, "max_recursive_iterations", "4294967295", "it ends recursive queries early" },
  { MYSQL_TOO, "cte_max_recursion_depth", "4294967295", "it ends recursive queries early" },
  { MARIADB, "standard_compliant_cte", "1", "it says what recursive queries mean" },
  { MARIADB, "system_versioning_asof", "DEFAULT", "it shows tables as they were once" },
  { MARIADB, "old_mode", "", "it says how values compare" },
  { MARIADB, "default_regex_flags", "", "it says what regular expressions find" },
  { MARIADB, "tx_isolation", "REPEATABLE-READ", "a query could see half of a change" },
  { MYSQL_TOO, "transaction_isolation", "REPEATABLE-READ", "a query could see half of a change" },
  { MARIADB, "tx_read_only", "1", "nothing is to be written" },
  { MYSQL_TOO, "transaction_read_only", "1", "nothing is to be written" },
  { BOTH, "autocommit", "1", "queries would see what was there earlier" },
  { BOTH, "completion_type", "NO_CHAIN", "queries would see what was there earlier" },
  { BOTH, "max_error_count", "64", "a value that was cut is told by a warning" },
  { BOTH, "sql_quote_show_create", "1", "columns of JSON are told by what it writes" },
  { BOTH, "sql_big_selects", "1", "it refuses large joins" },
  { BOTH | AS_IT_LIKES, "net_write_timeout", "3600", NULL },
  { BOTH | AS_IT_LIKES, "wait_timeout", "28800", NULL },
  /* Joins without an index by hash, which is off unless asked for. */
  { MARIADB | AS_IT_LIKES, "join_cache_level", "8", NULL },
};

/* What SET NAMES sets, and the database, which init_connect may have left. */
static const char *const names_of_characters[] = { "@@character_set_client", "@@character_set_connection",
                                                   "@@character_set_results", "@@collation_connection", "DATABASE()" };

static gboolean
is_number (const char *value)
{
  return value[0] != '\0' && strspn (value, "0123456789") == strlen (value);
}

static void
append_setting (GString *sql, const Setting *setting)
{
  /* A word here, and no text: the only value whose DEFAULT is not the global one. */
  gboolean word = is_number (setting->value) || strcmp (setting->value, "DEFAULT") == 0;

  g_string_append_printf (sql, "SESSION %s = %s%s%s", setting->name, word ? "" : "'", setting->value, word ? "" : "'");
}

static char *
dup_refusal (const Setting *setting, const char *what)
{
  return g_strdup_printf ("it does not take the setting %s = %s (%s), and %s", setting->name,
                          setting->value[0] != '\0' ? setting->value : "''", what, setting->why);
}

/* One by one, where not all could be set at once. Returns: whether the server took what it knows */
static gboolean
set_each (MYSQL *mysql, guint kind, gboolean *unknown, char **refusal)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (GString) sql = g_string_new ("SET ");

      if ((settings[i].flags & kind) == 0)
        continue;
      append_setting (sql, &settings[i]);
      if (mysql_query (mysql, sql->str) == 0)
        continue;
      if (ask_mysql_is_lost (mysql_errno (mysql)))
        return FALSE;
      unknown[i] = mysql_errno (mysql) == ER_UNKNOWN_SYSTEM_VARIABLE;
      if (unknown[i] || (settings[i].flags & AS_IT_LIKES) != 0)
        continue;
      *refusal = dup_refusal (&settings[i], mysql_error (mysql));
      return FALSE;
    }
  return TRUE;
}

/* Returns: whether all that was set is so */
static gboolean
read_back (MYSQL *mysql, guint kind, const char *collation, const char *database, const gboolean *unknown,
           char **refusal)
{
  const char *const characters[] = { "utf8mb4", "utf8mb4", "utf8mb4", collation };
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  MYSQL_RES *result;
  MYSQL_ROW row;
  guint at = G_N_ELEMENTS (names_of_characters);
  g_autofree char *left = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names_of_characters); i++)
    g_string_append_printf (sql, "%s%s", i > 0 ? ", " : "", names_of_characters[i]);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if ((settings[i].flags & kind) != 0 && (settings[i].flags & AS_IT_LIKES) == 0 && !unknown[i])
      g_string_append_printf (sql, ", @@SESSION.%s", settings[i].name);
  if (mysql_query (mysql, sql->str) != 0 || (result = mysql_store_result (mysql)) == NULL)
    return FALSE;
  row = mysql_fetch_row (result);
  if (row == NULL)
    {
      *refusal = g_strdup ("it does not say what its settings are");
      mysql_free_result (result);
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (characters) && *refusal == NULL; i++)
    if (g_strcmp0 (row[i], characters[i]) != 0)
      *refusal = g_strdup_printf ("it keeps the setting %s at %s, not %s, and it says what texts are",
                                  names_of_characters[i] + 2, row[i] != NULL ? row[i] : "NULL", characters[i]);
  if (database != NULL && g_strcmp0 (row[G_N_ELEMENTS (characters)], database) != 0)
    left = g_strdup (database);
  for (guint i = 0; i < G_N_ELEMENTS (settings) && *refusal == NULL; i++)
    {
      if ((settings[i].flags & kind) == 0 || (settings[i].flags & AS_IT_LIKES) != 0 || unknown[i])
        continue;
      if (g_strcmp0 (row[at], settings[i].value) != 0)
        {
          g_autofree char *kept = g_strdup_printf ("it keeps %s", row[at] != NULL ? row[at] : "NULL");

          *refusal = dup_refusal (&settings[i], kept);
        }
      at++;
    }
  mysql_free_result (result);
  return *refusal == NULL && (left == NULL || mysql_select_db (mysql, left) == 0);
}

/**
 * ask_mysql_set_session:
 * @mysql: a connection that was just made
 * @database: (nullable): that its statements are about
 * @limit_s: ends a statement at the server, for one whose client died
 * @refusal: (out) (transfer full): which setting the server, "it", does not take; %NULL where the connection's own
 *   error says what failed
 *
 * Blocks.
 *
 * Returns: whether answers of the session can be trusted
 */
gboolean
ask_mysql_set_session (MYSQL *mysql, const char *database, guint limit_s, char **refusal)
{
  gboolean mariadb = mariadb_connection (mysql);
  guint kind = mariadb ? MARIADB : MYSQL_TOO;
  const char *collation = mariadb ? "utf8mb4_nopad_bin" : "utf8mb4_bin";
  g_autofree char *names = g_strdup_printf ("SET NAMES utf8mb4 COLLATE %s", collation);
  g_autofree char *limit = mariadb ? g_strdup_printf ("SET SESSION max_statement_time = %u", limit_s)
                                   : g_strdup_printf ("SET SESSION max_execution_time = %u", limit_s * 1000);
  g_autoptr (GString) all = g_string_new (names);
  gboolean unknown[G_N_ELEMENTS (settings)] = { FALSE };

  *refusal = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if ((settings[i].flags & kind) != 0)
      {
        g_string_append (all, ", ");
        append_setting (all, &settings[i]);
      }
  if (mysql_query (mysql, all->str) != 0
      && (ask_mysql_is_lost (mysql_errno (mysql)) || mysql_query (mysql, names) != 0
          || !set_each (mysql, kind, unknown, refusal)))
    return FALSE;
  /* Not every relative of MySQL's knows that one. */
  if (mysql_query (mysql, limit) != 0 && (mariadb || mysql_errno (mysql) != ER_UNKNOWN_SYSTEM_VARIABLE))
    return FALSE;
  /* All versions know it by these words. */
  return mysql_query (mysql, "SET SESSION TRANSACTION READ ONLY") == 0
         && read_back (mysql, kind, collation, database, unknown, refusal);
}
