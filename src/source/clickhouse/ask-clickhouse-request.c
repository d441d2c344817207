/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One statement is one POST to the HTTP interface, its text the body, its settings parameters of the URL; user and
 * password are headers. Values stand in the statement as literals, since old servers know no parameters.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Of a server's exception that is told to a person. */
#define MAX_MESSAGE 400

/* How long the one who cancels waits for the server to take note of it. */
#define STOP_MS 1000

#define EXCEPTION "Code: "

/**
 * ask_clickhouse_send:
 * @settings: "&max_result_rows=0&…"
 * @query_id: (nullable): by which it can be stopped
 * @time_out_ms: without a byte from the server
 *
 * Returns: (transfer full): the answer, in the Native format unless @sql says otherwise
 */
AskHttpStream *
ask_clickhouse_send (AskClickhouseSource *self, const char *sql, const char *settings, const char *query_id,
                     guint time_out_ms)
{
  const AskClickhouseLocation *location = ask_clickhouse_source_get_location (self);
  const AskSourceConfig *config = ask_clickhouse_source_get_config (self);
  g_autoptr (GPtrArray) headers = g_ptr_array_new ();
  g_autoptr (GBytes) body = g_bytes_new (sql, strlen (sql));
  g_autofree char *database = location->database != NULL ? g_uri_escape_string (location->database, NULL, FALSE) : NULL;
  g_autofree char *url
    = g_strdup_printf ("%s?default_format=Native%s%s%s%s%s", location->url, database != NULL ? "&database=" : "",
                       database != NULL ? database : "", query_id != NULL ? "&query_id=" : "",
                       query_id != NULL ? query_id : "", settings);
  AskHttpRequest request = { .method = "POST",
                             .url = url,
                             .body = body,
                             .content_type = "text/plain; charset=utf-8",
                             .headers = headers,
                             .time_out_ms = time_out_ms,
                             .max_tries = 1,
                             .max_bytes = G_MAXSSIZE,
                             .keep_method = TRUE,
                             .kind = "server",
                             .about = config->name };

  if (location->user != NULL)
    {
      g_ptr_array_add (headers, (gpointer) "X-ClickHouse-User");
      g_ptr_array_add (headers, location->user);
    }
  if (config->password != NULL)
    {
      g_ptr_array_add (headers, (gpointer) "X-ClickHouse-Key");
      g_ptr_array_add (headers, config->password);
    }
  return ask_http_stream_new (ask_clickhouse_source_get_http (self), &request);
}

/** ask_clickhouse_stop: stops the statement of @query_id at the server, where the user may; it waits for no answer but a second */
void
ask_clickhouse_stop (AskClickhouseSource *self, const char *query_id)
{
  g_autofree char *sql = g_strdup_printf ("KILL QUERY WHERE query_id = '%s' ASYNC FORMAT Null", query_id);
  g_autoptr (AskHttpStream) stream = ask_clickhouse_send (self, sql, "", NULL, STOP_MS);
  gint64 end = g_get_monotonic_time () + STOP_MS * G_TIME_SPAN_MILLISECOND;
  const char *bytes;
  gsize length;

  /* A server that says nothing is left by the time-out, one that never stops talking by the clock. */
  while (g_get_monotonic_time () < end)
    {
      AskHttpStreamState state = ask_http_stream_poll (stream, &bytes, &length);

      if (state == ASK_HTTP_STREAM_DONE || state == ASK_HTTP_STREAM_FAILED)
        return;
      if (state == ASK_HTTP_STREAM_WAITING && !ask_http_wait (ask_clickhouse_source_get_http (self), NULL, NULL))
        return;
    }
}

/* The server's sentence, without what belongs to its programmers. */
static char *
dup_sentence (const char *text, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) MIN (length, 4 * MAX_MESSAGE));
  const char *start = strstr (valid, "DB::Exception: ");
  char *end;

  start = start != NULL ? start + strlen ("DB::Exception: ") : valid;
  end = strstr (start, ", e.what()");
  if (end == NULL)
    end = strstr (start, " (version ");
  if (end == NULL)
    end = strchr (start, '\n');
  if (end != NULL)
    *end = '\0';
  return g_utf8_strlen (start, -1) > MAX_MESSAGE ? g_utf8_substring (start, 0, MAX_MESSAGE) : g_strdup (start);
}

