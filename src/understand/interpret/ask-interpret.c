/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The whole way from a question to readings: sources, links, guesses, candidates, trials, ranking.
 */
#include "config.h"

#include "understand/interpret/ask-interpret-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "understand/interpret/ask-doubt.h"
#include "understand/interpret/ask-prefer.h"
#include "understand/interpret/ask-rank.h"
#include "understand/interpret/ask-route-cache.h"
#include "understand/interpret/ask-shown.h"

#define MAX_CANDIDATES 100
#define MAX_READINGS 10
/* Of what lies elsewhere only the best are tried. */
#define MAX_REMOTE_TRIALS 3

/*
 * ask_look_free:
 * @self: (transfer full) (nullable): a look
 */
void
ask_look_free (AskLook *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->added, g_ptr_array_unref);
  g_clear_pointer (&self->ranking, ask_ranking_free);
  g_clear_pointer (&self->candidates, g_ptr_array_unref);
  g_clear_pointer (&self->guess, ask_guess_free);
  g_clear_pointer (&self->question, ask_question_free);
  g_free (self->features);
  g_free (self->wanted);
  g_free (self->signatures);
  g_free (self);
}

static double
get_threshold (AskWeights *weights, const char *name, double otherwise)
{
  GHashTable *thresholds = ask_weights_get_pairs (weights, "thresholds");
  const float *value = thresholds != NULL ? g_hash_table_lookup (thresholds, name) : NULL;

  return value != NULL ? (double) *value : otherwise;
}

static guint
count_sources (AskSchema *schema)
{
  g_autoptr (GHashTable) sources = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint e = 0; e < schema->entities->len; e++)
    g_hash_table_add (sources, ((AskEntity *) g_ptr_array_index (schema->entities, e))->source);
  return g_hash_table_size (sources);
}

/* Whether all parts are there that reading a question asks for. */
static gboolean
check_weights (AskWeights *weights, GError **error)
{
  static const char *const linears[] = { "context", "parts", "sketches" };
  static const char *const trees[] = { "entity", "pair" };
  static const char *const ranks[] = { "right", "best", "calibrator" };
  gboolean all = ask_weights_get_hashed (weights, "wording") != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (linears); i++)
    all = all && ask_weights_get_linear (weights, linears[i]) != NULL;
  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    all = all && ask_weights_get_trees (weights, trees[i]) != NULL;
  for (guint r = 0; r < ASK_N_GUESS_ROLES; r++)
    {
      g_autofree char *name = g_strconcat ("attribute.", ask_guess_role_name (r), NULL);

      all = all && ask_weights_get_trees (weights, name) != NULL;
    }
  for (guint i = 0; i < 2 * G_N_ELEMENTS (ranks); i++)
    all = all && ask_weights_get_trees (weights, ask_ranking_part (ranks[i / 2], i % 2 == 1)) != NULL;
  if (!all)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "The file of weights is damaged. Install AskData again.");
  return all;
}

/**
 * ask_interpreter_new:
 * @workspace: whose sources questions are about; it must outlive the interpreter
 * @engine: over the same sources; it must outlive the interpreter
 * @error: as of ask_workspace_load_schema()
 *
 * Reads the schema once: after an edit a new interpreter is made.
 *
 * Returns: (transfer full): an interpreter, of the workspace's thread
 */
AskInterpreter *
ask_interpreter_new (AskWorkspace *workspace, AskEngine *engine, GError **error)
{
  g_autoptr (AskInterpreter) self = g_new0 (AskInterpreter, 1);

  g_return_val_if_fail (workspace != NULL && engine != NULL, NULL);

  self->workspace = workspace;
  self->engine = engine;
  self->calls = TRUE;
  self->places = ask_interpreter_new_places ();
  self->untaught = ask_interpreter_new_places ();
  self->weights = ask_weights_get_default ();
  if (!check_weights (self->weights, error))
    return NULL;
  self->book = ask_sketch_book_new (self->weights, error);
  if (self->book == NULL)
    return NULL;
  self->schema = ask_schema_ref (ask_engine_get_schema (engine));
  self->several = count_sources (self->schema) > 1;
  if (!ask_interpreter_load_learned (self, error))
    return NULL;
  self->sure = get_threshold (self->weights, "sure", 0.9);
  self->worth = get_threshold (self->weights, "worth", 0.3);
  return g_steal_pointer (&self);
}

