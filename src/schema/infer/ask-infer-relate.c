/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Relationships that nobody declared: candidates from names, types, keys and profiles, each with the pair of ends
 * whose values have to be compared. What the comparison says is weighed in ask-infer-judge.c.
 */
#include "config.h"

#include "schema/infer/ask-infer-private.h"

#include <string.h>

/* Candidates of a column whose values are compared, by names and by values alone. */
#define MAX_BY_NAME 6
#define MAX_BY_VALUE 8
static void
candidate_free (AskInferCandidate *self)
{
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->targets);
  g_free (self);
}

static void
pair_free (AskInferPair *self)
{
  g_ptr_array_unref (self->from);
  g_ptr_array_unref (self->to);
  g_free (self->problem);
  g_free (self);
}

static AskInferCandidate *
candidate_new (double score, AskInferWhy why)
{
  AskInferCandidate *self = g_new0 (AskInferCandidate, 1);

  self->columns = g_ptr_array_new ();
  self->targets = g_ptr_array_new ();
  self->score = score;
  self->why = why;
  return self;
}

void
ask_infer_clear_relate (AskInfer *self)
{
  g_clear_pointer (&self->candidates, g_ptr_array_unref);
  g_clear_pointer (&self->pairs, g_ptr_array_unref);
}

static gboolean
is_number (AskType type)
{
  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL || type == ASK_TYPE_DECIMAL || type == ASK_TYPE_BOOLEAN;
}

static gboolean
is_date (AskType type)
{
  return type == ASK_TYPE_DATE || type == ASK_TYPE_DATETIME;
}

/* Numbers kept as text are common enough; dates refer to dates. */
static gboolean
types_fit (const AskInferColumn *column, const AskInferColumn *target, gboolean same)
{
  AskType a = column->what->type;
  AskType b = target->what->type;

  if (a == ASK_TYPE_BLOB || b == ASK_TYPE_BLOB || a == ASK_TYPE_JSON || b == ASK_TYPE_JSON)
    return FALSE;
  if (a == b || a == ASK_TYPE_ANY || b == ASK_TYPE_ANY || same || (is_number (a) && is_number (b))
      || (is_date (a) && is_date (b)))
    return TRUE;
  return (a == ASK_TYPE_TEXT && is_number (b) && b != ASK_TYPE_BOOLEAN)
         || (b == ASK_TYPE_TEXT && is_number (a) && a != ASK_TYPE_BOOLEAN);
}

/* Whether no value that was seen occurs twice. */
gboolean
ask_infer_is_unique (const AskInferProfile *profile)
{
  return profile->n_values > 0 && profile->n_distinct == profile->n_values;
}

static AskInferKey
key_of (const AskInferColumn *column)
{
  if (column->key != ASK_INFER_KEY_NONE)
    return column->key;
  return ask_infer_is_unique (&column->profile) ? ASK_INFER_KEY_UNIQUE : ASK_INFER_KEY_NONE;
}

/* Values that occur elsewhere hardly by chance: no 1, 2, 3 and no single letters. */
static gboolean
is_distinctive (const AskInferProfile *profile)
{
  if (profile->n_distinct < 2)
    return FALSE;
  if (profile->n_numbers == profile->n_distinct)
    return profile->least >= 100;
  return profile->n_long * 2 > profile->n_distinct;
}

/* Whether the values may lie in those of the other, as far as the profiles tell. */
static gboolean
may_contain (const AskInferProfile *profile, const AskInferProfile *target)
{
  if (!target->known || target->n_values == 0)
    return FALSE;
  if (target->partial)
    return TRUE;
  if (profile->n_distinct > target->n_distinct || profile->n_numbers > target->n_numbers)
    return FALSE;
  return profile->n_numbers == 0 || (profile->least >= target->least && profile->greatest <= target->greatest);
}

static gboolean
ends_with (char **words, char **end)
{
  guint n = g_strv_length (words);
  guint m = g_strv_length (end);

  return n > m && g_strv_equal ((const char *const *) words + n - m, (const char *const *) end);
}

/* "member_in_charge_id" is of members */
static gboolean
leads_with_noun (char **words, char **table)
{
  if (g_strv_length (table) != 1)
    return FALSE;
  for (guint i = 0; words[i] != NULL && words[i + 1] != NULL; i++)
    if (strcmp (words[i], table[0]) == 0)
      return ask_name_word_is (words[i + 1], ASK_WORD_PREPOSITION);
  return FALSE;
}

static gboolean
any_word (char **words, guint kinds)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (ask_name_word_is (words[i], kinds))
      return TRUE;
  return FALSE;
}

