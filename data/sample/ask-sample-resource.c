/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One collection of the sample API. See the header. A resource is filled once and then only read.
 */
#include "config.h"

#include "ask-sample-resource.h"

#include <json-glib/json-glib.h>
#include <string.h>

#define MAX_FILTERS 8
#define OK 200
#define BAD_REQUEST 400

typedef struct
{
  char *json;
  char *values[MAX_FILTERS]; /* of the filters, in their order */
} Row;

struct _AskSampleResource
{
  const char *path;
  AskSamplePaging paging;
  guint page_size;
  guint max_page_size;
  const AskSampleFilter *filters;
  guint n_filters;
  GPtrArray *rows; /* Row */
};

/* A part of the rows, as the caller asked. */
typedef struct
{
  gint64 first;
  gint64 size;
  gint64 page;
} Window;

static void
row_free (Row *row)
{
  g_free (row->json);
  for (guint i = 0; i < MAX_FILTERS; i++)
    g_free (row->values[i]);
  g_free (row);
}

/**
 * ask_sample_resource_new:
 * @path: (transfer none): static text, such as "/v1/shipments"
 * @page_size: rows a page where the caller does not say
 * @max_page_size: the most that a caller may ask for
 * @filters: (transfer none) (nullable): static, ends with a %NULL name; at most eight
 *
 * Returns: (transfer full): a collection without rows
 */
AskSampleResource *
ask_sample_resource_new (const char            *path,
                         AskSamplePaging        paging,
                         guint                  page_size,
                         guint                  max_page_size,
                         const AskSampleFilter *filters)
{
  AskSampleResource *self = g_new0 (AskSampleResource, 1);

  self->path = path;
  self->paging = paging;
  self->page_size = page_size;
  self->max_page_size = max_page_size;
  self->filters = filters;
  while (filters != NULL && filters[self->n_filters].name != NULL)
    self->n_filters++;
  g_assert (self->n_filters <= MAX_FILTERS);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) row_free);
  return self;
}

/**
 * ask_sample_resource_free:
 * @self: (nullable) (transfer full): a collection
 */
void
ask_sample_resource_free (AskSampleResource *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->rows);
  g_free (self);
}

/**
 * ask_sample_resource_get_path:
 *
 * Returns: (transfer none): where it is served
 */
const char *
ask_sample_resource_get_path (AskSampleResource *self)
{
  return self->path;
}

/**
 * ask_sample_resource_add_row:
 * @json: (transfer full): the row as a JSON object
 * @values: (nullable): the values of the filters' members, in the filters' order
 */
void
ask_sample_resource_add_row (AskSampleResource *self, char *json, const char *const *values)
{
  Row *row = g_new0 (Row, 1);

  row->json = json;
  for (guint i = 0; i < self->n_filters; i++)
    row->values[i] = g_strdup (values[i]);
  g_ptr_array_add (self->rows, row);
}

/**
 * ask_sample_error_to_json:
 * @code: a word for programs
 * @message: a sentence for people
 *
 * Returns: (transfer full): the API's way to say that something is wrong
 */
char *
ask_sample_error_to_json (const char *code, const char *message)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "error");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "code");
  json_builder_add_string_value (builder, code);
  json_builder_set_member_name (builder, "message");
  json_builder_add_string_value (builder, message);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, FALSE);
}

static char *refuse (guint *status, const char *code, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

static char *
refuse (guint *status, const char *code, const char *format, ...)
{
  va_list args;
  g_autofree char *message = NULL;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  *status = BAD_REQUEST;
  return ask_sample_error_to_json (code, message);
}

static const char *
look_up (GHashTable *query, const char *name)
{
  return query == NULL ? NULL : g_hash_table_lookup (query, name);
}

/* The parameters that a caller may set, besides those for pages; %NULL where all is well. */
static char *
check_filters (AskSampleResource *self, GHashTable *query, guint *status)
{
  for (guint i = 0; i < self->n_filters; i++)
    {
      const AskSampleFilter *filter = &self->filters[i];
      const char *value = look_up (query, filter->name);

      if (value == NULL || *value == '\0')
        {
          if (filter->required)
            return refuse (status, "missing_parameter",
                           "The parameter %s is required: %s?%s=…", filter->name, self->path,
                           filter->name);
          if (value != NULL)
            return refuse (status, "bad_parameter",
                           "The parameter %s is empty. Leave it out, or give it a value.",
                           filter->name);
          continue;
        }
      if (filter->integer && !g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, NULL,
                                                        NULL))
        return refuse (status, "bad_parameter",
                       "The parameter %s has to be a whole number, not “%s”.", filter->name, value);
      if (filter->choices != NULL && !g_strv_contains (filter->choices, value))
        {
          g_autofree char *choices = g_strjoinv (", ", (char **) filter->choices);

          return refuse (status, "bad_parameter", "The parameter %s has to be one of %s, not “%s”.",
                         filter->name, choices, value);
        }
    }
  return NULL;
}

