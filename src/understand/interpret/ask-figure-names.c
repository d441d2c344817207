/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names as people use them: "orders" of Customer_Orders, "status" of order_status_code, "country" of ShipCountry, "clients"
 * for customers. Looser than a link of a question, since each word of the question has to be taken, and only a name that
 * is met in one way counts.
 */
#include "config.h"

#include "understand/interpret/ask-figure-private.h"

#include "base/ask-text-match.h"
#include "understand/interpret/ask-label.h"
#include "understand/interpret/ask-prefer.h"
#include "understand/interpret/ask-shown.h"

/* How many joins a group may be away. */
#define MAX_DEPTH 3
/* What a name that is met by its last word only is worse by, in joins. */
#define LOOSE 0.5

static const char plain_stems[] = "|id|no|nr|num|number|code|key|cod|name|nam|title|titl|";

/* All of @stems from token @t on. */
static guint
match_stems (const AskQuestion *question, guint t, char *const *stems)
{
  guint n = 0;

  for (; stems != NULL && stems[n] != NULL; n++)
    if (t + n >= question->tokens->len || ask_question_token (question, t + n)->quoted
        || !g_str_equal (ask_question_token (question, t + n)->stem, stems[n]))
      return 0;
  return n;
}

static guint
match_any (const AskQuestion *question, guint t, char *const *stems, const GPtrArray *synonyms,
           const AskNameMatch *match)
{
  guint n = match_stems (question, t, stems);

  for (guint s = 0; synonyms != NULL && s < synonyms->len; s++)
    n = MAX (n, match_stems (question, t, synonyms->pdata[s]));
  /* A German name is met by what was typed. */
  if (match->met > 0 && match->exact && match->first == t)
    n = MAX (n, match->last - match->first);
  return n;
}

static gboolean
is_view (const AskDomain *domain, guint entity)
{
  return ask_domain_entity (domain, entity)->entity->kind == ASK_ENTITY_VIEW;
}

static const char *
get_last (char *const *stems)
{
  guint n = stems != NULL ? g_strv_length ((char **) stems) : 0;

  return n > 0 ? stems[n - 1] : "";
}

/* The only entity that is called so by the last word of its name, "orders" of Customer_Orders; -1 where none is, or two. */
static int
find_by_head (const AskQuestion *question, const char *stem)
{
  int found = -1;

  for (guint e = 0; e < question->domain->entities->len; e++)
    {
      const AskDomainEntity *of = ask_domain_entity (question->domain, e);

      if (is_view (question->domain, e) || *stem == '\0' || !g_str_equal (get_last (of->stems), stem))
        continue;
      if (found >= 0)
        return -1;
      found = (int) e;
    }
  return found;
}

/* Another word for the same, where a schema has one of these only. */
static int
find_by_usage (const AskQuestion *question, guint t)
{
  static const char *const same[] = {
    "customer|client|buyer|custom|shopper|guest|patron",
    "employe|employee|staff|worker|personnel|peopl|people|person",
    "product|item|articl|article|good",
    "film|movi|movie",
    "order|purchas|sale",
    "suppli|supplier|vendor",
    "store|shop|branch",
    "song|track",
  };
  const char *stem = ask_question_token (question, t)->stem;
  int found = -1;

  for (guint s = 0; s < G_N_ELEMENTS (same); s++)
    {
      g_auto (GStrv) stems = NULL;

      if (!ask_text_is_among (same[s], stem))
        continue;
      stems = g_strsplit (same[s], "|", -1);
      for (guint i = 0; stems[i] != NULL; i++)
        {
          int entity = find_by_head (question, stems[i]);

          if (entity >= 0 && found >= 0 && found != entity)
            return -1;
          found = entity >= 0 ? entity : found;
        }
    }
  return found;
}

/* "Companies", where each row of "accounts" is called by its "company". */
static guint
match_label (const AskQuestion *question, guint t, guint *entity)
{
  AskDomain *domain = question->domain;
  guint most = 0;

  for (guint e = 0; e < domain->entities->len; e++)
    {
      int label = ask_label_get (domain, e);
      const AskNameMatch *match = &g_array_index (question->attributes, AskNameMatch, label);
      const AskDomainAttribute *of = ask_domain_attribute (domain, label);

      if (is_view (domain, e) || match->met <= 0 || !match->exact || match->first != t || of->kind != ASK_DOMAIN_TEXT
          || of->joins || of->n_distinct < ask_domain_entity (domain, e)->n_rows || match->last - t <= most)
        continue;
      most = match->last - t;
      *entity = e;
    }
  return most;
}

