/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws rounds until its time is over. Rounds run in a worker, another process of the same program with
 * servers of its own, so that a crash or a hang ends one round and is a finding as well.
 */
#include "config.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "night-round.h"

/* Every so many rounds one is of the tables of tests/engine, with a worker of its own. */
#define MIXED_EVERY 20
/* Reducing takes a minute; a statement that hangs is ended sooner. */
#define MOST_ROUND_S 240

static int seconds;
static double hours;
static int rounds;
static int seed;
static gint64 only = -1;
static gboolean mixed;
static int worker = -1;

static GOptionEntry entries[] = {
  { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "How long it draws rounds", "N" },
  { "hours", 0, 0, G_OPTION_ARG_DOUBLE, &hours, "How long, in hours", "H" },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &rounds, "How many rounds at most", "N" },
  { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "What all rounds are drawn from; the time unless told", "S" },
  { "only", 0, 0, G_OPTION_ARG_INT64, &only, "Repeats the round of a finding, in this process", "SEED" },
  { "mixed", 0, 0, G_OPTION_ARG_NONE, &mixed, "With --only: of the tables of tests/engine", NULL },
  { "worker", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &worker, NULL, NULL },
  { NULL }
};

/* Rounds that follow each other have seeds that have nothing in common. */
static guint32
round_seed (guint n)
{
  guint64 x = ((guint64) (guint32) seed << 32) + n;

  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return (guint32) (x ^ (x >> 31));
}

static gboolean
is_mixed (guint n)
{
  return n % MIXED_EVERY == MIXED_EVERY - 1;
}

static gboolean
start_servers (AskTestPostgres **postgres, AskTestMariadb **mariadb)
{
  g_autofree char *reason = NULL;

  *postgres = ask_test_postgres_new (NULL, &reason);
  *mariadb = *postgres != NULL ? ask_test_mariadb_new (0, &reason) : NULL;
  if (*mariadb == NULL)
    g_printerr ("ask-night: %s\n", reason);
  return *mariadb != NULL;
}

/* Runs rounds from number @worker on, up to the next that needs a worker of its own. Says of each when it begins and what it counted. */
static int
work (void)
{
  g_autoptr (AskTestPostgres) postgres = NULL;
  g_autoptr (AskTestMariadb) mariadb = NULL;
  gint64 deadline = g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC;
  guint n = (guint) MAX (worker, 0);

  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (!start_servers (&postgres, &mariadb))
    return 77;
  if (only >= 0)
    {
      NightCount count = { 0 };

      (mixed ? night_round_mixed : night_round) ((guint32) only, postgres, mariadb, &count);
      printf ("%u statements, %u findings\n", count.n_statements, count.n_findings);
      return count.n_findings > 0;
    }
  for (; (seconds == 0 || g_get_monotonic_time () < deadline) && (rounds == 0 || n < (guint) rounds); n++)
    {
      NightCount count = { 0 };

      if (is_mixed (n) && n != (guint) worker)
        return 0;
      printf ("\001begin %u\n", n);
      fflush (stdout);
      (is_mixed (n) ? night_round_mixed : night_round) (round_seed (n), postgres, mariadb, &count);
      printf ("\001end %u %u %u\n", count.n_statements, count.n_no_case, count.n_findings);
      fflush (stdout);
    }
  return 0;
}

typedef struct
{
  pid_t pid;
  FILE *output;
  guint n; /* the round that runs */
  guint n_rounds;
  NightCount count;
  gint64 started;
  gint64 told;
} Watch;

