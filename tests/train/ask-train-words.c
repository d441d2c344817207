/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What words say: which of them stand for names that the question does not say, which operators and roles stand
 * around a name, which parts a query has.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/ask-train.h"

/* ---- The lexicon: IBM model 1 from question words to words of attributes that the question does not say. */

typedef struct
{
  GPtrArray *sources; /* stems of the question that name nothing; "<null>" too */
  GPtrArray *targets; /* stems of used attributes that are not in the question */
  GHashTable *offered; /* all stems of the database's attributes */
} Pair;

static void
pair_free (gpointer data)
{
  Pair *self = data;

  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->targets);
  g_hash_table_unref (self->offered);
  g_free (self);
}

static gboolean
says (const AskQuestion *question, const char *stem)
{
  for (guint t = 0; t < question->tokens->len; t++)
    if (strcmp (ask_question_token (question, t)->stem, stem) == 0)
      return TRUE;
  return FALSE;
}

static Pair *
pair_new (const TrainExample *example)
{
  Pair *self = g_new0 (Pair, 1);
  const AskQuestion *question = example->question;
  g_autoptr (GHashTable) targets = g_hash_table_new (g_str_hash, g_str_equal);

  self->sources = g_ptr_array_new ();
  self->targets = g_ptr_array_new ();
  self->offered = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint t = 0; t < question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (question, t);

      if (g_ascii_isalpha (*token->surface) && !token->quoted
          && g_array_index (question->marks, AskMark, t) == ASK_MARK_NONE
          && g_array_index (question->value_marks, AskMark, t) == ASK_MARK_NONE)
        g_ptr_array_add (self->sources, token->stem);
    }
  g_ptr_array_add (self->sources, (gpointer) "<null>");
  for (guint a = 0; a < question->domain->attributes->len; a++)
    {
      char **stems = ask_domain_attribute (question->domain, a)->stems;

      for (guint s = 0; stems[s] != NULL; s++)
        {
          g_hash_table_add (self->offered, stems[s]);
          if (example->roles[a] != 0 && !says (question, stems[s]) && g_hash_table_add (targets, stems[s]))
            g_ptr_array_add (self->targets, stems[s]);
        }
    }
  return self;
}

static double
get (GHashTable *table, const char *key, double otherwise)
{
  const double *value = g_hash_table_lookup (table, key);

  return value != NULL ? *value : otherwise;
}

static void
add (GHashTable *table, const char *key, double amount)
{
  double *value = g_hash_table_lookup (table, key);

  if (value == NULL)
    {
      value = g_new0 (double, 1);
      g_hash_table_insert (table, g_strdup (key), value);
    }
  *value += amount;
}

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* How often a question had the word where an attribute had the other. */
static GHashTable *
count_offers (GPtrArray *pairs)
{
  GHashTable *offers = new_table ();
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = g_ptr_array_index (pairs, i);

      for (guint w = 0; w < pair->targets->len; w++)
        g_hash_table_add (wanted, g_ptr_array_index (pair->targets, w));
    }
  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = g_ptr_array_index (pairs, i);
      g_autoptr (GHashTable) sources = g_hash_table_new (g_str_hash, g_str_equal);
      GHashTableIter iter;
      gpointer target;

      for (guint x = 0; x < pair->sources->len; x++)
        g_hash_table_add (sources, g_ptr_array_index (pair->sources, x));
      g_hash_table_iter_init (&iter, pair->offered);
      while (g_hash_table_iter_next (&iter, &target, NULL))
        {
          GHashTableIter inner;
          gpointer source;

          if (!g_hash_table_contains (wanted, target))
            continue;
          g_hash_table_iter_init (&inner, sources);
          while (g_hash_table_iter_next (&inner, &source, NULL))
            {
              char key[256];

              g_snprintf (key, sizeof key, "%s %s", (char *) source, (char *) target);
              add (offers, key, 1);
            }
        }
    }
  return offers;
}

static GHashTable *
count_round (GPtrArray *pairs, GHashTable *chances)
{
  GHashTable *counts = new_table ();

  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = g_ptr_array_index (pairs, i);

      for (guint w = 0; w < pair->targets->len; w++)
        {
          double sum = 0;

          for (guint pass = 0; pass < 2; pass++)
            for (guint x = 0; x < pair->sources->len; x++)
              {
                char key[256];
                double chance;

                g_snprintf (key, sizeof key, "%s %s", (char *) g_ptr_array_index (pair->sources, x),
                            (char *) g_ptr_array_index (pair->targets, w));
                chance = get (chances, key, 0.01);
                if (pass == 0)
                  sum += chance;
                else
                  add (counts, key, chance / sum);
              }
        }
    }
  return counts;
}

