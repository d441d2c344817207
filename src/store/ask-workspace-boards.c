/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boards and their versions. A version is a whole document: boards are small, and any of them can be brought back. What is
 * in the documents is read in ask-workspace-board-tiles.c, and what tiles gave is in ask-workspace-board-results.c.
 */
#include "config.h"

#include "store/ask-board-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

/* How long a removed board can be brought back: as long as somebody may still look at the message that offers it. */
#define KEEP_REMOVED_US (24 * G_TIME_SPAN_HOUR)

static const char not_saved[] = N_ ("the board was not saved");
static const char not_read[] = N_ ("the boards were not read");

/** ask_board_record_free: @self: (nullable) (transfer full): a board in a list */
void
ask_board_record_free (AskBoardRecord *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->author);
  g_free (self);
}

/** ask_board_version_free: @self: (nullable) (transfer full): a version */
void
ask_board_version_free (AskBoardVersion *self)
{
  if (self == NULL)
    return;
  g_free (self->reason);
  g_free (self->author);
  g_free (self);
}

static gboolean
set_invalid (GError **error, const char *sentence)
{
  ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, sentence);
  return FALSE;
}

static gboolean
is_one_line (const char *name)
{
  g_autofree char *bare = g_strstrip (g_strdup (name));

  for (const char *c = name; *c != '\0'; c = g_utf8_next_char (c))
    if (g_unichar_iscntrl (g_utf8_get_char (c)))
      return FALSE;
  return *bare != '\0' && strcmp (bare, name) == 0;
}

/* The name of a document that can be kept; %NULL with @error set where it cannot. */
static const char *
check_document (JsonNode *document, char **text, GError **error)
{
  const char *name
    = JSON_NODE_HOLDS_OBJECT (document) ? ask_json_get_string (json_node_get_object (document), "name") : NULL;

  if (name == NULL || !is_one_line (name))
    {
      set_invalid (error, N_ ("A board needs a name on one line, without blanks around it. Give it one."));
      return NULL;
    }
  if (g_utf8_strlen (name, -1) > ASK_BOARD_MAX_NAME)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("A board's name has %d characters at most. Choose a shorter one."), ASK_BOARD_MAX_NAME);
      return NULL;
    }
  *text = ask_json_to_string (document, FALSE);
  if (strlen (*text) <= ASK_BOARD_MAX_DOCUMENT)
    return name;
  g_clear_pointer (text, g_free);
  ask_error_set (
    error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
    N_ ("The board “%s” is larger than the %d kB that one may have. Put some of its tiles on another board."), name,
    ASK_BOARD_MAX_DOCUMENT / 1024);
  return NULL;
}

static gboolean
check_free (AskWorkspace *self, const char *name, gint64 but, GError **error)
{
  g_autofree char *folded = ask_value_fold (name);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_saved, "SELECT 1 FROM board WHERE folded = ?1 AND id <> ?2 AND removed_at = 0",
                             error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, folded);
  sqlite3_bind_int64 (statement, 2, but);
  if (!ask_workspace_step (self, not_saved, statement, &row, error))
    return FALSE;
  if (row)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS,
                   N_ ("There is already a board “%s”. Choose another name."), name);
  return !row;
}

static gboolean
set_unknown (gint64 id, GError **error)
{
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                 N_ ("There is no board %lld any more. List the boards to see those that there are."), (long long) id);
  return FALSE;
}

/* 0 where there is no such board. */
static gboolean
read_newest (AskWorkspace *self, gint64 id, gint64 *version, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_read,
                             "SELECT coalesce(max(version), 0) FROM board_version JOIN board ON board.id = board"
                             "  WHERE board = ?1 AND removed_at = 0",
                             error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  if (!ask_workspace_step (self, not_read, statement, &row, error))
    return FALSE;
  *version = sqlite3_column_int64 (statement, 0);
  return *version != 0 ? TRUE : set_unknown (id, error);
}

/*
 * ask_workspace_read_board_document:
 *
 * Returns: (transfer full): one version's document
 */
JsonNode *
ask_workspace_read_board_document (AskWorkspace *self, gint64 id, gint64 version, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_read, "SELECT document FROM board_version WHERE board = ?1 AND version = ?2",
                             error);
  g_autofree char *text = NULL;
  gboolean row;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, id);
  sqlite3_bind_int64 (statement, 2, version);
  if (!ask_workspace_step (self, not_read, statement, &row, error))
    return NULL;
  if (!row)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                     N_ ("The board has no version %lld any more. List its versions to see those that there are."),
                     (long long) version);
      return NULL;
    }
  text = ask_statement_dup_text (statement, 0);
  return ask_json_parse (text, -1, error);
}

