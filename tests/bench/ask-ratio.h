/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of ask-ratio share: databases with their tables as they are, how each table is served, queries
 * with SQLite's answers, and the verdict on the engine's.
 */
#pragma once

#include <sqlite3.h>

#include "engine/ask-engine.h"
#include "sql/ask-sql-ast.h"
#include "store/ask-workspace.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"

G_BEGIN_DECLS

/** RatioKind: what stands in the place of the tables that are taken out of the file */
typedef enum
{
  RATIO_API,
  RATIO_POSTGRES,
  RATIO_MARIADB
} RatioKind;

/**
 * RatioColumn:
 * @affinity: what SQLite makes of @declared
 * @integers, @reals, @texts, @blobs, @nulls: how many values of each kind it really holds
 * @longest: characters of the longest text
 * @clean: whether every text is UTF-8 without a zero byte
 * @type: as which it is served
 * @filter: (nullable): the parameter that filters by it
 * @style: how that takes several values
 */
typedef struct
{
  char *name;
  char *declared;
  AskSqlAffinity affinity;
  gint64 integers;
  gint64 reals;
  gint64 texts;
  gint64 blobs;
  gint64 nulls;
  gint64 infinite;
  glong longest;
  gboolean clean;
  guint key;
  gboolean foreign;
  AskType type;
  char *filter;
  AskArrayStyle style;
} RatioColumn;

typedef struct
{
  char *name;
  GPtrArray *columns; /* RatioColumn */
  gint64 n_rows;
  guint rank; /* the lower the earlier it is replaced */
  const char *stays; /* nullable: why it cannot travel */

  AskPagingKind paging;
  guint page_size;
  gboolean zero_based;
  gboolean silent; /* nothing says which the first page is */
  gboolean link_header;
  gboolean envelope; /* the rows are a member, not the whole answer */
  gboolean total;
} RatioTable;

typedef enum
{
  RATIO_EASY,
  RATIO_MEDIUM,
  RATIO_HARD,
  RATIO_EXTRA,
  RATIO_N_LEVELS
} RatioLevel;

/**
 * RatioQuery:
 * @n: how many questions have this very query
 * @answer: (nullable): SQLite's on the untouched file; %NULL where SQLite refuses it
 */
typedef struct
{
  char *sql;
  guint n;
  RatioLevel level;
  AskSqlTree *tree; /* nullable */
  AskRows *answer;
  double elapsed_ms;
  char *refusal; /* nullable: SQLite's words */
} RatioQuery;

typedef struct
{
  char *name;
  char *path;
  sqlite3 *plain; /* the untouched file, read-only; of one thread at a time */
  GPtrArray *tables; /* RatioTable */
  GPtrArray *queries; /* RatioQuery */
} RatioDatabase;

/* ask-ratio-data.c */
GHashTable    *ratio_read_questions  (const char     *path,
                                      GError        **error);
RatioDatabase *ratio_database_open   (const char     *folder,
                                      const char     *name,
                                      GPtrArray      *queries,
                                      guint32         seed,
                                      GError        **error);
void           ratio_database_free   (RatioDatabase  *self);
RatioQuery    *ratio_query_new       (RatioDatabase  *database,
                                      const char     *sql);
void           ratio_query_free      (RatioQuery     *self);
RatioTable    *ratio_database_find   (RatioDatabase  *self,
                                      const char     *table);
gboolean       ratio_is_replaced     (RatioDatabase  *self,
                                      const RatioTable *table,
                                      guint           ratio);
char          *ratio_copy_rest       (RatioDatabase  *self,
                                      guint           ratio,
                                      const char     *folder,
                                      GError        **error);
AskRows       *ratio_run_sqlite      (sqlite3        *db,
                                      const char     *sql,
                                      char          **refusal);

/* ask-ratio-api.c */
typedef struct _RatioApi RatioApi;