static char *
read_number (GHashTable *query,
             const char *name,
             gint64      low,
             gint64      high,
             gint64     *number,
             guint      *status)
{
  const char *text = look_up (query, name);

  if (text == NULL || g_ascii_string_to_signed (text, 10, low, high, number, NULL))
    return NULL;
  if (high == G_MAXINT32)
    return refuse (status, "bad_parameter",
                   "The parameter %s has to be a whole number from %" G_GINT64_FORMAT " on.", name,
                   low);
  return refuse (status, "bad_parameter",
                 "The parameter %s has to be a whole number from %" G_GINT64_FORMAT
                 " to %" G_GINT64_FORMAT ".",
                 name, low, high);
}

/* A cursor is opaque to callers; to us it is the place of the next row. */
static char *
read_cursor (GHashTable *query, gint64 *first, guint *status)
{
  const char *text = look_up (query, "cursor");
  g_autofree guchar *decoded = NULL;
  g_autofree char *place = NULL;
  gsize length;

  if (text == NULL || *text == '\0')
    return NULL;
  decoded = g_base64_decode (text, &length);
  place = g_strndup ((const char *) decoded, length);
  if (g_str_has_prefix (place, "row:")
      && g_ascii_string_to_signed (place + 4, 10, 0, G_MAXINT32, first, NULL))
    return NULL;
  return refuse (status, "bad_parameter",
                 "The cursor “%s” is unknown. Take it from the answer before.", text);
}

static char *
make_cursor (gint64 row)
{
  g_autofree char *place = g_strdup_printf ("row:%07" G_GINT64_FORMAT, row);

  /* Eleven bytes would end in "=", which is awkward in a URL. */
  return g_base64_encode ((const guchar *) place, strlen (place) + 1);
}

static char *
read_window (AskSampleResource *self, GHashTable *query, Window *window, guint *status)
{
  const char *size = self->paging == ASK_SAMPLE_PAGING_PAGE ? "per_page" : "limit";
  char *problem = NULL;

  *window = (Window) { .size = self->page_size, .page = 1 };
  if (self->paging == ASK_SAMPLE_PAGING_NONE)
    {
      window->size = self->rows->len;
      return NULL;
    }
  problem = read_number (query, size, 1, self->max_page_size, &window->size, status);
  if (problem != NULL)
    return problem;

  switch (self->paging)
    {
    case ASK_SAMPLE_PAGING_PAGE:
      problem = read_number (query, "page", 1, G_MAXINT32, &window->page, status);
      window->first = (window->page - 1) * window->size;
      break;
    case ASK_SAMPLE_PAGING_OFFSET:
      problem = read_number (query, "offset", 0, G_MAXINT32, &window->first, status);
      break;
    case ASK_SAMPLE_PAGING_CURSOR:
    case ASK_SAMPLE_PAGING_LINK:
      problem = read_cursor (query, &window->first, status);
      break;
    case ASK_SAMPLE_PAGING_NONE:
    default:
      g_assert_not_reached ();
    }
  return problem;
}

static gboolean
matches (AskSampleResource *self, const Row *row, const char *const *wanted)
{
  for (guint i = 0; i < self->n_filters; i++)
    if (wanted[i] != NULL && strcmp (row->values[i], wanted[i]) != 0)
      return FALSE;
  return TRUE;
}

/* The next page's URL, with the same filters; relative, so that it stays with the host that was
 * asked. */
