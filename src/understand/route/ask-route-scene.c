/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question before an index: its words with what they weigh, the stored values that it names, and the sources that
 * share words with it. The features of these sources are made in ask-route-features.c.
 */
#include "config.h"

#include "understand/route/ask-route-private.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "understand/link/ask-wordnet.h"

#define MAX_SPAN_WORDS 6
/* A source so near in meaning is looked at closely although it shares no word; what that counts among words. */
#define NEAR_MEANING 1.2F
#define MEANT 0.3F
/* A question of more words says what it is about in the first ones. */
#define MAX_QUESTION_WORDS 200

static void
word_clear (gpointer word)
{
  g_free (((AskRouteWord *) word)->stem);
}

static gboolean
is_number (const char *stem)
{
  return strspn (stem, "0123456789") == strlen (stem);
}

static void
add_form (AskRouteWord *word, guint64 hash, float factor)
{
  for (guint i = 0; i < word->n_forms; i++)
    if (word->forms[i].hash == hash)
      return;
  if (word->n_forms < ASK_ROUTE_MAX_FORMS)
    word->forms[word->n_forms++] = (AskRouteForm) { .hash = hash, .factor = factor };
}

/* A word and its neighbour may be one word of a name, "home town" and "hometown". */
static void
add_together (AskRouteWord *word, GPtrArray *stems, guint first)
{
  if (first + 1 < stems->len)
    {
      g_autofree char *together = g_strconcat (stems->pdata[first], stems->pdata[first + 1], NULL);

      add_form (word, ask_route_hash (together), 1);
    }
}

static void
add_word (AskRouteScene *self, const AskRouteLexicon *lexicon, guint place, gboolean literal)
{
  const char *stem = self->stems->pdata[place];
  AskRouteWord word = { g_strdup (stem), place, literal, 1, 1, 0, {} };
  const double *weight = g_hash_table_lookup (lexicon->weights, stem);
  const GArray *forms = g_hash_table_lookup (lexicon->forms, stem);

  word.weight = weight != NULL ? *weight : 1;
  add_form (&word, ask_route_hash (stem), 1);
  add_together (&word, self->stems, place);
  if (place > 0)
    add_together (&word, self->stems, place - 1);
  for (guint i = 0; forms != NULL && i < forms->len; i++)
    {
      const AskRouteForm *form = &g_array_index (forms, AskRouteForm, i);

      add_form (&word, form->hash, form->factor);
    }
  g_array_append_val (self->words, word);
}

/* Goes on to where @surface stands in the question, if it does as it is.
 * @quoted: (inout): whether what was passed opened quotation marks
 *
 * Returns: whether it looks like a value there */
static gboolean
read_literal (const char **text, const char *surface, gboolean *quoted)
{
  gsize length = strlen (surface);
  gboolean within = FALSE;

  for (const char *p = *text; *p != '\0'; p++)
    {
      gboolean start = p == *text || !g_ascii_isalnum (p[-1]);

      if (g_ascii_strncasecmp (p, surface, length) == 0 && start)
        {
          *text = p + length;
          return *quoted || (within && g_ascii_isupper (*p));
        }
      if (*p == '"' || (*p == '\'' && (start || *quoted)))
        *quoted = !*quoted;
      within = *p == ' ' || (within && !g_ascii_isalnum (*p) && *p != '.' && *p != '?');
    }
  return FALSE;
}

static void
split (AskRouteScene *self, const AskRouteLexicon *lexicon, const char *question)
{
  gboolean quoted = FALSE;

  self->surfaces = ask_route_words (question);
  if (self->surfaces->len > MAX_QUESTION_WORDS)
    g_ptr_array_set_size (self->surfaces, MAX_QUESTION_WORDS);
  self->stems = g_ptr_array_new_full (self->surfaces->len, g_free);
  for (guint i = 0; i < self->surfaces->len; i++)
    g_ptr_array_add (self->stems, ask_text_stem (self->surfaces->pdata[i]));
  for (guint i = 0; i < self->stems->len && self->words->len < ASK_ROUTE_MAX_WORDS; i++)
    {
      const char *stem = self->stems->pdata[i];
      gboolean literal = read_literal (&question, self->surfaces->pdata[i], &quoted);

      if (!ask_text_is_stop_word (stem) && !is_number (stem) && stem[1] != '\0')
        add_word (self, lexicon, i, literal);
    }
}

/* The rarity of what @n of all sources have. */
static double
get_rarity (const AskRouteScene *self, guint n)
{
  double all = self->index->sources->len;

  return CLAMP (log ((all + 1) / MAX (n, 1)) / log (all + 1), 0, 1);
}

static guint
count_sources (const AskRouteIndex *index, AskRoutePostings found)
{
  guint n = 0;
  guint last = G_MAXUINT;

  for (guint i = 0; i < found.n; i++)
    {
      guint source = ask_route_source_of_attribute (index, found.first[i]);

      n += source != last;
      last = source;
    }
  return n;
}

