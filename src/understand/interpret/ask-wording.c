/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parts of candidates, each paired with runs of words of the question. A part that several candidates
 * have is paired once.
 */
#include "config.h"

#include "understand/interpret/ask-wording.h"

#include <math.h>
#include <string.h>

/* Where its features begin in a candidate's, and what stands in them: sums of groups, of all, of all with the score. */
#define AT_SUMS (ASK_N_CANDIDATE_FEATURES - ASK_N_WORDING_FEATURES)
#define AT_ALL ASK_N_WORDING_GROUPS
#define AT_WITH_SCORE (ASK_N_WORDING_GROUPS + 1)
#define N_SUMS (ASK_N_WORDING_GROUPS + 2)

static guint64
mix (guint64 hash, guint64 value)
{
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

static guint64
mix_text (guint64 hash, const char *text)
{
  for (; *text != '\0'; text++)
    hash = (hash ^ (guchar) *text) * 1099511628211u;
  return mix (hash, 0x100);
}

static guint64
hash_text (const char *kind, const char *text)
{
  return mix_text (mix_text (14695981039346656037u, kind), text);
}

/* Runs of one and two words, of the question without its links and as it was asked. */
static void
add_runs (GArray *features, const char *prefix, const GPtrArray *words)
{
  for (guint i = 0; i < words->len; i++)
    {
      ask_features_add (features, "%s%s", prefix, (char *) words->pdata[i]);
      if (i > 0)
        ask_features_add (features, "%s%s %s", prefix, (char *) words->pdata[i - 1], (char *) words->pdata[i]);
    }
}

static void
read_question (AskWording *self)
{
  const AskQuestion *question = self->pool->guess->question;
  g_autoptr (GPtrArray) raw = g_ptr_array_new ();

  for (guint t = 0; t < question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (question, t);

      g_ptr_array_add (raw, g_ascii_isdigit (*token->surface) ? (gpointer) "#" : token->stem);
      if (g_ascii_isalpha (*token->surface) && !token->quoted
          && g_array_index (question->marks, AskMark, t) == ASK_MARK_NONE
          && g_array_index (question->value_marks, AskMark, t) == ASK_MARK_NONE)
        ask_features_add (self->words, "%s", token->stem);
    }
  add_runs (self->brief, "b", question->plain);
  add_runs (self->brief, "w", raw);
  ask_features_finish (self->brief);
  ask_features_add (self->words, "<null>");
  ask_features_finish (self->words);
}

/**
 * ask_wording_new:
 * @pool: of the candidates that will be added; it must live until ask_wording_finish()
 *
 * Returns: (transfer full): without a candidate
 */
AskWording *
ask_wording_new (const AskCandidatePool *pool)
{
  AskWording *self = g_new0 (AskWording, 1);
  AskGuess *guess = pool->guess;

  self->buckets = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->parts = g_array_new (FALSE, FALSE, sizeof (AskWordingPart));
  self->said = g_array_new (FALSE, FALSE, sizeof (guint));
  self->starts = g_array_new (FALSE, FALSE, sizeof (guint));
  self->known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->uses = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  self->pool = pool;
  self->question = ask_guess_question_features (guess);
  self->brief = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->words = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->attributes = g_new0 (GArray *, guess->domain->attributes->len + 1);
  self->mentions = g_new0 (GArray *, guess->question->mentions->len + 1);
  self->tokens = g_new0 (GArray *, guess->question->tokens->len + 1);
  for (guint a = 0; a < guess->domain->attributes->len; a++)
    self->attributes[a] = ask_guess_attribute_context (guess, a);
  for (guint m = 0; m < guess->question->mentions->len; m++)
    self->mentions[m] = ask_guess_mention_context (guess, m);
  self->entities = g_new0 (GArray *, guess->domain->entities->len + 1);
  for (guint e = 0; e < guess->domain->entities->len; e++)
    {
      const AskNameMatch *match = &g_array_index (guess->question->entities, AskNameMatch, e);

      if (match->met <= 0)
        continue;
      self->entities[e] = ask_guess_span_context (guess->question, match->first, match->last);
      ask_features_finish (self->entities[e]);
    }
  read_question (self);
  return self;
}

static void
clear_arrays (GArray ***arrays, guint n)
{
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&(*arrays)[i], g_array_unref);
  g_clear_pointer (arrays, g_free);
}

