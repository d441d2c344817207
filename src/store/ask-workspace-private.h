/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of this room share about an open workspace: its connection, statements and
 * transactions, and how SQLite's failures become sentences. No other room includes it.
 *
 *   ask-workspace.c             opening a file, settings
 *   ask-workspace-statement.c   statements, transactions, failures
 *   ask-workspace-migrations.c  the tables, and how they became what they are
 *   ask-workspace-options.c     options of sources as older files kept them
 *   ask-workspace-records.c     how what is handed out is freed
 *
 *   ask-workspace-schema.c      the schema and its versions
 *   ask-workspace-parts.c       versions as the parts that they changed
 *   ask-workspace-concert.c     two who worked on the same version
 *   ask-workspace-import.c      what a source gave when it was last read
 *   ask-workspace-drift.c       what changed at a source, and what that breaks
 *   ask-workspace-suggest.c     what sources do not say of themselves
 *
 *   ask-workspace-questions.c   the history of questions
 *   ask-workspace-verified.c    verified questions
 *   ask-workspace-examples.c    what people said of questions, to learn from
 *   ask-workspace-functions.c   functions of SQL that a steward defined
 *   ask-workspace-pairs.c       which values of two lists belong together
 *   ask-workspace-values.c      the index of values
 *   ask-workspace-index.c       writes it
 *   ask-workspace-facts.c       what is known of columns, and values by their stems
 *   ask-values-facts.c          what a column's values are like, and their stems
 *   ask-values-collect.c        reads values for it
 *   ask-values-server.c         reads them out of a database server
 *
 * Sources themselves are behind ask-source-row.h, boards behind ask-board-private.h.
 */
#pragma once

#include "store/ask-workspace.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* The setting that has the numbers of pinned answers, a JSON array. */
#define ASK_WORKSPACE_PINNED "window/pinned"

/* "AskD", in the header of every workspace file. */
#define ASK_WORKSPACE_APPLICATION_ID 0x41736b44
#define ASK_WORKSPACE_BUSY_MS 5000

/**
 * AskWorkspace:
 * @schema: (nullable): the schema of version @schema_id, as last read
 * @choices: (nullable): of @schema: folded text → GPtrArray of AskValueHit
 */
typedef struct _AskLedger AskLedger;

struct _AskWorkspace
{
  char *path;
  char *id;
  sqlite3 *db;
  AskSchema *schema;
  gint64 schema_id;
  GHashTable *choices;
  sqlite3_stmt *find_key; /* kept: a question looks a hundred keys up */
  sqlite3_stmt *find_stem;
  sqlite3_stmt *find_number;
  AskLedger *ledger; /* what was sent and is not written yet */
};

static inline void
ask_statement_finalize (sqlite3_stmt *statement)
{
  /* Its result repeats the error of the last step, which was reported there. */
  sqlite3_finalize (statement);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, ask_statement_finalize)

/**
 * AskValueGroup:
 * @values: (element-type utf8): what the column holds, for all questions
 * @years: @values are years of dates, not what stands in the column
 * @more: (nullable) (element-type utf8): values that are found by their stems only
 * @numbers: (nullable) (element-type double): what it holds of numbers
 * @facts: (nullable): what else is to be known of the column
 *
 * The values of one column of a source, on their way into the index.
 */
typedef struct
{
  const AskAttribute *attribute; /* whose values they are, while they are collected */
  char *table;
  char *column;
  GPtrArray *values;
  gboolean years;
  GPtrArray *more;
  GArray *numbers;
  AskValueFacts *facts;
} AskValueGroup;

AskValueGroup *ask_value_group_new           (const char    *table,
                                              const char    *column);
void          ask_value_group_free           (AskValueGroup *self);
void          ask_value_group_take           (AskValueGroup *self,
                                              AskType        type,
                                              const AskValue *value);
void          ask_value_group_end            (AskValueGroup *self,
                                              gboolean       complete,
                                              gboolean       key);
