/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The workspace file: sources, the abstract schema and its versions, verified questions, history,
 * settings and the index of values. A SQLite file in WAL mode; what a call confirmed, a crash does
 * not lose. Secrets are not in it: they are in the Secret Service, or named as environment
 * variables.
 *
 * A workspace object belongs to one thread; any number may be open on one file at once.
 */
#pragma once

#include "engine/ask-engine.h"
#include "schema/ask-doctor.h"
#include "schema/infer/ask-infer.h"
#include "schema/merge/ask-schema-diff.h"
#include "source/ask-source-kinds.h"
#include "store/ask-fingerprint.h"

G_BEGIN_DECLS

#define ASK_STORE_ERROR (ask_store_error_quark ())

/**
 * AskStoreError:
 * @ASK_STORE_ERROR_OPEN: the file cannot be opened, is no workspace, or is of a later version
 * @ASK_STORE_ERROR_EXISTS: a source of that name is registered already
 * @ASK_STORE_ERROR_UNKNOWN: no such source, question or history entry
 * @ASK_STORE_ERROR_SECRET: the Secret Service does not run, refused, or holds no such secret
 * @ASK_STORE_ERROR_WRITE: disk full, read-only, locked
 * @ASK_STORE_ERROR_INVALID: what was given cannot be kept: an empty question, a malformed header, an
 *   environment variable that is not set, an address that carries a password, a schema with a
 *   relationship that names what there is not
 * @ASK_STORE_ERROR_CONFLICT: somebody else changed the same in the meantime; nothing was saved
 */
typedef enum
{
  ASK_STORE_ERROR_OPEN,
  ASK_STORE_ERROR_EXISTS,
  ASK_STORE_ERROR_UNKNOWN,
  ASK_STORE_ERROR_SECRET,
  ASK_STORE_ERROR_WRITE,
  ASK_STORE_ERROR_INVALID,
  ASK_STORE_ERROR_CONFLICT
} AskStoreError;

GQuark ask_store_error_quark (void);

/**
 * AskSourceTuning:
 * @cache_s: how long answers of the API may be used again in later queries, in seconds; 0 for not at all
 * @max_calls: calls that one query may make to it; 0 for 10,000
 * @lanes: calls that may be under way at a time; 0 for 8
 *
 * How an API is called: what a steward may set, up to what the kind's options allow. A negative number leaves what is
 * set.
 */
typedef struct
{
  gint64 cache_s;
  gint64 max_calls;
  gint64 lanes;
} AskSourceTuning;

#define ASK_SOURCE_TUNING_UNCHANGED ((AskSourceTuning) { -1, -1, -1 })

/**
 * AskSourceRecord:
 * @location: an absolute path, or a URL
 * @base_url: (nullable): for REST, the absolute URL that calls go to
 * @options: (element-type AskSourceOption): what was said of it; what is in the Secret Service is without its text
 * @reads: (element-type utf8): operations that a steward said only read, as "POST /orders/search" or by
 *   operationId
 * @whole: (element-type utf8): operations of which a steward said that the rows that come are all
 * @follow: (element-type utf8): and whose links are followed
 * @trust_order: (element-type utf8): and whose order can be trusted
 * @lenient: for REST, a specification that breaks its own rules is read for what is in it
 * @n_entities: entities of the abstract schema that come from it
 * @problem: (nullable): what the last test said, %NULL while it is healthy
 * @title: (nullable): what the API calls itself
 * @tuning: all 0 unless a steward set them, and for what is no API
 */
typedef struct
{
  char *name;
  const AskSourceKind *kind;
  char *location;
  char *base_url;
  GPtrArray *options;
  GPtrArray *reads;
  GPtrArray *whole;
  GPtrArray *follow;
  GPtrArray *trust_order;
  gboolean lenient;
  gint64 added_at; /* µs since 1970, UTC */
  gint64 refreshed_at;
  guint n_entities;
  char *problem;
  char *title;
  AskSourceTuning tuning;
} AskSourceRecord;

/**
 * AskVerifiedStatus:
 * @ASK_VERIFIED_NEW: it ran, and there was no result yet to compare with
 * @ASK_VERIFIED_SAME: the result is the one that somebody found good
 * @ASK_VERIFIED_DIFFERENT: it is another one
 * @ASK_VERIFIED_FAILED: it did not run
 *
 * How the run of a verified question ended.
 */
