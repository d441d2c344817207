/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Turns what a person says of an answer into an example.
 */
#include "config.h"

#include "agent/ask-teach.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-agent.h"
#include "sql/ask-sql-parser.h"
#include "store/ask-workspace-examples.h"
#include "store/ask-workspace-links.h"
#include "understand/interpret/ask-reading-part.h"

static gboolean
add_wrong (AskWorkspace *workspace, const AskExample *example, AskExampleWrong *wrong, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_example_wrong_free);
  AskExample whole = *example;

  g_ptr_array_add (all, wrong);
  whole.wrong = all;
  return ask_workspace_add_example (workspace, &whole, error);
}

/**
 * ask_teach_link:
 * @workspace: a workspace
 * @link: what words stand for
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_workspace_choose_link(), ask_agent_interpret() and ask_workspace_add_example()
 *
 * Keeps it for all later questions. Where the question is read otherwise with it, what was shown before is an example of
 * a wrong reading.
 *
 * Returns: whether it is kept
 */
gboolean
ask_teach_link (AskWorkspace *workspace, const AskTeachLink *link, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskInterpretation) found = NULL;
  const AskQuestionReading *first;

  g_return_val_if_fail (workspace != NULL && link != NULL, FALSE);

  if (!ask_workspace_choose_link (workspace, link->words, link->target, error))
    return FALSE;
  if (link->sql == NULL || link->target == NULL)
    return TRUE;
  found = ask_agent_interpret (workspace, link->question, cancellable, error);
  if (found == NULL)
    return FALSE;
  first = found->readings->len > 0 ? found->readings->pdata[0] : NULL;
  if (first == NULL || strcmp (first->sql, link->sql) == 0)
    return TRUE;
  return add_wrong (workspace, &(AskExample) { .question = (char *) link->question, .origin = ASK_EXAMPLE_LINK },
                    ask_example_wrong_new (link->sql, NULL, NULL), error);
}

/** ask_teach_list_parts: Returns: (transfer full): the parts of an answer that may be wrong, for programs */
GStrv
ask_teach_list_parts (void)
{
  return g_strsplit ("columns filter group order count", " ", -1);
}

/**
 * ask_teach_name_part:
 * @kind: as of AskAnswerPart: "shown"
 *
 * Returns: (transfer none) (nullable): which of ask_teach_list_parts() it is: "columns"; %NULL where it is none
 */
const char *
ask_teach_name_part (const char *kind)
{
  static const struct
  {
    AskReadingPartKind kind;
    const char *name;
  } parts[] = {
    { ASK_READING_PART_SHOWN, "columns" }, { ASK_READING_PART_CONDITION, "filter" },
    { ASK_READING_PART_QUERY, "filter" },  { ASK_READING_PART_HAVING, "filter" },
    { ASK_READING_PART_GROUP, "group" },   { ASK_READING_PART_ORDER, "order" },
    { ASK_READING_PART_LIMIT, "order" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strcmp (ask_reading_part_kind_to_string (parts[i].kind), kind) == 0)
      return parts[i].name;
  return NULL;
}

/**
 * ask_teach_wrong:
 * @workspace: a workspace
 * @question: what was asked
 * @sql: of the answer, which is wrong
 * @parts: which parts of it are, of ask_teach_list_parts() with blanks between them; "" where nobody said
 * @note: (nullable): what was meant
 * @error: %ASK_STORE_ERROR_INVALID where there is no such part; as of ask_sql_parse() and ask_workspace_add_example()
 *
 * The question is not answered so again, and what has the same wrong part counts less.
 *
 * Returns: whether it is kept
 */
gboolean
ask_teach_wrong (AskWorkspace *workspace, const char *question, const char *sql, const char *parts, const char *note,
                 GError **error)
{
  g_auto (GStrv) said = NULL;
  g_auto (GStrv) known = ask_teach_list_parts ();
  g_autoptr (AskSqlTree) tree = NULL;

  g_return_val_if_fail (workspace != NULL && question != NULL && sql != NULL && parts != NULL, FALSE);

  said = g_strsplit (parts, " ", -1);
  for (guint i = 0; said[i] != NULL; i++)
    if (*said[i] != '\0' && !g_strv_contains ((const char *const *) known, said[i]))
      {
        g_autofree char *list = g_strjoinv (", ", known);

        ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                       N_ ("An answer has no part “%s”, so nothing was kept. Name one of these: %s."), said[i], list);
        return FALSE;
      }
  tree = ask_sql_parse (sql, -1, error);
  if (tree == NULL)
    return FALSE;
  return add_wrong (workspace, &(AskExample) { .question = (char *) question, .origin = ASK_EXAMPLE_WRONG },
                    ask_example_wrong_new (sql, parts, note), error);
}
