/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An answer as text on a terminal: what it says, its first rows, and where they come from.
 */
#include "config.h"

#include "agent/ask-citation.h"
#include "base/ask-delimited.h"
#include "cli/ask-cli.h"

#define MAX_CITATIONS 5

static void
print_suggestions (const AskAnswer *answer)
{
  for (guint i = 0; i < answer->suggestions->len; i++)
    g_print ("%s  %s\n", i == 0 ? "\nYou can ask:\n" : "", (const char *) answer->suggestions->pdata[i]);
}

/* What the data does not have, and what may be meant. */
static void
append_values (GString *text, const AskAnswer *answer)
{
  for (guint p = 0; p < answer->parts->len; p++)
    {
      const AskAnswerPart *part = answer->parts->pdata[p];

      gboolean query = g_str_equal (part->kind, "query");

      if (!query && !g_str_equal (part->kind, "value"))
        continue;
      g_string_append (text, part->lead);
      for (guint a = 0; a < part->alternatives->len; a++)
        g_string_append_printf (text, "%s %s",
                                a == 0  ? ""
                                : query ? "; or"
                                        : ",",
                                ((const AskAnswerChoice *) part->alternatives->pdata[a])->words);
      g_string_append_printf (text, "? Take one with --follow %" G_GINT64_FORMAT " --take %u.N\n", answer->history_id,
                              p + 1);
    }
}

/* The rows in which what may be meant differs, (1) first. */
static void
append_difference (GString *text, const AskAnswer *answer)
{
  gsize n = answer->n_differences;

  if (answer->difference == NULL)
    return;
  g_string_append_printf (text, "They differ in %" G_GSIZE_FORMAT " %s%s\n\n", n, n == 1 ? "row" : "rows",
                          n > ask_rows_get_n_rows (answer->difference) ? ", such as:" : ":");
  ask_delimited_append_table (text, answer->difference, ASK_CLI_TEXT_ROWS);
  g_string_append_c (text, '\n');
}

/* The passages that the answer rests on, where its rows do not say them. */
static void
append_citations (GString *text, const AskAnswer *answer)
{
  const guint n = answer->citations->len;

  if (n == 0 || answer->reading != NULL)
    return;
  g_string_append (text, "\nFrom:\n");
  for (guint i = 0; i < MIN (n, MAX_CITATIONS); i++)
    {
      const AskCitation *citation = answer->citations->pdata[i];
      const gboolean file = citation->path != NULL && !citation->row;
      g_autofree char *words = ask_citation_to_words (citation);

      g_string_append_printf (text, "  %s%s%s%s\n", words, file ? " (" : "", file ? citation->path : "",
                              file ? ")" : "");
    }
  if (n > MAX_CITATIONS)
    g_string_append_printf (text, "  … %u in all\n", n);
}

/* What is said of the answer before its rows. */
static void
append_words (GString *text, const AskAnswer *answer)
{
  if (answer->change != NULL)
    g_string_append_printf (text, "%s\n", answer->change);
  if (answer->reading != NULL)
    g_string_append_printf (text, "%s\n", answer->reading);
  else if (answer->words != NULL)
    g_string_append_printf (text, "%s\n", answer->words);
  g_string_append_printf (text, "%s\n", answer->text);
  if (answer->origin != NULL)
    g_string_append (text, g_str_equal (answer->origin, "model")
                             ? "What the model knows by itself, not from your data.\n"
                             : "Taken from the question itself, not from your data.\n");
  if (answer->agreement != NULL)
    g_string_append_printf (text, "%s\n", answer->agreement);
  append_values (text, answer);
  append_difference (text, answer);
  if (answer->choices->len > 0)
    g_string_append (text, answer->choices->len == 1 ? "Take it with --reading 1.\n"
                                                     : "Take one of them with --reading N.\n");
}

static void
append_rows (GString *text, const AskAnswer *answer)
{
  const gsize n = answer->rows != NULL ? ask_rows_get_n_rows (answer->rows) : 0;

  if (n == 0)
    return;
  g_string_append_c (text, '\n');
  ask_delimited_append_table (text, answer->rows, ASK_CLI_TEXT_ROWS);
  if (n > ASK_CLI_TEXT_ROWS)
    g_string_append_printf (text, "… %" G_GSIZE_FORMAT " rows in all\n", n);
}

/* The last line: who vouches for the answer, what was read, and what it took. */
static void
append_origin (GString *text, const AskAnswer *answer)
{
  g_autoptr (GString) sources = g_string_new (NULL);
  const char *dot;

  for (guint i = 0; i < answer->sources->len; i++)
    g_string_append_printf (sources, "%s%s", i > 0 ? " + " : "", (char *) answer->sources->pdata[i]);
  dot = sources->len > 0 ? " · " : "";
  if (answer->verified != NULL)
    {
      g_autofree char *when = ask_cli_time (answer->verified->verified_at);
      const char *values = answer->verified_values;

      g_string_append_printf (text, "\nVerified %s%s%s%s%s", when, values != NULL ? ", with " : "",
                              values != NULL ? values : "", dot, sources->str);
    }
  else if (answer->reading != NULL)
    g_string_append_printf (text, "\nWorked out here%s%s", dot, sources->str);
  else if (sources->len > 0)
    g_string_append_printf (text, "\n%s", sources->str);
  if (answer->status != ASK_STATUS_ANSWERED)
    return;
  if (answer->sql == NULL && answer->reading != NULL)
    g_string_append_c (text, '\n');
  if (answer->sql == NULL)
    return;
  if (answer->api_requests > 0)
    g_string_append_printf (text, " · %u %s", answer->api_requests, answer->api_requests == 1 ? "call" : "calls");
  g_string_append_printf (text, " · %.1f s\n", answer->elapsed_ms / 1000);
}

/** ask_cli_print_answer: @answer: one that did not fail, printed as text with its first rows. Returns: the exit code */
AskExit
ask_cli_print_answer (const AskAnswer *answer)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_words (text, answer);
  append_rows (text, answer);
  append_citations (text, answer);
  append_origin (text, answer);
  if (ask_cli_print (text->str) != ASK_EXIT_DONE)
    return ASK_EXIT_FAILED;
  print_suggestions (answer);
  return ASK_EXIT_DONE;
}
