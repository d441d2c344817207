/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person said that words of a question stand for. It is kept by the words, folded, so that every later question
 * with these words knows it.
 */
#include "config.h"

#include "store/ask-workspace-links.h"

#include <glib/gi18n.h>

#include "base/ask-text.h"
#include "store/ask-workspace-private.h"

static void
link_choice_free (gpointer data)
{
  AskLinkChoice *self = data;

  g_free (self->words);
  g_free (self->target);
  g_free (self);
}

/**
 * ask_workspace_choose_link:
 * @self: a workspace
 * @words: as they stand in a question
 * @target: (nullable): what they stand for, as of #AskLinkChoice; %NULL forgets what was chosen
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_choose_link (AskWorkspace *self, const char *words, const char *target, GError **error)
{
  const char *what = N_ ("what the words stand for was not saved");
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *folded = NULL;

  g_return_val_if_fail (self != NULL && words != NULL, FALSE);

  folded = ask_text_fold (words);
  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement = ask_workspace_prepare (self, what,
                                     target != NULL ? "INSERT INTO link_choice (words, target) VALUES (?1, ?2) ON "
                                                      "CONFLICT (words) DO UPDATE SET target = excluded.target"
                                                    : "DELETE FROM link_choice WHERE words = ?1",
                                     error);
  if (statement != NULL)
    {
      ask_statement_bind_text (statement, 1, folded);
      if (target != NULL)
        ask_statement_bind_text (statement, 2, target);
    }
  return ask_workspace_run_and_end (self, what, statement, error);
}

static gpointer
read_choice (sqlite3_stmt *statement)
{
  AskLinkChoice *choice = g_new0 (AskLinkChoice, 1);

  choice->words = ask_statement_dup_text (statement, 0);
  choice->target = ask_statement_dup_text (statement, 1);
  return choice;
}

/**
 * ask_workspace_list_link_choices:
 * @self: a workspace
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: (transfer full) (element-type AskLinkChoice): all, by their words
 */
GPtrArray *
ask_workspace_list_link_choices (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("what words stand for cannot be read");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  statement = ask_workspace_prepare (self, what, "SELECT words, target FROM link_choice ORDER BY words", error);
  if (statement == NULL)
    return NULL;
  return ask_workspace_read_rows (self, what, statement, read_choice, link_choice_free, error);
}