void          ask_value_group_put_bounds     (AskValueGroup *self,
                                              gint64         n_rows,
                                              gint64         n_full,
                                              const AskValue *least,
                                              const AskValue *greatest);
void          ask_value_group_choose         (AskValueGroup *self,
                                              GPtrArray     *found,
                                              GPtrArray     *values,
                                              gboolean       years);
AskValueGroup *ask_value_groups_find         (GPtrArray     *groups,
                                              const AskAttribute *attribute);
gboolean      ask_value_read_number          (const char    *text,
                                              double        *number);
GPtrArray    *ask_value_split                (const char    *text);
gboolean      ask_values_is_date             (const char    *text);

void          ask_workspace_set_error        (AskWorkspace  *self,
                                              const char    *what,
                                              GError       **error);
sqlite3_stmt *ask_workspace_prepare          (AskWorkspace  *self,
                                              const char    *what,
                                              const char    *sql,
                                              GError       **error);
gboolean      ask_workspace_run              (AskWorkspace  *self,
                                              const char    *what,
                                              sqlite3_stmt  *statement,
                                              GError       **error);
gboolean      ask_workspace_step             (AskWorkspace  *self,
                                              const char    *what,
                                              sqlite3_stmt  *statement,
                                              gboolean      *row,
                                              GError       **error);

/** AskRowFunc: @statement: on a row. Returns: (transfer full): what the row says */
typedef gpointer (*AskRowFunc)               (sqlite3_stmt  *statement);

GPtrArray    *ask_workspace_read_rows        (AskWorkspace  *self,
                                              const char    *what,
                                              sqlite3_stmt  *statement,
                                              AskRowFunc     read,
                                              GDestroyNotify free_row,
                                              GError       **error);
gboolean      ask_workspace_end              (AskWorkspace  *self,
                                              const char    *what,
                                              gboolean       done,
                                              GError       **error);
gboolean      ask_workspace_run_and_end           (AskWorkspace  *self,
                                              const char    *what,
                                              sqlite3_stmt  *statement,
                                              GError       **error);
gboolean      ask_workspace_exec             (AskWorkspace  *self,
                                              const char    *what,
                                              const char    *sql,
                                              GError       **error);
gboolean      ask_workspace_begin            (AskWorkspace  *self,
                                              const char    *what,
                                              GError       **error);
gboolean      ask_workspace_commit           (AskWorkspace  *self,
                                              const char    *what,
                                              GError       **error);
void          ask_workspace_rollback         (AskWorkspace  *self);
gboolean      ask_workspace_get_integer      (AskWorkspace  *self,
                                              const char    *what,
                                              const char    *sql,
                                              gint64        *value,
                                              GError       **error);
void          ask_statement_bind_text        (sqlite3_stmt  *statement,
                                              int            place,
                                              const char    *text);
char         *ask_statement_dup_text         (sqlite3_stmt  *statement,
                                              int            column);

gboolean      ask_workspace_migrate          (AskWorkspace  *self,
                                              GError       **error);

AskSchema    *ask_workspace_get_schema       (AskWorkspace  *self,
                                              GError       **error);
gboolean      ask_workspace_check_no_draft   (AskWorkspace  *self,
                                              GError       **error);
gboolean      ask_workspace_put_schema       (AskWorkspace  *self,
                                              AskSchema     *schema,
                                              const char    *reason,
                                              GError       **error);

/* ask-workspace-parts.c: versions as the parts that they changed */
gboolean      ask_workspace_type_options     (AskWorkspace  *self,
                                              GError       **error);
gboolean      ask_workspace_stem_values      (AskWorkspace  *self,
                                              GError       **error);
gboolean      ask_workspace_split_documents  (AskWorkspace  *self,
                                              GError       **error);
AskSchema    *ask_workspace_read_version     (AskWorkspace  *self,
                                              gint64         id,
                                              GError       **error);
