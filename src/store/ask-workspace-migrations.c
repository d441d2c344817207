/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables of the workspace file, and how they became what they are: one step a version, each in
 * one transaction, so that a file is always of some version and never between two. A step that was
 * released is never edited; a change is a new step, with a dump of the version before it in
 * tests/store/.
 *
 * Version 1:
 *   setting         key → value; "workspace/id" names the file to the Secret Service,
 *                   "workspace/program" is the first AskData that reads this version
 *   source          one row a registered source; secrets: a JSON array, see AskSourceRecord;
 *                   base_url_given: 1 where a person gave base_url, 0 where the specification did;
 *                   secret_id: what its secrets are filed under, never used twice
 *   schema_version  every save of the abstract schema, newest last; document: its JSON
 *   verified        question and SQL; folded: the question as it is compared
 *   history         answers; answer: the JSON of `ask --format json`
 * Version 2:
 *   history         + complaint
 *   value_column    the columns of sources whose values are indexed, by their physical names, so
 *                   that the steward may rename entities and attributes
 *   value           their distinct values; folded: ask_text_fold() of it
 *   stale_secret    keys in the Secret Service that no source needs, or whose registration is under
 *                   way (since: µs since 1970), to be cleared
 * Version 3:
 *   source          + cache_s, max_calls, lanes: see AskSourceTuning
 * Version 4:
 *   schema_version  - document, + author, + unread: a document of an earlier file that cannot be read
 *   schema_part     what a version changed: part is "top" (the document's members that are no list),
 *                   "sources" (the list), "order" (the entities' ids), "entity" (id: its id) or
 *                   "relationship" (id: its place from 0); json: the part, NULL where it is gone
 *   source_import   what each source gave when it was last read: a schema document; report: the
 *                   importer's, as JSON
 *   source_drift    what a refresh found changed at a source, until a steward has seen it; changes:
 *                   ask_changes_to_json(); breaks: what it breaks, see AskBreak
 *   verified        + what the question gave when somebody last said that it is right: result, see
 *                   AskFingerprint, and how its last run ended: run_…
 * Version 5:
 *   source          - secrets, cache_s, max_calls, lanes, + options: all that was said of it, see ask-option.c
 * Version 6:
 *   value           + stems: see ask_value_key(), NULL where it is found by no key. folded is "" where it is
 *                   found by its key only
 *   value_word      words within values; whole: it is all of the value
 *   value_fact      what is known of columns, with values or without, see AskValueFacts; filled when a source is
 *                   next read
 *   value_number    the distinct numbers of columns
 * Later versions say it with their step.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *program; /* the first AskData that reads it */
  const char *sql;
  gboolean (*run) (AskWorkspace *self, GError **error); /* nullable: what SQL cannot say, after it */
} Step;

static const Step steps[] = {
  { "0.1.0", "CREATE TABLE setting ("
             "  key TEXT NOT NULL PRIMARY KEY,"
             "  value TEXT NOT NULL) WITHOUT ROWID;"
             "CREATE TABLE source ("
             "  name TEXT NOT NULL PRIMARY KEY COLLATE NOCASE,"
             "  kind TEXT NOT NULL,"
             "  location TEXT NOT NULL,"
             "  base_url TEXT,"
             "  base_url_given INTEGER NOT NULL DEFAULT 0,"
             "  title TEXT,"
             "  auth TEXT,"
             "  secrets TEXT NOT NULL DEFAULT '[]',"
             "  secret_id TEXT NOT NULL,"
             "  added_at INTEGER NOT NULL,"
             "  refreshed_at INTEGER NOT NULL,"
             "  problem TEXT);"
             "CREATE TABLE schema_version ("
             "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
             "  saved_at INTEGER NOT NULL,"
             "  reason TEXT NOT NULL,"
             "  document TEXT NOT NULL);"
             "CREATE TABLE verified ("
             "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
             "  question TEXT NOT NULL,"
             "  folded TEXT NOT NULL UNIQUE,"
             "  sql TEXT NOT NULL,"
             "  verified_at INTEGER NOT NULL,"
             "  verified_by TEXT);"
             "CREATE TABLE history ("
             "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
             "  question TEXT NOT NULL,"
             "  status TEXT NOT NULL,"
             "  headline TEXT,"
             "  asked_at INTEGER NOT NULL,"
             "  elapsed_ms REAL NOT NULL,"
             "  answer TEXT);"
             "INSERT INTO setting (key, value) VALUES ('workspace/id', lower(hex(randomblob(16))));" },
  { "0.1.0", "ALTER TABLE history ADD COLUMN complaint TEXT;"
             "CREATE TABLE value_column ("
             "  id INTEGER PRIMARY KEY,"
             "  source TEXT NOT NULL COLLATE NOCASE"
             "    REFERENCES source (name) ON DELETE CASCADE ON UPDATE CASCADE,"
             "  \"table\" TEXT NOT NULL,"
             "  \"column\" TEXT NOT NULL,"
             "  UNIQUE (source, \"table\", \"column\"));"
             "CREATE TABLE value ("
             "  value_column INTEGER NOT NULL REFERENCES value_column (id) ON DELETE CASCADE,"
             "  value TEXT NOT NULL,"
             "  folded TEXT NOT NULL,"
             "  PRIMARY KEY (value_column, value)) WITHOUT ROWID;"
             "CREATE INDEX value_folded ON value (folded);"
             "CREATE TABLE stale_secret ("
             "  key TEXT NOT NULL PRIMARY KEY,"
             "  since INTEGER NOT NULL) WITHOUT ROWID;" },
  { "0.1.0", "ALTER TABLE source ADD COLUMN cache_s INTEGER NOT NULL DEFAULT 0;"
             "ALTER TABLE source ADD COLUMN max_calls INTEGER NOT NULL DEFAULT 0;"
             "ALTER TABLE source ADD COLUMN lanes INTEGER NOT NULL DEFAULT 0;" },
  { "0.1.0",
    "ALTER TABLE schema_version RENAME TO schema_document;"
    "CREATE TABLE schema_version ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  saved_at INTEGER NOT NULL,"
    "  author TEXT,"
    "  reason TEXT NOT NULL,"
    "  unread TEXT);"
    "CREATE TABLE schema_part ("
    "  version INTEGER NOT NULL REFERENCES schema_version (id),"
    "  part TEXT NOT NULL,"
    "  id TEXT NOT NULL,"
    "  json TEXT,"
    "  UNIQUE (part, id, version));"
    "CREATE TABLE source_import ("
    "  source TEXT NOT NULL PRIMARY KEY COLLATE NOCASE"
    "    REFERENCES source (name) ON DELETE CASCADE ON UPDATE CASCADE,"
    "  document TEXT NOT NULL,"
    "  report TEXT);"
    "CREATE TABLE source_drift ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  source TEXT NOT NULL COLLATE NOCASE"
    "    REFERENCES source (name) ON DELETE CASCADE ON UPDATE CASCADE,"
    "  found_at INTEGER NOT NULL,"
    "  changes TEXT NOT NULL,"
    "  breaks TEXT NOT NULL);"
    "CREATE INDEX source_drift_source ON source_drift (source);"
    "ALTER TABLE verified ADD COLUMN result TEXT;"
    "ALTER TABLE verified ADD COLUMN result_rows BLOB;"
    "ALTER TABLE verified ADD COLUMN result_at INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE verified ADD COLUMN run_at INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE verified ADD COLUMN run_status TEXT;"
    "ALTER TABLE verified ADD COLUMN run_message TEXT;"
    "ALTER TABLE verified ADD COLUMN run_elapsed_ms REAL NOT NULL DEFAULT 0;",
    ask_workspace_split_documents },
  { "0.1.0", "ALTER TABLE source ADD COLUMN options TEXT NOT NULL DEFAULT '[]';", ask_workspace_type_options },
  { "0.1.0",
    "ALTER TABLE value ADD COLUMN stems TEXT;"
    "CREATE INDEX value_stems ON value (stems) WHERE stems IS NOT NULL;"
    "CREATE TABLE value_word ("
    "  stem TEXT NOT NULL,"
    "  value_column INTEGER NOT NULL REFERENCES value_column (id) ON DELETE CASCADE,"
    "  value TEXT NOT NULL,"
    "  whole INTEGER NOT NULL,"
    "  PRIMARY KEY (stem, value_column, value)) WITHOUT ROWID;"
    "CREATE INDEX value_word_column ON value_word (value_column);"
    "CREATE TABLE value_fact ("
    "  id INTEGER PRIMARY KEY,"
    "  source TEXT NOT NULL COLLATE NOCASE"
    "    REFERENCES source (name) ON DELETE CASCADE ON UPDATE CASCADE,"
    "  \"table\" TEXT NOT NULL,"
    "  \"column\" TEXT NOT NULL,"
    "  n_rows INTEGER NOT NULL,"
    "  n_empty INTEGER NOT NULL,"
    "  n_distinct INTEGER NOT NULL,"
    "  complete INTEGER NOT NULL,"
    "  n_numbers INTEGER NOT NULL,"
    "  n_texts INTEGER NOT NULL,"
    "  n_text_numbers INTEGER NOT NULL,"
    "  n_digits INTEGER NOT NULL,"
    "  n_percents INTEGER NOT NULL,"
    "  n_blanks INTEGER NOT NULL,"
    "  n_dates INTEGER NOT NULL,"
    "  least REAL,"
    "  greatest REAL,"
    "  UNIQUE (source, \"table\", \"column\"));"
    "CREATE TABLE value_number ("
    "  value_fact INTEGER NOT NULL REFERENCES value_fact (id) ON DELETE CASCADE,"
    "  number REAL NOT NULL,"
    "  PRIMARY KEY (value_fact, number)) WITHOUT ROWID;",
    ask_workspace_stem_values },
  /* What words of questions stand for, where a person said so. */
  { "0.1.0", "CREATE TABLE link_choice (words TEXT PRIMARY KEY, target TEXT NOT NULL) WITHOUT ROWID;", NULL },
  /* What people said of questions, and what is learned from it. Either a verified question or one of its own. */
  { "0.1.0",
    "CREATE TABLE example ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  verified INTEGER UNIQUE REFERENCES verified (id) ON DELETE CASCADE,"
    "  question TEXT,"
    "  folded TEXT UNIQUE,"
    "  sql TEXT,"
    "  origin TEXT NOT NULL,"
    "  made_at INTEGER NOT NULL,"
    "  used_at INTEGER NOT NULL,"
    "  lesson BLOB,"
    "  lesson_of TEXT,"
    "  CHECK ((verified IS NULL) <> (folded IS NULL)));"
    "CREATE TABLE example_wrong ("
    "  example INTEGER NOT NULL REFERENCES example (id) ON DELETE CASCADE,"
    "  sql TEXT NOT NULL,"
    "  parts TEXT NOT NULL,"
    "  note TEXT,"
    "  PRIMARY KEY (example, sql)) WITHOUT ROWID;"
    "INSERT INTO example (verified, origin, made_at, used_at)"
    "  SELECT id, 'verified', verified_at, verified_at FROM"
    "    (SELECT id, verified_at FROM verified ORDER BY id DESC LIMIT 250) ORDER BY id;",
    NULL },
  /* What a server's embeddings make of names and descriptions. */
  { "0.1.0",
    "CREATE TABLE vector (id INTEGER PRIMARY KEY AUTOINCREMENT, model TEXT NOT NULL, text_hash TEXT NOT NULL,"
    "  numbers BLOB NOT NULL, UNIQUE (model, text_hash));",
    NULL },
  /* What left this machine. Bodies are made small; "stored" is how long they are then. */
  { "0.1.0",
    "CREATE TABLE ledger ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  at INTEGER NOT NULL,"
    "  kind TEXT NOT NULL,"
    "  host TEXT NOT NULL,"
    "  method TEXT,"
    "  address TEXT,"
    "  source TEXT,"
    "  question TEXT,"
    "  history INTEGER NOT NULL DEFAULT 0,"
    "  bytes INTEGER NOT NULL,"
    "  tries INTEGER NOT NULL,"
    "  status INTEGER NOT NULL,"
    "  problem TEXT,"
    "  names TEXT NOT NULL,"
    "  \"values\" TEXT NOT NULL,"
    "  kept INTEGER NOT NULL,"
    "  stored INTEGER NOT NULL,"
    "  body BLOB);"
    "CREATE INDEX ledger_stored ON ledger (id, stored) WHERE stored > 0;",
    NULL },
  /* What wants a person: complained_at: when it was called wrong; run_since: since when runs end as the last one did;
   * inbox_dismissed: until when what happened is not to be shown, by what it is about. */
  { "0.1.0",
    "ALTER TABLE history ADD COLUMN complained_at INTEGER NOT NULL DEFAULT 0;"
    "UPDATE history SET complained_at = asked_at WHERE complaint IS NOT NULL;"
    "CREATE INDEX history_wrong ON history (id) WHERE complaint IS NOT NULL;"
    "CREATE INDEX history_unanswered ON history (id) WHERE status = 'unanswerable';"
    "ALTER TABLE verified ADD COLUMN run_since INTEGER NOT NULL DEFAULT 0;"
    "UPDATE verified SET run_since = run_at;"
    "CREATE TABLE inbox_dismissed (key TEXT NOT NULL PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;",
    NULL },
  /* How much of joins that nobody declared there is in the data, see AskOverlap. */
  { "0.1.0",
    "CREATE TABLE overlap ("
    "  source TEXT NOT NULL COLLATE NOCASE"
    "    REFERENCES source (name) ON DELETE CASCADE ON UPDATE CASCADE,"
    "  entity TEXT NOT NULL,"
    "  \"column\" TEXT NOT NULL,"
    "  type TEXT NOT NULL,"
    "  to_source TEXT NOT NULL COLLATE NOCASE"
    "    REFERENCES source (name) ON DELETE CASCADE ON UPDATE CASCADE,"
    "  to_entity TEXT NOT NULL,"
    "  to_column TEXT NOT NULL,"
    "  to_type TEXT NOT NULL,"
    "  n_checked INTEGER NOT NULL,"
    "  n_plain INTEGER NOT NULL,"
    "  n_found INTEGER NOT NULL,"
    "  change INTEGER NOT NULL,"
    "  measured_at INTEGER NOT NULL,"
    "  PRIMARY KEY (source, entity, \"column\", to_source, to_entity, to_column)) WITHOUT ROWID;"
    "CREATE INDEX overlap_to ON overlap (to_source);",
    NULL },
  /* A draft of the schema, with what was done in it; serial: how often drafts were changed. */
  { "0.1.0",
    "CREATE TABLE draft ("
    "  id INTEGER PRIMARY KEY CHECK (id = 1),"
    "  base INTEGER NOT NULL,"
    "  document TEXT NOT NULL,"
    "  started_at INTEGER NOT NULL,"
    "  author TEXT,"
    "  discarded INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE draft_edit (n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, title TEXT NOT NULL);"
    "CREATE TABLE draft_serial (serial INTEGER NOT NULL);"
    "INSERT INTO draft_serial VALUES (0);",
    NULL },
  /* SQL that a person writes: tabs as they were left, and what was run. */
  { "0.1.0",
    "CREATE TABLE query_tab ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  place INTEGER NOT NULL,"
    "  title TEXT,"
    "  sql TEXT NOT NULL,"
    "  cursor INTEGER NOT NULL,"
    "  parameters TEXT) WITHOUT ROWID;"
    "CREATE TABLE query_run ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  sql TEXT NOT NULL,"
    "  ran_at INTEGER NOT NULL,"
    "  elapsed_ms REAL NOT NULL,"
    "  n_rows INTEGER NOT NULL,"
    "  truncated INTEGER NOT NULL,"
    "  error TEXT);",
    NULL },
  /* Boards: their versions, what their tiles gave last by the SQL that gave it (key: its digest), and figures by the day. */
  { "0.1.0",
    "CREATE TABLE board ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  name TEXT NOT NULL,"
    "  folded TEXT NOT NULL,"
    "  removed_at INTEGER NOT NULL DEFAULT 0);"
    "CREATE UNIQUE INDEX board_name ON board (folded) WHERE removed_at = 0;"
    "CREATE TABLE board_version ("
    "  board INTEGER NOT NULL REFERENCES board (id) ON DELETE CASCADE,"
    "  version INTEGER NOT NULL,"
    "  document TEXT NOT NULL,"
    "  saved_at INTEGER NOT NULL,"
    "  author TEXT,"
    "  reason TEXT NOT NULL,"
    "  PRIMARY KEY (board, version));"
    "CREATE TABLE board_result ("
    "  board INTEGER NOT NULL REFERENCES board (id) ON DELETE CASCADE,"
    "  tile TEXT NOT NULL,"
    "  key TEXT NOT NULL,"
    "  sql TEXT NOT NULL,"
    "  rows BLOB,"
    "  n_bytes INTEGER NOT NULL DEFAULT 0,"
    "  run_at INTEGER NOT NULL DEFAULT 0,"
    "  elapsed_ms REAL NOT NULL DEFAULT 0,"
    "  sources TEXT NOT NULL DEFAULT '[]',"
    "  level INTEGER NOT NULL DEFAULT 0,"
    "  failure TEXT,"
    "  failed_at INTEGER NOT NULL DEFAULT 0,"
    "  PRIMARY KEY (board, tile, key));"
    "CREATE TABLE board_figure ("
    "  board INTEGER NOT NULL REFERENCES board (id) ON DELETE CASCADE,"
    "  tile TEXT NOT NULL,"
    "  key TEXT NOT NULL,"
    "  day INTEGER NOT NULL,"
    "  at INTEGER NOT NULL,"
    "  value,"
    "  PRIMARY KEY (board, tile, key, day));",
    NULL },
  /* What was changed of an answer's chart: JSON of the chart's, which the store does not read. */
  { "0.1.0",
    "CREATE TABLE answer_look ("
    "  answer INTEGER PRIMARY KEY REFERENCES history (id) ON DELETE CASCADE,"
    "  look TEXT NOT NULL);",
    NULL },
  /* What a model answered about values. key: a digest of all that the answer depends on; answer: JSON. */
  { "0.1.0",
    "CREATE TABLE model_answer ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  key TEXT NOT NULL UNIQUE,"
    "  answer TEXT NOT NULL);",
    NULL },
  /* Where what a tile failed of can be mended: a word that the store does not read, and of what there. */
  { "0.1.0",
    "ALTER TABLE board_result ADD COLUMN remedy TEXT;"
    "ALTER TABLE board_result ADD COLUMN remedy_place TEXT;",
    NULL },
  /* Functions of SQL that a steward defined, a row for each version. question: NULL where it was taken away;
   * examples: a JSON list of values and their answers, in turns. */
  { "0.1.0",
    "CREATE TABLE function ("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL COLLATE NOCASE,"
    "  version INTEGER NOT NULL,"
    "  saved_at INTEGER NOT NULL,"
    "  question TEXT,"
    "  type TEXT,"
    "  options TEXT,"
    "  examples TEXT,"
    "  UNIQUE (name, version));",
    NULL },
  /* model: of the same server, that is asked instead of the workspace's; kind and command: of a program that computes the
   * function. Whether it may be started is not kept here. */
  { "0.1.0",
    "ALTER TABLE function ADD COLUMN model TEXT;"
    "ALTER TABLE function ADD COLUMN kind TEXT;"
    "ALTER TABLE function ADD COLUMN command TEXT;",
    NULL },
  /* Pairs of two lists of values. left_of, right_of: what the values are, "shop.name"; values as JSON; how: AskPairHow;
   * verdict: AskPairVerdict, what a person said. */
  { "0.1.0",
    "CREATE TABLE pair_list ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  left_of TEXT NOT NULL,"
    "  right_of TEXT NOT NULL,"
    "  criterion TEXT NOT NULL,"
    "  model TEXT,"
    "  seen_at INTEGER NOT NULL,"
    "  UNIQUE (left_of, right_of, criterion));"
    "CREATE TABLE pair ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  list INTEGER NOT NULL REFERENCES pair_list (id) ON DELETE CASCADE,"
    "  left_value TEXT NOT NULL,"
    "  right_value TEXT NOT NULL,"
    "  how INTEGER NOT NULL,"
    "  verdict INTEGER NOT NULL DEFAULT 0,"
    "  UNIQUE (list, left_value, right_value));",
    NULL },
  /* Texts of documents, and their words, were values once. */
  { "0.1.0",
    "DELETE FROM value_column WHERE source IN (SELECT name FROM source WHERE kind = 'documents')"
    "  AND \"table\" || '.' || \"column\" IN ('documents.text', 'passages.text', 'words.word');",
    NULL },
};

static gboolean
set_too_new (AskWorkspace *self, gint64 version, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, "", "SELECT value FROM setting WHERE key = 'workspace/program'", NULL);
  gboolean row = FALSE;
  g_autofree char *program = NULL;

  /* A later version may keep it elsewhere; then the sentence does without. */
  if (statement != NULL && ask_workspace_step (self, "", statement, &row, NULL) && row)
    program = ask_statement_dup_text (statement, 0);
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                 N_ ("The workspace %s is of version %lld, and this AskData (%s) knows versions up to %u. "),
                 self->path, (long long) version, ASK_VERSION, (guint) G_N_ELEMENTS (steps));
  if (program != NULL)
    ask_error_append (error, N_ ("Open it with AskData %s or later."), program);
  else
    ask_error_append (error, N_ ("Open it with AskData of a later version."));
  return FALSE;
}

