/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What people asked before is not all that can be asked: "the average score and the average age" may be new where
 * each of both is known. A new part is as likely as what it is made of: the terms that are shown as they are and the
 * aggregates beside them; what is ordered by, which way and how many; the operators of the question's values.
 */
#include "config.h"

#include "understand/interpret/ask-sketch-breed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-sketch-book.h"

/* What it costs that nobody has asked so; and that the question hardly names so many attributes. */
#define NEW_COST 0.7f
#define UNNAMED_COST 3.0f
#define MAX_PLAIN 6
#define MAX_USES 4
#define N_USES_OPS 2

/* What a class of the head "select" shows: @plain attributes, and the rest of its spelling. */
typedef struct
{
  gboolean distinct;
  guint plain;
  char *rest;
  guint class_at;
} Shown;

/* A class of the head "order". */
typedef struct
{
  char *by;
  char *direction;
  char *limit;
  guint class_at;
} Sorted;

struct _AskSketchBreed
{
  GArray *shown; /* Shown */
  GArray *sorted; /* Sorted */
  GPtrArray *rests; /* what aggregates are shown together */
  GHashTable *classes; /* spelling of the heads → itself */
  GHashTable *sketches; /* key → AskSketch */
};

static void
shown_clear (gpointer data)
{
  g_free (((Shown *) data)->rest);
}

static void
sorted_clear (gpointer data)
{
  Sorted *sorted = data;

  g_free (sorted->by);
  g_free (sorted->direction);
  g_free (sorted->limit);
}

/* "Dnone,none,sum" */
static Shown
read_shown (const char *spelling, guint class_at)
{
  Shown shown = { *spelling == 'D', 0, NULL, class_at };
  const char *at = spelling + shown.distinct;

  while (g_str_has_prefix (at, "none") && (at[4] == ',' || at[4] == '\0'))
    {
      shown.plain++;
      at += at[4] == ',' ? 5 : 4;
    }
  shown.rest = g_strdup (at);
  return shown;
}

/* "count*desc1"; FALSE where there is no order, or one by two things. */
static gboolean
read_sorted (const char *spelling, guint class_at, Sorted *sorted)
{
  const char *limit = g_str_has_suffix (spelling, "1") ? "1" : g_str_has_suffix (spelling, "n") ? "n" : "";
  gsize end = strlen (spelling) - strlen (limit);
  const char *direction = end >= 4 && strncmp (spelling + end - 4, "desc", 4) == 0  ? "desc"
                          : end >= 3 && strncmp (spelling + end - 3, "asc", 3) == 0 ? "asc"
                                                                                    : NULL;

  if (direction == NULL || strchr (spelling, ',') != NULL)
    return FALSE;
  *sorted
    = (Sorted) { g_strndup (spelling, end - strlen (direction)), g_strdup (direction), g_strdup (limit), class_at };
  return TRUE;
}

static void
add_rest (AskSketchBreed *self, const char *rest)
{
  for (guint i = 0; i < self->rests->len; i++)
    if (strcmp (self->rests->pdata[i], rest) == 0)
      return;
  g_ptr_array_add (self->rests, g_strdup (rest));
}

/**
 * ask_sketch_breed_new:
 * @model: the linear model "sketches"; it must outlive the breed
 *
 * Returns: (transfer full): what new parts are made of
 */
AskSketchBreed *
ask_sketch_breed_new (const AskLinear *model)
{
  AskSketchBreed *self = g_new0 (AskSketchBreed, 1);
  const AskLinearHead *select = ask_linear_find_head (model, ask_sketch_part_name (ASK_PART_SELECT));
  const AskLinearHead *order = ask_linear_find_head (model, ask_sketch_part_name (ASK_PART_ORDER));
  const AskLinearHead *where = ask_linear_find_head (model, ask_sketch_part_name (ASK_PART_WHERE));
  const AskLinearHead *heads[] = { select, order, where };

  self->shown = g_array_new (FALSE, FALSE, sizeof (Shown));
  g_array_set_clear_func (self->shown, shown_clear);
  self->sorted = g_array_new (FALSE, FALSE, sizeof (Sorted));
  g_array_set_clear_func (self->sorted, sorted_clear);
  self->rests = g_ptr_array_new_with_free_func (g_free);
  self->classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->sketches = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_sketch_free);
  for (guint i = 0; i < select->n_classes; i++)
    {
      Shown shown = read_shown (select->classes[i], select->first + i);

      g_array_append_val (self->shown, shown);
      if (strchr (shown.rest, '<') == NULL && strstr (shown.rest, "none") == NULL)
        add_rest (self, shown.rest);
    }
  for (guint i = 0; i < order->n_classes; i++)
    {
      Sorted sorted;

      if (read_sorted (order->classes[i], order->first + i, &sorted))
        g_array_append_val (self->sorted, sorted);
    }
  for (guint h = 0; h < G_N_ELEMENTS (heads); h++)
    for (guint i = 0; i < heads[h]->n_classes; i++)
      g_hash_table_add (self->classes, g_strdup_printf ("%u%s", h, heads[h]->classes[i]));
  return self;
}

