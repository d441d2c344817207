/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The interface's glue: configurations, calls and cursors. It holds the promise that a failure
 * always comes with an error.
 */
#include "config.h"

#include "source/ask-source.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-outgoing.h"
#include "base/ask-text.h"

G_DEFINE_INTERFACE (AskSource, ask_source, G_TYPE_OBJECT)
G_DEFINE_ABSTRACT_TYPE (AskCursor, ask_cursor, G_TYPE_OBJECT)

static void
secret_free (gpointer data)
{
  if (data != NULL)
    explicit_bzero (data, strlen (data));
  g_free (data);
}

static void
header_free (gpointer data)
{
  AskSourceHeader *header = data;

  g_free (header->name);
  secret_free (header->value);
  g_free (header);
}

/**
 * ask_source_config_new:
 * @name: of the source in the workspace; ask_source_config_check() looks at it
 * @kind: of the source; static
 * @location: as AskSourceConfig.location
 *
 * Returns: (transfer full): a configuration without secrets
 */
AskSourceConfig *
ask_source_config_new (const char *name, const AskSourceKind *kind, const char *location)
{
  AskSourceConfig *self = g_new0 (AskSourceConfig, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->kind = kind;
  self->location = g_strdup (location);
  self->headers = g_ptr_array_new_with_free_func (header_free);
  self->query = g_ptr_array_new_with_free_func (header_free);
  self->hidden = g_ptr_array_new_with_free_func (secret_free);
  self->options = ask_source_options_new ();
  self->time_out_ms = kind->time_out_ms;
  return self;
}

/** ask_source_config_ref: Returns: (transfer full): @self */
AskSourceConfig *
ask_source_config_ref (AskSourceConfig *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_source_config_unref: frees it when nobody holds it any more */
void
ask_source_config_unref (AskSourceConfig *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->name);
  g_free (self->location);
  g_clear_pointer (&self->origin, ask_source_config_unref);
  g_clear_pointer (&self->origin_entity, ask_entity_unref);
  g_free (self->origin_column);
  g_free (self->kept_as);
  g_free (self->base_url);
  secret_free (self->password);
  g_free (self->cache_id);
  g_free (self->problem);
  g_ptr_array_unref (self->options);
  g_ptr_array_unref (self->headers);
  g_ptr_array_unref (self->query);
  g_ptr_array_unref (self->hidden);
  g_clear_pointer (&self->client, ask_source_client_free);
  g_strfreev (self->reads);
  g_strfreev (self->whole);
  g_strfreev (self->follow);
  g_strfreev (self->trust_order);
  g_free (self);
}

static void
add (GPtrArray *array, const char *name, const char *value)
{
  AskSourceHeader *header = g_new0 (AskSourceHeader, 1);

  header->name = g_strdup (name);
  header->value = g_strdup (value);
  g_ptr_array_add (array, header);
}

/**
 * ask_source_config_set_options:
 * @options: (element-type AskSourceOption): of the configuration's kind, with their values in the clear; copied
 *
 * Says all that is said of the source. What was said before is forgotten.
 */
void
ask_source_config_set_options (AskSourceConfig *self, GPtrArray *options)
{
  g_ptr_array_set_size (self->options, 0);
  for (guint i = 0; i < options->len; i++)
    g_ptr_array_add (self->options, ask_source_option_copy (options->pdata[i]));
  if (self->kind->take_options != NULL)
    self->kind->take_options (self);
}

/**
 * ask_source_config_set_text:
 * @word: of a text, a choice or a secret that the kind has, and that is not named
 * @text: (nullable): what is said; %NULL takes it back
 */
void
ask_source_config_set_text (AskSourceConfig *self, const char *word, const char *text)
{
  const AskOptionSpec *spec = ask_source_kind_find_option (self->kind, word);
  AskSourceOption *old = ask_source_options_find (self->options, word);

  g_return_if_fail (spec != NULL);
  if (old != NULL)
    g_ptr_array_remove (self->options, old);
  if (text != NULL)
    g_ptr_array_add (self->options, ask_source_option_new (spec, "", text));
}

/**
 * ask_source_config_take_password:
 *
 * AskSourceKind.take_options() of kinds of database servers: their options are a password.
 */
void
ask_source_config_take_password (AskSourceConfig *self)
{
  secret_free (self->password);
  self->password = g_strdup (ask_source_options_get_text (self->options, "password"));
}

/**
 * ask_source_config_add_header:
 * @name: of an HTTP header
 * @value: in the clear
 *
 * Adds a header that goes with every call.
 */
void
ask_source_config_add_header (AskSourceConfig *self, const char *name, const char *value)
{
  add (self->headers, name, value);
}

/**
 * ask_source_config_add_query:
 * @name: of a parameter, not escaped
 * @value: in the clear, not escaped
 *
 * Adds a query parameter that goes with every call.
 */
void
ask_source_config_add_query (AskSourceConfig *self, const char *name, const char *value)
{
  add (self->query, name, value);
}

/**
 * ask_source_config_check:
 * @error: %ASK_SOURCE_ERROR_CONFIG
 *
 * Looks at the short name and the location, and touches nothing outside.
 *
 * Returns: whether they can be used
 */
gboolean
ask_source_config_check (AskSourceConfig *self, GError **error)
{
  static const char *const reserved[] = { "main", "temp", "sqlite" };
  const char *name = self->name;
  gboolean good = g_ascii_isalpha (name[0]) && strlen (name) <= 40;

  for (const char *p = name; good && *p != '\0'; p++)
    good = g_ascii_isalnum (*p) || *p == '_';
  for (guint i = 0; good && i < G_N_ELEMENTS (reserved); i++)
    good = g_ascii_strcasecmp (reserved[i], name) != 0;
  if (!good)
    {
      g_autofree char *shown = ask_text_shorten (name, 60);

      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("“%s” cannot be the short name of a source. Use a letter first, then letters, "
                         "digits and _, at most 40, and neither main nor temp."),
                     shown);
      return FALSE;
    }
  if (self->location == NULL || self->location[0] == '\0')
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, N_ ("Source “%s” has no place. Give %s."), name,
                     self->kind->place);
      return FALSE;
    }
  return TRUE;
}

