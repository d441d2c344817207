/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question is read in this order: tokens, names, mentions, marks of values, and at last the plain question,
 * in which names and values are only what they are. It belongs to the thread of the domain's workspace while
 * it is made, and to anyone afterwards.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include <string.h>

static void
clear_token (gpointer data)
{
  AskToken *token = data;

  g_free (token->surface);
  g_free (token->folded);
  g_free (token->stem);
}

static void
clear_mention (gpointer data)
{
  AskMention *mention = data;

  g_free (mention->literal);
  g_array_unref (mention->links);
}

static void
clear_quote (gpointer data)
{
  g_free (((AskQuote *) data)->text);
}

static guint
length_of (AskQuestion *self, guint mention)
{
  return ask_question_mention (self, mention)->last - ask_question_mention (self, mention)->first;
}

/* Long ones first; of the same length the one that was found first. */
static int
compare_lengths (const void *a, const void *b, void *data)
{
  guint x = *(const guint *) a;
  guint y = *(const guint *) b;
  guint nx = length_of (data, x);
  guint ny = length_of (data, y);

  return nx != ny ? (nx > ny ? -1 : 1) : (x > y) - (x < y);
}

/* A number that is stored somewhere as a text is still a number. */
static gboolean
is_number (AskQuestion *self, const AskMention *mention)
{
  for (guint i = 0; i < self->mentions->len; i++)
    {
      const AskMention *other = ask_question_mention (self, i);

      if (other->kind == ASK_MENTION_NUMBER && other->first == mention->first && other->last == mention->last)
        return TRUE;
    }
  return FALSE;
}

static gboolean
may_mark (AskQuestion *self, const AskMention *mention)
{
  if (mention->kind == ASK_MENTION_PART || (mention->kind == ASK_MENTION_STORED && is_number (self, mention)))
    return FALSE;
  /* "name" may be a stored value somewhere, and is a name here. */
  if (mention->kind == ASK_MENTION_STORED && mention->last - mention->first == 1
      && !ask_question_token (self, mention->first)->upper
      && g_array_index (self->marks, AskMark, mention->first) != ASK_MARK_NONE)
    return FALSE;
  for (guint k = mention->first; k < mention->last; k++)
    if (g_array_index (self->value_marks, AskMark, k) != ASK_MARK_NONE)
      return FALSE;
  return TRUE;
}

static void
mark_values (AskQuestion *self)
{
  g_autofree guint *order = g_new (guint, self->mentions->len + 1);

  g_array_set_size (self->value_marks, self->tokens->len);
  for (guint i = 0; i < self->mentions->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) self->mentions->len, sizeof *order, compare_lengths, self);
  for (guint i = 0; i < self->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (self, order[i]);
      AskMark mark = mention->has_number ? ASK_MARK_NUMBER : ASK_MARK_VALUE;

      if (!may_mark (self, mention))
        continue;
      for (guint k = mention->first; k < mention->last; k++)
        g_array_index (self->value_marks, AskMark, k) = k == mention->first ? mark : mark + 1;
    }
}

/* What stands for the token in the plain question; NULL for nothing. */
static const char *
plain_word (AskQuestion *self, guint k)
{
  static const char *const as_they_are[] = { "what", "is", "are", "the", NULL };
  const AskToken *token = ask_question_token (self, k);
  AskMark mark = g_array_index (self->value_marks, AskMark, k);

  if (mark == ASK_MARK_NONE)
    mark = g_array_index (self->marks, AskMark, k);
  switch (mark)
    {
    case ASK_MARK_ATTRIBUTE:
      return "COL";
    case ASK_MARK_ENTITY:
      return "TAB";
    case ASK_MARK_VALUE:
      return "VAL";
    case ASK_MARK_NUMBER:
      return "NUM";
    case ASK_MARK_ATTRIBUTE_INSIDE:
    case ASK_MARK_ENTITY_INSIDE:
    case ASK_MARK_VALUE_INSIDE:
    case ASK_MARK_NUMBER_INSIDE:
      return NULL;
    case ASK_MARK_NONE:
      break;
    }
  if (g_strv_contains (as_they_are, token->folded))
    return token->folded;
  return token->word || strchr (",<>=", *token->surface) != NULL ? token->stem : NULL;
}

