/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fetch feeds a page from its stream as bytes arrive, or from an answer that was kept. It takes no
 * more than it is told, so that memory is bound by one row and not by the answer. An answer that is
 * cut or not as promised is an error, and is never kept.
 */
#include "config.h"

#include "source/rest/ask-rest-fetch.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

#define MAX_ELEMENT ((gsize) 64 << 20)
/* Longer answers are not worth keeping. */
#define MAX_KEPT ((gsize) 8 << 20)

static char *
dup_shown_call (const AskRestFetch *self)
{
  return g_strconcat (ask_rest_plan_get_method (self->plan), " ", self->request->shown, NULL);
}

/* The server may say that the answer of last time still holds. */
static void
add_conditions (AskRestFetch *self)
{
  AskRestEntry *old = ask_rest_cache_find (ask_rest_source_get_cache (self->plan->source), self->key);

  if (old == NULL || (old->etag == NULL && old->modified == NULL))
    return;
  self->entry = ask_rest_entry_ref (old);
  if (old->etag != NULL)
    ask_rest_request_add_header (self->request, "If-None-Match", old->etag);
  if (old->modified != NULL)
    ask_rest_request_add_header (self->request, "If-Modified-Since", old->modified);
}

/* Puts the call in line, or has it wait for a token. */
static void
send_call (AskRestFetch *self)
{
  AskRestToken *token = ask_rest_source_get_token (self->plan->source);
  const char *bearer = token != NULL ? ask_rest_token_get (token, &self->generation) : NULL;
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GBytes) body = NULL;

  self->waiting = token != NULL && bearer == NULL;
  if (self->waiting)
    return;
  for (guint i = 0; i < self->request->headers->len; i++)
    g_ptr_array_add (headers, g_strdup (self->request->headers->pdata[i]));
  if (bearer != NULL)
    {
      g_ptr_array_add (headers, g_strdup ("Authorization"));
      g_ptr_array_add (headers, g_strdup (bearer));
    }
  if (self->request->body != NULL)
    body = g_bytes_new (self->request->body, strlen (self->request->body));

  AskHttpRequest http = { .method = self->request->body != NULL ? "POST" : NULL,
                          .url = self->request->url,
                          .headers = headers,
                          .body = body,
                          .content_type = "application/json",
                          .time_out_ms = self->plan->config->time_out_ms,
                          .keep_method = TRUE,
                          .kind = "api",
                          .shown = self->request->shown,
                          .about = self->plan->config->name,
                          .names = (const char *const *) self->names };

  self->stream = ask_http_stream_new (ask_rest_source_get_http (self->plan->source), &http);
}

/* A token may end before its time. Returns: whether the call is made once more, with another one */
static gboolean
renew (AskRestFetch *self)
{
  AskRestToken *token = ask_rest_source_get_token (self->plan->source);
  const AskHttpResponse *response = ask_http_stream_get_response (self->stream);

  if (token == NULL || self->renewed || response->status != 401)
    return FALSE;
  self->renewed = TRUE;
  self->call->status = response->status;
  ask_rest_token_refuse (token, self->generation);
  g_clear_pointer (&self->stream, ask_http_stream_free);
  send_call (self);
  return TRUE;
}

/* Whether the last segment of @path is a parameter: it names one row. */
static gboolean
ends_in_parameter (const char *path)
{
  g_autofree char *plain = g_strndup (path, strcspn (path, "?#"));
  const char *last;

  while (g_str_has_suffix (plain, "/"))
    plain[strlen (plain) - 1] = '\0';
  last = strrchr (plain, '/');
  last = last != NULL ? last + 1 : plain;
  return last[0] == '{' && g_str_has_suffix (last, "}");
}

/* Tells the page what the specification says of its elements. Those that lists of rows lie in have no key, since that
 * is not the rows'. */