static void
start_worker (Watch *self, const char *program, guint first, int left)
{
  g_autofree char *numbers = g_strdup_printf ("--worker=%u --seed=%d --seconds=%d --rounds=%d", first, seed, left, rounds);
  g_auto (GStrv) arguments = g_strsplit (numbers, " ", -1);
  char *argv[] = { (char *) program, arguments[0], arguments[1], arguments[2], arguments[3], NULL };
  g_autoptr (GError) error = NULL;
  int output;

  g_spawn_async_with_pipes (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, NULL, NULL, &self->pid, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  self->output = fdopen (output, "r");
  setvbuf (self->output, NULL, _IONBF, 0);
}

static void
say (Watch *self, gboolean at_once)
{
  gint64 now = g_get_monotonic_time ();

  if (!at_once && now - self->told < 60 * G_USEC_PER_SEC)
    return;
  self->told = now;
  printf ("%" G_GINT64_FORMAT " min: %u rounds, %u statements (%u that SQLite does not answer), %u findings\n",
           (now - self->started) / (60 * G_USEC_PER_SEC), self->n_rounds, self->count.n_statements, self->count.n_no_case, self->count.n_findings);
  fflush (stdout);
}

static volatile sig_atomic_t stopped;

static void
stop (int number)
{
  stopped = 1;
}

/* Reads what the worker says until it ends or says nothing for too long. Returns FALSE where it hung. */
static gboolean
listen_to (Watch *self)
{
  gint64 heard = g_get_monotonic_time ();
  char line[8192];

  for (;;)
    {
      struct pollfd ready = { fileno (self->output), POLLIN, 0 };
      NightCount count;

      say (self, FALSE);
      if (stopped)
        return FALSE;
      if (poll (&ready, 1, 1000) <= 0)
        {
          if (g_get_monotonic_time () - heard > (gint64) MOST_ROUND_S * G_USEC_PER_SEC)
            return FALSE;
          continue;
        }
      if (fgets (line, sizeof line, self->output) == NULL)
        return TRUE;
      heard = g_get_monotonic_time ();
      if (sscanf (line, "\001begin %u", &self->n) == 1)
        continue;
      if (sscanf (line, "\001end %u %u %u", &count.n_statements, &count.n_no_case, &count.n_findings) == 3)
        {
          self->n_rounds++;
          self->count.n_statements += count.n_statements;
          self->count.n_no_case += count.n_no_case;
          self->count.n_findings += count.n_findings;
          continue;
        }
      /* What GLib says for those who read TAP. */
      if (line[0] == '#')
        continue;
      fputs (line, stdout);
      fflush (stdout);
    }
}

static int
watch (const char *program)
{
  Watch self = { .started = g_get_monotonic_time (), .told = g_get_monotonic_time () };
  gint64 deadline = self.started + (gint64) seconds * G_USEC_PER_SEC;
  guint first = 0;
  int status = 0;

  signal (SIGINT, stop);
  signal (SIGTERM, stop);
  printf ("seed %d\n", seed);
  for (;;)
    {
      int left = seconds > 0 ? (int) ((deadline - g_get_monotonic_time ()) / G_USEC_PER_SEC) : 0;
      gboolean hung;

      if (stopped || (seconds > 0 && left <= 0) || (rounds > 0 && first >= (guint) rounds))
        break;
      self.n = first;
      start_worker (&self, program, first, left);
      hung = !listen_to (&self);
      if (hung)
        kill (self.pid, SIGKILL);
      while (waitpid (self.pid, &status, 0) < 0 && errno == EINTR)
        continue;
      fclose (self.output);
      if (!hung && WIFEXITED (status) && WEXITSTATUS (status) == 77)
        break;
      first = self.n + 1;
      if (!hung && WIFEXITED (status) && WEXITSTATUS (status) == 0)
        continue;
      if (stopped)
        break;
      self.count.n_findings++;
      if (hung)
        printf ("FINDING a round that does not end");
      else if (WIFSIGNALED (status))
        printf ("FINDING the program ends by signal %d", WTERMSIG (status));
      else
        printf ("FINDING the program ends with %d", WEXITSTATUS (status));
      printf (", seed %u%s\n\n", round_seed (self.n), is_mixed (self.n) ? " --mixed" : "");
    }
  say (&self, TRUE);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 77)
    return 77;
  return self.count.n_findings > 0 ? 1 : 0;
}

/* The copies that AskData makes of spreadsheets belong to nobody's cache. */
static char *
use_own_cache (void)
{
  char *folder = g_dir_make_tmp ("ask-night-cache-XXXXXX", NULL);

  g_assert_nonnull (folder);
  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  return folder;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("— looks for wrong answers");
  g_autoptr (GError) error = NULL;
  g_autofree char *cache = NULL;
  int code;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  seed = (int) (g_get_real_time () / G_USEC_PER_SEC);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("ask-night: %s\n", error->message);
      return 2;
    }
  if (hours > 0)
    seconds = (int) (hours * 3600);
  if (worker >= 0)
    return work ();
  if (seconds == 0 && rounds == 0 && only < 0)
    seconds = 60;
  cache = use_own_cache ();
  code = only >= 0 ? work () : watch (argv[0]);
  if (!g_spawn_sync (NULL, (char *[]) { (char *) "rm", (char *) "-rf", cache, NULL }, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, &error))
    g_printerr ("ask-night: %s\n", error->message);
  return code;
}
