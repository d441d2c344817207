/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A private folder for a test with a workspace in it, perhaps with a SQLite file as its source, and ways to look at
 * the files from outside.
 * Everything is gone when the test ends.
 */
#pragma once

#include "store/ask-workspace.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/** STORE_NEWEST_VERSION: what a workspace says it is, as PRAGMA user_version, once it was opened; raised with each migration */
#define STORE_NEWEST_VERSION 22

typedef struct
{
  char *folder;
  char *path; /* of the workspace; not made yet */
} StoreFixture;

typedef struct
{
  StoreFixture *fixture;
  AskWorkspace *workspace;
  char *shop; /* path of the file that is its source “shop” */
} StoreShop;

StoreFixture *store_fixture_new       (void);
void          store_fixture_free      (StoreFixture *self);
char         *store_fixture_file      (StoreFixture *self,
                                       const char   *name);

StoreShop    *store_shop_new          (const char   *sql);
void          store_shop_free         (StoreShop    *self);

AskWorkspace *store_open              (const char   *path);
void          store_exec              (const char   *path,
                                       const char   *sql);
gint64        store_get_integer       (const char   *path,
                                       const char   *sql);
void          store_assert_whole      (const char   *path);
void          store_remove_tree       (const char   *folder);
gboolean      store_tree_contains     (const char   *folder,
                                       const char   *text);

void          store_without_session   (void);
void          store_run_in_session    (StoreFixture *self,
                                       const char   *program,
                                       const char   *test,
                                       const char   *secret);
void          store_run_on_bare_bus   (StoreFixture *self,
                                       const char   *program,
                                       const char   *test,
                                       const char   *secret);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreFixture, store_fixture_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreShop, store_shop_free)

G_END_DECLS
