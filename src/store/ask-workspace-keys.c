/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keys and passwords that were wrong or have changed, operations that only read, and whether a faulty
 * specification is taken: what a steward says of a source after it was added. A key is stored under a new name
 * before its source is changed, and the old one is cleared afterwards, so that a failure at any point leaves a
 * source with keys that fit.
 */
#include "config.h"

#include "store/ask-api-config.h"

#include "base/ask-error.h"
#include "store/ask-secrets.h"
#include "store/ask-source-row.h"

#include <glib/gi18n.h>
#include <string.h>

static AskSourceRow *
get_api (AskWorkspace *self, const char *name, GError **error)
{
  g_autoptr (AskSourceRow) row = ask_workspace_get_source (self, name, error);

  if (row == NULL || row->record->kind->nature == ASK_NATURE_DOCUMENT)
    return g_steal_pointer (&row);
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 N_ ("The source “%s” is no API: it has no operations and no keys. Leave that out."),
                 row->record->name);
  return NULL;
}

static gboolean
update_options (AskWorkspace *self, const char *what, const char *name, GPtrArray *options, const char *secret_id,
                GError **error)
{
  g_autofree char *said = ask_options_to_json (options);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "UPDATE source SET options = ?2, secret_id = ?3 WHERE name = ?1", error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, name);
  ask_statement_bind_text (statement, 2, said);
  ask_statement_bind_text (statement, 3, secret_id);
  return ask_workspace_run (self, what, statement, error);
}

typedef gboolean (*ChangeFunc) (AskSourceRow *row, gconstpointer data, GError **error);

