/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the engine's files share: the session and the run under way. Private to the engine.
 *
 *   ask-engine.c          the session: one SELECT at a time under limits
 *   ask-engine-catalog.c  the names that a statement may use
 *   ask-engine-define.c   what a steward defined, put into a statement; the nearest of several places
 *   ask-engine-try.c      small queries over files, without a plan
 *   ask-engine-types.c    the types of a statement's columns, by what it says
 *   ask-engine-origins.c  what a statement reads
 *   ask-engine-infer.c    evidence for relationships
 *   ask-attach.c          files, views and virtual tables for the names of a statement
 *   ask-authorizer.c      what SQLite lets a statement do
 *   ask-budget.c          what a session may spend, and has spent
 *   ask-cost.c            what a statement will cost
 *   ask-deadline.c        the clock that ends a statement
 *   ask-executable.c      the statement with the arguments of its calls, for people
 *   ask-external.c        functions that something outside computes
 *   ask-external-cost.c   what they will cost, before they are computed
 *   ask-inquiry.c         what they were asked for a statement
 *   ask-result.c          what a statement gave, and what people are told of how
 *   ask-hint.c            what was probably meant
 *   ask-step.c            results kept as temporary tables
 *
 * A statement is in ask-statement.h, its plan in ask-plan.h, what it fetches in ask-fetch.h.
 */
#pragma once

#include <sqlite3.h>

#include "engine/ask-engine.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-catalog.h"
#include "sql/ask-sql-printer.h"

G_BEGIN_DECLS

/**
 * AskStepped:
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
} AskStepped;

/**
 * AskRunSets:
 * @begun: (element-type AskSource): each sees one state of its data as long as the run lasts
 * @fetches: key → AskFetch
 * @arguments: entity name → GPtrArray of what its calls were bound to, as text
 * @notes: entity name → what the plan says of the order and the number of its rows
 * @wanted_keys: a set of keys
 * @wanted: (element-type AskWanted)
 *
 * What a run collects. They are the session's, and empty between two statements.
 */
typedef struct
{
  GPtrArray *begun;
  GHashTable *fetches;
  GHashTable *arguments;
  GHashTable *notes;
  GHashTable *wanted_keys;
  GPtrArray *wanted;
} AskRunSets;

/**
 * AskRun:
 *
 * The statement under way. Lives on the stack of ask_engine_query().
 */
typedef struct
{
  AskStepped reading; /* of the statement that is being stepped */
  AskLimits limits;
  GCancellable *stop; /* the caller's cancellation and the deadline */
  gint64 deadline; /* monotonic µs, 0 for none */
  struct _AskDeadline *clock; /* that keeps it */
  gint64 held_at; /* monotonic µs, since when it is held up */
  GError *failure; /* the first one, from a source or a limit */
  GPtrArray *calls; /* AskCall */
  GPtrArray *remote; /* AskRemoteQuery */
  GPtrArray *sources; /* names of those that were read, each once; NULL in a dry run */
  AskRunSets sets;
  GArray *named; /* nullable: where the text names API entities, see ask-executable.c */
  AskSqlTree *defined; /* nullable: the statement with its definitions put in */

  struct _AskDry *dry; /* nullable: nothing is fetched, only noted, see ask-dry.h */
  guint nested; /* statements that compute what travels */
  GHashTable *tables; /* nullable: server → how many of its tables the statement names; where that is known */
  gboolean refused; /* a server would not have what was pushed to it */
  gboolean shadow; /* within a lookahead */
} AskRun;

/** AskOtherPlace: a binding of an entity, as an entity of its own that nobody is told of */
typedef struct
{
  const AskEntity *of;
  AskEntity *entity;
} AskOtherPlace;

/* That came once; a board of so many tiles still finds those of its last refreshing. */
#define ASK_SHAPES 64

