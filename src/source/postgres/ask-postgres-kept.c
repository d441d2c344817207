/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Texts that a connection was sent. One that comes a second time stays prepared at the server, which then neither
 * parses nor analyses it again, and after a few times plans it no more where that costs nothing. Only outside of
 * transactions, so that a server, or what stands before it, may forget a statement without harm.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <string.h>

#include "base/ask-hash.h"

/* Of a connection; the one that was sent longest ago gives way. */
#define MAX_TEXTS 16

/**
 * Text:
 * @hash: of the text
 * @sql: (nullable): %NULL where it was sent once only: most never come again
 * @types: @n types of its parameters
 * @sent: when it was sent last, counted in texts; 0 where nothing was
 * @prepared: the server has it, under the name of this place
 * @taken: the server has some statement under that name
 * @never: it could not be prepared
 */
typedef struct
{
  guint64 hash;
  char *sql;
  Oid *types;
  guint n;
  guint64 sent;
  gboolean prepared;
  gboolean taken;
  gboolean never;
} Text;

struct _AskPostgresTexts
{
  Text texts[MAX_TEXTS];
  guint64 n_sent;
};

/** ask_postgres_texts_free: @self: (nullable): frees it; the server forgets with the connection */
void
ask_postgres_texts_free (AskPostgresTexts *self)
{
  for (guint i = 0; self != NULL && i < MAX_TEXTS; i++)
    {
      g_free (self->texts[i].sql);
      g_free (self->texts[i].types);
    }
  g_free (self);
}

static guint64
hash_sent (const char *sql, const AskPostgresArguments *arguments)
{
  return ask_hash_text (sql, strlen (sql))
         ^ ask_hash_text ((const char *) arguments->types, arguments->n * sizeof (Oid));
}

static gboolean
is_text (const Text *self, const char *sql, const AskPostgresArguments *arguments)
{
  return self->n == arguments->n && strcmp (self->sql, sql) == 0
         && (self->n == 0 || memcmp (self->types, arguments->types, self->n * sizeof (Oid)) == 0);
}

/* @hash: of the text. Returns: (transfer none) (nullable): its place. Of one that was sent once only the hash is known:
 * another one of the same hash would stay prepared at its first time, and nothing else */
static Text *
find_text (AskPostgresTexts *self, guint64 hash, const char *sql, const AskPostgresArguments *arguments)
{
  for (guint i = 0; i < MAX_TEXTS; i++)
    {
      Text *text = &self->texts[i];

      if (text->hash == hash && text->sent > 0 && (text->sql == NULL || is_text (text, sql, arguments)))
        return text;
    }
  return NULL;
}

/* Returns: (transfer none): the place that the text has from now on */
static Text *
add_text (AskPostgresTexts *self, guint64 hash)
{
  Text *text = &self->texts[0];

  for (guint i = 1; i < MAX_TEXTS; i++)
    if (self->texts[i].sent < text->sent)
      text = &self->texts[i];
  g_clear_pointer (&text->sql, g_free);
  g_clear_pointer (&text->types, g_free);
  text->hash = hash;
  text->n = 0;
  text->prepared = text->never = FALSE;
  return text;
}

/* It comes for the second time. */
static void
keep_text (Text *self, const char *sql, const AskPostgresArguments *arguments)
{
  self->sql = g_strdup (sql);
  self->types = g_memdup2 (arguments->types, arguments->n * sizeof (Oid));
  self->n = arguments->n;
}

static void
make_name (const AskPostgresTexts *self, const Text *text, char name[24])
{
  g_snprintf (name, 24, "askdata_%u", (guint) (text - self->texts));
}

/* Reads what answers the last message to its end. Returns: whether all of it is good; %FALSE without @error where the
 * server would not */
static gboolean
read_answer (AskPostgresLink *link, GCancellable *cancellable, GError **error)
{
  gboolean good = TRUE;

  for (;;)
    {
      g_autoptr (PGresult) result = NULL;

      if (!ask_postgres_link_result (link, &result, cancellable, error))
        return FALSE;
      if (result == NULL)
        return good;
      good = good && PQresultStatus (result) == PGRES_COMMAND_OK;
    }
}