static void
expect_members (AskRestFetch *self)
{
  const AskEntity *entity = self->plan->entity;
  const AskOperation *operation = entity->operation;
  AskRestExpected *expected = ask_rest_page_get_expected (self->page);

  if (operation->values)
    return;
  if (operation->single)
    ask_rest_expected_set_alone (expected, ends_in_parameter (operation->path));
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      const char *name = attribute->column;
      gboolean required = !attribute->nullable;

      if (name == NULL)
        continue;
      if (operation->nested != NULL && !g_str_has_prefix (name, "../"))
        continue;
      name += operation->nested != NULL ? 3 : 0;
      if (strchr (name, '.') != NULL)
        {
          g_autofree char *around = g_strndup (name, strcspn (name, "."));

          ask_rest_expected_add (expected, around, FALSE, FALSE);
          ask_rest_expected_add (expected, name, FALSE, FALSE);
          continue;
        }
      /* A key may be the importer's guess, and a call may say what a row leaves out. */
      if (!operation->single)
        required = required && attribute->key == 0 && !ask_rest_plan_knows (self->plan, attribute);
      ask_rest_expected_add (expected, name, attribute->key > 0 && operation->nested == NULL, required);
    }
  if (operation->nested != NULL)
    ask_rest_expected_add (expected, operation->nested, FALSE, FALSE);
}

/**
 * ask_rest_fetch_new:
 * @plan: of the scan; a reference is kept
 * @group: of @plan, whose rows the page holds
 * @link: (nullable): see ask_rest_request_new()
 * @mark: (nullable): likewise
 * @kept: (nullable): a fresh answer that is to be used instead of a call
 * @error: %ASK_SOURCE_ERROR_ARGUMENT, %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT
 *
 * Puts the call in line; it goes out when the session is waited for.
 *
 * Returns: (transfer full): a page that is asked for, or %NULL
 */
AskRestFetch *
ask_rest_fetch_new (AskRestPlan *plan, const AskRestGroup *group, const char *link, const char *mark,
                    AskRestEntry *kept, GError **error)
{
  g_autoptr (AskRestRequest) request = NULL;
  g_autofree char *key = NULL;
  AskRestFetch *self;

  request = ask_rest_request_new (plan, group, link, mark, error);
  if (request == NULL)
    return NULL;
  if (plan->config->cache_s > 0)
    key = ask_rest_request_dup_key (request);
  /* An answer to something else is none. */
  if (kept != NULL && g_strcmp0 (kept->key, key) != 0)
    kept = NULL;
  if (kept == NULL && !ask_rest_plan_may_call (plan, error))
    return NULL;

  self = g_new0 (AskRestFetch, 1);
  self->plan = ask_rest_plan_ref (plan);
  self->group = group;
  self->request = g_steal_pointer (&request);
  self->page = ask_rest_page_new (plan->entity->operation, plan->columns, plan->n_columns);
  ask_rest_plan_fill_page (plan, group, self->page);
  expect_members (self);
  self->call = g_new0 (AskCall, 1);
  self->call->source = g_strdup (plan->config->name);
  self->call->entity = g_strdup (plan->entity->name);
  self->call->method = ask_rest_plan_get_method (plan);
  self->call->url = g_strdup (self->request->shown);
  self->call->body = g_strdup (self->request->body);
  self->call->arguments = ask_rest_plan_describe (plan, group);
  self->names = ask_rest_plan_list_names (plan, group);
  self->key = g_steal_pointer (&key);
  if (kept != NULL)
    {
      self->kept = TRUE;
      self->entry = ask_rest_entry_ref (kept);
      self->call->cached = ASK_CALL_FRESH;
      return self;
    }
  plan->n_open++;
  ask_call_budget_count (plan->budget);
  if (self->key != NULL)
    {
      add_conditions (self);
      self->copy = g_byte_array_new ();
    }
  send_call (self);
  return self;
}

/**
 * ask_rest_fetch_record:
 * @later: (nullable) (element-type AskCall): takes the call instead of the plan
 *
 * Puts the call down for the trace, as far as it has got. Once is enough.
 */
