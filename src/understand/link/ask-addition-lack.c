/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words that ask for what is not there: "without a phone", "that have no region", "who never ordered", "ohne Firma"; and
 * for what is: "with a phone". What is lacking is an attribute of what is asked for, what its key leads to, or rows that
 * lead to it. Where the words could mean two of these, they open nothing.
 */
#include "config.h"

#include "understand/link/ask-addition-private.h"

#include <string.h>

/* How far behind "never" its verb may stand. */
#define MAX_REACH 3

static const char *const article_ways
  = "a|an|any|the|their|its|his|own|single|known|ein|eine|einen|einem|einer|eines|irgendein|irgendeine|irgendeinen|eigene|"
    "eigenen";
/* They say no more of what they stand beside. */
static const char *const tail_ways
  = "address|addresses|adresse|adressen|number|numbers|nummer|nummern|at|all|yet|so|far|set|"
    "given|entered|assigned|recorded|hinterlegt|angegeben|eingetragen|zugeordnet|zugewiesen|haben|hat|besitzen";
static const char *const plain_stems[] = { "id", "no", "nr", "num", "number", "code", "key", "cod", NULL };

/* Of a name they say what its values are like, and people leave them out: "commission" of COMMISSION_PCT. */
static const char *const loose_stems[]
  = { "pct", "percent", "percentag", "amount", "date", "name", "valu", "value", "on", "at", "by", NULL };

static gboolean
is_plain (const char *stem, gboolean loose)
{
  return g_strv_contains (plain_stems, stem) || (loose && g_strv_contains (loose_stems, stem));
}

static const char *
get_stem (const AskAdditionReader *self, guint i)
{
  return i < self->question->tokens->len ? ask_question_token (self->question, i)->stem : "";
}

/* How many tokens from @i on are @stems, each once; those that @owner has and that say nothing may lack. 0 where they are not
 * all there. */
static guint
count_met (const AskAdditionReader *self, guint i, char **stems, char **owner, gboolean loose)
{
  guint wanted = 0, met = 0, n = 0;

  for (guint s = 0; stems[s] != NULL; s++)
    wanted += !is_plain (stems[s], loose) && !ask_domain_words_have (owner, stems[s]);
  if (wanted == 0)
    return 0;
  while (
    met < wanted && !is_plain (get_stem (self, i + n), loose)
    && (ask_domain_words_have (stems, get_stem (self, i + n)) || ask_domain_words_have (owner, get_stem (self, i + n))))
    {
      /* "Account manager" of an account's manager: a word of the owner may stand there, too. */
      met += !ask_domain_words_have (owner, get_stem (self, i + n));
      n++;
    }
  return met == wanted ? n : 0;
}

static guint
count_words (const AskAdditionReader *self, guint i, const AskDomainAttribute *attribute, char **owner, gboolean loose)
{
  guint n = count_met (self, i, attribute->stems, owner, loose);

  for (guint s = 0; attribute->synonyms != NULL && s < attribute->synonyms->len; s++)
    n = MAX (n, count_met (self, i, attribute->synonyms->pdata[s], owner, loose));
  return n;
}

static guint
count_entity_words (const AskAdditionReader *self, guint i, const AskDomainEntity *entity)
{
  static char *nobody[] = { NULL };
  guint n = count_met (self, i, entity->stems, nobody, FALSE);

  for (guint s = 0; entity->synonyms != NULL && s < entity->synonyms->len; s++)
    n = MAX (n, count_met (self, i, entity->synonyms->pdata[s], nobody, FALSE));
  return n;
}

static const AskNameMatch *
get_entity (const AskAdditionReader *self, guint entity)
{
  return &g_array_index (self->question->entities, AskNameMatch, entity);
}

/* Its name stands before @i, though it is met behind that as well: "accounts without an account manager". */
static gboolean
stands_before (const AskAdditionReader *self, guint entity, guint i)
{
  for (guint t = 0; t < i; t++)
    if (count_entity_words (self, t, ask_domain_entity (self->question->domain, entity)) > 0)
      return TRUE;
  return FALSE;
}

/* What is asked for: the entity that is named last before @i, by all of its name where one is; -1 where none is. */
static int
find_subject (const AskAdditionReader *self, guint i)
{
  int subject = -1;

  for (guint e = 0; e < self->question->entities->len; e++)
    {
      const AskNameMatch *match = get_entity (self, e);
      const AskNameMatch *best = subject >= 0 ? get_entity (self, (guint) subject) : NULL;

      if (match->met <= 0 || (match->last > i && !stands_before (self, e, i)))
        continue;
      if (best == NULL || match->exact > best->exact
          || (match->exact == best->exact
              && (match->score > best->score || (match->score == best->score && match->last > best->last))))
        subject = (int) e;
    }
  return subject;
}