/*
 * ask_figure_match_entity:
 * @question: a question
 * @t: a token
 * @entity: (out): what its words name
 *
 * Returns: how many tokens they are; 0 where no entity is named there
 */
guint
ask_figure_match_entity (const AskQuestion *question, guint t, guint *entity)
{
  guint most = 0;
  int other;

  for (guint e = 0; e < question->domain->entities->len; e++)
    {
      const AskDomainEntity *of = ask_domain_entity (question->domain, e);
      guint n = match_any (question, t, of->stems, of->synonyms, &g_array_index (question->entities, AskNameMatch, e));

      if (n > most && !is_view (question->domain, e))
        {
          most = n;
          *entity = e;
        }
    }
  if (most > 0 || t >= question->tokens->len)
    return most;
  other = find_by_head (question, ask_question_token (question, t)->stem);
  if (other < 0)
    other = find_by_usage (question, t);
  *entity = (guint) MAX (other, 0);
  return other >= 0 ? 1 : match_label (question, t, entity);
}

/* ---- attributes */

/* What of an attribute's name is left without its entity's words and those that say nothing. */
static guint
match_rest (const AskQuestion *question, guint t, const AskDomainAttribute *attribute)
{
  const AskDomainEntity *owner = ask_domain_entity (question->domain, attribute->entity);
  guint n = 0;

  for (guint s = 0; attribute->stems[s] != NULL; s++)
    {
      const char *stem = attribute->stems[s];

      if (ask_text_is_among (plain_stems, stem) || ask_domain_words_have (owner->stems, stem))
        continue;
      if (t + n >= question->tokens->len || !g_str_equal (ask_question_token (question, t + n)->stem, stem))
        return 0;
      n++;
    }
  return n;
}

static guint
match_attribute (const AskQuestion *question, guint t, guint a, gboolean *loose)
{
  const AskDomainAttribute *attribute = ask_domain_attribute (question->domain, a);
  guint n = match_any (question, t, attribute->stems, attribute->synonyms,
                       &g_array_index (question->attributes, AskNameMatch, a));

  *loose = FALSE;
  n = MAX (n, match_stems (question, t, attribute->raw_stems));
  n = MAX (n, match_rest (question, t, attribute));
  if (n > 0 || t >= question->tokens->len)
    return n;
  *loose = TRUE;
  return !ask_text_is_among (plain_stems, ask_question_token (question, t)->stem)
         && g_str_equal (get_last (attribute->stems), ask_question_token (question, t)->stem);
}

static gboolean
is_measure (const AskDomainAttribute *attribute)
{
  return attribute->kind == ASK_DOMAIN_NUMBER && attribute->numeric && !attribute->joins
         && ask_draft_can_sum (attribute);
}

/*
 * ask_figure_match_measure:
 * @question: a question
 * @t: a token
 * @entity: that it has to be of, or -1
 * @attribute: (out): the number that its words name
 *
 * Returns: how many tokens they are; 0 where they name none, or numbers of several entities
 */
guint
ask_figure_match_measure (const AskQuestion *question, guint t, int entity, int *attribute)
{
  guint most = 0;
  gboolean best_loose = TRUE;

  for (guint a = 0; a < question->domain->attributes->len; a++)
    {
      const AskDomainAttribute *of = ask_domain_attribute (question->domain, a);
      gboolean loose;
      guint n
        = is_measure (of) && !is_view (question->domain, of->entity) && (entity < 0 || of->entity == (guint) entity)
            ? match_attribute (question, t, a, &loose)
            : 0;

      if (n == 0 || n < most || (n == most && loose && !best_loose))
        continue;
      *attribute = n == most && loose == best_loose ? -1 : (int) a;
      most = n;
      best_loose = loose;
    }
  return most > 0 && *attribute >= 0 ? most : 0;
}

