/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steward's verified questions: pairs of question and SQL, what their SQL gave when somebody
 * found it good, and whether it still gives that. It keeps digests of results and never their values,
 * and never takes a result for good that nobody looked at, but for the first one.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#define COLUMNS \
  "id, question, sql, verified_at, verified_by, result, result_rows, result_at, run_at, run_status," \
  " run_message, run_elapsed_ms"

static const char *const status_words[] = { "new", "same", "different", "failed" };

/** ask_verified_status_to_string: Returns: (transfer none): @status as "new", "same", "different" or "failed" */
const char *
ask_verified_status_to_string (AskVerifiedStatus status)
{
  return status_words[status];
}

static AskVerifiedStatus
status_from_string (const char *word)
{
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (status_words); i++)
    if (strcmp (word, status_words[i]) == 0)
      return (AskVerifiedStatus) i;
  return ASK_VERIFIED_FAILED;
}

static gpointer
read_verified (sqlite3_stmt *statement)
{
  AskVerified *verified = g_new0 (AskVerified, 1);
  g_autofree char *result = ask_statement_dup_text (statement, 5);

  verified->id = sqlite3_column_int64 (statement, 0);
  verified->question = ask_statement_dup_text (statement, 1);
  verified->sql = ask_statement_dup_text (statement, 2);
  verified->verified_at = sqlite3_column_int64 (statement, 3);
  verified->verified_by = ask_statement_dup_text (statement, 4);
  if (result != NULL)
    verified->result = ask_fingerprint_from_json (result, sqlite3_column_blob (statement, 6),
                                                  (gsize) sqlite3_column_bytes (statement, 6));
  verified->result_at = sqlite3_column_int64 (statement, 7);
  verified->run_at = sqlite3_column_int64 (statement, 8);
  if (verified->run_at != 0)
    {
      g_autofree char *status = ask_statement_dup_text (statement, 9);

      verified->run_status = status_from_string (status);
    }
  verified->run_message = ask_statement_dup_text (statement, 10);
  verified->run_elapsed_ms = sqlite3_column_double (statement, 11);
  return verified;
}

/*
 * ask_workspace_write_verified:
 * @at: µs since 1970, UTC
 * @by: (nullable): who verified it
 *
 * Inside the caller's transaction. What was known of the result goes with the SQL that gave it.
 */
AskVerified *
ask_workspace_write_verified (AskWorkspace *self, const char *question, const char *sql, gint64 at, const char *by,
                              GError **error)
{
  const char *what = N_ ("the verified question was not saved");
  /* Case, accents and white space do not tell two questions apart. Signs do: "over > 5" is another
   * question than "over < 5". */
  g_autofree char *folded = ask_value_fold (question);
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  /* The same question again means that this is now its SQL: two answers to one would be none. */
  statement
    = ask_workspace_prepare (self, what,
                             "INSERT INTO verified (question, folded, sql, verified_at, verified_by)"
                             "  VALUES (?1, ?2, ?3, ?4, ?5)"
                             "  ON CONFLICT (folded) DO UPDATE SET question = excluded.question, sql = excluded.sql,"
                             "    verified_at = excluded.verified_at, verified_by = excluded.verified_by,"
                             "    result = iif(sql = excluded.sql, result, NULL),"
                             "    result_rows = iif(sql = excluded.sql, result_rows, NULL),"
                             "    result_at = iif(sql = excluded.sql, result_at, 0),"
                             "    run_at = iif(sql = excluded.sql, run_at, 0),"
                             "    run_status = iif(sql = excluded.sql, run_status, NULL),"
                             "    run_message = iif(sql = excluded.sql, run_message, NULL)"
                             "  RETURNING " COLUMNS,
                             error);
  if (statement == NULL)
    return NULL;
  ask_statement_bind_text (statement, 1, question);
  ask_statement_bind_text (statement, 2, folded);
  ask_statement_bind_text (statement, 3, sql);
  sqlite3_bind_int64 (statement, 4, at);
  ask_statement_bind_text (statement, 5, by);
  if (!ask_workspace_step (self, what, statement, &row, error))
    return NULL;
  g_assert (row);

  g_autoptr (AskVerified) verified = read_verified (statement);

  if (!ask_workspace_run (self, what, statement, error) || !ask_workspace_take_verified_example (self, verified, error))
    return NULL;
  return g_steal_pointer (&verified);
}

