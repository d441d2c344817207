/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The calls of one scan. Each binding is a chain of pages; a scan with one binding fetches a page
 * when its rows are asked for, a scan with many runs the chains of a batch side by side. The end of
 * a chain is believed only where the API says so or an empty page shows it: servers that give less
 * than the size asked for must not look like short tables.
 *
 * Whatever goes wrong ends the scan with an error that names the call.
 */
#include "config.h"

#include "source/ask-rest-source.h"

#include <string.h>

#include "net/ask-url.h"
#include "source/ask-rest-page.h"
#include "sql/ask-sql-lexer.h"

#define BATCH 128
#define MAX_PAGES 100000
#define HIDDEN "•••"

typedef struct
{
  guint binding;
  guint n_pages;
  gint64 fetched;
  guint64 hash; /* of the last page */
  gboolean probing; /* the page under way tells whether counting begins at 0 or 1 */
  char *token; /* cursor paging: the next cursor; link paging: the next URL */
  GHashTable *seen; /* tokens already followed */
  GPtrArray *pages; /* AskRows */
  gboolean done;
} Chain;

#define ASK_TYPE_REST_CURSOR (ask_rest_cursor_get_type ())
G_DECLARE_FINAL_TYPE (AskRestCursor, ask_rest_cursor, ASK, REST_CURSOR, AskCursor)

struct _AskRestCursor
{
  AskCursor parent_instance;
  AskRestSource *source;
  const AskEntity *entity;
  const AskAttribute **columns;
  guint n_columns;
  const AskParameter **parameters; /* one for each bound attribute */
  guint n_bound;
  guint n_bindings;
  AskValue *bindings; /* deep copies */
  gboolean unique; /* a binding names one row at most */
  GPtrArray *calls; /* AskCall, nullable */
  gint64 first; /* number of the first page; -1 while nobody knows */

  Chain **chains; /* of this batch */
  guint n_chains;
  guint next_binding; /* first one of the next batch */
  guint chain; /* where the reader is */
  guint page;
  gsize row;
};

G_DEFINE_FINAL_TYPE (AskRestCursor, ask_rest_cursor, ASK_TYPE_CURSOR)

static void
chain_free (Chain *chain)
{
  g_free (chain->token);
  g_clear_pointer (&chain->seen, g_hash_table_unref);
  g_ptr_array_unref (chain->pages);
  g_free (chain);
}

static void
drop_chains (AskRestCursor *self)
{
  for (guint i = 0; i < self->n_chains; i++)
    chain_free (self->chains[i]);
  self->n_chains = 0;
  self->chain = 0;
  self->page = 0;
  self->row = 0;
}

static void
ask_rest_cursor_finalize (GObject *object)
{
  AskRestCursor *self = ASK_REST_CURSOR (object);

  drop_chains (self);
  g_free (self->chains);
  for (guint i = 0; i < self->n_bound * self->n_bindings; i++)
    ask_value_clear (&self->bindings[i]);
  g_free (self->bindings);
  g_free (self->columns);
  g_free (self->parameters);
  g_clear_pointer (&self->calls, g_ptr_array_unref);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (ask_rest_cursor_parent_class)->finalize (object);
}

static char *
value_to_argument (const AskParameter *parameter, const AskValue *value)
{
  if (parameter->type == ASK_TYPE_BOOLEAN && value->kind == ASK_VALUE_INTEGER)
    return g_strdup (value->integer != 0 ? "true" : "false");
  /* Beyond 2^63 the conversion is undefined; below it every whole double is exact. */
  if (value->kind == ASK_VALUE_REAL && parameter->type == ASK_TYPE_INTEGER
      && value->real >= -9223372036854775808.0 && value->real < 9223372036854775808.0
      && value->real == (double) (gint64) value->real)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value->real);
  return ask_value_to_text (value);
}

/* What is sent, and the same as it may be shown. */
typedef struct
{
  char *url;
  char *shown;
  GPtrArray *headers;
} Request;

