/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a composed question is made of besides names and values, in English and in German.
 */
#include "config.h"

#include "understand/complete/ask-complete-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"

/* What it does; %NULL where its words say so. */
static const char *const doings[ASK_N_SAYS] = {
  [ASK_SAY_COUNT] = N_ ("counts"),
  [ASK_SAY_SHOW] = N_ ("shows rows"),
  [ASK_SAY_AVERAGE] = N_ ("average of a number"),
  [ASK_SAY_TOTAL] = N_ ("sum of a number"),
  [ASK_SAY_HIGHEST] = N_ ("largest value"),
  [ASK_SAY_LOWEST] = N_ ("smallest value"),
  [ASK_SAY_WHICH] = N_ ("the one with the most"),
  [ASK_SAY_TOP] = N_ ("the first by a number"),
  [ASK_SAY_MOST] = N_ ("counts"),
  [ASK_SAY_THERE] = NULL,
  [ASK_SAY_PER] = N_ ("one row for each"),
  [ASK_SAY_WHERE] = N_ ("only some rows"),
  [ASK_SAY_SORTED] = N_ ("order of rows"),
  [ASK_SAY_NUMBER_OF] = N_ ("counts"),
  [ASK_SAY_DOWN] = N_ ("largest first"),
  [ASK_SAY_UP] = N_ ("smallest first"),
  [ASK_SAY_YEAR] = N_ ("part of a date"),
  [ASK_SAY_QUARTER] = N_ ("part of a date"),
  [ASK_SAY_MONTH] = N_ ("part of a date"),
  [ASK_SAY_WEEKDAY] = N_ ("part of a date"),
};