/*
 * ask_workspace_write_board_version:
 *
 * Inside the caller's transaction: adds a version; the oldest ones are dropped.
 *
 * Returns: whether it is written
 */
gboolean
ask_workspace_write_board_version (AskWorkspace *self, gint64 id, gint64 version, const char *text, const char *reason,
                                   GError **error)
{
  g_autofree char *author = ask_workspace_dup_person (self);
  g_autoptr (sqlite3_stmt) insert = ask_workspace_prepare (
    self, not_saved,
    "INSERT INTO board_version (board, version, document, saved_at, author, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    error);
  g_autoptr (sqlite3_stmt) drop = NULL;

  if (insert == NULL)
    return FALSE;
  sqlite3_bind_int64 (insert, 1, id);
  sqlite3_bind_int64 (insert, 2, version);
  ask_statement_bind_text (insert, 3, text);
  sqlite3_bind_int64 (insert, 4, g_get_real_time ());
  ask_statement_bind_text (insert, 5, author);
  ask_statement_bind_text (insert, 6, reason);
  if (!ask_workspace_run (self, not_saved, insert, error))
    return FALSE;
  drop = ask_workspace_prepare (self, not_saved, "DELETE FROM board_version WHERE board = ?1 AND version <= ?2", error);
  if (drop == NULL)
    return FALSE;
  sqlite3_bind_int64 (drop, 1, id);
  sqlite3_bind_int64 (drop, 2, version - ASK_BOARD_MAX_VERSIONS);
  return ask_workspace_run (self, not_saved, drop, error);
}

static gboolean
insert_board (AskWorkspace *self, const char *name, GError **error)
{
  g_autofree char *folded = ask_value_fold (name);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_saved, "INSERT INTO board (name, folded) VALUES (?1, ?2)", error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, name);
  ask_statement_bind_text (statement, 2, folded);
  return ask_workspace_run (self, not_saved, statement, error);
}

/**
 * ask_workspace_add_board:
 * @document: with its "name", which no other board has, whatever the case
 * @reason: why it was made, for the list of versions
 * @error: %ASK_STORE_ERROR_EXISTS; %ASK_STORE_ERROR_INVALID where the name or the size is not that of a board, or there
 *   are %ASK_BOARDS_MAX; %ASK_STORE_ERROR_WRITE
 *
 * Returns: its id, never 0, on disk; 0 where @error is set
 */
gint64
ask_workspace_add_board (AskWorkspace *self, JsonNode *document, const char *reason, GError **error)
{
  g_autofree char *text = NULL;
  const char *name;
  gint64 id = 0;
  gint64 n;
  gboolean done;

  g_return_val_if_fail (self != NULL && document != NULL && reason != NULL, 0);

  if ((name = check_document (document, &text, error)) == NULL || !ask_workspace_begin (self, not_saved, error))
    return 0;
  done = ask_workspace_get_integer (self, not_saved, "SELECT count(*) FROM board WHERE removed_at = 0", &n, error);
  if (done && n >= ASK_BOARDS_MAX)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The workspace has %d boards, and more cannot be kept. Remove one first."), ASK_BOARDS_MAX);
      done = FALSE;
    }
  done = done && check_free (self, name, 0, error) && insert_board (self, name, error);
  if (done)
    {
      id = sqlite3_last_insert_rowid (self->db);
      done = ask_workspace_write_board_version (self, id, 1, text, reason, error);
    }
  return ask_workspace_end (self, not_saved, done, error) ? id : 0;
}

static gboolean
rename_board (AskWorkspace *self, gint64 id, const char *name, GError **error)
{
  g_autofree char *folded = ask_value_fold (name);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_saved, "UPDATE board SET name = ?2, folded = ?3 WHERE id = ?1", error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  ask_statement_bind_text (statement, 2, name);
  ask_statement_bind_text (statement, 3, folded);
  return ask_workspace_run (self, not_saved, statement, error);
}

