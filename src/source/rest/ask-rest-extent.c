/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * APIs tell how many rows there are, and whether more follow, by members whose names say so and by the
 * header Content-Range. What one page said holds to the end of the list. Where two pages contradict
 * each other, or what came, the rows cannot be known to be all: that is told in words, never passed over.
 */
#include "config.h"

#include "source/rest/ask-rest-extent.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "source/ask-source.h"

/* A count of this page only has other names; where in doubt it is not taken. */
static const char *const totals[]
  = { "total", "total_count", "totalCount", "total_results", "totalResults", "total_items", "totalItems", NULL };
static const char *const mores[] = { "has_more",    "hasMore",   "has_next",     "hasNext",     "has_next_page",
                                     "hasNextPage", "truncated", "is_truncated", "isTruncated", NULL };
/* The answer lacks rows, and no further page will have them. */
static const char *const lacks[] = { "errors", "error", "incomplete", "incomplete_results", "incompleteResults", NULL };
/* Without case and punctuation. A cursor of other names ("end_cursor") often stands on the last page, too. */
static const char *const nexts[] = { "next",
                                     "nextcursor",
                                     "nexttoken",
                                     "nextpage",
                                     "nextpagetoken",
                                     "nextmarker",
                                     "nextpagekey",
                                     "nextpageurl",
                                     "nextpageuri",
                                     "nextpagecursor",
                                     "nexturl",
                                     "nexturi",
                                     "nextlink",
                                     "nexthref",
                                     "nextoffset",
                                     "nextstart",
                                     "nextkey",
                                     "cursornext",
                                     "nextrecordsurl",
                                     "odatanextlink",
                                     "continuationtoken",
                                     "paginationtoken",
                                     NULL };

/* Objects around members that tell of pages. */
static const char *const parents[]
  = { "links", "link",   "paging",  "pagination", "pager",    "pageinfo",         "page",
      "pages", "cursor", "cursors", "meta",       "metadata", "responsemetadata", NULL };

/** ask_rest_said_init: @self: (out caller-allocates): nothing said */
void
ask_rest_said_init (AskRestSaid *self)
{
  *self = (AskRestSaid) { .total = -1, .from = -1 };
}

/** ask_rest_said_clear: forgets what was said */
void
ask_rest_said_clear (AskRestSaid *self)
{
  g_free (self->next);
  g_free (self->hint);
  g_free (self->hint_link);
  g_free (self->hint_token);
  g_free (self->lack);
  ask_rest_said_init (self);
}

/* Returns: (nullable): the name at the end of @path, where it lies so near to the top that it is about the
 * answer */
static const char *
get_name (const GPtrArray *path)
{
  return path->len > 0 && path->len <= 2 ? path->pdata[path->len - 1] : NULL;
}

/* Returns: whether @name, whatever its case and punctuation, is one of @names */
static gboolean
is_among (const char *name, const char *const *names)
{
  g_autoptr (GString) norm = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    if (g_ascii_isalnum (*p))
      g_string_append_c (norm, g_ascii_tolower (*p));
  return g_strv_contains (names, norm->str);
}

static gboolean
is_next (const GPtrArray *path)
{
  const char *name = get_name (path);

  return name != NULL && is_among (name, nexts)
         && (path->len == 1 || (path->pdata[0] != NULL && is_among (path->pdata[0], parents)));
}

/* Further in, it is of something else than the answer. */
static gboolean
is_lack (const GPtrArray *path)
{
  return path->len == 1 && path->pdata[0] != NULL && g_strv_contains (lacks, path->pdata[0]);
}

/**
 * ask_rest_said_wants_cell:
 * @path: (element-type utf8): the names of the members around a value and its own, outermost first; %NULL among
 *   them is an array
 *
 * Returns: whether the member at @path says something by being empty or not
 */
gboolean
ask_rest_said_wants_cell (const GPtrArray *path)
{
  return is_lack (path) || is_next (path);
}

/* null, false, 0, "", [] and {} are nothing. */
static gboolean
holds_something (const AskValue *value)
{
  if (value->kind == ASK_VALUE_TEXT)
    return value->length > 0 && strcmp (value->text, "[]") != 0 && strcmp (value->text, "{}") != 0;
  return value->kind == ASK_VALUE_REAL || (value->kind == ASK_VALUE_INTEGER && value->integer > 0);
}

/* Returns: (transfer full) (nullable): "/v1/rows?page=2", a URL, or that of {"href": …} */
static char *
dup_link (const AskValue *value)
{
  g_autoptr (JsonNode) node = NULL;
  const char *link = value->kind == ASK_VALUE_TEXT ? value->text : NULL;

  if (link != NULL && *link == '{' && (node = ask_json_parse (link, -1, NULL)) != NULL && JSON_NODE_HOLDS_OBJECT (node))
    link = ask_json_get_string (json_node_get_object (node), "href");
  return link != NULL && (*link == '/' || *link == '?' || strstr (link, "://") != NULL) ? g_strdup (link) : NULL;
}

/**
 * ask_rest_said_note:
 * @path: (element-type utf8): names down to the value, %NULL within arrays
 * @value: what stands there; the JSON of an object or a list
 *
 * Takes what a member around the rows says of them.
 */
void
ask_rest_said_note (AskRestSaid *self, const GPtrArray *path, const AskValue *value)
{
  const char *name = get_name (path);

  if (name == NULL)
    return;
  if (is_lack (path))
    {
      if (holds_something (value) && self->lack == NULL)
        self->lack = g_strdup (name);
    }
  else if (is_next (path))
    {
      if (!holds_something (value) || self->hint != NULL)
        return;
      self->hint = g_strdup (name);
      self->hint_link = dup_link (value);
      if (self->hint_link == NULL && (value->kind != ASK_VALUE_TEXT || strchr ("[{", value->text[0]) == NULL))
        self->hint_token = ask_value_to_text (value);
    }
  else if (value->kind != ASK_VALUE_INTEGER || value->integer < 0)
    return;
  else if (g_strv_contains (totals, name))
    self->total = MAX (self->total, value->integer);
  else if (g_strv_contains (mores, name))
    {
      self->more = self->more || value->integer != 0;
      self->last = self->last || value->integer == 0;
    }
}