/** ask_call_free: frees @self */
void
ask_call_free (AskCall *self)
{
  g_free (self->source);
  g_free (self->entity);
  g_free (self->url);
  g_free (self->body);
  g_free (self->arguments);
  g_free (self);
}

/**
 * ask_calls_count_requests:
 * @calls: (element-type AskCall): of a query
 *
 * Returns: how many of them were sent to an API: all but those whose answer was kept
 */
guint
ask_calls_count_requests (GPtrArray *calls)
{
  guint n = 0;

  for (guint i = 0; i < calls->len; i++)
    n += ((const AskCall *) calls->pdata[i])->cached != ASK_CALL_FRESH;
  return n;
}

/** ask_introspection_free: frees @self */
void
ask_introspection_free (AskIntrospection *self)
{
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_free (self->base_url);
  g_free (self->title);
  g_free (self->auth_name);
  g_free (self->token_url);
  g_free (self->refusal);
  g_clear_pointer (&self->scopes, g_ptr_array_unref);
  g_clear_pointer (&self->servers, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  ask_doctor_free (self->doctor);
  g_free (self);
}

static void
ask_cursor_class_init (AskCursorClass *klass)
{
}

static void
ask_cursor_init (AskCursor *self)
{
}

/**
 * ask_source_said_of:
 * @operations: (nullable) (array zero-terminated=1): as a steward named them: "GET /orders", or by operationId
 * @entity: of an API
 *
 * A child table, "searchOrders#items", is read by its parent's calls.
 *
 * Returns: whether its operation is among them
 */
gboolean
ask_source_said_of (char *const *operations, const AskEntity *entity)
{
  const AskOperation *operation = entity->operation;
  const char *method = operation->method != NULL ? operation->method : "GET";

  for (guint i = 0; operations != NULL && operations[i] != NULL; i++)
    {
      const char *said = operations[i];
      gsize length = strlen (said);
      gsize word = strlen (method);

      if ((strncmp (said, method, word) == 0 && said[word] == ' ' && strcmp (said + word + 1, operation->path) == 0)
          || strcmp (said, entity->table) == 0
          || (operation->nested != NULL && strncmp (said, entity->table, length) == 0 && entity->table[length] == '#'))
        return TRUE;
    }
  return FALSE;
}

static void
ask_source_default_init (AskSourceInterface *iface)
{
}

/**
 * ask_cursor_next:
 * @self: an open cursor
 * @row: (out) (transfer none): as many cells as the scan has columns, valid until the next call
 * @binding: (out) (optional): which of the scan's bindings the row came from
 * @cancellable: (nullable): stops the remote read
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Blocks. Call on the cursor's own thread. After anything but %ASK_STEP_ROW, do not call again.
 *
 * Returns: %ASK_STEP_ROW, %ASK_STEP_DONE, or %ASK_STEP_FAILED (@error set)
 */
AskStep
ask_cursor_next (AskCursor *self, const AskValue **row, guint *binding, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  guint ignored;
  AskStep step;

  step = ASK_CURSOR_GET_CLASS (self)->next (self, row, binding != NULL ? binding : &ignored, cancellable, &local);
  g_assert ((step == ASK_STEP_FAILED) == (local != NULL));
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return step;
}

/**
 * ask_cursor_get_columns:
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (nullable): names and types of a query's columns; %NULL for a scan, whose
 *   columns are those of the AskScan
 */
const AskColumn *
ask_cursor_get_columns (AskCursor *self, guint *n_columns)
{
  *n_columns = 0;
  if (ASK_CURSOR_GET_CLASS (self)->get_columns == NULL)
    return NULL;
  return ASK_CURSOR_GET_CLASS (self)->get_columns (self, n_columns);
}

/**
 * ask_source_new:
 * @config: of the source, with its values in the clear; the source keeps a reference
 * @error: %ASK_SOURCE_ERROR_CONFIG
 *
 * Returns: (transfer full): a source of the configuration's kind, not yet open
 */
AskSource *
ask_source_new (AskSourceConfig *config, GError **error)
{
  if (!ask_source_config_check (config, error))
    return NULL;
  return config->kind->make (config);
}

/**
 * ask_source_open:
 * @error: %ASK_SOURCE_ERROR
 *
 * Opens the file, or looks at what is needed to make calls. Opening twice is one opening.
 *
 * Returns: whether it is open
 */
gboolean
ask_source_open (AskSource *self, GCancellable *cancellable, GError **error)
{
  return ASK_SOURCE_GET_IFACE (self)->open (self, cancellable, error);
}

/**
 * ask_source_introspect:
 * @error: %ASK_SOURCE_ERROR or %ASK_SCHEMA_ERROR
 *
 * Reads what the source says of itself: a database's catalogue, an API's specification.
 *
 * Returns: (transfer full): its part of the abstract schema, or %NULL
 */
AskIntrospection *
ask_source_introspect (AskSource *self, GCancellable *cancellable, GError **error)
{
  return ASK_SOURCE_GET_IFACE (self)->introspect (self, cancellable, error);
}

/** ask_source_capability: Returns: what it can do itself */
AskCapability
ask_source_capability (AskSource *self)
{
  return ASK_SOURCE_GET_IFACE (self)->capability (self);
}

/**
 * ask_source_scan:
 * @scan: copied as far as it is needed; the entity must outlive the cursor
 * @calls: (element-type AskCall) (nullable): each call that is made is added here
 * @error: %ASK_SOURCE_ERROR
 *
 * Returns: (transfer full): a cursor, or %NULL
 */
AskCursor *
ask_source_scan (AskSource *self, const AskScan *scan, GPtrArray *calls, GCancellable *cancellable, GError **error)
{
  return ASK_SOURCE_GET_IFACE (self)->scan (self, scan, calls, cancellable, error);
}

/**
 * ask_source_tell_query:
 * @config: of a database server that does not speak HTTP
 * @sql: that is sent to it
 * @n_values: how many values go with it
 *
 * Tells ask_outgoing_tell() of a query.
 */
void
ask_source_tell_query (const AskSourceConfig *config, const char *sql, gint64 n_values)
{
  const char *place = strstr (config->location, "://");
  g_autofree char *host = NULL;
  g_autoptr (GBytes) body = NULL;
  const char *user;

  if (!ask_outgoing_is_watched ())
    return;
  body = g_bytes_new (sql, strlen (sql));
  place = place != NULL ? place + strlen ("://") : "";
  host = g_strndup (place, strcspn (place, "/?#"));
  user = strrchr (host, '@');
  ask_outgoing_tell (&(AskOutgoing) { .kind = "server",
                                      .host = user != NULL    ? user + 1
                                              : *host != '\0' ? host
                                                              : "localhost",
                                      .about = config->name,
                                      .body = body,
                                      .n_values = n_values,
                                      .tries = 1 });
}

/**
 * ask_source_query:
 * @sql: one SELECT in the source's own dialect
 * @arguments: (array length=n_arguments): of its parameters, in order
 * @n_arguments: how many parameters @sql has
 * @error: %ASK_SOURCE_ERROR; %ASK_SOURCE_ERROR_CONFIG for a source that has no SQL;
 *   %ASK_SOURCE_ERROR_DATA where the server could not compute a value
 *
 * Returns: (transfer full): a cursor that knows its columns, or %NULL
 */
AskCursor *
ask_source_query (AskSource *self, const char *sql, const AskArgument *arguments, guint n_arguments,
                  GCancellable *cancellable, GError **error)
{
  if (ASK_SOURCE_GET_IFACE (self)->query == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("This kind of source does not understand SQL."));
      return NULL;
    }
  return ASK_SOURCE_GET_IFACE (self)->query (self, sql, arguments, n_arguments, cancellable, error);
}

