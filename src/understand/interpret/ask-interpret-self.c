/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Readings along a key by which an entity leads to itself: "the manager of Bo", "who reports to Bo". No sketch has
 * them, since FROM names an entity once; a query in a condition says the same. Words beside a value tell the
 * direction. A word that is left over makes it no such question.
 */
#include "config.h"

#include "understand/interpret/ask-interpret-private.h"

#include <string.h>

#include "understand/interpret/ask-candidate-private.h"
#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-label.h"
#include "understand/interpret/ask-shown.h"

/* A rule is right less often than the share of its source says. */
#define RULE 0.97
/* A value that is met less well is a guess. */
#define LEAST_LINK 0.9

/* One way to read the question.
 * @first, @last: tokens of the value, or of a first and a last name; @last is one past the end
 * @up: what the key of those leads to that have the value is asked for; else what leads to them
 * @taken: for each token whether it is used */
typedef struct
{
  const AskQuestion *question;
  const AskDomainJoin *join;
  guint role;
  guint first;
  guint last;
  int attributes[2];
  const char *values[2];
  guint n_values;
  gboolean up;
  gboolean *taken;
} Own;

static gboolean
is_one (const AskQuestion *question, guint token, const char *const *words)
{
  return token < question->tokens->len && g_strv_contains (words, ask_question_token (question, token)->folded);
}

static gboolean
any_between (const AskQuestion *question, guint first, guint last, const char *const *words)
{
  for (guint t = first; t < last; t++)
    if (is_one (question, t, words))
      return TRUE;
  return FALSE;
}

/* "Boss" and "reports to" of a manager_id: other words for the same. */
static gboolean
leads (const char *stem, const char *other)
{
  static const char *const stems[] = { "manag",  "manager",    "boss",         "supervisor", "supervis", "superior",
                                       "report", "vorgesetzt", "vorgesetzter", "chef",       NULL };

  return g_strv_contains (stems, stem) && g_strv_contains (stems, other);
}

/* Words of the key's name that say what it leads to: "manager" of manager_id. */
static gboolean
names_role (const AskDomain *domain, const AskDomainJoin *join, char **stems, const char *stem)
{
  static const char *const plain[] = { "id", "no", "num", "number", "nr", "code", "key", "to", "by", "of", NULL };
  const AskDomainEntity *entity = ask_domain_entity (domain, ask_domain_attribute (domain, join->from)->entity);

  for (guint s = 0; stems != NULL && stems[s] != NULL; s++)
    if (!g_strv_contains (plain, stems[s]) && !ask_domain_words_have (entity->stems, stems[s])
        && (strcmp (stems[s], stem) == 0 || ask_join_words_are_kin (stem, stems[s]) || leads (stem, stems[s])))
      return TRUE;
  return FALSE;
}

static gboolean
is_role (const AskDomain *domain, const AskDomainJoin *join, const char *stem)
{
  const AskDomainAttribute *from = ask_domain_attribute (domain, join->from);

  if (names_role (domain, join, from->stems, stem))
    return TRUE;
  for (guint i = 0; from->synonyms != NULL && i < from->synonyms->len; i++)
    if (names_role (domain, join, from->synonyms->pdata[i], stem))
      return TRUE;
  return FALSE;
}

/* Whether an entity leads to itself by this key alone. */
static gboolean
is_own (const AskDomain *domain, guint join)
{
  const AskDomainJoin *own = ask_domain_join (domain, join);

  if (ask_domain_attribute (domain, own->from)->entity != ask_domain_attribute (domain, own->to)->entity)
    return FALSE;
  for (guint j = 0; j < domain->joins->len; j++)
    if (j != join && ask_domain_join (domain, j)->group == own->group)
      return FALSE;
  return TRUE;
}

