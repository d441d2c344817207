/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Facts of columns that are no values: what would make a query wrong if nobody said it. Counts are rounded, so that
 * little can be learned from them; "What a model can still learn" in src/agent/README.md reckons with them.
 */
#include "config.h"

#include "agent/ask-context.h"
#include "agent/ask-observe.h"

/* Of fewer rows than these nothing is said: a share of five rows counts single ones. */
#define LEAST_ROWS 20
/* From this share on, what is true of some is said of all. */
#define MOST 0.75

/* What is said of a part of the values: all, or all but some. */
static char *
most (const char *what, gint64 n, gint64 of)
{
  g_autofree char *others = NULL;
  g_autofree char *all = NULL;

  if (n == of)
    return g_strdup (what);
  others = ask_observe_round ((gsize) (of - n));
  all = ask_observe_round ((gsize) of);
  return g_strdup_printf ("%s, but about %s of %s are not", what, others, all);
}

static void
add_texts (GPtrArray *said, const AskAttribute *attribute, const AskValueFacts *facts)
{
  gint64 texts = facts->n_texts;

  if (texts == 0)
    return;
  if (facts->n_numbers > 0)
    g_ptr_array_add (said, g_strdup ("numbers and texts are mixed"));
  else if (facts->n_dates > MOST * texts)
    {
      /* Every date is text here: only where the type does not say so, or some are none. */
      if (facts->n_dates < texts || attribute->type == ASK_TYPE_TEXT || attribute->type == ASK_TYPE_ANY)
        g_ptr_array_add (said, most ("dates kept as text", facts->n_dates, texts));
    }
  else if (facts->n_percents > MOST * texts)
    g_ptr_array_add (said, most ("numbers that end in %, kept as text", facts->n_percents, texts));
  else if (facts->n_digits == texts)
    g_ptr_array_add (said, g_strdup ("text of digits only"));
  else if (facts->n_text_numbers > MOST * texts)
    g_ptr_array_add (said, most ("numbers kept as text", facts->n_text_numbers, texts));
  if (facts->n_blanks > 0)
    g_ptr_array_add (said, g_strdup ("some have blanks around them: trim()"));
}

static void
add_empty (GPtrArray *said, const AskValueFacts *facts)
{
  gint64 tenths = (10 * facts->n_empty + facts->n_rows / 2) / facts->n_rows;

  if (facts->n_empty <= 0)
    return;
  if (facts->n_empty == facts->n_rows)
    g_ptr_array_add (said, g_strdup ("always empty"));
  else if (tenths > 0)
    g_ptr_array_add (said, g_strdup_printf ("about %" G_GINT64_FORMAT " %% are empty", 10 * MIN (tenths, 9)));
}

/**
 * ask_context_facts:
 * @attribute: of which nothing is said where it is sensitive
 * @facts: of its column; nothing is said where they are of a few rows, or nobody counted
 *
 * Returns: (transfer full) (nullable): "numbers kept as text, but 6 of about 410 are not; about 30 % are empty"; %NULL
 *   where there is nothing to be careful of
 */
char *
ask_context_facts (const AskAttribute *attribute, const AskValueFacts *facts)
{
  g_autoptr (GPtrArray) said = g_ptr_array_new_with_free_func (g_free);

  if (attribute->sensitive || facts->n_rows < LEAST_ROWS)
    return NULL;
  add_texts (said, attribute, facts);
  add_empty (said, facts);
  if (facts->complete && facts->n_distinct == 2)
    g_ptr_array_add (said, g_strdup ("two different values"));
  if (said->len == 0)
    return NULL;
  g_ptr_array_add (said, NULL);
  return g_strjoinv ("; ", (char **) said->pdata);
}