/** train_lexicon: puts the part "lexicon" into @file, from all folds but @without */
void
train_lexicon (TrainSet *set, TrainFile *file, guint without)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func (pair_free);
  g_autoptr (GHashTable) chances = new_table ();
  g_autoptr (GHashTable) offers = NULL;
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  for (guint i = 0; i < set->examples->len; i++)
    if (train_learns_query (train_example (set, i), without))
      g_ptr_array_add (pairs, pair_new (train_example (set, i)));
  offers = count_offers (pairs);
  for (guint round = 0; round < 5; round++)
    {
      GHashTable *counts = count_round (pairs, chances);

      g_hash_table_iter_init (&iter, counts);
      while (g_hash_table_iter_next (&iter, &key, &value))
        *(double *) value /= get (offers, key, 0) + 3;
      g_hash_table_unref (chances);
      chances = counts;
    }
  g_hash_table_iter_init (&iter, chances);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      float chance = (float) *(double *) value;

      if (chance > 0.03f && !g_str_has_prefix (key, "<null> "))
        g_hash_table_insert (kept, g_strdup (key), g_memdup2 (&chance, sizeof chance));
    }
  train_file_put (file, "lexicon", train_pairs (kept));
}

/* ---- The context of names and values. */

/** train_same_value: Returns: whether both are the same number, or texts but for case and "%"; a text may be a number */
gboolean
train_same_value (const char *a, double a_number, const char *b, double b_number)
{
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  char *end;

  if (a != NULL)
    {
      x = g_utf8_strdown (a, -1);
      g_strstrip (x);
      while (*x == '%')
        memmove (x, x + 1, strlen (x));
      while (g_str_has_suffix (x, "%"))
        x[strlen (x) - 1] = '\0';
      a_number = g_ascii_strtod (x, &end);
      if (*x != '\0' && *end == '\0')
        g_clear_pointer (&x, g_free);
    }
  if (b != NULL)
    {
      y = g_utf8_strdown (b, -1);
      g_strstrip (y);
      while (*y == '%')
        memmove (y, y + 1, strlen (y));
      while (g_str_has_suffix (y, "%"))
        y[strlen (y) - 1] = '\0';
      b_number = g_ascii_strtod (y, &end);
      if (*y != '\0' && *end == '\0')
        g_clear_pointer (&y, g_free);
    }
  if ((x == NULL) != (y == NULL))
    return FALSE;
  return x != NULL ? strcmp (x, y) == 0 : a_number == b_number;
}

static gboolean
may_be (const AskMention *mention, const TrainValue *value)
{
  gboolean linked = mention->links->len == 0 || mention->kind == ASK_MENTION_NAME
                    || mention->kind == ASK_MENTION_QUOTED || *value->op != 'w' || value->attribute < 0;
  gboolean same = train_same_value (mention->has_number ? NULL : mention->literal, mention->number, value->text,
                              value->number)
                  || train_same_value (mention->literal, 0, value->text, value->number);

  for (guint l = 0; l < mention->links->len; l++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

      linked = linked || link->attribute == value->attribute;
      same = same || (link->value != NULL && train_same_value (link->value, 0, value->text, value->number));
    }
  return linked && same;
}

/** train_find_operator: Returns: (transfer none): how the right query uses the mention; "none" where it does not */
static const char *
find_operator (const TrainExample *example, const AskMention *mention)
{
  for (guint i = 0; i < example->values->len; i++)
    {
      const TrainValue *value = &g_array_index (example->values, TrainValue, i);

      if (may_be (mention, value))
        return value->op;
    }
  return "none";
}

static const char *
find_role (const TrainExample *example, guint attribute)
{
  static const struct
  {
    AskGuessRole role;
    const char *name;
  } roles[] = { { ASK_GUESS_WHERE, "where" },
                { ASK_GUESS_ORDER, "order" },
                { ASK_GUESS_GROUP, "group" },
                { ASK_GUESS_AGGREGATE, "agg" },
                { ASK_GUESS_SELECT, "sel" } };

  for (guint r = 0; r < G_N_ELEMENTS (roles); r++)
    if (example->roles[attribute] & 1u << roles[r].role)
      return roles[r].name;
  return "none";
}

