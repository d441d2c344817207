/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Chooses sketches: all that were seen are scored by their parts, and the likeliest parts are put together
 * in ways that nobody has seen.
 */
#include "config.h"

#include "understand/interpret/ask-sketch-book.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-sketch-breed.h"

/* What a part is worth that no class stands for. */
#define UNKNOWN -9.0f
/* Parts of each kind that are put together, and how many of the results are looked at. */
#define N_PIECES 6
#define N_COMPOSED 30
/* Composed sketches that are kept for the next question. */
#define MAX_KEPT 20000

typedef struct
{
  AskSketch *sketch;
  guint count;
  int classes[ASK_N_SKETCH_PARTS + 1]; /* in part_logs; -1 for none. The last one is the whole */
} Entry;

/* A spelling of a part, and a sketch that has it. */
typedef struct
{
  const AskSketch *sketch;
  guint count;
  int class_at;
} Piece;

struct _AskSketchBook
{
  GArray *entries;
  GArray *pieces[ASK_PART_NESTING]; /* Piece, of the parts before the nesting */
  AskSketchBreed *bred;
  GHashTable *composed; /* key → AskSketch */
  guint total;
  int no_nesting;
  int extras[2];
  int rare;
  float mixing[ASK_N_SKETCH_SCORES];
};

static void
entry_clear (gpointer data)
{
  ask_sketch_free (((Entry *) data)->sketch);
}

static void
add_piece (AskSketchBook *self, AskSketchPart part, const Entry *entry)
{
  for (guint i = 0; i < self->pieces[part]->len; i++)
    {
      Piece *piece = &g_array_index (self->pieces[part], Piece, i);

      if (strcmp (piece->sketch->parts[part], entry->sketch->parts[part]) == 0)
        {
          piece->count += entry->count;
          return;
        }
    }
  g_array_append_val (self->pieces[part], ((Piece) { entry->sketch, entry->count, entry->classes[part] }));
}

/* What was seen once may be a slip of whoever wrote it. */
static void
drop_rare_pieces (AskSketchBook *self)
{
  for (guint p = 0; p < ASK_PART_NESTING; p++)
    for (guint i = self->pieces[p]->len; i-- > 0;)
      {
        const Piece *piece = &g_array_index (self->pieces[p], Piece, i);

        if (piece->count < 2 || piece->class_at < 0)
          g_array_remove_index (self->pieces[p], i);
      }
}

static void
read_mixing (AskSketchBook *self, AskWeights *weights)
{
  static const float usual[ASK_N_SKETCH_SCORES] = { 0.6f, 0.6f, 0.6f, 0.6f, 0.6f, 0.5f, 0.35f, 0.12f };
  GHashTable *mixing = ask_weights_get_pairs (weights, "mixing");

  for (guint i = 0; i < ASK_N_SKETCH_SCORES; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);
      const float *value = mixing != NULL ? g_hash_table_lookup (mixing, key) : NULL;

      self->mixing[i] = value != NULL ? *value : usual[i];
    }
}

/**
 * ask_sketch_book_new:
 * @weights: with the texts "sketch-keys" ("COUNT KEY") and the linear model "sketches"; they must outlive the book
 * @error: as of ask_sketch_parse()
 *
 * Returns: (transfer full): the sketches
 */