/* An attribute of @subject whose words stand at @i. The longest name is meant; -1 where none is, or two are.
 * @loose: words that people leave out may lack */
static int
find_attribute (const AskAdditionReader *self, guint i, guint subject, gboolean loose, guint *last)
{
  const AskDomainEntity *of = ask_domain_entity (self->question->domain, subject);
  guint most = 0;
  int found = -1;

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->question->domain, a);
      guint n = count_words (self, i, attribute, of->stems, loose);

      if (attribute->key || n == 0 || n < most)
        continue;
      found = n > most ? (int) a : -1;
      most = n;
    }
  *last = i + most;
  return found;
}

static guint
get_entity_of (const AskDomain *domain, int attribute)
{
  return ask_domain_attribute (domain, attribute)->entity;
}

/* Whether a relationship is of one attribute. */
static gboolean
is_single (const AskDomain *domain, guint join)
{
  for (guint j = 0; j < domain->joins->len; j++)
    if (j != join && ask_domain_join (domain, j)->group == ask_domain_join (domain, join)->group)
      return FALSE;
  return TRUE;
}

/* The only relationship that leads from one to the other; -1 where there is none, or several. Those that only share a name
 * are none. */
static int
find_join (const AskDomain *domain, guint from, guint to)
{
  int found = -1;

  for (guint j = 0; j < domain->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, j);

      if (get_entity_of (domain, join->from) != from || get_entity_of (domain, join->to) != to || join->cost >= 2)
        continue;
      if (found >= 0 || !is_single (domain, j))
        return -1;
      found = (int) j;
    }
  return found;
}

/* What lacks rows of @entity, or a value that leads there. */
static gboolean
lead_to (const AskAdditionReader *self, guint subject, guint entity, AskAddition *addition)
{
  AskDomain *domain = self->question->domain;
  int join = find_join (domain, subject, entity);
  int back = find_join (domain, entity, subject);

  if (subject == entity || (join < 0) == (back < 0))
    return FALSE;
  if (join >= 0)
    addition->attribute = ask_domain_join (domain, (guint) join)->from;
  else
    addition->join = (guint) back + 1;
  return TRUE;
}

/* What stands at @i and is lacking, or is there. */
static gboolean
read_target (const AskAdditionReader *self, guint i, guint subject, AskAddition *addition, gboolean *is_entity)
{
  AskDomain *domain = self->question->domain;

  *is_entity = FALSE;
  for (guint loose = 0; loose < 2; loose++)
    {
      addition->attribute = find_attribute (self, i, subject, loose > 0, &addition->last);
      if (addition->attribute >= 0)
        return TRUE;
    }
  for (guint e = 0; e < domain->entities->len; e++)
    {
      guint n = count_entity_words (self, i, ask_domain_entity (domain, e));

      if (n > 0 && lead_to (self, subject, e, addition))
        {
          addition->last = i + n;
          *is_entity = TRUE;
          return TRUE;
        }
    }
  return FALSE;
}

/* Passes over what says no more of what is lacking. @entity: it is an entity */
static gboolean
is_whole (const AskAdditionReader *self, AskAddition *addition, gboolean entity)
{
  gboolean leads
    = addition->attribute >= 0 && ask_domain_attribute (self->question->domain, (guint) addition->attribute)->joins;

  addition->last = ask_addition_skip (self, addition->last, tail_ways);
  /* "without orders in 2024", "without a supplier in Lyon": what follows is said of what is lacking. */
  return (!entity && !leads) || ask_addition_is_end (self, addition->last);
}

/* "Who has no boss": the only entity whose rows may lack what stands at @i; -1 where there is none, or several. */
static int
find_whoever (const AskAdditionReader *self, guint i)
{
  int found = -1;

  for (guint e = 0; e < self->question->domain->entities->len; e++)
    {
      guint last;
      int attribute = find_attribute (self, i, e, TRUE, &last);

      if (attribute < 0 || ask_domain_attribute (self->question->domain, attribute)->n_empty <= 0)
        continue;
      if (found >= 0)
        return -1;
      found = (int) e;
    }
  return found;
}

