/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is sent for a bound cuts nothing short: random rows that pass a comparison here, as texts, are within
 * what is sent as an API understands it, in whatever zone it thinks and whether it counts the bound or not.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "source/rest/ask-rest-bound.h"

#define MINUTES 1440
#define N_ROUNDS 20000

static char *
move (AskParameterUse use, AskType of, AskType parameter_type, const char *value)
{
  AskParameter parameter = { .type = parameter_type, .use = use };
  AskAttribute attribute = { .type = of };
  AskValue borrowed = ask_value_text (value, -1);
  AskValue moved = ASK_NULL_INIT;
  char *sent = NULL;

  ask_value_dup_into (&moved, &borrowed);
  if (ask_rest_bound_move (&parameter, &attribute, &moved))
    sent = ask_value_to_text (&moved);
  ask_value_clear (&moved);
  return sent;
}

static void
test_sent (void)
{
  static const struct
  {
    AskParameterUse use;
    AskType attribute, parameter;
    const char *value, *sent;
  } cases[] = {
    { ASK_PARAMETER_AT_LEAST, ASK_TYPE_DATE, ASK_TYPE_DATE, "2026-03-01", "2026-03-01" },
    { ASK_PARAMETER_AT_MOST, ASK_TYPE_DATE, ASK_TYPE_DATE, "2026-03-01", "2026-03-01" },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATE, ASK_TYPE_DATE, "2026-03-01", "2026-02-28" },
    { ASK_PARAMETER_BELOW, ASK_TYPE_DATE, ASK_TYPE_DATE, "2024-02-28", "2024-02-29" },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATE, ASK_TYPE_TEXT, "2026-03-01", "2026-02-28" },
    { ASK_PARAMETER_AT_LEAST, ASK_TYPE_DATE, ASK_TYPE_DATETIME, "2026-03-01",
      "2026-02-28T00:00:00Z" },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATETIME, ASK_TYPE_DATETIME, "2026-03-01T12:30:00.5+02:00",
      "2026-02-28T00:00:00Z" },
    { ASK_PARAMETER_BELOW, ASK_TYPE_DATETIME, ASK_TYPE_DATETIME, "2026-03-01T12:30:00Z",
      "2026-03-03T00:00:00Z" },
    { ASK_PARAMETER_AT_MOST, ASK_TYPE_DATETIME, ASK_TYPE_DATETIME, "2026-12-31",
      "2027-01-02T00:00:00Z" },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATETIME, ASK_TYPE_ANY, "2026-03-01 12:30:00",
      "2026-02-28T00:00:00Z" },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATETIME, ASK_TYPE_DATE, "2026-03-01T12:30:00Z", "2026-02-26" },
    { ASK_PARAMETER_BELOW, ASK_TYPE_DATETIME, ASK_TYPE_DATE, "2026-03-01T12:30:00Z", "2026-03-04" },
    /* No days, or none beyond them. */
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATE, ASK_TYPE_DATE, "2026-02-30", NULL },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATE, ASK_TYPE_DATE, "2026-W10-1", NULL },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATE, ASK_TYPE_DATE, "20260301", NULL },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATE, ASK_TYPE_DATE, "2026", NULL },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATE, ASK_TYPE_DATE, "", NULL },
    { ASK_PARAMETER_BELOW, ASK_TYPE_DATETIME, ASK_TYPE_DATETIME, "9999-12-31", NULL },
    { ASK_PARAMETER_ABOVE, ASK_TYPE_DATETIME, ASK_TYPE_DATETIME, "0001-01-01", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sent = move (cases[i].use, cases[i].attribute, cases[i].parameter, cases[i].value);

      g_assert_cmpstr (sent, ==, cases[i].sent);
    }
}

