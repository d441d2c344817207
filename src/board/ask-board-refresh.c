/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the tiles. Each thread has a workspace of its own and takes the next tile none of whose sources is busy, those of
 * the source with most to do first; so the whole takes about as long as the slowest source. Every tile goes through the
 * gate that questions go through, and so does a model that functions of its SQL ask. Nothing of a tile's failure reaches another one.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-remedy.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "blend/ask-blend-question.h"
#include "board/ask-board-private.h"

#include <glib/gi18n.h>

/* At a time: each is a connection to the workspace and one to its source. */
#define MAX_THREADS 8
#define MAX_RESULT_BYTES ((gsize) 64 * 1024 * 1024)
#define DEADLINE_S 60
/* Of queries in queries, when the sources of one are looked for. */
#define MAX_DEPTH 16
/* What a tile is taken to need that never ran. */
#define GUESS_MS 100

/**
 * Job:
 * @sources: (element-type utf8): what it reads
 * @ms: how long it took last time
 * @filtered: what it gives is not kept
 */
typedef struct
{
  const AskTile *tile;
  GPtrArray *sources;
  AskTileResult *before;
  double ms;
  gboolean filtered;
  gboolean taken;
} Job;

/**
 * Run:
 * @busy: a set: sources that a tile runs at
 * @results: (element-type AskTileResult): one for each job, in the same place
 * @failure: (nullable): what makes all of it fail: the workspace cannot be read or written
 * @asking: held while somebody is told or asked
 */
typedef struct
{
  const AskBoard *board;
  const AskBoardRefresh *refresh;
  const char *path;
  AskSchema *schema;
  GCancellable *cancellable;
  gint64 now;
  GPtrArray *jobs;
  GPtrArray *results;
  GHashTable *busy;
  guint n_done;
  GError *failure;
  GMutex lock;
  GCond cond;
  GRecMutex asking;
} Run;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_ptr_array_unref (job->sources);
  ask_tile_result_unref (job->before);
  g_free (job);
}

/* ---- what a query reads */

typedef struct
{
  AskSchemaReader *reader;
  GHashTable *sources;
  guint depth;
} Reading;

static void find_sources (Reading *self, const char *sql);

static gboolean
note_source (AskSqlFrom *from, gpointer data)
{
  Reading *self = data;
  const AskEntity *entity = from->catalog_table != NULL ? from->catalog_table->data : NULL;

  if (entity != NULL && entity->query != NULL)
    find_sources (self, entity->query);
  else if (entity != NULL)
    g_hash_table_add (self->sources, g_strdup (entity->source));
  return TRUE;
}

static void
find_sources (Reading *self, const char *sql)
{
  g_autoptr (AskSqlTree) tree = self->depth < MAX_DEPTH ? ask_schema_reader_parse (self->reader, sql, NULL) : NULL;
  AskSqlVisit visit = { .from = note_source, .user_data = self };

  if (tree == NULL)
    return;
  self->depth++;
  ask_sql_walk_select (tree->select, &visit);
  self->depth--;
}

static GPtrArray *
list_sources (AskSchemaReader *reader, const char *sql)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Reading reading = { reader, found, 0 };
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer source;

  find_sources (&reading, sql);
  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &source, NULL))
    g_ptr_array_add (list, g_strdup (source));
  return list;
}

/* ---- what tiles gave */

static gboolean
add_earlier (AskTileResult *self, const AskTile *tile, AskWorkspace *workspace, gint64 board, GError **error)
{
  gint64 before = self->has_figure ? ask_tile_find_earlier_time (tile, self->kept->run_at) : 0;

  return before == 0 || ask_workspace_find_board_figure (workspace, board, self->kept, before, &self->earlier, error);
}

static AskTileResult *
load_result (const AskBoard *self, AskWorkspace *workspace, const AskTile *tile, const char *sql, GError **error)
{
  AskBoardResult *kept = self->id != 0 ? ask_workspace_load_board_result (workspace, self->id, tile->id, sql, error)
                                       : ask_board_result_new (tile->id, sql);
  g_autoptr (AskTileResult) result = kept != NULL ? ask_tile_result_new (tile, kept) : NULL;

  if (result == NULL || (self->id != 0 && !add_earlier (result, tile, workspace, self->id, error)))
    return NULL;
  return g_steal_pointer (&result);
}

