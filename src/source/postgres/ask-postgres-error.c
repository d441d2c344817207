/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is wrong with a PostgreSQL server, in one sentence: what, where, what to do.
 *
 * It must never put a password into a message: those are made of the parts of the URI that hold none,
 * and of libpq's first line, which names hosts, users and files.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"

static char *
first_line (const char *text)
{
  g_autofree char *line = g_strndup (text, strcspn (text, "\n"));
  g_autofree char *valid = g_utf8_make_valid (line, -1);

  return ask_text_shorten (g_strstrip (valid), 300);
}

/* Returns: (transfer full): "db.example, port 5432" or "the socket in /run/postgresql" */
static char *
describe_place (AskSourceConfig *config)
{
  PQconninfoOption *options = PQconninfoParse (config->location, NULL);
  const char *host = NULL;
  const char *address = NULL;
  const char *port = NULL;
  char *text;

  for (PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++)
    {
      if (strcmp (o->keyword, "host") == 0)
        host = o->val;
      else if (strcmp (o->keyword, "hostaddr") == 0)
        address = o->val;
      else if (strcmp (o->keyword, "port") == 0)
        port = o->val;
    }
  if (host == NULL || host[0] == '\0')
    host = address;
  if (host == NULL || host[0] == '\0')
    text = g_strdup ("this machine");
  else if (host[0] == '/')
    text = g_strdup_printf ("the socket in %s", host);
  else
    text = g_strdup_printf ("%s%s%s", host, port != NULL ? ", port " : "", port != NULL ? port : "");
  if (options != NULL)
    PQconninfoFree (options);
  return text;
}

/**
 * ask_postgres_find_state:
 * @message: of a connection that was not made: "FATAL:  28P01: …" at our verbosity
 *
 * Returns: (transfer full) (nullable): the server's code
 */
char *
ask_postgres_find_state (const char *message)
{
  g_autoptr (GRegex) regex = g_regex_new (":\\s+((?=[A-Z]*[0-9])[0-9A-Z]{5}): ", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, message, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* One line for each address that was tried. Returns: (transfer full) (nullable): what is wrong with
 * TLS */
static char *
find_safety (const char *message)
{
  g_auto (GStrv) lines = g_strsplit (message, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], "certificate") != NULL || strstr (lines[i], "SSL") != NULL)
      return first_line (lines[i]);
  return NULL;
}

/**
 * ask_postgres_set_connect_error:
 * @conn: (nullable): whose connecting failed
 *
 * One sentence: what, where, what to do.
 */
void
ask_postgres_set_connect_error (AskSourceConfig *config, PGconn *conn, GError **error)
{
  const char *said = conn != NULL ? PQerrorMessage (conn) : "";
  g_autofree char *message = g_utf8_make_valid (said, -1);
  g_autofree char *place = describe_place (config);
  g_autofree char *state = ask_postgres_find_state (message);
  g_autofree char *line = first_line (message);
  g_autofree char *safety = find_safety (message);
  const char *user = conn != NULL && PQuser (conn) != NULL ? PQuser (conn) : "";
  const char *database = conn != NULL && PQdb (conn) != NULL ? PQdb (conn) : "";
  const char *name = config->name;

  if (conn != NULL && PQconnectionNeedsPassword (conn))
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                   N_ ("Source “%s”: the server at %s asks for the password of “%s”. Give it in Sources."), name, place,
                   user);
  else if (g_strcmp0 (state, "28P01") == 0)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                   N_ ("Source “%s”: the server at %s does not take the password of “%s”. Correct it in "
                       "Sources."),
                   name, place, user);
  else if (state != NULL && g_str_has_prefix (state, "28"))
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                   N_ ("Source “%s”: the server at %s does not let “%s” into the database “%s” from here. "
                       "Ask whoever runs it."),
                   name, place, user, database);
  else if (g_strcmp0 (state, "42501") == 0)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                   N_ ("Source “%s”: “%s” may not connect to the database “%s” of the server at %s. Ask "
                       "whoever runs it."),
                   name, user, database, place);
  else if (g_strcmp0 (state, "3D000") == 0)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_FOUND,
                   N_ ("Source “%s”: the server at %s has no database “%s”. Correct its URI in Sources."), name, place,
                   database);
  else if (state != NULL && g_str_has_prefix (state, "53"))
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_BUSY,
                   N_ ("Source “%s”: the server at %s takes no more connections now. Try again later."), name, place);
  else if (state != NULL && g_str_has_prefix (state, "57P"))
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                   N_ ("Source “%s”: the server at %s is starting or stopping. Try again in a moment."), name, place);
  else if (safety != NULL)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                   N_ ("Source “%s”: no safe connection to the server at %s: %s. Look at sslmode and "
                       "sslrootcert in its URI."),
                   name, place, safety);
  else
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                   N_ ("Source “%s”: cannot reach the server at %s: %s. Check that it runs, and its URI in "
                       "Sources."),
                   name, place, line[0] != '\0' ? line : "no answer");
}

/** ask_postgres_set_timed_out: the server was silent for @seconds */
void
ask_postgres_set_timed_out (AskSourceConfig *config, double seconds, GError **error)
{
  g_autofree char *place = describe_place (config);

  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT,
                 N_ ("Source “%s”: the server at %s did not answer within %.4g s. Try again, or ask for "
                     "less."),
                 config->name, place, seconds);
}

/**
 * ask_postgres_set_error:
 * @conn: that a statement failed on
 * @result: (nullable): what the server said; %NULL where nothing came
 *
 * The server's sentence, under a code of ours.
 */
void
ask_postgres_set_error (AskSourceConfig *config, PGconn *conn, const PGresult *result, GError **error)
{
  const char *state = result != NULL ? PQresultErrorField (result, PG_DIAG_SQLSTATE) : NULL;
  const char *primary = result != NULL ? PQresultErrorField (result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
  g_autofree char *said = first_line (primary != NULL ? primary : PQerrorMessage (conn));
  const char *name = config->name;

  if (state == NULL || PQstatus (conn) != CONNECTION_OK || g_str_has_prefix (state, "57P")
      || g_str_has_prefix (state, "08"))
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT,
                   N_ ("Source “%s”: the connection to its server ended in the middle of an answer. Try "
                       "again."),
                   name);
  else if (g_str_has_prefix (state, "22") || g_str_has_prefix (state, "21"))
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA,
                   N_ ("Source “%s”: its server could not compute a value: %s."), name, said);
  else if (strcmp (state, "42501") == 0)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED,
                   N_ ("Source “%s”: its server does not allow this: %s. Ask whoever runs it."), name, said);
  else if (strcmp (state, "42P01") == 0 || strcmp (state, "42703") == 0 || strcmp (state, "3F000") == 0)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_FOUND,
                   N_ ("Source “%s”: its server says: %s. Refresh it in Sources."), name, said);
  else if (strcmp (state, "55P03") == 0)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LOCKED,
                   N_ ("Source “%s”: another program holds what this needs. Try again later."), name);
  else if (strcmp (state, "57014") == 0)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT,
                   N_ ("Source “%s”: its server stopped this: %s. Ask for less, or try again later."), name, said);
  else
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_SERVER, N_ ("Source “%s”: its server says: %s."), name,
                   said);
}