/* A column that counts or describes does not refer, whatever it is called after. */
static gboolean
is_no_reference (const AskInferColumn *column, gboolean same)
{
  const char *last = ask_infer_last (column->words);
  AskType type = column->what->type;

  if (ask_name_word_is (last, ASK_WORD_PROSE))
    return TRUE;
  if (!same && ask_name_word_is (last, ASK_WORD_MEASURE) && type != ASK_TYPE_TEXT && type != ASK_TYPE_ANY)
    return TRUE;
  return !ask_name_word_is (last, ASK_WORD_ID | ASK_WORD_KEY) && is_number (type)
         && g_str_has_suffix (column->plain, "s") && last != NULL && !g_str_has_suffix (last, "s");
}

/* By the name of the target's column, which is the same. */
static double
score_same (const AskInferColumn *target, AskInferKey key)
{
  double score = ask_name_word_is (ask_infer_last (target->words), ASK_WORD_ID) ? 0.9 : 0.72;

  if (target->home < 0.6)
    score -= 0.1;
  if (key == ASK_INFER_KEY_PART)
    score -= 0.3;
  else if (key == ASK_INFER_KEY_UNIQUE)
    score -= target->home >= 0.6 ? 0.15 : 0.35;
  else if (key == ASK_INFER_KEY_NONE)
    score += 0.06;
  return score;
}

/* By the name of the table, or of its key. */
static double
score_named (const AskInferTable *table, const AskInferColumn *column, const AskInferColumn *target, AskInferKey key,
             AskInferWhy *why)
{
  const char *last = ask_infer_last (column->words);
  const char *far = ask_infer_last (target->words);
  double match = ask_infer_match (column->core, table->words, FALSE);
  double score = 0, fit;

  *why = ASK_INFER_TABLE;
  if (match < 0.7 && leads_with_noun (column->words, table->words))
    match = 0.7;
  if (target->core[0] != NULL)
    match = MAX (match, ask_infer_match (column->core, target->core, FALSE) * (target->home >= 0.6 ? 1 : 0.85));
  if (is_no_reference (column, FALSE))
    match = 0;
  if (match > 0)
    {
      if (ask_name_word_is (last, ASK_WORD_ID) && ask_name_word_is (far, ASK_WORD_ID))
        fit = 1;
      else if (g_strcmp0 (last, far) == 0)
        fit = 0.95;
      else if (!ask_name_word_is (last, ASK_WORD_ID | ASK_WORD_KEY)
               && (ask_name_word_is (far, ASK_WORD_ID | ASK_WORD_KEY) || target->home >= 0.6))
        fit = 0.9;
      else
        fit = 0.5;
      if (g_strv_equal ((const char *const *) column->core, (const char *const *) column->words)
          && (is_date (column->what->type) || column->what->type == ASK_TYPE_REAL
              || column->what->type == ASK_TYPE_BOOLEAN))
        fit = 0.4;
      if (key == ASK_INFER_KEY_UNIQUE)
        fit *= ask_name_word_is (far, ASK_WORD_ID) ? 0.75 : 0.4;
      score = match * 0.92 * fit;
    }
  if (key != ASK_INFER_KEY_SINGLE)
    return score;
  if (score < 0.75 && target->core[0] != NULL && ends_with (column->words, target->words))
    {
      *why = ASK_INFER_SUFFIX;
      score = ask_name_word_is (far, ASK_WORD_ID) ? 0.75 : ASK_INFER_NAMED;
    }
  if (score < 0.5 && column->core[0] != NULL && any_word (column->words, ASK_WORD_ROLE)
      && any_word (table->words, ASK_WORD_PEOPLE))
    {
      *why = ASK_INFER_ROLE;
      score = 0.6;
    }
  return score;
}

/* A table's own key refers to another only where that one is the more general of the two. */
static double
weigh_own_key (const AskInferColumn *column, const AskInferColumn *target, gboolean same)
{
  if (column->key != ASK_INFER_KEY_SINGLE)
    return 1;
  if (!same)
    return column->home >= 0.6 ? 0.5 : 0.85;
  if (target->home != column->home)
    return target->home < column->home ? 0.5 : 1;
  if (target->profile.n_distinct > column->profile.n_distinct)
    return 0.85;
  return target->entity < column->entity ? 0.75 : 0.5;
}

