/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages of the generated server: the rows that a call asks for, and where the next ones are. It must never leave
 * out a row that no later page has.
 */
#include "config.h"

#include "support/ask-test-openapi-served.h"

#include <string.h>

#define N_ON_PAGE 3

/**
 * Page:
 * @numbered: cursors are numbers
 * @link: of the next page, absolute; %NULL after the last
 */
typedef struct
{
  guint from, size, n_rows;
  gboolean numbered;
  char *link;
} Page;

/* Fills in what stands around the rows and tells of pages. Never inside a list. */
static void
tell_page (JsonObject *object, const Page *page, const char *parent, guint level)
{
  g_autoptr (GList) names = json_object_get_members (object);
  gboolean more = page->link != NULL;

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonNode *node = json_object_get_member (object, l->data);
      g_autofree char *norm = ask_test_dup_norm (l->data);
      gboolean text = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
      gboolean number = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) != G_TYPE_BOOLEAN && !text;

      if (JSON_NODE_HOLDS_OBJECT (node) && level < 3)
        tell_page (json_node_get_object (node), page, norm, level + 1);
      else if (text && (strstr (norm, "token") != NULL || strstr (norm, "cursor") != NULL || strstr (norm, "marker") != NULL
                        || (strcmp (norm, "after") == 0 && g_strcmp0 (parent, "cursors") == 0))
               && strstr (norm, "prev") == NULL)
        {
          g_autofree char *token = g_strdup_printf (page->numbered ? "%u" : "from%u", page->from + page->size);

          if (more)
            json_object_set_string_member (object, l->data, token);
          else
            json_object_remove_member (object, l->data);
        }
      else if (text && (g_str_has_prefix (norm, "next") || (strcmp (norm, "href") == 0 && g_strcmp0 (parent, "next") == 0)))
        {
          if (!more)
            json_object_set_null_member (object, l->data);
          else if (g_str_has_suffix (norm, "uri"))
            json_object_set_string_member (object, l->data, strchr (strstr (page->link, "//") + 2, '/'));
          else
            json_object_set_string_member (object, l->data, page->link);
        }
      else if (number && g_str_has_prefix (norm, "next") && !more)
        json_object_remove_member (object, l->data);
      else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN
               && (strstr (norm, "more") != NULL || strcmp (norm, "hasnext") == 0))
        json_object_set_boolean_member (object, l->data, more);
      else if (number && (strstr (norm, "total") != NULL || strcmp (norm, "count") == 0 || strcmp (norm, "numresults") == 0
                          || strcmp (norm, "hits") == 0))
        json_object_set_int_member (object, l->data,
                                    strstr (norm, "page") != NULL ? (page->n_rows + page->size - 1) / page->size
                                                                  : page->n_rows);
    }
}

/* Whether the schema around the list names a place for what comes next: a link's, or a cursor's. */
static gboolean
names_next (JsonNode *answer, gboolean cursor, const char *parent, guint level)
{
  g_autoptr (GList) names = JSON_NODE_HOLDS_OBJECT (answer) ? json_object_get_members (json_node_get_object (answer)) : NULL;

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonNode *node = json_object_get_member (json_node_get_object (answer), l->data);
      g_autofree char *norm = ask_test_dup_norm (l->data);
      gboolean text = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;

      if (text && cursor
          && (strstr (norm, "nexttoken") != NULL || strstr (norm, "nextpagetoken") != NULL
              || strstr (norm, "nextcursor") != NULL || strstr (norm, "nextmarker") != NULL
              || (strcmp (norm, "after") == 0 && g_strcmp0 (parent, "cursors") == 0)))
        return TRUE;
      if (text && !cursor
          && (strcmp (norm, "next") == 0 || strcmp (norm, "nexturl") == 0 || strcmp (norm, "nextlink") == 0
              || strcmp (norm, "nextpageuri") == 0 || strcmp (norm, "nextpageurl") == 0
              || (strcmp (norm, "href") == 0 && g_strcmp0 (parent, "next") == 0)))
        return TRUE;
      if (JSON_NODE_HOLDS_OBJECT (node) && level < 3 && names_next (node, cursor, norm, level + 1))
        return TRUE;
    }
  return FALSE;
}