/* Both without white space around them; %FALSE with @error where one is empty. */
static gboolean
clean_pair (const char *question, const char *sql, char **clean_question, char **clean_sql, GError **error)
{
  *clean_question = g_strstrip (g_utf8_make_valid (question, -1));
  *clean_sql = g_strstrip (g_utf8_make_valid (sql, -1));
  if (**clean_question != '\0' && **clean_sql != '\0')
    return TRUE;
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 **clean_question == '\0'
                   ? N_ ("The question is empty, so nothing was saved. Give a question and the SQL that answers it.")
                   : N_ ("The SQL is empty, so nothing was saved. Give a question and the SQL that answers it."));
  return FALSE;
}

/**
 * ask_workspace_add_verified:
 * @question: in a person's words
 * @sql: one SELECT over the relational view; the caller has checked that it runs
 * @error: %ASK_STORE_ERROR_INVALID where either is empty, %ASK_STORE_ERROR_WRITE
 *
 * Saves a pair. A question that is there already, up to case and white space, keeps its id and takes
 * the new SQL.
 *
 * Returns: (transfer full): the pair, on disk
 */
AskVerified *
ask_workspace_add_verified (AskWorkspace *self, const char *question, const char *sql, GError **error)
{
  const char *what = N_ ("the verified question was not saved");
  g_autofree char *clean_question = NULL;
  g_autofree char *clean_sql = NULL;
  g_autofree char *person = NULL;
  g_autoptr (AskVerified) verified = NULL;

  g_return_val_if_fail (self != NULL && question != NULL && sql != NULL, NULL);

  if (!clean_pair (question, sql, &clean_question, &clean_sql, error) || !ask_workspace_begin (self, what, error))
    return NULL;
  person = ask_workspace_dup_person (self);
  verified = ask_workspace_write_verified (self, clean_question, clean_sql, g_get_real_time (), person, error);
  if (verified == NULL)
    {
      ask_workspace_rollback (self);
      return NULL;
    }
  return ask_workspace_commit (self, what, error) ? g_steal_pointer (&verified) : NULL;
}

/* What all pairs of an import share. */
typedef struct
{
  const char *what;
  sqlite3_stmt *find;
  const char *by;
} PairImport;

/* How one pair of many is kept; %FALSE with @error where the file cannot be read or written. */
static gboolean
import_pair (AskWorkspace *self, const PairImport *import, const AskSchemaQuestion *pair, AskVerifiedImport *outcome,
             GError **error)
{
  sqlite3_stmt *find = import->find;
  g_autofree char *question = NULL;
  g_autofree char *sql = NULL;
  g_autofree char *folded = NULL;
  g_autofree char *kept = NULL;
  g_autoptr (AskVerified) verified = NULL;
  gboolean row;

  if (!clean_pair (pair->question, pair->sql, &question, &sql, error))
    return FALSE;
  folded = ask_value_fold (question);
  sqlite3_reset (find);
  ask_statement_bind_text (find, 1, folded);
  if (!ask_workspace_step (self, import->what, find, &row, error))
    return FALSE;
  if (row)
    {
      kept = ask_statement_dup_text (find, 0);
      *outcome = strcmp (kept, sql) == 0 ? ASK_VERIFIED_IMPORT_THERE : ASK_VERIFIED_IMPORT_OTHER_SQL;
      sqlite3_reset (find);
      return TRUE;
    }
  *outcome = ASK_VERIFIED_IMPORT_ADDED;
  verified = ask_workspace_write_verified (self, question, sql, g_get_real_time (), import->by, error);
  return verified != NULL;
}

/**
 * ask_workspace_import_verified:
 * @pairs: (element-type AskSchemaQuestion): questions and SQL, of which the caller has checked that it runs; nothing
 *   else of them is read
 * @error: %ASK_STORE_ERROR_INVALID where a question or its SQL is empty, %ASK_STORE_ERROR_WRITE
 *
 * Saves many pairs in one transaction: all that can be kept, or none. Unlike ask_workspace_add_verified(), it never
 * gives other SQL to a question that has some.
 *
 * Returns: (transfer full) (element-type AskVerifiedImport): what became of each pair; %NULL where nothing was saved
 */