/* An empty database takes our number; one with tables that is not ours is left alone. */
static gboolean
check_application (AskWorkspace *self, gint64 version, GError **error)
{
  const char *what = N_ ("it was not opened");
  gint64 application;
  gint64 tables;

  if (!ask_workspace_get_integer (self, what, "PRAGMA application_id", &application, error)
      || !ask_workspace_get_integer (self, what, "SELECT count(*) FROM sqlite_schema", &tables, error))
    return FALSE;
  if (application == ASK_WORKSPACE_APPLICATION_ID)
    return TRUE;
  if (application == 0 && tables == 0 && version == 0)
    return TRUE;
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                 N_ ("The file %s is a database of another program, no AskData workspace. It was not "
                     "changed. Choose another file; to ask about this database, add it as a source."),
                 self->path);
  return FALSE;
}

/* Takes one step, unless another program took it in the meantime. */
static gboolean
take_step (AskWorkspace *self, gint64 *version, GError **error)
{
  const char *what = N_ ("it was not brought up to date");
  const Step *step;
  g_autofree char *stamp = NULL;

  if (!ask_workspace_exec (self, what, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (!ask_workspace_get_integer (self, what, "PRAGMA user_version", version, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  if (*version < 0 || *version >= (gint64) G_N_ELEMENTS (steps))
    {
      ask_workspace_rollback (self);
      return TRUE;
    }
  step = &steps[*version];
  stamp = g_strdup_printf ("INSERT INTO setting (key, value) VALUES ('workspace/program', '%s')"
                           "  ON CONFLICT (key) DO UPDATE SET value = excluded.value;"
                           "PRAGMA application_id = %d; PRAGMA user_version = %d;",
                           step->program, ASK_WORKSPACE_APPLICATION_ID, (int) *version + 1);
  if (!check_application (self, *version, error) || !ask_workspace_exec (self, what, step->sql, error)
      || (step->run != NULL && !step->run (self, error)) || !ask_workspace_exec (self, what, stamp, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  if (!ask_workspace_commit (self, what, error))
    return FALSE;
  *version += 1;
  return TRUE;
}

/*
 * ask_workspace_migrate:
 *
 * Brings the file to this program's version. The first step happens before the file is in WAL mode,
 * so that its header says whose it is from the first moment.
 */
gboolean
ask_workspace_migrate (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("it was not opened");
  gint64 version;

  /* Looked at in one transaction: another program may be making the file ready at this moment, and
   * half of it before and half of it after would look like a stranger's. */
  if (!ask_workspace_exec (self, what, "BEGIN", error))
    return FALSE;
  if (!ask_workspace_get_integer (self, what, "PRAGMA user_version", &version, error)
      || !check_application (self, version, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  if (!ask_workspace_commit (self, what, error))
    return FALSE;
  while (version >= 0 && version < (gint64) G_N_ELEMENTS (steps))
    {
      if (!take_step (self, &version, error))
        return FALSE;
    }
  if (version > (gint64) G_N_ELEMENTS (steps))
    return set_too_new (self, version, error);
  if (version < 0)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                     N_ ("The workspace %s is damaged: its version is %lld. Put back a "
                         "copy of it, or choose another workspace."),
                     self->path, (long long) version);
      return FALSE;
    }
  return TRUE;
}
