/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recognises how an API hands out its rows in pages, from the names of its parameters and of the
 * members of its answer. Where only the first page can be had, that is said, never hidden.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-draft.h"

#include <string.h>

#define MAX_SIZE 1000
#define DEFAULT_SIZE 100
#define MAX_LEVELS 4
#define MAX_MEMBERS 400

/* Names without case and punctuation, likeliest first. */
static const char *const page_names[]
  = { "page", "pagenumber", "pagenum", "pageno", "pageindex", "currentpage", "p", NULL };
static const char *const offset_names[]
  = { "offset", "skip", "pageoffset", "startindex", "startat", "startoffset", "start", NULL };
static const char *const size_names[]
  = { "perpage",  "pagesize",     "limit",          "size",      "pagelimit", "maxresults",
      "maxitems", "itemsperpage", "resultsperpage", "pagecount", "max",       "top",
      "take",     "rows",         "count",          "first",     NULL };
static const char *const cursor_names[]
  = { "cursor", "pagetoken", "nexttoken", "nextpagetoken", "nextcursor", "pagecursor", "after", "pageafter",
      "startingafter", "continuationtoken", "continuation", "paginationtoken", "marker", "scrollid",
      /* A page that is no number is a cursor by another name. */
      "page", NULL };
/* Members that hold the next cursor wherever they stand. */
static const char *const next_cursor_names[] = { "nextcursor",        "nextpagetoken",
                                                 "nexttoken",         "nextpagecursor",
                                                 "cursornext",        "nextmarker",
                                                 "continuationtoken", "paginationtoken",
                                                 "endcursor",         "nextpagekey",
                                                 "scrollid",          "continuation",
                                                 "nextpage",          NULL };
/* Members that hold it where they stand in one of cursor_parents. */
static const char *const inner_cursor_names[] = { "next", "after", "cursor", NULL };
static const char *const cursor_parents[]
  = { "cursors", "cursor", "paging", "pagination", "pageinfo", "meta", "page", "responsemetadata", "metadata", NULL };
static const char *const link_names[] = { "next",     "nexturl",     "nexturi",     "nextlink",      "nexthref",
                                          "nextpage", "nextpageurl", "nextpageuri", "odatanextlink", NULL };

static gboolean
get_fallback (const AskOpenapiShape *shape, gint64 *number)
{
  g_autofree char *text = ask_openapi_shape_dup_scalar (shape->fallback);

  return text != NULL && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, number, NULL);
}

/* Whether it takes a number; some declare one as a text with a number for its default. */
static gboolean
counts (const AskOpenapiParameter *parameter, AskType type)
{
  gint64 number;

  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL || type == ASK_TYPE_ANY
         || (type == ASK_TYPE_TEXT && get_fallback (parameter->shape, &number));
}

/* "count" of "options.count" in a body. */
static const char *
get_last_name (const AskOpenapiParameter *parameter)
{
  const char *dot = parameter->place == ASK_PARAMETER_IN_BODY ? strrchr (parameter->name, '.') : NULL;

  return dot != NULL ? dot + 1 : parameter->name;
}

static AskOpenapiParameter *
find_parameter (GPtrArray *parameters, const char *const *names, gboolean counted)
{
  for (guint n = 0; names[n] != NULL; n++)
    for (guint i = 0; i < parameters->len; i++)
      {
        AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i);
        g_autofree char *norm = NULL;
        AskType type;

        if (parameter->place != ASK_PARAMETER_IN_QUERY && parameter->place != ASK_PARAMETER_IN_BODY)
          continue;
        norm = ask_openapi_dup_norm (get_last_name (parameter));
        if (strcmp (norm, names[n]) != 0)
          continue;
        type = ask_openapi_shape_get_type (parameter->shape);
        if (counted
              ? counts (parameter, type)
              : type != ASK_TYPE_JSON && type != ASK_TYPE_BOOLEAN && type != ASK_TYPE_DATE && type != ASK_TYPE_DATETIME)
          return parameter;
      }
  return NULL;
}