static guint
find_in_vocabulary (const AskRouteScene *self, const char *stem)
{
  const GPtrArray *vocabulary = self->index->vocabulary;
  guint low = 0;

  for (guint high = vocabulary->len; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (strcmp (vocabulary->pdata[middle], stem) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* What no name has may be a longer or a shorter form of a word of names ("nation", "nationality"). */
static void
add_alike (AskRouteScene *self, AskRouteWord *word)
{
  GPtrArray *vocabulary = self->index->vocabulary;
  guint low = find_in_vocabulary (self, word->stem);

  if (strlen (word->stem) < 4)
    return;
  for (guint i = low; i < vocabulary->len && i < low + 3 && g_str_has_prefix (vocabulary->pdata[i], word->stem); i++)
    add_form (word, ask_route_hash (vocabulary->pdata[i]), 0.7F);
  for (guint i = low, n = 0; i > 0 && n < 20; i--, n++)
    {
      const char *stem = vocabulary->pdata[i - 1];

      if (strncmp (stem, word->stem, 3) != 0)
        break;
      if (strlen (stem) >= 4 && g_str_has_prefix (word->stem, stem))
        add_form (word, ask_route_hash (stem), 0.6F);
    }
}

/* The letters of a text, as bits: two texts that are one letter apart differ in two at most. */
static guint32
get_letters (const char *text)
{
  guint32 letters = 0;

  for (; *text != '\0'; text++)
    letters |= 1U << (*text & 31);
  return letters;
}

/* Or it is mistyped: one letter apart from a word of names, the first letter excepted ("funiture"). */
static void
add_mistyped (AskRouteScene *self, AskRouteWord *word)
{
  GPtrArray *vocabulary = self->index->vocabulary;
  const char first[] = { word->stem[0], '\0' };
  gsize length = strlen (word->stem);
  guint32 letters = get_letters (word->stem);

  if (length <= 5)
    return;
  for (guint i = find_in_vocabulary (self, first); i < vocabulary->len; i++)
    {
      const char *stem = vocabulary->pdata[i];
      gsize other = strlen (stem);

      if (*stem != *first)
        return;
      if (other + 1 >= length && other <= length + 1 && __builtin_popcount (get_letters (stem) ^ letters) <= 2
          && ask_text_edit_distance (stem, word->stem) == 1)
        add_form (word, ask_route_hash (stem), 0.6F);
    }
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

/* What means the same, as far as any name has it. */
static void
add_synonyms (AskRouteScene *self, AskRouteWord *word)
{
  g_autoptr (GHashTable) synonyms = ask_wordnet_synonyms (word->stem);
  g_autoptr (GList) sorted = g_list_sort (g_hash_table_get_keys (synonyms), compare_texts);

  for (GList *l = sorted; l != NULL; l = l->next)
    {
      guint64 hash = ask_route_hash (l->data);

      if (ask_route_index_find (self->index, ASK_ROUTE_IN_NAMES, hash).n > 0)
        add_form (word, hash, 0.55F);
    }
}

static void
look_up (AskRouteScene *self)
{
  for (guint w = 0; w < self->words->len; w++)
    {
      AskRouteWord *word = ask_route_scene_word (self, w);
      guint n = 0;

      if (ask_route_index_find (self->index, ASK_ROUTE_IN_NAMES, word->forms[0].hash).n == 0)
        {
          add_alike (self, word);
          add_mistyped (self, word);
          add_synonyms (self, word);
        }
      for (guint f = 0; f < word->n_forms; f++)
        for (guint field = 0; field < ASK_ROUTE_N_FIELDS; field++)
          word->forms[f].found[field] = ask_route_index_find (self->index, field, word->forms[f].hash);
      n = MAX (word->forms[0].found[ASK_ROUTE_IN_NAMES].n, 1);
      word->rarity = get_rarity (self, n);
      word->weight *= 0.1 + word->rarity;
      self->total += word->weight;
    }
}

/* The longest runs of words that are values. */
static void
find_spans (AskRouteScene *self)
{
  guint covered = 0;

  for (guint i = 0; i < self->stems->len; i++)
    for (guint n = MIN (MAX_SPAN_WORDS, self->stems->len - i); n > 0 && i + n > covered; n--)
      {
        g_autoptr (GString) key = g_string_new (self->stems->pdata[i]);
        AskRouteSpan span = { 0, i, n, n == 1 && is_number (self->stems->pdata[i]), 0, {} };

        if (n == 1 && (ask_text_is_stop_word (key->str) || (!span.number && key->str[1] == '\0')))
          continue;
        for (guint j = 1; j < n; j++)
          g_string_append_printf (key, " %s", (char *) self->stems->pdata[i + j]);
        span.found = ask_route_index_find (self->index, ASK_ROUTE_IN_VALUE, ask_route_hash (key->str));
        if (span.found.n == 0)
          continue;
        for (guint w = 0; w < self->words->len; w++)
          if (ask_route_scene_word (self, w)->place >= i && ask_route_scene_word (self, w)->place < i + n)
            span.words |= G_GUINT64_CONSTANT (1) << w;
        if (span.words == 0 && !span.number)
          continue;
        span.rarity = get_rarity (self, count_sources (self->index, span.found));
        g_array_append_val (self->spans, span);
        covered = i + n;
        break;
      }
}

typedef struct
{
  float *scores;
  guint *seen;
  guint turn;
} Tally;

static void
give (Tally *tally, guint source, double score)
{
  if (tally->seen[source] != tally->turn)
    tally->scores[source] += (float) score;
  tally->seen[source] = tally->turn;
}

static void
tally_words (AskRouteScene *self, Tally *tally)
{
  for (guint w = 0; w < self->words->len; w++)
    {
      const AskRouteWord *word = ask_route_scene_word (self, w);

      tally->turn++;
      for (guint f = 0; f < word->n_forms; f++)
        {
          AskRoutePostings names = word->forms[f].found[ASK_ROUTE_IN_NAMES];

          for (guint i = 0; i < names.n; i++)
            give (tally, names.first[i], word->weight * word->forms[f].factor);
        }
      for (guint i = 0; i < word->forms[0].found[ASK_ROUTE_IN_VALUE_WORD].n; i++)
        give (tally, word->forms[0].found[ASK_ROUTE_IN_VALUE_WORD].first[i], word->weight * 0.5);
    }
  for (guint s = 0; s < self->spans->len; s++)
    {
      const AskRouteSpan *span = ask_route_scene_span (self, s);

      tally->turn++;
      for (guint i = 0; i < span->found.n; i++)
        give (tally, ask_route_source_of_attribute (self->index, span->found.first[i]),
              span->rarity * (span->number ? 0.2 : 0.6));
    }
}

static int
compare_scores (gconstpointer a, gconstpointer b, gpointer scores)
{
  guint first = *(const guint *) a;
  guint second = *(const guint *) b;
  float difference = ((float *) scores)[first] - ((float *) scores)[second];

  return difference > 0 ? -1 : difference < 0 ? 1 : (first > second) - (first < second);
}

static void
choose (AskRouteScene *self)
{
  guint n_sources = self->index->sources->len;
  g_autofree float *scores = g_new0 (float, n_sources + 1);
  g_autofree guint *seen = g_new0 (guint, n_sources + 1);
  Tally tally = { scores, seen, 0 };
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree float *near = ask_route_scene_find_near (self);
  g_autofree float *meaning = ask_route_scene_see_meaning (self);

  tally_words (self, &tally);
  for (guint i = 0; i < n_sources; i++)
    {
      scores[i] += 3 * near[i];
      if (meaning != NULL && meaning[i] >= NEAR_MEANING)
        scores[i] += MEANT;
      if (scores[i] > 0)
        g_array_append_val (order, i);
    }
  g_array_sort_with_data (order, compare_scores, scores);
  for (guint i = 0; i < order->len && i < ASK_ROUTE_MAX_CANDIDATES; i++)
    {
      AskRouteCandidate candidate = { g_array_index (order, guint, i), 0, {} };

      g_array_append_val (self->candidates, candidate);
    }
}

/**
 * ask_route_scene_new:
 * @index: finished; must outlive what is returned
 * @lexicon: what words weigh and stand for
 * @like: (nullable): the question among vectors of @index; must outlive what is returned
 * @question: UTF-8
 *
 * Returns: (transfer full): the question's words, and the sources that share any with it, each with its features
 */
AskRouteScene *
ask_route_scene_new (const AskRouteIndex *index, const AskRouteLexicon *lexicon, const AskRouteLike *like,
                     const char *question)
{
  AskRouteScene *self = g_new0 (AskRouteScene, 1);

  self->index = index;
  self->like = like;
  self->words = g_array_new (FALSE, TRUE, sizeof (AskRouteWord));
  g_array_set_clear_func (self->words, word_clear);
  self->spans = g_array_new (FALSE, FALSE, sizeof (AskRouteSpan));
  self->candidates = g_array_new (FALSE, TRUE, sizeof (AskRouteCandidate));
  split (self, lexicon, question);
  look_up (self);
  find_spans (self);
  choose (self);
  ask_route_scene_measure (self);
  ask_route_scene_compare (self);
  return self;
}

/**
 * ask_route_scene_free:
 * @self: (nullable): a scene
 */
void
ask_route_scene_free (AskRouteScene *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->surfaces);
  g_ptr_array_unref (self->stems);
  g_array_unref (self->words);
  g_array_unref (self->spans);
  g_array_unref (self->candidates);
  g_free (self);
}
