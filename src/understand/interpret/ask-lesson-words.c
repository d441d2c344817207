/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which words of an example stand for what: words that nothing explains, beside something in the right query that no
 * word explains. Where there is one of each, nothing else can be meant.
 */
#include "config.h"

#include <string.h>

#include "base/ask-text.h"
#include "understand/interpret/ask-label.h"
#include "understand/interpret/ask-lesson.h"
#include "understand/link/ask-link.h"

/* Words that may stand for something together, and pairs that are worth to be remembered. */
#define MAX_WORDS 3
#define MAX_PAIRS 4
#define MIN_LETTERS 4

typedef struct
{
  guint first;
  guint last;
} Span;

/* What the right query has: an entity, an attribute, or a value of one. */
typedef struct
{
  int entity;
  int attribute; /* -1: the entity itself */
  const char *value; /* nullable */
} Thing;

/**
 * ask_guess_list_known:
 * @guess: of a question
 * @links: (element-type AskLink): of the same question
 *
 * Returns: (transfer full): for each token, whether a link, a learned word or an operation takes it
 */
gboolean *
ask_guess_list_known (const AskGuess *guess, GPtrArray *links)
{
  gboolean *known = g_new0 (gboolean, guess->question->tokens->len + 1);

  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *link = g_ptr_array_index (links, i);

      for (guint t = link->first; t < link->last; t++)
        known[t] = TRUE;
    }
  for (guint a = 0; a < guess->domain->attributes->len; a++)
    if (guess->lexicon_at[a] >= 0)
      known[guess->lexicon_at[a]] = TRUE;
  return known;
}

/* Small words name nothing, whatever is not explained; and a word that is known once is known again. */
static gboolean
may_name (AskQuestion *question, const gboolean *known, guint at)
{
  const AskToken *token = ask_question_token (question, at);

  if (known[at] || g_array_index (question->marks, AskMark, at) != ASK_MARK_NONE || !token->word || token->stop
      || token->quoted || g_ascii_isdigit (*token->surface)
      || g_utf8_strlen (token->surface, -1) < (token->upper ? MIN_LETTERS - 1 : MIN_LETTERS))
    return FALSE;
  for (guint t = 0; t < question->tokens->len; t++)
    if (known[t] && strcmp (ask_question_token (question, t)->stem, token->stem) == 0)
      return FALSE;
  return TRUE;
}

static GArray *
list_spans (AskGuess *guess)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (Span));
  g_autoptr (GPtrArray) links = ask_link_list (guess->question);
  g_autofree gboolean *known = ask_guess_list_known (guess, links);

  for (guint t = 0; t < guess->question->tokens->len; t++)
    {
      Span *last = spans->len > 0 ? &g_array_index (spans, Span, spans->len - 1) : NULL;

      if (!may_name (guess->question, known, t))
        continue;
      if (last != NULL && last->last == t && t - last->first < MAX_WORDS)
        last->last = t + 1;
      else
        g_array_append_val (spans, ((Span) { t, t + 1 }));
    }
  return spans;
}

static gboolean
is_named (const GArray *names, guint at)
{
  return g_array_index (names, AskNameMatch, at).met > 0;
}

static gboolean
is_explained (const AskGuess *guess, guint attribute)
{
  return is_named (guess->question->attributes, attribute) || guess->lexicon_at[attribute] >= 0;
}

/* Whether the question has the value, as it is stored or as it was linked. */
static gboolean
is_said (const AskGuess *guess, int attribute, const char *value)
{
  g_autofree char *text = ask_text_fold (guess->question->text);
  g_autofree char *folded = ask_text_fold (value);

  if (strstr (text, folded) != NULL)
    return TRUE;
  for (guint m = 0; m < guess->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (guess->question, m);

      for (guint l = 0; l < mention->links->len; l++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

          if (link->attribute == attribute && g_strcmp0 (link->value, value) == 0)
            return TRUE;
        }
    }
  return FALSE;
}

static void
add_thing (GArray *things, int entity, int attribute, const char *value)
{
  for (guint i = 0; i < things->len; i++)
    {
      const Thing *thing = &g_array_index (things, Thing, i);

      if (thing->entity == entity && thing->attribute == attribute && g_strcmp0 (thing->value, value) == 0)
        return;
    }
  g_array_append_val (things, ((Thing) { entity, attribute, value }));
}

