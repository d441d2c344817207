/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Walks back from the answer before, from each to the one before it, as far as a model is told of them.
 */
#include "config.h"

#include "agent/ask-thread.h"

#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-name.h"

/* What stands further back is forgotten. */
#define MAX_ANSWERS 3
/* A question of fewer words is hardly one of its own. */
#define FEW_WORDS 3

/**
 * ask_thread_load:
 * @run: with a model
 * @error: what the store says, as where there is no answer of that number
 *
 * Gives the run the answers before its question that have a query, the last first.
 *
 * Returns: whether they could be read
 */
gboolean
ask_thread_load (AskAgentRun *run, GError **error)
{
  gint64 id = run->options.follow;

  run->thread = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_answer_free);
  for (guint n = 0; id > 0 && n < MAX_ANSWERS; n++)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (AskHistoryEntry) entry = ask_workspace_get_history (run->workspace, id, &failure);
      g_autoptr (AskAnswer) answer = entry != NULL ? ask_answer_from_json (entry->answer, &failure) : NULL;

      /* The history keeps only so many, and a thread may begin before them. */
      if (n > 0 && g_error_matches (failure, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN))
        return TRUE;
      if (answer == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      /* An answer comes before the one that leans on it, so this ends. */
      id = answer->before < id ? answer->before : 0;
      if (answer->status == ASK_STATUS_ANSWERED && answer->sql != NULL)
        g_ptr_array_add (run->thread, g_steal_pointer (&answer));
    }
  return TRUE;
}

/** ask_thread_get_table: @place: of an answer in the thread. Returns: (transfer full): "answer_1" for the last, 0 */
char *
ask_thread_get_table (guint place)
{
  return g_strdup_printf ("answer_%u", place + 1);
}

/** ask_thread_reads: @sql: a query; @place: of an answer in the thread. Returns: whether it names that answer's rows */
gboolean
ask_thread_reads (const char *sql, guint place)
{
  g_autofree char *table = ask_thread_get_table (place);

  return ask_sql_has_name (sql, table);
}

static gboolean
is_among (const char *const *words, gsize n, const char *word)
{
  for (gsize i = 0; i < n; i++)
    if (g_str_equal (words[i], word))
      return TRUE;
  return FALSE;
}

/* "of those" stands for what was said before; "customers that live here" and "this month" do not.
 * @words: (array): with NULL behind the last */
static gboolean
is_pronoun (const char *const *words, gsize at)
{
  static const char *const pronouns[]
    = { "it", "them", "those", "these", "davon", "diese", "dieser", "diesen", "dessen", "denen" };
  static const char *const before_that[] = { "of", "than", "for", "from", "with", "about", "in", "like", "to", "do" };
  static const char *const times[]
    = { "days",   "weeks", "months", "years",  "quarters", "woche",   "wochen",   "monat", "monate", "monaten",
        "monats", "jahr",  "jahre",  "jahren", "jahres",   "quartal", "quartals", "tag",   "tage",   "tagen" };
  const char *next = words[at + 1];

  if (g_str_equal (words[at], "that"))
    return next == NULL || (at > 0 && is_among (before_that, G_N_ELEMENTS (before_that), words[at - 1]));
  return is_among (pronouns, G_N_ELEMENTS (pronouns), words[at])
         && (next == NULL || !is_among (times, G_N_ELEMENTS (times), next));
}

/**
 * ask_thread_leans:
 * @question: what a person typed
 *
 * Returns: whether it hardly means anything without the question before: "and by region?", "why is June so low?"
 */
gboolean
ask_thread_leans (const char *question)
{
  static const char *const openings[] = { "and",     "but",         "only",       "also",       "now",      "why",
                                          "instead", "without",     "what about", "how about",  "the same", "und",
                                          "aber",    "nur",         "auch",       "jetzt",      "warum",    "wieso",
                                          "ohne",    "was ist mit", "dasselbe",   "das gleiche" };
  g_autoptr (GPtrArray) words = ask_text_words (question);
  g_autofree char *text = NULL;

  g_ptr_array_add (words, NULL);
  text = g_strjoinv (" ", (char **) words->pdata);
  if (words->len - 1 <= FEW_WORDS)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    if (g_str_has_prefix (text, openings[i]) && text[strlen (openings[i])] == ' ')
      return TRUE;
  for (guint i = 0; i + 1 < words->len; i++)
    if (is_pronoun ((const char *const *) words->pdata, i))
      return TRUE;
  return FALSE;
}
