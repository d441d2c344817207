/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Registration and refresh: everything that can fail outside (files, networks, the password store)
 * happens first, then one transaction saves the source, its entities and its values together. A
 * failure at any point leaves the workspace as it was and no secret behind.
 */
#include "config.h"

#include "store/ask-api-config.h"

#include "base/ask-error.h"
#include "store/ask-source-origin.h"
#include "store/ask-source-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "net/ask-url.h"

static gboolean
check_free (AskWorkspace *self, const char *name, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (AskSourceRow) row = ask_workspace_find_source (self, name, &local);

  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (row == NULL)
    return TRUE;
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS,
                 N_ ("There is already a source named “%s” (%s, %s). Choose another name, or remove it "
                     "first."),
                 row->record->name, row->record->kind->word, row->record->location);
  return FALSE;
}

/* A specification that is fetched anew could name any server; keys go only where a person saw them
 * go before. */
static gboolean
check_same_server (AskSourceConfig *config, GPtrArray *options, const char *known_base, GError **error)
{
  g_autoptr (GUri) known = NULL;
  g_autoptr (GUri) now = NULL;
  g_autofree char *origin = NULL;

  if (known_base == NULL || !ask_options_have_keys (options))
    return TRUE;
  known = ask_url_parse (known_base, error);
  now = known != NULL ? ask_url_parse (config->base_url, error) : NULL;
  if (now == NULL)
    return FALSE;
  if (ask_url_is_safe_hop (known, now))
    return TRUE;
  origin = ask_url_get_origin (now);
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 N_ ("The specification of the source “%s” now names another server, %s, so its keys "
                     "were not sent there. If that is right, remove the source and add it again."),
                 config->name, origin);
  return FALSE;
}

/* A source that is looked at before anything of it is saved. It borrows the first four.
 * @options: (element-type AskSourceOption): what @config says
 * @said_anew: whether those are other ones than it had
 * @notes: (element-type utf8): gets sentences about it
 * @found: what it is
 * @groups: (element-type AskValueGroup): the values it holds
 * @unreached: whether it is good enough though nobody answers
 * @problem: (nullable): that nobody did */
typedef struct
{
  AskSourceConfig *config;
  GPtrArray *options;
  gboolean said_anew;
  GPtrArray *notes;
  AskIntrospection *found;
  GPtrArray *groups;
  gboolean unreached;
  char *problem;
} Candidate;

static void
candidate_clear (Candidate *self)
{
  g_clear_pointer (&self->found, ask_introspection_free);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->problem, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Candidate, candidate_clear)

