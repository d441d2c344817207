/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes lessons, and writes them as bytes for the workspace. Bytes of another version of the program are made anew.
 */
#include "config.h"

#include "understand/interpret/ask-lesson.h"

#include <math.h>
#include <string.h>

/* What is known to be wrong says less than what is known to be right. */
#define WRONG_WEIGHT 0.4
#define VERSION 2
/* words, clear, form, exact, plain, stems, options, weight */
#define TYPE "(a(ssssb)ssasasa(dayas)d)"

static void
words_free (gpointer data)
{
  AskTaughtWords *self = data;

  g_free (self->words);
  g_free (self->entity);
  g_free (self->attribute);
  g_free (self->value);
  g_free (self->question);
  g_free (self);
}

static void
option_free (gpointer data)
{
  AskLessonOption *self = data;

  g_strfreev (self->marks);
  g_free (self);
}

static AskLesson *
lesson_alloc (void)
{
  AskLesson *self = g_new0 (AskLesson, 1);

  self->words = g_ptr_array_new_with_free_func (words_free);
  self->clear = g_array_new (FALSE, TRUE, sizeof (gboolean));
  self->options = g_ptr_array_new_with_free_func (option_free);
  self->weight = 1;
  return self;
}

/**
 * ask_lesson_free:
 * @self: (transfer full) (nullable): a lesson
 */
void
ask_lesson_free (AskLesson *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->words);
  g_array_unref (self->clear);
  g_free (self->form);
  g_free (self->exact);
  g_strfreev (self->plain);
  g_strfreev (self->stems);
  g_ptr_array_unref (self->options);
  g_free (self);
}

/**
 * ask_lesson_squash:
 * @features: of a candidate
 * @squashed: (out caller-allocates): each between -1 and 1, so that none outweighs the others
 */
void
ask_lesson_squash (const float *features, float *squashed)
{
  for (guint i = 0; i < ASK_N_CANDIDATE_FEATURES; i++)
    squashed[i] = features[i] / (1 + fabsf (features[i]));
}

static void
add_mark (GPtrArray *marks, char *mark)
{
  if (g_ptr_array_find_with_equal_func (marks, mark, g_str_equal, NULL))
    g_free (mark);
  else
    g_ptr_array_add (marks, mark);
}

/**
 * ask_lesson_list_marks:
 * @guess: of its question
 * @candidate: with its draft
 *
 * Returns: (transfer full): names of what it uses, each once
 */
char **
ask_lesson_list_marks (const AskGuess *guess, const AskCandidate *candidate)
{
  GPtrArray *marks = g_ptr_array_new ();
  AskDomain *domain = guess->domain;
  g_autoptr (GArray) entities = ask_draft_collect_entities (candidate->draft, domain);

  for (guint i = 0; i < candidate->n_attributes; i++)
    {
      const AskSketchSlot *slot = &g_array_index (candidate->sketch->slots, AskSketchSlot, i);
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, candidate->attributes[i]);

      add_mark (marks, g_strdup_printf ("a%s%u %s.%s", *slot->block != '\0' ? "n" : "", slot->role,
                                        ask_domain_entity (domain, attribute->entity)->name, attribute->name));
    }
  for (guint i = 0; i < entities->len; i++)
    add_mark (marks, g_strconcat ("e ", ask_domain_entity (domain, g_array_index (entities, guint, i))->name, NULL));
  for (guint p = 0; p < ASK_N_SKETCH_PARTS; p++)
    add_mark (marks, g_strdup_printf ("p%u %s", p, candidate->sketch->parts[p]));
  if (candidate->way > 0)
    add_mark (marks, g_strdup_printf ("w%u", candidate->way));
  g_ptr_array_add (marks, NULL);
  return (char **) g_ptr_array_free (marks, FALSE);
}

/**
 * ask_lesson_exact_form:
 * @domain: what @draft is about
 * @draft: without slots
 *
 * Returns: (transfer full): equal for drafts that differ in their values only
 */
char *
ask_lesson_exact_form (AskDomain *domain, const AskDraft *draft)
{
  AskFilling *made = NULL;
  g_autoptr (AskSketch) sketch = ask_sketch_new (domain, draft, &made);
  g_autoptr (AskFilling) filling = made;
  GString *text = g_string_new (sketch->key);

  for (guint i = 0; i < filling->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, g_array_index (filling->attributes, int, i));

      g_string_append_printf (text, " %s.%s", ask_domain_entity (domain, attribute->entity)->name, attribute->name);
    }
  for (guint i = 0; i < filling->entities->len; i++)
    g_string_append_printf (text, " %s", ask_domain_entity (domain, g_array_index (filling->entities, int, i))->name);
  return g_string_free (text, FALSE);
}