/**
 * ask_wording_finish:
 * @self: with all candidates
 *
 * Lets go of what is only needed to add candidates.
 */
void
ask_wording_finish (AskWording *self)
{
  const AskGuess *guess = self->pool->guess;
  guint end = self->said->len;

  g_array_append_val (self->starts, end);
  clear_arrays (&self->attributes, guess->domain->attributes->len);
  clear_arrays (&self->mentions, guess->question->mentions->len);
  clear_arrays (&self->entities, guess->domain->entities->len);
  clear_arrays (&self->tokens, guess->question->tokens->len);
  g_clear_pointer (&self->question, g_array_unref);
  g_clear_pointer (&self->brief, g_array_unref);
  g_clear_pointer (&self->words, g_array_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->uses, g_hash_table_unref);
  self->pool = NULL;
}

/**
 * ask_wording_free:
 * @self: (transfer full) (nullable): a finished one
 */
void
ask_wording_free (AskWording *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->buckets);
  g_array_unref (self->parts);
  g_array_unref (self->said);
  g_array_unref (self->starts);
  g_free (self);
}

/* The candidate that is being added has the part @name; @key: as @name, but different where @features are. */
static void
add_part (AskWording *self, AskWordingGroup group, guint64 key, guint64 name, const GArray *features)
{
  guint place;

  key = mix (key, group);
  name = mix (name, group);
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, &key));
  if (place == 0)
    {
      AskWordingPart part = { group, self->buckets->len, features->len + 1 };
      guint32 alone = (guint32) (name >> 20) & (ASK_HASHED_BUCKETS - 1);

      g_array_append_val (self->buckets, alone);
      for (guint i = 0; i < features->len; i++)
        {
          guint32 bucket
            = (guint32) (mix (name, g_array_index (features, guint32, i)) >> 20) & (ASK_HASHED_BUCKETS - 1);

          g_array_append_val (self->buckets, bucket);
        }
      g_array_append_val (self->parts, part);
      place = self->parts->len;
      g_hash_table_insert (self->known, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
    }
  place--;
  g_array_append_val (self->said, place);
}

static void
add_form (AskWording *self, const char *kind, const char *text)
{
  guint64 name = hash_text (kind, text);

  add_part (self, ASK_WORDING_FORM, name, name, self->question);
}

/* What kind of attribute it is, as bits. */
static guint
get_nature (const AskWording *self, guint a)
{
  const AskDomainAttribute *attribute = ask_domain_attribute (self->pool->guess->domain, a);
  const AskNameMatch *match = &g_array_index (self->pool->guess->question->attributes, AskNameMatch, a);
  guint nature = attribute->kind;

  nature |= (attribute->key ? 1u : 0) << 3;
  nature |= (attribute->joins ? 1u : 0) << 4;
  nature |= (attribute->numeric ? 1u : 0) << 5;
  nature
    |= (ask_domain_words_have (attribute->stems, "name") || ask_domain_words_have (attribute->stems, "titl") ? 1u : 0)
       << 6;
  nature |= (ask_domain_words_have (attribute->stems, "id") ? 1u : 0) << 7;
  nature |= (match->met > 0 ? 1u : 0) << 8;
  nature |= (match->met > 0 && match->exact ? 1u : 0) << 9;
  return nature;
}

/* What is known of its entity, and of others that have an attribute of that name. */
static guint
get_place (const AskWording *self, guint a)
{
  const AskGuess *guess = self->pool->guess;
  const AskDomainAttribute *attribute = ask_domain_attribute (guess->domain, a);
  const AskNameMatch *entity = &g_array_index (guess->question->entities, AskNameMatch, attribute->entity);
  gboolean alike = FALSE;
  gboolean alike_named = FALSE;

  for (guint b = 0; b < guess->domain->attributes->len; b++)
    {
      const AskDomainAttribute *other = ask_domain_attribute (guess->domain, b);
      const AskNameMatch *match = &g_array_index (guess->question->entities, AskNameMatch, other->entity);

      if (b == a || !g_strv_equal ((const char *const *) other->stems, (const char *const *) attribute->stems))
        continue;
      alike = TRUE;
      alike_named = alike_named || (match->met > 0 && match->exact);
    }
  return (entity->met > 0 ? 1u : 0) | (entity->met > 0 && entity->exact ? 2u : 0) | (alike ? 4u : 0)
         | (alike_named ? 8u : 0) | (attribute->key ? 16u : 0) | (attribute->joins ? 32u : 0);
}

