/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions of two goals: "which is larger: the number of singers or of employees?", "how many more singers than
 * employees?". Each goal is read by the grammar of composed questions, and gives one value; SQL compares the two, wherever
 * they lie. Nothing is guessed: what the grammar does not read is no goal.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"
#include "understand/complete/ask-complete-private.h"

#define FLAGS (G_REGEX_CASELESS | G_REGEX_OPTIMIZE)
#define LARGER "larger|greater|bigger|higher|more"
#define SMALLER "smaller|fewer|less|lower"
#define LARGER_GERMAN "größer|groesser|höher|hoeher|mehr"
#define SMALLER_GERMAN "kleiner|niedriger|weniger"

/* Two goals, and which is asked for: the larger or the smaller one first, or by how much the first exceeds the second. */
static const struct
{
  gboolean difference;
  const char *pattern;
} forms[] = {
  { FALSE, "^(?:which|what) (?:is|are)(?: the)? (?:(?<up>" LARGER ")|(?<down>" SMALLER "))(?: one)?\\s*[:,–-]?\\s+"
           "(?<a>.+?),?\\s+or\\s+(?<b>.+)$" },
  { FALSE, "^are there (?:(?<up>more)|(?<down>fewer|less)) (?<a>.+?) (?:than|or) (?<b>.+)$" },
  { FALSE, "^(?:was|welche) ist (?:(?<up>" LARGER_GERMAN ")|(?<down>" SMALLER_GERMAN "))\\s*[:,–-]?\\s+"
           "(?<a>.+?),?\\s+oder\\s+(?<b>.+)$" },
  { FALSE,
    "^(?:wovon )?gibt es (?:(?<up>mehr)|(?<down>weniger))\\s*[:,–-]?\\s+(?<a>.+?),?\\s+(?:als|oder)\\s+(?<b>.+)$" },
  { TRUE, "^how many (?:(?<up>more)|(?<down>fewer|less)) (?<a>.+?)(?: are there| do we have| exist)? than (?<b>.+?)"
          "(?: are there| do we have| exist)?$" },
  { TRUE, "^(?:um )?wie ?viele? (?:(?<up>mehr)|(?<down>weniger)) (?<a>.+?)(?: gibt es)? als (?<b>.+?)(?: gibt es)?$" },
};

/* "the number of", "of", "die Anzahl der" */
static const char *const counted
  = "^(?:the |die |der )?(?:(?:number|count) of|anzahl (?:der|von|an)|of|der|von)\\s+(?:the |all |den |allen )?";

static char *
cut_article (const char *goal)
{
  g_autoptr (GRegex) regex = g_regex_new ("^(?:the|die|der|das)\\s+", FLAGS, 0, NULL);

  return g_regex_replace_literal (regex, goal, -1, 0, "", 0, NULL);
}

/* Whether @sql gives one value: an aggregate, and nothing to group by. */
static gboolean
is_one_value (const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  const AskSqlCore *core;

  if (tree == NULL || tree->select->n_cores != 1)
    return FALSE;
  core = tree->select->cores[0];
  return core->n_results == 1 && core->group_by.n == 0 && core->results[0].expr != NULL
         && core->results[0].expr->kind == ASK_EXPR_FUNCTION && core->results[0].expr->window == NULL
         && tree->select->limit == NULL;
}

/* Leaves @composed %NULL where @text is not composed, or gives more than one value. */
static gboolean
read_value (AskWorkspace *workspace, const char *text, AskComposed **composed, GError **error)
{
  if (!ask_complete_read_one (workspace, text, composed, error))
    return FALSE;
  if (*composed != NULL && !is_one_value ((*composed)->sql))
    g_clear_pointer (composed, ask_composed_free);
  return TRUE;
}