/**
 * ask_sketch_breed_free:
 * @self: (transfer full) (nullable): freed with its sketches
 */
void
ask_sketch_breed_free (AskSketchBreed *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->shown);
  g_array_unref (self->sorted);
  g_ptr_array_unref (self->rests);
  g_hash_table_unref (self->classes);
  g_hash_table_unref (self->sketches);
  g_free (self);
}

static const AskSketch *
get_sketch (AskSketchBreed *self, const char *key)
{
  AskSketch *sketch = g_hash_table_lookup (self->sketches, key);

  if (sketch == NULL)
    {
      sketch = ask_sketch_parse (key, NULL);
      if (sketch != NULL)
        g_hash_table_insert (self->sketches, g_strdup (key), sketch);
    }
  return sketch;
}

static gboolean
is_known (AskSketchBreed *self, guint head, const char *spelling)
{
  g_autofree char *key = g_strdup_printf ("%u%s", head, spelling);

  return g_hash_table_contains (self->classes, key);
}

static void
add_part (AskSketchBreed *self, GArray *parts, const char *key, float log)
{
  AskBredPart part = { get_sketch (self, key), MIN (log, 0) };

  if (part.sketch != NULL)
    g_array_append_val (parts, part);
}

/* ---- what is shown */

static guint
count_likely (const AskGuess *guess, AskGuessRole role)
{
  guint n = 0;

  for (guint a = 0; a < guess->domain->attributes->len; a++)
    n += guess->attributes[a][role] > 0;
  return n;
}

/* "sum,max" becomes the key's "s2,x3" behind @n terms; FALSE where it says what no key does. */
static gboolean
spell_rest (GString *key, const char *rest, guint n)
{
  static const char *const words[] = { "count*", "countd", "count", "sum", "avg", "min", "max" };
  static const char *const letters[] = { "c*", "cd", "c", "s", "a", "n", "x" };
  g_auto (GStrv) terms = g_strsplit (rest, ",", -1);

  for (guint i = 0; terms[i] != NULL; i++)
    {
      guint w = 0;

      while (w < G_N_ELEMENTS (words) && strcmp (terms[i], words[w]) != 0)
        w++;
      if (w == G_N_ELEMENTS (words))
        return FALSE;
      g_string_append_printf (key, "%s%s", i > 0 || n > 0 ? "," : "", letters[w]);
      if (w > 0)
        g_string_append_printf (key, "%u", n++);
    }
  return TRUE;
}

static void
add_shown (AskSketchBreed *self, GArray *parts, guint plain, const char *rest, float log)
{
  g_autoptr (GString) key = g_string_new ("S");
  g_autoptr (GString) spelling = g_string_new (NULL);

  for (guint i = 0; i < plain; i++)
    {
      g_string_append_printf (key, "%sp%u", i > 0 ? "," : "", i);
      g_string_append_printf (spelling, "%snone", i > 0 ? "," : "");
    }
  g_string_append_printf (spelling, "%s%s", plain > 0 && *rest != '\0' ? "," : "", rest);
  if ((*rest == '\0' || spell_rest (key, rest, plain)) && !is_known (self, 0, spelling->str) && key->len > 1)
    add_part (self, parts, key->str, log);
}

/* Two different aggregates, each as likely as it is among all that are shown. */
static void
add_two (AskSketchBreed *self, const AskGuess *guess, GArray *parts, const double *plain)
{
  static const char *const names[] = { "count*", "sum", "avg", "min", "max" };
  double chances[G_N_ELEMENTS (names)] = { 0 };

  for (guint i = 0; i < self->shown->len; i++)
    {
      const Shown *shown = &g_array_index (self->shown, Shown, i);

      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        if (strstr (shown->rest, names[k]) != NULL)
          chances[k] += exp (guess->part_logs[shown->class_at]);
    }
  for (guint a = 0; a < G_N_ELEMENTS (names); a++)
    for (guint b = a + 1; b < G_N_ELEMENTS (names); b++)
      for (guint n = 0; n < 2; n++)
        {
          g_autofree char *rest = g_strdup_printf ("%s,%s", names[a], names[b]);

          add_shown (self, parts, n, rest, (float) log (plain[n] * chances[a] * chances[b] + 1e-9) - NEW_COST);
        }
}

