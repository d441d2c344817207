/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the PostgreSQL driver share: its connections, types, and texts of statements.
 * Only they include it.
 *
 *   ask-postgres-kind.c     the kind in the table of kinds
 *   ask-postgres-source.c   a server as a source
 *   ask-postgres-link.c     one connection to it
 *   ask-postgres-kept.c     statements that a connection keeps prepared
 *   ask-postgres-session.c  what a connection begins with
 *   ask-postgres-catalog.c  what the server says of its tables
 *   ask-postgres-scan.c     a scan as SQL
 *   ask-postgres-row.c      what both cursors are made of
 *   ask-postgres-cursor.c   the rows of a statement
 *   ask-postgres-copy.c     the same, of one that gives many
 *   ask-postgres-type.c     types, and values that come
 *   ask-postgres-argument.c values that go
 *   ask-postgres-error.c    what is wrong with a server, in one sentence
 */
#pragma once

#include <libpq-fe.h>

#include "source/postgres/ask-postgres-source.h"

/* Of a cell that ask_postgres_type_read() put into the scratch: it holds its offset. */
#define ASK_POSTGRES_MOVED 0x80000000u

G_BEGIN_DECLS

/* How a value's text becomes a cell. */
typedef enum
{
  ASK_POSTGRES_TEXT,
  ASK_POSTGRES_CHAR, /* without the blanks that fill it */
  ASK_POSTGRES_INTEGER,
  ASK_POSTGRES_REAL,
  ASK_POSTGRES_BOOLEAN,
  ASK_POSTGRES_ZONED, /* timestamptz */
  ASK_POSTGRES_JSON, /* of an array's element: taken over as it is */
  ASK_POSTGRES_NUMBER, /* of an array's element: digits that JSON takes, or a word */
  ASK_POSTGRES_BYTES,
  ASK_POSTGRES_ARRAY
} AskPostgresDecode;

/**
 * AskPostgresType:
 * @element: of an array, how its elements are read
 * @delimiter: of an array, "," but for boxes
 */
typedef struct
{
  AskType type;
  AskPostgresDecode decode;
  AskPostgresDecode element;
  char delimiter;
} AskPostgresType;

gboolean  ask_postgres_type_find       (Oid                    oid,
                                        int                    modifier,
                                        AskPostgresType       *type);
void      ask_postgres_type_set_array  (AskPostgresType       *type,
                                        const AskPostgresType *element,
                                        char                   delimiter);
void      ask_postgres_type_read       (const AskPostgresType *type,
                                        const char            *text,
                                        gsize                  length,
                                        GString               *scratch,
                                        AskValue              *value);
void      ask_postgres_cells_settle    (AskValue              *cells,
                                        guint                  n_cells,
                                        const GString         *scratch);
Oid       ask_postgres_type_get_oid    (AskType                type,
                                        gboolean               array);

/**
 * AskPostgresArguments:
 * @values: (array length=n): %NULL for NULL
 * @lengths: (array length=n): bytes of what is no text
 * @formats: (array length=n): 1 for what is no text
 *
 * Arguments as libpq takes them: texts, and arrays in the server's own form, with their types.
 */
typedef struct
{
  guint n;
  char **values;
  Oid *types;
  int *lengths;
  int *formats;
} AskPostgresArguments;

AskPostgresArguments *ask_postgres_arguments_new  (const AskArgument    *arguments,
                                                   guint                 n_arguments,
                                                   GError              **error);
void                  ask_postgres_arguments_free (AskPostgresArguments *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPostgresArguments, ask_postgres_arguments_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PGresult, PQclear)

typedef struct _AskPostgresTexts AskPostgresTexts;

/**
 * AskPostgresLink:
 * @config: borrowed of the source
 * @texts: (nullable): what was sent, see ask-postgres-kept.c
 * @scratch: (nullable): a small one that a cursor has given back, for the next
 * @busy: a cursor reads from it
 * @ending: a COMMIT is on its way whose answer nobody has read yet
 * @open: a transaction is open
 * @fresh: it was connected for the statement that runs now
 * @generation: of the source's begin() that its transaction belongs to
 *
 * One connection. A source has one, and takes another only while rows of a statement are still being
 * read when the next one begins.
 */
typedef struct
{
  AskSourceConfig *config;
  PGconn *conn;
  AskPostgresTexts *texts;
  GString *scratch;
  gboolean busy;
  gboolean ending;
  gboolean open;
  gboolean fresh;
  gint64 rests_since;
  guint generation;
} AskPostgresLink;

AskPostgresLink *ask_postgres_link_new     (AskSourceConfig *config,
                                            GCancellable    *cancellable,
                                            GError         **error);
void             ask_postgres_link_free    (AskPostgresLink *self);
gboolean         ask_postgres_link_set_session (AskPostgresLink *self,
                                            guint            lock_ms,
                                            GCancellable    *cancellable,
                                            GError         **error);
gboolean         ask_postgres_link_is_lost (AskPostgresLink *self);
gboolean         ask_postgres_link_wait    (AskPostgresLink *self,
                                            GIOCondition     condition,
                                            gint64           deadline,
                                            GCancellable    *cancellable,
                                            GError         **error);
