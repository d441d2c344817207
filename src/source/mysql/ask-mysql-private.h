/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between the files of the MariaDB driver: where the server is, one connection to it, and the columns
 * of a result. Nobody else includes this.
 *
 *   ask-mysql-kind.c        the kind in the table of kinds
 *   ask-mysql-source.c      a server as a source
 *   ask-mysql-location.c    its location, a URI, taken apart
 *   ask-mysql-connection.c  one connection to it
 *   ask-mysql-connect.c     connecting, and stopping a statement there
 *   ask-mysql-session.c     what a connection begins with
 *   ask-mysql-catalog.c     what the server says of its tables
 *   ask-mysql-cursor.c      the rows of a statement
 *   ask-mysql-text.c        a statement that is not prepared, and cells that come as texts
 *   ask-mysql-type.c        types and values, both ways
 */
#pragma once

#include <mysql.h>

#include "source/mysql/ask-mysql-source.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_MYSQL_TLS_DISABLED,
  ASK_MYSQL_TLS_PREFERRED,
  ASK_MYSQL_TLS_REQUIRED,
  ASK_MYSQL_TLS_VERIFIED
} AskMysqlTls;

/**
 * AskMysqlLocation:
 * @host: (nullable): %NULL for the local socket
 * @database: (nullable)
 * @socket: (nullable): %NULL for the library's default where @host is %NULL too
 * @place: how messages name the server: "db.example:3306"
 *
 * What the URI says. Immutable, shared by threads.
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *host;
  guint port;
  char *user;
  char *database;
  char *socket;
  char *place;
  AskMysqlTls tls;
  char *ca;
  char *certificate;
  char *key;
} AskMysqlLocation;

AskMysqlLocation *ask_mysql_location_parse (AskSourceConfig  *config,
                                            GError          **error);
AskMysqlLocation *ask_mysql_location_ref   (AskMysqlLocation *self);
void              ask_mysql_location_unref (AskMysqlLocation *self);

/* ask-mysql-session.c */

gboolean  ask_mysql_set_session (MYSQL            *mysql,
                                 const char       *database,
                                 guint             limit_s,
                                 char            **refusal);

/* ask-mysql-connect.c */

MYSQL    *ask_mysql_connect     (AskSourceConfig  *config,
                                 AskMysqlLocation *location,
                                 GCancellable     *cancellable,
                                 GError          **error);
void      ask_mysql_set_error   (GError          **error,
                                 AskSourceConfig  *config,
                                 AskMysqlLocation *location,
                                 guint             code,
                                 const char       *state,
                                 const char       *message);
gboolean  ask_mysql_is_lost     (guint             code);

typedef struct _AskMysqlKill AskMysqlKill;

AskMysqlKill *ask_mysql_kill_new   (AskSourceConfig  *config,
                                    AskMysqlLocation *location,
                                    gulong            thread_id);
gboolean      ask_mysql_kill_wait  (AskMysqlKill     *self,
                                    gint64            end);
void          ask_mysql_kill_unref (AskMysqlKill     *self);

/* ask-mysql-connection.c */

typedef struct _AskMysqlConnection AskMysqlConnection;

AskMysqlConnection *ask_mysql_connection_new     (AskSourceConfig    *config,
                                                  AskMysqlLocation   *location,
                                                  GCancellable       *cancellable,
                                                  GError            **error);
void                ask_mysql_connection_free    (AskMysqlConnection *self);
MYSQL              *ask_mysql_connection_get     (AskMysqlConnection *self);
void                ask_mysql_connection_enter   (AskMysqlConnection *self,
                                                  GCancellable       *cancellable);
void                ask_mysql_connection_leave   (AskMysqlConnection *self);
void                ask_mysql_connection_stop    (AskMysqlConnection *self);
gboolean            ask_mysql_connection_is_late (AskMysqlConnection *self);
void                ask_mysql_connection_drop    (AskMysqlConnection *self);
gboolean            ask_mysql_connection_failed  (AskMysqlConnection *self,
                                                  MYSQL_STMT         *statement,
                                                  GError            **error);
gboolean            ask_mysql_connection_run     (AskMysqlConnection *self,
                                                  const char         *sql,
                                                  GCancellable       *cancellable,
                                                  GError            **error);
void                ask_mysql_connection_set_unclear (AskMysqlConnection *self);
gboolean            ask_mysql_connection_take_kept (AskMysqlConnection *self,
                                                  const char         *sql,
                                                  MYSQL_STMT        **statement);
void                ask_mysql_connection_keep    (AskMysqlConnection *self,
                                                  const char         *sql,
                                                  MYSQL_STMT         *statement);