void
ask_rest_fetch_record (AskRestFetch *self, GQueue *later)
{
  const AskHttpResponse *response = self->stream != NULL ? ask_http_stream_get_response (self->stream) : NULL;

  if (self->call == NULL)
    return;
  if (response != NULL && (response->status != 0 || !self->renewed))
    {
      self->call->status = response->status;
      self->call->bytes = response->bytes_received;
      self->call->elapsed_ms = response->elapsed_ms;
    }
  else if (self->call->cached == ASK_CALL_FRESH)
    self->call->status = 200;
  /* What was given up in line, or before there was a token, was never a call. */
  if (self->stream != NULL ? !self->renewed && !ask_http_stream_was_sent (self->stream)
                               && ask_http_stream_get_failure (self->stream) == NULL
                           : !self->kept && !self->renewed)
    {
      self->plan->n_open--;
      g_clear_pointer (&self->call, ask_call_free);
      return;
    }
  if (later != NULL)
    g_queue_push_tail (later, g_steal_pointer (&self->call));
  else
    ask_rest_plan_record (self->plan, g_steal_pointer (&self->call));
}

/** ask_rest_fetch_free: records and frees @self; what is under way is given up */
void
ask_rest_fetch_free (AskRestFetch *self)
{
  ask_rest_fetch_record (self, NULL);
  ask_http_stream_free (self->stream);
  g_clear_pointer (&self->entry, ask_rest_entry_unref);
  g_clear_pointer (&self->copy, g_byte_array_unref);
  ask_rest_page_free (self->page);
  ask_rest_request_free (self->request);
  ask_rest_plan_unref (self->plan);
  g_strfreev (self->names);
  g_free (self->key);
  g_free (self->link);
  g_free (self);
}

/** ask_rest_fetch_get_size: Returns: bytes of the rows that were not taken yet */
gsize
ask_rest_fetch_get_size (AskRestFetch *self)
{
  AskRows *rows = ask_rest_page_get_rows (self->page);

  return ask_rows_get_n_rows (rows) > 0 ? ask_rows_get_size (rows) : 0;
}

static gboolean
fail_malformed (AskRestFetch *self, const GError *why, GError **error)
{
  GError *failure = NULL;

  ask_error_set_from (&failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED, why);
  ask_error_prefix (&failure, N_ ("the answer is not as promised. "));
  return ask_rest_plan_fail_for (self->plan, self->request->shown, failure, error);
}

static gboolean
push (AskRestFetch *self, const char *bytes, gsize length, GError **error)
{
  g_autoptr (GError) local = NULL;
  guint64 n;

  if (!ask_rest_page_push (self->page, bytes, length, &local))
    return fail_malformed (self, local, error);
  n = ask_rest_page_get_n_elements (self->page);
  self->since_element = n > self->n_elements ? 0 : self->since_element + length;
  self->n_elements = n;
  if (self->since_element <= MAX_ELEMENT)
    return TRUE;
  return ask_rest_plan_fail (self->plan, self->request->shown, ASK_SOURCE_ERROR_LIMIT,
                             N_ ("a single row of the answer is longer than 64 MiB."), error);
}

/* @range: (nullable): the header Content-Range */
static gboolean
end_page (AskRestFetch *self, const char *range, guint status, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (!ask_rest_page_end (self->page, &local))
    return fail_malformed (self, local, error);
  ask_rest_said_note_range (ask_rest_page_get_said (self->page), range, status == 206);
  self->call->rows = (gint64) ask_rest_page_get_n_rows (self->page);
  self->complete = TRUE;
  return TRUE;
}

/* @length more bytes of an answer that may be kept. */
static void
keep (AskRestFetch *self, const char *bytes, gsize length)
{
  if (self->copy == NULL)
    return;
  if (self->copy->len + length > MAX_KEPT)
    g_clear_pointer (&self->copy, g_byte_array_unref);
  else
    g_byte_array_append (self->copy, (const guint8 *) bytes, (guint) length);
}

/* Whether @status says that there is no such row. Of several that were asked for in one call it
 * would not say which. */
static gboolean
is_no_row (const AskRestFetch *self, guint status)
{
  const AskOperation *operation = self->plan->entity->operation;

  return (status == 404 || status == 410) && operation->single && self->group->bindings->len == 1
         && ends_in_parameter (operation->path);
}