/* The largest page that the API allows, up to 1000. */
static gint64
choose_size (const AskOpenapiShape *shape)
{
  gint64 best = 0, number;

  for (guint i = 0; i < shape->choices->len; i++)
    if (g_ascii_string_to_signed (g_ptr_array_index (shape->choices, i), 10, 1, MAX_SIZE, &number, NULL))
      best = MAX (best, number);
  if (best > 0)
    return best;
  if (shape->bounded && shape->maximum > 0)
    return MIN (shape->maximum, MAX_SIZE);
  if (get_fallback (shape, &number) && number > 0)
    return MIN (number, MAX_SIZE);
  return DEFAULT_SIZE;
}

static gboolean
says_zero_based (const char *description)
{
  static const char *const phrases[] = {
    "zero-based",    "zero based",      "0-based",         "0 based",      "starts at 0", "starting at 0", "start at 0",
    "starts from 0", "starting from 0", "starting with 0", "zero-indexed", "0-indexed",   "from 0",        NULL
  };
  g_autofree char *lower = description != NULL ? g_ascii_strdown (description, -1) : NULL;

  for (guint i = 0; lower != NULL && phrases[i] != NULL; i++)
    if (strstr (lower, phrases[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* "starting at 1", and not "starting at 10". */
static gboolean
says_one_based (const char *description)
{
  static const char *const phrases[]
    = { "one-based",     "1-based",    "1 based",       "one-indexed",     "1-indexed",       "starts at 1",
        "starting at 1", "start at 1", "starts from 1", "starting from 1", "starting with 1", NULL };
  g_autofree char *lower = description != NULL ? g_ascii_strdown (description, -1) : NULL;

  for (guint i = 0; lower != NULL && phrases[i] != NULL; i++)
    {
      const char *at = strstr (lower, phrases[i]);

      if (at != NULL && !g_ascii_isdigit (at[strlen (phrases[i])]) && (at == lower || !g_ascii_isdigit (at[-1])))
        return TRUE;
    }
  return FALSE;
}

/* -1 where nothing is said. That 0 is allowed does not make it the first page. */
static gint64
choose_first (const AskOpenapiParameter *parameter)
{
  const AskOpenapiShape *shape = parameter->shape;
  g_autofree char *norm = ask_openapi_dup_norm (parameter->name);
  gint64 number;

  if (get_fallback (shape, &number) && (number == 0 || number == 1))
    return number;
  if (says_zero_based (parameter->description))
    return 0;
  if (shape->floored && shape->minimum == 1)
    return 1;
  return strcmp (norm, "pageindex") == 0 ? 0 : -1;
}

/* What the API calls its first row: 0 unless it says 1. */
static gint64
choose_first_row (const AskOpenapiParameter *parameter)
{
  gint64 first = choose_first (parameter);

  return first == 1 || (first < 0 && says_one_based (parameter->description)) ? 1 : 0;
}

typedef struct
{
  AskOpenapiContext *context;
  char *cursor; /* nullable: dotted */
  char *link;
  guint n_members;
} Search;

static gboolean
holds_text (const AskOpenapiShape *shape)
{
  return shape->types == 0 ? !ask_openapi_shape_is_object (shape) && !ask_openapi_shape_is_array (shape)
                           : (shape->types & ASK_SHAPE_STRING) != 0;
}

static gboolean
is_url_format (const AskOpenapiShape *shape)
{
  return shape->format != NULL
         && (strcmp (shape->format, "uri") == 0 || strcmp (shape->format, "url") == 0
             || strcmp (shape->format, "uri-reference") == 0);
}

/* "next: {href: …}" is a link as much as "next: …" is. */
static void
consider (Search *search, const AskOpenapiShape *shape, const char *path, const char *norm, const char *parent)
{
  gboolean href = strcmp (norm, "href") == 0 && g_strcmp0 (parent, "next") == 0;

  if (!holds_text (shape))
    return;
  if (search->cursor == NULL && !is_url_format (shape)
      && (g_strv_contains (next_cursor_names, norm)
          || (parent != NULL && g_strv_contains (cursor_parents, parent)
              && g_strv_contains (inner_cursor_names, norm))))
    search->cursor = g_strdup (path);
  /* "next_page" without a format may be a number, a token or a URL. */
  if (search->link == NULL
      && (href
          || (g_strv_contains (link_names, norm) && g_strcmp0 (parent, "cursors") != 0
              && (strcmp (norm, "nextpage") != 0 || is_url_format (shape)))))
    search->link = g_strdup (path);
}

/* Looks for where the answer names its continuation; never inside the rows. */
static void
search_members (Search *search, const AskOpenapiShape *shape, const char *prefix, const char *parent, guint level)
{
  for (guint i = 0; i < shape->properties->len && search->n_members < MAX_MEMBERS; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (shape->properties, i);
      g_autoptr (AskOpenapiShape) member = NULL;
      g_autofree char *norm = ask_openapi_dup_norm (property->name);
      g_autofree char *path
        = prefix != NULL ? g_strconcat (prefix, ".", property->name, NULL) : g_strdup (property->name);

      search->n_members++;
      /* Below the top, a dot in a name cannot be told from the dots between names. */
      if (prefix != NULL && strchr (property->name, '.') != NULL)
        continue;
      member = ask_openapi_shape_new_for_parts (search->context, property->parts);
      if (ask_openapi_shape_is_object (member) && level < MAX_LEVELS)
        search_members (search, member, path, norm, level + 1);
      else
        consider (search, member, path, norm, parent);
    }
}

/* Sizes from a list of choices are taken as they are; any other from the smallest that is allowed. */
static gint64
choose_least (const AskOpenapiShape *shape, gint64 size)
{
  if (shape->choices->len > 0)
    return 0;
  return shape->floored && shape->minimum > 1 ? MIN (shape->minimum, size) : 1;
}

static void
set_size (AskPaging *paging, AskOpenapiParameter *size)
{
  gboolean in_body = size != NULL && size->place == ASK_PARAMETER_IN_BODY;

  /* Both are sent in one place. */
  if (size == NULL || (paging->parameter != NULL && paging->in_body != in_body))
    return;
  size->taken = TRUE;
  paging->in_body = in_body;
  paging->size_parameter = g_strdup (size->name);
  paging->size = choose_size (size->shape);
  paging->least = choose_least (size->shape, paging->size);
}

static void
set_paging (AskPaging *paging, AskPagingKind kind, AskOpenapiParameter *parameter, char **next)
{
  paging->kind = kind;
  if (parameter != NULL)
    {
      parameter->taken = TRUE;
      paging->parameter = g_strdup (parameter->name);
      paging->in_body = parameter->place == ASK_PARAMETER_IN_BODY;
    }
  paging->next = g_steal_pointer (next);
}

static void
fix (AskEntity *entity, const AskOpenapiParameter *parameter, gint64 first)
{
  AskParameter *sent
    = ask_operation_add_parameter (entity->operation, parameter->name, parameter->place, NULL, parameter->required);

  sent->type = ASK_TYPE_INTEGER;
  sent->fixed = g_strdup_printf ("%" G_GINT64_FORMAT, first);
}

/* A call without the place of its first page is refused where that is required. */
static void
fix_first (AskEntity *entity, const AskOpenapiParameter *parameter)
{
  const AskPaging *paging = &entity->operation->paging;

  if (parameter->required && paging->first >= 0)
    fix (entity, parameter, paging->first);
}

/* Offsets count from what is fixed for the first page, else from 0. */
static void
set_offset (AskEntity *entity, AskOpenapiParameter *offset, AskOpenapiParameter *size, char **next)
{
  AskPaging *paging = &entity->operation->paging;
  gint64 first = choose_first_row (offset);

  set_paging (paging, ASK_PAGING_OFFSET, offset, next);
  paging->first = 0;
  if (offset->required || first != 0)
    fix (entity, offset, first);
  set_size (paging, size);
}

/* "start" without a size beside it may as well be a time. */
static gboolean
skips_alone (const AskOpenapiParameter *offset)
{
  g_autofree char *norm = ask_openapi_dup_norm (get_last_name (offset));

  return strcmp (norm, "start") != 0;
}

/* No way to a second page: ask for as many rows as one call gives, and say so. Where there is a parameter for a cursor,
 * and the answers turn out to have one, a steward may have it followed. */
static void
tell_single_page (AskOpenapiContext *context, AskEntity *entity, AskOpenapiParameter *size, AskOpenapiParameter *cursor)
{
  const char *shown = size != NULL ? size->name : cursor->name;
  AskParameter *sent;

  if (cursor != NULL)
    cursor->taken = TRUE;
  if (cursor != NULL && cursor->place == ASK_PARAMETER_IN_QUERY)
    entity->operation->paging.parameter = g_strdup (cursor->name);
  if (size != NULL && size->shape->bounded && size->shape->maximum > 0)
    {
      size->taken = TRUE;
      sent = ask_operation_add_parameter (entity->operation, size->name, size->place, NULL, size->required);
      sent->type = ASK_TYPE_INTEGER;
      sent->fixed = g_strdup_printf ("%" G_GINT64_FORMAT,
                                     size->shape->choices->len > 0 ? choose_size (size->shape) : size->shape->maximum);
      ask_openapi_add_sentence (&entity->description, "The API answers with at most %s rows for one set of conditions.",
                                sent->fixed);
    }
  else
    ask_openapi_add_sentence (&entity->description, "The API answers with one page of rows for one set of conditions.");
  g_ptr_array_add (context->notes, g_strdup_printf ("GET %s became “%s”, but only one page of it can be read: how "
                                                    "to ask for the next one with “%s” is not described.",
                                                    entity->operation->path, entity->name, shown));
}

/**
 * ask_openapi_find_paging:
 * @context: of the import; gets a note where only one page can be read
 * @entity: its operation gets the paging, its description what paging cannot do
 * @parameters: (element-type AskOpenapiParameter): those that paging uses are marked taken
 * @answer: the answer, where the next page may be named
 */
void
ask_openapi_find_paging (AskOpenapiContext *context, AskEntity *entity, GPtrArray *parameters,
                         const AskOpenapiAnswer *answer)
{
  AskPaging *paging = &entity->operation->paging;
  AskOpenapiParameter *size = find_parameter (parameters, size_names, TRUE);
  AskOpenapiParameter *page = find_parameter (parameters, page_names, TRUE);
  AskOpenapiParameter *offset = find_parameter (parameters, offset_names, TRUE);
  AskOpenapiParameter *cursor = find_parameter (parameters, cursor_names, FALSE);
  Search search = { .context = context };

  if (ask_openapi_shape_is_object (answer->whole))
    search_members (&search, answer->whole, NULL, NULL, 0);
  if (page != NULL)
    {
      set_paging (paging, ASK_PAGING_PAGE, page, &search.link);
      paging->first = choose_first (page);
      fix_first (entity, page);
      set_size (paging, size);
    }
  else if (offset != NULL && size != NULL)
    set_offset (entity, offset, size, &search.link);
  else if (cursor != NULL && search.cursor != NULL)
    {
      set_paging (paging, ASK_PAGING_CURSOR, cursor, &search.cursor);
      set_size (paging, size);
    }
  else if (search.link != NULL || answer->link_header)
    {
      set_paging (paging, ASK_PAGING_LINK, NULL, &search.link);
      if (cursor != NULL)
        cursor->taken = TRUE;
      set_size (paging, size);
    }
  else if (offset != NULL && skips_alone (offset))
    set_offset (entity, offset, NULL, &search.link);
  else if (size != NULL || cursor != NULL)
    tell_single_page (context, entity, size, cursor);
  g_free (search.cursor);
  g_free (search.link);
}

/**
 * ask_openapi_has_paging:
 * @parameters: (element-type AskOpenapiParameter)
 *
 * Returns: whether the operation hands something out in pages, however it answers
 */
gboolean
ask_openapi_has_paging (GPtrArray *parameters)
{
  return find_parameter (parameters, size_names, TRUE) != NULL || find_parameter (parameters, page_names, TRUE) != NULL
         || find_parameter (parameters, offset_names, TRUE) != NULL
         || find_parameter (parameters, cursor_names, FALSE) != NULL;
}
