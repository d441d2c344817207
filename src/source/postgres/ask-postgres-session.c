/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The session of a PostgreSQL connection. ALTER ROLE … SET, ALTER DATABASE … SET and postgresql.conf are the beginning
 * of every session, and some of their settings change answers or how values are written. Each of those is set to a
 * value of ours and read back; a server that keeps another one is refused, since no answer of it could be trusted.
 *
 * Left as they are: what ends a query with an error (statement_timeout), and lc_monetary, since it alone says which
 * currency the server's money is.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

typedef enum
{
  REQUIRED, /* also of other engines that speak this protocol */
  WHERE_KNOWN, /* what a server does not know cannot change its answers */
  AS_IT_LIKES /* answers do not depend on it, so that it may be refused */
} Need;

/**
 * Setting:
 * @value: as it is read back
 * @why: what it would do otherwise, for sentences
 */
typedef struct
{
  Need need;
  const char *name;
  const char *value;
  const char *why;
} Setting;

static const Setting settings[] = {
  { REQUIRED, "default_transaction_read_only", "on", "nothing is to be written" },
  { WHERE_KNOWN, "default_transaction_isolation", "repeatable read", "a query could see half of a change" },
  { REQUIRED, "TimeZone", "UTC", "it moves moments" },
  { REQUIRED, "DateStyle", "ISO, YMD", "it says how dates are written and read" },
  { WHERE_KNOWN, "IntervalStyle", "iso_8601", "it says how spans of time are written" },
  { REQUIRED, "standard_conforming_strings", "on", "it says what a backslash means" },
  { REQUIRED, "bytea_output", "hex", "it says how bytes are written" },
  { WHERE_KNOWN, "extra_float_digits", "3", "it rounds numbers" },
  { WHERE_KNOWN, "xmloption", "content", "it says what texts are XML" },
  { WHERE_KNOWN, "xmlbinary", "base64", "it says how XML writes bytes" },
  /* Arrays carry the rows that are sent up. */
  { WHERE_KNOWN, "array_nulls", "on", "it makes NULL a text" },
  { WHERE_KNOWN, "transform_null_equals", "off", "it makes x = NULL find rows" },
  { WHERE_KNOWN, "row_security", "on", "it refuses tables instead of showing the rows that are allowed" },
  { WHERE_KNOWN, "gin_fuzzy_search_limit", "0", "it leaves out rows" },
  { WHERE_KNOWN, "sql_inheritance", "on", "it leaves out rows of child tables" },
  { WHERE_KNOWN, "quote_all_identifiers", "off", "it says how types are called" },
  { AS_IT_LIKES, "synchronize_seqscans", "off", NULL },
  { AS_IT_LIKES, "client_min_messages", "error", NULL },
  /* Aggregates and joins of tables that are partitioned over several servers run on those. */
  { AS_IT_LIKES, "enable_partitionwise_aggregate", "on", NULL },
  { AS_IT_LIKES, "enable_partitionwise_join", "on", NULL },
  { AS_IT_LIKES, "client_connection_check_interval", "2s", NULL },
};

/* A path that has pg_catalog behind other schemas puts their functions and operators in the place of the server's
 * own. The schemas themselves stay, as they say which tables need no schema before their names. */
#define SEARCH_PATH \
  "SELECT pg_catalog.set_config('search_path', CASE WHEN pg_catalog.texteq(" \
  "pg_catalog.current_setting('search_path'), '') THEN 'pg_catalog' ELSE pg_catalog.concat('pg_catalog, ', pg_catalog.current_setting('search_path')) END, " \
  "false)"

static char *
dup_set (const Setting *setting)
{
  return g_strdup_printf ("SET %s = '%s'", setting->name, setting->value);
}

static void
refuse (AskPostgresLink *self, const Setting *setting, const char *what, GError **error)
{
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_SERVER,
                 N_ ("Source “%s”: its server cannot be asked: it does not take the setting %s = %s (%s), and %s. Ask "
                     "whoever runs it."),
                 self->config->name, setting->name, setting->value, what, setting->why);
}

