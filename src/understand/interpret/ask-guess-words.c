/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words around names and values: features of linear models, as texts. "Show the COL of TAB" says more
 * about a query's form than the names in it do.
 */
#include "config.h"

#include "understand/interpret/ask-guess.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"

/* How many words of context on either side. */
#define NEAR 4

static const char *
plain_at (const AskQuestion *question, int place)
{
  if (place <= 0)
    return "<s>";
  if (place >= (int) question->plain->len)
    return "</s>";
  return g_ptr_array_index (question->plain, (guint) place);
}

/* Runs of @n words, as one text. */
static void
add_runs (GArray *features, const char *prefix, char **words, guint n_words, guint n)
{
  for (guint i = 0; i + n <= n_words; i++)
    {
      GString *run = g_string_new (words[i]);

      for (guint k = 1; k < n; k++)
        {
          g_string_append_c (run, ' ');
          g_string_append (run, words[i + k]);
        }
      ask_features_add (features, "%s%s", prefix, run->str);
      g_string_free (run, TRUE);
    }
}

static gboolean
is_link (const char *plain)
{
  return strcmp (plain, "COL") == 0 || strcmp (plain, "TAB") == 0 || strcmp (plain, "VAL") == 0
         || strcmp (plain, "NUM") == 0;
}

static guint
count_plain (const AskQuestion *question, const char *word)
{
  guint n = 0;

  for (guint i = 0; i < question->plain->len; i++)
    n += strcmp (g_ptr_array_index (question->plain, i), word) == 0;
  return n;
}

/* Each word once, in the order of their first places. */
static GPtrArray *
distinct_plain (const AskQuestion *question, guint from, guint to)
{
  GPtrArray *words = g_ptr_array_new ();

  for (guint i = from; i < to && i < question->plain->len; i++)
    {
      const char *word = g_ptr_array_index (question->plain, i);

      if (!g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL))
        g_ptr_array_add (words, (gpointer) word);
    }
  return words;
}

static void
add_counts (GArray *features, const AskQuestion *question)
{
  static const char *const links[] = { "COL", "TAB", "VAL", "NUM" };
  guint n_columns = count_plain (question, "COL");
  guint n_values = count_plain (question, "VAL");
  guint n_numbers = count_plain (question, "NUM");
  guint n_quoted = 0;
  g_autoptr (GPtrArray) distinct = distinct_plain (question, 0, question->plain->len);

  ask_features_add (features, "nc%u", MIN (n_columns, 5));
  ask_features_add (features, "nv%u", MIN (n_values, 3));
  ask_features_add (features, "nn%u", MIN (n_numbers, 3));
  ask_features_add (features, "nt%u", MIN (count_plain (question, "TAB"), 3));
  ask_features_add (features, "nv%unn%u", n_values, n_numbers);
  for (guint i = 0; i < 4 && i < question->plain->len; i++)
    ask_features_add (features, "nc%u+%s", MIN (n_columns, 5), plain_at (question, (int) i));
  for (guint i = 0; i < question->mentions->len; i++)
    n_quoted += ask_question_mention (question, i)->kind == ASK_MENTION_QUOTED;
  ask_features_add (features, "nq%u", n_quoted);
  for (guint i = 0; i < distinct->len; i++)
    {
      const char *word = g_ptr_array_index (distinct, i);

      ask_features_add (features, "nvn%u+%s", MIN (n_values + n_numbers, 3), word);
      if (ask_text_is_stop_word (word))
        continue;
      for (guint l = 0; l < G_N_ELEMENTS (links); l++)
        if (g_ptr_array_find_with_equal_func (distinct, links[l], g_str_equal, NULL))
          ask_features_add (features, "p%s %s", word, links[l]);
    }
}

/* From one link to the next, what stands between them. */
static void
add_gaps (GArray *features, const AskQuestion *question)
{
  int before = -1;

  for (int i = 0; i < (int) question->plain->len; i++)
    {
      if (!is_link (plain_at (question, i)))
        continue;
      if (before >= 0 && i - before <= 4)
        {
          GString *gap = g_string_new (plain_at (question, before));

          for (int k = before + 1; k <= i; k++)
            g_string_append_printf (gap, " %s", plain_at (question, k));
          ask_features_add (features, "g%s", gap->str);
          g_string_free (gap, TRUE);
        }
      before = i;
    }
}

/**
 * ask_guess_question_features:
 * @self: of a question
 *
 * Runs of words of the question without its links, and of the question as it was asked.
 *
 * Returns: (transfer full) (element-type guint32): features of the linear model "parts"
 */