/* Changes what was said of an API, beside its keys, in one transaction. */
static gboolean
change_api (AskWorkspace *self, const char *name, ChangeFunc change, gconstpointer data, GError **error)
{
  const char *what = N_ ("the source was not changed");
  g_autoptr (AskSourceRow) row = NULL;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  row = get_api (self, name, error);
  if (row == NULL || !change (row, data, error)
      || !update_options (self, what, row->record->name, row->options, row->secret_id, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

typedef struct
{
  const char *const *reads;
  const char *const *writes;
} Methods;

static gboolean
add_typed (GPtrArray *options, const AskSourceKind *kind, const char *word, const char *const *operations,
           GError **error)
{
  for (guint i = 0; operations != NULL && operations[i] != NULL; i++)
    if (!ask_options_add_typed (options, kind, &(AskTypedOption) { .word = word, .text = operations[i] }, error))
      return FALSE;
  return TRUE;
}

static gboolean
add_said (AskSourceRow *row, const char *word, const char *const *operations, GError **error)
{
  g_autoptr (GPtrArray) said = ask_source_options_new ();

  if (!add_typed (said, row->record->kind, word, operations, error))
    return FALSE;
  ask_options_say_all (row->options, said);
  return TRUE;
}

static gboolean
take_said (AskSourceRow *row, const char *word, const char *operation)
{
  AskSourceOption *list = ask_source_options_find (row->options, word);

  return list != NULL && ask_source_option_take_item (list, operation);
}

/* @what: what nobody said of one that is not in the list: "that it only reads" */
static gboolean
take_all_said (AskSourceRow *row, const char *word, const char *const *operations, const char *what, GError **error)
{
  for (guint i = 0; operations != NULL && operations[i] != NULL; i++)
    if (!take_said (row, word, operations[i]))
      {
        ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN, what);
        ask_error_prefix (error, N_ ("Nobody has said of “%s” of the source “%s” "), operations[i], row->record->name);
        ask_error_append (error, N_ (". “source list” shows of which."));
        return FALSE;
      }
  return TRUE;
}

static gboolean
change_reads (AskSourceRow *row, gconstpointer data, GError **error)
{
  const Methods *methods = data;

  return add_said (row, "reads", methods->reads, error)
         && take_all_said (row, "reads", methods->writes, N_ ("that it only reads"), error);
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
ask_workspace_set_reads (AskWorkspace *self, const char *name, const char *const *reads, const char *const *writes,
                         GError **error)
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

static gboolean
change_pages (AskSourceRow *row, gconstpointer data, GError **error)
{
  const Pages *pages = data;
  g_autoptr (GPtrArray) said = ask_source_options_new ();

  for (guint i = 0; pages->unsaid != NULL && pages->unsaid[i] != NULL; i++)
    {
      gboolean whole = take_said (row, "whole", pages->unsaid[i]);

      if (!take_said (row, "follow", pages->unsaid[i]) && !whole)
        {
          ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                         N_ ("Nobody has said of “%s” of the source “%s” that its rows are all, or that its links are "
                             "followed. “source list” shows of which."),
                         pages->unsaid[i], row->record->name);
          return FALSE;
        }
    }
  if (!add_typed (said, row->record->kind, "whole", pages->whole, error)
      || !add_typed (said, row->record->kind, "follow", pages->follow, error)
      || !ask_options_check (said, row->record->kind, error))
    return FALSE;
  ask_options_say_all (row->options, said);
  return TRUE;
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
ask_workspace_set_pages (AskWorkspace *self, const char *name, const char *const *whole, const char *const *follow,
                         const char *const *unsaid, GError **error)
{
  const Pages pages = { whole, follow, unsaid };

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);
  return change_api (self, name, change_pages, &pages, error);
}

typedef struct
{
  const char *const *trusted;
  const char *const *distrusted;
} Orders;

static gboolean
change_order (AskSourceRow *row, gconstpointer data, GError **error)
{
  const Orders *orders = data;

  return add_said (row, "trust-order", orders->trusted, error)
         && take_all_said (row, "trust-order", orders->distrusted, N_ ("that its order can be trusted"), error);
}

/**
 * ask_workspace_set_order:
 * @name: of an API
 * @trusted: (nullable) (array zero-terminated=1): operations that sort as SQLite does where they are asked to, so
 *   that the first rows of an order can be read alone: as "GET /orders" or by operationId
 * @distrusted: (nullable) (array zero-terminated=1): those of which that was said, and is not so
 * @error: %ASK_STORE_ERROR_UNKNOWN, %ASK_STORE_ERROR_INVALID, %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_set_order (AskWorkspace *self, const char *name, const char *const *trusted,
                         const char *const *distrusted, GError **error)
{
  const Orders orders = { trusted, distrusted };

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);
  return change_api (self, name, change_order, &orders, error);
}

static gboolean
change_lenient (AskSourceRow *row, gconstpointer data, GError **error)
{
  gboolean lenient = *(const gboolean *) data;
  AskSourceOption *said = ask_source_options_find (row->options, "lenient");

  if (said != NULL)
    g_ptr_array_remove (row->options, said);
  if (lenient)
    return ask_options_add_typed (row->options, row->record->kind,
                                  &(AskTypedOption) { .word = "lenient", .text = "yes" }, error);
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

static gboolean
is_replaced (const AskSourceKind *kind, const AskSourceOption *old, GPtrArray *typed)
{
  if ((old->spec->flags & ASK_OPTION_KEY) == 0)
    return FALSE;
  return kind->replaces != NULL ? kind->replaces (old, typed)
                                : ask_source_options_find_named (typed, old->spec->word, old->name) != NULL;
}

/* All that the source has from now on, with values that are at hand. */
static GPtrArray *
join_options (AskWorkspace *self, AskSourceRow *row, GPtrArray *typed, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) all = ask_source_options_new ();

  for (guint i = 0; i < row->options->len; i++)
    {
      const AskSourceOption *old = row->options->pdata[i];
      AskSourceOption *copy;

      if (is_replaced (row->record->kind, old, typed))
        continue;
      copy = ask_source_option_copy (old);
      g_ptr_array_add (all, copy);
      if (old->keep == ASK_OPTION_KEYRING)
        {
          g_autofree char *key = ask_secret_key (row->secret_id, old);

          copy->text = ask_secrets_lookup (self->id, key, cancellable, error);
          if (copy->text == NULL)
            return NULL;
        }
    }
  for (guint i = 0; i < typed->len; i++)
    g_ptr_array_add (all, ask_source_option_copy (typed->pdata[i]));
  return ask_options_check (all, row->record->kind, error) ? g_steal_pointer (&all) : NULL;
}

/* Whether the source takes them: nothing is saved before it does. */
static gboolean
try_options (AskWorkspace *self, AskSourceRow *row, GPtrArray *options, GCancellable *cancellable, GError **error)
{
  const char *token_url = ask_source_options_get_text (options, "token-url");
  AskSourceConfig *config = ask_source_config_new (row->record->name, row->record->kind, row->record->location);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (self, error);
  gboolean good = schema != NULL;

  config->base_url = g_strdup (row->record->base_url);
  good = good && (token_url == NULL || ask_api_check_url (row->record->name, "token endpoint", token_url, error))
         && ask_options_apply_typed (options, config, error);
  /* A client that is new here: the specification may say where its tokens come from. */
  if (good && config->client != NULL && config->client->token_url == NULL)
    {
      g_autoptr (AskSource) reader = ask_source_new (config, error);

      found = reader != NULL && ask_source_open (reader, cancellable, error)
                ? ask_source_introspect (reader, cancellable, error)
                : NULL;
      good = found != NULL && ask_source_config_settle_client (config, config->base_url, found, error);
      if (good)
        ask_keys_settle (found, config, options);
    }
  source = good ? ask_source_new (config, error) : NULL;
  good = source != NULL && ask_source_open (source, cancellable, error)
         && ask_source_test (source, schema, cancellable, error);
  ask_source_config_unref (config);
  return good;
}

static gboolean
save_options (AskWorkspace *self, const char *what, AskSourceRow *row, GPtrArray *options, const char *secret_id,
              GError **error)
{
  g_autoptr (AskSourceRow) now = NULL;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  now = ask_workspace_get_source (self, row->record->name, error);
  /* Somebody may have removed it, or set its keys, while these were tried. */
  if (now != NULL && strcmp (now->secret_id, row->secret_id) != 0)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE,
                     N_ ("The keys of the source “%s” were changed meanwhile. Try again."), row->record->name);
      g_clear_pointer (&now, ask_source_row_free);
    }
  if (now == NULL || !update_options (self, what, row->record->name, options, secret_id, error)
      || !ask_workspace_claim_secrets (self, secret_id, error)
      || !ask_workspace_note_secrets (self, row->secret_id, row->options, 0, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/* Whether @options are keys of such a source; a file takes none. */
static gboolean
check_keys (const AskSourceRecord *record, GPtrArray *options, GError **error)
{
  if (!ask_source_kind_has_keys (record->kind))
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The source “%s” is a file: it has no keys and no password. Leave that out."), record->name);
      return FALSE;
    }
  for (guint i = 0; i < options->len; i++)
    {
      const AskOptionSpec *spec = ((AskSourceOption *) options->pdata[i])->spec;

      if (ask_source_kind_find_option (record->kind, spec->word) == spec && (spec->flags & ASK_OPTION_KEY) != 0)
        continue;
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The source “%s” has no key of that kind (%s). Leave it out."), record->name, spec->what);
      return FALSE;
    }
  return TRUE;
}

/**
 * ask_workspace_set_keys:
 * @name: of an API or a database server
 * @options: (element-type AskSourceOption): keys, as of ask_workspace_add_source(); each takes the place of the one
 *   of its name, and what signs in the place of what signed in before. What is not named stays
 * @cancellable: (nullable): stops it; nothing is changed then
 * @error: as of ask_workspace_add_source(), and %ASK_STORE_ERROR_UNKNOWN
 *
 * Sets keys, or the password, anew. They are tried first: what the source refuses is not kept. Blocks.
 *
 * Returns: whether they are on disk
 */
gboolean
ask_workspace_set_keys (AskWorkspace *self, const char *name, GPtrArray *options, GCancellable *cancellable,
                        GError **error)
{
  const char *what = N_ ("the source was not changed");
  g_autofree char *secret_id = g_uuid_string_random ();
  g_autoptr (AskSourceRow) row = NULL;
  g_autoptr (GPtrArray) all = NULL;

  g_return_val_if_fail (self != NULL && name != NULL && options != NULL, FALSE);

  row = ask_workspace_get_source (self, name, error);
  if (row == NULL || !check_keys (row->record, options, error))
    return FALSE;
  all = join_options (self, row, options, cancellable, error);
  if (all == NULL || !try_options (self, row, all, cancellable, error))
    return FALSE;
  if (!ask_workspace_store_secrets (self, row->record->name, secret_id, all, cancellable, error)
      || !save_options (self, what, row, all, secret_id, error))
    {
      ask_workspace_sweep_secrets (self, secret_id);
      return FALSE;
    }
  ask_workspace_sweep_secrets (self, row->secret_id);
  ask_workspace_set_problem (self, row->record->name, NULL, NULL);
  return TRUE;
}