/* Of a parameter of whole numbers the next one outwards. */
static void
test_numbers (void)
{
  static const struct
  {
    AskParameterUse use;
    AskType parameter;
    double value, sent;
  } cases[] = {
    { ASK_PARAMETER_AT_LEAST, ASK_TYPE_INTEGER, 5.5, 5 }, { ASK_PARAMETER_ABOVE, ASK_TYPE_INTEGER, -5.5, -6 },
    { ASK_PARAMETER_AT_MOST, ASK_TYPE_INTEGER, 5.5, 6 },  { ASK_PARAMETER_BELOW, ASK_TYPE_INTEGER, -5.5, -5 },
    { ASK_PARAMETER_BELOW, ASK_TYPE_INTEGER, 5, 5 },      { ASK_PARAMETER_AT_LEAST, ASK_TYPE_REAL, 5.5, 5.5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskParameter parameter = { .type = cases[i].parameter, .use = cases[i].use };
      AskAttribute attribute = { .type = ASK_TYPE_REAL };
      AskValue value = { .kind = ASK_VALUE_REAL, .real = cases[i].value };

      g_assert_true (ask_rest_bound_move (&parameter, &attribute, &value));
      g_assert_cmpfloat (value.real, ==, cases[i].sent);
    }
}

/* Minutes since some day, of what a text says in UTC. */
static gint64
minutes_of (const char *text)
{
  g_autofree char *whole = strlen (text) == 10 ? g_strconcat (text, "T00:00:00Z", NULL) : g_strdup (text);
  g_autoptr (GDateTime) moment = g_date_time_new_from_iso8601 (whole, NULL);

  g_assert_nonnull (moment);
  return g_date_time_to_unix (moment) / 60;
}

/* A day or a moment near @base, as an API may write it. */
static char *
random_time (AskType type, gint64 base)
{
  static const char *const forms[] = { "%Y-%m-%dT%H:%M:00", "%Y-%m-%dT%H:%M:59.999", "%Y-%m-%d %H:%M:00" };
  gint64 minute = base + g_test_rand_int_range (-6 * MINUTES, 6 * MINUTES);
  g_autoptr (GDateTime) local = g_date_time_new_from_unix_utc (minute * 60);
  int zone = g_test_rand_int_range (-12 * 60, 14 * 60 + 1);
  g_autofree char *text = NULL;

  if (type == ASK_TYPE_DATE)
    return g_date_time_format (local, "%Y-%m-%d");
  text = g_date_time_format (local, forms[g_test_rand_int_range (0, G_N_ELEMENTS (forms))]);
  if (g_test_rand_bit ())
    return g_strconcat (text, "Z", NULL);
  return g_strdup_printf ("%s%c%02d:%02d", text, zone < 0 ? '-' : '+', ABS (zone) / 60, ABS (zone) % 60);
}

/* The least that an API gives: of every way to understand it the one that gives fewest rows. */
static gboolean
api_gives (AskParameterUse use, AskType attribute, AskType parameter, const char *row, const char *sent)
{
  gboolean lower = use == ASK_PARAMETER_AT_LEAST || use == ASK_PARAMETER_ABOVE;
  gint64 sent_first = minutes_of (sent), sent_last = sent_first;
  gint64 row_first = minutes_of (row), row_last = row_first;

  if (attribute == ASK_TYPE_DATE && parameter == ASK_TYPE_DATE)
    {
      int order = strcmp (row, sent);

      if (use == ASK_PARAMETER_AT_LEAST)
        return order >= 0;
      if (use == ASK_PARAMETER_AT_MOST)
        return order <= 0;
      return lower ? order > 0 : order < 0;
    }
  /* A day begins somewhere within these, and may be meant to its end. */
  if (parameter == ASK_TYPE_DATE)
    {
      sent_first -= 14 * 60;
      sent_last += MINUTES + 12 * 60;
    }
  if (attribute == ASK_TYPE_DATE)
    {
      row_first -= 14 * 60;
      row_last += MINUTES + 12 * 60;
    }
  return lower ? row_first > sent_last : row_last < sent_first;
}

static void
test_nothing_lost (void)
{
  static const AskType types[] = { ASK_TYPE_DATE, ASK_TYPE_DATETIME };
  gint64 base = minutes_of ("2026-03-01");
  guint n_passed = 0;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      AskParameterUse use
        = (AskParameterUse) g_test_rand_int_range (ASK_PARAMETER_AT_LEAST, ASK_PARAMETER_BELOW + 1);
      gboolean lower = use == ASK_PARAMETER_AT_LEAST || use == ASK_PARAMETER_ABOVE;
      AskType attribute = types[g_test_rand_int_range (0, 2)];
      AskType parameter = types[g_test_rand_int_range (0, 2)];
      /* A moment may be compared with a day. */
      g_autofree char *value = random_time (g_test_rand_bit () ? ASK_TYPE_DATE : attribute, base);
      g_autofree char *row = random_time (attribute, base);
      g_autofree char *sent = move (use, attribute, parameter, value);

      g_assert_nonnull (sent);
      if (lower ? strcmp (row, value) < 0 : strcmp (row, value) > 0)
        continue;
      n_passed++;
      if (!api_gives (use, attribute, parameter, row, sent))
        g_error ("%s is lost: compared with %s, sent as %s (use %d)", row, value, sent, use);
      /* Nor is it as if nothing were sent. */
      g_assert_cmpint (ABS (minutes_of (sent) - minutes_of (value)), <, 5 * MINUTES);
    }
  g_assert_cmpuint (n_passed, >, N_ROUNDS / 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-bound/a-bound-is-sent-as-wide-as-it-must-be", test_sent);
  g_test_add_func ("/source/rest-bound/a-bound-of-whole-numbers-is-rounded-outwards", test_numbers);
  g_test_add_func ("/source/rest-bound/no-random-bound-loses-a-row", test_nothing_lost);
  return g_test_run ();
}