static void
request_clear (gpointer data)
{
  Request *request = data;

  g_free (request->url);
  g_free (request->shown);
  g_clear_pointer (&request->headers, g_ptr_array_unref);
}

static void
add_header (Request *request, const char *name, const char *value)
{
  g_ptr_array_add (request->headers, g_strdup (name));
  g_ptr_array_add (request->headers, g_strdup (value));
}

static void
add_query (Request *request, const char *name, const char *value)
{
  char *url = ask_url_append_query (request->url, name, value);
  char *shown = ask_url_append_query (request->shown, name, value);

  g_free (request->url);
  g_free (request->shown);
  request->url = url;
  request->shown = shown;
}

static void
replace_in_path (char **path, const char *name, const char *argument)
{
  g_autofree char *mark = g_strdup_printf ("{%s}", name);
  g_autofree char *escaped = ask_url_escape (argument);
  g_autoptr (GString) text = g_string_new (*path);

  g_string_replace (text, mark, escaped, 0);
  g_free (*path);
  *path = g_strdup (text->str);
}

static void
add_keys (AskRestCursor *self, Request *request)
{
  AskSourceConfig *config = ask_rest_source_get_config (self->source);

  for (guint i = 0; i < config->headers->len; i++)
    {
      AskSourceHeader *header = config->headers->pdata[i];

      add_header (request, header->name, header->value);
    }
  for (guint i = 0; i < config->query->len; i++)
    {
      AskSourceHeader *key = config->query->pdata[i];
      char *url = ask_url_append_query (request->url, key->name, key->value);
      char *shown = g_strdup_printf ("%s%c%s=" HIDDEN, request->shown,
                                     strchr (request->shown, '?') != NULL ? '&' : '?', key->name);

      g_free (request->url);
      g_free (request->shown);
      request->url = url;
      request->shown = shown;
    }
}

static gboolean
is_key (AskSourceConfig *config, const char *name, const char *value)
{
  for (guint i = 0; i < config->query->len; i++)
    {
      AskSourceHeader *key = config->query->pdata[i];

      if (strcmp (key->name, name) == 0 || strcmp (key->value, value) == 0)
        return TRUE;
    }
  for (guint i = 0; i < config->headers->len; i++)
    if (strcmp (((AskSourceHeader *) config->headers->pdata[i])->value, value) == 0)
      return TRUE;
  return FALSE;
}

/* A server may repeat the key in its links, and escape it in its own way. What cannot be decoded
 * cannot be judged, and is hidden too. */
static char *
hide_keys (AskSourceConfig *config, const char *query)
{
  g_auto (GStrv) pairs = g_strsplit (query, "&", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) halves = g_strsplit (pairs[i], "=", 2);
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;

      if (halves[0] == NULL || halves[1] == NULL)
        continue;
      name = g_uri_unescape_string (halves[0], NULL);
      value = g_uri_unescape_string (halves[1], NULL);
      if (name != NULL && value != NULL && !is_key (config, name, value))
        {
          /* Forms write a space as "+". */
          g_strdelimit (halves[1], "+", ' ');
          g_free (value);
          value = g_uri_unescape_string (halves[1], NULL);
          if (value != NULL && !is_key (config, name, value))
            continue;
        }
      g_free (pairs[i]);
      pairs[i] = g_strconcat (halves[0], "=", HIDDEN, NULL);
    }
  return g_strjoinv ("&", pairs);
}

