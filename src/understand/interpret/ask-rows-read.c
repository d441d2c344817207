/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a question as rows of one entity, word by word. It is one only where nothing is left over: a word that is not
 * understood may change everything.
 */
#include "config.h"

#include "understand/interpret/ask-rows-private.h"

#include "understand/interpret/ask-label.h"
#include "understand/interpret/ask-shown.h"

static const char opening_ways[]
  = "new|show|list|give|display|me|us|what|which|is|are|was|were|the|all|find|get|our|please|tell|do|you|see|can|i|want|need|my|any";
static const char idle_ways[]
  = "are|is|was|were|there|do|does|did|we|have|has|had|exist|the|our|that|which|who|they|been|currently|get|got|"
    "works|work|working|located|based|belong|belongs|belonging|live|lives|living|made|placed|and|come|comes|coming";
static const char late_ways[] = "latest|last|newest|recent|youngest";
static const char early_ways[] = "earliest|oldest|eldest|first";
static const char large_ways[] = "largest|biggest|highest|greatest|top";
static const char small_ways[] = "smallest|lowest";

static gboolean
is_one (const AskRowsReader *self, guint t, const char *ways)
{
  return ask_figure_is_one (self->question, t, ways);
}

static guint
skip (const AskRowsReader *self, guint t, const char *ways)
{
  return ask_figure_skip (self->question, t, ways);
}

/* ---- whose rows */

/* "Jackets": a value that only one attribute has stands for its rows. @one: a single one of them will do */
static guint
match_value (AskRowsReader *self, guint t, gboolean one, guint *entity)
{
  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);
      const AskMentionLink *link = mention->links->len == 1 ? &g_array_index (mention->links, AskMentionLink, 0) : NULL;

      if (mention->first == t && mention->kind == ASK_MENTION_STORED && link != NULL && link->score >= 0.99
          && (one || ask_figure_is_plural (self->question, mention->last - 1)))
        {
          *entity = ask_domain_attribute (self->question->domain, link->attribute)->entity;
          return mention->last - t;
        }
    }
  return 0;
}

/* Where the head stands: behind words that may be values of it; G_MAXUINT where there is none. */
static guint
find_head (const AskRowsReader *self, guint t, guint *n, guint *entity)
{
  for (guint at = t; at < self->question->tokens->len; at++)
    {
      *n = ask_figure_match_entity (self->question, at, entity);
      if (*n > 0)
        return at;
    }
  return G_MAXUINT;
}

/* The only entity whose rows are people: "who". */
static gboolean
find_people (const AskRowsReader *self, guint *entity)
{
  guint n = 0;

  for (guint e = 0; e < self->question->domain->entities->len; e++)
    if (ask_figure_is_people (self->question->domain, e))
      {
        *entity = e;
        n++;
      }
  return n == 1;
}

/* ---- the first of them */

typedef enum
{
  END_NONE,
  END_LATE,
  END_EARLY,
  END_LARGE,
  END_SMALL
} End;

static End
read_end (const AskRowsReader *self, guint t, guint *last)
{
  guint at = is_one (self, t, "most") && is_one (self, t + 1, "recent") ? t + 1 : t;

  *last = t + 2;
  if (is_one (self, t + 1, "expensive|costly|valuable") && is_one (self, t, "most|least"))
    return is_one (self, t, "most") ? END_LARGE : END_SMALL;
  *last = at + 1;
  if (is_one (self, at, late_ways))
    return END_LATE;
  if (is_one (self, at, early_ways))
    return END_EARLY;
  if (is_one (self, at, large_ways))
    return END_LARGE;
  if (is_one (self, at, small_ways))
    return END_SMALL;
  *last = t;
  return END_NONE;
}

