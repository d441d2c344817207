/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the engine's files share: the session, the statement under way, and fetched rows.
 */
#pragma once

#include <sqlite3.h>

#include "engine/ask-engine.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-catalog.h"

G_BEGIN_DECLS

typedef struct _AskFragment AskFragment;

/** AskTerm: how an attribute has to stand to a value: one argument of a call */
typedef struct
{
  const AskAttribute *attribute;
  AskParameterUse use;
} AskTerm;

/**
 * AskFetch:
 * @fragment: (nullable): that @entity is the shape of
 * @once: rows are not kept: they are read one time from the first to the last
 * @at: of @once, rows that have come
 * @row: of @once, the last one; borrowed from @cursor
 * @rows: what has come so far, all attributes of the entity
 * @cursor: (nullable): where further rows come from; %NULL when all are there
 * @bound: @n_bound deep copies: the arguments that fetched it
 *
 * @n_top: of the first rows of a list: so many are enough; 0 where they are not, or it is no such fetch
 *
 * The rows of one API entity or fragment for one set of arguments.
 */
typedef struct
{
  gatomicrefcount ref_count;
  const AskEntity *entity;
  AskFragment *fragment;
  gboolean once;
  gsize at;
  const AskValue *row;
  AskTerm *terms; /* of @bound */
  AskValue *bound;
  guint n_bound;
  AskRows *rows;
  AskCursor *cursor;
  GError *failure; /* nullable: what ended @cursor, told whenever a further row is asked for */
  struct _AskFetchIndex **indexes; /* by column; nullable */
  GArray *rowids; /* gint64, of the first rows; nullable */
  GHashTable *seen; /* hash of a row's content → how often it came */
  gsize n_top;
} AskFetch;

/**
 * AskWish:
 * @sort: (nullable): the order that an API is asked for
 * @page_size: rows a page, 0 for the usual ones
 *
 * What a call is asked for beside its arguments: how the rows come, not which.
 */
typedef struct
{
  const AskSort *sort;
  gboolean descending;
  gint64 page_size;
} AskWish;

/**
 * AskTop:
 * @n: how many rows are wanted, at least 1
 * @sort: (nullable): how to ask for their order; %NULL where any rows do
 * @attribute: (nullable): that they are ordered by
 * @column: its place
 * @ties: rows that equal the last one must all be there
 *
 * The first rows of a list.
 */
typedef struct
{
  gint64 n;
  const AskSort *sort;
  const AskAttribute *attribute;
  guint column;
  gboolean descending;
  gboolean ties;
} AskTop;

/**
 * AskWanted:
 *
 * A key that a lookahead met and that nobody has fetched yet.
 */
typedef struct
{
  const AskEntity *entity;
  AskTerm *terms;
  AskValue *bound;
  guint n_bound;
} AskWanted;

/**
 * AskReading:
 * @sql: what SQLite runs, which a shadow runs again
 * @alone: one query of one server is all of it, and all that the server is asked: no other has to see the
 *   same state
 * @limited: a LIMIT stands somewhere in @sql
 * @shadow: (nullable): @sql, prepared for lookaheads
 * @wanted_target: keys that end the next shadow; 0 before the first
 * @useless: lookaheads that found nothing, one after the other
 *
 * What belongs to one statement of a run, and not to those that are read on its way.
 */
typedef struct
{
  const char *sql;
  gboolean alone;
  gboolean limited;
  sqlite3_stmt *shadow;
  guint wanted_target;
  guint useless;
} AskReading;

/**
 * AskRun:
 *
 * The statement under way. Lives on the stack of ask_engine_query().
 */
typedef struct
{
  AskReading reading; /* of the statement that is being stepped */
  AskLimits limits;
  GCancellable *stop; /* the caller's cancellation and the deadline */
  gint64 deadline; /* monotonic µs, 0 for none */
  GError *failure; /* the first one, from a source or a limit */
  GPtrArray *calls; /* AskCall */
  GPtrArray *remote; /* AskRemoteQuery */
  GHashTable *fetches; /* key → AskFetch */
  GPtrArray *begun; /* AskSource: each sees one state of its data as long as the run lasts */
  GHashTable *read; /* set of source names */
  GHashTable *arguments; /* entity name → GPtrArray of what its calls were bound to, as text */
  GHashTable *notes; /* entity name → what the plan says of the order and the number of its rows */

  guint nested; /* statements that compute what travels */
  GHashTable *tables; /* nullable: server → how many of its tables the statement names; where that is known */
  gboolean refused; /* a server would not have what was pushed to it */
  gboolean shadow; /* within a lookahead */
  GHashTable *wanted_keys; /* set of keys */
  GPtrArray *wanted; /* AskWanted */
} AskRun;

