/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions that are a search of documents, answered without a model: by a rule where they say so ("search …", "documents
 * about …", "what does the lease say about …"), and, where nothing else is known of a question, by passages that have all
 * its words.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-citation.h"
#include "agent/ask-here-private.h"
#include "agent/ask-search.h"
#include "agent/ask-words.h"
#include "base/ask-text.h"

/* Words between which somebody names a document. */
#define MAX_NAME_WORDS 10

/* In folded words; # is what is looked for, @ the document in which. Longer ones stand first. @plain: no more is meant than
 * a search, so a model is not asked. */
static const struct
{
  const char *words;
  gboolean plain;
} patterns[] = {
  { "what does it say in @ about #", FALSE },
  { "what does @ say about #", FALSE },
  { "what does @ say on #", FALSE },
  { "what do @ say about #", FALSE },
  { "what do @ say on #", FALSE },
  { "what is said about # in @", FALSE },
  { "what is written about # in @", FALSE },
  { "what is said about #", FALSE },
  { "where is # mentioned in @", TRUE },
  { "where is # mentioned", TRUE },
  { "where are # mentioned", TRUE },
  { "search @ for #", TRUE },
  { "search for # in @", TRUE },
  { "search for #", TRUE },
  { "search # in @", TRUE },
  { "search #", TRUE },
  { "find passages about #", TRUE },
  { "find documents about #", TRUE },
  { "show documents about #", TRUE },
  { "show me documents about #", TRUE },
  { "which documents are about #", TRUE },
  { "which documents mention #", TRUE },
  { "which documents contain #", TRUE },
  { "what documents mention #", TRUE },
  { "passages about #", TRUE },
  { "documents about #", TRUE },
  { "documents on #", TRUE },
  { "documents that mention #", TRUE },
  { "was steht in @ uber #", FALSE },
  { "was steht in @ zu #", FALSE },
  { "was steht im @ uber #", FALSE },
  { "was steht im @ zu #", FALSE },
  { "was steht uber # in @", FALSE },
  { "was steht uber # im @", FALSE },
  { "was sagt @ uber #", FALSE },
  { "was sagt @ zu #", FALSE },
  { "was sagen @ uber #", FALSE },
  { "was sagen @ zu #", FALSE },
  { "wo wird # erwahnt", TRUE },
  { "wo werden # erwahnt", TRUE },
  { "suche nach # in @", TRUE },
  { "suche nach # im @", TRUE },
  { "suche nach #", TRUE },
  { "such nach #", TRUE },
  { "suche # in @", TRUE },
  { "suche # im @", TRUE },
  { "suche #", TRUE },
  { "welche dokumente erwahnen #", TRUE },
  { "welche dokumente enthalten #", TRUE },
  { "welche dokumente handeln von #", TRUE },
  { "zeige dokumente uber #", TRUE },
  { "zeige dokumente zu #", TRUE },
  { "dokumente uber #", TRUE },
  { "dokumente zu #", TRUE },
};

/* All documents. */
static const char *const generic[]
  = { "documents",  "document", "files",   "file",   "texts",  "text",       "passages", "dokumente",
      "dokumenten", "dokument", "dateien", "texten", "texte",  "unterlagen", "our",      "my",
      "the",        "all",      "it",      "they",   "den",    "die",        "der",      "das",
      "dem",        "unsere",   "unseren", "meine",  "meinen", "allen",      "alle",     "anywhere",
      "everywhere", "we",       "us",      "wir",    "uns" };

typedef struct
{
  GArray *words; /* AskWord */
  guint in, in_end; /* @: the document's words */
  guint what, what_end; /* #: what is looked for */
} Match;

/* Whether the words from @at on are @rest of a pattern. */
static gboolean
match_rest (Match *self, guint at, char **rest)
{
  if (*rest == NULL)
    return at == self->words->len;
  if (!g_str_equal (*rest, "@") && !g_str_equal (*rest, "#"))
    return at < self->words->len && g_str_equal (g_array_index (self->words, AskWord, at).folded, *rest)
           && match_rest (self, at + 1, rest + 1);
  for (guint end = at + 1; end <= MIN (self->words->len, **rest == '@' ? at + MAX_NAME_WORDS : self->words->len); end++)
    if (match_rest (self, end, rest + 1))
      {
        *(**rest == '@' ? &self->in : &self->what) = at;
        *(**rest == '@' ? &self->in_end : &self->what_end) = end;
        return TRUE;
      }
  return FALSE;
}

static char *
cut (const char *question, GArray *words, guint from, guint to)
{
  const gsize start = g_array_index (words, AskWord, from).start;

  return to > from ? g_strndup (question + start, g_array_index (words, AskWord, to - 1).end - start) : g_strdup ("");
}

static void
drop_generic (GPtrArray *words)
{
  for (guint i = words->len; i-- > 0;)
    {
      g_autofree char *folded = ask_text_fold (words->pdata[i]);

      for (guint g = 0; g < G_N_ELEMENTS (generic); g++)
        if (g_str_equal (generic[g], folded))
          {
            g_ptr_array_remove_index (words, i);
            break;
          }
    }
}

/* How the question was read. @titles: of documents that were searched alone */
static char *
describe (GPtrArray *words, GPtrArray *titles)
{
  g_autoptr (GPtrArray) terminated = g_ptr_array_copy (words, NULL, NULL);
  g_autofree char *joined = NULL;

  g_ptr_array_set_free_func (terminated, NULL);
  g_ptr_array_add (terminated, NULL);
  joined = g_strjoinv (" ", (char **) terminated->pdata);
  if (titles->len == 0)
    /* Translators: words that documents were searched for. */
    return g_strdup_printf (_ ("Searched the documents for: %s."), joined);
  if (titles->len == 1)
    /* Translators: the title of a document, then words that it was searched for. */
    return g_strdup_printf (_ ("Searched “%s” for: %s."), (char *) titles->pdata[0], joined);
  return g_strdup_printf (ngettext ("Searched “%s” and %u more document for: %s.",
                                    "Searched “%s” and %u more documents for: %s.", titles->len - 1),
                          (char *) titles->pdata[0], titles->len - 1, joined);
}

/* What was found, for people: in how many documents. */
static char *
summarise (const AskAnswer *answer)
{
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);
  const gsize n = ask_rows_get_n_rows (answer->rows);
  g_autofree char *passages = NULL;

  if (n == 0)
    return g_strdup (_ ("No passage has any of these words."));
  for (guint i = 0; i < answer->citations->len; i++)
    g_hash_table_add (titles, ((AskCitation *) answer->citations->pdata[i])->title);
  passages = g_strdup_printf (ngettext ("%u passage", "%u passages", (guint) n), (guint) n);
  if (g_hash_table_size (titles) <= 1)
    return answer->citations->len > 0
             /* Translators: how many passages, then the title of a document. */
             ? g_strdup_printf (_ ("%s of “%s”"), passages, ((AskCitation *) answer->citations->pdata[0])->title)
             : g_steal_pointer (&passages);
  /* Translators: how many passages, then of how many documents. */
  return g_strdup_printf (ngettext ("%s of %u document", "%s of %u documents", g_hash_table_size (titles)), passages,
                          g_hash_table_size (titles));
}