/** ask_rest_said_note_next: @value: what stands where the next cursor or URL is promised */
void
ask_rest_said_note_next (AskRestSaid *self, const AskValue *value)
{
  g_free (self->next);
  self->next = value->kind != ASK_VALUE_NULL ? ask_value_to_text (value) : NULL;
  if (self->next != NULL && self->next[0] == '\0')
    g_clear_pointer (&self->next, g_free);
  self->last = self->last || self->next == NULL;
}

/**
 * ask_rest_said_dup_range:
 * @headers: of an answer, by lower-case name
 *
 * Returns: (transfer full) (nullable): its Content-Range, or what that would be where only X-Total-Count says how
 *   many rows the list has
 */
char *
ask_rest_said_dup_range (GHashTable *headers)
{
  const char *range = g_hash_table_lookup (headers, "content-range");
  const char *total = g_hash_table_lookup (headers, "x-total-count");

  return range != NULL || total == NULL ? g_strdup (range) : g_strdup_printf ("rows */%s", total);
}

/**
 * ask_rest_said_note_range:
 * @range: (nullable): the header Content-Range, "items 0-9/25"
 * @part: whether the answer is a 206
 *
 * Bytes are of the text and tell nothing of rows.
 */
void
ask_rest_said_note_range (AskRestSaid *self, const char *range, gboolean part)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GRegex) regex
    = g_regex_new ("^\\s*(?!bytes\\b)[\\w-]+[ =](?:(\\d{1,18})-\\d{1,18}|\\*)/(\\d{1,18}|\\*)\\s*$", G_REGEX_CASELESS,
                   0, NULL);

  if (range != NULL && g_regex_match (regex, range, 0, &match))
    {
      g_autofree char *from = g_match_info_fetch (match, 1);
      g_autofree char *total = g_match_info_fetch (match, 2);

      if (*from != '\0')
        self->from = g_ascii_strtoll (from, NULL, 10);
      if (*total != '*')
        self->total = MAX (self->total, g_ascii_strtoll (total, NULL, 10));
    }
  self->part = part && self->total < 0;
  /* That it is a part and that nothing follows cannot both be so. */
  if (self->part)
    self->last = FALSE;
}

/** ask_rest_said_believe: forgets what may contradict that the rows that come are all */
void
ask_rest_said_believe (AskRestSaid *self)
{
  self->total = self->from = -1;
  self->more = self->part = FALSE;
  g_clear_pointer (&self->hint, g_free);
  g_clear_pointer (&self->hint_link, g_free);
  g_clear_pointer (&self->hint_token, g_free);
  g_clear_pointer (&self->lack, g_free);
}

/** ask_rest_extent_init: @self: (out caller-allocates): of a list of which no page has come */
void
ask_rest_extent_init (AskRestExtent *self)
{
  *self = (AskRestExtent) { .total = -1, .base = -1 };
}

/* Returns: (transfer full): what contradicts what */
G_GNUC_PRINTF (1, 2)
static GError *
contradict (const char *format, ...)
{
  GError *error = NULL;
  va_list arguments;

  va_start (arguments, format);
  ask_error_set_valist (&error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT, format, arguments);
  va_end (arguments);
  return error;
}

/**
 * ask_rest_extent_add:
 * @said: what one more page says
 * @n_raw: its elements
 * @n_new: those that no page before it had
 * @keyed: that is known by keys. Else rows beyond the total may be some that came twice
 *
 * Returns: (transfer full) (nullable): %ASK_SOURCE_ERROR: what contradicts what, as the beginning of a sentence
 *   without its end
 */
GError *
ask_rest_extent_add (AskRestExtent *self, const AskRestSaid *said, gint64 n_raw, gint64 n_new, gboolean keyed)
{
  gint64 before = self->n_raw;

  self->n_raw += n_raw;
  self->n_rows += n_new;
  self->promised = said->more;
  self->pointed = said->more || said->next != NULL;
  if (said->total >= 0 && self->total >= 0 && said->total != self->total)
    return contradict (N_ ("the API said that there are %lld rows, and now that there are %lld: the list has changed "
                           "while it was read"),
                       (long long) self->total, (long long) said->total);
  self->total = said->total >= 0 ? said->total : self->total;
  if (said->from >= 0 && n_raw > 0)
    {
      if (self->base < 0)
        self->base = MAX (0, said->from - before);
      if (said->from > self->base + before)
        return contradict (N_ ("the page begins with row %lld, and those from %lld on have not come"),
                           (long long) said->from, (long long) (self->base + before));
    }
  if (self->total >= 0 && self->n_rows > self->total && !keyed)
    return contradict (N_ ("the API says that there are %lld rows, and %lld have come: some may have come twice"),
                       (long long) self->total, (long long) self->n_rows);
  return NULL;
}

/**
 * ask_rest_extent_find_gap:
 *
 * Call at the end of the list.
 *
 * Returns: (transfer full) (nullable): that rows are missing, as ask_rest_extent_add() says it
 */
GError *
ask_rest_extent_find_gap (const AskRestExtent *self)
{
  if (self->total < 0 || self->n_rows >= self->total)
    return NULL;
  return contradict (N_ ("the API says that there are %lld rows, but its pages ended after %lld"),
                     (long long) self->total, (long long) self->n_rows);
}
