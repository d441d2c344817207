/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keys and passwords that were wrong or have changed, operations that only read, and whether a faulty
 * specification is taken: what a steward says of a source after it was added. A key is stored under a new name
 * before its source is changed, and the old one is cleared afterwards, so that a failure at any point leaves a
 * source with keys that fit.
 */
#include "config.h"

#include "store/ask-api-config.h"
#include "store/ask-secrets.h"
#include "store/ask-server-uri.h"
#include "store/ask-source-row.h"

#include <string.h>

static AskSourceRow *
get_api (AskWorkspace *self, const char *name, GError **error)
{
  g_autoptr (AskSourceRow) row = ask_workspace_get_source (self, name, error);

  if (row == NULL || row->record->kind == ASK_SOURCE_REST)
    return g_steal_pointer (&row);
  g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
               "The source “%s” is no API: it has no operations and no keys. Leave that out.",
               row->record->name);
  return NULL;
}

static gboolean
update_headers (AskWorkspace *self, const char *what, const char *name, GPtrArray *headers,
                const char *secret_id, GError **error)
{
  g_autofree char *secrets = ask_headers_to_json (headers);
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (
    self, what, "UPDATE source SET secrets = ?2, secret_id = ?3 WHERE name = ?1", error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, name);
  ask_statement_bind_text (statement, 2, secrets);
  ask_statement_bind_text (statement, 3, secret_id);
  return ask_workspace_run (self, what, statement, error);
}

typedef gboolean (*ChangeFunc) (AskSourceRow *row, gconstpointer data, GError **error);

/* Changes what was said of an API, beside its keys, in one transaction. */
static gboolean
change_api (AskWorkspace *self, const char *name, ChangeFunc change, gconstpointer data, GError **error)
{
  const char *what = "the source was not changed";
  g_autoptr (AskSourceRow) row = NULL;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  row = get_api (self, name, error);
  if (row == NULL || !change (row, data, error)
      || !update_headers (self, what, row->record->name, row->headers, row->secret_id, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

static gboolean
operation_is_good (const char *operation, GError **error)
{
  gboolean good = *operation != '\0' && g_utf8_validate (operation, -1, NULL);

  for (const char *p = operation; good && *p != '\0'; p++)
    good = (guchar) *p >= ' ' && *p != 0x7f;
  if (!good)
    g_set_error_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                         "An operation is named as in 'POST /orders/search', or by its operationId. "
                         "Give one of them.");
  return good;
}

typedef struct
{
  const char *const *reads;
  const char *const *writes;
} Methods;

static gboolean
add_said (AskSourceRow *row, AskHeaderPlace place, const char *const *operations, GError **error)
{
  for (guint i = 0; operations != NULL && operations[i] != NULL; i++)
    {
      if (!operation_is_good (operations[i], error))
        return FALSE;
      if (ask_headers_find (row->headers, place, operations[i]) == NULL)
        g_ptr_array_add (row->headers, ask_header_new (place, operations[i], NULL));
    }
  return TRUE;
}

static gboolean
change_reads (AskSourceRow *row, gconstpointer data, GError **error)
{
  const char *const *writes = ((const Methods *) data)->writes;

  if (!add_said (row, ASK_HEADER_READS, ((const Methods *) data)->reads, error))
    return FALSE;
  for (guint i = 0; writes != NULL && writes[i] != NULL; i++)
    {
      AskHeader *header = ask_headers_find (row->headers, ASK_HEADER_READS, writes[i]);

      if (header == NULL)
        {
          g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                       "Nobody has said of “%s” of the source “%s” that it only reads. “source list” "
                       "shows of which.",
                       writes[i], row->record->name);
          return FALSE;
        }
      g_ptr_array_remove (row->headers, header);
    }
  return TRUE;
}

/**
 * ask_workspace_set_reads:
 * @name: of an API
 * @reads: (nullable) (array zero-terminated=1): operations that only read, although they are POSTs: as
 *   "POST /orders/search" or by operationId
 * @writes: (nullable) (array zero-terminated=1): those of which that was said, and is not so
 * @error: %ASK_STORE_ERROR_UNKNOWN, %ASK_STORE_ERROR_INVALID, %ASK_STORE_ERROR_WRITE
 *
 * Only such a POST is ever sent. Its entity comes with the next refresh; one that is taken back is not
 * called any more from now on.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_set_reads (AskWorkspace *self, const char *name, const char *const *reads,
                         const char *const *writes, GError **error)
{
  const Methods methods = { reads, writes };

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);
  return change_api (self, name, change_reads, &methods, error);
}

typedef struct
{
  const char *const *whole;
  const char *const *follow;
  const char *const *unsaid;
} Pages;

/* One of both can be so. */
static void
remove_said (AskSourceRow *row, AskHeaderPlace place, const char *const *operations)
{
  for (guint i = 0; operations != NULL && operations[i] != NULL; i++)
    g_ptr_array_remove (row->headers, ask_headers_find (row->headers, place, operations[i]));
}

static gboolean
change_pages (AskSourceRow *row, gconstpointer data, GError **error)
{
  const Pages *pages = data;

  for (guint i = 0; pages->unsaid != NULL && pages->unsaid[i] != NULL; i++)
    {
      AskHeader *whole = ask_headers_find (row->headers, ASK_HEADER_WHOLE, pages->unsaid[i]);
      AskHeader *follow = ask_headers_find (row->headers, ASK_HEADER_FOLLOW, pages->unsaid[i]);

      if (whole == NULL && follow == NULL)
        {
          g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                       "Nobody has said of “%s” of the source “%s” that its rows are all, or that its links are "
                       "followed. “source list” shows of which.",
                       pages->unsaid[i], row->record->name);
          return FALSE;
        }
      g_ptr_array_remove (row->headers, whole);
      g_ptr_array_remove (row->headers, follow);
    }
  remove_said (row, ASK_HEADER_FOLLOW, pages->whole);
  remove_said (row, ASK_HEADER_WHOLE, pages->follow);
  return add_said (row, ASK_HEADER_WHOLE, pages->whole, error)
         && add_said (row, ASK_HEADER_FOLLOW, pages->follow, error);
}