typedef enum
{
  ASK_VERIFIED_NEW,
  ASK_VERIFIED_SAME,
  ASK_VERIFIED_DIFFERENT,
  ASK_VERIFIED_FAILED
} AskVerifiedStatus;

const char *ask_verified_status_to_string (AskVerifiedStatus status);

/**
 * AskVerified:
 * @verified_at: when somebody last said that question, SQL and result belong together
 * @result: (nullable): the last good result; %NULL where it was never run, or its SQL was edited
 * @result_at: when that was, µs since 1970, UTC
 * @run_at: when it last ran, µs since 1970, UTC; 0 where it did not since its SQL was written
 * @run_status: how that ended, where @run_at is not 0
 * @run_message: (nullable): what differed, or why it failed
 * @run_elapsed_ms: how long it took
 *
 * A question and its SQL, saved by a steward.
 */
typedef struct
{
  gint64 id;
  char *question;
  char *sql;
  gint64 verified_at; /* µs since 1970, UTC */
  char *verified_by; /* nullable */
  AskFingerprint *result;
  gint64 result_at;
  gint64 run_at;
  AskVerifiedStatus run_status;
  char *run_message;
  double run_elapsed_ms;
} AskVerified;

/**
 * AskVerifiedRun:
 * @sql: what was run
 * @result: (nullable): what it gave now; %NULL where it failed
 * @rows: (nullable): the same with its values, which are kept nowhere
 * @difference: from the last good result; all 0 where there is none
 * @message: (nullable): in a sentence, what differs or why it failed
 * @failure: (nullable): the error of a run that failed
 * @n_requests: calls that reached an API
 *
 * One run of a verified question.
 */
typedef struct
{
  AskVerifiedStatus status;
  char *sql;
  AskFingerprint *result;
  AskRows *rows;
  AskDifference difference;
  char *message;
  GError *failure;
  guint n_requests;
  double elapsed_ms;
} AskVerifiedRun;

/**
 * AskVerifiedImport:
 * @ASK_VERIFIED_IMPORT_ADDED: it is a verified question now
 * @ASK_VERIFIED_IMPORT_THERE: it was one already, with this SQL
 * @ASK_VERIFIED_IMPORT_OTHER_SQL: its question has other SQL already, which stays
 *
 * What became of a pair that was imported with others.
 */
typedef enum
{
  ASK_VERIFIED_IMPORT_ADDED,
  ASK_VERIFIED_IMPORT_THERE,
  ASK_VERIFIED_IMPORT_OTHER_SQL
} AskVerifiedImport;

/**
 * AskBreakKind:
 * @ASK_BREAK_VERIFIED: a verified question's SQL no longer fits
 * @ASK_BREAK_METRIC: a metric's expression no longer fits, or its entity is gone
 * @ASK_BREAK_ATTRIBUTE: the same of a calculated attribute
 * @ASK_BREAK_ENTITY: the same of an entity that is bound to a query
 * @ASK_BREAK_RELATIONSHIP: a relationship went with what it joined
 * @ASK_BREAK_TILE: the SQL of a board's tile no longer fits
 */
typedef enum
{
  ASK_BREAK_VERIFIED,
  ASK_BREAK_METRIC,
  ASK_BREAK_ATTRIBUTE,
  ASK_BREAK_ENTITY,
  ASK_BREAK_RELATIONSHIP,
  ASK_BREAK_TILE
} AskBreakKind;

/**
 * AskBreak:
 * @verified: of %ASK_BREAK_VERIFIED, the id of the question; otherwise 0
 * @name: the question, "orders.revenue", "orders (customer_id) → customers (id)", or "Sales: Late shipments" of a
 *   board and its tile
 * @message: why, in a sentence
 *
 * Something that a change of the schema breaks.
 */
typedef struct
{
  AskBreakKind kind;
  gint64 verified;
  char *name;
  char *message;
} AskBreak;

/**
 * AskDrift:
 * @since: the first refresh that found something, µs since 1970, UTC
 * @found_at: the last one
 * @changes: (element-type AskChange): what changed at the source, in the order it was found
 * @breaks: (element-type AskBreak): what that breaks and what still is broken
 *
 * What changed at a source since a steward last looked.
 */
