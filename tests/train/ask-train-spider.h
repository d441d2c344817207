/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A folder in Spider's layout: questions with their right SQL, and each database twice: registered in a workspace
 * of its own as a user does, for its domain, and open in memory, for running queries at speed.
 */
#pragma once

#include <sqlite3.h>

#include "understand/link/ask-domain.h"

G_BEGIN_DECLS

#define TRAIN_N_FOLDS 5

/** TrainQuestion: @database: its name; @fold: by database, so that no fold knows another's databases */
typedef struct
{
  char *database;
  char *text;
  char *sql;
  guint fold;
} TrainQuestion;

typedef struct
{
  char *folder;
  AskWorkspace *workspace;
  AskDomain *domain;
  sqlite3 *memory;
} TrainDatabase;

char          *train_dup_folder      (void);
GPtrArray     *train_questions_load  (const char     *folder,
                                      GError        **error);
TrainDatabase *train_database_open   (const char     *folder,
                                      const char     *name,
                                      GError        **error);
void           train_database_close  (TrainDatabase  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainDatabase, train_database_close)

G_END_DECLS
