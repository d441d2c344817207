/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Replays questions under two schemas. Each is asked as a person asks it: it finds a verified pair, and
 * that pair's SQL runs; so a change is seen whether it is in the finding or in the answer. It must
 * never call an answer the same that it did not get.
 */
#include "config.h"

#include "agent/ask-impact.h"

#include <string.h>

#include "agent/ask-match.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-kept-functions.h"
#include "store/ask-workspace-boards.h"

/* The newest questions that people asked; those before are of another time. */
#define MAX_HISTORY 200

static const char *const kind_words[] = { "same", "different", "fails", "works", "still fails" };

/**
 * ask_impact_kind_to_string:
 * @kind: what became of an answer
 *
 * Returns: (transfer none): "same", "different", "fails", "works" or "still fails"
 */
const char *
ask_impact_kind_to_string (AskImpactKind kind)
{
  return kind_words[kind];
}

/**
 * ask_impact_free:
 * @self: (nullable) (transfer full): an impact
 */
void
ask_impact_free (AskImpact *self)
{
  if (self == NULL)
    return;
  g_free (self->question);
  g_free (self->how);
  g_free (self->sql_before);
  g_free (self->sql_after);
  g_free (self);
}

/* One of the two schemas. */
typedef struct
{
  AskWorkspace *workspace;
  AskSchema *schema;
  AskEngine *engine;
  gpointer attached; /* its functions */
  GPtrArray *pairs; /* AskVerified, with SQL in this schema's names */
} Side;

/* What a question comes to on one side. */
typedef struct
{
  gint64 pair;
  char *sql;
  AskFingerprint *result;
  char *failure;
} Outcome;

