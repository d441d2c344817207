/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dry run: a statement is stepped through while its API entities and fragments give no row and only note what they
 * would be asked for. So the keys that a file's rows supply are known before a call is made. Private to the engine.
 */
#pragma once

#include "engine/ask-fetch.h"

G_BEGIN_DECLS

/**
 * AskDryTable:
 * @entity: of an API, or the one of a fragment
 * @keys: a set: what it is asked for by
 * @terms: (nullable) (array length=n_bound): the arguments of a key
 * @mixed: the keys are not all of the same arguments
 * @list: all its rows are wanted
 * @top: so many first rows of the list are enough; 0 where they are not
 * @join: a join supplies keys
 * @n_open: cursors that read it now, and have asked for rows
 * @most_open: the most of these at a time
 * @n_wanted: cursors that the statement has on it
 *
 * What a table would be asked for.
 */
typedef struct
{
  const AskEntity *entity;
  GHashTable *keys;
  AskTerm *terms;
  guint n_bound;
  gboolean mixed;
  gboolean list;
  gint64 top;
  gboolean join;
  guint n_open;
  guint most_open;
  guint n_wanted;
} AskDryTable;

/**
 * AskDry:
 * @tables: the SQLite table → AskDryTable
 * @n_ticks: how long it has run
 * @plan: (nullable): what it is a run of, with what was reckoned
 * @ended: it was too long, so that more may be asked for than is noted
 */
typedef struct _AskDry
{
  GHashTable *tables;
  AskPlanNode *plan;
  guint n_ticks;
  gboolean ended;
} AskDry;

AskDry      *ask_dry_new        (void);
void         ask_dry_free       (AskDry          *self);
gboolean     ask_dry_is_long    (AskDry          *self);
AskDryTable *ask_dry_open       (AskDry          *self,
                                 gconstpointer    table,
                                 const AskEntity *entity);
void         ask_dry_note       (AskDryTable     *self,
                                 GArray          *bounds,
                                 guint            n_runs,
                                 gint64           top);
void         ask_dry_count_uses (AskDry          *self,
                                 sqlite3         *db,
                                 const char      *sql);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDry, ask_dry_free)

G_END_DECLS