/** ask_clickhouse_find_exception: @text: may hold NULs. Returns: (transfer none) (nullable): where in it one begins */
const char *
ask_clickhouse_find_exception (const char *text, gsize length)
{
  return length > 0 ? memmem (text, length, EXCEPTION, strlen (EXCEPTION)) : NULL;
}

/* The number in "Code: 153, e.displayText() = …". */
static int
find_code (const char *text, gsize length)
{
  const char *exception = ask_clickhouse_find_exception (text, length);
  const char *digit = exception != NULL ? exception + strlen (EXCEPTION) : NULL;
  int code = 0;

  for (; digit != NULL && digit < text + length && g_ascii_isdigit (*digit) && code < 100000; digit++)
    code = code * 10 + (*digit - '0');
  return code;
}

/* By ClickHouse's src/Common/ErrorCodes.cpp, whose numbers never change. */
static AskSourceError
map_code (int code, guint status)
{
  switch (code)
    {
    case 192: /* UNKNOWN_USER */
    case 193: /* WRONG_PASSWORD */
    case 194: /* REQUIRED_PASSWORD */
    case 195: /* IP_ADDRESS_NOT_ALLOWED */
    case 291: /* DATABASE_ACCESS_DENIED */
    case 497: /* ACCESS_DENIED */
    case 516: /* AUTHENTICATION_FAILED */
      return ASK_SOURCE_ERROR_DENIED;
    case 6: /* CANNOT_PARSE_TEXT */
    case 38: /* CANNOT_PARSE_DATE */
    case 41: /* CANNOT_PARSE_DATETIME */
    case 69: /* ARGUMENT_OUT_OF_BOUND */
    case 72: /* CANNOT_PARSE_NUMBER */
    case 153: /* ILLEGAL_DIVISION */
    case 321: /* VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE */
    case 349: /* CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN */
    case 395: /* FUNCTION_THROW_IF_VALUE_IS_NON_ZERO */
    case 407: /* DECIMAL_OVERFLOW */
      return ASK_SOURCE_ERROR_DATA;
    case 16: /* NO_SUCH_COLUMN_IN_TABLE */
    case 47: /* UNKNOWN_IDENTIFIER */
    case 60: /* UNKNOWN_TABLE */
    case 81: /* UNKNOWN_DATABASE */
      return ASK_SOURCE_ERROR_MALFORMED;
    case 159: /* TIMEOUT_EXCEEDED */
      return ASK_SOURCE_ERROR_TIMED_OUT;
    case 201: /* QUOTA_EXPIRED */
    case 202: /* TOO_MANY_SIMULTANEOUS_QUERIES */
      return ASK_SOURCE_ERROR_BUSY;
    default:
      return status == 401 || status == 403 ? ASK_SOURCE_ERROR_DENIED
             : status == 404                ? ASK_SOURCE_ERROR_NOT_FOUND
                                            : ASK_SOURCE_ERROR_SERVER;
    }
}

/** ask_clickhouse_set_refusal: sets what a status that is no 200 says */
void
ask_clickhouse_set_refusal (AskClickhouseSource *self, const AskHttpResponse *response, GError **error)
{
  const char *name = ask_clickhouse_source_get_config (self)->name;
  const char *place = ask_clickhouse_source_get_location (self)->place;
  gsize length = 0;
  const char *text = response->body != NULL ? g_bytes_get_data (response->body, &length) : "";
  g_autofree char *sentence = dup_sentence (text != NULL ? text : "", length);
  AskSourceError code = map_code (find_code (text != NULL ? text : "", length), response->status);

  if (code == ASK_SOURCE_ERROR_DENIED)
    ask_error_set (
      error, ASK_SOURCE_ERROR, code,
      N_ ("Source “%s”: the ClickHouse server at %s does not let us in: %s. Give the user in the address and the "
          "password."),
      name, place, sentence);
  else
    ask_error_set (error, ASK_SOURCE_ERROR, code, N_ ("Source “%s”: the ClickHouse server at %s answered %u: %s."),
                   name, place, response->status, *sentence != '\0' ? sentence : "-");
}

