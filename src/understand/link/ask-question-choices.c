/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person said that words stand for comes before what they look like: the chosen target is met in full, and
 * nothing else is met by these words alone.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include <string.h>

#include "base/ask-text.h"
#include "store/ask-workspace-links.h"

/* What a choice names in a domain. */
typedef struct
{
  int entity;
  int attribute;
  gboolean value; /* the words are a value of @attribute */
} Target;

static gboolean
find_target (AskDomain *domain, const char *text, Target *target)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 2);
  const char *name = g_strv_length (parts) == 2 ? parts[1] : "";

  *target = (Target) { -1, -1, g_strcmp0 (parts[0], "value") == 0 };
  if (g_strcmp0 (parts[0], "entity") == 0)
    target->entity = ask_domain_find_entity (domain, name);
  /* Either name may have a dot in it. */
  else if (target->value || g_strcmp0 (parts[0], "attribute") == 0)
    for (const char *dot = strchr (name, '.'); dot != NULL && target->attribute < 0; dot = strchr (dot + 1, '.'))
      {
        g_autofree char *entity = g_strndup (name, (gsize) (dot - name));

        target->attribute = ask_domain_find (domain, entity, dot + 1);
      }
  return target->entity >= 0 || target->attribute >= 0;
}

/* Returns: one past the last token of @words, which begin at @first; 0 where others stand there */
static guint
match_words (AskQuestion *self, guint first, const char *words)
{
  for (guint last = first + 1; last <= self->tokens->len; last++)
    {
      g_autofree char *span
        = g_strndup (self->text + ask_question_token (self, first)->start,
                     ask_question_token (self, last - 1)->end - ask_question_token (self, first)->start);
      g_autofree char *folded = ask_text_fold (span);

      if (g_str_equal (folded, words))
        return last;
      if (strlen (folded) > strlen (words))
        break;
    }
  return 0;
}

static void
forget_within (GArray *names, guint first, guint last)
{
  for (guint i = 0; i < names->len; i++)
    {
      AskNameMatch *match = &g_array_index (names, AskNameMatch, i);

      if (match->met > 0 && match->first >= first && match->last <= last)
        *match = (AskNameMatch) { 0 };
    }
}

static void
meet (GArray *names, int at, guint first, guint last)
{
  AskNameMatch *match = &g_array_index (names, AskNameMatch, at);

  match->n_words = MAX (match->n_words, 1);
  *match = (AskNameMatch) {
    .score = 1, .exact = TRUE, .first = first, .last = last, .met = match->n_words, .n_words = match->n_words
  };
}

static gboolean
has_value (AskQuestion *self, guint first, guint last, int attribute)
{
  for (guint i = 0; i < self->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (self, i);

      for (guint k = 0; mention->first >= first && mention->last <= last && k < mention->links->len; k++)
        if (g_array_index (mention->links, AskMentionLink, k).attribute == attribute)
          return TRUE;
    }
  return FALSE;
}

/* Mentions within the words are of the chosen attribute alone; of none where the words are a name. */
static void
choose_values (AskQuestion *self, guint first, guint last, const Target *target)
{
  for (guint i = 0; i < self->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (self, i);

      if (mention->first < first || mention->last > last)
        continue;
      for (guint k = mention->links->len; k > 0; k--)
        if (!target->value || g_array_index (mention->links, AskMentionLink, k - 1).attribute != target->attribute)
          g_array_remove_index (mention->links, k - 1);
    }
}

static void
apply (AskQuestion *self, guint first, guint last, const Target *target)
{
  AskMark mark = target->value ? ASK_MARK_NONE : target->entity >= 0 ? ASK_MARK_ENTITY : ASK_MARK_ATTRIBUTE;
  AskChosenSpan span = { first, last };

  forget_within (self->entities, first, last);
  forget_within (self->attributes, first, last);
  if (target->entity >= 0)
    meet (self->entities, target->entity, first, last);
  else if (!target->value)
    meet (self->attributes, target->attribute, first, last);
  choose_values (self, first, last, target);
  for (guint k = first; k < last; k++)
    g_array_index (self->marks, AskMark, k) = mark == ASK_MARK_NONE || k == first ? mark : mark + 1;
  g_array_append_val (self->chosen, span);
}

/*
 * ask_question_apply_choices:
 * @work: names and mentions are found
 * @error: of the workspace
 *
 * Does what people said of the question's words. What names nothing of the domain, or values that are not there, is left
 * alone.
 *
 * Returns: whether the workspace could be read
 */
gboolean
ask_question_apply_choices (AskQuestionWork *work, GError **error)
{
  AskQuestion *self = work->question;
  g_autoptr (GPtrArray) choices = NULL;

  if (self->domain->workspace == NULL)
    return TRUE;
  choices = ask_workspace_list_link_choices (self->domain->workspace, error);
  for (guint i = 0; choices != NULL && i < choices->len; i++)
    {
      const AskLinkChoice *choice = choices->pdata[i];
      Target target;

      for (guint first = 0; find_target (self->domain, choice->target, &target) && first < self->tokens->len; first++)
        {
          guint last = match_words (self, first, choice->words);

          if (last > 0 && (!target.value || has_value (self, first, last, target.attribute)))
            apply (self, first, last, &target);
        }
    }
  return choices != NULL;
}