static char *
make_link (AskSampleResource *self, GHashTable *query, const Window *window)
{
  GString *link = g_string_new (self->path);
  g_autofree char *cursor = make_cursor (window->first + window->size);

  g_string_append_printf (link, "?limit=%" G_GINT64_FORMAT "&cursor=%s", window->size, cursor);
  for (guint i = 0; i < self->n_filters; i++)
    {
      const char *value = look_up (query, self->filters[i].name);

      if (value != NULL)
        {
          g_string_append_printf (link, "&%s=", self->filters[i].name);
          g_string_append_uri_escaped (link, value, NULL, FALSE);
        }
    }
  return g_string_free (link, FALSE);
}

static void
append_envelope_end (AskSampleResource *self,
                     GHashTable        *query,
                     const Window      *window,
                     gint64             total,
                     GString           *json)
{
  gboolean more = window->first + window->size < total;
  g_autofree char *next = NULL;

  switch (self->paging)
    {
    case ASK_SAMPLE_PAGING_PAGE:
      g_string_append_printf (json,
                              ",\"total\":%" G_GINT64_FORMAT ",\"page\":%" G_GINT64_FORMAT
                              ",\"per_page\":%" G_GINT64_FORMAT "}",
                              total, window->page, window->size);
      break;
    case ASK_SAMPLE_PAGING_OFFSET:
      g_string_append_printf (json,
                              ",\"total\":%" G_GINT64_FORMAT ",\"offset\":%" G_GINT64_FORMAT
                              ",\"limit\":%" G_GINT64_FORMAT "}",
                              total, window->first, window->size);
      break;
    case ASK_SAMPLE_PAGING_CURSOR:
      next = more ? make_cursor (window->first + window->size) : NULL;
      g_string_append_printf (json, ",\"next_cursor\":%s%s%s}", more ? "\"" : "",
                              more ? next : "null", more ? "\"" : "");
      break;
    case ASK_SAMPLE_PAGING_LINK:
      next = more ? make_link (self, query, window) : NULL;
      g_string_append_printf (json, ",\"next\":%s%s%s}", more ? "\"" : "", more ? next : "null",
                              more ? "\"" : "");
      break;
    case ASK_SAMPLE_PAGING_NONE:
    default:
      break;
    }
}

/**
 * ask_sample_resource_answer:
 * @query: (nullable) (element-type utf8 utf8): the call's parameters; unknown ones are ignored
 * @status: (out): 200, or 400 where a parameter is missing or wrong
 *
 * Returns: (transfer full): JSON: the rows asked for, or what was wrong
 */
char *
ask_sample_resource_answer (AskSampleResource *self, GHashTable *query, guint *status)
{
  const char *wanted[MAX_FILTERS] = { NULL };
  char *numbers[MAX_FILTERS] = { NULL };
  gboolean bare = self->paging == ASK_SAMPLE_PAGING_NONE;
  char *problem = check_filters (self, query, status);
  gint64 total = 0;
  Window window;
  GString *json;

  if (problem == NULL)
    problem = read_window (self, query, &window, status);
  if (problem != NULL)
    return problem;

  for (guint i = 0; i < self->n_filters; i++)
    {
      wanted[i] = look_up (query, self->filters[i].name);
      /* 7, 07 and +7 are one number. */
      if (wanted[i] != NULL && self->filters[i].integer)
        wanted[i] = numbers[i]
          = g_strdup_printf ("%" G_GINT64_FORMAT, g_ascii_strtoll (wanted[i], NULL, 10));
    }

  json = g_string_sized_new (64 * 1024);
  g_string_append (json, bare ? "[" : "{\"data\":[");
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = g_ptr_array_index (self->rows, i);

      if (!matches (self, row, wanted))
        continue;
      if (total >= window.first && total < window.first + window.size)
        {
          if (total > window.first)
            g_string_append_c (json, ',');
          g_string_append (json, row->json);
        }
      total++;
    }
  g_string_append_c (json, ']');
  append_envelope_end (self, query, &window, total, json);
  for (guint i = 0; i < self->n_filters; i++)
    g_free (numbers[i]);
  *status = OK;
  return g_string_free (json, FALSE);
}
