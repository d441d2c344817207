/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is sent for a bound: never nearer than what is asked for, since the engine compares again, and what
 * does not come is lost. SQLite compares moments as texts, an API compares them as moments:
 * "2026-03-01T01:00:00+02:00" is in March here and in February there. So what is sent of days and moments
 * lies so far outside that every row which passes as a text is within, whatever its zone, and whether or not
 * the API counts the bound itself. Of whole numbers it is the next one outwards.
 */
#include "config.h"

#include "source/rest/ask-rest-bound.h"

#include <math.h>
#include <string.h>

static gboolean
is_lower (AskParameterUse use)
{
  return use == ASK_PARAMETER_AT_LEAST || use == ASK_PARAMETER_ABOVE;
}

/* How many days before the day of a lower bound, or after that of an upper one. A zone lies less than a day
 * from UTC; the day of an upper bound ends a day after it begins. */
static int
count_days (const AskParameter *parameter, const AskAttribute *attribute)
{
  gboolean days_only = parameter->type == ASK_TYPE_DATE;

  if (attribute->type == ASK_TYPE_DATE && parameter->type != ASK_TYPE_DATETIME)
    return parameter->use == ASK_PARAMETER_AT_LEAST || parameter->use == ASK_PARAMETER_AT_MOST ? 0 : 1;
  /* In which zone the API's own day lies nobody says, nor whether "after" begins when it ends. */
  if (days_only)
    return 3;
  return is_lower (parameter->use) ? 1 : 2;
}

/* Returns: (transfer full) (nullable): a day to a parameter of days, else a moment in UTC */
static char *
dup_moved (const AskParameter *parameter, const AskAttribute *attribute, const char *value)
{
  g_autofree char *midnight = g_strdup_printf ("%.10sT00:00:00Z", value);
  g_autoptr (GDateTime) day = NULL;
  g_autoptr (GDateTime) sent = NULL;
  int days = count_days (parameter, attribute);

  /* ISO 8601 has other ways to write a day, which do not sort among these. */
  if (strlen (value) < 10 || value[4] != '-' || value[7] != '-')
    return NULL;
  day = g_date_time_new_from_iso8601 (midnight, NULL);
  if (day == NULL)
    return NULL;
  sent = g_date_time_add_days (day, is_lower (parameter->use) ? -days : days);
  if (sent == NULL)
    return NULL;
  return parameter->type == ASK_TYPE_DATE || (parameter->type != ASK_TYPE_DATETIME && attribute->type == ASK_TYPE_DATE)
           ? g_date_time_format (sent, "%Y-%m-%d")
           : g_date_time_format (sent, "%Y-%m-%dT%H:%M:%SZ");
}

/**
 * ask_rest_bound_move:
 * @parameter: one that bounds
 * @attribute: what it bounds, of numbers, days or moments
 * @value: (inout): what @attribute is compared with becomes what is sent: of days and moments a day
 *   (YYYY-MM-DD), or a moment that begins with one
 *
 * Returns: %FALSE where @value should begin with a day and does not, or with the first or last ones that
 *   there are
 */
gboolean
ask_rest_bound_move (const AskParameter *parameter, const AskAttribute *attribute, AskValue *value)
{
  g_autofree char *text = NULL;
  g_autofree char *sent = NULL;
  AskValue moved;

  if (value->kind == ASK_VALUE_REAL && parameter->type == ASK_TYPE_INTEGER)
    {
      value->real = is_lower (parameter->use) ? floor (value->real) : ceil (value->real);
      return TRUE;
    }
  if (attribute->type != ASK_TYPE_DATE && attribute->type != ASK_TYPE_DATETIME)
    return TRUE;
  text = ask_value_to_text (value);
  sent = dup_moved (parameter, attribute, text);
  if (sent == NULL)
    return FALSE;
  moved = ask_value_text (sent, -1);
  ask_value_clear (value);
  ask_value_dup_into (value, &moved);
  return TRUE;
}
