/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes, prints and frees the pieces of a statement.
 */
#include "config.h"

#include "night-query.h"

#include <string.h>

/**
 * night_node_new:
 * @kind: of the value, or %NIGHT_N_KINDS
 * @plain: (nullable): where SQLite gets something else
 *
 * Returns: (transfer full): a piece without others in it
 */
NightNode *
night_node_new (NightKind kind, const char *ours, const char *plain)
{
  NightNode *self = g_new0 (NightNode, 1);

  self->ours = g_strdup (ours);
  self->plain = g_strdup (plain);
  self->separator = ", ";
  self->kind = kind;
  self->kids = g_ptr_array_new_with_free_func ((GDestroyNotify) night_node_free);
  return self;
}

/** night_node_add: @kid: (transfer full): the next piece in it */
void
night_node_add (NightNode *self, NightNode *kid)
{
  g_ptr_array_add (self->kids, kid);
}

/** night_node_free: frees it with all below it */
void
night_node_free (NightNode *self)
{
  g_ptr_array_unref (self->kids);
  g_free (self->ours);
  g_free (self->plain);
  g_free (self);
}

static void print (const NightNode *self, gboolean plain, GString *text);

static void
print_order (const NightNode *list, GString *text)
{
  static const char *const ways[] = { "", " DESC", " ASC", " NULLS LAST", " DESC NULLS FIRST", "" };
  guint n = 0;

  g_string_append (text, " ORDER BY ");
  for (guint i = 0; i < list->kids->len; i++)
    {
      const NightNode *output = list->kids->pdata[i];

      if (output->is_dropped)
        continue;
      g_string_append_printf (text, "%s%u%s", n > 0 ? ", " : "", n + 1, ways[output->way % G_N_ELEMENTS (ways)]);
      n++;
    }
}

static void
print_all (const NightNode *self, gboolean plain, GString *text)
{
  gboolean first = TRUE;

  for (guint i = 0; i < self->kids->len; i++)
    {
      const NightNode *kid = self->kids->pdata[i];

      if (kid->is_dropped)
        continue;
      g_string_append (text, first ? "" : self->separator);
      first = FALSE;
      print (kid, plain, text);
    }
}

static void
print (const NightNode *self, gboolean plain, GString *text)
{
  if (self->is_dropped)
    return;
  if (self->constant != NULL)
    {
      g_string_append (text, self->constant);
      return;
    }
  if (self->stands_in != NULL)
    {
      print (self->stands_in, plain, text);
      return;
    }
  if (self->ordered != NULL)
    {
      print_order (self->ordered, text);
      return;
    }
  for (const char *p = plain && self->plain != NULL ? self->plain : self->ours; *p != '\0'; p++)
    if (*p != '$')
      g_string_append_c (text, *p);
    else if (*++p == '*')
      print_all (self, plain, text);
    else
      print (self->kids->pdata[*p - '0'], plain, text);
}

/** night_node_print: Returns: (transfer full): as AskData gets it, or with @plain as SQLite does */
char *
night_node_print (const NightNode *self, gboolean plain)
{
  GString *text = g_string_new (NULL);

  print (self, plain, text);
  return g_string_free (text, FALSE);
}

/** night_query_free: frees it */
void
night_query_free (NightQuery *self)
{
  night_node_free (self->root);
  g_free (self);
}