/**
 * ask_workspace_set_pages:
 * @name: of an API
 * @whole: (nullable) (array zero-terminated=1): operations whose rows are all, whatever else their answers say:
 *   as "GET /orders" or by operationId
 * @follow: (nullable) (array zero-terminated=1): those whose links to further rows are to be followed, though
 *   the specification does not describe them
 * @unsaid: (nullable) (array zero-terminated=1): those of which either was said, and is not so
 * @error: %ASK_STORE_ERROR_UNKNOWN, %ASK_STORE_ERROR_INVALID, %ASK_STORE_ERROR_WRITE
 *
 * What is said of an operation takes the place of what was said before.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_set_pages (AskWorkspace *self, const char *name, const char *const *whole,
                         const char *const *follow, const char *const *unsaid, GError **error)
{
  const Pages pages = { whole, follow, unsaid };

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);
  return change_api (self, name, change_pages, &pages, error);
}

static gboolean
change_lenient (AskSourceRow *row, gconstpointer data, GError **error)
{
  gboolean lenient = *(const gboolean *) data;
  AskHeader *said = ask_headers_find_place (row->headers, ASK_HEADER_LENIENT);

  if (lenient && said == NULL)
    g_ptr_array_add (row->headers, ask_header_new (ASK_HEADER_LENIENT, "", NULL));
  else if (!lenient && said != NULL)
    g_ptr_array_remove (row->headers, said);
  return TRUE;
}

/**
 * ask_workspace_set_lenient:
 * @name: of an API
 * @lenient: whether a specification that breaks its own rules is read for what is in it
 * @error: %ASK_STORE_ERROR_UNKNOWN, %ASK_STORE_ERROR_INVALID, %ASK_STORE_ERROR_WRITE
 *
 * Says so from the next refresh on.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_set_lenient (AskWorkspace *self, const char *name, gboolean lenient, GError **error)
{
  g_return_val_if_fail (self != NULL && name != NULL, FALSE);
  return change_api (self, name, change_lenient, &lenient, error);
}

/* What signs in takes the place of what signed in before; a key that of the same name. */
static gboolean
is_replaced (const AskHeader *old, GPtrArray *typed)
{
  gboolean client = ask_headers_find_place (typed, ASK_HEADER_CLIENT) != NULL;
  gboolean signs_in = client || ask_headers_find_place (typed, ASK_HEADER_BASIC) != NULL
                      || ask_headers_find (typed, ASK_HEADER_IN_HEADER, "Authorization") != NULL;

  switch (old->place)
    {
    case ASK_HEADER_BASIC:
    case ASK_HEADER_CLIENT:
      return signs_in;
    case ASK_HEADER_TOKEN_URL:
    case ASK_HEADER_SCOPE:
      /* A new secret of a client is for the same place. */
      return ask_headers_find_place (typed, old->place) != NULL || (signs_in && !client);
    case ASK_HEADER_IN_HEADER:
      return ask_headers_find (typed, old->place, old->name) != NULL
             || (signs_in && g_ascii_strcasecmp (old->name, "Authorization") == 0);
    case ASK_HEADER_IN_QUERY:
    case ASK_HEADER_IN_COOKIE:
      return ask_headers_find (typed, old->place, old->name) != NULL;
    case ASK_HEADER_PASSWORD:
      return ask_headers_find_place (typed, old->place) != NULL;
    case ASK_HEADER_READS:
    case ASK_HEADER_LENIENT:
    case ASK_HEADER_WHOLE:
    case ASK_HEADER_FOLLOW:
    default:
      return FALSE;
    }
}