/** AskOtherPlace: a binding of an entity, as an entity of its own that nobody is told of */
typedef struct
{
  const AskEntity *of;
  AskEntity *entity;
} AskOtherPlace;

struct _AskEngine
{
  sqlite3 *db;
  AskSchema *schema;
  GHashTable *configs; /* name → AskSourceConfig */
  GHashTable *sources; /* name → AskSource, opened when first needed */
  GHashTable *attached; /* lower-case name → source name */
  GHashTable *made; /* lower-case entity name → its source's name */
  AskSqlCatalog *catalog; /* nullable: made when first needed */
  GPtrArray *bound; /* AskOtherPlace; made with the catalogue */
  gboolean defines; /* the catalogue has something that is put into statements, or is bound twice */
  GHashTable *steps; /* lower-case name of a temporary table → its AskSqlTable */
  GHashTable *fragments; /* name → AskFragment, of the statement that is being run */
  GHashTable *plans; /* shape → AskPlan, see ask-plan-cache.c */
  guint n_fragments; /* ever: tells one statement's from another's */
  gboolean servers; /* a source is a database server */
  gboolean push_down;
  gboolean trusted; /* a statement of our own is being prepared or run */
  gboolean collates; /* an attached file has columns that do not compare by bytes */
  gboolean distrusts_lists; /* of the statement under way; see find_equality() */
  const AskEntity *missing_entity; /* the last plan that failed for want of a parameter */
  const AskParameter *missing_parameter;
  AskRun *run; /* nullable */
  GRegex *regex; /* the last one of regexp() */
  char *regex_pattern;
};

/* ask-attach.c */
gboolean   ask_engine_is_stopped     (AskEngine         *self);
int        ask_functions_add         (AskEngine         *engine,
                                      sqlite3           *db);
gboolean   ask_engine_prepare_names  (AskEngine         *self,
                                      AskSqlTree        *tree,
                                      GError           **error);
gboolean   ask_engine_execute        (AskEngine         *self,
                                      const char        *sql,
                                      GError           **error);
AskSource *ask_engine_get_source     (AskEngine         *self,
                                      const char        *name,
                                      GError           **error);

AskRows   *ask_engine_read           (AskEngine         *self,
                                      AskSqlTree        *tree,
                                      gsize              max_rows,
                                      gsize              max_bytes,
                                      GError           **error);
AskCursor *ask_engine_send           (AskEngine         *self,
                                      AskSource         *source,
                                      AskFragment       *fragment,
                                      const char        *sql,
                                      const AskArgument *arguments,
                                      guint              n_arguments,
                                      GError           **error);

/**
 * AskDefinition:
 * @sql: (nullable): what is to be run instead; %NULL where nothing had to be put in
 * @note: (nullable): which other places are read, for people
 */
typedef struct
{
  char *sql;
  char *note;
} AskDefinition;

/* ask-engine-define.c */
gboolean   ask_engine_names_defined  (AskEngine         *self,
                                      AskSqlTree        *tree);
gboolean   ask_engine_define         (AskEngine         *self,
                                      AskSqlTree        *tree,
                                      AskDefinition     *definition,
                                      GError           **error);
void       ask_definition_clear      (AskDefinition     *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskDefinition, ask_definition_clear)

/* ask-statement.c */
gboolean   ask_statement_failed      (AskEngine         *self,
                                      int                code,
                                      GCancellable      *cancellable,
                                      GError           **error);
gboolean   ask_statement_check       (AskEngine         *self,
                                      const char        *sql,
                                      GError           **error);

/* ask-engine-types.c */
GArray    *ask_types_new             (guint              n);
GArray    *ask_types_find            (AskSqlSelect      *select);

/* ask-step.c */
gboolean   ask_engine_keep           (AskEngine         *self,
                                      const AskRows     *rows,
                                      GArray            *types,
                                      const char        *table,
                                      GError           **error);

/* ask-authorizer.c */
int        ask_engine_authorize      (void              *engine,
                                      int                action,
                                      const char        *a,
                                      const char        *b,
                                      const char        *database,
                                      const char        *accessor);

/* ask-api-table.c */
extern const sqlite3_module ask_api_table_module;

/* ask-api-argument.c */

/* By AskParameterUse, the letter of a plan's word. */
#define ASK_BOUND_LETTERS "=gsab"

/**
 * AskBound:
 * @attribute: place of the attribute in its entity
 * @use: how the attribute stands to the values
 * @join: a join supplies the value
 * @values: (element-type AskValue): deep copies, none of them NULL, none twice
 */