AskSketchBook *
ask_sketch_book_new (AskWeights *weights, GError **error)
{
  g_autoptr (AskSketchBook) self = g_new0 (AskSketchBook, 1);
  const AskLinear *model = ask_weights_get_linear (weights, "sketches");
  char **texts = ask_weights_get_texts (weights, "sketch-keys");
  const AskLinearHead *whole = ask_linear_find_head (model, "whole");
  const AskLinearHead *extra = ask_linear_find_head (model, ask_sketch_part_name (ASK_PART_EXTRA));

  self->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  g_array_set_clear_func (self->entries, entry_clear);
  self->composed = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) ask_sketch_free);
  for (guint p = 0; p < ASK_PART_NESTING; p++)
    self->pieces[p] = g_array_new (FALSE, FALSE, sizeof (Piece));
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      char *key;
      Entry entry = { NULL, (guint) g_ascii_strtoull (texts[i], &key, 10), { 0 } };

      entry.sketch = ask_sketch_parse (*key == ' ' ? key + 1 : key, error);
      if (entry.sketch == NULL)
        return NULL;
      for (guint p = 0; p < ASK_N_SKETCH_PARTS; p++)
        entry.classes[p]
          = ask_linear_head_find (ask_linear_find_head (model, ask_sketch_part_name (p)), entry.sketch->parts[p]);
      entry.classes[ASK_N_SKETCH_PARTS] = ask_linear_head_find (whole, entry.sketch->key);
      self->total += entry.count;
      g_array_append_val (self->entries, entry);
      for (guint p = 0; entry.sketch->plain && p < ASK_PART_NESTING; p++)
        add_piece (self, p, &entry);
    }
  drop_rare_pieces (self);
  self->bred = ask_sketch_breed_new (model);
  self->no_nesting = ask_linear_head_find (ask_linear_find_head (model, ask_sketch_part_name (ASK_PART_NESTING)), "");
  self->extras[0] = ask_linear_head_find (extra, "x0");
  self->extras[1] = ask_linear_head_find (extra, "x1");
  self->rare = ask_linear_head_find (whole, "<rare>");
  read_mixing (self, weights);
  return g_steal_pointer (&self);
}

/**
 * ask_sketch_book_free:
 * @self: (transfer full) (nullable): a book
 */
void
ask_sketch_book_free (AskSketchBook *self)
{
  if (self == NULL)
    return;
  for (guint p = 0; p < ASK_PART_NESTING; p++)
    g_clear_pointer (&self->pieces[p], g_array_unref);
  g_clear_pointer (&self->bred, ask_sketch_breed_free);
  g_clear_pointer (&self->composed, g_hash_table_unref);
  g_clear_pointer (&self->entries, g_array_unref);
  g_free (self);
}

static float
log_of (const AskGuess *guess, int class_at)
{
  return class_at < 0 ? UNKNOWN : MAX (guess->part_logs[class_at], -11.5f);
}

/* What a sketch is worth as a whole that no class stands for. */
static float
log_of_rare (const AskSketchBook *self, const AskGuess *guess)
{
  return self->rare < 0 ? UNKNOWN : log_of (guess, self->rare) - 4;
}

static void
finish_choice (const AskSketchBook *self, AskSketchChoice *choice)
{
  choice->score = 0;
  for (guint i = 0; i < ASK_N_SKETCH_SCORES; i++)
    choice->score += self->mixing[i] * choice->parts[i];
}

static int
compare_choices (const void *a, const void *b)
{
  const AskSketchChoice *x = a;
  const AskSketchChoice *y = b;

  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  return strcmp (x->sketch->key, y->sketch->key);
}

/* A spelling of a part, by a sketch that has it. */
typedef struct
{
  const AskSketch *sketch;
  float log;
} Scored;

static int
compare_scored (const void *a, const void *b)
{
  const Scored *x = a;
  const Scored *y = b;

  if (x->log != y->log)
    return x->log < y->log ? 1 : -1;
  return strcmp (x->sketch->key, y->sketch->key);
}

static GArray *
breed (AskSketchBook *self, const AskGuess *guess, AskSketchPart part)
{
  switch (part)
    {
    case ASK_PART_SELECT:
      return ask_sketch_breed_selects (self->bred, guess);
    case ASK_PART_WHERE:
      return ask_sketch_breed_wheres (self->bred, guess);
    case ASK_PART_ORDER:
      return ask_sketch_breed_orders (self->bred, guess);
    case ASK_PART_GROUP:
    case ASK_PART_NESTING:
    case ASK_PART_EXTRA:
    default:
      return NULL;
    }
}

