/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sentences with holes: filled with the first row, or not shown at all.
 */
#include "config.h"

#include "agent/ask-sentence.h"

static AskRows *
make_rows (void)
{
  AskRows *rows = ask_rows_new ();
  const AskValue june[] = { ask_value_text ("June", -1), ask_value_integer (733), ASK_NULL_INIT };
  const AskValue may[] = { ask_value_text ("May", -1), ask_value_integer (732), ASK_NULL_INIT };

  ask_rows_add_column (rows, "month", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "revenue", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "note", ASK_TYPE_TEXT);
  ask_rows_append (rows, june);
  ask_rows_append (rows, may);
  return rows;
}

static void
test_filled (void)
{
  static const struct
  {
    const char *sentence;
    const char *text; /* nullable: it is not shown */
  } cases[] = {
    { "{month} was best with {revenue}.", "June was best with 733." },
    { "{1} was best with { REVENUE }; there were {rows} months.", "June was best with 733; there were 2 months." },
    { "Of 2025, {month} was best.", "Of 2025, June was best." },
    /* A number that nobody gave. */
    { "{month} was best with 900.", NULL },
    { "In 20 months {month} was best.", NULL },
    /* Holes that nothing fills. */
    { "{year} was best.", NULL },
    { "{4} was best.", NULL },
    { "{0} was best.", NULL },
    { "{note} was best.", NULL },
    { "{month was best.", NULL },
    /* Nothing of the data is in it. */
    { "June was best.", NULL },
    { "", NULL },
    { NULL, NULL },
  };
  g_autoptr (AskRows) rows = make_rows ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ask_sentence_fill (rows, cases[i].sentence, "Which month of 2025 was best?", FALSE);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* A model that was shown rows may say what stands in them, and no other number. */
static void
test_seen (void)
{
  g_autoptr (AskRows) rows = make_rows ();
  g_autofree char *words = ask_sentence_fill (rows, "June was best.", "?", TRUE);
  g_autofree char *number = ask_sentence_fill (rows, "June was best with 733.", "?", TRUE);
  g_autofree char *other = ask_sentence_fill (rows, "June was best with 734.", "?", TRUE);

  g_assert_cmpstr (words, ==, "June was best.");
  g_assert_cmpstr (number, ==, "June was best with 733.");
  g_assert_null (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/sentence/holes-are-filled-or-nothing-is-said", test_filled);
  g_test_add_func ("/agent/sentence/what-was-seen-may-be-said", test_seen);
  return g_test_run ();
}
