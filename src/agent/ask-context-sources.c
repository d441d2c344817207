/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of sources as a whole: their descriptions and what stewards stated. Where not all of it fits, the lines
 * that share words with the question go first, then those of sources that it may need.
 */
#include "config.h"

#include "agent/ask-context.h"

#include <string.h>

#include "agent/ask-words.h"
#include "base/ask-text.h"
#include "llm/ask-prompt.h"

/* Bytes of a line. */
#define MAX_SAID 200
/* Tokens that the words on what is left out take. */
#define LEFT_TOKENS 12

typedef struct
{
  char *text;
  guint place; /* among all lines */
  guint n_shared; /* words that the question has, too */
  gboolean needed; /* the question may need its source */
  gboolean told;
} Line;

static void
line_free (gpointer data)
{
  Line *self = data;

  g_free (self->text);
  g_free (self);
}

/* Returns: (transfer full) (element-type utf8): a set of the question's stems, small words aside */
static GHashTable *
list_stems (const char *question)
{
  GHashTable *stems = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) words = ask_words_split (question);

  for (guint i = 0; i < words->len; i++)
    {
      const AskWord *word = &g_array_index (words, AskWord, i);

      if (!word->stop)
        g_hash_table_add (stems, g_strdup (word->stem));
    }
  return stems;
}

static guint
count_shared (const char *text, GHashTable *stems)
{
  g_autoptr (GArray) words = ask_words_split (text);
  guint n = 0;

  for (guint i = 0; i < words->len; i++)
    n += g_hash_table_contains (stems, g_array_index (words, AskWord, i).stem);
  return n;
}

/* @text: (transfer full) */
static void
add_line (GPtrArray *lines, char *text, guint n_shared, gboolean needed)
{
  Line *line = g_new0 (Line, 1);

  line->text = text;
  line->place = lines->len;
  line->n_shared = n_shared;
  line->needed = needed;
  g_ptr_array_add (lines, line);
}

static gboolean
is_needed (const AskSelection *selection, const char *source)
{
  for (guint i = 0; selection != NULL && i < selection->entities->len; i++)
    if (strcmp (g_array_index (selection->entities, AskSelectionItem, i).entity->source, source) == 0)
      return TRUE;
  return FALSE;
}

static GPtrArray *
list_lines (AskSchema *schema, const AskSelection *selection, GHashTable *stems)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (line_free);

  for (guint i = 0; i < schema->sources->len; i++)
    {
      const AskSchemaSource *source = schema->sources->pdata[i];
      gboolean needed = is_needed (selection, source->name);

      if (source->description != NULL && source->description[0] != '\0')
        {
          g_autofree char *said = ask_text_shorten (source->description, MAX_SAID);

          add_line (lines, g_strdup_printf ("-- %s: %s\n", source->name, said), count_shared (said, stems), needed);
        }
      for (guint s = 0; s < source->statements->len; s++)
        {
          g_autofree char *said = ask_text_shorten (source->statements->pdata[s], MAX_SAID);

          add_line (lines, g_strdup_printf ("-- in %s, %s\n", source->name, said), count_shared (said, stems), needed);
        }
    }
  return lines;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const Line *x = *(Line *const *) a;
  const Line *y = *(Line *const *) b;

  if (x->n_shared != y->n_shared)
    return x->n_shared > y->n_shared ? -1 : 1;
  if (x->needed != y->needed)
    return x->needed ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

/* Marks what is told. Returns: how many lines are left out */
static guint
choose (GPtrArray *lines, guint tokens)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  guint all = 0;
  guint left = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      all += ask_prompt_count_tokens (((Line *) lines->pdata[i])->text);
      g_ptr_array_add (order, lines->pdata[i]);
    }
  if (all > tokens)
    tokens -= MIN (tokens, LEFT_TOKENS);
  g_ptr_array_sort (order, compare_lines);
  for (guint i = 0; i < order->len; i++)
    {
      Line *line = order->pdata[i];
      guint n = ask_prompt_count_tokens (line->text);

      line->told = n <= tokens;
      if (line->told)
        tokens -= n;
      else
        left++;
    }
  return left;
}

/**
 * ask_context_sources:
 * @schema: the relational view
 * @selection: (nullable): what the question may need
 * @question: as it was asked
 * @tokens: at most, as ask_prompt_count_tokens() counts them
 *
 * Returns: (transfer full): a line each, in the schema's order; "" where nothing is said, or nothing fits
 */
char *
ask_context_sources (AskSchema *schema, const AskSelection *selection, const char *question, guint tokens)
{
  g_autoptr (GHashTable) stems = list_stems (question);
  g_autoptr (GPtrArray) lines = list_lines (schema, selection, stems);
  guint left = choose (lines, tokens);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    if (((Line *) lines->pdata[i])->told)
      g_string_append (text, ((Line *) lines->pdata[i])->text);
  if (left > 0 && left < lines->len)
    g_string_append_printf (text, "-- (%u more such lines are left out.)\n", left);
  return g_string_free (text, FALSE);
}
