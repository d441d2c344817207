/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A round stops at its first finding: what comes after it in the same world is most often the same again.
 */
#include "config.h"

#include "night-round.h"

#include <stdio.h>

#include "night-random.h"
#include "night-reduce.h"

#define STATEMENTS 60
#define REDUCE_S 60

static void
tell (guint32 seed, const NightTry *try)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const NightCase *found = &try->found;

  g_string_append_printf (text, "FINDING %s, seed %u%s\n",
                          try->failure != NULL                  ? "a source that does not open"
                          : found->verdict == NIGHT_FAILED      ? "an error where SQLite answers"
                          : found->verdict == NIGHT_DIFFERENT   ? "other rows"
                                                                : "gone when looked at again",
                          seed, try->failure == NULL && !found->push_down ? ", without push-down" : "");
  night_world_describe (try->world, text);
  if (try->failure != NULL)
    g_string_append_printf (text, "  %s\n", try->failure);
  else
    g_string_append_printf (text, "  %s\n  expected: %s  got: %s", found->sql, found->expected, found->got);
  puts (text->str);
}

static void
finish (guint32 seed, NightTry *try, NightCount *count)
{
  count->n_findings++;
  night_reduce (try, REDUCE_S);
  tell (seed, try);
  night_case_clear (&try->found);
  g_free (try->failure);
}

/** night_round: @count: is added to */
void
night_round (guint32 seed, AskTestPostgres *postgres, AskTestMariadb *mariadb, NightCount *count)
{
  g_autoptr (NightWorld) world = NULL;
  NightSession *session;
  g_autoptr (GError) error = NULL;
  NightTry try = { .postgres = postgres, .mariadb = mariadb };

  night_rand = g_rand_new_with_seed (seed);
  world = try.world = night_world_draw ();
  session = night_session_open (world, postgres, mariadb, &error);
  if (session != NULL)
    night_session_settle (session, world);
  if (session == NULL)
    {
      try.failure = g_strdup (error->message);
      finish (seed, &try, count);
    }
  else if (!night_judge_tables (session, &try.found))
    {
      night_session_close (session);
      finish (seed, &try, count);
    }
  else
    {
      g_autoptr (NightQuery) query = NULL;
      guint i;

      for (i = 0; i < STATEMENTS; i++)
        {
          g_clear_pointer (&query, night_query_free);
          query = night_query_grow (world);
          count->n_statements++;
          if (!night_judge (session, query, &try.found))
            break;
          count->n_no_case += try.found.verdict == NIGHT_NO_CASE;
        }
      night_session_close (session);
      if (i < STATEMENTS)
        {
          try.query = query;
          finish (seed, &try, count);
        }
    }
  g_clear_pointer (&night_rand, g_rand_free);
}