typedef struct
{
  char *source;
  gint64 since;
  gint64 found_at;
  GPtrArray *changes;
  GPtrArray *breaks;
} AskDrift;

/**
 * AskHistoryEntry:
 * @answer: the JSON of `ask --format json`, steps included
 * @complaint: (nullable): what a person said when it was wrong
 */
typedef struct
{
  gint64 id;
  char *question;
  char *status;
  char *headline;
  gint64 asked_at; /* µs since 1970, UTC */
  double elapsed_ms;
  char *answer; /* only from ask_workspace_get_history() */
  char *complaint;
} AskHistoryEntry;

/**
 * AskHistoryRecord:
 * @question: as it was asked
 * @status: "answered", "unanswerable", "clarify" or "failed"
 * @headline: (nullable): the answer in a sentence
 * @elapsed_ms: for the whole way
 * @answer: (nullable): the JSON of `ask --format json`
 *
 * What the history is to keep of a question.
 */
typedef struct
{
  const char *question;
  const char *status;
  const char *headline;
  double elapsed_ms;
  const char *answer;
} AskHistoryRecord;

/**
 * AskValueHit:
 *
 * An attribute that holds a value.
 */
typedef struct
{
  char *entity;
  char *attribute;
  char *value; /* as it stands in the data */
} AskValueHit;

/**
 * AskValueSpan:
 * @start: byte offset in the question
 * @length: bytes
 * @hits: (element-type AskValueHit): where the words stand as a value; at least one
 *
 * Words of a question that occur in the data as a value.
 */
typedef struct
{
  gsize start;
  gsize length;
  GPtrArray *hits;
} AskValueSpan;

/** AskValueFunc: @table, @column: as @source calls them; @value: as it stands in the data */
typedef void (*AskValueFunc) (const char *source, const char *table, const char *column, const char *value,
                              gpointer data);

/**
 * AskStoredValue:
 * @source, @table, @column: where it stands, by the source's own names
 * @value: as it stands there
 * @whole: what was looked for is all of it
 *
 * A value of the index.
 */
typedef struct
{
  char *source;
  char *table;
  char *column;
  char *value;
  gboolean whole;
} AskStoredValue;

/**
 * AskValuePlace:
 *
 * A column, by the source's own names.
 */
typedef struct
{
  const char *source;
  const char *table;
  const char *column;
} AskValuePlace;

/**
 * AskValueFacts:
 * @column: by the source's own name
 * @n_rows: of the table, of a server's no more than the first million; -1 where nobody counted
 * @n_empty: rows without a value: NULL, and "" where it is text; -1 where nobody counted
 * @n_distinct: different values; at least so many where they are not @complete; -1 where nobody counted
 * @complete: whether all different values were looked at; the counts below are of those that were
 * @n_numbers: different values that are kept as numbers
 * @n_texts: those that are kept as text
 * @n_text_numbers: texts that read as a number
 * @n_digits: texts of digits only
 * @n_percents: texts that are a number and "%"
 * @n_blanks: texts that begin or end with a blank
 * @n_dates: texts that begin as a date, "2024-05"
 * @least, @greatest: number, kept as one or as text; @least > @greatest where there is none
 *
 * What is known of a column beside its values, as its source was when it was last read.
 */
typedef struct
{
  char *column;
  gint64 n_rows;
  gint64 n_empty;
  gint64 n_distinct;
  gboolean complete;
  gint64 n_numbers;
  gint64 n_texts;
  gint64 n_text_numbers;
  gint64 n_digits;
  gint64 n_percents;
  gint64 n_blanks;
  gint64 n_dates;
  double least;
  double greatest;
} AskValueFacts;

/**
 * AskSchemaVersion:
 * @reason: why it was saved, "Added source sales"
 * @author: (nullable): who saved it
 */
typedef struct
{
  gint64 id;
  gint64 saved_at; /* µs since 1970, UTC */
  char *reason;
  char *author;
} AskSchemaVersion;