struct _AskEngine
{
  sqlite3 *db;
  AskSchema *schema;
  GHashTable *configs; /* name → AskSourceConfig */
  const AskSourceConfig *config; /* nullable: of @configs, the one that was looked for last */
  GHashTable *sources; /* name → AskSource, opened when first needed */
  GHashTable *attached; /* lower-case name → source name */
  GHashTable *made; /* lower-case entity name → its source's name */
  GHashTable *native; /* tables that their own names lead to, as it was when the first of several trials was run */
  gboolean trying; /* see ask_engine_try() */
  AskSqlCatalog *catalog; /* nullable: made when first needed */
  GPtrArray *bound; /* AskOtherPlace; made with the catalogue */
  gboolean defines; /* the catalogue has something that is put into statements, or is bound twice */
  gboolean calls; /* the catalogue has API entities */
  GHashTable *steps; /* lower-case name of a temporary table → its AskSqlTable */
  GHashTable *step_origins; /* lower-case name of a temporary table → GPtrArray of AskOrigin: no step among them */
  GHashTable *fragments; /* name → AskFragment, of the statement that is being run */
  AskRunSets sets;
  GHashTable *budgets; /* source → AskBudget, see ask-budget.h */
  GCancellable *stop; /* nullable: of the statement under way, or of the next one */
  gulong stop_handler;
  GHashTable *plans; /* shape → AskPlan, see ask-plan-cache.c */
  guint shapes[ASK_SHAPES]; /* hashes of those that were planned last, in a ring */
  guint n_shapes; /* ever */
  gboolean keeps_exact; /* one of @plans is kept for one text alone */
  guint n_fragments; /* ever: tells one statement's from another's */
  gboolean servers; /* a source is a database server */
  gboolean push_down;
  gboolean dry; /* no API and no server is reached */
  gboolean trusted; /* a statement of our own is being prepared or run */
  gboolean collates; /* an attached file has columns that do not compare by bytes */
  gboolean distrusts_lists; /* of the statement under way; see find_equality() */
  gboolean distrusts_numbers; /* the same */
  const AskEntity *missing_entity; /* the last plan that failed for want of a parameter */
  const AskParameter *missing_parameter;
  AskRun *run; /* nullable */
  AskEnginePause pause; /* nullable: who is asked before each further @pause_every rows are read here */
  gpointer pause_data;
  gsize pause_every;
  const struct _AskExternal *external; /* nullable: who computes external functions */
  gpointer external_data;
  GPtrArray *asked; /* AskInquiry, of the last statement */
  GPtrArray *next_calls; /* AskCall, of the statement under way or of the next one; nobody else's while it is empty */
  GRegex *regex; /* the last one of regexp() */
  char *regex_pattern;
};

/* ask-engine.c */
void       ask_engine_watch          (AskEngine         *self);

/* ask-result.c */
GPtrArray *ask_engine_ref_none       (void);
void       ask_remote_query_free     (AskRemoteQuery    *self);
void       ask_run_note_source       (AskRun            *self,
                                      const char        *source);
void       ask_result_note_actuals   (AskEngine         *self,
                                      AskPlanNode       *root);

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
gboolean   ask_engine_may_define     (AskEngine         *self,
                                      AskSqlTree        *tree);
gboolean   ask_engine_define         (AskEngine         *self,
                                      AskSqlTree        *tree,
                                      GPtrArray         *origins,
                                      AskDefinition     *definition,
                                      GError           **error);
void       ask_definition_clear      (AskDefinition     *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskDefinition, ask_definition_clear)

/* ask-engine-types.c */
GArray    *ask_types_new             (guint              n);
GArray    *ask_types_find            (AskSqlSelect      *select);
GArray    *ask_senses_find_said      (AskSqlSelect      *select);
AskSense  *ask_senses_find           (AskSqlTree        *tree,
                                      const GArray      *asked,
                                      guint             *n);

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

/* ask-deadline.c */
typedef struct _AskDeadline AskDeadline;

AskDeadline *ask_deadline_start      (guint              ms,
                                      GCancellable      *cancellable);
void         ask_deadline_hold       (AskDeadline       *self);
void         ask_deadline_release    (AskDeadline       *self);
void         ask_deadline_stop       (AskDeadline       *self);

/* ask-executable.c */
void       ask_engine_note_named     (AskEngine         *self,
                                      const AskSqlTree  *tree);
void       ask_engine_note_defined   (AskEngine         *self,
                                      const AskSqlTree  *tree);
char      *ask_engine_print_executable (AskEngine       *self,
                                      const char        *sql);

/* ask-engine-catalog.c */
AskSqlCatalog *ask_engine_get_catalog (AskEngine        *self);
void       ask_other_place_free      (gpointer           data);
gboolean   ask_engine_has_full_text  (AskEngine         *self,
                                      const AskEntity   *entity);
gboolean   ask_engine_is_server      (AskEngine         *self,
                                      const char        *source);
gboolean   ask_engine_get_dialect    (AskEngine         *self,
                                      const char        *source,
                                      AskSqlDialect     *dialect);
gboolean   ask_engine_computes       (AskEngine         *self,
                                      const char        *source);
gboolean   ask_engine_asks_first     (AskEngine         *self,
                                      const char        *source);
const char *ask_engine_describe_source (AskEngine       *self,
                                      const char        *source);

/* ask-hint.c */
GPtrArray *ask_hints_to_warnings     (GPtrArray         *hints);

G_END_DECLS