/**
 * ask_interpreter_free:
 * @self: (transfer full) (nullable): an interpreter
 */
void
ask_interpreter_free (AskInterpreter *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->route, ask_cached_route_unref);
  g_clear_pointer (&self->book, ask_sketch_book_free);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->untaught, g_hash_table_unref);
  g_clear_pointer (&self->learned, ask_learned_unref);
  g_clear_pointer (&self->verified, g_ptr_array_unref);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_free (self->vector);
  g_free (self->only);
  g_free (self);
}

/**
 * ask_interpreter_get_route:
 * @self: an interpreter
 *
 * Returns: (transfer none) (nullable): how it finds the source of a question; %NULL where there is one source only, and
 *   before ask_interpreter_read()
 */
const AskRoute *
ask_interpreter_get_route (AskInterpreter *self)
{
  return self->route != NULL ? self->route->route : NULL;
}

/**
 * ask_interpreter_open_route:
 * @self: an interpreter
 * @error: as of ask_cached_route_get()
 *
 * What ask_interpreter_read() does by itself.
 *
 * Returns: whether ask_interpreter_get_route() tells what there is
 */
gboolean
ask_interpreter_open_route (AskInterpreter *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->several && self->route == NULL)
    self->route = ask_cached_route_get (self->workspace, self->schema, error);
  return !self->several || self->route != NULL;
}

/**
 * ask_interpreter_set_vector:
 * @self: an interpreter
 * @vector: (array length=dims): of the question that is read next, by the server whose vectors the workspace keeps
 * @dims: its length
 */
void
ask_interpreter_set_vector (AskInterpreter *self, const float *vector, guint dims)
{
  g_return_if_fail (self != NULL && vector != NULL);

  g_free (self->vector);
  self->vector = g_memdup2 (vector, dims * sizeof *vector);
  self->dims = dims;
}

/**
 * ask_interpreter_set_only:
 * @self: an interpreter
 * @source: (nullable): which of the sources is asked; %NULL for the one that the question belongs to
 */
void
ask_interpreter_set_only (AskInterpreter *self, const char *source)
{
  g_return_if_fail (self != NULL);

  ask_text_set (&self->only, source);
}

/**
 * ask_interpreter_route:
 * @self: an interpreter
 * @question: UTF-8
 * @top: how many sources to tell at most
 *
 * Returns: (transfer full) (nullable): the sources that could answer; %NULL where there is one source only
 */
AskRouteResult *
ask_interpreter_route (AskInterpreter *self, const char *question, guint top)
{
  AskRouteAsked asked = { question, self->vector, self->dims };

  return self->route != NULL ? ask_route_question (self->route->route, &asked, top) : NULL;
}

/**
 * ask_interpreter_set_calls:
 * @self: an interpreter
 * @calls: whether servers and APIs may be asked what the best readings give; %TRUE unless set otherwise
 */
void
ask_interpreter_set_calls (AskInterpreter *self, gboolean calls)
{
  g_return_if_fail (self != NULL);
  self->calls = calls;
}

/*
 * ask_interpreter_get_weights:
 * @self: an interpreter
 *
 * Returns: (transfer none): what it guesses with
 */
AskWeights *
ask_interpreter_get_weights (AskInterpreter *self)
{
  return self->weights;
}

static gboolean
try_all (AskInterpreter *self, GPtrArray *candidates, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < candidates->len; i++)
    {
      AskCandidate *candidate = g_ptr_array_index (candidates, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      /* What cannot be tried is ranked as that. */
      ask_tried_run (&candidate->tried, self->engine, TRUE, candidate->sql, ASK_TRIAL_STEPS, cancellable);
    }
  return TRUE;
}