void ask_source_record_free  (AskSourceRecord  *self);
void ask_verified_free       (AskVerified      *self);
void ask_verified_run_free   (AskVerifiedRun   *self);
void ask_break_free          (AskBreak         *self);
void ask_drift_free          (AskDrift         *self);
void ask_history_entry_free  (AskHistoryEntry  *self);
void ask_value_hit_free      (AskValueHit      *self);
void ask_value_span_free     (AskValueSpan     *self);
void ask_stored_value_free   (AskStoredValue   *self);
void ask_value_facts_free    (AskValueFacts    *self);
void ask_schema_version_free (AskSchemaVersion *self);

typedef struct _AskWorkspace AskWorkspace;

char            *ask_workspace_get_default_path (void);
AskWorkspace    *ask_workspace_open             (const char      *path,
                                                 GError         **error);
void             ask_workspace_close            (AskWorkspace    *self);
const char      *ask_workspace_get_path         (AskWorkspace    *self);
const char      *ask_workspace_get_id           (AskWorkspace    *self);

/**
 * AskNewSource:
 * @kind: what it is
 * @name: a letter, then letters, digits and _; unique in the workspace, whatever the case
 * @location: a path (made absolute), or for REST the specification's path or URL, or for a database
 *   server its URI: a password in it goes to the Secret Service, "$VARIABLE" in the place of one is
 *   read from the environment each time
 * @base_url: (nullable): for REST, where calls go, instead of what the specification says
 * @options: (nullable) (element-type AskSourceOption): what else is said of it, from ask_option_new_typed(). A secret,
 *   or a value under a name that looks like a key's (or that the specification says is one), goes to the Secret
 *   Service; "$VARIABLE" is read from the environment each time; any other stays in the file
 * @unreached: of a document that is at hand, whether the source is added though nobody answers at its server now; its
 *   record says so until it is tested or refreshed
 *
 * A source that is to be added.
 */
typedef struct
{
  const AskSourceKind *kind;
  const char *name;
  const char *location;
  const char *base_url;
  GPtrArray *options;
  gboolean unreached;
} AskNewSource;

/* Sources. @options: (element-type AskSourceOption): of the source's kind, see ask-option.h */
AskSourceRecord *ask_workspace_add_source       (AskWorkspace    *self,
                                                 const AskNewSource *source,
                                                 GPtrArray      **notes,
                                                 GCancellable    *cancellable,
                                                 GError         **error);
gboolean         ask_workspace_say              (AskWorkspace    *self,
                                                 const char      *name,
                                                 GPtrArray       *options,
                                                 GError         **error);
gboolean         ask_workspace_tune_source      (AskWorkspace    *self,
                                                 const char      *name,
                                                 const AskSourceTuning *tuning,
                                                 GError         **error);
gboolean         ask_workspace_set_lenient      (AskWorkspace    *self,
                                                 const char      *name,
                                                 gboolean         lenient,
                                                 GError         **error);
gboolean         ask_workspace_set_pages        (AskWorkspace    *self,
                                                 const char      *name,
                                                 const char *const *whole,
                                                 const char *const *follow,
                                                 const char *const *unsaid,
                                                 GError         **error);
gboolean         ask_workspace_set_order        (AskWorkspace    *self,
                                                 const char      *name,
                                                 const char *const *trusted,
                                                 const char *const *distrusted,
                                                 GError         **error);
gboolean         ask_workspace_set_reads        (AskWorkspace    *self,
                                                 const char      *name,
                                                 const char *const *reads,
                                                 const char *const *writes,
                                                 GError         **error);
gboolean         ask_workspace_set_keys         (AskWorkspace    *self,
                                                 const char      *name,
                                                 GPtrArray       *options,
                                                 GCancellable    *cancellable,
                                                 GError         **error);
gboolean         ask_workspace_set_shape        (AskWorkspace    *self,
                                                 const char      *name,
                                                 GPtrArray       *options,
                                                 GPtrArray      **notes,
                                                 GCancellable    *cancellable,
                                                 GError         **error);
gboolean         ask_workspace_refresh_source   (AskWorkspace    *self,
                                                 const char      *name,
                                                 GPtrArray      **notes,
                                                 GCancellable    *cancellable,
                                                 GError         **error);
gboolean         ask_workspace_test_source      (AskWorkspace    *self,
                                                 const char      *name,
                                                 GCancellable    *cancellable,
                                                 GError         **error);
