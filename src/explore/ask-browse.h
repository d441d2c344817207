/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An entity's rows, a page at a time: which columns, in which order, which rows, and the SQL over the relational view
 * that reads them. A page never reads what no page needs.
 */
#pragma once

#include "engine/ask-engine.h"
#include "explore/ask-explore.h"

G_BEGIN_DECLS

/** ASK_BROWSE_PAGE: rows a page, unless told */
#define ASK_BROWSE_PAGE 100

/**
 * AskBrowseTest:
 * @ASK_BROWSE_CONTAINS: the text holds another, whatever the case of its ASCII letters
 * @ASK_BROWSE_EMPTY: there is no value
 *
 * How a value is compared.
 */
typedef enum
{
  ASK_BROWSE_IS,
  ASK_BROWSE_IS_NOT,
  ASK_BROWSE_LESS,
  ASK_BROWSE_AT_MOST,
  ASK_BROWSE_MORE,
  ASK_BROWSE_AT_LEAST,
  ASK_BROWSE_CONTAINS,
  ASK_BROWSE_BEGINS,
  ASK_BROWSE_EMPTY,
  ASK_BROWSE_NOT_EMPTY
} AskBrowseTest;

#define ASK_BROWSE_N_TESTS (ASK_BROWSE_NOT_EMPTY + 1)

/**
 * AskBrowseCondition:
 * @attribute: its name
 * @value: a deep copy; NULL where @test needs none
 * @joins: it comes from a relationship and not from a person, so the attribute may be hidden, and @value compares as a
 *   column in a join does
 *
 * One of the conditions that all hold.
 */
typedef struct
{
  char *attribute;
  AskBrowseTest test;
  AskValue value;
  gboolean joins;
} AskBrowseCondition;

/** AskBrowseOrder: @attribute: its name; @descending: the greatest first */
typedef struct
{
  char *attribute;
  gboolean descending;
} AskBrowseOrder;

/**
 * AskBrowse:
 * @entity: its name
 * @columns: (nullable) (element-type utf8): attributes, those that are sensitive only if they stand here; %NULL for all
 *   that are shown
 * @conditions: (element-type AskBrowseCondition)
 * @order: (element-type AskBrowseOrder): the first is the most important; the key follows
 * @where: (nullable): one more condition, as SQL
 * @roughly: (nullable): what certainly holds of the rows that pass @where, in SQL that servers know, so that not all rows travel
 *
 * What is looked at. It has no state of a page, and is copied to be changed.
 */
typedef struct
{
  char *entity;
  GPtrArray *columns;
  GPtrArray *conditions;
  GPtrArray *order;
  char *where;
  char *roughly;
} AskBrowse;

AskBrowse *ask_browse_new (const char *entity);
AskBrowse *ask_browse_copy (const AskBrowse *self);
void ask_browse_free (AskBrowse *self);
void ask_browse_add_order (AskBrowse *self, const char *attribute, gboolean descending);
void ask_browse_add_condition (AskBrowse *self, const char *attribute, AskBrowseTest test, const AskValue *value);
gboolean ask_browse_add_text (AskBrowse *self, const AskAttribute *attribute, AskBrowseTest test, const char *text,
                              GError **error);
GPtrArray *ask_browse_list_missing (const AskBrowse *self, const AskEntity *entity);
gboolean ask_browse_check_given (const AskBrowse *self, const AskEntity *entity, GError **error);
char *ask_browse_to_sql (const AskBrowse *self, AskSchema *schema, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBrowse, ask_browse_free)

/**
 * AskBrowsePage:
 * @rows: the columns that are shown
 * @behind: the same rows with the attributes that no one is shown and relationships or the order need, by name; no
 *   column where there are none
 * @first: how many rows come before it
 * @more: whether there may be more behind it
 * @sql: what was run
 * @calls: (element-type AskCall): to APIs
 * @remote: (element-type AskRemoteQuery): of servers
 * @place: the values of the last row that the order goes by, as literals of SQL; empty where a page is found by counting
 * @n_ties: rows at the end of all pages so far that have these values
 *
 * It never changes, so any thread may read it.
 */
typedef struct
{
  gatomicrefcount ref_count;
  AskRows *rows;
  AskRows *behind;
  gsize first;
  gboolean more;
  char *sql;
  GPtrArray *calls;
  GPtrArray *remote;
  GPtrArray *place;
  gsize n_ties;
  double elapsed_ms;
} AskBrowsePage;

AskBrowsePage *ask_browse_page_ref (AskBrowsePage *self);
void ask_browse_page_unref (AskBrowsePage *self);
AskBrowsePage *ask_browse_read (const AskBrowse *self, AskEngine *engine, const AskBrowsePage *after, gsize n,
                                GCancellable *cancellable, GError **error);
AskBrowsePage *ask_browse_read_at (const AskBrowse *self, AskEngine *engine, gsize first, gsize n,
                                   GCancellable *cancellable, GError **error);
const AskValue *ask_browse_page_get (const AskBrowsePage *self, gsize row, const char *attribute);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBrowsePage, ask_browse_page_unref)

/**
 * AskBrowseCount:
 * @ASK_BROWSE_UNKNOWN: nobody can say without reading all of an API, or it would take too long
 * @ASK_BROWSE_ABOUT: what the source estimates
 * @ASK_BROWSE_EXACT: counted
 */
typedef enum
{
  ASK_BROWSE_UNKNOWN,
  ASK_BROWSE_ABOUT,
  ASK_BROWSE_EXACT
} AskBrowseCount;

gboolean ask_browse_count (const AskBrowse *self, AskEngine *engine, AskBrowseCount *count, gint64 *n,
                           GCancellable *cancellable, GError **error);

G_END_DECLS