/** train_context: puts the part "context" into @file; the guesses' words are those of this file */
void
train_context (TrainSet *set, TrainFile *file, guint without)
{
  g_autoptr (GPtrArray) features = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GPtrArray) roles = g_ptr_array_new ();
  g_autoptr (GPtrArray) operators = g_ptr_array_new ();

  for (guint i = 0; i < set->examples->len; i++)
    {
      TrainExample *example = train_example (set, i);

      if (!train_learns_query (example, without))
        continue;
      ask_guess_set_weights (example->guess, train_file_weights (file));
      ask_guess_words (example->guess);
      for (guint a = 0; a < example->question->domain->attributes->len; a++)
        {
          const AskNameMatch *match = &g_array_index (example->question->attributes, AskNameMatch, a);
          GArray *row;

          /* An attribute that is only nearly named, and not used, says nothing. */
          if (example->roles[a] == 0 && !(match->met > 0 && match->exact))
            continue;
          row = ask_guess_attribute_context (example->guess, a);
          if (row == NULL)
            continue;
          g_ptr_array_add (features, row);
          g_ptr_array_add (roles, (gpointer) find_role (example, a));
          g_ptr_array_add (operators, NULL);
        }
      for (guint m = 0; m < example->question->mentions->len; m++)
        {
          g_ptr_array_add (features, ask_guess_mention_context (example->guess, m));
          g_ptr_array_add (roles, NULL);
          g_ptr_array_add (operators,
                           (gpointer) find_operator (example, ask_question_mention (example->question, m)));
        }
    }
  train_file_put (file, "context",
                  train_linear (features,
                                (TrainHead[]) { { "role", (const char **) roles->pdata, 1 },
                                                { "operator", (const char **) operators->pdata, 4 } },
                                2, 12));
}

/* ---- Parts of the query. */

/* "COUNT KEY" of each sketch that was seen. */
static GVariant *
list_sketches (TrainSet *set, guint without)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char **keys = NULL;
  GVariantBuilder builder;
  guint n;

  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);

      if (train_learns_query (example, without))
        g_hash_table_insert (counts, example->sketch->key,
                             GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, example->sketch->key))
                                               + 1));
    }
  keys = (char **) g_hash_table_get_keys_as_array (counts, &n);
  qsort (keys, n, sizeof (char *), (GCompareFunc) (void (*) (void)) g_strcmp0);
  g_variant_builder_init (&builder, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text
        = g_strdup_printf ("%u %s", GPOINTER_TO_UINT (g_hash_table_lookup (counts, keys[i])), keys[i]);

      g_variant_builder_add (&builder, "s", text);
    }
  return g_variant_builder_end (&builder);
}

/* What is asked of the words alone: whether there is such a part, and what kind of things are selected. */
static const char *
get_coarse (const AskSketch *sketch, guint part)
{
  static const char *const selected[] = { "none", "none,none", "none,none,none", "count*", "none,count*", "max", "none,max", "other" };
  const char *spelling = sketch->parts[part];

  if (part != ASK_PART_SELECT)
    return *spelling == '\0' || strcmp (spelling, "H") == 0 || strcmp (spelling, "x0") == 0 ? spelling : "some";
  spelling += *spelling == 'D';
  for (guint i = 0; i < 5; i++)
    if (strcmp (spelling, selected[i]) == 0)
      return selected[i];
  if (strncmp (spelling, "none,none,none", 14) == 0)
    return selected[2];
  if (strstr (spelling, "max") != NULL || strstr (spelling, "min") != NULL || strstr (spelling, "avg") != NULL
      || strstr (spelling, "sum") != NULL || strstr (spelling, "countd") != NULL)
    return strchr (spelling, ',') != NULL ? selected[6] : selected[5];
  return selected[7];
}

/**
 * train_parts:
 * @summary: from what was guessed before, too: the part "sketches"; else "parts"
 */
void
train_parts (TrainSet *set, TrainFile *file, guint without, gboolean summary)
{
  g_autoptr (GPtrArray) features = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  GPtrArray *labels[ASK_N_SKETCH_PARTS + 1];
  TrainHead heads[ASK_N_SKETCH_PARTS + 1];

  for (guint p = 0; p <= ASK_N_SKETCH_PARTS; p++)
    labels[p] = g_ptr_array_new ();
  for (guint i = 0; i < set->examples->len; i++)
    {
      TrainExample *example = train_example (set, i);

      if (!train_learns_query (example, without))
        continue;
      g_ptr_array_add (features, summary ? ask_guess_summary_features (example->guess)
                                         : ask_guess_question_features (example->guess));
      for (guint p = 0; p < ASK_N_SKETCH_PARTS; p++)
        g_ptr_array_add (labels[p], summary ? example->sketch->parts[p] : (gpointer) get_coarse (example->sketch, p));
      g_ptr_array_add (labels[ASK_N_SKETCH_PARTS], example->sketch->key);
    }
  for (guint p = 0; p < ASK_N_SKETCH_PARTS; p++)
    heads[p] = (TrainHead) { ask_sketch_part_name (p), (const char **) labels[p]->pdata, 2 };
  heads[ASK_N_SKETCH_PARTS] = (TrainHead) { "whole", (const char **) labels[ASK_N_SKETCH_PARTS]->pdata, 12 };
  train_file_put (file, summary ? "sketches" : "parts",
                  train_linear (features, heads, summary ? ASK_N_SKETCH_PARTS + 1 : ASK_N_SKETCH_PARTS, 12));
  if (summary)
    train_file_put (file, "sketch-keys", list_sketches (set, without));
  for (guint p = 0; p <= ASK_N_SKETCH_PARTS; p++)
    g_ptr_array_unref (labels[p]);
}