/**
 * ask_sketch_breed_selects:
 * @self: a breed
 * @guess: with its sketches
 *
 * Returns: (transfer full) (element-type AskBredPart): what a question may want to see that no question wanted before
 */
GArray *
ask_sketch_breed_selects (AskSketchBreed *self, const AskGuess *guess)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (AskBredPart));
  g_autofree double *rests = g_new0 (double, self->rests->len + 1);
  double plain[MAX_PLAIN + 2] = { 0 };
  guint n_shown = count_likely (guess, ASK_GUESS_SELECT);
  guint n_computed = count_likely (guess, ASK_GUESS_AGGREGATE);

  for (guint i = 0; i < self->shown->len; i++)
    {
      const Shown *shown = &g_array_index (self->shown, Shown, i);
      double chance = exp (guess->part_logs[shown->class_at]);

      plain[MIN (shown->plain, MAX_PLAIN + 1)] += shown->distinct ? 0 : chance;
      for (guint r = 0; r < self->rests->len; r++)
        if (strcmp (self->rests->pdata[r], shown->rest) == 0)
          rests[r] += chance;
    }
  for (guint n = 2; n <= MAX_PLAIN; n++)
    plain[n] = MAX (plain[n], plain[n - 1] * exp (n_shown >= n ? -NEW_COST : -UNNAMED_COST));
  add_two (self, guess, parts, plain);
  for (guint r = 0; r < self->rests->len; r++)
    {
      const char *rest = self->rests->pdata[r];
      g_autofree char *twice = g_strdup_printf ("%s,%s", rest, rest);
      double chance = rests[r] * exp (n_computed > 1 ? -NEW_COST : -UNNAMED_COST);

      for (guint n = 0; n <= (*rest == '\0' ? MAX_PLAIN : 3); n++)
        add_shown (self, parts, n, rest, (float) log (plain[n] * rests[r] + 1e-9) - NEW_COST);
      for (guint n = 0; n < 2 && *rest != '\0' && strchr (rest, ',') == NULL && *rest != 'c'; n++)
        add_shown (self, parts, n, twice, (float) log (plain[n] * chance + 1e-9) - NEW_COST);
    }
  return parts;
}

/* ---- what is ordered by */

/**
 * ask_sketch_breed_orders:
 * @self: a breed
 * @guess: with its sketches
 *
 * Returns: (transfer full) (element-type AskBredPart): orders that no question wanted before
 */
GArray *
ask_sketch_breed_orders (AskSketchBreed *self, const AskGuess *guess)
{
  static const char *const bys[] = { "none", "count*", "sum", "avg", "max", "min" };
  static const char *const keys[] = { "p1", "c*", "s1", "a1", "x1", "n1" };
  static const char *const directions[] = { "desc", "asc" };
  static const char *const limits[] = { "", "1", "n" };
  static const char *const tails[] = { "", "L1", "Lv0" };
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (AskBredPart));
  double of_bys[G_N_ELEMENTS (bys)] = { 0 };
  double of_directions[G_N_ELEMENTS (directions)] = { 0 };
  double of_limits[G_N_ELEMENTS (limits)] = { 0 };
  double all = 1e-9;

  for (guint i = 0; i < self->sorted->len; i++)
    {
      const Sorted *sorted = &g_array_index (self->sorted, Sorted, i);
      double chance = exp (guess->part_logs[sorted->class_at]);

      all += chance;
      for (guint b = 0; b < G_N_ELEMENTS (bys); b++)
        of_bys[b] += strcmp (sorted->by, bys[b]) == 0 ? chance : 0;
      for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
        of_directions[d] += strcmp (sorted->direction, directions[d]) == 0 ? chance : 0;
      for (guint l = 0; l < G_N_ELEMENTS (limits); l++)
        of_limits[l] += strcmp (sorted->limit, limits[l]) == 0 ? chance : 0;
    }
  for (guint b = 0; b < G_N_ELEMENTS (bys); b++)
    for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
      for (guint l = 0; l < G_N_ELEMENTS (limits); l++)
        {
          g_autofree char *spelling = g_strconcat (bys[b], directions[d], limits[l], NULL);
          g_autofree char *key = g_strconcat ("Sp0O", d == 0 ? "-" : "+", keys[b], tails[l], NULL);
          double chance = of_bys[b] * of_directions[d] * of_limits[l] / (all * all);

          if (!is_known (self, 1, spelling))
            add_part (self, parts, key, (float) log (chance + 1e-9) - NEW_COST);
        }
  return parts;
}

/* ---- what is compared */

