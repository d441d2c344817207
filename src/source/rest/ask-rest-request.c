/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Requests: URL and headers from a plan, the values of one call and the place in its pages. A key
 * goes to the API's own origin only, and never into what is shown.
 */
#include "config.h"

#include "source/rest/ask-rest-request.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "net/ask-url.h"
#include "source/rest/ask-rest-body.h"

#define HIDDEN "•••"

/** ask_rest_request_free: frees @self */
void
ask_rest_request_free (AskRestRequest *self)
{
  g_free (self->url);
  g_free (self->shown);
  g_free (self->body);
  g_ptr_array_unref (self->headers);
  g_free (self);
}

/**
 * ask_rest_request_add_header:
 * @name: of an HTTP header; copied
 * @value: in the clear; copied
 */
void
ask_rest_request_add_header (AskRestRequest *self, const char *name, const char *value)
{
  g_ptr_array_add (self->headers, g_strdup (name));
  g_ptr_array_add (self->headers, g_strdup (value));
}

static void
add_query (AskRestRequest *request, const char *name, const char *value)
{
  char *url = ask_url_append_query (request->url, name, value);
  char *shown = ask_url_append_query (request->shown, name, value);

  g_free (request->url);
  g_free (request->shown);
  request->url = url;
  request->shown = shown;
}

static void
replace_in_path (char **path, const char *name, const char *escaped)
{
  g_autofree char *mark = g_strdup_printf ("{%s}", name);
  g_autoptr (GString) text = g_string_new (*path);

  g_string_replace (text, mark, escaped, 0);
  g_free (*path);
  *path = g_strdup (text->str);
}

/* A value whose separators are not to be escaped. */
static void
add_escaped_query (AskRestRequest *request, const char *name, const char *escaped)
{
  char *url = ask_url_append_query (request->url, name, "");
  char *shown = ask_url_append_query (request->shown, name, "");

  g_free (request->url);
  g_free (request->shown);
  request->url = g_strconcat (url, escaped, NULL);
  request->shown = g_strconcat (shown, escaped, NULL);
  g_free (url);
  g_free (shown);
}

static void
add_keys (AskSourceConfig *config, AskRestRequest *request)
{
  for (guint i = 0; i < config->headers->len; i++)
    {
      AskSourceHeader *header = config->headers->pdata[i];

      ask_rest_request_add_header (request, header->name, header->value);
    }
  for (guint i = 0; i < config->query->len; i++)
    {
      AskSourceHeader *key = config->query->pdata[i];
      char *url = ask_url_append_query (request->url, key->name, key->value);
      char *shown = g_strdup_printf ("%s%c%s=" HIDDEN, request->shown, strchr (request->shown, '?') != NULL ? '&' : '?',
                                     key->name);

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
build_link (const AskRestPlan *plan, const char *link, AskRestRequest *request, GError **error)
{
  AskSourceConfig *config = plan->config;
  g_autofree char *base = g_strconcat (config->base_url, plan->entity->operation->path, NULL);
  g_autofree char *absolute = g_uri_resolve_relative (base, link, G_URI_FLAGS_ENCODED, NULL);
  g_autoptr (GUri) from = ask_url_parse (config->base_url, NULL);
  g_autoptr (GUri) to = absolute != NULL ? ask_url_parse (absolute, NULL) : NULL;

  if (from == NULL || to == NULL || !ask_url_is_safe_hop (from, to))
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     N_ ("Source “%s”, %s %s: the answer names its next page at another place than the "
                         "API itself. That is not followed, since the key would go along."),
                     config->name, ask_rest_plan_get_method (plan), plan->entity->operation->path);
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

/* The values of one bound attribute: several where it is the array's. */
static GPtrArray *
dup_arguments (const AskRestPlan *plan, const AskRestGroup *group, guint bound)
{
  GPtrArray *arguments;

  if ((int) bound == plan->array && group->arguments != NULL)
    return g_ptr_array_ref (group->arguments);
  arguments = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (arguments,
                   ask_rest_argument (plan->parameters[bound],
                                      ask_rest_plan_get_binding (plan, g_array_index (group->bindings, guint, 0),
                                                                 bound)));
  return arguments;
}

static char *
join_escaped (GPtrArray *arguments, const char *separator)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < arguments->len; i++)
    {
      g_autofree char *escaped = ask_url_escape (arguments->pdata[i]);

      g_string_append (text, i > 0 ? separator : "");
      g_string_append (text, escaped);
    }
  return g_string_free (text, FALSE);
}