/* The likeliest spellings of a part, those that were seen and new ones. */
static guint
choose_pieces (AskSketchBook *self, const AskGuess *guess, AskSketchPart part, Scored *best)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Scored));
  g_autoptr (GArray) bred = breed (self, guess, part);
  guint n;

  for (guint i = 0; i < self->pieces[part]->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces[part], Piece, i);

      g_array_append_val (all, ((Scored) { piece->sketch, log_of (guess, piece->class_at) }));
    }
  for (guint i = 0; bred != NULL && i < bred->len; i++)
    {
      const AskBredPart *of = &g_array_index (bred, AskBredPart, i);

      g_array_append_val (all, ((Scored) { of->sketch, of->log }));
    }
  g_array_sort (all, compare_scored);
  n = MIN (all->len, N_PIECES);
  if (n > 0)
    memcpy (best, all->data, n * sizeof (Scored));
  return n;
}

typedef struct
{
  Scored pieces[ASK_PART_NESTING];
  float base;
  guint order;
} Combination;

static int
compare_combinations (const void *a, const void *b)
{
  const Combination *x = a;
  const Combination *y = b;

  if (x->base != y->base)
    return x->base < y->base ? 1 : -1;
  return x->order < y->order ? -1 : 1;
}

static GArray *
combine (AskSketchBook *self, const AskGuess *guess)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Combination));
  Scored best[ASK_PART_NESTING][N_PIECES];
  guint n[ASK_PART_NESTING];

  for (guint p = 0; p < ASK_PART_NESTING; p++)
    n[p] = choose_pieces (self, guess, p, best[p]);
  for (guint a = 0; a < n[0]; a++)
    for (guint b = 0; b < n[1]; b++)
      for (guint c = 0; c < n[2]; c++)
        for (guint d = 0; d < n[3]; d++)
          {
            Combination combination = { { best[0][a], best[1][b], best[2][c], best[3][d] }, 0, all->len };

            for (guint p = 0; p < ASK_PART_NESTING; p++)
              combination.base += self->mixing[p] * combination.pieces[p].log;
            g_array_append_val (all, combination);
          }
  g_array_sort (all, compare_combinations);
  g_array_set_size (all, MIN (all->len, N_COMPOSED));
  return all;
}

static const AskSketch *
compose (AskSketchBook *self, const Combination *of, guint n_extras)
{
  AskSketch *made = ask_sketch_compose (of->pieces[0].sketch, of->pieces[1].sketch, of->pieces[2].sketch,
                                        of->pieces[3].sketch, n_extras);
  AskSketch *kept = g_hash_table_lookup (self->composed, made->key);

  if (kept != NULL)
    {
      ask_sketch_free (made);
      return kept;
    }
  g_hash_table_insert (self->composed, made->key, made);
  return made;
}

/* A query that names no attribute needs an entity of its own. */
static gboolean
names_nothing (const Combination *of)
{
  const AskDraft *select = of->pieces[ASK_PART_SELECT].sketch->draft;

  for (guint i = 0; i < select->terms->len; i++)
    if (g_array_index (select->terms, AskDraftTerm, i).attribute != ASK_DOMAIN_STAR)
      return FALSE;
  return of->pieces[ASK_PART_WHERE].sketch->draft->conditions->len == 0
         && of->pieces[ASK_PART_GROUP].sketch->draft->groups->len == 0;
}

static void
add_composed (AskSketchBook *self, const AskGuess *guess, GArray *choices)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) combinations = combine (self, guess);

  for (guint i = 0; i < choices->len; i++)
    g_hash_table_add (seen, g_array_index (choices, AskSketchChoice, i).sketch->key);
  for (guint i = 0; i < combinations->len; i++)
    {
      const Combination *of = &g_array_index (combinations, Combination, i);

      for (guint x = names_nothing (of) ? 1 : 0; x < 2; x++)
        {
          AskSketchChoice choice = { compose (self, of, x), 0, { 0 } };

          if (!g_hash_table_add (seen, choice.sketch->key))
            continue;
          for (guint p = 0; p < ASK_PART_NESTING; p++)
            choice.parts[p] = of->pieces[p].log;
          choice.parts[ASK_PART_NESTING] = log_of (guess, self->no_nesting);
          choice.parts[ASK_PART_EXTRA] = log_of (guess, self->extras[x]);
          choice.parts[ASK_N_SKETCH_PARTS] = log_of_rare (self, guess);
          choice.parts[ASK_N_SKETCH_PARTS + 1] = -9.2f;
          finish_choice (self, &choice);
          g_array_append_val (choices, choice);
        }
    }
}