/* Whether it answers; where that is not asked for, why it does not goes into @self. */
static gboolean
test_source (Candidate *self, AskSource *tester, AskSchema *schema, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (ask_source_test (tester, schema, cancellable, &local))
    return TRUE;
  if (self->unreached && self->config->kind->nature == ASK_NATURE_DOCUMENT && ask_source_error_is_away (local))
    {
      self->problem = g_strdup_printf ("Not reached yet. %s", local->message);
      g_ptr_array_add (self->notes, g_strdup (self->problem));
      return TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/*
 * Looks at the source from outside: what it is, whether it answers, which values it holds.
 *
 * @known_base: (nullable): for a refresh, where calls went so far
 *
 * Returns: whether @self has all of it
 */
static gboolean
examine (Candidate *self, const char *known_base, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = self->config;
  GPtrArray *options = self->options;
  GPtrArray *notes = self->notes;
  g_autoptr (AskSource) reader = ask_source_new (config, error);
  g_autoptr (AskSource) tester = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autofree char *missing = NULL;

  if (reader == NULL || !ask_source_open (reader, cancellable, error))
    return FALSE;
  found = ask_source_introspect (reader, cancellable, error);
  if (found == NULL)
    return FALSE;
  for (guint i = 0; found->notes != NULL && i < found->notes->len; i++)
    g_ptr_array_add (notes, g_strdup (g_ptr_array_index (found->notes, i)));

  if (config->kind->nature == ASK_NATURE_DOCUMENT && config->base_url == NULL)
    config->base_url = g_strdup (found->base_url);
  if (config->kind->nature == ASK_NATURE_DOCUMENT && config->base_url == NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The specification of the source “%s” names no server. Give the API's address (base URL)."),
                     config->name);
      return FALSE;
    }
  /* The address may come from the specification, which is kept as well. */
  if (config->base_url != NULL
      && (!ask_api_check_url (config->name, "base URL", config->base_url, error)
          || !check_same_server (config, options, known_base, error)
          || !ask_source_config_settle_client (config, config->base_url, found, error)))
    return FALSE;

  ask_keys_note_changes (found, options, notes);
  missing = ask_keys_find_missing (found, options);
  if (missing != NULL)
    g_ptr_array_add (notes, g_strdup (missing));

  /* A source as questions will open it: with the base URL in its configuration. */
  tester = ask_source_new (config, error);
  if (tester == NULL || !ask_source_open (tester, cancellable, error))
    return FALSE;
  if (!test_source (self, tester, found->schema, cancellable, error))
    {
      if (missing != NULL && error != NULL && g_error_matches (*error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED))
        {
          char *both = g_strconcat ((*error)->message, " ", missing, NULL);

          g_free ((*error)->message);
          (*error)->message = both;
        }
      return FALSE;
    }

  self->groups = ask_values_collect (found->schema, config, notes, cancellable, error);
  if (self->groups == NULL)
    return FALSE;
  self->found = g_steal_pointer (&found);
  return TRUE;
}

static gboolean
insert_source (AskWorkspace *self, const char *what, const Candidate *candidate, gboolean base_url_given,
               const char *secret_id, GError **error)
{
  const AskSourceConfig *config = candidate->config;
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *auth = ask_keys_describe (candidate->found);
  g_autofree char *said = ask_options_to_json (candidate->options);
  g_autofree char *reason = g_strdup_printf ("Added source %s", config->name);
  gint64 now = g_get_real_time ();

  if (!check_free (self, config->name, error))
    return FALSE;
  statement = ask_workspace_prepare (
    self, what,
    "INSERT INTO source (name, kind, location, base_url, base_url_given, title, auth, options,"
    "  secret_id, added_at, refreshed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10)",
    error);
  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, config->name);
  ask_statement_bind_text (statement, 2, config->kind->word);
  ask_statement_bind_text (statement, 3, config->location);
  ask_statement_bind_text (statement, 4, config->base_url);
  sqlite3_bind_int (statement, 5, base_url_given);
  ask_statement_bind_text (statement, 6, candidate->found->title);
  ask_statement_bind_text (statement, 7, auth);
  ask_statement_bind_text (statement, 8, said);
  ask_statement_bind_text (statement, 9, secret_id);
  sqlite3_bind_int64 (statement, 10, now);
  return ask_workspace_run (self, what, statement, error)
         && ask_workspace_merge_import (self, config->name, candidate->found, reason, error)
         && ask_workspace_put_values (self, config->name, candidate->groups, error)
         && ask_workspace_claim_secrets (self, secret_id, error);
}

/* What nobody said and has to be known from now on, such as whether a spreadsheet's first row is one of names.
 * Returns: whether @options and @config say it */
static gboolean
settle (AskSourceConfig *config, GPtrArray *options, GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  if (config->kind->settle == NULL)
    return TRUE;
  if (!config->kind->settle (config, notes, cancellable, error))
    return FALSE;
  /* A kind settles what is no secret: the others are as they were. */
  for (guint i = 0; i < config->options->len; i++)
    {
      const AskSourceOption *now = config->options->pdata[i];
      AskSourceOption *then = ask_source_options_find_named (options, now->spec->word, now->name);

      if (then != NULL && then->keep != ASK_OPTION_PLAIN)
        continue;
      if (then != NULL)
        g_ptr_array_remove (options, then);
      g_ptr_array_add (options, ask_source_option_copy (now));
    }
  return TRUE;
}

/* Everything after the options are known; @config is taken over by the caller. */
static AskSourceRecord *
add_config (AskWorkspace *self, Candidate *candidate, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = candidate->config;
  GPtrArray *options = candidate->options;
  const char *what = N_ ("the source was not added");
  gboolean base_url_given = config->base_url != NULL;
  g_autofree char *secret_id = g_uuid_string_random ();
  g_autoptr (AskSourceRow) row = NULL;

  if (!ask_options_apply_typed (options, config, error)
      || !ask_workspace_settle_origin (self, config, cancellable, error)
      || !settle (config, options, candidate->notes, cancellable, error)
      || !examine (candidate, NULL, cancellable, error))
    return NULL;
  ask_keys_settle (candidate->found, config, options);

  if (!ask_workspace_store_secrets (self, config->name, secret_id, options, cancellable, error))
    {
      ask_workspace_sweep_secrets (self, secret_id);
      return NULL;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !ask_workspace_begin (self, what, error))
    {
      ask_workspace_sweep_secrets (self, secret_id);
      return NULL;
    }
  if (insert_source (self, what, candidate, base_url_given, secret_id, error))
    row = ask_workspace_get_source (self, config->name, error);
  if (row == NULL)
    {
      ask_workspace_rollback (self);
      ask_workspace_sweep_secrets (self, secret_id);
      return NULL;
    }
  if (!ask_workspace_commit (self, what, error))
    {
      ask_workspace_sweep_secrets (self, secret_id);
      return NULL;
    }
  /* That it could not be kept is less than the problem. */
  if (candidate->problem != NULL && ask_workspace_set_problem (self, config->name, candidate->problem, NULL))
    row->record->problem = g_strdup (candidate->problem);
  return g_steal_pointer (&row->record);
}

