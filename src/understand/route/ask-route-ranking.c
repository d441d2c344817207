/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ranks the sources for a question. A question may be two, joined by "and", of different sources: where its parts are
 * explained much better by two sources than the whole is by one, these two lead.
 */
#include "config.h"

#include "understand/route/ask-route-private.h"

#include <string.h>

/* Parts of fewer words are no questions. */
#define MIN_PART_WORDS 3
#define MAX_PARTS 4
/* How much better two sources must explain a question than one, as a share of its words' weights; and where what
 * follows the joint begins like a question. */
#define MIN_GAIN 0.2
#define MIN_GAIN_OF_QUESTION 0.03
/* How many sources of each part lead. */
#define N_LEADING 3

static const AskRouteRanked *
get_best (const AskRouteRanking *self)
{
  return self->ranked->len > 0 ? &g_array_index (self->ranked, AskRouteRanked, 0) : NULL;
}

static guint
get_best_source (const AskRouteRanking *self)
{
  return ask_route_scene_candidate (self->scene, get_best (self)->candidate)->source;
}

static double
get_cover (const AskRouteRanking *self)
{
  return ask_route_scene_candidate (self->scene, get_best (self)->candidate)->features[ASK_ROUTE_COVER_NAMES];
}

/* @served: (nullable): @question among a server's vectors */
static AskRouteRanking *
rank_one (const AskRouteGround *ground, const AskRouteLike *served, const char *question)
{
  AskRouteRanking *self = g_new0 (AskRouteRanking, 1);
  const AskRouteModel *model = ground->model;
  const AskRouteLike *like = NULL;

  if (ground->own != NULL)
    {
      ask_route_map_embed_text (model->map, question, self->vector);
      self->likes[1] = (AskRouteLike) { ground->own, self->vector, NULL };
      like = &self->likes[1];
    }
  if (served != NULL)
    {
      self->likes[0] = (AskRouteLike) { served->vectors, served->question, like };
      like = &self->likes[0];
    }
  self->scene = ask_route_scene_new (ground->index, model->lexicon, like, question);
  self->ranked = ask_route_model_rank (model, self->scene);
  self->known = ask_route_model_get_known (model, self->scene, self->ranked);
  return self;
}

static guint
find_source (const AskRouteRanking *self, guint source, guint from)
{
  for (guint i = from; i < self->ranked->len; i++)
    if (ask_route_scene_candidate (self->scene, g_array_index (self->ranked, AskRouteRanked, i).candidate)->source
        == source)
      return i;
  return G_MAXUINT;
}

/* The best sources of both parts in front, in turns; then those of the whole. What the whole has nothing of cannot
 * lead. */
static void
lead (AskRouteRanking *self, const AskRouteRanking *first, const AskRouteRanking *second)
{
  const AskRouteRanking *parts[2] = { first, second };
  guint n_leading = 0;

  for (guint turn = 0; turn < 2 * N_LEADING; turn++)
    {
      const AskRouteRanking *part = parts[turn % 2];
      AskRouteRanked leader, moved;
      guint place;

      if (turn / 2 >= part->ranked->len)
        continue;
      leader = g_array_index (part->ranked, AskRouteRanked, turn / 2);
      place = find_source (self, ask_route_scene_candidate (part->scene, leader.candidate)->source, n_leading);
      if (place == G_MAXUINT)
        continue;
      moved = g_array_index (self->ranked, AskRouteRanked, place);
      moved.score = leader.score;
      g_array_remove_index (self->ranked, place);
      g_array_insert_val (self->ranked, n_leading, moved);
      n_leading++;
    }
  for (guint i = 1; i < self->ranked->len; i++)
    {
      AskRouteRanked *ranked = &g_array_index (self->ranked, AskRouteRanked, i);

      ranked->score = MIN (ranked->score, g_array_index (self->ranked, AskRouteRanked, i - 1).score);
    }
  self->known = MIN (first->known, second->known);
}

static gboolean
is_better (const AskRouteRanking *whole, const AskRouteRanking *first, const AskRouteRanking *second, double *gain)
{
  double total = first->scene->total + second->scene->total;
  double apart;

  if (get_best (first) == NULL || get_best (second) == NULL || get_best_source (first) == get_best_source (second)
      || first->scene->words->len < 2 || second->scene->words->len < 1)
    return FALSE;
  apart = (get_cover (first) * first->scene->total + get_cover (second) * second->scene->total) / MAX (total, 0.01);
  if (apart - get_cover (whole) <= *gain)
    return FALSE;
  *gain = apart - get_cover (whole);
  return TRUE;
}

static gboolean
begins_a_question (const char *text)
{
  static const char *const words[]
    = { "count ", "find ",  "give ",  "how ",  "list ",  "return ", "show ", "tell ",   "was ",  "welche",
        "wer ",   "what ",  "what'",  "when ", "where ", "which ",  "who ",  "wie ",    "wann ", "wo ",
        "zeig",   "nenne ", "whose ", "are ",  "is ",    "do ",     "does ", "display " };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strncasecmp (text, words[i], strlen (words[i])) == 0)
      return TRUE;
  return FALSE;
}

static guint
count_words (const char *from, const char *to)
{
  guint n = 0;

  for (const char *p = from; p < to; p++)
    n += g_ascii_isspace (*p) && p > from && !g_ascii_isspace (p[-1]);
  return n + 1;
}

/**
 * ask_route_ranking_new:
 * @ground: what it is ranked before; must outlive what is returned
 * @question: UTF-8
 *
 * Returns: (transfer full): the sources for @question, the best first
 */
AskRouteRanking *
ask_route_ranking_new (const AskRouteGround *ground, const char *question)
{
  static const char *const joints[] = { " and ", "? ", "; ", " und " };
  AskRouteRanking *self = rank_one (ground, ground->served, question);
  g_autoptr (AskRouteRanking) first = NULL;
  g_autoptr (AskRouteRanking) second = NULL;
  double most = 0;
  guint n_tried = 0;

  for (const char *p = question; *p != '\0' && self->ranked->len > 1; p++)
    for (guint j = 0; j < G_N_ELEMENTS (joints); j++)
      {
        const char *rest = p + strlen (joints[j]);
        g_autofree char *head = NULL;
        g_autoptr (AskRouteRanking) before = NULL;
        g_autoptr (AskRouteRanking) after = NULL;
        double gain;

        if (!g_str_has_prefix (p, joints[j]) || count_words (question, p) < MIN_PART_WORDS
            || count_words (rest, rest + strlen (rest)) < MIN_PART_WORDS || n_tried++ >= MAX_PARTS)
          continue;
        head = g_strndup (question, (gsize) (p - question));
        before = rank_one (ground, NULL, head);
        after = rank_one (ground, NULL, rest);
        gain = begins_a_question (rest) ? MIN_GAIN_OF_QUESTION : MIN_GAIN;
        gain = MAX (gain, most);
        if (!is_better (self, before, after, &gain))
          continue;
        most = gain;
        g_clear_pointer (&first, ask_route_ranking_free);
        g_clear_pointer (&second, ask_route_ranking_free);
        first = g_steal_pointer (&before);
        second = g_steal_pointer (&after);
      }
  if (first != NULL)
    lead (self, first, second);
  return self;
}

/**
 * ask_route_ranking_free:
 * @self: (nullable): a ranking
 */
void
ask_route_ranking_free (AskRouteRanking *self)
{
  if (self == NULL)
    return;
  ask_route_scene_free (self->scene);
  g_array_unref (self->ranked);
  g_free (self);
}