gboolean      ask_workspace_write_parts      (AskWorkspace  *self,
                                              AskSchema     *before,
                                              AskSchema     *after,
                                              gint64         version,
                                              gboolean      *changed,
                                              GError       **error);

/**
 * AskRowChange:
 * @what: what was not done where it fails: "the complaint was not kept"
 * @sql: changes the row ?1; ?2, where it has one, is a text
 * @missing: how a sentence about a number that no row has begins: "There is no history entry"
 *
 * A change of one row that somebody knows by its number.
 */
typedef struct
{
  const char *what;
  const char *sql;
  const char *missing;
} AskRowChange;

/* ask-workspace-questions.c */
gboolean      ask_workspace_change_one       (AskWorkspace  *self,
                                              const AskRowChange *change,
                                              gint64         id,
                                              const char    *text,
                                              GError       **error);

/* ask-ledger-write.c: what this thread sends */
void          ask_ledger_open                (AskWorkspace  *self);
void          ask_ledger_close               (AskWorkspace  *self);

/* ask-workspace-concert.c: two who worked on the same version */
AskVerified  *ask_workspace_write_verified   (AskWorkspace  *self,
                                              const char    *question,
                                              const char    *sql,
                                              gint64         at,
                                              const char    *by,
                                              GError       **error);

/* ask-workspace-examples.c: what people said of questions */
gboolean      ask_workspace_take_verified_example (AskWorkspace *self,
                                              const AskVerified *verified,
                                              GError       **error);
gboolean      ask_workspace_rename_examples  (AskWorkspace  *self,
                                              AskSchema     *before,
                                              AskSchema     *after,
                                              GError       **error);
gboolean      ask_workspace_rename_boards    (AskWorkspace  *self,
                                              AskSchema     *before,
                                              AskSchema     *after,
                                              GError       **error);

gboolean      ask_workspace_add_drift        (AskWorkspace  *self,
                                              const char    *source,
                                              GPtrArray     *changes,
                                              GPtrArray     *breaks,
                                              GError       **error);
gboolean      ask_workspace_merge_import     (AskWorkspace  *self,
                                              const char    *source,
                                              AskIntrospection *found,
                                              const char    *reason,
                                              GError       **error);

GHashTable   *ask_choices_new                (AskSchema     *schema);
char         *ask_value_fold                 (const char    *text);
gboolean      ask_workspace_put_values       (AskWorkspace  *self,
                                              const char    *source,
                                              GPtrArray     *groups,
                                              GError       **error);

/* Of a column: distinct texts, and distinct years. */
#define ASK_VALUES_MAX 5000
#define ASK_VALUES_MAX_YEARS 500
/* Of a column: texts that are found by their stems, and numbers of a key; numbers of any other. */
#define ASK_VALUES_MAX_KEYED 6000
#define ASK_VALUES_MAX_NUMBERS 2000
/* Words within values: of a column that has fewer values than that, so many values a word. */
#define ASK_VALUES_MAX_SPLIT 3000
#define ASK_VALUES_MAX_WITH_WORD 12

GPtrArray    *ask_values_choose_words        (const AskEntity    *entity,
                                              const AskAttribute *attribute,
                                              GPtrArray          *found,
                                              gboolean           *dates);
gboolean      ask_values_read_server         (AskSource          *source,
                                              const AskSourceKind *kind,
                                              const AskEntity    *entity,
                                              GPtrArray          *groups,
                                              GCancellable       *cancellable,
                                              GError            **error);
gboolean      ask_values_count_server        (AskSource          *source,
                                              const AskSourceKind *kind,
                                              const AskEntity    *entity,
                                              GPtrArray          *groups,
                                              GCancellable       *cancellable,
                                              GError            **error);
GPtrArray    *ask_values_collect             (AskSchema       *imported,
                                              AskSourceConfig *config,
                                              GPtrArray       *notes,
                                              GCancellable    *cancellable,
                                              GError         **error);

G_END_DECLS
