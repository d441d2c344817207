/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of ClickHouse sources share:
 *
 *   ask-clickhouse-kind.c      the row of the table of kinds
 *   ask-clickhouse-location.c  the address, "clickhouse://ana@db.example:8123/shop?secure=yes"
 *   ask-clickhouse-request.c   one statement as an HTTP request; errors; stopping it
 *   ask-clickhouse-session.c   settings that change answers
 *   ask-clickhouse-catalog.c   what the server says of its tables
 *   ask-clickhouse-type.c      types by their names
 *   ask-clickhouse-block.c     blocks of the Native format, and the values in them
 *   ask-clickhouse-cursor.c    rows as they arrive
 *   ask-clickhouse-source.c    the interface
 */
#pragma once

#include "net/ask-http-stream.h"
#include "source/clickhouse/ask-clickhouse-source.h"

G_BEGIN_DECLS

/**
 * AskClickhouseLocation:
 * @url: where requests go, without user, password and parameters: "http://db.example:8123/"
 * @place: for messages: "db.example, port 8123"
 * @user: (nullable):
 * @database: (nullable): %NULL for all that are not the server's own
 */
typedef struct
{
  char *url;
  char *place;
  char *user;
  char *database;
} AskClickhouseLocation;

/**
 * AskClickhouseKind:
 *
 * What a type's bytes are in the Native format.
 */
typedef enum
{
  ASK_CLICKHOUSE_INTEGER, /* @size bytes */
  ASK_CLICKHOUSE_UNSIGNED,
  ASK_CLICKHOUSE_BOOLEAN,
  ASK_CLICKHOUSE_REAL, /* 4 or 8 bytes */
  ASK_CLICKHOUSE_DECIMAL, /* an integer of @size bytes, times 10 to the power of minus @scale */
  ASK_CLICKHOUSE_DATE, /* days since 1970: 2 bytes, or 4 with a sign */
  ASK_CLICKHOUSE_MOMENT, /* since 1970, UTC: 4 bytes of seconds, or 8 of 10 to the power of minus @scale */
  ASK_CLICKHOUSE_STRING,
  ASK_CLICKHOUSE_FIXED, /* @size bytes */
  ASK_CLICKHOUSE_UUID,
  ASK_CLICKHOUSE_ENUM, /* @size bytes */
  ASK_CLICKHOUSE_IPV4,
  ASK_CLICKHOUSE_NOTHING, /* of NULL */
  ASK_CLICKHOUSE_NULLABLE,
  ASK_CLICKHOUSE_ARRAY,
  ASK_CLICKHOUSE_TUPLE
} AskClickhouseKind;

/**
 * AskClickhouseType:
 * @size: bytes of one value
 * @precision: of a decimal
 * @scale: digits behind the point
 * @type: what it is here
 * @parts: (element-type AskClickhouseType) (nullable): of what is made of others
 * @names: (nullable): of an enumeration: number → word
 * @at: where its values begin in the block, like the next two set for each block
 * @n: how many there are
 * @starts: of texts: where each begins
 * @lengths: of texts
 * @measured_to: of texts of which not all have come: where the next one begins; else 0
 * @space: holds a value that is not in the block as it is
 */
typedef struct
{
  AskClickhouseKind kind;
  guint size;
  guint precision;
  guint scale;
  AskType type;
  GPtrArray *parts;
  GHashTable *names;
  gsize at;
  gsize n;
  GArray *starts;
  GArray *lengths;
  gsize measured_to;
  GString *space;
} AskClickhouseType;

/* ask-clickhouse-location.c */
AskClickhouseLocation *ask_clickhouse_location_new (AskSourceConfig *config, GError **error);
void ask_clickhouse_location_free (AskClickhouseLocation *self);

/* ask-clickhouse-type.c */
AskClickhouseType *ask_clickhouse_type_new (const char *declared);
void ask_clickhouse_type_set_counts (AskClickhouseType *self);
void ask_clickhouse_type_free (AskClickhouseType *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskClickhouseType, ask_clickhouse_type_free)

/* ask-clickhouse-block.c */
gboolean ask_clickhouse_read_length (const guint8 *bytes, gsize length, gsize *at, guint64 *value);
gboolean ask_clickhouse_type_measure (AskClickhouseType *self, const guint8 *bytes, gsize length, gsize n, gsize *at);
gboolean ask_clickhouse_type_check (const AskClickhouseType *self, const guint8 *bytes);
AskValue ask_clickhouse_type_read (AskClickhouseType *self, guint8 *bytes, gsize i);

/* ask-clickhouse-request.c */
AskSourceConfig *ask_clickhouse_source_get_config (AskClickhouseSource *self);
const AskClickhouseLocation *ask_clickhouse_source_get_location (AskClickhouseSource *self);
AskHttp *ask_clickhouse_source_get_http (AskClickhouseSource *self);
const char *ask_clickhouse_source_get_settings (AskClickhouseSource *self);
AskHttpStream *ask_clickhouse_send (AskClickhouseSource *self, const char *sql, const char *settings,
                                    const char *query_id, guint time_out_ms);
void ask_clickhouse_stop (AskClickhouseSource *self, const char *query_id);
void ask_clickhouse_set_refusal (AskClickhouseSource *self, const AskHttpResponse *response, GError **error);
const char *ask_clickhouse_find_exception (const char *text, gsize length);
void ask_clickhouse_set_broken (AskClickhouseSource *self, const char *text, gsize length, GError **error);
void ask_clickhouse_set_failure (AskClickhouseSource *self, const GError *failure, GError **error);
void ask_clickhouse_append_text (GString *sql, const char *text, gsize length);
void ask_clickhouse_append_name (GString *sql, const char *name);
gboolean ask_clickhouse_append_value (GString *sql, const AskValue *value);

/* ask-clickhouse-cursor.c */
AskCursor *ask_clickhouse_cursor_new (AskClickhouseSource *source, GPtrArray *statements, guint n_columns,
                                      const char *settings, gboolean counts);
AskCursor *ask_clickhouse_cursor_new_one (AskClickhouseSource *source, const char *statement, guint n_columns,
                                          const char *settings);

/* ask-clickhouse-session.c */
char *ask_clickhouse_make_settings (AskClickhouseSource *self, GCancellable *cancellable, GError **error);

/* ask-clickhouse-catalog.c */
AskIntrospection *ask_clickhouse_introspect (AskClickhouseSource *self, GCancellable *cancellable, GError **error);

G_END_DECLS
