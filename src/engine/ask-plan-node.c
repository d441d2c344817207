/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plan nodes and their text, a tree of lines as `query --explain` prints it.
 */
#include "config.h"

#include "engine/ask-plan-node.h"

#include <string.h>

#include "base/ask-memory.h"

/**
 * ask_plan_node_new:
 * @kind: what runs there
 * @title: where and what, as people read it: "shop (PostgreSQL)"
 * @source: (nullable): the source's short name
 *
 * Returns: (transfer full): a node about which nothing is known yet
 */
AskPlanNode *
ask_plan_node_new (AskPlanKind kind, const char *title, const char *source)
{
  AskPlanNode *self = ASK_NEW0 (AskPlanNode);

  self->kind = kind;
  self->title = g_strdup (title);
  self->source = g_strdup (source);
  self->estimate = -1;
  self->rows = -1;
  self->calls = -1;
  self->elapsed_ms = -1;
  return self;
}

/** ask_plan_node_free: frees @self with all below it */
void
ask_plan_node_free (AskPlanNode *self)
{
  g_free (self->title);
  g_free (self->source);
  g_free (self->sql);
  g_free (self->note);
  for (AskPlanNode *child = self->first; child != NULL;)
    {
      AskPlanNode *next = child->next;

      ask_plan_node_free (child);
      child = next;
    }
  g_free (self);
}

/** ask_plan_node_copy: Returns: (transfer full): @self with all below it, without what was counted in the run */
AskPlanNode *
ask_plan_node_copy (const AskPlanNode *self)
{
  AskPlanNode *copy = ask_plan_node_new (self->kind, self->title, self->source);

  copy->sql = g_strdup (self->sql);
  copy->note = g_strdup (self->note);
  copy->estimate = self->estimate;
  copy->asked = self->asked;
  copy->wanted_calls = self->wanted_calls;
  copy->wanted_rows = self->wanted_rows;
  for (const AskPlanNode *child = self->first; child != NULL; child = child->next)
    ask_plan_node_add (copy, ask_plan_node_copy (child));
  return copy;
}

/**
 * ask_plan_node_add:
 * @child: (transfer full): the new last one; it stands below no other node
 *
 * Returns: (transfer none): @child
 */
AskPlanNode *
ask_plan_node_add (AskPlanNode *self, AskPlanNode *child)
{
  if (self->last != NULL)
    self->last->next = child;
  else
    self->first = child;
  return self->last = child;
}

/** ask_plan_node_is_for: Returns: whether @entity, whatever its case, is the API entity or table that it is about */
gboolean
ask_plan_node_is_for (const AskPlanNode *self, const char *entity)
{
  gsize length = strlen (entity);

  return g_ascii_strncasecmp (self->title, entity, length) == 0 && g_str_has_prefix (self->title + length, " (");
}

/* SQL of several lines, each under the first. */
static void
append_block (GString *text, const char *block, const char *indent)
{
  g_auto (GStrv) lines = g_strsplit (block, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, "%s%s\n", indent, lines[i]);
}

/* "at most 40 calls, about 1200 rows": what is reckoned before the run. */
static void
append_wanted (GString *text, AskFigure figure, const char *one, const char *many)
{
  static const char *const words[] = { [ASK_FIGURE_EXACT] = "",
                                       [ASK_FIGURE_AT_MOST] = "at most ",
                                       [ASK_FIGURE_ABOUT] = "about ",
                                       [ASK_FIGURE_AT_LEAST] = "at least " };

  if (figure.kind == ASK_FIGURE_UNKNOWN)
    g_string_append_printf (text, "an unknown number of %s", many);
  else
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT " %s", words[figure.kind], figure.n,
                            figure.n == 1 ? one : many);
}

static void
append (GString *text, const AskPlanNode *self, const char *first, const char *rest)
{
  g_autofree char *indent = g_strconcat (rest, self->first != NULL ? "│ " : "  ", NULL);

  g_string_append_printf (text, "%s%s", first, self->title);
  if (self->asked && self->rows < 0)
    {
      gboolean api = self->kind == ASK_PLAN_API;

      g_string_append (text, "  (");
      append_wanted (text, self->wanted_calls, api ? "call" : "query", api ? "calls" : "queries");
      g_string_append (text, ", ");
      append_wanted (text, self->wanted_rows, "row", "rows");
      g_string_append_c (text, ')');
    }
  else if (self->estimate >= 0 || self->rows >= 0)
    {
      g_string_append (text, "  (");
      if (self->estimate >= 0)
        g_string_append_printf (text, "about %" G_GINT64_FORMAT " %s", self->estimate,
                                self->estimate == 1 ? "row" : "rows");
      if (self->rows >= 0)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT " %s", self->estimate >= 0 ? "; really " : "", self->rows,
                                self->rows == 1 ? "row" : "rows");
      if (self->calls >= 0)
        g_string_append_printf (text, ", %" G_GINT64_FORMAT " %s", self->calls,
                                self->kind == ASK_PLAN_API ? (self->calls == 1 ? "call" : "calls")
                                                           : (self->calls == 1 ? "query" : "queries"));
      if (self->elapsed_ms >= 0)
        g_string_append_printf (text, ", %.1f ms", self->elapsed_ms);
      g_string_append_c (text, ')');
    }
  g_string_append_c (text, '\n');
  if (self->note != NULL)
    append_block (text, self->note, indent);
  if (self->sql != NULL)
    append_block (text, self->sql, indent);
  for (const AskPlanNode *child = self->first; child != NULL; child = child->next)
    {
      gboolean last = child->next == NULL;
      g_autofree char *child_first = g_strconcat (rest, last ? "└─ " : "├─ ", NULL);
      g_autofree char *child_rest = g_strconcat (rest, last ? "   " : "│  ", NULL);

      append (text, child, child_first, child_rest);
    }
}

/**
 * ask_plan_to_text:
 *
 * Returns: (transfer full): a line a node, what runs there below it, children indented
 */
char *
ask_plan_to_text (AskPlanNode *self)
{
  GString *text = g_string_new (NULL);

  append (text, self, "", "");
  return g_string_free (text, FALSE);
}