GArray *
ask_workspace_import_verified (AskWorkspace *self, GPtrArray *pairs, GError **error)
{
  const char *what = N_ ("the verified questions were not saved");
  g_autofree char *person = NULL;
  g_autoptr (GArray) outcomes = NULL;
  g_autoptr (sqlite3_stmt) find = NULL;

  g_return_val_if_fail (self != NULL && pairs != NULL, NULL);

  if (!ask_workspace_begin (self, what, error))
    return NULL;
  person = ask_workspace_dup_person (self);
  outcomes = g_array_new (FALSE, TRUE, sizeof (AskVerifiedImport));
  g_array_set_size (outcomes, pairs->len);
  find = ask_workspace_prepare (self, what, "SELECT sql FROM verified WHERE folded = ?1", error);
  for (guint i = 0; i < pairs->len; i++)
    if (find == NULL
        || !import_pair (self, &(PairImport) { what, find, person }, pairs->pdata[i],
                         &g_array_index (outcomes, AskVerifiedImport, i), error))
      {
        ask_workspace_rollback (self);
        return NULL;
      }
  return ask_workspace_commit (self, what, error) ? g_steal_pointer (&outcomes) : NULL;
}

/**
 * ask_workspace_remove_verified:
 * @id: of a pair
 * @error: %ASK_STORE_ERROR_UNKNOWN, %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is gone
 */
gboolean
ask_workspace_remove_verified (AskWorkspace *self, gint64 id, GError **error)
{
  static const AskRowChange change = { N_ ("the verified question was not removed"),
                                       "DELETE FROM verified WHERE id = ?1", N_ ("There is no verified question") };

  g_return_val_if_fail (self != NULL, FALSE);
  return ask_workspace_change_one (self, &change, id, NULL, error);
}

/**
 * ask_workspace_list_verified:
 * @error: %ASK_STORE_ERROR_WRITE or %ASK_STORE_ERROR_OPEN where the file cannot be read
 *
 * Returns: (transfer container) (element-type AskVerified): all pairs, in the order they were added
 */
GPtrArray *
ask_workspace_list_verified (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("the verified questions were not read");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  statement = ask_workspace_prepare (self, what, "SELECT " COLUMNS " FROM verified ORDER BY id", error);
  if (statement == NULL)
    return NULL;
  return ask_workspace_read_rows (self, what, statement, read_verified, (GDestroyNotify) ask_verified_free, error);
}

static AskVerified *
set_unknown (gint64 id, GError **error)
{
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                 N_ ("There is no verified question %lld. List them to see those that "
                     "there are."),
                 (long long) id);
  return NULL;
}

/**
 * ask_workspace_get_verified:
 * @id: of a pair
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_WRITE or %ASK_STORE_ERROR_OPEN where the file
 *   cannot be read
 *
 * Returns: (transfer full): the pair
 */
AskVerified *
ask_workspace_get_verified (AskWorkspace *self, gint64 id, GError **error)
{
  const char *what = N_ ("the verified question was not read");
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL, NULL);

  statement = ask_workspace_prepare (self, what, "SELECT " COLUMNS " FROM verified WHERE id = ?1", error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, id);
  if (!ask_workspace_step (self, what, statement, &row, error))
    return NULL;
  return row ? read_verified (statement) : set_unknown (id, error);
}

static gboolean
check_no_other (AskWorkspace *self, const char *what, gint64 id, const char *question, const char *folded,
                GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "SELECT id FROM verified WHERE folded = ?2 AND id <> ?1", error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  ask_statement_bind_text (statement, 2, folded);
  if (!ask_workspace_step (self, what, statement, &row, error))
    return FALSE;
  if (!row)
    return TRUE;
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS,
                 N_ ("There is already the verified question %lld, “%s”. Edit that one, or "
                     "remove it first."),
                 (long long) ((gint64) sqlite3_column_int64 (statement, 0)), question);
  return FALSE;
}