/** ask_clickhouse_set_broken: sets that an answer is not what the format promises, where the server's own words may stand */
void
ask_clickhouse_set_broken (AskClickhouseSource *self, const char *text, gsize length, GError **error)
{
  const char *name = ask_clickhouse_source_get_config (self)->name;
  /* It stands where a block would begin, or within one that is not whole. */
  const char *exception = ask_clickhouse_find_exception (text, length);

  if (exception != NULL)
    {
      gsize rest = length - (gsize) (exception - text);
      g_autofree char *sentence = dup_sentence (exception, rest);

      ask_error_set (error, ASK_SOURCE_ERROR, map_code (find_code (exception, rest), 200),
                     N_ ("Source “%s”: the ClickHouse server stopped in the middle of its answer: %s."), name,
                     sentence);
    }
  else
    ask_error_set (
      error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT,
      N_ ("Source “%s”: the ClickHouse server's answer ended in the middle, or is none in its Native format."), name);
}

/** ask_clickhouse_set_failure: sets why no whole answer came */
void
ask_clickhouse_set_failure (AskClickhouseSource *self, const GError *failure, GError **error)
{
  const char *name = ask_clickhouse_source_get_config (self)->name;
  const char *place = ask_clickhouse_source_get_location (self)->place;
  AskSourceError code = ASK_SOURCE_ERROR_UNREACHABLE;

  if (failure->domain == G_IO_ERROR)
    {
      g_propagate_error (error, g_error_copy (failure));
      return;
    }
  if (g_error_matches (failure, ASK_HTTP_ERROR, ASK_HTTP_ERROR_TIMED_OUT))
    code = ASK_SOURCE_ERROR_TIMED_OUT;
  else if (g_error_matches (failure, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT))
    code = ASK_SOURCE_ERROR_CUT;
  ask_error_set_from (error, ASK_SOURCE_ERROR, (int) code, failure);
  ask_error_prefix (error, N_ ("Source “%s”: the ClickHouse server at %s: "), name, place);
}

/** ask_clickhouse_append_text: adds @text as a literal */
void
ask_clickhouse_append_text (GString *sql, const char *text, gsize length)
{
  g_string_append_c (sql, '\'');
  for (gsize i = 0; i < length; i++)
    if (text[i] == '\0')
      g_string_append (sql, "\\0");
    else
      {
        if (text[i] == '\'' || text[i] == '\\')
          g_string_append_c (sql, '\\');
        g_string_append_c (sql, text[i]);
      }
  g_string_append_c (sql, '\'');
}

/** ask_clickhouse_append_name: adds @name between the dialect's quotes */
void
ask_clickhouse_append_name (GString *sql, const char *name)
{
  g_string_append_c (sql, '`');
  for (; *name != '\0'; name++)
    {
      if (*name == '`' || *name == '\\')
        g_string_append_c (sql, '\\');
      g_string_append_c (sql, *name);
    }
  g_string_append_c (sql, '`');
}

/** ask_clickhouse_append_value: adds @value as a literal. Returns: whether there is one */
gboolean
ask_clickhouse_append_value (GString *sql, const AskValue *value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  switch (value->kind)
    {
    case ASK_VALUE_NULL:
      g_string_append (sql, "NULL");
      return TRUE;
    case ASK_VALUE_INTEGER:
      /* The least one would be read as a minus and a number that does not fit. */
      g_string_append_printf (sql, "toInt64('%" G_GINT64_FORMAT "')", value->integer);
      return TRUE;
    case ASK_VALUE_REAL:
      if (!isfinite (value->real))
        return FALSE;
      g_string_append_printf (sql, "toFloat64('%s')", g_ascii_dtostr (digits, sizeof digits, value->real));
      return TRUE;
    case ASK_VALUE_TEXT:
      ask_clickhouse_append_text (sql, value->text, value->length);
      return TRUE;
    case ASK_VALUE_BLOB:
      g_string_append (sql, "unhex('");
      for (guint32 i = 0; i < value->length; i++)
        g_string_append_printf (sql, "%02X", value->blob[i]);
      g_string_append (sql, "')");
      return TRUE;
    default:
      return FALSE;
    }
}