static void
outcome_clear (Outcome *outcome)
{
  g_free (outcome->sql);
  ask_fingerprint_free (outcome->result);
  g_free (outcome->failure);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static void
side_clear (Side *side)
{
  g_clear_pointer (&side->engine, ask_engine_free);
  g_clear_pointer (&side->attached, ask_kept_functions_detach);
  g_clear_pointer (&side->pairs, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Side, side_clear)

/* The SQL of verified questions follows a rename when a schema is published. It has the names of @current,
 * which may be either side, or neither. */
static void
rename_pairs (Side *side, AskSchema *current)
{
  for (guint i = 0; i < side->pairs->len; i++)
    {
      AskVerified *pair = side->pairs->pdata[i];
      char *sql = ask_schema_rename_in_sql (current, side->schema, pair->sql, NULL);

      /* Where that cannot be said in the new names it fails there, which is then told. */
      if (sql == NULL)
        continue;
      g_free (pair->sql);
      pair->sql = sql;
    }
}

static gboolean
side_open (Side *side, AskWorkspace *workspace, AskSchema *current, AskSchema *schema, GError **error)
{
  side->workspace = workspace;
  side->schema = schema;
  side->pairs = ask_workspace_list_verified (workspace, error);
  if (side->pairs == NULL)
    return FALSE;
  rename_pairs (side, current);
  side->engine = ask_workspace_open_engine_on (workspace, schema, error);
  return side->engine != NULL && ask_kept_functions_attach (workspace, side->engine, &side->attached, error);
}

static GPtrArray *
find_value (const char *text, gpointer user_data, GError **error)
{
  Side *side = user_data;

  return ask_workspace_find_value_on (side->workspace, side->schema, text, error);
}

/* Which SQL answers @question; none leaves a reason in @outcome. */
static gboolean
find_sql (Side *side, const char *question, Outcome *outcome, GError **error)
{
  g_autoptr (AskMatch) match = ask_match_find (side->pairs, question, side->schema, find_value, side, error);

  if (match == NULL)
    return FALSE;
  if (match->kind == ASK_MATCH_EXACT || match->kind == ASK_MATCH_VALUES)
    {
      outcome->pair = match->pair->id;
      outcome->sql = g_strdup (match->sql);
    }
  else if (match->kind == ASK_MATCH_CLARIFY)
    outcome->failure = g_strdup ("Several verified questions fit it and give different answers.");
  else if (match->problem != NULL)
    outcome->failure = g_strdup (match->problem);
  else
    outcome->failure = g_strdup ("No verified question fits it.");
  return TRUE;
}

/* Returns FALSE only where it was cancelled. */
static gboolean
run_sql (Side *side, Outcome *outcome, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskResult) result = NULL;

  if (outcome->sql == NULL)
    return TRUE;
  result = ask_engine_query (side->engine, outcome->sql, NULL, NULL, cancellable, &failure);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (result != NULL)
    outcome->result = ask_fingerprint_new (result->rows, outcome->sql, result->elapsed_ms);
  else
    outcome->failure = g_strdup (ask_error_get_words (failure));
  return TRUE;
}

/* "the verified question “…” answers it" in front of what else differs. */
static char *
describe (Side *after, const Outcome *old, const Outcome *new, const char *rest)
{
  if (old->pair == new->pair || new->pair == 0 || old->pair == 0)
    return g_strdup (rest);
  for (guint i = 0; i < after->pairs->len; i++)
    {
      const AskVerified *pair = after->pairs->pdata[i];

      if (pair->id == new->pair)
        return g_strdup_printf ("it finds the verified question “%s”%s%s", pair->question, rest != NULL ? ": " : "",
                                rest != NULL ? rest : "");
    }
  return g_strdup (rest);
}

static AskImpact *
make_impact (Side *after, gint64 verified, const char *question, Outcome *old, Outcome *new)
{
  AskImpact *impact = g_new0 (AskImpact, 1);
  g_autofree char *rest = NULL;

  impact->verified = verified;
  impact->question = g_strdup (question);
  if (old->result != NULL && new->result != NULL)
    {
      rest = ask_fingerprint_describe (old->result, new->result);
      impact->kind = rest == NULL ? ASK_IMPACT_SAME : ASK_IMPACT_DIFFERENT;
    }
  else if (old->result != NULL)
    {
      impact->kind = ASK_IMPACT_FAILS;
      rest = g_strdup (new->failure);
    }
  else
    {
      impact->kind = new->result != NULL ? ASK_IMPACT_WORKS : ASK_IMPACT_STILL_FAILS;
      rest = g_strdup (new->result != NULL ? old->failure : new->failure);
    }
  impact->how = describe (after, old, new, rest);
  impact->sql_before = g_steal_pointer (&old->sql);
  impact->sql_after = g_steal_pointer (&new->sql);
  return impact;
}

/* Whether a question of the history finds the same on both sides; what that answers is then known
 * from the verified question itself. */
static gboolean
finds_same (Side *before, Side *after, const Outcome *was, const Outcome *is)
{
  g_autofree char *renamed = NULL;

  if (was->sql == NULL || is->sql == NULL)
    return was->sql == is->sql;
  renamed = ask_schema_rename_in_sql (before->schema, after->schema, was->sql, NULL);
  return was->pair == is->pair && strcmp (renamed != NULL ? renamed : was->sql, is->sql) == 0;
}

/* Returns: (nullable): %NULL with @error where it was cancelled, and without where there is nothing to
 * say */
static AskImpact *
try_question (Side *before, Side *after, gint64 verified, const char *question, GCancellable *cancellable,
              GError **error)
{
  g_auto (Outcome) old = { 0, NULL, NULL, NULL };
  g_auto (Outcome) new = { 0, NULL, NULL, NULL };

  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !find_sql (before, question, &old, error)
      || !find_sql (after, question, &new, error))
    return NULL;
  if (verified == 0 && finds_same (before, after, &old, &new))
    return NULL;
  if (!run_sql (before, &old, cancellable, error) || !run_sql (after, &new, cancellable, error))
    return NULL;
  return make_impact (after, verified, question, &old, &new);
}