/* Of each the first of a language is offered; others are read as well. */
static const struct
{
  AskSay say;
  AskLang lang;
  const char *text;
} phrases[] = {
  { ASK_SAY_COUNT, ASK_LANG_ENGLISH, "how many" },
  { ASK_SAY_COUNT, ASK_LANG_ENGLISH, "number of" },
  { ASK_SAY_COUNT, ASK_LANG_ENGLISH, "count" },
  { ASK_SAY_COUNT, ASK_LANG_GERMAN, "wie viele" },
  { ASK_SAY_COUNT, ASK_LANG_GERMAN, "Anzahl der" },
  { ASK_SAY_SHOW, ASK_LANG_ENGLISH, "show" },
  { ASK_SAY_SHOW, ASK_LANG_ENGLISH, "show me" },
  { ASK_SAY_SHOW, ASK_LANG_ENGLISH, "list" },
  { ASK_SAY_SHOW, ASK_LANG_GERMAN, "zeige" },
  { ASK_SAY_SHOW, ASK_LANG_GERMAN, "zeige mir" },
  { ASK_SAY_AVERAGE, ASK_LANG_ENGLISH, "average" },
  { ASK_SAY_AVERAGE, ASK_LANG_GERMAN, "Durchschnitt von" },
  { ASK_SAY_AVERAGE, ASK_LANG_GERMAN, "durchschnittliche" },
  { ASK_SAY_AVERAGE, ASK_LANG_GERMAN, "durchschnittlicher" },
  { ASK_SAY_AVERAGE, ASK_LANG_GERMAN, "durchschnittliches" },
  { ASK_SAY_TOTAL, ASK_LANG_ENGLISH, "total" },
  { ASK_SAY_TOTAL, ASK_LANG_ENGLISH, "sum of" },
  { ASK_SAY_TOTAL, ASK_LANG_GERMAN, "Summe von" },
  { ASK_SAY_HIGHEST, ASK_LANG_ENGLISH, "highest" },
  { ASK_SAY_HIGHEST, ASK_LANG_ENGLISH, "maximum" },
  { ASK_SAY_HIGHEST, ASK_LANG_GERMAN, "Höchstwert von" },
  { ASK_SAY_HIGHEST, ASK_LANG_GERMAN, "höchster" },
  { ASK_SAY_HIGHEST, ASK_LANG_GERMAN, "höchste" },
  { ASK_SAY_HIGHEST, ASK_LANG_GERMAN, "höchstes" },
  { ASK_SAY_LOWEST, ASK_LANG_ENGLISH, "lowest" },
  { ASK_SAY_LOWEST, ASK_LANG_ENGLISH, "minimum" },
  { ASK_SAY_LOWEST, ASK_LANG_GERMAN, "Tiefstwert von" },
  { ASK_SAY_LOWEST, ASK_LANG_GERMAN, "niedrigster" },
  { ASK_SAY_LOWEST, ASK_LANG_GERMAN, "niedrigste" },
  { ASK_SAY_LOWEST, ASK_LANG_GERMAN, "niedrigstes" },
  { ASK_SAY_WHICH, ASK_LANG_ENGLISH, "which" },
  { ASK_SAY_WHICH, ASK_LANG_GERMAN, "welche" },
  { ASK_SAY_WHICH, ASK_LANG_GERMAN, "welcher" },
  { ASK_SAY_WHICH, ASK_LANG_GERMAN, "welches" },
  { ASK_SAY_TOP, ASK_LANG_ANY, "top 5" },
  { ASK_SAY_MOST, ASK_LANG_ENGLISH, "has the most" },
  { ASK_SAY_MOST, ASK_LANG_GERMAN, "hat die meisten" },
  { ASK_SAY_THERE, ASK_LANG_ENGLISH, "are there" },
  { ASK_SAY_THERE, ASK_LANG_GERMAN, "gibt es" },
  { ASK_SAY_PER, ASK_LANG_ENGLISH, "per" },
  { ASK_SAY_PER, ASK_LANG_ENGLISH, "by" },
  { ASK_SAY_PER, ASK_LANG_ENGLISH, "for each" },
  { ASK_SAY_PER, ASK_LANG_GERMAN, "pro" },
  { ASK_SAY_PER, ASK_LANG_GERMAN, "je" },
  { ASK_SAY_PER, ASK_LANG_GERMAN, "nach" },
  { ASK_SAY_WHERE, ASK_LANG_ENGLISH, "where" },
  { ASK_SAY_WHERE, ASK_LANG_ENGLISH, "with" },
  { ASK_SAY_WHERE, ASK_LANG_ENGLISH, "whose" },
  { ASK_SAY_WHERE, ASK_LANG_GERMAN, "mit" },
  { ASK_SAY_WHERE, ASK_LANG_GERMAN, "wo" },
  { ASK_SAY_WHERE, ASK_LANG_GERMAN, "deren" },
  { ASK_SAY_SORTED, ASK_LANG_ENGLISH, "sorted by" },
  { ASK_SAY_SORTED, ASK_LANG_GERMAN, "sortiert nach" },
  { ASK_SAY_OF, ASK_LANG_ENGLISH, "of" },
  { ASK_SAY_OF, ASK_LANG_GERMAN, "von" },
  { ASK_SAY_OF, ASK_LANG_GERMAN, "der" },
  { ASK_SAY_OF, ASK_LANG_GERMAN, "des" },
  { ASK_SAY_ALL, ASK_LANG_ENGLISH, "all" },
  { ASK_SAY_ALL, ASK_LANG_ENGLISH, "the" },
  { ASK_SAY_ALL, ASK_LANG_GERMAN, "alle" },
  { ASK_SAY_ALL, ASK_LANG_GERMAN, "allen" },
  { ASK_SAY_ALL, ASK_LANG_GERMAN, "die" },
  { ASK_SAY_AND, ASK_LANG_ENGLISH, "and" },
  { ASK_SAY_AND, ASK_LANG_GERMAN, "und" },
  { ASK_SAY_AND, ASK_LANG_ANY, "," },
  { ASK_SAY_BY, ASK_LANG_ENGLISH, "by" },
  { ASK_SAY_BY, ASK_LANG_GERMAN, "nach" },
  { ASK_SAY_NUMBER_OF, ASK_LANG_ENGLISH, "number of" },
  { ASK_SAY_NUMBER_OF, ASK_LANG_GERMAN, "Anzahl" },
  { ASK_SAY_DOWN, ASK_LANG_ENGLISH, "descending" },
  { ASK_SAY_DOWN, ASK_LANG_GERMAN, "absteigend" },
  { ASK_SAY_UP, ASK_LANG_ENGLISH, "ascending" },
  { ASK_SAY_UP, ASK_LANG_GERMAN, "aufsteigend" },
  { ASK_SAY_IS, ASK_LANG_ENGLISH, "is" },
  { ASK_SAY_IS, ASK_LANG_GERMAN, "ist" },
  { ASK_SAY_IS, ASK_LANG_ANY, "=" },
  { ASK_SAY_IS_NOT, ASK_LANG_ENGLISH, "is not" },
  { ASK_SAY_IS_NOT, ASK_LANG_GERMAN, "ist nicht" },
  { ASK_SAY_ABOVE, ASK_LANG_ENGLISH, "above" },
  { ASK_SAY_ABOVE, ASK_LANG_ENGLISH, "is above" },
  { ASK_SAY_ABOVE, ASK_LANG_GERMAN, "über" },
  { ASK_SAY_BELOW, ASK_LANG_ENGLISH, "below" },
  { ASK_SAY_BELOW, ASK_LANG_ENGLISH, "is below" },
  { ASK_SAY_BELOW, ASK_LANG_GERMAN, "unter" },
  { ASK_SAY_AT_LEAST, ASK_LANG_ENGLISH, "at least" },
  { ASK_SAY_AT_LEAST, ASK_LANG_GERMAN, "mindestens" },
  { ASK_SAY_AT_MOST, ASK_LANG_ENGLISH, "at most" },
  { ASK_SAY_AT_MOST, ASK_LANG_GERMAN, "höchstens" },
  { ASK_SAY_BETWEEN, ASK_LANG_ENGLISH, "between" },
  { ASK_SAY_BETWEEN, ASK_LANG_ENGLISH, "is between" },
  { ASK_SAY_BETWEEN, ASK_LANG_GERMAN, "zwischen" },
  { ASK_SAY_IN, ASK_LANG_ENGLISH, "in" },
  { ASK_SAY_IN, ASK_LANG_ENGLISH, "is in" },
  { ASK_SAY_IN, ASK_LANG_ENGLISH, "is" },
  { ASK_SAY_IN, ASK_LANG_GERMAN, "in" },
  { ASK_SAY_IN, ASK_LANG_GERMAN, "ist" },
  { ASK_SAY_AFTER, ASK_LANG_ENGLISH, "after" },
  { ASK_SAY_AFTER, ASK_LANG_ENGLISH, "is after" },
  { ASK_SAY_AFTER, ASK_LANG_GERMAN, "nach" },
  { ASK_SAY_BEFORE, ASK_LANG_ENGLISH, "before" },
  { ASK_SAY_BEFORE, ASK_LANG_ENGLISH, "is before" },
  { ASK_SAY_BEFORE, ASK_LANG_GERMAN, "vor" },
  { ASK_SAY_TRUE, ASK_LANG_ENGLISH, "true" },
  { ASK_SAY_TRUE, ASK_LANG_ENGLISH, "yes" },
  { ASK_SAY_TRUE, ASK_LANG_GERMAN, "wahr" },
  { ASK_SAY_TRUE, ASK_LANG_GERMAN, "ja" },
  { ASK_SAY_FALSE, ASK_LANG_ENGLISH, "false" },
  { ASK_SAY_FALSE, ASK_LANG_ENGLISH, "no" },
  { ASK_SAY_FALSE, ASK_LANG_GERMAN, "falsch" },
  { ASK_SAY_FALSE, ASK_LANG_GERMAN, "nein" },
  { ASK_SAY_YEAR, ASK_LANG_ENGLISH, "year of" },
  { ASK_SAY_YEAR, ASK_LANG_GERMAN, "Jahr von" },
  { ASK_SAY_QUARTER, ASK_LANG_ENGLISH, "quarter of" },
  { ASK_SAY_QUARTER, ASK_LANG_GERMAN, "Quartal von" },
  { ASK_SAY_MONTH, ASK_LANG_ENGLISH, "month of" },
  { ASK_SAY_MONTH, ASK_LANG_GERMAN, "Monat von" },
  { ASK_SAY_WEEKDAY, ASK_LANG_ENGLISH, "weekday of" },
  { ASK_SAY_WEEKDAY, ASK_LANG_GERMAN, "Wochentag von" },
};