/* All that the source has from now on, with values that are at hand. */
static GPtrArray *
join_headers (AskWorkspace *self, AskSourceRow *row, GPtrArray *typed, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_header_free);

  for (guint i = 0; i < row->headers->len; i++)
    {
      const AskHeader *old = row->headers->pdata[i];
      AskHeader *copy;

      if (is_replaced (old, typed))
        continue;
      copy = ask_header_new (old->place, old->name, old->value);
      copy->kind = old->kind;
      g_ptr_array_add (all, copy);
      if (old->kind == ASK_HEADER_SECRET)
        {
          g_autofree char *key = ask_secret_key (row->secret_id, old);

          copy->value = ask_secrets_lookup (self->id, key, cancellable, error);
          if (copy->value == NULL)
            return NULL;
        }
    }
  for (guint i = 0; i < typed->len; i++)
    {
      const AskHeader *header = typed->pdata[i];
      AskHeader *copy = ask_header_new (header->place, header->name, header->value);

      copy->kind = header->kind;
      g_ptr_array_add (all, copy);
    }
  return ask_headers_check (all, error) ? g_steal_pointer (&all) : NULL;
}

/* Whether the source takes them: nothing is saved before it does. */
static gboolean
try_headers (AskWorkspace *self, AskSourceRow *row, GPtrArray *headers, GCancellable *cancellable,
             GError **error)
{
  const AskHeader *token_url = ask_headers_find_place (headers, ASK_HEADER_TOKEN_URL);
  AskSourceConfig *config
    = ask_source_config_new (row->record->name, row->record->kind, row->record->location);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (self, error);
  gboolean good = schema != NULL;

  config->base_url = g_strdup (row->record->base_url);
  good = good
         && (token_url == NULL
             || ask_api_check_url (row->record->name, "token endpoint", token_url->value, error))
         && ask_headers_apply_typed (headers, config, error);
  /* A client that is new here: the specification may say where its tokens come from. */
  if (good && config->client != NULL && config->client->token_url == NULL)
    {
      g_autoptr (AskSource) reader = ask_source_new (config, error);

      found = reader != NULL && ask_source_open (reader, cancellable, error)
                ? ask_source_introspect (reader, cancellable, error)
                : NULL;
      good = found != NULL
             && ask_source_config_settle_client (config, config->base_url, found, error);
      if (good)
        ask_keys_settle (found, config, headers);
    }
  source = good ? ask_source_new (config, error) : NULL;
  good = source != NULL && ask_source_open (source, cancellable, error)
         && ask_source_test (source, schema, cancellable, error);
  ask_source_config_unref (config);
  return good;
}