GArray *
ask_guess_question_features (AskGuess *self)
{
  const AskQuestion *question = self->question;
  GArray *features = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) raw = g_ptr_array_new ();
  static const char *const prefixes[] = { "d1 ", "d2 ", "d3 ", "d4 " };

  for (guint n = 1; n <= 4; n++)
    add_runs (features, prefixes[n - 1], (char **) question->plain->pdata, question->plain->len, n);
  g_ptr_array_add (raw, (gpointer) "<s>");
  for (guint i = 0; i < question->tokens->len; i++)
    {
      const AskToken *token = ask_question_token (question, i);

      g_ptr_array_add (raw, g_ascii_isdigit (*token->surface) ? (gpointer) "#" : token->stem);
    }
  for (guint n = 1; n <= 3; n++)
    add_runs (features, "r", (char **) raw->pdata, raw->len, n);
  add_counts (features, question);
  add_gaps (features, question);
  ask_features_finish (features);
  return features;
}

/**
 * ask_guess_span_context:
 * @question: a question
 * @first: a token
 * @last: one past the last token
 *
 * Returns: (transfer full) (element-type guint32): features of what stands around these tokens; not finished
 */
GArray *
ask_guess_span_context (const AskQuestion *question, guint first, guint last)
{
  GArray *features = g_array_new (FALSE, FALSE, sizeof (guint32));
  int a = (int) g_array_index (question->places, guint, first);
  int b = (int) g_array_index (question->places, guint, last - 1) + 1;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GPtrArray) right = NULL;
  g_autoptr (GPtrArray) near = NULL;
  const char *l[NEAR];
  const char *r[NEAR];

  if (b <= a)
    b = a + 1;
  for (int i = 0; i < NEAR; i++)
    {
      l[i] = plain_at (question, a - 1 - i);
      r[i] = plain_at (question, b + i);
    }
  ask_features_add (features, "L1%s", l[0]);
  ask_features_add (features, "L2%s", l[1]);
  ask_features_add (features, "L3%s", l[2]);
  ask_features_add (features, "L12%s %s", l[1], l[0]);
  ask_features_add (features, "L123%s %s %s", l[2], l[1], l[0]);
  ask_features_add (features, "L1234%s %s %s %s", l[3], l[2], l[1], l[0]);
  ask_features_add (features, "R1%s", r[0]);
  ask_features_add (features, "R2%s", r[1]);
  ask_features_add (features, "R3%s", r[2]);
  ask_features_add (features, "R12%s %s", r[0], r[1]);
  ask_features_add (features, "R123%s %s %s", r[0], r[1], r[2]);
  ask_features_add (features, "LR%s|%s", l[0], r[0]);
  ask_features_add (features, "LLR%s %s|%s", l[1], l[0], r[0]);
  ask_features_add (features, "pos%d", MIN (9, a));
  ask_features_add (features, "F%s %s", plain_at (question, 1), plain_at (question, 2));
  ask_features_add (features, "F3%s %s %s", plain_at (question, 1), plain_at (question, 2), plain_at (question, 3));
  left = distinct_plain (question, 0, (guint) a);
  right = distinct_plain (question, (guint) b, question->plain->len);
  near = distinct_plain (question, (guint) MAX (0, a - 6), (guint) a);
  for (guint i = 0; i < left->len; i++)
    ask_features_add (features, "lb%s", (char *) g_ptr_array_index (left, i));
  for (guint i = 0; i < right->len; i++)
    ask_features_add (features, "rb%s", (char *) g_ptr_array_index (right, i));
  for (guint i = 0; i < near->len; i++)
    ask_features_add (features, "lw%s", (char *) g_ptr_array_index (near, i));
  return features;
}

/* Whether the question names @attribute well enough to look at what stands around its name, from token @first to one
 * past the last. */
static gboolean
find_name (const AskGuess *self, guint attribute, guint *first, guint *last)
{
  const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, attribute);

  if (match->met > 0 && (match->exact || match->score > 0.45))
    {
      *first = match->first;
      *last = match->last;
      return TRUE;
    }
  if (self->lexicon_at[attribute] >= 0 && self->lexicon[attribute] > 0.1f)
    {
      *first = (guint) self->lexicon_at[attribute];
      *last = *first + 1;
      return TRUE;
    }
  return FALSE;
}

/**
 * ask_guess_attribute_context:
 * @self: with its words
 * @attribute: of the domain
 *
 * Returns: (transfer full) (nullable) (element-type guint32): features of the linear model "context", of what stands around the
 *   attribute's name; %NULL where the question does not name it
 */
