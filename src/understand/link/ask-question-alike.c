/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of the stored values of one stem a word stands for.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include "base/ask-text.h"

#include <string.h>

/* What a noun has that a verb of its stem has not: "ment". */
#define LEAST_DERIVED 4

/* "Manages" is no "Management", though both have one stem. */
static gboolean
is_derived (const char *typed, const char *value)
{
  g_autofree char *a = ask_text_fold (typed);
  g_autofree char *b = ask_text_fold (value);
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  return strlen (b) >= n + LEAST_DERIVED;
}

/* As it is stored, or the plural of that. */
static gboolean
is_as_stored (const char *typed, const char *value)
{
  g_autofree char *a = ask_text_fold (typed);
  g_autofree char *b = ask_text_fold (value);

  return g_str_has_prefix (a, b) && (a[strlen (b)] == '\0' || g_str_equal (a + strlen (b), "s"));
}

/*
 * ask_question_are_plural:
 * @values: (element-type AskDomainValue): of one stem
 * @typed: a word
 *
 * Returns: whether it is the plural of one of them, and so no verb: "Designers", where a "Designer" is stored
 */
gboolean
ask_question_are_plural (GArray *values, const char *typed)
{
  gsize length = strlen (typed);

  for (guint i = 0; i < values->len; i++)
    {
      const char *value = g_array_index (values, AskDomainValue, i).value;

      if (length > strlen (value) && is_as_stored (typed, value))
        return TRUE;
    }
  return FALSE;
}

/*
 * ask_question_keep_alike:
 * @values: (element-type AskDomainValue): of one stem
 * @typed: a word
 * @verb: whether it may be a verb
 *
 * "Development" is no "Developer", and "manages" no "Management".
 *
 * Returns: (transfer full) (element-type AskDomainValue): those that are typed; where none is, those that the word may stand
 *   for. Their texts stay @values'
 */
GArray *
ask_question_keep_alike (GArray *values, const char *typed, gboolean verb)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (AskDomainValue));
  gboolean stored = FALSE;

  for (guint i = 0; i < values->len; i++)
    stored = stored || is_as_stored (typed, g_array_index (values, AskDomainValue, i).value);
  for (guint i = 0; i < values->len; i++)
    {
      const AskDomainValue *value = &g_array_index (values, AskDomainValue, i);

      if (stored ? is_as_stored (typed, value->value) : !verb || !is_derived (typed, value->value))
        g_array_append_val (kept, *value);
    }
  return kept;
}