/* Cuts the page that was asked for out of @answer. Returns a reason to refuse, or NULL. */
char *
ask_test_served_cut_page (AskTestOpenapi *self, const AskTestOperation *operation, GHashTable *arguments, const AskTestRequest *request,
          JsonNode *answer, AskTestReply *reply)
{
  AskTestParameter *size = ask_test_served_find_paging (self, operation, ask_test_served_size_names, TRUE);
  AskTestParameter *number = ask_test_served_find_paging (self, operation, ask_test_served_page_names, TRUE);
  AskTestParameter *offset = ask_test_served_find_offset (self, operation);
  AskTestParameter *cursor = ask_test_served_find_paging (self, operation, ask_test_served_cursor_names, FALSE);
  const char *sized = size != NULL ? g_hash_table_lookup (arguments, size->name) : NULL;
  const char *numbered = number != NULL ? g_hash_table_lookup (arguments, number->name) : NULL;
  const char *skipped = offset != NULL ? g_hash_table_lookup (arguments, offset->name) : NULL;
  const char *marked = cursor != NULL ? g_hash_table_lookup (arguments, cursor->name) : NULL;
  g_autofree char *from = ask_test_request_dup_param (request, "_from");
  JsonArray *list = ask_test_served_find_list (operation, answer);
  gboolean links = names_next (answer, FALSE, NULL, 0) || operation->link_header;
  gboolean cursors = cursor != NULL && names_next (answer, TRUE, NULL, 0);
  Page page = { 0 };
  g_autofree char *base = NULL;

  if (list == NULL)
    return NULL;
  page.n_rows = json_array_get_length (list);
  page.numbered = cursor != NULL && g_strcmp0 (ask_test_schema_type (&self->files, cursor->schema), "integer") == 0;
  page.size = sized != NULL ? (guint) g_ascii_strtoull (sized, NULL, 10) : (guint) ask_test_served_get_bound (self, size, "default", N_ON_PAGE);
  if (number == NULL && offset == NULL && (links || cursors))
    page.size = MIN (page.size, N_ON_PAGE);
  else if (number == NULL && offset == NULL)
    page.size = page.n_rows;
  page.size = MAX (page.size, 1);
  if (number != NULL)
    {
      gint64 first = ask_test_served_get_bound (self, number, "default", ask_test_served_get_bound (self, number, "minimum", 1) == 0 ? 0 : 1);
      gint64 wanted = numbered != NULL ? g_ascii_strtoll (numbered, NULL, 10) : first;

      if (wanted > first)
        page.from = (guint) (wanted - first) * page.size;
    }
  if (skipped != NULL)
    page.from = (guint) g_ascii_strtoull (skipped, NULL, 10);
  if (marked != NULL && *marked != '\0')
    {
      if (!page.numbered && !g_str_has_prefix (marked, "from"))
        return g_strdup_printf ("“%s” is no cursor of this API", marked);
      page.from = (guint) g_ascii_strtoull (marked + (page.numbered ? 0 : 4), NULL, 10);
    }
  if (from != NULL)
    page.from = (guint) g_ascii_strtoull (from, NULL, 10);
  if (page.from > 0)
    self->n_later++;
  if (page.from + page.size < page.n_rows)
    {
      g_auto (GStrv) pairs = g_strsplit (request->query != NULL ? request->query : "", "&", -1);
      g_autoptr (GString) kept = g_string_new (NULL);

      for (guint i = 0; pairs[i] != NULL; i++)
        if (*pairs[i] != '\0' && !g_str_has_prefix (pairs[i], "_from=") && strstr (pairs[i], ASK_TEST_SECRET) == NULL)
          g_string_append_printf (kept, "%s&", pairs[i]);
      base = ask_test_server_dup_url (self->server, request->path);
      page.link = g_strdup_printf ("%s?%s_from=%u", base, kept->str, page.from + page.size);
    }
  if (JSON_NODE_HOLDS_OBJECT (answer))
    tell_page (json_node_get_object (answer), &page, NULL, 0);
  if (page.link != NULL && operation->link_header)
    {
      g_autofree char *header = g_strdup_printf ("<%s>; rel=\"next\"", page.link);

      ask_test_reply_add_header (reply, "Link", header);
    }
  g_free (page.link);
  for (guint i = page.n_rows; i-- > 0;)
    if (i < page.from || i >= page.from + page.size)
      json_array_remove_element (list, i);
  return NULL;
}