/* The next URL that an answer names goes out with the keys, so it must be the API's own. */
static gboolean
build_link (AskRestCursor *self, Chain *chain, Request *request, GError **error)
{
  AskSourceConfig *config = ask_rest_source_get_config (self->source);
  g_autofree char *base = g_strconcat (config->base_url, self->entity->operation->path, NULL);
  g_autofree char *absolute
    = g_uri_resolve_relative (base, chain->token, G_URI_FLAGS_ENCODED, NULL);
  g_autoptr (GUri) from = ask_url_parse (config->base_url, NULL);
  g_autoptr (GUri) to = absolute != NULL ? ask_url_parse (absolute, NULL) : NULL;

  if (from == NULL || to == NULL || !ask_url_is_safe_hop (from, to))
    {
      g_set_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                   "Source “%s”, GET %s: the answer names its next page at another place than the "
                   "API itself. That is not followed, since the key would go along.",
                   config->name, self->entity->operation->path);
      return FALSE;
    }
  request->url = g_steal_pointer (&absolute);
  request->shown = g_strdup (g_uri_get_path (to));
  if (g_uri_get_query (to) != NULL)
    {
      g_autofree char *query = hide_keys (config, g_uri_get_query (to));
      char *shown = g_strconcat (request->shown, "?", query, NULL);

      g_free (request->shown);
      request->shown = shown;
    }
  return TRUE;
}

static gboolean
build_request (AskRestCursor *self, Chain *chain, Request *request, GError **error)
{
  AskSourceConfig *config = ask_rest_source_get_config (self->source);
  const AskOperation *operation = self->entity->operation;
  const AskPaging *paging = &operation->paging;
  g_autofree char *path = g_strdup (operation->path);
  gboolean link = paging->kind == ASK_PAGING_LINK && chain->token != NULL;

  request->headers = g_ptr_array_new_with_free_func (g_free);
  add_header (request, "Accept", "application/json");
  if (link && !build_link (self, chain, request, error))
    return FALSE;
  for (guint i = 0; !link && i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];

      if (parameter->place == ASK_PARAMETER_IN_PATH && parameter->fixed != NULL)
        replace_in_path (&path, parameter->name, parameter->fixed);
    }
  for (guint i = 0; !link && i < self->n_bound; i++)
    if (self->parameters[i]->place == ASK_PARAMETER_IN_PATH)
      {
        g_autofree char *argument = value_to_argument (
          self->parameters[i], &self->bindings[chain->binding * self->n_bound + i]);

        /* An empty segment would be another resource, and so would "." and "..": they climb, even
         * percent-encoded. */
        if (argument[0] == '\0' || strcmp (argument, ".") == 0 || strcmp (argument, "..") == 0)
          {
            g_set_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
                         "Source “%s”: %s needs a value for %s, and “%s” cannot be one.",
                         config->name, self->entity->name, self->parameters[i]->attribute,
                         argument);
            return FALSE;
          }
        replace_in_path (&path, self->parameters[i]->name, argument);
      }
  if (!link)
    {
      request->url = g_strconcat (config->base_url, path, NULL);
      request->shown = g_strdup (path);
    }

  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];

      if (parameter->fixed == NULL)
        continue;
      if (parameter->place == ASK_PARAMETER_IN_HEADER)
        add_header (request, parameter->name, parameter->fixed);
      else if (parameter->place == ASK_PARAMETER_IN_QUERY && !link)
        add_query (request, parameter->name, parameter->fixed);
    }
  for (guint i = 0; i < self->n_bound; i++)
    {
      const AskParameter *parameter = self->parameters[i];
      g_autofree char *argument = value_to_argument (
        parameter, &self->bindings[chain->binding * self->n_bound + i]);

      if (parameter->place == ASK_PARAMETER_IN_HEADER)
        add_header (request, parameter->name, argument);
      else if (parameter->place == ASK_PARAMETER_IN_QUERY && !link)
        add_query (request, parameter->name, argument);
    }
  if (!link && paging->kind != ASK_PAGING_NONE)
    {
      g_autofree char *number = NULL;

      if (paging->size_parameter != NULL && paging->size > 0)
        {
          g_autofree char *size = g_strdup_printf ("%" G_GINT64_FORMAT, paging->size);

          add_query (request, paging->size_parameter, size);
        }
      if (paging->kind == ASK_PAGING_PAGE)
        {
          /* Page 1 is the one that has come, or the one after it. */
          chain->probing = self->first < 0 && chain->n_pages == 1;
          number = g_strdup_printf ("%" G_GINT64_FORMAT, chain->probing ? 1 : self->first
                                                                                + chain->n_pages);
        }
      else if (paging->kind == ASK_PAGING_OFFSET)
        number = g_strdup_printf ("%" G_GINT64_FORMAT, chain->fetched);
      else if (paging->kind == ASK_PAGING_CURSOR)
        number = g_strdup (chain->token);
      /* The first page is the one that comes without asking for it. */
      if (number != NULL && paging->parameter != NULL && chain->n_pages > 0)
        add_query (request, paging->parameter, number);
    }
  add_keys (self, request);
  return TRUE;
}