gint64           ask_postgres_link_deadline (AskPostgresLink *self);
gboolean         ask_postgres_link_flush   (AskPostgresLink *self,
                                            GCancellable    *cancellable,
                                            GError         **error);
gboolean         ask_postgres_link_result  (AskPostgresLink *self,
                                            PGresult       **result,
                                            GCancellable    *cancellable,
                                            GError         **error);
gboolean         ask_postgres_link_end     (AskPostgresLink *self,
                                            GCancellable    *cancellable,
                                            GError         **error);
PGresult        *ask_postgres_link_exec    (AskPostgresLink *self,
                                            const char      *sql,
                                            GCancellable    *cancellable,
                                            GError         **error);
void             ask_postgres_link_drop    (AskPostgresLink *self);
void             ask_postgres_link_abandon (AskPostgresLink *self);
gboolean         ask_postgres_link_settle  (AskPostgresLink *self,
                                            GCancellable    *cancellable,
                                            GError         **error);

/* Of ask-postgres-kept.c */
gboolean         ask_postgres_link_send    (AskPostgresLink *link,
                                            const char      *sql,
                                            const AskPostgresArguments *arguments,
                                            gboolean        *prepared,
                                            GCancellable    *cancellable,
                                            GError         **error);
gboolean         ask_postgres_link_forget  (AskPostgresLink *link,
                                            const char      *sql,
                                            const AskPostgresArguments *arguments,
                                            const PGresult  *result,
                                            GCancellable    *cancellable,
                                            GError         **error);
void             ask_postgres_texts_free   (AskPostgresTexts *self);

/* Of ask-postgres-error.c */
char            *ask_postgres_find_state   (const char      *message);
void             ask_postgres_set_timed_out (AskSourceConfig *config,
                                             double           seconds,
                                             GError         **error);
void             ask_postgres_set_error    (AskSourceConfig *config,
                                            PGconn          *conn,
                                            const PGresult  *result,
                                            GError         **error);
void             ask_postgres_set_connect_error (AskSourceConfig *config,
                                                 PGconn          *conn,
                                                 GError         **error);

/* Of ask-postgres-source.c */
AskSourceConfig *ask_postgres_source_get_config (AskPostgresSource *self);

/* How the rows of a statement are read. */
typedef enum
{
  ASK_POSTGRES_ONE_BY_ONE, /* as they arrive */
  ASK_POSTGRES_BY_BINDING, /* the same; the first field is no cell but the number of the binding */
  ASK_POSTGRES_TOGETHER /* once all are there: there cannot be many, and libpq makes no result for each */
} AskPostgresReading;

AskCursor       *ask_postgres_source_run     (AskPostgresSource    *self,
                                              const char           *sql,
                                              AskPostgresArguments *arguments,
                                              AskPostgresReading    how,
                                              GCancellable         *cancellable,
                                              GError              **error);
void             ask_postgres_source_give_back (AskPostgresSource  *self,
                                                AskPostgresLink    *link);
gboolean         ask_postgres_source_find_type (AskPostgresSource  *self,
                                                Oid                 oid,
                                                int                 modifier,
                                                AskPostgresType    *type,
                                                GCancellable       *cancellable,
                                                GError            **error);

/**
 * AskPostgresRow:
 * @link: (nullable): given back
 * @columns: in one piece of memory with @cells, @types and the names
 * @types: how the text of each cell is read
 * @scratch: holds what the cells do not
 *
 * What a cursor has of its statement, and one row of it.
 */
typedef struct
{
  AskPostgresSource *source;
  AskPostgresLink *link;
  guint n_columns;
  AskColumn *columns;
  AskPostgresType *types;
  AskValue *cells;
  GString *scratch;
} AskPostgresRow;

/* Of ask-postgres-row.c */
void             ask_postgres_row_init       (AskPostgresRow       *self,
                                              AskPostgresSource    *source,
                                              AskPostgresLink      *link);
gboolean         ask_postgres_row_set_columns (AskPostgresRow      *self,
                                              const PGresult       *described,
                                              int                   skip,
                                              GCancellable         *cancellable,
                                              GError              **error);
void             ask_postgres_row_give_back  (AskPostgresRow       *self);
void             ask_postgres_row_clear      (AskPostgresRow       *self);

/* Of ask-postgres-cursor.c */
AskCursor       *ask_postgres_cursor_new     (AskPostgresSource    *source,
                                              AskPostgresLink      *link,
                                              PGresult             *first,
                                              gboolean              has_binding,
                                              GCancellable         *cancellable,
                                              GError              **error);

/* Of ask-postgres-copy.c */
AskCursor       *ask_postgres_copy_new       (AskPostgresSource    *source,
                                              AskPostgresLink      *link,
                                              const char           *sql,
                                              GCancellable         *cancellable,
                                              GError              **error);

/* Of ask-postgres-scan.c and ask-postgres-catalog.c */
char            *ask_postgres_scan_print     (const AskScan         *scan,
                                              AskPostgresArguments **arguments);
gboolean         ask_postgres_catalog_read   (AskPostgresSource    *self,
                                              AskCatalog           *catalog,
                                              GPtrArray            *notes,
                                              GCancellable         *cancellable,
                                              GError              **error);

G_END_DECLS
