/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words of following up, English and German, and what they do.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

#include <string.h>

static const AskFollowWords all_words[] = {
  { ASK_FOLLOW_WORD_ADD, 0,
    "|and|also|as well|too|plus|and also|and then|add|include|und|auch|und auch|ausserdem|zusatzlich|samt|" },
  { ASK_FOLLOW_WORD_OPEN, 0,
    "|only|just|now|but|but only|and now|and only|what about|and what about|how about|and how about|and for|the same|"
    "the same for|same for|the same with|same with|same but|the same but|then|nur|nur noch|aber|aber nur|jetzt|nun|"
    "und jetzt|und nur|was ist mit|und was ist mit|wie ist es mit|und fur|dasselbe|dasselbe fur|dasselbe mit|das gleiche|"
    "das gleiche fur|das gleiche mit|das selbe fur|das selbe|dann|make it|show it|show them|show that|"
    "zeig es|zeige es|zeig das|zeige das|zeig sie|zeige sie|" },
  { ASK_FOLLOW_WORD_INSTEAD, 0, "|instead|rather|stattdessen|dafur|statt dessen|lieber|" },
  { ASK_FOLLOW_WORD_BY, 0,
    "|by|per|for each|for every|grouped by|group by|broken down by|split by|nach|je|pro|fur jede|fur jeden|fur jedes|"
    "gruppiert nach|aufgeteilt nach|" },
  { ASK_FOLLOW_WORD_SORT, 0,
    "|sort by|sorted by|order by|ordered by|sort it by|sort them by|order it by|order them by|sortiere nach|sortiert nach|"
    "geordnet nach|sortiere es nach|sortiere sie nach|" },
  { ASK_FOLLOW_WORD_NAMES, 0,
    "|alphabetically|in alphabetical order|alphabetical|alphabetical order|sort alphabetically|sorted alphabetically|"
    "alphabetisch|alphabetisch sortiert|in alphabetischer reihenfolge|" },
  { ASK_FOLLOW_WORD_RECENT, TRUE,
    "|newest first|latest first|most recent first|neueste zuerst|neuesten zuerst|die neuesten zuerst|die neueste zuerst|"
    "jungste zuerst|" },
  { ASK_FOLLOW_WORD_RECENT, FALSE,
    "|oldest first|earliest first|alteste zuerst|altesten zuerst|die altesten zuerst|die alteste zuerst|" },
  { ASK_FOLLOW_WORD_SHARE, 0,
    "|as a share|as share|as shares|as a percentage|as percentages|as percentage|in percent|as percent|in percentages|"
    "as a proportion|as proportions|as a percent|als anteil|als anteile|in prozent|als prozent|als prozente|prozentual|"
    "anteilig|als prozentsatz|" },
  { ASK_FOLLOW_WORD_ALL, 0,
    "|overall|in total|altogether|all together|all in all|insgesamt|zusammen|alles zusammen|alle zusammen|"
    "im ganzen|" },
  { ASK_FOLLOW_WORD_PERIOD, -ASK_TIME_YEAR,
    "|the year before|year before|the previous year|previous year|the prior year|prior year|the preceding year|"
    "a year earlier|one year earlier|vorjahr|im vorjahr|das vorjahr|das jahr davor|jahr davor|im jahr davor|ein jahr davor|"
    "das jahr zuvor|im jahr zuvor|" },
  { ASK_FOLLOW_WORD_PERIOD, -ASK_TIME_QUARTER,
    "|the quarter before|quarter before|the previous quarter|previous quarter|the prior quarter|prior quarter|vorquartal|"
    "im vorquartal|das vorquartal|das quartal davor|im quartal davor|" },
  { ASK_FOLLOW_WORD_PERIOD, -ASK_TIME_MONTH,
    "|the month before|month before|the previous month|previous month|the prior month|prior month|vormonat|im vormonat|"
    "den vormonat|der vormonat|den monat davor|der monat davor|im monat davor|monat davor|" },
  { ASK_FOLLOW_WORD_PERIOD, ASK_TIME_YEAR,
    "|the year after|year after|the following year|following year|the next year|a year later|one year later|folgejahr|"
    "im folgejahr|das folgejahr|das jahr danach|im jahr danach|ein jahr danach|ein jahr spater|" },
  { ASK_FOLLOW_WORD_PERIOD, ASK_TIME_QUARTER,
    "|the quarter after|quarter after|the following quarter|following quarter|the next quarter|folgequartal|"
    "im folgequartal|das quartal danach|im quartal danach|" },
  { ASK_FOLLOW_WORD_PERIOD, ASK_TIME_MONTH,
    "|the month after|month after|the following month|following month|the next month|folgemonat|im folgemonat|"
    "den monat danach|im monat danach|der monat danach|" },
  { ASK_FOLLOW_WORD_LACK, 0,
    "|no|with no|having no|have no|has no|missing|lacking|kein|keine|keinen|mit keinem|mit keiner|" },
  { ASK_FOLLOW_WORD_HAVE, 0, "|with|having|that have|who have|which have|mit|" },
  { ASK_FOLLOW_WORD_WITHOUT, 0, "|without|drop|remove|leave out|exclude|hide|omit|ohne|entferne|" },
  { ASK_FOLLOW_WORD_NO_CONDITION, 0,
    "|without filter|without filters|without the filter|without the filters|without any filter|without condition|"
    "without conditions|without the condition|without the conditions|no filter|ohne filter|ohne den filter|ohne die filter|"
    "ohne bedingung|ohne bedingungen|ohne die bedingung|ohne einschrankung|" },
  { ASK_FOLLOW_WORD_NO_LIMIT, 0,
    "|without limit|without the limit|without a limit|all of them|all rows|ohne grenze|ohne begrenzung|alle|" },
  { ASK_FOLLOW_WORD_NOT, 0, "|not|except|excluding|but not|nicht|ausser|aber nicht|" },
  { ASK_FOLLOW_WORD_OR, 0, "|or|oder|" },
  { ASK_FOLLOW_WORD_FIGURE, ASK_DRAFT_COUNT,
    "|how many|count|number|number of|the number of|wie viele|wieviele|anzahl|" },
  { ASK_FOLLOW_WORD_FIGURE, ASK_DRAFT_SUM, "|sum|sum of|total|summe|gesamt|insgesamt|" },
  { ASK_FOLLOW_WORD_FIGURE, ASK_DRAFT_AVG,
    "|average|mean|durchschnitt|durchschnittlich|durchschnittliche|durchschnittlichen|durchschnittlicher|"
    "durchschnittliches|im durchschnitt|mittelwert|" },
  { ASK_FOLLOW_WORD_FIGURE, ASK_DRAFT_MAX, "|maximum|max|maximale|maximalen|maximaler|" },
  { ASK_FOLLOW_WORD_FIGURE, ASK_DRAFT_MIN, "|minimum|min|minimale|minimalen|minimaler|" },
  { ASK_FOLLOW_WORD_FIRST, 0, "|first|the first|ersten|die ersten|erste|" },
  { ASK_FOLLOW_WORD_TOP, 0,
    "|top|the top|best|the best|besten|die besten|highest|largest|hochsten|die hochsten|grossten|die grossten|" },
  { ASK_FOLLOW_WORD_BOTTOM, 0,
    "|bottom|the bottom|worst|the worst|lowest|smallest|schlechtesten|die schlechtesten|niedrigsten|die niedrigsten|"
    "kleinsten|die kleinsten|letzten|die letzten|" },
  { ASK_FOLLOW_WORD_TURN, 0,
    "|the other way round|the other way around|other way round|other way around|reverse|reversed|in reverse|reverse order|"
    "in reverse order|reverse the order|umgekehrt|andersherum|anders herum|andersrum|in umgekehrter reihenfolge|" },
  { ASK_FOLLOW_WORD_UP, 0, "|ascending|smallest first|lowest first|aufsteigend|" },
  { ASK_FOLLOW_WORD_DOWN, 0, "|descending|largest first|highest first|most first|absteigend|" },
  { ASK_FOLLOW_WORD_COMPARE, ASK_DRAFT_GREATER,
    "|over|above|more than|greater than|after|uber|mehr als|grosser als|nach|>|" },
  { ASK_FOLLOW_WORD_COMPARE, ASK_DRAFT_GREATER_EQUAL, "|at least|since|from at least|mindestens|seit|ab|" },
  { ASK_FOLLOW_WORD_COMPARE, ASK_DRAFT_LESS,
    "|under|below|less than|fewer than|before|unter|weniger als|kleiner als|vor|<|" },
  { ASK_FOLLOW_WORD_COMPARE, ASK_DRAFT_LESS_EQUAL, "|at most|up to|until|hochstens|bis|" },
  { ASK_FOLLOW_WORD_BETWEEN, 0, "|between|zwischen|" },
  { ASK_FOLLOW_WORD_FILL, 0,
    "|a|an|the|in|of|for|from|at|on|is|are|there|that|those|these|it|them|ones|year|please|again|show|have|has|who|im|am|"
    "aus|von|fur|der|die|das|den|dem|des|ein|eine|einen|gibt|es|sind|ist|davon|jahr|jahre|bitte|nochmal|noch|mal|zeig|"
    "zeige|haben|hat|diejenigen|jene|alles|" },
};