/* rel="next" of a Link header (RFC 8288). */
static char *
next_of_link_header (const AskHttpResponse *response)
{
  const char *header = g_hash_table_lookup (response->headers, "link");
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GRegex) regex = NULL;

  if (header == NULL)
    return NULL;
  regex = g_regex_new ("<([^>]*)>(?:\\s*;\\s*[^,;=]+(?:=(?:\"[^\"]*\"|[^,;]*))?)*?"
                       "\\s*;\\s*rel\\s*=\\s*(?:\"(?:[^\"]*\\s)?next(?:\\s[^\"]*)?\"|next\\b)",
                       G_REGEX_CASELESS, 0, NULL);
  if (!g_regex_match (regex, header, 0, &match))
    return NULL;
  return g_match_info_fetch (match, 1);
}

static gboolean
has_next_link (const AskHttpResponse *response)
{
  g_autofree char *next = next_of_link_header (response);

  return next != NULL;
}

static gboolean
fail_call (AskRestCursor *self, const char *call, AskSourceError code, const char *what,
           GError **error)
{
  g_set_error (error, ASK_SOURCE_ERROR, code, "Source “%s”, GET %s: %s",
               ask_rest_source_get_config (self->source)->name, call, what);
  return FALSE;
}

/* Whether and where the chain goes on after a page of @n rows. */
static gboolean
advance (AskRestCursor *self, Chain *chain, const char *call, AskRestPage *page,
         const AskHttpResponse *response, GError **error)
{
  const AskPaging *paging = &self->entity->operation->paging;
  /* A child table's page may have elements without rows, and more rows than elements. */
  gint64 n = (gint64) ask_rest_page_get_n_elements (page);
  guint64 hash = ask_rest_page_get_hash (page);
  gint64 total = ask_rest_page_get_total (page);
  gboolean repeated = chain->n_pages > 0 && n > 0 && hash == chain->hash;
  /* What the answer says in so many words goes before what a short page makes us think. */
  gboolean more = ask_rest_page_has_more (page) || ask_rest_page_get_next (page) != NULL;

  if (chain->probing)
    {
      chain->probing = FALSE;
      self->first = repeated ? 1 : 0;
      if (repeated)
        return TRUE;
    }
  chain->hash = hash;
  chain->n_pages++;
  switch (paging->kind)
    {
    case ASK_PAGING_NONE:
      chain->fetched += n;
      chain->done = TRUE;
      if ((ask_rest_page_has_more (page) || has_next_link (response)) && !(self->unique && n == 1))
        return fail_call (self, call, ASK_SOURCE_ERROR_LIMIT,
                          "the API has more rows than it gives at once, and its specification does "
                          "not say how to ask for them. Ask for less with a condition.",
                          error);
      break;
    case ASK_PAGING_PAGE:
    case ASK_PAGING_OFFSET:
      /* The server gives the same page again instead of an empty one. */
      if (repeated)
        n = 0;
      chain->fetched += n;
      chain->done = (self->unique && n == 1) || ask_rest_page_is_last (page);
      if (!chain->done && more && (n == 0 || paging->parameter == NULL))
        return fail_call (self, call, ASK_SOURCE_ERROR_CUT,
                          "the API says that more rows follow, but its next page has no new ones. "
                          "Try again, or tell its owner.",
                          error);
      chain->done = chain->done || n == 0
                    || (!more
                        && ((total >= 0 && chain->fetched >= total)
                            || paging->parameter == NULL));
      break;
    default:
      {
        g_autofree char *link = paging->kind == ASK_PAGING_LINK && paging->next == NULL
                                  ? next_of_link_header (response)
                                  : NULL;
        const char *next = link != NULL ? link : ask_rest_page_get_next (page);

        chain->fetched += n;
        if (next == NULL)
          {
            chain->done = TRUE;
            if (more && !(self->unique && n == 1))
              return fail_call (self, call, ASK_SOURCE_ERROR_CUT,
                                "the API says that more rows follow, but not where. Try again, or "
                                "tell its owner.",
                                error);
            break;
          }
        if (chain->seen == NULL)
          chain->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
        if (!g_hash_table_add (chain->seen, g_strdup (next)))
          return fail_call (self, call, ASK_SOURCE_ERROR_MALFORMED,
                            "the pages lead in a circle. Tell the API's owner.", error);
        g_free (chain->token);
        chain->token = g_strdup (next);
      }
    }
  /* With a filter, some APIs still count all that they have. */
  if (chain->done && total >= 0 && chain->fetched < total && self->n_bound == 0)
    {
      g_autofree char *what
        = g_strdup_printf ("the API says that there are %" G_GINT64_FORMAT " rows, but its pages "
                           "ended after %" G_GINT64_FORMAT ". Try again, or tell its owner.",
                           total, chain->fetched);

      return fail_call (self, call, ASK_SOURCE_ERROR_CUT, what, error);
    }
  if (!chain->done && chain->n_pages >= MAX_PAGES)
    return fail_call (self, call, ASK_SOURCE_ERROR_LIMIT,
                      "there is no end of pages. Ask for less with a condition.", error);
  if (n > 0)
    g_ptr_array_add (chain->pages, ask_rows_ref (ask_rest_page_get_rows (page)));
  return TRUE;
}