/**
 * ask_board_load_results:
 * @self: a board
 * @workspace: where it is
 * @filters: (nullable) (element-type AskBoardFilter): what was clicked; tiles that take part show nothing until they ran
 * @error: %ASK_STORE_ERROR_OPEN where the workspace cannot be read
 *
 * Reads what the tiles last gave with these values of the parameters. No source is asked.
 *
 * Returns: (transfer container) (element-type AskTileResult): one for each tile with SQL, in the board's order
 */
GPtrArray *
ask_board_load_results (const AskBoard *self, AskWorkspace *workspace, const GPtrArray *filters, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, error);
  g_autoptr (AskSchemaReader) reader = schema != NULL ? ask_schema_reader_new (schema) : NULL;
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_tile_result_unref);

  if (reader == NULL)
    return NULL;
  for (guint i = 0; i < self->tiles->len; i++)
    {
      const AskTile *tile = self->tiles->pdata[i];
      g_autofree char *sql = tile->sql != NULL ? ask_board_get_sql (self, tile, reader, filters, NULL) : NULL;
      AskTileResult *result = sql != NULL ? load_result (self, workspace, tile, sql, error) : NULL;

      if (sql == NULL)
        continue;
      if (result == NULL)
        return NULL;
      g_ptr_array_add (results, result);
    }
  return g_steal_pointer (&results);
}

/**
 * ask_board_is_due:
 * @results: (element-type AskTileResult): of ask_board_load_results()
 * @now: µs since 1970, UTC
 *
 * Returns: whether a board that is open refreshes itself now: every so many minutes after its oldest tile ran. That one
 *   is refreshed when it is opened, its face knows
 */
gboolean
ask_board_is_due (const AskBoard *self, const GPtrArray *results, gint64 now)
{
  if (self->policy != ASK_REFRESH_EVERY || self->every == 0)
    return FALSE;
  for (guint i = 0; i < results->len; i++)
    {
      const AskBoardResult *kept = ((AskTileResult *) results->pdata[i])->kept;

      if (MAX (kept->run_at, kept->failed_at) + self->every * G_TIME_SPAN_MINUTE <= now)
        return TRUE;
    }
  return FALSE;
}

/* ---- one tile */

/* Takes over the result of a job; whoever listens is told. */
static void
tell (Run *run, guint place, AskTileResult *result, gboolean ended)
{
  guint n_done;

  g_mutex_lock (&run->lock);
  ask_tile_result_unref (run->results->pdata[place]);
  run->results->pdata[place] = result;
  run->n_done += ended;
  n_done = run->n_done;
  g_mutex_unlock (&run->lock);
  if (run->refresh->on_tile == NULL)
    return;
  g_rec_mutex_lock (&run->asking);
  run->refresh->on_tile (result, n_done, run->jobs->len, run->refresh->user_data);
  g_rec_mutex_unlock (&run->asking);
}

static void
fail_all (Run *run, GError *error)
{
  g_mutex_lock (&run->lock);
  if (run->failure == NULL)
    run->failure = error;
  else
    g_error_free (error);
  g_cond_broadcast (&run->cond);
  g_mutex_unlock (&run->lock);
}

/* What it showed before, in another state. */
static AskTileResult *
show_before (const Job *job, AskTileState state)
{
  return ask_tile_result_copy_in_state (job->before, job->tile, state);
}

static AskTileResult *
make_failure (const Run *run, const Job *job, const GError *failure)
{
  AskTileResult *result = show_before (job, ASK_TILE_FAILED);

  g_free (result->kept->failure);
  result->kept->failure = g_strdup (ask_error_get_words (failure));
  ask_text_set (&result->kept->remedy,
                ask_remedy_to_string (g_error_matches (failure, ASK_BLEND_ERROR, ASK_BLEND_ERROR_NOT_ASKED)
                                        ? ASK_REMEDY_ASK_MODEL
                                        : ask_remedy_find (failure)));
  g_free (result->kept->remedy_place);
  result->kept->remedy_place = ask_remedy_dup_place (failure);
  result->kept->failed_at = run->now != 0 ? run->now : g_get_real_time ();
  return result;
}

static AskTileResult *
make_success (const Job *job, const AskResult *given, gint64 at)
{
  AskBoardResult *kept = ask_board_result_new (job->tile->id, job->before->kept->sql);
  AskTileResult *result;

  kept->rows = ask_rows_ref (given->rows);
  kept->run_at = at;
  kept->elapsed_ms = given->elapsed_ms;
  for (guint i = 0; i < given->sources->len; i++)
    g_ptr_array_add (kept->sources, g_strdup (given->sources->pdata[i]));
  result = ask_tile_result_new (job->tile, kept);
  result->state = ASK_TILE_DONE;
  kept->level = (int) result->level;
  ask_tile_result_make_news (result, job->tile, job->before->kept->level);
  return result;
}

