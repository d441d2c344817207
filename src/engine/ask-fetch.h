/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows that SQLite asks for and that lie elsewhere: the virtual table, what its calls are asked for, and what
 * has been fetched. Private to the engine.
 *
 *   ask-api-table.c       the virtual table of an API entity or a fragment
 *   ask-api-plan.c        which conditions go into a call, and what that costs
 *   ask-api-argument.c    the values of a call, made fit for it
 *   ask-api-lookup.c      which calls have been made, and the others
 *   ask-fetch.c           rows that were fetched, kept for one statement
 *   ask-fetch-index.c     an index over one of their columns
 *   ask-fetch-all.c       the whole list in place of many keys
 *   ask-fetch-top.c       only the first rows, for a LIMIT
 *   ask-dry.c             what would be fetched, for an estimate
 *   ask-lookahead.c       the keys that a join is about to ask for
 */
#pragma once

#include "engine/ask-engine-private.h"

G_BEGIN_DECLS

typedef struct _AskFragment AskFragment;

/** AskTerm: how an attribute has to stand to a value: one argument of a call */
typedef struct
{
  const AskAttribute *attribute;
  AskParameterUse use;
} AskTerm;

/**
 * AskKeys:
 * @entity: whose rows are wanted
 * @terms: (array length=n_bound): what a key has a value for
 * @bindings: (array): the keys, one after the other: @n_bindings times @n_bound values
 *
 * What rows are asked for by. Nothing of it is owned.
 */
typedef struct
{
  const AskEntity *entity;
  const AskTerm *terms;
  guint n_bound;
  const AskValue *bindings;
  guint n_bindings;
} AskKeys;

/**
 * AskFetch:
 * @fragment: (nullable): that @entity is the shape of
 * @budget: (transfer none): that its rows count for
 * @once: rows are not kept: they are read one time from the first to the last
 * @at: of @once, rows that have come
 * @row: of @once, the last one; borrowed from @cursor
 * @rows: what has come so far, all attributes of the entity
 * @cursor: (nullable): where further rows come from; %NULL when all are there
 * @bound: @n_bound deep copies: the arguments that fetched it
 * @n_top: of the first rows of a list: so many are enough; 0 where they are not, or it is no such fetch
 *
 * The rows of one API entity or fragment for one set of arguments.
 */
typedef struct
{
  gatomicrefcount ref_count;
  const AskEntity *entity;
  AskFragment *fragment;
  struct _AskBudget *budget;
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
void       ask_engine_give_value     (sqlite3_context   *context,
                                      const AskValue    *value);
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

/**
 * AskLookup:
 * @terms: (array length=n_bound): what is bound
 * @values: the values of @n_runs calls, @n_bound each; borrowed
 * @missing: those of @n_missing calls, whose rows are not there
 * @join: a join supplies a value
 */
typedef struct
{
  AskEngine *engine;
  const AskEntity *entity;
  AskTerm *terms;
  guint n_bound;
  AskValue *values;
  guint n_runs;
  AskValue *missing;
  guint n_missing;
  gboolean join;
} AskLookup;

/* ask-api-lookup.c */
void       ask_lookup_init           (AskLookup         *self,
                                      AskEngine         *engine,
                                      const AskEntity   *entity,
                                      GArray            *bounds,
                                      guint              n_runs);
void       ask_lookup_clear          (AskLookup         *self);
gboolean   ask_lookup_find           (AskLookup         *self,
                                      GPtrArray         *fetches);
int        ask_lookup_note           (const AskLookup   *self);
gboolean   ask_lookup_fetch          (const AskLookup   *self,
                                      GError           **error);
void       ask_lookup_take           (const AskLookup   *self,
                                      GPtrArray         *fetches);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskLookup, ask_lookup_clear)

/* ask-api-plan.c */
int            ask_api_plan             (AskEngine          *engine,
                                         const AskEntity    *entity,
                                         AskFragment        *fragment,
                                         sqlite3_index_info *info);

/* ask-fetch.c */
AskFetch  *ask_fetch_new             (AskEngine         *engine,
                                      const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      const AskValue    *bound,
                                      guint              n_bound);
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
                                      const AskKeys     *key,
                                      const AskWish     *wish,
                                      GError           **error);
gboolean   ask_fetch_batch           (AskEngine         *engine,
                                      const AskKeys     *keys,
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
void       ask_fetch_forget          (AskRun            *run,
                                      GHashTable        *fragments);

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

/* ask-fetch-top.c */
gboolean   ask_top_can_order         (const AskEntity   *entity,
                                      const AskAttribute *attribute);
gboolean   ask_top_is_trusted        (AskEngine         *engine,
                                      const AskEntity   *entity);
void       ask_top_note_untrusted    (AskEngine         *engine,
                                      const AskEntity   *entity);
gboolean   ask_fetch_find_top        (AskEngine         *engine,
                                      const AskKeys     *key,
                                      const AskTop      *top,
                                      AskFetch         **fetch,
                                      gsize             *last,
                                      GError           **error);

/* ask-fetch-all.c */
gboolean   ask_fetch_find_all        (AskEngine         *engine,
                                      const AskKeys     *keys,
                                      AskFetch         **all,
                                      GError           **error);
AskFetch  *ask_fetch_get_all         (AskEngine         *engine,
                                      const AskEntity   *entity);
guint64    ask_fetch_count_calls     (const AskKeys     *keys);
guint64    ask_fetch_count_list      (const AskKeys     *keys);

/* ask-lookahead.c */
void       ask_wanted_free           (AskWanted         *self);
int        ask_lookahead_note        (AskEngine         *engine,
                                      const AskEntity   *entity,
                                      const AskTerm     *terms,
                                      const AskValue    *bound,
                                      guint              n_bound);
gboolean   ask_lookahead_run         (AskEngine         *engine,
                                      GError           **error);

/* ask-executable.c */
void       ask_engine_note_arguments (AskEngine         *self,
                                      const AskEntity   *entity,
                                      GArray            *bounds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFetch, ask_fetch_unref)

G_END_DECLS