static gboolean
says (const AskQuestion *question, const char *stem)
{
  for (guint t = 0; t < question->tokens->len; t++)
    if (strcmp (ask_question_token (question, t)->stem, stem) == 0)
      return TRUE;
  return FALSE;
}

static void
add_new_use (AskWording *self, guint attribute, const char *broad, const char *role)
{
  guint64 name = hash_text ("use", role);
  guint64 kind = mix (name, get_nature (self, attribute));
  guint64 place = mix (hash_text ("of", role), get_place (self, attribute));
  char **stems = ask_domain_attribute (self->pool->guess->domain, attribute)->stems;

  add_part (self, ASK_WORDING_NATURE, kind, kind, self->brief);
  add_part (self, ASK_WORDING_NATURE, place, place, self->brief);
  if (self->attributes[attribute] != NULL)
    {
      add_part (self, ASK_WORDING_ROLE, mix (name, attribute), name, self->attributes[attribute]);
      name = hash_text ("use", broad);
      add_part (self, ASK_WORDING_ROLE, mix (name, attribute), name, self->attributes[attribute]);
    }
  for (guint s = 0; stems[s] != NULL; s++)
    if (!says (self->pool->guess->question, stems[s]))
      {
        name = hash_text ("stem", stems[s]);
        add_part (self, ASK_WORDING_NAME, name, name, self->words);
      }
}

/* An attribute in a role; @broad: the role without how. */
static void
add_use (AskWording *self, int attribute, const char *broad, const char *role)
{
  guint64 key = mix (hash_text ("use", role), (guint64) attribute);
  GArray *parts;
  guint first = self->said->len;

  if (attribute < 0)
    return;
  parts = g_hash_table_lookup (self->uses, &key);
  if (parts != NULL)
    {
      g_array_append_vals (self->said, parts->data, parts->len);
      return;
    }
  add_new_use (self, (guint) attribute, broad, role);
  parts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (parts, &g_array_index (self->said, guint, first), self->said->len - first);
  g_hash_table_insert (self->uses, g_memdup2 (&key, sizeof key), parts);
}

/* Numbers of aggregates, operators and places are part of what was learned: a change of them asks for new weights. */
static void
add_terms (AskWording *self, const char *block, const char *clause, const char *how, const GArray *terms)
{
  for (guint i = 0; i < terms->len; i++)
    {
      const AskDraftTerm *term = &g_array_index (terms, AskDraftTerm, i);
      char broad[64];
      char role[96];

      g_snprintf (broad, sizeof broad, "%s%s", block, clause);
      g_snprintf (role, sizeof role, "%s %s%d%s%s", broad, how, term->aggregate, term->distinct ? "d" : "",
                  term->attribute < 0 ? "*" : "");
      add_use (self, term->attribute, broad, role);
      add_form (self, "term", role);
    }
}

static void add_draft (AskWording *self, const char *block, const AskDraft *draft);

static void
add_conditions (AskWording *self, const char *block, const char *clause, const GArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = &g_array_index (conditions, AskDraftCondition, i);
      char broad[64];
      char role[96];

      g_snprintf (broad, sizeof broad, "%s%s", block, clause);
      g_snprintf (role, sizeof role, "%s %d,%d,%d%s", broad, condition->left.aggregate, condition->op,
                  condition->n_operands > 0 ? (int) condition->operands[0].kind : -1, condition->either ? "|" : "");
      add_use (self, condition->left.attribute, broad, role);
      add_form (self, "condition", role);
      if (condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_ATTRIBUTE)
        add_use (self, condition->operands[0].attribute, broad, role);
      if (condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_QUERY)
        {
          char inner[16];

          g_snprintf (inner, sizeof inner, "%.10sn.", block);
          add_draft (self, inner, condition->operands[0].query);
        }
    }
}

