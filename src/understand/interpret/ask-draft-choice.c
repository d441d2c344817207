/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "High or urgent": values of one attribute with OR between them. In SQL they stand in parentheses beside other
 * conditions, since that is what people mean; any other OR is written as a list, in which AND binds first.
 */
#include "config.h"

#include "understand/interpret/ask-draft-private.h"

static gboolean
is_same_choice (const AskDraftCondition *a, const AskDraftCondition *b)
{
  return a->op == ASK_DRAFT_EQUAL && b->op == ASK_DRAFT_EQUAL && a->n_operands == 1 && b->n_operands == 1
         && a->operands[0].kind == ASK_DRAFT_VALUE && b->operands[0].kind == ASK_DRAFT_VALUE
         && ask_draft_term_equal (&a->left, &b->left);
}

/*
 * ask_draft_count_choice:
 * @conditions: (element-type AskDraftCondition)
 * @at: a place in it
 *
 * Returns: how many conditions from @at on are a choice between values of one attribute; 0 where none begins there
 */
guint
ask_draft_count_choice (const GArray *conditions, guint at)
{
  guint n = 1;

  if (ask_draft_condition (conditions, at)->either)
    return 0;
  while (at + n < conditions->len && ask_draft_condition (conditions, at + n)->either)
    {
      if (!is_same_choice (ask_draft_condition (conditions, at), ask_draft_condition (conditions, at + n)))
        return 0;
      n++;
    }
  return n > 1 ? n : 0;
}

/*
 * ask_draft_has_either:
 * @conditions: (element-type AskDraftCondition)
 *
 * Returns: whether there is an OR that is no choice, so that a condition that is added would change what it means
 */
gboolean
ask_draft_has_either (const GArray *conditions)
{
  for (guint i = 0; i < conditions->len;)
    {
      guint n = ask_draft_count_choice (conditions, i);

      if (n == 0 && ask_draft_condition (conditions, i)->either)
        return TRUE;
      i += MAX (n, 1);
    }
  return FALSE;
}