static gboolean
is_compared (const AskSketch *sketch, guint slot)
{
  for (guint i = 0; i < sketch->values->len; i++)
    if (g_array_index (sketch->values, AskSketchValue, i).attribute == (int) slot)
      return TRUE;
  return FALSE;
}

/* A thing's name is shown, and two are joined by keys, without a word that says so. */
static gboolean
needs_word (AskDomain *domain, const AskSketch *sketch, guint slot, int at)
{
  const AskDomainAttribute *attribute = ask_domain_attribute (domain, at);

  return !attribute->key && !attribute->foreign && !attribute->joins && ask_label_get (domain, attribute->entity) != at
         && !is_compared (sketch, slot);
}

/* Of an entity without a name in the question nothing else is asked for: one word cannot stand for two. */
static GArray *
list_things (const AskGuess *guess, const AskDraft *right, const AskSketch *sketch, const AskFilling *filling)
{
  GArray *things = g_array_new (FALSE, FALSE, sizeof (Thing));
  g_autoptr (GArray) entities = ask_draft_collect_entities (right, guess->domain);
  g_autofree gboolean *open = g_new0 (gboolean, guess->domain->entities->len + 1);

  for (guint i = 0; i < entities->len; i++)
    open[g_array_index (entities, guint, i)]
      = !is_named (guess->question->entities, g_array_index (entities, guint, i));
  /* An entity may be there for the sake of its attribute. */
  for (guint i = 0; i < filling->attributes->len; i++)
    {
      guint at = g_array_index (filling->attributes, guint, i);

      if (is_explained (guess, at))
        open[ask_domain_attribute (guess->domain, at)->entity] = FALSE;
    }
  for (guint v = 0; v < sketch->values->len; v++)
    {
      int slot = g_array_index (sketch->values, AskSketchValue, v).attribute;
      const char *text = g_array_index (filling->values, AskDraftOperand, v).text;
      int at = slot >= 0 ? g_array_index (filling->attributes, int, slot) : -1;

      if (at >= 0 && text != NULL && strchr (text, '%') == NULL && !is_said (guess, at, text))
        add_thing (things, (int) ask_domain_attribute (guess->domain, at)->entity, at, text);
    }
  for (guint i = 0; i < filling->attributes->len; i++)
    {
      int at = g_array_index (filling->attributes, int, i);
      const AskDomainAttribute *attribute = ask_domain_attribute (guess->domain, at);

      if (!open[attribute->entity] && !is_explained (guess, (guint) at) && needs_word (guess->domain, sketch, i, at))
        add_thing (things, (int) attribute->entity, at, NULL);
    }
  for (guint i = 0; i < entities->len; i++)
    if (open[g_array_index (entities, guint, i)])
      add_thing (things, (int) g_array_index (entities, guint, i), -1, NULL);
  return things;
}

static void
add_pair (AskLesson *self, const AskGuess *guess, const Span *span, const Thing *thing, gboolean clear)
{
  const AskQuestion *question = guess->question;
  guint start = ask_question_token (question, span->first)->start;
  AskTaughtWords *taught = g_new0 (AskTaughtWords, 1);
  g_autofree char *words
    = g_strndup (question->text + start, ask_question_token (question, span->last - 1)->end - start);

  taught->words = ask_text_fold (words);
  taught->entity = g_strdup (ask_domain_entity (guess->domain, thing->entity)->name);
  if (thing->attribute >= 0)
    taught->attribute = g_strdup (ask_domain_attribute (guess->domain, thing->attribute)->name);
  taught->value = g_strdup (thing->value);
  g_ptr_array_add (self->words, taught);
  g_array_append_val (self->clear, clear);
}

/**
 * ask_lesson_add_words:
 * @self: gets what words of the question stand for
 * @guess: of the example's question
 * @right: what it means
 */
void
ask_lesson_add_words (AskLesson *self, AskGuess *guess, const AskDraft *right)
{
  AskFilling *made = NULL;
  g_autoptr (AskSketch) sketch = ask_sketch_new (guess->domain, right, &made);
  g_autoptr (AskFilling) filling = made;
  g_autoptr (GArray) spans = list_spans (guess);
  g_autoptr (GArray) things = list_things (guess, right, sketch, filling);

  if (spans->len * things->len > MAX_PAIRS)
    return;
  for (guint s = 0; s < spans->len; s++)
    for (guint t = 0; t < things->len; t++)
      add_pair (self, guess, &g_array_index (spans, Span, s), &g_array_index (things, Thing, t),
                spans->len == 1 && things->len == 1);
}