static void
add_draft (AskWording *self, const char *block, const AskDraft *draft)
{
  char inner[16];

  add_terms (self, block, "select", "", draft->terms);
  add_conditions (self, block, "where", draft->conditions);
  add_terms (self, block, "group", "", draft->groups);
  add_conditions (self, block, "having", draft->having);
  add_terms (self, block, "order", draft->descending ? "-" : "+", draft->orders);
  g_snprintf (inner, sizeof inner, "%.10ss.", block);
  if (draft->second != NULL)
    add_draft (self, inner, draft->second);
}

static void
add_clauses (AskWording *self, const AskCandidateUse *use)
{
  const AskDraft *draft = use->of->draft;
  char text[64];

  for (guint p = 0; p < ASK_N_SKETCH_PARTS; p++)
    add_form (self, ask_sketch_part_name (p), use->of->sketch->parts[p]);
  add_form (self, "sketch", use->of->sketch->key);
  g_snprintf (text, sizeof text, "%u", draft->terms->len);
  add_form (self, "n terms", text);
  g_snprintf (text, sizeof text, "%u", use->n_joined);
  add_form (self, "n joined", text);
  g_snprintf (text, sizeof text, "%u", draft->conditions->len);
  add_form (self, "n conditions", text);
  if (draft->distinct)
    add_form (self, "distinct", "");
  if (draft->groups->len > 0)
    add_form (self, "group", "");
  if (draft->having->len > 0)
    add_form (self, "having", "");
  if (draft->orders->len > 0)
    add_form (self, "order", draft->descending ? "-" : "+");
  if (draft->limit != ASK_DRAFT_NO_LIMIT)
    add_form (self, "limit", "");
}

/* Values with the operators that they stand with, and those that are left out. */
static void
add_mentions (AskWording *self, const AskCandidate *of)
{
  const AskQuestion *question = self->pool->guess->question;

  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);
      gboolean there = FALSE;

      for (guint i = 0; i < of->n_mentions; i++)
        {
          const AskSketchValue *value = &g_array_index (of->sketch->values, AskSketchValue, i);
          const AskMention *other = ask_question_mention (question, of->mentions[i]);
          char role[64];
          guint64 name;

          there = there || (other->first < mention->last && mention->first < other->last);
          if (of->mentions[i] != m)
            continue;
          g_snprintf (role, sizeof role, "%s%d,%d,%d", value->block, value->place, value->aggregate, value->op);
          name = hash_text ("value", role);
          add_part (self, ASK_WORDING_VALUE, mix (name, m), name, self->mentions[m]);
          if (value->attribute >= 0)
            {
              name = mix (name, get_nature (self, (guint) of->attributes[value->attribute]));
              add_part (self, ASK_WORDING_VALUE, mix (name, m), name, self->mentions[m]);
            }
        }
      if (!there)
        add_part (self, ASK_WORDING_VALUE, mix (hash_text ("value", "none"), m), hash_text ("value", "none"),
                  self->mentions[m]);
    }
}

/* Entities that are named and in FROM, or left out; or that are in FROM without a name. */
static void
add_entities (AskWording *self, const AskCandidateUse *use)
{
  AskDomain *domain = self->pool->guess->domain;

  for (guint e = 0; e < domain->entities->len; e++)
    {
      const char *role = use->entities[e] ? "used" : use->joined[e] ? "between" : "out";

      for (guint i = 0; i < use->of->n_extras; i++)
        role = use->of->extras[i] == e ? "extra" : role;
      if (self->entities[e] != NULL)
        add_part (self, ASK_WORDING_ROLE, mix (hash_text ("entity", role), e), hash_text ("entity", role),
                  self->entities[e]);
      else if (use->joined[e])
        add_part (self, ASK_WORDING_NATURE, hash_text ("unnamed", role), hash_text ("unnamed", role), self->brief);
    }
}

static const char *
plain_at (const AskQuestion *question, guint token, int step)
{
  int place = (int) g_array_index (question->places, guint, token) + step;

  return place < 0 || place >= (int) question->plain->len ? "" : g_ptr_array_index (question->plain, (guint) place);
}