/** ask_call_budget_allows: @self: (nullable): %NULL allows all. Returns: whether one more call may be made */
gboolean
ask_call_budget_allows (const AskCallBudget *self)
{
  for (; self != NULL; self = self->whole)
    if (self->most > 0 && self->n >= self->most)
      return FALSE;
  return TRUE;
}

/** ask_call_budget_refuse: notes that a call was wanted which ask_call_budget_allows() does not allow */
void
ask_call_budget_refuse (AskCallBudget *self)
{
  for (; self != NULL; self = self->whole)
    self->refused = self->refused || (self->most > 0 && self->n >= self->most);
}

/** ask_call_budget_count: @self: (nullable). A call is made */
void
ask_call_budget_count (AskCallBudget *self)
{
  for (; self != NULL; self = self->whole)
    {
      self->n++;
      if (self->counted != NULL)
        self->counted (self->n, self->data);
    }
}

/**
 * ask_source_expect:
 * @n_rows: about how many rows the next ask_source_query() gives; -1 where nobody knows
 * @at_most: there cannot be more: the text says so, or a key
 * @reals: whether a column of them may hold floating-point numbers
 *
 * A server may be asked for many rows in another way than for few, and for texts in another way than for numbers. They
 * are the same rows.
 */
void
ask_source_expect (AskSource *self, gint64 n_rows, gboolean at_most, gboolean reals)
{
  if (ASK_SOURCE_GET_IFACE (self)->expect != NULL)
    ASK_SOURCE_GET_IFACE (self)->expect (self, n_rows, at_most, reals);
}

/**
 * ask_source_test:
 * @schema: the source's part of the abstract schema, or the whole
 * @error: %ASK_SOURCE_ERROR
 *
 * Opens it and reads one row where it can.
 *
 * Returns: whether it answers
 */
gboolean
ask_source_test (AskSource *self, const AskSchema *schema, GCancellable *cancellable, GError **error)
{
  return ASK_SOURCE_GET_IFACE (self)->test (self, schema, cancellable, error);
}

/**
 * ask_source_begin:
 *
 * From here to ask_source_end() all that is asked of it sees one state of its data, where it can do
 * that (database servers). Calls nest. Nothing is sent yet. Keep it short: the server keeps old rows
 * for us meanwhile.
 */
void
ask_source_begin (AskSource *self)
{
  if (ASK_SOURCE_GET_IFACE (self)->begin != NULL)
    ASK_SOURCE_GET_IFACE (self)->begin (self);
}

/** ask_source_end: ends what ask_source_begin() began; cursors that are still open keep their rows */
void
ask_source_end (AskSource *self)
{
  if (ASK_SOURCE_GET_IFACE (self)->end != NULL)
    ASK_SOURCE_GET_IFACE (self)->end (self);
}