static char *
name_whoever (const AskAdditionReader *self, guint entity)
{
  g_auto (GStrv) words = g_strsplit (ask_domain_entity (self->question->domain, entity)->name, "_", -1);
  g_autofree char *name = g_strjoinv (" ", words);
  const char *dot = strrchr (name, '.');

  return g_strconcat ("which ", dot != NULL ? dot + 1 : name, NULL);
}

/*
 * ask_addition_read_lack:
 * @self: a reader
 * @i: a token
 *
 * "without a phone", "that have no region", "kein Konto", "whose phone is missing".
 *
 * Returns: one past what was read, @i where nothing is said to be lacking
 */
guint
ask_addition_read_lack (AskAdditionReader *self, guint i)
{
  AskAddition addition = { .kind = ASK_ADDITION_LACK, .attribute = -1 };
  guint at = i + 1;
  g_autofree char *instead = NULL;
  gboolean entity;
  int subject;

  if (ask_addition_is_one (self, i, "not|don't|doesn't|haven't|hasn't|dont|doesnt") && i > 0)
    {
      at = ask_addition_skip (self, at, "have|has|having|with");
      if (!ask_addition_is_one (self, at, "a|an|any"))
        return i;
    }
  else if (!ask_addition_is_one (self, i, "without|lacking|lack|lacks|missing|ohne|no|kein|keine|keinen|keiner|keinem"))
    return i;
  at = ask_addition_skip (self, at, article_ways);
  addition.first = ask_addition_skip_back (
    self, i, 1, "that|who|which|have|has|having|had|with|do|does|did|are|is|die|der|das|haben|hat|hatten|mit|there");
  subject = find_subject (self, addition.first);
  if (subject < 0 && addition.first == 1 && ask_addition_is_one (self, 0, "who|wer"))
    {
      subject = find_whoever (self, at);
      instead = subject >= 0 ? name_whoever (self, (guint) subject) : NULL;
      addition.first = 0;
    }
  if (subject < 0 || !read_target (self, at, (guint) subject, &addition, &entity)
      || !is_whole (self, &addition, entity))
    return i;
  ask_addition_add (self, addition, instead != NULL ? instead : "");
  return addition.last;
}

/* ---- what nobody ever did */

static gboolean
has_any (char **stems, const char *list)
{
  for (guint s = 0; stems[s] != NULL; s++)
    if (strlen (stems[s]) > 2 && strstr (list, stems[s]) != NULL)
      return TRUE;
  return FALSE;
}

/* Whether rows of an entity are what a verb does: "ordered" of orders, "sold" of order lines. Stems of names stand in
 * the list as a whole or begin a word of it. */
static gboolean
is_deed (const AskDomainEntity *entity, const char *stem)
{
  static const struct
  {
    const char *verbs;
    const char *stems;
  } deeds[] = {
    { " buy bought purchas sell sold order shop spent gekauft kauft kauften verkauft bestellt ",
      " order purchas sale invoic line item basket receipt bestell bestellung kauf verkauf verkauft rechnung position posten " },
    { " rent rented hire hired borrow lent vermietet gemietet ausgeliehen verliehen ",
      " rental rent hire book booking loan lend ausleih vermiet miet " },
    { " book booked reserv gebucht reserviert ", " book booking reserv buch buchung product booked " },
    { " pay paid bezahlt gezahlt ", " payment pay zahlung " },
    { " drive drove driven gefahren ", " trip drive tour ride fahrt " },
    { " deliv deliver geliefert ", " deliveri shipment liefer lieferung " },
  };
  g_autofree char *word = g_strconcat (" ", stem, " ", NULL);

  if (*stem == '\0')
    return FALSE;
  for (guint s = 0; entity->stems[s] != NULL; s++)
    if (ask_domain_words_begin_alike (entity->stems[s], stem))
      return TRUE;
  for (guint d = 0; d < G_N_ELEMENTS (deeds); d++)
    if (strstr (deeds[d].verbs, word) != NULL && has_any (entity->stems, deeds[d].stems))
      return TRUE;
  return FALSE;
}

/* The only relationship from a deed to @subject, as lead_to() takes it; 0 where there is none, or several. One that is
 * named as the verb is the one. */