static gboolean
is_related (AskInfer *self, const AskInferColumn *column)
{
  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];

      if (g_ascii_strcasecmp (relationship->from, column->owner->name) != 0)
        continue;
      for (guint a = 0; a < relationship->from_attributes->len; a++)
        if (g_ascii_strcasecmp (relationship->from_attributes->pdata[a], column->what->name) == 0)
          return TRUE;
    }
  return FALSE;
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const AskInferCandidate *left = *(AskInferCandidate *const *) a;
  const AskInferCandidate *right = *(AskInferCandidate *const *) b;
  const AskInferColumn *near = left->targets->pdata[0];
  const AskInferColumn *far = right->targets->pdata[0];

  if (left->score != right->score)
    return left->score < right->score ? 1 : -1;
  if (near->home != far->home)
    return near->home < far->home ? 1 : -1;
  return near->entity != far->entity ? (near->entity < far->entity ? -1 : 1)
                                     : (int) near->attribute - (int) far->attribute;
}

static void
add_simple (GPtrArray *list, AskInferColumn *column, AskInferColumn *target, double score, AskInferWhy why)
{
  AskInferCandidate *candidate = candidate_new (score, why);

  g_ptr_array_add (candidate->columns, column);
  g_ptr_array_add (candidate->targets, target);
  g_ptr_array_add (list, candidate);
}

/* What @column may refer to in @table. */
static void
look_at (const AskInferTable *table, AskInferColumn *column, GPtrArray *named, GPtrArray *valued)
{
  for (guint i = 0; i < table->columns->len; i++)
    {
      AskInferColumn *target = table->columns->pdata[i];
      AskInferKey key = key_of (target);
      gboolean own = target->entity == column->entity;
      gboolean same = strcmp (column->joined, target->joined) == 0;
      gboolean empty = !target->profile.known || target->profile.n_rows == 0;
      double score = 0;
      AskInferWhy why = ASK_INFER_SAME_NAME;

      if (target == column || target->what->expression != NULL
          || (key == ASK_INFER_KEY_NONE && !(empty && same && target->home >= 0.9))
          || (own && (same || column->key == ASK_INFER_KEY_SINGLE || column->home >= 0.9))
          || !types_fit (column, target, same))
        continue;
      if (same)
        score = target->core[0] != NULL ? score_same (target, key) : 0.3;
      else if (key == ASK_INFER_KEY_SINGLE || key == ASK_INFER_KEY_UNIQUE)
        score = score_named (table, column, target, key, &why);
      if (score < ASK_INFER_NAMED && key == ASK_INFER_KEY_SINGLE && is_distinctive (&column->profile)
          && column->what->type != ASK_TYPE_REAL && column->what->type != ASK_TYPE_BOOLEAN
          && !(own && (column->key == ASK_INFER_KEY_SINGLE || ask_infer_is_unique (&column->profile)))
          && !ask_name_word_is (ask_infer_last (column->words), ASK_WORD_PROSE)
          && may_contain (&column->profile, &target->profile)
          && g_ascii_strcasecmp (target->owner->source, column->owner->source) == 0)
        /* That a table's own key lies in another's is chance more often. */
        add_simple (valued, column, target,
                    column->key == ASK_INFER_KEY_SINGLE ? ASK_INFER_OWN_KEY_SCORE : ASK_INFER_VALUE_SCORE,
                    ASK_INFER_BY_VALUES);
      score *= weigh_own_key (column, target, same);
      /* Two sources often hold the same under the same names without anybody meaning it. */
      if (g_ascii_strcasecmp (target->owner->source, column->owner->source) != 0)
        score *= 0.9;
      /* The best that values can do is to raise it by a tenth. */
      if (score * 1.1 >= ASK_INFER_LEAST)
        add_simple (named, column, target, score, why);
    }
}

static AskInferPair *
pair_new (const AskInferCandidate *candidate)
{
  AskInferPair *pair = g_new0 (AskInferPair, 1);

  pair->from = g_ptr_array_ref (candidate->columns);
  pair->to = g_ptr_array_ref (candidate->targets);
  return pair;
}

static void
keep (AskInfer *self, AskInferCandidate *candidate)
{
  candidate->pair = pair_new (candidate);
  g_ptr_array_add (self->pairs, candidate->pair);
  g_ptr_array_add (self->candidates, candidate);
}