/* Of each phrase its folded words. */
static char ***
get_words (void)
{
  static gsize once = 0;
  static char **words[G_N_ELEMENTS (phrases)];

  if (g_once_init_enter (&once))
    {
      for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
        {
          g_autofree char *folded = ask_text_fold (phrases[i].text);

          words[i] = g_strsplit (folded, " ", -1);
        }
      g_once_init_leave (&once, 1);
    }
  return words;
}

/* Returns: whether a phrase of the same stands before it in the table; with @begun, one that can follow */
static gboolean
is_further (const AskWalk *walk, guint at, guint i, gboolean begun)
{
  for (guint before = i; before-- > 0;)
    if (phrases[before].say == phrases[i].say && phrases[before].lang == phrases[i].lang
        && (!begun || ask_said_begins (walk, at, get_words ()[before], NULL)))
      return TRUE;
  return FALSE;
}

static void
offer (AskWalk *walk, const AskParse *parse, guint i)
{
  AskLang person = ask_walk_get_lang (walk, parse);
  gboolean typed = parse->at < walk->typed->len;
  const char *doing = doings[phrases[i].say];

  /* A further way to say it, and another language, are offered to who began them. */
  if (is_further (walk, parse->at, i, typed)
      || (!typed && phrases[i].lang != ASK_LANG_ANY && phrases[i].lang != person))
    return;
  if (phrases[i].text[0] == ',' || phrases[i].text[0] == '=')
    return;
  ask_walk_offer (walk, parse, ASK_COMPLETION_OPERATION, phrases[i].text,
                  g_strdup (doing != NULL ? _ (doing) : _ ("word of a question")),
                  is_further (walk, parse->at, i, FALSE) ? 0.6 : 0.9);
}

