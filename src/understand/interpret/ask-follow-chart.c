/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which kind of chart a follow-up wishes for. The words are those of data/chart-rules.json, by which the room of charts
 * finds a wish in a question: a kind that is added there is understood here, too.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

#include <string.h>

#include "base/ask-json.h"
#include "base/ask-text.h"
#include "understand/interpret/ask-follow.h"

#include "ask-understand-resources.h"

#define PATH "/com/example/AskData/understand/chart-rules.json"

#define LEADS "|as|as a|as an|as the|als|als ein|als eine|als einen|a|an|ein|eine|einen|"
#define NOUNS "|chart|graph|plot|diagram|diagramm|grafik|"

/* What words name a kind: all of them, or those from @first to before @last behind "as" or before "chart". */
typedef struct
{
  char *kind;
  GPtrArray *stems;
  guint first;
  guint last;
} Phrase;

static gboolean
is_one_of (const char *word, const char *ways)
{
  g_autofree char *key = g_strdup_printf ("|%s|", word);

  return strstr (ways, key) != NULL;
}

static void
add_phrase (GArray *phrases, const char *kind, const char *text)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);
  Phrase phrase = { g_strdup (kind), g_ptr_array_new_with_free_func (g_free), 0, words->len };

  while (phrase.first < words->len && is_one_of (words->pdata[phrase.first], LEADS))
    phrase.first++;
  if (phrase.last > phrase.first + 1 && is_one_of (words->pdata[phrase.last - 1], NOUNS))
    phrase.last--;
  for (guint i = 0; i < words->len; i++)
    g_ptr_array_add (phrase.stems, ask_text_stem (words->pdata[i]));
  g_array_append_val (phrases, phrase);
}

static gpointer
read_phrases (gpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (JsonNode) node = NULL;
  GArray *phrases = g_array_new (FALSE, FALSE, sizeof (Phrase));
  JsonObject *hints;
  JsonArray *wishes;

  ask_understand_register_resource ();
  bytes = g_resources_lookup_data (PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  node
    = bytes != NULL ? ask_json_parse (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error) : NULL;
  /* The file is a part of the program: without it this is no AskData. */
  if (node == NULL)
    g_error ("%s", error->message);
  hints = ask_json_get_object (json_node_get_object (node), "hints");
  wishes = ask_json_get_array (json_node_get_object (node), "wishes");
  for (guint i = 0; i < json_array_get_length (wishes); i++)
    {
      JsonObject *wish = json_array_get_object_element (wishes, i);
      const char *kind = ask_json_get_string (wish, "hint");
      JsonArray *texts = ask_json_get_array (hints, kind);

      /* "trend" and "share" say what a question is about, and name no kind. */
      if (!json_object_get_boolean_member_with_default (wish, "named", FALSE))
        continue;
      for (guint k = 0; k < json_array_get_length (texts); k++)
        add_phrase (phrases, kind, ask_json_element_string (texts, k));
    }
  return phrases;
}

/* Returns: how many words from @at on are the stems from @first to before @last, signs between them included; or 0 */
static guint
match_stems (const AskFollowReader *self, guint at, const Phrase *phrase, guint first, guint last)
{
  guint here = at;

  for (guint i = first; i < last; i++)
    {
      g_autofree char *stem = NULL;

      while (i > first && here < self->words->len && *(const char *) self->words->pdata[here] == '\0')
        here++;
      stem = here < self->words->len ? ask_text_stem (self->words->pdata[here]) : NULL;
      if (g_strcmp0 (stem, phrase->stems->pdata[i]) != 0)
        return 0;
      here++;
    }
  return here - at;
}

static const GArray *
get_phrases (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, read_phrases, NULL);
}

/* @rest: behind "as". Returns: whether that is a kind of chart and nothing else */
static gboolean
is_kind (const char *rest)
{
  const GArray *phrases = get_phrases ();
  g_autoptr (GPtrArray) words = ask_text_words (rest);
  guint from = 0;
  guint to = words->len;

  while (from < to && is_one_of (words->pdata[from], LEADS))
    from++;
  for (gboolean noun = FALSE; to > from; noun = TRUE, to--)
    {
      if (noun && !is_one_of (words->pdata[to], NOUNS))
        return FALSE;
      for (guint i = 0; i < phrases->len; i++)
        {
          const Phrase *phrase = &g_array_index (phrases, Phrase, i);
          guint n = phrase->last - phrase->first;
          guint same = 0;

          while (n == to - from && same < n)
            {
              g_autofree char *stem = ask_text_stem (words->pdata[from + same]);

              if (strcmp (stem, phrase->stems->pdata[phrase->first + same]) != 0)
                break;
              same++;
            }
          if (n > 0 && same == n)
            return TRUE;
        }
    }
  return FALSE;
}

/* "served as a pie", "known as bars", "such as lines" speak of the data. German verbs stand behind. */
static gboolean
leads_on (const char *question, const char *at)
{
  const char *start = at;
  g_autofree char *word = NULL;

  while (start > question && start[-1] != ' ')
    start--;
  word = g_ascii_strdown (start, at - start);
  return g_str_has_suffix (word, "ed") || g_str_has_suffix (word, "wn")
         || is_one_of (word, "|such|same|well|sold|made|seen|is|are|was|were|");
}

/**
 * ask_follow_cut_chart:
 * @question: what a person typed
 *
 * "as a pie" at the end of a question says how to draw its answer, and nothing of what is asked.
 *
 * Returns: (transfer full): @question up to there
 */
char *
ask_follow_cut_chart (const char *question)
{
  for (const char *at = strchr (question, ' '); at != NULL; at = strchr (at + 1, ' '))
    {
      gsize lead = g_ascii_strncasecmp (at, " as ", 4) == 0 ? 4 : g_ascii_strncasecmp (at, " als ", 5) == 0 ? 5 : 0;

      if (lead > 0 && at > question && !leads_on (question, at) && is_kind (at + lead))
        return g_strndup (question, (gsize) (at - question));
    }
  return g_strdup (question);
}

/* Words that name a kind of chart may also be a value, or the name of an attribute. */
static gboolean
is_named_otherwise (const AskFollowReader *self)
{
  guint last = self->at;
  g_autoptr (GArray) attributes = ask_follow_find_attributes (self, FALSE, &last);

  return attributes->len > 0 || ask_follow_find_mention (self) != NULL;
}

/*
 * ask_follow_find_chart:
 * @self: a reader
 * @n: (out): how many words
 *
 * Returns: (transfer none) (nullable): the kind of chart that most of the next words wish for, as "hints" of
 *   data/chart-rules.json calls it; of as many words the first kind
 */
const char *
ask_follow_find_chart (const AskFollowReader *self, guint *n)
{
  const GArray *phrases = get_phrases ();
  guint as = ask_follow_match (self, self->at, LEADS);
  const char *best = NULL;

  *n = 0;
  for (guint i = 0; i < phrases->len; i++)
    {
      const Phrase *phrase = &g_array_index (phrases, Phrase, i);
      guint whole = match_stems (self, self->at, phrase, 0, phrase->stems->len);
      guint core = match_stems (self, self->at + as, phrase, phrase->first, phrase->last);
      guint noun = core > 0 ? ask_follow_match (self, self->at + as + core, NOUNS) : 0;

      if (core > 0 && (as > 0 || noun > 0))
        whole = MAX (whole, as + core + noun);
      else if (whole > 0 && phrase->first == 0 && phrase->last == phrase->stems->len && is_named_otherwise (self))
        whole = 0;
      if (whole > *n)
        {
          *n = whole;
          best = phrase->kind;
        }
    }
  return best;
}