static void
add_query_arguments (AskRestRequest *request, const AskParameter *parameter, GPtrArray *arguments)
{
  g_autofree char *name = NULL;
  g_autofree char *joined = NULL;

  switch (parameter->style)
    {
    case ASK_ARRAY_COMMA:
      joined = join_escaped (arguments, ",");
      break;
    case ASK_ARRAY_SPACE:
      joined = join_escaped (arguments, "%20");
      break;
    case ASK_ARRAY_PIPE:
      /* A bare one is not allowed in a URL. */
      joined = join_escaped (arguments, "%7C");
      break;
    case ASK_ARRAY_NONE:
    case ASK_ARRAY_REPEAT:
    case ASK_ARRAY_BRACKETS:
    case ASK_ARRAY_LABEL:
    case ASK_ARRAY_MATRIX:
    case ASK_ARRAY_MATRIX_REPEAT:
    default:
      name = parameter->style == ASK_ARRAY_BRACKETS && !g_str_has_suffix (parameter->name, "[]")
               ? g_strconcat (parameter->name, "[]", NULL)
               : g_strdup (parameter->name);
      for (guint i = 0; i < arguments->len; i++)
        add_query (request, name, arguments->pdata[i]);
      return;
    }
  add_escaped_query (request, parameter->name, joined);
}

/* What stands for {parameter} in a path. */
static char *
dup_in_path (const AskParameter *parameter, GPtrArray *arguments)
{
  g_autofree char *name = ask_url_escape (parameter->name);
  g_autofree char *matrix = g_strdup_printf (";%s=", name);
  const char *mark = "";
  const char *separator = ",";
  g_autofree char *joined = NULL;

  if (parameter->style == ASK_ARRAY_LABEL)
    mark = separator = ".";
  else if (parameter->style == ASK_ARRAY_MATRIX)
    mark = matrix;
  else if (parameter->style == ASK_ARRAY_MATRIX_REPEAT)
    mark = separator = matrix;
  joined = join_escaped (arguments, separator);
  return g_strconcat (mark, joined, NULL);
}

/* An empty segment would be another resource, and so would "." and "..": they climb, even
 * percent-encoded. A point in a list of labels makes two values of one, even of one that goes alone. */
static gboolean
is_for_path (const AskParameter *parameter, const char *argument, const char *segment)
{
  return argument[0] != '\0' && strcmp (segment, ".") != 0 && strcmp (segment, "..") != 0
         && (parameter->style != ASK_ARRAY_LABEL || parameter->max_items == 1 || strchr (argument, '.') == NULL);
}

static gboolean
fill_path (const AskRestPlan *plan, const AskRestGroup *group, char **path, GError **error)
{
  const AskOperation *operation = plan->entity->operation;

  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];
      g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
      g_autofree char *segment = NULL;

      if (parameter->place != ASK_PARAMETER_IN_PATH || parameter->fixed == NULL)
        continue;
      g_ptr_array_add (arguments, parameter->fixed);
      segment = dup_in_path (parameter, arguments);
      replace_in_path (path, parameter->name, segment);
    }
  for (guint i = 0; i < plan->n_bound; i++)
    {
      const AskParameter *parameter = plan->parameters[i];
      g_autoptr (GPtrArray) arguments = NULL;
      g_autofree char *segment = NULL;

      if (parameter->place != ASK_PARAMETER_IN_PATH)
        continue;
      arguments = dup_arguments (plan, group, i);
      segment = dup_in_path (parameter, arguments);
      /* Of several values none is one that could not be in a list. */
      if (!is_for_path (parameter, arguments->pdata[0], segment))
        {
          ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
                         N_ ("Source “%s”: %s needs a value for %s, and “%s” cannot be one."), plan->config->name,
                         plan->entity->name, parameter->attribute, (const char *) arguments->pdata[0]);
          return FALSE;
        }
      replace_in_path (path, parameter->name, segment);
    }
  return TRUE;
}