/**
 * ask_lesson_list_stems:
 * @question: a question
 *
 * Returns: (transfer full): stems of the words that say something, each once
 */
char **
ask_lesson_list_stems (const AskQuestion *question)
{
  GPtrArray *stems = g_ptr_array_new ();

  for (guint t = 0; t < question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (question, t);

      if (token->word && !token->stop)
        add_mark (stems, g_strdup (token->stem));
    }
  g_ptr_array_add (stems, NULL);
  return (char **) g_ptr_array_free (stems, FALSE);
}

/* The best-ranked candidate that is right or, where only wrong ones are known, that may be; -1 for none. */
static int
find_right (const AskRanking *ranking, const AskLessonCase *what)
{
  int best = -1;

  for (guint i = 0; i < ranking->n; i++)
    {
      gboolean right = what->right != NULL ? what->is_right[i] : what->may_be != NULL && what->may_be[i];

      if (right && (best < 0 || ranking->scores[i] > ranking->scores[best]))
        best = (int) i;
    }
  return best;
}

static gboolean
is_lower (const AskRanking *ranking, guint i, guint than)
{
  return ranking->scores[i] < ranking->scores[than] || (ranking->scores[i] == ranking->scores[than] && i > than);
}

static void
add_option (AskLesson *self, const AskGuess *guess, GPtrArray *candidates, const AskRanking *ranking, guint at)
{
  AskLessonOption *option = g_new0 (AskLessonOption, 1);

  option->base = ranking->scores[at];
  ask_lesson_squash (ranking->features + (gsize) at * ASK_N_CANDIDATE_FEATURES, option->features);
  option->marks = ask_lesson_list_marks (guess, g_ptr_array_index (candidates, at));
  g_ptr_array_add (self->options, option);
}

/* The right one, and the best of those that are wrong; what gives the same rows as the right one is neither. */
static void
add_options (AskLesson *self, const AskGuess *guess, GPtrArray *candidates, const AskRanking *ranking,
             const AskLessonCase *what)
{
  int right = find_right (ranking, what);
  g_autofree gboolean *taken = g_new0 (gboolean, MAX (ranking->n, 1));

  if (right < 0)
    return;
  add_option (self, guess, candidates, ranking, (guint) right);
  while (self->options->len < ASK_LESSON_OPTIONS)
    {
      int next = -1;

      for (guint i = 0; i < ranking->n; i++)
        {
          gboolean wrong = what->right != NULL ? !what->is_right[i] : what->is_wrong != NULL && what->is_wrong[i];

          if (wrong && !taken[i] && i != (guint) right && (next < 0 || is_lower (ranking, (guint) next, i)))
            next = (int) i;
        }
      if (next < 0)
        break;
      taken[next] = TRUE;
      add_option (self, guess, candidates, ranking, (guint) next);
    }
  if (self->options->len == 1)
    g_ptr_array_set_size (self->options, 0);
}

/**
 * ask_lesson_new:
 * @guess: of the example's question, in a domain that was taught nothing
 * @candidates: (element-type AskCandidate): of @guess
 * @ranking: of @candidates, by the weights that ship
 * @what: what is known of them
 *
 * Returns: (transfer full): what this teaches
 */
AskLesson *
ask_lesson_new (AskGuess *guess, GPtrArray *candidates, const AskRanking *ranking, const AskLessonCase *what)
{
  AskLesson *self = lesson_alloc ();
  GPtrArray *plain = g_ptr_array_new ();

  for (guint i = 0; i < guess->question->plain->len; i++)
    g_ptr_array_add (plain, g_strdup (guess->question->plain->pdata[i]));
  g_ptr_array_add (plain, NULL);
  self->plain = (char **) g_ptr_array_free (plain, FALSE);
  self->stems = ask_lesson_list_stems (guess->question);
  add_options (self, guess, candidates, ranking, what);
  if (what->right != NULL)
    {
      g_autoptr (AskSketch) sketch = ask_sketch_new (guess->domain, what->right, NULL);

      self->form = g_strdup (sketch->key);
      self->exact = ask_lesson_exact_form (guess->domain, what->right);
      ask_lesson_add_words (self, guess, what->right);
    }
  else
    self->weight = WRONG_WEIGHT;
  return self;
}