/* The only day of birth of the head; none where it has none, or says how old its rows are by a number. */
static int
find_birth (const AskRowsReader *self)
{
  static const char *const stems[]
    = { "birth", "birthdat", "birthdate", "birthday", "born", "dob", "geburtsdatum", NULL };
  const AskDomainEntity *head = ask_domain_entity (self->question->domain, (guint) self->head);

  for (guint a = head->first; a < head->first + head->n_attributes; a++)
    if (ask_domain_attribute (self->question->domain, a)->kind == ASK_DOMAIN_TIME
        && ask_domain_words_have_any (ask_domain_attribute (self->question->domain, a)->raw_stems, stems))
      return (int) a;
  return ASK_ROWS_NONE;
}

static gboolean
has_age (const AskRowsReader *self)
{
  static const char *const stems[] = { "age", "alter", NULL };
  const AskDomainEntity *head = ask_domain_entity (self->question->domain, (guint) self->head);

  for (guint a = head->first; a < head->first + head->n_attributes; a++)
    if (ask_domain_words_have_any (ask_domain_attribute (self->question->domain, a)->raw_stems, stems))
      return TRUE;
  return FALSE;
}

/* Orders the rows by @end; FALSE where nothing says by what. */
static gboolean
put_order (AskRowsReader *self, End end, gint64 limit, gboolean plural)
{
  gboolean timed = end == END_LATE || end == END_EARLY;
  int birth = timed ? find_birth (self) : ASK_ROWS_NONE;
  int by = birth != ASK_ROWS_NONE ? birth : timed ? ask_rows_find_date (self) : ask_rows_find_measure (self);
  AskDraftTerm order = { .attribute = by };

  if (by == ASK_ROWS_NONE || (timed && has_age (self)))
    return FALSE;
  g_array_append_val (self->draft->orders, order);
  self->draft->descending = end == END_LATE || end == END_LARGE;
  self->draft->limit = limit > 0 ? limit : plural ? ASK_DRAFT_NO_LIMIT : 1;
  return TRUE;
}

/* ---- what is shown of them */

static void
add_plain (GArray *terms, int attribute)
{
  AskDraftTerm term = { .attribute = attribute };

  g_array_append_val (terms, term);
}

/* What they are called; all that is known of them where they have no name. "*" would be also of what they belong to. */
static void
show_rows (AskRowsReader *self)
{
  AskDomain *domain = self->question->domain;
  const AskDomainEntity *head = ask_domain_entity (domain, (guint) self->head);
  g_autoptr (GArray) entities = NULL;
  int names[2];
  guint n = ask_shown_find_names (domain, (guint) self->head, names);
  int label = ask_label_get (domain, (guint) self->head);
  const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, label);

  /* "Companies" of accounts; what many rows share, as in "high priority tickets", is no name of theirs. */
  if (n == 0 && match->met > 0 && match->exact
      && ask_domain_attribute (domain, (guint) label)->n_distinct >= head->n_rows)
    names[n++] = label;
  for (guint i = 0; i < n; i++)
    add_plain (self->draft->terms, names[i]);
  if (n > 0)
    return;
  entities = ask_draft_collect_entities (self->draft, domain);
  if (entities->len == 0 || (entities->len == 1 && g_array_index (entities, guint, 0) == (guint) self->head))
    {
      add_plain (self->draft->terms, ASK_DOMAIN_STAR);
      g_array_append_val (self->draft->extra, self->head);
      return;
    }
  for (guint a = head->first; a < head->first + head->n_attributes; a++)
    add_plain (self->draft->terms, (int) a);
}

static void
count_rows (AskRowsReader *self)
{
  AskDraftTerm term = { .aggregate = ASK_DRAFT_COUNT, .attribute = ASK_DOMAIN_STAR };

  g_array_append_val (self->draft->terms, term);
  g_array_append_val (self->draft->extra, self->head);
}

/* ---- all of it */

static gboolean
read_rest (AskRowsReader *self, guint t)
{
  while (!ask_figure_is_end (self->question, t))
    {
      guint last = skip (self, t, idle_ways);

      if (last == t)
        last = ask_rows_read_condition (self, t);
      if (last == 0 && self->wanted != ASK_ROWS_SOME)
        last = ask_rows_skip_verb (self, t);
      if (last == t && !ask_question_token (self->question, t)->word)
        last = t + 1;
      if (last <= t)
        return FALSE;
      t = last;
    }
  return TRUE;
}