static AskVerified *
edit_verified (AskWorkspace *self, const char *what, gint64 id, const char *question, const char *sql, GError **error)
{
  g_autoptr (AskVerified) old = ask_workspace_get_verified (self, id, error);
  g_autofree char *clean_question = NULL;
  g_autofree char *clean_sql = NULL;
  g_autofree char *folded = NULL;
  g_autoptr (sqlite3_stmt) rename = NULL;

  if (old == NULL
      || !clean_pair (question != NULL ? question : old->question, sql != NULL ? sql : old->sql, &clean_question,
                      &clean_sql, error))
    return NULL;
  folded = ask_value_fold (clean_question);
  if (!check_no_other (self, what, id, clean_question, folded, error))
    return NULL;
  rename = ask_workspace_prepare (self, what, "UPDATE verified SET folded = ?2 WHERE id = ?1", error);
  if (rename == NULL)
    return NULL;
  sqlite3_bind_int64 (rename, 1, id);
  ask_statement_bind_text (rename, 2, folded);
  if (!ask_workspace_run (self, what, rename, error))
    return NULL;

  g_autofree char *person = ask_workspace_dup_person (self);

  return ask_workspace_write_verified (self, clean_question, clean_sql, g_get_real_time (), person, error);
}

/**
 * ask_workspace_edit_verified:
 * @id: of a pair
 * @question: (nullable): its new words; %NULL leaves them
 * @sql: (nullable): its new SQL, of which the caller has checked that it runs; %NULL leaves it
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_EXISTS where another pair has that question;
 *   %ASK_STORE_ERROR_INVALID where either is empty; %ASK_STORE_ERROR_WRITE
 *
 * Whoever edits a pair verifies it. New SQL has no last good result until it is run.
 *
 * Returns: (transfer full): the pair, on disk
 */
AskVerified *
ask_workspace_edit_verified (AskWorkspace *self, gint64 id, const char *question, const char *sql, GError **error)
{
  const char *what = N_ ("the verified question was not saved");
  g_autoptr (AskVerified) verified = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (!ask_workspace_begin (self, what, error))
    return NULL;
  verified = edit_verified (self, what, id, question, sql, error);
  if (verified == NULL)
    {
      ask_workspace_rollback (self);
      return NULL;
    }
  return ask_workspace_commit (self, what, error) ? g_steal_pointer (&verified) : NULL;
}

/* Where the pair was edited while it ran, the run says nothing of it any more. */
static gboolean
keep_run (AskWorkspace *self, const AskVerified *pair, const AskVerifiedRun *run, GError **error)
{
  const char *what = N_ ("the run was not kept");
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement
    = ask_workspace_prepare (self, what,
                             "UPDATE verified SET"
                             "  run_since = iif(run_at <> 0 AND run_status = ?4 AND run_message IS ?5, run_since, ?3),"
                             "  run_at = ?3, run_status = ?4, run_message = ?5, run_elapsed_ms = ?6"
                             "  WHERE id = ?1 AND sql = ?2",
                             error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, pair->id);
      ask_statement_bind_text (statement, 2, pair->sql);
      sqlite3_bind_int64 (statement, 3, g_get_real_time ());
      ask_statement_bind_text (statement, 4, status_words[run->status]);
      ask_statement_bind_text (statement, 5, run->message);
      sqlite3_bind_double (statement, 6, run->elapsed_ms);
    }
  return ask_workspace_run_and_end (self, what, statement, error);
}

/*
 * @ran: the pair with the SQL that gave @result: one that says something else by now does not take it
 * @accepted: whether @person says that it is right, who is told where it is not kept
 */