/**
 * ask_workspace_add_source:
 * @source: what is said of it
 * @notes: (out) (optional) (transfer container) (element-type utf8): sentences about what was left
 *   out, and about a key that the API asks for; set on success
 * @cancellable: (nullable): stops it; nothing is saved then
 * @error: %ASK_STORE_ERROR_EXISTS, %ASK_STORE_ERROR_INVALID, %ASK_STORE_ERROR_SECRET,
 *   %ASK_STORE_ERROR_WRITE, %ASK_SOURCE_ERROR, %ASK_SCHEMA_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Registers a source: opens it, reads what it is, tests it, merges its entities into the abstract
 * schema and indexes the values that questions may name. All of it is saved together, or nothing.
 * Blocks, for as long as the source takes and a locked keyring asks a person for its password.
 *
 * Returns: (transfer full): the record, on disk
 */
AskSourceRecord *
ask_workspace_add_source (AskWorkspace *self, const AskNewSource *source, GPtrArray **notes, GCancellable *cancellable,
                          GError **error)
{
  const AskSourceKind *kind = source->kind;
  const char *name = source->name;
  const char *location = source->location;
  const char *base_url = source->base_url;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) told = NULL;
  g_autoptr (GError) local = NULL;
  g_autofree char *server = NULL;
  g_auto (Candidate) candidate = { 0 };
  AskSourceConfig *config;
  AskSourceRecord *record = NULL;

  g_return_val_if_fail (self != NULL && name != NULL && location != NULL, NULL);

  if (notes != NULL)
    *notes = NULL;
  if (base_url != NULL && *base_url == '\0')
    base_url = NULL;
  if (!check_free (self, name, error))
    return NULL;
  all = ask_typed_options_join (kind, name, &location, &server, source->options, error);
  if (all == NULL)
    return NULL;
  config = ask_typed_config_new (kind, name, location, base_url, all, error);
  if (config == NULL)
    return NULL;
  told = g_ptr_array_new_with_free_func (g_free);
  candidate = (Candidate) { .config = config, .options = all, .notes = told, .unreached = source->unreached };
  record = add_config (self, &candidate, cancellable, &local);
  if (record == NULL && kind->forget != NULL)
    kind->forget (config);
  ask_source_config_unref (config);
  if (record == NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  else if (notes != NULL)
    *notes = g_steal_pointer (&told);
  return record;
}

static gboolean
update_source (AskWorkspace *self, const char *what, const Candidate *candidate, GError **error)
{
  const AskSourceConfig *config = candidate->config;
  g_autoptr (AskSourceRow) row = ask_workspace_get_source (self, config->name, error);
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *auth = ask_keys_describe (candidate->found);
  g_autofree char *said = candidate->said_anew ? ask_options_to_json (candidate->options) : NULL;
  g_autofree char *reason
    = g_strdup_printf (candidate->said_anew ? "Read source %s in another way" : "Refreshed source %s", config->name);

  /* Somebody may have removed it while it was examined. */
  if (row == NULL)
    return FALSE;
  statement = ask_workspace_prepare (
    self, what,
    "UPDATE source SET base_url = ?2, title = ?3, auth = ?4, refreshed_at = ?5, problem = NULL,"
    "  options = coalesce (?6, options) WHERE name = ?1",
    error);
  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, config->name);
  ask_statement_bind_text (statement, 2, config->base_url);
  ask_statement_bind_text (statement, 3, candidate->found->title);
  ask_statement_bind_text (statement, 4, auth);
  sqlite3_bind_int64 (statement, 5, g_get_real_time ());
  ask_statement_bind_text (statement, 6, said);
  return ask_workspace_run (self, what, statement, error)
         && ask_workspace_merge_import (self, config->name, candidate->found, reason, error)
         && ask_workspace_put_values (self, config->name, candidate->groups, error);
}

static gboolean
refresh_config (AskWorkspace *self, const AskSourceRow *row, Candidate *candidate, GCancellable *cancellable,
                GError **error)
{
  const char *what = N_ ("the source was not refreshed");
  gboolean done = FALSE;

  /* A kept answer says nothing of how the source is now. */
  candidate->config->cache_s = 0;
  g_clear_pointer (&candidate->config->cache_id, g_free);
  if (examine (candidate, row->record->base_url, cancellable, error) && ask_workspace_begin (self, what, error))
    {
      done = update_source (self, what, candidate, error);
      if (done)
        done = ask_workspace_commit (self, what, error);
      else
        ask_workspace_rollback (self);
    }
  return done;
}

