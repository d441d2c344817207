/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A ballot is a query with what it gives. Two agree where they give the same rows, whatever their columns are called
 * and in whatever order rows and columns stand. The reading of `understand` votes, too; it wins only where no query of
 * the model's runs.
 */
#include "config.h"

#include "agent/ask-vote.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-compose.h"
#include "agent/ask-spell.h"
#include "agent/ask-spend.h"
#include "base/ask-text.h"
#include "understand/explain/ask-explain.h"

/* A reading that is less likely says nothing. */
#define LEAST_SCORE 0.3
#define MAX_SHOWN 200

/**
 * Ballot:
 * @written: the query
 * @ran: the same with its values put right
 * @rows: (nullable): what it gives; %NULL where it does not run, or gives too much to be compared
 * @digest: (nullable): of what it gives; %NULL where it does not run
 * @result: (nullable): that, of the first of those that give the same
 * @here: it is the reading of `understand`
 * @votes: how many give the same; set of the first of them alone
 */
typedef struct
{
  char *written;
  char *ran;
  AskRows *rows;
  char *digest;
  AskResult *result;
  gboolean here;
  guint votes;
} Ballot;

static void
ballot_free (gpointer data)
{
  Ballot *self = data;

  g_free (self->written);
  g_free (self->ran);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->digest);
  g_clear_pointer (&self->result, ask_result_free);
  g_free (self);
}

/** ask_vote_free: @self: (transfer full) (nullable): what a vote found */
void
ask_vote_free (AskVote *self)
{
  if (self == NULL)
    return;
  g_free (self->sql);
  g_free (self->ran);
  g_clear_pointer (&self->result, ask_result_free);
  g_ptr_array_unref (self->others);
  g_clear_pointer (&self->difference, ask_disagree_free);
  g_free (self->words);
  g_free (self);
}

/**
 * ask_vote_get_wanted:
 * @workspace: whose setting it is
 *
 * Returns: how many queries the model is asked for: the setting "model/candidates", else 1
 */
guint
ask_vote_get_wanted (AskWorkspace *workspace)
{
  g_autofree char *setting = ask_workspace_get_setting (workspace, "model/candidates");

  return (guint) CLAMP (setting != NULL ? g_ascii_strtoll (setting, NULL, 10) : 1, 1, ASK_VOTE_MAX_CANDIDATES);
}

static Ballot *
find_same (GPtrArray *ballots, const char *digest)
{
  for (guint i = 0; i < ballots->len; i++)
    if (g_strcmp0 (((Ballot *) ballots->pdata[i])->digest, digest) == 0)
      return ballots->pdata[i];
  return NULL;
}

/* Runs a query as a step, and counts it. Returns FALSE exactly where @error is set: where it was cancelled, the first may not
 * cost what it would, or the store fails. */
static gboolean
cast (AskAgentRun *run, GPtrArray *ballots, const char *sql, gboolean here, GError **error)
{
  g_autoptr (AskCorrectedSql) corrected = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) failure = NULL;
  Ballot *ballot;
  Ballot *same;

  for (guint i = 0; i < ballots->len; i++)
    if (strcmp (((Ballot *) ballots->pdata[i])->written, sql) == 0)
      {
        ballot = ballots->pdata[i];
        same = ballot->digest != NULL ? find_same (ballots, ballot->digest) : ballot;
        same->votes++;
        return TRUE;
      }
  if (!ask_spell_correct (run, sql, &corrected, error))
    return FALSE;
  ballot = g_new0 (Ballot, 1);
  ballot->written = g_strdup (sql);
  if (corrected != NULL && !here)
    ask_spell_tell (run, corrected);
  ballot->ran = g_strdup (corrected != NULL ? corrected->sql : sql);
  ballot->here = here;
  g_ptr_array_add (ballots, ballot);
  result = ask_run_query (run, ask_run_step (run, "sql", _ ("Ran a query"), NULL), ballot->ran, NULL, &failure);
  if (ask_run_is_cancelled (run, failure))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The question was cancelled.");
      return FALSE;
    }
  /* Nothing else is an answer in its place. */
  if (ballots->len == 1 && ask_spending_refused (failure))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (result != NULL)
    {
      g_autofree char *digest = ask_disagree_digest (result->rows);

      same = find_same (ballots, digest);
      ballot->digest = g_steal_pointer (&digest);
      if (ask_rows_get_n_rows (result->rows) < ASK_READING_MAX_ROWS && !ask_rows_get_truncated (result->rows))
        ballot->rows = ask_rows_ref (result->rows);
      if (same != NULL)
        {
          same->votes++;
          return TRUE;
        }
      ballot->result = g_steal_pointer (&result);
    }
  ballot->votes = 1;
  return TRUE;
}