static gboolean
keep (const Run *run, const Job *job, AskWorkspace *workspace, AskTileResult *result, GError **error)
{
  if (job->filtered || run->board->id == 0)
    return TRUE;
  return ask_workspace_keep_board_result (workspace, run->board->id, result->kept, ask_tile_result_get_cell (result),
                                          error)
         && add_earlier (result, job->tile, workspace, run->board->id, error);
}

/**
 * Worker:
 * @engine: (nullable): where caps hold for all tiles together, the one that counts
 * @spending: (nullable): likewise
 * @blend: (nullable): functions that SQL may call, likewise
 * @total: what they have sent to a model, and got
 */
typedef struct
{
  Run *run;
  AskWorkspace *workspace;
  AskEngine *engine;
  AskSpending *spending;
  AskBlend *blend;
  AskSpendingTally total;
} Worker;

static gboolean
has_caps (const Run *run)
{
  const AskAgentCaps *caps = &run->refresh->spending.caps;

  return caps->calls > 0 || caps->rows > 0 || caps->bytes > 0 || caps->price > 0;
}

static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  Run *run = data;
  gboolean agreed;

  g_rec_mutex_lock (&run->asking);
  agreed = run->refresh->spending.on_preview (preview, caps, cancellable, run->refresh->spending.user_data, error);
  g_rec_mutex_unlock (&run->asking);
  return agreed;
}

/* The engine goes before the functions that its statements call, and these before the gate. */
static void
close_engine (Worker *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->blend, ask_blend_free);
  g_clear_pointer (&self->spending, ask_spending_free);
}

/* A tile is measured by itself, so it has an engine of its own, unless there are caps for all. */
static gboolean
open_engine (Worker *self, GError **error)
{
  AskSpendingRules rules = self->run->refresh->spending;

  if (self->engine != NULL && has_caps (self->run))
    return TRUE;
  close_engine (self);
  if (rules.on_preview != NULL)
    {
      rules.on_preview = on_preview;
      rules.user_data = self->run;
    }
  self->engine = ask_workspace_open_engine_on (self->workspace, self->run->schema, error);
  if (self->engine == NULL)
    return FALSE;
  self->spending = ask_spending_new (self->workspace, &rules);
  self->blend = ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = self->workspace,
                                                                    .spending = self->spending,
                                                                    .kept_only = !self->run->refresh->asks_model,
                                                                    .total = &self->total },
                                          NULL, self->engine, error);
  return self->blend != NULL;
}

/* Returns: (transfer full) (nullable): what the model took since @before, in words; %NULL where it was not asked */
static char *
say_spent (const Worker *self, const AskSpendingTally *before)
{
  const gint64 tokens
    = self->total.prompt_tokens - before->prompt_tokens + self->total.reply_tokens - before->reply_tokens;
  g_autofree char *count = ask_number_count ((guint64) tokens);

  if (self->total.bytes == before->bytes)
    return NULL;
  if (self->total.price <= before->price)
    /* Translators: a number of tokens. */
    return g_strdup_printf (_ ("the model took %s tokens"), count);
  /* Translators: a number of tokens, and what they cost. */
  return g_strdup_printf (_ ("the model took %s tokens, at a price of %.4g"), count, self->total.price - before->price);
}

/* Returns: (transfer full): how it ended; %NULL where nothing more is to run */
static AskTileResult *
run_job (Worker *self, const Job *job)
{
  Run *run = self->run;
  guint deadline = job->tile->deadline_s > 0    ? job->tile->deadline_s
                   : run->board->deadline_s > 0 ? run->board->deadline_s
                                                : DEADLINE_S;
  AskLimits limits = { ASK_BOARD_MAX_ROWS_SHOWN, MAX_RESULT_BYTES, deadline * 1000 };
  AskSpendingQuery query = { job->before->kept->sql, &limits, NULL };
  gint64 at = run->now != 0 ? run->now : g_get_real_time ();
  const AskSpendingTally before = self->total;
  g_autoptr (AskResult) given = NULL;
  g_autoptr (GError) failure = NULL;
  AskTileResult *result;

  if (open_engine (self, &failure))
    given = ask_spending_query (self->spending, self->engine, &query, run->cancellable, &failure);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      fail_all (run, g_steal_pointer (&failure));
      return NULL;
    }
  if (given == NULL && self->engine != NULL)
    ask_engine_add_hint (self->engine, query.sql, failure);
  result = given != NULL ? make_success (job, given, at) : make_failure (run, job, failure);
  result->spent = say_spent (self, &before);
  return result;
}