/* Where the first page begins is fixed where an API wants to be told; a later page says so itself. */
static gboolean
is_first_mark (const AskRestPlan *plan, const AskParameter *parameter, const char *mark)
{
  return mark != NULL && g_strcmp0 (parameter->name, plan->entity->operation->paging.parameter) == 0;
}

/* A link has them all already, save those in headers. */
static void
add_parameters (const AskRestPlan *plan, const AskRestGroup *group, gboolean link, const char *mark,
                AskRestRequest *request)
{
  const AskOperation *operation = plan->entity->operation;

  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];

      if (parameter->fixed == NULL || is_first_mark (plan, parameter, mark))
        continue;
      if (parameter->place == ASK_PARAMETER_IN_HEADER)
        ask_rest_request_add_header (request, parameter->name, parameter->fixed);
      else if (parameter->place == ASK_PARAMETER_IN_QUERY && !link)
        add_query (request, parameter->name, parameter->fixed);
    }
  for (guint i = 0; i < plan->n_bound; i++)
    {
      const AskParameter *parameter = plan->parameters[i];
      g_autoptr (GPtrArray) arguments = dup_arguments (plan, group, i);

      if (ask_rest_group_is_without (group, i))
        continue;
      if (parameter->place == ASK_PARAMETER_IN_HEADER)
        {
          g_autoptr (GString) joined = g_string_new (NULL);

          for (guint a = 0; a < arguments->len; a++)
            g_string_append_printf (joined, "%s%s", a > 0 ? "," : "", (const char *) arguments->pdata[a]);
          ask_rest_request_add_header (request, parameter->name, joined->str);
        }
      else if (parameter->place == ASK_PARAMETER_IN_QUERY && !link)
        add_query_arguments (request, parameter, arguments);
    }
}

static void
add_sort (AskRestRequest *request, const AskSort *sort, gboolean descending)
{
  add_query (request, sort->parameter, descending ? sort->descending : sort->ascending);
  if (sort->direction != NULL)
    add_query (request, sort->direction, descending ? sort->down : sort->up);
}

static gboolean
add_page_to_body (const AskRestPlan *plan, const char *mark, AskRestBody *body)
{
  const AskPaging *paging = &plan->entity->operation->paging;
  gboolean good = TRUE;

  if (paging->size_parameter != NULL && plan->page_size > 0)
    {
      g_autofree char *size = g_strdup_printf ("%" G_GINT64_FORMAT, plan->page_size);

      good = ask_rest_body_set_number (body, paging->size_parameter, size);
    }
  if (mark == NULL || paging->parameter == NULL)
    return good;
  return good
         && (paging->kind == ASK_PAGING_CURSOR ? ask_rest_body_set_text (body, paging->parameter, mark)
                                               : ask_rest_body_set_number (body, paging->parameter, mark));
}