static gboolean
refresh_row (AskWorkspace *self, AskSourceRow *row, GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = ask_source_row_dup_config (row, self, TRUE, cancellable, error);
  g_auto (Candidate) candidate = { .config = config, .options = row->options, .notes = notes };
  gboolean done;

  if (config == NULL)
    return FALSE;
  done = refresh_config (self, row, &candidate, cancellable, error);
  ask_source_config_unref (config);
  return done;
}

/**
 * ask_workspace_refresh_source:
 * @name: of a source
 * @notes: (out) (optional) (transfer container) (element-type utf8): as of
 *   ask_workspace_add_source(); set on success
 * @cancellable: (nullable): stops it; nothing is changed then
 * @error: as of ask_workspace_test_source(), and %ASK_SCHEMA_ERROR
 *
 * Reads anew what the source is. Entities keep the names, descriptions and synonyms that people
 * gave. A specification that now names another server is refused where calls carry options. A
 * failure changes nothing but the record's problem. Blocks.
 *
 * Returns: whether the new state is on disk
 */
gboolean
ask_workspace_refresh_source (AskWorkspace *self, const char *name, GPtrArray **notes, GCancellable *cancellable,
                              GError **error)
{
  g_autoptr (AskSourceRow) row = NULL;
  g_autoptr (GPtrArray) told = NULL;
  g_autoptr (GError) local = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);

  if (notes != NULL)
    *notes = NULL;
  row = ask_workspace_get_source (self, name, error);
  if (row == NULL)
    return FALSE;
  told = g_ptr_array_new_with_free_func (g_free);
  if (refresh_row (self, row, told, cancellable, &local))
    {
      if (notes != NULL)
        *notes = g_steal_pointer (&told);
      return TRUE;
    }

  /* A full disk is no problem of the source, nor is a person who changed their mind. */
  if (!g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      && !g_error_matches (local, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE)
      && !g_error_matches (local, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN))
    ask_workspace_set_problem (self, row->record->name, local->message, NULL);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
check_shape (const AskSourceRow *row, GPtrArray *options, GError **error)
{
  const AskSourceKind *kind = row->record->kind;
  gboolean has_shape = FALSE;

  for (guint i = 0; i < kind->n_options; i++)
    has_shape = has_shape || (kind->options[i].flags & ASK_OPTION_SHAPE) != 0;
  if (!has_shape)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The source “%s” is no spreadsheet: it has no sheets and no delimiter. Leave that out."),
                     row->record->name);
      return FALSE;
    }
  return ask_options_check (options, kind, error);
}

/**
 * ask_workspace_set_shape:
 * @name: of a source whose kind has options that say how its file is read
 * @options: (element-type AskSourceOption): all that is said of that; what is not said is recognised
 * @notes: (out) (optional) (transfer container) (element-type utf8): as of ask_workspace_add_source(); set on
 *   success
 * @cancellable: (nullable): stops it; nothing is changed then
 * @error: as of ask_workspace_refresh_source(), and %ASK_STORE_ERROR_INVALID
 *
 * Reads the file in another way, and keeps that way if it can be read so. What changes of its entities is drift, as
 * after a refresh. A failure changes nothing. Blocks.
 *
 * Returns: whether the new state is on disk
 */
gboolean
ask_workspace_set_shape (AskWorkspace *self, const char *name, GPtrArray *options, GPtrArray **notes,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSourceRow) row = NULL;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_free);
  g_auto (Candidate) candidate = { 0 };
  AskSourceConfig *before, *after;
  gboolean done;

  g_return_val_if_fail (self != NULL && name != NULL && options != NULL, FALSE);

  if (notes != NULL)
    *notes = NULL;
  row = ask_workspace_get_source (self, name, error);
  if (row == NULL || !check_shape (row, options, error))
    return FALSE;
  before = ask_source_row_dup_config (row, self, TRUE, cancellable, error);
  if (before == NULL)
    return FALSE;
  all = ask_options_copy (options);
  after = ask_source_config_new (row->record->name, row->record->kind, row->record->location);
  candidate = (Candidate) { .config = after, .options = all, .said_anew = TRUE, .notes = told };
  done = ask_options_apply_typed (all, after, error) && settle (after, all, told, cancellable, error)
         && refresh_config (self, row, &candidate, cancellable, error);
  if (!after->kind->same_copy (before, after))
    after->kind->forget (done ? before : after);
  ask_source_config_unref (before);
  ask_source_config_unref (after);
  if (done && notes != NULL)
    *notes = g_steal_pointer (&told);
  return done;
}
