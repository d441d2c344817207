/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of this room share: how a saved answer looks as tables, and what must not be in one.
 */
#pragma once

#include <sqlite3.h>

#include "bundle/ask-bundle.h"

G_BEGIN_DECLS

/** ASK_BUNDLE_ID: "AskA", SQLite's application_id of such a file */
#define ASK_BUNDLE_ID 0x41736b41
/** ASK_BUNDLE_BOARD_ID: "AskB", that of a board */
#define ASK_BUNDLE_BOARD_ID 0x41736b42
/** ASK_BUNDLE_VERSION: SQLite's user_version; a file with a greater one is not read */
#define ASK_BUNDLE_VERSION 1
/** ASK_BUNDLE_MAX_TABLES: tables with rows in one file */
#define ASK_BUNDLE_MAX_TABLES 200
/** ASK_BUNDLE_MAX_CELL: bytes of one row, as SQLite counts them */
#define ASK_BUNDLE_MAX_CELL (64 * 1024 * 1024)
/** ASK_BUNDLE_MAX_JSON: bytes of one document in it; what it stands for takes many times as much memory */
#define ASK_BUNDLE_MAX_JSON (8 * 1024 * 1024)
/** ASK_BUNDLE_MAX_MEMORY: of all rows: a cell takes 16 bytes here, and one in a file */
#define ASK_BUNDLE_MAX_MEMORY ((gsize) 512 * 1024 * 1024)
/** ASK_BUNDLE_ANSWER: the table with the rows of the answer */
#define ASK_BUNDLE_ANSWER "answer"

/* The tables that every file has, without the rows. */
#define ASK_BUNDLE_ABOUT "CREATE TABLE about (name TEXT, value TEXT)"
#define ASK_BUNDLE_KEPT "CREATE TABLE kept (name TEXT, step INTEGER, n_rows INTEGER, whole INTEGER, columns TEXT)"
#define ASK_BUNDLE_SENT \
  "CREATE TABLE sent (at INTEGER, kind TEXT, host TEXT, method TEXT, address TEXT, source TEXT, bytes INTEGER," \
  " tries INTEGER, status INTEGER, problem TEXT, names TEXT, shared TEXT, body INTEGER, content BLOB)"

AskBundle      *ask_bundle_new           (void);
AskBundleTable *ask_bundle_add_table     (AskBundle       *self,
                                          const char      *name,
                                          AskRows         *rows);
void            ask_bundle_add_sent      (AskBundle       *self,
                                          AskLedgerEntry  *entry,
                                          GBytes          *body);
void            ask_bundle_attach_rows   (AskBundle       *self);
gsize           ask_bundle_get_memory    (const AskBundle *self);
gboolean        ask_bundle_table_is_whole (const AskBundleTable *self);
gboolean        ask_bundle_name_is_table (const char      *name);
GPtrArray      *ask_bundle_name_columns  (const AskRows   *rows);
char           *ask_bundle_describe_columns (const AskRows *rows);
AskRows        *ask_bundle_read_columns  (const char      *json);
char           *ask_bundle_create_table  (const char      *name,
                                          const AskRows   *rows,
                                          gboolean         typed);
int             ask_bundle_fill_table    (sqlite3         *db,
                                          const char      *name,
                                          const AskRows   *rows);

/**
 * AskBundleHidden:
 *
 * What a steward has hidden, which is in no file. Its fields are its own.
 */
typedef struct _AskBundleHidden AskBundleHidden;

AskBundleHidden *ask_bundle_hidden_new   (AskSchema       *schema,
                                          GError         **error);
void            ask_bundle_hidden_free   (AskBundleHidden *self);
char           *ask_bundle_hidden_find   (AskBundleHidden *self,
                                          const char      *sql);
const char     *ask_bundle_hidden_find_column (AskBundleHidden *self,
                                          const AskRows   *rows);
gboolean        ask_bundle_hidden_has    (AskBundleHidden *self,
                                          const char      *name);
gboolean        ask_bundle_hidden_has_place (AskBundleHidden *self,
                                             const char      *place);
char           *ask_bundle_hidden_remove (AskBundleHidden *self,
                                          const char      *text,
                                          guint           *n);
JsonNode       *ask_bundle_hidden_clean  (AskBundleHidden *self,
                                          JsonNode        *document,
                                          guint           *n);

void            ask_bundle_take_citations (const AskSchema *schema,
                                           const AskAnswer *answer,
                                           JsonObject      *object);
void            ask_bundle_tame_citations (AskAnswer       *answer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBundleHidden, ask_bundle_hidden_free)

G_END_DECLS