typedef struct
{
  guint attribute;
  AskParameterUse use;
  gboolean join;
  GArray *values;
} AskBound;

const char *ask_engine_get_declared_type (AskType           type);
AskValue   ask_engine_read_value     (sqlite3_value     *value);
GArray    *ask_bounds_new            (void);
int        ask_bounds_take           (GArray            *bounds,
                                      const AskEntity   *entity,
                                      char               mode,
                                      guint              attribute,
                                      sqlite3_value     *value);
guint64    ask_bounds_count_runs     (GArray            *bounds);
char      *ask_argument_to_text      (const AskValue    *value);
void       ask_bounds_pick_run       (GArray            *bounds,
                                      guint              n,
                                      AskValue          *run);
char      *ask_bounds_to_text        (GArray            *bounds,
                                      const AskEntity   *entity);

/* ask-fetch.c */
AskFetch  *ask_fetch_ref             (AskFetch          *self);
void       ask_fetch_unref           (AskFetch          *self);
char      *ask_fetch_key             (const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      const AskValue    *bound,
                                      guint              n_bound);
AskFetch  *ask_fetch_open            (AskEngine         *engine,
                                      const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      const AskValue    *bound,
                                      guint              n_bound,
                                      GError           **error);
AskFetch  *ask_fetch_open_for        (AskEngine         *engine,
                                      const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      const AskValue    *bound,
                                      guint              n_bound,
                                      const AskWish     *wish,
                                      GError           **error);
gboolean   ask_fetch_batch           (AskEngine         *engine,
                                      const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      guint              n_bound,
                                      const AskValue    *bindings,
                                      guint              n_bindings,
                                      GError           **error);
AskStep    ask_fetch_get_row         (AskFetch          *self,
                                      AskEngine         *engine,
                                      gsize              row,
                                      GError           **error);
gint64     ask_fetch_get_rowid       (AskFetch          *self,
                                      gsize              row);
gboolean   ask_fetch_equal           (AskType            type,
                                      const AskValue    *cell,
                                      const AskValue    *bound);

/* ask-fetch-index.c */
typedef struct _AskFetchIndex AskFetchIndex;

#define ASK_FETCH_NO_ROW G_MAXSIZE

void       ask_fetch_index_free      (AskFetchIndex     *self);
gsize      ask_fetch_find_next       (AskFetch          *self,
                                      guint              column,
                                      gsize              row);
gsize      ask_fetch_find            (AskFetch          *self,
                                      AskEngine         *engine,
                                      guint              column,
                                      const AskValue    *value,
                                      GError           **error);
const AskValue *ask_fetch_get_cell   (AskFetch          *self,
                                      gsize              row,
                                      guint              column);
void       ask_fetch_forget          (AskRun            *run,
                                      GHashTable        *fragments);

AskFetch  *ask_fetch_new             (AskEngine         *engine,
                                      const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      const AskValue    *bound,
                                      guint              n_bound);

/* ask-fetch-top.c */
gboolean   ask_top_can_order         (const AskEntity   *entity,
                                      const AskAttribute *attribute);
gboolean   ask_fetch_find_top        (AskEngine         *engine,
                                      const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      const AskValue    *bound,
                                      guint              n_bound,
                                      const AskTop      *top,
                                      AskFetch         **fetch,
                                      gsize             *last,
                                      GError           **error);

/* ask-fetch-all.c */
gboolean   ask_fetch_find_all        (AskEngine         *engine,
                                      const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      guint              n_bound,
                                      guint              n_keys,
                                      AskFetch         **all,
                                      GError           **error);
AskFetch  *ask_fetch_get_all         (AskEngine         *engine,
                                      const AskEntity   *entity);

/* ask-lookahead.c */
void       ask_wanted_free           (AskWanted         *self);
int        ask_lookahead_note        (AskEngine         *engine,
                                      const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      const AskValue    *bound,
                                      guint              n_bound);
gboolean   ask_lookahead_run         (AskEngine         *engine,
                                      GError           **error);

/* ask-deadline.c */
typedef struct _AskDeadline AskDeadline;

AskDeadline *ask_deadline_start      (guint              ms,
                                      GCancellable      *cancellable);
void         ask_deadline_stop       (AskDeadline       *self);

/* ask-executable.c */
char      *ask_engine_print_executable (AskEngine       *self,
                                      const char        *sql);
void       ask_engine_note_arguments (AskEngine         *self,
                                      const AskEntity   *entity,
                                      GArray            *bounds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFetch, ask_fetch_unref)

G_END_DECLS