static GArray *
read_token (const AskQuestion *question, guint t)
{
  GArray *features = g_array_new (FALSE, FALSE, sizeof (guint32));
  AskMark mark = g_array_index (question->marks, AskMark, t);

  ask_features_add (features, "m%d", mark);
  ask_features_add (features, "s%s", ask_question_token (question, t)->stem);
  ask_features_add (features, "l%d%s", mark, plain_at (question, t, -1));
  ask_features_add (features, "r%d%s", mark, plain_at (question, t, 1));
  ask_features_add (features, "ll%d%s %s", mark, plain_at (question, t, -2), plain_at (question, t, -1));
  return features;
}

/* Words that nothing answers to. */
static void
add_left (AskWording *self, const AskCandidateUse *use)
{
  const AskQuestion *question = self->pool->guess->question;

  guint64 name = hash_text ("left", "");

  for (guint t = 0; t < question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (question, t);

      if (use->covered[t] || use->covered_by_entity[t] || !token->word || token->stop)
        continue;
      if (self->tokens[t] == NULL)
        self->tokens[t] = read_token (question, t);
      add_part (self, ASK_WORDING_LEFT, mix (name, t), name, self->tokens[t]);
    }
}

/**
 * ask_wording_add:
 * @self: without what ask_wording_finish() ends
 * @use: of the next candidate
 *
 * Adds a candidate.
 */
void
ask_wording_add (AskWording *self, const AskCandidateUse *use)
{
  guint start = self->said->len;

  g_array_append_val (self->starts, start);
  add_clauses (self, use);
  add_draft (self, "", use->of->draft);
  add_mentions (self, use->of);
  add_left (self, use);
  add_entities (self, use);
}

/* What each part is worth. */
static float *
weigh_parts (const AskWording *self, const AskHashed *weights)
{
  float *worths = g_new0 (float, MAX (self->parts->len, 1));

  for (guint p = 0; p < self->parts->len; p++)
    {
      const AskWordingPart *part = &g_array_index (self->parts, AskWordingPart, p);

      worths[p] = ask_hashed_sum (weights, &g_array_index (self->buckets, guint32, part->first), part->n)
                  / sqrtf ((float) part->n);
    }
  return worths;
}

/* What a candidate's parts are worth: of each group, of all, and of all with its first score. */
static void
sum_groups (const AskWording *self, const float *worths, guint candidate, float *row)
{
  float *own = row + AT_SUMS;

  for (guint k = 0; k < ASK_N_WORDING_FEATURES; k++)
    own[k] = 0;
  for (guint s = g_array_index (self->starts, guint, candidate); s < g_array_index (self->starts, guint, candidate + 1);
       s++)
    {
      guint p = g_array_index (self->said, guint, s);

      own[g_array_index (self->parts, AskWordingPart, p).group] += worths[p];
      own[AT_ALL] += worths[p];
    }
  own[AT_WITH_SCORE] = own[AT_ALL] + ASK_WORDING_SCORE_SHARE * row[0];
}

/**
 * ask_wording_put:
 * @self: a finished one
 * @weights: (nullable): the model; without one nothing is said
 * @features: of its candidates; the last %ASK_N_WORDING_FEATURES of each are set
 */
void
ask_wording_put (const AskWording *self, const AskHashed *weights, float *features)
{
  guint n = self->starts->len - 1;
  g_autofree float *worths = NULL;
  float most[N_SUMS];
  double sum = 0;

  if (weights == NULL)
    return;
  worths = weigh_parts (self, weights);
  for (guint k = 0; k < N_SUMS; k++)
    most[k] = -INFINITY;
  for (guint i = 0; i < n; i++)
    {
      float *row = features + (gsize) i * ASK_N_CANDIDATE_FEATURES;

      sum_groups (self, worths, i, row);
      for (guint k = 0; k < N_SUMS; k++)
        most[k] = MAX (most[k], row[AT_SUMS + k]);
    }
  for (guint i = 0; i < n; i++)
    sum += exp (
      (double) (features[(gsize) i * ASK_N_CANDIDATE_FEATURES + AT_SUMS + AT_WITH_SCORE] - most[AT_WITH_SCORE]));
  for (guint i = 0; i < n; i++)
    {
      float *own = features + (gsize) i * ASK_N_CANDIDATE_FEATURES + AT_SUMS;

      for (guint k = 0; k < N_SUMS; k++)
        own[N_SUMS + k] = own[k] - most[k];
      own[2 * N_SUMS] = (float) (exp ((double) own[N_SUMS + AT_WITH_SCORE]) / sum);
    }
}
