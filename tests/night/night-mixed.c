/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A round of the tables and statements that tests/engine draws: more types, odd names, deeper statements,
 * and tables read through AskData first. What g_test_rand_* gives is set once a process, so that such a round is the
 * first one of a worker.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "engine-mixed-plain.h"
#include "engine-mixed-queries.h"
#include "engine-mixed-shrink.h"
#include "night-round.h"

#define STATEMENTS 150
#define DEADLINE_MS 20000

typedef struct
{
  Mixed *mixed;
  gboolean push_down;
  char *expected;
  char *got; /* or the error */
} Failure;

static void
failure_clear (Failure *self)
{
  g_clear_pointer (&self->expected, g_free);
  g_clear_pointer (&self->got, g_free);
}

static gboolean
is_wrong (const char *sql, gpointer data)
{
  Failure *self = data;
  const AskLimits limits = { 1000000, (gsize) 1 << 30, DEADLINE_MS };
  g_autofree char *names = NULL;
  g_autofree char *expected = mixed_plain_run (self->mixed, sql, &names);
  g_autofree char *got = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;

  if (expected == NULL)
    return FALSE;
  ask_engine_set_push_down (self->mixed->servers.engine, self->push_down);
  result = ask_engine_query (self->mixed->servers.engine, sql, &limits, NULL, NULL, &error);
  if (error != NULL && mixed_is_tolerated (error, sql))
    return FALSE;
  got = error != NULL ? g_strconcat ("error: ", error->message, NULL) : mixed_print_rows (result->rows);
  if (error == NULL && (strcmp (got, expected) == 0 || mixed_is_open (self->mixed, sql, expected, got)))
    return FALSE;
  failure_clear (self);
  self->expected = g_steal_pointer (&expected);
  self->got = g_steal_pointer (&got);
  return TRUE;
}

static void
tell (guint32 seed, Failure *failure, const char *sql)
{
  static const char *const places[] = { "a SQLite file", "an API", "PostgreSQL", "another PostgreSQL", "MariaDB" };
  g_autofree char *shortest = mixed_shrink (sql, is_wrong, failure);

  is_wrong (shortest, failure);
  printf ("FINDING in the tables of tests/engine, seed %u --mixed%s\n", seed, failure->push_down ? "" : ", without push-down");
  for (int i = 0; i < MIXED_N_TABLES; i++)
    if (strstr (shortest, failure->mixed->tables[i].name) != NULL)
      {
        const MixedTable *table = &failure->mixed->tables[i];
        g_autofree char *query = g_strdup_printf ("SELECT * FROM %s", table->name);
        g_autofree char *names = NULL;
        g_autofree char *rows = mixed_plain_run (failure->mixed, query, &names);

        printf ("  table %s in %s (%s)\n%s\n", table->name, places[table->place], names, rows);
      }
  printf ("  %s\n  expected:\n%s\n  got:\n%s\n\n", shortest, failure->expected, failure->got);
}

/**
 * night_round_mixed:
 *
 * To be called once a process, before anything else draws with g_test_rand_*.
 */
void
night_round_mixed (guint32 seed, AskTestPostgres *postgres, AskTestMariadb *mariadb, NightCount *count)
{
  Mixed mixed = { .servers = { .postgres = postgres, .mariadb = mariadb } };
  Failure failure = { .mixed = &mixed };
  g_autofree char *text = g_strdup_printf ("--seed=R02S%08x%08x%08x%08x", seed, ~seed, seed * 7919, 1u);
  char *argv[] = { (char *) "ask-night", text, NULL };
  char **arguments = argv;
  int argc = 2;

  g_test_init (&argc, &arguments, NULL);
  ask_test_postgres_exec (postgres, "CREATE TYPE mood AS ENUM ('x', 'y', '7', 'Zed')");
  mixed_open (&mixed);
  if (g_test_rand_int_range (0, 2) == 0)
    mixed_keep_step (&mixed);
  for (guint i = 0; i < STATEMENTS && count->n_findings == 0; i++)
    {
      gboolean ordered;
      g_autofree char *sql = mixed_query_random (&mixed, &ordered);

      count->n_statements++;
      for (int push_down = 1; push_down >= 0 && count->n_findings == 0; push_down--)
        {
          failure.push_down = push_down;
          if (!is_wrong (sql, &failure))
            continue;
          tell (seed, &failure, sql);
          count->n_findings++;
        }
    }
  failure_clear (&failure);
  mixed_close (&mixed);
  /* Its tables have names of later rounds', too. */
  ask_test_postgres_exec (postgres, "DROP SCHEMA mixed CASCADE; DROP SCHEMA mixed_too CASCADE");
}