/* FALSE where the words between role and value do not tell. */
static gboolean
find_direction (Own *self)
{
  static const char *const of[] = { "of", "for", "from", "von", "vom", NULL };
  static const char *const is[]
    = { "is", "are", "was", "were", "named", "called", "ist", "by", "to", "under", "an", NULL };
  static const char *const does[] = { "does", "do", "did", NULL };
  static const char *const as[] = { "as", "als", NULL };
  const AskQuestion *question = self->question;
  guint first = self->first;
  guint last = self->last;

  if (self->role < first)
    {
      gboolean down = any_between (question, self->role + 1, first, is);

      self->up = !down;
      return down || self->role + 1 == first || any_between (question, self->role + 1, first, of);
    }
  if (any_between (question, last, self->role, as))
    {
      self->up = FALSE;
      return TRUE;
    }
  self->up = TRUE;
  return g_str_has_suffix (ask_question_token (question, last - 1)->folded, "'s")
         || any_between (question, 0, first, does) || is_one (question, self->role + 1, is);
}

static void
take (Own *self, guint first, guint last)
{
  for (guint t = first; t < last; t++)
    self->taken[t] = TRUE;
}

static gboolean
is_free (const Own *self, const AskNameMatch *match)
{
  for (guint t = match->first; t < match->last; t++)
    if (self->taken[t])
      return FALSE;
  return match->met > 0 && match->exact;
}

/* What is shown: attributes that are named, how many there are, or what they are called. */
static void
add_terms (Own *self, AskDraft *draft)
{
  static const char *const many[] = { "many", NULL };
  AskDomain *domain = self->question->domain;
  guint entity = ask_domain_attribute (domain, self->join->from)->entity;
  const AskDomainEntity *of = ask_domain_entity (domain, entity);
  AskDraftTerm term = { .attribute = ask_label_get (domain, entity) };
  int names[2];

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    {
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);
      AskDraftTerm named = { .attribute = (int) a };

      if (!is_free (self, match))
        continue;
      take (self, match->first, match->last);
      g_array_append_val (draft->terms, named);
    }
  if (draft->terms->len > 0)
    return;
  for (guint t = 1; t < self->question->tokens->len; t++)
    if (is_one (self->question, t, many) && g_str_equal (ask_question_token (self->question, t - 1)->folded, "how"))
      {
        take (self, t - 1, t + 1);
        term = (AskDraftTerm) { .aggregate = ASK_DRAFT_COUNT, .attribute = ASK_DOMAIN_STAR };
      }
  if (term.aggregate == ASK_DRAFT_PLAIN && ask_shown_find_names (domain, entity, names) == 2)
    {
      term.attribute = names[0];
      g_array_append_val (draft->terms, term);
      term.attribute = names[1];
    }
  g_array_append_val (draft->terms, term);
}

static AskDraft *
make_draft (Own *self)
{
  g_autoptr (AskDraft) draft = ask_draft_new ();
  AskDraft *inner = ask_draft_new ();
  AskDraftTerm key = { .attribute = self->up ? self->join->from : self->join->to };
  AskDraftCondition within
    = { .left = { .attribute = self->up ? self->join->to : self->join->from }, .op = ASK_DRAFT_IN, .n_operands = 1 };

  within.operands[0] = (AskDraftOperand) { ASK_DRAFT_QUERY, ASK_DOMAIN_STAR, -1, NULL, 0, inner };
  g_array_append_val (inner->terms, key);
  for (guint i = 0; i < self->n_values; i++)
    {
      AskDraftCondition same = { .left = { .attribute = self->attributes[i] }, .op = ASK_DRAFT_EQUAL, .n_operands = 1 };

      same.operands[0]
        = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, g_strdup (self->values[i]), 0, NULL };
      g_array_append_val (inner->conditions, same);
    }
  g_array_append_val (draft->conditions, within);
  add_terms (self, draft);
  return g_steal_pointer (&draft);
}

/* Whether each word is used, or says nothing but that something is asked. */
static gboolean
is_whole (const Own *self)
{
  static const char *const asking[]
    = { "who",   "whom", "whose",  "which", "what", "name", "names", "list",   "show",     "find", "give",   "tell",
        "me",    "all",  "return", "get",   "does", "do",   "did",   "people", "is",       "are",  "was",    "were",
        "named", "has",  "have",   "under", "as",   "by",   "to",    "how",    "called",   "many", "person", "there",
        "the",   "a",    "an",     "of",    "for",  "from", "that",  "direct", "directly", "wer",  "ist",    "von",
        "vom",   "der",  "die",    "das",   "den",  "dem",  "als",   "and",    "und",      NULL };
  const AskQuestion *question = self->question;

  for (guint t = 0; t < question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (question, t);

      if (!self->taken[t] && token->word && !g_strv_contains (asking, token->folded))
        return FALSE;
    }
  return TRUE;
}