/**
 * ask_sketch_book_choose:
 * @self: a book
 * @guess: with its sketches
 * @n: no more than these
 *
 * Returns: (transfer full) (element-type AskSketchChoice): the best first; good until the next call
 */
GArray *
ask_sketch_book_choose (AskSketchBook *self, const AskGuess *guess, guint n)
{
  GArray *choices = g_array_sized_new (FALSE, FALSE, sizeof (AskSketchChoice), self->entries->len);

  if (g_hash_table_size (self->composed) > MAX_KEPT)
    g_hash_table_remove_all (self->composed);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      AskSketchChoice choice = { entry->sketch, 0, { 0 } };

      for (guint p = 0; p < ASK_N_SKETCH_PARTS; p++)
        choice.parts[p] = log_of (guess, entry->classes[p]);
      choice.parts[ASK_N_SKETCH_PARTS] = entry->classes[ASK_N_SKETCH_PARTS] >= 0
                                           ? log_of (guess, entry->classes[ASK_N_SKETCH_PARTS])
                                           : log_of_rare (self, guess);
      choice.parts[ASK_N_SKETCH_PARTS + 1] = logf ((float) MAX (entry->count, 1) / (float) MAX (self->total, 1));
      finish_choice (self, &choice);
      g_array_append_val (choices, choice);
    }
  g_array_sort (choices, compare_choices);
  g_array_set_size (choices, MIN (choices->len, n));
  add_composed (self, guess, choices);
  g_array_sort (choices, compare_choices);
  g_array_set_size (choices, MIN (choices->len, n));
  return choices;
}

/**
 * ask_sketch_book_add:
 * @self: a book
 * @guess: that @choices are of
 * @sketch: it must outlive @choices
 * @bonus: how much more it is worth than it would be
 * @choices: (element-type AskSketchChoice): gets @sketch; one that is there gets the bonus
 */
void
ask_sketch_book_add (const AskSketchBook *self, const AskGuess *guess, const AskSketch *sketch, float bonus,
                     GArray *choices)
{
  const AskLinear *model = ask_weights_get_linear (guess->weights, "sketches");
  AskSketchChoice added = { sketch, 0, { 0 } };
  AskSketchChoice *choice = NULL;
  int whole = ask_linear_head_find (ask_linear_find_head (model, "whole"), sketch->key);

  for (guint i = 0; i < choices->len && choice == NULL; i++)
    if (strcmp (g_array_index (choices, AskSketchChoice, i).sketch->key, sketch->key) == 0)
      choice = &g_array_index (choices, AskSketchChoice, i);
  if (choice == NULL)
    {
      for (guint p = 0; p < ASK_N_SKETCH_PARTS; p++)
        added.parts[p] = log_of (guess, ask_linear_head_find (ask_linear_find_head (model, ask_sketch_part_name (p)),
                                                              sketch->parts[p]));
      added.parts[ASK_N_SKETCH_PARTS] = whole >= 0 ? log_of (guess, whole) : log_of_rare (self, guess);
      added.parts[ASK_N_SKETCH_PARTS + 1] = logf (1 / (float) MAX (self->total, 1));
      finish_choice (self, &added);
      g_array_append_val (choices, added);
      choice = &g_array_index (choices, AskSketchChoice, choices->len - 1);
    }
  choice->score += bonus;
  g_array_sort (choices, compare_choices);
}

/**
 * ask_sketch_part_name:
 * @part: a part
 *
 * Returns: the head of the linear models that chooses its spelling
 */
const char *
ask_sketch_part_name (AskSketchPart part)
{
  static const char *const names[ASK_N_SKETCH_PARTS] = { "select", "where", "group", "order", "nesting", "extra" };

  return names[part];
}