static gboolean
save_headers (AskWorkspace *self, const char *what, AskSourceRow *row, GPtrArray *headers,
              const char *secret_id, GError **error)
{
  g_autoptr (AskSourceRow) now = NULL;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  now = ask_workspace_get_source (self, row->record->name, error);
  /* Somebody may have removed it, or set its keys, while these were tried. */
  if (now != NULL && strcmp (now->secret_id, row->secret_id) != 0)
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE,
                   "The keys of the source “%s” were changed meanwhile. Try again.",
                   row->record->name);
      g_clear_pointer (&now, ask_source_row_free);
    }
  if (now == NULL || !update_headers (self, what, row->record->name, headers, secret_id, error)
      || !ask_workspace_claim_secrets (self, secret_id, error)
      || !ask_workspace_note_secrets (self, row->secret_id, row->headers, 0, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/* What was typed for a source of that kind; that a file takes none is an error. */
static GPtrArray *
parse_keys (const AskSourceRecord *record, const char *const *lines, GError **error)
{
  if (record->kind == ASK_SOURCE_REST)
    return ask_headers_parse (lines, error);
  if (ask_server_kind_check (record->kind))
    return ask_server_headers_parse (record->name, lines, NULL, error);
  g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
               "The source “%s” is a file: it has no keys and no password. Leave that out.", record->name);
  return NULL;
}

/**
 * ask_workspace_set_keys:
 * @name: of an API or a database server
 * @headers: (array zero-terminated=1): as of ask_workspace_add_source(); each takes the place of the one
 *   of its name, and what signs in the place of what signed in before. What is not named stays
 * @cancellable: (nullable): stops it; nothing is changed then
 * @error: as of ask_workspace_add_source(), and %ASK_STORE_ERROR_UNKNOWN
 *
 * Sets keys, or the password, anew. They are tried first: what the source refuses is not kept. Blocks.
 *
 * Returns: whether they are on disk
 */
gboolean
ask_workspace_set_keys (AskWorkspace *self, const char *name, const char *const *headers,
                        GCancellable *cancellable, GError **error)
{
  const char *what = "the source was not changed";
  g_autofree char *secret_id = g_uuid_string_random ();
  g_autoptr (AskSourceRow) row = NULL;
  g_autoptr (GPtrArray) typed = NULL;
  g_autoptr (GPtrArray) all = NULL;

  g_return_val_if_fail (self != NULL && name != NULL && headers != NULL, FALSE);

  row = ask_workspace_get_source (self, name, error);
  typed = row != NULL ? parse_keys (row->record, headers, error) : NULL;
  all = typed != NULL ? join_headers (self, row, typed, cancellable, error) : NULL;
  if (all == NULL || !try_headers (self, row, all, cancellable, error))
    return FALSE;
  if (!ask_workspace_store_secrets (self, row->record->name, secret_id, all, cancellable, error)
      || !save_headers (self, what, row, all, secret_id, error))
    {
      ask_workspace_sweep_secrets (self, secret_id);
      return FALSE;
    }
  ask_workspace_sweep_secrets (self, row->secret_id);
  ask_workspace_set_problem (self, row->record->name, NULL, NULL);
  return TRUE;
}