/* ---- all tiles */

static gboolean
is_free (const Run *run, const Job *job)
{
  for (guint i = 0; i < job->sources->len; i++)
    if (g_hash_table_contains (run->busy, job->sources->pdata[i]))
      return FALSE;
  return TRUE;
}

/* How long what is not taken yet will keep the source of @job that has most to do. */
static double
get_load (const Run *run, const Job *job)
{
  double most = 0;

  for (guint s = 0; s < job->sources->len; s++)
    {
      double load = 0;

      for (guint i = 0; i < run->jobs->len; i++)
        {
          const Job *other = run->jobs->pdata[i];

          if (!other->taken
              && g_ptr_array_find_with_equal_func (other->sources, job->sources->pdata[s], g_str_equal, NULL))
            load += other->ms;
        }
      most = MAX (most, load);
    }
  return most;
}

/* Under the lock. Returns: whether anything is left; @place: what to run, or -1 where one has to wait */
static gboolean
choose (Run *run, int *place)
{
  gboolean left = FALSE;
  double most = -1;

  *place = -1;
  for (guint i = 0; i < run->jobs->len; i++)
    {
      const Job *job = run->jobs->pdata[i];
      double load;

      if (job->taken)
        continue;
      left = TRUE;
      if (!is_free (run, job) || (load = get_load (run, job)) <= most)
        continue;
      most = load;
      *place = (int) i;
    }
  return left;
}

static void
set_busy (Run *run, const Job *job, gboolean busy)
{
  for (guint i = 0; i < job->sources->len; i++)
    if (busy)
      g_hash_table_add (run->busy, job->sources->pdata[i]);
    else
      g_hash_table_remove (run->busy, job->sources->pdata[i]);
}

/* Returns: the place of the next job, -1 where there is nothing more to do */
static int
take_job (Run *run)
{
  int place = -1;

  g_mutex_lock (&run->lock);
  while (run->failure == NULL && !g_cancellable_is_cancelled (run->cancellable) && choose (run, &place) && place < 0)
    g_cond_wait (&run->cond, &run->lock);
  if (run->failure != NULL || g_cancellable_is_cancelled (run->cancellable))
    place = -1;
  if (place >= 0)
    {
      ((Job *) run->jobs->pdata[place])->taken = TRUE;
      set_busy (run, run->jobs->pdata[place], TRUE);
    }
  g_mutex_unlock (&run->lock);
  return place;
}

static void
end_job (Run *run, const Job *job)
{
  g_mutex_lock (&run->lock);
  set_busy (run, job, FALSE);
  g_cond_broadcast (&run->cond);
  g_mutex_unlock (&run->lock);
}

static gpointer
work (gpointer data)
{
  Run *run = data;
  g_autoptr (GError) error = NULL;
  Worker worker = { .run = run };
  int place;

  worker.workspace = ask_workspace_open (run->path, &error);
  while (worker.workspace != NULL && error == NULL && (place = take_job (run)) >= 0)
    {
      const Job *job = run->jobs->pdata[place];
      g_autoptr (AskTileResult) result = NULL;

      tell (run, (guint) place, show_before (job, ASK_TILE_RUNNING), FALSE);
      result = run_job (&worker, job);
      if (result != NULL && keep (run, job, worker.workspace, result, &error))
        tell (run, (guint) place, g_steal_pointer (&result), TRUE);
      end_job (run, job);
    }
  if (error != NULL)
    fail_all (run, g_steal_pointer (&error));
  close_engine (&worker);
  g_clear_pointer (&worker.workspace, ask_workspace_close);
  return NULL;
}

static gboolean
is_wanted (const AskBoardRefresh *refresh, const AskTile *tile)
{
  return tile->sql != NULL && (refresh->tiles == NULL || g_strv_contains (refresh->tiles, tile->id));
}