/* A search that answers: @modes are gone through until something is found; with @must nothing found is no answer. */
typedef struct
{
  GPtrArray *words;
  GHashTable *only; /* nullable */
  GPtrArray *titles;
  const AskSearchMode *modes;
  guint n_modes;
  gboolean must;
} Search;

static gboolean
answer (AskAgentRun *run, const Search *search, gboolean *done, GError **error)
{
  g_autoptr (AskResult) result = NULL;
  g_autofree char *sql = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < search->n_modes; i++)
    {
      char *next
        = ask_search_make_sql (run->places, search->words, search->only, search->modes[i], ASK_SEARCH_MAX_SHOWN);
      AskTraceStep *step;
      g_autoptr (GError) failure = NULL;

      if (next == NULL)
        break;
      g_free (sql);
      sql = next;
      g_clear_pointer (&result, ask_result_free);
      step = ask_run_step (run, "sql", _ ("Searched the documents"), NULL);
      result = ask_run_query (run, step, sql, NULL, &failure);
      if (result == NULL && ask_run_is_cancelled (run, failure))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      if (result == NULL && search->must)
        return TRUE;
      if (result == NULL)
        {
          *done = TRUE;
          ask_run_fail (run, failure);
          return TRUE;
        }
      if (ask_rows_get_n_rows (result->rows) > 0)
        break;
    }
  if (result == NULL || (search->must && ask_rows_get_n_rows (result->rows) == 0))
    return TRUE;
  *done = TRUE;
  g_free (run->answer->reading);
  run->answer->reading = describe (search->words, search->titles);
  ask_run_answer (run, result, sql);
  text = summarise (run->answer);
  ask_run_end (run, ASK_STATUS_ANSWERED, text);
  return TRUE;
}