static void
make_plain (AskQuestion *self)
{
  g_ptr_array_add (self->plain, g_strdup ("<s>"));
  for (guint k = 0; k < self->tokens->len; k++)
    {
      const char *word = plain_word (self, k);
      g_auto (GStrv) words = NULL;

      g_array_append_val (self->places, self->plain->len);
      /* One German word may be two of English. */
      words = g_strsplit (word != NULL ? word : "", " ", -1);
      for (guint i = 0; words[i] != NULL; i++)
        g_ptr_array_add (self->plain, g_strdup (words[i]));
    }
  g_ptr_array_add (self->plain, g_strdup ("</s>"));
}

/**
 * ask_question_new:
 * @domain: what it may be about; the question holds a reference
 * @text: as it was asked; invalid UTF-8 is repaired
 * @error: of the workspace, where values could not be looked up
 *
 * Returns: (nullable): the question with everything that its words may stand for
 */
AskQuestion *
ask_question_new (AskDomain *domain, const char *text, GError **error)
{
  g_return_val_if_fail (domain != NULL && text != NULL, NULL);

  g_autoptr (AskQuestion) self = g_new0 (AskQuestion, 1);
  g_autoptr (GPtrArray) own_stems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) quotes = g_array_new (FALSE, FALSE, sizeof (AskQuote));
  AskQuestionWork work = { self, FALSE, own_stems, quotes };

  g_array_set_clear_func (quotes, clear_quote);
  self->text = g_utf8_make_valid (text, -1);
  self->domain = ask_domain_ref (domain);
  self->tokens = g_array_new (FALSE, TRUE, sizeof (AskToken));
  self->mentions = g_array_new (FALSE, TRUE, sizeof (AskMention));
  self->attributes = g_array_new (FALSE, TRUE, sizeof (AskNameMatch));
  self->entities = g_array_new (FALSE, TRUE, sizeof (AskNameMatch));
  self->metrics = g_array_new (FALSE, TRUE, sizeof (AskNameMatch));
  self->marks = g_array_new (FALSE, TRUE, sizeof (AskMark));
  self->value_marks = g_array_new (FALSE, TRUE, sizeof (AskMark));
  self->plain = g_ptr_array_new_with_free_func (g_free);
  self->places = g_array_new (FALSE, TRUE, sizeof (guint));
  self->chosen = g_array_new (FALSE, TRUE, sizeof (AskChosenSpan));
  self->units = g_array_new (FALSE, TRUE, sizeof (AskUnitMatch));
  g_array_set_clear_func (self->tokens, clear_token);
  g_array_set_clear_func (self->mentions, clear_mention);

  ask_question_read_tokens (&work);
  ask_question_put_in_english (&work);
  ask_question_put_bounds (&work);
  ask_question_put_usual (&work);
  ask_question_match_names (&work);
  if (!ask_question_find_mentions (&work, error))
    return NULL;
  ask_question_find_units (&work);
  if (!ask_question_apply_choices (&work, error))
    return NULL;
  mark_values (self);
  make_plain (self);
  return g_steal_pointer (&self);
}

/**
 * ask_question_free:
 * @self: (nullable): a question
 */
void
ask_question_free (AskQuestion *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  ask_domain_unref (self->domain);
  g_array_unref (self->tokens);
  g_array_unref (self->chosen);
  g_array_unref (self->units);
  g_array_unref (self->mentions);
  g_array_unref (self->attributes);
  g_array_unref (self->entities);
  g_array_unref (self->metrics);
  g_array_unref (self->marks);
  g_array_unref (self->value_marks);
  g_ptr_array_unref (self->plain);
  g_array_unref (self->places);
  g_free (self);
}