RatioApi      *ratio_api_new         (RatioDatabase  *database,
                                      guint           ratio,
                                      const char     *folder);
char          *ratio_api_dup_url     (RatioApi       *self);
void           ratio_api_free        (RatioApi       *self);
AskSourceConfig *ratio_api_register  (RatioApi       *self,
                                      AskSchema      *schema,
                                      GError        **error);

/**
 * RatioSteward:
 * @whole: the schema where all tables are in one file; entities get the names that they have there
 * @joined: the relationships that @whole has are declared
 * @remember: the API's values may be kept
 */
typedef struct
{
  AskSchema *whole;
  gboolean joined;
  gboolean remember;
} RatioSteward;

/* ask-ratio-workspace.c */
AskWorkspace  *ratio_workspace_open  (RatioDatabase  *database,
                                      RatioApi       *api,
                                      const char     *rest,
                                      const char     *folder,
                                      const RatioSteward *steward,
                                      GError        **error);

/* ask-ratio-server.c */
typedef struct _RatioServer RatioServer;

RatioServer   *ratio_server_new      (RatioKind       kind,
                                      char          **reason);
void           ratio_server_free     (RatioServer    *self);
const char    *ratio_server_check    (const RatioTable *table);
void           ratio_server_load     (RatioServer    *self,
                                      RatioDatabase  *database,
                                      guint           ratio);
void           ratio_server_unload   (RatioServer    *self,
                                      RatioDatabase  *database,
                                      guint           ratio);
AskSourceConfig *ratio_server_register (RatioServer  *self,
                                      RatioDatabase  *database,
                                      guint           ratio,
                                      AskSchema      *schema,
                                      GError        **error);

/* ask-ratio-document.c */
char          *ratio_print_document  (RatioDatabase  *database,
                                      guint           ratio,
                                      const char     *base_url);
const char    *ratio_style_name      (AskArrayStyle   style);

/* ask-ratio-hardness.c */
RatioLevel     ratio_get_level       (const AskSqlTree *tree);
const char    *ratio_level_to_string (RatioLevel      level);

/* ask-ratio-compare.c */
typedef enum
{
  RATIO_SAME, /* the same rows, in order where the query has one, digit by digit */
  RATIO_PERMITTED, /* other rows, which SQL permits just as well: verified */
  RATIO_DIFFERENT
} RatioVerdict;

RatioVerdict   ratio_compare         (RatioDatabase  *database,
                                      const RatioQuery *query,
                                      const AskRows  *rows,
                                      guint          *budget);
gboolean       ratio_same_names      (const AskRows  *rows,
                                      const AskRows  *answer);
gboolean       ratio_rows_equal      (const AskValue *a,
                                      const AskValue *b,
                                      guint           n,
                                      double          tolerance);

/* ask-ratio-bare.c */
gboolean       ratio_is_bare_choice  (RatioDatabase  *database,
                                      const RatioQuery *query,
                                      const AskRows  *rows,
                                      double          tolerance);

/* ask-ratio-open.c */
gboolean       ratio_is_permitted    (RatioDatabase  *database,
                                      const RatioQuery *query,
                                      const AskRows  *rows,
                                      double          tolerance);
int            ratio_find_output     (const AskSqlTree *tree,
                                      const AskRows  *answer,
                                      const AskSqlExpr *term);
gsize          ratio_find_limit      (const AskSqlTree *tree);
gboolean       ratio_read_window     (RatioDatabase  *database,
                                      const AskSqlTree *tree,
                                      gsize           n,
                                      gsize          *first,
                                      gsize          *last);
GPtrArray     *ratio_list_choices    (RatioDatabase  *database,
                                      const RatioQuery *query,
                                      gboolean        single,
                                      guint           max);

/* ask-ratio-inner.c */
gboolean       ratio_is_inner_choice (RatioDatabase  *database,
                                      const RatioQuery *query,
                                      const AskRows  *rows,
                                      guint          *budget);

G_END_DECLS