/* What most agree on; of as many, what was written first. */
static Ballot *
count_votes (GPtrArray *ballots)
{
  Ballot *winner = NULL;

  for (guint i = 0; i < ballots->len; i++)
    {
      Ballot *ballot = ballots->pdata[i];

      if (ballot->digest != NULL && !ballot->here && (winner == NULL || ballot->votes > winner->votes))
        winner = ballot;
    }
  for (guint i = 0; winner == NULL && i < ballots->len; i++)
    if (((Ballot *) ballots->pdata[i])->digest != NULL)
      winner = ballots->pdata[i];
  return winner;
}

/* The reading of `understand`, where it is likely enough to have a vote. */
static const char *
get_reading (AskAgentRun *run)
{
  const AskQuestionReading *reading
    = run->found != NULL && run->found->readings->len > 0 ? run->found->readings->pdata[0] : NULL;

  return reading != NULL && !run->found->doubtful && reading->score >= LEAST_SCORE ? reading->sql : NULL;
}

/* In what the others differ from the winner. */
static void
compare (AskVote *vote, const Ballot *winner, GPtrArray *ballots)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  gboolean known = winner->rows != NULL;

  g_ptr_array_add (results, winner->rows);
  for (guint i = 0; i < ballots->len; i++)
    {
      const Ballot *ballot = ballots->pdata[i];

      if (ballot == winner || ballot->digest == NULL || ballot->votes == 0)
        continue;
      g_ptr_array_add (vote->others, g_strdup (ballot->ran));
      g_ptr_array_add (results, ballot->rows);
      known = known && ballot->rows != NULL;
    }
  if (known && results->len > 1)
    vote->difference = ask_disagree_find (results);
}

static void
tell (AskAgentRun *run, AskVote *vote, guint agreeing, guint n)
{
  if (agreeing == n)
    vote->words = g_strdup_printf (_ ("All of %u queries give this."), n);
  else
    vote->words = g_strdup_printf (_ ("%u of %u queries give this; the others give something else."), agreeing, n);
  ask_run_step (run, "guard", _ ("Compared several queries"), vote->words);
}

/**
 * ask_vote_hold:
 * @run: with an engine
 * @written: (element-type utf8): queries of the model, the first answer first; what steps they read is there
 * @error: %G_IO_ERROR_CANCELLED; as of ask_spending_refused() where the first one may not run; or what the store says
 *
 * Runs them all, each as a step, and the reading that was worked out here.
 *
 * Returns: (transfer full): what came of it, or %NULL
 */
AskVote *
ask_vote_hold (AskAgentRun *run, GPtrArray *written, GError **error)
{
  g_autoptr (GPtrArray) ballots = g_ptr_array_new_with_free_func (ballot_free);
  g_autoptr (AskVote) vote = g_new0 (AskVote, 1);
  const char *reading = get_reading (run);
  Ballot *winner;
  guint n = written->len;

  vote->others = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < written->len; i++)
    if (ask_run_may_ask (run, written->pdata[i], NULL) && !cast (run, ballots, written->pdata[i], FALSE, error))
      return NULL;
  if (reading != NULL)
    {
      if (!cast (run, ballots, reading, TRUE, error))
        return NULL;
      n++;
    }
  winner = count_votes (ballots);
  if (winner == NULL)
    return g_steal_pointer (&vote);
  vote->sql = g_strdup (winner->written);
  vote->ran = g_strdup (winner->ran);
  vote->result = g_steal_pointer (&winner->result);
  vote->here = winner->here;
  compare (vote, winner, ballots);
  if (n > 1)
    tell (run, vote, winner->votes, n);
  return g_steal_pointer (&vote);
}

/**
 * ask_vote_offer:
 * @run: that has its answer
 * @vote: what was found
 * @steps: (element-type AskStepTable): earlier results that the queries may read
 *
 * Tells of the vote in the answer: how many agree, and what the others mean.
 */
void
ask_vote_offer (AskAgentRun *run, AskVote *vote, GPtrArray *steps)
{
  g_autoptr (AskInterpreter) interpreter = NULL;
  AskAnswerPart *part;

  if (run->answer->status != ASK_STATUS_ANSWERED || vote->words == NULL)
    return;
  ask_text_set (&run->answer->agreement, vote->words);
  if (vote->others->len == 0)
    return;
  ask_disagree_keep (run, vote->difference);
  interpreter = ask_interpreter_new (run->workspace, run->engine, NULL);
  part = ask_answer_add_part (run->answer, "query", _ ("The queries do not agree. Did you mean:"), "");
  for (guint i = 0; i < vote->others->len; i++)
    {
      g_autofree char *sql = ask_compose_sql (vote->others->pdata[i], steps);
      g_autoptr (AskQuestionReading) reading
        = interpreter != NULL ? ask_interpreter_recall (interpreter, sql, run->answer->question, NULL) : NULL;
      g_autofree char *words = reading == NULL ? ask_explain_sql (ask_engine_get_schema (run->engine), sql, NULL)
                                               : g_strdup (reading->words);
      g_autofree char *shown = ask_text_shorten (words != NULL ? words : sql, MAX_SHOWN);

      ask_answer_part_offer (part, shown, sql);
    }
}