/*
 * ask_figure_match_metric:
 * @question: a question
 * @t: a token
 * @metric: (out): what its words name
 *
 * Returns: how many tokens they are; 0 where they name none
 */
guint
ask_figure_match_metric (const AskQuestion *question, guint t, guint *metric)
{
  guint most = 0;

  for (guint m = 0; m < question->domain->metrics->len; m++)
    {
      const AskDomainMetric *of = ask_domain_metric (question->domain, m);
      guint n = match_any (question, t, of->stems, of->synonyms, &g_array_index (question->metrics, AskNameMatch, m));

      if (n > most)
        {
          most = n;
          *metric = m;
        }
    }
  return most;
}

/* ---- how far */

/*
 * ask_figure_get_distance:
 * @domain: a domain
 * @from, @to: entities
 *
 * Returns: over how many joins each row of @from leads to one of @to; -1 where it does not
 */
double
ask_figure_get_distance (const AskDomain *domain, guint from, guint to)
{
  g_autofree double *found = g_new (double, domain->entities->len + 1);

  for (guint e = 0; e < domain->entities->len; e++)
    found[e] = e == from ? 0 : -1;
  for (guint depth = 0; depth < MAX_DEPTH; depth++)
    for (guint j = 0; j < domain->joins->len; j++)
      {
        const AskDomainJoin *join = ask_domain_join (domain, j);
        guint a = ask_domain_attribute (domain, join->from)->entity;
        guint b = ask_domain_attribute (domain, join->to)->entity;

        if (join->cost < 2 && ask_domain_attribute (domain, join->to)->key && found[a] == depth && found[b] < 0)
          found[b] = depth + 1;
      }
  return found[to];
}

/*
 * ask_figure_find_bridge:
 * @domain: a domain
 * @fact, @to: entities
 *
 * Returns: the entity that leads to both and says nothing else, as of films and their actors; -1 where there is none, or
 *   several
 */
int
ask_figure_find_bridge (const AskDomain *domain, guint fact, guint to)
{
  int found = -1;

  for (guint e = 0; e < domain->entities->len; e++)
    {
      const AskDomainEntity *of = ask_domain_entity (domain, e);
      gboolean whole = TRUE;

      if (is_view (domain, e) || ask_figure_get_distance (domain, e, fact) != 1
          || ask_figure_get_distance (domain, e, to) != 1)
        continue;
      /* A date beside its two keys is when it was written. */
      for (guint a = of->first; a < of->first + of->n_attributes; a++)
        whole = whole
                && (ask_domain_attribute (domain, a)->joins || ask_domain_attribute (domain, a)->key
                    || ask_domain_attribute (domain, a)->kind == ASK_DOMAIN_TIME);
      if (!whole)
        continue;
      if (found >= 0)
        return -1;
      found = (int) e;
    }
  return found;
}

/*
 * ask_figure_find_key:
 * @domain: a domain
 * @entity: one of its entities
 *
 * Returns: the attribute that tells its rows apart; -1 where there are several, or none
 */
int
ask_figure_find_key (const AskDomain *domain, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (domain, entity);
  int found = -1;

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    if (ask_domain_attribute (domain, a)->key)
      {
        if (found >= 0)
          return -1;
        found = (int) a;
      }
  return found;
}

/* What names a group: no measure with many values, no date. */
static gboolean
may_group (const AskDomainAttribute *attribute)
{
  return attribute->kind != ASK_DOMAIN_TIME && !attribute->key && !attribute->joins
         && !(attribute->kind == ASK_DOMAIN_NUMBER && attribute->numeric && attribute->n_distinct > 60);
}

/*
 * ask_figure_match_group:
 * @question: a question
 * @t: a token
 * @fact: what is counted or measured
 * @group: (out): what its words name, as near to @fact as there is
 * @sure: (inout): %FALSE where something had to be chosen
 *
 * Returns: how many tokens they are; 0 where nothing is named there that each row of @fact has one of
 */