static char *
describe_arguments (AskRestCursor *self, const Chain *chain)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->n_bound; i++)
    {
      const AskValue *value = &self->bindings[chain->binding * self->n_bound + i];
      g_autofree char *shown = ask_sql_quote_value (value);

      g_string_append_printf (text, "%s%s => %s", i > 0 ? ", " : "",
                              self->parameters[i]->attribute, shown);
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

typedef struct
{
  AskRestCursor *cursor;
  Chain **chains;
  Request *requests;
} Round;

static gboolean
on_done (guint index, const AskHttpResponse *response, const GError *failure, gpointer user_data,
         GError **error)
{
  Round *round = user_data;
  AskRestCursor *self = round->cursor;
  Chain *chain = round->chains[index];
  const char *shown = round->requests[index].shown;
  g_autofree char *call = g_strconcat ("GET ", shown, NULL);
  g_autoptr (AskRestPage) page = NULL;
  g_autoptr (GError) local = NULL;
  AskCall *record = g_new0 (AskCall, 1);
  gboolean good;

  record->source = g_strdup (ask_rest_source_get_config (self->source)->name);
  record->entity = g_strdup (self->entity->name);
  record->url = g_strdup (shown);
  record->arguments = describe_arguments (self, chain);
  if (response != NULL)
    {
      record->status = response->status;
      record->bytes = response->bytes_received;
      record->elapsed_ms = response->elapsed_ms;
    }
  good = ask_rest_source_check (self->source, call, response, failure, error);
  if (good && response->status != 204)
    {
      gsize length = 0;
      const char *body
        = response->body != NULL ? g_bytes_get_data (response->body, &length) : NULL;

      page = ask_rest_page_new (self->entity->operation, self->columns, self->n_columns);
      good = ask_rest_page_push (page, body != NULL ? body : "", length, &local)
             && ask_rest_page_end (page, &local);
      if (good)
        {
          record->rows = (gint64) ask_rows_get_n_rows (ask_rest_page_get_rows (page));
          good = advance (self, chain, shown, page, response, error);
        }
      else
        {
          g_autofree char *what
            = g_strdup_printf ("the answer is not as promised. %s", local->message);

          fail_call (self, shown, ASK_SOURCE_ERROR_MALFORMED, what, error);
        }
    }
  else if (good)
    chain->done = TRUE;
  if (self->calls != NULL)
    g_ptr_array_add (self->calls, record);
  else
    ask_call_free (record);
  return good;
}

/* Fetches the next page of every chain that is not done. */
static gboolean
fetch_round (AskRestCursor *self, GCancellable *cancellable, GError **error)
{
  g_autofree Chain **active = g_new (Chain *, MAX (1, self->n_chains));
  g_autoptr (GArray) built = g_array_new (FALSE, TRUE, sizeof (Request));
  g_autofree AskHttpRequest *requests = g_new0 (AskHttpRequest, MAX (1, self->n_chains));
  guint n = 0;

  g_array_set_clear_func (built, request_clear);
  g_array_set_size (built, self->n_chains);
  for (guint i = 0; i < self->n_chains; i++)
    if (!self->chains[i]->done)
      {
        Request *request = &g_array_index (built, Request, n);

        if (!build_request (self, self->chains[i], request, error))
          return FALSE;
        requests[n].url = request->url;
        requests[n].headers = request->headers;
        requests[n].time_out_ms = ask_rest_source_get_config (self->source)->time_out_ms;
        active[n++] = self->chains[i];
      }

  Round round = { self, active, (Request *) (gpointer) built->data };

  return ask_http_send_many (ask_rest_source_get_http (self->source), requests, n, on_done, &round,
                             cancellable, error);
}

static gboolean
all_done (AskRestCursor *self)
{
  for (guint i = 0; i < self->n_chains; i++)
    if (!self->chains[i]->done)
      return FALSE;
  return TRUE;
}

static void
start_batch (AskRestCursor *self)
{
  drop_chains (self);
  while (self->n_chains < BATCH && self->next_binding < self->n_bindings)
    {
      Chain *chain = g_new0 (Chain, 1);

      chain->binding = self->next_binding++;
      chain->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_rows_unref);
      self->chains[self->n_chains++] = chain;
    }
}