gboolean            ask_mysql_connection_settle  (AskMysqlConnection *self);
gint64              ask_mysql_connection_get_rest (AskMysqlConnection *self);
gboolean            ask_mysql_connection_is_lost (AskMysqlConnection *self);

/* ask-mysql-source.c */

AskSourceConfig    *ask_mysql_source_get_config   (AskMysqlSource     *self);
const char         *ask_mysql_source_get_database (AskMysqlSource     *self);
gboolean            ask_mysql_source_is_mariadb   (AskMysqlSource     *self);
AskMysqlConnection *ask_mysql_source_acquire      (AskMysqlSource     *self,
                                                   GCancellable       *cancellable,
                                                   GError            **error);
void                ask_mysql_source_release      (AskMysqlSource     *self,
                                                   AskMysqlConnection *connection);
void                ask_mysql_source_forget_idle  (AskMysqlSource     *self);

/* ask-mysql-cursor.c */

/**
 * AskMysqlArguments:
 * @types: (array length=n_parameters): of the parameters
 * @values: @n_runs times @n_parameters of them
 * @n_runs: how often the statement runs, with the next values each time; 1 at least
 * @few: few rows are expected, and no column of floating-point numbers
 *
 * What a statement is run with.
 */
typedef struct
{
  const AskType *types;
  const AskValue *values;
  guint n_parameters;
  guint n_runs;
  gboolean few;
} AskMysqlArguments;

AskCursor *ask_mysql_cursor_new (AskMysqlSource  *source,
                                 const char      *sql,
                                 const AskMysqlArguments *arguments,
                                 GCancellable    *cancellable,
                                 GError         **error);

/* ask-mysql-catalog.c */

AskIntrospection *ask_mysql_introspect (AskMysqlSource  *source,
                                        GCancellable    *cancellable,
                                        GError         **error);

/* ask-mysql-type.c */

typedef enum
{
  ASK_MYSQL_READ_INT8,
  ASK_MYSQL_READ_UINT8,
  ASK_MYSQL_READ_INT16,
  ASK_MYSQL_READ_UINT16,
  ASK_MYSQL_READ_INT32,
  ASK_MYSQL_READ_UINT32,
  ASK_MYSQL_READ_INT64,
  ASK_MYSQL_READ_UINT64,
  ASK_MYSQL_READ_FLOAT,
  ASK_MYSQL_READ_DOUBLE,
  ASK_MYSQL_READ_DATE,
  ASK_MYSQL_READ_DATETIME,
  ASK_MYSQL_READ_TIME,
  ASK_MYSQL_READ_TEXT,
  ASK_MYSQL_READ_BLOB,
  ASK_MYSQL_READ_DECIMAL_AS_REAL,
  ASK_MYSQL_READ_DECIMAL_AS_INTEGER,
  ASK_MYSQL_READ_BIT,
  ASK_MYSQL_READ_BIT_AS_TEXT
} AskMysqlRead;

/**
 * AskMysqlColumn:
 * @read: how its bytes in a row of the binary protocol become a value
 * @scratch: the text of a value that does not come as text
 */
typedef struct
{
  AskMysqlRead read;
  AskType type;
  char scratch[48];
} AskMysqlColumn;

void      ask_mysql_column_init  (AskMysqlColumn     *self,
                                  const MYSQL_FIELD  *field);
gboolean  ask_mysql_column_read  (AskMysqlColumn     *self,
                                  guchar            **bytes,
                                  const guchar       *end,
                                  AskValue           *value);
gboolean  ask_mysql_column_read_bytes (AskMysqlColumn *self,
                                  const guchar       *bytes,
                                  gsize               length,
                                  AskValue           *value);
void      ask_mysql_value_for    (AskValue           *to,
                                  AskType             type,
                                  const AskValue     *from);
void      ask_mysql_bind         (MYSQL_BIND         *bind,
                                  AskType             type,
                                  AskValue           *value);

/* ask-mysql-text.c */

gboolean  ask_mysql_text_is_direct  (const char      *sql,
                                     guint            n_values);
char     *ask_mysql_text_write      (const char      *sql,
                                     const AskValue  *values,
                                     guint            n_values);
gboolean  ask_mysql_column_is_exact (const AskMysqlColumn *self);
gboolean  ask_mysql_column_read_text (AskMysqlColumn *self,
                                     const char      *text,
                                     gsize            length,
                                     AskValue        *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskMysqlLocation, ask_mysql_location_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskMysqlConnection, ask_mysql_connection_free)

G_END_DECLS