static void
find_for (AskInfer *self, AskInferColumn *column)
{
  g_autoptr (GPtrArray) named = g_ptr_array_new_with_free_func ((GDestroyNotify) candidate_free);
  g_autoptr (GPtrArray) valued = g_ptr_array_new_with_free_func ((GDestroyNotify) candidate_free);

  if (column->what->expression != NULL || column->owner->kind == ASK_ENTITY_QUERY || is_related (self, column))
    return;
  for (guint i = 0; i < self->tables->len; i++)
    if (((AskEntity *) self->schema->entities->pdata[i])->kind != ASK_ENTITY_QUERY)
      look_at (self->tables->pdata[i], column, named, valued);
  g_ptr_array_sort (named, compare_candidates);
  for (guint i = 0; i < MAX_BY_NAME && named->len > 0; i++)
    keep (self, g_ptr_array_steal_index (named, 0));
  /* Where more could be meant than are looked at, that there is one would not be known. */
  while (valued->len > 0 && valued->len <= MAX_BY_VALUE)
    keep (self, g_ptr_array_steal_index (valued, 0));
}

static AskInferColumn *
find_plain (const AskInferTable *table, const char *plain)
{
  for (guint i = 0; i < table->columns->len; i++)
    {
      AskInferColumn *column = table->columns->pdata[i];

      if (column->what->expression == NULL && strcmp (column->plain, plain) == 0)
        return column;
    }
  return NULL;
}

/* Whether the table is about what one of its key's columns names: residents have a resident_id, laps and drivers
 * of a table of results say only where it belongs. */
static gboolean
names_table (const AskInferTable *table, const AskInferColumn *key)
{
  g_autofree char *whole = g_strjoinv ("", table->words);
  g_autofree char *core = g_strjoinv ("", key->core);

  return core[0] != '\0'
         && (key->home >= 0.6 || g_str_has_suffix (whole, ask_infer_last (key->core))
             || g_str_has_prefix (core, whole));
}

/* A key of several columns, all of which are in @table under the same names. */
static void
find_composite (AskInfer *self, const AskInferTable *table, const AskInferTable *other)
{
  AskInferCandidate *candidate;
  guint n_own = 0, n_related = 0, n_named = 0;

  if (table == other || other->keys->len < 2)
    return;
  candidate = candidate_new (0.8, ASK_INFER_COMPOSITE);
  for (guint i = 0; i < other->keys->len; i++)
    {
      AskInferColumn *target = other->keys->pdata[i];
      AskInferColumn *column = find_plain (table, target->plain);

      if (column == NULL || !types_fit (column, target, TRUE)
          || g_ascii_strcasecmp (target->owner->source, column->owner->source) != 0)
        break;
      g_ptr_array_add (candidate->columns, column);
      g_ptr_array_add (candidate->targets, target);
      n_own += column->key != ASK_INFER_KEY_NONE;
      n_related += is_related (self, column);
      n_named += names_table (other, target);
    }
  if (candidate->columns->len < other->keys->len || n_named == 0
      || n_related == candidate->columns->len
      /* Two tables with the same key lie side by side. */
      || (n_own == candidate->columns->len && table->keys->len == other->keys->len))
    candidate_free (candidate);
  else
    keep (self, candidate);
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const AskInferCandidate *left = *(AskInferCandidate *const *) a;
  const AskInferCandidate *right = *(AskInferCandidate *const *) b;

  return left->score != right->score ? (left->score < right->score ? 1 : -1) : 0;
}

/* Fills the lists of candidates and of the pairs that are to be compared, from names and profiles. */
void
ask_infer_find_pairs (AskInfer *self)
{
  g_autoptr (GPtrArray) sorted = NULL;

  ask_infer_clear_relate (self);
  self->candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) candidate_free);
  self->pairs = g_ptr_array_new_with_free_func ((GDestroyNotify) pair_free);
  for (guint i = 0; i < self->tables->len; i++)
    {
      const AskInferTable *table = self->tables->pdata[i];

      if (((AskEntity *) self->schema->entities->pdata[i])->kind == ASK_ENTITY_QUERY)
        continue;
      for (guint o = 0; o < self->tables->len; o++)
        if (((AskEntity *) self->schema->entities->pdata[o])->kind != ASK_ENTITY_QUERY)
          find_composite (self, table, self->tables->pdata[o]);
      for (guint c = 0; c < table->columns->len; c++)
        find_for (self, table->columns->pdata[c]);
    }
  /* Whoever compares them may run out of time. */
  sorted = g_ptr_array_copy (self->candidates, NULL, NULL);
  g_ptr_array_set_free_func (sorted, NULL); /* the copy inherits it */
  g_ptr_array_sort (sorted, compare_pairs);
  g_ptr_array_set_free_func (self->pairs, NULL);
  g_ptr_array_set_size (self->pairs, 0);
  g_ptr_array_set_free_func (self->pairs, (GDestroyNotify) pair_free);
  for (guint i = 0; i < sorted->len; i++)
    g_ptr_array_add (self->pairs, ((AskInferCandidate *) sorted->pdata[i])->pair);
}