/* The draft of one way to read the question; %NULL where it is none. */
static AskDraft *
read_way (Own *self)
{
  const AskQuestion *question = self->question;
  AskDomain *domain = question->domain;
  guint entity = ask_domain_attribute (domain, self->join->from)->entity;
  const AskNameMatch *match = &g_array_index (question->entities, AskNameMatch, entity);
  g_autofree gboolean *taken = g_new0 (gboolean, question->tokens->len + 1);
  g_autoptr (AskDraft) draft = NULL;

  if (self->role >= self->first && self->role < self->last)
    return NULL;
  if (!find_direction (self))
    return NULL;
  self->taken = taken;
  take (self, self->role, self->role + 1);
  take (self, self->first, self->last);
  if (is_free (self, match))
    take (self, match->first, match->last);
  draft = make_draft (self);
  return is_whole (self) ? g_steal_pointer (&draft) : NULL;
}

/* The value of the entity that the mention is met best as; -1 where it is none. */
static int
find_value (const AskQuestion *question, const AskMention *mention, guint entity, const char **value)
{
  AskDomain *domain = question->domain;
  int label = ask_label_get (domain, entity);
  int found = -1;
  double best = LEAST_LINK;

  for (guint l = 0; l < mention->links->len; l++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

      if (link->value == NULL || ask_domain_attribute (domain, link->attribute)->entity != entity
          || ask_domain_attribute (domain, link->attribute)->kind != ASK_DOMAIN_TEXT || link->score < best
          || (found >= 0 && link->score == best && link->attribute != label))
        continue;
      best = link->score;
      found = link->attribute;
      *value = link->value;
    }
  return found;
}

/* "Ian Moss": behind a first name stands a last name of the same. */
static void
add_last_name (Own *self, guint entity)
{
  for (guint m = 0; m < self->question->mentions->len && self->n_values == 1; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->first != self->last)
        continue;
      self->attributes[1] = find_value (self->question, mention, entity, &self->values[1]);
      if (self->attributes[1] < 0 || self->attributes[1] == self->attributes[0])
        continue;
      self->last = mention->last;
      self->n_values = 2;
    }
}

/* All ways to read the question along one key. */
static gboolean
add_key (AskInterpreter *self, AskLook *look, const AskDomainJoin *join, double score, GCancellable *cancellable,
         GError **error)
{
  const AskQuestion *question = look->question;
  AskDomain *domain = question->domain;
  guint entity = ask_domain_attribute (domain, join->from)->entity;

  for (guint t = 0; t < question->tokens->len; t++)
    for (guint m = 0; is_role (domain, join, ask_question_token (question, t)->stem) && m < question->mentions->len;
         m++)
      {
        const AskMention *mention = ask_question_mention (question, m);
        Own own = { .question = question, .join = join, .role = t, .first = mention->first, .last = mention->last };
        g_autoptr (AskDraft) draft = NULL;
        AskQuestionReading *reading = NULL;

        own.attributes[0] = find_value (question, mention, entity, &own.values[0]);
        own.n_values = own.attributes[0] >= 0;
        add_last_name (&own, entity);
        draft = own.n_values > 0 ? read_way (&own) : NULL;
        if (draft != NULL)
          reading = ask_question_reading_new (draft, domain, 0);
        if (reading != NULL)
          reading->score = score;
        if (!ask_added_try (look->added, self, reading, NULL, cancellable, error))
          return FALSE;
      }
  return TRUE;
}

/*
 * ask_interpreter_add_self:
 * @self: an interpreter
 * @look: (inout): at a question; gets readings along keys by which an entity leads to itself
 * @share: how likely it is about its domain
 * @cancellable: (nullable): a way to stop
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_interpreter_add_self (AskInterpreter *self, AskLook *look, double share, GCancellable *cancellable, GError **error)
{
  AskDomain *domain = look->question->domain;

  for (guint j = 0; j < domain->joins->len; j++)
    if (is_own (domain, j) && !add_key (self, look, ask_domain_join (domain, j), RULE * share, cancellable, error))
      return FALSE;
  return TRUE;
}