/* Returns: whether all that is to run is in @run */
static gboolean
add_jobs (Run *run, AskWorkspace *workspace, GError **error)
{
  g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (run->schema);

  for (guint i = 0; i < run->board->tiles->len; i++)
    {
      const AskTile *tile = run->board->tiles->pdata[i];
      g_autofree char *sql = NULL;
      AskTileResult *before;
      guint n_applied;
      Job *job;

      if (!is_wanted (run->refresh, tile))
        continue;
      sql = ask_board_get_sql (run->board, tile, reader, run->refresh->filters, &n_applied);
      if ((before = load_result (run->board, workspace, tile, sql, error)) == NULL)
        return FALSE;
      job = g_new0 (Job, 1);
      job->tile = tile;
      job->before = before;
      job->sources = list_sources (reader, sql);
      job->ms = before->kept->elapsed_ms > 0 ? before->kept->elapsed_ms : GUESS_MS;
      job->filtered = n_applied > 0;
      g_ptr_array_add (run->jobs, job);
      g_ptr_array_add (run->results, ask_tile_result_ref (before));
    }
  return TRUE;
}

static guint
count_threads (const Run *run)
{
  g_autoptr (GHashTable) sources = g_hash_table_new (g_str_hash, g_str_equal);

  if (has_caps (run))
    return 1;
  for (guint i = 0; i < run->jobs->len; i++)
    {
      const Job *job = run->jobs->pdata[i];

      for (guint s = 0; s < job->sources->len; s++)
        g_hash_table_add (sources, job->sources->pdata[s]);
    }
  return MIN (CLAMP (g_hash_table_size (sources), 1, MAX_THREADS), run->jobs->len);
}

static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  Run *run = data;

  g_mutex_lock (&run->lock);
  g_cond_broadcast (&run->cond);
  g_mutex_unlock (&run->lock);
}

static void
run_all (Run *run)
{
  GThread *threads[MAX_THREADS];
  guint n = count_threads (run);
  gulong handler = 0;

  for (guint i = 0; i < run->jobs->len; i++)
    tell (run, i, show_before (run->jobs->pdata[i], ASK_TILE_WAITING), FALSE);
  if (run->cancellable != NULL)
    handler = g_cancellable_connect (run->cancellable, G_CALLBACK (on_cancelled), run, NULL);
  for (guint i = 0; i < n; i++)
    threads[i] = g_thread_new ("board", work, run);
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  if (handler != 0)
    g_cancellable_disconnect (run->cancellable, handler);
}

/**
 * ask_board_refresh:
 * @self: a board; not to be changed meanwhile
 * @workspace: where it is; each thread opens it anew
 * @refresh: what to run, and who is told
 * @cancellable: (nullable): ends all of it
 * @error: %G_IO_ERROR_CANCELLED; %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where what a tile gave cannot be kept.
 *   That a tile fails is no error of the whole
 *
 * Runs tiles and keeps what they give, unless something was clicked that they take part in. Caps in @refresh hold for all
 * tiles together, which then run one after the other. Blocks.
 *
 * Returns: (transfer container) (element-type AskTileResult): how each ended, in the board's order
 */
GPtrArray *
ask_board_refresh (const AskBoard *self, AskWorkspace *workspace, const AskBoardRefresh *refresh,
                   GCancellable *cancellable, GError **error)
{
  Run run = { .board = self, .refresh = refresh, .cancellable = cancellable, .now = refresh->now };
  GPtrArray *results;

  if ((run.schema = ask_workspace_load_schema (workspace, error)) == NULL)
    return NULL;
  run.path = ask_workspace_get_path (workspace);
  run.jobs = g_ptr_array_new_with_free_func (job_free);
  run.results = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_tile_result_unref);
  run.busy = g_hash_table_new (g_str_hash, g_str_equal);
  g_mutex_init (&run.lock);
  g_cond_init (&run.cond);
  g_rec_mutex_init (&run.asking);
  if (add_jobs (&run, workspace, &run.failure) && run.jobs->len > 0)
    run_all (&run);
  if (run.failure == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, &run.failure);
  results = run.failure == NULL ? g_ptr_array_ref (run.results) : NULL;
  if (run.failure != NULL)
    g_propagate_error (error, run.failure);
  g_ptr_array_unref (run.jobs);
  g_ptr_array_unref (run.results);
  g_hash_table_unref (run.busy);
  g_mutex_clear (&run.lock);
  g_cond_clear (&run.cond);
  g_rec_mutex_clear (&run.asking);
  ask_schema_unref (run.schema);
  return results;
}
