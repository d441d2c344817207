/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A reading out of SQL: of an answer that was shown before, whoever wrote its query.
 */
#include "config.h"

#include "sql/ask-sql-parser.h"
#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-interpret-private.h"

/* Returns: (transfer full) (element-type utf8): the tables that @tree names */
static GPtrArray *
list_names (const AskSqlTree *tree)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) uses = ask_sql_select_find_tables (tree->select);

  for (guint i = 0; i < uses->len; i++)
    g_ptr_array_add (names, g_strdup (g_array_index (uses, AskSqlTableUse, i).name));
  return names;
}

/**
 * ask_interpreter_recall:
 * @self: an interpreter
 * @sql: one SELECT over the relational view, of an earlier answer
 * @text: what is said of it now: entities that it names are at hand, too
 * @error: as of ask_sql_parse() and ask_draft_from_tree(), %G_IO_ERROR_NOT_SUPPORTED where a draft cannot join so, or what
 *   the store says
 *
 * Reads SQL back, for ask_interpreter_follow() and ask_reading_list_parts(). The SQL of the reading may be written in
 * another way than @sql, and means the same.
 *
 * Returns: (transfer full): a reading that was not tried; %NULL on error
 */
AskQuestionReading *
ask_interpreter_recall (AskInterpreter *self, const char *sql, const char *text, GError **error)
{
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (AskDomain) domain = NULL;
  g_autoptr (AskDraft) draft = NULL;
  AskQuestionReading *reading;
  guint way;

  g_return_val_if_fail (self != NULL && sql != NULL && text != NULL, NULL);

  tree = ask_sql_parse (sql, -1, error);
  if (tree == NULL)
    return NULL;
  names = list_names (tree);
  domain = ask_interpreter_find_domain (self, names, text, error);
  if (domain == NULL)
    return NULL;
  draft = ask_draft_recall_tree (domain, tree, error);
  if (draft == NULL || !ask_draft_find_way (draft, domain, tree, &way, error))
    return NULL;
  reading = ask_question_reading_new (draft, domain, way);
  if (reading != NULL && ask_draft_recall_is_exact (draft, reading->sql, tree, error))
    return reading;
  ask_question_reading_free (reading);
  return NULL;
}