/* The search goes with every page; a link has only its page in it. */
static gboolean
make_body (const AskRestPlan *plan, const AskRestGroup *group, const char *link, const char *mark,
           AskRestRequest *request, GError **error)
{
  const AskOperation *operation = plan->entity->operation;
  g_autoptr (AskRestBody) body = ask_rest_body_new ();
  gboolean good = TRUE;

  for (guint i = 0; good && i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];
      g_autoptr (GPtrArray) arguments = g_ptr_array_new ();

      if (parameter->place != ASK_PARAMETER_IN_BODY || parameter->fixed == NULL
          || is_first_mark (plan, parameter, mark))
        continue;
      g_ptr_array_add (arguments, parameter->fixed);
      good = ask_rest_body_set_argument (body, parameter, arguments);
    }
  for (guint i = 0; good && i < plan->n_bound; i++)
    {
      const AskParameter *parameter = plan->parameters[i];
      g_autoptr (GPtrArray) arguments = NULL;

      if (parameter->place != ASK_PARAMETER_IN_BODY)
        continue;
      arguments = dup_arguments (plan, group, i);
      good = ask_rest_body_set_argument (body, parameter, arguments);
    }
  if (good && link == NULL && operation->paging.in_body)
    good = add_page_to_body (plan, mark, body);
  if (!good)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Source “%s”, POST %s: two of its parameters have the same place in the body. "
                         "Refresh the source."),
                     plan->config->name, operation->path);
      return FALSE;
    }
  request->body = ask_rest_body_to_text (body);
  return TRUE;
}

/**
 * ask_rest_request_new:
 * @plan: of the scan; read here only
 * @group: of @plan, whose values are sent
 * @link: (nullable): the next URL, as the last answer named it
 * @mark: (nullable): the number, offset or cursor of the page; %NULL for the first
 * @error: %ASK_SOURCE_ERROR_ARGUMENT, %ASK_SOURCE_ERROR_MALFORMED for a link to elsewhere,
 *   %ASK_SOURCE_ERROR_CONFIG
 *
 * Returns: (transfer full): what to send for one page, or %NULL
 */
AskRestRequest *
ask_rest_request_new (const AskRestPlan *plan, const AskRestGroup *group, const char *link, const char *mark,
                      GError **error)
{
  g_autoptr (AskRestRequest) self = g_new0 (AskRestRequest, 1);
  const AskOperation *operation = plan->entity->operation;
  const AskPaging *paging = &operation->paging;

  self->headers = g_ptr_array_new_with_free_func (g_free);
  ask_rest_request_add_header (self, "Accept", "application/json");
  if (link != NULL)
    {
      if (!build_link (plan, link, self, error))
        return NULL;
    }
  else
    {
      g_autofree char *path = g_strdup (operation->path);

      if (!fill_path (plan, group, &path, error))
        return NULL;
      self->url = g_strconcat (plan->config->base_url, path, NULL);
      self->shown = g_steal_pointer (&path);
    }
  add_parameters (plan, group, link != NULL, mark, self);
  if (link == NULL && plan->sort != NULL)
    add_sort (self, plan->sort, plan->descending);
  if (operation->method != NULL && !make_body (plan, group, link, mark, self, error))
    return NULL;
  if (link == NULL && (paging->kind != ASK_PAGING_NONE || mark != NULL)
      && (operation->method == NULL || !paging->in_body))
    {
      if (paging->size_parameter != NULL && plan->page_size > 0)
        {
          g_autofree char *size = g_strdup_printf ("%" G_GINT64_FORMAT, plan->page_size);

          add_query (self, paging->size_parameter, size);
        }
      if (mark != NULL && paging->parameter != NULL)
        add_query (self, paging->parameter, mark);
    }
  add_keys (plan->config, self);
  return g_steal_pointer (&self);
}

/**
 * ask_rest_request_dup_key:
 *
 * Returns: (transfer full): the same text for the same URL, headers and body; it tells nothing of them.
 *   A bearer token that comes and goes is no part of it
 */
char *
ask_rest_request_dup_key (const AskRestRequest *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (sum, (const guchar *) self->url, (gssize) strlen (self->url) + 1);
  for (guint i = 0; i < self->headers->len; i++)
    g_checksum_update (sum, self->headers->pdata[i], (gssize) strlen (self->headers->pdata[i]) + 1);
  if (self->body != NULL)
    g_checksum_update (sum, (const guchar *) self->body, (gssize) strlen (self->body) + 1);
  return g_strdup (g_checksum_get_string (sum));
}