/* What is to be written by somebody who worked on @base: (transfer full) */
static JsonNode *
join_with_newest (AskWorkspace *self, const AskBoardSave *save, gint64 base, gint64 newest, GError **error)
{
  g_autoptr (JsonNode) before = NULL;
  g_autoptr (JsonNode) theirs = NULL;

  if (base == newest)
    return json_node_copy (save->document);
  if ((before = ask_workspace_read_board_document (self, save->id, base, error)) == NULL
      || (theirs = ask_workspace_read_board_document (self, save->id, newest, error)) == NULL)
    return NULL;
  return ask_board_join (before, theirs, save->document, error);
}

static gboolean
says_same (AskWorkspace *self, const AskBoardSave *save, gint64 newest, JsonNode *whole, gboolean *same, GError **error)
{
  g_autoptr (JsonNode) kept = ask_workspace_read_board_document (self, save->id, newest, error);

  *same = kept != NULL && json_node_equal (kept, whole);
  return kept != NULL;
}

/**
 * ask_workspace_save_board:
 * @save: what is to be kept
 * @version: (inout): the one that its document was made from; on return the newest one, to go on from
 * @joined: (out) (optional) (nullable) (transfer full): what is newest now, where somebody else saved in the meantime
 *   and both were joined; %NULL otherwise
 * @error: %ASK_STORE_ERROR_CONFLICT where somebody changed the same in the meantime, in words; %ASK_STORE_ERROR_UNKNOWN
 *   where the board is gone; as of ask_workspace_add_board()
 *
 * Saves a version; one that says what the newest says is none. Two windows lose nothing of each other.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_save_board (AskWorkspace *self, const AskBoardSave *save, gint64 *version, JsonNode **joined,
                          GError **error)
{
  g_autoptr (JsonNode) whole = NULL;
  g_autofree char *text = NULL;
  const char *name = NULL;
  gint64 newest = 0;
  gint64 now;
  gboolean same = FALSE;
  gboolean done;

  g_return_val_if_fail (self != NULL && save != NULL && save->document != NULL && save->reason != NULL, FALSE);

  if (joined != NULL)
    *joined = NULL;
  if (!ask_workspace_begin (self, not_saved, error))
    return FALSE;
  done = read_newest (self, save->id, &newest, error)
         && (whole = join_with_newest (self, save, *version, newest, error)) != NULL
         && (name = check_document (whole, &text, error)) != NULL && check_free (self, name, save->id, error)
         && says_same (self, save, newest, whole, &same, error);
  now = same ? newest : newest + 1;
  if (now > newest)
    done = done && rename_board (self, save->id, name, error)
           && ask_workspace_write_board_version (self, save->id, now, text, save->reason, error);
  if (!ask_workspace_end (self, not_saved, done, error))
    return FALSE;
  if (joined != NULL && *version != newest)
    *joined = g_steal_pointer (&whole);
  *version = now;
  return TRUE;
}

/**
 * ask_workspace_remove_board:
 * @id: of a board
 * @remove: %FALSE brings back one that was removed within a day
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_EXISTS where another one has its name now; %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_remove_board (AskWorkspace *self, gint64 id, gboolean remove, GError **error)
{
  g_autoptr (sqlite3_stmt) forget = NULL;
  g_autoptr (sqlite3_stmt) find = NULL;
  g_autoptr (sqlite3_stmt) change = NULL;
  gint64 now = g_get_real_time ();
  gboolean done = FALSE;
  gboolean row = FALSE;

  g_return_val_if_fail (self != NULL, FALSE);

  if (!ask_workspace_begin (self, not_saved, error))
    return FALSE;
  forget = ask_workspace_prepare (self, not_saved, "DELETE FROM board WHERE removed_at > 0 AND removed_at < ?1", error);
  find
    = ask_workspace_prepare (self, not_saved, "SELECT name FROM board WHERE id = ?1 AND (removed_at = 0) = ?2", error);
  change = ask_workspace_prepare (self, not_saved, "UPDATE board SET removed_at = ?2 WHERE id = ?1", error);
  if (forget != NULL && find != NULL && change != NULL)
    {
      g_autofree char *name = NULL;

      sqlite3_bind_int64 (forget, 1, now - KEEP_REMOVED_US);
      sqlite3_bind_int64 (find, 1, id);
      sqlite3_bind_int (find, 2, remove);
      sqlite3_bind_int64 (change, 1, id);
      sqlite3_bind_int64 (change, 2, remove ? now : 0);
      done
        = ask_workspace_run (self, not_saved, forget, error) && ask_workspace_step (self, not_saved, find, &row, error);
      name = row ? ask_statement_dup_text (find, 0) : NULL;
      if (done && !row)
        done = set_unknown (id, error);
      done
        = done && (remove || check_free (self, name, id, error)) && ask_workspace_run (self, not_saved, change, error);
    }
  g_clear_pointer (&find, sqlite3_finalize);
  return ask_workspace_end (self, not_saved, done, error);
}

static gpointer
read_record (sqlite3_stmt *statement)
{
  AskBoardRecord *record = g_new0 (AskBoardRecord, 1);

  record->id = sqlite3_column_int64 (statement, 0);
  record->name = ask_statement_dup_text (statement, 1);
  record->version = sqlite3_column_int64 (statement, 2);
  record->saved_at = sqlite3_column_int64 (statement, 3);
  record->author = ask_statement_dup_text (statement, 4);
  record->n_tiles = (guint) sqlite3_column_int (statement, 5);
  record->run_at = sqlite3_column_int64 (statement, 6);
  return record;
}

/**
 * ask_workspace_list_boards:
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Returns: (transfer container) (element-type AskBoardRecord): by name
 */
