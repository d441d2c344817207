/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the engine knows of any source: open, introspect, scan, query, and cursors that tell the end
 * of rows from a failure. One file per kind implements it. Nothing here plans across sources.
 *
 * A source belongs to the thread that opened it. Every call blocks, takes a GCancellable and
 * returns within 100 ms of its being cancelled.
 */
#pragma once

#include <gio/gio.h>

#include "schema/ask-catalog.h"
#include "schema/openapi/ask-openapi.h"
#include "source/ask-source-kind.h"

G_BEGIN_DECLS

#define ASK_SOURCE_ERROR (ask_source_error_quark ())

/**
 * AskSourceError:
 * @ASK_SOURCE_ERROR_UNREACHABLE: no file there, no route, refused, name not found
 * @ASK_SOURCE_ERROR_NOT_A_DATABASE: a file is there but is no database
 * @ASK_SOURCE_ERROR_LOCKED: another program holds it
 * @ASK_SOURCE_ERROR_DENIED: 401, 403, or no permission for the file
 * @ASK_SOURCE_ERROR_NOT_FOUND: 404
 * @ASK_SOURCE_ERROR_BUSY: 429 after all retries
 * @ASK_SOURCE_ERROR_SERVER: 5xx after all retries
 * @ASK_SOURCE_ERROR_TIMED_OUT: no answer in time
 * @ASK_SOURCE_ERROR_MALFORMED: an answer that is not what the specification promised
 * @ASK_SOURCE_ERROR_CUT: the connection ended in the middle of an answer
 * @ASK_SOURCE_ERROR_ARGUMENT: a required parameter has no value
 * @ASK_SOURCE_ERROR_CONFIG: the registration itself is wrong
 * @ASK_SOURCE_ERROR_LIMIT: a limit of ours (calls, rows, bytes) was reached
 * @ASK_SOURCE_ERROR_DATA: a database could not compute a value (out of range, not a number): the
 *   same computed here may well have one
 */
typedef enum
{
  ASK_SOURCE_ERROR_UNREACHABLE,
  ASK_SOURCE_ERROR_NOT_A_DATABASE,
  ASK_SOURCE_ERROR_LOCKED,
  ASK_SOURCE_ERROR_DENIED,
  ASK_SOURCE_ERROR_NOT_FOUND,
  ASK_SOURCE_ERROR_BUSY,
  ASK_SOURCE_ERROR_SERVER,
  ASK_SOURCE_ERROR_TIMED_OUT,
  ASK_SOURCE_ERROR_MALFORMED,
  ASK_SOURCE_ERROR_CUT,
  ASK_SOURCE_ERROR_ARGUMENT,
  ASK_SOURCE_ERROR_CONFIG,
  ASK_SOURCE_ERROR_LIMIT,
  ASK_SOURCE_ERROR_DATA
} AskSourceError;

GQuark      ask_source_error_quark         (void);
gboolean    ask_source_error_is_away (const GError *error);
void        ask_source_error_set_operation (GError        *error,
                                            const char    *source,
                                            const char    *operation);
const char *ask_source_error_get_operation (const GError  *error,
                                            const char   **source);

/**
 * AskSourceHeader:
 * @value: the header's value in the clear; never stored, never shown, never logged
 */
typedef struct
{
  char *name;
  char *value;
} AskSourceHeader;

/**
 * AskSourceClient:
 * @token_url: (nullable): where tokens come from, absolute; %NULL until the specification was read
 * @id: who asks for them
 * @secret: in the clear; never stored, never shown, never logged
 * @scope: (nullable): what they are for, words with spaces between
 *
 * OAuth 2 client credentials. Whoever makes one has made sure that @token_url may see the secret.
 */
typedef struct
{
  char *token_url;
  char *id;
  char *secret;
  char *scope;
} AskSourceClient;