static AskStep
rest_cursor_next (AskCursor *cursor, const AskValue **row, guint *binding,
                  GCancellable *cancellable, GError **error)
{
  AskRestCursor *self = ASK_REST_CURSOR (cursor);

  for (;;)
    {
      while (self->chain < self->n_chains)
        {
          Chain *chain = self->chains[self->chain];

          if (self->page < chain->pages->len)
            {
              AskRows *rows = chain->pages->pdata[self->page];

              if (self->row < ask_rows_get_n_rows (rows))
                {
                  *row = ask_rows_get_row (rows, self->row++);
                  *binding = chain->binding;
                  return ASK_STEP_ROW;
                }
              self->page++;
              self->row = 0;
              continue;
            }
          if (!chain->done)
            {
              /* A page that has been read is not needed again. */
              g_ptr_array_set_size (chain->pages, 0);
              self->page = 0;
              if (!fetch_round (self, cancellable, error))
                return ASK_STEP_FAILED;
              continue;
            }
          self->chain++;
          self->page = 0;
        }
      if (self->next_binding >= self->n_bindings)
        return ASK_STEP_DONE;
      start_batch (self);
      /* One chain is read page by page; several are finished together first. */
      while (self->n_chains > 1 && !all_done (self))
        if (!fetch_round (self, cancellable, error))
          return ASK_STEP_FAILED;
    }
}