/* Words before the head are values of its rows: "high or urgent tickets", "healthcare companies". */
static gboolean
read_before (AskRowsReader *self, guint t, guint head)
{
  while (t < head)
    {
      guint last = ask_rows_read_value (self, t);

      if (last == 0 || last > head)
        return FALSE;
      t = skip (self, last, "and|or");
      if (t > head)
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_all (AskRowsReader *self)
{
  guint at = skip (self, 0, opening_ways);
  gboolean counted = FALSE;
  guint entity = 0;
  guint n, head;
  gint64 limit;
  End end;

  if (is_one (self, at, "who"))
    {
      if (!find_people (self, &entity))
        return FALSE;
      self->head = (int) entity;
      if (!read_rest (self, at + 1) || self->draft->conditions->len == 0)
        return FALSE;
      self->sure = FALSE;
      show_rows (self);
      return TRUE;
    }
  if (is_one (self, at, "how many|number of|count of"))
    counted = ++at > 0;
  else if ((is_one (self, at, "how") && is_one (self, at + 1, "many"))
           || (is_one (self, at, "number") && is_one (self, at + 1, "of")))
    {
      counted = TRUE;
      at += 2;
    }
  at = skip (self, at, "of|the|our|all|new");
  limit = ask_figure_read_limit (self->question, at, &at);
  end = read_end (self, at, &at);
  if (limit == 0 && end != END_NONE)
    limit = ask_figure_read_limit (self->question, at, &at);
  head = find_head (self, at, &n, &entity);
  if (head == G_MAXUINT && match_value (self, at, end != END_NONE, &entity) > 0)
    {
      head = at;
      n = 0;
    }
  /* A number alone may say anything: "5 tickets". */
  if (head == G_MAXUINT || (limit > 0 && end == END_NONE)
      || (end != END_NONE && (counted || self->wanted == ASK_ROWS_COUNTED)))
    return FALSE;
  self->head = (int) entity;
  if (!read_before (self, at, head) || !read_rest (self, head + n)
      || (end != END_NONE
          && !put_order (self, end, limit, ask_figure_is_plural (self->question, head + MAX (n, 1) - 1)))
      || (self->draft->conditions->len == 0 && end == END_NONE && self->wanted == ASK_ROWS_SOME))
    return FALSE;
  if (counted || self->wanted == ASK_ROWS_COUNTED)
    count_rows (self);
  else
    show_rows (self);
  return TRUE;
}

/* Two values of one attribute, both of which a row would have to have. */
static gboolean
is_contradictory (const AskDraft *draft)
{
  for (guint i = 0; i < draft->conditions->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const AskDraftCondition *a = ask_draft_condition (draft->conditions, k);
        const AskDraftCondition *b = ask_draft_condition (draft->conditions, i);

        if (a->op == ASK_DRAFT_EQUAL && b->op == ASK_DRAFT_EQUAL && !b->either
            && a->left.attribute == b->left.attribute)
          return TRUE;
      }
  return FALSE;
}

/*
 * ask_rows_read:
 * @question: a question
 * @wanted: what may be asked for
 * @sure: (out): whether nothing had to be chosen
 *
 * Returns: (transfer full) (nullable): the query for what all of its words ask for, where these are rows of one entity or
 *   their number; %NULL else
 */
AskDraft *
ask_rows_read (const AskQuestion *question, AskRowsWanted wanted, gboolean *sure)
{
  g_autoptr (AskDraft) draft = ask_draft_new ();
  AskRowsReader self = { question, ASK_ROWS_NONE, draft, wanted, TRUE };

  *sure = FALSE;
  if (!read_all (&self) || is_contradictory (draft))
    return NULL;
  *sure = self.sure;
  ask_draft_bound_times (draft, question->domain);
  return g_steal_pointer (&draft);
}