/* Has the server prepare the text. What it will not is sent as it always was, and fails then in its own words.
 * Returns: whether nothing is wrong with the connection */
static gboolean
prepare (AskPostgresLink *link, Text *text, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  char name[24];

  make_name (link->texts, text, name);
  if (text->taken)
    {
      g_autofree char *sql = g_strdup_printf ("DEALLOCATE %s", name);
      g_autoptr (PGresult) result = ask_postgres_link_exec (link, sql, cancellable, &local);

      text->taken = FALSE;
      if (result == NULL && (ask_postgres_link_is_lost (link) || local->domain != ASK_SOURCE_ERROR))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
  if (!PQsendPrepare (link->conn, name, text->sql, (int) text->n, text->types))
    {
      ask_postgres_set_error (link->config, link->conn, NULL, error);
      return FALSE;
    }
  g_clear_error (&local);
  if (!ask_postgres_link_flush (link, cancellable, error))
    return FALSE;
  text->prepared = read_answer (link, cancellable, &local);
  text->taken = text->prepared;
  text->never = !text->prepared;
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/**
 * ask_postgres_link_send:
 * @link: outside of a transaction
 * @prepared: (out): whether the server was only told which of its statements to run: it may have forgotten it, see
 *   ask_postgres_link_forget()
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Sends a text with its arguments.
 *
 * Returns: whether it is on its way
 */
gboolean
ask_postgres_link_send (AskPostgresLink *link, const char *sql, const AskPostgresArguments *arguments,
                        gboolean *prepared, GCancellable *cancellable, GError **error)
{
  const char *const *values = (const char *const *) arguments->values;
  guint64 hash = hash_sent (sql, arguments);
  char name[24];
  Text *text;
  int sent;

  if (link->texts == NULL)
    link->texts = g_new0 (AskPostgresTexts, 1);
  text = find_text (link->texts, hash, sql, arguments);
  if (text == NULL)
    text = add_text (link->texts, hash);
  else
    {
      if (text->sql == NULL)
        keep_text (text, sql, arguments);
      if (!text->prepared && !text->never && !prepare (link, text, cancellable, error))
        return FALSE;
    }
  text->sent = ++link->texts->n_sent;
  *prepared = text->prepared;
  if (text->prepared)
    {
      make_name (link->texts, text, name);
      sent
        = PQsendQueryPrepared (link->conn, name, (int) arguments->n, values, arguments->lengths, arguments->formats, 0);
    }
  else
    sent = PQsendQueryParams (link->conn, sql, (int) arguments->n, arguments->types, values, arguments->lengths,
                              arguments->formats, 0);
  if (sent != 0)
    return TRUE;
  ask_postgres_set_error (link->config, link->conn, NULL, error);
  return FALSE;
}

/**
 * ask_postgres_link_forget:
 * @result: the failure of a statement that was only named
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Reads the answer to its end where it says that the server has no such statement (any more), or that it gives other
 * columns since a table was altered. The text is not prepared again on this connection.
 *
 * Returns: whether the text can be sent again; %FALSE without @error where the failure is another one
 */
gboolean
ask_postgres_link_forget (AskPostgresLink *link, const char *sql, const AskPostgresArguments *arguments,
                          const PGresult *result, GCancellable *cancellable, GError **error)
{
  const char *state = PQresultErrorField (result, PG_DIAG_SQLSTATE);
  g_autoptr (GError) local = NULL;
  Text *text = find_text (link->texts, hash_sent (sql, arguments), sql, arguments);

  if (text == NULL || state == NULL || (strcmp (state, "26000") != 0 && strcmp (state, "0A000") != 0))
    return FALSE;
  text->prepared = FALSE;
  text->never = TRUE;
  read_answer (link, cancellable, &local);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}