gboolean         ask_workspace_remove_source    (AskWorkspace    *self,
                                                 const char      *name,
                                                 GError         **error);
GPtrArray       *ask_workspace_list_sources     (AskWorkspace    *self,
                                                 GError         **error);

/* The abstract schema: every save is a version. An edit is saved with ask_workspace_save_schema_from(). */
AskSchema       *ask_workspace_load_schema      (AskWorkspace    *self,
                                                 GError         **error);
AskSchema       *ask_workspace_load_newest_schema (AskWorkspace  *self,
                                                 gint64          *version,
                                                 GError         **error);
gboolean         ask_workspace_save_schema      (AskWorkspace    *self,
                                                 AskSchema       *schema,
                                                 const char      *reason,
                                                 GError         **error);
gboolean         ask_workspace_save_schema_from (AskWorkspace    *self,
                                                 gint64          *base,
                                                 AskSchema       *schema,
                                                 const char      *reason,
                                                 AskSchema      **joined,
                                                 GError         **error);
AskSchema       *ask_schema_join                (AskSchema       *base,
                                                 AskSchema       *theirs,
                                                 AskSchema       *ours,
                                                 GError         **error);
gboolean         ask_workspace_restore_schema   (AskWorkspace    *self,
                                                 gint64           version,
                                                 GError         **error);
GPtrArray       *ask_workspace_list_schema_versions (AskWorkspace *self,
                                                 GError         **error);
AskSchema       *ask_workspace_load_schema_version (AskWorkspace *self,
                                                 gint64           id,
                                                 GError         **error);
gboolean         ask_workspace_find_removal     (AskWorkspace    *self,
                                                 const char      *sql,
                                                 char           **entity,
                                                 AskSchemaVersion **version,
                                                 GError         **error);
AskEngine       *ask_workspace_open_engine      (AskWorkspace    *self,
                                                 GError         **error);
AskEngine       *ask_workspace_open_engine_on   (AskWorkspace    *self,
                                                 AskSchema       *schema,
                                                 GError         **error);

/* What a refresh found: kept until a steward has seen it. */
AskDrift        *ask_workspace_get_drift        (AskWorkspace    *self,
                                                 const char      *source,
                                                 GError         **error);
gboolean         ask_workspace_clear_drift      (AskWorkspace    *self,
                                                 const char      *source,
                                                 GError         **error);
GPtrArray       *ask_workspace_find_breaks      (AskWorkspace    *self,
                                                 AskSchema       *before,
                                                 AskSchema       *after,
                                                 GError         **error);
AskDoctor       *ask_workspace_get_doctor       (AskWorkspace    *self,
                                                 const char      *source,
                                                 GError         **error);

/* What the sources do not say of themselves: offered, never imposed. */
GPtrArray       *ask_workspace_suggest          (AskWorkspace    *self,
                                                 GCancellable    *cancellable,
                                                 GError         **error);
GPtrArray       *ask_workspace_suggest_for      (AskWorkspace    *self,
                                                 const char      *source,
                                                 GCancellable    *cancellable,
                                                 GError         **error);
gboolean         ask_workspace_dismiss_suggestion (AskWorkspace  *self,
                                                 const char      *key,
                                                 GError         **error);
gboolean         ask_workspace_recall_suggestions (AskWorkspace  *self,
                                                 GError         **error);

/* Documents: the schema together with the verified questions. */
gboolean         ask_workspace_put_questions    (AskWorkspace    *self,
                                                 AskSchema       *schema,
                                                 GError         **error);
gboolean         ask_workspace_import_schema    (AskWorkspace    *self,
                                                 AskSchema       *schema,
                                                 const char      *reason,
                                                 GError         **error);

/* Verified questions. */
AskVerified     *ask_workspace_get_verified     (AskWorkspace    *self,
                                                 gint64           id,
                                                 GError         **error);
AskVerified     *ask_workspace_edit_verified    (AskWorkspace    *self,
                                                 gint64           id,
                                                 const char      *question,
                                                 const char      *sql,
                                                 GError         **error);
AskVerifiedRun  *ask_workspace_run_verified     (AskWorkspace    *self,
                                                 AskEngine       *engine,
                                                 gint64           id,
                                                 GCancellable    *cancellable,
                                                 GError         **error);
