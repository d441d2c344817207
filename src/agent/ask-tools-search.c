/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tool that searches documents. What it finds is a step like any other: its rows are kept as a table, and the model is told
 * how many there are. Passages themselves leave only where they are shared, as all rows do.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-prompts.h"
#include "agent/ask-search.h"
#include "agent/ask-tools-private.h"
#include "base/ask-text.h"
#include "llm/ask-prompt.h"

static const AskFormWidening widened[ASK_N_FORMS] = {
  [ASK_FORM_TEXT] = { ASK_FORM_GRAMMAR_LIST, "\"search_documents\\nAction Input: \" line | " ASK_FORM_GRAMMAR_LIST },
  [ASK_FORM_JSON] = { ASK_FORM_SCHEMA_LIST, "\"search_documents\", " ASK_FORM_SCHEMA_LIST },
  [ASK_FORM_TOOLS]
  = { ASK_FORM_TOOLS_END,
      ",\n  {\"type\": \"function\", \"function\": {\"name\": \"search_documents\", \"description\": \"Searches the text of "
      "documents. You are told how many passages fit; they are kept as a table, best first.\", \"parameters\": {\"type\": "
      "\"object\", \"properties\": {\"thought\": {\"type\": \"string\"}, \"words\": {\"type\": \"string\", \"description\": "
      "\"Words to look for, such as notice period\"}}, \"required\": [\"thought\", \"words\"]}}}" ASK_FORM_TOOLS_END },
};

/**
 * ask_tools_widen_search:
 * @form: of replies
 * @held: (nullable): as of ask_form_load()
 *
 * Returns: (transfer full) (nullable): the same with the action search_documents
 */
char *
ask_tools_widen_search (AskForm form, const char *held)
{
  return ask_form_widen (form, held, widened);
}

/**
 * ask_tools_can_search:
 * @run: with a schema
 *
 * Returns: whether there are documents to search
 */
gboolean
ask_tools_can_search (AskAgentRun *run)
{
  GPtrArray *places = ask_search_get_places (run, NULL);

  return places != NULL && places->len > 0;
}

/*
 * ask_tools_call_search: the tool search_documents, where there are documents; as of ask_tools_call()
 */
AskToolOutcome
ask_tools_call_search (AskTools *self, const char *input, const char *thought, char **observation, GError **error)
{
  AskAgentRun *run = self->run;
  g_autofree char *valid = g_utf8_make_valid (input, -1);
  g_autoptr (GPtrArray) words = ask_search_split (valid);
  g_autofree char *title = NULL;
  g_autofree char *short_title = NULL;
  AskToolOutcome outcome = ASK_TOOL_FAILED;

  if (words->len == 0)
    {
      ask_run_step (run, "guard", _ ("Searched no documents"), _ ("The model named no words."));
      *observation = g_strdup ("Name the words to look for.");
      return ASK_TOOL_FAILED;
    }
  /* Translators: words that documents are searched for. */
  title = g_strdup_printf (_ ("Searched the documents for “%s”"), valid);
  short_title = ask_text_shorten (title, 64);
  /* Words first; where no passage has one of them, words that have them as a part. */
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *sql = ask_search_make_sql (run->places, words, NULL, i == 0 ? ASK_SEARCH_ANY : ASK_SEARCH_PARTS,
                                                  ASK_SEARCH_MAX_TOLD);
      gsize n_rows = 0;

      if (sql == NULL)
        break;
      g_clear_pointer (observation, g_free);
      outcome = ask_tools_run_search (self, sql, short_title, &n_rows, observation, error);
      if (outcome != ASK_TOOL_DONE || n_rows > 0)
        break;
    }
  return outcome;
}