guint
ask_figure_match_group (const AskQuestion *question, guint t, guint fact, AskFigureGroup *group, gboolean *sure)
{
  AskDomain *domain = question->domain;
  guint entity = 0;
  guint n_entity = ask_figure_match_entity (question, t, &entity);
  double least = G_MAXDOUBLE;
  gboolean equal = FALSE;
  guint most = 0;

  *group = (AskFigureGroup) { -1, -1 };
  for (guint a = 0; a < domain->attributes->len; a++)
    {
      const AskDomainAttribute *of = ask_domain_attribute (domain, a);
      gboolean loose;
      guint n = may_group (of) && !is_view (domain, of->entity) ? match_attribute (question, t, a, &loose) : 0;
      double cost = n > 0 ? ask_figure_get_distance (domain, fact, of->entity) : -1;

      if (cost < 0 || n < most)
        continue;
      cost += loose ? LOOSE : 0;
      if (n == most && cost >= least)
        {
          equal = equal || cost == least;
          continue;
        }
      most = n;
      least = cost;
      equal = FALSE;
      *group = (AskFigureGroup) { -1, (int) a };
    }
  /* "Category" may be an attribute here and an entity there: rows of an entity are meant unless an own attribute is. */
  if (n_entity > 0 && n_entity >= most && entity != fact && (most == 0 || least > 0)
      && (ask_figure_get_distance (domain, fact, entity) > 0 || ask_figure_find_bridge (domain, fact, entity) >= 0))
    {
      *group = (AskFigureGroup) { (int) entity, -1 };
      return n_entity;
    }
  if (equal || least > 0)
    *sure = FALSE;
  return most;
}

/*
 * ask_figure_find_date:
 * @question: a question
 * @fact: what is counted or measured
 *
 * Returns: when what @fact is of was done: its own date, or that of the nearest thing that it belongs to; -1 where there is
 *   none
 */
int
ask_figure_find_date (const AskQuestion *question, guint fact)
{
  AskDomain *domain = question->domain;
  double least = G_MAXDOUBLE;
  int found = -1;

  for (guint a = 0; a < domain->attributes->len; a++)
    {
      const AskDomainAttribute *of = ask_domain_attribute (domain, a);
      const AskNameMatch *match = &g_array_index (question->attributes, AskNameMatch, a);
      double cost
        = of->dated && !is_view (domain, of->entity) ? ask_figure_get_distance (domain, fact, of->entity) : -1;

      if (cost < 0)
        continue;
      cost += ask_prefer_is_aside (of) ? 2 : 0;
      cost -= match->met > 0 && match->exact ? 4 : 0;
      if (ask_domain_words_have_any (of->stems, (const char *const *) ask_domain_entity (domain, of->entity)->stems))
        cost -= 0.25;
      if (cost < least)
        {
          least = cost;
          found = (int) a;
        }
    }
  return found;
}

/*
 * ask_figure_is_people:
 * @domain: a domain
 * @entity: one of its entities
 *
 * Returns: whether its rows are people, who work here, by its name or by theirs
 */
gboolean
ask_figure_is_people (AskDomain *domain, guint entity)
{
  static const char *const stems[]
    = { "employe", "employee", "staff", "worker",      "person",   "peopl",      "people",
        "user",    "member",   "agent", "mitarbeiter", "personal", "angestellt", NULL };
  int names[2];

  return !is_view (domain, entity)
         && (ask_shown_find_names (domain, entity, names) == 2
             || ask_domain_words_have_any (ask_domain_entity (domain, entity)->stems, stems));
}

/*
 * ask_figure_find_owner:
 * @question: a question
 * @fact: what is counted, measured or asked for
 * @mention: a value of it
 *
 * Returns: the nearest attribute that has the value as a whole; -1 where none has, or two that are as near
 */
int
ask_figure_find_owner (const AskQuestion *question, guint fact, const AskMention *mention)
{
  double least = G_MAXDOUBLE;
  int found = -1;

  for (guint l = 0; l < mention->links->len; l++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);
      double cost = link->attribute >= 0 && link->score >= 0.99 && link->value != NULL
                      ? ask_figure_get_distance (question->domain, fact,
                                                 ask_domain_attribute (question->domain, link->attribute)->entity)
                      : -1;

      if (cost < 0 || cost > least)
        continue;
      found = cost < least ? link->attribute : -1;
      least = cost;
    }
  return found;
}