/**
 * AskSourceConfig:
 * @name: the short name, unique in the workspace: a letter, then letters, digits and _
 * @location: a path, or for REST the specification's path or URL, or for a database server its URI
 *   without a password: "postgresql://ana@db.example:5432/shop?sslmode=verify-full",
 *   "mysql://ana@db.example/shop"; of documents also a column of another source: "column:support.ticket.body"
 * @origin: (nullable): where @location is a column, the source that has it
 * @origin_entity: (nullable): likewise, its table
 * @origin_column: (nullable): likewise, the column's own name there
 * @kept_as: (nullable): likewise, the name under which what was read of it is kept
 * @password: (nullable): of a database server, in the clear; never stored, never shown, never logged
 * @base_url: (nullable): for REST; overrides what the specification says
 * @options: (element-type AskSourceOption): what was said of the source, see ask_source_config_set_options()
 * @headers: (element-type AskSourceHeader): sent with every call to that API
 * @query: (element-type AskSourceHeader): query parameters sent with every call (API keys)
 * @hidden: (element-type utf8): parts of @headers that are secrets by themselves, such as the password
 *   in a basic sign-in
 * @client: (nullable): for REST, what a bearer token is got with, which then goes with every call
 * @reads: (nullable) (array zero-terminated=1): operations that a steward said only read, as
 *   "POST /orders/search" or by operationId; no other POST is ever sent to the API
 * @whole: (nullable) (array zero-terminated=1): operations, named likewise, of which a steward said that the
 *   rows that come are all, whatever else their answers say
 * @follow: (nullable) (array zero-terminated=1): those whose answers' links to further rows are followed, though
 *   the specification does not describe them
 * @trust_order: (nullable) (array zero-terminated=1): those whose order can be trusted, so that the first rows of
 *   it are read alone
 * @problem: (nullable): why this source cannot be used now, such as a secret that is not to be had;
 *   opening it then fails with this sentence
 * @time_out_ms: for one call without a byte from the server, 10,000 unless told, 60,000 for database
 *   servers
 * @cache_s: how long answers of an API may be used again in later queries, in seconds; 0 for not
 *   at all
 * @cache_id: (nullable): under which the process keeps those answers when the source is freed, for
 *   the next one with the same; %NULL where they go with it
 * @lenient: for REST, a specification that breaks its own rules is read for what is in it
 * @remembers: for REST, a steward allows its values to be read and kept in the workspace's index
 * @max_calls: calls that one query may make to it, 0 for 10,000
 * @lanes: calls to one host that may be under way at a time, 0 for 8; more than 16 are 16
 */
struct _AskSourceConfig
{
  gatomicrefcount ref_count;
  char *name;
  const AskSourceKind *kind;
  char *location;
  AskSourceConfig *origin;
  AskEntity *origin_entity;
  char *origin_column;
  char *kept_as;
  char *base_url;
  GPtrArray *options;
  GPtrArray *headers;
  GPtrArray *query;
  GPtrArray *hidden;
  AskSourceClient *client;
  char **reads;
  char **whole;
  char **follow;
  char **trust_order;
  char *password;
  char *problem;
  guint time_out_ms;
  guint cache_s;
  char *cache_id;
  gboolean lenient;
  gboolean remembers;
  guint max_calls;
  guint lanes;
};

AskSourceConfig *ask_source_config_new        (const char      *name,
                                               const AskSourceKind *kind,
                                               const char      *location);
AskSourceConfig *ask_source_config_ref        (AskSourceConfig *self);
void             ask_source_config_unref      (AskSourceConfig *self);
void             ask_source_config_set_options (AskSourceConfig *self,
                                               GPtrArray       *options);
void             ask_source_config_set_text   (AskSourceConfig *self,
                                               const char      *word,
                                               const char      *text);
void             ask_source_config_take_password (AskSourceConfig *self);
void             ask_source_config_add_header (AskSourceConfig *self,
                                               const char      *name,
                                               const char      *value);
void             ask_source_config_add_query  (AskSourceConfig *self,
                                               const char      *name,
                                               const char      *value);
void             ask_source_config_add_cookie (AskSourceConfig *self,
                                               const char      *name,
                                               const char      *value);
void             ask_source_config_add_basic  (AskSourceConfig *self,
                                               const char      *user,
                                               const char      *password);
void             ask_source_config_set_client (AskSourceConfig *self,
                                               const char      *id,
                                               const char      *secret,
                                               const char      *scope,
                                               const char      *token_url);
void             ask_source_client_free       (AskSourceClient *self);
gboolean         ask_source_said_of           (char *const     *operations,
                                               const AskEntity *entity);
gboolean         ask_source_config_check      (AskSourceConfig *self,
                                               GError         **error);
void             ask_source_tell_query        (const AskSourceConfig *config,
                                               const char      *sql,
                                               gint64           n_values);

/**
 * AskCallBudget:
 * @most: calls that may be made; 0 for any number
 * @n: calls that were made
 * @refused: one more was wanted than may be made
 * @whole: (nullable): a larger budget that these calls count for, too
 * @counted: (nullable): told of each call that was made, with @n and @data
 *
 * How many calls may be made to an API. Scans share it, and it outlives them. A call that was answered from what is kept
 * counts for nothing.
 */
typedef struct _AskCallBudget AskCallBudget;

struct _AskCallBudget
{
  guint64 most;
  guint64 n;
  gboolean refused;
  AskCallBudget *whole;
  void (*counted) (guint64 n, gpointer data);
  gpointer data;
};