/**
 * ask_here_search:
 * @run: with a schema
 * @done: (out): whether the answer is made
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Answers what asks for a search, where there are documents. Where a model may do more with it, it is left to the model.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_search (AskAgentRun *run, gboolean *done, GError **error)
{
  static const AskSearchMode modes[] = { ASK_SEARCH_ANY, ASK_SEARCH_PARTS };
  g_autoptr (GArray) words = ask_words_split (run->answer->question);
  GPtrArray *places = ask_search_get_places (run, error);

  *done = FALSE;
  if (places == NULL)
    return FALSE;
  if (places->len == 0 || run->options.reading > 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_auto (GStrv) parts = g_strsplit (patterns[i].words, " ", -1);
      Match match = { .words = words };
      g_autoptr (GPtrArray) wanted = NULL;
      g_autoptr (GPtrArray) named = NULL;
      g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GHashTable) only = NULL;
      g_autofree char *what = NULL;
      g_autofree char *in = NULL;
      const gboolean optional
        = strstr (patterns[i].words, "search") != NULL || strstr (patterns[i].words, "suche") != NULL;

      if ((run->model != NULL && !patterns[i].plain) || !match_rest (&match, 0, parts))
        continue;
      what = cut (run->answer->question, words, match.what, match.what_end);
      in = cut (run->answer->question, words, match.in, match.in_end);
      wanted = ask_search_split (what);
      named = ask_search_split (in);
      drop_generic (named);
      if (!ask_run_open_engine (run, error))
        return FALSE;
      if (named->len > 0 && (only = ask_search_find_titled (run, named, titles, error)) == NULL)
        return FALSE;
      if (only != NULL && g_hash_table_size (only) == 0)
        {
          g_clear_pointer (&only, g_hash_table_unref);
          /* "Search rent in Munich" is no search in a document then. */
          if (optional)
            continue;
          /* A document that nothing is called by: its words are looked for like the others. */
          for (guint w = 0; w < named->len; w++)
            g_ptr_array_add (wanted, g_strdup (named->pdata[w]));
        }
      return wanted->len == 0
             || answer (run, &(Search) { wanted, only, titles, modes, G_N_ELEMENTS (modes), FALSE }, done, error);
    }
  return TRUE;
}

/**
 * ask_here_is_of_documents:
 * @run: with a schema
 * @readings: (element-type AskQuestionReading): none of them sure
 *
 * Returns: whether all of them read documents and nothing else: then a search says more
 */
gboolean
ask_here_is_of_documents (AskAgentRun *run, GPtrArray *readings)
{
  GPtrArray *places = ask_search_get_places (run, NULL);

  for (guint i = 0; places != NULL && i < readings->len; i++)
    {
      const AskQuestionReading *reading = readings->pdata[i];

      for (guint s = 0; s < reading->sources->len; s++)
        {
          gboolean known = FALSE;

          for (guint p = 0; p < places->len && !known; p++)
            known = g_str_equal (((AskSearchPlace *) places->pdata[p])->passages->source, reading->sources->pdata[s]);
          if (!known)
            return FALSE;
        }
    }
  return places != NULL && places->len > 0;
}

/**
 * ask_here_search_rest:
 * @run: a run whose question nothing else is known of
 * @done: (out): whether the answer is made
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Answers with passages that have all words of the question, where there are some.
 *
 * Returns: FALSE exactly where @error is set
 */
gboolean
ask_here_search_rest (AskAgentRun *run, gboolean *done, GError **error)
{
  static const AskSearchMode modes[] = { ASK_SEARCH_ALL };
  g_autoptr (GPtrArray) words = ask_search_split (run->answer->question);
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  GPtrArray *places = ask_search_get_places (run, error);

  *done = FALSE;
  if (places == NULL)
    return FALSE;
  drop_generic (words);
  return places->len == 0 || words->len == 0 || !ask_run_open_engine (run, NULL)
         || answer (run, &(Search) { words, NULL, titles, modes, G_N_ELEMENTS (modes), TRUE }, done, error);
}