/* ---- as bytes */

/**
 * ask_lesson_format:
 *
 * Returns: (transfer none): equal where bytes of a lesson mean the same
 */
const char *
ask_lesson_format (void)
{
  static char format[32];
  static gsize done;

  if (g_once_init_enter (&done))
    {
      g_snprintf (format, sizeof format, "%d %d %d", VERSION, ASK_N_CANDIDATE_FEATURES, G_BYTE_ORDER);
      g_once_init_leave (&done, 1);
    }
  return format;
}

static GVariant *
option_to_variant (const AskLessonOption *option)
{
  return g_variant_new ("(d@ay^as)", (double) option->base,
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, option->features, sizeof option->features, 1),
                        option->marks);
}

/**
 * ask_lesson_to_bytes:
 * @self: a lesson
 *
 * Returns: (transfer full): what ask_lesson_from_bytes() reads
 */
GBytes *
ask_lesson_to_bytes (const AskLesson *self)
{
  GVariantBuilder words, options;
  g_autoptr (GVariant) all = NULL;

  g_variant_builder_init (&words, G_VARIANT_TYPE ("a(ssssb)"));
  g_variant_builder_init (&options, G_VARIANT_TYPE ("a(dayas)"));
  for (guint i = 0; i < self->words->len; i++)
    {
      const AskTaughtWords *taught = self->words->pdata[i];

      g_variant_builder_add (&words, "(ssssb)", taught->words, taught->entity,
                             taught->attribute != NULL ? taught->attribute : "",
                             taught->value != NULL ? taught->value : "", g_array_index (self->clear, gboolean, i));
    }
  for (guint i = 0; i < self->options->len; i++)
    g_variant_builder_add_value (&options, option_to_variant (self->options->pdata[i]));
  all = g_variant_ref_sink (g_variant_new ("(a(ssssb)ss^as^asa(dayas)d)", &words, self->form != NULL ? self->form : "",
                                           self->exact != NULL ? self->exact : "", self->plain, self->stems, &options,
                                           self->weight));
  return g_variant_get_data_as_bytes (all);
}

static char *
dup_or_null (const char *text)
{
  return *text != '\0' ? g_strdup (text) : NULL;
}

static void
read_words (AskLesson *self, GVariantIter *iter)
{
  const char *words, *entity, *attribute, *value;
  gboolean clear;

  while (g_variant_iter_next (iter, "(&s&s&s&sb)", &words, &entity, &attribute, &value, &clear))
    {
      AskTaughtWords *taught = g_new0 (AskTaughtWords, 1);

      taught->words = g_strdup (words);
      taught->entity = g_strdup (entity);
      taught->attribute = dup_or_null (attribute);
      taught->value = dup_or_null (value);
      g_ptr_array_add (self->words, taught);
      g_array_append_val (self->clear, clear);
    }
}

static gboolean
read_options (AskLesson *self, GVariantIter *iter)
{
  GVariant *features;
  double base;
  char **marks;

  while (g_variant_iter_next (iter, "(d@ay^as)", &base, &features, &marks))
    {
      AskLessonOption *option = g_new0 (AskLessonOption, 1);
      gsize n;
      const guint8 *data = g_variant_get_fixed_array (features, &n, 1);

      option->base = (float) base;
      option->marks = marks;
      g_ptr_array_add (self->options, option);
      if (n == sizeof option->features)
        memcpy (option->features, data, n);
      g_variant_unref (features);
      if (n != sizeof option->features)
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_lesson_from_bytes:
 * @bytes: from ask_lesson_to_bytes(), of the same ask_lesson_format()
 *
 * Returns: (transfer full) (nullable): the lesson; %NULL where @bytes are damaged
 */
AskLesson *
ask_lesson_from_bytes (GBytes *bytes)
{
  g_autoptr (GVariant) all = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (TYPE), bytes, FALSE));
  g_autoptr (AskLesson) self = lesson_alloc ();
  g_autoptr (GVariantIter) words = NULL;
  g_autoptr (GVariantIter) options = NULL;
  const char *form, *exact;

  if (!g_variant_is_normal_form (all))
    return NULL;
  g_variant_get (all, "(a(ssssb)&s&s^as^asa(dayas)d)", &words, &form, &exact, &self->plain, &self->stems, &options,
                 &self->weight);
  self->form = dup_or_null (form);
  self->exact = dup_or_null (exact);
  read_words (self, words);
  return read_options (self, options) ? g_steal_pointer (&self) : NULL;
}