static guint
find_deed (const AskAdditionReader *self, guint subject, guint verb)
{
  AskDomain *domain = self->question->domain;
  const char *stems[] = { get_stem (self, verb), self->typed->pdata[verb] };
  guint found = 0;
  gboolean named = FALSE;

  for (guint e = 0; e < domain->entities->len; e++)
    for (guint s = 0; s < G_N_ELEMENTS (stems); s++)
      {
        const AskDomainEntity *entity = ask_domain_entity (domain, e);
        int join = e != subject && is_deed (entity, stems[s]) ? find_join (domain, e, subject) : -1;
        gboolean same = ask_domain_words_have (entity->stems, stems[s]);

        if (join < 0 || found == (guint) join + 1 || (named && !same))
          continue;
        if (found > 0 && named == same)
          return 0;
        found = (guint) join + 1;
        named = same;
      }
  return found;
}

/*
 * ask_addition_read_never:
 * @self: a reader
 * @i: a token
 *
 * "who never bought anything", "never sold", "who have not ordered yet", "nie bestellt", "nothing".
 *
 * Returns: one past what was read, @i where nothing is said to have never been done
 */
guint
ask_addition_read_never (AskAdditionReader *self, guint i)
{
  static const char *const helpers
    = "been|have|has|had|was|were|ever|yet|noch|etwas|wurden|wurde|worden|haben|hat|a|an|any|placed|made|anything";
  AskAddition addition = { .kind = ASK_ADDITION_LACK, .attribute = -1 };
  guint verb = ask_addition_skip (self, i + 1, helpers);
  int subject;

  if (!ask_addition_is_one (self, i,
                            "never|nie|niemals|not|nicht|haven't|hasn't|weren't|wasn't|nothing|nichts|nobody|niemand")
      || verb > i + MAX_REACH)
    return i;
  addition.first = ask_addition_skip_back (
    self, i, 1,
    "that|who|which|have|has|had|are|were|was|been|die|der|das|haben|hat|wurden|wurde|sind|noch|auch|bisher");
  /* "who bought nothing" */
  if (ask_addition_is_one (self, i, "nothing|nichts") && (verb >= self->typed->len || ask_addition_is_end (self, verb)))
    {
      verb = i - 1;
      addition.first = ask_addition_skip_back (self, verb, 1, "that|who|which|have|has|had|haben|hat|die");
    }
  subject = verb < self->typed->len && addition.first > 0 ? find_subject (self, addition.first) : -1;
  addition.join = subject >= 0 ? find_deed (self, (guint) subject, verb) : 0;
  addition.last = ask_addition_skip (
    self, MAX (verb, i) + 1,
    "anything|something|yet|before|so|far|at|to|all|an|any|order|orders|etwas|haben|hat|wurden|worden|"
    "wurde|hatten|sind");
  if (addition.join == 0 || !ask_addition_is_end (self, addition.last))
    return i;
  ask_addition_add (self, addition, "");
  return addition.last;
}

/* ---- what is there */

/* A number that each row has says nothing: "with a salary". */
static gboolean
is_worth_asking (const AskAdditionReader *self, int attribute)
{
  const AskDomainAttribute *of = ask_domain_attribute (self->question->domain, attribute);

  return of->kind == ASK_DOMAIN_TEXT || of->kind == ASK_DOMAIN_TIME || of->joins || of->n_empty > 0;
}

/*
 * ask_addition_read_have:
 * @self: a reader
 * @i: a token
 *
 * "with a phone", "who have an email address": the question ends there, so that it says nothing of which one.
 *
 * Returns: one past what was read, @i where nothing is said to be there
 */
guint
ask_addition_read_have (AskAdditionReader *self, guint i)
{
  AskAddition addition = { .kind = ASK_ADDITION_HAVE, .attribute = -1 };
  guint at = ask_addition_skip (self, i + 1, article_ways);
  gboolean entity;
  int subject;

  /* "Names of employees with their titles" asks for both. */
  if (!ask_addition_is_one (self, i, "with|have|has|having|mit|haben|hat") || at == i + 1
      || ask_addition_is_one (self, i + 1, "their|its|his|her|ihren|ihrem|ihrer|seinen|seinem"))
    return i;
  addition.first = ask_addition_skip_back (self, i, 1, "that|who|which|do|does|die|der|das");
  subject = find_subject (self, addition.first);
  if (subject < 0 || !read_target (self, at, (guint) subject, &addition, &entity) || addition.join > 0
      || !is_worth_asking (self, addition.attribute))
    return i;
  addition.last = ask_addition_skip (self, addition.last, tail_ways);
  if (!ask_addition_is_end (self, addition.last))
    return i;
  ask_addition_add (self, addition, "");
  return addition.last;
}