static char *
dup_read_back (const gboolean *unknown)
{
  GString *sql = g_string_new ("SELECT pg_catalog.current_setting('client_encoding')");

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (settings[i].need != AS_IT_LIKES && !unknown[i])
      g_string_append_printf (sql, ", pg_catalog.current_setting('%s')", settings[i].name);
  return g_string_free (sql, FALSE);
}

static gboolean
check (AskPostgresLink *self, const PGresult *result, const gboolean *unknown, GError **error)
{
  static const Setting encoding = { REQUIRED, "client_encoding", "UTF8", "it says what texts are" };
  int at = 0;

  for (guint i = 0; i <= G_N_ELEMENTS (settings); i++)
    {
      const Setting *setting = i == 0 ? &encoding : &settings[i - 1];
      const char *value;

      if (i > 0 && (setting->need == AS_IT_LIKES || unknown[i - 1]))
        continue;
      value = PQgetvalue (result, 0, at++);
      if (g_ascii_strcasecmp (value, setting->value) != 0)
        {
          g_autofree char *kept = g_strdup_printf ("it keeps %s", value);

          refuse (self, setting, kept, error);
          return FALSE;
        }
    }
  return TRUE;
}

/* Returns: whether nothing more can be asked, so that @error says all */
static gboolean
is_over (AskPostgresLink *self, const GError *error)
{
  return ask_postgres_link_is_lost (self) || error->domain != ASK_SOURCE_ERROR
         || error->code == ASK_SOURCE_ERROR_TIMED_OUT;
}

/* One by one, where not all could be set at once. */
static gboolean
set_each (AskPostgresLink *self, gboolean *unknown, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autofree char *sql = dup_set (&settings[i]);
      g_autoptr (GError) local = NULL;
      PGresult *result = ask_postgres_link_exec (self, sql, cancellable, &local);

      PQclear (result);
      if (local == NULL || (settings[i].need == AS_IT_LIKES && !is_over (self, local)))
        continue;
      /* What it does not know is no refusal. */
      unknown[i]
        = settings[i].need == WHERE_KNOWN && g_error_matches (local, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_SERVER);
      if (unknown[i])
        continue;
      if (is_over (self, local))
        g_propagate_error (error, g_steal_pointer (&local));
      else
        refuse (self, &settings[i], local->message, error);
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_postgres_link_set_session:
 * @lock_ms: how long a lock of somebody's may hold a query
 * @error: %G_IO_ERROR_CANCELLED, %ASK_SOURCE_ERROR
 *
 * Blocks.
 *
 * Returns: whether answers of the session can be trusted
 */
gboolean
ask_postgres_link_set_session (AskPostgresLink *self, guint lock_ms, GCancellable *cancellable, GError **error)
{
  gboolean unknown[G_N_ELEMENTS (settings)] = { FALSE };
  g_autofree char *lock = g_strdup_printf ("SET lock_timeout = %u", lock_ms);
  g_autofree char *read_all = dup_read_back (unknown);
  g_autofree char *read_known = NULL;
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (PGresult) result = NULL;
  g_autoptr (GError) local = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autofree char *sql = dup_set (&settings[i]);

      g_string_append_printf (all, "%s; ", sql);
    }
  g_string_append_printf (all, "%s; %s; %s", lock, SEARCH_PATH, read_all);
  result = ask_postgres_link_exec (self, all->str, cancellable, &local);
  if (result != NULL)
    return check (self, result, unknown, error);
  if (is_over (self, local))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!set_each (self, unknown, cancellable, error))
    return FALSE;
  PQclear (ask_postgres_link_exec (self, lock, cancellable, NULL));
  result = ask_postgres_link_exec (self, SEARCH_PATH, cancellable, error);
  if (result == NULL)
    return FALSE;
  PQclear (g_steal_pointer (&result));
  read_known = dup_read_back (unknown);
  result = ask_postgres_link_exec (self, read_known, cancellable, error);
  return result != NULL && check (self, result, unknown, error);
}