/* A goal is what is counted, or a figure that the grammar reads as it stands: "the average price of album". */
static gboolean
read_goal (AskWorkspace *workspace, const char *goal, char **label, AskComposed **composed, GError **error)
{
  static const char *const counts[] = { "number of ", "Anzahl der " };
  g_autoptr (GRegex) regex = g_regex_new (counted, FLAGS, 0, NULL);
  g_autofree char *rest = g_regex_replace_literal (regex, goal, -1, 0, "", 0, NULL);
  g_autofree char *plain = cut_article (goal);

  *composed = NULL;
  if (strcmp (rest, goal) == 0 && !read_value (workspace, plain, composed, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (counts) && *composed == NULL; i++)
    {
      g_autofree char *text = g_strconcat (counts[i], strcmp (rest, goal) == 0 ? plain : rest, NULL);

      if (!read_value (workspace, text, composed, error))
        return FALSE;
    }
  *label = g_strdup (strcmp (rest, goal) == 0 ? plain : rest);
  return TRUE;
}

static char *
write_comparison (AskComposed *const goals[2], char *const labels[2], gboolean down)
{
  g_autofree char *one = ask_sql_quote_text (labels[0]);
  g_autofree char *other = ask_sql_quote_text (labels[1]);

  return g_strdup_printf ("SELECT %s AS what, (%s) AS number UNION ALL SELECT %s, (%s) ORDER BY number%s", one,
                          goals[0]->sql, other, goals[1]->sql, down ? "" : " DESC");
}

static AskComposed *
compare (AskComposed *const goals[2], char *const labels[2], gboolean difference, gboolean down)
{
  AskComposed *composed = g_new0 (AskComposed, 1);

  composed->sources = ask_text_copy_all (goals[0]->sources);
  for (guint i = 0; i < goals[1]->sources->len; i++)
    if (!g_ptr_array_find_with_equal_func (composed->sources, goals[1]->sources->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (composed->sources, g_strdup (goals[1]->sources->pdata[i]));
  if (!difference)
    {
      composed->sql = write_comparison (goals, labels, down);
      /* Translators: two readings, each a sentence: "Counted: album." */
      composed->words = g_strdup_printf (down ? _ ("Compared, the smaller first: (1) %s (2) %s")
                                              : _ ("Compared, the larger first: (1) %s (2) %s"),
                                         goals[0]->words, goals[1]->words);
      return composed;
    }
  composed->sql
    = g_strdup_printf ("SELECT (%s) - (%s) AS difference", goals[down ? 1 : 0]->sql, goals[down ? 0 : 1]->sql);
  /* Translators: two readings, each a sentence: "Counted: album." */
  composed->words = g_strdup_printf (_ ("By how much one exceeds the other: (1) %s (2) %s"), goals[down ? 1 : 0]->words,
                                     goals[down ? 0 : 1]->words);
  return composed;
}

static gboolean
read_form (AskWorkspace *workspace, guint form, GMatchInfo *match, AskComposed **composed, GError **error)
{
  g_autofree char *down = g_match_info_fetch_named (match, "down");
  g_autofree char *one = g_match_info_fetch_named (match, "a");
  g_autofree char *other = g_match_info_fetch_named (match, "b");
  g_autoptr (AskComposed) first = NULL;
  g_autoptr (AskComposed) second = NULL;
  g_autofree char *first_label = NULL;
  g_autofree char *second_label = NULL;

  if (!read_goal (workspace, one, &first_label, &first, error)
      || (first != NULL && !read_goal (workspace, other, &second_label, &second, error)))
    return FALSE;
  if (first != NULL && second != NULL)
    *composed = compare ((AskComposed *const[]) { first, second }, (char *const[]) { first_label, second_label },
                         forms[form].difference, down != NULL && *down != '\0');
  return TRUE;
}

/* (transfer full): on one line, without what ends a sentence */
static char *
clean (const char *text)
{
  char *line = g_strstrip (g_strdelimit (g_strdup (text), "\r\n\t", ' '));
  gsize length = strlen (line);

  while (length > 0 && strchr ("?.! ", line[length - 1]) != NULL)
    line[--length] = '\0';
  return line;
}

/**
 * ask_complete_compares:
 * @text: a question, valid UTF-8
 *
 * Returns: whether it asks to compare two goals, whatever these are
 */
gboolean
ask_complete_compares (const char *text)
{
  g_autofree char *line = clean (text);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (g_regex_match_simple (forms[i].pattern, line, FLAGS, 0))
      return TRUE;
  return FALSE;
}

/*
 * ask_complete_read_comparison:
 * @workspace: whose data is asked about
 * @text: a question
 * @composed: (out) (transfer full) (nullable): what it means, where it compares two values that are composed
 * @error: %ASK_STORE_ERROR
 *
 * Returns: %FALSE exactly where @error is set
 */
gboolean
ask_complete_read_comparison (AskWorkspace *workspace, const char *text, AskComposed **composed, GError **error)
{
  g_autofree char *line = clean (text);

  *composed = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (forms) && *composed == NULL; i++)
    {
      g_autoptr (GRegex) regex = g_regex_new (forms[i].pattern, FLAGS, 0, NULL);
      g_autoptr (GMatchInfo) match = NULL;

      if (g_regex_match (regex, line, 0, &match) && !read_form (workspace, i, match, composed, error))
        return FALSE;
    }
  return TRUE;
}
