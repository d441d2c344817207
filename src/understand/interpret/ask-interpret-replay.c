/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Verified questions as candidates: one that is like the question is replayed with the question's values. Its query
 * is read as a draft; each value that differs takes the place of the one that stood there, in the same attribute. Where
 * that cannot be, or the query is more than a draft can say, the verified question is no candidate.
 */
#include "config.h"

#include "understand/interpret/ask-interpret-private.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-parser.h"
#include "understand/interpret/ask-draft-private.h"

/* Verified questions that are looked at closely, by the words that they share. */
#define MAX_NEAR 5
#define LEAST_WORDS 0.5
#define LEAST_LIKE 0.75
/* Of a question that is the same up to its values, and of one that is as little like it as may be. */
#define SURE 0.96
#define WORTH 0.4

typedef struct
{
  const AskVerified *verified;
  double shared;
} Near;

static GHashTable *
collect_words (const char *text)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);
  GHashTable *set = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < words->len; i++)
    g_hash_table_add (set, g_strdup (words->pdata[i]));
  return set;
}

/* How many words both have, of all of either. */
static double
compare_words (GHashTable *words, const char *other)
{
  g_autoptr (GPtrArray) list = ask_text_words (other);
  guint both = 0;

  for (guint i = 0; i < list->len; i++)
    both += g_hash_table_contains (words, list->pdata[i]);
  return list->len > 0 ? 2.0 * both / (list->len + g_hash_table_size (words)) : 0;
}

static int
compare_near (const void *a, const void *b)
{
  const Near *x = a;
  const Near *y = b;

  if (x->shared != y->shared)
    return x->shared < y->shared ? 1 : -1;
  return x->verified->id < y->verified->id ? -1 : x->verified->id > y->verified->id;
}

static GArray *
find_near (GPtrArray *verified, const char *question)
{
  g_autoptr (GHashTable) words = collect_words (question);
  GArray *near = g_array_new (FALSE, FALSE, sizeof (Near));

  for (guint i = 0; i < verified->len; i++)
    {
      const AskVerified *it = verified->pdata[i];
      Near found = { it, compare_words (words, it->question) };

      if (found.shared >= LEAST_WORDS)
        g_array_append_val (near, found);
    }
  g_array_sort (near, compare_near);
  if (near->len > MAX_NEAR)
    g_array_set_size (near, MAX_NEAR);
  return near;
}

/* The question's words, each value as one that stands for any; @values: (element-type guint): where these begin. */
static GPtrArray *
spell (AskQuestion *question, GArray *values)
{
  GPtrArray *words = g_ptr_array_new ();

  for (guint t = 0; t < question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (question, t);
      AskMark mark = g_array_index (question->value_marks, AskMark, t);

      if (mark == ASK_MARK_VALUE || mark == ASK_MARK_NUMBER)
        {
          g_ptr_array_add (words, (gpointer) (mark == ASK_MARK_VALUE ? "VAL" : "NUM"));
          g_array_append_val (values, t);
        }
      else if (mark == ASK_MARK_NONE && token->word)
        g_ptr_array_add (words, token->stem);
    }
  return words;
}

/* How much of both is the same, in the same order. */
static double
compare_spelled (const GPtrArray *a, const GPtrArray *b)
{
  g_autofree guint *row = g_new0 (guint, b->len + 1);

  for (guint i = 0; i < a->len; i++)
    {
      guint corner = 0;

      for (guint k = 0; k < b->len; k++)
        {
          guint above = row[k + 1];

          row[k + 1] = strcmp (a->pdata[i], b->pdata[k]) == 0 ? corner + 1 : MAX (above, row[k]);
          corner = above;
        }
    }
  return a->len + b->len > 0 ? 2.0 * row[b->len] / (a->len + b->len) : 0;
}

/* The mention that the mark at @token is of: the longest that begins there. */
static const AskMention *
find_mention (AskQuestion *question, guint token)
{
  const AskMention *found = NULL;

  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);

      if (mention->first == token && (mention->links->len > 0 || mention->has_number)
          && (found == NULL || mention->last > found->last))
        found = mention;
    }
  return found;
}

static const char *
find_value (const AskMention *mention, int attribute)
{
  for (guint i = 0; i < mention->links->len; i++)
    if (g_array_index (mention->links, AskMentionLink, i).attribute == attribute)
      return g_array_index (mention->links, AskMentionLink, i).value;
  return NULL;
}