/*
 * ask_walk_say:
 * @walk: a walk
 * @parse: where a phrase may stand
 * @say: what it says
 * @next: (out): @parse behind the phrase
 *
 * Offers what it says, where it can follow.
 *
 * Returns: whether it stands there; the longest of its phrases counts
 */
gboolean
ask_walk_say (AskWalk *walk, const AskParse *parse, AskSay say, AskParse *next)
{
  char ***words = get_words ();
  guint longest = 0;

  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    {
      guint n;

      if (phrases[i].say != say
          || (parse->lang != ASK_LANG_ANY && phrases[i].lang != ASK_LANG_ANY && phrases[i].lang != parse->lang))
        continue;
      if (walk->offers != NULL && ask_said_begins (walk, parse->at, words[i], NULL))
        offer (walk, parse, i);
      n = ask_words_match (walk, parse->at, words[i]);
      if (n <= longest)
        continue;
      longest = n;
      *next = *parse;
      next->at += n;
      if (phrases[i].lang != ASK_LANG_ANY)
        next->lang = phrases[i].lang;
    }
  return longest > 0;
}

/*
 * ask_say_is_any:
 * @folded: a word
 *
 * Returns: whether a phrase has it
 */
gboolean
ask_say_is_any (const char *folded)
{
  char ***words = get_words ();

  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    if (g_strv_contains ((const char *const *) words[i], folded))
      return TRUE;
  return FALSE;
}

/*
 * ask_say_get_of:
 * @lang: a language
 *
 * Returns: what stands between an attribute and its entity
 */
const char *
ask_say_get_of (AskLang lang)
{
  return lang == ASK_LANG_GERMAN ? "von" : "of";
}