/* ---- what is in stock */

/* The number that says how many of @subject there are; -1 where none does, or several. */
static int
find_stock (const AskAdditionReader *self, guint subject)
{
  static const char *const stems[] = { "stock", "inventori", "inventory", "lagerbestand", "bestand", "vorrat", NULL };
  const AskDomainEntity *of = ask_domain_entity (self->question->domain, subject);
  int found = -1;

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->question->domain, a);

      if (!attribute->numeric || attribute->joins
          || (!ask_domain_words_have_any (attribute->stems, stems)
              && !ask_domain_words_have_any (attribute->raw_stems, stems)))
        continue;
      if (found >= 0)
        return -1;
      found = (int) a;
    }
  return found;
}

/* Where the words end that say what is in stock; @i where they do not. */
static guint
skip_stock (const AskAdditionReader *self, guint i)
{
  guint at = ask_addition_skip (self, i, "currently|still|now|available|derzeit|aktuell|noch");

  if (ask_addition_is_one (self, at, "in|on") && ask_addition_is_one (self, at + 1, "stock|hand"))
    return at + 2;
  if (ask_addition_is_one (self, at, "auf") && ask_addition_is_one (self, at + 1, "lager"))
    return at + 2;
  return ask_addition_is_one (self, at, "vorratig|lieferbar") ? at + 1 : i;
}

/*
 * ask_addition_read_stock:
 * @self: a reader
 * @i: a token
 *
 * "out of stock", "products in stock", "nicht auf Lager", "ausverkauft".
 *
 * Returns: one past what was read, @i where nothing is said of the stock
 */
guint
ask_addition_read_stock (AskAdditionReader *self, guint i)
{
  AskAddition addition = { .kind = ASK_ADDITION_LACK, .attribute = -1, .last = i };
  int subject;

  if (ask_addition_is_one (self, i, "out") && ask_addition_is_one (self, i + 1, "of")
      && ask_addition_is_one (self, i + 2, "stock"))
    addition.last = i + 3;
  else if (ask_addition_is_one (self, i, "ausverkauft"))
    addition.last = i + 1;
  else if (ask_addition_is_one (self, i, "sold") && ask_addition_is_one (self, i + 1, "out"))
    addition.last = i + 2;
  else if (ask_addition_is_one (self, i, "not|no|nicht"))
    {
      guint at = ask_addition_skip (self, i + 1, "longer|mehr");

      addition.last = skip_stock (self, at);
      addition.last = addition.last == at ? i : addition.last;
    }
  else
    {
      addition.kind = ASK_ADDITION_HAVE;
      addition.last = skip_stock (self, i);
    }
  addition.first = ask_addition_skip_back (self, i, 1, "that|which|are|is|were|currently|die|sind|ist|derzeit");
  subject = addition.last > i ? find_subject (self, addition.first) : -1;
  /* "100 units in stock", "how many are in stock" ask for the number. */
  if (subject < 0 || !ask_addition_is_end (self, addition.last)
      || (addition.kind == ASK_ADDITION_HAVE && get_entity (self, (guint) subject)->last != addition.first))
    return i;
  addition.attribute = find_stock (self, (guint) subject);
  if (addition.attribute < 0)
    return i;
  ask_addition_add (self, addition, "");
  return addition.last;
}

/**
 * ask_addition_find_target:
 * @question: a question
 * @first: a token behind the word that says that something lacks, or is there
 * @subject: an entity of its domain: what is asked for
 * @addition: (inout): its kind is set, %ASK_ADDITION_LACK or %ASK_ADDITION_HAVE; gets the rest
 *
 * Returns: one past the words of what rows of @subject can lack; @first where none stands there
 */
guint
ask_addition_find_target (AskQuestion *question, guint first, guint subject, AskAddition *addition)
{
  g_autoptr (GPtrArray) typed = ask_additions_fold (question);
  const AskAdditionReader self = { question, typed, NULL, NULL };
  gboolean have = addition->kind == ASK_ADDITION_HAVE;
  gboolean entity;

  addition->first = first;
  addition->attribute = -1;
  if (!read_target (&self, ask_addition_skip (&self, first, article_ways), subject, addition, &entity)
      || !is_whole (&self, addition, entity)
      || (have
          && (addition->join > 0 || !is_worth_asking (&self, addition->attribute)
              || !ask_addition_is_end (&self, addition->last))))
    return first;
  return addition->last;
}
