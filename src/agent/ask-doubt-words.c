/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The question's words beside the query: conditions that nobody asked for, and words that nothing in the query answers
 * to. Such a query may be right all the same, so the person is told, not the model.
 */
#include "config.h"

#include "agent/ask-doubt.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-words.h"
#include "base/ask-text.h"
#include "schema/names/ask-schema-reader.h"

/* Links below this are no more than a guess. */
#define SURE 0.6
#define MAX_SAID 3

typedef struct
{
  AskAgentRun *run;
  GHashTable *stems; /* of the question */
  GHashTable *used; /* set of AskEntity * and AskAttribute * */
  GPtrArray *unasked; /* char *: "city = 'Lyon'" */
} Words;

static gboolean
visit_from (AskSqlFrom *from, gpointer data)
{
  Words *self = data;

  if (from->catalog_table != NULL && from->catalog_table->data != NULL)
    g_hash_table_add (self->used, from->catalog_table->data);
  return TRUE;
}

/* Whether the question has the words of @text, or what they were found as. */
static gboolean
is_asked (Words *self, const char *text)
{
  const AskInterpretation *found = self->run->found;
  g_autoptr (GArray) words = ask_words_split (text);

  for (guint i = 0; i < found->links->len; i++)
    {
      const AskLink *link = found->links->pdata[i];

      /* What a date becomes is written in many ways. */
      if (g_strcmp0 (link->value, text) == 0 || (link->kind == ASK_LINK_DATE && g_ascii_isdigit (text[0])))
        return TRUE;
    }
  for (guint i = 0; i < words->len; i++)
    {
      const AskWord *word = &g_array_index (words, AskWord, i);

      if (!word->stop && !g_hash_table_contains (self->stems, word->stem))
        return FALSE;
    }
  return TRUE;
}

static void
look_at_literal (Words *self, const AskSqlExpr *side, const AskSqlExpr *literal)
{
  const AskEntity *entity;
  const AskAttribute *attribute = ask_schema_reader_find_attribute (side, &entity);
  g_autofree char *text = NULL;

  if (attribute == NULL || literal->kind != ASK_EXPR_LITERAL || literal->value.kind != ASK_VALUE_TEXT)
    return;
  text = g_strndup (literal->value.text, literal->value.length);
  if (!is_asked (self, text))
    g_ptr_array_add (self->unasked, g_strdup_printf ("%s = '%s'", attribute->name, text));
}

static gboolean
visit_expr (AskSqlExpr *expr, gpointer data)
{
  Words *self = data;
  const AskEntity *entity;
  const AskAttribute *attribute = ask_schema_reader_find_attribute (expr, &entity);

  if (attribute != NULL)
    {
      g_hash_table_add (self->used, (gpointer) attribute);
      g_hash_table_add (self->used, (gpointer) entity);
    }
  if (expr->kind == ASK_EXPR_BINARY && (expr->op == ASK_OP_EQUAL || expr->op == ASK_OP_IS))
    {
      look_at_literal (self, expr->left, expr->right);
      look_at_literal (self, expr->right, expr->left);
    }
  for (guint i = 0; expr->kind == ASK_EXPR_IN_LIST && i < expr->list.n; i++)
    look_at_literal (self, expr->left, expr->list.items[i]);
  return TRUE;
}

/* Whether the query reads what a link says; of a value its attribute is enough. */
static gboolean
is_used (Words *self, const AskLink *link)
{
  AskEntity *entity;
  AskAttribute *attribute;

  if (!ask_link_find_target (link, ask_engine_get_schema (self->run->engine), &entity, &attribute))
    return TRUE;
  return g_hash_table_contains (self->used, attribute != NULL ? (gconstpointer) attribute : entity);
}

/* Words that were found as something surely, and as nothing that the query reads. */
static GPtrArray *
find_unanswered (Words *self)
{
  GPtrArray *links = self->run->found->links;
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < links->len && words->len < MAX_SAID; i++)
    {
      const AskLink *link = links->pdata[i];
      gboolean used = !ask_link_is_choice (link) || link->score < SURE;

      for (guint l = 0; l < links->len && !used; l++)
        {
          const AskLink *other = links->pdata[l];

          if (other->start < link->end && link->start < other->end)
            used = l < i || is_used (self, other);
        }
      if (!used)
        g_ptr_array_add (words, g_strndup (self->run->answer->question + link->start, link->end - link->start));
    }
  return words;
}

static void
say (GPtrArray *doubts, const char *text, const char *words, GPtrArray *items)
{
  g_autofree char *list = NULL;

  if (items->len == 0)
    return;
  g_ptr_array_set_size (items, (int) MIN (items->len, MAX_SAID));
  g_ptr_array_add (items, NULL);
  list = g_strjoinv ("”, “", (char **) items->pdata);
  ask_doubt_add (doubts, FALSE, g_strdup_printf ("%s “%s”.", text, list), g_strdup_printf ("%s “%s”.", words, list));
}

/**
 * ask_doubt_add_words:
 * @run: nothing is said without its interpretation
 * @tree: of the query
 * @doubts: (element-type AskDoubt): gets two at most
 */
void
ask_doubt_add_words (AskAgentRun *run, AskSqlTree *tree, GPtrArray *doubts)
{
  g_autoptr (GHashTable) stems = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) unasked = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) unanswered = NULL;
  g_autoptr (GArray) words = NULL;
  Words self = { run, stems, used, unasked };

  if (run->found == NULL)
    return;
  words = ask_words_split (run->answer->question);
  for (guint i = 0; i < words->len; i++)
    g_hash_table_add (stems, g_strdup (g_array_index (words, AskWord, i).stem));
  ask_sql_walk_select (tree->select, &(AskSqlVisit) { visit_expr, visit_from, NULL, &self });
  unanswered = find_unanswered (&self);
  say (doubts, "The question does not ask for", _ ("The question does not ask for"), unasked);
  say (doubts, "Nothing in the query answers to", _ ("Nothing in the query answers to"), unanswered);
}