static gboolean
keep_result (AskWorkspace *self, const AskVerified *ran, const AskFingerprint *result, gboolean accepted,
             const char *person, GError **error)
{
  const char *what = N_ ("the result was not kept");
  g_autofree char *json = ask_fingerprint_to_json (result);
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement = ask_workspace_prepare (self, what,
                                     "UPDATE verified SET result = ?3, result_rows = ?4, result_at = ?5,"
                                     "  run_status = iif(run_status = 'different', 'same', run_status),"
                                     "  run_message = iif(run_status = 'different', NULL, run_message),"
                                     "  verified_at = iif(?6, ?5, verified_at), verified_by = iif(?6, ?7, verified_by)"
                                     "  WHERE id = ?1 AND sql = ?2",
                                     error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, ran->id);
      ask_statement_bind_text (statement, 2, ran->sql);
      ask_statement_bind_text (statement, 3, json);
      sqlite3_bind_blob (statement, 4, result->rows->data,
                         (int) (result->rows->len * g_array_get_element_size (result->rows)), SQLITE_STATIC);
      sqlite3_bind_int64 (statement, 5, g_get_real_time ());
      sqlite3_bind_int (statement, 6, accepted);
      ask_statement_bind_text (statement, 7, person);
    }
  if (statement == NULL || !ask_workspace_run (self, what, statement, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  if (accepted && sqlite3_changes (self->db) == 0)
    {
      g_autoptr (AskVerified) pair = NULL;

      ask_workspace_rollback (self);
      pair = ask_workspace_get_verified (self, ran->id, error);
      if (pair != NULL)
        ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT,
                       N_ ("The verified question “%s” was edited since it was run. Run it again, and look at what it "
                           "gives now."),
                       pair->question);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/**
 * ask_workspace_run_verified:
 * @engine: a session over the schema that is to be tried
 * @id: of a pair
 * @cancellable: (nullable): stops it; nothing is kept then
 * @error: %G_IO_ERROR_CANCELLED; %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_WRITE. That the SQL fails
 *   is no error, but what the run says
 *
 * Runs a pair's SQL and compares what it gives with the last good result. The first result is kept as
 * that, since whoever saved the pair saw it; another one only by ask_workspace_accept_verified().
 *
 * Returns: (transfer full): how it went
 */
AskVerifiedRun *
ask_workspace_run_verified (AskWorkspace *self, AskEngine *engine, gint64 id, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerifiedRun) run = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) failure = NULL;
  gint64 started = g_get_monotonic_time ();

  g_return_val_if_fail (self != NULL && engine != NULL, NULL);

  pair = ask_workspace_get_verified (self, id, error);
  if (pair == NULL)
    return NULL;
  run = g_new0 (AskVerifiedRun, 1);
  run->sql = g_strdup (pair->sql);
  result = ask_engine_query (engine, pair->sql, NULL, NULL, cancellable, &failure);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  run->elapsed_ms = (double) (g_get_monotonic_time () - started) / 1000.0;
  if (result == NULL)
    {
      run->status = ASK_VERIFIED_FAILED;
      ask_engine_add_hint (engine, pair->sql, failure);
      run->message = g_strdup (failure->message);
      run->failure = g_steal_pointer (&failure);
    }
  else
    {
      run->result = ask_fingerprint_new (result->rows, pair->sql, result->elapsed_ms);
      run->rows = ask_rows_ref (result->rows);
      run->n_requests = ask_calls_count_requests (result->calls);
      run->status = pair->result == NULL                                                    ? ASK_VERIFIED_NEW
                    : ask_fingerprint_compare (pair->result, run->result, &run->difference) ? ASK_VERIFIED_SAME
                                                                                            : ASK_VERIFIED_DIFFERENT;
      if (run->status == ASK_VERIFIED_DIFFERENT)
        run->message = ask_fingerprint_describe (pair->result, run->result);
    }
  if (!keep_run (self, pair, run, error)
      || (run->status == ASK_VERIFIED_NEW && !keep_result (self, pair, run->result, FALSE, NULL, error)))
    return NULL;
  return g_steal_pointer (&run);
}