/* The whole answer is there. */
static gboolean
handle_done (AskRestFetch *self, GError **error)
{
  const AskHttpResponse *response = ask_http_stream_get_response (self->stream);
  AskRestCache *cache = ask_rest_source_get_cache (self->plan->source);
  guint keep_s = self->plan->config->cache_s;
  g_autofree char *shown = dup_shown_call (self);
  g_autofree char *range = NULL;

  if (response->status == 304 && self->entry != NULL)
    {
      gsize length;
      const char *bytes = g_bytes_get_data (self->entry->body, &length);

      self->call->cached = ASK_CALL_REVALIDATED;
      self->link = g_strdup (self->entry->link);
      ask_rest_cache_renew (cache, self->entry, response->headers, keep_s);
      return push (self, bytes, length, error) && end_page (self, self->entry->range, 200, error);
    }
  if (is_no_row (self, response->status))
    {
      g_clear_pointer (&self->entry, ask_rest_entry_unref);
      if (self->key != NULL)
        ask_rest_cache_drop (cache, self->key);
      self->empty = TRUE;
      self->complete = TRUE;
      return TRUE;
    }
  if (!self->checked && !ask_rest_source_check (self->plan->source, shown, response, NULL, error))
    return FALSE;
  self->link = g_strdup (g_hash_table_lookup (response->headers, "link"));
  g_clear_pointer (&self->entry, ask_rest_entry_unref);
  range = ask_rest_said_dup_range (response->headers);
  if (response->status == 204)
    {
      ask_rest_said_note_range (ask_rest_page_get_said (self->page), range, FALSE);
      self->empty = TRUE;
      self->complete = TRUE;
      return TRUE;
    }
  if (!end_page (self, range, response->status, error))
    return FALSE;
  if (self->key == NULL)
    return TRUE;
  if (self->copy != NULL && response->status == 200 && ask_rest_cache_may_keep (response->headers))
    {
      g_autoptr (GBytes) body = g_byte_array_free_to_bytes (g_steal_pointer (&self->copy));

      self->entry = ask_rest_cache_put (cache, self->key, body, response->headers, keep_s);
    }
  else
    ask_rest_cache_drop (cache, self->key);
  return TRUE;
}

static gboolean
work_kept (AskRestFetch *self, GError **error)
{
  gsize length;
  const char *bytes = g_bytes_get_data (self->entry->body, &length);

  self->link = g_strdup (self->entry->link);
  return push (self, bytes, length, error) && end_page (self, self->entry->range, 200, error);
}

/**
 * ask_rest_fetch_work:
 * @max_size: stop when the rows that were not taken yet are more than so many bytes
 * @error: %ASK_SOURCE_ERROR; it names the call
 *
 * Takes what has come; does not block.
 *
 * Returns: whether all is well so far
 */
gboolean
ask_rest_fetch_work (AskRestFetch *self, gsize max_size, GError **error)
{
  g_autofree char *shown = NULL;

  if (self->kept)
    return self->complete || work_kept (self, error);
  if (self->waiting)
    send_call (self);
  if (self->waiting)
    return TRUE;
  while (!self->complete && ask_rest_fetch_get_size (self) <= max_size)
    {
      const char *bytes;
      gsize length;

      switch (ask_http_stream_poll (self->stream, &bytes, &length))
        {
        case ASK_HTTP_STREAM_WAITING:
          return TRUE;
        case ASK_HTTP_STREAM_DATA:
          if (!self->checked)
            {
              shown = dup_shown_call (self);
              if (!ask_rest_source_check (self->plan->source, shown, ask_http_stream_get_response (self->stream), NULL,
                                          error))
                return FALSE;
              self->checked = TRUE;
            }
          keep (self, bytes, length);
          if (!push (self, bytes, length, error))
            return FALSE;
          break;
        case ASK_HTTP_STREAM_DONE:
          if (renew (self))
            return TRUE;
          return handle_done (self, error);
        case ASK_HTTP_STREAM_FAILED:
          g_free (shown);
          shown = dup_shown_call (self);
          return ask_rest_source_check (self->plan->source, shown, NULL, ask_http_stream_get_failure (self->stream),
                                        error);
        default:
          g_assert_not_reached ();
        }
    }
  return TRUE;
}