gboolean ask_call_budget_allows (const AskCallBudget *self);
void     ask_call_budget_refuse (AskCallBudget       *self);
void     ask_call_budget_count  (AskCallBudget       *self);

/**
 * AskScan:
 * @columns: which attributes the rows hold, in this order
 * @bound: attributes that get values; one of them may be there twice, with two uses
 * @uses: (nullable): for each of @bound, how the attribute has to stand to its value; %NULL where
 *   all are %ASK_PARAMETER_EQUALS. Others are for APIs only, whose operation must have a parameter
 *   of that use
 * @sort: (nullable): of an API's operation: ask for the rows in that order. What order they come in is
 *   not looked at here
 * @descending: of @sort: the greatest first
 * @page_size: rows a page to ask an API for, within what its paging allows; 0 for its usual size
 * @budget: (nullable): of an API, how many calls may be made, beside what its configuration allows
 * @bindings: @n_bindings runs of @n_bound values, none of them NULL; wanted are the rows where the
 *   bound attributes stand so to the values of any one run. With @n_bound 0 there is one empty run.
 *
 * A source may return more rows than a binding allows, never fewer. Without @sort rows come in an order
 * that is the same from scan to scan, but those of several bindings may come mixed; a row that satisfies
 * two bindings comes twice. What an API's row leaves out, and could not be otherwise in a row that was asked
 * for so (an attribute without a column, a parameter that each call has), holds the value that was sent.
 */
typedef struct
{
  const AskEntity *entity;
  const AskAttribute *const *columns;
  guint n_columns;
  const AskAttribute *const *bound;
  guint n_bound;
  const AskParameterUse *uses;
  const AskValue *bindings;
  guint n_bindings;
  const AskSort *sort;
  gboolean descending;
  gint64 page_size;
  AskCallBudget *budget;
} AskScan;

/**
 * AskCapability:
 *
 * What an open source can do itself.
 */
typedef enum
{
  ASK_CAPABILITY_ATTACH = 1 << 0, /* SQLite, spreadsheets: attach the file to the engine's connection */
  ASK_CAPABILITY_PARAMETERS = 1 << 1, /* conditions on the operation's parameters */
  ASK_CAPABILITY_SQL = 1 << 2, /* query(), in its own dialect */
  ASK_CAPABILITY_LISTS = 1 << 3, /* looks up an array by hash, however long it is */
  ASK_CAPABILITY_COMPUTE = 1 << 4 /* its dialect is one that the printers know: conditions, joins and
                                     aggregates may go there, and not plain columns of a table only */
} AskCapability;

typedef enum
{
  ASK_STEP_ROW,
  ASK_STEP_DONE,
  ASK_STEP_FAILED
} AskStep;

/**
 * AskCallCached:
 * @ASK_CALL_NOT_CACHED: the API sent the answer
 * @ASK_CALL_FRESH: the answer was kept from an earlier query: nothing was sent
 * @ASK_CALL_REVALIDATED: the API was asked, and said that the kept answer still holds
 */
typedef enum
{
  ASK_CALL_NOT_CACHED,
  ASK_CALL_FRESH,
  ASK_CALL_REVALIDATED
} AskCallCached;

/**
 * AskCall:
 * @method: "GET" or "POST"
 * @url: as sent, secrets replaced by "•••"
 * @body: (nullable): of a POST, as sent; no key is ever in it
 * @arguments: (nullable): the attributes bound in it, "carrier_id => 'NF'"
 * @status: HTTP status, 0 where no answer came
 * @cached: where the answer came from; a fresh one is no request
 *
 * One call that was made to an API, for the trace.
 */
typedef struct
{
  char *source;
  char *entity;
  const char *method; /* static */
  char *url;
  char *body;
  char *arguments;
  guint status;
  AskCallCached cached;
  gint64 rows;
  gint64 bytes;
  double elapsed_ms;
} AskCall;

void  ask_call_free            (AskCall   *self);
guint ask_calls_count_requests (GPtrArray *calls);

#define ASK_TYPE_CURSOR (ask_cursor_get_type ())
G_DECLARE_DERIVABLE_TYPE (AskCursor, ask_cursor, ASK, CURSOR, GObject)

struct _AskCursorClass
{
  GObjectClass parent_class;

  AskStep (*next) (AskCursor       *self,
                   const AskValue **row,
                   guint           *binding,
                   GCancellable    *cancellable,
                   GError         **error);

  /* Nullable: the columns of a query's rows. */
  const AskColumn *(*get_columns) (AskCursor *self,
                                   guint     *n_columns);
};

const AskColumn *ask_cursor_get_columns (AskCursor *self,
                                         guint     *n_columns);

AskStep ask_cursor_next (AskCursor       *self,
                         const AskValue **row,
                         guint           *binding,
                         GCancellable    *cancellable,
                         GError         **error);