/* A value of the question, with its likeliest operators. */
typedef struct
{
  guint mention;
  float used;
  AskDraftOp ops[N_USES_OPS];
  float logs[N_USES_OPS];
} Use;

static int
compare_uses (const void *a, const void *b)
{
  const Use *x = a;
  const Use *y = b;

  if (x->used != y->used)
    return x->used < y->used ? 1 : -1;
  return (int) x->mention - (int) y->mention;
}

static Use
find_use (const AskGuess *guess, guint mention)
{
  Use use = { mention, 1 - ask_guess_unused (guess, mention), { 0 }, { -99, -99 } };

  for (AskDraftOp op = ASK_DRAFT_EQUAL; op <= ASK_DRAFT_NOT_LIKE; op++)
    {
      g_autofree char *name = g_strconcat ("w:", ask_guess_operator_name (op), NULL);
      float chance = logf (ask_guess_operator (guess, mention, name) + 1e-4f);
      guint at = chance > use.logs[0] ? 0 : 1;

      if (chance <= use.logs[N_USES_OPS - 1])
        continue;
      if (at == 0)
        {
          use.ops[1] = use.ops[0];
          use.logs[1] = use.logs[0];
        }
      use.ops[at] = op;
      use.logs[at] = chance;
    }
  return use;
}

/* The values that are likely used, each word once, in the order of the question. */
static GArray *
find_uses (const AskGuess *guess)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Use));
  GArray *uses = g_array_new (FALSE, FALSE, sizeof (Use));

  for (guint m = 0; m < guess->question->mentions->len; m++)
    {
      Use use = find_use (guess, m);

      if (use.used >= 0.3f)
        g_array_append_val (all, use);
    }
  g_array_sort (all, compare_uses);
  for (guint i = 0; i < all->len && uses->len < MAX_USES; i++)
    {
      const Use *use = &g_array_index (all, Use, i);
      const AskMention *mention = ask_question_mention (guess->question, use->mention);
      gboolean taken = FALSE;

      for (guint k = 0; k < uses->len; k++)
        {
          const AskMention *other = ask_question_mention (guess->question, g_array_index (uses, Use, k).mention);

          taken = taken || (other->first < mention->last && mention->first < other->last);
        }
      if (!taken)
        g_array_append_vals (uses, use, 1);
    }
  return uses;
}

static int
compare_ops (const void *a, const void *b)
{
  return (int) *(const AskDraftOp *) a - (int) *(const AskDraftOp *) b;
}

static void
add_compared (AskSketchBreed *self, GArray *parts, AskDraftOp *ops, guint n, gboolean either, float log)
{
  static const char *const signs[] = { "=", "!=", "<", "<=", ">", ">=", "~", "!~" };
  g_autoptr (GString) key = g_string_new ("Sp0W");
  const AskSketch *sketch;

  qsort (ops, n, sizeof *ops, compare_ops);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (key, "%sp%u%sv%u", i == 0 ? "" : either ? "|" : "&", i + 1, signs[ops[i]], i);
  sketch = get_sketch (self, key->str);
  if (sketch != NULL && !is_known (self, 2, sketch->parts[ASK_PART_WHERE]))
    add_part (self, parts, key->str, log);
}

static gboolean
says_or (const AskGuess *guess)
{
  for (guint t = 0; t < guess->question->tokens->len; t++)
    {
      const char *word = ask_question_token (guess->question, t)->folded;

      if (strcmp (word, "or") == 0 || strcmp (word, "either") == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_sketch_breed_wheres:
 * @self: a breed
 * @guess: with its sketches
 *
 * Returns: (transfer full) (element-type AskBredPart): the conditions that the question's values make, where no question
 *   had such together before
 */
GArray *
ask_sketch_breed_wheres (AskSketchBreed *self, const AskGuess *guess)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (AskBredPart));
  g_autoptr (GArray) uses = find_uses (guess);
  gboolean either = says_or (guess);

  for (guint n = 1; n <= uses->len; n++)
    for (guint choice = 0; choice < 1u << n; choice++)
      {
        AskDraftOp ops[MAX_USES];
        float log = 0;

        for (guint i = 0; i < n; i++)
          {
            const Use *use = &g_array_index (uses, Use, i);

            ops[i] = use->ops[choice >> i & 1];
            log += use->logs[choice >> i & 1];
          }
        for (guint i = n; i < uses->len; i++)
          log += logf (1 - g_array_index (uses, Use, i).used + 0.03f);
        if (log < -8)
          continue;
        add_compared (self, parts, ops, n, FALSE, log - NEW_COST - (either ? NEW_COST : 0));
        if (either && n > 1)
          add_compared (self, parts, ops, n, TRUE, log - 2 * NEW_COST);
      }
  return parts;
}
