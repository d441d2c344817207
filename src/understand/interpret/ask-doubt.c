/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is left of being sure of the best candidate once all is known of what it leaves unused of the question.
 */
#include "config.h"

#include "understand/interpret/ask-doubt.h"

#include <string.h>

#include "understand/interpret/ask-lesson.h"
#include "understand/interpret/ask-prefer.h"

/* Where the best candidate passes over a stored value of the question, or is against its plain words. */
#define PASSED_OVER 0.5
/* Where nothing takes a word. Learned questions have such words, too, but each of them can be answered. */
#define UNKNOWN 0.8
/* Where nothing takes so many of the words that say something: they may be what is asked for ("film titles groovy"). */
#define MANY (1.0 / 3)
#define MANY_UNKNOWN 0.5
/* Where such words only hold others together. */
#define UNUSED 0.97

/* Words that say nothing of what is asked for, English and German: such as right answers to public questions passed over,
 * and their like, without all that may name something. A blank is before and after each. */
static const char plain[]
  = " "
    "able about according across actually aktuell along already also amid among amongst angelegt any anybody "
    "anyone anything appear appeared appears approximately arbeiten arbeitet around as associate associated "
    "associates attain attained available away back base based be bearbeitet became because become been "
    "befinden befindet before began begin begins behind being bekommen bekommt belong belonged belonging "
    "belongs beside besides besitzen besitzt bestehen besteht betragen betragt between bitte both buchstabe "
    "buchstaben but by call called came can cannot carried carry case cases cause caused causes certain "
    "choose chosen collect collected combined come comes common commonly compute conduct conducted consist "
    "consists contain contained containing contains contribute contributed correspond corresponding "
    "corresponds could cover covered covers currently dabei darin data database davon dazu deal deals denn "
    "depending derzeit describe described describes describing did different differently display displayed "
    "do does doing done due during each earn earned earns eigentlich eingetragen eingetreten either entire "
    "entsprechend entsprechende entsprechenden erfasst erhalt erhalten ever every everybody everyone "
    "everything exact exactly exist existing exists express few final finally find finding following for "
    "form formed found frequency frequent frequently from fuhren fuhrt full fully gab gave gearbeitet gebaut "
    "geben gefuhrt gehoren gehort gekommen geliefert gemacht generate generated genommen geschehen "
    "gespeichert get gets getting gibt give given gives giving go goes going gone got gotten grouped had "
    "handle handled handles happen happened happening happens has hatte hatten have having he heissen heisst "
    "held help helps her here him his hold holding holds if include included includes including individual "
    "info information insgesamt inside instance instances instead into involve involved involves it its "
    "itself jeweilige jeweiligen jeweils just keep keeps kept kind kinds know known kommen kommt lasting "
    "laufen lauft lauten lautet lead leads let letter letters lie liefern liefert liegen liegt lies like "
    "likewise listed listing located lot lots machen macht made mainly maintain maintained make makes making "
    "mal may me mention mentioned mentioning might mine more moreover multiple must my named namely "
    "necessarily need needed needs nehmen never nimmt normally noted now number numbered numbers obtain "
    "obtained occur occured occurred occurring occurs off often on once one ones only onto other others our "
    "ours out overall own owned owning owns part participate participated participates participating "
    "particular particularly passiert past per perform performed phrase please possess possessed possesses "
    "possible possibly presented presently previously print produce produced produces producing provide "
    "provided provides put ran reach reached receive received receives recent recently record recorded "
    "records refer regard regarding regardless related remain remaining represent represented request "
    "requested requests require required requires respective respectively result results retrieve retrieved "
    "return returned reveal run runs said same say says see seen seien sein select selected send sent serve "
    "served serves serving set several shall she should show showed showing shown similar simply since so "
    "some somebody somehow someone something sometimes somewhere sort sorted sowie specific specifically "
    "specified spend spends spent start started starting starts state stated stattgefunden stay stayed "
    "stehen steht still store stored string substring such suffer suffered suffers supplied supply take "
    "taken takes taking tell than thank that their theirs them themselves then there therein these they "
    "thing things this those though through throughout thus times together too took toward towards tragen "
    "tragt tried try trying umfassen umfasst under undertake undertaken underwent uns unsere unserem unseren "
    "unserer until upon us use used uses using usually vergeben veroffentlicht verzeichnet via vorhanden "
    "want wanted wants waren was way ways we well went werden were what whatever when where wherever whether "
    "which whichever while who whoever whole whom whose why will wird with within without word worden words "
    "work worked working works wort worter would write writes written wrote wurde wurden yet you your "
    "zugehorig zugehorige zugehorigen zugeordnet zurzeit ";

static gboolean
is_plain (const char *word)
{
  g_autofree char *between = g_strdup_printf (" %s ", word);

  return strstr (plain, between) != NULL;
}

/* "The letter m" names a text without quotation marks. */
static gboolean
is_spelled_out (const AskQuestion *question, guint t)
{
  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);

      if (mention->kind == ASK_MENTION_QUOTED && mention->first <= t && t < mention->last)
        return !ask_question_token (question, t)->quoted;
    }
  return FALSE;
}

/**
 * ask_doubt_candidate:
 * @guess: of a question
 * @candidate: its best candidate
 *
 * Returns: what is left of being sure of it, from 0 to 1
 */
double
ask_doubt_candidate (const AskGuess *guess, const AskCandidate *candidate)
{
  return ask_prefer_passes_over (guess, candidate) ? PASSED_OVER : 1;
}

/**
 * ask_doubt_words:
 * @guess: of a question
 * @links: (element-type AskLink): of the same question
 * @unknown: (nullable) (element-type utf8): gets the words that no link, no learned word and no operation takes, but for
 *   those that say nothing of what is asked for
 *
 * What was learned passes over words that nothing is known of: "title repair" is no question about titles.
 *
 * Returns: what is left of being sure of any candidate, from 0 to 1
 */
double
ask_doubt_words (const AskGuess *guess, GPtrArray *links, GPtrArray *unknown)
{
  g_autofree gboolean *known = ask_guess_list_known (guess, links);
  gboolean unused = FALSE;
  guint n_unknown = 0;
  guint n = 0;

  for (guint t = 0; t < guess->question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (guess->question, t);
      gboolean nothing = is_plain (token->folded);

      if (!token->word || token->stop || is_spelled_out (guess->question, t))
        continue;
      n += !nothing;
      if (known[t])
        continue;
      n_unknown += !nothing;
      unused = unused || nothing;
      if (unknown != NULL && !nothing && !g_ptr_array_find_with_equal_func (unknown, token->surface, g_str_equal, NULL))
        g_ptr_array_add (unknown, g_strdup (token->surface));
    }
  if (n_unknown > 0)
    return n_unknown >= MANY * n ? MANY_UNKNOWN : UNKNOWN;
  return unused ? UNUSED : 1;
}