/* Runs the best of them where their data lies, until one gives rows. */
static gboolean
try_best (AskInterpreter *self, AskLook *look, GCancellable *cancellable, GError **error)
{
  gboolean found = FALSE;

  for (guint n = 0; n < MAX_REMOTE_TRIALS && !found; n++)
    {
      AskCandidate *best = NULL;
      guint at = 0;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (guint i = 0; i < look->candidates->len; i++)
        {
          AskCandidate *candidate = g_ptr_array_index (look->candidates, i);

          if (!candidate->tried.known && (best == NULL || look->ranking->scores[i] > look->ranking->scores[at]))
            {
              best = candidate;
              at = i;
            }
        }
      if (best == NULL)
        break;
      ask_tried_run (&best->tried, self->engine, FALSE, best->sql, 0, cancellable);
      found = best->tried.n_rows > 0;
      if (found)
        look->ranking->best = at;
    }
  return TRUE;
}

/*
 * ask_interpreter_try:
 * @self: an interpreter
 * @domain: of @sql
 * @sql: one SELECT
 * @tried: (out): what came of it; that it did not run is no error
 * @cancellable: (nullable): a way to stop
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: FALSE where it was stopped
 */
gboolean
ask_interpreter_try (AskInterpreter *self, AskDomain *domain, const char *sql, AskTried *tried,
                     GCancellable *cancellable, GError **error)
{
  gboolean local = ask_tried_is_local (self->engine, domain);

  *tried = (AskTried) { .known = TRUE };
  if (local || self->calls)
    ask_tried_run (tried, self->engine, local, sql, ASK_TRIAL_STEPS, cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/*
 * ask_interpreter_look:
 * @self: an interpreter
 * @scope: what the question may be about
 * @asked: a question
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_interpreter_read()
 *
 * Returns: (transfer full): what it may mean there
 */
AskLook *
ask_interpreter_look (AskInterpreter *self, const AskScope *scope, const AskPosed *asked, GCancellable *cancellable,
                      GError **error)
{
  AskLook *look = g_new0 (AskLook, 1);
  gboolean local = ask_tried_is_local (self->engine, scope->domain);
  g_autoptr (GArray) choices = NULL;
  g_autofree float *preferred = NULL;

  look->added = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_added_free);
  look->question = ask_question_new (scope->domain, asked->text, error);
  if (look->question == NULL)
    goto failed;
  look->guess = ask_guess_new (look->question, self->weights);
  ask_guess_all (look->guess);
  choices = ask_sketch_book_choose (self->book, look->guess, ASK_SKETCH_CHOICES);
  if (asked->learned != NULL)
    ask_learned_add_forms (asked->learned, self->book, look->guess, choices);
  look->candidates = ask_candidates_find (look->guess, choices, MAX_CANDIDATES);
  if (local && !try_all (self, look->candidates, cancellable, error))
    goto failed;
  look->features = ask_candidates_features (look->guess, look->candidates, NULL);
  look->signatures = g_new0 (guint64, MAX (look->candidates->len, 1));
  for (guint i = 0; i < look->candidates->len; i++)
    look->signatures[i] = ((AskCandidate *) g_ptr_array_index (look->candidates, i))->tried.signature;
  look->ranking = ask_ranking_new (self->weights, !local, look->features, look->signatures, look->candidates->len);
  look->wanted = ask_candidates_asked (look->guess, look->candidates);
  ask_ranking_again (look->ranking, self->weights, look->wanted);
  ask_ranking_weigh (look->ranking, self->weights, look->wanted);
  preferred = ask_candidates_prefer (look->guess, look->candidates);
  if (preferred != NULL)
    ask_ranking_correct (look->ranking, preferred);
  ask_candidates_show (look->guess, look->candidates);
  ask_look_correct (look, asked);
  look->confidence = scope->share * ask_ranking_calibrate (look->ranking, self->weights);
  if (!local && self->calls && !asked->quiet && !try_best (self, look, cancellable, error))
    goto failed;
  /* Another one may be the best now. */
  look->confidence = MIN (look->confidence, scope->share * ask_ranking_calibrate (look->ranking, self->weights));
  /* All may pass over a value: then the best of them is an answer to less than was asked. */
  if (look->ranking->n > 0)
    look->confidence *= ask_doubt_candidate (look->guess, look->candidates->pdata[look->ranking->best]);
  return look;

failed:
  ask_look_free (look);
  return NULL;
}

/* A candidate of any scope, or what was added to one, and what it is worth beside all others. */
typedef struct
{
  const AskLook *look;
  guint at;
  double score;
  AskAdded *added; /* nullable */
} Placed;

static int
compare_placed (const void *a, const void *b)
{
  const Placed *x = a;
  const Placed *y = b;

  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* Of how much the candidates of a scope are worth: those that pass over words which ask for more come last. */
static double
get_ceiling (const AskLook *look)
{
  double ceiling = 1;

  for (guint i = 0; i < look->added->len; i++)
    {
      const AskAdded *added = look->added->pdata[i];

      if (added->like == NULL)
        ceiling = MIN (ceiling, 0.5 * added->reading->score);
    }
  return ceiling;
}

/* How likely the best of a scope is right. */
static double
get_confidence (const AskLook *look)
{
  double confidence = get_ceiling (look) * look->confidence;

  for (guint i = 0; i < look->added->len; i++)
    confidence = MAX (confidence, ((const AskAdded *) look->added->pdata[i])->reading->score);
  return confidence;
}

/* The best of a scope has its confidence; the others share the rest by their odds. */
static void
place_all (GArray *placed, const AskLook *look, double share)
{
  const AskRanking *ranking = look->ranking;
  double ceiling = get_ceiling (look);
  double sum = 0;

  for (guint i = 0; i < look->added->len; i++)
    {
      AskAdded *added = look->added->pdata[i];

      g_array_append_val (placed, ((Placed) { look, i, added->reading->score, added }));
    }

  for (guint i = 0; i < ranking->n; i++)
    if (i != ranking->best)
      sum += exp ((double) (ranking->scores[i] - ranking->scores[ranking->best]));
  for (guint i = 0; i < ranking->n; i++)
    {
      double part = exp ((double) (ranking->scores[i] - ranking->scores[ranking->best])) / MAX (sum, 1e-9);
      double rest = MIN (share - look->confidence, look->confidence) * MIN (part, 0.999);

      g_array_append_val (placed,
                          ((Placed) { look, i, ceiling * (i == ranking->best ? look->confidence : rest), NULL }));
    }
}

static void
add_reading (AskInterpretation *self, const Placed *placed)
{
  const AskCandidate *candidate;
  AskQuestionReading *reading;

  if (placed->added != NULL)
    {
      g_ptr_array_add (self->readings, g_steal_pointer (&placed->added->reading));
      return;
    }
  candidate = g_ptr_array_index (placed->look->candidates, placed->at);
  reading = ask_question_reading_new (candidate->draft, placed->look->question->domain, candidate->way);
  /* Two may show the same rows by the same names. */
  for (guint i = 0; i < self->readings->len; i++)
    if (g_str_equal (((const AskQuestionReading *) self->readings->pdata[i])->sql, reading->sql))
      {
        ask_question_reading_free (reading);
        return;
      }
  reading->score = CLAMP (placed->score, 0, 1);
  reading->n_rows = candidate->tried.ran ? (gint64) candidate->tried.n_rows : -1;
  g_ptr_array_add (self->readings, reading);
}

/* Of words that nothing is known of. What was added knows its own. Returns: what is left of being sure */
static double
doubt_words (AskInterpretation *self, const AskLook *best, const GArray *placed)
{
  double left = ask_doubt_words (best->guess, self->links, self->unknown);

  if (placed->len == 0 || g_array_index (placed, Placed, 0).added != NULL)
    return 1;
  for (guint i = 0; i < self->readings->len; i++)
    ((AskQuestionReading *) self->readings->pdata[i])->score *= left;
  return left;
}

/* All of the question is like one that was verified. */
static void
link_questions (GPtrArray *links, const AskLook *look)
{
  for (guint i = 0; i < look->added->len; i++)
    {
      const AskAdded *added = look->added->pdata[i];
      AskLink *link;

      if (added->like == NULL || look->question->tokens->len == 0)
        continue;
      link = ask_link_new (look->question, 0, look->question->tokens->len, ASK_LINK_QUESTION, added->likeness);
      link->target = g_strdup (added->like);
      link->reason = g_strdup (_ ("is a verified question like this one"));
      g_ptr_array_add (links, link);
    }
}

static AskInterpretation *
conclude (AskInterpreter *self, const char *text, GPtrArray *looks, GArray *scopes)
{
  AskInterpretation *all = ask_interpretation_new (text);
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (Placed));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GPtrArray) questions = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_link_free);
  AskLook *best = NULL;
  double confidence;

  for (guint i = 0; i < looks->len; i++)
    {
      AskLook *look = g_ptr_array_index (looks, i);

      link_questions (questions, look);
      place_all (placed, look, g_array_index (scopes, AskScope, i).share);
      if (best == NULL || get_confidence (look) > get_confidence (best))
        best = look;
    }
  confidence = best != NULL ? get_confidence (best) : 0;
  g_array_sort (placed, compare_placed);
  for (guint i = 0; i < placed->len && all->readings->len < MAX_READINGS; i++)
    {
      const Placed *item = &g_array_index (placed, Placed, i);
      guint64 signature = item->added != NULL ? item->added->signature : item->look->signatures[item->at];

      /* One of those that give the same speaks for all. */
      if (signature == ASK_RANK_FAILED || g_hash_table_add (seen, g_memdup2 (&signature, sizeof signature)))
        add_reading (all, item);
    }
  if (best != NULL)
    {
      g_ptr_array_unref (all->links);
      all->links = ask_link_list (best->question);
      confidence *= doubt_words (all, best, placed);
      g_ptr_array_extend_and_steal (all->links, g_steal_pointer (&questions));
      all->domain = ask_domain_ref (best->question->domain);
      all->read = g_steal_pointer (&best->question);
      all->guess = g_steal_pointer (&best->guess);
    }
  all->confident = all->readings->len > 0 && confidence >= self->sure;
  all->doubtful = all->readings->len == 0 || confidence < self->worth;
  return all;
}