/* A tile's query has the names of @current. Returns: (nullable): %NULL with @error where it was cancelled */
static AskImpact *
try_tile (Side *before, Side *after, AskSchema *current, const AskBoardTile *tile, GCancellable *cancellable,
          GError **error)
{
  g_auto (Outcome) old = { 0, NULL, NULL, NULL };
  g_auto (Outcome) new = { 0, NULL, NULL, NULL };
  AskImpact *impact;

  old.sql = ask_schema_rename_in_sql (current, before->schema, tile->sql, NULL);
  new.sql = ask_schema_rename_in_sql (current, after->schema, tile->sql, NULL);
  /* Where that cannot be said in the new names it fails there, which is then told. */
  old.sql = old.sql != NULL ? old.sql : g_strdup (tile->sql);
  new.sql = new.sql != NULL ? new.sql : g_strdup (tile->sql);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !run_sql (before, &old, cancellable, error)
      || !run_sql (after, &new, cancellable, error))
    return NULL;
  impact = make_impact (after, 0, tile->name, &old, &new);
  impact->tile = TRUE;
  return impact;
}

/* Questions that people asked, each once, and none that is a verified one. */
static GPtrArray *
list_asked (AskWorkspace *workspace, GPtrArray *pairs, GError **error)
{
  g_autoptr (GPtrArray) entries = ask_workspace_list_history (workspace, MAX_HISTORY, error);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *asked;

  if (entries == NULL)
    return NULL;
  asked = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < pairs->len; i++)
    g_hash_table_add (seen, ask_text_fold (((AskVerified *) pairs->pdata[i])->question));
  for (guint i = 0; i < entries->len; i++)
    {
      const AskHistoryEntry *entry = entries->pdata[i];

      if (g_hash_table_add (seen, ask_text_fold (entry->question)))
        g_ptr_array_add (asked, g_strdup (entry->question));
    }
  return asked;
}

/**
 * ask_impact_find:
 * @workspace: whose questions are tried; no answer is kept in it
 * @trial: what to compare
 * @cancellable: (nullable): stops it within a query
 * @error: %G_IO_ERROR_CANCELLED; %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the workspace
 *   cannot be read; %ASK_ENGINE_ERROR. That a question's SQL fails is no error, but an impact
 *
 * Asks all verified questions under both schemas and compares the answers; the tiles of boards likewise; of the
 * questions that people asked lately those that would find another verified question, or none, come after them.
 * Every query runs at its source, so this takes as long as all verified questions and tiles take, twice. Blocks.
 *
 * Returns: (transfer full) (element-type AskImpact): one for each verified question, in their order; then one for each
 *   tile; then those of the history
 */
GPtrArray *
ask_impact_find (AskWorkspace *workspace, const AskImpactTrial *trial, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSchema) current = NULL;
  g_autoptr (GPtrArray) impacts = NULL;
  g_autoptr (GPtrArray) asked = NULL;
  g_autoptr (GPtrArray) tiles = NULL;
  g_auto (Side) old = { NULL };
  g_auto (Side) new = { NULL };
  guint n_saved, n_all;

  g_return_val_if_fail (workspace != NULL && trial->before != NULL && trial->after != NULL, NULL);

  current = ask_workspace_load_schema (workspace, error);
  if (current == NULL || !side_open (&old, workspace, current, trial->before, error)
      || !side_open (&new, workspace, current, trial->after, error)
      || (tiles = ask_workspace_list_board_tiles (workspace, error)) == NULL
      || (asked = list_asked (workspace, old.pairs, error)) == NULL)
    return NULL;
  impacts = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_impact_free);
  n_saved = old.pairs->len + tiles->len;
  n_all = n_saved + asked->len;
  for (guint i = 0; i < n_all; i++)
    {
      const AskVerified *pair = i < old.pairs->len ? old.pairs->pdata[i] : NULL;
      g_autoptr (GError) local = NULL;
      AskImpact *impact;

      if (pair == NULL && i < n_saved)
        impact = try_tile (&old, &new, current, tiles->pdata[i - old.pairs->len], cancellable, &local);
      else
        impact = try_question (&old, &new, pair != NULL ? pair->id : 0,
                               pair != NULL ? pair->question : (const char *) asked->pdata[i - n_saved], cancellable,
                               &local);
      if (local != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
      if (impact != NULL)
        g_ptr_array_add (impacts, impact);
      if (trial->on_progress != NULL)
        trial->on_progress (impact, i + 1, n_all, trial->user_data);
    }
  return g_steal_pointer (&impacts);
}