GPtrArray *
ask_workspace_list_boards (AskWorkspace *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  statement = ask_workspace_prepare (
    self, not_read,
    "SELECT id, name, version, saved_at, author, coalesce(json_array_length(document, '$.tiles'), 0),"
    "    (SELECT coalesce(max(run_at), 0) FROM board_result WHERE board_result.board = id)"
    "  FROM board JOIN board_version ON board = id"
    "  WHERE removed_at = 0 AND version = (SELECT max(version) FROM board_version WHERE board = id) ORDER BY folded",
    error);
  if (statement == NULL)
    return NULL;
  return ask_workspace_read_rows (self, not_read, statement, read_record, (GDestroyNotify) ask_board_record_free,
                                  error);
}

/**
 * ask_workspace_find_board:
 * @name: whatever the case
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_OPEN
 *
 * Returns: the id of the board with that name; 0 where @error is set
 */
gint64
ask_workspace_find_board (AskWorkspace *self, const char *name, GError **error)
{
  g_autofree char *folded = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL && name != NULL, 0);

  folded = ask_value_fold (name);
  statement
    = ask_workspace_prepare (self, not_read, "SELECT id FROM board WHERE folded = ?1 AND removed_at = 0", error);
  if (statement == NULL)
    return 0;
  ask_statement_bind_text (statement, 1, folded);
  if (!ask_workspace_step (self, not_read, statement, &row, error))
    return 0;
  if (row)
    return sqlite3_column_int64 (statement, 0);
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                 N_ ("There is no board “%s”. List the boards to see those that there are."), name);
  return 0;
}

/**
 * ask_workspace_load_board:
 * @id: of a board
 * @version: (inout): which of its versions, 0 for the newest; on return its number, for ask_workspace_save_board()
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_OPEN; ASK_JSON_ERROR where the file is damaged
 *
 * Returns: (transfer full): its document
 */
JsonNode *
ask_workspace_load_board (AskWorkspace *self, gint64 id, gint64 *version, GError **error)
{
  gint64 newest;

  g_return_val_if_fail (self != NULL && version != NULL, NULL);

  if (!read_newest (self, id, &newest, error))
    return NULL;
  if (*version == 0)
    *version = newest;
  return ask_workspace_read_board_document (self, id, *version, error);
}

static gpointer
read_version (sqlite3_stmt *statement)
{
  AskBoardVersion *version = g_new0 (AskBoardVersion, 1);

  version->version = sqlite3_column_int64 (statement, 0);
  version->saved_at = sqlite3_column_int64 (statement, 1);
  version->reason = ask_statement_dup_text (statement, 2);
  version->author = ask_statement_dup_text (statement, 3);
  return version;
}

/**
 * ask_workspace_list_board_versions:
 * @id: of a board
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_OPEN
 *
 * Returns: (transfer container) (element-type AskBoardVersion): the newest first
 */
GPtrArray *
ask_workspace_list_board_versions (AskWorkspace *self, gint64 id, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  gint64 newest;

  g_return_val_if_fail (self != NULL, NULL);

  if (!read_newest (self, id, &newest, error))
    return NULL;
  statement = ask_workspace_prepare (self, not_read,
                                     "SELECT version, saved_at, reason, author FROM board_version WHERE board = ?1"
                                     "  ORDER BY version DESC",
                                     error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, id);
  return ask_workspace_read_rows (self, not_read, statement, read_version, (GDestroyNotify) ask_board_version_free,
                                  error);
}