/*
 * ask_follow_match:
 * @self: a reader
 * @at: a word of it
 * @ways: as of #AskFollowWords
 *
 * Returns: how many words from @at on are one of the ways; 0 where none is
 */
guint
ask_follow_match (const AskFollowReader *self, guint at, const char *ways)
{
  g_autoptr (GString) key = g_string_new ("|");
  guint longest = 0;

  for (guint n = 0; n < 4 && at + n < self->words->len; n++)
    {
      const char *word = self->words->pdata[at + n];

      if (*word == '\0')
        break;
      g_string_append_printf (key, "%s%s", n > 0 ? " " : "", word);
      g_string_append_c (key, '|');
      if (strstr (ways, key->str) != NULL)
        longest = n + 1;
      g_string_truncate (key, key->len - 1);
    }
  return longest;
}

/*
 * ask_follow_find_words:
 * @self: a reader
 * @at: a word of it
 * @after: kinds before it are left out
 * @n: (out): how many words
 *
 * Returns: (transfer none) (nullable): what the longest words are that stand there; of the same words the first kind
 */
const AskFollowWords *
ask_follow_find_words (const AskFollowReader *self, guint at, AskFollowWordKind after, guint *n)
{
  const AskFollowWords *best = NULL;

  *n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (all_words); i++)
    {
      guint here = all_words[i].kind >= after ? ask_follow_match (self, at, all_words[i].ways) : 0;

      if (here > *n)
        {
          *n = here;
          best = &all_words[i];
        }
    }
  return best;
}