/**
 * ask_workspace_accept_verified:
 * @id: of a pair
 * @sql: what was run
 * @result: what that gives now, from ask_workspace_run_verified()
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_CONFLICT: the pair has other SQL by now;
 *   %ASK_STORE_ERROR_WRITE
 *
 * Somebody says that this result is right: it is the last good one from now on, and they are who
 * verified the pair, now.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_accept_verified (AskWorkspace *self, gint64 id, const char *sql, const AskFingerprint *result,
                               GError **error)
{
  g_autofree char *person = NULL;

  g_return_val_if_fail (self != NULL && sql != NULL && result != NULL, FALSE);

  person = ask_workspace_dup_person (self);
  return keep_result (self, &(AskVerified) { .id = id, .sql = (char *) sql }, result, TRUE, person, error);
}

static int
compare_questions (gconstpointer a, gconstpointer b)
{
  const AskSchemaQuestion *qa = *(AskSchemaQuestion *const *) a;
  const AskSchemaQuestion *qb = *(AskSchemaQuestion *const *) b;
  int order = strcmp (qa->question, qb->question);

  return order != 0 ? order : strcmp (qa->sql, qb->sql);
}

/**
 * ask_workspace_put_questions:
 * @schema: nobody else's yet; its questions are replaced
 * @error: %ASK_STORE_ERROR_WRITE or %ASK_STORE_ERROR_OPEN where the file cannot be read
 *
 * Puts the verified questions into a schema that is to be exported, in the order of their words, so
 * that the same questions give the same document whatever their history.
 *
 * Returns: whether they are there
 */
gboolean
ask_workspace_put_questions (AskWorkspace *self, AskSchema *schema, GError **error)
{
  g_autoptr (GPtrArray) pairs = NULL;

  g_return_val_if_fail (self != NULL && schema != NULL, FALSE);

  pairs = ask_workspace_list_verified (self, error);
  if (pairs == NULL)
    return FALSE;
  g_ptr_array_set_size (schema->questions, 0);
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];
      AskSchemaQuestion *question = g_new0 (AskSchemaQuestion, 1);

      question->question = g_strdup (pair->question);
      question->sql = g_strdup (pair->sql);
      question->verified_by = g_strdup (pair->verified_by);
      question->verified_at = pair->verified_at;
      g_ptr_array_add (schema->questions, question);
    }
  g_ptr_array_sort (schema->questions, compare_questions);
  return TRUE;
}

/* Makes the verified questions those of @schema; those that stay keep their ids and results. */
static gboolean
take_questions (AskWorkspace *self, AskSchema *schema, GError **error)
{
  const char *what = N_ ("the verified questions were not saved");
  g_autoptr (GPtrArray) pairs = ask_workspace_list_verified (self, error);
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (sqlite3_stmt) remove = NULL;

  if (pairs == NULL)
    return FALSE;
  for (guint i = 0; i < schema->questions->len; i++)
    {
      const AskSchemaQuestion *question = schema->questions->pdata[i];
      g_autoptr (AskVerified) verified = NULL;

      if (!g_hash_table_add (kept, ask_value_fold (question->question)))
        {
          ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                         N_ ("The document has the question “%s” twice, so nothing was imported. Remove one "
                             "of them."),
                         question->question);
          return FALSE;
        }
      verified = ask_workspace_write_verified (self, question->question, question->sql, question->verified_at,
                                               question->verified_by, error);
      if (verified == NULL)
        return FALSE;
    }
  remove = ask_workspace_prepare (self, what, "DELETE FROM verified WHERE id = ?1", error);
  if (remove == NULL)
    return FALSE;
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];
      g_autofree char *folded = ask_value_fold (pair->question);

      if (g_hash_table_contains (kept, folded))
        continue;
      sqlite3_bind_int64 (remove, 1, pair->id);
      if (!ask_workspace_run (self, what, remove, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_workspace_import_schema:
 * @schema: from a document
 * @reason: (nullable): why, for the list of versions
 * @error: %ASK_STORE_ERROR_INVALID where a question is there twice; as of ask_workspace_check_no_draft(), _save_schema()
 *
 * Saves a schema and its questions together. A document without questions says nothing of them, so the verified ones
 * stay; one with questions replaces them all, which no draft can hold. Their SQL is not run.
 *
 * Returns: whether all of it is on disk
 */
gboolean
ask_workspace_import_schema (AskWorkspace *self, AskSchema *schema, const char *reason, GError **error)
{
  const char *what = N_ ("the schema was not saved");

  g_return_val_if_fail (self != NULL && schema != NULL, FALSE);

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!ask_workspace_check_no_draft (self, error)
      || !ask_workspace_put_schema (self, schema, reason != NULL ? reason : "", error)
      || (schema->questions->len > 0 && !take_questions (self, schema, error)))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}