/**
 * ask_interpreter_read:
 * @self: an interpreter
 * @question: as a person asks it; UTF-8
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_question_new() and ask_route_new(), or %G_IO_ERROR_CANCELLED
 *
 * Runs what may be meant, within limits, and shows no rows.
 *
 * Returns: (transfer full): what may be meant
 */
AskInterpretation *
ask_interpreter_read (AskInterpreter *self, const char *question, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) looks = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_look_free);
  g_autoptr (GPtrArray) examples = NULL;
  g_autoptr (GArray) scopes = NULL;
  AskInterpretation *found;
  AskPosed asked = { question, self->learned, NULL, FALSE };
  double best = 0;

  g_return_val_if_fail (self != NULL && question != NULL, NULL);

  examples = ask_workspace_find_examples (self->workspace, question, error);
  if (examples == NULL)
    return NULL;
  asked.example = examples->len > 0 ? examples->pdata[0] : NULL;
  scopes = ask_interpreter_find_scopes (self, &asked, error);
  if (scopes == NULL)
    return NULL;
  for (guint i = 0; i < scopes->len; i++)
    {
      const AskScope *scope = &g_array_index (scopes, AskScope, i);
      AskLook *look;

      /* No reading is likelier than its source is: a good one need not be compared with these. */
      if (best >= self->worth && best >= scope->share)
        break;
      look = ask_interpreter_look (self, scope, &asked, cancellable, error);
      if (look == NULL)
        return NULL;
      g_ptr_array_add (looks, look);
      if (!ask_interpreter_add (self, look, scope->share, &asked, cancellable, error)
          || !ask_interpreter_add_figure (self, look, scope->share, cancellable, error)
          || (asked.example == NULL && !ask_interpreter_add_rows (self, look, scope->share, cancellable, error))
          || !ask_interpreter_add_self (self, look, scope->share, cancellable, error)
          || !ask_interpreter_replay (self, look, scope->share, cancellable, error))
        return NULL;
      best = MAX (best, get_confidence (look));
    }
  found = conclude (self, question, looks, scopes);
  ask_interpretation_repeat (found, scopes, asked.example);
  return found;
}