/**
 * AskArgument:
 * @type: %ASK_TYPE_INTEGER, REAL, BOOLEAN or BLOB; DATE and DATETIME (without a zone) where it is no array and
 *   the server tells types of parameters apart (PostgreSQL); anything else is sent as text
 * @array: @values are one argument, an array of @n_values (PostgreSQL); else @n_values is 1. NULL may
 *   be among them
 *
 * What a query's parameter stands for. Borrowed for the call.
 */
typedef struct
{
  AskType type;
  gboolean array;
  const AskValue *values;
  gsize n_values;
} AskArgument;

/**
 * AskIntrospection:
 * @schema: the source's part of the abstract schema
 * @base_url: (nullable): for REST, the absolute URL that calls go to
 * @servers: (nullable) (element-type utf8): for REST, the absolute URLs that the document offers for that
 * @token_url: (nullable): for REST with %ASK_AUTH_OAUTH2, absolute
 * @scopes: (nullable) (element-type utf8): likewise
 * @notes: (element-type utf8): what could not be used, and why
 * @refusal: (nullable): for whoever tried the source after that: why it does not let us in
 * @unreached: whether that is because nobody answers there now, so that it may be another time
 * @fresh: likewise: whether a file of ours was made for it that was not there before
 * @doctor: (nullable): for REST, what became of each operation
 */
typedef struct
{
  AskSchema *schema;
  char *base_url;
  GPtrArray *servers;
  char *title;
  AskAuthKind auth;
  char *auth_name;
  char *token_url;
  GPtrArray *scopes;
  GPtrArray *notes;
  char *refusal;
  gboolean unreached;
  gboolean fresh;
  AskDoctor *doctor;
} AskIntrospection;

void ask_introspection_free (AskIntrospection *self);
gboolean ask_source_config_settle_client (AskSourceConfig        *self,
                                          const char             *base_url,
                                          const AskIntrospection *found,
                                          GError                **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskIntrospection, ask_introspection_free)

#define ASK_TYPE_SOURCE (ask_source_get_type ())
G_DECLARE_INTERFACE (AskSource, ask_source, ASK, SOURCE, GObject)

struct _AskSourceInterface
{
  GTypeInterface parent_iface;

  gboolean          (*open)       (AskSource      *self,
                                   GCancellable   *cancellable,
                                   GError        **error);
  AskIntrospection *(*introspect) (AskSource      *self,
                                   GCancellable   *cancellable,
                                   GError        **error);
  AskCapability     (*capability) (AskSource      *self);
  AskCursor        *(*scan)       (AskSource      *self,
                                   const AskScan  *scan,
                                   GPtrArray      *calls,
                                   GCancellable   *cancellable,
                                   GError        **error);
  AskCursor        *(*query)      (AskSource      *self,
                                   const char     *sql,
                                   const AskArgument *arguments,
                                   guint           n_arguments,
                                   GCancellable   *cancellable,
                                   GError        **error);
  gboolean          (*test)       (AskSource      *self,
                                   const AskSchema *schema,
                                   GCancellable   *cancellable,
                                   GError        **error);

  /* Nullable. */
  void              (*expect)     (AskSource      *self,
                                   gint64          n_rows,
                                   gboolean        at_most,
                                   gboolean        reals);

  /* Nullable both: what is asked between them sees one state of the data. */
  void              (*begin)      (AskSource      *self);
  void              (*end)        (AskSource      *self);
};

AskSource        *ask_source_new        (AskSourceConfig *config,
                                         GError         **error);
gboolean          ask_source_open       (AskSource       *self,
                                         GCancellable    *cancellable,
                                         GError         **error);
AskIntrospection *ask_source_introspect (AskSource       *self,
                                         GCancellable    *cancellable,
                                         GError         **error);
AskCapability     ask_source_capability (AskSource       *self);
AskCursor        *ask_source_scan       (AskSource       *self,
                                         const AskScan   *scan,
                                         GPtrArray       *calls,
                                         GCancellable    *cancellable,
                                         GError         **error);
AskCursor        *ask_source_query      (AskSource       *self,
                                         const char      *sql,
                                         const AskArgument *arguments,
                                         guint            n_arguments,
                                         GCancellable    *cancellable,
                                         GError         **error);
void              ask_source_expect     (AskSource       *self,
                                         gint64           n_rows,
                                         gboolean         at_most,
                                         gboolean         reals);
gboolean          ask_source_test       (AskSource       *self,
                                         const AskSchema *schema,
                                         GCancellable    *cancellable,
                                         GError         **error);
void              ask_source_begin      (AskSource       *self);
void              ask_source_end        (AskSource       *self);

G_END_DECLS