/* Puts what @by stands for in the place of what @old stands for. Returns: whether it stood there */
static gboolean
replace_operand (AskDraftOperand *operand, int attribute, const AskMention *old, const AskMention *by)
{
  const char *before = find_value (old, attribute);
  const char *after = find_value (by, attribute);
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *new_first = NULL;
  g_autofree char *new_last = NULL;

  if (operand->kind != ASK_DRAFT_VALUE)
    return FALSE;
  if (operand->text == NULL)
    {
      if (!old->has_number || !by->has_number || operand->number != old->number)
        return FALSE;
      operand->number = by->number;
      return TRUE;
    }
  if (before == NULL || after == NULL)
    return FALSE;
  if (strcmp (operand->text, before) == 0)
    {
      ask_text_set (&operand->text, after);
      return TRUE;
    }
  /* A time between two days. */
  if (!ask_draft_read_period (before, &first, &last) || !ask_draft_read_period (after, &new_first, &new_last)
      || (strcmp (operand->text, first) != 0 && strcmp (operand->text, last) != 0))
    return FALSE;
  ask_text_set (&operand->text, strcmp (operand->text, first) == 0 ? new_first : new_last);
  return TRUE;
}

static guint
replace_in (AskDraft *draft, const AskMention *old, const AskMention *by)
{
  GArray *lists[] = { draft->conditions, draft->having };
  guint n = 0;

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      {
        AskDraftCondition *condition = ask_draft_condition (lists[l], i);

        for (guint k = 0; k < condition->n_operands; k++)
          if (condition->operands[k].kind == ASK_DRAFT_QUERY)
            n += replace_in (condition->operands[k].query, old, by);
          else
            n += replace_operand (&condition->operands[k], condition->left.attribute, old, by);
      }
  if (draft->limit != ASK_DRAFT_NO_LIMIT && old->has_number && by->has_number && draft->limit == (gint64) old->number
      && by->number >= 1)
    {
      draft->limit = (gint64) by->number;
      n++;
    }
  return n + (draft->second != NULL ? replace_in (draft->second, old, by) : 0);
}

/* Returns: whether each value of the question has its place in @draft. */
static gboolean
replace_all (AskDraft *draft, AskQuestion *from, const GArray *old, AskQuestion *to, const GArray *by)
{
  if (old->len != by->len)
    return FALSE;
  for (guint i = 0; i < old->len; i++)
    {
      const AskMention *before = find_mention (from, g_array_index (old, guint, i));
      const AskMention *after = find_mention (to, g_array_index (by, guint, i));

      if (before == NULL || after == NULL)
        return FALSE;
      if (g_ascii_strcasecmp (before->literal, after->literal) != 0 && replace_in (draft, before, after) == 0)
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable): the verified query with the question's values */
static AskQuestionReading *
replay (AskQuestion *question, const AskVerified *verified, double *likeness)
{
  g_autoptr (AskQuestion) other = ask_question_new (question->domain, verified->question, NULL);
  g_autoptr (GArray) old = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) by = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) theirs = NULL;
  g_autoptr (GPtrArray) ours = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (AskDraft) draft = NULL;

  if (other == NULL)
    return NULL;
  theirs = spell (other, old);
  ours = spell (question, by);
  *likeness = compare_spelled (theirs, ours);
  if (*likeness < LEAST_LIKE)
    return NULL;
  /* What a draft cannot say is no candidate; the agent still knows the verified question itself. */
  tree = ask_sql_parse (verified->sql, -1, NULL);
  draft = tree != NULL ? ask_draft_from_tree (question->domain, tree, NULL) : NULL;
  if (draft == NULL || !replace_all (draft, other, old, question, by))
    return NULL;
  return ask_question_reading_new (draft, question->domain, 0);
}

/*
 * ask_interpreter_replay:
 * @self: an interpreter
 * @look: (inout): gets what verified questions make of its question
 * @share: how likely the question is about its domain
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_interpreter_read()
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_interpreter_replay (AskInterpreter *self, AskLook *look, double share, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) near = NULL;

  if (self->verified == NULL)
    self->verified = ask_workspace_list_verified (self->workspace, error);
  if (self->verified == NULL)
    return FALSE;
  near = find_near (self->verified, look->question->text);
  for (guint i = 0; i < near->len; i++)
    {
      const AskVerified *it = g_array_index (near, Near, i).verified;
      double likeness = 0;
      AskQuestionReading *reading = replay (look->question, it, &likeness);
      guint before = look->added->len;

      if (reading != NULL)
        reading->score = share * (WORTH + (SURE - WORTH) * pow ((likeness - LEAST_LIKE) / (1 - LEAST_LIKE), 2));
      if (!ask_added_try (look->added, self, reading, it->question, cancellable, error))
        return FALSE;
      if (look->added->len > before)
        ((AskAdded *) look->added->pdata[before])->likeness = likeness;
    }
  return TRUE;
}
