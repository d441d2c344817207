/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a statement joins. A draft leaves that out, so who reads SQL back as a draft has to find the way of joining that
 * the SQL took, and must refuse where there is none.
 */
#include "config.h"

#include "understand/interpret/ask-draft-tree-private.h"

#include <string.h>

#include "sql/ask-sql-parser.h"

/* A draft has more ways to join only where three entities or more have several keys each. */
#define MAX_WAYS 12
/* A code of an entity, beside those of joins, which are two attributes. */
#define ENTITY_BIT (G_GUINT64_CONSTANT (1) << 63)

typedef struct
{
  AskDomain *domain;
  GArray *codes; /* guint64: of each entity of a FROM, and of each equality that joins */
  gboolean clear; /* it can be told how it joins */
} Reader;

static void
collect_items (const AskSqlFroms *froms, GPtrArray *items)
{
  for (guint i = 0; i < froms->n; i++)
    {
      g_ptr_array_add (items, froms->items[i]);
      collect_items (&froms->items[i]->items, items);
    }
}

/* Returns: the attribute that @column names among @items, -1 where it is none of theirs */
static int
resolve (const Reader *self, GPtrArray *items, const AskSqlExpr *column)
{
  for (guint i = 0; i < items->len; i++)
    {
      const AskSqlFrom *item = items->pdata[i];
      int found = -1;

      if (item->kind != ASK_FROM_TABLE)
        continue;
      if (column->table == NULL
          || g_ascii_strcasecmp (item->alias != NULL ? item->alias : item->name, column->table) == 0)
        found = ask_domain_find (self->domain, item->name, column->name);
      if (found >= 0)
        return found;
    }
  return -1;
}

static void
add_joins (Reader *self, GPtrArray *items, const AskSqlExpr *condition)
{
  int left, right;
  guint64 code;

  if (condition == NULL)
    return;
  if (ask_draft_tree_is_binary (condition, ASK_OP_AND))
    {
      add_joins (self, items, condition->left);
      add_joins (self, items, condition->right);
      return;
    }
  if (!ask_draft_tree_is_join (condition))
    return;
  left = resolve (self, items, condition->left);
  right = resolve (self, items, condition->right);
  if (left < 0 || right < 0)
    {
      self->clear = FALSE;
      return;
    }
  code = (guint64) MIN (left, right) << 31 | (guint64) MAX (left, right);
  g_array_append_val (self->codes, code);
}

static gboolean
read_select (AskSqlSelect *select, gpointer data)
{
  Reader *self = data;

  for (guint c = 0; c < select->n_cores; c++)
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      collect_items (&select->cores[c]->from, items);
      for (guint i = 0; i < items->len; i++)
        {
          const AskSqlFrom *item = items->pdata[i];
          int entity = item->kind == ASK_FROM_TABLE ? ask_domain_find_entity (self->domain, item->name) : -1;
          guint64 code = ENTITY_BIT | (guint64) MAX (entity, 0);

          if (item->natural || item->using != NULL)
            self->clear = FALSE;
          if (entity >= 0)
            g_array_append_val (self->codes, code);
          add_joins (self, items, item->on);
        }
      add_joins (self, items, select->cores[c]->where);
    }
  return TRUE;
}

static int
compare_codes (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a;
  guint64 y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Returns: (transfer full) (nullable): codes in their order; NULL where it cannot be told */
static GArray *
list_joins (AskDomain *domain, const AskSqlTree *tree)
{
  g_autoptr (GArray) codes = g_array_new (FALSE, FALSE, sizeof (guint64));
  Reader self = { domain, codes, TRUE };
  AskSqlVisit visit = { .select = read_select, .user_data = &self };

  ask_sql_walk_select (tree->select, &visit);
  g_array_sort (codes, compare_codes);
  return self.clear ? g_steal_pointer (&codes) : NULL;
}

static gboolean
joins_so (AskDomain *domain, const char *sql, const GArray *wanted)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  g_autoptr (GArray) codes = tree != NULL ? list_joins (domain, tree) : NULL;

  return codes != NULL && codes->len == wanted->len
         && (codes->len == 0 || memcmp (codes->data, wanted->data, codes->len * sizeof (guint64)) == 0);
}

/*
 * ask_draft_find_way:
 * @self: read from @tree
 * @domain: what it is about
 * @tree: a statement
 * @way: (out): of joins, for ask_draft_to_sql()
 * @error: %G_IO_ERROR_NOT_SUPPORTED where a draft cannot join as @tree does
 *
 * Returns: whether there is such a way
 */
gboolean
ask_draft_find_way (const AskDraft *self, AskDomain *domain, const AskSqlTree *tree, guint *way, GError **error)
{
  g_autoptr (GArray) wanted = list_joins (domain, tree);

  for (*way = 0; wanted != NULL && *way < MAX_WAYS; (*way)++)
    {
      g_autofree char *sql = ask_draft_to_sql (self, domain, *way);

      if (sql == NULL)
        break;
      if (joins_so (domain, sql, wanted))
        return TRUE;
    }
  return ask_draft_tree_refuse (error, "tables that are joined in this way");
}