static void
ask_rest_cursor_class_init (AskRestCursorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_rest_cursor_finalize;
  ASK_CURSOR_CLASS (klass)->next = rest_cursor_next;
}

static void
ask_rest_cursor_init (AskRestCursor *self)
{
}

/* Every required parameter must be among the bound ones. */
static gboolean
check_required (AskRestCursor *self, GError **error)
{
  const AskOperation *operation = self->entity->operation;

  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];
      gboolean bound = !parameter->required || parameter->fixed != NULL;

      for (guint b = 0; !bound && b < self->n_bound; b++)
        bound = self->parameters[b] == parameter;
      if (!bound)
        {
          g_set_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
                       "Source “%s”: %s cannot be read without a value for %s.",
                       ask_rest_source_get_config (self->source)->name, self->entity->name,
                       parameter->attribute != NULL ? parameter->attribute : parameter->name);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * ask_rest_cursor_new:
 * @calls: (element-type AskCall) (nullable): takes a record of every call
 * @error: %ASK_SOURCE_ERROR_ARGUMENT or %ASK_SOURCE_ERROR_CONFIG
 *
 * Nothing is sent before the first row is asked for.
 *
 * Returns: (transfer full): the cursor, or %NULL
 */
AskCursor *
ask_rest_cursor_new (AskRestSource *source, const AskScan *scan, GPtrArray *calls, GError **error)
{
  g_autoptr (AskRestCursor) self = g_object_new (ASK_TYPE_REST_CURSOR, NULL);
  const AskOperation *operation = scan->entity->operation;
  guint n_keys = 0;
  guint n_bound_keys = 0;

  g_return_val_if_fail (operation != NULL, NULL);
  self->source = g_object_ref (source);
  self->entity = scan->entity;
  self->first = operation->paging.first;
  self->columns = g_memdup2 (scan->columns, scan->n_columns * sizeof *scan->columns);
  self->n_columns = scan->n_columns;
  self->n_bound = scan->n_bound;
  self->n_bindings = scan->n_bound > 0 ? scan->n_bindings : 1;
  self->parameters = g_new0 (const AskParameter *, MAX (1, scan->n_bound));
  self->bindings = g_new0 (AskValue, MAX (1, (gsize) scan->n_bound * self->n_bindings));
  self->chains = g_new0 (Chain *, BATCH);
  self->calls = calls != NULL ? g_ptr_array_ref (calls) : NULL;
  for (guint i = 0; i < self->n_bound * self->n_bindings; i++)
    ask_value_dup_into (&self->bindings[i], &scan->bindings[i]);
  for (guint i = 0; i < scan->n_bound; i++)
    {
      AskParameterUse use = scan->uses != NULL ? scan->uses[i] : ASK_PARAMETER_EQUALS;

      self->parameters[i]
        = ask_operation_find_parameter_use (operation, scan->bound[i]->name, use);
      if (self->parameters[i] == NULL)
        {
          g_set_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
                       "Source “%s”: %s has no parameter for %s.",
                       ask_rest_source_get_config (source)->name, scan->entity->name,
                       scan->bound[i]->name);
          return NULL;
        }
      n_bound_keys += scan->bound[i]->key > 0 && use == ASK_PARAMETER_EQUALS;
    }
  for (guint i = 0; i < scan->entity->attributes->len; i++)
    n_keys += ((AskAttribute *) scan->entity->attributes->pdata[i])->key > 0;
  self->unique = n_keys > 0 && n_bound_keys == n_keys;
  if (ask_rest_source_get_config (source)->base_url == NULL)
    {
      g_set_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                   "Source “%s” has no base URL. Refresh it, or add it again.",
                   ask_rest_source_get_config (source)->name);
      return NULL;
    }
  if (!check_required (self, error))
    return NULL;
  return ASK_CURSOR (g_steal_pointer (&self));
}