GArray *
ask_guess_attribute_context (AskGuess *self, guint attribute)
{
  static const char *const kinds[] = {
    [ASK_DOMAIN_TEXT] = "text",
    [ASK_DOMAIN_NUMBER] = "number",
    [ASK_DOMAIN_TIME] = "time",
    [ASK_DOMAIN_BOOLEAN] = "boolean",
  };
  const AskDomainAttribute *of = ask_domain_attribute (self->domain, attribute);
  guint n_stems = g_strv_length (of->stems);
  GArray *features;
  guint first;
  guint last;

  if (!find_name (self, attribute, &first, &last))
    return NULL;
  features = ask_guess_span_context (self->question, first, last);
  ask_features_add (features, "ty%s", kinds[of->kind]);
  ask_features_add (features, "num%d", of->numeric);
  ask_features_add (features, "last%s", n_stems > 0 ? of->stems[n_stems - 1] : "");
  ask_features_add (features, "q%s", ask_question_token (self->question, first)->stem);
  ask_features_finish (features);
  return features;
}

/**
 * ask_guess_mention_context:
 * @self: of a question
 * @mention: of the question
 *
 * Returns: (transfer full) (element-type guint32): features of the linear model "context", of what stands around the mention
 */
GArray *
ask_guess_mention_context (AskGuess *self, guint mention)
{
  static const char *const kinds[] = {
    [ASK_MENTION_STORED] = "db", [ASK_MENTION_QUOTED] = "quote", [ASK_MENTION_NUMBER] = "num",
    [ASK_MENTION_NAME] = "cap",  [ASK_MENTION_PART] = "part",    [ASK_MENTION_DATE] = "date",
  };
  const AskMention *of = ask_question_mention (self->question, mention);
  GArray *features = ask_guess_span_context (self->question, of->first, of->last);

  ask_features_add (features, "k%s", kinds[of->kind]);
  ask_features_finish (features);
  return features;
}

/**
 * ask_guess_words:
 * @self: of a question
 *
 * Finds the learned words that stand for an attribute which the question does not name: "old" for age.
 */
void
ask_guess_words (AskGuess *self)
{
  GHashTable *lexicon = ask_weights_get_pairs (self->weights, "lexicon");
  const AskQuestion *question = self->question;

  for (guint a = 0; a < self->domain->attributes->len; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, a);

      self->lexicon[a] = 0;
      self->lexicon_at[a] = -1;
      for (guint s = 0; lexicon != NULL && attribute->stems[s] != NULL; s++)
        {
          double rarity = MIN (2, ask_domain_get_rarity (self->domain, attribute->stems[s]));

          for (guint t = 0; t < question->tokens->len; t++)
            {
              const AskToken *token = ask_question_token (question, t);
              char key[256];
              const float *weight;

              if (token->quoted || g_array_index (question->marks, AskMark, t) != ASK_MARK_NONE)
                continue;
              g_snprintf (key, sizeof key, "%s %s", token->stem, attribute->stems[s]);
              weight = g_hash_table_lookup (lexicon, key);
              if (weight != NULL && *weight * (float) rarity > self->lexicon[a])
                {
                  self->lexicon[a] = *weight * (float) rarity;
                  self->lexicon_at[a] = (int) t;
                }
            }
        }
    }
}

/**
 * ask_guess_context:
 * @self: with its words
 *
 * Guesses each named attribute's role and each mention's operator from what stands around them.
 */
void
ask_guess_context (AskGuess *self)
{
  static const char *const names[ASK_N_CONTEXT_ROLES] = { "sel", "agg", "where", "group", "order", "none" };
  const AskLinear *model = ask_weights_get_linear (self->weights, "context");
  const AskLinearHead *roles = ask_linear_find_head (model, "role");
  const AskLinearHead *operators = ask_linear_find_head (model, "operator");
  g_autofree float *logs = g_new (float, ask_linear_get_n_classes (model));
  int role[ASK_N_CONTEXT_ROLES];

  for (guint r = 0; r < ASK_N_CONTEXT_ROLES; r++)
    role[r] = ask_linear_head_find (roles, names[r]);
  for (guint a = 0; a < self->domain->attributes->len; a++)
    {
      g_autoptr (GArray) features = ask_guess_attribute_context (self, a);

      if (features != NULL)
        ask_linear_apply (model, features, logs);
      for (guint r = 0; r < ASK_N_CONTEXT_ROLES; r++)
        self->roles[a][r] = features == NULL ? -1 : role[r] < 0 ? 0 : expf (logs[role[r]]);
    }
  self->operator_head = operators;
  self->n_operators = operators->n_classes;
  g_free (self->operators);
  self->operators = g_new (float, MAX (self->question->mentions->len, 1) * self->n_operators);
  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      g_autoptr (GArray) features = ask_guess_mention_context (self, m);

      ask_linear_apply (model, features, logs);
      for (guint o = 0; o < self->n_operators; o++)
        self->operators[m * self->n_operators + o] = expf (logs[operators->first + o]);
    }
}
