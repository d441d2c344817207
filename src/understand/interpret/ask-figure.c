/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reading of a question that is a figure of groups. It stands before what was learned where that is not sure, and
 * makes it surer where both give the same rows: they know nothing of each other.
 */
#include "config.h"

#include "understand/interpret/ask-figure-private.h"

#include "understand/interpret/ask-label.h"
#include "understand/interpret/ask-shown.h"

/* Of what counts as sure: what is asked before it is told. */
#define ASKED 0.9
/* How likely both are right that give the same. */
#define AGREED 0.97

static void
add_plain (GArray *terms, int attribute)
{
  AskDraftTerm term = { .attribute = attribute };

  g_array_append_val (terms, term);
}

/* Rows are shown by what they are called and told apart by their key. */
static gboolean
add_rows (AskDraft *draft, AskDomain *domain, guint entity)
{
  int key = ask_figure_find_key (domain, entity);
  int names[2];
  guint n = ask_shown_find_names (domain, entity, names);
  int label = ask_label_get (domain, entity);
  const AskDomainAttribute *of = ask_domain_attribute (domain, label);

  /* A "region description" says no more than that it is a text, and yet what it is called. */
  if (n == 0 && of->kind == ASK_DOMAIN_TEXT && !of->key && !of->joins && of->n_distinct > 1
      && of->n_distinct >= ask_domain_entity (domain, entity)->n_rows)
    names[n++] = label;
  if (key < 0 && n == 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    add_plain (draft->terms, names[i]);
  if (n == 0)
    add_plain (draft->terms, key);
  if (key >= 0)
    add_plain (draft->groups, key);
  else
    for (guint i = 0; i < n; i++)
      add_plain (draft->groups, names[i]);
  return TRUE;
}

static gboolean
add_groups (AskDraft *draft, AskDomain *domain, const AskFigureAsked *figure)
{
  for (guint i = 0; i < figure->n_groups; i++)
    {
      const AskFigureGroup *group = &figure->groups[i];

      if (group->entity >= 0)
        {
          if (!add_rows (draft, domain, (guint) group->entity))
            return FALSE;
          continue;
        }
      add_plain (draft->terms, group->attribute);
      add_plain (draft->groups, group->attribute);
    }
  return TRUE;
}

static void
add_conditions (AskDraft *draft, const AskQuestion *question, const AskFigureAsked *figure)
{
  for (guint i = 0; i < figure->n_mentions; i++)
    {
      const AskMention *mention = ask_question_mention (question, figure->mentions[i]);
      AskDraftCondition condition
        = { .left = { .attribute = figure->attributes[i] }, .op = figure->ops[i], .n_operands = 1 };
      char *text = NULL;

      for (guint l = 0; l < mention->links->len && text == NULL; l++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

          /* A date is the same for whichever time it is compared with. */
          if (link->value != NULL && (link->attribute == figure->attributes[i] || mention->kind == ASK_MENTION_DATE))
            text = g_strdup (link->value);
        }
      if (text == NULL)
        text = g_strdup (mention->literal);
      condition.operands[0] = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, text, 0, NULL };
      g_array_append_val (draft->conditions, condition);
    }
}

/* What has to be in FROM though nothing of it is named: what is counted, and what stands between two. */
static void
add_extra (AskDraft *draft, AskDomain *domain, const AskFigureAsked *figure)
{
  int fact = (int) figure->fact;
  gboolean counts = figure->term.attribute == ASK_DOMAIN_STAR;

  for (guint i = 0; i < figure->n_groups; i++)
    if (figure->groups[i].entity >= 0
        && ask_figure_get_distance (domain, figure->fact, (guint) figure->groups[i].entity) < 0)
      fact = ask_figure_find_bridge (domain, figure->fact, (guint) figure->groups[i].entity);
  for (guint i = 0; i < figure->n_more; i++)
    counts = counts || figure->more[i].attribute == ASK_DOMAIN_STAR;
  if (counts && figure->term.metric == 0 && fact >= 0)
    g_array_append_val (draft->extra, fact);
}

static AskDraft *
make_draft (const AskQuestion *question, const AskFigureAsked *figure)
{
  AskDomain *domain = question->domain;
  g_autoptr (AskDraft) draft = ask_draft_new ();

  if (!add_groups (draft, domain, figure))
    return NULL;
  add_conditions (draft, question, figure);
  add_extra (draft, domain, figure);
  for (guint i = 0; i < figure->n_more; i++)
    g_array_append_val (draft->terms, figure->more[i]);
  if (!figure->bare)
    g_array_append_val (draft->terms, figure->term);
  if (figure->ranked)
    {
      g_array_append_val (draft->orders, figure->term);
      draft->descending = !figure->least;
      draft->limit = figure->limit;
    }
  ask_draft_bound_times (draft, domain);
  return g_steal_pointer (&draft);
}

/* A figure that nobody defined, and what had to be chosen, is asked before it is told. */
static gboolean
is_sure (const AskDomain *domain, const AskFigureAsked *figure)
{
  return figure->sure && figure->n_mentions == 0
         && (figure->term.metric == 0 || ask_domain_metric (domain, figure->term.metric - 1)->metric != NULL);
}

/*
 * ask_interpreter_add_figure:
 * @self: an interpreter
 * @look: (inout): at a question; gets the figure that it asks for
 * @share: how likely it is about its domain
 * @cancellable: (nullable): a way to stop
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_interpreter_add_figure (AskInterpreter *self, AskLook *look, double share, GCancellable *cancellable,
                            GError **error)
{
  g_autoptr (AskDraft) draft = NULL;
  g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_added_free);
  AskQuestionReading *reading = NULL;
  AskFigureAsked figure;
  double learned = look->confidence;
  double told = look->added->len > 0 ? ((const AskAdded *) look->added->pdata[0])->reading->score : 0;
  const AskAdded *added;

  if (look->question->chosen->len > 0 || !ask_figure_read (look->question, &figure))
    return TRUE;
  draft = make_draft (look->question, &figure);
  if (draft != NULL)
    reading = ask_question_reading_new (draft, look->question->domain, 0);
  if (reading != NULL)
    reading->score = MAX (told, ASKED * self->sure * share);
  if (!ask_added_try (own, self, reading, NULL, cancellable, error))
    return FALSE;
  if (own->len == 0)
    return TRUE;
  added = own->pdata[0];
  if (ask_look_agrees (look, added->signature))
    {
      double agreed = is_sure (look->question->domain, &figure) ? AGREED * share : 0;

      added->reading->score = MAX (added->reading->score, MAX (learned, agreed));
    }
  /* What was learned is surer than a rule that found something else; but it knows no figure that is shared out, and passes
   * over one of several. */
  else if (learned >= self->sure && look->added->len == 0 && figure.n_more == 0 && figure.term.per == 0)
    return TRUE;
  /* It takes every word, so it stands before what certain words ask for. */
  g_ptr_array_insert (look->added, 0, g_ptr_array_steal_index (own, 0));
  return TRUE;
}