gboolean         ask_workspace_accept_verified  (AskWorkspace    *self,
                                                 gint64           id,
                                                 const char      *sql,
                                                 const AskFingerprint *result,
                                                 GError         **error);
AskVerified     *ask_workspace_add_verified     (AskWorkspace    *self,
                                                 const char      *question,
                                                 const char      *sql,
                                                 GError         **error);
GArray          *ask_workspace_import_verified  (AskWorkspace    *self,
                                                 GPtrArray       *pairs,
                                                 GError         **error);
gboolean         ask_workspace_remove_verified  (AskWorkspace    *self,
                                                 gint64           id,
                                                 GError         **error);
GPtrArray       *ask_workspace_list_verified    (AskWorkspace    *self,
                                                 GError         **error);

/* History. */
gint64           ask_workspace_add_history      (AskWorkspace    *self,
                                                 const AskHistoryRecord *record,
                                                 GError         **error);
GPtrArray       *ask_workspace_list_history     (AskWorkspace    *self,
                                                 guint            max,
                                                 GError         **error);
AskHistoryEntry *ask_workspace_get_history      (AskWorkspace    *self,
                                                 gint64           id,
                                                 GError         **error);
gboolean         ask_workspace_complain         (AskWorkspace    *self,
                                                 gint64           id,
                                                 const char      *complaint,
                                                 GError         **error);

/* Settings: "model/url", "model/name", "model/key-env", "prompt/<name>", … */
char            *ask_workspace_get_state        (AskWorkspace    *self,
                                                 GError         **error);
char            *ask_workspace_get_setting      (AskWorkspace    *self,
                                                 const char      *key);
gboolean         ask_workspace_set_setting      (AskWorkspace    *self,
                                                 const char      *key,
                                                 const char      *value,
                                                 GError         **error);

/* Who works here: "person/name", or as the system calls them. */
char            *ask_workspace_dup_person       (AskWorkspace    *self);

/* The index of values, for questions that name one. */
GPtrArray       *ask_workspace_find_value       (AskWorkspace    *self,
                                                 const char      *text,
                                                 GError         **error);
GPtrArray       *ask_workspace_find_value_on    (AskWorkspace    *self,
                                                 AskSchema       *schema,
                                                 const char      *text,
                                                 GError         **error);
GPtrArray       *ask_workspace_find_values_in   (AskWorkspace    *self,
                                                 const char      *question,
                                                 GError         **error);
gboolean         ask_workspace_each_value       (AskWorkspace    *self,
                                                 AskValueFunc     func,
                                                 gpointer         data,
                                                 GError         **error);

/* The same by stems, and what is known of columns. */
char            *ask_value_key                  (const char      *text);
GPtrArray       *ask_workspace_find_key         (AskWorkspace    *self,
                                                 const char      *key,
                                                 GError         **error);
GPtrArray       *ask_workspace_find_stem        (AskWorkspace    *self,
                                                 const char      *stem,
                                                 GError         **error);
gboolean         ask_workspace_find_number      (AskWorkspace    *self,
                                                 const AskValuePlace *place,
                                                 double           number,
                                                 gboolean        *found,
                                                 GError         **error);
gboolean         ask_workspace_contains         (AskWorkspace    *self,
                                                 const AskValuePlace *part,
                                                 const AskValuePlace *whole,
                                                 gboolean        *contains,
                                                 GError         **error);
GPtrArray       *ask_workspace_list_values      (AskWorkspace    *self,
                                                 const AskValuePlace *place,
                                                 GError         **error);
GPtrArray       *ask_workspace_load_facts       (AskWorkspace    *self,
                                                 const char      *source,
                                                 const char      *table,
                                                 GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskWorkspace, ask_workspace_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSourceRecord, ask_source_record_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskVerified, ask_verified_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskVerifiedRun, ask_verified_run_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBreak, ask_break_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDrift, ask_drift_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskHistoryEntry, ask_history_entry_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskValueHit, ask_value_hit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskValueSpan, ask_value_span_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskStoredValue, ask_stored_value_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskValueFacts, ask_value_facts_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSchemaVersion, ask_schema_version_free)

G_END_DECLS
